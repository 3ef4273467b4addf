"""What the page's worker talks to: calls, visits to tables, and news of the bots and of other tabs."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from waystation.engine import words
from waystation.engine.typed import decode
from waystation.engine.words import say
from waystation.server.greeting import NOT_ALLOWED
from waystation.server.live import in_json
from waystation.server.outflow import Connection
from waystation.server.protocol import Closed
from waystation.server.refusals import Refused, as_heard
from waystation.server.session import Gone, Session
from waystation.server.table import BrokenTable, NoTable

from .bots import Workshop
from .calls import ME, answered, bring_game
from .foresight import Foresight
from .house import TabHouse
from .storage import Shelf, TabStorage

log = logging.getLogger("waystation.tab")

NO_TABLE = 4404
BROKEN = 4409
LOOKING = 1.0
"""Seconds: nobody chooses sooner at a table they have just come to."""


class Page(Workshop, Protocol):
    """What the page's worker does for the tables."""

    @property
    def shelf(self) -> Shelf: ...

    async def need(self, game: str) -> None:
        """Bring a game here, if it is not. Any error: it can't be had."""

    def frame(self, visit: str, text: str) -> None:
        """A frame for a visit."""

    def end(self, visit: str, code: int) -> None:
        """A visit is over."""

    def trouble(self, reason: str) -> None:
        """Say to people that something cannot be kept."""


class _Line:
    """A visit of the page as a wire."""

    def __init__(self, page: Page, visit: str) -> None:
        self.page = page
        self.visit = visit
        self.messages: asyncio.Queue[str | None] = asyncio.Queue()
        self.foresight: Foresight | None = None

    async def receive(self) -> str:
        message = await self.messages.get()
        if message is None:
            raise Gone
        return message

    async def send(self, frame: bytes) -> None:
        self.page.frame(self.visit, frame.decode())
        if self.foresight is not None:
            self.foresight.look()

    async def close(self, code: int) -> None:
        self.page.end(self.visit, code)


class Tab:
    """All tables of a tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.house = TabHouse(TabStorage(page.shelf, page.trouble), page)
        self.lines: dict[str, _Line] = {}

    async def call(self, method: str, address: str, body: str) -> tuple[int, str, str]:
        """Status, media type and text of the reply to a call."""
        reply = await answered(self.house, self.page.need, method, address, body)
        content = reply.content if isinstance(reply.content, str) else reply.content.decode()
        return reply.status, reply.kind, content

    def visit(
        self, visit: str, table: str, seat: int | None, since: int | None, life: str | None
    ) -> asyncio.Task[None]:
        """Watch a table until the page goes away: see `docs/protocol.md` about the socket.

        What the page says of this visit is heard from now on, also before the event loop comes to it.
        """
        line = self.lines[visit] = _Line(self.page, visit)
        return self.house.hub.spawn(self._watch(line, table, seat, since, life))

    async def _watch(self, line: _Line, table: str, seat: int | None, since: int | None, life: str | None) -> None:
        try:
            await bring_game(self.house, self.page.need, table)
            await self._visit(line, table, seat, since, life)
        except NoTable:
            await _turn_away(line, NO_TABLE, say("There is no such table."))
        except BrokenTable as error:
            await _turn_away(line, BROKEN, str(error))
        except Refused as refused:
            await _turn_away(line, BROKEN, refused.reason)
        except Exception:  # whatever a browser says that can't read it; without a word the page would wait for ever
            log.exception("table cannot be shown", extra={"table": table})
            await _turn_away(line, BROKEN, say("Something went wrong in this tab; nothing has changed."))
        finally:
            if line.foresight is not None:
                line.foresight.end()
            del self.lines[line.visit]

    async def _visit(self, line: _Line, table: str, seat: int | None, since: int | None, life: str | None) -> None:
        room = await self.house.hub.room(table)
        eyes = room.table.live_eyes(ME)
        if not eyes:
            await _turn_away(line, NOT_ALLOWED, say("You have no seat at this table."))
            return
        viewer = seat if seat is not None and seat in eyes else eyes[0]
        if any(one.bot not in (None, "random") for one in room.table.seats) and not room.table.state.is_over:
            self.house.hub.spawn(self._warm_up())
        connection = Connection(ME, viewer, self.house.outflow)
        line.foresight = Foresight(room, connection)
        await Session(self.house, line, room, connection).run(since if seat in (None, viewer) else None, life)

    async def _warm_up(self) -> None:
        """Have the bots ready before they are asked, but not while the table is drawn for the first time."""
        await asyncio.sleep(LOOKING)
        await self.house.bots.warm_up()

    def message(self, visit: str, text: str) -> None:
        """A message of the page, as it would send it over a socket."""
        if visit in self.lines:
            self.lines[visit].messages.put_nowait(text)

    def leave(self, visit: str) -> None:
        """The page has left a table."""
        if visit in self.lines:
            self.lines[visit].messages.put_nowait(None)

    def bots_said(self, text: str) -> None:
        """The worker of the bots has answered; with nothing: it has ended."""
        self.house.bots.heard(text)

    async def moved(self, table: str) -> None:
        """Another tab has changed a table; with no name: what it keeps beside them."""
        if not table:
            await self.house.kept.look_at_settings()
            return
        await self.house.kept.look_again(table)
        await self.house.hub.look_after([room for ident, room in self.house.hub.rooms.items() if ident == table])


async def _turn_away(line: _Line, code: int, reason: str) -> None:
    await line.send(in_json(Closed(seq=0, reason=as_heard(reason))))
    await line.close(code)


def speak(language: str) -> None:
    """Say everything in this language from now on."""
    if language:
        words.speak(decode(language, words.Catalogue))


async def begin(page: Page, language: str = "") -> Tab:
    """The tables of this tab, once what was kept is found. `language`: a catalogue in JSON, or nothing for English."""
    speak(language)
    tab = Tab(page)
    await tab.house.kept.start()
    tab.house.hub.spawn(tab.house.hub.tidy())
    return tab
