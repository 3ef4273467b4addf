"""What a seat is asked, what the buttons say, and which clicks mean an action, all depending on the moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import battle, moves, plans
from . import model as m
from .actions import TAKE_BOAT, Do
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

PLACES = {
    Ask.REDS: "Move the red crester of {} first",
    Ask.WALK: "It moves to {}",
    Ask.NEW_RED: "Place the red crester on {}",
    Ask.RESEARCH: "Release it on {}",
    Ask.BAIT: "Bait a gray crester to {}",
    Ask.ZEPHYR: "Ride to the zephyr of {}",
    Ask.CORNER: "Place the white crester on {}",
}
PASSES = {
    Ask.FALSE_FLAG: "Accept the battle",
    Ask.BOOST: "Add nothing more",
    Ask.OFFER: "Decline",
    Ask.HAILED: "Offer nothing more",
}


def question(state: WindwardState, seat: int) -> str:
    """One sentence; {0} and so on stand for names."""
    frame = state.agenda[-1]
    ask, data = frame[0], frame[2:]
    if ask == Ask.TURN:
        where = "at port" if not state.ship[seat] else f"on {state.space_name(state.ship[seat])}"
        mates = f"{state.mates} mate{'s' * (state.mates != 1)}"
        return f"Your turn, {where}: {state.speed} speed, {mates}. Do what you like, then end the turn."
    if ask == Ask.FALSE_FLAG:
        attack = battle.does(state.battle[m.B_ATTACKER], "attack")
        return f"{attack[0].upper()}{attack[1:]} you: do you fly a False Flag?"
    if ask in (Ask.CANNONS, Ask.BOOST):
        return _battle_question(state, ask, data[0])
    if ask == Ask.LOOT:
        return f"Take {data[1]} more thing{'s' * (data[1] > 1)} from {{{data[0]}}}'s hold."
    if ask == Ask.SUPPLIES:
        return f"Take a card from one of the three stacks ({data[0]} to take)."
    if ask == Ask.OFFER:
        return _offer_question(state, seat, *data)
    if ask == Ask.RETURN:
        name = state.game.components.cards[data[2]].name
        return f"Your hand is full: which card does {{{data[0]}}} get for {name}?"
    return PLAIN_QUESTIONS[Ask(ask)]


def _offer_question(state: WindwardState, seat: int, giver: int, taker: int, card: int) -> str:
    name = state.game.components.cards[card].name
    full = state.hand_size[taker] >= m.HAND_LIMIT
    if giver == seat:
        return f"{{{taker}}} asks you for {name}{' and will give a card for it' if full else ''}: do you agree?"
    return f"{{{giver}}} offers you {name}{'; your hand is full, you would give one for it' if full else ''}: agreed?"


PLAIN_QUESTIONS = {
    Ask.REST: "Rest at sky: discard a card or lose 1 morale.",
    Ask.REDS: "Which red crester moves next?",
    Ask.WALK: "Equal ways: where does the crester go?",
    Ask.NEW_RED: "Where does the new red crester appear?",
    Ask.HIRE: "Which crew member do you hire?",
    Ask.EXTRA_ORDER: "Coffee: which order do you give?",
    Ask.RESEARCH: "Where do you release the tagged crester?",
    Ask.BAIT: "To which feeding ground does the gray crester come?",
    Ask.VEER: "Which way does the wind turn?",
    Ask.ZEPHYR: "To which zephyr do you go?",
    Ask.HAILED: "You may offer cards to the captains at port, or ask for some.",
    Ask.CORNER: "On which corner does the white crester appear?",
}


def _battle_question(state: WindwardState, ask: int, side: int) -> str:
    fields = state.battle
    foe = battle.piece_name(fields[1 - side])
    theirs = plans.result_so_far(state, 1 - side)
    against = foe if theirs is None else f"{foe}, who stand{'' if foe.startswith('the two') else 's'} at {theirs}"
    if ask == Ask.CANNONS:
        dice = battle.strength(state, side)
        return f"Battle against {against}: {dice} dice. How many cannons do you fire?"
    return f"Battle against {against}: you stand at {battle.standing(fields, side)}. Add a card or a +2?"


def label(state: WindwardState, action: int, seat: int) -> str:
    """The button's text now."""
    ids = state.game.ids
    kind, number = ids.kind[action], ids.x[action]
    plain = ids.table[action].label
    if not state.agenda:
        return plain
    ask = Ask(state.agenda[-1][0])
    if kind == Do.AT and ask in PLACES:
        text = PLACES[ask].format(state.space_name(number))
        return text + _attack(state, seat, number) if ask == Ask.ZEPHYR and state.high[number] else text
    if kind == Do.PASS:
        return f"{PASSES[ask]}: {plans.window_text(state, seat)}" if ask == Ask.FALSE_FLAG else PASSES.get(ask, plain)
    if kind == Do.SAIL and ask == Ask.TURN:
        return _sail_label(state, seat, number, plain)
    if kind == Do.ROW and state.low[ids.y[action]]:
        return f"{plain}: battle ({plans.boat_text(state, state.low[number] - m.BOAT, ids.y[action])})"
    if drops(state, kind, number) and moves.droppable(state, seat) >= 0 and state.low[state.ship[seat]]:
        return f"{plain}: battle ({plans.boat_text(state, moves.droppable(state, seat), state.ship[seat])})"
    if kind == Do.FIRE and ask == Ask.CANNONS:
        side = state.agenda[-1][2]
        wins = plans.wins_text(lambda hits: plans.roll_odds(state, side, number, hits), plans.boost_totals(state, seat))
        return f"{plain}: win {wins}"
    if kind == Do.ORDER:
        return _order_label(state, seat, number, plain)
    if kind == Do.END:
        return _end_label(state, seat, plain)
    if kind == Do.LOSE_MORALE and state.morale[seat] == 1:
        return "Lose the last morale: the ship is defeated"
    if kind == Do.BUY:
        return f"{plain} for {state.game.prices[number]} gas"
    if kind == Do.GIVE and ask == Ask.RETURN:
        return f"Give {ids.cards[ids.y[action]].name}"
    if kind == Do.TURN_WIND and ask == Ask.VEER:
        turned = (state.wind + (state.agenda[-1][2] if number else -state.agenda[-1][2])) % 6
        return f"{plain}: to {(turned - state.game.wind_offset) % 6 + 1}"
    return plain


def drops(state: WindwardState, kind: int, number: int) -> bool:
    """Whether this order or card drops a longboat."""
    if kind == Do.PLAY:
        return any(op == "drop_boat" for op, _ in state.game.card_effects[number])
    return kind == Do.ORDER and number == m.O_DROP


def _order_label(state: WindwardState, seat: int, order: int, plain: str) -> str:
    """With what this ship's board makes of it."""
    if order == m.O_PROCESS and state.game.naturalist_seat == seat:
        return "Research the crester"
    gains = {m.O_ROWING: state.game.rowing_order[seat], m.O_SPEED: state.game.speed_order[seat]}
    return f"{plain} +{gains[order]}" if order in gains else plain


def _end_label(state: WindwardState, seat: int, plain: str) -> str:
    """Says so where the end of the turn is the end of more."""
    if not state.ship[seat]:
        return f"{plain} at port: the game is lost" if state.game.is_solo else plain
    doomed = state.morale[seat] == 1 and not state.hand_size[seat]
    return f"{plain} without a card: the last morale is lost, the ship defeated" if doomed else plain


def _sail_label(state: WindwardState, seat: int, to: int, plain: str) -> str:
    cost = moves.step_cost(state, state.ship[seat], to)
    price = "free" if not cost else f"{cost} speed"
    return f"{plain} ({price})" + (_attack(state, seat, to) if to and state.high[to] else "")


def _attack(state: WindwardState, seat: int, to: int) -> str:
    return f": attack {plans.foe_text(state, to)}, {plans.entry_text(state, seat, to)}"


def nodes(state: WindwardState, action: int, seat: int) -> tuple[str, ...]:
    """The clicks that mean this action now."""
    ids = state.game.ids
    kind, number = ids.kind[action], ids.x[action]
    if kind == Do.ROW:
        boat = state.low[number] - m.BOAT
        return (f"boat:{boat >> 1}:{boat & 1}", f"hex:{state.space_name(ids.y[action])}")
    if kind == Do.TAKE:
        space = state.ship[seat]
        if number == TAKE_BOAT:
            boat = state.low[space] - m.BOAT
            return (f"boat:{boat >> 1}:{boat & 1}",)
        return (f"items:{state.space_name(space)}",)
    if kind == Do.LOOT:
        frame = state.agenda[-1] if state.agenda else ()
        return (f"board:{frame[2]}",) if len(frame) > 2 else ()  # also asked while there is nothing to loot
    if kind == Do.TRADE:
        return (f"board:{seat}",)
    if kind == Do.GIVE:
        return (f"card:{ids.cards[ids.y[action]].id}", f"board:{number}")
    if kind == Do.ASK:
        return (f"board:{number}",)
    return ids.table[action].nodes
