"""The questions of Windward: one file for each kind of frame."""

from __future__ import annotations

from waystation.engine import Questions
from waystation.games.windward.frames import Ask

from .ambush import Ambush
from .bait import Bait
from .boost import Boost
from .cannons import Cannons
from .corner import Corner
from .effect import NextEffect
from .extra_order import ExtraOrder
from .false_flag import FalseFlag
from .giving_back import GivingBack
from .hailed import Hailed
from .hire import Hire
from .loot import Loot
from .new_red import NewRed
from .next_turn import Next
from .offer import Offer
from .port_rest import PortRest
from .reds import Reds
from .research import Research
from .resolve import Resolve
from .rest import Rest
from .sky_rest import SkyRest
from .supplies import Supplies
from .turn import Turn
from .veer import Veer
from .walk import Walk
from .white_moves import WhiteMoves
from .zephyr import Zephyr

QUESTIONS: Questions = {
    Ask.TURN: Turn(), Ask.NEXT: Next(), Ask.REST: Rest(), Ask.REDS: Reds(), Ask.WALK: Walk(),
    Ask.WHITE_MOVES: WhiteMoves(), Ask.SKY_REST: SkyRest(), Ask.PORT_REST: PortRest(), Ask.AMBUSH: Ambush(),
    Ask.FALSE_FLAG: FalseFlag(), Ask.CANNONS: Cannons(), Ask.BOOST: Boost(), Ask.RESOLVE: Resolve(),
    Ask.LOOT: Loot(), Ask.NEW_RED: NewRed(), Ask.SUPPLIES: Supplies(), Ask.HIRE: Hire(),
    Ask.EXTRA_ORDER: ExtraOrder(), Ask.RESEARCH: Research(), Ask.BAIT: Bait(), Ask.VEER: Veer(), Ask.ZEPHYR: Zephyr(),
    Ask.HAILED: Hailed(), Ask.CORNER: Corner(), Ask.EFFECT: NextEffect(), Ask.OFFER: Offer(),
    Ask.RETURN: GivingBack(),
}  # fmt: skip
