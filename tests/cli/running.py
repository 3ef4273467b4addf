"""What a command did, for tests."""

from __future__ import annotations

from collections.abc import Callable


class Result:
    """What a command did: its exit code and what it wrote."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


Run = Callable[..., Result]
