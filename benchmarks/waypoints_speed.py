"""How long Waypoints takes on map 1: to start, to compile the map, to plan routes, to draw.

    python benchmarks/waypoints_speed.py [games: 6]

All in CPU time, so that other work on the machine disturbs little. Starting is measured in processes of their own, with
modules that are byte-compiled already, and without the time that Python itself takes. Planning and drawing are measured
at every decision of whole games of two experts: all routes worth taking at the beginning of a turn; the mover's view
and its scene after every small step.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import waystation
from waystation.games.waypoints import compiler, mapfile, planner
from waystation.games.waypoints.bots import best_turn
from waystation.games.waypoints.frames import Ask
from waystation.games.waypoints.state import WaypointsState

STARTING = """
import time
start = time.process_time()
import waystation
waystation.load("waypoints")
print(time.process_time() - start)
"""
SOURCE = Path(planner.__file__).parent / "data" / "map1.toml"


def starts(count: int = 10) -> list[float]:
    """Seconds to import the library and load map 1, each in a new process."""
    command = [sys.executable, "-c", STARTING]
    return [float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(count + 1)][1:]


def compiles(count: int = 3) -> list[float]:
    """Seconds to compile map 1."""
    source, found = mapfile.load_map(SOURCE), []
    for _ in range(count):
        start = time.process_time()
        compiler.compile_map(source)
        found.append(time.process_time() - start)
    return found


def play(game: waystation.Game, seed: int, plans: list[float], views: list[float], scenes: list[float]) -> None:
    """A game of two experts, with the times of every plan, view and scene."""
    state = game.new_state(seed)
    assert isinstance(state, WaypointsState)
    while not state.is_over:
        seat = state.to_act[0]
        if state.stacks[seat][-1][0] == Ask.WALK:
            start = time.process_time()
            planner.routes(state, state.hikers[seat])
            plans.append(time.process_time() - start)
        for action in best_turn(state, seat):
            state.apply(action, seat)
            start = time.process_time()
            view = state.view(seat)
            looked = time.process_time()
            game.scene(view)
            views.append(looked - start)
            scenes.append(time.process_time() - looked)


def line(name: str, seconds: list[float]) -> str:
    """Median, 90 %, 99 % and worst."""
    some = sorted(1000 * second for second in seconds)
    marks = [some[int(share * (len(some) - 1))] for share in (0.5, 0.9, 0.99, 1)]
    told = "  ".join(f"{mark} {ms:6.2f}" for mark, ms in zip(("median", "90 %", "99 %", "worst"), marks, strict=True))
    return f"{name:22} {len(some):5} times, ms: {told}"


def main(games: int) -> None:
    """Measure and print."""
    print(line("import and load map 1", starts()), flush=True)
    print(line("compile map 1", compiles()), flush=True)
    game = waystation.load("waypoints", players=2)
    plans: list[float] = []
    views: list[float] = []
    scenes: list[float] = []
    for seed in range(games):
        play(game, seed, plans, views, scenes)
    print(line("plan all routes", plans))
    print(line("view", views))
    print(line("draw the scene", scenes))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
