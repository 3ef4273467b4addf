"""From view to view: where the focus goes and what is said, what goes with a view that is left, what comes too late."""

from __future__ import annotations

import json
import re

import pytest

import waystation
from waystation.arena import play_match
from waystation.arena.match import RecordOfGame
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
SETTLED = """async () => {
    await fetch("/health");
    for (const _ of [1, 2]) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
}"""


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


def test_a_new_view_has_the_focus_and_is_announced(server, visit):
    ada = visit(server.url)
    page = ada.page
    said = page.locator("body > .sr[role=status]")
    page.get_by_role("heading", name=HOME).wait_for()
    expect(said).to_be_empty()  # of the first view the browser speaks
    page.get_by_role("link", name="Rules of Wayfinders").press("Enter")
    expect(said).to_have_text("Rules of Wayfinders · Waystation")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Waystation: home")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=HOME).wait_for()
    page.get_by_role("button", name="Play Wayfinders now").press("Enter")
    expect(said).to_have_text("Wayfinders · Waystation")
    ada.ready()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To what you can do")).to_be_focused()


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


def test_what_lies_under_a_cover_is_out_of_reach_of_keys(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    ada.move(board=False)
    page = ada.page
    cover = page.locator(".cover").get_by_role("button")
    expect(cover).to_be_focused()
    page.locator(".bar button").last.focus()
    reached = set()
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("() => document.activeElement.closest('.board, .seats, .asked, .side')?.className ?? ''")
        )
    assert reached == {""}
    cover.click()
    ada.wait()
    ada.move(board=True)


def test_a_cover_is_lifted_only_by_whose_turn_it_is(server, visit):
    """The last choice is taken back under it, or another tab goes on: the seat before was seen then."""
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    page, cover = ada.page, ada.page.locator(".cover").get_by_role("button")
    other = type(ada)(page.context.new_page())
    other.page.goto(page.url)
    other.ready()
    page.get_by_role("button", name="Details").click()
    other.move(board=False)
    expect(cover).to_have_text("I am Player 2")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(cover).to_have_text("I am Player 1")
    cover.click()
    ada.wait()
    ada.move(board=False)
    other.page.get_by_role("button", name="I am Player 2").click()
    expect(other.page.locator(".cover")).to_have_count(0)
    while not other.page.locator(".cover").count():
        other.wait()
        other.move(board=False)
    expect(cover).to_have_text("I am Player 1")


def test_a_cover_need_not_be_lifted_twice(server, visit):
    """Something else is heard before the table comes as the seat sees it."""
    ada = visit(server.url)
    page, cover = ada.page, ada.page.locator(".cover").get_by_role("button")
    steps, looks = [], []

    def between(socket):
        line = socket.connect_to_server()
        socket.on_message(
            lambda text: looks.append((line, text)) if json.loads(text)["t"] == "look" else line.send(text)
        )

        def hear(text):
            if json.loads(text)["t"] == "step":
                steps.append((socket, text))
            socket.send(text)

        line.on_message(hear)

    page.route_web_socket(re.compile("/live"), between)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    ada.move(board=False)
    expect(cover).to_have_text("I am Player 2")
    cover.click()
    until(page, lambda: looks)
    socket, text = steps[-1]
    socket.send(text)
    page.evaluate(SETTLED)
    line, text = looks[-1]
    line.send(text)
    expect(cover).to_have_count(0)
    ada.wait()
    ada.move(board=False)


def test_a_page_that_the_browser_keeps_is_covered(server, visit):
    """As it is left for another one: Back shows it as it was then."""
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    cover = ada.page.locator(".cover").get_by_role("button")
    ada.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(cover).to_have_text("I am Player 1")
    cover.click()
    ada.wait()
    expect(cover).to_have_count(0)
    ada.move(board=False)


def test_what_lies_under_a_cover_is_not_printed(server, visit):
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], {})
    ada.move(board=False)
    expect(ada.page.locator(".cover")).to_be_visible()
    ada.page.emulate_media(media="print")
    expect(ada.page.locator(".board-host")).to_be_hidden()


# ---------------------------------------------------------------------- what goes with a view


def test_what_lies_over_a_view_goes_with_it(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    page.get_by_role("button", name="Details").click()
    page.get_by_role("link", name="Replay so far").click()
    page.locator(".controls").wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.go_back()
    ada.ready()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_look_back_that_is_left_asks_no_more(server, visit, finished):
    page = visit(server.url).page
    page.clock.install()
    asked = Held(page, "**/review")
    page.goto(f"{server.url}/table/{finished(page)}")
    asked.arrived()
    at_home(page)
    asked.let_go(json={"state": "making", "share": 0.5})
    again = []
    page.route("**/review", lambda route: (again.append(route), route.continue_()))
    page.clock.run_for(10_000)
    page.evaluate(SETTLED)
    assert again == []


def test_a_look_back_that_found_no_server_can_be_asked_for_again(server, visit, finished):
    page = visit(server.url).page
    page.route("**/review", lambda route: route.abort("internetdisconnected"))
    page.goto(f"{server.url}/table/{finished(page)}")
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    page.unroute("**/review")
    again.click()
    page.get_by_role("button", name="Look back on the game").wait_for()


def test_a_replay_that_could_not_begin_keeps_no_keys(server, visit, finished):
    page = visit(server.url).page
    table = finished(page)
    page.route("**/story*", lambda route: route.abort("internetdisconnected"))
    page.goto(f"{server.url}/replay/{table}")
    page.get_by_text("The server can't be reached.").wait_for()
    at_home(page)
    page.evaluate("() => addEventListener('keydown', (event) => (window.taken = event.defaultPrevented))")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => window.taken") is False


@pytest.mark.parametrize("ending", ["?ply=some&seat=none", "?ply=-1&seat=1.5"])
def test_a_damaged_address_of_a_moment_leads_to_the_end(server, visit, finished, ending):
    page = visit(server.url).page
    page.goto(f"{server.url}/replay/{finished(page)}{ending}")
    count = page.locator(".controls output")
    count.filter(has_text=re.compile(r"^([1-9]\d*) / \1$")).wait_for()


def test_a_damaged_address_of_a_search_is_searched_without_it(server, visit):
    page = visit(f"{server.url}/games?game=wayfinders&mine=no&variant=%7Bx").page
    page.get_by_role("button", name="Everybody's games").wait_for()
    expect(page.get_by_text("Something went wrong")).to_have_count(0)


# ---------------------------------------------------------------------- what comes twice, or too late


def test_a_double_click_opens_one_table(server, visit):
    page = visit(server.url).page
    opened = Held(page, "**/api/tables")
    page.get_by_role("button", name="Play Wayfinders now").dblclick()
    opened.arrived()
    page.goto(f"{server.url}/new/wayfinders")
    page.get_by_role("button", name="Open the table").dblclick()
    opened.arrived(2)
    page.evaluate(SETTLED)
    assert len(opened.routes) == 2


def test_a_second_click_does_not_choose_what_comes_next(server, visit):
    """A double click, and a key that is held down: the answer to the first is there already."""
    ada = visit(server.url)
    page, mouse = ada.page, ada.page.mouse
    acts = []

    def watch(socket):
        socket.on("framesent", lambda text: acts.append(text) if '"t":"act"' in text else None)

    page.on("websocket", watch)
    start(ada)

    def done(count):
        until(page, lambda: len(acts) >= count)
        ada.moved(before)
        ada.wait()

    before = ada.ply
    mouse.click(*ada.middle(page.locator('.board [data-id="hangar:1"]')))
    done(1)
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    page.evaluate(SETTLED)
    assert len(acts) == 1
    before = ada.ply
    page.locator(".act").first.focus()
    page.keyboard.down("Enter")
    done(2)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.evaluate(SETTLED)
    assert len(acts) == 2
    before = ada.ply
    page.locator(".act").last.click()
    done(3)
    assert len(acts) == 3


def test_a_table_that_opens_late_takes_nobody_away(server, visit):
    page = visit(server.url).page
    opened = Held(page, "**/api/tables")
    page.get_by_role("button", name="Play Wayfinders now").click()
    opened.arrived()
    page.get_by_role("link", name="Rules of Wayfinders").click()
    page.locator(".rules h1").first.wait_for()
    opened.let_go()
    for _ in range(3):  # its page would come after two more answers
        page.evaluate(SETTLED)
    assert page.url.endswith("/rules/wayfinders")
    at_home(page)
    expect(page.locator("#my-tables .row")).to_have_count(1)


def test_a_view_that_comes_late_names_nothing(server, visit):
    page = visit(server.url).page
    page.get_by_role("heading", name=HOME).wait_for()
    statistics = Held(page, "**/api/people/*/statistics")
    page.evaluate(GO, "/person/nobody")
    statistics.arrived()
    page.go_back()
    page.get_by_role("heading", name=HOME).wait_for()
    title = page.title()
    found = {"name": "Ada", "person": "nobody", "games": 0, "wins": 0, "by_game": []}
    statistics.let_go(json=found)
    assert page.title() == title


def test_a_table_that_is_left_names_nothing(server, visit):
    """Its ratings come when it is closed."""
    ada = visit(server.url)
    ada.name("Ada")
    page = ada.page
    ratings = Held(page, "**/ratings")
    body = {"game": "wayfinders", "seats": ["me", "bot:random"], "rated": True, "pace": PACE}
    table = page.request.post(f"{server.url}/api/tables", data=body).json()["id"]
    page.goto(f"{server.url}/table/{table}")
    ada.ready()
    ratings.arrived()
    at_home(page)
    title = page.title()
    ratings.let_go(json=[])
    assert page.title() == title


def test_a_hint_that_comes_late_is_none(server, visit):
    ada = visit(server.url)
    start(ada)
    page = ada.page
    held, sockets = [], []

    def between(socket):
        sockets.append(socket)
        socket.connect_to_server().on_message(
            lambda text: held.append(text) if '"hint"' in text and json.loads(text).get("hint") else socket.send(text)
        )

    page.route_web_socket(re.compile("/live"), between)
    page.reload()
    ada.ready()
    ada.wait()
    page.get_by_role("button", name="Hint").click()
    until(page, lambda: held)
    before = ada.ply
    page.locator(".act").first.click()
    ada.moved(before)
    ada.wait()
    sockets[-1].send(held[0])
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.evaluate(SETTLED)
    expect(page.locator(".card-hint")).to_have_count(0)


def test_nothing_can_be_asked_before_the_table_is_there(server, visit):
    page = visit(server.url).page
    page.route_web_socket(re.compile("/live"), lambda socket: None)
    page.get_by_role("button", name="Play Wayfinders now").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()


def test_a_table_that_is_deleted_is_gone_at_once(server, visit):
    """A list that was asked for before does not bring it back, and the heading counts it no more."""
    ada = visit(server.url)
    start(ada)
    page = ada.page
    page.goto(server.url)
    page.get_by_role("heading", name="1 waits for me").wait_for()
    before = Held(page, "**/api/mine")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    before.arrived()
    page.route("**/api/mine", lambda route: route.continue_())
    old = page.request.get(f"{server.url}/api/mine").json()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete Wayfinders").click()
    page.get_by_text("None yet. Start a game above.").wait_for()
    before.let_go(json=old)
    expect(page.locator("#my-tables .row")).to_have_count(0)


# ---------------------------------------------------------------------- dialogs and menus


def test_a_dialog_is_closed_by_a_press_beside_it_and_by_no_other(server, visit):
    page = visit(server.url).page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    box = dialog.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 100, steps=3)  # somebody marks a text
    page.mouse.up()
    page.evaluate(SETTLED)
    expect(dialog).to_be_visible()
    page.mouse.click(box["x"] - 40, box["y"] + 100)
    expect(dialog).to_have_count(0)


def test_what_is_told_while_a_dialog_is_open_is_seen(server, visit):
    page = visit(f"{server.url}/you").page
    page.get_by_role("heading", name="Your data").wait_for()
    page.route("**/api/you", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_label("I want this, for ever.").check()
    page.get_by_role("button", name="Delete my account", exact=True).click()
    told = page.get_by_role("dialog").get_by_text("The server can't be reached.")
    expect(told).to_be_visible()
    told.evaluate("(node) => (node.style.pointerEvents = 'auto')")
    assert told.evaluate(ON_TOP)


# ---------------------------------------------------------------------- what fails once


def test_rules_that_cannot_be_had_are_no_empty_page(server, visit):
    page = visit(server.url).page
    page.get_by_role("heading", name=HOME).wait_for()
    page.route("**/rules", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("link", name="Rules of Wayfinders").click()
    page.get_by_text("The server can't be reached.").wait_for()


def test_an_answer_that_is_cut_off_is_told_as_such(server, visit):
    page = visit(server.url).page
    page.get_by_role("heading", name=HOME).wait_for()
    page.route("**/api/tournaments", lambda route: route.fulfill(body='[{"na', content_type="application/json"))
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_text("The server can't be reached.").wait_for()


def test_a_page_without_its_language_is_in_english(server, visit):
    page = visit("about:blank").page
    page.route("**/api/language", lambda route: route.abort("internetdisconnected"))
    plain = page.request.get(server.url).text()
    page.route(
        f"{server.url}/",
        lambda route: route.fulfill(body=plain.replace('lang="en"', 'lang="de"'), content_type="text/html"),
    )
    page.goto(server.url)
    page.get_by_role("heading", name=HOME).wait_for()


def test_a_look_that_did_not_come_is_asked_for_again(server, visit):
    ada = visit(server.url)
    page = ada.page
    page.route("**/look?*", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Play Wayfinders now").click()
    page.get_by_text("The server can't be reached.").wait_for()
    page.unroute("**/look?*")
    ada.wait()
    page.locator(".act").first.click()
    ada.ready()


def test_a_coach_that_did_not_come_is_asked_for_again(server, visit):
    ada = visit(server.url)
    page = ada.page
    gone = []
    page.route("**/lesson", lambda route: (gone.append(route), route.abort("internetdisconnected")))
    page.get_by_role("button", name="Learn Wayfinders").click()
    ada.ready()
    until(page, lambda: gone)
    page.unroute("**/lesson")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something", exact=True).fill("hm")
    page.keyboard.press("Enter")
    page.locator(".coach h2").filter(has_text="step 1").wait_for()


# ---------------------------------------------------------------------- forms


def test_what_is_wrong_in_a_form_is_shown_where_it_is(server, visit):
    page = visit(f"{server.url}/new/wayfinders").page
    more = page.locator("details", has=page.get_by_label("Round limit"))
    more.locator("summary").click()
    page.get_by_label("Round limit", exact=True).fill("-3")
    more.locator("summary").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Round limit", exact=True)).to_be_focused()


def test_what_is_not_asked_for_stops_no_form(server, visit):
    page = visit(f"{server.url}/tournaments").page
    page.get_by_text("Set up a tournament").click()
    page.get_by_label("Its name").fill("Cup")
    page.get_by_label("Rounds", exact=True).fill("99")
    page.get_by_label("Who meets whom").select_option("round-robin")
    page.get_by_role("button", name="Set it up").click()
    page.get_by_role("heading", name="Cup").wait_for()


def test_more_names_than_seats_ask_nothing(server, visit, tmp_path):
    """A record with so many that a list of them would stop the page goes to the server as it is."""
    page = visit(server.url).page
    file = tmp_path / "many.txt"
    file.write_text(
        f"waystation record 1\ngame: wayfinders\nseats: {json.dumps(['x'] * 100_000)}\nresult: unfinished\n\n"
    )
    page.route("**/api/tables", lambda route: route.abort("internetdisconnected"))
    with page.expect_request("**/api/tables"):
        page.get_by_label("Open a saved record").set_input_files(file)
    expect(page.locator(".upload .problem")).to_contain_text("The server can't be reached.")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_long_name_of_a_record_is_cut_between_its_signs(server, visit, tmp_path):
    page = visit(server.url).page
    names = json.dumps(["Ada", "a" * 23 + "🚀🚀"])
    file = tmp_path / "long.txt"
    file.write_text(f"waystation record 1\ngame: wayfinders\nseats: {names}\nresult: unfinished\n\n", encoding="utf-8")
    page.get_by_label("Open a saved record").set_input_files(file)
    expect(page.get_by_label("Name in seat 2")).to_have_value("a" * 23 + "🚀")


def test_what_could_not_be_said_can_be_said_again(server, visit):
    ada = visit(server.url)
    page = ada.page

    def between(socket):
        line = socket.connect_to_server()

        def hear(text):
            message = json.loads(text)
            if message["t"] != "chat":
                return line.send(text)
            return socket.send(json.dumps({"t": "refused", "seq": 0, "id": message["id"], "reason": "Not now."}))

        socket.on_message(hear)

    page.route_web_socket(re.compile("/live"), between)
    start(ada)
    page.get_by_role("tab", name="Chat").click()
    field = page.get_by_label("Say something", exact=True)
    field.fill("a long thought")
    field.press("Enter")
    page.locator(".notice", has_text="Not now.").wait_for()
    expect(field).to_have_value("a long thought")


def test_a_name_that_is_changed_is_not_saved_yet(server, visit):
    ada = visit(server.url)
    ada.name("Ada")
    ada.page.get_by_label("You play as").press_sequentially("m")
    expect(ada.page.locator(".name-field .saved")).to_be_empty()


# ---------------------------------------------------------------------- sizes


def test_the_home_page_fits_the_smallest_phone(server, visit):
    """As one does at four times the size on a desktop."""
    page = visit(server.url, viewport={"width": 320, "height": 640}).page
    page.get_by_label("Open a saved record").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 320


# What can be tapped and is less than 40 px wide or high: not the squares of forms (the words beside them count, too),
# nor links in a sentence, nor the numbers of the score sheet, which are to be seen together.
TOO_SMALL = """() => [...document.querySelectorAll("button, .button, select, summary, input, .choice, .brand, .card a")]
    .filter((one) => !one.matches(".cell, .link, .reason, [type=checkbox], [type=radio]") && one.checkVisibility())
    .map((one) => [one.textContent || one.getAttribute("aria-label"), one.getBoundingClientRect()])
    .filter(([_, { width, height }]) => Math.min(width, height) < 39.9)
    .map(([words, { width, height }]) => `${words}: ${width} x ${height}`)"""


@pytest.mark.parametrize("width", [390, 820])
def test_what_is_tapped_is_as_large_as_a_fingertip(server, visit, width):
    ada = visit(server.url, viewport={"width": width, "height": 1180}, has_touch=True, is_mobile=True)
    page = ada.page
    page.locator("[data-game]").first.wait_for()
    assert page.evaluate(TOO_SMALL) == []
    page.goto(f"{server.url}/new/windward")
    page.locator("form").wait_for()
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    assert page.evaluate(TOO_SMALL) == []
    page.goto(server.url)
    start(ada, "windward")
    page.get_by_role("tab", name="Log").tap()
    assert page.evaluate(TOO_SMALL) == []
    page.get_by_role("button", name="Settings").tap()
    assert page.evaluate(TOO_SMALL) == []


def test_asking_to_undo_takes_no_second_row_of_a_phone(server, visit):
    """The bar grew by a row when others had moved, and all below it went down."""
    ada = visit(server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    start(ada)
    bar = ada.page.locator("header")
    high = bar.bounding_box()["height"]
    bar.get_by_text("Undo").evaluate("(button) => { button.textContent = 'Ask to undo'; }")
    assert bar.bounding_box()["height"] < high + 10


def test_a_choice_that_stands_alone_has_all_the_room(server, visit):
    ada = visit(server.url)
    start(ada, "wayfarers")
    alone = ada.page.locator(".act-group .act:only-child").first
    whole = ada.page.locator(".act-list").evaluate("(list) => list.getBoundingClientRect().width")
    assert alone.evaluate("(act) => act.getBoundingClientRect().width") == whole


def test_high_contrast_leaves_what_is_pressed_and_who_is_here(server, visit):
    """The system's colours took the ground of the part in front, and the points before names, away."""
    ada = visit(server.url, forced_colors="active")
    start(ada, "windward")

    def ground(what):
        return ada.page.locator(what).first.evaluate("(one) => getComputedStyle(one).backgroundColor")

    assert ground(".board-tabs [aria-pressed=true]") != ground(".board-tabs [aria-pressed=false]")
    assert ground(".seat.here .dot") != ground(".seat.here")


# ---------------------------------------------------------------------- settings


def test_what_one_tab_sets_holds_in_the_others(server, visit):
    page = visit(server.url).page
    other = page.context.new_page()
    other.goto(server.url)
    for tab, label, choice in ((page, "Theme", "dark"), (other, "Sound", "on")):
        tab.get_by_role("button", name="Settings").click()
        tab.get_by_role("group", name=label).get_by_label(choice, exact=True).check()
        tab.keyboard.press("Escape")
        other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    page.reload()
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert json.loads(page.evaluate("() => localStorage.getItem('waystation-settings')"))["sound"] == "on"


def test_a_picture_to_keep_is_in_the_theme_that_is_chosen(server, visit, finished):
    page = visit(server.url).page
    page.evaluate("() => localStorage.setItem('waystation-settings', JSON.stringify({ theme: 'dark' }))")
    page.goto(f"{server.url}/replay/{finished(page)}")
    expect(page.get_by_role("link", name="How it ended")).to_have_attribute("href", re.compile("theme=dark"))


def test_the_last_day_of_a_search_may_have_25_hours(server, visit):
    page = visit(f"{server.url}/games", timezone_id="Europe/Berlin").page
    page.get_by_label("From").fill("2026-10-25")
    with page.expect_request(re.compile(r"until=")) as asked:
        page.get_by_label("To", exact=True).fill("2026-10-25")
    since, until_ = (float(re.search(rf"{name}=(\d+)", asked.value.url)[1]) for name in ("since", "until"))
    assert until_ - since == 25 * 3600


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


def test_what_is_unfolded_stays_so(server, visit):
    ada = visit(server.url)
    start(ada, "windward")
    page = ada.page
    folded = page.locator(".not-now")
    for _ in range(12):
        if folded.count():
            break
        ada.move(board=False)
        ada.wait()
    was = folded.evaluate("(one) => one.open")
    folded.locator("summary").click()
    ada.page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something", exact=True).fill("hm")
    page.keyboard.press("Enter")
    page.locator(".chat li", has_text="hm").wait_for()
    assert folded.evaluate("(one) => one.open") is not was


def test_the_same_dice_again_are_seen_again(server, visit):
    page = visit(server.url).page
    page.clock.install()
    shown = page.evaluate(
        """async () => {
            const app = document.querySelector("script[type=module]").src;
            const { Rolls } = await import(new URL("rolls.js", app));
            const place = document.body.appendChild(document.createElement("div"));
            window.rolls = new Rolls(place);
            window.place = place;
            const roll = () => [{ who: "Ada", dice: [3], added: 0, total: 3, seat: 0, may: [] }];
            window.roll = roll;
            rolls.show(roll(), false);
            return !place.hidden;
        }"""
    )
    assert shown
    page.clock.run_for(6000)
    assert page.evaluate("() => place.hidden")
    assert page.evaluate("() => { rolls.show(roll(), false); return !place.hidden; }")


# ---------------------------------------------------------------------- addresses, and what was asked for


def test_an_address_asks_for_nothing_but_its_own_table(server, browser):
    context = browser.new_context()
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    page.goto(f"{server.url}/table/%2e%2e%2fme%3F")
    page.get_by_role("heading", name="Not this way").wait_for()
    context.close()
    assert "/api/me?" not in asked


@pytest.mark.parametrize("path", ["/join", "/join#half", "/confirm"])
def test_a_part_of_a_link_is_told_as_any_that_leads_nowhere(server, visit, path):
    page = visit(f"{server.url}{path}").page
    if path == "/confirm":
        page.get_by_role("button", name="Yes, write to me there").click()
    page.get_by_text("This link leads nowhere (any more)").wait_for()


def test_a_search_is_found_again_behind_a_replay(server, visit, finished):
    page = visit(server.url).page
    finished(page)
    page.goto(f"{server.url}/games")
    page.get_by_label("Players", exact=True).select_option("2")
    page.get_by_label("From").fill("0020-01-01")  # while a year is being typed
    page.get_by_label("From").blur()
    expect(page.locator(".finished-row")).to_have_count(1)
    page.get_by_role("link", name="Replay").click()
    page.locator(".controls").wait_for()
    page.go_back()
    expect(page.locator(".finished-row")).to_have_count(1)
    expect(page.get_by_label("Players", exact=True)).to_have_value("2")


# ---------------------------------------------------------------------- windows, and lines that are cut


def test_in_a_low_window_the_picture_fills_it_and_the_wheel_scrolls(server, visit):
    """A phone that lies on its side."""
    ada = visit(server.url, viewport={"width": 844, "height": 390})
    start(ada, "wayfarers")
    page = ada.page
    assert page.locator(".canvas").bounding_box()["height"] > 350
    page.mouse.move(*ada.middle(page.locator(".board .can").first))
    page.evaluate("() => scrollTo(0, 0)")
    page.mouse.wheel(0, 200)
    page.wait_for_function("() => scrollY > 100")
    assert page.locator(".canvas svg.zoomed").count() == 0
    assert page.locator(".choices").bounding_box()["y"] < 100, "the choices stay in sight"


SOCKETS = """
    const Plain = WebSocket;
    window.sockets = [];
    window.WebSocket = class extends Plain { constructor(...how) { super(...how); sockets.push(this); } };
"""


def test_the_clock_of_a_decision_is_right_after_the_line_was_cut(server, visit):
    ada = visit(server.url)
    page = ada.page
    page.context.add_init_script(SOCKETS)
    page.clock.install()
    wish = {"game": "wordtraveler", "options": {"players": 2, "timer": 90}, "seats": ["me", "bot:random"]}
    table = page.request.post(f"{server.url}/api/tables", data=wish).json()["id"]
    page.goto(f"{server.url}/table/{table}")
    ada.wait()
    page.locator(".act").first.click()  # ready
    page.locator(".clock", has_text=":").wait_for()
    page.clock.run_for(40_000)  # of the page's time; the server's goes on as it does
    expect(page.locator(".clock")).to_have_text(re.compile("^0:"))
    page.evaluate("() => sockets.at(-1).close()")
    page.clock.run_for(2000)
    expect(page.locator(".clock")).to_have_text(re.compile("^1:"))


def test_who_only_watches_is_told_of_no_turn_of_theirs(server, visit):
    ada, eve = visit(server.url), visit(server.url)
    start(ada)
    ada.page.locator(".act").first.click()
    ada.moved(0)
    ada.wait()
    eve.page.goto(ada.page.url)
    eve.ready()
    eve.page.locator(".caption:not(:empty)").wait_for()
    expect(eve.page.get_by_role("button", name=re.compile("Since your turn|Watch again"))).to_have_count(0)


def test_a_button_that_goes_while_it_has_the_focus_hands_it_on(server, visit):
    """To what it has brought, else to the choices: from the top of the page it would be a long way by Tab."""
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "bot:random"], hints="yes")
    page = ada.page
    choices = page.locator(".choices")

    def press(name):
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")

    ada.wait()
    press("Hint")
    expect(page.get_by_role("button", name="Play it")).to_be_focused()
    page.keyboard.press("Enter")
    ada.wait()
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()  # after the first move
    press("Move before")
    expect(page.get_by_role("button", name="Back to now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(choices).to_be_focused()
    press("Undo")  # nothing is left to be taken back
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    expect(choices).to_be_focused()
    page.get_by_role("link", name="To what you can do").focus()
    page.keyboard.press("Enter")
    expect(choices).to_be_focused()
    assert "#" not in page.url, "Back leads to the view before"


def test_a_click_that_takes_its_button_away_leaves_no_ring_around_the_choices(server, visit):
    """At each hand-over of one device they were outlined as if somebody went by keys."""
    ada = visit(server.url)
    ada.set_up("Wayfinders", ["me", "shared"], hints="yes")
    page, ringed = ada.page, ada.page.locator(":focus-visible")
    ada.wait()
    page.locator(".act").first.click()
    page.locator(".cover").get_by_role("button").click()
    expect(page.locator(".cover")).to_have_count(0)
    expect(ringed).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Play it").wait_for()
    expect(ringed).to_have_count(0)
    page.get_by_role("tab", name="Log").click()
    page.locator(".log button").first.click()
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)
    expect(ringed).to_have_count(0)


def test_who_has_lost_alone_is_not_second(server, visit):
    game = waystation.load("windward", players=1)
    lost = str(play_match(game, ["random"], 1, accumulators=[RecordOfGame]).extra["record"])
    assert "The ship is lost." in lost
    page = visit(server.url).page
    made = page.request.post(f"{server.url}/api/tables", data={"record": lost, "seats": ["me"]})
    page.goto(f"{server.url}/table/{made.json()['id']}")
    row = page.locator(".result tr")
    row.get_by_text("point").wait_for()
    assert row.locator("td").first.inner_text() == ""
