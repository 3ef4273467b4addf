"""Map files that no hand drew: each ends in words, in bounded time and memory, whatever is in it."""

from __future__ import annotations

import copy
import errno
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import waystation
from waystation.engine import OptionError
from waystation.games.waypoints import atlas, mapfile
from waystation.games.waypoints.cli import app

TEXT = (Path(atlas.__file__).parent / "data" / "map1.toml").read_text()
MAP1 = mapfile.read_map(TEXT)
SHEET: dict[str, Any] = msgspec.to_builtins(atlas.load_sheet("map1"))
NAN, INFINITE, HUGE = float("nan"), float("inf"), 1e308
SECONDS = 20


def area(*points: tuple[float, float], ident: str = "extra") -> mapfile.Area:
    return mapfile.Area(ident, points)


def arm(*points: tuple[float, float], ident: str = "extra") -> mapfile.Arm:
    return mapfile.Arm(ident, points)


def stop(ident: str, at: tuple[float, float]) -> mapfile.Stop:
    return mapfile.Stop(ident, "bear", at)


ALONG_GRID = area((1.0, 0.2), (1.0, 0.4), (1.0, 0.6), (1.0, 0.8), (1.2, 0.8), (1.2, 0.5), (1.2, 0.2))
RING = ((2.5, 3.2), (2.55, 3.25), (2.5, 3.3), (2.45, 3.25))
REFUSED: dict[str, dict[str, Any]] = {
    "an arm without points": {"river": (*MAP1.river, arm())},
    "an arm of one point": {"river": (*MAP1.river, arm((1.0, 1.0)))},
    "an arm of one point twice": {"river": (*MAP1.river, arm((1.0, 1.0), (1.0, 1.0)))},
    "a loose arm": {"river": (*MAP1.river, arm((0.2, 0.5), (0.6, 0.52)))},
    "an arm loose at one end": {"river": (*MAP1.river, arm((-0.2, 0.5), (0.6, 0.52)))},
    "a river along a grid line": {"river": (arm((3.0, -0.2), (3.0, 2.0), (3.0, 4.2)),), "bridges": ()},
    "a contour along a grid line": {"contours": (*MAP1.contours, ALONG_GRID)},
    "a contour without points": {"contours": (*MAP1.contours, area())},
    "a contour of one point": {"contours": (*MAP1.contours, area(*[(1.0, 1.0)] * 9))},
    "a contour twice": {"contours": (*MAP1.contours, area(*MAP1.contours[0].points))},
    "a lake without points": {"lakes": (*MAP1.lakes, area())},
    "a wood that is a line": {"woods": (area((1.1, 1.1), (1.2, 1.1), (1.3, 1.1), (1.4, 1.1)),)},
    "NaN in a contour": {"contours": (*MAP1.contours, area((NAN, 1.0), *RING))},
    "NaN in the river": {"river": (*MAP1.river, arm((NAN, 1.0), (1.0, 1.0)))},
    "NaN under a waypoint": {"waypoints": (*MAP1.waypoints, stop("bear9", (NAN, 0.5)))},
    "infinity under a bridge": {"bridges": (mapfile.Spot("b", (INFINITE, 0.0)),)},
    "a lake at the end of the world": {"lakes": (area((HUGE, HUGE), *RING),)},
    "a hundred million columns": {"columns": 100_000_000},
    "no columns": {"columns": 0},
    "rows below nothing": {"rows": -4},
    "a million waypoints": {"waypoints": tuple(stop(f"b{n}", (0.5, 0.5)) for n in range(100_000))},
    "a thousand contours": {"contours": tuple(area(*RING, ident=f"c{n}") for n in range(1000))},
    "a contour of many points": {"contours": (area(*[(n % 100 / 90, n % 77 / 80) for n in range(20_000)]),)},
    "markup in a name": {"waypoints": (*MAP1.waypoints, stop("[/red]", (0.5, 0.9)))},
    "an endless name": {"waypoints": (*MAP1.waypoints, stop("x" * 100_000, (0.5, 0.9)))},
    "a map's name on two lines": {"name": "one\ntwo"},
    "an endless source": {"source": "x" * 100_000},
    "nothing at all": {"waypoints": (), "bridges": (), "river": (), "lakes": (), "woods": (), "contours": ()},
    "weather of nothing": {"weather": ((), (), (), ())},
    "weather beyond all numbers": {"weather": ((2**62,) * 16,) * 4},
}
PLAYABLE: dict[str, dict[str, Any]] = {
    "no contours": {"contours": ()},
    "no lakes and woods": {"lakes": (), "woods": ()},
    "no river": {"river": (), "bridges": ()},
    "markup in the map's name": {"name": "[/red] [bold]", "source": "[/]"},
}


def written(tmp_path: Path, changes: dict[str, Any]) -> Path:
    """A file that says this, numbers that are none included."""
    file = tmp_path / "hostile.toml"
    file.write_text(mapfile.write_map(msgspec.structs.replace(MAP1, **changes)))
    return file


@pytest.mark.parametrize("command", ["check", "compile", "show"])
@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED)
def test_hostile_maps_are_refused_in_words(
    changes: dict[str, Any], command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path / "maps")
    begun = time.process_time()
    result = CliRunner().invoke(app, [command, str(written(tmp_path, changes))])
    assert time.process_time() - begun < SECONDS
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit), result.exception
    lines = result.output.strip().split("\n")
    assert 1 <= len(lines) <= 22
    assert all(len(line) < 400 for line in lines)
    assert not (tmp_path / "maps").exists()


@pytest.mark.parametrize("changes", PLAYABLE.values(), ids=PLAYABLE)
def test_odd_maps_are_playable(changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path / "maps")
    file = written(tmp_path, changes)
    checked = CliRunner().invoke(app, ["check", str(file)])
    assert checked.exit_code == 0, checked.output
    compiled = CliRunner().invoke(app, ["compile", str(file), "--name", "odd"])
    assert compiled.exit_code == 0, compiled.output
    assert CliRunner().invoke(app, ["list"]).exit_code == 0
    assert CliRunner().invoke(app, ["show", "odd"]).exit_code == 0
    state = waystation.load("waypoints", players=1, map="odd").new_state(1)
    while not state.is_over:
        state.apply(state.legal_actions(0)[-1], 0)


@pytest.mark.parametrize(
    "text",
    ["", "[" * 5000, "\x00", "name = 1", TEXT.replace("columns = 6", "columns = 1e400"), "waypoints = [" + "{}," * 99],
)
def test_files_that_are_no_maps(text: str, tmp_path: Path) -> None:
    file = tmp_path / "no.toml"
    file.write_text(text)
    result = CliRunner().invoke(app, ["check", str(file)])
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), result.exception


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_map_file_is_text_however_an_editor_wrote_it(coding: str, tmp_path: Path) -> None:
    file, mark = tmp_path / "map.toml", "\ufeff" if coding == "utf-16-le" else ""
    file.write_bytes((mark + TEXT.replace("\n", "\r\n")).encode(coding))
    assert mapfile.load_map(file) == MAP1


def test_a_map_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays it meanwhile reads the one or the other, never a part."""
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path)
    file = atlas.save_map("mine", atlas.load_sheet("map1"))
    before = file.read_bytes()

    def full(path: Path, data: bytes) -> None:
        with path.open("wb") as written:
            written.write(data[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space") as told:
        atlas.save_map("mine", atlas.load_sheet("map1"))
    assert (told.value.filename, file.read_bytes()) == (str(file), before)


def test_a_broken_map_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path)
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "whole.json").write_bytes((atlas.SHIPPED / "map1.json").read_bytes())
    listed = CliRunner().invoke(app, ["list"])
    assert listed.exit_code == 0
    assert "map1" in listed.stdout
    assert "whole" in listed.stdout
    assert "broken: " in listed.stderr


def test_a_picture_is_what_its_name_says(tmp_path: Path) -> None:
    run = CliRunner().invoke
    for name in ("m.jpg", "m", "m.svg.txt"):
        refused = run(app, ["show", "map1", "--out", str(tmp_path / name)])
        assert refused.exit_code == 1
        assert ".svg or .png" in str(refused.exception)
        assert not (tmp_path / name).exists()
    assert run(app, ["show", "map1", "--out", str(tmp_path / "m.SVG")]).exit_code == 0
    assert (tmp_path / "m.SVG").read_bytes().startswith(b"<svg")
    assert run(app, ["show", "map1", "--out", str(tmp_path / "nowhere" / "m.svg")]).exit_code == 1
    assert run(app, ["show", str(tmp_path / "none.toml")]).exit_code == 1


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        holder: Any = document
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    return change


HOSTILE_SHEETS: dict[str, Callable[[dict[str, Any]], None]] = {
    "a waypoint far away": put("waypoints", 0, 4, value=[HUGE, 1.0]),
    "a waypoint nowhere": put("waypoints", 0, 4, value=[NAN, 1.0]),
    "a face at infinity": put("faces", 0, 2, value=[INFINITE, 1.0]),
    "a bridge turned without end": put("bridges", 0, 2, value=HUGE),
    "a bridge nowhere": put("bridges", 0, 1, value=[-HUGE, 1.0]),
    "a lake nowhere": put("lakes", 0, 1, value=[NAN, NAN]),
    "a reach nowhere": put("reaches", 0, 2, value=[1.0, NAN]),
    "a reach without banks": put("reaches", 0, 3, value=[]),
    "an outline of words": put("faces", 0, 3, value="M0 0Lhello"),
    "an outline of nothing": put("reaches", 0, 4, value=""),
    "a mountain beyond the sky": put("waypoints", 2, 5, value=2**40),
    "a name that is none": put("name", value="\x1b[2J"),
    "weather of storms": put("weather", value=[[10**9] * 16] * 4),
    "no weather": put("weather", value=[[]] * 4),
    "too many columns": put("columns", value=10**9),
}


@pytest.mark.parametrize("change", HOSTILE_SHEETS.values(), ids=HOSTILE_SHEETS)
def test_hostile_sheets_are_refused_by_the_option(change: Callable[[dict[str, Any]], None]) -> None:
    document = copy.deepcopy(SHEET)
    change(document)
    with pytest.raises(OptionError):
        waystation.load("waypoints", players=1, sheet=document)


def test_a_goal_of_nothing_pays_nothing() -> None:
    """A map without lakes: nobody has them all; chance never names that goal."""
    document = copy.deepcopy(SHEET)
    document["lakes"] = []
    game = waystation.load("waypoints", players=1, goal="lakes", sheet=document)
    assert game.new_state(1).scores() == [0]
    goals = {waystation.load("waypoints", players=1, sheet=document).new_state(n).view(0).table.goal for n in range(40)}
    assert goals == {"woods", "squares", "bridges"}
