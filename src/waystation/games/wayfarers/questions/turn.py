"""The main choice of a turn: place a die, place a worker or rest; and the trade ability before it."""

from __future__ import annotations

from functools import lru_cache

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, mark, say
from waystation.games.wayfarers import cards, dice, effects, fee
from waystation.games.wayfarers.actions import Ids, Kind
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.frames import CHAINED, DISPLAY, USED_BLUE, USED_YELLOW, WORK, Ask
from waystation.games.wayfarers.names import (
    BLUE,
    GUARD,
    INSPIRATION,
    LAND,
    SHIP,
    TOWNSFOLK,
    WATER,
    WORKER_WORDS,
    WORKERS,
    YELLOW,
)
from waystation.games.wayfarers.panorama import Panorama
from waystation.games.wayfarers.pools import push
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.turns import is_last_turn
from waystation.games.wayfarers.words import effects_words, joined

from .base import Args, Asked, because, no_die, node, not_displayed, what

ONE_SHIP = 1 << 4 * SHIP
WORKER_DECKS = (LAND, WATER, TOWNSFOLK, INSPIRATION)
PLACE = "Place a die"
MANIPULATIONS = "Dice manipulations"
WORKER = "Place a worker"
TRADE = "Guild ability: trade"
HIRING = "Guild ability: exploration"


class Turn(Asked):
    """The main choice of a turn."""

    answers = ("rest", "place", "hire", "work", "trade", "trade_after")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        player = state.seats[seat]
        actions = [ids.rest]
        _die_actions(state, player, actions)
        _worker_actions(state, seat, player, actions)
        if dice.can_trade(state, player):
            actions.append(ids.trade)
            if not state.used & CHAINED:
                for value in range(1, 7):
                    if player.dice[value - 1]:
                        actions += [ids.trade_after[value, to] for to in player.reach(value) if to != value]
        actions.sort()
        return actions

    def allows(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> bool:
        kind, args = what(state, action)
        player = state.seats[seat]
        if kind == Kind.PLACE or kind == Kind.HIRE:
            return _may_place(state, player, args, kind == Kind.HIRE)
        if kind == Kind.WORK:
            return _may_work(state, seat, player, args[0], args[1])
        if kind == Kind.TRADE:
            return dice.can_trade(state, player)
        if kind == Kind.TRADE_AFTER:
            value, to = args
            free = dice.can_trade(state, player) and not state.used & CHAINED
            return free and player.dice[value - 1] > 0 and to in player.reach(value)
        return kind == Kind.REST

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        player = state.seats[seat]
        if kind == Kind.PLACE or kind == Kind.HIRE:
            return _why_not_place(state, player, args, kind == Kind.HIRE)
        if kind == Kind.WORK:
            return _why_not_work(state, seat, player, args)
        return None if kind == Kind.REST else why_not_trade(state, player, args)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        ids = state.game.ids
        kind, args = ids.kind[action], ids.args[action]
        if kind == Kind.PLACE or kind == Kind.HIRE:
            state.agenda.pop()
            _place(state, seat, args, kind == Kind.HIRE, log)
        elif kind == Kind.WORK:
            state.agenda.pop()
            fee.touch(state, seat, WORK, state.show.index(args[1]), args[0], log)
        elif kind == Kind.REST:
            state.agenda.pop()
            _rest(state, seat, log)
        else:
            dice.trade(state, seat, log, args)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        question = say("Place a die, place a worker or rest.")
        if is_last_turn(state):
            question = say("{question} This is your last turn.", question=question)
        vain = _vain_spaces(state, seat)
        if vain:
            names = [state.game.box.labels[card] for card in vain]
            question = say("{question} A die on {cards:or} would bring nothing now.", question=question, cards=names)
        return question

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        kind, args = what(state, action)
        label = state.game.ids.label[action]
        if kind == Kind.REST and sum(state.seats[seat].dice) > 1:
            return say("{rest} (with more than one die in supply: no resting ability)", rest=label)
        if kind == Kind.WORK and cards.owes_fee(state, seat, state.show.index(args[1])):
            return say("{work} for the influence fee", work=label)
        if kind == Kind.HIRE or kind == Kind.PLACE:
            if not _brings(state, seat, args):
                label = say("{place}: nothing of it is possible now", place=label)
            return say("{place} (spend 1 exploration influence)", place=label) if kind == Kind.HIRE else label
        return label

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        if kind == Kind.PLACE or kind == Kind.HIRE:
            return (f"dice:{seat}:{args[0]}", node(state, seat, args[2]))
        if kind == Kind.WORK:
            return (f"worker:{seat}:{WORKERS[args[0]]}", node(state, seat, args[1]))
        if kind == Kind.TRADE:
            return (f"guild:yellow:{seat}",)
        return (f"dice:{seat}:{args[0]}",) if kind == Kind.TRADE_AFTER else ()


# ---------------------------------------------------------------------- placing a die


def _die_actions(s: WayfarersState, player: Panorama, actions: list[int]) -> None:
    ids = s.game.ids
    hiring = player.guild[BLUE] > 0 and not s.used & USED_BLUE
    chained = s.used & CHAINED
    spaces = _die_spaces(s.game.box, ids, player.cards, player.town)
    known: dict[int, tuple[list[int], list[int]]] = {}
    for value in range(1, 7):
        if not player.dice[value - 1]:
            continue
        for shown in (value,) if chained else player.reach(value):
            if shown not in known:
                known[shown] = _free_spaces(spaces, player, shown, hiring)
            plain, hired = known[shown]
            at = value * 6 + shown - 7
            actions += [first + at * ids.place_block for first in plain]
            actions += [first + at * ids.hire_block for first in hired]


@lru_cache(maxsize=4096)
def _die_spaces(box: Box, ids: Ids, cards: tuple[int, ...], town: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Per die space its bit in `Panorama.die`, what a column must have beyond its townsfolk, and its two actions."""
    return [
        (1 << at, box.needs[card] - box.gives[host], ids.place[card], ids.hire[card] if box.needs[card] & 0xF0 else -1)
        for at, (card, host) in enumerate(zip(cards, town, strict=True))
        if box.needs[card] >= 0
    ]


def _free_spaces(
    spaces: list[tuple[int, int, int, int]], player: Panorama, shown: int, hiring: bool
) -> tuple[list[int], list[int]]:
    """Free spaces for a die that shows this, as they are and with a hired ship."""
    plain, hired = [], []
    have = player.columns[shown - 1] | GUARD
    dice = player.die
    for bit, need, place_id, hire_id in spaces:
        if dice & bit:
            continue
        spare = have - need
        if spare & GUARD == GUARD:
            plain.append(place_id)
        elif hiring and hire_id >= 0 and spare + ONE_SHIP & GUARD == GUARD:
            hired.append(hire_id)
    return plain, hired


def _may_place(s: WayfarersState, player: Panorama, args: tuple[int, ...], hiring: bool) -> bool:
    value, shown, card = args
    if not player.dice[value - 1] or card not in player.cards:
        return False
    if shown != value and (s.used & CHAINED or shown not in player.reach(value)):
        return False
    at = player.cards.index(card)
    need = s.game.box.needs[card]
    spare = (player.columns[shown - 1] | GUARD) + s.game.box.gives[player.town[at]] - need
    if player.die >> at & 1:
        return False
    if not hiring:
        return spare & GUARD == GUARD
    can_hire = player.guild[BLUE] > 0 and not s.used & USED_BLUE and need & 0xF0 > 0
    return can_hire and spare & GUARD != GUARD and spare + ONE_SHIP & GUARD == GUARD


def _why_not_place(s: WayfarersState, player: Panorama, args: Args, hiring: bool) -> Refusal | None:
    value, shown, card = args
    name = s.game.box.labels[card]
    if not player.dice[value - 1]:
        return no_die(value, PLACE)
    if value != shown and s.used & CHAINED:
        return Refusal(say("The caravan chain of this turn came before the trade ability."), MANIPULATIONS)
    if shown not in player.reach(value):
        return _no_chain(value, shown)
    if card not in player.cards:
        return Refusal(say("{card^} is not in your panorama.", card=name), PLACE)
    if player.die >> player.cards.index(card) & 1:
        return Refusal(say("A die already lies on {card}.", card=name), PLACE)
    missing = dice.missing(s.game.box, player, card, shown)
    if hiring:
        return _why_not_hire(s, player, card, shown, missing)
    if missing:
        lacking = joined(missing, mark("{first}, {rest}"))
        reason = say(
            "Assets are missing for {card}: {assets} (neither column {n} of your caravan nor its townsfolk).",
            card=name,
            assets=lacking,
            n=shown,
        )
        return Refusal(reason, "Assets")
    return None


def _why_not_hire(s: WayfarersState, player: Panorama, card: int, shown: int, missing: list[Phrase]) -> Refusal | None:
    if s.used & USED_BLUE:
        return Refusal(say("The exploration guild's ability was used this turn."), HIRING)
    if not player.guild[BLUE]:
        return Refusal(say("You have no influence in the exploration guild to hire a ship."), HIRING)
    still = dice.missing(s.game.box, player, card, shown, ships=1)
    if len(still) == len(missing) and still == missing:
        return Refusal(say("No ship is missing there."), HIRING)
    if still:
        lacking = joined(still, mark("{first}, {rest}"))
        return Refusal(say("Even with one hired ship assets are missing: {assets}.", assets=lacking), HIRING)
    return None


def _no_chain(value: int, shown: int) -> Refusal:
    words: dict[str, Arg] = {"value": value, "shown": shown}
    return Refusal(say("No chain of icons in your caravan turns a {value} into a {shown}.", **words), MANIPULATIONS)


def _place(s: WayfarersState, seat: int, args: Args, hired: bool, log: EventLog | None) -> None:
    """A die goes onto a space; the space's action and its townsfolk's ability become available."""
    value, shown, card = args
    player = s.seats[seat]
    player.dice[value - 1] -= 1
    player.die |= 1 << player.cards.index(card)
    if hired:
        s.used |= USED_BLUE
        player.guild[BLUE] -= 1
        player.supply += 1
    if log is not None:
        text = say(
            PLACES[hired][value != shown], who=Seat(seat), value=value, shown=shown, card=s.game.box.labels[card]
        )
        log.add("place", seat, text, {"die": value, "shown": shown, "card": card, "hired": hired})
    push(s, dice.entries_of_place(s.game.box, player, card, shown))


PLACES = (
    (mark("{who} places a {value} on {card}."), mark("{who} places a {value} turned to {shown} on {card}.")),
    (
        mark("{who} places a {value} on {card}, hiring a ship for 1 exploration influence."),
        mark("{who} places a {value} turned to {shown} on {card}, hiring a ship for 1 exploration influence."),
    ),
)


def _brings(s: WayfarersState, seat: int, args: Args) -> bool:
    """Whether anything of a die space would be possible for a die that shows this."""
    player = s.seats[seat]
    return effects.brings(s, seat, dice.entries_of_place(s.game.box, player, args[2], args[1]))


def _vain_spaces(s: WayfarersState, seat: int) -> list[int]:
    """Die spaces on which a die could be placed, but for nothing."""
    kinds = (Kind.PLACE, Kind.HIRE)
    found: dict[int, bool] = {}
    for action in s.legal_actions(seat):
        kind, args = what(s, action)
        if kind in kinds:
            found[args[2]] = found.get(args[2], False) or _brings(s, seat, args)
    return [card for card, brings in found.items() if not brings]


# ---------------------------------------------------------------------- placing a worker


def _worker_actions(s: WayfarersState, seat: int, player: Panorama, actions: list[int]) -> None:
    box = s.game.box
    ids = s.game.ids
    for deck in WORKER_DECKS:
        colours = [colour for colour in box.slot_workers[deck] if player.workers[colour]]
        if not colours:
            continue
        for slot in DISPLAY[deck]:
            card, crew = s.show[slot], s.crew[slot]
            free = [colour for colour in colours if not crew >> colour & 1] if card >= 0 else []
            if free and _can_work(s, seat, player, slot):
                actions += [ids.work[colour][card] for colour in free]


def _may_work(s: WayfarersState, seat: int, player: Panorama, colour: int, card: int) -> bool:
    if not player.workers[colour] or card not in s.show:
        return False
    slot = s.show.index(card)
    return not s.crew[slot] >> colour & 1 and _can_work(s, seat, player, slot)


def _can_work(s: WayfarersState, seat: int, player: Panorama, slot: int) -> bool:
    """Whether a worker placed there could do something: doing nothing is not allowed."""
    if cards.owes_fee(s, seat, slot):
        return bool(fee.fee_ways(s, seat, WORK, slot, 0))
    return effects.can_any(s, seat, s.game.box.slot_entries[slot], player.silver, player.provision)


def _why_not_work(s: WayfarersState, seat: int, player: Panorama, args: Args) -> Refusal | None:
    colour, card = args
    words: dict[str, Arg] = {"colour": WORKER_WORDS[colour], "card": s.game.box.labels[card]}
    if not player.workers[colour]:
        return Refusal(say("You have no {colour} worker in your supply.", **words), WORKER)
    if card not in s.show:
        return not_displayed(s, card)
    slot = s.show.index(card)
    if s.crew[slot] >> colour & 1:
        return Refusal(say("A {colour} worker already lies on {card}.", **words), WORKER)
    entries = s.game.box.slot_entries[slot]
    why = effects.obstacles(s, seat, entries, player.silver, player.provision)
    if why is not None:
        gain = effects_words(s.game.box, entries)
        reason = say(
            "A worker must do something, and nothing of this is possible now: {gain}. {why^}.", gain=gain, why=why
        )
        return Refusal(reason, WORKER)
    if cards.owes_fee(s, seat, slot) and not fee.fee_ways(s, seat, WORK, slot, 0):
        return because(say("{fee} and still use the action", fee=cards.no_fee(s.game.box.labels[card])), "Influence")
    return None


# ---------------------------------------------------------------------- resting, the trade ability


def why_not_trade(s: WayfarersState, player: Panorama, args: Args) -> Refusal | None:
    """Why the trade ability may not be used, perhaps after a caravan chain; or None."""
    if s.used & USED_YELLOW:
        return Refusal(say("The trade guild's ability was used this turn."), TRADE)
    if not player.guild[YELLOW]:
        return Refusal(say("You have no influence in the trade guild to spend."), TRADE)
    if not any(player.dice):
        return Refusal(say("You have no die in your supply to change."), TRADE)
    if not args:
        return None
    if not player.dice[args[0] - 1]:
        return no_die(args[0], TRADE)
    return None if args[1] in player.reach(args[0]) else _no_chain(args[0], args[1])


def _rest(s: WayfarersState, seat: int, log: EventLog | None) -> None:
    """Placed dice come back and are rolled; with at most one die left in supply, resting abilities follow."""
    player = s.seats[seat]
    kept = [value for value in range(1, 7) for _ in range(player.dice[value - 1])]
    back = player.die.bit_count()
    player.die = 0
    rolls = [s.roll(player) for _ in range(back)]
    if log is not None:
        text = (
            say("{who} rests and rolls {rolls}.", who=Seat(seat), rolls=_in_a_row(rolls))
            if rolls
            else say("{who} rests.", who=Seat(seat))
        )
        thrown = dice.thrown(seat, *rolls) if rolls else {}
        log.add("rest", seat, text, {"rolls": rolls, "kept": kept, **thrown}, reveals=True)
    if len(kept) <= 1:
        push(s, _resting(s.game.box, player))
    if kept:
        s.agenda.append((Ask.REROLL, 1 << seat, *kept))


def _in_a_row(numbers: list[int]) -> Phrase:
    return joined([str(number) for number in numbers], mark("{first}, {rest}"))


def _resting(box: Box, player: Panorama) -> tuple[int, ...]:
    """The effects of all resting townsfolk."""
    found: tuple[int, ...] = ()
    for town in player.town:
        if town >= 0 and box.is_resting[town]:
            found += box.cards[town].effects
    return found
