"""The scenarios touch every card, crew side, achievement, order, purchase, ruling with an option, and frame."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import waystation
from waystation.engine import ScenarioError, scenario
from waystation.games import windward
from waystation.games.windward import orders
from waystation.games.windward.actions import Do
from waystation.games.windward.components import Achievement, Card, CrewSide, effect, shipped
from waystation.games.windward.edition import WindwardOptions
from waystation.games.windward.frames import Ask
from waystation.games.windward.model import ORDERS, PURCHASES
from waystation.games.windward.questions import turn

SHIPPED = Path(windward.__file__).parent / "data" / "components.toml"
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


def with_change(section: str, ident: str, **change: Any) -> dict[str, Any]:
    """The shipped section of components with one entry changed, as an option."""
    entries = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))[section]
    sides = [side for tile in entries for side in tile["sides"]] if section == "crew" else entries
    next(entry for entry in sides if entry["id"] == ident).update(change)
    return {"components": {section: entries}}


def noticed(word: str, options: dict[str, Any]) -> list[str]:
    """The titles of scenarios with this word that fail under these options."""
    failed = []
    for one in scenarios():
        if word not in str(msgspec.structs.asdict(one)):
            continue
        try:
            scenario.check(one, waystation.load(one.game, **{"map": "large", **one.options, **options}))
        except ScenarioError:
            failed.append(one.title)
    return failed


@pytest.mark.parametrize("card", shipped().cards, ids=lambda card: card.id)
def test_a_card_that_does_something_else_is_noticed(card: Card) -> None:
    """Each card is played, and what it does is asserted: with another effect some scenario fails."""
    assert f"play {card.id}" in played()
    other = {"own turn": "notoriety 5", "battle": "battle_hits 7", "attacked": "battle_hits 1"}[card.timing]
    timing = "battle" if card.timing == "attacked" else card.timing
    assert noticed(card.id, with_change("cards", card.id, effects=[other], timing=timing))


@pytest.mark.parametrize("side", [side for tile in shipped().crew for side in tile.sides], ids=lambda side: side.id)
def test_crew_that_do_more_are_noticed(side: CrewSide) -> None:
    op, amount = effect(side.effect)
    assert noticed(side.id, with_change("crew", side.id, effect=f"{op} {amount + 2}"))


@pytest.mark.parametrize("card", shipped().achievements, ids=lambda card: card.id)
def test_an_achievement_that_is_worth_more_is_noticed(card: Achievement) -> None:
    assert noticed(card.id, with_change("achievements", card.id, first=card.first + 3))


@pytest.mark.parametrize("order", range(len(ORDERS)), ids=ORDERS)
def test_an_order_that_does_nothing_is_noticed(order: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = orders.give_order
    monkeypatch.setattr(orders, "give_order", lambda *args: None if args[2] == order else given(*args))
    assert noticed(f"order {ORDERS[order]}", {})


@pytest.mark.parametrize("purchase", range(len(PURCHASES)), ids=PURCHASES)
def test_a_purchase_that_does_nothing_is_noticed(purchase: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bought = turn.DO[Do.BUY]
    monkeypatch.setitem(turn.DO, Do.BUY, lambda *args: None if args[2] == purchase else bought(*args))
    assert noticed(f"buy {PURCHASES[purchase]}", {})


def test_every_option_is_used() -> None:
    used = {key for one in scenarios() for key in one.options}
    assert set(WindwardOptions.__struct_fields__) <= used


def test_every_question_is_asked() -> None:
    asked = set()
    for one in scenarios():
        match = scenario.check(one)
        states = [match.at(ply) for ply in range(len(match.moves) + 1)]
        asked |= {Ask(state.agenda[-1][0]) for state in states if state.agenda}
    unasked = {Ask.NEXT, Ask.WHITE_MOVES, Ask.SKY_REST, Ask.PORT_REST, Ask.AMBUSH, Ask.RESOLVE, Ask.EFFECT}
    assert asked == set(Ask) - unasked
