"""The kinds of frames on the agenda. In brackets: the numbers after kind and seats."""

from enum import IntEnum


class Ask(IntEnum):
    """What a frame asks or does."""

    NEXT = 0  # the next seat's turn begins
    TURN = 1  # the on-turn player does what he likes
    REST = 2  # discard a card or lose one morale
    REDS = 3  # [left] red cresters that still have to move; asks which is first
    WALK = 4  # [who, space, left] a crester walks; asks for one of equal ways
    WHITE_MOVES = 5  # the white crester is to move
    SKY_REST = 6  # still at sky: notoriety
    PORT_REST = 7  # morale at port
    AMBUSH = 8  # solo: the reds on the ship's space attack together
    FALSE_FLAG = 9  # the attacked player may cancel the battle
    CANNONS = 10  # [side] spend cannons, then roll
    BOOST = 11  # [side] cards and +2 tokens
    RESOLVE = 12  # compare
    LOOT = 13  # [loser, left] the victor takes things one by one
    NEW_RED = 14  # [territory] the victor places a new red crester
    SUPPLIES = 15  # [left] take visible cards
    HIRE = 16  # choose a crew side
    EXTRA_ORDER = 17  # coffee: one more order
    RESEARCH = 18  # where the tagged crester goes
    BAIT = 19  # where the gray goes
    VEER = 20  # which way the wind turns
    ZEPHYR = 21  # to which zephyr
    HAILED = 22  # [seat] co-op: this seat may offer cards, though it is not on turn
    CORNER = 23  # where the white crester (re)appears
    EFFECT = 24  # [card op, amount] a card's next effect
    OFFER = 25  # [giver, taker, card] co-op: may this card change hands?
    RETURN = 26  # [giver, taker, card] co-op: a full hand gives a card for the one it gets
