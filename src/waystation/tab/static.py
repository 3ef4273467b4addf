"""What a static site answers without any Python in the browser: made when the site is built, by a whole Waystation."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from waystation.engine import words
from waystation.engine.svg import Theme
from waystation.server import about
from waystation.server.about import Text
from waystation.server.games import look

THEMES: tuple[Theme, ...] = ("light", "dark")
TEXTS: tuple[Text, ...] = ("rules", "rulings")


def answers() -> Iterator[tuple[str, bytes]]:
    """Paths as a server has them, and what is to stand there."""
    games = about.all_games()
    yield "api/games.json", msgspec.json.encode(games)
    yield "api/language.json", msgspec.json.encode(words.spoken())
    for game in games:
        folder = f"api/games/{game.name}"
        yield f"{folder}/look.json", look(game.name)
        for theme in THEMES:
            yield f"{folder}/picture-{theme}.svg", about.picture(game.name, theme).encode()
        for position in about.positions(game.name):
            for theme in THEMES:
                found = about.position_picture(game.name, position, theme)
                yield f"{folder}/positions/{position}-{theme}.svg", (found or "").encode()
        for which in TEXTS:
            yield f"{folder}/{which}.html", (about.text(game.name, which) or "").encode()  # so that it is kept, too
