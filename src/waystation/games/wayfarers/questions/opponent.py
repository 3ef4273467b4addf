"""The frames of the solo opponent's turn, and the one question that it asks the human (rules: Solo play)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, mark, say
from waystation.games.wayfarers import solo, turns
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.frames import HUMAN, Ask
from waystation.games.wayfarers.names import GOODS_WORDS
from waystation.games.wayfarers.opponent import tell
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, what

RULE = "Solo play"


class Deny(Asked):
    """It wants a card with the human's influence: take 1 silver or provision from the main supply for it, or pay 1 to
    push it to its next choice? It cannot be pushed off the last card it could use."""

    answers = ("allow", "push")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        actions = [ids.allow, ids.allow + 1]
        if _has_another(state, frame):
            human = state.seats[HUMAN]
            actions += [ids.push + way for way, n in enumerate((human.silver, human.provision)) if n]
        return actions

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        if kind == Kind.ALLOW:
            return None
        human = state.seats[HUMAN]
        if not (human.silver, human.provision)[args[0]]:
            return Refusal(say("You have no {what}.", what=GOODS_WORDS[args[0]]), RULE)
        if _has_another(state, frame):
            return None
        return Refusal(say("It has no other card to turn to; you cannot keep it off altogether."), RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        kind, args = what(state, action)
        human, slot = state.seats[HUMAN], frame[6]
        n = 1 if kind == Kind.ALLOW else -1
        human.silver += n * (args[0] == 0)
        human.provision += n * (args[0] == 1)
        if log is not None:
            card = state.show[slot]
            words: dict[str, Arg] = {
                "who": Seat(HUMAN),
                "card": state.game.box.labels[card],
                "what": GOODS_WORDS[args[0]],
            }
            if kind == Kind.ALLOW:
                text = say("{who} lets it have {card} and takes 1 {what}.", **words)
            else:
                text = say("{who} pays 1 {what} to keep {card} from it.", **words)
            log.add("allow" if kind == Kind.ALLOW else "push", HUMAN, text, {"card": card})
        if kind == Kind.ALLOW:
            extra = next(extra for other, extra in solo.candidates(state, frame) if other == slot)
            solo.use(state, frame[2], slot, extra, log)
        else:
            state.agenda.append((Ask.SEEK, 0, *frame[2:5], frame[5] | 1 << slot))

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        card = state.game.box.labels[state.show[frame[6]]]
        return say("The opponent wants {card}, which carries your influence.", card=card)


def _has_another(s: WayfarersState, frame: Frame) -> bool:
    return any(slot != frame[6] for slot, _ in solo.candidates(s, frame))


class End(Asked):
    """The turn is over."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        turns.end_turn(state, log)


class Begin(Asked):
    """The solo opponent's turn begins."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        solo.begin(state, log)


class Plan(Asked):
    """What the solo opponent still has to resolve, one effect after the other."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        if len(frame) > 3:
            state.agenda.append((Ask.PLAN, 0, *frame[3:]))
        solo.do(state, frame[2], log)


class Seek(Asked):
    """The solo opponent looks for a card."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        solo.seek(state, frame, log)


class Further(Asked):
    """The solo opponent's further journal step."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        solo.further_step(state, frame[2], log)


class Scheme(Asked):
    """The solo opponent chooses an action of its new scheme card."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        solo.choose_action(state, log)


class Reshuffle(Asked):
    """The solo opponent's scheme cards go back after a rest."""

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        state.scheme_pile = list(range(len(state.game.box.schemes)))
        state.chance.shuffle(state.scheme_pile)
        state.schemes = []
        tell(log, mark("The opponent shuffles its scheme cards."))
