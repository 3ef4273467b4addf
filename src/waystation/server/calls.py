"""How a call is answered, whoever brings it; one list of endpoints makes the routes and the OpenAPI document."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import waystation
from waystation.engine import WaystationError
from waystation.engine.svg import Layout, Theme
from waystation.engine.typed import schema_components
from waystation.engine.words import say

from .house import House
from .leases import Elsewhere
from .live import Room
from .opening import BadTable
from .protocol import PROTOCOL, Problem
from .refusals import Refused
from .replies import Reply, json_reply, problem
from .table import BrokenTable, NoTable
from .wishes import SMALL

log = logging.getLogger("waystation.server")

LARGE = 5 * 1024 * 1024


class Call:
    """One request: whose it is, and what it asks. `paths` and `queries` are what its address says by name."""

    def __init__(self, server: House, person: str, paths: Mapping[str, Any], queries: Mapping[str, str]) -> None:
        self.server = server
        self.person = person
        self.paths = paths
        self.queries = queries
        self.body: Any = None

    def path(self, name: str) -> Any:
        """What the address says by this name. Refused (404) if it holds NUL: PostgreSQL takes no such text."""
        found = self.paths[name]
        if isinstance(found, str) and "\0" in found:
            raise Refused(say("There is nothing at this address."), status=404)
        return found

    def query(self, name: str) -> str:
        """A query parameter, "" where there is none. Refused (400) if it holds NUL."""
        found = self.queries.get(name, "")
        if "\0" in found:
            raise Refused(say("{name} holds a character that no text has.", name=name), status=400)
        return found

    def number(self, name: str) -> int | None:
        """A small number in the query. Refused (400) if it is none."""
        asked = self.query(name)
        if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 4):
            raise Refused(say("{name} must be a number", name=name), status=400)
        return int(asked) if asked else None

    def game(self) -> str:
        """The game of the address by its name. Refused (404) if there is none."""
        name = str(self.path("game"))
        if name not in waystation.game_names():
            raise Refused(say("There is no such game."), status=404)
        return name

    def theme(self) -> Theme:
        """The colours of the picture that is asked for."""
        return "dark" if self.query("theme") == "dark" else "light"

    def layout(self) -> Layout:
        """How the regions of the picture that is asked for lie."""
        return "narrow" if self.query("layout") == "narrow" else "wide"

    async def room(self) -> Room:
        """The table of the address, if this person may watch it."""
        room = await self.server.hub.room(self.path("table"))
        if not room.table.may_watch(self.person):
            raise Refused(say("This table is not open to spectators."), status=403)
        return room

    def viewer(self, room: Room) -> int | None:
        """The eyes that are asked for, if this person may have them."""
        viewer = self.number("seat")
        if viewer not in room.table.eyes_of(self.person):
            raise Refused(say("You may not look from there."), status=403)
        return viewer


Handler = Callable[[Any], Awaitable[Any]]
"""Answers a call with a value, or a reply."""


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
    limit: int = SMALL
    raw: bool = False

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip().split("\n")[0]


async def answer(endpoint: Endpoint, call: Call, read: Callable[[], Awaitable[Any]]) -> Reply:
    """The reply to a call, whatever happens to it; `read` reads its body, if it has one."""
    try:
        call.body = await read()
        found = await endpoint.handler(call)
    except Refused as refused:
        return problem(refused.status, refused.reason, refused.rule, refused.wait)
    except Elsewhere:
        raise  # whoever brought the call takes it there
    except NoTable:
        return problem(404, say("There is no such table."))
    except BrokenTable as error:
        return problem(409, str(error))
    except (BadTable, WaystationError) as error:
        return problem(422, str(error)[:500])
    if endpoint.status == 204:
        return Reply(b"", status=204)
    return found if isinstance(found, Reply) else json_reply(found, endpoint.status)


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
