"""What other people's tools plug into: environments for PettingZoo, Gymnasium and OpenSpiel.

    from waystation.study import SeatEnv, TableEnv, ParallelTableEnv, SeatVector, Features

Parts that need an extra are loaded when they are asked for; without it they say what to install.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_FROM = {
    "Features": "features",
    "ParallelTableEnv": "several",
    "SeatEnv": "single",
    "SeatVector": "vector",
    "TableEnv": "several",
    "register": "registered",
}
"""Name -> the module that has it."""

__all__ = ["Features", "ParallelTableEnv", "SeatEnv", "SeatVector", "TableEnv", "register"]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
