"""The table in the terminal."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

import waystation
from waystation.engine import State
from waystation.games.wordtraveler.text import draw


def printed(state: State, viewer: int | None) -> str:
    console = Console(file=StringIO(), width=140)
    console.print(draw(state.view(viewer), state.game))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_it_shows_what_the_viewer_may_know() -> None:
    game = waystation.load("wordtraveler", players=2, first=1, city="london")
    table = {
        "hands": [["busy", "cold"], ["calm"]],
        "maps": [[{"two": "r4c6"}, {"two": "r1c1"}], [{"two": "r7c1"}, {"one": "r1c1"}]],
    }
    state = game.state_from({"table": table})
    state.play("stop r4c6", 0)
    state.play("not busy", 0)
    mine, theirs = printed(state, 0), printed(state, 1)
    assert "→ Not Busy" in mine
    assert "Words in your hand: Cold" in mine
    assert "r4c6 ★2(1)" in mine
    assert "Busy" not in theirs
    assert "Planning goes on in secret" in printed(state, None)
    state.play("done", 0)
    state.play("done", 1)
    state.play("foot r4c5", 1)
    assert "Player 1 asks the way" in printed(state, 1)
    assert "not used: Cold" in printed(state, 1)
    assert "r4c5 (1)" in printed(state, 1)
    state.play("done", 1)
    assert "r4c5 ▼1" in printed(state, 1)
