"""What is sent, as the type that it should be, and the table that is wished for. Control characters stop here."""

from __future__ import annotations

import logging
import re
from typing import Any

import msgspec

from waystation.engine import WaystationError
from waystation.engine.typed import decode
from waystation.engine.words import say

from . import opening
from .opening import BadTable, Opening
from .protocol import NewTable
from .refusals import Refused

log = logging.getLogger("waystation.server")

SMALL = 64 * 1024
"""Bytes of a body that is read at once."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def read(content: bytes, kind: Any) -> Any:
    """A body as its type; Refused (400, 422) with the reason if it is none."""
    try:
        found = decode(content, kind)
    except msgspec.ValidationError as error:
        raise Refused(str(error)[:500], status=422) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(say("The body is no JSON: {error}", error=str(error)[:180]), status=400) from error
    check_texts(found)
    return found


def check_texts(value: Any) -> None:
    """Refused (422) if a text in there, at any depth, holds a control character."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if _CONTROL.search(one):
                raise Refused(say("A text holds a control character."), status=422)
        elif isinstance(one, dict):
            waiting += one
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
        elif isinstance(one, msgspec.Struct):
            waiting += [getattr(one, name) for name in one.__struct_fields__]


def opened(wish: NewTable, person: str) -> Opening:
    """The rows of the table that is wished for. Refused (422) if it makes no sense, whatever the rules run into."""
    try:
        return opening.open_table(wish, person)
    except (BadTable, WaystationError) as error:
        raise Refused(str(error)[:500], status=422) from error
    except RecursionError as error:
        raise Refused(say("Something in there is nested too deeply."), status=422) from error
    except Exception as error:
        log.exception("table cannot be opened")
        raise Refused(say("These options make no table ({error}).", error=type(error).__name__), status=422) from error
