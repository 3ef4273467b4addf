"""Who knows what: the table of a view, and the worlds that a seat cannot tell apart.

Only those hands are shown that are open to the viewer, and stacks only by their tops.
"""

from __future__ import annotations

from typing import Any

from waystation.engine import Chance, Knowledge, Viewer
from waystation.engine.words import said, told

from . import battle, chances, supplies, ways
from . import model as m
from .components import sourced
from .frames import Ask
from .planet import DIRECTION_NAMES
from .positions import LIVE, standing
from .state import WindwardState
from .view import AchievementView, BattleView, ShipView, TableView, TurnView


class WindwardKnowledge(Knowledge[WindwardState]):
    """Hands are secret in free-for-all; what lies under the stack tops is secret always."""

    def table(self, state: WindwardState, viewer: Viewer) -> TableView:
        """The on-turn player also sees what his ship can reach and what cresters threaten."""
        game = state.game
        plain = {name: FIELDS[name].write(getattr(state, name), state) for name in (*PLAIN, *TABLE)}
        looks_ahead = viewer == state.turn and bool(state.agenda)
        live: dict[str, Any] = {name: tuple(standing(state, high, code)) for name, (high, code) in LIVE.items()}
        ids = game.card_ids
        return TableView(
            mode=game.options.mode,
            radius=state.planet.geometry.radius,
            terrain=state.planet.terrain,
            wind_blows_to=DIRECTION_NAMES[state.wind] if state.wind >= 0 else "",
            last_turns=state.trigger >= 0,
            ships=tuple(_ship(state, seat, viewer, plain) for seat in range(game.players)),
            turn=_turn(state, plain),
            tops=tuple(ids[stack[-1]] for stack in state.stacks),
            stack_sizes=tuple(len(stack) for stack in state.stacks),
            crew_stock=tuple(state.crew_stock),
            stocks={"red": state.red_stock, "gray": state.gray_stock, "+2": state.plus2_stock},
            lives=(state.lives, state.white_lives) if game.is_coop else None,
            achievements=_achievements(state),
            battle=_battle(state, viewer) if state.battle else None,
            reach=_reach(state) if looks_ahead else {},
            threats=ways.threats(state) if looks_ahead else {},
            **{name: plain[name] for name in ("layout", "wind", "round", "white", "items", "discard", "kills")},
            **live,
        )

    def determinize(self, state: WindwardState, seat: int, rng: Chance) -> WindwardState:
        """Other hands (open in co-op) and the cards under the stack tops are dealt anew."""
        new = super().determinize(state, seat, rng)
        supplies.redeal_hidden(new, seat, rng)
        return new


PLAIN = ("ship", "morale", "rowing", "gas", "hold", "red_teeth", "gray_teeth", "plus2")
"""What a ship board shows as documents write it."""
TABLE = ("layout", "wind", "round", "white", "items", "discard", "kills", "boats", "crew", "used")
FIELDS = {name: field.shape for name, field in WindwardState.FIELDS.items()}


def _ship(state: WindwardState, seat: int, viewer: Viewer, plain: dict[str, Any]) -> ShipView:
    shown = state.game.open_hands or seat == viewer
    ids = state.game.card_ids
    one, other = plain["boats"][seat]
    return ShipView(
        colour=state.game.colours[seat],
        naturalist=state.game.naturalist_seat == seat,
        boats=(one, other),
        gas_slots=state.gas_slots[seat],
        cannons=state.guns[seat],
        cannon_slots=state.gun_slots[seat],
        crew=tuple(plain["crew"][seat]),
        hand_size=state.hand_size[seat],
        hand=tuple(ids[kind] for kind in supplies.hand(state, seat)) if shown else None,
        notoriety=state.notoriety[seat],
        **{name: plain[name][seat] for name in PLAIN},
    )


def _turn(state: WindwardState, plain: dict[str, Any]) -> TurnView | None:
    if state.turn < 0 or not state.agenda:
        return None
    return TurnView(
        seat=state.turn,
        used=tuple(plain["used"]),
        speed=state.speed,
        mates=state.mates,
        into_wind=state.into_wind,
        drift=state.drift,
    )


def _achievements(state: WindwardState) -> tuple[AchievementView, ...]:
    views = []
    for number, mask in zip(state.shown, state.claimed, strict=True):
        card = state.game.components.achievements[number]
        points = str(card.first) if card.later is None else f"{card.first}/{card.later}"
        claimed = tuple(seat - 1 for seat in m.seats(mask))
        views.append(AchievementView(card.name, told(sourced(card.text, card.source)), points, claimed))
    return tuple(views)


def _battle(state: WindwardState, viewer: Viewer) -> BattleView:
    fields = state.battle
    sides = [battle.rolled(state, side) for side in (0, 1)]
    results = [battle.standing(fields, side) if rolled else None for side, rolled in enumerate(sides)]
    asked = viewer is not None and viewer in state.to_act
    side = int(m.owner(fields[m.B_DEFENDER]) == viewer)
    more = battle.additions(state, fields[1 - side], sides[1 - side]) if asked else []
    return BattleView(
        space=state.space_name(fields[m.B_SPACE]),
        attacker=m.piece_id(fields[m.B_ATTACKER]),
        defender=m.piece_id(fields[m.B_DEFENDER]),
        dice=(tuple(m.unpacked(fields[m.B_FACES])), tuple(m.unpacked(fields[m.B_FACES + 1]))),
        added=(fields[m.B_HITS], fields[m.B_HITS + 1]),
        results=(results[0], results[1]),
        odds=chances.battle_odds(state) if asked else (),
        uncounted=said("{more}", more=more) if more else "",
    )


def _reach(state: WindwardState) -> dict[str, int]:
    if state.agenda[-1][0] != Ask.TURN:
        return {}
    seat = state.turn
    found = ways.search(state, seat, every=True)
    return {state.space_name(space): cost for space, (cost, _, _) in found.items() if space != state.ship[seat]}
