"""The evaluation and the expert: sensible, fair, and blind to what their seat cannot know."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import waystation
from games.wayfarers.table import position
from waystation.bots import bot_chance, make, observe
from waystation.bots.turns import turns_of
from waystation.engine import Chance, State
from waystation.games.wayfarers.bots import best_plan, next_turn, turns
from waystation.games.wayfarers.judgement import MEMORIES, Memory, evaluate
from waystation.games.wayfarers.weights import TOGETHER


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


def test_after_many_rounds_steps_count_for_more_and_promises_for_nothing() -> None:
    """Else bots go on gathering what brings no points any more: a game of greedy bots did for 4,000 rounds."""

    def prefers_steps(round: int) -> bool:
        game = waystation.load("wayfarers")
        seats = {"marker": "J9a"}, {"marker": "J5a", "cards": ["L09", "L10", "L13"], "space": ["S86", "S87", "S88"]}
        rich = {**seats[1], "cards": ["L09", "L10", "L13", "W70", *(f"W{number}" for number in range(41, 46))]}
        near, far = (game.state_from({"table": {"round": round, "seats": [seat, {}]}}) for seat in (seats[0], rich))
        return game.evaluate(near, 0) > game.evaluate(far, 0)

    assert not prefers_steps(50)
    assert prefers_steps(90)
    assert prefers_steps(120)


def test_steps_count_less_when_a_round_limit_ends_the_game_first() -> None:
    """A seat near the end, or one with points: which stands better depends on whether anybody gets to the end."""

    def prefers_steps(limit: int) -> bool:
        game = waystation.load("wayfarers", round_limit=limit)
        seats = {"marker": "J9a"}, {"marker": "J5a", "cards": ["L09", "L10", "L13"], "space": ["S86", "S87", "S88"]}
        near, rich = (game.state_from({"table": {"seats": [seat, {}]}}) for seat in seats)
        return game.evaluate(near, 0) > game.evaluate(rich, 0)

    assert prefers_steps(0)
    assert prefers_steps(100)
    assert not prefers_steps(1)


def test_turns_without_an_end_count_as_evaluated() -> None:
    """Whoever is far ahead would else prefer doing nothing, which ends a turn at once."""
    state = position({"tiles": ["U31 front r2c1"]})
    found = turns_of(state, 0, 60, Chance.of(1, "turns"))
    unfinished = []
    for turn in found:
        after = state.clone()
        for action in turn.actions:
            after.advance(action, 0)
        assert turn.value == pytest.approx(after.game.evaluate(after, 0))
        unfinished.append(0 in after.to_act)
    assert any(unfinished)


def test_a_seat_that_leads_ends_the_game() -> None:
    """With a rest and a step to the last column: it ends the game with points ahead, and plays on when far behind."""
    mine = {"marker": "J9a", "guilds": {"black": 1}, "dice": [], "workers": {}, "silver": 0, "provision": 0}
    rich = {
        "cards": ["L05", "L06", "L07", "L19", "L20", "W44", "W45", "W59", "W60"],
        "space": ["S92a", "S94a", "S102a"],
    }
    ahead = best_turn(position({**mine, **rich}))
    assert ahead[0] == "rest"
    assert "go J10b" in ahead
    behind = position(mine)
    behind.seats[1] = position({**mine, **rich, "marker": "J1a"}).seats[0]  # type: ignore[attr-defined]
    assert not [action for action in best_turn(behind) if action.startswith("go J10")]


def test_a_seat_that_is_behind_ends_a_game_that_has_lasted_too_long() -> None:
    """A real game of two bots stood still from round 130 on: all cards were taken, and who could end it would lose."""
    mine = {"marker": "J9a", "guilds": {"black": 1}, "dice": [], "workers": {}, "silver": 0, "provision": 0}
    rich = {"cards": ["L05", "L06", "L07", "W59", "W60"], "space": ["S92a", "S94a", "S102a"], "marker": "J1a"}
    table = {"seats": [mine, rich]}
    for after, ends in ((20, False), (120, True)):
        state = waystation.load("wayfarers").state_from({"table": {**table, "round": after}})
        assert ("go J10b" in best_turn(state)) == ends
        greedy = turns_of(state, 0, 200, Chance.of(1, "turns"))[0]
        assert ("go J10b" in [state.game.actions.format(action) for action in greedy.actions]) == ends


def best_turn(state: State) -> list[str]:
    plan = best_plan(state, 0, 200)  # type: ignore[arg-type]
    return [state.game.actions.format(action) for action in plan.actions]


def test_later_turns_show_no_hidden_card() -> None:
    """What lies in the piles does not change a plan's value."""
    game = waystation.load("wayfarers")
    state = game.new_state("plans")
    other = state.clone()
    other.piles = [tuple(reversed(pile)) for pile in other.piles]  # type: ignore[attr-defined]
    for line in turns(state, 0, 60)[:5]:  # type: ignore[arg-type]
        again = other.clone()
        for action in line.actions:
            again.advance(action, 0)
        seen, blind = next_turn(line.after, 0), next_turn(again, 0)  # type: ignore[arg-type]
        assert seen is not None
        assert blind is not None
        assert not any(seen.piles)
        assert seen.turn == 0
        assert seen.round == line.after.round + 1


def test_every_turn_found_can_be_played() -> None:
    state = waystation.load("wayfarers").new_state("turns")
    found = turns(state, 0, 150)  # type: ignore[arg-type]
    assert {line.actions[0] for line in found} == set(state.legal_actions(0))
    for line in found:
        after = state.clone()
        for action in line.actions:
            assert action in after.legal_actions(0)
            after.advance(action, 0)
        assert after == line.after


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


def lead(players: int, seat: Mapping[str, object], **table: object) -> float:
    """By how much a seat leads: parts of what is three quarters of a win."""
    game = waystation.load("wayfarers", players=players)
    seats = [seat, {"marker": "J8a"}][:players]
    part = 2 * game.evaluate(game.state_from({"table": {"seats": seats, **table}}), 0) - 1
    return part / (1 - abs(part))


@pytest.mark.parametrize("alone", [True, False])
def test_alone_goods_keep_their_worth_for_as_long_as_a_weight_says(
    monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    """Near the end of the track they can still be spent."""
    players = 1 if alone else 2
    box = position({}).game.box

    def gain(whole: float) -> float:
        monkeypatch.setitem(MEMORIES, (box, alone), Memory(box, TOGETHER._replace(soon_whole=whole)))
        poor, rich = ({"marker": "J8a", "silver": n, "provision": n} for n in (0, 4))
        return lead(players, rich) - lead(players, poor)

    short, long = gain(28.0), gain(7.0)
    assert short > 0
    assert long > 1.2 * short if alone else long == short


def test_alone_influence_on_a_card_is_worth_less() -> None:
    """The opponent never pays for it."""

    def gain(players: int) -> float:
        display = {"water": ["W66", "W70", "W53", "W60"]}
        return lead(players, {}, display=display, influence={"W66": 0}) - lead(players, {}, display=display)

    assert 0 < 2 * gain(1) < gain(2)
