"""The evaluation and the expert: sensible, fair, and blind to what their seat cannot know."""

from __future__ import annotations

import waystation
from games.wayfarers.table import position
from waystation.bots import bot_chance, make, observe
from waystation.engine import Chance
from waystation.games.wayfarers.evaluation import evaluate


def better(more: dict[str, object], less: dict[str, object]) -> bool:
    return evaluate(position(more), 0) > evaluate(position(less), 0)


def test_more_is_better() -> None:
    poor = {"silver": 1, "provision": 1, "cards": ["L05"], "tiles": []}
    assert better({**poor, "silver": 2}, poor)
    assert better({**poor, "cards": ["L05", "W70"]}, poor)
    assert better({**poor, "space": ["S92a"]}, poor)
    assert better({**poor, "tiles": ["U31 front r2c1"]}, poor)
    assert better({**poor, "marker": "J2a"}, {**poor, "marker": "J1a"})
    assert better({**poor, "reserve": 1, "dice": [1, 2, 3, 4]}, {**poor, "dice": [1, 2, 3]})
    assert better({**poor, "inspiration": {"HOME_STAR": "I14"}}, poor)


def test_very_large_panoramas_have_a_value() -> None:
    """Far more cards of one kind than score."""
    harbours = [f"W{number}" for number in range(41, 59)]
    state = position({"cards": harbours, "silver": 200, "provision": 200, "tiles": ["U43 front r2c1"]})
    assert 0 < evaluate(state, 0) < 1


def test_values_lie_between_lost_and_won() -> None:
    game = waystation.load("wayfarers", players=3, round_limit=10)
    state = game.new_state(1)
    chance = Chance.of(1, "evaluation")
    while not state.is_over:
        values = [game.evaluate(state, seat) for seat in range(3)]
        assert all(0 < value < 1 for value in values)
        (seat,) = state.to_act
        state.advance(chance.choice(state.legal_actions(seat)), seat)


def test_the_expert_plays_legally_and_beats_random() -> None:
    game = waystation.load("wayfarers", round_limit=12)
    bots = [make("expert:60", game), make("random", game)]
    state = game.new_state("expert")
    for ply in range(5000):
        if state.is_over:
            break
        (seat,) = state.to_act
        action = bots[seat].choose(observe(state, seat, bot_chance("expert", seat, ply)))
        assert action in state.legal_actions(seat)
        state.advance(action, seat)
    assert state.is_over
    assert state.scores()[0] > state.scores()[1]


def test_the_expert_does_not_see_hidden_cards() -> None:
    """Two tables that its seat cannot tell apart: the same decision."""
    game = waystation.load("wayfarers")
    state = game.new_state("blind")
    other = state.determinize(0, Chance.of(1, "elsewhere"))
    decisions = [
        make("expert:60", game).choose(observe(world, 0, bot_chance("blind", 0, 0))) for world in (state, other)
    ]
    assert decisions[0] == decisions[1]


def test_solo_opponent_is_counted() -> None:
    game = waystation.load("wayfarers", players=1)
    behind = game.state_from({"table": {"solo": {"cards": ["I01", "I02", "I03"]}}})
    assert game.evaluate(behind, 0) < game.evaluate(game.state_from({}), 0)
