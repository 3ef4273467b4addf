"""What players add to the seed: part of every draw, kept in the record, and checked."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import waystation
from waystation.cli import app
from waystation.engine import Chance, Game, Match, RecordError, WaystationError, commitment, record
from waystation.engine.chance import mixed

ADA, BEN = "0" * 31 + "a", "f" * 32


def game() -> Game:
    return waystation.load("wayfinders", players=2)


def played(shares: dict[int, str], seed: int | str = 7) -> Match:
    match = Match(game(), seed, ["Ada", "Ben"], shares=shares)
    chance = Chance.of(1, "moves")
    for _ in range(30):
        match.apply(chance.choice(match.state.legal_actions(match.state.to_act[0])))
    return match


def test_the_seed_of_play_is_a_hash_of_all() -> None:
    """By hand, as docs/records.md tells it."""
    text = f'waystation shares ["7", [1, "{ADA}"], [2, "{BEN}"]]'
    assert mixed(7, {1: BEN, 0: ADA}) == hashlib.sha256(text.encode()).hexdigest()
    assert mixed(7, {}) == mixed("7", {}) == 7, "nobody added anything: the seed itself, as ever"
    seeds = {mixed(7, shares) for shares in ({0: ADA}, {1: ADA}, {0: BEN}, {0: ADA, 1: BEN}, {0: BEN, 1: ADA})}
    assert len(seeds) == 5


def test_a_share_changes_the_deal() -> None:
    deals = {str(Match(game(), 7, shares=shares).state.position()) for shares in ({}, {0: ADA}, {0: BEN})}
    assert len(deals) == 3


def test_the_record_holds_commitment_and_shares_and_verifies() -> None:
    match = played({0: ADA, 1: BEN})
    text = record.write(match)
    assert f"seed: 7\nseed-commitment: {commitment(7)}\n" in text
    assert f'shares: {{"1": "{ADA}", "2": "{BEN}"}}' in text
    again = record.verify(record.parse(text))
    assert (again.state, again.shares) == (match.state, {0: ADA, 1: BEN})
    assert record.write(again) == text
    secret = record.write(match, seed="commitment")
    assert '"seed"' not in secret
    assert "\nseed: " not in secret
    assert record.verify(record.parse(secret)).view(0) == match.view(0), "by the draws"
    assert record.verify(record.parse(secret), seed=7).state == match.state, "by the seed, told later"
    with pytest.raises(RecordError, match="does not match the one committed to"):
        record.verify(record.parse(secret), seed=8)


def signed(text: str) -> str:
    """With a checksum that fits."""
    body = text[: text.index("checksum: ")]
    return f"{body}checksum: sha256:{hashlib.sha256(body.encode()).hexdigest()}\n"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (ADA, "1" + ADA[1:], "chance gives|set-up"),
        (f', "2": "{BEN}"', "", "chance gives|set-up"),
        (f'"1": "{ADA}"', f'"1": "{BEN}"', "chance gives|set-up"),
        ("shares: {", 'shares: {"3": "' + ADA + '", ', "there is no seat"),
        ("shares: {", 'shares: {"01": "' + ADA + '", ', "there is no seat"),
        (ADA, ADA[1:], "shares"),
        (ADA, ADA[1:] + "\\n", "shares"),
        (ADA, ADA.upper(), "shares"),
        (f"seed-commitment: {commitment(7)}\n", "", "no commitment"),
        ("seed: 7", "seed: 8", "does not match"),
    ],
)
def test_what_was_changed_is_found(old: str, new: str, why: str) -> None:
    text = record.write(played({0: ADA, 1: BEN}))
    changed = signed(text.replace(old, new, 1))
    assert changed != text
    with pytest.raises(RecordError, match=why):
        record.verify(record.parse(changed))


def test_records_without_shares_are_as_they_were() -> None:
    text = record.write(played({}))
    assert "shares" not in text
    assert "commitment" not in text
    assert record.verify(record.parse(text)).shares == {}


def test_replay_says_what_is_proven(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = record.write(played({0: ADA, 1: BEN}))
    file.write_text(text)
    done = CliRunner().invoke(app, ["replay", str(file), "--verify", "--quiet"])
    assert done.exit_code == 0, done.output
    plain = re.sub(r"\s+", " ", done.output)
    assert f"Ada {ADA} and Ben {BEN}" in plain
    assert commitment(7) in plain


@pytest.mark.parametrize(
    "wrong", [{2: ADA}, {-1: ADA}, {True: ADA}, {0.0: ADA}, {0: "zz"}, {0: ADA.upper()}, {0: ADA + "0"}, {0: b"0" * 32}]
)
def test_a_match_takes_no_share_that_its_record_could_not_hold(wrong: dict[int, str]) -> None:
    with pytest.raises(WaystationError):
        Match(game(), 7, shares=wrong)


def test_seats_of_shares_may_be_numbers_of_another_kind() -> None:
    match = Match(game(), 7, shares={np.int64(0): ADA})
    assert record.verify(record.parse(record.write(match))).state == Match(game(), 7, shares={0: ADA}).state
