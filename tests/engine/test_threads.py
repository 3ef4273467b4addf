"""One game shared by many threads: each plays as if it were alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Barrier
from typing import Any

import msgspec
import pytest

import waystation
from waystation.engine import Chance, Game
from waystation.games.waypoints.atlas import load_sheet
from waystation.games.waypoints.graph import Graph

THREADS = 8
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("wayfinders", {"exploration": True}),
    ("waypoints", {"players": 2}),
    ("wordtraveler", {"players": 3}),
    ("wayfarers", {}),
    ("windward", {"players": 3, "max_rounds": 30}),
]


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns every 10 microseconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def told(game: Game, seed: int, decisions: int = 60) -> str:
    """What a random game offers, shows and thinks of its states, as a fingerprint."""
    seen = sha256()
    state, chance = game.new_state(seed), Chance.of(seed, "choices")
    for ply in range(decisions):
        if state.is_over:
            break
        seat = state.to_act[-1]
        legal = state.legal_actions(seat)
        seen.update(repr(legal).encode())
        if ply % 6 == 0:
            view = state.view(seat)
            seen.update(msgspec.json.encode([view, game.scene(view)]))
            world = state.determinize(seat, Chance.of(seed, "world"))
            seen.update(repr((game.evaluate(world, seat), world.legal_actions(seat))).encode())
        if ply % 20 == 0:
            seen.update(msgspec.json.encode(state.position()))
            seen.update(repr([state.why_not(action, seat) for action in range(0, len(game.actions), 97)]).encode())
        state.apply(chance.choice(legal), seat)
    return seen.hexdigest()


def fresh(game: Game) -> Game:
    """The same game, with nothing worked out yet."""
    return type(game)(game.options)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_game_shared_by_threads_plays_as_if_each_were_alone(name: str, options: dict[str, Any]) -> None:
    game = waystation.load(name, **options)
    alone = [told(fresh(game), seed) for seed in range(THREADS)]
    for _ in range(2):
        shared, ready = fresh(game), Barrier(THREADS)

        def play(seed: int, shared: Game = shared, ready: Barrier = ready) -> str:
            ready.wait()
            return told(shared, seed)

        with ThreadPoolExecutor(THREADS) as pool:
            together = list(pool.map(play, range(THREADS)))
        assert together == alone
        assert [told(shared, seed) for seed in range(THREADS)] == alone  # and nothing wrong is remembered


@pytest.mark.usefixtures("hurried")
def test_tables_that_are_made_when_first_needed_are_made_whole() -> None:
    """Where Waypoints' hikers come with so many kayaks, each table made from the one before."""
    alone = Graph(load_sheet("map1"), True)
    expected = [alone.reachability(kayaks).on_foot for kayaks in range(3)]
    shared, ready = Graph(load_sheet("map1"), True), Barrier(THREADS)

    def ask(number: int) -> bool:
        ready.wait()
        return all(shared.reachability(kayaks).on_foot == expected[kayaks] for kayaks in (number % 3, 1, 2, 0))

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(ask, range(THREADS)))


FIRST_USE = """
import sys, threading, msgspec, waystation
sys.setswitchinterval(1e-5)
game = waystation.load({name!r}, **{options!r})
ready, found = threading.Barrier(8), []
def first():
    ready.wait()
    state = game.new_state(5)
    view = state.view(state.to_act[0])
    found.append(msgspec.json.encode([view, game.scene(view), state.position()]))
threads = [threading.Thread(target=first) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(found) == 8 and len(set(found)) == 1, len(set(found))
"""


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_a_process_learns_first_may_be_learned_by_eight_threads_at_once(
    name: str, options: dict[str, Any]
) -> None:
    code = FIRST_USE.format(name=name, options=options)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.usefixtures("hurried")
def test_threads_that_load_the_same_game_get_the_same_object() -> None:
    ready = Barrier(THREADS)

    def load(_: int) -> Game:
        ready.wait()
        return waystation.load("windward", players=4, max_rounds=17)

    with ThreadPoolExecutor(THREADS) as pool:
        games = list(pool.map(load, range(THREADS)))
    assert all(game is games[0] for game in games)
