"""Cards as pictures: drawn around (0, 0) from icons and short text, and their tooltips in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from waystation.engine import kit
from waystation.engine.scene import Circle, Line, Part, Rect, Use
from waystation.engine.words import Phrase, mark, say
from waystation.games.wayfarers.box import Box
from waystation.games.wayfarers.counting import goal_words, score_words
from waystation.games.wayfarers.names import (
    DECKS,
    GUILDS,
    INSPIRATION,
    LAND,
    SPACE,
    TAG_WORDS,
    TAGS,
    TOWN_KINDS,
    TOWNSFOLK,
    WATER,
)  # fmt: skip
from waystation.games.wayfarers.parts import ON_TOWNSFOLK, ON_UPGRADE, Card
from waystation.games.wayfarers.picture import glyphs
from waystation.games.wayfarers.words import asset_words, effect_words, effects_words, joined

WIDE = 88
TALL = {LAND: 78, WATER: 78, SPACE: 54, TOWNSFOLK: 54, INSPIRATION: 40}
LINK_ROWS = (-24, -8, 8, 24)
"""Where the four connection links of a water card stand, from the card's middle."""
SIGN = 17.0
"""How large signs and numbers on cards are: a panorama of many cards shrinks them to 0.71 of it."""


_block = partial(glyphs.block, least=SIGN)


@kit.kept
def face(box: Box, number: int) -> tuple[Part, ...]:
    """A card's picture."""
    card = box.cards[number]
    tall = TALL[card.deck]
    draw = (_land, _water, _space, _townsfolk, _inspiration)[card.deck]
    return (*paper(DECKS[card.deck], tall), *draw(box, card))


def paper(deck: str, tall: float) -> tuple[Part, ...]:
    """A card's ground: its shadow, its paper, and the band on which its tags stand."""
    left, top = -WIDE / 2, -tall / 2
    wide, high = (21, tall - 2) if deck == "inspiration" else (WIDE - 2, 20.0)
    return (
        Rect(left + 2, top + 3, WIDE, tall, 7, "shade"),
        Rect(left, top, WIDE, tall, 7, f"card-{deck}"),
        Rect(left + 1, top + 1, wide, high, 6, f"band-{deck}"),
    )


def _tags(card: Card, y: float, role: str) -> list[Part]:
    return glyphs.draw(glyphs.tags(card.tags), -40, y, SIGN, "start", role)


def _land(box: Box, card: Card) -> list[Part]:
    parts = _tags(card, -28.5, "on-band")
    if card.when:
        parts += _trigger(box, card)
    return [*parts, *_action(box, card, 84), *_immediate(box, card, 27, 84)]


def _water(box: Box, card: Card) -> list[Part]:
    parts = _tags(card, -28.5, "on-band")
    for row, y in enumerate(LINK_ROWS):
        if card.receives >> row & 1:
            parts += [Circle(-WIDE / 2, y, 6.5, "cell"), *_link(box, row, -1, -WIDE / 2, y)]
        if card.offers[row] >= 0:
            parts += [Circle(WIDE / 2, y, 6.5, "cell"), *_link(box, row, card.offers[row], WIDE / 2, y)]
    return [*parts, *_action(box, card, 74), *_immediate(box, card, 27 if card.has_die_space else 8, 74)]


def _link(box: Box, row: int, offer: int, x: float, y: float) -> list[Part]:
    """What a link is about: its row's icon, in the colour of the guild that is offered."""
    if row == 0:
        role = f"guild-{GUILDS[box.book[offer].arg]}" if offer >= 0 else "any"
        return [Use("tower", x, y, 11, role=role)]
    return [Use(("silver", "provision", "mark")[row - 1], x, y, 10)]


def _action(box: Box, card: Card, width: float) -> list[Part]:
    """The die space: a die outline at the right of the band, the assets it asks for, and what it does below."""
    if not card.has_die_space:
        return []
    needs = glyphs.assets(card.needs)
    y = 9 if not card.now else -5
    if len(needs) + len(card.tags) <= 3:
        parts = glyphs.draw(needs, 19, -28.5, SIGN, "end", "on-band")
    else:  # they do not stand on the band together
        parts = glyphs.draw(needs, 39, -9, SIGN, "end", "ink")
        y = 6 if card.now else 13
    return [
        *parts,
        Rect(21, -37.5, 19, 19, 4, "space"),
        *_block(glyphs.effect(box, card.action), 0, y, SIGN, width),
    ]


def _trigger(box: Box, card: Card) -> list[Part]:
    found = glyphs.tags((tag for tag in range(len(TAGS)) if card.when >> tag & 1), "ink-land")
    if not found:
        deck = card.when == 1 << len(TAGS)
        found = [glyphs.Glyph("deck-townsfolk", role="ink-townsfolk")] if deck else [glyphs.Glyph("all-tiles")]
    line = [*found, glyphs.word(":"), *glyphs.effect(box, card.then)]
    return _block(line, 0, -2, SIGN, 84)


def _immediate(box: Box, card: Card, y: float, width: float) -> list[Part]:
    if not card.now:
        return []
    line = [glyphs.Glyph("bolt", role="bolt", wide=0.8), *glyphs.effects(box, card.now)]
    rule: list[Part] = [Line(-34, y - 12, 34, y - 12, "thin")] if card.has_die_space or card.when else []
    return [*rule, *_block(line, 0, y, SIGN, width, 1 if rule else 2)]


def _space(box: Box, card: Card) -> list[Part]:
    assert card.score is not None
    parts = _tags(card, -16.5, "on-band")
    score = glyphs.score(card.score)
    parts += _block(score, 0, 2 if card.now else 10, SIGN, 84, 1 if card.now else 2)
    if card.now:
        line = [glyphs.Glyph("bolt", role="bolt", wide=0.8), *glyphs.effects(box, card.now)]
        parts += _block(line, 0, 18, SIGN, 84, 1)
    return parts


def _townsfolk(box: Box, card: Card) -> list[Part]:
    under = [tag for tag in range(len(TAGS)) if card.under >> tag & 1]
    parts: list[Part] = [
        kit.line(-40, -17, card.title, 12, bold=True, role="on-band", most=80, smallest=glyphs.LEAST),
        *glyphs.draw(glyphs.tags(under, "ink-townsfolk"), 41, 16, 16, "end"),
    ]
    return [*parts, *_town_effect(box, card, 2, SIGN)]


def _town_effect(box: Box, card: Card, y: float, size: float) -> list[Part]:
    kind = TOWN_KINDS[card.kind]
    sign = {"die": "die", "vista": "vista", "resting": "moon"}.get(kind)
    start = [glyphs.Glyph(sign, role="ink-townsfolk"), glyphs.word(":")] if sign else []
    line = [*start, *glyphs.assets(card.gives), *glyphs.effects(box, card.effects)]
    return _block(line, 0, y, size, 84, 1)


def _inspiration(box: Box, card: Card) -> list[Part]:
    return [*_goal(card, 11, 0), Use("double", -32.5, 0, 19, role="band-inspiration")]


def _goal(card: Card, x: float, y: float) -> list[Part]:
    line = glyphs.joined(map(glyphs.need, card.goal), "")
    return _block(line, x, y, SIGN, 66)


@kit.kept
def strip(box: Box, number: int) -> tuple[Part, ...]:
    """What is seen of a tucked card: townsfolk below their host, or an inspiration card above a space card."""
    card = box.cards[number]
    back = Rect(-WIDE / 2, -12, WIDE, 24, 5, f"card-{DECKS[card.deck]}")
    if card.deck == INSPIRATION:
        line = glyphs.joined(map(glyphs.need, card.goal), "")
        return (back, Use("double", -34, 0, 15, role="ink-inspiration"), *_block(line, 7, 0, SIGN, 68, 1))
    return (back, *_town_effect(box, card, 0, SIGN))


# ---------------------------------------------------------------------- in words


@lru_cache(maxsize=1024)
def title(box: Box, number: int) -> Phrase:
    """A card in words, for tooltips and screen readers."""
    card = box.cards[number]
    name = card.title if card.name.startswith("HOME") else say("{what} {id}", what=card.title, id=card.name)
    return joined([say("{name^}.", name=name), *_sentences(box, card)], mark("{first} {rest}"))


def _sentences(box: Box, card: Card) -> Iterator[Phrase]:
    if card.deck == INSPIRATION:
        goal = goal_words(card.goal)
        yield say("Goal: at least {goal}; then the space card below counts twice.", goal=goal)
        return
    if card.deck == TOWNSFOLK:
        yield from _town_sentences(box, card)
        return
    if card.tags:
        yield say("Tags: {tags}.", tags=joined([TAG_WORDS[tag] for tag in card.tags], mark("{first}, {rest}")))
    if card.now:
        yield say("When acquired: {gain}.", gain=effects_words(box, card.now))
    if card.has_die_space:
        gain = effect_words(box, card.action)
        if card.needs:
            yield say("A die with {assets}: {gain}.", assets=asset_words(card.needs), gain=gain)
        else:
            yield say("Any die: {gain}.", gain=gain)
    if card.when:
        yield say("Whenever you gain {what}: {gain}.", what=_when_words(card.when), gain=effect_words(box, card.then))
    if card.deck == WATER:
        yield from _link_sentences(box, card)
    if card.score:
        yield say("Scores {score}.", score=score_words(card.score))


def _town_sentences(box: Box, card: Card) -> Iterator[Phrase]:
    if card.under:
        under = [word for tag, word in enumerate(TAG_WORDS) if card.under >> tag & 1]
        yield say("Price {n} silver, goes under {tags:or}.", n=card.price, tags=under)
    yield say(HELPS[TOWN_KINDS[card.kind]], assets=asset_words(card.gives), gain=effects_words(box, card.effects))


HELPS = {
    "asset": mark("Gives {assets} to a die on the card above."),
    "die": mark("With a die on the card above: {gain}."),
    "vista": mark("When the vista above is set off: {gain}."),
    "resting": mark("Resting ability: {gain}."),
}
A_TAG = (
    say("a city tag"), say("a vista tag"), say("a harbour tag"), say("an open water tag"), say("an observatory tag"),
    say("a library tag"), say("a comet tag"), say("a planet tag"), say("a stars tag"), say("a sun tag"),
    say("a moon tag"),
)  # fmt: skip
LINK_WORDS = (say("guild influence"), say("silver"), say("provision"), say("influence on a card"))


def _when_words(when: int) -> Phrase:
    if when == ON_TOWNSFOLK:
        return say("townsfolk")
    if when == ON_UPGRADE:
        return say("an upgrade tile")
    return say("{tags:or}", tags=[words for bit, words in enumerate(A_TAG) if when >> bit & 1])


def _link_sentences(box: Box, card: Card) -> Iterator[Phrase]:
    left = [words for row, words in enumerate(LINK_WORDS) if card.receives >> row & 1]
    right = [effect_words(box, offer) for offer in card.offers if offer >= 0]
    if left:
        yield say("Links on the left take: {links}.", links=joined(left, mark("{first}, {rest}")))
    if right:
        yield say("Links on the right offer: {links}.", links=joined(right, mark("{first}, {rest}")))
