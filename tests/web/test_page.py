"""The page in a real browser, one thing a test: keyboard, phone, accessibility, replay, undo, motion, sizes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import axe_core_python
import pytest

import waystation
from web.browsing import until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200)]

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
FOCUSED = """() => {
    const at = document.activeElement;
    return [at.getAttribute("aria-label") || at.innerText || at.id, at.tagName];
}"""
# Counts the pieces that are ever put into the layer in which pieces fly.
WATCH_THE_SKY = """() => {
    window.flown = 0;
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) if (target.matches(".sky")) window.flown += addedNodes.length;
    }).observe(document.body, { childList: true, subtree: true });
}"""
RULES = """() => [...document.adoptedStyleSheets]
    .map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join())
    .join()"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def start(person, game="wayfinders"):
    """A game against the usual bot, from the home page by one click."""
    person.page.locator(f"[data-game={game}]").get_by_role("button", name="Play").click()
    person.ready()
    person.wait()


# ---------------------------------------------------------------------- from the door to the end


def test_three_clicks_from_the_door_to_the_first_move(server, visit):
    ada = visit(server.url)
    start(ada)  # the first click
    ada.page.locator(".act").first.click()  # the second: it is a move
    ada.moved(0)


def test_a_game_by_keyboard_only(server, visit):
    ada = visit(server.url)
    page = ada.page

    def tab_to(text, role=None):
        for _ in range(400):
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if re.search(text, focused[0]) and role in (None, focused[1]):
                return
        pytest.fail(f"Tab never reached {text}")

    page.wait_for_selector(".card")
    tab_to("^Set up Wayfinders$")
    page.keyboard.press("Enter")
    page.wait_for_selector("form")
    tab_to("^More options$")
    page.keyboard.press("Enter")
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
    ada.moved(0)
    ada.wait()
    tab_to("hangar 1", "BUTTON")
    for _ in range(60):
        ada.wait()
        if ada.over:
            break
        before = ada.ply
        assert page.evaluate("() => !!document.activeElement.closest('.choices')"), "the focus stays with the choices"
        for _ in range(5):  # on the way there may be a field that filters the choices
            if page.evaluate("() => document.activeElement.matches('.act')"):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        ada.moved(before)
    assert ada.over
    tab_to("^Replay$")
    page.keyboard.press("Enter")
    page.wait_for_selector(".controls")


def test_a_game_on_a_phone(server, visit):
    ada = visit(server.url, **PHONE)
    ada.set_up("Wayfinders", ["me", "bot:random"], {"Round limit": "6"})
    wide = "() => document.documentElement.scrollWidth"
    for _ in range(60):
        ada.wait()
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
    before = ada.ply
    x, y = ada.middle(page.locator('.board [data-id="hangar:1"]'))
    mouse.move(x, y)
    mouse.wheel(0, -300)
    page.wait_for_selector("svg.zoomed")
    near = svg.get_attribute("viewBox")
    mouse.down()
    mouse.move(x - 100, y + 40, steps=5)
    mouse.up()
    assert svg.get_attribute("viewBox") != near, "a drag pans"
    assert ada.ply == before, "and is no click"
    page.locator(".board .node.can").first.focus()
    page.keyboard.press("0")
    assert svg.get_attribute("viewBox") == whole
    page.keyboard.press("+")
    panned = svg.get_attribute("viewBox")
    page.keyboard.press("Shift+ArrowRight")
    assert svg.get_attribute("viewBox") != panned


# ---------------------------------------------------------------------- this piece, then there

PIECE = '.board .node.can[data-id^="dice:"]'  # a worker, to be placed somewhere
TARGET = ".board .node.can:visible"  # once the piece is chosen


def test_a_piece_is_clicked_and_then_its_target(server, visit):
    ada = visit(server.url)
    start(ada, "wayfarers")
    page, before = ada.page, ada.ply
    buttons = page.locator(".choices .act")
    many = buttons.count()
    ada.press(page.locator(PIECE).first)
    page.wait_for_selector(".node.chosen")
    assert 0 < buttons.count() < many, "the buttons are those of this piece"
    page.get_by_role("button", name="all choices").click()
    assert (page.locator(".node.chosen").count(), buttons.count()) == (0, many)
    ada.press(page.locator(PIECE).first)
    ada.press(page.locator(TARGET).first)
    ada.moved(before)


def test_a_piece_is_dragged_to_its_target_or_goes_back(server, visit):
    ada = visit(server.url, reduced_motion="no-preference")
    start(ada, "wayfarers")
    page, mouse, before = ada.page, ada.page.mouse, ada.ply
    svg = page.locator(".canvas svg")
    whole = svg.get_attribute("viewBox")
    x, y = ada.middle(page.locator(PIECE).first)

    def lift():
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 12, y + 4, steps=4)
        page.wait_for_selector(".sky > .ghost")
        assert page.locator(TARGET).count(), "its targets are marked"

    def back():
        page.wait_for_function("() => !document.querySelector('.sky > *')")
        assert (page.locator(".node.chosen").count(), page.locator(".flying").count()) == (0, 0)

    lift()
    mouse.up()  # where it came from
    back()
    lift()
    page.keyboard.press("Escape")
    back()
    mouse.up()
    back()
    assert ada.ply == before, "a drop elsewhere is nothing, and the click that ends a drag too"
    assert svg.get_attribute("viewBox") == whole, "the picture stayed where it was"
    lift()
    target = page.locator(TARGET).first
    mouse.move(*ada.middle(target), steps=5)
    page.wait_for_selector(".mark.can.at")
    mouse.up()
    ada.moved(before)
    back()


def test_a_finger_drags_a_piece_and_the_page_follows(server, visit):
    ada = visit(server.url, **PHONE)
    start(ada, "wayfarers")
    page, before = ada.page, ada.ply
    x, y = ada.middle(page.locator(PIECE).first)
    finger = page.context.new_cdp_session(page)

    def touch(kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    page.wait_for_selector(".sky > .ghost")
    target = page.locator(TARGET).first.element_handle()
    middle = (
        "node => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    for _ in range(100):
        touch("touchMove", x, 400)  # here it rests
        to = page.evaluate(middle, target)
        if 70 < to[1] < 770:
            break
        touch("touchMove", x, 20 if to[1] < 400 else 830)  # at the edge the page scrolls
        page.wait_for_function(f"([node, y]) => ({middle})(node)[1] !== y", arg=[target, to[1]])
    touch("touchMove", *page.evaluate(middle, target))
    page.wait_for_selector(".mark.can.at")
    touch("touchEnd")
    ada.moved(before)


# ---------------------------------------------------------------------- what the page says


def check(page, where, rules=None):
    """Nothing for axe to find, once the page is drawn; `rules` names some rules instead of all."""
    page.wait_for_selector("main", state="attached")
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


@pytest.mark.parametrize("game", waystation.game_names())
def test_axe_finds_nothing_at_any_table(server, visit, game):
    ada = visit(server.url)
    start(ada, game)
    check(ada.page, game)


def test_what_is_not_possible_says_why(server, visit):
    ada = visit(server.url)
    start(ada)
    ada.press(ada.page.locator('[data-id="land"]'))
    notice = ada.page.locator(".notice")
    reason = re.compile(r"only after you have returned your workers.*\(.*ruling \d+\)", re.DOTALL)
    notice.filter(has_text=reason).wait_for()  # with the rule it comes from


def test_a_button_of_the_board_is_lit_while_it_can_be_pressed(server, visit):
    ada = visit(server.url)
    start(ada)
    looks = set()
    for _ in range(3):
        for node in ("return", "land"):
            button = ada.page.locator(f'[data-id="{node}"]')
            looks.add(
                tuple(button.evaluate("b => [b.matches('.can'), getComputedStyle(b.querySelector('rect')).fill]"))
            )
        ada.move(board=False)
        ada.wait()
    idle, lit = sorted(looks)
    assert (idle[0], lit[0]) == (False, True)
    assert idle[1] != lit[1]


def test_scores_light_up_what_they_count(server, visit):
    ada = visit(server.url)
    start(ada)
    cell = ada.page.locator(".scores .cell").first
    cell.focus()
    ada.page.wait_for_selector(".board .lit")
    cell.blur()
    ada.page.wait_for_function("() => !document.querySelector('.board .lit')")


def test_each_browser_adds_to_the_seed(server, visit):
    """A table that the page opens is dealt with a share of its browser, which "Details" tells, and knows again."""
    ada = visit(server.url, seed=None)
    start(ada)
    table = ada.page.evaluate("() => location.pathname").rsplit("/", 1)[1]
    info = ada.page.evaluate("id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
    kept = json.loads(ada.page.evaluate("id => localStorage.getItem(`share ${id}`)", table))
    assert info["shares"] == {"0": kept["share"]}
    assert info["commitment"] == kept["commitment"]
    ada.page.get_by_role("button", name="Details").click()
    told = f"This browser added {kept['share']} after it had been shown the commitment."
    ada.page.get_by_text(told, exact=False).wait_for()


def test_hint_plays_what_it_shows(server, visit):
    ada = visit(server.url)
    start(ada)
    ada.page.get_by_role("button", name="Hint").click()
    ada.page.locator(".card-hint").wait_for()
    ada.page.get_by_role("button", name="Play it").click()
    ada.moved(0)


def test_plans_are_shown_and_played(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    for turn in range(40):  # whether an island can be reached depends on the tokens one has
        before = ada.ply
        wanted = page.locator(".act").filter(has_text="Return all" if turn % 4 == 3 else "hangar")
        (wanted.first if wanted.count() else page.locator(".act").last).click()
        ada.moved(before)
        ada.wait()
        if turn % 4 == 3 and find_plan(ada):
            break
    assert page.locator(".board .preview").count()
    before = ada.ply
    page.locator('[data-key="plan-play"]').click()
    ada.moved(before)
    page.wait_for_function("() => !document.querySelector('.board .preview')")


def find_plan(person, kind="island"):
    """Click on each place of a kind that may be a target until the page shows ways to get there."""
    targets = person.page.locator(f'.board [data-id^="{kind}:"].plan')
    for index in range(targets.count()):
        person.press(targets.nth(index))
        person.page.wait_for_selector(".card-plan, .notice:not(:empty)")
        if person.page.locator(".card-plan").count():
            return True
    return False


def test_ways_are_shown_to_whatever_is_tapped_on_a_map(server, visit):
    """In Waypoints: lakes, woods and bridges, also where the ground around them could be stepped on."""
    ada = visit(server.url)
    start(ada, "waypoints")
    shown = {"lake": 0, "wood": 0, "bridge": 0}
    for _ in range(20):
        before = ada.page.locator(".question.mine").inner_text()
        for kind in [kind for kind, count in shown.items() if not count]:
            shown[kind] += find_plan(ada, kind)
            assert ada.page.locator(".question.mine").inner_text() == before, "a tap was taken for a step"
        if all(shown.values()):
            break
        ply = ada.ply
        ada.page.locator(".act").filter(has_text="Rest").click()
        ada.moved(ply)
        ada.wait()
    assert all(shown.values()), shown
    assert ada.page.locator(".board .preview").count()


def test_a_line_drawn_by_hand_is_read_and_previewed(server, visit):
    """On a map with the gesture "draw": a line over the sheet becomes a plan, with what is wrong about it."""
    ada = visit(server.url)
    start(ada, "waypoints")
    page, mouse = ada.page, ada.page.mouse
    page.wait_for_selector("svg.drawing")
    x, y = ada.middle(page.locator('[data-region="map"]'))
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


def test_a_map_larger_than_a_phone_scrolls_to_what_can_be_chosen_and_overviews_open_large(server, visit):
    ada = visit(server.url, **PHONE)
    start(ada, "waypoints")
    page = ada.page
    body = page.locator('[data-panel="map"] .panel-body')
    assert body.evaluate("body => body.scrollWidth > body.clientWidth + 100")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the page itself does not scroll sideways"
    assert page.locator(".pen").inner_text() == "✎ Pen off", "a finger moves the map first"
    page.locator(".pen").click()
    assert page.locator(".pen").inner_text() == "✎ Pen on"
    page.get_by_role("button", name="The other sheets").click()
    page.locator("[data-thumbnail]").first.click()
    large = page.locator("dialog svg.large")
    assert large.bounding_box()["width"] > 300


# ---------------------------------------------------------------------- together


def ada_and_ben(server, visit, game="Wayfinders", hints=""):
    """Two people at a table: who opened it, and who came by the invitation."""
    ada = visit(server.url)
    ada.name("Ada")
    ada.set_up(game, ["me", "open"], hints=hints)
    ben = visit(ada.page.get_by_label("Invitation to seat 2").input_value())
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.ready()
    return ada, ben


def test_undo_is_free_alone_and_asks_the_other_beyond_a_decision(server, visit):
    ada, ben = ada_and_ben(server, visit)
    ada.wait()
    ada.page.locator(".act").first.click()
    ben.wait()
    ada.page.get_by_role("button", name="Undo", exact=True).click()
    ada.wait()
    at_the_start = "() => document.querySelector('main.table').dataset.ply === '0'"
    for person in (ada, ben):
        person.page.wait_for_function(at_the_start)
    ada.page.locator(".act").first.click()
    ben.moved(0)
    ben.wait()
    ben.page.locator(".act").first.click()
    ada.moved(1)
    ada.wait()
    ada.page.get_by_role("button", name="Ask to undo").click()
    ben.page.get_by_text("asks to take back 2 moves, beginning with: Ada sends a worker").wait_for()
    ben.page.get_by_role("button", name="Agree").click()
    for person in (ada, ben):
        person.page.wait_for_function(at_the_start)
    ben.page.locator(".log").get_by_text("Ada takes back 2 moves.").wait_for(state="attached")


@pytest.mark.parametrize(("newest", "named"), [(2, True), (3, False)])
def test_a_page_that_does_not_reach_back_names_no_later_move(server, visit, newest, named):
    """Who has just opened the page has the newest events only: the first of them need not be the first taken back."""
    question = visit(server.url).page.evaluate(
        """async (newest) => {
            const app = document.querySelector("script[type=module]").src;
            const { undoBanner } = await import(new URL("banners.js", app));
            const events = [newest, 4].map((ply) => ({ ply, text: `Move ${ply}` }));
            const asked = { seat: 1, ply: 2, missing: [0] };
            const state = { ply: 5, events, more_events: true, mine: [0] };
            return undoBanner(asked, state, () => "Ada", () => {}).textContent;
        }""",
        newest,
    )
    assert question.startswith("Ada asks to take back 3 moves" + (", beginning with: Move 4" if named else ". "))


def test_what_others_do_meanwhile_takes_nothing_away(server, visit):
    """Both plan at the same time: a hint stays while the other goes on, until it is played."""
    ada, ben = ada_and_ben(server, visit, "Word Traveler", hints="yes")
    ada.wait()
    ada.page.get_by_role("button", name="Hint").click()
    ada.page.locator(".card-hint").wait_for()
    before = ada.ply
    ben.wait()
    ben.move(board=False)
    ada.moved(before)
    assert ada.page.locator(".card-hint").count() == 1
    ada.page.get_by_role("button", name="Play it").click()
    ada.moved(before + 1)
    assert ada.page.locator(".card-hint").count() == 0


def test_chat_reaches_the_other_as_text(server, visit):
    ada = visit(server.url)
    ada.name("Ada")
    ada.set_up("Wayfinders", ["me", "open"], {})
    watcher = visit(ada.page.url)
    watcher.ready()
    assert watcher.page.get_by_text("You are watching.").is_visible()
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something", exact=True).fill("<b>well</b> met")
    ada.page.keyboard.press("Enter")
    watcher.page.get_by_role("tab", name="Chat").click()
    watcher.page.locator(".chat li", has_text="<b>well</b> met").wait_for()
    isolated = watcher.page.locator(
        ".chat li bdi, .who"
    ).all()  # a name that runs from right to left turns nothing round
    assert {one.evaluate("element => element.tagName") for one in isolated} == {"BDI"}
    assert watcher.page.locator(".chat li bdi").all_inner_texts() == ["Ada", "<b>well</b> met"]


def test_people_point_at_things_for_each_other(server, visit):
    ada, ben = ada_and_ben(server, visit)
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


def test_a_thing_that_is_only_a_text_is_outlined_where_it_stands(server, visit):
    """Windward's discards are a text at the right; their outline was a circle in the corner of the panel."""
    ada, _ = ada_and_ben(server, visit, "Windward")
    ada.page.get_by_role("button", name="☞ Point").click()
    ada.page.wait_for_function("() => document.querySelector('[data-region=status] .mark.plan')")
    apart = ada.page.evaluate(
        """() => {
            const region = document.querySelector('[data-region=status]');
            const text = region.querySelector('[data-id=discards] text').getBoundingClientRect();
            const off = ({ x, right }) => Math.max(Math.abs(x - text.x), Math.abs(right - text.right));
            return Math.min(...[...region.querySelectorAll('.halo')].map((halo) => off(halo.getBoundingClientRect())));
        }"""
    )
    assert apart < 15


def test_agreeing_at_once_keeps_what_one_points_at(server, visit):
    """The server's word comes late: what was clicked meanwhile is not forgotten."""
    ada, ben = ada_and_ben(server, visit)
    late, sockets = [], []

    def between(socket):
        sockets.append(socket)
        server_side = socket.connect_to_server()

        def hear(text):
            if late is not None and json.loads(text)["t"] in ("points", "done"):
                late.append(text)
            else:
                socket.send(text)

        server_side.on_message(hear)

    ben.page.route_web_socket(re.compile("/live"), between)
    ben.page.reload()
    ben.ready()
    ben.page.get_by_role("button", name="☞ Point").click()
    ben.press(ben.page.locator('[data-id="island:r1c1"]'))
    ada.page.locator(".pin", has_text="1").wait_for()
    assert ben.page.locator(".pin").count() == 0, "ben's own page has not heard of it"
    ben.page.get_by_role("button", name="I agree").click()
    ada.page.locator(".seat", has_text="agrees, points at").wait_for()
    assert ada.page.locator(".pin").count() == 1
    for text in late:
        sockets[-1].send(text)
    late = None
    ben.page.locator(".pin", has_text="1").wait_for()
    ben.page.locator("button[aria-pressed=true]", has_text="I agree").wait_for()


def test_log_and_chat_show_what_is_new(server, visit):
    """Also when they were not in sight as it came."""
    ada = visit(server.url, viewport={"width": 1280, "height": 560})
    start(ada)
    page = ada.page
    for _ in range(16):
        ada.wait()
        ada.move(board=False)
    ada.wait()
    seen = """(name) => {
        const list = document.querySelector("." + name);
        const panel = document.querySelector("[role=tabpanel]:not([hidden])");
        const [line, frame] = [list.lastElementChild.getBoundingClientRect(), panel.getBoundingClientRect()];
        return list.childElementCount > 8 && line.bottom <= frame.bottom + 1 && line.top >= frame.top;
    }"""
    page.get_by_role("tab", name="Log").click()
    assert page.evaluate(seen, "log")
    before = page.locator(".log li").count()
    ada.move(board=False)
    page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    page.wait_for_function(seen, arg="log")
    page.get_by_role("tab", name="Chat").click()
    for number in range(12):
        page.get_by_label("Say something", exact=True).fill(f"line {number}")
        page.keyboard.press("Enter")
        page.locator(".chat li", has_text=f"line {number}").wait_for()
    assert page.evaluate(seen, "chat")
    assert page.get_by_label("Say something", exact=True).is_visible()


def test_a_shared_device_is_handed_over(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    ada.wait()
    ada.page.locator(".act").first.click()
    ada.page.locator(".cover").get_by_role("button").click()
    ada.wait()
    assert ada.page.locator(".cover").count() == 0
    assert ada.page.locator(".seat.mine").count() == 2


def test_whoever_takes_a_shared_device_sees_nothing_of_the_seat_before(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "bot:random", "shared"], {})
    page = ada.page
    past = page.get_by_role("button", name="Back to now")
    hand_over = page.locator(".cover").get_by_role("button")
    ada.move(board=False)
    hand_over.click()
    ada.wait()
    with page.expect_request(re.compile(r"/moments/\d+\?seat=2$")):
        page.get_by_role("button", name="Watch again").click()
    other = page.context.new_page()  # where seat 2 decides while it looks at the past here
    other.goto(page.url)
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()
    past.wait_for()
    there = type(ada)(other)
    there.ready()
    other.get_by_role("button", name="I am").click()
    there.wait()
    there.move(board=False)
    hand_over.click()
    ada.wait()
    assert past.count() == 0, "that past was seen with other eyes"


# ---------------------------------------------------------------------- moments


@pytest.mark.parametrize("path", ["constructor", "__proto__/x", "%E0%A4%A", "nowhere"])
def test_an_address_that_leads_nowhere_says_so_and_leads_home(server, visit, path):
    page = visit(server.url).page
    page.goto(server.url)
    go = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
    page.evaluate(go, path)
    page.get_by_text("There is nothing at this address.").wait_for()
    page.get_by_role("link", name="To the home page").click()
    page.get_by_role("heading", name="Where shall we go?").wait_for()


def test_a_home_page_that_failed_is_tried_again(server, visit):
    page = visit(server.url).page
    page.route("**/api/games", lambda route: route.abort("internetdisconnected"))
    page.goto(server.url)
    page.get_by_text("The server can't be reached.").wait_for()
    page.unroute("**/api/games")
    page.get_by_role("link", name="To the home page").click()
    page.get_by_role("heading", name="Where shall we go?").wait_for()


def test_a_part_of_the_page_that_does_not_come_is_a_matter_of_the_network(server, visit):
    page = visit(server.url).page
    page.route("**/ladder*.js", lambda route: route.abort("internetdisconnected"))
    page.goto(f"{server.url}/ladder/wayfinders")
    page.get_by_text("The server can't be reached.").wait_for()


def test_what_is_drawn_anew_keeps_the_focus(server, visit):
    ada = visit(server.url)
    page = ada.page
    for _ in range(2):
        ada.set_up("Wayfinders", ["me", "bot:random"], {})
        page.goto(server.url)
    button = page.get_by_role("button", name="Delete Wayfinders").nth(1)  # called as the first one is
    button.focus()
    drawn, key = button.element_handle(), button.get_attribute("data-key")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as each quarter of a minute
    page.wait_for_function("(node) => !node.isConnected", arg=drawn)
    assert key
    assert page.evaluate("document.activeElement.dataset.key") == key


def test_a_moment_that_comes_late_changes_no_other_view(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "bot:random"], {})
    page = ada.page
    ada.move(board=False)
    ada.wait()
    late = []

    def hold(route):
        late.append(route)

    def leave():
        until(page, lambda: late)
        page.get_by_role("link", name="Waystation: home").click()
        page.get_by_role("heading", name="Where shall we go?").wait_for()
        at = page.evaluate("() => history.length")
        for route in late:
            with page.expect_response("**/moments/**"):
                route.continue_()
        late.clear()
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.url == f"{server.url}/"
        assert page.evaluate("() => history.length") == at

    page.route("**/moments/**", hold)
    table = page.url
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()
    leave()
    page.goto(table.replace("/table/", "/replay/"))
    leave()


def test_replay_viewer(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "bot:random"], {"Round limit": "4"})
    page = ada.page
    while not ada.over:
        ada.move(board=False)
        ada.wait()
    last = ada.ply
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()
    page.get_by_role("button", name="Back to now").click()
    page.get_by_text("Back to now").wait_for(state="detached")
    page.locator(".log button").first.click()
    page.get_by_text("Back to now").wait_for()
    page.go_back()  # the browser's own way back leads to the present, too
    page.get_by_text("Back to now").wait_for(state="detached")
    page.get_by_role("link", name="Replay").click()
    count = page.locator(".controls output")

    def shows(ply):
        count.filter(has_text=re.compile(rf"^{ply} / {last}$")).wait_for()

    shows(last)
    page.get_by_role("slider").fill("1")
    shows(1)
    page.get_by_role("button", name="Move after").click()
    shows(2)
    page.get_by_label("Seen by").select_option("all")
    page.wait_for_url("**/replay/*?ply=2&seat=all")
    page.wait_for_function("() => !document.querySelector('.flying')")
    picture = page.locator(".board").inner_html()
    page.reload()
    shows(2)
    assert page.get_by_label("Seen by").input_value() == "all"
    assert page.locator(".board").inner_html() == picture, "the link leads to the same moment"
    page.get_by_role("button", name="First moment").click()
    shows(0)
    for key, ply in {"ArrowRight": 1, "End": last, "ArrowLeft": last - 1, "Home": 0}.items():
        page.keyboard.press(key)
        shows(ply)
    page.get_by_role("button", name="Next turn").click()
    page.wait_for_function("() => !/^0 /.test(document.querySelector('.controls output').textContent)")
    page.get_by_role("button", name="Turn before").click()
    shows(0)
    page.get_by_label("Speed").select_option("4×")
    play = page.get_by_role("button", name="Play", exact=True)
    assert play.evaluate("play => { play.click(); return play.textContent; }") == "Pause"
    shows(last)
    play.wait_for()  # it has stopped at the end
    for name, start in {"SVG": b"<svg", "PNG": b"\x89PNG", "Record": b"waystation record"}.items():
        with page.expect_download() as got:
            page.get_by_role("link", name=name).click()
        assert Path(got.value.path()).read_bytes().startswith(start)


# ---------------------------------------------------------------------- settings, motion, sizes


def test_pieces_glide_unless_motion_is_unwanted(server, visit):
    for motion, glides in {"no-preference": True, "reduce": False}.items():
        ada = visit(server.url, reduced_motion=motion)
        start(ada)
        before = ada.ply
        ada.page.evaluate(WATCH_THE_SKY)
        ada.page.locator(".act").first.click()
        ada.moved(before)
        assert (ada.page.evaluate("() => window.flown") > 0) is glides
        if not glides:
            assert ada.page.evaluate("() => document.getAnimations().length") == 0


def test_what_a_bot_does_is_shown_step_by_step_and_can_be_skipped_and_seen_again(server, visit):
    ada = visit(server.url)
    start(ada, "windward")
    page = ada.page
    page.evaluate("() => localStorage.setItem('waystation-settings', JSON.stringify({ pace: 'slow' }))")
    page.reload()
    ada.ready()
    page.locator('.act[data-action="end"]').click()
    skip = page.get_by_role("button", name="Skip")
    skip.wait_for()
    page.locator(".caption", has_text="bot").wait_for()
    ada.wait()  # the bot has ended its turn long before all of it is shown, and the own choices are there
    assert page.locator(".act").count() > 1
    skip.click()
    skip.wait_for(state="hidden")
    page.get_by_role("button", name="Since your turn").click()
    told = page.get_by_role("dialog").locator("li").all_inner_texts()
    page.keyboard.press("Escape")
    assert len(told) > 1
    page.get_by_role("button", name="Watch again").click()
    skip.wait_for()
    page.locator(".caption", has_text=told[0]).wait_for()
    page.locator(".caption", has_text=told[-1]).wait_for()
    page.locator(".act").first.click()  # an own choice ends it
    skip.wait_for(state="hidden")


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
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(RULES) == safe


def test_first_load_is_small(server, visit):
    ada = visit("about:blank")
    sizes = []
    ada.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    ada.page.goto(server.url)
    ada.page.wait_for_function(
        """() => {
            const inSight = ({ top, height }) => height && top < innerHeight;
            const shown = [...document.images].filter((image) => inSight(image.getBoundingClientRect()));
            return shown.length && shown.every((image) => image.src && image.complete);
        }"""
    )
    ada.page.wait_for_load_state("networkidle")
    assert 50_000 < sum(sizes) < 150_000
