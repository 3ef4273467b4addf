"""The table in words: the planet, the ships, the turn, a battle, the port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from waystation.engine import Telling, View
from waystation.engine.words import Arg, Phrase, mark, say, term

from .picture.battle import choice as said_choice
from .picture.battle import who
from .planet import geometry
from .view import BattleView, ShipView, TableView

TERRAIN = {
    "#": mark("Drift: {spaces}."),
    "z": mark("Zephyrs: {spaces}."),
    "g": mark("Gas pockets: {spaces}."),
    "f": mark("Feeding grounds: {spaces}."),
    "r": mark("Where red cresters start: {spaces}."),
    "a": mark("Arrows around the planet: {spaces}."),
}
CRESTERS = {
    "reds": mark("Red cresters: {spaces}."),
    "tagged_reds": mark("Tagged red cresters: {spaces}."),
    "grays": mark("Gray cresters: {spaces}."),
    "tagged_grays": mark("Tagged gray cresters: {spaces}."),
}
HOLDS = {
    "empty": mark("hold empty"),
    "red": mark("a red crester in the hold"),
    "gray": mark("a gray crester in the hold"),
}
THINGS = {
    "gas": mark("{n} gas"),
    "red": mark("{n:dead red crester|dead red cresters}"),
    "gray": mark("{n:dead gray crester|dead gray cresters}"),
    "red tooth": mark("{n:red tooth|red teeth}"),
    "gray tooth": mark("{n:gray tooth|gray teeth}"),
    "+2": mark("{n:+2 token|+2 tokens}"),
}
BOATS = {"aboard": say("aboard"), "beside": say("not opened yet")}
ENDS = say("This is the last round.")


class WindwardTelling(Telling):
    """Spaces are called by territory, row and place: 24b. Cards by their ids, as moves name them."""

    def table(self, view: View, game: Any) -> Iterator[str]:
        table: TableView = view.table
        yield say("Round {n}. A space is territory, row and place: 24b is in territory 2, row 4.", n=table.round)
        if table.last_turns:
            yield ENDS
        if table.wind_blows_to:
            yield say("The wind blows to the {direction}.", direction=say(table.wind_blows_to))
        yield from _planet(table)
        for seat, ship in enumerate(table.ships):
            yield from _ship(view.names[seat], ship)
        yield from _turn(view, table)
        if table.battle is not None:
            yield from _battle(view, table.battle)
        stacks: list[Arg] = [
            say("{card} ({n:card|cards})", card=card, n=n)
            for card, n in zip(table.tops, table.stack_sizes, strict=True)
        ]
        yield say("Supply stacks at the port, top cards: {stacks}. Discarded: {cards}.", stacks=stacks,
                  cards=_counted(table.discard))  # fmt: skip
        yield say("In stock: {red} red and {gray} gray cresters, {plus} +2 tokens; crew tiles left: {crew}.",
                  red=table.stocks["red"], gray=table.stocks["gray"], plus=table.stocks["+2"],
                  crew=[str(n) for n in table.crew_stock])  # fmt: skip
        for card in table.achievements:
            taken: list[Arg] = [view.names[seat] for seat in card.claimed]
            yield say("Achievement {name}, worth {points}: {text} Claimed by: {who}.", name=term(card.name),
                      points=card.points, text=card.text, who=taken or say("nobody"))  # fmt: skip
        if table.lives is not None:
            yield say("Lives: captains {ours}, white crester {its}.", ours=table.lives[0], its=table.lives[1])
        if table.mode == "solo":
            yield say("Red cresters beaten: {n} of {all}.", n=table.kills, all=6)


def _planet(table: TableView) -> Iterator[Phrase]:
    names = geometry(table.radius).names
    for sign, template in TERRAIN.items():
        spaces = [name for name, mark in zip(names, table.terrain, strict=True) if mark == sign]
        yield say(template, spaces=list(spaces))
    for field, template in CRESTERS.items():
        spaces = list(getattr(table, field))
        if spaces:
            yield say(template, spaces=list(spaces))
    if table.white not in ("gone", "waiting"):
        yield say("White crester: {space}.", space=table.white)
    lying: list[Arg] = [
        say("{space} {things}", space=space, things=[say(THINGS[kind], n=n) for kind, n in items.items()])
        for space, items in table.items.items()
    ]
    yield say("Lying about: {things}.", things=lying or say("nothing"))


def _ship(name: str, ship: ShipView) -> Iterator[Phrase]:
    boats: list[Arg] = [BOATS.get(boat, boat) for boat in ship.boats]
    yield say(
        "{who}: ship at {ship}, longboats {boats}; morale {morale}, longboat speed {rowing}, gas {gas} "
        "of {room}, cannons {cannons} of {slots}, {hold}.",
        who=name,
        ship=ship.ship,
        boats=boats,
        morale=ship.morale,
        rowing=ship.rowing,
        gas=ship.gas,
        room=ship.gas_slots,
        cannons=ship.cannons,
        slots=ship.cannon_slots,
        hold=say(HOLDS[ship.hold]),
    )
    yield say("Notoriety {n}; teeth {red} red, {gray} gray; +2 tokens {plus}; crew: {crew}; "
              "{hand:card|cards} in hand.",
              n=ship.notoriety, red=ship.red_teeth, gray=ship.gray_teeth, plus=ship.plus2,
              crew=list(ship.crew) or say("none"), hand=ship.hand_size)  # fmt: skip
    if ship.naturalist:
        yield say("It is the Naturalist.")
    if ship.hand:
        yield say("Hand: {cards}.", cards=list(ship.hand))


def _turn(view: View, table: TableView) -> Iterator[Phrase]:
    turn = table.turn
    if turn is not None:
        yield say("Turn of {who}: {speed} speed, {mates:mate|mates}; orders given: {used}.", who=view.names[turn.seat],
                  speed=turn.speed, mates=turn.mates, used=list(turn.used) or say("none"))  # fmt: skip
    if table.reach:
        by_cost: dict[int, list[Arg]] = {}
        for space, cost in table.reach.items():
            by_cost.setdefault(cost, []).append(space)
        for cost, spaces in sorted(by_cost.items()):
            yield say("For {n} speed the ship reaches {spaces}.", n=cost, spaces=spaces)
    for crester, spaces_near in table.threats.items():
        yield say("The crester at {space} can come to {spaces}.", space=crester, spaces=list(spaces_near))


def _battle(view: View, fight: BattleView) -> Iterator[Phrase]:
    yield say("Battle on {place}.", place=fight.space)
    for side, piece in enumerate((fight.attacker, fight.defender)):
        dice: Arg = [str(face) for face in fight.dice[side]] or say("none")
        result = fight.results[side]
        if result is None:
            yield say("{piece} has not rolled.", piece=who(view, piece))
        else:
            yield say("{piece}: {result} (dice {dice}, added {added}).", piece=who(view, piece), result=result,
                      dice=dice, added=fight.added[side])  # fmt: skip
    for choice, win, tie, loss in fight.odds:
        yield say("{choice}: wins {win}, ties {tie}, loses {loss}.", choice=said_choice(choice), win=f"{win:.0%}",
                  tie=f"{tie:.0%}", loss=f"{loss:.0%}")  # fmt: skip
    if fight.uncounted:
        yield say("Not in them: the other side may add {more}.", more=fight.uncounted)


def _counted(cards: Mapping[str, Any]) -> Arg:
    return [say("{n} {card}", n=n, card=card) for card, n in cards.items()] or say("none")
