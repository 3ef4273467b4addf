"""FALSE_FLAG: the attacked player may call the battle off (rulebook, False Flag; ruling 31)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Seat, say
from waystation.games.windward import aftermath, battle, chances, supplies
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .turn.play import not_held


class FalseFlag(Asked):
    """Asked of whoever may hold such a card, before any dice."""

    answers = ("play", "pass")
    numbers = ("seat",)

    def resume(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        victim = frame[2]
        if supplies.may_hold(state, victim, state.game.flag_cards):
            state.agenda.append((frame[0], 1 << victim, victim))

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        ids, first = state.game.ids, seat * state.game.kinds
        return [ids.play + kind for kind in state.game.flag_cards if state.hands[first + kind]] + [ids.skip]

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        if action == state.game.ids.skip:
            return None
        kind = action - state.game.ids.play
        if not state.hands[seat * state.game.kinds + kind]:
            return not_held(state, kind)
        if kind in state.game.flag_cards:
            return None
        return Refusal(say("Before the dice only a False Flag can be played."), "False Flag; ruling 29")

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """With the flag: no battle, the attacker goes back and may not attack this player again this turn."""
        state.agenda.pop()
        ids = state.game.ids
        if action == ids.skip:
            return
        kind = action - ids.play
        supplies.discard(state, seat, kind)
        fields, state.battle = state.battle, []
        if log is not None:
            text = say("{who} flies a False Flag: the battle is off.", who=Seat(seat))
            data = battle.data_of(state, fields, card=state.game.components.cards[kind].id)
            log.add("false flag", seat, text, data, reveals=True)
        del state.agenda[-5:]  # the battle's other frames
        aftermath.go_back(state, fields, log)
        if m.owner(fields[m.B_ATTACKER]) >= 0:
            state.flagged |= 1 << seat

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        attacker = state.battle[m.B_ATTACKER]
        return say("{attacker^} {n?attacks|attack} you: do you fly a False Flag?", attacker=battle.piece(attacker),
                   n=battle.many(attacker))  # fmt: skip

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        if action == state.game.ids.skip:
            return say("Accept the battle: {odds}", odds=chances.window(state, seat))
        return state.game.actions[action].label

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return frame[2]

    def needs(self, state: WindwardState, frame: Frame) -> str:
        if not state.battle:
            return ""  # told by `invariants`
        attacker, defender = state.battle[:2]
        open_to = m.owner(attacker) >= 0 or state.game.false_flag_against_cresters
        if m.owner(defender) != frame[2] or not open_to:
            return "only the attacked player flies a False Flag"
        held = supplies.may_hold(state, frame[2], state.game.flag_cards)
        return "no card is held" if frame[1] and not held else ""
