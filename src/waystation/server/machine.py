"""What one server is made of, for those who answer its calls; `app` puts it together."""

from __future__ import annotations

import asyncio
from typing import Any

from .address import Address
from .allowance import Allowance
from .doors import Doors
from .hub import Hub
from .limits import Limits
from .metrics import Metrics
from .outflow import Outflow
from .people import People
from .storage import Storage
from .thinking import BotPool


class Machine:
    """Its parts by name."""

    metrics: Metrics
    storage: Storage
    bots: BotPool
    address: Address
    doors: Doors
    limits: Limits
    outflow: Outflow
    asking: asyncio.Semaphore
    hub: Hub
    messages: Allowance
    people: People
    openapi: dict[str, Any]
