"""What no game leads to: one field against another, and all of them against the agenda.

A position may tell less than a game knows: hands of fewer than ten words, a smaller bag, trips of the day without their
footprints, points that nobody has travelled for yet. What it tells has to fit, and what is missing has to be there
(words for the hands and for the deal to come).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import worth
from waystation.games.wordtraveler.frames import Ask
from waystation.games.wordtraveler.geometry import CENTRE, HEADING, NAMES, directions_of, next_spaces
from waystation.games.wordtraveler.state import ARROWS, HAND, Stage, WordTravelerState

Fault = tuple[str, str]


def faults(state: WordTravelerState) -> Iterator[Fault]:
    """(path in the position document, reason) for whatever can't be, the gravest first."""
    found = list(_agenda(state))
    yield from found
    if found:  # the rest is measured by the agenda
        return
    yield from _numbers(state)
    yield from _words(state)
    for seat in range(state.game.players):
        yield from _plan(state, seat)
        yield from _trip(state, seat)
    yield from _question(state)
    yield from _last(state)


# ---------------------------------------------------------------------- the agenda


def _agenda(state: WordTravelerState) -> Iterator[Fault]:
    """A game is over, at a dawn, or in a day that ends with a question."""
    kinds = [Ask(frame[0]) for frame in state.agenda]
    if not kinds:
        if state.day == 1:
            yield "agenda", "nobody is asked, but the game is not over"
        return
    if kinds == [Ask.DAWN]:
        yield from _shape(state, 0, asks=False, numbers=0)
        return
    asking = kinds in ([Ask.NIGHT, Ask.PLAN], [Ask.NIGHT, Ask.PREPARE])
    if not asking:
        fits = len(kinds) > 2 and kinds[0] == Ask.NIGHT and set(kinds[1:-2]) <= {Ask.TRAVEL}
        if not fits or kinds[-1] not in (Ask.GUESS, Ask.DECIDE) or kinds[-2] != Ask.SCORE:
            names = ", ".join(kind.name for kind in kinds)
            yield (
                "agenda",
                f"a day is NIGHT with PREPARE or PLAN on it, or TRAVELs, SCORE and GUESS or DECIDE; not {names}",
            )
            return
    found = [
        fault
        for number, kind in enumerate(kinds)
        for fault in _shape(
            state, number, number == len(kinds) - 1, 0 if kind in (Ask.NIGHT, Ask.PLAN, Ask.PREPARE) else 1
        )
    ]
    yield from found or (_planners(state) if asking else _travels(state))


def _shape(state: WordTravelerState, number: int, asks: bool, numbers: int) -> Iterator[Fault]:
    frame = state.agenda[number]
    if len(frame) != 2 + numbers:
        yield f"agenda[{number}].data", f"{Ask(frame[0]).name} has {numbers} numbers"
    if bool(frame[1]) != asks:
        yield f"agenda[{number}].seats", "the last frame asks seats, the others nobody"


def _planners(state: WordTravelerState) -> Iterator[Fault]:
    order = state.order()
    if not set(state.to_act) <= set(order):
        yield "agenda[1].seats", f"only the seats {sorted(order)} travel"


def _travels(state: WordTravelerState) -> Iterator[Fault]:
    """The travels to come in their order, and a question to the locals about the one at hand."""
    order, last = state.order(), len(state.agenda) - 1
    going = [frame[2] for frame in state.agenda[-2:0:-1]]
    if going != order[-len(going) :]:
        yield "agenda", f"the seats travel in the order {order}, the last one undermost"
        return
    traveller = state.agenda[-1][2]
    if traveller != going[0]:
        yield f"agenda[{last}]", "the question and SCORE are about the same seat"
        return
    if not state.plan[traveller]:
        yield f"table.plans[{traveller}]", "a traveller without a plan asks nobody"
        return
    deciding = state.agenda[-1][0] == Ask.DECIDE
    locals_ = [seat for seat in range(state.game.players) if seat != traveller]
    allowed = [state.left_of(traveller)] if deciding else locals_
    if not set(state.to_act) <= set(allowed):
        yield f"agenda[{last}].seats", f"it is asked of {allowed}"
    elif not deciding and state.game.options.guess == "decider":
        yield f"agenda[{last}]", "only the left neighbour is asked, by DECIDE"


# ---------------------------------------------------------------------- numbers and words


def _numbers(state: WordTravelerState) -> Iterator[Fault]:
    first = state.game.options.first
    if first and state.first != first - 1:
        yield "table.first", f"by the option, seat {first - 1} travels first"
    for seat in range(state.game.players):
        one, two = state.gained[2 * seat : 2 * seat + 2]
        travels = seat in state.game.travellers
        most = [2 * ARROWS[1] * travels, 2 * ARROWS[2] * travels * (state.day == 2)]
        if not (0 <= one <= most[0] and 0 <= two <= most[1]):
            yield f"table.gained[{seat}]", f"expected 0 to {most[0]} on day 1 and 0 to {most[1]} on day 2 till now"
        if not travels and any(state.maps[2 * seat : 2 * seat + 2]):
            yield f"table.maps[{seat}]", "who does not travel has no map"


def _words(state: WordTravelerState) -> Iterator[Fault]:
    """No word is in two places; hands have ten words at most, and the bag what they lack and what is still dealt."""
    game = state.game
    hands = [len(state.free[seat]) + sum(action >= SAY for action in state.plan[seat]) for seat in range(game.players)]
    held = [*state.bag]
    for seat, size in enumerate(hands):
        held += state.free[seat] + [game.ids.word_of(action) for action in state.plan[seat] if action >= SAY]
        most = HAND if seat in game.travellers else 0
        if size > most:
            yield f"table.hands[{seat}]", f"at most {most}, got {size}"
    if len(set(held)) < len(held):
        yield "table.hands", "a word is in two places"
    dealt = HAND * len(game.travellers)
    missing = dealt - sum(hands)
    to_come = dealt if state.day == 1 and state.agenda else 0
    dawn = bool(state.agenda) and state.agenda[-1][0] == Ask.DAWN
    need = dealt if dawn else max(missing, to_come)
    if len(state.bag) < need:
        yield "table.bag", f"the hands and the deal to come need {need}, got {len(state.bag)}"
    most = len(game.words.ids) - dealt * (state.day - 1 if not dawn else 0)  # the hands of day 1 may have been smaller
    if len(state.bag) > most:
        yield "table.bag", f"at most {most}, got {len(state.bag)}"


# ---------------------------------------------------------------------- plans and trips


def _plan(state: WordTravelerState, seat: int) -> Iterator[Fault]:
    """Straight moves, each with a word; only who is planning may have a last arrow without."""
    place, plan = f"table.plans[{seat}]", state.plan[seat]
    here, stops = state.starts[seat], 0
    for index, action in enumerate(plan):
        if action >= SAY:
            if not index:
                yield f"{place}[0]", "a plan begins with a stop"
            continue
        if HEADING[here][action] < 0:
            yield f"{place}[{index}]", f"{NAMES[action]} is not in line with {NAMES[here]}"
            return
        if index and plan[index - 1] < SAY:
            yield f"{place}[{index}]", "the arrow before has no word"
        here, stops = action, stops + 1
    if stops > state.arrows:
        yield place, f"day {state.day} has {state.arrows} arrows"
    if plan and seat not in state.game.travellers:
        yield place, f"seat {seat} does not travel"
    if plan and state.preparing:
        yield place, "nobody plans before all are ready"
    planning = bool(state.agenda) and state.agenda[-1][0] == Ask.PLAN and seat in state.to_act
    if plan and plan[-1] < SAY and not planning:
        yield place, "the last arrow of a sealed plan has no word"


def _trip(state: WordTravelerState, seat: int) -> Iterator[Fault]:
    """Where the marker stands, and the footprints of today."""
    start, marker, path = state.starts[seat], state.markers[seat], state.paths[seat]
    back = state.stage(seat) == Stage.BACK
    if start != CENTRE and (state.day == 1 or seat not in state.game.travellers):
        yield f"table.starts[{seat}]", "everybody begins day 1 in the centre"
    if path and not (back or seat == state.traveller):
        yield f"table.paths[{seat}]", "footprints of a trip that has not begun"
        return
    found = list(_follows(state, seat, path, f"table.paths[{seat}]", whole=back and bool(path)))
    yield from found
    if marker != (path[-1] if back and path else start):
        yield f"table.markers[{seat}]", "a marker stands on the last footprint, or where the day began"
    points = sum(worth(state.map_side(seat), space) for space in set(path))
    if back and path and not found and state.gained[2 * seat + state.day - 1] != points:
        yield f"table.gained[{seat}]", f"what the footprints of day {state.day} are worth is {points}"


def _follows(state: WordTravelerState, traveller: int, path: Sequence[int], place: str, whole: bool) -> Iterator[Fault]:
    """Whether footprints follow a traveller's arrows."""
    arrows, start = state.directions(traveller), state.starts[traveller]
    if len(path) > len(arrows):
        yield place, f"there are {len(arrows)} arrows"
        return
    for index, space in enumerate(path):
        if space not in next_spaces(start, arrows, path[:index]):
            yield f"{place}[{index}]", f"{NAMES[space]} does not follow the arrows"
            return
    if whole and len(path) < len(arrows):
        yield place, "a footprint is missing"


def _question(state: WordTravelerState) -> Iterator[Fault]:
    """The secret guesses: those of the guess at hand, or (still lying there) of the last one."""
    traveller = state.traveller if state.agenda else _last_asked(state)
    asked = bool(state.agenda) and state.agenda[-1][0] == Ask.GUESS
    secret = state.game.options.guess == "proposals"
    told = [path for path in state.proposals if path]
    if traveller is None or not secret:
        if told:
            yield "table.proposals", "nobody has been asked for a guess"
        return
    locals_ = [seat for seat in range(state.game.players) if seat != traveller]
    for seat, path in enumerate(state.proposals):
        if seat == traveller:
            if path:
                yield f"table.proposals[{seat}]", "the traveller does not guess"
        elif path or (state.agenda and not (asked and seat in state.to_act)):
            whole = not (asked and seat in state.to_act)
            yield from _follows(state, traveller, path, f"table.proposals[{seat}]", whole)
    if asked and state.paths[traveller]:
        yield f"table.paths[{traveller}]", "the locals have not settled a path yet"
    if state.agenda and not asked and len({tuple(state.proposals[seat]) for seat in locals_}) < 2:
        yield "table.proposals", "where all locals guess the same nobody decides"


def _last_asked(state: WordTravelerState) -> int | None:
    """The seat whose trip was the last one of the game."""
    asked = [seat for seat in state.order() if state.plan[seat]]
    return asked[-1] if asked else None


def _last(state: WordTravelerState) -> Iterator[Fault]:
    """The last trip of day 1, in sight while day 2 is planned."""
    if not state.last:
        return
    place = "table.last"
    seat, start, length, *spaces = state.last
    path, meant = spaces[:length], spaces[length:]
    if state.day == 1:
        yield place, "day 1 has no day before"
        return
    if not state.agenda or state.agenda[-1][0] not in (Ask.PLAN, Ask.PREPARE):
        yield place, "it lies there only while plans are made"
    if start != CENTRE:
        yield f"{place}.start", "everybody begins day 1 in the centre"
    arrows = directions_of(start, path)
    if -1 in arrows:
        yield f"{place}.path", "moves are straight"
    if meant and directions_of(start, meant) != arrows:
        yield f"{place}.stops", "stops and footprints follow the same arrows"
    if state.starts[seat] != path[-1]:
        yield f"table.starts[{seat}]", f"its last trip ended on {NAMES[path[-1]]}"
