"""What `pip install waystation` alone does not bring, and which extra does.

The library needs little; the terminal, the server and other tools need more. Whoever uses a part whose extra is not
installed is told what to install.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .errors import WaystationError

EXTRAS = {
    "typer": "cli",
    "rich": "cli",
    "resvg_py": "cli",
    "starlette": "server",
    "uvicorn": "server",
    "websockets": "server",
    "sqlalchemy": "server",
    "alembic": "server",
    "prometheus_client": "server",
    "markdown_it": "server",
    "webauthn": "server",
    "pywebpush": "server",
    "py_vapid": "server",
    "cryptography": "server",
    "aiohttp": "server",
    "aiosmtplib": "server",
    "psycopg": "postgres",
    "shapely": "maps",
    "numpy": "maps",
    "pyarrow": "study",
    "choix": "study",
    "openskill": "study",
    "altair": "study",
    "vl_convert": "study",
    "optuna": "study",
    "mcp": "study",
    "gymnasium": "study",
    "pettingzoo": "study",
    "pyspiel": "peers",
    "ray": "ray",
}
"""Module -> the extra that brings it (see pyproject.toml)."""


class MissingExtra(WaystationError, ImportError):
    """A part of Waystation is used whose extra is not installed; the text says which."""


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Around imports: a module of an extra that is missing is a MissingExtra that says what it is needed for."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        raise MissingExtra(f"{what} needs {error.name}: pip install 'waystation[{extra}]'") from error
