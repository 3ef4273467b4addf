"""A bot that is a program in any language, spoken to in lines of JSON. docs/bots.md describes what is said.

The program gets one line for each decision on its standard input and answers with one line on its standard output. What
it writes to standard error is shown as it is.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import IO

import msgspec

from waystation.bots.base import BotError, Budget, Observation
from waystation.engine.typed import decode

PROTOCOL = 1
PATIENCE = 30.0
"""Seconds that a program may take for a decision when no budget says otherwise."""

GRACE = 5.0
"""Seconds added to a budget for starting up and for sending."""


class Answer(msgspec.Struct):
    """What a program sends: the number of the question and the notation of its choice."""

    id: int
    action: str


class ProgramBot:
    """Runs a command (``exec:node my_bot.js``) and asks it."""

    def __init__(self, command: str) -> None:
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("say which program: exec:./my_bot")
        self.spec = f"exec:{command}"
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._letters: queue.Queue[bytes] = queue.Queue()
        self._asked = 0

    def choose(self, observation: Observation) -> int:
        if self._process is None:
            self._start(observation)
        self._asked += 1
        self._send(self._question(observation))
        budget = observation.budget
        patience = budget.seconds + GRACE if budget is not None and budget.seconds is not None else PATIENCE
        answer = self._receive(patience)
        if answer.id != self._asked:
            raise self._failed(f"answered question {answer.id}, was asked {self._asked}")
        return observation.game.actions.parse(answer.action)

    def close(self) -> None:
        """Close the program's input; it should end by itself, and is ended if it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        self._letters.put(b"")
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self, observation: Observation) -> None:
        try:
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise BotError(self.spec, f"can't be started: {error}") from error
        self._process, self._lines, self._letters = process, queue.Queue(), queue.Queue()
        threading.Thread(target=_pump, args=(process.stdout, self._lines), daemon=True).start()
        threading.Thread(target=_feed, args=(process.stdin, self._letters), daemon=True).start()
        game = observation.game
        self._send(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": game.name,
                "rules_version": game.rules_version,
                "options": game.options_doc(),
                "seat": observation.seat,
            }
        )

    def _question(self, observation: Observation) -> dict[str, object]:
        return {
            "type": "choose",
            "id": self._asked,
            "seat": observation.seat,
            "legal": [observation.game.actions.format(action) for action in observation.legal],
            "view": observation.view,
            "budget": observation.budget or Budget(),
            "seed": observation.rng.spawn("program").below(1 << 53),
        }

    def _send(self, message: dict[str, object]) -> None:
        self._letters.put(msgspec.json.encode(message) + b"\n")

    def _receive(self, patience: float) -> Answer:
        try:
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            raise self._failed(f"gave no answer within {patience:g} s") from None
        if not line:
            raise self._failed("has ended")
        try:
            return decode(line, Answer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._failed(f"sent {line[:80]!r}: {error}") from error

    def _failed(self, reason: str) -> BotError:
        self.close()
        return BotError(self.spec, reason)


def _feed(target: IO[bytes] | None, letters: queue.Queue[bytes]) -> None:
    """Move messages into a program's input, which it may be slow to read; an empty one closes it."""
    assert target is not None
    with suppress(OSError), target:  # a program that is gone gets nothing more; its output says so
        while letter := letters.get():
            target.write(letter)
            target.flush()


def _pump(source: IO[bytes] | None, lines: queue.Queue[bytes]) -> None:
    """Move lines from a program's output into a queue; an empty line means the end."""
    assert source is not None
    with source:
        for line in source:
            if line.strip():
                lines.put(line)
    lines.put(b"")
