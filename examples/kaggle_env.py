"""Waystation's games as environments of kaggle-environments (pip install kaggle-environments).

    from kaggle_environments import make
    import kaggle_env                               # registers waystation_<game> for every installed game

    env = make("waystation_wayfinders", configuration={"seed": 7, "options": {"max_rounds": 30}})
    env.run([agent, "random"])                      # agent(observation, configuration) -> "place 1"
    print([state.reward for state in env.state])

An observation has `text` (the table in words), `legal` (moves in notation), `seat` and, for programs that learn,
`numbers` (see docs/study.md). Of seats that are not asked the status is INACTIVE. A move that is not legal ends the
game: INVALID. Run as a script it plays every game with the agent "random".
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from kaggle_environments import make, register  # type: ignore[import-not-found]

import waystation
from waystation.engine import Chance, State

STEPS = 20_000


def show(state: Any, table: State) -> None:
    """Write into each agent's state what its seat may know, and whose turn it is: one seat is asked at a time."""
    asked = table.to_act[:1]
    for seat, agent in enumerate(state):
        seen = agent.observation
        seen.seat = seat
        seen.text = table.game.text(table.view(seat))
        seen.numbers = list(table.observe(seat))
        moves = table.legal_actions(seat) if seat in asked else []
        seen.legal = [table.game.actions.format(action) for action in moves]
        agent.status = "DONE" if table.is_over else "ACTIVE" if seat in asked else "INACTIVE"
        agent.reward = table.game.reward(table, seat) if table.is_over else 0


def interpret(name: str, state: Any, env: Any) -> Any:
    """Play the action of whoever was asked, by the rules."""
    if env.done:
        options = {"players": len(state), **waystation.game_type(name).spec.harness, **env.configuration.options}
        env.table = waystation.load(name, **options).new_state(env.configuration.seed)
        show(state, env.table)
        return state
    seat = next(seat for seat, agent in enumerate(state) if agent.status == "ACTIVE")
    refusal = env.table.why_not(str(state[seat].action), seat)
    if refusal is None:
        env.table.play(state[seat].action, seat)
        show(state, env.table)
        return state
    print(f"{state[seat].action!r}: {refusal}", file=sys.stderr)
    for other, agent in enumerate(state):
        agent.status, agent.reward = ("INVALID", None) if other == seat else ("DONE", agent.reward)
    return state


def interpreter(name: str) -> Callable[[Any, Any], Any]:
    """The interpreter of one game; a plain function, since kaggle-environments counts its arguments."""
    return lambda state, env: interpret(name, state, env)


def random_agent(observation: Any, configuration: Any) -> str:
    """Plays any legal move; the same in the same position."""
    chance = Chance.of(0, observation.text)
    return str(observation.legal[chance.below(len(observation.legal))]) if observation.legal else ""


def specification(name: str) -> dict[str, Any]:
    """What kaggle-environments wants to know about a game."""
    kind = waystation.game_type(name)
    fewest, most = kind.spec.players
    hidden = {"shared": False}
    return {
        "name": f"waystation_{name}",
        "title": kind.spec.title,
        "description": kind.spec.blurb,
        "version": f"{kind.rules_version}.0.0",
        "agents": list(range(max(1, fewest), (most or 6) + 1)),
        "configuration": {
            "episodeSteps": STEPS,
            "actTimeout": 60,
            "seed": {"description": "Seed of the deal.", "type": "integer", "default": 0},
            "options": {"description": "Options of the game.", "type": "object", "default": {}},
        },
        "reward": {
            "description": "1 for a win, shared if the win is, else 0.",
            "type": ["number", "null"],
            "default": 0,
        },
        "observation": {
            "seat": {"type": "integer", "default": 0, **hidden},
            "text": {"type": "string", "default": "", **hidden},
            "legal": {"type": "array", "default": [], **hidden},
            "numbers": {"type": "array", "default": [], **hidden},
            "remainingOverageTime": 600,
        },
        "action": {"description": "A move in notation.", "type": "string", "default": ""},
    }


for _name in waystation.game_names():
    register(
        f"waystation_{_name}",
        {
            "specification": specification(_name),
            "interpreter": interpreter(_name),
            "renderer": lambda state, env: env.table.game.text(env.table.view(None)),
            "html_renderer": lambda: "",
            "agents": {"random": random_agent},
        },
    )


def main() -> None:
    """Play each game once."""
    for name in sys.argv[1:] or waystation.game_names():
        env = make(f"waystation_{name}", configuration={"seed": 7})
        steps = env.run(["random", "random"])
        last = [f"{agent.status} {agent.reward}" for agent in env.state]
        print(f"{name}: {len(steps)} steps, {', '.join(last)}")


if __name__ == "__main__":
    main()
