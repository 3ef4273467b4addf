"""Reading a document: what it gives, and what that makes of the rest of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from waystation.engine.errors import PositionError
from waystation.engine.words import say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.caravan import cell_name
from waystation.games.wayfarers.frames import ME
from waystation.games.wayfarers.names import DECKS, GREEN_WORKER, INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER, WORKERS
from waystation.games.wayfarers.opponent import own, own_tile
from waystation.games.wayfarers.panorama import DICE, ENDLESS, GREEN_WORKERS, INFLUENCE_TOKENS, Panorama
from waystation.games.wayfarers.parts import HOME_TOWNSFOLK, NOTHING
from waystation.games.wayfarers.state import KNOWN_SHIFT, WayfarersState
from waystation.games.wayfarers.turns import begin_turn

from .documents import PLOT, SIDES, SeatDoc, SoloDoc, TableDoc


def from_doc(s: WayfarersState, doc: TableDoc) -> None:
    """Overwrite what the document gives; PositionError for what cannot be."""
    claimed: dict[int, str] = {}
    if doc.seats is not UNSET:
        if len(doc.seats) > s.game.players:
            raise PositionError("table.seats", f"there are only {s.game.players} seats")
        _swap_boards(s, doc.seats)
        for seat, part in enumerate(doc.seats):
            _read_seat(s.game.box, s.seats[seat], part, f"table.seats[{seat}]", claimed)
    if doc.solo is not UNSET:
        _read_solo(s, doc.solo, claimed)
    _read_displays(s, doc, claimed)
    _read_counters(s, doc)
    _read_stock(s, doc)
    _balance_influence(s, doc)
    _balance_workers(s, doc)
    if doc.turn is not UNSET:
        if not 0 <= doc.turn < s.turn_count:
            raise PositionError("table.turn", f"there is no seat {doc.turn}")
        used, fresh, locked = s.used, s.fresh, s.locked
        s.agenda.clear()
        begin_turn(s, doc.turn)
        s.used, s.fresh, s.locked = used, fresh, locked


def _card(box: Box, name: str, decks: Iterable[int], path: str, claimed: dict[int, str]) -> int:
    card = box.by_name.get(name, NOTHING)
    if card < 8 or box.cards[card].deck not in decks:
        wanted = " or ".join(DECKS[deck] for deck in decks)
        raise PositionError(path, f"{name!r} is no {wanted} card")
    if card in claimed:
        raise PositionError(path, f"{name} is also at {claimed[card]}")
    claimed[card] = path
    return card


def _known_card(box: Box, name: str, path: str) -> int:
    """A card of the decks, wherever it is."""
    card = box.by_name.get(name, NOTHING)
    if card <= HOME_TOWNSFOLK:
        raise PositionError(path, f"{name!r} is no card")
    return card


def _index(names: list[str] | tuple[str, ...], name: str, path: str) -> int:
    if name not in names:
        raise PositionError(path, f"{name!r} is none of {', '.join(names)}")
    return names.index(name)


def _amounts(values: tuple[int, ...], path: str) -> list[int]:
    if min(values) < 0:
        raise PositionError(path, "must not be negative")
    return list(values)


def _read_seat(box: Box, player: Panorama, doc: SeatDoc, path: str, claimed: dict[int, str]) -> None:
    fresh = Panorama.start(box, player.board)
    if doc.board is not UNSET:
        fresh.board = _index(box.board_names, doc.board, f"{path}.board")
    for name in ("silver", "provision", "supply", "reserve"):
        value = getattr(doc, name)
        setattr(fresh, name, getattr(player, name) if value is UNSET else value)
        if getattr(fresh, name) < 0:
            raise PositionError(f"{path}.{name}", "must not be negative")
    fresh.guild, fresh.workers = player.guild, player.workers
    if doc.guilds is not UNSET:
        fresh.guild = _amounts((doc.guilds.black, doc.guilds.yellow, doc.guilds.blue), f"{path}.guilds")
    if doc.workers is not UNSET:
        fresh.workers = _amounts((doc.workers.green, doc.workers.yellow, doc.workers.blue), f"{path}.workers")
    fresh.dice = player.dice
    if doc.dice is not UNSET:
        if any(not 1 <= value <= 6 for value in doc.dice):
            raise PositionError(f"{path}.dice", "dice show 1 to 6")
        fresh.dice = [doc.dice.count(value) for value in range(1, 7)]
    if doc.marker is not UNSET:
        fresh.marker = _index(box.space_names, doc.marker, f"{path}.marker")
    _read_cards(box, fresh, doc, path, claimed)
    _balance_dice(fresh, doc)
    _read_tiles(box, fresh, doc, path)
    for name in Panorama.FIELDS:
        setattr(player, name, getattr(fresh, name))


def _read_cards(box: Box, player: Panorama, doc: SeatDoc, path: str, claimed: dict[int, str]) -> None:
    for i, name in enumerate(doc.cards or []):
        player.add_card(box, _card(box, name, (LAND, WATER), f"{path}.cards[{i}]", claimed))
    for i, name in enumerate(doc.space or []):
        player.add_card(box, _card(box, name, (SPACE,), f"{path}.space[{i}]", claimed))
    for host, name in (doc.townsfolk or {}).items():
        at = _host(box, player.cards, host, f"{path}.townsfolk.{host}")
        town = _card(box, name, (TOWNSFOLK,), f"{path}.townsfolk.{host}", claimed)
        if not box.mask[player.cards[at]] & box.cards[town].under:
            raise PositionError(f"{path}.townsfolk.{host}", f"{name} cannot be tucked under {host}")
        player.tuck_town(player.cards[at], town)
    for host, name in (doc.inspiration or {}).items():
        at = _host(box, player.space, host, f"{path}.inspiration.{host}")
        goal = _card(box, name, (INSPIRATION,), f"{path}.inspiration.{host}", claimed)
        player.tuck_goal(player.space[at], goal)
    for name in doc.placed or []:
        at = _host(box, player.cards, name, f"{path}.placed")
        if not box.cards[player.cards[at]].has_die_space:
            raise PositionError(f"{path}.placed", f"{name} has no die space")
        if player.die >> at & 1:
            raise PositionError(f"{path}.placed", f"{name} holds one die")
        player.die |= 1 << at


def _host(box: Box, cards: Sequence[int], name: str, path: str) -> int:
    card = box.by_name.get(name, NOTHING)
    if card < 0 or card not in cards:
        raise PositionError(path, f"{name!r} does not lie here")
    return cards.index(card)


def _read_tiles(box: Box, player: Panorama, doc: SeatDoc, path: str) -> None:
    for i, text in enumerate(doc.tiles or []):
        where = f"{path}.tiles[{i}]"
        words = text.split()
        if len(words) != 3:
            raise PositionError(where, f"{text!r} is not written like 'U01 front r2c1'")
        tile = _index(box.tile_names, words[0], where)
        side = _index(SIDES, words[1], where)
        cell = _index([cell_name(cell) for cell in range(18)], words[2], where)
        covered = dict(box.places[box.tiles[tile].colour]).get(cell)
        if side >= len(box.tiles[tile].sides) or covered is None or covered & player.cells:
            raise PositionError(where, f"{text!r} does not fit into the caravan")
        player.add_tile(box, tile, side, cell, covered)


def _read_solo(s: WayfarersState, doc: SoloDoc, claimed: dict[int, str]) -> None:
    box = s.game.box
    if not s.is_solo:
        raise PositionError("table.solo", "only a game of one player has an opponent")
    me = s.seats[1]
    boards = [board.name for board in box.solo_boards]
    schemes = [scheme.name for scheme in box.schemes]
    for at, (name, top) in enumerate(PLOT):
        value = getattr(doc, name)
        if value is not UNSET:
            if not 0 <= value <= top:
                raise PositionError(f"table.solo.{name}", f"must lie between 0 and {top}")
            s.plot[at] = value
    if doc.board is not UNSET:
        s.plot[3] = _index(boards, doc.board, "table.solo.board")
    if doc.schemes is not UNSET:
        s.schemes = [_index(schemes, name, "table.solo.schemes") for name in doc.schemes]
        s.scheme_pile = [scheme for scheme in s.scheme_pile if scheme not in s.schemes]
    if doc.pile is not UNSET:
        given = [_index(schemes, name, "table.solo.pile") for name in reversed(doc.pile)]
        s.scheme_pile = [*(scheme for scheme in s.scheme_pile if scheme not in given), *given]
    if len({*s.schemes, *s.scheme_pile}) < len(s.schemes) + len(s.scheme_pile):
        raise PositionError("table.solo.pile", "each scheme card is there once")
    if doc.guilds is not UNSET:
        me.guild = _amounts((doc.guilds.black, doc.guilds.yellow, doc.guilds.blue), "table.solo.guilds")
    if doc.workers is not UNSET:
        me.workers = _amounts((doc.workers.green, doc.workers.yellow, doc.workers.blue), "table.solo.workers")
    if doc.marker is not UNSET:
        me.marker = _index(box.space_names, doc.marker, "table.solo.marker")
    for i, name in enumerate(doc.cards or []):
        own(s, _card(box, name, range(len(DECKS)), f"table.solo.cards[{i}]", claimed))
    for i, name in enumerate(doc.tiles or []):
        own_tile(s, _index(box.tile_names, name, f"table.solo.tiles[{i}]"))


def _read_displays(s: WayfarersState, doc: TableDoc, claimed: dict[int, str]) -> None:
    box = s.game.box
    display, piles = doc.display or {}, doc.piles or {}
    for name in (*display, *piles):
        _index(DECKS, name, "table.display" if name in display else "table.piles")
    for deck, name in enumerate(DECKS):
        dealt = [*s.show[deck * 4 : deck * 4 + 4], *(card & 255 for card in reversed(s.piles[deck]))]
        shown = [
            _card(box, card, (deck,), f"table.display.{name}", claimed) if card else NOTHING
            for card in display.get(name, [])
        ]
        below = [_card(box, card, (deck,), f"table.piles.{name}", claimed) for card in piles.get(name, [])]
        left = [card for card in dealt if card not in claimed]
        if name not in display:
            shown, left = left[:4], left[4:]
        shown += [NOTHING] * (4 - len(shown))
        if len(shown) > 4:
            raise PositionError(f"table.display.{name}", "a display has four slots")
        s.show[deck * 4 : deck * 4 + 4] = shown
        s.piles[deck] = tuple(reversed(below if name in piles else left))
    _read_on_cards(s, doc)


def _read_on_cards(s: WayfarersState, doc: TableDoc) -> None:
    box = s.game.box
    if doc.workers is not UNSET:
        s.crew = [0] * 20
        for name, colours in doc.workers.items():
            slot = _host(box, s.show, name, f"table.workers.{name}")
            for word in colours:
                colour = _index(WORKERS, word, f"table.workers.{name}")
                if colour not in box.slot_workers[slot >> 2]:
                    raise PositionError(f"table.workers.{name}", f"no {word} worker may lie there")
                s.crew[slot] |= 1 << colour
    if doc.influence is not UNSET:
        s.mark = [NOTHING] * 20
        for name, owner in doc.influence.items():
            if not 0 <= owner < s.turn_count:
                raise PositionError(f"table.influence.{name}", f"there is no seat {owner}")
            s.mark[_host(box, s.show, name, f"table.influence.{name}")] = owner
    for name, seats in (doc.known or {}).items():
        path = f"table.known.{name}"
        card = _known_card(box, name, path)
        deck = box.cards[card].deck
        if card not in s.piles[deck]:
            raise PositionError(path, f"{name} lies in no pile")
        if not 0 < seats <= s.everybody:
            raise PositionError(path, f"seats as bits, 1 to {s.everybody}")
        s.piles[deck] = tuple(c | seats << KNOWN_SHIFT if c == card else c for c in s.piles[deck])


def _read_counters(s: WayfarersState, doc: TableDoc) -> None:
    box = s.game.box
    if doc.locked is not UNSET:
        colour, _, card = doc.locked.partition(" ")
        s.locked = NOTHING
        if card:
            number = _known_card(box, card, "table.locked")
            s.locked = number << 2 | _index(WORKERS, colour, "table.locked")
    if doc.fresh is not UNSET:
        s.fresh = tuple(_known_card(box, name, f"table.fresh[{i}]") for i, name in enumerate(doc.fresh))
    if doc.green is not UNSET:
        for i, group in enumerate(doc.green):
            if not 1 <= group <= 4:
                raise PositionError(f"table.green[{i}]", f"there is no group {group}; they are 1 to 4")
        s.green = sum(1 << group - 1 for group in set(doc.green))
    if doc.sides is not UNSET:
        if len(doc.sides) != 3 or set(doc.sides) - set("AB"):
            raise PositionError("table.sides", "three letters A or B, such as 'ABA'")
        s.sides = sum((side == "B") << section for section, side in enumerate(doc.sides))


def _read_stock(s: WayfarersState, doc: TableDoc) -> None:
    box = s.game.box
    laid = [tile & 31 for player in s.seats for tile in player.tiles]
    for tile in box.tiles:
        full = s.game.tiles_of_a_design(tile)
        s.stock[tile.id] = full - laid.count(tile.id)
        if s.stock[tile.id] < 0:
            reason = say("there {n?is|are} only {n:tile|tiles} {name}", n=full, name=tile.name)
            its = s.is_solo and any(own & 31 == tile.id for own in s.seats[ME].tiles)
            raise PositionError("table.solo.tiles" if its else "table.seats", reason)
    for name, n in (doc.stock or {}).items():
        number = _index(box.tile_names, name, f"table.stock.{name}")
        if not 0 <= n <= s.stock[number]:
            raise PositionError(f"table.stock.{name}", f"0 to {s.stock[number]}: that many are not laid")
        s.stock[number] = n


# ---------------------------------------------------------------------- what is left out gives way to what is given


def _swap_boards(s: WayfarersState, seats: list[SeatDoc]) -> None:
    """Whoever was dealt a board that the document gives to somebody else takes that one's."""
    names = s.game.box.board_names
    for seat, doc in enumerate(seats):
        for other, rival in enumerate(s.seats[: s.game.players]):
            if doc.board is not UNSET and other != seat and names[rival.board] == doc.board:
                rival.board, s.seats[seat].board = s.seats[seat].board, rival.board


def _balance_dice(player: Panorama, doc: SeatDoc) -> None:
    """Dice that lie on the panorama are not in supply, and those that are there are not in reserve."""
    placed = player.die.bit_count()
    if doc.dice is UNSET:
        for value in reversed(range(6)):
            over = max(0, sum(player.dice) + placed + player.reserve - DICE)
            player.dice[value] -= min(over, player.dice[value])
    if doc.reserve is UNSET:
        player.reserve = max(0, min(player.reserve, DICE - sum(player.dice) - placed))


def _balance_workers(s: WayfarersState, doc: TableDoc) -> None:
    """Workers that the document puts somewhere are missing beside the track, or in a supply that it does not give."""
    for colour in range(len(WORKERS)):
        over = sum(player.workers[colour] for player in s.seats) + sum(crew >> colour & 1 for crew in s.crew)
        over += s.green.bit_count() - GREEN_WORKERS if colour == GREEN_WORKER else -s.turn_count
        if colour == GREEN_WORKER and doc.green is UNSET:
            for group in reversed(range(GREEN_WORKERS)):
                if over > 0:
                    s.green &= ~(1 << group)
                    over -= 1
        for seat in reversed(range(s.turn_count)):
            if not _gives(s, doc, seat, "workers"):
                less = max(0, min(over, s.seats[seat].workers[colour]))
                s.seats[seat].workers[colour] -= less
                over -= less


def _gives(s: WayfarersState, doc: TableDoc, seat: int, name: str) -> bool:
    """Whether the document says this of a seat."""
    if s.is_solo and seat == 1:
        return doc.solo is not UNSET and getattr(doc.solo, name) is not UNSET
    return doc.seats is not UNSET and seat < len(doc.seats) and getattr(doc.seats[seat], name) is not UNSET


def is_over(s: WayfarersState) -> bool:
    """Whether the last turn has been taken, or the last round."""
    limit = s.game.options.round_limit
    return bool(limit and s.round > limit) or (bool(_arrived(s)) and not s.ending)


def _arrived(s: WayfarersState) -> list[int]:
    """The seats whose markers have reached a final space."""
    return [seat for seat, player in enumerate(s.seats) if s.game.box.final[player.marker]]


def fill_ending(s: WayfarersState) -> None:
    """A marker that has reached a final space brings everybody one more turn, its owner last."""
    arrived = _arrived(s)
    if arrived and not s.ending:
        s.ending = s.turn_count + 1 - (s.turn - arrived[0]) % s.turn_count


def fill_arrival(s: WayfarersState, doc: TableDoc) -> None:
    """Turns run out since a marker has reached a final space: that of who has the last one, if it is not given."""
    last = s.turn + s.ending - 1
    free = [seat % s.turn_count for seat in range(last, last + s.turn_count)]
    free = [seat for seat in free if not _gives(s, doc, seat, "marker")]
    if free and not _arrived(s):
        s.seats[free[0]].marker = s.game.box.final.index(True)


def _balance_influence(s: WayfarersState, doc: TableDoc) -> None:
    """A supply that is not given holds what is left of 15 tokens."""
    for seat, player in enumerate(s.seats):
        if s.is_solo and seat == 1:
            player.supply = ENDLESS
            continue
        given = doc.seats is not UNSET and seat < len(doc.seats) and doc.seats[seat].supply is not UNSET
        if not given:
            player.supply = INFLUENCE_TOKENS - sum(player.guild) - s.mark.count(seat)
            if player.supply < 0:
                raise PositionError("table.seats", f"seat {seat} has more than {INFLUENCE_TOKENS} influence out")
