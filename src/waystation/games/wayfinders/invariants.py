"""What no game of Wayfinders leads to: what fields say of each other, and the agenda against the table."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.games.wayfinders.chart import ALL_CELLS, BESIDE, CELL_NAMES, HOME_BIT, bits
from waystation.games.wayfinders.components import EACH, LETTERS
from waystation.games.wayfinders.frames import Ask
from waystation.games.wayfinders.payment import TYPES, count
from waystation.games.wayfinders.positions import in_play, visited
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import is_last_round

Fault = tuple[str, str]

_STACKS: tuple[list[Ask], ...] = ([], [Ask.TURN], [Ask.FLIGHT], [Ask.DISCARD], [Ask.FLIGHT, Ask.PAY])


def faults(state: WayfindersState) -> Iterator[Fault]:
    """Path and reason of what can't be, the gravest first."""
    yield from _tokens(state)
    yield from _islands(state)
    yield from _agenda(state)


def _tokens(state: WayfindersState) -> Iterator[Fault]:
    """A document may put tokens back into the box, but there are never more than the game has."""
    total = in_play(state)
    for kind in TYPES:
        number = count(total, kind) + count(state.bag, kind)
        if number > EACH:
            yield "table", f"{number} tokens {LETTERS[kind]}, but there are {EACH} in the game"


def _islands(state: WayfindersState) -> Iterator[Fault]:
    hidden = ALL_CELLS & ~state.seen
    if hidden and not state.game.options.exploration:
        yield "table.face_down", "only exploration has islands face down"
    been = visited(state) | HOME_BIT
    for cell in bits(hidden):
        name = CELL_NAMES[cell]
        if been >> cell & 1:
            yield "table.face_down", f"{name} has been visited"
        elif been & BESIDE[cell]:
            yield "table.face_down", f"{name} is next to an island that has been visited"
        elif state.chart.tiles[cell] not in state.game.tiles:
            yield "table.face_down", f"the tile at {name} is not in the tile set"


def _agenda(state: WayfindersState) -> Iterator[Fault]:
    """One question to one seat, with a payment on top of a flight; and the table is as it is at such a moment."""
    kinds = [Ask(frame[0]) for frame in state.agenda]
    if kinds not in _STACKS:
        names = ", ".join(kind.name for kind in kinds)
        yield "agenda", f"a game asks TURN, FLIGHT, FLIGHT with PAY on it, or DISCARD; not {names}"
        return
    for number, frame in enumerate(state.agenda):
        if frame[1].bit_count() != 1 or frame[1] != state.agenda[0][1]:
            yield f"agenda[{number}].seats", "every question goes to one seat, the same in all frames"
        if len(frame) != (4 if frame[0] == Ask.PAY else 2):
            yield f"agenda[{number}].data", "PAY has a cell and 0 or 1; the others have no numbers"
    yield from _moment(state, kinds)


def _moment(state: WayfindersState, kinds: list[Ask]) -> Iterator[Fault]:
    players = state.game.players
    seat = state.to_act[0] if kinds else 0
    if state.turns % players != seat:
        yield "table.turns", f"turn {state.turns + 1} is seat {state.turns % players}'s"
    if state.free_steps and Ask.FLIGHT not in kinds:
        yield "table.free_steps", "nobody is flying"
    if not kinds:
        if not state.turns or not (is_last_round(state) or state.turns >= state.game.turn_limit):
            yield "agenda", "nobody is asked, but the game is not over"
        return
    if state.turns >= state.game.turn_limit:
        yield "table.turns", f"the game is over after round {state.game.options.max_rounds}"
    if kinds != [Ask.TURN] and state.workers[seat]:
        yield f"table.workers[{seat}]", f"seat {seat} has returned its workers"
    if state.free_steps and not state.game.counts_steps:
        yield "table.free_steps", "they are counted with the option max_free_steps only"
    if state.free_steps > state.game.step_limit:
        yield "table.free_steps", f"at most {state.game.step_limit} free steps in a row"
