"""The table in the terminal: displays, track, guilds, tiles, one's own panorama whole and the others' in short.

Effects are written as in the component files, which is also how actions are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Game, View

from .box import Box
from .counting import count_words, goal_words, score_words
from .expression import cost_text
from .game import Wayfarers
from .knowledge import SeatView, Shown, SoloView, TableView
from .names import ASSETS, COLOURS, DECKS, GUILD_NAMES, GUILDS, INSPIRATION, LINKS, TAGS, TOWN_KINDS, TOWNSFOLK
from .parts import BLOCKED_CELLS, Card, Edge, Tile
from .words import edge_words, points_words, tile_words

SEAT_STYLES = ("bold red", "bold blue", "bold yellow", "bold magenta")
LEGEND = (
    "[ship]: a die space and what it asks for. !: at once. < and >: links taken and offered.\n"
    "(Ada): influence. `look L05` says in words what a card does."
)


def draw(view: View, game: Game) -> RenderableType:
    """Everything that lies on the table; the viewer's panorama is the whole one (a spectator sees the first seat's)."""
    table: TableView = view.table
    box = cast(Wayfarers, game).box
    main = view.viewer or 0
    others = [seat for seat in range(len(table.seats)) if seat != main]
    return Group(
        _heading(view, table),
        *(_display(box, view, table, deck) for deck in range(len(DECKS))),
        Text(LEGEND, "dim"),
        _journal(box, view, table),
        _guilds(view, table),
        _stock(box, table),
        *_panorama(box, view, table, main),
        *(_rival(view, table, seat) for seat in others),
        *([_opponent(table.opponent)] if table.opponent else []),
        _hand(box, table),
    )


def _heading(view: View, table: TableView) -> Text:
    turn = view.names[table.turn] if table.turn < len(view.names) else "the opponent"
    last = f" {table.ending} turns left." if table.ending else ""
    used = f" Guild abilities used: {', '.join(table.used)}." if table.used else ""
    return Text(f"Round {table.round}, turn of {turn}.{last}{used}", "bold")


def _grid(*columns: str) -> Table:
    """A table without lines."""
    grid = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        grid.add_column(name, overflow="fold")
    return grid


def _titled(title: str, grid: Table) -> Group:
    return Group(Text(f"\n{title}", "bold"), grid)


def _row(grid: Table, *cells: str | Text) -> None:
    """Cells are plain text, never markup."""
    grid.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells))


# ---------------------------------------------------------------------- displays


def _display(box: Box, view: View, table: TableView, deck: int) -> Group:
    name = DECKS[deck]
    pile = f"{name.capitalize()} cards, {table.piles[name]} in the pile"
    grid = _grid("Slot", "Card", "", "On it", "A worker here" if box.slot_actions[deck] else "Price")
    shown = {card.slot: card for card in table.displays[name]}
    for slot in range(4, 0, -1):
        what = box.slot_entries[deck * 4 + slot - 1]
        does = " + ".join(box.text[effect] for effect in what) or f"{box.slot_silver[slot - 1]} silver"
        card = shown.get(slot)
        if card is None:
            _row(grid, str(slot), "-", "", "", does)
        else:
            _row(grid, str(slot), card.card, card_text(box, card.card), _on(view, card), does)
    return _titled(pile, grid)


def _on(view: View, card: Shown) -> Text:
    """Workers and influence on a card."""
    text = Text(" ".join(card.workers))
    if card.influence >= 0:
        owner = view.names[card.influence] if card.influence < len(view.names) else "opponent"
        text.append(" " if text else "").append(f"({owner})", SEAT_STYLES[card.influence])
    return text


def card_text(box: Box, name: str) -> str:
    """All of a card in short."""
    card = box.cards[box.by_name[name]]
    if card.deck == TOWNSFOLK:
        return _townsfolk(card)
    if card.deck == INSPIRATION:
        return goal_words(card.goal)
    parts = [_words(TAGS[tag] for tag in card.tags), card.row.name]
    parts += [f"!{card.row.now}" if card.now else "", _die_space(card)]
    parts.append(f"{_when(card)}: {card.row.then}" if card.when else "")
    parts.append(score_words(card.score) if card.score else "")
    parts.append(f"< {_words(LINKS[row] for row in range(4) if card.receives >> row & 1)}" if card.receives else "")
    parts.append(f"> {card.row.offers}" if card.row.offers else "")
    return "; ".join(part for part in parts if part)


def _words(names: Iterable[str]) -> str:
    return " ".join(names).replace("_", " ")


def _when(card: Card) -> str:
    return card.row.when.replace(" ", "/").replace("_", " ")


def _die_space(card: Card) -> str:
    return f"[{card.row.needs or 'any die'}] {card.row.action}" if card.has_die_space else ""


def _townsfolk(card: Card) -> str:
    under = f", under {card.row.under.replace(' ', '/').replace('_', ' ')}" if card.under else ""
    return f"{card.title}, {card.price} silver{under}; {_helps(card)}"


def _helps(card: Card) -> str:
    """What townsfolk do, and when."""
    kind = TOWN_KINDS[card.kind]
    return f"gives {card.row.gives}" if kind == "asset" else f"{kind}: {card.row.effect}"


# ---------------------------------------------------------------------- journal, guilds, tiles


def _journal(box: Box, view: View, table: TableView) -> Group:
    """The track, a row for each column of spaces."""
    main = view.viewer or 0
    here = box.space_names.index(table.seats[main].marker)
    sides = sum((side == "B") << section for section, side in enumerate(table.sides))
    ahead = {edge.to: edge for edge in box.tracks[sides][here]}
    title = f"Journal track, sides {table.sides}; green workers beside columns {_green(box, table)}"
    grid = _grid("Column", "Spaces")
    for column in range(11):
        spaces = [number for number in range(len(box.spaces)) if box.column_of[number] == column]
        texts = [_space(box, view, table, number, ahead.get(number)) for number in spaces]
        if any(box.column_of[to] == column for to in ahead) or any("@" in text.plain for text in texts):
            _row(grid, str(column), Text("\n").join(texts))
    return _titled(title, grid)


def _green(box: Box, table: TableView) -> str:
    columns = sorted({space.column for space in box.spaces if space.worker + 1 in table.green})
    return ", ".join(map(str, columns)) or "none"


def _space(box: Box, view: View, table: TableView, number: int, edge: Edge | None) -> Text:
    space = box.spaces[number]
    tile = table.journal[space.tile] if space.tile >= 0 else ""
    effects = box.journal_tiles[int(tile[2:]) - 1] if tile else space.enter
    text = Text(f"{space.name}: {' + '.join(box.text[effect] for effect in effects) or 'start'}")
    if edge is not None:
        text.append(f"  <- {edge_words(edge) or 'free'}", "green")
    for seat, marker in _markers(table):
        if marker == space.name:
            name = view.names[seat] if seat < len(view.names) else "opponent"
            text.append(f"  @{name}", SEAT_STYLES[seat])
    return text


def _markers(table: TableView) -> list[tuple[int, str]]:
    markers = [(seat, view.marker) for seat, view in enumerate(table.seats)]
    return [*markers, (1, table.opponent.marker)] if table.opponent else markers


def _guilds(view: View, table: TableView) -> Group:
    owners = [(view.names[seat], panorama.guilds) for seat, panorama in enumerate(table.seats)]
    owners += [("opponent", table.opponent.guilds)] if table.opponent else []
    grid = _grid("", *(name for name, _ in owners))
    for guild, name in zip(GUILDS, GUILD_NAMES, strict=True):
        _row(grid, f"{name} ({guild})", *(str(influence[guild]) for _, influence in owners))
    return _titled("Guilds", grid)


def _stock(box: Box, table: TableView) -> Group:
    grid = _grid("", "Price", "Left")
    for colour, name in enumerate(COLOURS):
        left = [_pile(tile, table.stock[tile.name]) for tile in (box.tiles[number] for number in box.tiles_of[colour])]
        price = " / ".join(map(cost_text, box.prices[colour])) or "-"
        _row(grid, name, price, ", ".join(text for text in left if text) or "none")
    return _titled("Upgrade tiles", grid)


def _pile(tile: Tile, n: int) -> str:
    """The tiles of a design that are left, or nothing; of special ones there is one each."""
    return f"{tile.name}{f' x{n}' if n > 1 else ''} ({_side(tile, tile_words(tile))})" if n else ""


def _side(tile: Tile, words: str) -> str:
    """The tags of a special tile before what is on it."""
    return ", ".join(text for text in (_words(TAGS[tag] for tag in tile.tags), words) if text)


# ---------------------------------------------------------------------- panoramas


def _belongings(view: View, table: TableView, seat: int) -> Text:
    mine = table.seats[seat]
    workers = ", ".join(f"{n} {colour}" for colour, n in mine.workers.items() if n) or "none"
    text = Text(f"{view.names[seat]}, {view.sheets[seat].total} points: ", SEAT_STYLES[seat])
    text.append(f"{mine.silver} silver, {mine.provision} provisions, {mine.supply} influence in supply; workers: ", "")
    dice = " ".join(map(str, mine.dice)) or "none"
    return text.append(f"{workers}; dice: {dice}, {mine.reserve} in reserve; at {mine.marker}.", "")


def _panorama(box: Box, view: View, table: TableView, seat: int) -> list[RenderableType]:
    mine = table.seats[seat]
    head = Text("\n").append_text(_belongings(view, table, seat)).append(f"\nTags: {_tags(mine)}.", "")
    return [head, _caravan(box, mine), _cards(box, mine)]


def _tags(mine: SeatView) -> str:
    return ", ".join(f"{n} {count_words(tag, n)}" for tag, n in enumerate(mine.tags.values()) if n)


def _caravan(box: Box, mine: SeatView) -> Table:
    """Six columns by die value: tiles, printed corners, effects of free cells, and what the column gives."""
    grid = _grid("Caravan", *map(str, range(1, 7)))
    texts = [" + ".join(box.text[e] for e in effects) for effects in box.caravans[box.board_names.index(mine.board)]]
    cells = [text or "." for text in texts]
    for corner in range(18):
        if BLOCKED_CELLS >> corner & 1:
            cells[corner] = f"({_assets(box.printed[corner])})"
    for laid in mine.tiles:
        tile = box.tiles[box.tile_names.index(laid.tile)]
        for column, text in enumerate(tile_words(tile, laid.side).split(" | ")):
            for row in range(tile.high):
                shown = tile.name if row else f"{tile.name} {_side(tile, text)}"
                cells[(laid.row + row - 1) * 6 + laid.column + column - 1] = shown
    for row in range(3):
        _row(grid, f"row {row + 1}", *cells[row * 6 : row * 6 + 6])
    return grid


def _assets(packed: int) -> str:
    return " ".join(name for asset, name in enumerate(ASSETS) for _ in range(packed >> 4 * asset & 15))


def _cards(box: Box, mine: SeatView) -> Table:
    """Cards in order, each with the townsfolk below and the die on it; then space cards with their goals."""
    grid = _grid("Card", "", "Townsfolk below or goal above", "Die")
    for name in mine.cards:
        town = mine.townsfolk.get(name, "")
        people = _below(box.cards[box.by_name[town]]) if town else ""
        _row(grid, name, card_text(box, name), people, "here" if name in mine.placed else "")
    for name in mine.space:
        goal = mine.inspiration.get(name, "")
        _row(grid, name, card_text(box, name), f"{goal}: {card_text(box, goal)}" if goal else "", "")
    return grid


def _below(card: Card) -> str:
    name = card.title if card.name.startswith("HOME") else f"{card.name} {card.title}"
    return f"{name}; {_helps(card)}"


def _rival(view: View, table: TableView, seat: int) -> Text:
    rival = table.seats[seat]
    cards = [name for name in rival.cards if not name.startswith("HOME")]
    people = [name for name in rival.townsfolk.values() if not name.startswith("HOME")]
    parts = {
        "Cards": (*cards, *rival.space[1:]),
        "Townsfolk": people,
        "Goals": rival.inspiration.values(),
        "Tiles": [laid.tile for laid in rival.tiles],
    }
    owned = "".join(f"\n  {what}: {', '.join(names)}." for what, names in parts.items() if names)
    return _belongings(view, table, seat).append(f"\n  Tags: {_tags(rival)}.{owned}", "")


def _opponent(it: SoloView) -> Text:
    workers = ", ".join(f"{n} {colour}" for colour, n in it.workers.items() if n) or "none"
    text = Text(f"The opponent ({it.board}), {points_words(it.lines)}: ", SEAT_STYLES[1])
    text.append(f"resource marker on {it.track}, {it.comets} comets; workers: {workers}; at {it.marker}.", "")
    schemes = ", ".join(it.schemes) or "none"
    return text.append(f"\n  Scheme cards open: {schemes}; {len(it.cards)} cards, {len(it.tiles)} tiles.", "")


def _hand(box: Box, table: TableView) -> Text:
    """What is being decided: drawn cards, the card or tile that looks for its place, effects that wait."""
    lines = [f"Drawn: {name}: {card_text(box, name)}" for name in table.drawn]
    if table.hand in box.by_name:
        lines.append(f"In hand: {table.hand}: {card_text(box, table.hand)}")
    elif table.hand:
        tile = box.tiles[box.tile_names.index(table.hand)]
        lines.append(
            f"In hand: tile {tile.name}: {'; back: '.join(tile_words(tile, s) for s in range(len(tile.sides)))}"
        )
    if table.pending:
        lines.append(f"Waiting: {', '.join(table.pending)}")
    return Text("\n".join(lines), "bold")
