"""What a seat may know as numbers: the weather, and everybody's sheet. The map itself never changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from waystation.engine.observation import MOST, Observation, Part, filled, flags, named, order, pack

from .components import COAT_POINTS, GOALS, HIKES, JOURNAL, LENGTHS, MOUNTAIN, MULTIPLIERS, SIDE, SPECIALS, TRACKS
from .components import WATER_SPACES as WATER
from .edition import WaypointsEdition
from .frames import Ask
from .state import Hiker, WaypointsState

LONGEST = max(LENGTHS)
MOST_VISITS = 676
"""Waypoints of any map."""
MOST_SCORED = 200
MOST_COATS = 7
ASKED = tuple(kind.name.lower() for kind in Ask)


class WaypointsObservation(Observation[WaypointsState]):
    """Nothing is hidden; a map of another size gives another shape."""

    omits = {  # noqa: RUF012
        "map": "an option of the game, as are squares, heights and weather",
        "squares": "of the map",
        "heights": "of the map",
        "weather": "of the map",
        "movement": "what the weather's number is at the marker",
        "hikers.*.legs": "routes that are drawn: what counts of them is in the other parts",
        "hikers.*.walk": "the way to where the route has come: what counts of it is in the other parts",
    }

    def parts(self, game: WaypointsEdition) -> Sequence[Part]:
        seats, stops = game.players, game.stop_ids
        sheet, squares = game.sheet, game.square_names
        places = max(len(sheet.faces), len(sheet.reaches))
        highest = max(MULTIPLIERS) * max((stop.height for stop in sheet.waypoints), default=0)

        def each(name: str, doc: str, *shape: int, high: int = 1, low: int = 0) -> Part:
            return Part(name, doc, (seats, *shape), low, high, of="seats")

        return [
            Part("asked", "Whether a seat is asked", (seats,), of="seats"),
            named("goal", "The goal", GOALS),
            named("start", "Where all began", stops),
            Part("hike", "The hike, from 1", low=1, high=HIKES),
            Part("marker", "Where on its side of the ring the weather is; 0 before the first throw", high=SIDE),
            Part("circled", "Spaces of the ring that are circled, by hike", (HIKES, SIDE)),
            each("doing", f"Questions that wait, by kind: {', '.join(ASKED)}", len(ASKED), high=MOST),
            named("here", "Waypoints where they stand", stops, (seats,), of="seats"),
            each("place", "Face in which a route has come, or reach while afloat, from 0", high=max(1, places - 1)),
            each("afloat", "Grid lines crossed by kayak; -1 on foot", low=-1, high=3),
            each("begun", "Whether the route under way has steps"),
            each("spent", "Points spent on it", high=999),
            each("coats", f"Coats used in it, {COAT_POINTS} points each", high=MOST_COATS),
            each("lakes_due", "New lakes of it that have not paid yet", high=MOST_VISITS),
            each("woods_due", "New woods of it", high=MOST_VISITS),
            each("water", "Water circled", high=WATER),
            each("drunk", "Water crossed out", high=WATER),
            each("marks", f"Spaces circled by track: {', '.join(TRACKS)}", len(TRACKS), high=LONGEST),
            each("visits", "Waypoints of this hike by track", len(TRACKS), high=MOST_VISITS),
            each("heights", "Numbers on the mountain track, 0 for none", LENGTHS[MOUNTAIN], high=max(1, highest)),
            each("used", f"Specials crossed out: {', '.join(SPECIALS)}", len(SPECIALS), high=LONGEST),
            each("ready", "Specials that may be used this turn", len(SPECIALS), high=LONGEST),
            each(
                "journal",
                f"Points of the journal's entries, -1 for none: {', '.join(JOURNAL)}",
                len(JOURNAL),
                low=-1,
                high=MOST_SCORED,
            ),
            named("ends", "Where the hikes ended", stops, (seats, HIKES), of="seats"),
            each("visited", "Waypoints visited, in the map's order", len(stops)),
            each("photos", "Waypoints photographed", len(stops)),
            each("squares", "Squares touched by routes, A1 first by rows", len(squares)),
            each("hike_squares", "Squares touched in this hike", len(squares)),
            each("lakes", "Lakes passed", len(sheet.lakes)),
            each("woods", "Woods passed", len(sheet.woods)),
            each("bridges", "Bridges crossed", len(sheet.bridges)),
            each("crossed", "Bridges crossed on the route under way", len(sheet.bridges)),
            each("crossed_twice", "Bridges crossed there and back", len(sheet.bridges)),
        ]

    def write(self, state: WaypointsState, seat: int) -> Iterable[bytes]:
        game = state.game
        players = game.players
        seats = order(seat, players)
        hikers = [state.hikers[other] for other in seats]
        asked = state.agenda[-1][1] if state.agenda else 0
        fields = [_numbers(me) for me in hikers]
        stops, squares, sheet = len(game.stop_ids), len(game.square_names), game.sheet
        lakes, woods, bridges = len(sheet.lakes), len(sheet.woods), len(sheet.bridges)
        return [
            pack(
                [
                    *[asked >> other & 1 for other in seats],
                    state.goal + 1,
                    state.start + 1,
                    state.hike + 1,
                    state.marker,
                ]
            ),
            *[_circled(tuple(spaces)) for spaces in state.circled],
            *[_doing(tuple(state.stacks[other])) for other in seats],
            pack([numbers[column] for column in range(_SINGLE) for numbers in fields]),
            pack([number for me in hikers for number in me.marks]),
            pack([number for me in hikers for number in me.visits]),
            *[_filled(tuple(me.heights), LENGTHS[MOUNTAIN]) for me in hikers],
            pack([number for me in hikers for number in me.used]),
            pack([number for me in hikers for number in me.ready]),
            pack([number for me in hikers for number in me.journal]),
            *[_filled(tuple([stop + 1 for stop in me.ends]), HIKES) for me in hikers],
            *[flags(me.visited, stops) for me in hikers],
            *[flags(me.photos, stops) for me in hikers],
            *[flags(me.squares, squares) for me in hikers],
            *[flags(me.hike_squares, squares) for me in hikers],
            *[flags(me.lakes, lakes) for me in hikers],
            *[flags(me.woods, woods) for me in hikers],
            *[flags(me.bridges, bridges) for me in hikers],
            *[flags(me.crossed, bridges) for me in hikers],
            *[flags(me.crossed_twice, bridges) for me in hikers],
        ]


def _numbers(me: Hiker) -> tuple[int, ...]:
    """The single numbers of a sheet, in the order of the parts."""
    return (
        me.here + 1,
        me.node,
        me.afloat,
        len(me.trail) > 0,
        me.spent,
        me.coats,
        me.lakes_due,
        me.woods_due,
        me.water,
        me.drunk,
    )


_SINGLE = 10
_filled = lru_cache(maxsize=1 << 12)(filled)


@lru_cache(maxsize=1 << 12)
def _circled(spaces: tuple[int, ...]) -> bytes:
    return pack(space + 1 in spaces for space in range(SIDE))


@lru_cache(maxsize=1 << 12)
def _doing(stack: tuple[tuple[int, ...], ...]) -> bytes:
    kinds = [frame[0] for frame in stack]
    return pack(kinds.count(kind) for kind in Ask)
