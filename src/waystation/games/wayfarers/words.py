"""Effects in plain words, for buttons, tooltips and the rules reference."""

from __future__ import annotations

from functools import lru_cache

from .box import Box
from .expression import ANY_TILE, FREE, Op, cost_text
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
            return f"{what.n} provision{'s' if what.n > 1 else ''}"
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
    cost = cost_text(what.cost)
    return f"pay {cost}: {parts[0]}" if cost else parts[0]


def effects_words(box: Box, effects: tuple[int, ...]) -> str:
    """Several effects as one phrase; identical ones are counted."""
    counted = dict.fromkeys(effects, 0)
    for effect in effects:
        counted[effect] += 1
    return "; ".join(effect_words(box, e) + (f" ({n} times)" if n > 1 else "") for e, n in counted.items())
