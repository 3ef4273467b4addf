"""Pointing: seen by all at once, only of what all see, gone with the decision."""

from __future__ import annotations

from server.playing import Party, Running


def point(party: Party, seat: int, nodes: list[str], agree: bool = False, by: int | None = None):  # type: ignore[no-untyped-def]
    return party.watchers[seat if by is None else by].ask({"t": "point", "seat": seat, "nodes": nodes, "agree": agree})


def test_everybody_sees_it_at_once(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    assert point(party, 1, ["take:2", "hand:0", "take:2"], agree=True)["t"] == "done"
    for watcher in party.watchers:
        if watcher is not party.watchers[1]:
            seen = watcher.hear("points")
            assert (seen["seat"], seen["nodes"], seen["agree"]) == (1, ["take:2", "hand:0"], True)
    late = party.people[3].watch(party.id)
    assert late.hear("hello")["points"] == [{"seat": 1, "nodes": ["take:2", "hand:0"], "agree": True}]
    assert late.version == 1  # nothing of it is in the log


def test_it_lasts_as_long_as_the_common_decision(running: Running) -> None:
    """Two of three have closed their hands: the third is still asked. Then the hands open, and it is over."""
    party = Party(running.address, "stones", 3)
    point(party, 2, ["take:1"])
    for seat in (0, 1):
        assert party.watchers[seat].act(seat, "hide 1")["t"] == "done"
        party.keep_up(party.watchers[seat].version)
    room = running.server.hub.rooms[party.id]
    assert room.points[2].nodes == ["take:1"]
    assert party.watchers[2].act(2, "hide 0")["t"] == "done"
    party.keep_up(party.watchers[2].version)
    assert room.points == {}
    steps = [frame for frame in party.watchers[0].frames if frame["t"] == "step"]
    assert [step.get("clear_points", False) for step in steps] == [False, False, True]


def test_whoever_was_away_is_told(running: Running) -> None:
    party = Party(running.address, "stones", 3)
    point(party, 0, ["take:1"])
    watcher = party.watchers[1].drain()
    point(party, 0, [])
    assert watcher.cut(hard=True)["t"] == "resumed"
    again = watcher.hear("points")
    assert again == {"t": "points", "seat": 0, "seq": watcher.seq}


def test_who_may_not_and_at_what_not(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    card = next(node for node in party.watchers[0].scene if node.startswith("card:"))
    assert point(party, 0, [card])["reason"] == "That is not something everybody sees."
    assert point(party, 0, ["nothing"])["t"] == "refused"
    assert point(party, 0, ["deck"], by=1)["reason"] == "You do not play this seat."
    assert point(party, 0, ["deck"], by=2)["t"] == "refused"
    party.watchers[0].say({"t": "point", "seat": 0, "nodes": ["deck"] * 7})
    assert party.watchers[0].hear("refused")["reason"].startswith("This message makes no sense")
    quick = Party(running.address, "quick", 3)
    assert quick.watchers[0].act(0, "hide 1")["t"] == "done"
    assert point(quick, 0, ["take:1"])["reason"] == "Your hand is closed, Ada: say nothing."


def test_a_seat_that_changes_hands_points_at_nothing(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    point(party, 1, ["deck"])
    party.watchers[0].hear("points", seat=1)
    party.people[1].post(f"/api/tables/{party.id}/seats/1", {"do": "leave", "bot": "random"})
    assert "nodes" not in party.watchers[0].hear("points", seat=1)
    assert party.watchers[0].frames[-2]["t"] == "seats", (
        "whoever is cut off between the two comes back with that number"
    )
    assert party.people[2].watch(party.id).hear("hello").get("points", []) == []
