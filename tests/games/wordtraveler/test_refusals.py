"""Reasons are true: what each of them claims is looked up in the view, by rules written anew here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

import waystation
from games.wordtraveler.players import straight, undecided, wordy
from waystation.engine import Chance, State
from waystation.engine.conformance import compare
from waystation.engine.view import View

STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
LETTER = {"N": "north", "E": "east", "S": "south", "W": "west"}


def at(name: str) -> tuple[int, int]:
    return int(name[1]), int(name[3])


def straight_from(here: str, there: str) -> str | None:
    """The direction of a straight move, None if it is none."""
    (row, column), (to_row, to_column) = at(here), at(there)
    if here == there or (row != to_row and column != to_column):
        return None
    if row == to_row:
        return "east" if to_column > column else "west"
    return "south" if to_row > row else "north"


def can_go_on(here: str, arrows: Sequence[str]) -> bool:
    """Whether all these arrows can be followed on the board, some number of spaces each."""
    places = {at(here)}
    for arrow in arrows:
        step = STEPS[arrow]
        places = {
            (row + step[0] * n, column + step[1] * n)
            for (row, column), n in product(places, range(1, 7))
            if 1 <= row + step[0] * n <= 7 and 1 <= column + step[1] * n <= 7
        }
    return bool(places)


class Seen:
    """What the refused seat sees, and what it wanted."""

    def __init__(self, view: View, wanted: str, labels: dict[str, str]) -> None:
        self.table, self.legal, self.labels = view.table, {offer.notation for offer in view.legal}, labels
        self.me = view.table.seats[view.viewer]
        self.plan = self.me.plan or ()
        self.words = wanted.split()
        self.kind = self.words[0]
        self.space = next((word for word in self.words if re.fullmatch(r"r\dc\d", word)), "")
        stops = [self.me.start, *(move.stop for move in self.plan)]
        self.stops = stops
        self.here = stops[-1]
        if self.table.traveller is not None:
            traveller = self.table.seats[self.table.traveller]
            self.arrows = [LETTER[move.direction] for move in traveller.plan]
            self.path = self.me.proposal if self.table.phase == "guess" else traveller.path
            self.here = self.path[-1] if self.path else traveller.start

    def under(self, label: str) -> list[int]:
        """The arrows under which a word lies."""
        word = self.labels[label]
        return [n for n, move in enumerate(self.plan, 1) if word in [card.word for card in move.cards]]

    def arrow(self) -> int:
        """The number of the arrow that the action names."""
        return int(next(word for word in self.words[1:] if word.isdigit()))

    def begin(self) -> str:
        """Where the move that the action wants begins."""
        return self.stops[self.arrow() - 1] if self.kind == "aim" else self.here


Claim = Callable[..., bool]
PLAN, TRAVEL = ("plan",), ("guess", "decide")
CLAIMS: list[tuple[str, Claim]] = [
    (r"Planning begins for all at once, when everybody is ready\.", lambda s: s.table.phase == "prepare"),
    (r"Plans are sealed until", lambda s: s.table.phase in TRAVEL and s.kind not in ("foot", "done", "back", "clear")),
    (r"Footprints are placed by the locals", lambda s: s.table.phase == "plan" and s.kind == "foot"),
    (r"Arrow (\d) needs at least one word first", lambda s, n: len(s.plan) == int(n) and not s.plan[-1].cards),
    (
        r"No arrow is left: on day (\d) you have (\d)",
        lambda s, day, n: int(day) == s.table.day and len(s.plan) == int(n) == (3, 5)[int(day) - 1],
    ),
    (r"No word card is left", lambda s: not s.me.unused),
    (r"A move goes at least one space", lambda s: s.space == s.begin()),
    (
        r"A move goes straight.*: (\w+) is not in the row or column of (\w+) \(",
        lambda s, to, of: (to, of) == (s.space, s.here) and straight_from(of, to) is None,
    ),
    (r"(.+) already lies under arrow (\d)", lambda s, word, n: int(n) in s.under(word)),
    (r"You do not hold the word (.+)\.", lambda s, word: not s.under(word) and s.labels[word] not in s.me.unused),
    (r"Point an arrow at a stop first", lambda s: not s.plan),
    (r"Arrow (\d) is not used yet", lambda s, n: len(s.plan) < int(n) == s.arrow()),
    (r"Arrow (\d) is the last one: write '(.+)' without", lambda s, n, text: int(n) == len(s.plan) and text in s.legal),
    (r"(.+) lies under no arrow of yours", lambda s, word: not s.under(word)),
    (
        r"(.+) is the only word under its arrow",
        lambda s, word: len(s.plan[s.under(word)[0] - 1].cards) == 1 and s.under(word)[0] < len(s.plan),
    ),
    (r"You have taken things back a hundred times", lambda s: s.me.take_backs == 0),
    (r"There is nothing to take back yet", lambda s: not (s.path if s.table.phase in TRAVEL else s.plan)),
    (r"Arrow (\d) points there already", lambda s, n: s.plan[int(n) - 1].stop == s.space),
    (
        r"(\w+) is not in the row or column of (\w+), where arrow (\d) begins",
        lambda s, to, of, n: s.stops[int(n) - 1] == of and straight_from(of, to) is None,
    ),
    (
        r"From (\w+) arrow (\d) could not reach (\w+) in a straight",
        lambda s, to, n, stop: s.plan[int(n) - 1].stop == stop and straight_from(to, stop) is None,
    ),
    (r"Footprint (\d) is missing", lambda s, n: len(s.path) == int(n) - 1 < len(s.arrows)),
    (r"All (\d) footprints? (?:is|are) placed", lambda s, n: len(s.path) == len(s.arrows) == int(n)),
    (r"The traveller moves at least one space", lambda s: s.space == s.here),
    (
        r"Arrow (\d) points (\w+), but (\w+) is not in a straight line",
        lambda s, n, way, to: s.arrows[int(n) - 1] == way and straight_from(s.here, to) is None,
    ),
    (
        r"Arrow (\d) points (\w+), but (\w+) lies (\w+)\.",
        lambda s, n, way, to, where: s.arrows[int(n) - 1] == way != where == straight_from(s.here, to),
    ),
    (
        r"From (\w+) arrow (\d) \((\w+)\) and the later ones would leave the board",
        lambda s, to, n, way: s.arrows[int(n) - 1] == way and not can_go_on(to, s.arrows[int(n) - 1 :]),
    ),
]


def claims(state: State, seat: int, action: int) -> str:
    """The pattern of the reason, whose claim is true."""
    wanted, refusal = state.game.actions.format(action), state.why_not(action, seat)
    assert refusal is not None
    words = state.game.words  # type: ignore[attr-defined]
    seen = Seen(state.view(seat), wanted, dict(zip(words.labels, words.ids, strict=True)))
    for pattern, claim in CLAIMS:
        found = re.match(pattern, refusal.reason)
        if found:
            assert claim(seen, *found.groups()), f"{wanted}: {refusal.reason}"
            assert refusal.rule
            return pattern
    raise AssertionError(f"{wanted}: nobody knows what this claims: {refusal.reason}")


VARIANTS: list[dict[str, Any]] = [
    {"players": 3, "timer": 60},
    {"players": 4, "guess": "decider", "city": "paris"},
    {"players": 2},
]


def test_every_reason_is_true() -> None:
    """Random illegal actions in random states of three ways to play; every reason there is has to occur."""
    met = set()
    for options in VARIANTS:
        game = waystation.load("wordtraveler", **options)
        ids = game.ids  # type: ignore[attr-defined]
        likely = [*range(98), ids.done, ids.back, *range(ids.take, len(game.actions))]
        for chooser in (straight, wordy, undecided):
            state, chance = game.new_state(chooser.__name__), Chance.of(chooser.__name__, "refusals")
            for _ in range(250):
                if state.is_over:
                    break
                seat = chance.choice(state.to_act)
                legal = set(state.legal_actions(seat))
                asked = state.traveller is not None  # type: ignore[attr-defined]
                often = [*range(49, 98), ids.done] if asked else likely
                for _ in range(40 if asked else 8):
                    action = chance.choice(often) if chance.below(2) else chance.below(len(game.actions))
                    if action not in legal:
                        met.add(claims(state, seat, action))
                state.advance(chooser(state, seat, chance), seat)
    assert {pattern for pattern, _ in CLAIMS} - met <= {r"You have taken things back a hundred times"}


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_list_and_reasons_are_one_rule(options: dict[str, Any]) -> None:
    """The quick list of choices and the conditions with their reasons agree; `compare` takes any number of states."""
    assert compare(waystation.load("wordtraveler", **options), states=120) >= 120
