"""The parts of a game, besides its questions: small interfaces that a `Game` puts together.

Each part is a stateless object whose methods get the state. What is written here are the defaults, for games that need
no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from .chance import Chance
from .errors import Refusal
from .events import EventLog, Viewer
from .fields import document_type, plain_view, read_fields, write_fields
from .outcome import Outcome, ScoreSheet, ranked_outcome
from .scene import Scene
from .view import Reason, View
from .words import Seat, say


class Moment(Protocol):
    """What a part may ask of any state; a game's own parts are written for its own state."""

    chance: Chance

    def clone(self) -> Self: ...

    def determinize(self, seat: int, rng: Chance) -> Self: ...

    def legal_actions(self, seat: int | None = None) -> list[int]: ...

    def advance(self, action: int, seat: int, log: EventLog | None = None) -> None: ...

    def scores(self) -> list[int]: ...

    def winners(self) -> tuple[int, ...]: ...

    def score_sheet(self, seat: int) -> ScoreSheet: ...


_S = TypeVar("_S", bound=Moment)


class Knowledge(Generic[_S]):
    """Who knows what. `open`: everybody sees the same table, so that it is made once for all viewers."""

    open: ClassVar[bool] = False

    def table(self, state: _S, viewer: Viewer) -> Any:
        """The table as the viewer may know it, as a typed msgspec Struct.

        The default shows the fields, as documents write them, so far as their declarations say who may know them.
        """
        return plain_view(state, viewer)

    def sheet(self, state: _S, seat: int, viewer: Viewer) -> ScoreSheet:
        """The score sheet of a seat as a viewer may know it."""
        return state.score_sheet(seat)

    def determinize(self, state: _S, seat: int, rng: Chance) -> _S:
        """A state that `seat` can't tell from this one, hidden things and future chance drawn anew from `rng`.

        A game with hidden things begins with this copy, gathers what is hidden, sorts it, and shuffles it with `rng`:
        the result may not depend on the true order.
        """
        new = state.clone()
        new.chance = rng.spawn("future")
        return new

    def secrets(self, state: _S, viewer: Viewer) -> list[str]:
        """Words that must not occur in anything the viewer gets, for the conformance suite and the server's tests."""
        return [state.chance.key.hex()]

    def why_silent(self, state: _S, seat: int) -> Refusal | None:
        """None if the rules let this seat talk, chat and point now, else the reason."""
        return None


class Scoring(Generic[_S]):
    """Points at any moment, and how the game ended."""

    def sheet(self, state: _S, seat: int) -> ScoreSheet:
        """The seat's points as they would count now."""
        raise NotImplementedError

    def scores(self, state: _S, players: int) -> list[int]:
        """Points by seat: the totals of the sheets, for games that can count them faster."""
        return [state.score_sheet(seat).total for seat in range(players)]

    def rounds(self, state: _S) -> int:
        """How many rounds have begun, as the rulebook counts them (days, turns of all); 0 if it does not."""
        return int(getattr(state, "round", 0))

    def by_component(self, state: _S, seat: int) -> dict[str, int]:
        """The seat's points by what gives them: lines of its sheet, or ids of components where these can be told."""
        return state.score_sheet(seat).points()

    def components(self, state: _S) -> Iterable[tuple[str, int]]:
        """What is in play at this moment, by its id in the game's data, and the seat that has it (-1: nobody has).

        For statistics: it may tell secrets.
        """
        return ()

    def outcome(self, state: _S) -> Outcome:
        """How the finished game ended. The default ranks by score alone."""
        return ranked_outcome("end", say("The game is over."), state.scores())


class Positions(Generic[_S]):
    """The game's part of position documents: what its fields declare, and what they can't.

    `more` is a Struct of the entries that the game writes itself; each may be left out (UNSET).
    """

    more: ClassVar[type[msgspec.Struct] | None] = None

    def type(self, state_type: type[_S]) -> type[msgspec.Struct]:
        """The type of the document."""
        return document_type(state_type, self.more)

    def write(self, state: _S) -> dict[str, Any]:
        """The document: plain data and Structs."""
        return {**write_fields(state, state), **self.write_more(state)}

    def read(self, state: _S, document: Any) -> set[str]:
        """Overwrite a freshly set up state with what the document gives; PositionError for what can't be.

        Returns the fields (by their names in the code) that the document gave.
        """
        given = read_fields(state, document, state, "table")
        self.complete(state, document, given)
        self.derive(state)
        return given

    def write_more(self, state: _S) -> dict[str, Any]:
        """The entries of `more`."""
        return {}

    def complete(self, state: _S, document: Any, given: set[str]) -> None:
        """The fields are read; `given` are those that the document gave. Read what is in `more`, and set what follows.

        That is what a document may leave out because other things settle it. The agenda is still that of the set-up.
        """

    def derive(self, state: _S) -> None:
        """Set the derived fields, all others being there. Documents and pickled states go without them."""

    def finish(self, state: _S, document: Any, given: set[str]) -> None:
        """The agenda is read, too: set what a document may leave out because the agenda settles it."""


class Picture(Protocol):
    """How a view looks."""

    def draw(self, view: View) -> Scene:
        """The picture of a view, without actions."""
        ...


SAMPLES = 6
"""What a turn brings in each of so many worlds, which the seat can't tell apart, is taken for sure."""
REASONS = 5
"""As many as somebody reads who has asked for a hint."""


class Judgement(Generic[_S]):
    """How well a seat stands: what search and bots go by."""

    unfinished: ClassVar[float] = 0.1
    """How much less a turn counts in search whose end was not found: else standing still could look better than any
    end. A game whose `evaluate` counts well what a turn at hand still brings can set it to 0."""

    looks: ClassVar[int] = 25
    """How many positions tree search looks at for the turns to consider at an inner node: more where a turn is made of
    many small decisions, else it foresees none of the good ones."""

    trust: ClassVar[float] = 1.0
    """How far `evaluate` can be read as a chance among rivals: log-odds count so many times (see `bots.analysis`)."""
    trust_alone: ClassVar[tuple[float, float]] = (1.0, 0.0)
    """The same where nobody plays against anybody: log-odds count so many times, and so much is added."""

    def evaluate(self, state: _S, seat: int) -> float:
        """From 0 (lost) to 1 (won); the default compares scores."""
        return by_lead(state.scores(), seat)

    def judge(self, state: _S, seat: int) -> Callable[[_S], float]:
        """`evaluate` for a seat, of the states that its own actions lead to from this one: a game may work out once
        what these do not change."""
        evaluate = self.evaluate
        return lambda after: evaluate(after, seat)

    def advise(self, state: _S, seat: int, plan: list[int]) -> int | None:
        """What a quick rule of thumb would do, for search to begin with; None where the game has none.

        `plan` is the advice's own, from one step of a turn to the next: empty when the turn begins.
        """
        return None

    def play_on(self, state: _S, seat: int) -> _S:
        """A state of a search, played on in place by rules of thumb to where `evaluate` judges well; here as it is."""
        return state

    def reasons(self, state: _S, turn: Sequence[int], seat: int) -> list[Reason]:
        """Why a seat might play this turn, the weightiest reasons first; the game's own come before what can be read
        off the score sheets. `state` is a world that the seat can't tell from the true one, so no reason tells more
        than the seat may know; what chance draws in the turn, or turns up, is left out.
        """
        worlds = list(_played(state, turn, seat))
        own = [[*self.own_reasons(before, after, turn, seat)] for before, after in worlds]
        found = [*_in_all(own), *_on_the_sheets(worlds, seat)]
        values = [self.evaluate(after, seat) for _, after in worlds]
        return [*_once(found)[:REASONS], *_estimate(self.evaluate(state, seat), sum(values) / len(values))]

    def own_reasons(self, before: _S, after: _S, turn: Sequence[int], seat: int) -> Iterator[Reason]:
        """What the game itself has to say about a turn that leads from one state to the other, in the words of its
        rules. What chance has drawn in `after`, or turned up, is made up: a reason may not speak of it."""
        yield from ()

    def reward(self, state: _S, seat: int, cooperative: bool) -> float:
        """What a finished game is worth to a seat, 0 to 1: a win is 1, shared equally by those who share it."""
        winners = state.winners()
        return 1 / len(winners) if seat in winners and not cooperative else float(seat in winners)


def _played(state: _S, turn: Sequence[int], seat: int) -> Iterator[tuple[_S, _S]]:
    """Worlds that the seat can't tell apart, this one first, before a turn and after it; not those in which something
    that it turns up does not let it go on."""
    for number in range(SAMPLES):
        chance = state.chance.spawn(f"reasons {number}")
        before = state.determinize(seat, chance.spawn("world")) if number else state.clone()
        before.chance = Chance(state.chance.key)  # so that one sees by `count` whether the turn draws
        after = before.clone()
        after.chance = Chance(chance.key)
        for action in turn:
            if number and action not in after.legal_actions(seat):
                break
            after.advance(action, seat)
        else:
            yield before, after


def _in_all(found: Sequence[Sequence[Reason]]) -> Iterator[Reason]:
    """The reasons that hold in all worlds, and the pieces that all of them speak of."""
    first, *others = ({reason.text: reason.nodes for reason in reasons} for reasons in found)
    for text, nodes in first.items():
        if all(text in other for other in others):
            yield Reason(text, tuple(node for node in nodes if all(node in other[text] for other in others)))


def _on_the_sheets(worlds: Sequence[tuple[Moment, Moment]], seat: int) -> Iterator[Reason]:
    """Lines of the score sheets that change, the same in all worlds: first the seat's own, then what others lose and
    gain; the largest changes first."""
    seats = range(len(worlds[0][0].scores()))
    for whose in [seat, *(other for other in seats if other != seat)]:
        yield from _in_all([[*_changes(before, after, whose, seat)] for before, after in worlds])


def _changes(before: Moment, after: Moment, whose: int, seat: int) -> Iterator[Reason]:
    """How the score sheet of one seat changes, told to another one."""
    old = before.score_sheet(whose).points()
    changes = [(line.points - old.get(line.key, 0), line) for line in after.score_sheet(whose).lines]
    for change, line in sorted(changes, key=lambda each: -abs(each[0])):
        if not change:
            continue
        if whose == seat:
            text = say("{line}: {n:+}", line=line.label, n=change)
        elif change < 0:
            text = say("{who} loses {n:point|points}: {line}", who=Seat(whose), n=-change, line=line.label)
        else:
            text = say("but {who} gains {n:point|points}: {line}", who=Seat(whose), n=change, line=line.label)
        yield Reason(text, line.nodes)


def _once(found: Sequence[Reason]) -> list[Reason]:
    """Each sentence once."""
    return list({reason.text: reason for reason in reversed(found)}.values())[::-1]


def _estimate(before: float, after: float) -> list[Reason]:
    """What the evaluation says, as far as a percent can tell."""
    old, new = round(100 * before), round(100 * after)
    if old == new:
        return []
    return [Reason(say("You would stand at {new} of 100, after {old} now.", new=new, old=old))]


def by_lead(scores: Sequence[int], seat: int) -> float:
    """How far a seat leads, from 0 to 1."""
    rivals = [points for other, points in enumerate(scores) if other != seat]
    lead = scores[seat] - max(rivals) if rivals else scores[seat]
    return 0.5 + 0.5 * lead / (20 + abs(lead))
