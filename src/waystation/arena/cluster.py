"""Games on many machines, by Ray. The rows are those of a run on one: each game depends on its number alone.

A worker or a machine that is lost takes the games in its hands with it, and Ray gives these to others. What the bots
need must be importable on all machines; Ray's `runtime_env` sees to that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from waystation.arena.match import Plan, Row
from waystation.engine import WaystationError
from waystation.engine.borders import whole
from waystation.engine.extras import needed_for

LOCAL = "local"
RETRIES = 5
"""How often a game is played anew whose worker was lost, before the run gives up."""

EACH = 2
"""Games out for each processor, so that nobody waits for the next."""


class ClusterError(WaystationError):
    """The cluster can't be reached, or lost too many workers."""


def by_ray(plan: Plan, numbers: Sequence[int], out: int, in_order: bool, address: str) -> Iterator[Row]:
    """Play these games of a plan on a cluster and yield the rows; `out` games are out at a time (1: as many as fit)."""
    ray = _joined(address)
    if whole(out, "a number of games") <= 1:
        out = max(1, EACH * int(ray.cluster_resources().get("CPU", 1)))
    shared = ray.put(plan)
    play = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
    return _rows(ray, lambda number: play.remote(shared, number), numbers, out, in_order)


def _play(plan: Plan, number: int) -> Row:
    return plan.play(number)


def _joined(address: str) -> Any:
    """Ray, connected: to the cluster at this address, or to a new one on this machine."""
    with needed_for("a run on Ray"):
        ray: Any = import_module("ray")
    if ray.is_initialized():
        return ray
    try:
        ray.init(
            address=None if address == LOCAL else address,
            log_to_driver=False,
            logging_level="ERROR",
            include_dashboard=False if address == LOCAL else None,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ClusterError(f"no Ray cluster at {address!r}: {error}") from error
    return ray


def _rows(ray: Any, begin: Any, numbers: Sequence[int], out: int, in_order: bool) -> Iterator[Row]:
    waiting, awaited, done = iter(numbers), list(reversed(numbers)), dict[int, Row]()
    in_hand = [begin(number) for _, number in zip(range(out), waiting, strict=False)]
    try:
        while in_hand:
            ended, in_hand = ray.wait(in_hand)
            for row in _got(ray, ended):
                done[row.index] = row
            in_hand += [begin(number) for _, number in zip(ended, waiting, strict=False)]
            while done and (not in_order or awaited[-1] in done):
                yield done.pop(awaited.pop() if in_order else next(iter(done)))
    finally:
        for reference in in_hand:
            ray.cancel(reference, force=True)


def _got(ray: Any, ended: Sequence[Any]) -> list[Row]:
    try:
        rows: list[Row] = ray.get(list(ended))
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the cluster lost a game: {error}") from error
    return rows
