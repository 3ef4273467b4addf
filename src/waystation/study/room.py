"""Tables for a language model: it plays one seat in words, bots have the others.

Everything that leaves is made from the view of its seat: the table in words, what happened, and the reasons why not.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

import msgspec

import waystation
from waystation.bots import (
    PROGRAMS,
    BotError,
    Budget,
    bot_chance,
    close,
    decide,
    factories,
    is_program,
    levels_of,
    make,
    observe,
    turn_at,
)
from waystation.bots.simple import RandomBot
from waystation.engine import Game, Match, WaystationError
from waystation.engine.words import said

ME = "me"
MOST_TABLES = 200
"""So many tables are kept; then the one that was left alone longest makes room."""


LONGEST, MOST_SIMULATIONS = 20.0, 10_000
"""Seconds (as on a server), or simulations, that a bot thinks about a turn at most: who asks may be a stranger."""


class RoomError(WaystationError):
    """What was asked for can't be done at this table; the text says why."""


class TextTable:
    """One game in which one seat is played in words."""

    def __init__(self, game: Game, seats: Sequence[str], seed: str, show_moves: bool) -> None:
        if len(seats) != game.players:
            raise RoomError(f"{game.name} is played by {game.players} here, got {len(seats)} seats: {', '.join(seats)}")
        if list(seats).count(ME) != 1:
            raise RoomError(f"one of the seats is {ME!r}, the others are bots; got {', '.join(seats)}")
        for spec in seats:
            if is_program(spec):  # nobody starts one from afar
                raise RoomError(f"{spec!r} is a program and can't sit here")
            if spec != ME:
                check_effort(spec, game)
        self.game, self.me, self.show_moves = game, list(seats).index(ME), show_moves
        self.bots = [None if spec == ME else make(spec, game) for spec in seats]
        names = [said("Player {number}", number=seat + 1) for seat in range(game.players)]
        named = [name if spec == ME else f"{name} ({spec})" for name, spec in zip(names, seats, strict=True)]
        self.match = Match(game, seed, named)
        self.lock = Lock()
        self._seed, self._told = seed, 0
        self._others()

    def look(self) -> str:
        """The table as the seat sees it, in words, and its legal moves if these are shown."""
        view = self.match.state.view(self.me, self.match.names)
        return self.game.text(view if self.show_moves else msgspec.structs.replace(view, legal=()))

    def legal(self) -> list[str]:
        """The legal moves, in notation; RoomError at a table that does not show them."""
        if not self.show_moves:
            raise RoomError("this table does not list legal moves; ask why_not about a move")
        return list(self.match.legal(self.me)) if self.me in self.match.state.to_act else []

    def play(self, move: str) -> str:
        """Play a move by notation; what happened since, and the table. RoomError, with the rule, if it is not legal."""
        refusal = self.why_not(move)
        if refusal is not None:
            raise RoomError(refusal)
        self.match.play(move.strip(), self.me)
        self._others()
        return f"{self.news()}\n\n{self.look()}".strip()

    def why_not(self, move: str) -> str | None:
        """None for a legal move, else the reason with its rule."""
        refusal = self.match.state.why_not(move.strip(), self.me)
        return None if refusal is None else str(refusal)

    def news(self) -> str:
        """What happened since this was asked last, as the seat knows it."""
        events = self.match.events.since(self._told)
        self._told = len(self.match.events)
        return "\n".join(text for event in events if (text := event.seen_by(self.me, self.match.names).text))

    def score(self) -> dict[str, Any]:
        """The score sheets as the seat knows them, and how the game ended."""
        view = self.match.state.view(self.me, self.match.names)
        sheets = {
            name: {line.label: line.points for line in sheet.lines} | {"total": sheet.total}
            for name, sheet in zip(view.names, view.sheets, strict=True)
        }
        over = view.outcome
        ended = None if over is None else {"text": over.text, "ranks": list(over.ranks), "scores": list(over.scores)}
        return {"you": view.names[self.me], "sheets": sheets, "over": over is not None, "outcome": ended}

    def _others(self) -> None:
        """Bots decide until the seat is asked or the game is over."""
        state = self.match.state
        while state.to_act and self.me not in state.to_act:
            seat = state.to_act[0]
            bot = self.bots[seat]
            assert bot is not None
            chance = bot_chance(self._seed, seat, len(self.match.moves))
            try:
                action = decide(bot, observe(state, seat, chance, turn=turn_at(self.match, seat)))
            except BotError:
                if isinstance(bot, RandomBot):  # the game gives nothing to choose from: another would find no more
                    raise
                close(bot)
                self.bots[seat] = make("random")
                continue
            self.match.apply(action, seat)
            state = self.match.state


def check_effort(spec: str, game: Game) -> None:
    """RoomError for a bot that would think for too long, or as long as an argument says that we can't judge."""
    name, colon, _ = spec.strip().partition(":")
    if not colon or spec in {level.spec for level in levels_of(game)}:
        return
    budget = getattr(make(spec, game), "budget", None)
    if not isinstance(budget, Budget):
        raise RoomError(f"bot {spec!r:.60}: here {name} takes no argument")
    if (budget.seconds or 0) > LONGEST or (budget.simulations or 0) > MOST_SIMULATIONS:
        raise RoomError(
            f"bot {spec!r:.60}: at most {LONGEST:.0f} seconds or {MOST_SIMULATIONS} simulations a turn are given here"
        )


class Room:
    """Many tables, each known by an id that can't be guessed."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, TextTable] = OrderedDict()
        self._lock = Lock()

    def start(self, game: str, seats: Sequence[str], options: dict[str, Any], seed: str, show_moves: bool) -> str:
        """Open a table; its id. WaystationError for what can't be."""
        try:
            kind = waystation.game_type(game)
        except KeyError as error:
            raise RoomError(str(error.args[0])) from error
        if not seats:
            seats = [ME, *[kind.default_bot] * (kind.from_options(options, strict=False).players - 1)]
        table = TextTable(
            kind.from_options({"players": len(seats), **options}, strict=False),
            seats,
            seed or secrets.token_hex(16),
            show_moves,
        )
        name = secrets.token_hex(8)
        with self._lock:
            self._tables[name] = table
            if len(self._tables) > MOST_TABLES:
                self._tables.popitem(last=False)
        return name

    def table(self, name: str) -> TextTable:
        """A table by its id; RoomError if there is none."""
        with self._lock:
            found = self._tables.get(name)
            if found is None:
                raise RoomError(f"there is no table {name!r:.40}; start opens one")
            self._tables.move_to_end(name)
            return found

    @contextmanager
    def at(self, name: str) -> Iterator[TextTable]:
        """A table by its id, at which nobody else asks or plays meanwhile; RoomError if there is none."""
        found = self.table(name)
        with found.lock:
            yield found


def games() -> list[dict[str, Any]]:
    """The installed games: name, title, players, what they are like, and their bots."""
    return [
        {
            "name": kind.name,
            "title": kind.spec.title,
            "players": list(kind.spec.players),
            "about": said("{text}", text=kind.spec.blurb),
            "bots": sorted(set(factories(kind.name)) - PROGRAMS),
        }
        for kind in waystation.game_types()
    ]
