"""Effects, costs and tiles in plain words, for events, buttons, tooltips and refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from waystation.engine.words import Phrase, count, mark, say

from .box import Box
from .counting import need_words
from .expression import ANY_TILE, FREE, Cost, Op
from .names import (
    A_CARD,
    ANY_GUILD,
    ASSET_WORDS,
    ASSETS,
    COLOUR_WORDS,
    DECK_CARD,
    DECK_CARDS,
    GUILD_WORDS,
    PINK,
    WORKER_WORDS,
)  # fmt: skip
from .parts import Edge, Tile

PLAIN = {
    Op.MARK: mark("lay influence on a displayed card"),
    Op.MOVE: mark("move influence from one guild to another"),
    Op.RETRIEVE: mark("retrieve a worker"),
    Op.REFRESH: mark("refresh a die"),
    Op.ADJUST: mark("turn a die up or down by 1"),
    Op.JOURNAL: mark("journal one step"),
    Op.DIE: mark("gain a new die"),
    Op.TILE: mark("the journal tile here"),
    Op.COMET: mark("comet marker up"),
    Op.FOCUS: mark("its board's own action"),
}


def joined(parts: Sequence[str], between: str = mark("{first}; {rest}")) -> Phrase:
    """Phrases one behind the other, with a sign or word between them."""
    text = say("{text}", text=parts[-1] if parts else "")
    for part in reversed(parts[:-1]):
        text = say(between, first=part, rest=text)
    return text


@lru_cache(maxsize=4096)
def effect_words(box: Box, effect: int) -> Phrase:
    """One effect as a phrase."""
    what = box.book[effect]
    if what.op in PLAIN:
        return say(PLAIN[what.op])
    match what.op:
        case Op.SILVER:
            return silver(what.n)
        case Op.PROVISION:
            return provisions(what.n)
        case Op.GUILD:
            if what.arg == ANY_GUILD:
                return say("{n} influence in any guild", n=what.n)
            return say("{n} influence in the {guild} guild", n=what.n, guild=GUILD_WORDS[what.arg])
        case Op.ACQUIRE:
            return _acquire(A_CARD[what.arg], what.n)
        case Op.TOP:
            return say("acquire the top {card} of the pile", card=DECK_CARD[what.arg])
        case Op.DRAW:
            return say("draw three {cards} and keep one", cards=DECK_CARDS[what.arg])
        case Op.UPGRADE:
            return _upgrade(what.arg, what.n)
        case Op.WORKER:
            return say("place a {colours:or} worker", colours=[WORKER_WORDS[colour] for colour in what.parts[0]])
    return _compound(box, effect)


def _acquire(card: Phrase, less: int) -> Phrase:
    if less == FREE:
        return say("acquire {card} for free", card=card)
    return say("acquire {card} for {n} silver less", card=card, n=less) if less else say("acquire {card}", card=card)


def _upgrade(colour: int, free: int) -> Phrase:
    if colour == ANY_TILE:
        return say("gain an upgrade tile")
    name = say("special (pink)") if colour == PINK else COLOUR_WORDS[colour]
    if free:
        return say("gain a {colour} upgrade tile for free", colour=name)
    return say("gain a {colour} upgrade tile", colour=name)


def _compound(box: Box, effect: int) -> Phrase:
    what = box.book[effect]
    parts = [all_of(box, part) for part in what.parts]
    if what.op == Op.CHOICE:
        return joined(parts, mark("{first}, or {rest}"))
    if any(what.cost[:2]):
        return say("pay {cost}: {gain}", cost=cost_words(what.cost), gain=parts[0])
    return parts[0]


def all_of(box: Box, effects: Sequence[int]) -> Phrase:
    """Effects that become available together."""
    return joined([effect_words(box, effect) for effect in effects], mark("{first} and {rest}"))


def effects_words(box: Box, effects: Sequence[int]) -> Phrase:
    """Several effects as one phrase; identical ones are counted."""
    counted = dict.fromkeys(effects, 0)
    for effect in effects:
        counted[effect] += 1
    return joined(
        [
            say("{what} ({n} times)", what=effect_words(box, e), n=n) if n > 1 else effect_words(box, e)
            for e, n in counted.items()
        ]
    )


# ---------------------------------------------------------------------- tiles, connections, costs

ON_TILES = {
    "+1": mark("die +1"),
    "-1": mark("die -1"),
    "+-1": mark("die ±1"),
    "silver-": mark("1 silver less"),
    "provision-": mark("1 provision less"),
    "camel": mark("camel"),
    "ship": mark("ship"),
    "pigeon": mark("pigeon"),
    "telescope": mark("telescope"),
}


@lru_cache(maxsize=256)
def tile_columns(tile: Tile, side: int = 0) -> tuple[Phrase, ...]:
    """What each column of a side of an upgrade tile has."""
    return tuple(_column(text.split()) for text in tile.texts[side].split("|"))


def _column(words: list[str]) -> Phrase:
    found = [
        count(int(words[i - 1]), "point|points") if word == "vp" else say(ON_TILES[word])
        for i, word in enumerate(words)
        if not word.isdecimal()
    ]
    return joined(found, mark("{first}, {rest}"))


def tile_words(tile: Tile, side: int = 0) -> Phrase:
    """One side of an upgrade tile, column by column: ``die +1 | camel``, ``1 point | 1 silver less``."""
    return joined(tile_columns(tile, side), mark("{first} | {rest}"))


def sides_words(tile: Tile) -> Phrase:
    """Both sides of an upgrade tile."""
    return joined([tile_words(tile, side) for side in range(len(tile.sides))], mark("{first}; back: {rest}"))


def edge_words(edge: Edge) -> Phrase:
    """What a connection of the journal track asks for: ``have 2 cities``, ``spend 1 science influence``, or nothing."""
    if edge.have is not None:
        return say("have {what}", what=need_words(edge.have))
    return say("spend {what}", what=influence_words(edge.spend)) if any(edge.spend) else joined([])


def influence_words(amounts: Sequence[int]) -> list[Phrase]:
    """Influence by guild: ``2 science influence``."""
    return [say("{n} {guild} influence", n=n, guild=GUILD_WORDS[guild]) for guild, n in enumerate(amounts) if n]


def cost_words(cost: Cost) -> Phrase:
    """A cost in words: ``1 silver and 2 provisions``, ``2 science influence``."""
    goods = [silver(cost.silver)] if cost.silver else []
    goods += [provisions(cost.provision)] if cost.provision else []
    return say("{goods}", goods=[*goods, *influence_words(cost.guilds)])


def silver(n: int) -> Phrase:
    """So much silver."""
    return say("{n} silver", n=n)


def provisions(n: int) -> Phrase:
    """So many provisions."""
    return count(n, "provision|provisions")


def asset_words(packed: int) -> list[Phrase]:
    """Packed assets one kind after the other: ``2 camels``."""
    counts = [packed >> 4 * asset & 15 for asset in range(len(ASSETS))]
    return [say(ASSET_WORDS[asset], n=n) for asset, n in enumerate(counts) if n]


LINES = {
    "land": say("land"),
    "water": say("water"),
    "space": say("space"),
    "townsfolk": say("townsfolk"),
    "inspiration": say("inspiration"),
    "caravan": say("caravan"),
    "guild leads": say("guild leads"),
}


def points_words(lines: Mapping[str, int]) -> Phrase:
    """A total and what it is made of: ``9 points (land 2, space 3, caravan 1, guild leads 3)``."""
    made = [say("{name} {points}", name=LINES[name], points=points) for name, points in lines.items() if points]
    total = count(sum(lines.values()), "point|points")
    return say("{total} ({made})", total=total, made=joined(made, mark("{first}, {rest}"))) if made else total
