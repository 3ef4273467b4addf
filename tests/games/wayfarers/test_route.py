"""The way to the end of the journal track: what bots think it costs."""

from __future__ import annotations

from typing import Any

import pytest

from games.wayfarers.table import BOX, position
from waystation.engine import Chance
from waystation.games.wayfarers.counting import COUNTS
from waystation.games.wayfarers.panorama import Panorama
from waystation.games.wayfarers.route import INFLUENCE, LATER, OTHER, PRICES, SOON, distance, plan


def far(sides: int = 0, **seat: Any) -> float:
    player = position({"guilds": {}, **seat}).seats[0]  # type: ignore[attr-defined]
    return distance(BOX, sides, player)


def cheapest(sides: int, player: Panorama, at: int) -> float:
    """The same by trying every path to its end."""
    own = [*player.count, *player.guild]
    costs = []
    for edge in BOX.tracks[sides][at]:
        weight = 1.0 if BOX.column_of[at] - BOX.column_of[player.marker] < SOON else LATER
        missing = sum(max(0, n - got) * INFLUENCE for n, got in zip(edge.spend, player.guild, strict=True))
        if edge.have is not None:
            best = max(own[count] for count in edge.have.counts)
            price = min(PRICES.get(COUNTS[count], OTHER) for count in edge.have.counts)
            missing = max(0, edge.have.n - best) * price
        costs.append(1 + weight * missing + cheapest(sides, player, edge.to))
    return min(costs, default=0.0)


def test_the_end_is_reached() -> None:
    assert far(marker="J10c") == 0
    assert far(marker="J9a", guilds={"black": 1}) == 1


def test_what_is_missing_counts() -> None:
    assert far(marker="J9a") == 1 + INFLUENCE
    lacking = far(marker="J1a", cards=[])
    assert far(marker="J1a", cards=["L05"]) < lacking  # a second city opens the way to J2a
    assert far(marker="J9a", cards=["L05"]) == far(marker="J9a")


def test_sides_of_the_board_count() -> None:
    assert far(sides=0, marker="J2a", cards=["L05", "L06"]) != far(sides=1, marker="J2a", cards=["L05", "L06"])


@pytest.mark.parametrize("sides", range(8))
def test_who_has_everything_needs_eight_steps(sides: int) -> None:
    """Each way leads through one space of eight columns at least; the shortcuts jump over two."""
    player = Panorama.start(BOX, 0)
    player.count = [9] * len(player.count)
    player.guild = [9, 9, 9]
    assert distance(BOX, sides, player) == 8


@pytest.mark.parametrize("sides", range(8))
def test_no_other_way_is_cheaper(sides: int) -> None:
    chance = Chance.of(sides, "route")
    for marker in range(len(BOX.spaces)):
        player = Panorama.start(BOX, 0)
        player.marker = marker
        player.count = [chance.below(6) for _ in player.count]
        player.guild = [chance.below(3) for _ in player.guild]
        assert distance(BOX, sides, player) == pytest.approx(cheapest(sides, player, marker))


def test_a_plan_lists_what_can_be_reached() -> None:
    names = [BOX.spaces[at].name for at, _ in plan(BOX, 0, BOX.space_names.index("J8b"))]
    assert sorted(names) == ["J8b", "J9a", "J9b"]
    assert names[-1] == "J8b"
