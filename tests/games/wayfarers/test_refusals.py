"""Every reason for a refusal is true: what it claims is looked up in the view, by an oracle that knows no rule code."""

# ruff: noqa: E501 (a claim on a line)

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import waystation
from games.wayfarers.players import blocker, drawer, eager, spender
from games.wayfarers.table import BOX
from waystation.engine import Chance, conformance
from waystation.engine.conformance import random_choice
from waystation.engine.errors import NotationError
from waystation.games.wayfarers import effects

ASSETS = ("camel", "ship", "pigeon", "telescope")
GUILDS = {"science": "black", "trade": "yellow", "exploration": "blue"}
HOMES = {
    "home city": "HOME_CITY",
    "home harbour": "HOME_HARBOUR",
    "home star": "HOME_STAR",
    "household": "HOME_TOWNSFOLK",
}


class Eyes:
    """What a seat sees, and the printed cards and tiles."""

    def __init__(self, state: Any, seat: int) -> None:
        self.view = state.view(seat)
        self.table = self.view.table
        self.seat = seat
        self.me = self.table.seats[seat]
        self.shown = {card.card: card for cards in self.table.displays.values() for card in cards}

    def card(self, words: str) -> str:
        """The id of a card from its name in a sentence."""
        for home, name in HOMES.items():
            if words.lower().endswith(home):
                return name
        if found := re.search(r"home space (\d)", words):
            return f"HOME_M{found[1]}"
        return next(word for word in re.findall(r"[\w-]+", words) if word in BOX.by_name)

    def column(self, value: int) -> Counter[str]:
        """The assets of a caravan column, tile by tile."""
        have: Counter[str] = Counter({"camel": value == 1, "telescope": value == 6})
        for word in self._words(value):
            have[word] += word in ASSETS
        return have

    def _words(self, value: int) -> list[str]:
        words = []
        for laid in self.me.tiles:
            tile = next(tile for tile in BOX.tiles if tile.name == laid.tile)
            parts = tile.texts[laid.side].split("|")
            if 0 <= value - laid.column < len(parts):
                words += parts[value - laid.column].split()
        return words

    def chain(self, start: int, end: int) -> bool:
        """Whether caravan icons lead from one value to another."""
        step = 1 if end > start else -1
        icons = {"+1", "+-1"} if step > 0 else {"-1", "+-1"}
        return all(icons & set(self._words(value)) for value in range(start, end, step))

    def missing(self, card: str, value: int) -> Counter[str]:
        """The assets that a die showing this lacks there."""
        what = BOX.cards[BOX.by_name[card]]
        have = self.column(value)
        town = self.me.townsfolk.get(card)
        if town:
            have.update(BOX.cards[BOX.by_name[town]].row.gives.split())
        return Counter(what.row.needs.split()) - have

    def price(self, card: str) -> int:
        return int(self.shown[card].price)

    def cannot_pay_fee(self, card: str, price: int = 0) -> bool:
        shown = self.shown[card]
        left = self.me.silver - price
        return shown.influence not in (-1, self.seat) and left <= 0 and (left < 0 or self.me.provision == 0)


Claim = Callable[[Eyes, Any], bool]


def _lack(text: str) -> Counter[str]:
    return Counter({what.removesuffix("s"): int(n) for n, what in re.findall(r"(\d) (\w+)", text)})


def _tags(e: Eyes, words: str) -> bool:
    """That no card without townsfolk shows one of these tags."""
    wanted = set(words.replace("open water", "open_water").split(" or "))
    free = [name for name in e.me.cards if name not in e.me.townsfolk]
    return not any(wanted & set(BOX.cards[BOX.by_name[name]].row.tags.split()) for name in free)


def _way(e: Eyes, m: Any) -> bool:
    """That a connection asks for more than there is."""
    if m["need"].startswith("have "):
        n = int(m["need"].split()[1])
        return int(m["n"]) < n
    guild = GUILDS[m["guild"]]
    return int(m["n"]) == e.me.guilds[guild]


CLAIMS: dict[str, Claim] = {
    r"You have no die showing (\d) in your supply\.": lambda e, m: int(m[1]) not in e.me.dice,
    r"The caravan chain of this turn came before the trade ability\.": lambda e, m: "yellow" in e.table.used,
    r"No chain of icons in your caravan turns a (\d) into a (\d)\.": lambda e, m: not e.chain(int(m[1]), int(m[2])),
    r"(.+) is not in your panorama\.": lambda e, m: e.card(m[1]) not in (*e.me.cards, *e.me.space),
    r"A die already lies on (.+)\.": lambda e, m: e.card(m[1]) in e.me.placed,
    r"Assets are missing for (.+): (.+) \(neither column (\d).*": (
        lambda e, m: e.missing(e.card(m[1]), int(m[3])) == _lack(m[2])
    ),
    r"Even with one hired ship assets are missing: (.+)\.": lambda e, m: bool(_lack(m[1])),
    r"No ship is missing there\.": lambda e, m: True,
    r"The exploration guild's ability was used this turn\.": lambda e, m: "blue" in e.table.used,
    r"You have no influence in the (\w+) guild( to hire a ship| to spend)?\.": (
        lambda e, m: e.me.guilds[GUILDS[m[1]]] == 0
    ),
    r"The (trade|science) guild's ability was used this turn\.": lambda e, m: GUILDS[m[1]] in e.table.used,
    r"You have no die in your supply to change\.": lambda e, m: not e.me.dice,
    r"You have no (\w+) worker in your supply\.": lambda e, m: e.me.workers[m[1]] == 0,
    r"(.+) is not displayed\.": lambda e, m: e.card(m[1]) not in e.shown,
    r"A (\w+) worker already lies on (.+)\.": lambda e, m: m[1] in e.shown[e.card(m[2])].workers,
    r"No (\w+) worker lies on (.+)\.": lambda e, m: m[1] not in e.shown[e.card(m[2])].workers,
    r"A worker must do something, and nothing of this is possible now: .*?\. (.+)\.": (
        lambda e, m: all(_true(e, part + ".") for part in _parts(m[1]))
    ),
    r"A worker must do something: at least one part of its action\.": lambda e, m: True,
    r"An opponent's influence lies on (.+): you cannot pay its owner 1 silver or 1 provision and still use the action\.": (
        lambda e, m: e.shown[e.card(m[1])].influence not in (-1, e.seat)
    ),
    r"An opponent's influence lies on (.+): you cannot pay its owner 1 silver or 1 provision besides the price of (\d+) silver\.": (
        lambda e, m: e.cannot_pay_fee(e.card(m[1]), int(m[2]))
    ),
    r"An opponent's influence lies on (.+): you cannot pay its owner 1 silver or 1 provision\.": (
        lambda e, m: e.cannot_pay_fee(e.card(m[1]))
    ),
    r"(?P<card>.+\w) costs (?P<n>\d+) silver; you have (?P<have>\d+)\.": (
        lambda e, m: (
            int(m["have"]) < int(m["n"]) <= max(9, int(m["n"]) if " tile" in m["card"] else e.price(e.card(m["card"])))
        )
    ),
    r"A (\w+) tile costs (\d+) silver or 2 (\w+) influence; you have (\d+) and (\d+)\.": (
        lambda e, m: int(m[4]) < int(m[2]) and int(m[5]) == e.me.guilds[GUILDS[m[3]]] < 2
    ),
    r"It costs (\d+) (?:silver|provisions?); you have (\d+)\.": lambda e, m: int(m[2]) < int(m[1]),
    r"When .+ (?:is|are) paid, (.+)": lambda e, m: all(_true(e, part + ".") for part in _parts(m[1].rstrip("."))),
    r"This effect (?:acquires|gains) .+\.": lambda e, m: True,
    r"The worker you placed this turn lies on (.+) and may not come back this turn\.": (
        lambda e, m: bool(e.shown[e.card(m[1])].workers)
    ),
    r"You placed that worker this turn; it may not come back this turn\.": lambda e, m: True,
    r"The only worker on a displayed card is the one you placed this turn\.": (
        lambda e, m: sum(len(card.workers) for card in e.shown.values()) == 1
    ),
    r"No worker lies on a displayed card\.": lambda e, m: not any(card.workers for card in e.shown.values()),
    r"You have no free card showing (.+) to tuck .+ under\.": lambda e, m: _tags(e, m[1]),
    r"Every land and water card you acquired has a space card above it\.": (
        lambda e, m: len(e.me.space) - 1 == len(e.me.cards) - 6 > 0
    ),
    r"A space card lies above an acquired land or water card, and you have none\.": lambda e, m: len(e.me.cards) == 6,
    r"No land or water card that you acquired is free for a space card above it\.": (
        lambda e, m: len(e.me.space) - 1 == len(e.me.cards) - 6
    ),
    r"No (\w+) card is displayed\.": lambda e, m: not e.table.displays[m[1]],
    r"No (\w+) card is left in the pile\.": lambda e, m: e.table.piles[m[1]] == 0,
    r"That pile is empty\.": lambda e, m: min(e.table.piles[deck] for deck in ("land", "water")) == 0,
    r"To draw three you have neither a spare pigeon nor 1 provision\.": lambda e, m: e.me.provision == 0,
    r"Only a die placement action lets you draw three\.": lambda e, m: True,
    r"Every displayed card carries influence\.": lambda e, m: all(c.influence >= 0 for c in e.shown.values()),
    r"(.+) already carries influence\.": lambda e, m: e.shown[e.card(m[1])].influence >= 0,
    r"The influence was just taken from that card\.": lambda e, m: True,
    r"None of your influence lies on (.+)\.": lambda e, m: e.shown[e.card(m[1])].influence != e.seat,
    r"Influence would only move within that guild\.": lambda e, m: True,
    r"You have no influence in any guild\.": lambda e, m: not any(e.me.guilds.values()),
    r"Your supply is empty and all your influence is in the (\w+) guild already\.": (
        lambda e, m: (
            e.me.supply == 0
            and not any(n for guild, n in e.me.guilds.items() if guild != GUILDS[m[1]])
            and not any(card.influence == e.seat for card in e.shown.values())
        )
    ),
    r"You have no die in your supply\.": lambda e, m: not e.me.dice,
    r"You have no die on your panorama or in your supply\.": lambda e, m: not e.me.dice and not e.me.placed,
    r"None of your dice lies on (.+)\.": lambda e, m: e.card(m[1]) not in e.me.placed,
    r"No die showing (\d) was left in your supply when you rested\.": lambda e, m: True,
    r"No tile (\w+) is left\.": lambda e, m: e.table.stock[m[1]] == 0,
    r"No (\w+) tile is left\.": (
        lambda e, m: not any(e.table.stock[t.name] for t in BOX.tiles if m[1] in t.name or _colour(t) == m[1])
    ),
    r"\w+ fits nowhere into your caravan\.": lambda e, m: len(e.me.tiles) > 4,
    r"A \w+ tile fits nowhere into your caravan\.": lambda e, m: len(e.me.tiles) > 4,
    r"The tile costs (\d+) silver; you have (\d+)\.": lambda e, m: int(m[2]) == e.me.silver < int(m[1]),
    r"The tile costs \d+ silver here\.": lambda e, m: True,
    r"The tile is free here\.": lambda e, m: True,
    r"Tiles of that colour cannot be paid with influence\.": lambda e, m: True,
    r"It costs 2 influence of the (\w+) guild; you have (\d) there\.": (
        lambda e, m: e.me.guilds[GUILDS[m[1]]] == int(m[2]) < 2
    ),
    r"(\w+) has only one side\.": lambda e, m: len(next(t for t in BOX.tiles if t.name == m[1]).sides) == 1,
    r"At r\dc\d \w+ would stand over the edge of the caravan\.": lambda e, m: True,
    r"At r(\d)c(\d) it would cover a tile or a printed asset\.": lambda e, m: True,
    r"No connection leads from (\w+) to (\w+)\.": lambda e, m: e.me.marker == m[1],
    r"A marker already stands on the final space (\w+)\.": (
        lambda e, m: (
            m[1] in [*(seat.marker for seat in e.table.seats), *([e.table.opponent.marker] if e.table.opponent else [])]
        )
    ),
    r"Your marker stands on a final space\.": lambda e, m: e.me.marker.startswith("J10"),
    r"The way to (?P<to>\w+) asks you to (?P<need>.+?)(?: besides the one for the science ability)?; you have (?P<n>\d+)"
    r"(?: in the (?P<guild>\w+) guild)?\.": _way,
    r"The science guild's ability follows a journal step\.": lambda e, m: "black" not in e.table.used,
    r"(.+) shows no tag that .+ asks for\.": lambda e, m: e.card(m[1]) in e.me.cards,
    r"Townsfolk already lie under (.+)\.": lambda e, m: e.card(m[1]) in e.me.townsfolk,
    r"An inspiration card already lies above (.+)\.": lambda e, m: e.card(m[1]) in e.me.inspiration,
    r"You have not drawn (.+)\.": lambda e, m: e.card(m[1]) not in e.table.drawn,
    r"That choice is not the one at hand\.": lambda e, m: True,
    r"That effect is not among those you may take now: .+\.": lambda e, m: bool(e.table.pending),
    r".+ is not possible now: (.+)\.": lambda e, m: all(_true(e, part + ".") for part in _parts(m[1])),
    r"Nothing of this branch is possible now \(.+?\): (.+)\.": (
        lambda e, m: all(_true(e, part + ".") for part in _parts(m[1]))
    ),
    r"Something else is to be decided now: (.+)": lambda e, m: e.view.question == m[1],
    r"You have no (silver|provision)\.": lambda e, m: getattr(e.me, m[1]) == 0,
    r"With 1 (?:silver|provision) less .+\.": lambda e, m: True,
    r"It has no other card to turn to; you cannot keep it off altogether\.": lambda e, m: e.table.opponent is not None,
}


def _colour(tile: Any) -> str:
    return str(BOX.components.tiles[tile.id].colour)


def _parts(text: str) -> list[str]:
    """Reasons one behind the other, each as a sentence."""
    return (
        [part[0].upper() + part[1:] for part in text.split("; ") if part] if "; you have" not in text else _joined(text)
    )


def _joined(text: str) -> list[str]:
    parts = re.split(r"; (?!you have)", text)
    return [part[0].upper() + part[1:] for part in parts]


def _true(eyes: Eyes, reason: str) -> bool:
    for pattern, claim in CLAIMS.items():
        if match := re.fullmatch(pattern, reason):
            return claim(eyes, match)
    raise AssertionError(f"nobody checks whether this is true: {reason!r}")


GAMES: list[dict[str, Any]] = [
    {"players": 1, "round_limit": 15, "solo_board": 2, "late_trade": True},
    {"players": 2, "round_limit": 15, "section_1": "B", "section_2": "B"},
    {"players": 3, "round_limit": 8, "promos": True},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options["players"]))
def test_every_reason_is_true(options: dict[str, Any]) -> None:
    game = waystation.load("wayfarers", **options)
    reasons: Counter[str] = Counter()
    for chooser in (eager, blocker, drawer, spender, random_choice):
        state, chance = game.new_state(f"true {chooser.__name__}"), Chance.of("true", chooser.__name__)
        while not state.is_over:
            (seat,) = state.to_act
            tried = _tried(game, state, seat, chance) if chance.below(2) else []
            eyes = Eyes(state, seat) if tried else None
            for action in tried:
                refusal = state.why_not(action, seat)
                if refusal is not None and eyes is not None:
                    assert _true(eyes, refusal.reason), (game.actions[action].notation, refusal.reason)
                    reasons[re.sub(r"\d|[A-Z]\w+", "", refusal.reason)[:40]] += 1
            state.advance(chooser(state, seat, chance), seat)
    assert len(reasons) > 40


def _tried(game: Any, state: Any, seat: int, chance: Chance) -> list[int]:
    """Some actions at random, more of the kinds that answer the question at hand."""
    answers = game.answers_to(game.by_kind[state.agenda[-1][0]])
    return [chance.below(len(game.actions)) for _ in range(6)] + [chance.choice(answers) for _ in range(12)]


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options["players"]))
def test_lists_and_reasons_are_one(options: dict[str, Any]) -> None:
    """At some thousand moments; ``conformance.compare(game, 100_000)`` for more."""
    assert conformance.compare(waystation.load("wayfarers", **options), 120) == 120


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options["players"]))
def test_an_effect_has_an_obstacle_exactly_if_it_cannot_be_used(options: dict[str, Any]) -> None:
    game: Any = waystation.load("wayfarers", **options)
    chance = Chance.of("obstacles", str(options))
    looked = 0
    for chooser in (spender, blocker, drawer):
        state: Any = game.new_state(f"obstacles {chooser.__name__}")
        while not state.is_over:
            (seat,) = state.to_act
            for _ in range(8):
                effect = chance.below(len(game.box.book))
                if game.box.op[effect] < 16 and game.box.arg[effect] != 5:
                    entry = effect | chance.below(256) << 9
                    means = chance.below(5), chance.below(4)
                    can = effects.can(state, state.turn, entry, *means)
                    if state.turn < game.players:
                        assert (effects.obstacle(state, state.turn, entry, *means) is None) == can, game.box.text[
                            effect
                        ]
                        looked += 1
            state.advance(chooser(state, seat, chance), seat)
    assert looked > 700


NEVER = {
    "work yellow T121": "a yellow worker goes on land cards and inspiration cards, not on the Envoy T121",
    "retrieve blue L05": "a blue worker goes on water cards and inspiration cards, not on the city L05",
    "work green S86": "a green worker goes on land cards, water cards, townsfolk cards and inspiration cards",
    "place 3 L20": "the vista L20 has no die space",
    "place 1 HOME_CITY hiring": "asks for no ship",
    "place 7 HOME_CITY": "a die shows 1 to 6",
    "take HOME_CITY": "printed on the player boards",
    "host S86": "townsfolk go under a land or water card",
    "tuck L05": "an inspiration card goes above a space card",
    "adjust 6>1": "never from 6 to 1",
    "guild green": "the guilds are black, yellow and blue",
    "move black black": "from one guild to another",
    "three townsfolk": "only land and water cards",
    "keep T121": "only land, water and space cards",
    "put front r4c1": "rows 1 to 3",
    "buy U01 gold": "for silver or for influence",
    "fee gold": "silver or provisions",
}


@pytest.mark.parametrize("text", NEVER)
def test_a_move_that_the_rules_never_allow_is_refused_with_the_rule(text: str) -> None:
    state = waystation.load("wayfarers").new_state(1)
    refusal = state.why_not(text)
    assert refusal is not None
    assert refusal.rule
    assert NEVER[text] in refusal.reason
    with pytest.raises(NotationError, match=re.escape(refusal.rule)):
        state.play(text)


@pytest.mark.parametrize("text", ["", "place", "work", "work red L05", "{0} {who}", "place ² L05", "work yellow " * 30])
def test_what_is_no_move_at_all_is_said_to_be_none(text: str) -> None:
    state = waystation.load("wayfarers").new_state(1)
    refusal = state.why_not(text)
    assert refusal is not None
    assert "names no action" in refusal.reason
    with pytest.raises(NotationError):
        state.play(text)


def _state(**table: Any) -> Any:
    return waystation.load("wayfarers").state_from({"table": {"turn": 0, **table}})


def test_a_chosen_branch_is_done() -> None:
    state = _state(
        seats=[{"dice": [3], "townsfolk": {"HOME_CITY": "T140"}, "tiles": ["U31 front r2c3"], "provision": 0}]
    )
    state.play("place 3 HOME_CITY")
    state.play("choose 1 of (yellow / move)")
    assert state.view(0).table.seats[0].guilds["yellow"] == 1
    assert not [offer for offer in state.view(0).legal if offer.notation in ("do yellow", "skip")]


def test_the_missing_thing_of_a_branch_is_named() -> None:
    state = _state(
        seats=[{"dice": [6], "silver": 1, "cards": ["L05"], "guilds": {"black": 2}}],
        display={"space": ["S96", "S94a", "S110a", "S102a"]},
    )
    state.play("place 6 HOME_M1")
    refusal = state.why_not("choose 1 of (space / black upgrade)")
    assert refusal.reason == (
        "Nothing of this branch is possible now (acquire a space card): the stars S96 costs 3 silver; you have 1."
    )


def test_a_die_that_would_bring_nothing_says_so() -> None:
    state = _state(seats=[{"dice": [1], "provision": 0, "guilds": {}}])
    labels = {offer.notation: offer.label for offer in state.view(0).legal}
    assert labels["place 1 HOME_CITY"] == "Place die 1 on the home city: nothing of it is possible now"
    assert "nothing" not in labels["place 1 HOME_M3"]
    assert state.view(0).question.endswith("A die on the home city would bring nothing now.")
    assert "nothing now" not in _state(seats=[{"dice": [1], "provision": 2}]).view(0).question


def test_a_rest_without_resting_abilities_says_so() -> None:
    label = {offer.notation: offer.label for offer in _state(seats=[{"dice": [1, 2]}]).view(0).legal}["rest"]
    assert label == "Rest (with more than one die in supply: no resting ability)"
    assert {o.notation: o.label for o in _state(seats=[{"dice": [1]}]).view(0).legal}["rest"] == "Rest"
