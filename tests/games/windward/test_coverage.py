"""The scenarios touch every card, crew side, achievement, order, purchase, ruling with an option, and frame."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import waystation
from waystation.engine import scenario
from waystation.games.windward.components import shipped
from waystation.games.windward.model import ORDERS, PURCHASES, Ask
from waystation.games.windward.options import WindwardOptions

FOLDER = Path(__file__).parents[2] / "scenarios" / "windward"


@cache
def scenarios() -> tuple[scenario.Scenario, ...]:
    return tuple(one for path in sorted(FOLDER.glob("*.toml")) for one in scenario.load(path))


@cache
def played() -> frozenset[str]:
    """All moves that some scenario plays."""
    moves = set()
    for one in scenarios():
        for step in one.step:
            moves |= {move.split(": ")[-1] for move in ([step.play] if isinstance(step.play, str) else step.play)}
    return frozenset(moves)


def test_there_are_many_and_each_names_its_rule() -> None:
    assert len(scenarios()) >= 112
    assert all(one.rule for one in scenarios())


def test_every_card_is_played() -> None:
    assert {f"play {card.id}" for card in shipped().cards} <= played()


def test_every_order_and_purchase_is_given() -> None:
    assert {f"order {order}" for order in ORDERS} | {f"buy {purchase}" for purchase in PURCHASES} <= played()


def test_every_crew_side_and_achievement_is_asserted() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml"))
    for tile in shipped().crew:
        for side in tile.sides:
            assert f'"{side.id}"' in text or f"hire {side.id}" in text
    for card in shipped().achievements:
        assert f'card = "{card.id}"' in text


def test_every_option_is_used() -> None:
    used = {key for one in scenarios() for key in one.options}
    assert set(WindwardOptions.__struct_fields__) <= used


def test_every_question_is_asked() -> None:
    asked = set()
    for one in scenarios():
        match = scenario.check(one, waystation.load(one.game, **one.options))
        states = [match.at(ply) for ply in range(len(match.moves) + 1)]
        asked |= {Ask(state.agenda[-1][0]) for state in states if state.agenda}
    unasked = {Ask.NEXT, Ask.WHITE_MOVES, Ask.SKY_REST, Ask.PORT_REST, Ask.AMBUSH, Ask.RESOLVE, Ask.EFFECT}
    assert asked == set(Ask) - unasked
