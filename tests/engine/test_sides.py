"""Dice and battles among events: both sides told to people, and what they say is so."""

from __future__ import annotations

from typing import Any

import waystation
from waystation.bots import bot_chance, make, observe
from waystation.engine import Event, EventLog, State
from waystation.engine.events import rolled
from waystation.engine.words import Seat, say
from waystation.server import rows


def test_names_are_put_into_the_sides() -> None:
    log = EventLog()
    side = rolled(say("{who}'s ship", who=Seat(1)), [3, 1], 2, 6, 1, [say("{n:card|cards} of {who}", n=2, who=Seat(1))])
    log.add("roll", None, say("{who} rolls", who=Seat(1)), {"sides": [side], "place": "11a"})
    expected = {"who": "Ben's ship", "dice": (3, 1), "added": 2, "total": 6, "seat": 1, "may": ("2 cards of Ben",)}
    event = log[0]
    assert event.seen_by(0, ("Ada", "Ben")).data == {"sides": (expected,), "place": "11a"}
    stored: Event = rows.unpack_events(rows.pack([event]))[0]
    assert stored.seen_by(None, ("Ada", "Ben")).data["sides"] == (expected,), "told again from the log"


def played(game: str, moves: int, bot: str) -> list[dict[str, Any]]:
    """The events with sides of some moves of bots, as a spectator sees them, with their kind."""
    state: State = waystation.load(game, players=2).new_state(seed=3)
    bots = [make(bot, game) for _ in range(2)]
    found = []
    for ply in range(moves):
        if not state.to_act:
            break
        seat, log = state.to_act[0], EventLog()
        state.apply(bots[seat].choose(observe(state, seat, bot_chance(3, seat, ply))), seat, log)
        seen = [event.seen_by(None, ("Ada", "Ben")) for event in log]
        found += [{"kind": event.kind, **event.data} for event in seen if "sides" in event.data]
    return found


def test_a_battle_shows_what_both_sides_have() -> None:
    events = played("windward", 260, "expert")
    kinds = {event["kind"] for event in events}
    assert {"battle", "roll", "won"} <= kinds
    for event in events:
        assert len(event["sides"]) == 2
        for side in event["sides"]:
            thrown = bool(side["dice"])
            assert side["total"] == (sum(side["dice"]) + side["added"] if thrown else None)
            assert side["seat"] is not None or not side["may"], "a crester adds nothing"
            assert event["kind"] not in ("won", "tie") or (thrown and not side["may"]), "it is over"
    may = {one.split()[-1] for event in events for side in event["sides"] for one in side["may"]}
    assert may & {"cannon", "cannons"}
    assert may & {"card", "cards"}


def test_rolls_of_other_games_show_their_dice() -> None:
    for game, kinds in (("wayfarers", {"rest", "roll", "die"}), ("waypoints", {"roll"})):
        events = played(game, 120, "random")
        assert events, game
        assert {event["kind"] for event in events} <= kinds
        for event in events:
            (side,) = event["sides"]
            assert all(1 <= face <= 6 for face in side["dice"])
            assert "value" not in event or side["dice"] == (event["value"],)
