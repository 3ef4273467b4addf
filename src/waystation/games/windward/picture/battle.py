"""A battle under way: both sides with their dice, and the chances of each choice at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Node, Part, Rect, View, kit
from waystation.engine.words import Phrase, count, say
from waystation.games.windward.view import BattleView, TableView

from .look import CRESTERS

W, LINE, TOP = 500, 34, 36
LEAST = 12.7
CHOICES = 8
"""So many choices are shown; the buttons tell all."""


def battle_height(fight: BattleView) -> float:
    """How tall the panel is."""
    rows = -(-len(fight.odds[:CHOICES]) // 2)
    return TOP + 2 * LINE + (26 + 24 * rows if rows else 0) + (30 if fight.uncounted else 0) + 6


def battle(view: View, table: TableView) -> Iterator[Node]:
    """The panel; nothing while there is no battle."""
    fight = table.battle
    if fight is None:
        return
    parts: list[Part] = [kit.panel(W, battle_height(fight))]
    heading = say("Battle on {place}", place=fight.space)
    parts.append(kit.line(14, 20, heading, 15, bold=True))
    told = []
    for side, piece in enumerate((fight.attacker, fight.defender)):
        name, result = who(view, piece), fight.results[side]
        y = TOP + LINE * side + 14
        parts.append(kit.line(14, y, name, 15, most=150))
        parts += dice(fight.dice[side], 176, y)
        if fight.added[side]:
            parts.append(kit.line(W - 70, y, f"+{fight.added[side]}", 15, "end", bold=True))
        parts.append(kit.line(W - 18, y, "–" if result is None else str(result), 24, "end", bold=True))
        told.append(say("{who} has not rolled", who=name) if result is None else say(
            "{who} {result} (dice {dice}, added {added})", who=name, result=result, added=fight.added[side],
            dice=[str(face) for face in fight.dice[side]] or "–",
        ))  # fmt: skip
    parts += _odds(fight)
    title = say("{battle}: {attacker}; {defender}", battle=heading, attacker=told[0], defender=told[1])
    yield kit.node("battle", "battle", parts, title=title)


def dice(faces: Sequence[int], x: float, y: float) -> list[Part]:
    """The dice in a row, as large as there is room."""
    size = min(26.0, 240 / max(1, len(faces)) - 2)
    return [
        kit.die(place, y, face, size) if face else Rect(place - size / 2, y - size / 2, size, size, 4, "die")
        for place, face in zip(kit.row(len(faces), x, size + 2), faces, strict=True)
    ]


def _odds(fight: BattleView) -> Iterator[Part]:
    """A row for each choice: its chances in numbers, and as a bar."""
    top = TOP + 2 * LINE + 8.0
    shown = fight.odds[:CHOICES]
    if shown:
        yield kit.line(14, top, say("Chances to win, tie and lose"), 13, role="soft")
        top += 20
    for (x, y), (name, win, tie, loss) in zip(kit.grid(len(shown), 2, 14, top, 240, 24), shown, strict=False):
        yield kit.line(x, y, choice(name), 13, most=72, smallest=LEAST)
        left = x + 76
        for role, share in (("win", win), ("even", tie), ("lose", loss)):
            yield Rect(left, y - 8, 48 * share, 16, 0, role)
            left += 48 * share
        yield kit.line(x + 130, y, f"{win:.0%} {tie:.0%} {loss:.0%}", 13, most=108, smallest=LEAST)
    if fight.uncounted:
        y = top + 24 * -(-len(shown) // 2) + 2
        text = say("Not in them: the other side may add {more}.", more=fight.uncounted)
        yield kit.line(14, y, text, 13, role="soft", most=W - 28, smallest=LEAST)


def choice(name: str) -> Phrase:
    """A choice in words: ``fire 2``, ``roll``, ``+4``."""
    kind, _, number = name.partition(" ")
    if kind == "fire":
        return count(int(number), "cannon|cannons")
    return say("roll") if kind == "roll" else say("{n:+} hits", n=int(name))


def who(view: View, piece: str) -> str:
    """A piece by its owner's name."""
    kind, _, rest = piece.partition(" ")
    if kind not in ("ship", "boat"):
        return say(CRESTERS[piece])
    name = view.names[int(rest.partition(".")[0]) - 1]
    return name if kind == "ship" else say("{who}'s boat", who=name)
