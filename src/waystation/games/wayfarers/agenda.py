"""Which frames a position may have: the shape of each kind, and how they may lie on each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from waystation.engine.errors import PositionError
from waystation.engine.state import Frame

from . import solo
from .box import Box
from .expression import ANY_TILE, Op
from .frames import EFFECT, RETRIEVE, SHIFT, TAKE, WORK, Ask
from .names import INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER, WORKERS

if TYPE_CHECKING:
    from .state import WayfarersState

CIRCUMSTANCES = 256
"""Circumstances of a die action are below this."""
ASKING = (
    Ask.TURN, Ask.POOL, Ask.TARGET, Ask.FEE, Ask.HOST, Ask.TUCK, Ask.PUT, Ask.EXTRA, Ask.DRAWN, Ask.UNDER, Ask.LIFT,
    Ask.MARKING, Ask.REROLL, Ask.LATE, Ask.DENY,
)  # fmt: skip
WAITING = (
    Ask.END, Ask.POOL, Ask.EXTRA, Ask.LIFT, Ask.LATE, Ask.SOLO, Ask.PLAN, Ask.SEEK, Ask.STEP, Ask.SCHEME, Ask.RESHUFFLE
)  # fmt: skip
OPPONENTS = (Ask.SOLO, Ask.PLAN, Ask.SEEK, Ask.DENY, Ask.STEP, Ask.SCHEME, Ask.RESHUFFLE)
"""Frames of the solo opponent's turn."""
TARGETS = (
    Op.GUILD, Op.MARK, Op.MOVE, Op.RETRIEVE, Op.REFRESH, Op.ADJUST, Op.JOURNAL, Op.ACQUIRE, Op.UPGRADE, Op.CHOICE
)  # fmt: skip
"""Effects that ask for a target."""


def check(s: WayfarersState) -> None:
    """The frames must be ones that a game can have; PositionError names the wrong one."""
    if s.agenda and (s.agenda[0][0] != Ask.END or any(frame[0] == Ask.END for frame in s.agenda[1:])):
        raise PositionError("agenda", "END lies at the bottom, and only there")
    claimed = _known_cards(s)
    for number, frame in enumerate(s.agenda):
        path = f"agenda[{number}]"
        kind = Ask(frame[0])
        _check_seats(s, frame, kind, number == len(s.agenda) - 1, path)
        if not SHAPES[kind](s, frame[2:]) or (kind == Ask.POOL and frame[1] and not _is_choice(s, frame)):
            raise PositionError(f"{path}.data", f"{list(frame[2:])} is nothing that {kind.name} can hold")
        for card in _cards_of(kind, frame):
            if card in claimed:
                raise PositionError(f"{path}.data", f"{s.game.box.names[card]} is also elsewhere")
            claimed.add(card)


def _check_seats(s: WayfarersState, frame: Frame, kind: Ask, top: bool, path: str) -> None:
    """Whoever's turn it is decides, on top; below, only the main choice of the turn waits for an answer."""
    its_turn = s.is_solo and s.turn == solo.ME
    if kind in OPPONENTS and not its_turn:
        raise PositionError(f"{path}.ask", f"{kind.name} belongs to the turn of the solo opponent")
    decides = 1 << (solo.HUMAN if kind == Ask.DENY else s.turn)
    asked = kind in ASKING and (top or kind == Ask.TURN) and (kind == Ask.DENY) == its_turn
    if not (frame[1] == decides and asked) and not (frame[1] == 0 and kind in WAITING):
        raise PositionError(f"{path}.seats", f"{kind.name} asks others, or nobody, here")


def _is_choice(s: WayfarersState, frame: Frame) -> bool:
    """Silver, provisions and dice of a pool are taken before anybody is asked."""
    return all(s.game.box.op[entry & EFFECT] > Op.DIE for entry in frame[3:])


def _known_cards(s: WayfarersState) -> set[int]:
    """All cards that lie somewhere."""
    found = {card for card in s.show if card >= 0} | {card & 255 for pile in s.piles for card in pile}
    for player in s.seats:
        found.update(player.cards, player.town, player.space, player.goal)
    return found


def _cards_of(kind: Ask, frame: Frame) -> tuple[int, ...]:
    if kind in (Ask.HOST, Ask.TUCK):
        return frame[2:3]
    return frame[3:] if kind in (Ask.DRAWN, Ask.UNDER) else ()


# ---------------------------------------------------------------------- what each kind holds

Data = tuple[int, ...]


def _nothing(s: WayfarersState, data: Data) -> bool:
    return not data


def _bit(data: Data) -> bool:
    return data[0] in (0, 1)


def _is_entry(box: Box, entry: int, ops: tuple[Op, ...] | None = None) -> bool:
    """An effect of a player with the circumstances of a die action."""
    effect = entry & EFFECT
    if entry < 0 or effect >= len(box.book) or entry >> SHIFT >= CIRCUMSTANCES:
        return False
    what = box.book[effect]
    for_players = what.op < Op.TILE and not (what.op == Op.UPGRADE and what.arg == ANY_TILE)
    return for_players and (ops is None or what.op in ops)


def _pool(s: WayfarersState, data: Data) -> bool:
    return len(data) > 1 and _bit(data) and all(_is_entry(s.game.box, entry) for entry in data[1:])


def _target(s: WayfarersState, data: Data) -> bool:
    fits = len(data) == 2 and _bit(data) and _is_entry(s.game.box, data[1], TARGETS)
    lays = fits and s.game.box.op[data[1] & EFFECT] == Op.MARK  # with an empty supply, LIFT is asked instead
    return fits and (not lays or s.seats[s.turn].supply > 0)


def _is_slot(s: WayfarersState, slot: int) -> bool:
    return 0 <= slot < 20 and s.show[slot] >= 0


def _fee(s: WayfarersState, data: Data) -> bool:
    if len(data) != 3 or data[0] not in (TAKE, RETRIEVE, WORK) or not _is_slot(s, data[1]):
        return False
    purpose, slot, extra = data
    if s.mark[slot] in (-1, s.turn):
        return False
    if purpose == TAKE:
        return 0 <= extra <= 9
    there = s.crew[slot] >> extra & 1 if 0 <= extra < len(WORKERS) else -1
    return there == 1 if purpose == RETRIEVE else there == 0 and s.seats[s.turn].workers[extra] > 0


def _is_card(s: WayfarersState, card: int, decks: tuple[int, ...]) -> bool:
    cards = s.game.box.cards
    return 8 <= card < len(cards) and cards[card].deck in decks


def _host(s: WayfarersState, data: Data) -> bool:
    return len(data) == 1 and _is_card(s, data[0], (TOWNSFOLK,))


def _tuck(s: WayfarersState, data: Data) -> bool:
    return len(data) == 2 and _is_card(s, data[0], (INSPIRATION,)) and data[1] >> 2 == INSPIRATION


def _put(s: WayfarersState, data: Data) -> bool:
    box = s.game.box
    if len(data) != 1 or not 0 <= data[0] < len(box.tiles):
        return False
    tile = box.tiles[data[0]]
    laid = sum(own & 31 == tile.id for player in s.seats for own in player.tiles)
    left = (1 if tile.tags else max(2, s.game.players)) - laid - s.stock[tile.id]
    return left > 0 and box.fits(tile.colour, s.seats[s.turn].cells)


def _drawn(s: WayfarersState, data: Data) -> bool:
    fits = len(data) > 1 and data[0] in (LAND, WATER, SPACE) and len(set(data[1:])) == len(data) - 1
    return fits and all(_is_card(s, card, (data[0],)) for card in data[1:])


def _few(least: int, most: int) -> Callable[[WayfarersState, Data], bool]:
    return lambda s, data: least <= len(data) - 1 <= most and _drawn(s, data)


def _lift(s: WayfarersState, data: Data) -> bool:
    return len(data) == 2 and -1 <= data[0] < 3 and data[1] in (0, 1)


def _marking(s: WayfarersState, data: Data) -> bool:
    return len(data) == 1 and -1 <= data[0] < 20 and s.seats[s.turn].supply > 0


def _reroll(s: WayfarersState, data: Data) -> bool:
    dice = s.seats[s.turn].dice
    return bool(data) and all(1 <= value <= 6 and data.count(value) <= dice[value - 1] for value in data)


def _plan(s: WayfarersState, data: Data) -> bool:
    return bool(data) and all(0 <= effect < len(s.game.box.book) for effect in data)


def _seek(s: WayfarersState, data: Data) -> bool:
    if len(data) != 4:
        return False
    purpose, deck, extra, denied = data
    decks = (-1,) if purpose == RETRIEVE else range(5)
    return 0 <= purpose <= solo.TO_MARK and deck in decks and 0 <= extra < len(WORKERS) and 0 <= denied < 1 << 20


def _deny(s: WayfarersState, data: Data) -> bool:
    frame = (Ask.SEEK, 0, *data[:4])
    return (
        len(data) == 5
        and _seek(s, data[:4])
        and _is_slot(s, data[4])
        and s.mark[data[4]] == solo.HUMAN
        and any(slot == data[4] for slot, _ in solo.candidates(s, frame))
    )


def _step(s: WayfarersState, data: Data) -> bool:
    return len(data) == 1 and 1 <= data[0] <= 3


SHAPES: dict[Ask, Callable[[WayfarersState, Data], bool]] = {
    **dict.fromkeys((Ask.END, Ask.TURN, Ask.EXTRA, Ask.LATE, Ask.SOLO, Ask.SCHEME, Ask.RESHUFFLE), _nothing),
    Ask.POOL: _pool,
    Ask.TARGET: _target,
    Ask.FEE: _fee,
    Ask.HOST: _host,
    Ask.TUCK: _tuck,
    Ask.PUT: _put,
    Ask.DRAWN: _few(1, 3),
    Ask.UNDER: _few(2, 2),
    Ask.LIFT: _lift,
    Ask.MARKING: _marking,
    Ask.REROLL: _reroll,
    Ask.PLAN: _plan,
    Ask.SEEK: _seek,
    Ask.DENY: _deny,
    Ask.STEP: _step,
}
