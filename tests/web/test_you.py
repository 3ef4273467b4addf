"""The page of a person in Chromium: passkeys by its virtual device, a second browser, and what is kept of one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from web.test_page import check as axe

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")
expect = sync_api.expect
pytestmark = [pytest.mark.browser]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keyring:
    """Chromium's virtual device for passkeys, in one page."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.which = {"authenticatorId": made["authenticatorId"]}

    def keys(self):
        return self.session.send("WebAuthn.getCredentials", self.which)["credentials"]

    def bring(self, keys):
        """As a keeper of passkeys brings them to another device."""
        for key in keys:
            self.session.send("WebAuthn.addCredential", {**self.which, "credential": key})


@pytest.fixture
def home(server):
    return server.url.replace("127.0.0.1", "localhost")


def test_a_passkey_on_two_devices(home, visit):
    ada = visit(home)
    ada.name("Ada")
    keyring = Keyring(ada.page)
    ada.page.get_by_role("link", name="You", exact=True).click()
    expect(ada.page.get_by_role("heading", name="Passkeys")).to_be_visible()
    axe(ada.page, "you")
    ada.page.get_by_role("button", name="Add a passkey").click()
    expect(ada.page.locator(".you .thing").first).to_contain_text("Chrome, Linux")
    ada.page.get_by_role("button", name="Rename Chrome, Linux").click()
    ada.page.get_by_label("Name of the passkey").last.fill("My keys")
    ada.page.get_by_role("button", name="Keep").click()
    expect(ada.page.locator(".you .thing").first).to_contain_text("My keys")
    axe(ada.page, "you with a passkey")
    assert len(keyring.keys()) == 1

    phone = visit(f"{home}/", **PHONE)
    phone.page.get_by_role("button", name="Play Wayfinders now").click()
    phone.ready()
    phone.page.goto(f"{home}/you")
    Keyring(phone.page).bring(keyring.keys())
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(phone.page.locator(".notice.told")).to_have_text("1 table has come along.")
    expect(phone.page.get_by_label("You play as")).to_have_value("Ada")
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    phone.page.goto(home)
    expect(phone.page.locator(".tables .row")).to_have_count(1)

    ada.page.reload()
    expect(ada.page.locator(".you .thing")).to_have_count(3)
    ada.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(ada.page.locator(".you .thing")).to_have_count(2)
    phone.page.reload()
    expect(phone.page.get_by_text("None yet.")).to_be_visible()
    ada.page.on("dialog", lambda dialog: dialog.accept())
    ada.page.get_by_role("button", name="Remove My keys").click()
    expect(ada.page.locator(".you .thing")).to_have_count(1)


def test_a_newcomer_is_one_person(home, visit):
    """The page asks for several things at once: all of it is asked by the person whose cookie came with the page."""
    ada = visit("about:blank")
    answers = []
    ada.page.on("response", lambda answer: answers.append(answer))
    ada.page.goto(home)
    expect(ada.page.get_by_text("None yet.")).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    brought = [answer.url for answer in answers if answer.header_value("set-cookie")]
    assert brought == [f"{home}/"]


def test_my_data_and_no_account(home, visit):
    """What I have played is shown; all of it can be had as a file; and I can go."""
    ada = visit(home)
    ada.name("Ada")
    ada.page.goto(f"{home}/you")
    games = ada.page.get_by_role("region", name="Your games")
    expect(games.get_by_text("You have played none to the end yet.")).to_be_visible()
    games.get_by_role("link", name="What others see").click()
    expect(ada.page.get_by_role("heading", name="Ada")).to_be_visible()
    ada.page.go_back()
    with ada.page.expect_download() as file:
        ada.page.get_by_role("button", name="Download my data").click()
    assert file.value.suggested_filename == "waystation-about-me.json"
    kept = json.loads(Path(file.value.path()).read_text())
    assert (kept["format"], kept["name"]) == ("waystation person 1", "Ada")
    ada.page.get_by_role("button", name="Delete my account…").click()
    dialog = ada.page.get_by_role("dialog")
    forget = dialog.get_by_role("button", name="Delete my account")
    expect(forget).to_be_disabled()
    axe(ada.page, "an account about to be deleted")
    dialog.get_by_role("button", name="Keep my account").click()
    expect(dialog).to_be_hidden()
    ada.page.get_by_role("button", name="Delete my account…").click()
    dialog.get_by_label("I want this, for ever.").check()
    forget.click()
    expect(ada.page.get_by_label("You play as")).to_have_value("")
    ada.page.goto(f"{home}/you")
    expect(ada.page.get_by_text("Take a name first")).to_be_visible()
    expect(games.get_by_role("link", name="What others see")).to_have_count(0)


def test_who_thinks_better_of_it(home, visit):
    """Closing the browser's question is no fault; without a name of the server there are no passkeys."""
    ada = visit(f"{home}/you")
    Keyring(ada.page)
    ada.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ada.page.get_by_role("button", name="Sign in with a passkey")).to_be_enabled()
    ada.page.goto(home.replace("localhost", "127.0.0.1") + "/you")
    expect(ada.page.get_by_text("Passkeys work over HTTPS")).to_be_visible()
    assert ada.page.get_by_role("button", name="Add a passkey").count() == 0
