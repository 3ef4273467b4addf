"""Everything is used once before a site's maker takes the memory that later visits begin with (`tools/memory.mjs`).

So what is made at first use is in it, too.
"""

from __future__ import annotations

import msgspec

import waystation
import waystation.tab.main
import waystation.tab.think
from waystation.engine import Game
from waystation.server.live import shown

CHOICES = 3
ready: list[Game] = []
"""The games as people get them who just want to play; kept, for a game is forgotten when it is not used."""


def rehearse() -> None:
    """Begin each of these games, and show it to everybody at the table."""
    for name in waystation.game_names():
        kind = waystation.game_type(name)
        game = kind.from_options(kind.spec.tables)
        ready.append(game)
        state = game.new_state()
        for _ in range(CHOICES):
            for seat in range(game.players):
                view = state.view(seat)
                msgspec.json.encode([shown(view), game.draw(view)])
                for _ in game.foresee(view):
                    pass
            seat = state.to_act[0]
            state.apply(state.legal_actions(seat)[0], seat)
