"""Position documents: a state as JSON, and back.

    {"format": "waystation position 1", "game": "wayfinders", "options": {"players": 2}, "rules_version": 1,
     "seed": 7, "table": {...}, "agenda": [{"ask": "TURN", "seats": [0], "data": []}],
     "chance": {"key": "<64 hex digits>", "count": 12}}

`table` is the game's own part, described by the JSON Schema that `schema(game)` gives. Whatever is left out is filled
from the set-up with `seed` (default 0), so a test or a bug report states only what matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .agenda import FrameDoc, read_frame
from .borders import read_seed
from .chance import Chance
from .documents import POSITION_FORMAT as FORMAT
from .edition import Edition
from .errors import PositionError, SeedError
from .fields import MOST, field_faults
from .state import State
from .typed import convert as typed
from .typed import schema as json_schema


class ChanceDoc(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the play stream stands."""

    key: str
    count: int


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a position document that is the same for every game."""

    format: str = FORMAT
    game: str | None = None
    options: dict[str, Any] | None = None
    rules_version: int | None = None
    seed: int | str = 0
    table: dict[str, Any] = {}
    agenda: list[FrameDoc] | None = None
    chance: ChanceDoc | None = None


READ = (Envelope,)
"""What documents are read into here, whatever the game."""


def read(game: Edition, document: Mapping[str, Any]) -> Envelope:
    """The document, typed; PositionError for what is not for this game."""
    if not isinstance(document, Mapping):  # an array of numpy's would be read as an empty document
        raise PositionError("", f"a position is an object, got {type(document).__name__}")
    envelope: Envelope = convert(document, Envelope, "")
    _check_envelope(game, envelope)
    try:
        read_seed(envelope.seed)
    except SeedError as error:
        raise PositionError("seed", str(error)) from error
    return envelope


def fill(state: State, envelope: Envelope) -> None:
    """Overwrite a freshly set up state with what the document gives; see `Game.state_from`."""
    document = convert(envelope.table, state.game.document_type(), "table")
    given = state._from_doc(document)
    if envelope.agenda is not None:
        state.agenda[:] = [
            read_frame(doc, state.game.frame_kinds(), state.game.players, f"agenda[{i}]")
            for i, doc in enumerate(envelope.agenda)
        ]
    if envelope.chance is not None:
        state.chance = _chance(envelope.chance)
    if given is not None:
        state.game.positions.finish(state, document, given)
    state._legal_seat = -1
    _make_playable(state)


def schema(game: type[Edition]) -> dict[str, Any]:
    """JSON Schema of the `table` part of a game's position documents."""
    return json_schema(game.document_type())


def convert(value: Any, kind: Any, path: str) -> Any:
    """Typed data from plain data; PositionError with the full path if it does not fit."""
    try:
        return typed(value, kind)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `")
        where = where.removeprefix("key` in `").rstrip("`").lstrip("$.")
        joined = ".".join(part for part in (path, where) if part).replace(".[", "[")
        raise PositionError(joined, reason) from error


def _check_envelope(game: Edition, envelope: Envelope) -> None:
    if envelope.format != FORMAT:
        raise PositionError("format", f"expected {FORMAT!r}, got {envelope.format!r}")
    if envelope.game not in (None, game.name):
        raise PositionError("game", f"this is a position of {envelope.game!r}, not of {game.name!r}")
    if envelope.rules_version is not None and envelope.rules_version not in game.readable_rules_versions:
        raise PositionError(
            "rules_version",
            f"made under rules version {envelope.rules_version}, these are {game.rules_version}",
        )


def _chance(doc: ChanceDoc) -> Chance:
    try:
        key = bytes.fromhex(doc.key)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise PositionError("chance.key", "expected 64 hexadecimal digits")
    if not 0 <= doc.count <= MOST:
        raise PositionError("chance.count", f"expected 0 to {MOST}, got {doc.count}")
    return Chance(key, doc.count)


def faults(state: State) -> Iterator[tuple[str, str]]:
    """What no game can lead to: fields out of their range, and what the game's own `faults` find; path and reason."""
    for path, reason in field_faults(state, state):
        yield f"table.{path}", reason
    yield from state.game.faults(state)


def _check(state: State) -> None:
    for path, reason in faults(state):
        raise PositionError(path, reason)


def _make_playable(state: State) -> None:
    """Carry on to the first question. Whoever is asked must have an answer, and what is shown can be shown.

    Frames and table may be such as no game ever has; whatever error the rules then run into means just that.
    """
    try:
        _check(state)
        state._check_agenda()
        state.settle(None)
        _check(state)
        for seat in state.to_act:
            if not state.legal_actions(seat):
                raise PositionError("agenda", f"seat {seat} is asked but has nothing to choose from")
            state.view(seat)
        state.view(None)
    except PositionError:
        raise
    except Exception as error:
        raise PositionError("agenda", f"the frames do not fit the table ({error!r})") from error
