"""What a link to a table tells before it is opened: tags for those who show previews of links.

Only what everybody may see is told: of tables that allow spectators, what game it is, and when it is over, how it
ended.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from html import escape

from starlette.requests import Request
from starlette.responses import Response

import waystation
from waystation.engine.words import said

from .games import title_of
from .machine import Machine
from .pages import Pages
from .passing import AWAY
from .rows import TableRow


def table_page(server: Machine, pages: Pages) -> Callable[[Request], Awaitable[Response]]:
    """The page of a table or its replay, with such tags."""

    async def page(request: Request) -> Response:
        ident = request.path_params["table"]
        row: TableRow | None = None
        with suppress(*AWAY):  # the page says itself what the matter is
            row = await server.storage.read(lambda book: book.table(ident))
        base = server.address.public or str(request.base_url).rstrip("/")
        return pages.page("" if row is None or not row.spectators else tags(row, base))

    return page


def tags(row: TableRow, base: str) -> str:
    """Of a table that is open to spectators; `base` is this server's address."""
    known = row.game in waystation.game_names()
    facts = {"og:site_name": "Waystation", "og:type": "website", "og:title": title_of(row.game)}
    facts["og:url"] = f"{base}/table/{row.id}"
    facts["og:description"] = row.result if row.over else said("A game that goes on: look on.")
    if row.over and known:
        facts["og:image"] = f"{base}/api/tables/{row.id}/ending.png"
        facts["twitter:card"] = "summary_large_image"
    return "".join(f'<meta property="{name}" content="{escape(value)}">\n' for name, value in facts.items())
