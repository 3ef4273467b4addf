"""Sentences: templates, counts, lists, seats, other languages."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

from waystation.engine.words import Language, Phrase, Seat, count, current, plain, read, say, speaking, term, told


@pytest.mark.parametrize(("n", "text"), [(0, "0 teeth are"), (1, "1 tooth is"), (2, "2 teeth are")])
def test_a_count_takes_the_form_that_fits(n: int, text: str) -> None:
    assert say("{n:tooth|teeth} {n?is|are}", n=n) == text


@pytest.mark.parametrize(
    ("things", "all_of", "one_of"),
    [([], "", ""), (["a"], "a", "a"), (["a", "b"], "a and b", "a or b"), (["a", "b", "c"], "a, b and c", "a, b or c")],
)
def test_lists(things: list[str], all_of: str, one_of: str) -> None:
    assert say("{things}", things=things) == all_of
    assert say("{things:or}", things=things) == one_of
    assert say("{things?has|have}", things=things) == ("has" if len(things) == 1 else "have")


def test_signs_capitals_and_braces() -> None:
    assert told(say("{{{n:+}}} {foe^}", n=0, foe="the reds"), ()) == "{+0} The reds"
    assert say("{n:+}", n=-2) == "-2"


def test_names_are_put_in_once() -> None:
    phrase = say("{who} gives {what} to {whom}.", who=Seat(1), whom=Seat(0), what="{0}")
    assert told(phrase, ["Ada", "{0}"]) == "{0} gives {0} to Ada."


@pytest.mark.parametrize("theirs", ["{0}", "{x}", "{", "}", "{{0}}", "{0.__class__}", "{0:>9}"])
def test_braces_that_somebody_else_has_written_are_text(theirs: str) -> None:
    """A player's name, a card's text: as it is, inside a phrase, and as a log keeps a phrase."""
    assert told(theirs, ()) == theirs
    for what in (theirs, term(theirs)):
        phrase = say("{who}: {what}", who=Seat(0), what=what)
        assert told(phrase, ["Ada"]) == told(plain(phrase), ["Ada"]) == f"Ada: {theirs}"


def test_only_names_are_put_into_a_plain_string() -> None:
    assert told("{0} {0.__class__} {0:>9} {1} {x} {", ["Ada"]) == "Ada {0.__class__} {0:>9} {1} {x} {"


def test_a_phrase_inside_a_phrase() -> None:
    price = [count(1, "propeller"), count(2, "parachute|parachutes")]
    assert say("pay {price}", price=price) == "pay 1 propeller and 2 parachutes"


def test_a_missing_argument_and_a_single_brace_are_errors() -> None:
    with pytest.raises(KeyError):
        say("{who} lands.")
    with pytest.raises(ValueError, match="single brace"):
        say("{who lands.", who=1)


def test_another_language_orders_words_and_counts_as_it_likes() -> None:
    catalogue = {
        "{who} takes {n:tooth|teeth} of {what}.": "{what}: {n:zub|zuby|zubů} - {who}.",
        "the red": "červený",
        "{first} and {last}": "{first} a {last}",
    }
    czech = Language("cs", lambda template: catalogue.get(template, template), lambda n: 0 if n == 1 else 1 + (n > 4))
    phrase = say("{who} takes {n:tooth|teeth} of {what}.", who=Seat(0), n=5, what=[term("the red"), "x"])
    with speaking(czech):
        assert told(phrase, ["Ada"]) == "červený a x: 5 zubů - Ada."
    assert told(phrase, ["Ada"]) == "Ada takes 5 teeth of the red and x."


def test_phrases_survive_copies_and_pickling() -> None:
    phrase = say("{n:card|cards}", n=2)
    for again in (copy.deepcopy(phrase), pickle.loads(pickle.dumps(phrase))):
        assert isinstance(again, Phrase)
        assert (again, again.template, again.args) == ("2 cards", "{n:card|cards}", {"n": 2})


def test_a_plain_string_only_gets_names() -> None:
    assert told("{0} passes.", ["Ada"]) == "Ada passes."
    assert told("No names", []) == "No names"


def test_a_language_file_is_a_language(tmp_path: Path) -> None:
    forms = [0 if n == 1 else 1 if 2 <= n <= 4 else 2 for n in range(200)]
    texts = {"{n:card|cards} left": "zbývá {n:karta|karty|karet}"}
    (tmp_path / "cs.json").write_text(json.dumps({"code": "cs", "messages": texts, "forms": forms}))
    with speaking(read(tmp_path / "cs.json").language()):
        assert current().code == "cs"
        assert [told(say("{n:card|cards} left", n=n), ()) for n in (1, 3, 5, 1001)] == [
            "zbývá 1 karta", "zbývá 3 karty", "zbývá 5 karet", "zbývá 1001 karet"
        ]  # fmt: skip
        assert told(say("{n} more", n=1), ()) == "1 more"
    assert current().code == "en"
