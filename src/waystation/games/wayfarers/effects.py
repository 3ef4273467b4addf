"""The interpreter: pools of pending effects, which of them can be used now, and what happens when one is.

A pool is a frame that lists entries. Silver, provisions and new dice are taken at once: no rule ever makes that worse
(ruling 2). Of the rest the player takes the next one or drops all; what is offered can always be carried through,
because `can` looks at everything that will have to be paid. An effect that needs a target asks for it in a TARGET
frame, where it may still be dropped, except for the first effect of a worker (`must`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from . import cards, influence, track, upgrades
from .expression import Cost, Op
from .frames import EFFECT, PROVISION_SHIFT, SHIFT, Ask, discount, entries_of
from .names import ANY_GUILD
from .words import cost_words, effect_words

if TYPE_CHECKING:
    from .box import Box
    from .state import WayfarersState

SILVER, PROVISION, DIE, GUILD, MARK, MOVE, RETRIEVE, REFRESH, ADJUST, JOURNAL = map(int, list(Op)[:10])
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


# ---------------------------------------------------------------------- pools


def push(s: WayfarersState, entries: tuple[int, ...], must: int = 0) -> None:
    """Effects become available together; they are resolved before anything that waits below."""
    if entries:
        s.agenda.append((Ask.POOL, 0, must, *entries))


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
        s.agenda.append((Ask.POOL, 1 << seat, must, *rest))
        s.found_legal(seat, _using(s, must, offers))
        return
    rest.remove(entry)
    if rest:
        s.agenda.append((Ask.POOL, 0, 0, *rest))
    begin(s, seat, entry, must, log)


def _is_plain(box: Box, entry: int) -> bool:
    """Whether an effect would happen without asking for a target, so that taking it must be asked for."""
    effect = entry & EFFECT
    op = box.op[effect]
    if op == PAID:
        return box.cost[effect] != (0, 0)
    return op == TOP or (op == GUILD and box.arg[effect] != ANY_GUILD)


def skip(s: WayfarersState) -> None:
    """The effect at hand, or the rest of a pool, is dropped; further uses of the same effect go with it."""
    frame = s.agenda.pop()
    if frame[0] == Ask.TARGET:
        below = s.agenda[-1]
        if below[0] == Ask.POOL and set(below[3:]) == {frame[3]}:
            s.agenda.pop()


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


def do_pool(s: WayfarersState, seat: int, action: int, log: EventLog | None) -> None:
    """One effect of the pool is taken."""
    frame = s.agenda.pop()
    rest = list(frame[3:])
    entry = max(e for e in rest if e & EFFECT == action - s.game.ids.do)
    rest.remove(entry)
    if rest:
        s.agenda.append((Ask.POOL, 0, 0, *rest))
    begin(s, seat, entry, frame[2], log)


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
            log.add("die", seat, f"{{{seat}}} gains a die and rolls {value}.", {"value": value}, reveals=True)
        return
    else:  # all five dice are there
        return
    if log is not None:
        log.add("gain", seat, f"{{{seat}}} takes {effect_words(box, effect)}.", {"effect": box.text[effect]})


def _pay(s: WayfarersState, seat: int, entry: int, must: int, log: EventLog | None) -> None:
    player = s.seats[seat]
    silver, provision = price(s, entry)
    player.silver -= silver
    player.provision -= provision
    if log is not None and (silver or provision):
        paid = cost_words(Cost(silver, provision))
        log.add("pay", seat, f"{{{seat}}} pays {paid}.", {"silver": silver, "provision": provision})
    push(s, entries_of(s.game.box.parts[entry & EFFECT][0], entry), must)


# ---------------------------------------------------------------------- targets


def target_actions(s: WayfarersState, seat: int, must: int, entry: int) -> list[int]:
    """On what an effect can be used, and dropping it."""
    effect = entry & EFFECT
    op = s.game.box.op[effect]
    if op == CHOICE:
        actions = _branches(s, seat, entry)
    elif op == ACQUIRE:
        actions = cards.take_actions(s, seat, entry)
    elif op == UPGRADE:
        actions = upgrades.buy_actions(s, seat, entry)
    elif op == JOURNAL:
        actions = track.step_actions(s, seat, 0)
    elif op == RETRIEVE:
        actions = cards.retrieve_actions(s, seat)
    elif op == REFRESH:
        actions = s.refresh_actions(seat)
    elif op == ADJUST:
        actions = s.adjust_actions(seat)
    else:
        actions = influence.target_actions(s, seat, op)
    return actions if must else [*actions, s.game.ids.skip]


def _branches(s: WayfarersState, seat: int, entry: int) -> list[int]:
    player = s.seats[seat]
    effect = entry & EFFECT
    return [
        s.game.ids.branch[effect] + branch
        for branch, part in enumerate(s.game.box.parts[effect])
        if can_any(s, seat, entries_of(part, entry), player.silver, player.provision)
    ]


def choose(s: WayfarersState, must: int, entry: int, branch: int) -> None:
    """One branch of a choice: its effects become available together."""
    push(s, entries_of(s.game.box.parts[entry & EFFECT][branch], entry), must)
