"""A panorama: supply, dice, the player board with its caravan, and all cards in columns of sky, earth and people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from waystation.engine import kit
from waystation.engine.scene import Node, Part, Rect, Text, Use
from waystation.engine.words import Arg, Phrase, count, say
from waystation.games.wayfarers.box import Box, card_node
from waystation.games.wayfarers.names import INSPIRATION, LAND, WORKER_WORDS, WORKERS
from waystation.games.wayfarers.parts import BLOCKED_CELLS, HOME_CITY, HOME_HARBOUR, HOME_M1, HOME_STAR, HOME_TOWNSFOLK
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.picture.cards import face, strip, title
from waystation.games.wayfarers.picture.tiles import by_name, tile_parts, tile_title
from waystation.games.wayfarers.view import Laid, SeatView, TableView
from waystation.games.wayfarers.words import asset_words, effects_words, provisions, silver

W, H = 470, 577
CELL = 36
CARAVAN_X, CARAVAN_Y = 12, 98
ROWS_Y = 222
DIE_STEP = 40
MOST = 21
"""So many columns of cards have a place on the panorama; the others lie on a second one."""
GOAL, SKY, EARTH, PEOPLE, GAP = 20.0, 56.0, 78.0, 21.0, 8.0
"""Heights within a column: inspiration strip, space card, land or water card, townsfolk strip; and between rows."""


def panorama(box: Box, table: TableView, seat: int, name: str, points: int) -> list[Node]:
    """Everything of one player."""
    view = table.seats[seat]
    region = f"seat:{seat}"
    frame = "panel-on" if table.turn == seat and table.ask != "END" else "panel"
    nodes = [_ground(region, seat, frame)]
    nodes += _head(seat, region, name, points, view.silver, view.provision, view.supply)
    nodes += _dice(seat, region, tuple(view.dice), tuple(view.workers.values()), view.reserve)
    nodes += _caravan(box, view, seat, region)
    home = tuple(name for name in view.placed if name.startswith("HOME_M"))
    nodes += _middle(box, home, seat, region)
    return [*nodes, *cards(box, tuple(view.placed), seat, region, columns(box, view)[:MOST], ROWS_Y)]


@kit.kept
def _ground(region: str, seat: int, frame: str) -> Node:
    """Night sky above, the player's ground below, and a ribbon of his colour."""
    parts: list[Part] = [
        Rect(1, 1, W - 2, H - 2, 12, frame),
        Rect(4, 4, W - 8, 30, 9, "ribbon"),
        Rect(4, 33, W - 8, 3, 0, f"seat-line-{seat}"),
        Rect(4, ROWS_Y - 4, W - 8, H - ROWS_Y, 9, "earth"),
    ]
    return kit.node(f"panel:{region}", region, parts)


@kit.kept
def _head(seat: int, region: str, name: str, points: int, coins: int, bags: int, supply: int) -> tuple[Node, ...]:
    parts: list[Part] = [
        Use("token", 18, 18, 26, role=f"seat-{seat}"),
        Text(18, 18, str(seat + 1), 13, bold=True, role="on-seat"),
        kit.line(36, 18, name, 15, bold=True, role="on-ribbon", most=130, smallest=glyphs.LEAST),
        kit.line(
            460,
            18,
            count(points, "point|points"),
            15,
            "end",
            bold=True,
            role="on-ribbon",
            most=86,
            smallest=glyphs.LEAST,
        ),
    ]
    goods = [
        ("silver", "", coins, silver(coins)),
        ("provision", "", bags, provisions(bags)),
        ("token", f"seat-{seat}", supply, say("{n} influence in supply", n=supply)),
    ]
    words = say("{name}: {n:point|points}", name=name, n=points)
    nodes = [kit.node(f"head:{seat}", region, parts, title=words)]
    for at, (symbol, role, n, words) in enumerate(goods):
        icons: tuple[Part, ...] = (
            Use(symbol, 0, 0, 24, role=role),
            Text(15, 0, str(n), 16, "start", True, "on-ribbon"),
        )
        nodes.append(kit.node(f"goods:{seat}:{symbol}", region, icons, 188 + at * 62, 18, title=words))
    return tuple(nodes)


@kit.kept
def _dice(seat: int, region: str, dice: tuple[int, ...], workers: tuple[int, ...], reserve: int) -> tuple[Node, ...]:
    """Dice in supply, one node per face; workers; dice in reserve."""
    nodes = []
    x = 28.0
    for value in sorted(set(dice)):
        n = dice.count(value)
        frame = Rect(-19, -19, DIE_STEP * (n - 1) + 38, 38, 7, "clear")  # all of them are outlined together
        parts: tuple[Part, ...] = (
            frame,
            *(Rect(i * DIE_STEP - 14, -13, 32, 33, 7, "shade") for i in range(n)),
            *(Use(f"face-{value}", i * DIE_STEP, 0, 38, role=f"die-{seat}") for i in range(n)),
        )
        words = say("{n:die|dice} showing {value} in supply", n=n, value=value)
        nodes.append(kit.node(f"dice:{seat}:{value}", region, parts, x, 58, layer=1, title=words))
        x += DIE_STEP * n + 6
    for at, colour in enumerate(WORKERS):
        n = workers[at]
        icons: tuple[Part, ...] = (
            Use("person", 0, 0, 26, role=f"worker-{colour}" if n else "veil"),
            Text(14, 0, str(n), 16, "start", bold=True),
        )
        words = say("{n} {colour} {n?worker|workers} in supply", n=n, colour=WORKER_WORDS[at])
        nodes.append(kit.node(f"worker:{seat}:{colour}", region, icons, 310 + at * 42, 58, title=words))
    if reserve:
        icons = (
            Rect(-14, -14, 28, 28, 5, "veil"),
            Text(0, 0, f"+{reserve}", 12, bold=True),
        )  # no pips under the number
        words = say("{n:die|dice} in reserve", n=reserve)
        nodes.append(kit.node(f"reserve:{seat}", region, icons, 446, 58, title=words))
    return tuple(nodes)


def _caravan(box: Box, view: SeatView, seat: int, region: str) -> list[Node]:
    nodes = [_cloth(seat, region, view.board)]
    effects = box.caravans[box.board_names.index(view.board)]
    for cell in range(18):
        nodes.append(_cell(box, seat, region, cell, effects[cell]))
    nodes += [_laid(box, seat, region, at, laid) for at, laid in enumerate(view.tiles)]
    return nodes


@kit.kept
def _cloth(seat: int, region: str, board: str) -> Node:
    """What the cells of the caravan lie on, a column for each face of a die."""
    back: list[Part] = [
        Rect(-1, -17, CELL * 6 + 8, CELL * 3 + 25, 8, "shade"),
        Rect(-4, -20, CELL * 6 + 8, CELL * 3 + 25, 8, "board"),
    ]
    for column in range(6):
        back.append(Use(f"face-{column + 1}", CELL * (column + 0.5), -9, 16, role=f"die-{seat}"))
    words = say("Caravan of player board {board}", board=board)
    return kit.node(f"caravan:{seat}", region, back, CARAVAN_X, CARAVAN_Y, title=words)


@kit.kept
def _laid(box: Box, seat: int, region: str, at: int, laid: Laid) -> Node:
    tile = by_name(box, laid.tile)
    x = CARAVAN_X + CELL * (laid.column - 1 + tile.wide / 2)
    y = CARAVAN_Y + CELL * (laid.row - 1 + tile.high / 2)
    parts = tile_parts(tile, laid.side, CELL)
    where: dict[str, Arg] = {"tile": tile_title(tile), "row": laid.row, "column": laid.column}
    words = say("{tile} Lies flipped, from row {row}, column {column} on.", **where)
    if not laid.side:
        words = say("{tile} Lies from row {row}, column {column} on.", **where)
    return kit.node(f"tile:{seat}:{at}", region, parts, x, y, layer=2, title=words)


@kit.kept
def _cell(box: Box, seat: int, region: str, cell: int, effects: tuple[int, ...]) -> Node:
    parts: list[Part] = [Rect(1, 1, CELL - 2, CELL - 2, 4, "cell")]
    words = say("Caravan row {row}, column {column}", row=cell // 6 + 1, column=cell % 6 + 1)
    if BLOCKED_CELLS >> cell & 1:
        printed = glyphs.assets(box.printed[cell])
        parts = [Rect(1, 1, CELL - 2, CELL - 2, 4, "board")]
        parts += glyphs.draw(printed, CELL / 2, CELL / 2, 30 / max(1, len(printed)))
        assets = asset_words(box.printed[cell]) or say("nothing")
        words = say("{cell}: printed with {assets}", cell=words, assets=assets)
    elif effects:
        parts += glyphs.draw(glyphs.effects(box, effects), CELL / 2, CELL / 2, 20)
        words = say("{cell}: covering it gives {gain}", cell=words, gain=effects_words(box, effects))
    x, y = CARAVAN_X + CELL * (cell % 6), CARAVAN_Y + CELL * (cell // 6)
    return kit.node(f"cell:{seat}:{cell}", region, parts, x, y, layer=1, title=words)


@kit.kept
def _middle(box: Box, placed: tuple[str, ...], seat: int, region: str) -> tuple[Node, ...]:
    """The four die spaces of the observatory and library, and the household below them."""
    nodes = []
    for at in range(4):
        card = HOME_M1 + at
        what = box.cards[card]
        words = title(box, card)
        parts: list[Part] = [
            Rect(-51, -21, 108, 48, 8, "shade"),
            Rect(-54, -24, 108, 48, 8, "board"),
            Rect(-49, -14, 28, 28, 5, "space"),
        ]
        parts += glyphs.draw(glyphs.assets(what.needs), -35, 0, 20)
        parts += glyphs.block(glyphs.effect(box, what.action), 17, 0, 17, 70)
        if what.name in placed:
            parts.append(Use("die", -35, 0, 30, role=f"die-{seat}"))
            words = with_die(words)
        x, y = 296 + at % 2 * 113, 102 + at // 2 * 53
        nodes.append(kit.node(card_node(box, seat, card), region, parts, x, y, layer=1, title=words))
    household = box.cards[HOME_TOWNSFOLK]
    icons = [glyphs.Glyph("moon", role="ink-townsfolk"), glyphs.word(":"), *glyphs.effects(box, household.effects)]
    words = say("Observatory and library, and your household: {card}", card=title(box, HOME_TOWNSFOLK))
    people: tuple[Part, ...] = (
        Rect(-110, -13, 220, 26, 6, "card-townsfolk"),
        *glyphs.draw([*glyphs.tags(box.middle_tags), glyphs.Glyph(wide=1.0), *icons], 0, 0, 18),
    )
    return (*nodes, kit.node(card_node(box, seat, HOME_TOWNSFOLK), region, people, 352, 198, layer=1, title=words))


# ---------------------------------------------------------------------- cards


class Column(NamedTuple):
    """A land or water card with what lies above and under it; -1: nothing."""

    card: int
    sky: int
    goal: int
    people: int


def columns(box: Box, view: SeatView) -> tuple[Column, ...]:
    """Columns in reading order: land cards, newest first, then home, then water cards."""
    tucked = (tuple(below.items()) for below in (view.inspiration, view.townsfolk))
    return _columns(box, tuple(view.cards), tuple(view.space), *tucked)


Tucked = tuple[tuple[str, str], ...]


@kit.kept
def _columns(
    box: Box, names: tuple[str, ...], sky: tuple[str, ...], goals: Tucked, people: Tucked
) -> tuple[Column, ...]:
    acquired = [box.by_name[name] for name in names if not name.startswith("HOME")]
    space = [box.by_name[name] for name in sky]
    above = dict(zip(acquired, [card for card in space if card != HOME_STAR], strict=False)) | {HOME_HARBOUR: HOME_STAR}
    land = [card for card in reversed(acquired) if box.cards[card].deck == LAND]
    water = [card for card in acquired if box.cards[card].deck != LAND]
    goal, town = dict(goals), dict(people)
    found = []
    for card in (*land, HOME_CITY, HOME_HARBOUR, *water):
        over = above.get(card, -1)
        tucked = (goal.get(box.cards[over].name, "") if over >= 0 else "", town.get(box.cards[card].name, ""))
        found.append(Column(card, over, *(box.by_name[name] if name else -1 for name in tucked)))
    return tuple(found)


def _heights(row: Sequence[Column]) -> tuple[float, float, float]:
    """Where the space cards, the land and water cards and the end of a row of columns are, from its top."""
    sky = GOAL * any(column.goal >= 0 for column in row)
    earth = sky + SKY * any(column.sky >= 0 for column in row)
    return sky, earth, earth + EARTH + PEOPLE * any(column.people >= 0 for column in row)


def _rows(shown: Sequence[Column], across: int) -> list[Sequence[Column]]:
    return [shown[at : at + across] for at in range(0, len(shown), across)]


@kit.kept
def cards(
    box: Box, placed: tuple[str, ...], seat: int, region: str, shown: tuple[Column, ...], top: float
) -> tuple[Node, ...]:
    """Columns of cards below `top`, as large as there is room; five abreast are as large as in the market."""
    room = H - 6 - top
    across = 4
    while across < 7 and sum(_heights(row)[2] + GAP for row in _rows(shown, across)) * 5 / across > room:
        across += 1
    scale = round(5 / across, 3)
    nodes = []
    for row in _rows(shown, across):
        sky, earth, end = (round(tall * scale, 1) for tall in _heights(row))
        for at, column in enumerate(row):
            x = round(W / 2 + (at - (across - 1) / 2) * 92 * scale, 1)
            nodes += _column(box, placed, seat, region, column, x, top + sky, top + earth, scale)
        top = round(top + end + GAP * scale, 1)
    return tuple(nodes)


def more(box: Box, table: TableView, seat: int) -> list[Node]:
    """The columns of cards that have no place on the panorama any more; mostly none."""
    view = table.seats[seat]
    shown = columns(box, view)[MOST:]
    region = f"more:{seat}"
    if not shown:
        return []
    return [glyphs.ground(region, W, H), *cards(box, tuple(view.placed), seat, region, shown, 12)]


def _column(
    box: Box,
    placed: Sequence[str],
    seat: int,
    region: str,
    column: Column,
    x: float,
    sky: float,
    earth: float,
    scale: float,
) -> list[Node]:
    card = column.card
    y = round(earth + EARTH * scale / 2, 1)
    die = f"die-{seat}" if box.cards[card].name in placed else ""
    nodes = [_card(box, card_node(box, seat, card), region, card, x, y, scale, die)]
    if column.people >= 0:
        under, ident = round(y + (EARTH / 2 + 9) * scale, 1), card_node(box, seat, column.people)
        nodes.append(_tucked(box, ident, region, column.people, card, x, under, scale))
    if column.sky >= 0:
        y = round(sky + SKY * scale / 2 - 1, 1)
        nodes.append(_card(box, card_node(box, seat, column.sky), region, column.sky, x, y, scale, "", card))
        if column.goal >= 0:
            y, ident = round(y - (SKY / 2 + 8) * scale, 1), card_node(box, seat, column.goal)
            nodes.append(_tucked(box, ident, region, column.goal, column.sky, x, y, scale))
    return nodes


@kit.kept
def _card(
    box: Box, node: str, region: str, card: int, x: float, y: float, scale: float, die: str, below: int = -1
) -> Node:
    """A card that lies open, with a die on it or not; `below` is the card that a space card lies above."""
    parts = face(box, card)
    words = title(box, card)
    if die:
        parts = (*parts, Use("die", 30.5, -28, 26, role=die))
        words = with_die(words)
    if below >= 0:
        words = say("{card} Lies above {other}.", card=words, other=box.labels[below])
    return kit.node(node, region, parts, x, y, scale=scale, layer=2, title=words)


@kit.kept
def _tucked(box: Box, node: str, region: str, card: int, host: int, x: float, y: float, scale: float) -> Node:
    """A card of which only a strip is seen."""
    where: dict[str, Arg] = {"card": title(box, card), "other": box.labels[host]}
    goal = box.cards[card].deck == INSPIRATION
    words = say("{card} Lies above {other}.", **where) if goal else say("{card} Lies under {other}.", **where)
    return kit.node(node, region, strip(box, card), x, y, scale=scale, layer=1, title=words)


def with_die(words: Phrase) -> Phrase:
    """The title of a die space on which a die lies."""
    return say("{card} A die lies on it.", card=words)
