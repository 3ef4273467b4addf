"""The right side of the picture: hangars with their columns and workers, bag and buttons, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from waystation.engine import Circle, Node, Part, Path, Rect, Text, Use, kit
from waystation.engine.words import Arg, Phrase, say
from waystation.games.wayfinders.chart import CELL_NAMES
from waystation.games.wayfinders.components import COLOURS, LETTERS, RESOURCES, WORKERS
from waystation.games.wayfinders.payment import bundle_of
from waystation.games.wayfinders.picture.islands import cube
from waystation.games.wayfinders.picture.look import TERRAIN
from waystation.games.wayfinders.view import HangarView, SeatView, TableView
from waystation.games.wayfinders.wording import COLOUR_NAMES, TOKEN, counted_tokens, in_order, in_words, place_name

WIDTH = 480
SHED = 150
"""Height of a hangar with the space below it."""

BAR = 64
"""Height of the strip with bag and buttons."""


def panel_height(players: int) -> int:
    """Height of a player's panel with the space below it."""
    return 118 if players == 4 else 152


CREW = 0.76
"""Where workers at hand stand in a player's panel, as a part of its height."""

HANGARS = 2 * SHED + BAR
"""Height of the hangar board: two rows of two, three or four."""


# ---------------------------------------------------------------------- hangars


def hangars(table: TableView, names: Sequence[str]) -> list[Node]:
    """The hangars with their columns, without workers."""
    nodes: list[Node] = []
    for number, hangar in enumerate(table.hangars):
        nodes += _hangar(names, hangar, number, len(table.hangars))
    return nodes


@cache
def _place(number: int, hangars: int) -> tuple[float, float, float]:
    """Where a hangar of so many stands, and how wide it is."""
    columns = hangars // 2
    width = WIDTH / columns
    return width * (number % columns), SHED * (number // columns), width - 8


@kit.kept
def _hangar(names: Sequence[str], hangar: HangarView, number: int, hangars: int) -> tuple[Node, ...]:
    """A hangar with its column."""
    x, y, width = _place(number, hangars)
    tokens = [
        _column_token(number, place, letter, x + 24, y + 51 + 32 * place) for place, letter in enumerate(hangar.tokens)
    ]
    return (_shed(names, hangar, number, x, y, width), *tokens)


def workers(table: TableView, names: Sequence[str]) -> list[Node]:
    """All workers, on the board and at hand: in the same order wherever they are."""
    nodes: list[Node] = []
    for seat, at in enumerate(zip(*[hangar.workers for hangar in table.hangars], strict=True)):
        nodes += _crew(names[seat], seat, at, len(table.seats))
    return nodes


@kit.kept
def _crew(owner: str, seat: int, at: tuple[int, ...], seats: int) -> tuple[Node, ...]:
    """A seat's workers, so many at each hangar."""
    nodes: list[Node] = []
    for number, count in enumerate(at):
        x, y, width = _place(number, len(at))
        across = (width - 54) / 3
        for spot in kit.row(count, x + 50 + across / 2, across):
            nodes.append(_worker(owner, seat, len(nodes), number + 1, spot, y + 50 + 24 * seat))
    y = (seat + CREW) * panel_height(seats)
    for x in kit.row(WORKERS - len(nodes), 33, 22):
        nodes.append(_worker(owner, seat, len(nodes), 0, x, y))
    return tuple(nodes)


def _shed(names: Sequence[str], hangar: HangarView, number: int, x: float, y: float, width: float) -> Node:
    here: list[Arg] = [
        say("{name} {n:worker|workers}", name=names[seat], n=count)
        for seat, count in enumerate(hangar.workers)
        if count
    ]
    column = in_order(hangar.tokens)
    title = say(
        "Hangar {number}, from the top: {column}. {here}",
        number=number + 1,
        column=column,
        here=say("There: {workers}.", workers=tuple(here)) if here else say("No workers."),
    )
    return kit.node(f"hangar:{number + 1}", "hangars", _building(number, width), x, y, title=title)


@kit.kept
def _building(number: int, width: float) -> tuple[Part, ...]:
    ribs = "".join(f"M{x:g} 32V{14 + 0.0011 * (x - width / 2) ** 2:g}" for x in kit.row(9, width * 0.1, width * 0.1))
    return (
        Path(f"M2 28Q{width / 2:g} -18 {width - 2:g} 28V{SHED - 20}q0 8 -8 8H10q-8 0 -8 -8Z", "wall"),
        Rect(6, SHED - 13, width - 8, 4, 2, "shade"),
        Rect(44, 36, width - 54, SHED - 54, 6, "floor"),
        Path(f"M0 33V28Q{width / 2:g} -18 {width:g} 28V33Z", "roof"),
        Path(ribs, "rib"),
        Circle(width / 2, 18, 13, "plate"),
        Text(width / 2, 18, str(number + 1), 18, bold=True, role="on-plate"),
        *(Circle(24, 51 + 32 * place, 16, "slot") for place in range(3)),
    )


@kit.kept
def _column_token(number: int, place: int, letter: str, x: float, y: float) -> Node:
    title = say(
        "{token}, number {place} from the top of hangar {number}",
        token=TOKEN[LETTERS.index(letter)],
        place=place + 1,
        number=number + 1,
    )
    token = (Use(f"token-{letter}", size=30),)
    return kit.node(f"column:{number + 1}:{place + 1}", "hangars", token, x, y, layer=1, title=title)


@kit.kept
def _worker(owner: str, seat: int, number: int, hangar: int, x: float, y: float) -> Node:
    """A worker at a hangar, or (0) at hand."""
    if hangar:
        title = say("{owner}'s worker at hangar {hangar}", owner=owner, hangar=hangar)
    else:
        title = say("{owner}'s worker at hand", owner=owner)
    region = "hangars" if hangar else "players"
    return kit.node(f"worker:{seat + 1}:{number + 1}", region, _figure(seat), x, y, layer=2, title=title)


@cache
def _figure(seat: int) -> tuple[Part, ...]:
    """A worker; one and the same for all of a seat's, so that comparing pictures need not look into it."""
    return (
        Use("worker", 1.5, 3, 26, role="shade"),
        Use("worker", size=26, role=f"seat-{seat}"),
        Use(kit.MARKS[seat], 0, 2, 7, role="on-seat"),
    )


@kit.kept
def bar() -> tuple[Node, ...]:
    """The buttons beside the bag."""
    return (
        _button("return", say("Return"), say("Return all workers"), 264, 2 * SHED + 7),
        _button("land", say("Land"), say("End the flight"), 368, 2 * SHED + 7),
    )


@kit.kept
def bag(tokens: str) -> Node:
    """The bag, and what is in it."""
    parts: list[Part] = [kit.panel(WIDTH - 8, 52, r=10), Use("bag", 25, 27, 34, role="soft")]
    for letter, x in zip(LETTERS, kit.row(len(LETTERS), 62, 42), strict=True):
        parts += _in_bag(letter, tokens.count(letter), x)
    title = say("Bag: {tokens}", tokens=in_words(bundle_of(tokens)))
    return kit.node("bag", "hangars", parts, 0, 2 * SHED, title=title)


@kit.kept
def _in_bag(letter: str, count: int, x: float) -> tuple[Part, ...]:
    return Use(f"token-{letter}", x, 17, 26), Text(x, 40, str(count), 16, role="ink")


def _button(name: str, text: Phrase, title: Phrase, x: float, y: float) -> Node:
    return kit.node(name, "hangars", kit.button(text, 98, 38), x, y, layer=1, title=title)


# ---------------------------------------------------------------------- players


def players(table: TableView, names: Sequence[str], to_act: Sequence[int], totals: Sequence[int]) -> list[Node]:
    """A panel for each player."""
    height = panel_height(len(table.seats))
    nodes: list[Node] = []
    for seat, player in enumerate(table.seats):
        nodes += _player(names[seat], seat, player, totals[seat], seat in to_act, seat * height, height)
    return nodes


@kit.kept
def _player(
    name: str, seat: int, player: SeatView, total: int, turn: bool, y: float, height: float
) -> tuple[Node, ...]:
    """A player's panel with all that lies on it: the head, the hand, what is not on the board."""
    head, hand, crew = 0.18 * height, 0.46 * height, CREW * height
    parts = (
        *_ground(name, seat, turn, head, height),
        Text(WIDTH - 30, head + 3, str(total), 30, "end", bold=True, role="ink"),
        *_permanents(player.keep, player.free, player.wild, head, hand, crew),
    )
    return (
        kit.node(f"player:{seat + 1}", "players", parts, 0, y, title=_about(name, player, total)),
        *_tokens(name, seat, player.hand, y + hand),
        *_supplies(seat, player.workers, player.cubes, y + crew),
    )


@kit.kept
def _ground(name: str, seat: int, turn: bool, head: float, height: float) -> tuple[Part, ...]:
    """The panel with whose it is."""
    return (
        Rect(3, 5, WIDTH - 11, height - 13, 12, "shade"),
        Rect(1.5, 1.5, WIDTH - 11, height - 13, 12, "panel-on" if turn else "panel"),
        Rect(1.5, 10, 6, height - 30, 3, f"seat-{seat}"),
        *kit.moved(cube(seat, 24), 30, head),
        kit.line(52, head, name, 19, bold=True, most=WIDTH - 220),
    )


def _about(name: str, player: SeatView, total: int) -> Phrase:
    """Points and permanents, and where the plane is."""
    facts = _facts(player.keep, player.plane, player.free, player.wild)
    return say("{name}: {n:point|points}, {facts}", name=name, n=total, facts=facts)


@lru_cache(maxsize=4096)
def _facts(keep: int, plane: str, free: Sequence[str], wild: Sequence[str]) -> tuple[Arg, ...]:
    where = place_name(CELL_NAMES.index(plane))
    facts: list[Arg] = [say("may keep {n:token|tokens}", n=keep), say("plane at {cell}", cell=where)]
    if free:
        colours: list[Arg] = [COLOUR_NAMES[COLOURS.index(colour)] for colour in free]
        facts.append(say("enters {colours} islands freely", colours=tuple(colours)))
    for resource in wild:
        facts.append(say("{token} counts as any resource", token=TOKEN[RESOURCES.index(resource)]))
    return tuple(facts)


@kit.kept
def _permanents(
    keep: int, free: Sequence[str], wild: Sequence[str], head: float, y: float, low: float
) -> tuple[Part, ...]:
    """How much may be kept, beside the hand free colours, and below them wild resources."""
    return (*kit.counter("hand", WIDTH - 142, head, keep, 24, "soft"), *_icons(free, wild, y, low))


def _icons(free: Sequence[str], wild: Sequence[str], y: float, low: float) -> Iterator[Part]:
    if free:
        yield Use("plane", 372, y, 24, role="soft")
    for x, colour in zip(kit.row(len(free), 394, 18), free, strict=True):
        place = COLOURS.index(colour)
        yield Use(TERRAIN[place], x, y, 18, role=f"deep-{LETTERS[place]}")
    for x, resource in zip(kit.row(len(wild), 372, 18), wild, strict=True):
        yield Use(f"token-{LETTERS[RESOURCES.index(resource)]}", x, low, 20)
    if wild:
        behind = 368 + 18 * len(wild)
        yield Text(behind, low, "=", 16, bold=True, role="ink")
        yield Use("any", behind + 16, low, 20)


@kit.kept
def _tokens(owner: str, seat: int, hand: str, y: float) -> tuple[Node, ...]:
    title = say("{owner} holds {tokens}", owner=owner, tokens=in_words(bundle_of(hand)))
    tray = kit.node(f"hand:{seat + 1}", "players", (Rect(0, -18, 334, 36, 18, "tray"),), 16, y, title=title)
    held = [letter for letter in LETTERS if letter in hand]
    return (tray, *(_held(seat, letter, hand.count(letter), place, y) for place, letter in enumerate(held)))


@kit.kept
def _held(seat: int, letter: str, count: int, place: int, y: float) -> Node:
    parts = (
        Rect(-18, -18, 64, 36, 18, "hit"),
        Use(f"token-{letter}", 0, 0, 33),
        Text(33, 0, f"×{count}", 18, bold=True, role="ink"),
    )
    title = counted_tokens(LETTERS.index(letter), count)
    return kit.node(f"token:{seat + 1}:{letter}", "players", parts, 36 + 65 * place, y, layer=1, title=title)


@kit.kept
def _supplies(seat: int, workers: int, cubes: int, y: float) -> tuple[Node, ...]:
    """The place of the workers at hand, and the cubes not on the board."""
    tray = (Rect(0, -15, 122, 30, 15, "tray"),)
    title = say("{n:worker|workers} at hand", n=workers)
    return (kit.node(f"crew:{seat + 1}", "players", tray, 16, y, title=title), _cubes(seat, cubes, y))


@kit.kept
def _cubes(seat: int, cubes: int, y: float) -> Node:
    parts = [part for x in kit.row(cubes, 0, 17) for part in kit.moved(cube(seat, 14), x, 0)]
    left = say("{n:airstrip cube|airstrip cubes} left", n=cubes)
    return kit.node(f"cubes:{seat + 1}", "players", parts, 152, y, layer=1, title=left)
