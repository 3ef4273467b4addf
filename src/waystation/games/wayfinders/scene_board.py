"""The right side of the picture: hangars with their columns and workers, bag and buttons, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from operator import add

from waystation.engine.scene import Node, Part, Path, Rect, Text, Use
from waystation.engine.view import View
from waystation.games.wayfinders.components import COLOURS, LETTERS, RESOURCES, WORKERS
from waystation.games.wayfinders.look import MARKS, TERRAIN
from waystation.games.wayfinders.payment import bundle_of
from waystation.games.wayfinders.scene_islands import cube
from waystation.games.wayfinders.view import HangarView, SeatView, TableView
from waystation.games.wayfinders.wording import in_words

WIDTH = 480
SHED = 150
"""Height of a hangar with the space below it."""

BAR = 64
"""Height of the strip with bag and buttons."""

PANEL = 118
"""Height of a player's panel with the space below it."""


def hangars_height(table: TableView) -> float:
    """The height of the hangar board: one row of four, two of three or two of four."""
    return len(_rows(table)) * SHED + BAR


def _rows(table: TableView) -> list[range]:
    used = len(table.hangars)
    each = used if used == 4 else used // 2
    return [range(start, start + each) for start in range(0, used, each)]


# ---------------------------------------------------------------------- hangars


def buttons(view: View) -> frozenset[str]:
    """The buttons that the viewer may press now."""
    return frozenset(node for offer in view.legal for node in offer.nodes if node in ("return", "land"))


def hangars(table: TableView, names: Sequence[str], offered: frozenset[str]) -> Iterator[Node]:
    """Hangars, workers on the board, bag and buttons."""
    before = tuple(0 for _ in table.seats)
    for row, numbers in enumerate(_rows(table)):
        width = WIDTH / len(numbers)
        for place, hangar in enumerate(numbers):
            shown = table.hangars[hangar]
            yield from _hangar(names, shown, hangar, before, place * width, row * SHED, width - 8)
            before = tuple(map(add, before, shown.workers))
    yield from _bar(table.bag, offered, len(_rows(table)) * SHED)


@lru_cache(maxsize=4096)
def _hangar(
    names: Sequence[str], hangar: HangarView, number: int, before: tuple[int, ...], x: float, y: float, width: float
) -> tuple[Node, ...]:
    """A hangar with its column and workers; `before`: each seat's workers in the hangars before it."""
    nodes = [_shed(names, hangar, number, x, y, width)]
    for place, letter in enumerate(hangar.tokens):
        nodes.append(_column_token(number, place, letter, x + 24, y + 51 + 32 * place))
    across = (width - 54) / 3
    for seat, count in enumerate(hangar.workers):
        for place in range(count):
            spot = (x + 52 + across * (place + 0.5) - 2, y + 50 + 24 * seat)
            nodes.append(_worker(names[seat], seat, before[seat] + place, "hangars", *spot))
    return tuple(nodes)


@lru_cache(maxsize=4096)
def _shed(names: Sequence[str], hangar: HangarView, number: int, x: float, y: float, width: float) -> Node:
    name = str(number + 1)
    here = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(hangar.workers) if count)
    title = f"Hangar {name}: {in_words(bundle_of(hangar.tokens))}; workers: {here or 'none'}"
    return Node(f"hangar:{name}", "hangars", _walls(name, width), x, y, title=title)


@cache
def _walls(name: str, width: float) -> tuple[Part, ...]:
    return (
        Rect(2, 22, width - 4, SHED - 34, 8, "shed"),
        Path(f"M0 30Q{width / 2:g} -14 {width:g} 30Z", "roof"),
        Text(width / 2, 18, name, 17, bold=True, role="on-band"),
        *(Rect(9, 36 + 32 * place, 30, 30, 15, "slot") for place in range(3)),
    )


@cache
def _column_token(number: int, place: int, letter: str, x: float, y: float) -> Node:
    title = RESOURCES[LETTERS.index(letter)]
    token = (Use(f"token-{letter}", size=30),)
    return Node(f"column:{number + 1}:{place + 1}", "hangars", token, x, y, layer=1, title=title)


@lru_cache(maxsize=4096)
def _worker(owner: str, seat: int, number: int, region: str, x: float, y: float) -> Node:
    parts = (Use("worker", size=26, role=f"seat-{seat + 1}"), Use(MARKS[seat], 0, 2, 7, role=f"mark-{seat + 1}"))
    title = f"{owner}'s worker"
    return Node(f"worker:{seat + 1}:{number + 1}", region, parts, x, y, layer=2, title=title)


@lru_cache(maxsize=1024)
def _bar(tokens: str, offered: frozenset[str], y: float) -> tuple[Node, ...]:
    """Bag and buttons."""
    return tuple(_bar_nodes(tokens, offered, y))


def _bar_nodes(tokens: str, offered: frozenset[str], y: float) -> Iterator[Node]:
    bag: list[Part] = [Rect(0, 0, WIDTH - 8, 52, 10, "panel"), Use("bag", 25, 27, 34, role="soft")]
    for place, letter in enumerate(LETTERS):
        x = 62 + 42 * place
        bag += [Use(f"token-{letter}", x, 18, 24), Text(x, 40, str(tokens.count(letter)), 13, role="ink")]
    yield Node("bag", "hangars", tuple(bag), 0, y, title=f"Bag: {in_words(bundle_of(tokens))}")
    for place, (name, text) in enumerate((("return", "Return"), ("land", "Land"))):
        role, ink = ("button", "on-band") if name in offered else ("button-off", "soft")
        parts = (Rect(0, 0, 98, 38, 9, role), Text(49, 19, text, 17, bold=True, role=ink))
        title = {"return": "Return all workers", "land": "End the flight"}[name]
        yield Node(name, "hangars", parts, 264 + 104 * place, y + 7, layer=1, title=title)


# ---------------------------------------------------------------------- players


def players(table: TableView, names: Sequence[str], to_act: Sequence[int], totals: Sequence[int]) -> Iterator[Node]:
    """A panel for each player."""
    for seat, player in enumerate(table.seats):
        yield from _player(names[seat], seat, player, totals[seat], seat in to_act, seat * PANEL)


@lru_cache(maxsize=4096)
def _player(name: str, seat: int, player: SeatView, total: int, turn: bool, y: float) -> tuple[Node, ...]:
    """A player's panel with all that lies on it."""
    panel = _panel(name, seat, player.keep, player.free, player.wild, total, turn, y)
    supplies = _supplies(name, seat, player.workers, player.cubes, y + 91)
    return (panel, *_tokens(name, seat, player.hand, y + 60), *supplies)


@lru_cache(maxsize=4096)
def _panel(
    name: str, seat: int, keep: int, free: Sequence[str], wild: Sequence[str], total: int, turn: bool, y: float
) -> Node:
    parts: list[Part] = [
        Rect(1.5, 1.5, WIDTH - 11, PANEL - 13, 12, "turn" if turn else "panel"),
        *_shift(cube(seat, 26), 24, 23),
        Text(46, 23, name, 19, "start", bold=True, role="ink"),
        Text(WIDTH - 30, 26, str(total), 30, "end", bold=True, role="ink"),
        *_permanents(keep, free, wild),
    ]
    title = f"{name}: {total} points, may keep {keep} tokens"
    return Node(f"player:{seat + 1}", "players", tuple(parts), 0, y, title=title)


def _shift(parts: tuple[Part, ...], x: float, y: float) -> Iterator[Part]:
    """The rectangles and symbols of a piece, moved."""
    for part in parts:
        if isinstance(part, Rect):
            yield Rect(part.x + x, part.y + y, part.w, part.h, part.r, part.role)
        elif isinstance(part, Use):
            yield Use(part.symbol, part.x + x, part.y + y, part.size, part.turn, part.role)


def _permanents(keep: int, free: Sequence[str], wild: Sequence[str]) -> Iterator[Part]:
    """How many tokens may be kept, then free colours and wild resources."""
    yield Use("hand", 320, 60, 22, role="soft")
    yield Text(342, 60, str(keep), 16, bold=True, role="ink")
    if free:
        yield Use("plane", 368, 60, 20, role="soft")
    for number, colour in enumerate(free):
        place = COLOURS.index(colour)
        yield Use(TERRAIN[place], 389 + 17 * number, 60, 17, role=f"deep-{LETTERS[place]}")
    x = 320.0
    for resource in wild:
        yield Use(f"token-{LETTERS[RESOURCES.index(resource)]}", x, 90, 20)
        x += 22
    if wild:
        yield Text(x - 4, 90, "=", 14, bold=True, role="ink")
        yield Use("any", x + 14, 90, 20)


def _tokens(owner: str, seat: int, hand: str, y: float) -> Iterator[Node]:
    yield _hand(owner, seat, hand, y)
    for place, letter in enumerate(letter for letter in LETTERS if letter in hand):
        yield _held(seat, letter, hand.count(letter), place, y)


@lru_cache(maxsize=4096)
def _hand(owner: str, seat: int, hand: str, y: float) -> Node:
    title = f"{owner} holds {in_words(bundle_of(hand))}"
    return Node(f"hand:{seat + 1}", "players", (Rect(0, -16, 284, 32, 16, "tray"),), 12, y, title=title)


@lru_cache(maxsize=4096)
def _held(seat: int, letter: str, count: int, place: int, y: float) -> Node:
    parts = (Use(f"token-{letter}", 0, 0, 28), Text(27, 0, f"×{count}", 15, bold=True, role="ink"))
    title = f"{count} {RESOURCES[LETTERS.index(letter)]}"
    return Node(f"token:{seat + 1}:{letter}", "players", parts, 30 + 56 * place, y, layer=1, title=title)


def _supplies(owner: str, seat: int, workers: int, cubes: int, y: float) -> Iterator[Node]:
    """Workers and cubes not on the board."""
    yield _crew(seat, workers, y)
    for number in range(WORKERS - workers, WORKERS):
        yield _worker(owner, seat, number, "players", 28 + 22 * (number - WORKERS + workers), y)
    yield _cubes(seat, cubes, y)


@cache
def _crew(seat: int, workers: int, y: float) -> Node:
    tray = (Rect(0, -14, 122, 28, 14, "tray"),)
    return Node(f"crew:{seat + 1}", "players", tray, 12, y, title=f"{workers} workers at hand")


@cache
def _cubes(seat: int, left: int, y: float) -> Node:
    parts = tuple(part for place in range(left) for part in _shift(cube(seat, 14), 17 * place, 0))
    title = f"{left} airstrip cubes left"
    return Node(f"cubes:{seat + 1}", "players", parts, 146, y, layer=1, title=title)
