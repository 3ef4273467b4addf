"""Trains MaskablePPO (sb3-contrib) to play a seat of Wayfinders, and draws its learning curve.

    pip install "waystation[study]" sb3-contrib matplotlib
    python examples/train_ppo.py --steps 1000000 --out trained

Into the folder go `curve.csv` (what the network is worth against `random`, every so many steps, on deals that it never
learned from), `curve.svg`, and `model.zip`. Takes two cores, no graphics card.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from waystation.study import Features, SeatEnv

OPTIONS = {"players": 2, "max_rounds": 50, "max_free_steps": 20}
"""Two players; without the limits a game in which nobody builds has no end."""
TRAINING, TESTING = 1_000_000, 9_000_000
"""Where the seeds of the deals begin that are learned from, and of those that are not."""


class Learner(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A seat for a network: features of the observation, and a reward that tells early what is good.

    The reward is a twentieth of each point that the seat gains on its best rival, and 1 or -1 at the end.
    """

    def __init__(self, env: SeatEnv, first: int) -> None:
        super().__init__(env)
        self.features = Features(env.game.encoding)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (self.features.size,), np.float32)
        self.next_seed = first

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self.next_seed += 1
        observation, info = self.env.reset(seed=self.next_seed)
        return self.features(observation), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        worth = 0.05 * float(reward)
        if terminated:
            worth += {True: 1.0, False: -1.0}[info["seat"] in info["winners"]] if len(info["winners"]) == 1 else 0.0
        return self.features(observation), worth, terminated, truncated, info

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def seats(first: int, count: int, opponents: str) -> list[Learner]:
    """So many environments, whose deals do not overlap; the seat is drawn for each game."""
    made = (SeatEnv("wayfinders", seat=None, opponents=opponents, reward="lead", **OPTIONS) for _ in range(count))  # type: ignore[arg-type]
    return [Learner(env, first + number * 100_000) for number, env in enumerate(made)]


class Measure(NamedTuple):
    """How well a network does: a point of the curve. `wins` counts shared ones half."""

    steps: int
    seconds: float
    games: int
    wins: float
    points: float
    lead: float
    decisions: float


def measure(model: MaskablePPO, opponents: str, games: int, steps: int, seconds: float) -> Measure:
    """Play so many test deals, all at once, taking the likeliest action each time."""
    tables = seats(TESTING, games, opponents)
    observations = [table.reset()[0] for table in tables]
    wins = points = lead = decisions = 0.0
    while tables:
        masks = np.stack([table.action_masks() for table in tables])
        actions, _ = model.predict(np.stack(observations), action_masks=masks, deterministic=True)
        observations, going = [], []
        for table, action in zip(tables, actions, strict=True):
            observation, _, terminated, truncated, info = table.step(int(action))
            decisions += 1
            if not (terminated or truncated):
                observations.append(observation)
                going.append(table)
                continue
            seat, scores = info["seat"], info["scores"]
            wins += (seat in info["winners"]) / max(1, len(info["winners"]))
            points += scores[seat]
            lead += scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
        tables = going
    return Measure(
        steps, round(seconds, 1), games, wins / games, points / games, lead / games, round(decisions / games, 1)
    )


class Curve(BaseCallback):
    """Measures now and then, and writes each point down at once. What measuring takes is not counted as training."""

    def __init__(self, path: Path, opponents: str, every: int, games: int) -> None:
        super().__init__()
        self.path, self.opponents, self.every, self.games = path, opponents, every, games
        self.points: list[Measure] = []
        self.measuring = 0.0
        self.began = perf_counter()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if not self.points or self.num_timesteps >= self.points[-1].steps + self.every:
            self.note(self.games)

    def note(self, games: int) -> Measure:
        """Measure, and add the point to the file."""
        now = perf_counter()
        assert isinstance(self.model, MaskablePPO)
        seconds = now - self.began - self.measuring
        self.points.append(measure(self.model, self.opponents, games, self.num_timesteps, seconds))
        self.measuring += perf_counter() - now
        with self.path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(Measure._fields)
            rows.writerows(self.points)
        print(*(f"{name} {value:g}" for name, value in zip(Measure._fields, self.points[-1], strict=True)), flush=True)
        return self.points[-1]


def draw(points: list[Measure], opponents: str, path: Path) -> None:
    """The curve: wins above, points below."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 5))
    steps = [point.steps / 1000 for point in points]
    above.plot(steps, [100 * point.wins for point in points], marker="o", markersize=3)
    above.axhline(95, linestyle="--", linewidth=1, color="gray")
    above.set(ylabel=f"wins against {opponents}, %", ylim=(0, 102))
    below.plot(steps, [point.points for point in points], marker="o", markersize=3, label="its points")
    below.plot(steps, [point.points - point.lead for point in points], marker="o", markersize=3, label=opponents)
    below.set(ylabel="points", xlabel="decisions learned from, thousands")
    below.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})


def main() -> int:
    """Train, measure, write."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("--steps", type=int, default=1_000_000, help="decisions to learn from")
    options.add_argument("--opponents", default="random", help="the bot at the other seat")
    options.add_argument("--out", type=Path, default=Path("trained"))
    options.add_argument("--envs", type=int, default=16, help="tables at once")
    options.add_argument("--every", type=int, default=50_000, help="decisions between two measurements")
    options.add_argument("--games", type=int, default=200, help="test deals a measurement")
    options.add_argument("--final", type=int, default=1000, help="test deals at the end")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    tables = seats(TRAINING, given.envs, given.opponents)
    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([lambda table=table: table for table in tables]),  # type: ignore[misc]
        learning_rate=3e-4,
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=0.997,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=given.seed,
    )
    curve = Curve(given.out / "curve.csv", given.opponents, given.every, given.games)
    model.learn(given.steps, callback=curve)
    last = curve.note(given.final)
    model.save(given.out / "model.zip")
    draw(curve.points, given.opponents, given.out / "curve.svg")
    return 0 if last.wins >= 0.95 else 1


if __name__ == "__main__":
    sys.exit(main())
