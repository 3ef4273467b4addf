"""Everything that changes what people see is told by an event of the same step, which names piece, place or player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import waystation
from games.windward.players import captain, fighter, hoarder, spender
from waystation.engine import Chance, EventLog, State
from waystation.engine.conformance import random_choice
from waystation.engine.events import Event
from waystation.engine.words import Phrase
from waystation.games.windward.frames import Ask
from waystation.games.windward.model import L_SKY
from waystation.games.windward.notoriety import gain
from waystation.games.windward.state import WindwardState

OPTIONS: dict[str, dict[str, Any]] = {
    "everything": {
        "players": 3, "naturalist": True, "achievements": True, "white_crester": True, "max_rounds": 25,
    },
    "switches": {
        "players": 2, "map": "small", "max_rounds": 25, "defender_win_return": "winner returns",
        "placed_at_port_trades": True, "achievements": True, "false_flag_against_cresters": True,
    },
    "co-operative": {"players": 3, "mode": "co-operative", "level": "easy", "max_rounds": 25},
    "solo": {"players": 1, "mode": "solo"},
}  # fmt: skip

TOLD: dict[str, set[str]] = {
    "ship": {"sail", "back", "defeated", "stranded"},
    "boats": {"row", "drop", "back", "boat home", "take", "boat aboard"},
    "morale": {"morale", "defeated"}, "rowing": {"rowing", "row"}, "gas": {"gas", "buy"},
    "cannons": {"cannon", "roll"}, "gas_slots": {"hire"}, "cannon_slots": {"hire"}, "crew": {"hire"},
    "hold": {"loaded", "take", "tooth", "research", "dropped", "defeated"},
    "red_teeth": {"take", "tooth", "teeth", "loot", "dropped"},
    "gray_teeth": {"take", "tooth", "teeth", "loot", "dropped"},
    "plus2": {"plus2", "take", "boost", "loot", "dropped"},
    "hand_size": {"supplies", "card", "discard", "boost", "false flag", "gives", "return"},
    "notoriety": {"notoriety"},
    "turn.seat": {"turn"}, "turn.speed": {"sail", "speed", "turn"}, "turn.mates": {"order", "turn"},
    "turn.used": {"order", "turn"}, "turn.into_wind": {"into wind", "turn"}, "turn.drift": {"drift", "turn"},
    "reds": {"red", "walk", "loaded", "left", "back", "stay"},
    "tagged_reds": {"research", "walk", "loaded", "left", "back", "stay"},
    "grays": {"gray", "gray beaten"}, "tagged_grays": {"research", "gray beaten"},
    "white": {"white", "walk", "back", "stay", "white beaten"},
    "items": {"take", "dropped", "left", "gray beaten", "row", "back", "tie", "false flag", "won"},
    "tops": {"supplies", "restack"}, "stack_sizes": {"supplies", "restack"},
    "discard": {"card", "discard", "boost", "false flag", "restack"}, "crew_stock": {"hire"},
    "stocks": {"red", "gray", "tooth", "plus2", "boost"}, "lives": {"life"}, "kills": {"kills"},
    "achievements": {"achievement"}, "wind": {"wind"}, "round": {"turn"}, "last_turns": {"last turns"},
    "battle": {"battle", "roll", "boost", "won", "tie", "false flag"},
}  # fmt: skip
"""What is seen to change, and the kinds of events that may tell it."""

ANYWHERE = {"sail", "order", "hire", "supplies", "card", "boost", "roll", "won", "walk", "tie"}
NEEDED = {
    "everything": ANYWHERE | {"research", "achievement", "loaded", "back", "defeated", "row", "gray beaten", "red"},
    "switches": ANYWHERE | {"false flag", "achievement", "defeated", "row", "loot"},
    "co-operative": ANYWHERE | {"gives", "return", "life", "dropped"},
    "solo": ANYWHERE - {"tie"} | {"kills"},
}
"""What has to have happened, so that the property is not empty."""

FOLLOWS = {
    "mode", "radius", "layout", "terrain",  # never change
    "wind_blows_to",  # the wind's number in another word
    "reach", "threats",  # worked out from the rest
}  # fmt: skip
SHIP = ("ship", "morale", "rowing", "gas", "cannons", "gas_slots", "cannon_slots", "crew", "hold", "red_teeth",
        "gray_teeth", "plus2", "hand_size", "notoriety")  # fmt: skip


def changes(before: Any, after: Any) -> Iterator[tuple[str, Any]]:
    """What changed, and the seat, piece or place concerned (None: the whole table)."""
    for seat, (was, now) in enumerate(zip(before.ships, after.ships, strict=True)):
        yield from ((name, seat) for name in SHIP if getattr(was, name) != getattr(now, name))
        for number in (0, 1):
            if was.boats[number] != now.boats[number]:
                yield "boats", f"boat {seat + 1}.{number + 1}"
    if before.turn is not None and after.turn is not None:
        for name in ("seat", "speed", "mates", "used", "into_wind", "drift"):
            if getattr(before.turn, name) != getattr(after.turn, name):
                yield f"turn.{name}", None
    for name in ("reds", "tagged_reds", "grays", "tagged_grays"):
        for place in {*getattr(before, name)} ^ {*getattr(after, name)}:
            yield name, place
    for place in {*before.items, *after.items}:
        if before.items.get(place) != after.items.get(place):
            yield "items", place
    for name in sorted(set(before.__struct_fields__) - FOLLOWS - {"ships", "turn", "items"}):
        alone = name not in ("reds", "tagged_reds", "grays", "tagged_grays", "battle")
        if alone and getattr(before, name) != getattr(after, name):
            yield name, None
    fights = [None if table.battle is None else (table.battle.attacker, table.battle.defender, table.battle.results)
              for table in (before, after)]  # fmt: skip
    if fights[0] != fights[1]:
        yield "battle", None


def names(event: Event, what: Any) -> bool:
    """Whether the event is about that seat, piece or place."""
    values = [one for value in event.data.values() for one in (value if isinstance(value, (list, tuple)) else [value])]
    if isinstance(what, int):
        pieces = {f"ship {what + 1}", f"boat {what + 1}.1", f"boat {what + 1}.2"}
        return event.seat == what or bool(pieces & {str(value) for value in values}) or what in values
    return what is None or what in values


@pytest.mark.parametrize("name", OPTIONS)
def test_whatever_changes_is_told(name: str) -> None:
    game = waystation.load("windward", **OPTIONS[name])
    chance, happened = Chance.of(name, "events"), set()
    players = (random_choice, captain, fighter, hoarder, spender)
    for number in range(60 if name == "solo" else 12):
        player = players[number % len(players)]
        state: State = game.new_state(number)
        for ply in range(1200):
            if state.is_over:
                break
            before, log = state.view(None).table, EventLog()
            (seat,) = state.to_act
            action = player(state, seat, chance)
            state.advance(action, seat, log)
            happened |= {event.kind for event in log}
            for what, concerned in changes(before, state.view(None).table):
                told = [event for event in log if event.kind in TOLD[what] and names(event, concerned)]
                assert told, f"{name}, game {number}, ply {ply}, {game.actions.format(action)}: {what} of {concerned}"
    assert NEEDED[name] <= happened


def test_every_change_that_is_seen_has_a_way_to_be_told() -> None:
    table = waystation.load("windward").new_state(1).view(None).table
    known = {*TOLD, *FOLLOWS, "ships", "turn"}
    assert set(table.__struct_fields__) <= known
    assert set(table.ships[0].__struct_fields__) - {"colour", "naturalist", "hand"} <= known


def position(table: dict[str, Any], **options: Any) -> State:
    game = waystation.load("windward", **{"map": "large", "ship_perks": "none", **options})
    return game.state_from({"table": {"layout": "ABCDEF", "wind": 1, "on_turn": 1, **table}})


def told(state: State, *moves: str) -> str:
    log = EventLog()
    for move in moves:
        state.play(move, log=log)
    assert all(isinstance(event.text, Phrase) for event in log), "a sentence that is no template"
    return " ".join(event.seen_by(None, state.game.seat_names).text for event in log)


def test_a_tooth_and_its_crester_are_told() -> None:
    said = told(position({"players": [{"ship": "31a", "hold": "red", "morale": 2, "gas": 4}]}), "order process")
    assert "Red takes a red tooth; the red crester goes back to stock." in said
    assert "Red stores 1 gas; 1 is lost for want of slots." in said


def test_a_shared_lead_tells_of_the_round_that_follows() -> None:
    state = position({"trigger": 1, "on_turn": 2, "players": [{"notoriety": 16}, {"notoriety": 16}]})
    assert "Red and Blue share the lead with 16: another round is played." in told(state, "end")


def test_nobody_is_promised_a_turn_that_does_not_come() -> None:
    """Blue comes to 15 on Red's turn: with the switch the game ends before Blue's next turn, which is the very next."""
    table = {"reds": [], "achievements": [{"card": "sky-pirate"}, {"card": "full-crew"}],
             "players": [{"ship": "33b", "hand": []}, {"ship": "32a", "notoriety": 11, "hand": []}]}  # fmt: skip
    for seed in range(60):
        switch = {"achievements": True, "off_turn_trigger": "ends before next turn"}
        state = position(table, players=2, **switch)
        state.chance = Chance.of(seed, "play")
        said = told(state, "sail 32a")
        if "Blue has 15 notoriety" in said:
            assert "Blue has 15 notoriety: the game ends with this turn." in said
            assert state.is_over
            return
    raise AssertionError("Blue never won so clearly")


def test_of_several_only_those_are_named_who_have_a_turn_left() -> None:
    game = waystation.load("windward", players=4, achievements=True, off_turn_trigger="ends before next turn")
    state = game.state_from({"table": {"on_turn": 2, "wind": 1, "players": [{}, {}, {}, {"notoriety": 14}]}, "seed": 3})
    assert isinstance(state, WindwardState)
    log = EventLog()
    gain(state, 3, 1, L_SKY, log)
    said = " ".join(event.seen_by(None, game.seat_names).text for event in log)
    assert "Yellow has 15 notoriety: Green has one more turn." in said


def test_no_red_is_told_where_the_stock_is_empty() -> None:
    """Seven reds lie about or are held: the eighth is beaten and none is left to come."""
    table = {"reds": ["12a"], "items": {"21a": {"red": 4}, "31a": {"red": 3}},
             "players": [{"ship": "11a", "cannons": 2, "plus2": 8, "hold": "gray", "hand": []}]}  # fmt: skip
    for seed in range(40):
        state = position(table, players=2)
        state.chance = Chance.of(seed, "play")
        said = told(state, "sail 12a", "fire 2", *["use +2"] * 4)
        while state.agenda[-1][0] == Ask.BOOST:
            said += told(state, "pass")
        if "wins" in said and "Red's ship wins" in said:
            assert "Red's hold is taken: the dead red crester lies on 12a." in said
            assert "No red crester is in stock: none comes." in said
            return
    raise AssertionError("Red never won")
