"""The end of a game: looking back on it, its picture, and what a link to it tells."""

from __future__ import annotations

import html
import re

import pytest

import waystation
from waystation.arena import play_match
from waystation.arena.match import RecordOfGame
from waystation.engine import Chance, Match, record

pytestmark = pytest.mark.browser


@pytest.fixture
def ended(server, visit):
    """A finished game that somebody has uploaded."""
    game = waystation.load("wayfinders", players=2, max_rounds=12)
    text = play_match(game, ["greedy:10", "random"], 5, accumulators=[RecordOfGame]).extra["record"]
    ada = visit(server.url)
    answer = ada.page.request.post(f"{server.url}/api/tables", data={"record": text, "spectators": True})
    ada.table = answer.json()["id"]
    return ada


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_game_is_looked_back_on(ended, server, size):
    page = ended.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/table/{ended.table}")
    page.wait_for_selector(".result")
    page.get_by_role("button", name="Look back on the game").click()
    page.wait_for_selector(".lookback svg", timeout=60_000)
    box = page.locator(".lookback svg").bounding_box()
    assert box["width"] > 200
    worst = page.locator(".lookback li", has_text="Better:")
    assert worst.count() >= 1, "greedy against random: something was thrown away"
    said = worst.first.inner_text()
    worst.first.get_by_role("button").click()
    page.wait_for_url(f"**/replay/{ended.table}*")
    ply = int(re.match(r"Move (\d+)", said)[1]) - 1
    page.wait_for_function(f"() => document.querySelector('output')?.textContent.startsWith('{ply} /')")
    # The replay has it as well, and there it leads to the moment without leaving the page.
    page.wait_for_selector(".lookback svg")
    page.locator(".lookback li button").last.press("Enter")
    page.wait_for_function(f"() => document.querySelector('output')?.textContent.startsWith('{ply} /') === false")


def test_the_end_is_shared_as_a_picture_with_tags(ended, server):
    page = ended.page
    tags = tags_of(page, f"{server.url}/replay/{ended.table}")
    assert tags["og:title"] == "Wayfinders"
    assert "points" in tags["og:description"] or "wins" in tags["og:description"]
    assert tags["og:url"] == f"{server.url}/table/{ended.table}"
    assert is_png(page.request.get(tags["og:image"]))
    page.goto(f"{server.url}/replay/{ended.table}")
    assert is_png(page.request.get(server.url + page.get_by_role("link", name="How it ended").get_attribute("href")))


def test_of_a_game_that_goes_on_less_is_told(ended, server):
    page = ended.page
    wish = {"game": "wayfinders", "options": {"players": 2}, "seats": ["me", "bot:random"]}
    table = page.request.post(f"{server.url}/api/tables", data=wish).json()["id"]
    tags = tags_of(page, f"{server.url}/table/{table}")
    assert ("goes on" in tags["og:description"], "og:image" in tags) == (True, False)
    assert page.request.get(f"{server.url}/api/tables/{table}/ending.png").status == 409
    assert tags_of(page, f"{server.url}/table/nowhere") == {}
    hidden = page.request.post(f"{server.url}/api/tables", data={**wish, "spectators": False}).json()["id"]
    assert tags_of(page, f"{server.url}/table/{hidden}") == {}


def tags_of(page, address):
    """What a link tells, by name."""
    found = re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', page.request.get(address).text())
    return {name: html.unescape(value) for name, value in found}


def is_png(answer):
    return (answer.status, answer.body()[:4]) == (200, b"\x89PNG")


def test_what_a_game_gives_to_take_home_is_shown_and_saved(server, visit):
    game, chance = waystation.load("wordtraveler", players=2, city="paris"), Chance.of(3, "home")
    match = Match(game, 3, names=["Ada", "Ben"])
    while not match.state.is_over:
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    ada = visit(server.url)
    wish = {"record": record.write(match), "spectators": True}
    table = ada.page.request.post(f"{server.url}/api/tables", data=wish).json()["id"]
    ada.page.goto(f"{server.url}/table/{table}")
    cards = ada.page.locator(".keepsakes figure")
    cards.first.wait_for()
    assert cards.count() == len(match.keepsakes())
    assert "in Paris, day 1" in cards.first.inner_text()
    cards.first.locator("[data-thumbnail]").click()
    assert ada.page.locator("dialog svg.large").bounding_box()["width"] > 400
    ada.page.keyboard.press("Escape")
    saved = ada.page.request.get(server.url + cards.first.get_by_role("link", name="Save").get_attribute("href"))
    assert is_png(saved)
    assert ada.page.request.get(f"{server.url}/api/tables/{table}/keepsake.svg?n=99").status == 404
