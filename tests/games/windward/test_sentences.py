"""Every sentence of the game, with 0, 1 and 2 of whatever it counts, and with long names."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from waystation.engine.words import Arg, say
from waystation.games import windward

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import messages

PACKAGE = Path(windward.__file__).parent
TEMPLATES = sorted({found.template for path in PACKAGE.rglob("*.py") for found in messages.in_python(path)})
HOLE = re.compile(r"\{([a-z_]+)([^{}]*)\}")
LONG = "Her Serene Highness the Dowager Margravine of Upper Windwardshire"


def rendered(template: str, number: int) -> str:
    args: dict[str, Arg] = {}
    for name, how in HOLE.findall(template):
        lists = name in ("others", "leaders", "cresters") and how[:1] == "?"
        args[name] = [LONG] * max(1, number) if lists else number if how[:1] in (":", "?") else args.get(name, LONG)
    return say(template, **args)


def test_there_are_many() -> None:
    assert len(TEMPLATES) > 300


@pytest.mark.parametrize("number", [0, 1, 2])
def test_numbers_and_nouns_agree(number: int) -> None:
    for template in TEMPLATES:
        text = rendered(template, number)
        assert not set("{}") & set(text.replace("{{", "").replace("}}", "")), text
        assert "  " not in text, text
        for _, how in HOLE.findall(template):
            if how[:1] in (":", "?") and "|" in how:
                forms = how[1:].split("|")
                assert len(forms) == 2, template
                form = forms[number != 1] if how[0] == ":" else None
                assert form is None or f"{number} {form}" in text, text


def test_nothing_that_is_counted_stands_beside_a_plain_number() -> None:
    """A plural after a hole is the fault of "1 points": nouns that are counted have their forms in the hole."""
    countless = {"gas", "cards", "speed", "others", "is", "has", "this", "was"}
    for template in TEMPLATES:
        for word in re.findall(r"\{(?:n|points|mates|cannons|hits|left|total)\} ([a-z]+s)\b", template):
            assert word in countless, template
