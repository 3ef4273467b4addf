"""Being told elsewhere, in Chromium: opting in on one's own page, a push to its service worker, links of letters.

No push service is reached from here, and headless Chromium has none: what it would promise the page is made up
(`SUBSCRIBED`), and what it would deliver is handed to the service worker by Chromium's own tools.
"""

from __future__ import annotations

import json

import pytest

from server.postbox import Browser
from web.browsing import until
from web.conftest import Server
from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect
pytestmark = [pytest.mark.browser]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SUBSCRIBED = """({ endpoint, p256dh, auth }) => {
    let held = null;
    const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
    const made = { endpoint, toJSON, unsubscribe: async () => !(held = null) };
    PushManager.prototype.getSubscription = async () => held;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("wrong wish");
        return (held = made);
    };
    Notification.requestPermission = async () => window.permission ?? "granted";
}"""


@pytest.fixture
def home(server: Server):
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def ada(home, visit):
    ada = visit(home)
    ada.name("Ada")
    browser = Browser()
    browser.endpoint = "https://push.example.org/ada"
    ada.page.context.grant_permissions(["notifications"])
    ada.page.context.add_init_script(f"({SUBSCRIBED})({json.dumps(browser.subscription())})")
    ada.page.goto(f"{home}/you")
    return ada


def wished(page):
    return page.evaluate("async () => (await (await fetch('/api/you/notices')).json()).wishes")


def test_opting_in_and_out(ada):
    part = ada.page.get_by_role("region", name="Tell me when")
    expect(part).to_be_visible()
    expect(part.get_by_role("table")).to_have_count(0)
    axe(ada.page, "nobody is told anything")
    part.get_by_role("button", name="Tell me in this browser").click()
    expect(part.locator(".thing")).to_contain_text("this browser")
    turn = part.get_by_role("checkbox", name="It is my turn, in browsers")
    expect(turn).to_be_checked()
    axe(ada.page, "told in a browser")
    turn.uncheck()
    expect(part.get_by_role("status")).to_have_text("saved")
    part.get_by_role("checkbox", name="Quiet hours").check()
    expect(part.get_by_text("In the time of")).to_be_visible()
    part.get_by_label("Quiet until").fill("09:30")
    part.get_by_label("Quiet until").blur()
    assert wished(ada.page)["push"] == ["joined", "undo", "round", "over"]
    until(ada.page, lambda: wished(ada.page)["quiet"] == ["22:00", "09:30"])
    ada.page.set_viewport_size(PHONE["viewport"])
    assert ada.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    ada.page.reload()
    expect(turn).not_to_be_checked()
    expect(part.get_by_label("Quiet until")).to_have_value("09:30")
    expect(part.get_by_role("heading", name="By e-mail")).to_have_count(0)  # this server writes no letters
    part.get_by_role("button", name="Tell me nothing in").click()
    expect(part.get_by_role("table")).to_have_count(0)


def test_what_is_ticked_quickly_is_all_kept(ada):
    """The second tick comes before the server has answered to the first."""
    page = ada.page
    part = page.get_by_role("region", name="Tell me when")
    part.get_by_role("button", name="Tell me in this browser").click()
    turn, joined = (
        part.get_by_role("checkbox", name=f"{kind}, in browsers")
        for kind in ("It is my turn", "Somebody sits down at my table")
    )
    expect(turn).to_be_checked()
    held = []
    page.route("**/api/you/notices", lambda route: held.append(route) if not held else route.continue_())
    turn.uncheck()
    until(page, lambda: held)
    joined.uncheck()
    held[0].continue_()
    until(page, lambda: wished(page)["push"] == ["undo", "round", "over"])


def test_a_time_is_kept_when_it_is_written(ada):
    """A browser tells of a change at every digit; the field must not be drawn anew meanwhile."""
    page = ada.page
    part = page.get_by_role("region", name="Tell me when")
    part.get_by_role("button", name="Tell me in this browser").click()
    part.get_by_role("checkbox", name="Quiet hours").check()
    until(page, lambda: wished(page)["quiet"])
    asked = []
    page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    part.get_by_label("Quiet until").focus()
    page.keyboard.type("0730")
    assert asked == []
    part.get_by_label("Quiet until").blur()
    until(page, lambda: wished(page)["quiet"][1] == "07:30")


def test_a_browser_that_does_not_want(ada):
    ada.page.evaluate("() => { window.permission = 'denied'; }")
    part = ada.page.get_by_role("region", name="Tell me when")
    part.get_by_role("button", name="Tell me in this browser").click()
    expect(part.get_by_role("alert")).to_contain_text("does not let the page show notices")
    expect(part.locator(".thing")).to_have_count(0)


def test_a_push_is_shown_and_leads_to_the_table(ada, home):
    part = ada.page.get_by_role("region", name="Tell me when")
    tools = ada.page.context.new_cdp_session(ada.page)
    registrations = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    part.get_by_role("button", name="Tell me in this browser").click()
    expect(part.locator(".thing")).to_contain_text("this browser")
    ada.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    ours = until(ada.page, lambda: [one for one in registrations if one["scopeURL"].startswith(home)])
    number = ours[0]["registrationId"]
    said = {"title": "Duel with Ben", "body": "It is your turn.", "tag": "a tag", "path": "/table/abc"}
    push = {"origin": home, "registrationId": number, "data": json.dumps(said)}
    tools.send("ServiceWorker.deliverPushMessage", push)
    shown = """async () => {
        const [one] = await (await navigator.serviceWorker.ready).getNotifications();
        return one && [one.title, one.body, one.tag, one.data];
    }"""
    assert until(ada.page, lambda: ada.page.evaluate(shown)) == [
        "Duel with Ben",
        "It is your turn.",
        "a tag",
        "/table/abc",
    ]
    worker = ada.page.context.service_workers[0]
    opened = worker.evaluate(
        """async () => {
            const [notification] = await self.registration.getNotifications();
            const opened = new Promise((done) => { self.clients.openWindow = async (url) => done(url); });
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            return [await opened, (await self.registration.getNotifications()).length];
        }"""
    )
    assert opened == [f"{home}/table/abc", 0]


def test_links_of_letters(home, visit):
    ada = visit(f"{home}/stop/a-secret")
    expect(ada.page.get_by_role("heading", name="No more letters?")).to_be_visible()
    axe(ada.page, "no more letters")
    ada.page.get_by_role("button", name="Stop the letters").click()
    expect(ada.page.get_by_role("main").get_by_role("status")).to_have_text("No more letters will come.")
