"""Whatever a step changes on the table is told by an event of that step that names the piece, place or player.

Not told, because they follow from what is told or from whose turn it is: `turn`, `round`, `used`, `ask`, `pending`,
`drawn`, `hand`, the turns left once the end was told, the slot and price of cards that slide, tags, the opponent's
points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import waystation
from games.wayfarers.players import blocker, drawer, eager, hoarder, spender
from waystation.engine import Chance, EventLog, State
from waystation.engine.conformance import random_choice

NAMES = ("Ada", "Ben", "Cas", "Dan")
GAMES: list[dict[str, Any]] = [
    *({"players": 1, "round_limit": 25, "solo_board": board, "late_trade": board > 2} for board in range(1, 5)),
    {"players": 2, "round_limit": 25, "section_1": "B", "section_2": "B"},
    {"players": 3, "round_limit": 12, "promos": True, "late_trade": True},
    {"players": 4, "round_limit": 8, "section_3": "B"},
]
Needed = tuple[str, ...]
"""Patterns that all have to be in one sentence."""


def changes(before: Any, after: Any) -> Iterator[tuple[str, Needed]]:
    """What a viewer sees to have changed: what it is, and what a sentence about it must say."""
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from _seat(NAMES[seat], old, new)
    for deck in before.displays:
        yield from _display(before.displays[deck], after.displays[deck])
        if before.piles[deck] != after.piles[deck]:
            yield f"pile of {deck}", (f"{deck}|pile",)
    yield from ((f"stock of {tile}", (tile,)) for tile, n in before.stock.items() if after.stock[tile] != n)
    if before.green != after.green:
        yield "a green worker beside the track", ("green worker",)
    if not before.ending and after.ending:
        yield "the end", ("one more turn",)
    if before.opponent:
        yield from _opponent(before.opponent, after.opponent)


def _seat(name: str, old: Any, new: Any) -> Iterator[tuple[str, Needed]]:
    for what in ("silver", "provision"):
        if getattr(old, what) != getattr(new, what):
            yield f"{what} of {name}", (name, what)
    if (old.supply, old.guilds) != (new.supply, new.guilds):
        yield f"influence of {name}", (name, "influence")
    if old.workers != new.workers:
        yield f"workers of {name}", (name, "worker")
    if (old.dice, old.reserve) != (new.dice, new.reserve):
        yield f"dice of {name}", (name,)
    for card in set(new.placed) - set(old.placed):
        yield f"die on {card}", (name, "places a", _title(card))
    for card in {*old.placed} - {*new.placed}:
        yield f"die on {card}", (name, "back" if len(old.placed) - len(new.placed) == 1 and new.placed else "r")
    for part in ("cards", "space"):
        yield from ((f"{part} of {name}", (name, card)) for card in set(getattr(new, part)) - set(getattr(old, part)))
    for part in ("townsfolk", "inspiration"):
        for host, card in getattr(new, part).items():
            if host not in getattr(old, part):
                yield f"{part} of {name}", (name, card, _title(host))
    yield from ((f"tile of {name}", (name, laid.tile, f"row {laid.row}")) for laid in new.tiles[len(old.tiles) :])
    if old.marker != new.marker:
        yield f"marker of {name}", (name, f"journals to {new.marker}")


def _title(card: str) -> str:
    homes = {"HOME_CITY": "home city", "HOME_HARBOUR": "home harbour", "HOME_STAR": "home star"}
    return homes.get(card, f"home space {card[-1]}" if card.startswith("HOME") else card)


def _display(old: Any, new: Any) -> Iterator[tuple[str, Needed]]:
    was, now = ({shown.card: shown for shown in cards} for cards in (old, new))
    yield from ((f"{card} in a display", (card,)) for card in was.keys() ^ now.keys())
    for card in was.keys() & now.keys():
        if was[card].workers != now[card].workers:
            yield f"workers on {card}", (card, "worker")
        if was[card].influence != now[card].influence:
            yield f"influence on {card}", (card, "influence")


def _opponent(old: Any, new: Any) -> Iterator[tuple[str, Needed]]:
    if old.track != new.track:
        yield "its resource marker", (f"to space {new.track}",)
    if old.comets != new.comets:
        yield "its comet marker", (f"comet marker moves to {new.comets}",)
    yield from ((f"scheme card {card}", ("reveals", card)) for card in set(new.schemes) - set(old.schemes))
    if set(old.schemes) - set(new.schemes):
        yield "its scheme cards", ("shuffles",)
    if old.guilds != new.guilds:
        yield "its influence", ("influence",)
    if old.workers != new.workers:
        yield "its workers", ("worker",)
    yield from (("its card", (card,)) for card in set(new.cards) - set(old.cards))
    yield from (("its tile", (tile,)) for tile in new.tiles[len(old.tiles) :])
    if old.marker != new.marker:
        yield "its marker", (f"journals to {new.marker}",)


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_whatever_changes_is_told(options: dict[str, Any]) -> None:
    game = waystation.load("wayfarers", **options)
    names = NAMES[: game.players]
    for chooser in (eager, blocker, drawer, spender, hoarder, random_choice):
        state, chance = game.new_state(f"told {chooser.__name__}"), Chance.of("told", chooser.__name__)
        before = state.view(None, names).table
        while not state.is_over:
            (seat,) = state.to_act
            action, log = chooser(state, seat, chance), EventLog()
            state.apply(action, seat, log)
            after = state.view(None, names).table
            told = [event.seen_by(None, names).text for event in log]
            for what, words in changes(before, after):
                assert any(all(re.search(word, text) for word in words) for text in told), (
                    f"{game.actions[action].notation}: {what} ({words}) is not told by {told}"
                )
            before = after


def _played(document: dict[str, Any], *moves: str, **options: Any) -> tuple[State, list[str]]:
    state = waystation.load("wayfarers", **options).state_from({"table": document})
    log = EventLog()
    for move in moves:
        state.play(move, None, log)
    return state, [event.seen_by(0, ("Ada", "Ben")).text for event in log]


def test_who_gets_what_lay_on_an_acquired_card_is_told_in_order() -> None:
    seats = [{"dice": [1], "provision": 2, "silver": 1}, {"guilds": {}}]
    table = {"seats": seats, "display": {"land": ["L20"]}, "workers": {"L20": ["green"]}, "influence": {"L20": 1}}
    _, told = _played(table, "place 1 HOME_CITY", "do 2 provision -> 1 silver + land", "take L20")
    at = told.index("Ada acquires the vista L20.")
    assert told[at - 1 : at + 3] == [
        "Ada pays 1 silver for the influence on the vista L20, to Ben.",
        "Ada acquires the vista L20.",
        "Ada takes the green worker that lay on it.",
        "Ben gets back the influence that lay on it.",
    ]


def test_events_carry_the_ids_of_what_they_are_about() -> None:
    game = waystation.load("wayfarers", players=1, round_limit=20)
    state, chance, log = game.new_state("ids"), Chance.of("ids", "x"), EventLog()
    while not state.is_over:
        state.apply(eager(state, 0, chance), 0, log)
    wanted = {"place": "card", "take": "card", "buy": "tile", "put": "tile", "work": "card", "host": "card"}
    for event in log:
        if event.kind in wanted:
            assert isinstance(event.data[wanted[event.kind]], int)
    assert {event.kind for event in log} > {"place", "take", "journal", "solo", "scheme"}


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        ({"black": 2}, {"black": 1, "yellow": 4}, "broken by influence in the science guild: 2 to 1"),
        ({"black": 2, "yellow": 1}, {"black": 2, "blue": 9}, "broken by influence in the trade guild: 1 to 0"),
        ({"blue": 3}, {"blue": 1}, "broken by influence in the exploration guild: 3 to 1"),
        ({}, {}, "complete, influence included: the win is shared"),
    ],
)
def test_which_tie_break_decided_is_told(mine: dict[str, int], theirs: dict[str, int], words: str) -> None:
    """Equal panoramas; whoever leads a guild alone has 3 points for it, which a tile of 3 points or two make up for."""
    game: Any = waystation.load("wayfarers")
    seats: list[dict[str, Any]] = [{"guilds": mine}, {"guilds": theirs}]
    leads = [
        sum(a.get(guild, 0) > b.get(guild, 0) for guild in ("black", "yellow", "blue"))
        for a, b in _both_ways(mine, theirs)
    ]
    for at in range(abs(leads[0] - leads[1])):
        for seat, points in ((leads.index(max(leads)), 0), (leads.index(min(leads)), 3)):
            seats[seat].setdefault("tiles", []).append(_tile(game, points, at))
    state = game.state_from({"table": {"turn": 1, "ending": 1, "seats": seats}, "agenda": [{"ask": "END"}]})
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    assert words in outcome.text


def _both_ways(a: Any, b: Any) -> list[Any]:
    return [(a, b), (b, a)]


def _tile(game: Any, points: int, at: int) -> str:
    """A green or black tile with so many points, in the second row of a column."""
    tile = [t for t in game.box.tiles if t.vp == points and t.wide == 1 and not t.tags][at]
    return f"{tile.name} front r2c{at + 1}"


def test_a_complete_tie_with_the_opponent_is_told_to_be_won() -> None:
    game = waystation.load("wayfarers", players=1)
    table: dict[str, Any] = {"turn": 1, "ending": 1, "seats": [{"guilds": {}}], "solo": {"guilds": {}}}
    state = game.state_from({"table": table, "agenda": [{"ask": "END"}]})
    outcome = state.outcome()
    assert outcome is not None
    if outcome.scores[0] == 0:
        assert "it is won" in outcome.text
