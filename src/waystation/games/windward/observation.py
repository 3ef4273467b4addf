"""What a seat may know as numbers: the planet and what is on it, the ship boards, the turn, a battle.

Of hands that are not open to the seat only the size is there, and of the stacks only the tops. Ships and longboats are
told with their boards, so the layers of the planet show only cresters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from waystation.engine.observation import MOST, Observation, Part, flags, named, of_seats, order, pack

from . import battle
from . import model as m
from .components import COLOURS
from .edition import WindwardEdition
from .frames import Ask
from .planet import DIRECTION_NAMES, geometry
from .state import WindwardState

TERRAIN = {".": "open sky", "#": "drift", "z": "zephyr", "g": "gas pocket", "f": "feeding ground", "r": "red start",
           "a": "way around", "P": "port"}  # fmt: skip
HIGH = {m.RED: "red", m.TAGGED_RED: "tagged red", m.TWO_REDS: "two reds", m.WHITE: "white"}
LOW = {m.GRAY: "gray", m.TAGGED_GRAY: "tagged gray"}
_HIGH, _LOW = tuple(HIGH), tuple(LOW)
PIECES = ("ship", "longboat 1", "longboat 2", "red", "two reds", "gray", "white")
DATA = 3
SEATS_IN = {Ask.HAILED: (2,), Ask.LOOT: (2,), Ask.NEW_RED: (3,), Ask.OFFER: (2, 3), Ask.RETURN: (2, 3)}
"""Which numbers of a frame are seats."""
DICE = 12
"""So many dice of a side are told; nobody throws more."""
SHOWN = 2
"""Achievements on the table."""
AWAY = 2
"""A longboat is beside the ship's board, or on it, or on a space; the white crester waits, is gone, or on a space."""


class WindwardObservation(Observation[WindwardState]):
    """Hands are secret in free-for-all; what lies under the stack tops is secret always."""

    omits = {  # noqa: RUF012
        "mode": "an option of the game",
        "radius": "an option of the game",
        "wind": "the number of the direction to which it blows",
        "achievements.*.text": "what a card says",
        "achievements.*.points": "what a card says",
        "battle.odds": "follow from the battle",
        "battle.uncounted": "follows from the battle",
        "reach": "follows from where things are",
        "threats": "follow from where things are",
    }

    def parts(self, game: WindwardEdition) -> Sequence[Part]:
        seats, spaces = game.players, _names(game)
        cards, sides, wedges = game.card_ids, game.side_ids, [wedge.id for wedge in game.components.wedges]
        all_cards = [card.name for card, *_ in game.achievement_cards]

        def each(name: str, doc: str, *shape: int, high: int = m.MOST) -> Part:
            return Part(name, doc, (seats, *shape), 0, high, of="seats")

        return [
            named("question", "The question at hand", [kind.name.lower() for kind in Ask], none="the end"),
            Part("asked", "Whether a seat is asked", (seats,), of="seats"),
            of_seats("about", "Seats that the question speaks of", seats, (2,)),
            Part("data", "Other numbers of the question, -1 for none", (DATA,), -1, MOST),
            of_seats("turn", "Whose turn it is", seats),
            Part("seat", "This seat's place in the order of turns, from 0", high=max(1, seats - 1), of="own"),
            Part("round", "The round", high=MOST),
            of_seats("trigger", "Who set off the end", seats),
            named("ending", "How the game ended", m.ENDINGS[1:], none=m.ENDINGS[0]),
            named("wind", "Where the wind blows to", DIRECTION_NAMES),
            Part("speed", "Speed left in this turn", high=MOST),
            Part("mates", "Mates left", high=m.MATES),
            Part("used", f"Orders given: {', '.join(m.ORDERS)}", (len(m.ORDERS),)),
            Part("turned", "Whether the ship has sailed into the wind, into drift, used its coxswain", (3,)),
            Part("toured", "Territories that the ship was in", (6,)),
            Part("trades", "Offers that are left, in co-operative games", high=m.TRADES_A_TURN),
            Part("flagged", "Who may not be attacked after a False Flag", (seats,), of="seats"),
            Part("lives", "Lives of the captains and of the white crester", (2,), high=MOST),
            Part("kills", "Reds beaten, alone", high=MOST),
            Part("stocks", "Red and gray cresters and +2 tokens in stock", (3,), high=MOST),
            Part("stack_sizes", "Cards in the three stacks", (3,), high=m.SUPPLY_CARDS),
            named("tops", "Their tops", cards, (3,)),
            Part("discard", "Cards in the discard pile, by kind", (game.kinds,), high=m.SUPPLY_CARDS),
            Part("crew_stock", "Crew tiles left, by tile", (len(game.components.crew),), high=MOST),
            named("white", "Where the white crester is", ["not yet", "no more", *spaces], none="not in this game"),
            named("colours", "The ships' colours", COLOURS, (seats,), of="seats"),
            each("naturalist", "Whether it is the Naturalist", high=1),
            named("ships", "Where the ships are", spaces, (seats,), of="seats"),
            named("boats", "Where the longboats are", ["beside", "aboard", *spaces], (seats, 2), of="seats"),
            named("hold", "What is in the holds", m.HOLDS[1:], (seats,), of="seats", none=m.HOLDS[0]),
            each("morale", "Morale", high=20),
            each("rowing", "Longboat speed"),
            each("gas", "Gas"),
            each("gas_slots", "Room for gas"),
            each("cannons", "Cannons"),
            each("cannon_slots", "Room for cannons"),
            each("red_teeth", "Red teeth"),
            each("gray_teeth", "Gray teeth"),
            each("plus2", "+2 tokens"),
            each("hand_size", "Cards in hand"),
            each("notoriety", f"Notoriety by source: {', '.join(m.LEDGER)}", len(m.LEDGER), high=MOST),
            each("crew", "Crew sides", len(sides), high=1),
            Part("hands", "Cards in hand, by kind", (seats, game.kinds), high=m.HAND_LIMIT, of="shown"),
            named("achievements", "Achievement cards on the table", all_cards, (SHOWN,)),
            each("claimed", "Who has claimed them", SHOWN, high=1),
            named("battle", "Attacker and defender", PIECES, (2,)),
            of_seats("battle_owners", "Whose they are", seats, (2,)),
            named("battle_space", "Where they fight", spaces),
            named("battle_from", "Where the attacker came from", ["beside", "aboard", *spaces]),
            Part("battle_tow", "Dead grays that the attacking longboat tows", high=m.MOST),
            named("battle_code", "What an attacking red is", [*HIGH.values()]),
            Part("rolled", "Whether a side has thrown its dice", (2,)),
            Part("results", "What was thrown, of each side", (2,), high=MOST),
            Part("hits", "What was added", (2,), high=MOST),
            Part("guns", "Cannons spent", (2,), high=m.MOST),
            Part("aided", "Whether a side had help", (2,)),
            Part("dice", "The dice thrown, 0 for none", (2, DICE), high=6),
            named("layout", "Wedges of territories 1 to 6", wedges, (6,)),
            named("terrain", "What the spaces are; the port first", [*TERRAIN.values()], (len(spaces),)),
            named("high", "Cresters above", [*HIGH.values()], (len(spaces),)),
            named("low", "Cresters below", [*LOW.values()], (len(spaces),)),
            Part("items", f"What lies about: {', '.join(m.ITEM_NAMES)}", (len(m.ITEMS), len(spaces)), high=m.MOST),
        ]

    def write(self, state: WindwardState, seat: int) -> Iterable[bytes]:
        game = state.game
        players = game.players
        seats = order(seat, players)
        turn, trigger, used, flagged = state.turn, state.trigger, state.used, state.flagged
        boats, kinds, hands, ledger = state.boats, game.kinds, state.hands, state.ledger
        return [
            _question(state.agenda[-1] if state.agenda else (), seat, players),
            pack(
                [
                    (turn - seat) % players + 1 if turn >= 0 else 0,
                    seat,
                    min(state.round, MOST),
                    (trigger - seat) % players + 1 if trigger >= 0 else 0,
                    state.ending,
                    state.wind + 1,
                    min(state.speed, MOST),
                    state.mates,
                    *[used >> n & 1 for n in range(len(m.ORDERS))],
                    state.into_wind,
                    state.drift,
                    state.coxswain_used,
                    *[state.toured >> n & 1 for n in range(6)],
                    state.trades,
                    *[flagged >> other & 1 for other in seats],
                    min(state.lives, MOST),
                    min(state.white_lives, MOST),
                    min(state.kills, MOST),
                    state.red_stock,
                    state.gray_stock,
                    state.plus2_stock,
                    *map(len, state.stacks),
                    *[stack[-1] + 1 if stack else 0 for stack in state.stacks],
                ]
            ),
            _capped(tuple(state.discard)),
            pack([*state.crew_stock, state.white + 1 + AWAY]),
            _ships_are(game.colours, game.naturalist_seat, seat),
            pack(
                [
                    *[state.ship[other] + 1 for other in seats],
                    *[boats[2 * other + n] + 1 + AWAY for other in seats for n in (0, 1)],
                    *[state.hold[other] for other in seats],
                    *[state.morale[other] for other in seats],
                    *[state.rowing[other] for other in seats],
                    *[state.gas[other] for other in seats],
                    *[state.gas_slots[other] for other in seats],
                    *[state.guns[other] for other in seats],
                    *[state.gun_slots[other] for other in seats],
                    *[state.red_teeth[other] for other in seats],
                    *[state.gray_teeth[other] for other in seats],
                    *[state.plus2[other] for other in seats],
                    *[state.hand_size[other] for other in seats],
                ]
            ),
            *[_capped(tuple(ledger[other * len(m.LEDGER) : (other + 1) * len(m.LEDGER)])) for other in seats],
            *[flags(state.crew[other], len(game.side_ids)) for other in seats],
            *[
                _capped(tuple(hands[other * kinds : (other + 1) * kinds])) if game.open_hands or other == seat
                else _zeros(kinds)
                for other in seats
            ],
            _achieved(tuple(state.shown), tuple(state.claimed), seat, players),
            _battle(state, seat) if state.battle else _zeros(_BATTLE),
            pack([number + 1 for number in state.layout]),
            _terrain(state.planet.terrain),
            _cresters(tuple(state.high), _HIGH),
            _cresters(tuple(state.low), _LOW),
            _items(tuple(state.items)),
        ]  # fmt: skip


def _names(game: WindwardEdition) -> Sequence[str]:
    return geometry(len(game.components.wedges[0].rows(game.small))).names


@lru_cache(maxsize=1 << 12)
def _question(frame: Sequence[int], seat: int, players: int) -> bytes:
    """Kind, who is asked, seats and other numbers."""
    if not frame:
        return pack([0, *[0] * players, 0, 0, *[-1] * DATA])
    places = SEATS_IN.get(Ask(frame[0]), ())
    about = [(frame[at] - seat) % players + 1 if frame[at] >= 0 else 0 for at in places if at < len(frame)]
    data = [min(number, MOST) for at, number in enumerate(frame) if at > 1 and at not in places]
    asked = [frame[1] >> other & 1 for other in order(seat, players)]
    return pack([frame[0] + 1, *asked, *about, *[0] * (2 - len(about)), *data, *[-1] * (DATA - len(data))])


@lru_cache(maxsize=64)
def _ships_are(colours: tuple[str, ...], naturalist: int, seat: int) -> bytes:
    """Colours, and who is the Naturalist."""
    seats = order(seat, len(colours))
    return pack([*[COLOURS.index(colours[other]) + 1 for other in seats], *[other == naturalist for other in seats]])


@lru_cache(maxsize=1 << 12)
def _capped(numbers: tuple[int, ...]) -> bytes:
    return pack(min(number, MOST) for number in numbers)


@lru_cache(maxsize=64)
def _zeros(count: int) -> bytes:
    return pack([0] * count)


@lru_cache(maxsize=1 << 10)
def _achieved(shown: tuple[int, ...], claimed: tuple[int, ...], seat: int, players: int) -> bytes:
    rest = [0] * (SHOWN - len(shown))
    rows = [[mask >> other & 1 for mask in claimed] + rest for other in order(seat, players)]
    return pack([*[number + 1 for number in shown], *rest, *(flag for row in rows for flag in row)])


_BATTLE = 2 + 2 + 4 + 10 + 2 * DICE
"""Numbers of a battle."""


def _battle(state: WindwardState, seat: int) -> bytes:
    fields, players = state.battle, state.game.players
    pieces = [fields[m.B_ATTACKER], fields[m.B_DEFENDER]]
    owners = [m.owner(piece) for piece in pieces]
    code = fields[m.B_CODE]
    dice = [m.unpacked(fields[m.B_FACES + side])[:DICE] for side in (0, 1)]
    return pack(
        [
            *[_piece(piece) for piece in pieces],
            *[(owner - seat) % players + 1 if owner >= 0 else 0 for owner in owners],
            fields[m.B_SPACE] + 1,
            fields[m.B_FROM] + 1 + AWAY,
            m.lying(fields[m.B_TOW], m.DEAD_GRAY),
            list(HIGH).index(code) + 1 if code in HIGH else 0,
            *[battle.rolled(state, side) for side in (0, 1)],
            *fields[m.B_ROLLS : m.B_ROLLS + 2],
            *fields[m.B_HITS : m.B_HITS + 2],
            *fields[m.B_GUNS : m.B_GUNS + 2],
            *[aided > 0 for aided in fields[m.B_AIDED : m.B_AIDED + 2]],
            *[face for faces in dice for face in [*faces, *[0] * (DICE - len(faces))]],
        ]
    )


def _piece(piece: int) -> int:
    if piece < m.P_BOAT:
        return 1
    return 2 + (piece - m.P_BOAT) % 2 if piece < m.P_RED else 4 + piece - m.P_RED


@lru_cache(maxsize=64)
def _terrain(terrain: str) -> bytes:
    return pack(list(TERRAIN).index(mark) + 1 for mark in terrain)


@lru_cache(maxsize=1 << 12)
def _cresters(layer: tuple[int, ...], codes: tuple[int, ...]) -> bytes:
    return pack(codes.index(code) + 1 if code in codes else 0 for code in layer)


@lru_cache(maxsize=1 << 10)
def _items(items: tuple[int, ...]) -> bytes:
    return pack(lying // unit & m.MOST for unit in m.ITEMS for lying in items)
