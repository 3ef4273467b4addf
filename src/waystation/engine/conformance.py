"""The conformance suite: plays a game hard and holds it to the whole contract.

    from waystation.engine import conformance
    conformance.check(game, games=20)

It raises `ConformanceError` naming the check and the moment (game number and ply), and returns a `Report` of what was
looked at. Anyone who adds a game runs this first; every game of ours runs it in its tests.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from . import observation, position, record
from .agenda import frame_document
from .borders import whole
from .chance import Chance
from .errors import IllegalAction, NotationError, OptionError, RecordError
from .events import EventLog
from .frozen import FrozenDict
from .game import Game
from .match import Match
from .scene import Use
from .state import State
from .svg import to_svg

Chooser = Callable[[State, int, Chance], int]
"""Chooses an action: state, seat, chance."""


class ConformanceError(AssertionError):
    """A game breaks the contract; the text says how and where."""


class Report(msgspec.Struct):
    """What a run of the suite looked at."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    refusals: int = 0
    refusal_reasons: set[str] = msgspec.field(default_factory=set)
    hidden_worlds: int = 0
    injected_faults: int = 0
    endings: set[str] = msgspec.field(default_factory=set)
    frames: set[str] = msgspec.field(default_factory=set)
    kinds: set[str] = msgspec.field(default_factory=set)


def random_choice(state: State, seat: int, chance: Chance) -> int:
    """Any legal action, all equally likely."""
    return chance.choice(state.legal_actions(seat))


def check(
    game: Game,
    games: int = 10,
    seed: int = 0,
    every: int = 7,
    choosers: Sequence[Chooser] = (random_choice,),
    limit: int = 100_000,
    hash_seeds: bool = True,
) -> Report:
    """Play `games` games and check everything; the costly checks at about every `every`-th decision.

    `choosers` take turns from game to game (adversarial players find what random ones don't). `limit` bounds a game
    whose rules set no bound.
    """
    run = _Run(game, seed, every, choosers, limit)
    run.check_table()
    run.check_options()
    for number in range(whole(games, "a number of games", 0)):
        run.play(number)
    run.check_slots()
    if hash_seeds:
        run.check_hash_seeds()
    return run.report


def compare(game: Game, states: int = 100_000, seed: int = 0, choosers: Sequence[Chooser] = (random_choice,)) -> int:
    """Hold list and reasons against each other at so many moments of random games; returns how many were looked at.

    ConformanceError names the first moment at which an action is in the list and refused, or neither.
    """
    run = _Run(game, seed, 1, choosers, states)
    number = looked = 0
    while looked < states:
        state = game.new_state(f"{seed}/compare {number}")
        ply = 0
        while not state.is_over and looked < states:
            run.where = f"game {number}, ply {ply}"
            for asked in state.to_act:
                run.check_reasons(state, asked)
                looked += 1
            who = run.chance.choice(state.to_act)
            state.advance(choosers[number % len(choosers)](state, who, run.chance), who)
            ply += 1
        number += 1
    return looked


_ROLE = re.compile(r'"role":"([^"]*)"')


class _Run:
    def __init__(self, game: Game, seed: int, every: int, choosers: Sequence[Chooser], limit: int) -> None:
        self.game = game
        self.seed = seed
        self.every = every
        self.choosers = choosers
        self.limit = game.spec.max_decisions or limit
        self.report = Report()
        self.chance = Chance.of(seed, "conformance")
        self.where = "before the first game"
        self.observed: dict[tuple[int, bytes, bytes], dict[str, Any]] = {}
        """What each seat's view showed, by its observation and mask."""

    def need(self, truth: object, what: str) -> None:
        if not truth:
            raise ConformanceError(f"{self.game!r}, {self.where}: {what}")

    # ------------------------------------------------------------------ the game itself

    def check_table(self) -> None:
        table = self.game.actions
        self.need(len(table), "the action table is empty")
        for action in table:
            self.need(table.parse(action.notation) == action.id, f"{action.notation!r} does not parse to its id")
            self.need(table.format(action.id) == action.notation, f"id {action.id} does not format to its notation")
            self.need(table.id(action.kind, *action.args) == action.id, f"{action} is not found by kind and args")
            self.need(action.notation == " ".join(action.notation.split()), f"{action.notation!r} has odd spaces")
            self.need("{" not in action.notation and action.label, f"{action} has braces or no label")
        again = type(self.game)(self.game.options).actions
        self.need(list(again) == list(table), "the action table differs when it is made again")
        try:
            table.parse("no such action at all")
        except NotationError:
            pass
        else:
            self.need(False, "nonsense parses as an action")

    def check_options(self) -> None:
        again = type(self.game).from_options(json.loads(json.dumps(self.game.options_doc())))
        self.need(again == self.game, "the game's options do not survive JSON")
        self.need(pickle.loads(pickle.dumps(self.game)) == self.game, "the game does not survive pickling")
        try:
            type(self.game).from_options({"no such option": 1})
        except OptionError:
            pass
        else:
            self.need(False, "an unknown option is accepted")

    # ------------------------------------------------------------------ games

    def play(self, number: int) -> None:
        """Play one game through, checking on the way."""
        seed = f"{self.seed}/{number}"
        chooser = self.choosers[number % len(self.choosers)]
        match = Match(self.game, seed)
        self.need(self.game.new_state(seed) == match.state, "recording the draws changes the set-up")
        clones: list[tuple[State, int]] = []
        ply = 0
        while not match.state.is_over:
            self.where = f"game {number}, ply {ply}"
            self.need(ply < self.limit, f"no end after {self.limit} decisions")
            self.look(match.state)
            deep = self.chance.below(self.every) == 0
            if deep:
                clones.append((match.state.clone(), hash(match.state)))
                self.look_deep(match)
            seat = self.chance.choice(match.state.to_act)
            self.step(match, chooser(match.state, seat, self.chance), seat, deep)
            ply += 1
        self.where = f"game {number}, at the end"
        self.finish(match, clones)

    def look(self, state: State) -> None:
        """What must hold at every decision, cheaply."""
        self.need(state.to_act, "nobody is to act, yet the game is not over")
        self.need(state.outcome() is None and state.winners() == (), "there is an outcome before the end")
        self.report.frames |= {
            frame_document(state._frame_of(seat), state.game.frame_kinds()).ask for seat in state.to_act
        }
        self.need_possible(state)
        for seat in state.to_act:
            legal = state.legal_actions(seat)
            self.need(legal, f"seat {seat} is asked but has no legal action")
            self.need(
                all(a < b for a, b in itertools.pairwise(legal)), f"legal actions {legal} are not sorted or repeat"
            )
            self.need(legal[0] >= 0 and legal[-1] < len(self.game.actions), f"legal actions {legal} are off the table")
            self.need(legal == state._legal(state.agenda[-1], seat), f"settling found other legal actions: {legal}")
            legal.clear()
            self.need(state.legal_actions(seat), "changing the list of legal actions changes the state")

    def need_possible(self, state: State) -> None:
        for path, reason in position.faults(state):
            self.need(False, f"the game's faults find {path}: {reason}")

    def look_deep(self, match: Match) -> None:
        """What must hold at every decision, at some cost."""
        state = match.state
        self.check_copy(state)
        self.check_scores(state)
        self.check_refusals(state)
        for seat in state.to_act:
            self.check_reasons(state, seat)
        viewers = [None, *range(self.game.players)]
        for viewer in viewers:
            self.check_view(match, viewer)
        self.need(state.views(viewers) == [state.view(v) for v in viewers], "views made together differ")
        for seat in range(self.game.players):
            self.check_worlds(state, seat)
        if self.game.observation is not None:
            self.check_observations(state)

    def check_copy(self, state: State) -> None:
        copy = state.clone()
        self.need(copy == state and hash(copy) == hash(state), "a clone is not equal to its state")
        document = json.loads(json.dumps(state.position()))
        loaded = self.game.state_from(document)
        self.need(loaded == state, "the state does not survive a position document")
        unpacked = pickle.loads(pickle.dumps(state))
        self.need(unpacked == state, "the state does not survive pickling")
        for name in type(state).CACHES - State.CACHES:
            for other, how in ((copy, "cloning"), (loaded, "saving and loading"), (unpacked, "pickling")):
                self.need(getattr(other, name, None) == getattr(state, name), f"the cache {name} differs after {how}")
        for name in State.slots() + type(state).slots():
            mine, theirs = getattr(state, name), getattr(copy, name)
            shared = isinstance(mine, (list, bytearray, dict, set)) and mine is theirs
            self.need(not shared, f"a clone shares {name} with its state")

    def check_scores(self, state: State) -> None:
        sheets = [state.score_sheet(seat) for seat in range(self.game.players)]
        self.need([sheet.total for sheet in sheets] == state.scores(), "score sheets do not add up to the scores")
        for sheet in sheets:
            keys = [line.key for line in sheet.lines]
            self.need(len(set(keys)) == len(keys), f"a score line occurs twice in {keys}")

    def check_refusals(self, state: State) -> None:
        """why_not says no exactly to what is not legal, with a reason; a refused action changes nothing."""
        before, table = state.clone(), self.game.actions
        sample = range(len(table)) if len(table) <= 60 else [self.chance.below(len(table)) for _ in range(60)]
        for seat in range(self.game.players):
            legal = set(state.legal_actions(seat))
            for action in {*sample, *list(legal)[:20]}:
                refusal = state.why_not(action, seat)
                # A click on any node asks what it could mean, so illegal actions have nodes too.
                self.need(all(state.nodes(action, seat)), f"{table.format(action)!r} points at a node without a name")
                self.need(
                    (refusal is None) == (action in legal), f"why_not and legal differ on {table.format(action)!r}"
                )
                if refusal is not None:
                    self.need(len(refusal.reason) > 10, f"{table.format(action)!r} is refused without a reason")
                    self.report.refusals += 1
                    self.report.refusal_reasons.add(f"{table[action].kind}: {refusal.rule}")
                    self.refused(state, action, seat)
        self.need(state == before, "a refused action changed the state")
        self.refused(state, len(table), state.to_act[0])
        self.refused(state, table[0].id, self.game.players)
        self.need(state.why_not("no such action at all", state.to_act[0]), "nonsense is not refused")

    def check_reasons(self, state: State, seat: int) -> None:
        """Of all answers to the question at hand, exactly those have no reason against them that are in the list."""
        question = state._at_hand(seat)[0]
        if question is None:
            return  # a game without questions of its own: see check_refusals
        legal = set(state.legal_actions(seat))
        free = {a for a in self.game.answers_to(question) if state.why_not(a, seat) is None}
        wrong = sorted(map(self.game.actions.format, legal ^ free))
        self.need(not wrong, f"list and reasons differ for seat {seat} on {', '.join(wrong[:8])}")
        allowed = {a for a in self.game.answers_to(question) if self.at_once(state, a, seat)}
        self.need(allowed == legal, f"list and `allows` differ for seat {seat}")

    def at_once(self, state: State, action: int, seat: int) -> bool:
        """Whether the action is allowed, asked of a state that has not made its list."""
        state._legal_seat = -1
        return state._allows(action, seat)

    def refused(self, state: State, action: int, seat: int) -> None:
        try:
            state.apply(action, seat)
        except IllegalAction:
            return
        self.need(False, f"action {action} of seat {seat} is illegal but was carried out")

    # ------------------------------------------------------------------ secrets

    def check_view(self, match: Match, viewer: int | None) -> None:
        """The view is JSON-able, holds no secret, and so does the scene; the scene is sound."""
        view = match.view(viewer)
        scene = self.game.scene(view)
        for place, value in [*_loose(view, "the view"), *_loose(scene, "the scene")]:
            self.need(False, f"{place} is a {type(value).__name__}, which whoever gets it could change")
        words = self.game.text(view)
        self.need(view.question in words or view.outcome, "the view in words lacks the question at hand")
        lost = [offer.notation for offer in view.legal if offer.notation.split()[-1] not in words]
        self.need(not lost, f"the view in words lacks the legal moves {lost[:5]}")
        text = msgspec.json.encode([view, scene, match.told(viewer)]).decode() + words
        # "soft" is a style of the kit, and may be a word in somebody's hand.
        text = _ROLE.sub(lambda found: "" if found[1] in self.game.look.palette else found[0], text)
        for secret in match.state.secrets(viewer):
            self.need(secret not in text, f"viewer {viewer} is shown the secret {secret!r}")
        ids = [node.id for node in scene.nodes]
        self.need(len(set(ids)) == len(ids), f"scene node ids repeat: {_repeated(ids)}")
        regions = {region.id for region in scene.regions}
        for node in scene.nodes:
            self.need(node.region in regions, f"node {node.id} is in no region")
            for part in node.parts:
                known = not isinstance(part, Use) or part.symbol in self.game.look.symbols
                self.need(known, f"node {node.id} uses an unknown symbol")
        to_svg(scene, self.game.look, "wide")
        to_svg(scene, self.game.look, "narrow", "dark")
        for offer in view.legal:
            lost = [node for path in (offer.nodes, *offer.drags) for node in path if node not in ids]
            self.need(not lost, f"{offer.notation!r} points at {lost}, not in the scene")
        for sheet in view.sheets:
            for line in sheet.lines:
                lost = [node for node in line.nodes if node not in ids]
                self.need(not lost, f"score line {line.key} points at {lost}, not in the scene")

    def check_worlds(self, state: State, seat: int) -> None:
        """A determinized state looks the same to its seat, and depends on nothing the seat can't see."""
        for rival in state.to_act:
            state.legal_actions(rival)  # a list that the true state now remembers
            told = state.determinize(seat, Chance.of(self.where, "world"))
            fresh = pickle.loads(pickle.dumps(told))
            fresh._legal_seat = -1
            kept = told.legal_actions(rival) != fresh.legal_actions(rival)
            self.need(not kept, f"what seat {rival} may really do shows in a state determinized for seat {seat}")
        shown = self.shown(state, seat)
        world = state.determinize(seat, Chance.of(self.where, "world"))
        other = state.determinize(seat, Chance.of(self.where, "other world"))
        self.need(self.shown(world, seat) == shown, f"seat {seat} can tell a determinized state from the true one")
        self.need(world.chance != state.chance, "a determinized state keeps the true stream of chance")
        same = state.determinize(seat, Chance.of(self.where, "world"))
        self.need(same == world, "determinize differs with the same rng")
        again = other.determinize(seat, Chance.of(self.where, "world"))
        self.need(again == world, f"determinize for seat {seat} depends on what the seat can't see")
        self.check_copy(world)
        world.chance = other.chance = state.chance.clone()
        self.report.hidden_worlds += world != other

    # ------------------------------------------------------------------ observations

    def check_observations(self, state: State) -> None:
        """What each seat gets as numbers is in shape and range, the same table for all, and all that its view shows."""
        encoding = self.game.encoding
        first: dict[str, Any] = {}
        for seat in range(self.game.players):
            flat = state.observe(seat)
            self.need(len(flat) == encoding.size, f"an observation has {len(flat)} numbers, not {encoding.size}")
            found = encoding.decode(flat)
            try:
                again = encoding.encode(found)
            except ValueError as error:
                self.need(False, f"the observation of seat {seat}: {error}")
            self.need(memoryview(again) == flat, "an observation does not survive decoding")
            for label in ("world", "other world"):
                world = state.determinize(seat, Chance.of(self.where, label))
                self.need(world.observe(seat) == flat, f"the observation of seat {seat} tells {label}s apart")
            absolute = encoding.absolute(flat, seat)
            first = first or absolute
            for part in encoding.parts:
                mine, theirs = absolute[part.name], first[part.name]
                if part.of == "shown":
                    same = all(
                        a == b or self.covered(part, a) or self.covered(part, b)
                        for a, b in zip(mine, theirs, strict=True)
                    )
                else:
                    same = part.of == "own" or mine == theirs
                self.need(same, f"seats 0 and {seat} do not see the same of {part.name}: {theirs} and {mine}")
            self.check_seen_in_full(state, seat, bytes(flat))

    def covered(self, part: observation.Part, row: Any) -> bool:
        """Whether a row of a part shows nothing."""
        return all(number == part.low for number in (_leaves(row) if isinstance(row, list) else [row]))

    def check_seen_in_full(self, state: State, seat: int, flat: bytes) -> None:
        """Two views of a seat that differ in what the observation has not left out have different observations."""
        assert self.game.observation is not None
        view = state.view(seat)
        table = _without(msgspec.to_builtins(view.table), [path.split(".") for path in self.game.observation.omits])
        shown = {"table": table, "to_act": view.to_act, "moves": [offer.notation for offer in view.legal]}
        known = self.observed.setdefault((seat, flat, bytes(state.mask(seat))), shown)
        if known != shown:
            path = _difference(known, shown)
            self.need(False, f"two views of seat {seat} differ at {path}, which its observation does not show")

    def shown(self, state: State, viewer: int | None) -> bytes:
        return msgspec.json.encode(state.view(viewer))

    # ------------------------------------------------------------------ moves

    def step(self, match: Match, action: int, seat: int, deep: bool) -> None:
        """Play a move; at deep moments in several ways, which must agree."""
        state = match.state
        self.need(action in state.legal_actions(seat), f"a chooser chose the illegal action {action}")
        before = state.clone()
        if deep:
            self.check_order(before)
            self.check_paths(before)
            self.inject(before, action, seat)
        move = match.apply(action, seat)
        self.report.decisions += 1
        self.report.kinds.add(self.game.actions[action].kind)
        plain = before.clone()
        plain.advance(action, seat)
        self.need(plain == match.state, "advance without a log and apply with one differ")
        self.check_events(match, move.events)
        if deep and not move.reveals:
            self.check_unrevealed(before, action, seat, match.state)

    def check_events(self, match: Match, span: tuple[int, int]) -> None:
        for event in match.events.since(span[0]):
            for viewer in (None, *range(self.game.players)):
                seen = event.seen_by(viewer, match.names)
                self.need(seen.text and "{" not in seen.text, f"event {event.kind} has no sentence: {seen.text!r}")
                text = msgspec.json.encode(seen).decode()
                for secret in match.state.secrets(viewer):
                    self.need(secret not in text, f"event {event.kind} shows viewer {viewer} the secret {secret!r}")

    def check_unrevealed(self, before: State, action: int, seat: int, after: State) -> None:
        """A move that claims to reveal nothing may not show anybody a fact that another world would show otherwise."""
        for viewer in range(self.game.players):
            world = before.determinize(viewer, self.chance.spawn("unrevealed"))
            if action not in world.legal_actions(seat):
                continue
            world.advance(action, seat)
            known = world.to_act == after.to_act and self.shown(world, viewer) == self.shown(after, viewer)
            self.need(
                known, f"{self.game.actions.format(action)!r} showed seat {viewer} something, but reveals is not set"
            )

    def check_order(self, state: State) -> None:
        """Seats that decide at the same time may act in any order."""
        if len(state.to_act) < 2:
            return
        choices = [(seat, self.chance.choice(state.legal_actions(seat))) for seat in state.to_act]
        ends: list[State] = []
        for order in itertools.islice(itertools.permutations(choices), 6):
            copy = state.clone()
            for seat, action in order:
                if action not in copy.legal_actions(seat):
                    break  # an earlier choice ended the common decision
                copy.apply(action, seat)
            else:
                ends.append(copy)
        for end in ends:
            self.need(end == ends[0], "the result depends on the order of simultaneous decisions")

    def check_paths(self, state: State) -> None:
        """Seats that go on by themselves, each by choices of its own, come to the same end in any order of steps."""
        if len(state.to_act) < 2:
            return
        ends = [self.walked(state.clone(), Chance.of(self.where, f"order {number}")) for number in range(3)]
        self.need(ends[0] == ends[1] == ends[2], "the result depends on the order in which seats take their steps")

    def walked(self, state: State, order: Chance) -> State:
        """Played on until all have answered the frame at hand; what each seat chooses does not depend on the order."""
        kind, depth, asked = state.agenda[-1][0], len(state.agenda), set(state.to_act)
        choosing = {seat: Chance.of(self.where, f"choices of seat {seat}") for seat in asked}
        while asked and len(state.agenda) == depth and state.agenda[-1][0] == kind and asked >= set(state.to_act):
            asked = set(state.to_act)
            seat = order.choice(state.to_act)
            state.advance(choosing[seat].choice(state.legal_actions(seat)), seat)
        return state

    def inject(self, before: State, action: int, seat: int) -> None:
        """An exception at a line of the game's code leaves state and log as they were."""
        module = type(self.game).__module__
        package = module.rpartition(".")[0] + "." if "." in module else module
        lines = _count_lines(lambda: before.clone().apply(action, seat, EventLog()), package)
        for _ in range(min(3, lines)):
            state, log = before.clone(), EventLog()
            stop = 1 + self.chance.below(lines)
            if not _fails_at(lambda state=state, log=log: state.apply(action, seat, log), package, stop):  # type: ignore[misc]
                continue
            self.report.injected_faults += 1
            self.need(state == before and len(log) == 0, f"a fault at line {stop} of apply leaves the state changed")
            state.apply(action, seat)  # and it can go on

    # ------------------------------------------------------------------ the end

    def finish(self, match: Match, clones: list[tuple[State, int]]) -> None:
        state, report = match.state, self.report
        outcome = state.outcome()
        assert outcome is not None
        self.need_possible(state)
        self.need(state.to_act == () and state.legal_actions(0) == [], "somebody may act after the end")
        self.need(list(outcome.scores) == state.scores(), "the outcome's scores are not the scores")
        self.need(len(outcome.ranks) == self.game.players and outcome.text, "the outcome lacks ranks or a sentence")
        self.need(outcome.winners == state.winners(), "winners and outcome differ")
        best = tuple(seat for seat, place in enumerate(outcome.ranks) if place == 1)
        self.need(outcome.winners in (best, ()), "the winners are not those with rank 1")
        for seat in range(self.game.players):
            self.need(0 <= self.game.reward(state, seat) <= 1, "a reward is not between 0 and 1")
        for clone, digest in clones:
            self.need(hash(clone) == digest, "an earlier clone has changed")
        for viewer in (None, *range(self.game.players)):
            self.check_view(match, viewer)
        self.check_copy(state)
        self.check_record(match)
        self.check_undo(match)
        report.games += 1
        report.longest = max(report.longest, len(match.moves))
        report.endings.add(outcome.reason)

    def check_record(self, match: Match) -> None:
        """A record replays to the same state, and tampering is found."""
        text = record.write(match)
        read = record.parse(text)
        self.need(read.checksum == "good", "a fresh record's checksum is not good")
        self.need(record.replay(read, self.game).state == match.state, "a record replays to another state")
        hidden = record.parse(record.write(match, seed="commitment"))
        self.need(
            record.replay(hidden, self.game).state.position()["table"] == match.state.position()["table"],
            "a record without seed replays to another state",
        )
        for changed in _tampered(text, self.chance):
            try:
                read = record.parse(changed)
                if read.checksum == "good":
                    record.replay(read, self.game)
                    continue
            except RecordError:
                continue
            self.need(read.checksum == "bad", "a changed record passes for good")

    def check_undo(self, match: Match) -> None:
        """Taking moves back and playing them again comes out the same."""
        end, log = match.state.clone(), len(match.events)
        count = min(len(match.moves), 1 + self.chance.below(10))
        redo = [(move.seat, move.action) for move in match.moves[len(match.moves) - count :]]
        earlier = match.at(len(match.moves) - count)
        match.undo(count)
        self.need(match.state == earlier, "undo does not lead to the earlier state")
        for seat, action in redo:
            match.apply(action, seat)
        self.need(match.state == end and len(match.events) == log, "undo and redo differ")

    # ------------------------------------------------------------------ the state's layout

    def check_slots(self) -> None:
        """Every attribute takes part in equality, hash and saving."""
        self.where = "on slots"
        state = self.game.new_state(self.seed)
        others = [self.game.new_state(f"{self.seed}/other {number}") for number in range(3)]
        self.need(not hasattr(state, "__dict__"), "the state has a __dict__; declare __slots__ in every class")
        declared = {"agenda", "chance", *type(state).FIELDS} - type(state).CACHES
        missing = ", ".join(sorted(declared.difference(type(state).slots())))
        self.need(not missing, f"slots() leaves out {missing}: states that differ there would be equal")
        for name in type(state).slots():
            value = getattr(state, name)
            dealt = [getattr(other, name) for other in others if getattr(other, name) != value]
            variants = [*_variants(value), *dealt]
            self.need(variants, f"{name} is a {type(value).__name__}, which the suite does not know how to change")
            for changed in variants:
                other = state.clone()
                setattr(other, name, changed)
                self.need(other != state, f"{name} takes no part in equality")
                self.need(other.key() != state.key(), f"{name} takes no part in hash")
                self.need(self.saved_differs(state, other), f"{name} is not saved")
                self.need(getattr(other.clone(), name) == changed, f"{name} is not cloned")

    def saved_differs(self, state: State, other: State) -> bool:
        try:
            return other.position() != state.position()
        except Exception:  # a value that can't be written out was at least looked at
            return True

    def check_hash_seeds(self) -> None:
        """The same games come out whatever PYTHONHASHSEED is."""
        self.where = "in other processes"
        here = type(self.game).__module__ == "__main__"
        self.need(not here, "no other process finds a class of the script that runs: put it into a file to be imported")
        digests = {_digest_elsewhere(self.game, seed) for seed in ("1", "2")}
        self.need(len(digests) == 1, "games differ with PYTHONHASHSEED")


def digest(game: Game, games: int = 2, limit: int = 3000) -> str:
    """A fingerprint of a few random games: positions, views and events."""
    total = hashlib.sha256()
    chance = Chance.of("digest", "play")
    for number in range(games):
        match = Match(game, number)
        while not match.state.is_over and len(match.moves) < limit:
            seat = match.state.to_act[0]
            match.apply(random_choice(match.state, seat, chance), seat)
        total.update(record.write(match).encode())
        total.update(json.dumps(match.state.position()).encode())
        total.update(msgspec.json.encode(match.view(0)))
        total.update(game.svg(match.view(0)).encode())
        total.update(
            repr([game.evaluate(match.at(len(match.moves) // 2), seat) for seat in range(game.players)]).encode()
        )
    return total.hexdigest()


def _digest_elsewhere(game: Game, hash_seed: str) -> str:
    code = (
        "import sys, pickle; sys.path[:0] = pickle.loads(bytes.fromhex(sys.argv[1])); "
        "from waystation.engine.conformance import digest; print(digest(pickle.loads(bytes.fromhex(sys.argv[2]))))"
    )
    arguments = [pickle.dumps(sys.path).hex(), pickle.dumps(game).hex()]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ConformanceError(f"{game!r} fails in another process: {done.stderr.strip()[-2000:]}")
    return done.stdout.strip()


# ---------------------------------------------------------------------- small tools


class _Fault(Exception):
    """What the suite injects."""


def _traced(action: Callable[[], None], package: str, on_line: Callable[[], None]) -> None:
    def trace(frame: Any, event: str, _: Any) -> Any:
        if not frame.f_globals.get("__name__", "").startswith(package):
            return trace if event == "call" else None
        if event == "line":
            on_line()
        return trace

    old = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(old)


def _count_lines(action: Callable[[], None], package: str) -> int:
    lines: list[None] = []
    _traced(action, package, lambda: lines.append(None))
    return len(lines)


def _fails_at(action: Callable[[], None], package: str, line: int) -> bool:
    """Whether the action was hit by a fault at the n-th line (a fault before the change does not count)."""
    count = itertools.count(1)

    def on_line() -> None:
        if next(count) == line:
            raise _Fault

    try:
        _traced(action, package, on_line)
    except _Fault:
        return True
    return False


def _tampered(text: str, chance: Chance) -> Iterator[str]:
    """Some changed versions of a record: a draw, a move left out, the result, a comment."""
    lines = text.split("\n")
    start = lines.index("") + 1
    moves = [i for i in range(start, len(lines)) if lines[i] and lines[i][0].isdigit()]
    drawn = [i for i in moves if "{" in lines[i]]
    for places, change in ((moves, lambda line: None), (drawn, _other_draw)):
        if places:
            place = chance.choice(places)
            new = change(lines[place])
            yield "\n".join([*lines[:place], *([] if new is None else [new]), *lines[place + 1 :]])
    yield text.replace("result: ", "result: 1", 1)
    yield text.replace("  ; ", "  ; x", 1)


def _other_draw(line: str) -> str | None:
    head, _, draws = line.partition("{")
    value, _, size = draws.rstrip("}").split()[0].partition("/")
    rest = draws.rstrip("}").split()[1:]
    return f"{head}{{{' '.join([f'{(int(value) + 1) % int(size)}/{size}', *rest])}}}"


def _variants(value: Any) -> Iterator[Any]:
    if isinstance(value, Chance):
        yield Chance(value.key, value.count + 1)
        yield Chance(bytes(32), value.count)
    elif isinstance(value, list):
        yield [*value, value[0] if value else 1]
        for index, item in list(enumerate(value))[:3]:
            for changed in itertools.islice(_variants(item), 1):
                yield [*value[:index], changed, *value[index + 1 :]]
    elif isinstance(value, tuple):
        yield (*value, 1)
    elif isinstance(value, bool):  # where code is compiled, nothing else may stand there
        yield not value
    elif isinstance(value, int):
        yield value + 1


def _loose(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """What could be changed in something that is handed out, and where it is."""
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield place, value
        for name in value.__struct_fields__:
            yield from _loose(getattr(value, name), f"{place}.{name}")
    elif isinstance(value, tuple | frozenset | FrozenDict):
        for item in value.values() if isinstance(value, FrozenDict) else value:
            yield from _loose(item, f"{place}[]")
    elif value is not None and not isinstance(value, str | int | float | bytes):
        yield place, value


def _leaves(value: Any) -> Iterator[int]:
    """All numbers in lists of lists."""
    for item in value:
        if isinstance(item, list):
            yield from _leaves(item)
        else:
            yield item


def _without(value: Any, paths: list[list[str]]) -> Any:
    """Plain data without what lies at these paths; ``*`` stands for any key or place."""
    if not paths:
        return value
    if isinstance(value, dict):
        return {
            key: _without(item, [path[1:] for path in paths if path[0] in (key, "*")])
            for key, item in value.items()
            if not any(len(path) == 1 and path[0] in (key, "*") for path in paths)
        }
    if isinstance(value, list | tuple):
        return [_without(item, [path[1:] for path in paths if path[0] == "*" and len(path) > 1]) for item in value]
    return value


def _difference(one: Any, other: Any, path: str = "") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            if one.get(key) != other.get(key):
                return _difference(one.get(key), other.get(key), f"{path}.{key}" if path else key)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for at, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _difference(a, b, f"{path}.{at}")
    return f"{path} ({one!r} and {other!r})"


def _repeated(ids: Sequence[str]) -> list[str]:
    return sorted({ident for ident in ids if ids.count(ident) > 1})
