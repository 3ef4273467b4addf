"""Finished games in Chromium, on a phone and at a desktop: mine and those of all, searched, and the way to a replay."""

from __future__ import annotations

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_finished_games_are_found(server, visit, finished_record, profile):
    ada = visit(server.url, **profile)
    page = ada.page
    page.request.post(f"{server.url}/api/tables", data={"record": finished_record})
    page.get_by_role("link", name="Finished games").click()
    row = page.locator(".finished-row")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Wayfinders")
    axe(page, "finished games")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if profile:
        page.get_by_text("Search", exact=True).click()
    page.get_by_label("Game", exact=True).select_option(label="Windward")
    expect(row).to_have_count(0)
    expect(page.get_by_text("There is none.")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option("")
    expect(row).to_have_count(1)
    page.get_by_label("From").fill("2999-01-01")
    page.get_by_label("From").blur()
    expect(page.get_by_text("There is none.")).to_be_visible()
    expect(row).to_have_count(0)
    page.get_by_label("From").fill("")
    page.get_by_label("From").blur()
    expect(row).to_have_count(1)
    page.get_by_role("button", name="Everybody's games").click()
    expect(page.get_by_text("There is none.")).to_be_visible()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="My games").click()
    row.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".board [data-id]", state="attached")
