"""A well-stocked table for one effect at a time: play some moves, resolve everything, count what happened."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import waystation
from waystation.engine.events import EventLog
from waystation.engine.game import Game
from waystation.engine.state import State
from waystation.games.wayfarers.actions import Kind, ids_of
from waystation.games.wayfarers.box import standard
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.names import COLOURS, DECKS, GUILDS

BOX = standard()
IDS = ids_of(BOX)
FILLERS = {
    "land": ["L09", "L10", "L13", "L14", "L11a", "L11b"],
    "water": ["W61", "W62", "W63", "W64", "W70", "W67"],
    "space": ["S92a", "S92b", "S94a", "S94b", "S110a", "S110b"],
    "townsfolk": ["T139", "T140", "T138", "T132", "T137", "T116"],
    "inspiration": ["I01", "I02", "I03", "I04", "I05", "I06"],
}
"""Cards that give nothing by themselves when they are acquired."""
JOURNAL = ["JT09", "JT02", "JT03", "JT04", "JT01", "JT05", "JT07", "JT08", "JT06", "JT10"]
ALL_ASSETS = ["U20 front r1c3", "U33 front r3c3"]
"""Column 3 has one of each asset."""
NESTED = (Kind.TAKE, Kind.KEEP, Kind.PUT, Kind.GO, Kind.DO)
QUIET_PUTS = ("put front r2c1", "put front r1c2")
"""Places on board B1 that cover nothing, or for tall tiles only something that can be skipped."""


@cache
def game(promos: bool = True, players: int = 2) -> Game:
    return waystation.load("wayfarers", players=players, promos=promos)


def display(cards: tuple[str, ...], taken: set[str]) -> dict[str, list[str]]:
    """The fillers, with these cards in the first slots of their decks; without cards that are elsewhere."""
    shown = {}
    for deck, fillers in FILLERS.items():
        mine = [card for card in cards if BOX.cards[BOX.by_name[card]].deck == DECKS.index(deck)]
        shown[deck] = (mine + [card for card in fillers if card not in mine and card not in taken])[:4]
    return shown


def position(seat: dict[str, Any] | None = None, shown: tuple[str, ...] = (), **table: Any) -> State:
    """A state in which seat 0 begins its turn with plenty of everything."""
    mine: dict[str, Any] = {
        "board": "B1", "silver": 30, "provision": 30, "guilds": {"black": 3, "yellow": 3, "blue": 3},
        "dice": [3, 2, 5], "workers": {}, "tiles": ALL_ASSETS, "marker": "J0",
    }  # fmt: skip
    mine |= seat or {}
    taken = {
        *mine.get("cards", ()),
        *mine.get("space", ()),
        *mine.get("townsfolk", {}).values(),
        *mine.get("inspiration", {}).values(),
    }
    cards = display(shown, taken)
    doc = {
        "seats": [mine, {"guilds": {}}],
        "display": cards,
        "piles": {"land": [card for card in FILLERS["land"] if card not in taken and card not in cards["land"]]},
        "workers": {cards["inspiration"][2]: ["green", "yellow"], cards["inspiration"][3]: ["green"]},
        "journal": JOURNAL,
        "turn": 0,
        **table,
    }
    return game().state_from({"table": doc})


def happens(state: State, *moves: str, branch: int = 0) -> Counter[str]:
    """Play the moves, then take everything that is offered (of choices one branch); count it from the events."""
    log = EventLog()
    for move in moves[:-1]:
        state.play(move, 0)
    state.play(moves[-1], 0, log)
    resolve(state, log, branch)
    return count(log)


def resolve(state: State, log: EventLog, branch: int = 0) -> None:
    """Take everything, except for what acquired cards, laid tiles and entered spaces set off in turn."""
    floor = 99
    while state.to_act == (0,) and state.agenda[-1][0] != Ask.TURN:
        if len(state.agenda) <= floor:
            floor = 99
        action = _choose(state, branch, nested=floor < 99)
        if floor == 99 and IDS.kind[action] in (Kind.TAKE, Kind.THREE, Kind.BUY, Kind.GO, Kind.KEEP):
            floor = len(state.agenda) - 1
        state.apply(action, 0, log)


def _choose(state: State, branch: int, nested: bool) -> int:
    legal = state.legal_actions(0)
    if nested and IDS.skip in legal:
        return IDS.skip
    useful = [action for action in legal if action != IDS.skip]
    for text in QUIET_PUTS if IDS.kind[useful[0]] == Kind.PUT else ():
        action = state.game.actions.parse(text)
        tall = BOX.tiles[state.agenda[-1][2]].high > 1
        if action in useful and tall == text.endswith("r1c2"):
            return action
    if IDS.kind[useful[0]] == Kind.BRANCH:
        return next((action for action in useful if IDS.args[action][1] == branch), useful[0])
    return useful[0]


def count(log: EventLog) -> Counter[str]:
    """What happened, by the names that the printed tables use; "any" guild is read as black, which is taken first."""
    found: Counter[str] = Counter()
    for event in log:
        data = event.data
        match event.kind:
            case "gain":
                n, what = data["effect"].split()
                found[what] += int(n)
            case "pay":
                found["pay silver"] += data["silver"]
                found["pay provision"] += data["provision"]
            case "guild":
                found[GUILDS[data["guild"]]] += data["n"]
            case "roll":
                found["refresh"] += 1
            case "put":
                found[f"{COLOURS[BOX.tiles[data['tile']].colour]} tile"] += 1
            case "take" | "top":
                top = "top " if event.kind == "top" else ""
                found[top + DECKS[BOX.cards[data["card"]].deck]] += 1
            case "draw":
                found[f"draw {DECKS[data['deck']]}"] += 1
            case "mark" | "move" | "retrieve" | "adjust" | "journal" | "die":
                found[event.kind] += 1
    return +found


def expected(text: str) -> list[Counter[str]]:
    """The branches of a printed effect as counters."""
    branches = []
    for branch in text.split(" | "):
        counter: Counter[str] = Counter()
        for part in branch.split(", ") if branch != "nothing" else []:
            n, _, what = part.partition(" ")
            counter["black" if what == "any" else what] += int(n)
        branches.append(counter)
    return branches


def copies(name: str) -> list[str]:
    """The physical cards of a printed name: "L01" is L01a and L01b."""
    found = [
        card.name for card in BOX.cards if card.name == name or (card.name[:-1] == name and card.name[-1] in "abc")
    ]
    assert found, name
    return found
