"""The table as a viewer may know it: only those hands that are open to the viewer, stacks only by their tops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from waystation.engine import Viewer
from waystation.engine.frozen import Seen

from . import document, plans, supplies
from . import model as m
from .components import told
from .planet import DIRECTION_NAMES

if TYPE_CHECKING:
    from .state import WindwardState


class ShipView(msgspec.Struct, frozen=True):
    """A ship board. `hand` is None where the viewer may only know its size."""

    colour: str
    naturalist: bool
    ship: str
    boats: tuple[str, str]
    morale: int
    rowing: int
    gas: int
    gas_slots: int
    cannons: int
    cannon_slots: int
    hold: str
    red_teeth: int
    gray_teeth: int
    plus2: int
    crew: tuple[str, ...]
    hand_size: int
    hand: tuple[str, ...] | None
    notoriety: int


class TurnView(msgspec.Struct, frozen=True):
    """The on-turn player's means in this turn."""

    seat: int
    speed: int
    mates: int
    used: tuple[str, ...]
    into_wind: bool
    drift: bool


class BattleView(msgspec.Struct, frozen=True):
    """A battle under way: pieces, results as they stand (None: not rolled yet), the odds of each use for the asked."""

    space: str
    attacker: str
    defender: str
    results: tuple[int | None, int | None]
    odds: tuple[tuple[str, float, float, float], ...]


class AchievementView(msgspec.Struct, frozen=True):
    name: str
    text: str
    points: str
    claimed: tuple[int, ...]


class TableView(Seen, frozen=True):
    """Everything on the table. Spaces by name; `terrain` has a mark per space in their order."""

    mode: str
    radius: int
    layout: str
    terrain: str
    wind: int
    wind_blows_to: str
    round: int
    last_turns: bool
    ships: tuple[ShipView, ...]
    turn: TurnView | None
    reds: tuple[str, ...]
    tagged_reds: tuple[str, ...]
    grays: tuple[str, ...]
    tagged_grays: tuple[str, ...]
    white: str
    items: dict[str, dict[str, int]]
    tops: tuple[str, ...]
    stack_sizes: tuple[int, ...]
    discard: dict[str, int]
    crew_stock: tuple[int, ...]
    stocks: dict[str, int]
    lives: tuple[int, int] | None
    kills: int
    achievements: tuple[AchievementView, ...]
    battle: BattleView | None
    reach: dict[str, int]
    threats: dict[str, tuple[str, ...]]


def table(state: WindwardState, viewer: Viewer) -> TableView:
    """The viewer's table. The on-turn player sees what his ship can reach and what cresters threaten."""
    game, here = state.game, state.space_name
    plan = viewer == state.turn and bool(state.agenda)
    return TableView(
        mode=game.options.mode,
        radius=state.planet.geometry.radius,
        layout="".join(game.components.wedges[number].id for number in state.layout),
        terrain=state.planet.terrain,
        wind=document.flag_number(state),
        wind_blows_to=DIRECTION_NAMES[state.wind] if state.wind >= 0 else "",
        round=state.round,
        last_turns=state.trigger >= 0,
        ships=tuple(_ship(state, seat, viewer) for seat in range(game.players)),
        turn=_turn(state),
        reds=_standing(state, state.high, m.RED, m.TWO_REDS),
        tagged_reds=_standing(state, state.high, m.TAGGED_RED),
        grays=_standing(state, state.low, m.GRAY),
        tagged_grays=_standing(state, state.low, m.TAGGED_GRAY),
        white=document.white_name(state),
        items={here(space): document.items_doc(items) for space, items in enumerate(state.items) if items},
        tops=tuple(document.card_id(state, stack[-1]) for stack in state.stacks),
        stack_sizes=tuple(len(stack) for stack in state.stacks),
        discard={document.card_id(state, kind): count for kind, count in enumerate(state.discard) if count},
        crew_stock=tuple(state.crew_stock),
        stocks={"red": state.red_stock, "gray": state.gray_stock, "+2": state.plus2_stock},
        lives=(state.lives, state.white_lives) if game.is_coop else None,
        kills=state.kills,
        achievements=_achievements(state),
        battle=_battle(state, viewer) if state.battle else None,
        reach=_reach(state) if plan else {},
        threats=plans.threats(state) if plan else {},
    )


def _standing(state: WindwardState, layer: list[int], code: int, two: int = -1) -> tuple[str, ...]:
    """Where these stand; a space with two is named twice."""
    return tuple(
        state.space_name(space)
        for space, there in enumerate(layer)
        if there in (code, two)
        for _ in range(1 + (there == two))
    )


def _ship(state: WindwardState, seat: int, viewer: Viewer) -> ShipView:
    open_hand = state.game.open_hands or seat == viewer
    hand = tuple(document.card_id(state, kind) for kind in supplies.hand(state, seat)) if open_hand else None
    return ShipView(
        colour=state.game.colours[seat],
        naturalist=state.game.naturalist_seat == seat,
        ship=state.space_name(state.ship[seat]),
        boats=(document.boat_name(state, 2 * seat), document.boat_name(state, 2 * seat + 1)),
        morale=state.morale[seat],
        rowing=state.rowing[seat],
        gas=state.gas[seat],
        gas_slots=state.gas_slots[seat],
        cannons=state.guns[seat],
        cannon_slots=state.gun_slots[seat],
        hold=document.HOLDS[state.hold[seat]],
        red_teeth=state.red_teeth[seat],
        gray_teeth=state.gray_teeth[seat],
        plus2=state.plus2[seat],
        crew=tuple(document.crew_ids(state, seat)),
        hand_size=state.hand_size[seat],
        hand=hand,
        notoriety=state.notoriety[seat],
    )


def _turn(state: WindwardState) -> TurnView | None:
    if state.turn < 0 or not state.agenda:
        return None
    used = tuple(name for order, name in enumerate(m.ORDERS) if state.used >> order & 1)
    return TurnView(
        seat=state.turn,
        speed=state.speed,
        mates=state.mates,
        used=used,
        into_wind=bool(state.perms & m.INTO_WIND),
        drift=bool(state.perms & m.ENTER_DRIFT),
    )


def _achievements(state: WindwardState) -> tuple[AchievementView, ...]:
    views = []
    for number, mask in zip(state.shown, state.claimed, strict=True):
        card = state.game.components.achievements[number]
        points = str(card.first) if card.later is None else f"{card.first}/{card.later}"
        views.append(
            AchievementView(card.name, told(card.text, card.source), points, tuple(s - 1 for s in document.seats(mask)))
        )
    return tuple(views)


def _battle(state: WindwardState, viewer: Viewer) -> BattleView:
    fields = state.battle
    results = tuple(plans.result_so_far(state, side) for side in (0, 1))
    return BattleView(
        space=state.space_name(fields[m.B_SPACE]),
        attacker=document.piece_text(state, fields[m.B_ATTACKER], 0),
        defender=document.piece_text(state, fields[m.B_DEFENDER], 0),
        results=(results[0], results[1]),
        odds=plans.battle_odds(state) if viewer in state.to_act else (),
    )


def _reach(state: WindwardState) -> dict[str, int]:
    if state.agenda[-1][0] != m.Ask.TURN:
        return {}
    seat, names = state.turn, state.planet.geometry.names
    ways = plans.search(state, seat, every=True)
    return {names[space]: cost for space, (cost, _, _) in ways.items() if space != state.ship[seat]}
