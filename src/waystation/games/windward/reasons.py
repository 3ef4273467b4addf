"""Why a turn is good, in words: stores, teeth and holds, and whether a crester comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Reason
from waystation.engine.words import Arg, count, mark, say

from . import model as m
from . import orders
from .state import WindwardState
from .ways import threats

PORT = {
    "free-for-all": mark("You are at port: teeth are sold, and morale rises if you end the turn here."),
    "co-operative": mark("You are at port: teeth can be traded, and morale rises if you end the turn here."),
    "solo": mark("You are at port: teeth can be traded; but a turn that ends here loses the game."),
}
NATURALIST_AT_PORT = mark("You are at port: morale rises if you end the turn here.")
LOADED = mark("A crester goes into your hold: processed, it is a tooth and gas as your morale.")
LOADED_FOR_RESEARCH = mark("A crester goes into your hold: set free with a tag, it brings gas as your morale, and "
                           "notoriety at each of your rests at sky while it lives.")  # fmt: skip
LOADED_FOR_GAS = mark("A crester goes into your hold: processed, it is gas as your morale.")
"""The Naturalist's, once all tags are out: teeth are worth nothing to it."""


def reasons(before: WindwardState, after: WindwardState, turn: Sequence[int], seat: int) -> Iterator[Reason]:
    """Of a turn that leads from one state to the other. What dice decide is left out: of a battle that they decide
    nothing is said but what stood before."""
    rolled = before.chance.count != after.chance.count
    last = before.game.actions[turn[-1]].kind
    if before.battle and last in ("fire", "play", "pass", "boost"):
        yield from _of_battle(before)
    if rolled:
        return
    tags = before.game.naturalist_seat == seat
    if not after.ship[seat] and before.game.ids.sail in turn:  # a defeated ship is put at port, too
        yield Reason(say(NATURALIST_AT_PORT if tags else PORT[before.game.options.mode]), ("hex:port",))
    if after.hold[seat] and not before.hold[seat]:
        yield Reason(say(LOADED if not tags else LOADED_FOR_RESEARCH if orders.researches(after, seat) else
                         LOADED_FOR_GAS))  # fmt: skip
    teeth = after.red_teeth[seat] + after.gray_teeth[seat] - before.red_teeth[seat] - before.gray_teeth[seat]
    if teeth > 0 and not tags:
        yield Reason(say("You take {n:tooth|teeth}, to be sold at port.", n=teeth), ("hex:port",))
    gains = _stores(before, after, seat)
    if gains:
        yield Reason(say("You gain {stores}.", stores=gains))
    costs = _stores(after, before, seat)
    if costs:
        yield Reason(say("But it takes {stores}.", stores=costs))
    yield from _of_danger(before, after, seat)


def _stores(old: WindwardState, new: WindwardState, seat: int) -> list[Arg]:
    """What there is more of."""
    more = (
        (new.morale[seat] - old.morale[seat], "morale"),
        (new.gas[seat] - old.gas[seat], "gas"),
        (new.guns[seat] - old.guns[seat], "cannon"),
        (new.hand_size[seat] - old.hand_size[seat], "card"),
        (new.plus2[seat] - old.plus2[seat], "+2"),
        (new.crew[seat].bit_count() - old.crew[seat].bit_count(), "crew"),
    )
    return [_counted(n, what) for n, what in more if n > 0]


def _counted(n: int, what: str) -> Arg:
    match what:
        case "morale":
            return say("{n} morale", n=n)
        case "gas":
            return say("{n} gas", n=n)
        case "cannon":
            return count(n, "cannon|cannons")
        case "card":
            return count(n, "card|cards")
        case "crew":
            return count(n, "crew tile|crew tiles")
    return count(n, "+2 token|+2 tokens")


def _of_battle(before: WindwardState) -> Iterator[Reason]:
    """How the battle stood."""
    fields = before.battle
    results = [fields[m.B_ROLLS + side] + fields[m.B_HITS + side] for side in (0, 1)]
    if all(fields[m.B_ROLLS + side] for side in (0, 1)):
        yield Reason(say("The attacker stands at {a}, the defender at {d}.", a=results[0], d=results[1]))


def _of_danger(before: WindwardState, after: WindwardState, seat: int) -> Iterator[Reason]:
    """Whether a crester would reach the ship where it stands now, and did where it stood."""
    if before.turn != seat or after.turn != seat or after.battle:
        return
    here, there = after.space_name(after.ship[seat]), before.space_name(before.ship[seat])
    if here == there:
        return
    if any(here in places for places in threats(after).values()):
        yield Reason(say("But there a crester reaches you when you end your turn."), (f"hex:{here}",))
    elif any(there in places for places in threats(before).values()):
        yield Reason(say("There no crester reaches you when you end your turn."), (f"hex:{here}",))
