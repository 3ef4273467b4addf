"""The table in words: each island on a line, then the hangars, the players and the bag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from waystation.engine import Telling, View
from waystation.engine.words import Arg, Phrase, mark, say
from waystation.games.wayfinders.chart import CELL_NAMES
from waystation.games.wayfinders.components import BACKS, COLOURS, LETTERS, RESOURCES
from waystation.games.wayfinders.payment import bundle_of
from waystation.games.wayfinders.view import IslandView, TableView
from waystation.games.wayfinders.wording import (
    BACK_NAMES,
    COLOUR_NAMES,
    TOKEN,
    colour_name,
    in_order,
    in_words,
    price_words,
    worth,
)


class WayfindersTelling(Telling):
    """All of the table: nothing but faces of islands is hidden."""

    def table(self, view: View, game: Any) -> Iterator[str]:
        table: TableView = view.table
        yield _time(table)
        tokens: list[Arg] = [say("{letter} {token}", letter=c, token=t) for c, t in zip(LETTERS, TOKEN, strict=True)]
        yield say("Letters of tokens: {tokens}. Two alike pay for any one.", tokens=tokens)
        entries: list[Arg] = [say("{token} into {colour}", token=t, colour=c) for t, c in zip(TOKEN, COLOUR_NAMES,
                              strict=True)]  # fmt: skip
        yield say("Flying to an island without airstrips costs {entries}.", entries=entries)
        yield say("Islands, r3c3 is Home. Colour, price of an airstrip, what it brings, who has airstrips (slot 1 "
                  "first; it gets what later ones pay):")  # fmt: skip
        for name in CELL_NAMES:
            if name in table.islands:
                yield _island(name, table.islands[name], view)
        for number, hangar in enumerate(table.hangars, 1):
            workers = _workers(hangar.workers, view)
            row = in_order(hangar.tokens)
            yield say("Hangar {n}, from the top: {row}.{workers}", n=number, row=row, workers=workers)
        for seat, name in enumerate(view.names):
            yield from _player(name, table, seat)
        yield say("In the bag: {tokens}.", tokens=in_words(bundle_of(table.bag)))


def _time(table: TableView) -> Phrase:
    if table.last_round:
        return say("Round {n}, the last one.", n=table.round)
    if table.limit:
        return say("Round {n} of at most {all}.", n=table.round, all=table.limit)
    return say("Round {n}.", n=table.round)


def _island(name: str, island: IslandView, view: View) -> Phrase:
    if island.tile is None:
        back = BACK_NAMES[BACKS.index(island.back)]
        return say("{cell} face down, {back} back", cell=name, back=back)
    parts: dict[str, Arg] = {
        "cell": name,
        "colour": colour_name(island.tile),
        "price": price_words(island.tile),
        "worth": worth(island.tile),
    }
    if island.airstrips:
        return say(_BUILT, **parts, owners=[view.names[seat] for seat in island.airstrips])
    return say(_FREE, **parts)


_FREE = mark("{cell} {colour}, {price}: {worth}")
_BUILT = mark("{cell} {colour}, {price}: {worth}. Airstrips: {owners}")


def _workers(workers: tuple[int, ...], view: View) -> Phrase:
    found: list[Arg] = [say("{who} {n}", who=view.names[seat], n=n) for seat, n in enumerate(workers) if n]
    return say(" Workers: {workers}.", workers=found) if found else say("")


def _player(name: str, table: TableView, seat: int) -> Iterator[Phrase]:
    player = table.seats[seat]
    yield say(
        "{who}: {tokens} (may keep {keep}), plane at {cell}, {cubes:airstrip|airstrips} and {workers:worker|workers} "
        "left.",
        who=name,
        tokens=in_words(bundle_of(player.hand)),
        keep=player.keep,
        cell=player.plane,
        cubes=player.cubes,
        workers=player.workers,
    )
    permanents: list[Arg] = [say("wild {of}", of=TOKEN[RESOURCES.index(kind)]) for kind in player.wild]
    permanents += [say("free {of}", of=COLOUR_NAMES[COLOURS.index(colour)]) for colour in player.free]
    if permanents:
        yield say("Permanents: {permanents}.", permanents=permanents)
