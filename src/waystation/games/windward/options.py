"""The options of Windward: mode, variants and the switches for what the rulebook leaves open (see RULINGS.md)."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from waystation.engine import Options

from .components import COLOURS, with_sections

Mode = Literal["free-for-all", "co-operative", "solo"]
FREE_FOR_ALL_ONLY = ("map", "achievements", "white_crester", "naturalist", "defender_win_return",
                     "placed_at_port_trades", "naturalist_counts_untagged", "off_turn_trigger")  # fmt: skip
WHITE_MOVES = {"easy": 5, "normal": 6, "hard": 7, "impossible": 8}


class WindwardOptions(Options, frozen=True, kw_only=True):
    """Mode, variants and switches."""

    players: Annotated[int, Meta(ge=1, le=5, title="Players", description="2 to 5; co-operative 1 to 4; solo 1.")] = 2
    mode: Annotated[
        Mode,
        Meta(
            title="Mode",
            description="Everyone for themselves, all against the white crester, or one captain alone.",
        ),
    ] = "free-for-all"
    level: Annotated[
        Literal["easy", "normal", "hard", "impossible"],
        Meta(title="Level", description="Co-operative only: the white crester moves 5, 6, 7 or 8 spaces."),
    ] = "normal"
    map: Annotated[
        Literal["large", "small"],
        Meta(
            title="Planet",
            description="Small: the backs of the tiles, reds move 2 (free-for-all only; meant for two).",
        ),
    ] = "large"
    achievements: Annotated[
        bool, Meta(title="Achievements", description="Two achievement cards lie open (free-for-all only).")
    ] = False
    white_crester: Annotated[
        bool,
        Meta(
            title="White crester",
            description="It appears when the first player has 10 notoriety (free-for-all only).",
        ),
    ] = False
    naturalist: Annotated[
        bool,
        Meta(title="The Naturalist", description="The purple seat researches cresters (free-for-all only)."),
    ] = False
    colours: Annotated[
        str,
        Meta(
            pattern="^[rbgyp]{0,5}$",
            title="Colours",
            description="Ship colours by seat, such as 'bgp' (red, blue, green, yellow, purple). Empty: in that "
            "order; with the Naturalist the last seat is purple.",
        ),
    ] = ""
    ship_perks: Annotated[
        Literal["all", "blue only", "none"],
        Meta(title="Ship perks", description="Only blue's is in the rules text, the others are reconstructed."),
    ] = "all"
    wind_number_means: Annotated[
        Literal["blows to", "blows from"], Meta(title="Wind number", description="What a wind number names.")
    ] = "blows to"
    false_flag_against_cresters: Annotated[
        bool, Meta(title="False Flag against cresters", description="Whether it also cancels a crester's attack.")
    ] = False
    defender_win_return: Annotated[
        Literal["attacker returns", "winner returns"],
        Meta(
            title="After a defender's win",
            description="Which ship leaves the space when a defending ship wins and both survive (free-for-all only).",
        ),
    ] = "attacker returns"
    path_choice: Annotated[
        Literal["hunted player", "left neighbour", "lowest direction"],
        Meta(
            title="Equal ways of cresters",
            description="Who chooses among equally short ways (with one captain there is no left neighbour).",
        ),
    ] = "hunted player"
    placed_at_port_trades: Annotated[
        bool,
        Meta(
            title="Teeth after a defeat",
            description="Whether being put at port trades the teeth left (free-for-all only).",
        ),
    ] = False
    naturalist_counts_untagged: Annotated[
        bool,
        Meta(
            title="Untagged grays",
            description="Whether the Naturalist scores for every live gray (only with the Naturalist).",
        ),
    ] = False
    off_turn_trigger: Annotated[
        Literal["own next turn is final", "ends before next turn"],
        Meta(
            title="15 reached off turn",
            description="What reaching 15 in another player's turn means (only with achievements, or with teeth traded "
            "after a defeat).",
        ),
    ] = "own next turn is final"
    max_rounds: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        Meta(title="Round limit", description="The game stops after so many rounds (for test runs; empty: no limit)."),
    ] = None
    components: Annotated[
        dict[str, Any],
        Meta(
            title="Own components",
            description="Sections in place of the reconstructed set (see docs/games/windward.md).",
        ),
    ] = {}  # noqa: RUF012 (msgspec copies it)

    def __post_init__(self) -> None:
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
                if getattr(self, name) != self._plain(name):
                    raise ValueError(f"{name}: only in free-for-all")
        if self.mode != "co-operative" and self.level != "normal":
            raise ValueError("level: only in co-operative")
        if self.naturalist_counts_untagged and not self.naturalist:
            raise ValueError("naturalist_counts_untagged: only with the option naturalist")
        if self.players == 1 and self.path_choice == "left neighbour":
            raise ValueError("path_choice: with one captain there is no left neighbour")
        off_turn = self.achievements or self.placed_at_port_trades
        if not off_turn and self.off_turn_trigger != self._plain("off_turn_trigger"):
            raise ValueError("off_turn_trigger: only with the option achievements or placed_at_port_trades")

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
