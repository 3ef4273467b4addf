"""The engine's promises, on the two tiny games."""

from __future__ import annotations

import importlib
import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tiny.stones as stones_module
import waystation
from tiny.duel import Ask, Duel, DuelState, Spoils
from tiny.stones import Stones, StonesState
from waystation.engine import (
    Chance,
    Frame,
    Game,
    IllegalAction,
    Match,
    NotationError,
    OptionError,
    PositionError,
    State,
    conformance,
)
from waystation.engine.fields import BySeat, Kept, Number, field


@pytest.fixture
def stones() -> Game:
    return Stones.from_options({"players": 3})


@pytest.fixture
def duel() -> Game:
    return Duel.from_options({})


def begin(game: Game, table: dict[str, Any], agenda: list[dict[str, Any]] | None = None) -> Match:
    position: dict[str, Any] = {"table": table}
    if agenda is not None:
        position["agenda"] = agenda
    return Match(game, None, position=position)


# ---------------------------------------------------------------------- conformance


def test_a_secret_that_is_called_as_a_style_is_none_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Word Traveler has the word "soft", which is a style as well: in some games the suite found a leak."""
    held = type(Duel.knowledge).secrets
    for word, shown in (("mat", False), ("text", True)):  # a style, and what the JSON of any picture holds
        monkeypatch.setattr(type(Duel.knowledge), "secrets", lambda *given, w=word: [*held(*given), f'"{w}"'])
        if shown:
            with pytest.raises(conformance.ConformanceError, match="the secret"):
                conformance.check(Duel.from_options({}), games=1, hash_seeds=False)
        else:
            conformance.check(Duel.from_options({}), games=1, hash_seeds=False)


@pytest.mark.parametrize(
    "game",
    [Stones.from_options({"players": n}) for n in (2, 3, 4)] + [Duel.from_options({"players": n}) for n in (2, 3)],
    ids=repr,
)
def test_tiny_games_conform(game: Game) -> None:
    report = conformance.check(game, games=15, every=2, hash_seeds=game.players == 2)
    assert report.games == 15
    assert report.hidden_worlds > 0, "no determinized world ever differed: the secrets were not looked at"
    assert report.injected_faults > 50
    assert report.frames == {kind.name for kind in game.questions} - {"NEXT"}


class Leaky(StonesState):
    """Shows every hand to everybody."""

    def _table(self, viewer: int | None) -> Any:
        return msgspec.structs.replace(super()._table(viewer), hands=tuple(self.hands))


class Forgetful(DuelState):
    """Does not count `passes` among its attributes when it is copied."""

    def clone(self) -> Any:
        new = super().clone()
        new.passes = 0
        return new


class Sharing(DuelState):
    """Its clones share the deck."""

    def clone(self) -> Any:
        new = super().clone()
        new.deck = self.deck
        return new


class SilentSpoils(Spoils):
    """Draws a card without saying that something was revealed."""

    def apply(self, state: DuelState, frame: Frame, action: int, seat: int, log: Any) -> None:
        super().apply(state, frame, action, seat, None)


class Silent(DuelState):
    """Played with spoils that say nothing."""


class Uneven(StonesState):
    """Gives the seat that hides first a point: the order of simultaneous decisions matters."""

    def _apply(self, action: int, seat: int, log: Any) -> None:
        self.points[seat] += all(hand == -1 for hand in self.hands)
        super()._apply(action, seat, log)


class Peeking(DuelState):
    """Its determinized worlds keep the true deck."""

    def determinize(self, seat: int, rng: Chance) -> Any:
        new = self.clone()
        new.chance = Chance(rng.spawn("future").key)
        new.deck.reverse()
        return new


class Remembering(DuelState):
    """Its determinized worlds remember what a rival may do in the true one."""

    def determinize(self, seat: int, rng: Chance) -> Any:
        new = super().determinize(seat, rng)
        new._legal_seat, new._legal_list = self._legal_seat, self._legal_list
        return new


class Unsound(DuelState):
    """Refuses nothing, but says it does."""

    def why_not(self, action: Any, seat: int | None = None) -> Any:
        return None


class Endless(StonesState):
    """Never reaches its last round."""

    def _continue(self, frame: Any, log: Any) -> None:
        super()._continue(frame, log)
        if not self.agenda:
            self.round = 1
            self.ask()


class Losing(StonesState):
    """Says that `points` follow from the rest, so that they are neither compared nor saved."""

    points: list[int] = field(BySeat(Number()), derived=True)


class Rich(StonesState):
    """Holds a thing that nobody can change, so nobody knows whether it is compared and saved."""

    thing: frozenset[int] = field(Kept())


def with_state(base: type[Game], state_type: type[State]) -> Game:
    """The base game, played with another State class."""

    class Broken(base):  # type: ignore[misc, valid-type]
        def deal(self, setup: Chance) -> State:
            state = super().deal(setup)
            if isinstance(state, Rich):
                state.thing = frozenset({1})
            return state

        def __reduce__(self) -> Any:
            return (with_state, (base, state_type))

    Broken.state_type = state_type
    if state_type is Silent:
        Broken.questions = {**base.questions, Ask.SPOILS: SilentSpoils()}
    return Broken.from_options({})


@pytest.mark.parametrize(
    ("base", "broken", "complaint"),
    [
        (Stones, Leaky, "can tell a determinized state|reveals is not set"),
        (Duel, Forgetful, "clone is not equal|passes is not cloned"),
        (Duel, Sharing, "shares deck|a clone|fault"),
        (Duel, Silent, "reveals is not set"),
        (Stones, Uneven, "order of simultaneous"),
        (Duel, Peeking, "depends on what the seat can't see"),
        (Duel, Remembering, "what seat . may really do shows in a state determinized for seat ."),
        (Duel, Unsound, "why_not and legal differ"),
        (Stones, Endless, "no end after"),
        (Stones, Losing, "the cache points differs after pickling"),
        (Stones, Rich, "thing is a frozenset, which the suite does not know how to change"),
    ],
)
def test_conformance_finds_what_is_broken(base: type[Game], broken: type[State], complaint: str) -> None:
    with pytest.raises(conformance.ConformanceError, match=complaint):
        conformance.check(with_state(base, broken), games=15, every=1, hash_seeds=False)


def test_a_game_of_the_script_that_runs_is_told_where_it_belongs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Duel, "__module__", "__main__")
    monkeypatch.setattr(sys.modules["__main__"], "Duel", Duel, raising=False)
    with pytest.raises(conformance.ConformanceError, match="script that runs: put it into a file to be imported"):
        conformance.check(Duel.from_options({}), games=1)


def test_faults_are_injected_into_a_game_in_a_module_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lonely_stones.py").write_text(Path(stones_module.__file__).read_text())
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("lonely_stones").Stones.from_options({})
    assert conformance.check(game, games=2, every=1, hash_seeds=False).injected_faults > 5


# ---------------------------------------------------------------------- the agenda


def test_simultaneous_choices_stay_secret_until_all_are_made(stones: Game) -> None:
    match = Match(stones, 1)
    assert match.state.to_act == (0, 1, 2)
    match.play("hide 3", seat=2)
    assert match.state.to_act == (0, 1)
    assert match.view(0).table.hands == (-1, -1, -1)
    assert match.view(2).table.hands == (-1, -1, 3)
    assert match.view(None).table.ready == (False, False, True)
    assert match.told(0)[-1].text == "Player 3 closes a hand"
    assert match.told(2)[-1].text == "You hide 3"


def test_who_has_decided_may_not_decide_again(stones: Game) -> None:
    match = Match(stones, 1)
    match.play("hide 3", seat=2)
    refusal = match.state.why_not("hide 2", seat=2)
    assert refusal is not None
    assert "nothing to decide" in refusal.reason
    with pytest.raises(IllegalAction):
        match.play("hide 2", seat=2)


def test_an_answer_is_asked_of_the_other_seat_and_the_turn_goes_on_beneath(duel: Game) -> None:
    match = begin(duel, {"hands": [[4, 9], [7]], "deck": [2, 3]}, [{"ask": "TURN", "seats": [0]}])
    match.play("attack 4")
    assert match.state.to_act == (1,)
    assert list(match.legal()) == ["answer 7", "yield"]
    match.play("answer 7")
    assert match.state.to_act == (1,), "7 beats 4: the defender takes the spoils"
    assert list(match.legal()) == ["take point", "take card", "done"]
    match.play("take card")
    assert list(match.legal()) == ["take point", "done"]
    match.play("take point")
    assert match.state.scores() == [0, 1]
    assert match.state.to_act == (1,), "and then it is the defender's own turn"
    assert list(match.legal()) == ["attack 3"], "the last card of the list is the top of the deck"


def test_the_pool_may_be_taken_in_the_other_order_or_dropped(duel: Game) -> None:
    start = {"hands": [[4], []], "deck": [2, 3]}
    one = begin(duel, start, [{"ask": "TURN", "seats": [0]}])
    for move in ("attack 4", "yield", "take point", "take card"):
        one.play(move)
    assert (one.state.scores(), one.state.position()["table"]["hands"]) == ([1, 0], [[3], []])
    other = begin(duel, start, [{"ask": "TURN", "seats": [0]}])
    for move in ("attack 4", "yield", "done"):
        other.play(move)
    assert (other.state.scores(), other.state.position()["table"]["hands"]) == ([0, 0], [[], []])


# ---------------------------------------------------------------------- playing


def test_an_error_in_apply_leaves_state_and_log_untouched(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(duel, {"hands": [[4, 9], [7]]}, [{"ask": "TURN", "seats": [0]}])
    before = match.state.clone()

    advance = DuelState.advance

    def fail(self: DuelState, action: int, seat: int, log: Any = None) -> None:
        advance(self, action, seat, log)
        raise KeyboardInterrupt

    monkeypatch.setattr(DuelState, "advance", fail)
    with pytest.raises(KeyboardInterrupt):
        match.play("attack 4")
    assert match.state == before
    assert len(match.events) == 0
    assert match.moves == []


def test_illegal_moves_name_reason_and_rule(duel: Game) -> None:
    match = begin(duel, {"hands": [[4, 9], [7]]}, [{"ask": "TURN", "seats": [0]}])
    with pytest.raises(IllegalAction, match=r"You do not hold the 5\. \[Duel: cards\]"):
        match.play("attack 5")
    assert str(match.state.why_not("pass")) == "Who holds a card must attack. [Duel: turn]"
    with pytest.raises(NotationError, match="Close to it: 'attack 4'"):
        match.play("atack 4")
    assert match.legal().explain("attack 9") is None
    assert "attack 9" in match.legal()
    assert "attack 5" not in match.legal()


def test_notation_forgives_case_and_spaces(duel: Game) -> None:
    assert duel.actions.format(duel.actions.parse("  ATTACK   4 ")) == "attack 4"


def test_what_is_far_too_long_is_not_told_back_whole(duel: Game) -> None:
    with pytest.raises(NotationError, match=r"^'x{80}' and so on, 100000 letters, names no action of this game\.$"):
        duel.actions.parse("x" * 100_000)


def test_over_means_nobody_acts(duel: Game) -> None:
    match = begin(duel, {"hands": [[], []], "points": [2, 2]}, [{"ask": "TURN", "seats": [0]}])
    match.play("pass")
    match.play("pass")
    outcome = match.state.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.winners, outcome.reason) == ((1, 1), (0, 1), "passed")
    assert match.state.to_act == ()
    with pytest.raises(IllegalAction, match="over"):
        match.play("pass")


def test_views_name_the_players() -> None:
    game = waystation.load("wayfinders", players=2, max_rounds=1)
    match = Match(game, 1, names=["Ada", "Ben"])
    match.play("place 1")
    match.play("place 1")
    outcome = match.view(None).outcome
    assert outcome is not None
    assert "{" not in outcome.text
    assert "Ada" in outcome.text or "Ben" in outcome.text


# ---------------------------------------------------------------------- undo


def test_free_undo_stops_at_a_reveal_and_at_another_seats_decision(duel: Game) -> None:
    match = begin(duel, {"hands": [[4, 9], [7]], "deck": [2, 3]}, [{"ask": "TURN", "seats": [0]}])
    match.play("attack 4")
    assert match.free_to(0) == 1, "a card was shown"
    match.play("answer 7")
    match.play("take point")
    assert match.free_to(match.moves[-1].seat) == 2, "taking a point shows nothing"
    before = match.at(2)
    match.undo()
    assert match.state == before
    match.play("take card")
    assert match.free_to(match.moves[-1].seat) == 3, "a card was drawn"


def test_undo_gives_the_stream_of_chance_back(stones: Game) -> None:
    match = Match(stones, 3)
    for _ in range(2):
        for seat in range(3):
            match.play("hide 1", seat=seat)
        end = match.state.clone()
        match.undo(3)
    for seat in range(3):
        match.play("hide 1", seat=seat)
    assert match.state == end
    with pytest.raises(ValueError, match="expected 0 to 3 moves to take back, got 4"):
        match.undo(4)


def test_a_determinized_state_does_not_tell_what_a_rival_may_really_do(duel: Game) -> None:
    """The true state has just worked out what seat 1 may answer with; a world for seat 0 knows nothing of it."""
    match = begin(duel, {"hands": [[4], [7, 9]], "deck": [1, 2, 3, 5, 6, 8]}, [{"ask": "TURN", "seats": [0]}])
    match.play("attack 4")
    assert "answer 9" in list(match.legal(1))
    worlds = [match.state.determinize(0, Chance.of(seed, "worlds")) for seed in range(20)]
    for world in worlds:
        answers = {f"answer {card}" for card in world.hands[1]}  # type: ignore[attr-defined]
        assert answers <= {duel.actions.format(action) for action in world.legal_actions(1)}
    assert len({tuple(world.hands[1]) for world in worlds}) > 5  # type: ignore[attr-defined]


# ---------------------------------------------------------------------- options, positions


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 9}, "players: Expected `int` <= 4"),
        ({"players": "x"}, "players: Expected `int`"),
        ({"colour": 1}, "colour"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        Stones.from_options(options)


def _positions() -> Iterator[tuple[dict[str, Any], str]]:
    yield {"format": "chess"}, "format: expected 'waystation position 1'"
    yield {"game": "duel"}, "game: this is a position of 'duel'"
    yield {"rules_version": 9}, "rules_version: made under rules version 9"
    yield {"options": {"players": 2}}, "options: .* differ"
    yield {"table": {"hand": []}}, "table: Object contains unknown field `hand`"
    yield {"table": {"hands": [1]}}, r"table\.hands: expected 3 entries, got 1"
    yield {"table": {"points": [1, 2, "x"]}}, r"table\.points\[2\]: Expected `int`, got `str`"
    yield {"agenda": [{"ask": "SLEEP"}]}, r"agenda\[0\]\.ask: 'SLEEP' is no frame"
    yield {"agenda": [{"ask": "HIDE", "seats": [7]}]}, r"agenda\[0\]\.seats: there is no seat 7"
    yield {"chance": {"key": "zz", "count": 0}}, r"chance\.key: expected 64 hexadecimal digits"
    for count in (-1, 2**64, 10**30):  # the next draw would be no number of eight bytes
        yield {"chance": {"key": "00" * 32, "count": count}}, r"chance\.count: expected 0 to"
    yield {"tabel": {}}, "tabel"


@pytest.mark.parametrize(("document", "reason"), list(_positions()))
def test_bad_positions_name_path_and_reason(stones: Game, document: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        stones.state_from(document)


@pytest.mark.parametrize("method", ["_continue", "_legal", "_table", "question"])
def test_frames_that_the_rules_stumble_over_make_a_bad_position(method: str) -> None:
    """Whatever error the rules run into with a table and frames such as no game has."""

    def stumble(*given: Any) -> Any:
        raise ZeroDivisionError

    game = with_state(Stones, type("Stumbling", (StonesState,), {"__slots__": (), method: stumble}))
    seats = [] if method == "_continue" else [1]
    with pytest.raises(PositionError, match=r"agenda: the frames do not fit the table \(ZeroDivisionError\(\)\)"):
        game.state_from({"agenda": [{"ask": "HIDE", "seats": seats}]})


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_for_a_seat_that_is_not(stones: Game, seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}; seats run from 0 to 2"):
        stones.new_state(1).view(seat)


def test_a_position_names_its_game_to_be_read_by_itself() -> None:
    bad: list[tuple[Any, str]] = [
        ([], "game: "),
        ({}, "game: "),
        ({"game": 3}, "game: "),
        ({"game": "chess"}, "there is no game 'chess'; installed are"),
        ({"game": "wayfinders", "options": [1]}, r"options: expected an object, got \[1\]"),
        ({"game": "wayfinders", "options": {"name": "x"}}, "unknown field `name`"),
    ]
    for document, reason in bad:
        with pytest.raises(waystation.WaystationError, match=reason):
            waystation.state_from(document)


def test_an_unknown_game_is_an_error_about_input() -> None:
    with pytest.raises(waystation.WaystationError) as error:
        waystation.load("chess")
    assert str(error.value).startswith("there is no game 'chess'; installed are ")
    assert isinstance(error.value, (ValueError, KeyError))


def test_a_position_states_only_what_matters(duel: Game) -> None:
    state = duel.state_from({"seed": 4, "table": {"points": [5, 0]}})
    fresh = duel.new_state(4)
    assert state.scores() == [5, 0]
    assert state.position()["table"]["hands"] == fresh.position()["table"]["hands"]


def test_a_position_survives_json_at_every_move_and_continues_alike(duel: Game) -> None:
    match = Match(duel, 8)
    chance = Chance.of(1, "choices")
    while not match.state.is_over:
        loaded = duel.state_from(json.loads(json.dumps(match.state.position())))
        action = chance.choice(match.state.legal_actions())
        match.apply(action)
        loaded.apply(action)
        assert loaded == match.state


def test_states_and_games_pickle(duel: Game) -> None:
    state = duel.new_state(3)
    assert pickle.loads(pickle.dumps(state)) == state


def test_frames_are_plain_ints(duel: Game) -> None:
    state = duel.new_state(3)
    assert state.position()["agenda"] == [{"ask": "TURN", "seats": [0], "data": []}]
    assert state.agenda == [(Ask.TURN, 1)]
