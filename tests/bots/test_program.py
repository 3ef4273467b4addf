"""Bots that are programs: what they are told, and what happens when they misbehave."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import waystation
from tiny.duel import Duel
from waystation.arena import play_match
from waystation.bots import BotError, Budget, bot_chance, close, decide, make, observe, program

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine may take a while to start a program."""
    monkeypatch.setattr(program, "GRACE", 250.0)
    monkeypatch.setattr(program, "PATIENCE", 250.0)


LOOP = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        {answer}
        sys.stdout.flush()
"""
GOOD = 'print(json.dumps({"id": message["id"], "action": message["legal"][-1]}))'


def program_spec(folder: Path, answer: str) -> str:
    """The specification of a Python program that answers each question so."""
    script = folder / "bot.py"
    script.write_text(LOOP.replace("{answer}", answer))
    return f"exec:{shlex.join([sys.executable, str(script)])}"


def ask(spec: str, budget: Budget | None = None) -> int:
    state = Duel.from_options({}).new_state(1)
    bot = make(spec)
    try:
        return decide(bot, observe(state, 0, bot_chance(1, 0, 0), budget))
    finally:
        close(bot)


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    row = play_match(Duel.from_options({}), [program_spec(tmp_path, GOOD), "random"], seed=3)
    assert row.faults == []
    assert row.reason == "passed"


def test_what_a_program_is_told(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    script = tmp_path / "bot.py"
    script.write_text(
        "import json, sys\n"
        f"heard = open({str(heard)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    heard.write(line); heard.flush()\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'choose':\n"
        "        print(json.dumps({'id': message['id'], 'action': message['legal'][0]}), flush=True)\n"
    )
    ask(f"exec:{shlex.join([sys.executable, str(script)])}", Budget(seconds=2.0))
    hello, question = map(json.loads, heard.read_text().splitlines())
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "duel",
        "rules_version": 1,
        "options": {"players": 2},
        "seat": 0,
    }
    state = Duel.from_options({}).new_state(1)
    assert question["legal"] == [state.game.actions.format(action) for action in state.legal_actions(0)]
    assert question["view"]["table"]["hand"] == state.hands[0]  # type: ignore[attr-defined]
    assert question["budget"]["seconds"] == 2.0
    assert state.chance.key.hex() not in heard.read_text()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "has ended"),
        ("print('attack 1')", "sent b'attack 1"),
        ("print('{}')", "missing required field"),
        ('print(json.dumps({"id": 99, "action": "pass"}))', "answered question 99, was asked 1"),
        ('print(json.dumps({"id": message["id"], "action": "surrender"}))', "'surrender' names no action"),
        ('print(json.dumps({"id": message["id"], "action": "pass"}))', "pass is not allowed now"),
    ],
)
def test_a_program_that_misbehaves_is_reported(tmp_path: Path, answer: str, reason: str) -> None:
    with pytest.raises(BotError) as caught:
        ask(program_spec(tmp_path, answer))
    assert reason in caught.value.reason


def test_a_program_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "GRACE", 0.3)
    with pytest.raises(BotError, match="gave no answer within"):
        ask(program_spec(tmp_path, "import time; time.sleep(60)"), Budget(seconds=0.1))


def test_a_program_that_is_not_there_is_reported() -> None:
    with pytest.raises(BotError, match="can't be started"):
        ask("exec:./no-such-program")


def test_a_failing_program_is_replaced_in_a_match(tmp_path: Path) -> None:
    row = play_match(Duel.from_options({}), [program_spec(tmp_path, "sys.exit(1)"), "random"], seed=3)
    assert len(row.faults) == 1
    assert "seat 0, decision 0" in row.faults[0]
    assert row.reason == "passed"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript() -> None:
    bot = f"exec:{shlex.join(['node', str(ROOT / 'examples' / 'bot.js')])}"
    rows = [play_match(Duel.from_options({}), [bot, "random"], seed=5) for _ in range(2)]
    assert rows[0].faults == []
    assert rows[0].scores == rows[1].scores


def test_a_program_that_never_reads_stops_nobody(tmp_path: Path) -> None:
    """It knows what to say without; all that it is sent would fill the pipe many times over."""
    script = tmp_path / "deaf.py"
    script.write_text(
        "import json, time\n"
        "for turn in range(100):\n"
        "    for number, action in enumerate(('return', 'land'), 1):\n"
        "        print(json.dumps({'id': 2 * turn + number, 'action': action}), flush=True)\n"
        "time.sleep(1000)\n"
    )
    game = waystation.load("wayfinders", max_rounds=20)
    row = play_match(game, [f"exec:{shlex.join([sys.executable, str(script)])}", "random"], seed=1)
    assert (row.faults, row.reason, row.decisions[0]) == ([], "round limit", 40)
