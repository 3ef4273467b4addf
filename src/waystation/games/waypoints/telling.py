"""The table in words: what lies in each square, the weather, and everybody's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from waystation.engine import Telling, View
from waystation.engine.words import Arg, Phrase, mark, say, term

from .components import ANIMAL_POINTS, GOAL_EACH, GOALS, LENGTHS, TRACKS, TRIG_POINTS
from .view import HikerView, TableView

_TRACKS = {
    "bear": mark("bear {n}"),
    "rabbit": mark("rabbit {n}"),
    "bird": mark("bird {n}"),
    "mountain": mark("mountain {n}"),
    "lookout": mark("lookout {n}"),
    "gear": mark("gear {n}"),
    "trig": mark("trig {n}"),
}
_ENTRIES = {
    "types": mark("1 for each type: {points}"),
    "most": mark("2 for each of one type: {points}"),
    "pairs": mark("3 for each type seen twice: {points}"),
    "squares": mark("1 for two squares: {points}"),
}
_SPECIALS = {
    "kayak": mark("{n:kayak|kayaks} ({ready} for this turn)"),
    "coat": mark("{n:coat|coats} ({ready} for this turn)"),
    "glider": mark("{n:glider|gliders} ({ready} for this turn)"),
    "backpack": mark("{n:backpack|backpacks} ({ready} for this turn)"),
}
_GOALS = {
    "lakes": mark("lakes {n} of {all}"),
    "woods": mark("woods {n} of {all}"),
    "squares": mark("squares {n} of {all}"),
    "bridges": mark("bridges {n} of {all}"),
}


class WaypointsTelling(Telling):
    """Nothing is hidden. Routes drawn earlier are left out: what counts of them stands on the sheets."""

    def table(self, view: View, game: Any) -> Iterator[str]:
        table: TableView = view.table
        map_name = term(table.map)
        yield say("Map {map}. Everybody began at {start}. Squares (a letter and a row) and what lies in them:",
                  map=map_name, start=table.start)  # fmt: skip
        for square, things in table.squares.items():
            shown: list[Arg] = [_thing(thing, table) for thing in things]
            yield say("{square}: {things}", square=square, things=shown or say("nothing"))
        yield say("Hike {n} of 4, weather space {marker} of 16: {movement:point|points} this turn.",
                  n=table.hike, marker=table.marker, movement=table.movement)  # fmt: skip
        ahead = table.weather[table.hike - 1][table.marker :]
        yield say("Weather to come in this hike: {points}.", points=[str(n) for n in ahead] or say("none"))
        goal, each = GOALS.index(table.goal), [say(_GOALS[table.goal], n=h.goals[table.goal][0],
                                                   all=h.goals[table.goal][1]) for h in table.hikers]  # fmt: skip
        yield say("The goal counts {n:point|points} each: {goals}.", n=GOAL_EACH[goal], goals=list(each))
        steps: list[Arg] = [str(n) for n in ANIMAL_POINTS]
        trig: list[Arg] = [str(n) for n in TRIG_POINTS]
        yield say("Points of an animal track by spaces circled: {steps}. Of the trig track: {trig}.", steps=steps,
                  trig=trig)  # fmt: skip
        for name, hiker in zip(view.names, table.hikers, strict=True):
            yield from _hiker(name, hiker)


_FEATURES = {"lake": mark("lake {n}"), "wood": mark("wood {n}"), "bridge": mark("bridge {n}")}


def _thing(thing: str, table: TableView) -> Arg:
    what, _, number = thing.partition(" ")
    if number:
        return say(_FEATURES[what], n=number)
    return say("{thing} ({height} m)", thing=thing, height=table.heights[thing]) if thing in table.heights else thing


def _list(names: Sequence[Any]) -> Arg:
    return [str(name) for name in names] or say("none")


def _hiker(name: str, me: HikerView) -> Iterator[Phrase]:
    tracks: list[Arg] = [say(_TRACKS[track], n=me.marks[track]) for track in TRACKS]
    lengths: list[Arg] = [str(length) for length in LENGTHS]
    yield say("{who} stands at {here}. Spaces circled: {tracks} (tracks have {lengths}).", who=name, here=me.here,
              tracks=tracks, lengths=lengths)  # fmt: skip
    yield say("Visited: {visited}. Photographed: {photos}.", visited=_list(me.visited), photos=_list(me.photos))
    specials: list[Arg] = [say(_SPECIALS[s.key], n=s.gained - s.used, ready=s.ready) for s in me.specials]
    yield say("Water {held} (of {all} circled). Left: {specials}.", held=me.water - me.drunk, all=me.water,
              specials=specials)  # fmt: skip
    yield say("Mountain numbers: {heights}. Lakes: {lakes}. Woods: {woods}. Bridges: {bridges}.",
              heights=_list(me.heights), lakes=_list(me.lakes), woods=_list(me.woods),
              bridges=_list(me.bridges))  # fmt: skip
    yield say("Squares touched: {squares} ({n} in this hike).", squares=_list(me.squares), n=me.hike_squares)
    entries: list[Arg] = [say(_ENTRIES[e.key], points=_entry(e.points, e.now)) for e in me.journal]
    yield say("Journal: {entries}. Hikes ended at: {ends}.", entries=entries, ends=_list(me.ends))
    if me.walk:
        yield say("Route under way: {walk}; now in {face}, {spent:point|points} spent.", walk=_list(me.walk),
                  face=me.face, spent=me.spent)  # fmt: skip


def _entry(points: int | None, now: int) -> Phrase:
    return say("scored {n}", n=points) if points is not None else say("would score {n} now", n=now)
