"""Taking back: freely to the last reveal, beyond it by agreement, and never by the wrong seat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import waystation
from server.playing import Party, Person, Running, until
from tiny.stones import Stones
from waystation.engine import Chance, Match
from waystation.server import rows
from waystation.server.replay import load
from waystation.server.sql import SqlBook
from waystation.server.storage import Job


def table_of(running: Running, party: Party):  # type: ignore[no-untyped-def]
    return running.server.hub.rooms[party.id].table


def undo(party: Party, seat: int, ply: int):  # type: ignore[no-untyped-def]
    watcher = party.watchers[seat]
    return watcher.ask({"t": "undo", "seat": seat, "version": watcher.version, "ply": ply})


@pytest.mark.parametrize(("game", "players", "seed"), [("duel", 2, 4), ("duel", 3, 2), ("stones", 3, 3)])
def test_random_undos_from_every_seat(running: Running, game: str, players: int, seed: int) -> None:
    """A match in our own hands goes along: what it lets a seat take back freely the table does, and nothing else."""
    party = Party(running.address, game, players, seed, table_seed=f"undo {seed}")
    table = table_of(running, party)
    match = Match(waystation.load(game, players=players), table.row.plain_seed, table.names)
    chance = Chance.of(seed, "undo")
    undone = 0
    while not party.over:
        seat, action = party.step()
        match.play(action, seat)
        for other in range(players):
            if not match.moves or party.over or chance.below(2):
                continue
            ply = chance.below(len(match.moves))
            free = len(match.moves) - match.free_to(other)
            answer = undo(party, other, ply)
            assert answer["t"] == "done"
            if len(match.moves) - ply <= free:
                match.undo(len(match.moves) - ply)
                undone += 1
                party.keep_up(party.watchers[other].version)
            else:
                refuse(party, other, players)
            assert table.state.position() == match.state.position()
    assert undone
    for watcher in party.watchers:
        fresh = watcher.person.watch(party.id, watcher.seat)
        fresh.hear("hello")
        assert fresh.picture() == watcher.drain().picture()


def refuse(party: Party, asking: int, players: int) -> None:
    """Somebody says no."""
    other = (asking + 1) % players
    watcher = party.watchers[other]
    watcher.drain()
    answer = watcher.ask({"t": "agree", "seat": other, "version": watcher.version, "yes": False})
    assert answer["t"] == "done"


def test_everybody_agrees(running: Running) -> None:
    """Back over a draw, to the very start: the same choices then draw the same again."""
    party = Party(running.address, "duel", 3)
    table = table_of(running, party)
    start = table.state.position()
    moves = [party.step() for _ in range(7)]
    then = table.state.position()
    assert undo(party, 0, 0)["t"] == "done"
    news = party.watchers[1].hear("undo")["undo"]["asked"]
    assert news == {"seat": 0, "ply": 0, "agreed": [0], "missing": [1, 2]}
    for seat in (1, 2):
        assert table.ply == 7
        watcher = party.watchers[seat].drain()
        assert watcher.ask({"t": "agree", "seat": seat, "version": watcher.version, "yes": True})["t"] == "done"
    for watcher in party.watchers:
        watcher.drain()
        assert (watcher.ply, watcher.events[-1]["kind"]) == (0, "undo")
    assert table.state.position() == start
    for seat, action in moves:
        assert party.watchers[seat].act(seat, action)["t"] == "done"
        party.keep_up(party.watchers[seat].version)
    assert table.state.position() == then


def test_what_was_shown_stays_where_the_game_says_so(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the hands open, back with everybody's consent; afterwards not even then, nor for one who is alone."""
    monkeypatch.setattr(Stones, "spec", msgspec.structs.replace(Stones.spec, final_reveals=True))
    party = Party(running.address, "stones", 2)
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    assert table_of(running, party).back_to(0) == 0
    assert undo(party, 0, 0)["t"] == "done"
    party.keep_up(party.watchers[0].version)
    for seat in (0, 1):
        assert party.watchers[seat].act(seat, "hide 1")["t"] == "done"
        party.keep_up(party.watchers[seat].version)
    assert party.watchers[1].view["question"] == "How many stones do you hide?", "the second round"
    assert table_of(running, party).back_to(0) is None
    assert undo(party, 0, 1)["reason"].startswith("Something has been shown since")
    alone = Person(running.address, "Ada")
    watcher = alone.watch(alone.open("stones", ["me", "bot:random"], options={"players": 2})["id"])
    watcher.hear("hello")
    watcher.act(0, "hide 1")
    while watcher.ply < 3:  # the bot's hand, opened, and its next one
        watcher.next()
    answer = watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})
    assert answer["reason"].startswith("Something has been shown since")


def test_agreement_survives_a_restart_and_ends_with_a_move(running: Running) -> None:
    party = Party(running.address, "duel", 3)
    for _ in range(3):
        party.step()
    undo(party, 0, 0)
    party.watchers[1].drain()
    party.watchers[1].ask({"t": "agree", "seat": 1, "version": party.watchers[1].version, "yes": True})

    async def reload() -> None:
        await running.server.hub.ledger.reload(running.server.hub.rooms[party.id])

    running.call(reload)
    for watcher in party.watchers:
        assert watcher.closed() == 1013
        assert watcher.cut(hard=False)["undo"]["asked"]["missing"] == [2]
    party.step()
    assert table_of(running, party).undo_asked is None
    answer = party.watchers[2].ask({"t": "agree", "seat": 2, "version": party.watchers[2].version, "yes": True})
    assert answer["t"] == "refused"


@pytest.mark.parametrize("where", ["before", "while the answer was written"])
def test_what_all_have_agreed_to_is_done_also_if_the_server_ended_before_it_was(
    running: Running, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The last answer is written, what it leads to is not: neither is the answer lost, nor does the question stand."""
    party = Party(running.address, "duel", 2)
    for _ in range(3):
        party.step()
    undo(party, 0, 0)
    ada, ben, _ = party.watchers
    ben.drain()

    def fail(book: SqlBook, ident: str, after: int) -> None:
        raise OSError("the disk is full")

    write = running.server.storage.write

    async def breaking(job: Job[Any]) -> None:
        await write(job)
        raise ConnectionError("gone before it said that it has it")

    with monkeypatch.context() as once:
        if where == "before":
            once.setattr(SqlBook, "drop_snapshots", fail)
        else:
            once.setattr(running.server.storage, "write", breaking)
        ben.say({"t": "agree", "seat": 1, "version": ben.version, "yes": True})
        assert (ada.closed(), ben.closed()) == (1013, 1013)
    greeting = ada.cut(hard=False)
    assert (greeting["t"], greeting["ply"], greeting["undo"].get("asked")) == ("hello", 0, None)
    assert ada.events[-1]["kind"] == "undo"
    assert ada.act(0, ada.legal()[0])["t"] == "done"


def test_everybody_sees_that_a_question_is_over_when_others_play(running: Running) -> None:
    party = Party(running.address, "duel", 3)
    for _ in range(3):
        party.step()
    undo(party, 0, 0)
    assert party.watchers[1].hear("undo")["undo"]["asked"]
    assert party.people[2].post("/api/me", {"name": "Zoe"}).status_code == 200
    assert party.watchers[1].hear("seats")["undo"]["asked"], "a new name changes nothing about it"
    assert party.people[2].post(f"/api/tables/{party.id}/seats/2", {"do": "leave"}).status_code == 200
    assert "asked" not in party.watchers[1].hear("seats")["undo"]
    assert table_of(running, party).undo_asked is None


def test_since_when_who_is_asked_survives_a_restart(running: Running) -> None:
    """A phase that goes on after something was taken back in it: what was asked before is not what is asked now."""
    party = Party(running.address, "stones", 3)
    asked = party.watchers[2].version
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    assert undo(party, 0, 0)["t"] == "done"
    party.keep_up(party.watchers[0].version)
    assert party.watchers[1].act(1, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[1].version)
    before = table_of(running, party)
    after = running.call(lambda: running.server.storage.read(lambda book: load(book, party.id)))
    assert [after.asked[seat] for seat in (0, 2)] == [before.asked[seat] for seat in (0, 2)]
    assert after.is_stale(2, asked)
    assert not after.is_stale(2, party.watchers[2].version)


def test_an_undo_sent_twice_undoes_once(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    while table_of(running, party).free_to(party.step()[0]) is None:
        pass
    table = table_of(running, party)
    seat = table.moves[-1].seat
    watcher = party.watchers[seat]
    message = {"t": "undo", "id": "u", "seat": seat, "version": watcher.version, "ply": table.ply - 1}
    ply = table.ply
    assert [watcher.ask(message)["t"], watcher.ask(message).get("repeated")] == ["done", True]
    assert table.ply == ply - 1


def test_nothing_revealed_is_taken_back_for_free(running: Running) -> None:
    """After a draw or a rival's answer, `free_to` is gone."""
    party = Party(running.address, "duel", 2, seed=4)
    while not party.over:
        seat, _ = party.step()
        last = table_of(running, party).moves[-1]
        for other, watcher in enumerate(party.watchers[:2]):
            state = watcher.frames[-1].get("undo") or {}
            if last.reveals or other != seat:
                assert "free_to" not in state


@pytest.mark.parametrize("rule", ["ask", "off"])
def test_the_rule_of_the_table(running: Running, rule: str) -> None:
    party = Party(running.address, "stones", 3, undo=rule)
    seat, _ = party.step()
    answer = undo(party, seat, 0)
    assert answer["t"] == ("done" if rule == "ask" else "refused")
    assert table_of(running, party).ply == 1
    assert (table_of(running, party).undo_asked is not None) == (rule == "ask")


def test_alone_against_bots_everything_can_be_taken_back_until_the_end(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("stones", ["me", "bot:random", "bot:random"])["id"]
    watcher = ada.watch(table)
    watcher.hear("hello")
    while watcher.ply < 4:
        if watcher.legal():
            watcher.act(0, watcher.legal()[0])
        else:
            watcher.next()
    until(lambda: running.look(lambda: not running.server.hub.rooms[table].thinking))
    watcher.drain()
    assert watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})["t"] == "done"
    assert 0 in watcher.view["to_act"]
    while not watcher.over:
        if watcher.legal():
            watcher.act(0, watcher.legal()[0])
        else:
            watcher.next()
    assert watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})["reason"].startswith(
        "The game is over"
    )
    assert ada.get(f"/api/tables/{table}/record").status_code == 200


def test_the_log_keeps_what_was_taken_back(running: Running) -> None:
    party = Party(running.address, "stones", 2)
    seat, _ = party.step()
    undo(party, seat, 0)
    party.step()
    storage = running.server.storage
    lines = running.call(lambda: storage.read(lambda book: book.entries(party.id, rows.GAME_KINDS)))
    assert [line.kind for line in lines] == ["start", "move", "undo", "move"]
    story = party.people[0].get(f"/api/tables/{party.id}/story").json()["events"]
    assert [event["kind"] for event in story] == ["undo", "hide"]


# ---------------------------------------------------------------------- whose moves they were


def quiet(running: Running, party: Party) -> None:
    """No bot thinks any more, and everybody has heard what there was."""
    room = running.server.hub.rooms[party.id]
    until(lambda: running.look(lambda: not room.thinking))
    for watcher in party.watchers:
        watcher.drain()


def test_a_bot_on_a_persons_seat_does_not_agree_for_them(running: Running) -> None:
    """Ben is away. The host lets a bot play for him and takes back what Ben has played: not without Ben."""
    party = Party(running.address, "duel", 2)
    for _ in range(6):
        party.step()
    table = table_of(running, party)
    assert any(move.seat == 1 and move.by for move in table.moves)
    party.watchers[1].close()
    party.watchers[0].hear("presence", seats=[0])
    seat = f"/api/tables/{party.id}/seats/1"
    assert party.people[0].post(seat, {"do": "bot", "bot": "random"}).status_code == 200
    party.watchers = [party.watchers[0], party.watchers[2]]
    quiet(running, party)
    ply = table.ply
    assert undo(party, 0, 0)["t"] == "done"
    party.watchers[0].drain()
    assert table.ply == ply, "it is only asked for"
    assert table.undo_asked is not None
    assert [pair[0] for pair in table.undo_asked.missing] == [1]
    assert party.people[0].post(seat, {"do": "open"}).status_code == 200
    assert (table.ply, table.undo_asked) == (ply, None)


def test_whom_a_bot_stands_in_for_is_asked_and_can_answer(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    for seat in (0, 1):
        assert party.watchers[seat].act(seat, "hide 1")["t"] == "done"
        party.keep_up(party.watchers[seat].version)
    assert party.people[1].post(f"/api/tables/{party.id}/seats/1", {"do": "leave", "bot": "random"}).status_code == 200
    quiet(running, party)
    assert undo(party, 0, 0)["t"] == "done"
    ben, cleo = party.watchers[1], party.watchers[2]
    asked = ben.hear("undo")["undo"]["asked"]
    assert asked == {"seat": 0, "ply": 0, "agreed": [0], "missing": [2, 1], "yours": [1]}
    assert "yours" not in cleo.hear("undo")["undo"]["asked"]
    assert cleo.ask({"t": "agree", "seat": 2, "version": cleo.version, "yes": True})["t"] == "done"
    assert table_of(running, party).ply == 2
    assert ben.drain().ask({"t": "agree", "seat": 1, "version": ben.version, "yes": True})["t"] == "done"
    assert [event["kind"] for event in party.watchers[3].drain().events][:1] == ["undo"]


@pytest.mark.parametrize("reloaded", [False, True])
def test_whoever_played_before_is_asked(running: Running, reloaded: bool) -> None:
    """Ada has closed her hand and gives her seat to Eve, who can't open it again: Ada can, and says so."""
    party = Party(running.address, "stones", 3)
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    link = party.info()["seats"][0]["link"]
    eve = Person(running.address, "Eve")
    eve.join(link)
    watcher = eve.watch(party.id)
    hello = watcher.hear("hello")
    assert hello["undo"] == {"back_to": 0}, "nothing that is free"
    assert watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})["t"] == "done"
    table = table_of(running, party)
    if reloaded:
        hub = running.server.hub
        running.call(lambda: hub.ledger.reload(hub.rooms[party.id]))
        for one in (watcher, *party.watchers):
            assert one.closed() == 1013
            one.cut(hard=False)
        table = table_of(running, party)
    assert table.undo_asked is not None
    for seat in (1, 2):
        one = party.watchers[seat].drain()
        assert one.ask({"t": "agree", "seat": seat, "version": one.version, "yes": True})["t"] == "done"
    assert table.ply == 1
    stranger = party.watchers[3].drain()
    assert stranger.ask({"t": "agree", "seat": 0, "version": stranger.version, "yes": True})["t"] == "refused"
    again = watcher.drain().ask({"t": "agree", "seat": 0, "version": watcher.version, "yes": True})
    assert again["t"] == "refused", "Eve does not answer for Ada"
    ada = party.watchers[0].drain()
    last = party.people[0].watch(party.id).hear("hello")["undo"]["asked"]
    assert (last["missing"], last["yours"]) == ([0], [0])
    assert ada.ask({"t": "agree", "seat": 0, "version": ada.version, "yes": True})["t"] == "done"
    assert table_of(running, party).ply == 0


def test_what_a_stand_in_played_quietly_its_person_may_take_back(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    seat = f"/api/tables/{party.id}/seats/1"
    assert party.people[1].post(seat, {"do": "leave", "bot": "random"}).status_code == 200
    until(lambda: running.look(lambda: table_of(running, party).ply == 1))
    assert table_of(running, party).free_to(1) is None, "while the bot plays, nobody does"
    assert party.people[1].post(seat, {"do": "return"}).status_code == 200
    party.keep_up(table_of(running, party).version)
    assert table_of(running, party).free_to(1) == 0
    assert undo(party, 1, 0)["t"] == "done"


def test_a_log_without_names_counts_its_moves_as_those_of_whoever_sits_there(running: Running) -> None:
    """Logs of earlier releases do not say who played."""
    party = Party(running.address, "duel", 2)
    for _ in range(3):
        party.step()
    table = table_of(running, party)
    table.match.moves[:] = [msgspec.structs.replace(move, by=None) for move in table.moves]
    people = [seat.person for seat in table.seats]
    assert table.consents(0, people[0]) == [(1, people[1])]
    assert {person for _, person in table.consents(0, "somebody")} == set(people)
