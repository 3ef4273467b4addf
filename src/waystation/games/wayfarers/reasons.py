"""Why a turn is good, in words: what it gains and costs, what joins the panorama, and the way along the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from waystation.engine import Reason
from waystation.engine.words import Arg, say

from .panorama import Panorama
from .route import distance
from .state import WayfarersState
from .turns import is_last_turn
from .words import influence_words, provisions, silver


def reasons(before: WayfarersState, after: WayfarersState, turn: Sequence[int], seat: int) -> Iterator[Reason]:
    """Of a turn that leads from one state to the other; what dice show and which card is drawn is left out."""
    old, new = before.seats[seat], after.seats[seat]
    if before.game.actions[turn[0]].kind == "rest" and sum(old.dice) <= 1:
        yield Reason(say("At most one die is left in supply: your resting abilities work."))
    cards = len(new.cards) - len(old.cards)
    if cards:
        yield Reason(say("Your panorama grows by {n:card|cards} with a place below the sky.", n=cards))
    people = sum(town >= 0 for town in new.town) - sum(town >= 0 for town in old.town)
    if people and not is_last_turn(before):
        yield Reason(
            say("{n:townsfolk card helps|townsfolk cards help} from under your cards from your next turn on.", n=people)
        )
    sky = len(new.space) - len(old.space)
    if sky:
        yield Reason(say("Your sky grows by {n:card|cards}, to be scored in the end.", n=sky))
    steps = sum(before.game.actions[action].kind in ("go", "extra") for action in turn)
    yield from _of_journal(before, old, new, steps)
    if sum(new.workers) > sum(old.workers):
        yield Reason(say("You get {n:worker|workers}.", n=sum(new.workers) - sum(old.workers)))
    gains = _goods(old, new)
    if gains:
        yield Reason(say("You gain {goods}.", goods=gains))
    costs = _goods(new, old)
    if costs:
        yield Reason(say("But it takes {goods}.", goods=costs))
    marked = sum(owner == seat for owner in after.mark) - sum(owner == seat for owner in before.mark)
    if marked > 0:
        yield Reason(say("Your influence lies on {n:card|cards} more: others pay you for using them.", n=marked))


def _goods(old: Panorama, new: Panorama) -> list[Arg]:
    """What there is more of: silver, provisions, influence in guilds."""
    goods: list[Arg] = []
    if new.silver > old.silver:
        goods.append(silver(new.silver - old.silver))
    if new.provision > old.provision:
        goods.append(provisions(new.provision - old.provision))
    more = [max(0, n - m) for n, m in zip(new.guild, old.guild, strict=True)]
    return [*goods, *influence_words(more)]


def _of_journal(before: WayfarersState, old: Panorama, new: Panorama, steps: int) -> Iterator[Reason]:
    """Steps along the track (one may pass over a column), or what it lacks less of than before."""
    box = before.game.box
    node = (f"journal:{box.space_names[new.marker]}",)
    if steps:
        yield Reason(say("Your marker goes {n:step|steps} along the journal.", n=steps), node)
        return
    if is_last_turn(before):
        return
    nearer = distance(box, before.sides, old) - distance(box, before.sides, new)
    if nearer >= 0.5:
        yield Reason(say("It meets what the journal asks for on your way."), node)
