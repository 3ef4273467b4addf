"""The server as an ASGI application, and as a process."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import FrameType

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

import waystation
from waystation.engine.words import say

from . import about, beats, devices, session, sockets
from .address import Address, Forwarded, page_at
from .allowance import Allowance
from .api import ENDPOINTS
from .calls import openapi
from .chronicle import Chronicle
from .company import Company
from .dice import MOMENT
from .doors import Doors
from .forwarding import Forwarding
from .guard import Guard
from .herald import Herald
from .hub import Hub
from .leases import FOLLOW, MOVED
from .limits import Gate, Limits
from .machine import Machine
from .mail import Post, post_of
from .observe import Observe, log_to_stderr
from .opentables import OpenTables
from .outflow import Outflow
from .pages import Pages
from .people import People, mark_of
from .previews import table_page
from .prometheus import Counted
from .responses import problem
from .roster import Roster
from .routes import route, welcomed
from .sql import connection_of
from .storage import Storage, default_url
from .thinking import LIMIT, BotPool
from .tournaments import Tournaments
from .uptime import BEAT

log = logging.getLogger("waystation.server")

YOUNG = (2_000, 1_000_000, 1_000_000)
"""When Python looks for garbage among young objects: often, so that nobody waits for it long. Among older ones it never
looks by itself."""
ENDING = round(MOMENT) + 2
"""Seconds that calls have to end when the server does: some wait until a table is dealt."""
SWEEP = 600.0
"""Seconds between two looks through everything for garbage."""


class Server(Machine):
    """Everything that one server is made of.

    `fresh` re-reads the page's files for each page; `workers` processes let bots think, for at most `bot_limit` seconds
    a decision; with `warm` the first of them is started and all games are loaded at once, and this process is the
    server's alone. `name`: what it is called among the processes of a PostgreSQL ("": anything), `inside`: the
    address at which they reach it ("": on this machine). `post` sends its letters, if it writes any.
    """

    def __init__(
        self,
        db: str | None = None,
        fresh: bool = False,
        workers: int = 2,
        bot_limit: float = LIMIT,
        warm: bool = False,
        storage: Callable[[str], Storage] = Storage,
        address: Address | None = None,
        name: str = "",
        inside: str = "",
        post: Post | None = None,
    ) -> None:
        self.warm = warm
        self.stopping = False
        self.metrics = Counted()
        self.database = self.storage = storage(db or default_url())
        self.bots = BotPool(self.metrics, workers, bot_limit)
        self.address = address or Address()
        self.doors = Doors()
        self.guard = Guard(self.storage)
        self.limits = Limits(self.address, self.doors)
        self.outflow = Outflow()
        self.asking = asyncio.Semaphore(2)
        self.roster: Roster | None = None
        if self.database.engine.name == "postgresql":
            self.roster = Roster(self.database.engine, name)
            self.database.owner = self.roster.name
        self.hub = Hub(self.storage, self.metrics, self.bots, self.outflow, self.roster)
        self.open_tables = OpenTables(self.hub)
        self.tournaments = Tournaments(self.hub)
        self.company = None if self.roster is None else Company(self.roster, self.hub, self.doors, inside)
        self.figures = {}
        self.hub.chronicle = self.chronicle = Chronicle(self.storage)
        self.herald = Herald(self.hub, self.address, post)
        self.messages = Allowance(session.PER_SECOND, session.BURST)
        self.address_messages = Allowance(5 * session.PER_SECOND, 5 * session.BURST)
        self.people = People("")
        self.pages = Pages(fresh)
        self.openapi = openapi(ENDPOINTS, waystation.__version__)
        self.seen: dict[str, float] = {}

    async def start(self, app: ASGIApp) -> None:
        """Make ready, in the running event loop; nobody is let in before."""
        await asyncio.to_thread(about.make_ready)
        await self._beat()
        self.hub.uptime.start()
        key = secrets.token_hex(32)
        self.people = People(await self.storage.write(lambda book: book.keep_setting("cookie key", key)))
        await self.follow_ended()
        if self.company is not None:
            await self.company.start(app)
        await self.guard.look()
        await self.herald.start()
        self.hub.uptime.start()  # from now on
        self.hub.spawn(self.guard.watch())
        self.hub.spawn(self.hub.tidy())
        self.hub.spawn(self.outflow.watch())
        self.hub.spawn(self.hub.follow_all())
        self.hub.spawn(self.open_tables.keep_up())
        self.hub.spawn(self.tournaments.keep_up())
        self.hub.spawn(self._beat_on())
        self.hub.spawn(self.chronicle.catch_up())
        self.hub.spawn(self.herald.keep_up())
        self.hub.spawn(self._follow_key())
        self.hub.spawn(self.hub.wake())
        if self.warm:
            self.hub.spawn(self.bots.warm_up())
            self.hub.spawn(self._settle())

    async def _beat(self) -> None:
        """Write down how long the house has been open."""
        now = self.hub.uptime.now()
        self.hub.uptime.agree(await self.storage.write(lambda book: beats.beat(connection_of(book), now)))

    async def _beat_on(self) -> None:
        """Do so for ever, and look after who is out of time."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
                await self.hub.pacing.look()
            except Exception:
                log.exception("time cannot be kept")

    async def _follow_key(self) -> None:
        """A backup that is put back brings the key with which its people's cookies were signed."""
        while True:
            await asyncio.sleep(FOLLOW)
            with suppress(SQLAlchemyError):
                key = await self.storage.read(lambda book: book.setting("cookie key"))
                if key:
                    self.people.key = key.encode()
                await self.follow_ended()

    async def follow_ended(self) -> None:
        """Let nobody go on who is signed out; whoever is signed in elsewhere comes back by themselves."""
        ended = await self.storage.read(lambda book: devices.ended(connection_of(book)))
        gone = devices.newly_ended(self.people.ended, ended)
        self.people.ended = {key: at for key, (at, _) in ended.items()}
        if gone:
            self.figures.clear()  # best scores call people by name, perhaps one who is forgotten
        for watcher in self.guard.connections() if gone else ():
            if watcher.person in gone or mark_of(watcher.person) in gone:
                watcher.close(MOVED)

    async def _settle(self) -> None:
        """Look for garbage where it arises, and only now and then everywhere.

        Python would look through everything that lives every few seconds, a tenth of a second long.
        """
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        while True:
            await asyncio.sleep(SWEEP)
            gc.collect()

    def end(self) -> None:
        """It is going to stop: whoever asks whether to send people here is told not to."""
        self.stopping = True

    async def leave(self) -> None:
        """Let other processes take over, if there are any."""
        if self.company is not None and not self.company.roster.leaving:
            await self.company.leave()

    async def stop(self) -> None:
        """Let go of everything. Nothing needs saving: the log has it."""
        await self.leave()
        await self.hub.close()
        await self.herald.close()
        with suppress(SQLAlchemyError):
            await self._beat()
        if self.company is not None:
            await self.company.stop()
        await asyncio.to_thread(self.database.close)


def create_app(server: Server) -> Starlette:
    """The ASGI application of a server."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.start(app)
        yield
        await server.stop()

    routes = [route(server, endpoint) for endpoint in ENDPOINTS]
    of_table = table_page(server, server.pages)
    company = server.company
    app = Starlette(
        routes=[
            *routes,
            WebSocketRoute("/api/tables/{table}/live", sockets.live),
            Route("/api/{rest:path}", lambda request: problem(404, say("There is nothing here."))),
            Route("/static/{hash}/{name:path}", server.pages.file),
            Route("/pushworker.js", server.pages.worker),
            *(Route(f"/{view}/{{table}}", welcomed(server, of_table)) for view in ("table", "replay")),
            Route("/{rest:path}", welcomed(server, server.pages.index_page)),
        ],
        middleware=[
            Middleware(Forwarded, address=server.address),
            Middleware(Gate, limits=server.limits),
            Middleware(Observe, metrics=server.metrics),
            *([Middleware(Forwarding, claim=company.roster.claim, asked=company.pipes.asked)] if company else []),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _refuse, 500: _fail},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def configuration(server: Server, host: str, port: int) -> uvicorn.Config:
    """How uvicorn is to serve a server: see `Doors.configuration`."""
    return server.doors.configuration(create_app(server), host, port, timeout_graceful_shutdown=ENDING)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | None = None,
    open_browser: bool = False,
    fresh: bool = False,
    workers: int = 2,
    log_level: str = "INFO",
    warm: bool = True,
    public_url: str = "",
    proxies: str = "",
    door: socket.socket | None = None,
    name: str = "",
    inside: str = "",
    smtp: str = "",
    mail_from: str = "",
) -> None:
    """Serve until stopped. `db` is a URL (default: SQLite in the user's data folder); `fresh` re-reads the page.

    `public_url` and `proxies`: see `address.Address`; `door`: the socket to listen on, instead of `host` and `port`;
    `name` and `inside`: see `Server`; `smtp` and `mail_from`: see `mail.post_of`. SystemExit with a sentence if that
    makes no sense, or if the database can't be opened.
    """
    log_to_stderr(log_level)
    try:
        address = Address(public_url, proxies)
        post = post_of(smtp, mail_from, address.public)
    except ValueError as error:
        raise SystemExit(str(error)) from error
    try:
        server = Server(db, fresh, workers, warm=warm, address=address, name=name, inside=inside, post=post)
    except (SQLAlchemyError, ValueError, OSError) as error:
        raise SystemExit(f"the database cannot be opened: {_first_line(error)}") from error
    # The writing thread asks for the interpreter several times a commit; five milliseconds each would be felt.
    sys.setswitchinterval(0.001)
    process = _Announcing(configuration(server, host, port), open_browser, address.public, server)
    with suppress(KeyboardInterrupt):
        process.run(None if door is None else [door])


async def _refuse(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        return problem(500, _OOPS)
    answer = problem(error.status_code, str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _fail(request: Request, error: Exception) -> Response:
    return problem(500, _OOPS)


_OOPS = say("Something went wrong in the server.")


class _Announcing(uvicorn.Server):
    """Says where it is once it listens, and opens the page."""

    def __init__(self, config: uvicorn.Config, open_browser: bool, public_url: str, served: Server) -> None:
        super().__init__(config)
        self.served = served
        self.public_url = public_url
        self.open_browser = open_browser

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.served.end()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        for listener in self.servers:
            listener.close()
        await self.served.leave()
        await super().shutdown(sockets)  # type: ignore[arg-type]

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1] if self.servers else self.config.port
        url = page_at(self.config.host, port, self.public_url)
        print(f"Waystation is open at {url}", file=sys.stdout, flush=True)
        if self.open_browser:
            await asyncio.to_thread(webbrowser.open, url)


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n")[0]
