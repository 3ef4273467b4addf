"""The weights that the evaluation goes by, and the files that hold them."""

from __future__ import annotations

from importlib.resources import files

import pytest

import waystation
from waystation.engine import ComponentError
from waystation.games.wayfarers import judgement
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.components import shipped
from waystation.games.wayfarers.judgement import MEMORIES, Memory, memory
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.weights import ALONE, TOGETHER, Weights, of, read_weights, written

DATA = files("waystation.games.wayfarers").joinpath("data")


@pytest.mark.parametrize(
    ("file", "weights", "alone"), [("together.toml", TOGETHER, False), ("alone.toml", ALONE, True)]
)
def test_what_is_written_is_read(file: str, weights: Weights, alone: bool) -> None:
    assert read_weights(DATA.joinpath(file).read_text("utf-8"), "here") == weights == of(alone)
    assert read_weights(written(weights), "here") == weights


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (written(ALONE).replace("weights", "style"), "mine.toml: a table named 'weights' is missing"),
        (written(ALONE).replace("vista = ", "view = "), "mine.toml: weights: vista is missing"),
        (written(ALONE._replace(tile=-1.0)), "mine.toml: weights: tile: expected a number from 0 to 1000, got -1.0"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, reason: str) -> None:
    with pytest.raises(ComponentError) as found:
        read_weights(text, "mine.toml")
    assert str(found.value).startswith(reason)


def test_a_table_may_go_by_other_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a belonging promises is worth more where its weight is higher."""
    state = waystation.load("wayfarers", players=2).new_state(1)
    assert isinstance(state, WayfarersState)
    box, alike = state.game.box, judgement.evaluate(state, 0)
    more = TOGETHER._replace(die_space=9.0, goods=2 * TOGETHER.goods)
    monkeypatch.setitem(MEMORIES, (box, False), Memory(box, more))
    assert memory(box, False).weights == more
    state.seats[0].silver += 3
    with_more = judgement.evaluate(state, 0)
    monkeypatch.setitem(MEMORIES, (box, False), Memory(box, TOGETHER))
    assert with_more > judgement.evaluate(state, 0) > alike


def test_few_memories_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judgement, "MEMORIES", {})
    monkeypatch.setattr(judgement, "MOST_BOXES", 2)
    boxes = [Box(shipped()) for _ in range(3)]
    kept = [memory(box, True) for box in boxes]
    assert len(judgement.MEMORIES) <= 2
    assert memory(boxes[2], True) is kept[2]
