"""Bots that are programs: what they are told, and what happens when they misbehave."""

from __future__ import annotations

import io
import json
import os
import queue
import shlex
import shutil
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

import waystation
from tiny.duel import Duel
from waystation.arena import play_match
from waystation.bots import BotError, Budget, SpecError, bot_chance, close, decide, make, observe, program

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


def test_a_program_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """Some do so by themselves, .NET's console for one."""
    marked = 'sys.stdout.buffer.write(b"\\xef\\xbb\\xbf" * (message["id"] == 1)); sys.stdout.flush(); '
    row = play_match(Duel.from_options({}), [program_spec(tmp_path, marked + GOOD), "random"], seed=3)
    assert row.faults == []


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="groups of processes are a matter of POSIX")
@pytest.mark.parametrize("wrapper", ["{program}; true", "{program} & exit", "{program} & cat >&2"])
def test_what_a_program_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrapper: str) -> None:
    """Who runs it holds a pipe open, which ends when nobody does."""
    monkeypatch.setattr(program, "GRACE", 1.0)
    os.mkfifo(tmp_path / "alive")
    end = os.open(tmp_path / "alive", os.O_RDONLY | os.O_NONBLOCK)
    started = f"sleep 1000 > {shlex.quote(str(tmp_path / 'alive'))}"
    with pytest.raises(BotError):
        ask(f"exec:{shlex.join(['sh', '-c', wrapper.format(program=started)])}", Budget(seconds=0.1))
    given_up = time.monotonic() + 60
    try:
        while True:
            try:
                assert os.read(end, 1) == b""
                break
            except BlockingIOError:
                assert time.monotonic() < given_up, "it goes on"
                time.sleep(0.05)
    finally:
        os.close(end)


def test_a_line_that_does_not_end_fills_no_memory(tmp_path: Path) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BotError, match="sent b'xxxx"):
            ask(program_spec(tmp_path, "sys.stdout.write('x' * (32 << 20) + '\\n')"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 16 << 20


# ---------------------------------------------------------------------- asked in words

WORDS = """
import json, sys
log = open({log!r}, "a")
for line in sys.stdin:
    message = json.loads(line)
    log.write(line)
    log.flush()
    if message["type"] == "hello":
        continue
    moves = message["text"].partition("Your legal moves:")[2].strip().splitlines()
    verb, _, rest = moves[0].strip().partition(" ") if moves else ("", "", "")
    legal = (verb + " " + rest.split(" | ")[0]).strip()
    print(json.dumps({{"id": message["id"], "action": {answer}}}), flush=True)
"""


def text_spec(folder: Path, answer: str, tries: str = "") -> str:
    script = folder / "model.py"
    script.write_text(WORDS.format(log=str(folder / "log"), answer=answer))
    return f"text:{tries}{shlex.join([sys.executable, str(script)])}"


def messages(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def test_a_program_is_asked_in_words_and_plays_a_whole_game(tmp_path: Path) -> None:
    game = waystation.load("wayfinders", max_rounds=3)
    spec = text_spec(tmp_path, "'I think about it.\\n\\nMove: `' + legal + '`.\\n'")
    row = play_match(game, [spec, "random"], seed=3)
    assert row.faults == []
    assert row.reason == "round limit"
    hello, first, *_ = messages(tmp_path)
    assert "airstrip" in str(hello["rules"])
    assert "Question:" in str(first["text"])
    assert "legal" not in first


def test_a_move_that_is_not_legal_is_refused_with_the_rule_and_asked_for_again(tmp_path: Path) -> None:
    game = waystation.load("wayfinders", max_rounds=3)
    answer = "'land' if message['type'] == 'prompt' else 'place 1'"
    state = game.new_state(1)
    bot = make(text_spec(tmp_path, answer))
    chosen = decide(bot, observe(state, 0, bot_chance(1, 0, 0)))
    close(bot)
    assert game.actions.format(chosen) == "place 1"
    _, _, refused = messages(tmp_path)
    assert "returned your workers" in str(refused["text"])
    assert (refused["type"], refused["tries_left"]) == ("refused", 2)


def test_who_gives_no_legal_move_in_all_tries_has_failed(tmp_path: Path) -> None:
    state = waystation.load("wayfinders").new_state(1)
    bot = make(text_spec(tmp_path, "'land'", "tries=2 "))
    with pytest.raises(BotError, match=r"no legal move \(tries: 2\); the last was 'land': You fly"):
        decide(bot, observe(state, 0, bot_chance(1, 0, 0)))
    assert len(messages(tmp_path)) == 3


@pytest.mark.parametrize("spec", ["text:", "text:tries=0 x", "text:tries=x x", "text:tries=3"])
def test_a_bad_specification_of_a_model_says_why(spec: str) -> None:
    with pytest.raises(SpecError, match=r"tries are 1 to|say which program"):
        make(spec)


def test_the_example_that_is_asked_in_words_plays_every_game() -> None:
    spec = f"text:{shlex.join([sys.executable, str(ROOT / 'examples' / 'text_bot.py')])}"
    for name in waystation.game_names():
        game = waystation.load(name, **waystation.game_type(name).spec.harness)
        row = play_match(game, [spec, *["random"] * (game.players - 1)], seed=1, max_decisions=60)
        assert row.faults == []


def test_lines_that_nobody_asked_for_are_not_read() -> None:
    wanted: queue.Queue[bool] = queue.Queue()
    lines: queue.Queue[bytes] = queue.Queue()
    for more in (True, False):
        wanted.put(more)
    program._pump(io.BytesIO(b"\nfirst\nsecond\n"), wanted, lines)
    assert list(lines.queue) == [b"first\n"]
