"""Rated tables in Chromium, on a phone and at a desktop: ratings beside names, the change at the end, the ladder."""

from __future__ import annotations

import re

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect

RATED = {"rated": True, "pace": {"kind": "turns", "turn": 24 * 3600, "out": "lose"}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_a_rated_game_moves_my_number(server, visit, profile):
    ada = visit(server.url, seed=None, **profile)
    page = ada.page
    ada.name("Ada")
    wish = {"game": "wayfinders", "options": {"players": 2, "max_rounds": 1}, "seats": ["me", "bot:random"]}
    table = page.request.post(f"{server.url}/api/tables", data={**wish, **RATED}).json()
    page.goto(f"{server.url}/table/{table['id']}")
    ada.ready()
    expect(page.locator(".seat .rating").first).to_have_text("1000?")
    expect(page.locator(".seat .rating")).to_have_count(2)
    assert page.get_by_role("button", name="Hint").is_hidden()
    axe(page, "a rated table")
    while True:
        ada.wait()
        if ada.over:
            break
        ada.move(board=False)
    expect(page.locator(".result .change b")).to_have_count(1)  # a bot's does not move
    assert page.locator(".result .change b").inner_text()[0] in "+−±"
    page.goto(f"{server.url}/ladder/wayfinders")
    expect(page.get_by_text("from 1 rated game")).to_be_visible()
    expect(page.locator(".ladder-table tbody tr").first).to_contain_text("bot")
    axe(page, "a ladder")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Leave the ladder").click()
    expect(page.get_by_text("You have left the ladder.")).to_be_visible()
    page.get_by_role("link", name="What I have played").click()
    expect(page.get_by_role("heading", name="Ada")).to_be_visible()
    expect(page.locator(".figures tbody tr")).to_contain_text("Wayfinders")
    axe(page, "what a person has played")
    page.goto(f"{server.url}/statistics/wayfinders")
    expect(page.get_by_role("heading", name="People against bots")).to_be_visible()
    axe(page, "statistics of a game")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["ladder/nothing", "ladder/wordtraveler", "statistics/nothing"])
def test_figures_of_no_such_game_are_not_those_of_another(server, visit, path):
    page = visit(f"{server.url}/{path}", seed=None).page
    expect(page.get_by_role("heading", name="Not this way")).to_be_visible()


def test_a_rated_table_is_set_up_for_certain_ratings(server, visit):
    ada = visit(f"{server.url}/new/wayfinders", seed=None)
    page = ada.page
    page.get_by_label("Anybody may sit down").check()
    page.get_by_role("radio", name="15 min + 30 s a turn").check()
    page.get_by_label("Rated", exact=True).check()
    expect(page.get_by_role("radio", name="15 min + 30 s a turn")).to_be_checked()
    expect(page.get_by_label("Who runs out of time")).to_have_value("lose")
    expect(page.get_by_label("Who runs out of time")).to_be_disabled()
    page.get_by_text("More options", exact=True).last.click()
    page.get_by_label("from rating").fill("1500")
    page.get_by_role("button", name="Open the table").click()
    ada.ready()
    ben = visit(server.url, seed=None)
    row = ben.page.locator(".open-row", has_text="ratings from 1500")
    expect(row).to_contain_text("rated")
    assert page.request.get(f"{server.url}/api/tables/{page.url.split('/')[-1]}").json()["pace"]["out"] == "lose"
    expect(row.get_by_role("button", name="Sit down")).to_be_visible()
    page.get_by_role("button", name="Take it off the list").click()
    expect(row).to_have_count(0)


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("before", ["no clock", "1 hour, then a bot"])
def test_a_rated_table_is_given_a_clock_where_none_was_chosen(server, visit, before, profile):
    ada = visit(f"{server.url}/new/wayfinders", seed=None, **profile)
    page = ada.page
    chosen, daily = (page.get_by_role("radio", name=name) for name in (before, "one turn a day"))
    chosen.check()
    rated = page.get_by_label("Rated", exact=True)
    expect(rated).to_have_accessible_description(re.compile("Unless you choose another clock, it is one turn a day"))
    rated.check()
    expect(daily).to_be_checked()
    expect(chosen).to_be_disabled()
    axe(page, "a rated table is set up")
    rated.uncheck()
    expect(chosen).to_be_checked()
    expect(chosen).to_be_enabled()
    rated.check()
    page.get_by_role("button", name="Open the table").click()
    ada.ready()
    table = page.request.get(f"{server.url}/api/tables/{page.url.split('/')[-1]}").json()
    assert (table["rated"], table["pace"]["turn"], table["pace"]["out"]) == (True, 24 * 3600, "lose")


def test_a_rematch_where_one_loses_on_time_begins_when_the_other_comes(server, visit):
    ada, ben = visit(server.url, seed=None), visit(server.url, seed=None)
    ada.name("Ada")
    ben.name("Ben")
    pace = {"kind": "live", "bank": 3000, "out": "lose"}
    wish = {"game": "wayfinders", "options": {"players": 2, "max_rounds": 1}, "pace": pace, "rated": True}
    sitting = {"seats": ["me", "open"], "shares": True}
    table = ada.page.request.post(f"{server.url}/api/tables", data={**wish, **sitting}).json()
    ben.page.request.post(f"{server.url}/api/join", data={"link": table["seats"][1]["link"]})
    for one in (ada, ben):
        one.page.goto(f"{server.url}/table/{table['id']}")
        one.ready()
    while not (ada.over and ben.over):
        for one in (ada, ben):
            if one.may_act and not one.over:
                one.move(board=False)
        ada.page.wait_for_timeout(50)
    ada.page.get_by_role("button", name="Rematch", exact=True).click()
    ada.page.wait_for_url(lambda url: table["id"] not in url)
    ada.ready()
    expect(ada.page.locator(".seat").first).not_to_contain_text("Ben")
    ben.page.get_by_role("button", name="To the rematch").click()
    ben.page.wait_for_url(lambda url: table["id"] not in url)
    ben.ready()
    expect(ben.page.locator(".seat.mine")).to_contain_text("Ben")
    expect(ada.page.locator(".seat").first).to_contain_text("Ben")
    ben.page.get_by_role("button", name="Details").click()
    expect(ben.page.locator("dialog")).to_contain_text("The commitment was shown before the first move")
    assert "This browser added" not in ben.page.locator("dialog").inner_text(), "it was not asked for a share"


@pytest.mark.parametrize("profile", [{}, PHONE], ids=["desktop", "phone"])
def test_who_leaves_a_rated_game_is_told_that_it_is_lost(server, visit, profile):
    ada, ben = visit(server.url, seed=None, **profile), visit(server.url, seed=None, **profile)
    ada.name("Ada")
    ben.name("Ben")
    wish = {"game": "wayfinders", "options": {"players": 2, "max_rounds": 1}, "seats": ["me", "open"], **RATED}
    table = ada.page.request.post(f"{server.url}/api/tables", data=wish).json()
    ben.page.request.post(f"{server.url}/api/join", data={"link": table["seats"][1]["link"]})
    for one in (ada, ben):
        one.page.goto(f"{server.url}/table/{table['id']}")
        one.ready()
    mover = ada if ada.may_act else ben
    mover.move(board=False)
    page = ada.page
    asked = []

    def answer(dialog):
        asked.append(dialog.message)
        dialog.accept() if len(asked) == 2 else dialog.dismiss()

    page.on("dialog", answer)
    for _ in range(2):  # she thinks it over
        expect(page.locator(".seat.mine .dot")).to_be_visible()
        page.locator(".seat.mine").click()
        expect(page.get_by_role("menuitem", name="Copy the link")).to_have_count(0)  # nobody could take it
        page.get_by_role("menuitem", name="Leave: you lose this rated game").click()
    assert len(asked) == 2
    assert asked[0].startswith("You lose this rated game")
    expect(page.get_by_text("You have left this rated game; Casual bot plays for Ada to the end.")).to_be_visible()
    for one in (ada, ben):
        expect(one.page.locator(".seat").first.locator(".left.lost")).to_have_text("has left")
    axe(page, "a rated table that was left")
    page.locator(".seat.mine").click()
    expect(page.get_by_role("menuitem", name="Take the seat back")).to_have_count(0)
    page.keyboard.press("Escape")
    while True:
        ben.wait()
        if ben.over:
            break
        ben.move(board=False)
    row = ben.page.locator(".result tr", has_text="has left")
    expect(row).to_contain_text("2.")
    expect(ben.page.locator(".result .change b")).to_have_count(2)
