"""A Gymnasium environment: one seat plays, bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from waystation.arena.simulate import fresh
from waystation.bots import Bot, BotLike, bot_chance, close, decide, make, observe
from waystation.engine import Chance, Game, Seed
from waystation.engine.borders import whole
from waystation.engine.extras import needed_for
from waystation.study import spaces
from waystation.study.episode import SEEDS, Episode, Illegal, Render, Reward, game_of, limit_of, one_of, seed_of
from waystation.study.spaces import Array

with needed_for("SeatEnv"):
    import gymnasium


class Opponents:
    """The bots at the other seats; those that are called "random" choose without being asked.

    A bot that is given as an object is copied for each seat and game: it may remember things.
    """

    def __init__(self, game: Game, bots: BotLike | Sequence[BotLike]) -> None:
        self.game = game
        many = isinstance(bots, list | tuple)
        self.given: Sequence[BotLike] = tuple(bots) if many else (bots,) * (game.players - 1)  # type: ignore[arg-type, assignment]
        if len(self.given) != game.players - 1:
            raise ValueError(f"opponents: expected {game.players - 1}, one for each other seat, got {len(self.given)}")
        self._bots: dict[int, Bot] = {}
        self._chance = Chance.of(0, "opponents")
        self._seed: Seed = 0

    def sit_down(self, seed: Seed, seat: int) -> None:
        """A new game begins, in which they have all seats but one."""
        self.leave()
        self._seed = seed
        self._chance = Chance.of(seed, "opponents")
        others = [other for other in range(self.game.players) if other != seat]
        given = zip(others, fresh(self.given), strict=True)
        self._bots = {other: make(bot, self.game) for other, bot in given if bot != "random"}

    def choose(self, episode: Episode, seat: int) -> int:
        """What a seat of theirs does."""
        bot = self._bots.get(seat)
        if bot is None:
            return self._chance.choice(episode.state.legal_now(seat))
        chance = bot_chance(self._seed, seat, episode.decisions)
        return decide(bot, observe(episode.state, seat, chance, turn=episode.turn_of(seat)))

    def leave(self) -> None:
        """The game is over."""
        for bot in self._bots.values():
            close(bot)
        self._bots = {}


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game: ``SeatEnv("wayfinders", opponents="greedy", players=3)``.

    An action is a number of the game's action table; ``info["action_mask"]`` and `action_masks` say which are legal
    now. `seat` None: another seat in every game. `opponents`: a bot for all other seats, or one for each. `parts`:
    observations are dictionaries of the game's parts instead of one array. `reward`, `illegal` and `limit`: see
    `episode`. What else is given are the game's options. ``reset(seed=...)`` begins the game of that seed.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seat: int | None = 0,
        opponents: BotLike | Sequence[BotLike] = "random",
        *,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        limit: int | None = None,
        parts: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of(game, options)
        seat = None if seat is None else whole(seat, "a seat")
        if seat is not None and not 0 <= seat < self.game.players:
            raise ValueError(f"seat: expected 0 to {self.game.players - 1}, or None for any, got {seat}")
        one_of(Reward, reward, "reward")
        one_of(Illegal, illegal, "illegal")
        if render_mode is not None:
            one_of(Render, render_mode, "render_mode")
        self.opponents = Opponents(self.game, opponents)
        self.parts = parts
        self.render_mode = render_mode
        self.observation_space = spaces.parts_space(self.game) if parts else spaces.flat_space(self.game)
        self.action_space = gymnasium.spaces.Discrete(len(self.game.actions))
        self._any_seat = seat is None
        self.seat = seat or 0
        self._how = (reward, illegal, limit_of(self.game, limit))
        self.episode: Episode | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game; the bots play until the seat is asked."""
        self.begin(seed)
        return self._observation(), self.told()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The seat's decision, and all that the bots decide until it is asked again."""
        reward, ended, cut = self.advance(action)
        return self._observation(), reward, ended, cut, self.told()

    def begin(self, seed: int | None) -> None:
        """As `reset`, without looking."""
        super().reset(seed=seed_of(seed))
        game_seed = int(self.np_random.integers(SEEDS))
        if self._any_seat:
            self.seat = int(self.np_random.integers(self.game.players))
        self.episode = None  # where a bot can't be made there is no game, least of all one against others
        self.opponents.sit_down(game_seed, self.seat)
        self.episode = Episode(self.game, game_seed, *self._how)
        self._play_on(self.episode)

    def advance(self, action: Any) -> tuple[float, bool, bool]:
        """As `step`, without looking: the reward, whether the game has ended, and whether it was cut off."""
        episode = self._begun()
        if episode.over:
            raise RuntimeError("the game is over: call reset")
        if self.seat not in episode.state.to_act:  # a bot has failed, or Ctrl-C: no fault of this action
            raise RuntimeError("the last step was broken off: call reset")
        episode.play(action, self.seat)
        self._play_on(episode)
        return episode.taken(self.seat), episode.ended, episode.cut

    def check(self, action: Any) -> None:
        """With ``illegal="raise"``: the error that this action would be."""
        self._begun().check(action, self.seat)

    def action_masks(self) -> Array:
        """Which actions are legal now, as MaskablePPO asks for it."""
        return spaces.mask(self._begun().state, self.seat).view(bool)

    def render(self) -> str | None:
        """With ``render_mode="ansi"``: the table in words, as the seat may know it."""
        if self.render_mode != "ansi":
            return None
        return self.game.text(self._begun().state.view(self.seat))

    def close(self) -> None:
        self.opponents.leave()

    def _begun(self) -> Episode:
        if self.episode is None:
            raise RuntimeError("no game has begun: call reset first")
        return self.episode

    def _play_on(self, episode: Episode) -> None:
        """The bots decide until the seat is asked, or the game is over."""
        seat, state = self.seat, episode.state
        while not episode.over and not state.agenda[-1][1] >> seat & 1:
            asked = state.to_act[0]
            episode.play(self.opponents.choose(episode, asked), asked)
        if episode.over:
            self.opponents.leave()

    def _observation(self) -> Any:
        numbers = spaces.flat(self._begun().state, self.seat)
        return spaces.parts(self.game, numbers) if self.parts else numbers

    def told(self) -> dict[str, Any]:
        """What goes with an observation: the mask, the seat, and at the end scores and winners."""
        episode = self._begun()
        return {"action_mask": spaces.mask(episode.state, self.seat), "seat": self.seat, **episode.told()}
