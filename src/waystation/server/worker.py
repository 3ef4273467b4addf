"""A process in which bots think: a JSON message a line on standard input, a JSON reply a line on standard output.

It also looks back on finished games (`Walk` and `Look`), in steps short enough that bots do not wait long for them.

A question that names a bot is for that one object, which is made when it is first asked and remembers what it likes
until it is forgotten. If it is made in the middle of a turn (its process had ended, or was held by others), it decides
once more what it had decided in that turn, so that it goes on with what it meant to do.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import perf_counter

import msgspec

from waystation.bots import Bot, BotError, Observation, close, decide, make
from waystation.bots.analysis import Analysis, Glance, Moment, Turn, look, walk
from waystation.bots.base import SpecError
from waystation.bots.hints import foresee
from waystation.engine import Chance, Match, record
from waystation.engine.typed import decoder

from .games import load_game

MAX_REASON = 500
"""Characters of what a bot says about its choice."""
MAX_MEMORY = 4 << 30
"""Bytes of address space; a bot that asks for more fails alone."""


class Earlier(msgspec.Struct, frozen=True):
    """What a bot saw at a decision: a world that its seat can't tell from the true table, and its stream of chance."""

    position: msgspec.Raw
    chance: str
    turn: int | None = None


class Question(msgspec.Struct, frozen=True, tag="ask"):
    """What a worker is asked. `bot` names the object that is to answer ("": one for this question only).

    `earlier`: what a bot that is new here has seen in this turn, from its beginning. `whole`: it is asked
    for a whole turn, as far as it can be foreseen.
    """

    game: str
    options: str
    seat: int
    spec: str
    seen: Earlier
    bot: str = ""
    earlier: tuple[Earlier, ...] = ()
    whole: bool = False


class Walk(msgspec.Struct, frozen=True, tag="walk"):
    """A finished game, as a record: how did the chances go, and where was there a choice? The reply has `walked`."""

    game: str
    record: str


class Look(msgspec.Struct, frozen=True, tag="look"):
    """What was one turn of a finished game worth? The reply has `looked`."""

    game: str
    record: str
    turn: Turn
    seconds: float
    simulations: int | None = None


class Forget(msgspec.Struct, frozen=True, tag="forget"):
    """A bot is not needed any more. There is no reply."""

    bot: str


class Walked(msgspec.Struct, frozen=True):
    """How a game went: the curve of chances, and the turns that were a choice."""

    curve: tuple[Moment, ...]
    turns: tuple[Turn, ...]
    seconds: float


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What it answers: an action, what the bot thinks it is worth and perhaps why, or what went wrong. `then`: what
    follows in the same turn, if a whole one was asked for."""

    action: str = ""
    estimate: float | None = None
    reason: str = ""
    error: str = ""
    walked: Walked | None = None
    looked: Analysis | None = None
    then: tuple[str, ...] = ()


Asked = Question | Walk | Look
READ = (Asked | Forget, Reply)
"""What is read from pipes."""


class Worker:
    """The bots of a process."""

    def __init__(self) -> None:
        self.bots: dict[str, Bot] = {}
        self.read: tuple[str, Match] | None = None

    def forget(self, bot: str) -> None:
        """Let go of a bot."""
        found = self.bots.pop(bot, None)
        if found is not None:
            with suppress(Exception):
                close(found)

    def reply(self, asked: Asked) -> Reply:
        """Let the bot choose (one that fails is let go of), or look back on a game."""
        try:
            if isinstance(asked, Question):
                return self._reply(asked)
            return self._walk(asked) if isinstance(asked, Walk) else self._look(asked)
        except Exception as error:
            if isinstance(asked, Question):
                self.forget(asked.bot)
            known = isinstance(error, (BotError, SpecError))
            return Reply(error=str(error) if known else f"{type(error).__name__}: {error}")

    def _walk(self, asked: Walk) -> Reply:
        began = perf_counter()
        curve, turns = walk(self._match(asked.record))
        return Reply(walked=Walked(curve, tuple(turns), perf_counter() - began))

    def _look(self, asked: Look) -> Reply:
        glance = Glance(asked.turn, asked.seconds, asked.simulations)
        return Reply(looked=look(self._match(asked.record), glance))

    def _match(self, text: str) -> Match:
        """The game of a record; the newest is kept, since it is asked about many times."""
        if self.read is None or self.read[0] != text:
            self.read = text, record.replay(record.parse(text))
        return self.read[1]

    def _reply(self, asked: Question) -> Reply:
        bot = self.bots.get(asked.bot)
        if bot is None:
            bot = make(asked.spec, load_game(asked.game, asked.options))
            for earlier in asked.earlier:
                decide(bot, _observation(asked, earlier))
            if asked.bot:
                self.bots[asked.bot] = bot
        seen = _observation(asked, asked.seen)
        try:
            if asked.whole:
                turn, chance = foresee(bot, seen)
                return Reply(
                    seen.game.actions.format(turn[0]), chance, then=tuple(map(seen.game.actions.format, turn[1:]))
                )
            action = decide(bot, seen)
            estimate = getattr(bot, "estimate", None)
            if estimate is None:
                world = seen.world.clone()
                world.advance(action, asked.seat)
                estimate = seen.game.evaluate(world, asked.seat)
            reason = str(getattr(bot, "reason", ""))[:MAX_REASON]
        finally:
            if not asked.bot:
                close(bot)
        return Reply(seen.game.actions.format(action), min(1.0, max(0.0, float(estimate))), reason)


def _observation(asked: Question, seen: Earlier) -> Observation:
    game = load_game(asked.game, asked.options)
    world = game.state_from(msgspec.json.decode(seen.position))
    return Observation(world, asked.seat, Chance(bytes.fromhex(seen.chance)), None, seen.turn)


def main() -> None:
    """Answer until the server goes away."""
    with suppress(ImportError, AttributeError, OSError, ValueError):  # not on every system
        import resource

        os.nice(5)
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # a bot that prints must not be taken for an answer
    worker, read = Worker(), decoder(Asked | Forget)
    for line in sys.stdin.buffer:
        asked = read(line)
        if isinstance(asked, Forget):
            worker.forget(asked.bot)
            continue
        out.write(msgspec.json.encode(worker.reply(asked)) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
