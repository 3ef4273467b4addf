"""Edition: a game under its options, as far as a state knows it.

Options, players, the action table and the parts that answer for the state. A game that has constants under its options
(the hangars in use, prices, a map) computes them in a subclass of its own, in `edition.py`, below its state and rules;
its `Game` then inherits both that and `Game`:

    class WayfindersEdition(Edition): ...                    # edition.py: knows neither state nor rules
    class WayfindersState(State): game: WayfindersEdition    # state.py
    class Wayfinders(WayfindersEdition, Game): ...           # game.py: puts the parts together
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, ClassVar, Self, cast

import msgspec

from .actions import ActionTable
from .borders import seat_number
from .errors import NotationError, Refusal, WaystationError
from .frozen import Seen
from .observation import Encoding, Observation
from .parts import Judgement, Knowledge, Picture, Positions, Scoring
from .questions import Question
from .scene import Look, Scene
from .svg import Layout, Theme, to_svg
from .telling import Telling, text
from .view import View
from .words import Language, current, said, told


class Options(Seen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's options. Every field has a default and a ``Meta(title=, description=)``.

    They belong to a game that many share, so dicts and lists in them are frozen; a ``__post_init__`` calls this one's.
    """

    players: int = 2


class Spec(Seen, frozen=True, kw_only=True):
    """What a home page, a harness and the conformance suite want to know about a game.

    `max_decisions` bounds a game's decisions (None: the rules set no bound). `hidden`: a seat may know what another
    does not. `simultaneous`: several seats may be asked at once. `cooperative`: all win or none. `harness` holds
    options that make random play end where the rules alone do not; `tables` those that a table's form begins with,
    where one player could else keep all others waiting for ever. `final_reveals`: nothing is
    taken back past a move that showed something, not even if all agree.
    """

    title: str
    blurb: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    weight: float
    max_decisions: int | None
    hidden: bool = False
    simultaneous: bool = False
    cooperative: bool = False
    harness: Mapping[str, Any] = {}
    tables: Mapping[str, Any] = {}
    final_reveals: bool = False


Questions = Mapping[Any, Question[Any]]
"""Kind of frame (a member of the game's `IntEnum`) -> its question."""


@cache
def _document_type(positions: Positions[Any], game: Hashable) -> type[msgspec.Struct]:
    return positions.type(cast("type[Edition]", game).state_type)


class Edition(ABC):
    """A game under its options, below its states."""

    name: ClassVar[str]
    spec: Spec
    """Asked of the class: what may be, under some options. Asked of a game: what is so under its own."""
    rules_version: ClassVar[int]
    options_type: ClassVar[type[Options]]
    state_type: ClassVar[type[Any]]
    position_type: ClassVar[type[msgspec.Struct]]
    look: ClassVar[Look]

    default_bot: ClassVar[str] = "greedy"
    """The bot that a newcomer meets, and that stands in for whoever leaves: the best that is good company."""

    questions: ClassVar[Questions]
    knowledge: Knowledge[Any] = Knowledge()
    scoring: Scoring[Any] = Scoring()
    picture: Picture
    judgement: Judgement[Any] = Judgement()
    positions: Positions[Any] = Positions()
    observation: Observation[Any] | None = None
    """What a seat may know, as numbers; a game may go without."""
    telling: Telling = Telling()

    by_kind: tuple[Question[Any], ...]
    """The questions by kind of frame, for the engine's use."""
    allows_at_sight: bool
    """Whether any of them can say of an action that it is legal without making the list (`Question.allows`)."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = options.players
        self.by_kind = tuple(self.questions[kind] for kind in sorted(self.questions))
        self.allows_at_sight = any(type(question).allows is not Question.allows for question in self.by_kind)
        if not self.questions:
            raise TypeError(f"{self.name} has no questions")
        if sorted(map(int, self.questions)) != list(range(len(self.questions))):
            raise TypeError(f"the kinds of frames of {self.name} must be 0, 1, 2, ... without a gap")
        self.actions = self.make_actions()

    @classmethod
    def shipped(cls, name: str) -> str | None:
        """A text that lies beside the game's module (`RULES.md`, say); None if there is none."""
        for package in (cls.__module__, cls.__module__.rpartition(".")[0]):
            try:
                return (files(package) / name).read_text("utf-8")
            except (TypeError, ImportError, OSError, ValueError):
                continue
        return None

    # ------------------------------------------------------------------ the game writes

    @abstractmethod
    def make_actions(self) -> ActionTable:
        """The action table under these options (called once)."""

    def draw(self, view: View) -> Scene:
        """The picture of a view, without actions."""
        return self.picture.draw(view)

    def foresee(self, view: View) -> Iterator[None]:
        """Make now, piece by piece, what takes long in the pictures after this view, and keep it for them.

        Asked where nobody waits, and stopped after any piece. The default: nothing takes long.
        """
        yield from ()

    def keepsakes(self, views: Iterable[View]) -> tuple[Scene, ...]:
        """What people take home from a finished game: titled pictures in the game's look, to be shown and kept.

        `views` are what everybody may know, at the start and after each move. The default: none.
        """
        return ()

    def faults(self, state: Any) -> Iterator[tuple[str, str]]:
        """What no game can lead to in this state: (path in its position document, reason), the gravest first.

        Counts of pieces, places, one field against another, the agenda against the table. The position reader
        refuses what has one, and the conformance suite asks after every move. Each game's stand in `invariants`.
        """
        yield from ()

    @classmethod
    def terms(cls) -> Iterator[str]:
        """Names out of the game's data files that people read (see `words.term`), for the catalogue of sentences."""
        yield from ()

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """The rules versions whose records play out the same under these rules."""
        return frozenset({self.rules_version})

    def under(self, version: int) -> Any:
        """The game as it was under an older rules version that it reads; most such versions play the same game."""
        return self

    def why_no_action(self, text: str) -> Refusal | None:
        """For a text that reads like a move but names no action: the rule that never allows it, if there is one."""
        return None

    def action_of(self, text: str) -> int:
        """The id of an action as people write it. NotationError, with the rule that never allows it if there is one."""
        try:
            return self.actions.parse(text)
        except NotationError as error:
            never = self.why_no_action(text)
            if never is None:
                raise
            raise NotationError(f"{told(never.reason, self.seat_names)} [{never.rule}]") from error

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What seats are called when nobody has given them a name."""
        return _numbered(self.players, current())

    # ------------------------------------------------------------------ for everybody

    def scene(self, view: View) -> Scene:
        """The keyed scene for a view, with the viewer's actions on its nodes."""
        clicks: defaultdict[str, list[str]] = defaultdict(list)
        for offer in view.legal:
            for node in offer.nodes:
                clicks[node].append(offer.notation)
        return self.draw(view).with_actions(clicks)

    def svg(self, view: View, layout: Layout = "wide", theme: Theme = "light") -> str:
        """A view as an SVG document."""
        return to_svg(self.scene(view), self.look, layout, theme)

    def text(self, view: View) -> str:
        """A view in words, with the question at hand and the legal moves: for people and for language models."""
        return text(self.telling, view, self)

    @cached_property
    def encoding(self) -> Encoding:
        """The parts of this game's observations. WaystationError for a game that has none."""
        if self.observation is None:
            raise WaystationError(f"{self.name} declares no observation (see docs/add-a-game.md, Observations)")
        return Encoding(self.observation.parts(self), self.players)

    def options_doc(self) -> dict[str, Any]:
        """The options that differ from the defaults, JSON-able; `players` always."""
        default = self.options_type()
        given = msgspec.to_builtins(self.options)
        plain = msgspec.to_builtins(default)
        return {key: value for key, value in given.items() if key == "players" or value != plain[key]}

    def written_options(self) -> dict[str, Any]:
        """The options as records, positions and stored tables write them, `options_since`' inverse."""
        return self.options_doc()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Edition) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.name)

    # ------------------------------------------------------------------ judgement

    @property
    def unfinished(self) -> float:
        """How much less a turn counts in search whose end was not found."""
        return self.judgement.unfinished

    def evaluate(self, state: Any, seat: int) -> float:
        """How well `seat` stands, from 0 (lost) to 1 (won), for search."""
        if type(seat) is not int or not 0 <= seat < self.players:
            seat = seat_number(seat, self.players)
        return self.judgement.evaluate(state, seat)

    def advise(self, state: Any, seat: int, plan: list[int] | None = None) -> int | None:
        """What a quick rule of thumb would do, for search to begin with; None where the game has none, or the seat owes
        no decision.

        Who plays a whole turn gives a list, empty when the turn begins, in which the advice keeps what it is about.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            seat = seat_number(seat, self.players)
        if not state.agenda or not state.agenda[-1][1] >> seat & 1:
            return None
        return self.judgement.advise(state, seat, [] if plan is None else plan)

    def play_on(self, state: Any, seat: int) -> Any:
        """A state of a search, played on in place by rules of thumb to where `evaluate` judges well; here as it is."""
        if type(seat) is not int or not 0 <= seat < self.players:
            seat = seat_number(seat, self.players)
        return self.judgement.play_on(state, seat)

    def reward(self, state: Any, seat: int) -> float:
        """What a finished game is worth to a seat, 0 to 1: a win is 1, shared equally by those who share it."""
        return self.judgement.reward(state, seat_number(seat, self.players), self.spec.cooperative)

    # ------------------------------------------------------------------ documents

    @classmethod
    def document_type(cls) -> type[msgspec.Struct]:
        """The type of the `table` of a position document."""
        named: type[msgspec.Struct] | None = getattr(cls, "position_type", None)
        return named or _document_type(cls.positions, cls)

    # ------------------------------------------------------------------ results

    def rounds(self, state: Any) -> int:
        """How many rounds of a game have begun, as its rulebook counts them (days, turns of all); 0 if it does not."""
        return self.scoring.rounds(state)

    def points_by_component(self, state: Any, seat: int) -> dict[str, int]:
        """The seat's points by what gives them: lines of its sheet, or ids of components where these can be told.

        They add up to the score; from them one sees which component is too strong.
        """
        return self.scoring.by_component(state, seat_number(seat, self.players))

    def components_in_play(self, state: Any) -> Iterable[tuple[str, int]]:
        """What is in play at this moment (tiles, cards, crew, words, places), by id, and the seat that has it (-1:
        nobody has). Secrets are among it."""
        return self.scoring.components(state)

    # ------------------------------------------------------------------ questions

    @cached_property
    def _answered_by(self) -> dict[str, tuple[Question[Any], ...]]:
        """Kind of action -> the questions that it answers, in the order of the table."""
        found: defaultdict[str, list[Question[Any]]] = defaultdict(list)
        for question in self.by_kind:
            for kind in question.answers:
                found[kind].append(question)
        return {kind: tuple(questions) for kind, questions in found.items()}

    @cached_property
    def _answers(self) -> dict[int, tuple[int, ...]]:
        return {
            id(question): tuple(action.id for action in self.actions if action.kind in question.answers)
            for question in self.by_kind
        }

    def answers_to(self, question: Question[Any]) -> Sequence[int]:
        """The ids of all actions that could answer this question, sorted."""
        return self._answers[id(question)]

    def question_of(self, action: int, at_hand: Question[Any] | None) -> Question[Any]:
        """The question that an action answers: the one at hand if it can be, else the first in the table."""
        kind = self.actions[action].kind
        found = self._answered_by[kind]
        return at_hand if at_hand is not None and kind in at_hand.answers else found[0]

    def frame_kinds(self) -> Mapping[str, int]:
        """The kinds of frames by the name that position documents give them."""
        return {kind.name: int(kind) for kind in self.questions}


@lru_cache(maxsize=64)
def _numbered(players: int, _: Language) -> tuple[str, ...]:
    """Seats by their numbers, in the language at hand."""
    return tuple(said("Player {number}", number=seat + 1) for seat in range(players))
