"""Many games at once: matches between bots, runs over processes, results and summaries, and the benchmark."""

from waystation.arena.match import Accumulator, BranchingFactor, RecordOfGame, Row, play_match
from waystation.arena.results import RowFile, Summary, Tally, read_rows, seat_rows, summarize, wilson, write_rows
from waystation.arena.simulate import WorkerError, game_seed, rotated, simulate

__all__ = [
    "Accumulator",
    "BranchingFactor",
    "RecordOfGame",
    "Row",
    "RowFile",
    "Summary",
    "Tally",
    "WorkerError",
    "game_seed",
    "play_match",
    "read_rows",
    "rotated",
    "seat_rows",
    "simulate",
    "summarize",
    "wilson",
    "write_rows",
]
