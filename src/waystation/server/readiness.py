"""Whether this server can be sent people now: `/ready` says so. (`/health` says only that the process lives.)"""

from __future__ import annotations

import asyncio

from waystation.engine.words import say

from .machine import Machine
from .refusals import NO_DATABASE

SECONDS = 5.0
"""For the database to answer."""


async def why_not(server: Machine) -> str | None:
    """Why nobody should be sent here now; None: all is well."""
    if server.stopping:
        return say("The server is stopping.")
    try:
        found, ours = await asyncio.wait_for(server.database.schemas(), SECONDS)
    except Exception:
        return NO_DATABASE
    if found != ours:
        return say("The database has schema {found}, this server knows {ours}.", found=found, ours=ours)
    if not server.bots.alive:
        server.hub.spawn(server.bots.warm_up())
        return say("The processes in which bots think have ended; one is started again.")
    return None
