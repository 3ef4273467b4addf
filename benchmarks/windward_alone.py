"""The solo adventure in Windward: what its captain goes by is learned from games, and how often it wins.

    python benchmarks/windward_alone.py play rows.jsonl --games 1500   # rules of thumb, their numbers changed by chance
    python benchmarks/windward_alone.py fit rows.jsonl                 # prints weights, and what goes with winning
    python benchmarks/windward_alone.py measure --games 200 --keep won.jsonl

`fit` needs scikit-learn. Games that a file holds already are not played again. Playing 1,500 games takes about a minute
of CPU, fitting some seconds, a game of the expert three seconds.
"""

from __future__ import annotations

import argparse
import json
import time
from math import exp
from pathlib import Path
from statistics import NormalDist
from typing import Any, cast

import waystation
from waystation.arena import wilson
from waystation.bots import bot_chance, make, observe
from waystation.engine import Chance
from waystation.games.windward import captain, style
from waystation.games.windward.alone import FEATURES, features
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

SPREAD = 0.35
"""How far the numbers of the rules of thumb are changed from game to game (standard deviation of their logarithm),"""
SLIPS = 0.006
"""how often anything is done instead,"""
SHARE = 0.12
"""and of how many moments within a turn the features are kept; those of its beginning always are."""
ROUNDS = 60


def table() -> waystation.engine.Game:
    """The game that all is about."""
    return waystation.load("windward", players=1, mode="solo", max_rounds=ROUNDS)


def kept(path: Path | None) -> dict[int, dict[str, Any]]:
    """Games that a file holds, by number."""
    if path is None or not path.exists():
        return {}
    return {row["game"]: row for row in map(json.loads, path.read_text().splitlines())}


def keep(path: Path | None, row: dict[str, Any]) -> None:
    """Add a game to the file."""
    if path is not None:
        with path.open("a") as file:
            file.write(json.dumps(row) + "\n")


# ---------------------------------------------------------------------- games to learn from


def play(path: Path, games: int) -> None:
    """Games of rules of thumb with changed numbers, with the features of their moments."""
    game, usual, known = table(), style.ALONE, kept(path)
    for number in range(games):
        if number in known:
            continue
        dice = Chance.of(number, "alone")
        changes = {name: exp(SPREAD * NormalDist().inv_cdf(dice.unit())) for name in usual._fields}
        style.ALONE = usual._replace(**{name: getattr(usual, name) * by for name, by in changes.items()})
        state = cast(WindwardState, game.new_state(f"alone {number}"))
        moments, last = [], 0
        while state.agenda:
            legal = state.legal_actions(0)
            if state.agenda[-1][0] == Ask.TURN and (state.round != last or dice.unit() < SHARE):
                last = state.round
                moments.append([round(float(value), 4) for value in features(state)])
            slip = dice.unit() < SLIPS
            state.advance(dice.choice(legal) if slip else captain.choose(state, 0, legal), 0)
        won = bool(state.winners())
        keep(path, {"game": number, "won": won, "kills": state.kills, "changes": changes, "moments": moments})


def fit(path: Path) -> None:
    """A logistic regression of winning on the features, checked on every fifth game; and the style that wins."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression, Ridge  # type: ignore[import-untyped]
    from sklearn.metrics import log_loss  # type: ignore[import-untyped]

    rows = list(kept(path).values())
    x = np.array([moment for row in rows for moment in row["moments"]])
    y = np.array([row["won"] for row in rows for _ in row["moments"]])
    apart = np.array([row["game"] % 5 == 0 for row in rows for _ in row["moments"]])
    scale = np.where(x.std(0) > 0, x.std(0), 1.0)
    model = LogisticRegression(C=1.0, max_iter=2000).fit(x[~apart] / scale, y[~apart])
    surprise = log_loss(y[apart], model.predict_proba(x[apart] / scale)[:, 1])
    blind = log_loss(y[apart], np.full(apart.sum(), y[~apart].mean()))
    print(f"# {len(rows)} games, {len(x)} moments; surprise on every fifth game {surprise:.3f}, blind {blind:.3f}")
    model = LogisticRegression(C=1.0, max_iter=2000).fit(x / scale, y)
    print(f"[weights]\nbias = {model.intercept_[0]:.3f}")
    for name, weight in zip(FEATURES, model.coef_[0] / scale, strict=True):
        print(f"{name} = {weight:.3f}")
    names = list(rows[0]["changes"])
    changes = np.log([[row["changes"][name] for name in names] for row in rows])
    ridge = Ridge(alpha=30).fit(changes / changes.std(0), [float(row["won"]) for row in rows])
    print("# chances of winning that a number brings if it is larger by its spread:")
    for name, part in sorted(zip(names, ridge.coef_, strict=True), key=lambda item: -abs(item[1])):
        print(f"# {name}: {part:+.3f}")


# ---------------------------------------------------------------------- how strong it is


def measure(bot: str, games: int, path: Path | None) -> None:
    """Games of a bot: how many are won, and how long it thinks."""
    game, known = table(), kept(path)
    rows = []
    for number in range(games):
        row = known.get(number)
        if row is None:
            row = _measured(game, bot, number)
            keep(path, row)
        rows.append(row)
    won = sum(row["won"] for row in rows)
    low, high = wilson(won, len(rows))
    kills = sum(row["kills"] for row in rows) / len(rows)
    print(f"{bot}: won {won} of {len(rows)}, {won / len(rows):.1%} ({low:.1%} to {high:.1%}); {kills:.1f} reds beaten")
    cpu, longest = sum(row["cpu"] for row in rows) / len(rows), max(row["longest"] for row in rows)
    print(f"CPU: {cpu:.2f} s a game, longest decision {longest:.2f} s")


def _measured(game: waystation.engine.Game, bot: str, number: int) -> dict[str, Any]:
    state, player = cast(WindwardState, game.new_state(f"measured {number}")), make(bot, game)
    ply, cpu, longest = 0, 0.0, 0.0
    while not state.is_over:
        began = time.process_time()
        action = player.choose(observe(state, 0, bot_chance(number, 0, ply)))
        spent = time.process_time() - began
        cpu, longest, ply = cpu + spent, max(longest, spent), ply + 1
        state.advance(action, 0)
    return {
        "game": number,
        "won": bool(state.winners()),
        "kills": state.kills,
        "cpu": round(cpu, 3),
        "longest": round(longest, 3),
    }


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    for name in ("play", "fit"):
        part = parts.add_parser(name)
        part.add_argument("file", type=Path)
        if name == "play":
            part.add_argument("--games", type=int, default=1500)
    part = parts.add_parser("measure")
    part.add_argument("--bot", default="expert")
    part.add_argument("--games", type=int, default=200)
    part.add_argument("--keep", type=Path)
    given = parser.parse_args()
    if given.part == "play":
        play(given.file, given.games)
    elif given.part == "fit":
        fit(given.file)
    else:
        measure(given.bot, given.games, given.keep)


if __name__ == "__main__":
    main()
