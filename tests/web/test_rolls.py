"""Dice on the table in Chromium."""

from __future__ import annotations

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Of the buttons over the parts of the table, those that lie under the dice.
COVERED = """() => {
    const dice = document.querySelector(".rolls > *").getBoundingClientRect();
    const heads = [...document.querySelectorAll(".board-tabs button, .panel-head")];
    const boxes = heads.map((one) => one.getBoundingClientRect());
    return boxes.filter((box) => box.left < dice.right && box.top < dice.bottom && box.bottom > dice.top + 1).length;
}"""


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_dice_lie_on_the_table_for_a_while(server, visit, profile):
    """In Waypoints a die is rolled before the first choice; alone, so that nobody else moves meanwhile."""
    ada = visit(server.url, **profile)
    ada.set_up("Waypoints", ["me"])
    page, dice = ada.page, ada.page.locator(".rolls .rolled-die")
    expect(dice).to_have_count(1)
    face = int(page.locator(".rolls .dice").get_attribute("aria-label") or 0)
    assert dice.locator("circle").count() == face, "as many eyes as the face has"
    assert page.evaluate(COVERED) == 0
    axe(page, "dice")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".rolls")).to_be_hidden()  # after a while
    page.goto(page.url.replace("/table/", "/replay/") + "?ply=0")
    expect(dice.locator("circle")).to_have_count(face)


def test_dice_lie_below_all_rows_of_buttons(server, visit):
    """A long name takes the buttons of Wayfarers' boards into a row of their own."""
    ada = visit(server.url)
    ada.name("W" * 24)
    ada.set_up("Wayfarers of the South Tigris", ["me", *["bot:random"] * 3])
    page = ada.page
    page.locator('[data-action="rest"]').click()
    ada.moved(0)
    page.get_by_role("button", name="Reroll a die").first.click()
    ada.moved(1)
    page.goto(page.url.replace("/table/", "/replay/") + "?ply=2")
    lying = f"() => document.querySelector('.rolls > *')?.checkVisibility() ? {{ covered: ({COVERED})() }} : null"
    assert page.wait_for_function(lying).json_value() == {"covered": 0}
