"""The page in a real browser, one thing a test: keyboard, phone, accessibility, replay, undo, motion, sizes."""

from __future__ import annotations

import re
from pathlib import Path

import axe_core_python
import pytest

pytestmark = pytest.mark.browser

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
FOCUSED = """() => {
    const at = document.activeElement;
    return [at.getAttribute("aria-label") || at.innerText || at.id, at.tagName];
}"""
FLYING = """() => {
    const start = performance.now();
    const seen = new Promise((done) => {
        (function look() {
            if (document.querySelector(".sky > *")) done(true);
            else if (performance.now() - start > 2500) done(false);
            else requestAnimationFrame(look);
        })();
    });
    return { seen };
}"""
RULES = """() => [...document.adoptedStyleSheets]
    .map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join())
    .join()"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def start(person, wait=True):
    """A game against the usual bot, from the home page by one click."""
    person.page.locator("[data-game=wayfinders]").get_by_role("button", name="Play").click()
    person.ready()
    if wait:
        person.wait()


# ---------------------------------------------------------------------- from the door to the end


def test_three_clicks_from_the_door_to_the_first_move(server, visit):
    ada = visit(server.url)
    start(ada)  # the first click
    ada.page.locator(".act").first.click()  # the second: it is a move
    ada.page.wait_for_function("() => +document.querySelector('main.table').dataset.ply >= 1")


def test_a_game_by_keyboard_only(server, visit):
    ada = visit(server.url)
    page = ada.page

    def tab_to(text, role=None):
        for _ in range(120):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if re.search(text, focused[0]) and role in (None, focused[1]):
                return
        pytest.fail(f"Tab never reached {text}")

    page.wait_for_selector(".card")
    tab_to("^Set up Wayfinders$")
    page.keyboard.press("Enter")
    page.wait_for_selector("form")
    tab_to("^option-max_rounds$")
    page.keyboard.type("5")
    tab_to("^Open the table$")
    page.keyboard.press("Enter")
    ada.ready()
    ada.wait()
    tab_to("(?i)hangar 1", "g")  # a place on the table: Wayfinders' hangars can be clicked
    page.keyboard.press("ArrowRight")
    assert "hangar 2" in page.evaluate("() => document.activeElement.getAttribute('aria-label')").lower()
    page.keyboard.press("Enter")
    page.wait_for_function("() => +document.querySelector('main.table').dataset.ply >= 1")
    tab_to("hangar 1", "BUTTON")
    for _ in range(60):
        page.wait_for_selector(".question.mine, .result")
        if ada.over:
            break
        before = ada.ply
        assert page.evaluate("() => !!document.activeElement.closest('.choices')"), "the focus stays with the choices"
        if not page.evaluate("() => document.activeElement.matches('.act')"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("b => +document.querySelector('main.table').dataset.ply > b", arg=before)
    assert ada.over
    tab_to("^Replay$")
    page.keyboard.press("Enter")
    page.wait_for_selector(".controls")


def test_a_game_on_a_phone(server, visit):
    ada = visit(server.url, **PHONE)
    ada.set_up("Wayfinders", ["me", "bot:random"], {"Round limit": "6"})
    wide = "() => document.documentElement.scrollWidth"
    for _ in range(60):
        ada.page.wait_for_selector(".question.mine, .result")
        if ada.over:
            break
        assert ada.page.evaluate(wide) <= 390
        ada.move(board=ada.turn % 2 == 0)
    assert ada.over
    assert ada.page.evaluate(wide) <= 390


def test_two_fingers_magnify_a_panel(server, visit):
    ada = visit(server.url, **PHONE)
    start(ada)
    svg = ada.page.locator(".panel svg").first
    whole = svg.get_attribute("viewBox")
    box = svg.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = ada.page.context.new_cdp_session(ada.page)

    def touch(kind, *spread):
        points = (
            [{"x": x + side * spread[0], "y": y, "id": index} for index, side in enumerate((-1, 1))] if spread else []
        )
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 20)
    for spread in (30, 45, 60):
        touch("touchMove", spread)
    touch("touchEnd")
    ada.page.wait_for_function(
        "whole => document.querySelector('.panel svg').getAttribute('viewBox') !== whole", arg=whole
    )
    assert float(svg.get_attribute("viewBox").split()[2]) < float(whole.split()[2])


def test_wheel_and_drag_and_keys_move_the_picture_and_nothing_else(server, visit):
    ada = visit(server.url)
    start(ada)
    page, mouse = ada.page, ada.page.mouse
    svg = page.locator(".canvas svg")
    whole = svg.get_attribute("viewBox")
    box = page.locator('.board [data-id="hangar:1"]').bounding_box()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.wheel(0, -300)
    page.wait_for_selector("svg.zoomed")
    near = svg.get_attribute("viewBox")
    mouse.down()
    mouse.move(box["x"] - 80, box["y"] + 40, steps=5)
    mouse.up()
    assert svg.get_attribute("viewBox") != near, "a drag pans"
    assert ada.ply == 0, "and is no click"
    page.locator(".board .node.can").first.focus()
    page.keyboard.press("0")
    assert svg.get_attribute("viewBox") == whole
    page.keyboard.press("+")
    panned = svg.get_attribute("viewBox")
    page.keyboard.press("Shift+ArrowRight")
    assert svg.get_attribute("viewBox") != panned


# ---------------------------------------------------------------------- what the page says


def check(page, where, rules=None):
    """Nothing for axe to find; `rules` names some rules instead of all."""
    page.evaluate(AXE)
    only = {"runOnly": rules} if rules else {}
    options = {"resultTypes": ["violations"], **only}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    told = [f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]
    assert not told, f"{where}:\n" + "\n".join(told)


def test_axe_finds_nothing(server, visit):
    ada = visit(server.url)
    page = ada.page
    page.wait_for_selector(".card")
    check(page, "home")
    page.get_by_role("button", name="Settings").click()
    check(page, "settings")
    page.keyboard.press("Escape")
    ada.set_up("Wayfinders", ["me", "open"], {})
    invitation = page.get_by_label("Invitation to seat 2").input_value()
    ada.wait()
    check(page, "table")
    for name in ("Log", "Chat"):
        page.get_by_role("tab", name=name).click()
        check(page, name)
    page.get_by_role("button", name="Details").click()
    check(page, "details")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector("dialog .rules")
    check(page, "rules in a dialog")
    page.keyboard.press("Escape")
    table = page.url
    for path, ready in {"new/wayfinders": "form", "rules/wayfinders": ".rules", "nowhere": "h1"}.items():
        page.goto(f"{server.url}/{path}")
        page.wait_for_selector(ready)
        check(page, path)
    page.goto(table.replace("/table/", "/replay/"))
    page.wait_for_selector(".board [data-id]", state="attached")
    check(page, "replay")
    page.goto(invitation)
    page.get_by_role("button", name="Take the seat").wait_for()
    check(page, "join")


@pytest.mark.parametrize(
    ("profile", "rules"), [({"color_scheme": "dark"}, ["color-contrast"]), (PHONE, None)], ids=["dark", "phone"]
)
def test_axe_finds_nothing_in_the_dark_and_on_a_phone(server, visit, profile, rules):
    ada = visit(server.url, **profile)
    ada.page.wait_for_selector(".card")
    check(ada.page, "home", rules)
    start(ada)
    check(ada.page, "table", rules)


def test_what_is_not_possible_says_why(server, visit):
    ada = visit(server.url)
    start(ada)
    ada.press(ada.page.locator('[data-id="land"]'))
    notice = ada.page.locator(".notice")
    notice.filter(has_text="only after you have returned your workers").wait_for()
    assert re.search(r"\(.*ruling \d+\)", notice.inner_text()), "with the rule it comes from"


def test_scores_light_up_what_they_count(server, visit):
    ada = visit(server.url)
    start(ada)
    cell = ada.page.locator(".scores .cell").first
    cell.focus()
    ada.page.wait_for_selector(".board .lit")
    cell.blur()
    ada.page.wait_for_function("() => !document.querySelector('.board .lit')")


def test_hint_plays_what_it_shows(server, visit):
    ada = visit(server.url)
    start(ada)
    ada.page.get_by_role("button", name="Hint").click()
    ada.page.locator(".card-hint").wait_for()
    ada.page.get_by_role("button", name="Play it").click()
    ada.page.wait_for_function("() => +document.querySelector('main.table').dataset.ply >= 1")


def test_plans_are_shown_and_played(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    for label in ("hangar 1", "hangar 2", "hangar 3", "Return all"):
        ada.wait()
        before = ada.ply
        page.locator(".act").filter(has_text=label).click()
        page.wait_for_function("b => +document.querySelector('main.table').dataset.ply > b", arg=before)
    ada.wait()
    before = ada.ply
    targets = page.locator('.board [data-id^="island:"].plan')
    for index in range(targets.count()):  # not every island can be reached with these tokens
        ada.press(targets.nth(index))
        page.wait_for_selector(".card-plan, .notice:not(:empty)")
        if page.locator(".card-plan").count():
            break
    assert page.locator(".board .preview").count()
    page.locator('[data-key="plan-play"]').click()
    page.wait_for_function("b => +document.querySelector('main.table').dataset.ply > b", arg=before)
    page.wait_for_function("() => !document.querySelector('.board .preview')")


def test_a_line_drawn_by_hand_is_read_and_previewed(server, visit):
    """On a map with the gesture "draw": a line over the sheet becomes a plan, with what is wrong about it."""
    ada = visit(server.url)
    ada.page.locator("[data-game=waypoints]").get_by_role("button", name="Play").click()
    ada.ready()
    ada.wait()
    page, mouse = ada.page, ada.page.mouse
    page.wait_for_selector("svg.drawing")
    sheet = page.locator('[data-region="map"]').bounding_box()
    x, y = sheet["x"] + sheet["width"] / 2, sheet["y"] + sheet["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y + 20, steps=8)
    assert page.locator(".board .ink").count() == 1, "the line is seen while it is drawn"
    mouse.up()
    page.get_by_role("heading", name="Your line").wait_for()
    assert page.locator(".card-plan .problem li").count(), "a line from nowhere has a problem"
    page.get_by_role("button", name="Not now").click()
    page.wait_for_selector(".choices .act")
    assert page.locator(".board .ink, .board .preview").count() == 0


# ---------------------------------------------------------------------- together


def test_undo_is_free_alone_and_asks_the_other_beyond_a_decision(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "open"], {})
    ben = visit(ada.page.get_by_label("Invitation to seat 2").input_value())
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.ready()
    ada.wait()
    ada.page.locator(".act").first.click()
    ben.wait()
    ada.page.get_by_role("button", name="Undo", exact=True).click()
    ada.wait()
    assert ada.ply == 0
    ada.page.locator(".act").first.click()
    ben.wait()
    ben.page.locator(".act").first.click()
    ada.wait()
    ada.page.get_by_role("button", name="Ask to undo").click()
    ben.page.get_by_role("button", name="Agree").click()
    ada.page.wait_for_function("() => document.querySelector('main.table').dataset.ply === '0'")
    ben.page.wait_for_function("() => document.querySelector('main.table').dataset.ply === '0'")


def test_chat_reaches_the_other_as_text(server, visit):
    ada = visit(server.url)
    ada.name("Ada")
    ada.set_up("Wayfinders", ["me", "open"], {})
    watcher = visit(ada.page.url)
    watcher.ready()
    assert watcher.page.get_by_text("You are watching.").is_visible()
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("<b>well</b> met")
    ada.page.keyboard.press("Enter")
    watcher.page.get_by_role("tab", name="Chat").click()
    watcher.page.locator(".chat li", has_text="<b>well</b> met").wait_for()


def test_people_point_at_things_for_each_other(server, visit):
    ada = visit(server.url)
    ada.name("Ada")
    ada.set_up("Wayfinders", ["me", "open"], {})
    ben = visit(ada.page.get_by_label("Invitation to seat 2").input_value())
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.ready()
    ben.page.get_by_role("button", name="☞ Point").click()
    ben.press(ben.page.locator('[data-id="island:r1c1"]'))
    ada.page.locator(".pin", has_text="1").wait_for()
    ben.page.get_by_role("button", name="I agree").click()
    ada.page.locator(".seat", has_text="agrees, points at").wait_for()
    assert ada.ply == 0
    ada.wait()
    ada.page.locator(".act").first.click()
    ben.wait()
    ada.page.wait_for_function("() => !document.querySelector('.pin')")
    ben.page.get_by_role("button", name="☞ Point").click()
    ben.move(board=True)


def test_a_shared_device_is_handed_over(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    ada.wait()
    ada.page.locator(".act").first.click()
    ada.page.locator(".cover").get_by_role("button").click()
    ada.wait()
    assert ada.page.locator(".cover").count() == 0
    assert ada.page.locator(".seat.mine").count() == 2


# ---------------------------------------------------------------------- moments


def test_replay_viewer(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "bot:random"], {"Round limit": "4"})
    page = ada.page
    while not ada.over:
        ada.move(board=False)
        page.wait_for_selector(".question.mine, .result")
    last = ada.ply
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("link", name="Replay").click()
    count = page.locator(".controls output")
    count.filter(has_text=f"{last} / {last}").wait_for()
    page.get_by_role("slider").fill("1")
    count.filter(has_text=f"1 / {last}").wait_for()
    page.get_by_role("button", name="Move after").click()
    count.filter(has_text=f"2 / {last}").wait_for()
    page.get_by_label("Seen by").select_option("all")
    page.wait_for_url("**/replay/*?ply=2&seat=all")
    page.wait_for_function("() => !document.querySelector('.flying')")
    picture = page.locator(".board").inner_html()
    page.reload()
    count.filter(has_text=f"2 / {last}").wait_for()
    assert page.get_by_label("Seen by").input_value() == "all"
    assert page.locator(".board").inner_html() == picture, "the link leads to the same moment"
    page.get_by_role("button", name="First moment").click()
    count.filter(has_text=f"0 / {last}").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    count.filter(has_text=f"2 / {last}").wait_for()
    page.get_by_role("button", name="Pause").click()
    for name, start in {"SVG": b"<svg", "PNG": b"\x89PNG", "Record": b"waystation record"}.items():
        with page.expect_download() as got:
            page.get_by_role("link", name=name).click()
        assert Path(got.value.path()).read_bytes().startswith(start)


# ---------------------------------------------------------------------- settings, motion, sizes


def test_pieces_glide_unless_motion_is_unwanted(server, visit):
    for motion, glides in {"no-preference": True, "reduce": False}.items():
        ada = visit(server.url, reduced_motion=motion)
        start(ada)
        watch = ada.page.evaluate_handle(FLYING)
        ada.page.locator(".act").first.click()
        assert ada.page.evaluate("watch => watch.seen", watch) is glides
        if not glides:
            assert ada.page.evaluate("() => document.getAnimations().length") == 0


def test_settings_hold(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    usual = page.evaluate(RULES)
    page.get_by_role("button", name="Settings").click()
    assert page.get_by_role("group", name="Sound").get_by_label("off").is_checked()
    page.get_by_role("group", name="Theme").get_by_label("dark").check()
    page.get_by_label("safe for colour-blind eyes").check()
    assert page.evaluate("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
    safe = page.evaluate(RULES)
    assert safe != usual
    page.reload()
    ada.ready()
    page.wait_for_function("() => document.adoptedStyleSheets.some(sheet => sheet.cssRules.length)")
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(RULES) == safe


def test_first_load_is_small(server, visit):
    ada = visit("about:blank")
    sizes = []
    ada.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    ada.page.goto(server.url)
    ada.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) < 200_000
