"""The content: words, cities, drawings, map cards; and what is said about files that are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

import waystation
from waystation.engine import Chance, OptionError
from waystation.engine.errors import ComponentError
from waystation.games.wordtraveler import components
from waystation.games.wordtraveler.checker import check_city
from waystation.games.wordtraveler.components import (
    DATA,
    City,
    load_city,
    load_maps,
    load_numbers,
    load_words,
    read_city,
    read_grading,
    read_words,
    side_of,
    worth,
)
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, RAY, SPACES
from waystation.games.wordtraveler.picture.look import CITIES, drawings
from waystation.games.wordtraveler.scoring import best_points
from waystation.games.wordtraveler.state import WordTravelerState

WORDS = load_words()


@pytest.fixture(params=CITIES)
def city(request: pytest.FixtureRequest) -> City:
    return load_city(request.param, WORDS)


def test_there_are_165_words_in_15_senses() -> None:
    assert len(WORDS.ids) == len(set(WORDS.ids)) == 165
    assert set(Counter(WORDS.senses).values()) == {11}
    assert WORDS.said(WORDS.ids.index("see-through"), True) == "See-through"
    assert WORDS.said(WORDS.ids.index("busy"), False) == "Not Busy"


def test_a_city_has_48_places_of_all_kinds(city: City) -> None:
    places = [place for place in city.places if place is not None]
    assert len(places) == 48
    assert city.places[CENTRE] is None
    kinds = Counter(place.kind for place in places)
    assert sorted(kinds.values()) == [4, 4, 4, 5, 6, 6, 7, 12]
    assert all(len(place.alt) > 30 and 3 <= len(place.shows) <= 6 for place in places)


def test_the_checker_has_nothing_to_say_about_our_cities(city: City) -> None:
    assert check_city(city, WORDS) == []


PLAINLY = {
    "person": "alive",
    "animal": "alive",
    "food": "edible",
    "sun": "sunny",
    "rain": "wet",
    "moon": "nocturnal",
    "steam": "steamy",
    "note": "musical",
    "wheel": "round",
    "bicycle": "round",
    "zzz": "sleepy",
    "speed": "fast",
}
"""What a kind of place or a part of its picture makes plainly true (`checker` has a longer list)."""


def test_no_grade_denies_what_kind_and_picture_say(city: City) -> None:
    """So that no bot says "Not alive" for the sleeping office worker."""
    for place in city.places:
        for sign in {place.kind, *(line.split()[0] for line in place.picture)} & set(PLAINLY) if place else ():
            assert place.fits[WORDS.ids.index(PLAINLY[sign])] > 0, f"{place.name}: {sign}, but not {PLAINLY[sign]}"


@pytest.mark.parametrize(
    ("name", "place", "word"),
    [
        ("tokyo", "Sleeping office worker", "alive"),
        ("tokyo", "Great wave print", "windy"),
        ("tokyo", "Tokyo Tower", "sparkling"),
        ("tokyo", "Parent bicycle", "round"),
    ],
)
def test_what_bots_once_denied_is_true(name: str, place: str, word: str) -> None:
    found = next(p for p in load_city(name, WORDS).places if p and p.name == place)
    assert found.fits[WORDS.ids.index(word)] >= 2


def test_the_checker_compares_kinds_and_parts_with_words(tmp_path: Path) -> None:
    text = (DATA / "cities" / "tokyo.toml").read_text(encoding="utf-8")
    before, worker, after = text.partition('name = "Sleeping office worker"')
    worker += after.replace(" alive", "", 1).replace('"sleepy ', '"', 1)
    (tmp_path / "tokyo.toml").write_text(before + worker, encoding="utf-8")
    city = read_city(tmp_path / "tokyo.toml", WORDS)
    said = [remark.text for remark in check_city(city, WORDS) if remark.kind == "denied"]
    assert said == ["'alive' is graded 0, but its kind is person", "'sleepy' is graded 0, but its picture shows zzz"]


def test_every_place_has_a_drawing_within_its_tile(city: City) -> None:
    for space, parts in drawings(city).items():
        assert len(parts) >= 4, city.place(space).name
        for part in parts:
            numbers = [float(n) for n in _numbers(part.d)]  # type: ignore[union-attr]
            assert max(map(abs, numbers)) <= 50.05, city.place(space).name


def _numbers(path: str) -> list[str]:
    for command in "MLQTCZ":
        path = path.replace(command, " ")
    return path.split()


def test_what_public_sources_name_is_there() -> None:
    printed = {
        name: {place.name for place in load_city(name, WORDS).places if place and place.printed} for name in CITIES
    }
    assert "The Starry Night" in printed["new_york"]
    assert {"London Eye", "Big Ben", "The Gherkin", "Underground entrance"} <= printed["london"]
    assert printed["tokyo"] == {"Tokyo Tower", "Skytree"}
    assert {"Moulin Rouge", "Eiffel Tower"} <= printed["paris"]
    new_york, london = load_city("new_york", WORDS), load_city("london", WORDS)
    assert new_york.place(BY_NAME["r4c6"]).name == "Subway car", "two spaces east of the centre"
    assert BY_NAME[next(s for s in ("r5c4", "r6c4", "r7c4") if london.place(BY_NAME[s]).name == "London Eye")]


def test_map_sides_are_as_ruling_26_says() -> None:
    cards = load_maps()
    assert len(cards) == 20
    sides = [side for card in cards for side in card]
    assert len(set(sides)) == 40
    for side in sides:
        values = Counter(worth(side, space) for space in range(SPACES))
        assert (values[2], values[1]) == (2, 5)
        assert worth(side, CENTRE) == 0
        for line in range(7):
            assert sum(worth(side, line * 7 + c) > 0 for c in range(7)) <= 2
            assert sum(worth(side, r * 7 + line) > 0 for r in range(7)) <= 2
        assert sum(any(worth(side, space) for space in ray) for ray in RAY[CENTRE]) >= 2
        assert best_points(side, CENTRE, 3) in (3, 4, 5)


def test_a_map_side_survives_its_written_form() -> None:
    for card in load_maps():
        for side in card:
            assert side_of(side).bits("x") == side


def test_souvenirs_lie_further_apart_with_more_players() -> None:
    tracks = load_numbers().tracks
    assert list(tracks) == ["standard", "hard", "expert"]
    for places in tracks.values():
        for fewer, more in ((1, 2), (2, 3), (3, 4), (4, 5)):
            assert all(a < b for a, b in zip(places[fewer], places[more], strict=True))
    for easier, harder in pairwise(tracks.values()):
        assert all(easier[n][-1] < harder[n][-1] for n in range(1, 6))
    assert len(load_numbers().ratings) == 7


def test_other_gradings_cover_their_city() -> None:
    files = sorted((DATA / "gradings").glob("*.toml"))
    assert {path.stem for path in files} >= {"london_second", "london_embedding"}
    for path in files:
        table = read_grading(path, load_city(path.stem.rpartition("_")[0], WORDS), WORDS)
        assert len(table) == SPACES


# ---------------------------------------------------------------------- wrong files


def city_file(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    text = (DATA / "cities" / "london.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "town.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('space = "r1c1"', 'space = "r4c4"', "no space for a place"),
        ('space = "r1c1"', 'space = "r9c1"', "no space for a place"),
        ('space = "r1c1"', 'space = "r1c2"', "taken twice"),
        ('fits.4 = "famous', 'fits.4 = "famoos', "there is no word 'famoos'"),
        ('fits.4 = "famous', 'fits.7 = "famous', "is no grade"),
        ('fits.3 = "golden', 'fits.3 = "famous golden', "graded twice"),
        ('kind = "building"', 'sort = "building"', "unknown field"),
        (
            'shows = ["black gates", "golden crests", "palace balcony", "flag", "tourists looking in"]',
            "shows = []",
            "3 to 6",
        ),
        ("[[place]]", "[[plaice]]", "unknown field"),
        ('name = "London"', 'name = "London', "line"),
    ],
)
def test_a_wrong_city_file_is_refused_with_the_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(ComponentError, match=said):
        read_city(city_file(tmp_path, (old, new)), WORDS)


def test_a_missing_place_is_named(tmp_path: Path) -> None:
    path = city_file(tmp_path)
    text = path.read_text(encoding="utf-8")
    head, _, _ = text.rpartition("[[place]]")
    path.write_text(head, encoding="utf-8")
    with pytest.raises(ComponentError, match="no place on r7c7"):
        read_city(path, WORDS)


def test_the_checker_finds_thin_places_twins_and_dead_words(tmp_path: Path) -> None:
    text = (DATA / "cities" / "london.toml").read_text(encoding="utf-8")
    blocks = text.split("[[place]]\n")
    gates, ben = blocks[1], blocks[2]
    fits = ben[ben.index("fits.4") :]
    blocks[1] = gates[: gates.index("fits.4")] + fits  # r1c1 is graded like r1c2: twins in row 1
    third = blocks[3]
    blocks[3] = third[: third.index("fits.4")] + 'fits.4 = "round calm"\n\n'
    path = tmp_path / "town.toml"
    path.write_text("[[place]]\n".join(blocks).replace("spicy ", "").replace(" spicy", ""), encoding="utf-8")
    remarks = check_city(read_city(path, WORDS), WORDS)
    kinds = {(remark.kind, remark.about) for remark in remarks}
    assert ("twins", "row 1") in kinds
    assert ("dead", "spicy") in kinds
    assert any(kind == "thin" for kind, _ in kinds)


CARDS = "\n".join(
    f'[[card]]\nfirst = {{ two = "r{n}c1 r{n}c2", one = "r{n}c6" }}\nsecond = {{ two = "r{n}c3", one = "r{n}c7" }}'
    for n in range(1, 6)
)
"""Map cards as an owner may write them."""


@pytest.fixture
def own_maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Write a file of map cards that the option `own_maps` finds as "mine"."""
    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "maps").mkdir()

    def write(text: str) -> None:
        (tmp_path / "maps" / "mine.toml").write_text(text, encoding="utf-8")
        components._read_maps.cache_clear()
        load_maps.cache_clear()
        load_numbers.cache_clear()

    return write


def test_own_map_cards_and_souvenirs_replace_ours(own_maps: Callable[[str], None]) -> None:
    own_maps(f'{CARDS}\n[souvenirs]\n2 = [1, 2, 3, 4, 5, 6]\n[ratings]\ntitles = ["a", "b", "c", "d", "e", "f", "g"]')
    game = waystation.load("wordtraveler", players=5, own_maps="mine")
    state = cast(WordTravelerState, game.new_state(1))
    sides = {side_of(side) for card in load_maps("mine") for side in card}
    assert {side_of(side) for side in state.maps} == sides, "all five cards are dealt"
    world = cast(WordTravelerState, state.determinize(0, Chance.of("own", "world")))
    assert {side_of(side) for side in world.maps} == sides
    assert load_numbers("mine").souvenirs == {**load_numbers().souvenirs, 2: (1, 2, 3, 4, 5, 6)}
    assert load_numbers("mine").ratings[6] == "g"
    assert (
        waystation.load("wordtraveler", players=2, own_maps="mine").new_state(1).view(0).table.souvenir_places[5] == 6
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "5 map cards or more"),
        (CARDS.replace('"r2c1 r2c2"', '"r1c1 r1c2"').replace("r2c6", "r1c6"), "no two sides alike"),
        (CARDS.replace('two = "r3c3", one = "r3c7"', ""), "no side without a symbol"),
        (CARDS.replace("r4c6", "r4c4"), r"card 4.first: the centre bears no symbol"),
        (CARDS.replace("r5c6", "r9c6"), "card 5.first.one: 'r9c6' is no space"),
        (f"{CARDS}\n[souvenirs]\n2 = [1, 2, 3]", "souvenirs.2: .* six rising scores"),
        (f"{CARDS}\n[souvenirs]\n6 = [1, 2, 3, 4, 5, 6]", "souvenirs.6: for 1 to 5 travellers"),
        (f'{CARDS}\n[ratings]\ntitles = ["a"]', "seven titles"),
        ("card = 3", "Expected `array`"),
    ],
)
def test_wrong_map_cards_are_refused(own_maps: Callable[[str], None], text: str, said: str) -> None:
    own_maps(text)
    with pytest.raises(OptionError, match=said):
        waystation.load("wordtraveler", own_maps="mine")


def test_a_translated_word_list_keeps_its_ids(tmp_path: Path) -> None:
    text = (DATA / "words.toml").read_text(encoding="utf-8")
    path = tmp_path / "deutsch.toml"
    text = text.replace('not_form = "Not {word}"', 'not_form = "Nicht {word}"')
    path.write_text(text + '\n[labels]\nbusy = "Belebt"\n[not_labels]\ntall = "Gar nicht hoch"\n', encoding="utf-8")
    words = read_words(path)
    assert words.ids == WORDS.ids
    busy, tall = words.ids.index("busy"), words.ids.index("tall")
    assert (words.said(busy, True), words.said(busy, False)) == ("Belebt", "Nicht Belebt")
    assert words.said(tall, False) == "Gar nicht hoch"
    read_city(DATA / "cities" / "paris.toml", words)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[senses]\na = "round round"', "twice"),
        ('[senses]\na = "Round"', "ids are made of"),
        ('[senses]\na = "round tall"', "100 words"),
        ("senses = 3", "Expected `object`"),
    ],
)
def test_a_wrong_word_list_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ComponentError, match=said):
        read_words(path)


def test_a_harder_track_wants_more_points() -> None:
    """240 games of teams of bots: all six taken in about half of the games on "hard", in one of seven on "expert"."""
    for track, last in (("standard", 14), ("hard", 18), ("expert", 19)):
        view = waystation.load("wordtraveler", players=2, track=track).new_state(1).view(0)
        assert view.table.souvenir_places[-1] == last
    solo = waystation.load("wordtraveler", players=2, track="hard", solo="guide_me").new_state(1).view(0)
    assert solo.table.souvenir_places == (2, 4, 5, 7, 8, 9)


def test_a_team_has_a_title_in_the_end() -> None:
    game = waystation.load("wordtraveler", players=3)
    state = game.new_state(1)
    for _ in range(2):
        for seat in range(3):
            state.play("done", seat)
    outcome = state.view(0).outcome
    assert outcome is not None
    assert outcome.team == "Lost at the airport"
    assert outcome.text.startswith("Lost at the airport. The team has 0 golden souvenirs and 0 of the ")


def test_an_owners_file_that_has_changed_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "words").mkdir()
    file = tmp_path / "words" / "mine.toml"
    text = (DATA / "words.toml").read_text(encoding="utf-8")
    for label in ("Belebt", "Lebhaft!"):
        file.write_text(f'{text}\n[labels]\nbusy = "{label}"\n', encoding="utf-8")
        game = waystation.load("wordtraveler", own_words="mine")
        assert game.actions[game.actions.parse("say busy")].label == label
