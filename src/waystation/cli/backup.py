"""`backup` and `restore`: a server's database as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from waystation.cli.common import CommandError, console
from waystation.engine.words import said

Db = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///PATH or postgresql://USER@HOST/NAME. Default: a file in your data folder.",
        show_default=False,
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.", show_default=False)],
    db: Db = None,
) -> None:
    """Back up a server's database, tables and people, to one file; the server may run meanwhile."""
    from waystation.server.backup import BackupError
    from waystation.server.backup import backup as write

    try:
        count = write(file, db)
    except BackupError as error:
        raise CommandError(str(error)) from error
    console().print(
        said("{file}: {n:table|tables}. It holds seeds and links: keep it to yourself.", file=str(file), n=count)
    )


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", show_default=False)],
    db: Db = None,
) -> None:
    """Put a backup back in place of ALL that a server's database holds; the server may run meanwhile."""
    from waystation.server.backup import BackupError
    from waystation.server.backup import restore as put_back

    try:
        count = put_back(file, db)
    except BackupError as error:
        raise CommandError(str(error)) from error
    console().print(said("{n:table is|tables are} as in {file}.", n=count, file=str(file)))
