"""What fields cannot say of positions: the layers, the stacks, the battle; and what follows from what is given.

Everything may be left out: it then comes from the seeded set-up. Stocks follow from what is in play. Cards: what is
given is taken from the deck of 74; lists in `stacks` are the visible ends (last = top), and whatever cards remain are
put underneath.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from waystation.engine import PositionError, Positions
from waystation.engine.fields import Counted, Listed, Named

from . import board, shapes, supplies
from . import model as m
from .frames import Ask
from .questions.next_turn import begin
from .shapes import SPACE, read_piece
from .state import WindwardState

Number = Annotated[int, Meta(ge=0, le=999)]
Dice = Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], Meta(max_length=40)]


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
    faces: tuple[Dice, Dice] = ((), ())
    towed: Number = 0
    tagged: bool = False


class ShownDoc(Struct, kw_only=True, forbid_unknown_fields=True):
    """An open achievement card and who has claimed it, the first one first if it matters."""

    card: str
    claimed: list[Annotated[int, Meta(ge=0, le=5)]] = []


class More(Struct, kw_only=True, forbid_unknown_fields=True):
    """The entries that the game writes itself."""

    reds: list[str] | UnsetType = UNSET
    tagged_reds: list[str] | UnsetType = UNSET
    grays: list[str] | UnsetType = UNSET
    tagged_grays: list[str] | UnsetType = UNSET
    stacks: Annotated[list[list[str]], Meta(min_length=3, max_length=3)] | UnsetType = UNSET
    achievements: list[ShownDoc] | UnsetType = UNSET
    battle: BattleDoc | UnsetType | None = UNSET


STACK = Listed(Named(shapes.cards))
HAND = Counted(Named(shapes.cards), lambda state: state.game.kinds)
ORIGIN = shapes.Space({"aboard": m.ABOARD})
PAIRS = (("rolls", m.B_ROLLS), ("hits", m.B_HITS), ("cannons", m.B_GUNS), ("aided", m.B_AIDED))
LIVE = {"reds": (True, m.RED), "tagged_reds": (True, m.TAGGED_RED), "grays": (False, m.GRAY),
        "tagged_grays": (False, m.TAGGED_GRAY)}  # fmt: skip
"""Which layer live cresters are in, and as what."""


class WindwardPositions(Positions[WindwardState]):
    more = More

    def write_more(self, state: WindwardState) -> dict[str, Any]:
        live = {name: standing(state, high, code) for name, (high, code) in LIVE.items()}
        cards = state.game.components.achievements
        again = state.clone()
        for layer in (again.high, again.low):
            layer[:] = [0] * state.planet.size
        _stand_all(again, live, _battle_doc(state))
        if (again.high, again.low) != (state.high, state.low):
            raise ValueError("the layers do not show where the pieces are")
        return {
            **live,
            "stacks": [STACK.write(stack, state) for stack in state.stacks],
            "achievements": [
                {"card": cards[number].id, "claimed": m.seats(mask)}
                for number, mask in zip(state.shown, state.claimed, strict=True)
            ],
            "battle": _battle_doc(state),
        }

    def complete(self, state: WindwardState, document: Any, given: set[str]) -> None:
        _pieces(state, document, given)
        _cards(state, document, given)
        if document.achievements is not UNSET:
            _achievements(state, document.achievements)
        _turn(state, given)
        self.derive(state)
        if state.ending:
            state.agenda = []
        elif "turn" in given:
            turn = [(int(Ask.TURN), 1 << state.turn)] if state.turn >= 0 else []
            state.agenda = [(Ask.NEXT, 0), *turn]

    def derive(self, state: WindwardState) -> None:
        """Slots, stocks and sums follow from what is in play."""
        game, lines, kinds = state.game, len(m.LEDGER), state.game.kinds
        state.planet = game.planet(state.layout)
        state.gas_slots, state.gun_slots = [0] * game.players, [0] * game.players
        for seat in range(game.players):
            board.count_slots(state, seat)
        state.hand_size = [sum(state.hands[seat * kinds : (seat + 1) * kinds]) for seat in range(game.players)]
        state.notoriety = [sum(state.ledger[seat * lines : (seat + 1) * lines]) for seat in range(game.players)]
        lie = {unit: sum(m.lying(items, unit) for items in state.items) for unit in (m.DEAD_RED, m.DEAD_GRAY, m.PLUS2)}
        live_reds = state.high.count(m.RED) + state.high.count(m.TAGGED_RED) + 2 * state.high.count(m.TWO_REDS)
        attacking = bool(state.battle) and state.battle[m.B_ATTACKER] in m.REDS_ATTACK
        live_reds += len(state.pursuers) or int(attacking)  # reds on the ship's space
        state.live_grays = state.low.count(m.GRAY) + state.low.count(m.TAGGED_GRAY)
        state.red_stock = m.REDS - live_reds - lie[m.DEAD_RED] - state.hold.count(m.HOLD_RED)
        state.gray_stock = m.GRAYS - state.live_grays - lie[m.DEAD_GRAY] - state.hold.count(m.HOLD_GRAY)
        state.plus2_stock = m.PLUS2_TOKENS - lie[m.PLUS2] - sum(state.plus2)
        state.crew_stock = [
            tile.copies - sum((mask >> 2 * number & 3).bit_count() for mask in state.crew)
            for number, tile in enumerate(game.components.crew)
        ]


def standing(state: WindwardState, high: bool, code: int) -> list[str]:
    """Where such cresters stand; a space with two reds is named twice."""
    layer = state.high if high else state.low
    return [
        state.space_name(space)
        for space, there in enumerate(layer)
        if there == code or (code == m.RED and there == m.TWO_REDS)
        for _ in range(1 + (there == m.TWO_REDS))
    ]


# ---------------------------------------------------------------------- pieces


def _pieces(state: WindwardState, document: Any, given: set[str]) -> None:
    """Both layers anew: what the document gives, and from the set-up what it leaves out."""
    was = {name: standing(state, high, code) for name, (high, code) in LIVE.items()}
    if "layout" in given:
        grays = [state.planet.feeding.index(state.planet.geometry.by_name[name]) for name in was["grays"]]
        items = state.items
        state.lay_out()
        was |= {
            "reds": standing(state, True, m.RED),
            "grays": [state.space_name(state.planet.feeding[t]) for t in grays],
        }
        if "items" in given:
            state.items = items
    players = [] if document.players is UNSET else document.players
    for seat in range(state.game.players):
        second = 2 * seat + 1
        stated = state.boats[second]
        if stated == m.ABOARD:
            state.boats[second] = m.BESIDE
        board.open_slots(state, seat)
        if seat < len(players) and players[seat].boats is not UNSET:
            state.boats[second] = stated
    state.high, state.low = [0] * state.planet.size, [0] * state.planet.size
    live = {name: was[name] if getattr(document, name) is UNSET else getattr(document, name) for name in LIVE}
    fight = None if document.battle is UNSET else document.battle
    _stand_all(state, live, None if fight is None else fight)
    state.battle = [] if fight is None else _battle(state, fight)


def _stand_all(state: WindwardState, live: dict[str, list[str]], battle: Any) -> None:
    """Cresters, ships and boats into their layers; of two that fight the defender."""
    for name, spaces in live.items():
        high, code = LIVE[name]
        layer = state.high if high else state.low
        for index, text in enumerate(spaces):
            path = f"table.{name}[{index}]"
            space = SPACE.read(text, 0, state, path)
            if state.planet.drift[space]:
                raise PositionError(path, "no crester is on drift")
            if state.game.is_solo and code == m.RED and layer[space] == m.RED:
                layer[space] = m.TWO_REDS
            else:
                _stand(state, layer, space, code, path, taken=layer[space] != 0)
    if state.white >= 0:
        _stand(state, state.high, state.white, m.WHITE, "table.white")
    attacker = _field(battle, "attacker")
    for seat, space in enumerate(state.ship):
        if space and attacker != f"ship {seat + 1}":
            _stand(state, state.high, space, seat + 1, f"table.players[{seat}].ship")
    for number, space in enumerate(state.boats):
        if space > 0 and attacker != f"boat {number // 2 + 1}.{number % 2 + 1}":
            _stand(state, state.low, space, m.BOAT + number, f"table.players[{number // 2}].boats")


def _field(document: Any, name: str) -> Any:
    return document.get(name) if isinstance(document, dict) else getattr(document, name, None)


def _stand(state: WindwardState, layer: list[int], space: int, code: int, path: str, taken: bool = False) -> None:
    if not space:
        raise PositionError(path, "that is the trading post")
    if taken or layer[space] not in (0, code):
        raise PositionError(path, f"somebody else is on {state.space_name(space)} already")
    layer[space] = code


def _battle(state: WindwardState, doc: BattleDoc) -> list[int]:
    path = "table.battle"
    fields = [0] * m.BATTLE_FIELDS
    fields[m.B_ATTACKER] = attacker = read_piece(state, doc.attacker, f"{path}.attacker")[0]
    fields[m.B_DEFENDER] = read_piece(state, doc.defender, f"{path}.defender")[0]
    fields[m.B_FROM] = ORIGIN.read(doc.origin, 0, state, f"{path}.origin")
    fields[m.B_SPACE] = SPACE.read(doc.space, 0, state, f"{path}.space")
    for name, first in PAIRS:
        fields[first : first + 2] = map(int, getattr(doc, name))
    fields[m.B_FACES : m.B_FACES + 2] = map(m.packed, doc.faces)
    fields[m.B_TOW] = doc.towed * m.DEAD_GRAY
    if attacker in m.REDS_ATTACK:
        one = m.TAGGED_RED if doc.tagged else m.RED
        fields[m.B_CODE] = m.TWO_REDS if attacker == m.P_TWO_REDS else one
    return fields


def _battle_doc(state: WindwardState) -> dict[str, Any] | None:
    fields = state.battle
    if not fields:
        return None
    return {
        "attacker": m.piece_id(fields[m.B_ATTACKER]),
        "defender": m.piece_id(fields[m.B_DEFENDER]),
        "origin": ORIGIN.write(fields[m.B_FROM], state),
        "space": state.space_name(fields[m.B_SPACE]),
        **{name: fields[first : first + 2] for name, first in PAIRS if name != "aided"},
        "aided": [bool(aided) for aided in fields[m.B_AIDED : m.B_AIDED + 2]],
        "faces": [m.unpacked(faces) for faces in fields[m.B_FACES : m.B_FACES + 2]],
        "towed": m.lying(fields[m.B_TOW], m.DEAD_GRAY),
        "tagged": fields[m.B_CODE] == m.TAGGED_RED,
    }


# ---------------------------------------------------------------------- cards


def _cards(state: WindwardState, document: Any, given: set[str]) -> None:
    """Given cards first, then hands of the set-up as far as their cards are left, the rest under the stacks."""
    game = state.game
    left = Counter({kind: card.count for kind, card in enumerate(game.components.cards)})
    players = [] if document.players is UNSET else document.players
    stated = {seat for seat, player in enumerate(players) if player.hand is not UNSET}
    for seat in stated:
        _use(state, supplies.hand(state, seat), left, f"table.players[{seat}].hand")
    if "discard" in given:
        _use(state, [kind for kind, n in enumerate(state.discard) for _ in range(n)], left, "table.discard")
    tops: list[list[int]] = [[], [], []]
    if document.stacks is not UNSET:
        for place, names in enumerate(document.stacks):
            path = f"table.stacks[{place}]"
            tops[place] = _use(state, STACK.read(names, [], state, path), left, path)
    for seat in range(game.players):
        kinds = supplies.hand(state, seat)
        if seat not in stated:
            kinds = _keep(kinds, left)
        part = slice(seat * game.kinds, (seat + 1) * game.kinds)
        state.hands[part] = [kinds.count(kind) for kind in range(game.kinds)]
        state.hand_size[seat] = len(kinds)
    under = []
    for kind in (*(kind for stack in state.stacks for kind in stack), *sorted(left.elements())):
        if left[kind]:
            left[kind] -= 1
            under.append(kind)
    state.stacks = [below + top for below, top in zip(supplies.cut(under), tops, strict=True)]


def _use(state: WindwardState, kinds: list[int], left: Counter[int], path: str) -> list[int]:
    for kind in kinds:
        if not left[kind]:
            raise PositionError(path, f"there are not so many {state.game.components.cards[kind].id!r} in the deck")
        left[kind] -= 1
    return kinds


def _keep(kinds: list[int], left: Counter[int]) -> list[int]:
    """These cards as far as they are left, and others in the place of those that are not."""
    kept = []
    for kind in kinds:
        if not left[kind]:
            kind = next((other for other in sorted(left) if left[other]), -1)
            if kind < 0:
                raise PositionError("table", "hands, stacks and discards need more cards than the deck has")
        left[kind] -= 1
        kept.append(kind)
    return kept


def _achievements(state: WindwardState, given: list[ShownDoc]) -> None:
    ids = [card.id for card in state.game.components.achievements]
    entries = []
    for index, shown in enumerate(given):
        if shown.card not in ids:
            raise PositionError(f"table.achievements[{index}].card", f"{shown.card!r} is none of {', '.join(ids)}")
        entries.append((ids.index(shown.card), sum(1 << seat - 1 for seat in set(shown.claimed) if seat)))
    entries.sort()
    state.shown = [number for number, _ in entries]
    state.claimed = [mask for _, mask in entries]


# ---------------------------------------------------------------------- what follows


TURN = ("speed", "mates", "used", "into_wind", "drift", "coxswain_used", "last_open", "toured", "flagged", "trades",
        "barred", "settled", "pursuers")  # fmt: skip


def _turn(state: WindwardState, given: set[str]) -> None:
    """A turn begins afresh, but for what is given of it; before the first there is neither round nor wind."""
    stated = {name: getattr(state, name) for name in TURN if name in given}
    if state.turn >= 0:
        begin(state, state.turn)
    else:
        state.round = state.round if "round" in given else 0
        state.wind = state.wind if "wind" in given else -1
    for name, value in stated.items():
        setattr(state, name, value)
    state.barred.sort()
    if "last_open" not in given and state.planet.drift[state.last_open]:
        state.last_open = 0
