"""Tournaments in Chromium: setting one up, entering, starting, and the page as it goes on."""

from __future__ import annotations

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_bots_among_themselves(server, visit):
    ada = visit(f"{server.url}/tournaments", **PHONE)
    page = ada.page
    page.get_by_text("Set up a tournament").click()
    page.get_by_label("Its name").fill("Bots' cup")
    page.get_by_label("Game", exact=True).select_option("wayfinders")
    page.get_by_label("Players at a table").select_option("2")
    page.get_by_label("Who meets whom").select_option("round-robin")
    assert not page.get_by_label("Rounds", exact=True).is_visible()
    page.get_by_label("Who may enter").select_option("nobody")
    assert not page.get_by_role("radio", name="one turn a day").is_visible(), "bots need no clock"
    page.get_by_text("Bots that take part from the beginning").click()
    page.locator("#cup-bot-random").fill("3")
    axe(page, "setting up a tournament")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("heading", name="Bots' cup")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("round 1 of 3")
    expect(page.locator(".facts")).to_contain_text("over")  # it goes on by itself
    assert page.locator(".standing tbody tr").count() == 4, "one more makes up the number"
    assert page.locator(".round .row").count() == 6
    axe(page, "a tournament")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".round .row a").first.click()
    ada.ready()
    expect(page.get_by_role("link", name="To the tournament")).to_be_visible()


def test_people_enter_and_find_their_table(server, visit):
    ada, ben = visit(f"{server.url}/tournaments"), visit(server.url)
    ada.page.get_by_text("Set up a tournament").click()
    ada.page.get_by_label("Its name").fill("Friday")
    ada.page.get_by_label("Game", exact=True).select_option("wayfinders")
    ada.page.get_by_label("Players at a table").select_option("2")
    assert not ada.page.get_by_role("radio", name="no clock").count(), "people need one"
    assert not ada.page.get_by_label("Who runs out of time").is_visible(), "who runs out loses"
    ada.page.get_by_label("You play as").fill("Ada")
    ada.page.get_by_role("button", name="Set it up").click()
    ada.page.get_by_role("button", name="Take part", exact=True).click()
    expect(ada.page.locator(".standing")).to_contain_text("Ada")
    ben.page.get_by_role("link", name="Tournaments").click()
    ben.page.get_by_role("link", name="Friday").click()
    ben.page.get_by_label("You play as").fill("Ben")
    ben.page.get_by_role("button", name="Take part", exact=True).click()
    expect(ben.page.get_by_role("button", name="Take part no more")).to_be_visible()
    expect(ben.page.get_by_role("button", name="Begin")).to_have_count(0)
    ada.page.get_by_role("button", name="Begin").click()
    for one in (ada, ben):  # Ben's page finds out by itself
        one.page.get_by_role("link", name="To my table").click()
        one.ready()
    expect(ada.page.locator(".seat .left").first).to_be_visible()
    ada.page.goto(server.url)
    expect(ada.page.locator("#my-tables .row")).to_have_count(1)
    expect(ada.page.locator("#my-tables .icon")).to_have_count(0)  # no tournament's table is deleted while it goes on
