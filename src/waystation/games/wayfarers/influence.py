"""Influence: in guilds, on displayed cards, moved between them; the supply is 15 tokens a player (rules: Influence)."""

from __future__ import annotations

from waystation.engine import EventLog
from waystation.engine.words import Phrase, Seat, say

from .frames import Ask
from .names import ANY_GUILD, GUILD_WORDS
from .state import WayfarersState


def can_guild(s: WayfarersState, seat: int, guild: int) -> bool:
    """Influence in a guild comes from supply or, if that is empty, from a card or another guild."""
    player = s.seats[seat]
    if player.supply or guild == ANY_GUILD:
        return True
    return any(n for g, n in enumerate(player.guild) if g != guild) or seat in s.mark


def why_no_guild(s: WayfarersState, seat: int, guild: int) -> Phrase | None:
    """None if influence can be placed in the guild."""
    if can_guild(s, seat, guild):
        return None
    where = GUILD_WORDS[guild]
    return say("your supply is empty and all your influence is in the {guild} guild already", guild=where)


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
        text = say("{who} places {n} influence in the {guild} guild.", who=Seat(seat), n=now, guild=GUILD_WORDS[guild])
        log.add("guild", seat, text, {"guild": guild, "n": now})


def lay(s: WayfarersState, seat: int, card: int, log: EventLog | None) -> None:
    """An influence from supply is laid on a displayed card."""
    s.seats[seat].supply -= 1
    s.mark[s.show.index(card)] = seat
    if log is not None:
        text = say("{who} lays 1 influence on {card}.", who=Seat(seat), card=s.game.box.labels[card])
        log.add("mark", seat, text, {"card": card})


def mark_actions(s: WayfarersState, excluded: int) -> list[int]:
    """Displayed cards without influence; a slot just emptied by lifting is excluded."""
    ids = s.game.ids
    return sorted(
        ids.mark[card] for slot, card in enumerate(s.show) if card >= 0 and s.mark[slot] < 0 and slot != excluded
    )
