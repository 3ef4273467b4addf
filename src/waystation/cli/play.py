"""`play`: a game in the terminal, alone against bots or with others at one keyboard."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Sequence
from itertools import chain, count
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import Annotated, NamedTuple

import typer
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from waystation.arena.simulate import deaf_to_ctrl_c
from waystation.bots import (
    Bot,
    BotError,
    bot_chance,
    called,
    close,
    decide,
    factories,
    game_bots,
    is_program,
    make,
    observe,
    turn_at,
)
from waystation.bots.hints import hint as hinted
from waystation.bots.simple import RandomBot
from waystation.cli.common import (
    CommandError,
    GameName,
    OptionList,
    Terminated,
    console,
    game_type,
    load_game,
    replay_file,
    split_seats,
    told_to_end,
    writable,
)
from waystation.cli.files import write_picture
from waystation.cli.table import render, score_table
from waystation.engine import Game, IllegalAction, Match, NotationError, Timer, Viewer
from waystation.engine import record as records
from waystation.engine.borders import fold_name, read_seed
from waystation.engine.documents import file_mark, same_file, write_whole
from waystation.engine.words import mark, said, told

COMMANDS = {
    "why NOTATION": mark("why that is not allowed now"),
    "hint": mark("what a bot would do"),
    "plan PLACE": mark("ways to get there, played as a whole"),
    "undo": mark("take back your last decision"),
    "board": mark("draw the table again"),
    "look WORD": mark("what the picture says about it"),
    "score": mark("everybody's points"),
    "log": mark("what has happened so far"),
    "picture FILE": mark("draw the table to an .svg or .png file"),
    "save FILE": mark("write the game to a file"),
    "quit": mark("save and stop"),
}


QUIT = ("quit", "exit")


class Quit(Exception):
    """The player wants to stop, or the input has ended."""


class Seat(NamedTuple):
    """Who plays a seat: a person, or a bot with its specification."""

    name: str
    bot: Bot | None


def play(
    game: GameName,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays, by seat: me, me:NAME or a bot. Default: me and the game's usual bot.", show_default=False
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Seed of the game; random if left out.", show_default=False)] = None,
    option: OptionList = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game saved before.", show_default=False)] = None,
    save: Annotated[
        Path | None, typer.Option(help="Where to save when you stop or finish.", show_default=False)
    ] = None,
    hint: Annotated[str | None, typer.Option(help="The bot that gives hints.", show_default=False)] = None,
) -> None:
    """Play a game in the terminal, with bots or with others at the same keyboard."""
    game_type(game)
    if resume is None:
        match, players = _new_game(game, seats, seed, option)
    else:
        if seed is not None or option:
            raise CommandError("--seed and --option belong to a new game; a saved one says both itself")
        match, players = _saved_game(game, seats, resume)
    target = save or resume or _free(_named(game, str(match.seed)))
    writable(target)
    hints = hint or ("expert" if "expert" in game_bots(game) else "mcts:300")
    make(hints, game)
    try:
        with told_to_end():
            _Sitting(match, players, target, hints, console()).run(keep=save is not None or resume is not None)
    finally:
        for player in players:
            if player.bot is not None:
                close(player.bot)


def _new_game(game: str, seats: str | None, seed: str | None, option: list[str] | None) -> tuple[Match, list[Seat]]:
    """A match from its beginning; without `seats`, one person and the game's usual bot, as often as the options say."""
    usual = game_type(game).default_bot
    words = split_seats(seats or f"me,{usual}")
    table = load_game(game, option, players=len(words))
    if not seats:
        words = ["me", *[usual] * (table.players - 1)]
    players = _seats(words, table)
    chosen = secrets.randbelow(1 << 32) if seed is None else read_seed(seed)
    return Match(table, chosen, [player.name for player in players]), players


def _saved_game(game: str, seats: str | None, file: Path) -> tuple[Match, list[Seat]]:
    """A match that was saved, played on by those who played it unless `seats` says otherwise."""
    match = replay_file(file)
    if match.game.name != game:
        raise CommandError(f"{file}: this is a game of {match.game.name}, not of {game}")
    if match.seed is None and match.position is None:  # what chance would give from here on is the same in all of them
        raise CommandError(f"{file}: a saved game goes on only if its record has its seed")
    return match, _seats(split_seats(seats) if seats else _resumed(match), match.game)


def _named(game: str, seed: str) -> Path:
    """Where a game is saved unless somebody says otherwise."""
    return Path(f"{game}-{re.sub(r'[^A-Za-z0-9-]', '_', seed)[:40]}.txt")


def _free(path: Path) -> Path:
    """That file, or one with a number: no file that is there is written over."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(free for free in chain([path], numbered) if not free.exists())


def _resumed(match: Match) -> list[str]:
    """Seats of a saved game: names of bots are bots, others are people; no program starts because a file says so."""
    programs = [name for name in match.names if is_program(name)]
    if programs:
        raise CommandError(
            f"the saved game names a program, {programs[0]!r}; if it is to run, name all seats by --seats"
        )
    known = factories(match.game.name)
    return [name if name.partition(":")[0] in known else f"me:{name}" for name in map(_plain, match.names)]


def _plain(name: str) -> str:
    """A seat's name without the number that tells it from others."""
    return re.sub(r" \(\d+\)$", "", name)


def _seats(words: Sequence[str], game: Game) -> list[Seat]:
    """People and bots by seat, each with a name of its own."""
    if len(words) != game.players:
        raise CommandError(f"seats: expected {game.players}, got {len(words)}")
    seats: list[Seat] = []
    for number, word in enumerate(words, 1):
        kind, _, name = word.partition(":")
        person = kind == "me"
        wanted = fold_name(name, said("Player {number}", number=number)) if person else word
        wanted = wanted.replace("{", "(").replace("}", ")")
        if person and _plain(wanted).partition(":")[0] in factories(game):  # a saved game could not tell them from one
            raise CommandError(f"{wanted!r} is what a bot is called; whoever plays needs another name")
        taken = sum(1 for seat in seats if _plain(seat.name) == wanted)
        shown = f"{wanted} ({taken + 1})" if taken else wanted
        seats.append(Seat(shown, None if person else make(word, game)))
    return seats


def _short(node: str) -> str:
    """What to write for a place of the picture: r1c1 for island:r1c1, but lake 3 for lake:3."""
    kind, _, name = node.rpartition(":")
    return f"{kind} {name}" if name.isdecimal() else name


class _Sitting:
    """One evening at the terminal."""

    def __init__(self, match: Match, seats: Sequence[Seat], target: Path, hints: str, out: Console) -> None:
        self.match = match
        self.bots = [seat.bot for seat in seats]
        self.people = [number for number, seat in enumerate(seats) if seat.bot is None]
        self.target = target
        self.found = file_mark(target)
        self.hints = hints
        self.out = out
        self.told = 0
        self.shown: tuple[int, int] | None = None
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        self.remarks: dict[int, tuple[int, str]] = {}  # by seat: the move that a bot explains, and what it says
        self.deadlines: dict[tuple[int, Timer, int], float] = {}  # of timers that run at the keyboard

    # ------------------------------------------------------------------ the evening

    def run(self, keep: bool) -> None:
        match = self.match
        seed = match.seed
        hint = said("Type ? for help.") if seed is None else said("seed {seed}. Type ? for help.", seed=str(seed))
        self.out.print(Text.assemble((match.game.spec.title, "bold"), ". " if seed is None else ", ", hint))
        try:
            self._evening(keep)
        except Terminated:  # which came while the game was ended for another reason: a terminal that is closed is
            self._keep()  # an error of its input at the same moment

    def _evening(self, keep: bool) -> None:
        try:
            while not self.match.state.is_over:
                self._turn()
        except (Quit, KeyboardInterrupt):
            self._stop()
            return
        except Exception:  # nobody loses a game to a mistake of ours
            self._stop()
            raise
        try:
            self._finish()
        finally:
            if keep:
                self._keep()

    def _stop(self) -> None:
        self._keep()
        command = f"waystation play {self.match.game.name} --resume {quote(str(self.target))}"
        self.out.print(said("To go on: {command}", command=command), soft_wrap=True)

    def _turn(self) -> None:
        """One decision: of a bot that owes one, else of a person."""
        acting = self.match.state.to_act
        for seat in acting:
            if self.bots[seat] is not None:
                self._bot_decides(seat)
                return
        self._person_decides(acting[0])

    def _finish(self) -> None:
        match = self.match
        outcome = match.state.outcome()
        assert outcome is not None
        self._tell()
        view = match.view(self._viewer())
        self.out.print(render(view, match.game))
        self.out.print(score_table(view.sheets, match.names))
        self.out.print(told(outcome.text, match.names), style="bold")

    def _viewer(self) -> Viewer:
        """Through whose eyes things are told: the only person's, else what all may know."""
        return self.people[0] if len(self.people) == 1 else None

    def _tell(self) -> None:
        """What has happened since it was last told."""
        for event in self.match.told(self._viewer(), self.told):
            self.out.print(Text(f"  · {event.text}", style="dim"))
        self.told = len(self.match.events)
        self._tell_remarks()

    def _tell_remarks(self) -> None:
        """What bots say about their choices, once these are known to all and the rules let them talk."""
        match = self.match
        for seat, (ply, text) in list(self.remarks.items()):
            known = any(move.reveals for move in match.moves[ply:]) and match.state.may_speak(seat)
            if known:
                self.out.print(Text(f"  {match.names[seat]}: {text}", style="italic"))
            if known or ply >= len(match.moves):
                del self.remarks[seat]

    def _keep(self) -> None:
        """Save the game, which ends here with this command; where it can't be written it is shown, for whoever can
        copy it. A file that somebody has written meanwhile, as another terminal with the same game does, stays."""
        with deaf_to_ctrl_c():
            record = records.write(self.match)
            if self.target.is_file() and file_mark(self.target) != self.found:
                self.out.print(said("{path} has changed meanwhile, and stays.", path=str(self.target)), soft_wrap=True)
                self.target = _free(self.target)
            try:
                write_whole(self.target, record)
            except OSError:
                self.out.print(record, soft_wrap=True)
                raise
            self.found = file_mark(self.target)
            self._tell_saved(self.target)

    def _save(self, path: Path) -> None:
        write_whole(path, records.write(self.match))
        if same_file(path, self.target):
            self.found = file_mark(self.target)
        self._tell_saved(path)

    def _tell_saved(self, path: Path) -> None:
        self.out.print(said("Saved in {path}.", path=str(path)), soft_wrap=True)

    # ------------------------------------------------------------------ bots

    def _bot_decides(self, seat: int) -> None:
        bot = self.bots[seat]
        assert bot is not None
        match = self.match
        rng = bot_chance(str(match.seed), seat, len(match.moves))
        try:
            action = decide(bot, observe(match.state, seat, rng, turn=turn_at(match, seat)))
        except BotError as error:
            if isinstance(bot, RandomBot):  # the game gives nothing to choose from: another would find no more
                raise
            self.out.print(said("{error}. It is replaced by random.", error=str(error)), style="red")
            close(bot)
            self.bots[seat] = make("random")
            return
        match.apply(action, seat)
        if reason := getattr(bot, "reason", ""):
            self.remarks[seat] = len(match.moves) - 1, str(reason)

    def _hint(self, seat: int) -> None:
        match = self.match
        bot = make(self.hints, match.game)
        rng = bot_chance(f"hint {match.seed}", seat, len(match.moves))
        try:
            found = hinted(bot, observe(match.state, seat, rng))
            label = told(match.state.label(found.actions[0], seat), match.names)
            turn = [match.game.actions.format(action) for action in found.actions]
            told_it = said("{bot} would play: {action} ({label})", bot=called(self.hints), action=turn[0], label=label)
            self.out.print(told_it)
            if turn[1:]:
                self.out.print(said("Then: {steps}", steps=turn[1:]))
            for reason in found.reasons:
                self.out.print(f"  - {told(reason.text, match.names)}")
        except BotError as error:
            self.out.print(said("No hint: {error}", error=str(error)))
        finally:
            close(bot)

    # ------------------------------------------------------------------ people

    def _person_decides(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell()
        moment = (seat, len(self.match.moves))
        if self.shown != moment:
            self._show(seat)
            self.shown = moment
        left = self._time_left(seat)
        text = self._read("> " if left is None else f"{int(left) // 60}:{int(left) % 60:02} > ")
        if left is not None and self._time_left(seat) == 0:
            self._time_is_up(seat)
        elif text:
            self._answer(text, seat)

    def _time_left(self, seat: int) -> float | None:
        """Seconds on the timer of the decision at hand, which begins when this person has it before them."""
        timer = self.match.state.timer()
        if timer is None:
            return None
        begun = 0 if timer.span else len(self.match.moves)
        deadline = self.deadlines.setdefault((seat, timer, begun), monotonic() + timer.seconds)
        return max(0.0, deadline - monotonic())

    def _time_is_up(self, seat: int) -> None:
        """What was typed comes too late."""
        timer = self.match.state.timer()
        assert timer is not None
        self.out.print(said("Time is up."), style="yellow")
        if self.match.state.why_not(timer.action, seat) is None:
            self.match.apply(timer.action, seat)

    def _hand_over(self, seat: int) -> None:
        """With several people at one keyboard, nobody sees what another may not know."""
        if self.at_keyboard == seat:
            return
        spec = self.match.game.spec
        if self.at_keyboard is not None and (spec.hidden or spec.simultaneous):
            self._clear()
        if len(self.people) > 1 and (spec.hidden or spec.simultaneous):
            ready = said("{who}, take the keyboard and press Enter.", who=self.match.names[seat])
            if self._read(f"{ready} ").lower() in QUIT:
                raise Quit
        self.at_keyboard = seat

    def _clear(self) -> None:
        """An empty screen; a terminal that can't be told to clear it (TERM=dumb) is scrolled on."""
        if self.out.is_dumb_terminal:
            self.out.print("\n" * self.out.height)
        self.out.clear()

    def _show(self, seat: int) -> None:
        """The table, the question and the numbered choices."""
        view = self.match.view(seat)
        self.out.print()
        self.out.print(render(view, self.match.game))
        self.out.print(view.question, style="bold")
        choices = [
            Text.assemble((f"{number:>3} ", "cyan"), (offer.notation, "bold"), f"  {offer.label}")
            for number, offer in enumerate(view.legal, 1)
        ]
        self.out.print(Columns(choices, padding=(0, 3), column_first=True))

    def _answer(self, text: str, seat: int) -> None:
        """Carry out what was typed: a choice by number or notation, or a command."""
        match = self.match
        legal = match.state.legal_actions(seat)
        if text.isdecimal():
            if len(text) < 9 and 1 <= int(text) <= len(legal):
                match.apply(legal[int(text) - 1], seat)
            else:
                self.out.print(said("There are choices 1 to {last}.", last=len(legal)))
            return
        word, _, rest = text.partition(" ")
        try:
            match.play(text, seat)
        except IllegalAction as error:
            self.out.print(said("Not now: {reason}", reason=str(error)), style="yellow")
        except NotationError as error:
            if not self._command(word.lower(), rest.strip(), seat):
                self.out.print(said("{error} Type ? for help.", error=str(error)), style="yellow")

    def _command(self, word: str, rest: str, seat: int) -> bool:
        """Carry out a command; False if there is no such command."""
        match = self.match
        if word in ("?", "help"):
            self._help()
        elif word == "why":
            refusal = match.state.why_not(rest, seat)
            self.out.print(str(refusal) if refusal else said("That is allowed now."))
        elif word == "hint":
            self._hint(seat)
        elif word == "undo":
            self._undo(seat)
        elif word == "board":
            self._show(seat)
        elif word == "score":
            self.out.print(score_table(match.view(seat).sheets, match.names))
        elif word == "log":
            for event in match.told(seat):
                self.out.print(f"  · {event.text}")
        elif word == "plan":
            self._plan(rest, seat)
        elif word == "look" and rest:
            self._look(rest.casefold(), seat)
        elif word in ("save", "picture") and rest:
            self._write(word, Path(rest), seat)
        elif word in QUIT:
            raise Quit
        else:
            return False
        return True

    def _help(self) -> None:
        """The commands, in a table."""
        self.out.print(said("Type the number of a choice or its notation. Also:"))
        table = Table.grid(padding=(0, 2))
        for command, does in COMMANDS.items():
            table.add_row(Text(f"  {command}", style="bold"), Text(said(does)))
        self.out.print(table)

    def _write(self, what: str, path: Path, seat: int) -> None:
        """Save the game, or draw the table as the seat sees it."""
        try:
            if what == "save":
                self._save(path)
            else:
                write_picture(self.match.game.svg(self.match.view(seat)), path, 0)
                self.out.print(said("Drawn in {path}.", path=str(path)), soft_wrap=True)
        except (OSError, ValueError) as error:  # no file can have some names
            reason = f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)
            self.out.print(reason, style="yellow", soft_wrap=True)

    def _look(self, word: str, seat: int) -> None:
        """What a screen reader says of the things on the table that have to do with the word."""
        scene = self.match.game.scene(self.match.view(seat))
        found = [node for node in scene.nodes if node.title and word in f"{node.id} {node.title}".casefold()]
        for title in dict.fromkeys(node.title for node in found):
            self.out.print(f"  {title}")
        if not found:
            self.out.print(said("Nothing on the table is called that."))

    def _plan(self, place: str, seat: int) -> None:
        """Offer long moves towards a place of the picture (`island:r1c1`, or `r1c1` for short), and play one."""
        match = self.match
        scene = match.game.scene(match.view(seat))
        places = [node.id for node in scene.nodes if node.gesture == "plan"]
        asked = place.replace(" ", ":")
        wanted = [ident for ident in places if asked and (ident == asked or ident.endswith(f":{asked}"))]
        plans = [plan for ident in wanted for plan in match.state.plans(seat, ident) if plan.actions]
        if not plans:
            known = ", ".join(_short(ident) for ident in places) or said("none now")
            self.out.print(said("No plan leads there. Places to plan for: {places}.", places=known))
            return
        for number, plan in enumerate(plans, 1):
            self.out.print(f"{number:>3} {plan.label}  {plan.detail}")
        text = self._read(said("Which one? [Enter: none]") + " ")
        if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(plans):
            for action in plans[int(text) - 1].actions:
                if match.state.why_not(action, seat) is not None:
                    break  # something came up on the way
                match.play(action, seat)

    def _undo(self, seat: int) -> None:
        """Back to the seat's last decision; past a reveal or another's move only if everybody agrees."""
        match = self.match
        newest = max((ply for ply, move in enumerate(match.moves) if move.seat == seat), default=None)
        if newest is None:
            self.out.print(said("You have decided nothing yet."))
            return
        takes = match.takes(newest, seat)
        if takes == "never":
            self.out.print(said("Something has been shown since: in this game nothing is taken back past that."))
            return
        if takes == "agreed":
            question = said("Since then others have moved or something was revealed. Does everybody agree? [y/N]")
            if self._read(f"{question} ").lower() not in ("y", "yes"):
                return
        match.undo(len(match.moves) - newest)
        self.told = len(match.events)
        self.shown = None

    def _read(self, prompt: str) -> str:
        """A line of input; the end of input means to quit."""
        self.out.print(prompt, end="")
        line = sys.stdin.readline()
        if not line:
            self.out.print()
            raise Quit
        if not sys.stdin.isatty():
            self.out.print(line.rstrip())
        return line.strip().removeprefix("\ufeff")  # what some programs begin a text with
