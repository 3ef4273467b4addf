"""Who may see and do what: one matrix, over HTTP and over sockets that were opened before seating changed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from server.playing import Party, Person, Running, Watcher, until
from waystation.server import rows, speech
from waystation.server.hub import Hub

NOT_MINE = "You do not play this seat."
ROLES = ("host", "person", "former", "heir", "owner", "guest", "stranger")


class World:
    """A table of Quick for four, and everybody who may have to do with it, each with a socket from the beginning.

    Ada is the host at seat 0, Ben the person at seat 1. Cleo sits at seat 2 and hands it to Dan ("former", "heir"). Eve
    sits down at seat 3 and leaves it to a bot ("owner"). Fay has had the link of seat 3, too ("guest").
    """

    def __init__(self, running: Running, spectators: bool) -> None:
        self.running, self.spectators = running, spectators
        names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
        self.people = {role: Person(running.address, name) for role, name in zip(ROLES, names, strict=True)}
        opened = self.people["host"].open(
            "quick", ["me", "open", "open", "open"], options={"players": 4}, spectators=spectators, seed="known"
        )
        self.id: str = opened["id"]
        self.links = [seat["link"] for seat in opened["seats"]]
        for role, seat in (("person", 1), ("former", 2)):
            self.people[role].join(self.links[seat])
        self.sockets: dict[str, Watcher] = {}
        for role, person in self.people.items():
            watcher = person.watch(self.id)
            if spectators or role in ("host", "person", "former"):
                watcher.hear("hello")
                self.sockets[role] = watcher
            else:
                assert watcher.closed() == 4403

    def change(self) -> None:
        """The seats change hands while everybody's socket is open."""
        link = self.people["former"].get(self.path()).json()["seats"][2]["link"]
        self.people["heir"].join(link)
        self.people["owner"].join(self.links[3])
        left = self.people["owner"].post(self.path("/seats/3"), {"do": "leave", "bot": "random"})
        assert left.status_code == 200
        for role in ("heir", "owner"):
            self.sockets[role] = self.people[role].watch(self.id)
            self.sockets[role].hear("hello")

    def path(self, rest: str = "") -> str:
        return f"/api/tables/{self.id}{rest}"

    def finish(self) -> None:
        """Play to the end; the bot plays its own seat."""
        room = self.running.server.hub.rooms[self.id]
        seats = {0: "host", 1: "person", 2: "heir"}
        while not room.table.state.is_over:
            for seat, role in seats.items():
                if seat in room.table.state.to_act:
                    watcher = self.sockets[role].drain()
                    assert watcher.act(seat, "hide 1")["t"] == "done"
            until(lambda: self.running.look(lambda: not room.thinking))

    # -- what each may

    def eyes(self, role: str) -> str:
        """The seats whose eyes HTTP gives, "-" for a spectator's."""
        person = self.people[role]
        seen = ""
        for seat in (None, 0, 1, 2, 3):
            query = "" if seat is None else f"?seat={seat}"
            answers = [person.get(self.path(f"{page}{query}")) for page in ("/view", "/story", "/moments/0")]
            codes = {answer.status_code for answer in answers}
            assert codes in ({200}, {403}), codes
            if codes == {200}:
                assert answers[0].json()["viewer"] == seat
                seen += "-" if seat is None else str(seat)
        return seen

    def plays(self, role: str) -> str:
        """The seats for which the socket that was there before lets its person do things."""
        if role not in self.sockets:
            return ""
        watcher, found = self.sockets[role].drain(), ""
        for seat in range(4):
            asked: list[dict[str, Any]] = [
                {"t": "act", "action": "nothing", "version": watcher.version},
                {"t": "undo", "ply": 99, "version": watcher.version},
                {"t": "agree", "yes": True, "version": -1},
                {"t": "point", "nodes": ["nothing"]},
                {"t": "emote", "emotion": "thinking"},
                {"t": "why", "action": "hide 1"},
                {"t": "hint", "version": watcher.version},
                {"t": "plans", "node": "nothing"},
            ]
            verdicts = {watcher.ask({**one, "seat": seat}).get("reason") != NOT_MINE for one in asked}
            assert len(verdicts) == 1, f"{role} at {seat}: {verdicts}"
            found += str(seat) * verdicts.pop()
        return found

    def watches(self, role: str) -> str:
        """The seats from which the old socket may look, "-" for the spectators' place."""
        if role not in self.sockets:
            return ""
        watcher, found = self.sockets[role].drain(), ""
        for seat in (None, 0, 1, 2, 3):
            ident = watcher.say({"t": "look", "seat": seat})
            while True:
                frame = watcher.next()
                if frame["t"] == "hello" or frame.get("id") == ident:
                    break
            if frame["t"] == "hello":
                assert frame["view"].get("viewer") == seat
                found += "-" if seat is None else str(seat)
        return found

    def changes(self, role: str) -> str:
        """The seats whose players this person may change: not forbidden, whatever else may be in the way."""
        found = ""
        for seat in range(4):
            code = self.people[role].post(self.path(f"/seats/{seat}"), {"do": "open"}).status_code
            found += str(seat) * (code != 403)
        return found


# Columns: eyes over HTTP; seats to look from on the old socket; seats to play on the old socket.
BEFORE = {
    "host": ("-0", "-0", "0"),
    "person": ("-1", "-1", "1"),
    "former": ("-2", "-2", "2"),
    "heir": ("-", "-", ""),
    "owner": ("-", "-", ""),
    "guest": ("-", "-", ""),
    "stranger": ("-", "-", ""),
}
DURING = {
    "host": ("-0", "-0", "0"),
    "person": ("-1", "-1", "1"),
    "former": ("-", "-", ""),
    "heir": ("-2", "-2", "2"),
    "owner": ("-3", "-3", ""),
    "guest": ("-", "-", ""),
    "stranger": ("-", "-", ""),
}
AFTER = {role: ("-0123", watch, play) for role, (_, watch, play) in DURING.items()}
CLOSED = ("", "", "")


@pytest.mark.parametrize("spectators", [True, False], ids=["open", "closed"])
def test_who_sees_and_plays_what(running: Running, spectators: bool) -> None:
    world = World(running, spectators)

    def check(expected: dict[str, tuple[str, str, str]], outside: tuple[str, ...]) -> None:
        for role in ROLES:
            wanted = expected[role] if spectators or role not in outside else CLOSED
            assert (world.eyes(role), world.watches(role), world.plays(role)) == wanted, role

    check(BEFORE, ("heir", "owner", "guest", "stranger"))
    former = world.sockets["former"]
    world.change()
    if not spectators:  # whoever has no seat any more has to go
        assert former.closed() == 4403
        del world.sockets["former"]
    check(DURING, ("former", "guest", "stranger"))
    world.finish()
    check(AFTER, ("former", "guest", "stranger"))


def test_who_changes_seats_and_tables(running: Running) -> None:
    """By the rights only: "open" where no bot plays is refused for another reason to whoever might do it."""
    world = World(running, spectators=True)
    world.change()
    assert {role: world.changes(role) for role in ROLES if role not in ("host", "owner")} == {
        "person": "1", "former": "", "heir": "2", "guest": "", "stranger": ""
    }  # fmt: skip
    for role in ROLES[1:]:
        assert world.people[role].http.delete(world.path()).status_code == 403, role
        assert world.people[role].get(world.path("/record")).status_code == 409, "not before the end"
        assert world.people[role].get(world.path("/review")).status_code == 409, "nor this"
        seats = world.people[role].get(world.path()).json()["seats"]
        mine = {"person": [1], "heir": [2], "owner": [3]}.get(role, [])
        assert [seat["seat"] for seat in seats if seat["link"]] == mine, "links are for their persons"
    world.finish()
    for role in ROLES:
        plays = role in ("host", "person", "heir", "owner")
        assert world.people[role].post(world.path("/rematch")).status_code == (200 if plays else 403), role
        assert world.people[role].get(world.path("/record")).status_code == 200
        assert world.people[role].get(world.path("/review")).json()["state"] == "none"
    assert world.people["host"].post(world.path("/seats/3"), {"do": "open"}).status_code == 409, "it is over"
    assert world.people["host"].http.delete(world.path()).status_code == 204


def test_who_removes_whom_and_what_is_left_to_them(running: Running) -> None:
    """The host removes others and nobody else does; who was removed is a stranger, whatever links they had or get."""
    world = World(running, spectators=True)
    world.change()
    host, person = world.people["host"], world.people["person"]
    for role in ROLES[1:]:
        for seat in range(4):
            answer = world.people[role].post(world.path(f"/seats/{seat}"), {"do": "remove"})
            assert answer.status_code == 403, (role, seat)
    own = host.post(world.path("/seats/0"), {"do": "remove"})
    assert (own.status_code, own.json()["reason"]) == (409, "There is nobody to remove here.")
    mine = person.get(world.path()).json()["seats"][1]["link"]
    watcher = world.sockets["stranger"].drain()
    assert host.post(world.path("/seats/1"), {"do": "remove"}).status_code == 200
    assert watcher.hear("seats")["text"] == "The host has removed Ben; the seat is free."
    assert (world.eyes("person"), world.watches("person"), world.plays("person")) == ("-", "-", "")
    seats = host.get(world.path()).json()["seats"]
    assert (seats[1]["kind"], "Ben" in seats[1]["name"]) == ("open", False)
    fresh = seats[1]["link"]
    assert fresh not in (mine, world.links[1])
    for link in (mine, world.links[1]):
        assert person.post("/api/join", {"link": link}).status_code == 404
    refused = person.post("/api/join", {"link": fresh})
    assert (refused.status_code, refused.json()["reason"]) == (403, "The host has removed you from this table.")
    refused = host.post("/api/join", {"link": fresh})
    assert (refused.status_code, refused.json()["reason"][:20]) == (403, "You have removed who")
    assert world.people["guest"].join(fresh)["seat"] == 1
    assert world.eyes("guest") == "-1"
    with_bot = host.post(world.path("/seats/3"), {"do": "remove", "bot": "random"})
    assert with_bot.status_code == 200, "also somebody for whom a bot stands in"
    assert with_bot.json()["seats"][3]["kind"] == "bot"
    assert (world.eyes("owner"), world.plays("owner")) == ("-", "")
    closed = World(running, spectators=False)
    assert closed.people["host"].post(closed.path("/seats/1"), {"do": "remove"}).status_code == 200
    assert closed.sockets["person"].closed() == 4403


def test_an_old_socket_hears_no_secret_after_the_change(running: Running) -> None:
    """Not one frame between the change and the spectator's hello; and what the heir hides stays the heir's."""
    world = World(running, spectators=True)
    former = world.sockets["former"].drain()
    heard = len(former.raw)
    world.change()
    heir = world.sockets["heir"].drain()
    assert heir.act(2, "hide 3")["t"] == "done"
    former.drain()
    fresh = former.frames[heard:]
    first = next(frame for frame in fresh if frame["t"] not in ("presence", "answer"))
    assert (first["t"], first["view"].get("viewer"), first["mine"]) == ("hello", None, [])
    assert "You hide 3" in "".join(heir.raw)
    assert "You hide" not in "".join(former.raw[heard:])
    assert former.view["legal"] == []
    assert former.picture()["scene"] == world.sockets["stranger"].drain().picture()["scene"]


def test_a_second_browser_of_the_host(running: Running) -> None:
    """Two sockets of one person look from the seat; the link brings another browser there: both lose it."""
    party = Party(running.address, "duel", 2)
    ada = party.people[0]
    second = ada.watch(party.id, 0)
    second.hear("hello")
    link = ada.get(f"/api/tables/{party.id}").json()["seats"][0]["link"]
    other = Person(running.address, "Ada's other browser")
    other.join(link)
    for watcher in (party.watchers[0], second):
        assert watcher.hear("hello")["view"].get("viewer") is None
    assert other.watch(party.id, 0).hear("hello")["mine"] == [0]


def test_a_hint_is_for_whoever_still_sits_there(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is taken over while the bot thinks about it."""
    party = Party(running.address, "duel", 2, hints=True)
    seat, _ = party.choice()
    watcher = party.watchers[seat]
    pool = running.server.bots
    ask = pool.ask
    link = party.info(seat)["seats"][seat]["link"]
    heir = Person(running.address, "Heir")

    async def slowly(asked: Any, *rest: Any) -> Any:
        import asyncio

        await asyncio.to_thread(heir.join, link)
        return await ask(asked, *rest)

    monkeypatch.setattr(pool, "ask", slowly)
    answer = watcher.ask({"t": "hint", "seat": seat, "version": watcher.version})
    assert (answer["t"], answer["reason"]) == ("refused", NOT_MINE)


# ---------------------------------------------------------------------- hints


def test_hints_are_off_among_people_and_told(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    seat, _ = party.choice()
    answer = party.watchers[seat].ask({"t": "hint", "seat": seat, "version": 1})
    assert answer["reason"] == "At this table no bot gives hints."
    assert party.info()["hints"] is False
    party = Party(running.address, "duel", 2, hints=True)
    seat, _ = party.choice()
    watcher = party.watchers[seat]
    assert watcher.ask({"t": "hint", "seat": seat, "version": 1})["hint"]["action"] in watcher.legal()
    for other in party.watchers:
        line = other.hear("chat")["line"] if other is not watcher else None
        assert line is None or (line["told"] and line["seat"] == seat and "for a hint for move 1." in line["text"])
    late = Person(running.address).watch(party.id).hear("hello")
    assert [line["told"] for line in late["chat"]] == [True]


@pytest.mark.parametrize(
    ("seats", "wish", "hints"),
    [
        (["me", "bot:random"], {}, True),
        (["me", "open"], {}, False),
        (["me", "shared:Ben"], {}, False),
        (["me", "bot:random"], {"hints": False}, False),
        (["me", "open"], {"hints": True}, True),
    ],
)
def test_hints_by_default(running: Running, seats: list[str], wish: dict[str, bool], hints: bool) -> None:
    ada = Person(running.address, "Ada")
    assert ada.open("duel", seats, **wish)["hints"] is hints


def test_hints_end_when_somebody_sits_down(running: Running) -> None:
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "bot:random"])
    assert ada.post(f"/api/tables/{table['id']}/seats/1", {"do": "open"}).json()["hints"] is False


# ---------------------------------------------------------------------- links


def test_an_invitation_leads_its_taker_to_the_table_again(running: Running) -> None:
    ada, ben, eve = (Person(running.address, name) for name in ("Ada", "Ben", "Eve"))
    table = ada.open("duel", ["me", "open"])
    link = table["seats"][1]["link"]
    assert ben.join(link)["mine"]
    for peek in (True, False):
        again = ben.post("/api/join", {"link": link, "peek": peek}).json()
        assert (again["id"], again["seat"], again["mine"], again["free"]) == (table["id"], 1, True, False)
        assert eve.post("/api/join", {"link": link, "peek": peek}).status_code == 404
        assert ada.post("/api/join", {"link": link, "peek": peek}).status_code == 404
    mine = ben.get(f"/api/tables/{table['id']}").json()["seats"][1]["link"]
    assert ben.post("/api/join", {"link": mine, "peek": True}).json()["mine"]
    assert not eve.post("/api/join", {"link": mine, "peek": True}).json()["mine"]
    assert ada.http.delete(f"/api/tables/{table['id']}").status_code == 204
    assert ben.post("/api/join", {"link": link}).status_code == 404


# ---------------------------------------------------------------------- silence

SECRET = "I mean r2c3!"


def silent(running: Running) -> tuple[Party, Watcher]:
    """Ada, the host, has closed her hand: she is silent until all have."""
    party = Party(running.address, "quick", 3, hints=True)
    assert party.watchers[0].act(0, "hide 1")["t"] == "done"
    party.keep_up(party.watchers[0].version)
    for watcher in party.watchers:
        watcher.drain()
    return party, party.watchers[0]


WAYS: dict[str, Any] = {
    "chat": {"t": "chat", "text": SECRET},
    "point": {"t": "point", "nodes": ["hand:0"]},
    "emote": {"t": "emote", "emotion": "wow"},
    "agree with a plan": {"t": "point", "nodes": [], "agree": True},
    "ask to undo": {"t": "undo", "ply": 0, "version": 0},
    "hint": {"t": "hint", "version": 0},
    "leave": ("POST", "/seats/0", {"do": "leave", "bot": "mcts:7ms"}),
    "a bot for my seat": ("POST", "/seats/0", {"do": "bot", "bot": "mcts:7ms"}),
    "a bot for another": ("POST", "/seats/2", {"do": "bot", "bot": "mcts:7ms"}),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_silent_seat_makes_nothing_seen(running: Running, way: str) -> None:
    party, ada = silent(running)
    party.watchers[2].close()  # an empty seat, for the host to give away
    party.watchers[1].hear("presence", seats=[0, 1])
    if way == "ask to undo":  # beyond what is free: another has moved since
        assert party.watchers[1].act(1, "hide 1")["t"] == "done"
        ada.hear_version(party.watchers[1].version)
    heard = [len(watcher.drain().frames) for watcher in (party.watchers[1], party.watchers[3])]
    asked = WAYS[way]
    if isinstance(asked, tuple):
        answer = party.people[0].post(f"/api/tables/{party.id}{asked[1]}", asked[2])
        reason = answer.json()["reason"]
        assert answer.status_code == 409
    else:
        now = {"version": ada.version} if "version" in asked else {}
        reason = ada.ask({**asked, **now, "seat": 0})["reason"]
    assert reason in ("Your hand is closed, Ada: say nothing.", "You have nothing to decide now.")
    for watcher, before in zip((party.watchers[1], party.watchers[3]), heard, strict=True):
        assert [frame["t"] for frame in watcher.drain().frames[before:]] == ["answer"], "its own, to the ping"


def test_a_silent_seat_does_not_answer_about_undo(running: Running) -> None:
    party, ada = silent(running)
    assert party.watchers[1].act(1, "hide 1")["t"] == "done"
    ben = party.watchers[1]
    party.keep_up(ben.version)
    hub: Hub = running.server.hub
    room = hub.rooms[party.id]
    cleo = party.watchers[2]
    assert cleo.ask({"t": "undo", "seat": 2, "ply": 0, "version": cleo.version})["t"] == "done"
    assert room.table.undo_asked is not None
    answer = ada.ask({"t": "agree", "seat": 0, "yes": True, "version": ada.version})
    assert answer["reason"] == "Your hand is closed, Ada: say nothing."


def test_a_new_name_is_told_when_the_silence_is_over(running: Running) -> None:
    party, _ = silent(running)
    assert party.people[0].post("/api/me", {"name": SECRET}).json() == {"name": SECRET}
    others = (party.watchers[1], party.watchers[2], party.watchers[3])
    for watcher, person in zip(others, party.people[1:], strict=True):
        pages = [person.get(path).text for path in (f"/api/tables/{party.id}", "/api/tables")]
        pages += [person.get(f"/api/tables/{party.id}{page}").text for page in ("/view", "/story", "/moments/0.svg")]
        assert SECRET not in "".join([*pages, *watcher.drain().raw])
    hub = running.server.hub

    async def forget() -> None:  # and not even if the table has left memory meanwhile
        for socket in hub.rooms.pop(party.id).sockets():
            socket.close(1012)

    running.call(forget)
    assert SECRET not in party.people[1].get(f"/api/tables/{party.id}").text
    for watcher in party.watchers:
        watcher.closed()
        watcher.cut(hard=False)
    assert SECRET not in "".join(party.watchers[1].drain().raw)
    for seat in (1, 2):
        party.watchers[seat].act(seat, "hide 1")
    assert party.watchers[3].hear("seats")["text"] == f"Ada is now called {SECRET}."
    assert SECRET in party.people[1].get("/api/tables").text


def test_a_name_changed_while_nobody_looked_is_told_later(running: Running) -> None:
    """The table of a silent person is not in memory at all when they take their new name."""
    party, _ = silent(running)
    hub = running.server.hub

    async def forget() -> None:
        for socket in hub.rooms.pop(party.id).sockets():
            socket.close(1012)

    running.call(forget)
    party.people[0].post("/api/me", {"name": SECRET})
    assert SECRET not in party.people[1].get("/api/tables").text
    assert SECRET not in party.people[1].get(f"/api/tables/{party.id}").text
    assert SECRET not in party.people[1].watch(party.id).hear("hello")["table"].__str__()


def test_names_go_round_at_once_where_nobody_is_silent(running: Running) -> None:
    party = Party(running.address, "duel", 2)

    async def forget() -> None:
        for socket in running.server.hub.rooms.pop(party.id).sockets():
            socket.close(1012)

    running.call(forget)
    party.people[1].post("/api/me", {"name": "Benjamin"})
    assert "Benjamin" in party.people[0].get("/api/tables").text
    assert "Benjamin" in party.people[0].get(f"/api/tables/{party.id}").text


def test_whoever_sits_down_at_a_silent_seat_says_nothing_by_it(running: Running) -> None:
    party, ada = silent(running)
    link = party.info()["seats"][0]["link"]
    other = Person(running.address, SECRET)
    other.join(link)
    seen = party.watchers[1].hear("seats")
    assert seen["text"] == "Somebody sits down for Ada."
    assert seen["table"]["seats"][0]["name"] == "Ada"
    assert ada.hear("hello")["mine"] == []
    assert SECRET not in "".join(party.watchers[1].drain().raw)
    for seat in (1, 2):
        party.watchers[seat].act(seat, "hide 1")
    assert party.watchers[1].hear("seats")["text"] == f"Ada is now called {SECRET}."


def test_coming_and_going_is_told_when_the_silence_is_over(running: Running) -> None:
    party, ada = silent(running)
    ben = party.watchers[1].drain()
    heard = len(ben.frames)
    for _ in range(3):
        ada.cut(hard=False)
    ada.close()
    party.watchers[3].close()
    until(lambda: running.look(lambda: running.server.hub.rooms[party.id].here() == ([1, 2], 0)))
    assert [frame["t"] for frame in ben.drain().frames[heard:]] == ["answer"]
    assert party.info(1)["seats"][0]["present"]
    for seat in (1, 2):
        party.watchers[seat].act(seat, "hide 1")
    assert ben.hear("presence")["seats"] == [1, 2]


def test_silence_is_a_persons_not_a_seats(running: Running) -> None:
    """Ada takes a second seat by its link: she does not speak there what she must not say here."""
    party, ada = silent(running)
    link = party.info(2)["seats"][2]["link"]
    party.people[0].join(link)
    answer = ada.drain().ask({"t": "chat", "seat": 2, "text": SECRET})
    assert (answer["t"], answer["reason"]) == ("refused", "Your hand is closed, Ada: say nothing.")
    assert ada.act(2, "hide 1")["t"] == "done", "but plays"


def test_the_game_goes_on_although_its_host_is_silent(running: Running) -> None:
    """An empty seat that the game waits for can be given to the usual bot."""
    party, _ = silent(running)
    party.watchers[2].close()
    party.watchers[1].hear("presence", seats=[0, 1])
    given = party.people[0].post(f"/api/tables/{party.id}/seats/2", {"do": "bot", "bot": "greedy"})
    assert given.status_code == 200
    assert party.watchers[1].hear("seats")["table"]["seats"][2]["bot"] == "greedy"


def test_a_host_does_not_find_out_whether_a_silent_person_is_here(running: Running) -> None:
    """A bot for the seat would be refused while they are: coming and going could say something."""
    party = Party(running.address, "quick", 3)
    ben = party.watchers[1]
    assert ben.act(1, "hide 1")["t"] == "done"
    room = running.server.hub.rooms[party.id]
    answers = []
    for away in (False, True):
        if away:
            ben.close()
            until(lambda: room.here()[0] == [0, 2])
        answer = party.people[0].post(f"/api/tables/{party.id}/seats/1", {"do": "bot", "bot": "greedy"})
        answers.append((answer.status_code, answer.json()["reason"]))
    assert answers[0] == answers[1]
    assert "silent" in answers[0][1]


def test_the_list_of_ways_to_speak_is_in_one_place() -> None:
    """Whatever a client can send is in the table of `speech`, or shows nobody anything."""
    from typing import get_args

    from waystation.server.protocol import ClientMessage, SeatChange

    listed = speech.__doc__ or ""
    words = {
        "chat": "chat",
        "point": "pointing",
        "emote": "emotes",
        "agree": "answering",
        "undo": "take moves back",
        "hint": "a hint",
    }
    own = {"why", "plans", "trace", "look", "ping", "so_far"}  # answered to the asker alone
    for kind in get_args(ClientMessage):
        tag = kind.__struct_config__.tag
        assert tag in own or tag == "act" or words[tag] in listed, tag
    assert get_args(SeatChange.__annotations__["do"]) or "leaving" in listed
    for way in (
        "leaving, coming back, letting a bot play, taking it away",
        "a new name",
        "sitting down",
        "being there",
    ):
        assert way in listed


# ---------------------------------------------------------------------- too much talk


def test_talk_is_limited_by_person_not_by_socket(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    sockets = [party.people[0].watch(party.id, 0) for _ in range(10)]
    for socket in sockets:
        socket.hear("hello")
    answers = [socket.ask({"t": "chat", "seat": 0, "text": f"line {n}"}) for n in range(8) for socket in sockets]
    said = [answer for answer in answers if answer["t"] == "done"]
    assert 19 <= len(said) < 40  # her name was one
    assert re.fullmatch(r"You talk faster than the others can read; wait \d+ s\.", answers[-1]["reason"])
    assert party.watchers[1].ask({"t": "chat", "seat": 1, "text": "I may"})["t"] == "done"
    seat, action = party.choice()
    party.watchers[seat].drain()
    assert party.watchers[seat].act(seat, action)["t"] == "done"
    many = [party.people[0].post("/api/me", {"name": f"Ada {n}"}) for n in range(30)]
    assert many[-1].status_code == 429
    assert int(many[-1].headers["retry-after"]) > 0


def test_talk_never_makes_a_table_unplayable(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is said, moves go on, and the log keeps the newest lines of each seat."""
    monkeypatch.setattr(rows, "KEPT", 20)
    hub: Hub = running.server.hub
    monkeypatch.setattr(hub.talk, "burst", 10_000.0)
    party = Party(running.address, "duel", 2)
    for number in range(100):
        assert party.watchers[0].ask({"t": "chat", "seat": 0, "text": f"line {number}"})["t"] == "done"
    storage = running.server.storage
    lines = running.call(lambda: storage.read(lambda book: book.entries(party.id, ("chat",))))
    assert 20 <= len(lines) <= 20 + 32
    assert rows.unpack(lines[-1].body, rows.TextBody).text == "line 99"
    for watcher in party.watchers:
        watcher.drain()
    party.play_out()
    assert party.people[0].get(f"/api/tables/{party.id}/record").status_code == 200


def test_moves_have_a_bound_of_their_own(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever moves and takes back for ever can do so no more, and the game goes on."""
    monkeypatch.setattr("waystation.server.hub.MAX_LOG", 12)
    party = Party(running.address, "stones", 2)
    ada = party.watchers[0]
    refused = None
    for _ in range(20):
        assert ada.act(0, "hide 1")["t"] == "done"
        answer = ada.ask({"t": "undo", "seat": 0, "version": ada.version, "ply": ada.ply - 1})
        if answer["t"] == "refused":
            refused = answer["reason"]
            break
    assert refused == "In this game there have been 12 moves; nothing is taken back any more."
    for watcher in party.watchers:
        watcher.drain()
    while not party.over:
        party.step()


# ---------------------------------------------------------------------- several processes


def test_a_table_deleted_elsewhere_is_gone_here(database: str) -> None:
    from waystation.server import Server

    with Running(Server(database, workers=1)) as one, Running(Server(database, workers=1)) as other:
        ada = Person(one.address, "Ada")
        table = ada.open("duel", ["me", "open"])
        guest = Person(other.address)
        guest.http.cookies = ada.http.cookies
        path = f"/api/tables/{table['id']}"
        assert guest.get(path).status_code == 200
        watcher = guest.watch(table["id"])
        watcher.hear("hello")
        assert ada.http.delete(path).status_code == 204
        for page in ("", "/view", "/story", "/moments/0", "/record", "/review"):
            assert guest.get(f"{path}{page}").status_code == 404
        assert guest.post("/api/join", {"link": table["seats"][1]["link"]}).status_code == 404
        assert guest.post(f"{path}/seats/1", {"do": "bot"}).status_code == 404
        assert watcher.closed() == 4404
        assert guest.watch(table["id"]).closed() == 4404


def test_a_table_that_goes_on_elsewhere_is_seen_here(tmp_path: Path) -> None:
    """Two servers on one SQLite file, which is not how it is meant (test_many has two on PostgreSQL): all is seen."""
    from waystation.server import Server

    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Running(Server(database, workers=1)) as one, Running(Server(database, workers=1)) as other:
        party = Party(one.address, "duel", 2)
        far = Person(other.address)
        watcher = far.watch(party.id)
        watcher.hear("hello")
        party.step()
        assert far.get(f"/api/tables/{party.id}").json()["ply"] == 1
        assert watcher.closed() == 1013
        assert watcher.cut(hard=False)["ply"] == 1


def test_names_links_and_talk_are_stored_alike(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What permissions need of the database, on both kinds, and after a restart."""
    from waystation.server import Server

    monkeypatch.setattr(rows, "KEPT", 5)
    with Running(Server(database, workers=1)) as running:
        monkeypatch.setattr(running.server.hub.talk, "burst", 1000.0)
        party, ada = silent(running)
        link = party.info(1)["seats"][1]["link"]
        heir = Person(running.address, "Heir")
        heir.join(link)
        cleo = party.watchers[2].drain()
        for number in range(70):
            assert cleo.ask({"t": "chat", "seat": 2, "text": f"line {number}"})["t"] == "done"
        party.people[0].post("/api/me", {"name": SECRET})
        for seat in (1, 2):
            watcher = heir.watch(party.id, 1) if seat == 1 else cleo
            if seat == 1:
                watcher.hear("hello")
            assert watcher.drain().act(seat, "hide 1")["t"] == "done"
        assert ada.hear("seats", text=f"Ada is now called {SECRET}.")
        version = ada.version
        assert ada.ask({"t": "undo", "seat": 0, "version": version, "ply": 0})["t"] == "done"
    with Running(Server(database, workers=1)) as running:
        heir.http.base_url = f"http://{running.address}"
        heir.address = running.address
        assert heir.join(link)["mine"]
        hello = heir.watch(party.id).hear("hello")
        assert hello["view"]["names"][0] == SECRET
        assert [line["text"] for line in hello["chat"]][-1] == "line 69"
        assert len(hello["chat"]) <= 5 + 32
        asked = hello["undo"]["asked"]
        assert (asked["missing"], "yours" in asked) == ([1, 2], False)
        table = running.server.hub.rooms[party.id].table
        assert [move.by for move in table.moves] == [table.seats[move.seat].person for move in table.moves]
        assert table.ply == 3
