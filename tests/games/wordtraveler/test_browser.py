"""Three people plan at once in real browsers, one loses the connection, and all travel to the end of Day 1."""

from __future__ import annotations

from typing import Any

import pytest

from web.conftest import browser, own_server, visit  # noqa: F401  (fixtures)

pytestmark = pytest.mark.browser


def node(person: Any, ident: str) -> Any:
    return person.page.locator(f'.board [data-id="{ident}"]')


def click(person: Any, ident: str) -> None:
    """Click the middle of a thing on the table."""
    box = node(person, ident).bounding_box()
    person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def appears(person: Any, ident: str) -> None:
    person.page.wait_for_selector(f'.board [data-id="{ident}"]', state="attached")


def say_first(person: Any, white: bool = True) -> str:
    """Put the first word of the hand under the open arrow; the word."""
    first = person.page.locator('.board [data-id^="say:"]').first
    word: str = first.get_attribute("data-id").removeprefix("say:")
    click(person, f"{'say' if white else 'not'}:{word}")
    person.page.wait_for_selector(f'.board [data-id="say:{word}"]', state="detached")
    return word


def join(host: Any, visit: Any, url: str, seat: int, name: str) -> Any:  # noqa: F811
    """Take a seat by the invitation that the host sees."""
    invitation = host.page.get_by_label(f"Invitation to seat {seat}").input_value()
    guest = visit(url)
    guest.name(name)
    guest.page.goto(invitation)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.ready()
    return guest


def press(person: Any, label: str) -> None:
    person.page.locator(".choices").get_by_role("button", name=label, exact=True).click()


def test_three_people_plan_at_once(own_server: Any, visit: Any) -> None:  # noqa: F811
    ada = visit(own_server.url)
    ada.name("Ada")
    ada.set_up("Word Traveler", ["me", "open", "open"])
    ben = join(ada, visit, own_server.url, 2, "Ben")
    cleo = join(ada, visit, own_server.url, 3, "Cleo")

    # All three choose at the same time, each a stop and a word of their own.
    for person, stop in ((ada, "space:r4c6"), (ben, "space:r2c4"), (cleo, "space:r4c2")):
        click(person, stop)
    for person in (ada, ben, cleo):
        appears(person, "sketch:1")
    words = [say_first(person) for person in (ada, ben, cleo)]
    assert len(set(words)) == 3
    for person, other in ((ada, 1), (ben, 2), (cleo, 0)):
        assert node(person, f"say:{words[other]}").count() == 0, "the others' words are not on this screen"

    # Ben drops out; the others go on and finish. Back again he finds his plan as he left it.
    ben.page.context.set_offline(True)
    for person in (ada, cleo):
        press(person, "Seal the plan")
    ben.page.context.set_offline(False)
    ben.page.wait_for_function("() => document.documentElement.dataset.link === 'open'")
    appears(ben, "sketch:1")
    assert words[1].capitalize() in node(ben, "move:1").text_content().replace("-", "-")
    click(ben, "space:r2c2")
    appears(ben, "sketch:2")
    say_first(ben, white=False)
    press(ben, "Seal the plan")

    # One of them asks the way: the words are read to all, and the traveller has nothing to decide.
    people = (ada, ben, cleo)
    for person in people:
        appears(person, "clue:unused")
    locals_ = [person for person in people if person.may_act]
    assert len(locals_) == 2
    traveller = next(index for index, person in enumerate(people) if person not in locals_)
    for person in locals_:
        assert words[traveller].capitalize() in node(person, "move:1").text_content()
        while not (done := person.page.locator(".choices").get_by_role("button", name="This is the path")).count():
            ident = person.page.locator('.board [data-id^="pick:"]').first.get_attribute("data-id")
            feet = person.page.locator('.board [data-id^="foot:"]').count()
            click(person, ident.replace("pick", "space"))
            appears(person, f"foot:{feet + 1}")
        done.click()
    told = "() => [...document.querySelectorAll('.log li')].some(line => line.textContent.includes('is led to'))"
    for person in people:
        person.page.wait_for_function(told)
