"""A second reading of the rules, to hold the engine to: one player's game, followed by what was played.

It shares nothing with the engine but the compiled sheet (which squares, lines, waypoints there are) and the notation.
Whether a step may be offered is asked of a plain search for a way to a waypoint, not of tables.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator

from waystation.games.waypoints.mapfile import TYPES
from waystation.games.waypoints.sheet import Sheet

Spot = tuple[str, int, int]
"""Where a route is: ("land", face, 0) or ("river", reach, grid lines crossed by the kayak)."""

ANIMALS = (1, "", 4, 6, "", 12, 16, 20, 25, 30)
TRACKS: dict[str, tuple[int | str, ...]] = {
    "bear": tuple(space or "kayak" for space in ANIMALS),
    "rabbit": tuple(space or "coat" for space in ANIMALS),
    "bird": tuple(space or "glider" for space in ANIMALS),
    "mountain": (1, 1, 1, 1, 2, 1, 1, 1, 1, 3),
    "lookout": ("camera",) * 5,
    "gear": ("backpack",) * 5,
    "trig": (5, 11, 18, 26, 35),
}
GOALS = {"lakes": (2, 9), "woods": (2, 9), "squares": (1, 24), "bridges": (3, 7)}


class Land:
    """The sheet as places and the price of going from one to another."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.faces = {face.name: n for n, face in enumerate(sheet.faces)}
        self.reaches = {reach.name: n for n, reach in enumerate(sheet.reaches)}
        self.stops = {stop.id: stop for stop in sheet.waypoints}
        self.kind = {stop.id: TYPES[stop.type] for stop in sheet.waypoints}
        self.beside: dict[int, set[int]] = defaultdict(set)
        for one, two in sheet.borders:
            self.beside[one].add(two)
            self.beside[two].add(one)
        self.onward: dict[int, set[int]] = defaultdict(set)
        for one, two in sheet.fords:
            self.onward[one].add(two)
            self.onward[two].add(one)

    def near(self, stop: str) -> set[str]:
        """Other waypoints in the same square or one that shares a side with it."""

        def place(name: str) -> tuple[int, int]:
            return divmod(self.stops[name].square, self.sheet.columns)

        (y, x), others = place(stop), set(self.stops) - {stop}
        return {other for other in others if abs(place(other)[0] - y) + abs(place(other)[1] - x) <= 1}

    def steps(self, spot: Spot, kayaks: int) -> Iterator[tuple[str, Spot, int, int]]:
        """Each step from here: as it is written, where it leads, what it costs, and the kayaks it uses."""
        kind, place, lines = spot
        if kind == "river":
            for face in self.sheet.reaches[place].banks:
                yield f"go {self.sheet.faces[face].name}", ("land", face, 0), 0, 0
            for reach in self.onward[place]:
                name = f"float ~{self.sheet.reaches[reach].name}"
                yield name, ("river", reach, min(3, lines + 1)), int(lines == 3), 0
            return
        for face in self.beside[place]:
            yield f"go {self.sheet.faces[face].name}", ("land", face, 0), 1, 0
        for number, bridge in enumerate(self.sheet.bridges, 1):
            if place in bridge.faces:
                (other,) = set(bridge.faces) - {place}
                yield f"bridge {number}", ("land", other, 0), 0, 0
        for reach in self.sheet.reaches if kayaks else ():
            if place in reach.banks:
                yield f"kayak ~{reach.name}", ("river", self.reaches[reach.name], 0), 0, 1

    def least(self, spot: Spot, kayaks: int, goals: set[str], closed: frozenset[str]) -> int:
        """The fewest lines to one of these waypoints without crossing these bridges; 999 if there is no way."""
        ends = {self.stops[goal].face for goal in goals}
        queue, best = [(0, spot, kayaks)], {(spot, kayaks): 0}
        while queue:
            so_far, here, left = heapq.heappop(queue)
            if here[0] == "land" and here[1] in ends:
                return so_far
            for name, there, price, used in self.steps(here, left):
                cost, key = so_far + price, (there, left - used)
                if name not in closed and cost < best.get(key, 999):
                    best[key] = cost
                    heapq.heappush(queue, (cost, *key))
        return 999


class Referee:
    """One player's sheet. `legal` says what may be played, `play` follows what was."""

    def __init__(self, land: Land, start: str) -> None:
        self.land = land
        self.start = self.here = start
        self.visited, self.photos = {start}, set[str]()
        self.circled: Counter[str] = Counter()
        self.boxes: list[int] = []
        self.circled_water = self.crossed_water = 0
        self.symbols: Counter[str] = Counter()
        self.had: dict[str, set[str | int]] = {goal: set() for goal in GOALS}
        self.journal: dict[str, int] = {}
        self.ends: list[str] = []
        self.hike: Counter[str] = Counter()
        self.hike_squares: set[int] = set()
        self.asked: list[str] = []

    def begin_turn(self, weather: int, last: bool) -> None:
        """The die has been thrown."""
        self.weather, self.asked = weather, ["journal", "walk"] if last else ["walk"]
        self.ready = Counter(self.symbols)
        self.spot: Spot = ("land", self.land.stops[self.here].face, 0)
        self.walking = False
        self.cost = self.coats = self.new_lakes = self.new_woods = 0
        self.crossings: Counter[str] = Counter()

    def gain_water(self, count: int) -> None:
        """Circle spaces, of which there are 20."""
        self.circled_water = min(20, self.circled_water + count)

    # ------------------------------------------------------------------ what may be played

    def legal(self) -> set[str]:
        """All that may be played now, as it is written."""
        asked, seen = self.asked[-1], self.visited | self.photos
        if asked == "walk":
            return self._walk()
        if asked == "camera":
            return {f"photo {stop}" for stop in self.land.near(self.here) - seen}
        if asked == "glide":
            gliders = {"glider": "glider", "backpack": "backpack glider"}
            return {"stay"} | {name for symbol, name in gliders.items() if self.ready[symbol]}
        if asked == "land":
            return {f"glide {stop}" for stop in self._landings()}
        if asked == "wood":
            return {f"mark {track}" for track in ("bear", "rabbit", "bird") if self.circled[track] < 10}
        return {f"journal {entry}" for entry in ("types", "most", "pairs", "squares") if entry not in self.journal}

    def _landings(self) -> set[str]:
        near = self.land.near(self.here) - self.visited - self.photos
        return {stop for stop in near if self.land.kind[stop] != "mountain"}

    def _walk(self) -> set[str]:
        land, kayaks = self.land, self.ready["kayak"] + self.ready["backpack"]
        points = self.weather + 3 * self.coats + self.circled_water - self.crossed_water - self.cost
        goals = set(land.stops) - self.visited - self.photos
        found = set() if self.walking or self.coats else {"rest"}

        def hope(spot: Spot, left: int, kayaks: int, crossing: str = "") -> bool:
            crossed = self.crossings + Counter({crossing: 1} if crossing else {})
            closed = frozenset(bridge for bridge, count in crossed.items() if count == 2)
            return left >= 0 and land.least(spot, kayaks, goals, closed) <= left

        for symbol in ("coat", "backpack") if self.weather <= 2 else ():
            coats, packs = (self.ready[what] - (what == symbol) for what in ("coat", "backpack"))
            more = range(packs + 1)
            if self.ready[symbol] and any(
                hope(self.spot, points + 3 + 3 * coats + 3 * worn, self.ready["kayak"] + packs - worn) for worn in more
            ):
                found.add("coat" if symbol == "coat" else "backpack coat")
        for name, there, price, used in land.steps(self.spot, kayaks):
            bridge = name if name.startswith("bridge") else ""
            if self.crossings[bridge] < 2 and hope(there, points - price, kayaks - used, bridge):
                kinds = {"kayak": "", "backpack": "backpack "}
                found |= {kinds[kind] + name for kind in kinds if self.ready[kind]} if used else {name}
        if self.spot[0] == "land":
            found |= {f"to {stop}" for stop in goals if land.stops[stop].face == self.spot[1]}
            if hope(self.spot, points, kayaks):
                found |= self._features()
        return found

    def _features(self) -> set[str]:
        kinds = (("lake", self.land.sheet.lakes, "lakes"), ("wood", self.land.sheet.woods, "woods"))
        return {
            f"{kind} {number}"
            for kind, features, goal in kinds
            for number, feature in enumerate(features, 1)
            if self.spot[1] in feature.faces and number not in self.had[goal]
        }

    # ------------------------------------------------------------------ what was played

    def play(self, action: str) -> None:
        """Follow it; then go on to the next question that leaves something to choose."""
        asked, (word, target) = self.asked.pop(), (action.split()[0], action.split()[-1])
        if asked == "walk":
            self._walked(action, word, target)
        elif asked == "camera" and word == "photo":
            self.photos.add(target)
            self._mark(target)
        elif asked == "glide" and action != "stay":
            self._use(word)
            self.asked.append("land")
        elif asked == "land":
            self._enter(self.land.stops[target].square)
            self._visit(target)
        elif asked == "wood":
            self._circle(target)
        elif asked == "journal":
            self._score_hike(target)
        while self.asked and self._settled(self.asked[-1]):
            if self.asked.pop() == "features":
                self.gain_water(self.new_lakes)
                self.asked += ["wood"] * self.new_woods

    def _settled(self, asked: str) -> bool:
        gliders = self.ready["glider"] + self.ready["backpack"]
        return (
            asked == "features"
            or (asked == "camera" and not self.legal())
            or (asked == "glide" and not (gliders and self._landings()))
            or (asked == "wood" and not self.legal())
        )

    def _walked(self, action: str, word: str, target: str) -> None:
        if action == "rest":
            self.gain_water(1)
            return
        if target == "coat":
            self._use(word)
            self.coats += 1
        elif word == "to":
            self._enter(self.land.stops[self.here].square)
            self.crossed_water += max(0, self.cost - self.weather - 3 * self.coats)
            self.asked += ["features", "glide"] if self.land.kind[target] == "mountain" else ["features"]
            self._visit(target)
            return
        elif word in ("lake", "wood"):
            self.had[f"{word}s"].add(int(target))
            self.new_lakes += word == "lake"
            self.new_woods += word == "wood"
        else:
            self._step(action, word)
        self.walking = self.walking or target != "coat"
        self.asked.append("walk")

    def _step(self, action: str, word: str) -> None:
        name = action.removeprefix("backpack ")
        steps = {name: (there, price, used) for name, there, price, used in self.land.steps(self.spot, 1)}
        self.spot, price, used = steps[name]
        self.cost += price
        if used:
            self._use(word)
        if word == "bridge":
            self.crossings[action] += 1
            self.had["bridges"].add(action)
        kind, place, _ = self.spot
        self._enter((self.land.sheet.reaches if kind == "river" else self.land.sheet.faces)[place].square)

    def _enter(self, square: int) -> None:
        self.hike_squares.add(square)
        self.had["squares"].add(square)

    def _use(self, symbol: str) -> None:
        assert self.ready[symbol] > 0
        self.ready[symbol] -= 1
        self.symbols[symbol] -= 1

    def _visit(self, stop: str) -> None:
        self.here = stop
        self.visited.add(stop)
        if self.land.kind[stop] != "campsite":
            self.hike[self.land.kind[stop]] += 1
        self._mark(stop)

    def _mark(self, stop: str) -> None:
        if self.land.kind[stop] != "campsite":
            self._circle(self.land.kind[stop], self.land.stops[stop].height // 100)

    def _circle(self, track: str, height: int = 0) -> None:
        if self.circled[track] == len(TRACKS[track]):
            return
        space = TRACKS[track][self.circled[track]]
        self.circled[track] += 1
        if track == "mountain":
            self.boxes.append(height * int(space))
        elif space == "camera":
            self.asked.append("camera")
        elif isinstance(space, str):
            self.symbols[space] += 1

    def _score_hike(self, entry: str) -> None:
        counts = self.hike.values()
        points = {
            "types": len(counts),
            "most": 2 * max(counts, default=0),
            "pairs": 3 * sum(count >= 2 for count in counts),
            "squares": len(self.hike_squares) // 2,
        }[entry]
        began = self.ends[-1] if self.ends else self.start
        camping = self.land.kind[self.here] == "campsite" and self.here != began
        self.journal[entry] = 2 * points if camping else points
        self.ends.append(self.here)
        self.hike.clear()
        self.hike_squares.clear()

    # ------------------------------------------------------------------ points

    def score(self, goal: str) -> int:
        """The points as they stand."""
        tracks = ("bear", "rabbit", "bird", "trig")
        numbers = ([n for n in TRACKS[t][: self.circled[t]] if isinstance(n, int)] for t in tracks)
        collections = sum({4: 5, 5: 15}.get(self.circled[track], 0) for track in ("lookout", "gear"))
        each, whole = GOALS[goal]
        have = len(self.had[goal])
        return (
            sum(max(found, default=0) for found in numbers)
            + sum(self.boxes)
            + collections
            + sum(self.journal.values())
            + each * have
            + (10 if have == whole else 0)
        )

    def missed_camps(self) -> int:
        """Hikes that did not end at a new campsite."""
        old = [self.start, *self.ends]
        return sum(self.land.kind[end] != "campsite" or end in old[: n + 1] for n, end in enumerate(self.ends))
