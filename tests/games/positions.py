"""Position documents changed at random: each is refused with a PositionError, or can be played to the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from waystation.engine import Chance, Game, PositionError, State
from waystation.engine.svg import to_svg

Document = dict[str, Any]
ODD: tuple[Any, ...] = (0, 1, -1, 2, 3, 5, 7, 13, 99, 2**31, 2**70, None, True, "", "x", [], {}, [0], 1.5)


def moments(game: Game, seed: int, every: int = 9) -> Iterator[State]:
    """States of a random game, every so many decisions, the last one among them."""
    state, chance = game.new_state(seed), Chance.of(seed, "positions")
    for ply in range(20_000):
        if ply % every == 0 or state.is_over:
            yield state.clone()
        if state.is_over:
            return
        seat = chance.choice(state.to_act)
        state.advance(chance.choice(state.legal_actions(seat)), seat)
    raise AssertionError("no end after 20,000 decisions")


def mutated(document: Document, chance: Chance, others: list[Document]) -> Document:
    """The document with one to three changes: values, entries left out, doubled, swapped, or taken from elsewhere."""
    changed: Document = json.loads(json.dumps(document))
    for _ in range(1 + chance.below(3)):
        _change(changed, chance, others)
    return changed


def _change(document: Document, chance: Chance, others: list[Document]) -> None:
    path = chance.choice(list(_paths({key: document[key] for key in ("table", "agenda") if key in document})))
    *way, last = path
    holder: Any = document
    try:
        for step in way:
            holder = holder[step]
        old = holder[last]
    except (KeyError, IndexError, TypeError):
        return  # an earlier change took the place away
    kind = chance.below(6)
    if kind == 0 and isinstance(old, int):
        holder[last] = old + chance.choice((-2, -1, 1, 2, 10))
    elif kind == 1 and isinstance(holder, list):
        holder.append(old)
    elif kind == 2 and len(way):
        del holder[last]
    elif kind == 3:
        holder[last] = chance.choice(ODD)
    elif kind == 4 and isinstance(holder, list) and len(holder) > 1:
        other = chance.below(len(holder))
        holder[last], holder[other] = holder[other], holder[last]
    else:
        holder[last] = _elsewhere(path, chance.choice(others), old)


def _elsewhere(path: tuple[Any, ...], document: Document, old: Any) -> Any:
    """What stands at the same place of another position of the game."""
    value: Any = document
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return old
    return json.loads(json.dumps(value))


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def playable(game: Game, document: Document, seed: int = 0, limit: int = 20_000) -> bool:
    """Whether the document is accepted; if so, it has to bear everything that a state has to bear."""
    try:
        state = game.state_from(document)
    except PositionError:
        return False
    written = state.position()
    assert game.state_from(written) == state, "it does not survive being written out"
    chance = Chance.of(seed, "playable")
    for ply in range(limit):
        if ply % 50 == 0 or state.is_over:
            _bear(game, state, chance)
        if state.is_over:
            return True
        seat = chance.choice(state.to_act)
        state.apply(chance.choice(state.legal_actions(seat)), seat)
    raise AssertionError(f"no end after {limit} decisions")


def _bear(game: Game, state: State, chance: Chance) -> None:
    assert not list(game.faults(state))
    for viewer in (None, *range(game.players)):
        to_svg(game.scene(state.view(viewer)), game.look)
    for seat in range(game.players):
        assert state.determinize(seat, chance.spawn("world")).view(seat) == state.view(seat)


def check(game: Game, seed: int, mutants: int) -> int:
    """Try so many changed positions of a random game; how many of them were accepted. Fails naming the document."""
    documents = [state.position() for state in moments(game, seed)]
    chance = Chance.of(seed, "mutants")
    accepted = 0
    for number in range(mutants):
        document = mutated(chance.choice(documents), chance, documents)
        try:
            accepted += playable(game, document, seed)
        except Exception as error:
            pytest.fail(f"mutant {number} of seed {seed}: {error!r}\n{json.dumps(document)}")
    return accepted
