"""Every tile, board, slot, journal connection, space and solo board does what is printed on it."""

from __future__ import annotations

from collections import Counter

import pytest

import waystation
from games.wayfarers.printed import BOARDS, EDGES, JOURNAL_SPACES, JOURNAL_TILES, SLOTS, SOLO_BOARDS, TILES
from games.wayfarers.table import BOX, FILLERS, JOURNAL, expected, game, happens, position
from waystation.engine.events import EventLog
from waystation.games.wayfarers.caravan import cell_name
from waystation.games.wayfarers.counting import COUNTS
from waystation.games.wayfarers.frames import Ask
from waystation.games.wayfarers.names import ASSETS, COLOURS, TAGS
from waystation.games.wayfarers.opponent import PATH
from waystation.games.wayfarers.scoring import space_points
from waystation.games.wayfarers.track import open_edge

# ---------------------------------------------------------------------- tiles and caravans


@pytest.mark.parametrize("name", TILES)
def test_tiles(name: str) -> None:
    """Laid at r2c2, a tile changes exactly the columns it covers, and counts its points and tags."""
    head, _, sides = TILES[name].partition(": ")
    colour_size, points, tags = head.split(", ")
    for side, columns in enumerate(sides.split(" // ")):
        player = position({"tiles": [f"{name} {('front', 'back')[side]} r2c2"]}).seats[0]
        empty = position({"tiles": []}).seats[0]
        assert player.tile_vp == int(points.split()[0])
        colour = colour_size.split()[0]
        assert player.count[COUNTS.index(f"{colour} upgrades")] == player.count[COUNTS.index("upgrades")] == 1
        gained = Counter({tag: player.count[i] - empty.count[i] for i, tag in enumerate(TAGS)})
        assert +gained == Counter(tags.split() if tags != "no tag" else [])
        wide = colour_size.split()[1].split("x")[0]
        shown = columns.split(" | ")
        assert len(shown) == int(wide)
        for column in range(6):
            what = shown[column - 1].split(" + ") if 0 < column <= len(shown) else ["nothing"]
            assert _column(player, column, empty) == Counter(what if what != ["nothing"] else []), (side, column)


def _column(player, column: int, empty) -> Counter[str]:  # type: ignore[no-untyped-def]
    found: Counter[str] = Counter()
    for asset, name in enumerate(ASSETS):
        found[name] = (player.columns[column] >> 4 * asset & 15) - (empty.columns[column] >> 4 * asset & 15)
    raises, lowers = player.raises >> column & 1, player.lowers >> column & 1
    found["+/-1" if raises and lowers else "+1" if raises else "-1"] = int(raises or lowers)
    found["silver discount"], found["provision discount"] = player.discounts[column] & 7, player.discounts[column] >> 3
    return +found


def test_sizes_of_tiles() -> None:
    for name, text in TILES.items():
        tile = next(tile for tile in BOX.tiles if tile.name == name)
        assert f"{COLOURS[tile.colour]} {tile.wide}x{tile.high}," in text


@pytest.mark.parametrize("board", BOARDS)
def test_caravans(board: str) -> None:
    """A green tile on each cell gives the printed effect of that cell and no other."""
    printed = {text.split(" ", 1)[0]: text.split(" ", 1)[1] for text in BOARDS[board].split(", ")}
    for cell in range(18):
        if cell in (0, 5):
            continue
        want = expected(printed.get(cell_name(cell), "nothing"))[0]
        state = position({"board": board, "tiles": []})
        state.play("place 3 HOME_M4", 0)
        state.play("choose 1 of (green upgrade / 2 silver)", 0)
        state.play("buy U31 silver", 0)
        found = happens(state, f"put front {cell_name(cell)}")
        assert found == want + Counter(["green tile"]), cell_name(cell)


# ---------------------------------------------------------------------- slots


@pytest.mark.parametrize("slot", SLOTS)
def test_worker_slots(slot: str) -> None:
    deck, number = slot.split()
    cost, _, benefit = SLOTS[slot].rpartition(" > ")
    colours = {"townsfolk": ["green"], "land": ["green", "yellow"], "water": ["green", "blue"]}.get(
        deck, ["green", "yellow", "blue"]
    )
    for colour in colours:
        state = position({"workers": {colour: 1}, "cards": ["L05"]}, green=[])
        card = BOX.cards[
            state.show[{"land": 0, "water": 4, "townsfolk": 12, "inspiration": 16}[deck] + int(number) - 1]
        ]
        if card.deck == 4 and int(number) > 2:
            state.crew[:] = [0] * 20
            state._legal_seat = -1
        found = happens(state, f"work {colour} {card.name}")
        if cost:
            assert found.pop("pay provision") == int(cost.split()[0])
        assert found == expected(benefit)[0], colour
        assert state.seats[0].workers[("green", "yellow", "blue").index(colour)] == 0


# ---------------------------------------------------------------------- journal


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("side", [0, 1])
def test_journal_connections(edge: str, side: int) -> None:
    """Exactly what is asked for opens a connection, one less does not."""
    start, end = edge.split()
    names = [space.name for space in BOX.spaces]
    asked = EDGES[edge].split(" | ")[side]
    state = position({"tiles": [], "guilds": {}, "marker": start}, sides="BBB" if side else "AAA")
    player = state.seats[0]
    player.count[:] = [0] * len(player.count)
    found = next(e for e in state.edges[names.index(start)] if e.to == names.index(end))
    if asked == "none":
        assert open_edge(state, player, found, 0)
    elif asked.startswith("spend"):
        guilds = asked.split()[1:]
        for guild in guilds:
            player.guild[("black", "yellow", "blue").index(guild)] += 1
        assert open_edge(state, player, found, 0)
        assert not open_edge(state, player, found, 1)  # the ability's own influence is spent besides
        player.guild[0] += 1
        assert open_edge(state, player, found, 1)
        player.guild[0] -= 1
        for guild in guilds:
            player.guild[("black", "yellow", "blue").index(guild)] -= 1
            assert not open_edge(state, player, found, 0)
            player.guild[("black", "yellow", "blue").index(guild)] += 1
        assert list(found.spend) == player.guild
    else:
        n, _, what = asked.partition(" ")
        for option in what.split(" or "):
            key = COUNTS.index(_count(option))
            player.count[key] = int(n) - 1
            assert not open_edge(state, player, found, 0)
            player.count[key] = int(n)
            assert open_edge(state, player, found, 0)
            player.count[key] = 0


def _count(what: str) -> str:
    group, _, name = what.partition(".")
    if group == "upgrades":
        return "upgrades" if name == "any" else f"{name} upgrades"
    return name


def test_connections_are_complete() -> None:
    names = [space.name for space in BOX.spaces]
    found = {f"{names[start]} {names[to]}" for start, edges in enumerate(BOX.components.edges) for _, to, _, _ in edges}
    assert found == set(EDGES)


@pytest.mark.parametrize("space", JOURNAL_SPACES)
def test_journal_spaces(space: str) -> None:
    edge = next(edge for edge in EDGES if edge.split()[1] == space)
    for branch, want in enumerate(expected(JOURNAL_SPACES[space])):
        assert _enter(edge, JOURNAL, branch) == want


@pytest.mark.parametrize("tile", JOURNAL_TILES)
def test_journal_tiles(tile: str) -> None:
    """On J1a and on J9b: tiles stay, whoever enters gains them."""
    others = [name for name in JOURNAL_TILES if name != tile]
    want = expected(JOURNAL_TILES[tile])[0]
    assert _enter("J0 J1a", [tile, *others], 0) == want
    assert _enter("J8c J9b", [*others, tile], 0) == want


def _enter(edge: str, tiles: list[str], branch: int) -> Counter[str]:
    """Stand at the start of a connection, able to pass it, and take everything its end gives."""
    from waystation.games.wayfarers import track

    start, end = edge.split()
    state = position({"marker": start, "cards": ["L06"]}, journal=tiles)
    log = EventLog()
    state.agenda.pop()
    track.enter(state, 0, [space.name for space in BOX.spaces].index(end), log)
    state.used = 1  # no further step
    state._legal_seat = -1
    state.settle(log)
    from games.wayfarers.table import count, resolve

    resolve(state, log, branch)
    return count(log)


# ---------------------------------------------------------------------- scores of space cards

SCORES = {
    "S77a": ({}, 4), "S79a": ({}, 4), "S82a": ({}, 4),
    "S85": ({}, 3), "S112": ({}, 3),
    "S86": ({}, 2), "S87": ({}, 2), "S88": ({}, 2), "S89": ({}, 2), "S90": ({}, 2),
    # one comet, one planet, and two stars (home and S91): one set of three
    "S91": ({"space": ["S77a", "S86", "S91"]}, 3),
    "S92a": ({"cards": ["L05", "L06", "L20"]}, 3),  # two cities and home
    "S94a": ({"cards": ["W44", "W45", "L20"]}, 3),
    "S96": ({"inspiration": {"HOME_STAR": "I01", "S96": "I02"}}, 2),
    "S97": ({"guilds": {"black": 5}}, 3),  # 1, and 1 for each full pair
    "S98": ({"guilds": {"blue": 4}}, 3),
    "S99": ({"guilds": {"yellow": 1}}, 1),
    "S100": ({"cards": ["L15", "W41", "L20"]}, 4),  # 1, two libraries and home
    "S101": ({"cards": ["L09", "L10", "L20"]}, 4),
    "S102a": ({"cards": ["W70", "W71", "L20"]}, 2),
    # townsfolk 2, space 2, land 2, water 2 with what is printed on the board
    "S104": ({"cards": ["L05", "W70"], "townsfolk": {"L05": "T121"}}, 2),
    "S105": ({"space": ["S105", "S92a", "S94a"]}, 4),  # three and home
    "S106": ({"tiles": ["U20 front r1c2", "U21 front r1c3"]}, 3),
    "S107": ({"tiles": ["U07 front r2c1", "U09 front r2c3", "U11 front r2c5"]}, 4),
    "S108": ({"tiles": ["U31 front r2c1"]}, 2),
    "S109": ({"tiles": []}, 1),
    "S110a": ({"cards": ["L20", "L21", "L05"]}, 2),
    "S113": ({}, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SCORES)
def test_space_cards_score(name: str) -> None:
    seat, points = SCORES[name]
    start = {"guilds": {}, "tiles": [], "cards": ["L05", "L06", "L07"], "space": [name], **seat}
    state = position(start)
    assert {card: vp for card, vp, _ in space_points(state, 0)}[BOX.by_name[name]] == points


def test_every_space_card_has_a_score_test() -> None:
    scored = {name.rstrip("abc") for name in SCORES}
    assert scored == {card.row.id for card in BOX.cards[8:] if card.deck == 2}


def test_both_copies_score_alike() -> None:
    for card in BOX.cards:
        twins = [other for other in BOX.cards if other.row.id == card.row.id]
        assert len({(twin.score, twin.now, twin.tags, twin.price) for twin in twins}) == 1


# ---------------------------------------------------------------------- solo boards

TELLS = {
    "space": "It acquires", "water": "It acquires", "land": "It acquires", "townsfolk": "It acquires",
    "inspiration": "It acquires the inspiration card", "comet": "comet marker moves to 1",
    "mark": "It lays 1 influence on",
    "black": "1 influence in the science guild", "yellow": "1 influence in the trade guild",
    "blue": "1 influence in the exploration guild", "any": "1 influence in the science guild",
}  # fmt: skip


@pytest.mark.parametrize("board", SOLO_BOARDS)
def test_solo_caravans(board: str) -> None:
    """A green tile on each cell of the path gives the printed effect, and nothing else happens."""
    printed = {
        text.split(" ", 1)[0]: text.split(" ", 1)[1].removeprefix("1 ") for text in SOLO_BOARDS[board].split(", ")
    }
    solo = waystation.load("wayfarers", players=1)
    green = next(i for i, effect in enumerate(BOX.book.effects) if effect.text == "free green upgrade")
    for at, cell in enumerate(PATH):
        doc = {
            "solo": {"board": board, "track": 0, "guilds": {}, "schemes": ["SC2"]},
            "display": {d: c[:4] for d, c in FILLERS.items()},
        }
        state = solo.state_from({"table": doc})
        state.turn = 1
        state.seats[1].cells = sum(1 << covered for covered in PATH[:at])
        log = EventLog()
        state.agenda[:] = [(Ask.TURN, 1), (Ask.PLAN, 0, green)]
        state.settle(log)
        texts = [event.text for event in log]
        want = printed.get(f"r{cell // 7 + 1}c{cell % 7 + 1}")
        assert len(texts) == (2 if want else 1), texts
        if want:
            assert TELLS[want] in texts[1]
        if want in ("space", "water", "land", "townsfolk"):
            deck = ("land", "water", "space", "townsfolk").index(want)
            assert BOX.cards[state.seats[1].cards[-1]].deck == deck


def test_number_of_parts() -> None:
    assert game().spec.players == (1, 4)
    assert (len(TILES), len(EDGES), len(JOURNAL_TILES), len(SLOTS), len(BOARDS), len(SOLO_BOARDS)) == (
        23,
        44,
        10,
        16,
        4,
        4,
    )
