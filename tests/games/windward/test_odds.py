"""Battle odds: exact, against full enumeration of the dice."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from games.windward.table import table
from waystation.games.windward import chances
from waystation.games.windward import odds as module
from waystation.games.windward.model import P_RED
from waystation.games.windward.odds import DIE, against_roll, exact, odds, result, throws, uses

# attacker dice, defender dice, fixed bonus: win, tie, loss (checked by hand for 1 v 1: 11/36, 14/36, 11/36)
KNOWN = {
    (1, 1, 0): (0.3056, 0.3889, 0.3056), (2, 1, 0): (0.8194, 0.1389, 0.0417), (2, 2, 0): (0.3681, 0.2639, 0.3681),
    (3, 2, 0): (0.7559, 0.1492, 0.0949), (2, 5, 0): (0.0009, 0.0064, 0.9928), (2, 5, 2): (0.0328, 0.0670, 0.9002),
    (4, 5, 0): (0.1665, 0.1361, 0.6974), (4, 5, 2): (0.4721, 0.1740, 0.3539), (4, 5, 4): (0.7938, 0.1036, 0.1026),
    (6, 5, 0): (0.6802, 0.1290, 0.1909), (6, 8, 0): (0.0836, 0.0713, 0.8451), (6, 8, 4): (0.5254, 0.1376, 0.3370),
}  # fmt: skip


def test_the_examples_in_the_docs_run() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "windward.md").read_text(encoding="utf-8")
    plain = "\n".join("" if line.startswith("```") else line for line in page.split("\n"))
    for text, names in ((plain, {}), (module.__doc__, vars(module))):
        example = doctest.DocTestParser().get_doctest(text, dict(names), "windward", None, None)
        assert example.examples
        assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("battle", KNOWN)
def test_known_odds(battle: tuple[int, int, int]) -> None:
    assert [round(chance, 4) for chance in odds(*battle)] == list(KNOWN[battle])


def test_one_die_against_one() -> None:
    assert exact(1, 1) == (Fraction(11, 36), Fraction(14, 36), Fraction(11, 36))


@pytest.mark.parametrize(
    ("attack", "defence", "bonus"), [(1, 1, 1), (2, 1, 0), (2, 2, -1), (3, 2, 0), (3, 4, 2), (2, 5, 3)]
)
def test_odds_are_those_of_all_throws(attack: int, defence: int, bonus: int) -> None:
    win = tie = 0
    for faces in product(DIE, repeat=attack + defence):
        lead = sum(faces[:attack]) + bonus - sum(faces[attack:])
        win += lead > 0
        tie += lead == 0
    total = 6 ** (attack + defence)
    assert exact(attack, defence, bonus) == (
        Fraction(win, total),
        Fraction(tie, total),
        Fraction(total - win - tie, total),
    )


def test_throws_count_every_throw() -> None:
    assert throws(2) == (0, 0, 9, 12, 10, 4, 1)
    assert all(sum(throws(dice)) == 6**dice for dice in range(14))


def test_against_a_standing_roll_is_the_defenders_chance() -> None:
    """Two dice against 4: 5 or more in 5 of 36 throws, 4 in 10."""
    assert against_roll(2, 4) == pytest.approx((5 / 36, 10 / 36, 21 / 36))
    assert against_roll(2, 5, bonus=1) == pytest.approx((5 / 36, 10 / 36, 21 / 36))


def test_uses_list_every_number_of_cannons_with_every_total_of_hits() -> None:
    found = uses(2, 5, cannons=2, boosts=(1, 2, 2), fixed=2)
    assert [(use.cannons, use.hits) for use in found] == [(c, h) for c in range(3) for h in range(6)]
    assert found[-1].odds == odds(4, 5, 7)


def test_the_distribution_of_the_difference_fits_the_odds() -> None:
    spread = result(4, 5, bonus=2)
    assert sum(spread.values()) == pytest.approx(1)
    assert sum(share for lead, share in spread.items() if lead > 0) == pytest.approx(odds(4, 5, 2).win)


def test_the_odds_of_entering_count_crew_and_what_is_spent() -> None:
    state = table(
        reds=["12a"], players=[{"ship": "11a", "crew": ["marine"], "cannons": 2, "hand": ["volley"], "plus2": 1}]
    )
    assert chances.plain_odds(state, 0, P_RED) == odds(2, 5, 2)
    assert chances.plain_odds(state, 0, P_RED, guns=2, hits=4) == odds(4, 5, 6)
    assert chances.boost_totals(state, 0) == [0, 2, 4]


def test_the_view_shows_the_asked_seat_the_odds_of_each_use() -> None:
    state = table(players=[{"ship": "33b", "cannons": 1, "hand": []}, {"ship": "32a", "cannons": 1, "hand": []}])
    state.play("sail 32a")
    shown = state.view(0).table.battle
    assert shown.odds == (("fire 0", *odds(2, 2)), ("fire 1", *odds(3, 2)))
    assert state.view(1).table.battle.odds == ()
    state.play("fire 1")
    roll = state.battle[4]
    assert state.view(1).table.battle.results == (roll, None)
    assert state.view(1).table.battle.odds == (("fire 0", *against_roll(2, roll)), ("fire 1", *against_roll(3, roll)))
