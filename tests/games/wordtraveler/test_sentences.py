"""What is told: every effect that somebody sees, by an event that names it; counts and words as people read them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import waystation
from games.wordtraveler.players import straight, undecided
from waystation.engine import Chance, EventLog, Game, State
from waystation.engine.events import Event, Viewer
from waystation.engine.words import say

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
import messages

# ---------------------------------------------------------------------- every effect is told

OWN = {"plan", "unused", "proposal", "take_backs"}
"""What a seat itself changes in secret by its own move: the move says it already."""

TURN = {"done", "phase", "traveller"}
"""Who is asked what: the question itself says it."""

DAY = {"start", "stage", "plan", "unused", "map", "path", "proposal", "day", "last", "take_backs", "maps_of_day_1"}
"""What a new day clears or sets: the event of the night says so."""


def changes(before: Any, after: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Where two tables differ, down to the fields of a seat; with the new value."""
    if isinstance(before, dict) and isinstance(after, dict) and len(path) < 3:
        for key in before:
            yield from changes(before[key], after[key], (*path, key))
    elif isinstance(before, (list, tuple)) and path == ("seats",):
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, (*path, seat))
    elif before != after:
        yield path, after


def is_told(path: tuple[Any, ...], value: Any, viewer: Viewer, actor: int, events: list[Event]) -> bool:
    """Whether an event of the step speaks of this change, by the ids in its data."""
    seat, field = (path[1], path[2]) if path[0] == "seats" else (None, path[0])
    mine = {event.kind: event for event in events if event.seat == seat}
    kinds = {event.kind for event in events}
    if field in TURN or (field in OWN and seat == viewer == actor) or (field in DAY and "night" in kinds):
        return True
    match field:
        case "marker":
            return mine["scored"].data["path"][-1] == value
        case "gained":
            return mine["scored"].data["points"] == value[-1] or mine["scored"].data["points"] == value[0]
        case "stage":
            return bool({"read", "scored", "stays"} & set(mine) or kinds & {"set out"})
        case "map":
            shown = mine.get("scored") or mine.get("stays")
            if shown is None:
                return "timer" in kinds and seat == viewer
            return (shown.data["two"], shown.data["one"]) == (tuple(value["two"].split()), tuple(value["one"].split()))
        case "maps_of_day_1":
            return bool(kinds & {"scored", "stays"})
        case "plan" if value is not None and value and value[0]["stop"]:
            return "meant" in mine and mine["meant"].data["stops"] == tuple(move["stop"] for move in value)
        case "plan" if value:
            moves = [{"arrow": move["direction"], "cards": tuple(move["cards"])} for move in value]
            return [dict(move) for move in mine["read"].data["moves"]] == moves
        case "plan":
            return "stays" in mine
        case "unused":
            told = mine.get("read") or mine.get("stays") or mine["dealt"]
            return tuple(value) in (told.data.get("unused"), told.only.get(seat, ("", {}))[1].get("words"))
        case "path":
            feet = [event for event in events if event.data.get("traveller") == seat]
            return bool(feet) or mine["scored"].data["path"] == tuple(value)
        case "proposal" if not value:
            return bool(kinds & {"scored", "read", "disagree", "proposal"})
        case "proposal":
            return mine["proposal"].data["path"] == tuple(value)
        case "take_backs":
            return bool(kinds & {"set out", "read", "disagree", "timer"})
        case "score":
            return any(event.data.get("score") == value for event in events)
        case "souvenirs":
            return any(event.kind == "souvenir" and event.data["souvenirs"] == value for event in events)
        case "last":
            return "set out" in kinds
    return False


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "timer": 60},
        {"players": 4, "guess": "decider", "show_intentions": False},
        {"players": 2, "solo": "i_know_this_town"},
    ],
    ids=str,
)
@pytest.mark.parametrize("chooser", [straight, undecided])
def test_whatever_changes_in_sight_is_told(options: dict[str, Any], chooser: Any) -> None:
    game = waystation.load("wordtraveler", **options)
    viewers: list[Viewer] = [None, *range(game.players)]
    state, chance, seen = game.new_state(1), Chance.of(1, "told"), 0
    while not state.is_over and seen < 400:
        before = [msgspec.to_builtins(state.view(viewer).table) for viewer in viewers]
        seat, log = chance.choice(state.to_act), EventLog()
        action = chooser(state, seat, chance)
        state.apply(action, seat, log)
        seen += 1
        for viewer, old in zip(viewers, before, strict=True):
            for path, value in changes(old, msgspec.to_builtins(state.view(viewer).table)):
                if path[0] == "seats" and path[1] not in game.travellers and value == ():  # type: ignore[attr-defined]
                    continue  # who only guesses has no plan and no words: that was known
                assert is_told(path, value, viewer, seat, list(log)), (
                    f"{game.actions.format(action)} by seat {seat}: {viewer} sees {path} become {value!r},"
                    f" told were {[(event.kind, event.seat, event.data) for event in log]}"
                )


# ---------------------------------------------------------------------- counts, names, words

TEMPLATES = sorted(
    {
        found.template
        for module in (messages.SOURCE / "games" / "wordtraveler").rglob("*.py")
        for found in messages.in_python(module)
    }
)
COUNTED = re.compile(r"\b(arrow|card|footprint|point|souvenir|trip|word)(s?)\b")


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_sentence_counts_right(number: int) -> None:
    for template in TEMPLATES:
        assert not re.search(r"\{\w+\} (?:arrows|footprints|souvenirs|words|cards)\b", template), template
        holes = re.findall(r"\{(\w+)([^{}]*)\}", template)
        text = str(say(template, **{name: number if "|" in how else "X" for name, how in holes}))
        for found in re.finditer(rf"\b{number} (?:golden )?(\w+)", text):
            noun = COUNTED.match(found[1])
            assert noun is None or bool(noun[2]) == (number != 1), text


def test_long_names_stay_in_their_places() -> None:
    game = waystation.load("wordtraveler", players=5)
    names = [f"{'Wolfeschlegelsteinhausenbergerdorff ' * 2}{seat}" for seat in range(5)]
    scene = game.scene(game.new_state(1).view(0, names))
    for node in scene.nodes:
        if node.id.startswith("seat:"):
            assert all(len(part.text) < 45 for part in node.parts if hasattr(part, "text"))
            assert names[int(node.id[5:])] in node.title


def test_the_log_can_be_counted() -> None:
    """Which word was how often said for which place? Ids in the data, not texts, answer that."""
    state = waystation.load("wordtraveler", players=2, first=1).new_state(3)
    word = state.view(0).table.seats[0].unused[0]
    log = EventLog()
    for move in ("stop r4c6", f"not {word}", "done"):
        state.play(move, 0, log)
    state.play("done", 1, log)
    state.play("foot r4c5", 1, log)
    state.play("done", 1, log)
    read = next(event for event in log if event.kind == "read")
    assert read.data["moves"] == ({"arrow": "E", "cards": ({"word": word, "white": False},)},)
    scored = next(event for event in log if event.kind == "scored")
    assert scored.data["path"] == ("r4c5",)
    assert next(event for event in log if event.kind == "meant").data["stops"] == ("r4c6",)
    stays = next(event for event in log if event.kind == "stays")
    assert stays.seat == 1
    assert len(stays.data["unused"]) == 10


def test_an_arrow_that_is_turned_back_is_told_to_its_owner_only() -> None:
    state, log = waystation.load("wordtraveler", players=2, first=1).new_state(3), EventLog()
    state.play("stop r4c6", 0, log)
    state.play("done", 0, log)
    sealed = log[len(log) - 1]
    assert "Arrow 1, which has no word, is turned back." in sealed.seen_by(0, ["Ada", "Ben"]).text
    assert sealed.seen_by(1, ["Ada", "Ben"]).text == "Ada has finished planning."


# ---------------------------------------------------------------------- words that can be read


def played(game: Game) -> State:
    """Ten of the longest words, six of them under one arrow."""
    words = sorted(game.words.ids, key=lambda ident: -len(game.words.said(game.words.ids.index(ident), False)))  # type: ignore[attr-defined]
    rest = [f"not {word}" for word in words[:6]]
    plan = ["stop r4c6", *rest, "stop r2c6", f"not {words[6]}", "stop r2c7", f"say {words[7]}", "stop r3c7"]
    plan += [f"not {words[8]}", "stop r3c1", f"not {words[9]}"]
    table = {"day": 2, "hands": [words[:10], words[10:20]], "plans": [plan, []]}
    return game.state_from({"table": table})


@pytest.mark.parametrize("own", ["", "mine"])
def test_cards_can_be_read_on_a_page_1280_wide(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least 10 pixels; shortened only where an arrow has so many cards that each has one line, and then whole in
    its title; also with an owner's words that are somewhat longer."""
    from waystation.games.wordtraveler import components

    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "words").mkdir()
    text = (components.DATA / "words.toml").read_text(encoding="utf-8")
    (tmp_path / "words" / "mine.toml").write_text(text.replace("Not {word}", "Never {word}"), encoding="utf-8")
    game = waystation.load("wordtraveler", players=2, first=1, own_words=own)
    state = played(game)
    for viewer in (0, 1):
        scene = game.scene(state.view(viewer))
        scales = {region.id: region.scale for region in scene.regions}
        for node in scene.nodes:
            if node.id.startswith(("say:", "not:", "card:", "name:")):
                for part in node.parts:
                    if hasattr(part, "text"):
                        assert part.size * scales[node.region] * 1280 / scene.width >= 10, (node.id, part)
                        low = any(getattr(other, "h", 99) < 18 for other in node.parts)
                        assert "…" not in part.text or (low and node.title), "whole, but where lines are full"


def test_the_terminal_shows_words_by_their_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.wordtraveler.test_text import printed
    from waystation.games.wordtraveler import components

    monkeypatch.setattr(components, "own_folder", lambda: tmp_path)
    (tmp_path / "words").mkdir()
    text = (components.DATA / "words.toml").read_text(encoding="utf-8").replace("Not {word}", "Nicht {word}")
    labels = '[labels]\nbusy = "Belebt"\ncold = "Kalt"\ncalm = "Ruhig"\n'
    (tmp_path / "words" / "deutsch.toml").write_text(text + labels, encoding="utf-8")
    game = waystation.load("wordtraveler", players=2, first=1, own_words="deutsch")
    table = {"hands": [["busy", "cold", "calm"], []], "plans": [["stop r4c6", "say busy", "not cold"], []]}
    state = game.state_from({"table": table})
    mine = printed(state, 0)
    assert "→ Belebt and Nicht Kalt" in mine
    assert "Words in your hand: Ruhig" in mine
    for seat in (0, 1):
        state.play("done", seat)
    theirs = printed(state, 1)
    assert "not used: Ruhig" in theirs
    assert not {"busy", "cold", "calm"} & set(re.findall(r"[\w-]+", mine + theirs))


@pytest.mark.parametrize(("solo", "local"), [("guide_me", 1), ("i_know_this_town", 0)])
def test_who_never_travels_is_not_said_to(solo: str, local: int) -> None:
    game = waystation.load("wordtraveler", solo=solo)
    state, chance = game.new_state(1), Chance.of(1, "local")
    said = set()
    while not state.is_over:
        view = state.view(1 - local)
        said |= {line for line in game.text(view).split("\n") if line.startswith(f"Player {local + 1}: ")}
        assert "has travelled" not in game.scene(view).node(f"seat:{local}").title
        assert "Its plan is secret." not in game.text(view)
        seat = chance.choice(state.to_act)
        state.advance(straight(state, seat, chance), seat)
    assert said
    assert all(", shows the way; " in line for line in said)
