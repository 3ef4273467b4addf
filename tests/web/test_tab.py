"""The page without a server, in Chromium: the site as `dev.py site` builds it, handed out from a sub-path."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from waystation.engine import record
from web.conftest import Person, Visit, sync_api

expect = sync_api.expect
pytestmark = pytest.mark.browser
TITLES = {
    "wayfarers": "Wayfarers of the South Tigris",
    "wayfinders": "Wayfinders",
    "waypoints": "Waypoints",
    "windward": "Windward",
    "wordtraveler": "Word Traveler",
}
# A browser that keeps nothing, and one without room.
SHUT = """indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); };
    caches.match = async () => { throw new DOMException('denied', 'SecurityError'); }"""
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"


class Quiet(SimpleHTTPRequestHandler):
    """Any host that hands out files."""

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture(scope="module")
def site(built_site: Path) -> Iterator[str]:
    """The address of the site at a host that only hands out files."""
    folder = built_site.parent
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/{built_site.name}/"
    host.shutdown()
    host.server_close()


def open_table(person: Person, site: str, game: str, seats: list[str], options: dict[str, str] | None = None) -> None:
    """Set up a table by the form, without the detour of the home page."""
    page = person.page
    page.goto(f"{site}?/new/{game}")
    page.get_by_label("Players", exact=True).select_option(str(len(seats)))
    for seat, wish in enumerate(seats):
        page.get_by_label(f"Seat {seat + 1}", exact=True).select_option(wish)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    for label, value in {"Seed": "a known deal", **(options or {})}.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Open the table").click()
    person.ready()


SOMEBODY_MAY = """() => document.querySelector('.result, .cover')
    || (document.querySelector('.question.mine') && !document.querySelector('.choices[data-busy]'))"""


def decide(person: Person, board: bool = False) -> None:
    """One decision of whoever has the device now."""
    page = person.page
    page.wait_for_function(SOMEBODY_MAY)
    if page.locator(".cover").count():
        page.get_by_role("button", name="I am").click()
        person.wait()
    person.move(board)


def save_record(person: Person) -> str:
    """The record that the table's details offer."""
    page = person.page
    page.get_by_role("button", name="Details").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the record").click()
    page.keyboard.press("Escape")
    return Path(saved.value.path()).read_text(encoding="utf-8")


def test_a_whole_game(site: str, server: Any, visit: Visit, tmp_path: Path) -> None:
    """From the home page to the result; reloaded and opened anew in mid-turn; the record goes to a server."""
    ada = visit(site, seed=None)
    page = ada.page
    ada.name("Ada")
    page.get_by_role("link", name="Set up Wayfinders").click()
    page.wait_for_selector("form.setup")
    expect(page.get_by_text("Bots that think for a time play a little weaker here")).to_be_visible()
    open_table(ada, site, "wayfinders", ["me", "bot:random"], {"Round limit": "4"})
    for turn in range(4):
        decide(ada, board=turn % 2 == 0)
    ply, question = ada.ply, page.locator(".question").inner_text()
    page.reload()
    ada.ready()
    ada.wait()
    assert (ada.ply, page.locator(".question").inner_text()) == (ply, question)
    address = page.url
    page.close()
    ada = Person(page.context.new_page())
    ada.page.goto(site)
    ada.page.get_by_role("link", name="My tables 1").click()
    row = ada.page.locator(".tables .row")
    expect(row).to_contain_text("Ada")
    expect(row).to_be_in_viewport()
    row.get_by_role("link").click()
    ada.ready()
    assert ada.page.url == address
    expect(ada.page.locator(".question")).to_have_text(question)
    for _ in range(400):
        ada.wait()
        if ada.over:
            break
        ada.move(board=False)
    expect(ada.page.locator(".result")).to_be_visible()
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name="Record").click()
    file = tmp_path / "game.txt"
    saved.value.save_as(file)
    record.replay(record.parse(file.read_text(encoding="utf-8")))
    ada.page.get_by_role("link", name="Replay").click()
    ada.page.get_by_role("button", name="First moment").click()
    expect(ada.page.locator("output")).to_have_text(f"0 / {ada_plies(file)}")
    bea = visit(server.url)
    bea.page.get_by_label("Open a saved record").set_input_files(file)
    expect(bea.page.get_by_role("heading", name="Replay of a table of Wayfinders")).to_be_attached()


def ada_plies(file: Path) -> int:
    return len(record.parse(file.read_text(encoding="utf-8")).moves)


@pytest.mark.parametrize("game", sorted(TITLES))
def test_a_game_begins_at_one_device(site: str, visit: Visit, game: str) -> None:
    """Two people, one after the other; the picture of each comes from their own view."""
    ada = visit(site, seed=None)
    open_table(ada, site, game, ["me", "shared"])
    for _ in range(4):
        decide(ada)
    assert ada.ply >= 4
    for name in ("☞ Point", "✓ I agree"):
        expect(ada.page.locator("button", has_text=name)).to_be_hidden()
    expect(ada.page.locator("[role=tab]")).to_have_text(["Scores", "Log"])


HIDDEN = sorted({*TITLES} - {"waypoints"})  # games in which one seat may not see all of another


@pytest.mark.parametrize("game", HIDDEN)
def test_a_page_that_is_loaded_anew_knows_not_who_holds_the_device(site: str, visit: Visit, game: str) -> None:
    """Covered stays covered, whatever way one comes to the table; a replay of it shows what everybody knows."""
    ada = visit(site, seed=None)
    page = ada.page
    open_table(ada, site, game, ["me", "shared"])
    cover = page.locator(".cover")
    while not cover.count():
        ada.move(board=False)
        page.wait_for_function(SOMEBODY_MAY)
    said = cover.inner_text()
    for come in (page.reload, lambda: (page.goto(site), page.locator("#my-tables .row a").click())):
        come()
        ada.ready()
        expect(cover).to_have_text(said, use_inner_text=True)
    page.get_by_role("button", name="I am").click()
    ada.move(board=False)
    page.goto(page.url.replace("?/table/", "?/replay/"))
    expect(page.get_by_label("Seen by").locator("option:checked")).to_have_text("everybody")


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ENOUGH = 40  # choices: no turn has so many


@pytest.mark.parametrize("game", sorted(TITLES))
def test_a_whole_turn_by_touch(site: str, visit: Visit, game: str) -> None:
    """On a phone, by taps alone: on the board where that offers a way, else on a button, until the bot has moved."""
    ada = Person(visit(site, seed=None, **PHONE).page, finger=True)
    open_table(ada, site, game, ["me", "bot:random"])
    ada.wait()
    before, mine, tapped = ada.ply, 0, 0
    while mine < 3 or ada.ply == before + mine:
        assert mine < ENOUGH
        tapped += ada.page.locator(".board .can:visible").count() > 0
        ada.move(board=True)
        mine += 1
        ada.wait()
    assert tapped, "the board took part"
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_finger_beside_something_small_means_it(site: str, visit: Visit) -> None:
    """Something lower than 32 pixels is reached from above its edge; a mouse has to be on it."""
    ada = Person(visit(site, seed=None, **PHONE).page, finger=True)
    page = ada.page
    open_table(ada, site, "wayfarers", ["me", "shared"])
    ada.wait()
    worker = page.locator('.board [data-id="worker:0:yellow"]')
    ada.middle(worker)  # it rests
    box = worker.bounding_box()
    assert box is not None
    assert box["height"] < 24
    beside = box["x"] + box["width"] / 2, box["y"] - 3
    page.mouse.click(*beside)
    expect(worker).to_have_class(re.compile(r"\bcan\b"))
    page.touchscreen.tap(*beside)
    expect(worker).to_have_class(re.compile(r"\bchosen\b"))


def test_a_game_goes_on_elsewhere(site: str, server: Any, visit: Visit, tmp_path: Path) -> None:
    """Saved in the middle, it goes on in another browser and at a server; the table asks who plays on."""
    ada = visit(site, seed=None)
    open_table(ada, site, "wayfinders", ["me", "bot:random"])
    for _ in range(3):
        decide(ada)
    ada.wait()
    text = save_record(ada)
    moves = len(record.parse(text).moves)
    file = tmp_path / "half.txt"
    file.write_text(text, encoding="utf-8")
    for place in (site, server.url):
        bea = visit(place, seed=None)
        bea.page.get_by_label("Open a saved record").set_input_files(file)
        expect(bea.page.get_by_role("dialog")).to_contain_text("Go on with a game of Wayfinders")
        assert bea.page.locator("dialog select").nth(1).input_value().startswith("bot:")
        bea.page.get_by_role("button", name="Go on").click()
        bea.ready()
        assert bea.ply >= moves
        decide(bea)


def test_a_file_that_is_no_record_is_told_by_its_name(server: Any, visit: Visit, tmp_path: Path) -> None:
    """Nothing is sent for it; a text as some programs write it is read."""
    page = visit(server.url).page
    head = 'waystation record 1\ngame: wayfinders\nseats: ["Änne", "Bo"]\nresult: unfinished\n\n'
    cases = {
        "picture.txt": (b"\x89PNG\r\n\x00\x01\xff", "picture.txt is no text, so it is no record."),
        "long.txt": (b"x" * 4_100_000, "long.txt has 4.1 MB: no record is larger than 4 MB."),
        "windows.txt": (head.encode("utf-16"), "Änne"),
    }
    for name, (content, said) in cases.items():
        file = tmp_path / name
        file.write_bytes(content)
        page.get_by_label("Open a saved record").set_input_files(file)
        expect(page.locator(".upload .problem, dialog[open]").filter(has_text=said)).to_be_visible()


@pytest.mark.parametrize(("trouble", "said"), [(SHUT, "This browser keeps nothing"), (FULL, "no room left")])
def test_where_nothing_can_be_kept_the_game_goes_on(site: str, visit: Visit, trouble: str, said: str) -> None:
    ada = visit(site, seed=None, service_workers="block")  # else it would answer for the host
    # A worker takes no script of ours: it gets one that does the harm first.
    ada.page.route("**/keep.js", lambda route: route.fulfill(body=f"{trouble};\n{route.fetch().text()}", headers=JS))
    open_table(ada, site, "wayfinders", ["me", "shared"])
    expect(ada.page.locator(".told.kept")).to_contain_text(said)
    ada.page.get_by_role("button", name="Close").click()
    for _ in range(3):
        decide(ada)
    assert ada.ply >= 3
    expect(ada.page.locator(".told.kept")).to_have_count(0)


JS = {"Content-Type": "text/javascript"}


def test_two_tabs_show_the_same(site: str, visit: Visit) -> None:
    ada = visit(site, seed=None)
    open_table(ada, site, "wayfinders", ["me", "shared"])
    other = Person(ada.page.context.new_page())
    other.page.goto(ada.page.url)
    other.ready()
    decide(ada)
    other.page.wait_for_function("p => +document.querySelector('main.table').dataset.ply === p", arg=ada.ply)
    decide(other)
    ada.page.wait_for_function("p => +document.querySelector('main.table').dataset.ply === p", arg=other.ply)


def test_a_site_in_another_language(site: str, visit: Visit, tmp_path: Path) -> None:
    """The page speaks it, and Python in the tab. (What a site is made of is there once `site` is.)"""
    said = {"There is no such table.": "Den Tisch gibt es nicht.", "To the home page": "Nach Hause"}
    language = tmp_path / "de.json"
    language.write_text(json.dumps({"code": "de", "messages": said, "forms": [int(n != 1) for n in range(200)]}))
    command = [sys.executable, str(Path(__file__).parents[2] / "tools" / "tabsite.py"), "--out", str(tmp_path / "site")]
    for file, status in ((language, 0), (tmp_path / "none.json", 1)):
        spoken = {**os.environ, "WAYSTATION_LANGUAGE": str(file)}
        done = subprocess.run(command, env=spoken, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
    assert done.stderr.startswith("error: ")
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    page = visit(f"http://127.0.0.1:{host.server_port}/site/?/table/none", seed=None).page
    for words in said.values():
        expect(page.get_by_role("main")).to_contain_text(words)
    host.shutdown()
    host.server_close()


def test_an_address_that_leads_nowhere(site: str, visit: Visit) -> None:
    ada = visit(f"{site}?/table/none", seed=None)
    expect(ada.page.get_by_role("main")).to_contain_text("There is no such table.")
    ada.page.goto(f"{site}?/nowhere")
    expect(ada.page.get_by_role("main")).to_contain_text("There is nothing at this address.")
    ada.page.goto(f"{site}?/rules/waypoints")
    expect(ada.page.locator(".rules h1").first).to_contain_text("Waypoints")
