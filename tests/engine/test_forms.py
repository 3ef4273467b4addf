"""What a form lets people choose can be played: the hints of `waystation.engine.forms` agree with the options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import waystation
from waystation.engine import OptionError
from waystation.server.about import game_info

MATTER = 4
"""So many options are shown at once, the number of players aside."""


def options_of(game: str) -> dict[str, dict[str, Any]]:
    """The options' schemas by name."""
    schema = game_info(game).options
    found: dict[str, dict[str, Any]] = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return found


def fits(values: dict[str, Any], cases: list[dict[str, list[Any]]]) -> bool:
    return any(all(values[name] in allowed for name, allowed in case.items()) for case in cases)


def possible(options: dict[str, dict[str, Any]], values: dict[str, Any]) -> bool:
    """Whether the form lets all this be chosen together."""
    for name, schema in options.items():
        if schema.get("only") and not fits(values, schema["only"]) and values[name] != schema["default"]:
            return False
        if not fits(values, [schema.get("each", {}).get(str(values[name]), {})]):
            return False
    return True


def values_of(schema: dict[str, Any]) -> list[Any]:
    if schema.get("type") == "boolean":
        return [False, True]
    if "minimum" in schema and schema.get("maximum", 99) <= 9:
        return list(range(schema["minimum"], schema["maximum"] + 1))
    return list(schema.get("enum", [schema["default"]]))


def together(options: dict[str, dict[str, Any]], name: str) -> Iterator[dict[str, Any]]:
    """An option with the options that it depends on, and what these depend on, in all combinations."""
    linked, seen = [name], set()
    while linked:
        seen.add(one := linked.pop())
        cases = [*options[one].get("only", []), *options[one].get("each", {}).values()]
        linked += [other for case in cases for other in case if other not in seen]
    names = sorted({"players", *seen})
    plain = {other: schema["default"] for other, schema in options.items()}
    for chosen in product(*(values_of(options[other]) for other in names)):
        yield {**plain, **dict(zip(names, chosen, strict=True))}


def loads(game: str, values: dict[str, Any]) -> bool:
    try:
        waystation.load(game, **values)
    except OptionError:
        return False
    return True


@pytest.mark.parametrize("game", waystation.game_names())
def test_what_can_be_chosen_can_be_played(game: str) -> None:
    options = options_of(game)
    for name, schema in options.items():
        if "only" not in schema and "each" not in schema:
            continue
        found = [values for values in together(options, name) if possible(options, values)]
        assert found, name
        assert [values for values in found if not loads(game, values)] == [], name


def test_what_windward_refuses_cannot_be_chosen() -> None:
    """The other way round: only what makes no sense is kept out of the form."""
    options = options_of("windward")
    for name in ("mode", "level", "map", "achievements", "path_choice", "off_turn_trigger"):
        ruled_out = [values for values in together(options, name) if not possible(options, values)]
        played = [values for values in ruled_out if loads("windward", values)]
        # The options themselves make the solo adventure of one captain for himself, and take the usual planet.
        assert all(values["players"] == 1 or values["map"] == "large" for values in played), name


@pytest.mark.parametrize("game", waystation.game_names())
def test_a_form_is_short_and_every_name_in_it_is_an_option(game: str) -> None:
    options = options_of(game)
    shown = [name for name, schema in options.items() if "group" not in schema and name != "players"]
    assert 1 <= len(shown) <= MATTER, shown
    for name, schema in options.items():
        assert schema.get("description") or name in ("players", "city"), f"{name} needs a line of help"
        for case in [*schema.get("only", []), *schema.get("each", {}).values()]:
            assert set(case) <= set(options), name
        if "each" in schema:
            assert set(schema["each"]) <= {str(value) for value in values_of(schema)}, name
