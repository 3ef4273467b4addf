"""People at a table in Chromium: names and pictures, sitting down, signs without words, and a bot that stands in."""

from __future__ import annotations

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def pair(server, visit):
    """Ada at a desktop has opened a table of Wayfinders, Ben sits down at a phone."""
    ada = visit(server.url)
    ada.name("Ada")
    expect(ada.page.locator(".name-field .avatar")).to_be_visible()
    ada.set_up("Wayfinders", ["me", "open"])
    link = ada.page.locator(".invite input").input_value()
    ben = visit(link.replace("localhost", "127.0.0.1"), **PHONE)
    ben.page.get_by_label("You play as").fill("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()  # the name is kept on the way
    ben.ready()
    return ada, ben


def test_who_sits_down_is_told_and_looks_the_same_to_all(pair):
    ada, ben = pair
    expect(ada.page.locator(".notice")).to_have_text("Ben sits down.")
    pictures = [[chip.inner_html() for chip in one.page.locator(".seat .avatar").all()] for one in (ada, ben)]
    assert pictures[0] == pictures[1]
    assert len(set(pictures[0])) == 2


def test_signs_without_words_are_seen_and_go(pair):
    ada, ben = pair
    ben.page.get_by_role("button", name="Say something without words").click()
    assert ben.page.get_by_role("menuitem").count() == 6
    axe(ben.page, "menu of signs")
    ben.page.get_by_role("menuitem", name="Well played!").click()
    for one in (ada, ben):
        expect(one.page.locator(".emotes .emote")).to_contain_text("Well played!")
    assert ada.page.locator(".emotes .emote").inner_text().startswith("Ben")
    expect(ada.page.locator(".emotes .emote")).to_have_count(0)
    assert ada.page.locator(".chat li").count() == 0, "it is no chat"


def test_a_bot_stands_in_and_its_person_takes_the_seat_back(pair):
    ada, ben = pair
    ben.page.locator(".seat.mine").click()
    ben.page.get_by_role("menuitem", name="Leave: a bot stands in").click()
    expect(ada.page.locator(".notice")).to_have_text("Ben leaves; Casual bot stands in.")
    expect(ben.page.locator(".banner")).to_contain_text("Casual bot plays for Ben.")
    axe(ben.page, "banner")
    ben.page.get_by_role("button", name="Take the seat back").click()
    expect(ada.page.locator(".notice")).to_have_text("Ben is back.")
    expect(ben.page.get_by_role("button", name="Take the seat back")).to_have_count(0)


def test_a_table_says_how_long_it_waits_and_whether_people_chat(server, visit):
    ada = visit(f"{server.url}/new/wayfinders")
    page = ada.page
    page.get_by_label("Seat 2", exact=True).select_option("open")
    page.get_by_text("More speeds").click()
    page.get_by_role("radio", name="8 hours, then a bot").check()
    page.get_by_text("More options", exact=True).last.click()
    page.get_by_label("Chat").uncheck()
    page.get_by_role("button", name="Open the table").click()
    ada.ready()
    assert not page.get_by_label("Say something", exact=True).is_visible()
    page.get_by_role("button", name="Details").click()
    facts = page.locator("dialog dl")
    expect(facts).to_contain_text("8 hours")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


LISTEN = """() => {
    const plain = window.AudioContext;
    window.heard = 0;
    window.AudioContext = class extends plain { constructor() { super(); window.heard += 1; } };
    Object.defineProperty(document, "hidden", { get: () => true });
}"""


def test_a_tone_and_the_title_say_that_it_is_my_turn_while_i_look_elsewhere(pair):
    ada, ben = pair
    ben.page.evaluate(LISTEN)
    assert "●" not in ben.page.title()
    while not ben.may_act:
        ada.wait()
        ada.move(board=False)
        ada.page.wait_for_timeout(100)
    ben.wait()
    assert ben.page.title().startswith("● ")
    assert ben.page.evaluate("() => window.heard") == 1
