"""Scoring, live at any moment: the sheet with every line, the fast totals, the outcome (rules: End of the game)."""

from __future__ import annotations

from collections.abc import Iterator

from waystation.engine import Outcome, ScoreLine, ScoreSheet, Scoring
from waystation.engine.outcome import ranked_outcome
from waystation.engine.words import Arg, Phrase, say

from . import opponent
from .box import Box, card_node
from .counting import GUILD_VP, IF_HAVE, IF_MOST, PRIMARY_VP, SET_VP, card_points, count_words, guild_points, met
from .frames import HUMAN, ME
from .names import COMET, GUILD_NAMES, GUILD_WORDS, GUILDS, STARS, TAGS
from .parts import HOME, HOME_STAR
from .state import WayfarersState

SPACE_LINES = {
    "comets": say("Comets"),
    "planets": say("Planets"),
    "sun_moon": say("Sun and moon"),
    "stars": say("Stars"),
    "home_star": say("Home star: pairs of townsfolk and tiles"),
}


def comets(s: WayfarersState, seat: int) -> int:
    """A seat's comet tags; the solo opponent's comet track counts as its tags."""
    if s.is_solo and seat == ME:
        return s.plot[opponent.COMETS]
    return s.seats[seat].count[COMET]


def leads_comets(s: WayfarersState, seat: int) -> bool:
    """Whether a seat has strictly more comet tags than every single opponent."""
    mine = comets(s, seat)
    for other in range(len(s.seats)):  # noqa: SIM110 (a generator takes longer)
        if other != seat and comets(s, other) >= mine:
            return False
    return True


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
    return {**opponent.points(s), "guild leads": sum(majorities(s, ME))}


def own_points(s: WayfarersState, seat: int) -> int:
    """All points but guild majorities."""
    box = s.game.box
    player = s.seats[seat]
    if s.is_solo and seat == ME:
        return sum(opponent.points(s).values())
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
        lines.append(ScoreLine(TAGS[tag], say("{tags^}", tags=count_words(tag, 2)), PRIMARY_VP[min(n, 7)], nodes))
    primary = tuple(dict.fromkeys(node for line in lines for node in line.nodes))
    return [*lines, ScoreLine("sets", say("Sets of all four"), SET_VP * min(player.count[:4]), primary)]


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
    return [*lines, ScoreLine("inspiration", say("Inspiration: goals met"), doubled, tuple(above))]


def _other_lines(s: WayfarersState, seat: int) -> list[ScoreLine]:
    player = s.seats[seat]
    tiles = tuple(_tile_node(seat, at) for at, tile in enumerate(player.tiles) if s.game.box.tiles[tile & 31].vp)
    lines = [ScoreLine("caravan", say("Caravan"), player.tile_vp, tiles)]
    for guild, vp in enumerate(majorities(s, seat)):
        label = say("Lead in the {guild} guild", guild=GUILD_WORDS[guild])
        lines.append(ScoreLine(GUILD_NAMES[guild], label, vp, (f"guild:{GUILDS[guild]}:{seat}",)))
    return lines


def _tile_node(seat: int, at: int) -> str:
    return f"tile:{seat}:{at}"


# ---------------------------------------------------------------------- the outcome


def outcome(s: WayfarersState) -> Outcome:
    """Most points win; ties go to black, then yellow, then blue influence, then are shared."""
    totals = points(s)
    keys = [(total, *player.guild) for total, player in zip(totals, s.seats, strict=True)]
    reason, text = "last round", say("The last round is over.")
    limit = s.game.options.round_limit
    if not s.ending and limit and s.round > limit:
        reason, text = "round limit", say("The round limit is reached.")
    if s.is_solo:
        text = (
            say("{over} The opponent has {n:point|points}.", over=text, n=totals[ME])
            if s.game.tells_ties
            else say("{over} The opponent has {total} points.", over=text, total=totals[ME])  # as old records have it
        )
    if s.game.tells_ties:
        text = _with_tie(text, keys, s.is_solo)
    if not s.is_solo:
        return ranked_outcome(reason, text, totals, keys)
    won = keys[HUMAN] >= keys[ME]
    return Outcome(reason, text, (totals[0],), (1 if won else 2,), (0,) if won else ())


def _with_tie(text: Phrase, keys: list[tuple[int, ...]], solo: bool) -> Phrase:
    """The text with what broke a tie for the first place, if there was one."""
    first, second = sorted(keys, reverse=True)[:2]
    if first[0] != second[0]:
        return text
    words: dict[str, Arg] = {"over": text, "n": first[0]}
    guild = next((guild for guild in range(3) if first[guild + 1] != second[guild + 1]), -1)
    if guild >= 0:
        name = GUILD_WORDS[guild]
        more, less = first[guild + 1], second[guild + 1]
        return say(
            "{over} The tie at {n:point|points} is broken by influence in the {guild} guild: {more} to {less}.",
            guild=name,
            more=more,
            less=less,
            **words,
        )
    if solo:
        return say("{over} The tie at {n:point|points} is complete, influence included: it is won.", **words)
    return say("{over} The tie at {n:point|points} is complete, influence included: the win is shared.", **words)


class WayfarersScoring(Scoring[WayfarersState]):
    """Points and the end."""

    def sheet(self, state: WayfarersState, seat: int) -> ScoreSheet:
        return sheet(state, seat)

    def scores(self, state: WayfarersState, players: int) -> list[int]:
        return points(state)[:players]

    def rounds(self, state: WayfarersState) -> int:
        return state.rounds

    def by_component(self, state: WayfarersState, seat: int) -> dict[str, int]:
        """Lines of the sheet; but space cards and upgrade tiles by their ids, and goals by those of inspiration."""
        box, player = state.game.box, state.seats[seat]
        found = {line.key: line.points for line in (*_tag_lines(state, seat), *_other_lines(state, seat)[1:])}
        if player.tile_vp:
            for tile in player.tiles:
                name = box.tiles[tile & 31].name
                found[name] = found.get(name, 0) + box.tiles[tile & 31].vp
        for (card, vp, twice), goal in zip(space_points(state, seat), player.goal, strict=True):
            found[box.cards[card].name] = vp
            if twice:
                found[box.cards[goal].name] = vp
        return found

    def components(self, state: WayfarersState) -> Iterator[tuple[str, int]]:
        """Cards on display and in panoramas, upgrade tiles left and laid."""
        cards, tiles = state.game.box.cards, state.game.box.tiles
        for card in state.show:
            if card >= 0:
                yield cards[card].name, -1
        for number, left in enumerate(state.stock):
            if left:
                yield tiles[number].name, -1
        for seat, player in enumerate(state.seats[: state.game.players]):
            for card in (*player.cards, *player.town, *player.space, *player.goal):
                if card >= len(HOME):
                    yield cards[card].name, seat
            for tile in player.tiles:
                yield tiles[tile & 31].name, seat

    def outcome(self, state: WayfarersState) -> Outcome:
        return outcome(state)
