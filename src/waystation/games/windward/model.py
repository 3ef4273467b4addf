"""The numbers of Windward: what the ints in a state, on the agenda and in a battle mean, and their names."""

from collections.abc import Sequence

# ---------------------------------------------------------------------- where things are

ABOARD, BESIDE = -1, -2
"""Where a longboat is when it is on no space: on the ship's board, or beside it (not opened yet)."""

WHITE_WAITING, WHITE_GONE = -2, -1
"""Where the white crester is when it is on no space."""

WHITE_SETTLED = -1
"""In `State.settled`: the white crester."""

# What stands in the high layer of a space: 0, a ship (seat + 1), or a live crester.
RED, TAGGED_RED, TWO_REDS, WHITE = 6, 7, 8, 9
# What stands in the low layer: 0, a live gray, or a longboat (BOAT + 2 * seat + number).
GRAY, TAGGED_GRAY, BOAT = 1, 2, 3

# What lies on a space: one int, ten bits for each kind of thing. Teeth are without number (ruling 73): a captain who
# hoards and drops them would run over fewer.
GAS, DEAD_RED, DEAD_GRAY, RED_TOOTH, GRAY_TOOTH, PLUS2 = (1 << 10 * i for i in range(6))
MOST = 1023
ITEMS = (GAS, DEAD_RED, DEAD_GRAY, RED_TOOTH, GRAY_TOOTH, PLUS2)
ITEM_NAMES = ("gas", "red", "gray", "red tooth", "gray tooth", "+2")


def lying(items: int, unit: int) -> int:
    """How many things of a kind lie there."""
    return items // unit & MOST


# What is in a ship's crester hold.
EMPTY, HOLD_RED, HOLD_GRAY = 0, 1, 2

# ---------------------------------------------------------------------- counts of the rulebook

SPEED, MATES, HAND_LIMIT, COFFEE_TOKENS, TAGS = 4, 2, 5, 5, 6
REDS, GRAYS, PLUS2_TOKENS, SUPPLY_CARDS = 8, 8, 16, 74
START_HANDS = (2, 3, 4, 5, 5)
TRACK_END, WHITE_ENTERS, WHITE_REWARD = 15, 10, 6
WHITE_STRENGTH, RED_STRENGTH, SHIP_STRENGTH = 8, 5, 2
RED_POINTS, GRAY_POINTS = 4, 3
MOST_POINTS = 100_000
"""More notoriety, rounds or speed than any game comes to: larger numbers in a document are slips of the pen."""
TRADES_A_TURN = 10
"""Co-op: how often in a turn cards are offered, or the others are hailed (ruling 63 asks for some bound)."""

# ---------------------------------------------------------------------- score ledger

LEDGER = ("red teeth", "gray teeth", "sky", "bought", "achievements", "white crester", "research")
L_RED, L_GRAY, L_SKY, L_BOUGHT, L_ACHIEVED, L_WHITE, L_RESEARCH = range(7)

# ---------------------------------------------------------------------- orders

ORDERS = ("supplies", "morale", "cannon", "crew", "drop", "rowing", "speed", "process")
O_SUPPLIES, O_MORALE, O_CANNON, O_CREW, O_DROP, O_ROWING, O_SPEED, O_PROCESS = range(8)
PURCHASES = ("cannon", "crew", "rum", "notoriety", "supplies")
P_CANNON, P_CREW, P_RUM, P_NOTORIETY, P_SUPPLIES = range(5)

# ---------------------------------------------------------------------- battles

# Pieces: ships 0 to 4, longboats 5 to 14 (5 + 2 * seat + number), then cresters.
P_BOAT, P_RED, P_TWO_REDS, P_GRAY, P_WHITE = 5, 15, 16, 17, 18
REDS_ATTACK = (P_RED, P_TWO_REDS)
"""What a battle of reds has as its piece."""
# The fields of `State.battle`.
B_ATTACKER, B_DEFENDER, B_FROM, B_SPACE, B_ROLLS, B_HITS, B_GUNS, B_AIDED, B_TOW, B_CODE, B_FACES = (
    0, 1, 2, 3, 4, 6, 8, 10, 12, 13, 14,
)  # fmt: skip
BATTLE_FIELDS = 16
"""B_ROLLS, B_HITS, B_GUNS, B_AIDED and B_FACES are pairs: attacker's, then defender's. B_TOW: dead grays that the
attacking boat tows. B_CODE: what an attacking red is in the high layer (tagged or not). B_FACES: the dice, `packed`."""


def packed(faces: Sequence[int]) -> int:
    """Dice as one number, a byte for each and one for their end; 0 for none thrown."""
    return int.from_bytes(bytes(faces) + b"\xff", "little") if faces else 0


def unpacked(number: int) -> list[int]:
    """The dice that were packed."""
    return list(number.to_bytes((number.bit_length() + 7) // 8, "little")[:-1])


def owner(piece: int) -> int:
    """The seat a piece belongs to; -1 for a crester."""
    if piece < P_BOAT:
        return piece
    return (piece - P_BOAT) >> 1 if piece < P_RED else -1


# ---------------------------------------------------------------------- the agenda

RED_WALKS, WHITE_WALKS, WHITE_TO_PORT = 0, 1, 2
"""Who walks in a WALK frame."""


# How a game ended.
RUNNING, BY_NOTORIETY, WON, LOST, ROUND_LIMIT = range(5)
ENDINGS = ("running", "most notoriety", "won", "lost", "round limit")


# ---------------------------------------------------------------------- names in documents, views and event data

HOLDS = ("empty", "red", "gray")
CRESTERS = {P_RED: "red", P_TWO_REDS: "two reds", P_GRAY: "gray", P_WHITE: "white"}


def piece_id(piece: int) -> str:
    """``ship 1``, ``boat 1.2``, ``red``, ``white`` and so on."""
    if piece < P_BOAT:
        return f"ship {piece + 1}"
    if piece < P_RED:
        return f"boat {owner(piece) + 1}.{(piece - P_BOAT) % 2 + 1}"
    return CRESTERS[piece]


def seats(mask: int) -> list[int]:
    """The bits of a mask, from 1."""
    return [seat + 1 for seat in range(mask.bit_length()) if mask >> seat & 1]
