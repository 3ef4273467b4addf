"""What can't be: counts of pieces, places, one field against another, and the agenda against the table.

A game keeps all its dice, tokens and cards. A position may leave some out (a scenario states what matters), so there
may be fewer than a game has, but never more, and nothing in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from waystation.engine.state import Frame
from waystation.engine.words import Phrase, say

from . import cards, dice, effects, fee, influence, opponent, solo, track
from .box import Box
from .expression import ANY_TILE, Op
from .frames import (
    CHAINED,
    EFFECT,
    HUMAN,
    LAY,
    ME,
    RETRIEVE,
    SHIFT,
    TAKE,
    USED_YELLOW,
    WORK,
    Ask,
)
from .names import DECKS, GREEN_WORKER, INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER, WORKERS
from .panorama import DICE, INFLUENCE_TOKENS, RESERVE, Panorama
from .parts import HOME_TOWNSFOLK
from .state import GOODS, WayfarersState

Fault = tuple[str, str]

MOST_DUE = 9
WORKERS_OF_A_COLOUR = 4
"""That many are in the box. A game for two uses two of the yellow and blue ones; a position may use them all."""
ENTRIES = 99
"""Of a pool; a gain sets off each vista once, and there are eighteen."""


def faults(s: WayfarersState) -> Iterator[Fault]:
    """What no game leads to: (path in the position document, reason)."""
    yield from _goods(s)
    yield from _cards_are_where_they_belong(s)
    yield from _displays(s)
    yield from _tiles(s)
    yield from _workers(s)
    yield from _track(s)
    yield from _clock(s)
    yield from _turn(s)
    if s.is_solo:
        yield from _opponent(s)
    yield from _agenda(s)


def _seat(s: WayfarersState, seat: int) -> str:
    return "table.solo" if s.is_solo and seat == ME else f"table.seats[{seat}]"


def _humans(s: WayfarersState) -> list[tuple[str, Panorama]]:
    return [(f"table.seats[{seat}]", s.seats[seat]) for seat in range(s.game.players)]


# ---------------------------------------------------------------------- what players have


def _goods(s: WayfarersState) -> Iterator[Fault]:
    boards: dict[int, str] = {}
    for seat, (path, player) in enumerate(_humans(s)):
        for name in ("silver", "provision"):
            if not 0 <= getattr(player, name) <= GOODS:
                yield f"{path}.{name}", say("must lie between {least} and {most}", least=0, most=GOODS)
        if min(player.supply, *player.guild, *player.workers) < 0:
            yield path, say("must not be negative")
        influence = player.supply + sum(player.guild) + s.mark.count(seat)
        if influence > INFLUENCE_TOKENS:
            where = f"{path}.supply" if player.supply > 0 else path
            yield where, say("{n} influence; a player has {most}", n=influence, most=INFLUENCE_TOKENS)
        if not 0 <= player.reserve <= RESERVE:
            yield f"{path}.reserve", say("must lie between {least} and {most}", least=0, most=RESERVE)
        dice = sum(player.dice) + player.die.bit_count() + player.reserve
        if dice > DICE:
            yield (
                f"{path}.dice",
                say("{n} dice, placed and in reserve included; there are {most}", n=dice, most=DICE),
            )
        if player.board in boards:
            yield f"{path}.board", say("is also the board of {other}", other=boards[player.board])
        boards[player.board] = path


def _tiles(s: WayfarersState) -> Iterator[Fault]:
    laid = Counter(tile & 31 for player in s.seats for tile in player.tiles)
    for tile in s.game.box.tiles:
        full = s.game.tiles_of_a_design(tile)
        if s.stock[tile.id] < 0 or laid[tile.id] + s.stock[tile.id] > full:
            yield f"table.stock.{tile.name}", say("there {n?is|are} only {n:tile|tiles} {name}", n=full, name=tile.name)


def _workers(s: WayfarersState) -> Iterator[Fault]:
    for colour, name in enumerate(WORKERS):
        there = sum(player.workers[colour] for player in s.seats) + sum(crew >> colour & 1 for crew in s.crew)
        there += s.green.bit_count() if colour == GREEN_WORKER else 0
        if there > WORKERS_OF_A_COLOUR:
            most = WORKERS_OF_A_COLOUR
            yield "table.workers", say("{n} {colour} workers; there are {most}", n=there, colour=name, most=most)


def _track(s: WayfarersState) -> Iterator[Fault]:
    box = s.game.box
    taken: dict[int, str] = {}
    for seat, player in enumerate(s.seats):
        path = _seat(s, seat)
        if box.final[player.marker]:
            if player.marker in taken:
                yield (
                    f"{path}.marker",
                    say("{other} stands on this final space; it holds one marker", other=taken[player.marker]),
                )
            taken[player.marker] = path


# ---------------------------------------------------------------------- cards


def _cards_are_where_they_belong(s: WayfarersState) -> Iterator[Fault]:
    box = s.game.box
    found: dict[int, str] = {}
    for card, path in _everywhere(s):
        if card in found:
            yield path, say("{card} is also at {place}", card=box.names[card], place=found[card])
        elif box.cards[card].promo and not s.game.options.promos:
            yield path, say("{card} is a promo card; they are left out of this game", card=box.names[card])
        found[card] = path
    for path, player in _humans(s):
        if len(player.space) - 1 > len(player.cards) - 6:
            yield f"{path}.space", say("a space card lies above an acquired land or water card, one above each")
        for card, town in zip(player.cards, player.town, strict=True):
            if town > HOME_TOWNSFOLK and not box.mask[card] & box.hostable[town]:
                yield (
                    f"{path}.townsfolk.{box.names[card]}",
                    say("{card} cannot be tucked under {host}", card=box.names[town], host=box.names[card]),
                )


def _everywhere(s: WayfarersState) -> Iterator[tuple[int, str]]:
    """Every card that is no part of a player board, and where it is."""
    for deck, name in enumerate(DECKS):
        yield from ((card, f"table.display.{name}") for card in s.show[deck * 4 : deck * 4 + 4] if card >= 0)
        yield from ((card & 255, f"table.piles.{name}") for card in s.piles[deck])
    for seat, player in enumerate(s.seats):
        path = _seat(s, seat)
        for part, name in (
            (player.cards, "cards"),
            (player.town, "townsfolk"),
            (player.space, "space"),
            (player.goal, "inspiration"),
        ):
            yield from ((card, f"{path}.{name}") for card in part if card > HOME_TOWNSFOLK)
    for number, frame in enumerate(s.agenda):
        yield from ((card, f"agenda[{number}].data") for card in _cards_in(s, frame))


def _cards_in(s: WayfarersState, frame: Frame) -> tuple[int, ...]:
    """The cards that a frame holds, as far as there are such cards."""
    held = frame[2:3] if frame[0] in (Ask.HOST, Ask.TUCK) else frame[3:] if frame[0] in (Ask.DRAWN, Ask.UNDER) else ()
    return tuple(card for card in held if HOME_TOWNSFOLK < card < len(s.game.box.cards))


def _displays(s: WayfarersState) -> Iterator[Fault]:
    box = s.game.box
    for slot, (card, crew, owner) in enumerate(zip(s.show, s.crew, s.mark, strict=True)):
        if card < 0:
            if crew or owner >= 0:
                yield "table.display", say("something lies on an empty slot")
            continue
        name = box.names[card]
        if any(colour not in box.slot_workers[slot >> 2] for colour in cards.CREW[crew]):
            yield f"table.workers.{name}", say("such a worker may not lie there")
    if s.locked >= 0:
        card, colour = s.locked >> 2, s.locked & 3
        if card not in s.show or not s.crew[s.show.index(card)] >> colour & 1:
            yield "table.locked", say("that worker does not lie on that card")


# ---------------------------------------------------------------------- the turn and the end


def _clock(s: WayfarersState) -> Iterator[Fault]:
    limit = s.game.options.round_limit
    if len(set(s.journal)) < len(s.journal):
        yield "table.journal", say("each journal tile is there once")
    arrived = any(s.game.box.final[player.marker] for player in s.seats)
    late = bool(limit) and s.round > limit
    if s.agenda:
        if late:
            yield "table.round", say("the game ends after round {limit}", limit=limit)
        if arrived and not s.ending:
            yield "table.ending", say("a marker stands on a final space: so many turns are left, from 1 on")
        if s.ending and not arrived:
            yield "table.ending", say("turns run out only where a marker stands on a final space")


def _turn(s: WayfarersState) -> Iterator[Fault]:
    if s.used & CHAINED and not s.used & USED_YELLOW:
        yield "table.used", say("no such abilities of a turn")
    if not 0 <= s.turn < s.turn_count:
        yield "table.turn", say("there is no seat {seat}", seat=s.turn)
        return
    player = s.seats[s.turn]
    for i, card in enumerate(s.fresh):
        if card in s.fresh[:i] or card not in (*player.cards, *player.town, *player.space, *player.goal):
            yield f"table.fresh[{i}]", say("whoever has the turn has not acquired that card")


def _opponent(s: WayfarersState) -> Iterator[Fault]:
    box = s.game.box
    place, comets, due, board = s.plot
    for name, value, most in (
        ("track", place, len(box.solo_track) - 1),
        ("comets", comets, opponent.MAX_COMETS),
        ("due", due, MOST_DUE),
        ("board", board, len(box.solo_boards) - 1),
    ):
        if not 0 <= value <= most:
            yield f"table.solo.{name}", say("must lie between {least} and {most}", least=0, most=most)
    if sorted((*s.schemes, *s.scheme_pile)) != list(range(len(box.schemes))):
        yield "table.solo.pile", say("each scheme card is there once")
    reds = sum(box.schemes[scheme].red for scheme in s.schemes)
    if max(reds, len(s.schemes) - reds) > 3 or len(s.schemes) > 5:
        yield "table.solo.schemes", say("with three open scheme cards of one colour the opponent rests")
    if not all(0 <= n <= GOODS for n in (*s.seats[ME].guild, *s.seats[ME].workers)):
        yield "table.solo", say("influence and workers must lie between {least} and {most}", least=0, most=GOODS)
    if due and s.turn == ME and not any(frame[0] == Ask.SOLO for frame in s.agenda):
        yield "table.solo.due", say("the opponent gains what is due when its turn begins")


# ---------------------------------------------------------------------- the agenda

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


def _agenda(s: WayfarersState) -> Iterator[Fault]:
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
