"""`report`: what many games say, as one HTML file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from waystation.arena import Row, read_rows
from waystation.cli.common import CommandError, complain, console, writable
from waystation.engine.documents import write_whole
from waystation.engine.words import said


def report(
    results: Annotated[list[Path], typer.Argument(help="Results of simulate, tournament or compare (JSON lines).")],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")] = Path("report.html"),
    title: Annotated[str, typer.Option(help="What stands above it.")] = "",
) -> None:
    """Write a report: seats, bots, length, how games end, points, and every component, with intervals.

    The file needs no network. Each game under each set of options has a part of its own.
    """
    rows: list[Row] = []
    for path in results:
        try:
            rows += read_rows(path)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CommandError(f"{path}: these are no results (JSON lines): {error}") from error
    if not rows:
        raise CommandError(f"{', '.join(map(str, results))}: there are no games in it")
    texts = [msgspec.json.encode(row) for row in rows]  # a file may be named twice, or copied into another
    if twice := sum(times > 1 for times in Counter(texts).values()):
        complain(said("{n:game is|games are} there more than once and {n?counts|count} once.", n=twice))
    rows = list(dict(zip(texts, rows, strict=True)).values())
    if out.suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"{out}: the name must end in .html")
    writable(out)
    from waystation.study.report import report as written

    write_whole(out, written(rows, title or ", ".join(path.stem for path in results)))
    console().print(said("{n:game|games}: report in {file}", n=len(rows), file=str(out)))
