"""Match: a state together with how it came about. What a table, a terminal or a record needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Literal, NamedTuple, Self

import msgspec

from .borders import fold_name, plain, read_names, read_seed, read_share, seat_number, whole
from .chance import Chance, Draw, RecordingChance, ScriptedChance, Seed, TapeMismatch, mixed
from .errors import KindError, Refusal
from .events import Event, EventLog, SeenEvent, Viewer
from .game import Game
from .scene import Scene
from .state import State
from .view import View

KEEP = 16
"""A copy of the state is kept every so many moves; those between are found again by playing on from it."""


class Move(msgspec.Struct, frozen=True, gc=False):
    """One move of a match: who chose what, what chance gave, and whether anybody learned something hidden.

    `events` is the range of this move in the match's event log. Where people change seats, `by` says who chose (empty:
    a bot; None: whoever has the seat), and `seq` is the number of the move's line in the log of a table.
    """

    seat: int
    action: int
    draws: tuple[Draw, ...]
    events: tuple[int, int]
    reveals: bool
    by: str | None = None
    seq: int = 0


class Draft(NamedTuple):
    """What a move would do: the state after it, the move, and what would be told."""

    state: State
    move: Move
    events: list[Event]


Undo = Literal["free", "agreed", "never"]
"""What it takes to take moves back: nothing, everybody's consent, or it can't be done."""


def repeat(state: State, action: int, seat: int, draws: Sequence[Draw]) -> None:
    """Play a move again, on the state itself, with what chance gave then. TapeMismatch if chance is asked otherwise."""
    state.chance = chance = ScriptedChance(state.chance, draws)
    state.advance(action, seat)
    if chance.script:
        raise TapeMismatch("chance was not asked")
    state.chance = chance.clone()


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

    committed: str | None = None
    """Of a game whose seed is not known (yet): the commitment that was made to it."""

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
        self.shares = {seat_number(seat, game.players): read_share(share) for seat, share in (shares or {}).items()}
        self.names = tuple(map(fold_name, read_names(names or game.seat_names, game.players), game.seat_names))
        self.position: Mapping[str, Any] | None = None
        self.events = EventLog()
        self.moves: list[Move] = []
        self._kept: dict[int, State] = {}
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
            self.position = plain(position)  # a copy as JSON has it: records are written of it
            self.state.chance = self.chance = RecordingChance(self.state.chance)
            self.setup_draws = ()
        self.opening_draws = self.chance.take()

    @classmethod
    def resumed(cls, game: Game, state: State, moves: Sequence[Move] = ()) -> Self:
        """A match whose beginning is in somebody's log: a state, and the moves that led to it."""
        match = object.__new__(cls)
        match.game, match.state, match.moves = game, state, list(moves)
        match.seed, match.shares, match.position = None, {}, None
        match.names, match.events, match._kept = game.seat_names, EventLog(), {}
        match.setup_draws = match.opening_draws = ()
        match.chance = RecordingChance(state.chance)
        match._stand_at(state)
        return match

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle has of its own: it goes on without the match that it was made of."""
        own = {"state": self.state.clone(), "moves": self.moves[:], "events": copy(self.events)}
        return {**vars(self), **own, "shares": dict(self.shares), "_kept": dict(self._kept), "chance": None}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self.chance = RecordingChance(self.state.chance)

    def legal(self, seat: int | None = None) -> LegalMoves:
        """The legal moves of a seat (default: the only one to act)."""
        return LegalMoves(self.state, seat_number(self.state._seat(seat), self.game.players))

    def play(self, text: str, seat: int | None = None) -> Move:
        """Play an action by notation. Errors leave the match as it was."""
        return self.apply(self.game.action_of(text), seat)

    def apply(self, action: int, seat: int | None = None) -> Move:
        """Play an action by id. Errors leave the match as it was."""
        action, seat = whole(action, "an action"), self.state._seat(seat)
        mark = len(self.events)
        self._take_dice()
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
        self._take_dice()
        before = state.clone() if self._is_kept() else None
        mark = len(self.events)
        state.advance(action, seat, self.events)
        return self._note(action, seat, mark, before)

    def _is_kept(self) -> bool:
        """Whether a copy of the state as it is now is to be kept."""
        return not self._kept or not len(self.moves) % KEEP

    def _note(self, action: int, seat: int, mark: int, before: State | None) -> Move:
        """Write down a move that has just been made; `before` is a copy of the state as it was, if there is one."""
        draws = self.chance.take()
        reveals = bool(draws) or any(event.reveals for event in self.events.since(mark))
        move = Move(seat, action, draws, (mark, len(self.events)), reveals)
        if before is not None and self._is_kept():
            self._kept[len(self.moves)] = before
        self.moves.append(move)
        return move

    def draft(self, text: str, seat: int, by: str | None = None) -> Draft:
        """What a move would do. IllegalAction or NotationError if it may not be made; nothing is changed."""
        action, seat = self.game.action_of(text), whole(seat, "a seat")
        if not self.state._allows(action, seat):
            raise self.state._illegal(action, seat)
        state, log = self.state.clone(), EventLog()
        state.chance = chance = RecordingChance(state.chance)
        state.advance(action, seat, log)
        draws = chance.take()
        state.chance = chance.clone()
        events, told = list(log), len(self.events)
        reveals = bool(draws) or any(event.reveals for event in events)
        return Draft(state, Move(seat, action, draws, (told, told + len(events)), reveals, by), events)

    def adopt(self, state: State, move: Move) -> None:
        """Take over a move that was drafted, or played elsewhere: the state it leads to. What was told before is let
        go, and no states are kept: whoever adopts has a log of them, and goes back by `rewind`."""
        self.moves.append(move)
        self._stand_at(state)

    def rewind(self, state: State, ply: int) -> None:
        """Go back to the moment after `ply` moves, whose state somebody else has kept."""
        del self.moves[ply:]
        self._stand_at(state)

    def _stand_at(self, state: State) -> None:
        self.events.let_go()
        self._kept.clear()
        self.state = state

    def _take_dice(self) -> None:
        """From here on what chance gives is written down, also in a state that came from elsewhere."""
        if self.state.chance is not self.chance:
            self.chance.key, self.chance.count = self.state.chance.key, self.state.chance.count
            self.state.chance = self.chance

    def undo(self, count: int = 1) -> None:
        """Take back the last moves. Chance goes back too: the same choice would draw the same again."""
        count = whole(count, "a number of moves")
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"expected 0 to {len(self.moves)} moves to take back, got {count}")
        if count == 0:
            return
        ply = len(self.moves) - count
        self.state = self.at(ply)
        self._take_dice()
        self.events.cut(self.moves[ply].events[0])
        del self.moves[ply:]
        self._kept = {at: state for at, state in self._kept.items() if at < ply}

    # ------------------------------------------------------------------ the rule of undo, at every table

    def takes(self, ply: int, seat: int, by: str | None = None) -> Undo:
        """What it takes that a seat (at which this person sits) goes back to the moment after `ply` moves.

        Never past what was shown, where the game says so. Freely over one's own last moves, if they showed nothing.
        Else everybody at the table has to agree, and everybody who played one of these moves.
        """
        ply = self._ply(ply)
        if self._is_final(ply):
            return "never"
        return "free" if ply >= self.free_to(seat, by) else "agreed"

    def _is_final(self, ply: int) -> bool:
        """Whether something was shown since that stays shown."""
        return self.game.spec.final_reveals and any(move.reveals for move in self.moves[ply:])

    def free_to(self, seat: int, by: str | None = None) -> int:
        """The earliest ply that a seat may go back to without asking; the number of moves if there is none.

        What another person than `by` played is not its own (without `by`, only seats count).
        """
        seat = seat_number(seat, self.game.players)
        ply = len(self.moves)
        while ply and (move := self.moves[ply - 1]).seat == seat and not move.reveals:
            if by is not None and move.by not in (None, "", by):
                break
            ply -= 1
        return ply

    def back_to(self, seat: int) -> int | None:
        """The ply before a seat's own newest move; None if it has none, or that can't be taken back."""
        seat = seat_number(seat, self.game.players)
        for ply in range(len(self.moves) - 1, -1, -1):
            if self.moves[ply].seat == seat:
                return None if self._is_final(ply) else ply
        return None

    def free_undo(self) -> int:
        """How many moves the seat that moved last may take back without asking."""
        return len(self.moves) - self.free_to(self.moves[-1].seat) if self.moves else 0

    def _ply(self, ply: int) -> int:
        """A number of moves, all or fewer; ValueError if there are not so many."""
        ply = whole(ply, "a number of moves")
        if not 0 <= ply <= len(self.moves):
            raise ValueError(f"expected 0 to {len(self.moves)} moves, got {ply}")
        return ply

    # ------------------------------------------------------------------ looking

    def at(self, ply: int) -> State:
        """A copy of the state after `ply` moves."""
        ply = self._ply(ply)
        if ply == len(self.moves):
            return self.state.clone()
        begun = next((at for at in reversed(self._kept) if at <= ply), None)  # they are kept in order
        if begun is None:
            raise ValueError(f"the state after {ply} moves was not kept here")
        state = self._kept[begun].clone()
        for move in self.moves[begun:ply]:
            repeat(state, move.action, move.seat, move.draws)
        return state

    def view(self, viewer: Viewer) -> View:
        """The view of a seat, with this match's names."""
        return self.state.view(viewer, self.names)

    def keepsakes(self) -> tuple[Scene, ...]:
        """What people take home when the game is over (see `Edition.keepsakes`); before that, nothing."""
        return self.game.keepsakes(self._views()) if self.state.is_over else ()

    def _views(self) -> Iterator[View]:
        """What everybody may know, at the start and after each move."""
        state = self.at(0)
        yield state.view(None, self.names)
        for move in self.moves:
            repeat(state, move.action, move.seat, move.draws)
            yield state.view(None, self.names)

    def told(self, viewer: Viewer, start: int = 0) -> list[SeenEvent]:
        """The events from index `start` on as a viewer knows them."""
        start = whole(start, "a number of events")
        if start < 0:
            raise ValueError(f"events are counted from 0, so none begin at {start}")
        viewer = None if viewer is None else seat_number(viewer, self.game.players)
        return [event.seen_by(viewer, self.names) for event in self.events.since(start)]

    def notation(self, move: Move) -> str:
        """How a move is written."""
        return self.game.actions.format(move.action)
