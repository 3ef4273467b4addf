"""What Prometheus may ask."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric

from .metrics import Metrics


class Tally:
    """A histogram of one process: the library's takes a lock or two for each number, at every frame."""

    def __init__(self, name: str, text: str, bounds: Sequence[float], registry: CollectorRegistry) -> None:
        self.name, self.text, self.bounds = f"waystation_{name}", text, bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0
        registry.register(self)

    def observe(self, value: float) -> None:
        """Count a number."""
        self.sum += value
        self.counts[bisect_left(self.bounds, value)] += 1

    def collect(self) -> Iterator[Metric]:
        """As the library asks."""
        names = [*(str(float(bound)) for bound in self.bounds), "+Inf"]
        buckets = list(zip(names, map(float, accumulate(self.counts)), strict=True))
        yield HistogramMetricFamily(self.name, self.text, buckets, self.sum)


class Count:
    """How often something was, by labels: as `Tally`, for what comes with every message."""

    def __init__(self, name: str, text: str, labels: Sequence[str], registry: CollectorRegistry) -> None:
        self.name, self.text, self.labels = f"waystation_{name}", text, labels
        self.counts: dict[tuple[str, ...], int] = {}
        registry.register(self)

    def count(self, *values: str) -> None:
        """Once more."""
        self.counts[values] = self.counts.get(values, 0) + 1

    def collect(self) -> Iterator[Metric]:
        """As the library asks."""
        family = CounterMetricFamily(self.name, self.text, labels=self.labels)
        for values, number in list(self.counts.items()):
            family.add_metric(values, number)
        yield family


class Counted(Metrics):
    """The counters of one server. Each server has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        of: dict[str, Any] = {"registry": self.registry, "namespace": "waystation"}
        seconds = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
        size = (250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000)
        self.messages = Count("messages", "Client messages by kind and result", ("kind", "result"), self.registry)
        self.action_seconds = Tally("action_seconds", "From arrival to the frames", seconds, self.registry)
        self.frame_bytes = Tally("frame_bytes", "Size of broadcast frames", size, self.registry)
        self.requests = Counter("requests", "HTTP requests by route and status", ["route", "status"], **of)
        self.bot_seconds = Tally("bot_seconds", "Time that bots think", seconds, self.registry)
        self.bots_replaced = Counter("bots_replaced", "Bots that failed and were replaced", **of)
        self.notices = Counter("notices", "What absent people were told, by way and result", ["way", "result"], **of)
        self.tables = Gauge("tables_loaded", "Tables in memory", **of)
        self.viewers = Gauge("viewers", "Open sockets", **of)

    def text(self) -> bytes:
        """Everything, in Prometheus's format."""
        return generate_latest(self.registry)
