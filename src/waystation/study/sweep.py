"""Sweeps over a game's options: which of them come nearest to what a designer wants (by optuna)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import waystation
from waystation.arena import Row, simulate
from waystation.bots import BotLike
from waystation.engine import Seed
from waystation.engine.borders import plain, read_seed
from waystation.engine.extras import needed_for

Aim = Callable[[Sequence[Row]], float]
"""What the rows of a trial are worth; the sweep looks for the least."""


def sweep(
    game: str,
    choices: Mapping[str, Sequence[Any] | range],
    bots: Sequence[BotLike],
    aim: Aim,
    *,
    games: int = 50,
    trials: int = 20,
    seed: Seed = 0,
    jobs: int = 1,
    fixed: Mapping[str, Any] | None = None,
) -> Any:
    """Try options and give optuna's study: `best_params`, `best_value`, `trials`, `trials_dataframe()`.

    `choices` are options with the values to choose from; a `range` is searched as whole numbers. Every trial plays the
    same `games` deals, so trials differ by the options and not by luck. Each trial notes in its user attributes the
    `standard_error` of its value, found by leaving out one game in turn (jackknife).
    """
    with needed_for("a sweep"):
        import optuna

    def trial_value(trial: Any) -> float:
        options = {name: _suggested(trial, name, values) for name, values in choices.items()}
        edition = waystation.load(game, **{"players": len(bots), **(fixed or {}), **options})
        rows = list(simulate(edition, bots, games, seed, jobs))
        trial.set_user_attr("standard_error", jackknife(rows, aim))
        return aim(rows)

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    seed = read_seed(seed)
    number = seed if isinstance(seed, int) else sum(seed.encode())
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=number % (1 << 32)))
    study.optimize(trial_value, n_trials=trials)
    return study


def _suggested(trial: Any, name: str, values: Sequence[Any] | range) -> Any:
    if isinstance(values, range) and values:
        return trial.suggest_int(name, min(values), max(values), step=abs(values.step))
    return trial.suggest_categorical(name, plain(list(values)))


def jackknife(rows: Sequence[Row], aim: Aim) -> float:
    """The standard error of what `aim` says of these rows; 0 for a single one."""
    n = len(rows)
    if n < 2:
        return 0.0
    without = [aim([*rows[:at], *rows[at + 1 :]]) for at in range(n)]
    mean = sum(without) / n
    return float(((n - 1) / n * sum((value - mean) ** 2 for value in without)) ** 0.5)
