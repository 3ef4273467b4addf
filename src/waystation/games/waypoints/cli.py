"""`waystation map`: draw, check, compile and look at maps for Waypoints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from waystation.engine import ComponentError, Region, Scene, WaystationError
from waystation.engine.documents import same_file, write_whole
from waystation.engine.extras import needed_for
from waystation.engine.svg import to_png, to_svg
from waystation.engine.words import count

from .actions import Moves
from .atlas import encode, load_sheet, map_names, save_map
from .mapfile import TYPES, MapFile, MapFileError, load_map, write_map
from .picture import Picture
from .picture.look import LOOK
from .sheet import MARGIN, Sheet

CLI_NAME = "map"

app = typer.Typer(help="Maps for Waypoints: make, check, compile and look at them.", no_args_is_help=True)

Source = Annotated[Path, typer.Argument(help="The map file (TOML).", exists=True, dir_okay=False)]
Name = Annotated[str, typer.Option(help="Name to play it under (default: the file's name).")]
PICTURES = (".svg", ".png")


def _say(text: str, style: str = "", wrong: bool = False) -> None:
    """A line as it is: names of maps may look like markup."""
    Console(stderr=wrong).print(Text(text, style), soft_wrap=True)


@contextmanager
def _told() -> Iterator[None]:
    """What is wrong with a map file ends the command in words, as something that was found; all else can't be done."""
    try:
        yield
    except MapFileError as error:
        _say(str(error), "red", wrong=True)
        raise typer.Exit(1) from error


def _tools() -> Any:
    """What needs shapely: cutting, checking and making maps."""
    with needed_for("this"):
        from . import compiler, generator, mapcheck  # shapely is an extra
    return compiler, mapcheck, generator


def _checked(file: Path) -> tuple[MapFile, Sheet]:
    """A map file, and what it compiles to; each fault is a line of its own."""
    compiler, mapcheck, _ = _tools()
    source = load_map(file)
    faults = mapcheck.check_map(source)
    if faults:
        raise MapFileError("\n".join(faults))
    return source, compiler.compile_map(source)


@app.command(epilog="Example: waystation map check seven.toml")
def check(file: Source) -> None:
    """Say whether a map file is playable, and if not, what is wrong and where."""
    with _told():
        source, sheet = _checked(file)
        _, mapcheck, _ = _tools()
        for key, number in mapcheck.counts(source).items():
            note = "" if number == mapcheck.STANDARD[key] else f"  (map 1 has {mapcheck.STANDARD[key]})"
            _say(f"{key:10} {number:3}{note}")
        for note in mapcheck.narrow_passages(source):
            _say(note, "yellow")
        faces, reaches = count(len(sheet.faces), "face|faces"), count(len(sheet.reaches), "stretch|stretches")
        parts = count(mapcheck.river_sides(sheet), "part|parts")
        _say(f"{faces}, {reaches} of river, {parts} without bridges; playable")


@app.command("compile", epilog="Example: waystation map compile seven.toml --name seven")
def compile_(
    file: Source,
    name: Name = "",
    out: Annotated[Path | None, typer.Option(help="Write the compiled map here instead of into your own maps.")] = None,
) -> None:
    """Check a map file and compile it, so that `--option map=NAME` plays it."""
    with _told():
        if out is not None and same_file(out, file):
            raise WaystationError(f"{out}: this is the map file itself")
        _deliver(_checked(file)[1], name or file.stem.lower(), out)


@app.command(epilog="Example: waystation map new --seed 7 --keep seven.toml")
def new(
    seed: Annotated[int, typer.Option(help="Another seed, another map.")],
    name: Annotated[str, typer.Option(help="Name to play it under (default: sheet-SEED).")] = "",
    keep: Annotated[Path | None, typer.Option(help="Also write the map file (TOML) here.")] = None,
) -> None:
    """Make a new map of map 1's size and kind; it can be played at once."""
    with _told():
        compiler, _, generator = _tools()
        source = generator.new_map(seed)
        if keep is not None:
            write_whole(keep, write_map(source))
        _deliver(compiler.compile_map(source), name or f"sheet-{seed}", None)


@app.command("list", epilog="Example: waystation map list")
def list_() -> None:
    """The maps that can be played."""
    for name in map_names():
        try:
            _say(f"{name:24} {load_sheet(name).name}")
        except (ComponentError, OSError) as error:  # one that is broken must not hide the others
            _say(f"{name}: {error}", "red", wrong=True)


@app.command(epilog="Example: waystation map show seven --out seven.png")
def show(
    name: Annotated[str, typer.Argument(help="A map's name, or a map file (TOML).")],
    out: Annotated[Path | None, typer.Option(help="Write a picture (.svg or .png).")] = None,
    dark: Annotated[bool, typer.Option(help="Dark colours.")] = False,
) -> None:
    """What a map holds; with --out, a picture of it."""
    with _told():
        if out is not None and out.suffix.lower() not in PICTURES:
            raise WaystationError(f"{out}: the name must end in {' or '.join(PICTURES)}")
        sheet = _checked(Path(name))[1] if name.endswith(".toml") else load_sheet(name)
        if out is None:
            _describe(sheet)
            return
        svg = to_svg(blank(sheet), LOOK, "wide", "dark" if dark else "light")
        write_whole(out, to_png(svg, 1800) if out.suffix.lower() == ".png" else svg)


def _describe(sheet: Sheet) -> None:
    _say(f"{sheet.name}: {sheet.columns} x {sheet.rows} squares. {sheet.source}", "bold")
    for hike, side in enumerate(sheet.weather, 1):
        _say(f"weather {hike}: {' '.join(map(str, side))}")
    for index, kind in enumerate(TYPES):
        stops = [stop for stop in sheet.waypoints if stop.type == index]
        told = (f"{s.id} in {sheet.faces[s.face].name}{f' ({s.height} m)' if s.height else ''}" for s in stops)
        _say(f"{kind} ({len(stops)}): {', '.join(told)}")


def blank(sheet: Sheet) -> Scene:
    """The sheet as printed: nothing visited, no game."""
    picture = Picture(sheet, Moves(sheet))
    width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN
    region = Region("map", sheet.name, width, height, 0, 0, 1.5)
    return Scene(sheet.name, width * 1.5, height * 1.5, (region,), tuple(picture.blank()))


def _deliver(sheet: Sheet, name: str, out: Path | None) -> None:
    if out is not None:
        write_whole(out, encode(sheet))
        _say(f"{sheet.name}: written to {out}")
    else:
        file = save_map(name, sheet)
        _say(f"{sheet.name}: play it with --option map={name} ({file})")
