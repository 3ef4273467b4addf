"""Game records: a game as a small text file, as PGN is for chess.

    waystation record 1
    game: wayfinders
    rules-version: 1
    options: {"players": 2}
    seats: ["Ada", "greedy"]
    seed: 7
    result: 41 39 | Ada wins. | last round

    setup {3/45 12/44 ...}
    1 place 3
    2 return {4/47 2/46}
      ; greedy draws tire, gas
    checksum: sha256:...

Headers, an empty line, then one move a line: the seat (from 1), the notation, and in braces what chance gave, each draw
as value/range. Lines that begin with ``;`` are comments. Instead of the seed there may be its commitment; then what
chance gave is taken from the record itself. With ``shares`` (seats from 1, and what each has added to the seed) the
seed of play is a hash of all, and the commitment stands beside the seed. A record may begin from a position document
(header ``position``).
The checksum covers every byte before its line, lines ending in LF; a record that came with CRLF or a byte order mark
is read as the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from .borders import fold_name, read_seed, whole
from .chance import Chance, Draw, ScriptedChance, Seed, TapeMismatch, commitment
from .documents import from_json, plain_lines
from .errors import IllegalAction, NotationError, OptionError, PositionError, RecordError, SeedError
from .game import Game
from .match import Match
from .typed import convert
from .words import told

MAGIC = "waystation record 1"
MAX_BYTES = 4_000_000
_SEAT = re.compile(r"[0-9]{1,4}")
_SETUP = re.compile(r"(?P<what>setup|opening) \{(?P<draws>[0-9/ ]*)\}")
_DRAW = re.compile(r"([0-9]{1,20})/([0-9]{1,20})")
_KEYS = ("game", "rules-version", "options", "seats", "seed", "seed-commitment", "shares", "position", "result")

Share = Annotated[str, msgspec.Meta(min_length=32, max_length=32, pattern="^[0-9a-f]{32}")]
"""What a player has added to the seed: 16 bytes, in hexadecimal digits."""


class RecordMove(msgspec.Struct, frozen=True):
    """A move as written: seat (from 0), notation, draws, and the line it stands on."""

    seat: int
    action: str
    draws: tuple[Draw, ...]
    line: int


class Record(msgspec.Struct, kw_only=True):
    """A record, read but not yet replayed."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: list[str]
    seed: Seed | None = None
    seed_commitment: str | None = None
    shares: dict[str, Share] = {}
    position: dict[str, Any] | None = None
    result: str = ""
    setup: tuple[Draw, ...] = ()
    opening: tuple[Draw, ...] = ()
    moves: list[RecordMove] = []
    checksum: Literal["good", "bad", "missing"] = "missing"

    @property
    def shares_by_seat(self) -> dict[int, str]:
        """What players have added to the seed, by seat (from 0)."""
        numbers = {str(seat + 1): seat for seat in range(len(self.seats))}
        return {numbers[seat]: share for seat, share in self.shares.items()}


READ = (Record,)
"""What text is read into here."""


# ---------------------------------------------------------------------- writing


def write(match: Match, seed: Literal["seed", "commitment"] = "seed", comments: bool = True) -> str:
    """The record of a match. `seed="commitment"` keeps the seed secret (what chance gave is in the record anyway)."""
    if seed not in ("seed", "commitment"):
        raise ValueError(f"seed: {seed!r:.60} is none of seed, commitment: it says which of them the record is to hold")
    head = [
        MAGIC,
        f"game: {match.game.name}",
        f"rules-version: {match.game.rules_version}",
        f"options: {json.dumps(match.game.written_options())}",
        f"seats: {json.dumps(list(match.names))}",
    ]
    if match.position is not None:
        head.append(f"position: {json.dumps(match.position)}")
    else:
        if match.seed is not None and seed == "seed":
            head.append(f"seed: {json.dumps(match.seed)}")
        committed = match.committed if match.seed is None else commitment(match.seed)
        if committed and (seed == "commitment" or match.shares or match.seed is None):
            head.append(f"seed-commitment: {committed}")
        if match.shares:
            head.append(f"shares: {json.dumps({str(seat + 1): share for seat, share in sorted(match.shares.items())})}")
    head.append(f"result: {result_line(match)}")
    body = []
    if match.setup_draws:
        body.append(f"setup {_braces(match.setup_draws)}")
    if match.opening_draws:
        body.append(f"opening {_braces(match.opening_draws)}")
    for move in match.moves:
        draws = f" {_braces(move.draws)}" if move.draws else ""
        body.append(f"{move.seat + 1} {match.notation(move)}{draws}")
        if comments:
            for event in match.events.since(*move.events):
                body.append(f"  ; {' '.join(told(event.text, match.names).split())}")
    text = "\n".join([*head, "", *body, ""])
    return f"{text}checksum: {_checksum(text)}\n"


def result_line(match: Match) -> str:
    """The header ``result``: scores, sentence and reason, or that the game goes on."""
    outcome = match.state.outcome()
    if outcome is None:
        return "unfinished"
    scores = " ".join(map(str, outcome.scores))
    return f"{scores} | {told(outcome.text, match.names)} | {outcome.reason}"


def _braces(draws: Sequence[Draw]) -> str:
    return "{" + " ".join(f"{value}/{size}" for value, size in draws) + "}"


def _checksum(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------------- reading


def parse(text: str, source: str = "record") -> Record:
    """Read a record; RecordError names the line. Nothing is replayed yet."""
    if len(text) > MAX_BYTES:
        raise RecordError(source, f"longer than {MAX_BYTES} characters")
    text = plain_lines(text)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        number = text.count("\n", 0, error.start) + 1
        raise RecordError(f"{source}:{number}", "half a letter (a lone surrogate) stands there") from None
    lines = text.split("\n")
    if lines[0].strip() != MAGIC:
        raise RecordError(f"{source}:1", f"expected {MAGIC!r}")
    blank = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
    record = _headers(lines[1:blank], source)
    for number, line in enumerate(lines[blank:], blank + 1):
        stripped = line.strip()
        if stripped.startswith("checksum: "):
            before = "".join(kept + "\n" for kept in lines[: number - 1])
            record.checksum = "good" if stripped == f"checksum: {_checksum(before)}" else "bad"
            if any(rest.strip() for rest in lines[number:]):
                raise RecordError(f"{source}:{number + 1}", "text after the checksum")
            break
        if stripped and not stripped.startswith(";"):
            _body_line(record, stripped, number, source)
    return record


def _headers(lines: list[str], source: str) -> Record:
    given: dict[str, Any] = {}
    for number, line in enumerate(lines, 2):
        key, colon, value = line.partition(": ")
        place = f"{source}:{number}"
        if not colon or key not in _KEYS:
            raise RecordError(place, f"expected one of the headers {', '.join(_KEYS)}, got {line[:60]!r}")
        if key in given:
            raise RecordError(place, f"header {key} is given twice")
        plain = key in ("game", "seed-commitment", "result")
        try:
            given[key] = value if plain else from_json(value)
        except ValueError as error:
            raise RecordError(place, f"header {key}: {error}") from error
    for key in ("game", "rules-version", "options", "seats"):
        if key not in given:
            raise RecordError(source, f"header {key} is missing")
    for key in ("seed", "seed-commitment", "shares"):
        if key in given and "position" in given:
            raise RecordError(source, f"headers {key} and position: a game begins from one of them")
    try:
        if given.get("seed") is not None:
            given["seed"] = read_seed(given["seed"])
        return convert({key.replace("-", "_"): value for key, value in given.items()}, Record)
    except (msgspec.ValidationError, SeedError) as error:
        raise RecordError(source, f"header: {error}") from error


def _body_line(record: Record, text: str, number: int, source: str) -> None:
    place = f"{source}:{number}"
    if found := _SETUP.fullmatch(text):
        draws = _draws(found["draws"], place)
        if found["what"] == "setup":
            record.setup = draws
        else:
            record.opening = draws
        return
    # Taken apart step by step: a pattern for the whole line has two parts that both may take the spaces.
    seat, _, rest = text.partition(" ")
    action, brace, given = rest.partition("{")
    action = action.rstrip()
    if not _SEAT.fullmatch(seat) or not action or (brace and not given.endswith("}")):
        raise RecordError(place, f"expected a move such as '1 pass {{2/6}}', got {text[:60]!r}")
    record.moves.append(RecordMove(int(seat) - 1, action, _draws(given.removesuffix("}"), place), number))


def _draws(text: str, place: str) -> tuple[Draw, ...]:
    draws = []
    for word in text.split():
        found = _DRAW.fullmatch(word)
        if found is None or int(found[1]) >= int(found[2]):
            raise RecordError(place, f"{word[:60]!r} is no draw; expected value/range with value below range")
        draws.append((int(found[1]), int(found[2])))
    return tuple(draws)


# ---------------------------------------------------------------------- replaying


def replay(record: Record, game: Game | None = None, to: int | None = None, source: str = "record") -> Match:
    """Play a record again, up to move `to`, and check everything on the way; RecordError names the line.

    With the seed, chance is computed anew and must give what the record says; without it, the record's draws are used.
    `game` is the record's game where the caller has it (or it is not installed); another one is refused.
    """
    if to is not None and (to := whole(to, "a number of moves")) < 0:
        raise ValueError(f"expected a number of moves, got {to}")
    game = _game_of(record, game, source)
    match = begin(record, game, source)
    moves = record.moves if to is None else record.moves[:to]
    for written in moves:
        if isinstance(match.chance, ScriptedChance):
            match.chance.script = list(written.draws)
        try:
            move = match.follow(written.action, written.seat)
        except (IllegalAction, NotationError, TapeMismatch) as error:
            raise RecordError(f"{source}:{written.line}", str(error)) from error
        if move.draws != written.draws:
            place = f"{source}:{written.line}"
            raise RecordError(place, f"chance gives {_braces(move.draws)}, the record says {_braces(written.draws)}")
    if to is None and record.result and fold_name(record.result) != fold_name(result_line(match)):
        raise RecordError(source, f"the result is {result_line(match)!r}, the record says {record.result!r}")
    return match


def verify(record: Record, source: str = "record", seed: Seed | None = None) -> Match:
    """As `replay`, and the checksum must be there and good.

    A `seed` given here must match the record's commitment; chance is then computed from it. SeedError if it is none.
    """
    if record.checksum != "good":
        raise RecordError(source, f"the checksum is {record.checksum}")
    if seed is not None:
        seed = read_seed(seed)
        if record.position is not None:
            raise RecordError(source, "the game begins from a position, so no seed can be held against it")
        if record.seed_commitment not in (None, commitment(seed)) or record.seed not in (None, seed):
            raise RecordError(source, "the seed does not match the one committed to")
        record = msgspec.structs.replace(record, seed=seed)
    if record.seed is not None and record.seed_commitment not in (None, commitment(record.seed)):
        raise RecordError(source, "the seed does not match its commitment")
    if record.shares and record.seed_commitment is None:
        raise RecordError(source, "there are shares, but no commitment to the seed from before they were made")
    return replay(record, source=source)


def _game_of(record: Record, given: Game | None, source: str) -> Game:
    """The record's game; RecordError if the one that was given is another."""
    from waystation import game_type

    try:
        kind = game_type(record.game) if given is None else type(given)
        options = kind.options_since(record.options, record.rules_version)
        game = kind.from_options(options) if given is None else given
        if game.name != record.game or kind.read_options(options) != game.options:
            raise RecordError(source, f"header: a game of {record.game} with options {options}, not of {game!r}")
    except (KeyError, OptionError) as error:
        raise RecordError(source, f"header: {error.args[0]}") from error
    if record.rules_version not in game.readable_rules_versions:
        raise RecordError(
            source,
            f"played under rules version {record.rules_version} of {record.game}; "
            f"these are {game.rules_version}, and its changes alter games: see the changelog",
        )
    older: Game = game.under(record.rules_version)
    return older


def begin(record: Record, game: Game, source: str = "record") -> Match:
    """The match of a record before its first move; RecordError if chance gives another set-up."""
    try:
        shares = record.shares_by_seat
    except KeyError as error:
        raise RecordError(source, f"header shares: there is no seat {error}") from error
    try:
        if record.position is not None:
            return Match(game, None, record.seats, position=record.position)
        if record.seed is not None:
            match = Match(game, record.seed, record.seats, shares=shares)
        else:
            setup = ScriptedChance(Chance.of("", "setup"), record.setup)
            play = ScriptedChance(Chance.of("", "play"), record.opening)
            match = Match(game, None, record.seats, setup=setup, play=play, shares=shares)
            match.committed = record.seed_commitment
    except (PositionError, TapeMismatch, ValueError) as error:
        raise RecordError(source, str(error)) from error
    if (match.setup_draws, match.opening_draws) != (record.setup, record.opening):
        raise RecordError(source, "the set-up that chance gives is not the one in the record")
    return match
