"""What came out of a run: files for other tools, and a summary with intervals."""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import IO, Any, BinaryIO, Self

import msgspec

from waystation.arena.match import Row
from waystation.engine.documents import LONGEST, naming, replacing
from waystation.engine.extras import needed_for
from waystation.engine.typed import convert, decode

FORMATS = (".jsonl", ".csv", ".parquet")


# ---------------------------------------------------------------------- files


def seat_rows(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The long form for tables: one flat dict for each seat of each game.

    Options are JSON; points by what gives them are ``line_<key>``. What accumulators added and called as one of a row's
    own columns is ``extra_<key>``.
    """
    for row in rows:
        for seat, bot in enumerate(row.seats):
            own = {
                "game": row.game,
                "version": row.version,
                "rules_version": row.rules_version,
                "options": msgspec.json.encode(row.options).decode(),
                "run": str(row.run) if row.run is not None else None,
                "index": row.index,
                "seed": row.seed,
                "seat": seat,
                "bot": bot,
                "score": row.scores[seat],
                "rank": row.ranks[seat] if row.ranks else None,
                "won": row.wins[seat],
                "reason": row.reason,
                "rounds": row.rounds,
                "decisions": row.decisions[seat],
                "seconds": row.seconds[seat],
                "faults": len(row.faults),
            }
            extra = _flat_extra(row.extra, seat).items()
            yield {
                **own,
                **{f"extra_{key}" if key in own else key: value for key, value in extra},
                **{f"line_{key}": points for key, points in row.lines[seat].items()},
            }


def _flat_extra(extra: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """What accumulators added; of components those in play, and those that this seat had, as JSON."""
    flat = dict(extra)
    components = flat.pop("components", None)
    if components is not None:
        for key, ids in (("dealt", components["dealt"]), ("taken", components["taken"][seat])):
            flat[key] = msgspec.json.encode(ids).decode()
    return flat


def write_rows(rows: Sequence[Row], path: Path | str) -> None:
    """Write rows as JSON lines (one game a line), or CSV or Parquet (one seat a line), by the name's ending."""
    with RowFile(path) as file:
        for row in rows:
            file.add(row)
        if not rows:
            file.begin()


class RowFile:
    """A file that takes rows as games end: whatever stops the run, the games before are in it.

    A Parquet file can only be written as a whole; until it is closed, its rows are in ``NAME.part.jsonl`` beside it.
    The file is begun with the first row; `more` goes on with a file of JSON lines that is there.
    """

    def __init__(self, path: Path | str, more: bool = False) -> None:
        self.path = path = Path(path)
        self._ending = path.suffix.lower()
        if self._ending not in FORMATS:
            raise ValueError(f"{path}: the name must end in one of {', '.join(FORMATS)}")
        if more and self._ending != ".jsonl":
            raise ValueError(f"{path}: only JSON lines can be gone on with")
        self._lines = path.with_name(f"{path.name}.part.jsonl") if self._ending == ".parquet" else path
        self._more = more
        self._file: IO[str] | None = None
        self._columns: list[str] = []
        self._flat: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def begin(self) -> None:
        """Open the file, which what was in it before does not survive."""
        if self._file is None:
            with naming(self.path, self._lines):
                self._file = self._lines.open("a" if self._more else "w", encoding="utf-8", newline="")

    def add(self, row: Row) -> None:
        """Write a row."""
        self.begin()
        assert self._file is not None
        if self._ending != ".jsonl":
            self._flat += seat_rows([row])
        with naming(self.path, self._lines):
            if self._ending == ".csv":
                self._add_flat(self._flat[-len(row.seats) :])
            else:
                self._file.write(msgspec.json.encode(row, enc_hook=_as_plain).decode() + "\n")
            self._file.flush()

    def _add_flat(self, lines: list[dict[str, Any]]) -> None:
        """Append lines; if they have columns of their own, the file is written again, under a longer head."""
        assert self._file is not None
        new = [column for column in _columns(lines) if column not in self._columns]
        self._columns += new
        if new and self.path.is_file():
            self._file.close()
            with replacing(self.path) as beside:  # a run that is stopped meanwhile keeps the file as it is
                _write_csv(self._flat, beside)
            self._file = self.path.open("a", encoding="utf-8", newline="")
            return
        writer = csv.DictWriter(self._file, self._columns, restval="")
        if new:  # a device or a pipe has passed on what there was
            writer.writeheader()
            lines = self._flat
        writer.writerows(lines)

    def close(self) -> None:
        """Nothing more will come."""
        if self._file is None:
            return
        with naming(self.path, self._lines):
            self._file.close()
        self._file = None
        if self._ending == ".parquet":
            _write_parquet(self._flat, self.path)
            self._lines.unlink()

    def sort(self) -> None:
        """For a closed file of a whole run, whose rows came as games ended: put them in order, in one go."""
        if not self.path.is_file():  # a device or a pipe has passed them on
            return
        with replacing(self.path) as beside:
            self._sort(beside)

    def _sort(self, beside: Path) -> None:
        if self._ending == ".jsonl":
            with self.path.open("rb") as file:
                lines = sorted(_lines(file), key=lambda line: number_of(decode(line, Row)))
            beside.write_bytes(b"".join(lines))
        else:
            self._flat.sort(key=lambda line: (line["index"], line["seat"]))
            if self._ending == ".csv":
                _write_csv(self._flat, beside)
            else:
                _write_parquet(self._flat, beside)


def _as_plain(value: Any) -> Any:
    """A number or an array of numpy's, of which accumulators make what they add, as JSON has it."""
    if not hasattr(value, "tolist"):
        raise TypeError(f"results hold no {type(value).__name__}")
    return value.tolist()


def number_of(row: Row) -> int:
    """The number of a row's game in its run."""
    return row.index


def read_rows(path: Path | str) -> list[Row]:
    """The rows of a JSON lines file; a last line that was not finished, because the run was killed, is left out.

    ``msgspec.DecodeError`` for what are no rows, and for rows that no game leaves behind.
    """
    with Path(path).open("rb") as file:
        rows = [decode(line, Row) for line in _lines(file)]
    for row in rows:
        _check(row)
    return rows


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines that were finished, but for empty ones; DecodeError for one that never seems to end.

    Files that were put together may have a byte order mark on any of them.
    """
    while (line := file.readline(LONGEST + 1)).endswith(b"\n"):
        if (row := line.removeprefix(BOM_UTF8)).strip():
            yield row
    if len(line) > LONGEST:
        raise msgspec.DecodeError(f"a line is longer than {LONGEST >> 20} MB")


class _Noted(msgspec.Struct):
    """What `ComponentsOfGame` adds to a row."""

    dealt: list[str]
    taken: list[list[str]]


def _check(row: Row) -> None:
    """ValidationError for a row whose lists do not go by its seats, or in which somebody won more than the game."""
    lists: list[Sequence[Any]] = [row.scores, row.wins, row.decisions, row.seconds, row.lines]
    if "components" in row.extra:
        lists.append(convert(row.extra["components"], _Noted).taken)
    if row.ranks:
        lists.append(row.ranks)
    if not row.seats or any(len(each) != len(row.seats) for each in lists):
        raise msgspec.ValidationError(f"game {row.index}: a list has not one entry for each of {len(row.seats)} seats")
    if not all(0 <= share <= 1 for share in row.wins):
        raise msgspec.ValidationError(f"game {row.index}: wins are shares of a game, from 0 to 1")


def _columns(flat: Sequence[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(key for line in flat for key in line))


def need_pyarrow() -> Any:
    """The pyarrow library; MissingExtra says how to get it."""
    with needed_for("writing parquet"):
        import pyarrow  # type: ignore[import-untyped]
        import pyarrow.parquet  # type: ignore[import-untyped]
    return pyarrow


def _write_csv(flat: Sequence[dict[str, Any]], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _columns(flat), restval="")
        writer.writeheader()
        writer.writerows(flat)


def _write_parquet(flat: Sequence[dict[str, Any]], path: Path) -> None:
    pyarrow = need_pyarrow()
    table = pyarrow.table({name: _alike([line.get(name) for line in flat]) for name in _columns(flat)})
    with path.open("wb") as file:  # given a name, it would delete a pipe that it takes for a file
        pyarrow.parquet.write_table(table, file)


def _alike(column: list[Any]) -> list[Any]:
    """A column as Parquet has it: all texts if one is a text, as seeds are that somebody chose."""
    if not any(isinstance(value, str) for value in column):
        return column
    return [value if value is None else str(value) for value in column]


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
