"""The journal track: steps along its connections, what the entered space gives, the science ability, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from . import effects
from .components import Edge
from .frames import USED_BLACK, Ask
from .names import BLACK, GREEN_WORKER

if TYPE_CHECKING:
    from .panorama import Panorama
    from .state import WayfarersState


def open_edge(s: WayfarersState, player: Panorama, edge: Edge, black: int) -> bool:
    """Whether a player may pass an edge; `black` influence is spoken for by the science ability."""
    box = s.game.box
    if box.final[edge.to] and any(other.marker == edge.to for other in s.seats):
        return False
    if edge.have is not None:
        return any(player.count[count] >= edge.have.n for count in edge.have.counts)
    need, have = edge.spend, player.guild
    return have[0] - black >= need[0] and have[1] >= need[1] and have[2] >= need[2]


def can_step(s: WayfarersState, seat: int, black: int) -> bool:
    """Whether any step can be taken."""
    player = s.seats[seat]
    return any(open_edge(s, player, edge, black) for edge in s.edges[player.marker])


def can_extra(s: WayfarersState, seat: int) -> bool:
    """The science ability: once a turn, 1 black influence, with a further step to take (rules: Guilds)."""
    return not s.used & USED_BLACK and s.seats[seat].guild[BLACK] > 0 and can_step(s, seat, 1)


def step_actions(s: WayfarersState, seat: int, black: int) -> list[int]:
    """The spaces that can be entered."""
    ids = s.game.ids
    player = s.seats[seat]
    first = ids.extra if black else ids.go
    return sorted(first + edge.to for edge in s.edges[player.marker] if open_edge(s, player, edge, black))


def extra_actions(s: WayfarersState, seat: int) -> list[int]:
    """The spaces that the science ability can enter, or none."""
    return [*step_actions(s, seat, 1), s.game.ids.skip]


def step(s: WayfarersState, seat: int, to: int, extra: bool, log: EventLog | None) -> None:
    """The marker moves along an edge and the space is resolved; then the science ability may follow."""
    box = s.game.box
    s.agenda.pop()
    player = s.seats[seat]
    if extra:
        s.used |= USED_BLACK
        player.guild[BLACK] -= 1
        player.supply += 1
    edge = next(edge for edge in s.edges[player.marker] if edge.to == to)
    for guild, n in enumerate(edge.spend):
        player.guild[guild] -= n
        player.supply += n
    if log is not None:
        paid = " for 1 science influence" if extra else ""
        text = f"{{{seat}}} journals to {box.spaces[to].name}{paid}."
        log.add("journal", seat, text, {"space": box.spaces[to].name, "extra": extra})
    enter(s, seat, to, log)


def enter(s: WayfarersState, seat: int, to: int, log: EventLog | None) -> None:
    """A marker arrives on a space: green worker, end of the game, then the printed effects or the tile's."""
    player = s.seats[seat]
    player.marker = to
    space = s.game.box.spaces[to]
    s.agenda.append((Ask.EXTRA, 0))
    if space.worker >= 0 and s.green >> space.worker & 1:
        s.green &= ~(1 << space.worker)
        player.workers[GREEN_WORKER] += 1
        if log is not None:
            log.add("green", seat, f"{{{seat}}} takes the green worker beside the track.", {"group": space.worker})
    if space.final and not s.ending:
        s.ending = s.turn_count + 1
        if log is not None:
            log.add("ending", seat, f"{{{seat}}} reaches the end of the track: everybody has one more turn.", {})
    effects.push(s, space_effects(s, to))


def space_effects(s: WayfarersState, to: int) -> tuple[int, ...]:
    """What a journal space gives: its print, or the tile that lies there."""
    box = s.game.box
    space = box.spaces[to]
    return box.journal_tiles[s.journal[space.tile]] if space.tile >= 0 else space.enter
