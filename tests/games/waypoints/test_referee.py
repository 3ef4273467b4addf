"""Whole games beside a referee who reads the rules anew: every choice offered, every point, who wins."""

from __future__ import annotations

import pytest

import waystation
from games.waypoints.referee import Land, Referee
from games.waypoints.test_holds import hoard
from waystation.engine import Chance
from waystation.games.waypoints.components import GOALS, HIKES, SIDE
from waystation.games.waypoints.state import WaypointsState


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {"players": 1, "goal": "bridges", "solo": "easy"}),
        (2, {"players": 1, "goal": "squares", "solo": "hard"}),
        (3, {"players": 3, "goal": "lakes"}),
        (4, {"players": 2, "goal": "woods"}),
    ],
)
def test_a_game_agrees_with_the_referee(seed: int, options: dict[str, object]) -> None:
    """Players act in any order; every fifth time all that is offered is compared."""
    game = waystation.load("waypoints", **options)
    state, chance = game.new_state(seed), Chance.of(seed, "referee")
    assert isinstance(state, WaypointsState)
    goal, land = GOALS[state.goal], Land(state.game.sheet)
    start = state.game.sheet.waypoints[state.start].id
    referees = [Referee(land, start) for _ in range(game.players)]
    hike = 0
    begin(state, referees)
    decisions = 0
    while not state.is_over:
        seat = chance.choice(state.to_act)
        referee = referees[seat]
        offered = list(map(game.actions.format, state.legal_actions(seat)))
        decisions += 1
        if decisions % 5 == 0:
            assert set(offered) == referee.legal(), (seat, referee.here, referee.spot)
        action = hoard(state, seat, chance) if chance.below(4) else chance.choice(state.legal_actions(seat))
        referee.play(game.actions.format(action))
        state.apply(action, seat)
        assert [seat for seat, one in enumerate(referees) if one.asked] == list(state.to_act) or not any(
            one.asked for one in referees
        )
        if not any(one.asked for one in referees) and not state.is_over:
            if state.hike > hike:
                hike += 1
                for one in referees:
                    one.gain_water(2)
            begin(state, referees)
        assert state.scores() == [one.score(goal) for one in referees]
        assert [me.held for me in state.hikers] == [one.circled_water - one.crossed_water for one in referees]
    outcome = state.outcome()
    assert outcome is not None
    best = max(one.score(goal) for one in referees)
    winners = [seat for seat, one in enumerate(referees) if one.score(goal) == best]
    if game.players == 1 and referees[0].missed_camps() > (options["solo"] == "easy"):
        winners = []
    assert list(outcome.winners) == winners
    assert len(referees[0].ends) == HIKES


def begin(state: WaypointsState, referees: list[Referee]) -> None:
    """Everybody's turn, in the weather that the die has brought."""
    for referee in referees:
        referee.begin_turn(state.game.sheet.weather[state.hike][state.marker - 1], state.marker == SIDE)
