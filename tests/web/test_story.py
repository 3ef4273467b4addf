"""Two people and a bot play Wayfinders to the end by clicking, through a reload and a killed server."""

from __future__ import annotations

import re

import pytest

from waystation.engine import record

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]


def test_two_people_and_a_bot_play_to_the_end(own_server, visit):
    ada = visit(own_server.url)
    ada.name("Ada")
    ada.set_up("Wayfinders", ["me", "open", "bot:random"], {"Round limit": "6"})
    invitation = ada.page.get_by_label("Invitation to seat 2").input_value()
    assert "/join#" in invitation

    ben = visit(own_server.url)
    ben.name("Ben")
    ben.page.goto(invitation)
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.ready()
    assert ben.page.url == ada.page.url
    ada.page.wait_for_function("() => !document.querySelector('.invite')")

    trouble = {
        "reload": lambda: (ben.page.reload(), ben.ready()),
        "kill": lambda: (own_server.kill(), own_server.start()),
    }
    for _ in range(400):
        ada.page.wait_for_selector(".question.mine, .result, .seat.to-act:not(.mine):not(.bot)")
        if ada.over:
            break
        player = ada if ada.may_act else ben
        player.wait()
        if not player.over:
            ply = player.ply
            player.move(board=player.turn % 3 != 2)
            for person in (ada, ben):  # else a page that is late would still ask the one who has just moved
                person.moved(ply)
        if trouble and ada.turn + ben.turn >= 4 * (3 - len(trouble)):
            before = text_of(ada)
            trouble.pop(next(iter(trouble)))()
            ada.page.wait_for_function("() => document.documentElement.dataset.link === 'open'")
            ben.page.wait_for_function("() => document.documentElement.dataset.link === 'open'")
            assert text_of(ada)[: len(before)] == before, "nothing is lost"

    assert not trouble, "both the reload and the kill came before the end"
    ben.page.wait_for_selector(".result")
    assert ada.page.locator(".result table").inner_text() == ben.page.locator(".result table").inner_text()
    assert text_of(ada) == text_of(ben), "in an open game both have read the same story"
    check_record(ada)


def text_of(person):
    """The sentences of the log."""
    return person.page.locator(".log li").all_text_contents()


def check_record(person):
    """The record that the page offers for download replays to the scores that the page shows."""
    address = person.page.get_by_role("link", name="Record").get_attribute("href")
    text = person.page.request.get(person.page.url.split("/table")[0] + address).text()
    match = record.replay(record.parse(text))
    shown = [
        int(points) for points in re.findall(r"(\d+) points?\b", person.page.locator(".result table").inner_text())
    ]
    assert sorted(match.state.scores()) == sorted(shown)
