"""Every command: what it prints, how it fails, and its exit codes."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import pytest
from typer.main import get_command

import waystation
from cli.running import Run
from tiny.duel import Duel
from waystation.__main__ import main as start
from waystation.arena import RecordOfGame, Row, RowFile, play_match, read_rows, simulate, write_rows
from waystation.arena import bench as bench_module
from waystation.arena.tournament import Tournament
from waystation.bots import make, registry
from waystation.cli import EXAMPLES, _mount_games, app, common
from waystation.cli import bench as bench_command
from waystation.cli import simulate as simulate_module
from waystation.cli.runs import Done
from waystation.engine import Event, Match
from waystation.engine import record as records
from waystation.engine.documents import replacing, write_whole
from waystation.study.room import games as games_to_sit_at

GAME = waystation.load("wayfinders", players=2, max_rounds=30)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game."""
    path = tmp_path_factory.mktemp("records") / "game.txt"
    row = play_match(GAME, ["random", "random"], seed=11, accumulators=[RecordOfGame])
    path.write_text(row.extra["record"])
    return path


# ---------------------------------------------------------------------- help and errors


def _commands(group: Any, *words: str) -> Iterator[tuple[str, ...]]:
    """All commands, those of groups among them, by the words that call them."""
    for name, command in group.commands.items():
        yield from _commands(command, *words, name) if hasattr(command, "commands") else [(*words, name)]


_mount_games()


@pytest.mark.parametrize("command", list(_commands(get_command(app))), ids=" ".join)
def test_every_command_has_help_with_an_example(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.code == 0
    assert f"Example: waystation {' '.join(command)}" in result.out


@pytest.mark.parametrize(("command", "option"), [("simulate", "--out"), ("compare", "--out"), ("evaluate", "--rows")])
def test_help_says_whose_rows_are_gone_on_with(run: Run, command: str, option: str) -> None:
    told = " ".join(run(command, "--help").out.replace("│", " ").split())
    assert f"Go on with a run whose rows are in {option} (JSON lines)." in told


def test_the_command_alone_lists_the_commands(run: Run) -> None:
    result = run()
    for function in EXAMPLES:
        assert function.__name__ in result.out + result.err


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"waystation {waystation.__version__}\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("rules", "chess"), "there is no game 'chess'; installed are"),
        (("play", "chess"), "there is no game 'chess'"),
        (("play", "wayfinders", "--seats", "me,gredy"), "there is no bot 'gredy'"),
        (("play", "wayfinders", "--seats", "me"), "players"),
        (("simulate", "wayfinders", "--seats", "greedy,,random"), "expected names between commas"),
        (("simulate", "wayfinders", "--seats", "random,random", "-o", "exploration"), "expected KEY=VALUE"),
        (("simulate", "wayfinders", "--seats", "random,random", "-o", "players=3"), "seats: expected 3, got 2"),
        (("simulate", "wayfinders", "--seats", "random,random", "-o", "planes=2"), "planes"),
        (("simulate", "wayfinders", "--seats", "random,random", "--out", "x.xlsx"), "must end in one of"),
        (("simulate", "wayfinders", "--seats", "random,mcts:fast"), "expected a budget"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("check", "nowhere.toml"), "there is no such file"),
        (("show", "nowhere.json"), "neither a file nor a game"),
        (("show", "wayfinders", "--seat", "5"), "there is no seat 5"),
        (("show", "wayfinders", "--out", "table.jpg"), "must end in .svg or .png"),
        (("bench", "chess"), "there is no game 'chess'"),
        (("bench", "wayfinders", "--players", "9"), "option players: Expected `int` <= 4"),
        (("simulate", "wayfinders"), "--seats"),
        (("simulate", "wayfinders", "--seats", "random,random", "--out", "/nowhere/x.csv"), "/nowhere/x.csv: No such"),
        (("play", "wayfinders", "--save", "/nowhere/game.txt"), "/nowhere/game.txt: No such file"),
        (("play", "wayfinders", "--save", "/"), "/: this is a folder"),
        (("play", "wayfinders", "--resume", "x.txt", "--seed", "4"), "belong to a new game"),
        (("replay", "x.txt", "--svg", "x.jpg"), "must end in .svg or .png"),
        (("show", "nowhere.json", "--out", "x.jpg"), "must end in .svg or .png"),
        (("show", "/", "-o", "players=3"), "a file says both itself"),
        (("show", "wayfinders", "--to", "3"), "--to goes with a record"),
        (("frobnicate",), "frobnicate"),
        (("analyse", "game.txt", "--json", "--csv", "-"), "both print"),
        (("map", "show", "atlantis"), "there is no map 'atlantis'"),
        (("map", "show", "map1", "--out", "x.jpg"), "must end in .svg or .png"),
        (("map", "show", "map1", "--out", "/nowhere/x.svg"), "/nowhere/x.svg: No such file"),
        (("wordtraveler", "board", "x.jpg"), "must end in .svg or .png"),
        (("wordtraveler", "board", "x.svg", "--own", "atlantis"), "atlantis.toml: No such file"),
        (("wordtraveler", "check", "atlantis.toml"), "neither a file nor one of new_york"),
        (("wordtraveler", "measure", "luck"), "measures are trips"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(run: Run, words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.code == 2
    assert reason in " ".join(result.err.split())
    assert "Traceback" not in result.err
    assert result.out == ""


# ---------------------------------------------------------------------- games, rules


def test_games_as_table_and_as_json(run: Run) -> None:
    assert "Wayfinders" in run("games").out
    found = {game["name"]: game for game in json.loads(run("games", "--json").out)}
    assert found["wayfinders"]["players"] == [2, 4]
    assert {"random", "greedy", "mcts", "exec"} <= set(found["wayfinders"]["bots"])


def test_rules_rulings_and_options(run: Run) -> None:
    whole = run("rules", "wayfinders").out
    assert whole.startswith("# ")
    assert "`exploration`" in whole
    rulings = run("rules", "wayfinders", "--rulings").out
    assert rulings.strip() in whole
    assert "`exploration`" not in rulings
    options = run("rules", "wayfinders", "--options").out
    assert "`home_counts`" in options
    both = run("rules", "wayfinders", "--options", "--rulings").out
    assert rulings.strip() in both
    assert options.strip() in both


# ---------------------------------------------------------------------- simulate


def test_simulate_prints_who_won_and_writes_files(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    words = ("simulate", "wayfinders", "--seats", "random,random,random", "--games", 4, "-o", "max_rounds=5")
    result = run(*words, "--out", out, "--records", "--branching")
    assert result.code == 0
    assert "95 % interval" in result.out
    assert "seat 3" in result.out
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == 4
    assert all(line["extra"]["record"].startswith("waystation record 1") for line in lines)
    assert len({line["seed"] for line in lines}) == 4


def test_simulate_as_json_prints_json_only(run: Run) -> None:
    words = ("simulate", "wayfinders", "--seats", "random,random", "-n", 2, "-o", "max_rounds=5", "--json")
    summary = json.loads(run(*words).out)
    assert summary["games"] == 2
    assert summary["bots"][0]["name"] == "random"


@pytest.mark.parametrize("words", ["simulate wayfinders --seats greedy,random -n 2", "bench wayfinders"])
@pytest.mark.parametrize("width", [80, 60])
def test_a_narrow_terminal_cuts_no_name_and_no_number(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, width: int
) -> None:
    monkeypatch.setattr(common, "PIPED_WIDTH", width)
    monkeypatch.setattr(bench_module, "MIN_SECONDS", 0.02)
    printed = run(*words.split()).out
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= width


@pytest.mark.parametrize("game", waystation.game_names())
def test_in_80_letters_no_board_is_cut_off(run: Run, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setattr(common, "PIPED_WIDTH", 80)
    printed = run("show", game).out
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_in_80_letters_waypoints_names_its_rows_and_players(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "PIPED_WIDTH", 80)
    printed = run("show", "waypoints", "-o", "players=4").out
    assert re.findall(r"^│ (\d) │", printed, re.MULTILINE) == ["1", "2", "3", "4"]
    assert re.search(r"^ +Player 1 +Player 2 +Player 3 +Player 4", printed, re.MULTILINE)
    assert "…" not in printed
    many = run("show", "waypoints", "-o", "players=30").out
    assert max(map(len, many.splitlines())) <= 80


def test_simulate_says_when_a_bot_failed(run: Run) -> None:
    words = ("simulate", "wayfinders", "--seats", "exec:./no-such-bot,random", "-n", 1, "-o", "max_rounds=3")
    result = run(*words)
    assert result.code == 1
    assert "can't be started" in result.err
    words = ("simulate", "wayfinders", "--seats", "exec:./no-such-bot [/b],random", "-n", 1, "-o", "max_rounds=3")
    assert "exec:./no-such-bot [/b]" in run(*words).out, "what stands in brackets is no style of ours"


# ---------------------------------------------------------------------- records


def test_replay_lists_the_moves_and_verifies(run: Run, record: Path) -> None:
    result = run("replay", record, "--verify")
    assert result.code == 0
    assert "verified, nothing wrong" in result.out
    assert "   1 random: " in result.out
    assert "random: " not in run("replay", record, "--quiet").out


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("1 place", "1 return", "checksum"),
        ("result: ", "result: 1", "checksum"),
        ("checksum: ", "; ", "checksum is missing"),
    ],
)
def test_replay_finds_tampering(run: Run, record: Path, tmp_path: Path, old: str, new: str, reason: str) -> None:
    changed = tmp_path / "changed.txt"
    changed.write_text(record.read_text().replace(old, new, 1))
    result = run("replay", changed, "--verify")
    assert result.code == 1
    assert reason in result.err
    assert str(changed) in "".join(result.err.split("\n"))


def test_replay_to_a_move_and_on_from_standard_input(run: Run, record: Path) -> None:
    whole = waystation.engine.record.replay(waystation.engine.record.parse(record.read_text()))
    result = run("replay", "-", "--to", 7, "--position", typed=record.read_text())
    assert waystation.state_from(json.loads(result.out)) == whole.at(7)
    verified = run("replay", record, "--verify", "--to", 7, "--position")
    assert verified.out == result.out


def test_analyse_a_game(run: Run, record: Path, tmp_path: Path) -> None:
    picture, rows = tmp_path / "chances.svg", tmp_path / "chances.csv"
    told = run("analyse", str(record), "--seconds", "1", "--out", str(picture), "--csv", str(rows))
    assert told.code == 0
    assert re.search(r" simulations in \d+ s\.", told.out)  # a busy machine takes longer over its last look
    assert picture.read_text().startswith("<svg")
    header, *lines = rows.read_text().splitlines()
    assert header.split(",")[:2] == ["ply", "seat"]
    for line in lines:
        assert sum(map(float, line.split(",")[2:])) == pytest.approx(1, abs=1e-3)
    printed = run("analyse", str(record), "--seconds", "0.2", "--csv", "-")
    assert printed.out.splitlines()[0] == header
    found = json.loads(run("analyse", str(record), "--seconds", "0.2", "--json").out)
    assert {"curve", "turnings", "costly"} <= set(found)


def test_analyse_a_moment(run: Run, record: Path) -> None:
    told = run("analyse", str(record), "--at", "0", "--seconds", "0.3")
    assert told.code == 0
    assert "is to decide" in told.out
    found = json.loads(run("analyse", str(record), "--at", "0", "--seconds", "0.3", "--json").out)
    assert found["candidates"][0]["low"] <= found["candidates"][0]["chance"] <= found["candidates"][0]["high"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--seat", "1"), "--seat goes with --at"),
        (("--at", "3", "--csv", "-"), "for whole games"),
        (("--at", "100000"), "expected 0 to"),
        (("--at", "0", "--seat", "9"), "there is no seat 9"),
        (("--at", "0", "--seat", "2"), "seat 2 owes no decision then (asked: 1)"),
        (("--csv", "chances.svg", "--out", "chances.svg"), "are two files"),
        (("--out", "chances.gif"), "must end in .svg or .png"),
    ],
)
def test_what_analyse_refuses(run: Run, record: Path, words: tuple[str, ...], reason: str) -> None:
    told = run("analyse", str(record), *words)
    assert told.code == 2
    assert reason in told.err


def test_analyse_does_not_write_over_the_record(run: Run, record: Path) -> None:
    before, other = record.read_bytes(), record.with_name("link.txt")
    other.symlink_to(record)
    for target in (record, other):
        told = run("analyse", record, "--seconds", 0.1, "--csv", target)
        assert (told.code, told.err) == (2, f"error: {target}: this is the record itself\n")
    assert record.read_bytes() == before


def test_listing_a_game_takes_time_as_its_length(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its events are told once, not all that follow for each move."""
    told: list[object] = []
    tell = Event.seen_by
    monkeypatch.setattr(Event, "seen_by", lambda event, *more: told.append(event) or tell(event, *more))
    listed = run("replay", record).out
    assert listed.count(" · ") == len(told) > 50


def test_replay_draws(run: Run, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    assert run("replay", record, "--quiet", "--svg", picture).code == 0
    assert picture.read_text().startswith("<svg ")


# ---------------------------------------------------------------------- scenarios

HOLDS = """
title = "A worker is sent out"
game = "wayfinders"
[[step]]
play = "1: place 1"
to_act = [2]
scores = [2, 1]
"""


def test_check_counts_what_holds(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(HOLDS)
    result = run("check", tmp_path, "--verbose")
    assert (result.code, result.err) == (0, "")
    assert "A worker is sent out" in result.out
    assert "1 scenario holds, 0 do not." in result.out


def test_check_says_what_does_not_hold(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(HOLDS.replace("to_act = [2]", "to_act = [1]"))
    (tmp_path / "good.toml").write_text(HOLDS)
    (tmp_path / "ugly.toml").write_text("title = ")
    result = run("check", tmp_path / "bad.toml", tmp_path / "good.toml", tmp_path / "ugly.toml")
    assert result.code == 1
    assert "bad.toml, step 1" in result.err
    assert "ugly.toml" in result.err
    assert "1 scenario holds, 2 do not." in result.out


# ---------------------------------------------------------------------- show


def test_show_draws_positions_records_and_setups(run: Run, record: Path, tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(GAME.new_state(4).position()))
    for number, what in enumerate((position, record, "wayfinders")):
        svg, png = tmp_path / f"{number}.svg", tmp_path / f"{number}.png"
        assert run("show", what, "--out", svg, "--layout", "narrow", "--theme", "dark").code == 0
        assert 'viewBox="0 0 390 ' in svg.read_text()
        assert run("show", what, "--out", png, "--width", 300).code == 0
        assert png.read_bytes().startswith(b"\x89PNG")
        assert "Total" in run("show", what, "--seat", 0).out


def test_show_to_standard_output(run: Run) -> None:
    assert run("show", "wayfinders", "--out", "-").out.startswith("<svg ")


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ('{"game": "wayfinders", "options": [1]}', "options: expected an object, got [1]"),
        ('{"game": "wayfinders", "options": {"name": "x"}}', "unknown field `name`"),
        ('{"game": "wayfinders", "agenda": [{"ask": "TURN"}]}', "agenda[0].seats"),
        ("[" * 100_000, "nested too deeply"),
        ('{"game": "wayfinders", "seed": ' + "9" * 5000 + "}", "neither a record nor a JSON position"),
    ],
)
def test_a_bad_position_is_refused(run: Run, tmp_path: Path, document: str, reason: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(document)
    result = run("show", path)
    assert (result.code, result.out) == (2, "")
    assert reason in result.err


def test_a_key_that_is_there_twice_is_named(run: Run, record: Path, tmp_path: Path) -> None:
    """The last one counted, and nobody was told."""
    twice = tmp_path / "twice.json"
    twice.write_text('{"game": "wayfinders", "table": {"round": 1, "round": 2}}')
    changed = tmp_path / "game.txt"
    changed.write_text(record.read_text().replace('options: {"', 'options: {"players": 3, "', 1))
    for words, key in [
        (("show", twice), "round"),
        (("show", "wayfinders", "-o", f"tiles=@{twice}"), "round"),
        (("replay", changed), "players"),
    ]:
        assert f"the key '{key}' is there twice" in run(*words).err


def test_a_position_without_options_has_the_defaults(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(b'\xef\xbb\xbf{"game": "wayfinders", "options": null}')  # begins as some editors begin a file
    assert run("show", path).code == 0


def test_a_file_that_is_no_position_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text("[1, 2]")
    assert "names its game" in run("show", path).err
    path.write_bytes(b"\xff\xfe\x00")
    assert "no text file" in run("show", path).err


# ---------------------------------------------------------------------- bench, and pipes


def test_bench_prints_a_table_or_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "MIN_SECONDS", 0.02)
    assert "Decisions/s" in run("bench", "wayfinders", "--rounds", 1).out
    found = json.loads(run("bench", "wayfinders", "--rounds", 1, "--players", 3, "--json").out)
    assert found["games"][0]["players"] == 3


@pytest.mark.parametrize("words", ["rules wayfinders", "show wayfinders", "games --json", "--help"])
def test_a_closed_pipe_is_no_error(words: str) -> None:
    """Its reader has gone before a letter comes."""
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "waystation.cli", *words.split()]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way of closing")
def test_streams_that_are_closed_are_as_good_as_empty(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    words = f"play wayfinders --seats me,random -o max_rounds=1 --seed 1 --save {saved}"
    command = f"{sys.executable} -m waystation.cli {words} <&- >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert records.parse(saved.read_text()).checksum == "good"


@pytest.mark.parametrize("words", [("games",), ("show", "wayfinders"), ("rules", "wayfinders")])
def test_a_pipe_that_knows_few_letters_gets_the_rest_replaced(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "waystation.cli", *words]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


def test_nothing_is_played_when_the_results_could_not_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_module, "run", lambda *given, **options: pytest.fail("games were played"))
    (tmp_path / "folder.csv").mkdir()
    words = ("simulate", "wayfinders", "--seats", "random,random", "-n", 1, "--out")
    assert "this is a folder" in run(*words, tmp_path / "folder.csv").err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run(*words, tmp_path / "run.parquet")
    assert (result.code, result.err) == (
        2,
        "error: writing parquet needs pyarrow: pip install 'waystation[study]'\n",
    )
    assert not (tmp_path / "run.parquet").exists()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    write_whole(path, "first")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    (tmp_path / ".game.txt.part").mkdir()  # so that the new content can't be put beside it
    with pytest.raises(OSError, match=r"game\.txt") as told:
        write_whole(path, "second")
    assert told.value.filename == str(path)
    assert path.read_text() == "first"


def _refusing(code: int) -> Any:
    def refuse(path: Path, *_: object) -> None:
        raise OSError(code, os.strerror(code), str(path))

    return refuse


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize(
    ("command", "name"), [("simulate", "games.jsonl"), ("simulate", "games.parquet"), ("dataset", "games.parquet")]
)
def test_results_go_through_a_named_pipe(tmp_path: Path, command: str, name: str) -> None:
    """Whoever reads it was given nothing, and the run waited for another reader; Parquet deleted the pipe."""
    pipe, got = tmp_path / name, tmp_path / "got"
    os.mkfifo(pipe)
    with got.open("wb") as into, subprocess.Popen(["cat", str(pipe)], stdout=into):
        words = f"{command} wayfinders --seats random,random --games 3 --out {pipe}"
        done = subprocess.run([sys.executable, "-m", "waystation.cli", *words.split()], check=False, timeout=60)
        assert done.returncode == 0
    assert pipe.is_fifo()
    if pipe.suffix == ".parquet":
        assert pytest.importorskip("pyarrow.parquet").read_table(got).num_rows >= 6
    else:
        assert len(got.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("step", "code"),
    [("touch", errno.EACCES), ("touch", errno.EROFS), ("replace", errno.EBUSY), ("replace", errno.EPERM)],
)
def test_nothing_is_lost_where_no_file_can_take_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int
) -> None:
    """The folder is somebody else's, each file in it is its owner's (`/tmp`), or the file is mounted by itself, as
    containers do it."""
    path = tmp_path / "game.txt"
    path.write_text("first")
    monkeypatch.setattr(Path, step, _refusing(code))
    write_whole(path, "second")
    assert path.read_text() == "second"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")  # as a write says it: of no file

    path = tmp_path / "game.txt"
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left") as told:
        write_whole(path, "first")
    assert told.value.filename == str(path)
    assert not list(tmp_path.iterdir())


def test_a_pipe_or_a_device_stays_one(tmp_path: Path) -> None:
    """A link to one, by the name of a data set: the device was replaced by a file, for the whole machine."""
    pipe, link = tmp_path / "pipe", tmp_path / "games.parquet"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with replacing(link) as target:
        assert target == pipe
    assert pipe.is_fifo()
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_link_leads_to_is_written_where_it_lies(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may lie on another disk, onto which nothing can be moved."""
    moved = Path.replace

    def on_one_disk(self: Path, target: Path) -> Path:
        assert self.parent == target.parent
        return moved(self, target)

    monkeypatch.setattr(Path, "replace", on_one_disk)
    (tmp_path / "disk").mkdir()
    games = ("wayfinders", "--seats", "random,random", "--games", "3", "-o", "max_rounds=2", "--out")
    for name, words in [("run.csv", ("simulate", "--jobs", "2")), ("run.parquet", ("dataset",))]:
        link, there = tmp_path / name, tmp_path / "disk" / name
        link.symlink_to(there)
        assert run(words[0], *games, link, *words[1:]).code == 0
        assert link.is_symlink()
        assert there.stat().st_size
    assert len(list(tmp_path.rglob("*"))) == 5, "nothing else is left"


def test_a_link_in_a_circle_ends_no_game(run: Run, tmp_path: Path) -> None:
    circle, saved = tmp_path / "circle.svg", tmp_path / "game.txt"
    circle.symlink_to(circle)
    typed = f"picture {circle}\nplace 1\nquit\n"
    result = run("play", "wayfinders", "--seats", "me,random", "--save", saved, typed=typed)
    assert result.code == 0, result.err
    assert "1 place 1" in saved.read_text()


def test_an_option_can_come_from_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rounds.json").write_text("7")
    (tmp_path / "rounds.toml").write_text("max_rounds = 7")
    (tmp_path / "rounds.txt").write_text("7")
    for ending in ("json", "toml", "txt"):
        out = tmp_path / "run.jsonl"
        option = f"max_rounds=@{tmp_path / 'rounds'}.{ending}"
        words = ("simulate", "wayfinders", "--seats", "random,random", "-n", 1, "-o", option, "--out", out)
        assert run(*words).code == 0
        assert json.loads(out.read_text())["options"]["max_rounds"] == 7
    (tmp_path / "bad.toml").write_text("max_rounds = -1")
    result = run("show", "wayfinders", "-o", "home_counts=true", "-o", f"max_rounds=@{tmp_path / 'bad.toml'}")
    assert result.err.endswith(f"option max_rounds: Expected `int` >= 0 (in {tmp_path / 'bad.toml'})\n")
    (tmp_path / "bad.toml").write_text("max_rounds = ")
    result = run("show", "wayfinders", "-o", f"max_rounds=@{tmp_path / 'bad.toml'}")
    assert result.code == 2
    assert "bad.toml" in result.err


def test_a_file_that_never_ends_is_refused(run: Run, tmp_path: Path) -> None:
    for words in (("show", "wayfinders", "-o", "layout=@/dev/zero"), ("replay", "/dev/zero")):
        result = run(*words)
        assert result.code == 2
        assert "/dev/zero: longer than 16 MB" in result.err
    for name in ("/dev/zero", "lessons.toml", "pictures.toml"):
        if name != "/dev/zero":
            (tmp_path / name).symlink_to("/dev/zero")
        result = run("check", tmp_path / name)
        assert result.code == 1
        assert "longer than 16 MB" in result.err
    result = run("report", "/dev/zero", "--out", tmp_path / "report.html")
    assert result.code == 2
    assert "a line is longer than 16 MB" in result.err


def test_an_option_that_is_given_twice_is_named(run: Run) -> None:
    for words in (
        ("show", "wayfinders", "-o", "max_rounds=8", "-o", " max_rounds = 9"),
        ("compare", "wayfinders", "max_rounds=8,max_rounds=9", "max_rounds=10", "--seats", "random,random"),
        ("compare", "wayfinders", "max_rounds=8", "max_rounds=9", "-o", "max_rounds=7", "--seats", "random,random"),
    ):
        result = run(*words)
        assert result.code == 2
        assert "option max_rounds is given twice" in result.err


def test_a_file_that_cannot_be_written_is_named_as_it_was_given(run: Run, tmp_path: Path) -> None:
    longest = "x" * 246  # with what is put around the name of a file beside it, too long a name
    svg, data = tmp_path / f"{longest}.svg", tmp_path / f"{longest}.parquet"
    for words in (
        ("show", "wayfinders", "--out", svg),
        ("simulate", "wayfinders", "--seats", "random,random", "-n", 1, "--out", data),
        ("dataset", "wayfinders", "--seats", "random,random", "-n", 1, "--out", data),
        ("backup", tmp_path / "missing" / "tables.sqlite", "--db", f"sqlite:///{tmp_path / 'tables.sqlite'}"),
    ):
        result = run(*words)
        assert result.code == 2, words
        assert ".part" not in result.err.replace(".parquet", ""), words
        assert str(words[-3] if words[0] == "backup" else words[-1]) in result.err, words


@pytest.mark.parametrize("words", [("mcp", "--http"), ("serve", "--db", "{tmp}/a.sqlite")])
def test_a_port_that_is_taken_ends_with_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        given = [word.replace("{tmp}", f"sqlite:///{tmp_path}") for word in words]
        command = [sys.executable, "-m", "waystation", *given, "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert port in done.stderr
    assert "Traceback" not in done.stderr
    assert "Serving" not in done.stderr


def test_a_server_that_cannot_begin_says_so_in_a_line(run: Run) -> None:
    for words, reason in [
        (("--db", "/tmp/x.db"), "error: the database cannot be opened: a database is named as sqlite:///PATH"),
        (("--public-url", "nonsense"), "error: "),
        (("--processes", "2"), "error: several processes need PostgreSQL"),
    ]:
        result = run("serve", "--port", 0, *words)
        assert (result.code, result.err.count("\n")) == (2, 1)
        assert result.err.startswith(reason)


def test_a_user_without_a_home_is_told_so_in_a_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a number is that stands in no list of users: so containers are often run."""

    def nowhere(*given: object, **named: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_data_path", nowhere)
    for words in (
        "serve --port 0",
        f"backup {tmp_path / 'x'}",
        "admin list",
        "show waypoints -o map=mine",
        "show wordtraveler -o own_words=mine",
    ):
        result = run(*words.split())
        assert (result.code, result.err.count("\n")) == (2, 1), words
        assert "could not determine the home directory" in result.err
    assert "There is no place for one: could not determine the home directory." in run("doctor").out


def test_serve_hands_its_options_to_the_server(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import waystation.server

    given: dict[str, object] = {}
    monkeypatch.setattr(waystation.server, "run", lambda **options: given.update(options))
    words = ("--port", 0, "--db", "sqlite:///x", "--log-level", "warning", "--public-url", "https://play.example.org")
    assert run("serve", *words).code == 0
    assert given == {
        "host": "127.0.0.1",
        "port": 0,
        "db": "sqlite:///x",
        "workers": 2,
        "open_browser": False,  # no terminal here
        "log_level": "WARNING",
        "public_url": "https://play.example.org",
        "proxies": "",
        "fresh": False,
        "inside": "",
        "smtp": "",
        "mail_from": "",
    }


def test_commands_of_games_are_mounted(run: Run) -> None:
    """Waypoints brings its own; they are listed, and have help."""
    from waystation.games.waypoints.cli import CLI_NAME

    assert CLI_NAME in run("--help").out
    assert run(CLI_NAME, "--help").code == 0


def test_ctrl_c_keeps_the_games_that_are_finished(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any, **options: Any) -> Iterator[Row]:
        yield from islice(simulate(*given, **options), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_module, "run", interrupted)
    out = tmp_path / "run.jsonl"
    words = ("simulate", "wayfinders", "--seats", "random,random", "-n", 9, "-o", "max_rounds=3", "--out", out)
    result = run(*words)
    assert result.code == 130
    assert result.err == "stopped after 2 of 9 games\n"
    assert "2 games in" in result.out
    assert len(out.read_text().splitlines()) == 2


def test_ctrl_c_while_the_command_is_loaded_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(waystation, "game_names", interrupted)
    monkeypatch.setattr(sys, "argv", ["waystation", "map", "list"])
    with pytest.raises(SystemExit) as stopped:
        start()
    assert stopped.value.code == 130


def test_ctrl_c_before_the_first_game_leaves_the_old_results(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: Any, **options: Any) -> Iterator[Row]:
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_module, "run", interrupted)
    out = tmp_path / "run.jsonl"
    out.write_text("old\n")
    result = run("simulate", "wayfinders", "--seats", "random,random", "-n", 9, "--out", out)
    assert (result.code, result.err) == (130, "stopped after 0 of 9 games\n")
    assert out.read_text() == "old\n"


def test_a_third_party_game_in_a_single_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no package to hold rules, a drawing, bots or commands, and works without."""
    (tmp_path / "hermit.py").write_text("from tiny.duel import Duel\n\nclass Hermit(Duel):\n    name = 'hermit'\n")
    monkeypatch.syspath_prepend(tmp_path)

    class Point:
        name = "hermit"

        def load(self) -> type[waystation.Game]:
            from hermit import Hermit  # type: ignore[import-not-found]

            return Hermit  # type: ignore[no-any-return]

    monkeypatch.setattr(waystation, "entry_points", lambda group: [Point()] if group == "waystation.games" else [])
    assert "hermit" in run("games").out
    assert "Hand" in run("show", "hermit").out
    assert run("simulate", "hermit", "--seats", "greedy,random", "-n", 1).code == 0
    result = run("rules", "hermit")
    assert (result.code, result.err) == (2, "error: hermit comes without RULES.md\n")


class Renamed(Duel):
    name = "another"


class Unnumbered(Duel):
    name = "wreck"
    rules_version = "1"  # type: ignore[assignment]


class Unspoken(Duel):
    name = "wreck"
    spec = msgspec.structs.replace(Duel.spec, players=None)  # type: ignore[arg-type]


WRECKS: list[tuple[Any, str]] = [
    (ImportError("no such thing"), "ImportError: no such thing"),
    (SystemExit("needs a newer Python"), "SystemExit: needs a newer Python"),
    (int, "its entry point is no subclass of waystation.engine.Game"),
    (Renamed, "its class has the name 'another'"),
    (Unnumbered, "its rules_version is no whole number"),
    (Unspoken, "ValidationError: Expected `array`, got `null` - at `$.players`"),
]


@pytest.mark.parametrize(("broken", "reason"), WRECKS)
def test_a_third_party_game_that_is_broken_is_named_and_hides_no_other(
    run: Run, monkeypatch: pytest.MonkeyPatch, broken: Any, reason: str
) -> None:
    class Point:
        name = "wreck"

        def load(self) -> Any:
            if isinstance(broken, BaseException):
                raise broken
            return broken

    monkeypatch.setattr(waystation, "entry_points", lambda group: [Point()] if group == "waystation.games" else [])
    result = run("show", "wreck")
    assert (result.code, result.err.splitlines()[-1]) == (2, f"error: wreck can't be loaded: {reason}")
    result = run("games")
    assert (result.code, f"wreck can't be loaded: {reason}" in result.err) == (0, True)
    assert "Wayfinders" in result.out
    shipped = [name for name in waystation.game_names() if name != "wreck"]
    with pytest.warns(RuntimeWarning, match="wreck can't be loaded"):
        assert [game["name"] for game in games_to_sit_at()] == shipped
    measured: list[str] = []

    def measure(chosen: list[waystation.Game], *rest: object) -> tuple[list[object], list[object]]:
        measured.extend(game.name for game in chosen)
        return [], []

    monkeypatch.setattr(bench_command, "measure", measure)
    with pytest.warns(RuntimeWarning, match="wreck can't be loaded"):
        assert run("bench").code == 0
    assert measured == shipped


def test_what_a_package_prints_while_it_is_loaded_is_no_part_of_the_output(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Point:
        name = "chatty"

        def load(self) -> Any:
            print("hello")
            return type("Chatty", (Duel,), {"name": "chatty"})

    class BotPoint(Point):
        def load(self) -> Any:
            print("hello")
            return lambda argument: make("random")

    groups = {"waystation.games": [Point()], "waystation.bots": [BotPoint()]}
    monkeypatch.setattr(waystation, "entry_points", lambda group: groups[group])
    monkeypatch.setattr(registry, "entry_points", lambda group: groups[group])
    result = run("games", "--json")
    assert "chatty" in {game["name"] for game in json.loads(result.out)}
    result = run("simulate", "wayfinders", "--seats", "chatty,random", "-n", 1, "-o", "max_rounds=2", "--json")
    assert json.loads(result.out)["games"] == 1
    assert set(result.err.splitlines()) == {"hello"}


@pytest.mark.parametrize("words", [("map", "check"), ("map", "compile"), ("wordtraveler", "check")])
@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x = " + b"[" * 100_000, b"x = " + b"9" * 5000, b"x = 1"])
def test_commands_of_games_refuse_bad_files(run: Run, tmp_path: Path, words: tuple[str, ...], content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    result = run(*words, path)
    assert result.code in (1, 2)
    assert "Traceback" not in result.err + result.out
    assert result.err + result.out


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x = " + b"[" * 100_000, b"x = " + b"9" * 5000, b"x = 1"])
def test_own_cards_in_a_bad_file_are_refused(tmp_path: Path, content: bytes) -> None:
    from waystation.games.wayfarers.sections import from_file, with_own

    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(waystation.engine.ComponentError):
        with_own(from_file(path))


# ---------------------------------------------------------------------- runs that are stopped

RUN = ("simulate", "wayfinders", "--seats", "random,greedy:5", "-o", "max_rounds=3", "--seed", "4")


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_is_stopped_loses_only_the_games_in_hand(
    run: Run, tmp_path: Path, number: int, code: int, jobs: int
) -> None:
    out = tmp_path / "run.jsonl"
    words = [*RUN, "-n", "100000", "--out", str(out), "--jobs", str(jobs)]
    process = subprocess.Popen(
        [sys.executable, "-m", "waystation.cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not out.exists() or out.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    said, wrong = process.communicate(timeout=30)
    assert process.returncode == code
    assert b"Traceback" not in wrong
    rows = read_rows(out)
    assert len(rows) >= 3
    assert sorted({row.index for row in rows}) == sorted(row.index for row in rows)
    assert max(row.index for row in rows) < len(rows) + 2 * jobs  # what is missing was in hand
    if number != signal.SIGKILL:
        assert f"stopped after {len(rows)} of 100000 games" in wrong.decode()
        assert f"{len(rows)} games in" in said.decode()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="groups of processes are a matter of POSIX")
@pytest.mark.parametrize("told", ["SIGTERM", "SIGINT"])
def test_programs_at_the_seats_end_with_a_run_of_several_processes(tmp_path: Path, told: str) -> None:
    """Those, too, that do not notice that nobody speaks to them any more. They hold a pipe open."""
    alive, number = tmp_path / "alive", getattr(signal, told)
    os.mkfifo(alive)
    end = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    program = shlex.join(["sh", "-c", f"touch {tmp_path}/started-$$; exec sleep 1000 > {alive}"])
    words = ["simulate", "wayfinders", "--seats", f"exec:{program},random", "-n", "4", "--jobs", "2"]
    process = subprocess.Popen([sys.executable, "-m", "waystation.cli", *words], stderr=subprocess.DEVNULL)
    _wait_for(lambda: len(list(tmp_path.glob("started-*"))) == 2)
    process.send_signal(number)
    assert process.wait(60) == 128 + number
    with suppress(BlockingIOError):  # somebody holds it
        assert os.read(end, 1) == b""
        return
    pytest.fail("they go on")


def _wait_for(what: Callable[[], bool]) -> None:
    given_up = time.monotonic() + 60
    while not what():
        assert time.monotonic() < given_up
        time.sleep(0.05)


def test_a_run_that_was_stopped_goes_on(run: Run, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert run(*RUN, "-n", 6, "--out", whole).code == 0
    assert run(*RUN, "-n", 3, "--out", part).code == 0
    with part.open("ab") as file:
        file.write(b'{"game":"wayfin')  # it was killed in the middle of a line
    result = run(*RUN, "-n", 6, "--out", part, "--resume", "--json")
    assert result.code == 0
    assert json.loads(result.out)["games"] == 6
    found, expected = read_rows(part), read_rows(whole)
    for row in (*found, *expected):
        row.seconds = []
    assert found == expected
    assert run(*RUN, "-n", 6, "--out", part, "--resume").code == 0
    assert len(read_rows(part)) == 6


def test_games_from_before_took_no_time(run: Run, tmp_path: Path) -> None:
    """They were counted among those of the seconds: three million decisions a second."""
    out = tmp_path / "run.jsonl"
    assert "2 games in" in run(*RUN, "-n", 2, "--out", out).out
    more = run(*RUN, "-n", 3, "--out", out, "--resume").out
    assert "1 game in" in more
    assert "2 from before" in more
    assert ". 0 decisions/s." in run(*RUN, "-n", 3, "--out", out, "--resume").out
    assert "there is no game 2 in this run" in run(*RUN, "-n", 2, "--out", out, "--resume").err


def test_a_killed_run_is_gone_on_with_and_ends_like_one_that_was_not(run: Run, tmp_path: Path) -> None:
    """Killed (kill -9) after half of its games, with games in hand in two processes."""
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    words = [*RUN, "-n", "100", "--out"]
    assert run(*words, whole).code == 0
    command = [sys.executable, "-m", "waystation.cli", *words, str(part), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None and (not part.exists() or part.read_bytes().count(b"\n") < 50):
            time.sleep(0.002)
        process.kill()
    assert 50 <= len(read_rows(part)) < 100
    assert run(*words, part, "--jobs", "2", "--resume").code == 0
    found, expected = read_rows(part), read_rows(whole)
    for row in (*found, *expected):
        row.seconds = []
    assert found == expected


def test_rows_of_several_processes_come_as_games_end_and_are_in_order_at_last(tmp_path: Path) -> None:
    rows = list(simulate(GAME, ["random", "random"], 6, seed=2))
    path = tmp_path / "run.csv"
    with RowFile(path) as file:
        for index in (3, 0, 5, 1, 2, 4):
            file.add(rows[index])
    file.sort()
    write_rows(rows, tmp_path / "expected.csv")
    assert path.read_bytes() == (tmp_path / "expected.csv").read_bytes()
    assert [row.index for row in simulate(GAME, ["random", "random"], 6, seed=2, there={0, 3})] == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seed", "5"), "of another run"),
        (("--no-rotate",), "of another run"),
        (("-o", "home_counts=false"), "other options"),
        (("--out", "x.csv"), "--out NAME.jsonl"),
    ],
)
def test_only_the_same_run_goes_on(run: Run, tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    out = tmp_path / "run.jsonl"
    assert run(*RUN, "-n", 2, "--out", out).code == 0
    result = run(*RUN, "-n", 4, "--out", out, "--resume", *words)
    assert result.code == 2
    assert complaint in result.err
    out.write_text("no results\n")
    assert run(*RUN, "-n", 4, "--out", out, "--resume").code == 2


# ---------------------------------------------------------------------- texts of others

HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202eEve\x9b31m"


def acts(text: str) -> list[str]:
    """What in a text does something to a terminal."""
    return [letter for letter in text if letter != "\n" and not letter.isprintable() and letter not in "\u2028\u2029"]


def test_nothing_that_others_wrote_acts_on_the_terminal(run: Run, tmp_path: Path) -> None:
    match = Match(GAME, 1, ["Ada", "Ben"])
    match.play("place 1")
    text = records.write(match).replace('"Ada"', json.dumps(HOSTILE))
    path = tmp_path / "game.txt"
    for content in (text, text.replace("1 place 1", f"1 {HOSTILE}"), text.replace("result: ", f"result: {HOSTILE}")):
        path.write_text(content, encoding="utf-8")
        for command in (("replay", path), ("show", path), ("play", "wayfinders", "--resume", path)):
            result = run(*command, typed="log\nlook island\n")
            assert not acts(result.out + result.err), command
    position = {"game": "wayfinders", "table": {HOSTILE: 1}}
    (tmp_path / "p.json").write_text(json.dumps(position))
    scenario = tmp_path / "s.toml"
    scenario.write_text(f'title = {json.dumps(HOSTILE)}\ngame = "wayfinders"\n[[step]]\nplay = {json.dumps(HOSTILE)}\n')
    for command in (("show", tmp_path / "p.json"), ("check", "-v", scenario), ("play", HOSTILE), ("show", HOSTILE)):
        result = run(*command)
        assert result.code in (1, 2)
        assert not acts(result.out + result.err), command


@pytest.mark.parametrize("name", ["A\nB", "A\rB", "A\u2028B", "\x00", "Åsa", HOSTILE])
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_no_name_and_no_locale_loses_a_game(tmp_path: Path, name: str, locale: str) -> None:
    saved = tmp_path / "game.txt"
    words = ["waystation", "play", "wayfinders", "--seats", f"me:{name},random", "--save", str(saved)]
    code = f"import sys; from waystation.cli import main; sys.argv = {words!a}; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"place 1\n",
        env={**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    match = records.replay(records.parse(saved.read_text(encoding="utf-8")))
    assert len(match.moves) >= 1
    assert len(match.names[0].splitlines()) == 1


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("coding", ["utf-8", "cp1252", "ascii"])
def test_a_record_through_a_pipe_is_read_like_a_file(record: Path, ends: bytes, mark: bytes, coding: str) -> None:
    text = records.write(Match(GAME, 7, ["Åsa", "Ben"])).encode()
    done = subprocess.run(
        [sys.executable, "-m", "waystation.cli", "replay", "-", "--verify"],
        input=mark + text.replace(b"\n", ends),
        env={**os.environ, "PYTHONIOENCODING": coding, "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"0 moves verified" in done.stdout


# ---------------------------------------------------------------------- tournament, compare


CUP = ("tournament", "wayfinders", "--bots", "random,greedy:5", "-o", "max_rounds=2", "--deals", "2")


def test_a_tournament_rates_bots_and_goes_on(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    said = run(*CUP, "--out", out).out
    assert "openskill" in said
    assert "4 games in" in said
    first = read_rows(out)
    write_rows(first[1:3], out)
    found = json.loads(run(*CUP, "--out", out, "--resume", "--json").out)
    assert [rating["games"] for rating in found] == [4, 4]
    again = read_rows(out)
    for row in (*first, *again):
        row.seconds = []
    assert again == first
    assert "another run" in run(*CUP, "--seed", "2", "--out", out, "--resume").err


def test_ratings_that_were_stopped_are_not_written_and_that_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("choix")
    monkeypatch.setattr("waystation.cli.anchors.carry_out", lambda *_, **__: Done(0.0, 130, None, 0))
    out = tmp_path / "anchors.json"
    result = run("anchors", "wayfinders", "--bots", "random,greedy", "--deals", "2", "--out", out)
    assert (result.code, result.err) == (130, "stopped after 0 of 4 games; no ratings were written\n")
    assert not out.exists()


def test_bots_are_measured_on_the_scale_of_people(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "anchors.json"
    out.write_text(
        '{"other": {"version": "1", "rules_version": 1, "measured": "2026-01-01", "players": 2, "deals": 1,'
        '"seed": "0", "usual": "greedy", "bots": {}}}'
    )
    usual = ("anchors", "wayfinders", "-o", "max_rounds=2", "--deals", "2", "--out", out)
    assert "greedy" in run(*usual, "--bots", "random,greedy").out
    found = json.loads(out.read_text())
    assert sorted(found) == ["other", "wayfinders"]
    assert found["wayfinders"]["bots"]["greedy"]["mu"] == 25.0
    assert found["wayfinders"]["bots"]["random"]["mu"] < 25
    assert (found["wayfinders"]["usual"], found["wayfinders"]["seed"]) == ("greedy", "0")
    monkeypatch.setattr(Tournament, "play", None)  # what is wrong is said before all the games
    assert "must be among the bots" in run(*usual, "--bots", "random,beginner").err
    gone = run("anchors", "wayfinders", "--bots", "random,greedy", "--out", tmp_path / "none" / "anchors.json")
    assert (gone.code, "No such file or directory" in gone.err) == (2, True), "it is said before all the games"
    out.write_text("[]")
    assert "no file of ratings" in run(*usual, "--bots", "random,greedy").err
    if os.name != "nt":
        endless = run("anchors", "wayfinders", "--bots", "random,greedy", "--out", "/dev/zero")
        assert "/dev/zero is no file of ratings: longer than 16 MB" in endless.err


def test_compare_tells_bots_from_options(run: Run) -> None:
    bots = run("compare", "wayfinders", "random", "greedy:5", "-o", "max_rounds=2", "--deals", "2")
    assert "opponents beaten" in bots.out
    seats = ("--seats", "random,random", "--deals", "2", "--json")
    effects = json.loads(run("compare", "wayfinders", "max_rounds=1", "max_rounds=2", *seats).out)
    assert {effect["what"] for effect in effects} >= {"seat 1 wins", "rounds", "lead of the first"}
    for words, reason in [
        (("random", "max_rounds=2"), "not one of each"),
        (("max_rounds=1", "max_rounds=2"), "--seats greedy,greedy"),
        (("random", "greedy", "--seats", "random,random"), "for bots say --players"),
        (("random", "nobody"), "there is no bot 'nobody'"),
    ]:
        result = run("compare", "wayfinders", *words)
        assert result.code == 2
        assert reason in " ".join(result.err.split())
