"""CANNONS: a side fires cannons, then rolls (rulebook, How Battles Work 2 and 3; rulings 29, 30)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, Seat, say
from waystation.games.windward import battle, chances
from waystation.games.windward import model as m
from waystation.games.windward.actions import MAX_CANNONS
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

from .asked import Asked


class Cannons(Asked):
    """Asked of a ship with loaded cannons; everyone else rolls."""

    answers = ("fire",)
    numbers = ("side",)

    def resume(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        piece = state.battle[frame[2]]
        if piece < m.P_BOAT and state.guns[piece]:
            state.agenda.append((frame[0], 1 << piece, frame[2]))
        else:
            battle.roll(state, frame[2], 0, log)

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        fire = state.game.ids.fire
        return list(range(fire, fire + min(state.guns[seat], MAX_CANNONS) + 1))

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action - state.game.ids.fire <= state.guns[seat]:
            return None
        return Refusal(say("Cannons loaded: {n}, not more.", n=state.guns[seat]), "How Battles Work 2")

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        spent = action - state.game.ids.fire
        state.guns[seat] -= spent
        battle.roll(state, frame[2], spent, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        dice = battle.strength(state, frame[2])
        text = say(
            "Battle against {foe}: {n:die|dice}. How many cannons do you fire?", foe=facing(state, frame[2]), n=dice
        )
        return with_additions(state, frame[2], text)

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        plain = state.game.actions[action].label
        if not state.battle or not frame or state.game.by_kind[frame[0]] is not self:
            return plain
        guns, side = action - state.game.ids.fire, frame[2]
        wins = chances.wins(lambda hits: chances.roll_odds(state, side, guns, hits), chances.boost_totals(state, seat))
        return say("{fire}: win {wins}", fire=plain, wins=wins)

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return max(m.owner(state.battle[frame[2]]), 0) if state.battle else state.turn

    def needs(self, state: WindwardState, frame: Frame) -> str:
        if not state.battle:
            return ""  # told by `invariants`
        piece = state.battle[frame[2]]
        return "no cannon can be fired" if frame[1] and (piece >= m.P_BOAT or not state.guns[piece]) else ""


def facing(state: WindwardState, side: int) -> Phrase:
    """The other piece, and its result if it has rolled."""
    foe = state.battle[1 - side]
    if not battle.rolled(state, 1 - side):
        return battle.piece(foe)
    return say("{foe}, who {n?stands|stand} at {result}", foe=battle.piece(foe), n=battle.many(foe),
               result=battle.standing(state.battle, 1 - side))  # fmt: skip


def with_additions(state: WindwardState, side: int, text: Phrase) -> Phrase:
    """The question, and what the other player may add that no odds foresee."""
    foe = state.battle[1 - side]
    if side == 1 and (Ask.BOOST, 0, 0) not in state.agenda:
        return text  # the attacker has added what there was
    more = battle.additions(state, foe, fired=battle.rolled(state, 1 - side))
    if not more:
        return text
    return say("{question} Not in the odds: {foe} may add {more}.", question=text, foe=Seat(m.owner(foe)), more=more)
