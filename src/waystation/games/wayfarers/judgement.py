"""How well a seat stands: its points, its way to the end of the track, and what its panorama and goods promise.

Weights are in points at the beginning of a game. What only promises fades as the player who is nearest to the end gets
there. They were set by hand, then moved towards a linear regression of the points that followed over 311 games of
bots, as far as games against the weights before were won (docs/games/wayfarers.md has the tables).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from waystation.engine import Judgement, Reason

from . import opponent, scoring, track
from .box import Box
from .counting import GUILD_VP, PRIMARY_VP
from .expression import Op
from .frames import EFFECT, ME, Ask
from .names import GUARD, INSPIRATION, LAND, SPACE, TOWNSFOLK, WATER
from .panorama import Panorama
from .reasons import reasons
from .route import distance
from .state import WayfarersState

SCALE, AT_END = 14.0, 1.4
"""A lead of so many points is worth three quarters of a win: at the beginning, and once the end has been triggered."""
RACE, SURE = 2.5, 0.7
"""What a step towards the end of the track is worth, and the part of it that does not fade."""
WHOLE, LEAST = 14.0, 0.1
"""The game is young while everybody is so far from the end; promises never fade below LEAST."""
ROUNDS_A_STEP, OF_ITSELF = 2.5, 0.3
"""Under a round limit: how long a step takes; the part of its worth that it has, while there is time for another, if
nobody reaches the end."""
OPPONENT_STEP, OPPONENT_WORTH = 1.6, 70.0
"""How far a column is for the solo opponent, which needs nothing for its steps but time, and what it makes of time."""
PATIENCE, IN_THE_END, HURRY = 60, 0.001, 3.0
"""After so many rounds a game that goes on is worth less in every round, at last nothing: a seat that is behind and has
nothing left to gain must not keep everybody from the end for ever. Promises fade as well, and steps count for more."""
GOOD = 0.7
"""What a silver or provision is worth on the average."""
GOODS = (0.0, 1.0, 1.95, 2.8, 3.5, 4.05, 4.45, 4.7, 4.85, 4.95, 5.0)
"""What so many silver or provisions are worth: the first ones most, more than ten no more."""
DIE, READY, NEARLY_REST = 1.5, 0.2, 0.8
WORKERS = (1.3, 0.9, 0.9)
GUILDS = (0.9, 0.45, 0.45)
MARKED, SPARE = 3.0, 0.12
DIE_SPACE, VISTA, TILE, TOWN, RESTING, ROOM = 3.0, 5.0, 1.0, 0.6, 8.0, 0.5
ENGINE, SECOND, PROSPECT = 0.8, 0.4, 0.12
"""Per die: the worth of what its faces can do, on the average; of the second best use of each; of dice in supply."""
GAIN = [min(PRIMARY_VP[min(n + 1, 7)] - PRIMARY_VP[min(n, 7)], 4) for n in range(40)]
DECK_WORTH = {LAND: 4.5, WATER: 4.2, SPACE: 2.8, TOWNSFOLK: 1.0, INSPIRATION: 1.2}
PLAIN_WORTH = {
    Op.SILVER: 0.7, Op.PROVISION: 0.7, Op.DIE: 2.5, Op.GUILD: 0.5, Op.MARK: 0.35, Op.MOVE: 0.1, Op.RETRIEVE: 0.9,
    Op.REFRESH: 0.8, Op.ADJUST: 0.2, Op.JOURNAL: 1.5, Op.UPGRADE: 2.0, Op.DRAW: 4.5, Op.TOP: 4.0,
}  # fmt: skip
MOST_KEPT = 50_000


class Standing(NamedTuple):
    """One seat alone: points without guild majorities, what its belongings promise, and how far the end is."""

    points: float
    worth: float
    far: float


class Memory:
    """What is worked out once for a box, and the standings of panoramas seen lately."""

    def __init__(self, box: Box) -> None:
        self.worths = [_worth(box, effect) for effect in range(len(box.book))]
        #: per card with a die space: the assets it needs, its action's worth, and the provisions this takes
        self.uses = [
            (needs, self.worths[action], box.cost[action][1]) if needs >= 0 else None
            for needs, action in zip(box.needs, box.action, strict=True)
        ]
        self.standings: dict[Any, Standing] = {}
        self.engines: dict[Any, float] = {}
        self.distances: dict[Any, float] = {}


@lru_cache(maxsize=16)
def memory(box: Box) -> Memory:
    """The memory that goes with a box."""
    return Memory(box)


def _worth(box: Box, effect: int) -> float:
    """A rough worth of an effect that may wait."""
    what = box.book[effect]
    if what.op == Op.ACQUIRE:
        return DECK_WORTH[what.arg]
    if what.op in (Op.CHOICE, Op.PAID):
        best = max(sum(_worth(box, inner) for inner in part) for part in what.parts)
        return max(0.0, best - GOOD * sum(box.cost[effect]))
    return PLAIN_WORTH.get(what.op, 0.0) * what.n


# ---------------------------------------------------------------------- the whole table


def evaluate(s: WayfarersState, seat: int) -> float:
    """From 0 (lost) to 1 (won). The nearer the end, the more a lead in points is worth."""
    if s.agenda:
        return compare(s, seat, s.seats[seat].key(), rivals(s, seat))
    totals = scoring.points(s)
    lead = totals[seat] - max([total for other, total in enumerate(totals) if other != seat])
    return _share_of_win(lead, AT_END)


def _share_of_win(lead: float, scale: float) -> float:
    return 0.5 + 0.5 * lead / (scale + abs(lead))


def rivals(s: WayfarersState, seat: int) -> list[Standing]:
    """How the others stand; a bot that tries its own actions needs this once."""
    return [
        _opponent(s) if other and s.is_solo else standing(s, other, player.key())
        for other, player in enumerate(s.seats)
        if other != seat
    ]


def _opponent(s: WayfarersState) -> Standing:
    column = s.game.box.column_of
    steps = max(column) - column[s.seats[ME].marker]
    return Standing(sum(opponent.points(s).values()), OPPONENT_WORTH, OPPONENT_STEP * steps)


def compare(s: WayfarersState, seat: int, key: Any, others: list[Standing]) -> float:
    """The value of a game that goes on, from the key of the seat's panorama and the standings of the others."""
    points, worth, far = standing(s, seat, key)
    share, race = _time_left(s, min(far, *[other.far for other in others]))
    if s.round > PATIENCE:
        late = (s.round - PATIENCE) / PATIENCE
        share, race = share * max(0.0, 1.0 - late), race * (1.0 + HURRY * late)
    scale = SCALE * (0.4 + 0.6 * share)
    if s.ending:  # the track is of no more use, there is little time for anything else, and any lead is almost a win
        share, race, scale = 0.04 * s.ending, 0.0, AT_END
    if s.agenda[-1][1] >> seat & 1:
        worth += _waiting(s, seat)
        if race and _may_step(s, seat):
            points += 0.8 * race
    totals = [other.points + share * other.worth - race * other.far for other in others]
    totals.insert(seat, points + share * worth - race * far)
    _add_marks(s, totals, share)
    _add_majorities(s, totals)
    mine = totals.pop(seat)
    return _patience(s) * _share_of_win(mine - max(totals), scale)


def _patience(s: WayfarersState) -> float:
    if s.round <= PATIENCE or s.ending:
        return 1.0
    return max(IN_THE_END, 1.0 - (s.round - PATIENCE) / PATIENCE)


def _time_left(s: WayfarersState, nearest: float) -> tuple[float, float]:
    """How much promises count, and what a step is worth: less if a round limit ends the game before anybody does."""
    reach = 1.0
    if limit := s.game.options.round_limit:
        steps = (limit - s.round + 1) / ROUNDS_A_STEP
        reach = max(OF_ITSELF * min(1.0, steps / 4), min(1.0, 2 * steps / nearest - 1)) if nearest else 1.0
        nearest = min(nearest, steps)
    share = LEAST + nearest / WHOLE
    return share, reach * RACE * (SURE + (1.0 - SURE) * share)


def _add_marks(s: WayfarersState, totals: list[float], share: float) -> None:
    if max(s.mark) >= 0:
        for owner in s.mark:
            if owner >= 0:
                totals[owner] += share * MARKED


def _add_majorities(s: WayfarersState, totals: list[float]) -> None:
    for influence in zip(*[player.guild for player in s.seats], strict=True):
        most = max(influence)
        if most and influence.count(most) == 1:
            totals[influence.index(most)] += GUILD_VP


def _waiting(s: WayfarersState, seat: int) -> float:
    """What effects are worth that the seat may still take this turn."""
    worths = memory(s.game.box).worths
    worth = 0.0
    for frame in s.agenda:
        ask = frame[0]
        if ask == Ask.POOL or ask == Ask.TARGET:
            for entry in frame[3:]:
                worth += worths[entry & EFFECT]
        elif ask in (Ask.PUT, Ask.HOST, Ask.TUCK):
            worth += 1.0
        elif ask == Ask.DRAWN:
            worth += 4.0
        elif ask == Ask.TURN:
            worth += 3.0
    return 0.8 * worth


def _may_step(s: WayfarersState, seat: int) -> bool:
    """Whether a journal step waits that can be taken."""
    op = s.game.box.op
    waiting = {
        op[entry & EFFECT]
        for frame in s.agenda
        if frame[0] == Ask.POOL or frame[0] == Ask.TARGET
        for entry in frame[3:]
    }
    return Op.JOURNAL in waiting and track.can_step(s, seat, 0)


# ---------------------------------------------------------------------- one seat


def standing(s: WayfarersState, seat: int, key: Any) -> Standing:
    """How a seat stands; `key` is its panorama's."""
    box = s.game.box
    known = memory(box)
    whole = (key, s.sides, scoring.leads_comets(s, seat))
    found = known.standings.get(whole)
    if found is None:
        if len(known.standings) > MOST_KEPT:
            known.standings.clear()
        player = s.seats[seat]
        found = Standing(scoring.own_points(s, seat), promise(box, player), _distance(known, s, player))
        known.standings[whole] = found
    return found


def _distance(known: Memory, s: WayfarersState, player: Panorama) -> float:
    key = (s.sides, player.marker, *player.guild, *player.count)
    found = known.distances.get(key)
    if found is None:
        if len(known.distances) > MOST_KEPT:
            known.distances.clear()
        found = known.distances[key] = distance(s.game.box, s.sides, player)
    return found


def promise(box: Box, player: Panorama) -> float:
    """What a seat's belongings are worth beyond points."""
    worth = GOODS[min(player.silver, 10)] + GOODS[min(player.provision, 10)]
    ready, dice = sum(player.dice), 5 - player.reserve
    worth += DIE * dice + READY * ready + (NEARLY_REST if ready <= 1 else 0)
    for n, each in zip(player.workers, WORKERS, strict=True):
        worth += n * each
    for n, each in zip(player.guild, GUILDS, strict=True):
        worth += each * min(n, 4)
    worth += SPARE * min(player.supply, 6) + TILE * len(player.tiles)
    worth += ENGINE * dice * _engine(memory(box), box, player) + PROSPECT * _prospects(memory(box), box, player)
    return worth + _cards(box, player) + _tags(player) + _goals(box, player)


def _engine(known: Memory, box: Box, player: Panorama) -> float:
    """What a die can do with this caravan and these spaces, on the average over its faces."""
    key = (player.columns, player.raises, player.lowers, player.cards, player.town)
    found = known.engines.get(key)
    if found is None:
        if len(known.engines) > MOST_KEPT:
            known.engines.clear()
        found = known.engines[key] = _mean_use(known, box, player)
    return found


def _mean_use(known: Memory, box: Box, player: Panorama) -> float:
    """Per face the best use and a part of the second best; all spaces taken as free."""
    spaces = [
        (use[0] - box.gives[town], use[1])
        for card, town in zip(player.cards, player.town, strict=True)
        if (use := known.uses[card]) is not None
    ]
    total = 0.0
    for face in range(1, 7):
        columns = [player.columns[shown - 1] | GUARD for shown in player.reach(face)]
        worths = [worth for needs, worth in spaces if _fits(columns, needs)]
        worths += [0.0, 0.0]
        worths.sort(reverse=True)
        total += worths[0] + SECOND * worths[1]
    return total / 6


def _fits(columns: list[int], needs: int) -> bool:
    """Whether one of these columns, guard bits set, has all assets."""
    for have in columns:  # noqa: SIM110 (a generator takes twice as long)
        if have - needs & GUARD == GUARD:
            return True
    return False


def _prospects(known: Memory, box: Box, player: Panorama) -> float:
    """The worth of the best free spaces for the dice in supply."""
    free = [
        (use[1], use[0] - box.gives[town])
        for at, (card, town) in enumerate(zip(player.cards, player.town, strict=True))
        if (use := known.uses[card]) is not None and not player.die >> at & 1 and player.provision >= use[2]
    ]
    free.sort(key=lambda space: -space[0])
    worth = 0.0
    for face, n in enumerate(player.dice, 1):
        columns = [player.columns[shown - 1] | GUARD for shown in player.reach(face)] if n else []
        for _ in range(n):
            for space in free:
                if _fits(columns, space[1]):
                    free.remove(space)
                    worth += space[0]
                    break
    return worth


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


class WayfarersJudgement(Judgement[WayfarersState]):
    """What search and bots go by."""

    unfinished = 0.0  # what waits is counted with care
    trust = 0.45

    def evaluate(self, state: WayfarersState, seat: int) -> float:
        return evaluate(state, seat)

    def judge(self, state: WayfarersState, seat: int) -> Callable[[WayfarersState], float]:
        """How the others stand is worked out once."""
        if not state.agenda:
            return super().judge(state, seat)
        others = rivals(state, seat)

        def judged(after: WayfarersState) -> float:
            return compare(after, seat, after.seats[seat].key(), others) if after.agenda else evaluate(after, seat)

        return judged

    def own_reasons(
        self, before: WayfarersState, after: WayfarersState, turn: Sequence[int], seat: int
    ) -> Iterator[Reason]:
        return reasons(before, after, turn, seat)
