"""What the golden records of every game must do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def write_all(folder: Path, names: Iterable[str], play: Callable[[str], Match]) -> None:
    """Play these games and write their records into the folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        match = play(name)
        (folder / f"{name}.txt").write_text(record.write(match, comments=False), encoding="utf-8")
        print(f"{name}: {len(match.moves)} moves, {record.result_line(match)}")
