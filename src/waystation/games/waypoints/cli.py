"""`waystation map`: draw, check, compile and look at maps for Waypoints."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from waystation.engine import ComponentError, Region, Scene
from waystation.engine.borders import shown
from waystation.engine.svg import to_png, to_svg

from .atlas import encode, load_sheet, map_names, save_map
from .mapfile import MapFileError, load_map, write_map
from .moves import Moves
from .picture import Picture
from .picture.look import LOOK
from .sheet import MARGIN, Sheet

CLI_NAME = "map"

app = typer.Typer(help="Maps for Waypoints: make, check, compile and look at them.", no_args_is_help=True)
_console = Console()

Source = Annotated[Path, typer.Argument(help="The map file (TOML).", exists=True, dir_okay=False)]
Name = Annotated[str, typer.Option(help="Name to play it under (default: the file's name).")]


def _say(text: str, style: str = "") -> None:
    """A line that may hold what somebody else wrote: it is shown, and does nothing else."""
    _console.print(shown(text, keep="\n"), style=style, markup=False, highlight=False)


def _stop(message: str) -> typer.Exit:
    _say(message, "red")
    return typer.Exit(1)


def _need_shapely() -> None:
    try:
        import shapely  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        raise _stop("This needs shapely: pip install 'waystation[maps]'") from None


@app.command()
def check(file: Source) -> None:
    """Say whether a map file is playable, and if not, what is wrong and where."""
    _need_shapely()
    from .compiler import compile_map
    from .mapcheck import STANDARD, check_map, counts, narrow_passages, river_sides

    try:
        source = load_map(file)
    except MapFileError as error:
        raise _stop(f"{file}: {error}") from error
    faults = check_map(source)
    for fault in faults:
        _say(fault, "red")
    if faults:
        raise typer.Exit(1)
    sheet = compile_map(source)
    have = counts(source)
    for key, count in have.items():
        note = "" if count == STANDARD[key] else f"  (map 1 has {STANDARD[key]})"
        _console.print(f"{key:10} {count:3}{note}")
    for note in narrow_passages(source):
        _say(note, "yellow")
    _console.print(
        f"{len(sheet.faces)} faces, {len(sheet.reaches)} stretches of river, "
        f"{river_sides(sheet)} parts without bridges; playable"
    )


@app.command("compile")
def compile_(
    file: Source,
    name: Name = "",
    out: Annotated[Path | None, typer.Option(help="Write the compiled map here instead of into your own maps.")] = None,
) -> None:
    """Check a map file and compile it, so that `--option map=NAME` plays it."""
    _need_shapely()
    from .compiler import compile_map
    from .mapcheck import check_map

    try:
        source = load_map(file)
        faults = check_map(source)
        if faults:
            raise _stop("\n".join(faults))
        _deliver(compile_map(source), name or file.stem.lower(), out)
    except (MapFileError, ComponentError) as error:
        raise _stop(str(error)) from error


@app.command()
def new(
    seed: Annotated[int, typer.Option(help="Another seed, another map.")],
    name: Name = "",
    keep: Annotated[Path | None, typer.Option(help="Also write the map file (TOML) here.")] = None,
) -> None:
    """Make a new map of map 1's size and kind; it can be played at once."""
    _need_shapely()
    from .compiler import compile_map
    from .generator import new_map

    try:
        source = new_map(seed)
        if keep is not None:
            keep.write_text(write_map(source), encoding="utf-8")
        _deliver(compile_map(source), name or f"sheet-{seed}", None)
    except (MapFileError, ComponentError) as error:
        raise _stop(str(error)) from error


@app.command("list")
def list_() -> None:
    """The maps that can be played."""
    for name in map_names():
        _say(f"{name:24} {load_sheet(name).name}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A map's name, or a map file (TOML).")],
    out: Annotated[Path | None, typer.Option(help="Write a picture (.svg or .png).")] = None,
    dark: Annotated[bool, typer.Option(help="Dark colours.")] = False,
) -> None:
    """What a map holds; with --out, a picture of it."""
    try:
        sheet = _sheet(name)
    except (MapFileError, ComponentError) as error:
        raise _stop(str(error)) from error
    if out is None:
        _describe(sheet)
        return
    svg = to_svg(blank(sheet), LOOK, "wide", "dark" if dark else "light")
    if out.suffix == ".png":
        out.write_bytes(to_png(svg, 1800))
    else:
        out.write_text(svg, encoding="utf-8")


def _sheet(name: str) -> Sheet:
    if not name.endswith(".toml"):
        return load_sheet(name)
    _need_shapely()
    from .compiler import compile_map

    return compile_map(load_map(Path(name)))


def _describe(sheet: Sheet) -> None:
    from .mapfile import TYPES

    _say(f"{sheet.name}: {sheet.columns} x {sheet.rows} squares. {sheet.source}")
    for hike, side in enumerate(sheet.weather, 1):
        _console.print(f"weather {hike}: {' '.join(map(str, side))}")
    for index, kind in enumerate(TYPES):
        stops = [stop for stop in sheet.waypoints if stop.type == index]
        told = (f"{s.id} in {sheet.faces[s.face].name}{f' ({s.height} m)' if s.height else ''}" for s in stops)
        _say(f"{kind} ({len(stops)}): {', '.join(told)}")


def blank(sheet: Sheet) -> Scene:
    """The sheet as printed: nothing visited, no game."""
    picture = Picture(sheet, Moves(sheet))
    width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN
    return Scene(
        sheet.name,
        width * 1.5,
        height * 1.5,
        (Region("map", sheet.name, width, height, 0, 0, 1.5),),
        tuple(picture.blank()),
    )


def _deliver(sheet: Sheet, name: str, out: Path | None) -> None:
    if out is not None:
        out.write_bytes(encode(sheet))
        _say(f"{sheet.name}: written to {out}")
    else:
        file = save_map(name, sheet)
        _say(f"{sheet.name}: play it with --option map={name} ({file})")
