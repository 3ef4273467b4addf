"""A WebSocket whose other end is gone by the time there is something to say: no error, and nothing in the log."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocket

from waystation.server import sockets
from waystation.server.leases import Elsewhere
from waystation.server.table import BrokenTable, NoTable


@pytest.mark.parametrize("trouble", [Elsewhere("t", None), NoTable(), BrokenTable("torn")])
@pytest.mark.parametrize("gone", [OSError("reset"), RuntimeError("closed")])
def test_nobody_is_left_to_be_told(trouble: Exception, gone: Exception) -> None:
    told: list[str] = []

    async def room(ident: str) -> None:
        raise trouble

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        told.append(message["type"])
        if message["type"] != "websocket.accept":
            raise gone

    server = SimpleNamespace(
        people=SimpleNamespace(known=lambda socket: None),
        address=SimpleNamespace(is_ours=lambda socket: True),
        limits=SimpleNamespace(came_from=lambda socket: "127.0.0.1"),
        guard=SimpleNamespace(check=lambda person, address: None),
        hub=SimpleNamespace(room=room),
    )
    app = SimpleNamespace(state=SimpleNamespace(server=server))
    scope = {"type": "websocket", "path_params": {"table": "t"}, "headers": [], "query_string": b"", "app": app}
    asyncio.run(sockets.live(WebSocket(scope, receive, send)))
    assert len(told) == 2, "it is tried"
