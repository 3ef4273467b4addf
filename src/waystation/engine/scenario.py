"""Scenarios: a rules test as a TOML file. `waystation check FILE...` runs them.

    title = "The second builder pays the first"
    rule = "Building; ruling 13"
    game = "wayfinders"
    options = { players = 2 }
    seed = 1

    [position.table]                 # what matters; the rest comes from the seeded set-up
    ...

    [[step]]
    play = ["fly r3c4", "2: pass"]   # "2:" names the seat, from 1; without it the only seat to act
    chance = [3, 0]                  # the next values that chance gives (optional; not all need be used up)
    legal = ["build r3c4"]           # then all of these must be offered,
    only = ["pass", "build r3c4"]    # exactly these must be offered (to the seat that is to act, or to `seat`),
    illegal = { "fly r1c1" = "not next to" }   # and these refused, with this text in the reason or rule
    to_act = [1]                     # seats, from 1
    scores = [3, 0]
    sheet = { 1 = { islands = 3 } }  # seat -> line -> points
    table = { hands = [[1, 0], []] } # a part of the position's `table`; tables within are compared in part
    view = { 1 = { ... } }           # a part of the table as seat 1 sees it; seat 0 is a spectator
    events = ["takes 2"]             # texts that must occur, in this order, in the events of this step
    hears = { 2 = ["draws a card"] } # the same, as a seat hears them
    never = ["tire"]                 # texts that must not occur in the events of this step
    over = false
    winners = [1]
    reason = "last round"            # the outcome's reason

Several scenarios can share a file as ``[[scenario]]`` tables; keys above them are defaults for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .chance import Chance, ScriptedChance, TapeMismatch
from .documents import from_toml, read_file
from .errors import ScenarioError, WaystationError
from .game import Game
from .match import Match
from .typed import convert

_NUMBER = re.compile("[0-9]{1,4}")
"""A seat, or a place in a list: "²" and a number of thousands of digits are none."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some moves, and what must hold after them."""

    play: str | list[str] = []
    chance: list[int] = []
    seat: int | None = None
    legal: list[str] | None = None
    only: list[str] | None = None
    illegal: dict[str, str] = {}
    to_act: list[int] | None = None
    scores: list[int] | None = None
    sheet: dict[str, dict[str, int]] = {}
    table: dict[str, Any] | None = None
    view: dict[str, dict[str, Any]] = {}
    events: list[str] = []
    hears: dict[str, list[str]] = {}
    never: list[str] = []
    over: bool | None = None
    winners: list[int] | None = None
    reason: str | None = None


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rules test."""

    title: str
    game: str
    rule: str = ""
    options: dict[str, Any] = {}
    seed: int | str = 0
    setup_chance: list[int] = []
    position: dict[str, Any] = {}
    step: list[Step]
    place: str = ""


def load(path: Path | str) -> list[Scenario]:
    """The scenarios of a file; ScenarioError names file and line or path."""
    try:
        document = from_toml(read_file(path))
    except (OSError, ValueError) as error:
        raise ScenarioError(str(path), str(error)) from error
    several = document.pop("scenario", None)
    if several is not None and not (isinstance(several, list) and all(isinstance(table, dict) for table in several)):
        raise ScenarioError(str(path), "several scenarios are written as [[scenario]] tables")
    tables = [document] if several is None else [{**document, **table} for table in several]
    scenarios = []
    for index, table in enumerate(tables):
        place = f"{path}" if several is None else f"{path}: scenario {index + 1} ({table.get('title', 'untitled')})"
        try:
            scenarios.append(convert({**table, "place": place}, Scenario))
        except msgspec.ValidationError as error:
            raise ScenarioError(place, str(error)) from error
    return scenarios


def check(scenario: Scenario, game: Game | None = None) -> Match:
    """Run a scenario; ScenarioError says at which step what does not hold. Returns the match as it stands then."""
    place = scenario.place or scenario.title
    try:
        match = _begin(scenario, game or _load(scenario))
    except (WaystationError, KeyError, TapeMismatch) as error:
        raise ScenarioError(place, f"cannot begin: {error}") from error
    for number, step in enumerate(scenario.step, 1):
        _Check(match, step, f"{place}, step {number}").run()
    return match


def _load(scenario: Scenario) -> Game:
    from waystation import game_type

    kind = game_type(scenario.game)
    return kind.from_options(kind.options_since(scenario.options, kind.rules_version))


def _begin(scenario: Scenario, game: Game) -> Match:
    if scenario.position:
        position = {"seed": scenario.seed, **scenario.position}
        match = Match(game, None, position=position)
    else:
        setup = ScriptedChance(Chance.of(scenario.seed, "setup"), scenario.setup_chance)
        play = ScriptedChance(Chance.of(scenario.seed, "play"))
        match = Match(game, scenario.seed, setup=setup, play=play)
    scripted = ScriptedChance(match.state.chance)
    match.state.chance = match.chance = scripted
    return match


class _Check:
    """One step: play, then hold every claim against the match."""

    def __init__(self, match: Match, step: Step, place: str) -> None:
        self.match = match
        self.state = match.state
        self.step = step
        self.place = place
        self.mark = len(match.events)

    def fail(self, what: str) -> ScenarioError:
        return ScenarioError(self.place, what)

    def seat(self, given: str | int, lowest: int = 1) -> int:
        """A seat as a scenario counts them, from 1, as the engine does; -1 for the spectator where 0 is allowed."""
        text = str(given).strip()
        players = self.match.game.players
        if not _NUMBER.fullmatch(text) or not lowest <= int(text) <= players:
            raise self.fail(f"there is no seat {text[:20]}; seats run from {lowest} to {players}")
        return int(text) - 1

    def same(self, what: str, found: Any, expected: Any) -> None:
        if found != expected:
            raise self.fail(f"{what}: expected {expected!r}, found {found!r}")

    def run(self) -> None:
        step = self.step
        chance = self.match.chance
        if isinstance(chance, ScriptedChance):
            chance.script = list(step.chance)
        for text in [step.play] if isinstance(step.play, str) else step.play:
            self.play(text)
        self.check_choices()
        self.check_scores()
        self.check_tables()
        self.check_events()
        self.check_end()

    def play(self, text: str) -> None:
        seat, action = self.split(text)
        try:
            self.match.play(action, seat)
        except (WaystationError, TapeMismatch) as error:
            raise self.fail(f"cannot play {text!r}: {error}") from error
        self.state = self.match.state

    def split(self, text: str) -> tuple[int | None, str]:
        head, colon, rest = text.partition(":")
        if colon and head.strip().isdecimal():
            return self.seat(head), rest.strip()
        return (None if self.step.seat is None else self.seat(self.step.seat)), text

    def asked(self) -> int:
        if self.step.seat is not None:
            return self.seat(self.step.seat)
        acting = self.state.to_act
        if len(acting) != 1:
            raise self.fail(f"say which `seat`: {len(acting)} seats are to act")
        return acting[0]

    def check_choices(self) -> None:
        step, game = self.step, self.match.game
        for text in step.legal or []:
            seat, action = self.split(text)
            refusal = self.state.why_not(action, self.asked() if seat is None else seat)
            if refusal is not None:
                raise self.fail(f"{text!r} should be legal but is refused: {refusal}")
        if step.only is not None:
            offered = {game.actions.format(action) for action in self.state.legal_actions(self.asked())}
            self.same("offered", sorted(offered), sorted(step.only))
        for text, why in step.illegal.items():
            seat, action = self.split(text)
            refusal = self.state.why_not(action, self.asked() if seat is None else seat)
            if refusal is None:
                raise self.fail(f"{text!r} should be refused but is legal")
            if why.casefold() not in str(refusal).casefold():
                raise self.fail(f"{text!r} is refused because {str(refusal)!r}, which does not say {why!r}")

    def check_scores(self) -> None:
        if self.step.scores is not None:
            self.same("scores", self.state.scores(), self.step.scores)
        for seat, lines in self.step.sheet.items():
            points = self.state.score_sheet(self.seat(seat)).points()
            for key, expected in lines.items():
                if key not in points:
                    raise self.fail(f"seat {seat} has no score line {key!r}; lines are {', '.join(points)}")
                self.same(f"sheet of seat {seat}, {key}", points[key], expected)

    def check_tables(self) -> None:
        if self.step.table is not None:
            self.contains("table", _plain(self.state.position()["table"]), self.step.table)
        for seat, expected in self.step.view.items():
            viewer = self.seat(seat, lowest=0)
            view = self.match.view(viewer if viewer >= 0 else None)
            self.contains(f"view of seat {seat}", _plain(view.table), expected)

    def contains(self, path: str, found: Any, expected: Any) -> None:
        """Tables are compared in part, everything else whole."""
        if isinstance(expected, Mapping):
            for key, value in expected.items():
                if isinstance(found, Sequence) and not isinstance(found, str) and _NUMBER.fullmatch(key):
                    inner = found[int(key) - 1] if 0 < int(key) <= len(found) else None
                elif isinstance(found, Mapping) and key in found:
                    inner = found[key]
                else:
                    known = f"; there are {', '.join(map(str, found))}" if isinstance(found, Mapping) else ""
                    raise self.fail(f"{path} has no {key!r}{known}")
                self.contains(f"{path}.{key}", inner, value)
        else:
            self.same(path, found, expected)

    def check_events(self) -> None:
        told = [event.text for event in self.match.told(None, self.mark)]
        self.in_order("events", told, self.step.events)
        for seat, expected in self.step.hears.items():
            heard = [event.text for event in self.match.told(self.seat(seat), self.mark)]
            self.in_order(f"events as seat {seat} hears them", heard, expected)
        for text in self.step.never:
            if any(text in line for line in told):
                raise self.fail(f"events: {text!r} occurs")

    def in_order(self, what: str, told: list[str], expected: Iterable[str]) -> None:
        rest = iter(told)
        for text in expected:
            if not any(text in line for line in rest):
                raise self.fail(f"{what}: {text!r} does not occur (in this order) in {told}")

    def check_end(self) -> None:
        step = self.step
        if step.to_act is not None:
            self.same("to act", [seat + 1 for seat in self.state.to_act], step.to_act)
        if step.over is not None:
            self.same("over", self.state.is_over, step.over)
        if step.winners is not None:
            self.same("winners", [seat + 1 for seat in self.state.winners()], step.winners)
        if step.reason is not None:
            outcome = self.state.outcome()
            self.same("reason", outcome and outcome.reason, step.reason)


def _plain(value: Any) -> Any:
    """As JSON has it: lists, objects with text keys, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))
