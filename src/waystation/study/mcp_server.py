"""An MCP server: language models list games, sit down at a table, look, play, and ask why not."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

import waystation
from waystation.bots.program import rules_of
from waystation.engine import WaystationError
from waystation.engine.extras import needed_for
from waystation.study.room import Room, games

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """Board games. `list_games` names them; `start` opens a table at which you have one seat and bots the \
others, and tells you what you see; `rules` has a game's rules. Play with `play`, in the notation of the legal moves \
(for example "place 1"). A move that is not legal is refused with the rule, and nothing happens. Play until the game \
is over."""


class _OrNumber:
    """Lets a text be a whole number, too, for pydantic: `str | int` would read "[1]", and take True for 1."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> dict[str, Any]:
        return {"type": "union", "choices": [handler(source), {"type": "int", "strict": True}]}


Seed = Annotated[str, _OrNumber()]


def build() -> Any:
    """The server, with tables of its own. MissingExtra says how to get the library."""
    with needed_for("the MCP server"):
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError

    room = Room()
    server = MCPServer("waystation", version=waystation.__version__, instructions=INSTRUCTIONS, log_level="WARNING")

    def told(tool: Callable[P, T]) -> Callable[P, T]:
        """What is wrong with a request is told in its answer."""

        @wraps(tool)
        def answer(*given: P.args, **named: P.kwargs) -> T:
            try:
                return tool(*given, **named)
            except (WaystationError, ValueError) as error:
                raise ToolError(str(error)) from error

        return answer

    @server.tool()
    @told
    def list_games() -> list[dict[str, Any]]:
        """The games there are: name, title, numbers of players, and the bots one can play against."""
        return games()

    @server.tool()
    @told
    def rules(game: str) -> str:
        """A game's rules and rulings."""
        if game not in waystation.game_names():
            raise ValueError(f"there is no game {game!r:.40}; there are {', '.join(waystation.game_names())}")
        return rules_of(waystation.game_type(game))

    @server.tool()
    @told
    def start(
        game: str,
        seats: list[str] | None = None,
        options: dict[str, Any] | None = None,
        seed: Seed = "",
        show_legal_moves: bool = True,
    ) -> str:
        """Open a table. `seats`: "me" once, bots for the others, e.g. ["me", "greedy"]; left out: you and the usual
        bots. `show_legal_moves`: whether the table lists what you may do. Returns the table's id and what you see."""
        name = room.start(game, seats or [], options or {}, str(seed), show_legal_moves)
        with room.at(name) as table:
            return f"Table {name}\n\n{table.news()}\n\n{table.look()}"

    @server.tool()
    @told
    def look(table: str) -> str:
        """What you see at a table, and your legal moves if the table lists them."""
        with room.at(table) as found:
            return found.look()

    @server.tool()
    @told
    def legal_moves(table: str) -> list[str]:
        """Your legal moves in notation; none when it is not your turn or the game is over."""
        with room.at(table) as found:
            return found.legal()

    @server.tool()
    @told
    def play(table: str, move: str) -> str:
        """Play a move in notation. Returns what happened until you are asked again, and what you see then; or why the
        move is not legal, with the rule."""
        with room.at(table) as found:
            return found.play(move)

    @server.tool()
    @told
    def why_not(table: str, move: str) -> str:
        """Whether a move is legal now; if not, the reason with its rule. Nothing is played."""
        with room.at(table) as found:
            return found.why_not(move) or "It is legal."

    @server.tool()
    @told
    def score(table: str) -> dict[str, Any]:
        """The score sheets as you may know them, whether the game is over, and how it ended."""
        with room.at(table) as found:
            return found.score()

    return server
