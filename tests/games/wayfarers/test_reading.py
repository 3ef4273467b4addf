"""Reading component files: every word of the vocabulary, and what happens to a wrong one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import waystation
from waystation.engine.errors import ComponentError, PositionError
from waystation.games.wayfarers import totals
from waystation.games.wayfarers.box import standard
from waystation.games.wayfarers.components import shipped
from waystation.games.wayfarers.counting import (
    Form,
    card_points,
    guild_points,
    met,
    read_count,
    read_need,
    read_score,
)
from waystation.games.wayfarers.expression import Book, Op, read_cost
from waystation.games.wayfarers.panorama import Panorama

WORDS = {
    "2 silver": (Op.SILVER, 0, 2), "1 provision": (Op.PROVISION, 0, 1), "die": (Op.DIE, 0, 1),
    "2 black": (Op.GUILD, 0, 2),
    "yellow": (Op.GUILD, 1, 1), "any": (Op.GUILD, 3, 1), "mark": (Op.MARK, 0, 1), "move": (Op.MOVE, 0, 1),
    "retrieve": (Op.RETRIEVE, 0, 1), "refresh": (Op.REFRESH, 0, 1), "adjust": (Op.ADJUST, 0, 1),
    "journal": (Op.JOURNAL, 0, 1), "tile": (Op.TILE, 0, 1), "water": (Op.ACQUIRE, 1, 0), "space -1": (Op.ACQUIRE, 2, 1),
    "free townsfolk": (Op.ACQUIRE, 3, 9), "top land": (Op.TOP, 0, 1), "draw water": (Op.DRAW, 1, 1),
    "black upgrade": (Op.UPGRADE, 0, 0), "free green upgrade": (Op.UPGRADE, 3, 1), "upgrade": (Op.UPGRADE, 5, 1),
    "comet": (Op.COMET, 0, 1), "focus": (Op.FOCUS, 0, 1),
}  # fmt: skip


@pytest.mark.parametrize("text", WORDS)
def test_every_word(text: str) -> None:
    book = Book()
    (effect,) = book.read(text)
    assert book[effect][:3] == WORDS[text]
    assert book[effect].text == text


def test_together_choices_and_costs() -> None:
    book = Book()
    assert [book[e].text for e in book.read("2 mark + blue")] == ["mark", "mark", "blue"]
    (choice,) = book.read("journal / any + retrieve")
    assert [[book[e].text for e in part] for part in book[choice].parts] == [["journal"], ["any", "retrieve"]]
    first, second = book.read("2 black + (pink upgrade / inspiration)")
    assert (book[first].op, book[second].op) == (Op.GUILD, Op.CHOICE)
    (paid,) = book.read("2 provision -> 1 silver + land")
    assert book[paid].cost.provision == 2
    assert [book[e].text for e in book[paid].parts[0]] == ["1 silver", "land"]
    (either,) = book.read("1 provision / 1 silver -> retrieve")
    assert [book[part[0]].cost[:2] for part in book[either].parts] == [(0, 1), (1, 0)]


def test_equal_effects_are_one() -> None:
    book = Book()
    assert book.read("2 silver + land") == book.read("2 silver + land")
    assert len(book) == 2
    assert book.bundle(book.read("land")) == book.read("land")[0]
    assert book[book.bundle(book.read("land + blue"))].text == "(land + blue)"


@pytest.mark.parametrize(
    "text", ["gold", "2 land", "(land", "land)", "land +", "2 silver ->", "free", "1 blue -> land", "land & sea"]
)
def test_wrong_effects_are_refused(text: str) -> None:
    with pytest.raises(ComponentError, match="L01"):
        Book().read(text, "L01")


@pytest.mark.parametrize("text", ["2 gold", "", "silver 2"])
def test_wrong_costs_are_refused(text: str) -> None:
    with pytest.raises(ComponentError):
        read_cost(text, "L01")


def test_scores_and_needs() -> None:
    assert read_score("1 + 1 per 2 black influence")[:4] == (Form.PER, 1, 1, 2)
    assert read_score("3 per set of planet, comet, stars").form == Form.SETS
    assert read_score("4 if most comet else 2")[:3] == (Form.IF_MOST, 2, 4)
    assert read_score("7 if 1 sun else 3")[:4] == (Form.IF_HAVE, 3, 7, 1)
    assert read_need("1 sun or moon").counts == (read_count("sun"), read_count("moon"))
    for wrong in ("one per city", "2 per castle"):
        with pytest.raises(ComponentError):
            read_score(wrong)
    with pytest.raises(ComponentError):
        read_need("many cities")


def test_scoring_of_counts() -> None:
    own = [0] * 30
    own[read_count("city")], own[read_count("vista")] = 3, 9
    own[read_count("harbour")], own[read_count("open_water")] = 2, 1
    assert card_points(read_score("1 per city"), own, False) == 3
    assert card_points(read_score("4 if most comet else 1"), own, True) == 4
    assert met([read_need("3 city"), read_need("1 open_water")], own)
    assert not met([read_need("4 city")], own)
    assert guild_points([3, 2, 0], [[2, 2, 0], [1, 0, 0]]) == [3, 0, 0]


def test_the_box_must_add_up() -> None:
    ours = shipped()
    totals.check(ours)
    for lost in (
        msgspec.structs.replace(ours, cards=ours.cards[:-1]),
        msgspec.structs.replace(ours, tiles=ours.tiles[:-1]),
        msgspec.structs.replace(ours, journal_tiles=ours.journal_tiles[1:]),
    ):
        with pytest.raises(ComponentError):
            totals.check(lost)


def test_reach_of_caravan_chains() -> None:
    player = Panorama.start(standard(), 0)
    player.raises, player.lowers = 0b000110, 0b001000  # +1 in columns 2 and 3, -1 in column 4
    assert [list(player.reach(value)) for value in range(1, 7)] == [[1], [2, 3, 4], [3, 4], [3, 4], [5], [6]]


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ({"seats": [{"cards": ["L99"]}]}, "table.seats[0].cards[0]"),
        ({"seats": [{"cards": ["L05"]}, {"cards": ["L05"]}]}, "table.seats[1].cards[0]"),
        ({"seats": [{"townsfolk": {"HOME_CITY": "T116"}}]}, "table.seats[0].townsfolk.HOME_CITY"),
        ({"seats": [{"tiles": ["U01 front r1c1"]}]}, "table.seats[0].tiles[0]"),
        ({"seats": [{"dice": [7]}]}, "table.seats[0].dice"),
        ({"seats": [{"marker": "J99"}]}, "table.seats[0].marker"),
        ({"seats": [{"silver": -1}]}, "table.seats[0].silver"),
        ({"seats": [{"guilds": {"black": 16}}]}, "table.seats"),
        ({"display": {"sea": []}}, "table.display"),
        ({"influence": {"L99": 0}}, "table.influence.L99"),
        ({"sides": "AAC"}, "table.sides"),
        ({"turn": 5}, "table.turn"),
        ({"solo": {}}, "table.solo"),
        ({"seats": [{"workers": {"blue": -1}}]}, "table.seats[0].workers"),
        ({"display": {"townsfolk": ["T121"]}, "workers": {"T121": ["yellow"]}}, "table.workers.T121"),
        ({"locked": "green L99"}, "table.locked"),
        ({"locked": "red L05"}, "table.locked"),
        ({"locked": "green HOME_CITY"}, "table.locked"),
        ({"fresh": ["L05", "L99"]}, "table.fresh[1]"),
        ({"fresh": ["HOME_CITY"]}, "table.fresh[0]"),
        ({"known": {"L99": 1}}, "table.known.L99"),
        ({"seats": [{"cards": ["L05"]}], "known": {"L05": 1}}, "table.known.L05"),
        ({"display": {"land": []}, "known": {"L05": 4}}, "table.known.L05"),
        ({"green": [1, 5]}, "table.green[1]"),
        ({"stock": {"U99": 1}}, "table.stock.U99"),
        ({"stock": {"U01": 3}}, "table.stock.U01"),
        ({"stock": {"U01": -1}}, "table.stock.U01"),
        ({"round": 0}, "table.round"),
        ({"ending": -1}, "table.ending"),
        ({"used": 16}, "table.used"),
        ({"journal": ["JT01", "JT99"]}, "table.journal"),
        ({"piles": {"sea": []}}, "table.piles"),
        ({"piles": {"land": ["L99"]}}, "table.piles.land"),
        ({"display": {"land": ["W44"]}}, "table.display.land"),
        ({"display": {"land": ["L05", "L06", "L07", "L08", "L09"]}}, "table.display.land"),
        ({"workers": {"L99": ["green"]}}, "table.workers.L99"),
        ({"display": {"land": ["L05"]}, "workers": {"L05": ["red"]}}, "table.workers.L05"),
        ({"seats": [{"placed": ["L05"]}]}, "table.seats[0].placed"),
        ({"seats": [{"board": "B9"}]}, "table.seats[0].board"),
        ({"seats": [{"space": ["L05"]}]}, "table.seats[0].space[0]"),
        ({"seats": [{"inspiration": {"HOME_STAR": "I99"}}]}, "table.seats[0].inspiration.HOME_STAR"),
    ],
)
def test_bad_positions_name_the_place(table: dict[str, object], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("wayfarers").state_from({"table": table})
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("solo", "place"),
    [
        ({"track": 8}, "table.solo.track"),
        ({"comets": 11}, "table.solo.comets"),
        ({"guilds": {"black": -1}}, "table.solo.guilds"),
        ({"schemes": ["SC1"], "pile": ["SC1"]}, "table.solo.pile"),
        ({"schemes": ["SC9"]}, "table.solo.schemes"),
        ({"pile": ["SC9"]}, "table.solo.pile"),
        ({"board": "AI9"}, "table.solo.board"),
        ({"cards": ["L05", "L99"]}, "table.solo.cards[1]"),
        ({"tiles": ["U99"]}, "table.solo.tiles[0]"),
        ({"marker": "J99"}, "table.solo.marker"),
    ],
)
def test_bad_positions_of_the_opponent_name_the_place(solo: dict[str, object], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("wayfarers", players=1).state_from({"table": {"solo": solo}})
    assert caught.value.place == place


END = {"ask": "END"}


def frame(ask: str, *data: int, seats: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"ask": ask, "seats": list(seats), "data": list(data)}


MARK = standard().numbers["mark"]
SILVER = standard().numbers["1 silver"]
L05, T121, I01 = (standard().by_name[name] for name in ("L05", "T121", "I01"))


@pytest.mark.parametrize(
    ("agenda", "place"),
    [
        ([frame("TURN", seats=(0,))], "agenda"),
        ([END, END], "agenda"),
        ([END, frame("TURN", seats=(0, 1))], "agenda[1].seats"),
        ([END, frame("TURN", seats=(1,))], "agenda[1].seats"),
        ([END, frame("TURN")], "agenda[1].seats"),
        ([END, frame("TURN", 3, seats=(0,))], "agenda[1].data"),
        ([END, frame("EXTRA", seats=(0,)), frame("TURN", seats=(0,))], "agenda[1].seats"),
        ([END, frame("END", 1)], "agenda"),
        ([END, frame("POOL", 0, seats=(0,))], "agenda[1].data"),
        ([END, frame("POOL", 2, MARK, seats=(0,))], "agenda[1].data"),
        ([END, frame("POOL", 0, 511, seats=(0,))], "agenda[1].data"),
        ([END, frame("POOL", 0, SILVER, seats=(0,))], "agenda[1].data"),
        ([END, frame("POOL", 0, MARK + 512 * 256, seats=(0,))], "agenda[1].data"),
        ([END, frame("TARGET", 0, SILVER, seats=(0,))], "agenda[1].data"),
        ([END, frame("TARGET", 0, MARK)], "agenda[1].seats"),
        ([END, frame("FEE", 0, 0, 0, seats=(0,))], "agenda[1].data"),
        ([END, frame("HOST", L05, seats=(0,))], "agenda[1].data"),
        ([END, frame("HOST", T121, seats=(0,))], "agenda[1].data"),
        ([END, frame("TUCK", I01, 3, seats=(0,))], "agenda[1].data"),
        ([END, frame("PUT", 0, seats=(0,))], "agenda[1].data"),
        ([END, frame("DRAWN", 0, L05, L05, seats=(0,))], "agenda[1].data"),
        ([END, frame("DRAWN", 1, L05, seats=(0,))], "agenda[1].data"),
        ([END, frame("UNDER", 0, L05, seats=(0,))], "agenda[1].data"),
        ([END, frame("LIFT", 3, 0, seats=(0,))], "agenda[1].data"),
        ([END, frame("MARKING", 20, seats=(0,))], "agenda[1].data"),
        ([END, frame("REROLL", 6, 6, 6, 6, seats=(0,))], "agenda[1].data"),
        ([END, frame("PLAN", 3)], "agenda[1].ask"),
        ([END, frame("DENY", 0, 0, 0, 0, 0, seats=(0,))], "agenda[1].ask"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(f["ask"] for f in value),
)
def test_frames_that_no_game_has_are_refused(agenda: list[dict[str, Any]], place: str) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("wayfarers").state_from({"table": {"turn": 0}, "agenda": agenda})
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("agenda", "place"),
    [
        ([END, frame("TURN", seats=(0,))], "agenda[1].seats"),
        ([END, frame("DENY", 0, 0, 0, 0, 0, seats=(0,))], "agenda[1].data"),
        ([END, frame("SEEK", 0, 0, 0)], "agenda[1].data"),
        ([END, frame("SEEK", 2, 0, 0, 0), frame("SEEK", 1, 0, 0, 0)], "agenda[2].data"),
        ([END, frame("STEP", 0)], "agenda[1].data"),
        ([END, frame("PLAN", 511)], "agenda[1].data"),
        ([END, frame("SOLO", 1)], "agenda[1].data"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(f["ask"] for f in value),
)
def test_frames_that_no_turn_of_the_opponent_has_are_refused(agenda: list[dict[str, Any]], place: str) -> None:
    game = waystation.load("wayfarers", players=1)
    state = game.new_state(1)
    document = state.position()
    document["table"]["turn"] = 1
    document["agenda"] = agenda
    with pytest.raises(PositionError) as caught:
        game.state_from(document)
    assert caught.value.place == place
