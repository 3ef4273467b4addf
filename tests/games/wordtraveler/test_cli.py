"""``waystation wordtraveler``."""

from __future__ import annotations

import io
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
        "paris, hand and reader: 78% of the grades are the same, 92% differ by one at most, kappa 0.80" in done.output
    )


def test_nothing_is_taken_back_past_what_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ruling 29, in the terminal: free while planning, and then not even if everybody agrees."""
    lines = ["stop r4c6", "undo", "stop r4c2", "done", "undo", "quit"]
    words = ["play", "wordtraveler", "--seats", "me,expert", "--seed", "3", "--save", str(tmp_path / "game.txt")]
    monkeypatch.setattr("sys.argv", ["waystation", *words])
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    with suppress(SystemExit):
        main()
    out = capsys.readouterr().out
    assert "Does everybody agree?" not in out
    assert out.count("in this game nothing is taken back past that") == 1
    moves = parse((tmp_path / "game.txt").read_text(encoding="utf-8")).moves
    assert [move.action for move in moves if move.seat == 0] == ["stop r4c2", "done"]
