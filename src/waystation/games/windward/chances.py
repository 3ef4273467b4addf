"""The exact odds of battles, begun or looked at beforehand, in numbers and in words.

What the other side may still add is not in the odds, because nobody can foresee it; the words say what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from waystation.engine.words import Arg, Phrase, Seat, count, say

from . import battle
from . import model as m
from .frames import Ask
from .odds import Odds, against_roll, odds
from .state import WindwardState

# ---------------------------------------------------------------------- numbers


def plain_odds(state: WindwardState, attacker: int, defender: int, guns: int = 0, hits: int = 0, more: int = 0,
               foe_guns: int = 0) -> Odds:  # fmt: skip
    """Odds of an attack with so many cannons and added hits, against so many hits and cannons more."""
    bonus = battle.hits_against(state, attacker, defender) - battle.hits_against(state, defender, attacker)
    ours = battle.strength_against(state, attacker, defender) + guns
    theirs = battle.strength_against(state, defender, attacker) + foe_guns
    return odds(ours, theirs, bonus + hits - more, state.game.components.board.die)


def roll_odds(state: WindwardState, side: int, guns: int, hits: int = 0) -> Odds:
    """Odds of a side that is to roll, if it fires so many cannons and then adds so many hits."""
    foe, fields = 1 - side, state.battle
    if not battle.rolled(state, foe):
        return plain_odds(state, fields[side], fields[foe], guns, hits)
    dice = battle.strength(state, side) + guns
    bonus = battle.fixed_hits(state, side) + hits
    return against_roll(dice, battle.standing(fields, foe), bonus, state.game.components.board.die)


def boost_totals(state: WindwardState, seat: int) -> list[int]:
    """Every total of hits that the seat's battle cards and +2 tokens can give, with 0 first."""
    totals = {0}
    first = seat * state.game.kinds
    hits = [2] * state.plus2[seat]
    for kind in state.game.battle_cards:
        hits += [state.game.battle_hits[kind]] * state.hands[first + kind]
    for amount in hits:
        totals |= {total + amount for total in totals}
    return sorted(totals)


def battle_odds(state: WindwardState) -> tuple[tuple[str, float, float, float], ...]:
    """For the seat that is asked in a battle: each of its present choices with the chances to win, tie and lose."""
    if not state.agenda or state.agenda[-1][0] not in (Ask.FALSE_FLAG, Ask.CANNONS, Ask.BOOST):
        return ()
    kind, _, side = state.agenda[-1][:3]
    if kind == Ask.FALSE_FLAG:
        side = 1
    piece = state.battle[side]
    seat = m.owner(piece)
    rows = []
    if kind != Ask.BOOST:
        for guns in range(state.guns[seat] + 1 if piece < m.P_BOAT else 1):
            rows.append((f"fire {guns}" if piece < m.P_BOAT else "roll", *roll_odds(state, side, guns)))
    else:
        ours, theirs = battle.standing(state.battle, side), battle.standing(state.battle, 1 - side)
        for hits in boost_totals(state, seat):
            total = ours + hits
            rows.append((f"+{hits}", float(total > theirs), float(total == theirs), float(total < theirs)))
    return tuple(rows)


# ---------------------------------------------------------------------- words


def percent(chance: float) -> str:
    return f"{chance:.0%}"


def in_words(chances: Odds) -> Phrase:
    """``win 31%, tie 39%, lose 31%``."""
    win, tie, loss = map(percent, chances)
    return say("win {win}, tie {tie}, lose {loss}", win=win, tie=tie, loss=loss)


def wins(chances: Callable[[int], Odds], totals: list[int]) -> str:
    """``17% (+2 47%, +4 79%)``: the chance to win alone, and with more hits, up to those that make it (nearly) sure."""
    shares = [percent(chances(hits).win) for hits in totals]
    sure = shares.index("100%") if "100%" in shares else len(shares)
    more = ", ".join(f"+{hits} {win}" for hits, win in list(zip(totals, shares, strict=True))[1 : sure + 1])
    return shares[0] + (f" ({more})" if more else "")


def _with_uses(state: WindwardState, seat: int, chances: Callable[[int, int], Odds], guns: int) -> Phrase:
    """The odds, and the chances to win with each use of cannons, cards and tokens, if there are any.

    ``... To win: 0 cannons 3% (+1 10%); 1 cannon 19% (+1 35%)``: +1 stands for the hits of cards and tokens.
    """
    plain, totals = in_words(chances(0, 0)), boost_totals(state, seat)
    if not guns:
        uses: Arg = wins(partial(chances, 0), totals)
        return say("{odds}. To win: {uses}", odds=plain, uses=uses) if len(totals) > 1 else plain
    rows = [
        say("{cannons} {wins}", cannons=count(fired, "cannon|cannons"), wins=wins(partial(chances, fired), totals))
        for fired in range(guns + 1)
    ]
    listed = rows[-1]
    for row in reversed(rows[:-1]):
        listed = say("{first}; {rest}", first=row, rest=listed)
    return say("{odds}. To win: {uses}", odds=plain, uses=listed)


def uncounted(state: WindwardState, text: Phrase, piece: int) -> Phrase:
    """The text, and what the owner of the piece may add that its odds leave out."""
    more: Sequence[Arg] = battle.additions(state, piece)
    if not more:
        return text
    return say("{odds} (before what {who} may add: {more})", odds=text, who=Seat(m.owner(piece)), more=more)


def attack(state: WindwardState, seat: int, attacker: int, defender: int) -> Phrase:
    """The odds of an attack that is looked at, with each use, and what the defender may add to turn them."""
    guns = state.guns[seat] if attacker < m.P_BOAT else 0
    chances: Callable[[int, int], Odds] = lambda fired, hits: plain_odds(state, attacker, defender, fired, hits)  # noqa: E731
    text = _with_uses(state, seat, chances, guns)
    more: Sequence[Arg] = battle.additions(state, defender)
    if not more:
        return text
    other = m.owner(defender)
    foe_guns = state.guns[other] if defender < m.P_BOAT else 0
    worst = plain_odds(state, attacker, defender, more=2 * state.plus2[other], foe_guns=foe_guns)
    if worst == chances(0, 0):
        return uncounted(state, text, defender)
    return say(
        "{odds} (before what {who} may add: {more}; against all cannons and +2 {worst} to win)",
        odds=text, who=Seat(other), more=more, worst=percent(worst.win),
    )  # fmt: skip


def entry(state: WindwardState, seat: int, space: int) -> Phrase:
    """The odds of the battle that entering this space with the ship would start."""
    return attack(state, seat, seat, battle.high_piece(state.high[space]))


def boat(state: WindwardState, number: int, space: int) -> Phrase:
    """The odds of the battle that this longboat would start there."""
    return attack(state, number >> 1, m.P_BOAT + number, battle.low_piece(state.low[space]))


def window(state: WindwardState, seat: int) -> Phrase:
    """The odds of the attacked player, before anybody has rolled."""
    guns = state.guns[seat] if state.battle[m.B_DEFENDER] == seat else 0
    text = _with_uses(state, seat, partial(roll_odds, state, 1), guns)
    return uncounted(state, text, state.battle[m.B_ATTACKER])
