"""Match: a state together with how it came about. What a table, a terminal or a record needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from .borders import fold_name, read_seed, seat_number, whole
from .chance import Chance, Draw, RecordingChance, ScriptedChance, Seed, mixed
from .errors import KindError, Refusal
from .events import EventLog, SeenEvent, Viewer
from .game import Game
from .state import State
from .view import View

KEEP = 16
"""A copy of the state is kept every so many moves; those between are found again by playing on from it."""


class Move(msgspec.Struct, frozen=True):
    """One move of a match: who chose what, what chance gave, and whether anybody learned something hidden.

    `events` is the range of this move in the match's event log.
    """

    seat: int
    action: int
    draws: tuple[Draw, ...]
    events: tuple[int, int]
    reveals: bool


class LegalMoves:
    """What a seat may do now: iterable (notations), sized, and ``in`` takes an id or a notation."""

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat

    def __iter__(self) -> Iterator[str]:
        return (self._state.game.actions.format(action) for action in self._state.legal_actions(self.seat))

    def __len__(self) -> int:
        return len(self._state.legal_actions(self.seat))

    def __contains__(self, action: object) -> bool:
        try:
            number = action if isinstance(action, str) else whole(action, "an action")
        except KindError:  # True and 1.0 are no actions
            return False
        return self._state.why_not(number, self.seat) is None

    def explain(self, action: int | str) -> Refusal | None:
        """Why not; None if it is legal. KindError for what is neither a number nor a notation."""
        return self._state.why_not(action, self.seat)


class Match:
    """A game being played, with its history.

    ``match = Match(waystation.load("wayfinders"), seed=7, names=["Ada", "Ben"])``

    A match begins from a `seed`, from two streams of chance (`setup` and `play`), or from a `position`. `shares`, by
    seat, are what players have added to the seed (see `mixed`).
    """

    def __init__(
        self,
        game: Game,
        seed: Seed | None = 0,
        names: Sequence[str] | None = None,
        position: Mapping[str, Any] | None = None,
        setup: RecordingChance | None = None,
        play: RecordingChance | None = None,
        shares: Mapping[int, str] | None = None,
    ) -> None:
        self.game = game
        self.seed = None if seed is None else read_seed(seed)
        self.shares = dict(shares or {})
        self.names = tuple(names or game.seat_names)
        if len(self.names) != game.players:
            raise ValueError(f"{game.players} players need as many names, got {len(self.names)}")
        self.names = tuple(map(fold_name, self.names, game.seat_names))
        self.position = position
        self.events = EventLog()
        self.moves: list[Move] = []
        self._kept: list[State] = []
        if position is None:
            if setup is None or play is None:
                if self.seed is None:
                    raise ValueError("a match needs a seed, both streams of chance, or a position")
                chosen = mixed(self.seed, self.shares)
                setup = setup or RecordingChance(Chance.of(chosen, "setup"))
                play = play or RecordingChance(Chance.of(chosen, "play"))
            dealt, self.chance = setup, play
            self.state = game.start(dealt, self.chance, self.events)
            self.setup_draws = dealt.take()
        else:
            self.state = game.state_from(position)
            self.state.chance = self.chance = RecordingChance(self.state.chance)
            self.setup_draws = ()
        self.opening_draws = self.chance.take()

    def legal(self, seat: int | None = None) -> LegalMoves:
        """The legal moves of a seat (default: the only one to act)."""
        return LegalMoves(self.state, seat_number(self.state._seat(seat), self.game.players))

    def play(self, text: str, seat: int | None = None) -> Move:
        """Play an action by notation. Errors leave the match as it was."""
        return self.apply(self.game.actions.parse(text), seat)

    def apply(self, action: int, seat: int | None = None) -> Move:
        """Play an action by id. Errors leave the match as it was."""
        action, seat = whole(action, "an action"), self.state._seat(seat)
        mark = len(self.events)
        try:
            before = self.state._step(action, seat, self.events)
        except BaseException:
            self.chance.take()
            raise
        return self._note(action, seat, mark, before)

    def follow(self, text: str, seat: int) -> Move:
        """As `play`, without a way back: after an error the match is of no use. For replays, which end there."""
        action = self.game.actions.parse(text)
        state = self.state
        if seat < 0 or not state._allows(action, seat):
            raise state._illegal(action, seat)
        before = None if len(self.moves) % KEEP else state.clone()
        mark = len(self.events)
        state.advance(action, seat, self.events)
        return self._note(action, seat, mark, before)

    def _note(self, action: int, seat: int, mark: int, before: State | None) -> Move:
        """Write down a move that has just been made; `before` is a copy of the state as it was, if there is one."""
        draws = self.chance.take()
        reveals = bool(draws) or any(event.reveals for event in self.events.since(mark))
        move = Move(seat, action, draws, (mark, len(self.events)), reveals)
        if before is not None and not len(self.moves) % KEEP:
            self._kept.append(before)
        self.moves.append(move)
        return move

    def undo(self, count: int = 1) -> None:
        """Take back the last moves. Chance goes back too: the same choice would draw the same again."""
        count = whole(count, "a number of moves")
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"there are {len(self.moves)} moves to take back, not {count}")
        if count == 0:
            return
        ply = len(self.moves) - count
        self.state = self.at(ply)
        self.chance.key, self.chance.count = self.state.chance.key, self.state.chance.count
        self.state.chance = self.chance
        self.events.cut(self.moves[ply].events[0])
        del self.moves[ply:], self._kept[-(-ply // KEEP) :]

    def free_undo(self) -> int:
        """How many moves back lead to the last moment at which anything was revealed, or another seat decided."""
        count = 0
        for move in reversed(self.moves):
            if move.reveals or move.seat != self.moves[-1].seat:
                break
            count += 1
        return count

    def at(self, ply: int) -> State:
        """A copy of the state after `ply` moves."""
        ply = whole(ply, "a number of moves")
        if not 0 <= ply <= len(self.moves):
            raise ValueError(f"there are {len(self.moves)} moves, so no state after {ply}")
        if ply == len(self.moves):
            return self.state.clone()
        number = ply // KEEP
        state = self._kept[number].clone()
        for move in self.moves[number * KEEP : ply]:
            state.chance = ScriptedChance(state.chance, move.draws)
            state.advance(move.action, move.seat)
        state.chance = state.chance.clone()
        return state

    def view(self, viewer: Viewer) -> View:
        """The view of a seat, with this match's names."""
        return self.state.view(viewer, self.names)

    def told(self, viewer: Viewer, start: int = 0) -> list[SeenEvent]:
        """The events from index `start` on as a viewer knows them."""
        viewer = None if viewer is None else seat_number(viewer, self.game.players)
        return [event.seen_by(viewer, self.names) for event in self.events.since(start)]

    def notation(self, move: Move) -> str:
        """How a move is written."""
        return self.game.actions.format(move.action)
