"""Our games as OpenSpiel's Python games: importing this registers them as ``waystation_<game>``.

    import pyspiel
    import waystation.study.spiel
    game = pyspiel.load_game("waystation_wayfinders(players=3,max_rounds=30)")

Chance is explicit: each draw of the rules, those of the set-up included, is a chance node with as many equal outcomes
as the rules ask for. Seats that are asked at once choose one after the other; nobody sees what others chose before all
have. Options of a game are parameters; besides them there are `setup_seed` (0 and above: the set-up is that of this
seed, and has no chance nodes) and `limit` (decisions after which a game is cut off; all returns are then 0).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import msgspec

import waystation
from waystation.engine import Chance, EventLog, Game, IllegalAction, Refusal, State
from waystation.engine.extras import needed_for
from waystation.engine.words import count
from waystation.study.episode import limit_of

with needed_for("OpenSpiel's games"):
    np: Any = import_module("numpy")
    pyspiel: Any = import_module("pyspiel")

MOST_OUTCOMES = 1024
"""Outcomes of a chance node; no deck of ours has so many cards."""
PREFIX = "waystation_"
OWN = {"setup_seed": -1, "limit": 0}
"""The parameters that are no options, with what they are if nobody says."""


class Wanted(Exception):
    """The rules draw, and the tape is at its end: one of so many."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Tape(Chance):
    """Chance that gives what stands on a tape, and asks for more by `Wanted`."""

    __slots__ = ("at", "draws")

    def __init__(self, draws: Sequence[int]) -> None:
        super().__init__(bytes(32))
        self.draws = draws
        self.at = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0  # nothing to choose
        if self.at == len(self.draws):
            raise Wanted(n)
        value = self.draws[self.at]
        self.at += 1
        return value


class _Step:
    """One decision, or the set-up: what it came from, who chose what, what chance gave. Shared by copies."""

    __slots__ = ("action", "before", "draws", "past", "seat", "seen")

    def __init__(self, past: _Step | None, before: State | None, seat: int, action: int, draws: Sequence[int]) -> None:
        self.past = past
        self.before = before
        self.seat = seat
        self.action = action
        self.draws = draws
        self.seen: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> _Step:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, with which OpenSpiel writes states: all in a row, since it follows no long chain to its end."""
        steps = []
        step: _Step | None = self
        while step is not None:
            steps.append((step.before, step.seat, step.action, step.draws))
            step = step.past
        return _linked, (steps[::-1],)

    def told(self, rules: Rules, viewer: int) -> str:
        """What the viewer was told of it, and what it chose itself."""
        if viewer not in self.seen:
            log = EventLog()
            _carried_out(rules, self.before, self.action, self.seat, self.draws, log)
            lines = [event.seen_by(viewer, rules.table.seat_names).text for event in log]
            own = [f"> {rules.table.actions.format(self.action)}"] if self.seat == viewer and self.before else []
            self.seen[viewer] = "\n".join([*own, *lines])
        return self.seen[viewer]


def _linked(steps: Sequence[tuple[State | None, int, int, Sequence[int]]]) -> _Step | None:
    """The last of these, each of which came from the one before it."""
    past: _Step | None = None
    for step in steps:
        past = _Step(past, *step)
    return past


def _carried_out(
    rules: Rules, before: State | None, action: int, seat: int, draws: Sequence[int], log: EventLog | None = None
) -> State:
    """The state after a decision (without `before`: after the set-up). Wanted if chance is asked for more."""
    tape = Tape(draws)
    if before is None:
        state = rules.table.deal(tape) if rules.setup_seed < 0 else rules.dealt.clone()
        state.chance = tape
        state.settle(log)
    else:
        state = before.clone()
        state.chance = tape
        state.advance(action, seat, log)
    state.chance = Chance(bytes(32))
    return state


class Rules:
    """What a game of OpenSpiel's plays: a game of ours, and what its own parameters say."""

    def __init__(self, name: str, given: Mapping[str, Any]) -> None:
        self.setup_seed = int(given.get("setup_seed", OWN["setup_seed"]))
        kind = waystation.game_type(name)
        plain = _parameters(kind)  # OpenSpiel fills them in; what is as it would be anyway is left to the game
        options = {key: value for key, value in given.items() if key not in OWN and value != plain.get(key)}
        self.table: Game = kind.from_options(options)
        self.limit = limit_of(self.table, int(given.get("limit", 0)) or None)

    @cached_property
    def dealt(self) -> State:
        """The table as the set-up of the seed leaves it: each clone of OpenSpiel's begins with a new game."""
        return self.table.deal(Chance.of(self.setup_seed, "setup"))

    def __deepcopy__(self, memo: Any) -> Rules:
        return self  # OpenSpiel's clones copy all that a state holds


@cache
def _rules(name: str, given: tuple[tuple[str, Any], ...]) -> Rules:
    return Rules(name, dict(given))


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours under its options, as OpenSpiel has games.

    OpenSpiel keeps games on its own side and makes new Python objects for them, so nothing may be kept in one.
    """

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        rules = Rules(name, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.table.actions),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=rules.table.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=rules.limit,
        )
        super().__init__(_type_of(name), info, given)

    @property
    def rules(self) -> Rules:
        """What it plays."""
        name = self.get_type().short_name.removeprefix(PREFIX)
        return _rules(name, tuple(sorted(self.get_parameters().items())))

    def new_initial_state(self) -> SpielState:
        """Before the set-up, or after it if it is given by a seed."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What a player sees: the numbers of the observation; with perfect recall, all that it was told, in words."""
        if params:
            raise ValueError(f"observers take no parameters, got {params}")
        return SpielObserver(self.rules.table, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game: a decision, or a draw in the middle of what a decision leads to. `table` is our state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.table: State | None = None
        self.decisions = 0
        self._steps: _Step | None = None
        self._chosen = (-1, -1)
        self._draws: list[int] = []
        self._outcomes = 0
        self._go_on()

    def __deepcopy__(self, memo: Any) -> SpielState:
        """As OpenSpiel clones: its own side, which has the history, is copied, too."""
        new: SpielState = self.clone()
        return new

    def current_player(self) -> int:
        """The seat that decides, chance, or the end."""
        if self._outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._settled().to_act[0]

    def _settled(self) -> State:
        assert self.table is not None
        return self.table

    def _legal_actions(self, player: int) -> list[int]:
        return self._settled().legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers that may be drawn, all equally likely."""
        return [(number, 1 / self._outcomes) for number in range(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._outcomes:
            if not 0 <= action < self._outcomes:
                raise ValueError(f"a draw is 0 to {self._outcomes - 1}, not {action}")
            self._draws.append(action)
        else:
            if self.is_terminal():
                raise IllegalAction(Refusal("The game is over."))
            state, seat = self._settled(), self.current_player()
            if not state._allows(action, seat):  # OpenSpiel does not look
                raise state._illegal(action, seat)
            self._chosen = (action, seat)
            self._draws = []
        self._go_on()

    def _go_on(self) -> None:
        """Carry out what was chosen as far as the draws are known."""
        action, seat = self._chosen
        try:
            after = _carried_out(self.rules, self.table, action, seat, self._draws)
        except Wanted as wanted:
            if wanted.outcomes > MOST_OUTCOMES:
                raise ValueError(f"a draw of {wanted.outcomes}: chance nodes have {MOST_OUTCOMES} outcomes") from None
            self._outcomes = wanted.outcomes
            return
        self._steps = _Step(self._steps, self.table, seat, action, tuple(self._draws))
        self.decisions += self.table is not None
        self.table, self._outcomes = after, 0

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.rules.table.actions.format(action)

    def is_terminal(self) -> bool:
        """Whether the game is over or was cut off."""
        return not self._outcomes and (self._settled().is_over or self.decisions >= self.rules.limit)

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, in between for a shared win; 0 before the end."""
        game = self.rules.table
        if self._outcomes or not self._settled().is_over:
            return [0.0] * game.players
        return [2 * game.reward(self._settled(), seat) - 1 for seat in range(game.players)]

    def told(self, player: int) -> str:
        """All that a player was told and chose, from the beginning."""
        lines, step = [], self._steps
        while step is not None:
            lines.append(step.told(self.rules, player))
            step = step.past
        return "\n".join(line for line in reversed(lines) if line)

    def __str__(self) -> str:
        if self.table is None:
            return f"set-up, {count(len(self._draws), 'draw|draws')}"
        drawn = f"\ndrawing: {self._draws}" if self._outcomes else ""
        return f"after {count(self.decisions, 'decision|decisions')}: {self.table!r}{drawn}"


class SpielObserver:
    """What OpenSpiel asks for a player's view: `tensor` and `dict` by part, or a text."""

    def __init__(self, table: Game, perfect_recall: bool) -> None:
        self._table = table
        self._recalls = perfect_recall
        encoding = table.encoding
        self.tensor: Any = None if perfect_recall else np.zeros(encoding.size, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            for part in encoding.parts:
                self.dict[part.name] = self.tensor[encoding.slices[part.name]].reshape(part.shape or (1,))

    def set_from(self, state: SpielState, player: int) -> None:
        """The observation of a player; nothing but zeros before the set-up is done."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.table is None else state.table.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view in words; with perfect recall, all that was told and chosen before, too."""
        if state.table is None:
            return "The table is being set up."
        view = self._table.text(state.table.view(player))
        return f"{state.told(player)}\n{view}" if self._recalls else view


class JudgementEvaluator:
    """For OpenSpiel's MCTS: the game's own judgement of a position in the place of random play to the end."""

    def evaluate(self, state: SpielState) -> Any:
        """From -1 to 1 for each player."""
        game = state.rules.table
        if state.is_terminal() or state.table is None:
            return np.array(state.returns())
        return np.array([2 * game.evaluate(state.table, seat) - 1 for seat in range(game.players)])

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions alike."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


# ---------------------------------------------------------------------- registering


@cache
def _type_of(name: str) -> Any:
    kind = waystation.game_type(name)
    spec, low, high = kind.spec, *kind.spec.players
    utility = pyspiel.GameType.Utility.IDENTICAL if spec.cooperative else pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=spec.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_parameters(kind), **OWN},
    )


def _parameters(kind: type[Game]) -> dict[str, Any]:
    """The options that are numbers, words or flags, with their defaults; one without a default number begins at 0."""
    found: dict[str, Any] = {}
    for info in msgspec.structs.fields(kind.options_type):
        if isinstance(info.default, bool | int | str):
            found[info.name] = info.default
        elif info.default is None:
            found[info.name] = 0
    return found


def register() -> None:
    """Register every installed game that has observations; importing this module has done it."""
    known = set(pyspiel.registered_names())
    for name in [game.name for game in waystation.game_types() if game.observation is not None]:
        if PREFIX + name not in known:
            made = _maker(name)
            globals()[made.__name__] = made  # where pickling looks for it
            pyspiel.register_game(_type_of(name), made)


def _maker(name: str) -> type[SpielGame]:
    class Named(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(name, params)

    Named.__name__ = Named.__qualname__ = f"Waystation{name.title()}"
    return Named


register()
