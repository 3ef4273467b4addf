"""Observations and views in words: what the engine makes of a declaration, what conformance finds wrong with one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tiny.duel import CARDS, Ask, Duel, DuelObservation, DuelState
from tiny.stones import Stones
from waystation.engine import KindError, Match, SeatError, WaystationError, conformance
from waystation.engine.observation import Encoding, Observation, Part, named, of_seats, pack


def position() -> dict[str, Any]:
    """Seat 1 has attacked with the 4 (three play); seat 2 is to answer."""
    return {
        "table": {"hands": [[1, 2], [5, 9], [3, 12, 7]], "points": [0, 2, 1], "deck": [6, 8, 10, 11]},
        "agenda": [{"ask": "NEXT", "data": [1]}, {"ask": "REPLY", "seats": [2], "data": [1, 4]}],
    }


def state() -> Any:
    return Duel.from_options({"players": 3}).state_from(position())


def test_an_observation_is_seen_from_the_seat() -> None:
    moment = state()
    encoding = moment.game.encoding
    seen = encoding.decode(moment.observe(2))
    assert seen == {
        "asked": 1 + Ask.REPLY,
        "on_turn": 1,
        "hand": [card in (3, 7, 12) for card in range(1, CARDS + 1)],
        "attack": 4,
        "deck": 4,
        "sizes": [3, 2, 2],
        "points": [1, 0, 2],
    }
    other = encoding.decode(moment.observe(0))
    assert (other["asked"], other["on_turn"], other["points"]) == (0, 3, [0, 2, 1])
    assert encoding.absolute(moment.observe(0), 0)["on_turn"] == 3 == encoding.absolute(moment.observe(2), 2)["on_turn"]
    assert encoding.words(moment.observe(0))["on_turn"] == "2 on"
    assert encoding.words(moment.observe(2))["asked"] == "reply"


def test_the_mask_says_what_is_legal() -> None:
    moment = state()
    assert [n for n, legal in enumerate(moment.mask(2)) if legal] == moment.legal_actions(2)
    assert not any(moment.mask(0))
    assert len(moment.mask(2)) == len(moment.game.actions)


def test_an_observation_is_read_and_written() -> None:
    moment = state()
    encoding = moment.game.encoding
    flat = moment.observe(1)
    assert (flat.format, flat.itemsize, len(flat)) == ("h", 2, encoding.size)
    parts = encoding.decode(flat)
    assert encoding.encode(parts).tolist() == flat.tolist()
    with pytest.raises(ValueError, match="part attack: expected 0 to 12, got"):
        encoding.encode({**parts, "attack": 13})
    for wrong in (1.5, True, "1"):
        with pytest.raises(KindError, match="part attack is a whole number"):
            encoding.encode({**parts, "attack": wrong})
    with pytest.raises(SeatError):
        encoding.absolute(flat, -1)
    with pytest.raises(ValueError, match="part sizes: expected 3 entries, got 2"):
        encoding.encode({**parts, "sizes": [1, 2]})
    del parts["deck"]
    with pytest.raises(ValueError, match="part deck is missing"):
        encoding.encode(parts)
    with pytest.raises(ValueError, match="has 22 numbers, not 3"):
        encoding.decode([1, 2, 3])
    with pytest.raises(KeyError, match=r"no part 'dck'; there are asked, on_turn, hand"):
        encoding.part("dck")
    assert ("on_turn", "1", "0 nobody, 1 own, 2 the next, 3 2 on", "Who is asked") in encoding.table()


def test_who_asks_wrongly_is_told() -> None:
    moment = state()
    with pytest.raises(SeatError):
        moment.observe(3)
    with pytest.raises(SeatError):
        moment.mask(-1)
    with pytest.raises(WaystationError, match="stones declares no observation"):
        Stones.from_options({}).new_state().observe(0)


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ([Part("a", ""), Part("a", "")], "two parts have the same name"),
        ([Part("a", "", (3,), of="seats")], "part a is by seat: its shape begins with 2"),
        ([Part("a", "", high=1 << 15)], "does not fit into 16 bits"),
        ([Part("a", "", high=3, names=("x",))], "1 names for 0 to 3"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(parts: list[Part], complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        Encoding(parts, 2)


class Telltale(DuelObservation):
    """Shows the next seat's hand."""

    def write(self, state: DuelState, seat: int) -> list[bytes]:
        return super().write(state, (seat + 1) % state.game.players)


class Silent(DuelObservation):
    """Says nothing of the points."""

    def parts(self, game: Any) -> list[Part]:
        return [part for part in super().parts(game) if part.name != "points"]

    def write(self, state: DuelState, seat: int) -> list[bytes]:
        return [super().write(state, seat)[0][: -2 * state.game.players]]


class Unturned(DuelObservation):
    """Counts seats as the table does."""

    def write(self, state: DuelState, seat: int) -> list[bytes]:
        *_, last = super().write(state, 0)
        return [super().write(state, seat)[0][: -2 * state.game.players], last[-2 * state.game.players :]]


class Short(DuelObservation):
    def write(self, state: DuelState, seat: int) -> list[bytes]:
        return [b"", super().write(state, seat)[0][2:]]


class TooLarge(DuelObservation):
    def write(self, state: DuelState, seat: int) -> list[bytes]:
        return [pack([9]), super().write(state, seat)[0][2:]]


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Telltale(), "tells worlds apart|do not see the same"),
        (Silent(), r"differ at table\.points\.\d .*, which its observation does not show"),
        (Unturned(), "seats 0 and 1 do not see the same of points"),
        (Short(), "has 19 numbers, not 20"),
        (TooLarge(), "part asked: expected 0 to 3, got"),
    ],
)
def test_conformance_finds_observations_that_break_the_contract(
    broken: Observation[Any], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Duel, "observation", broken)
    game = Duel(Duel.read_options({}))
    with pytest.raises(conformance.ConformanceError, match=complaint):
        conformance.check(game, games=15, every=1, hash_seeds=False)


def test_named_parts_count_from_none() -> None:
    part = named("colour", "", ["red", "blue"], (4,))
    assert (part.low, part.high, part.names, part.size) == (0, 2, ("none", "red", "blue"), 4)
    assert of_seats("owner", "", 2).names == ("nobody", "own", "the next")


# ---------------------------------------------------------------------- in words


def test_a_view_in_words_has_all_that_is_to_be_decided() -> None:
    match = Match(Duel.from_options({"players": 3}), None, ["Ada", "{0}", "Cy"], position())
    text = match.game.text(match.view(2))
    assert text.split("\n") == [
        "You are Cy, player 3 of 3 in Duel.",
        "deck: 4",
        "hand: 3 7 12",
        "sizes: 2 2 3",
        "points: 0 2 1",
        "attack: 4",
        "Points as they would count now: Ada 0, {0} 2 and Cy 1.",
        "Question: {0} attacks with 4: answer or give way.",
        "Your legal moves:",
        "  answer 3 | 7 | 12",
        "  yield",
    ]
    watching = match.game.text(match.view(None))
    assert watching.startswith("You are watching Duel.")
    assert "12" not in watching
    assert watching.endswith("Question: Waiting for Cy.")
    ended = match.game.state_from({"table": {"passes": 3, "hands": [[], [], []]}, "agenda": []})
    assert match.game.text(ended.view(0)).endswith("All have passed.")


def test_text_depends_on_the_view_alone() -> None:
    moment = state()
    view = moment.view(1)
    copy = msgspec.structs.replace(view)
    moment.apply(moment.legal_actions(2)[0], 2)
    assert moment.game.text(view) == moment.game.text(copy)
