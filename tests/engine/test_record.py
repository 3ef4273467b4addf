"""Records: written, read, replayed, verified; whatever is wrong is named with its line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import waystation
from tiny.duel import Duel
from tiny.stones import Stones
from waystation.engine import Chance, Game, Match, RecordError, commitment, record


@pytest.fixture(autouse=True)
def tiny_games_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny: dict[str, type[Game]] = {"stones": Stones, "duel": Duel}
    monkeypatch.setattr(waystation, "game_type", tiny.__getitem__)


def played(game: Game, seed: int | str = 5) -> Match:
    return played_on(Match(game, seed, names=["Ada", "Ben {0}"]))


def played_on(match: Match) -> Match:
    chance = Chance.of("choices", "test")
    while not match.state.is_over:
        seat = match.state.to_act[-1]
        match.apply(chance.choice(match.state.legal_actions(seat)), seat)
    return match


@pytest.fixture
def duel() -> Match:
    return played(Duel.from_options({}))


def test_a_record_verifies_and_ends_in_the_same_state(duel: Match) -> None:
    text = record.write(duel)
    assert record.verify(record.parse(text)).state == duel.state
    assert record.write(record.verify(record.parse(text))) == text


def test_replay_stops_where_asked(duel: Match) -> None:
    assert record.replay(record.parse(record.write(duel)), to=4).state == duel.at(4)


@pytest.mark.parametrize("other", [Duel.from_options({"players": 3}), Stones.from_options({"players": 2})])
def test_a_record_is_not_replayed_as_another_game(other: Game) -> None:
    game = Duel.from_options({})
    read = record.parse(record.write(Match(game, 7)))
    assert record.replay(read, game).game is game
    with pytest.raises(RecordError, match=r"header: a game of duel with options \{'players': 2\}, not of <"):
        record.replay(read, other)


def test_a_committed_seed_is_not_in_the_record_but_proves_itself(duel: Match) -> None:
    match = played(Duel.from_options({}), seed="9f8a7c")
    text = record.write(match, seed="commitment")
    assert "9f8a7c" not in text
    read = record.parse(text)
    assert record.verify(read).state.position()["table"] == match.state.position()["table"]
    assert record.verify(read, seed="9f8a7c").state == match.state
    with pytest.raises(RecordError, match="does not match the one committed to"):
        record.verify(read, seed="9f8a7d")


@pytest.mark.parametrize("shares", [{}, {1: "0123456789abcdef" * 2}])
def test_a_record_that_is_written_again_keeps_the_commitment(shares: dict[int, str]) -> None:
    match = played_on(Match(Duel.from_options({}), "9f8a7c", shares=shares))
    text = record.write(match, seed="commitment")
    assert record.write(record.replay(record.parse(text))) == text


def test_a_record_can_begin_from_a_position() -> None:
    game = Duel.from_options({})
    position = {"seed": 2, "table": {"hands": [[4], [7]]}}
    match = Match(game, None, position=position)
    match.play("attack 4")
    match.play("answer 7")
    text = record.write(match)
    assert record.verify(record.parse(text)).state == match.state
    with pytest.raises(RecordError, match="no seed can be held against it"):
        record.verify(record.parse(text), seed=2)
    for header in ("seed: 7", f"seed-commitment: {commitment(7)}"):
        with pytest.raises(RecordError, match="and position: a game begins from one of them"):
            record.parse(text.replace("result:", f"{header}\nresult:"))


class NewerDuel(Duel):
    """The next version of the rules, under which games come out as before."""

    rules_version = 2
    readable_rules_versions = frozenset({1, 2})


def test_what_was_made_under_older_rules_is_read_if_games_go_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record, a position, and a record that begins from a position; what is written anew says the new version."""
    start = played(Duel.from_options({})).at(2).position()
    from_position = played_on(Match(Duel.from_options({}), None, position=start))
    old = [record.write(match) for match in (played(Duel.from_options({})), from_position)]
    monkeypatch.setattr(waystation, "game_type", {"duel": NewerDuel}.__getitem__)
    game = NewerDuel.from_options({})
    assert start["rules_version"] == 1
    assert game.state_from(start).position() == start | {"rules_version": 2}
    for text in old:
        match = record.verify(record.parse(text))
        assert type(match.game) is NewerDuel
        assert match.state.is_over
        assert record.result_line(match) in text
        assert "rules-version: 2" in record.write(match)


def test_the_result_line_says_score_sentence_and_reason(duel: Match) -> None:
    scores = duel.state.scores()
    assert record.parse(record.write(duel)).result == f"{scores[0]} {scores[1]} | All have passed. | passed"
    assert record.parse(record.write(Match(duel.game, 1))).result == "unfinished"


def test_order_of_simultaneous_seats_is_kept() -> None:
    match = played(Stones.from_options({"players": 2}))
    assert record.verify(record.parse(record.write(match))).state == match.state


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (replaced("waystation record 1", "waystation record 9"), r"game\.txt:1: expected 'waystation record 1'"),
        (replaced("game: duel", "game: chess"), "header: chess"),
        (replaced("game: duel\n", ""), "header game is missing"),
        (replaced("game: duel", "game: duel\ngame: duel"), r"game\.txt:3: header game is given twice"),
        (replaced("game: duel", "colour: red"), r"game\.txt:2: expected one of the headers"),
        (replaced('{"players": 2}', '{"players": 9}'), "option players: Expected `int` <= 3"),
        (replaced('{"players": 2}', '{"players": '), r"game\.txt:4: header options"),
        (replaced("rules-version: 1", "rules-version: 0"), "played under rules version 0 of duel; these are 1"),
        (replaced('["Ada", ', "["), "names: expected 2, one for each player, got 1"),
        (replaced("seed: 5", "seed: 6"), "the set-up that chance gives is not the one in the record"),
        (replaced("result: ", "result: 1"), "the result is"),
        (replaced("\n2 answer 5", "\n2 answer 6"), r"game\.txt:\d+: You do not hold the 6\. \[Duel: cards\]"),
        (replaced("\n2 answer 5", "\n2 anser 5"), r"game\.txt:\d+: 'anser 5' names no action"),
        (replaced("\n2 answer 5", "\n1 answer 5"), r"game\.txt:\d+: Player 1 has nothing to decide"),
        (replaced("\n2 answer 5", "\n2 answer 5 {1/6}"), r"game\.txt:\d+: chance gives {}, the record says {1/6}"),
        (replaced("\n2 answer 5", "\n2 answer 5 {7/6}"), r"game\.txt:\d+: '7/6' is no draw"),
        (replaced('{"players": 2}', '{"name": "duel"}'), "unknown field `name`"),
        (replaced('{"players": 2}', "[" * 100_000), r"game\.txt:4: header options: brackets are nested too deeply"),
        (replaced("seed: 5", "seed: " + "9" * 5000), r"game\.txt:6: header seed: "),
        (replaced("\n2 answer 5", "\n" + "9" * 5000 + " answer 5"), r"game\.txt:\d+: expected a move such as"),
        (replaced("\n2 answer 5", "\n0 answer 5"), r"game\.txt:\d+: There is no seat -1"),
        (replaced("\n2 answer 5", "\n2 answer 5 {1/" + "9" * 5000 + "}"), r"game\.txt:\d+: '1/99.* is no draw"),
        (replaced("\n2 answer 5", "\nanswer 5"), r"game\.txt:\d+: expected a move such as"),
        (lambda text: text + "1 pass\n", r"game\.txt:\d+: text after the checksum"),
    ],
)
def test_bad_records_name_line_and_reason(duel: Match, change: Callable[[str], str], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        record.replay(record.parse(change(record.write(duel)), "game.txt"), source="game.txt")


def test_verify_finds_any_changed_byte(duel: Match) -> None:
    text = record.write(duel)
    last = text.rindex("checksum")
    for place in range(0, last, 7):
        changed = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        with pytest.raises(RecordError):
            record.verify(record.parse(changed))
    with pytest.raises(RecordError, match="checksum is missing"):
        record.verify(record.parse(text[:last]))


def test_seed_and_commitment_must_agree(duel: Match) -> None:
    read = record.parse(record.write(duel))
    read.seed_commitment = commitment("another")
    with pytest.raises(RecordError, match="does not match its commitment"):
        record.verify(read)


def test_a_huge_record_is_refused() -> None:
    with pytest.raises(RecordError, match="longer than"):
        record.parse("x" * (record.MAX_BYTES + 1))
