"""Options and set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

import waystation
from waystation.engine import OptionError, Spec
from waystation.games.wayfinders.chart import ALL_CELLS, HOME, bits
from waystation.games.wayfinders.components import standard_tiles
from waystation.games.wayfinders.game import Wayfinders
from waystation.games.wayfinders.hangars import column_tokens
from waystation.games.wayfinders.payment import ONE, count, size
from waystation.games.wayfinders.state import WayfindersState

IDS = [tile.id for tile in standard_tiles()]
LAYOUT = " ".join(IDS[:24])


def deal(seed: int = 1, **options: Any) -> WayfindersState:
    state = waystation.load("wayfinders", **options).new_state(seed)
    assert isinstance(state, WayfindersState)
    return state


def backs(state: WayfindersState) -> Counter[str]:
    return Counter(tile.back for tile in state.chart.tiles if tile)


@pytest.mark.parametrize(("players", "hangars"), [(2, 4), (3, 6), (4, 8)])
def test_the_rulebooks_set_up(players: int, hangars: int) -> None:
    state = deal(players=players)
    assert backs(state) == {"red": 9, "blue": 8, "yellow": 7}
    assert state.chart.tiles[HOME] is None
    assert len({tile.id for tile in state.chart.tiles if tile}) == 24
    assert [len(column_tokens(column)) for column in state.columns] == [3] * hangars
    assert [size(hand) for hand in state.hands] == [1] * players
    assert state.planes == [HOME] * players
    assert [owned.bit_count() for owned in state.owned] == [1] * players
    assert state.seen == ALL_CELLS
    assert state.to_act == (0,)


def test_sixty_tokens_twelve_of_each() -> None:
    state = deal(players=4)
    tokens = state.bag + sum(state.hands)
    tokens += sum(ONE[kind] for column in state.columns for kind in column_tokens(column))
    assert [count(tokens, kind) for kind in range(5)] == [12] * 5


def test_the_same_seed_deals_the_same_and_another_does_not() -> None:
    assert deal(7) == deal(7)
    assert deal(7).chart != deal(8).chart


def test_another_mix() -> None:
    assert backs(deal(red=5, blue=12, yellow=7)) == {"red": 5, "blue": 12, "yellow": 7}
    assert backs(deal(red=0, blue=15, yellow=9)) == {"blue": 15, "yellow": 9}


def test_any_mix_deals_any_category() -> None:
    seen = {tuple(sorted(backs(deal(seed, any_mix=True)).items())) for seed in range(20)}
    assert len(seen) > 5
    assert all(len({tile.id for tile in deal(seed, any_mix=True).chart.tiles if tile}) == 24 for seed in range(5))


def test_a_fixed_layout_is_laid_out_by_rows_whatever_the_seed() -> None:
    with_comments = LAYOUT.replace(" ", ",\n", 3) + "  # and nothing more"
    for seed in (1, 2):
        state = deal(seed, layout=with_comments)
        assert [tile.id for tile in state.chart.tiles if tile] == IDS[:24]
    assert state.chart.tiles[11].id == IDS[11]  # type: ignore[union-attr]
    assert state.chart.tiles[13].id == IDS[12]  # type: ignore[union-attr]


def test_exploration_shows_the_four_islands_beside_home() -> None:
    assert list(bits(deal(exploration=True).seen)) == [7, 11, 12, 13, 17]


def test_own_tiles_replace_ours_and_travel_with_the_options() -> None:
    tiles = [msgspec.structs.replace(tile, id="X" + tile.id) for tile in standard_tiles()]
    game = waystation.load("wayfinders", tiles=msgspec.to_builtins(tiles))
    state = game.new_state(1)
    assert isinstance(state, WayfindersState)
    assert all(tile.id.startswith("X") for tile in state.chart.tiles if tile)
    assert waystation.load("wayfinders", **game.options_doc()) == game


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "option players"),
        ({"players": 5}, "option players"),
        ({"red": 10}, "must add up to 24, not 25"),
        ({"red": 16, "blue": 8, "yellow": 0}, "option red: asked for 16, the tile set has 15 red ones"),
        ({"red": -1}, "option red"),
        ({"max_rounds": -1}, "option max_rounds"),
        ({"layout": "R-TRO-D1"}, "option layout: expected 24 tile ids, got 1"),
        ({"layout": LAYOUT.replace(IDS[0], "NONE")}, "option layout: there is no tile 'NONE'"),
        ({"layout": LAYOUT.replace(IDS[0], IDS[1])}, f"option layout: tile {IDS[1]!r} is named 2 times"),
        ({"layout": LAYOUT, "exploration": True}, "option layout"),
        ({"layout": LAYOUT, "any_mix": True}, "option layout"),
        ({"layout": "# nothing but a comment", "red": 1}, "must add up to 24, not 16"),
        ({"tiles": [{"id": "A"}]}, "option tiles: tile "),
        ({"tiles": msgspec.to_builtins(standard_tiles()[:20])}, "option tiles: a game needs 24 tiles or more, got 20"),
        ({"tiles": msgspec.to_builtins(standard_tiles()[:1] * 2)}, "tile R-TRO-D1: id: used by 2 tiles"),
        (
            {"tiles": msgspec.to_builtins(standard_tiles()[:30])},
            "option yellow: asked for 7, the tile set has 0 yellow",
        ),
        ({"weather": "fine"}, "weather"),
    ],
)
def test_bad_options_are_refused_with_the_reason(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        waystation.load("wayfinders", **options)
    assert message in str(error.value)


def test_the_spec_declares_what_the_rules_do_not_bound() -> None:
    spec: Spec = Wayfinders.spec
    assert spec.max_decisions is None
    assert spec.harness == {"max_rounds": 100, "max_free_steps": 50}
    assert waystation.load("wayfinders").options_doc() == {"players": 2}, "by default there is no bound"
