"""`serve`: tables in the browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from waystation.cli.common import BAD_INPUT, CommandError


@contextmanager
def _ended_as_commands_are() -> Iterator[None]:
    """What can't be done ends with the same code everywhere; where uvicorn can't listen (1 or 3), its log says why."""
    try:
        yield
    except SystemExit as end:
        if isinstance(end.code, str):
            raise CommandError(end.code) from None
        raise typer.Exit(BAD_INPUT if end.code else 0) from None


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0: any that is free.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            help="sqlite:///PATH or postgresql://USER@HOST/NAME. Default: a file in your data folder.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes in which bots think, of all that serve together.")] = 2,
    processes: Annotated[
        int, typer.Option(min=1, help="Processes that serve, behind the one port; several need PostgreSQL.")
    ] = 1,
    inside: Annotated[
        str,
        typer.Option(
            help="Address at which servers on other machines reach this one. Default: they are all on this machine.",
            show_default=False,
        ),
    ] = "",
    browser: Annotated[bool, typer.Option(help="Open the page in your browser, if this is a terminal.")] = True,
    public_url: Annotated[
        str,
        typer.Option(help="The address by which others reach it, if a proxy stands before it.", show_default=False),
    ] = "",
    proxies: Annotated[
        str,
        typer.Option(
            help="Addresses of the proxies whose X-Forwarded headers are believed. Default: this machine's own.",
            show_default=False,
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="WAYSTATION_SMTP",
            help="The mail server that takes letters to players: smtp://USER:PASSWORD@HOST:587, or smtps://. "
            "Default: no letters.",
            show_default=False,
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(envvar="WAYSTATION_MAIL_FROM", help="The address that they come from.", show_default=False),
    ] = "",
    log_level: Annotated[str, typer.Option(help="DEBUG, INFO, WARNING or ERROR.")] = "INFO",
) -> None:
    """Serve tables in the browser: play with friends and bots."""
    with _ended_as_commands_are():
        from waystation.server import run
        from waystation.server.processes import Settings, run_many

        settings = Settings(
            db=db,
            workers=workers,
            log_level=log_level.upper(),
            public_url=public_url,
            proxies=proxies,
            inside=inside,
            smtp=smtp,
            mail_from=mail_from,
        )
        if processes > 1:
            run_many(processes, host, port, settings)
        else:
            run(host=host, port=port, open_browser=browser and sys.stdout.isatty(), **settings.given())
