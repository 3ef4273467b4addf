"""How a form shows the options of a game: in which group, and together with which others.

An option without a group is shown at once; let these be the three or four that matter. The others come behind *More
options*. What `only` and `each` rule out can't be chosen; the options themselves refuse it all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .words import mark

OPEN = mark("What the rulebook leaves open")
LIMITS = mark("Limits")
OWN = mark("Of your own")
"""Groups that several games have."""

Case = Mapping[str, Sequence[Any]]
"""Other options by name, each with the values that it may have."""


def form(
    group: str = "", only: Case | Sequence[Case] = (), each: Mapping[str, Case] | None = None
) -> dict[str, dict[str, Any]]:
    """How an option is shown: ``Annotated[bool, Meta(title="Level", **form(only={"mode": ["co-operative"]}))]``.

    `only`: it means something in this case (or in one of these) and is left out of the form in all others. `each`: the
    case in which a value can be chosen, for values that can't always be; in place of one that can't, the first of these
    that can is chosen.
    """
    cases = [only] if isinstance(only, Mapping) else list(only)
    shown: dict[str, Any] = {"group": group, "only": [_plain(case) for case in cases if case]}
    if each:
        shown["each"] = {value: _plain(case) for value, case in each.items()}
    return {"extra_json_schema": {key: value for key, value in shown.items() if value}}


def _plain(case: Case) -> dict[str, list[Any]]:
    return {name: list(values) for name, values in case.items()}
