"""What users hand in is read one way everywhere, and what they get is theirs or can't be changed."""

from __future__ import annotations

import copy
import io
import json
import math
import pickle
import tomllib
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from enum import IntEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import waystation
from tiny.duel import Duel
from waystation.arena import play_match
from waystation.bots.analysis import analyse
from waystation.engine import (
    Chance,
    EventLog,
    Game,
    IllegalAction,
    KindError,
    Match,
    NotationError,
    PositionError,
    RecordError,
    SeatError,
    SeedError,
    State,
    WaystationError,
    commitment,
)
from waystation.engine import record as records
from waystation.engine.borders import fold_name, plain, read_seed, shown, whole
from waystation.engine.chance import QuickChance, RecordingChance
from waystation.engine.documents import text_of
from waystation.engine.frozen import FrozenDict

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("wayfinders", {"exploration": True}),
    ("wayfinders", {"players": 4}),
    ("waypoints", {}),
    ("waypoints", {"players": 1}),
    ("wordtraveler", {"players": 3}),
    ("wayfarers", {}),
    ("wayfarers", {"players": 1}),
    ("windward", {"players": 3}),
    ("windward", {"players": 2, "mode": "co-operative"}),
    ("windward", {"players": 1, "mode": "solo"}),
]


class Three(IntEnum):
    THREE = 3


class Index:
    """A whole number of somebody else's kind."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


KINDS: list[Callable[[int], Any]] = [np.int64, np.int8, np.uint16, Index, lambda number: np.array(number)]
NO_NUMBERS = [True, False, 1.0, 0.0, np.float64(1), np.bool_(True), "1", None, b"1", [1], 1j, np.array([0, 1])]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    name, options = request.param
    return waystation.load(name, **options)


def moments(game: Game, decisions: int = 120, every: int = 30) -> Iterator[State]:
    """Some states of a random game."""
    state = game.new_state("borders")
    chance = Chance.of("borders", "choices")
    for ply in range(decisions):
        if state.is_over:
            break
        if ply % every == 0:
            yield state
        seat = state.to_act[0]
        state.apply(chance.choice(state.legal_actions(seat)), seat)
    yield state


# ---------------------------------------------------------------------- numbers


@pytest.mark.parametrize("kind", KINDS)
def test_whole_numbers_of_any_kind_are_ints_at_the_border(game: Game, kind: Callable[[int], Any]) -> None:
    state, other = game.new_state(1), game.new_state(1)
    match, log = Match(game, 1), EventLog()
    seat = state.to_act[0]
    action = state.legal_actions(seat)[0]
    if action < 100:  # what an int8 holds
        assert state.legal_actions(kind(seat)) == state.legal_actions(seat)
        assert kind(action) in match.legal(kind(seat))
        assert state.why_not(kind(action), kind(seat)) is None
        assert game.actions.format(kind(action)) == game.actions.format(action)
        assert game.actions[kind(action)].id == action
        assert state.view(kind(seat)) == state.view(seat)
        assert type(state.view(kind(seat)).viewer) is int
        assert state.score_sheet(kind(seat)) == state.score_sheet(seat)
        assert state.label(kind(action), kind(seat)) == state.label(action, seat)
        state.apply(kind(action), kind(seat), log)
        other.apply(action, seat)
        assert state == other
        assert state.position() == other.position()
        move = match.apply(kind(action), kind(seat))
        assert (type(move.action), type(move.seat)) == (int, int)
        assert records.replay(records.parse(records.write(match))).state == match.state
        assert match.at(kind(0)) == game.new_state(1)
        match.undo(kind(1))
        assert match.state == game.new_state(1)


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_is_no_whole_number_is_refused_and_changes_nothing(game: Game, wrong: Any) -> None:
    match = Match(game, 1)
    state = match.state
    before = state.clone()
    seat = state.to_act[0]
    action = state.legal_actions(seat)[0]
    attempts: list[Callable[[], object]] = [
        lambda: state.apply(wrong, seat),
        lambda: match.apply(wrong, seat),
        lambda: match.undo(wrong),
        lambda: match.at(wrong),
        lambda: game.actions.format(wrong),
        lambda: game.actions[wrong],
        lambda: game.actions.number(wrong),
    ]
    if not isinstance(wrong, str):  # a text is a notation
        attempts += [lambda: state.why_not(wrong, seat), lambda: match.legal(seat).explain(wrong)]
    if wrong is not None:  # None is the seat that is to act, or a spectator
        attempts += [
            lambda: state.apply(action, wrong),
            lambda: state.legal_actions(wrong),
            lambda: state.view(wrong),
            lambda: match.view(wrong),
            lambda: match.told(wrong),
            lambda: match.legal(wrong),
            lambda: state.why_not(action, wrong),
        ]
    attempts += [
        lambda: state.score_sheet(wrong),
        lambda: state.question(wrong),
        lambda: state.label(action, wrong),
        lambda: state.nodes(wrong, seat),
        lambda: state.determinize(wrong, Chance.of(1, "x")),
        lambda: state.so_far(wrong, []),
        lambda: game.points_by_component(state, wrong),
        lambda: game.evaluate(state, wrong),
        lambda: game.advise(state, wrong),
        lambda: game.play_on(state.clone(), wrong),
    ]
    for attempt in attempts:
        with pytest.raises((KindError, WaystationError)):
            attempt()
        assert state == before
    if not isinstance(wrong, str):
        assert wrong not in match.legal(seat)


def test_every_action_has_a_label_and_clicks_on_offer_or_not(game: Game) -> None:
    for state in moments(game):
        for seat in range(game.players):
            for action in game.actions:
                assert state.label(action.id, seat)
                assert isinstance(state.nodes(action.id, seat), tuple)


def test_an_index_from_the_end_is_no_action_and_no_seat(game: Game) -> None:
    state, match = game.new_state(1), Match(game, 1)
    seat = state.to_act[0]
    state.legal_actions(seat)  # a list that the state remembers
    for number in (-1, -len(game.actions), len(game.actions), 10**30):
        for ask in (game.actions.format, game.actions.__getitem__, game.actions.number):
            with pytest.raises(NotationError):
                ask(number)
        assert state.why_not(number, seat) is not None
        assert number not in match.legal(seat)
        with pytest.raises(WaystationError):
            state.apply(number, seat)
        with pytest.raises(WaystationError):
            state.label(number, seat)
    for number in (-1, game.players, 10**30):
        for question in (state.score_sheet, state.view, state.legal_actions, state.question, match.legal, match.told):
            with pytest.raises(SeatError):
                question(number)
        with pytest.raises(SeatError):
            state.determinize(number, Chance.of(1, "x"))
        for ask in (game.points_by_component, game.evaluate, game.advise, game.play_on, game.reward):
            with pytest.raises(SeatError):
                ask(state, number)
    for count in (-1, 1):
        with pytest.raises(ValueError, match="moves"):
            match.undo(count)
    with pytest.raises(ValueError, match="counted from 0"):
        match.told(0, -1)
    with pytest.raises(ValueError, match="number of moves, got -1"):
        records.replay(records.parse(records.write(match)), to=-1)


def test_what_is_no_count_is_refused(game: Game) -> None:
    match = Match(game, 1)
    record = records.parse(records.write(match))
    for wrong in (True, 1.0, math.nan, "1"):
        with pytest.raises(KindError):
            match.told(None, wrong)
        with pytest.raises(KindError):
            records.replay(record, to=wrong)
        with pytest.raises(KindError):
            match.draft(next(iter(match.legal(match.state.to_act[0]))), wrong)


def test_a_record_is_not_written_without_seed_by_a_slip() -> None:
    with pytest.raises(ValueError, match="seed: 'comitment' is none of seed, commitment"):
        records.write(Match(waystation.load("wayfinders"), 7), seed="comitment")  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [np.array([1, 2]), np.int64(7), range(2), "7", Match])
def test_what_is_no_object_is_no_position(wrong: Any) -> None:
    """To the library that reads them, arrays and ranges are mappings: they gave the set-up of seed 0."""
    game = waystation.load("wayfarers")
    with pytest.raises(PositionError, match="a position is an object"):
        game.state_from(wrong)
    with pytest.raises(PositionError):
        game.state_from({"table": wrong})
    with pytest.raises(waystation.engine.OptionError):
        waystation.load("wayfarers", components=wrong)


def test_options_and_positions_take_whole_numbers_of_any_kind() -> None:
    assert waystation.load("wayfinders", players=np.int64(3)) is waystation.load("wayfinders", players=3)
    for wrong in (True, 3.0, np.float64(3), "3"):
        with pytest.raises(waystation.engine.OptionError):
            waystation.load("wayfinders", players=wrong)
    game = waystation.load("wayfinders")
    document = {"table": {"turns": np.int64(4)}, "seed": np.int64(7)}
    assert game.state_from(document) == game.state_from({"table": {"turns": 4}, "seed": 7})


def test_a_match_keeps_a_position_of_its_own(game: Game) -> None:
    """It is written into records: numbers of other kinds would not be, and changes from outside would be."""
    document = game.new_state(3).position()
    document["chance"]["count"] = np.int64(document["chance"]["count"])
    match = Match(game, position=document)
    document["chance"]["count"] += 1
    document["table"].clear()
    assert records.verify(records.parse(records.write(match))).state == match.state


def test_plain_changes_numbers_and_nothing_else() -> None:
    given = {"a": [np.int64(1), True, 1.5, None, "x"], "b": (Three.THREE,)}
    assert plain(given) == {"a": [1, True, 1.5, None, "x"], "b": [3]}
    assert type(plain(given)["a"][1]) is bool
    assert whole(Three.THREE, "a number") == 3
    assert type(whole(Three.THREE, "a number")) is int


# ---------------------------------------------------------------------- seeds


@pytest.mark.parametrize(
    ("given", "seed"),
    [
        (7, 7),
        ("7", 7),
        (np.int64(7), 7),
        ("-7", -7),
        ("0", 0),
        (Three.THREE, 3),
        ("2024", 2024),
        ("007", "007"),
        ("+7", "+7"),
        ("-0", "-0"),
        (" 7", " 7"),
        ("７", "７"),
        ("7.0", "7.0"),
        ("x", "x"),
        (10**20, str(10**20)),
    ],
)
def test_a_seed_is_its_text(given: Any, seed: Any) -> None:
    read = read_seed(given)
    assert (read, type(read)) == (seed, type(seed))
    assert commitment(given) == commitment(seed)
    game = waystation.load("wayfinders")
    assert game.new_state(given) == game.new_state(seed) == Match(game, given).state
    match = Match(game, given)
    written = records.parse(records.write(match))
    assert written.seed == seed
    assert records.verify(written, seed=given).state == match.state
    hidden = records.parse(records.write(match, seed="commitment"))
    assert records.verify(hidden, seed=given).state == match.state


@pytest.mark.parametrize(
    "wrong",
    [7.0, 0.5, True, False, None, "", b"7", [7], 1j, "\ud800", "x" * 2000, 10**5000],
    ids=lambda wrong: type(wrong).__name__,
)
def test_what_is_no_seed_is_refused_at_once(wrong: Any) -> None:
    game = Duel.from_options({})
    with pytest.raises(SeedError) as caught:
        game.new_state(wrong)
    assert wrong is not True or "got True" in str(caught.value)
    with pytest.raises(SeedError):
        commitment(wrong)
    if wrong is not None:  # a match may begin without
        with pytest.raises(SeedError):
            Match(game, wrong)
    if wrong is not None and not isinstance(wrong, bytes | complex):
        with pytest.raises(PositionError):
            game.state_from({"seed": wrong})


@pytest.mark.parametrize("stream", [Chance, QuickChance])
def test_the_rows_of_a_table_are_shuffled_as_a_list_is(stream: type[Chance]) -> None:
    """Rows of numpy's are views: swapped one by one, some were there twice and others not at all."""
    plain, rows = list(range(20)), np.arange(60).reshape(20, 3)
    stream(b"k" * 32).shuffle(plain)
    stream(b"k" * 32).shuffle(rows)  # type: ignore[arg-type]
    assert rows.tolist() == [[3 * n, 3 * n + 1, 3 * n + 2] for n in plain]


@pytest.mark.parametrize("stream", [Chance, QuickChance])
@pytest.mark.parametrize(
    "kind",
    [deque, bytearray, lambda items: array("h", items), np.array, lambda items: np.array(items, [("card", "i8")])],
)
def test_whatever_has_places_is_shuffled_as_a_list_is(stream: type[Chance], kind: Callable[[list[int]], Any]) -> None:
    """Records of numpy's are views, too; and a search that shuffled a deque failed where the game did not."""
    plain = list(range(20))
    other = kind(plain)
    stream(b"k" * 32).shuffle(plain)
    stream(b"k" * 32).shuffle(other)
    assert [int(item[0] if isinstance(item, np.void) else item) for item in other] == plain


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.uint8])
@pytest.mark.parametrize("stream", [Chance, QuickChance])
def test_a_range_may_be_a_number_of_another_kind(stream: type[Chance], kind: Any) -> None:
    """Those of numpy overflowed: every draw was 0, or an error after the stream had moved."""
    key = Chance.of(7, "x").key
    drawn = RecordingChance(stream(key))
    for count in range(50):
        value = stream(key, count).below(kind(200))
        assert value == stream(key, count).below(200)
        assert type(value) is int
        drawn.below(kind(200))
    assert {type(number) for draw in drawn.take() for number in draw} == {int}
    for wrong in (6.0, True, "6", None):
        with pytest.raises(KindError):
            drawn.below(wrong)  # type: ignore[arg-type]
    for none in (0, -1, np.int64(0)):
        with pytest.raises(ValueError, match="a range is 1 or more, got"):
            drawn.below(none)
    with pytest.raises(ValueError, match="a range is 1 or more, got 0"):
        stream(key).choice([])
    with pytest.raises(ValueError, match="there are 2 items, so 3 can't be drawn"):
        stream(key).some([1, 2], 3)
    assert drawn.count == 50


@pytest.mark.parametrize("before", ["game: ", "result: ", "1 ", "; ", "checksum: "])
def test_half_a_letter_in_a_record_is_refused_with_its_line(before: str) -> None:
    match = Match(Duel.from_options({}), 7)
    match.apply(match.state.legal_actions()[0])
    text = records.write(match).replace(before, f"{before}\ud800", 1)
    line = text[: text.index("\ud800")].count("\n") + 1
    with pytest.raises(RecordError, match="half a letter") as caught:
        records.parse(text)
    assert str(caught.value).startswith(f"record:{line}: ")


@pytest.mark.parametrize("wrong", ["7.0", "true", '""', "[7]", "{}", '"\\ud800"', "NaN", "7e3"])
def test_a_record_with_no_seed_is_refused(wrong: str) -> None:
    text = records.write(Match(Duel.from_options({}), 7))
    with pytest.raises(RecordError):
        records.parse(text.replace("seed: 7", f"seed: {wrong}"))


def test_the_same_seed_typed_and_computed_verifies() -> None:
    """The host typed 2024 into a form, which made it a text; the player reads a number."""
    game = waystation.load("wayfinders")
    text = records.write(Match(game, "2024")).replace("seed: 2024", 'seed: "2024"')
    head, _, _ = text.rpartition("checksum: ")
    record = records.parse(f"{head}checksum: {records._checksum(head)}\n")
    assert records.verify(record, seed=2024).state == game.new_state("2024")
    with pytest.raises(RecordError):
        records.verify(record, seed="02024")


# ---------------------------------------------------------------------- what is handed out


def containers(value: Any) -> Iterator[Any]:
    """All lists, dicts and sets in something handed out, and objects that are no plain data."""
    if isinstance(value, msgspec.Struct):
        assert value.__struct_config__.frozen
        for name in value.__struct_fields__:
            yield from containers(getattr(value, name))
    elif isinstance(value, dict):
        yield value
        for item in value.values():
            yield from containers(item)
    elif isinstance(value, list | set | bytearray):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from containers(item)


def test_views_events_and_sheets_cannot_be_changed(game: Game) -> None:
    for state in moments(game):
        viewers = [None, *range(game.players)]
        before = msgspec.json.encode([state.view(viewer) for viewer in viewers])
        for viewer in viewers:
            for holder in containers((state.view(viewer), game.scene(state.view(viewer)))):
                assert type(holder) is FrozenDict
                for change in (holder.clear, holder.popitem, lambda holder=holder: holder.update(x=1)):
                    with pytest.raises(TypeError):
                        change()
        assert msgspec.json.encode([state.view(viewer) for viewer in viewers]) == before


def test_what_a_game_is_made_of_cannot_be_changed(game: Game) -> None:
    for part in (game.options, game.spec, type(game).spec, game.look, game.encoding.slices):
        for holder in containers(part):
            assert type(holder) is FrozenDict


def test_what_events_tell_one_viewer_is_not_changed_by_another(game: Game) -> None:
    match, chance = Match(game, 1), Chance.of(1, "choices")
    for _ in range(60):
        if match.state.is_over:
            break
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    before = msgspec.json.encode([match.told(0), match.told(None)])
    for event in (*match.told(0), *match.told(None), *match.events):
        for holder in containers(event):
            if holder:
                with pytest.raises(TypeError):
                    holder["x"] = 1
    assert msgspec.json.encode([match.told(0), match.told(None)]) == before


def test_a_frozen_dict_reads_like_any_other() -> None:
    holder = FrozenDict({"a": (1, 2)})
    assert holder == {"a": (1, 2)}
    assert copy.copy(holder) is holder
    assert copy.deepcopy(holder) is holder
    assert pickle.loads(pickle.dumps(holder)) == holder
    assert type(pickle.loads(pickle.dumps(holder))) is FrozenDict
    assert msgspec.json.encode(holder) == b'{"a":[1,2]}'


def test_changing_what_options_were_made_of_changes_no_game() -> None:
    prices = {"yellow": "2 silver / 2 yellow", "blue": "3 silver / 2 blue", "black": "4 silver / 2 black"}
    own: dict[str, Any] = {"tiles": {"price": {**prices, "green": "1 silver", "pink": ""}}}
    game = waystation.load("wayfarers", components=own)
    before = game.options_doc()
    own["tiles"]["price"].clear()
    assert game.options_doc() == before
    assert all(type(holder) is FrozenDict for holder in containers(game.options))


# ---------------------------------------------------------------------- copies


def test_copies_are_clones_and_pickles_are_small(game: Game) -> None:
    for state in moments(game):
        for seat in state.to_act:
            state.legal_actions(seat)
        packed = pickle.dumps(state)
        assert len(packed) < 4096
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(packed), state.clone()):
            assert other == state
            assert other.game is state.game
            assert other.agenda is not state.agenda
            assert (other._legal_seat, other._legal_list) == (-1, [])
            for name in type(state).CACHES - State.CACHES:
                assert getattr(other, name) == getattr(state, name)
            if not other.is_over:
                before = state.position()
                seat = other.to_act[0]
                other.apply(other.legal_actions(seat)[0], seat)
                assert state.position() == before


def test_a_process_has_one_game_of_each_kind() -> None:
    game = waystation.load("windward", players=3)
    assert waystation.load("windward", players=3) is game
    assert waystation.load("windward", players=2) is not game
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    states = [game.new_state(seed) for seed in range(3)]
    assert {id(state.game) for state in pickle.loads(pickle.dumps(states))} == {id(game)}
    assert {id(state.game) for state in copy.deepcopy(states)} == {id(game)}


def test_a_map_that_was_changed_is_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from waystation.games.waypoints import atlas

    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path)
    sheet = atlas.load_sheet("map1")
    atlas.save_map("mine", sheet)
    first = waystation.load("waypoints", map="mine")
    atlas.save_map("mine", msgspec.structs.replace(sheet, name="Another"))
    assert waystation.load("waypoints", map="mine") is not first


def test_nothing_of_a_rivals_list_travels_with_a_determinized_state(game: Game) -> None:
    for state in moments(game):
        for rival in state.to_act:
            state.legal_actions(rival)
            for seat in range(game.players):
                if seat == rival:
                    continue
                world = state.determinize(seat, Chance.of(1, "world"))
                assert world._legal_list == []
                document = game.state_from(world.position())
                for name in type(state).CACHES:
                    assert getattr(world, name) == getattr(document, name) or name in State.CACHES


def test_options_of_a_position_are_compared_without_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = waystation.load("windward", players=3)
    document = game.new_state(1).position()

    def made(self: Game, options: Any) -> None:
        raise AssertionError("a game was built")

    monkeypatch.setattr(type(game), "__init__", made)
    assert game.state_from(document) == game.new_state(1)
    with pytest.raises(PositionError, match="options"):
        game.state_from({**document, "options": {"players": 2}})


# ---------------------------------------------------------------------- what depends on options


@pytest.mark.parametrize(
    ("name", "options", "facts"),
    [
        ("windward", {"players": 3}, (False, True, False)),
        ("windward", {"players": 3, "mode": "co-operative"}, (True, False, False)),
        ("windward", {"players": 1, "mode": "solo"}, (False, False, False)),
        ("wayfinders", {}, (False, False, False)),
        ("wayfinders", {"exploration": True}, (False, True, False)),
        ("waypoints", {}, (False, False, True)),
        ("waypoints", {"players": 1}, (False, False, False)),
        ("wayfarers", {"players": 1}, (False, False, False)),
        ("wordtraveler", {}, (True, True, True)),
    ],
)
def test_a_game_knows_what_holds_under_its_options(
    name: str, options: dict[str, Any], facts: tuple[bool, bool, bool]
) -> None:
    spec = waystation.load(name, **options).spec
    assert (spec.cooperative, spec.hidden, spec.simultaneous) == facts


def test_a_shared_win_is_whole_for_everybody_who_plays_together() -> None:
    position = {"table": {"ending": "won", "white_lives": 0, "white": "gone"}}
    game = waystation.load("windward", players=3, mode="co-operative")
    state = game.state_from(position)
    assert [game.reward(state, seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("name", "options", "table"),
    [
        ("windward", {"players": 1, "mode": "solo"}, {"ending": "lost"}),
        ("windward", {"players": 3, "mode": "co-operative"}, {"ending": "lost", "lives": 0}),
    ],
)
def test_a_lost_game_has_no_winner_and_no_first_rank(name: str, options: dict[str, Any], table: dict[str, Any]) -> None:
    state = waystation.load(name, **options).state_from({"table": table})
    outcome = state.outcome()
    assert outcome is not None
    assert (set(outcome.ranks), outcome.winners) == ({2}, ())


@pytest.mark.parametrize("name", ["waypoints", "wayfarers"])
def test_a_lost_solo_game_has_rank_two(name: str) -> None:
    game = waystation.load(name, players=1, **({"solo": "hard"} if name == "waypoints" else {"round_limit": 3}))
    for seed in range(20):
        state, chance = game.new_state(seed), Chance.of(seed, "choices")
        while not state.is_over:
            state.apply(chance.choice(state.legal_actions(0)), 0)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.ranks == ((1,) if outcome.winners else (2,))
        if not outcome.winners:
            return
    raise AssertionError("no game of these was lost")


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Ada\nBen", "Ada Ben"),
        ("Ada\r", "Ada"),
        ("A\u2028B\u2029C\x85D", "A B C D"),
        ("\x1b]0;title\x07Eve", "]0;titleEve"),
        ("\u202eeve", "eve"),
        ("\udcff\x00", ""),
        ("  Åsa   Öberg ", "Åsa Öberg"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
    ],
)
def test_names_are_folded_to_one_line(given: str, name: str) -> None:
    assert fold_name(given) == name
    game = waystation.load("wayfinders", max_rounds=1)
    match = Match(game, 1, [given, "Ben"])
    assert match.names == (name or "Player 1", "Ben")
    while not match.state.is_over:
        match.apply(match.state.legal_actions()[0])
    read = records.parse(records.write(match))
    assert records.verify(read).state == match.state
    assert records.write(match).encode().decode() == records.write(match)


def _own_texts(name: str) -> dict[str, Any]:
    """Options with texts of an owner's that have braces in them, in the games in which owners write texts."""
    data = files(f"waystation.games.{name}") / "data"
    if name == "waypoints":
        sheet = json.loads((data / "map1.json").read_text(encoding="utf-8"))
        return {"sheet": {**sheet, "name": "{0.__class__} {x"}}
    if name == "windward":
        ships = tomllib.loads((data / "components.toml").read_text(encoding="utf-8"))["ships"]
        return {"components": {"ships": [{**ship, "text": "{0:>9} {x"} for ship in ships]}}
    return {}


@pytest.mark.parametrize("names", ["AB", {"Ada", "Ben"}, ["Ada"], ["Ada", 7]])
def test_names_are_a_text_for_each_player_in_their_order(names: Any) -> None:
    """Of one text each letter was a name, and a set has another order in each process."""
    game = waystation.load("wayfinders")
    state = game.new_state(1)
    for use in (
        lambda: Match(game, 1, names),
        lambda: state.view(0, names),
        lambda: play_match(game, ["random", "random"], names=names, max_decisions=1),
        lambda: analyse(state, simulations=1, names=names),
    ):
        with pytest.raises(ValueError, match="name"):
            use()


def test_names_may_be_the_keys_of_a_dict() -> None:
    """They have an order, unlike a set."""
    seats = {"Ada": "me", "Ben": "bot:random"}
    assert Match(waystation.load("wayfinders"), 1, seats.keys()).names == ("Ada", "Ben")  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_braces_in_names_and_in_texts_of_owners_are_text(name: str, options: dict[str, Any]) -> None:
    """Whoever is called {0} stands like that in every picture, sentence and record."""
    game = waystation.load(name, **options, **_own_texts(name))
    names = ("{0}", "{1}", "{x", "}")[: game.players]
    match, chance = Match(game, 1, names), Chance.of(1, "braces")
    for _ in range(60):
        seat = match.state.to_act[0]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
        for view in match.state.views([*range(game.players), None], match.names):
            assert view.names == names
            game.draw(view)
            game.text(view)
        match.told(None, len(match.events) - 1)
        if match.state.is_over:
            break
    assert records.verify(records.parse(records.write(match))).names == names


def test_only_what_acts_is_left_out() -> None:
    assert shown("a\x1b[2Jb\x9bc\u200bd\n", keep="\n") == "a[2Jbcd\n"
    assert shown("tab\tline\n") == "tabline"
    assert shown("a\ufffeb\uffff") == "ab"
    for wrong in (7, None, b"Ada", ["Ada"]):
        with pytest.raises(KindError):
            Match(Duel.from_options({}), 1, [wrong, "Ben"])


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_records_are_read_alike_however_they_came(ends: str, mark: str, coding: str) -> None:
    game = waystation.load("wayfinders")
    match = Match(game, 7, ["Åsa", "Ben"])
    match.play("place 1")
    text = records.write(match)
    came = mark + text.replace("\n", ends)
    assert records.verify(records.parse(came)).state == match.state
    if mark or coding == "utf-8":  # UTF-16 has to say so
        assert text_of(came.encode(coding)) == text


def test_standard_input_is_utf8_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    from waystation.cli.common import read_text

    data = io.BytesIO("\ufeffÅsa\r\n".encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data, encoding="cp1252"))
    assert read_text(Path("-")) == "Åsa\n"


def test_no_seat_counts_from_the_end_in_a_move(game: Game) -> None:
    state, match = game.new_state(1), Match(game, 1)
    action = state.legal_actions(state.to_act[0])[0]
    before = state.clone()
    for seat in (-1, game.players):
        with pytest.raises(IllegalAction):
            state.apply(action, seat)
        with pytest.raises(IllegalAction):
            match.follow(game.actions.format(action), seat)
    assert state == before
    text = records.write(Match(game, 7))
    for number in ("0", "00", str(game.players + 1)):
        with pytest.raises(RecordError):
            records.replay(records.parse(f"{text.rpartition('checksum')[0]}{number} {game.actions.format(action)}\n"))


@pytest.mark.parametrize("place", ["table", "options", "chance", "agenda", "\ud800"])
def test_half_a_letter_in_a_position_is_refused_by_its_path(place: str) -> None:
    for broken in ({place: "\ud800"}, {place: {"\ud800": 1}}, {place: [{"\ud800": "\ud800"}]}):
        with pytest.raises(WaystationError):
            waystation.state_from({"game": "wayfinders", **broken})
