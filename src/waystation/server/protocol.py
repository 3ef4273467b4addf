"""What travels between a server and its clients: every HTTP body and every WebSocket message, as types.

docs/protocol.md tells the story. Everything is JSON. Field names are as here; a field that is left out has its default.
`Viewer` is a seat (from 0) or null for a spectator.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from waystation.bots.analysis import Costly, Turning
from waystation.engine import ClosedOffer, Offer, Outcome, Plan, Scene, ScoreSheet, SeenEvent, Spec, View
from waystation.engine.events import Viewer
from waystation.engine.scene import Look as SceneLook
from waystation.engine.scene import SceneChange

from .pace import Pace

PROTOCOL = 1
"""Grows by one with every change that an older client could not live with."""

MAX_FRAME = 64 * 1024
"""Bytes a client may send in one WebSocket message."""

Ident = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[^\x00-\x1f\x7f]+\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"\S")]
SeatNumber = Annotated[int, Meta(ge=0, le=999)]
Notation = Annotated[str, Meta(min_length=1, max_length=400)]
Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]
Ply = Annotated[int, Meta(ge=0)]
UndoRule = Literal["free", "ask", "off"]
RatingNumber = Annotated[int, Meta(ge=-10_000, le=10_000)]
Emotion = Literal["hello", "bravo", "thanks", "oops", "wow", "thinking"]
"""The six things that can be said without words."""
BotSpec = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[a-z][a-z0-9_]*(:[A-Za-z0-9_.,=+-]+)?\Z")]
SeatWish = Annotated[str, Meta(max_length=80, pattern=r"\A(me|open|shared(:.{1,24})?|bot:.+)\Z")]


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """Base of what goes over HTTP."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of what a client sends over HTTP."""


# ---------------------------------------------------------------------- HTTP


class Problem(Body, frozen=True):
    """The body of every answer that is not 2xx."""

    reason: str
    rule: str = ""


class BotInfo(Body, frozen=True):
    """A kind of bot that can sit at a table: ``bot:<spec>``."""

    spec: str
    title: str


class GameInfo(Body, frozen=True):
    """An installed game. `options` is the JSON Schema of its options; `look` the hash of its look; `default_bot` the
    one of `bots` that sits down where nobody chose another. `lesson`: whether it has a guided first game.
    """

    name: str
    spec: Spec
    rules_version: int
    options: dict[str, Any]
    look: str
    bots: list[BotInfo]
    default_bot: str
    lesson: bool = False


class Me(Body, frozen=True):
    """Who this browser is. `name` is empty before the first rename."""

    name: str


class Rename(Asked, frozen=True):
    name: Name


class PasskeyInfo(Body, frozen=True):
    """A passkey of mine. `synced`: its keeper has it on other devices, too. Times are seconds since 1970."""

    id: str
    name: str
    added: float
    used: float | None
    synced: bool


class DeviceInfo(Body, frozen=True):
    """A device on which I am signed in; `here`: this one. `name` is what its browser says of itself."""

    id: str
    name: str
    first: float
    last: float
    here: bool


class You(Body, frozen=True):
    """What is known of me, for my own page. `no_passkeys` says why there can be none here (empty: there can).

    `played` is what others may see of my games (null: nothing is known of me yet).
    """

    name: str
    played: PersonStatistics | None
    passkeys: list[PasskeyInfo]
    no_passkeys: str
    devices: list[DeviceInfo]


class PersonMove(Body, frozen=True):
    """A move of mine in a game that goes on, and when it was; one that was taken back, too."""

    at: float
    seat: int
    action: str


class PersonLine(Body, frozen=True):
    """What I have said at a table (or from my seat a bot, or whoever under an earlier release)."""

    at: float
    seat: int
    text: str


class PersonTable(Body, frozen=True):
    """A table of mine, as far as I may see it.

    `seats` are names, `mine` the numbers of my seats, `links` what brings me back to them; `result` is a sentence,
    `end` how each of my seats came out. A finished game has its `record`, one that goes on my own `moves`.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    created: float
    updated: float
    host: bool
    seats: list[str]
    mine: list[int]
    links: list[str]
    over: bool
    result: str
    end: list[dict[str, Any]]
    moves: list[PersonMove]
    chat: list[PersonLine]
    record: str | None = None


class PersonFile(Body, frozen=True):
    """All that a server keeps of a person, for them.

    `id` is the public one, `kept` what lies in other tables of the database, row by row. `records_left_out`: finished
    games whose records would have taken too long; each can be had at its table.
    """

    format: str
    made: float
    id: str
    name: str
    created: float
    tables: list[PersonTable]
    kept: dict[str, list[dict[str, Any]]]
    records_left_out: list[str]


class NewPasskey(Asked, frozen=True):
    """What a browser has made: a PublicKeyCredential as JSON. `name` left out: what the browser says of itself."""

    credential: dict[str, Any]
    name: Annotated[str, Meta(max_length=40)] = ""


class RenamePasskey(Asked, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\S")]


class SignIn(Asked, frozen=True):
    """What a browser has signed: a PublicKeyCredential as JSON."""

    credential: dict[str, Any]


class SignedIn(Body, frozen=True):
    """Who one is now; `tables`: how many tables of whom one was before came along."""

    name: str
    tables: int


NoticeKind = Literal["turn", "round", "joined", "undo", "over"]
"""What people are told while they look elsewhere: it is their turn, a tournament has a new table for them, somebody has
sat down, they are asked about an undo, the game is over."""
TimeOfDay = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]", max_length=5)]


class NoticeWishes(Asked, frozen=True):
    """What somebody wishes to be told: in their browsers (`push`) and by e-mail (`mail`), and not between the two
    `quiet` times of day in their time `zone` (a name such as Europe/Berlin)."""

    push: Annotated[list[NoticeKind], Meta(max_length=5)] = []
    mail: Annotated[list[NoticeKind], Meta(max_length=5)] = []
    quiet: tuple[TimeOfDay, TimeOfDay] | None = None
    zone: Annotated[str, Meta(max_length=60)] = ""


class PushWish(Asked, frozen=True):
    """A browser that takes pushes, as its PushSubscription says."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=120)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]


class MailWish(Asked, frozen=True):
    """An address to write to, once it is confirmed."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class Secret(Asked, frozen=True):
    """What a link in a letter has behind its #."""

    secret: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_-]+\Z")]


class PushInfo(Body, frozen=True):
    """A browser that takes pushes. `id`: the first 16 hex digits of SHA-256 of its endpoint."""

    id: str
    name: str
    added: float


class Notices(Body, frozen=True):
    """How somebody is told. `push_key` is what a browser has to be given to take pushes of this server; `can_mail`:
    whether it writes letters at all; `mail` ("": none) is `confirmed` once its link was opened."""

    wishes: NoticeWishes
    push_key: str
    pushes: list[PushInfo]
    can_mail: bool
    mail: str
    confirmed: bool


class Tried(Body, frozen=True):
    """To how many places something was sent, and how many of them did not take it."""

    sent: int
    failed: int


class NewTable(Asked, frozen=True):
    """A table to be opened.

    `seats` has a wish per player, as many as the game allows: ``me``, ``open`` (a link is made for it), ``shared`` or
    ``shared:NAME`` (somebody else on this device) or ``bot:<spec>``. A `seed` given here is known to somebody, which
    the table says to all. `hints`: whether a bot may be asked for hints, of which all are told (left out: only while
    nobody else plays or may sit down). `pace`: how much time people have, and what becomes of who
    runs out (left out: as much as they like). With `shares` nothing is drawn before the browsers of those who sit
    have added theirs to the seed, or a moment is over (with a `seed` or `record` they are not asked). With a `record`,
    game, options and moves come from that text; its game is finished, or goes on if it has its seed. `listed`: anybody
    may sit down in its open seats, and it begins when all are taken; with a `level` only those whose rating lies
    between these two. `rated`: the game counts for the ratings of those who play; it needs a `pace` whose `out` is
    ``lose``. With `lesson` it is the game's guided first game, which says itself who sits where and how it begins.
    """

    game: Annotated[str, Meta(max_length=64)] = ""
    options: dict[str, Any] = {}
    seats: list[SeatWish] = []
    spectators: bool = True
    undo: UndoRule = "free"
    hints: bool | None = None
    chat: bool = True
    pace: Pace | None = None
    shares: bool = False
    seed: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    record: Annotated[str, Meta(max_length=4_000_000)] | None = None
    lesson: bool = False
    listed: bool = False
    level: tuple[RatingNumber, RatingNumber] | None = None
    rated: bool = False


class SeatInfo(Body, frozen=True):
    """A seat as one person may see it.

    `kind`: ``person``, ``shared`` (a person's second seat on one device), ``open`` (nobody yet) or ``bot``.
    `bot` is who plays it now, if no person does, and `bot_called` its name in words; `stands_in` says that it does so
    for a person, who may come back unless the seat has `lost`: its person was out of time, or has left a rated game.
    `link` is a secret that takes this seat (page route ``/join#<link>``): shown to the host for an open seat, to a
    person for their own.
    """

    seat: int
    name: str
    kind: Literal["person", "shared", "open", "bot"]
    mine: bool
    bot: str | None = None
    bot_called: str = ""
    stands_in: bool = False
    present: bool = False
    link: str | None = None
    lost: Literal["time", "left"] | None = None


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has left, in seconds: of its bank or of this turn, and of its time away.

    `runs`: it is being charged now, of its time away if it is `resting`.
    """

    left: float
    away: float | None = None
    runs: bool = False
    resting: bool = False


class TableInfo(Body, frozen=True):
    """A table as one person may see it, without the game's own picture.

    `commitment` is to the seed; `seed` comes when the game is over. `seed_known`: somebody chose the seed.
    `created` and `updated` are seconds since 1970. `hints`: whether a bot may be asked for hints now.
    `chat`: whether people may chat. `pace`: see `NewTable`; `tournament`: the one that the
    table belongs to. `times`: what each seat has left at the
    moment (over HTTP only; frames have their own, and where nobody's time is counted there are none).
    `shares`: what browsers have added to the seed, by seat (null: they were not asked). `dealt`: whether anything is
    drawn yet; before that the table waits for shares. `lesson`: it is a guided first game (HTTP has its steps).
    `listed`: anybody may sit down, and the game begins when all seats are taken (false: so it was before it began).
    `rated`: the game counts for ratings (false: not any more); `level`: with which ratings one may sit down.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    rules_version: int
    seats: list[SeatInfo]
    host: bool
    spectators: bool
    undo: UndoRule
    over: bool
    ply: int
    to_act: list[int]
    waits_for_me: bool
    commitment: str
    seed_known: bool
    created: float
    updated: float
    seed: str | int | None = None
    result: str = ""
    rematch: str | None = None
    hints: bool = False
    chat: bool = True
    pace: Pace | None = None
    times: list[SeatTime] = []
    tournament: str | None = None
    shares: dict[int, str] | None = None
    dealt: bool = True
    lesson: bool = False
    listed: bool | None = None
    rated: bool | None = None
    level: tuple[int, int] | None = None


class OpenSeat(Body, frozen=True):
    """A seat of an open table; a free one has no name."""

    kind: Literal["person", "shared", "open", "bot"]
    name: str


class OpenTable(Body, frozen=True):
    """A table at which anybody may sit down.

    `options` are those that are not as usual (a long value is "…"). `speed`: in one sitting, over days, or as long
    as it takes. The rest is as in `TableInfo`.
    """

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seats: list[OpenSeat]
    speed: Literal["live", "days", "free"]
    pace: Pace | None
    spectators: bool
    chat: bool
    undo: UndoRule
    created: float
    rated: bool
    level: tuple[int, int] | None


class SeatRate(Body, frozen=True):
    """How often a seat wins with so many players: the share of its games, and between which it lies with 95 %."""

    players: int
    seat: int
    games: int
    rate: float
    low: float
    high: float


class BestScore(Body, frozen=True):
    """A best score, at a table that all may see. `person` is a public id."""

    table: str
    score: int
    players: int
    name: str
    person: str | None


class VariantCount(Body, frozen=True):
    """How often some options were played: those that are not as usual; `variant` finds these games."""

    options: dict[str, Any]
    variant: str
    games: int


class BotRecord(Body, frozen=True):
    """People against a bot: how often they met, and how often the person came before it."""

    bot: str
    called: str
    games: int
    wins: int


class GameStatistics(Body, frozen=True):
    """How a game is played here. `seconds` and `moves` on average; `least` and `most` moves.

    Games that came as a record, lessons, games of a chosen seed, and deleted tables do not count.
    """

    game: str
    games: int
    seconds: float
    moves: float
    least: int
    most: int
    seats: list[SeatRate]
    best: list[BestScore]
    variants: list[VariantCount]
    bots: list[BotRecord]


class RatingPoint(Body, frozen=True):
    """What a rated game has led to."""

    at: float
    rating: int


class PersonGame(Body, frozen=True):
    """What somebody has played of a game. `rating` is null for who was never rated, or has left the ladder."""

    game: str
    games: int
    wins: int
    rating: int | None
    unsure: bool
    curve: list[RatingPoint]


class PersonStatistics(Body, frozen=True):
    """What somebody has played to the end; `person` is their public id."""

    name: str
    person: str
    games: int
    wins: int
    by_game: list[PersonGame]


class SeatRating(Body, frozen=True):
    """What somebody at a rated table is rated by: a number, and whether it may still be far off.

    `change` is by how much the game, now that it is over, has moved it. `bot`: it is a bot's, and does not move.
    """

    seat: int
    rating: int
    unsure: bool
    bot: bool = False
    change: int | None = None


class LadderLine(Body, frozen=True):
    """A place on a ladder. A bot has no `person`, and never moves; `last` is when somebody last played a rated game."""

    place: int
    name: str
    rating: int
    unsure: bool
    games: int
    person: str | None = None
    bot: str | None = None
    last: float | None = None


class MyRating(Body, frozen=True):
    """What I am rated by. `missing`: rated games until I stand on the ladder; `away`: I have left it."""

    rating: int
    unsure: bool
    games: int
    wins: int
    missing: int
    away: bool


class Ladder(Body, frozen=True):
    """The ladder of a game. `rated`: whether it has ratings at all (a game that is played together has none)."""

    game: str
    rated: bool
    lines: list[LadderLine]
    me: MyRating


class StayAway(Asked, frozen=True):
    """Leave the ladder of a game, or come back."""

    away: bool


class MyGame(Body, frozen=True):
    """A table of mine that is not over; `since`: when it was last played at (seconds since 1970)."""

    table: TableInfo
    since: float


class MyGames(Body, frozen=True):
    """My tables that are not over: those that wait for me first, the longest first; then the others, the newest first.

    `total`: how many there are; `waiting`: how many of them wait for me.
    """

    games: list[MyGame]
    total: int
    waiting: int


class FinishedSeat(Body, frozen=True):
    """Who sat where at the end. `person` is their public id; `bot` played for them then, or by itself."""

    name: str
    mine: bool
    won: bool
    rank: int | None
    score: int | None
    person: str | None = None
    bot: str | None = None


class FinishedTable(Body, frozen=True):
    """A game that is over. `options` are those that are not as usual; `moves`, and seconds from beginning to end."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    result: str
    moves: int
    seconds: float
    ended: float
    seats: list[FinishedSeat]


class FinishedTables(Body, frozen=True):
    """A page of games that are over, the newest first; `before` is what to ask for the next page with (null: none)."""

    tables: list[FinishedTable]
    before: str | None


class Sit(Asked, frozen=True):
    """Sit down at an open table; `seat` left out: in the first free one."""

    seat: SeatNumber | None = None


class Publish(Asked, frozen=True):
    """Whether anybody may sit down at a table that has not begun."""

    listed: bool


class LessonStep(Body, frozen=True):
    """A step of a lesson: what to read, and what to do.

    `show`: nodes of the scene to point at. `begins`: the number of moves before it. `do`: the moves that it waits for,
    one after another, each as notations of which any will do; none where there is only something to read.
    """

    text: str
    show: list[str]
    begins: int
    do: list[list[str]]


class LessonInfo(Body, frozen=True):
    """A guided first game: the seat that learns, and the steps. After `moves` moves it is over."""

    title: str
    seat: int
    moves: int
    steps: list[LessonStep]


class AddShare(Asked, frozen=True):
    """What a browser adds to the seed: 16 random bytes, in hexadecimal digits."""

    share: Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]{32}")]


class Shares(Body, frozen=True):
    """What the seed of a table is made of. `open`: nothing is drawn yet, and the seats `missing` may still add theirs.

    `shares` has those that are there, by seat.
    """

    commitment: str
    open: bool
    shares: dict[int, str]
    missing: list[int]


class NewTournament(Asked, frozen=True):
    """A tournament to be set up.

    `format`: ``swiss`` (in each of `rounds` rounds those of like standing meet; left out: as many as find a winner) or
    ``round-robin`` (everybody meets everybody). `who` may enter: ``anybody``, whoever has its address (``link``), or
    ``nobody``: then it is for the `bots` alone, and begins at once. People need a `pace`; who runs out of time loses.
    `fill`: the bot that makes up the number at the start, so that nobody has to wait.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")]
    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    format: Literal["swiss", "round-robin"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=30)] | None = None
    pace: Pace | None = None
    who: Literal["anybody", "link", "nobody"] = "anybody"
    bots: Annotated[list[BotSpec], Meta(max_length=16)] = []
    fill: BotSpec | None = None


class TournamentWish(Asked, frozen=True):
    """What to do about a tournament; to ``start`` it is its host's right."""

    do: Literal["enter", "leave", "start"]


class TournamentLine(Body, frozen=True):
    """A tournament in a list. `rounds` are those planned (null: it depends on how many enter), `round` the one that is
    played (0: none yet); `entrants`: how many take part."""

    id: str
    name: str
    game: str
    title: str
    format: Literal["swiss", "round-robin"]
    pace: Pace | None
    who: Literal["anybody", "link", "nobody"]
    state: Literal["open", "running", "over"]
    round: int
    rounds: int | None
    entrants: int
    created: float


class TournamentEntrant(Body, frozen=True):
    """Who takes part, and how they stand.

    `points`: of each table the share of the others that they left behind (a tie is a half), and half a point for a
    round in which they `waited`. Equal points: the `opposition` (mean points of all whom they met), then `wins`. Who is
    `gone` takes part no more.
    """

    number: int
    name: str
    bot: bool
    gone: bool
    place: int
    points: float
    opposition: float
    wins: int
    tables: int
    waited: int


class TournamentTable(Body, frozen=True):
    """A table of a round: `table` is its id (null: it was deleted), `entrants` who sits where, by number, `ranks` how
    it ended (null: it goes on; empty: without a winner)."""

    round: int
    table: str | None
    entrants: list[int]
    ranks: list[int] | None


class TournamentInfo(TournamentLine, frozen=True, kw_only=True):
    """A tournament as one person may see it: `mine` is their number (null: they take no part). `players`: how many sit
    at a table. `standings`: the best first."""

    options: dict[str, Any]
    players: int
    fill: str | None
    host: bool
    mine: int | None
    standings: list[TournamentEntrant]
    tables: list[TournamentTable]


class Join(Asked, frozen=True):
    """Take the seat that a link stands for. `peek`: only say which it is."""

    link: Annotated[str, Meta(min_length=8, max_length=64)]
    peek: bool = False


class Joined(Body, frozen=True):
    """The seat that a link stands for. `mine`: whoever asks took it already (by this link, or has the seat now)."""

    id: str
    seat: int
    game: str
    title: str
    free: bool
    mine: bool = False


class SeatChange(Asked, frozen=True):
    """What to do with a seat.

    ``leave``: its person goes, a bot stands in (the person's own seat only); a rated game that has begun is lost.
    ``return``: the person takes it back. ``bot``: the host gives an empty seat (open, or its person absent) to a bot.
    Without `bot` it is the game's usual one. ``open``: the host takes the bot away: the seat is its person's again, or
    open. ``remove``: the host removes a person from the table, for good: the seat is free, with another link, or `bot`
    plays on. ``vacation``, ``vacation_over``: its person uses up their time away from now on, or not any more.
    """

    do: Literal["leave", "return", "bot", "open", "remove", "vacation", "vacation_over"]
    bot: BotSpec | None = None


class MomentEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event as the viewer knows it, with the number of the move it belongs to (0: the set-up) and whose it was."""

    ply: int
    kind: str
    text: str
    seat: int | None = None
    data: dict[str, Any] = {}
    by: int | None = None

    @classmethod
    def of(cls, ply: int, event: SeenEvent, by: int | None) -> MomentEvent:
        return cls(ply, event.kind, event.text, event.seat, event.data, by)


class Story(Body, frozen=True):
    """The events of a table from its set-up to now, as the viewer knows them."""

    ply: int
    viewer: Viewer
    viewers: list[Viewer]
    events: list[MomentEvent]


class Moment(Body, frozen=True):
    """A table as it stood after `ply` moves, in the eyes of a viewer. Node actions are empty: it is the past."""

    ply: int
    plies: int
    viewer: Viewer
    view: View
    scene: Scene


class Health(Body, frozen=True):
    ok: bool
    version: str
    tables: int
    viewers: int


class Ready(Body, frozen=True):
    """People can be sent here. (If not, the answer is a `Problem` with status 503.)"""

    ok: bool
    version: str


class Seen(Body, frozen=True):
    """How a request comes in: the address that it counts for, the host it asks, and whether its cookie is Secure."""

    address: str
    host: str
    secure: bool


# ---------------------------------------------------------------------- WebSocket, from the client


class Ask(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """Base of a client's messages. `id` is made up by the client; sending the same again is harmless."""

    id: Ident


class Act(Ask, frozen=True, tag="act"):
    """Play an action by notation. `version` is that of the newest hello or step the client has seen."""

    seat: SeatNumber
    version: int
    action: Notation


class Undo(Ask, frozen=True, tag="undo"):
    """Go back to the moment after `ply` moves; if that is not free, ask the other people at the table."""

    seat: SeatNumber
    version: int
    ply: Ply


class Agree(Ask, frozen=True, tag="agree"):
    """The answer of a seat to the undo that is asked for at this version."""

    seat: SeatNumber
    version: int
    yes: bool


class Say(Ask, frozen=True, tag="chat"):
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class HintAsk(Ask, frozen=True, tag="hint"):
    """What would a bot do? Everybody is told that the seat has asked."""

    seat: SeatNumber
    version: int


class WhyAsk(Ask, frozen=True, tag="why"):
    """Why is this not possible? About an action (notation) or about everything that a scene node could mean.

    With a `piece` that was clicked before, only what both nodes mean together, if that is anything.
    """

    seat: SeatNumber
    action: Notation | None = None
    node: Annotated[str, Meta(max_length=200)] | None = None
    piece: Annotated[str, Meta(max_length=200)] | None = None


class PlansAsk(Ask, frozen=True, tag="plans"):
    """Long moves towards a node (one with the gesture ``plan``)."""

    seat: SeatNumber
    node: Annotated[str, Meta(max_length=200)]


class SoFarAsk(Ask, frozen=True, tag="so_far"):
    """What do these clicks come to, where an answer takes several, and what is missing yet?"""

    seat: SeatNumber
    nodes: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=40)]


class TraceAsk(Ask, frozen=True, tag="trace"):
    """Read a line drawn by hand, in coordinates of the region with the gesture ``draw``."""

    seat: SeatNumber
    points: Annotated[list[tuple[Coordinate, Coordinate]], Meta(max_length=1000)]


class Look(Ask, frozen=True, tag="look"):
    """Look from another of my own seats (shared device); a hello follows."""

    seat: SeatNumber | None


class PointAsk(Ask, frozen=True, tag="point"):
    """Point at things on the table for all to see, or at nothing; `agree`: the seat agrees with what is planned."""

    seat: SeatNumber
    nodes: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=6)]
    agree: bool = False


class EmoteAsk(Ask, frozen=True, tag="emote"):
    """Say one of six things without words, to all who are there now."""

    seat: SeatNumber
    emotion: Emotion


class Ping(Ask, frozen=True, tag="ping"):
    """Whether anybody is there. `away`: nobody looks at the page any more (it is in the background, say), so that its
    person is told elsewhere of what comes up."""

    away: bool = False


ClientMessage = (
    Act | Undo | Agree | Say | HintAsk | WhyAsk | PlansAsk | SoFarAsk | TraceAsk | Look | PointAsk | EmoteAsk | Ping
)


READ = (
    Rename,
    NewPasskey,
    RenamePasskey,
    SignIn,
    NoticeWishes,
    PushWish,
    MailWish,
    Secret,
    NewTable,
    Join,
    SeatChange,
    AddShare,
    Sit,
    Publish,
    StayAway,
    ClientMessage,
    NewTournament,
    TournamentWish,
)
"""What is read from clients."""


# ---------------------------------------------------------------------- WebSocket, from the server


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """Base of a server's messages. `seq` is the newest change to the table that the client then knows of."""

    seq: int


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The view without the game's own table (HTTP has that). In a step only what changed is there.

    `sheets` maps seats to score sheets. Scene nodes carry no actions in live messages: `legal` says which nodes each
    offer belongs to, `closed` which choices are not to be had now, and why. `hushed` are the seats that the rules let
    say nothing now: their chat and pointing are refused. `hush` says in a sentence why the viewer is one of them
    (empty: it is none).
    """

    viewer: Viewer | UnsetType = UNSET
    names: tuple[str, ...] | UnsetType = UNSET
    to_act: tuple[int, ...] | UnsetType = UNSET
    question: str | UnsetType = UNSET
    legal: tuple[Offer, ...] | UnsetType = UNSET
    closed: tuple[ClosedOffer, ...] | UnsetType = UNSET
    sheets: dict[int, ScoreSheet] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    hushed: tuple[int, ...] | UnsetType = UNSET
    hush: str | UnsetType = UNSET


class UndoAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """An undo that somebody asked for: back to `ply`, which seats have agreed, whose answer is still missing.

    `yours` are seats that the viewer does not play (any more), but whose moves they played: they are asked, too.
    """

    seat: int
    ply: int
    agreed: list[int]
    missing: list[int]
    yours: list[int] = []


class UndoState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the viewer can take back.

    `free_to`: the earliest ply that can be gone back to without asking (absent: none). `back_to`: the ply before the
    viewer's own newest move, for which the others have to agree if it is before `free_to` (absent: nothing to undo).
    """

    free_to: int | None = None
    back_to: int | None = None
    asked: UndoAsked | None = None


class Clock(msgspec.Struct, frozen=True):
    """A clock on the decision at hand: `left` seconds of `seconds`."""

    seconds: int
    left: float
    label: str


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat said; `told`: what the table says about it."""

    seq: int
    seat: int
    name: str
    text: str
    told: bool = False


class Pointing(msgspec.Struct, frozen=True):
    """What a seat points at, in its order."""

    seat: int
    nodes: list[str]
    agree: bool


class Points(Frame, frozen=True, tag="points"):
    """A seat points at these nodes (and no others) now. Not part of the log: it is gone when the decision is."""

    seat: int
    nodes: list[str] = []
    agree: bool = False


class Emote(Frame, frozen=True, tag="emote"):
    """A seat says something without words. In no log: whoever is not there does not hear of it."""

    seat: int
    emotion: Emotion


class Presence(Frame, frozen=True, tag="presence"):
    """Who is connected: seats of people, and how many spectators."""

    seats: list[int]
    spectators: int = 0


class Hello(Frame, frozen=True, tag="hello"):
    """Everything a viewer needs. Whatever the client held before is replaced.

    `life` is to be given, with the newest `seq`, by whoever comes back. `mine`: the seats this person plays. `events`:
    the newest ones, `more_events` if there are older ones (HTTP has all). `seed` comes when the game is over.
    """

    version: int
    ply: int
    protocol: int
    life: str
    table: TableInfo
    mine: list[int]
    view: Shown
    scene: Scene
    look: str
    events: list[MomentEvent]
    more_events: bool
    chat: list[ChatLine]
    present: list[int]
    spectators: int
    undo: UndoState
    points: list[Pointing] = []
    clock: Clock | None = None
    times: list[SeatTime] = []
    seed: str | int | None = None


class Step(Frame, frozen=True, tag="step", gc=False):
    """A move was played or taken back: apply to what the client holds.

    Moves taken back: `undone_to` is the ply gone back to; events of later plies are to be forgotten. `undo` and
    `clock` always replace the old ones. `regions` is there when the scene's regions changed. `clear_points`: the common
    decision is over, nobody points at anything any more.
    """

    version: int
    ply: int
    view: Shown
    scene: SceneChange
    events: list[MomentEvent]
    undo: UndoState
    clock: Clock | None = None
    times: list[SeatTime] = []
    regions: tuple[Any, ...] | UnsetType = UNSET
    undone_to: int | UnsetType = UNSET
    clear_points: bool = False
    seed: str | int | UnsetType = UNSET


class UndoNews(Frame, frozen=True, tag="undo"):
    """Somebody asked for an undo, agreed, or refused."""

    undo: UndoState
    text: str


class Chat(Frame, frozen=True, tag="chat"):
    line: ChatLine


class Seats(Frame, frozen=True, tag="seats"):
    """Something about the table itself changed: names, who plays, a rematch. `text` says it in a sentence.

    `view` and `scene` are as in a step (names stand in both), and so are `undo` and `clock`: a question about taking
    moves back is over when others play, and a timer waits for free seats.
    """

    table: TableInfo
    view: Shown
    scene: SceneChange
    undo: UndoState
    text: str = ""
    clock: Clock | None = None
    times: list[SeatTime] = []


class TimesNow(Frame, frozen=True, tag="times"):
    """What everybody has left now: after a reconnect, and when somebody's time away begins or ends."""

    times: list[SeatTime]


class Done(Frame, frozen=True, tag="done"):
    """The message with this id has been carried out (`repeated`: it had been before). The step comes first."""

    id: str
    repeated: bool = False


class Refused(Frame, frozen=True, tag="refused"):
    """The message with this id changed nothing. `stale`: it came too late; a hello with the current view follows."""

    id: str
    reason: str
    rule: str = ""
    stale: bool = False


class Why(msgspec.Struct, frozen=True):
    """An action that is not possible now, and why."""

    action: str
    label: str
    reason: str
    rule: str = ""


class HintReason(msgspec.Struct, frozen=True):
    """Why, in words."""

    text: str
    nodes: tuple[str, ...] = ()


class Hint(msgspec.Struct, frozen=True):
    """A bot's choice, and what the bot is called. `estimate` is the seat's chance to win as the bot sees it, 0 to 1, if
    it says so. `then`: what it would do after that in the same turn, in words, as far as it can be foreseen. `reasons`:
    why, with the nodes that each speaks of."""

    action: str
    label: str
    nodes: tuple[str, ...]
    bot: str
    estimate: float | None = None
    then: tuple[str, ...] = ()
    reasons: tuple[HintReason, ...] = ()


class ReviewInfo(msgspec.Struct, frozen=True):
    """A look back on a finished game: `state` says whether there is one; `share` how far it is, 0 to 1.

    `scene` is the curve of the chances, drawn with `look`, with a node ``turning:PLY`` for each of the
    `turnings`; `costly` are the turns that cost most, the worst first; `seconds` is what it took to think that out.
    `reason` says why it failed.
    """

    state: Literal["none", "making", "done", "failed"]
    share: float = 0.0
    scene: Scene | None = None
    look: SceneLook | None = None
    turnings: tuple[Turning, ...] = ()
    costly: tuple[Costly, ...] = ()
    seconds: float = 0.0
    reason: str = ""


class Answer(Frame, frozen=True, tag="answer"):
    """The answer to hint, why, plans, so_far (`text`), trace or ping."""

    id: str
    hint: Hint | None = None
    why: list[Why] = []
    plans: list[Plan] = []
    text: str = ""


class Resumed(Frame, frozen=True, tag="resumed"):
    """After a reconnect with ``since``: nothing was missed but what follows; keep what you hold."""

    clock: Clock | None = None


class Closed(Frame, frozen=True, tag="closed"):
    """The table is gone; the socket closes."""

    reason: str


ServerMessage = (
    Hello
    | Step
    | UndoNews
    | Chat
    | Points
    | Emote
    | Seats
    | Presence
    | TimesNow
    | Done
    | Refused
    | Answer
    | Resumed
    | Closed
)
