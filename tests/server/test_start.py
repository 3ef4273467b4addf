"""What is ready when a server begins to listen."""

from __future__ import annotations

import msgspec
import pytest

import waystation
from server.playing import Person, Running
from waystation.engine import Match, record
from waystation.engine.typed import known

GAMES = sorted(set(waystation.game_names()) - {"slow", "faulty"})


@pytest.mark.parametrize("game", GAMES)
def test_no_type_is_learned_after_the_start(running: Running, game: str):
    """A type that is first used while others are at work crashed one start in thirty."""
    before = known()
    ada = Person(running.address, "Ada")
    kind = waystation.game_type(game)
    opened = ada.open(game, ["me"] + ["bot:random"] * (waystation.load(game).players - 1), seed="s")
    watcher = ada.watch(opened["id"], 0)
    watcher.hear("hello")
    for message in ({"t": "why", "seat": 0, "node": "x"}, {"t": "point", "seat": 0, "nodes": []}, {"t": "nonsense"}):
        watcher.say(message)
    watcher.drain()
    match = Match(waystation.load(game), "s")
    text = record.write(match)
    ada.open("", ["me"] * 0 + ["shared"] * match.game.players, record=text)
    position = match.state.position()
    begun = record.write(Match(match.game, None, position=msgspec.json.decode(msgspec.json.encode(position))))
    ada.open("", ["shared"] * match.game.players, record=begun)
    for path in ("/api/games", "/api/openapi.json", f"/api/tables/{opened['id']}/story", "/api/tables"):
        assert ada.get(path).status_code == 200
    assert ada.get(f"/api/games/{game}/picture.svg").status_code == 200
    assert kind.options_type in before
    assert known() == before
