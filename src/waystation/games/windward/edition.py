"""The options of Windward and what follows from them: modes, variants, tables, the ship boards, the planets."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta
from msgspec.structs import force_setattr

from waystation.engine import ActionTable, Edition, Options
from waystation.engine.forms import LIMITS, OPEN, OWN, form
from waystation.engine.words import mark, said

from . import model as m
from .actions import ActionIds
from .components import COLOURS, COLUMNS, ConditionOp, CrewOp, Ship, effect, sourced, with_sections, words
from .planet import Planet, geometry

NAMES = {"red": mark("Red"), "blue": mark("Blue"), "green": mark("Green"), "yellow": mark("Yellow"),
         "purple": mark("Purple")}  # fmt: skip
Mode = Literal["free-for-all", "co-operative", "solo"]
FREE_FOR_ALL_ONLY = ("map", "achievements", "white_crester", "naturalist", "defender_win_return",
                     "placed_at_port_trades", "naturalist_counts_untagged", "off_turn_trigger")  # fmt: skip
WHITE_MOVES = {"easy": 5, "normal": 6, "hard": 7, "impossible": 8}


VARIANTS = mark("Variants")
SHIPS = mark("Ships")
"""Groups in which forms show the options."""
FFA = {"mode": ["free-for-all"]}


class WindwardOptions(Options, frozen=True, kw_only=True):
    """Mode, variants and switches."""

    players: Annotated[
        int,
        Meta(
            ge=1,
            le=5,
            title="Players",
            description="Against one another 2 to 5, co-operative 1 to 4. One captain sails the solo adventure, "
            "unless the mode is co-operative.",
        ),
    ] = 2
    mode: Annotated[
        Mode,
        Meta(
            title="Mode",
            description="Everyone for themselves, all against the white crester, or one captain alone.",
            **form(
                each={
                    "free-for-all": {"players": range(2, 6)},
                    "solo": {"players": [1]},
                    "co-operative": {"players": range(1, 5)},
                }
            ),
        ),
    ] = "free-for-all"
    level: Annotated[
        Literal["easy", "normal", "hard", "impossible"],
        Meta(
            title="Level",
            description="Co-operative only: the white crester moves 5, 6, 7 or 8 spaces.",
            **form(only={"mode": ["co-operative"]}),
        ),
    ] = "normal"
    map: Annotated[
        Literal["by players", "large", "small"],
        Meta(
            title="Planet",
            description="By players: the small one, where reds move 2, for two against each other.",
            **form(only=FFA),
        ),
    ] = "by players"
    achievements: Annotated[
        bool,
        Meta(
            title="Achievements",
            description="Two achievement cards lie open (free-for-all only).",
            **form(VARIANTS, only=FFA),
        ),
    ] = False
    white_crester: Annotated[
        bool,
        Meta(
            title="White crester",
            description="It appears when somebody has 10 notoriety (free-for-all only).",
            **form(VARIANTS, only=FFA),
        ),
    ] = False
    naturalist: Annotated[
        bool,
        Meta(
            title="The Naturalist",
            description="The purple seat researches cresters (free-for-all only).",
            **form(VARIANTS, only=FFA),
        ),
    ] = False
    colours: Annotated[
        str,
        Meta(
            title="Colours",
            description="By seat, such as 'bgp' for blue, green, purple. Empty: as it comes.",
            pattern=r"^[rbgyp]{0,5}$(?!\n)",
            **form(SHIPS),
        ),
    ] = ""
    ship_perks: Annotated[
        Literal["all", "blue only", "none"],
        Meta(
            title="Ship perks",
            description="Only blue's is in the rules text, the others are reconstructed.",
            **form(SHIPS),
        ),
    ] = "all"
    wind_number_means: Annotated[
        Literal["blows to", "blows from"],
        Meta(title="Wind number", description="What a wind number names.", **form(OPEN)),
    ] = "blows to"
    false_flag_against_cresters: Annotated[
        bool,
        Meta(
            title="False Flag against cresters",
            description="Whether it also cancels a crester's attack.",
            **form(OPEN),
        ),
    ] = False
    defender_win_return: Annotated[
        Literal["attacker returns", "winner returns"],
        Meta(
            title="After a defender's win",
            description="Which ship leaves if both survive (free-for-all only).",
            **form(OPEN, only=FFA),
        ),
    ] = "attacker returns"
    path_choice: Annotated[
        Literal["hunted player", "left neighbour", "lowest direction"],
        Meta(
            title="Equal ways of cresters",
            description="Who chooses among them (one captain has no left neighbour).",
            **form(OPEN, each={"hunted player": {}, "left neighbour": {"players": range(2, 6)}}),
        ),
    ] = "hunted player"
    placed_at_port_trades: Annotated[
        bool,
        Meta(
            title="Teeth after a defeat",
            description="Whether being put at port trades them (free-for-all only).",
            **form(OPEN, only=FFA),
        ),
    ] = False
    naturalist_counts_untagged: Annotated[
        bool,
        Meta(
            title="Untagged grays",
            description="Whether every live gray scores for the Naturalist (only with it).",
            **form(OPEN, only={"naturalist": [True]}),
        ),
    ] = False
    off_turn_trigger: Annotated[
        Literal["own next turn is final", "ends before next turn"],
        Meta(
            title="15 reached off turn",
            description="What it means (with achievements, or teeth traded after a defeat).",
            **form(OPEN, only=[{"achievements": [True]}, {"placed_at_port_trades": [True]}]),
        ),
    ] = "own next turn is final"
    max_rounds: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(
            title="Round limit",
            description="The game stops after so many rounds (empty: no limit).",
            **form(LIMITS),
        ),
    ] = None
    components: Annotated[
        dict[str, Any],
        Meta(
            title="Own components",
            description="Sections in place of the reconstructed set (see docs/games/windward.md).",
            **form(OWN),
        ),
    ] = {}  # noqa: RUF012 (msgspec copies it)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.players == 1 and self.mode == "free-for-all":
            force_setattr(self, "mode", "solo")
        if self.map == "by players":
            force_setattr(self, "map", self._usual_map())
        low, high = {"free-for-all": (2, 5), "co-operative": (1, 4), "solo": (1, 1)}[self.mode]
        if not low <= self.players <= high:
            wanted = f"{low} to {high} players" if high > low else "1 player"
            raise ValueError(f"players: {self.mode} is for {wanted}, not {self.players}")
        self._check_mode()
        self._check_colours()
        with_sections(self.components)

    def _check_mode(self) -> None:
        """What would do nothing in this game is refused."""
        if self.mode != "free-for-all":
            for name in FREE_FOR_ALL_ONLY:
                if getattr(self, name) not in (self._plain(name), "large"):
                    alone = ", and one captain sails the solo adventure" if self.is_alone else ""
                    raise ValueError(f"{name}: only in free-for-all{alone}")
        if self.mode != "co-operative" and self.level != "normal":
            raise ValueError("level: only in co-operative")
        if self.naturalist_counts_untagged and not self.naturalist:
            raise ValueError("naturalist_counts_untagged: only with the option naturalist")
        if self.players == 1 and self.path_choice == "left neighbour":
            raise ValueError("path_choice: with one captain there is no left neighbour")
        off_turn = self.achievements or self.placed_at_port_trades
        if not off_turn and self.off_turn_trigger != self._plain("off_turn_trigger"):
            raise ValueError("off_turn_trigger: only with the option achievements or placed_at_port_trades")

    @property
    def is_alone(self) -> bool:
        """One captain against all cresters."""
        return self.mode == "solo"

    def _usual_map(self) -> Literal["large", "small"]:
        """The planet that the rulebook names for so many players (Setup 1; Alternate Map)."""
        return "small" if self.mode == "free-for-all" and self.players == 2 else "large"

    @property
    def is_usual_map(self) -> bool:
        """Whether nobody need say which planet it is."""
        return self.map == self._usual_map()

    @classmethod
    def _plain(cls, name: str) -> Any:
        """An option's default."""
        return cls.__struct_defaults__[cls.__struct_fields__.index(name) - len(cls.__struct_fields__)]

    def _check_colours(self) -> None:
        if self.colours and len(self.colours) != self.players:
            raise ValueError(f"colours: {self.players} letters are needed")
        if len(set(self.colours)) != len(self.colours):
            raise ValueError("colours: every ship needs its own")
        if self.naturalist and self.colours and "p" not in self.colours:
            raise ValueError("colours: the Naturalist flies purple, so one seat must be 'p'")

    def ship_colours(self) -> tuple[str, ...]:
        """The colour of every seat."""
        if self.colours:
            return tuple(next(c for c in COLOURS if c[0] == letter) for letter in self.colours)
        seats = COLOURS[: self.players]
        if self.naturalist and "purple" not in seats:
            seats = (*seats[:-1], "purple")
        return tuple(seats)


class WindwardEdition(Edition):
    """Windward under its options, as far as state and rules know it."""

    options: WindwardOptions

    def __init__(self, options: WindwardOptions) -> None:
        self.components = with_sections(options.components)
        self.colours = options.ship_colours()
        self.is_ffa = options.mode == "free-for-all"
        self.is_coop = options.mode == "co-operative"
        self.is_solo = options.mode == "solo"
        self.small = options.map == "small"
        self._planets: dict[tuple[int, ...], Planet] = {}
        self.players = options.players
        self._switches(options)
        self._cards()
        self._crew()
        self._perks(options)
        super().__init__(options)

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
        self.card_ids = [card.id for card in cards]
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
        self.side_ids = [side.id for side in self.crew_sides]
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
                self.perk_texts.append(sourced(ships[colour].text, ships[colour].source))
            else:
                self.perk_texts.append("")
            seats.append(values)
        self.gun_base = [values["cannon_slots"] for values in seats]
        self.gas_base = [values["gas_slots"] for values in seats]
        self.port_morale = [values["port_morale"] for values in seats]
        self.rowing_order = [values["boat_speed_order"] for values in seats]
        self.speed_order = [values["speed_order"] for values in seats]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The colours, in the language of whoever listens."""
        return tuple(said(NAMES[colour]) for colour in self.colours)

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

    def options_doc(self) -> dict[str, Any]:
        """The planet is said where so many players have the other one anyway."""
        return self._said("" if self.options.is_usual_map else self.options.map)

    def written_options(self) -> dict[str, Any]:
        """Records and the like leave out the large planet, for two players too: there it was the default first."""
        return self._said("" if self.options.map == "large" else self.options.map)

    def _said(self, planet: str) -> dict[str, Any]:
        others = {**super().options_doc(), "map": planet}
        return {name: others[name] for name in self.options.__struct_fields__ if others.get(name, "") != ""}

    def start_hand(self, seat: int) -> int:
        """Cards dealt to a seat."""
        if self.is_ffa:
            return m.START_HANDS[seat]
        return 2 if self.is_coop else 5
