"""Influence: in guilds, on displayed cards, moved between them; the supply is 15 tokens a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.events import EventLog

from .expression import Op
from .frames import Ask
from .moves import MOVES
from .names import ANY_GUILD, GUILD_NAMES

if TYPE_CHECKING:
    from .state import WayfarersState


def can_guild(s: WayfarersState, seat: int, guild: int) -> bool:
    """Influence in a guild comes from supply or, if that is empty, from a card or another guild (rules: Influence)."""
    player = s.seats[seat]
    if player.supply or guild == ANY_GUILD:
        return True
    return any(n for g, n in enumerate(player.guild) if g != guild) or seat in s.mark


def can_mark(s: WayfarersState) -> bool:
    """Whether a displayed card carries no influence of anyone."""
    return any(owner < 0 and card >= 0 for owner, card in zip(s.mark, s.show, strict=True))


def place(s: WayfarersState, seat: int, guild: int, n: int, log: EventLog | None, must: int = 0) -> None:
    """n influence into one guild; what the supply cannot give is asked for, token by token."""
    player = s.seats[seat]
    now = min(n, player.supply)
    player.supply -= now
    player.guild[guild] += now
    for missing in range(n - now):
        s.agenda.append((Ask.LIFT, 0, guild, int(must and not now and missing == n - 1)))
    if log is not None and now:
        name = GUILD_NAMES[guild]
        log.add("guild", seat, f"{{{seat}}} places {now} influence in the {name} guild.", {"guild": guild, "n": now})


def target_actions(s: WayfarersState, seat: int, op: int) -> list[int]:
    """Choices for influence in any guild, on a card, or moved between guilds."""
    ids = s.game.ids
    player = s.seats[seat]
    if op == Op.GUILD:
        return [ids.guild + guild for guild in range(3) if can_guild(s, seat, guild)]
    if op == Op.MOVE:
        return [ids.move[a, b] for a, b in MOVES if player.guild[a]]
    return mark_actions(s, -1)


def mark_actions(s: WayfarersState, excluded: int) -> list[int]:
    """Displayed cards without influence; a slot just emptied by lifting is excluded."""
    ids = s.game.ids
    return sorted(
        ids.mark[card] for slot, card in enumerate(s.show) if card >= 0 and s.mark[slot] < 0 and slot != excluded
    )


def lift_actions(s: WayfarersState, seat: int, guild: int, must: int) -> list[int]:
    """Own tokens that can be moved when the supply is empty; not within the same guild."""
    ids = s.game.ids
    player = s.seats[seat]
    actions = sorted(ids.lift[s.show[slot]] for slot, owner in enumerate(s.mark) if owner == seat)
    actions += [ids.lift_guild + g for g in range(3) if player.guild[g] and g != guild]
    return actions if must else [*actions, ids.skip]


def lift(s: WayfarersState, seat: int, source: int, from_guild: bool, log: EventLog | None) -> None:
    """A token is taken up: it goes to the guild asked for, or its new card is asked for."""
    guild = s.agenda.pop()[2]
    player = s.seats[seat]
    slot = -1
    if from_guild:
        player.guild[source] -= 1
    else:
        slot = s.show.index(source)
        s.mark[slot] = -1
    if log is not None:
        where = f"the {GUILD_NAMES[source]} guild" if from_guild else s.game.box.label(source)
        log.add("lift", seat, f"{{{seat}}} takes back 1 influence from {where}.", {"source": source})
    if guild >= 0:
        player.supply += 1
        place(s, seat, guild, 1, log)
    else:
        player.supply += 1
        s.agenda.append((Ask.MARKING, 1 << seat, slot))


def mark(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """An influence from supply is laid on a displayed card."""
    s.agenda.pop()
    s.seats[seat].supply -= 1
    s.mark[s.show.index(card)] = seat
    if log is not None:
        log.add("mark", seat, f"{{{seat}}} lays 1 influence on {s.game.box.label(card)}.", {"card": card})


def move(s: WayfarersState, seat: int, source: int, target: int, log: EventLog | None) -> None:
    """1 influence from one guild to a different one."""
    s.agenda.pop()
    guild = s.seats[seat].guild
    guild[source] -= 1
    guild[target] += 1
    if log is not None:
        text = f"{{{seat}}} moves 1 influence from the {GUILD_NAMES[source]} to the {GUILD_NAMES[target]} guild."
        log.add("move", seat, text, {"from": source, "to": target})
