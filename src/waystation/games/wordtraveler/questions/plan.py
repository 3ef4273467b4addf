"""Step 2: Plan. Everybody at once and in secret: arrows are pointed at stops, word cards are put under them."""

from __future__ import annotations

from bisect import insort

from waystation.engine.agenda import Frame
from waystation.engine.errors import Refusal
from waystation.engine.events import EventLog
from waystation.engine.questions import Question
from waystation.engine.view import Timer
from waystation.engine.words import Seat, said, say
from waystation.games.wordtraveler import days
from waystation.games.wordtraveler.actions import FOOT, SAY
from waystation.games.wordtraveler.geometry import ARROWS, HEADING, LINE, NAMES, SPACES, distance_between
from waystation.games.wordtraveler.planning import instead, no_more_backs, nothing_back, other_stops, position
from waystation.games.wordtraveler.state import WordTravelerState

STEP = "Step 2: Plan"
FIRST_MOVE = "Planning Your First Move; ruling 9"
TIPS = "Tips and Clarifications"


class Plan(Question[WordTravelerState]):
    """The next arrow, the next card, a change, or that the plan is done."""

    answers = ("stop", "say", "not", "done", "back", "clear", "take", "aim")

    # ------------------------------------------------------------------ what may be chosen

    def legal(self, state: WordTravelerState, frame: Frame, seat: int) -> list[int]:
        """Rulebook: "Step 2: Plan", "Planning Other Moves", "Tips and Clarifications"."""
        ids = state.game.ids
        here, used, wordless = position(state, seat)
        free = state.free[seat]
        legal: list[int] = []
        if used < state.arrows and free and not wordless:
            legal += LINE[here]
        if used:
            deny = ids.deny
            legal += [SAY + word for word in free]
            legal += [deny + word for word in free]
        legal.append(ids.done)
        if not used:
            return legal
        backs = state.backs[seat]
        if backs:
            legal += (ids.back, ids.clear)
        first = ids.under
        for _ in range(2 * (used - 1)):  # white and black under each earlier arrow
            legal += [first + word for word in free]
            first += ids.words
        if backs:
            legal += _changes(state, seat)
        return legal

    def why_not(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        if action < FOOT:
            return _stop(state, action, seat)
        if action < ids.done:
            return _word(state, action, seat)
        if action == ids.done:
            return None
        if action < ids.under:
            return nothing_back(state, seat, state.plan[seat])
        if action < ids.take:
            return _under(state, *ids.under_of(action), seat)
        if action < ids.aim:
            return _take(state, action - ids.take, seat)
        return _aim(state, *ids.aim_of(action), seat)

    def not_now(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("Plans are sealed until all travels of this day are over."), "Step 3: Travel; ruling 14")

    # ------------------------------------------------------------------ what a choice does

    def apply(self, state: WordTravelerState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Nobody else learns anything, except that a seat is done."""
        ids = state.game.ids
        plan, free = state.plan[seat], state.free[seat]
        if action < SAY:
            plan.append(action)
        elif action < ids.done:
            plan.append(action)
            free.remove(ids.word_of(action))
        elif action == ids.done:
            _seal(state, seat, log)
        elif action < ids.under:
            state.backs[seat] -= 1
            for _ in range(1 if action == ids.back else len(plan)):
                taken = plan.pop()
                if taken >= SAY:
                    insort(free, ids.word_of(taken))
        else:
            _change(state, action, seat)

    def resume(self, state: WordTravelerState, frame: Frame, log: EventLog | None) -> None:
        days.set_out(state, log)

    # ------------------------------------------------------------------ what people see

    def ask(self, state: WordTravelerState, frame: Frame, seat: int) -> str:
        _, used, wordless = position(state, seat)
        if not used:
            return say(
                "Day {day}: choose the first stop, in a straight line from your marker, or seal an empty plan.",
                day=state.day,
            )
        if wordless:
            return say("Put one or more words under arrow {n}: white describes the stop, black does not.", n=used)
        if used == state.arrows:
            return say("All arrows are used: add words, or seal the plan.")
        return say("Add words under arrow {n}, choose stop {next}, or seal the plan.", n=used, next=used + 1)

    def label(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> str:
        if action == state.game.ids.done:
            return say("Seal the plan")
        if action >= FOOT or not state.planning:
            return state.game.actions[action].label
        here, used, _ = position(state, seat)
        return way(state, used + 1, here, action)

    def nodes(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """While plans are made a space is a stop; another stop for an arrow only where that arrow can reach it."""
        ids, named = state.game.ids, state.game.actions[action]
        if action < FOOT:
            return named.nodes if state.planning else ()
        if action < ids.aim:
            return named.nodes
        index, space = ids.aim_of(action)
        reached = state.planning and index < len(state.stops(seat)) and space in other_stops(state, seat, index)
        return named.nodes if reached else ()

    def drags(self, state: WordTravelerState, frame: Frame, action: int, seat: int) -> tuple[tuple[str, str], ...]:
        """The next arrow to a stop, a card half under an arrow, a card back into the hand."""
        named = state.game.actions[action]
        if named.kind == "stop":
            return (("next", f"space:{NAMES[named.args[0]]}"),)
        ident = state.game.words.ids[named.args[0]] if named.args else ""
        if named.kind in ("say", "not"):
            arrow = named.args[1] if len(named.args) > 1 else len(state.stops(seat))
            return ((f"{named.kind}:{ident}", f"move:{arrow}"),)
        return ((f"card:{ident}", "hand"),) if named.kind == "take" else ()

    def timer(self, state: WordTravelerState, frame: Frame) -> Timer | None:
        seconds = state.game.options.timer
        if not seconds:
            return None
        return Timer(seconds, state.game.ids.done, said("Sand timer"), f"plan of day {state.day}")


def way(state: WordTravelerState, number: int, here: int, space: int) -> str:
    """A stop or footprint on a button: its number, direction and distance, and the place."""
    return say(
        "{number} {arrow}{distance} {place}",
        number=number,
        arrow=ARROWS[HEADING[here][space]],
        distance=distance_between(here, space),
        place=state.game.city.space_title(space),
    )


# ---------------------------------------------------------------------- conditions, each with its reason


def _stop(state: WordTravelerState, space: int, seat: int) -> Refusal | None:
    here, used, wordless = position(state, seat)
    if wordless:
        return Refusal(say("Arrow {n} needs at least one word first.", n=used), TIPS)
    if used >= state.arrows:
        reason = say("No arrow is left: on day {day} you have {n}.", day=state.day, n=state.arrows)
        return Refusal(reason, f"Day {state.day}, Prepare")
    if not state.free[seat]:
        return Refusal(say("No word card is left for another arrow, and each arrow needs one."), TIPS)
    if space == here:
        return Refusal(say("A move goes at least one space: choose another stop."), FIRST_MOVE)
    if HEADING[here][space] < 0:
        reason = say(
            "A move goes straight north, east, south or west: {space} is not in the row or column of {here} (no"
            " diagonals).",
            space=NAMES[space],
            here=NAMES[here],
        )
        return Refusal(reason, FIRST_MOVE)
    return None


def _held(state: WordTravelerState, word: int, seat: int) -> Refusal | None:
    """A card has to be in the hand, and under no arrow yet."""
    ids, label = state.game.ids, state.game.words.labels[word]
    if word in state.free[seat]:
        return None
    for number, cards in enumerate(state.words_under(seat), 1):
        if word in map(ids.word_of, cards):
            reason = say("{word} already lies under arrow {n}; a card serves one arrow only.", word=label, n=number)
            return Refusal(reason, TIPS)
    return Refusal(say("You do not hold the word {word}.", word=label), f"Day {state.day}, Prepare")


def _word(state: WordTravelerState, action: int, seat: int) -> Refusal | None:
    refusal = _held(state, state.game.ids.word_of(action), seat)
    if refusal is None and not state.plan[seat]:
        return Refusal(say("Point an arrow at a stop first; words go under the open arrow."), STEP)
    return refusal


def _under(state: WordTravelerState, index: int, card: int, seat: int) -> Refusal | None:
    """A card under an earlier arrow."""
    used = len(state.stops(seat))
    if index >= used:
        return Refusal(say("Arrow {n} is not used yet.", n=index + 1), STEP)
    refusal = _held(state, state.game.ids.word_of(card), seat)
    if refusal is None and index == used - 1:
        last = state.game.actions.format(card)
        return Refusal(
            say("Arrow {n} is the last one: write '{action}' without its number.", n=used, action=last), "Ruling 24"
        )
    return refusal


def _take(state: WordTravelerState, word: int, seat: int) -> Refusal | None:
    """A card back into the hand."""
    ids, label = state.game.ids, state.game.words.labels[word]
    groups = [list(map(ids.word_of, cards)) for cards in state.words_under(seat)]
    number = next((number for number, group in enumerate(groups, 1) if word in group), 0)
    if not number:
        return Refusal(say("{word} lies under no arrow of yours.", word=label), "Ruling 24")
    refusal = no_more_backs(state, seat)
    if refusal is None and number < len(groups) and len(groups[number - 1]) == 1:
        reason = say(
            "{word} is the only word under its arrow: put another one there first, since each arrow before the last"
            " needs one.",
            word=label,
        )
        return Refusal(reason, "Tips and Clarifications; ruling 24")
    return refusal


def _aim(state: WordTravelerState, index: int, space: int, seat: int) -> Refusal | None:
    """Another stop for an arrow."""
    stops = [state.starts[seat], *state.stops(seat)]
    if index + 1 >= len(stops):
        return Refusal(say("Arrow {n} is not used yet.", n=index + 1), STEP)
    refusal = no_more_backs(state, seat)
    if refusal is not None:
        return refusal
    if space == stops[index + 1]:
        return Refusal(say("Arrow {n} points there already.", n=index + 1), "Ruling 24")
    if space == stops[index]:
        return Refusal(say("A move goes at least one space: choose another stop."), FIRST_MOVE)
    if space not in LINE[stops[index]]:
        reason = say(
            "{space} is not in the row or column of {here}, where arrow {n} begins.",
            space=NAMES[space],
            here=NAMES[stops[index]],
            n=index + 1,
        )
        return Refusal(reason, FIRST_MOVE)
    if index + 2 < len(stops) and stops[index + 2] not in LINE[space]:
        reason = say(
            "From {space} arrow {n} could not reach {stop} in a straight line: take the later arrows back first.",
            space=NAMES[space],
            n=index + 2,
            stop=NAMES[stops[index + 2]],
        )
        return Refusal(reason, "Planning Other Moves; ruling 24")
    return None


# ---------------------------------------------------------------------- changes anywhere in the plan


def _changes(state: WordTravelerState, seat: int) -> list[int]:
    """Cards that can be taken back from anywhere, and other stops for the arrows."""
    ids = state.game.ids
    take_white, take_black = ids.take - SAY, ids.take - ids.deny
    stops = [state.starts[seat]]
    loose: list[int] = []
    group: list[int] = []
    for action in state.plan[seat]:
        if action < SAY:
            stops.append(action)
            if len(group) > 1:
                loose += group
            group = []
        else:
            group.append(action + (take_white if action < ids.deny else take_black))
    changes = sorted(loose + group)
    first = ids.aim
    for index in range(len(stops) - 1):
        later = stops[index + 2] if index + 2 < len(stops) else -1
        changes += [first + space for space in instead(stops[index], stops[index + 1], later)]
        first += SPACES
    return changes


def _change(state: WordTravelerState, action: int, seat: int) -> None:
    """A change that is not at the end of the plan."""
    ids, plan, free = state.game.ids, state.plan[seat], state.free[seat]
    begins = [place for place, choice in enumerate(plan) if choice < SAY] + [len(plan)]
    if action < ids.take:
        index, card = ids.under_of(action)
        plan.insert(begins[index + 1], card)
        free.remove(ids.word_of(card))
        return
    state.backs[seat] -= 1
    if action < ids.aim:
        word = action - ids.take
        plan.remove(SAY + word if SAY + word in plan else ids.deny + word)
        insort(free, word)
    else:
        index, space = ids.aim_of(action)
        plan[begins[index]] = space


def _seal(state: WordTravelerState, seat: int, log: EventLog | None) -> None:
    """An arrow without words can't be used: it is turned back (ruling 7)."""
    plan = state.plan[seat]
    turned = bool(plan) and plan[-1] < SAY
    if turned:
        plan.pop()
    state.answered(seat)
    if log is not None:
        number = len(state.stops(seat)) + 1
        own = say("You have finished planning. Arrow {n}, which has no word, is turned back.", n=number)
        only = {seat: (own, {"turned": number})} if turned else None
        log.add("sealed", seat, say("{who} has finished planning.", who=Seat(seat)), only=only)
