"""What a seat may know as numbers: the islands (none of the faces that nobody has explored), the hangars, the players.

Most parts follow from an int or a tuple of the state that seldom changes, so their numbers are kept by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from waystation.engine.observation import MOST, Observation, Part, filled, named, of_seats, order, pack
from waystation.games.wayfinders.chart import CELL_NAMES, CELLS, EFFECT_NAMES, Chart, bits
from waystation.games.wayfinders.components import (
    BACKS,
    COLOURS,
    COLUMN,
    CUBES,
    EACH,
    ISLANDS,
    KEEP,
    RESOURCES,
    WORKERS,
    WORKERS_PER_HANGAR,
)
from waystation.games.wayfinders.edition import WayfindersEdition
from waystation.games.wayfinders.frames import PAYING, Ask
from waystation.games.wayfinders.hangars import column_tokens, workers_at
from waystation.games.wayfinders.payment import TYPES, count
from waystation.games.wayfinders.permanents import FREE
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import is_last_round, rounds

SLOTS = 4
ALL = len(CELLS)
KINDS = len(RESOURCES)
MOST_KEPT = KEEP + 3 * ISLANDS


class WayfindersObservation(Observation[WayfindersState]):
    """An open table with hidden islands."""

    omits = {  # noqa: RUF012
        "islands.*.tile.id": "what a tile is called; all that it says is there",
        "islands.*.tile.sources": "where our knowledge of a tile comes from",
        "limit": "an option of the game",
    }

    def parts(self, game: WayfindersEdition) -> Sequence[Part]:
        seats = game.players
        return [
            named("asked", "The question to this seat", [kind.name.lower() for kind in Ask], of="own", none="nothing"),
            of_seats("on_turn", "Whose turn it is", seats),
            Part(
                "seat",
                "This seat's place in the order of turns; 0 is the first player",
                high=max(1, seats - 1),
                of="own",
            ),
            Part("round", "The round at hand", high=MOST),
            Part("last_round", "Whether this is the last round"),
            Part("free_steps", "Free steps in a row, counted if they are limited", high=MOST),
            named("paying_for", "What is being paid for: an island that is entered or built on", CELL_NAMES),
            Part("paying_airstrip", "Whether that is an airstrip"),
            named("planes", "Where the planes are", CELL_NAMES, (seats,), of="seats"),
            Part("keep", "How many tokens one may keep", (seats,), high=MOST_KEPT, of="seats"),
            Part("cubes", "Airstrips left", (seats,), high=CUBES, of="seats"),
            Part("hands", "Tokens by type: " + ", ".join(RESOURCES), (seats, KINDS), high=EACH, of="seats"),
            Part("workers", "Workers at each hangar", (seats, game.hangars), high=WORKERS_PER_HANGAR, of="seats"),
            Part("workers_left", "Workers not sent out", (seats,), high=WORKERS, of="seats"),
            Part("wild", "Permanents: types that pay for any", (seats, KINDS), of="seats"),
            Part("free", "Permanents: colours that are entered freely", (seats, len(COLOURS)), of="seats"),
            Part("bag", "Tokens in the bag, by type", (KINDS,), high=EACH),
            named("hangars", "Tokens by hangar, top first", RESOURCES, (game.hangars, COLUMN)),
            of_seats("airstrips", "Airstrips by island and slot, slot 1 first", seats, (ALL, SLOTS)),
            named("backs", "The islands' categories, r1c1 first", BACKS, (ALL,), none="Home"),
            named("colours", "The islands' colours", COLOURS, (ALL,), none="not seen"),
            named("effects", "The islands' effects", EFFECT_NAMES, (ALL,), none="not seen"),
            Part("amounts", "The numbers in the effects", (ALL,), high=4),
            named("effects_of", "The colour or resource in the effects", [*COLOURS, *RESOURCES], (ALL,)),
            Part("points", "Points, on blue tiles for each thing counted", (ALL,), high=20),
            Part("prices", "What an airstrip costs, by type", (ALL, KINDS), high=4),
        ]

    def write(self, state: WayfindersState, seat: int) -> Iterable[bytes]:
        game = state.game
        players = game.players
        seats = order(seat, players)
        agenda = state.agenda
        asked = on_turn = paying = airstrip = 0
        if agenda:
            frame = agenda[-1]
            turn = frame[1].bit_length() - 1
            on_turn = (turn - seat) % players + 1
            if turn == seat:
                asked = frame[0] + 1
            if frame[0] == PAYING:
                paying, airstrip = frame[2] + 1, frame[3]
        hands, workers, owned, wild = state.hands, state.workers, state.owned, state.wild
        planes, keep, chart = state.planes, state.keep, state.chart
        turned = [owned[other] for other in seats]
        return [
            pack(
                [
                    asked,
                    on_turn,
                    seat,
                    min(rounds(state), MOST),
                    is_last_round(state),
                    min(state.free_steps, MOST),
                    paying,
                    airstrip,
                    *[planes[other] + 1 for other in seats],
                    *[keep[other] for other in seats],
                    *[CUBES - cells.bit_count() for cells in turned],
                ]
            ),
            *[_bundle(hands[other]) for other in seats],
            *[_crew(workers[other], game.hangars) for other in seats],
            pack([WORKERS - _out(workers[other]) for other in seats]),
            *[_set(wild[other]) for other in seats],
            *[_free(chart, cells) for cells in turned],
            _bundle(state.bag),
            *[_column(column) for column in state.columns],
            _airstrips(state.strips, seat, players),
            _islands(chart, state.seen),
        ]


@lru_cache(maxsize=1 << 14)
def _bundle(bundle: int) -> bytes:
    return pack(count(bundle, kind) for kind in TYPES)


@lru_cache(maxsize=1 << 12)
def _crew(workers: int, hangars: int) -> bytes:
    return pack(workers_at(workers, hangar) for hangar in range(hangars))


@lru_cache(maxsize=1 << 12)
def _out(workers: int) -> int:
    return sum(workers_at(workers, hangar) for hangar in range(8))


@lru_cache(maxsize=64)
def _set(kinds: int) -> bytes:
    return pack(kinds >> kind & 1 for kind in TYPES)


@lru_cache(maxsize=1024)
def _free(chart: Chart, owned: int) -> bytes:
    """Of the islands with this seat's airstrips only, all of which are known."""
    granted = {chart.what[cell] for cell in bits(owned) if chart.effect[cell] == FREE}
    return pack(colour in granted for colour in range(len(COLOURS)))


@lru_cache(maxsize=1 << 10)
def _column(column: int) -> bytes:
    return filled([kind + 1 for kind in column_tokens(column)], COLUMN)


@lru_cache(maxsize=4096)
def _airstrips(strips: tuple[int, ...], seat: int, players: int) -> bytes:
    return pack(
        (owner - 1 - seat) % players + 1 if owner else 0
        for cell in strips
        for owner in (cell >> 3 * slot & 7 for slot in range(SLOTS))
    )


@lru_cache(maxsize=1024)
def _islands(chart: Chart, seen: int) -> bytes:
    """Backs of all, faces of those that are seen."""
    backs = [BACKS.index(tile.back) + 1 if tile else 0 for tile in chart.tiles]
    faces = [list(_face(chart, cell)) if seen >> cell & 1 else [0] * (5 + KINDS) for cell in CELLS]
    columns = [[face[at] for face in faces] for at in range(5)]
    return pack([*backs, *(n for column in columns for n in column), *(n for face in faces for n in face[5:])])


def _face(chart: Chart, cell: int) -> Iterator[int]:
    """Colour, effect, its number and what it speaks of, points, price by type."""
    tile = chart.tiles[cell]
    if tile is None:
        yield from [0] * (5 + KINDS)
        return
    names = (*COLOURS, *RESOURCES)
    yield chart.colour(cell) + 1
    yield chart.effect[cell] + 1
    yield tile.amount
    yield names.index(tile.of) + 1 if tile.of in names else 0
    yield tile.points
    yield from (count(chart.cost[cell], kind) for kind in TYPES)
