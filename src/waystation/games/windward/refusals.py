"""Why not: the reason for every action that is not allowed now, with its place in the rulebook or in RULINGS.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine import Refusal

from . import battle, cresters, moves, orders
from . import model as m
from .actions import TAKE_BOAT, Do
from .model import Ask, lying
from .planet import FAR

if TYPE_CHECKING:
    from .state import WindwardState

TURN_KINDS = {
    Do.SAIL, Do.ROW, Do.ORDER, Do.BUY, Do.PLAY, Do.TAKE, Do.COXSWAIN, Do.END, Do.TRADE, Do.GIVE, Do.ASK, Do.HAIL,
}  # fmt: skip
ANSWERS_TO = {
    Do.DISCARD: (Ask.REST,), Do.LOSE_MORALE: (Ask.REST,), Do.PASS: (Ask.FALSE_FLAG, Ask.BOOST, Ask.OFFER, Ask.HAILED),
    Do.FIRE: (Ask.CANNONS,), Do.BOOST: (Ask.BOOST,), Do.LOOT: (Ask.LOOT,), Do.HIRE: (Ask.HIRE,),
    Do.STACK: (Ask.SUPPLIES,), Do.TURN_WIND: (Ask.VEER,), Do.ACCEPT: (Ask.OFFER,),
    Do.GIVE: (Ask.HAILED, Ask.RETURN), Do.ASK: (Ask.HAILED,),
    Do.AT: (Ask.REDS, Ask.WALK, Ask.NEW_RED, Ask.RESEARCH, Ask.BAIT, Ask.ZEPHYR, Ask.CORNER),
}  # fmt: skip


def why_not(state: WindwardState, action: int, seat: int) -> Refusal:
    """The reason why this seat, which is asked, may not do this now."""
    ids = state.game.ids
    kind, x, y = Do(ids.kind[action]), ids.x[action], ids.y[action]
    ask = Ask(state.agenda[-1][0])
    if ask == Ask.TURN:
        if kind not in TURN_KINDS:
            return Refusal("Nothing was asked that this answers; it is your turn.", "Taking a Turn")
        return TURN_REASONS[kind](state, seat, x, y)
    if kind == Do.PLAY and ask in (Ask.FALSE_FLAG, Ask.BOOST):
        return _battle_card(state, seat, x, ask)
    if kind == Do.ORDER and ask == Ask.EXTRA_ORDER:
        return _order_effect(state, seat, x)
    if ask in ANSWERS_TO.get(kind, ()):
        return _wrong_answer(state, seat, kind, x, y, ask)
    return Refusal(f"First answer this: {state.question(seat).format(*state.game.seat_names)}", "Taking a Turn")


# ---------------------------------------------------------------------- moving


def _sail(state: WindwardState, seat: int, to: int, _: int) -> Refusal:
    here, planet = state.ship[seat], state.planet
    if to == here:
        return Refusal("The ship is there already.", "Move Your Ship")
    if not to:
        return _into_port(state, seat, here)
    cost = moves.step_cost(state, here, to) if here else (1 if planet.by_port[to] else FAR)
    direct = [d for d, space in planet.steps[here] if space == to]
    if cost >= FAR and not direct:
        return _not_adjacent(state, here, to)
    if cost >= FAR:
        return Refusal("That is straight into the wind.", "Wind; ruling 1")
    if cost > state.speed:
        return Refusal("No speed is left; only gliding with the wind is free.", "Move Your Ship; ruling 2")
    if state.high[to]:
        refusal = _closed(state, seat, to)
        if refusal is not None:
            return refusal
    if not state.perms & m.ENTER_DRIFT:
        return Refusal("Drift: no ship may enter without Deadweight.", "Drift")
    return Refusal("From there no speed or wind would take the ship off the drift again.", "Deadweight; ruling 6")


def _into_port(state: WindwardState, seat: int, here: int) -> Refusal:
    if not state.planet.by_port[here]:
        return Refusal("Port is entered from one of the six spaces around the trading post.", "Trading Post")
    if state.hold[seat]:
        return Refusal(
            "With a crester in the hold a ship cannot enter port; process it first.", "Trading Post; ruling 12"
        )
    return Refusal("Entering port costs 1 speed and none is left.", "Trading Post; ruling 3")


def _not_adjacent(state: WindwardState, here: int, to: int) -> Refusal:
    if not here:
        return Refusal("From port a ship leaves to one of the six spaces around the trading post.", "Trading Post")
    marks = state.planet.terrain
    if marks[to] == "z":
        return Refusal("Only a ship on a zephyr can ride to another zephyr.", "Zephyrs")
    if marks[to] == "a" and marks[here] == "a":
        return Refusal("Around the planet leads to the opposite corner only.", "Around the Planet; ruling 4")
    return Refusal("That is not next to the ship. Go step by step.", "Move Your Ship")


def _closed(state: WindwardState, seat: int, to: int) -> Refusal | None:
    there = state.high[to]
    if there < m.RED:
        if not state.game.is_ffa:
            return Refusal(
                "Another player's ship is there; players do not fight each other.", "Players Ships and Boats"
            )
        if state.flagged >> (there - 1) & 1:
            return Refusal("After a False Flag you may not attack that player this turn.", "False Flag; ruling 31")
    piece = battle.high_piece(there)
    if moves.is_barred(state, seat, piece, to):
        return Refusal("After a tie the same battle may not be started again this turn.", "How Battles Work 6")
    return None


def _row(state: WindwardState, seat: int, here: int, to: int) -> Refusal:
    there = state.low[here]
    if there < m.BOAT or (there - m.BOAT) >> 1 != seat:
        return Refusal("None of your longboats is there.", "Move Longboat")
    if not state.rowing[seat]:
        return Refusal("No longboat speed is left.", "Move Longboat; ruling 10")
    if state.planet.drift[to]:
        return Refusal("No longboat may enter drift.", "Drift")
    number, target = there - m.BOAT, state.low[to]
    if target >= m.BOAT and (target - m.BOAT) >> 1 == seat:
        return Refusal("Two of your boats may not be on one space.", "Move Longboat")
    if lying(state.items[here], m.DEAD_GRAY) and (0 < target < m.BOAT or lying(state.items[to], m.DEAD_GRAY)):
        return Refusal(
            "A longboat that tows a crester cannot enter a space with another gray.", "Move Longboat; ruling 52"
        )
    return _boat_attack(state, number, to)


def _boat_attack(state: WindwardState, number: int, to: int) -> Refusal:
    other = (state.low[to] - m.BOAT) >> 1
    if other >= 0 and not state.game.is_ffa:
        return Refusal("Another player's longboat is there.", "Players Ships and Boats")
    if other >= 0 and state.flagged >> other & 1:
        return Refusal("After a False Flag you may not attack that player this turn.", "False Flag; ruling 31")
    return Refusal("After a tie the same battle may not be started again this turn.", "How Battles Work 6")


# ---------------------------------------------------------------------- orders, purchases, cards


def _order(state: WindwardState, seat: int, order: int, _: int) -> Refusal:
    if not state.mates:
        return Refusal("Both mates have given their orders; Coffee gives one more.", "Give Orders; ruling 15")
    return _order_effect(state, seat, order)


def _order_effect(state: WindwardState, seat: int, order: int) -> Refusal:
    at_port = not state.ship[seat]
    if state.used >> order & 1:
        return Refusal("That order was given this turn already.", "Give Orders; ruling 15")
    if at_port != (order in orders.PORT_ORDERS):
        where = "at sky" if at_port else "at port"
        return Refusal(f"That order can be given {where} only.", "Give Orders")
    if order == m.O_DROP:
        return _drop(state, seat)
    return Refusal(*_no_effect(state, seat, order))


def _no_effect(state: WindwardState, seat: int, order: int) -> tuple[str, str]:
    if order == m.O_PROCESS:
        if not state.hold[seat]:
            return "There is no crester in the hold.", "Process Crester"
        if cresters.tags_used(state) >= m.TAGS:
            return "All six tags are on cresters.", "The Naturalist; ruling 59"
        return "No space next to the ship is free to release it.", "The Naturalist; ruling 59"
    return {
        m.O_SUPPLIES: ("The hand is full: five cards.", "Take 3 Supplies"),
        m.O_MORALE: ("Morale is at its maximum.", "+1 Morale; ruling 16"),
        m.O_CANNON: ("No cannon slot is empty.", "Fill Cannon; ruling 16"),
        m.O_CREW: ("Every crew column is filled, or no tile is left.", "Hire Crew; ruling 25"),
        m.O_ROWING: ("Longboat speed is at the end of its track.", "+X Longboat Speed; ruling 16"),
    }[order]


def _drop(state: WindwardState, seat: int) -> Refusal:
    space = state.ship[seat]
    if not space:
        return Refusal("Longboats are dropped at sky.", "Drop Longboat")
    if state.planet.drift[space]:
        return Refusal("No longboat may be dropped on drift.", "Deadweight")
    if m.ABOARD not in state.boats[2 * seat : 2 * seat + 2]:
        return Refusal("No longboat is on the ship's board.", "Drop Longboat")
    there = state.low[space]
    if there >= m.BOAT and (there - m.BOAT) >> 1 == seat:
        return Refusal("Your other longboat is on this space.", "Drop Longboat")
    return _boat_attack(state, 2 * seat, space)


def _buy(state: WindwardState, seat: int, purchase: int, _: int) -> Refusal:
    if state.ship[seat]:
        return Refusal("Gas is spent at port.", "Spend Gas")
    price = state.game.prices[purchase]
    if state.gas[seat] < price:
        return Refusal(f"That costs {price} gas; you have {state.gas[seat]}.", "Spend Gas")
    order = (m.O_CANNON, m.O_CREW, m.O_MORALE, -1, m.O_SUPPLIES)[purchase]
    return Refusal(_no_effect(state, seat, order)[0], "Spend Gas; ruling 13")


def _play(state: WindwardState, seat: int, kind: int, _: int) -> Refusal:
    card = state.game.components.cards[kind]
    if not state.hands[seat * state.game.kinds + kind]:
        return Refusal(f"{card.name} is not in your hand.", "Use a Supply Card")
    if card.timing == "battle":
        return Refusal(f"{card.name} is played in a battle.", "Use a Supply Card; ruling 22")
    if card.timing == "attacked":
        return Refusal(f"{card.name} is played when a player attacks you.", "False Flag; ruling 31")
    if card.where == "sky" and not state.ship[seat]:
        return Refusal(f"{card.name} is played at sky.", "Use a Supply Card")
    return Refusal(f"{card.name} would do nothing now: {_useless(state, seat, kind)}.", "Use a Supply Card; ruling 22")


def _useless(state: WindwardState, seat: int, kind: int) -> str:
    reasons = {
        "extra_order": "no further order has an effect",
        "spawn_gray": "no gray is in stock, or no feeding ground is free",
        "enter_drift": "drift is open to you already",
        "into_wind": "you may go into the wind already",
        "zephyr_jump": "no speed is left, or no zephyr is open",
        "boat_speed": "longboat speed is at the end of its track",
        "drop_boat": "no longboat can be dropped here",
        "morale": "morale is at its maximum",
        "gas": "every gas slot is full",
        "cannon": "no cannon slot is empty",
    }
    return " and ".join(reasons.get(op, "it has no effect") for op, _ in state.game.card_effects[kind])


def _battle_card(state: WindwardState, seat: int, kind: int, ask: Ask) -> Refusal:
    card = state.game.components.cards[kind]
    if not state.hands[seat * state.game.kinds + kind]:
        return Refusal(f"{card.name} is not in your hand.", "Use a Supply Card")
    if ask == Ask.FALSE_FLAG:
        return Refusal("Before the dice only a False Flag can be played.", "False Flag; ruling 29")
    return Refusal(f"{card.name} adds no hits; only battle cards are played now.", "How Battles Work 4; ruling 22")


# ---------------------------------------------------------------------- the rest of a turn


def _take(state: WindwardState, seat: int, item: int, _: int) -> Refusal:
    space = state.ship[seat]
    if not space:
        return Refusal("There is nothing to pick up at port.", "Ships; ruling 21")
    if item == TAKE_BOAT:
        return Refusal("None of your longboats is on this space.", "Drop Longboat")
    if not lying(state.items[space], m.ITEMS[item]):
        return Refusal(f"No {m.ITEM_NAMES[item]} lies on this space.", "Ships; ruling 21")
    if item == 0:
        return Refusal("Every gas slot is full.", "Gas Pockets; ruling 21")
    if state.hold[seat]:
        return Refusal("The hold has a crester in it; there is room for one.", "After the Battle")
    return Refusal("Another player's longboat is towing it.", "After the Battle; ruling 52")


def _coxswain(state: WindwardState, seat: int, x: int, y: int) -> Refusal:
    if not state.crew[seat] & state.game.coxswains:
        return Refusal("No crew of yours raises longboat speed.", "Hire Crew")
    if state.perms & m.COXSWAIN_USED:
        return Refusal("That was used this turn already.", "Hire Crew; ruling 27")
    return Refusal("Longboat speed is at the end of its track.", "Hire Crew; ruling 27")


def _end(state: WindwardState, seat: int, x: int, y: int) -> Refusal:
    return Refusal("A turn may not end on drift while there is a way out.", "Deadweight; rulings 6, 49")


def _trade(state: WindwardState, seat: int, tooth: int, price: int) -> Refusal:
    if state.game.is_ffa:
        return Refusal("Teeth are traded by themselves, for notoriety, when the ship enters port.", "Trading Post")
    if state.ship[seat]:
        return Refusal("Teeth are traded at port.", "Trading Post")
    if not (state.red_teeth, state.gray_teeth)[tooth][seat]:
        return Refusal("There is no such tooth to trade.", "Co-operative: Cresters; ruling 12")
    return Refusal("No gas slot is free.", "Co-operative: Cresters; ruling 12")


def _gift(state: WindwardState, seat: int, other: int, kind: int) -> Refusal:
    if other == seat:
        return Refusal("Cards are traded with other players.", "Trading")
    if state.ship[seat] or state.ship[other]:
        return Refusal("Cards are traded while both ships are at port.", "Trading")
    if not state.trades:
        return Refusal("Enough was offered in this turn.", "Trading; ruling 63")
    return Refusal("That card is not in the hand that would give it.", "Trading; ruling 63")


def _hail(state: WindwardState, seat: int, x: int, y: int) -> Refusal:
    if not state.trades:
        return Refusal("Enough was offered in this turn.", "Trading; ruling 63")
    return Refusal("No other captain is at port with somebody to trade with.", "Trading; ruling 63")


TURN_REASONS: dict[Do, Callable[[WindwardState, int, int, int], Refusal]] = {
    Do.SAIL: _sail, Do.ROW: _row, Do.ORDER: _order, Do.BUY: _buy, Do.PLAY: _play, Do.TAKE: _take,
    Do.COXSWAIN: _coxswain, Do.END: _end, Do.TRADE: _trade, Do.GIVE: _gift, Do.ASK: _gift, Do.HAIL: _hail,
}  # fmt: skip


# ---------------------------------------------------------------------- answers to other questions


def _wrong_answer(state: WindwardState, seat: int, kind: Do, x: int, y: int, ask: Ask) -> Refusal:
    if kind == Do.AT:
        return _place(state, x, ask)
    if kind == Do.FIRE:
        return Refusal(f"Cannons loaded: {state.guns[seat]}, not more.", "How Battles Work 2")
    if kind == Do.DISCARD:
        return Refusal("That card is not in your hand.", "Turn End")
    if kind == Do.BOOST:
        return Refusal("There is no +2 token in your hold.", "How Battles Work 4")
    if kind == Do.LOOT:
        return Refusal("There is none of that in the loser's hold.", "Defeated Ship 1; ruling 41")
    if kind == Do.HIRE:
        taken = state.crew[seat] & state.game.same_column[x]
        reason = "That column is filled already." if taken else "No tile of that kind is left."
        return Refusal(reason, "Hire Crew; ruling 25")
    if kind in (Do.GIVE, Do.ASK):
        if ask == Ask.HAILED:
            return _gift(state, seat, x, y)
        return Refusal("Only a card of yours to the one who gives.", "Trading; ruling 63")
    return Refusal("That is not among the answers.", "Taking a Turn")


def _place(state: WindwardState, space: int, ask: Ask) -> Refusal:
    name = state.space_name(space)
    if ask == Ask.NEW_RED:
        return Refusal(
            f"The new red needs a free space of that territory; {name} is none.", "After the Battle; ruling 36"
        )
    if ask == Ask.RESEARCH:
        return Refusal(f"{name} is not a free space next to the ship.", "The Naturalist; ruling 59")
    if ask == Ask.BAIT:
        return Refusal(f"{name} is no free feeding ground.", "Bait; ruling 23")
    if ask == Ask.ZEPHYR:
        return Refusal(f"{name} is no zephyr the ship can go to.", "Rogue Zephyr")
    if ask == Ask.CORNER:
        return Refusal(f"{name} is no free around-the-planet space.", "Co-operative: Cresters; ruling 66")
    if ask == Ask.REDS:
        return Refusal(f"No red that could move next is on {name}.", "Turn End; ruling 48")
    return Refusal(f"{name} is not on a shortest way.", "Turn End; ruling 46")
