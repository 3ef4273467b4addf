"""Calls as they come over HTTP."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waystation.engine.words import say

from . import reading, wishes
from .calls import Call, Endpoint, answer
from .limits import COME_AGAIN
from .machine import Machine
from .passing import AWAY
from .people import Visit, new_visit
from .refusals import NO_DATABASE, Refused
from .replies import problem
from .responses import response

log = logging.getLogger("waystation.server")

Page = Callable[[Request], Awaitable[Response]]

PACKED = 16 * 1024
"""Bytes of an answer that is compressed in a thread."""


class Number(Convertor[int]):
    """A whole number of a usual length in a path; with any other there is nothing."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", Number())


class WebCall(Call):
    """A call that came over HTTP."""

    server: Machine

    def __init__(self, server: Machine, request: Request, visit: Visit) -> None:
        super().__init__(server, visit.person, request.path_params, request.query_params)
        self.request = request
        self.visit = visit

    def become(self, visit: Visit) -> None:
        """From here on this browser is somebody else's: the answer brings the cookie."""
        self.visit, self.person = visit, visit.person


def route(server: Machine, endpoint: Endpoint) -> Route:
    """The route of an endpoint."""

    async def respond(request: Request) -> Response:
        call = WebCall(server, request, server.people.visit(request) or new_visit())
        try:
            reply = await answer(endpoint, call, lambda: _body(endpoint, call))
        except AWAY:
            log.exception("the database cannot be used")
            reply = problem(503, NO_DATABASE, wait=COME_AGAIN)
        sent = await _packed(request, response(reply))
        if call.visit.needs_cookie or request.method == "POST":
            server.people.welcome(sent, call.visit, server.address.secure(request))
        return sent

    respond.__name__ = endpoint.handler.__name__
    path = endpoint.path.replace("{ply}", "{ply:number}").replace("{seat}", "{seat:number}")
    return Route(path, respond, methods=[endpoint.method])


def welcomed(server: Machine, page: Page) -> Page:
    """A page that brings the cookie to whoever has none, or an old one.

    A page asks for several things at once. If these brought the first cookies, each would bring another, and what was
    asked before the last one came would belong to somebody who is nobody any more.
    """

    async def respond(request: Request) -> Response:
        sent = await page(request)
        visit = server.people.visit(request) or new_visit()
        if visit.needs_cookie:
            server.people.welcome(sent, visit, server.address.secure(request))
        return sent

    return respond


async def _packed(request: Request, sent: Response) -> Response:
    """A long answer, compressed where nobody has to wait for it."""
    accepted = "gzip" in request.headers.get("accept-encoding", "")
    if accepted and len(sent.body) > PACKED and "content-encoding" not in sent.headers:
        sent.body = await asyncio.to_thread(gzip.compress, sent.body, 5, mtime=0)
        sent.headers["Content-Encoding"] = "gzip"
        sent.headers["Content-Length"] = str(len(sent.body))
        sent.headers.add_vary_header("Accept-Encoding")
    return sent


async def _body(endpoint: Endpoint, call: WebCall) -> Any:
    """What the handler is given of a body."""
    request = call.request
    if endpoint.method != "GET" and not call.server.address.is_ours(request):
        raise Refused(say("This request comes from another site."), status=403)
    if endpoint.asked is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(say("The body must be application/json."), status=415)
    content = await reading.body(request, endpoint.limit)
    _look_again(call)
    return content if endpoint.raw else wishes.read(content, endpoint.asked)


def _look_again(call: WebCall) -> None:
    """A body may take a minute. Who was signed out meanwhile is somebody new, as in any other request from now on;
    Refused (403) to who was banned."""
    if call.visit.given and call.server.people.visit(call.request) is None:
        call.become(new_visit())
    call.server.guard.check(call.person, call.server.limits.came_from(call.request))
