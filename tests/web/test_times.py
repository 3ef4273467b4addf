"""People's time in Chromium: choosing a pace, clocks that tick, days away, and the warning."""

from __future__ import annotations

import json
import re

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect


def open_table(server, visit, seats=("me", "bot:random"), choose=lambda page: None):
    """Ada sets up a table of Wayfinders by the form."""
    ada = visit(f"{server.url}/new/wayfinders")
    page = ada.page
    page.get_by_label("Players").select_option(str(len(seats)))
    for seat, wish in enumerate(seats):
        page.get_by_label(f"Seat {seat + 1}", exact=True).select_option(wish)
    choose(page)
    page.get_by_role("button", name="Open the table").click()
    ada.ready()
    return ada


def pace_of(ada):
    table = ada.page.url.split("/")[-1]
    return json.loads(ada.page.evaluate(f"async () => (await fetch('/api/tables/{table}')).text()"))["pace"]


def test_four_speeds_at_first_sight_the_others_behind_more(server, visit):
    def choose(page):
        shown = page.locator(".pace:visible b").all_inner_texts()
        assert shown == ["no clock", "15 min + 30 s a turn", "one turn a day", "1 hour, then a bot"]
        assert not page.get_by_label("Who runs out of time").is_visible()
        page.get_by_text("More speeds").click()
        page.get_by_role("radio", name="Something else").check()
        page.get_by_label("Minutes for the game").fill("900")  # kept within its bounds
        page.get_by_label("Seconds that a turn adds").fill("5")
        page.get_by_label("Who runs out of time").select_option("lose")
        axe(page, "speeds")

    ada = open_table(server, visit, choose=choose)
    assert pace_of(ada) == {"kind": "live", "bank": 300 * 60, "turn": 5, "out": "lose"}
    ada.page.get_by_role("button", name="Details").click()
    expect(ada.page.locator("dialog dl")).to_contain_text("they lose; a bot plays to the end")


def test_a_clock_ticks_without_anything_else_changing(server, visit):
    def choose(page):
        page.get_by_role("radio", name="15 min + 30 s a turn").check()

    ada = open_table(server, visit, choose=choose)
    mine = ada.page.locator(".seat .left")
    expect(mine).to_have_text("15:28")
    expect(mine).to_have_class("left runs")
    expect(mine).to_have_count(1)  # a bot has no clock
    seat = ada.page.locator(".seat").nth(0)
    box, node = seat.bounding_box(), seat.element_handle()
    expect(mine).to_have_text("15:26")
    assert node.evaluate("one => one.isConnected"), "the strip is not drawn anew"
    assert seat.bounding_box() == box
    assert mine.get_attribute("aria-hidden") == "true"
    assert "15 minutes left" in seat.inner_text(), "what is heard stays as it was"


def test_little_time_is_told_once_and_running_out_gives_a_bot(server, visit):
    def choose(page):
        page.get_by_text("More speeds").click()
        page.get_by_role("radio", name="Something else").check()
        page.get_by_label("Minutes for the game").fill("1")
        page.get_by_label("Seconds that a turn adds").fill("0")

    ada = open_table(server, visit, choose=choose)
    # The page believes that fifty seconds are gone.
    ada.page.evaluate("""() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 51_000;
    }""")
    mine = ada.page.locator(".seat .left").nth(0)
    expect(mine).to_have_class("left runs little")
    expect(ada.page.locator(".notice")).to_contain_text("Your time is running out: ")
    ada.page.wait_for_function("""() => /^[0-9][.][0-9]$/.test(document.querySelector(".seat .left").textContent)""")


def test_days_away_are_switched_on_in_the_menu_of_ones_seat(server, visit):
    def choose(page):
        page.get_by_role("radio", name="one turn a day").check()

    ada = open_table(server, visit, choose=choose)
    mine = ada.page.locator(".seat .left").nth(0)
    expect(mine).to_have_text("23 h 59 min")
    ada.page.locator(".seat.mine").click()
    ada.page.get_by_role("menuitem", name="Go away for a while: 7 of my days away are left").click()
    expect(mine).to_have_class("left runs resting")
    expect(mine).to_have_text("6 d 23 h")
    ada.page.locator(".seat.mine").click()
    ada.page.get_by_role("menuitem", name="I am back: my days away end").click()
    expect(mine).to_have_class("left runs")
    ada.page.goto(server.url)
    expect(ada.page.locator(".row", has_text="one turn a day").first).to_contain_text(
        re.compile("2[34] hours left")  # just after a start of the server nobody's time runs
    )
