"""Where an acquired card or tile goes: townsfolk, inspiration cards, upgrade tiles."""

from __future__ import annotations

from waystation.engine import EventLog, Frame, Refusal
from waystation.engine.words import Arg, Phrase, Seat, say
from waystation.games.wayfarers import cards, effects, vistas
from waystation.games.wayfarers.actions import Kind
from waystation.games.wayfarers.caravan import cell_name
from waystation.games.wayfarers.names import INSPIRATION
from waystation.games.wayfarers.parts import ON_UPGRADE
from waystation.games.wayfarers.pools import push
from waystation.games.wayfarers.state import WayfarersState
from waystation.games.wayfarers.words import effects_words

from .base import Asked, OfACard, node, what

TOWNSFOLK = "Townsfolk cards"
GOALS = "Inspiration cards"
TILES = "Upgrade tiles"


class Host(OfACard):
    """Under which land or water card do townsfolk go?"""

    answers = ("host",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        return sorted(ids.host[card] for card in cards.host_cards(state.game.box, state.seats[seat], frame[2]))

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        box, player = state.game.box, state.seats[seat]
        card, town = what(state, action)[1][0], frame[2]
        words: dict[str, Arg] = {"card": box.labels[card], "town": box.labels[town]}
        if card not in player.cards:
            return Refusal(say("{card^} is not in your panorama.", **words), TOWNSFOLK)
        if not box.mask[card] & box.hostable[town]:
            return Refusal(say("{card^} shows no tag that {town} asks for.", **words), TOWNSFOLK)
        if player.town[player.cards.index(card)] >= 0:
            return Refusal(say("Townsfolk already lie under {card}.", **words), TOWNSFOLK)
        return None

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        cards.tuck_townsfolk(state, seat, frame[2], what(state, action)[1][0], log)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Under which card do you tuck {card}?", card=state.game.box.labels[frame[2]])


class Tuck(Asked):
    """Above which space card does an inspiration card go, or is it discarded for the benefit of its slot?"""

    answers = ("tuck", "discard")

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        ids = state.game.ids
        player = state.seats[seat]
        hosts = sorted(ids.tuck[c] for c, goal in zip(player.space, player.goal, strict=True) if goal < 0)
        return [*hosts, ids.discard]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        kind, args = what(state, action)
        if kind == Kind.DISCARD:
            return None
        player = state.seats[seat]
        name = state.game.box.labels[args[0]]
        if args[0] not in player.space:
            return Refusal(say("{card^} is not in your panorama.", card=name), GOALS)
        if player.goal[player.space.index(args[0])] >= 0:
            return Refusal(say("An inspiration card already lies above {card}.", card=name), GOALS)
        return None

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        state.agenda.pop()
        box = state.game.box
        kind, args = what(state, action)
        card, slot = frame[2], frame[3]
        if kind == Kind.DISCARD:
            state.put_under(INSPIRATION, card, state.everybody)
            if log is not None:
                text = say("{who} discards {card}: it goes under its pile.", who=Seat(seat), card=box.labels[card])
                log.add("discard", seat, text, {"card": card})
            push(state, box.slot_entries[slot])
            return
        state.seats[seat].tuck_goal(args[0], card)
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "card": box.labels[card], "host": box.labels[args[0]]}
            text = say("{who} tucks {card} above {host}.", **words)
            log.add("tuck", seat, text, {"card": card, "host": args[0]})

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Where does {card} go?", card=state.game.box.labels[frame[2]])

    def label(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Phrase:
        label = state.game.ids.label[action]
        if action != state.game.ids.discard:
            return label
        entries = state.game.box.slot_entries[frame[3]]
        words: dict[str, Arg] = {"discard": label, "gain": effects_words(state.game.box, entries)}
        if effects.brings(state, seat, entries):
            return say("{discard}: {gain}", **words)
        return say("{discard}: {gain} (nothing of it is possible now)", **words)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        kind, args = what(state, action)
        return (node(state, seat, args[0]),) if kind == Kind.TUCK else ()


class Put(Asked):
    """Where in the caravan does an upgrade tile go, and on which side?"""

    answers = ("put",)

    def legal(self, state: WayfarersState, frame: Frame, seat: int) -> list[int]:
        design = state.game.box.tiles[frame[2]]
        covered = state.seats[seat].cells
        cells = [cell for cell, mask in state.game.box.places[design.colour] if not covered & mask]
        return [state.game.ids.put + side * 18 + cell for side in range(len(design.sides)) for cell in cells]

    def why_not(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> Refusal | None:
        box = state.game.box
        tile = box.tiles[frame[2]]
        side, cell = what(state, action)[1]
        words: dict[str, Arg] = {"cell": cell_name(cell), "id": tile.name}
        if side >= len(tile.sides):
            return Refusal(say("{id} has only one side.", **words), TILES)
        covered = dict(box.places[tile.colour]).get(cell)
        if covered is None:
            return Refusal(say("At {cell} {id} would stand over the edge of the caravan.", **words), TILES)
        if covered & state.seats[seat].cells:
            return Refusal(say("At {cell} it would cover a tile or a printed asset.", **words), TILES)
        return None

    def apply(self, state: WayfarersState, frame: Frame, action: int, seat: int, log: EventLog | None) -> None:
        """Covered effects, the tile's tags and the gain of a tile set things off together."""
        state.agenda.pop()
        box, player = state.game.box, state.seats[seat]
        tile = frame[2]
        side, cell = what(state, action)[1]
        design = box.tiles[tile]
        covered = dict(box.places[design.colour])[cell]
        found = vistas.fired(state, player, design.mask | ON_UPGRADE)
        for at, printed in enumerate(box.caravans[player.board]):
            if covered >> at & 1:
                found += printed
        player.add_tile(box, tile, side, cell, covered)
        if log is not None:
            words: dict[str, Arg] = {"who": Seat(seat), "id": design.name, "row": cell // 6 + 1, "column": cell % 6 + 1}
            text = (
                say("{who} lays tile {id} flipped in row {row}, column {column} of the caravan.", **words)
                if side
                else say("{who} lays tile {id} in row {row}, column {column} of the caravan.", **words)
            )
            log.add("put", seat, text, {"tile": tile, "cell": cell, "side": side})
        push(state, found)

    def ask(self, state: WayfarersState, frame: Frame, seat: int) -> Phrase:
        return say("Where in your caravan does tile {id} go?", id=state.game.box.tiles[frame[2]].name)

    def nodes(self, state: WayfarersState, frame: Frame, action: int, seat: int) -> tuple[str, ...]:
        return (f"cell:{seat}:{what(state, action)[1][1]}",)
