"""What can't wait to be done: frames where they never lie, that ask the wrong seat, or hold what they can't."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from waystation.engine.state import Frame
from waystation.engine.words import Phrase, say
from waystation.games.wayfarers import cards, dice, effects, fee, influence, opponent, solo, track
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.expression import ANY_TILE, Op
from waystation.games.wayfarers.frames import EFFECT, HUMAN, LAY, ME, RETRIEVE, SHIFT, TAKE, USED_YELLOW, WORK, Ask
from waystation.games.wayfarers.names import DECKS, INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER, WORKERS
from waystation.games.wayfarers.panorama import DICE
from waystation.games.wayfarers.parts import HOME_TOWNSFOLK
from waystation.games.wayfarers.state import WayfarersState

Fault = tuple[str, str]

ENTRIES = 99
"""Of a pool; a gain sets off each vista once, and there are eighteen."""
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


def faults(s: WayfarersState) -> Iterator[Fault]:
    if s.agenda and (s.agenda[0][0] != Ask.END or any(frame[0] == Ask.END for frame in s.agenda[1:])):
        yield "agenda", say("END lies at the bottom, and only there")
    for number, frame in enumerate(s.agenda):
        path = f"agenda[{number}]"
        kind = Ask(frame[0])
        place = _place(s, frame, kind, number)
        if place:
            yield f"{path}.ask", place
        if not _asks_the_right_one(s, frame, kind, number == len(s.agenda) - 1):
            yield f"{path}.seats", say("{kind} asks others, or nobody, here", kind=kind.name)
        elif not SHAPES[kind](s, frame[2:]):
            yield f"{path}.data", say("{held} is nothing that {kind} can hold", held=str([*frame[2:]]), kind=kind.name)
    for number, frame in enumerate(s.agenda):
        kind = Ask(frame[0])
        if (frame[1] or kind == Ask.SEEK) and not ANSWERS.get(kind, _anything)(s, frame):
            yield f"agenda[{number}].data", say("nothing can be chosen for {kind} on this table", kind=kind.name)


def _place(s: WayfarersState, frame: Frame, kind: Ask, number: int) -> Phrase | None:
    """What is wrong with where a frame lies on the others, if anything."""
    below = s.agenda[number - 1][0] if number else Ask.END
    if kind in OPPONENTS and not (s.is_solo and s.turn == ME):
        return say("{kind} belongs to the turn of the solo opponent", kind=kind.name)
    if kind == Ask.LATE and (not s.game.options.late_trade or number != 1):
        return say("LATE belongs to option late_trade, and above END")
    if kind == Ask.TURN and (number == 0 or below not in (Ask.END, Ask.LATE)):
        return say("TURN lies above END")
    if kind in (Ask.SOLO, Ask.SCHEME, Ask.RESHUFFLE) and number != 1:
        return say("{kind} lies above END", kind=kind.name)
    under_turn = any(other[0] == Ask.TURN for other in s.agenda[:number])
    steps = kind in (Ask.POOL, Ask.TARGET) and s.used & USED_YELLOW and set(frame[3:]) <= {s.game.box.step}
    if under_turn and not steps:
        return say("before the main choice of a turn there are only the steps of the trade ability")
    return None


def _asks_the_right_one(s: WayfarersState, frame: Frame, kind: Ask, top: bool) -> bool:
    """Whoever's turn it is decides, on top; below, only the main choice of the turn waits for an answer."""
    its_turn = s.is_solo and s.turn == ME
    decides = 1 << (HUMAN if kind == Ask.DENY else s.turn)
    asked = kind in ASKING and (top or kind == Ask.TURN) and (kind == Ask.DENY) == its_turn
    waits = kind in WAITING and not (kind == Ask.LIFT and frame[2:3] < (0,))  # for a card it is asked at once
    return (frame[1] == decides and asked) or (frame[1] == 0 and waits)


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
    return 1 < len(data) <= ENTRIES and _bit(data) and all(_is_entry(s.game.box, entry) for entry in data[1:])


def _target(s: WayfarersState, data: Data) -> bool:
    fits = len(data) == 2 and _bit(data) and _is_entry(s.game.box, data[1], TARGETS)
    lays = fits and s.game.box.op[data[1] & EFFECT] == Op.MARK  # with an empty supply, LIFT is asked instead
    return fits and (not lays or s.seats[s.turn].supply > 0)


def _is_slot(s: WayfarersState, slot: int) -> bool:
    return 0 <= slot < 20 and s.show[slot] >= 0


def _fee(s: WayfarersState, data: Data) -> bool:
    """Only where both ways are open is anybody asked; the card then has to find its place."""
    if len(data) != 3 or data[0] not in (TAKE, RETRIEVE, WORK) or not _is_slot(s, data[1]):
        return False
    purpose, slot, extra = data
    if not cards.owes_fee(s, s.turn, slot) or not 0 <= extra <= 9:
        return False
    if purpose == TAKE:
        if extra > cards.full_price(s, slot) or not cards.has_place(s, s.turn, slot):
            return False
    elif extra >= len(WORKERS) or extra not in s.game.box.slot_workers[slot >> 2]:
        return False
    elif purpose == RETRIEVE:
        if not s.crew[slot] >> extra & 1 or s.locked == s.show[slot] << 2 | extra:
            return False
    elif s.crew[slot] >> extra & 1 or s.seats[s.turn].workers[extra] < 1:
        return False
    return len(fee.fee_ways(s, s.turn, purpose, slot, extra)) == 2


def _is_card(s: WayfarersState, card: int, decks: tuple[int, ...]) -> bool:
    known = s.game.box.cards
    return HOME_TOWNSFOLK < card < len(known) and known[card].deck in decks


def _host(s: WayfarersState, data: Data) -> bool:
    if len(data) != 1 or not _is_card(s, data[0], (TOWNSFOLK,)):
        return False
    return len(cards.host_cards(s.game.box, s.seats[s.turn], data[0])) > 1


def _tuck(s: WayfarersState, data: Data) -> bool:
    if len(data) != 2 or not _is_card(s, data[0], (INSPIRATION,)):
        return False
    return data[1] >> 2 == INSPIRATION and s.show[data[1]] < 0


def _put(s: WayfarersState, data: Data) -> bool:
    box = s.game.box
    if len(data) != 1 or not 0 <= data[0] < len(box.tiles):
        return False
    tile = box.tiles[data[0]]
    laid = sum(own & 31 == tile.id for player in s.seats for own in player.tiles)
    left = s.game.tiles_of_a_design(tile) - laid - s.stock[tile.id]
    return left > 0 and box.fits(tile.colour, s.seats[s.turn].cells)


def _drawn(s: WayfarersState, data: Data) -> bool:
    if len(data) < 2 or data[0] not in (LAND, WATER, SPACE) or len(set(data[1:])) < len(data) - 1:
        return False
    room = data[0] != SPACE or s.seats[s.turn].room_for_space()
    return room and all(_is_card(s, card, (data[0],)) for card in data[1:])


def _few(least: int, most: int) -> Callable[[WayfarersState, Data], bool]:
    return lambda s, data: least <= len(data) - 1 <= most and _drawn(s, data)


def _under(s: WayfarersState, data: Data) -> bool:
    fits = len(data) == 3 and data[0] in (LAND, WATER, SPACE) and data[1] != data[2]
    return fits and all(_is_card(s, card, (data[0],)) for card in data[1:])


def _lift(s: WayfarersState, data: Data) -> bool:
    return len(data) == 2 and -1 <= data[0] < 3 and data[1] in (0, 1)


def _marking(s: WayfarersState, data: Data) -> bool:
    if len(data) != 1 or not -1 <= data[0] < 20 or s.seats[s.turn].supply < 1:
        return False
    return data[0] < 0 or (s.show[data[0]] >= 0 and s.mark[data[0]] < 0)


def _reroll(s: WayfarersState, data: Data) -> bool:
    player = s.seats[s.turn]
    dice = all(1 <= value <= 6 and data.count(value) <= player.dice[value - 1] for value in data)
    return bool(data) and len(data) <= DICE and dice and not player.die


def _plan(s: WayfarersState, data: Data) -> bool:
    return 0 < len(data) <= ENTRIES and all(0 <= effect < len(s.game.box.book) for effect in data)


def _seek(s: WayfarersState, data: Data) -> bool:
    if len(data) != 4:
        return False
    purpose, deck, extra, denied = data
    decks = (-1,) if purpose == RETRIEVE else range(len(DECKS))
    return 0 <= purpose <= LAY and deck in decks and 0 <= extra < len(WORKERS) and 0 <= denied < 1 << 20


def _deny(s: WayfarersState, data: Data) -> bool:
    """The human is asked about the card that comes first."""
    if len(data) != 5 or not _seek(s, data[:4]):
        return False
    found = solo.candidates(s, (Ask.SEEK, 0, *data[:4]))
    return bool(found) and found[0][0] == data[4] and s.mark[data[4]] == HUMAN


def _step(s: WayfarersState, data: Data) -> bool:
    return len(data) == 1 and 1 <= data[0] <= 3


def _scheme(s: WayfarersState, data: Data) -> bool:
    return not data and bool(s.schemes)


SHAPES: dict[Ask, Callable[[WayfarersState, Data], bool]] = {
    **dict.fromkeys((Ask.END, Ask.TURN, Ask.EXTRA, Ask.LATE, Ask.SOLO), _nothing),
    **dict.fromkeys((Ask.SCHEME, Ask.RESHUFFLE), _scheme),
    Ask.POOL: _pool,
    Ask.TARGET: _target,
    Ask.FEE: _fee,
    Ask.HOST: _host,
    Ask.TUCK: _tuck,
    Ask.PUT: _put,
    Ask.DRAWN: _few(1, 3),
    Ask.UNDER: _under,
    Ask.LIFT: _lift,
    Ask.MARKING: _marking,
    Ask.REROLL: _reroll,
    Ask.PLAN: _plan,
    Ask.SEEK: _seek,
    Ask.DENY: _deny,
    Ask.STEP: _step,
}
"""What a frame of each kind may hold."""


def _anything(s: WayfarersState, frame: Frame) -> bool:
    return True


def _pool_asks(s: WayfarersState, frame: Frame) -> bool:
    """Silver, provisions and dice of a pool are taken before anybody is asked, and something can be taken."""
    player = s.seats[s.turn]
    entries = frame[3:]
    settled = all(s.game.box.op[entry & EFFECT] > Op.DIE for entry in entries)
    return settled and any(effects.can(s, s.turn, entry, player.silver, player.provision) for entry in entries)


def _seek_finds(s: WayfarersState, frame: Frame) -> bool:
    """It has the worker that it looks for a place for, and places it where such workers go."""
    _, _, purpose, deck, extra = frame[:5]
    if purpose == WORK:
        return deck == opponent.WORKS_ON[extra] and s.seats[ME].workers[extra] > 0
    return extra == 0


def _target_asks(s: WayfarersState, frame: Frame) -> bool:
    return any(a != s.game.ids.skip for a in s.game.by_kind[frame[0]].legal(s, frame, s.turn))


ANSWERS: dict[Ask, Callable[[WayfarersState, Frame], bool]] = {
    **dict.fromkeys((Ask.SEEK, Ask.DENY), _seek_finds),
    Ask.POOL: _pool_asks,
    Ask.TARGET: _target_asks,
    Ask.EXTRA: lambda s, frame: track.can_extra(s, s.turn),
    Ask.LATE: lambda s, frame: dice.can_trade(s, s.seats[s.turn]),
    Ask.LIFT: lambda s, frame: not s.seats[s.turn].supply,
    Ask.MARKING: lambda s, frame: bool(influence.mark_actions(s, frame[2])),
}
"""Whoever is asked has something to choose besides doing without."""
