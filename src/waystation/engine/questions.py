"""Questions: all that belongs to one kind of frame, in one object.

A game lists its questions in a table, ``{Ask.TURN: Turn(), Ask.FLIGHT: Flight(), ...}``, whose keys are an `IntEnum`:
its numbers are the kinds of frames on the agenda, its names what position documents call them. The engine asks the
question of the frame at hand; nobody else tells kinds apart.

    class Discard(Question[WayfindersState]):
        answers = ("discard",)

        def legal(self, state, frame, seat): ...                  # what may be chosen: the hot path
        def apply(self, state, frame, action, seat, log): ...     # what a choice does
        def why_not(self, state, frame, action, seat): ...        # the same condition, with its reason
        def ask(self, state, frame, seat): ...                    # the sentence that a player reads

A question holds nothing: whatever it needs is in the state and its game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from .actions import ActionTable
from .agenda import Frame
from .errors import Refusal
from .events import EventLog
from .view import Plan, Timer
from .words import say

_S = TypeVar("_S", bound="Asking")


class _Asker(Protocol):
    """What a question may ask of any game."""

    actions: ActionTable

    @property
    def by_kind(self) -> Sequence[Question[Any]]: ...

    def answers_to(self, question: Question[Any]) -> Sequence[int]: ...


class Asking(Protocol):
    """What a question may ask of any state; a game's own questions are written for its own state."""

    agenda: list[Frame]

    @property
    def game(self) -> _Asker: ...

    def answered(self, seat: int) -> None: ...


class Stacked(Asking, Protocol):
    """A state that keeps a stack of frames for each seat."""

    stacks: list[list[Frame]]


class Question(Generic[_S]):
    """One kind of frame. `answers` are the kinds of actions that it offers.

    `frame` is the frame at hand, its data behind the first two numbers. Methods that get an `action` are only asked
    about actions of the kinds in `answers`, but for `not_now`.
    """

    answers: ClassVar[tuple[str, ...]] = ()
    any_order: ClassVar[bool] = False
    """Whether the clicks of `nodes` may come in any order: a payment, piece by piece."""

    def legal(self, state: _S, frame: Frame, seat: int) -> list[int]:
        """Sorted ids of what the seat may choose; never empty. The hot path.

        The default asks `why_not` of every action that could be an answer; a faster list may stand in its place, and
        the conformance suite compares the two.
        """
        why_not = self.why_not
        return [a for a in state.game.answers_to(self) if why_not(state, frame, a, seat) is None]

    def apply(self, state: _S, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Carry out a legal action: change the state, and the agenda, on which the frame still lies."""
        raise NotImplementedError

    def resume(self, state: _S, frame: Frame, log: EventLog | None) -> None:
        """Do what a frame says that asks nobody (any more); it is off the agenda already. The default: nothing."""

    def why_not(self, state: _S, frame: Frame, action: int, seat: int) -> Refusal | None:
        """None exactly for what is legal now, else the reason, naming the nearest thing that is missing."""
        raise NotImplementedError

    def not_now(self, state: _S, frame: Frame, action: int, seat: int) -> Refusal:
        """Why an answer to this question may not be given while another (that of `frame`) is asked."""
        asked = state.game.by_kind[frame[0]]
        return Refusal(say("Now the question is: {question}", question=asked.ask(state, frame, seat)))

    def allows(self, state: _S, frame: Frame, action: int, seat: int) -> bool | None:
        """Whether this may be chosen, where that is quicker to say than to make the list; None: look at the list."""
        return None

    def frame_for(self, state: _S, frame: Frame, seat: int) -> Frame:
        """The frame that the seat has to answer: this one, unless seats have stacks of their own (`EachSeat`)."""
        return frame

    # ------------------------------------------------------------------ what people see

    def ask(self, state: _S, frame: Frame, seat: int) -> str:
        """What the seat is asked, as one sentence."""
        raise NotImplementedError

    def label(self, state: _S, frame: Frame, action: int, seat: int) -> str:
        """What the button for this action says now."""
        return state.game.actions[action].label

    def nodes(self, state: _S, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """The clicks on the scene that mean this action, or would if it were legal: `frame` may be another's."""
        return state.game.actions[action].nodes

    def so_far(self, state: _S, frame: Frame, seat: int, clicks: Sequence[str]) -> str:
        """After some of an answer's clicks: what they come to and what is missing yet; "": the question stays."""
        return ""

    def drags(self, state: _S, frame: Frame, action: int, seat: int) -> tuple[tuple[str, str], ...]:
        """Pieces, each with the target it can be dragged to for this action now, besides two `nodes`."""
        return ()

    def closed(self, state: _S, frame: Frame, seat: int) -> Sequence[int]:
        """Actions that the seat looks for among its choices, legal or not: those that are not are shown greyed.

        Their label and `why_not` then stand beside the legal ones. A few, and none whose reason could tell a secret.
        """
        return ()

    def plans(self, state: _S, frame: Frame, seat: int, node: str) -> list[Plan]:
        """Long moves towards a scene node that are worth offering, best first."""
        return []

    def trace(self, state: _S, frame: Frame, seat: int, points: Sequence[tuple[float, float]]) -> Plan:
        """A line drawn by hand on the region that has the gesture "draw", read as a plan."""
        return Plan("", (), problems=(say("Nothing can be drawn now."),))

    def timer(self, state: _S, frame: Frame) -> Timer | None:
        """The clock on this decision, if rules or options set one."""
        return None

    # ------------------------------------------------------------------ positions

    def faults(self, state: _S, frame: Frame) -> Iterator[str]:
        """What is wrong with such a frame on this table, for frames read from a position document: the reasons."""
        yield from ()


class EachSeat(Question[Stacked]):
    """A frame that asks several seats at once, each of which has a stack of frames of its own in ``state.stacks``.

    What a seat is asked is the top frame of its stack, ``(kind, 1 << seat, *data)``; a frame with 0 in the second
    place asks nobody, and is resumed (with the seat's bit in it) when it comes to the top. The questions push and pop
    there, not on the agenda. When a seat's stack is empty it has answered; when all have, this frame resumes. Seats go
    on without waiting for each other, so what one does may not depend on where another is.
    """

    def frame_for(self, state: Stacked, frame: Frame, seat: int) -> Frame:
        return state.stacks[seat][-1]

    def legal(self, state: Stacked, frame: Frame, seat: int) -> list[int]:
        top = state.stacks[seat][-1]
        return state.game.by_kind[top[0]].legal(state, top, seat)

    def apply(self, state: Stacked, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        by_kind = state.game.by_kind
        stack = state.stacks[seat]
        top = stack[-1]
        by_kind[top[0]].apply(state, top, action, seat, log)
        while stack and not stack[-1][1]:
            top = stack.pop()
            by_kind[top[0]].resume(state, (top[0], 1 << seat, *top[2:]), log)
        if not stack:
            state.answered(seat)

    def faults(self, state: Stacked, frame: Frame) -> Iterator[str]:
        """A seat is asked exactly as long as its stack has a frame that asks it."""
        for seat, stack in enumerate(state.stacks):
            if bool(stack) != bool(frame[1] >> seat & 1) or (stack and stack[-1][1] != 1 << seat):
                yield f"seat {seat} is asked, but its own stack asks it nothing, or the other way round"
            for own in stack:
                yield from state.game.by_kind[own[0]].faults(state, own)
