"""The bots: what they understand (case F10), that they are honest, frugal, and not a code."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

import waystation
from games.wordtraveler.players import asked
from waystation.bots import SpecError, make
from waystation.engine import Chance
from waystation.games.wordtraveler.actions import SAY
from waystation.games.wordtraveler.bots import BOTS, WordBot, explain, said_by
from waystation.games.wordtraveler.components import load_city, load_words
from waystation.games.wordtraveler.geometry import BY_NAME, CENTRE, EAST, HEADING, RAY, SPACES
from waystation.games.wordtraveler.heads import REACHES, head_of
from waystation.games.wordtraveler.listener import Guess, Listener, grades_of
from waystation.games.wordtraveler.measures import agreement, head, noisy, of_level, off_diagonal, run, sources
from waystation.games.wordtraveler.speaker import Speaker
from waystation.games.wordtraveler.state import WordTravelerState

POND, VAN, ARCADE = BY_NAME["r4c5"], BY_NAME["r4c6"], BY_NAME["r4c7"]
REFRESHING, NOISY, SLEEPY = range(3)


def three_places() -> list[bytes]:
    """Case F10: duck pond, ice-cream van, neon arcade; refreshing 2/4/0, noisy 0/2/4, sleepy 2/0/0."""
    grades = [bytes(3)] * SPACES
    grades[POND], grades[VAN], grades[ARCADE] = bytes([2, 0, 2]), bytes([4, 2, 0]), bytes([0, 4, 0])
    return grades


CLUE = [(REFRESHING, True), (NOISY, False)]


def test_the_literal_listener_is_torn_between_pond_and_van() -> None:
    """F10: .5 x .96 against .96 x .5 against .04 x .04."""
    guess = Listener(three_places(), 0).read(CENTRE, (EAST,), [CLUE], [SLEEPY])
    assert guess.chances[0][POND] == pytest.approx(0.4992, abs=1e-4)
    assert guess.chances[0][VAN] == pytest.approx(0.4992, abs=1e-4)
    assert guess.chances[0][ARCADE] == pytest.approx(0.0017, abs=1e-4)


def test_unused_words_are_evidence() -> None:
    """F10: for the pond the traveller would have said "Sleepy", which lies unused: pond 29 %, van 71 %."""
    guess = Listener(three_places(), 1, card_cost=0).read(CENTRE, (EAST,), [CLUE], [SLEEPY])
    assert guess.chances[0][POND] == pytest.approx(0.29, abs=0.005)
    assert guess.chances[0][VAN] == pytest.approx(0.71, abs=0.005)
    assert guess.path == (VAN,)


def test_without_unused_words_it_stays_a_tie() -> None:
    guess = Listener(three_places(), 1, card_cost=0).read(CENTRE, (EAST,), [CLUE], [])
    assert guess.chances[0][POND] == pytest.approx(guess.chances[0][VAN], abs=1e-6)


def test_a_later_clue_corrects_an_earlier_one() -> None:
    """East says nothing; then north must reach a place that only the second column of the ray has above it."""
    grades = [bytes([2])] * SPACES
    target = BY_NAME["r2c6"]
    grades[target] = bytes([4])
    for space in range(SPACES):
        if space != target and HEADING[VAN][space] != 0 and space not in (POND, VAN, ARCADE):
            grades[space] = bytes([0])
    for name in ("r3c5", "r2c5", "r1c5", "r3c7", "r2c7", "r1c7", "r3c6", "r1c6"):
        grades[BY_NAME[name]] = bytes([0])
    guess = Listener(grades, 0).read(CENTRE, (EAST, 0), [[(0, True)], [(0, True)]], [])
    assert guess.path == (VAN, target)


def test_the_ray_leaves_room_for_later_arrows() -> None:
    grades = three_places()
    grades[ARCADE] = bytes([4, 4, 4])
    guess = Listener(grades, 1).read(CENTRE, (EAST, EAST), [[(NOISY, True)], [(NOISY, True)]], [])
    assert ARCADE not in guess.chances[0]
    assert guess.path[1] == ARCADE


# ---------------------------------------------------------------------- honesty


def begun(seed: str = "honest", **options: Any) -> WordTravelerState:
    game = waystation.load("wordtraveler", **{"players": 3, "first": 1, **options})
    return cast(WordTravelerState, game.new_state(seed))


def travelling(seed: str = "honest") -> WordTravelerState:
    """Everybody has planned by bot; the first traveller asks the way."""
    state = begun(seed)
    for seat in range(3):
        for action in (*WordBot(1).plan(state, seat), state.game.ids.done):
            state.apply(action, seat)
    return state


def test_a_plan_depends_on_nothing_hidden() -> None:
    state = begun()
    plans = [WordBot(2).choose(asked(state, 1, f"world {n}")) for n in range(3)]
    whole = [WordBot(2).plan(asked(state, 1, f"world {n}").world, 1) for n in range(3)]
    assert len(set(plans)) == 1
    assert whole[0] == whole[1] == whole[2]


def test_a_guess_depends_on_nothing_hidden() -> None:
    state = travelling()
    guesses = [WordBot(2).guess(asked(state, 1, f"world {n}").world) for n in range(4)]
    assert all(guess == guesses[0] for guess in guesses)
    assert guesses[0] == WordBot(2).guess(state)


def test_the_order_of_words_under_an_arrow_is_no_code() -> None:
    state = travelling()
    turned = state.clone()
    groups = state.words_under(0)
    turned.plan[0] = [a for stop, cards in zip(state.stops(0), groups, strict=True) for a in (stop, *reversed(cards))]
    assert WordBot(2).guess(turned) == WordBot(2).guess(state)


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_clue_is_true_enough_for_a_person(level: int, seed: str) -> None:
    """White: fits the stop with 2 or more and better than the ray's average; black: not at all, and worse."""
    state = begun(seed)
    state.day = 2
    grades, ids = grades_of(state.game.city), state.game.ids
    here = state.starts[0]
    for action in WordBot(level).plan(state, 0):
        if action < SAY:
            previous, here = here, action
            continue
        word, ray = ids.word_of(action), [s for s in RAY[previous][HEADING[previous][here]] if s != CENTRE]
        if here == CENTRE:
            continue
        mean = sum(grades[space][word] for space in ray) / len(ray)
        grade = grades[here][word]
        if ids.is_white(action):
            assert grade >= 2
            assert grade > mean or len(ray) == 1
        else:
            assert grade == 0
            assert grade < mean or len(ray) == 1


def test_bots_share_nothing() -> None:
    first, second = BOTS["expert"](""), BOTS["expert"]("")
    assert first is not second
    state = travelling()
    first.guess(state)
    assert second._listener is None
    with pytest.raises(ValueError, match="depth is 0, 1 or 2"):
        BOTS["expert"]("deep")


# ---------------------------------------------------------------------- heads of their own


def paris() -> tuple[bytes, ...]:
    return tuple(grades_of(load_city("paris", load_words())))


def test_a_head_that_reaches_farther_has_all_that_the_other_has() -> None:
    """Of what the city's author grades 2 or more; and it sees fewer things that are not there."""
    grades = paris()
    near, middling, far = (head_of(grades, 1, reach) for reach in REACHES)
    for row, *own in zip(grades, near, middling, far, strict=True):
        for grade, *heads in zip(row, *own, strict=True):
            assert heads == sorted(heads, reverse=grade < 2)
            assert set(heads) <= ({grade, 1} if grade >= 2 else {grade, 2})
    assert head_of(grades, 1, 3) != head_of(grades, 2, 3), "every seat thinks otherwise"


def test_what_comes_to_mind_first_is_missed_least() -> None:
    grades = paris()
    for reach in REACHES:
        own = head_of(grades, 0, reach)
        pairs = [pair for rows in zip(grades, own, strict=True) for pair in zip(*rows, strict=True)]
        found = [sum(mine == grade for theirs, mine in pairs if theirs == grade) for grade in (2, 3, 4)]
        shares = [n / sum(theirs == grade for theirs, _ in pairs) for grade, n in zip((2, 3, 4), found, strict=True)]
        assert shares == pytest.approx(REACHES[reach].found, abs=0.08)


def test_levels_find_more_stops_the_farther_they_reach() -> None:
    """One game in each city with these seeds: no chance in it. The tables in the docs come from more."""
    found = []
    for reach in (*REACHES, 0):
        tally = of_level(reach, 2, 1)
        found.append(tally.right / tally.stops)
    assert found == sorted(found)
    assert found[0] < 0.65
    assert found[2] < 0.95 < found[3], "the usual team does not understand everything"


def test_readers_are_made_by_how_far_they_reach() -> None:
    game = waystation.load("wordtraveler", players=3, first=1)
    plans = {}
    for spec in ("reader:1", "reader:2", "reader:3", "reader", "strong", "expert"):
        state = cast(WordTravelerState, game.new_state("reach"))
        bot = cast(WordBot, make(spec, game))
        plans[spec] = bot.plan(state, 1)
    assert plans["reader"] == plans["reader:3"] == plans["strong"]
    assert len({str(plan) for plan in plans.values()}) > 2
    with pytest.raises(SpecError, match="the reach is 1, 2 or 3, not '4'"):
        make("reader:4", game)


# ---------------------------------------------------------------------- manners


def test_it_follows_its_plan_step_by_step() -> None:
    state = begun()
    bot = WordBot(1)
    for action in (*bot.plan(state, 0), state.game.ids.done):
        assert bot.choose(asked(state, 0)) == action
        state.apply(action, 0)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_it_goes_on_from_a_plan_that_somebody_else_began(level: int, cards: int) -> None:
    """A hint in the middle of a person's plan, or a stand-in's first move, takes nothing back."""
    state = begun()
    bot = WordBot(level)
    wanted = bot.plan(state, 0)
    state.apply(next(a for a in state.legal_actions(0) if a != wanted[0]), 0)
    for word in state.free[0][:cards]:
        state.apply(SAY + word, 0)
    there = state.plan[0][:]
    while 0 in state.to_act:
        sealed = state.plan[0][:]
        state.apply(bot.choose(asked(state, 0)), 0)
    assert sealed[: len(there)] == there
    assert len(sealed) > len(there), "with words in hand there is something to add"
    assert sealed[-1] >= SAY


def test_it_takes_an_arrow_back_that_no_word_fits() -> None:
    """Every word is wrong for the space that somebody else's arrow points at."""
    grades = [bytes([2] * 165)] * SPACES
    state = begun()
    state.apply(state.legal_actions(0)[0], 0)
    assert WordBot(2, grades).choose(asked(state, 0)) == state.game.ids.back
    state.backs[0] = 0
    assert WordBot(2, grades).choose(asked(state, 0)) == state.game.ids.done


def test_it_says_in_a_line_why_it_guessed() -> None:
    state = travelling()
    bot = WordBot(2)
    path = bot.guess(state)
    assert bot.reason.count(";") == len(path) - 1
    assert "%" in bot.reason
    assert "fits" in bot.reason or "only way" in bot.reason
    said = bot.reason
    bot.choose(asked(begun(), 0))
    assert bot.reason == "", "it has nothing to say about its own plan"
    bot.guess(state)
    assert bot.reason == said


def test_the_reason_names_the_word_and_the_place_passed_over() -> None:
    city, words = load_city("new_york", load_words()), load_words()
    noisy_, calm = words.ids.index("noisy"), words.ids.index("calm")
    clue = [[(noisy_, True), (calm, False)]]
    guess = Listener(grades_of(city), 0).read(CENTRE, (EAST,), clue, [])
    text = explain(city, words, CENTRE, (EAST,), clue, guess)
    assert city.space_title(guess.path[0]) in text
    assert "of 4" in text


def test_the_reason_names_no_word_that_says_nothing() -> None:
    """All guesses of some trips: where a word is named it fits the place guessed better than the one passed over."""
    named = 0
    for city_name in ("tokyo", "paris"):
        for seed in range(4):
            state = begun(f"why {seed}", city=city_name)
            for seat in range(3):
                for action in (*WordBot(2).plan(state, seat), state.game.ids.done):
                    state.apply(action, seat)
            bot = WordBot(0)
            bot.guess(state)
            for word, mine, theirs in re.findall(r"'([^']*)' \([^;]*? fits (\d) of 4, [^;]*? (\d)\)", bot.reason):
                named += 1
                assert (mine < theirs) if word.startswith("Not ") else (mine > theirs), bot.reason
    assert named > 10
    city, words = load_city("paris", load_words()), load_words()
    heavy = words.ids.index("electric")
    clue = [[(heavy, False)]]
    dull = [space for space in RAY[CENTRE][EAST] if not city.place(space).fits[heavy]]
    guess = Guess((dull[0],), ({space: 1 / len(dull) for space in dull},))
    said = explain(city, words, CENTRE, (EAST,), clue, guess)
    assert (
        said
        == f"1. {city.space_title(dull[0])} ({round(100 / len(dull))} %): no word tells it from "
        + said.split("from ")[1]
    )


@pytest.mark.parametrize(("level", "most"), [(0, 0), (1, 40), (2, 18)])
def test_a_plan_asks_the_listener_a_few_times_only(level: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a plan costs is the plans that are read as a whole: six, and those with a card more for an arrow."""
    readings = 0
    chances = Listener.chances

    def counted(self: Listener, *args: Any) -> list[dict[int, float]]:
        nonlocal readings
        readings += 1
        return chances(self, *args)

    monkeypatch.setattr(Listener, "chances", counted)
    state = begun("quick")
    state.day = 2
    for seat in range(3):
        readings = 0
        bot = WordBot(level)
        bot.plan(state, seat)
        assert readings <= most
        assert bool(readings) == bool(level)
        readings = 0
        bot.plan(state, seat)
        assert readings == 0, "a plan is thought out once, not for every action of it"


# ---------------------------------------------------------------------- strength


def test_a_team_of_bots_finds_its_way_and_deeper_ones_better() -> None:
    grades = grades_of(load_city("tokyo", load_words()))
    deep = run("tokyo", 2, 4, head(grades, grades, 2))
    flat = run("tokyo", 2, 4, head(grades, grades, 0))
    assert deep.right / deep.stops > 0.85
    assert deep.points > flat.points
    assert "points" in deep.line()


def test_heads_that_differ_understand_each_other_less_but_not_badly() -> None:
    tables = sources("london")
    assert set(tables) >= {"hand", "second", "embedding", "hand, 10 % noise", "hand, 30 % noise"}
    hand = tables["hand"]
    other = noisy(hand, 0.3, "x")
    changed = sum(a != b for mine, theirs in zip(hand, other, strict=True) for a, b in zip(mine, theirs, strict=True))
    assert 0.05 < changed / (48 * 165) < 0.3
    same = run("london", 2, 3, head(hand, hand, 1))
    across = run("london", 2, 3, head(hand, other, 1))
    assert across.right < same.right
    assert across.right / across.stops > 0.5
    assert off_diagonal({("a", "a"): same, ("a", "b"): across}) == across.mean


def test_agreement_of_two_tables() -> None:
    """Worked by hand: of four pairs one is 2 apart, 1 apart on average (squares); by chance it would be 2."""
    found = agreement([bytes([0, 0]), bytes([2, 2])], [bytes([0, 0]), bytes([2, 0])])
    assert found.same == found.close == 0.75
    assert found.kappa == pytest.approx(1 - 1 / 2)
    assert agreement([bytes([1])], [bytes([1])]).kappa == 1.0
    hand = sources("paris")["hand"]
    assert agreement(hand, hand).kappa == 1.0
    assert 0.6 < agreement(hand, noisy(hand, 0.3, "x")).kappa < 0.8


def test_the_speaker_keeps_to_its_limits() -> None:
    state = begun("limits")
    state.day = 2
    grades = grades_of(state.game.city)
    hand = state.free[0]
    whites = Speaker(grades, 2, black=False).plan(CENTRE, state.map_side(0), hand, 5)
    assert all(white for clue in whites.clues for _, white in clue)
    single = Speaker(grades, 2, most=1).plan(CENTRE, state.map_side(0), hand, 5)
    assert all(len(clue) == 1 for clue in single.clues)


def test_said_by_reads_words_not_stops() -> None:
    state = travelling()
    moved = state.determinize(1, Chance.of("other stops", "x"))
    assert said_by(moved, 0) == said_by(state, 0)
