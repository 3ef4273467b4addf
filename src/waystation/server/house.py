"""What tables live in, for those who answer: the parts that a server has and a browser's tab as well."""

from __future__ import annotations

import asyncio

from .allowance import Allowance
from .hub import Hub
from .metrics import Metrics
from .outflow import Outflow
from .rows import Storage
from .thinking import BotPool


class House:
    """Its parts by name. `asking`: how many may look for an answer at a time; `messages`: what a person may send, and
    `address_messages` all who come from one address, where there are any."""

    storage: Storage
    metrics: Metrics
    bots: BotPool
    outflow: Outflow
    asking: asyncio.Semaphore
    hub: Hub
    messages: Allowance
    address_messages: Allowance

    def is_away(self, error: Exception) -> bool:
        """Whether this says that the place where tables are kept can't be used now."""
        return False
