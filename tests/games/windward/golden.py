"""The golden records: whole games for each mode, number of players and kind of end, kept in golden/.

    cd tests && ../.venv/bin/python -m games.windward.golden

plays and writes them anew. Do that only after a deliberate change of the rules, together with `rules_version`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import waystation
from games.records import write_all
from waystation.bots import decide, make, observe
from waystation.engine import Chance, Match, State

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "map": "large"},
    "two_small": {"players": 2, "map": "small", "ship_perks": "none"},
    "three": {"players": 3},
    "four": {"players": 4, "achievements": True},
    "five": {"players": 5, "white_crester": True},
    "naturalist": {"players": 3, "naturalist": True, "achievements": True, "white_crester": True},
    "switches": {
        "players": 3, "wind_number_means": "blows from", "false_flag_against_cresters": True,
        "defender_win_return": "winner returns", "path_choice": "left neighbour", "placed_at_port_trades": True,
        "off_turn_trigger": "ends before next turn", "achievements": True, "ship_perks": "blue only",
    },
    "round_limit": {"players": 2, "map": "large", "max_rounds": 5},
    "coop_one": {"players": 1, "mode": "co-operative", "level": "easy"},
    "coop_two": {"players": 2, "mode": "co-operative"},
    "coop_three": {"players": 3, "mode": "co-operative", "level": "hard"},
    "coop_four": {"players": 4, "mode": "co-operative", "level": "impossible"},
    "coop_limit": {"players": 2, "mode": "co-operative", "level": "easy", "max_rounds": 2},
    "solo": {"players": 1, "mode": "solo"},
}  # fmt: skip
#: games that are played from a position near a rare end
ENDINGS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "coop_won": (
        {"players": 2, "mode": "co-operative", "level": "easy"},
        {"white": "12a", "white_lives": 1, "reds": [], "on_turn": 1, "wind": 1,
         "players": [{"ship": "11a", "cannons": 2, "morale": 5, "plus2": 6, "hand": ["broadside"] * 4}, {}]},
    ),
    "solo_won": (
        {"players": 1, "mode": "solo"},
        {"reds": ["12a"], "kills": 5, "on_turn": 1, "wind": 1,
         "players": [{"ship": "11a", "cannons": 4, "morale": 5, "plus2": 9, "crew": ["marine"],
                      "hand": ["broadside"] * 4}]},
    ),
    "extra_round": (
        {"players": 2, "map": "large"},
        {"trigger": 1, "on_turn": 2, "wind": 1, "players": [{"notoriety": 16}, {"notoriety": 16}]},
    ),
}  # fmt: skip


def play(name: str) -> Match:
    """A whole game: the evaluation chooses (co-op and solo: the expert), and chance now and then."""
    options, position = ENDINGS[name] if name in ENDINGS else (GAMES[name], None)
    game = waystation.load("windward", **options)
    document = None if position is None else {"table": {"layout": "ABCDEF", **position}}
    match = Match(game, None if document else f"second golden {name}", position=document)
    chance = match.state.chance.spawn("players")
    while not match.state.is_over:
        (seat,) = match.state.to_act
        legal = match.state.legal_actions(seat)
        if position is None and chance.below(12) == 0:
            action = chance.choice([action for action in legal if action != game.ids.end] or legal)
        elif game.is_ffa or position is not None:
            action = best(match.state, seat, chance)
        else:
            action = decide(make("expert", "windward"), observe(match.state, seat, chance.spawn("world")))
        match.apply(action, seat)
    return match


def best(state: State, seat: int, chance: Chance) -> int:
    """What the evaluation likes best, more or less."""
    worth = []
    for action in state.legal_actions(seat):
        after = state.determinize(seat, chance.spawn("world"))
        after.advance(action, seat)
        worth.append((state.game.evaluate(after, seat) + 0.05 * chance.unit(), action))
    return max(worth)[1]


if __name__ == "__main__":
    write_all(FOLDER, (*GAMES, *ENDINGS), play)
