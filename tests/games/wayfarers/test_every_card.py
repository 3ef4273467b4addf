"""Every card does what is printed on it: immediate effects, die spaces, vistas, links, townsfolk."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.wayfarers.printed import AT_ONCE, DIE_SPACES, GOALS, LINKS, TOWNSFOLK, VISTAS
from games.wayfarers.table import BOX, copies, expected, happens, position
from waystation.games.wayfarers.counting import COUNTS, met
from waystation.games.wayfarers.names import TAGS

ACQUIRE = {
    "L": ("place 3 HOME_CITY", "do 2 provision -> 1 silver + land"),
    "W": ("place 3 HOME_HARBOUR", "do 2 provision -> water"),
    "S": ("place 3 HOME_M1", "choose 1 of (space / black upgrade)"),
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_immediate_effects(name: str) -> None:
    for card in copies(name):
        for branch, want in enumerate(expected(AT_ONCE[name])):
            left = "W64" if card == "W61" else "W61"
            state = position({"cards": ["L20" if card == "L07" else "L07", left]}, (card,))
            found = happens(state, *ACQUIRE[name[0]], f"take {card}", branch=branch)
            want[_deck(name)] += 1
            if name[0] == "W" and LINKS[name].startswith("guild"):
                want["blue"] += 1  # the only link that W61 offers
            assert found == want, card
            assert BOX.by_name[card] in state.seats[0].cards + state.seats[0].space


def _deck(name: str) -> str:
    return {"L": "land", "W": "water", "S": "space"}[name[0]]


@pytest.mark.parametrize("name", DIE_SPACES)
def test_die_spaces(name: str) -> None:
    needs, _, action = DIE_SPACES[name].partition(": ")
    cost, arrow, benefit = action.rpartition(" > ")
    for card in copies(name):
        hire = " hiring" if needs == "ship ship" else ""
        for branch, want in enumerate(expected(benefit)):
            room = "L06" if card == "L05" else "L05"
            seat: dict[str, Any] = {"cards": [room] if name.startswith("HOME") else [room, card]}
            if needs == "telescope telescope":
                seat["tiles"] = ["U20 front r1c3", "U33 front r3c3", "U33 front r3c2"]
                seat["townsfolk"] = {card: "T117"}
            found = happens(position(seat), f"place 3 {card}{hire}", branch=branch)
            assert _without_costs(found) == want, card
            if arrow:
                n, what = cost.split()
                assert found[f"pay {what}"] == int(n)
            else:
                assert not found["pay silver"] + found["pay provision"]


def _without_costs(found: Counter[str]) -> Counter[str]:
    return Counter({what: n for what, n in found.items() if not what.startswith("pay")})


@pytest.mark.parametrize("name", DIE_SPACES)
def test_die_spaces_ask_for_their_assets(name: str) -> None:
    needs = DIE_SPACES[name].partition(": ")[0]
    state = position(
        {"cards": [] if name.startswith("HOME") else copies(name)[:1], "tiles": [], "guilds": {}, "dice": [3]}
    )
    refusal = state.why_not(f"place 3 {copies(name)[0]}", 0)
    if needs == "none":
        assert refusal is None
    else:
        assert refusal is not None
        for asset in set(needs.split()):
            assert f"{needs.split().count(asset)} {asset}" in refusal.reason


TRIGGERS = {
    "city": ("L", "L06"), "vista": ("L", "L29"), "harbour": ("W", "W53"), "open_water": ("W", "W60"),
    "observatory": ("L", "L10"), "library": ("W", "W42"), "comet": ("S", "S82a"), "planet": ("S", "S88"),
    "stars": ("S", "S92a"), "sun": ("S", "S112"), "moon": ("S", "S85"), "townsfolk": ("T", "T139"),
    "upgrade": ("U", "U31"),
}  # fmt: skip
ALSO = {"observatory": {"city"}, "library": {"harbour"}}
"""Tags that the triggering card shows besides."""


@pytest.mark.parametrize("name", VISTAS)
def test_vistas(name: str) -> None:
    when, _, effect = VISTAS[name].partition(": ")
    for what, (deck, card) in TRIGGERS.items():
        if card == name:
            card = "L25" if name == "L29" else card
        for branch, want in enumerate(expected(effect)):
            state = position({"cards": [name, "W70"], "dice": [3, 3, 3]}, (card,) if deck != "U" else ())
            before = state.seats[0]
            moves = {
                "T": ("place 3 HOME_M3", "choose 1 of (townsfolk / 2 provision)", f"take {card}", "host HOME_CITY"),
                "U": (
                    "place 3 HOME_M4",
                    "choose 1 of (green upgrade / 2 silver)",
                    f"buy {card} silver",
                    "put front r2c1",
                ),
            }.get(deck) or (*ACQUIRE[deck], f"take {card}")
            found = happens(state, *moves, branch=branch)
            fires = bool({what, *ALSO.get(what, ())} & set(when.split()))
            plain = happens(
                position({"cards": ["L07", "W70"], "dice": [3, 3, 3]}, (card,) if deck != "U" else ()),
                *moves,
                branch=branch,
            )
            assert found == (plain + want if fires else plain), (what, before)


@pytest.mark.parametrize("name", LINKS)
def test_links(name: str) -> None:
    """The card after one that offers everything, and a card that receives everything after it."""
    receives, _, offers = LINKS[name].partition(" > ")
    for card in copies(name):
        at_once = expected(AT_ONCE[name])[0]
        found = happens(position({"cards": []}, (card,)), *ACQUIRE["W"], f"take {card}")
        gained = {"guild": "yellow", "silver": "silver", "provision": "provision", "mark": "mark"}
        want = at_once + Counter(gained[row] for row in receives.split("-") if row) + Counter(["water"])
        assert found == want
        offered = [BOX.book[effect].text for effect in BOX.cards[BOX.by_name[card]].offers if effect >= 0]
        assert [text.removeprefix("1 ") for text in offered] == [row for row in offers.split("-") if row]


@pytest.mark.parametrize("name", LINKS)
def test_offered_links_reach_the_next_card(name: str) -> None:
    """W43 receives guild and mark, W44 silver and provision."""
    offers = LINKS[name].partition(" > ")[2].split("-")
    for left in copies(name):
        for right, rows in (("W43", ("black", "yellow", "blue", "mark")), ("W44", ("silver", "provision"))):
            if right == left:
                continue
            found = happens(position({"cards": [left]}, (right,)), *ACQUIRE["W"], f"take {right}")
            assert found == Counter([row for row in offers if row in rows] + ["water"])


@pytest.mark.parametrize("name", TOWNSFOLK)
def test_townsfolk(name: str) -> None:
    head, _, effect = TOWNSFOLK[name].partition(": ")
    price, tags, kind = head.split()
    cost, _, benefit = effect.rpartition(" > ")
    hosts = {
        "city": "HOME_CITY", "harbour": "HOME_HARBOUR", "observatory": "L09", "library": "W42", "vista": "L20",
        "open_water": "W70",
    }  # fmt: skip
    for card in copies(name):
        state = position({"cards": ["L09", "W42", "L20", "W70"]}, (card,))
        take = ("place 3 HOME_M3", "choose 1 of (townsfolk / 2 provision)", f"take {card}")
        for move in take:
            state.play(move, 0)
        assert state.seats[0].silver == 30 - int(price)
        if state.agenda and state.agenda[-1][0] == 5:
            offered = {state.game.actions.format(action) for action in state.legal_actions(0)}
            fitting = {host for tag, host in hosts.items() if tag in tags.split("/")}
            fitting |= {"L09"} if "city" in tags else set()
            fitting |= {"W42"} if "harbour" in tags else set()
            assert offered == {f"host {host}" for host in fitting}
        host = hosts[tags.split("/")[0]]
        _works(card, host, kind, benefit, cost)


def _works(card: str, host: str, kind: str, benefit: str, cost: str) -> None:
    cards = ["L09", "W42", "L20", "W70"]
    if kind == "asset":
        state = position({"cards": cards, "townsfolk": {host: card}, "tiles": [], "guilds": {}})
        at = state.seats[0].cards.index(BOX.by_name[host])
        gives = {
            asset: BOX.cards[state.seats[0].town[at]].gives >> 4 * i & 15
            for i, asset in enumerate(("camel", "ship", "pigeon", "telescope"))
        }
        assert sorted(asset for asset, n in gives.items() for _ in range(n)) == sorted(benefit.split())
        return
    for branch, want in enumerate(expected(benefit)):
        start = {"cards": cards, "townsfolk": {host: card}}
        plain = {"cards": cards}
        if kind == "resting":
            start |= {"dice": [], "placed": ["HOME_M3"]}
            plain |= {"dice": [], "placed": ["HOME_M3"]}
            moves: tuple[str, ...] = ("rest",)
        elif kind == "vista":
            moves = (*ACQUIRE["S"], "take S92a")
        else:
            moves = (f"place 3 {host}",)
        found = happens(position(start), *moves, branch=branch)
        base = happens(position(plain), *moves, branch=branch)
        extra = Counter(found)
        extra.subtract(base)
        if cost:
            assert extra.pop("pay provision", 0) + extra.pop("pay silver", 0) == 1
        assert {what: n for what, n in extra.items() if n} == dict(want), (card, branch)


@pytest.mark.parametrize("name", GOALS)
def test_goals(name: str) -> None:
    goal = BOX.cards[BOX.by_name[name]].goal
    exact = [0] * len(COUNTS)
    for part in GOALS[name].split(" & "):
        n, what = part.split()
        exact[COUNTS.index(_words(what))] = int(n)
    assert met(goal, exact)
    for at, n in enumerate(exact):
        if n:
            assert not met(goal, [*exact[:at], n - 1, *exact[at + 1 :]])


def _words(what: str) -> str:
    """tag.city -> city, upgrades.blue -> blue upgrades, guild_influence.total -> influence."""
    group, _, name = what.partition(".")
    if group == "upgrades":
        return "upgrades" if name == "any" else f"{name} upgrades"
    if group == "guild_influence":
        return "influence" if name == "total" else f"{name} influence"
    assert group in ("tag", "cards", "resource")
    assert group != "tag" or name in TAGS
    return name
