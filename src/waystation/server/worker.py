"""A process in which bots think: a JSON question a line on standard input, a JSON reply a line on standard output."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import msgspec

from waystation.bots import BotError, Observation, decide, make
from waystation.bots.base import SpecError
from waystation.engine import Chance
from waystation.engine.typed import decode

from .games import load_game

MAX_REASON = 500
"""Characters of what a bot says about its choice."""
MAX_MEMORY = 4 << 30
"""Bytes of address space; a bot that asks for more fails alone."""


class Question(msgspec.Struct, frozen=True):
    """What a worker is asked: the position is a world that the seat can't tell from the true table."""

    game: str
    options: str
    position: msgspec.Raw
    seat: int
    spec: str


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What it answers: an action, what the bot thinks it is worth and perhaps why, or what went wrong."""

    action: str = ""
    estimate: float | None = None
    reason: str = ""
    error: str = ""


def reply(asked: Question) -> Reply:
    """Let the bot choose."""
    try:
        game = load_game(asked.game, asked.options)
        world = game.state_from(msgspec.json.decode(asked.position))
        rng = Chance(os.urandom(32))
        bot = make(asked.spec, asked.game)
        action = decide(bot, Observation(world, asked.seat, rng))
        estimate = getattr(bot, "estimate", None)
        if estimate is None:
            world.advance(action, asked.seat)
            estimate = game.evaluate(world, asked.seat)
        reason = str(getattr(bot, "reason", ""))[:MAX_REASON]
        return Reply(game.actions.format(action), min(1.0, max(0.0, float(estimate))), reason)
    except (BotError, SpecError) as error:
        return Reply(error=str(error))
    except Exception as error:
        return Reply(error=f"{type(error).__name__}: {error}")


def main() -> None:
    """Answer until the server goes away."""
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not on every system
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # a bot that prints must not be taken for an answer
    for line in sys.stdin.buffer:
        out.write(msgspec.json.encode(reply(decode(line, Question))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
