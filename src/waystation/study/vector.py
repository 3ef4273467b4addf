"""Many tables at once, in one process or over several: one seat at each, bots at the others.

Observations and masks are two arrays that are there once and written in place, in shared memory where there are several
processes; so nothing is copied between tables and learner.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from waystation.arena.simulate import UNGUARDED, WorkerError, deaf_to_ctrl_c, end, know, started, unwind_when_told
from waystation.bots import BotLike, registered
from waystation.engine import Game
from waystation.engine.borders import whole
from waystation.engine.extras import needed_for
from waystation.study import spaces
from waystation.study.episode import game_of, seed_of
from waystation.study.single import SeatEnv

with needed_for("SeatVector"):
    import numpy as np
    from gymnasium.spaces import MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Array = Any

Outcome = tuple[float, bool, bool, dict[str, Any]]
"""Reward, ended, cut off, and what is said of the game that is over: empty while it goes on."""


class _Rows:
    """Some tables, and their rows in the arrays."""

    def __init__(self, envs: Sequence[SeatEnv], observations: Array, masks: Array, seats: Array) -> None:
        self.envs = envs
        self.observations = observations
        self.masks = masks
        self.seats = seats

    def reset(self, seeds: Sequence[int | None]) -> list[Outcome]:
        """New games at all tables; there is nothing to tell."""
        for row, seed in enumerate(seeds):
            self._begin(row, seed)
        return []

    def check(self, actions: Sequence[int]) -> list[Outcome]:
        """The error that one of these is, if any; there is nothing to tell."""
        for env, action in zip(self.envs, actions, strict=True):
            env.check(action)
        return []

    def step(self, actions: Sequence[int]) -> list[Outcome]:
        """A decision at each table; where the game is over the next one begins."""
        return [self._step(row, action) for row, action in enumerate(actions)]

    def _begin(self, row: int, seed: int | None) -> None:
        self.envs[row].begin(seed)
        self.seats[row] = self.envs[row].seat
        self._look(row)

    def _step(self, row: int, action: int) -> Outcome:
        env = self.envs[row]
        reward, ended, cut = env.advance(action)
        if not (ended or cut):
            self._look(row)
            return reward, False, False, {}
        assert env.episode is not None
        told = {"observation": spaces.flat(env.episode.state, env.seat), **env.told()}
        self._begin(row, None)
        return reward, ended, cut, told

    def _look(self, row: int) -> None:
        env = self.envs[row]
        assert env.episode is not None
        state = env.episode.state
        self.observations[row] = state.observe(env.seat)
        mask = self.masks[row]
        mask[:] = False
        mask[state.legal_now(env.seat)] = True


def _work(
    pipe: Connection, made: dict[str, Any], own: dict[str, Any], count: int, first: int, arrays: Sequence[Any]
) -> None:
    """What a process does that has some of the tables: answer until it is told to stop."""
    pipe.send("ready")
    know(own)
    envs = [SeatEnv(**made) for _ in range(count)]
    part = slice(first, first + count)
    observations, masks, seats = _views(envs[0].game, arrays)
    rows = _Rows(envs, observations[part], masks[part], seats[part])
    unwind_when_told()
    with suppress(KeyboardInterrupt):
        while True:
            try:
                command, given = pipe.recv()
            except EOFError:
                break
            if command == "close":
                break
            try:
                pipe.send((True, getattr(rows, command)(given)))
            except Exception as error:
                pipe.send((False, f"{type(error).__name__}: {error}"))
    for env in envs:
        env.close()


def _views(game: Game, arrays: Sequence[Any]) -> tuple[Array, Array, Array]:
    """The arrays of observations, masks and seats in this memory."""
    observations, masks, seats = arrays
    return (
        np.frombuffer(observations, np.int16).reshape(-1, game.encoding.size),
        np.frombuffer(masks, np.bool_).reshape(-1, len(game.actions)),
        np.frombuffer(seats, np.int16),
    )


class SeatVector(VectorEnv[Any, Any, Any]):
    """So many tables: ``SeatVector("wayfinders", 64, opponents="greedy", players=3)``.

    What `SeatEnv` takes, this takes, too, but for `parts` and `render_mode`. `processes`: over how many processes the
    tables are spread; 0: all in this one. A bot must be given so that each table can have one of its own: by
    specification, class or function.

    `observations` (int16), `masks` (bool) and `seats` are written in place at each step: who wants to keep what they
    hold makes a copy. Where a game ends, the next one begins at once (`AutoresetMode.SAME_STEP`): the row is that of
    the new game, and ``info["final_obs"]`` and ``info["final_info"]`` have the end of the old one.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        seat: int | None = 0,
        opponents: BotLike | Sequence[BotLike] = "random",
        *,
        processes: int = 0,
        **how: Any,
    ) -> None:
        count, processes = whole(count, "a number of tables"), whole(processes, "a number of processes")
        if count < 1 or not 0 <= processes <= count:
            raise ValueError(f"expected tables, and no more processes than tables; got {count} and {processes}")
        bots: Sequence[Any] = opponents if isinstance(opponents, list | tuple) else (opponents,)
        for bot in bots:
            if not isinstance(bot, type) and hasattr(bot, "choose"):
                raise ValueError("a bot object is for one table: give a specification, or what makes bots")
        environment = ("reward", "illegal", "limit")
        own = {key: how.pop(key) for key in environment if key in how}
        self.game = game_of(game, how)
        made = {"game": self.game, "seat": seat, "opponents": opponents, **own}
        one = SeatEnv(**made)
        self.num_envs = count
        self.single_observation_space = one.observation_space
        self.single_action_space = one.action_space
        self.observation_space = batch_space(one.observation_space, count)
        self.action_space = MultiDiscrete([len(self.game.actions)] * count)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self._raises = own.get("illegal") == "raise"
        self._rows: _Rows | None = None
        self._pipes: list[Connection] = []
        self._workers: list[Any] = []
        self._parts: list[slice] = []
        self._ready: set[int] = set()
        if processes:
            self._share(made, registered(bots), processes)
        else:
            self.observations = np.zeros((count, self.game.encoding.size), np.int16)
            self.masks = np.zeros((count, len(self.game.actions)), np.bool_)
            self.seats = np.zeros(count, np.int16)
            envs = [one, *(SeatEnv(**made) for _ in range(count - 1))]
            self._rows = _Rows(envs, self.observations, self.masks, self.seats)

    def _share(self, made: dict[str, Any], own: dict[str, Any], processes: int) -> None:
        context, count = get_context("spawn"), self.num_envs
        arrays = [
            context.RawArray(ctypes.c_int16, count * self.game.encoding.size),
            context.RawArray(ctypes.c_bool, count * len(self.game.actions)),
            context.RawArray(ctypes.c_int16, count),
        ]
        self.observations, self.masks, self.seats = _views(self.game, arrays)
        ends = [count * n // processes for n in range(processes + 1)]
        self._parts = [slice(first, last) for first, last in pairwise(ends)]
        for part in self._parts:
            with deaf_to_ctrl_c():
                worker, pipe = started(_work, made, own, part.stop - part.start, part.start, arrays)
            self._pipes.append(pipe)
            self._workers.append(worker)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """New games at all tables. A seed is that of the first table; the others have those that follow."""
        given: Any = seed  # an array will do, too
        first = None if np.ndim(given) else seed_of(given)
        seeds = list(given) if np.ndim(given) else [None if first is None else first + n for n in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"seeds: expected {self.num_envs}, one for each table, got {len(seeds)}")
        self._ask("reset", seeds)
        return self.observations, {"action_mask": self.masks, "seat": self.seats}

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """A decision at each table."""
        if len(actions) != self.num_envs:
            raise ValueError(f"actions: expected {self.num_envs}, one for each table, got {len(actions)}")
        chosen = actions.tolist() if hasattr(actions, "tolist") else list(actions)
        if self._raises:  # before any table has played: what it gave would be lost with the error
            self._ask("check", chosen)
        outcomes = self._ask("step", chosen)
        info: dict[str, Any] = {"action_mask": self.masks, "seat": self.seats}
        over = np.array([bool(told) for *_, told in outcomes])
        if over.any():
            told = [told for *_, told in outcomes]
            info["final_obs"] = _objects([each.pop("observation", None) for each in told])
            info["final_info"] = _objects([each or None for each in told])
            info["_final_obs"] = info["_final_info"] = over
        rewards = np.array([reward for reward, *_ in outcomes], np.float64)
        ended = np.array([ended for _, ended, _, _ in outcomes])
        cut = np.array([cut for _, _, cut, _ in outcomes])
        return self.observations, rewards, ended, cut, info

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each table."""
        return self.masks

    def close_extras(self, at_once: bool = False, **_: Any) -> None:
        """The processes end, `at_once` or when they have done what they are doing."""
        if at_once:
            end(self._workers)
        for pipe, worker in zip(self._pipes, self._workers, strict=True):
            with suppress(OSError):  # it may have ended by itself
                pipe.send(("close", None))
            worker.join()
            pipe.close()
        self._pipes, self._workers = [], []
        for env in self._rows.envs if self._rows is not None else ():
            env.close()

    def _ask(self, command: str, given: list[Any]) -> list[Outcome]:
        """Have it done at all tables here, or in each process at its part of them, all at once."""
        if self._rows is not None:
            here: list[Outcome] = getattr(self._rows, command)(given)
            return here
        if self.closed:
            raise RuntimeError("these tables are closed")
        try:
            for pipe, part in zip(self._pipes, self._parts, strict=True):
                with suppress(OSError):  # it has ended: so says its answer
                    pipe.send((command, given[part]))
            answers = [self._answer(number) for number in range(len(self._pipes))]
        except BaseException:  # Ctrl-C: what is on its way would be taken for the next answer
            self.close(at_once=True)
            raise
        for number, (good, answer) in enumerate(answers):
            if not good:
                raise RuntimeError(f"process {number + 1}: {answer}")
        return [outcome for _, answer in answers for outcome in answer]

    def _answer(self, number: int) -> tuple[bool, Any]:
        pipe = self._pipes[number]
        try:
            if number not in self._ready:
                pipe.recv()
                self._ready.add(number)
            answer: tuple[bool, Any] = pipe.recv()
        except (EOFError, OSError):
            if number not in self._ready:
                raise WorkerError(UNGUARDED) from None
            return False, "it has ended"
        return answer


def _objects(values: list[Any]) -> Array:
    """An array of any things, one for each table."""
    found = np.empty(len(values), object)
    found[:] = values
    return found
