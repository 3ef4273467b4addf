"""From view to view: where the focus goes and what is said, what goes with a view that is left, what comes too late."""

from __future__ import annotations

import json
import re

import pytest

from web.browsing import until
from web.test_page import find_plan, start

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect
pytestmark = [pytest.mark.browser]

GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
PACE = {"kind": "turns", "turn": 86400, "away": 604800, "out": "lose"}
ON_TOP = """(node) => {
    const { x, y } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + 9, y + 9));
}"""
HOME = "Where shall we go?"
SETTLED = "() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))"


class Held:
    """Requests of a page that get no answer until they are let go."""

    def __init__(self, page, address):
        self.page, self.address, self.routes = page, address, []
        page.route(address, lambda route: self.routes.append(route))

    def arrived(self, count=1):
        until(self.page, lambda: len(self.routes) >= count)
        return self

    def let_go(self, **answer):
        """The server answers now; or so."""
        for route in self.routes:
            with self.page.expect_response(lambda response, route=route: response.request == route.request):
                route.fulfill(**answer) if answer else route.continue_()
        self.page.unroute(self.address)
        self.page.evaluate(SETTLED)


@pytest.fixture
def finished(server, finished_record):
    """Makes a finished game for whoever has the page, and says which table it is."""

    def made(page):
        return page.request.post(f"{server.url}/api/tables", data={"record": finished_record}).json()["id"]

    return made


def at_home(page):
    page.get_by_role("link", name="Waystation: home").click()
    page.get_by_role("heading", name=HOME).wait_for()


# ---------------------------------------------------------------------- who comes by keys, or hears the page


def test_who_plays_on_the_table_by_keys_stays_there(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    at = "() => document.activeElement.getAttribute('data-id')"
    hangar = page.locator('.board [data-id="hangar:1"]')
    hangar.focus()
    page.keyboard.press("Enter")
    ada.moved(0)
    ada.wait()
    assert page.evaluate(at) == "hangar:1"
    page.set_viewport_size({"width": 700, "height": 800})  # another layout: all is drawn afresh
    page.locator(".panel").first.wait_for()
    assert page.evaluate(at) == "hangar:1"
    hangar.evaluate("(node) => node.blur()")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".mark.focused")).to_have_count(0)


# ---------------------------------------------------------------------- settings


def test_a_plan_is_still_drawn_when_a_phone_is_turned(server, visit):
    ada = visit(server.url)
    start(ada, "waypoints")
    page = ada.page
    assert any(find_plan(ada, kind) for kind in ("lake", "wood", "bridge"))
    drawn = page.locator(".board .preview")
    drawn.first.wait_for(state="attached")
    page.set_viewport_size({"width": 700, "height": 900})
    page.locator(".panel").first.wait_for()
    expect(drawn.first).to_be_attached()
