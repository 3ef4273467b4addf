"""The table in the terminal."""

from __future__ import annotations

import io

from rich.console import Console

import waystation
from waystation.engine import State
from waystation.games.wayfinders.text import draw


def drawn(state: State, width: int = 80) -> str:
    screen = Console(width=width, file=io.StringIO())
    with screen.capture() as captured:
        screen.print(draw(state.view(0), state.game))
    return captured.get()


def test_the_drawing_tells_what_lies_where() -> None:
    game = waystation.load("wayfinders", players=2)
    table = {
        "islands": {"r3c4": "R-TRO-D2", "r2c3": "Y-ICE-WILD"},
        "airstrips": {"r3c4": [1, 0]},
        "planes": ["r3c4", "r3c3"],
        "hands": ["PHH", "G"],
        "workers": [[2, 0, 0, 0], [0, 0, 0, 1]],
    }
    text = drawn(game.state_from({"seed": 1, "table": table}))
    lines = text.splitlines()
    row = next(number for number, line in enumerate(lines) if "r3c4 Tropical" in line)
    column = lines[row].index("r3c4")
    below = [line[column : column + 14].rstrip() for line in lines[row : row + 4]]
    # R-TRO-D2: draw 2, 4 points, entered for a parachute, built for H, R and T (an example of the rules).
    assert below == ["r3c4 Tropical", "draw 2", "4 pt     P>HRT", "■2■1 ✈1"]
    assert "wild propeller" in text
    assert "●●" in text
    assert "PHH" in text


def test_face_down_islands_show_their_backs_only() -> None:
    state = waystation.load("wayfinders", players=2, exploration=True).new_state(3)
    text = drawn(state)
    assert text.count("face down") == 20  # 24 islands, of which the four beside Home are face up
    assert text.count("face down") == sum(island.tile is None for island in state.view(0).table.islands.values())


def test_the_drawing_fits_into_80_columns() -> None:
    state = waystation.load("wayfinders", players=4).new_state(3)
    assert max(map(len, drawn(state).splitlines())) <= 80
