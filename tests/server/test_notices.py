"""Notices: who is told what, when and where; by pushes and letters that arrive on this machine."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import aiohttp
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import delete, select, update

from server.conftest import new_database, numbers
from server.playing import PATIENCE, Party, Person, Running, until
from server.postbox import Browser, Mailbox, takes_pushes, wishes
from waystation.server import Server, doctor, letters, limits, notices, schema
from waystation.server.address import Address
from waystation.server.allowance import Allowance
from waystation.server.backup import backup, restore
from waystation.server.delivery import LATER, Outcome
from waystation.server.doctor import Setup
from waystation.server.ledger import finish
from waystation.server.mail import MailServer, Post, check_address, post_of
from waystation.server.notices import AGAIN, GAPS, GATHER, PAUSES, SENDING, UNTOLD, quiet_until
from waystation.server.protocol import Agree, NoticeWishes
from waystation.server.push import Public, is_public
from waystation.server.refusals import Refused
from waystation.server.rows import Book
from waystation.server.sql import connection_of
from waystation.server.targets import mail_of

PUBLIC = "http://play.example.org"  # by https, cookies would not come back here
SENDER = "tables@example.org"
SOON = GATHER + 1
ALL = ("turn", "round", "joined", "undo", "over")


def served(url: str, post: Post | None = None) -> Running:
    server = Server(url, workers=1, address=Address(PUBLIC), post=post)
    server.herald.push.anywhere = True
    return Running(server)


@pytest.fixture(scope="module")
def one_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Mailbox]]:
    path = tmp_path_factory.mktemp("notices") / "tables.sqlite"
    with Mailbox().running() as mailbox, served(f"sqlite:///{path}", Post(mailbox.url, SENDER)) as running:
        yield running, mailbox


@pytest.fixture
def house(one_for_all: tuple[Running, Mailbox], monkeypatch: pytest.MonkeyPatch) -> Running:
    """A house in which nobody has wished for anything yet, and nothing waits."""
    running, mailbox = one_for_all
    monkeypatch.setattr(running.server.herald.push, "anywhere", True)
    running.server.limits.mailboxes = Allowance(*limits.MAILBOX)
    mailbox.letters.clear()
    mailbox.answer = ""

    def clean(book: Book) -> None:
        for table in (schema.notices, schema.push_targets, schema.mails, schema.notice_wishes):
            connection_of(book).execute(delete(table))

    running.call(lambda: running.server.storage.write(clean))
    running.call(running.server.herald.look)  # nobody is there to tell: what has come up before is forgotten
    return running


@pytest.fixture
def mailbox(house: Running, one_for_all: tuple[Running, Mailbox]) -> Mailbox:
    return one_for_all[1]


@pytest.fixture
def phone() -> Iterator[Browser]:
    with Browser().running() as browser:
        yield browser


def look(running: Running, later: float = 0.0) -> None:
    """See what has come up, and send what is due in so many seconds."""
    running.call(lambda: running.server.herald.look(time.time() + later))


def tell(running: Running, later: float = 0.0) -> None:
    """The same, and a minute later once more, so that what has come up is sent."""
    look(running, later)
    look(running, later + SOON)


def rows(running: Running) -> list[Any]:
    """The queue."""
    return list(
        running.call(
            lambda: running.server.storage.read(
                lambda book: connection_of(book).execute(select(schema.notices)).mappings().all()
            )
        )
    )


def couple(running: Running, **wish: Any) -> tuple[Person, Person, str]:
    """Ada and Ben at a table of Duel, where Ada is to attack; nobody looks at it."""
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    return ada, ben, table_of(ada, ben, **wish)


def table_of(ada: Person, ben: Person, **wish: Any) -> str:
    table = ada.open("duel", ["me", "open"], **wish)
    ben.join(table["seats"][1]["link"])
    return str(table["id"])


def play(person: Person, table: str) -> None:
    """Come, play the first thing that is possible, and go."""
    watcher = person.watch(table)
    hello = watcher.hear("hello")
    assert watcher.act(hello["mine"][0], watcher.legal()[0])["t"] == "done"
    watcher.close()


# ---------------------------------------------------------------------- pushes


def test_it_is_your_turn(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    look(house)
    play(ada, table)
    look(house)
    assert not phone.got, "it waits a minute"
    look(house, SOON)
    assert phone.read() == {
        "title": "Duel with Ada",
        "body": "It is your turn.",
        "tag": phone.got[0].headers["Topic"],
        "path": f"/table/{table}",
    }
    headers, claims = phone.got[0].headers, phone.claims()
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    assert len(headers["Topic"]) <= 32
    service = urlsplit(phone.endpoint)
    assert claims["aud"] == f"{service.scheme}://{service.netloc}"
    assert claims["sub"].startswith("mailto:")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    for later in (2 * SOON, AGAIN + 2 * SOON):
        tell(house, later)
    assert len(phone.got) == 1, "once is enough"
    play(ben, table)  # who answers may choose what the winner gets, so it may be Ben's turn again
    while ben.get(f"/api/tables/{table}").json()["to_act"] == [1]:
        play(ben, table)
    while ben.get(f"/api/tables/{table}").json()["to_act"] == [0]:
        play(ada, table)
    tell(house)
    assert len(phone.got) == 2, "they have been here since: it is told again, without an hour's wait"


def test_nothing_is_kept_of_whoever_deletes_their_account_meanwhile(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    storage = house.server.storage
    planned = house.call(lambda: storage.read(lambda book: notices.plan(connection_of(book), [table], {})))
    assert planned
    assert ben.http.delete("/api/you").status_code == 204
    house.call(lambda: storage.write(lambda book: notices.queue(connection_of(book), planned, time.time())))
    assert rows(house) == []


def test_nothing_secret_is_in_it(house: Running, mailbox: Mailbox, phone: Browser) -> None:
    ada, ben, table = couple(house, seed="a seed")
    seats = ben.get(f"/api/tables/{table}").json()["seats"]
    takes_pushes(ben, phone, *ALL)
    ben.post("/api/you/notices/mail", {"address": "ben@example.org"})
    ben.post("/api/confirm", {"secret": mailbox.secret("confirm#")})
    wishes(ben, push=list(ALL), mail=list(ALL))
    play(ada, table)
    tell(house)
    assert len(phone.got) == 1
    said = json.dumps(phone.read()) + mailbox.letters[-1].as_string()
    secrets = [seats[1]["link"], "a seed", phone.endpoint, *(one.http.cookies["waystation"][:32] for one in (ada, ben))]
    for secret in secrets:
        assert secret not in said
    assert set(phone.read()) == {"title", "body", "tag", "path"}
    assert phone.read()["body"] == "It is your turn."


def test_who_is_there_is_not_told_and_who_only_has_it_open_is(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    watcher = ben.watch(table)
    watcher.hear("hello")
    play(ada, table)
    tell(house)
    watcher.close()
    house.server.hub.seen.clear()
    house.server.hub.ledger.changed.add(table)  # as after a restart
    tell(house)
    assert not phone.got, "they have seen it"
    assert [(row["kind"], row["due"]) for row in rows(house)] == [("turn", None)]
    other = table_of(ada, ben)
    hidden = ben.watch(other)
    hidden.hear("hello")
    hidden.ask({"t": "ping", "away": True})
    look(house)
    play(ada, other)
    tell(house)
    assert phone.read()["path"] == f"/table/{other}"


def test_who_comes_within_the_minute_is_not_told(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    look(house)
    assert len(rows(house)) == 1
    watcher = ben.watch(table)
    watcher.hear("hello")
    watcher.close()
    until(lambda: ben.http.cookies and house.server.hub.seen)
    look(house, SOON)
    assert not phone.got
    assert rows(house)[0]["due"] is None


def test_what_is_not_true_any_more_is_not_told_and_told_when_it_is_true_again(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    watcher = ada.watch(table, 0)
    watcher.hear("hello")
    attack = watcher.legal()[0]
    watcher.act(0, attack)
    look(house)
    assert len(rows(house)) == 1
    version = watcher.drain().version
    assert watcher.ask({"t": "undo", "seat": 0, "ply": 0, "version": version})["t"] == "done"
    room, person = house.server.hub.rooms[table], ben.http.cookies["waystation"].partition(".")[0]
    agrees = Agree(id="from elsewhere", seat=1, yes=True, version=version)
    house.call(lambda: house.server.hub.agree(room, person, agrees))
    watcher.hear("step", undone_to=0)
    look(house, SOON)
    assert not phone.got
    assert [(row["due"], row["mark"]) for row in rows(house)] == [(None, UNTOLD)]
    watcher.act(0, attack)
    tell(house, SOON)
    assert len(phone.got) == 1


def test_many_tables_are_one_notice(house: Running, phone: Browser) -> None:
    ada, ben = Person(house.address, "Ada"), Person(house.address, "Ben")
    tables = [table_of(ada, ben) for _ in range(6)]
    takes_pushes(ben, phone, "turn")
    for table in tables:
        play(ada, table)
    tell(house)
    assert len(phone.got) == 1
    found = phone.read()
    assert (found["title"], found["path"]) == ("News from 6 tables", "/")
    assert found["body"].splitlines() == ["Duel with Ada: It is your turn."] * 4 + ["And 2 more."]


def test_one_after_another_with_a_pause(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    other = table_of(ada, ben)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    tell(house)
    play(ada, other)
    look(house, SOON + 1)
    waits = next(row["due"] for row in rows(house) if row["due"])
    assert waits >= time.time() + SOON + GAPS["push"] - 2
    look(house, 3 * SOON)
    assert [phone.read(number)["path"] for number in (0, 1)] == [f"/table/{table}", f"/table/{other}"]


def test_every_kind(house: Running, phone: Browser) -> None:
    ada, ben = Person(house.address, "Ada"), Person(house.address, "Ben")
    takes_pushes(ada, phone, *ALL)
    opened = ada.open("stones", ["me", "open"], options={"players": 2}, undo="ask")
    table = opened["id"]
    ben.join(opened["seats"][1]["link"])
    tell(house)
    assert phone.read()["body"] == "It is your turn. Somebody has sat down."
    watcher = ben.watch(table)
    watcher.hear("hello")
    watcher.act(1, watcher.legal()[0])
    tell(house)
    assert len(phone.got) == 1, "it was Ada's turn before"
    version = watcher.drain().version
    assert watcher.ask({"t": "undo", "seat": 1, "ply": 0, "version": version})["t"] == "done"
    tell(house, SOON)
    assert phone.read()["body"] == "You are asked whether moves may be taken back."
    room, person = house.server.hub.rooms[table], ada.http.cookies["waystation"].partition(".")[0]
    house.call(lambda: house.server.hub.agree(room, person, Agree(id="no", seat=0, yes=False, version=version)))
    watcher.close()
    for player in (ada, *(one for _ in range(2) for one in (ada, ben))):
        play(player, table)
    assert ben.get(f"/api/tables/{table}").json()["over"]
    tell(house, 3 * SOON)
    assert phone.read()["body"] == "The game is over."
    tell(house, 2 * AGAIN)
    assert len(phone.got) == 3


def test_who_has_seen_somebody_come_is_not_told_later(house: Running, phone: Browser) -> None:
    ada, ben = Person(house.address, "Ada"), Person(house.address, "Ben")
    takes_pushes(ada, phone, "joined", "turn")
    table = ada.open("stones", ["me", "open"], options={"players": 2})
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    ben.join(table["seats"][1]["link"])
    watcher.hear("seats")
    look(house)
    watcher.act(0, watcher.legal()[0])
    watcher.close()
    play(ben, table["id"])
    tell(house)
    assert phone.read()["body"] == "It is your turn."


def test_a_new_round_of_a_tournament(house: Running, phone: Browser) -> None:
    ada, ben = Person(house.address, "Ada"), Person(house.address, "Ben")
    takes_pushes(ben, phone, "round", "turn")
    wish = {"name": "A cup", "game": "duel", "options": {"players": 2}, "pace": {"kind": "live", "bank": 600}}
    ident = ada.post("/api/tournaments", wish).json()["id"]
    for person in (ada, ben):
        person.post(f"/api/tournaments/{ident}", {"do": "enter"})
    begun = ada.post(f"/api/tournaments/{ident}", {"do": "start"}).json()
    tell(house)
    assert phone.read()["path"] == f"/table/{begun['tables'][0]['table']}"
    assert "The next round of your tournament has begun." in phone.read()["body"]


def test_alone_with_bots_nothing_is_told(house: Running, phone: Browser) -> None:
    ada = Person(house.address, "Ada")
    takes_pushes(ada, phone, *ALL)
    ada.open("duel", ["me", "bot:random"])
    tell(house)
    assert not rows(house)


def test_nobody_wishes_it(house: Running) -> None:
    ada, _, table = couple(house)
    play(ada, table)
    until(lambda: not house.server.hub.ledger.changed or table in house.server.hub.ledger.changed)
    tell(house)
    assert not rows(house)
    assert not house.server.hub.ledger.changed
    assert not house.server.hub.seen


# ---------------------------------------------------------------------- when it can't be sent


def test_a_service_that_is_busy_is_asked_again_and_not_for_ever(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    phone.answers = [503, 429, 500, 201]
    play(ada, table)
    tell(house)
    later = SOON
    for pause in PAUSES[:3]:
        look(house, later + pause - 5)
        sent = len(phone.got)
        later += pause + 1
        look(house, later)
        assert len(phone.got) == sent + 1
    assert len({push.headers["Topic"] for push in phone.got}) == 1, "what is sent again replaces"
    tell(house, later + PAUSES[-1])
    assert len(phone.got) == 4
    phone.answers = [500]
    other = table_of(ada, ben)
    play(ada, other)
    tell(house)
    for n in range(20):
        look(house, (n + 2) * (PAUSES[-1] + SOON))
    assert len(phone.got) == 4 + 1 + len(PAUSES)
    assert all(row["due"] is None for row in rows(house))


def test_a_service_says_when_to_come_again(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    phone.answers, phone.extra = [429], {"Retry-After": "3000"}
    play(ada, table)
    tell(house)
    assert rows(house)[0]["due"] >= time.time() + 3000


def test_a_browser_that_is_gone_is_forgotten(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    phone.answers = [410]
    play(ada, table)
    tell(house)
    assert ben.get("/api/you/notices").json()["pushes"] == []
    assert not rows(house)


def test_a_restart_loses_nothing(tmp_path: Path, phone: Browser) -> None:
    """What waited is sent by the next server; what was committed and not yet looked at is found by it, too."""
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with served(url) as one:
        ada, ben, table = couple(one)
        other = table_of(ada, ben)
        takes_pushes(ben, phone, "turn")
        play(ada, table)
        look(one)
        play(ada, other)
        one.server.hub.ledger.changed.clear()
        key = ben.get("/api/you/notices").json()["push_key"]
    with served(url) as two:
        until(lambda: other in two.server.hub.ledger.changed or len(rows(two)) == 2)
        tell(two)
        assert len(phone.got) == 1
        assert phone.read()["title"] == "News from 2 tables"
        ben.address = two.address
        ben.http.base_url = f"http://{two.address}"
        assert ben.get("/api/you/notices").json()["push_key"] == key


def test_a_backup_that_is_put_back_sends_nothing_twice(database: str, tmp_path: Path, phone: Browser) -> None:
    file, later = tmp_path / "backup.sqlite", tmp_path / "later.sqlite"
    with served(database) as one:
        ada, ben, table = couple(one)
        other = table_of(ada, ben)
        takes_pushes(ben, phone, "turn")
        play(ada, table)
        look(one, -3600)  # it is long due, as after quiet hours
        backup(file, database)
    for why in ("it waited here, too, so nobody has been told", "it was sent since the backup was made"):
        restore(file, database)
        with served(database) as two:
            look(two)
            assert len(phone.got) == 1, why
    with served(database) as three:
        for person in (ada, ben):
            person.address = three.address
            person.http.base_url = f"http://{three.address}"
        play(ada, other)
        look(three)
        backup(later, database)
        tell(three, SOON)
        assert len(phone.got) == 2
        restore(later, database)
        assert sum(row["due"] is not None for row in rows(three)) == 1, "what is due later is not forgotten"
        assert {row["sending"] for row in rows(three)} == {None}


def test_two_processes_send_it_once(database: str, phone: Browser) -> None:
    with served(database) as one:
        ada, ben, table = couple(one)
        takes_pushes(ben, phone, "turn")
        play(ada, table)
        look(one)
        with served(database) as two:

            async def together() -> None:
                now = time.time() + SOON
                loops = [asyncio.run_coroutine_threadsafe(s.server.herald.look(now), s.loop) for s in (one, two)]
                await asyncio.gather(*map(asyncio.wrap_future, loops))

            asyncio.run(together())
            for running in (one, two):
                tell(running, SENDING * 2)
    assert len(phone.got) == 1


@pytest.mark.postgres
def test_how_a_game_has_ended_is_told_though_its_process_ends_just_then(postgres: str, phone: Browser) -> None:
    """The other process takes over tables that go on, and looks at those that have just ended."""
    url = new_database(postgres, f"n{next(numbers)}")
    with served(url) as other:
        with served(url) as one:
            party = Party(one.address, "stones", 2)
            takes_pushes(party.people[1], phone, "over")
            one.server.herald.look = nothing  # type: ignore[method-assign]
            party.play_out()
        until(lambda: look(other) or rows(other))
        tell(other)
    assert phone.read()["body"] == "The game is over."


async def nothing(now: float | None = None) -> None:
    """The process does not come to it any more."""


def test_what_a_process_took_and_never_sent_is_sent_by_another(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    look(house)
    now = time.time() + SOON
    claimed = house.call(lambda: house.server.storage.write(lambda book: notices.claim(connection_of(book), now)))
    assert [(one.table, one.kind) for one in claimed] == [(table, "turn")]
    look(house, 2 * SOON)
    assert not phone.got
    look(house, SOON + SENDING + 1)
    assert len(phone.got) == 1


# ---------------------------------------------------------------------- where pushes may go


INSIDE = (
    "127.0.0.1 10.1.2.3 192.168.0.1 172.16.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: "
    "fe80::1%eth0 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 2002:7f00:1::1 "
    "2001:0:7f00:1::1 ::127.0.0.1 ::ffff:0:127.0.0.1 fec0::1 192.0.0.8 192.88.99.1 3fff::1 5f00::1 no-number"
)


def test_addresses_that_are_not_on_the_internet() -> None:
    assert [host for host in INSIDE.split() if is_public(host)] == []


def test_addresses_on_the_internet() -> None:
    assert all(map(is_public, ("9.9.9.9", "142.250.1.1", "2620:fe::fe", "::ffff:9.9.9.9")))


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://push.example.org:x/",
        "https://me@push.example.org/x",
        "https://push.example.org:/x",
        "https://push..example.org/x",
        "https://.push.example.org/x",
        "https://" + "a" * 64 + ".org/x",
        "https://" + "a." * 130 + "org/x",
        "https://push.example.org\\@127.0.0.1/x",
        "https://127.0.0.1%2f.example.org/x",
        "https://push.e\u017fample.org/x",
        "https://push.example.org/x\r\nHost: y",
        " https://push.example.org/x",
        "ftp://push.example.org/x",
        "https:///x",
        "file:///etc/passwd",
        "nonsense",
    ],
)
def test_endpoints_that_lead_elsewhere_are_refused(
    house: Running, phone: Browser, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.server.herald.push, "anywhere", False)
    ada = Person(house.address, "Ada")
    answer = ada.post("/api/you/notices/push", {**phone.subscription(), "endpoint": url})
    assert answer.status_code == 422
    assert answer.json()["reason"] == "This is no address of a push service."


def test_keys_that_are_none_are_refused(house: Running, phone: Browser) -> None:
    ada = Person(house.address, "Ada")
    right = phone.subscription()
    compressed = phone.key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    for wrong in (
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "B" * 87},
        {"auth": "no base64!"},
        {"auth": right["auth"] + "!!!"},  # two readers of base64 read this in two ways
        {"p256dh": right["p256dh"] + "!!"},
        {"p256dh": urlsafe_b64encode(compressed).decode()},
    ):
        answer = ada.post("/api/you/notices/push", {**phone.subscription(), **wrong})
        assert answer.json()["reason"] == "These are no keys of a browser."


def test_what_can_not_be_pushed_to_is_given_up_and_holds_up_nobody(
    house: Running, phone: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier release has kept keys that no library encrypts for; and an error of our own is met once."""
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")

    def spoil(book: Book) -> None:
        connection_of(book).execute(update(schema.push_targets).values(auth="A" * 22 + "!!!"))

    house.call(lambda: house.server.storage.write(spoil))
    assert ben.post("/api/you/notices/try").json() == {"sent": 0, "failed": 1}
    play(ada, table)
    tell(house)
    assert [(row["due"], row["sending"]) for row in rows(house)] == [(None, None)]
    takes_pushes(ben, phone, "turn")
    monkeypatch.setattr(letters, "message", lambda letter: 1 / 0)
    house.server.hub.ledger.changed.add(table)
    tell(house, AGAIN)
    assert [(row["due"], row["sending"]) for row in rows(house)] == [(None, None)]
    assert not phone.got


def test_a_name_that_is_looked_up_for_long_holds_up_no_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever owns a name decides how long its lookup takes; threads for other things are not spent on that."""
    go = Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: go.wait(10) and [])

    async def tried() -> None:
        resolver = Public()
        lookups = [asyncio.create_task(resolver.resolve("slow.example.org", 443)) for _ in range(60)]
        await asyncio.sleep(0.01)
        assert await asyncio.wait_for(asyncio.to_thread(int, "7"), 5) == 7
        go.set()
        assert all(isinstance(one, OSError) for one in await asyncio.gather(*lookups, return_exceptions=True))
        await resolver.close()

    asyncio.run(tried())


def test_a_name_that_leads_into_this_machine_is_not_connected_to(phone: Browser) -> None:
    async def tried() -> None:
        resolver = Public()
        with pytest.raises(OSError, match="no public address"):
            await resolver.resolve("localhost", 80)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=resolver)) as session:
            with pytest.raises(aiohttp.ClientError):
                await session.post(phone.endpoint.replace("127.0.0.1", "localhost"))

    asyncio.run(tried())
    assert not phone.got


def test_nothing_is_followed(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    phone.answers, phone.extra = [307], {"Location": phone.endpoint + "/elsewhere"}
    play(ada, table)
    tell(house)
    tell(house, PAUSES[-1])
    assert len(phone.got) == 1


# ---------------------------------------------------------------------- letters


def test_letters_after_the_address_is_confirmed(house: Running, mailbox: Mailbox) -> None:
    ada, ben, table = couple(house)
    assert wishes(ben, mail=["turn"])["can_mail"]
    told = ben.post("/api/you/notices/mail", {"address": "ben@Example.org"}).json()
    assert (told["mail"], told["confirmed"]) == ("ben@example.org", False)
    play(ada, table)
    tell(house)
    assert len(mailbox.letters) == 1, "nothing but the question whether it is right"
    question = mailbox.letters[0]
    assert (question["From"], question["To"]) == ("Waystation <tables@example.org>", "ben@example.org")
    assert question["Subject"] == "Waystation: is this your address?"
    stranger = Person(house.address)
    secret = mailbox.secret(f"{PUBLIC}/confirm#")
    assert stranger.post("/api/confirm", {"secret": secret}).status_code == 204  # on whatever device it is read
    assert stranger.post("/api/confirm", {"secret": secret}).status_code == 404
    assert ben.get("/api/you/notices").json()["confirmed"]
    house.server.hub.ledger.changed.add(table)
    tell(house)
    assert len(mailbox.letters) == 2
    letter = mailbox.letters[1]
    assert letter["Subject"] == "Duel: It is your turn."
    assert f"Duel with Ada: It is your turn.\n{PUBLIC}/table/{table}" in mailbox.body()
    assert letter["Message-ID"].endswith("@play.example.org>")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = letter["List-Unsubscribe"].strip("<>")
    assert stop.startswith(f"{PUBLIC}/stop/")
    mail_program = Person(house.address)
    answer = mail_program.http.post(urlsplit(stop).path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 204
    assert mail_program.http.post(urlsplit(stop).path).status_code == 204  # again is no matter
    assert ben.get("/api/you/notices").json()["mail"] == ""
    play(ben, table)
    tell(house, AGAIN)
    assert len(mailbox.letters) == 2


def test_a_letter_that_is_sent_again_has_the_same_id(house: Running, mailbox: Mailbox) -> None:
    ada, ben, table = couple(house)
    confirmed(ben, mailbox)
    wishes(ben, mail=["turn"])
    mailbox.answer = "451 later"
    play(ada, table)
    tell(house)
    claimed = [row for row in rows(house) if row["due"]]
    assert claimed[0]["tries"] == 1
    mailbox.answer = ""
    look(house, SOON + PAUSES[0] + 1)
    assert len(mailbox.letters) == 2
    mailbox.answer = "554 never"
    other = table_of(ada, ben)
    play(ada, other)
    tell(house, 2 * GAPS["mail"])
    assert all(row["due"] is None for row in rows(house)), "given up at once"
    assert ben.get("/api/you/notices").json()["mail"], "but the address stays: it may be the mail server's fault"


def confirmed(person: Person, mailbox: Mailbox) -> None:
    answer = person.post("/api/you/notices/mail", {"address": "somebody@example.org"})
    assert answer.status_code == 200, answer.text
    assert person.post("/api/confirm", {"secret": mailbox.secret("confirm#")}).status_code == 204


def test_an_address_is_kept_if_the_server_ends_while_another_one_is_asked(
    house: Running, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Person(house.address, "Ada")
    confirmed(ada, mailbox)
    herald, storage = house.server.herald, house.server.storage

    async def ends() -> tuple[str, bool]:
        person = await storage.read(lambda book: connection_of(book).scalar(select(schema.mails.c.person)))
        asked = asyncio.Event()

        async def send(message: EmailMessage) -> Outcome:
            asked.set()
            await asyncio.Event().wait()  # the mail server says nothing
            return LATER

        monkeypatch.setattr(herald.post, "send", send)
        call = asyncio.ensure_future(herald.confirm(person, "another@example.org"))
        await asked.wait()
        async with asyncio.timeout(PATIENCE):  # neither does anybody wait for it: the tables of this process, say
            await finish()
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await finish()
        return await storage.read(lambda book: mail_of(connection_of(book), person))

    assert house.call(ends) == ("somebody@example.org", True)


def test_a_mail_server_that_is_gone(house: Running, mailbox: Mailbox) -> None:
    """It is not asked again for each letter, and everything is sent when it is back."""
    post = house.server.herald.post
    assert post is not None
    ada, ben, table = couple(house)
    confirmed(ben, mailbox)
    wishes(ben, mail=["turn"])
    post.server = post.server._replace(port=1)
    play(ada, table)
    tell(house)
    assert post._rests_until > time.monotonic()
    answer = ada.post("/api/you/notices/mail", {"address": "ada@example.org"})
    assert (answer.status_code, answer.json()["reason"]) == (503, "The letter could not be sent to this address.")
    assert ada.get("/api/you/notices").json()["mail"] == ""
    answer = ben.post("/api/you/notices/mail", {"address": "elsewhere@example.org"})
    assert answer.status_code == 503
    mine = ben.get("/api/you/notices").json()
    assert (mine["mail"], mine["confirmed"]) == ("somebody@example.org", True), "as it was"
    post.server, post._rests_until = MailServer.of(mailbox.url), 0.0
    look(house, SOON + PAUSES[0] + 1)
    assert mailbox.letters[-1]["Subject"] == "Duel: It is your turn."


def test_nobodys_mailbox_is_filled_by_strangers(house: Running, mailbox: Mailbox) -> None:
    for n in range(4):
        person = Person(house.address, f"P{n}")
        answer = person.post("/api/you/notices/mail", {"address": "Victim@example.org"})
        assert answer.status_code == (200 if n < 3 else 429)
    assert len(mailbox.letters) == 3
    ada = Person(house.address, "Ada")
    codes = [ada.post("/api/you/notices/mail", {"address": f"a{n}@example.org"}).status_code for n in range(7)]
    assert codes == [200] * 5 + [429] * 2


def test_who_takes_an_address_back_has_no_more_letters_sent_there(house: Running, mailbox: Mailbox) -> None:
    for n in range(5):
        person = Person(house.address, f"P{n}")
        answer = person.post(
            "/api/you/notices/mail", {"address": "Mallory@example.org" if n % 2 else f"mallory+{n}@Example.org"}
        )
        assert answer.status_code == (200 if n < 3 else 429)
        person.http.delete("/api/you/notices/mail")
    assert len(mailbox.letters) == 3


def test_without_a_mail_server_nobody_is_written_to(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.server.herald, "post", None)
    ada = Person(house.address, "Ada")
    assert not ada.get("/api/you/notices").json()["can_mail"]
    answer = ada.post("/api/you/notices/mail", {"address": "ada@example.org"})
    assert answer.json()["reason"] == "This server writes no letters."


def test_a_trial(house: Running, mailbox: Mailbox, phone: Browser) -> None:
    ada = Person(house.address, "Ada")
    assert ada.post("/api/you/notices/try").json() == {"sent": 0, "failed": 0}
    takes_pushes(ada, phone, "turn")
    confirmed(ada, mailbox)
    assert ada.post("/api/you/notices/try").json() == {"sent": 2, "failed": 0}
    assert phone.read()["body"] == "This is how you are told."
    assert "This is how you are told." in mailbox.body()
    phone.answers = [410]
    assert ada.post("/api/you/notices/try").json() == {"sent": 1, "failed": 1}
    assert ada.get("/api/you/notices").json()["pushes"] == []


@pytest.mark.parametrize(
    "text",
    [
        "a@b",
        "@b.org",
        "a@",
        "a b@c.org",
        "a@b.org\n",
        "a@b.org, c@d.org",
        "a@b..org",
        ".a@b.org",
        "ä@b.org",
        "<a@b.org>",
        "=?utf-8?q?x?=@b.org",
    ],
)
def test_what_is_no_address(text: str) -> None:
    if text.strip() == text:
        with pytest.raises(Refused, match="no e-mail address"):
            check_address(text)
    else:
        assert check_address(text) == "a@b.org"


def test_mail_servers_by_their_address() -> None:
    assert MailServer.of("smtp://localhost") == ("localhost", 25, None, None, False, None)
    assert MailServer.of("smtp://mail.example.org") == ("mail.example.org", 587, None, None, False, None)
    assert MailServer.of("smtps://me:a%40b@mail.example.org") == ("mail.example.org", 465, "me", "a@b", True, False)
    assert MailServer.of("smtp://me:pass@mail.example.org:2525").starttls is True, "no password in the clear"
    for wrong in ("mail.example.org", "http://x", "smtp://", "smtp://h:port", "smtp://h/x"):
        with pytest.raises(ValueError, match="is written as smtp://"):
            MailServer.of(wrong)
    for given, why in (
        (("", "a@b.org", PUBLIC), "--mail-from needs"),
        (("smtp://h", "a@b.org", ""), "--smtp needs --public-url"),
        (("smtp://h", "", PUBLIC), "--smtp needs --mail-from"),
        (("smtp://h", "nobody", PUBLIC), "'nobody': This is no e-mail address"),
    ):
        with pytest.raises(ValueError, match=why):
            post_of(*given)
    assert post_of("", "", "") is None


def test_the_doctor_looks_at_the_mail_server(mailbox: Mailbox) -> None:
    def found(**given: str) -> doctor.Finding:
        return next(doctor._letters(Setup(public_url=PUBLIC, **given)))

    assert found().state == "ok"
    fine = found(smtp=mailbox.url, mail_from="tables@example.org")
    assert fine.state == "ok"
    assert "takes letters from tables@example.org" in fine.text
    gone = found(smtp="smtp://127.0.0.1:1", mail_from="tables@example.org")
    assert gone.state == "wrong"
    assert "127.0.0.1:1 cannot be used" in gone.text
    secret = found(smtp=mailbox.url.replace("//", "//me:a-password@"), mail_from="tables@example.org")
    assert secret.state == "wrong"
    assert "a-password" not in secret.text + secret.advice
    assert found(smtp="mail.example.org", mail_from="a@b.org").advice == "Put --smtp and --mail-from right."


# ---------------------------------------------------------------------- wishes


def at(text: str, zone: str = "UTC") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "end"),
    [
        (("22:00", "07:00"), "UTC", "2026-03-01T23:30", "2026-03-02T07:00"),
        (("22:00", "07:00"), "UTC", "2026-03-02T06:59", "2026-03-02T07:00"),
        (("22:00", "07:00"), "UTC", "2026-03-02T07:00", None),
        (("12:00", "14:00"), "UTC", "2026-03-02T13:00", "2026-03-02T14:00"),
        (("12:00", "14:00"), "UTC", "2026-03-02T14:00", None),
        (("12:00", "12:00"), "UTC", "2026-03-02T12:00", None),
        (("22:00", "07:00"), "America/New_York", "2026-03-01T23:30", "2026-03-02T07:00"),
        (("22:00", "07:00"), "Europe/Berlin", "2026-03-28T23:30", "2026-03-29T07:00"),  # the night has an hour less
        (None, "UTC", "2026-03-01T23:30", None),
    ],
)
def test_quiet_hours(quiet: tuple[str, str] | None, zone: str, now: str, end: str | None) -> None:
    found = quiet_until(NoticeWishes(quiet=quiet, zone=zone), at(now, zone))
    assert found == (None if end is None else at(end, zone))


def test_quiet_hours_that_end_in_an_hour_that_there_is_twice() -> None:
    wishes = NoticeWishes(quiet=("22:00", "02:30"), zone="Europe/Berlin")
    for hour in (0, 1):
        now = datetime(2026, 10, 25, hour, 15, tzinfo=UTC).timestamp()  # a quarter past two
        assert quiet_until(wishes, now) == now + 15 * 60


def test_what_was_sent_by_a_clock_that_was_ahead_holds_nothing_up(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    tell(house, 365 * 24 * 3600)
    assert len(phone.got) == 1
    play(ada, table_of(ada, ben))
    tell(house, SOON)
    assert len(phone.got) == 2


def test_what_was_queued_by_a_clock_that_was_ahead_is_told(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    play(ada, table)
    look(house, 3600.0 * 24 * 365)
    assert not phone.got
    tell(house)
    assert len(phone.got) == 1


def test_in_quiet_hours_it_waits_and_is_one_in_the_morning(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    other = table_of(ada, ben)
    now = datetime.now(UTC)
    hours = [f"{(now.hour + more) % 24:02}:{now.minute:02}" for more in (0, 8)]
    takes_pushes(ben, phone, "turn", quiet=hours, zone="UTC")
    play(ada, table)
    tell(house)
    play(ada, other)
    tell(house, 3600)
    assert not phone.got
    assert {row["due"] - time.time() > 7.9 * 3600 for row in rows(house)} == {True}
    look(house, 8 * 3600 + 60)
    assert phone.read()["title"] == "News from 2 tables"
    assert len(phone.got) == 1


def test_wishes_are_kept_and_refused(house: Running, phone: Browser) -> None:
    ada = Person(house.address, "Ada")
    plain = {"push": [], "mail": [], "quiet": None, "zone": ""}
    assert ada.get("/api/you/notices").json()["wishes"] == plain
    mine = {"push": ["turn", "over"], "mail": ["undo"], "quiet": ["22:00", "07:30"], "zone": "Europe/Berlin"}
    assert wishes(ada, **mine)["wishes"] == mine
    assert ada.get("/api/you/notices").json()["wishes"] == mine
    assert Person(house.address, "Ben").get("/api/you/notices").json()["wishes"] == plain
    for wrong in (
        {"push": ["dinner"]},
        {"quiet": ["25:00", "07:00"]},
        {"quiet": ["7:00"]},
        {"zone": "../etc/passwd"},
        {"x": 1},
    ):
        assert ada.post("/api/you/notices", wrong).status_code == 422
    assert wishes(ada)["wishes"] == plain
    assert not house.call(lambda: house.server.storage.read(lambda book: notices.anybody(connection_of(book))))


def test_what_was_not_wished_is_not_told(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "over")
    play(ada, table)
    tell(house)
    assert not rows(house)
    wishes(ben, push=["turn"])
    house.server.hub.ledger.changed.add(table)
    look(house)
    wishes(ben, push=["over"])
    look(house, SOON)
    assert not phone.got, "they have thought better of it since"


def test_browsers_are_listed_and_let_go(house: Running, phone: Browser) -> None:
    ada, ben = Person(house.address, "Ada"), Person(house.address, "Ben")
    ada.http.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0"
    found = takes_pushes(ada, phone, "turn")["pushes"]
    assert [one["name"] for one in found] == ["Firefox, Linux"]
    assert phone.endpoint not in json.dumps(found)
    assert ben.http.delete(f"/api/you/notices/push/{found[0]['id']}").status_code == 404
    takes_pushes(ben, phone, "turn")
    assert ada.get("/api/you/notices").json()["pushes"] == [], "the browser is Ben's now"
    assert ben.http.delete(f"/api/you/notices/push/{found[0]['id']}").json()["pushes"] == []
    for n in range(12):
        ada.post("/api/you/notices/push", {**phone.subscription(), "endpoint": f"{phone.endpoint}/{n}"})
    assert len(ada.get("/api/you/notices").json()["pushes"]) == 10


def test_who_signs_out_is_not_told_there(house: Running, phone: Browser) -> None:
    ada, ben, table = couple(house)
    takes_pushes(ben, phone, "turn")
    elsewhere = Person(house.address)
    elsewhere.http.cookies = ben.http.cookies
    assert ben.post("/api/you/sign-out-others").status_code == 200
    assert len(ben.get("/api/you/notices").json()["pushes"]) == 1, "here they are signed in"
    ben.post("/api/sign-out")
    play(ada, table)
    tell(house)
    assert not phone.got


def test_a_letter_has_no_lines_of_others(house: Running, mailbox: Mailbox) -> None:
    """A name can't make a header, or a second letter."""
    ada, ben, table = couple(house)
    ada.post("/api/me", {"name": "A\u2028Bcc: x@y.org"})
    confirmed(ben, mailbox)
    wishes(ben, mail=["turn"])
    play(ada, table)
    tell(house)
    letter: EmailMessage = mailbox.letters[-1]
    assert letter["Subject"] == "Duel: It is your turn."
    assert letter["Bcc"] is None


def test_a_push_service_is_told_whom_to_reach(tmp_path: Path) -> None:
    url, post = f"sqlite:///{tmp_path / 'tables.sqlite'}", Post("smtp://localhost", "tables@example.org")
    for address, given, contact in (
        (Address("https://play.example.org"), None, "https://play.example.org"),
        (Address("https://play.example.org"), post, "mailto:tables@example.org"),
        (Address(), None, "mailto:waystation@localhost.localdomain"),
    ):
        server = Server(url, workers=1, address=address, post=given)
        assert server.herald.push.contact == contact
        server.storage.close()
