"""What there is to know about an installed game: options, look, rules, and a picture."""

from __future__ import annotations

import gzip
import logging
import re
from contextlib import suppress
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Any, Literal, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token

import waystation
from waystation.engine import Chance, Game, pictures, position, record
from waystation.engine.svg import Theme, to_svg
from waystation.engine.typed import learn, schema

from . import protocol, reading, reviews, rows, worker
from .bots import bots_of
from .games import load_game, look, look_hash
from .lessons import lesson_of
from .protocol import GameInfo
from .thumbnail import detail

log = logging.getLogger("waystation.server")

Text = Literal["rules", "rulings"]
PICTURE_MOVES = 60


def make_ready() -> None:
    """Load every game that can be loaded, and learn every type that anything sent to a server is read into.

    It is done before the server listens: whoever came while a type is learned would have to wait (see `typed`).
    """
    learn(*protocol.READ, *rows.READ, *record.READ, *position.READ, *worker.READ, *reading.READ, *reviews.READ)
    for game in all_games():
        with suppress(Exception):  # its default options may be none of its own (a game that needs a file, say)
            learn(load_game(game.name, "{}").document_type())


def all_games() -> list[GameInfo]:
    """All installed games that can be loaded; one that can't does not hide the others."""
    found = []
    for name in waystation.game_names():
        try:
            found.append(game_info(name))
        except Exception:
            log.exception("game cannot be loaded: %s", name)
    return found


@lru_cache
def game_info(name: str) -> GameInfo:
    """An installed game; KeyError if there is none of that name."""
    kind = waystation.game_type(name)
    return GameInfo(
        name=name,
        spec=kind.spec,
        rules_version=kind.rules_version,
        options=_form(kind),
        look=look_hash(name),
        bots=bots_of(name),
        default_bot=kind.default_bot,
        lesson=lesson_of(name) is not None,
    )


def _form(kind: type[Game]) -> dict[str, Any]:
    """The options' schema; what a form begins with is what a table should have (`Spec.tables`)."""
    form = schema(kind.options_type)
    for key, value in kind.spec.tables.items():
        form["$defs"][kind.options_type.__name__]["properties"][key]["default"] = value
    return form


@lru_cache
def packed_look(name: str) -> bytes:
    """The look, compressed; a game with many symbols has half a megabyte of it."""
    return gzip.compress(look(name), 6, mtime=0)


@lru_cache
def text(name: str, which: Text) -> str | None:
    """A game's RULES.md or RULINGS.md as HTML; None if it has none. HTML in the text is not let through."""
    source = waystation.game_type(name).shipped(f"{which.upper()}.md")
    return None if source is None else _html(source)


def positions(name: str) -> list[str]:
    """The names of the pictures in a game's rules."""
    found = pictures.of(waystation.game_type(name))
    return [] if found is None else list(found.positions)


@lru_cache(maxsize=256)
def position_picture(name: str, which: str, theme: Theme) -> str | None:
    """A picture of a game's rules as SVG; None if it has none of that name."""
    kind = waystation.game_type(name)
    found = pictures.of(kind)
    return None if found is None or which not in found.positions else pictures.svg(found, which, kind, theme)


def _html(source: str) -> str:
    """A text as HTML. Of a picture there are its name and caption: the page asks for it when it comes into sight."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(source)
    for token in tokens:
        token.children = [_figure(child) for child in token.children or ()]
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            slug = "".join(letter if letter.isalnum() else "-" for letter in content.content.casefold())
            heading.attrSet("id", slug.strip("-"))
    return cast(str, reader.renderer.render(tokens, reader.options, {}))


_POSITION = re.compile("position:[a-z0-9-]+")


def _figure(token: Token) -> Token:
    source = str(token.attrs.get("src", ""))
    if token.type != "image" or not _POSITION.fullmatch(source):
        return token
    name, caption = source.partition(":")[2], escape(token.content)
    shown = f'<span class="figure" data-position="{name}"><span class="caption">{caption}</span></span>'
    return Token("html_inline", "", 0, content=shown)


@lru_cache(maxsize=64)
def picture(name: str, theme: Theme) -> str:
    """A detail of a game in progress as SVG, always the same: some moves of a chance game with default options."""
    game = load_game(name, "{}")
    state, chance = game.new_state(1), Chance.of(1, "picture")
    for _ in range(PICTURE_MOVES):
        before = state.clone()
        seat = state.to_act[0]
        state.advance(chance.choice(state.legal_actions(seat)), seat)
        if state.is_over:
            state = before
            break
    return to_svg(detail(game.draw(state.view(None))), game.look, theme=theme)
