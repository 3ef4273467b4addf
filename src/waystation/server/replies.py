"""What a call is answered with, whoever answers it and however it goes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Any

import msgspec

from .protocol import Problem
from .refusals import as_heard


@dataclass
class Reply:
    """An answer: what it says, of which kind that is, and what a server says beside it."""

    content: bytes | str
    kind: str = "application/json"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def json_reply(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Reply:
    """A value as JSON."""
    return Reply(
        msgspec.json.encode(value), "application/json", status, {"Cache-Control": "no-store", **(headers or {})}
    )


def problem(status: int, reason: str, rule: str = "", wait: float | None = None) -> Reply:
    """What every answer that is not 2xx says, and (if it may be asked again) after how many seconds."""
    headers = {} if wait is None else {"Retry-After": str(ceil(wait))}
    return json_reply(Problem(reason=as_heard(reason), rule=rule), status, headers)
