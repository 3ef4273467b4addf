"""Types that several threads use for the first time at once."""

from __future__ import annotations

import subprocess
import sys

RACE = """
from __future__ import annotations
import sys, threading, time
import msgspec
from waystation.engine.typed import convert

convert = {"ours": convert, "plain": msgspec.convert}[sys.argv[1]]
inside = threading.Event()

def slowly():
    inside.set()  # the outer type is half known now
    time.sleep(1)
    return int

class Inner(msgspec.Struct):
    number: slowly()

class Outer(msgspec.Struct):
    inner: Inner

def use(found):
    found.append(convert({"inner": {"number": 7}}, Outer).inner.number)

found = []
first = threading.Thread(target=use, args=[found])
first.start()
inside.wait()
use(found)
first.join()
print(found)
"""


def race(which: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", RACE, which], capture_output=True, text=True)


def test_a_type_that_is_half_known_is_waited_for():
    done = race("ours")
    assert (done.returncode, done.stdout) == (0, "[7, 7]\n"), done.stderr
