"""The middle of the table: the five displays with workers and influence, guilds, the stock of upgrade tiles."""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import kit
from waystation.engine.scene import Circle, Line, Node, Part, Rect, Text, Use
from waystation.engine.words import Phrase, mark, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.names import (
    BLUE,
    COLOUR_WORDS,
    COLOURS,
    DECKS,
    GUILD_WORDS,
    GUILDS,
    SPACE,
    WORKER_WORDS,
    WORKERS,
)
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.picture.cards import TALL, WIDE, face, title
from waystation.games.wayfarers.picture.tiles import tile_parts, tile_title
from waystation.games.wayfarers.view import Shown, TableView
from waystation.games.wayfarers.words import LINES, effects_words, joined

TITLES = {
    "land": say("Land cards"),
    "water": say("Water cards"),
    "townsfolk": say("Townsfolk cards"),
    "space": say("Space cards"),
    "inspiration": say("Inspiration cards"),
}
W, H = 470, 577
"""The market, a player's board and the journal are panels of one size."""
STEP = 97
TOPS = (12, 126, 240, 322, 414)
"""Where the cards of each display begin; below them lies what a worker gets there."""
HAND_Y = 490
STOCK_ROWS = {"yellow": (44, 52, 78, 1), "blue": (44, 98, 78, 1), "green": (263, 52, 44, 2), "black": (351, 74, 43, 1)}
"""Where the first tile of a colour lies in the stock, how far it is to the next one, and how many lie in a column."""
PRICE_PLACES = {"yellow": (130, 16), "blue": (130, 75), "green": (285, 16), "black": (400, 16)}


def market(box: Box, table: TableView, owners: Sequence[str]) -> list[Node]:
    """The five displays, one below the other, and what is being decided below them."""
    nodes = [_market()]
    for name in DECKS:
        nodes += display(box, table, name, owners)
    return nodes + hand(box, table)


@kit.kept
def _market() -> Node:
    """The stalls: a cloth in the colour of each deck, and the counter on which lies what is in hand."""
    parts: list[Part] = [kit.panel(W, H)]
    for deck, name in enumerate(DECKS):
        tall = TALL[deck] + (24 if deck == SPACE else 34)
        parts.append(Rect(4, TOPS[deck] - 6, W - 8, tall + 4, 8, f"stall-{name}"))
    parts.append(Rect(4, HAND_Y, W - 8, H - HAND_Y - 4, 8, "counter"))
    return kit.node("panel:market", "market", parts)


def display(box: Box, table: TableView, name: str, owners: Sequence[str]) -> list[Node]:
    """A display: the pile at the left, slots 4 to 1 towards the right, what each slot does below its card."""
    deck = DECKS.index(name)
    nodes = [_pile(table.piles[name], name, deck), *(_slot(box, deck, slot) for slot in range(4))]
    for card in table.displays[name]:
        nodes.append(_shown(box, deck, card, owners[card.influence] if card.influence >= 0 else ""))
    return nodes


def _slot_x(slot: int) -> float:
    """Slot 1 lies farthest from the pile."""
    return 125 + STEP * (3 - slot)


@kit.kept
def _pile(n: int, name: str, deck: int) -> Node:
    parts: list[Part] = [
        *(Use("back", 2 * at, -2 * at, 46, role=f"ink-{name}") for at in range(min(3, n))),
        Text(0, 2, str(n), 17, bold=True, role="pip" if n else "soft"),
        kit.line(0, 33, LINES[name], 12, "middle", role="soft", most=74, smallest=glyphs.LEAST),
    ]
    words = say("{cards}: {n} in the pile", cards=TITLES[name], n=n)
    return kit.node(f"pile:{name}", "market", parts, 41, TOPS[deck] + TALL[deck] / 2 - 6, title=words)


@kit.kept
def _slot(box: Box, deck: int, slot: int) -> Node:
    tall = TALL[deck]
    parts: list[Part] = [Rect(-WIDE / 2, -tall / 2, WIDE, tall, 6, "veil")]
    if deck == SPACE:
        price = box.slot_silver[slot]
        parts += glyphs.draw([glyphs.word(str(price)), glyphs.Glyph("silver")], 0, tall / 2 + 9, 14)
        words = say("Slot {slot}: a space card here costs {n} silver", slot=slot + 1, n=price)
    else:
        action = box.slot_actions[deck][slot]
        parts.append(Rect(-WIDE / 2, tall / 2 + 3, WIDE, 25, 6, "cell"))
        colours = [("green", "yellow", "blue")[colour] for colour in box.slot_workers[deck]]
        for at, colour in enumerate(colours):
            parts.append(Use("person", at * 10 - 37, tall / 2 + 15.5, 14, role=f"worker-{colour}"))
        left = 10 * len(colours) - 38
        room = WIDE / 2 - left - 2
        parts += glyphs.block(glyphs.effects(box, action), left + room / 2, tall / 2 + 15.5, 16, room, 1)
        words = say(
            "Slot {slot}: a {colours:or} worker here: {gain}",
            slot=slot + 1,
            colours=[WORKER_WORDS[colour] for colour in box.slot_workers[deck]],
            gain=effects_words(box, action),
        )
    x, y = _slot_x(slot), TOPS[deck] + tall / 2
    return kit.node(f"slot:{DECKS[deck]}:{slot + 1}", "market", parts, x, y, title=words)


@kit.kept
def _shown(box: Box, deck: int, shown: Shown, owner: str) -> Node:
    card = box.by_name[shown.card]
    parts = list(face(box, card))
    tall = TALL[deck]
    if (deck != SPACE and shown.price) or deck == DECKS.index("townsfolk"):
        parts += [
            Use("coin", -34, tall / 2 - 10, 18),
            Text(-34, tall / 2 - 10, str(shown.price), 12, bold=True, role="pip"),
        ]
    words = [title(box, card), say("In slot {n}.", n=shown.slot)]
    if deck == SPACE:
        words.append(say("It costs {n} silver there.", n=shown.price))
    # A townsfolk's name stands at the top; below, there is room between price and tag.
    stand = tall / 2 - 10 if deck == DECKS.index("townsfolk") else -tall / 2 + 1
    for at, colour in enumerate(shown.workers):
        parts.append(Use("person", -12 + at * 18, stand, 24, role=f"worker-{colour}"))
        words.append(say("A {colour} worker lies on it.", colour=WORKER_WORDS[WORKERS.index(colour)]))
    if shown.influence >= 0:
        parts += [
            Use("token", 34, -tall / 2 + 7, 24, role=f"seat-{shown.influence}"),
            Text(34, -tall / 2 + 7, str(shown.influence + 1), 12, bold=True, role="on-seat"),
        ]
        words.append(say("Influence of {who} lies on it.", who=owner))
    x, y = _slot_x(shown.slot - 1), TOPS[deck] + tall / 2
    told = joined(words, mark("{first} {rest}"))
    return kit.node(f"card:{shown.card}", "market", parts, x, y, layer=2, title=told)


# ---------------------------------------------------------------------- what is being decided


def hand(box: Box, table: TableView) -> list[Node]:
    """Drawn cards (for their drawer), a card or tile on its way, and the effects that wait."""
    nodes = []
    for at, name in enumerate(table.drawn):
        nodes.append(_held(box, box.by_name[name], 54 + at * 96))
    if table.hand and table.hand in box.by_name:
        nodes.append(_held(box, box.by_name[table.hand], 54))
    elif table.hand:
        tile = next(tile for tile in box.tiles if tile.name == table.hand)
        parts = tile_parts(tile, 0, 36)
        nodes.append(kit.node("tile:hand", "market", parts, 60, HAND_MIDDLE, layer=2, title=tile_title(tile)))
    if table.pending:
        nodes += _waiting(box, table)
    elif not table.drawn and not table.hand:
        nothing = kit.line(0, 0, say("No effect is waiting."), 13, "middle", role="soft", most=440)
        back = Rect(-140, -16, 280, 32, 8, "clear")
        nodes.append(kit.node("waiting", "market", (back, nothing), W / 2, HAND_MIDDLE))
    return nodes


HAND_MIDDLE = (HAND_Y + H - 4) / 2


def _held(box: Box, card: int, x: float) -> Node:
    name = f"card:{box.names[card]}"
    return kit.node(name, "market", face(box, card), x, HAND_MIDDLE, layer=2, title=title(box, card))


def _waiting(box: Box, table: TableView) -> list[Node]:
    """The effects that wait, as icons, right of the cards in hand; those for which there is no room as a number."""
    left = 4 + 98 * (len(table.drawn) or bool(table.hand))
    columns = (W - 4 - left) // 115
    fit = len(table.pending) if len(table.pending) <= 2 * columns else 2 * columns - 1
    nodes = []
    for at in range(min(fit + 1, len(table.pending))):
        numbers = tuple(box.numbers[text] for text in table.pending[at : at + 1 if at < fit else None])
        parts: list[Part] = [Rect(-54, -18, 108, 36, 8, "cell")]
        line = glyphs.effect(box, numbers[0]) if at < fit else [glyphs.word(f"+{len(numbers)}")]
        parts += glyphs.block(line, 0, 0, 18, 104)
        x, y = left + 58 + at % columns * 115, HAND_MIDDLE - 20 + at // columns * 40
        words = say("Waits: {effects}", effects=effects_words(box, numbers))
        nodes.append(kit.node(f"waiting:{at}", "market", parts, x, y, title=words))
    return nodes


# ---------------------------------------------------------------------- guilds


def guilds(table: TableView, names: Sequence[str]) -> list[Node]:
    """The three guilds: everybody's influence, a node per seat and guild."""
    owners = [(seat, view.guilds, names[seat]) for seat, view in enumerate(table.seats)]
    if table.opponent:
        owners.append((1, table.opponent.guilds, names[1]))
    nodes = [glyphs.ground("supply", W, H)]
    for at, guild in enumerate(GUILDS):
        nodes.append(_guild(at, guild))
        best = max(influence[guild] for _, influence, _ in owners)
        leaders = [seat for seat, influence, _ in owners if influence[guild] == best and best]
        for row, (seat, influence, name) in enumerate(owners):
            leads = leaders == [seat]
            nodes.append(_influence(at, guild, row, seat, influence[guild], name, leads))
    return nodes


GUILD_X, GUILD_STEP = 80, 155
STOCK_Y = 270


@kit.kept
def _guild(at: int, guild: str) -> Node:
    parts: list[Part] = [
        Rect(-72, -114, 148, 236, 10, "shade"),
        Rect(-74, -118, 148, 236, 10, "board"),
        Rect(-73, -117, 146, 28, 9, f"tile-{guild}"),
        Use("tower", -38, 22, 150, role=f"guild-{guild}"),
        kit.line(0, -103, GUILD_WORDS[at], 14, "middle", bold=True, role="card-face", most=136),
    ]
    words = say(
        "{guild^} guild ({colour}). Once a turn: spend {ability}. 3 points for the sole leader.",
        guild=GUILD_WORDS[at],
        colour=COLOUR_WORDS[at],
        ability=ABILITIES[at],
    )
    return kit.node(f"guild:{guild}", "supply", parts, GUILD_X + at * GUILD_STEP, 128, title=words)


ABILITIES = (say("1 for a further journal step"), say("1 to turn dice by two steps"), say("1 to hire a ship"))


@kit.kept
def _influence(at: int, guild: str, row: int, seat: int, n: int, name: str, leads: bool) -> Node:
    parts: list[Part] = [
        Rect(-32, -18, 84, 36, 8, "cell"),
        Use("token", -12, 0, 30, role=f"seat-{seat}"),
        Text(-12, 0, str(seat + 1), 14, bold=True, role="on-seat"),
        Text(18, 0, str(n), 20, bold=True),
    ]
    if leads:
        parts.append(Use("flag", 40, 0, 18, role="good"))
    words = say("{name}: {n} influence in the {guild} guild", name=name, n=n, guild=GUILD_WORDS[at])
    if leads:
        words = say("{influence}, leads", influence=words)
    return kit.node(f"guild:{guild}:{seat}", "supply", parts, 98 + at * GUILD_STEP, 66 + row * 46, layer=1, title=words)


# ---------------------------------------------------------------------- stock


def stock(box: Box, table: TableView) -> list[Node]:
    """The upgrade tiles that are left: four colours in a row each, the special ones as a ring of ten."""
    tiles = []
    used = dict.fromkeys(COLOURS, 0)
    for tile in box.tiles:
        colour = COLOURS[tile.colour]
        if colour == "pink":
            x, y = _ring_place(tile.order)
        else:
            start, y, step, rows = STOCK_ROWS[colour]
            x, y = start + used[colour] // rows * step, y + used[colour] % rows * 46
            used[colour] += 1
        tiles.append(_stock_tile(box, tile.id, table.stock[tile.name], x, y))
    tiles.sort(key=lambda tile: (-tile.x, -tile.y))  # how many there are stands in a corner that lies on the next tile
    return [_shelf(), *tiles, _prices(box)]


@kit.kept
def _shelf() -> Node:
    return kit.node("panel:stock", "supply", (Rect(6, 0, W - 12, H - STOCK_Y - 6, 10, "counter"),), 0, STOCK_Y)


def _ring_place(order: int) -> tuple[float, float]:
    """Special tiles lie in a ring: 6 to 10 in the upper row from the left, 1 to 5 in the lower one from the right."""
    return (60 + (order - 6) * 88, 180) if order > 5 else (60 + (5 - order) * 88, 240)


@kit.kept
def _stock_tile(box: Box, number: int, n: int, x: float, y: float) -> Node:
    tile = box.tiles[number]
    size = 40
    parts: list[Part] = list(tile_parts(tile, 0, size)) if n else [Rect(-19, -17, 38, 34, 6, "veil")]
    if n and not tile.tags:
        parts += [
            Circle(tile.wide * 20 - 1, tile.high * 20 - 3, 10, "cell"),
            Text(tile.wide * 20 - 1, tile.high * 20 - 3, f"×{n}", 12, bold=True),
        ]
    left = say("{tile} {n} left.", tile=tile_title(tile), n=n)
    words = left if n else say("{id}: none left.", id=tile.name)
    return kit.node(f"stock:{tile.name}", "supply", parts, x, STOCK_Y + y, layer=1, title=words)


@kit.kept
def _prices(box: Box) -> Node:
    """What a tile of each colour costs: above its tiles; blue ones lie below the yellow ones, mostly at their price."""
    silver = {colour: box.prices[COLOURS.index(colour)][0].silver for colour in PRICE_PLACES}
    parts: list[Part] = []
    for colour, (x, y) in PRICE_PLACES.items():
        line = [glyphs.word(str(silver[colour])), glyphs.Glyph("silver")]
        if colour in GUILDS:
            line += [glyphs.word("/2"), glyphs.Glyph("tower", role="any", wide=0.8)]
        if colour != "blue" or silver["blue"] != silver["yellow"]:
            parts += glyphs.draw(line, x, y, 16 if y == 16 else 12)
    parts.append(Line(12, 140, W - 12, 140, "thin"))
    each = [_price(COLOURS.index(colour), n) for colour, n in silver.items()]
    words = say("Upgrade tiles. {prices} Pink: only gained.", prices=joined(each, mark("{first} {rest}")))
    return kit.node("prices", "supply", parts, 0, STOCK_Y, title=words)


def _price(colour: int, n: int) -> Phrase:
    name = COLOUR_WORDS[colour]
    if colour <= BLUE:
        return say("{colour^}: {n} silver or 2 influence of its guild.", colour=name, n=n)
    return say("{colour^}: {n} silver.", colour=name, n=n)
