"""What the log, the buttons, the questions and the refusals say is plain English, whatever happens."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import waystation
from games.wayfarers.players import blocker, drawer, eager, hoarder, spender
from games.wayfarers.table import BOX
from waystation.engine import Chance, Match, State
from waystation.engine.conformance import random_choice
from waystation.engine.words import say, told
from waystation.games.wayfarers.counting import COUNTS, count_words, read_need, read_score, score_words
from waystation.games.wayfarers.picture.cards import title
from waystation.games.wayfarers.picture.tiles import tile_title
from waystation.games.wayfarers.words import effect_words

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import messages

THINGS = "provision|card|space|point|tile|worker|step|vista|harbour|open water|comet|planet|upgrade"
ENDING_IN_Y = "city|observatory|library"
WRONG = {
    "several of one": re.compile(rf"\b(?:[02-9]|\d\d) (?:{THINGS}|{ENDING_IN_Y})\b(?! (?:card|tile|water|worker)s)"),
    "one of several": re.compile(rf"(?<![\d>+-])1 (?:(?:{THINGS})s|cities|observatories|libraries)\b"),
    "a sign of the component files": re.compile(r"_|->| \+ | / |silver-|provision-|\bvp\b"),
    "a word of the component files": re.compile(r"\bfree (?:land|water|space)|\bworker (?:green|yellow|blue)\b"),
    "a guild by its colour": re.compile(r"\d (?:black|yellow|blue) influence|the (?:black|yellow|blue) guild"),
    "a wrong article": re.compile(r"\ba [aeiou]|\ban [^aeiou\s]|\bthe the\b|\ba the\b", re.IGNORECASE),
    "brackets in a row": re.compile(r"\) \(|\(\(|\)\)"),
    "wrong spaces": re.compile(r"  | [,.;:?!]|\( | \)|^\s|\s$"),
    "two signs": re.compile(r"[.,;:]{2}|\?\.|,\."),
    "a hole": re.compile(r"[{}]|None(?! of)|\(\)|: \."),
}
"""What no sentence may show."""


def faults(text: str) -> list[str]:
    return [name for name, pattern in WRONG.items() if pattern.search(text)]


def is_sentence(text: str) -> bool:
    return text[0].isupper() and text[-1] in ".?!"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ada takes 2 provision.", "several of one"),
        ("You need 3 open water.", "several of one"),
        ("Ada pays 1 provisions.", "one of several"),
        ("It takes the first action: worker green blue.", "a word of the component files"),
        ("It takes the first action: 2 blue -> water.", "a sign of the component files"),
        ("have 1 open_water", "a sign of the component files"),
        ("It places 1 influence in the blue guild.", "a guild by its colour"),
        ("You tuck it under a observatory.", "a wrong article"),
        ("Ada discards inspiration (5 city) (I12).", "brackets in a row"),
        ("Ada rests .", "wrong spaces"),
        ("Ada rests..", "two signs"),
        ("Ada takes {0}.", "a hole"),
        ("Goal: 5 city.", "several of one"),
        ("Goal: 1 libraries.", "one of several"),
    ],
)
def test_the_patterns_find_what_they_are_for(text: str, fault: str) -> None:
    assert fault in faults(text)


GAMES: list[dict[str, Any]] = [
    {"players": 1, "solo_board": 1, "round_limit": 25},
    {"players": 1, "solo_board": 2, "round_limit": 25, "promos": True},
    {"players": 1, "solo_board": 3, "round_limit": 25},
    {"players": 1, "solo_board": 4, "round_limit": 25, "late_trade": True},
    {"players": 2, "round_limit": 25, "promos": True},
    {"players": 2, "round_limit": 25, "section_1": "B", "section_2": "B", "section_3": "B"},
    {"players": 4, "round_limit": 12, "late_trade": True},
]


@pytest.mark.parametrize("options", GAMES, ids=lambda options: "-".join(map(str, options.values())))
def test_every_sentence_of_whole_games(options: dict[str, Any]) -> None:
    names = ("Ada", "Ben", "Cas", "Dan")[: options["players"]]
    kinds: set[str] = set()
    for chooser in (eager, blocker, drawer, spender, hoarder, random_choice):
        match = Match(waystation.load("wayfarers", **options), f"sentences {chooser.__name__}", names)
        chance = Chance.of("sentences", chooser.__name__)
        while not match.state.is_over:
            (seat,) = match.state.to_act
            if len(match.moves) % 5 == 0:
                _check_position(match.state, seat, chance)
            match.apply(chooser(match.state, seat, chance), seat)
        for event in match.events:
            kinds.add(event.kind)
            for text in (event.text, *(telling[0] for telling in event.only.values())):
                said = text.format(*names)
                assert not faults(said), (said, faults(said))
                assert is_sentence(said), said
    assert len(kinds) > 12


def _check_position(state: State, seat: int, chance: Chance) -> None:
    """The question, every button, and the reasons why some other actions are refused."""
    question = state.question(seat).format(*"ABCD")
    assert not faults(question), (question, faults(question))
    assert is_sentence(question), question
    for action in state.legal_actions(seat):
        label = state.label(action, seat)
        assert not faults(label), (label, faults(label))
        assert label[0].isupper()
    for _ in range(40):
        refusal = state.why_not(chance.below(len(state.game.actions)), seat)
        if refusal is not None:
            assert not faults(refusal.reason), (refusal.reason, faults(refusal.reason))
            assert is_sentence(refusal.reason), refusal.reason


NUMBERS = {"n", "have", "price", "influence", "most", "silver", "points"}
"""Arguments that are numbers wherever they stand (there, or a phrase with one)."""
LONG = "Maximiliane-Theodora von und zu Hohenfels-Langenburg"
SOURCE = Path(waystation.__file__).parent / "games" / "wayfarers"
TEMPLATES = sorted({found.template for path in SOURCE.rglob("*.py") for found in messages.in_python(path)})


@pytest.mark.parametrize("n", [0, 1, 2])
def test_every_template_with_any_count_and_long_names(n: int) -> None:
    """Numbers stand with the form of their noun that fits, and nothing is left open."""
    for template in TEMPLATES:
        holes = re.findall(r"(?<!\{)\{(\w+)([^{}]*)\}", template)
        counted = {name for name, how in holes if name in NUMBERS or (how[:1] in (":", "?") and how != ":or")}
        words: dict[str, Any] = {name: n if name in counted else LONG for name, _ in holes}
        words |= {name: [LONG] * (n + 1) for name, how in holes if how == ":or"}
        text = told(say(template, **words), ())
        assert "{" not in text, template
        if counted:
            assert not {"several of one", "one of several"} & set(faults(text)), (template, text)


def test_every_card_tile_and_effect_in_words() -> None:
    texts = [title(BOX, card.id) for card in BOX.cards] + [tile_title(tile) for tile in BOX.tiles]
    texts += [f"{effect_words(BOX, effect)}." for effect in range(len(BOX.book))]
    texts += [f"{BOX.label(card.id)}; {BOX.listed([card.id])}." for card in BOX.cards]
    for text in texts:
        assert not faults(text), (text, faults(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "3 points"),
        ("1 per stars", "1 for every stars"),
        ("1 + 1 per 2 black influence", "1 and 1 for every 2 science influence"),
        (
            "1 per set of townsfolk, space, land",
            "1 for every set of townsfolk, space card and land card",
        ),
        ("4 if most comet else 2", "4 with the most comets, otherwise 2"),
        ("7 if 1 sun else 3", "7 with 1 sun, otherwise 3"),
    ],
)
def test_scores_in_words(text: str, words: str) -> None:
    assert score_words(read_score(text)) == words


def test_counts_in_words() -> None:
    assert [count_words(COUNTS.index(what), 2) for what in ("city", "stars", "open_water", "land", "townsfolk")] == [
        "cities",
        "stars",
        "open waters",
        "land cards",
        "townsfolk",
    ]
    assert [count_words(COUNTS.index(what), 1) for what in ("blue upgrades", "upgrades", "provision", "influence")] == [
        "blue upgrade",
        "upgrade tile",
        "provision",
        "influence in guilds",
    ]
    assert read_need("3 sun or moon").n == 3
