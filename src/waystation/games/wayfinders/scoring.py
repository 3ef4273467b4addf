"""Score sheets, the outcome, and what islands are worth.

Rulebook, "Game end and scoring" and "Scoring effects"; rulings 27 to 41. Every function about an island takes `mine`,
the set of cells where the player's airstrips count (with or without Home: ruling 40), and `rivals`, the set of cells
where anybody else has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from waystation.engine import Outcome, ScoreLine, ScoreSheet, Scoring, ranked_outcome
from waystation.engine.words import Arg, Seat, say
from waystation.games.wayfinders.chart import (
    AROUND,
    BESIDE,
    CELL_NAMES,
    COLUMN,
    EFFECT_NAMES,
    FAR,
    HOME_BIT,
    ROW,
    SQUARES,
    Chart,
    bits,
)
from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.payment import size
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.turns import is_last_round, rounds
from waystation.games.wayfinders.wording import effect_words


def own_colour(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands of the tile's own colour, itself included."""
    return (mine & chart.coloured[chart.colour(cell)]).bit_count()


def cost_at_least(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands whose printed cost is that large (ruling 32)."""
    return (mine & chart.costing[chart.amount[cell]]).bit_count()


def colours(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Different colours among the player's islands; Home has none."""
    return sum(1 for cells in chart.coloured if cells & mine)


def shared(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on islands where a rival has one too (ruling 34)."""
    return (mine & rivals).bit_count()


def groups(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Separate groups of orthogonally joined islands (ruling 35)."""
    return count_groups(mine)


def column(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips in the tile's column, itself included."""
    return (mine & COLUMN[cell]).bit_count()


def row(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips in the tile's row, itself included."""
    return (mine & ROW[cell]).bit_count()


def around(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips on the up to eight cells around the tile, itself not included."""
    return (mine & AROUND[cell]).bit_count()


def far(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """Airstrips three or more orthogonal steps from Home."""
    return (mine & FAR).bit_count()


def squares(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """The largest number of 2 x 2 squares without a common cell, anywhere (ruling 39)."""
    return count_squares(mine)


Scorer = Callable[[Chart, int, int, int], int]
_SCORERS: dict[str, Scorer] = {
    scorer.__name__: scorer
    for scorer in (own_colour, cost_at_least, colours, shared, groups, column, row, around, far, squares)
}
SCORERS: tuple[Scorer | None, ...] = tuple(_SCORERS.get(name) for name in EFFECT_NAMES)
"""By effect number; None where the tile has flat points."""


@lru_cache(maxsize=1 << 14)
def count_groups(cells: int) -> int:
    """The number of orthogonally connected groups in a set of cells."""
    number = 0
    while cells:
        number += 1
        group = cells & -cells
        edge = group
        while edge:
            beside = 0
            for cell in bits(edge):
                beside |= BESIDE[cell]
            edge = beside & cells & ~group
            group |= edge
        cells &= ~group
    return number


@lru_cache(maxsize=1 << 14)
def count_squares(cells: int) -> int:
    """The largest number of 2 x 2 squares that fit into a set of cells without overlap."""
    inside = [square for square in SQUARES if square & cells == square]
    return max((1 + count_squares(cells & ~square) for square in inside), default=0)


def island_points(chart: Chart, cell: int, mine: int, rivals: int) -> int:
    """What the player's airstrip on this cell is worth."""
    scorer = SCORERS[chart.effect[cell]]
    return chart.points[cell] * (scorer(chart, cell, mine, rivals) if scorer else 1)


def islands_points(chart: Chart, built: int, rivals: int, home_counts: bool) -> int:
    """What all the player's airstrips are worth together; `built` includes Home."""
    mine = built if home_counts else built & ~HOME_BIT
    return sum(island_points(chart, cell, mine, rivals) for cell in bits(built & ~HOME_BIT))


# ---------------------------------------------------------------------- sheets and outcome


class WayfindersScoring(Scoring[WayfindersState]):
    """Red and yellow islands together, one line for each blue island, tokens, workers."""

    def sheet(self, state: WayfindersState, seat: int) -> ScoreSheet:
        built, others = state.owned[seat] & ~HOME_BIT, rivals_of(state, seat)
        mine = state.owned[seat] if state.game.options.home_counts else built  # ruling 40
        tokens, workers = size(state.hands[seat]), workers_out(state.workers[seat])
        return _sheet(state.chart, seat, built, mine, others, tokens, workers)

    def scores(self, state: WayfindersState, players: int) -> list[int]:
        return [_score(state, seat) for seat in range(players)]

    def outcome(self, state: WayfindersState) -> Outcome:
        """Most points wins; of those, most airstrips on the board; still equal, a shared win (ruling 30)."""
        scores = state.scores()
        airstrips = [owned.bit_count() for owned in state.owned]
        keys = list(zip(scores, airstrips, strict=True))
        winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
        best, most = scores[winners[0]], airstrips[winners[0]]
        tied = scores.count(best) > 1
        names: list[Arg] = [Seat(seat) for seat in winners]
        won = say("{winners} {winners?wins|share the win} with {n:point|points}", winners=names, n=best)
        if tied:
            won = say("{won} and {n:airstrip|airstrips}", won=won, n=most)
        if is_last_round(state):
            return ranked_outcome("last round", say("The last round is over: {won}.", won=won), scores, keys)
        return ranked_outcome("round limit", say("The round limit is reached: {won}.", won=won), scores, keys)

    def rounds(self, state: WayfindersState) -> int:
        return rounds(state)

    def components(self, state: WayfindersState) -> Iterator[tuple[str, int]]:
        """The islands on the map, and who has an airstrip there."""
        for cell, tile in enumerate(state.chart.tiles):
            if tile is not None:
                yield tile.id, -1
                for seat, owned in enumerate(state.owned):
                    if owned >> cell & 1:
                        yield tile.id, seat

    def by_component(self, state: WayfindersState, seat: int) -> dict[str, int]:
        """Each island by the id of its tile, whatever its colour."""
        chart, built, others = state.chart, state.owned[seat] & ~HOME_BIT, rivals_of(state, seat)
        mine = state.owned[seat] if state.game.options.home_counts else built
        points = {}
        for cell in bits(built):
            tile = chart.tiles[cell]
            assert tile is not None
            points[tile.id] = island_points(chart, cell, mine, others)
        points["tokens"], points["workers"] = size(state.hands[seat]), workers_out(state.workers[seat])
        return points


def rivals_of(state: WayfindersState, seat: int) -> int:
    """The cells where anybody else has an airstrip."""
    cells = 0
    for other, owned in enumerate(state.owned):
        if other != seat:
            cells |= owned
    return cells


def _score(state: WayfindersState, seat: int) -> int:
    """The total of the score sheet, quickly."""
    islands = islands_points(state.chart, state.owned[seat], rivals_of(state, seat), state.game.options.home_counts)
    return islands + size(state.hands[seat]) + workers_out(state.workers[seat])


@lru_cache(maxsize=4096)
def _sheet(chart: Chart, seat: int, built: int, mine: int, others: int, tokens: int, workers: int) -> ScoreSheet:
    blue, left = _blue_lines(chart, built, mine, others), _left_over(seat, tokens, workers)
    return ScoreSheet((*_flat_lines(chart, built), *blue, *left))


@lru_cache(maxsize=1024)
def _flat_lines(chart: Chart, built: int) -> tuple[ScoreLine, ...]:
    return (
        _flat_line(chart, built, "red", say("Resource islands")),
        _flat_line(chart, built, "yellow", say("Permanent islands")),
    )


def _flat_line(chart: Chart, built: int, back: str, label: str) -> ScoreLine:
    cells = [cell for cell in bits(built) if (tile := chart.tiles[cell]) and tile.back == back]
    points = sum(chart.points[cell] for cell in cells)
    return ScoreLine(back, label, points, tuple(f"island:{CELL_NAMES[cell]}" for cell in cells))


@lru_cache(maxsize=1024)
def _blue_lines(chart: Chart, built: int, mine: int, rivals: int) -> tuple[ScoreLine, ...]:
    return tuple(
        _blue_line(chart, cell, scorer(chart, cell, mine, rivals))
        for cell in bits(built)
        if (scorer := SCORERS[chart.effect[cell]])
    )


def _blue_line(chart: Chart, cell: int, units: int) -> ScoreLine:
    tile = chart.tiles[cell]
    assert tile is not None
    label = say("{cell}: {points} {effect}", cell=CELL_NAMES[cell], points=tile.points, effect=effect_words(tile))
    return ScoreLine(CELL_NAMES[cell], label, tile.points * units, (f"island:{CELL_NAMES[cell]}",))


@lru_cache(maxsize=1024)
def _left_over(seat: int, tokens: int, workers: int) -> tuple[ScoreLine, ...]:
    return (
        ScoreLine("tokens", say("Tokens left over"), tokens, (f"hand:{seat + 1}",)),
        ScoreLine("workers", say("Workers on the hangar board"), workers, (f"crew:{seat + 1}",)),
    )
