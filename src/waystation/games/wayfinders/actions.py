"""The actions of Wayfinders: their numbers, notation and labels.

place 3      a worker to hangar 3                 build r2c3    an airstrip where the plane is
return       take all workers back                pay PHH       settle what was just entered or built
fly r2c3     one step to a neighbouring island    land          end the flight
discard T    give up one token over the limit
"""

from functools import cache

from waystation.engine import ActionTable
from waystation.engine.words import say
from waystation.games.wayfinders.chart import CELL_NAMES, CELLS
from waystation.games.wayfinders.components import LETTERS
from waystation.games.wayfinders.payment import ONE, PAYMENTS, TYPES, bundle_of, letters
from waystation.games.wayfinders.wording import in_words

HANGARS = 8
LONGEST = 4
"""Resources in the dearest price."""

PLACE = 0
RETURN = PLACE + HANGARS
FLY = RETURN + 1
BUILD = FLY + len(CELLS)
LAND = BUILD + len(CELLS)
DISCARD = LAND + 1
PAY = DISCARD + len(TYPES)


@cache
def make_actions() -> ActionTable:
    """The table. It does not depend on the options, so all games share it."""
    table = ActionTable(_spelled)
    for hangar in range(HANGARS):
        text = say("Place a worker at hangar {number}", number=hangar + 1)
        table.add("place", (hangar,), f"place {hangar + 1}", text, [f"hangar:{hangar + 1}"])
    table.add("return", (), "return", say("Return all workers"), ["return"])
    for cell, name in zip(CELLS, CELL_NAMES, strict=True):
        table.add("fly", (cell,), f"fly {name}", say("Fly to {cell}", cell=name), [f"island:{name}"])
    for cell, name in zip(CELLS, CELL_NAMES, strict=True):
        table.add("build", (cell,), f"build {name}", say("Build at {cell}", cell=name), [f"island:{name}"])
    table.add("land", (), "land", say("Land: end the flight"), ["land"])
    for kind, letter in zip(TYPES, LETTERS, strict=True):
        table.add("discard", (kind,), f"discard {letter}", say("Discard {tokens}", tokens=in_words(ONE[kind])))
    for number, payment in enumerate(PAYMENTS):
        table.add("pay", (number,), f"pay {letters(payment)}", say("Pay {tokens}", tokens=in_words(payment)))
    return table


def _spelled(text: str) -> str:
    """Tokens of a payment in any order: `pay HP` is `pay PH`."""
    verb, _, tokens = text.upper().partition(" ")
    known = verb == "PAY" and len(tokens) <= 2 * LONGEST and not set(tokens) - set(LETTERS)
    return f"pay {letters(bundle_of(tokens))}" if known else text
