"""How good are the bots? Teams, ablations, and cross-play between heads that do not share a table.

Two copies of one relevance table always agree with themselves, so a team of equal bots says little about a table with
people. *Cross-play* lets a traveller with one table be guided by locals with another. ``waystation wordtraveler
measure`` prints all of it; docs/games/wordtraveler.md keeps the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import cast

import msgspec

from waystation.engine.chance import Chance
from waystation.games.wordtraveler.bots import WordBot
from waystation.games.wordtraveler.components import DATA, load_numbers, read_grading
from waystation.games.wordtraveler.edition import WordTravelerOptions
from waystation.games.wordtraveler.fits import Grades
from waystation.games.wordtraveler.game import WordTraveler
from waystation.games.wordtraveler.listener import grades_of
from waystation.games.wordtraveler.picture.look import CITIES
from waystation.games.wordtraveler.scoring import reachable
from waystation.games.wordtraveler.speaker import Speaker
from waystation.games.wordtraveler.state import WordTravelerState

Maker = Callable[[], WordBot]
"""Makes the bot of one seat."""


class Tally(msgspec.Struct):
    """What a number of games came to."""

    games: int = 0
    points: int = 0
    squares: int = 0
    reachable: int = 0
    souvenirs: int = 0
    wins: int = 0
    stops: int = 0
    right: int = 0
    scores: Counter[int] = msgspec.field(default_factory=Counter)

    def add(self, state: WordTravelerState) -> None:
        """Count a finished game."""
        self.games += 1
        self.points += state.score
        self.squares += state.score**2
        self.reachable += reachable(state)
        self.souvenirs += state.souvenirs
        self.wins += state.souvenirs == 6
        self.scores[state.score] += 1

    def reached(self, score: int) -> float:
        """The share of games that came to this score or more."""
        return sum(times for points, times in self.scores.items() if points >= score) / self.games

    @property
    def mean(self) -> float:
        return self.points / self.games

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean points."""
        spread = max(0.0, self.squares / self.games - self.mean**2)
        return float(1.96 * (spread / self.games) ** 0.5)

    def line(self) -> str:
        """One line for people."""
        return (
            f"{self.mean:5.1f} ± {self.error:.1f} points ({self.points / max(1, self.reachable):4.0%} of what the maps"
            f" offer), {self.souvenirs / self.games:.1f} souvenirs, {self.wins / self.games:4.0%} won,"
            f" {self.right / max(1, self.stops):4.0%} of stops found"
        )


def play(game: WordTraveler, makers: Sequence[Maker], seed: int | str, tally: Tally) -> None:
    """One game; the bots look at the true state, but only at what their seat may see (a test holds them to it)."""
    state = cast(WordTravelerState, game.new_state(seed))
    bots = [make() for make in makers]
    done = game.ids.done
    while not state.is_over:
        seat, traveller = state.to_act[0], state.traveller
        if traveller is None:
            actions = bots[seat].plan(state, seat)
        else:
            actions = bots[seat].guess(state, seat)
            tally.stops += len(actions)
            path = [game.actions[action].args[0] for action in actions]
            tally.right += sum(a == b for a, b in zip(path, state.stops(traveller), strict=True))
        for action in (*actions, done):
            state.apply(action, seat)
    tally.add(state)


def run(city: str, players: int, games: int, maker: Maker, seed: str = "measure", solo: str = "off") -> Tally:
    """A team of equal bots. With ``solo="guide_me"`` and two players, one traveller: the cheapest measure, since a
    team's points are the sum over its travellers."""
    options = {"players": players, "city": city, "guess": "decider", "solo": solo}
    game = cast(WordTraveler, WordTraveler.from_options(options))
    tally = Tally()
    for number in range(games):
        play(game, [maker] * players, f"{seed}/{number}", tally)
    return tally


def head(speaks: Grades, listens: Grades, level: int = 2) -> Maker:
    """A bot that speaks with one table and listens with another."""
    return lambda: WordBot(level, listens, Speaker(speaks, level))


def of_level(reach: int, players: int, games: int) -> Tally:
    """Teams of one level over all cities, so many games in each. `reach` 0: the expert (see `heads`)."""
    tally = Tally()
    for city in CITIES:
        game = cast(WordTraveler, WordTraveler.from_options({"players": players, "city": city, "guess": "decider"}))
        for number in range(games):
            play(game, [lambda: WordBot(reach=reach)] * players, f"levels/{number}", tally)
    return tally


def on_tracks(tally: Tally, travellers: int) -> str:
    """How often all six souvenirs would have been taken on each of the tracks that ship."""
    last = {name: places[travellers][-1] for name, places in load_numbers().tracks.items()}
    shares = (f"{name} (last at {score}) {tally.reached(score):.0%}" for name, score in last.items())
    return f"all six souvenirs on {', '.join(shares)}"


# ---------------------------------------------------------------------- ablations


def ablations(city: str) -> dict[str, Maker]:
    """The bot with parts of it taken away."""
    grades = grades_of(_city_game(city).city)

    def made(level: int, black: bool = True, most: int = 3, unused: bool = True) -> Maker:
        return lambda: WordBot(level, grades, Speaker(grades, level, black, most, unused), unused)

    return {
        "depth 2": made(2),
        "depth 1": made(1),
        "depth 0": made(0),
        "no black cards": made(2, black=False),
        "one card an arrow": made(2, most=1),
        "unused words not looked at": made(2, unused=False),
    }


# ---------------------------------------------------------------------- cross-play


def noisy(grades: Grades, share: float, seed: str) -> list[bytes]:
    """The table of another head: this share of the grades is what some other place has for the same word."""
    chance = Chance.of(seed, "noise")
    places = [space for space, row in enumerate(grades) if row]
    out = []
    for row in grades:
        changed = bytearray(row)
        for word in range(len(row)):
            if chance.unit() < share:
                changed[word] = grades[chance.choice(places)][word]
        out.append(bytes(changed))
    return out


def sources(city: str) -> dict[str, Grades]:
    """Tables for cross-play: our own, others that ship for this city (data/gradings), and noisy heads."""
    game = _city_game(city)
    hand = grades_of(game.city)
    found: dict[str, Grades] = {"hand": hand}
    for path in sorted((DATA / "gradings").glob(f"{city}_*.toml")):
        found[path.stem.removeprefix(f"{city}_")] = read_grading(path, game.city, game.words)
    for percent in (10, 20, 30):
        found[f"hand, {percent} % noise"] = noisy(hand, percent / 100, f"{city} {percent}")
    return found


class Agreement(msgspec.Struct, frozen=True):
    """How far two tables of grades agree: shares of equal grades and of those one apart at most, and weighted kappa
    (1: always, 0: as by chance; the weight of a difference is its square)."""

    same: float
    close: float
    kappa: float

    def line(self) -> str:
        """One line for people."""
        shares = f"{self.same:.0%} of the grades are the same, {self.close:.0%} differ by one at most"
        return f"{shares}, kappa {self.kappa:.2f}"


def agreement(first: Grades, second: Grades) -> Agreement:
    """How far two tables of grades for the same city agree."""
    pairs = Counter(pair for mine, theirs in zip(first, second, strict=True) for pair in zip(mine, theirs, strict=True))
    count = pairs.total()
    mine, theirs = Counter[int](), Counter[int]()
    for (a, b), times in pairs.items():
        mine[a] += times
        theirs[b] += times
    apart = sum(times * (a - b) ** 2 for (a, b), times in pairs.items()) / count
    by_chance = sum(mine[a] * theirs[b] * (a - b) ** 2 for a in mine for b in theirs) / count**2
    same = sum(times for (a, b), times in pairs.items() if a == b)
    close = sum(times for (a, b), times in pairs.items() if abs(a - b) <= 1)
    return Agreement(same / count, close / count, 1 - apart / by_chance if by_chance else 1.0)


def cross_play(
    city: str, players: int, games: int, tables: Mapping[str, Grades], level: int = 2
) -> dict[tuple[str, str], Tally]:
    """Every table as traveller with every table as local."""
    return {
        (speaks, listens): run(city, players, games, head(tables[speaks], tables[listens], level))
        for speaks in tables
        for listens in tables
    }


def off_diagonal(matrix: Mapping[tuple[str, str], Tally]) -> float:
    """The headline: mean points where traveller and locals have different tables."""
    cells = [tally.mean for (speaks, listens), tally in matrix.items() if speaks != listens]
    return sum(cells) / len(cells)


def _city_game(city: str) -> WordTraveler:
    return WordTraveler(WordTravelerOptions(city=city))  # type: ignore[arg-type]
