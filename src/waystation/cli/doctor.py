"""`doctor`: what is wrong with a set-up, and what to do."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from waystation.cli.backup import Db
from waystation.cli.common import FOUND_WRONG, JsonFlag, console
from waystation.engine.words import said

_STYLES = {"ok": "green", "warning": "yellow", "wrong": "bold red"}


def doctor(
    db: Db = None,
    public_url: Annotated[str, typer.Option(help="As for serve: it is looked whether it can be right.")] = "",
    proxies: Annotated[str, typer.Option(help="As for serve.")] = "",
    smtp: Annotated[
        str, typer.Option(envvar="WAYSTATION_SMTP", help="As for serve: it is connected to.", show_default=False)
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="WAYSTATION_MAIL_FROM", help="As for serve.", show_default=False)
    ] = "",
    url: Annotated[
        str,
        typer.Option(help="The address at which people reach a server that runs: it is visited.", show_default=False),
    ] = "",
    json: JsonFlag = False,
) -> None:
    """Look whether a server can run here, and whether one that runs is reached; say what is wrong and what to do."""
    from waystation.server.doctor import Setup, examine
    from waystation.server.reached import reached

    screen, found = console(), []
    for finding in (*examine(Setup(db, public_url, proxies, smtp, mail_from)), *(reached(url) if url else ())):
        found.append(finding)
        if not json:
            mark = Text.assemble((f"{finding.state:8}", _STYLES[finding.state]), f"{finding.check:13}", finding.text)
            screen.print(mark, soft_wrap=True)
            if finding.advice:
                screen.print(Text(f"{'':21}{finding.advice}"), soft_wrap=True)
    count = Counter(finding.state for finding in found)
    if json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        summary = said(
            "{ok} ok, {warnings:warning|warnings}, {wrong} wrong.",
            ok=count["ok"],
            warnings=count["warning"],
            wrong=count["wrong"],
        )
        screen.print(Text(summary))
    if count["wrong"]:
        raise typer.Exit(FOUND_WRONG)
