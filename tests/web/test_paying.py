"""A payment on the page: token by token, the question says what is missing yet."""

from __future__ import annotations

import pytest

import waystation
from waystation.engine import Chance, Match, record

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def waiting_to_pay() -> tuple[str, str, list[str]]:
    """A record that ends where a payment of two different tokens is possible; its notation and its clicks."""
    game = waystation.load("wayfinders", players=2)
    for seed in range(40):
        match, chance = Match(game, seed), Chance.of(seed, "paying")
        while not match.state.is_over:
            (seat,) = match.state.to_act
            offers = match.view(seat).legal
            for offer in offers if seat == 0 else ():
                if offer.any_order and len(set(offer.nodes)) > 1:
                    return record.write(match), offer.notation, list(offer.nodes)
            match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    raise AssertionError("no such payment was found")


def test_a_payment_is_clicked_token_by_token(server, visit):
    text, notation, nodes = waiting_to_pay()
    ada = visit(server.url)
    wish = {"record": text, "seats": ["me", "bot:random"]}
    table = ada.page.request.post(f"{server.url}/api/tables", data=wish).json()["id"]
    ada.page.goto(f"{server.url}/table/{table}")
    ada.ready()
    ada.wait()
    page, before = ada.page, ada.ply
    asked = page.locator(".question").inner_text()
    for node in reversed(nodes[1:]):  # in another order than it is written
        ada.press(page.locator(f'[data-id="{node}"]'))
    page.locator(".question", has_text="still missing").wait_for()
    page.get_by_role("button", name="all choices").click()
    assert page.locator(".question").inner_text() == asked, "taken back"
    for node in reversed(nodes):
        ada.press(page.locator(f'[data-id="{node}"]'))
    ada.moved(before)
    log = page.evaluate("t => fetch(`/api/tables/${t}/moments/" + str(before + 1) + "`).then((a) => a.json())", table)
    assert log["ply"] == before + 1, notation
