"""In real browsers: three people plan at once, one loses the connection; drag and keys; guessing together."""

from __future__ import annotations

from typing import Any

import pytest

from web.conftest import browser, own_server, visit  # noqa: F401  (fixtures)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]


def node(person: Any, ident: str) -> Any:
    return person.page.locator(f'.board [data-id="{ident}"]')


def click(person: Any, ident: str) -> None:
    """Click a thing on the table, as soon as the page takes this person's choice."""
    person.wait()
    person.press(node(person, ident))


def drag(person: Any, ident: str, target: str) -> None:
    """Take a thing on the table to another one by mouse."""
    person.wait()
    mouse = person.page.mouse
    mouse.move(*person.middle(node(person, ident)))
    mouse.down()
    mouse.move(*person.middle(node(person, target)), steps=5)
    mouse.up()


def appears(person: Any, ident: str) -> None:
    person.page.wait_for_selector(f'.board [data-id="{ident}"]', state="attached")


def first_word(person: Any) -> str:
    """The first word in the hand."""
    first = person.page.locator('.board [data-id^="say:"]').first
    word: str = first.get_attribute("data-id").removeprefix("say:")
    return word


def say_first(person: Any, white: bool = True) -> str:
    """Put the first word of the hand under the last arrow; the word."""
    word = first_word(person)
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
    person.wait()
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
    appears(ben, f"card:{words[1]}")
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
        appears(person, f"card:{words[traveller]}")
        while not person.page.locator(".choices").get_by_role("button", name="This is the path").count():
            ident = person.page.locator('.board [data-id^="pick:"]').first.get_attribute("data-id")
            feet = person.page.locator('.board [data-id^="foot:"]').count()
            click(person, ident.replace("pick", "space"))
            appears(person, f"foot:{feet + 1}")
        press(person, "This is the path")
    told = "() => [...document.querySelectorAll('.log li')].some(line => line.textContent.includes('is led to'))"
    for person in people:
        person.page.wait_for_function(told)


def test_a_plan_by_drag_and_by_keys(own_server: Any, visit: Any) -> None:  # noqa: F811
    ada = visit(own_server.url)
    ada.name("Ada")
    ada.set_up("Word Traveler", ["me", "bot:random"])
    drag(ada, "next", "space:r4c6")
    appears(ada, "sketch:1")
    first = first_word(ada)
    drag(ada, f"say:{first}", "move:1")
    appears(ada, f"card:{first}")

    # By keys: the place, then a card.
    ada.wait()
    node(ada, "space:r2c6").focus()
    ada.page.keyboard.press("Enter")
    appears(ada, "sketch:2")
    second = first_word(ada)
    ada.wait()
    node(ada, f"not:{second}").focus()
    ada.page.keyboard.press("Enter")
    appears(ada, f"card:{second}")

    # Second thoughts: a word more under the first arrow, another stop for the second, its word back into the hand.
    third = first_word(ada)
    drag(ada, f"not:{third}", "move:1")
    appears(ada, f"card:{third}")
    drag(ada, "sketch:2", "space:r7c6")
    back = ada.page.locator(".choices .act", has_text="Arrow 2 to Art-deco skyscraper instead")
    back.wait_for(state="attached")
    drag(ada, f"card:{second}", "hand")
    appears(ada, f"say:{second}")
    assert node(ada, f"card:{second}").count() == 0


def test_locals_point_talk_and_agree_while_the_traveller_is_silent(own_server: Any, visit: Any) -> None:  # noqa: F811
    ada = visit(own_server.url)
    ada.name("Ada")
    form = ada.page
    form.get_by_role("link", name="Set up Word Traveler").click()
    form.get_by_label("Players").select_option("3")
    for seat, wish in enumerate(("me", "open", "open"), 1):
        form.get_by_label(f"Seat {seat}", exact=True).select_option(wish)
    form.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    form.get_by_label("Guessing", exact=True).select_option("decider")
    form.get_by_label("First traveller", exact=True).select_option("1")
    form.get_by_role("button", name="Open the table").click()
    ada.ready()
    ben = join(ada, visit, own_server.url, 2, "Ben")
    cleo = join(ada, visit, own_server.url, 3, "Cleo")
    for person in (ada, ben):
        click(person, "space:r4c6")
        appears(person, "sketch:1")
        say_first(person)
    hush = "You have asked the way: be silent until your trip is scored."
    ada.page.get_by_role("tab", name="Chat").click()
    words, send = ada.page.get_by_label("Say something", exact=True), ada.page.get_by_role("button", name="Send")
    point = ada.page.get_by_role("button", name="☞ Point")
    assert all(control.is_enabled() for control in (words, send, point))
    for person in (ada, ben):
        press(person, "Seal the plan")
    words.fill("I mean the")
    point.click()
    press(cleo, "Seal the plan")
    for person in (ada, ben, cleo):
        appears(person, "clue:unused")

    # Ada is told that she is silent now, and has nothing to speak with; the others know it, too.
    ada.page.locator(".question", has_text=hush).wait_for()
    for control in (words, send, point):
        assert control.is_disabled()
    assert (words.get_attribute("placeholder"), words.get_attribute("title")) == ("You are silent now", hush)
    assert point.get_attribute("aria-pressed") == "false"
    for person in (ben, cleo):
        assert hush not in person.page.locator(".question").inner_text()
        assert person.page.get_by_role("button", name="☞ Point").is_enabled()
        assert person.page.locator(".seat[title*='silent now']").count() == 1

    # Cleo points, agrees and talks; Ben, on Ada's left, places the footprint that all see.
    cleo.page.get_by_role("button", name="☞ Point").click()
    cleo.press(node(cleo, "space:r4c5"))
    cleo.page.get_by_role("button", name="I agree").click()
    ben.page.locator(".seat", has_text="agrees, points at").wait_for()
    cleo.page.get_by_role("tab", name="Chat").click()
    cleo.page.get_by_label("Say something", exact=True).fill("the second one?")
    cleo.page.keyboard.press("Enter")
    ben.page.get_by_role("tab", name="Chat").click()
    ben.page.locator(".chat li", has_text="the second one?").wait_for()
    assert not ada.may_act
    click(ben, "space:r4c5")
    for person in (ada, cleo):
        appears(person, "foot:1")
    press(ben, "This is the path")
    for person in (ada, ben, cleo):
        appears(person, "trail:1")
        appears(person, "meant:1")

    # Her trip is scored: now she may explain herself.
    ada.page.wait_for_function("(hush) => !document.querySelector('.question').textContent.includes(hush)", arg=hush)
    for control in (words, send, point):
        assert control.is_enabled()
    assert words.input_value() == "I mean the"
    words.fill("The second one, yes.")
    send.click()
    cleo.page.locator(".chat li", has_text="The second one, yes.").wait_for()


def test_play_now_meets_the_bot_that_reads_clues_and_a_team_gets_its_title(own_server: Any, visit: Any) -> None:  # noqa: F811
    ada = visit(own_server.url)
    ada.name("Ada")
    ada.page.get_by_role("button", name="Play Word Traveler now").click()
    ada.ready()
    ada.page.locator(".seat", has_text="strong").wait_for()
    table = {"game": "wordtraveler", "options": {"players": 2, "solo": "guide_me"}, "seats": ["me", "bot:expert"]}
    post = """async body => (await (await fetch("/api/tables", {method: "POST", body: JSON.stringify(body),
        headers: {"Content-Type": "application/json"}})).json()).id"""
    ada.page.goto(f"{own_server.url}/table/{ada.page.evaluate(post, table)}")
    ada.ready()
    for _ in range(2):
        press(ada, "Seal the plan")
    ada.page.wait_for_selector(".result")
    assert ada.page.locator(".result h2").inner_text() == "Lost at the airport"
    assert ada.page.locator(".result p").inner_text() == "0 points"
    assert ada.page.locator(".result li").all_inner_texts()[0] == "Ada"
