"""How well a seat stands: its points and what its panorama, goods and place on the track still promise.

Weights are in points at the beginning of a game. What only promises fades as the leading marker nears the end of the
track. They were set by hand and adjusted by games against earlier versions (docs/games/wayfarers.md has the tables).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from . import scoring, solo
from .box import Box
from .components import Edge
from .counting import PRIMARY_VP
from .expression import Op
from .frames import EFFECT, Ask
from .names import INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER

if TYPE_CHECKING:
    from .panorama import Panorama
    from .state import WayfarersState

COLUMNS = 10
SCALE = 14.0
"""A lead of so many points is worth three quarters of a win."""
GOOD = 0.5
"""What a silver or provision is worth on the average."""
GOODS = (0.0, 0.9, 1.7, 2.4, 3.0, 3.5, 3.9, 4.2, 4.4, 4.6, 4.8)
"""What so many silver or provisions are worth: the first ones most, more than ten no more."""
DIE, READY, NEARLY_REST = 2.5, 0.2, 0.8
WORKERS = (1.3, 0.9, 0.9)
INFLUENCE, MARKED, SPARE = 0.45, 0.35, 0.12
DIE_SPACE, VISTA, TILE, TOWN, RESTING, ROOM = 1.3, 0.9, 0.8, 0.6, 0.9, 0.5
STEP, OPEN_STEP = 2.6, 2.6
GAIN = [min(PRIMARY_VP[min(n + 1, 7)] - PRIMARY_VP[min(n, 7)], 4) for n in range(40)]
DECK_WORTH = {LAND: 2.0, WATER: 2.0, SPACE: 3.0, TOWNSFOLK: 1.3, INSPIRATION: 1.2}
PLAIN_WORTH = {
    Op.SILVER: 0.5, Op.PROVISION: 0.5, Op.DIE: 2.5, Op.GUILD: 0.5, Op.MARK: 0.35, Op.MOVE: 0.1, Op.RETRIEVE: 0.9,
    Op.REFRESH: 0.6, Op.ADJUST: 0.2, Op.JOURNAL: 2.5, Op.UPGRADE: 1.5, Op.DRAW: 2.0, Op.TOP: 1.5,
}  # fmt: skip


@lru_cache(maxsize=16)
def worths(box: Box) -> list[float]:
    """A rough worth of each effect that may wait."""
    return [_worth(box, effect) for effect in range(len(box.book))]


def _worth(box: Box, effect: int) -> float:
    what = box.book[effect]
    if what.op == Op.ACQUIRE:
        return DECK_WORTH[what.arg]
    if what.op in (Op.CHOICE, Op.PAID):
        best = max(sum(_worth(box, inner) for inner in part) for part in what.parts)
        return max(0.0, best - GOOD * sum(box.cost[effect]))
    return PLAIN_WORTH.get(what.op, 0.0) * what.n


def evaluate(s: WayfarersState, seat: int, further: float = 0.0) -> float:
    """From 0 (lost) to 1 (won). The nearer the end, the more a lead in points is worth.

    `further`: promises of the seat that a bot knows besides.
    """
    share = left(s)
    totals: list[float] = [*scoring.points(s)]
    for other, player in enumerate(s.seats if s.agenda else ()):
        totals[other] += travel(s, player)
    mine = totals[seat] + share * (promise(s, seat) + _waiting(s, seat) + further)
    best = max(
        totals[other] + share * (_solo_promise(s) if s.is_solo and other else promise(s, other))
        for other in range(len(s.seats))
        if other != seat
    )
    lead = mine - best
    return 0.5 + 0.5 * lead / (SCALE * (0.4 + 0.6 * share) + abs(lead))


def left(s: WayfarersState) -> float:
    """How much of the game is left, from 1 to 0: by rounds and by the leading marker, little once the end is near."""
    if not s.agenda:
        return 0.0
    if s.ending:
        return 0.25 * s.ending / (len(s.seats) + 1)
    by_track = 1.0 - 0.04 * max([s.game.box.column_of[player.marker] for player in s.seats])
    return by_track * max(0.25, 1.0 - s.round / 40)


def travel(s: WayfarersState, player: Panorama) -> float:
    """The way along the track, worth more and more: who does not get on lets others choose when the game ends."""
    return (0.8 + s.round / 40) * (STEP * s.game.box.column_of[player.marker] + OPEN_STEP * _way_on(s, player))


def promise(s: WayfarersState, seat: int) -> float:
    """What a seat's belongings are worth beyond points."""
    player = s.seats[seat]
    worth = GOODS[min(player.silver, 10)] + GOODS[min(player.provision, 10)]
    ready = sum(player.dice)
    worth += DIE * (5 - player.reserve) + READY * ready + (NEARLY_REST if ready <= 1 else 0)
    for n, each in zip(player.workers, WORKERS, strict=True):
        worth += n * each
    for n in player.guild:
        worth += INFLUENCE * min(n, 4)
    worth += SPARE * min(player.supply, 6) + MARKED * s.mark.count(seat) + TILE * len(player.tiles)
    return worth + _cards(s.game.box, player) + _tags(player) + _goals(s.game.box, player)


def _way_on(s: WayfarersState, player: Panorama) -> float:
    """How near the next two steps of the journal are: 1 for an open one, 0.4 for another open one behind it."""
    best = 0.0
    for edge in s.edges[player.marker]:
        near = _nearness(s, player, edge)
        if near > 0.3:
            ahead = [_nearness(s, player, further) for further in s.edges[edge.to]]
            near *= 1.0 + 0.4 * max(ahead, default=1.0)
        if near > best:
            best = near
    return best


def _nearness(s: WayfarersState, player: Panorama, edge: Edge) -> float:
    """1 if a connection is open to a player, else 0.7 times how much of what it asks for is there."""
    if edge.have is not None:
        n, counts = edge.have
        have = player.count[counts[0]] if len(counts) == 1 else max([player.count[count] for count in counts])
        if have < n:
            return 0.7 * have / n
    else:
        missing = sum([max(need - got, 0) for need, got in zip(edge.spend, player.guild, strict=True)])
        if missing:
            return 0.7 / (1 + missing)
    return 0.0 if s.game.box.final[edge.to] and any(other.marker == edge.to for other in s.seats) else 1.0


def _cards(box: Box, player: Panorama) -> float:
    worth = ROOM * min(len(player.cards) - 5 - len(player.space), 2)
    for card, town in zip(player.cards, player.town, strict=True):
        if card > 5:
            worth += DIE_SPACE if box.needs[card] >= 0 else VISTA
        if town >= 0:
            worth += RESTING if box.is_resting[town] else TOWN
    return worth


def _tags(player: Panorama) -> float:
    """A primary tag more is worth a part of what the next step of its row brings, and the missing tags of a set."""
    tags = player.count[:4]
    least = min(tags)
    worth = 0.0
    for n in tags:
        worth += 0.35 * GAIN[n]
        if n > least:
            worth += 1.1
    return worth


def _goals(box: Box, player: Panorama) -> float:
    """An inspiration card is worth something by how near its goal is."""
    worth = 0.0
    own: list[int] = []
    for card, goal in zip(player.space, player.goal, strict=True):
        if goal >= 0:
            if not own:
                own = player.counts()
            near = min(min(max([own[c] for c in counts]) / n, 1.0) for n, counts in box.goals[goal])
            if near < 1.0:
                worth += 3.0 * near * near
        elif card:
            worth += 0.2
    return worth


def _waiting(s: WayfarersState, seat: int) -> float:
    """Effects that the seat may still take this turn."""
    if not s.agenda or not s.agenda[-1][1] >> seat & 1:
        return 0.0
    worth = 0.0
    for frame in s.agenda:
        if frame[0] == Ask.POOL or frame[0] == Ask.TARGET:
            for entry in frame[3:]:
                worth += worths(s.game.box)[entry & EFFECT]
        elif frame[0] in (Ask.PUT, Ask.HOST, Ask.TUCK):
            worth += 1.0
        elif frame[0] == Ask.DRAWN:
            worth += 2.0
        elif frame[0] == Ask.TURN:
            worth += 3.0
    return 0.8 * worth


def _solo_promise(s: WayfarersState) -> float:
    """The opponent gains about two points a turn until its marker arrives."""
    return 1.8 * (COLUMNS - s.game.box.column_of[s.seats[solo.ME].marker])
