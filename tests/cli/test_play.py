"""Playing in the terminal, by what is typed and what is printed."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import waystation
from cli.running import Run
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.bots import BotError
from waystation.bots.simple import RandomBot
from waystation.cli.play import _Sitting
from waystation.cli.table import generic, score_table
from waystation.engine import Match
from waystation.engine import record as records
from waystation.study.room import TextTable


def play(
    run: Run, tmp_path: Path, *typed: str, seats: str = "me,random", seed: int = 3, exploration: bool = False
) -> tuple[str, Path]:
    """Type lines and quit; returns what was printed and where the game was saved."""
    saved = tmp_path / "game.txt"
    options = ("-o", f"exploration={exploration}")
    words = ("play", "wayfinders", "--seats", seats, "--seed", seed, "--save", saved, *options)
    result = run(*words, typed="".join(f"{line}\n" for line in typed))
    assert result.code == 0, result.err
    return result.out, saved


def moves(saved: Path) -> list[str]:
    """The moves of the first seat in a saved game."""
    return [move.action for move in records.parse(saved.read_text()).moves if move.seat == 0]


def test_choices_by_number_and_by_notation(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "2", "place 1", "PLACE  3", "quit")
    assert moves(saved) == ["place 2", "place 1", "place 3"]
    assert "place a worker, or return all your workers" in out
    assert f"--resume {saved}" in "".join(out.split("\n"))


def test_what_looks_like_markup_is_a_name_like_any_other(run: Run, tmp_path: Path) -> None:
    for game in waystation.game_names():
        typed = "board\nscore\nlook [/b]\nplan [/b]\nquit\n"
        names = "me:[/b]x,me::fire:y"
        result = run("play", game, "--seats", names, "--seed", 4, "--save", tmp_path / f"{game}.txt", typed=typed)
        assert (result.code, result.err) == (0, ""), game
        assert "[/b]x" in result.out, game
        assert ":fire:y" in result.out, game


def test_a_byte_order_mark_is_no_part_of_what_is_typed(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "\ufeffplace 2", "quit")
    assert moves(saved) == ["place 2"]


def test_what_is_typed_may_be_no_text(tmp_path: Path) -> None:
    """As a terminal sends it that takes one byte of a letter back, or speaks another coding."""
    words = f"play wayfinders --seats me,random --seed 1 --save {tmp_path / 'game.txt'}"
    command, typed = [sys.executable, "-m", "waystation.cli", *words.split()], b"caf\xe9\nplace 1\nquit\n"
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, input=typed, capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "names no action" in done.stdout.decode()
    assert moves(tmp_path / "game.txt") == ["place 1"]


def test_the_end_of_input_saves_as_quit_does(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "place 1")
    assert moves(saved) == ["place 1"]


def test_a_game_that_cannot_be_saved_is_shown(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("waystation.cli.play.write_whole", full)
    saved = tmp_path / "game.txt"
    result = run("play", "wayfinders", "--seats", "me,me", "--save", saved, typed="place 1\nquit\n")
    assert (result.code, result.err) == (2, f"error: {saved}: No space left on device\n")
    shown = result.out[result.out.index("waystation record 1") :]
    match = records.replay(records.parse(shown))
    assert [match.notation(move) for move in match.moves] == ["place 1"]


def test_what_is_not_allowed_is_refused_with_the_rule(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "fly r2c3", "why fly r2c3", "why place 1", "99", "dance", "quit")
    assert moves(saved) == []
    assert out.count("only after you have returned your workers") == 2
    assert "That is allowed now." in out
    assert "There are choices 1 to 5." in out
    assert "'dance' names no action of this game." in out


def test_help_hint_score_board_and_log(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "?", "hint", "place 1", "score", "board", "log", "quit")
    assert "take back your last decision" in out
    assert "Expert bot would play: place" in out
    assert "Workers on the hangar board" in out
    assert out.count("Player 1 sends a worker to hangar 1.") == 2
    assert moves(saved) == ["place 1"]


def test_a_hint_does_not_change_the_game(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "place 1", "place 1", "return", "land", "quit")
    plain = saved.read_text()
    _, saved = play(run, tmp_path, "hint", "place 1", "place 1", "hint", "return", "hint", "land", "quit")
    assert saved.read_text() == plain


def test_undo_is_free_until_something_is_revealed_or_another_moves(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "place 1", "return", "undo", "place 2", "quit")
    assert "Does everybody agree?" not in out
    assert moves(saved) == ["place 1", "place 2"]
    out, saved = play(run, tmp_path, "place 1", "undo", "n", "place 2", "undo", "y", "place 3", "quit")
    assert out.count("Does everybody agree?") == 2
    assert moves(saved) == ["place 1", "place 3"]
    assert "You have decided nothing yet." in play(run, tmp_path, "undo", "quit")[0]


def test_a_saved_game_goes_on_where_it_was(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "place 1", "place 2", seats="me:Ada,greedy,random")
    first = records.parse(saved.read_text())
    assert first.seats == ["Ada", "greedy", "random"]
    result = run("play", "wayfinders", "--resume", saved, typed="place 3\n")
    assert result.code == 0
    again = records.parse(saved.read_text())
    assert again.moves[: len(first.moves)] == first.moves
    assert moves(saved) == ["place 1", "place 2", "place 3"]
    assert again.checksum == "good"


def test_a_game_whose_seed_is_a_secret_does_not_go_on(run: Run, tmp_path: Path) -> None:
    """Its dice would be those of every other such game, and known to all; the server refuses it, too."""
    file = tmp_path / "game.txt"
    text = records.write(Match(waystation.load("wayfinders"), 7), "commitment")
    file.write_text(text)
    result = run("play", "wayfinders", "--resume", file)
    assert (result.code, result.err) == (2, f"error: {file}: a saved game goes on only if its record has its seed\n")
    assert file.read_text() == text


def test_a_game_that_began_from_a_position_has_no_seed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = waystation.load("wayfinders")
    file.write_text(records.write(Match(game, position=game.new_state(7).position())))
    result = run("play", "wayfinders", "--resume", file, typed="place 1\n")
    assert result.out.startswith("Wayfinders. Type ? for help.\n")
    assert moves(file) == ["place 1"]


def test_a_seed_may_be_any_text_and_no_file_is_written_over(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for typed in ("place 1\n", "place 2\n"):
        result = run("play", "wayfinders", "--seed", "../a b/{0}", typed=typed)
        assert result.code == 0
    names = ["wayfinders-___a_b__0_-2.txt", "wayfinders-___a_b__0_.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert [moves(Path(name)) for name in names] == [["place 2"], ["place 1"]]


def test_a_file_that_changes_during_a_game_stays(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two terminals go on with one saved game: neither loses what was played in it."""
    _, saved = play(run, tmp_path, "place 1", "quit")
    keep = _Sitting._keep

    def meanwhile(sitting: _Sitting) -> None:
        if not (tmp_path / "game-2.txt").exists():
            monkeypatch.setattr(_Sitting, "_keep", keep)
            assert run("play", "wayfinders", "--resume", saved, typed="place 2\nquit\n").code == 0
        keep(sitting)

    monkeypatch.setattr(_Sitting, "_keep", meanwhile)
    result = run("play", "wayfinders", "--resume", saved, typed="place 3\nquit\n")
    assert result.code == 0
    assert f"{saved} has changed meanwhile, and stays." in result.out
    assert f"--resume {tmp_path / 'game-2.txt'}" in result.out
    assert [moves(saved), moves(tmp_path / "game-2.txt")] == [["place 1", "place 2"], ["place 1", "place 3"]]


def test_a_game_may_be_saved_in_its_own_file_on_the_way(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "place 1", f"save {tmp_path / 'game.txt'}", "place 2", "quit")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]
    assert moves(saved) == ["place 1", "place 2"]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a terminal that is closed is told so on POSIX")
@pytest.mark.parametrize(
    "names", [("SIGHUP", "SIGHUP"), ("SIGHUP", "SIGTERM"), ("SIGINT", "SIGINT"), ("", "SIGHUP"), ("SIGINT", "SIGTERM")]
)
def test_a_game_is_saved_however_often_it_is_told_to_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]
) -> None:
    """A shell passes on that its terminal is closed, and the system says so, too, and reads no more from it; an
    impatient hand presses twice."""
    first, second = (getattr(signal, name, None) for name in names)
    write = records.write

    def written(match: Match) -> str:
        assert second is not None
        signal.raise_signal(second)
        return write(match)

    def told(sitting: _Sitting, prompt: str) -> str:
        if sitting.match.moves:
            if first is None:
                raise OSError(errno.EIO, "Input/output error")
            signal.raise_signal(first)
        return "1"

    monkeypatch.setattr(records, "write", written)
    monkeypatch.setattr(_Sitting, "_read", told)
    saved = tmp_path / "game.txt"
    run("play", "wayfinders", "--seats", "me,me:Ann", "--seed", 3, "--save", saved)
    assert len(records.parse(saved.read_text()).moves) == 1


def test_a_number_may_be_as_long_as_it_likes(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "place 1", "9" * 5000, "quit")
    assert "There are choices 1 to 5." in out
    assert moves(saved) == ["place 1"]


@pytest.mark.parametrize("typed", ["save a\0b", "picture a\0b.svg"])
def test_a_name_that_no_file_can_have_is_refused(run: Run, tmp_path: Path, typed: str) -> None:
    out, saved = play(run, tmp_path, "place 1", typed, "place 2", "quit")
    assert "embedded null" in out
    assert moves(saved) == ["place 1", "place 2"]


def test_a_fault_of_ours_does_not_lose_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from waystation.cli import play as module

    def broken(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "score_table", broken)
    saved = tmp_path / "game.txt"
    with pytest.raises(ZeroDivisionError):
        run("play", "wayfinders", "--seed", 3, "--save", saved, typed="place 1\nscore\n")
    assert moves(saved) == ["place 1"]
    bots = ("--seats", "random,random", "-o", "max_rounds=1")
    with pytest.raises(ZeroDivisionError):  # the end can't be shown
        run("play", "wayfinders", *bots, "--save", saved)
    assert records.verify(records.parse(saved.read_text())).state.is_over


def test_a_game_is_saved_when_the_reader_of_the_output_goes(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    words = ("play", "wayfinders", "--seats", "random,random", "-o", "max_rounds=50", "--save", saved)
    command = [sys.executable, "-m", "waystation.cli", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as playing:
        assert playing.stdout is not None
        playing.stdout.readline()
        playing.stdout.close()
    assert playing.returncode == 0
    assert records.parse(saved.read_text()).checksum == "good"


@pytest.mark.parametrize("kind", ["exec", "text"])
def test_no_program_is_started_because_a_saved_game_says_so(run: Run, tmp_path: Path, kind: str) -> None:
    _, saved = play(run, tmp_path, "place 1", seats="me,random")
    trap = tmp_path / "started"
    match = records.replay(records.parse(saved.read_text()))
    match.names = ("me", f"{kind}:touch {trap}")
    saved.write_text(records.write(match))
    result = run("play", "wayfinders", "--resume", saved, typed="place 1\n")
    assert result.code == 2
    assert "if it is to run, name all seats by --seats" in result.err
    assert not trap.exists()
    assert run("play", "wayfinders", "--resume", saved, "--seats", "me,random", typed="place 1\n").code == 0


@pytest.mark.parametrize("name", ["random", "random (2)", "random {2}", "mcts:9", "exec:x"])
def test_nobody_is_called_as_a_bot_is(run: Run, tmp_path: Path, name: str) -> None:
    """When the game went on, the bot would have played for them."""
    saved = tmp_path / "game.txt"
    result = run("play", "wayfinders", "--seats", f"me:{name},random", "--save", saved, typed="quit\n")
    assert (result.code, saved.exists()) == (2, False)
    assert "is what a bot is called" in result.err


def test_a_game_of_another_name_is_not_resumed(run: Run, tmp_path: Path) -> None:
    _, saved = play(run, tmp_path, "place 1")
    result = run("play", "waypoints", "--resume", saved)
    assert result.code == 2
    assert "this is a game of wayfinders" in result.err


def test_bots_alone_play_to_the_end(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, seats="greedy:20,random", seed=1)
    assert "wins with" in out
    assert "Total" in out
    assert records.verify(records.parse(saved.read_text())).state.is_over


def test_a_game_that_gives_nothing_to_choose_from_ends(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As games have it that somebody is just writing: random was replaced by random for ever."""
    asked = []

    def fails(*given: object) -> int:
        asked.append(given)
        if len(asked) > 3:
            raise KeyboardInterrupt
        return []  # type: ignore[return-value]

    monkeypatch.setattr(RandomBot, "choose", fails)
    result = run("play", "wayfinders", "--seats", "random,random", "--save", tmp_path / "game.txt")
    assert (result.code, result.err) == (2, "error: bot random: [] is not allowed now\n")
    with pytest.raises(BotError, match="bot random: "):  # the same over MCP
        TextTable(waystation.load("wayfinders"), ["random", "me"], "7", True)
    assert len(asked) <= 3


def test_two_people_and_two_alike_bots(run: Run, tmp_path: Path) -> None:
    typed, seats = ("", "place 1", "", "place 2"), "me:Ada,me:Ben,random,random"
    out, saved = play(run, tmp_path, *typed, seats=seats, exploration=True)
    assert records.parse(saved.read_text()).seats == ["Ada", "Ben", "random", "random (2)"]
    assert "Ada, take the keyboard" in out
    assert "Ben, take the keyboard" in out


def test_a_terminal_that_cannot_be_cleared_is_scrolled_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("TERM", "dumb"), ("FORCE_COLOR", "1"), ("LINES", "30")):
        monkeypatch.setenv(name, value)
    out, _ = play(run, tmp_path, "", "place 1", "", seats="me:Ada,me:Ben", exploration=True)
    assert "\n" * 30 in out.partition("Ben, take the keyboard")[0]


def test_who_leaves_instead_of_taking_the_keyboard_is_shown_nothing(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, "", "place 1", "quit", "place 2", seats="me:Ada,me:Ben", exploration=True)
    assert out.count("Hangar") == 1
    assert len(records.parse(saved.read_text()).moves) == 1


def test_nobody_is_sent_away_where_nothing_is_hidden(run: Run, tmp_path: Path) -> None:
    out, _ = play(run, tmp_path, "place 1", "place 2", seats="me:Ada,me:Ben")
    assert "take the keyboard" not in out
    assert "Waiting" not in out


def test_any_view_can_be_shown_as_text() -> None:
    """Games without a drawing of their own are shown field by field."""
    for game in (Duel.from_options({}), Stones.from_options({}), waystation.load("wayfinders", exploration=True)):
        state = game.new_state(1)
        view = state.view(state.to_act[0])
        screen = Console(width=100, file=io.StringIO())
        with screen.capture() as captured:
            screen.print(generic(view.table, view.names))
            screen.print(score_table(view.sheets, view.names))
        assert "Total" in captured.get()


def test_a_hand_is_readable_in_the_plain_drawing() -> None:
    state = Duel.from_options({}).new_state(1)
    screen = Console(width=100, file=io.StringIO())
    with screen.capture() as captured:
        screen.print(generic(state.view(0).table, ("Ada", "Ben")))
    cards = ", ".join(map(str, state.hands[0]))  # type: ignore[attr-defined]
    assert f"Hand    {cards}" in captured.get()


def test_a_plan_is_played_as_a_whole(run: Run, tmp_path: Path) -> None:
    out, saved = play(run, tmp_path, *(["place 1", "place 2"] * 2), "return", "plan r3c4", "1", "plan nowhere", "quit")
    assert "Which one?" in out
    assert "No plan leads there." in out
    assert moves(saved)[5].startswith("fly ")


def test_plans_for_what_has_a_number(run: Run, tmp_path: Path) -> None:
    """A lake is planned for by its kind and number."""
    position = {"table": {"start": "camp1", "marker": 4}}
    match = Match(waystation.load("waypoints", players=1), None, position=position)
    saved = tmp_path / "map.txt"
    saved.write_text(records.write(match))
    result = run("play", "waypoints", "--resume", saved, typed="plan lake 4\n\nplan lake 77\nquit\n")
    assert result.code == 0, result.err
    assert "lake 4" in result.out.partition("Which one?")[0]
    assert "bridge 1" in result.out.partition("No plan leads there.")[2]


def test_look_and_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    typed = ("look r2c3", "look unicorn", f"picture {picture}", "picture x.jpg", "save /nowhere/game.txt", "quit")
    out, _ = play(run, tmp_path, *typed)
    assert "r2c3" in out.partition("> look r2c3")[2].partition("> look unicorn")[0]
    assert "Nothing on the table is called that." in out
    assert picture.read_text().startswith("<svg ")
    assert "must end in .svg or .png" in out
    assert "No such file or directory" in out
