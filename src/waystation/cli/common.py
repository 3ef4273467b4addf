"""What the commands share: the console, options of a game, files, and how errors end a command.

Exit codes: 0 all is well; 1 the command worked and found something wrong (a scenario that fails, a record that does not
verify, bots that failed); 2 what was asked for can't be done (an unknown game, a bad option or file); 130 stopped by
Ctrl-C, 143 by TERM.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from errno import EACCES, EPIPE
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import current_thread, main_thread
from typing import Annotated, Any

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

import waystation
from waystation.engine import Game, Match, OptionError, WaystationError
from waystation.engine import record as records
from waystation.engine.borders import shown
from waystation.engine.documents import LONGEST, from_json, from_toml, text_of

FOUND_WRONG = 1
BAD_INPUT = 2
STOPPED = 130

PIPED_WIDTH = 120


def _width(stream: Any) -> int | None:
    return None if stream.isatty() or "COLUMNS" in os.environ else PIPED_WIDTH


def console() -> Console:
    """Standard output; made anew each time, so that it follows redirection."""
    return Screen(width=_width(sys.stdout))


class Screen(Console):
    """A console on which texts of others (names, labels, comments of a record) show and do nothing else.

    What looks like markup or an emoji's name is text, also in the cells of a table. What a cell has no room for goes on
    in its next line: a number that is cut off is another number.
    """

    def __init__(self, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, highlight=False, markup=False, emoji=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if isinstance(renderable, Table):
            for column in renderable.columns:
                if column.width is None and not column.no_wrap:  # the squares of a board stay as large as they are
                    column.overflow = "fold"
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(shown(segment.text, keep="\n"), segment.style)

    def on_broken_pipe(self) -> None:
        """The reader has gone: an error like any other, so that what is to be saved then is saved."""
        raise BrokenPipeError(EPIPE, "the reader of the output has gone")


def complain(text: str) -> None:
    """Say on standard error what is wrong; a line stays a line."""
    Screen(stderr=True).print(text, style="red", soft_wrap=True)


class Terminated(KeyboardInterrupt):
    """Somebody, or the machine that is shut down, asks the command to end; `code` is its exit code."""

    def __init__(self, number: int) -> None:
        self.code = 128 + number


@contextmanager
def told_to_end() -> Iterator[None]:
    """A request to end (TERM, or the terminal is closed) does what Ctrl-C does. It counts once: a shell whose terminal
    is closed passes that on, and the system says it, too, while the command is at its end already."""
    if current_thread() is not main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        for each in numbers:
            signal.signal(each, signal.SIG_IGN)
        raise Terminated(number)

    numbers = [number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None))]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class CommandError(WaystationError):
    """What was asked for can't be done."""


GameName = Annotated[str, typer.Argument(help="The game's name; see: waystation games", show_default=False)]


def once(options: list[str] | None) -> list[str] | None:
    """Options as they were given; CommandError if one is given twice."""
    keys = [text.partition("=")[0].strip() for text in options or ()]
    for key in keys:
        if keys.count(key) > 1:
            raise CommandError(f"option {key} is given twice")
    return options


OptionList = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="KEY=VALUE",
        help="A game's option, e.g. exploration=true; KEY=@FILE: from a file; repeatable.",
        callback=once,
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
JobsOption = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes to use.")]


def load_game(name: str, options: Sequence[str] | None = None, players: int | None = None) -> Game:
    """The game with options given as KEY=VALUE or KEY=@FILE; an error says what is wrong."""
    given: dict[str, Any] = {}
    files: dict[str, str] = {}
    for text in options or ():
        key, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"option {text!r}: expected KEY=VALUE")
        given[key.strip()] = _from_file(Path(value[1:])) if value.startswith("@") else value.strip()
        files[key.strip()] = f" (in {value[1:]})" if value.startswith("@") else ""
    if players is not None:
        given.setdefault("players", players)
    try:
        return game_type(name).from_options(given, strict=False)
    except OptionError as error:
        where = next((file for key, file in files.items() if f"option {key}" in str(error)), "")
        raise CommandError(f"{error}{where}") from error


def _from_file(path: Path) -> Any:
    """An option's value from a file: JSON and TOML are read as such, anything else is text.

    A TOML document with one key stands for that key's value.
    """
    text = read_text(path)
    try:
        if path.suffix == ".json":
            return from_json(text)
        if path.suffix == ".toml":
            document = from_toml(text)
            return next(iter(document.values())) if len(document) == 1 else document
    except ValueError as error:
        raise CommandError(f"{path}: {error}") from error
    return text


def game_type(name: str) -> type[Game]:
    """The class of a game; an error names the games there are."""
    try:
        return waystation.game_type(name)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from error


def read_text(path: Path) -> str:
    """A text file, or standard input for "-"; both are UTF-8 whatever the locale."""
    try:
        data = _beginning(path)
        if len(data) > LONGEST:
            raise CommandError(f"{path}: longer than {LONGEST >> 20} MB")
        return text_of(data)
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: this is no text file ({error.reason} at byte {error.start})") from error


def _beginning(path: Path) -> bytes:
    if str(path) != "-":
        with path.open("rb") as file:
            return file.read(LONGEST + 1)
    piped = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read(LONGEST + 1).encode() if piped is None else bytes(piped.read(LONGEST + 1))


def writable(path: Path) -> None:
    """Say before the work begins that its result could not be written there; what is there stays as it is."""
    if path.is_dir():
        raise CommandError(f"{path}: this is a folder")
    there = path.exists()
    if there and not path.is_file():  # whoever reads a pipe takes its being opened and closed for all there is
        if not os.access(path, os.W_OK):
            raise CommandError(f"{path}: {os.strerror(EACCES)}")
        return
    try:
        path.open("ab").close()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    if not there:
        os.unlink(os.path.realpath(path))  # a link stays


def replay_file(path: Path) -> Match:
    """The match that a record file holds, replayed to its end."""
    return records.replay(records.parse(read_text(path), str(path)), source=str(path))


def split_seats(text: str) -> list[str]:
    """``me,greedy,mcts:500`` as a list."""
    seats = [seat.strip() for seat in text.split(",")]
    if not all(seats):
        raise CommandError(f"seats {text!r}: expected names between commas, such as greedy,random")
    return seats


def part_of(game: str, name: str) -> Any:
    """A module that lies beside a game's class, such as `text` or `cli`; None if there is none."""
    package = game_type(game).__module__.rpartition(".")[0]
    if not package or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")
