"""What no game leads to is refused, with its place; what games lead to never is, and can be written and read back.

Thousands of changed documents instead of some:
``WAYSTATION_MUTANTS=3000 pytest tests/games/windward/test_invariants.py``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import waystation
from games.positions import mutated, playable
from games.records import replayed
from games.windward.golden import FOLDER
from games.windward.players import captain, fighter, hoarder, spender
from waystation.engine import Chance, PositionError, State
from waystation.engine.conformance import random_choice
from waystation.games.windward import model as m
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState

MUTANTS = int(os.environ.get("WAYSTATION_MUTANTS", "40"))
TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "map": "large", "max_rounds": 3},
    "naturalist": {
        "players": 3, "naturalist": True, "achievements": True, "white_crester": True, "max_rounds": 8,
    },
    "switches": {
        "players": 2, "map": "small", "max_rounds": 5, "defender_win_return": "winner returns",
        "placed_at_port_trades": True, "achievements": True, "off_turn_trigger": "ends before next turn",
        "path_choice": "left neighbour", "false_flag_against_cresters": True,
    },
    "co-operative": {"players": 3, "mode": "co-operative", "max_rounds": 6},
    "solo": {"players": 1, "mode": "solo", "max_rounds": 8},
}  # fmt: skip


def moments(options: dict[str, Any]) -> Iterator[State]:
    """States of games that are played in several ways, with fewer plain turns than questions."""
    game = waystation.load("windward", **options)
    chance = Chance.of("moments", "play")
    for number, player in enumerate((random_choice, captain, fighter, hoarder, spender)):
        state = game.new_state(number)
        while not state.is_over:
            if not chance.below(8 if state.agenda[-1][0] == Ask.TURN else 3):
                yield state.clone()
            (seat,) = state.to_act
            state.advance(player(state, seat, chance), seat)
        yield state


@cache
def documents(name: str) -> tuple[str, ...]:
    return tuple(json.dumps(state.position()) for state in moments(TABLES[name]))


@pytest.mark.parametrize("name", TABLES)
def test_every_moment_of_a_game_can_be_read_back(name: str) -> None:
    game = waystation.load("windward", **TABLES[name])
    for text in documents(name):
        assert json.dumps(game.state_from(json.loads(text)).position()) == text


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_recorded_games_have_no_faults(path: Any) -> None:
    match = replayed(path)
    for ply in range(0, len(match.moves) + 1, 23):
        state = match.at(ply)
        assert not list(match.game.faults(state))
        assert match.game.state_from(state.position()) == state


@pytest.mark.parametrize("name", TABLES)
def test_a_changed_document_is_refused_or_can_be_played(name: str) -> None:
    game = waystation.load("windward", **TABLES[name])
    chance = Chance.of(MUTANTS, "mutants")
    whole = [json.loads(text) for text in documents(name)]
    accepted = 0
    for number in range(MUTANTS):
        document = mutated(chance.choice(whole), chance, whole)
        try:
            accepted += playable(game, document, number)
        except Exception as error:
            pytest.fail(f"mutant {number}: {error!r}\n{json.dumps(document)}")
    assert 0 < accepted < MUTANTS


FFA, COOP = {"players": 2, "map": "large"}, {"players": 2, "mode": "co-operative"}
SOLO: dict[str, Any] = {"players": 1, "mode": "solo"}
NATURALIST, LIMITED = {**FFA, "naturalist": True}, {**FFA, "max_rounds": 4}
GOALS = {**FFA, "achievements": True}
WRONG: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    # points
    (FFA, {"players": [{"notoriety": {"white crester": 6}}]}, "table.players[0].notoriety", "no such points"),
    (FFA, {"players": [{"notoriety": {"research": 2}}]}, "table.players[0].notoriety", "no such points"),
    (NATURALIST, {"players": [{"notoriety": {"research": 2}}]}, "table.players[0].notoriety", "only the Naturalist"),
    (NATURALIST, {"players": [{}, {"notoriety": {"red teeth": 4}}]}, "table.players[1].notoriety", "worth nothing"),
    (FFA, {"players": [{"notoriety": -5}]}, "table.players[0].notoriety.sky", "got -5"),
    (FFA, {"players": [{"notoriety": 2**40}]}, "table.players[0].notoriety.sky", "expected 0 to"),
    (FFA, {"players": [{"notoriety": {"red teeth": 5}}]}, "table.players[0].notoriety", "come by 4"),
    (FFA, {"players": [{"notoriety": {"gray teeth": 4}}]}, "table.players[0].notoriety", "come by 3"),
    (GOALS, {"players": [{"notoriety": {"achievements": 9}}]}, "table.players[0].notoriety", "claimed cards"),
    (
        {**FFA, "white_crester": True},
        {"white": "gone", "players": [{"notoriety": {"white crester": 6}}, {"notoriety": {"white crester": 6}}]},
        "table.players", "beaten once",
    ),
    (
        {**FFA, "white_crester": True}, {"players": [{"notoriety": {"white crester": 6}}]}, "table.white", "is gone",
    ),
    (GOALS, {"achievements": [{"card": "full-crew"}] * 2}, "table.achievements", "twice"),
    (GOALS, {"achievements": [{"card": "full-crew", "claimed": [3]}, {"card": "boat-duel"}]}, "table.achievements",
     "2 seats"),
    # pieces and places
    (FFA, {"players": [{"ship": "14a"}], "on_turn": 2}, "table.players[0].ship", "Deadweight"),
    (FFA, {"players": [{"ship": "14a"}], "on_turn": 1}, "table.players[0].ship", "Deadweight"),
    (FFA, {"players": [{"boats": ["11a", "12a"]}]}, "table.players[0].boats[1]", "second longboat"),
    (FFA, {"players": [{"boats": ["11a", "aboard"]}]}, "table.players[0].boats[1]", "second longboat"),
    (FFA, {"players": [{"boats": ["beside", "beside"]}]}, "table.players[0].boats[0]", "from the start"),
    (FFA, {"players": [{"boats": ["port", "beside"]}]}, "table.players[0].boats[0]", "never at port"),
    (FFA, {"players": [{"boats": ["14a", "beside"]}]}, "table.players[0].boats[0]", "drift"),
    (FFA, {"white": "26a"}, "table.white", "white_crester"),
    (FFA, {"white": "waiting"}, "table.white", "in the variant only"),
    (FFA, {"tagged_reds": ["25a"]}, "table", "Naturalist"),
    (FFA, {"items": {"12a": {"gas": 2}}}, "table.items.12a", "gas pockets only"),
    (FFA, {"items": {"25a": {"gas": 3}}}, "table.items.25a", "two at most"),
    (FFA, {"items": {"14a": {"+2": 1}}}, "table.items.14a", "drift"),
    (FFA, {"items": {"port": {"+2": 1}}}, "table", "trading post"),
    (NATURALIST, {"tagged_grays": ["11a", "12a", "13a", "21a", "22a", "23a", "31a"]}, "table", "6 tags"),
    # modes and the end
    (COOP, {"lives": 0}, "table.lives", "0 is not between 1 and 2"),
    (COOP, {"lives": 3}, "table.lives", "3 is not between"),
    (COOP, {"white_lives": 0}, "table.white_lives", "0 is not between"),
    (FFA, {"lives": 2}, "table.lives", "co-operative games only"),
    (SOLO, {"white_lives": 3}, "table.white_lives", "co-operative games only"),
    (COOP, {"white": "gone"}, "table.white", "it is there"),
    (FFA, {"kills": 1}, "table.kills", "solo only"),
    (SOLO, {"kills": 1}, "table.kills", "not so many"),
    (SOLO, {"kills": 6, "reds": []}, "table.white", "all reds are beaten"),
    (SOLO, {"white": "26a"}, "table.white", "all reds are beaten"),
    (FFA, {"trigger": 1}, "table.trigger", "fewer than 15"),
    (FFA, {"on_turn": 1, "players": [{"notoriety": 15}]}, "table.trigger", "sets off the end"),
    (COOP, {"trigger": 1, "players": [{"notoriety": 20}]}, "table.trigger", "free-for-all"),
    (FFA, {"ending": "won"}, "table.ending", "no end of free-for-all"),
    (COOP, {"ending": "most notoriety"}, "table.ending", "end of free-for-all"),
    (COOP, {"ending": "won"}, "table.white_lives", "won when"),
    (COOP, {"ending": "lost", "lives": 1}, "table.lives", "lost when"),
    (SOLO, {"ending": "won"}, "table.ending", "white is beaten"),
    (FFA, {"ending": "most notoriety"}, "table.ending", "nobody has won"),
    (LIMITED, {"ending": "round limit", "round": 3}, "table.ending", "not reached"),
    (LIMITED, {"round": 5, "on_turn": 1}, "table.round", "after round 4"),
    (FFA, {"round": 0, "on_turn": 1}, "table.round", "first turn"),
    (FFA, {"round": 3, "on_turn": 0}, "table.round", "first turn"),
    (FFA, {"wind": 0, "on_turn": 1}, "table.wind", "rolled"),
    # the turn
    (FFA, {"on_turn": 1, "turn": {"used": list(m.ORDERS)}}, "table.turn.used", "coffee"),
    (FFA, {"on_turn": 1, "turn": {"coxswain_used": True}}, "table.turn.coxswain_used", "crew"),
    (FFA, {"on_turn": 1, "turn": {"flagged": [3]}}, "table.turn.flagged[0]", "no seat 3"),
    (FFA, {"on_turn": 1, "turn": {"flagged": [1]}}, "table.turn.flagged", "himself"),
    (COOP, {"on_turn": 1, "turn": {"flagged": [2]}}, "table.turn.flagged", "do not attack"),
    (COOP, {"on_turn": 1, "turn": {"trades": 11}}, "table.turn.trades", "<= 10"),
    (FFA, {"on_turn": 1, "turn": {"barred": [["boat 1.1", "red 24b"]]}}, "table.turn.barred", "no battle"),
    (FFA, {"on_turn": 1, "turn": {"barred": [["ship 1", "boat 1.1"]]}}, "table.turn.barred", "no battle"),
    (FFA, {"on_turn": 1, "turn": {"settled": ["11a"]}}, "table.turn.settled", "no red crester"),
    (FFA, {"on_turn": 1, "turn": {"settled": ["white"]}}, "table.turn.settled", "white crester"),
    (FFA, {"on_turn": 1, "turn": {"pursuers": ["11a"]}}, "table.turn.pursuers", "about to attack"),
    (FFA, {"on_turn": 1, "turn": {"last_open": "12a"}}, "table.turn.last_open", "where the ship is"),
    (FFA, {"on_turn": 1, "players": [{"ship": "11a"}], "turn": {"toured": [2]}}, "table.turn.toured", "left out"),
    (
        FFA, {"on_turn": 1, "reds": ["13a"], "players": [{"ship": "14a"}], "turn": {"drift": True, "last_open": "13a"}},
        "table.turn.last_open", "go back",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("options", "table", "place", "reason"), WRONG, ids=lambda value: str(value)[:60])
def test_what_cannot_be_is_refused(options: dict[str, Any], table: dict[str, Any], place: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("windward", **options).state_from({"table": {"layout": "ABCDEF", **table}})
    assert caught.value.place == place
    assert reason in caught.value.reason


NEXT, TURN = {"ask": "NEXT"}, {"ask": "TURN", "seats": [0]}
FIGHT = [{"ask": "RESOLVE"}, {"ask": "BOOST", "data": [1]}, {"ask": "BOOST", "data": [0]},
         {"ask": "CANNONS", "data": [1]}]  # fmt: skip
SAILED: dict[str, Any] = {
    "on_turn": 1, "wind": 1, "players": [{"ship": "32a", "cannons": 1}, {"ship": "32a"}],
    "battle": {"attacker": "ship 1", "defender": "ship 2", "origin": "33b", "space": "32a"},
}  # fmt: skip
AT_SEA: dict[str, Any] = {"on_turn": 1, "players": [{"ship": "33b"}]}
AGENDAS: list[tuple[dict[str, Any], list[dict[str, Any]], str, str]] = [
    (AT_SEA, [NEXT, {"ask": "PORT_REST"}], "agenda[1].ask", "at sky"),
    ({"on_turn": 1}, [NEXT, {"ask": "SKY_REST"}], "agenda[1].ask", "at port"),
    ({"on_turn": 1}, [NEXT, TURN, {"ask": "LOOT", "seats": [0], "data": [1, 1]}], "agenda[2].data", "not 1 things"),
    (AT_SEA, [NEXT, TURN, {"ask": "ZEPHYR", "seats": [0], "data": [5]}], "agenda[2].data", "5 speed, and 4"),
    (AT_SEA, [NEXT, TURN, {"ask": "HIRE", "seats": [0]}], "agenda[2].data", "at port"),
    (AT_SEA, [NEXT, TURN, {"ask": "RESEARCH", "seats": [0]}], "agenda[2].data", "Naturalist"),
    (AT_SEA, [NEXT, TURN, {"ask": "NEW_RED", "seats": [0], "data": [3, 0]}], "agenda[2].data", "in that territory"),
    (AT_SEA, [NEXT, TURN, {"ask": "CORNER", "seats": [0]}], "agenda[2].data", "free-for-all"),
    (AT_SEA, [NEXT, TURN, {"ask": "EFFECT", "data": [3, 9]}], "agenda[2].data", "no card"),
    (AT_SEA, [NEXT, TURN, {"ask": "SUPPLIES", "seats": [0], "data": [4]}], "agenda[2].data", "not what SUPPLIES"),
    (AT_SEA, [NEXT, TURN, {"ask": "WALK", "data": [0, 6, 2]}], "agenda[2].data", "nobody who walks"),
    (SAILED, [NEXT, TURN, *FIGHT, {"ask": "FALSE_FLAG", "seats": [1], "data": [1]}], "agenda", "before anything else"),
    (SAILED, [NEXT, TURN, *FIGHT, {"ask": "CANNONS", "seats": [1], "data": [0]}], "agenda[6].seats", "not asked"),
    (SAILED | {"battle": {**SAILED["battle"], "origin": "16a"}},
     [NEXT, TURN, *FIGHT, {"ask": "CANNONS", "seats": [0], "data": [0]}], "table.battle.origin", "come from there"),
    (SAILED | {"battle": {**SAILED["battle"], "rolls": [1, 0]}},
     [NEXT, TURN, *FIGHT, {"ask": "CANNONS", "seats": [0], "data": [0]}], "table.battle.rolls", "not rolled yet"),
    (SAILED | {"battle": {**SAILED["battle"], "rolls": [7, 0]}}, [NEXT, TURN, *FIGHT], "table.battle.rolls", "is 7"),
    (SAILED | {"battle": {**SAILED["battle"], "rolls": [4, 0], "hits": [2, 0]}}, [NEXT, TURN, *FIGHT],
     "table.battle.hits", "added yet"),
    (SAILED | {"battle": {**SAILED["battle"], "towed": 1}}, [NEXT, TURN, *FIGHT, {"ask": "CANNONS", "data": [0]}],
     "table.battle.towed", "no such tow"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "agenda", "place", "reason"), AGENDAS, ids=lambda value: str(value)[-60:])
def test_agendas_that_do_not_fit_are_refused(
    table: dict[str, Any], agenda: list[dict[str, Any]], place: str, reason: str
) -> None:
    with pytest.raises(PositionError) as caught:
        waystation.load("windward", **FFA).state_from({"table": {"layout": "ABCDEF", **table}, "agenda": agenda})
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_a_long_game_can_be_read_back() -> None:
    """The rules bound neither rounds nor, with cards of one's own, speed."""
    game = waystation.load("windward", **FFA)
    state = game.state_from({"table": {"round": 312, "on_turn": 1, "turn": {"speed": 140}}})
    assert isinstance(state, WindwardState)
    assert game.state_from(state.position()) == state


def test_before_the_first_turn_there_is_neither_round_nor_wind() -> None:
    state = waystation.load("windward", **FFA).state_from({"table": {"on_turn": 0}})
    assert isinstance(state, WindwardState)
    assert (state.round, state.turn) == (1, 0)
    assert state.wind >= 0
