"""Games of bots to learn from: for each decision what the seat saw, might do and did, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

from waystation.arena import Row, simulate
from waystation.arena.results import need_pyarrow
from waystation.bots import BotLike
from waystation.engine import Game, Seed, State


class Decisions:
    """An accumulator: the decisions of a game, in the column "decisions"."""

    def __init__(self, game: Game, seed: Seed, names: Sequence[str]) -> None:
        self._found: list[tuple[int, int, list[int], bytes, float]] = []

    def step(self, state: State, seat: int, action: int) -> None:
        worth = state.game.evaluate(state, seat)
        self._found.append((seat, action, state.legal_actions(seat), bytes(state.observe(seat)), worth))

    def columns(self, state: State) -> dict[str, Any]:
        return {"decisions": self._found}


def write_dataset(
    game: Game, bots: Sequence[BotLike], games: int, path: Path | str, seed: Seed = 0, jobs: int = 1
) -> Iterator[Row]:
    """Play games and write every decision to a Parquet file, game by game; yields their rows, without the decisions.

    The columns: `game` (its number), `seed`, `ply`, `seat`, `action` (id), `move` (notation), `legal` (ids),
    `observation` (int16, see `Game.encoding`), `estimate` (the game's own `evaluate` of the true state, from 0 to 1),
    and, from the end of the game, `reward` (1 for a win, shared if the win is) and `score`. The file's metadata name
    game, options, rules version and the parts of the observation. WaystationError if the game declares none.
    """
    pyarrow = need_pyarrow()
    schema = _schema(pyarrow, game)
    rows = simulate(game, bots, games, seed, jobs, accumulators=[Decisions])
    first = list(islice(rows, 1))  # what can't be played is refused before a file that is there is written over
    with Path(path).open("wb") as sink, pyarrow.parquet.ParquetWriter(sink, schema, compression="zstd") as file:
        for row in chain(first, rows):
            file.write_table(pyarrow.Table.from_pydict(_columns(game, row), schema=schema))
            yield row


def _schema(pyarrow: Any, game: Game) -> Any:
    encoding = game.encoding
    about = {
        "game": game.name,
        "options": msgspec.json.encode(game.options_doc()).decode(),
        "rules_version": str(game.rules_version),
        "parts": msgspec.json.encode(encoding.parts).decode(),
    }
    return pyarrow.schema(
        [
            ("game", pyarrow.int64()),
            ("seed", pyarrow.int64()),
            ("ply", pyarrow.int32()),
            ("seat", pyarrow.int8()),
            ("action", pyarrow.int32()),
            ("move", pyarrow.string()),
            ("legal", pyarrow.list_(pyarrow.int32())),
            ("observation", pyarrow.list_(pyarrow.int16(), encoding.size)),
            ("estimate", pyarrow.float32()),
            ("reward", pyarrow.float32()),
            ("score", pyarrow.int32()),
        ],
        metadata=about,
    )


def _columns(game: Game, row: Row) -> dict[str, list[Any]]:
    decisions = row.extra.pop("decisions")
    count = len(decisions)
    seats = [seat for seat, *_ in decisions]
    return {
        "game": [row.index] * count,
        "seed": [row.seed] * count,
        "ply": list(range(count)),
        "seat": seats,
        "action": [action for _, action, *_ in decisions],
        "move": [game.actions.format(action) for _, action, *_ in decisions],
        "legal": [legal for _, _, legal, *_ in decisions],
        "observation": [memoryview(seen).cast("h").tolist() for *_, seen, _ in decisions],
        "estimate": [worth for *_, worth in decisions],
        "reward": [row.wins[seat] for seat in seats],
        "score": [row.scores[seat] for seat in seats],
    }
