"""The lines that the next picture may show are found before it is asked for: looking for a line is what takes long."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import View

from .pencil import Pencil
from .view import HikerView

_SHOWN = ("go", "bridge", "lake", "wood", "kayak", "pack-kayak", "float")
"""Steps that the line of a route under way shows."""
_NOWHERE = (-1.0, -1.0)
"""Where a route under way ends, as far as its line is concerned."""


def find_lines(pencil: Pencil, view: View) -> Iterator[None]:
    """Let the pencil find, and so remember, the lines that the viewer's choices lead to; first its raster."""
    pencil.raster.face(_NOWHERE)
    yield
    if view.viewer is None:
        return
    me: HikerView = view.table.hikers[view.viewer]
    stops = {stop.id: stop.at for stop in pencil.sheet.waypoints}
    choices = [pencil.moves.table[pencil.moves.table.parse(offer.notation)] for offer in view.legal]
    for choice in sorted(choices, key=lambda action: action.kind != "arrive"):  # theirs are the long lines
        steps = *me.walk, choice.notation
        if choice.kind == "arrive":
            pencil.path(stops[me.here], steps, pencil.sheet.waypoints[choice.args[0]].at)
        elif choice.kind in _SHOWN:
            pencil.sketch(stops[me.here], steps, _NOWHERE)
        else:
            continue
        yield
