"""People come, go and come back; bots stand in, fail and are replaced; the game always goes on."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from server.playing import Frame, Party, Person, Running, Watcher, until
from server.quick import QuickState
from waystation.bots import turn_at
from waystation.engine import State, Timer
from waystation.server import moderation
from waystation.server.clock import TableClock
from waystation.server.leases import Elsewhere
from waystation.server.live import Room
from waystation.server.protocol import Act, SeatChange
from waystation.server.replay import state_at
from waystation.server.rows import Book, SeatRow
from waystation.server.sql import SqlBook, connection_of
from waystation.server.story import said
from waystation.server.table import seat_names


def finish(watchers: dict[int, Watcher], spectator: Watcher) -> None:
    """Those who are still there play whatever they may, until the game is over."""
    while not spectator.over:
        acting = [seat for seat in spectator.view["to_act"] if seat in watchers]
        if not acting:
            spectator.next()
            continue
        watcher = watchers[acting[0]].hear_version(spectator.version)
        assert watcher.act(acting[0], watcher.legal()[0])["t"] == "done"
        spectator.hear_version(watcher.version)


LEAVERS = [subset for size in range(4) for subset in itertools.combinations(range(3), size)]


@pytest.mark.parametrize("leavers", LEAVERS, ids=str)
def test_any_subset_of_seats_leaves_and_the_game_ends(running: Running, leavers: tuple[int, ...]) -> None:
    party = Party(running.address, "duel", 3, seed=len(leavers))
    for _ in range(3):
        party.step()
    for seat in leavers:
        answer = party.people[seat].post(f"/api/tables/{party.id}/seats/{seat}", {"do": "leave", "bot": "random"})
        assert answer.status_code == 200
        left = answer.json()["seats"][seat]
        assert (left["bot"], left["stands_in"], left["kind"]) == ("random", True, "person")
        party.watchers[seat].close()
    staying = {seat: watcher for seat, watcher in enumerate(party.watchers[:3]) if seat not in leavers}
    finish(staying, party.watchers[-1])
    record = party.people[0].get(f"/api/tables/{party.id}/record")
    assert record.status_code == 200


def test_a_spectator_who_leaves_ends_nothing(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    party.step()
    party.watchers.pop().close()
    party.step()
    assert not party.over


def test_leave_and_come_back(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    ben = party.people[1]
    seat = f"/api/tables/{party.id}/seats/1"
    assert ben.post(seat, {"do": "leave", "bot": "random"}).json()["seats"][1]["stands_in"]
    refused = party.watchers[1].act(1, "hide 1")
    assert refused["reason"] == "You do not play this seat."
    assert ben.get("/api/tables").json()[0]["id"] == party.id  # it is still on his list
    back = ben.post(seat, {"do": "return"}).json()["seats"][1]
    assert (back["bot"], back["stands_in"], back["mine"]) == (None, False, True)


def test_the_host_gives_an_empty_seat_to_a_bot_and_back(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    ada, ben = party.people[:2]
    seat = f"/api/tables/{party.id}/seats/1"
    assert ada.post(seat, {"do": "bot", "bot": "random"}).json() == {"reason": "Its person is here.", "rule": ""}
    party.watchers[1].close()
    party.watchers[0].hear("presence", seats=[0], spectators=1)
    assert ben.post(f"/api/tables/{party.id}/seats/0", {"do": "bot"}).status_code == 403
    given = ada.post(seat, {"do": "bot", "bot": "random"}).json()["seats"][1]
    assert (given["bot"], given["stands_in"], given["name"]) == ("random", True, "Ben")
    back = ada.post(seat, {"do": "open"}).json()["seats"][1]
    assert (back["bot"], back["kind"], back["name"]) == (None, "person", "Ben")
    assert ada.post(seat, {"do": "open"}).json()["reason"] == "No bot plays this seat."
    party.watchers[1] = ben.watch(party.id, 1)
    party.watchers[1].hear("hello")
    party.play_out()


def test_an_open_seat_can_be_played_by_a_bot_until_somebody_comes(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("duel", ["open", "me"])
    seat = f"/api/tables/{table['id']}/seats/0"
    link = table["seats"][0]["link"]
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    assert ada.post(seat, {"do": "bot", "bot": "random"}).json()["seats"][0]["kind"] == "bot"
    while not watcher.ply:  # the bot begins
        watcher.next()
    peek = ben.post("/api/join", {"link": link, "peek": True}).json()
    assert (peek["seat"], peek["free"]) == (0, True)
    assert ben.join(link)["id"] == table["id"]
    mine = ben.get(f"/api/tables/{table['id']}").json()["seats"][0]
    assert (mine["name"], mine["mine"], mine["bot"]) == ("Ben", True, None)
    assert mine["link"] not in (None, link)
    assert Person(running.address, "Eve").post("/api/join", {"link": link}).status_code == 404  # worth nothing any more


def test_a_return_link_works_on_another_device(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    link = party.info(1)["seats"][1]["link"]
    phone = Person(running.address, "Ben's phone")
    phone.join(link)
    watcher = phone.watch(party.id)
    assert watcher.hear("hello")["mine"] == [1]
    assert party.watchers[1].act(1, "yield")["reason"] == "You do not play this seat."


def test_nobody_sits_down_where_the_game_is_over(running: Running) -> None:
    """Neither by the link of who won nor by another: what is told of the game names who sat there."""
    party = Party(running.address, "stones", 2)
    ada, ben, eve = party.people
    links = [
        person.get(f"/api/tables/{party.id}").json()["seats"][seat]["link"] for seat, person in ((0, ada), (1, ben))
    ]
    party.play_out()
    for link in links:
        answer = eve.post("/api/join", {"link": link})
        assert (answer.status_code, answer.json()["reason"]) == (409, "The game is over.")
    assert ada.post("/api/join", {"link": links[0]}).json()["mine"], "it leads its own person to the table"
    [found] = ada.get("/api/finished?mine=yes").json()["tables"]
    assert [(seat["name"], seat["mine"]) for seat in found["seats"]] == [("Ada", True), ("Ben", False)]


def test_the_link_of_whom_a_bot_has_played_for_leads_to_the_finished_table(running: Running) -> None:
    party = Party(running.address, "stones", 2)
    ben, path = party.people[1], f"/api/tables/{party.id}"
    link = ben.get(path).json()["seats"][1]["link"]
    for seat, person in enumerate(party.people[:2]):
        person.post(f"{path}/seats/{seat}", {"do": "leave", "bot": "random"})
    until(lambda: party.watchers[0].drain().over)
    assert ben.post("/api/join", {"link": link}).status_code == 200


def test_names(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    assert party.people[1].post("/api/me", {"name": "  Ada "}).json() == {"name": "Ada"}
    frame = party.watchers[0].hear("seats")
    assert frame["text"] == "Ben is now called Ada."
    assert party.watchers[0].view["names"] == ["Ada", "Ada (2)"]
    assert "Ada (2): 3 cards" in str(party.watchers[0].scene["seat:1"])
    assert party.people[1].post("/api/me", {"name": " " * 5}).status_code == 422
    assert party.people[1].post("/api/me", {"name": "x" * 25}).status_code == 422


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Zo\u00eb", "Zoe\u0308"),  # an accent, written in two ways
        ("Ada", "A\u200dda"),
        ("Ada", "Ada\u3164"),
        ("Ada", "Ad\ufe0fa"),
        ("Ada (2)", "Ada"),
    ],
)
def test_names_that_look_alike_are_told_apart(running: Running, first: str, second: str) -> None:
    party = Party(running.address, "duel", 2)
    party.people[0].post("/api/me", {"name": first})
    party.people[1].post("/api/me", {"name": second})
    names = [seat["name"] for seat in party.info()["seats"]]
    assert names == [first, second if first == "Ada (2)" else f"{second} (2)"]
    assert seat_names([seat_called(n, name) for n, name in enumerate(("Ada (3)", "Ada", "Ada"))], "abc") == (
        "Ada (3)",
        "Ada",
        "Ada (3) (3)",
    )


def seat_called(seat: int, name: str) -> SeatRow:
    return SeatRow(table_id="t", seat=seat, link="l", person=f"p{seat}", called=name)


def test_what_was_said_stays_his_who_has_said_it(running: Running) -> None:
    party = Party(running.address, "duel", 2, hints=True)
    ada, ben = party.people[:2]
    assert party.watchers[1].ask({"t": "chat", "seat": 1, "text": "Something rude"})["t"] == "done"
    cleo = Person(running.address, "Cleo")
    assert ada.post(f"/api/tables/{party.id}/seats/1", {"do": "remove"}).status_code == 200
    cleo.join(ada.get(f"/api/tables/{party.id}").json()["seats"][1]["link"])
    watcher = cleo.watch(party.id, 1)
    watcher.hear("hello")
    assert watcher.ask({"t": "chat", "seat": 1, "text": "Hello"})["t"] == "done"

    def who(person: Person) -> list[tuple[str, str]]:
        hello = person.watch(party.id).hear("hello")
        return [(line["name"], line["text"]) for line in hello["chat"]]

    def owner(book: Book) -> list[tuple[str, str]]:
        return [(name, text) for _, name, text in moderation.talk(connection_of(book), party.id)]

    told = [("Ben", "Something rude"), ("Cleo", "Hello")]
    assert who(ada) == told
    assert running.call(lambda: running.server.storage.read(owner)) == told
    assert [one["text"] for one in cleo.get("/api/you/export").json()["tables"][0]["chat"]] == ["Hello"]
    ben.post("/api/me", {"name": "Benjamin"})
    assert who(ada)[0] == ("Benjamin", "Something rude")
    assert ben.http.delete("/api/you").status_code == 204
    assert who(ada) == [("Former player", "Something rude"), ("Cleo", "Hello")]


def test_who_has_said_much_and_sits_there_no_more_is_looked_up_once(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    for text in ("One", "Two", "Three"):
        assert party.watchers[1].ask({"t": "chat", "seat": 1, "text": text})["t"] == "done"
    assert party.people[0].post(f"/api/tables/{party.id}/seats/1", {"do": "remove"}).status_code == 200
    table, asked = running.server.hub.rooms[party.id].table, []

    class Counted(SqlBook):
        def person_name(self, person: str) -> str | None:
            asked.append(person)
            return super().person_name(person)

    def names(book: Book) -> list[str]:
        return [line.name for line, _ in said(Counted(connection_of(book)), party.id, table.seats, table.names, 50)]

    assert running.call(lambda: running.server.storage.read(names)) == ["Ben"] * 3
    assert len(asked) == 1


def test_the_ids_of_messages_are_each_persons_own(running: Running) -> None:
    """Programs count their messages: two who sit there one after the other both begin with one."""
    party = Party(running.address, "stones", 2)
    ada = party.people[0]

    def first(watcher: Watcher, action: str) -> Frame:
        return watcher.ask({"t": "act", "id": "1", "seat": 1, "action": action, "version": watcher.version})

    assert "repeated" not in first(party.watchers[1], "hide 1")
    assert first(party.watchers[1], "hide 1")["repeated"]
    assert party.watchers[0].drain().act(0, "hide 1")["t"] == "done"
    assert ada.post(f"/api/tables/{party.id}/seats/1", {"do": "remove"}).status_code == 200
    cleo = Person(running.address, "Cleo")
    cleo.join(ada.get(f"/api/tables/{party.id}").json()["seats"][1]["link"])
    watcher = cleo.watch(party.id, 1)
    watcher.hear("hello")
    while 1 not in watcher.view["to_act"]:
        assert party.watchers[0].drain().act(0, party.watchers[0].legal()[0])["t"] == "done"
        watcher.hear("step")
    ply, action = watcher.ply, watcher.legal()[0]
    assert "repeated" not in first(watcher, action)
    assert watcher.ply == ply + 1
    assert first(watcher, action)["repeated"]


def test_what_a_bot_has_yet_to_say_nobody_else_says(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = running.server.hub

    async def choose(room: Room, seat: int, spec: str) -> tuple[str, str]:
        return "hide 1", "I had no better idea."

    monkeypatch.setattr(hub.autoplay, "_choose", choose)
    ada, cleo = Person(running.address, "Ada"), Person(running.address, "Cleo")
    table = ada.open("stones", ["me", "bot:greedy", "open"], options={"players": 3})
    room = hub.rooms[table["id"]]
    until(lambda: 1 in room.remarks)
    assert ada.post(f"/api/tables/{room.table.id}/seats/1", {"do": "open"}).status_code == 200
    for seat in ada.get(f"/api/tables/{room.table.id}").json()["seats"][1:]:
        (cleo if seat["seat"] == 1 else Person(running.address, "Dan")).join(seat["link"])
    watcher = ada.watch(room.table.id, 0)
    watcher.hear("hello")
    assert watcher.act(0, "hide 1")["t"] == "done"
    dan = next(seat.person for seat in room.table.seats if seat.seat == 2)
    asked = Act(id="dan", seat=2, version=room.table.version, action="hide 1")
    running.call(lambda: hub.act(room, dan, asked))
    assert room.table.moves[-1].reveals
    assert ada.watch(room.table.id).hear("hello")["chat"] == []


def test_of_two_new_names_at_once_the_later_one_is_shown(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    hub = running.server.hub
    person = running.look(lambda: hub.rooms[party.id].table.seats[0].person)

    async def both() -> None:
        await asyncio.gather(*(hub.seating.rename(person, name) for name in ("Ann", "Bea")))

    running.call(both)
    assert party.people[0].get("/api/me").json()["name"] == "Bea"
    assert party.info(1)["seats"][0]["name"] == "Bea"


def test_a_new_name_while_a_seat_changes_is_shown(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    hub = running.server.hub
    room = running.look(lambda: hub.rooms[party.id])
    person = room.table.seats[1].person

    async def both() -> None:
        leave = SeatChange(do="leave", bot="random")
        await asyncio.gather(hub.seating.rename(person, "Bea"), hub.seating.change(room, person, 1, leave))

    running.call(both)
    assert party.info()["seats"][1]["name"] == "Bea"


def test_one_device_for_two(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "shared:Ben"])
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Ben"]
    watcher = ada.watch(table["id"])
    assert watcher.hear("hello")["mine"] == [0, 1]
    while not watcher.over:
        seat = watcher.view["to_act"][0]
        if watcher.view["viewer"] != seat:
            watcher.say({"t": "look", "seat": seat})
            assert watcher.hear("hello")["view"]["viewer"] == seat
        assert watcher.act(seat, watcher.legal()[0])["t"] == "done"


@pytest.mark.parametrize("bot", ["crashing", "cheating", "dying"])
def test_a_broken_bot_is_replaced_and_it_is_said(running: Running, bot: str) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("quick", ["me", "open"], options={"players": 2})["id"]
    watcher = ada.watch(table)
    watcher.hear("hello")
    assert ada.post(f"/api/tables/{table}/seats/1", {"do": "bot", "bot": bot}).status_code == 200
    seats = watcher.hear("seats")
    while "failed" not in seats["text"]:
        seats = watcher.hear("seats")
    assert seats["text"] == f"{bot.capitalize()} bot failed; Random bot plays for {bot.capitalize()} bot now."
    assert seats["table"]["seats"][1]["bot"] == "random"
    while not watcher.over:
        if watcher.legal():
            watcher.act(0, watcher.legal()[0])
        else:
            watcher.next()


def test_a_slow_bot_is_replaced(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("quick", ["me", "open"], options={"players": 2})["id"]
    watcher = ada.watch(table)
    watcher.hear("hello")
    running.server.bots.limit, before = 0.5, running.server.bots.limit
    try:
        assert ada.post(f"/api/tables/{table}/seats/1", {"do": "bot", "bot": "slow"}).status_code == 200
        assert watcher.hear("seats")["table"]["seats"][1]["bot"] == "slow"
        assert watcher.hear("seats")["table"]["seats"][1]["bot"] == "random"
    finally:
        running.server.bots.limit = before
    assert "waystation_bots_replaced_total 0.0" not in ada.get("/metrics").text


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_whose_move_cannot_be_written_is_not_to_blame_and_plays_later(
    running: Running, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away for three tries: nobody else would ask for the move again, and the bot stays."""
    hub, failures = running.server.hub, iter(range(3))
    play = hub.play

    async def away(room: Room, seat: int, notation: str, message: str | None, by: str) -> None:
        if by == "" and next(failures, None) is not None:
            raise OSError("the database is away")
        await play(room, seat, notation, message, by)

    monkeypatch.setattr(hub, "play", away)
    monkeypatch.setattr("waystation.server.autoplay.AGAIN", (0.01, 0.02))
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("stones", ["me", f"bot:{bot}"], options={"players": 2})["id"])
    watcher.hear("hello")
    while watcher.ply < 4:
        if 0 in watcher.view["to_act"]:
            watcher.act(0, watcher.legal()[0])
        else:
            watcher.next()
    assert next(failures, None) is None, "it was away"
    assert hub.rooms[watcher.table].table.seats[1].bot == bot


def test_a_bot_that_takes_over_in_mid_turn_while_the_log_cannot_be_read_stays(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is to see what was decided in this turn; the database is away for two tries."""
    party = Party(running.address, "wayfinders", 2)
    table = running.server.hub.rooms[party.id].table

    def in_mid_turn() -> bool:
        return turn_at(table.match, table.state.to_act[0]) < table.ply

    while not in_mid_turn():
        party.step()
    seat, ply, failures = table.state.to_act[0], table.ply, iter(range(2))

    def away(*asked: Any) -> State:
        if next(failures, None) is not None:
            raise OSError("the database is away")
        return state_at(*asked)

    monkeypatch.setattr("waystation.server.autoplay.state_at", away)
    monkeypatch.setattr("waystation.server.autoplay.AGAIN", (0.01, 0.02))
    answer = party.people[seat].post(f"/api/tables/{party.id}/seats/{seat}", {"do": "leave", "bot": "greedy"})
    assert answer.status_code == 200
    until(lambda: table.ply > ply)
    assert next(failures, None) is None, "it was away"
    assert table.seats[seat].bot == "greedy"


def test_a_bot_goes_on_at_a_table_that_was_another_processs_for_a_moment(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stopped since the table seems to be elsewhere; then that process has ended, and the table is ours again."""
    hub = running.server.hub
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("stones", ["me", "bot:random"], options={"players": 2})["id"])
    watcher.hear("hello")
    while 0 not in watcher.view["to_act"]:
        watcher.next()
    thinks = hub.autoplay._choose
    asked: list[int] = []

    async def slowly(room: Room, seat: int, spec: str) -> tuple[str, str]:
        asked.append(seat)
        if len(asked) == 1:
            await asyncio.sleep(3600)
        return await thinks(room, seat, spec)

    claims = iter([Elsewhere(watcher.table, None)])

    async def claim(ident: str) -> None:
        for no in claims:
            raise no

    monkeypatch.setattr(hub.autoplay, "_choose", slowly)
    while 0 in watcher.view["to_act"]:
        watcher.act(0, watcher.legal()[0])
    until(lambda: asked)
    monkeypatch.setattr(hub.leases, "claim", claim)
    running.call(lambda: hub.look_again(watcher.table))
    assert watcher.closed() == 1013
    assert watcher.cut(hard=False)["t"] == "hello"
    while 0 not in watcher.view["to_act"] and not watcher.over:
        watcher.next()
    assert len(asked) > 1


def test_a_bot_that_prints_is_not_misunderstood(running: Running) -> None:
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("quick", ["me", "bot:printing"], options={"players": 2})["id"])
    watcher.hear("hello")
    while watcher.ply < 2:
        if watcher.legal():
            watcher.act(0, "hide 1")
        else:
            watcher.next()
    assert running.server.hub.rooms[watcher.table].table.seats[1].bot == "printing"


def test_a_bot_says_why_only_when_its_choice_is_public(running: Running) -> None:
    """Hands are open when all are closed: then the bot explains itself, not before."""
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("faulty", ["me", "bot:talking"], options={"players": 2})["id"])
    watcher.hear("hello")
    while not watcher.ply:  # the bot may have chosen before the hello
        watcher.next()
    assert not any(frame["t"] == "chat" for frame in watcher.drain().frames)
    watcher.say({"t": "act", "seat": 0, "action": "hide 2", "version": watcher.version})
    assert watcher.hear("chat")["line"]["text"] == "I hide 1."
    assert [event["kind"] for event in watcher.events][-1] == "open"


def test_a_bot_says_nothing_while_others_still_owe_the_same_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer may take several moves: the first of them does not open what the bot keeps secret."""
    monkeypatch.setattr(QuickState, "why_silent", lambda state, seat: None)
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("slow", ["me", "bot:talking"], options={"players": 2})["id"])
    watcher.hear("hello")
    while not watcher.ply:  # the bot may have chosen before the hello
        watcher.next()
    for _ in range(2):
        assert watcher.act(0, "hide 3")["t"] == "done"
        assert not any(frame["t"] == "chat" for frame in watcher.drain().frames)
    watcher.say({"t": "act", "seat": 0, "action": "hide 2", "version": watcher.version})
    assert watcher.hear("chat")["line"]["text"] == "I hide 1."
    assert [event["kind"] for event in watcher.events][-1] == "open"


@pytest.mark.parametrize("spec", ["exec:./evil", "nobody", "mcts:x", "mcts:-1", "Greedy", "greedy:;", ""])
def test_bots_that_may_not_be_asked_for(running: Running, spec: str) -> None:
    ada = Person(running.address, "Ada")
    wish = {"game": "duel", "seats": ["me", f"bot:{spec}"]}
    assert ada.post("/api/tables", wish).status_code == 422


def test_a_fault_in_the_rules_changes_nothing(running: Running) -> None:
    party = Party(running.address, "faulty", 2)
    table = running.server.hub.rooms[party.id].table
    before = table.state.position()
    refused = party.watchers[0].act(0, "hide 3")
    assert refused["reason"] == "The rules of this game failed on that action; nothing has changed."
    assert table.state.position() == before
    assert party.watchers[0].act(0, "hide 2")["t"] == "done"


def test_the_clock_plays_for_whoever_owes_and_nobody_needs_to_watch(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(running.address, "quick", 2)
    hello = party.people[0].watch(party.id, 0).hear("hello")
    assert hello["clock"]["seconds"] == 3600
    assert hello["clock"]["left"] <= 3600
    hub = running.server.hub
    room = hub.rooms[party.id]
    assert party.watchers[0].act(0, "hide 2")["t"] == "done"
    for watcher in party.watchers:
        watcher.close()
    monkeypatch.setattr(QuickState, "seconds", 1)
    running.loop.call_soon_threadsafe(hub.autoplay._ring, room, room.clock.timer)  # the hour is over
    until(lambda: running.look(lambda: room.table.state.is_over))
    moves = [(move.seat, room.table.game.actions.format(move.action)) for move in room.table.moves]
    assert moves[:2] == [(0, "hide 2"), (1, "hide 0")]
    assert len(moves) == 6
    assert room.clock.timer is None


def test_the_clock_waits_for_open_seats_and_gives_no_time_for_undo(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("quick", ["me", "open"], options={"players": 2})
    watcher = ada.watch(table["id"])
    assert "clock" not in watcher.hear("hello")
    Person(running.address, "Ben").join(table["seats"][1]["link"])
    room = running.server.hub.rooms[table["id"]]
    assert room.clock.timer is not None
    room.clock.deadline = deadline = room.clock.deadline - 1800  # half an hour later
    assert watcher.drain().act(0, "hide 1")["t"] == "done"
    assert room.clock.deadline == deadline  # the same phase: the same clock
    watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})
    assert abs(room.clock.deadline - deadline) < 900  # not an hour again


def test_the_clock_stops_when_a_seat_becomes_free_and_all_see_it(running: Running) -> None:
    party = Party(running.address, "quick", 3)
    room = running.server.hub.rooms[party.id]
    assert party.watchers[0].hello["table"]["to_act"] == [0, 1, 2]
    assert party.people[0].post(f"/api/tables/{party.id}/seats/2", {"do": "remove"}).status_code == 200
    assert "clock" not in party.watchers[1].hear("seats", text="The host has removed Cleo; the seat is free.")
    assert room.clock.timer is None
    assert party.watchers[1].act(1, "hide 1")["t"] == "done", "nobody's time is up, and nobody has to wait"
    assert "clock" not in party.watchers[0].hear("step")
    link = party.info()["seats"][2]["link"]
    Person(running.address, "Dan").join(link)
    assert party.watchers[0].hear("seats", text="Dan sits down.")["clock"]["left"] > 3590
    assert party.people[0].post("/api/me", {"name": "Ann"}).status_code == 200
    assert party.watchers[1].hear("seats", text="Ada is now called Ann.")["clock"]


def test_a_clock_for_a_whole_phase_is_not_wound_by_its_moves(running: Running) -> None:
    """Whoever owes an answer of several moves gets no time for each of them, also when all others are done."""
    party = Party(running.address, "slow", 2)
    watcher = party.watchers[1]
    room = running.server.hub.rooms[party.id]
    room.clock.deadline = deadline = room.clock.deadline - 1800  # half an hour later
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    for _ in range(3):
        assert watcher.act(1, "hide 3")["t"] == "done"
        assert room.clock.deadline == deadline
    watcher.ask({"t": "undo", "seat": 1, "version": watcher.version, "ply": watcher.ply - 1})
    assert room.clock.deadline == deadline
    assert watcher.act(1, "hide 2")["t"] == "done"
    assert room.clock.deadline > deadline  # the next round


@pytest.mark.parametrize("game", ["slow", "quick"])
def test_a_move_at_the_last_moment_does_not_stop_the_bell(running: Running, game: str) -> None:
    """The clock has run out while a move was being written: it still rings for whoever owes an answer."""
    party = Party(running.address, game, 3)
    hub = running.server.hub
    room = hub.rooms[party.id]
    timer, version = room.clock.timer, room.table.version
    room.clock.stop()
    assert party.watchers[0].act(0, "hide 3")["t"] == "done"  # in Slow the seat still owes, in Quick the others do
    running.call(lambda: hub.autoplay._time_is_up(room, timer, version))
    assert [move.seat for move in room.table.moves] == ([0, 0, 1, 2] if game == "slow" else [0, 1, 2])
    assert room.table.state.round == 2  # and nobody was asked for the next round


def test_the_rules_may_forbid_to_speak(running: Running) -> None:
    party = Party(running.address, "quick", 3)
    watcher = party.watchers[0]
    assert watcher.ask({"t": "chat", "seat": 0, "text": "hello"})["t"] == "done"
    party.watchers[1].hear("chat")
    assert (watcher.view["hushed"], watcher.view["hush"]) == ([], "")
    assert watcher.act(0, "hide 1")["t"] == "done"
    hush = "Your hand is closed, Ada: say nothing."
    assert watcher.ask({"t": "chat", "seat": 0, "text": "I have one"})["reason"] == hush
    party.keep_up(watcher.version)
    for seen in (*party.watchers, party.people[0].watch(party.id, 0), party.people[3].watch(party.id)):
        if not seen.view:
            seen.hear("hello")
        assert seen.view["hushed"] == [0], "all know who is silent, from a step as from a hello"
        assert seen.view["hush"] == (hush if seen.seat == 0 else ""), "who is silent is told why"
    for seat in (1, 2):
        assert party.watchers[seat].act(seat, "hide 1")["t"] == "done"
        party.keep_up(party.watchers[seat].version)
    assert (watcher.view["hushed"], watcher.view["hush"]) == ([], "")
    assert watcher.ask({"t": "chat", "seat": 0, "text": "open"})["t"] == "done"


def test_after_the_end_everybody_may_speak(running: Running) -> None:
    party = Party(running.address, "quick", 2)
    party.play_out()
    assert party.watchers[0].view["hushed"] == []
    assert party.watchers[0].ask({"t": "chat", "seat": 0, "text": "good game"})["t"] == "done"


def test_idle_tables_leave_memory_and_come_back(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    for _ in range(4):
        party.step()
    hub = running.server.hub
    room = hub.rooms[party.id]
    position = room.table.state.position()
    room.used -= 1000
    running.look(hub.unload_idle)
    assert party.id in hub.rooms  # it is watched
    for watcher in party.watchers:
        watcher.close()
    until(lambda: running.look(lambda: not room.sockets()))
    room.used -= 1000
    running.look(hub.unload_idle)
    assert party.id not in hub.rooms
    assert party.people[0].watch(party.id, 0).hear("hello")["ply"] == 4
    assert hub.rooms[party.id] is not room
    assert hub.rooms[party.id].table.state.position() == position


def test_time_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking back freely gives no time; a decision that all agreed to take up again has what it had."""

    now = 1000.0
    monkeypatch.setattr("waystation.server.clock.monotonic", lambda: now)

    async def play() -> None:
        nonlocal now
        clock = TableClock()
        assert clock.shown() is None
        clock.start(Timer(100, 0, "think"), lambda: None)
        now += 10
        clock.leave(3)
        clock.start(Timer(50, 0, "answer"), lambda: None)
        now += 5
        assert clock.seconds_again(3, free=True) == 85
        assert clock.seconds_again(3, free=False) == 90
        assert clock.seconds_again(2, free=True) is None
        rung: list[int] = []
        clock.start(Timer(50, 0, "late"), lambda: rung.append(1), seconds=-3)
        while not rung:
            await asyncio.sleep(0.01)
        assert clock.timer is None

    asyncio.run(play())
