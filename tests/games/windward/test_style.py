"""The numbers that captains go by, and the file that holds those learned among rivals."""

from __future__ import annotations

from importlib.resources import files

import pytest

import waystation
from waystation.engine import ComponentError
from waystation.games.windward import captain, style
from waystation.games.windward.state import WindwardState
from waystation.games.windward.style import ALONE, RIVALS, Style, read_style, written

SHIPPED = files("waystation.games.windward").joinpath("data", "rivals.toml").read_text("utf-8")


def test_what_is_written_is_read() -> None:
    assert read_style(written(ALONE), "here") == ALONE
    assert read_style(SHIPPED, "here") == RIVALS


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[style", "mine.toml: Expected"),
        ("grave = 1.0", "mine.toml: a table named 'style' is missing"),
        ("style = 3", "mine.toml: a table named 'style' is missing"),
        (written(RIVALS).replace("tie = ", "knot = "), "mine.toml: style: tie is missing"),
        (written(RIVALS) + "knot = 1.0\n", "mine.toml: style: there is no number 'knot'"),
        (written(RIVALS._replace(gas=-1.0)), "mine.toml: style: gas: expected a number from 0 to 1000, got -1.0"),
        (written(RIVALS).replace("tie = ", "tie = 'x' #"), "mine.toml: style: tie: expected a number from 0 to 1000"),
        (written(RIVALS).replace("tie = ", "tie = nan #"), "mine.toml: style: tie: expected a number from 0 to 1000"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, reason: str) -> None:
    with pytest.raises(ComponentError) as found:
        read_style(text, "mine.toml")
    assert str(found.value).startswith(reason)


@pytest.mark.parametrize(("save", "bought"), [(2.5, "buy notoriety"), (3.5, "buy cannon")])
def test_rivals_go_by_them(monkeypatch: pytest.MonkeyPatch, save: float, bought: str) -> None:
    """With three gas and all orders given, notoriety is bought first if that is more than what is saved up to."""
    players = [{"gas": 3, "hand": ["bait", "volley", "volley"], "morale": 5}, {}]
    doc = {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "turn": {"mates": 0}, "players": players}
    state = waystation.load("windward", map="large", ship_perks="none").state_from({"table": doc})
    assert isinstance(state, WindwardState)
    monkeypatch.setattr(style, "RIVALS", Style(grave=1.0, red=0.9, save=save))
    action = captain.choose(state, 0, state.legal_actions(0))
    assert state.game.actions.format(action) == bought
