"""The evaluation and the expert."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation import bots
from waystation.bots.mcts import HEED, MctsBot, Node
from waystation.engine import Chance
from waystation.games.windward import alone
from waystation.games.windward import captain as expert
from waystation.games.windward.frames import Ask
from waystation.games.windward.state import WindwardState


def table(players: list[dict[str, Any]], **doc: Any) -> WindwardState:
    game = waystation.load("windward", players=2, map="large", ship_perks="none", **doc.pop("options", {}))
    state = game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "players": players, **doc}})
    assert isinstance(state, WindwardState)
    return state


def chosen(state: WindwardState, seat: int = 0) -> str:
    observation = bots.observe(state, seat, Chance.of(1, "test"))
    return state.game.actions.format(bots.decide(bots.make("expert", "windward"), observation))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"notoriety": 5}, {"notoriety": 3}),
        ({"red_teeth": 1}, {"hold": "red"}),
        ({"gas": 3}, {"gas": 1}),
        ({"morale": 4}, {"morale": 2}),
        ({"hand": ["coffee"] * 3}, {"hand": ["coffee"]}),
        ({"crew": ["marine"]}, {}),
        ({"ship": "11a", "red_teeth": 1, "hand": ["bait"]}, {"ship": "15a", "red_teeth": 1, "hand": ["bait"]}),
        ({"ship": "15a", "hand": ["bait"]}, {"ship": "15a", "hand": []}),
    ],
)
def test_the_evaluation_knows_what_is_worth_having(better: dict[str, Any], worse: dict[str, Any]) -> None:
    base = {"hand": ["volley"]}
    good, bad = table([base | better, base]), table([base | worse, base])
    assert good.game.evaluate(good, 0) > bad.game.evaluate(bad, 0)
    assert good.game.evaluate(good, 1) < bad.game.evaluate(bad, 1)


def test_the_evaluation_is_decided_only_at_the_end() -> None:
    state = table([{"notoriety": 16}, {"notoriety": 3}], trigger=1, on_turn=2)
    assert 0.5 < state.game.evaluate(state, 0) < 1
    state.play("end")
    assert state.is_over
    assert state.game.evaluate(state, 0) == 1
    assert state.game.evaluate(state, 1) < 0.5


def test_a_won_co_operative_game_is_worth_1_to_everybody() -> None:
    game = waystation.load("windward", players=2, mode="co-operative")
    ships = [{"ship": "11a", "cannons": 2, "hand": ["broadside"] * 4, "plus2": 9}, {}]
    document = {
        "layout": "ABCDEF",
        "wind": 1,
        "on_turn": 1,
        "white": "12a",
        "white_lives": 1,
        "reds": [],
        "players": ships,
    }
    state = game.state_from({"table": document})
    for move in ("sail 12a", "fire 2", *["use +2"] * 9):
        if not state.is_over:
            state.play(move)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    assert [game.reward(state, seat) for seat in (0, 1)] == [1, 1]


def test_the_expert_takes_supplies_first_and_attacks_what_it_will_beat() -> None:
    assert chosen(table([{"hand": []}, {}])) == "order supplies"
    armed = {"ship": "11a", "cannons": 2, "morale": 5, "hand": ["broadside", "broadside"], "plus2": 2}
    laden = {"ship": "12a", "morale": 1, "red_teeth": 2, "hand": []}
    assert chosen(table([armed, laden], reds=[], turn={"mates": 0})) == "sail 12a"


def test_the_expert_fires_no_more_than_pays_and_adds_only_what_turns_the_result() -> None:
    ship = {"ship": "11a", "cannons": 2, "crew": ["marine"], "morale": 5, "hand": ["loose-shot", "broadside"]}
    state = table([ship, {}], reds=["12a"])
    state.play("sail 12a")
    assert chosen(state) == "fire 2"
    behind = {"attacker": "ship 1", "defender": "red", "origin": "11a", "space": "12a", "rolls": [4, 6], "hits": [2, 0]}
    asked = {"ask": "BOOST", "seats": [0], "data": [0]}
    boost = [{"ask": "NEXT"}, {"ask": "TURN", "seats": [0]}, {"ask": "RESOLVE"}, asked]
    document = state.position() | {"agenda": boost}
    document["table"] |= {"battle": behind, "players": [ship | {"ship": "12a"}, {}]}
    level = state.game.state_from(document)
    assert isinstance(level, WindwardState)
    assert chosen(level) == "play loose-shot"  # 6 : 6, one hit is enough


def test_the_expert_keeps_good_cards_only_with_morale_to_spare() -> None:
    state = table([{"ship": "31a", "morale": 1, "hand": ["broadside", "squall"]}, {}], reds=[])
    state.play("end")
    assert chosen(state) == "discard squall"
    state = table([{"ship": "31a", "morale": 5, "hand": ["broadside", "volley"]}, {}], reds=[])
    state.play("end")
    assert chosen(state) == "lose morale"


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "achievements": True, "white_crester": True, "naturalist": True},
        {"players": 2, "mode": "co-operative"},
        {"players": 1, "mode": "solo"},
    ],
)
def test_the_expert_plays_every_mode_to_its_end(options: dict[str, Any]) -> None:
    game = waystation.load("windward", max_rounds=40, **options)
    players = [bots.make("expert", "windward") for _ in range(game.players)]
    state, ply = game.new_state(4), 0
    while not state.is_over:
        (seat,) = state.to_act
        observation = bots.observe(state, seat, bots.base.bot_chance(4, seat, ply))
        state.apply(bots.decide(players[seat], observation), seat)
        ply += 1
    assert ply > 20


def test_search_considers_the_experts_turn_first_and_plays_on_to_the_end_of_a_turn() -> None:
    state = table([{"hand": []}, {"hand": ["bait"]}])
    assert state.game.actions.format(state.game.advise(state, 0) or 0) == "order supplies"
    root = Node()
    observation = bots.observe(state, 0, Chance.of(1, "test"), bots.Budget(simulations=12))
    MctsBot()._search(root, observation)
    first = [state.game.actions.format(action) for action in root.arms[0][0].actions]
    assert first[0] == "order supplies"
    assert sum(arm.visits - 1 for arm in root.arms[0]) == 12 + HEED - 1, "advice counts for some visits"
    after = state.game.play_on(state.clone(), 0)
    assert isinstance(after, WindwardState)
    assert (after.turn, after.agenda[-1][0]) == (1, Ask.TURN)


def test_search_decides_off_turn_too() -> None:
    """Blue is attacked: its cannons and cards are arms of the tree."""
    attacker = {"ship": "11a", "cannons": 2, "morale": 5, "hand": ["broadside"]}
    state = table([attacker, {"ship": "12a", "morale": 1, "cannons": 2, "hand": ["broadside", "bait"]}], reds=[])
    state.play("sail 12a")
    while state.to_act == (0,):
        state.apply(state.legal_actions(0)[0], 0)
    assert state.to_act == (1,)
    observation = bots.observe(state, 1, Chance.of(1, "test"), bots.Budget(simulations=12))
    assert MctsBot().choose(observation) in state.legal_actions(1)


def test_bots_lose_patience() -> None:
    """Late in a game that nobody ends, a point counts for more than what one keeps at port."""
    kept = {"ship": "port", "morale": 5, "gas": 5, "cannons": 2, "hand": ["volley"] * 5}
    spent = {"ship": "12a", "morale": 4, "gas": 1, "cannons": 1, "hand": ["volley"] * 4, "notoriety": 1}
    for number, better in ((1, kept), (120, spent)):
        worth = [
            state.game.evaluate(state, 0)
            for state in (table([seat, {}], round=number, reds=[]) for seat in (kept, spent))
        ]
        assert (worth[0] > worth[1]) == (better is kept)
    late = table([{"ship": "11a", "morale": 2, "hand": ["bait"]}, {}], round=120, reds=[], grays=[])
    state = late
    while state.turn == 0 and state.agenda[-1][0] == Ask.TURN:
        state.play(chosen(state))
    assert state.ship[0] > 0, "the expert rests at sky"


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "mode": "co-operative"}])
def test_a_turn_played_on_is_the_one_that_the_expert_plays_step_by_step(options: dict[str, Any]) -> None:
    """Playing on keeps a course instead of looking round after every step."""
    game = waystation.load("windward", max_rounds=10, **options)
    state, rng, turns = game.new_state(5), Chance.of(5, "play on"), 0
    assert isinstance(state, WindwardState)
    while not state.is_over and turns < 40:
        if state.agenda[-1][0] == Ask.TURN:
            begun, after = (state.round, state.turn), state.clone()
            while after.agenda and (after.agenda[-1][0] != Ask.TURN or (after.round, after.turn) == begun):
                (seat,) = after.to_act
                after.advance(expert.choose(after, seat, after.legal_actions(seat)), seat)
            assert game.play_on(state.clone(), state.turn) == after
            turns += 1
        (seat,) = state.to_act
        legal = state.legal_actions(seat)
        state.apply(rng.choice(legal) if rng.below(4) == 0 else expert.choose(state, seat, legal), seat)
    assert turns > 20


def adventure(captain: dict[str, Any], **doc: Any) -> WindwardState:
    game = waystation.load("windward", players=1, mode="solo", map="large", ship_perks="none")
    document = {"layout": "ABCDEF", "wind": 1, "on_turn": 1, "players": [captain], **doc}
    state = game.state_from({"table": document})
    assert isinstance(state, WindwardState)
    return state


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"morale": 4}, {"morale": 1}),
        ({"hand": ["broadside"] * 3}, {"hand": []}),
        ({"red_teeth": 2}, {}),
        ({"crew": ["marine", "navigator"]}, {"crew": ["marine"]}),
    ],
)
def test_alone_the_chance_knows_what_helps(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert 0 < alone.chance(adventure(worse)) < alone.chance(adventure(better)) < 1


def test_alone_every_feature_has_a_weight() -> None:
    assert len(alone.features(adventure({}))) == len(alone.FEATURES) == len(alone.weights().features)


def test_alone_the_expert_loses_its_patience() -> None:
    """Looking ahead may put the fight off for ever; the rules of thumb do not."""
    late = adventure({"ship": "15a", "hand": ["bait"]}, round=alone.PATIENCE + 1)
    assert alone.best(bots.observe(late, 0, Chance.of(1, "late"))).actions == (
        expert.choose(late, 0, late.legal_actions(0)),
    )


def test_alone_the_expert_wins_by_looking_ahead() -> None:
    """A whole adventure; the rules of thumb lose this one."""
    game = waystation.load("windward", players=1, mode="solo", max_rounds=60)
    outcomes = []
    for looks in (True, False):
        state, bot, ply = game.new_state("f3"), bots.make("expert", game), 0
        assert isinstance(state, WindwardState)
        while not state.is_over:
            legal = state.legal_actions(0)
            if looks:
                action = bot.choose(bots.observe(state, 0, bots.bot_chance(3, 0, ply)))
                assert action in legal
            else:
                action = expert.choose(state, 0, legal)
            state.advance(action, 0)
            ply += 1
        outcomes.append(bool(state.winners()))
        if looks:
            assert alone.chance(state) == 1
    assert outcomes == [True, False]


def test_alone_the_expert_does_not_see_what_is_hidden() -> None:
    """Worlds that the captain can't tell apart: the same decision."""
    game = waystation.load("windward", players=1, mode="solo")
    state = game.new_state("blind")
    while len(state.legal_actions(0)) < 3 or state.agenda[-1][0] != Ask.TURN or state.ship[0] == 0:  # type: ignore[attr-defined]
        state.advance(expert.choose(state, 0, state.legal_actions(0)), 0)  # type: ignore[arg-type]
    other = state.determinize(0, Chance.of(1, "elsewhere"))
    decisions = [
        bots.make("expert", game).choose(bots.observe(world, 0, bots.bot_chance("blind", 0, 0)))
        for world in (state, other)
    ]
    assert decisions[0] == decisions[1]
