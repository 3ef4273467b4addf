"""Replies as starlette sends them."""

from __future__ import annotations

from starlette.responses import Response

from . import replies
from .replies import Reply


def response(reply: Reply) -> Response:
    """A reply, to be sent."""
    if reply.status == 204:
        return Response(status_code=204)
    return Response(reply.content, reply.status, reply.headers, reply.kind)


def problem(status: int, reason: str, wait: float | None = None) -> Response:
    """A problem, to be sent."""
    return response(replies.problem(status, reason, wait=wait))
