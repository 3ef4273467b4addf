"""The middle of the table: the five displays with workers and influence, guilds, the stock of upgrade tiles."""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import kit
from waystation.engine.scene import Circle, Line, Node, Part, Rect, Text, Use
from waystation.engine.words import Phrase, mark, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.knowledge import Shown, TableView
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
from waystation.games.wayfarers.words import LINES, effects_words, joined

TITLES = {
    "land": say("Land cards"),
    "water": say("Water cards"),
    "townsfolk": say("Townsfolk cards"),
    "space": say("Space cards"),
    "inspiration": say("Inspiration cards"),
}
STEP = 97
STOCK_ROWS = {"yellow": (40, 50, 74, 1), "blue": (40, 94, 74, 1), "green": (246, 48, 42, 2), "black": (330, 68, 44, 1)}
"""Where the first tile of a colour lies in the stock, how far it is to the next one, and how many lie in a column."""
PRICE_PLACES = {"yellow": (122, 16), "blue": (122, 72), "green": (267, 16), "black": (374, 16)}
DISPLAY_TALL = {name: TALL[deck] + (32 if name == "space" else 70) for deck, name in enumerate(DECKS)}


def display(box: Box, table: TableView, name: str, owners: Sequence[str]) -> list[Node]:
    """A display: the pile at the left, slots 4 to 1 towards the right, what each slot does below its card."""
    deck = DECKS.index(name)
    region = f"display:{name}"
    nodes = [glyphs.ground(region, 470, DISPLAY_TALL[name]), _pile(table.piles[name], name, deck)]
    nodes += [_slot(box, region, deck, slot) for slot in range(4)]
    for card in table.displays[name]:
        nodes.append(_shown(box, region, deck, card, owners[card.influence] if card.influence >= 0 else ""))
    return nodes


def _slot_x(slot: int) -> float:
    """Slot 1 lies farthest from the pile."""
    return 117 + STEP * (3 - slot)


@kit.kept
def _pile(n: int, name: str, deck: int) -> Node:
    parts: list[Part] = [
        Use("back", 0, 0, 52, role=f"ink-{name}"),
        Text(0, 2, str(n), 17, bold=True, role="pip"),
        kit.line(0, 36, LINES[name], 9, "middle", role="soft", most=64, smallest=7),
    ]
    words = say("{cards}: {n} in the pile", cards=TITLES[name], n=n)
    return kit.node(f"pile:{name}", f"display:{name}", parts, 36, 16 + TALL[deck] / 2, title=words)


@kit.kept
def _slot(box: Box, region: str, deck: int, slot: int) -> Node:
    tall = TALL[deck]
    parts: list[Part] = [Rect(-WIDE / 2, -tall / 2, WIDE, tall, 6, "veil")]
    if deck == SPACE:
        price = box.slot_silver[slot]
        parts += glyphs.draw([glyphs.word(str(price)), glyphs.Glyph("silver")], 0, tall / 2 + 9, 13)
        words = say("Slot {slot}: a space card here costs {n} silver", slot=slot + 1, n=price)
    else:
        action = box.slot_actions[deck][slot]
        parts.append(Rect(-WIDE / 2, tall / 2 + 4, WIDE, 44, 6, "cell"))
        colours = [("green", "yellow", "blue")[colour] for colour in box.slot_workers[deck]]
        for at, colour in enumerate(colours):
            parts.append(Use("person", at * 11 - 5.5 * (len(colours) - 1), tall / 2 + 12, 11, role=f"worker-{colour}"))
        parts += glyphs.block(glyphs.effects(box, action), 0, tall / 2 + 32, 16, 84)
        words = say(
            "Slot {slot}: a {colours:or} worker here: {gain}",
            slot=slot + 1,
            colours=[WORKER_WORDS[colour] for colour in box.slot_workers[deck]],
            gain=effects_words(box, action),
        )
    return kit.node(f"slot:{DECKS[deck]}:{slot + 1}", region, parts, _slot_x(slot), 16 + tall / 2, title=words)


@kit.kept
def _shown(box: Box, region: str, deck: int, shown: Shown, owner: str) -> Node:
    card = box.by_name[shown.card]
    parts = list(face(box, card))
    tall = TALL[deck]
    if (deck != SPACE and shown.price) or deck == DECKS.index("townsfolk"):
        parts += [
            Use("coin", -35, tall / 2 - 9, 16),
            Text(-35, tall / 2 - 9, str(shown.price), 11, bold=True, role="pip"),
        ]
    words = [title(box, card), say("In slot {n}.", n=shown.slot)]
    if deck == SPACE:
        words.append(say("It costs {n} silver there.", n=shown.price))
    for at, colour in enumerate(shown.workers):
        parts.append(Use("person", -22 + at * 18, -tall / 2 - 2, 22, role=f"worker-{colour}"))
        words.append(say("A {colour} worker lies on it.", colour=WORKER_WORDS[WORKERS.index(colour)]))
    if shown.influence >= 0:
        parts += [
            Use("token", 34, -tall / 2 + 8, 22, role=f"seat-{shown.influence}"),
            Text(34, -tall / 2 + 8, str(shown.influence + 1), 11, bold=True, role="on-seat"),
        ]
        words.append(say("Influence of {who} lies on it.", who=owner))
    x, y = _slot_x(shown.slot - 1), 16 + tall / 2
    told = joined(words, mark("{first} {rest}"))
    return kit.node(f"card:{shown.card}", region, parts, x, y, layer=2, title=told)


# ---------------------------------------------------------------------- what is being decided


def hand(box: Box, table: TableView) -> list[Node]:
    """Drawn cards (for their drawer), a card or tile on its way, and the effects that wait."""
    region = "hand"
    nodes = [glyphs.ground(region, 470, 116)]
    for at, name in enumerate(table.drawn):
        card = box.by_name[name]
        nodes.append(_held(box, card, 54 + at * 96))
    if table.hand and table.hand in box.by_name:
        card = box.by_name[table.hand]
        nodes.append(_held(box, card, 54))
    elif table.hand:
        tile = next(tile for tile in box.tiles if tile.name == table.hand)
        nodes.append(kit.node("tile:hand", region, tile_parts(tile, 0, 34), 60, 50, layer=2, title=tile_title(tile)))
    if table.pending:
        nodes += _waiting(box, table)
    elif not table.drawn and not table.hand:
        nothing = kit.line(0, 0, say("No effect is waiting."), 13, "middle", role="soft", most=440)
        nodes.append(kit.node("waiting", region, (nothing,), 235, 58))
    return nodes


def _held(box: Box, card: int, x: float) -> Node:
    return kit.node(f"card:{box.names[card]}", "hand", face(box, card), x, 58, layer=2, title=title(box, card))


def _waiting(box: Box, table: TableView) -> list[Node]:
    """The effects that wait, as icons, right of the cards in hand; those for which there is no room as a number."""
    left = 2 + 98 * (len(table.drawn) or bool(table.hand))
    columns = (466 - left) // 116
    fit = len(table.pending) if len(table.pending) <= 3 * columns else 3 * columns - 1
    nodes = []
    for at in range(min(fit + 1, len(table.pending))):
        numbers = tuple(box.numbers[text] for text in table.pending[at : at + 1 if at < fit else None])
        parts: list[Part] = [Rect(-54, -14, 108, 28, 8, "cell")]
        line = glyphs.effect(box, numbers[0]) if at < fit else [glyphs.word(f"+{len(numbers)}")]
        parts += glyphs.block(line, 0, 0, 15, 104)
        x, y = left + 58 + at % columns * 116, 26 + at // columns * 34
        words = say("Waits: {effects}", effects=effects_words(box, numbers))
        nodes.append(kit.node(f"waiting:{at}", "hand", parts, x, y, title=words))
    return nodes


# ---------------------------------------------------------------------- guilds


def guilds(table: TableView, names: Sequence[str]) -> list[Node]:
    """The three guilds: everybody's influence, a node per seat and guild."""
    owners = [(seat, view.guilds, names[seat]) for seat, view in enumerate(table.seats)]
    if table.opponent:
        owners.append((1, table.opponent.guilds, names[1]))
    nodes = [glyphs.ground("guilds", 440, 112)]
    for at, guild in enumerate(GUILDS):
        nodes.append(_guild(at, guild))
        best = max(influence[guild] for _, influence, _ in owners)
        leaders = [seat for seat, influence, _ in owners if influence[guild] == best and best]
        for row, (seat, influence, name) in enumerate(owners):
            leads = leaders == [seat]
            nodes.append(_influence(at, guild, row, seat, influence[guild], name, leads))
    return nodes


@kit.kept
def _guild(at: int, guild: str) -> Node:
    parts: list[Part] = [
        Rect(-70, -50, 140, 100, 8, "board"),
        Use("tower", -40, 6, 76, role=f"guild-{guild}"),
        kit.line(-66, -42, GUILD_WORDS[at], 8.5, bold=True, most=130),
    ]
    words = say(
        "{guild^} guild ({colour}). Once a turn: spend {ability}. 3 points for the sole leader.",
        guild=GUILD_WORDS[at],
        colour=COLOUR_WORDS[at],
        ability=ABILITIES[at],
    )
    return kit.node(f"guild:{guild}", "guilds", parts, 75 + at * 145, 56, title=words)


ABILITIES = (say("1 for a further journal step"), say("1 to turn dice by two steps"), say("1 to hire a ship"))


@kit.kept
def _influence(at: int, guild: str, row: int, seat: int, n: int, name: str, leads: bool) -> Node:
    parts: list[Part] = [
        Rect(-26, -11, 62, 22, 6, "cell"),
        Use("token", -14, 0, 20, role=f"seat-{seat}"),
        Text(-14, 0, str(seat + 1), 10, bold=True, role="on-seat"),
        Text(10, 0, str(n), 15, bold=True),
    ]
    if leads:
        parts.append(Use("flag", 26, 0, 14, role="good"))
    words = say("{name}: {n} influence in the {guild} guild", name=name, n=n, guild=GUILD_WORDS[at])
    if leads:
        words = say("{influence}, leads", influence=words)
    return kit.node(f"guild:{guild}:{seat}", "guilds", parts, 102 + at * 145, 20 + row * 24, layer=1, title=words)


# ---------------------------------------------------------------------- stock


def stock(box: Box, table: TableView) -> list[Node]:
    """The upgrade tiles that are left: four colours in a row each, the special ones as a ring of ten."""
    nodes = [glyphs.ground("stock", 440, 204)]
    used = dict.fromkeys(COLOURS, 0)
    for tile in box.tiles:
        colour = COLOURS[tile.colour]
        if colour == "pink":
            x, y = _ring_place(tile.order)
        else:
            start, y, step, rows = STOCK_ROWS[colour]
            x, y = start + used[colour] // rows * step, y + used[colour] % rows * 40
            used[colour] += 1
        nodes.append(_stock_tile(box, tile.id, table.stock[tile.name], x, y))
    return [*nodes, _prices(box)]


def _ring_place(order: int) -> tuple[float, float]:
    """Special tiles lie in a ring: 6 to 10 in the upper row from the left, 1 to 5 in the lower one from the right."""
    return (46 + (order - 6) * 86, 146) if order > 5 else (46 + (5 - order) * 86, 182)


@kit.kept
def _stock_tile(box: Box, number: int, n: int, x: float, y: float) -> Node:
    tile = box.tiles[number]
    size = 32
    parts: list[Part] = list(tile_parts(tile, 0, size)) if n else [Rect(-16, -14, 32, 28, 5, "veil")]
    if n and not tile.tags:
        parts += [
            Circle(tile.wide * 16, tile.high * 16 - 2, 8, "cell"),
            Text(tile.wide * 16, tile.high * 16 - 2, f"×{n}", 9, bold=True),
        ]
    left = say("{tile} {n} left.", tile=tile_title(tile), n=n)
    words = left if n else say("{id}: none left.", id=tile.name)
    return kit.node(f"stock:{tile.name}", "stock", parts, x, y, layer=1, title=words)


@kit.kept
def _prices(box: Box) -> Node:
    """What a tile of each colour costs: above its tiles; blue ones lie below the yellow ones, mostly at their price."""
    silver = {colour: box.prices[COLOURS.index(colour)][0].silver for colour in PRICE_PLACES}
    parts: list[Part] = []
    for colour, (x, y) in PRICE_PLACES.items():
        line = [glyphs.word(str(silver[colour])), glyphs.Glyph("silver")]
        if colour in GUILDS:
            line += [glyphs.word("/ 2"), glyphs.Glyph("tower", role="any", wide=0.8)]
        if colour != "blue" or silver["blue"] != silver["yellow"]:
            parts += glyphs.draw(line, x, y, 15 if y == 16 else 11)
    parts.append(Line(10, 122, 430, 122, "thin"))
    each = [_price(COLOURS.index(colour), n) for colour, n in silver.items()]
    words = say("Upgrade tiles. {prices} Pink: only gained.", prices=joined(each, mark("{first} {rest}")))
    return kit.node("prices", "stock", parts, title=words)


def _price(colour: int, n: int) -> Phrase:
    name = COLOUR_WORDS[colour]
    if colour <= BLUE:
        return say("{colour^}: {n} silver or 2 influence of its guild.", colour=name, n=n)
    return say("{colour^}: {n} silver.", colour=name, n=n)
