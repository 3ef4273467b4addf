"""What options mean that are left out: here, in records, positions, scenarios and stored tables."""

from __future__ import annotations

from typing import Any

import pytest

import waystation
from waystation.engine import EventLog, Match, record, scenario
from waystation.engine.typed import schema
from waystation.games.windward.edition import WindwardOptions


@pytest.mark.parametrize(
    ("options", "small"),
    [
        ({}, True),
        ({"players": 2}, True),
        ({"players": 2, "map": "large"}, False),
        ({"players": 3}, False),
        ({"players": 5, "map": "small"}, True),
        ({"players": 2, "mode": "co-operative"}, False),
        ({"players": 1}, False),
    ],
)
def test_two_against_each_other_have_the_small_planet(options: dict[str, Any], small: bool) -> None:
    """Rulebook, Setup 1 and Alternate Map."""
    game = waystation.load("windward", **options)
    assert game.new_state(1).view(None).table.radius == waystation.load(
        "windward", players=3, map="small" if small else "large"
    ).new_state(1).view(None).table.radius  # fmt: skip
    assert waystation.load("windward", **game.options_doc()) == game
    assert waystation.state_from(game.new_state(1).position()) == game.new_state(1)
    again = record.replay(record.parse(record.write(Match(game, 7))))
    assert again.game == game


def test_what_was_written_before_still_means_the_large_planet() -> None:
    large = waystation.load("windward", players=2, map="large")
    match = Match(large, 7)
    text = record.write(match)
    assert 'options: {"players": 2}\n' in text
    assert record.replay(record.parse(text)).game == large
    document = match.state.position()
    assert document["options"] == {"players": 2}
    assert waystation.state_from(document) == match.state
    one = scenario.Scenario(game="windward", title="old", options={"players": 2}, step=[])
    assert scenario.check(one).game == large


def test_one_captain_sails_the_solo_adventure() -> None:
    alone = waystation.load("windward", players=1)
    assert alone.options_doc() == {"players": 1, "mode": "solo"}
    log = EventLog()
    alone.new_state(1, log)
    assert "Solo adventure: {0} wins by beating all red cresters" in log[0].text
    assert waystation.load("windward", players=1, mode="free-for-all") == alone
    assert waystation.load("windward", players=1, mode="co-operative") != alone
    options = schema(WindwardOptions)["$defs"]["WindwardOptions"]["properties"]
    assert "One captain sails the solo adventure" in options["players"]["description"]


def test_options_are_shown_in_groups_with_a_line_of_help_each() -> None:
    options = schema(WindwardOptions)["$defs"]["WindwardOptions"]["properties"]
    assert [name for name, option in options.items() if "group" not in option] == ["players", "mode", "level", "map"]
    assert {option.get("group") for option in options.values()} == {
        None, "Variants", "Ships", "What the rulebook leaves open", "Of your own", "Limits",
    }  # fmt: skip
    for name, option in options.items():
        assert 0 < len(option["description"]) <= 120 or name == "players"
