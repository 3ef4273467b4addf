"""Dice that change: refreshed, turned by a step, or rerolled during a rest (rules: Dice manipulations, Rest)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, say
from waystation.games.wayfarers import dice
from waystation.games.wayfarers.actions import STEPS, Kind
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, no_die, node, what

RULE = "Dice manipulations"
REFRESH = "Dice manipulations: refresh"


class Refresh(Asked):
    """Which die on the panorama comes back and is rolled, or which one in supply is rerolled."""

    answers = ("refresh", "reroll")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        player = state.seats[seat]
        placed = sorted(ids.refresh[card] for at, card in enumerate(player.cards) if player.die >> at & 1)
        return placed + dice.reroll_actions(state, player.dice)

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        player = state.seats[seat]
        if kind == Kind.REROLL:
            return None if player.dice[args[0] - 1] else no_die(args[0], REFRESH)
        if args[0] in player.cards and player.die >> player.cards.index(args[0]) & 1:
            return None
        return Refusal(say("None of your dice lies on {card}.", card=state.game.box.labels[args[0]]), REFRESH)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        kind, args = what(state, action)
        if kind == Kind.REROLL:
            dice.reroll(state, seat, args[0], log)
            return
        player = state.seats[seat]
        player.die &= ~(1 << player.cards.index(args[0]))
        value = state.roll(player)
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "card": state.game.box.labels[args[0]], "value": value}
            text = say("{who} takes the die on {card} back and rolls {value}.", **words)
            log.add("roll", seat, text, {"card": args[0], "value": value, **dice.thrown(seat, value)}, reveals=True)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        return (f"dice:{seat}:{args[0]}",) if kind == Kind.REROLL else (node(state, seat, args[0]),)


class Adjust(Asked):
    """Which die in supply is turned up or down by 1; no step leads from 1 to 6 or back."""

    answers = ("adjust",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        have = state.seats[seat].dice
        return [state.game.ids.adjust[step] for step in STEPS if have[step[0] - 1]]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        value = what(state, action)[1][0]
        return None if state.seats[seat].dice[value - 1] else no_die(value, RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        value, shown = what(state, action)[1]
        have = state.seats[seat].dice
        have[value - 1] -= 1
        have[shown - 1] += 1
        if log is not None:
            text = say("{who} turns a die from {value} to {shown}.", who=Seat(seat), value=value, shown=shown)
            log.add("adjust", seat, text, {"from": value, "to": shown})

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"dice:{seat}:{what(state, action)[1][0]}",)


class Reroll(Asked):
    """During a rest: which dice that were in supply are rerolled, each once?"""

    answers = ("reroll", "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        return [*(ids.reroll + value for value in sorted(set(frame[2:]))), ids.skip]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        if kind == Kind.SKIP or args[0] in frame[2:]:
            return None
        reason = say("No die showing {value} was left in your supply when you rested.", value=args[0])
        return Refusal(reason, "Rest")

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        kind, args = what(state, action)
        if kind == Kind.SKIP:
            return
        kept = list(frame[2:])
        kept.remove(args[0])
        dice.reroll(state, seat, args[0], log)
        if kept:
            state.agenda.append((Ask.REROLL, 1 << seat, *kept))

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Do you reroll dice that were still in your supply?")

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        return say("Keep them as they are") if action == state.game.ids.skip else state.game.ids.label[action]

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        return (f"dice:{seat}:{args[0]}",) if kind == Kind.REROLL else ()
