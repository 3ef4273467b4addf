"""Every sentence of every game is in the catalogue, and a language made from it leaves nothing English.

In the language to test with (`words.pseudo`) every vowel has an accent, so a word with a plain vowel is one that no
translator would ever see. What is the same in all languages (names of players, notation, ids) is taken away first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import waystation
from waystation.engine import Chance, EventLog, Game, State
from waystation.engine.scene import Text
from waystation.engine.words import pseudo, speaking

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import messages

MOVED: dict[str, tuple[dict[str, Any], ...]] = {
    "wayfinders": ({"players": 2, "max_rounds": 12}, {"players": 4, "exploration": True, "max_rounds": 12}),
    "wayfarers": (
        {"players": 2, "round_limit": 12, "promos": True},
        {"players": 1, "round_limit": 12, "late_trade": True},
    ),
    "wordtraveler": ({"players": 3, "timer": 60}, {"players": 2, "guess": "decider", "city": "tokyo"}),
    "windward": (
        {"players": 3, "achievements": True, "white_crester": True, "naturalist": True, "max_rounds": 12},
        {"players": 3, "mode": "co-operative", "max_rounds": 8},
        {"players": 1, "mode": "solo"},
    ),
    "waypoints": ({"players": 2}, {"players": 1, "solo": "hard", "must_photograph": False, "goal": "squares"}),
}
"""The games whose sentences are all templates, with the options under which they are looked at."""

ENGLISH = re.compile(r"(?<![\w:.'-])[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]*[aeiouAEIOU][A-Za-z]{2,}(?![\w:-])")


@cache
def catalogue() -> frozenset[str]:
    return frozenset(found.template for found in messages.messages())


def english(text: str, names: tuple[str, ...]) -> list[str]:
    """The words that were not translated."""
    for name in names:
        text = text.replace(name, "")
    return ENGLISH.findall(text)


def texts(game: Game, state: State, log: EventLog, names: tuple[str, ...], chance: Chance) -> Iterator[str]:
    """All that the viewers read at a moment, and some refusals."""
    for viewer in (None, *range(game.players)):
        view = state.view(viewer, names)
        yield from (view.question, view.hush)
        yield from (offer.label for offer in view.legal)
        yield from (line.label for sheet in view.sheets for line in sheet.lines)
        yield view.outcome.text if view.outcome else ""
        yield from (event.seen_by(viewer, names).text for event in log)
        scene = game.scene(view)
        yield from (scene.title, *(region.title for region in scene.regions))
        for node in scene.nodes:
            yield node.title
            yield from (part.text for part in node.parts if isinstance(part, Text))
    for seat in state.to_act:
        for _ in range(5):
            refusal = state.why_not(chance.below(len(game.actions)), seat)
            yield refusal.reason if refusal else ""


@pytest.mark.parametrize(("name", "options"), [(name, each) for name in MOVED for each in MOVED[name]])
def test_nothing_stays_english(name: str, options: dict[str, Any]) -> None:
    game = waystation.load(name, **options)
    names = tuple(f"P{seat}" for seat in range(game.players))
    same = (*names, game.spec.title)
    with speaking(pseudo(catalogue())):
        chance, log = Chance.of(1, "languages"), EventLog()
        state = game.new_state(1, log)
        for ply in range(2000):
            if ply % 15 == 0 or state.is_over:
                for text in texts(game, state, log, names, chance):
                    assert not english(text, same), f"ply {ply}: {english(text, same)} in {text!r}"
                log = EventLog()
            if state.is_over:
                break
            seat = chance.choice(state.to_act)
            state.apply(chance.choice(state.legal_actions(seat)), seat, log)


@pytest.mark.parametrize(("name", "options"), [(name, each) for name in MOVED for each in MOVED[name]])
def test_what_choices_are_listed_under_is_in_the_catalogue(name: str, options: dict[str, Any]) -> None:
    """The page groups many choices by the first word of their notation."""
    words = {action.notation.split(" ")[0] for action in waystation.load(name, **options).actions}
    assert {word.capitalize() for word in words} <= catalogue()


def test_templates_are_found_and_written(tmp_path: Path) -> None:
    module = tmp_path / "x.py"
    module.write_text('say("{n:tooth|teeth} " "more", n=1)\ncount(2, "card|cards")\nsay(TABLE[1])\nmark("Land")\n')
    assert [(found.template, found.line) for found in messages.in_python(module)] == [
        ("{n:tooth|teeth} more", 1), ("{n:card|cards}", 2), ("Land", 4)
    ]  # fmt: skip
    module.write_text('Meta(ge=0, title="Seats", description="How many")\nSpec(title="Nowhere", blurb="Go.")')
    assert [found.template for found in messages.in_python(module)] == ["Seats", "How many", "Go."]
    script = tmp_path / "x.js"
    script.write_text('title(tell("Your move"), mark("Land"))')
    assert [found.template for found in messages.in_javascript(script)] == ["Your move", "Land"]


@pytest.mark.parametrize("line", ['say(f"{a} lands")', 'say("a" + b)', 'count(2, f"{x}s")'])
def test_a_template_put_together_from_pieces_is_an_error(line: str, tmp_path: Path) -> None:
    module = tmp_path / "x.py"
    module.write_text(line)
    with pytest.raises(messages.Unfindable, match=r"x\.py:1"):
        list(messages.in_python(module))


def test_no_template_of_the_project_is_put_together_from_pieces() -> None:
    assert len(catalogue()) >= 3
    assert len(messages.catalogue()) == len(catalogue())


def test_the_language_to_test_with_accents_words_and_keeps_arguments() -> None:
    speech = pseudo({"{who} takes {n:tooth|teeth} and {things:or}."})
    assert speech.translate("{who} takes {n:tooth|teeth} and {things:or}.") == (
        "{who} táákéés {n:tóóóóth|tééééth} áánd {things:or}."
    )
    assert speech.translate("Land.") == "Land."


def test_a_translated_catalogue_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "cs.po").write_text(
        """
msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

msgid "{n:card|cards}"
msgstr "{n:karta|karty|karet}"

msgid "Land"
msgstr ""
""",
        encoding="utf-8",
    )
    made = messages.compiled(tmp_path / "cs.po")
    assert (made.code, made.messages) == ("cs", {"{n:card|cards}": "{n:karta|karty|karet}"})
    assert made.forms[:6] == (2, 0, 1, 1, 1, 2)
