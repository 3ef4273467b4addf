"""Hints: the whole turn, and why, in phrases about pieces that are there; nothing that the seat may not know."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import waystation
from waystation.bots import make
from waystation.bots.base import observe
from waystation.bots.hints import Hint, hint
from waystation.engine import Chance, Game, Reason, State, lesson
from waystation.engine.words import Phrase, told

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
import messages

GAMES = waystation.game_names()
MOMENTS = 6


def moments(name: str, **options: Any) -> list[State]:
    """Moments of games that a quick bot plays against itself."""
    game = waystation.load(name, **options)
    found = []
    state, chance = game.new_state(f"hints {name}"), Chance.of(1, name)
    for number in range(MOMENTS * 8):
        if state.is_over:
            break
        if number % 8 == 0:
            found.append(state.clone())
        seat = state.to_act[0]
        legal = state.legal_actions(seat)
        best = max(legal, key=lambda action: (_after(state, action, seat), action))
        state.advance(best if chance.below(3) else chance.choice(legal), seat)
    return found


def _after(state: State, action: int, seat: int) -> float:
    tried = state.clone()
    tried.advance(action, seat)
    return state.game.evaluate(tried, seat)


def hinted(state: State, seat: int) -> Hint:
    bot = make("greedy", state.game)
    return hint(bot, observe(state, seat, Chance.of(3, "hint")))


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_phrases_about_pieces_that_are_there(name: str) -> None:
    known = frozenset(found.template for found in messages.messages())
    said = set()
    for state in moments(name):
        seat = state.to_act[0]
        found = hinted(state, seat)
        world = observe(state, seat, Chance.of(3, "hint")).world
        nodes = {node.id for node in state.game.draw(state.view(seat)).nodes}
        assert found.actions[0] in state.legal_actions(seat)
        assert 0 <= found.estimate <= 1
        for action in found.actions[:-1]:
            world.apply(action, seat)
            nodes |= {node.id for node in state.game.draw(world.view(seat)).nodes}
        assert found.actions[-1] in world.legal_actions(seat), "what is foreseen can be played"
        assert len({reason.text for reason in found.reasons}) == len(found.reasons) <= 6
        for reason in found.reasons:
            assert isinstance(reason.text, Phrase)
            assert reason.text.template in known, reason.text.template
            assert told(reason.text, ["Ada", "Ben"])
            assert nodes.issuperset(reason.nodes) or not set(reason.nodes) - _later(state, found, seat), reason
            said.add(reason.text.template)
    assert len(said) > 3, f"{name} has more to say than {said}"


def _later(state: State, found: Hint, seat: int) -> set[str]:
    """What is on the table after the turn."""
    world = observe(state, seat, Chance.of(3, "hint")).world
    for action in found.actions:
        world.advance(action, seat)
    return {node.id for node in state.game.draw(world.view(seat)).nodes}


@pytest.mark.parametrize("name", GAMES)
def test_two_tables_that_look_alike_get_the_same_hint(name: str) -> None:
    for state in moments(name)[::4]:
        seat = state.to_act[0]
        other = state.determinize(seat, Chance.of(9, "another world"))
        assert hinted(state, seat) == hinted(other, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_speaks_of_nothing_that_is_yet_to_be_turned_up(name: str) -> None:
    """What lies face down is made up where a hint is thought out: the next card of a stack, what others have planned.
    Its turn can be played, and is called the same, in whatever world it is, and the pieces it names are there."""
    for state in moments(name):
        seat = state.to_act[0]
        found = hinted(state, seat)
        worlds = [state.determinize(seat, Chance.of(number, "a world")) for number in range(6)]
        assert len({tuple(_played(world, found, seat)) for world in worlds}) == 1
        for world in worlds:
            there = {node.id for moment in (state, world) for node in state.game.draw(moment.view(seat)).nodes}
            assert there.issuperset(node for reason in found.reasons for node in reason.nodes)


def _played(world: State, found: Hint, seat: int) -> Iterator[str]:
    """What the actions of a turn are called when their time comes; `world` is then where they lead."""
    for action in found.actions:
        assert action in world.legal_actions(seat)
        yield told(world.label(action, seat), world.game.seat_names)
        world.advance(action, seat)


def test_whether_others_have_guessed_right_is_no_reason() -> None:
    """In Word Traveler that depends on what they have planned, and comes to light when the traveller is done."""
    game = waystation.load("wordtraveler", players=2)
    done = game.action_of("done")
    for state in played_to(game, done):
        seat = state.to_act[0]
        worlds = [state.determinize(seat, Chance.of(number, "a world")) for number in range(4)]
        found = [told(one.text, ["Ada", "Ben"]) for w in worlds for one in game.judgement.reasons(w, [done], seat)]
        assert not any("ravel" in text for text in found), found


def played_to(game: Game, action: int) -> Iterator[State]:
    """Moments of games by rules of thumb, and of chance, at which something may be done."""
    for seed in range(12):
        state, chance = game.new_state(seed), Chance.of(seed, "to")
        while not state.is_over:
            seat = state.to_act[0]
            legal = state.legal_actions(seat)
            if action in legal:
                yield state
            wise = game.advise(state, seat, []) if chance.below(3) else None
            state.advance(wise if wise in legal else chance.choice(legal), seat)


def of(name: str, position: dict[str, Any], turn: list[str], seat: int = 0, **options: Any) -> list[Reason]:
    state = waystation.load(name, **options).state_from({"seed": 1, **position})
    return state.game.judgement.reasons(state, [state.game.action_of(text) for text in turn], seat)


LAYOUT = """
    R-DES-D2    B-TRO-COLOUR B-FAR-COLUMN Y-ICE-FREE  R-FAR-D1
    Y-DES-KEEP  B-DES-AROUND R-TRO-D2     B-CIT-ROW   Y-CIT-KEEP
    B-ICE-SQUARE R-ICE-D1                 R-CIT-D2    B-FAR-GROUP
    Y-TRO-WILD  B-DES-SHARED Y-TRO-FREE   B-CIT-COST3 R-DES-D3
    B-TRO-KINDS B-ICE-COST4  Y-DES-WILD   B-TRO-FAR   Y-FAR-WILD
"""


def test_wayfinders_says_what_an_airstrip_brings_and_whom_it_pays() -> None:
    """r2c3 costs headphones, propeller and tire, brings 4 points, and draws two tokens: of those nothing is said."""
    table = {"hands": ["HRT", ""], "planes": ["r2c3", "r3c3"], "airstrips": {"r2c3": [1]}}
    position = {"table": table, "agenda": [{"ask": "FLIGHT", "seats": [0]}]}
    found = [str(reason.text) for reason in of("wayfinders", position, ["build r2c3"], layout=LAYOUT)]
    assert found[:2] == [
        "r2c3 (Tropical): 4 points; draw 2 tokens at once.",
        "But {1}, who was first there, gets what you pay.",
    ]
    assert "Resource islands: +4" in found
    assert not any("parachute" in text for text in found)
    assert any("{1} gains 3 points: Tokens left over" in text for text in found)


def test_wayfinders_says_what_workers_will_bring() -> None:
    table = {"hands": ["R", ""], "hangars": ["RGG", "TTT", "PPP", "HHH"], "workers": [[], [1]]}
    found = of("wayfinders", {"table": table}, ["place 1"], layout=LAYOUT)
    assert str(found[0].text) == "Your workers there will take 1 propeller, unless others are quicker."
    assert str(found[1].text) == "{1} waits there, too."
    assert found[1].nodes == ("hangar:1",)
    assert "r2c2 (Desert)" in str(found[2].text), "it costs two propellers"


EIGHT_CUBES = {cell: [0] for cell in ("r1c1", "r1c4", "r1c5", "r2c1", "r2c3", "r3c2", "r3c4")}


@pytest.mark.parametrize(("airstrips", "turns", "options"), [(EIGHT_CUBES, 1, {}), ({}, 3, {"max_rounds": 2})])
def test_wayfinders_says_nothing_of_what_workers_will_take_who_never_come_back(
    airstrips: dict[str, Any], turns: int, options: dict[str, Any]
) -> None:
    """In one's last turn a worker is worth a point where it stands, and takes nothing: rulings 28 and 29."""
    table = {"hangars": ["RGG", "TTT", "PPP", "HHH"], "airstrips": airstrips, "turns": turns}
    position = {"table": table, "agenda": [{"ask": "TURN", "seats": [1]}]}
    found = [str(reason.text) for reason in of("wayfinders", position, ["place 1"], 1, layout=LAYOUT, **options)]
    assert found[0] == "Workers on the hangar board: +1"
    assert not any("will take" in text or "would pay" in text for text in found), found


@pytest.mark.parametrize("before", [False, True])
def test_wayfinders_says_once_that_the_last_round_comes(before: bool) -> None:
    """Whoever has two cubes left after somebody else does so brings no last round: it is there (ruling 28)."""
    seven = {cell: [0, 1] if before else [1] for cell in EIGHT_CUBES if cell != "r2c3"}
    table = {"hands": ["", "HRT"], "planes": ["r3c3", "r2c3"], "airstrips": {**seven, "r2c3": [0]} if before else seven}
    position = {"table": table, "agenda": [{"ask": "FLIGHT", "seats": [1]}]}
    found = [str(reason.text) for reason in of("wayfinders", position, ["build r2c3"], 1, layout=LAYOUT)]
    assert any(text.startswith("It brings the last round") for text in found) == (not before), found


AT_CAMP = {"here": "camp3", "visited": ["camp1", "camp3", "bear1"], "marks": {"bear": 1}}
THREE_DONE = {"types": 0, "most": 0, "pairs": 0}


@pytest.mark.parametrize(
    ("hike", "turn", "said"),
    [
        (1, ["rest", "journal most"], {"You save water for a longer way: 1 more."}),
        (1, ["bridge 4", "go C3e", "go C3d", "to bear6", "journal most"], {"It brings a kayak for a later turn."}),
        (4, ["rest", "journal squares"], set()),
        (4, ["bridge 4", "go C3e", "go C3d", "to bear6", "journal squares"], set()),
    ],
)
def test_waypoints_speaks_of_later_turns_only_while_there_are_any(hike: int, turn: list[str], said: set[str]) -> None:
    """Alone the turn that ends a hike brings two water for the next one as well, whatever is done in it."""
    me = {**AT_CAMP, "water": 0}
    if hike == 4:
        me |= {"ends": ["camp1", "camp1", "camp1"], "journal": THREE_DONE}
    table = {"start": "camp1", "hike": hike, "marker": 16, "hikers": [me]}
    found = {str(reason.text) for reason in of("waypoints", {"table": table}, turn, players=1, goal="lakes")}
    assert {text for text in found if "save water" in text or "later turn" in text} == said, found


def test_word_traveler_says_what_a_stop_is_worth_and_how_words_fit() -> None:
    guided = lesson.of(waystation.game_type("wordtraveler"))
    assert guided is not None
    state = guided.begin(waystation.load("wordtraveler", players=2)).state
    turn = [state.game.action_of(text) for text in ("stop r4c7", "say turning")]
    assert [str(reason.text) for reason in state.game.judgement.reasons(state, turn, 0)[:3]] == [
        "Wonder wheel: 2 points on your map.",
        "Turning fits Wonder wheel very well.",
        "No other place in that direction fits Turning as well.",
    ]


@pytest.mark.parametrize(
    ("plan", "turn", "said"),
    [
        # East of the middle the dog walker (r4c5) and the wonder wheel (r4c7) are windy at a stretch, both of them.
        (["stop r4c7"], ["say windy"], ["Windy fits Wonder wheel at a stretch."]),
        # From there back west past the dog walker, who is very tangled, to the fire escape, which is no less so.
        (["stop r4c7", "say windy", "stop r4c5"], ["say tangled"], ["But Tangled would do for Fire escape, too."]),
        (["stop r4c7", "say windy"], ["stop r4c5", "say tangled"], ["But Tangled would do for Fire escape, too."]),
        (["stop r1c4"], ["back", "stop r4c7", "say windy"], ["Windy fits Wonder wheel at a stretch."]),
    ],
)
def test_word_traveler_compares_the_places_that_lie_along_the_same_arrow(
    plan: list[str], turn: list[str], said: list[str]
) -> None:
    state = waystation.load("wordtraveler", players=2).state_from({"table": {"hands": [["windy", "tangled"], ["hot"]]}})
    for text in plan:
        state.play(text, 0)
    reasons = state.game.judgement.reasons(state, [state.game.action_of(text) for text in turn], 0)
    found = [str(reason.text) for reason in reasons]
    assert [text for text in found if "Windy" in text or "would do" in text or "No other" in text] == said, found


NATURALIST = {"naturalist": True, "colours": "pr"}
TAGGED = ["21a", "31a", "41a", "51a", "61a", "22a"]
NEAR_PORT: dict[str, Any] = {"ship": "11a", "morale": 2}


@pytest.mark.parametrize(
    ("options", "me", "turn", "said"),
    [
        ({}, {}, ["sail port"], "You are at port: teeth are sold, and morale rises if you end the turn here."),
        ({"mode": "co-operative"}, {}, ["sail port"],
         "You are at port: teeth can be traded, and morale rises if you end the turn here."),
        ({"players": 1, "mode": "solo"}, {}, ["sail port"],
         "You are at port: teeth can be traded; but a turn that ends here loses the game."),
        (NATURALIST, {}, ["sail port"], "You are at port: morale rises if you end the turn here."),
        ({}, {"morale": 1, "hand": []}, ["end"], None),
        ({}, {"hold": "red"}, ["order process"], "You take 1 tooth, to be sold at port."),
        ({}, {}, ["take red"], "A crester goes into your hold: processed, it is a tooth and gas as your morale."),
        (NATURALIST, {}, ["take red"],
         "A crester goes into your hold: set free with a tag, it brings gas as your morale, and notoriety at each of "
         "your rests at sky while it lives."),
        ({**NATURALIST, "tags": TAGGED}, {}, ["take red"],
         "A crester goes into your hold: processed, it is gas as your morale."),
        ({**NATURALIST, "tags": TAGGED}, {"hold": "red"}, ["order process"], None),
    ],
)  # fmt: skip
def test_windward_says_what_port_teeth_and_cresters_are_worth_to_whom(
    options: dict[str, Any], me: dict[str, Any], turn: list[str], said: str | None
) -> None:
    """Alone a turn that ends at port loses; in a team teeth wait to be traded; the Naturalist gets nothing for any."""
    players = [{**NEAR_PORT, **me}] + [{}] * (options.get("players", 2) - 1)
    table = {"layout": "ABCDEF", "wind": 4, "on_turn": 1, "reds": [], "tagged_reds": options.get("tags", [])}
    table |= {"players": players, "items": {"11a": {"red": 1}}}
    wanted = {"players": 2, "map": "large", **{name: value for name, value in options.items() if name != "tags"}}
    found = [str(reason.text) for reason in of("windward", {"table": table}, turn, **wanted)]
    about = [text for text in found if text.startswith(("You are at port", "A crester goes", "You take"))]
    assert about == ([said] if said else []), found


def test_wayfarers_counts_steps_along_the_journal_and_not_the_columns_that_one_passes_over() -> None:
    """From J2a one connection leads straight to J4a, past column 3."""
    me = {"marker": "J2a", "dice": [1, 1, 1], "tiles": ["U20 front r2c1"]}
    turn = ["place 1 HOME_M2", "choose 1 of (journal / any + retrieve)", "go J4a"]
    found = [str(reason.text) for reason in of("wayfarers", {"table": {"seats": [me, {}]}}, turn)]
    assert "Your marker goes 1 step along the journal." in found


@pytest.mark.parametrize("more", [True, False])
def test_wayfarers_speaks_of_the_next_turn_only_if_there_is_one(more: bool) -> None:
    """Townsfolk do nothing in the turn in which they come (ruling 23); the end is near where a marker is at J10a."""
    table: dict[str, Any] = {"display": {"townsfolk": ["T130", "T147", "T126", "T132"]}, "ending": 0 if more else 2}
    table |= {"seats": [{"dice": [4, 4, 4]}, {"marker": "J0" if more else "J10a"}]}
    turn = ["place 4 HOME_M3", "choose 1 of (townsfolk / 2 provision)", "take T132", "host HOME_CITY"]
    found = [str(reason.text) for reason in of("wayfarers", {"table": table}, turn)]
    assert ("1 townsfolk card helps from under your cards from your next turn on." in found) == more, found
    assert not any("now on" in text for text in found)


def at_step(name: str, number: int) -> tuple[State, list[int], int]:
    """A moment of a game's lesson: the state when a step begins, and the turn that it asks for."""
    guided = lesson.of(waystation.game_type(name))
    assert guided is not None
    game = waystation.game_type(name).from_options(guided.options)
    for count, (step, match) in enumerate(lesson.replayed(guided, game), 1):
        if count == number:
            seat, tried, turn = guided.seat - 1, match.state.clone(), []
            for choices in step.choices():
                turn.append(next(a for a in map(game.action_of, choices) if tried.why_not(a, seat) is None))
                tried.apply(turn[-1], seat)
            return match.state.clone(), turn, seat
    raise AssertionError(number)


@pytest.mark.parametrize(
    ("name", "step", "said"),
    [
        ("waypoints", 3, ["The bear track goes on to space 1.", "1 new lake gives water."]),
        ("waypoints", 6, ["The lookout track goes on to space 1.", "But it takes 1 of your water."]),
        ("waypoints", 7, ["The bear track goes on to space 2.", "It brings a kayak for a later turn."]),
        ("waypoints", 9, ["The hike ends at a campsite: its journal entry counts double."]),
        ("windward", 3, ["You gain 1 cannon."]),
        ("windward", 5, ["You gain 1 gas."]),
        ("windward", 8, ["The attacker stands at 9, the defender at 11.", "A crester goes into your hold: "]),
        ("windward", 10, ["You take 1 tooth, to be sold at port.", "You gain 2 gas."]),
        ("windward", 12, ["You are at port: ", "Red teeth: +4"]),
        ("wayfarers", 3, ["You gain 1 silver.", "But it takes 2 provisions."]),
        ("wayfarers", 5, ["Your influence lies on 1 card more: others pay you for using them."]),
        ("wayfarers", 11, ["At most one die is left in supply: your resting abilities work.", "You gain 1 silver."]),
        ("wayfarers", 12, ["Your marker goes 1 step along the journal.", "You get 1 worker."]),
        ("wordtraveler", 9, ["Bright fits Broadway theatre very well.", "Glowing fits Broadway theatre very well."]),
    ],
)
def test_games_say_why_in_the_words_of_their_rules(name: str, step: int, said: list[str]) -> None:
    state, turn, seat = at_step(name, step)
    found = [str(reason.text) for reason in state.game.judgement.reasons(state, turn, seat)]
    for text in said:
        assert any(one.startswith(text) for one in found), found


def test_who_owes_nothing_gets_no_hint() -> None:
    game = waystation.load("wayfinders", max_rounds=1)
    state = game.new_state(1)
    seats = [1]
    for _ in range(2):
        for seat in seats:
            with pytest.raises(ValueError, match=f"seat {seat} owes no decision now"):
                hint(make("greedy"), observe(state, seat, Chance.of(1, "hint")))
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        seats = [0, 1]
