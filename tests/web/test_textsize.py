"""Text that one can read: how large each letter of a table is on screens of three sizes, at several moments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import waystation
from games.wayfarers.players import eager
from games.windward.players import captain
from waystation.engine import Chance, Game, Match, record
from waystation.engine.conformance import random_choice

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

WINDOWS = {"laptop": (1280, 800, 10.0), "phone": (390, 844, 9.0), "tablet": (820, 1180, 10.0)}
"""Width, height, and how many pixels high text is at least."""
SEATS = {
    "wayfinders": (2, 3, 4),
    "waypoints": (1, 2, 5),
    "wordtraveler": (2, 3, 4, 5),
    "wayfarers": (1, 2, 3, 4),
    "windward": (1, 2, 3, 4, 5),
}
TABLES = [(name, players) for name, counts in SEATS.items() for players in counts]
CHOOSERS = {"wayfarers": eager, "windward": captain}
"""Who plays towards the later moments; the others play anything."""
MOMENTS = (0, 150, 900)
"""After so many moves, or at the end."""
LONGEST_PHONE = {"wayfarers": 2400}
"""Pixels that a table's page on a phone is long at most, as it comes up."""

# All text that is seen, and its size in pixels of the window. What one tap opens in large may be smaller.
TEXTS = """() => [...document.querySelectorAll("svg text, main *, aside *")].flatMap((element) => {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!own || !box.width || !box.height || style.visibility === "hidden" || +style.opacity === 0) return [];
    if (element.closest("details:not([open]) > :not(summary)") || element.closest("[data-thumbnail], .sr")) return [];
    const matrix = element.getScreenCTM?.();
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    return [[parseFloat(style.fontSize) * scale, element.textContent.trim().slice(0, 40)]];
})"""


def moments(game: Game, name: str) -> Iterator[str]:
    """Records of one game up to moments at which the first seat is to act."""
    match, chance = Match(game, seed=3), Chance.of(3, "text sizes")
    choose = CHOOSERS.get(name, random_choice)
    wanted = list(MOMENTS)
    while not match.state.is_over and wanted:
        if len(match.moves) >= wanted[0] and 0 in match.state.to_act:
            yield record.write(match)
            wanted.pop(0)
        seat = match.state.to_act[0]
        match.apply(choose(match.state, seat, chance), seat)
    if wanted:
        yield record.write(match)


def seen(page, width):
    """All text of the table in a window, whatever lies behind tabs or is folded away included."""
    yield from page.evaluate(TEXTS)
    behind = ".board [data-front]" if width > 820 else ".board h2 button[aria-expanded=false]"
    for number in range(page.locator(behind).count()):
        page.locator(behind).nth(number if width > 820 else 0).click()
        yield from page.evaluate(TEXTS)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_text_can_be_read(server, visit, name, players):
    game = waystation.load(name, players=players)
    person = visit(server.url)
    page = person.page
    for text in moments(game, name):
        wish = {"record": text, "seats": ["me", *["shared"] * (players - 1)]}
        made = page.request.post(f"{server.url}/api/tables", data=wish)
        assert made.ok, made.text()
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{server.url}/table/{made.json()['id']}")
        person.ready()
        if page.locator(".cover").count():
            page.get_by_role("button", name="I am").click()
        for window, (width, height, least) in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_selector(".canvas svg" if width > 820 else ".panel svg")
            if window == "phone" and name in LONGEST_PHONE:
                assert page.evaluate("document.documentElement.scrollHeight") <= LONGEST_PHONE[name]
            small = [(round(size, 1), said) for size, said in seen(page, width) if size < least - 0.05]
            assert not small, f"{window}, {players} players: {len(small)} texts are too small: {sorted(small)[:5]}"


def test_letters_are_as_large_as_the_settings_of_the_browser_say(server, visit):
    """Nearly twice the usual size, on a phone: nothing is as wide as to make the page scroll sideways."""
    person = visit(server.url, viewport={"width": 390, "height": 844})
    page = person.page
    large = page.context.new_cdp_session(page)
    large.send("Page.setFontSizes", {"fontSizes": {"standard": 29}})
    fits = """() => getComputedStyle(document.body).fontSize === "29px"
        && document.documentElement.scrollWidth <= innerWidth"""
    page.wait_for_function(fits)
    person.set_up("Wayfarers of the South Tigris", ["me", "bot:random"])
    page.wait_for_function(fits)
    for path, sign in (("ladder/wayfarers", ".ladder-table td"), ("you", ".you-part"), ("tournaments", "main h1")):
        page.goto(f"{server.url}/{path}")
        page.wait_for_selector(sign)
        page.wait_for_function(fits)
