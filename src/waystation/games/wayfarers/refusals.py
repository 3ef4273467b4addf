"""Why an action is not allowed now, with the section of the rules (or ruling) it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.errors import Refusal

from . import cards, effects, upgrades
from .caravan import cell_name
from .expression import Op
from .frames import (
    CHAINED,
    EFFECT,
    USED_BLUE,
    USED_YELLOW,
    Ask,
)  # fmt: skip
from .moves import Kind
from .names import (
    ASSETS,
    BLUE,
    COLOURS,
    DECKS,
    GUILD_NAMES,
    INSPIRATION,
    SPACE,
    TAGS,
    TOWNSFOLK,
    WORKERS,
    YELLOW,
)  # fmt: skip
from .words import edge_words, effect_words

if TYPE_CHECKING:
    from .box import Box
    from .panorama import Panorama
    from .state import WayfarersState

Args = tuple[int, ...]

ANSWERS: dict[int, tuple[Kind, ...]] = {
    Ask.TURN: (Kind.REST, Kind.PLACE, Kind.HIRE, Kind.WORK, Kind.TRADE, Kind.TRADE_AFTER),
    Ask.POOL: (Kind.DO, Kind.SKIP),
    Ask.FEE: (Kind.FEE,),
    Ask.HOST: (Kind.HOST,),
    Ask.TUCK: (Kind.TUCK, Kind.DISCARD),
    Ask.PUT: (Kind.PUT,),
    Ask.EXTRA: (Kind.EXTRA, Kind.SKIP),
    Ask.DRAWN: (Kind.KEEP,),
    Ask.UNDER: (Kind.UNDER,),
    Ask.LIFT: (Kind.LIFT, Kind.LIFT_GUILD, Kind.SKIP),
    Ask.MARKING: (Kind.MARK,),
    Ask.REROLL: (Kind.REROLL, Kind.SKIP),
    Ask.LATE: (Kind.TRADE, Kind.SKIP),
    Ask.DENY: (Kind.ALLOW, Kind.PUSH),
}
TARGETS: dict[int, tuple[Kind, ...]] = {
    Op.CHOICE: (Kind.BRANCH,),
    Op.ACQUIRE: (Kind.TAKE, Kind.THREE),
    Op.UPGRADE: (Kind.BUY,),
    Op.JOURNAL: (Kind.GO,),
    Op.RETRIEVE: (Kind.RETRIEVE,),
    Op.REFRESH: (Kind.REFRESH, Kind.REROLL),
    Op.ADJUST: (Kind.ADJUST,),
    Op.GUILD: (Kind.GUILD,),
    Op.MARK: (Kind.MARK,),
    Op.MOVE: (Kind.MOVE,),
}


def why_not(s: WayfarersState, action: int, seat: int) -> Refusal:
    """The reason, for an action that this seat, who is asked something, may not choose now."""
    ids = s.game.ids
    frame = s.agenda[-1]
    kind, args = ids.kind[action], ids.args[action]
    answers = ANSWERS.get(frame[0], ())
    if frame[0] == Ask.TARGET:
        answers = (*TARGETS[s.game.box.op[frame[3] & EFFECT]], Kind.SKIP)
    if kind not in answers:
        return Refusal(f"Something else is to be decided now: {s.question(seat)}", "Player turns")
    return REASONS[kind](s, s.seats[seat], seat, args)


def _named(box: Box, card: int) -> str:
    """A card's name at the beginning of a sentence; its number keeps its capital letter."""
    name = box.label(card)
    return name[0].upper() + name[1:]


def _a_card(deck: int) -> str:
    return f"{'an' if deck == INSPIRATION else 'a'} {DECKS[deck]} card"


# ---------------------------------------------------------------------- dice


def _place(s: WayfarersState, player: Panorama, seat: int, args: Args, hiring: bool = False) -> Refusal:
    box = s.game.box
    value, shown, card = args
    rule = "Place a die"
    if not player.dice[value - 1]:
        return Refusal(f"You have no die showing {value} in your supply.", rule)
    if value != shown and s.used & CHAINED:
        return Refusal("The caravan chain of this turn came before the trade ability.", "Dice manipulations")
    if shown not in player.reach(value):
        return Refusal(f"No chain of icons in your caravan turns a {value} into a {shown}.", "Dice manipulations")
    if card not in player.cards:
        return Refusal(f"{_named(box, card)} is not in your panorama.", rule)
    at = player.cards.index(card)
    if player.die >> at & 1:
        return Refusal(f"A die already lies on {box.label(card)}.", rule)
    if hiring:
        return _hire(s, player, at, shown)
    missing = _missing(box, player, at, shown)
    column = f"column {shown} of your caravan"
    return Refusal(
        f"Assets are missing for {box.label(card)}: {missing} (neither {column} nor its townsfolk).", "Assets"
    )


def _missing(box: Box, player: Panorama, at: int, shown: int) -> str:
    have = player.columns[shown - 1] + box.gives[player.town[at]]
    need = box.needs[player.cards[at]]
    lacking = [max(0, (need >> 4 * a & 15) - (have >> 4 * a & 15)) for a in range(4)]
    return ", ".join(f"{n} {ASSETS[a]}" for a, n in enumerate(lacking) if n)


def _hire(s: WayfarersState, player: Panorama, at: int, shown: int) -> Refusal:
    box = s.game.box
    rule = "Guild ability: exploration"
    if s.used & USED_BLUE:
        return Refusal("The exploration guild's ability was used this turn.", rule)
    if not player.guild[BLUE]:
        return Refusal("You have no influence in the exploration guild to hire a ship.", rule)
    missing = _missing(box, player, at, shown)
    if not missing:
        return Refusal("No ship is missing there.", rule)
    return Refusal(f"Even with one hired ship assets are missing: {missing}.", rule)


def _hiring(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return _place(s, player, seat, args, hiring=True)


def _trade(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    rule = "Guild ability: trade"
    if s.used & USED_YELLOW:
        return Refusal("The trade guild's ability was used this turn.", rule)
    if not player.guild[YELLOW]:
        return Refusal("You have no influence in the trade guild to spend.", rule)
    if not any(player.dice):
        return Refusal("You have no die in your supply to change.", rule)
    if not args:
        return Refusal("It cannot be used now.", rule)
    if not player.dice[args[0] - 1]:
        return Refusal(f"You have no die showing {args[0]} in your supply.", rule)
    return Refusal(f"No chain of icons in your caravan turns a {args[0]} into a {args[1]}.", "Dice manipulations")


def _refresh(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal(f"None of your dice lies on {s.game.box.label(args[0])}.", "Dice manipulations: refresh")


def _reroll(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    if s.agenda[-1][0] == Ask.REROLL:
        return Refusal(f"No die showing {args[0]} was left in your supply when you rested.", "Rest")
    return Refusal(f"You have no die showing {args[0]} in your supply.", "Dice manipulations: refresh")


def _adjust(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal(f"You have no die showing {args[0]} in your supply.", "Dice manipulations")


# ---------------------------------------------------------------------- displayed cards


def _on_display(s: WayfarersState, card: int) -> Refusal | None:
    box = s.game.box
    if card in s.show:
        return None
    return Refusal(f"{_named(box, card)} is not displayed.", "Acquiring cards")


def _fee(s: WayfarersState, player: Panorama, seat: int, card: int, also: str) -> Refusal:
    name = s.game.box.label(card)
    return Refusal(
        f"An opponent's influence lies on {name}: you cannot pay its owner 1 silver or 1 provision{also}.", "Influence"
    )


def _work(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    colour, card = args
    rule = "Place a worker"
    if not player.workers[colour]:
        return Refusal(f"You have no {WORKERS[colour]} worker in your supply.", rule)
    absent = _on_display(s, card)
    if absent:
        return absent
    slot = s.show.index(card)
    if s.crew[slot] >> colour & 1:
        return Refusal(f"A {WORKERS[colour]} worker already lies on {box.label(card)}.", rule)
    works = effects.can_any(s, seat, box.slot_entries[slot], player.silver, player.provision)
    if works and cards.owes_fee(s, seat, slot):
        return _fee(s, player, seat, card, " and still use the action")
    words = " and ".join(effect_words(box, e) for e in box.slot_entries[slot])
    return Refusal(f"A worker must do something, and nothing of this is possible now: {words}.", rule)


def _take(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    card = args[0]
    absent = _on_display(s, card)
    if absent:
        return absent
    entry = s.agenda[-1][3]
    deck = box.arg[entry & EFFECT]
    if box.cards[card].deck != deck:
        return Refusal(f"This effect acquires {_a_card(deck)}.", "Acquiring cards")
    if s.locked >> 2 == card:
        return Refusal("The worker you placed this turn lies on it and may not come back this turn.", "Place a worker")
    if deck == TOWNSFOLK and not box.hostable[card] & cards.open_hosts(box, player):
        tags = " or ".join(tag.replace("_", " ") for bit, tag in enumerate(TAGS) if box.hostable[card] >> bit & 1)
        return Refusal(f"You have no free card showing {tags} to tuck {box.label(card)} under.", "Townsfolk cards")
    if deck == SPACE and not player.room_for_space():
        return Refusal("Every land and water card you acquired has a space card above it.", "Space cards")
    price = cards.price_of(s, entry, s.show.index(card))
    if player.silver >= price:
        return _fee(s, player, seat, card, f" besides the price of {price} silver" if price else "")
    return Refusal(f"{_named(box, card)} costs {price} silver; you have {player.silver}.", "Acquiring cards")


def _three(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    rule = "Acquiring cards: draw three"
    entry = s.agenda[-1][3]
    if box.arg[entry & EFFECT] != args[0]:
        return Refusal(f"This effect acquires {_a_card(box.arg[entry & EFFECT])}.", rule)
    if entry == entry & EFFECT:
        return Refusal("Only a die placement action lets you draw three.", rule)
    if not s.piles[args[0]]:
        return Refusal("That pile is empty.", rule)
    return Refusal("You have neither a spare pigeon nor 1 provision.", rule)


def _retrieve(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    colour, card = args
    absent = _on_display(s, card)
    if absent:
        return absent
    slot = s.show.index(card)
    if not s.crew[slot] >> colour & 1:
        return Refusal(f"No {WORKERS[colour]} worker lies on {s.game.box.label(card)}.", "Workers")
    if s.locked == card << 2 | colour:
        return Refusal("You placed that worker this turn; it may not come back this turn.", "Place a worker")
    return _fee(s, player, seat, card, "")


def _pay(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    what = ("silver", "provision")[args[0]]
    have = (player.silver, player.provision)[args[0]]
    if not have:
        return Refusal(f"You have no {what}.", "Influence")
    return Refusal(f"With 1 {what} less the rest could not be paid.", "Influence")


def _drawn(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal(f"You have not drawn {s.game.box.label(args[0])}.", "Acquiring cards: draw three")


def _host(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    card, town = args[0], s.agenda[-1][2]
    rule = "Townsfolk cards"
    if card not in player.cards:
        return Refusal(f"{_named(box, card)} is not in your panorama.", rule)
    if not box.mask[card] & box.hostable[town]:
        return Refusal(f"{_named(box, card)} shows no tag that {box.label(town)} asks for.", rule)
    return Refusal(f"Townsfolk already lie under {box.label(card)}.", rule)


def _tuck(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    if args[0] not in player.space:
        return Refusal(f"{_named(box, args[0])} is not in your panorama.", "Inspiration cards")
    return Refusal(f"An inspiration card already lies above {box.label(args[0])}.", "Inspiration cards")


# ---------------------------------------------------------------------- effects and influence


def _do(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    waiting = {entry & EFFECT for entry in s.agenda[-1][3:]}
    if args[0] not in waiting:
        return Refusal("That effect is not among those you may take now.", "Player turns")
    return Refusal(
        f"{effect_words(box, args[0]).capitalize()}: not possible now. {_cannot(s, player, seat, args[0])}",
        "Player turns",
    )


def _cannot(s: WayfarersState, player: Panorama, seat: int, effect: int) -> str:
    """Why an effect cannot be used, in a sentence."""
    box = s.game.box
    match box.op[effect]:
        case Op.UPGRADE:
            colour = box.arg[effect]
            if not box.fits(colour, player.cells):
                return "No such tile fits into your caravan."
            return "No tile of that colour is left, or you cannot pay it."
        case Op.JOURNAL:
            return "You meet the requirements of no step."
        case Op.RETRIEVE:
            return "No worker lies within your reach."
        case Op.MARK:
            return "Every displayed card carries influence."
        case Op.MOVE | Op.GUILD:
            return "You have no influence that could be moved."
        case Op.ACQUIRE:
            return "There is no card that you can pay and place."
        case Op.PAID:
            return "You cannot pay for it, or nothing it offers is possible."
    return "Nothing it offers is possible."


def _branch(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    if s.agenda[-1][3] & EFFECT != args[0]:
        return Refusal("That choice is not the one at hand.", "Player turns")
    words = " and ".join(effect_words(box, e) for e in box.book[args[0]].parts[args[1]])
    return Refusal(f"Nothing of this branch is possible now: {words}.", "Player turns")


def _guild(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    name = GUILD_NAMES[args[0]]
    return Refusal(f"Your supply is empty and all your influence is in the {name} guild already.", "Influence")


def _move(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal(f"You have no influence in the {GUILD_NAMES[args[0]]} guild.", "Influence")


def _mark(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    absent = _on_display(s, args[0])
    if absent:
        return absent
    if s.mark[s.show.index(args[0])] >= 0:
        return Refusal(f"{_named(box, args[0])} already carries influence.", "Influence")
    return Refusal("The influence was just taken from that card.", "Influence")


def _lift(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return _on_display(s, args[0]) or Refusal("None of your influence lies on that card.", "Influence")


def _lift_guild(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    if s.agenda[-1][2] == args[0]:
        return Refusal("Influence would only move within that guild.", "Influence")
    return Refusal(f"You have no influence in the {GUILD_NAMES[args[0]]} guild.", "Influence")


# ---------------------------------------------------------------------- tiles, journal, the rest


def _buy(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    tile, way = box.tiles[args[0]], args[1]
    rule = "Upgrade tiles"
    entry = s.agenda[-1][3]
    if tile.colour != box.arg[entry & EFFECT]:
        return Refusal(f"This effect gains a {COLOURS[box.arg[entry & EFFECT]]} tile.", rule)
    if not s.stock[tile.id]:
        return Refusal(f"No tile {tile.name} is left.", rule)
    if not box.fits(tile.colour, player.cells):
        return Refusal(f"{tile.name} fits nowhere into your caravan.", rule)
    price = upgrades.silver_price(box, entry)
    if not price:
        return Refusal("The tile is free here.", rule)
    if way == upgrades.FREE_WAY:
        return Refusal(f"The tile costs {price} silver here.", rule)
    if way == upgrades.SILVER_WAY:
        return Refusal(f"The tile costs {price} silver; you have {player.silver}.", rule)
    if tile.colour > BLUE:
        return Refusal("Tiles of that colour cannot be paid with influence.", rule)
    have = player.guild[tile.colour]
    return Refusal(f"It costs 2 influence of the {GUILD_NAMES[tile.colour]} guild; you have {have} there.", rule)


def _put(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    box = s.game.box
    tile = box.tiles[s.agenda[-1][2]]
    side, cell = args
    if side >= len(tile.sides):
        return Refusal(f"{tile.name} has only one side.", "Upgrade tiles")
    covered = dict(box.places[tile.colour]).get(cell)
    if covered is None:
        return Refusal(f"At {cell_name(cell)} {tile.name} would stand over the edge of the caravan.", "Upgrade tiles")
    return Refusal(f"At {cell_name(cell)} it would cover a tile or a printed asset.", "Upgrade tiles")


def _go(s: WayfarersState, player: Panorama, seat: int, args: Args, black: int = 0) -> Refusal:
    box = s.game.box
    to = args[0]
    name = box.spaces[to].name
    edge = next((edge for edge in s.edges[player.marker] if edge.to == to), None)
    if edge is None:
        here = box.spaces[player.marker].name
        return Refusal(f"No connection leads from {here} to {name}.", "Journaling")
    if box.final[to] and any(other.marker == to for other in s.seats):
        return Refusal(f"A marker already stands on the final space {name}.", "Journaling")
    more = " besides the one for the science ability" if black and edge.have is None else ""
    return Refusal(f"The way to {name} asks you to {edge_words(edge)}{more}.", "Journaling")


def _extra(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return _go(s, player, seat, args, 1)


def _push(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    have = (player.silver, player.provision)[args[0]]
    if not have:
        return Refusal(f"You have no {('silver', 'provision')[args[0]]}.", "Solo play")
    return Refusal("It has no other card to turn to; you cannot keep it off altogether.", "Solo play")


def _skip(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal("A worker must do something: at least one part of its action.", "Place a worker")


def _never(s: WayfarersState, player: Panorama, seat: int, args: Args) -> Refusal:
    return Refusal("That is not possible now.", "Player turns")


REASONS = {
    **dict.fromkeys(Kind, _never),
    Kind.PLACE: _place,
    Kind.HIRE: _hiring,
    Kind.WORK: _work,
    Kind.TRADE: _trade,
    Kind.TRADE_AFTER: _trade,
    Kind.DO: _do,
    Kind.BRANCH: _branch,
    Kind.GUILD: _guild,
    Kind.MOVE: _move,
    Kind.MARK: _mark,
    Kind.LIFT: _lift,
    Kind.LIFT_GUILD: _lift_guild,
    Kind.TAKE: _take,
    Kind.THREE: _three,
    Kind.KEEP: _drawn,
    Kind.UNDER: _drawn,
    Kind.HOST: _host,
    Kind.TUCK: _tuck,
    Kind.FEE: _pay,
    Kind.BUY: _buy,
    Kind.PUT: _put,
    Kind.RETRIEVE: _retrieve,
    Kind.REFRESH: _refresh,
    Kind.REROLL: _reroll,
    Kind.ADJUST: _adjust,
    Kind.GO: _go,
    Kind.EXTRA: _extra,
    Kind.PUSH: _push,
    Kind.SKIP: _skip,
}
