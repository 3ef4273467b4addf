"""What the bots find: turns, the greedy choice, and the tree search."""

from __future__ import annotations

import itertools

import pytest

import waystation
from tiny.duel import Ask, Duel, DuelState
from tiny.stones import Stones
from waystation.arena import play_match, simulate, summarize
from waystation.bots import Budget, Observation, bot_chance, decide, make, mcts, observe, turn_began
from waystation.bots.greedy import GreedyBot
from waystation.bots.mcts import MctsBot
from waystation.bots.turns import LONG, Turn, turns_of
from waystation.engine import Chance, State


def spoils() -> State:
    """A duel in which seat 0 has won and may take a point and a card."""
    state = Duel.from_options({}).new_state(1)
    assert isinstance(state, DuelState)
    state.agenda = [(Ask.NEXT, 0, 0), (Ask.SPOILS, 1, 3)]
    return state


def test_a_turn_is_all_that_a_seat_decides_until_another_is_asked() -> None:
    state = spoils()
    written = state.game.actions.format
    turns = turns_of(state, 0, 100, Chance.of(1, "turns"))
    found = {tuple(map(written, turn.actions)) for turn in turns}
    # Taking point and card in either order leads to one state: it is kept once, the way that was found first.
    both = {("take point", "take card"), ("take card", "take point")}
    assert found - both == {("done",), ("take point", "done"), ("take card", "done")}
    assert len(found & both) == 1
    assert turns[0].value == max(turn.value for turn in turns)
    assert "take point" in map(written, turns[0].actions)


def test_every_first_action_begins_a_turn_even_when_the_search_is_short() -> None:
    state = waystation.load("wayfinders").new_state(2)
    state.play("place 1", 0)
    state.play("place 1", 1)
    state.play("return", 0)
    turns = turns_of(state, 0, 1, Chance.of(1, "turns"))
    assert {turn.actions[0] for turn in turns} == set(state.legal_actions(0))


def test_a_turn_ends_where_chance_is_drawn() -> None:
    state = waystation.load("wayfinders").new_state(2)
    drawn = state.chance.count
    for turn in turns_of(state, 0, 200, Chance.of(1, "turns")):
        after = state.clone()
        for action in turn.actions[:-1]:
            after.advance(action, 0)
            assert after.chance.count == drawn


def test_most_limits_the_first_actions() -> None:
    state = waystation.load("wayfinders").new_state(2)
    assert len(state.legal_actions(0)) == 5
    turns = turns_of(state, 0, 1, Chance.of(1, "turns"), most=2)
    assert len({turn.actions[0] for turn in turns}) == 2


@pytest.mark.parametrize("spec", ["greedy", "mcts:60"])
def test_a_point_is_not_left_lying(spec: str) -> None:
    state = spoils()
    bot = make(spec)
    while 0 in state.to_act:
        state.apply(decide(bot, observe(state, 0, bot_chance(1, 0, 0))), 0)
    assert state.scores() == [1, 0]


@pytest.mark.parametrize("spec", ["greedy", "mcts:60"])
def test_a_hidden_answer_does_not_help_who_chooses_after_it(spec: str) -> None:
    """Stones: seats 0 and 1 have chosen; seat 2 must decide alike whatever they chose."""
    chosen = set()
    for first, second in ((0, 0), (3, 3), (0, 3)):
        state = Stones.from_options({"players": 3}).new_state(4)
        state.play(f"hide {first}", 0)
        state.play(f"hide {second}", 1)
        chosen.add(decide(make(spec), observe(state, 2, bot_chance(4, 2, 2))))
    assert len(chosen) == 1


def test_the_same_seed_and_simulations_play_the_same_game() -> None:
    for game in (Duel.from_options({"players": 3}), Stones.from_options({"players": 3})):
        rows = [play_match(game, ["mcts:30", "greedy", "mcts:30"], seed=8) for _ in range(2)]
        for row in rows:
            row.seconds = []
        assert rows[0] == rows[1]


def test_a_budget_is_for_a_whole_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Windward some turns go on otherwise than foreseen: what is left of the budget must do."""
    searched: list[tuple[int | None, int]] = []
    search = mcts.MctsBot._search

    def counted(self: mcts.MctsBot, root: mcts.Node, observation: Observation) -> None:
        before = root.visits
        search(self, root, observation)
        searched.append((observation.turn, root.visits - before))

    monkeypatch.setattr(mcts.MctsBot, "_search", counted)
    play_match(waystation.load("windward", max_rounds=4), ["mcts:80", "random"], seed=3)
    turns: dict[int | None, int] = {}
    for turn, simulations in searched:
        turns[turn] = turns.get(turn, 0) + simulations
    assert len(turns) < len(searched)  # it has happened
    assert max(turns.values()) < 160


def test_a_turn_begins_with_another_s_decision_or_with_chance() -> None:
    assert turn_began(0, 0, []) == 0
    assert turn_began(0, 3, [(0, False), (0, False), (1, False)]) == 1
    assert turn_began(0, 3, [(0, False), (0, True), (0, False)]) == 2
    assert turn_began(0, 3, [(1, False), (0, False), (0, False)]) == 3


def test_a_search_in_milliseconds_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that is five milliseconds further at each look: twenty are over at the fifth."""
    ticks = itertools.count()
    monkeypatch.setattr(mcts, "perf_counter", lambda: next(ticks) / 200)
    state = waystation.load("wayfinders", max_rounds=2).new_state(1)
    decide(make("mcts:20ms"), observe(state, 0, bot_chance(1, 0, 0)))
    assert next(ticks) == 5
    row = play_match(state.game, ["mcts:20ms", "random"], seed=1)
    assert row.faults == []


def test_the_budget_of_the_table_comes_before_the_bots_own() -> None:
    state = waystation.load("wayfinders").new_state(1)
    bot = MctsBot(Budget(simulations=50))
    decide(bot, observe(state, 0, bot_chance(1, 0, 0), Budget(simulations=20)))
    assert bot._simulated == 20


class CountingBot(MctsBot):
    """Counts its searches."""

    searches = 0

    def _search(self, *args: object) -> None:
        self.searches += 1
        super()._search(*args)  # type: ignore[arg-type]


def test_a_turn_is_thought_out_once() -> None:
    """The steps of a turn follow without a new search as long as nothing is drawn."""
    state = waystation.load("wayfinders").new_state(2)
    bots = [CountingBot(Budget(simulations=30)), make("random")]
    steps = turns = ply = 0
    while not state.is_over and ply < 150:
        seat = state.to_act[0]
        action = decide(bots[seat], observe(state, seat, bot_chance(2, seat, ply)))
        if seat == 0:
            steps += 1
            turns += state.game.actions[action].kind in ("place", "return")
        state.apply(action, seat)
        ply += 1
    assert isinstance(bots[0], CountingBot)
    assert steps > turns
    assert bots[0].searches < steps


def test_the_tree_is_used_again_when_the_rival_does_what_was_foreseen() -> None:
    state = waystation.load("wayfinders").new_state(2)
    bot = MctsBot(Budget(simulations=300))
    state.apply(decide(bot, observe(state, 0, bot_chance(2, 0, 0))), 0)
    state.play("place 1", 1)
    root = bot._known(observe(state, 0, bot_chance(2, 0, 2)))
    assert root is not None
    assert root.visits > 0


def test_a_turn_ends_even_if_its_end_is_not_found() -> None:
    """It flew to and fro for ever: flying cost nothing, and the end lay behind landing and several discards."""
    game = waystation.load("wayfinders", players=3)
    row = play_match(game, ["greedy", "strong", "greedy"], 7297046821496159, max_decisions=400)
    assert row.reason == "last round"


def test_greedy_does_not_do_the_same_for_ever_within_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn in which one step always looks best: in the end it tries another."""
    state, bot = waystation.load("wayfinders", players=2).new_state(3), GreedyBot()
    first = state.legal_actions(0)[0]
    steps = {action: Turn(float(action == first), (action,)) for action in state.legal_actions(0)}
    monkeypatch.setattr(bot, "_best_turns", lambda world, seat, rng: steps)
    chosen = [bot.choose(observe(state, 0, Chance.of(number, "again"), turn=0)) for number in range(2 * LONG)]
    assert set(chosen[:LONG]) == {first}
    assert set(chosen[LONG:]) == set(steps)


def test_greedy_beats_random() -> None:
    """A small sample with fixed seeds; docs/bots.md has the large ones."""
    game = waystation.load("wayfinders", max_rounds=100)
    greedy = summarize(list(simulate(game, ["greedy:40", "random"], 6, seed=1)))
    assert {tally.name: tally.wins for tally in greedy.bots} == {"greedy:40": 6, "random": 0}
