"""A payment: which tokens, where there is more than one way. Rulebook, "Spending"; rulings 9 to 11."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import EventLog, Frame, Question, Refusal
from waystation.engine.words import Seat, say
from waystation.games.wayfinders.actions import PAY
from waystation.games.wayfinders.chart import CELL_NAMES, HOME, NEIGHBOURS
from waystation.games.wayfinders.components import CUBES, LETTERS
from waystation.games.wayfinders.flight import price_of, settle
from waystation.games.wayfinders.payment import (
    ONE,
    PAYMENTS,
    TYPES,
    bundle_of,
    count,
    covers,
    letters,
    minimal_payments,
    ways,
)
from waystation.games.wayfinders.state import WayfindersState
from waystation.games.wayfinders.wording import in_words

NAMED = 3
"""So many ways to go on paying are named."""

SPENDING = "Move airplane and build airstrips: spending; rulings 9 to 11"


class Pay(Question[WayfindersState]):
    """The minimal payments for what has just been entered or built."""

    answers = ("pay",)
    any_order = True

    def legal(self, state: WayfindersState, frame: Frame, seat: int) -> list[int]:
        price = state.chart.cost[frame[2]] if frame[3] else state.chart.toll[frame[2]]
        return [PAY + number for number in ways(state.hands[seat], price, state.wild[seat])]

    def why_not(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        payment, hand = PAYMENTS[action - PAY], state.hands[seat]
        if not covers(hand, payment):
            lacking = next(kind for kind in TYPES if count(payment, kind) > count(hand, kind))
            taken, have = (count(bundle, lacking) * ONE[lacking] for bundle in (payment, hand))
            text = say(
                "You do not have these tokens: that takes {taken}; you have {have}.",
                taken=in_words(taken),
                have=in_words(have) if have else say("none"),
            )
            return Refusal(text, SPENDING)
        price = price_of(state, frame[2], frame[3])
        minimal = [PAYMENTS[number] for number in minimal_payments(price, state.wild[seat])]
        if payment in minimal:
            return None
        enough = next((less for less in minimal if covers(payment, less)), None)
        if enough is None:
            text = say("Paying {tokens} does not settle {price}.", tokens=in_words(payment), price=in_words(price))
            return Refusal(text, SPENDING)
        return Refusal(say("That is more than needed: {tokens} would do.", tokens=in_words(enough)), SPENDING)

    def not_now(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> Refusal:
        return Refusal(say("Nothing waits to be paid."), SPENDING)

    def apply(self, state: WayfindersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        settle(state, frame[2], frame[3], seat, PAYMENTS[action - PAY], log)

    def ask(self, state: WayfindersState, frame: Frame, seat: int) -> str:
        price, cell = in_words(price_of(state, frame[2], frame[3])), CELL_NAMES[frame[2]]
        if frame[3]:
            return say(
                "{who}: how do you pay {price} for the airstrip at {cell}?", who=Seat(seat), price=price, cell=cell
            )
        return say("{who}: how do you pay {price} for the flight to {cell}?", who=Seat(seat), price=price, cell=cell)

    def nodes(self, state: WayfindersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        """Token by token; what the hand does not hold can't be clicked."""
        payment = PAYMENTS[action - PAY]
        if not covers(state.hands[seat], payment):
            return ()
        return tuple(f"token:{seat + 1}:{letter}" for letter in letters(payment))

    def so_far(self, state: WayfindersState, frame: Frame, seat: int, clicks: Sequence[str]) -> str:
        paid = bundle_of("".join(node[-1] for node in clicks if node[-1] in LETTERS))
        found = ways(state.hands[seat], price_of(state, frame[2], frame[3]), state.wild[seat])
        rests = [in_words(PAYMENTS[way] - paid) for way in found if covers(PAYMENTS[way], paid)]
        if not rests:
            return ""
        missing = rests[0]
        for rest in rests[1:NAMED]:
            missing = say("{one}, or {other}", one=missing, other=rest)
        if len(rests) > NAMED:
            missing = say("{one}, or others", one=missing)
        return say("You pay {tokens}; still missing: {missing}.", tokens=in_words(paid), missing=missing)

    def faults(self, state: WayfindersState, frame: Frame) -> Iterator[str]:
        """The frame is for a step or an airstrip that the seat may make, and has to pay for."""
        _, seats, cell, building = frame
        seat = seats.bit_length() - 1
        here, name = state.planes[seat], CELL_NAMES[cell % len(CELL_NAMES)]
        if building not in (0, 1) or cell not in ((here,) if building else NEIGHBOURS[here]):
            yield "PAY is for the plane's island and 1, or one beside it and 0"
        elif building and (cell == HOME or state.owned[seat] >> cell & 1):
            yield f"seat {seat} cannot build at {name}"
        elif building and state.owned[seat].bit_count() >= CUBES:
            yield f"seat {seat} has no airstrip cube left to build with"
        elif not building and (state.built | state.passes[seat]) >> cell & 1:
            yield f"entering {name} is free"
        elif not state.seen >> cell & 1:
            yield f"{name} is still face down"
        elif len(ways(state.hands[seat], price_of(state, cell, building), state.wild[seat])) == 1:
            yield "there is one way to pay only, so nobody is asked"
