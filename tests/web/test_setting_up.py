"""Setting up a table in Chromium: what matters first, the rest in groups, and nothing that can't be."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_what_cannot_be_is_not_offered(server, visit, profile):
    ada = visit(f"{server.url}/new/windward", **profile)
    page = ada.page
    mode, planet, level = (page.get_by_label(name, exact=True) for name in ("Mode", "Planet", "Level"))
    assert mode.evaluate("one => one.selectedOptions[0].text") == "free-for-all"
    assert planet.is_visible()
    assert not level.is_visible()
    assert not page.get_by_label("Achievements").is_visible(), "behind More options"
    page.get_by_label("Players").select_option("1")
    assert mode.evaluate("one => one.selectedOptions[0].text") == "solo"
    barred = mode.evaluate("one => [...one.options].filter(({ disabled }) => disabled).map(({ text }) => text)")
    assert barred == ["free-for-all"]
    assert not planet.is_visible()
    mode.select_option(label="co-operative")
    assert level.is_visible()
    level.select_option(label="hard")
    page.get_by_text("More options", exact=True).first.click()
    assert page.get_by_role("heading", name="Ships").is_visible()
    assert not page.get_by_role("heading", name="Variants").is_visible(), "none of them goes with it"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Open the table").click()
    ada.ready()
    page.get_by_role("button", name="Details").click()
    facts = page.locator("dialog").inner_text()
    assert "co-operative" in facts
    assert "hard" in facts


def test_a_document_that_is_no_json_is_named(server, visit):
    page = visit(f"{server.url}/new/wayfarers").page
    page.get_by_text("More options", exact=True).first.click()
    page.get_by_label("Own components").fill("{x")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Own components: this is no JSON").wait_for()
