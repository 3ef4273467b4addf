"""Silence: all the ways in which a seat can make others see something, and what becomes of them while the rules of the
game want the seat to say nothing (`State.why_silent`).

| Way | while the seat is silent |
|---|---|
| chat, pointing, "I agree" with a plan, emotes | refused |
| asking to take moves back, answering that question | refused (taking back freely is a move, and the game's own) |
| a hint (all are told) | refused |
| leaving, coming back, letting a bot play, taking it away | refused, for every seat of the table, since the bot's label and the moment are seen; only a seat that the game waits for may come back, or be given to the usual bot if it is empty |
| a bot for the seat of a silent person that nobody waits for (the host's to give) | refused, here or not: it would tell whether they are |
| days away (`pace`) | refused, both ways |
| a bot that stands in for somebody who is out of time, or away too long | told: only a seat that the game waits for gets one, and it is not silent |
| a new name | told when the silence is over |
| sitting down at a silent seat (its link) | possible, and told; the newcomer's name when the silence is over |
| being there or not, and spectators who come and go | told when the silence is over |
| labels of seats, the host's rules | only when a table is opened |
| what a bot says about its moves | when the silence is over |
| moves, and the time they take | the game's own |

Silence belongs to whoever sits there: a person's other seats are silent, too. Seats for further people at one device
(`shared`) are those people's: they speak and are silent for themselves.

What is done elsewhere is not withheld: a new name on one's own page, in lists, ladders and tournaments, talk at another table, a
table that is opened. Two who want to cheat there can do so by any other way; nothing of it comes to the table by itself.
"""  # noqa: E501

from __future__ import annotations

from functools import cache

import waystation
from waystation.engine import Game, Refusal, State
from waystation.engine.parts import Knowledge

from .refusals import Refused
from .table import Table, named


def why_hushed(table: Table, seat: int) -> Refusal | None:
    """Why whoever sits at this seat may make nothing seen now; None if they may."""
    state = table.state
    if state.is_over:
        return None
    own = state.why_silent(seat)
    held = table.seats[seat]
    if own is not None or held.person is None or held.shared:
        return own
    others = (one for one in table.seats if one.person == held.person and not one.shared)
    return next((why for one in others if (why := state.why_silent(one.seat)) is not None), None)


def check(table: Table, seat: int) -> None:
    """Refuse whatever is a way of speaking where the rules let this seat say nothing."""
    _refuse(table, why_hushed(table, seat))


def check_person(table: Table, person: str) -> None:
    """The same for somebody at any of whose seats silence is due."""
    for seat in table.seats_of(person):
        check(table, seat)


def _refuse(table: Table, why: Refusal | None) -> None:
    if why is not None:
        raise Refused(named(why.reason, table.names), why.rule)


def withheld(table: Table) -> frozenset[int]:
    """The seats of which it is not told now whether their people are there: the silent ones that nobody waits for."""
    state = table.state
    if state.is_over or not knows_silence(table):
        return frozenset()
    seats = range(len(table.seats))
    return frozenset(seat for seat in seats if seat not in state.to_act and why_hushed(table, seat) is not None)


def knows_silence(table: Table) -> bool:
    """Whether seats may have to be silent at this table at all."""
    return _silences(type(table.game))


@cache
def silencing_games() -> tuple[str, ...]:
    """The installed games that know silence at all."""
    found = []
    for name in waystation.game_names():
        try:
            kind = waystation.game_type(name)
        except Exception:  # a game that cannot be loaded is not played
            continue
        if _silences(kind):
            found.append(name)
    return tuple(found)


@cache
def _silences(kind: type[Game]) -> bool:
    """Whether a game knows silence at all."""
    own = kind.state_type.why_silent is not State.why_silent
    return own or type(kind.knowledge).why_silent is not Knowledge.why_silent
