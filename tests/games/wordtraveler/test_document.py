"""Position documents: what is left out is filled in, what is wrong is named."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from typer.testing import CliRunner

import waystation
from waystation.engine import OptionError, PositionError
from waystation.games.wordtraveler.cli import app
from waystation.games.wordtraveler.state import WordTravelerState

GAME = waystation.load("wordtraveler", players=2)


def made(table: dict[str, Any]) -> WordTravelerState:
    return cast(WordTravelerState, GAME.state_from({"table": table}))


def test_everything_may_be_left_out() -> None:
    assert made({}) == GAME.new_state(0)


def test_hands_empty_the_bag_of_their_words() -> None:
    state = made({"hands": [["busy"], ["calm"]]})
    words = GAME.words.ids  # type: ignore[attr-defined]
    assert len(state.bag) == 163
    assert words.index("busy") not in state.bag


def test_markers_are_also_where_the_day_began() -> None:
    state = made({"day": 2, "markers": ["r1c1", "r7c7"]})
    assert state.starts == state.markers == [0, 48]


@pytest.mark.parametrize(
    ("table", "path", "reason"),
    [
        ({"day": 3}, "table.day", "there is no day 3"),
        ({"first": 2}, "table.first", "there is no seat 2"),
        ({"hands": [["busy"]]}, "table.hands", "each of 2 seats, got 1"),
        ({"hands": [["busy"], ["busy"]]}, "table.hands", "in two places"),
        ({"hands": [["bussy"], []]}, "table.hands[0][0]", "no word 'bussy'"),
        ({"markers": ["r4c4", "r8c1"]}, "table.markers[1]", "'r8c1' is no space"),
        ({"maps": [[{"two": "r1c1"}], []]}, "table.maps[0]", "two sides"),
        ({"maps": [[{"two": "r4c4"}, {}], [{}, {}]]}, "table.maps[0]", "centre"),
        ({"maps": [[{"two": "r1c1", "one": "r1c1"}, {}], [{}, {}]]}, "table.maps[0]", "either 1 or 2"),
        ({"maps": [[{"two": "x"}, {}], [{}, {}]]}, "table.maps[0].two", "'x' is no space"),
        ({"gained": [[1], [0, 0]]}, "table.gained[0]", "expected 2 entries"),
        ({"hands": [["busy"], []], "plans": [["say busy"], []]}, "table.plans[0][0]", "can't lie here"),
        ({"hands": [["busy"], []], "plans": [["stop r5c5"], []]}, "table.plans[0][0]", "not in line"),
        ({"hands": [["busy"], []], "plans": [["stop r4c5", "stop r4c6"], []]}, "table.plans[0][1]", "no word"),
        ({"hands": [["busy"], []], "plans": [["stop r4c5", "done"], []]}, "table.plans[0][1]", "stop, say and not"),
        ({"hands": [["busy"], []], "plans": [["foot r4c5"], []]}, "table.plans[0][0]", "footprints"),
        ({"hands": [["busy"], []], "plans": [["stop r4c5", "say calm"], []]}, "table.plans[0][1]", "can't lie here"),
        ({"hands": [["busy"], []], "plans": [["fly r4c5"], []]}, "table.plans[0]", "names no action"),
        ({"plans": [[], [], []]}, "table.plans", "got 3"),
        ({"bagg": []}, "table", "bagg"),
    ],
)
def test_what_is_wrong_is_named(table: dict[str, Any], path: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        made(table)
    assert caught.value.place == path
    assert reason in caught.value.reason


NIGHT: dict[str, Any] = {"ask": "NIGHT"}
PLANNED = {"first": 0, "hands": [["busy"], ["calm"]], "plans": [["stop r4c5", "say busy"], ["stop r5c4", "say calm"]]}


def asked(kind: str, *seats: int, data: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"ask": kind, "seats": list(seats), "data": list(data)}


GUESSING = [NIGHT, asked("TRAVEL", data=(1,)), asked("SCORE", data=(0,)), asked("GUESS", 1, data=(0,))]


@pytest.mark.parametrize(
    "agenda",
    [[asked("DAWN")], [NIGHT, asked("PLAN", 0, 1)], [NIGHT, asked("PLAN", 1)], GUESSING],
)
def test_a_day_may_stand_at_any_question(agenda: list[dict[str, Any]]) -> None:
    state = GAME.state_from({"agenda": agenda, "table": PLANNED})
    assert state == GAME.state_from(state.position())


@pytest.mark.parametrize(
    ("agenda", "table", "path", "reason"),
    [
        ([], {}, "agenda", "the game is not over"),
        ([asked("PLAN", 0)], {}, "agenda", "not PLAN"),
        ([NIGHT, asked("SCORE", data=(1,))], {}, "agenda", "not NIGHT, SCORE"),
        ([NIGHT, asked("SCORE", data=(0,)), asked("PLAN", 0)], {}, "agenda", "not NIGHT, SCORE, PLAN"),
        ([NIGHT, asked("PLAN", 0, data=(3,))], {}, "agenda[1].data", "PLAN has 0 numbers"),
        ([asked("NIGHT", 1), asked("PLAN", 0)], {}, "agenda[0].seats", "the others nobody"),
        ([NIGHT, asked("PLAN")], {}, "agenda[1].seats", "the last frame asks"),
        ([NIGHT, asked("PREPARE", 0, data=(3,))], {}, "agenda[1].data", "PREPARE has 0 numbers"),
        ([NIGHT, asked("PREPARE", 0)], {}, "table.plans[0]", "nobody plans before all are ready"),
        ([asked("PREPARE", 0)], {}, "agenda", "not PREPARE"),
        ([NIGHT, *GUESSING[2:]], {}, "agenda", "travel in the order [0, 1]"),
        ([*GUESSING[:3], asked("GUESS", 1, data=(1,))], {}, "agenda[3]", "about the same seat"),
        ([*GUESSING[:3], asked("GUESS", 0, data=(0,))], {}, "agenda[3].seats", "asked of [1]"),
        ([*GUESSING[:3], asked("DECIDE", 0, data=(0,))], {}, "agenda[3].seats", "asked of [1]"),
        (GUESSING, {"plans": [[], []]}, "table.plans[0]", "asks nobody"),
        (GUESSING, {"plans": [["stop r4c5", "say busy"], ["stop r5c4"]]}, "table.plans[1]", "has no word"),
        (GUESSING, {"proposals": [[], ["r3c4"]]}, "table.proposals[1][0]", "does not follow the arrows"),
        (GUESSING, {"proposals": [[], ["r4c5", "r4c6"]]}, "table.proposals[1]", "there are 1 arrows"),
        (GUESSING, {"paths": [["r4c3"], []]}, "table.paths[0][0]", "does not follow the arrows"),
    ],
)
def test_frames_that_no_game_has_are_named(
    agenda: list[dict[str, Any]], table: dict[str, Any], path: str, reason: str
) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.state_from({"agenda": agenda, "table": {**PLANNED, **table}})
    assert caught.value.place == path
    assert reason in caught.value.reason


def test_everybody_may_be_asked_whether_they_are_ready() -> None:
    document = {"agenda": [NIGHT, asked("PREPARE", 1)], "table": {**PLANNED, "plans": [[], []]}}
    state = GAME.state_from(document)
    assert state == GAME.state_from(state.position())
    assert state.to_act == (1,)


LAST = {"seat": 1, "start": "r4c4", "path": ["r4c6"], "stops": ["r4c5"]}


def test_the_last_trip_of_day_1_is_kept() -> None:
    state = made({"day": 2, "last": LAST})
    assert state == GAME.state_from(state.position())
    assert state.position()["table"]["last"] == LAST
    hidden = waystation.load("wordtraveler", players=2, show_intentions=False)
    state = cast(WordTravelerState, hidden.state_from({"table": {"day": 2, "last": {**LAST, "stops": []}}}))
    assert state.view(0).table.last.meant == ()


@pytest.mark.parametrize(
    ("last", "path", "reason"),
    [
        ({"seat": 2}, "table.last.seat", "seat 2 does not travel"),
        ({"path": []}, "table.last.path", "1 to 3 footprints"),
        ({"path": ["r4c6", "r4c6x"]}, "table.last.path[1]", "'r4c6x' is no space"),
        ({"start": "x"}, "table.last.start[0]", "'x' is no space"),
        ({"stops": []}, "table.last.stops", "expected 1, got 0"),
    ],
)
def test_a_last_trip_that_cannot_be_is_named(last: dict[str, Any], path: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        made({"day": 2, "last": {**LAST, **last}})
    assert caught.value.place == path
    assert reason in caught.value.reason
    with pytest.raises(PositionError, match="day 1 has no day before"):
        made({"last": LAST})


def test_a_solo_traveller_plans_alone() -> None:
    game = waystation.load("wordtraveler", players=2, solo="guide_me")
    with pytest.raises(PositionError, match=r"only the seats \[0\] travel"):
        game.state_from({"agenda": [NIGHT, asked("PLAN", 1)]})


def test_too_many_arrows_are_refused() -> None:
    hands = [["busy", "calm", "cold", "hot"], []]
    plan = ["stop r4c5", "say busy", "stop r4c6", "say calm", "stop r4c7", "say cold", "stop r4c6", "say hot"]
    with pytest.raises(PositionError, match="day 1 has 3 arrows"):
        made({"hands": hands, "plans": [plan, []]})
    assert len(made({"day": 2, "hands": hands, "plans": [plan, []]}).stops(0)) == 4


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 6}, "players"),
        ({"players": 1}, "players"),
        ({"city": "rome"}, "city"),
        ({"timer": -1}, "timer"),
        ({"guess": "vote"}, "guess"),
        ({"players": 3, "solo": "guide_me"}, "for 2 players"),
        ({"players": 2, "first": 3}, "there is no seat 3"),
        ({"own_city": "../secret"}, "own_city"),
        ({"own_city": "no_such_town"}, "no_such_town"),
        ({"own_words": "no_such_list"}, "no_such_list"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said) as told:
        waystation.load("wordtraveler", **options)
    assert str(told.value).count("wordtraveler: ") == 1


def test_an_own_city_can_be_played(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from waystation.games.wordtraveler import components

    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "cities").mkdir()
    text = (components.DATA / "cities" / "london.toml").read_text(encoding="utf-8")
    text = text.replace('name = "London"', 'name = "My Town"')
    (tmp_path / "cities" / "my_town.toml").write_text(text, encoding="utf-8")
    game = waystation.load("wordtraveler", own_city="my_town")
    view = game.new_state(1).view(0)
    svg = game.svg(view)
    assert "My Town" in svg
    assert 'href="#s-' not in svg, "an own city's pictures travel in the scene itself"


@pytest.mark.parametrize(
    "line", ["nothing 1 2 3", "poly red", "oval red 1", "oval noir 1 2 3", "fill red M", "oval red nan 0 5"]
)
def test_an_own_city_that_cannot_be_drawn_is_refused(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    from waystation.games.wordtraveler import components

    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "cities").mkdir()
    path = tmp_path / "cities" / "my_town.toml"
    text = (components.DATA / "cities" / "london.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('picture = ["back sky stone 84"', f'picture = ["{line}"', 1), encoding="utf-8")
    with pytest.raises(OptionError, match=re.escape(f"Palace gates: picture[0]: {line!r}")):
        waystation.load("wordtraveler", own_city="my_town")
    done = CliRunner().invoke(app, ["check", str(path)])
    assert (done.exit_code, f"Palace gates: picture[0]: {line!r}" in done.output) == (1, True)


def test_the_timer_seals_plans() -> None:
    state = waystation.load("wordtraveler", timer=240).new_state(1)
    for seat in (0, 1):
        state.play("done", seat)
    timer = state.timer()
    assert timer is not None
    assert (timer.seconds, state.game.actions.format(timer.action)) == (240, "done")
    for seat in (0, 1):
        state.apply(timer.action, seat)
    assert GAME.new_state(1).timer() is None
