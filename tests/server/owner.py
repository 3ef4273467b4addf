"""What the owner of a server types."""

from __future__ import annotations

from typer.testing import CliRunner

from waystation.cli import app


def admin(db: str, *words: object) -> str:
    """What `waystation admin` prints; it must succeed."""
    done = CliRunner().invoke(app, ["admin", *map(str, words), "--db", db], env={"COLUMNS": "200"})
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output
