"""What a call is answered with, whoever answers it."""

from __future__ import annotations

from math import ceil
from typing import Any

import msgspec
from starlette.responses import Response

from .protocol import Problem
from .refusals import as_heard


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    kept = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(value), status, kept, "application/json")


def problem(status: int, reason: str, rule: str = "", wait: float | None = None) -> Response:
    """What every answer that is not 2xx says, and (if it may be asked again) after how many seconds."""
    headers = {} if wait is None else {"Retry-After": str(ceil(wait))}
    return json_response(Problem(reason=as_heard(reason), rule=rule), status, headers)
