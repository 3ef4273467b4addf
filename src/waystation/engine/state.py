"""State: a game at one moment. Small plain data, copied cheaply, compared by value.

A game's own state subclasses `State` and declares its fields: ints, flat lists and lists of lists. Everything that a
user calls is here, and asks the game's parts: its questions, knowledge, scoring and positions.

The agenda
----------
``agenda`` is a stack of frames, each a tuple ``(kind, seats, *data)`` of ints. Bit ``s`` of `seats` says that seat s
owes a decision. The top frame is the one at hand. A frame whose `seats` is 0 asks nobody: the engine pops it and calls
``_continue``. So "do this, then ask that" is pushing two frames; "everybody chooses in secret, then we look" is one
frame with several bits; an answer out of turn is a frame on top with the other seat's bit. An empty agenda ends the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Self

import msgspec

from .agenda import Frame as Frame
from .agenda import frame_document
from .agenda import seats_of as seats_of
from .borders import guard, read_names, seat_number, whole
from .chance import Chance
from .documents import POSITION_FORMAT
from .edition import Edition
from .errors import IllegalAction, NotationError, PositionError, Refusal
from .events import EventLog, Viewer
from .fields import Declared, Field
from .outcome import Outcome, ScoreLine, ScoreSheet
from .parts import Knowledge
from .questions import Question
from .view import ClosedOffer, Offer, Plan, Timer, View
from .words import ENGLISH, Phrase, Seat, current, said, say, told


def _frozen(value: Any) -> Any:
    """A slot's value, hashable; a list holds either lists or none."""
    if type(value) is not list:
        return value
    return tuple([_frozen(item) for item in value]) if value and type(value[0]) is list else tuple(value)


def _told_sheet(sheet: ScoreSheet, names: Sequence[str]) -> ScoreSheet:
    """The sheet with its labels as a viewer reads them; the same one again, where that is possible."""
    if current() is ENGLISH and (plain := _plain_sheet(sheet)) is not None:
        return plain
    for line in sheet.lines:
        if isinstance(line.label, Phrase):
            break
    else:
        return sheet
    return ScoreSheet(tuple([_told_line(line, told(line.label, names)) for line in sheet.lines]))


def _told_line(line: ScoreLine, label: str) -> ScoreLine:
    return ScoreLine(line.key, label, line.points, line.nodes)


@lru_cache(maxsize=8192)
def _plain_sheet(sheet: ScoreSheet) -> ScoreSheet | None:
    """The sheet in English; None if that takes more: a name, or braces."""
    if any("{" in line.label or "}" in line.label for line in sheet.lines):
        return None
    return ScoreSheet(tuple([_told_line(line, str.__str__(line.label)) for line in sheet.lines]))


class State(metaclass=Declared):
    """Base of every game's state."""

    __slots__ = ("_legal_list", "_legal_seat", "agenda", "chance", "game")

    CACHES: ClassVar[frozenset[str]] = frozenset({"_legal_seat", "_legal_list"})
    """Slots that only save time: they follow from the others, and take no part in equality, hash and saving."""

    # What the code made of a game's fields begins with (see `fields`).
    COPIED: ClassVar[dict[str, str]] = {
        "game": "self.game",
        "agenda": "self.agenda[:]",
        "chance": "self.chance.clone()",
        "_legal_seat": "-1",  # the list stays behind: a determinized copy would tell what a rival really holds
        "_legal_list": "[]",
    }
    HASHED: ClassVar[tuple[str, ...]] = ("tuple(self.agenda)", "self.chance.key", "self.chance.count")
    COMPARED: ClassVar[tuple[str, ...]] = (
        "(self.game is other.game or self.game == other.game)",
        "self.agenda == other.agenda",
        "self.chance == other.chance",
    )
    FIELDS: ClassVar[dict[str, Field]] = {}

    game: Edition
    agenda: list[Frame]
    chance: Chance
    _legal_seat: int
    _legal_list: list[int]

    def __init_subclass__(cls) -> None:
        """What a game writes is called by users, too: the numbers that they hand in are checked before."""
        super().__init_subclass__()
        guard(cls)

    def __init__(self, game: Edition, chance: Chance) -> None:
        self.game = game
        self.agenda = []
        self.chance = chance
        self._legal_seat = -1
        self._legal_list = []

    # ------------------------------------------------------------------ the game's parts are asked

    def clone(self) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def _legal(self, frame: Frame, seat: int) -> list[int]:
        return self.game.by_kind[frame[0]].legal(self, frame, seat)

    def _apply(self, action: int, seat: int, log: EventLog | None) -> None:
        frame = self.agenda[-1]
        self.game.by_kind[frame[0]].apply(self, frame, action, seat, log)

    def _continue(self, frame: Frame, log: EventLog | None) -> None:
        self.game.by_kind[frame[0]].resume(self, frame, log)

    def score_sheet(self, seat: int) -> ScoreSheet:
        """The seat's points as they would count now."""
        return self.game.scoring.sheet(self, seat)

    def scores(self) -> list[int]:
        """Points by seat, as they would count now."""
        return self.game.scoring.scores(self, self.game.players)

    def _outcome(self) -> Outcome:
        return self.game.scoring.outcome(self)

    def question(self, seat: int) -> str:
        """What `seat`, which owes a decision, is asked now, as one sentence."""
        question, frame = self._at_hand(seat)
        return "" if question is None else question.ask(self, frame, seat)

    def _table(self, viewer: Viewer) -> Any:
        return self.game.knowledge.table(self, viewer)

    def determinize(self, seat: int, rng: Chance) -> Self:
        """A state that `seat` can't tell from this one, hidden things and future chance drawn anew from rng."""
        if type(seat) is not int or not 0 <= seat < self.game.players:
            seat = seat_number(seat, self.game.players)
        new: Self = self.game.knowledge.determinize(self, seat, rng)
        return new

    def secrets(self, viewer: Viewer) -> list[str]:
        """Words that must not occur in anything the viewer gets, for the conformance suite and the server's tests."""
        return self.game.knowledge.secrets(self, viewer)

    def _to_doc(self) -> Any:
        return self.game.positions.write(self)

    def _from_doc(self, doc: Any) -> set[str] | None:
        return self.game.positions.read(self, doc)

    def _derive(self) -> None:
        """Work out the game's own CACHES again, all other slots being there: pickled states then go without them."""
        self.game.positions.derive(self)

    def _check_agenda(self) -> None:
        """PositionError for frames, read from a position, that their questions find fault with."""
        for number, frame in enumerate(self.agenda):
            path = f"agenda[{number}].data" if len(frame) > 2 else "agenda"
            for reason in self.game.by_kind[frame[0]].faults(self, frame):
                raise PositionError(path, told(reason, self.game.seat_names))

    def label(self, action: int, seat: int) -> str:
        """What the button for this action says now; what is not on offer is called as in the table of actions."""
        if action not in self.legal_now(seat):
            return self.game.actions[action].label
        question, frame = self._answering(action, seat)
        return question.label(self, frame, action, seat)

    def nodes(self, action: int, seat: int) -> tuple[str, ...]:
        """The clicks on the scene that mean this action now, or would if it were legal."""
        question, frame = self._answering(action, seat)
        return question.nodes(self, frame, action, seat)

    def drags(self, action: int, seat: int) -> tuple[tuple[str, str], ...]:
        """Pieces, each with the target it can be dragged to for this action now, besides two `nodes`."""
        question, frame = self._answering(action, seat)
        return question.drags(self, frame, action, seat)

    def so_far(self, seat: int, clicks: Sequence[str]) -> str:
        """After some clicks of an answer: what they come to and what is missing yet; "": nothing to say."""
        question, frame = self._at_hand(seat)
        return "" if question is None else told(question.so_far(self, frame, seat, clicks), self.game.seat_names)

    def plans(self, seat: int, node: str) -> list[Plan]:
        """Long moves towards a scene node that are worth offering to a seat that is to act, best first."""
        question, frame = self._at_hand(seat)
        return [] if question is None else [self._told_plan(plan) for plan in question.plans(self, frame, seat, node)]

    def trace(self, seat: int, points: Sequence[tuple[float, float]]) -> Plan:
        """A line drawn by hand on the region that has the gesture "draw", read as a plan."""
        question, frame = self._at_hand(seat)
        if question is None:
            return Plan("", (), problems=(said("Nothing can be drawn in this game."),))
        return self._told_plan(question.trace(self, frame, seat, points))

    def _told_plan(self, plan: Plan) -> Plan:
        names = self.game.seat_names
        problems = tuple(told(problem, names) for problem in plan.problems)
        label, detail = told(plan.label, names), told(plan.detail, names)
        return msgspec.structs.replace(plan, label=label, detail=detail, problems=problems)

    def timer(self) -> Timer | None:
        """The clock on the decision at hand, if the rules or options set one."""
        if not self.agenda:
            return None
        return self.game.by_kind[self.agenda[-1][0]].timer(self, self.agenda[-1])

    def why_silent(self, seat: int) -> Refusal | None:
        """None if the rules let this seat talk, chat and point now, else the reason."""
        return self.game.knowledge.why_silent(self, seat)

    def may_speak(self, seat: int) -> bool:
        """Whether this seat may talk now; after the end everybody may."""
        return not self.agenda or self.why_silent(seat) is None

    def _frame_of(self, seat: int) -> Frame:
        """The frame that a seat which is to act has to answer."""
        return self._at_hand(seat)[1] or self.agenda[-1]

    def _at_hand(self, seat: int) -> tuple[Question[Any] | None, Frame]:
        """The question that the seat owes an answer to, and its frame; None and () if there is none."""
        if not self.agenda or seat < 0 or not self.agenda[-1][1] >> seat & 1:
            return None, ()
        frame = self.agenda[-1]
        frame = self.game.by_kind[frame[0]].frame_for(self, frame, seat)
        return self.game.by_kind[frame[0]], frame

    def is_asked(self, action: int, seat: int) -> bool:
        """Whether an action answers the question that the seat is asked now, be it legal or not."""
        question, _ = self._at_hand(seat)
        return question is not None and self.game.question_of(action, question) is question

    def _answering(self, action: int, seat: int) -> tuple[Question[Any], Frame]:
        """The question that an action answers, and the frame at hand, whatever its kind."""
        question, frame = self._at_hand(seat)
        return self.game.question_of(action, question), frame

    # ------------------------------------------------------------------ playing

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision; () when the game is over."""
        return seats_of(self.agenda[-1][1]) if self.agenda else ()

    @property
    def is_over(self) -> bool:
        """True when nothing is left to decide."""
        return not self.agenda

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The ids this seat may choose from, sorted; empty when it owes no decision.

        `seat` may be left out when only one seat is to act. SeatError if there is no such seat.
        """
        seat = self._seat(seat)
        found = self.legal_now(seat)
        if not found:
            seat_number(seat, self.game.players)
        return found[:]

    def apply(self, action: int, seat: int | None = None, log: EventLog | None = None) -> None:
        """Carry out an action in place. IllegalAction, and any other error, leaves the state untouched.

        Action and seat may be whole numbers of any kind (numpy's, say); KindError for True, 1.0 and the like.
        """
        self._step(action, seat, log)

    def _step(self, action: int, seat: int | None, log: EventLog | None) -> Self:
        """As `apply`; returns a copy of the state as it was before."""
        seat = self._seat(seat)
        if type(action) is not int:
            action = whole(action, "an action")
        if seat < 0 or not self._allows(action, seat):
            raise self._illegal(action, seat)
        saved = self.clone()
        mark = 0 if log is None else len(log)
        try:
            self.advance(action, seat, log)
        except BaseException:
            self._restore(saved)
            if log is not None:
                log.cut(mark)
            raise
        return saved

    def advance(self, action: int, seat: int, log: EventLog | None = None) -> None:
        """As `apply`, without the check and the safety copy: for search, with actions from `legal_actions`."""
        self._legal_seat = -1
        self._apply(action, seat, log)
        agenda = self.agenda
        while agenda and not agenda[-1][1]:
            self._continue(agenda.pop(), log)

    def play(self, text: str, seat: int | None = None, log: EventLog | None = None) -> None:
        """As `apply`, by notation: ``state.play("fly r2c3")``."""
        self.apply(self.game.action_of(text), seat, log)

    def why_not(self, action: int | str, seat: int | None = None) -> Refusal | None:
        """None if the action is legal for the seat, else the reason."""
        seat = self._seat(seat)
        if isinstance(action, str):
            text = action
            try:
                action = self.game.actions.parse(text)
            except NotationError as error:
                never = self.game.why_no_action(text)
                return Refusal(str(error)) if never is None else self._told_refusal(never)
        else:
            action = whole(action, "an action")
        return self._refusal(action, seat)

    def answered(self, seat: int) -> None:
        """For games: the seat has given its answer to the top frame."""
        frame = self.agenda[-1]
        self.agenda[-1] = (frame[0], frame[1] & ~(1 << seat), *frame[2:])

    def settle(self, log: EventLog | None) -> None:
        """Continue frames until somebody is asked or the game is over."""
        agenda = self.agenda
        while agenda and not agenda[-1][1]:
            self._continue(agenda.pop(), log)

    # ------------------------------------------------------------------ looking

    def winners(self) -> tuple[int, ...]:
        """The winning seats; () while the game runs or when a co-operative table lost."""
        return self._outcome().winners if not self.agenda else ()

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return None if self.agenda else self._outcome()

    def view(self, viewer: Viewer, names: Sequence[str] | None = None) -> View:
        """What this seat may know (None: a spectator)."""
        return self.views((viewer,), names)[0]

    def views(self, viewers: Sequence[Viewer], names: Sequence[str] | None = None) -> list[View]:
        """The view of each of these viewers. What they all may know is made once, and they share it."""
        viewers = [None if viewer is None else seat_number(viewer, self.game.players) for viewer in viewers]
        shown = read_names(names, self.game.players) if names else self.game.seat_names
        outcome = self._told_outcome(shown)
        open_table = self.game.knowledge.open
        table = self._table(viewers[0]) if open_table and viewers else None
        secret, scoring = type(self.game.knowledge).sheet is not Knowledge.sheet, self.game.scoring
        sheets = () if secret else tuple([_told_sheet(scoring.sheet(self, s), shown) for s in range(self.game.players)])
        hushed = tuple([seat for seat in range(self.game.players) if not self.may_speak(seat)])
        acting, waiting = self.to_act, told(self._waits(), shown)
        return [
            View(
                game=self.game.name,
                viewer=viewer,
                names=shown,
                to_act=acting,
                question=told(self.question(viewer), shown) if viewer in acting else waiting,
                legal=self._offers(viewer, shown) if viewer in acting else (),
                closed=self._closed(viewer, shown) if viewer in acting else (),
                sheets=self._sheets_for(viewer, shown) if secret else sheets,
                outcome=outcome,
                table=table if open_table else self._table(viewer),
                hushed=hushed,
                hush=told(self._hush(viewer), shown) if viewer in hushed else "",
            )
            for viewer in viewers
        ]

    def observe(self, seat: int) -> memoryview[int]:
        """What this seat may know as numbers: int16, in the order of ``game.encoding.parts``.

        ``numpy.asarray`` takes it without a copy. WaystationError for a game that declares no observation.
        """
        game = self.game
        if type(seat) is not int or not 0 <= seat < game.players:
            seat = seat_number(seat, game.players)
        if game.observation is None:
            game.encoding  # noqa: B018 (says what is missing)
        return memoryview(b"".join(game.observation.write(self, seat))).cast("h")  # type: ignore[union-attr]

    def mask(self, seat: int) -> bytearray:
        """A byte for each action of the table: 1 for those that the seat may choose now."""
        if type(seat) is not int or not 0 <= seat < self.game.players:
            seat = seat_number(seat, self.game.players)
        mask = bytearray(len(self.game.actions))
        for action in self.legal_now(seat):
            mask[action] = 1
        return mask

    def position(self) -> dict[str, Any]:
        """The whole state as a JSON-able document, `Game.state_from`'s inverse. It holds every secret."""
        game = self.game
        return {
            "format": POSITION_FORMAT,
            "game": game.name,
            "options": game.written_options(),
            "rules_version": game.rules_version,
            "table": msgspec.to_builtins(self._to_doc()),
            "agenda": [msgspec.to_builtins(frame_document(frame, self.game.frame_kinds())) for frame in self.agenda],
            "chance": {"key": self.chance.key.hex(), "count": self.chance.count},
        }

    def _sheets_for(self, viewer: Viewer, names: Sequence[str]) -> tuple[ScoreSheet, ...]:
        sheet = self.game.knowledge.sheet
        return tuple(_told_sheet(sheet(self, seat, viewer), names) for seat in range(self.game.players))

    def _offers(self, viewer: Viewer, names: Sequence[str]) -> tuple[Offer, ...]:
        if viewer is None:
            return ()
        written, question_of = self.game.actions.format, self.game.question_of
        at_hand, frame = self._at_hand(viewer)
        any_order = at_hand is not None and at_hand.any_order
        return tuple(
            [
                Offer(
                    written(action),
                    told(question.label(self, frame, action, viewer), names),
                    question.nodes(self, frame, action, viewer),
                    question.drags(self, frame, action, viewer),
                    any_order,
                )
                for action in self.legal_now(viewer)
                for question in (question_of(action, at_hand),)
            ]
        )

    def _closed(self, viewer: Viewer, names: Sequence[str]) -> tuple[ClosedOffer, ...]:
        question, frame = (None, ()) if viewer is None else self._at_hand(viewer)
        if viewer is None or question is None:
            return ()
        found = []
        for action in question.closed(self, frame, viewer):
            refusal = question.why_not(self, frame, action, viewer)
            if refusal is not None:
                label = question.label(self, frame, action, viewer)
                label, reason = (told(text, names) for text in (label, refusal.reason))
                found.append(ClosedOffer(label, reason, refusal.rule, self.nodes(action, viewer)))
        return tuple(found)

    def _told_outcome(self, names: Sequence[str]) -> Outcome | None:
        outcome = self.outcome()
        return outcome and msgspec.structs.replace(
            outcome, text=told(outcome.text, names), team=told(outcome.team, names)
        )

    def _repr_svg_(self) -> str:
        """For notebooks: the table with everything that the seat to act may know."""
        viewer = self.to_act[0] if self.agenda else 0
        return self.game.svg(self.view(viewer))

    # ------------------------------------------------------------------ inside

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        """For pickle: the game, which one process has once, and the slots; what `_derive` makes of them is left out."""
        return self._unpickled, (self.game, attrgetter(*self._pickled())(self))

    @classmethod
    def _unpickled(cls, game: Edition, values: tuple[Any, ...]) -> Self:
        new = cls.__new__(cls)
        new.game = game
        new._legal_seat, new._legal_list = -1, []
        for name, value in zip(cls._pickled(), values, strict=True):
            setattr(new, name, value)
        new._derive()
        return new

    @classmethod
    @cache
    def _pickled(cls) -> tuple[str, ...]:
        declared = any(field.derived for field in cls.FIELDS.values())
        kept = frozenset[str]() if declared or cls._derive is not State._derive else cls.CACHES - State.CACHES
        return (*cls.slots(), *sorted(kept))

    def _restore(self, saved: Self) -> None:
        for name in {*self.slots(), *self.CACHES} - {"chance"}:
            setattr(self, name, getattr(saved, name))
        # The stream object stays: it may be one that records.
        self.chance.key, self.chance.count = saved.chance.key, saved.chance.count
        self.game, self._legal_seat = saved.game, -1

    @classmethod
    @cache
    def slots(cls) -> tuple[str, ...]:
        """The names of all slots that make up the state."""
        named = {name for base in cls.__mro__ for name in getattr(base, "__slots__", ())}
        # A compiled class has no `__slots__` to tell: without its fields all of its states would be equal.
        return tuple(sorted(named.union(cls.FIELDS, ("agenda", "chance")) - cls.CACHES - {"game"}))

    @classmethod
    @cache
    def _reader(cls) -> attrgetter[tuple[Any, ...]]:
        """Reads all slots that make up the state at once."""
        return attrgetter(*cls.slots())

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat if type(seat) is int else whole(seat, "a seat")
        mask = self.agenda[-1][1] if self.agenda else 0
        if mask and not mask & mask - 1:  # one bit: one seat
            return mask.bit_length() - 1
        acting = self.to_act
        raise IllegalAction(
            Refusal("The game is over." if not acting else f"Say which seat: seats {acting} are to act.")
        )

    def legal_now(self, seat: int) -> list[int]:
        """As `legal_actions`, for search: the list that the state itself keeps, which nobody may change."""
        if seat == self._legal_seat >= 0:
            return self._legal_list
        if not self.agenda or seat < 0 or not self.agenda[-1][1] >> seat & 1:
            return []
        self._legal_list = self._legal(self.agenda[-1], seat)
        self._legal_seat = seat
        return self._legal_list

    def found_legal(self, seat: int, actions: list[int]) -> None:
        """For games: settling has just found what the seat may choose, sorted, so that nobody need look again."""
        self._legal_list = actions
        self._legal_seat = seat

    def _allows(self, action: int, seat: int) -> bool:
        """Whether this seat may choose this now."""
        if self.game.allows_at_sight and seat != self._legal_seat and 0 <= action < len(self.game.actions):
            question, frame = self._at_hand(seat)
            if question is not None and self.game.actions[action].kind in question.answers:
                found = question.allows(self, frame, action, seat)
                if found is not None:
                    return found
        return action in self.legal_now(seat)

    def _illegal(self, action: int, seat: int) -> IllegalAction:
        refusal = self._refusal(action, seat)
        if refusal is None:
            raise AssertionError(f"{self.game.actions.format(action)!r} is not in the list, yet there is no reason")
        return IllegalAction(refusal)

    def _refusal(self, action: int, seat: int) -> Refusal | None:
        refusal = self._reason(action, seat)
        return None if refusal is None else self._told_refusal(refusal)

    def _reason(self, action: int, seat: int) -> Refusal | None:
        if not self.agenda:
            return Refusal(say("The game is over."))
        if not 0 <= seat < self.game.players:
            text = say("There is no seat {seat}; seats run from 0 to {last}.", seat=seat, last=self.game.players - 1)
            return Refusal(text)
        if seat not in self.to_act:
            waiting = [Seat(other) for other in self.to_act]
            return Refusal(say("{who} has nothing to decide now; waiting for {seats}.", who=Seat(seat), seats=waiting))
        if not 0 <= action < len(self.game.actions):
            return Refusal(say("{action} is no action id.", action=action))
        at_hand, frame = self._at_hand(seat)
        question = self.game.question_of(action, at_hand)
        return (question.why_not if question is at_hand else question.not_now)(self, frame, action, seat)

    def _told_refusal(self, refusal: Refusal) -> Refusal:
        if isinstance(refusal.reason, Phrase):
            return Refusal(told(refusal.reason, self.game.seat_names), refusal.rule)
        return refusal

    def _waits(self) -> str:
        """What those read who are not asked."""
        if not self.agenda:
            return self._outcome().text
        return say("Waiting for {seats}.", seats=tuple([Seat(seat) for seat in self.to_act]))

    def _hush(self, seat: Viewer) -> str:
        refusal = None if seat is None else self.why_silent(seat)
        return "" if refusal is None else refusal.reason

    def key(self) -> tuple[Any, ...]:
        """Everything that makes up the state, hashable."""
        # `_frozen` written out for the outermost lists: search hashes many states.
        return tuple(
            [
                value
                if type(value) is not list
                else tuple([_frozen(item) for item in value])
                if value and type(value[0]) is list
                else tuple(value)
                for value in self._reader()(self)
            ]
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(other) is not type(self):
            return NotImplemented
        return self.game == other.game and all(getattr(self, name) == getattr(other, name) for name in self.slots())

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{self.game.name}: {told(self._waits(), self.game.seat_names)}>"


guard(State, besides=("determinize",))  # search asks for it all the time
