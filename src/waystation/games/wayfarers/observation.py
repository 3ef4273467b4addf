"""What a seat may know as numbers: displays, piles, track and panoramas, and what is being done.

Cards and tiles stand by their numbers in the box; what they say never changes. Where a card lies in a panorama is told
by its place: land and water cards are counted from 1 along the row (the board's own die spaces first), space cards
along theirs; townsfolk and inspiration cards have the place of the card that they lie at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from waystation.engine.observation import MOST, Observation, Part, filled, flags, named, of_seats, order, pack

from .box import Box
from .edition import WayfarersEdition
from .frames import EFFECT, ME, SHIFT, Ask
from .names import DECKS, GUILDS, TAGS, WORKERS
from .panorama import COUNTED, DICE, INFLUENCE_TOKENS, RESERVE, Panorama
from .state import KNOWN_SHIFT, MOST_TURNS, WayfarersState

SLOTS = 4 * len(DECKS)
PENDING = 32
"""So many waiting effects are told one by one."""
DATA = 6
"""Numbers of the question at hand."""
TILES = 21
"""No caravan has more cells, the opponent's included."""
GUILD_BITS = ("black", "yellow", "blue", "the chain before yellow")
HIDDEN_ASKS = (Ask.DRAWN, Ask.UNDER)
ZERO = pack([0])


class WayfarersObservation(Observation[WayfarersState]):
    """All lies open but the piles, and what somebody else has drawn from them."""

    omits = {  # noqa: RUF012
        "seats.*.dice": "are there by value",
        "opponent.points": "follow from what it has",
        "opponent.lines": "follow from what it has",
        "displays.*.*.price": "is printed",
    }

    def parts(self, game: WayfarersEdition) -> Sequence[Part]:
        seats, box = game.players, game.box
        cards, tiles = [card.name for card in box.cards], [tile.name for tile in box.tiles]
        spaces = [space.name for space in box.spaces]
        effects = [f"effect {n}" for n in range(len(box.text))]

        def each(name: str, doc: str, *shape: int, high: int = MOST) -> Part:
            return Part(name, doc, (seats, *shape), 0, high, of="seats")

        return [
            named("question", "The question at hand", [kind.name.lower() for kind in Ask], none="the end"),
            Part("asked", "Whether a seat is asked", (seats,), of="seats"),
            _owners("turn", "Whose turn it is", game),
            Part("seat", "This seat's place in the order of turns, from 0", high=max(1, seats - 1), of="own"),
            Part("round", "The round", high=MOST),
            Part("ending", "Turns left, this one included, once the end is near", high=MOST_TURNS),
            Part("used", f"Abilities used in this turn: {', '.join(GUILD_BITS)}", (len(GUILD_BITS),)),
            named("locked", "The card on which a worker was laid in this turn", cards),
            named("locked_worker", "and that worker", WORKERS),
            named("hand_card", "A card that looks for its place", cards),
            named("hand_tile", "A tile that looks for its place", tiles),
            Part("data", "Numbers of the question at hand, -1 for none", (DATA,), -1, MOST),
            named("pending", "Effects that wait, the next ones last", effects, (PENDING,)),
            Part("pending_from", "What they came with: bits for a die, a pigeon, discounts", (PENDING,), high=MOST),
            Part("pending_pool", "Which of them wait together, from 1", (PENDING,), high=PENDING),
            named("show", f"Displays, place 1 first: {', '.join(DECKS)}", cards, (SLOTS,)),
            Part("crew", f"Workers on them: {', '.join(WORKERS)}", (SLOTS, len(WORKERS))),
            _owners("influence", "Influence on them", game, (SLOTS,)),
            Part("piles", "Cards in the piles", (len(DECKS),), high=len(cards)),
            Part("stock", "Upgrade tiles left, by design", (len(tiles),), high=MOST),
            named("journal", "Tiles of the journal, by their places", box.journal_names, (len(box.journal_tiles),)),
            Part("green", "Whether the green workers of a group still lie on the journal", (4,)),
            Part("sides", "Whether a section of the board shows side B", (3,)),
            Part("fresh", "Cards gained in this turn", (len(cards),)),
            Part(
                "drawn",
                "Cards that one has drawn and chooses from, counted from 1",
                (len(cards),),
                high=len(cards),
                of="own",
            ),
            Part(
                "known",
                "Cards that one knows in piles: their places from the bottom, from 1",
                (len(cards),),
                high=len(cards),
                of="own",
            ),
            named("board", "Player boards", box.board_names, (seats,), of="seats"),
            each("silver", "Silver"),
            each("provision", "Provisions"),
            each("supply", "Influence in supply", high=INFLUENCE_TOKENS),
            each("reserve", "Dice in reserve", high=RESERVE),
            named("marker", "Where the markers are on the journal", spaces, (seats,), of="seats"),
            each("guilds", f"Influence in guilds: {', '.join(GUILDS)}", len(GUILDS), high=INFLUENCE_TOKENS),
            each("workers", f"Workers: {', '.join(WORKERS)}", len(WORKERS)),
            each("dice", "Dice in supply, by value", 6, high=DICE),
            each("tags", f"Tags: {', '.join(TAGS)}", len(TAGS)),
            each("cards", "Cards of the panorama: their places, see above", len(cards), high=len(cards)),
            each("placed", "Cards on which a die lies", len(cards), high=1),
            named("tiles", "Tiles in the caravan as they came", tiles, (seats, TILES), of="seats"),
            each("tile_cells", "Their upper left cells, by rows from 0", TILES, high=TILES),
            each("tile_sides", "Their sides", TILES, high=1),
            *(_opponent_parts(box) if seats == 1 else ()),
        ]

    def write(self, state: WayfarersState, seat: int) -> Iterable[bytes]:
        game = state.game
        box, players = game.box, game.players
        seats = order(seat, players)
        people = [state.seats[other] for other in seats]
        frame = state.agenda[-1] if state.agenda else (-1, 0)
        asked, count = frame[1], len(box.cards)
        locked, fresh = state.locked, state.fresh
        owns = asked == 1 << seat and frame[0] in HIDDEN_ASKS
        pieces = [
            pack(
                [
                    frame[0] + 1,
                    *[asked >> other & 1 for other in seats],
                    _owner(state.turn, seat, players),
                    seat,
                    min(state.rounds, MOST),
                    state.ending,
                    *[state.used >> bit & 1 for bit in range(len(GUILD_BITS))],
                    (locked >> 2) + 1 if locked >= 0 else 0,
                    (locked & 3) + 1 if locked >= 0 else 0,
                    frame[2] + 1 if frame[0] in (Ask.HOST, Ask.TUCK) else 0,
                    frame[2] + 1 if frame[0] == Ask.PUT else 0,
                ]
            ),
            _data(frame[:3] if frame[0] in HIDDEN_ASKS else frame),
            _pending(tuple([waiting for waiting in state.agenda if waiting[0] == Ask.POOL])),
            pack([card + 1 for card in state.show]),
            _crew(tuple(state.crew)),
            pack([_owner(owner, seat, players) for owner in state.mark]),
            pack([*map(len, state.piles), *state.stock, *[tile + 1 for tile in state.journal]]),
            flags(state.green, 4),
            flags(state.sides, 3),
            _among(fresh, count) if fresh else ZERO * count,
            _places(frame[3:], count) if owns else ZERO * count,
            _known(tuple(state.piles), seat, count),
            pack(
                [
                    *[player.board + 1 for player in people],
                    *[min(player.silver, MOST) for player in people],
                    *[min(player.provision, MOST) for player in people],
                    *[player.supply for player in people],
                    *[player.reserve for player in people],
                    *[player.marker + 1 for player in people],
                    *[number for player in people for number in player.guild],
                    *[number for player in people for number in player.workers],
                    *[number for player in people for number in player.dice],
                    *[number for player in people for number in player.count[: len(TAGS)]],
                ]
            ),
            *[_lie(player.cards, player.town, player.space, player.goal, count) for player in people],
            *[_placed(player.cards, player.die, count) for player in people],
            *[piece for column in zip(*[_tiles(player.tiles) for player in people], strict=True) for piece in column],
        ]
        if players == 1:
            pieces += _opponent(state)
        return pieces


def _owners(name: str, doc: str, game: WayfarersEdition, shape: tuple[int, ...] = ()) -> Part:
    """Seats, and the solo opponent as the one behind one's own."""
    if game.players > 1:
        return of_seats(name, doc, game.players, shape)
    return named(name, doc, ["own", "the opponent"], shape, none="nobody")


def _owner(owner: int, seat: int, players: int) -> int:
    if owner < 0:
        return 0
    return (owner - seat) % players + 1 if players > 1 else owner + 1


def _data(frame: Sequence[int]) -> bytes:
    numbers = [number if number < MOST else MOST for number in frame[2 : 2 + DATA]]
    return pack([*numbers, *[-1] * (DATA - len(numbers))])


@lru_cache(maxsize=1 << 12)
def _pending(pools: tuple[tuple[int, ...], ...]) -> bytes:
    """Effect, circumstances and pool of each entry, as far as there is room; the last ones come next."""
    found = [(entry & EFFECT, entry >> SHIFT, number) for number, pool in enumerate(pools, 1) for entry in pool[3:]]
    found = found[-PENDING:]
    effects = filled([effect + 1 for effect, _, _ in found], PENDING)
    came_from = filled([came for _, came, _ in found], PENDING)
    return effects + came_from + filled([number for _, _, number in found], PENDING)


@lru_cache(maxsize=1 << 12)
def _crew(crew: tuple[int, ...]) -> bytes:
    return pack(workers >> colour & 1 for workers in crew for colour in range(len(WORKERS)))


@lru_cache(maxsize=1 << 10)
def _among(cards: tuple[int, ...], count: int) -> bytes:
    return pack(card in cards for card in range(count))


@lru_cache(maxsize=1 << 10)
def _places(cards: tuple[int, ...], count: int) -> bytes:
    places = [0] * count
    for place, card in enumerate(cards, 1):
        places[card] = place
    return pack(places)


@lru_cache(maxsize=1 << 10)
def _known(piles: tuple[tuple[int, ...], ...], seat: int, count: int) -> bytes:
    places = [0] * count
    for pile in piles:
        for place, card in enumerate(pile, 1):
            if card >> KNOWN_SHIFT >> seat & 1:
                places[card & (1 << KNOWN_SHIFT) - 1] = place
    return pack(places)


@lru_cache(maxsize=1 << 12)
def _lie(
    cards: tuple[int, ...], town: tuple[int, ...], space: tuple[int, ...], goal: tuple[int, ...], count: int
) -> bytes:
    places = [0] * count
    for row in (cards, town, space, goal):
        for place, card in enumerate(row, 1):
            if card >= 0:
                places[card] = place
    return pack(places)


@lru_cache(maxsize=1 << 12)
def _placed(cards: tuple[int, ...], die: int, count: int) -> bytes:
    dice = {card for at, card in enumerate(cards) if die >> at & 1}
    return pack(card in dice for card in range(count))


@lru_cache(maxsize=1 << 12)
def _tiles(tiles: tuple[int, ...]) -> tuple[bytes, bytes, bytes]:
    """Numbers, cells and sides."""
    return (
        filled([(tile & 31) + 1 for tile in tiles], TILES),
        filled([tile >> 6 for tile in tiles], TILES),
        filled([tile >> 5 & 1 for tile in tiles], TILES),
    )


# ---------------------------------------------------------------------- the solo opponent


def _opponent_parts(box: Box) -> list[Part]:
    boards, schemes = [board.name for board in box.solo_boards], [scheme.name for scheme in box.schemes]
    return [
        named("opponent_board", "The opponent's board", boards),
        Part("opponent_track", "Its place on the resource track", high=len(box.solo_track)),
        Part("opponent_comets", "Its comets", high=MOST),
        Part("opponent_due", "Bonuses that are due to it", high=MOST),
        Part("opponent_pile", "Scheme cards in its pile", high=len(schemes)),
        named("opponent_marker", "Its marker", [space.name for space in box.spaces]),
        named("opponent_schemes", "Its scheme cards, the newest last", schemes, (len(schemes),)),
        Part("opponent_guilds", "Its influence in guilds", (len(GUILDS),), high=MOST),
        Part("opponent_workers", "Its workers", (len(WORKERS),), high=MOST),
        Part("opponent_counts", "Its tags, cards by deck, and tiles by colour and in all", (COUNTED,), high=MOST),
        Part("opponent_cards", "Its cards, counted from 1 as they came", (len(box.cards),), high=len(box.cards)),
        named("opponent_tiles", "Its tiles as they came", [tile.name for tile in box.tiles], (TILES,)),
        Part("opponent_covered", "Cells of its caravan that are covered", high=TILES),
    ]


def _opponent(state: WayfarersState) -> list[bytes]:
    box, me = state.game.box, state.seats[ME]
    track, comets, due, board = state.plot[:4]
    schemes = [scheme + 1 for scheme in state.schemes]
    return [
        pack(
            [
                board + 1,
                track,
                comets,
                due,
                len(state.scheme_pile),
                me.marker + 1,
                *schemes,
                *[0] * (len(box.schemes) - len(schemes)),
                *[min(number, MOST) for number in (*me.guild, *me.workers)],
                *me.count,
            ]
        ),
        _owned(me, len(box.cards)),
        _tiles(me.tiles)[0],
        pack([me.cells.bit_count()]),
    ]


def _owned(me: Panorama, count: int) -> bytes:
    return _lie(me.cards, me.town, me.space, me.goal, count)
