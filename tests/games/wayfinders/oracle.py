"""The rules once more, slow and simple, on the words of a position document: what the engine's ints are held against.

Nothing here is imported from the game but the resource that each colour asks for. Cells are (row, column) pairs.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import Any

Cell = tuple[int, int]
HOME: Cell = (3, 3)
GRID = list(product(range(1, 6), range(1, 6)))
LETTER = {"parachute": "P", "headphones": "H", "propeller": "R", "tire": "T", "gas": "G"}
OPENS = {"tropical": "P", "desert": "H", "ice": "R", "farm": "T", "city": "G"}


def cell_of(name: str) -> Cell:
    return int(name[1]), int(name[3])


def name_of(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


def steps(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


class Table:
    """A position document, read the slow way."""

    def __init__(self, document: dict[str, Any]) -> None:
        table = document["table"]
        self.players: int = document["options"]["players"]
        self.home_counts: bool = document["options"].get("home_counts", True)
        self.tiles: dict[Cell, dict[str, Any]] = {cell_of(name): tile for name, tile in table["islands"].items()}
        self.hands = [Counter(hand) for hand in table["hands"]]
        self.planes = [cell_of(name) for name in table["planes"]]
        self.hidden = {cell_of(name) for name in table["face_down"]}
        self.workers: list[list[int]] = table["workers"]
        self.strips = {cell_of(name): seats for name, seats in table["airstrips"].items()}
        self.strips[HOME] = list(range(self.players))

    def owned(self, seat: int) -> set[Cell]:
        return {cell for cell, seats in self.strips.items() if seat in seats}

    def wild(self, seat: int) -> set[str]:
        return {LETTER[tile["of"]] for tile in self.own_tiles(seat) if tile["effect"] == "wild"}

    def own_tiles(self, seat: int) -> list[dict[str, Any]]:
        return [self.tiles[cell] for cell in self.owned(seat) - {HOME}]

    # ------------------------------------------------------------------ scoring

    def score(self, seat: int) -> int:
        islands = sum(self.island(seat, cell) for cell in self.owned(seat) - {HOME})
        return islands + sum(self.hands[seat].values()) + sum(self.workers[seat])

    def island(self, seat: int, cell: Cell) -> int:
        tile = self.tiles[cell]
        return int(tile["points"]) * (self.units(seat, cell) if tile["back"] == "blue" else 1)

    def units(self, seat: int, cell: Cell) -> int:
        tile, built = self.tiles[cell], self.owned(seat) - {HOME}
        mine = built | {HOME} if self.home_counts else built
        match tile["effect"]:
            case "own_colour":
                return sum(self.tiles[other]["colour"] == tile["colour"] for other in built)
            case "cost_at_least":
                return sum(len(self.tiles[other]["cost"]) >= tile["amount"] for other in built)
            case "colours":
                return len({self.tiles[other]["colour"] for other in built})
            case "shared":
                return sum(len(self.strips[other]) > 1 for other in mine)
            case "groups":
                return groups(mine)
            case "column":
                return sum(other[1] == cell[1] for other in mine)
            case "row":
                return sum(other[0] == cell[0] for other in mine)
            case "around":
                return sum(max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) == 1 for other in mine)
            case "far":
                return sum(steps(other, HOME) >= 3 for other in built)
            case "squares":
                return squares(mine)
        raise AssertionError(tile["effect"])

    # ------------------------------------------------------------------ flights

    def legal_in_flight(self, seat: int) -> set[str]:
        here = self.planes[seat]
        free = {tile["of"] for tile in self.own_tiles(seat) if tile["effect"] == "free"}
        found = {"land"}
        for cell in GRID:
            if steps(cell, here) != 1 or cell in self.hidden:
                continue
            free_here = cell in self.strips or self.tiles[cell]["colour"] in free
            if free_here or self.can_pay(seat, [OPENS[self.tiles[cell]["colour"]]]):
                found.add(f"fly {name_of(cell)}")
        owned = self.owned(seat)
        if here not in owned and len(owned) < 10 and self.can_build(seat, here):
            found.add(f"build {name_of(here)}")
        return found

    def can_build(self, seat: int, cell: Cell) -> bool:
        return self.can_pay(seat, [LETTER[name] for name in self.tiles[cell]["cost"]])

    def can_pay(self, seat: int, cost: list[str]) -> bool:
        return pays(self.hands[seat], cost, self.wild(seat))


def pays(hand: Counter[str], cost: list[str], wild: set[str]) -> bool:
    """Whether a hand can pay, resource by resource: itself, a wild token, or a pair."""
    if not cost:
        return True
    for letter in "PHRTG":
        for number in (1, 2):
            if hand[letter] >= number and (number == 2 or letter == cost[0] or letter in wild):
                left = hand.copy()
                left[letter] -= number
                if pays(left, cost[1:], wild):
                    return True
    return False


def groups(cells: set[Cell]) -> int:
    left, number = set(cells), 0
    while left:
        number += 1
        todo = [left.pop()]
        while todo:
            cell = todo.pop()
            beside = {other for other in left if steps(cell, other) == 1}
            left -= beside
            todo += beside
    return number


def squares(cells: set[Cell]) -> int:
    whole = []
    for row, column in GRID:
        square = {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)}
        if square <= cells:
            whole.append(square)
    for number in range(len(whole), 0, -1):
        if any(len(set().union(*some)) == 4 * number for some in combinations(whole, number)):
            return number
    return 0
