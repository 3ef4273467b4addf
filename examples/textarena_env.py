"""Waystation's games as environments of TextArena (pip install textarena).

    import textarena as ta
    import textarena_env                    # registers Waystation-<game>-v0 for every installed game

    env = ta.make("Waystation-wayfinders-v0")
    env.reset(num_players=2, seed=7)
    done = False
    while not done:
        seat, seen = env.get_observation()
        done, info = env.step(model(seat, seen))        # "[place 1]", or a text that ends so
    rewards, info = env.close()

Run as a script it plays every game with moves drawn at random.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import textarena as ta  # type: ignore[import-not-found]

import waystation
from waystation.bots.program import rules_of
from waystation.engine import Chance, EventLog

MISTAKES = 10
"""So many moves in a row that are not legal end the game for whoever made them."""


class WaystationEnv(ta.Env):  # type: ignore[misc]
    """One game; every seat is played in words, and sees what its view holds."""

    def __init__(self, game: str, **options: Any) -> None:
        super().__init__()
        self.kind, self.options = waystation.game_type(game), options

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal anew."""
        self.game = self.kind.from_options({"players": num_players, **self.options})
        self.table = self.game.new_state(0 if seed is None else seed)
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed, error_allowance=MISTAKES)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._next()

    def step(self, action: str) -> tuple[bool, Any]:
        """Play what stands in the last square brackets of the answer."""
        seat = self.state.current_player_id
        found = re.findall(r"\[([^\[\]]+)\]", action)
        move = found[-1].strip() if found else ""
        refusal = "Write your move in square brackets." if not found else self.table.why_not(move, seat)
        if refusal is not None:
            if self.state.set_invalid_move(reason=str(refusal)) or self.state.done:
                self._end(f"Player {seat} made {MISTAKES} moves in a row that are not legal.", lost=seat)
            return self.state.step(rotate_player=False)
        log = EventLog()
        self.table.play(move, seat, log)
        for viewer in range(self.state.num_players):
            told = "\n".join(event.seen_by(viewer, self.game.seat_names).text for event in log)
            self.state.add_observation(told, ta.ObservationType.GAME_ACTION_DESCRIPTION, to_id=viewer)
        outcome = self.table.outcome()
        if outcome is not None:
            self._end(outcome.text)
        done = self.state.step(rotate_player=False)
        if outcome is None:
            self._next()
        return done

    def _prompt(self, player_id: int, game_state: Any) -> str:
        how = "Answer with one move in square brackets, for example [place 1]."
        return f"{rules_of(self.kind)}\n\nYou are {self.game.seat_names[player_id]}. {how}"

    def _next(self) -> None:
        seat = self.table.to_act[0]
        self.state.manually_set_current_player_id(seat)
        told = self.game.text(self.table.view(seat))
        self.state.add_observation(told, ta.ObservationType.GAME_BOARD, to_id=seat)

    def _end(self, reason: str, lost: int | None = None) -> None:
        seats = range(self.state.num_players)
        worth = {seat: 2 * self.game.reward(self.table, seat) - 1 if lost is None else 0.0 for seat in seats}
        if lost is not None:
            worth[lost] = -1.0
        self.state.set_game_outcome(worth, reason)


for _name in waystation.game_names():
    ta.register(id=f"Waystation-{_name}-v0", entry_point=WaystationEnv, default_wrappers=None, game=_name)


def main() -> None:
    """Play each game once with random moves."""
    for name in sys.argv[1:] or waystation.game_names():
        env = ta.make(f"Waystation-{name}-v0", **waystation.game_type(name).spec.harness)
        env.reset(num_players=2, seed=7)
        chance, done, moves = Chance.of(1, name), False, 0
        while not done:
            seat, _ = env.get_observation()
            offered = env.table.legal_actions(seat)
            done, _ = env.step(f"I play [{env.game.actions.format(offered[chance.below(len(offered))])}]")
            moves += 1
        rewards, _ = env.close()
        print(f"{name}: {moves} moves, rewards {rewards}")


if __name__ == "__main__":
    main()
