"""Faults of map files are named with their places; the `waystation map` command works."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from waystation.games.waypoints import atlas, mapcheck, mapfile
from waystation.games.waypoints.cli import app
from waystation.games.waypoints.mapfile import Area, Spot, Stop

FILE = Path(atlas.__file__).parent / "data" / "map1.toml"
MAP1 = mapfile.load_map(FILE)


def faults(**changes: object) -> list[str]:
    return mapcheck.check_map(msgspec.structs.replace(MAP1, **changes))


def moved(ident: str, at: tuple[float, float]) -> tuple[Stop, ...]:
    return tuple(msgspec.structs.replace(s, at=at) if s.id == ident else s for s in MAP1.waypoints)


def square(ident: str, x: float, y: float, half: float) -> Area:
    return Area(ident, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


def test_a_map_file_is_read_back_as_it_was_written() -> None:
    assert mapfile.read_map(mapfile.write_map(MAP1)) == MAP1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"waypoints": moved("bear1", (2.0, 0.7))}, "bear1 at (2.0, 0.7) stands on a grid line"),
        ({"waypoints": moved("bear1", (7.0, 0.7))}, "bear1 at (7.0, 0.7) lies outside the sheet"),
        ({"waypoints": moved("camp1", (2.75, 2.84))}, "camp1 at (2.75, 2.84) stands in wood5"),
        ({"waypoints": moved("camp2", (0.5, 0.63))}, "in one place"),
        ({"waypoints": MAP1.waypoints[:3] + MAP1.waypoints[4:]}, "expected the numbers 1 to 6"),
        ({"waypoints": (*MAP1.waypoints, MAP1.waypoints[0])}, "trig1: the name is used twice"),
        ({"weather": MAP1.weather[:3]}, "expected 4 sides, got 3"),
        ({"weather": ((1, 2), *MAP1.weather[1:])}, "side 1: expected 16 numbers, got 2"),
        ({"contours": (*MAP1.contours, square("extra", 1.0, 1.0, 0.2))}, "and extra meet at ("),
        ({"contours": (*MAP1.contours, square("extra", 0.4, 2.8, 0.05))}, "extra meets the river at (0."),
        (
            {"contours": (*MAP1.contours, square("extra", 7.0, 1.0, 0.05))},
            "extra runs more than 0.3 squares past the edge",
        ),
        ({"lakes": (*MAP1.lakes, square("lake10", 0.3, 3.0, 0.1))}, "lake10 is cut by"),
        ({"lakes": (*MAP1.lakes, square("lake10", 5.95, 1.75, 0.1))}, "lake10 reaches over the edge"),
        ({"woods": (*MAP1.woods, square("wood10", 0.66, 2.43, 0.05))}, "lake4 and wood10 overlap"),
        ({"bridges": (Spot("bridge1", (0.5, 2.0)),)}, "bridge1 at (0.5, 2.0) is not on the river"),
        ({"bridges": (*MAP1.bridges, Spot("bridge8", (1.01, 2.57)))}, "is nearer than 0.06 to another line"),
        ({"bridges": MAP1.bridges[:2]}, "no way leads from trig1 to"),
    ],
)
def test_faults_are_found_and_say_where(changes: dict[str, object], says: str) -> None:
    found = faults(**changes)
    assert any(says in fault for fault in found), found


def test_a_mountain_needs_a_height_and_nothing_else_has_one() -> None:
    flat = tuple(msgspec.structs.replace(s, height=0) if s.id == "mt1" else s for s in MAP1.waypoints)
    assert any("mt1" in fault and "hundreds of metres" in fault for fault in faults(waypoints=flat))
    high = tuple(msgspec.structs.replace(s, height=100) if s.id == "bear1" else s for s in MAP1.waypoints)
    assert any("bear1" in fault and "only a mountain" in fault for fault in faults(waypoints=high))


def test_files_that_are_no_maps_are_refused_with_the_field() -> None:
    with pytest.raises(mapfile.MapFileError, match="columns"):
        mapfile.read_map(mapfile.write_map(MAP1).replace("columns = 6", 'columns = "six"'))
    with pytest.raises(mapfile.MapFileError, match="line 1"):
        mapfile.read_map("name = \ncolumns = 6")
    crossed = Area("c", ((1.0, 1.0), (2.0, 2.0), (2.0, 1.0), (1.0, 2.0)))
    assert any("crosses itself" in fault for fault in faults(contours=(crossed,)))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "own_maps", lambda: tmp_path)
    run = CliRunner().invoke
    checked = run(app, ["check", str(FILE)])
    assert checked.exit_code == 0
    assert "3 parts without bridges; playable" in checked.output
    compiled = run(app, ["compile", str(FILE), "--name", "mine"])
    assert compiled.exit_code == 0, compiled.output
    assert (tmp_path / "mine.json").read_bytes() == (atlas.SHIPPED / "map1.json").read_bytes()
    assert "mine" in run(app, ["list"]).output
    picture = tmp_path / "mine.svg"
    assert run(app, ["show", "mine", "--out", str(picture)]).exit_code == 0
    assert picture.read_text().startswith("<svg")
    assert "mt8 in F3i (1000 m)" in " ".join(run(app, ["show", "mine"]).output.split())
    own = tmp_path / "own.toml"
    own.write_bytes(FILE.read_bytes())
    assert "this is the map file itself" in str(run(app, ["compile", str(own), "--out", str(own)]).exception)
    assert own.read_bytes() == FILE.read_bytes()
    bad = tmp_path / "bad.toml"
    bad.write_text(mapfile.write_map(msgspec.structs.replace(MAP1, bridges=())))
    refused = run(app, ["check", str(bad)])
    assert refused.exit_code == 1
    assert "no way leads" in refused.output
    assert run(app, ["show", "atlantis"]).exit_code == 1


def test_map_1_has_no_passage_too_narrow_for_a_pen() -> None:
    assert mapcheck.narrow_passages(MAP1) == []
