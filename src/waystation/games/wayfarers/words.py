"""Effects in plain words, for buttons, tooltips and the rules reference."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .box import Box
from .components import Edge, Tile
from .counting import need_words
from .expression import ANY_TILE, FREE, Cost, Op
from .names import ANY_GUILD, COLOURS, DECKS, GUILD_NAMES, WORKERS

PLAIN = {
    Op.MARK: "lay influence on a displayed card",
    Op.MOVE: "move influence from one guild to another",
    Op.RETRIEVE: "retrieve a worker",
    Op.REFRESH: "refresh a die",
    Op.ADJUST: "turn a die up or down by 1",
    Op.JOURNAL: "journal one step",
    Op.DIE: "gain a new die",
    Op.TILE: "the journal tile here",
    Op.COMET: "comet marker up",
    Op.FOCUS: "its board's own action",
}


ON_TILES = {
    "+1": "die +1",
    "-1": "die -1",
    "+-1": "die ±1",
    "silver-": "1 silver less",
    "provision-": "1 provision less",
}


@lru_cache(maxsize=4096)
def effect_words(box: Box, effect: int) -> str:
    """One effect as a phrase."""
    what = box.book[effect]
    if what.op in PLAIN:
        return PLAIN[what.op]
    match what.op:
        case Op.SILVER:
            return f"{what.n} silver"
        case Op.PROVISION:
            return provisions(what.n)
        case Op.GUILD:
            guild = "any guild" if what.arg == ANY_GUILD else f"the {GUILD_NAMES[what.arg]} guild"
            return f"{what.n} influence in {guild}"
        case Op.ACQUIRE:
            how = {0: "", FREE: " for free"}.get(what.n, f" for {what.n} silver less")
            return f"acquire {'an' if DECKS[what.arg][0] == 'i' else 'a'} {DECKS[what.arg]} card{how}"
        case Op.TOP:
            return f"acquire the top {DECKS[what.arg]} card of the pile"
        case Op.DRAW:
            return f"draw three {DECKS[what.arg]} cards and keep one"
        case Op.UPGRADE:
            return _upgrade(what.arg, what.n)
        case Op.WORKER:
            return f"place a {' or '.join(WORKERS[colour] for colour in what.parts[0])} worker"
    return _compound(box, effect)


def _upgrade(colour: int, free: int) -> str:
    if colour == ANY_TILE:
        return "gain an upgrade tile"
    name = "special (pink)" if COLOURS[colour] == "pink" else COLOURS[colour]
    return f"gain a {name} upgrade tile{' for free' if free else ''}"


def _compound(box: Box, effect: int) -> str:
    what = box.book[effect]
    parts = [" and ".join(effect_words(box, e) for e in part) for part in what.parts]
    if what.op == Op.CHOICE:
        return ", or ".join(parts)
    cost = cost_words(what.cost)
    return f"pay {cost}: {parts[0]}" if cost else parts[0]


def tile_words(tile: Tile, side: int = 0) -> str:
    """One side of an upgrade tile, column by column: ``die +1 | camel``, ``1 point | 1 silver less``."""
    words: list[str] = []
    for word in tile.texts[side].split():
        if word == "vp":
            words[-1] += " point" if words[-1] == "1" else " points"
        else:
            words.append(ON_TILES.get(word, word))
    return ", ".join(words).replace(", |,", " |")


def edge_words(edge: Edge) -> str:
    """What a connection of the journal track asks for: ``have 2 cities``, ``spend 1 science influence``, or nothing."""
    if edge.have is not None:
        return f"have {need_words(edge.have)}"
    spent = [f"{n} {name} influence" for n, name in zip(edge.spend, GUILD_NAMES, strict=True) if n]
    return f"spend {' and '.join(spent)}" if spent else ""


def cost_words(cost: Cost) -> str:
    """A cost in words: ``1 silver and 2 provisions``, ``2 science influence``."""
    words = [f"{cost.silver} silver"] if cost.silver else []
    words += [provisions(cost.provision)] if cost.provision else []
    words += [f"{n} {name} influence" for n, name in zip(cost.guilds, GUILD_NAMES, strict=True) if n]
    return " and ".join(words)


def provisions(n: int) -> str:
    """So many provisions."""
    return f"{n} provision{'s' if n > 1 else ''}"


def points_words(lines: Mapping[str, int]) -> str:
    """A total and what it is made of: ``9 points (land 2, space 3, caravan 1, guild leads 3)``."""
    made = ", ".join(f"{name} {points}" for name, points in lines.items() if points)
    return f"{sum(lines.values())} points{f' ({made})' if made else ''}"


def effects_words(box: Box, effects: tuple[int, ...]) -> str:
    """Several effects as one phrase; identical ones are counted."""
    counted = dict.fromkeys(effects, 0)
    for effect in effects:
        counted[effect] += 1
    return "; ".join(effect_words(box, e) + (f" ({n} times)" if n > 1 else "") for e, n in counted.items())
