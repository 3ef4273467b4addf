"""``waystation wordtraveler``."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from waystation.cli import main
from waystation.engine.record import parse
from waystation.games.wordtraveler.cli import app
from waystation.games.wordtraveler.components import DATA

RUN = CliRunner()


def test_check_finds_nothing_in_what_ships() -> None:
    done = RUN.invoke(app, ["check", "paris"])
    assert done.exit_code == 0
    assert "Paris: 48 places, 165 words, 0 remarks" in done.output


def test_check_names_what_is_weak(tmp_path: Path) -> None:
    text = (DATA / "cities" / "paris.toml").read_text(encoding="utf-8")
    path = tmp_path / "town.toml"
    path.write_text(text.replace("forbidden", ""), encoding="utf-8")
    done = RUN.invoke(app, ["check", str(path)])
    assert done.exit_code == 1
    assert "dead: forbidden: fits only 0 of 48 places" in done.output


def test_check_names_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "town.toml"
    path.write_text("name = 3", encoding="utf-8")
    done = RUN.invoke(app, ["check", str(path)])
    assert done.exit_code == 1
    assert "town.toml" in done.output


@pytest.mark.parametrize("name", ["board.svg", "board.png"])
def test_board_draws_a_city(tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    done = RUN.invoke(app, ["board", str(out), "--city", "tokyo", "--width", "300"])
    assert done.exit_code == 0
    assert out.stat().st_size > 10_000
    if name.endswith("svg"):
        assert "Giant panda" in out.read_text(encoding="utf-8")


def test_board_refuses_an_unknown_city(tmp_path: Path) -> None:
    assert RUN.invoke(app, ["board", str(tmp_path / "x.svg"), "--city", "rome"]).exit_code == 1


def test_where_names_the_folder() -> None:
    assert "wordtraveler" in RUN.invoke(app, ["where"]).output


def test_measure_teams() -> None:
    done = RUN.invoke(app, ["measure", "teams", "--city", "london", "--games", "1", "--level", "0"])
    assert done.exit_code == 0
    assert done.output.count("points") == 4
    done = RUN.invoke(app, ["measure", "trips", "--city", "paris", "--games", "1", "--level", "0"])
    assert "paris, one traveller and one local" in done.output
    assert RUN.invoke(app, ["measure", "everything"]).exit_code == 1


def test_measure_agreement() -> None:
    done = RUN.invoke(app, ["measure", "agreement", "--city", "paris"])
    assert done.exit_code == 0
    assert (
        "paris, hand and reader: 74% of the grades are the same, 92% differ by one at most, kappa 0.79" in done.output
    )


class Slowly(io.StringIO):
    """Lines that are typed at a terminal, one in four seconds."""

    now = 0.0

    def readline(self, *size: int) -> str:  # type: ignore[override]
        self.now += 4
        return super().readline(*size)


Play = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Sit at the terminal with a bot, type lines, and stop; what was printed, and the moves of the person."""

    def sit(lines: list[str], *options: str) -> tuple[str, list[str]]:
        saved, keyboard = tmp_path / "game.txt", Slowly("\n".join(lines) + "\n")
        words = ["play", "wordtraveler", "--seats", "me,expert", "--seed", "3", "--save", str(saved), *options]
        monkeypatch.setattr("sys.argv", ["waystation", *words])
        monkeypatch.setattr("sys.stdin", keyboard)
        monkeypatch.setattr("waystation.cli.play.monotonic", lambda: keyboard.now)
        with suppress(SystemExit):
            main()
        moves = parse(saved.read_text(encoding="utf-8")).moves
        return capsys.readouterr().out, [move.action for move in moves if move.seat == 0]

    return sit


def test_nothing_is_taken_back_past_what_was_read(play: Play) -> None:
    """Ruling 29, in the terminal: free while planning, and then not even if everybody agrees."""
    out, moves = play(["stop r4c6", "undo", "stop r4c2", "done", "undo", "quit"])
    assert "Does everybody agree?" not in out
    assert out.count("in this game nothing is taken back past that") == 1
    assert moves == ["stop r4c2", "done"]


def test_the_sand_timer_runs_in_the_terminal(play: Play) -> None:
    """It begins when everybody is ready, and ends planning as it stands: ruling 12."""
    out, moves = play(["stop r4c6", "done", "stop r4c6", "say floating", "stop r2c6", "quit"], "-o", "timer=10")
    assert "Planning begins for all at once, when everybody is ready." in out
    assert [left for left in ("0:10 > ", "0:06 > ", "0:02 > ") if left in out] == ["0:10 > ", "0:06 > ", "0:02 > "]
    assert out.count("Time is up.") == 1
    assert moves == ["done", "stop r4c6", "say floating", "done"]


def test_a_bot_says_why_it_guessed_when_its_guess_is_known(play: Play) -> None:
    """It travels first and is silent; it guesses afterwards, and may talk when that trip is scored."""
    out, _ = play(["stop r4c6", "say floating", "done", "1", "1", "1", "quit"], "-o", "first=2")
    before, said, after = out.partition("  expert: 1. ")
    assert said
    assert "Player 1 is led to" in before
    assert "%)" in after.split("\n")[0]
    assert "  expert: " not in after
