"""A guided first game at a table: an ordinary one, that keeps to its lesson until it is over or left."""

from __future__ import annotations

from pathlib import Path

from server.playing import Party, Person, Running, Watcher, until


def begun(running: Running) -> tuple[Person, Watcher]:
    """Somebody at the table of a lesson."""
    ada = Person(running.address, "Ada")
    answer = ada.post("/api/tables", {"game": "wayfinders", "lesson": True})
    assert answer.status_code == 201, answer.text
    table = answer.json()
    assert (table["lesson"], table["hints"], table["seed_known"]) == (True, False, True)
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    watcher = ada.watch(table["id"])
    watcher.hear("hello")
    return ada, watcher


def reach(watcher: Watcher, ply: int) -> None:
    while watcher.ply < ply:
        watcher.next()


def test_the_lesson_is_told(running: Running) -> None:
    ada, watcher = begun(running)
    told = ada.get(f"/api/tables/{watcher.table}/lesson").json()
    assert told["seat"] == 0
    assert told["moves"] == 24
    assert 8 <= len(told["steps"]) <= 14
    first, second, third = told["steps"][:3]
    assert (first["begins"], first["do"]) == (0, [])
    assert (second["begins"], second["do"]) == (0, [["place 1"]])
    assert third["begins"] == 2, "the other's move belongs to the second step"
    assert next(game for game in ada.get("/api/games").json() if game["name"] == "wayfinders")["lesson"] is True


def test_what_the_lesson_does_not_wait_for_is_refused_and_what_the_rules_refuse_too(running: Running) -> None:
    _, watcher = begun(running)
    refused = watcher.act(0, "place 2")
    assert (refused["t"], refused["reason"]) == ("refused", "For now, hangar 1: you will want its tire.")
    by_rule = watcher.act(0, "land")
    assert (by_rule["t"], bool(by_rule["rule"])) == ("refused", True)
    assert watcher.act(0, "nonsense")["t"] == "refused"
    assert watcher.ply == 0
    why = watcher.ask({"t": "why", "seat": 0, "action": "land"})
    assert why["why"][0]["reason"]


def test_the_others_move_as_the_lesson_says_to_its_end(running: Running) -> None:
    ada, watcher = begun(running)
    told = ada.get(f"/api/tables/{watcher.table}/lesson").json()
    ends = [*(step["begins"] for step in told["steps"][1:]), told["moves"]]
    for step, end in zip(told["steps"], ends, strict=True):
        for wanted in step["do"]:
            assert watcher.act(0, wanted[0])["t"] == "done"
        reach(watcher, end)
    assert watcher.ply == 24
    assert watcher.act(0, "land")["t"] == "done", "after the last step the game goes on as any other"
    reach(watcher, 26)


def test_taking_back_leads_to_the_step_before(running: Running) -> None:
    _, watcher = begun(running)
    assert watcher.act(0, "place 1")["t"] == "done"
    reach(watcher, 2)
    undone = watcher.ask({"t": "undo", "seat": 0, "version": watcher.version, "ply": 0})
    assert undone["t"] == "done"
    assert watcher.ply == 0
    assert watcher.act(0, "place 2")["t"] == "refused"
    assert watcher.act(0, "place 1")["t"] == "done"
    reach(watcher, 2)


def test_who_leaves_the_lesson_plays_on_freely(running: Running) -> None:
    ada, watcher = begun(running)
    ben = Person(running.address, "Ben")
    place = f"/api/tables/{watcher.table}/lesson"
    assert ben.http.delete(place).status_code == 403
    assert ada.http.delete(place).status_code == 204
    news = watcher.hear("seats")
    assert (news["table"]["lesson"], news["table"]["hints"]) == (False, True)
    assert news["text"] == "The lesson is over; the game goes on."
    assert watcher.act(0, "place 2")["t"] == "done"
    until(lambda: watcher.next()["t"] == "step")  # the bot plays what it likes
    assert ada.get(place).status_code == ada.http.delete(place).status_code == 404


def test_a_bot_that_takes_over_plays_what_it_likes(running: Running) -> None:
    ada, watcher = begun(running)
    assert ada.post(f"/api/tables/{watcher.table}/seats/0", {"do": "leave", "bot": "random"}).status_code == 200
    reach(watcher, 4)


def test_a_lesson_outlives_a_restart(database: str, tmp_path: Path) -> None:
    from waystation.server import Server

    with Running(Server(database)) as running:
        ada, watcher = begun(running)
        assert watcher.act(0, "place 1")["t"] == "done"
        reach(watcher, 2)
        cookies = ada.http.cookies
    with Running(Server(database)) as running:
        again = Person(running.address)
        again.http.cookies = cookies
        back = again.watch(watcher.table)
        back.hear("hello")
        assert back.hello["table"]["lesson"] is True
        assert back.act(0, "place 3")["t"] == "refused"
        assert back.act(0, "place 1")["t"] == "done"
        reach(back, 4)


def test_a_lesson_that_nobody_goes_on_with_leaves_memory(running: Running) -> None:
    """In Waypoints the others are asked at the same time, but move as the lesson says: no bot is waited for."""
    ada = Person(running.address, "Ada")
    table = ada.post("/api/tables", {"game": "waypoints", "lesson": True}).json()["id"]
    hub = running.server.hub
    assert hub.rooms[table].table.state.to_act == (0, 1)
    running.look(lambda: hub.rooms.pop(table).forget_all())
    running.call(hub.resume_bots)
    assert table not in hub.rooms


def test_there_is_no_lesson_where_there_is_none(running: Running) -> None:
    ada = Person(running.address)
    answer = ada.post("/api/tables", {"game": "duel", "lesson": True})
    assert (answer.status_code, answer.json()["reason"]) == (422, "duel has no guided first game")
    assert ada.post("/api/tables", {"game": "no such game", "lesson": True}).status_code == 422
    party = Party(running.address, "duel", 2)
    assert party.people[0].get(f"/api/tables/{party.id}/lesson").status_code == 404
    assert party.people[0].http.delete(f"/api/tables/{party.id}/lesson").status_code == 404
