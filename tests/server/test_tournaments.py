"""Tournaments among people and bots: entering, rounds that open by themselves, absent people, restarts."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from server.playing import Person, Running, until
from waystation.server import Server, contests, moderation, schema, tournaments
from waystation.server.contests import Entrant
from waystation.server.pace import HOUR
from waystation.server.rows import Book
from waystation.server.sql import connection_of
from waystation.server.tournaments import MOST_HOSTED, MOST_TABLES

LIVE = {"kind": "live", "bank": 600}
STONES = {"game": "stones", "options": {"players": 2}}


def cup(person: Person, ident: str) -> Any:
    answer = person.get(f"/api/tournaments/{ident}")
    assert answer.status_code == 200
    return answer.json()


def sets_up(person: Person, **wish: Any) -> Any:
    answer = person.post("/api/tournaments", {"name": "A cup", **STONES, "pace": LIVE, **wish})
    assert answer.status_code == 201, answer.text
    return answer.json()


def does(person: Person, ident: str, wish: str) -> Any:
    return person.post(f"/api/tournaments/{ident}", {"do": wish})


def look(running: Running) -> None:
    running.call(running.server.tournaments.look)


def play_out(people: list[Person], table: str) -> None:
    """All play what is first until the game is over."""
    watchers = [(person, person.watch(table)) for person in people]
    for _, watcher in watchers:
        watcher.hear("hello")
    while not watchers[0][1].over:
        for _, watcher in watchers:
            watcher.drain()
            mine = [seat for seat in watcher.hello["mine"] if seat in watcher.view["to_act"]]
            if mine and not watcher.over:
                watcher.act(mine[0], watcher.legal()[0])
    for _, watcher in watchers:
        watcher.close()


def test_what_is_left_of_a_tournament_whose_game_is_gone(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        """The server's own look, every three seconds, would be told once or twice beside ours."""

    looks = running.server.tournaments.look
    monkeypatch.setattr(running.server.tournaments, "look", nothing)
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident, begun = sets_up(ada)["id"], sets_up(ada, bots=["random"], rounds=2)["id"]
    for person, one in ((ada, ident), (ben, ident), (ada, begun)):
        assert does(person, one, "enter").status_code == 200
    assert does(ada, begun, "start").status_code == 200

    def uninstall(book: Book) -> None:
        changed = contests._contests.id.in_([ident, begun])
        connection_of(book).execute(update(schema.contests).where(changed).values(game="gone"))

    running.call(lambda: running.server.storage.write(uninstall))
    assert (cup(ben, ident)["title"], cup(ben, ident)["players"], cup(ben, begun)["players"]) == ("gone", 0, 2)
    assert does(ben, ident, "leave").json()["mine"] is None
    assert does(ada, ident, "start").status_code == 422
    table = cup(ada, begun)["tables"][0]["table"]
    running.call(lambda: running.server.storage.write(lambda book: book.delete_table(table)))
    caplog.clear()
    for _ in range(3):
        running.call(looks)
    told = [one for one in caplog.records if one.message == "tournament cannot be carried on"]
    assert len(told) == 1
    for one in (ident, begun):
        assert ada.http.delete(f"/api/tournaments/{one}").status_code == 204


def test_ones_own_tournaments_are_listed_among_many(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "MOST", 3)
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    mine = sets_up(ada, who="link")["id"]
    assert does(ben, mine, "enter").status_code == 200
    others = [sets_up(Person(running.address, "Cleo"))["id"] for _ in range(4)]
    for person in (ada, ben):
        assert [one["id"] for one in person.get("/api/tournaments").json()] == [*others[:0:-1], mine]
    assert [one["id"] for one in Person(running.address).get("/api/tournaments").json()] == others[:0:-1]


def test_entrants_whose_names_look_alike_are_told_apart() -> None:
    names = ("Ada", "Ada (2)", "Ada", "A\u200dda", "Ben")
    entrants = [Entrant(contest="c", number=at, person=f"p{at}", name=name) for at, name in enumerate(names)]
    found = list(tournaments._names(entrants).values())
    assert found == ["Ada", "Ada (2)", "Ada (2) (2)", "A\u200dda (3)", "Ben"]


def test_a_swiss_tournament_of_people(running: Running) -> None:
    people = {name: Person(running.address, name) for name in ("Ada", "Ben", "Cleo", "Dan", "Eve")}
    ada = people["Ada"]
    ident = sets_up(ada, rounds=2, options={"players": 2})["id"]
    assert ident in [one["id"] for one in people["Ben"].get("/api/tournaments").json()]
    for person in people.values():
        assert does(person, ident, "enter").json()["mine"] is not None
    assert does(people["Ben"], ident, "start").status_code == 403
    assert does(people["Dan"], ident, "leave").json()["mine"] is None
    begun = does(ada, ident, "start").json()
    assert (begun["state"], begun["round"], begun["rounds"], begun["entrants"]) == ("running", 1, 2, 4)
    assert does(people["Dan"], ident, "enter").json()["reason"] == "This tournament has begun."
    names = {one["number"]: one["name"] for one in begun["standings"]}
    first = [{names[number] for number in one["entrants"]} for one in begun["tables"]]
    assert sorted(name for table in first for name in table) == ["Ada", "Ben", "Cleo", "Eve"]
    table = ada.get(f"/api/tables/{begun['tables'][0]['table']}").json()
    assert (table["tournament"], table["pace"]["out"], table["hints"]) == (ident, "lose", False)
    assert table["rated"]
    for one in begun["tables"]:
        play_out([people[names[number]] for number in one["entrants"]], one["table"])
    look(running)  # results are noted, and as nothing goes on the next round opens
    second = cup(ada, ident)
    assert second["round"] == 2
    assert [one["ranks"] is None for one in second["tables"]] == [False, False, True, True]
    met = [{names[number] for number in one["entrants"]} for one in second["tables"][2:]]
    assert not any(table in first for table in met), "nobody meets the same again"
    for one in second["tables"][2:]:
        play_out([people[names[number]] for number in one["entrants"]], one["table"])
    look(running)
    over = cup(ada, ident)
    assert over["state"] == "over"
    assert sum(one["points"] for one in over["standings"]) == 4, "a point for each table"
    assert over["standings"][0]["place"] == 1
    assert [one["tables"] for one in over["standings"]] == [2, 2, 2, 2]


def test_bots_alone_run_by_themselves_and_each_round_opens_once(running: Running) -> None:
    ada = Person(running.address, "Ada")
    ident = sets_up(ada, who="nobody", pace=None, format="round-robin", bots=["random"] * 4)["id"]

    async def twice() -> None:
        await asyncio.gather(*(running.server.tournaments.carry_on(ident) for _ in range(3)))

    def ended() -> bool:
        running.call(twice)
        return bool(cup(ada, ident)["state"] == "over")

    until(ended)
    over = cup(ada, ident)
    assert (over["rounds"], len(over["tables"])) == (3, 6)
    assert sorted(one["round"] for one in over["tables"]) == [1, 1, 2, 2, 3, 3]
    assert {one["name"] for one in over["standings"]} == {
        "Random bot",
        "Random bot (2)",
        "Random bot (3)",
        "Random bot (4)",
    }
    assert len({frozenset(one["entrants"]) for one in over["tables"]}) == 6, "each met each"


def test_bots_make_up_the_number_and_who_is_absent_loses(running: Running) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    ident = sets_up(ada, who="link", options={"players": 4}, fill="random", rounds=1)["id"]
    assert ident not in [one["id"] for one in ben.get("/api/tournaments").json()], "only by its address"
    for person in (ada, ben):
        does(person, ident, "enter")
    begun = does(ada, ident, "start").json()
    assert [one["bot"] for one in sorted(begun["standings"], key=lambda one: one["number"])] == [
        False,
        False,
        True,
        True,
    ]
    hub = running.server.hub

    def later() -> None:
        hub.uptime.base += 700

    running.look(later)
    running.call(hub.pacing.look)
    until(lambda: ada.get(f"/api/tables/{begun['tables'][0]['table']}").json()["over"])
    look(running)
    over = cup(ada, ident)
    assert over["state"] == "over"
    assert [one["bot"] for one in over["standings"]] == [True, True, False, False], "who lost on time comes last"


def test_who_waits_gets_half_a_point(running: Running) -> None:
    ada = Person(running.address, "Ada")
    ident = sets_up(ada, who="nobody", pace=None, rounds=1, bots=["random"] * 3)["id"]

    def ended() -> bool:
        look(running)
        return bool(cup(ada, ident)["state"] == "over")

    until(ended)
    assert sorted((one["points"], one["waited"], one["tables"]) for one in cup(ada, ident)["standings"]) == [
        (0.0, 0, 1),
        (0.5, 1, 0),
        (1.0, 0, 1),
    ] or sorted(one["points"] for one in cup(ada, ident)["standings"]) == [0.5, 0.5, 0.5]


def test_who_goes_is_not_paired_any_more_and_a_deleted_table_has_no_winner(running: Running) -> None:
    people = [Person(running.address, name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    ada = people[0]
    ident = sets_up(ada, rounds=2)["id"]
    for person in people:
        does(person, ident, "enter")
    begun = does(ada, ident, "start").json()
    gone = does(people[1], ident, "leave").json()
    assert [one["name"] for one in gone["standings"] if one["gone"]] == ["Ben"]
    assert does(people[1], ident, "leave").json()["reason"] == "You take no part in this tournament."
    for one in begun["tables"]:
        refused = ada.http.delete(f"/api/tables/{one['table']}")
        assert refused.json()["reason"] == "A tournament waits for how this game ends."
        leaves = ada.post(f"/api/tables/{one['table']}/seats/0", {"do": "bot", "bot": "random"})
        assert "nobody plays for somebody else" in leaves.json()["reason"]
        running.call(lambda: running.server.storage.write(lambda book: book.delete_table(one["table"])))  # noqa: B023
    look(running)
    second = cup(ada, ident)
    assert sorted(one["points"] for one in second["standings"]) == [0.5, 0.5, 0.5, 1.0], "one of three waits now"
    names = {one["number"]: one["name"] for one in second["standings"]}
    playing = {names[number] for one in second["tables"] if one["round"] == 2 for number in one["entrants"]}
    assert (len(playing), "Ben" in playing) == (2, False)
    assert people[1].http.delete(f"/api/tournaments/{ident}").status_code == 403
    table = second["tables"][-1]["table"]
    assert ada.http.delete(f"/api/tournaments/{ident}").status_code == 204
    assert ada.get(f"/api/tournaments/{ident}").status_code == 404
    assert ada.get(f"/api/tables/{table}").json()["tournament"] is None


def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with Running(Server(db, workers=1)) as running:
        ada = Person(running.address, "Ada")
        ident = sets_up(ada, who="nobody", pace=None, format="round-robin", bots=["random"] * 6)["id"]
        before = cup(ada, ident)
        assert before["round"] == 1
    with Running(Server(db, workers=1)) as running:
        ada.http.base_url = f"http://{running.address}"

        def ended() -> bool:
            look(running)
            return bool(cup(ada, ident)["state"] == "over")

        until(ended)
        over = cup(ada, ident)
    assert len(over["tables"]) == 15
    assert over["tables"][0]["table"] == before["tables"][0]["table"]
    assert len({frozenset(one["entrants"]) for one in over["tables"]}) == 15


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"game": "no such"}, "no such"),
        ({"pace": None}, "needs a clock"),
        ({"pace": {"kind": "absent", "turn": HOUR}}, "must run for all"),
        ({"who": "nobody", "bots": ["random"]}, "A table takes 2; 1 takes part."),
        ({"bots": ["nobody"]}, "nobody"),
        ({"fill": "nobody"}, "nobody"),
        ({"rounds": 31}, "rounds"),
        ({"name": " "}, "name"),
    ],
)
def test_what_makes_no_tournament(running: Running, wish: dict[str, Any], reason: str) -> None:
    answer = Person(running.address).post("/api/tournaments", {"name": "A cup", **STONES, "pace": LIVE, **wish})
    assert answer.status_code == 422
    assert reason in answer.json()["reason"]


def test_nobody_hosts_too_many_or_begins_alone(running: Running) -> None:
    ada = Person(running.address, "Ada")
    ident, *_ = (sets_up(ada)["id"] for _ in range(MOST_HOSTED))
    answer = ada.post("/api/tournaments", {"name": "A cup", **STONES, "pace": LIVE})
    assert answer.json()["reason"] == f"You host {MOST_HOSTED} tournaments already that are not over."
    does(ada, ident, "enter")
    assert does(ada, ident, "start").json()["reason"] == "A table takes 2; 1 takes part."
    assert ada.get("/api/tournaments/nothing").status_code == 404


@pytest.mark.parametrize(
    ("quotas", "reason"), [({"tables": 7}, "more than 7 tables"), ({"upload_kb": 1}, "; 1 KB are kept")]
)
def test_quotas_hold_for_tournaments(
    running: Running, monkeypatch: pytest.MonkeyPatch, quotas: dict[str, int], reason: str
) -> None:
    """16 bots play at 8 tables at once, at 120 in all; what is refused leaves nothing behind."""
    ada = Person(running.address, "Ada")
    wish = {"name": "Bots", **STONES, "who": "nobody", "bots": ["random"] * 16, "format": "round-robin", "pace": None}
    monkeypatch.setattr(moderation, "QUOTAS", {**moderation.QUOTAS, **quotas})
    monkeypatch.setattr(moderation, "FEW", 1000)
    answer = ada.post("/api/tournaments", wish)
    assert answer.status_code == 409
    assert reason in answer.json()["reason"]
    assert not [one for one in ada.get("/api/tournaments").json() if one["name"] == "Bots"]
    assert ada.get("/api/tables").json() == []


def enter(running: Running, ident: str, names: list[str], first: int) -> None:
    """People take part, without browsers of their own."""

    def job(book: Book) -> None:
        for number, name in enumerate(names, first):
            book.ensure_person(name)
            contests.enter(connection_of(book), Entrant(contest=ident, number=number, person=name))

    running.call(lambda: running.server.storage.write(job))


def test_where_all_meet_all_there_are_not_too_many_tables(running: Running) -> None:
    ada = Person(running.address, "Ada")
    ident = sets_up(ada, format="round-robin", options={"players": 4})["id"]
    enter(running, ident, [f"person {number}" for number in range(86)], 0)  # 3655 pairs, 6 at a table: 610 tables
    assert does(ada, ident, "start").json()["reason"] == f"That would be more than {MOST_TABLES} tables."
    assert cup(ada, ident)["state"] == "open"


def test_a_round_is_not_opened_for_somebody_who_has_just_gone(running: Running) -> None:
    ada = Person(running.address, "Ada")
    ident = sets_up(ada)["id"]
    enter(running, ident, ["first", "second"], 0)
    tournaments = running.server.tournaments
    seen = running.call(lambda: tournaments._cup(ident))
    gone = seen.entrants[1]
    running.call(
        lambda: running.server.storage.write(lambda book: contests.leave(connection_of(book), gone, begun=False))
    )
    enter(running, ident, ["third"], 1)  # as many as before, and with the same number
    assert running.call(lambda: tournaments._open_round(seen, 1)) is False
    assert (cup(ada, ident)["state"], cup(ada, ident)["tables"]) == ("open", [])
    assert does(ada, ident, "start").json()["state"] == "running"


def test_nobody_sits_down_for_who_has_entered_and_what_was_shown_stays_shown(running: Running) -> None:
    """The host once took the seat of a bot by its link; and beside bots alone draws could be taken back until they
    suited."""
    ada, zoe = Person(running.address, "Ada"), Person(running.address, "Zoe")
    ident = sets_up(ada, game="quick", options={"players": 2}, fill="random", rounds=1)["id"]
    does(ada, ident, "enter")
    table = does(ada, ident, "start").json()["tables"][0]["table"]
    info = ada.get(f"/api/tables/{table}").json()
    assert not info["rated"]
    mine, bots = sorted(info["seats"], key=lambda seat: bool(seat["bot"]))
    for person, seat in ((ada, bots), (zoe, bots), (zoe, mine)):
        answer = person.post("/api/join", {"link": seat["link"]})
        assert answer.json()["reason"].startswith("In a tournament nobody sits down for somebody else")
    assert ada.join(mine["link"])["mine"], "whose seat it is is led there"
    playing = ada.watch(table, mine["seat"])
    playing.hear("hello")
    assert playing.act(mine["seat"], "hide 1")["t"] == "done"
    while playing.ply < 3:  # the bot hides, too, the die is cast, and the bot hides again
        playing.next()
    back = playing.ask({"t": "undo", "seat": mine["seat"], "version": playing.version, "ply": 0})
    assert back["reason"] == "Something has been shown since: in this game nothing is taken back past that."
