"""Scoring, live at any moment: the sheet with every line, the fast totals, the outcome (rules: End of the game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from waystation.engine.outcome import Outcome, ScoreLine, ScoreSheet, ranked_outcome

from . import solo
from .components import HOME_STAR
from .counting import GUILD_VP, IF_HAVE, IF_MOST, PRIMARY_VP, SET_VP, card_points, count_words, guild_points, met
from .names import COMET, GUILD_NAMES, GUILDS, STARS, TAGS

if TYPE_CHECKING:
    from .box import Box
    from .state import WayfarersState

SPACE_LINES = {
    "comets": "Comets",
    "planets": "Planets",
    "sun_moon": "Sun and moon",
    "stars": "Stars",
    "home_star": "Home star: pairs of townsfolk and tiles",
}


def comets(s: WayfarersState, seat: int) -> int:
    """A seat's comet tags; the solo opponent's comet track counts as its tags."""
    if s.is_solo and seat == solo.ME:
        return s.plot[solo.COMETS]
    return s.seats[seat].count[COMET]


def leads_comets(s: WayfarersState, seat: int) -> bool:
    """Whether a seat has strictly more comet tags than every single opponent."""
    mine = comets(s, seat)
    return all(mine > comets(s, other) for other in range(len(s.seats)) if other != seat)


def space_points(s: WayfarersState, seat: int) -> list[tuple[int, int, bool]]:
    """Per space card: the card, its points, and whether the goal above it is met (then they count twice)."""
    box = s.game.box
    player = s.seats[seat]
    own = player.counts()
    lead = leads_comets(s, seat)
    return [
        (card, card_points(box.scores[card], own, lead), goal >= 0 and met(box.goals[goal], own))
        for card, goal in zip(player.space, player.goal, strict=True)
    ]


def majorities(s: WayfarersState, seat: int) -> list[int]:
    """Points for each guild the seat leads alone."""
    rivals = [player.guild for other, player in enumerate(s.seats) if other != seat]
    return guild_points(s.seats[seat].guild, rivals)


def points(s: WayfarersState) -> list[int]:
    """The total of every panorama, the solo opponent's included."""
    totals = [own_points(s, seat) for seat in range(len(s.seats))]
    for guild in range(3):
        best = max(player.guild[guild] for player in s.seats)
        leaders = [seat for seat, player in enumerate(s.seats) if player.guild[guild] == best]
        if best and len(leaders) == 1:
            totals[leaders[0]] += GUILD_VP
    return totals


def opponent_lines(s: WayfarersState) -> dict[str, int]:
    """The solo opponent's points, line by line."""
    return {**solo.points(s), "guild leads": sum(majorities(s, solo.ME))}


def own_points(s: WayfarersState, seat: int) -> int:
    """All points but guild majorities."""
    box = s.game.box
    player = s.seats[seat]
    if s.is_solo and seat == solo.ME:
        return sum(solo.points(s).values())
    count = player.count
    total = player.tile_vp + SET_VP * min(count[:4])
    for n in count[:4]:
        total += PRIMARY_VP[n] if n < 8 else PRIMARY_VP[7]
    own: list[int] = []
    for card, goal in zip(player.space, player.goal, strict=True):
        score = box.scores[card]
        if not own:
            own = player.counts()
        lead = score.form == IF_MOST and leads_comets(s, seat)
        vp = card_points(score, own, lead)
        total += vp + vp if goal >= 0 and met(box.goals[goal], own) else vp
    return total


# ---------------------------------------------------------------------- the sheet


def sheet(s: WayfarersState, seat: int) -> ScoreSheet:
    """Every line of a seat's score, with the scene nodes that count for it."""
    return ScoreSheet((*_tag_lines(s, seat), *_space_lines(s, seat), *_other_lines(s, seat)))


def _tag_lines(s: WayfarersState, seat: int) -> list[ScoreLine]:
    box = s.game.box
    player = s.seats[seat]
    lines = []
    for tag in range(4):
        n = player.count[tag]
        nodes = tuple(card_node(box, seat, card) for card in player.cards if tag in box.cards[card].tags)
        nodes += tuple(_tile_node(seat, at) for at, t in enumerate(player.tiles) if tag in box.tiles[t & 31].tags)
        lines.append(ScoreLine(TAGS[tag], count_words(tag, 2).capitalize(), PRIMARY_VP[min(n, 7)], nodes))
    primary = tuple(dict.fromkeys(node for line in lines for node in line.nodes))
    return [*lines, ScoreLine("sets", "Sets of all four", SET_VP * min(player.count[:4]), primary)]


def _kind_of(box: Box, card: int) -> str:
    if card == HOME_STAR:
        return "home_star"
    if STARS in box.cards[card].tags:
        return "stars"
    if COMET in box.cards[card].tags:
        return "comets"
    return "sun_moon" if box.scores[card].form == IF_HAVE else "planets"


def _space_lines(s: WayfarersState, seat: int) -> list[ScoreLine]:
    box = s.game.box
    totals = dict.fromkeys(SPACE_LINES, 0)
    nodes: dict[str, tuple[str, ...]] = dict.fromkeys(SPACE_LINES, ())
    doubled, above = 0, []
    player = s.seats[seat]
    for (card, vp, twice), goal in zip(space_points(s, seat), player.goal, strict=True):
        kind = _kind_of(box, card)
        totals[kind] += vp
        nodes[kind] += (card_node(box, seat, card),)
        if twice:
            doubled += vp
            above.append(card_node(box, seat, goal))
    nodes["home_star"] += tuple(card_node(box, seat, town) for town in player.town if town >= 0)
    nodes["home_star"] += tuple(_tile_node(seat, at) for at in range(len(player.tiles)))
    lines = [ScoreLine(kind, label, totals[kind], nodes[kind]) for kind, label in SPACE_LINES.items()]
    return [*lines, ScoreLine("inspiration", "Inspiration: goals met", doubled, tuple(above))]


def _other_lines(s: WayfarersState, seat: int) -> list[ScoreLine]:
    player = s.seats[seat]
    tiles = tuple(_tile_node(seat, at) for at, tile in enumerate(player.tiles) if s.game.box.tiles[tile & 31].vp)
    lines = [ScoreLine("caravan", "Caravan", player.tile_vp, tiles)]
    for guild, vp in enumerate(majorities(s, seat)):
        name = GUILD_NAMES[guild]
        label = f"Lead in the {name} guild"
        lines.append(ScoreLine(name, label, vp, (f"guild:{GUILDS[guild]}:{seat}",)))
    return lines


def card_node(box: Box, seat: int, card: int) -> str:
    """The scene node of a card: printed ones belong to a seat, the others are unique."""
    name = box.cards[card].name
    return f"home:{seat}:{name}" if name.startswith("HOME") else f"card:{name}"


def _tile_node(seat: int, at: int) -> str:
    return f"tile:{seat}:{at}"


# ---------------------------------------------------------------------- the outcome


def outcome(s: WayfarersState) -> Outcome:
    """Most points win; ties go to black, then yellow, then blue influence, then are shared."""
    totals = points(s)
    keys = [(total, *player.guild) for total, player in zip(totals, s.seats, strict=True)]
    reason, text = "last round", "The last round is over."
    if not s.ending and s.game.options.round_limit and s.round > s.game.options.round_limit:
        reason, text = "round limit", "The round limit is reached."
    if not s.is_solo:
        return ranked_outcome(reason, text, totals, keys)
    won = keys[solo.HUMAN] >= keys[solo.ME]
    text += f" The opponent has {totals[solo.ME]} points."
    return Outcome(reason, text, (totals[0],), (1 if won else 2,), (0,) if won else ())
