"""The table in words: the city by rows, and everybody's map, words, plan and path as far as they are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from waystation.engine import Telling, View
from waystation.engine.words import Arg, Phrase, mark, say
from waystation.games.wordtraveler.geometry import DIRECTION_NAMES, DIRECTIONS, NAMES, SIZE
from waystation.games.wordtraveler.picture.panels import stage
from waystation.games.wordtraveler.picture.town import Town
from waystation.games.wordtraveler.view import Map, Move, Seat, Table


class WordTravelerTelling(Telling):
    """What the viewer may know, and no more: the view has nothing else."""

    def table(self, view: View, game: Any) -> Iterator[str]:
        table: Table = view.table
        town: Town = game.picture.town
        yield say("The city, 7 rows of 7 places. One walks in a straight line to the north, east, south or west:")
        for row in range(0, SIZE * SIZE, SIZE):
            places = zip(NAMES[row : row + SIZE], table.places[row : row + SIZE], strict=True)
            yield say("{places}", places=[say("{name} {title}", name=name, title=title) for name, title in places])
        yield say("Day {day} of 2. The team has {n:point|points} and {found} of 6 souvenirs, which lie at {places}.",
                  day=table.day, n=table.score, found=table.souvenirs,
                  places=[str(place) for place in table.souvenir_places])  # fmt: skip
        yield say("{who} travels first today.", who=view.names[table.first])
        for number, seat in enumerate(table.seats):
            yield from _seat(view, table, town, number, seat)
        for number, shown in enumerate(table.maps_of_day_1):
            if shown is not None:
                yield say("Map of day 1 of {who}: {map}.", who=view.names[number], map=_map(shown))
        if table.last is not None:
            yield say("Last trip of day 1: {who} from {start}, footprints {path}, meant {meant}.",
                      who=view.names[table.last.seat], start=table.last.start, path=_list(table.last.path),
                      meant=_list(table.last.meant))  # fmt: skip


def _seat(view: View, table: Table, town: Town, number: int, seat: Seat) -> Iterator[Phrase]:
    yield say("{who}: marker at {marker}, began at {start}, {stage}; points of day 1 and 2: {one}, {two}.",
              who=view.names[number], marker=seat.marker, start=seat.start, stage=stage(seat),
              one=seat.gained[0], two=seat.gained[1])  # fmt: skip
    if seat.map is not None:
        yield say("Its map: {map}.", map=_map(seat.map))
    if seat.plan is not None and seat.travels:
        for place, move in enumerate(seat.plan, 1):
            yield _move(place, move, town)
        words: list[Arg] = [say("{id} ({label})", id=word, label=town.label(word)) for word in seat.unused or ()]
        yield say("Words not used: {words}.", words=words or say("none"))
    elif table.traveller is None and seat.travels:
        yield say("Its plan is secret.")
    if seat.path:
        yield say("Footprints: {path}.", path=_list(seat.path))
    if seat.proposal is not None:
        yield say("Path proposed: {path}.", path=_list(seat.proposal))
    if seat.take_backs is not None:
        yield say("Take-backs left: {n}.", n=seat.take_backs)


def _move(place: int, move: Move, town: Town) -> Phrase:
    parts: dict[str, Arg] = {
        "n": place,
        "direction": DIRECTION_NAMES[DIRECTIONS.index(move.direction)],
        "words": [town.said(card) for card in move.cards] or say("no word yet"),
    }
    if move.stop is None:
        return say(mark("Arrow {n}, {direction}: {words}."), **parts)
    return say(mark("Arrow {n}, {direction}, meant to end at {stop}: {words}."), stop=move.stop, **parts)


def _map(shown: Map) -> Phrase:
    return say("2 points at {two}, 1 point at {one}", two=_list(shown.two.split()), one=_list(shown.one.split()))


def _list(names: Sequence[str]) -> Arg:
    return list(names) or say("none")
