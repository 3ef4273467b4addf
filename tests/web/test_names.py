"""What people are called: names as long as they may be, of one word, and names that run from right to left."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")

LONG = "W" * 24
PHONE = {"viewport": {"width": 390, "height": 844}}

# What is seen of the page and reaches beyond the window; what scrolls sideways on purpose is left out.
BEYOND = """() => [...document.querySelectorAll("main *")].filter((element) =>
    element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility()
        && !element.closest("svg, .sideways, .scores-host"))
    .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)"""


def wide(page: Any) -> list[str]:
    beyond: list[str] = page.evaluate(BEYOND)
    return beyond + ["the page"] * page.evaluate("() => document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("game", "options"), [("Wayfinders", {"Round limit": "1"}), ("Wayfarers of the South Tigris", {"Round limit": "1"})]
)
def test_a_long_name_pushes_nothing_out_of_sight(server, visit, game, options, profile):
    """The log, the head of a panel that bears the name, the result with its points, the replay, the list of games."""
    ada = visit(server.url, **profile)
    ada.name(LONG)
    ada.set_up(game, ["me", "bot:random"], options)
    page = ada.page
    page.get_by_role("tab", name="Log").click()
    while not ada.over:
        before = ada.ply
        ada.page.locator(".choices .act").first.click()
        ada.moved(before)
        ada.wait()
    page.get_by_role("tab", name="Log").click()
    assert wide(page) == []
    page.goto(page.url.replace("/table/", "/replay/"))
    ada.ready()
    assert wide(page) == []
    page.goto(f"{server.url}/games")
    page.get_by_text(LONG).first.wait_for()
    assert wide(page) == []


def test_a_long_name_leaves_room_for_what_can_be_chosen_behind_it(server, visit):
    """Wayfarers' boards stand behind buttons with the names of players."""
    ada = visit(server.url)
    ada.name(LONG)
    ada.set_up("Wayfarers of the South Tigris", ["me", "bot:random"])
    button = ada.page.locator(".board-tabs button", has_text=LONG)
    assert button.locator("bdi").evaluate("name => name.scrollWidth > name.clientWidth"), "it is cut at its end"
    assert button.evaluate("button => button.scrollWidth <= button.clientWidth"), "and nothing else is"


def test_a_sentence_that_begins_with_a_name_from_right_to_left_is_not_turned_round(server, visit):
    ada = visit(server.url)
    ada.name("שלום")
    ada.set_up("Wayfinders", ["me", "bot:random"])
    before = ada.ply
    ada.page.locator(".choices .act").first.click()
    ada.moved(before)
    ada.page.get_by_role("tab", name="Log").click()
    line = ada.page.locator(".log span", has_text="שלום").first
    assert line.evaluate("line => getComputedStyle(line).direction") == "ltr"


def test_points_of_three_with_long_names_are_side_by_side_in_sight(server, visit):
    ada = visit(server.url)
    ada.name("Bartholomew")
    seats = ["me", "shared:Christopher", "shared:Maximiliane"]
    wish = {"game": "wayfinders", "options": {"players": 3}, "seats": seats}
    made = ada.page.request.post(f"{server.url}/api/tables", data=wish)
    ada.page.goto(f"{server.url}/table/{made.json()['id']}")
    ada.ready()
    assert ada.page.locator(".scores-host").evaluate("host => host.scrollWidth <= host.clientWidth")
