"""BOOST: a side adds cards and +2 tokens to its result (rulebook, How Battles Work 4 and 5; ruling 29)."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Phrase, Seat, say, term
from waystation.games.windward import battle, supplies
from waystation.games.windward import model as m
from waystation.games.windward.state import WindwardState

from .asked import Asked
from .cannons import facing, with_additions
from .turn.play import not_held


class Boost(Asked):
    """Each card or token is an answer of its own, a pass is the last."""

    answers = ("play", "pass", "boost")
    numbers = ("side",)

    def resume(self, state: WindwardState, frame: Frame, log: EventLog | None) -> None:
        seat = m.owner(state.battle[frame[2]])
        if seat >= 0 and battle.may_add(state, seat):
            state.agenda.append((frame[0], 1 << seat, frame[2]))

    def legal(self, state: WindwardState, frame: Frame, seat: int) -> list[int]:
        game, first = state.game, seat * state.game.kinds
        found = [game.ids.play + kind for kind in game.battle_cards if state.hands[first + kind]]
        found.append(game.ids.skip)
        if state.plus2[seat]:
            found.append(game.ids.boost)
        return found

    def why_not(self, state: WindwardState, frame: Frame, action: int, seat: int) -> Refusal | None:
        ids = state.game.ids
        if action == ids.skip:
            return None
        if action == ids.boost:
            text = say("There is no +2 token in your hold.")
            return None if state.plus2[seat] else Refusal(text, "How Battles Work 4")
        kind = action - ids.play
        if not state.hands[seat * state.game.kinds + kind]:
            return not_held(state, kind)
        if kind in state.game.battle_cards:
            return None
        name = term(state.game.components.cards[kind].name)
        text = say("{card} adds no hits; only battle cards are played now.", card=name)
        return Refusal(text, "How Battles Work 4; ruling 22")

    def answer(self, state: WindwardState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        game, side = state.game, frame[2]
        if action == game.ids.skip:
            return
        if action == game.ids.boost:
            state.plus2[seat] -= 1
            state.plus2_stock += 1
            hits, what, ident = 2, say("a +2 token"), "+2"
        else:
            kind = action - game.ids.play
            supplies.discard(state, seat, kind)
            card = game.components.cards[kind]
            hits, what, ident = game.battle_hits[kind], term(card.name), card.id
        state.battle[m.B_HITS + side] += hits
        state.battle[m.B_AIDED + side] = 1
        if log is not None:
            total = battle.standing(state.battle, side)
            text: Phrase = say("{who} adds {what}: {total}.", who=Seat(seat), what=what, total=total)
            data = battle.stand(state, state.battle, side=side, added=ident, total=total)
            log.add("boost", seat, text, data, reveals=ident != "+2")
        self.resume(state, frame, log)

    def ask(self, state: WindwardState, frame: Frame, seat: int) -> str:
        side = frame[2]
        text = say("Battle against {foe}: you stand at {result}. Add a card or a +2?", foe=facing(state, side),
                   result=battle.standing(state.battle, side))  # fmt: skip
        return text if side else with_additions(state, side, text)

    def label(self, state: WindwardState, frame: Frame, action: int, seat: int) -> str:
        return say("Add nothing more") if action == state.game.ids.skip else state.game.actions[action].label

    def seat_of(self, state: WindwardState, frame: Frame) -> int:
        return max(m.owner(state.battle[frame[2]]), 0) if state.battle else state.turn

    def needs(self, state: WindwardState, frame: Frame) -> str:
        if not state.battle:
            return ""  # told by `invariants`
        seat = m.owner(state.battle[frame[2]])
        able = seat >= 0 and battle.may_add(state, seat)
        return "there is nothing to add" if frame[1] and not able else ""
