"""The game's part of position documents: everything by name, nothing compulsory.

What is left out comes from the set-up. A card or tile that the document gives to somebody is taken out of the piles and
displays of the set-up, so a test can say "seat 0 owns L05" and nothing else.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from waystation.engine import Positions
from waystation.engine.errors import PositionError
from waystation.engine.words import say
from waystation.games.wayfarers.state import WayfarersState

from .documents import TableDoc, to_doc
from .reading import fill_arrival, fill_ending, from_doc, is_over


class WayfarersPositions(Positions[WayfarersState]):
    """Everything by name: the whole table is written by hand."""

    more = TableDoc

    def write_more(self, state: WayfarersState) -> dict[str, Any]:
        document = to_doc(state)
        given = {name: getattr(document, name) for name in TableDoc.__struct_fields__}
        return {name: value for name, value in given.items() if value is not UNSET}

    def complete(self, state: WayfarersState, document: Any, given: set[str]) -> None:
        from_doc(state, document)

    def finish(self, state: WayfarersState, document: Any, given: set[str]) -> None:
        if state.agenda:
            if "ending" not in given:
                fill_ending(state)
            elif state.ending:
                fill_arrival(state, document)
        elif not is_over(state):
            raise PositionError("agenda", say("nobody is asked, but the game is not over"))
