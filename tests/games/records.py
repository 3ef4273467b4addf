"""What the golden records of every game must do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from waystation.engine import Match, record


@cache
def replayed(path: Path) -> Match:
    return record.replay(record.parse(path.read_text(encoding="utf-8"), str(path)))


def check(path: Path) -> None:
    """The record is intact, verifies, and replays to the end and to the very text that it had."""
    text = path.read_text(encoding="utf-8")
    assert record.parse(text).checksum == "good"
    record.verify(record.parse(text))
    assert replayed(path).state.is_over
    assert record.write(replayed(path), comments=False) == text
