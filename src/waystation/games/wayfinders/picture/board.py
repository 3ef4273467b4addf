"""The right side of the picture: hangars with their columns and workers, bag and buttons, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add

from waystation.engine import Node, Part, Path, Rect, Text, Use, View, kit
from waystation.engine.words import Arg, Phrase, say
from waystation.games.wayfinders.components import COLOURS, LETTERS, RESOURCES, WORKERS
from waystation.games.wayfinders.payment import bundle_of
from waystation.games.wayfinders.picture.islands import cube
from waystation.games.wayfinders.picture.look import TERRAIN
from waystation.games.wayfinders.view import HangarView, SeatView, TableView
from waystation.games.wayfinders.wording import COLOUR_NAMES, TOKEN, counted_tokens, in_order, in_words

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


@kit.kept
def _hangar(
    names: Sequence[str], hangar: HangarView, number: int, before: tuple[int, ...], x: float, y: float, width: float
) -> tuple[Node, ...]:
    """A hangar with its column and workers; `before`: each seat's workers in the hangars before it."""
    nodes = [_shed(names, hangar, number, x, y, width)]
    for place, letter in enumerate(hangar.tokens):
        nodes.append(_column_token(number, place, letter, x + 24, y + 51 + 32 * place))
    across = (width - 54) / 3
    for seat, count in enumerate(hangar.workers):
        for place, spot in enumerate(kit.row(count, x + 50 + across / 2, across)):
            nodes.append(_worker(names[seat], seat, before[seat] + place, number + 1, spot, y + 50 + 24 * seat))
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
        here=say("There: {workers}.", workers=here) if here else say("No workers."),
    )
    parts: tuple[Part, ...] = (
        Rect(2, 22, width - 4, SHED - 34, 8, "shed"),
        Path(f"M0 30Q{width / 2:g} -14 {width:g} 30Z", "roof"),
        Text(width / 2, 18, str(number + 1), 17, bold=True, role="on-band"),
        *(Rect(9, 36 + 32 * place, 30, 30, 15, "slot") for place in range(3)),
    )
    return kit.node(f"hangar:{number + 1}", "hangars", parts, x, y, title=title)


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
    parts = (Use("worker", size=26, role=f"seat-{seat}"), Use(kit.MARKS[seat], 0, 2, 7, role="on-seat"))
    if hangar:
        title = say("{owner}'s worker at hangar {hangar}", owner=owner, hangar=hangar)
    else:
        title = say("{owner}'s worker at hand", owner=owner)
    region = "hangars" if hangar else "players"
    return kit.node(f"worker:{seat + 1}:{number + 1}", region, parts, x, y, layer=2, title=title)


@kit.kept
def _bar(tokens: str, offered: frozenset[str], y: float) -> tuple[Node, ...]:
    """Bag and buttons."""
    bag: list[Part] = [kit.panel(WIDTH - 8, 52, r=10), Use("bag", 25, 27, 34, role="soft")]
    for letter, x in zip(LETTERS, kit.row(len(LETTERS), 62, 42), strict=True):
        bag += [Use(f"token-{letter}", x, 18, 24), Text(x, 40, str(tokens.count(letter)), 13, role="ink")]
    title = say("Bag: {tokens}", tokens=in_words(bundle_of(tokens)))
    return (
        kit.node("bag", "hangars", bag, 0, y, title=title),
        _button("return", say("Return"), say("Return all workers"), offered, 264, y + 7),
        _button("land", say("Land"), say("End the flight"), offered, 368, y + 7),
    )


def _button(name: str, text: Phrase, title: Phrase, offered: frozenset[str], x: float, y: float) -> Node:
    return kit.node(name, "hangars", kit.button(text, 98, 38, name in offered), x, y, layer=1, title=title)


# ---------------------------------------------------------------------- players


def players(table: TableView, names: Sequence[str], to_act: Sequence[int], totals: Sequence[int]) -> Iterator[Node]:
    """A panel for each player."""
    for seat, player in enumerate(table.seats):
        yield from _player(names[seat], seat, player, totals[seat], seat in to_act, seat * PANEL)


@kit.kept
def _player(name: str, seat: int, player: SeatView, total: int, turn: bool, y: float) -> tuple[Node, ...]:
    """A player's panel with all that lies on it."""
    return (
        _panel(name, seat, player, total, turn, y),
        *_tokens(name, seat, player.hand, y + 60),
        *_supplies(name, seat, player.workers, player.cubes, y + 91),
    )


def _panel(name: str, seat: int, player: SeatView, total: int, turn: bool, y: float) -> Node:
    parts: list[Part] = [
        Rect(1.5, 1.5, WIDTH - 11, PANEL - 13, 12, "panel-on" if turn else "panel"),
        *kit.moved(cube(seat, 26), 24, 23),
        kit.line(46, 23, name, 19, bold=True, most=WIDTH - 160),
        Text(WIDTH - 30, 26, str(total), 30, "end", bold=True, role="ink"),
        *_permanents(player.keep, player.free, player.wild),
    ]
    return kit.node(f"player:{seat + 1}", "players", parts, 0, y, title=_about(name, player, total))


def _about(name: str, player: SeatView, total: int) -> Phrase:
    """Points and permanents, and where the plane is."""
    facts: list[Arg] = [say("may keep {n:token|tokens}", n=player.keep), say("plane at {cell}", cell=player.plane)]
    if player.free:
        colours: list[Arg] = [COLOUR_NAMES[COLOURS.index(colour)] for colour in player.free]
        facts.append(say("enters {colours} islands freely", colours=colours))
    for resource in player.wild:
        facts.append(say("{token} counts as any resource", token=TOKEN[RESOURCES.index(resource)]))
    return say("{name}: {n:point|points}, {facts}", name=name, n=total, facts=facts)


def _permanents(keep: int, free: Sequence[str], wild: Sequence[str]) -> Iterator[Part]:
    """How many tokens may be kept, then free colours and wild resources."""
    yield from kit.counter("hand", 320, 60, keep, role="soft")
    if free:
        yield Use("plane", 368, 60, 20, role="soft")
    for x, colour in zip(kit.row(len(free), 389, 17), free, strict=True):
        place = COLOURS.index(colour)
        yield Use(TERRAIN[place], x, 60, 17, role=f"deep-{LETTERS[place]}")
    for x, resource in zip(kit.row(len(wild), 320, 22), wild, strict=True):
        yield Use(f"token-{LETTERS[RESOURCES.index(resource)]}", x, 90, 20)
    if wild:
        x = 316 + 22 * len(wild)
        yield Text(x, 90, "=", 14, bold=True, role="ink")
        yield Use("any", x + 18, 90, 20)


def _tokens(owner: str, seat: int, hand: str, y: float) -> Iterator[Node]:
    title = say("{owner} holds {tokens}", owner=owner, tokens=in_words(bundle_of(hand)))
    yield kit.node(f"hand:{seat + 1}", "players", (Rect(0, -16, 284, 32, 16, "tray"),), 12, y, title=title)
    for place, letter in enumerate(letter for letter in LETTERS if letter in hand):
        yield _held(seat, letter, hand.count(letter), place, y)


@kit.kept
def _held(seat: int, letter: str, count: int, place: int, y: float) -> Node:
    parts = (Use(f"token-{letter}", 0, 0, 28), Text(27, 0, f"×{count}", 15, bold=True, role="ink"))
    title = counted_tokens(LETTERS.index(letter), count)
    return kit.node(f"token:{seat + 1}:{letter}", "players", parts, 30 + 56 * place, y, layer=1, title=title)


def _supplies(owner: str, seat: int, workers: int, cubes: int, y: float) -> Iterator[Node]:
    """Workers and cubes not on the board."""
    tray = (Rect(0, -14, 122, 28, 14, "tray"),)
    title = say("{n:worker|workers} at hand", n=workers)
    yield kit.node(f"crew:{seat + 1}", "players", tray, 12, y, title=title)
    for number, x in zip(range(WORKERS - workers, WORKERS), kit.row(workers, 28, 22), strict=True):
        yield _worker(owner, seat, number, 0, x, y)
    parts = [part for x in kit.row(cubes, 0, 17) for part in kit.moved(cube(seat, 14), x, 0)]
    left = say("{n:airstrip cube|airstrip cubes} left", n=cubes)
    yield kit.node(f"cubes:{seat + 1}", "players", parts, 146, y, layer=1, title=left)
