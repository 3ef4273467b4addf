"""What Prometheus may ask."""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from .metrics import Metrics


class Counted(Metrics):
    """The counters of one server. Each server has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        of: dict[str, Any] = {"registry": self.registry, "namespace": "waystation"}
        seconds = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
        size = (250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000, 128000)
        self.messages = Counter("messages", "Client messages by kind and result", ["kind", "result"], **of)
        self.action_seconds = Histogram("action_seconds", "From arrival to the frames", buckets=seconds, **of)
        self.frame_bytes = Histogram("frame_bytes", "Size of broadcast frames", buckets=size, **of)
        self.requests = Counter("requests", "HTTP requests by route and status", ["route", "status"], **of)
        self.bot_seconds = Histogram("bot_seconds", "Time that bots think", buckets=seconds, **of)
        self.bots_replaced = Counter("bots_replaced", "Bots that failed and were replaced", **of)
        self.notices = Counter("notices", "What absent people were told, by way and result", ["way", "result"], **of)
        self.tables = Gauge("tables_loaded", "Tables in memory", **of)
        self.viewers = Gauge("viewers", "Open sockets", **of)

    def text(self) -> bytes:
        """Everything, in Prometheus's format."""
        return generate_latest(self.registry)
