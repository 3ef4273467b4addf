"""Screenshots of every game's table, in three windows, light and dark, for the documentation.

    python3 dev.py pictures                     all games, into docs/img/tables/
    python3 dev.py pictures windward            one or several games
    python3 dev.py pictures --base URL          of a server that runs already, instead of one of its own

Needs Chromium (CHROMIUM=/path names another). Each game is played by its rule of thumb to the middle of a game and
opened as a table; the pictures are WebP files, GAME-WIDTH-THEME.webp.
"""

from __future__ import annotations

import argparse
import base64
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import waystation
from waystation.engine import Chance, Game, Match, State, record

FOLDER = Path(__file__).parents[1] / "docs" / "img" / "tables"
WINDOWS = ((1280, 800), (820, 1180), (390, 844))
THEMES = ("light", "dark")
QUALITY = 72
NAMES = ("Ada", "Ben", "Carla", "Deniz", "Emil")
PLAYERS, FAR = 3, 0.5
"""How many play, where a game allows it, and after which part of the game the picture is taken."""
MOST = 1200
"""Moves after which a game is far enough, over or not."""


def middle(game: Game) -> str:
    """The record of a game, up to a moment about its middle at which the first player is to act."""
    match, chance = Match(game, seed=11, names=NAMES[: game.players]), Chance.of(11, "pictures")
    moments = [0]
    while not match.state.is_over and len(match.moves) < MOST:
        seat = match.state.to_act[0]
        match.apply(choice(match.state, seat, chance), seat)
        if 0 in match.state.to_act:
            moments.append(len(match.moves))
    ply = next(ply for ply in moments if ply >= FAR * moments[-1])
    match.undo(len(match.moves) - ply)
    return record.write(match)


def choice(state: State, seat: int, chance: Chance) -> int:
    """Mostly the game's rule of thumb, where it has one, else anything: tables then look as if people played."""
    advised = state.game.judgement.advise(state, seat) if chance.below(5) else None
    legal = state.legal_actions(seat)
    return advised if advised in legal else chance.choice(legal)


@contextmanager
def server() -> Iterator[str]:
    """A server of our own with an empty database, and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.db"
        command = [sys.executable, "-m", "waystation.server", "--port", str(port), "--db", database]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            base = f"http://127.0.0.1:{port}"
            wait_for(base, process)
            yield base
        finally:
            process.terminate()
            process.wait()


def wait_for(base: str, process: subprocess.Popen[bytes]) -> None:
    """Until the server answers; it has a minute."""
    for _ in range(600):
        if process.poll() is not None:
            sys.exit("the server ended before it answered")
        try:
            with urllib.request.urlopen(f"{base}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    sys.exit("the server does not answer")


def take(browser: Any, base: str, name: str) -> Iterator[Path]:
    """All pictures of one game."""
    kind = waystation.game_type(name)
    players = min(max(PLAYERS, kind.spec.players[0]), kind.spec.players[1] or PLAYERS)
    seats = ["me", *(f"shared:{other}" for other in NAMES[1:players])]
    wish = {"record": middle(waystation.load(name, players=players)), "seats": seats}
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(base)
    page.request.post(f"{base}/api/me", data={"name": NAMES[0]})
    made = page.request.post(f"{base}/api/tables", data=wish)
    if not made.ok:
        sys.exit(f"{name}: {made.text()}")
    page.goto(f"{base}/table/{made.json()['id']}")
    page.wait_for_selector(".board [data-id]", state="attached")
    if page.locator(".cover").count():  # the page has just come, and several people sit at this device
        page.get_by_role("button", name="I am").click()
    camera = context.new_cdp_session(page)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        fold = page.locator(".fold[aria-expanded=true]:visible")
        if fold.count():  # on a phone the choices lie over the table
            fold.click()
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            page.wait_for_timeout(400)
            shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
            path = FOLDER / f"{name}-{width}-{theme}.webp"
            path.write_bytes(base64.b64decode(shot["data"]))
            yield path
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py pictures", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--base", help="address of a server that runs already")
    asked = parser.parse_args()
    unknown = set(asked.games) - set(waystation.game_names())
    if unknown:
        sys.exit(f"there is no game {', '.join(sorted(unknown))}; there are {', '.join(waystation.game_names())}")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("Chromium is not installed (CHROMIUM=/path names one)")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, nullcontext(asked.base) if asked.base else server() as base:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        total = 0
        for name in asked.games or waystation.game_names():
            for path in take(browser, base, name):
                total += path.stat().st_size
                print(f"{path.name}: {path.stat().st_size // 1024} KB")
        print(f"{total / 1e6:.2f} MB in {FOLDER}")
        browser.close()


if __name__ == "__main__":
    main()
