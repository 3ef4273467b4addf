"""The influence fee: 1 silver or 1 provision for the owner of the influence on a card (rules: Influence).

Whoever acquires such a card, places a worker on it or retrieves one from it pays first; then the thing itself happens.
"""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Seat, say

from . import cards, effects, opponent
from .frames import ME, RETRIEVE, TAKE, WORK, Ask
from .names import GOODS_WORDS, WORKER_WORDS
from .pools import push
from .state import WayfarersState


def touch(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """Interact with a displayed card: settle the fee, which may be a choice, then do what it is for.

    `extra` is the price of a card, or the colour of a worker.
    """
    if not cards.owes_fee(s, seat, slot):
        after_fee(s, seat, purpose, slot, extra, log)
        return
    ways = fee_ways(s, seat, purpose, slot, extra)
    if len(ways) == 1:
        pay_fee(s, seat, ways[0], purpose, slot, extra, log)
    else:
        s.agenda.append((Ask.FEE, 1 << seat, purpose, slot, extra))


def fee_ways(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int) -> list[int]:
    """With which of silver (0) and provisions (1) the fee can be paid so that the rest still works."""
    player = s.seats[seat]
    ways = []
    for what, (silver, provision) in enumerate(((1, 0), (0, 1))):
        left_silver, left_provision = player.silver - silver, player.provision - provision
        if left_silver < 0 or left_provision < 0:
            continue
        if purpose == TAKE and left_silver < extra:
            continue
        if purpose == WORK and not effects.can_any(s, seat, s.game.box.slot_entries[slot], left_silver, left_provision):
            continue
        ways.append(what)
    return ways


def pay_fee(s: WayfarersState, seat: int, what: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """1 silver or 1 provision goes to the owner of the influence, then the interaction happens."""
    owner = s.mark[slot]
    player = s.seats[seat]
    to_opponent = s.is_solo and owner == ME  # it has no goods: its marker moves instead
    if what == 0:
        player.silver -= 1
        s.seats[owner].silver += not to_opponent
    else:
        player.provision -= 1
        s.seats[owner].provision += not to_opponent
    if log is not None:
        card = s.game.box.labels[s.show[slot]]
        words: dict[str, Arg] = {"who": Seat(seat), "what": GOODS_WORDS[what], "card": card}
        text = (
            say("{who} pays 1 {what} for the influence on {card}.", **words)
            if to_opponent
            else say("{who} pays 1 {what} for the influence on {card}, to {owner}.", owner=Seat(owner), **words)
        )
        name = ("silver", "provision")[what]
        log.add("fee", seat, text, {"what": name, "owner": owner, "card": s.show[slot]})
    if to_opponent:
        s.plot[opponent.DUE] += opponent.advance(s, 1, log)
    after_fee(s, seat, purpose, slot, extra, log)


def after_fee(s: WayfarersState, seat: int, purpose: int, slot: int, extra: int, log: EventLog | None) -> None:
    """The fee is settled: acquire the card, retrieve the worker or place one."""
    box = s.game.box
    player = s.seats[seat]
    words: dict[str, Arg] = {"who": Seat(seat), "card": box.labels[s.show[slot]]}
    if purpose == TAKE:
        player.silver -= extra
        cards.take(s, seat, slot, extra, log)
    elif purpose == RETRIEVE:
        s.crew[slot] &= ~(1 << extra)
        player.workers[extra] += 1
        if log is not None:
            text = say("{who} retrieves the {colour} worker from {card}.", colour=WORKER_WORDS[extra], **words)
            log.add("retrieve", seat, text, {"colour": extra, "card": s.show[slot]})
    else:
        s.crew[slot] |= 1 << extra
        player.workers[extra] -= 1
        s.locked = s.show[slot] << 2 | extra
        if log is not None:
            text = say("{who} places the {colour} worker on {card}.", colour=WORKER_WORDS[extra], **words)
            log.add("work", seat, text, {"colour": extra, "card": s.show[slot]})
        push(s, box.slot_entries[slot], 1)
