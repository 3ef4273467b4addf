"""The rules in a browser: their pictures come when they come into sight, in both themes, on a page and in a dialog."""

from __future__ import annotations

import pytest

from web.test_page import PHONE, check, start

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

# The pictures that are shown by theme (the other theme's are hidden): those asked for, and those that are there.
SHOWN = """() => {
    const shown = [...document.querySelectorAll(".figure img")].filter((image) => image.getClientRects().length);
    const [asked, there] = [shown.filter((image) => image.src), shown.filter((image) => image.naturalWidth)];
    return [shown.length, asked.length, there.length];
}"""
ALL_THERE = "() => [...document.querySelectorAll('.figure img')].filter(i => i.src).every(i => i.naturalWidth)"


@pytest.mark.parametrize("profile", [{}, {"color_scheme": "dark", **PHONE}], ids=["desk", "dark phone"])
def test_pictures_come_when_they_come_into_sight(server, visit, profile):
    ada = visit(f"{server.url}/rules/wayfinders", **profile)
    page = ada.page
    page.wait_for_selector(".figure img[src]")
    page.wait_for_function(ALL_THERE)
    shown, asked, there = page.evaluate(SHOWN)
    assert shown >= 8
    assert 0 < asked == there < shown, "those below are not loaded yet"
    theme = "dark" if profile else "light"
    assert f"theme={theme}" in page.locator(".figure img[src]").first.get_attribute("src")
    page.locator(".figure").last.scroll_into_view_if_needed()
    page.wait_for_function("() => [...document.querySelectorAll('.figure')].at(-1).querySelector('img[src]')")
    page.wait_for_function(ALL_THERE)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".figure .caption").last.inner_text()
    check(page, "rules with pictures")


def test_pictures_in_the_dialog_of_a_table(server, visit):
    ada = visit(server.url)
    start(ada)
    ada.page.get_by_role("button", name="Rules").click()
    ada.page.wait_for_selector("dialog .figure img[src]")
    ada.page.wait_for_function(ALL_THERE)
