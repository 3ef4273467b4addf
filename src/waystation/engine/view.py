"""What leaves the process for a viewer: the view, and the answers to what a player may ask."""

from __future__ import annotations

from typing import Any

import msgspec

from .outcome import Outcome, ScoreSheet
from .scene import Node
from .words import Phrase

# As in `scene`, none of what is made for each viewer after each move can be part of a circle (`gc=False`).


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action as a viewer sees it: how to send it, what the button says, what to click, what to drag where.

    Two `nodes` are a piece and its target, and can be dragged as well; `drags` are pairs beyond that, such as a piece
    whose click alone means something else. With `any_order` the nodes are pieces to be clicked one after the other, in
    any order (one named twice, twice), such as the tokens of a payment.
    """

    notation: str
    label: str
    nodes: tuple[str, ...] = ()
    drags: tuple[tuple[str, str], ...] = ()
    any_order: bool = False


class ClosedOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice that a viewer looks for among the others and may not make now: why, and the rule that says so."""

    label: str
    reason: str
    rule: str = ""
    nodes: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything a viewer may know, and nothing else. JSON-able by ``msgspec.to_builtins``.

    `viewer` is a seat or None for a spectator. `question` says in one sentence what is asked, and of whom.
    `legal` are the viewer's own choices, `closed` those that it would look for beside them. `sheets` holds a score
    sheet per seat. `table` is the game's own typed picture of the table. `hushed` are the seats that may not talk
    now; `hush` says why the viewer itself may not ("": it may).
    """

    game: str
    viewer: int | None
    names: tuple[str, ...]
    to_act: tuple[int, ...]
    question: str
    legal: tuple[Offer, ...]
    sheets: tuple[ScoreSheet, ...]
    outcome: Outcome | None
    table: Any
    closed: tuple[ClosedOffer, ...] = ()
    hushed: tuple[int, ...] = ()
    hush: str = ""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A long move proposed as a whole: small actions to be played one after the other.

    `preview` are nodes to be drawn over the scene. `problems` says what is wrong with a drawn line, and where;
    a plan with problems has the actions up to the first one.
    """

    label: str
    actions: tuple[str, ...]
    detail: str = ""
    preview: tuple[Node, ...] = ()
    problems: tuple[str, ...] = ()


class Timer(msgspec.Struct, frozen=True):
    """A clock on the decision at hand: when it runs out, `action` is played for every seat that still owes one.

    `span` names what it is for, where that takes several moves: as long as moves leave the timer as it is, one clock
    runs on. Without a span each decision has a clock of its own.
    """

    seconds: int
    action: int
    label: str = ""
    span: str = ""


class Reason(msgspec.Struct, frozen=True):
    """Why a turn is good (or what speaks against it), in a phrase, and the pieces that it speaks of."""

    text: Phrase
    nodes: tuple[str, ...] = ()
