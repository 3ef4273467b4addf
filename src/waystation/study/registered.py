"""The names of our environments in other tools: ``waystation/<game>-v<rules version>``."""

from __future__ import annotations

import waystation
from waystation.engine import Game
from waystation.engine.extras import needed_for

with needed_for("register"):
    import gymnasium
    import pettingzoo  # type: ignore[import-untyped]


def environment_id(game: type[Game]) -> str:
    """What the environments of a game are called: another version of its rules is another environment."""
    return f"waystation/{game.name}-v{game.rules_version}"


def register() -> list[str]:
    """Register every installed game that has observations with PettingZoo and Gymnasium; returns the names.

    ``pettingzoo.make("aec", name)``, for simultaneous games also ``pettingzoo.make("parallel", name)``, and
    ``gymnasium.make(name)`` then make the environments. What is registered already stays as it is.
    """
    names = []
    for game in waystation.game_types():
        if game.observation is None:
            continue
        ident = environment_id(game)
        given = {"game": game.name}
        if ident not in pettingzoo.aec_registry:
            pettingzoo.register("aec", ident, "waystation.study.several:TableEnv", kwargs=given)
        if game.spec.simultaneous and ident not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", ident, "waystation.study.several:ParallelTableEnv", kwargs=given)
        if ident not in gymnasium.registry:
            gymnasium.register(ident, "waystation.study.single:SeatEnv", kwargs=given)
        names.append(ident)
    return names
