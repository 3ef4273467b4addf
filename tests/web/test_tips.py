"""What the pointer, the focus or a finger is on is explained, and shown large where it is drawn small."""

from __future__ import annotations

import pytest
from playwright import sync_api

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

CARD = '.board [data-id^="card:"]:visible'
LARGE = ".tip .large"


def table(visit, server, **profile):
    person = visit(server.url, **profile)
    person.page.locator("[data-game=wayfarers]").get_by_role("button", name="Play").click()
    person.ready()
    person.wait()
    return person


def test_a_small_card_is_enlarged_under_the_pointer(server, visit):
    page = table(visit, server).page
    card = page.locator(CARD).first
    card.hover(force=True)
    large = page.locator(LARGE)
    sync_api.expect(large).to_be_visible()
    assert large.bounding_box()["width"] > 2 * card.bounding_box()["width"]
    assert large.locator("[data-id], [tabindex], [role]").count() == 0, "it is a picture, not a second piece"
    page.mouse.move(1, 1)
    sync_api.expect(large).to_be_hidden()


def test_a_held_finger_enlarges_a_card(server, visit):
    profile = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    person = table(visit, server, **profile)
    page = person.page
    card = page.locator(CARD).first
    card.scroll_into_view_if_needed()
    x, y = person.middle(card)
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    sync_api.expect(page.locator(LARGE)).to_be_visible()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
