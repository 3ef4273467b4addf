"""What people do at a table besides playing: emotes, and chat that may be off."""

from __future__ import annotations

from server.playing import Party, Person, Running

# ---------------------------------------------------------------------- emotes


def test_an_emote_reaches_all_who_are_there_and_nobody_later(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    ada, ben, eve = party.watchers
    assert ada.ask({"t": "emote", "seat": 0, "emotion": "bravo"})["t"] == "done"
    for watcher in (ben, eve):
        frame = watcher.hear("emote")
        assert (frame["seat"], frame["emotion"]) == (0, "bravo")
    late = Person(running.address).watch(party.id)
    late.drain()
    assert "bravo" not in "".join(late.raw)
    refused = eve.ask({"t": "emote", "seat": 0, "emotion": "bravo"})
    assert refused["reason"] == "You do not play this seat."


def test_emotes_are_few(running: Running) -> None:
    party = Party(running.address, "duel", 2)
    answers = [party.watchers[0].ask({"t": "emote", "seat": 0, "emotion": "wow"}) for _ in range(4)]
    assert [answer["t"] for answer in answers] == ["done", "done", "done", "refused"]
    assert answers[3]["reason"].startswith("One after the other; wait ")


# ---------------------------------------------------------------------- chat


def test_a_table_without_chat(running: Running) -> None:
    party = Party(running.address, "duel", 2, chat=False)
    assert party.info(1)["chat"] is False
    answer = party.watchers[0].ask({"t": "chat", "seat": 0, "text": "hello"})
    assert answer["reason"] == "At this table nobody chats."
    party.watchers[1].drain()
    assert not [frame for frame in party.watchers[1].frames if frame["t"] == "chat"]
    assert party.watchers[0].ask({"t": "emote", "seat": 0, "emotion": "hello"})["t"] == "done", "emotes are no chat"
