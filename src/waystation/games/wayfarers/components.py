"""The components: what the cells of the files in ``data`` say, read and checked one by one.

Every physical card has a number of its own: first the eight things printed on each player board, then the decks, each
with its promotional cards at the end. Copies of a card are told apart by a letter (``L01a``, ``L01b``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from waystation.engine.errors import ComponentError
from waystation.engine.words import Phrase, say, term

from . import sections, totals
from .counting import ALL_UPGRADES, read_need, read_score
from .expression import ANY_TILE, Book, Cost, Op, read_cost
from .names import (
    ASSETS,
    COLOURS,
    DECKS,
    GUILDS,
    INSPIRATION,
    LAND,
    LINKS,
    SPACE,
    TAG_WORDS,
    TAGS,
    TOWN_ASSET,
    TOWN_KINDS,
    TOWNSFOLK,
    WATER,
    WORKERS,
    pack_assets,
    tag_mask,
)  # fmt: skip
from .parts import (
    BLOCKED_CELLS,
    HOME,
    NOTHING,
    ON_TOWNSFOLK,
    ON_UPGRADE,
    Card,
    Components,
    Edge,
    JournalSpace,
    Scheme,
    Side,
    SoloBoard,
    Tile,
)
from .sections import Row, SchemeRow, Sections, SoloRow

MOST_ASSETS = 3
"""Of one asset, on a card: assets are packed four bits each, and a caravan column may hold three more."""
MOST_DISCOUNTS = 2
"""Of one kind, in a column of a tile: three tiles in a caravan column have three bits for theirs."""

CELLS: dict[int, str] = {
    LAND: "name tags now needs action when then",
    WATER: "name tags now needs action receives offers",
    SPACE: "name tags now vp",
    TOWNSFOLK: "name price under kind gives effect",
    INSPIRATION: "name goal",
}
"""Which cells the cards of a deck may have, besides `id` and `copies`."""
NEEDED: dict[int, str] = {
    LAND: "tags",
    WATER: "tags",
    SPACE: "tags vp",
    TOWNSFOLK: "name under kind",
    INSPIRATION: "goal",
}
TAGS_OF: dict[int, str] = {
    LAND: "city vista observatory library",
    WATER: "harbour open_water observatory library",
    SPACE: "comet planet stars sun moon",
}
OPPONENTS = frozenset({Op.COMET, Op.FOCUS, Op.WORKER})
"""What only the solo opponent can do."""


def read(path: str | Path) -> dict[str, Any]:
    """The parts of an owner's file (TOML), checked together with the parts of ours that it leaves.

    Raises:
        ComponentError: the file cannot be read or something in it is wrong.
    """
    own = sections.from_file(path)
    with_parts(own)
    return own


@cache
def shipped() -> Components:
    """The set of the package, read once."""
    components = with_parts({})
    totals.check(components)
    return components


def with_parts(own: Mapping[str, Any]) -> Components:
    """The set with an owner's parts in place of ours; ComponentError names section, entry and cell."""
    components = _read(sections.with_own(own))
    totals.check_structure(components)
    return components


def _read(data: Sections) -> Components:
    book = Book()
    cards = tuple(_cards(book, data))
    _unique((card.name for card in cards), "cards")
    spaces = _spaces(book, data.journal)
    caravans = [_caravan(board, 6, f"boards: {board.id}") for board in data.boards.board]
    displays = [getattr(data.displays, deck) for deck in DECKS]
    components = Components(
        book=book,
        cards=cards,
        by_name={card.name: card.id for card in cards},
        tiles=_tiles(data.tiles),
        prices=_prices(data.tiles.price),
        slot_actions=tuple(_slot_actions(book, deck, display) for deck, display in enumerate(displays)),
        slot_workers=tuple(_slot_workers(deck, display) for deck, display in enumerate(displays)),
        slot_silver=_slot_silver(data.displays.space),
        caravans=tuple(
            tuple(_effects(book, cell, f"boards: {board.id}: caravan") for cell in cells)
            for board, cells in zip(data.boards.board, caravans, strict=True)
        ),
        caravan_texts=tuple(tuple(cells) for cells in caravans),
        board_names=_unique((board.id for board in data.boards.board), "boards"),
        middle_tags=_words(data.boards.home.middle_tags, TAGS, "boards: home: middle_tags"),
        printed=_printed(data.boards.home),
        seats=tuple(_seat(seat, f"boards: seat {number}") for number, seat in enumerate(data.boards.seat, 1)),
        spaces=spaces,
        edges=_edges(spaces, data.journal),
        journal_tiles=_journal_tiles(book, data.journal),
        schemes=tuple(_scheme(book, row) for row in data.solo.schemes),
        solo_boards=tuple(_solo_board(book, row) for row in data.solo.board),
        track=tuple((COLOURS.index(place.colour), place.inspiration - 1) for place in data.solo.track),
    )
    book.read("adjust + journal")  # the rules need these two, whatever the cards say
    return components


# ---------------------------------------------------------------------- cells


def _unique(names: Iterable[str], place: str) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for name in names:
        if name.casefold() in found:
            raise ComponentError(f"{place}: {name}", "is there twice")
        found[name.casefold()] = name
    return tuple(found.values())


def _words(text: str, known: tuple[str, ...], where: str) -> tuple[int, ...]:
    for word in text.split():
        if word not in known:
            raise ComponentError(where, f"{word!r} is none of {', '.join(known)}")
    return tuple(known.index(word) for word in text.split())


def _word(text: str, known: tuple[str, ...], where: str) -> int:
    found = _words(text, known, where)
    if len(found) != 1:
        raise ComponentError(where, f"{text[:60]!r} is not one of {', '.join(known)}")
    return found[0]


def _assets(text: str, where: str, most: int = MOST_ASSETS) -> int:
    found = _words(text, ASSETS, where)
    counts = {asset: found.count(asset) for asset in found}
    if any(n > most for n in counts.values()):
        raise ComponentError(where, f"at most {most} of an asset")
    return pack_assets(counts)


def _effects(book: Book, text: str, where: str) -> tuple[int, ...]:
    """The effects of a cell that a player resolves."""
    found = book.read(text, where)
    for what in map(book.__getitem__, _no_tile(book, found, where)):
        if what.op in OPPONENTS or (what.op == Op.UPGRADE and what.arg == ANY_TILE):
            raise ComponentError(where, f"{what.text!r} is for the solo opponent only")
    return found


def _no_tile(book: Book, effects: tuple[int, ...], where: str) -> tuple[int, ...]:
    """These effects and their parts; the journal tile is no effect, but lies on a space of the track."""
    found = tuple(book.within(effects))
    if any(book[effect].op == Op.TILE for effect in found):
        raise ComponentError(where, "'tile' stands alone, and only on a space of the journal track")
    return found


# ---------------------------------------------------------------------- cards


def _cards(book: Book, data: Sections) -> Iterator[Card]:
    number = 0
    home = data.boards.home
    decks = (LAND, LAND, LAND, LAND, LAND, WATER, SPACE, TOWNSFOLK)
    rows = (home.city, *home.middle, home.harbour, home.star, home.townsfolk)
    for deck, row in zip(decks, rows, strict=True):
        if row.id != HOME[number]:
            raise ComponentError(f"boards: {row.id}: id", f"must be {HOME[number]} here")
        yield _card(book, number, row.id, deck, False, row, "boards")
        number += 1
    for deck, name in enumerate(DECKS):
        section = getattr(data, name)
        for promo, row in [(False, row) for row in section.cards] + [(True, row) for row in section.promos]:
            _check_cells(deck, row, f"{name}: {row.id}")
            for copy in range(row.copies):
                ident = row.id + ("abc"[copy] if row.copies > 1 else "")
                yield _card(book, number, ident, deck, promo, row, name)
                number += 1


def _check_cells(deck: int, row: Row, where: str) -> None:
    """A card has the cells of its deck and no others."""
    given = {cell for cell in Row.__struct_fields__ if getattr(row, cell) and cell not in ("id", "copies")}
    for cell in sorted(given - set(CELLS[deck].split())):
        raise ComponentError(f"{where}: {cell}", f"a {DECKS[deck]} card has none")
    for cell in NEEDED[deck].split():
        if cell not in given:
            raise ComponentError(f"{where}: {cell}", "is missing")
    for one, other in (("needs", "action"), ("when", "then"), ("then", "when")):
        if one in given and other not in given:
            raise ComponentError(f"{where}: {other}", f"is missing, but there is {one!r}")
    if row.id.startswith("HOME"):
        raise ComponentError(f"{where}: id", "names that begin with HOME belong to the player boards")
    for tag in _words(row.tags, TAGS, f"{where}: tags"):
        if TAGS[tag] not in TAGS_OF[deck].split():
            raise ComponentError(f"{where}: tags", f"{TAGS[tag]!r} does not lie on {DECKS[deck]} cards")
    if deck == TOWNSFOLK:
        _words(row.kind, TOWN_KINDS, f"{where}: kind")
        cell, other = ("gives", "effect") if row.kind == "asset" else ("effect", "gives")
        if cell not in given or other in given:
            raise ComponentError(f"{where}: {cell}", f"a card of the kind {row.kind!r} has this and not {other!r}")


def _card(book: Book, number: int, ident: str, deck: int, promo: bool, row: Row, section: str) -> Card:
    where = f"{section}: {row.id}"
    tags = _words(row.tags, TAGS, f"{where}: tags")
    then = _effects(book, row.then, f"{where}: then")
    action = _effects(book, row.action, f"{where}: action")
    return Card(
        id=number,
        name=ident,
        title=_title(row, deck),
        deck=deck,
        promo=promo,
        tags=tags,
        mask=tag_mask(tags),
        now=_effects(book, row.now, f"{where}: now"),
        needs=_assets(row.needs, f"{where}: needs"),
        action=book.bundle(action) if action else NOTHING,
        when=_when(row.when, f"{where}: when"),
        then=book.bundle(then) if then else NOTHING,
        receives=sum(1 << link for link in set(_words(row.receives, LINKS, f"{where}: receives"))),
        offers=_offers(book, row.offers, f"{where}: offers"),
        price=row.price,
        under=tag_mask(_words(row.under, TAGS, f"{where}: under")),
        kind=_word(row.kind, TOWN_KINDS, f"{where}: kind") if row.kind else TOWN_ASSET,
        gives=_assets(row.gives, f"{where}: gives"),
        effects=_effects(book, row.effect, f"{where}: effect"),
        score=read_score(row.vp, f"{where}: vp") if row.vp else None,
        goal=tuple(read_need(part, f"{where}: goal") for part in row.goal.split(", ")) if row.goal else (),
        row=row,
    )


def _title(row: Row, deck: int) -> Phrase:
    if row.id.startswith("HOME_M"):
        return say("home space {number}", number=row.id[-1])
    if row.id in HOME_TITLES:
        return HOME_TITLES[row.id]
    if deck == INSPIRATION:
        return say("inspiration card")
    if row.name:
        return term(row.name)
    kind, *extra = (TAG_WORDS[TAGS.index(tag)] for tag in row.tags.split())
    extra = [tag for tag in extra if tag != kind]
    return say("{kind} with {extra}", kind=kind, extra=extra) if extra else kind


HOME_TITLES = {
    "HOME_CITY": say("home city"),
    "HOME_HARBOUR": say("home harbour"),
    "HOME_STAR": say("home star"),
    "HOME_TOWNSFOLK": say("household"),
}


def _when(text: str, where: str) -> int:
    if text == "townsfolk":
        return ON_TOWNSFOLK
    if text == "upgrade":
        return ON_UPGRADE
    return tag_mask(_words(text, TAGS, where))


def _offers(book: Book, text: str, where: str) -> tuple[int, int, int, int]:
    offers = [NOTHING] * 4
    for word in text.split():
        row = 0 if word in GUILDS else _word(word, ("guild", *LINKS[1:]), where)
        if word == "guild":
            raise ComponentError(where, f"which guild? One of {', '.join(GUILDS)}")
        if offers[row] >= 0:
            raise ComponentError(where, f"two links in the row of {LINKS[row]!r}")
        effect = f"1 {word}" if word in ("silver", "provision") else word
        offers[row] = book.read(effect, where)[0]
    return (offers[0], offers[1], offers[2], offers[3])


# ---------------------------------------------------------------------- tiles and boards


def _tiles(section: sections.Tiles) -> tuple[Tile, ...]:
    found = []
    for number, row in enumerate(section.tiles):
        where = f"tiles: {row.id}"
        sides = tuple(tuple(_side(part, f"{where}: sides") for part in text.split("|")) for text in row.sides)
        if any(len(side) != row.wide for side in sides):
            raise ComponentError(f"{where}: sides", "a side has not as many columns as the tile is wide")
        points = [_tile_points(text, f"{where}: sides") for text in row.sides]
        if len(set(points)) > 1:
            raise ComponentError(f"{where}: sides", "both sides are worth the same")
        tags = _words(row.tags, TAGS, f"{where}: tags")
        colour = _word(row.colour, COLOURS, f"{where}: colour")
        special = COLOURS[colour] == "pink"
        for cell, given in (("tags", bool(tags)), ("ring", row.ring > 0), ("order", row.order == 0)):
            if given != special:
                raise ComponentError(f"{where}: {cell}", "pink tiles have tags and a ring, the others an order")
        found.append(
            Tile(
                id=number,
                name=row.id,
                colour=colour,
                wide=row.wide,
                high=row.high,
                sides=sides,
                texts=row.sides,
                vp=points[0],
                tags=tags,
                mask=tag_mask(tags),
                order=row.order or row.ring,
            )
        )
    _unique((tile.name for tile in found), "tiles")
    return tuple(found)


def _tile_points(text: str, where: str) -> int:
    """The points on a side: the numbers that stand before ``vp``."""
    words = text.replace("|", " ").split()
    total = 0
    for i, word in enumerate(words):
        if word.isdecimal() != (words[i + 1 : i + 2] == ["vp"]) or (word == "vp" and not words[i - 1].isdecimal()):
            raise ComponentError(where, f"{text!r}: points are written as in '2 vp'")
        total += int(word) if word.isdecimal() else 0
    return total


def _side(text: str, where: str) -> Side:
    words = [word for word in text.split() if word != "vp" and not word.isdecimal()]
    icons = {"+1", "-1", "+-1", "silver-", "provision-"}
    if any(words.count(icon) > MOST_DISCOUNTS for icon in ("silver-", "provision-")):
        raise ComponentError(where, f"at most {MOST_DISCOUNTS} discounts of a kind in a column")
    return Side(
        assets=_assets(" ".join(word for word in words if word not in icons), where, 1),
        raises="+1" in words or "+-1" in words,
        lowers="-1" in words or "+-1" in words,
        silver=words.count("silver-"),
        provision=words.count("provision-"),
    )


def _prices(price: sections.Prices) -> tuple[tuple[Cost, ...], ...]:
    found = []
    for colour in COLOURS:
        text: str = getattr(price, colour)
        where = f"tiles: price: {colour}"
        ways = tuple(read_cost(way, where) for way in text.split("/")) if text else ()
        influence = Cost(0, 0, (2 * (colour == "black"), 2 * (colour == "yellow"), 2 * (colour == "blue")))
        wanted = 0 if colour == "pink" else 2 if colour in GUILDS else 1
        if len(ways) != wanted or any(way != influence for way in ways[1:]):
            also = f" / 2 {colour}" if wanted == 2 else ""
            raise ComponentError(where, "pink tiles are only gained" if not wanted else f"expected 'N silver{also}'")
        if any(way.provision or any(way.guilds) for way in ways[:1]):
            raise ComponentError(where, "the first way is silver")
        found.append(ways)
    return tuple(found)


def _slot_actions(book: Book, deck: int, display: sections.Display) -> tuple[tuple[int, ...], ...]:
    where = f"displays: {DECKS[deck]}: action"
    if len(display.action) != (0 if deck == SPACE else 4):
        raise ComponentError(where, "four slots have an action each, those for space cards have none")
    found = tuple(_effects(book, text, where) for text in display.action)
    if not all(found):
        raise ComponentError(where, "a slot without an action")
    return found


def _slot_workers(deck: int, display: sections.Display) -> tuple[int, ...]:
    where = f"displays: {DECKS[deck]}: workers"
    found = _words(display.workers, WORKERS, where)
    needed = {LAND: "yellow", WATER: "blue", TOWNSFOLK: "green"}.get(deck)
    if needed and needed not in display.workers.split():
        raise ComponentError(where, f"{needed} must be among them: the solo opponent places that worker here")
    if deck == SPACE and found:
        raise ComponentError(where, "no worker lies on space cards")
    return tuple(sorted(set(found)))


def _slot_silver(display: sections.Display) -> tuple[int, ...]:
    if len(display.silver) != 4:
        raise ComponentError("displays: space: silver", "four slots have a price each")
    return display.silver


def _caravan(board: sections.BoardRow | SoloRow, columns: int, where: str) -> list[str]:
    cells = [""] * (columns * 3)
    for cell in board.caravan:
        at = (cell.row - 1) * columns + cell.column - 1
        if cell.column > columns or cells[at] or (columns == 6 and BLOCKED_CELLS >> at & 1):
            raise ComponentError(f"{where}: caravan", f"no free cell at column {cell.column}, row {cell.row}")
        cells[at] = cell.effect
    return cells


def _printed(home: sections.Home) -> tuple[int, ...]:
    """Per column what the printed corners give."""
    where = "boards: home: printed"
    if [(corner.column, corner.row) for corner in home.printed] != [(1, 1), (6, 1)]:
        raise ComponentError(where, "the first and the last cell of row 1 are printed")
    first, last = (_assets(corner.asset, where, 1) for corner in home.printed)
    return (first, 0, 0, 0, 0, last)


def _seat(seat: sections.SeatRow, where: str) -> tuple[int, int, tuple[int, int, int]]:
    guilds = [0, 0, 0]
    for guild in _words(seat.guilds, GUILDS, f"{where}: guilds"):
        guilds[guild] += 1
    return seat.silver, seat.provision, (guilds[0], guilds[1], guilds[2])


# ---------------------------------------------------------------------- the journal track and the solo opponent


def _spaces(book: Book, journal: sections.Journal) -> tuple[JournalSpace, ...]:
    found = []
    tiles = 0
    for row in journal.spaces:
        is_tile = row.enter == "tile"
        found.append(
            JournalSpace(
                name=row.id,
                column=row.column,
                enter=() if is_tile else _effects(book, row.enter, f"journal: {row.id}: enter"),
                worker=row.worker - 1 if row.worker else NOTHING,
                final=row.final,
                tile=tiles if is_tile else NOTHING,
            )
        )
        tiles += is_tile
    _unique((space.name for space in found), "journal")
    return tuple(found)


def _edges(
    spaces: tuple[JournalSpace, ...], journal: sections.Journal
) -> tuple[tuple[tuple[int, int, Edge, Edge], ...], ...]:
    """Per space its connections: (section, target, on side A, on side B), in the order of the file, upper first."""
    names = {space.name: i for i, space in enumerate(spaces)}
    found: list[list[tuple[int, int, Edge, Edge]]] = [[] for _ in spaces]
    for row in journal.edges:
        where = f"journal: {row.start} to {row.to}"
        for name in (row.start, row.to):
            if name not in names:
                raise ComponentError(where, f"{name!r} is no space")
        start, to = names[row.start], names[row.to]
        if spaces[to].column <= spaces[start].column or any(other == to for _, other, _, _ in found[start]):
            raise ComponentError(where, "a connection leads to a later column, and only one to each space")
        sides = [_edge(to, text, f"{where}: {side}") for side, text in (("a", row.a), ("b", row.b))]
        found[start].append((row.section - 1, to, sides[0], sides[1]))
    return tuple(tuple(edges) for edges in found)


def _edge(to: int, text: str, where: str) -> Edge:
    verb, _, rest = text.partition(" ")
    if verb == "have":
        need = read_need(rest, where)
        if any(count > ALL_UPGRADES for count in need.counts):
            raise ComponentError(where, "only tags, cards and upgrade tiles can be asked for")
        return Edge(to, need, (0, 0, 0), text)
    if verb == "spend":
        cost = read_cost(rest, where)
        if cost.silver or cost.provision:
            raise ComponentError(where, "only influence can be spent here")
        return Edge(to, None, cost.guilds, text)
    if text:
        raise ComponentError(where, f"{text!r} is no requirement")
    return Edge(to, None, (0, 0, 0), "")


def _journal_tiles(book: Book, journal: sections.Journal) -> tuple[tuple[int, ...], ...]:
    for number, tile in enumerate(journal.tiles, 1):
        if tile.id != f"JT{number:02}":
            raise ComponentError(f"journal: {tile.id}: id", f"must be JT{number:02} here")
    return tuple(_effects(book, tile.effect, f"journal: {tile.id}: effect") for tile in journal.tiles)


def _scheme(book: Book, row: SchemeRow) -> Scheme:
    where = f"solo: {row.id}"
    cost, arrow, first = row.first.rpartition("->")
    return Scheme(
        name=row.id,
        red=row.colour == "red",
        silver=row.silver,
        first_cost=_influence(cost, f"{where}: first") if arrow else Cost(),
        first=_its_effects(book, first.strip(), f"{where}: first"),
        second=_its_effects(book, row.second, f"{where}: second"),
        special=row.special,
        comet=row.comet,
    )


def _influence(text: str, where: str) -> Cost:
    cost = read_cost(text, where)
    if cost.silver or cost.provision:
        raise ComponentError(where, "the opponent pays with influence only")
    return cost


def _its_effects(book: Book, text: str, where: str) -> tuple[int, ...]:
    """The effects of a cell that the solo opponent resolves."""
    found = book.read(text, where)
    if not found:
        raise ComponentError(where, "is missing")
    _no_tile(book, found, where)
    return found


def _solo_board(book: Book, row: SoloRow) -> SoloBoard:
    where = f"solo: {row.id}"
    board = SoloBoard(
        name=row.id,
        focus=_its_effects(book, row.focus, f"{where}: focus"),
        rest=_its_effects(book, row.rest, f"{where}: rest"),
        bonus=_its_effects(book, row.bonus, f"{where}: bonus"),
        caravan=tuple(
            _its_effects(book, text, f"{where}: caravan") if text else () for text in _caravan(row, 7, where)
        ),
    )
    for cell, effects, ops in (
        ("focus", board.focus, {Op.FOCUS}),
        ("bonus", board.bonus, {Op.SILVER, Op.PROVISION, Op.FOCUS, Op.WORKER}),
    ):
        if any(book[effect].op in ops for effect in book.within(effects)):
            raise ComponentError(f"{where}: {cell}", "this could go on without end")
    return board
