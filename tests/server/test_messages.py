"""Every message duplicated, reordered, stale, forged, malformed, oversized."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.playing import Frame, Party, Person, Running, Watcher, close_all
from waystation.server import answers as answering
from waystation.server.allowance import Allowance
from waystation.server.protocol import MAX_FRAME


@pytest.fixture
def party(running: Running) -> Party:
    return Party(running.address, "duel", 2)


def test_a_message_sent_twice_acts_once(party: Party) -> None:
    while not party.over:
        seat, action = party.choice()
        watcher = party.watchers[seat]
        message = {"t": "act", "id": f"x{party.watchers[0].version}", "seat": seat, "action": action}
        for _ in range(3):
            watcher.say({**message, "version": watcher.version})
        answers = [watcher.hear("done"), watcher.hear("done"), watcher.hear("done")]
        assert [answer.get("repeated", False) for answer in answers] == [False, True, True]
        party.keep_up(watcher.version)
    assert party.watchers[0].ply == party.watchers[0].version - 2  # lines 1 and 2: the start, and Ben sat down


def test_a_repeat_after_others_have_moved_is_answered_and_does_nothing(party: Party) -> None:
    seat, action = party.choice()
    watcher = party.watchers[seat]
    message = {"t": "act", "id": "early", "seat": seat, "action": action, "version": watcher.version}
    assert watcher.ask(message)["t"] == "done"
    party.keep_up(watcher.version)
    for _ in range(4):
        party.step()
    ply = watcher.ply
    answer = watcher.ask(message)
    assert (answer["t"], answer["repeated"], watcher.drain().ply) == ("done", True, ply)


def test_a_message_id_is_bound_to_its_seat(party: Party) -> None:
    first, action = party.choice()
    assert (
        party.watchers[first].ask(
            {"t": "act", "id": "same", "seat": first, "action": action, "version": party.watchers[first].version}
        )["t"]
        == "done"
    )
    party.keep_up(party.watchers[first].version)
    second, action = party.choice()
    assert second != first  # Duel: the attacked seat answers
    answer = party.watchers[second].ask(
        {"t": "act", "id": "same", "seat": second, "action": action, "version": party.watchers[second].version}
    )
    assert answer["t"] == "done"
    assert "repeated" not in answer


def test_a_known_id_with_another_action_does_not_act_again(party: Party) -> None:
    """In Duel the winner takes spoils twice: the second decision must not be made by a repeat of the first."""
    while not any(watcher.view["question"] == "Take the spoils." for watcher in party.watchers):
        party.step()
    seat, _ = party.choice()
    watcher = party.watchers[seat]
    asked = {"t": "act", "id": "once", "seat": seat, "action": "take point", "version": watcher.version}
    assert watcher.ask(asked)["t"] == "done"
    ply = watcher.ply
    answer = watcher.ask({**asked, "action": "done", "version": watcher.version})
    assert (answer["t"], answer["repeated"]) == ("done", True)
    assert watcher.drain().ply == ply


def test_stale_decisions_are_refused_with_the_current_view(party: Party) -> None:
    old = party.watchers[0].version
    party.step()
    party.step()
    seat, action = party.choice()
    watcher = party.watchers[seat]
    before = watcher.ply
    refused = watcher.act(seat, action, version=old)
    assert refused["t"] == "refused"
    assert refused["stale"]
    hello = watcher.hear("hello")
    assert (hello["ply"], hello["version"]) == (before, watcher.version)
    assert watcher.act(seat, action)["t"] == "done"


def test_a_version_from_the_future_is_stale(party: Party) -> None:
    seat, action = party.choice()
    assert party.watchers[seat].act(seat, action, version=1000)["stale"]


def test_messages_out_of_order(party: Party) -> None:
    """Two decisions sent at once, the later one first: it is refused, the earlier one counts."""
    seat, action = party.choice()
    watcher, version = party.watchers[seat], party.watchers[seat].version
    later = watcher.say({"t": "act", "seat": seat, "action": action, "version": version + 1})
    now = watcher.say({"t": "act", "seat": seat, "action": action, "version": version})
    assert watcher.hear("refused", id=later)["stale"]
    watcher.hear("done", id=now)
    assert watcher.ply == 1


def test_nobody_acts_for_another_seat(party: Party) -> None:
    seat, action = party.choice()
    for watcher in party.watchers:
        if watcher is party.watchers[seat]:
            continue
        for message in (
            {"t": "act", "action": action, "version": watcher.version},
            {"t": "undo", "ply": 0, "version": watcher.version},
            {"t": "agree", "yes": True, "version": watcher.version},
            {"t": "chat", "text": "it was not me"},
            {"t": "hint", "version": watcher.version},
            {"t": "why", "action": action},
            {"t": "plans", "node": "deck"},
            {"t": "trace", "points": [[1, 2]]},
        ):
            answer = watcher.ask({**message, "seat": seat})
            assert answer["t"] == "refused", message
    assert watcher.ask({"t": "look", "seat": seat})["reason"] == "You may not look from there."
    assert party.watchers[seat].drain().version == 1


def test_a_forged_cookie_is_nobody(running: Running, party: Party) -> None:
    person, _, signature = party.people[0].http.cookies["waystation"].partition(".")
    stranger = Person(running.address)
    for cookie in (f"{person}.{'0' * len(signature)}", f"{person}.", person, f"{person}.{signature}é", "." + signature):
        stranger.http.headers["cookie"] = f"waystation={cookie}".encode("latin-1").decode("latin-1")
        assert stranger.get("/api/me").json() == {"name": ""}


def test_illegal_actions_say_why(party: Party) -> None:
    seat, _ = party.choice()
    watcher = party.watchers[seat]
    refused = watcher.act(seat, "take point")
    assert refused["reason"] == "Now the question is: Attack with a card."
    held = {int(action.split()[1]) for action in watcher.legal()}
    missing = next(card for card in range(1, 13) if card not in held)
    assert watcher.act(seat, f"attack {missing}")["rule"] == "Duel: cards"
    assert "names no action" in watcher.act(seat, "fly {0.__class__}")["reason"]
    assert watcher.drain().version == 1


MALFORMED = [
    "",
    "x",
    "{}",
    "[]",
    "null",
    '{"t":"act"}',
    '{"t":"fly","id":"1"}',
    '{"t":"act","id":"","seat":0,"version":1,"action":"pass"}',
    '{"t":"act","id":"1","seat":"0","version":1,"action":"pass"}',
    '{"t":"act","id":"1","seat":-1,"version":1,"action":"pass"}',
    '{"t":"act","id":"1","seat":0,"version":1,"action":"pass","more":1}',
    '{"t":"act","id":"1","seat":0,"version":1e400,"action":"pass"}',
    '{"t":"chat","id":"1","seat":0,"text":"   "}',
    '{"t":"trace","id":"1","seat":0,"points":[[1]]}',
    "[" * 5000,
    '{"t":"ping","id":"\\ud800"}',
]


def test_malformed_messages_change_nothing_and_are_few(party: Party) -> None:
    watcher = party.watchers[0]
    for text in MALFORMED:
        watcher.socket.send(text)
        assert watcher.hear("refused")["id"] == ""
    watcher.drain()
    assert watcher.flood(["{"] * (20 - len(MALFORMED))) == 1008
    assert party.watchers[1].drain().version == 1


def test_binary_and_oversized_messages(running: Running, party: Party) -> None:
    watcher = party.watchers[0]
    watcher.socket.send(b'{"t":"ping","id":"b"}')
    watcher.hear("answer", id="b")
    assert watcher.flood([json.dumps({"t": "ping", "id": "x" * MAX_FRAME})]) == 1009
    again = party.people[0].watch(party.id, 0)
    assert again.hear("hello")["version"] == 1


def test_an_address_sends_so_many_messages_however_many_people_it_is(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = running.server
    monkeypatch.setattr(server.limits, "counted", lambda request: "192.0.2.1")
    party = Party(running.address, "duel", 2)
    first, second = party.watchers[:2]
    monkeypatch.setattr(server, "address_messages", Allowance(0.0, 5.0))
    for watcher in (first, second, first, second, first):
        assert watcher.ask({"t": "ping"})["t"] == "answer"
    second.say({"t": "ping"})
    assert second.closed() == 1008


def test_too_many_messages_close_the_socket(running: Running, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted by person: also those that came over another socket."""
    monkeypatch.setattr(running.server.messages, "per_second", 0.0)  # else a slow server may be sent all of them
    pings = [json.dumps({"t": "ping", "id": str(number)}) for number in range(1000)]
    other = party.people[0].watch(party.id, 0)
    other.hear("hello")
    assert party.watchers[0].flood(pings) == 1008
    assert other.flood(pings[:1]) == 1008
    assert party.watchers[1].drain().version == 1, "nobody else's"


texts = st.text(max_size=60)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
numbers = st.integers(-2, 70) | values
messages = st.fixed_dictionaries(
    {
        "t": st.sampled_from(
            ["act", "undo", "agree", "chat", "hint", "why", "plans", "so_far", "trace", "look", "ping"]
        ),
        "id": st.sampled_from(["a", "b", "c"]),
    },
    optional={
        "seat": st.sampled_from([0, 1, 2, None]) | numbers,
        "version": st.integers(0, 3) | numbers,
        "ply": numbers,
        "action": st.sampled_from(["attack 1", "yield", "pass", "take point"]) | values,
        "node": st.sampled_from(["deck", "card:1"]) | values,
        "points": st.lists(st.tuples(st.floats(), st.floats()), max_size=5) | values,
        "text": values,
        "yes": st.booleans() | values,
        "nodes": st.lists(st.sampled_from(["deck", "card:1"]), max_size=3) | values,
    },
)


@settings(max_examples=8)
@given(st.integers(0, 2), st.lists(messages | values, min_size=5, max_size=18))
def test_fuzzed_messages_are_all_answered_and_break_nothing(running: Running, who: int, asked: list[object]) -> None:
    """Whatever a player or a spectator sends, each message gets one answer, and the table is whole afterwards."""
    party = Party(running.address, "duel", 2)
    watcher = party.watchers[who]
    for message in asked:
        watcher.socket.send(json.dumps(message))
    unanswered = len(asked)
    while unanswered:
        unanswered -= answers(watcher.next())
    for seat, person in enumerate(party.people[:2]):
        known = party.watchers[seat].drain()
        if known.view["viewer"] != seat:  # it looked through a spectator's eyes
            known.say({"t": "look", "seat": seat})
            known.hear("hello")
        again = person.watch(party.id, seat)
        again.hear("hello")
        assert again.picture() == known.picture()
    close_all()


def answers(frame: Frame) -> int:
    """How many messages a frame answers: a look is answered by a hello, but one hello goes with each stale refusal."""
    return (frame["t"] in ("answer", "refused", "done", "hello")) - bool(frame.get("stale"))


def test_a_picture_that_cannot_be_drawn_stops_nobody_else(running: Running, party: Party) -> None:
    """The move is committed and done; the viewer it cannot be shown to has to start afresh."""
    room = running.server.hub.rooms[party.id]
    room.channels[1].scene = None  # type: ignore[assignment]
    seat, action = party.choice()
    assert seat == 0
    assert party.watchers[0].act(seat, action)["t"] == "done"
    assert party.watchers[2].hear("step")["ply"] == 1
    assert party.watchers[1].closed() == 1011
    assert party.watchers[1].cut(hard=False)["ply"] == 1


def test_a_hint_that_fails_is_answered(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a fault in a bot")

    monkeypatch.setattr(answering, "hint", fail)
    party = Party(running.address, "duel", 2, hints=True)
    seat, _ = party.choice()
    watcher = party.watchers[seat]
    for _ in range(2):
        refused = watcher.drain().ask({"t": "hint", "seat": seat, "version": watcher.version})
        assert refused["reason"] == "Something went wrong in the server; nothing has changed."


def test_questions_are_answered(running: Running) -> None:
    party = Party(running.address, "duel", 2, hints=True)
    seat, _ = party.choice()
    watcher: Watcher = party.watchers[seat]
    held = {int(action.split()[1]) for action in watcher.legal()}
    missing = next(card for card in range(1, 13) if card not in held)
    why = watcher.ask({"t": "why", "seat": seat, "action": f"attack {missing}"})["why"]
    assert why == [
        {
            "action": f"attack {missing}",
            "label": f"attack with the {missing}",
            "reason": f"You do not hold the {missing}.",
            "rule": "Duel: cards",
        }
    ]
    about_deck = watcher.ask({"t": "why", "seat": seat, "node": "deck"})["why"]
    assert [answer["action"] for answer in about_deck] == ["take card"]
    assert "why" not in watcher.ask({"t": "why", "seat": seat, "action": watcher.legal()[0]})
    assert watcher.ask({"t": "plans", "seat": seat, "node": "deck"})["t"] == "answer"
    assert watcher.ask({"t": "trace", "seat": seat, "points": [[0, 0]]})["plans"][0]["problems"]
    hint = watcher.ask({"t": "hint", "seat": seat, "version": watcher.version})["hint"]
    assert hint["action"] in watcher.legal()
    assert 0 <= hint["estimate"] <= 1
    assert isinstance(hint["then"], list)
    assert all(reason["text"] for reason in hint["reasons"])
