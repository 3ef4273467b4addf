"""The table in words: displays, track, tiles, guilds, and everybody's panorama; one's own cards with what they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from waystation.engine import Telling, View
from waystation.engine.words import Arg, Phrase, said, say

from .box import Box
from .counting import count_words
from .expression import cost_text
from .names import COLOUR_WORDS, DECK_CARDS, DECKS, GUILD_WORDS, GUILDS, WORKER_WORDS, WORKERS
from .parts import Tile
from .short import below, card_text, tile_text
from .view import SeatView, Shown, SoloView, TableView
from .words import edge_words, points_words, provisions, sides_words, silver, tile_columns, tile_words

NONE = say("none")


class WayfarersTelling(Telling):
    """Effects are written as in the component files, which is also how moves are written: [camel] is a die space."""

    def table(self, view: View, game: Any) -> Iterator[str]:
        table, box = view.table, game.box
        yield say("Round {n}, turn of {who}.", n=table.round, who=_owner(view, table.turn))
        if table.ending:
            yield say("{n:turn|turns} left.", n=table.ending)
        if table.used:
            yield say(
                "Guild abilities used in this turn: {guilds}.",
                guilds=[GUILD_WORDS[GUILDS.index(guild)] for guild in table.used],
            )
        yield say("Cards: [ship] is a die space and what it asks for, ! works at once, < and > are links.")
        for deck, name in enumerate(DECKS):
            yield from _display(box, view, table, deck, name)
        yield from _track(box, view, table)
        yield from _tiles(box, table)
        main = view.viewer or 0
        for seat in [main, *(other for other in range(len(table.seats)) if other != main)]:
            yield from _goods(view, table.seats[seat], seat)
            yield from _whole(box, table.seats[seat]) if seat == main else _short(table.seats[seat])
        if table.opponent is not None:
            yield from _opponent(table.opponent)
        yield from _doing(box, table)


def _owner(view: View, seat: int) -> Arg:
    return view.names[seat] if seat < len(view.names) else say("the opponent")


def _names(names: Sequence[str]) -> Arg:
    return list(names) or NONE


def _display(box: Box, view: View, table: TableView, deck: int, name: str) -> Iterator[Phrase]:
    yield say("{cards^} on display, {n} more in the pile:", cards=DECK_CARDS[deck], n=table.piles[name])
    for card in table.displays[name]:
        yield say("slot {slot} {id}: {text}{more}", slot=card.slot, id=card.card, text=card_text(box, card.card),
                  more=_on(view, card))  # fmt: skip


def _on(view: View, card: Shown) -> Phrase:
    parts: list[Arg] = [say("costs {silver}", silver=silver(card.price))] if card.price else []
    parts += [say("a {colour} worker on it", colour=WORKER_WORDS[WORKERS.index(worker)]) for worker in card.workers]
    if card.influence >= 0:
        parts.append(say("influence of {who}", who=_owner(view, card.influence)))
    return say(" ({parts})", parts=parts) if parts else say("")


def _track(box: Box, view: View, table: TableView) -> Iterator[Phrase]:
    """Where the markers are, and where the viewer's can go."""
    seat = table.seats[view.viewer or 0]
    sides = sum((side == "B") << section for section, side in enumerate(table.sides))
    where: list[Arg] = [say("{who} at {space}", who=_owner(view, n), space=s.marker) for n, s in enumerate(table.seats)]
    if table.opponent is not None:
        where.append(say("{who} at {space}", who=say("the opponent"), space=table.opponent.marker))
    yield say("Journal track, markers: {where}. From {space} one may go to:", where=where, space=seat.marker)
    for edge in box.tracks[sides][box.space_names.index(seat.marker)]:
        space = box.spaces[edge.to]
        tile = table.journal[space.tile] if space.tile >= 0 else ""
        effects = box.journal_tiles[int(tile[2:]) - 1] if tile else space.enter
        gives = " + ".join(box.text[effect] for effect in effects)
        yield say("{space} (needs {needs}): {gives}", space=space.name, needs=edge_words(edge) or say("nothing"),
                  gives=gives or say("nothing"))  # fmt: skip


def _tiles(box: Box, table: TableView) -> Iterator[Phrase]:
    yield say("Upgrade tiles left, their prices before them:")
    for colour, name in enumerate(COLOUR_WORDS):
        left: list[Arg] = [_pile(tile, table.stock[tile.name]) for number in box.tiles_of[colour]
                           if table.stock[(tile := box.tiles[number]).name]]  # fmt: skip
        price = " / ".join(map(cost_text, box.prices[colour])) or "-"
        yield say("{colour} ({price}): {tiles}", colour=name, price=price, tiles=left or NONE)


def _pile(tile: Tile, n: int) -> Phrase:
    return say("{n} of {id} ({text})", n=n, id=tile.name, text=tile_text(tile, tile_words(tile)))


def _goods(view: View, mine: SeatView, seat: int) -> Iterator[Phrase]:
    workers: list[Arg] = [say("{n} {colour}", n=n, colour=WORKER_WORDS[WORKERS.index(c)]) for c, n in
                          mine.workers.items() if n]  # fmt: skip
    guilds: list[Arg] = [say("{n} in {guild}", n=mine.guilds[name], guild=GUILD_WORDS[at]) for at, name in
                         enumerate(GUILDS)]  # fmt: skip
    yield say("{who}: {silver}, {provisions}, {supply} influence in supply, {guilds}; workers: {workers}; "
              "dice: {dice}, {reserve} in reserve.", who=view.names[seat], silver=silver(mine.silver),
              provisions=provisions(mine.provision), supply=mine.supply, guilds=guilds, workers=workers or NONE,
              dice=_names([str(die) for die in mine.dice]), reserve=mine.reserve)  # fmt: skip
    tags: list[Arg] = [say("{n} {tag}", n=n, tag=count_words(at, n)) for at, n in enumerate(mine.tags.values()) if n]
    yield say("Tags: {tags}.", tags=tags or NONE)


def _whole(box: Box, mine: SeatView) -> Iterator[Phrase]:
    """The viewer's own panorama."""
    for name in mine.cards:
        town = mine.townsfolk.get(name, "")
        parts: list[Arg] = [say("a die on it")] if name in mine.placed else []
        parts += [say("below: {card}", card=below(box.cards[box.by_name[town]]))] if town else []
        more = say(" ({parts})", parts=parts) if parts else say("")
        yield say("{id}: {text}{more}", id=name, text=card_text(box, name), more=more)
    for name in mine.space:
        goal = mine.inspiration.get(name, "")
        more = say(" (above: {id} {card})", id=goal, card=card_text(box, goal)) if goal else say("")
        yield say("{id}: {text}{more}", id=name, text=card_text(box, name), more=more)
    columns: list[list[str]] = [[] for _ in range(6)]
    for laid in mine.tiles:
        tile = box.tiles[box.tile_names.index(laid.tile)]
        for column, text in enumerate(tile_columns(tile, laid.side)):
            columns[laid.column + column - 1].append(said("{id} {text}", id=tile.name, text=text))
    for value, texts in enumerate(columns, 1):
        if texts:
            yield say("Caravan below a die of {n}: {tiles}.", n=value, tiles=list(texts))


def _short(rival: SeatView) -> Iterator[Phrase]:
    cards = [name for name in (*rival.cards, *rival.space) if not name.startswith("HOME")]
    people = [name for name in rival.townsfolk.values() if not name.startswith("HOME")]
    yield say("Cards: {cards}. Townsfolk: {people}. Goals: {goals}. Tiles: {tiles}. Dice on: {placed}.",
              cards=_names(cards), people=_names(people), goals=_names([*rival.inspiration.values()]),
              tiles=_names([laid.tile for laid in rival.tiles]), placed=_names(rival.placed))  # fmt: skip


def _opponent(it: SoloView) -> Iterator[Phrase]:
    workers: list[Arg] = [say("{n} {colour}", n=n, colour=WORKER_WORDS[WORKERS.index(c)]) for c, n in
                          it.workers.items() if n]  # fmt: skip
    yield say("The opponent ({board}), {points}; resource marker on {track}, {n:comet|comets}; workers: {workers}.",
              board=it.board, points=points_words(it.lines), track=it.track, n=it.comets,
              workers=workers or NONE)  # fmt: skip
    yield say("Scheme cards open: {schemes}; {pile} in the pile; {cards:card|cards}, {tiles:tile|tiles}.",
              schemes=_names(it.schemes), pile=it.pile, cards=len(it.cards), tiles=len(it.tiles))  # fmt: skip


def _doing(box: Box, table: TableView) -> Iterator[Phrase]:
    """What is being decided: drawn cards, the card or tile that looks for its place, effects that wait."""
    for name in table.drawn:
        yield say("Drawn: {id}: {card}", id=name, card=card_text(box, name))
    if table.hand in box.by_name:
        yield say("In hand: {id}: {card}", id=table.hand, card=card_text(box, table.hand))
    elif table.hand:
        tile = box.tiles[box.tile_names.index(table.hand)]
        yield say("In hand: tile {id}: {sides}", id=tile.name, sides=sides_words(tile))
    if table.pending:
        yield say("Effects that wait: {effects}.", effects=list(table.pending))
