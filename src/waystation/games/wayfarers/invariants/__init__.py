"""What can't be: counts of pieces, places, one field against another, and the agenda against the table.

A game keeps all its dice, tokens and cards. A position may leave some out (a scenario states what matters), so there
may be fewer than a game has, but never more, and nothing in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from waystation.engine.state import Frame
from waystation.engine.words import say
from waystation.games.wayfarers import cards, opponent
from waystation.games.wayfarers.frames import CHAINED, ME, USED_YELLOW, Ask
from waystation.games.wayfarers.names import DECKS, GREEN_WORKER, WORKERS
from waystation.games.wayfarers.panorama import DICE, INFLUENCE_TOKENS, RESERVE, Panorama
from waystation.games.wayfarers.parts import HOME_TOWNSFOLK
from waystation.games.wayfarers.state import GOODS, WayfarersState

from . import agenda

Fault = tuple[str, str]

MOST_DUE = 9
WORKERS_OF_A_COLOUR = 4
"""That many are in the box. A game for two uses two of the yellow and blue ones; a position may use them all."""


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
    yield from agenda.faults(s)


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
