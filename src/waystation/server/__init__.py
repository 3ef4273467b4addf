"""Tables in the browser: seats, live play, storage. See docs/server.md and docs/protocol.md.

`run` serves; `create_app(Server(db))` is the ASGI application. They are imported when first asked for, so that the
processes in which bots think stay small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from waystation.engine.extras import needed_for

if TYPE_CHECKING:
    from .app import Server, create_app, run

__all__ = ["Server", "create_app", "run"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    with needed_for("the server"):
        from . import app

    return getattr(app, name)
