"""What comes out of a printer: rules and score sheets, on white, without what only a screen needs."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the page is NOT tested")

BRIGHT = "() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(part => +part > 200)"


def test_rules_are_printed_whole_and_on_white(server, visit):
    page = visit(f"{server.url}/rules/wayfinders", color_scheme="dark").page
    page.wait_for_selector(".rules h2")
    assert not page.evaluate(BRIGHT)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(BRIGHT)
    assert page.locator("details .rules").is_visible(), "folded on the page, printed all the same"
    assert not page.locator(".bar").is_visible()


def test_pictures_of_the_rules_are_printed_and_light(server, visit):
    """Also those that nobody has scrolled to: they were empty frames."""
    page = visit(f"{server.url}/rules/waypoints", color_scheme="dark").page
    page.wait_for_function(
        """() => {
            const light = [...document.querySelectorAll(".rules img.only-light")];
            return light.length > 3 && light.every((picture) => picture.src && picture.complete);
        }"""
    )
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".rules img.only-light").last.is_visible()
    assert not page.locator(".rules img.only-dark").first.is_visible()


def test_the_score_sheet_is_printed_whatever_is_looked_at(server, visit):
    ada = visit(server.url, color_scheme="dark")
    ada.set_up("Wayfinders", ["me", "bot:random"])
    page = ada.page
    page.get_by_role("tab", name="Log").click()
    assert not page.locator(".scores").is_visible()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".scores").is_visible()
    assert page.locator(".canvas").first.is_visible()
    assert not page.locator(".choices").is_visible()
    assert page.evaluate(BRIGHT)


def test_nothing_is_drawn_anew_while_the_pages_are_counted(server, visit):
    """A sheet of paper is narrower than the window: what grew then was cut off, the score sheet first."""
    ada = visit(server.url)
    ada.set_up("Word Traveler", ["me", "bot:random"])
    ada.page.evaluate(
        """() => {
            window.drawn = 0;
            const count = () => (window.drawn += matchMedia("print").matches);
            new MutationObserver(count).observe(document.querySelector(".board"), { childList: true });
        }"""
    )
    ada.page.pdf(format="A4")
    assert ada.page.evaluate("() => window.drawn") == 0
    assert ada.page.locator(".board .canvas").is_visible()
