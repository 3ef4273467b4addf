"""The scenario runner: what it checks, and how it says what does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.engine import Game, ScenarioError, scenario

DUEL = """
title = "the higher card wins"
game = "duel"
[position]
table = { hands = [[4, 9], [7]], deck = [2, 3] }
agenda = [{ ask = "TURN", seats = [0] }]
[[step]]
only = ["attack 4", "attack 9"]
illegal = { "attack 5" = "do not hold", "2: pass" = "nothing to decide" }
[[step]]
play = ["1: attack 4", "answer 7"]
to_act = [2]
events = ["attacks with 4", "answers with 7"]
legal = ["take point"]
[[step]]
play = "take card"
hears = { 1 = ["draws a card"], 2 = ["You draw the 3"] }
never = ["the 3"]
table = { hands = [[9], [3]], deck = [2] }
view = { 1 = { hand = [9], sizes = [1, 1] }, 0 = { hand = [] } }
[[step]]
play = "take point"
scores = [0, 1]
sheet = { 2 = { points = 1 } }
over = false
"""


@pytest.fixture(autouse=True)
def tiny_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny: dict[str, type[Game]] = {"stones": Stones, "duel": Duel}
    monkeypatch.setattr(waystation, "game_type", tiny.__getitem__)


def run(text: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(text)
    for case in scenario.load(file):
        scenario.check(case)


def test_a_true_scenario_passes(tmp_path: Path) -> None:
    run(DUEL, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            'only = ["attack 4", ',
            "only = [",
            r"step 1: offered: expected \['attack 9'\], found \['attack 4', 'attack 9'\]",
        ),
        ('"do not hold"', '"too late"', "step 1: 'attack 5' is refused because .* does not say 'too late'"),
        ('"attack 5" =', '"attack 9" =', "step 1: 'attack 9' should be refused but is legal"),
        ("answer 7", "answer 8", "step 2: cannot play 'answer 8': You do not hold the 8"),
        ("to_act = [2]", "to_act = [1]", r"step 2: to act: expected \[1\], found \[2\]"),
        ('"attacks with 4", ', '"answers with 7", ', "step 2: events: 'answers with 7' does not occur"),
        ('legal = ["take point"]', 'legal = ["pass"]', "step 2: 'pass' should be legal but is refused"),
        ('"You draw the 3"', '"You draw the 4"', "step 3: events as seat 2 hears them"),
        ('never = ["the 3"]', 'never = ["draws"]', "step 3: events: 'draws' occurs"),
        ("deck = [2] }\nview", "deck = [3] }\nview", r"step 3: table.deck: expected \[3\], found \[2\]"),
        ("sizes = [1, 1]", "sizes = [1, 2]", "step 3: view of seat 1.sizes"),
        ("view = { 1 = { hand", "view = { 1 = { hant", "step 3: view of seat 1 has no 'hant'; there are deck, hand"),
        ("scores = [0, 1]", "scores = [1, 1]", r"step 4: scores: expected \[1, 1\], found \[0, 1\]"),
        ("{ points = 1 }", "{ points = 2 }", "step 4: sheet of seat 2, points: expected 2, found 1"),
        ("{ points = 1 }", "{ rings = 2 }", "step 4: seat 2 has no score line 'rings'"),
        ("over = false", "over = true", "step 4: over: expected True, found False"),
        ('title = "the higher card wins"', "", "case.toml: Object missing required field `title`"),
        ("over = false", "ower = false", r"unknown field `ower` - at `\$.step\[3\]`"),
        ('game = "duel"', 'game = "duel', "case.toml: .*line 3"),
        ('game = "duel"', "game = " + "[" * 100_000, "case.toml: brackets are nested too deeply"),
        (
            'game = "duel"',
            'game = "duel"\nscenario = 3',
            r"case.toml: several scenarios are written as \[\[scenario\]\]",
        ),
        ('game = "duel"', 'game = "duel"\nscenario = [3]', "case.toml: several scenarios are written as"),
        ('game = "duel"', 'game = "duel"\noptions = { name = "x" }', "cannot begin: .*unknown field `name`"),
        ("sheet = { 2 =", "sheet = { 0 =", "step 4: there is no seat 0; seats run from 1 to 2"),
        ("sheet = { 2 =", "sheet = { two =", "step 4: there is no seat two"),
        ("hears = { 1 =", "hears = { 3 =", "step 3: there is no seat 3"),
        ("view = { 1 =", "view = { 3 =", "step 3: there is no seat 3; seats run from 0 to 2"),
        ("view = { 1 =", "view = { -1 =", "step 3: there is no seat -1"),
        ('"1: attack 4"', '"0: attack 4"', "step 2: there is no seat 0"),
        ('"1: attack 4"', '"' + "9" * 5000 + ': attack 4"', "step 2: there is no seat 99999"),
        ("over = false", "seat = 9", "step 4: there is no seat 9"),
        ("deck = [2, 3]", "deck = [4]", "cannot begin: table: each of the cards"),
        ("deck = [2] }\nview", 'deck = { "²" = 2 } }\nview', "step 3: table.deck has no '²'"),
        ("deck = [2] }\nview", "deck = { " + "9" * 5000 + " = 2 } }\nview", "step 3: table.deck has no '9999"),
    ],
)
def test_a_false_scenario_says_where_and_what(old: str, new: str, complaint: str, tmp_path: Path) -> None:
    assert old in DUEL
    with pytest.raises(ScenarioError, match=complaint):
        run(DUEL.replace(old, new), tmp_path)


def test_a_refusal_of_nobody_in_particular_is_named_by_its_step(tmp_path: Path) -> None:
    """Where several are asked, or nobody is any more, the others of a folder are checked all the same."""
    with pytest.raises(ScenarioError, match="step 1: say which `seat`: 3 seats are to act"):
        run('title = "who?"\ngame = "stones"\n[[step]]\nillegal = { "hide 9" = "three" }\n', tmp_path)


def test_chance_can_be_scripted(tmp_path: Path) -> None:
    stones = """
    game = "stones"
    options = { players = 2 }
    [[scenario]]
    title = "the die shows more than all stones"
    [[scenario.step]]
    play = ["1: hide 3", "2: hide 1"]
    chance = [4]
    scores = [3, 1]
    [[scenario]]
    title = "the die does not show more"
    [[scenario.step]]
    play = ["1: hide 3", "2: hide 1"]
    chance = [3]
    scores = [0, 2]
    [[scenario]]
    title = "the game ends after three rounds"
    [[scenario.step]]
    play = ["1: hide 0", "2: hide 1", "2: hide 0", "1: hide 1", "1: hide 0", "2: hide 1"]
    chance = [0, 0, 0]
    scores = [4, 2]
    over = true
    winners = [1]
    reason = "end"
    """
    run(stones, tmp_path)


def test_a_script_that_does_not_fit_is_named(tmp_path: Path) -> None:
    text = 'game="stones"\ntitle="x"\noptions={players=2}\n[[step]]\nplay=["1: hide 3", "2: hide 1"]\nchance=[6]\n'
    with pytest.raises(ScenarioError, match="the script says 6 of 6, the game asks for one of 6"):
        run(text, tmp_path)
