"""Influence in a guild of one's choice, on a card, between guilds; and whence it comes if the supply is empty."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, say
from waystation.games.wayfarers import influence
from waystation.games.wayfarers.actions import MOVES, Kind
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.names import GUILD_WORDS, GUILDS
from waystation.games.wayfarers.state import WayfarersState

from .base import Asked, OfACard, because, node, not_displayed, what
from .pool import must_do_something

RULE = "Influence"


class Guild(Asked):
    """In which guild."""

    answers = ("guild",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return [state.game.ids.guild + guild for guild in range(3) if influence.can_guild(state, seat, guild)]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        return because(influence.why_no_guild(state, seat, what(state, action)[1][0]), RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        influence.place(state, seat, what(state, action)[1][0], 1, log, frame[2])

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"guild:{GUILDS[what(state, action)[1][0]]}:{seat}",)


class Move(Asked):
    """From which guild to which other one."""

    answers = ("move",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        have = state.seats[seat].guild
        return [state.game.ids.move[a, b] for a, b in MOVES if have[a]]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        source = what(state, action)[1][0]
        return None if state.seats[seat].guild[source] else _none_in(source)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        source, target = what(state, action)[1]
        have = state.seats[seat].guild
        have[source] -= 1
        have[target] += 1
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "guild": GUILD_WORDS[source], "other": GUILD_WORDS[target]}
            text = say("{who} moves 1 influence from the {guild} to the {other} guild.", **words)
            log.add("move", seat, text, {"from": source, "to": target})

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        source, target = what(state, action)[1]
        return (f"guild:{GUILDS[source]}:{seat}", f"guild:{GUILDS[target]}:{seat}")


class Mark(OfACard):
    """On which displayed card."""

    answers = ("mark",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return influence.mark_actions(state, -1)

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        card = what(state, action)[1][0]
        if card not in state.show:
            return not_displayed(state, card)
        if state.mark[state.show.index(card)] >= 0:
            return Refusal(say("{card^} already carries influence.", card=state.game.box.labels[card]), RULE)
        return None

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        influence.lay(state, seat, what(state, action)[1][0], log)


class Marking(Mark):
    """The same for influence that has just been taken from elsewhere: it may not go back to where it was."""

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        return influence.mark_actions(state, frame[2])

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        card = what(state, action)[1][0]
        if frame[2] >= 0 and state.show[frame[2]] == card:
            return Refusal(say("The influence was just taken from that card."), RULE)
        return super().why_not(state, frame, action, seat)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        super().apply(state, frame, action, seat, log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("On which card do you lay the influence?")


class Lift(Asked):
    """The supply being empty: which influence is used instead? (ruling 16)"""

    answers = ("lift", "lift_guild", "skip")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        have = state.seats[seat].guild
        actions = sorted(ids.lift[state.show[slot]] for slot, owner in enumerate(state.mark) if owner == seat)
        actions += [ids.lift_guild + g for g in range(3) if have[g] and g != frame[2]]
        return actions if frame[3] else [*actions, ids.skip]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        if kind == Kind.SKIP:
            return must_do_something() if frame[3] else None
        if kind == Kind.LIFT_GUILD:
            if frame[2] == args[0]:
                return Refusal(say("Influence would only move within that guild."), RULE)
            return None if state.seats[seat].guild[args[0]] else _none_in(args[0])
        if args[0] not in state.show:
            return not_displayed(state, args[0])
        if state.mark[state.show.index(args[0])] == seat:
            return None
        return Refusal(say("None of your influence lies on {card}.", card=state.game.box.labels[args[0]]), RULE)

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """A token is taken up: it goes to the guild asked for, or its new card is asked for."""
        state.agenda.pop()
        kind, args = what(state, action)
        if kind == Kind.SKIP:
            return
        player = state.seats[seat]
        slot = -1
        if kind == Kind.LIFT_GUILD:
            player.guild[args[0]] -= 1
        else:
            slot = state.show.index(args[0])
            state.mark[slot] = -1
        player.supply += 1
        if log is not None:
            if kind == Kind.LIFT_GUILD:
                guild = GUILD_WORDS[args[0]]
                text = say("{who} takes back 1 influence from the {guild} guild.", who=Seat(seat), guild=guild)
            else:
                card = state.game.box.labels[args[0]]
                text = say("{who} takes back 1 influence from {card}.", who=Seat(seat), card=card)
            log.add("lift", seat, text, {"source": args[0], "guild": kind == Kind.LIFT_GUILD})
        if frame[2] >= 0:
            influence.place(state, seat, frame[2], 1, log)
        else:
            state.agenda.append((Ask.MARKING, 1 << seat, slot))

    def resume(self, state: WayfarersState, frame: Frame, log: EventLog | None) -> None:
        """Influence for a guild that the supply could not give: it may have some again."""
        guild = frame[2]
        if state.seats[state.turn].supply:
            influence.place(state, state.turn, guild, 1, log)
        elif influence.can_guild(state, state.turn, guild):
            state.agenda.append((Ask.LIFT, 1 << state.turn, *frame[2:]))

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Your supply of influence is empty: which of your influence do you use instead?")

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        return say("Do without") if action == state.game.ids.skip else state.game.ids.label[action]

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        if kind == Kind.LIFT_GUILD:
            return (f"guild:{GUILDS[args[0]]}:{seat}",)
        return (node(state, seat, args[0]),) if kind == Kind.LIFT else ()


def _none_in(guild: int) -> Refusal:
    return Refusal(say("You have no influence in the {guild} guild.", guild=GUILD_WORDS[guild]), RULE)
