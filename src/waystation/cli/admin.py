"""`admin`: what whoever runs a server does about its tables and people, while it runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from waystation.cli.backup import Db
from waystation.cli.common import CommandError, JsonFlag, console
from waystation.engine.words import said

if TYPE_CHECKING:
    from sqlalchemy import Connection

app = typer.Typer(
    help="Look after a server's tables and people: list, close, hide, ban, forget, quotas, figures. It may run.",
    no_args_is_help=True,
    epilog="Example: waystation admin ban 203.0.113.0/24 --days 7 --reason 'Please write to the owner.'",
)

TableId = Annotated[str, typer.Argument(help="The table's id: the end of its address.", show_default=False)]
Who = Annotated[str, typer.Argument(help="A person's id (or a name only one has), an address or a network.")]
CENTURY = 36_500
"""Days: what is longer is for ever."""
Limit = Annotated[int, typer.Option(min=1, max=100_000, help="At most so many.")]
GOOD_FOR = "it works within two seconds on servers that run"


@contextmanager
def _database(db: str | None, writes: bool = False) -> Iterator[Connection]:
    """A transaction on the server's database; what can't be done is the command's error."""
    from waystation.server.moderation import opened
    from waystation.server.refusals import Told

    try:
        with opened(db, writes) as connection:
            yield connection
    except Told as error:
        raise CommandError(str(error)) from error


def _say(text: str) -> None:
    console().print(Text(text), soft_wrap=True)


def _json(value: Any) -> None:
    print(msgspec.json.format(msgspec.json.encode(value)).decode())


def _show(columns: Sequence[str], lines: Sequence[Sequence[object]]) -> None:
    table = Table(*columns)
    for line in lines:
        table.add_row(*(Text(str(cell)) for cell in line))
    console().print(table)


def _when(at: float | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


@app.command("list", epilog="Example: waystation admin list --state going")
def list_tables(
    game: Annotated[str, typer.Option(help="Of this game only.")] = "",
    state: Annotated[str, typer.Option(help="going, waiting, finished, closed or hidden.")] = "",
    person: Annotated[str, typer.Option(help="Of this person only, by id or name.")] = "",
    limit: Limit = 50,
    db: Db = None,
    json: JsonFlag = False,
) -> None:
    """List tables, the newest first."""
    from waystation.server import moderation

    if state not in ("", "going", "waiting", "finished", "closed", "hidden"):
        raise CommandError(f"state {state!r}: expected going, waiting, finished, closed or hidden")
    with _database(db) as connection:
        whose = moderation.person_of(connection, person) if person else None
        found = moderation.tables(connection, game, state, whose, limit)
    if json:
        _json(found)
        return
    columns = ("Id", "Game", "State", "Seats", "Moves", "Last (UTC)", "Host")
    _show(
        columns,
        [
            (
                one.id,
                one.game,
                one.state + (", hidden" if one.hidden else ""),
                ", ".join(one.seats),
                one.moves,
                _when(one.updated),
                one.host,
            )
            for one in found
        ],
    )


@app.command(epilog="Example: waystation admin show TABLE --chat")
def show(
    table: TableId,
    chat: Annotated[bool, typer.Option(help="Show what was said there, too.")] = False,
    db: Db = None,
    json: JsonFlag = False,
) -> None:
    """Show a table, and with --chat what was said there."""
    from waystation.server import moderation

    with _database(db) as connection:
        line = moderation.table_line(connection, table)
        lines = moderation.talk(connection, table) if chat else []
    if json:
        _json({"table": line, "chat": lines})
        return
    facts = msgspec.structs.asdict(line)
    for name in ("created", "updated"):
        facts[name] = _when(facts[name])
    _show(("What", "How"), [(name, ", ".join(v) if isinstance(v, tuple) else v) for name, v in facts.items()])
    for at, who, what in lines:
        _say(f"{_when(at)} {who}: {what}")


@app.command(epilog="Example: waystation admin close TABLE --reason 'It was a test.'")
def close(
    table: TableId,
    reason: Annotated[str, typer.Option(help="A sentence for those who play there.")] = "",
    db: Db = None,
) -> None:
    """End a table for all who are there, with a sentence."""
    from waystation.server import moderation

    with _database(db, writes=True) as connection:
        moderation.close(connection, table, reason, time.time())
    _say(said("The table {id} is closed; {when}.", id=table, when=GOOD_FOR))


@app.command(epilog="Example: waystation admin hide TABLE")
def hide(table: TableId, db: Db = None) -> None:
    """Leave a table out of all public lists."""
    _hide(table, db, True)
    _say(said("The table {id} is in no public list any more.", id=table))


@app.command(epilog="Example: waystation admin unhide TABLE")
def unhide(table: TableId, db: Db = None) -> None:
    """Put a hidden table back into the lists."""
    _hide(table, db, False)
    _say(said("The table {id} is in the lists again.", id=table))


def _hide(table: str, db: str | None, hidden: bool) -> None:
    from waystation.server import moderation

    with _database(db, writes=True) as connection:
        moderation.hide(connection, table, hidden)


@app.command(epilog="Example: waystation admin ban 203.0.113.0/24 --days 7")
def ban(
    who: Who,
    days: Annotated[float | None, typer.Option(min=0.001, max=CENTURY, help="For so many days; else for ever.")] = None,
    reason: Annotated[str, typer.Option(help="A sentence for them.")] = "",
    db: Db = None,
) -> None:
    """Refuse a person, an address or a network everywhere, and close their sockets."""
    from waystation.server import moderation
    from waystation.server.moderation import Ban

    now = time.time()
    until = None if days is None else now + days * moderation.DAY
    with _database(db, writes=True) as connection:
        kind, known = _target(connection, who)
        moderation.ban(connection, Ban(kind, known, now, until, reason))
    _say(said("{who} is banned; {when}.", who=known if kind == "address" else who, when=GOOD_FOR))


@app.command(epilog="Example: waystation admin unban 203.0.113.0/24")
def unban(who: Who, db: Db = None) -> None:
    """Let them in again."""
    from waystation.server import moderation

    with _database(db, writes=True) as connection:
        kind, known = _target(connection, who)
        if not moderation.unban(connection, kind, known):
            raise CommandError(f"{who} is not banned")
    _say(said("{who} is let in again; {when}.", who=who, when=GOOD_FOR))


def _target(connection: Connection, who: str) -> tuple[Any, str]:
    from waystation.server import moderation

    network = moderation.network(who)
    return ("address", network) if network else ("person", moderation.person_of(connection, who))


@app.command(epilog="Example: waystation admin bans --json")
def bans(db: Db = None, json: JsonFlag = False) -> None:
    """List who is banned."""
    from waystation.server import moderation

    with _database(db) as connection:
        found = moderation.bans(connection)
        names = {one.who: moderation.called(connection, one.who) for one in found if one.kind == "person"}
    lines = [
        {"who": names.get(one.who, one.who), "since": _when(one.since), "until": _when(one.until), "reason": one.reason}
        for one in found
    ]
    if json:
        _json(lines)
        return
    _show(("Who", "Since (UTC)", "Until", "Reason"), [tuple(line.values()) for line in lines])


@app.command(epilog="Example: waystation admin people --search ada")
def people(
    search: Annotated[str, typer.Option(help="Part of a name, or an id.")] = "",
    limit: Limit = 50,
    db: Db = None,
    json: JsonFlag = False,
) -> None:
    """List people, those who played last first."""
    from waystation.server import moderation

    with _database(db) as connection:
        found = moderation.people(connection, search, limit)
    if json:
        _json(found)
        return
    _show(
        ("Id", "Name", "Since (UTC)", "Tables", "Going on", "Last", "Banned"),
        [
            (one.id, one.name, _when(one.created), one.tables, one.going, _when(one.last), "yes" if one.banned else "")
            for one in found
        ],
    )


@app.command(epilog="Example: waystation admin forget ada --delete")
def forget(
    who: Annotated[str, typer.Argument(help="A person's id, or a name only one has.")],
    delete: Annotated[bool, typer.Option("--delete", help="Delete the account, for ever.")] = False,
    db: Db = None,
) -> None:
    """Say what deleting a person's account comes to; with --delete, do it."""
    from waystation.server import beats, forgetting, moderation
    from waystation.server.accounts import left_behind, tables_of
    from waystation.server.rows import LogMoved
    from waystation.server.sql import SqlBook

    with _database(db) as connection:
        person, book = moderation.person_of(connection, who), SqlBook(connection)
        name, counts = moderation.called(connection, person), forgetting.census(connection, person)
        ahead, left = {}, []
        if delete:
            left = left_behind(connection, person)
            ahead = {ident: forgetting.look_ahead(book, ident, person) for ident in tables_of(connection, person)}
    _say(
        said(
            "{who}: {gone:table|tables} at which nobody else sits {gone?goes|go}; "
            "{finished:finished game|finished games} {finished?stays|stay} without the name, "
            "and at {going:table|tables} a bot plays on.",
            who=name,
            **counts._asdict(),
        )
    )
    if not delete:
        _say(said("Nothing is changed yet: with --delete the account is deleted, for ever."))
        return
    try:
        with _database(db, writes=True) as connection:
            forgetting.forget(connection, person, ahead, left, time.time(), beats.read(connection) or 0.0)
    except LogMoved:
        raise CommandError("somebody has played at one of the tables meanwhile: try again") from None
    _say(said("The account is deleted; {when}.", when=GOOD_FOR))


@app.command(epilog="Example: waystation admin statistics --json")
def statistics(db: Db = None, json: JsonFlag = False) -> None:
    """Tables by game and state, people who play, moves an hour, size of the database, biggest tables."""
    from waystation.server import moderation

    with _database(db) as connection:
        found = moderation.statistics(connection, moderation.size_of(connection))
    if json:
        _json(found)
        return
    states = ("going", "waiting", "finished", "closed")
    _show(
        ("Game", "Going on", "Waiting", "Finished", "Closed"),
        [(game, *(counts.get(state, 0) for state in states)) for game, counts in sorted(found.games.items())],
    )
    active = found.active
    _say(
        said(
            "{people:person|people}; {day} played in a day, {week} in a week, {month} in a month.",
            people=found.people,
            day=active["day"],
            week=active["week"],
            month=active["month"],
        )
    )
    _say(
        said(
            "{hour:move|moves} in the last hour, {day} in the last day; the database takes {mb} MB.",
            hour=found.moves_an_hour,
            day=found.moves_a_day,
            mb=f"{found.database_mb:g}",
        )
    )
    _show(("Biggest tables", "Game", "KB of log"), [(one, game, size // 1024) for one, game, size in found.biggest])


@app.command(epilog="Example: waystation admin quota tables=50")
def quota(
    settings: Annotated[
        list[str] | None,
        typer.Argument(help="NAME=NUMBER, or NAME= for what is usual; nothing: show them.", show_default=False),
    ] = None,
    db: Db = None,
) -> None:
    """Show or set what one person may have: tables going on, kilobytes of uploads."""
    from waystation.server import moderation

    with _database(db, writes=bool(settings)) as connection:
        for setting in settings or ():
            name, equals, value = setting.partition("=")
            if not equals or (value and not value.isdecimal()):
                raise CommandError(f"quota {setting!r}: expected NAME=NUMBER")
            moderation.set_quota(connection, name, int(value) if value else None)
        found = {name: moderation.quota(connection, name) for name in moderation.QUOTAS}
    _show(("Quota of a person", "Most", "Usual"), [(n, most, moderation.QUOTAS[n]) for n, most in found.items()])


@app.command(epilog="Example: waystation admin sweep --days 90 --delete")
def sweep(
    days: Annotated[
        int, typer.Option(min=1, max=CENTURY, help="Tables at which nothing has happened for so many days.")
    ],
    finished: Annotated[bool, typer.Option(help="Finished games, too.")] = False,
    delete: Annotated[bool, typer.Option(help="Delete them; else only say how many there are.")] = False,
    db: Db = None,
) -> None:
    """Count, or delete, tables that nobody plays any more: those not finished, unless told otherwise."""
    from waystation.server import moderation

    with _database(db, writes=delete) as connection:
        found = moderation.abandoned(connection, time.time() - days * moderation.DAY, finished)
        if delete:
            moderation.sweep(connection, found)
    if delete:
        _say(said("{n:table is|tables are} deleted.", n=len(found)))
    else:
        _say(said("{n:table|tables} would go; with --delete they do.", n=len(found)))
