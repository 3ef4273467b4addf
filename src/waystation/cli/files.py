"""`replay`, `check` and `show`: records, scenarios and positions from files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import waystation
from waystation.cli.common import (
    FOUND_WRONG,
    CommandError,
    OptionList,
    complain,
    console,
    game_type,
    load_game,
    read_text,
)
from waystation.cli.table import render, score_table
from waystation.engine import (
    Edition,
    LessonError,
    Match,
    PictureError,
    RecordError,
    ScenarioError,
    State,
    Viewer,
    WaystationError,
    lesson,
    pictures,
)
from waystation.engine import record as records
from waystation.engine import scenario as scenarios
from waystation.engine.chance import Seed, commitment
from waystation.engine.documents import from_json, read_file, write_whole
from waystation.engine.errors import PlacedError
from waystation.engine.svg import WIDEST, to_png
from waystation.engine.words import said, told

RecordFile = Annotated[Path, typer.Argument(help='A game record ("-": standard input).', show_default=False)]
To = Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many moves.", show_default=False)]
SeatOption = Annotated[
    int | None,
    typer.Option(help="Whose view, from 1; 0: what all may know. Default: who is to act.", show_default=False),
]


class LayoutName(StrEnum):
    """The two layouts of a scene."""

    wide = "wide"
    narrow = "narrow"


class ThemeName(StrEnum):
    """The two themes of a scene."""

    light = "light"
    dark = "dark"


LayoutOption = Annotated[LayoutName, typer.Option(help="wide: a screen; narrow: a phone.")]
ThemeOption = Annotated[ThemeName, typer.Option(help="Colours.")]


# ---------------------------------------------------------------------- replay


def replay(
    file: RecordFile,
    verify: Annotated[bool, typer.Option("--verify", help="The checksum must be there and good, too.")] = False,
    seed: Annotated[
        str | None,
        typer.Option(help="The seed, revealed after the game; must match its commitment.", show_default=False),
    ] = None,
    to: To = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the table at the end to this file.", show_default=False)
    ] = None,
    position: Annotated[
        bool, typer.Option("--position", help="Print the last position as JSON, nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not list the moves.")] = False,
) -> None:
    """Play a game record again, checking every move and every draw of chance."""
    if svg is not None:
        picture_name(svg)
    record = records.parse(read_text(file), str(file))
    try:
        if verify or seed is not None:
            match = records.verify(record, str(file), seed)
            if to is not None:
                match.undo(max(0, len(match.moves) - to))
        else:
            match = records.replay(record, to=to, source=str(file))
    except RecordError as error:
        complain(f"error: {error}")
        raise typer.Exit(FOUND_WRONG) from error
    if svg is not None:
        write_picture(match.game.svg(match.view(_viewer(match.state, None))), svg, 0)
    if position:
        print(json.dumps(match.state.position(), indent=1))
        return
    if not quiet:
        _list_moves(match)
    _end(match, file, verified=verify or seed is not None)


def _list_moves(match: Match) -> None:
    screen, told_to_all = console(), match.told(None)
    for event in told_to_all[: match.moves[0].events[0] if match.moves else None]:
        screen.print(Text(f"     · {event.text}", style="dim"))
    for number, move in enumerate(match.moves, 1):
        screen.print(Text.assemble((f"{number:>4} ", "cyan"), f"{match.names[move.seat]}: {match.notation(move)}"))
        for event in told_to_all[slice(*move.events)]:
            screen.print(Text(f"     · {event.text}", style="dim"))


def _end(match: Match, file: Path, verified: bool) -> None:
    screen = console()
    view = match.view(None)
    screen.print(score_table(view.sheets, match.names))
    outcome = match.state.outcome()
    screen.print(told(outcome.text, match.names) if outcome else view.question)
    if verified and match.seed is not None:
        screen.print(_proven(match, match.seed), soft_wrap=True)
    done = said("verified") if verified else said("replayed")
    end = said("{file}: {n:move|moves} {done}, nothing wrong.", file=str(file), n=len(match.moves), done=done)
    screen.print(end, soft_wrap=True)


def _proven(match: Match, seed: Seed) -> str:
    """What a verified record says about its dice."""
    facts = {"seed": str(seed), "commitment": commitment(seed)}
    if not match.shares:
        return said("Everything was drawn from the seed {seed}; its commitment is {commitment}.", **facts)
    whose = [f"{match.names[seat]} {share}" for seat, share in sorted(match.shares.items())]
    return said(
        "Everything was drawn from a hash of the seed {seed} (its commitment is {commitment}) and of what players' "
        "browsers added: {shares}.",
        **facts,
        shares=whose,
    )


# ---------------------------------------------------------------------- check


def check(
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders of them.", show_default=False)],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name the scenarios that hold, too.")] = False,
) -> None:
    """Run scenarios, lessons and pictures: rules tests, guided first games and what rules show, as TOML files."""
    screen = console()
    held = failed = 0
    for path in _scenario_files(paths):
        for result in _run_file(path):
            if isinstance(result, PlacedError):
                failed += 1
                complain(f"FAILED  {result}")
            else:
                held += 1
                if verbose:
                    title = said("pictures of the rules") if isinstance(result, pictures.Pictures) else result.title
                    screen.print(f"ok      {result.place}: {title}")
    screen.print(said("{n:scenario holds|scenarios hold}, {failed:does|do} not.", n=held, failed=failed))
    if failed:
        raise typer.Exit(FOUND_WRONG)


def _scenario_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(path.rglob("*.toml"))
            if not found:
                raise CommandError(f"{path}: no .toml file in this folder")
            yield from found
        elif path.exists():
            yield path
        else:
            raise CommandError(f"{path}: there is no such file")


def _run_file(path: Path) -> Iterator[scenarios.Scenario | lesson.Lesson | pictures.Pictures | PlacedError]:
    if path.name in (lesson.FILE, pictures.FILE):
        yield (_run_lesson if path.name == lesson.FILE else _run_pictures)(path)
        return
    try:
        found = scenarios.load(path)
    except ScenarioError as error:
        yield error
        return
    for scenario in found:
        try:
            scenarios.check(scenario)
            yield scenario
        except ScenarioError as error:
            yield error


def _run_pictures(path: Path) -> pictures.Pictures | PlacedError:
    """The pictures of the rules that lie beside the file."""
    try:
        found = pictures.load(path)
        pictures.check(found, game_type(found.game), read_file(path.with_name("RULES.md")))
    except PlacedError as error:
        return error
    except (ValueError, OSError) as error:
        return PictureError(str(path), str(error))
    return found


def _run_lesson(path: Path) -> lesson.Lesson | PlacedError:
    try:
        guided = lesson.load(path)
        lesson.check(guided, game_type(guided.game).from_options(guided.options))
    except PlacedError as error:
        return error
    except WaystationError as error:
        return LessonError(str(path), str(error))
    return guided


# ---------------------------------------------------------------------- show


def show(
    what: Annotated[str, typer.Argument(help="A position (JSON), a record, or a game's name.", show_default=False)],
    out: Annotated[
        Path | None, typer.Option("--out", help="An .svg or .png file. Default: the terminal.", show_default=False)
    ] = None,
    to: To = None,
    seat: SeatOption = None,
    layout: LayoutOption = LayoutName.wide,
    theme: ThemeOption = ThemeName.light,
    width: Annotated[int, typer.Option(min=0, max=WIDEST, help="Pixels across, for PNG; 0: as drawn.")] = 0,
    seed: Annotated[str | None, typer.Option(help="Seed, with a game's name. Default: 0.", show_default=False)] = None,
    option: OptionList = None,
) -> None:
    """Draw a position, a moment of a record or a game's set-up: as SVG, as PNG, or in the terminal."""
    if out is not None and str(out) != "-":
        picture_name(out)
    game, state, names = _state(what, to, seed, option)
    view = state.view(_viewer(state, seat), names)
    if out is None:
        console().print(render(view, game))
        console().print(score_table(view.sheets, view.names))
        console().print(view.question)
    else:
        write_picture(game.svg(view, layout.value, theme.value), out, width)


def _state(
    what: str, to: int | None, seed: str | None, option: list[str] | None
) -> tuple[Edition, State, tuple[str, ...]]:
    if what in waystation.game_names():
        _goes_with_records(what, to)
        game = load_game(what, option)
        return game, game.new_state("0" if seed is None else seed), game.seat_names
    if seed is not None or option:
        raise CommandError(f"{what}: --seed and --option go with a game's name; a file says both itself")
    path = Path(what)
    if what != "-" and not path.exists():
        raise CommandError(f"{what!r} is neither a file nor a game; games are {', '.join(waystation.game_names())}")
    text = read_text(path)
    if text.startswith(records.MAGIC):
        match = records.replay(records.parse(text, what), to=to, source=what)
        return match.game, match.state, match.names
    _goes_with_records(what, to)
    state = waystation.state_from(_document(text, what))
    return state.game, state, state.game.seat_names


def _goes_with_records(what: str, to: int | None) -> None:
    if to is not None:
        raise CommandError(f"{what}: --to goes with a record; nothing has been played here")


def _document(text: str, source: str) -> dict[str, Any]:
    try:
        document = from_json(text)
    except ValueError as error:
        raise CommandError(f"{source}: neither a record nor a JSON position: {error}") from error
    if not isinstance(document, dict) or document.get("game") not in waystation.game_names():
        raise CommandError(f"{source}: a position is a JSON object that names its game under 'game'")
    return document


def _viewer(state: State, seat: int | None) -> Viewer:
    if seat is None:
        return state.to_act[0] if state.to_act else None
    if seat > state.game.players or seat < 0:
        raise CommandError(f"there is no seat {seat}; seats run from 1 to {state.game.players}, 0 is a spectator")
    return seat - 1 if seat else None


def write_picture(svg: str, path: Path, width: int) -> None:
    """An SVG document to a .svg or .png file, or to standard output for "-"."""
    if str(path) == "-":
        sys.stdout.write(svg + "\n")
        return
    picture_name(path)
    write_whole(path, svg if path.suffix.lower() == ".svg" else to_png(svg, width))


def picture_name(path: Path) -> None:
    """Refuse a name that says no kind of picture that we can draw."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise CommandError(f"{path}: the name must end in .svg or .png")
