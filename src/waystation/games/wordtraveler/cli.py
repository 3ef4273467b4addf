"""``waystation wordtraveler``: check a city, draw its board, measure the bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from waystation.engine import ComponentError, WaystationError
from waystation.engine.documents import write_whole
from waystation.engine.svg import to_png, to_svg
from waystation.engine.words import count
from waystation.games.wordtraveler import heads, measures
from waystation.games.wordtraveler.checker import check_city
from waystation.games.wordtraveler.components import load_city, load_words, own_folder, read_city, read_words
from waystation.games.wordtraveler.game import WordTraveler
from waystation.games.wordtraveler.listener import grades_of
from waystation.games.wordtraveler.picture.board import bare
from waystation.games.wordtraveler.picture.look import CITIES, drawings

CLI_NAME = "wordtraveler"
app = typer.Typer(help="Word Traveler: check a city, draw its board, measure the bots.", no_args_is_help=True)

MEASURES = ("trips", "teams", "levels", "ablations", "agreement", "cross", "all")

_City = Annotated[str, typer.Option(help="new_york, london, tokyo or paris")]
_Players = Annotated[int, typer.Option(min=2, max=5)]
_Games = Annotated[int, typer.Option(min=1)]


@app.command(epilog="Example: waystation wordtraveler check my_town.toml")
def check(
    city: Annotated[Path, typer.Argument(help="A city file, or the name of a city that ships")],
    words: Annotated[Path | None, typer.Option(help="A word list file; default: the one that ships")] = None,
) -> None:
    """Check a city: thin places, twins, dead and blunt words, dull rows."""
    if str(city) not in CITIES and not city.exists():
        raise WaystationError(f"{city} is neither a file nor one of {', '.join(CITIES)}")
    try:
        word_list = read_words(words) if words else load_words()
        found = load_city(str(city), word_list) if str(city) in CITIES else read_city(city, word_list)
        drawings(found)
    except ComponentError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    remarks = check_city(found, word_list)
    for remark in remarks:
        typer.echo(f"{remark.kind}: {remark.about}: {remark.text}")
    typer.echo(f"{found.name}: 48 places, {len(word_list.ids)} words, {count(len(remarks), 'remark|remarks')}")
    raise typer.Exit(1 if remarks else 0)


@app.command(epilog="Example: waystation wordtraveler board town.png --own my_town")
def board(
    out: Annotated[Path, typer.Argument(help="Where to write: .svg or .png")],
    city: _City = "new_york",
    own: Annotated[str, typer.Option(help="Name of an own city file instead")] = "",
    width: Annotated[int, typer.Option(help="Pixels across, for .png")] = 1080,
) -> None:
    """Draw a city's board. Own cities are looked for in the folder that `where` names."""
    if out.suffix.lower() not in (".svg", ".png"):
        raise WaystationError(f"{out}: the name must end in .svg or .png")
    game = WordTraveler.from_options({"city": city, "own_city": own})
    assert isinstance(game, WordTraveler)
    svg = to_svg(bare(game.picture.town), game.look)
    write_whole(out, to_png(svg, width) if out.suffix.lower() == ".png" else svg)
    typer.echo(f"wrote {out}")


@app.command(epilog="Example: waystation wordtraveler where")
def where() -> None:
    """Print the folder for own cities, word lists and map cards."""
    typer.echo(str(own_folder()))


@app.command(epilog="Example: waystation wordtraveler measure trips --city london --games 60")
def measure(
    what: Annotated[str, typer.Argument(help=" ".join(MEASURES))] = "all",
    city: _City = "london",
    players: _Players = 3,
    games: _Games = 100,
    level: Annotated[int, typer.Option(min=0, max=2)] = 2,
) -> None:
    """Measure the bots: points and souvenirs of teams, ablations, cross-play between different tables."""
    if city not in CITIES or what not in MEASURES:
        raise WaystationError(f"cities are {', '.join(CITIES)}; measures are {', '.join(MEASURES)}")
    grades = grades_of(load_city(city, load_words()))
    if what in ("trips", "all"):
        tally = measures.run(city, 2, games, measures.head(grades, grades, level), solo="guide_me")
        typer.echo(f"{city}, one traveller and one local: {tally.line()}; {measures.on_tracks(tally, 1)}")
    if what in ("teams", "all"):
        for number in range(2, 6):
            tally = measures.run(city, number, games, measures.head(grades, grades, level))
            typer.echo(f"{city}, {number} players: {tally.line()}; {measures.on_tracks(tally, number)}")
    if what in ("levels", "all"):
        _levels(games)
    if what in ("ablations", "all"):
        for name, maker in measures.ablations(city).items():
            typer.echo(f"{city}, {players} players, {name}: {measures.run(city, players, games, maker).line()}")
    if what in ("agreement", "all"):
        for name, table in measures.sources(city).items():
            if name != "hand":
                typer.echo(f"{city}, hand and {name}: {measures.agreement(grades, table).line()}")
    if what in ("cross", "all"):
        _cross(city, players, games, level)


def _levels(games: int) -> None:
    for reach in (*heads.REACHES, 0):
        for number in range(2, 6):
            tally = measures.of_level(reach, number, games)
            name = f"reader:{reach}" if reach else "expert"
            line = f"all cities, {number} players, {name}: {tally.line()}; {measures.on_tracks(tally, number)}"
            typer.echo(line)


def _cross(city: str, players: int, games: int, level: int) -> None:
    tables = measures.sources(city)
    matrix = measures.cross_play(city, players, games, tables, level)
    for (speaks, listens), tally in matrix.items():
        typer.echo(f"{city}, {players} players, traveller {speaks}, locals {listens}: {tally.line()}")
    typer.echo(f"mean of traveller and locals with different tables: {measures.off_diagonal(matrix):.1f} points")
