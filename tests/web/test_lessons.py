"""Guided first games in a browser: by mouse, by touch on a phone, by keyboard alone; free to leave."""

from __future__ import annotations

import re

import pytest

from web.test_page import PHONE, check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

# Where the bubble is, and the pieces that are pointed at.
PLACES = """() => {
    const box = (element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return [top, bottom, left, right];
    };
    const rings = [...document.querySelectorAll(".mark.shown")].map(box).filter(([top, bottom]) => bottom > top);
    return [box(document.querySelector(".coach")), rings];
}"""
# Whether the page waits: for somebody to do something, to read something, or to go on without a lesson.
WAITS = """() => !document.querySelector(".choices[data-busy]") && (document.querySelector(".coach[hidden]")
    || document.querySelector(".coach [data-key=coach-do], .coach .primary"))"""
OTHER_STEP = """now => document.querySelector(".coach[hidden]")
    || !document.querySelector(".coach h2").textContent.includes(` ${now} `)"""


def learn(person, game="wayfinders"):
    """Begin the guided first game from the home page."""
    person.page.locator(f"[data-game={game}]").get_by_role("button", name="Learn").click()
    person.ready()
    person.page.wait_for_selector(".coach:not([hidden]) .buttons button")


def step(person):
    """The number of the step at hand, once nothing moves any more; 0 after the last."""
    person.page.wait_for_function(WAITS)
    if not person.page.locator(".coach").is_visible():
        return 0
    return int(re.search(r"step (\d+) of", person.page.locator(".coach h2").inner_text())[1])


def act(person, press):
    """Do what the step asks for: on the table where there is a piece for it, else by its button."""
    before, wanted = person.ply, person.page.locator(".act.wanted").first
    notation = wanted.get_attribute("data-action")
    pieces = person.page.locator(".node.can:visible")
    names = [piece.get_attribute("data-id") for piece in pieces.all()]
    place = f"island:{notation[-4:]}" if re.search(r"r\dc\d$", notation) else notation.replace("place ", "hangar:")
    place = place.replace("pay ", "token:1:")
    if place in names:
        press(pieces.nth(names.index(place)))
    else:
        wanted.click()
    person.moved(before)


def apart(person):
    """A piece that is meant is in the window, and the bubble does not lie on it."""
    bubble, rings = person.page.evaluate(PLACES)
    height = person.page.viewport_size["height"]
    free = [
        (top, bottom)
        for top, bottom, left, right in rings
        if 0 <= top < bottom <= height
        and (top >= bubble[1] or bottom <= bubble[0] or left >= bubble[3] or right <= bubble[2])
    ]
    assert free or (not rings and person.page.locator(".act.wanted").count()), "what has no piece has a button"


def play_through(person, press, tap):
    """The whole lesson; the steps that were seen."""
    seen = []
    while (now := step(person)) > 0:
        seen += [now] * (now not in seen)
        apart(person)
        button = person.page.locator(".coach .primary")
        if button.count():
            tap(button)
            person.page.wait_for_function(OTHER_STEP, arg=now)
        else:
            act(person, press)
    return seen


def test_a_guided_game_by_mouse(server, visit):
    ada = visit(server.url)
    learn(ada)
    check(ada.page, "the first step of a lesson")
    ada.page.locator(".act").last.click()  # something else
    ada.page.locator(".notice", has_text="For now, hangar 1").wait_for()
    assert play_through(ada, ada.press, lambda button: button.click()) == list(range(1, 15))
    assert ada.page.locator(".act").count(), "the game goes on"


def test_a_guided_game_on_a_phone(server, visit):
    ada = visit(server.url, **PHONE)
    learn(ada)
    check(ada.page, "the first step of a lesson on a phone")
    finger = ada.page.touchscreen
    assert len(play_through(ada, lambda node: finger.tap(*ada.middle(node)), lambda button: button.tap())) == 14


def test_a_guided_game_by_keyboard(server, visit):
    """Tab and Enter alone; each step is told to a screen reader, and what is to be read has the focus."""
    ada = visit(server.url, color_scheme="dark")
    page = ada.page

    def tab_to(wanted):
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return page.keyboard.press("Enter")
        return pytest.fail(f"Tab never reached {wanted}")

    page.wait_for_selector(".card")
    tab_to("[data-game=wayfinders] [aria-label^='Learn']")
    ada.ready()
    page.wait_for_selector(".coach:not([hidden]) .buttons button")
    check(page, "a lesson in the dark", ["color-contrast"])
    assert page.get_by_role("status").filter(has_text="Welcome, pilot!").count() == 1
    choices = 0
    while (now := step(ada)) > 0:
        if page.locator(".coach .primary").count():
            assert page.evaluate("() => document.activeElement.closest('.coach') !== null")
            page.keyboard.press("Enter")
            page.wait_for_function(OTHER_STEP, arg=now)
        else:
            before = ada.ply
            tab_to(".act.wanted")
            ada.moved(before)
            choices += 1
    assert choices == 15


def test_show_me_and_leaving(server, visit):
    """The coach does a step itself if asked to, and goes when asked to; hints are there again then."""
    ada = visit(server.url)
    page = ada.page
    page.locator("[data-game=wayfinders]").get_by_role("link", name="Set up").click()
    page.get_by_role("button", name="Learn").click()
    ada.ready()
    coach = page.locator(".coach")
    coach.get_by_role("button", name="Next").click()
    coach.get_by_role("button", name="Show me").click()
    ada.moved(1)
    assert step(ada) == 3
    assert not page.get_by_role("button", name="Hint").is_visible()
    coach.get_by_role("button", name="Leave the lesson").click()
    page.get_by_role("button", name="Hint").wait_for()
    assert not coach.is_visible()
    assert not page.locator(".mark.shown").count()
    page.locator(".act").last.click()
    ada.moved(2)
