"""A bot that is a program in any language, spoken to in lines of JSON. docs/bots.md describes what is said.

The program gets one line for each decision on its standard input and answers with one line on its standard output. What
it writes to standard error is shown as it is.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
from codecs import BOM_UTF8
from contextlib import suppress
from typing import IO

import msgspec

from waystation.bots.base import BotError, Budget, Observation
from waystation.engine import Edition
from waystation.engine.typed import decode

PROTOCOL = 1
PATIENCE = 30.0
"""Seconds that a program may take for a decision when no budget says otherwise."""

TRIES = 3
MOST_TRIES = 100
"""How often a program that is asked in words may answer what is not legal, usually and at most."""

WRAPPING = " \t\r`'\"*."
"""What may stand around a move in an answer."""

HOW = "Answer with one legal move in its notation; it may be the last line of a longer text."

GRACE = 5.0
"""Seconds added to a budget for starting up and for sending."""

LONGEST = 1 << 20
"""Bytes of an answer. Some programs never end their line; what is longer is cut off, and so no answer."""


class Answer(msgspec.Struct):
    """What a program sends: the number of the question and the notation of its choice."""

    id: int
    action: str


class ProgramBot:
    """Runs a command (``exec:node my_bot.js``) and asks it."""

    KIND = "exec"

    def __init__(self, command: str) -> None:
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError(f"say which program: {self.KIND}:./my_bot")
        self.spec = f"{self.KIND}:{command}"
        self._process: subprocess.Popen[bytes] | None = None
        self._letters: queue.Queue[bytes] = queue.Queue()
        self._wanted: queue.Queue[bool] = queue.Queue()
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._asked = 0

    def choose(self, observation: Observation) -> int:
        return observation.game.actions.parse(self._ask(observation, self._question(observation)))

    def _ask(self, observation: Observation, question: dict[str, object]) -> str:
        """Send a question, with a number, and give the answer."""
        if self._process is None:
            self._start(observation)
        self._asked += 1
        self._send({"type": question["type"], "id": self._asked, **question})
        budget = observation.budget
        patience = budget.seconds + GRACE if budget is not None and budget.seconds is not None else PATIENCE
        answer = self._receive(patience)
        if answer.id != self._asked:
            raise self._failed(f"answered question {answer.id}, was asked {self._asked}")
        return answer.action

    def close(self) -> None:
        """Close the program's input; it should end by itself, and is ended if it does not, with all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        self._letters.put(b"")
        self._wanted.put(False)
        try:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
        finally:
            _end(process)

    def _start(self, observation: Observation) -> None:
        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise BotError(self.spec, f"can't be started: {error}") from error
        self._process = process
        self._letters, self._wanted, self._lines = queue.Queue(), queue.Queue(), queue.Queue()
        threading.Thread(target=_pump, args=(process.stdout, self._wanted, self._lines), daemon=True).start()
        threading.Thread(target=_feed, args=(process.stdin, self._letters), daemon=True).start()
        self._send(self._hello(observation))

    def _hello(self, observation: Observation) -> dict[str, object]:
        game = observation.game
        return {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": game.name,
            "rules_version": game.rules_version,
            "options": game.options_doc(),
            "seat": observation.seat,
        }

    def _question(self, observation: Observation) -> dict[str, object]:
        return {
            "type": "choose",
            "seat": observation.seat,
            "legal": [observation.game.actions.format(action) for action in observation.legal],
            "view": observation.view,
            "budget": observation.budget or Budget(),
            "seed": observation.rng.spawn("program").below(1 << 53),
        }

    def _send(self, message: dict[str, object]) -> None:
        self._letters.put(msgspec.json.encode(message) + b"\n")

    def _receive(self, patience: float) -> Answer:
        self._wanted.put(True)
        try:
            line = self._lines.get(timeout=patience)
        except queue.Empty:
            raise self._failed(f"gave no answer within {patience:g} s") from None
        if not line:
            raise self._failed("has ended")
        try:
            return decode(line.removeprefix(BOM_UTF8), Answer)  # some programs begin what they write with a mark
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._failed(f"sent {line[:80]!r}: {error}") from error

    def _failed(self, reason: str) -> BotError:
        self.close()
        return BotError(self.spec, reason)


class TextBot(ProgramBot):
    """Runs a command (``text:python3 my_model.py``) and asks it in words, for language models.

    It gets the table in words, as `Game.text` tells it, and answers with a move in notation, which may be the last line
    of a longer text. A move that is not legal is refused with the rule, and it is asked again, `TRIES` times in all;
    ``text:tries=5 COMMAND`` says how often.
    """

    KIND = "text"

    def __init__(self, argument: str) -> None:
        first, _, rest = argument.partition(" ")
        name, equals, number = first.partition("=")
        self.tries = TRIES
        command = argument
        if equals and name == "tries":
            if not number.isdecimal() or not 0 < int(number) <= MOST_TRIES:
                raise ValueError(f"{first!r}: tries are 1 to {MOST_TRIES}")
            self.tries, command = int(number), rest
        super().__init__(command)
        self.spec = f"text:{argument}"

    def choose(self, observation: Observation) -> int:
        question: dict[str, object] = {
            "type": "prompt",
            "seat": observation.seat,
            "text": observation.game.text(observation.view),
            "budget": observation.budget or Budget(),
            "seed": observation.rng.spawn("program").below(1 << 53),
        }
        refused = ""
        for left in reversed(range(self.tries)):
            move = last_move(self._ask(observation, question))
            refusal = observation.world.why_not(move, observation.seat)
            if refusal is None:
                return observation.game.actions.parse(move)
            refused = f"{move!r:.80}: {refusal}"
            question = {"type": "refused", "seat": observation.seat, "text": refused, "tries_left": left}
        raise self._failed(f"gave no legal move (tries: {self.tries}); the last was {refused}")

    def _hello(self, observation: Observation) -> dict[str, object]:
        return {**super()._hello(observation), "rules": rules_of(type(observation.game)), "answer": HOW}


def last_move(answer: str) -> str:
    """The move in an answer: its last line with anything in it, without quotes and what stands before a colon."""
    lines = [line for line in answer.splitlines() if line.strip(WRAPPING)]
    _, _, move = (lines[-1] if lines else "").rpartition(":")
    return move.strip(WRAPPING)


def rules_of(game: type[Edition]) -> str:
    """A game's rules and rulings in our own words; empty if it comes without."""
    return "\n\n".join(filter(None, map(game.shipped, ("RULES.md", "RULINGS.md"))))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started: of a script that wraps another program, only that would go on."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # all of them are gone, or are ending
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _feed(target: IO[bytes] | None, letters: queue.Queue[bytes]) -> None:
    """Move messages into a program's input, which it may be slow to read; an empty one closes it."""
    assert target is not None
    with suppress(OSError), target:  # a program that is gone gets nothing more; its output says so
        while letter := letters.get():
            target.write(letter)
            target.flush()


def _pump(source: IO[bytes] | None, wanted: queue.Queue[bool], lines: queue.Queue[bytes]) -> None:
    """Move a line from a program's output into a queue for each that is wanted; an empty line means the end.

    What nobody has asked for stays in the pipe, which holds little: a program that says too much waits there.
    """
    assert source is not None
    with source:
        while wanted.get():
            line = b"\n"
            while line and not line.strip():
                line = source.readline(LONGEST)
            lines.put(line)
