"""What a seat is asked, in one sentence; what a button says; where on the scene an action is clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import cards, upgrades
from .frames import EFFECT, SHIFT, SPARE_PIGEON, Ask
from .moves import Kind
from .names import DECKS, GUILD_NAMES, GUILDS, WORKERS
from .scoring import card_node
from .words import edge_words, effect_words, effects_words, tile_words

if TYPE_CHECKING:
    from .state import WayfarersState


def question(s: WayfarersState, seat: int) -> str:
    """One sentence about the frame on top."""
    box = s.game.box
    frame = s.agenda[-1]
    match frame[0]:
        case Ask.TURN:
            last = " This is your last turn." if s.ending and s.ending <= s.turn_count else ""
            return f"Place a die, place a worker or rest.{last}"
        case Ask.POOL:
            return "Choose what to take next."
        case Ask.TARGET:
            return f"Choose: {effect_words(box, frame[3] & EFFECT)}."
        case Ask.FEE:
            return f"How do you pay for the influence on {box.label(s.show[frame[3]])}?"
        case Ask.HOST:
            return f"Under which card do you tuck {box.label(frame[2])}?"
        case Ask.TUCK:
            return f"Where does {box.label(frame[2])} go?"
        case Ask.PUT:
            return f"Where in your caravan does tile {box.tiles[frame[2]].name} go?"
        case Ask.EXTRA:
            return "Spend 1 science influence (black) to journal one more space?"
        case Ask.DRAWN:
            return f"Which of the drawn {DECKS[frame[2]]} cards do you keep?"
        case Ask.UNDER:
            return "Which card goes under the pile first?"
        case Ask.LIFT:
            return "Your supply of influence is empty: which of your influence do you use instead?"
        case Ask.MARKING:
            return "On which card do you lay the influence?"
        case Ask.REROLL:
            return "Do you reroll dice that were still in your supply?"
        case Ask.LATE:
            return "Use the trade guild's ability before your turn ends?"
    return f"The opponent wants {box.label(s.show[frame[6]])}, which carries your influence."


def label(s: WayfarersState, action: int, seat: int) -> str:
    """What a button says; where the frame makes it clearer than the table's label."""
    box = s.game.box
    ids = s.game.ids
    kind, args = ids.kind[action], ids.args[action]
    if kind == Kind.SKIP:
        return _skip(s)
    if kind == Kind.DO:
        return f"Take: {effect_words(box, args[0])}"
    if kind == Kind.BRANCH:
        parts = box.book[args[0]].parts[args[1]]
        return "Choose: " + " and ".join(effect_words(box, part) for part in parts)
    if kind == Kind.TAKE:
        return ids.label[action] + _price(s, seat, args[0])
    if kind == Kind.BUY and args[1] != upgrades.FREE_WAY:
        tile = box.tiles[args[0]]
        silver = args[1] == upgrades.SILVER_WAY
        price = f"{upgrades.silver_price(box, s.agenda[-1][3])} silver" if silver else _two_influence(tile.colour)
        return f"Gain tile {tile.name} ({tile_words(tile)}) for {price}"
    return ids.label[action] + _besides(s, seat, kind, args)


def _two_influence(colour: int) -> str:
    return f"2 {GUILD_NAMES[colour]} influence"


def _besides(s: WayfarersState, seat: int, kind: Kind, args: tuple[int, ...]) -> str:
    """What an action costs or gives that its words alone do not say."""
    box = s.game.box
    match kind:
        case Kind.HIRE:
            return " (spend 1 exploration influence)"
        case Kind.WORK | Kind.RETRIEVE:
            return " for the influence fee" if cards.owes_fee(s, seat, s.show.index(args[1])) else ""
        case Kind.THREE:
            return "" if s.agenda[-1][3] >> SHIFT & SPARE_PIGEON else ", for 1 provision"
        case Kind.DISCARD:
            return f": {effects_words(box, box.slot_entries[s.agenda[-1][3]])}"
        case Kind.GO | Kind.EXTRA:
            edge = next(edge for edge in s.edges[s.seats[seat].marker] if edge.to == args[0])
            return f" ({edge_words(edge)})" if any(edge.spend) else ""
    return ""


def _price(s: WayfarersState, seat: int, card: int) -> str:
    """What acquiring a card costs now, in words."""
    slot = s.show.index(card)
    price = cards.price_of(s, s.agenda[-1][3], slot)
    fee = " and the influence fee" if cards.owes_fee(s, seat, slot) else ""
    if price:
        return f" for {price} silver{fee}"
    return " for the influence fee" if fee else ""


def _skip(s: WayfarersState) -> str:
    box = s.game.box
    frame = s.agenda[-1]
    match frame[0]:
        case Ask.POOL:
            left = effects_words(box, tuple(entry & EFFECT for entry in frame[3:]))
            return f"Take nothing more of this ({left})"
        case Ask.REROLL:
            return "Keep them as they are"
        case Ask.TARGET:
            return f"Do without ({effect_words(box, frame[3] & EFFECT)})"
    return "No"


def nodes(s: WayfarersState, action: int, seat: int) -> tuple[str, ...]:
    """The clicks that mean an action; () where only its button does."""
    box = s.game.box
    ids = s.game.ids
    kind, args = ids.kind[action], ids.args[action]
    match kind:
        case Kind.PLACE | Kind.HIRE:
            return (f"dice:{seat}:{args[0]}", card_node(box, seat, args[2]))
        case Kind.WORK:
            return (f"worker:{seat}:{WORKERS[args[0]]}", card_node(box, seat, args[1]))
        case Kind.MARK | Kind.TAKE | Kind.LIFT | Kind.KEEP | Kind.UNDER | Kind.HOST | Kind.TUCK | Kind.REFRESH:
            return (card_node(box, seat, args[0]),)
        case Kind.RETRIEVE:
            return (card_node(box, seat, args[1]),)
        case Kind.GUILD | Kind.LIFT_GUILD:
            return (f"guild:{GUILDS[args[0]]}:{seat}",)
        case Kind.MOVE:
            return (f"guild:{GUILDS[args[0]]}:{seat}", f"guild:{GUILDS[args[1]]}:{seat}")
        case Kind.TRADE:
            return (f"guild:yellow:{seat}",)
        case Kind.TRADE_AFTER | Kind.ADJUST | Kind.REROLL:
            return (f"dice:{seat}:{args[0]}",)
        case Kind.THREE:
            return (f"pile:{DECKS[args[0]]}",)
        case Kind.BUY:
            return (f"stock:{box.tiles[args[0]].name}",)
        case Kind.PUT:
            return (f"cell:{seat}:{args[1]}",)
        case Kind.GO | Kind.EXTRA:
            return (f"journal:{box.spaces[args[0]].name}",)
    return ()
