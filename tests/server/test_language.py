"""The language of the server reaches the page, and the server's own sentences are said in it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import waystation.server
from server.playing import Party, Person, Running
from waystation.engine import words
from waystation.engine.words import Catalogue
from waystation.server.pages import Pages

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import messages

ENGLISH = re.compile(r"[A-Za-z]*[aeiou][A-Za-z]*")
"""In the language to test with every vowel has an accent: a word with a plain one was not translated."""
SAME = re.compile(r"\b(?:Ada|Ben|Cleo)\b")
"""Names of people."""


@pytest.fixture
def czech() -> Iterator[Catalogue]:
    before = words.spoken()
    chosen = Catalogue("cs", {"Undo": "Zpět"}, tuple(int(n != 1) for n in range(200)))
    words.speak(chosen)
    yield chosen
    words.speak(before)


def test_the_page_says_which_language_it_is_in(czech: Catalogue) -> None:
    assert b'<html lang="cs">' in Pages().index
    assert words.current().translate("Undo") == "Zpět"


def test_without_a_language_file_the_page_is_english() -> None:
    assert b'<html lang="en">' in Pages().index
    assert words.spoken().messages == {}


@pytest.fixture
def accented() -> Iterator[None]:
    """The server speaks the language to test with."""
    before = words.spoken()
    words.speak(messages.language_to_test_with())
    yield
    words.speak(before)


def is_translated(*texts: str) -> None:
    for text in texts:
        assert text
        assert not ENGLISH.findall(SAME.sub("", text)), text


def refused(answer: Any) -> None:
    """A message, or a call, is refused in words that all are translated."""
    frame = answer if isinstance(answer, dict) else answer.json()
    assert frame.get("t", "refused") == "refused", frame
    is_translated(frame["reason"])


def test_refused_messages_are_translated(running: Running, accented: None) -> None:
    party = Party(running.address, "wayfinders", 2, hints=False)
    seat = party.choice()[0]
    acting, other, spectator = party.watchers[seat], party.watchers[1 - seat], party.watchers[2]
    version, possible, impossible = acting.version, acting.legal()[0], impossible_action(running, party, seat)
    refused(acting.act(seat, impossible))
    refused(acting.act(seat, possible, version=99))
    refused(acting.act(1 - seat, possible))
    refused(other.act(1 - seat, possible))
    refused(spectator.act(0, possible))
    refused(acting.ask({"t": "undo", "seat": seat, "version": version, "ply": 0}))
    refused(acting.ask({"t": "agree", "seat": seat, "version": version, "yes": True}))
    refused(acting.ask({"t": "hint", "seat": seat, "version": version}))
    refused(acting.ask({"t": "why", "seat": seat}))
    refused(acting.ask({"t": "why", "seat": 1 - seat, "action": impossible}))
    refused(other.ask({"t": "plans", "seat": 1 - seat, "node": "x"}))
    refused(acting.ask({"t": "point", "seat": seat, "nodes": ["nothing"]}))
    refused(acting.ask({"t": "chat", "seat": seat, "text": "\u200b"}))
    refused(acting.ask({"t": "look", "seat": 1 - seat}))
    is_translated(acting.ask({"t": "why", "seat": seat, "action": impossible})["why"][0]["reason"])


def impossible_action(running: Running, party: Party, seat: int) -> str:
    """An action that this seat may not choose now."""
    state = running.server.hub.rooms[party.id].table.state
    actions = state.game.actions
    return next(action.notation for action in actions if state.why_not(action.id, seat) is not None)


def test_refused_calls_are_translated(running: Running, accented: None) -> None:
    ada, ben = Person(running.address, "Ada"), Person(running.address, "Ben")
    table = ada.open("wayfinders", ["me", "open"], options={"players": 2}, spectators=False)
    at = f"/api/tables/{table['id']}"
    refused(ada.get("/api/tables/nowhere"))
    refused(ada.get("/api/games/nothing/rules"))
    refused(ben.get(at))
    refused(ada.get(f"{at}/record"))
    refused(ada.get(f"{at}/moments/7"))
    refused(ada.get(f"{at}/view?seat=1"))
    is_translated(ada.get(f"{at}/view?seat=x").json()["reason"].removeprefix("seat"))  # the parameter's name
    refused(ada.post(f"{at}/rematch"))
    refused(ada.post(f"{at}/seats/9", {"do": "leave"}))
    refused(ada.post(f"{at}/seats/0", {"do": "return"}))
    refused(ada.post(f"{at}/shares", {"share": "0" * 32}))
    refused(ada.post("/api/me", {"name": "\u200b"}))
    refused(ada.post("/api/me", {"name": "a\x01"}))
    refused(ada.post("/api/join", {"link": "leads nowhere"}))
    refused(ada.post("/api/tables", {"game": "wayfinders", "seats": ["me"], "options": {"players": 2}}))
    refused(ada.post("/api/tables", {"game": "wayfinders", "seats": ["me", "me"], "options": {"players": 2}}))
    ben.join(table["seats"][1]["link"])
    refused(ben.post(f"{at}/seats/0", {"do": "bot"}))
    refused(ben.http.delete(at))


def test_news_of_the_table_are_translated(running: Running, accented: None) -> None:
    party = Party(running.address, "wayfinders", 3, hints=True)
    ada, ben = party.watchers[:2]
    at = f"/api/tables/{party.id}/seats/1"
    for do in ("leave", "return"):
        assert ben.person.post(at, {"do": do, "bot": "greedy"}).status_code == 200
        is_translated(ada.hear("seats")["text"])
    assert ada.person.post("/api/me", {"name": "Cleo"}).status_code == 200
    is_translated(ben.hear("seats")["text"])
    for _ in range(4):
        party.step()
    for watcher in (ada, ben):
        assert watcher.ask({"t": "undo", "seat": watcher.seat, "version": watcher.version, "ply": 0})["t"] == "done"
        if watcher is ada:
            is_translated(ben.hear("undo")["text"])
            assert ben.ask({"t": "agree", "seat": 1, "version": ben.version, "yes": False})["t"] == "done"
            is_translated(ada.hear("undo")["text"])
    for person, seat in ((ada, 0), (party.watchers[2], 2)):
        assert person.drain().ask({"t": "agree", "seat": seat, "version": person.version, "yes": True})["t"] == "done"
    for watcher in party.watchers:
        watcher.drain()
    assert ben.events[-1]["kind"] == "undo"
    is_translated(ben.events[-1]["text"])
    watcher = party.watchers[party.choice()[0]]
    hint = watcher.ask({"t": "hint", "seat": watcher.seat, "version": watcher.version})["hint"]
    for text in (hint["label"], *hint["then"], *(reason["text"] for reason in hint["reasons"])):
        is_translated(text)
    told = party.watchers[3].hear("chat")["line"]
    is_translated(told["text"])
    assert told["told"]


def test_a_seat_of_a_bot_has_a_translated_name(running: Running, accented: None) -> None:
    table = Person(running.address, "Ada").open("wayfinders", ["me", "bot:greedy"], options={"players": 2})
    name = table["seats"][1]["name"]
    is_translated(name)


SAYING = {"Refused": 0, "NoAnswer": 0, "BadTable": 0, "BrokenTable": 0, "BotFailed": 0, "ProcessEnded": 0}
SAYING |= {"refuse_too_much": 2, "problem": 1, "undo_news": 0, "seats_changed": 0, "end": 0, "_turn_away": 2, "save": 2}
"""What takes a sentence for people, and as which of its arguments."""


@pytest.mark.parametrize("module", sorted(Path(waystation.server.__file__).parent.glob("*.py")), ids=lambda m: m.stem)
def test_every_sentence_of_the_server_is_a_template(module: Path) -> None:
    for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            place = SAYING.get(name, len(call.args))
            plain = place < len(call.args) and isinstance(call.args[place], ast.Constant | ast.JoinedStr | ast.BinOp)
            assert not plain, f"{module.name}:{call.lineno} is not made by say()"
