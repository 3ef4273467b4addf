"""Events: what happened, structured, with a sentence for each viewer.

An event has a public part that everybody may know, and may have another telling for single seats. Sentences are
phrases (see `words`); in a plain string ``{0}``, ``{1}`` … stand where a seat's name goes.

An event at which dice are thrown or a battle stands has `sides` among its data (see `rolled`): whoever shows events
shows them as dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from .frozen import FrozenDict, frozen
from .words import told

Telling = tuple[str, Mapping[str, Any]]
Viewer = int | None
"""A seat, or None for a spectator."""

NOTHING: FrozenDict[Any, Any] = FrozenDict()


class SeenEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event as one viewer knows it."""

    kind: str
    text: str
    seat: int | None = None
    data: dict[str, Any] = {}


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. `reveals`: somebody learned something that was hidden before."""

    kind: str
    text: str
    seat: int | None
    data: Mapping[str, Any]
    only: Mapping[int, Telling]
    reveals: bool

    def seen_by(self, viewer: Viewer, names: Sequence[str]) -> SeenEvent:
        """The viewer's own telling if there is one, else the public one."""
        text, data = self.text, self.data
        if viewer is not None and viewer in self.only:
            text, data = self.only[viewer]
        if "sides" in data:
            data = frozen({**data, "sides": [_side_told(side, names) for side in data["sides"]]})
        return SeenEvent(self.kind, told(text, names), self.seat, cast(dict[str, Any], data) if data else {})


def rolled(
    who: str,
    dice: Sequence[int],
    added: int = 0,
    total: int | None = None,
    seat: int | None = None,
    may: Sequence[str] = (),
) -> dict[str, Any]:
    """A side of a roll or battle: who (a phrase), the faces of its dice, what was added to them, what it comes to (None
    where that is not told), its seat, and what may still be added (phrases)."""
    return {"who": who, "dice": list(dice), "added": added, "total": total, "seat": seat, "may": list(may)}


def _side_told(side: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    may = [told(one, names) for one in side["may"]]
    return {**side, "who": told(side["who"], names), "dice": list(side["dice"]), "may": may}


class EventLog:
    """The events of an action or of a game, in order."""

    def __init__(self) -> None:
        self._events: list[Event] = []
        self._gone = 0

    def add(
        self,
        kind: str,
        seat: int | None,
        text: str,
        data: Mapping[str, Any] | None = None,
        only: Mapping[int, Telling] | None = None,
        reveals: bool = False,
    ) -> None:
        """Append an event. `text` and `data` are public; `only` maps a seat to its own telling."""
        own = FrozenDict({seen: (said, frozen(more)) for seen, (said, more) in only.items()}) if only else NOTHING
        self._events.append(Event(kind, text, seat, frozen(data) if data else NOTHING, own, reveals))

    def __copy__(self) -> EventLog:
        """A log of its own with the same events."""
        new = EventLog()
        new._events, new._gone = self._events[:], self._gone
        return new

    def cut(self, length: int) -> None:
        """Forget everything after the first `length` events."""
        del self._events[max(0, length - self._gone) :]
        self._gone = min(self._gone, length)

    def let_go(self) -> None:
        """Keep none of the events so far: somebody else has them. They are still counted."""
        self._gone += len(self._events)
        self._events.clear()

    def __len__(self) -> int:
        return self._gone + len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __getitem__(self, index: int) -> Event:
        return self._events[index if index < 0 else index - self._gone]

    def since(self, start: int, end: int | None = None) -> list[Event]:
        """The events from index `start` on (to before `end`), of those that are kept."""
        return self._events[max(0, start - self._gone) : None if end is None else max(0, end - self._gone)]
