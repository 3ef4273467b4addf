"""Supply cards: hands, three stacks with visible tops, discards (rulebook, Setup 7-8, Take 3 Supplies)."""

from __future__ import annotations

from waystation.engine import Chance, EventLog
from waystation.engine.words import say

from .state import WindwardState


def deal(state: WindwardState, setup: Chance) -> None:
    """Shuffle, deal the hands, cut the rest into three stacks."""
    game = state.game
    deck = [kind for kind, card in enumerate(game.components.cards) for _ in range(card.count)]
    setup.shuffle(deck)
    for seat in range(game.players):
        for _ in range(game.start_hand(seat)):
            add_to_hand(state, seat, deck.pop())
    state.stacks = cut(deck)


def cut(deck: list[int]) -> list[list[int]]:
    """Three stacks whose sizes differ by at most one."""
    return [deck[first::3] for first in range(3)]


def add_to_hand(state: WindwardState, seat: int, kind: int) -> None:
    state.hands[seat * state.game.kinds + kind] += 1
    state.hand_size[seat] += 1


def drop_from_hand(state: WindwardState, seat: int, kind: int) -> None:
    state.hands[seat * state.game.kinds + kind] -= 1
    state.hand_size[seat] -= 1


def discard(state: WindwardState, seat: int, kind: int) -> None:
    """From the hand onto the discards."""
    drop_from_hand(state, seat, kind)
    state.discard[kind] += 1


def hand(state: WindwardState, seat: int) -> list[int]:
    """The kinds of card in a hand, each as often as it is held."""
    first = seat * state.game.kinds
    return [kind for kind in range(state.game.kinds) for _ in range(state.hands[first + kind])]


def may_hold(state: WindwardState, seat: int, kinds: list[int]) -> bool:
    """Whether the others must reckon with one of these cards: with secret hands, any card will do."""
    if not state.game.open_hands:
        return state.hand_size[seat] > 0
    first = seat * state.game.kinds
    return any(state.hands[first + kind] for kind in kinds)


def held_kinds(state: WindwardState, seat: int) -> list[int]:
    """The different kinds of card in a hand."""
    kinds = state.game.kinds
    first = seat * kinds
    return [kind for kind in range(kinds) if state.hands[first + kind]]


def restack(state: WindwardState, log: EventLog | None) -> None:
    """A stack ran dry: discards and the other stacks are shuffled and cut anew (ruling 17)."""
    deck = [kind for stack in state.stacks for kind in stack]
    for kind, count in enumerate(state.discard):
        deck.extend([kind] * count)
        state.discard[kind] = 0
    deck.sort()  # the order in the stacks must not matter
    state.chance.shuffle(deck)
    state.stacks = cut(deck)
    if log is not None:
        text = say("A supply stack ran dry: discards and stacks are shuffled into three new ones.")
        log.add("restack", None, text, {"stacks": [len(stack) for stack in state.stacks]}, reveals=True)


def mix(cards: list[int], rng: Chance) -> None:
    """As a shuffle, with one draw for six cards: search does this for every world it thinks of."""
    word = 0
    for last in range(len(cards) - 1, 0, -1):
        if last % 6 == 0 or not word:
            word = rng.below(1 << 64)
        word, place = divmod(word, last + 1)
        cards[last], cards[place] = cards[place], cards[last]


def redeal_hidden(state: WindwardState, seat: int, rng: Chance) -> None:
    """For `determinize`: deal foreign hands (where secret) and the covered cards anew."""
    game = state.game
    hidden = [] if game.open_hands else [other for other in range(game.players) if other != seat]
    pool = [kind for stack in state.stacks for kind in stack[:-1]]
    for other in hidden:
        pool.extend(hand(state, other))
    pool.sort()
    mix(pool, rng)
    for other in hidden:
        size, state.hand_size[other] = state.hand_size[other], 0
        state.hands[other * game.kinds : (other + 1) * game.kinds] = [0] * game.kinds
        for _ in range(size):
            add_to_hand(state, other, pool.pop())
    for stack in state.stacks:
        for place in range(len(stack) - 1):
            stack[place] = pool.pop()
