"""Backups: taken and put back while the server runs; whoever is connected is greeted anew on the other history."""

from __future__ import annotations

import copy
import shutil
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from server.conftest import new_database, numbers
from server.playing import Party, Person, Running, Watcher, until
from waystation.cli import app
from waystation.server import Server, hub, rows
from waystation.server.backup import PUT_BACK, BackupError, backup, restore
from waystation.server.devices import all_ended
from waystation.server.replay import load
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine


def seen(watcher: Watcher) -> tuple[int, object]:
    watcher.drain()
    return watcher.ply, copy.deepcopy(watcher.picture()["view"])


def test_put_back_under_live_clients(database: str, tmp_path: Path) -> None:
    """Ten moves after the backup the server is put back: all are greeted anew, with the table as it was, and go on."""
    file = tmp_path / "backup.sqlite"
    with Running(Server(database, workers=1)) as running:
        party = Party(running.address, "duel", 2)
        later = Party(running.address, "stones", 2)
        for _ in range(4):
            party.step()
        before = [seen(watcher) for watcher in party.watchers]
        assert backup(file, database) == 2
        after = running.server.hub.rooms[party.id].table.row.seq
        for _ in range(6):
            party.step()
        newest = party.watchers[0].seq
        assert newest == after + 6
        unaware = Person(running.address, "Eve").open("duel", ["me", "open"])["id"]  # not in the backup
        gone = party.people[0].watch(unaware)
        gone.hear("hello")
        away = party.people[1].watch(party.id, 1)
        away.hear("hello")
        old_life, old_seq = away.life, away.seq
        assert restore(file, database) == 2
        for watcher in party.watchers:
            assert watcher.closed() == 1013
            hello = watcher.cut(hard=False)
            assert (hello["t"], hello["ply"]) == ("hello", 4)
            assert hello["life"] != old_life
        assert [seen(watcher) for watcher in party.watchers] == before
        assert gone.closed() == 4404
        away.close()
        for _ in range(8):  # beyond the numbers of the other history
            party.step()
        assert party.watchers[0].seq > old_seq
        for life in (old_life, None):  # also a page that does not say which history it has
            again = Watcher(party.people[1], party.id, 1)
            again.close()
            again.life = life
            again._connect(old_seq)
            assert again.next()["t"] == "hello"
        party.play_out()
        for watcher in later.watchers:
            assert watcher.closed() == 1013
            assert watcher.cut(hard=False)["t"] == "hello"
        later.play_out()
        record = party.people[0].get(f"/api/tables/{party.id}/record")
        assert record.status_code == 200
        storage = running.server.storage
        lines = running.call(lambda: storage.read(lambda book: book.entries(party.id, ("seats",))))
        assert rows.unpack(lines[-1].body, rows.TextBody).text == PUT_BACK
    with Running(Server(database, workers=1)) as running:
        assert Person(running.address).get(f"/api/tables/{party.id}").json()["over"]


def test_bots_go_on_at_tables_that_are_put_back(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process has them in memory, and nobody looks at them: whoever is to move next hears that it is their turn."""
    monkeypatch.setattr(hub, "WAKE", 0.05)
    file = tmp_path / "backup.sqlite"
    with Running(Server(database, workers=1)) as running:
        autoplay, storage = running.server.hub.autoplay, running.server.storage
        with monkeypatch.context() as still:
            still.setattr(autoplay, "go_on", lambda room: None)
            ada = Person(running.address, "Ada")
            table = ada.open("duel", ["bot:random", "me"])["id"]
            backup(file, database)
            assert ada.http.delete(f"/api/tables/{table}").status_code == 204
        restore(file, database)
        until(lambda: running.call(lambda: storage.read(lambda book: book.table(table))).ply)


def test_the_key_of_pushes_comes_with_the_backup(database: str, tmp_path: Path) -> None:
    """A house moves: what a browser is told to push with is what is used, at once."""
    file = tmp_path / "backup.sqlite"
    with Running(Server(f"sqlite:///{tmp_path / 'before.sqlite'}", workers=1)) as before:
        key = Person(before.address).get("/api/you/notices").json()["push_key"]
        backup(file, f"sqlite:///{tmp_path / 'before.sqlite'}")
    with Running(Server(database, workers=1)) as running:
        assert Person(running.address).get("/api/you/notices").json()["push_key"] != key
        restore(file, database)
        assert Person(running.address).get("/api/you/notices").json()["push_key"] == key


def test_a_file_put_back_by_hand(tmp_path: Path) -> None:
    """The server stopped, an older file in the place of its own: numbers of the other history are not continued."""
    database = tmp_path / "tables.sqlite"
    url, older = f"sqlite:///{database}", tmp_path / "older.sqlite"
    with Running(Server(url, workers=1)) as running:
        party = Party(running.address, "duel", 2)
        party.step()
        backup(older, url)
        for _ in range(3):
            party.step()
        known = [(watcher.seq, watcher.life) for watcher in party.watchers]
    for file in tmp_path.glob("tables.sqlite*"):
        file.unlink()
    shutil.copy(older, database)
    with Running(Server(url, workers=1)) as running:
        for person in party.people:
            person.address = running.address
        party.watchers = [person.watch(party.id, seat) for person, seat in zip(party.people, (0, 1, None), strict=True)]
        for watcher in party.watchers:
            assert watcher.hear("hello")["ply"] == 1
        for _ in range(5):
            party.step()
        for watcher, (seq, life) in zip(party.watchers, known, strict=True):
            assert watcher.seq > seq
            watcher.life = life
            watcher.close()
            watcher._connect(seq)
            assert watcher.next()["t"] == "hello", "not resumed"


def test_writing_after_the_database_was_put_back_writes_nothing(tmp_path: Path) -> None:
    """The server has not noticed yet: its next line does not fit behind the older log."""
    url, file = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "b.sqlite"
    with Running(Server(url, workers=1)) as running:
        party = Party(running.address, "duel", 2)
        backup(file, url)
        for _ in range(3):
            party.step()
        restore(file, url)
        seat, action = party.choice()
        watcher = party.watchers[seat]
        watcher.say({"t": "act", "seat": seat, "action": action, "version": watcher.version})
        assert watcher.closed() == 1013
        assert watcher.cut(hard=False)["ply"] == 0
        assert party.info()["ply"] == 0


def test_a_backup_goes_from_one_kind_of_database_to_the_other(database: str, postgres: str, tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite"
    if database.startswith("sqlite"):
        target = new_database(postgres, f"b{next(numbers)}")
    else:
        target = f"sqlite:///{tmp_path / 'target.sqlite'}"
    with Running(Server(database, workers=1)) as running:
        party = Party(running.address, "stones", 3)
        party.step()
        backup(file, database)
        cookies = party.people[0].http.cookies
    assert restore(file, target) == 1
    with Running(Server(target, workers=1)) as running:
        ada = Person(running.address)
        ada.http.cookies = cookies
        assert ada.get("/api/me").json() == {"name": "Ada"}
        assert ada.watch(party.id, 0).hear("hello")["ply"] == 1


def test_a_backup_in_the_midst_of_play_is_whole(database: str, tmp_path: Path) -> None:
    """Four tables are played on while backups are made: each holds what was acknowledged before, and it all replays."""
    done = threading.Event()

    def play_on(party: Party) -> None:
        while not done.is_set() and not party.over:
            party.step()

    with Running(Server(database, workers=1)) as running:
        parties = [Party(running.address, "wayfinders", 2, seed, f"table {seed}") for seed in range(4)]
        with ThreadPoolExecutor(len(parties)) as threads:
            playing = [threads.submit(play_on, party) for party in parties]
            try:
                for number in range(3):
                    file = tmp_path / f"backup{number}.sqlite"
                    before = {party.id: party.watchers[0].ply for party in parties}
                    assert backup(file, database) == len(parties)
                    whole(file, before)
            finally:
                done.set()
            for one in playing:
                one.result()
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert restore(file, other) == len(parties)
    with Running(Server(other, workers=1)) as running:
        for party in parties:
            party.people[0].address = running.address
            assert party.people[0].watch(party.id, 0).hear("hello")["ply"] >= before[party.id]


def whole(file: Path, before: dict[str, int]) -> None:
    """Every table in it is as its row says, has what was acknowledged, and replays to where it stands."""
    engine = make_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        for ident, ply in before.items():
            table = load(SqlBook(connection), ident)
            last = connection.scalar(text("SELECT max(seq) FROM log WHERE table_id = :id"), {"id": ident})
            assert (table.row.seq, table.row.ply) == (last, table.ply)
            assert table.ply >= ply
            assert table.match.at(table.ply) == table.state
    engine.dispose()


def test_the_key_of_the_cookies_comes_with_the_backup(tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite"
    one, other = (f"sqlite:///{tmp_path / name}" for name in ("one", "other"))
    with Running(Server(one, workers=1)) as running:
        ada = Person(running.address, "Ada")
        backup(file, one)
    with Running(Server(other, workers=1)) as running:
        guest = Person(running.address)
        guest.http.cookies = ada.http.cookies
        assert guest.get("/api/me").json() == {"name": ""}
        restore(file, other)

        def known() -> bool:
            again = Person(running.address)
            again.http.cookies = ada.http.cookies
            return bool(again.get("/api/me").json() == {"name": "Ada"})

        until(known)


def test_who_was_signed_out_since_stays_signed_out(database: str, tmp_path: Path) -> None:
    """A phone that was lost, say; all devices but one; and somebody whom the backup does not know."""
    file = tmp_path / "b.sqlite"
    with Running(Server(database, workers=1)) as running:
        ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
        for person in (ada, ben):
            person.get("/api/you")
        backup(file, database)
        kept = {person: person.cookie() for person in (ada, ben)}
        ada.post("/api/sign-out")
        ben.post("/api/you/sign-out-others")
        Person(running.address, "Cleo").post("/api/sign-out")
        restore(file, database)
    engine = make_engine(database)
    with engine.connect() as connection:
        assert len({person for _, person, _ in all_ended(connection)}) == 3
    engine.dispose()
    with Running(Server(database, workers=1)) as running:
        for cookie, name in ((kept[ada], ""), (kept[ben], ""), (ben.cookie(), "Ben")):
            answer = httpx.get(f"http://{running.address}/api/me", headers={"cookie": cookie})
            assert answer.json()["name"] == name
        you = httpx.get(f"http://{running.address}/api/you", headers={"cookie": ben.cookie()}).json()
        assert [one["here"] for one in you["devices"]] == [True]


def test_what_is_no_backup_and_what_may_not_be_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    text = tmp_path / "text"
    text.write_text("no database, but a long enough text to look like one" * 100)
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).execute("CREATE TABLE tables (id TEXT)").connection.close()
    with pytest.raises(BackupError, match="no such database"):
        backup(tmp_path / "x", url)
    assert not (tmp_path / "tables.sqlite").exists()
    for file, why in ((text, "no backup"), (other, "no backup"), (tmp_path / "none", "no such file")):
        with pytest.raises(BackupError, match=why):
            restore(file, url)
    Server(url).storage.close()
    with pytest.raises(BackupError, match="exists already"):
        backup(text, url)
    assert backup(tmp_path / "x", url) == 0
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600
    damaged = bytearray((tmp_path / "x").read_bytes())
    damaged[5000:9000] = b"\xff" * 4000
    (tmp_path / "y").write_bytes(damaged)
    with pytest.raises(BackupError):
        restore(tmp_path / "y", url)
    assert not list(tmp_path.glob("*.part"))


def test_the_commands(tmp_path: Path) -> None:
    url, file = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "b.sqlite"
    with Running(Server(url, workers=1)) as running:
        Person(running.address, "Ada").open("duel", ["me", "open"])
        made = CliRunner().invoke(app, ["backup", str(file), "--db", url])
        assert made.exit_code == 0, made.output
        assert "1 table. It holds seeds and links" in " ".join(made.output.split())
        again = CliRunner().invoke(app, ["backup", str(file), "--db", url])
        assert "exists already" in str(again.exception)
        back = CliRunner().invoke(app, ["restore", str(file), "--db", url])
        assert back.exit_code == 0, back.output


def test_the_backup_of_an_older_release_is_brought_up_to_date(tmp_path: Path) -> None:
    from waystation.server.opening import open_table
    from waystation.server.protocol import NewTable
    from waystation.server.sql import SqlBook
    from waystation.server.storage import make_engine, migrate

    old = tmp_path / "old.sqlite"
    engine = make_engine(f"sqlite:///{old}")
    migrate(engine, "0001")
    row, seats, log = open_table(NewTable(game="stones", seats=["me", "open", "open"]), "ada")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created) VALUES ('ada', '', 0)"))
        SqlBook(connection).add_table(row, seats, log)
    engine.dispose()
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    assert restore(old, url) == 1
    with Running(Server(url, workers=1)) as running:
        assert Person(running.address).watch(row.id).hear("hello")["ply"] == 0


def test_a_table_that_is_not_dealt_yet_is_dealt_after_it_was_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("waystation.server.dice.MOMENT", 60.0)
    url, file = f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "b.sqlite"
    with Running(Server(url, workers=1)) as running:
        table = Person(running.address, "Ada").open("duel", ["me", "open"], shares=True)["id"]
        backup(file, url)
    monkeypatch.setattr("waystation.server.dice.MOMENT", 0.0)
    restore(file, url)
    with Running(Server(url, workers=1)) as running:
        assert Person(running.address).watch(table).hear("hello")["ply"] == 0
