"""`mcp`: a server for language models that play."""

from __future__ import annotations

import os
import signal
import socket
from typing import Annotated

import typer

from waystation.cli.common import STOPPED, CommandError, complain
from waystation.engine.words import said


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Speak HTTP instead of standard input and output.")] = False,
    host: Annotated[str, typer.Option(help="For --http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="For --http: the port.")] = 8765,
) -> None:
    """Serve the games to language models by MCP: list games, start, rules, look, legal moves, play, why not, score.

    A model has one seat, bots have the others; nothing is shown that its seat may not know.
    """
    from waystation.study.mcp_server import build

    server = build()
    if not http:
        signal.signal(signal.SIGINT, lambda *_: os._exit(STOPPED))  # else it waits for a line, and for bots that think
        server.run("stdio")
        return
    _can_listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    complain(said("Serving MCP on http://{host}:{port}/mcp; Ctrl-C ends it.", host=shown, port=port))
    server.run("streamable-http", host=host, port=port)


def _can_listen(host: str, port: int) -> None:
    """Say it in a line if this address can't be had; who serves there would end with a log."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.create_server((host, port), family=family):
            pass
    except OSError as error:
        reason = str(error.strerror).partition(" (while")[0]
        raise CommandError(f"port {port} of {host} can't be opened: {reason}") from error
