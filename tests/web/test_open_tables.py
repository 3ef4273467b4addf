"""Open tables in Chromium: one opens a table to all, another finds it and sits down, on a phone and at a desktop."""

from __future__ import annotations

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_a_stranger_sits_down_by_a_click(server, visit, profile):
    ada = visit(f"{server.url}/new/wayfinders", **profile)
    ada.page.get_by_label("Players").select_option("2")
    ada.page.get_by_label("Anybody may sit down").check()
    assert ada.page.get_by_label("Seat 2", exact=True).input_value() == "open", "room is made for others"
    ada.page.get_by_role("radio", name="15 min + 30 s a turn").check()
    ada.page.get_by_role("button", name="Open the table").click()
    ada.ready()
    expect(ada.page.locator(".question")).to_have_text("Waiting for players.")
    expect(ada.page.locator(".banner")).to_contain_text("Open to all: 1 seat free.")
    assert not ada.page.locator(".choices .act").count(), "nothing can be done yet"
    axe(ada.page, "a table that waits for players")

    ben = visit(server.url, **profile)
    ben.name("Ben")
    row = ben.page.locator(".open-row").first
    expect(row).to_contain_text("Wayfinders")
    expect(row).to_contain_text("15 min + 30 s a turn")
    ben.page.get_by_label("Speed", exact=True).select_option(label="over days")
    expect(ben.page.locator(".open-row")).to_have_count(0)
    expect(ben.page.get_by_text("None like this.")).to_be_visible()
    ben.page.get_by_label("Speed", exact=True).select_option("")
    axe(ben.page, "open tables")
    assert ben.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    row.get_by_role("button", name="Sit down").click()
    ben.ready()
    expect(ada.page.locator(".notice")).to_have_text("Ben sits down. All seats are taken: the game begins.")
    expect(ada.page.locator(".banner")).not_to_contain_text("Open to all")
    ada.wait() if ada.may_act else ben.wait()
    cleo = visit(server.url)
    expect(cleo.page.get_by_text("Nobody looks for players now.")).to_be_visible()


def test_a_host_closes_a_table_and_a_list_that_is_open_follows(server, visit):
    ada, ben = visit(server.url), visit(server.url)
    ada.name("Ada")
    ada.set_up("Wayfinders", ["me", "open"])
    ada.page.get_by_role("button", name="Let anybody sit down").click()
    row = ben.page.locator(".open-row", has_text="Ada")
    expect(row).to_be_visible()
    ada.page.get_by_role("button", name="Take it off the list").click()
    expect(row).to_have_count(0)
