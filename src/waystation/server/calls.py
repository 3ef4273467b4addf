"""How an HTTP call is read and answered: one list of endpoints makes both the routes and the OpenAPI document."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from waystation.engine import WaystationError
from waystation.engine.typed import schema_components
from waystation.engine.words import say

from . import reading
from .live import Room
from .machine import Machine
from .opening import BadTable
from .people import new_person
from .protocol import PROTOCOL, Problem
from .refusals import Refused
from .replies import json_response, problem
from .table import BrokenTable, NoTable

log = logging.getLogger("waystation.server")

LARGE = 5 * 1024 * 1024
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


class Call:
    """One request: whose it is, and what it asks."""

    def __init__(self, server: Machine, request: Request, person: str, body: Any) -> None:
        self.server = server
        self.request = request
        self.person = person
        self.body = body

    def path(self, name: str) -> Any:
        return self.request.path_params[name]

    def query(self, name: str, default: str = "") -> str:
        return self.request.query_params.get(name, default)

    async def room(self) -> Room:
        """The table of the address, if this person may watch it."""
        room = await self.server.hub.room(self.path("table"))
        if not room.table.may_watch(self.person):
            raise Refused(say("This table is not open to spectators."), status=403)
        return room

    def viewer(self, room: Room) -> int | None:
        """The eyes that are asked for, if this person may have them."""
        asked = self.query("seat")
        if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 4):
            raise Refused(say("seat must be a number"), status=400)
        viewer = int(asked) if asked else None
        if viewer not in room.table.eyes_of(self.person):
            raise Refused(say("You may not look from there."), status=403)
        return viewer


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Query:
    """A query parameter: its JSON Schema."""

    name: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Endpoint:
    """A method at a path. `asked` is the type of the body; `answers` a type, or a media type for text.

    `raw`: the handler is given the body as it came, of at most `limit` bytes.
    """

    method: str
    path: str
    handler: Handler
    answers: Any
    asked: Any = None
    status: int = 200
    queries: tuple[Query, ...] = ()
    limit: int = reading.SMALL
    raw: bool = False

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip().split("\n")[0]


def route(server: Machine, endpoint: Endpoint) -> Route:
    """The route of an endpoint."""

    async def answer(request: Request) -> Response:
        person = server.people.known(request)
        call = Call(server, request, person or new_person(), None)
        response = await _respond(endpoint, call)
        if person is None or call.request.method == "POST":
            server.people.welcome(response, call.person, server.address.secure(request))
        return response

    answer.__name__ = endpoint.handler.__name__
    path = endpoint.path.replace("{ply}", "{ply:number}").replace("{seat}", "{seat:number}")
    return Route(path, answer, methods=[endpoint.method])


async def _respond(endpoint: Endpoint, call: Call) -> Response:
    try:
        if endpoint.method != "GET":
            _check_origin(call)
        if endpoint.asked is not None:
            call.body = await _body(endpoint, call.request)
        found = await endpoint.handler(call)
    except Refused as refused:
        return problem(refused.status, refused.reason, refused.rule, refused.wait)
    except NoTable:
        return problem(404, say("There is no such table."))
    except BrokenTable as error:
        return problem(409, str(error))
    except (BadTable, WaystationError) as error:
        return problem(422, str(error)[:500])
    if endpoint.status == 204:
        return Response(status_code=204)
    response = found if isinstance(found, Response) else json_response(found, endpoint.status)
    return await _packed(call.request, response)


async def _packed(request: Request, response: Response) -> Response:
    """A long answer, compressed where nobody has to wait for it."""
    accepted = "gzip" in request.headers.get("accept-encoding", "")
    if accepted and len(response.body) > PACKED and "content-encoding" not in response.headers:
        response.body = await asyncio.to_thread(gzip.compress, response.body, 5, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
        response.headers.add_vary_header("Accept-Encoding")
    return response


def _check_origin(call: Call) -> None:
    if not call.server.address.is_ours(call.request):
        raise Refused(say("This request comes from another site."), status=403)


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(say("The body must be application/json."), status=415)
    content = await reading.body(request, endpoint.limit)
    return content if endpoint.raw else reading.read(content, endpoint.asked)


# ---------------------------------------------------------------------- OpenAPI


def openapi(endpoints: list[Endpoint], version: str) -> dict[str, Any]:
    """The HTTP part of the protocol for tools."""
    types = {Problem}
    for endpoint in endpoints:
        types |= {kind for kind in (endpoint.asked, endpoint.answers) if kind and not isinstance(kind, str)}
    ordered = sorted(types, key=str)
    schemas, components = schema_components(ordered, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(ordered, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Waystation", "version": version, "description": f"Protocol {PROTOCOL}"},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, by_type: dict[Any, Any]) -> dict[str, Any]:
    names = [part[1:].partition("}")[0] for part in endpoint.path.split("/") if part.startswith("{")]
    whole = {"type": "integer", "minimum": 0, "maximum": 100000}
    parameters: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": whole if name in ("seat", "ply") else {"type": "string"},
        }
        for name in names
    ]
    parameters += [{"name": query.name, "in": "query", "schema": query.schema} for query in endpoint.queries]
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": parameters,
        "responses": {
            str(endpoint.status): _content(endpoint.answers, by_type),
            "4XX": _content(Problem, by_type),
        },
    }
    if endpoint.asked is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_type[endpoint.asked]}},
        }
    return operation


def _content(kind: Any, by_type: dict[Any, Any]) -> dict[str, Any]:
    if kind is None:
        return {"description": "Nothing."}
    if isinstance(kind, str):
        return {"description": kind, "content": {kind: {"schema": {"type": "string"}}}}
    return {"description": str(kind), "content": {"application/json": {"schema": by_type[kind]}}}
