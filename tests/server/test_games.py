"""Every installed game can be served: options, look, pictures, play, reconnect, the past, with no word of ours."""

from __future__ import annotations

import statistics

import pytest
from sqlalchemy import update

import waystation
from server.playing import Party, Person, Running
from waystation.server import schema
from waystation.server.rows import Book
from waystation.server.sql import connection_of

SHIPPED = sorted(waystation._SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_is_played_at_a_table(running: Running, name: str) -> None:
    game = waystation.load(name)
    party = Party(running.address, name, game.players, seed=2)
    for _ in range(25):
        if party.over:
            break
        party.step()
    for seat, person in enumerate(party.people):
        viewer = seat if seat < game.players else None
        fresh = person.watch(party.id, viewer)
        fresh.hear("hello")
        fresh.events = party.watchers[seat].drain().events  # of long games a hello tells only the newest
        assert fresh.picture() == party.watchers[seat].picture()
        query = "" if viewer is None else f"?seat={viewer}"
        assert person.get(f"/api/tables/{party.id}/view{query}").json()["viewer"] == viewer
        assert person.get(f"/api/tables/{party.id}/moments/3.svg{query}").text.startswith("<svg")
    sizes = [len(raw) for watcher in party.watchers for raw in watcher.raw if raw.startswith('{"t":"step"')]
    assert statistics.median(sizes) <= 8192


@pytest.mark.parametrize("name", SHIPPED)
def test_a_game_shows_itself(running: Running, name: str) -> None:
    ada = Person(running.address)
    info = next(info for info in ada.get("/api/games").json() if info["name"] == name)
    assert info["spec"]["title"]
    assert ada.get(f"/api/games/{name}/look?v={info['look']}").status_code == 200
    assert ada.get(f"/api/games/{name}/picture.svg").text.startswith("<svg")
    for page in ("rules", "rulings"):
        assert "<h1" in ada.get(f"/api/games/{name}/{page}").text


def test_as_many_seats_as_the_game_allows(running: Running) -> None:
    """Waypoints is for up to a hundred: thirty seats on one device all decide, and the hundred-and-first is refused."""
    ada = Person(running.address, "Ada")
    crowd = ada.open("waypoints", ["me", *["shared"] * 29], options={"players": 30})
    assert [seat["kind"] for seat in crowd["seats"]] == ["person", *["shared"] * 29]
    assert crowd["to_act"] == list(range(30))
    watcher = ada.watch(crowd["id"], seat=29)
    assert watcher.hear("hello")["mine"] == list(range(30))
    assert watcher.act(29, watcher.legal()[0])["t"] == "done"
    assert ada.open("waypoints", ["open"] * 100, options={"players": 100})["to_act"] == list(range(100))
    many = ada.post("/api/tables", {"game": "waypoints", "seats": ["open"] * 101, "options": {"players": 101}})
    assert many.status_code == 422
    assert "players" in many.json()["reason"]
    few = ada.post("/api/tables", {"game": "waypoints", "seats": ["open"] * 3, "options": {"players": 30}})
    assert few.json()["reason"] == "30 players need as many seats; 3 are given"


def test_the_page_of_a_game_that_is_installed_and_cannot_be_loaded(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = Person(running.address, "Ada")
    ident = ada.open("stones", ["me", "open"], options={"players": 2})["id"]

    def breaks(book: Book) -> None:
        tables = schema.tables
        connection_of(book).execute(update(tables).where(tables.c.id == ident).values(game="broken"))

    running.call(lambda: running.server.storage.write(breaks))
    monkeypatch.setattr(waystation, "game_names", lambda: ("broken", *SHIPPED))
    for page in ("table", "replay"):
        found = ada.get(f"/{page}/{ident}")
        assert (found.status_code, 'content="broken"' in found.text) == (200, True)
