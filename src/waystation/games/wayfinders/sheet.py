"""Score sheets and the outcome. Rulebook, "Game end and scoring"; rulings 27 to 30 and 40."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from waystation.engine.outcome import Outcome, ScoreLine, ScoreSheet, ranked_outcome
from waystation.games.wayfinders.chart import CELL_NAMES, HOME_BIT, Chart, bits
from waystation.games.wayfinders.hangars import workers_out
from waystation.games.wayfinders.payment import size
from waystation.games.wayfinders.scoring import SCORERS, island_points, islands_points
from waystation.games.wayfinders.turns import is_last_round
from waystation.games.wayfinders.wording import effect_words

if TYPE_CHECKING:
    from waystation.games.wayfinders.state import WayfindersState


def counting(state: WayfindersState, seat: int) -> int:
    """The cells where the seat's airstrips count for scoring: Home if the option says so (ruling 40)."""
    owned = state.owned[seat]
    return owned if state.game.options.home_counts else owned & ~HOME_BIT


def rivals(state: WayfindersState, seat: int) -> int:
    """The cells where anybody else has an airstrip."""
    cells = 0
    for other, owned in enumerate(state.owned):
        if other != seat:
            cells |= owned
    return cells


def score(state: WayfindersState, seat: int) -> int:
    """The total of the score sheet, quickly."""
    islands = islands_points(state.chart, state.owned[seat], rivals(state, seat), state.game.options.home_counts)
    return islands + size(state.hands[seat]) + workers_out(state.workers[seat])


def score_sheet(state: WayfindersState, seat: int) -> ScoreSheet:
    """Lines: red and yellow islands together, one line per blue island, tokens, workers."""
    return ScoreSheet(
        (
            *_flat_lines(state.chart, state.owned[seat] & ~HOME_BIT),
            *_blue_lines(state.chart, state.owned[seat] & ~HOME_BIT, counting(state, seat), rivals(state, seat)),
            *_left_over(seat, size(state.hands[seat]), workers_out(state.workers[seat])),
        )
    )


@lru_cache(maxsize=1024)
def _flat_lines(chart: Chart, built: int) -> tuple[ScoreLine, ...]:
    return (
        _flat_line(chart, built, "red", "Resource islands"),
        _flat_line(chart, built, "yellow", "Permanent islands"),
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
    label = f"{CELL_NAMES[cell]}: {tile.points} {effect_words(tile)} ({units})"
    return ScoreLine(CELL_NAMES[cell], label, tile.points * units, (f"island:{CELL_NAMES[cell]}",))


def points_by_tile(state: WayfindersState, seat: int) -> dict[str, int]:
    """The seat's points by the tiles that give them, and what is left over."""
    chart, mine, others = state.chart, counting(state, seat), rivals(state, seat)
    points = {}
    for cell in bits(state.owned[seat] & ~HOME_BIT):
        tile = chart.tiles[cell]
        assert tile is not None
        points[tile.id] = island_points(chart, cell, mine, others)
    points["tokens"], points["workers"] = size(state.hands[seat]), workers_out(state.workers[seat])
    return points


@lru_cache(maxsize=1024)
def _left_over(seat: int, tokens: int, workers: int) -> tuple[ScoreLine, ...]:
    return (
        ScoreLine("tokens", "Tokens left over", tokens, (f"hand:{seat + 1}",)),
        ScoreLine("workers", "Workers on the hangar board", workers, (f"crew:{seat + 1}",)),
    )


def outcome(state: WayfindersState) -> Outcome:
    """Most points wins; of those, most airstrips on the board; still equal, a shared win (ruling 30)."""
    scores = [score(state, seat) for seat in range(state.game.players)]
    airstrips = [owned.bit_count() for owned in state.owned]
    keys = list(zip(scores, airstrips, strict=True))
    reason = "last round" if is_last_round(state) else "round limit"
    ended = "The last round is over" if reason == "last round" else "The round limit is reached"
    winners = [seat for seat, key in enumerate(keys) if key == max(keys)]
    names = " and ".join(f"{{{seat}}}" for seat in winners)
    won = "wins" if len(winners) == 1 else "share the win"
    best = scores[winners[0]]
    tied = scores.count(best) > len(winners)
    how = f" and {airstrips[winners[0]]} airstrips" if tied or len(winners) > 1 else ""
    return ranked_outcome(reason, f"{ended}: {names} {won} with {best} points{how}.", scores, keys)
