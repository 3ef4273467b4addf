"""Tables in a tab, without a browser: the page's worker is played by this file, its stores are dicts."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import waystation
from waystation.engine import record
from waystation.games.waypoints.paths import Raster
from waystation.server import games, hub, noticedesk, personal, you
from waystation.server.api import ENDPOINTS
from waystation.tab import calls, rehearsal, static
from waystation.tab.main import Tab, begin
from waystation.tab.think import Thinking

PATIENCE = 30
ALONE = {"game": "wayfinders", "options": {"players": 2}, "seats": ["me", "bot:random"], "seed": "known"}
TOGETHER = {"game": "wayfinders", "options": {"players": 2}, "seats": ["me", "shared:Bea"], "seed": "known"}


class Shelf:
    """What keep.js does, with dicts."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, str]] = {}
        self.lines: dict[str, dict[tuple[Any, ...], str]] = {"log": {}, "shots": {}}
        self.settings: dict[str, str] = {}
        self.full = False

    async def begin(self) -> str:
        return json.dumps({"tables": [text for _, text in self.heads.values()], "settings": self.settings})

    async def fetch(self, ident: str) -> str:
        head = self.heads.get(ident, (0, None))[1]
        found = {
            name: sorted(item for item in lines.items() if item[0][0] == ident) for name, lines in self.lines.items()
        }
        shots = [[key[1], text] for key, text in found["shots"]]
        return json.dumps({"head": head, "log": [text for _, text in found["log"]], "shots": shots})

    async def save(self, expected: str, changes: str) -> str:
        for ident, seq in json.loads(expected):
            if self.heads.get(ident, (None, ""))[0] != seq:
                return "moved"
        if self.full:
            return "full"
        for store, key, text in json.loads(changes):
            self._change(store, key, text)
        return "kept"

    def _change(self, store: str, key: list[Any], text: str | None) -> None:
        if store == "tables":
            self.heads.pop(key[0], None)
            if text is not None:
                self.heads[key[0]] = json.loads(text)["row"]["seq"], text
        elif store == "settings":
            self.settings[key[0]] = str(text)
        elif text is None:
            lines = self.lines[store]
            self.lines[store] = {at: line for at, line in lines.items() if list(at[: len(key)]) != key}
        else:
            self.lines[store][tuple(key)] = text


class Page:
    """What the page and its workers do."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.tab: Tab
        self.thinking = Thinking(self.need)
        self.frames: dict[str, asyncio.Queue[dict[str, Any]]] = {}
        self.ends: dict[str, int] = {}
        self.needed: list[str] = []
        self.troubles: list[str] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.bots_begun = 0
        self.asked = 0

    async def need(self, game: str) -> None:
        self.needed.append(game)

    def frame(self, visit: str, text: str) -> None:
        self.frames[visit].put_nowait(json.loads(text))

    def end(self, visit: str, code: int) -> None:
        self.ends[visit] = code

    def trouble(self, reason: str) -> None:
        self.troubles.append(reason)

    async def start_bots(self) -> None:
        self.bots_begun += 1

    def tell_bots(self, text: str) -> None:
        self._spawn(self._think(text))

    async def _think(self, text: str) -> None:
        said = await self.thinking.answer(text)
        if said:
            self.tab.bots_said(said)

    def end_bots(self) -> None: ...

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ------------------------------------------------------------------ what the page wants

    async def api(self, method: str, address: str, body: Any = None) -> Any:
        status, kind, text = await self.tab.call(method, address, "" if body is None else json.dumps(body))
        assert status < 300, text
        return json.loads(text) if kind == "application/json" and text else text

    async def refused(self, method: str, address: str, body: Any = None) -> tuple[int, str]:
        status, _, text = await self.tab.call(method, address, "" if body is None else json.dumps(body))
        assert status >= 400
        return status, json.loads(text)["reason"]

    def watch(self, table: str, seat: int | None = None) -> str:
        visit = f"visit {len(self.frames)}"
        self.frames[visit] = asyncio.Queue()
        self.tab.visit(visit, table, seat, None, None)
        return visit

    async def hear(self, visit: str, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame = await asyncio.wait_for(self.frames[visit].get(), PATIENCE)
            if frame["t"] in kinds:
                return frame

    async def ask(self, visit: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message; the frame that answers it."""
        self.asked += 1
        message = {"id": f"m{self.asked}", **message}
        self.tab.message(visit, json.dumps(message))
        while True:
            frame = await asyncio.wait_for(self.frames[visit].get(), PATIENCE)
            if frame.get("id") == message["id"]:
                return frame

    async def look(self, visit: str, seat: int) -> dict[str, Any]:
        self.tab.message(visit, json.dumps({"t": "look", "id": "look", "seat": seat}))
        return await self.hear(visit, "hello")


async def opened(shelf: Shelf) -> Page:
    """A page that has just been loaded."""
    page = Page(shelf)
    page.tab = await begin(page)
    return page


async def play(page: Page, table: str, moves: int) -> None:
    """Play so many moves of whoever sits at this device, the first that is offered each time."""
    visit = page.watch(table)
    for _ in range(moves):
        hello = await page.hear(visit, "hello")
        while not set(hello["view"]["to_act"]) & set(hello["mine"]):
            hello = await page.look(visit, hello["mine"][0])
            await asyncio.sleep(0.01)
        seat = next(seat for seat in hello["view"]["to_act"] if seat in hello["mine"])
        if hello["view"]["viewer"] != seat:
            hello = await page.look(visit, seat)
        action = hello["view"]["legal"][0]["notation"]
        done = await page.ask(visit, {"t": "act", "seat": seat, "version": hello["version"], "action": action})
        assert done["t"] == "done", done
        page.tab.message(visit, json.dumps({"t": "look", "id": "look", "seat": seat}))
    page.tab.leave(visit)


def test_what_it_loads() -> None:
    """A tab gets nothing of the server's sockets, database and terminal."""
    program = """
import sys
import waystation.tab.main, waystation.tab.think
heavy = "sqlalchemy alembic starlette uvicorn h11 typer rich websockets prometheus_client markdown_it platformdirs"
print(*[name for name in heavy.split() if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_a_table_survives_the_tab() -> None:
    """Two people at one device; the tab is closed in the middle of a turn, and everything is as it was."""

    async def scene() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        assert await page.api("POST", "me", {"name": "Ada"}) == {"name": "Ada"}
        table = await page.api("POST", "tables", TOGETHER)
        assert [seat["name"] for seat in table["seats"]] == ["Ada", "Bea"]
        await play(page, table["id"], 5)
        before = await page.api("GET", f"tables/{table['id']}/view?seat=0")
        again = await opened(shelf)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(waystation, "game_type", lambda name: 1 / 0)
            games.title_of.cache_clear()
            [listed] = await again.api("GET", "tables")
        assert again.needed == []  # the list needs no game
        assert (listed["ply"], listed["title"], listed["waits_for_me"]) == (5, "Wayfinders", True)
        assert await again.api("GET", f"tables/{table['id']}/view?seat=0") == before
        assert again.needed == ["wayfinders"]
        await play(again, table["id"], 3)
        story = await again.api("GET", f"tables/{table['id']}/story?seat=0")
        assert story["ply"] == 8

    asyncio.run(scene())


def test_a_bot_plays_and_is_asked_for_a_hint() -> None:
    async def scene() -> None:
        page = await opened(Shelf())
        wish = {**ALONE, "seats": ["me", "bot:greedy"]}
        table = await page.api("POST", "tables", wish)
        await play(page, table["id"], 6)
        assert page.bots_begun == 1
        visit = page.watch(table["id"])
        hello = await page.hear(visit, "hello")
        while 0 not in hello["view"]["to_act"]:
            hello = await page.look(visit, 0)
            await asyncio.sleep(0.01)
        assert any(event.get("by") == 1 for event in hello["events"])
        answer = await page.ask(visit, {"t": "hint", "seat": 0, "version": hello["version"]})
        assert answer["hint"]["action"] in [offer["notation"] for offer in hello["view"]["legal"]]
        state = page.tab.house.hub.rooms[table["id"]].table.state
        legal = set(state.legal_actions(0))
        wrong = next(action for action in state.game.actions if action.id not in legal)
        why = await page.ask(visit, {"t": "why", "seat": 0, "action": wrong.notation})
        assert why["why"][0]["reason"] == state.why_not(wrong.id, 0).reason

    asyncio.run(scene())


def test_a_lesson_goes_on_here_as_at_a_server() -> None:
    async def scene() -> None:
        page = await opened(Shelf())
        table = await page.api("POST", "tables", {"game": "wayfinders", "lesson": True})
        assert table["lesson"] is True
        steps = (await page.api("GET", f"tables/{table['id']}/lesson"))["steps"]
        wanted = next(step["do"][0][0] for step in steps if step["do"])
        visit = page.watch(table["id"], 0)
        hello = await page.hear(visit, "hello")
        act = {"t": "act", "seat": 0, "version": hello["version"]}
        refused = await page.ask(visit, {**act, "action": "return"})
        assert (refused["t"], refused["reason"]) == ("refused", "For now, hangar 1: you will want its tire.")
        assert (await page.ask(visit, {**act, "action": wanted}))["t"] == "done"
        while (await page.look(visit, 0))["ply"] < 2:  # the other's move, which the lesson gives
            await asyncio.sleep(0.01)
        await page.api("DELETE", f"tables/{table['id']}/lesson")
        assert (await page.refused("GET", f"tables/{table['id']}/lesson"))[0] == 404

    asyncio.run(scene())


def test_a_record_goes_out_and_comes_back() -> None:
    """Of a game that goes on, too: here, and at a server, which reads the same text."""

    async def scene() -> None:
        page = await opened(Shelf())
        table = await page.api("POST", "tables", TOGETHER)
        await play(page, table["id"], 4)
        text = await page.api("GET", f"tables/{table['id']}/record")
        assert len(record.parse(text).moves) == 4
        other = await opened(Shelf())
        seats = ["me", "bot:random"]
        copy = await other.api("POST", "tables", {"record": text, "seats": seats})
        assert copy["ply"] == 4
        was = await page.api("GET", f"tables/{table['id']}/view?seat=0")
        now = await other.api("GET", f"tables/{copy['id']}/view?seat=0")
        assert now["table"] == was["table"]
        assert (await other.refused("POST", "tables", {"record": "nonsense"}))[0] == 422

    asyncio.run(scene())


def test_undo_and_rematch() -> None:
    async def scene() -> None:
        page = await opened(Shelf())
        table = await page.api("POST", "tables", TOGETHER)
        await play(page, table["id"], 2)
        visit = page.watch(table["id"], 0)
        hello = await page.hear(visit, "hello")
        done = await page.ask(visit, {"t": "undo", "seat": 0, "version": hello["version"], "ply": 1})
        assert done["t"] == "done"
        [listed] = await page.api("GET", "tables")
        assert listed["ply"] == 1
        status, reason = await page.refused("POST", f"tables/{table['id']}/rematch")
        assert (status, reason) == (409, "The game is not over yet.")
        await page.api("DELETE", f"tables/{table['id']}")
        assert await page.api("GET", "tables") == []
        assert (await page.hear(visit, "closed"))["reason"]
        again = await opened(page.shelf)
        assert await again.api("GET", "tables") == []

    asyncio.run(scene())


def test_no_room_and_then_room_again() -> None:
    """The game goes on; what could not be written is written as soon as there is room."""

    async def scene() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        table = await page.api("POST", "tables", TOGETHER)
        shelf.full = True
        await play(page, table["id"], 3)
        assert len(page.troubles) == 1
        assert "no room left" in page.troubles[0]
        [lost] = await (await opened(shelf)).api("GET", "tables")
        assert lost["ply"] == 0
        shelf.full = False
        await play(page, table["id"], 1)
        again = await opened(shelf)
        [kept] = await again.api("GET", "tables")
        assert kept["ply"] == 4
        story = await again.api("GET", f"tables/{table['id']}/story?seat=0")
        assert {event["ply"] for event in story["events"]} >= {1, 2, 3}

    asyncio.run(scene())


def test_the_room_of_a_deleted_table_is_used_at_once() -> None:
    """Also for what nobody goes on with: the sentence says that it is kept then."""

    async def scene() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        table, old = [(await page.api("POST", "tables", TOGETHER))["id"] for _ in range(2)]
        shelf.full = True
        await play(page, table, 3)
        await page.api("POST", "me", {"name": "Ada"})
        await page.tab.moved("")  # another tab has kept something: not what there was no room for
        assert len(page.troubles) == 1
        shelf.full = False
        await page.api("DELETE", f"tables/{old}")
        again = await opened(shelf)
        [kept] = await again.api("GET", "tables")
        assert (kept["id"], kept["ply"], kept["seats"][0]["name"]) == (table, 3, "Ada")
        assert (await again.api("GET", "me"))["name"] == "Ada"

    asyncio.run(scene())


def test_a_name_is_that_of_all_tabs() -> None:
    async def scene() -> None:
        shelf = Shelf()
        first, second = await opened(shelf), await opened(shelf)
        await first.api("POST", "me", {"name": "Ada"})
        await second.tab.moved("")
        assert (await second.api("GET", "me"))["name"] == "Ada"
        assert (await second.api("POST", "tables", TOGETHER))["seats"][0]["name"] == "Ada"

    asyncio.run(scene())


def test_a_table_that_the_browser_cannot_find_is_told(caplog: pytest.LogCaptureFixture) -> None:
    """An error of the browser's store, not of what is written there."""

    async def scene() -> None:
        shelf = Shelf()
        table = (await (await opened(shelf)).api("POST", "tables", TOGETHER))["id"]
        page = await opened(shelf)

        async def broken(ident: str) -> str:
            raise OSError(f"internal error about {ident}")

        shelf.fetch = broken  # type: ignore[method-assign]
        visit = page.watch(table)
        closed = await page.hear(visit, "closed")
        assert "Something went wrong in this tab" in closed["reason"]
        assert page.ends == {visit: 4409}

    asyncio.run(scene())
    assert "internal error" in caplog.text


def test_a_browser_that_keeps_nothing() -> None:
    async def scene() -> None:
        class Shut(Shelf):
            async def begin(self) -> str:
                raise OSError("denied")

        page = await opened(Shut())
        assert len(page.troubles) == 1
        table = await page.api("POST", "tables", TOGETHER)
        await play(page, table["id"], 3)
        assert (await page.api("GET", "tables"))[0]["ply"] == 3

    asyncio.run(scene())


@pytest.mark.parametrize("where", ["head", "log"])
def test_a_damaged_table_takes_no_other_with_it(where: str) -> None:
    async def scene() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        bad, good = [(await page.api("POST", "tables", TOGETHER))["id"] for _ in range(2)]
        if where == "head":
            shelf.heads[bad] = (1, '{"row": {"id": "half')
        else:
            shelf.lines["log"][bad, 1] = "{}"

        page = await opened(shelf)
        assert good in [table["id"] for table in await page.api("GET", "tables")]
        assert (await page.api("POST", "me", {"name": "Ada"}))["name"] == "Ada"
        await play(page, good, 3)
        assert (await page.refused("GET", f"tables/{bad}"))[0] == 404
        assert [table["id"] for table in await page.api("GET", "tables")] == [good]
        assert len(page.troubles) == 1
        assert bad in shelf.heads, "what is written of it stays"

    asyncio.run(scene())


def test_two_tabs_at_one_table() -> None:
    """What one tab writes the other shows; a choice that comes too late there changes nothing."""

    async def scene() -> None:
        shelf = Shelf()
        first = await opened(shelf)
        table = (await first.api("POST", "tables", TOGETHER))["id"]
        second = await opened(shelf)
        visit = second.watch(table, 0)
        hello = await second.hear(visit, "hello")
        await play(first, table, 1)
        action = hello["view"]["legal"][0]["notation"]
        late = {"t": "act", "id": "late", "seat": 0, "version": hello["version"], "action": action}
        second.tab.message(visit, json.dumps(late))
        while visit not in second.ends:
            await asyncio.sleep(0.01)
        assert second.ends == {visit: 1013}  # come again
        visit = second.watch(table, 0)
        await second.hear(visit, "hello")
        assert (await second.ask(visit, late))["stale"]
        assert (await second.api("GET", f"tables/{table}"))["ply"] == 1
        third = await opened(shelf)
        seen = third.watch(table, 0)
        await third.hear(seen, "hello")
        await play(first, table, 1)
        await third.tab.moved(table)
        await asyncio.sleep(0)
        assert (await third.api("GET", f"tables/{table}"))["ply"] == 2

    asyncio.run(scene())


def test_a_table_that_nobody_looks_at_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is perhaps not here, and another tab may show it."""
    monkeypatch.setattr(hub, "IDLE", 0.01)

    async def scene() -> None:
        shelf = Shelf()
        first = await opened(shelf)
        first.tab.house.hub.autoplay.go_on = lambda room: None  # type: ignore[method-assign]
        table = (await first.api("POST", "tables", {**ALONE, "seats": ["bot:random", "me"]}))["id"]
        second = await opened(shelf)
        await asyncio.sleep(0.2)
        assert second.tab.house.hub.rooms == {}
        assert (await second.api("GET", f"tables/{table}"))["ply"] == 0

    asyncio.run(scene())


def test_what_is_no_move_holds_whatever_another_tab_plays() -> None:
    """A name, and the end of a table: also before this tab has heard of the other one's moves."""

    async def scene() -> None:
        shelf = Shelf()
        first = await opened(shelf)
        table, other = [(await first.api("POST", "tables", TOGETHER))["id"] for _ in range(2)]
        second = await opened(shelf)
        await play(first, table, 2)
        assert await second.api("POST", "me", {"name": "Ada"}) == {"name": "Ada"}
        again = await opened(shelf)
        kept = await again.api("GET", f"tables/{table}")
        assert (kept["ply"], kept["seats"][0]["name"]) == (2, "Ada")
        await first.tab.moved(table)
        await play(first, table, 1)
        await second.api("DELETE", f"tables/{table}")
        assert [one["id"] for one in await (await opened(shelf)).api("GET", "tables")] == [other]
        assert await first.api("POST", "me", {"name": "Eve"}) == {"name": "Eve"}  # it has that table in mind
        assert [one["id"] for one in await first.api("GET", "tables")] == [other]

    asyncio.run(scene())


def test_a_tab_without_room_follows_another_one_once_it_has_to() -> None:
    """What it could not write is given up for what the other has played: then it shows that, and what comes next."""

    async def scene() -> None:
        shelf = Shelf()
        first = await opened(shelf)
        table = (await first.api("POST", "tables", TOGETHER))["id"]
        second = await opened(shelf)
        shelf.full = True
        await play(first, table, 1)
        shelf.full = False
        await play(second, table, 2)
        assert (await first.refused("POST", f"tables/{table}/seats/1", {"do": "bot", "bot": "random"}))[0] == 409
        assert (await first.api("GET", f"tables/{table}"))["ply"] == 2
        await play(second, table, 1)
        await first.tab.moved(table)
        assert (await first.api("GET", f"tables/{table}"))["ply"] == 3

    asyncio.run(scene())


def test_very_many_tables() -> None:
    """All stand in the list, and a new name needs no log of theirs."""

    async def scene() -> None:
        shelf = Shelf()
        page = await opened(shelf)
        table = (await page.api("POST", "tables", TOGETHER))["id"]
        await play(page, table, 2)
        seq, text = shelf.heads[table]
        for number in range(300):
            head = json.loads(text)
            head["row"]["id"] = f"copy{number}"
            for seat in head["seats"]:
                seat["table_id"] = f"copy{number}"
            shelf.heads[f"copy{number}"] = seq, json.dumps(head)
        page = await opened(shelf)
        assert len(await page.api("GET", "tables")) == 301
        fetched = []
        fetch = shelf.fetch

        async def counted(ident: str) -> str:
            fetched.append(ident)
            return await fetch(ident)

        shelf.fetch = counted  # type: ignore[method-assign]
        await page.api("POST", "me", {"name": "Ada"})
        assert fetched == []
        again = await opened(shelf)
        assert {one["seats"][0]["name"] for one in await again.api("GET", "tables")} == {"Ada"}
        await play(again, table, 1)

    asyncio.run(scene())


def test_what_is_said_right_after_coming_is_heard() -> None:
    """A page whose visit has ended says again what was not answered, in the same breath in which it comes back."""

    async def scene() -> None:
        page = await opened(Shelf())
        table = (await page.api("POST", "tables", TOGETHER))["id"]
        page.frames["visit"] = asyncio.Queue()
        page.tab.visit("visit", table, 0, None, None)
        page.tab.message("visit", json.dumps({"t": "ping", "id": "again"}))
        assert (await page.hear("visit", "answer"))["id"] == "again"
        gone = page.tab.visit("gone", table, 0, None, None)
        page.frames["gone"] = asyncio.Queue()
        page.tab.leave("gone")
        await asyncio.wait_for(gone, PATIENCE)
        assert list(page.tab.lines) == ["visit"]

    asyncio.run(scene())


def test_secrets_stay_with_their_seat() -> None:
    """Also at one device: frames for one seat hold nothing of another's (a game with hidden things)."""

    async def scene() -> None:
        page = await opened(Shelf())
        wish = {"game": "wordtraveler", "options": {"players": 2}, "seats": ["me", "shared"], "seed": "x"}
        table = (await page.api("POST", "tables", wish))["id"]
        views = [json.dumps(await page.api("GET", f"tables/{table}/view?seat={seat}")) for seat in (0, 1)]
        assert views[0] != views[1]
        visit = page.watch(table, 1)
        hello = await page.hear(visit, "hello")
        room = page.tab.house.hub.rooms[table]
        assert hello["scene"] == json.loads(
            json.dumps(
                __import__("msgspec").to_builtins(room.table.game.draw(room.table.state.view(1, room.table.names)))
            )
        )

    asyncio.run(scene())


@pytest.mark.parametrize("address", ["nothing", "tables/none", "tables/none/view", "tables/x/moments/y"])
def test_there_is_no_such_thing(address: str) -> None:
    async def scene() -> None:
        page = await opened(Shelf())
        assert (await page.refused("GET", address))[0] == 404

    asyncio.run(scene())


def test_no_such_table_to_visit() -> None:
    async def scene() -> None:
        page = await opened(Shelf())
        visit = page.watch("none")
        assert (await page.hear(visit, "closed"))["reason"] == "There is no such table."
        await asyncio.sleep(0)
        assert page.ends == {visit: 4404}

    asyncio.run(scene())


NOT_IN_A_TAB = {
    ("POST", "/api/join"): "there is nobody to invite",
    ("GET", "/api/open"): "there is nobody to invite",
    ("POST", "/api/tables/{table}/sit"): "there is nobody to invite",
    ("POST", "/api/tables/{table}/listed"): "there is nobody to invite",
    ("GET", "/api/tables/{table}/shares"): "there is nobody to mistrust",
    ("POST", "/api/tables/{table}/shares"): "there is nobody to mistrust",
    ("GET", "/api/tables/{table}/moments/{ply}.png"): "pixels need a library that is no Python",
    ("GET", "/api/tables/{table}/ending.png"): "pixels need a library that is no Python",
    ("GET", "/api/tables/{table}/keepsake.png"): "pixels need a library that is no Python",
    **{(how, "/api/tournaments"): "there is nobody to meet" for how in ("GET", "POST")},
    **{(how, "/api/tournaments/{tournament}"): "there is nobody to meet" for how in ("GET", "POST", "DELETE")},
    ("GET", "/api/games/{game}/statistics"): "there is nobody to compare with",
    ("GET", "/api/people/{person}/statistics"): "there is nobody to compare with",
    ("GET", "/api/me/statistics"): "there is nobody to compare with",
    **{(how, "/api/games/{game}/ladder"): "there is nobody to compare with" for how in ("GET", "POST")},
    ("GET", "/api/tables/{table}/ratings"): "there is nobody to compare with",
    ("GET", "/api/finished"): "there is nobody to compare with",
    **{
        (one.method, one.path): "whoever has the browser is its person"
        for one in (*you.ENDPOINTS, *personal.ENDPOINTS, *noticedesk.ENDPOINTS)
    },
    ("GET", "/api/mine"): "all tables are in one list",
    ("GET", "/health"): "about a server",
    ("GET", "/ready"): "about a server",
    ("GET", "/api/seen"): "about a server",
    ("GET", "/metrics"): "about a server",
    ("GET", "/api/openapi.json"): "about a server",
}


def test_all_that_a_server_answers_is_answered_or_not_for_a_reason() -> None:
    files = {path.partition(".")[0].replace("wayfinders", "{game}") for path, _ in static.answers()}
    files |= {re.sub("positions/[a-z-]+-dark", "positions/{position}-dark", file) for file in files}
    ours = {(one.method, f"/api/{one.path}") for one in calls.ENDPOINTS}
    for one in ENDPOINTS:
        asked = one.method, one.path
        file = one.path.removeprefix("/").replace(".svg", "-dark")
        assert (asked in ours) + (asked in NOT_IN_A_TAB) + (file in files) == 1, asked


def test_a_game_that_cannot_be_fetched() -> None:
    """It is said, and tried again at the next try."""

    async def scene() -> None:
        page = await opened(Shelf())

        async def fail(game: str) -> None:
            raise OSError("no network")

        page.need, need = fail, page.need  # type: ignore[method-assign]
        status, reason = await page.refused("POST", "tables", ALONE)
        assert (status, reason) == (503, "The game could not be loaded. Are you online?")
        page.need = need  # type: ignore[method-assign]
        table = await page.api("POST", "tables", ALONE)
        assert table["ply"] == 0
        page.need = fail  # type: ignore[method-assign]
        await page.api("DELETE", f"tables/{table['id']}")
        assert await page.api("GET", "tables") == []

    asyncio.run(scene())


def test_what_comes_next_is_made_ready_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waypoints: as soon as a picture is seen, the lines that its choices lead to are looked for, once."""
    asked: list[str] = []
    told = Raster.through

    def counted(self: Raster, *given: Any) -> Any:
        asked.append("line")
        return told(self, *given)

    async def quiet() -> None:
        """Until no line has been looked for in a while."""
        before = -1
        while before < len(asked) or not asked:
            before = len(asked)
            await asyncio.sleep(0.2)

    async def scene() -> None:
        monkeypatch.setattr(Raster, "through", counted)
        page = await opened(Shelf())
        table = await page.api(
            "POST", "tables", {"game": "waypoints", "options": {"players": 1}, "seats": ["me"], "seed": "known"}
        )
        visit = page.watch(table["id"])
        await page.hear(visit, "hello")
        for kind in ("go F1c", "go", "to"):
            await quiet()
            now = page.tab.house.hub.rooms[table["id"]].table
            actions = [offer.notation for offer in now.state.view(0, now.names).legal]
            action = next(one for one in actions if one.startswith(kind))
            before = len(asked)
            act = {"t": "act", "id": kind, "seat": 0, "version": now.version, "action": action}
            page.tab.message(visit, json.dumps(act))
            heard = await page.hear(visit, "step", "refused")
            assert heard["t"] == "step", heard
            assert len(asked) == before, action
        page.tab.leave(visit)

    asyncio.run(scene())


def test_what_people_begin_with_is_ready_after_the_rehearsal() -> None:
    """The memory that later visits begin with holds the very games that "Play now" asks for."""
    rehearsal.rehearse()
    for game in rehearsal.ready:
        asked = {**game.spec.tables, "players": game.players}
        assert type(game).from_options(asked) is game
    assert [game.name for game in rehearsal.ready] == waystation.game_names()


def test_a_hash_that_is_written_down_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tab takes a look as a file from its site; to draw all of it for its name would take half a second."""
    games.look_hash.cache_clear()
    made = games.look_hash("waypoints")
    monkeypatch.setattr(games, "files", lambda package: tmp_path / package)
    games.look_hash.cache_clear()
    assert games.look_hash("waypoints") == made
    folder = tmp_path / "waystation.games.waypoints"
    folder.mkdir()
    (folder / games.LOOK_HASH).write_text("written", encoding="utf-8")
    games.look_hash.cache_clear()
    assert games.look_hash("waypoints") == "written"
    games.look_hash.cache_clear()
