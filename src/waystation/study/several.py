"""PettingZoo environments: all seats of a game, one after the other (AEC) or, in simultaneous games, all at once."""

from __future__ import annotations

from typing import Any

from waystation.engine import Game
from waystation.engine.extras import needed_for
from waystation.study import spaces
from waystation.study.episode import SEEDS, Episode, Illegal, Render, Reward, game_of, limit_of, one_of, seed_of

with needed_for("TableEnv"):
    import gymnasium
    import numpy as np
    import pettingzoo  # type: ignore[import-untyped]
    from gymnasium.utils import seeding


class _Table:
    """What both kinds of environments have: the game, its agents and spaces."""

    def __init__(
        self,
        game: Game | str,
        *,
        reward: Reward = "win",
        illegal: Illegal = "lose",
        limit: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        one_of(Reward, reward, "reward")
        one_of(Illegal, illegal, "illegal")
        if render_mode is not None:
            one_of(Render, render_mode, "render_mode")
        self.game = game_of(game, options)
        self.waits = False
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{self.game.name}_v{self.game.rules_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._how = (reward, illegal, limit_of(self.game, limit))
        self._random, _ = seeding.np_random(None)
        self._episode: Episode | None = None

    def make_spaces(self) -> None:
        """A space of observations and one of actions for each agent."""
        actions = len(self.game.actions) + self.waits
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": spaces.flat_space(self.game),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def episode(self) -> Episode:
        """The game under way. RuntimeError before the first `reset`."""
        if self._episode is None:
            raise RuntimeError("no game has begun: call reset first")
        return self._episode

    def begin(self, seed: int | None) -> Episode:
        """A new game. With a seed, it and all games after it are those of that seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed_of(seed))
        self.agents = self.possible_agents[:]
        self._episode = Episode(self.game, int(self._random.integers(SEEDS)), *self._how)
        return self._episode

    def seen(self, seat: int) -> dict[str, Any]:
        """What a seat may know, and which actions it may choose."""
        state = self.episode.state
        return {"observation": spaces.flat(state, seat), "action_mask": spaces.mask(state, seat, self.waits)}

    def told(self, seat: int | None) -> str | None:
        """With ``render_mode="ansi"``: the table in words."""
        return self.game.text(self.episode.state.view(seat)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class TableEnv(_Table, pettingzoo.AECEnv):  # type: ignore[misc]
    """All seats of a game, one decision after the other: ``TableEnv("windward", players=3)``.

    Agents are ``player_0``, ``player_1`` ... An observation is a dictionary of `observation` (int16) and `action_mask`
    (int8). Where several seats are asked at once, the first of them is selected; what it chooses shows in no other's
    observation before all have chosen. `reward`, `illegal` and `limit`: see `episode`.
    """

    def __init__(self, game: Game | str, **how: Any) -> None:
        super().__init__(game, **how)
        self.make_spaces()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.seen(self.seat_of[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        episode = self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[episode.state.to_act[0]]

    def step(self, action: Any) -> None:
        """The decision of the agent that is selected; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        self._cumulative_rewards[agent] = 0.0
        episode.play(action, self.seat_of[agent])
        self.rewards = {other: episode.taken(self.seat_of[other]) for other in self.agents}
        if episode.over:
            self.terminations = dict.fromkeys(self.agents, episode.ended)
            self.truncations = dict.fromkeys(self.agents, episode.cut)
            for other in self.agents:
                self.infos[other] = episode.told()
        else:
            self.agent_selection = self.possible_agents[episode.state.to_act[0]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """With ``render_mode="ansi"``: the table in words, as the agent that is selected may know it."""
        return self.told(self.seat_of[self.agent_selection]) if self.render_mode else None


class ParallelTableEnv(_Table, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """All seats of a simultaneous game, each choosing at the same time: ``ParallelTableEnv("waypoints", players=4)``.

    There is one action more than in the game's table, the last: to wait, for agents that are not asked. Those that are
    asked choose without knowing what the others choose in the same step.
    """

    def __init__(self, game: Game | str, **how: Any) -> None:
        super().__init__(game, **how)
        if not self.game.spec.simultaneous:
            raise ValueError(f"{self.game.name} asks one seat at a time: TableEnv has it")
        self.waits = True
        self.wait = len(self.game.actions)
        self.make_spaces()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game."""
        self.begin(seed)
        return {agent: self.seen(seat) for agent, seat in self.seat_of.items()}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """A decision of every agent; what those say that are not asked is not looked at."""
        episode, playing = self.episode, self.agents
        asked = () if episode.over else episode.state.to_act
        episode.play_at_once({seat: actions[self.possible_agents[seat]] for seat in asked})
        ending = episode.told()
        if episode.over:
            self.agents = []
        return (
            {agent: self.seen(self.seat_of[agent]) for agent in playing},
            {agent: episode.taken(self.seat_of[agent]) for agent in playing},
            dict.fromkeys(playing, episode.ended),
            dict.fromkeys(playing, episode.cut),
            {agent: dict(ending) for agent in playing},
        )

    def render(self) -> str | None:
        """With ``render_mode="ansi"``: the table in words, as a spectator may know it."""
        return self.told(None)
