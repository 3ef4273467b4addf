"""Windward as a Game: options, components, tables worked out once, and the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, get_args

from msgspec.structs import replace

from waystation.engine import ActionTable, Chance, Game, Look, Options, Scene, Spec, State, View

from . import board, bots, cresters, evaluation, invariants, scene, supplies
from . import model as m
from .actions import ActionIds
from .components import COLUMNS, ConditionOp, CrewOp, Ship, effect, told, with_sections, words
from .document import TableDoc
from .model import Ask
from .options import WHITE_MOVES, WindwardOptions
from .planet import Planet, geometry
from .state import WindwardState


class Windward(Game):
    """Windward for 1 to 5 captains."""

    name = "windward"
    rules_version = 2
    spec = Spec(
        title="Windward",
        blurb="Captains ride the ever-changing wind around a planet of gas, hunt cresters and each other.",
        players=(1, 5),
        minutes=(30, 90),
        weight=2.6,
        max_decisions=None,
        hidden=True,
        harness={"max_rounds": 60},
    )
    options_type: ClassVar[type[Options]] = WindwardOptions
    position_type = TableDoc
    state_type = WindwardState
    look: ClassVar[Look] = scene.LOOK
    options: WindwardOptions

    def __init__(self, options: WindwardOptions) -> None:
        self.components = with_sections(options.components)
        self.colours = options.ship_colours()
        self.is_ffa = options.mode == "free-for-all"
        self.is_coop = options.mode == "co-operative"
        self.is_solo = options.mode == "solo"
        self.small = options.map == "small"
        super().__init__(options)
        self.spec = replace(self.spec, cooperative=self.is_coop, hidden=self.is_ffa)
        self._planets: dict[tuple[int, ...], Planet] = {}
        self._switches(options)
        self._cards()
        self._crew()
        self._perks(options)

    def _switches(self, options: WindwardOptions) -> None:
        self.gray_target = self.players - 1 if self.is_ffa else 0
        self.red_move = 2 if self.small else 3
        self.white_move = WHITE_MOVES[options.level] if self.is_coop else 5
        self.solo_kills = 6
        self.open_hands = not self.is_ffa
        self.has_white_variant = options.white_crester
        self.naturalist_seat = self.colours.index("purple") if options.naturalist else -1
        self.wind_offset = 3 if options.wind_number_means == "blows from" else 0
        self.false_flag_against_cresters = options.false_flag_against_cresters
        self.winner_returns = options.defender_win_return == "winner returns"
        self.way_chooser = {"hunted player": 0, "left neighbour": 1, "lowest direction": -1}[options.path_choice]
        self.placed_at_port_trades = options.placed_at_port_trades
        self.counts_untagged = options.naturalist_counts_untagged
        self.any_turn_triggers = options.off_turn_trigger == "ends before next turn"
        self.max_rounds = options.max_rounds
        extras = (
            (m.L_ACHIEVED, options.achievements),
            (m.L_WHITE, options.white_crester),
            (m.L_RESEARCH, options.naturalist),
        )
        #: the lines of the ledger that can be other than 0
        self.sources = [m.L_RED, m.L_GRAY, m.L_SKY, m.L_BOUGHT, *(line for line, used in extras if used)]

    def _cards(self) -> None:
        cards = self.components.cards
        self.kinds = len(cards)
        self.turn_cards = [kind for kind, card in enumerate(cards) if card.timing == "own turn"]
        self.battle_cards = [kind for kind, card in enumerate(cards) if card.timing == "battle"]
        self.flag_cards = [kind for kind, card in enumerate(cards) if card.timing == "attacked"]
        self.card_effects = [[effect(text) for text in card.effects] for card in cards]
        self.sky_only = [card.where == "sky" for card in cards]
        #: hits of each battle card, by kind
        self.battle_hits = [
            sum(amount for op, amount in effects if op == "battle_hits") for effects in self.card_effects
        ]
        prices = self.components.prices
        self.prices = (prices.cannon, prices.crew, prices.rum, prices.notoriety, prices.supplies)
        self.achievement_cards = [
            (card, *words(card.condition, card.id, get_args(ConditionOp))) for card in self.components.achievements
        ]

    def _crew(self) -> None:
        tiles = self.components.crew
        self.crew_sides = [side for tile in tiles for side in tile.sides]
        self.side_effect = [effect(side.effect) for side in self.crew_sides]
        self.tile_unlocks = [effect(tile.unlocks) for tile in tiles]
        #: for each effect word the (side, amount) pairs that have it
        self.crew_effects: dict[str, list[tuple[int, int]]] = {op: [] for op in get_args(CrewOp)}
        for side, (op, amount) in enumerate(self.side_effect):
            self.crew_effects[op].append((side, amount))
        columns = [COLUMNS.index(tile.column) for tile in tiles for _ in tile.sides]
        #: for each side the bits of all sides of its column
        self.same_column = [
            sum(1 << other for other, place in enumerate(columns) if place == column) for column in columns
        ]
        self.coxswains = sum(1 << side for side, _ in self.crew_effects["turn_boat_speed"])

    def _perks(self, options: WindwardOptions) -> None:
        """What each seat's ship board does differently (ruling 28)."""
        base = self.components.board
        self.morale_max, self.rowing_max = base.morale_max, base.boat_speed_max
        given = {"cannon_slots": base.cannon_slots, "gas_slots": base.gas_slots, "port_morale": 0,
                 "boat_speed_order": base.boat_speed_order, "speed_order": 1}  # fmt: skip
        ships: dict[str, Ship] = {ship.colour: ship for ship in self.components.ships}
        seats = []
        self.perk_texts: list[str] = []  # what each seat's ship board does differently, in words
        for seat, colour in enumerate(self.colours):
            values = dict(given)
            wanted = options.ship_perks == "all" or (options.ship_perks == "blue only" and colour == "blue")
            if wanted and seat != self.naturalist_seat:
                op, amount = effect(ships[colour].perk)
                values[op] += amount
                self.perk_texts.append(told(ships[colour].text, ships[colour].source))
            else:
                self.perk_texts.append("")
            seats.append(values)
        self.gun_base = [values["cannon_slots"] for values in seats]
        self.gas_base = [values["gas_slots"] for values in seats]
        self.port_morale = [values["port_morale"] for values in seats]
        self.rowing_order = [values["boat_speed_order"] for values in seats]
        self.speed_order = [values["speed_order"] for values in seats]

    @property
    def readable_rules_versions(self) -> frozenset[int]:
        """Version 2 only added choices (when teeth and cards are traded in co-op and solo): old games go as before."""
        return frozenset({1, 2})

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(colour.capitalize() for colour in self.colours)

    def planet(self, layout: list[int]) -> Planet:
        """The planet with these wedges in territories 1 to 6, built once per layout."""
        key = tuple(layout)
        found = self._planets.get(key)
        if found is None:
            wedges = self.components.wedges
            found = self._planets[key] = Planet([wedges[number].rows(self.small) for number in layout])
        return found

    def make_actions(self) -> ActionTable:
        hexes = geometry(len(self.components.wedges[0].rows(self.small)))
        self.ids = ActionIds(hexes, self.components, self.colours, self.is_coop)
        return self.ids.table

    def start_hand(self, seat: int) -> int:
        """Cards dealt to a seat."""
        if self.is_ffa:
            return m.START_HANDS[seat]
        return 2 if self.is_coop else 5

    def deal(self, setup: Chance) -> State:
        """The set-up (rulebook, Setup; co-op and solo Setup)."""
        state = blank(self)
        setup.shuffle(state.layout)
        state.lay_out()
        supplies.deal(state, setup)
        if self.is_ffa:
            state.chance = setup
            cresters.respawn_grays(state, None)
        else:
            for space in state.planet.feeding:
                cresters.put_gray(state, space, None)
        if self.is_coop:
            cresters.put_white(state, state.planet.corners[setup.below(6)], None)
        if self.options.achievements:
            numbers = list(range(len(self.components.achievements)))
            setup.shuffle(numbers)
            state.shown = sorted(numbers[:2])
            state.claimed = [0, 0]
        return state

    def faults(self, state: State) -> Iterator[tuple[str, str]]:
        """What no game can lead to, see `invariants`."""
        assert isinstance(state, WindwardState)
        yield from invariants.faults(state)

    def draw(self, view: View) -> Scene:
        return scene.draw(self, view)

    def reward(self, state: State, seat: int) -> float:
        """A won co-operative game is worth 1 to each captain."""
        return super().reward(state, seat) if self.is_ffa else float(seat in state.winners())

    def evaluate(self, state: State, seat: int) -> float:
        """The game's own evaluation, see `evaluation`."""
        assert isinstance(state, WindwardState)
        return evaluation.evaluate(state, seat)

    def advise(self, state: State, seat: int) -> int | None:
        """What the expert would do."""
        assert isinstance(state, WindwardState)
        return bots.advise(state, seat)

    def play_on(self, state: State, seat: int) -> State:
        """Experts play until the turn is over."""
        assert isinstance(state, WindwardState)
        return bots.play_on(state)


def blank(game: Windward) -> WindwardState:
    """Boards and stocks before anything is dealt or placed on the planet."""
    state = WindwardState(game, Chance.of(0, "play"))
    n = game.players
    state.wind = state.turn = state.trigger = -1
    state.round = state.kills = state.live_grays = state.ending = 0
    state.white = m.WHITE_WAITING if game.has_white_variant else m.WHITE_GONE
    state.lives = state.white_lives = n if game.is_coop else 1
    state.red_stock, state.gray_stock, state.plus2_stock = m.REDS, m.GRAYS, m.PLUS2_TOKENS
    state.speed = state.mates = state.used = state.perms = state.last_open = state.toured = state.flagged = 0
    state.trades = 0
    state.layout = list(range(6))
    for name in ("ship", "came_from", "rowing", "gas", "guns", "hold", "red_teeth", "gray_teeth", "plus2", "crew",
                 "hand_size", "notoriety", "gas_slots", "gun_slots"):  # fmt: skip
        setattr(state, name, [0] * n)
    for name in ("barred", "settled", "pursuers", "battle", "shown", "claimed"):
        setattr(state, name, [])
    state.morale = [1] * n
    state.boats = [m.ABOARD, m.BESIDE] * n
    state.crew_stock = [tile.copies for tile in game.components.crew]
    state.hands = [0] * (n * game.kinds)
    state.ledger = [0] * (n * len(m.LEDGER))
    state.discard = [0] * game.kinds
    state.stacks = [[], [], []]
    state.agenda = [(Ask.NEXT, 0)]
    for seat in range(n):
        board.open_slots(state, seat)
    return state
