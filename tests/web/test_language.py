"""The page in a language to test with: nothing of its own stays English, nothing overflows with words 40 % longer."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from web.conftest import Server

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import messages

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

WORD = re.compile(r"\b(?=[A-Za-z]*[aeiou])[A-Za-z]{3,}\b")
BOTS = re.compile(r"\b(greedy|Expert|Exec) ?(bot)?")
NAMES = ("Wayfarers of the South Tigris", "Wayfinders", "Waypoints", "Windward", "Word Traveler", "Waystation")

# All that people read or hear, but for the rules' text (a document, not sentences), what the game itself says of the
# table (tests/games/test_languages.py holds that) and names of players.
READ = """() => {
    const foreign = ".rules, .tip, .board, .choices, .question, .caption, .scores th, .log, .who";
    const told = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest("script, style, textarea, " + foreign))
            told.push(walker.currentNode.textContent);
    for (const element of document.querySelectorAll("[title], [aria-label], [placeholder]"))
        if (!element.closest(foreign + ", .seat, .cell"))
            for (const name of ["title", "aria-label", "placeholder"])
                told.push(element.getAttribute(name) ?? "");
    return told;
}"""
SIZES = {"desk": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


@pytest.fixture(scope="module")
def foreign_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("foreign")
    language = folder / "en-XA.json"
    language.write_bytes(msgspec.json.encode(messages.language_to_test_with()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WAYSTATION_LANGUAGE", str(language))
        running = Server(folder)
    yield running
    running.stop()


def read(page, where):
    """Nothing English is left, and nothing sticks out of the window."""
    left = set()
    for text in page.evaluate(READ):
        for name in NAMES:
            text = text.replace(name, "")
        left |= {f"{word} in {text.strip()!r}" for word in WORD.findall(BOTS.sub("", text))}
    assert not left, f"{where}: {sorted(left)}"
    wide, window = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{where} is {wide} wide in a window of {window}"


@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_translated_and_fits(foreign_server, visit, size):
    width, height = SIZES[size]
    person = visit(foreign_server.url, viewport={"width": width, "height": height})
    page = person.page
    page.wait_for_selector("[data-game]")
    read(page, "home")
    for game in [card.get_attribute("data-game") for card in page.query_selector_all("[data-game]")]:
        page.goto(f"{foreign_server.url}/new/{game}")
        page.wait_for_selector("form")
        read(page, f"the form of {game}")
    page.goto(foreign_server.url)
    page.locator("[data-game=wayfinders] .primary").click()
    person.ready()
    read(page, "a table")
    table = page.url.rsplit("/", 1)[-1]
    for button in ("⚙", tell("Details")):
        page.locator("header").get_by_text(button, exact=True).click()
        read(page, f"the dialog of {button}")
        page.keyboard.press("Escape")
    page.goto(f"{foreign_server.url}/replay/{table}")
    page.wait_for_selector(".controls")
    read(page, "a replay")
    page.goto(f"{foreign_server.url}/nowhere")
    page.wait_for_selector("h1")
    read(page, "an address that leads nowhere")


def test_what_choices_are_listed_under_is_translated(foreign_server, visit):
    person = visit(foreign_server.url)
    person.page.locator("[data-game=wayfarers] .primary").click()
    person.ready()
    heads = person.page.locator(".act-group h2")
    heads.first.wait_for()
    assert WORD.findall(" ".join(heads.all_inner_texts())) == []


# A table for this page's person and somebody who comes; who is to come finds the link.
OPEN = """async () => {
    const wish = { game: "wayfinders", seats: ["me", "open"], options: { players: 2 }, hints: true };
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(wish) });
    return await answer.json();
}"""

# The next move that the page sends is one for a table as it was long ago: the server refuses it.
LATE = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (!text.includes('"act"')) return send.call(this, text);
        WebSocket.prototype.send = send;
        send.call(this, text.replace(/"version":\\d+/, '"version":0'));
    };
}"""


def test_what_the_server_says_is_translated(foreign_server, visit):
    """A seat that is taken, a move that is refused, the question about taking back and its answer, a hint."""
    ada, ben = visit(foreign_server.url), visit(foreign_server.url)
    table = ada.page.evaluate(OPEN)
    ada.page.goto(f"{foreign_server.url}/table/{table['id']}")
    ada.ready()
    ben.page.goto(f"{foreign_server.url}/join#{table['seats'][1]['link']}")
    ben.page.get_by_role("button", name=tell("Take the seat")).click()
    noticed(ada, "a seat that is taken", "Somebody sits down.")
    ben.ready()
    ada.wait()
    ada.page.evaluate(LATE)
    ada.page.locator(".act").first.click()
    noticed(ada, "a refused move", "The table has moved on since; look again.")
    for person, other in ((ada, ben), (ben, ada)):
        person.wait()
        before = other.ply
        person.page.locator(".act").first.click()
        other.moved(before)
    ada.wait()
    ada.page.get_by_role("button", name=tell("Ask to undo")).click()
    refuse = ben.page.get_by_role("button", name=tell("Refuse"))
    refuse.wait_for()
    read(ben.page, "the question about taking back")
    refuse.click()
    noticed(ada, "the answer to it", "{who} does not agree to take back.")
    ada.page.get_by_role("button", name=tell("Hint"), exact=True).click()
    ada.page.locator(".card-hint").wait_for()
    read(ada.page, "a hint")
    told = ben.page.locator(".log .quiet, .chat .quiet").last
    told.wait_for(state="attached")
    assert WORD.findall(BOTS.sub("", told.text_content()).replace("mcts", "")) == []


def noticed(person, where, template):
    """The page shows this notice, translated."""
    person.page.wait_for_function(
        "text => document.querySelector('.notice')?.textContent.endsWith(text)", arg=tell(template).rpartition("}")[2]
    )
    read(person.page, where)


@cache
def language():
    return messages.language_to_test_with().messages


def tell(template):
    return language()[template]
