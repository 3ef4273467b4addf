"""Points, souvenirs, the end, and what could have been reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from waystation.engine.outcome import Outcome, ScoreLine, ScoreSheet, team_outcome
from waystation.engine.parts import Scoring
from waystation.engine.words import say, term
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.components import SOUVENIRS, worth
from waystation.games.wordtraveler.geometry import CENTRE, LINE, NAMES, SPACES
from waystation.games.wordtraveler.state import ARROWS, WordTravelerState


class WordTravelerScoring(Scoring[WordTravelerState]):
    """One score for the team; all six souvenirs are a win."""

    def sheet(self, state: WordTravelerState, seat: int) -> ScoreSheet:
        """The team's score, shared by all seats, with the seat's own part in it (ruling 25)."""
        own = state.gained[2 * seat : 2 * seat + 2]
        node = (f"seat:{seat}",)
        return ScoreSheet(
            (
                ScoreLine("day 1", say("Own travel, day 1"), own[0], node),
                ScoreLine("day 2", say("Own travel, day 2"), own[1], node),
                ScoreLine("team", say("Travels of the others"), state.score - sum(own), ("track",)),
            )
        )

    def components(self, state: WordTravelerState) -> Iterator[tuple[str, int]]:
        """The words of the day, those under an arrow once all plans are made, and the places of settled paths."""
        ids, word_of = state.game.words.ids, state.game.ids.word_of
        for seat in range(state.game.players):
            for word in state.free[seat]:
                yield ids[word], -1
            for action in state.plan[seat]:
                if action >= SAY:
                    yield ids[word_of(action)], -1 if state.planning or state.preparing else seat
            for space in state.paths[seat]:
                yield NAMES[space], seat

    def rounds(self, state: WordTravelerState) -> int:
        """Days that have begun."""
        return state.day

    def outcome(self, state: WordTravelerState) -> Outcome:
        """The rating says how far the team came. Rulebook: "Game End"."""
        found = state.souvenirs
        title = term(state.game.numbers.ratings[found])
        text = say(
            "{title} The team has {n:golden souvenir|golden souvenirs} and {score} of the {most:point|points} that its"
            " maps offered.",
            title=title if title[-1] in "!?." else say("{title}.", title=title),
            n=found,
            score=state.score,
            most=reachable(state),
        )
        reason = f"{found} souvenir{'s' * (found != 1)}"
        return team_outcome(reason, text, [state.score] * state.game.players, found == SOUVENIRS, title)


def reachable(state: WordTravelerState) -> int:
    """The most that perfect clues and guesses would have scored: Day 1 from the centre, Day 2 from where each
    marker really stood. Only for the end: it looks at all maps."""
    total = 0
    for seat in state.game.travellers:
        total += best_points(state.maps[2 * seat], CENTRE, ARROWS[1])
        total += best_points(state.maps[2 * seat + 1], state.starts[seat], ARROWS[2])
    return total


@lru_cache(maxsize=4096)
def best_points(side: int, start: int, arrows: int) -> int:
    """The most points that this many straight moves can collect on a map side, each space once."""
    marked = [space for space in range(SPACES) if worth(side, space)]
    bit = {space: 1 << index for index, space in enumerate(marked)}
    best = 0
    frontier = {(start, 0): 0}
    for _ in range(arrows):
        reached: dict[tuple[int, int], int] = {}
        for (here, seen), points in frontier.items():
            for space in LINE[here]:
                flag = bit.get(space, 0)
                gain = worth(side, space) if flag & ~seen else 0
                key = (space, seen | flag)
                if reached.get(key, -1) < points + gain:
                    reached[key] = points + gain
        frontier = reached
        best = max(best, max(frontier.values()))
    return best
