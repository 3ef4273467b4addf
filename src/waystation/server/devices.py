"""The devices on which a person is signed in: they are listed, and can be signed out from any of the others.

A cookie is worth something by its signature alone. What is signed out is therefore remembered by every server process,
and read again every two seconds (see `app`), for as long as a cookie could live.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .people import Visit, mark_of

MOST = 50
"""Devices of a person that are listed: the newest."""
NOTED = 3600.0
"""Seconds after which it is noted again that a device was here."""
KEPT = 400 * 24 * 3600.0
"""Seconds for which a device stays signed out: longer than its cookie lives."""

_BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari")
_CALLED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "FxiOS": "Firefox", "CriOS": "Chrome"}
_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "CrOS", "Mac OS X", "Linux")
_SYSTEM_CALLED = {"CrOS": "ChromeOS", "Mac OS X": "macOS"}


def device_name(agent: str) -> str:
    """What a browser says of itself, short: "Firefox, Android"; "" if it says nothing that we know."""
    browser = next((name for name in _BROWSERS if f"{name}/" in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    said = (_CALLED.get(browser, browser), _SYSTEM_CALLED.get(system, system))
    return ", ".join(name for name in said if name)


class Device(NamedTuple):
    """A device on which somebody is signed in."""

    id: str
    name: str
    first: float
    last: float


def note(connection: Connection, visit: Visit, name: str, now: float) -> bool:
    """Remember that a device was here; False if its person is nobody we know (yet)."""
    columns = schema.devices.c
    here = (columns.id == visit.device) & (columns.person == visit.person)
    if connection.execute(update(schema.devices).where(here).values(last=now, name=name)).rowcount:
        return True
    if not _is_known(connection, visit.person):
        return False
    try:
        with connection.begin_nested():
            row = {"id": visit.device, "person": visit.person, "name": name, "first": now, "last": now}
            connection.execute(insert(schema.devices).values(**row))
    except IntegrityError:  # another process has just noted it
        return True
    newest = select(columns.id).where(columns.person == visit.person).order_by(columns.last.desc()).limit(MOST)
    kept = [row.id for row in connection.execute(newest)]
    connection.execute(delete(schema.devices).where(columns.person == visit.person, columns.id.not_in(kept)))
    return True


def _is_known(connection: Connection, person: str) -> bool:
    return connection.execute(select(schema.people.c.id).where(schema.people.c.id == person)).first() is not None


def of(connection: Connection, person: str) -> list[Device]:
    """A person's devices, the newest first."""
    columns = schema.devices.c
    statement = select(columns.id, columns.name, columns.first, columns.last)
    found = connection.execute(statement.where(columns.person == person).order_by(columns.last.desc()))
    return [Device(*row) for row in found]


def sign_out(connection: Connection, person: str, device: str, now: float) -> bool:
    """Sign one device out; whether it was this person's."""
    columns = schema.devices.c
    gone = connection.execute(delete(schema.devices).where(columns.person == person, columns.id == device))
    if gone.rowcount:
        _end(connection, device, person, now)
    return gone.rowcount > 0


def leave(connection: Connection, visit: Visit, now: float) -> None:
    """Sign the device out that asks for it, whether it was noted or not; nothing is pushed there any more.

    Of somebody whom nobody knows nothing is kept, and strangers could come without end.
    """
    if not sign_out(connection, visit.person, visit.device, now) and _is_known(connection, visit.person):
        _end(connection, visit.device, visit.person, now)


def move(connection: Connection, before: Visit, after: Visit) -> None:
    """A browser is another device from now on: what is pushed to it still is."""
    columns = schema.push_targets.c
    connection.execute(update(schema.push_targets).where(columns.device == before.device).values(device=after.device))


def sign_out_all(connection: Connection, person: str, now: float, keep: str = "") -> None:
    """Sign all devices of a person out that are signed in by now; nothing is pushed there, but to `keep`."""
    connection.execute(delete(schema.devices).where(schema.devices.c.person == person))
    pushes = schema.push_targets.c
    connection.execute(delete(schema.push_targets).where(pushes.person == person, pushes.device != keep))
    _end(connection, person, person, now)


def forget_person(connection: Connection, person: str, now: float) -> None:
    """Somebody's account is deleted, or another's now: none of their cookies is worth anything, nobody is made of one
    again, and nothing here says whose they were."""
    connection.execute(delete(schema.devices).where(schema.devices.c.person == person))
    connection.execute(delete(schema.ended_devices).where(schema.ended_devices.c.of == person))
    _end(connection, mark_of(person), mark_of(person), now)


def _end(connection: Connection, key: str, person: str, now: float) -> None:
    columns = schema.ended_devices.c
    connection.execute(delete(schema.push_targets).where(schema.push_targets.c.device == key))
    connection.execute(delete(schema.ended_devices).where((columns.key == key) | (columns.at < now - KEPT)))
    connection.execute(insert(schema.ended_devices).values({"key": key, "of": person, "at": now}))


def all_ended(connection: Connection) -> list[tuple[str, str, float]]:
    """What is signed out: by device or person (who it was, and when)."""
    columns = schema.ended_devices.c
    return [(row.key, row.of, row.at) for row in connection.execute(select(columns.key, columns.of, columns.at))]


def stay_ended(connection: Connection, ended: Iterable[tuple[str, str, float]]) -> None:
    """A backup was put back: what was signed out since it was made (`ended`: all that was) stays so, also of people
    whom it does not know: their cookies make them known again. Accounts that were deleted since are back."""
    known = {key: at for key, _, at in all_ended(connection)}
    back = {mark_of(person) for person in connection.scalars(select(schema.people.c.id))}
    own, pushes = schema.devices.c, schema.push_targets.c
    for key, person, at in ended:
        if at <= known.get(key, -1.0) or key in back:
            continue
        for table, column in ((schema.devices, own.id), (schema.push_targets, pushes.device)):
            for device in list(connection.scalars(select(column).where(table.c.person == person))):
                if device == key or (key == person and Visit(person, device).begun <= at):
                    connection.execute(delete(table).where(column == device))
        _end(connection, key, person, at)


def ended(connection: Connection) -> dict[str, tuple[float, str]]:
    """What is signed out: by device or person, when, and whose it was."""
    columns = schema.ended_devices.c
    found = connection.execute(select(columns.key, columns.at, columns.of).where(columns.at > time.time() - KEPT))
    return {row.key: (row.at, row.of) for row in found}


def newly_ended(known: Iterable[str], now: dict[str, tuple[float, str]]) -> set[str]:
    """The people of whom something was signed out that was not before."""
    return {now[key][1] for key in now.keys() - set(known)}
