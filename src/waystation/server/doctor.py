"""Whether a server can run here: Python, packages, database, files, disk, limits, clock, bots, pictures.

Nothing is changed: a database that is not there yet is not made, an older one is not brought up to date. How a server
that runs is reached from outside, `reached` looks at.
"""

from __future__ import annotations

import asyncio
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiosmtplib import SMTPException
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

import waystation
from waystation.engine import Match, WaystationError
from waystation.engine.svg import to_png
from waystation.engine.words import say

from . import schema
from .address import Address
from .bots import seen
from .findings import Finding, carried_out, ok, warning, wrong
from .mail import post_of
from .metrics import Metrics
from .notices import zone_of
from .storage import data_folder, database_size, known_schemas, make_engine, may_write, url_of
from .thinking import BotFailed, BotPool
from .worker import Question

TESTED = (3, 11), (3, 14)
"""The oldest and the newest Python that Waystation is tested with."""
LITTLE, FEW = 100 << 20, 1 << 30
"""Bytes of a disk that are too few to go on with, and few enough to be told."""
FILES, MANY_FILES = 1024, 8192
"""Open files with which a server can be used at all, and with which many can use it."""
SLACK = 60.0
"""Seconds by which a clock may be behind what was written last."""
JUMP = 0.5
"""Seconds by which a clock may differ from the machine's steady one while this looks."""
QUICK = 512 << 20
"""Bytes of a SQLite file that is read through to see whether it is sound."""


class Setup(msgspec.Struct, frozen=True):
    """What `waystation serve` is going to be told; None for the database: where it is by default."""

    db: str | None = None
    public_url: str = ""
    proxies: str = ""
    smtp: str = ""
    mail_from: str = ""

    @property
    def url(self) -> URL:
        return url_of(self.db or f"sqlite:///{data_folder() / 'tables.sqlite'}")

    @property
    def kind(self) -> str:
        """What the server stores in; "" if the URL makes no sense, which the database's own check says."""
        try:
            return self.url.get_backend_name()
        except ValueError:
            return ""

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None if it has none."""
        if self.kind != "sqlite" or self.url.database in (None, "", ":memory:"):
            return None
        return Path(self.url.database or "")


def examine(setup: Setup) -> Iterator[Finding]:
    """Everything about this machine and this set-up, one after another."""
    wall, steady = time.time(), time.monotonic()
    checks: dict[str, Callable[[], Iterator[Finding]]] = {
        "python": _python,
        "packages": partial(_packages, setup),
        "address": partial(_address, setup),
        "database": partial(_database, setup),
        "files": partial(_files, setup),
        "disk": partial(_disk, setup),
        "open files": _open_files,
        "pictures": _pictures,
        "bots": _bots,
        "clock": partial(_clock, setup, wall, steady),
        "letters": partial(_letters, setup),
        "time zones": _zones,
        "development": _tools,
    }
    for name, check in checks.items():
        yield from carried_out(name, check)


# ---------------------------------------------------------------------- Python and packages


def _python() -> Iterator[Finding]:
    here, kind = ".".join(map(str, sys.version_info[:3])), platform.python_implementation()
    oldest, newest = (".".join(map(str, version)) for version in TESTED)
    if kind != "CPython" or not TESTED[0] <= sys.version_info[:2] <= TESTED[1]:
        yield warning(
            "python",
            say("{kind} {version} is not what Waystation is tested with.", kind=kind, version=here),
            say("Use CPython {oldest} to {newest}.", oldest=oldest, newest=newest),
        )
    else:
        yield ok("python", say("{kind} {version}.", kind=kind, version=here))


def _packages(setup: Setup) -> Iterator[Finding]:
    extras = ["cli", "server"]
    extras += ["postgres"] if setup.kind == "postgresql" else []
    fine = 0
    for line in metadata.requires("waystation") or []:
        wanted = re.match(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?([^;]*)(?:;(.*))?$", line)
        if wanted is None or not _applies(wanted[3] or "", extras):
            continue
        name, bounds = wanted[1], wanted[2].strip()
        found = _version(name)
        extra = next((one for one in extras if f'"{one}"' in line), "server")
        advice = say("Install it: pip install 'waystation[{extra}]'", extra=extra)
        if found is None:
            yield wrong("packages", say("The package {name} is missing.", name=name), advice)
        elif not _within(found, bounds):
            yield warning(
                "packages", say("{name} {found} is not {bounds}.", name=name, found=found, bounds=bounds), advice
            )
        else:
            fine += 1
    yield ok("packages", say("{n:package|packages} in a version that fits, Waystation {ours}.", n=fine, ours=_ours()))


def _ours() -> str:
    return str(waystation.__version__)


def _applies(marker: str, extras: list[str]) -> bool:
    """Whether a requirement is for this platform and for what is used."""
    extra = re.search(r"extra == [\"']([a-z]+)[\"']", marker)
    return (extra is None or extra[1] in extras) and not ("sys_platform" in marker and sys.platform == "win32")


def _version(name: str) -> str | None:
    if name == "waystation":
        return _ours()
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _within(found: str, bounds: str) -> bool:
    """Whether a version is inside bounds such as ``<3,>=2.0.36``."""
    here = _numbers(found)
    tests: dict[str, Callable[[Any, Any], bool]] = {">=": lambda a, b: a >= b, "<": lambda a, b: a < b}
    for sign, version in re.findall(r"(>=|<)\s*([0-9.]+)", bounds):
        there = _numbers(version)
        width = max(len(here), len(there))
        if not tests[sign](here + (0,) * (width - len(here)), there + (0,) * (width - len(there))):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version.split("+")[0])[:4])


# ---------------------------------------------------------------------- the address


def _address(setup: Setup) -> Iterator[Finding]:
    try:
        address = Address(setup.public_url, setup.proxies)
    except ValueError as error:
        yield wrong(
            "address",
            say("{error}.", error=str(error)[:1].upper() + str(error)[1:]),
            say("Put --public-url and --proxies right."),
        )
        return
    if address.public and not address.is_secure and not is_local(address.public):
        yield warning(
            "address",
            say("{url} is plain HTTP: anybody on the way can take the cookies.", url=address.public),
            say("Let a proxy speak TLS, and name the address with https."),
        )
    if address.proxies.strip() == "*":
        yield warning(
            "address",
            say("Every address is believed to be a proxy's: whoever comes can pretend to come from anywhere."),
            say("Name the proxy's address with --proxies."),
        )
    elif address.public:
        yield ok("address", say("{url}, believed proxies: {proxies}.", url=address.public, proxies=address.proxies))
    else:
        yield ok("address", say("No public address is named: right where no proxy stands before the server."))


def is_local(url: str) -> bool:
    """Whether an address leads to this machine alone."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


# ---------------------------------------------------------------------- the database


def _database(setup: Setup) -> Iterator[Finding]:
    how = say("A database is named as sqlite:///PATH or postgresql://USER@HOST/NAME.")
    try:
        plain = setup.url.difference_update_query(["password", "sslpassword"])  # PostgreSQL takes them there, too
        shown, file = plain.render_as_string(hide_password=True), setup.file
    except WaystationError as error:
        yield wrong("database", say("There is no place for one: {reason}.", reason=str(error)), how)
        return
    except ValueError:
        yield wrong("database", say("The URL of the database makes no sense."), how)
        return
    if file is not None and not file.exists():
        yield _missing(file)
        return
    if file is not None and file.is_file() and not may_write(file):
        told: dict[str, Any] = {"file": str(file), "folder": str(file.parent)}
        yield wrong(
            "database",
            say("{file} or its folder may not be written to by whoever runs this.", **told),
            say("Let the server's user own both: chown waystation {folder} {file}", **told),
        )
        return
    try:
        engine = make_engine(str(setup.db or setup.url))
    except ImportError as error:
        yield wrong(
            "database",
            say("It cannot be asked without the package {name}.", name=error.name or "psycopg[binary]"),
            say("Install it: pip install 'waystation[{extra}]'", extra="postgres"),
        )
        return
    except (ValueError, SQLAlchemyError) as error:
        yield wrong("database", say("{error}.", error=str(error)[:1].upper() + str(error)[1:]), how)
        return
    try:
        yield from _connected(engine, shown, file)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        yield wrong(
            "database",
            say("The database {url} cannot be used: {reason}.", url=shown, reason=reason.rstrip(".")),
            say("Is it running, and do host, name, user and password fit? Is the file a database, and whose is it?"),
        )
    finally:
        engine.dispose()


def _missing(file: Path) -> Finding:
    folder = next(one for one in (file.parent, *file.parent.parents) if one.exists())
    if file.parent.exists() or file.parent == data_folder():
        if os.access(folder, os.W_OK | os.X_OK):
            return ok("database", say("There is none yet: the server makes {file}.", file=str(file)))
        return wrong(
            "database",
            say("{file} cannot be made: the folder may not be written to.", file=str(file)),
            say("Let the server's user own the folder: chown waystation {folder}", folder=str(file.parent)),
        )
    return wrong(
        "database",
        say("{file} cannot be made: there is no folder {folder}.", file=str(file), folder=str(file.parent)),
        say("Make it, for the server's user alone: install -d -m 700 -o waystation {folder}", folder=str(file.parent)),
    )


def _connected(engine: Engine, shown: str, file: Path | None) -> Iterator[Finding]:
    scripts = known_schemas()
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        ours = scripts.get_current_head()
        known = {script.revision for script in scripts.walk_revisions()}
        if found is None:
            yield ok("database", say("{url} answers and is empty: the server makes its tables.", url=shown))
        elif found not in known:
            yield wrong(
                "database",
                say("It was written by a newer Waystation (schema {found}, here {ours}).", found=found, ours=str(ours)),
                say("Install the newer release, or restore a backup into another database."),
            )
        elif found != ours:
            yield warning(
                "database",
                say("It is of an earlier release (schema {found}, here {ours}).", found=found, ours=str(ours)),
                say("The server brings it up to date when it starts. Make a backup before: waystation backup FILE"),
            )
        else:
            tables, people = (connection.scalar(select(func.count()).select_from(t)) or 0 for t in _COUNTED)
            size = database_size(connection, file) >> 20
            yield ok(
                "database",
                say(
                    "{url}: schema {ours}, {tables:table|tables}, {people:person|people}, {size} MB.",
                    url=shown,
                    ours=str(ours),
                    tables=tables,
                    people=people,
                    size=size,
                ),
            )
        if file is not None and file.stat().st_size <= QUICK:
            yield from _sound(connection, file)


_COUNTED = (schema.tables, schema.people)


def _sound(connection: Connection, file: Path) -> Iterator[Finding]:
    state = str(connection.scalar(text("PRAGMA quick_check(1)")))
    if state != "ok":
        yield wrong(
            "database",
            say("{file} is damaged: {state}.", file=str(file), state=state.replace("\n", " ")),
            say("Stop the server, keep a copy of the file, and restore the newest backup: waystation restore FILE"),
        )


# ---------------------------------------------------------------------- files, disk, limits


def _files(setup: Setup) -> Iterator[Finding]:
    file = setup.file
    if file is None or not file.is_file() or os.name == "nt":
        return
    fine = True
    for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if one.exists() and one.stat().st_mode & 0o077:
            fine = False
            yield wrong(
                "files",
                say(
                    "Others on this machine can read {file}, which holds seeds, links and the cookies' key.",
                    file=str(one),
                ),
                say("Keep it to its owner: chmod 600 {file}", file=str(one)),
            )
    if file.parent.stat().st_mode & stat.S_IWOTH and not file.parent.stat().st_mode & stat.S_ISVTX:
        fine = False
        yield wrong(
            "files",
            say("Anybody on this machine can put another file in the place of {file}.", file=str(file)),
            say("Close the folder: chmod 700 {folder}", folder=str(file.parent)),
        )
    if file.stat().st_uid != os.geteuid() != 0:
        fine = False
        yield warning(
            "files",
            say("{file} belongs to another user than you.", file=str(file)),
            say("Run this as the user that the server runs as: sudo -u waystation waystation doctor"),
        )
    if fine:
        yield ok("files", say("Only its owner can read {file}.", file=str(file)))


def _disk(setup: Setup) -> Iterator[Finding]:
    places = [Path(tempfile.gettempdir())]
    if setup.file is not None:
        places.insert(0, next(one for one in setup.file.absolute().parents if one.exists()))
    for place in places:
        free = shutil.disk_usage(place).free
        told: dict[str, Any] = {"free": free >> 20, "place": str(place)}
        if free < FEW:
            judge = wrong if free < LITTLE else warning
            yield judge(
                "disk",
                say("There are {free} MB left for {place}.", **told),
                say("Make room, or sweep tables that nobody plays any more: waystation admin sweep --days 180"),
            )
        else:
            yield ok("disk", say("There are {free} MB left for {place}.", **told))


def _open_files() -> Iterator[Finding]:
    try:
        import resource
    except ImportError:  # not on every system
        return
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = MANY_FILES if hard == resource.RLIM_INFINITY else hard
    if most < MANY_FILES:
        judge = wrong if most < FILES else warning
        yield judge(
            "open files",
            say("The server may open {n} files at once; each viewer takes one.", n=most),
            say("Raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -Hn 65536"),
        )
    else:
        yield ok("open files", say("At least {n} can be open at once.", n=most))


# ---------------------------------------------------------------------- what runs beside the server


_LETTER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20">{}</svg>'


def _pictures() -> Iterator[Finding]:
    letter = '<text x="2" y="16" font-size="16">W</text>'
    if to_png(_LETTER.format(letter)) == to_png(_LETTER.format("")):
        yield wrong(
            "pictures",
            say("Pictures have no letters: the font files of the package are missing."),
            say("Install Waystation anew: pip install --force-reinstall --no-deps 'waystation[server]'"),
        )
    else:
        yield ok("pictures", say("Pictures are drawn, letters and all."))


def _bots() -> Iterator[Finding]:
    began = time.monotonic()
    name = waystation.game_types()[0].name
    match = Match(waystation.load(name), 1)
    state = match.state
    question = Question(name, "{}", state.to_act[0], "random", seen(state, state.to_act[0], state.chance.clone()))

    async def asked() -> None:
        pool = BotPool(Metrics(), 1)
        try:
            await pool.ask(question)
        finally:
            await pool.close()

    try:
        asyncio.run(asked())
    except (BotFailed, OSError) as error:
        yield wrong(
            "bots",
            say("A bot could not think: it {error}.", error=str(error)),
            say("See what this says: {command}", command=f"echo | {sys.executable} -m waystation.server.worker"),
        )
    else:
        yield ok("bots", say("A process for bots starts and answers in {s} s.", s=f"{time.monotonic() - began:.1f}"))


def _clock(setup: Setup, wall: float, steady: float) -> Iterator[Finding]:
    set_clock = say("Let the system keep its clock: timedatectl set-ntp true")
    jumped = (time.time() - wall) - (time.monotonic() - steady)
    newest = _newest(setup)
    behind = newest - time.time()
    if behind > SLACK:
        yield wrong(
            "clock",
            say("The clock is {s} s behind what was written last: it was wrong then, or is now.", s=round(behind)),
            set_clock,
        )
    elif abs(jumped) > JUMP:
        yield warning("clock", say("The clock jumped by {s} s just now.", s=f"{jumped:+.1f}"), set_clock)
    else:
        yield ok(
            "clock", say("{now} (UTC), and it goes evenly.", now=time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()))
        )


def _letters(setup: Setup) -> Iterator[Finding]:
    """Whether players can be written to; a trial letter is theirs to ask for."""
    try:
        post = post_of(setup.smtp, setup.mail_from, setup.public_url)
    except ValueError as error:
        yield wrong("letters", say("{error}.", error=str(error).rstrip(".")), say("Put --smtp and --mail-from right."))
        return
    if post is None:
        yield ok("letters", say("No mail server is named: players are told in their browsers, not by e-mail."))
        return
    told: dict[str, Any] = {"host": post.server.host, "port": post.server.port}
    try:
        asyncio.run(post.look())
    except (SMTPException, OSError) as error:
        reason = (str(error) or type(error).__name__).split("\n")[0].rstrip(".")
        yield wrong(
            "letters",
            say("The mail server {host}:{port} cannot be used: {reason}.", **told, reason=reason),
            say("Does it run, do name and password fit, does it speak TLS (smtp:// with STARTTLS, smtps:// at once)?"),
        )
    else:
        yield ok("letters", say("{host}:{port} takes letters from {sender}.", **told, sender=post.sender))


def _zones() -> Iterator[Finding]:
    """Whether players' quiet hours can be kept in their own time."""
    if zone_of("Europe/Berlin") is None:
        yield warning(
            "time zones",
            say("This machine knows no time zones: players cannot have quiet hours in their own time."),
            say("Install the system's package tzdata, or: pip install tzdata"),
        )
    else:
        yield ok("time zones", say("The time zones of the world are known."))


def _newest(setup: Setup) -> float:
    """When something was written last, as the database says; 0 if it can't be asked."""
    try:
        if setup.file is not None and not setup.file.exists():
            return 0.0
        engine = make_engine(str(setup.db or setup.url))
        try:
            with engine.connect() as connection:
                return float(connection.scalar(select(func.max(schema.tables.c.updated))) or 0.0)
        finally:
            engine.dispose()
    except (SQLAlchemyError, ValueError, ImportError):
        return 0.0


def _tools() -> Iterator[Finding]:
    """What only a checkout of the source needs."""
    if not (Path(waystation.__file__).parents[2] / "dev.py").exists():
        return
    missing = [name for name in ("node", "chromium") if shutil.which(name) is None]
    if missing:
        yield warning(
            "development",
            say(
                "{missing} {n?is|are} not installed; only tests of the page need that.", missing=missing, n=len(missing)
            ),
            say("To develop: python3 dev.py test installs it where it may. To serve, nothing is missing."),
        )
    else:
        yield ok("development", say("Node and Chromium are there for tests of the page."))
