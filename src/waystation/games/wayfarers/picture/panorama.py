"""A panorama: supply, dice, the player board with its caravan, and all cards in columns of sky, earth and people."""

from __future__ import annotations

from waystation.engine import kit
from waystation.engine.scene import Node, Part, Rect, Text, Use
from waystation.engine.words import Arg, Phrase, count, say
from waystation.games.wayfarers.box import Box, card_node
from waystation.games.wayfarers.knowledge import Laid, SeatView, TableView
from waystation.games.wayfarers.names import INSPIRATION, LAND, WORKER_WORDS, WORKERS
from waystation.games.wayfarers.parts import BLOCKED_CELLS, HOME_CITY, HOME_HARBOUR, HOME_M1, HOME_STAR, HOME_TOWNSFOLK
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.picture.cards import face, strip, title
from waystation.games.wayfarers.picture.tiles import by_name, tile_parts, tile_title
from waystation.games.wayfarers.words import asset_words, effects_words, provisions, silver

CELL = 38
CARAVAN_X, CARAVAN_Y = 10, 104
ROWS_Y, ROWS_TALL = 238, 450
DIE_STEP = 41
COLUMN_TALL = 202
SKY, EARTH, PEOPLE = 52, 134, 190
"""Heights of the space card, the land or water card and the townsfolk strip within a column."""


def panorama(box: Box, table: TableView, seat: int, name: str, points: int) -> list[Node]:
    """Everything of one player."""
    view = table.seats[seat]
    region = f"seat:{seat}"
    frame = "panel-on" if table.turn == seat and table.ask != "END" else "panel"
    nodes = [glyphs.ground(region, 480, 690, frame)]
    nodes += _head(view, seat, region, name, points)
    nodes += _dice(view, seat, region)
    nodes += _caravan(box, view, seat, region)
    home = tuple(name for name in view.placed if name.startswith("HOME_M"))
    nodes += _middle(box, home, seat, region)
    return nodes + _columns(box, view, seat, region)


def _head(view: SeatView, seat: int, region: str, name: str, points: int) -> list[Node]:
    parts: list[Part] = [
        Use("token", 18, 18, 26, role=f"seat-{seat}"),
        Text(18, 18, str(seat + 1), 13, bold=True, role="on-seat"),
        kit.line(36, 18, name[:14], 15, bold=True),
        kit.line(468, 18, count(points, "point|points"), 14, "end", bold=True, most=72),
    ]
    goods = [
        ("silver", "", view.silver, silver(view.silver)),
        ("provision", "", view.provision, provisions(view.provision)),
        ("token", f"seat-{seat}", view.supply, say("{n} influence in supply", n=view.supply)),
    ]
    words = say("{name}: {n:point|points}", name=name, n=points)
    nodes = [kit.node(f"head:{seat}", region, parts, title=words)]
    for at, (symbol, role, n, words) in enumerate(goods):
        icons: tuple[Part, ...] = (Use(symbol, 0, 0, 24, role=role), Text(15, 0, str(n), 15, "start", bold=True))
        nodes.append(kit.node(f"goods:{seat}:{symbol}", region, icons, 172 + at * 56, 18, title=words))
    return nodes


def _dice(view: SeatView, seat: int, region: str) -> list[Node]:
    """Dice in supply, one node per face; workers; dice in reserve."""
    nodes = []
    x = 24.0
    for value in sorted(set(view.dice)):
        n = view.dice.count(value)
        frame = Rect(-19, -19, DIE_STEP * (n - 1) + 38, 38, 7, "clear")  # all of them are outlined together
        parts: tuple[Part, ...] = (
            frame,
            *(Use(f"face-{value}", i * DIE_STEP, 0, 38, role=f"die-{seat}") for i in range(n)),
        )
        words = say("{n:die|dice} showing {value} in supply", n=n, value=value)
        nodes.append(kit.node(f"dice:{seat}:{value}", region, parts, x, 56, layer=1, title=words))
        x += DIE_STEP * n + 6
    for at, colour in enumerate(WORKERS):
        n = view.workers[colour]
        icons: tuple[Part, ...] = (
            Use("person", 0, 0, 26, role=f"worker-{colour}" if n else "veil"),
            Text(14, 0, str(n), 14, "start", bold=True),
        )
        words = say("{n} {colour} {n?worker|workers} in supply", n=n, colour=WORKER_WORDS[at])
        nodes.append(kit.node(f"worker:{seat}:{colour}", region, icons, 318 + at * 42, 56, title=words))
    if view.reserve:
        icons = (Use("die", 0, 0, 22, role="veil"), Text(0, 0, f"+{view.reserve}", 11, bold=True))
        words = say("{n:die|dice} in reserve", n=view.reserve)
        nodes.append(kit.node(f"reserve:{seat}", region, icons, 452, 56, title=words))
    return nodes


def _caravan(box: Box, view: SeatView, seat: int, region: str) -> list[Node]:
    back: list[Part] = [Rect(-4, -24, CELL * 6 + 8, CELL * 3 + 30, 8, "board")]
    for column in range(6):
        back.append(Use(f"face-{column + 1}", CELL * (column + 0.5), -12, 17, role=f"die-{seat}"))
    words = say("Caravan of player board {board}", board=view.board)
    nodes = [kit.node(f"caravan:{seat}", region, back, CARAVAN_X, CARAVAN_Y, title=words)]
    effects = box.caravans[box.board_names.index(view.board)]
    for cell in range(18):
        nodes.append(_cell(box, seat, region, cell, effects[cell]))
    nodes += [_laid(box, seat, region, at, laid) for at, laid in enumerate(view.tiles)]
    return nodes


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
        parts: list[Part] = [Rect(-54, -26, 108, 52, 8, "board"), Rect(-50, -22, 22, 22, 4, "space")]
        parts += glyphs.draw(glyphs.assets(what.needs), -39, -11, 15)
        parts += glyphs.block(glyphs.effect(box, what.action), 10, 0, 15, 84)
        if what.name in placed:
            parts.append(Use("die", -39, -11, 24, role=f"die-{seat}"))
            words = with_die(words)
        x, y = 308 + at % 2 * 112, 108 + at // 2 * 56
        nodes.append(kit.node(card_node(box, seat, card), region, parts, x, y, layer=1, title=words))
    household = box.cards[HOME_TOWNSFOLK]
    icons = [glyphs.Glyph("moon", role="ink-townsfolk"), glyphs.word(":"), *glyphs.effects(box, household.effects)]
    words = say("Observatory and library, and your household: {card}", card=title(box, HOME_TOWNSFOLK))
    people: tuple[Part, ...] = (
        Rect(-110, -12, 220, 24, 6, "card-townsfolk"),
        *glyphs.draw([*glyphs.tags(box.middle_tags), glyphs.Glyph(wide=1.0), *icons], 0, 0, 17),
    )
    return (*nodes, kit.node(card_node(box, seat, HOME_TOWNSFOLK), region, people, 364, 207, layer=1, title=words))


# ---------------------------------------------------------------------- cards


def _columns(box: Box, view: SeatView, seat: int, region: str) -> list[Node]:
    """Columns in reading order: land cards, newest first, then home, then water cards."""
    acquired = [box.by_name[name] for name in view.cards if not name.startswith("HOME")]
    space = [box.by_name[name] for name in view.space]
    above = dict(zip(acquired, [card for card in space if card != HOME_STAR], strict=False)) | {HOME_HARBOUR: HOME_STAR}
    land = [card for card in reversed(acquired) if box.cards[card].deck == LAND]
    water = [card for card in acquired if box.cards[card].deck != LAND]
    order = [*land, HOME_CITY, HOME_HARBOUR, *water]
    across = next(n for n in range(3, 60) if -(-len(order) // n) * COLUMN_TALL * 5 / n <= ROWS_TALL)
    scale = round(5 / across, 3)
    nodes = []
    for at, card in enumerate(order):
        x = 12 + (468 / across) * (at % across + 0.5) - 4
        y = ROWS_Y + at // across * COLUMN_TALL * scale
        nodes += _column(box, view, seat, region, card, above.get(card, -1), x, y, scale)
    return nodes


def _column(
    box: Box, view: SeatView, seat: int, region: str, card: int, sky: int, x: float, y: float, scale: float
) -> list[Node]:
    name = box.cards[card].name
    die = f"die-{seat}" if name in view.placed else ""
    nodes = [_card(box, card_node(box, seat, card), region, card, x, y + EARTH * scale, scale, die)]
    town = view.townsfolk.get(name)
    if town:
        people = box.by_name[town]
        nodes.append(_tucked(box, card_node(box, seat, people), region, people, card, x, y + PEOPLE * scale, scale))
    if sky >= 0:
        nodes.append(_card(box, card_node(box, seat, sky), region, sky, x, y + SKY * scale, scale, "", card))
        goal = view.inspiration.get(box.cards[sky].name)
        if goal:
            nodes.append(_tucked(box, f"card:{goal}", region, box.by_name[goal], sky, x, y + 12 * scale, scale))
    return nodes


@kit.kept
def _card(
    box: Box, node: str, region: str, card: int, x: float, y: float, scale: float, die: str, below: int = -1
) -> Node:
    """A card that lies open, with a die on it or not; `below` is the card that a space card lies above."""
    parts = face(box, card)
    words = title(box, card)
    if die:
        parts = (*parts, Use("die", -28, -13, 24, role=die))
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
