"""Where the tables of a browser are kept, and what happens where nothing can be kept.

Everything is done in memory; what changed is written down before anybody is told. Another tab may have written
meanwhile: every change says how far the log was that it was made from, and is refused if it is not so any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeVar

import msgspec

from waystation.engine.typed import decode
from waystation.engine.words import say
from waystation.server.refusals import as_heard
from waystation.server.rows import Book, Entry, LogMoved

from .book import Change, Head, Kept, MemoryBook, NotHere, all_of

T = TypeVar("T")

NOWHERE = say(
    "This browser keeps nothing for this page: you can play, but close the tab and the game is gone, "
    "so save its record before."
)
FULL = say(
    "This browser has no room left: the game goes on, but what happens from now on is not kept "
    "unless you delete old tables or save the record."
)
DAMAGED = say("A table that this browser keeps cannot be read, and is left out; the others are here.")


TRIES = 3
"""How often something is done anew because another tab was there before."""


class Shelf(Protocol):
    """What the browser does with texts. Everything goes over as JSON."""

    async def begin(self) -> str:
        """All heads of tables, and the settings: see `Begun`. Any error: nothing can be kept."""

    async def fetch(self, ident: str) -> str:
        """All that is written of a table: see `Fetched`."""

    async def save(self, expected: str, changes: str) -> str:
        """Write changes in one go if the logs of these tables end as expected: "kept", "moved" (they do not) or "full".

        `expected` has pairs of a table and the end of its log (null: it is not there).
        """


class Begun(msgspec.Struct):
    """What is found at the start."""

    tables: list[str] = []
    settings: dict[str, str] = {}


class Fetched(msgspec.Struct):
    """What is written of a table; `head` is None where it is deleted."""

    head: str | None = None
    log: list[str] = []
    shots: list[tuple[int, str]] = []


READ = (Begun, Fetched)
"""What the browser hands over."""


class TabStorage:
    """See the module, and `rows.Storage`. `tell` says to people that something cannot be kept."""

    def __init__(self, shelf: Shelf, tell: Callable[[str], None]) -> None:
        self.shelf: Shelf | None = shelf
        self.tell = tell
        self.tables: dict[str, Kept] = {}
        self.settings: dict[str, str] = {}
        self.written: dict[str, int] = {}
        self.unwritten: set[str] = set()  # tables for which there was no room
        self.unset: set[str] = set()  # settings for which there was none
        self.lock = asyncio.Lock()

    async def start(self) -> None:
        """Find what was kept."""
        assert self.shelf is not None
        try:
            begun = decode(await self.shelf.begin(), Begun)
        except Exception:  # whatever a browser says that keeps nothing here
            self._keep_nothing()
            return
        self.settings = begun.settings
        for text in begun.tables:
            try:
                self._take_in(text)
            except msgspec.DecodeError:  # the others are to be played all the same
                self.tell(as_heard(DAMAGED))

    async def read(self, job: Callable[[Book], T]) -> T:
        """The result of a job that only reads."""
        return (await self._run(job))[0]

    async def write(self, job: Callable[[Book], T]) -> T:
        """The result of a job, once what it changed is written down. LogMoved if it adds to a log that has moved."""
        async with self.lock:
            result, book = await self._run(job)
            tries = 1
            while not await self._save(book):
                if tries == TRIES:
                    raise LogMoved
                tries += 1
                result, book = await self._run(job)
            self.settings = book.settings
            for ident, kept in book.tables.items():
                if kept is None:
                    self._forget(ident)
                else:
                    self.tables[ident] = kept
            return result

    async def look_again(self, ident: str) -> None:
        """Another tab has changed a table."""
        async with self.lock:
            if ident not in self.unwritten:
                await self._fetch(ident)

    async def look_at_settings(self) -> None:
        """Another tab has changed a name, or kept a review."""
        if self.shelf is None:
            return
        async with self.lock:
            found = decode(await self.shelf.begin(), Begun).settings
            self.settings = found | {name: self.settings[name] for name in self.unset if name in self.settings}

    async def _run(self, job: Callable[[Book], T]) -> tuple[T, MemoryBook]:
        """Do a job; the logs it asks for are fetched, and it is done again."""
        while True:
            book = MemoryBook(self.tables, self.settings)
            try:
                return job(book), book
            except NotHere as missing:
                await self._fetch(missing.args[0])

    # ------------------------------------------------------------------ the browser's side

    def _take_in(self, text: str) -> Kept:
        head = decode(text, Head)
        kept = self.tables[head.row.id] = Kept(head)
        self.written[head.row.id] = head.row.seq
        self.unwritten.discard(head.row.id)
        return kept

    async def _fetch(self, ident: str) -> None:
        assert self.shelf is not None
        found = decode(await self.shelf.fetch(ident), Fetched)
        if found.head is None:
            self._forget(ident)
            return
        try:
            log = [decode(text, Entry) for text in found.log]
            kept = self._take_in(found.head)
        except msgspec.DecodeError:
            self._forget(ident)  # here: whatever is written of it stays
            self.tell(as_heard(DAMAGED))
            return
        kept.log, kept.shots = log, dict(found.shots)

    def _forget(self, ident: str) -> None:
        self.tables.pop(ident, None)
        self.written.pop(ident, None)
        self.unwritten.discard(ident)

    async def _save(self, book: MemoryBook) -> bool:
        """Write down what a job changed. False if another tab was there before: then the job is to be done anew.

        LogMoved if the job adds to a log or its states: it was made for the log as it was. Anything else (a name,
        the end of a table) holds whatever has been played meanwhile.
        """
        if self.shelf is None or not book.changes:
            return True
        late = [kept for ident, kept in book.tables.items() if kept is not None and ident in self.unwritten]
        changes = book.changes if not late else [change for kept in late for change in all_of(kept)] + book.changes
        match await self._put(book.tables, changes):
            case "moved":
                for ident in book.tables:
                    await self._fetch(ident)
                if any(store in ("log", "shots") and text is not None for store, _, text in book.changes):
                    raise LogMoved
                return False
            case "full":
                if not self.unwritten and not self.unset:
                    self.tell(as_heard(FULL))
                self.unwritten.update(ident for ident, kept in book.tables.items() if kept is not None)
                self.unset.update(str(key[0]) for store, key, _ in book.changes if store == "settings")
            case "kept":
                await self._catch_up(book)
        return True

    async def _catch_up(self, book: MemoryBook) -> None:
        """There is room, perhaps only since this job has deleted a table: for all that could not be written, too."""
        settings: list[Change] = [("settings", [key], book.settings.get(key)) for key in sorted(self.unset)]
        if settings and await self._put({}, settings) == "kept":
            self.unset.clear()
        for ident in sorted(self.unwritten):
            kept = self.tables[ident]
            match await self._put({ident: kept}, all_of(kept)):
                case "moved":
                    await self._fetch(ident)
                case "full":
                    return

    async def _put(
        self, tables: Mapping[str, Kept | None], changes: Sequence[Change]
    ) -> Literal["kept", "moved", "full"]:
        """Write changes to these tables in one go."""
        said = await self._ask([(ident, self.written.get(ident)) for ident in tables], changes)
        if said == "kept":
            for ident, kept in tables.items():
                self.unwritten.discard(ident)
                if kept is not None:
                    self.written[ident] = kept.head.row.seq
        return said

    async def _ask(self, expected: object, changes: object) -> Literal["kept", "moved", "full"]:
        assert self.shelf is not None
        encode = msgspec.json.encode
        said = await self.shelf.save(encode(expected).decode(), encode(changes).decode())
        return "kept" if said == "kept" else "moved" if said == "moved" else "full"

    def _keep_nothing(self) -> None:
        self.shelf = None
        self.tell(as_heard(NOWHERE))
