"""Every game on this Python, as a library: the conformance suite, and what a known game comes to.

    python tools/everygame.py [GAMES [NAME ...]]    prints, for each game, a digest of the record of a random game

Same options, seed and choices: the same game, whatever runs it. So the digests are the same on every Python.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256

import waystation
from waystation.engine import Chance, Match, conformance, record

DECISIONS = 120


def digest(name: str) -> str:
    """What a game of random choices comes to: record, score sheets, picture."""
    game = waystation.load(name, **waystation.game_type(name).spec.harness)
    match, chance = Match(game, 7), Chance.of(7, "choices")
    while len(match.moves) < DECISIONS and not match.state.is_over:
        seat = chance.choice(match.state.to_act)
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    state = match.state
    told = [record.write(match), json.dumps(state.position()), repr(state.scores()), game.svg(state.view(0))]
    assert record.replay(record.parse(told[0])).state == state
    return sha256("\n".join(told).encode()).hexdigest()


def main(games: int, names: list[str]) -> None:
    for name in names or waystation.game_names():
        game = waystation.load(name, **waystation.game_type(name).spec.harness)
        report = conformance.check(game, games=games, every=200, hash_seeds=False)
        print(json.dumps({"game": name, "digest": digest(name), "decisions": report.decisions}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2:])
