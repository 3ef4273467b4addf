"""What came out of a run: files for other tools, and a summary with intervals."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from waystation.arena.match import Row
from waystation.engine import WaystationError
from waystation.engine.typed import decode

FORMATS = (".jsonl", ".csv", ".parquet")


# ---------------------------------------------------------------------- files


def seat_rows(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The long form for tables: one flat dict for each seat of each game; lines of the sheet are ``line_<key>``."""
    for row in rows:
        for seat, bot in enumerate(row.seats):
            yield {
                "game": row.game,
                "index": row.index,
                "seed": row.seed,
                "seat": seat,
                "bot": bot,
                "score": row.scores[seat],
                "rank": row.ranks[seat] if row.ranks else None,
                "won": row.wins[seat],
                "reason": row.reason,
                "decisions": row.decisions[seat],
                "seconds": row.seconds[seat],
                "faults": len(row.faults),
                **row.extra,
                **{f"line_{key}": points for key, points in row.lines[seat].items()},
            }


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Write rows as JSON lines (one game a line), or CSV or Parquet (one seat a line), by the name's ending."""
    ending = path.suffix.lower()
    if ending == ".jsonl":
        path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    elif ending == ".csv":
        flat = list(seat_rows(rows))
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _columns(flat), restval="")
            writer.writeheader()
            writer.writerows(flat)
    elif ending == ".parquet":
        _write_parquet(list(seat_rows(rows)), path)
    else:
        raise ValueError(f"{path}: the name must end in one of {', '.join(FORMATS)}")


def read_rows(path: Path) -> list[Row]:
    """The rows of a JSON lines file."""
    return [decode(line, Row) for line in path.read_bytes().splitlines() if line.strip()]


def _columns(flat: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for line in flat for key in line))


def need_pyarrow() -> Any:
    """The pyarrow library; WaystationError says how to get it."""
    try:
        import pyarrow  # type: ignore[import-untyped]
        import pyarrow.parquet  # type: ignore[import-untyped]
    except ImportError as error:
        raise WaystationError("writing parquet needs pyarrow: pip install 'waystation[parquet]'") from error
    return pyarrow


def _write_parquet(flat: Sequence[dict[str, Any]], path: Path) -> None:
    pyarrow = need_pyarrow()
    table = pyarrow.table({name: [line.get(name) for line in flat] for name in _columns(flat)})
    pyarrow.parquet.write_table(table, path)


# ---------------------------------------------------------------------- summary


class Tally(msgspec.Struct, kw_only=True):
    """How a bot, or a seat, did: `wins` counts a shared win as a part; `low` and `high` bound the win rate (95 %)."""

    name: str
    games: int
    wins: float
    low: float
    high: float
    mean_score: float
    mean_rank: float
    decisions_per_game: float
    ms_per_decision: float

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0


class Summary(msgspec.Struct, kw_only=True):
    """A run in short."""

    games: int
    cut_off: int
    decisions: int
    bots: list[Tally]
    seats: list[Tally]
    reasons: dict[str, int]
    faults: list[str]


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's score interval for a rate; 95 % by default."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def summarize(rows: Sequence[Row]) -> Summary:
    """Wins by bot and by seat, with intervals; how games ended; what went wrong."""
    by_bot: dict[str, list[tuple[Row, int]]] = {}
    by_seat: dict[str, list[tuple[Row, int]]] = {}
    reasons: dict[str, int] = {}
    for row in rows:
        reasons[row.reason] = reasons.get(row.reason, 0) + 1
        for seat, bot in enumerate(row.seats):
            by_bot.setdefault(bot, []).append((row, seat))
            by_seat.setdefault(f"seat {seat + 1}", []).append((row, seat))
    return Summary(
        games=len(rows),
        cut_off=sum(1 for row in rows if not row.ranks),
        decisions=sum(sum(row.decisions) for row in rows),
        bots=[_tally(name, played) for name, played in sorted(by_bot.items())],
        seats=[_tally(name, played) for name, played in sorted(by_seat.items())],
        reasons=dict(sorted(reasons.items())),
        faults=[f"game {row.index}, {fault}" for row in rows for fault in row.faults],
    )


def _tally(name: str, played: Sequence[tuple[Row, int]]) -> Tally:
    games = len(played)
    wins = sum(row.wins[seat] for row, seat in played)
    low, high = wilson(wins, games)
    ranks = [row.ranks[seat] for row, seat in played if row.ranks]
    decisions = sum(row.decisions[seat] for row, seat in played)
    seconds = sum(row.seconds[seat] for row, seat in played)
    return Tally(
        name=name,
        games=games,
        wins=wins,
        low=low,
        high=high,
        mean_score=sum(row.scores[seat] for row, seat in played) / games,
        mean_rank=sum(ranks) / len(ranks) if ranks else 0.0,
        decisions_per_game=decisions / games,
        ms_per_decision=1000 * seconds / decisions if decisions else 0.0,
    )
