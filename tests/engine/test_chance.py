"""Chance: the same on every machine, independent streams, scripted draws."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest

from waystation.engine.chance import Chance, QuickChance, RecordingChance, ScriptedChance, TapeMismatch, commitment


def test_known_draws_never_change() -> None:
    """Recorded when the generator was made: a change here breaks every record there is."""
    chance = Chance.of(7, "play")
    assert [chance.below(6) for _ in range(12)] == KNOWN
    assert commitment(7) == "sha256:" + KNOWN_COMMITMENT


KNOWN = [5, 5, 1, 2, 0, 5, 1, 4, 4, 4, 3, 3]
QUICK = [5, 1, 3, 3, 3, 1, 4, 0, 4, 0, 0, 1, 3, 3, 1, 3, 0, 5, 2, 4]
QUICK_ORDER = [1, 5, 3, 4, 2, 8, 6, 7, 9, 0]
KNOWN_COMMITMENT = "27f5adca7e33613880b2091256e1abfdb00ff4d62676c02022544b2ce1acd0bb"


def test_draws_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from waystation.engine.chance import Chance; c = Chance.of('x', 's'); "
        "print([c.below(1000) for _ in range(50)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1


def test_every_value_is_about_equally_likely() -> None:
    chance = Chance.of(1, "fair")
    counts = Counter(chance.die(6) for _ in range(12_000))
    # chi-square with 5 degrees of freedom: 20.5 is passed by chance once in a thousand seeds; the seed is fixed
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5
    assert set(counts) == {1, 2, 3, 4, 5, 6}


def test_shuffles_reach_every_order() -> None:
    chance = Chance.of(1, "shuffle")
    orders = Counter()
    for _ in range(2400):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 24
    assert max(orders.values()) < 150
    assert min(orders.values()) > 60


@pytest.mark.parametrize(("number", "complaint"), [(-1, "0 or more, got -1"), (4, "3 items, so 4")])
def test_so_many_are_drawn_or_none(number: int, complaint: str) -> None:
    """-1 of three were two."""
    with pytest.raises(ValueError, match=complaint):
        Chance.of(1, "some").some("abc", number)
    assert Chance.of(1, "some").some("abc", 0) == []


def test_streams_of_one_seed_differ_and_spawning_does_not_move_the_parent() -> None:
    play, setup = Chance.of(7, "play"), Chance.of(7, "setup")
    assert [play.below(100) for _ in range(8)] != [setup.below(100) for _ in range(8)]
    before = play.clone()
    child = play.spawn("bot")
    assert play == before
    assert [child.below(100) for _ in range(8)] != [play.below(100) for _ in range(8)]


def test_the_key_is_not_shown() -> None:
    chance = Chance.of("secret", "play")
    assert chance.key.hex() not in repr(chance)


def test_recording_gives_the_same_draws_and_writes_them_down() -> None:
    plain, recording = Chance.of(3, "play"), RecordingChance(Chance.of(3, "play"))
    values = [plain.below(10) for _ in range(5)]
    assert [recording.below(10) for _ in range(5)] == values
    assert recording.take() == tuple((value, 10) for value in values)
    assert recording.take() == ()
    assert type(recording.clone()) is Chance


def test_a_script_comes_first_then_the_stream() -> None:
    scripted = ScriptedChance(Chance.of(3, "play"), [5, (2, 6)])
    plain = Chance.of(3, "play")
    plain.below(6), plain.below(6)
    assert [scripted.below(6), scripted.below(6), scripted.below(6)] == [5, 2, plain.below(6)]


@pytest.mark.parametrize("entry", [6, -1, (2, 8)])
def test_a_script_that_does_not_fit_is_refused(entry: int | tuple[int, int]) -> None:
    with pytest.raises(TapeMismatch, match="one of 6"):
        ScriptedChance(Chance.of(3, "play"), [entry]).below(6)


def test_a_quick_stream_never_changes_either() -> None:
    """Searches with a budget in simulations are the same on every machine."""
    chance = QuickChance(bytes(range(32)))
    assert [chance.below(6) for _ in range(20)] == QUICK
    items = list(range(10))
    chance.shuffle(items)
    assert items == QUICK_ORDER


def test_a_quick_stream_is_as_fair() -> None:
    chance = QuickChance(bytes(32))
    counts = Counter(chance.die(6) for _ in range(12_000))
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 20.5
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        orders[tuple(items)] += 1
    # 23 degrees of freedom: 49.7 is passed by chance once in a thousand seeds
    assert sum((orders[order] - 100) ** 2 / 100 for order in permutations(range(4))) < 49.7
    assert chance.choice(["only"]) == "only"
    chance.shuffle([])


def test_a_quick_stream_can_be_copied_and_branches_without_moving() -> None:
    chance = QuickChance(bytes(32))
    chance.below(6)
    copies = [chance.clone(), pickle.loads(pickle.dumps(chance))]
    drawn = [chance.below(100) for _ in range(20)]
    for copy in copies:
        assert [copy.below(100) for _ in range(20)] == drawn
        assert copy == chance
    before = chance.count
    assert isinstance(chance.spawn("x"), QuickChance)
    assert chance.spawn("x") == chance.spawn("x") != chance.spawn("y")
    assert chance.count == before
