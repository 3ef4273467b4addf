"""The words of the game and the numbers that stand for them."""

from __future__ import annotations

from collections.abc import Iterable

from waystation.engine.words import mark, say

LAND, WATER, SPACE, TOWNSFOLK, INSPIRATION = range(5)
DECKS = ("land", "water", "space", "townsfolk", "inspiration")

BLACK, YELLOW, BLUE, GREEN, PINK = range(5)
"""Guilds are the first three colours; upgrade tiles use all five."""
COLOURS = ("black", "yellow", "blue", "green", "pink")
GUILDS = COLOURS[:3]
GUILD_NAMES = ("science", "trade", "exploration")
GUILD_WORDS = (say("science"), say("trade"), say("exploration"))
ANY_GUILD = 3

GREEN_WORKER, YELLOW_WORKER, BLUE_WORKER = range(3)
WORKERS = ("green", "yellow", "blue")
WORKER_WORDS = (say("green"), say("yellow"), say("blue"))
COLOUR_WORDS = (say("black"), say("yellow"), say("blue"), say("green"), say("pink"))
GOODS_WORDS = (say("silver"), say("provision"))
A_CARD = (
    say("a land card"),
    say("a water card"),
    say("a space card"),
    say("a townsfolk card"),
    say("an inspiration card"),
)
DECK_CARD = (say("land card"), say("water card"), say("space card"), say("townsfolk card"), say("inspiration card"))
DECK_CARDS = (
    say("land cards"), say("water cards"), say("space cards"), say("townsfolk cards"), say("inspiration cards")
)  # fmt: skip

TAGS = (
    "city", "vista", "harbour", "open_water", "observatory", "library",
    "comet", "planet", "stars", "sun", "moon",
)  # fmt: skip
TAG_WORDS = (
    say("city"), say("vista"), say("harbour"), say("open water"), say("observatory"), say("library"),
    say("comet"), say("planet"), say("stars"), say("sun"), say("moon"),
)  # fmt: skip
CITY, VISTA, HARBOUR, OPEN_WATER, OBSERVATORY, LIBRARY, COMET, PLANET, STARS, SUN, MOON = range(11)

ASSETS = ("camel", "ship", "pigeon", "telescope")
ASSET_WORDS = (
    mark("{n:camel|camels}"), mark("{n:ship|ships}"), mark("{n:pigeon|pigeons}"), mark("{n:telescope|telescopes}")
)  # fmt: skip
ASSET_NAMES = (say("camel"), say("ship"), say("pigeon"), say("telescope"))
CAMEL, SHIP, PIGEON, TELESCOPE = range(4)

LINKS = ("guild", "silver", "provision", "mark")
"""The four rows of a water card's connection links, from top to bottom."""

TOWN_KINDS = ("asset", "die", "vista", "resting")
TOWN_ASSET, TOWN_DIE, TOWN_VISTA, TOWN_RESTING = range(4)


def pack_assets(counts: dict[int, int]) -> int:
    """Assets as one number, four bits each, so that multisets add and compare in one step."""
    return sum(n << 4 * asset for asset, n in counts.items())


GUARD = 0x8888
"""``(have | GUARD) - need & GUARD == GUARD`` holds exactly if no asset is missing (counts stay below 8)."""


def tag_mask(tags: Iterable[int]) -> int:
    """A set of tags as bits."""
    mask = 0
    for tag in tags:
        mask |= 1 << tag
    return mask
