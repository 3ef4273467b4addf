"""The page as an app: kept in the browser; what it says of what is loading, missing, new, or out of reach."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from web.browsing import PATIENCE, until
from web.conftest import Browser, Person, Server, Visit, sync_api

expect = sync_api.expect
pytestmark = pytest.mark.browser


class Host:
    """A host of a site that only hands out files; it can hold some back, lose some, get a new version, or go away."""

    def __init__(self, built: Path, folder: Path) -> None:
        self.site = folder / "some" / "place"
        shutil.copytree(built, self.site, copy_function=os.link)
        self.held: dict[str, threading.Event] = {}
        self.cut: set[str] = set()  # of such files only one half comes
        self.lost: list[str] = []  # the other half of these
        self.tidy = False  # it leads from index.html to its folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self, directory=str(folder)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/some/place/"

    def version(self) -> str:
        """The newest one."""
        found = re.search(r'"version": "(\w+)"', (self.site / "sw.js").read_text(encoding="utf-8"))
        assert found is not None
        return found[1]

    def coming(self) -> str:
        """The version that `renew` will put in place."""
        version = self.version()
        return version[1:] + version[:1]

    def renew(self, page: bool = True) -> None:
        """Put a new version in place: its page has another title. Without `page`: that is still of the one before.

        The page goes first, and neither is away for a moment: browsers look for a new `sw.js` whenever they like.
        """
        version, newer = self.version(), self.coming()
        os.link(self.site / f"site.{version}.json", self.site / f"site.{newer}.json")
        for name in ("index.html", "sw.js") if page else ("sw.js",):
            text = (self.site / name).read_text(encoding="utf-8")
            written = self.site / f"{name}.new"
            written.write_text(text.replace(version, newer).replace("<title>", "<title>New "), encoding="utf-8")
            later = (self.site / name).stat().st_mtime + 1  # the server tells files of one second not apart
            os.utime(written, (later, later))
            written.replace(self.site / name)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, host: Host, *given: Any, **more: Any) -> None:
        self.host = host
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        for part, go in self.host.held.items():
            if part in self.path:
                go.wait(PATIENCE)
        if any(part in self.path for part in self.host.cut):
            self.cut_off(Path(self.translate_path(self.path)).read_bytes())
        elif self.host.tidy and self.path.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", self.path.removesuffix("index.html"))
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()

    def cut_off(self, content: bytes) -> None:
        """As when the network goes in the middle of a file."""
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[: len(content) // 2])
        self.close_connection = True
        self.host.lost.append(self.path)

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def host(built_site: Path, tmp_path: Path) -> Iterator[Host]:
    made = Host(built_site, tmp_path)
    yield made
    made.close()


@pytest.fixture
def someone(browser: Browser) -> Iterator[Person]:
    """Somebody whose browser keeps nothing yet."""
    expect.set_options(timeout=PATIENCE * 1000)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    yield Person(page)
    context.close()


@pytest.fixture
def visit_alone(browser: Browser) -> Iterator[Person]:
    """Somebody whose browser keeps no site: everything comes over the network each time."""
    expect.set_options(timeout=PATIENCE * 1000)
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    yield Person(page)
    context.close()


def visit_once(person: Person, host: Host) -> None:
    """A first visit, until the site says that it is kept."""
    person.page.goto(host.url)
    expect(person.page.get_by_text("From now on the games work without a network, too.")).to_be_visible()


def test_after_the_first_visit_everything_works_without_a_network(host: Host, someone: Person) -> None:
    """Start, a new game of one that was never loaded before, to its end, a reload after it, and a rematch."""
    visit_once(someone, host)
    host.close()
    someone.page.context.set_offline(True)
    someone.page.goto(host.url)
    someone.set_up("Wayfinders", ["me", "bot:random"], {"Round limit": "2"})
    while not someone.over:
        someone.move(board=False)
        someone.wait()
    points = someone.page.locator(".result").inner_text()
    someone.page.reload()
    expect(someone.page.locator(".result")).to_have_text(points, use_inner_text=True)
    over = someone.page.url
    someone.page.get_by_role("button", name="Rematch").click()
    someone.page.wait_for_url(lambda url: url != over)
    someone.ready()
    someone.wait()
    someone.move(board=False)


def test_a_host_that_leads_from_the_page_to_its_folder(host: Host, someone: Person) -> None:
    """When somebody opens a page, browsers take no answer that came by a detour: the second visit was an error."""
    host.tidy = True
    visit_once(someone, host)
    for _ in range(2):
        someone.page.reload()
        expect(someone.page.get_by_role("button", name="Play Waypoints now")).to_be_visible()


# What the service worker keeps of Python's memory is turned into something else.
SPOIL = """async () => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys())
            if (url.endsWith(".image")) await cache.put(url, new Response(new Uint8Array(1 << 16)));
    }
}"""


def test_a_later_visit_begins_with_the_memory_that_is_kept(host: Host, someone: Person) -> None:
    """It deals as by chance, nevertheless; and if that memory is spoilt, everything works without it."""
    visit_once(someone, host)
    page, said, tables = someone.page, list[str](), set[str]()
    page.on("console", lambda line: said.append(line.text))
    for _ in range(2):
        page.goto(host.url)
        page.get_by_role("button", name="Play Waypoints now").click()
        someone.ready()
        tables.add(page.url)
    assert len(tables) == 2
    assert not said
    page.evaluate(SPOIL)
    page.reload()
    someone.ready()
    someone.wait()
    someone.move(board=False)
    assert any("Python's memory is not as it was kept, so it starts anew" in text for text in said)


def test_a_new_version_is_offered_and_never_forced(host: Host, someone: Person) -> None:
    visit_once(someone, host)
    page = someone.page
    someone.set_up("Wayfinders", ["me", "bot:random"])
    someone.wait()
    someone.move(board=False)
    ply, address = someone.ply, page.url
    host.renew()
    page.evaluate("async () => { (await navigator.serviceWorker.getRegistration()).update(); }")
    expect(page.get_by_text("There is a new version of Waystation. Games under way go on.")).to_be_visible()
    page.reload()
    someone.ready()
    assert not page.evaluate("() => document.documentElement.innerHTML.includes('<title>New')")
    assert "New " not in page.evaluate("async () => (await (await fetch('index.html')).text())")
    with page.expect_event("load"):
        page.get_by_role("button", name="Use it now").click()
    someone.ready()
    assert "<title>New " in page.evaluate("async () => (await (await fetch('index.html')).text())")
    assert page.url == address
    assert someone.ply >= ply


UPDATED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const coming = registration.installing ?? registration.waiting;
    while (coming.state === "installing") await new Promise((go) => coming.addEventListener("statechange", go));
    return coming.state;
}"""


def test_a_version_is_kept_as_a_whole_or_not_at_all(host: Host, someone: Person) -> None:
    """A host gets the next version while a browser fetches one: what it would keep then fits together with nothing."""
    visit_once(someone, host)
    page = someone.page
    host.renew(page=False)
    assert page.evaluate(UPDATED) == "redundant"
    assert len(page.evaluate("() => caches.keys()")) == 1


KEPT = """async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => /site\\.(\\w+)\\.json/.exec(url)?.[1]).filter(Boolean);
}"""


def test_the_version_that_pages_have_stays_whatever_came_since(host: Host, someone: Person) -> None:
    """Of the next one only a half has come; the one after it was whole, but nobody has used it."""
    visit_once(someone, host)
    page, other = someone.page, someone.page.context.new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(host.url)
    before = host.version()
    host.cut.add(host.coming())
    host.renew()
    assert page.evaluate(UPDATED) == "redundant"
    for _ in range(2):
        host.renew()
        # A browser also looks by itself, a while after a page has come; what that has begun may end as a half one first
        until(page, lambda: page.evaluate(UPDATED) == "installed" and host.version() in page.evaluate(KEPT))
    with other.expect_event("load"):
        other.get_by_role("button", name="Use it now").click()
    until(page, lambda: set(page.evaluate(KEPT)) == {before, host.version()})


# As releases kept a version that did not say yet which one pages are opened with.
UNMARKED = """async () => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(new URL("used", location.href).href);
}"""


def test_the_version_of_a_release_before_stays_for_its_pages(host: Host, someone: Person) -> None:
    visit_once(someone, host)
    page, before = someone.page, host.version()
    assert page.evaluate(KEPT) == [before]
    page.evaluate(UNMARKED)
    host.renew()
    assert page.evaluate(UPDATED) == "installed"
    with page.expect_event("load"):
        page.get_by_role("button", name="Use it now").click()
    until(page, lambda: set(page.evaluate(KEPT)) == {before, host.version()})


def test_only_the_page_itself_stands_under_a_name_that_stays(built_site: Path) -> None:
    """So a page asks for files of its own version alone, whatever comes meanwhile."""
    names = [path.relative_to(built_site).as_posix() for path in built_site.rglob("*") if path.is_file()]
    hashed = re.compile(r"[./][0-9a-f]{12}[./]")
    assert {name for name in names if not hashed.search(name)} == {"index.html", "sw.js"}


def test_every_tab_can_take_the_new_version(host: Host, someone: Person) -> None:
    """Also when another one has done so before."""
    visit_once(someone, host)
    page, other = someone.page, someone.page.context.new_page()
    other.set_default_timeout(PATIENCE * 1000)
    other.goto(host.url)
    host.renew()
    page.evaluate(UPDATED)
    for tab in (page, other):
        expect(tab.get_by_text("There is a new version of Waystation.")).to_be_visible()
        with tab.expect_event("load"):
            tab.get_by_role("button", name="Use it now").click()
        assert "<title>New " in tab.evaluate("async () => (await (await fetch('index.html')).text())")


def test_it_says_what_is_loading_and_what_can_t_be_loaded(host: Host, someone: Person) -> None:
    page = someone.page
    go = host.held["library"] = threading.Event()
    page.goto(host.url)
    expect(page.get_by_text("Loading Python, which runs the games in this browser")).to_be_visible()
    assert page.get_by_role("progressbar").get_attribute("max") is not None
    go.set()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    expect(page.get_by_text("From now on")).to_be_visible()
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).unregister(); }")
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    (core,) = host.site.glob("py/core.*.bin")
    core.unlink()
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")  # else the browser need not ask for it at all
    page.reload()
    expect(page.locator(".coming")).to_contain_text(f"py/{core.name} could not be loaded. Are you online?")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


PARTS = ["tabworker.js", "site.*.json", "pyodide.asm.js", "*.wasm.bin", "library.zip.bin", "core.*.bin"]


@pytest.mark.parametrize("part", PARTS)
def test_half_a_file_is_told_as_none(host: Host, visit_alone: Person, part: str) -> None:
    page = visit_alone.page
    (file,) = host.site.rglob(part)
    host.cut.add(file.name)
    page.goto(host.url)
    expect(page.locator(".coming")).to_contain_text("could not be loaded. Are you online?")
    host.cut.clear()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Play Waypoints now").click()
    visit_alone.ready()


def test_a_page_whose_scripts_do_not_come_says_so(host: Host, visit_alone: Person) -> None:
    """Also where nothing runs that could say it: it stayed blank."""
    page = visit_alone.page
    said = page.get_by_text("If nothing else appears")
    host.cut.add("/site.js")
    page.goto(host.url)
    expect(said).to_be_visible()
    host.cut.clear()
    page.get_by_role("link", name="load this page again").click()
    expect(page.get_by_role("button", name="Play Waypoints now")).to_be_visible()
    expect(said).to_have_count(0)
    page.goto((host.site / "index.html").as_uri())
    expect(page.get_by_text("Opened as a file it can't run")).to_be_visible()


def test_it_says_that_python_has_stopped(host: Host, visit_alone: Person, tmp_path: Path) -> None:
    """No Python in a browser reads this; without a word the page would wait for ever."""
    page, file = visit_alone.page, tmp_path / "deep.txt"
    file.write_text(f"waystation record 1\nseats: {'[' * 200_000}\n\n", encoding="utf-8")
    page.goto(host.url)
    page.get_by_label("Open a saved record").set_input_files(file)
    expect(page.locator(".coming")).to_contain_text("The games have stopped in this tab.")
    expect(page.locator(".upload .problem")).to_contain_text("The games have stopped in this tab.")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Play Waypoints now").click()
    visit_alone.ready()


def test_a_game_that_comes_only_half_can_be_asked_for_again(host: Host, visit_alone: Person) -> None:
    page = visit_alone.page
    page.goto(host.url)
    play = page.get_by_role("button", name="Play Waypoints now")
    host.cut.add("py/waypoints")
    play.click()
    expect(page.get_by_text("The game could not be loaded. Are you online?")).to_be_visible()
    expect(page.locator(".coming")).to_be_hidden()
    host.cut.clear()
    play.click()
    visit_alone.ready()


def test_bots_wait_for_the_network_to_come_back(host: Host, visit_alone: Person) -> None:
    """Nobody replaces them meanwhile: that would be for the rest of the game."""
    page = visit_alone.page
    page.goto(host.url)
    host.cut.add("botworker.js")
    page.get_by_role("button", name="Play Wayfinders now").click()
    visit_alone.ready()
    until(page, lambda: len(host.lost) > 2)  # more than whoever asks once, and once more when a bot is to decide
    host.cut.clear()
    for _ in range(2):
        visit_alone.wait()
        visit_alone.move(board=False)
    expect(page.locator(".seats")).to_contain_text("Casual bot")


def test_a_server_that_needs_no_network_is_not_out_of_reach(server: Server, visit: Visit) -> None:
    """On one's own machine, without any network: browsers say that they are offline."""
    page = visit(server.url).page
    expect(page.get_by_role("button", name="Play Wayfinders now")).to_be_visible()
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => false })")
    with page.expect_response("**/health"):
        page.evaluate("() => dispatchEvent(new Event('offline'))")
    page.get_by_role("link", name="Rules of Wayfinders").click()
    page.locator(".rules h1").first.wait_for()
    expect(page.get_by_text("You are offline.")).to_be_hidden()


def test_an_answer_that_still_came_is_not_the_last_word(server: Server, visit: Visit) -> None:
    """The network goes, and the first look still reaches the server."""
    page = visit(server.url).page
    told = page.get_by_text("You are offline.")
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => false })")
    with page.expect_response("**/health"):
        page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(told).to_be_hidden()
    page.route("**/health", lambda route: route.abort("connectionrefused"))
    expect(told).to_be_visible()


def test_a_page_of_a_server_says_when_it_is_offline(server: Server, visit: Visit) -> None:
    page = visit(server.url).page
    told = page.get_by_text("You are offline.")
    expect(page.get_by_role("button", name="Play Wayfinders now")).to_be_visible()
    expect(told).to_be_hidden()
    page.context.set_offline(True)
    expect(told).to_be_visible()
    page.get_by_role("button", name="Play Wayfinders now").click()
    expect(page.get_by_text("The server can't be reached. Are you online?")).to_be_visible()
    page.context.set_offline(False)
    expect(told).to_be_hidden()
