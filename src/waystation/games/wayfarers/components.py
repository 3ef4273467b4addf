"""The components, read from the files in ``data`` and checked cell by cell: cards, tiles, boards, the journal track.

Every physical card has a number of its own: first the eight things printed on each player board, then the decks, each
with its promotional cards at the end. Copies of a card are told apart by a letter (``L01a``, ``L01b``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from waystation.engine.errors import ComponentError

from .counting import Need, Score, read_need, read_score
from .expression import Book, Cost, read_cost
from .names import (
    ASSETS,
    COLOURS,
    DECKS,
    GUILDS,
    INSPIRATION,
    LAND,
    LINKS,
    SPACE,
    TAGS,
    TOWN_ASSET,
    TOWN_KINDS,
    TOWNSFOLK,
    WATER,
    WORKERS,
    pack_assets,
    tag_mask,
)  # fmt: skip

NOTHING = -1
HOME_CITY, HOME_M1, HOME_M2, HOME_M3, HOME_M4, HOME_HARBOUR, HOME_STAR, HOME_TOWNSFOLK = range(8)
ON_TOWNSFOLK = 1 << len(TAGS)
ON_UPGRADE = 1 << len(TAGS) + 1
"""What sets a vista off is a set of bits: a bit per tag, and these two for gaining townsfolk or an upgrade tile."""
BLOCKED_CELLS = 1 | 1 << 5
"""Caravan cells are numbered row by row from the top left, 0 to 17; the two upper corners are printed over."""


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a card file."""

    id: str
    copies: int = 1
    name: str = ""
    tags: str = ""
    now: str = ""
    needs: str = ""
    action: str = ""
    when: str = ""
    then: str = ""
    receives: str = ""
    offers: str = ""
    vp: str = ""
    price: int = 0
    under: str = ""
    kind: str = ""
    gives: str = ""
    effect: str = ""
    goal: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card, or a part of the player board that works like one. Effects are numbers of the `Book`."""

    id: int
    name: str
    title: str
    deck: int
    promo: bool
    tags: tuple[int, ...]
    mask: int
    now: tuple[int, ...]
    needs: int
    action: int
    when: int
    then: int
    receives: int
    offers: tuple[int, int, int, int]
    price: int
    under: int
    kind: int
    gives: int
    effects: tuple[int, ...]
    score: Score | None
    goal: tuple[Need, ...]
    row: Row

    @property
    def has_die_space(self) -> bool:
        return self.action != NOTHING


class Side(NamedTuple):
    """What one column of a tile's side gives."""

    assets: int = 0
    raises: bool = False
    lowers: bool = False
    silver: int = 0
    provision: int = 0


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """An upgrade tile design. `sides[s]` lists its columns; `order` is its place in its pile or in the ring."""

    id: int
    name: str
    colour: int
    wide: int
    high: int
    sides: tuple[tuple[Side, ...], ...]
    texts: tuple[str, ...]
    vp: int
    tags: tuple[int, ...]
    mask: int
    order: int


class Edge(NamedTuple):
    """A connection of the journal track: to enter `to`, have or spend this."""

    to: int
    have: Need | None
    spend: tuple[int, int, int]
    text: str


class JournalSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the journal track; `worker` is the group of its green worker or -1, `tile` its tile's index or -1."""

    name: str
    column: int
    enter: tuple[int, ...]
    worker: int
    final: bool
    tile: int


class Scheme(msgspec.Struct, frozen=True, kw_only=True):
    """A scheme card of the solo opponent."""

    name: str
    red: bool
    silver: int
    first_cost: Cost
    first: tuple[int, ...]
    second: tuple[int, ...]
    special: int
    comet: bool


class SoloBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of the solo opponent; `caravan[cell]` are the effects of its 21 cells, row by row from the top."""

    name: str
    focus: tuple[int, ...]
    rest: tuple[int, ...]
    bonus: tuple[int, ...]
    caravan: tuple[tuple[int, ...], ...]


class Components(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the box."""

    book: Book
    cards: tuple[Card, ...]
    by_name: dict[str, int]
    tiles: tuple[Tile, ...]
    prices: tuple[tuple[Cost, ...], ...]
    slot_actions: tuple[tuple[tuple[int, ...], ...], ...]
    slot_workers: tuple[tuple[int, ...], ...]
    slot_silver: tuple[int, ...]
    caravans: tuple[tuple[tuple[int, ...], ...], ...]
    caravan_texts: tuple[tuple[str, ...], ...]
    board_names: tuple[str, ...]
    middle_tags: tuple[int, ...]
    seats: tuple[tuple[int, int, tuple[int, int, int]], ...]
    spaces: tuple[JournalSpace, ...]
    edges: tuple[tuple[tuple[int, int, Edge, Edge], ...], ...]
    journal_tiles: tuple[tuple[int, ...], ...]
    journal_tile_texts: tuple[str, ...]
    schemes: tuple[Scheme, ...]
    solo_boards: tuple[SoloBoard, ...]
    track: tuple[tuple[int, int], ...]

    def deck(self, deck: int, promos: bool) -> list[int]:
        """The cards of a deck in the order of their numbers."""
        return [c.id for c in self.cards[8:] if c.deck == deck and (promos or not c.promo)]


def load() -> Components:
    """The components of the box."""
    book = Book()
    cards = tuple(_cards(book))
    spaces = _spaces(book)
    displays = _file("displays")
    boards = _file("boards")
    solo = _file("solo")
    caravans = [_caravan(board, 6) for board in boards["board"]]
    journal = _file("journal")
    box = Components(
        book=book,
        cards=cards,
        by_name={card.name: card.id for card in cards},
        tiles=_tiles(),
        prices=_prices(),
        slot_actions=tuple(
            tuple(_slot_action(book, text) for text in displays[deck].get("action", ())) for deck in DECKS
        ),
        slot_workers=tuple(_words(displays[deck]["workers"], WORKERS, f"displays: {deck}") for deck in DECKS),
        slot_silver=tuple(displays["space"]["silver"]),
        caravans=tuple(tuple(book.read(cell, "boards: caravan") for cell in cells) for cells in caravans),
        caravan_texts=tuple(tuple(cells) for cells in caravans),
        board_names=tuple(board["id"] for board in boards["board"]),
        middle_tags=_words(boards["home"]["middle_tags"], TAGS, "boards.toml: home"),
        seats=tuple(_seat(seat) for seat in boards["seat"]),
        spaces=spaces,
        edges=_edges(spaces, journal["edges"]),
        journal_tiles=tuple(book.read(tile["effect"], tile["id"]) for tile in journal["tiles"]),
        journal_tile_texts=tuple(tile["effect"] for tile in journal["tiles"]),
        schemes=tuple(_scheme(book, row) for row in solo["schemes"]),
        solo_boards=tuple(_solo_board(book, row) for row in solo["board"]),
        track=tuple((COLOURS.index(t["colour"]), t["inspiration"] - 1) for t in solo["track"]),
    )
    from .totals import check

    check(box)
    return box


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("data", f"{name}.toml").read_text("utf-8"))


def _words(text: str, known: tuple[str, ...], where: str) -> tuple[int, ...]:
    for word in text.split():
        if word not in known:
            raise ComponentError(where, f"{word!r} is none of {', '.join(known)}")
    return tuple(known.index(word) for word in text.split())


def _assets(text: str, where: str) -> int:
    found = _words(text, ASSETS, where)
    return pack_assets({asset: found.count(asset) for asset in found})


# ---------------------------------------------------------------------- cards


def _rows(deck: str, part: str) -> list[Row]:
    try:
        return msgspec.convert(_file(deck)[part], list[Row])
    except msgspec.ValidationError as error:
        raise ComponentError(f"{deck}.toml: {part}", str(error)) from error


def _home_rows() -> list[tuple[int, Row]]:
    home = _file("boards")["home"]
    middle = [(LAND, msgspec.convert(row, Row)) for row in home["middle"]]
    return [
        (LAND, msgspec.convert(home["city"], Row)),
        *middle,
        (WATER, msgspec.convert(home["harbour"], Row)),
        (SPACE, msgspec.convert(home["star"], Row)),
        (TOWNSFOLK, msgspec.convert(home["townsfolk"], Row)),
    ]


def _cards(book: Book) -> Iterator[Card]:
    number = 0
    for deck, row in _home_rows():
        yield _card(book, number, row.id, deck, False, row)
        number += 1
    for deck, name in enumerate(DECKS):
        for part in ("cards", "promos"):
            for row in _rows(name, part):
                for copy in range(row.copies):
                    ident = row.id + ("abc"[copy] if row.copies > 1 else "")
                    yield _card(book, number, ident, deck, part == "promos", row)
                    number += 1


def _card(book: Book, number: int, ident: str, deck: int, promo: bool, row: Row) -> Card:
    where = f"{DECKS[deck]}.toml: {row.id}"
    tags = _words(row.tags, TAGS, where)
    then = book.read(row.then, where)
    action = book.read(row.action, where)
    return Card(
        id=number,
        name=ident,
        title=_title(row, deck),
        deck=deck,
        promo=promo,
        tags=tags,
        mask=tag_mask(list(tags)),
        now=book.read(row.now, where),
        needs=_assets(row.needs, where),
        action=book.bundle(action) if action else NOTHING,
        when=_when(row.when, where),
        then=book.bundle(then) if then else NOTHING,
        receives=sum(1 << link for link in _words(row.receives, LINKS, where)),
        offers=_offers(book, row.offers, where),
        price=row.price,
        under=tag_mask(list(_words(row.under, TAGS, where))),
        kind=TOWN_KINDS.index(row.kind) if row.kind else TOWN_ASSET,
        gives=_assets(row.gives, where),
        effects=book.read(row.effect, where),
        score=read_score(row.vp, where) if row.vp else None,
        goal=tuple(read_need(part, where) for part in row.goal.split(", ")) if row.goal else (),
        row=row,
    )


def _title(row: Row, deck: int) -> str:
    if row.id.startswith("HOME"):
        homes = {"HOME_CITY": "home city", "HOME_HARBOUR": "home harbour", "HOME_STAR": "home star"}
        return homes.get(row.id, "household" if deck == TOWNSFOLK else f"home space {row.id[-1]}")
    if deck == INSPIRATION:
        return f"inspiration ({row.goal.replace('_', ' ')})"
    if deck == TOWNSFOLK:
        return row.name
    kind = row.tags.split()[0].replace("_", " ")
    extra = [tag for tag in row.tags.split()[1:] if tag != row.tags.split()[0]]
    return row.name or (f"{kind} with {' and '.join(extra)}" if extra else kind)


def _when(text: str, where: str) -> int:
    if text == "townsfolk":
        return ON_TOWNSFOLK
    if text == "upgrade":
        return ON_UPGRADE
    return tag_mask(list(_words(text, TAGS, where)))


def _offers(book: Book, text: str, where: str) -> tuple[int, int, int, int]:
    offers = [NOTHING] * 4
    for word in text.split():
        row = 0 if word in GUILDS else _words(word, LINKS, where)[0]
        effect = f"1 {word}" if word in ("silver", "provision") else word
        offers[row] = book.read(effect, where)[0]
    return (offers[0], offers[1], offers[2], offers[3])


# ---------------------------------------------------------------------- tiles and boards


def _tiles() -> tuple[Tile, ...]:
    found = []
    for number, row in enumerate(_file("tiles")["tiles"]):
        where = f"tiles.toml: {row['id']}"
        sides = tuple(tuple(_side(part, where) for part in text.split("|")) for text in row["sides"])
        if any(len(side) != row["wide"] for side in sides):
            raise ComponentError(where, "a side has not as many columns as the tile is wide")
        words = row["sides"][0].replace("|", " ").split()
        tags = _words(row.get("tags", ""), TAGS, where)
        found.append(
            Tile(
                id=number,
                name=row["id"],
                colour=_words(row["colour"], COLOURS, where)[0],
                wide=row["wide"],
                high=row["high"],
                sides=sides,
                texts=tuple(row["sides"]),
                vp=sum(int(words[i - 1]) for i, word in enumerate(words) if word == "vp"),
                tags=tags,
                mask=tag_mask(list(tags)),
                order=row.get("order") or row["ring"],
            )
        )
    return tuple(found)


def _side(text: str, where: str) -> Side:
    words = [word for word in text.split() if word != "vp" and not word.isdigit()]
    icons = {"+1", "-1", "+-1", "silver-", "provision-"}
    return Side(
        assets=_assets(" ".join(word for word in words if word not in icons), where),
        raises="+1" in words or "+-1" in words,
        lowers="-1" in words or "+-1" in words,
        silver=words.count("silver-"),
        provision=words.count("provision-"),
    )


def _prices() -> tuple[tuple[Cost, ...], ...]:
    prices = _file("tiles")["price"]
    return tuple(
        tuple(read_cost(way, "tiles.toml: price") for way in prices[colour].split("/")) if prices[colour] else ()
        for colour in COLOURS
    )


def _slot_action(book: Book, text: str) -> tuple[int, ...]:
    return book.read(text, "displays.toml")


def _caravan(board: dict[str, Any], columns: int) -> list[str]:
    cells = [""] * (columns * 3)
    for cell in board["caravan"]:
        cells[(cell["row"] - 1) * columns + cell["column"] - 1] = cell["effect"]
    return cells


def _seat(seat: dict[str, Any]) -> tuple[int, int, tuple[int, int, int]]:
    guilds = [0, 0, 0]
    for guild in _words(seat["guilds"], GUILDS, "boards.toml: seat"):
        guilds[guild] += 1
    return seat["silver"], seat["provision"], (guilds[0], guilds[1], guilds[2])


# ---------------------------------------------------------------------- the journal track and the solo opponent


def _spaces(book: Book) -> tuple[JournalSpace, ...]:
    found = []
    tiles = 0
    for row in _file("journal")["spaces"]:
        is_tile = row.get("enter") == "tile"
        found.append(
            JournalSpace(
                name=row["id"],
                column=row["column"],
                enter=() if is_tile else book.read(row.get("enter", ""), row["id"]),
                worker=row.get("worker", 0) - 1,
                final=row.get("final", False),
                tile=tiles if is_tile else NOTHING,
            )
        )
        tiles += is_tile
    return tuple(found)


def _edges(
    spaces: tuple[JournalSpace, ...], rows: list[dict[str, Any]]
) -> tuple[tuple[tuple[int, int, Edge, Edge], ...], ...]:
    """Per space its connections: (section, target, on side A, on side B), in the order of the file, upper first."""
    names = {space.name: i for i, space in enumerate(spaces)}
    found: list[list[tuple[int, int, Edge, Edge]]] = [[] for _ in spaces]
    for row in rows:
        to = names[row["to"]]
        sides = [_edge(to, row.get(side, ""), f"journal.toml: {row['from']} {row['to']}") for side in "ab"]
        found[names[row["from"]]].append((row["section"] - 1, to, sides[0], sides[1]))
    return tuple(tuple(edges) for edges in found)


def _edge(to: int, text: str, where: str) -> Edge:
    verb, _, rest = text.partition(" ")
    if verb == "have":
        return Edge(to, read_need(rest, where), (0, 0, 0), text)
    if verb == "spend":
        return Edge(to, None, read_cost(rest, where).guilds, text)
    if text:
        raise ComponentError(where, f"{text!r} is no requirement")
    return Edge(to, None, (0, 0, 0), "")


def _scheme(book: Book, row: dict[str, Any]) -> Scheme:
    cost, arrow, first = row["first"].rpartition("->")
    return Scheme(
        name=row["id"],
        red=row["colour"] == "red",
        silver=row["silver"],
        first_cost=read_cost(cost, row["id"]) if arrow else Cost(),
        first=book.read(first.strip(), row["id"]),
        second=book.read(row["second"], row["id"]),
        special=row["special"],
        comet=row.get("comet", False),
    )


def _solo_board(book: Book, row: dict[str, Any]) -> SoloBoard:
    return SoloBoard(
        name=row["id"],
        focus=book.read(row["focus"], row["id"]),
        rest=book.read(row["rest"], row["id"]),
        bonus=book.read(row["bonus"], row["id"]),
        caravan=tuple(book.read(text, row["id"]) for text in _caravan(row, 7)),
    )


BOX = load()
