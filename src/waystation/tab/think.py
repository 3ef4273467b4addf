"""What the worker of the bots does: a line in, a line out, as the processes of a server do (see `server.worker`)."""

from __future__ import annotations

import msgspec

from waystation.engine.typed import decoder
from waystation.server.worker import Asked, Forget, Worker

from .calls import Need

_read = decoder(Asked | Forget)


class Thinking:
    """The bots of a tab."""

    def __init__(self, need: Need) -> None:
        self.need = need
        self.worker = Worker()

    async def answer(self, line: str) -> str:
        """What is said to a line; nothing if there is nothing to say."""
        asked = _read(line)
        if isinstance(asked, Forget):
            self.worker.forget(asked.bot)
            return ""
        await self.need(asked.game)
        return msgspec.json.encode(self.worker.reply(asked)).decode()
