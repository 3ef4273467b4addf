"""Replies as starlette sends them."""

from __future__ import annotations

from starlette.responses import Response

from . import replies
from .replies import Reply


def response(reply: Reply) -> Response:
    """A reply, to be sent. One that does not say how long it may be kept is kept nowhere: it may be for one person's
    eyes, and there are caches that go by the end of an address, such as .png."""
    if reply.status == 204:
        return Response(status_code=204)
    return Response(reply.content, reply.status, {"Cache-Control": "no-store", **reply.headers}, reply.kind)


def problem(status: int, reason: str, wait: float | None = None) -> Response:
    """A problem, to be sent."""
    return response(replies.problem(status, reason, wait=wait))
