"""What each viewer may know of the table, and states that a seat cannot tell apart."""

from __future__ import annotations

from waystation.engine import Chance, Knowledge, Viewer

from . import cards, opponent, scoring
from .box import Box
from .frames import EFFECT, ME, Ask
from .names import DECKS, GUILDS, SPACE, TAGS, TOWNSFOLK, WORKERS
from .panorama import Panorama
from .state import KNOWN_SHIFT, WayfarersState
from .view import Laid, SeatView, Shown, SoloView, TableView


class WayfarersKnowledge(Knowledge[WayfarersState]):
    """All lies open but the piles, and what somebody else has drawn from them."""

    def table(self, state: WayfarersState, viewer: Viewer) -> TableView:
        """The table for a viewer."""
        box = state.game.box
        frame = state.agenda[-1] if state.agenda else (Ask.END, 0)
        owner = frame[1].bit_length() - 1
        return TableView(
            seats=tuple(_seat(box, player) for player in state.seats[: state.game.players]),
            displays={name: _display(state, deck) for deck, name in enumerate(DECKS)},
            piles={name: len(state.piles[deck]) for deck, name in enumerate(DECKS)},
            stock={tile.name: state.stock[tile.id] for tile in box.tiles},
            journal=tuple(box.journal_names[tile] for tile in state.journal),
            green=tuple(group + 1 for group in range(4) if state.green >> group & 1),
            sides="".join("B" if state.sides >> section & 1 else "A" for section in range(3)),
            turn=state.turn,
            round=state.rounds,
            ending=state.ending,
            used=tuple(name for bit, name in enumerate(GUILDS) if state.used >> bit & 1),
            ask=Ask(frame[0]).name,
            drawn=_drawn(box, frame) if viewer == owner and frame[0] in (Ask.DRAWN, Ask.UNDER) else (),
            hand=_hand(box, frame),
            pending=tuple(box.text[entry & EFFECT] for entry in _pending(state)),
            opponent=_opponent(state) if state.is_solo else None,
        )

    def secrets(self, state: WayfarersState, viewer: Viewer) -> list[str]:
        """The stream's key, and the cards in piles and other hands that the viewer does not know."""
        box = state.game.box
        bits = state.everybody if viewer is None else 1 << viewer
        hidden = [card & 255 for pile in state.piles for card in pile if card >> KNOWN_SHIFT & bits != bits]
        for frame in state.agenda:
            if frame[0] in (Ask.DRAWN, Ask.UNDER) and frame[1] != bits:
                hidden += frame[3:]
        return [state.chance.key.hex(), *(f"card:{box.cards[card].name}" for card in hidden)]

    def determinize(self, state: WayfarersState, seat: int, rng: Chance) -> WayfarersState:
        new = state.clone()
        _reshuffle(new, seat, rng)
        new.chance = rng.spawn("future")
        return new


def _drawn(box: Box, frame: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(box.cards[card].name for card in frame[3:])


def _hand(box: Box, frame: tuple[int, ...]) -> str:
    """The card or tile that has been acquired and still looks for its place."""
    if frame[0] in (Ask.HOST, Ask.TUCK):
        return box.cards[frame[2]].name
    return box.tiles[frame[2]].name if frame[0] == Ask.PUT else ""


def _pending(s: WayfarersState) -> list[int]:
    return [entry for frame in s.agenda if frame[0] == Ask.POOL for entry in frame[3:]]


def _display(s: WayfarersState, deck: int) -> tuple[Shown, ...]:
    box = s.game.box
    found = []
    for slot in range(deck * 4, deck * 4 + 4):
        card = s.show[slot]
        if card >= 0:
            price = box.slot_silver[slot & 3] if deck == SPACE else box.cards[card].price if deck == TOWNSFOLK else 0
            workers = tuple(WORKERS[colour] for colour in cards.CREW[s.crew[slot]])
            found.append(Shown(box.cards[card].name, (slot & 3) + 1, workers, s.mark[slot], price))
    return tuple(found)


def _names(box: Box, numbers: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(box.cards[card].name for card in numbers)


def _seat(box: Box, player: Panorama) -> SeatView:
    name = {
        card: box.cards[card].name for card in (*player.cards, *player.town, *player.space, *player.goal) if card >= 0
    }
    return SeatView(
        board=box.board_names[player.board],
        silver=player.silver,
        provision=player.provision,
        supply=player.supply,
        guilds=dict(zip(GUILDS, player.guild, strict=True)),
        workers=dict(zip(WORKERS, player.workers, strict=True)),
        dice=tuple(value for value in range(1, 7) for _ in range(player.dice[value - 1])),
        reserve=player.reserve,
        cards=_names(box, player.cards),
        placed=tuple(name[card] for at, card in enumerate(player.cards) if player.die >> at & 1),
        townsfolk={name[c]: name[town] for c, town in zip(player.cards, player.town, strict=True) if town >= 0},
        space=_names(box, player.space),
        inspiration={name[card]: name[goal] for card, goal in zip(player.space, player.goal, strict=True) if goal >= 0},
        tiles=tuple(
            Laid(box.tiles[tile & 31].name, tile >> 5 & 1, (tile >> 6) // 6 + 1, (tile >> 6) % 6 + 1)
            for tile in player.tiles
        ),
        marker=box.spaces[player.marker].name,
        tags={name: player.count[tag] for tag, name in enumerate(TAGS)},
    )


def _opponent(s: WayfarersState) -> SoloView:
    box = s.game.box
    me = s.seats[ME]
    return SoloView(
        board=box.solo_boards[s.plot[opponent.BOARD]].name,
        track=s.plot[opponent.TRACK],
        comets=s.plot[opponent.COMETS],
        due=s.plot[opponent.DUE],
        schemes=tuple(box.schemes[scheme].name for scheme in s.schemes),
        pile=len(s.scheme_pile),
        guilds=dict(zip(GUILDS, me.guild, strict=True)),
        workers=dict(zip(WORKERS, me.workers, strict=True)),
        cards=_names(box, me.cards),
        tiles=tuple(box.tiles[tile & 31].name for tile in me.tiles),
        covered=me.cells.bit_count(),
        marker=box.spaces[me.marker].name,
        points=scoring.points(s)[ME],
        lines=scoring.opponent_lines(s),
    )


# ---------------------------------------------------------------------- dealing anew


def _reshuffle(s: WayfarersState, seat: int, rng: Chance) -> None:
    """Deal anew what a seat does not know: cards in piles it has not seen there, and what others have just drawn."""
    drawn = any(frame[0] in (Ask.DRAWN, Ask.UNDER) and not frame[1] >> seat & 1 for frame in s.agenda)
    for deck in range(len(DECKS)):
        pile = sorted(s.piles[deck])  # so that nothing of the true order shows in the new one
        if drawn or (pile and pile[-1] >> KNOWN_SHIFT):
            _reshuffle_known(s, deck, seat, rng)
        else:
            rng.shuffle(pile)
            s.piles[deck] = tuple(pile)
    s.scheme_pile.sort()
    rng.shuffle(s.scheme_pile)


def _reshuffle_known(s: WayfarersState, deck: int, seat: int, rng: Chance) -> None:
    """The same for a pile of which somebody knows a card, or has just drawn some."""
    pile = list(s.piles[deck])
    places = [at for at, card in enumerate(pile) if not card >> KNOWN_SHIFT >> seat & 1]
    hands = [
        at
        for at, frame in enumerate(s.agenda)
        if frame[0] in (Ask.DRAWN, Ask.UNDER) and frame[2] == deck and not frame[1] >> seat & 1
    ]
    unknown = [pile[at] & 255 for at in places] + [card for at in hands for card in s.agenda[at][3:]]
    unknown.sort()
    rng.shuffle(unknown)
    for at in places:
        pile[at] = pile[at] >> KNOWN_SHIFT << KNOWN_SHIFT | unknown.pop()
    for at in hands:
        frame = s.agenda[at]
        s.agenda[at] = (*frame[:3], *(unknown.pop() for _ in frame[3:]))
    s.piles[deck] = tuple(pile)
