"""Fields are declared once: what follows from a declaration, worked out by hand."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tiny.stones import Stones, StonesState
from waystation.engine import PositionError
from waystation.engine.fields import (
    LISTS,
    Bits,
    BySeat,
    Counted,
    Fields,
    Flag,
    Kept,
    Keyed,
    Listed,
    Named,
    Number,
    Parts,
    Rows,
    SeatNumber,
    Tupled,
    document_type,
    field,
    field_faults,
    plain_view,
    read_fields,
    write_fields,
)

CELLS = ("a1", "a2", "b1", "b2")


class Sheet(Fields):
    water: int = field(Number(0, 5))
    marks: list[int] = field(Keyed(("lake", "wood"), Number(0, 3)))


class Table(Fields):
    day: int = field(Number(1, 2), name="day_number")
    first: int = field(SeatNumber(first=1, nobody=True))
    over: bool = field(Flag())
    here: list[int] = field(BySeat(Named(CELLS, words={"away": -1})))
    seen: int = field(Bits(Named(CELLS)))
    dice: list[int] = field(Counted(Number(1, 6), kinds=6, start=1, most=3))
    gained: list[int] = field(Rows(Number(), width=2))
    strips: tuple[int, ...] = field(Tupled(Number(), length=2))
    paths: list[list[int]] = field(Listed(Listed(Number(), most=3)), known="nobody")
    hands: list[int] = field(BySeat(Number()), known="owner")
    gas: list[int] = field(BySeat(Number(0, 9)), among="players")
    guns: list[int] = field(BySeat(Number(0, lambda state: state.most)), name="cannons", among="players")
    speed: int = field(Number(), within="turn")
    idle: int = field(Number(), omit=0)
    sheets: list[Sheet] = field(BySeat(Parts(Sheet), fewer=True))
    inside: list[list[int]] = field(Kept(LISTS))
    total: int = field(Number(), derived=True)


STATE = SimpleNamespace(game=SimpleNamespace(players=2), most=4)


def sheet(water: int) -> Sheet:
    made = Sheet()
    made.water, made.marks = water, [1, 0]
    return made


def table() -> Table:
    made = Table()
    made.day, made.first, made.over, made.here, made.seen = 2, -1, False, [3, -1], 0b101
    made.dice, made.gained, made.strips, made.paths = [0, 0, 2, 0, 0, 1], [1, 2, 3, 4], (7, 8), [[1], []]
    made.hands, made.gas, made.guns, made.speed, made.idle = [5, 6], [1, 2], [3, 4], 9, 0
    made.sheets, made.inside, made.total = [sheet(1), sheet(2)], [[1]], 11
    return made


DOCUMENT = {
    "day_number": 2,
    "first": 0,
    "over": False,
    "here": ["b2", "away"],
    "seen": ["a1", "b1"],
    "dice": [3, 3, 6],
    "gained": [[1, 2], [3, 4]],
    "strips": [7, 8],
    "paths": [[1], []],
    "hands": [5, 6],
    "players": [{"gas": 1, "cannons": 3}, {"gas": 2, "cannons": 4}],
    "turn": {"speed": 9},
    "sheets": [{"water": 1, "marks": {"lake": 1, "wood": 0}}, {"water": 2, "marks": {"lake": 1, "wood": 0}}],
}


def read(document: Any) -> tuple[Table, set[str]]:
    made = table()
    given = read_fields(made, msgspec.convert(document, document_type(Table)), STATE, "table")
    return made, given


def test_a_document_follows_from_the_declarations() -> None:
    assert write_fields(table(), STATE) == DOCUMENT
    loaded, given = read(json.loads(json.dumps(DOCUMENT)))
    assert loaded == table()
    assert given == set(Table.FIELDS) - {"idle", "inside", "total"}


def test_what_a_document_omits_keeps_its_set_up() -> None:
    loaded, given = read({"players": [{"cannons": 1}], "sheets": [{"marks": {"wood": 2}}]})
    assert (loaded.guns, loaded.gas, loaded.sheets[0].marks, loaded.sheets[1].marks) == ([1, 4], [1, 2], [1, 2], [1, 0])
    assert given == {"guns", "sheets"}


def test_what_has_its_usual_value_may_go_unwritten() -> None:
    idle = table()
    idle.idle = 3
    assert write_fields(idle, STATE) == {**DOCUMENT, "idle": 3}


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"first": 4}, "table.first: there is no seat 4"),
        ({"here": ["a1"]}, "table.here: expected 2 entries, got 1"),
        ({"here": ["a1", "z9"]}, r"table.here\[1\]: 'z9' is none of away, a1, a2, b1, b2"),
        ({"dice": [1, 1, 1, 1]}, "table.dice: at most 3, got 4"),
        ({"dice": [7]}, r"table.dice\[0\]: expected 1 to 6, got 7"),
        ({"gained": [[1, 2], [3]]}, r"table.gained\[1\]: expected 2 entries, got 1"),
        ({"paths": [[1, 2, 3, 4]]}, r"table.paths\[0\]: at most 3 entries, got 4"),
        ({"players": [{}, {"cannons": 5}]}, r"table.players\[1\].cannons: expected 0 to 4, got 5"),
        ({"players": [{}, {}, {}]}, "table.players: at most 2 entries, got 3"),
        ({"sheets": [{"marks": {"hill": 1}}]}, r"table.sheets\[0\].marks.hill: 'hill' is none of lake, wood"),
        ({"strips": [1, 2**70]}, r"table.strips\[1\]: expected 0 to 1000000000"),
    ],
)
def test_what_cannot_be_is_refused_with_its_path(document: Any, complaint: str) -> None:
    made = table()
    with pytest.raises((PositionError, msgspec.ValidationError), match=complaint):
        read_fields(made, _unchecked(document), STATE, "table")


def _unchecked(document: Any) -> Any:
    """As typed data, but for the bounds that the type itself would refuse: the reader holds them, too."""
    names = {"players": ("gas", "cannons"), "sheets": ("water", "marks")}

    def entry(of: str, given: dict[str, Any]) -> SimpleNamespace:
        return SimpleNamespace(**{name: given.get(name, msgspec.UNSET) for name in names[of]})

    entries = document_type(Table).__struct_fields__
    whole = {name: document.get(name, msgspec.UNSET) for name in entries}
    for of in names:
        if of in document:
            whole[of] = [entry(of, given) for given in document[of]]
    return SimpleNamespace(**whole)


def test_a_clone_shares_nothing_that_changes() -> None:
    one = table()
    two = one.clone()
    assert two == one
    assert hash(two) == hash(one)
    assert two.sheets[0] is not one.sheets[0]
    two.sheets[0].water = 5
    two.paths[0].append(2)
    two.inside[0].append(2)
    assert (one.sheets[0].water, one.paths, one.inside) == (1, [[1], []], [[1]])
    assert two != one


def test_derived_fields_are_copied_but_not_compared() -> None:
    one, two = table(), table()
    two.total = 99
    assert one == two
    assert two.clone().total == 99


def test_faults_name_the_place_in_the_document() -> None:
    bad = table()
    bad.gas[1], bad.sheets[0].water, bad.gained[3] = 12, 6, -1
    assert list(field_faults(bad, STATE)) == [
        ("gained[1][1]", "expected 0 to 1000000000, got -1"),
        ("players[1].gas", "expected 0 to 9, got 12"),
        ("sheets[0].water", "expected 0 to 5, got 6"),
    ]


def test_the_plain_view_shows_what_the_viewer_may_know() -> None:
    game = Stones.from_options({"players": 2})
    state = game.state_from({"table": {"hands": [2, 3]}})
    assert plain_view(state, 1) == {"round": 1, "hands": (None, 3), "points": (0, 0)}
    assert plain_view(state, None)["hands"] == (None, None)


def test_the_schema_names_bounds_and_letters() -> None:
    schema = msgspec.json.schema(document_type(Table))
    entries = schema["$defs"]["TableDocument"]["properties"]
    assert entries["day_number"] == {"type": "integer", "minimum": 1, "maximum": 2}
    assert entries["seen"] == {"type": "array", "items": {"enum": ["a1", "a2", "b1", "b2"]}}


def test_what_is_generated_can_be_read() -> None:
    text = StonesState.generated()
    assert "    new.hands = self.hands[:]" in text
    assert "and self.points == other.points" in text


def test_a_state_out_of_its_bounds_is_no_position() -> None:
    game = Stones.from_options({})
    with pytest.raises(PositionError, match=r"table\.points\[0\]: Expected `int` >= 0"):
        game.state_from({"table": {"points": [-1, 0, 0]}})


def test_one_entry_is_counted_as_one() -> None:
    assert list(Listed(Number(), 1).miscounted(2, None)) == [("", "expected 1 entry, got 2")]
    assert list(Listed(Number(), most=1).miscounted(2, None)) == [("", "at most 1 entry, got 2")]
