"""What the tables of a tab live in."""

from __future__ import annotations

import asyncio

from waystation.server.allowance import Allowance
from waystation.server.house import House
from waystation.server.hub import Hub
from waystation.server.metrics import Metrics
from waystation.server.outflow import Outflow

from .bots import TabBots, Workshop
from .storage import TabStorage

ENOUGH = 1e9
"""Nobody else waits here: no one may do too much."""
BREATH = 0.05
"""Seconds: a choice is on its way to the screen before a bot answers it."""


class TabHouse(House):
    """See `house.House`: with one person, who is `ME`."""

    bots: TabBots

    def __init__(self, storage: TabStorage, workshop: Workshop) -> None:
        self.kept = self.storage = storage
        self.metrics = Metrics()
        self.bots = TabBots(self.metrics, workshop)
        self.outflow = Outflow()
        self.asking = asyncio.Semaphore(1)
        self.hub = Hub(storage, self.metrics, self.bots, self.outflow)
        self.hub.autoplay.breath = BREATH
        self.messages = Allowance(ENOUGH, ENOUGH)
        self.hub.talk = Allowance(ENOUGH, ENOUGH)
        self.hub.seating.changes = Allowance(ENOUGH, ENOUGH)
