"""Databases that releases have left behind in the middle of their games (see release.py): all is kept and goes on."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, MetaData, create_engine, select, text
from typer.testing import CliRunner

from server.conftest import new_database, numbers
from server.playing import Person, Running, Watcher
from server.release import FOLDER
from waystation.cli import app
from waystation.engine import record
from waystation.server import Server, schema
from waystation.server.backup import BackupError, backup, restore
from waystation.server.storage import make_engine, migrate

RELEASES = sorted(FOLDER.glob("*.json.gz"))
Release = dict[str, Any]

KEPT = (
    (schema.people, ("id", "name", "created")),
    (schema.seats, ("table_id", "seat", "person", "label", "link", "bot", "shared")),
    (schema.taken_links, ("link", "table_id", "seat", "person")),
    (schema.log, ("table_id", "seq", "kind", "seat", "message", "events", "at")),
    (schema.log, ("table_id", "seq", "body")),
)
"""What no upgrade may change."""
TOLD = ("seats", "names")
"""Kinds of lines of a log whose bodies are words that nobody reads again."""


@pytest.fixture(params=RELEASES, ids=lambda file: file.name.partition(".")[0])
def release(request: pytest.FixtureRequest) -> Release:
    found: Release = json.loads(gzip.decompress(request.param.read_bytes()))
    return found


def put(release: Release, url: str, folder: Path) -> Path:
    """The release's database, in a SQLite file and at `url`; the file."""
    file = folder / "release.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(release["sql"])
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.executescript(release["sql"])
        return file
    target, source = make_engine(url), create_engine(f"sqlite:///{file}")
    migrate(target, release["schema"])  # PostgreSQL's schema as it was then; what the steps made themselves goes
    then, there = MetaData(), MetaData()
    then.reflect(source)
    there.reflect(target)
    with source.connect() as one, target.begin() as other:
        for table in reversed(there.sorted_tables):
            other.execute(table.delete())
        for table in there.sorted_tables:
            yes_or_no = {column.name for column in table.columns if isinstance(column.type, Boolean)}
            rows = [dict(row) for row in one.execute(select(then.tables[table.name])).mappings()]
            for row in rows:
                row.update({name: bool(row[name]) for name in yes_or_no & row.keys() if row[name] is not None})
            if rows:
                other.execute(table.insert(), rows)
    source.dispose()
    target.dispose()
    return file


def kept(url: str) -> list[set[tuple[Any, ...]]]:
    """The rows that must be there for ever."""
    engine = make_engine(url)
    found = []
    with engine.connect() as connection:
        for table, names in KEPT:
            statement = select(*(table.c[name] for name in names))
            if "body" in names:
                statement = statement.where(table.c.kind.not_in(TOLD))
            found.append({tuple(row) for row in connection.execute(statement)})
    engine.dispose()
    return found


def people(release: Release, address: str) -> dict[str, Person]:
    """Everybody with the cookie of then."""
    found = {}
    for name, cookie in release["cookies"].items():
        found[name] = person = Person(address)
        person.http.cookies.clear()
        person.http.cookies.set(*cookie.split("=", 1), domain="127.0.0.1")
        assert person.get("/api/me").json()["name"] == name
    return found


def as_it_was(release: Release, known: dict[str, Person]) -> None:
    """Every table is as those who sit there have left it."""
    assert len(release["tables"]) >= 10
    assert len({table["game"] for table in release["tables"]}) == 5
    for table in release["tables"]:
        info = known[table["host"]].get(f"/api/tables/{table['id']}").json()
        assert {key: info[key] for key in table.keys() & info.keys() - {"seats", "host"}} == {
            key: table[key] for key in table.keys() & info.keys() - {"seats", "host"}
        }
        assert info["host"]
        for seat in table["seats"]:
            view = known[seat["person"]].get(f"/api/tables/{table['id']}/view?seat={seat['seat']}").json()
            assert view["to_act"] == seat["to_act"], table["name"]
            assert sorted(offer["notation"] for offer in view.get("legal") or ()) == seat["legal"], table["name"]
        mine = {one["table"]["id"] for one in known[table["host"]].get("/api/mine").json()["games"]}
        assert table["over"] or table["id"] in mine, table["name"]


def hand_over(table: dict[str, Any], known: dict[str, Person]) -> Watcher:
    """Its people take a free seat, play a move that was offered to them then, and leave the rest to bots."""
    path = f"/api/tables/{table['id']}"
    if table["name"] == "lesson":
        assert known[table["host"]].http.delete(f"{path}/lesson").status_code == 204
    for seat, link in table["links"].items():
        guest = Person(known[table["host"]].address, "Eve")
        assert guest.join(link)["seat"] == int(seat)
        assert guest.post(f"{path}/seats/{seat}", {"do": "leave", "bot": "random"}).status_code == 200
    mover = next(seat for seat in table["seats"] if seat["legal"])
    watcher = known[mover["person"]].watch(table["id"], mover["seat"])
    watcher.hear("hello")
    watcher.drain()
    assert watcher.act(mover["seat"], mover["legal"][0])["t"] == "done", table["name"]
    for seat in table["seats"]:
        left = known[seat["person"]].post(f"{path}/seats/{seat['seat']}", {"do": "leave", "bot": "random"})
        assert left.status_code == 200, left.text
    return watcher


def test_games_of_a_release_go_on_to_their_end(release: Release, database: str, tmp_path: Path) -> None:
    """The server is started on it: nothing is lost, cookies and links are good, and what goes on comes to an end."""
    file = put(release, database, tmp_path)
    before = kept(f"sqlite:///{file}")
    with Running(Server(database, workers=2)) as running:
        assert all(old <= now for old, now in zip(before, kept(database), strict=True)), "brought up to date"
        known = people(release, running.address)
        as_it_was(release, known)
        owner = {cookie.partition("=")[2].partition(".")[0]: known[name] for name, cookie in release["cookies"].items()}
        for link, table, seat, person in sorted(before[2]):
            joined = owner[person].join(link)
            assert (joined["id"], joined["seat"], joined["mine"]) == (table, seat, True)
        going = [table for table in release["tables"] if not table["over"]]
        watchers = [hand_over(table, known) for table in going]
        for watcher in watchers:
            while not watcher.over:
                watcher.next()
        for table in release["tables"]:
            written = known[table["host"]].get(f"/api/tables/{table['id']}/record")
            assert written.status_code == 200, written.text
            match = record.replay(record.parse(written.text))
            assert match.state.is_over
            assert len(match.moves) >= table["ply"]
    assert all(old <= now for old, now in zip(before[-2:], kept(database)[-2:], strict=True)), (
        "nothing of a log is lost"
    )


def test_its_backup_is_put_back_in_either_database(release: Release, postgres: str, tmp_path: Path) -> None:
    """A file of the release, beside a server or copied by hand, is a backup of it."""
    file = put(release, f"sqlite:///{tmp_path / 'unused.sqlite'}", tmp_path)
    before = kept(f"sqlite:///{file}")
    for url in (f"sqlite:///{tmp_path / 'tables.sqlite'}", new_database(postgres, f"b{next(numbers)}")):
        assert restore(file, url) == len(release["tables"])
        assert all(old <= now for old, now in zip(before, kept(url), strict=True))
        with Running(Server(url, workers=1)) as running:
            as_it_was(release, people(release, running.address))


def test_what_a_newer_release_has_written_is_refused_by_every_command(database: str, tmp_path: Path) -> None:
    """In one sentence, and it is left as it is. (`serve` itself: test_address.py, `doctor`: test_doctor.py.)"""
    engine = make_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    why = r"newer Waystation \(schema 9999, this one knows \d{4}\)"
    done = CliRunner().invoke(app, ["admin", "list", "--db", database])
    assert done.exit_code != 0
    with pytest.raises(Exception, match=why):
        raise done.exception or AssertionError(done.output)
    file = tmp_path / "newer.sqlite"
    if database.startswith("sqlite"):
        backup(file, database)  # a copy of the file: it needs to understand nothing
        with pytest.raises(BackupError, match=why):
            restore(file, f"sqlite:///{tmp_path / 'other.sqlite'}")
    else:
        with pytest.raises(BackupError, match=why):
            backup(file, database)
        assert not file.exists()
    with pytest.raises(ValueError, match=why):
        Server(database)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()
