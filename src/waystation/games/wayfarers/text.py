"""The table in the terminal: displays, track, guilds, tiles, one's own panorama whole and the others' in short.

Effects are written as in the component files, which is also how actions are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from waystation.engine import Game, View
from waystation.engine.words import Arg, Phrase, mark, said, say, told

from .box import Box
from .counting import count_words
from .expression import cost_text
from .game import Wayfarers
from .names import (
    ASSET_NAMES,
    COLOUR_WORDS,
    DECK_CARDS,
    DECKS,
    GUILD_WORDS,
    GUILDS,
    WORKER_WORDS,
    WORKERS,
)  # fmt: skip
from .parts import BLOCKED_CELLS, Edge, Tile
from .short import below, card_text, tile_text
from .view import SeatView, Shown, SoloView, TableView
from .words import edge_words, joined, points_words, provisions, sides_words, silver, tile_columns, tile_words

SEAT_STYLES = ("bold red", "bold blue", "bold yellow", "bold magenta")
LEGEND = say(
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
        Text(told(LEGEND), "dim"),
        _journal(box, view, table),
        _guilds(view, table),
        _stock(box, table),
        *_panorama(box, view, table, main),
        *(_rival(view, table, seat) for seat in others),
        *([_opponent(table.opponent)] if table.opponent else []),
        _hand(box, table),
    )


def _owner(view: View, seat: int) -> Arg:
    """A player, or the solo opponent in the seat behind the last one."""
    return view.names[seat] if seat < len(view.names) else say("the opponent")


def _heading(view: View, table: TableView) -> Text:
    parts = [say("Round {n}, turn of {who}.", n=table.round, who=_owner(view, table.turn))]
    if table.ending:
        parts.append(say("{n:turn|turns} left.", n=table.ending))
    if table.used:
        used = [GUILD_WORDS[GUILDS.index(guild)] for guild in table.used]
        parts.append(say("Guild abilities used: {guilds}.", guilds=used))
    return Text(told(joined(parts, mark("{first} {rest}"))), "bold")


def _grid(*columns: str) -> Table:
    """A table without lines."""
    grid = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        grid.add_column(told(name), overflow="fold")
    return grid


def _titled(title: Phrase, grid: Table) -> Group:
    return Group(Text(f"\n{told(title)}", "bold"), grid)


def _row(grid: Table, *cells: str | Text) -> None:
    """Cells are plain text, never markup."""
    grid.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells))


# ---------------------------------------------------------------------- displays


def _display(box: Box, view: View, table: TableView, deck: int) -> Group:
    name = DECKS[deck]
    pile = say("{cards^}, {n} in the pile", cards=DECK_CARDS[deck], n=table.piles[name])
    last = say("A worker here") if box.slot_actions[deck] else say("Price")
    grid = _grid(say("Slot"), say("Card"), "", say("On it"), last)
    shown = {card.slot: card for card in table.displays[name]}
    for slot in range(4, 0, -1):
        what = box.slot_entries[deck * 4 + slot - 1]
        does = " + ".join(box.text[effect] for effect in what) or told(silver(box.slot_silver[slot - 1]))
        card = shown.get(slot)
        if card is None:
            _row(grid, str(slot), "-", "", "", does)
        else:
            _row(grid, str(slot), card.card, card_text(box, card.card), _on(view, card), does)
    return _titled(pile, grid)


def _on(view: View, card: Shown) -> Text:
    """Workers and influence on a card."""
    text = Text(" ".join(told(WORKER_WORDS[WORKERS.index(colour)]) for colour in card.workers))
    if card.influence >= 0:
        owner = said("({who})", who=_owner(view, card.influence))
        text.append(" " if text else "").append(owner, SEAT_STYLES[card.influence])
    return text


# ---------------------------------------------------------------------- journal, guilds, tiles


def _journal(box: Box, view: View, table: TableView) -> Group:
    """The track, a row for each column of spaces."""
    main = view.viewer or 0
    here = box.space_names.index(table.seats[main].marker)
    sides = sum((side == "B") << section for section, side in enumerate(table.sides))
    ahead = {edge.to: edge for edge in box.tracks[sides][here]}
    words: dict[str, Arg] = {"sides": table.sides, "columns": _green(box, table)}
    title = say("Journal track, sides {sides}; green workers beside columns {columns}", **words)
    grid = _grid(say("Column"), say("Spaces"))
    for column in range(11):
        spaces = [number for number in range(len(box.spaces)) if box.column_of[number] == column]
        texts = [_space(box, view, table, number, ahead.get(number)) for number in spaces]
        if any(box.column_of[to] == column for to in ahead) or any("@" in text.plain for text in texts):
            _row(grid, str(column), Text("\n").join(texts))
    return _titled(title, grid)


def _green(box: Box, table: TableView) -> Arg:
    columns = sorted({space.column for space in box.spaces if space.worker + 1 in table.green})
    return joined([str(column) for column in columns], mark("{first}, {rest}")) if columns else say("none")


def _space(box: Box, view: View, table: TableView, number: int, edge: Edge | None) -> Text:
    space = box.spaces[number]
    tile = table.journal[space.tile] if space.tile >= 0 else ""
    effects = box.journal_tiles[int(tile[2:]) - 1] if tile else space.enter
    text = Text(f"{space.name}: {' + '.join(box.text[effect] for effect in effects) or said('start')}")
    if edge is not None:
        text.append(f"  <- {told(edge_words(edge)) or said('free')}", "green")
    for seat, marker in _markers(table):
        if marker == space.name:
            text.append(f"  @{said('{who}', who=_owner(view, seat))}", SEAT_STYLES[seat])
    return text


def _markers(table: TableView) -> list[tuple[int, str]]:
    markers = [(seat, view.marker) for seat, view in enumerate(table.seats)]
    return [*markers, (1, table.opponent.marker)] if table.opponent else markers


def _guilds(view: View, table: TableView) -> Group:
    guilds = [seat.guilds for seat in table.seats] + ([table.opponent.guilds] if table.opponent else [])
    grid = _grid("", *(say("{who}", who=_owner(view, seat)) for seat in range(len(guilds))))
    for number, guild in enumerate(GUILDS):
        name = say("{guild} ({colour})", guild=GUILD_WORDS[number], colour=COLOUR_WORDS[number])
        _row(grid, told(name), *(str(influence[guild]) for influence in guilds))
    return _titled(say("Guilds"), grid)


def _stock(box: Box, table: TableView) -> Group:
    grid = _grid("", say("Price"), say("Left"))
    for colour, name in enumerate(COLOUR_WORDS):
        left = [_pile(tile, table.stock[tile.name]) for tile in (box.tiles[number] for number in box.tiles_of[colour])]
        price = " / ".join(map(cost_text, box.prices[colour])) or "-"
        _row(grid, told(name), price, ", ".join(text for text in left if text) or said("none"))
    return _titled(say("Upgrade tiles"), grid)


def _pile(tile: Tile, n: int) -> str:
    """The tiles of a design that are left, or nothing; of special ones there is one each."""
    return f"{tile.name}{f' x{n}' if n > 1 else ''} ({tile_text(tile, tile_words(tile))})" if n else ""


# ---------------------------------------------------------------------- panoramas


def _belongings(view: View, table: TableView, seat: int) -> Text:
    mine = table.seats[seat]
    head = say("{who}, {n:point|points}: ", who=view.names[seat], n=view.sheets[seat].total)
    goods = say(
        "{silver}, {provisions}, {supply} influence in supply; workers: {workers}; "
        "dice: {dice}, {reserve} in reserve; at {space}.",
        silver=silver(mine.silver),
        provisions=provisions(mine.provision),
        supply=mine.supply,
        workers=_workers(mine.workers),
        dice=" ".join(map(str, mine.dice)) or say("none"),
        reserve=mine.reserve,
        space=mine.marker,
    )
    return Text(told(head), SEAT_STYLES[seat]).append(told(goods), "")


def _workers(workers: Mapping[str, int]) -> Phrase:
    each = [say("{n} {colour}", n=n, colour=WORKER_WORDS[WORKERS.index(colour)]) for colour, n in workers.items() if n]
    return joined(each, mark("{first}, {rest}")) if each else say("none")


def _panorama(box: Box, view: View, table: TableView, seat: int) -> list[RenderableType]:
    mine = table.seats[seat]
    head = Text("\n").append_text(_belongings(view, table, seat)).append(said("\nTags: {tags}.", tags=_tags(mine)), "")
    return [head, _caravan(box, mine), _cards(box, mine)]


def _tags(mine: SeatView) -> Phrase:
    each = [say("{n} {tags}", n=n, tags=count_words(tag, n)) for tag, n in enumerate(mine.tags.values()) if n]
    return joined(each, mark("{first}, {rest}"))


def _caravan(box: Box, mine: SeatView) -> Table:
    """Six columns by die value: tiles, printed corners, effects of free cells, and what the column gives."""
    grid = _grid(say("Caravan"), *map(str, range(1, 7)))
    texts = [" + ".join(box.text[e] for e in effects) for effects in box.caravans[box.board_names.index(mine.board)]]
    cells = [text or "." for text in texts]
    for corner in range(18):
        if BLOCKED_CELLS >> corner & 1:
            cells[corner] = f"({_assets(box.printed[corner])})"
    for laid in mine.tiles:
        tile = box.tiles[box.tile_names.index(laid.tile)]
        for column, text in enumerate(tile_columns(tile, laid.side)):
            for row in range(tile.high):
                shown = tile.name if row else f"{tile.name} {tile_text(tile, text)}"
                cells[(laid.row + row - 1) * 6 + laid.column + column - 1] = shown
    for row in range(3):
        _row(grid, said("row {n}", n=row + 1), *cells[row * 6 : row * 6 + 6])
    return grid


def _assets(packed: int) -> str:
    names = enumerate(map(told, ASSET_NAMES))
    return " ".join(name for asset, name in names for _ in range(packed >> 4 * asset & 15))


def _cards(box: Box, mine: SeatView) -> Table:
    """Cards in order, each with the townsfolk below and the die on it; then space cards with their goals."""
    grid = _grid(say("Card"), "", say("Townsfolk below or goal above"), say("Die"))
    for name in mine.cards:
        town = mine.townsfolk.get(name, "")
        people = below(box.cards[box.by_name[town]]) if town else ""
        _row(grid, name, card_text(box, name), people, said("here") if name in mine.placed else "")
    for name in mine.space:
        goal = mine.inspiration.get(name, "")
        _row(grid, name, card_text(box, name), f"{goal}: {card_text(box, goal)}" if goal else "", "")
    return grid


def _rival(view: View, table: TableView, seat: int) -> Text:
    rival = table.seats[seat]
    cards = [name for name in rival.cards if not name.startswith("HOME")]
    people = [name for name in rival.townsfolk.values() if not name.startswith("HOME")]
    parts = {
        mark("\n  Cards: {names}."): [*cards, *rival.space[1:]],
        mark("\n  Townsfolk: {names}."): people,
        mark("\n  Goals: {names}."): [*rival.inspiration.values()],
        mark("\n  Tiles: {names}."): [laid.tile for laid in rival.tiles],
    }
    text = _belongings(view, table, seat).append(said("\n  Tags: {tags}.", tags=_tags(rival)), "")
    for template, names in parts.items():
        if names:
            text.append(said(template, names=joined(names, mark("{first}, {rest}"))), "")
    return text


def _opponent(it: SoloView) -> Text:
    head = say("The opponent ({board}), {points}: ", board=it.board, points=points_words(it.lines))
    goods = say(
        "resource marker on {track}, {n:comet|comets}; workers: {workers}; at {space}."
        "\n  Scheme cards open: {schemes}; {cards:card|cards}, {tiles:tile|tiles}.",
        track=it.track,
        n=it.comets,
        workers=_workers(it.workers),
        space=it.marker,
        schemes=joined(it.schemes, mark("{first}, {rest}")) if it.schemes else say("none"),
        cards=len(it.cards),
        tiles=len(it.tiles),
    )
    return Text(told(head), SEAT_STYLES[1]).append(told(goods), "")


def _hand(box: Box, table: TableView) -> Text:
    """What is being decided: drawn cards, the card or tile that looks for its place, effects that wait."""
    lines = [say("Drawn: {id}: {card}", id=name, card=card_text(box, name)) for name in table.drawn]
    if table.hand in box.by_name:
        lines.append(say("In hand: {id}: {card}", id=table.hand, card=card_text(box, table.hand)))
    elif table.hand:
        tile = box.tiles[box.tile_names.index(table.hand)]
        lines.append(say("In hand: tile {id}: {sides}", id=tile.name, sides=sides_words(tile)))
    if table.pending:
        lines.append(say("Waiting: {effects}", effects=joined(table.pending, mark("{first}, {rest}"))))
    return Text("\n".join(map(told, lines)), "bold")
