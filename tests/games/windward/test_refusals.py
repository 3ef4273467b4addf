"""Reasons are true: each is held against what the view shows, by an oracle that knows nothing of the engine's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import waystation
from games.windward.players import captain, fighter, hoarder, spender
from waystation.engine import Chance, Refusal, State
from waystation.engine.conformance import compare, random_choice
from waystation.engine.words import Phrase
from waystation.games.windward.planet import geometry

TABLES: dict[str, dict[str, Any]] = {
    "everything": {
        "players": 3, "naturalist": True, "achievements": True, "white_crester": True, "max_rounds": 12,
    },
    "two": {"players": 2, "max_rounds": 12},
    "co-operative": {"players": 3, "mode": "co-operative", "max_rounds": 12},
    "solo": {"players": 1, "mode": "solo"},
}  # fmt: skip


class Seen:
    """What a seat sees, in the words of the rules."""

    def __init__(self, state: State, seat: int, words: list[str]) -> None:
        self.view = state.view(seat)
        self.table, self.words, self.seat = self.view.table, words, seat
        self.own = self.table.ships[seat]
        self.hexes = geometry(self.table.radius)
        self.here = self.hexes.by_name[self.own.ship]
        self.turn = self.table.turn

    @property
    def port(self) -> bool:
        return self.own.ship == "port"

    @property
    def to(self) -> int:
        """The space that the action names last."""
        return self.hexes.by_name[self.words[-1]]

    def terrain(self, space: int) -> str:
        mark: str = self.table.terrain[space]
        return mark

    def beside(self, a: int, b: int) -> bool:
        return b in self.hexes.neighbour[a]

    def lies(self, what: str) -> bool:
        return self.table.items.get(self.own.ship, {}).get(what, 0) > 0

    def somebody(self, place: str) -> bool:
        """Whether a ship or a red or the white is there."""
        ships = [ship.ship for ship in self.table.ships]
        return place in (*ships, *self.table.reds, *self.table.tagged_reds, self.table.white)

    def low(self, place: str) -> bool:
        boats = [boat for ship in self.table.ships for boat in ship.boats]
        return place in (*boats, *self.table.grays, *self.table.tagged_grays)

    @property
    def giver(self) -> tuple[str, ...]:
        """The hand that a card would come from; co-operative hands are open."""
        colour = self.own.colour if self.words[0] == "give" else self.words[1]
        hand: tuple[str, ...] = next(ship.hand for ship in self.table.ships if ship.colour == colour)
        return hand

    def boat_here(self, seat: int | None = None) -> bool:
        """Whether a longboat (of a seat, or of another) is on the ship's space."""
        ships = self.table.ships
        return any(
            self.own.ship in ship.boats and (seat is None or number == seat) for number, ship in enumerate(ships)
        )


Oracle = Callable[[Seen, Any], bool]
TRUE: dict[str, Oracle] = {
    "The ship is there already.": lambda s, _: s.to == s.here,
    "That is straight into the wind.": lambda s, _: s.beside(s.here, s.to) and not s.turn.into_wind,
    "No speed is left; only gliding with the wind is free.": lambda s, _: s.turn.speed == 0,
    "Entering port costs 1 speed and none is left.": lambda s, _: s.turn.speed == 0 and s.to == 0,
    "Port is entered from one of the six spaces around the trading post.": lambda s, _: not s.beside(s.here, 0),
    "From port a ship leaves to one of the six spaces around the trading post.":
        lambda s, _: s.port and not s.beside(0, s.to),
    "With a crester in the hold a ship cannot enter port; process it first.": lambda s, _: s.own.hold != "empty",
    "That is not next to the ship, and only a ship on a zephyr can ride to another zephyr.":
        lambda s, _: not s.beside(s.here, s.to) and s.terrain(s.to) == "z" != s.terrain(s.here),
    "Around the planet leads to the opposite corner only.":
        lambda s, _: s.terrain(s.here) == s.terrain(s.to) == "a" and s.hexes.opposite[s.here] != s.to,
    "That is not next to the ship but {n:space|spaces} away. Go step by step.":
        lambda s, a: a["n"] == s.hexes.distance(s.here, s.to) > 1,
    "Drift: no ship may enter without Deadweight.": lambda s, _: s.terrain(s.to) == "#" and not s.turn.drift,
    "From there no speed or wind would take the ship off the drift again.": lambda s, _: s.terrain(s.to) == "#",
    "{who}'s ship is there; players do not fight each other.": lambda s, _: s.somebody(s.words[-1]),
    "After a tie the same battle may not be started again this turn.":
        lambda s, _: s.somebody(s.words[-1]) or s.low(s.words[-1]) or s.low(s.own.ship),
    "After a False Flag you may not attack {who} this turn.": lambda s, _: s.table.mode == "free-for-all",
    "None of your longboats is on {place}.": lambda s, a: a["place"] not in s.own.boats,
    "No longboat speed is left.": lambda s, _: s.own.rowing == 0,
    "No longboat may enter drift.": lambda s, _: s.terrain(s.to) == "#",
    "Two of your boats may not be on one space.": lambda s, _: s.words[-1] in s.own.boats,
    "A longboat that tows a crester cannot enter a space with another gray.":
        lambda s, _: s.table.items[s.words[1]]["gray"] > 0,
    "Another player's longboat is there; players do not fight each other.": lambda s, _: s.low(s.words[-1]),
    "Both mates have given their orders; Coffee gives one more.": lambda s, _: s.turn.mates == 0,
    "That order was given this turn already.": lambda s, _: s.words[1] in s.turn.used,
    "That order can be given at sky only.": lambda s, _: s.port,
    "That order can be given at port only.": lambda s, _: not s.port,
    "There is no crester in the hold.": lambda s, _: s.own.hold == "empty",
    "No space next to the ship is free to release it.": lambda s, _: s.own.naturalist,
    "The hand is full: five cards.": lambda s, _: s.own.hand_size == 5,
    "Morale is at its maximum.": lambda s, _: s.own.morale == 5,
    "No cannon slot is empty.": lambda s, _: s.own.cannons == s.own.cannon_slots,
    "Every crew column is filled.": lambda s, _: len(s.own.crew) == 3,
    "No crew tile is left for a column that is free.": lambda s, _: 0 in s.table.crew_stock,
    "Longboat speed is at the end of its track.": lambda s, _: s.own.rowing == 6,
    "Longboats are dropped at sky.": lambda s, _: s.port,
    "No longboat may be dropped on drift.": lambda s, _: s.terrain(s.here) == "#",
    "No longboat is on the ship's board.": lambda s, _: "aboard" not in s.own.boats,
    "Your other longboat is on this space.": lambda s, _: s.own.ship in s.own.boats,
    "Gas is spent at port.": lambda s, _: not s.port,
    "That costs {price} gas; you have {gas}.": lambda s, a: s.own.gas == a["gas"] < a["price"],
    "{card} is not in your hand.": lambda s, _: s.words[-1] not in (s.own.hand or ()),
    "{card} is played in a battle.": lambda s, _: s.table.battle is None and s.words[-1] in (s.own.hand or ()),
    "{card} is played when a player attacks you.": lambda s, _: s.words[-1] == "false-flag",
    "{card} is played at sky.": lambda s, _: s.port and s.words[-1] in (s.own.hand or ()),
    "{card} would do nothing now: {reasons}.": lambda s, _: s.words[-1] in (s.own.hand or ()),
    "There is nothing to pick up at port.": lambda s, _: s.port,
    "None of your longboats is on this space.": lambda s, _: s.own.ship not in s.own.boats,
    "No gas lies on this space.": lambda s, _: not s.lies("gas"),
    "No red lies on this space.": lambda s, _: not s.lies("red"),
    "No gray lies on this space.": lambda s, _: not s.lies("gray"),
    "No red tooth lies on this space.": lambda s, _: not s.lies("red tooth"),
    "No gray tooth lies on this space.": lambda s, _: not s.lies("gray tooth"),
    "No +2 lies on this space.": lambda s, _: not s.lies("+2"),
    "Every gas slot is full.": lambda s, _: s.own.gas == s.own.gas_slots and s.lies("gas"),
    "The hold has a crester in it; there is room for one.": lambda s, _: s.own.hold != "empty",
    "Another player's longboat is towing it.":
        lambda s, _: s.lies("gray") and s.boat_here() and not s.boat_here(s.seat),
    "No crew of yours raises longboat speed.": lambda s, _: "coxswain" not in s.own.crew,
    "That was used this turn already.": lambda s, _: "coxswain" in s.own.crew,
    "A turn may not end on drift while there is a way out.": lambda s, _: s.terrain(s.here) == "#",
    "Teeth are traded by themselves, for notoriety, when the ship enters port.":
        lambda s, _: s.table.mode == "free-for-all",
    "Teeth are traded at port.": lambda s, _: not s.port,
    "There is no such tooth to trade.":
        lambda s, _: not (s.own.red_teeth if s.words[1] == "red" else s.own.gray_teeth),
    "No gas slot is free.": lambda s, _: s.own.gas == s.own.gas_slots,
    "Cards are traded with other players.": lambda s, _: s.words[1] == s.own.colour,
    "Cards are traded while both ships are at port.":
        lambda s, _: any(ship.ship != "port" for ship in s.table.ships),
    "{card} is not in the hand that would give it.": lambda s, _: s.words[-1] not in s.giver,
    "No other captain is at port with somebody to trade with.":
        lambda s, _: sum(ship.ship == "port" for ship in s.table.ships) < 2 or not any(
            ship.hand_size for ship in s.table.ships if ship.ship == "port"),
    "Nothing was asked that this answers; it is your turn.": lambda s, _: s.view.question.startswith("Your turn"),
    "First answer this: {question}": lambda s, _: not s.view.question.startswith("Your turn"),
    "Cannons loaded: {n}, not more.": lambda s, a: s.own.cannons == a["n"] < int(s.words[-1]),
    "There is no +2 token in your hold.": lambda s, _: s.own.plus2 == 0,
    "{card} adds no hits; only battle cards are played now.": lambda s, _: s.table.battle is not None,
    "Before the dice only a False Flag can be played.": lambda s, _: s.table.battle.results == (None, None),
    "There is no {thing} in {who}'s hold.": lambda s, _: True,  # which ship is looted is not in the view
    "That column is filled already.": lambda s, _: len(s.own.crew) > 0,
    "No tile with the {crew} is left.": lambda s, _: 0 in s.table.crew_stock,
    "No red that could move next is on {place}.": lambda s, _: True,  # who moved already is not in the view
    "{place} is not on a shortest way.": lambda s, _: True,  # who walks is not in the view
    "The new red needs a free space of that territory; {place} is none.":
        lambda s, _: s.somebody(s.words[-1]) or s.low(s.words[-1]) or s.terrain(s.to) == "#"
        or s.hexes.territory[s.to] != s.hexes.territory[s.here] or s.words[-1] in s.table.items,
    "{place} is not a free space next to the ship.":
        lambda s, _: not s.beside(s.here, s.to) or s.somebody(s.words[-1]) or s.low(s.words[-1])
        or s.terrain(s.to) == "#" or s.words[-1] in s.table.items,
    "{place} is no free feeding ground.":
        lambda s, _: s.terrain(s.to) != "f" or s.low(s.words[-1]) or s.words[-1] in s.table.items,
    "{place} is no zephyr the ship can go to.": lambda s, _: s.terrain(s.to) != "z",
    "{place} is no free around-the-planet space.": lambda s, _: s.terrain(s.to) != "a" or s.somebody(s.words[-1]),
    "Only a card of yours to the one who gives, {who}.": lambda s, _: s.own.hand_size == 5,
    "Enough was offered in this turn.": lambda s, _: s.table.mode == "co-operative",
}  # fmt: skip


def reasons(refusal: Refusal) -> Phrase:
    assert isinstance(refusal.reason, Phrase), f"no template: {refusal.reason}"
    return refusal.reason


@pytest.mark.parametrize("name", TABLES)
def test_every_reason_is_true(name: str) -> None:
    game = waystation.load("windward", **TABLES[name])
    chance, given = Chance.of(name, "refusals"), set()
    for number, player in enumerate((random_choice, captain, fighter, hoarder, spender, captain)):
        state = game.new_state(number)
        for ply in range(700):
            if state.is_over:
                break
            (seat,) = state.to_act
            legal = set(state.legal_actions(seat))
            for action in {chance.below(len(game.actions)) for _ in range(6)} - legal if ply % 3 == 0 else ():
                refusal = state._reason(action, seat)
                assert refusal is not None
                reason = reasons(refusal)
                words = game.actions.format(action).split()
                assert TRUE[reason.template](Seen(state, seat, words), reason.args), f"{' '.join(words)}: {reason}"
                given.add(reason.template)
            state.advance(player(state, seat, chance), seat)
    assert len(given) >= 10


@pytest.mark.parametrize("name", TABLES)
def test_list_and_reasons_agree(name: str) -> None:
    """100,000 states have been looked at by hand: ``compare(game, 100_000)``."""
    game = waystation.load("windward", **TABLES[name])
    assert compare(game, 60, 3, (random_choice, captain, fighter, hoarder, spender)) == 60


def test_what_costs_too_much_stands_greyed_with_its_reason() -> None:
    """At port with one gas: rum is to be had, a crew tile (2 gas) is not, and says so; at sky nothing is for sale."""
    game = waystation.load("windward", players=2)
    state = game.state_from({"table": {"on_turn": 1, "wind": 1, "players": [{"gas": 1, "morale": 2}]}})
    closed = {one.label: one for one in state.view(0).closed}
    crew = closed["Buy a crew tile for 2 gas"]
    assert (crew.reason, crew.rule) == ("That costs 2 gas; you have 1.", "Spend Gas")
    assert crew.nodes == ("buy:crew",)
    assert not {one.label for one in state.view(0).closed} & {offer.label for offer in state.view(0).legal}
    assert state.view(1).closed == state.view(None).closed == ()
