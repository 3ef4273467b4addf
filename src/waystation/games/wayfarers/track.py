"""The journal track: steps along its connections, what the entered space gives, the science ability, the end."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Arg, Phrase, Seat, say

from .counting import need_words
from .frames import USED_BLACK, Ask
from .names import BLACK, GREEN_WORKER, GUILD_WORDS
from .panorama import Panorama
from .parts import Edge
from .pools import push
from .state import WayfarersState
from .words import edge_words, influence_words, joined


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


def why_shut(s: WayfarersState, player: Panorama, edge: Edge, black: int) -> Phrase | None:
    """Why a player may not pass an edge, naming what there is of it; None if it is open."""
    if open_edge(s, player, edge, black):
        return None
    name = s.game.box.space_names[edge.to]
    if s.game.box.final[edge.to] and any(other.marker == edge.to for other in s.seats):
        return say("a marker already stands on the final space {space}", space=name)
    if edge.have is not None:
        have = max(player.count[count] for count in edge.have.counts)
        return say(
            "the way to {space} asks you to have {need}; you have {n}", space=name, need=need_words(edge.have), n=have
        )
    guild = next(g for g, n in enumerate(edge.spend) if player.guild[g] - (black if g == BLACK else 0) < n)
    words: dict[str, Arg] = {
        "space": name,
        "what": edge_words(edge),
        "n": player.guild[guild],
        "guild": GUILD_WORDS[guild],
    }
    if black:
        return say(
            "the way to {space} asks you to {what} besides the one for the science ability; "
            "you have {n} in the {guild} guild",
            **words,
        )
    return say("the way to {space} asks you to {what}; you have {n} in the {guild} guild", **words)


def why_no_step(s: WayfarersState, seat: int, black: int) -> Phrase | None:
    """Why no step can be taken, way by way; None if one can."""
    if can_step(s, seat, black):
        return None
    player = s.seats[seat]
    ways = [why_shut(s, player, edge, black) for edge in s.edges[player.marker]]
    if not ways:
        return say("your marker stands on a final space")
    return joined([way for way in ways if way is not None])


def step(s: WayfarersState, seat: int, to: int, extra: bool, log: EventLog | None) -> None:
    """The marker moves along an edge and the space is resolved; then the science ability may follow."""
    box = s.game.box
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
        spent = [n + (extra and guild == BLACK) for guild, n in enumerate(edge.spend)]
        name = box.spaces[to].name
        text = (
            say("{who} journals to {space} for {spent}.", who=Seat(seat), space=name, spent=influence_words(spent))
            if any(spent)
            else say("{who} journals to {space}.", who=Seat(seat), space=name)
        )
        log.add("journal", seat, text, {"space": name, "extra": extra, "spent": spent})
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
            log.add(
                "green",
                seat,
                say("{who} takes the green worker beside the track.", who=Seat(seat)),
                {"group": space.worker},
            )
    if space.final and not s.ending:
        s.ending = s.turn_count + 1
        if log is not None:
            text = say("{who} reaches the end of the track: everybody has one more turn.", who=Seat(seat))
            log.add("ending", seat, text, {"space": space.name})
    push(s, space_effects(s, to))


def space_effects(s: WayfarersState, to: int) -> tuple[int, ...]:
    """What a journal space gives: its print, or the tile that lies there."""
    box = s.game.box
    space = box.spaces[to]
    return box.journal_tiles[s.journal[space.tile]] if space.tile >= 0 else space.enter
