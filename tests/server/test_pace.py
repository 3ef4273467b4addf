"""People's time: who is charged, what a turn adds, who runs out, and that no restart and no wrong clock changes it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError

from server.playing import Nursery, Party, Person, Running, Watcher, kill, lost, rated, until
from waystation.engine.words import Phrase
from waystation.server import Server, beats, schema, uptime
from waystation.server.allowance import Allowance
from waystation.server.autoplay import Autoplay
from waystation.server.live import Room
from waystation.server.losing import Lost
from waystation.server.opening import open_table
from waystation.server.pace import DAY, HOUR, MINUTE, Absent, Live, Times, Turns, deadline, span, wound
from waystation.server.protocol import NewTable
from waystation.server.refusals import Refused
from waystation.server.sql import SqlBook
from waystation.server.storage import make_engine, migrate

LIVE = {"kind": "live", "bank": 60, "turn": 10}
TURNS = {"kind": "turns", "turn": 24 * HOUR, "away": 7 * DAY}
ABSENT = {"kind": "absent", "turn": 3600}


class Time:
    """The house's time, which passes only when the test says so."""

    def __init__(self, running: Running) -> None:
        self.running = running

    def passes(self, seconds: float) -> None:
        """Time goes on, and it is looked who is late."""
        uptime = self.running.server.hub.uptime

        def later() -> None:
            uptime.base += seconds

        self.running.look(later)
        self.running.call(self.running.server.hub.pacing.look)


@pytest.fixture
def clock(running: Running, monkeypatch: pytest.MonkeyPatch) -> Time:
    stands_still = time.monotonic()
    monkeypatch.setattr(uptime, "monotonic", lambda: stands_still)
    running.call(running.server._beat)
    return Time(running)


def left(party: Party) -> list[float]:
    return [seat["left"] for seat in party.info()["times"]]


def runs(party: Party) -> list[int]:
    return [number for number, seat in enumerate(party.info()["times"]) if seat.get("runs")]


def play(party: Party, seat: int, word: str = "") -> str:
    """A seat plays the first thing that begins so."""
    action = next(notation for notation in party.watchers[seat].legal() if notation.startswith(word))
    assert party.watchers[seat].act(seat, action)["t"] == "done"
    party.keep_up(party.watchers[seat].version)
    return action


# ---------------------------------------------------------------------- counting


def test_only_who_is_waited_for_is_charged() -> None:
    times = wound(Live(bank=60), 3, 100.0).charged([1], 110.5)
    assert times == Times(110.5, (60.0, 49.5, 60.0), (0.0, 0.0, 0.0))
    assert times.charged([0, 2], 200.0).left == (0.0, 49.5, 0.0), "never less than nothing"
    assert deadline(times, [0, 1]) == 160.0
    assert deadline(times, []) is None


@pytest.mark.parametrize("years", [-50, -0.001, 0])
def test_a_clock_that_goes_backwards_gives_nothing(years: float) -> None:
    times = wound(Live(bank=60), 2, 100.0)
    assert times.charged([0, 1], 100.0 + years * 365 * DAY) == times


def test_time_away_is_used_up_first() -> None:
    times = wound(Turns(turn=HOUR, away=DAY), 2, 0.0).rest(0, on=True)
    assert times.remaining(0) == DAY + HOUR
    later = times.charged([0], DAY + 60.0)
    assert (later.away, later.left) == ((0.0, DAY), (HOUR - 60.0, HOUR))
    assert times.rest(0, on=False).charged([0], 60.0).left[0] == HOUR - 60
    assert deadline(times, [0, 1]) == HOUR, "the other one is not away"


def test_what_a_turn_adds() -> None:
    live = wound(Live(bank=60, turn=10), 2, 0.0).charged([0], 45.0)
    assert live.begun(Live(bank=60, turn=10), [0]).left == (25.0, 60.0)
    turns = wound(Turns(turn=HOUR), 2, 0.0).charged([0], 600.0)
    assert turns.begun(Turns(turn=HOUR), [0]).left == (HOUR, HOUR), "a turn's time is not saved up"


@pytest.mark.parametrize(
    ("seconds", "words"), [(DAY, "1 day"), (36 * HOUR, "36 hours"), (90 * MINUTE, "90 minutes"), (61, "1 minute")]
)
def test_a_time_in_words(seconds: int, words: str) -> None:
    told: Phrase = span(seconds)
    assert told == words


def test_the_house_counts_only_while_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(uptime, "monotonic", lambda: now)
    house = uptime.Uptime()
    house.agree(500.0)
    now += 4
    assert house.now() == 504
    now += 1_000_000  # the process was stopped, say, or the database cannot be written
    assert house.now() == 500 + uptime.STALL
    house.agree(510.0)
    assert house.now() == 515, "it never goes back"
    house.agree(600.0)
    assert house.now() == 600, "another server has been open for longer"


def test_people_have_a_moment_to_come_back_after_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(uptime, "monotonic", lambda: now)
    house = uptime.Uptime()
    house.agree(500.0)
    now += 3  # until it listens
    house.agree(500.0)
    house.start()
    started = house.now()
    for _ in range(2):  # it is written down meanwhile
        now += uptime.BEAT
        house.agree(started)
        assert house.now() == started
    now += 1
    assert house.now() == started + 1
    house.agree(started + 100)  # another server that has been open all the time
    assert house.now() == started + 100


# ---------------------------------------------------------------------- turns


def test_a_turn_lasts_until_somebody_else_decides(running: Running, clock: Time) -> None:
    """Ada attacks; Ben gives way; Ada's spoils are a new turn, and both of what she takes belong to it."""
    party = Party(running.address, "duel", 2, pace=LIVE)
    assert (left(party), runs(party)) == ([70, 60], [0])
    clock.passes(20)
    play(party, 0, "attack")
    assert (left(party), runs(party)) == ([50, 70], [1])
    clock.passes(5)
    play(party, 1, "yield")
    assert (left(party), runs(party)) == ([60, 65], [0])
    clock.passes(1)
    play(party, 0, "take point")
    assert left(party) == [59, 65], "the same turn: nothing is added"
    frame = party.watchers[1].frames[-1]
    assert frame["times"] == [{"left": 59.0, "runs": True}, {"left": 65.0}]
    late = Person(running.address).watch(party.id)
    assert late.hear("hello")["times"] == frame["times"]
    assert party.info()["pace"] == {**LIVE, "out": "bot"}


def test_who_has_answered_in_a_common_decision_is_not_charged(running: Running, clock: Time) -> None:
    party = Party(running.address, "stones", 3, pace=LIVE)
    assert runs(party) == [0, 1, 2]
    clock.passes(10)
    play(party, 1)
    assert (left(party), runs(party)) == ([60, 60, 60], [0, 2])
    clock.passes(10)
    assert left(party) == [50, 60, 50]
    play(party, 0)
    assert (left(party), runs(party)) == ([50, 60, 50], [2]), "for the last one it is still the same turn"


def test_nobody_is_charged_while_a_seat_is_open_and_bots_never(running: Running, clock: Time) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("stones", ["me", "bot:random", "open"], options={"players": 3}, pace=LIVE)
    clock.passes(1000)
    times = ada.get(f"/api/tables/{table['id']}").json()["times"]
    assert times == [{"left": 70.0}, {"left": 70.0}, {"left": 70.0}]
    ben.join(table["seats"][2]["link"])
    clock.passes(30)
    times = ada.get(f"/api/tables/{table['id']}").json()["times"]
    assert [times[0], times[2]] == [{"left": 40.0, "runs": True}] * 2
    assert not times[1].get("runs")


def test_taking_back_gives_no_time(running: Running, clock: Time) -> None:
    """In stones a hand can be opened again while others still think: freely, so nothing comes back."""
    party = Party(running.address, "stones", 2, pace=LIVE)
    for _ in range(3):
        clock.passes(5)
        play(party, 0)
        undo = {"t": "undo", "seat": 0, "version": party.watchers[0].version, "ply": 0}
        assert party.watchers[0].ask(undo)["t"] == "done"
        party.keep_up(party.watchers[0].version)
    assert (left(party), runs(party)) == ([55, 55], [0, 1])


def test_a_turn_that_is_taken_back_adds_nothing_to_the_next_one(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace=LIVE)
    for seat, word in ((0, "attack"), (1, "yield")):
        play(party, seat, word)
    for _ in range(2):
        assert left(party) == [80, 70]
        play(party, 0, "done")
        assert (left(party), runs(party)) == ([80, 80], [1])
        undo = {"t": "undo", "seat": 0, "version": party.watchers[0].version, "ply": 2}
        assert party.watchers[0].ask(undo)["t"] == "done"
        party.keep_up(party.watchers[0].version)
    assert (left(party), runs(party)) == ([80, 70], [0])


def test_the_time_of_a_turn_that_is_taken_back_is_that_of_who_takes_it_back(running: Running, clock: Time) -> None:
    """Else whoever moves and takes it back, again and again, uses up the other's time."""
    party = Party(running.address, "duel", 2, pace=LIVE)
    for seat, word in ((0, "attack"), (1, "yield")):
        play(party, seat, word)
    for spent in (30, 60):
        play(party, 0, "done")
        clock.passes(30)
        undo = {"t": "undo", "seat": 0, "version": party.watchers[0].version, "ply": 2}
        assert party.watchers[0].ask(undo)["t"] == "done"
        party.keep_up(party.watchers[0].version)
        assert (left(party), runs(party)) == ([80 - spent, 70], [0])
    play(party, 0, "done")
    clock.passes(30)
    refused = party.watchers[0].ask({**undo, "version": party.watchers[0].version})
    assert "no time left" in refused["reason"]
    assert (left(party), runs(party)) == ([20, 50], [1]), "nothing has changed"


def test_where_all_agree_to_go_back_a_turn_begins(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace=LIVE)
    play(party, 0, "attack")
    clock.passes(30)
    play(party, 1, "yield")
    assert left(party) == [80, 40]
    undo = {"t": "undo", "seat": 0, "version": party.watchers[0].version, "ply": 0}
    assert party.watchers[0].ask(undo)["t"] == "done"
    assert left(party) == [80, 40], "asking is free"
    agree = {"t": "agree", "seat": 1, "version": party.watchers[1].version, "yes": True}
    assert party.watchers[1].ask(agree)["t"] == "done"
    assert (left(party), runs(party)) == ([90, 40], [0])


# ---------------------------------------------------------------------- running out


def test_a_bot_stands_in_and_they_come_back_for_their_next_turn(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace=LIVE)
    ada, ben = party.watchers[:2]
    clock.passes(69)
    assert party.info()["seats"][0]["bot"] is None, "not yet"
    clock.passes(1)
    assert ben.hear("seats")["text"] == "Ada is out of time; Casual bot stands in."
    ben.hear("step")
    until(lambda: runs(party) == [1])
    back = party.people[0].post(f"/api/tables/{party.id}/seats/0", {"do": "return"})
    assert back.json()["seats"][0]["bot"] is None, "others are to move"
    assert ben.hear("seats")["text"] == "Ada is back."
    ben.drain()
    play(party, 1, "yield")
    assert left(party)[0] == 10, "what the turn adds, and no more"
    assert ada.drain().view["to_act"] == [0]


def test_nobody_comes_back_into_the_turn_for_which_they_had_no_time(running: Running, clock: Time) -> None:
    party = Party(running.address, "stones", 2, pace={**LIVE, "turn": 0})
    hub = running.server.hub

    async def run_out() -> Any:
        """Before the bot has played."""
        hub.uptime.base += 60
        room = await hub.room(party.id)
        await hub.pacing.run_out(room)
        for seat in (0, 1):
            with pytest.raises(Refused, match="This seat has no time left: a bot plays it to the end"):
                hub.pacing.check_return(room.table, seat)
        room.table.row.pace = room.table.row.pace.replace('"turn":0', '"turn":5')
        with pytest.raises(Refused, match="Your time for this turn is up, and a bot plays it; come back after it"):
            hub.pacing.check_return(room.table, 0)

    running.call(run_out)


@pytest.mark.parametrize(
    "pace", [{**LIVE, "out": "lose"}, {**LIVE, "turn": 0}, {**TURNS, "away": 0}], ids=["lost", "no time", "this turn"]
)
def test_who_is_removed_out_of_time_leaves_the_seat_to_its_bot(
    running: Running, clock: Time, monkeypatch: pytest.MonkeyPatch, pace: Any
) -> None:
    """It was free, and nobody could sit down there: the game waited for it for ever."""

    async def think(autoplay: Autoplay, room: Room, seat: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Autoplay, "_think", think)
    party = Party(running.address, "stones", 3, pace=pace)
    for seat in (0, 2):
        play(party, seat)
    clock.passes(25 * HOUR)
    assert party.info()["seats"][1]["stands_in"]
    answer = party.people[0].post(f"/api/tables/{party.id}/seats/1", {"do": "remove"})
    assert (answer.status_code, answer.json()["seats"][1]["kind"]) == (200, "bot")
    assert party.watchers[0].hear("seats", text="The host has removed Ben; Casual bot plays on.")


def test_who_loses_on_time_comes_last(running: Running, clock: Time) -> None:
    """Whatever the bot still makes of it, and without anybody who watches."""
    party = Party(running.address, "stones", 3, pace={**LIVE, "out": "lose"})
    ada = party.people[0]
    clock.passes(40)
    play(party, 2)
    clock.passes(30)
    frame = party.watchers[2].hear("seats")
    assert frame["text"].endswith("has lost on time; Casual bot plays the seat to the end.")
    until(lambda: lost(party.info()) == ["time", "time", None])
    for seat in (0, 1):
        answer = party.people[seat].post(f"/api/tables/{party.id}/seats/{seat}", {"do": "return"})
        assert answer.json()["reason"] == "This seat has lost on time: a bot plays it to the end."
    cleo = party.watchers[2]
    while not cleo.over:
        if 2 in cleo.view["to_act"]:
            cleo.act(2, cleo.legal()[0])
        else:
            cleo.next()
    outcome = cleo.view["outcome"]
    assert "Out of time: Ada and Ben." in outcome["text"]
    assert (outcome["ranks"][2], outcome["winners"]) == (1, [2])
    assert min(outcome["ranks"][:2]) == 2
    table = ada.get(f"/api/tables/{party.id}").json()
    assert table["result"] == outcome["text"]
    assert (lost(table), table["times"]) == (["time", "time", None], [])


def test_a_table_that_all_have_lost_is_played_to_its_end(running: Running, clock: Time) -> None:
    party = Party(running.address, "stones", 2, pace={**LIVE, "out": "lose"})
    for watcher in party.watchers:
        watcher.close()
    clock.passes(70)
    until(lambda: party.info()["over"])
    assert "Out of time: Ada and Ben." in party.info()["result"]


def test_the_timer_of_a_table_in_memory(running: Running, clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(running.address, "duel", 2, pace={"kind": "live", "bank": 10})
    hub = running.server.hub

    def almost() -> None:
        hub.uptime.base += 9.9
        room = hub.rooms[party.id]
        room.bell.stop()
        monkeypatch.setattr(uptime, "monotonic", time.monotonic)
        hub.pacing.wind(room)

    running.look(almost)
    assert party.watchers[1].hear("seats")["text"] == "Ada is out of time; Casual bot stands in."


def test_running_out_is_refused_if_somebody_has_moved(tmp_path: Path) -> None:
    """Two servers of one database: what one of them does not know yet, its log does."""
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Running(Server(db, workers=1)) as one, Running(Server(db, workers=1)) as two:
        party = Party(one.address, "duel", 2, pace=LIVE)
        hub = two.server.hub

        async def late() -> str:
            room = await hub.room(party.id)
            await asyncio.to_thread(play, party, 0, "attack")
            hub.uptime.base += 100
            with pytest.raises(Refused, match="The table has moved on since") as refused:
                await hub.pacing.run_out(room)
            assert refused.value.stale
            return "refused"

        assert two.call(late) == "refused"
        assert [seat["bot"] for seat in party.info()["seats"]] == [None, None]


# ---------------------------------------------------------------------- turns a day


def test_days_away(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace=TURNS)
    change = f"/api/tables/{party.id}/seats/0"
    clock.passes(HOUR)
    table = party.people[0].post(change, {"do": "vacation"}).json()
    assert table["times"][0] == {"left": 23 * HOUR, "away": 7 * DAY, "runs": True, "resting": True}
    assert party.watchers[1].hear("times")["times"] == table["times"]
    clock.passes(2 * DAY)
    table = party.people[0].post(change, {"do": "vacation_over"}).json()
    assert table["times"][0] == {"left": 23 * HOUR, "away": 5 * DAY, "runs": True}
    party.people[0].post(change, {"do": "vacation"})
    clock.passes(DAY)
    play(party, 0, "attack")
    assert party.info()["times"][0] == {"left": 23 * HOUR, "away": 4 * DAY}, "who plays is back"
    clock.passes(23 * HOUR)
    play(party, 1, "yield")
    assert left(party) == [24 * HOUR, HOUR], "a turn's time is not saved up"
    party.people[0].post(change, {"do": "vacation"})
    clock.passes(5 * DAY - 1)
    assert party.info()["seats"][0]["bot"] is None
    clock.passes(1)
    until(lambda: party.info()["seats"][0]["stands_in"])


def test_nobody_goes_and_comes_without_end(running: Running, clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time is a line of the log, and a frame for all."""
    monkeypatch.setattr(running.server.hub.seating, "changes", Allowance(0.001, 3))
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "bot:random"], pace={"kind": "turns", "turn": DAY, "away": DAY})["id"]
    wishes = ["vacation", "vacation_over"] * 2
    answers = [ada.post(f"/api/tables/{table}/seats/0", {"do": wish}) for wish in wishes]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_days_away_are_not_for_all(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace={**TURNS, "away": 0})
    change = f"/api/tables/{party.id}/seats/0"
    assert party.people[0].post(change, {"do": "vacation"}).json()["reason"] == "Your days away are used up."
    assert party.people[1].post(change, {"do": "vacation"}).json()["reason"] == "You do not play this seat."
    party = Party(running.address, "duel", 2, pace=LIVE)
    answer = party.people[0].post(f"/api/tables/{party.id}/seats/0", {"do": "vacation"})
    assert answer.json()["reason"] == "At this table nobody has days away."


# ---------------------------------------------------------------------- only who is not there


def waiting_for_ben(running: Running, **wish: Any) -> Party:
    """Ada has hidden her stones, Ben has not; he is not there."""
    party = Party(running.address, "stones", 2, pace=ABSENT, **wish)
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    party.watchers[1].close()
    party.watchers[0].hear("presence", seats=[0])
    return party


def test_a_bot_stands_in_for_who_is_away_and_they_may_come_back(running: Running, clock: Time) -> None:
    party = waiting_for_ben(running)
    ada = party.watchers[0]
    clock.passes(3500)
    assert party.info()["seats"][1]["bot"] is None, "not yet"
    clock.passes(100)
    seats = ada.hear("seats")
    assert seats["text"] == "Ben has been away for 1 hour; Casual bot stands in."
    assert seats["table"]["seats"][1]["stands_in"]
    ada.hear("step")  # it plays on
    back = party.people[1].post(f"/api/tables/{party.id}/seats/1", {"do": "return"})
    assert back.status_code == 200
    assert back.json()["seats"][1]["bot"] is None
    assert ada.hear("seats")["text"] == "Ben is back."
    assert left(party)[1] == 3600, "and has all the time again"


def test_who_is_there_may_take_their_time(running: Running, clock: Time) -> None:
    party = Party(running.address, "stones", 2, pace=ABSENT)
    clock.passes(100_000)
    assert [seat["bot"] for seat in party.info()["seats"]] == [None, None]


def test_who_has_just_gone_is_not_away(running: Running, clock: Time) -> None:
    """A page that is loaded again, or a line that drops, after one has thought for long."""
    party = Party(running.address, "stones", 2, pace=ABSENT)
    ada, ben, _ = party.watchers
    assert ada.act(0, "hide 1")["t"] == "done"
    clock.passes(100_000)
    ben.close()
    ada.hear("presence", seats=[0])
    clock.passes(3599)
    assert party.info()["seats"][1]["bot"] is None
    clock.passes(1)
    assert ada.hear("seats")["text"] == "Ben has been away for 1 hour; Casual bot stands in."


def test_a_table_without_a_pace_waits(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2)
    clock.passes(10_000_000)
    assert [seat["bot"] for seat in party.info()["seats"]] == [None, None]
    assert (party.info()["pace"], party.info()["times"], party.watchers[0].hello.get("times")) == (None, [], None)


def test_a_table_that_is_not_in_memory_is_found(running: Running, clock: Time) -> None:
    party = waiting_for_ben(running)
    hub = running.server.hub

    async def forget() -> None:
        room = hub.rooms.pop(party.id)
        hub.autoplay.stop(room)
        for socket in room.sockets():
            socket.close(1012)

    running.call(forget)
    clock.passes(3700)
    clock.passes(59)
    assert party.info()["seats"][1]["bot"] is None, (
        "a server that starts anew waits a minute for those whom it has cut off"
    )
    clock.passes(1)
    assert until(lambda: party.info()["ply"] >= 2)
    assert party.info()["seats"][1]["stands_in"]


def test_a_table_that_nobody_has_opened_is_wound_and_found(running: Running, clock: Time) -> None:
    """It may be the server that opened it."""
    row, seats, log = open_table(
        NewTable(game="duel", seats=["me", "bot:random"], pace=Live(bank=60, out="lose")), "somebody"
    )

    def job(book: Any) -> None:
        book.ensure_person("somebody")
        book.add_table(row, seats, log)

    running.call(lambda: running.server.storage.write(job))
    clock.passes(1)
    running.server.hub.rooms.pop(row.id)
    clock.passes(61)
    until(lambda: running.look(lambda: running.server.hub.rooms[row.id].table.row.over))
    assert running.look(lambda: running.server.hub.rooms[row.id].table.lost) == (Lost(0),)


def test_clocks_that_could_not_be_wound_are_wound_by_the_next(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database did not take the line: it once stayed in memory as it was, and nobody's time was ever counted."""
    row, seats, log = open_table(NewTable(game="duel", seats=["me", "open"], pace=Live(bank=60)), "somebody")

    def job(book: Any) -> None:
        book.ensure_person("somebody")
        book.add_table(row, seats, log)

    async def fail(*_: Any, **__: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    monkeypatch.setattr(running.server.hub.ledger, "commit", fail)
    monkeypatch.setattr("logging.Logger.error", lambda *_, **__: None)
    running.call(lambda: running.server.storage.write(job))
    ada = Person(running.address, "Ada")
    assert ada.get(f"/api/tables/{row.id}").status_code == 503
    monkeypatch.undo()
    assert [seat["left"] for seat in ada.get(f"/api/tables/{row.id}").json()["times"]] == [60, 60]


# ---------------------------------------------------------------------- restarts, wrong clocks, other releases


def test_downtime_is_nobodys_and_the_system_clock_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    true = time.time
    with Running(Server(db, workers=1)) as running:
        party = Party(running.address, "duel", 2, pace=LIVE)
        Time(running).passes(20)
        play(party, 0, "attack")
        before = left(party)
    assert before == pytest.approx([50, 70], abs=5)
    for years in (30, -30):
        monkeypatch.setattr(time, "time", lambda years=years: true() + years * 365 * DAY)
        with Running(Server(db, workers=1)) as running:
            for person in party.people:
                person.http.base_url = f"http://{running.address}"
            found = left(party)
            assert found == pytest.approx(before, abs=5)
            assert (found[0], runs(party)) == (before[0], [1])
            before = found


def test_what_is_left_survives_a_kill(nursery: Nursery, tmp_path: Path) -> None:
    """Between the append and its telling, too: the line holds what everybody has left."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with nursery.server(database) as (running, address):
        party = Party(address, "duel", 2, pace=LIVE)
        watcher = party.watchers[0]
        watcher.say({"t": "act", "id": "a", "seat": 0, "version": watcher.version, "action": watcher.legal()[0]})
        until(lambda: logged(database, party.id))
        kill(running)
    with nursery.server(database) as (_, address):
        for person in party.people:
            person.http.base_url = f"http://{address}"
        assert left(party) == pytest.approx([70, 70], abs=10)
        assert runs(party) == [1]


def logged(database: str, table: str) -> bool:
    engine = make_engine(database)
    with engine.connect() as connection:
        move = text("SELECT times FROM log WHERE table_id = :table AND kind = 'move'")
        found = connection.execute(move, {"table": table}).scalar()
    engine.dispose()
    return found is not None


def test_a_backup_goes_on_from_now(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    migrate(engine)
    row, seats, log = open_table(NewTable(game="duel", seats=["me", "open"], pace=Live(bank=60)), "ada")
    row.times, row.deadline = '{"at":100.0,"left":[60.0,60.0],"away":[0.0,0.0]}', 160.0
    with engine.begin() as connection:
        book = SqlBook(connection)
        book.ensure_person("ada")
        book.add_table(row, seats, log)
        beats.beat(connection, 130.0)
        assert beats.beat(connection, 120.0) == 130.0, "it never goes back"
        beats.put_back(connection, 1000.0)
        assert beats.read(connection) == 1000.0
        found = book.table(row.id)
    engine.dispose()
    assert found is not None
    assert found.plain_times == Times(970.0, (60.0, 60.0), (0.0, 0.0))
    assert found.deadline == 1030.0


def test_a_limit_of_the_release_before_is_a_pace(database: str) -> None:
    engine = make_engine(database)
    migrate(engine, "0008")
    row, seats, log = open_table(NewTable(game="wayfinders", seats=["me", "open"]), "ada")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO people (id, name, created, public) VALUES ('ada', '', 0, 'public')"))
        SqlBook(connection).add_table(row, seats, log)
        connection.execute(text("UPDATE tables SET turn_limit = 3600"))
    migrate(engine)
    with engine.begin() as connection:
        found = SqlBook(connection).table(row.id)
        assert SqlBook(connection).tables_out_of_time(0.0) == [row.id], "its clocks are to be wound"
        connection.execute(update(schema.tables).values(closed="for a reason"))
        assert SqlBook(connection).tables_out_of_time(0.0) == []
    engine.dispose()
    assert found is not None
    assert found.plain_pace == Absent(turn=3600)


@pytest.mark.parametrize(
    ("pace", "place"),
    [
        ({"kind": "live", "bank": 9}, "pace.bank"),
        ({"kind": "live", "bank": 60, "turn": -1}, "pace.turn"),
        ({"kind": "live", "bank": 60, "out": "hang"}, "pace.out"),
        ({"kind": "turns", "turn": 60}, "pace.turn"),
        ({"kind": "turns", "turn": 3600, "away": 61 * DAY}, "pace.away"),
        ({"kind": "absent", "turn": 59}, "pace.turn"),
        ({"kind": "absent", "turn": "1 h"}, "pace.turn"),
        ({"kind": "absent", "turn": 60, "out": "lose"}, "out"),
        ({"kind": "blitz"}, "pace.kind"),
        ({}, "kind"),
    ],
)
def test_paces_that_make_no_sense(running: Running, pace: Any, place: str) -> None:
    answer = Person(running.address).post("/api/tables", {"game": "duel", "seats": ["me", "open"], "pace": pace})
    assert answer.status_code == 422
    assert place in answer.json()["reason"]


def test_a_rematch_has_the_same_pace(running: Running, clock: Time) -> None:
    party = Party(running.address, "stones", 2, pace=LIVE)
    party.play_out()
    assert party.info()["times"] == [], "nothing is counted any more"
    again = party.people[0].post(f"/api/tables/{party.id}/rematch").json()
    assert again["pace"] == {**LIVE, "out": "bot"}
    assert [seat["left"] for seat in again["times"]] == [70, 70]


def test_a_rematch_takes_nobodys_time_who_has_not_come(running: Running, clock: Time) -> None:
    """Nor, where one loses on time, their rating: whoever asks for it while the other is gone can't win by that."""
    party = Party(running.address, "stones", 2, table_seed=None, **rated(pace={**LIVE, "out": "lose"}))
    party.play_out()
    ada, ben, eve = party.people
    path = f"/api/tables/{party.id}/rematch"
    again = ada.post(path).json()
    assert [(seat["kind"], seat["mine"]) for seat in again["seats"]] == [("open", False), ("person", True)]
    clock.passes(10_000)
    assert not ada.get(f"/api/tables/{again['id']}").json()["over"]
    assert lost(ada.get(f"/api/tables/{again['id']}").json()) == [None, None]
    assert eve.post(path).status_code == 403
    for _ in range(2):
        came = ben.post(path).json()
        assert (came["id"], came["rated"]) == (again["id"], True)
        assert [(seat["name"], seat["mine"]) for seat in came["seats"]] == [("Ben", True), ("Ada", False)]
    clock.passes(10_000)
    assert lost(ada.get(f"/api/tables/{again['id']}").json()) == ["time", "time"], "now it is theirs"


def test_who_comes_back_hears_how_late_it_is(running: Running, clock: Time) -> None:
    party = Party(running.address, "duel", 2, pace=LIVE)
    ada: Watcher = party.watchers[0]
    clock.passes(15)
    assert ada.cut(hard=True)["t"] == "resumed"
    assert ada.hear("times")["times"] == [{"left": 55.0, "runs": True}, {"left": 60.0}]
