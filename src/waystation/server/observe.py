"""Logs as JSON lines, with the request and the table they belong to; never a cookie, a link, a seed or a chat line."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections import Counter
from contextvars import ContextVar
from typing import Any, TextIO

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .prometheus import Counted

request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("waystation.server")

LOGGERS = ("waystation.server", "uvicorn", "asyncio")
MOST = 60
"""Lines of one kind in a minute; more are counted, and the number is told."""
_OURS = ("table", "tournament", "seat", "bot", "reason", "route", "method", "status", "ms", "address")

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"


_DETAIL = re.compile(r"^DETAIL: .*\n?", re.MULTILINE)
"""PostgreSQL says there which values it did not like: people, links, addresses."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if request_id.get():
            line["request"] = request_id.get()
        line.update({name: getattr(record, name) for name in _OURS if hasattr(record, name)})
        if record.exc_info:
            line["trace"] = _DETAIL.sub("", self.formatException(record.exc_info))
        return msgspec.json.encode(line, enc_hook=str).decode()


class Thinned(logging.StreamHandler[TextIO]):
    """Writes so many lines of a kind in a minute, and then how many more there were."""

    def __init__(self, stream: TextIO, most: int = MOST) -> None:
        super().__init__(stream)
        self.most = most
        self._minute = 0
        self._seen: Counter[tuple[object, ...]] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        minute = int(record.created // 60)
        if minute != self._minute:
            self._tell_rest(record)
            self._minute = minute
        fault = record.exc_info[0] if record.exc_info else None
        kind = (record.msg, getattr(record, "route", None), getattr(record, "status", None), fault)
        self._seen[kind] += 1
        if self._seen[kind] <= self.most:
            super().emit(record)

    def _tell_rest(self, after: logging.LogRecord) -> None:
        for kind, count in self._seen.items():
            if count > self.most:
                text = f"{count - self.most} more like it: {kind[0]}"
                line = logging.LogRecord(after.name, logging.WARNING, "", 0, text, None, None)
                line.__dict__.update(
                    {name: value for name, value in zip(("route", "status"), kind[1:3], strict=True) if value}
                )
                super().emit(line)
        self._seen.clear()


def log_to_stderr(level: str = "INFO") -> None:
    """Send the server's log, uvicorn's and asyncio's to standard error as JSON lines."""
    handler = Thinned(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # What uvicorn would say below this holds cookies, queries and whole frames.
    for name in ("uvicorn", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.getLogger(name).level, logging.WARNING))


class Observe:
    """Around everything: a request id, a log line, metrics, and the headers that every answer has.

    The route's name is logged, not the address as it was asked for: a query may hold what must not be kept.
    """

    def __init__(self, app: ASGIApp, metrics: Counted) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        token = request_id.set(secrets.token_hex(6))
        began = time.perf_counter()
        status = 101 if scope["type"] == "websocket" else 500

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_headers(message["headers"])]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            self._note(scope, status, time.perf_counter() - began)
            request_id.reset(token)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("endpoint"), "__name__", "none")
        self.metrics.requests.labels(route, str(status)).inc()
        facts = {"route": route, "method": scope.get("method", "WS"), "status": status, "ms": round(seconds * 1000, 1)}
        table = scope.get("path_params", {}).get("table")
        if table is not None:
            facts["table"] = table
        log.info("request", extra=facts)


def _headers(given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    headers = [
        (b"x-request-id", request_id.get().encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
    ]
    if not any(name == b"content-security-policy" for name, _ in given):
        headers.append((b"content-security-policy", POLICY.encode()))
    return headers
