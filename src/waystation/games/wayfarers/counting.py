"""What can be counted in a panorama, and the scoring formulas and goals built from counts. Plain data, no state.

A count is a small int (`COUNTS` lists their words): tags, cards, upgrade tiles, influence in guilds, resources.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from waystation.engine.errors import ComponentError
from waystation.engine.words import Phrase, mark, say

from .names import COLOURS, DECKS, GUILDS, TAGS

COUNTS = (
    *TAGS,
    *DECKS,
    *(f"{colour} upgrades" for colour in COLOURS),
    "upgrades",
    *(f"{guild} influence" for guild in GUILDS),
    "influence",
    "silver",
    "provision",
)
NOUNS = (
    mark("{n?city|cities}"),
    mark("{n?vista|vistas}"),
    mark("{n?harbour|harbours}"),
    mark("{n?open water|open waters}"),
    mark("{n?observatory|observatories}"),
    mark("{n?library|libraries}"),
    mark("{n?comet|comets}"),
    mark("{n?planet|planets}"),
    mark("{n?stars|stars}"),
    mark("{n?sun|suns}"),
    mark("{n?moon|moons}"),
    mark("{n?land card|land cards}"),
    mark("{n?water card|water cards}"),
    mark("{n?space card|space cards}"),
    mark("{n?townsfolk|townsfolk}"),
    mark("{n?inspiration card|inspiration cards}"),
    mark("{n?black upgrade|black upgrades}"),
    mark("{n?yellow upgrade|yellow upgrades}"),
    mark("{n?blue upgrade|blue upgrades}"),
    mark("{n?green upgrade|green upgrades}"),
    mark("{n?pink upgrade|pink upgrades}"),
    mark("{n?upgrade tile|upgrade tiles}"),
    mark("{n?science influence|science influence}"),
    mark("{n?trade influence|trade influence}"),
    mark("{n?exploration influence|exploration influence}"),
    mark("{n?influence in guilds|influence in guilds}"),
    mark("{n?silver|silver}"),
    mark("{n?provision|provisions}"),
)
"""The words of each count, for a number before them."""
CARDS_AT = len(TAGS)
UPGRADES_AT = CARDS_AT + len(DECKS)
ALL_UPGRADES = UPGRADES_AT + len(COLOURS)
INFLUENCE_AT = ALL_UPGRADES + 1
ALL_INFLUENCE = INFLUENCE_AT + len(GUILDS)
SILVER_COUNT = ALL_INFLUENCE + 1
PROVISION_COUNT = SILVER_COUNT + 1

MOST = 20
"""The highest number in a score or a goal."""
MOST_SIGNS = 200
"""The longest score or goal."""
PRIMARY_VP = (0, 0, 2, 3, 5, 8, 12, 16)
"""Points for 0 to 7 primary tags of one type; more than 7 count as 7."""
SET_VP = 5
GUILD_VP = 3


class Form(IntEnum):
    """The forms of a card's score."""

    FLAT = 0  # base
    PER = 1  # base + vp per `each` of counts[0]
    SETS = 2  # vp per complete set of counts
    IF_MOST = 3  # vp if counts[0] is higher than every single rival's, else base
    IF_HAVE = 4  # vp if counts[0] is at least `each`, else base


FLAT, PER, SETS, IF_MOST, IF_HAVE = map(int, Form)  # plain ints compare faster


class Score(NamedTuple):
    """How a card scores."""

    form: int
    base: int = 0
    vp: int = 0
    each: int = 1
    counts: tuple[int, ...] = ()


class Need(NamedTuple):
    """At least `n` of a count; with several counts any one of them will do."""

    n: int
    counts: tuple[int, ...]


def read_count(words: str, where: str = "") -> int:
    """The number of a count's words, such as ``black upgrades``."""
    if words not in COUNTS:
        raise ComponentError(where, f"{words!r} is nothing that can be counted")
    return COUNTS.index(words)


def _check_numbers(text: str, where: str) -> None:
    if len(text) > MOST_SIGNS:
        raise ComponentError(where, f"{text[:20]!r}... is longer than {MOST_SIGNS} characters")
    if any(not 1 <= int(number) <= MOST for number in re.findall(r"\d+", text)):
        raise ComponentError(where, f"{text!r}: numbers run from 1 to {MOST}")


def read_score(text: str, where: str = "") -> Score:
    """``1 + 1 per 2 city`` · ``3 per set of city, vista`` · ``4 if most comet else 2``; and so on."""
    _check_numbers(text, where)
    if text.isdecimal():
        return Score(FLAT, int(text))
    if found := re.fullmatch(r"(\d+) per set of (.+)", text):
        counts = tuple(read_count(word, where) for word in found[2].split(", "))
        return Score(SETS, vp=int(found[1]), counts=counts)
    if found := re.fullmatch(r"(\d+) if most (.+) else (\d+)", text):
        return Score(IF_MOST, int(found[3]), int(found[1]), counts=(read_count(found[2], where),))
    if found := re.fullmatch(r"(\d+) if (\d+) (.+) else (\d+)", text):
        count = read_count(found[3], where)
        return Score(IF_HAVE, int(found[4]), int(found[1]), int(found[2]), (count,))
    if found := re.fullmatch(r"(?:(\d+) \+ )?(\d+) per (?:(\d+) )?(.+)", text):
        count = read_count(found[4], where)
        return Score(PER, int(found[1] or 0), int(found[2]), int(found[3] or 1), (count,))
    raise ComponentError(where, f"{text!r} is no score")


def read_need(text: str, where: str = "") -> Need:
    """``2 city`` or ``1 sun or moon``."""
    _check_numbers(text, where)
    found = re.fullmatch(r"(\d+) (.+)", text)
    if not found:
        raise ComponentError(where, f"{text!r} is no requirement")
    return Need(int(found[1]), tuple(read_count(word, where) for word in found[2].split(" or ")))


def count_words(count: int, n: int) -> Phrase:
    """What is counted, in plain words that fit behind a number: "cities" for more than one city."""
    return say(NOUNS[count], n=n)


def need_words(need: Need) -> Phrase:
    """A requirement in words: ``2 cities``."""
    return say("{n} {things:or}", n=need.n, things=[count_words(count, need.n) for count in need.counts])


def goal_words(goal: Sequence[Need]) -> Phrase:
    """A goal in words."""
    return say("{parts}", parts=[need_words(need) for need in goal])


def score_words(score: Score) -> Phrase:
    """How a card scores, in words."""
    things = [count_words(count, score.each) for count in score.counts]
    match Form(score.form):
        case Form.FLAT:
            return say("{n:point|points}", n=score.base)
        case Form.PER:
            each = say("{n} {things}", n=score.each, things=things) if score.each > 1 else things[0]
            if score.base:
                return say("{base} and {vp} for every {each}", base=score.base, vp=score.vp, each=each)
            return say("{vp} for every {each}", vp=score.vp, each=each)
        case Form.SETS:
            return say("{vp} for every set of {things}", vp=score.vp, things=things)
        case Form.IF_MOST:
            what = count_words(score.counts[0], 2)
            return say("{vp} with the most {things}, otherwise {base}", vp=score.vp, things=what, base=score.base)
    return say("{vp} with {n} {things}, otherwise {base}", vp=score.vp, n=score.each, things=things, base=score.base)


def card_points(score: Score, own: Sequence[int], most: bool) -> int:
    """The points of a card for a seat with these counts; `most`: it leads strictly in the card's first count."""
    form, base, vp, each, counts = score
    if form == PER:
        return base + vp * (own[counts[0]] // each)
    if form == SETS:
        return vp * min([own[count] for count in counts])
    if form == IF_MOST:
        return vp if most else base
    if form == IF_HAVE:
        return vp if own[counts[0]] >= each else base
    return base


def met(goal: Sequence[Need], own: Sequence[int]) -> bool:
    """Whether all parts of a goal are met."""
    return all(max([own[count] for count in counts]) >= n for n, counts in goal)


def guild_points(influence: Sequence[int], rivals: Sequence[Sequence[int]]) -> list[int]:
    """3 points for each guild that a seat leads alone."""
    return [
        GUILD_VP if mine and all(mine > rival[guild] for rival in rivals) else 0 for guild, mine in enumerate(influence)
    ]
