"""Notoriety by source, and how a game ends (rulebook, End Game; co-op Victory / Defeat; Solo)."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Outcome, ScoreLine, ScoreSheet, Scoring, ranked_outcome, team_outcome
from waystation.engine.words import Arg, Seat, mark, say

from . import model as m
from .state import WindwardState

LINES = (
    mark("Red teeth"), mark("Gray teeth"), mark("Sky"), mark("Bought"), mark("Achievements"), mark("White crester"),
    mark("Research"),
)  # fmt: skip


class WindwardScoring(Scoring[WindwardState]):
    """The ledger; only the sources that this game has."""

    def sheet(self, state: WindwardState, seat: int) -> ScoreSheet:
        first = seat * len(m.LEDGER)
        return ScoreSheet(
            tuple(
                ScoreLine(m.LEDGER[line], say(LINES[line]), state.ledger[first + line], (f"track:{seat}",))
                for line in state.game.sources
            )
        )

    def scores(self, state: WindwardState, players: int) -> list[int]:
        return state.notoriety[:]

    def components(self, state: WindwardState) -> Iterator[tuple[str, int]]:
        """Supply cards in hands and on top of their stacks, crew, and the achievements shown and reached."""
        game = state.game
        for stack in state.stacks:
            if stack:
                yield game.card_ids[stack[-1]], -1
        for side in game.side_ids:
            yield side, -1
        for seat in range(game.players):
            for kind, held in enumerate(state.hands[seat * game.kinds : (seat + 1) * game.kinds]):
                if held:
                    yield game.card_ids[kind], seat
            for number, side in enumerate(game.side_ids):
                if state.crew[seat] >> number & 1:
                    yield side, seat
        for card, claimed in zip(state.shown, state.claimed, strict=True):
            name = game.achievement_cards[card][0].id
            yield name, -1
            for seat in range(game.players):
                if claimed >> seat & 1:
                    yield name, seat

    def outcome(self, state: WindwardState) -> Outcome:
        if state.game.is_ffa:
            reason = "round limit" if state.ending == m.ROUND_LIMIT else "most notoriety"
            best = max(state.notoriety)
            *others, last = (seat for seat, points in enumerate(state.notoriety) if points == best)
            winners: Arg = Seat(last)
            for seat in reversed(others):  # so it stands in records, where others have "a, b and c"
                winners = say("{first} and {rest}", first=Seat(seat), rest=winners)
            text = say("Most notoriety: {winners} with {best}.", winners=winners, best=best)
            return ranked_outcome(reason, text, state.notoriety)
        lost = say("The ship is lost.") if state.game.is_solo else say("The last captain's life is gone: lost.")
        reason, text = {
            m.WON: ("white crester beaten", say("The white crester is beaten for good: won.")),
            m.LOST: ("ship defeated", lost),
            m.ROUND_LIMIT: ("round limit", say("The round limit is reached: not won.")),
        }[state.ending]
        return team_outcome(reason, text, state.notoriety, state.ending == m.WON)
