"""Questions: one table, and seats that go on by themselves within a common frame."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tiny.market import Ask, Fish, Fruit, Market, MarketState
from waystation.engine import EventLog, Frame, IllegalAction, Match, PositionError, Refusal, conformance
from waystation.engine.conformance import ConformanceError


def market(players: int = 3) -> Market:
    game = Market.from_options({"players": players})
    assert isinstance(game, Market)
    return game


def test_seats_with_stacks_of_their_own_conform() -> None:
    report = conformance.check(market(), games=12, every=1, hash_seeds=False)
    assert report.frames == {"STALL", "FRUIT", "FISH"}
    assert report.kinds == {"go", "take", "haggle", "pay"}


def test_nobody_waits_for_anybody() -> None:
    match = Match(market(2), 1)
    match.play("fruit", 1)
    assert match.state.question(1) == "How much fruit?"
    assert match.state.question(0) == "Which stall?"
    match.play("take 3", 1)
    assert match.state.to_act == (0,)
    match.play("fish", 0)
    match.play("haggle", 0)
    assert match.state.to_act == (0, 1), "the next day"
    assert match.state.scores() == [18, 17]


def test_what_answers_another_question_says_what_is_asked_now() -> None:
    state = market(2).new_state(1)
    refusal = state.why_not("take 1", 0)
    assert refusal is not None
    assert refusal.reason == "Now the question is: Which stall?"
    rich = market(2).state_from({"table": {"spent": [5, 0]}})
    refusal = rich.why_not("fish", 0)
    assert refusal is not None
    assert refusal.reason == "You have spent 5 coins; fish is for thrifty people."
    assert rich.why_not("fish", 1) is None
    with pytest.raises(IllegalAction, match="thrifty"):
        rich.play("fish", 0)


def test_stacks_are_written_and_read() -> None:
    match = Match(market(2), 1)
    match.play("fish", 1)
    document = json.loads(json.dumps(match.state.position()))
    assert document["table"]["stacks"][1] == [
        {"ask": "HOME", "seats": [], "data": []},
        {"ask": "FISH", "seats": [1], "data": []},
    ]
    assert match.game.state_from(document) == match.state


@pytest.mark.parametrize(
    ("stacks", "message"),
    [
        ([[], []], "agenda: seat 0 is asked, but its own stack asks it nothing"),
        ([[{"ask": "HOME"}], [{"ask": "STALL", "seats": [1]}]], "agenda: seat 0 is asked, but"),
        ([[{"ask": "STALL", "seats": [1]}], [{"ask": "STALL", "seats": [1]}]], "agenda: seat 0 is asked, but"),
        ([[{"ask": "SLEEP"}], []], r"table.stacks\[0\]\[0\].ask: 'SLEEP' is no frame"),
        ([[]], "table.stacks: expected 2 entries, got 1"),
    ],
)
def test_stacks_that_ask_otherwise_than_the_common_frame_are_refused(stacks: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        market(2).state_from({"table": {"stacks": stacks}})


def with_questions(**changed: Any) -> Market:
    class Broken(Market):
        questions = {**Market.questions, **{Ask[name]: question for name, question in changed.items()}}  # noqa: RUF012

        def __reduce__(self) -> Any:
            return (_broken, (changed,))

    game = Broken.from_options({"players": 2})
    assert isinstance(game, Broken)
    return game


def _broken(changed: dict[str, Any]) -> Market:
    return with_questions(**changed)


class Strict(Fruit):
    """Refuses what its list offers."""

    def legal(self, state: MarketState, frame: Frame, seat: int) -> list[int]:
        return [2, 3, 4]

    def why_not(self, state: MarketState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return Refusal("There are no more than two pieces left.", "Fruit") if action == 4 else None


class Hasty(Fish):
    """Says at once that haggling is not allowed, where the list has it."""

    def allows(self, state: MarketState, frame: Frame, action: int, seat: int) -> bool | None:
        return action == 6


class Envious(Fruit):
    """Costs more for whoever comes later."""

    def apply(self, state: MarketState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        super().apply(state, frame, action, seat, log)
        state.spent[seat] += sum(state.trips) % 2


@pytest.mark.parametrize(
    ("name", "question", "complaint"),
    [
        ("FRUIT", Strict(), "list and reasons differ for seat . on take 3|why_not and legal differ"),
        ("FISH", Hasty(), "list and `allows` differ"),
        ("FRUIT", Envious(), "depends on the order in which seats take their steps"),
    ],
)
def test_conformance_holds_list_and_reasons_and_orders_against_each_other(
    name: str, question: Any, complaint: str
) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        conformance.check(with_questions(**{name: question}), games=10, every=1, hash_seeds=False)


def test_list_and_reasons_are_compared_at_many_moments() -> None:
    assert conformance.compare(market(), states=300) >= 300
    with pytest.raises(ConformanceError, match="list and reasons differ"):
        conformance.compare(with_questions(FRUIT=Strict()), states=300)


def test_kinds_of_frames_are_numbered_without_a_gap() -> None:
    class Gap(Market):
        questions = {Ask.STALL: Market.questions[Ask.STALL]}  # noqa: RUF012

    with pytest.raises(TypeError, match="without a gap"):
        Gap.from_options({})
