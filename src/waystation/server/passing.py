"""A transaction that the database has ended by itself, before its commit, or that another process has forestalled:
nothing of it is kept, and the next try may go well."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, InternalError, OperationalError

T = TypeVar("T")

TRIES = 3
ENDED = {
    "25P03",  # we said nothing for too long: this process, or the whole machine, stood still
    "40001",  # it does not fit with another one
    "40P01",  # another one waited for us, and we for it
}
"""PostgreSQL's codes for it."""
TAKEN = "23505"
"""PostgreSQL's code for what is there already. Whoever looks first whether it is meets this only if another process
writes the same at the same moment, and sees it at the next try."""
AWAY = (OperationalError, InternalError)
"""What is raised where a database cannot be used now."""


def passes(error: BaseException) -> bool:
    """Whether it was such an end, or the connection was lost."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in ENDED


def is_taken(error: BaseException) -> bool:
    """Whether another process was quicker to write what is there only once."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) == TAKEN


def may_pass(error: BaseException) -> bool:
    """Whether the next try may go well."""
    return passes(error) or is_taken(error)


def tried_again(run: Callable[[], T]) -> T:
    """The result of what may be done several times; its error if it does not go well in the end."""
    for _ in range(TRIES - 1):
        try:
            return run()
        except DBAPIError as error:
            if not passes(error):
                raise
    return run()
