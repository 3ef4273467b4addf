"""How well a seat stands: its points, its way to the end of the track, and what its panorama and goods promise.

Weights are in points at the beginning of a game (`weights.py`). What only promises fades as the player who is
nearest to the end gets there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from waystation.engine import Judgement, Reason

from . import opponent, scoring, track
from .box import Box
from .counting import GUILD_VP, PRIMARY_VP
from .expression import Op
from .frames import EFFECT, ME, Ask
from .names import GUARD
from .panorama import Panorama
from .reasons import reasons
from .route import distance
from .state import WayfarersState
from .weights import Weights, of, worths

ROUNDS_A_STEP, OF_ITSELF = 2.5, 0.3
"""Under a round limit: how long a step takes; the part of its worth that it has, while there is time for another, if
nobody reaches the end."""
OPPONENT_WORTH = 70.0
"""What the solo opponent makes of the time that is left."""
PATIENCE, IN_THE_END, HURRY = 60, 0.001, 3.0
"""After so many rounds a game that goes on is worth less in every round, at last nothing: a seat that is behind and has
nothing left to gain must not keep everybody from the end for ever. Promises fade as well, and steps count for more."""
GOODS = (0.0, 1.0, 1.95, 2.8, 3.5, 4.05, 4.45, 4.7, 4.85, 4.95, 5.0)
"""What so many silver or provisions are worth: the first ones most, more than ten no more."""
GAIN = [min(PRIMARY_VP[min(n + 1, 7)] - PRIMARY_VP[min(n, 7)], 4) for n in range(40)]
MOST_KEPT = 50_000
MOST_BOXES = 16


class Standing(NamedTuple):
    """One seat alone: points without guild majorities, what its belongings promise in the long run and in the next
    turns, and how far the end is."""

    points: float
    worth: float
    soon: float
    far: float


class Memory:
    """What is worked out once for a box, the weights to go by, and the standings of panoramas seen lately."""

    def __init__(self, box: Box, weights: Weights) -> None:
        self.weights = weights
        plain, decks = worths(weights)
        self.worths = [_worth(box, effect, plain, decks, weights.good) for effect in range(len(box.book))]
        #: per card with a die space: the assets it needs, its action's worth, and the provisions this takes
        self.uses = [
            (needs, self.worths[action], box.cost[action][1]) if needs >= 0 else None
            for needs, action in zip(box.needs, box.action, strict=True)
        ]
        self.standings: dict[Any, Standing] = {}
        self.engines: dict[Any, float] = {}
        self.distances: dict[Any, float] = {}


MEMORIES: dict[tuple[Box, bool], Memory] = {}
"""By box and whether one plays alone; who compares weights puts memories of their own here."""


def memory(box: Box, alone: bool) -> Memory:
    """The memory that goes with a box, for several players or for one alone."""
    found = MEMORIES.get((box, alone))
    if found is None:
        if len(MEMORIES) >= MOST_BOXES:
            MEMORIES.clear()
        found = MEMORIES[box, alone] = Memory(box, of(alone))
    return found


def _worth(box: Box, effect: int, plain: dict[int, float], decks: dict[int, float], good: float) -> float:
    """A rough worth of an effect that may wait."""
    what = box.book[effect]
    if what.op == Op.ACQUIRE:
        return decks[what.arg]
    if what.op in (Op.CHOICE, Op.PAID):
        best = max(sum(_worth(box, inner, plain, decks, good) for inner in part) for part in what.parts)
        return max(0.0, best - good * sum(box.cost[effect]))
    return plain.get(what.op, 0.0) * what.n


# ---------------------------------------------------------------------- the whole table


def evaluate(s: WayfarersState, seat: int) -> float:
    """From 0 (lost) to 1 (won). The nearer the end, the more a lead in points is worth."""
    if s.agenda:
        return compare(s, seat, s.seats[seat].key(), rivals(s, seat))
    totals = scoring.points(s)
    lead = totals[seat] - max([total for other, total in enumerate(totals) if other != seat])
    return _share_of_win(lead, memory(s.game.box, s.is_solo).weights.at_end)


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
    far = memory(s.game.box, True).weights.opponent_step * steps
    return Standing(sum(opponent.points(s).values()), OPPONENT_WORTH, 0.0, far)


def compare(s: WayfarersState, seat: int, key: Any, others: list[Standing]) -> float:
    """The value of a game that goes on, from the key of the seat's panorama and the standings of the others."""
    w = memory(s.game.box, s.is_solo).weights
    points, worth, soon, far = standing(s, seat, key)
    share, race = _time_left(s, min(far, *[other.far for other in others]), w)
    soon_share = share
    if s.is_solo:
        soon_share = min(w.soon_most, w.soon_least + (share - w.least) * w.whole / w.soon_whole)
    if s.round > PATIENCE:
        late = (s.round - PATIENCE) / PATIENCE
        share, race = share * max(0.0, 1.0 - late), race * (1.0 + HURRY * late)
        soon_share *= max(0.0, 1.0 - late)
    scale = w.scale * (0.4 + 0.6 * share)
    if s.ending:  # the track is of no more use, there is little time for anything else, and any lead is almost a win
        share, race, scale = 0.04 * s.ending, 0.0, w.at_end
        soon_share = share
    if s.agenda[-1][1] >> seat & 1:
        soon += _waiting(s, w)
        if race and _may_step(s, seat):
            points += w.may_step * race
    totals = [other.points + share * other.worth + soon_share * other.soon - race * other.far for other in others]
    totals.insert(seat, points + share * worth + soon_share * soon - race * far)
    _add_marks(s, totals, share * w.marked, share * w.their_mark)
    _add_majorities(s, totals)
    mine = totals.pop(seat)
    return _patience(s) * _share_of_win(mine - max(totals), scale)


def _patience(s: WayfarersState) -> float:
    if s.round <= PATIENCE or s.ending:
        return 1.0
    return max(IN_THE_END, 1.0 - (s.round - PATIENCE) / PATIENCE)


def _time_left(s: WayfarersState, nearest: float, w: Weights) -> tuple[float, float]:
    """How much promises count, and what a step is worth: less if a round limit ends the game before anybody does."""
    reach = 1.0
    if limit := s.game.options.round_limit:
        steps = (limit - s.round + 1) / ROUNDS_A_STEP
        reach = max(OF_ITSELF * min(1.0, steps / 4), min(1.0, 2 * steps / nearest - 1)) if nearest else 1.0
        nearest = min(nearest, steps)
    share = w.least + nearest / w.whole
    return share, reach * w.race * (w.sure + (1.0 - w.sure) * share)


def _add_marks(s: WayfarersState, totals: list[float], each: float, theirs: float) -> None:
    """Influence on cards; `theirs`: what the solo opponent's is worth to it."""
    if max(s.mark) >= 0:
        for owner in s.mark:
            if owner >= 0:
                totals[owner] += theirs if owner and s.is_solo else each


def _add_majorities(s: WayfarersState, totals: list[float]) -> None:
    for influence in zip(*[player.guild for player in s.seats], strict=True):
        most = max(influence)
        if most and influence.count(most) == 1:
            totals[influence.index(most)] += GUILD_VP


def _waiting(s: WayfarersState, w: Weights) -> float:
    """What effects are worth that the seat may still take this turn."""
    worths = memory(s.game.box, s.is_solo).worths
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
            worth += w.turn
    return w.waiting * worth


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
    known = memory(box, s.is_solo)
    whole = (key, s.sides, scoring.leads_comets(s, seat))
    found = known.standings.get(whole)
    if found is None:
        if len(known.standings) > MOST_KEPT:
            known.standings.clear()
        player = s.seats[seat]
        worth, soon = promise(box, player, known)
        found = Standing(scoring.own_points(s, seat), worth, soon, _distance(known, s, player))
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


def promise(box: Box, player: Panorama, known: Memory) -> tuple[float, float]:
    """What a seat's belongings are worth beyond points: in the long run, and in the next turns."""
    w = known.weights
    ready, dice = sum(player.dice), 5 - player.reserve
    soon = w.goods * (GOODS[min(player.silver, 10)] + GOODS[min(player.provision, 10)])
    soon += w.ready * ready + (w.nearly_rest if ready <= 1 else 0)
    green, yellow, blue = player.workers
    soon += green * w.green_worker + yellow * w.yellow_worker + blue * w.blue_worker
    soon += w.prospect * _prospects(known, box, player)
    black, trade, exploring = player.guild
    worth = w.black * min(black, 4) + w.yellow * min(trade, 4) + w.blue * min(exploring, 4)
    worth += w.die * dice + w.spare * min(player.supply, 6) + w.tile * len(player.tiles)
    worth += w.engine * dice * _engine(known, box, player)
    return worth + _cards(box, player, w) + _tags(player, w) + _goals(box, player, w), soon


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
        total += worths[0] + known.weights.second * worths[1]
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


def _cards(box: Box, player: Panorama, w: Weights) -> float:
    worth = w.room * min(len(player.cards) - 5 - len(player.space), 2)
    for card, town in zip(player.cards, player.town, strict=True):
        if card > 5:
            worth += w.die_space if box.needs[card] >= 0 else w.vista
        if town >= 0:
            worth += w.resting if box.is_resting[town] else w.town
    return worth


def _tags(player: Panorama, w: Weights) -> float:
    """A primary tag more is worth a part of what the next step of its row brings, and the missing tags of a set."""
    tags = player.count[:4]
    least = min(tags)
    worth = 0.0
    for n in tags:
        worth += w.tag * GAIN[n]
        if n > least:
            worth += w.in_set
    return worth


def _goals(box: Box, player: Panorama, w: Weights) -> float:
    """An inspiration card is worth something by how near its goal is."""
    worth = 0.0
    own: list[int] = []
    for card, goal in zip(player.space, player.goal, strict=True):
        if goal >= 0:
            if not own:
                own = player.counts()
            near = min(min(max([own[c] for c in counts]) / n, 1.0) for n, counts in box.goals[goal])
            if near < 1.0:
                worth += w.goal * near * near
        elif card:
            worth += w.open_star
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
