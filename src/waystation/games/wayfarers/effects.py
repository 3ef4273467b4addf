"""The interpreter: which pending effects can be used now, why not, and what happens when one is.

A pool is a frame that lists entries. Silver, provisions and new dice are taken at once: no rule ever makes that worse
(ruling 2). Of the rest the player takes the next one or drops all; what is offered can always be carried through,
because `can` looks at everything that will have to be paid. An effect that needs a target asks for it in a TARGET
frame, where it may still be dropped, except for the first effect of a worker (`must`).
"""

from __future__ import annotations

from collections.abc import Sequence

from waystation.engine import EventLog
from waystation.engine.words import Phrase, Seat, say

from . import cards, influence, track, upgrades
from .box import Box
from .dice import thrown
from .expression import Cost, Op
from .frames import EFFECT, PROVISION_SHIFT, SHIFT, Ask, discount, entries_of
from .names import ANY_GUILD
from .pools import push
from .state import WayfarersState
from .words import cost_words, effect_words, joined, provisions

SILVER, PROVISION, DIE, GUILD, MARK, MOVE, RETRIEVE, REFRESH, ADJUST, JOURNAL = map(int, list(Op)[:10])
FIRST, CHOSEN = 1, 2
"""Of a pool, `must`: the first effect has to be used, as a worker's; it was chosen, so that a single one is done."""
ACQUIRE, TOP, DRAW, UPGRADE, CHOICE, PAID = map(int, list(Op)[10:16])


def can(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> bool:
    """Whether an effect can be used to the end by a player who has this much silver and provisions."""
    box = s.game.box
    effect = entry & EFFECT
    op = box.op[effect]
    if op <= DIE:
        return True
    if op == GUILD:
        return influence.can_guild(s, seat, box.arg[effect])
    if op == ACQUIRE:
        return cards.can_acquire(s, seat, entry, silver, provision)
    if op == UPGRADE:
        return upgrades.can_gain(s, seat, entry, silver)
    if op == JOURNAL:
        return track.can_step(s, seat, 0)
    if op == CHOICE:
        return any(can_any(s, seat, entries_of(p, entry), silver, provision) for p in box.parts[effect])
    if op == PAID:
        return _can_pay(s, seat, entry, silver, provision)
    if op == RETRIEVE:
        return cards.can_retrieve(s, seat, silver, provision)
    if op == MARK:
        return influence.can_mark(s)
    if op == MOVE:
        return any(s.seats[seat].guild)
    if op == ADJUST:
        return any(s.seats[seat].dice)
    if op == REFRESH:
        return s.seats[seat].die > 0 or any(s.seats[seat].dice)
    return cards.can_draw(s, seat, box.arg[effect])


def can_any(s: WayfarersState, seat: int, entries: tuple[int, ...], silver: int, provision: int) -> bool:
    """Whether at least one of some effects can be used; silver and provisions among them come first."""
    op = s.game.box.op
    for entry in entries:
        if op[entry & EFFECT] <= DIE:
            return True
    for entry in entries:  # noqa: SIM110 (a generator takes longer)
        if can(s, seat, entry, silver, provision):
            return True
    return False


def price(s: WayfarersState, entry: int) -> tuple[int, int]:
    """What a paid action costs after the discounts of its die: silver and provisions."""
    silver, provision = s.game.box.cost[entry & EFFECT]
    return max(0, silver - discount(entry)), max(0, provision - (entry >> SHIFT + PROVISION_SHIFT & 7))


def _can_pay(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> bool:
    less_silver, less_provision = price(s, entry)
    silver, provision = silver - less_silver, provision - less_provision
    if silver < 0 or provision < 0:
        return False
    return can_any(s, seat, entries_of(s.game.box.parts[entry & EFFECT][0], entry), silver, provision)


# ---------------------------------------------------------------------- why not


def obstacle(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> Phrase | None:
    """Why an effect cannot be used by a player who has this much, naming what is nearest; None exactly if it `can`."""
    box = s.game.box
    effect = entry & EFFECT
    match box.op[effect]:
        case Op.GUILD:
            return influence.why_no_guild(s, seat, box.arg[effect])
        case Op.ACQUIRE:
            return cards.why_no_acquiring(s, seat, entry, silver, provision)
        case Op.UPGRADE:
            return upgrades.why_no_tile(s, seat, entry, silver)
        case Op.JOURNAL:
            return track.why_no_step(s, seat, 0)
        case Op.RETRIEVE:
            return cards.why_no_retrieving(s, seat, silver, provision)
        case Op.TOP | Op.DRAW:
            return cards.why_no_drawing(s, seat, box.arg[effect])
        case Op.CHOICE:
            branches = [obstacles(s, seat, entries_of(p, entry), silver, provision) for p in box.parts[effect]]
            return joined(list(dict.fromkeys(branches))) if all(branches) else None  # type: ignore[arg-type]
        case Op.PAID:
            return _why_not_paid(s, seat, entry, silver, provision)
        case Op.MARK if not influence.can_mark(s):
            return say("every displayed card carries influence")
        case Op.MOVE if not any(s.seats[seat].guild):
            return say("you have no influence in any guild")
        case Op.ADJUST if not any(s.seats[seat].dice):
            return say("you have no die in your supply")
        case Op.REFRESH if not s.seats[seat].die and not any(s.seats[seat].dice):
            return say("you have no die on your panorama or in your supply")
    return None


def obstacles(s: WayfarersState, seat: int, entries: Sequence[int], silver: int, provision: int) -> Phrase | None:
    """Why none of some effects can be used; None exactly if `can_any`."""
    found = [obstacle(s, seat, entry, silver, provision) for entry in entries]
    return joined(list(dict.fromkeys(found))) if all(found) else None  # type: ignore[arg-type]


def _why_not_paid(s: WayfarersState, seat: int, entry: int, silver: int, provision: int) -> Phrase | None:
    less_silver, less_provision = price(s, entry)
    if silver < less_silver:
        return say("it costs {n} silver; you have {have}", n=less_silver, have=silver)
    if provision < less_provision:
        return say("it costs {cost}; you have {n}", cost=provisions(less_provision), n=provision)
    inner = entries_of(s.game.box.parts[entry & EFFECT][0], entry)
    why = obstacles(s, seat, inner, silver - less_silver, provision - less_provision)
    if why is None or not (less_silver or less_provision):
        return why
    return say("when {cost} is paid, {why}", cost=cost_words(Cost(less_silver, less_provision)), why=why)


def brings(s: WayfarersState, seat: int, entries: Sequence[int]) -> bool:
    """Whether at least one of some effects would change something now."""
    player = s.seats[seat]
    dice = player.reserve > 0
    return any(
        dice if s.game.box.op[entry & EFFECT] == DIE else can(s, seat, entry, player.silver, player.provision)
        for entry in entries
    )


# ---------------------------------------------------------------------- pools


def settle_pool(s: WayfarersState, seat: int, must: int, entries: tuple[int, ...], log: EventLog | None) -> None:
    """Take what comes by itself, then ask for the next effect if any can be used."""
    box = s.game.box
    player = s.seats[seat]
    rest = []
    for entry in entries:
        if box.op[entry & EFFECT] <= DIE:
            gain(s, seat, entry & EFFECT, log)
            must = 0
        else:
            rest.append(entry)
    offers = [e for e in set(rest) if can(s, seat, e, player.silver, player.provision)] if rest else rest
    if not offers:
        return
    entry = offers[0]
    if len(offers) > 1 or (not must and _is_plain(box, entry)):
        must &= FIRST
        s.agenda.append((Ask.POOL, 1 << seat, must, *rest))
        s.found_legal(seat, _using(s, must, offers))
        return
    rest.remove(entry)
    if rest:
        s.agenda.append((Ask.POOL, 0, 0, *rest))
    begin(s, seat, entry, must & FIRST, log)


def _is_plain(box: Box, entry: int) -> bool:
    """Whether an effect would happen without asking for a target, so that taking it must be asked for."""
    effect = entry & EFFECT
    op = box.op[effect]
    if op == PAID:
        return box.cost[effect] != (0, 0)
    return op == TOP or (op == GUILD and box.arg[effect] != ANY_GUILD)


def pool_actions(s: WayfarersState, seat: int, must: int, entries: tuple[int, ...]) -> list[int]:
    """The effects of a pool that can be used now, and dropping the rest."""
    player = s.seats[seat]
    return _using(s, must, [e for e in set(entries) if can(s, seat, e, player.silver, player.provision)])


def _using(s: WayfarersState, must: int, offers: list[int]) -> list[int]:
    ids = s.game.ids
    actions = sorted({ids.do + (entry & EFFECT) for entry in offers})
    if not must:
        actions.append(ids.skip)
    return actions


def begin(s: WayfarersState, seat: int, entry: int, must: int, log: EventLog | None) -> None:
    """An effect is taken: it happens, or its target is asked for."""
    box = s.game.box
    effect = entry & EFFECT
    op = box.op[effect]
    if op == PAID:
        _pay(s, seat, entry, must, log)
    elif op == GUILD and box.arg[effect] != ANY_GUILD:
        influence.place(s, seat, box.arg[effect], box.n[effect], log, must)
    elif op == TOP:
        cards.take_top(s, seat, box.arg[effect], log)
    elif op == DRAW:
        cards.draw(s, seat, box.arg[effect], log)
    elif op == MARK and not s.seats[seat].supply:
        s.agenda.append((Ask.LIFT, 1 << seat, -1, must))
    else:
        s.agenda.append((Ask.TARGET, 1 << seat, must, entry))


def gain(s: WayfarersState, seat: int, effect: int, log: EventLog | None) -> None:
    """Silver or provisions from the main supply, or the next die from the reserve."""
    box = s.game.box
    player = s.seats[seat]
    op, n = box.op[effect], box.n[effect]
    if op == SILVER:
        player.silver += n
    elif op == PROVISION:
        player.provision += n
    elif player.reserve:
        player.reserve -= 1
        value = s.roll(player)
        if log is not None:
            text = say("{who} gains a die and rolls {value}.", who=Seat(seat), value=value)
            log.add("die", seat, text, {"value": value, **thrown(seat, value)}, reveals=True)
        return
    else:
        if log is not None:
            log.add("no die", seat, say("{who} has all five dice and gains none.", who=Seat(seat)))
        return
    if log is not None:
        text = say("{who} takes {what}.", who=Seat(seat), what=effect_words(box, effect))
        log.add("gain", seat, text, {"effect": box.text[effect]})


def _pay(s: WayfarersState, seat: int, entry: int, must: int, log: EventLog | None) -> None:
    player = s.seats[seat]
    silver, provision = price(s, entry)
    player.silver -= silver
    player.provision -= provision
    if log is not None and (silver or provision):
        text = say("{who} pays {cost}.", who=Seat(seat), cost=cost_words(Cost(silver, provision)))
        log.add("pay", seat, text, {"silver": silver, "provision": provision})
    push(s, entries_of(s.game.box.parts[entry & EFFECT][0], entry), must)
