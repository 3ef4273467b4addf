"""Many games at once: matches between bots, runs over processes, results and summaries, and the benchmark."""

from waystation.arena.match import Accumulator, BranchingFactor, ComponentsOfGame, Plan, RecordOfGame, Row, play_match
from waystation.arena.results import RowFile, Summary, Tally, read_rows, seat_rows, summarize, wilson, write_rows
from waystation.arena.simulate import Job, WorkerError, game_seed, play_plan, rotated, simulate

__all__ = [
    "Accumulator",
    "BranchingFactor",
    "ComponentsOfGame",
    "Job",
    "Plan",
    "RecordOfGame",
    "Row",
    "RowFile",
    "Summary",
    "Tally",
    "WorkerError",
    "game_seed",
    "play_match",
    "play_plan",
    "read_rows",
    "rotated",
    "seat_rows",
    "simulate",
    "summarize",
    "wilson",
    "write_rows",
]
