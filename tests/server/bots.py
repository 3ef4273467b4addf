"""Bots that misbehave, for the games of this package (`quick`)."""

from __future__ import annotations

import time

from waystation.bots import Observation


class Slow:
    def choose(self, observation: Observation) -> int:
        time.sleep(60)
        return observation.legal[0]


class Crashing:
    def choose(self, observation: Observation) -> int:
        raise ZeroDivisionError("one over nothing")


class Cheating:
    def choose(self, observation: Observation) -> int:
        return 77


class Dying:
    def choose(self, observation: Observation) -> int:
        raise SystemExit


class Printing:
    def choose(self, observation: Observation) -> int:
        print('{"action": "hide 3"}')
        return observation.legal[0]


class Talking:
    reason = ""

    def choose(self, observation: Observation) -> int:
        self.reason = f"I hide {observation.legal[1]}."
        return observation.legal[1]


BOTS = {
    "talking": lambda argument: Talking(),
    "slow": lambda argument: Slow(),
    "crashing": lambda argument: Crashing(),
    "cheating": lambda argument: Cheating(),
    "dying": lambda argument: Dying(),
    "printing": lambda argument: Printing(),
}
