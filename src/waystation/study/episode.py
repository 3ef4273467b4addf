"""An episode: one game as the environments of other tools see it, with rewards, and an end where rules set none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import waystation
from waystation.arena.match import MAX_DECISIONS
from waystation.engine import Game, KindError, Seed, State
from waystation.engine.borders import whole

SEEDS = 1 << 62
"""Seeds of games are drawn below this."""

Reward = Literal["win", "score", "lead"]
"""What is rewarded.

"win": the end alone, 1 for a win, -1 for a loss, in between for a shared win. "score": points gained since the last
time. "lead": the same less what the best rival gained (alone or with a common score: as "score").
"""

Render = Literal["ansi"]
"""How a table may be shown, if at all: in words."""

Illegal = Literal["lose", "raise"]
"""What becomes of an action that is not allowed. "lose": the episode ends, and the seat gets -1. "raise": an error."""


def game_of(game: Game | str, options: Mapping[str, Any]) -> Game:
    """A game, by its name and options if it is not one already."""
    if isinstance(game, str):
        return waystation.load(game, **options)
    if options:
        raise TypeError(f"options {', '.join(options)} go with a game's name; this game has its own already")
    return game


def one_of(kind: Any, given: str, what: str) -> None:
    """ValueError for a word that is none of these."""
    if given not in get_args(kind):
        raise ValueError(f"{what}: {given!r} is none of {', '.join(get_args(kind))}")


class Episode:
    """A game under way. `ended`: by the rules; `cut`: after `limit` decisions; `foul`: by a move that was not allowed.

    `due` are the rewards by seat that nobody has taken yet; `_turn`: who is in the middle of a turn, and since when.
    """

    def __init__(self, game: Game, seed: Seed, reward: Reward, illegal: Illegal, limit: int) -> None:
        self.game = game
        self.state: State = game.new_state(seed)
        self.seed = seed
        self.reward: Reward = reward
        self.illegal: Illegal = illegal
        self.limit = limit
        self.decisions = 0
        self.foul = False
        self.due = [0.0] * game.players
        self._worth = self._worths()
        self._turn = (-1, 0)

    @property
    def ended(self) -> bool:
        """Whether nothing is left to play, by the rules or by a foul."""
        return self.foul or not self.state.agenda

    @property
    def cut(self) -> bool:
        """Whether the game was left unfinished."""
        return self.decisions >= self.limit and not self.ended

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return self.ended or self.decisions >= self.limit

    def told(self) -> dict[str, Any]:
        """What is said of a game that is over: `scores` by seat, and the seats of the `winners`; before, nothing."""
        return {"scores": self.state.scores(), "winners": list(self.state.winners())} if self.over else {}

    def play(self, action: int, seat: int) -> None:
        """One decision. IllegalAction, or a foul, for what is not allowed."""
        state = self.state
        self.check(action, seat)
        if not self._allows(action, seat):
            self.foul = True
            self.due[seat] -= 1
            return
        drawn = state.chance.count
        state.advance(int(action), seat)
        if state.chance.count != drawn:
            self._turn = (-1, 0)
        elif seat != self._turn[0]:
            self._turn = (seat, self.decisions)
        self.decisions += 1
        if self.reward == "win":
            if not state.agenda:
                self._settle([2 * self.game.reward(state, at) - 1 for at in range(self.game.players)])
        else:
            self._settle(self._worths())

    def turn_of(self, seat: int) -> int:
        """After how many decisions the turn began in which `seat` is to decide now (see `bots.turn_began`)."""
        whose, began = self._turn
        return began if seat == whose else self.decisions

    def play_at_once(self, chosen: Mapping[int, int]) -> None:
        """What seats that are asked at the same time choose. IllegalAction before any of it is played."""
        for seat, action in chosen.items():
            self.check(action, seat)
        for seat, action in chosen.items():
            if not self.over and seat in self.state.to_act:  # an earlier choice may have ended the question
                self.play(action, seat)

    def check(self, action: int, seat: int) -> None:
        """With ``illegal="raise"``: IllegalAction, before anything is played, for what is not allowed."""
        if self.illegal == "raise" and not self._allows(action, seat):
            self.state.apply(action, seat)

    def _allows(self, action: int, seat: int) -> bool:
        try:
            return self.state._allows(action if type(action) is int else whole(action, "an action"), seat)
        except KindError:
            return False

    def taken(self, seat: int) -> float:
        """The rewards of a seat since they were taken last."""
        due, self.due[seat] = self.due[seat], 0.0
        return due

    def _settle(self, worth: list[float]) -> None:
        for seat, (new, old) in enumerate(zip(worth, self._worth, strict=True)):
            self.due[seat] += new - old
        self._worth = worth

    def _worths(self) -> list[float]:
        """What stands for each seat now, of which changes are rewarded."""
        if self.reward == "win":
            return [0.0] * self.game.players
        scores = self.state.scores()
        if self.reward == "score" or len(scores) == 1 or self.game.spec.cooperative:
            return [float(score) for score in scores]
        best = sorted(scores)[-2:]
        return [float(score - (best[0] if score == best[1] else best[1])) for score in scores]


def seed_of(seed: int | None) -> int | None:
    """A seed as Gymnasium knows seeds: an int and nothing else, or None."""
    return None if seed is None else whole(seed, "a seed")


def limit_of(game: Game, limit: int | None) -> int:
    """How many decisions a game may take: as asked for, or as the rules bound it, or a great many."""
    limit = None if limit is None else whole(limit, "a limit")
    if limit is not None and limit < 1:
        raise ValueError(f"limit: expected at least 1 decision, got {limit}")
    return limit or game.spec.max_decisions or MAX_DECISIONS
