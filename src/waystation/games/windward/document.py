"""Position documents of Windward: the whole table as readable JSON, and back.

Spaces are written by name (``24b``), seats from 1, cards, crew and achievements by id. Everything may be left out: it
then comes from the seeded set-up. Stocks follow from what is in play. Cards: what is given is taken from the deck of
74; lists in `stacks` are the visible ends (last = top), and whatever cards remain are put underneath.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from waystation.engine import PositionError

from . import board, supplies, turn
from . import model as m
from .model import Ask

if TYPE_CHECKING:
    from .state import WindwardState

T = TypeVar("T")
Number = Annotated[int, Meta(ge=0, le=99)]
Many = Annotated[int, Meta(ge=0, le=m.MOST)]
Large = Annotated[int, Meta(ge=0, le=m.MOST_POINTS)]
"""What the rules set no bound to: rounds, and speed with cards of one's own."""
Seat = Annotated[int, Meta(ge=0, le=5)]
"""From 1; 0 is nobody."""
Hold = Literal["empty", "red", "gray"]
Ending = Literal["running", "most notoriety", "won", "lost", "round limit"]
HOLDS: tuple[Hold, ...] = get_args(Hold)
ENDINGS: tuple[Ending, ...] = get_args(Ending)


class PlayerDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """A ship board. `notoriety`: points by source, or one number (counted as sky)."""

    ship: str | UnsetType = UNSET
    came_from: str | UnsetType = UNSET
    boats: Annotated[list[str], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    morale: Annotated[int, Meta(ge=1, le=12)] | UnsetType = UNSET
    rowing: Number | UnsetType = UNSET
    gas: Number | UnsetType = UNSET
    cannons: Number | UnsetType = UNSET
    hold: Hold | UnsetType = UNSET
    red_teeth: Many | UnsetType = UNSET
    gray_teeth: Many | UnsetType = UNSET
    plus2: Number | UnsetType = UNSET
    crew: list[str] | UnsetType = UNSET
    hand: Annotated[list[str], Meta(max_length=5)] | UnsetType = UNSET
    notoriety: dict[str, int] | int | UnsetType = UNSET


class TurnDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """What is remembered within the turn."""

    speed: Large | UnsetType = UNSET
    mates: Annotated[int, Meta(ge=0, le=2)] | UnsetType = UNSET
    used: list[str] | UnsetType = UNSET
    into_wind: bool | UnsetType = UNSET
    drift: bool | UnsetType = UNSET
    coxswain_used: bool | UnsetType = UNSET
    last_open: str | UnsetType = UNSET
    toured: list[Annotated[int, Meta(ge=1, le=6)]] | UnsetType = UNSET
    flagged: list[Seat] | UnsetType = UNSET
    trades: Number | UnsetType = UNSET
    barred: list[tuple[str, str]] | UnsetType = UNSET
    settled: list[str] | UnsetType = UNSET
    pursuers: list[str] | UnsetType = UNSET


class BattleDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """A battle under way; pairs are attacker's, defender's. Pieces: ``ship 1``, ``boat 1.2``, ``red``, ``gray``..."""

    attacker: str
    defender: str
    origin: str
    space: str
    rolls: tuple[Number, Number] = (0, 0)
    hits: tuple[Number, Number] = (0, 0)
    cannons: tuple[Number, Number] = (0, 0)
    aided: tuple[bool, bool] = (False, False)
    towed: Number = 0
    tagged: bool = False


class ShownDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """An open achievement card and who has claimed it, the first one first if it matters."""

    card: str
    claimed: list[Seat] = []


class TableDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """The `table` of a position document."""

    layout: Annotated[str, Meta(min_length=6, max_length=6)] | UnsetType = UNSET
    wind: Annotated[int, Meta(ge=0, le=6)] | UnsetType = UNSET
    round: Large | UnsetType = UNSET
    on_turn: Seat | UnsetType = UNSET
    trigger: Seat | UnsetType = UNSET
    ending: Ending | UnsetType = UNSET
    players: list[PlayerDoc] | UnsetType = UNSET
    reds: list[str] | UnsetType = UNSET
    tagged_reds: list[str] | UnsetType = UNSET
    grays: list[str] | UnsetType = UNSET
    tagged_grays: list[str] | UnsetType = UNSET
    white: str | UnsetType = UNSET
    kills: Number | UnsetType = UNSET
    lives: Number | UnsetType = UNSET
    white_lives: Number | UnsetType = UNSET
    items: dict[str, dict[str, Many]] | UnsetType = UNSET
    stacks: Annotated[list[list[str]], Meta(min_length=3, max_length=3)] | UnsetType = UNSET
    discard: dict[str, Number] | UnsetType = UNSET
    achievements: list[ShownDoc] | UnsetType = UNSET
    turn: TurnDoc | UnsetType = UNSET
    battle: BattleDoc | UnsetType | None = UNSET


# ---------------------------------------------------------------------- writing


def to_doc(state: WindwardState) -> TableDoc:
    """Everything, written out."""
    _check_shape(state)
    here = state.space_name
    high, low = list(enumerate(state.high)), list(enumerate(state.low))
    return TableDoc(
        layout="".join(state.game.components.wedges[number].id for number in state.layout),
        wind=flag_number(state),
        round=state.round,
        on_turn=state.turn + 1,
        trigger=state.trigger + 1,
        ending=ENDINGS[state.ending],
        players=[_player_doc(state, seat) for seat in range(state.game.players)],
        reds=[here(s) for s, code in high for _ in range({m.RED: 1, m.TWO_REDS: 2}.get(code, 0))],
        tagged_reds=[here(s) for s, code in high if code == m.TAGGED_RED],
        grays=[here(s) for s, code in low if code == m.GRAY],
        tagged_grays=[here(s) for s, code in low if code == m.TAGGED_GRAY],
        white=white_name(state),
        kills=state.kills,
        lives=state.lives,
        white_lives=state.white_lives,
        items={here(s): items_doc(items) for s, items in enumerate(state.items) if items},
        stacks=[[card_id(state, kind) for kind in stack] for stack in state.stacks],
        discard={card_id(state, kind): count for kind, count in enumerate(state.discard) if count},
        achievements=[
            ShownDoc(card=state.game.components.achievements[number].id, claimed=seats(mask))
            for number, mask in zip(state.shown, state.claimed, strict=True)
        ],
        turn=_turn_doc(state),
        battle=_battle_doc(state) if state.battle else None,
    )


BY_SEAT = ("ship", "came_from", "morale", "rowing", "gas", "guns", "hold", "red_teeth", "gray_teeth", "plus2", "crew")


def _check_shape(state: WindwardState) -> None:
    """What does not fit together would be written out wrongly without a word."""
    seats = state.game.players
    wanted = dict.fromkeys(BY_SEAT, seats) | dict.fromkeys(("high", "low", "items"), state.planet.size)
    wanted |= {"boats": 2 * seats, "hands": seats * state.game.kinds, "discard": state.game.kinds, "stacks": 3}
    wanted |= {"ledger": seats * len(m.LEDGER), "layout": 6}
    for name, length in wanted.items():
        if len(getattr(state, name)) != length:
            raise ValueError(f"{name} must have {length} entries")
    if state.high[0] or state.low[0]:
        raise ValueError("nobody stands on the trading post")
    for space in range(1, state.planet.size):
        high, low = state.high[space], state.low[space]
        if (0 < high < m.RED and state.ship[high - 1] != space) or (high == m.WHITE and state.white != space):
            raise ValueError(f"the high layer is wrong on {state.space_name(space)}")
        if low >= m.BOAT and state.boats[low - m.BOAT] != space:
            raise ValueError(f"the low layer is wrong on {state.space_name(space)}")


def flag_number(state: WindwardState) -> int:
    """The number the flag points to, 1 to 6; 0 before the first roll."""
    return 0 if state.wind < 0 else (state.wind - state.game.wind_offset) % 6 + 1


def place_name(state: WindwardState, space: int, words: dict[int, str]) -> str:
    return words[space] if space in words else state.space_name(space)


def white_name(state: WindwardState) -> str:
    return place_name(state, state.white, {m.WHITE_WAITING: "waiting", m.WHITE_GONE: "gone"})


def boat_name(state: WindwardState, number: int) -> str:
    return place_name(state, state.boats[number], {m.ABOARD: "aboard", m.BESIDE: "beside"})


def card_id(state: WindwardState, kind: int) -> str:
    return state.game.components.cards[kind].id


def seats(mask: int) -> list[int]:
    return [seat + 1 for seat in range(mask.bit_length()) if mask >> seat & 1]


def items_doc(items: int) -> dict[str, int]:
    """What lies on a space, by name."""
    return {
        name: m.lying(items, unit) for name, unit in zip(m.ITEM_NAMES, m.ITEMS, strict=True) if m.lying(items, unit)
    }


def crew_ids(state: WindwardState, seat: int) -> list[str]:
    return [side.id for number, side in enumerate(state.game.crew_sides) if state.crew[seat] >> number & 1]


def ledger_doc(state: WindwardState, seat: int) -> dict[str, int]:
    first = seat * len(m.LEDGER)
    return {key: state.ledger[first + line] for line, key in enumerate(m.LEDGER) if state.ledger[first + line]}


def _player_doc(state: WindwardState, seat: int) -> PlayerDoc:
    return PlayerDoc(
        ship=state.space_name(state.ship[seat]),
        came_from=state.space_name(state.came_from[seat]),
        boats=[boat_name(state, 2 * seat), boat_name(state, 2 * seat + 1)],
        morale=state.morale[seat],
        rowing=state.rowing[seat],
        gas=state.gas[seat],
        cannons=state.guns[seat],
        hold=HOLDS[state.hold[seat]],
        red_teeth=state.red_teeth[seat],
        gray_teeth=state.gray_teeth[seat],
        plus2=state.plus2[seat],
        crew=crew_ids(state, seat),
        hand=[card_id(state, kind) for kind in supplies.hand(state, seat)],
        notoriety=ledger_doc(state, seat),
    )


def _turn_doc(state: WindwardState) -> TurnDoc:
    return TurnDoc(
        speed=state.speed,
        mates=state.mates,
        used=[m.ORDERS[order] for order in range(len(m.ORDERS)) if state.used >> order & 1],
        into_wind=bool(state.perms & m.INTO_WIND),
        drift=bool(state.perms & m.ENTER_DRIFT),
        coxswain_used=bool(state.perms & m.COXSWAIN_USED),
        last_open=state.space_name(state.last_open),
        toured=seats(state.toured),
        flagged=seats(state.flagged),
        trades=state.trades,
        barred=[
            (piece_text(state, pair & 31, pair >> 10), piece_text(state, pair >> 5 & 31, pair >> 10))
            for pair in state.barred
        ],
        settled=[place_name(state, space, {m.WHITE_SETTLED: "white"}) for space in state.settled],
        pursuers=[state.space_name(space) for space in state.pursuers],
    )


def _battle_doc(state: WindwardState) -> BattleDoc:
    fields = state.battle
    return BattleDoc(
        attacker=piece_text(state, fields[m.B_ATTACKER], 0),
        defender=piece_text(state, fields[m.B_DEFENDER], 0),
        origin=place_name(state, fields[m.B_FROM], {m.ABOARD: "aboard"}),
        space=state.space_name(fields[m.B_SPACE]),
        rolls=(fields[m.B_ROLLS], fields[m.B_ROLLS + 1]),
        hits=(fields[m.B_HITS], fields[m.B_HITS + 1]),
        cannons=(fields[m.B_GUNS], fields[m.B_GUNS + 1]),
        aided=(bool(fields[m.B_AIDED]), bool(fields[m.B_AIDED + 1])),
        towed=m.lying(fields[m.B_TOW], m.DEAD_GRAY),
        tagged=fields[m.B_CODE] == m.TAGGED_RED,
    )


CRESTER_NAMES = {m.P_RED: "red", m.P_TWO_REDS: "two reds", m.P_GRAY: "gray", m.P_WHITE: "white"}


def piece_text(state: WindwardState, piece: int, space: int) -> str:
    """``ship 1``, ``boat 1.2``, ``white``, or a crester, with its space if that is given."""
    if piece < m.P_BOAT:
        return f"ship {piece + 1}"
    if piece < m.P_RED:
        return f"boat {m.owner(piece) + 1}.{(piece - m.P_BOAT) % 2 + 1}"
    return CRESTER_NAMES[piece] + (f" {state.space_name(space)}" if space else "")


# ---------------------------------------------------------------------- reading


def from_doc(state: WindwardState, doc: TableDoc) -> None:
    """Overwrite what the document gives; PositionError for what cannot be."""
    if doc.layout is not UNSET:
        _read_layout(state, doc.layout)
    players = [] if doc.players is UNSET else doc.players
    if len(players) > state.game.players:
        raise PositionError("table.players", f"there are {state.game.players} seats, not {len(players)}")
    _read_scalars(state, doc)
    for seat, player in enumerate(players):
        _read_board(state, seat, player, f"table.players[{seat}]")
    _read_map(state, doc, players)
    _read_cards(state, doc, players)
    if doc.achievements is not UNSET:
        _read_achievements(state, doc.achievements)
    if state.turn >= 0:
        turn.begin(state, state.turn)
    if doc.turn is not UNSET:
        _read_turn(state, doc.turn)
    if state.planet.drift[state.last_open]:
        state.last_open = 0
    if doc.battle is not UNSET:
        state.battle = [] if doc.battle is None else _read_battle(state, doc.battle)
    derive(state)
    _read_ending(state, doc)


def _read_ending(state: WindwardState, doc: TableDoc) -> None:
    if doc.ending is not UNSET:
        state.ending = ENDINGS.index(doc.ending)
    if state.ending:
        state.agenda = []
    elif doc.on_turn is not UNSET:
        state.agenda = [(Ask.NEXT, 0), (Ask.TURN, 1 << state.turn)] if doc.on_turn else [(Ask.NEXT, 0)]


def _given(value: T | UnsetType, default: T) -> T:
    return default if isinstance(value, UnsetType) else value


def _read_layout(state: WindwardState, layout: str) -> None:
    ids = [wedge.id for wedge in state.game.components.wedges]
    if sorted(layout) != sorted(ids):
        raise PositionError("table.layout", f"{layout!r} is not an order of the wedges {''.join(ids)}")
    before = state.planet.feeding
    grays = [territory for territory, space in enumerate(before) if state.low[space] == m.GRAY]
    state.layout = [ids.index(wedge) for wedge in layout]
    state.lay_out()
    for territory in grays:
        state.low[state.planet.feeding[territory]] = m.GRAY
    if state.white > 0:
        state.high[state.white] = m.WHITE


def _read_scalars(state: WindwardState, doc: TableDoc) -> None:
    if doc.wind is not UNSET:
        state.wind = (doc.wind - 1 + state.game.wind_offset) % 6 if doc.wind else -1
    for name in ("on_turn", "trigger"):
        seat = getattr(doc, name)
        if seat is not UNSET and seat > state.game.players:
            raise PositionError(f"table.{name}", f"there is no seat {seat}")
    state.turn = _given(doc.on_turn, state.turn + 1) - 1
    state.trigger = _given(doc.trigger, state.trigger + 1) - 1
    begun = state.turn >= 0
    state.round = _given(doc.round, state.round if begun else 0)
    if not begun and doc.wind is UNSET:
        state.wind = -1
    state.kills = _given(doc.kills, state.kills)
    state.lives = _given(doc.lives, state.lives)
    state.white_lives = _given(doc.white_lives, state.white_lives)


def _space(state: WindwardState, name: str, path: str, words: dict[str, int] | None = None) -> int:
    if words and name in words:
        return words[name]
    found = state.planet.geometry.by_name.get(name)
    if found is None:
        raise PositionError(path, f"{name!r} is no space of this planet")
    return found


def _read_board(state: WindwardState, seat: int, doc: PlayerDoc, path: str) -> None:
    base = state.game.components.board
    if doc.crew is not UNSET:
        _read_crew(state, seat, doc.crew, f"{path}.crew")
    board.open_slots(state, seat)
    limits = {"morale": ("morale", base.morale_max), "rowing": ("rowing", base.boat_speed_max),
              "gas": ("gas", state.gas_slots[seat]), "cannons": ("guns", state.gun_slots[seat]),
              "red_teeth": ("red_teeth", m.MOST), "gray_teeth": ("gray_teeth", m.MOST),
              "plus2": ("plus2", m.PLUS2_TOKENS)}  # fmt: skip
    for name, (slot, most) in limits.items():
        value = getattr(doc, name)
        if value is UNSET:
            continue
        if value > most:
            raise PositionError(f"{path}.{name}", f"at most {most}, not {value}")
        getattr(state, slot)[seat] = value
    if doc.hold is not UNSET:
        state.hold[seat] = HOLDS.index(doc.hold)
    if doc.notoriety is not UNSET:
        _read_ledger(state, seat, doc.notoriety, f"{path}.notoriety")


def _read_crew(state: WindwardState, seat: int, ids: list[str], path: str) -> None:
    state.crew[seat] = 0
    known = [side.id for side in state.game.crew_sides]
    for name in ids:
        if name not in known:
            raise PositionError(path, f"{name!r} is no crew; known are {', '.join(known)}")
        side = known.index(name)
        if state.crew[seat] & state.game.same_column[side]:
            raise PositionError(path, f"the column of {name!r} is filled twice")
        state.crew[seat] |= 1 << side
    if state.boats[2 * seat + 1] == m.ABOARD:
        state.boats[2 * seat + 1] = m.BESIDE


def _read_ledger(state: WindwardState, seat: int, given: dict[str, int] | int, path: str) -> None:
    lines = {"sky": given} if isinstance(given, int) else given
    first = seat * len(m.LEDGER)
    state.ledger[first : first + len(m.LEDGER)] = [0] * len(m.LEDGER)
    for key, points in lines.items():
        if key not in m.LEDGER:
            raise PositionError(path, f"{key!r} is no source of notoriety; known are {', '.join(m.LEDGER)}")
        state.ledger[first + m.LEDGER.index(key)] = points
    state.notoriety[seat] = sum(state.ledger[first : first + len(m.LEDGER)])


def _read_map(state: WindwardState, doc: TableDoc, players: list[PlayerDoc]) -> None:
    if doc.items is not UNSET:
        _read_items(state, doc.items)
    _read_cresters(state, doc)
    for seat, player in enumerate(players):
        path = f"table.players[{seat}]"
        if player.ship is not UNSET:
            if state.ship[seat]:
                state.high[state.ship[seat]] = 0
            state.ship[seat] = _space(state, player.ship, f"{path}.ship")
        if player.came_from is not UNSET:
            state.came_from[seat] = _space(state, player.came_from, f"{path}.came_from")
        if player.boats is not UNSET:
            words = {"aboard": m.ABOARD, "beside": m.BESIDE}
            for number, name in enumerate(player.boats):
                state.boats[2 * seat + number] = _space(state, name, f"{path}.boats[{number}]", words)
    battle = None if doc.battle is UNSET else doc.battle
    at_battle = set() if battle is None else {battle.attacker, battle.defender}
    for seat, space in enumerate(state.ship):
        if space and not (state.high[space] and f"ship {seat + 1}" in at_battle):
            _stand(state, state.high, space, seat + 1, f"table.players[{seat}].ship")
    for number, space in enumerate(state.boats):
        if space > 0 and not (state.low[space] and f"boat {number // 2 + 1}.{number % 2 + 1}" in at_battle):
            _stand(state, state.low, space, m.BOAT + number, f"table.players[{number // 2}].boats")
    if battle is not None:
        _stand_defender(state, battle)


def _stand_defender(state: WindwardState, battle: BattleDoc) -> None:
    """On a battle's space the layer holds the defender."""
    piece = _piece(state, battle.defender, "table.battle.defender")[0]
    space = _space(state, battle.space, "table.battle.space")
    if piece < m.P_BOAT:
        state.high[space] = piece + 1
    elif piece < m.P_RED:
        state.low[space] = m.BOAT + piece - m.P_BOAT


def _stand(state: WindwardState, layer: list[int], space: int, code: int, path: str) -> None:
    if layer[space] not in (0, code):
        raise PositionError(path, f"somebody else is on {state.space_name(space)} already")
    if not space:
        raise PositionError(path, "that is the trading post")
    layer[space] = code


def _read_items(state: WindwardState, given: dict[str, dict[str, int]]) -> None:
    state.items = [0] * state.planet.size
    for name, things in given.items():
        path = f"table.items.{name}"
        space = _space(state, name, path)
        for what, count in things.items():
            if what not in m.ITEM_NAMES:
                raise PositionError(path, f"{count} {what!r}: known are {', '.join(m.ITEM_NAMES)}")
            state.items[space] += count * m.ITEMS[m.ITEM_NAMES.index(what)]


def _read_cresters(state: WindwardState, doc: TableDoc) -> None:
    layers: list[tuple[str, list[int], int]] = [
        ("reds", state.high, m.RED),
        ("tagged_reds", state.high, m.TAGGED_RED),
        ("grays", state.low, m.GRAY),
        ("tagged_grays", state.low, m.TAGGED_GRAY),
    ]
    if doc.white is not UNSET and state.white > 0:
        state.high[state.white] = 0
    given_layers = [(name, layer, code) for name, layer, code in layers if getattr(doc, name) is not UNSET]
    for _, layer, code in given_layers:
        for space, there in enumerate(layer):
            if there == code or (code == m.RED and there == m.TWO_REDS):
                layer[space] = 0
    for name, layer, code in given_layers:
        for index, text in enumerate(getattr(doc, name)):
            path = f"table.{name}[{index}]"
            space = _space(state, text, path)
            if state.planet.drift[space]:
                raise PositionError(path, "no crester is on drift")
            if state.game.is_solo and code == m.RED and layer[space] == m.RED:
                layer[space] = m.TWO_REDS
            elif layer[space]:
                raise PositionError(path, f"somebody else is on {text} already")
            else:
                _stand(state, layer, space, code, path)
    if doc.white is not UNSET:
        words = {"waiting": m.WHITE_WAITING, "gone": m.WHITE_GONE}
        state.white = _space(state, doc.white, "table.white", words)
        if state.white >= 0:
            _stand(state, state.high, state.white, m.WHITE, "table.white")


def _read_cards(state: WindwardState, doc: TableDoc, players: list[PlayerDoc]) -> None:
    """Given cards first, then hands of the set-up as far as their cards are left, the rest under the stacks."""
    game = state.game
    left = Counter({kind: card.count for kind, card in enumerate(game.components.cards)})
    hands: dict[int, list[int]] = {}
    for seat, player in enumerate(players):
        if player.hand is not UNSET:
            hands[seat] = _kinds(state, player.hand, left, f"table.players[{seat}].hand")
    discard = dict.fromkeys(range(game.kinds), 0)
    if doc.discard is not UNSET:
        for kind in _kinds(state, Counter(doc.discard).elements(), left, "table.discard"):
            discard[kind] += 1
    stacks = [[], [], []] if doc.stacks is UNSET else doc.stacks
    tops = [_kinds(state, stack, left, f"table.stacks[{i}]") for i, stack in enumerate(stacks)]
    for seat in range(game.players):
        if seat not in hands:
            hands[seat] = _keep(supplies.hand(state, seat), left)
    rest = [kind for stack in state.stacks for kind in stack]
    under = _keep([*rest, *sorted(left.elements())], left, fill=False)
    state.hands = [0] * (game.players * game.kinds)
    state.hand_size = [0] * game.players
    for seat, kinds in hands.items():
        for kind in kinds:
            supplies.add_to_hand(state, seat, kind)
    state.discard = [discard[kind] for kind in range(game.kinds)]
    state.stacks = [below + top for below, top in zip(supplies.cut(under), tops, strict=True)]
    if not all(state.stacks):
        raise PositionError("table.stacks", "every stack needs a card")


def _kinds(state: WindwardState, ids: Iterable[str], left: Counter[int], path: str) -> list[int]:
    known = {card.id: kind for kind, card in enumerate(state.game.components.cards)}
    kinds = []
    for name in ids:
        if name not in known:
            raise PositionError(path, f"{name!r} is no supply card; known are {', '.join(known)}")
        kind = known[name]
        if not left[kind]:
            raise PositionError(path, f"there are not so many {name!r} in the deck")
        left[kind] -= 1
        kinds.append(kind)
    return kinds


def _keep(kinds: list[int], left: Counter[int], fill: bool = True) -> list[int]:
    """These cards as far as they are left; with `fill` others in the place of those that are not."""
    kept = []
    for kind in kinds:
        if not left[kind]:
            if not fill:
                continue
            kind = next((other for other in sorted(left) if left[other]), -1)
            if kind < 0:
                raise PositionError("table", "hands, stacks and discards need more cards than the deck has")
        left[kind] -= 1
        kept.append(kind)
    return kept


def _read_achievements(state: WindwardState, given: list[ShownDoc]) -> None:
    ids = [card.id for card in state.game.components.achievements]
    if len(given) not in (0, 2) or bool(given) != state.game.options.achievements:
        raise PositionError("table.achievements", "two cards with the option `achievements`, else none")
    entries = []
    for index, shown in enumerate(given):
        if shown.card not in ids:
            raise PositionError(f"table.achievements[{index}].card", f"{shown.card!r} is none of {', '.join(ids)}")
        entries.append((ids.index(shown.card), _mask(shown.claimed)))
    entries.sort()
    state.shown = [number for number, _ in entries]
    state.claimed = [mask for _, mask in entries]


def derive(state: WindwardState) -> None:
    """Stocks follow from what is in play."""
    game = state.game
    count: Callable[[int], int] = lambda unit: sum(m.lying(items, unit) for items in state.items)  # noqa: E731
    live_reds = state.high.count(m.RED) + state.high.count(m.TAGGED_RED) + 2 * state.high.count(m.TWO_REDS)
    attacking = state.battle[m.B_ATTACKER] in (m.P_RED, m.P_TWO_REDS) if state.battle else False
    live_reds += len(state.pursuers) or int(attacking)  # reds on the ship's space
    state.live_grays = state.low.count(m.GRAY) + state.low.count(m.TAGGED_GRAY)
    state.red_stock = m.REDS - live_reds - count(m.DEAD_RED) - state.hold.count(m.HOLD_RED)
    state.gray_stock = m.GRAYS - state.live_grays - count(m.DEAD_GRAY) - state.hold.count(m.HOLD_GRAY)
    state.plus2_stock = m.PLUS2_TOKENS - count(m.PLUS2) - sum(state.plus2)
    for name, left in (("red", state.red_stock), ("gray", state.gray_stock), ("+2", state.plus2_stock)):
        if left < 0:
            raise PositionError("table", f"there are more {name} pieces in play than exist")
    for tile, entry in enumerate(game.components.crew):
        hired = sum((mask >> 2 * tile & 3).bit_count() for mask in state.crew)
        state.crew_stock[tile] = entry.copies - hired
        if state.crew_stock[tile] < 0:
            raise PositionError("table.players", f"there are not so many of the {entry.id}")


def _read_turn(state: WindwardState, doc: TurnDoc) -> None:
    state.speed = _given(doc.speed, state.speed)
    state.mates = _given(doc.mates, state.mates)
    state.trades = _given(doc.trades, state.trades)
    for order in _given(doc.used, []):
        if order not in m.ORDERS:
            raise PositionError("table.turn.used", f"{order!r} is none of {', '.join(m.ORDERS)}")
        state.used |= 1 << m.ORDERS.index(order)
    for given, bit in ((doc.into_wind, m.INTO_WIND), (doc.drift, m.ENTER_DRIFT), (doc.coxswain_used, m.COXSWAIN_USED)):
        if given is not UNSET and given:
            state.perms |= bit
    if doc.last_open is not UNSET:
        state.last_open = _space(state, doc.last_open, "table.turn.last_open")
    if doc.toured is not UNSET:
        state.toured = _mask(doc.toured)
    if doc.flagged is not UNSET:
        state.flagged = _mask(doc.flagged)
    for a, b in _given(doc.barred, []):
        (one, _), (two, space) = _piece(state, a, "table.turn.barred"), _piece(state, b, "table.turn.barred")
        state.barred.append(state.pair(one, two, space))
    state.barred.sort()
    state.settled = [
        _space(state, name, "table.turn.settled", {"white": m.WHITE_SETTLED}) for name in _given(doc.settled, [])
    ]
    state.pursuers = [_space(state, name, "table.turn.pursuers") for name in _given(doc.pursuers, [])]


def _mask(numbers: list[int]) -> int:
    """Bits for numbers from 1."""
    return sum(1 << number - 1 for number in set(numbers) if number)


def _piece(state: WindwardState, text: str, path: str) -> tuple[int, int]:
    """A piece and, for a crester, the space that is named with it (else 0)."""
    head, _, tail = text.rpartition(" ") if " " in text and text != "two reds" else (text, "", "")
    owner, _, number = tail.partition(".")
    if head == "ship" and owner.isdigit() and 1 <= int(owner) <= state.game.players:
        return int(owner) - 1, 0
    if head == "boat" and owner.isdigit() and 1 <= int(owner) <= state.game.players and number in ("1", "2"):
        return m.P_BOAT + 2 * int(owner) - 2 + int(number) - 1, 0
    for piece, name in CRESTER_NAMES.items():
        if head == name:
            return piece, _space(state, tail, path) if tail else 0
    raise PositionError(path, f"{text!r} is no piece, such as 'ship 1', 'boat 1.2', 'red 24b' or 'white'")


def _read_battle(state: WindwardState, doc: BattleDoc) -> list[int]:
    fields = [0] * m.BATTLE_FIELDS
    fields[m.B_ATTACKER] = _piece(state, doc.attacker, "table.battle.attacker")[0]
    fields[m.B_DEFENDER] = _piece(state, doc.defender, "table.battle.defender")[0]
    fields[m.B_FROM] = _space(state, doc.origin, "table.battle.origin", {"aboard": m.ABOARD})
    fields[m.B_SPACE] = _space(state, doc.space, "table.battle.space")
    for first, pair in ((m.B_ROLLS, doc.rolls), (m.B_HITS, doc.hits), (m.B_GUNS, doc.cannons), (m.B_AIDED, doc.aided)):
        fields[first], fields[first + 1] = int(pair[0]), int(pair[1])
    fields[m.B_TOW] = doc.towed * m.DEAD_GRAY
    if fields[m.B_ATTACKER] in (m.P_RED, m.P_TWO_REDS):
        code = m.TWO_REDS if fields[m.B_ATTACKER] == m.P_TWO_REDS else m.TAGGED_RED if doc.tagged else m.RED
        fields[m.B_CODE] = code
    return fields
