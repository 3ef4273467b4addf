"""A compiled build (tools/compiled.py) of one game: it goes as in plain Python, and plain Python goes with it."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from waystation.engine.conformance import ConformanceError
from waystation.engine.fields import Fields, Number, field
from waystation.games.wayfinders.state import WayfindersState

ROOT = Path(__file__).parents[1]
tool: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "compiled.py"))

STATES = """
import copy, json, pickle, waystation
from waystation.engine import Chance
from waystation.games.wayfinders.state import WayfindersState

state = waystation.load("wayfinders", exploration=True).new_state(7)
print(json.dumps(WayfindersState.slots()))
for again in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
    assert again == state and hash(again) == hash(state) and again is not state
for name in WayfindersState.slots():
    value, other = getattr(state, name), state.clone()
    if name == "chance":
        changed = Chance(value.key, value.count + 1)
    elif name == "chart":
        changed = waystation.load("wayfinders", exploration=True).new_state(8).chart
    else:
        changed = value + 1 if isinstance(value, int) else type(value)([*value, 1])
    setattr(other, name, changed)
    assert other != state and other.key() != state.key(), name
    assert getattr(other.clone(), name) == changed and other.clone() == other, name
"""

DERIVED = """
import waystation
from waystation.engine import State
from waystation.engine.fields import LIST, Kept, field
from waystation.games.wayfinders.questions.turn import Turn
from waystation.games.wayfinders.state import WayfindersState

class Marked(WayfindersState):
    __slots__ = ("mark",)
    def scores(self):
        return [7] * self.game.players

class First(Turn):
    def legal(self, state, frame, seat):
        return super().legal(state, frame, seat)[:1]

class Kites(State):
    kites: list[int] = field(Kept(LIST))

game = waystation.load("wayfinders")
state = game.new_state(7)
assert isinstance(state, State) and issubclass(WayfindersState, State) and not isinstance(game, State)
assert not issubclass(WayfindersState, Kites) and issubclass(Kites, State)
game.by_kind = tuple(First() if type(each) is Turn else each for each in game.by_kind)
assert len(state.legal_now(0)) == 1
marked = WayfindersState.__new__(Marked)
for name in ("game", "_legal_seat", "_legal_list", *WayfindersState.slots(), *WayfindersState.CACHES):
    setattr(marked, name, getattr(state, name))
assert type(marked.clone()) is Marked and marked.clone() == marked != state
assert game.judgement.evaluate(marked, 0) == game.judgement.evaluate(state, 0) and marked.scores() == [7, 7]
kites = Kites(game, state.chance)
kites.kites = [1]
other = kites.clone()
assert other == kites and not hasattr(kites, "__dict__")
other.kites.append(2)
assert other != kites and kites.kites == [1] and "kites" in Kites.slots()
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if missing := tool["lacking"]():
        pytest.skip(f"{missing} is not there: the compiled build is NOT tested")
    folder = tmp_path_factory.mktemp("compiled")
    wheel = tool["build"](folder / "wheel", ("wayfinders",), folder / "tree", level=0)
    return tool["unpack"](wheel, folder / "site")  # type: ignore[no-any-return]


def with_it(site: Path, script: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_conforms_and_goes_as_in_plain_python(site: Path) -> None:
    tool["check"](site, ("wayfinders",))


def test_states_that_differ_are_unequal(site: Path) -> None:
    """Slots that are not found when compiled would make all states equal, and nobody would notice."""
    assert json.loads(with_it(site, STATES)) == list(WayfindersState.slots())


def test_plain_python_derives_from_compiled_classes(site: Path) -> None:
    with_it(site, DERIVED)


def test_what_is_tested_must_be_the_compiled_build(tmp_path: Path) -> None:
    with pytest.raises(tool["Failed"], match="the compiled build is not what is tested"):
        tool["check"](tmp_path, ("wayfinders",))


def test_a_class_that_derives_from_plain_python_is_refused() -> None:
    class Sheet(Number):
        pass

    with pytest.raises(tool["Failed"], match=r"Sheet is to be compiled, but waystation\.engine\.fields is not"):
        tool["can_be_native"](Sheet, {__name__})


def test_code_is_written_out_with_types() -> None:
    class Sheet(Fields):
        water: int = field(Number(0, 5))

    code = tool["typed"](Sheet.generated(), "Sheet")
    assert "def clone(self) -> Self:" in code
    assert "isinstance(other, Sheet)" in code
    with pytest.raises(tool["Failed"], match="its code has no 'def clone"):
        tool["typed"]("", "Sheet")


def test_an_unknown_game_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/compiled.py"), "--games", "chess"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no such game: chess; known are wayfinders" in done.stderr


def test_a_lost_slot_is_found_by_the_conformance_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    import waystation
    from waystation.engine import conformance

    monkeypatch.setattr(WayfindersState, "slots", classmethod(lambda cls: ("agenda", "chance")))
    run = conformance._Run(waystation.load("wayfinders"), 0, 1, (conformance.random_choice,), 100)
    with pytest.raises(ConformanceError, match=r"slots\(\) leaves out bag, chart, columns"):
        run.check_slots()
