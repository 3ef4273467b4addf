"""The MCP server: a client finishes each game by it, is told why not, and learns nothing that its seat may not know."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest

import waystation
from waystation.bots import levels_of
from waystation.engine import Chance
from waystation.study import room as room_module
from waystation.study.room import Room, RoomError, check_effort, games

mcp = pytest.importorskip("mcp")
from waystation.study.mcp_server import build  # noqa: E402 - after the check that the library is there

SMALL: dict[str, dict[str, Any]] = {
    "wayfinders": {"max_rounds": 8},
    "windward": {"max_rounds": 4},
    "wayfarers": {"round_limit": 6},
}


def with_client(target: Any, do: Callable[[Any], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with mcp.Client(target) as client:
            await do(client)

    anyio.run(inside)


async def ask(client: Any, tool: str, **given: Any) -> Any:
    """A tool's result; an error is raised with its text."""
    answer = await client.call_tool(tool, given)
    if answer.is_error:
        raise RuntimeError(answer.content[0].text)
    return answer.structured_content.get("result", answer.structured_content)


async def play_out(client: Any, game: str, **more: Any) -> dict[str, Any]:
    """Play a game with the first move or the last; the score at the end."""
    said = await ask(client, "start", game=game, seats=["me", "random"], seed="7", options=SMALL.get(game, {}), **more)
    table = said.split()[1]
    chance = Chance.of(0, game)
    while True:
        moves = await ask(client, "legal_moves", table=table)
        if not moves:
            score: dict[str, Any] = await ask(client, "score", table=table)
            return score
        await ask(client, "play", table=table, move=moves[chance.below(len(moves))])


@pytest.mark.parametrize("game", waystation.game_names())
def test_a_client_finishes_each_game(game: str) -> None:
    async def do(client: Any) -> None:
        names = [each["name"] for each in await ask(client, "list_games")]
        assert names == waystation.game_names()
        score = await play_out(client, game)
        assert score["over"]
        assert score["outcome"]["text"]
        assert set(score["sheets"]) == {"Player 1", "Player 2 (random)"}

    with_client(build(), do)


def test_rules_refusals_and_errors_are_told() -> None:
    async def do(client: Any) -> None:
        assert "airstrip" in await ask(client, "rules", game="wayfinders")
        table = (await ask(client, "start", game="wayfinders")).split()[1]
        assert "Your legal moves:" in await ask(client, "look", table=table)
        before = await ask(client, "look", table=table)
        assert "[" in await ask(client, "why_not", table=table, move="land")
        assert await ask(client, "why_not", table=table, move="place 1") == "It is legal."
        with pytest.raises(RuntimeError, match="returned your workers"):
            await ask(client, "play", table=table, move="land")
        assert await ask(client, "look", table=table) == before
        for tool, given, reason in [
            ("start", {"game": "chess"}, "chess"),
            ("rules", {"game": "chess"}, "there is no game 'chess'"),
            ("look", {"table": "x"}, "there is no table 'x'"),
            ("start", {"game": "wayfinders", "seats": ["me", "me"]}, "one of the seats is 'me'"),
            ("start", {"game": "wayfinders", "seats": ["me", "exec:ls"]}, "is a program and can't sit here"),
            ("start", {"game": "wayfinders", "seats": ["me", " exec:ls"]}, "is a program and can't sit here"),
            ("start", {"game": "wayfinders", "seats": ["\n text:ls", "me"]}, "is a program and can't sit here"),
            ("start", {"game": "wayfinders", "seats": ["me", "nobody"]}, "there is no bot 'nobody'"),
            ("start", {"game": "wayfinders", "seats": ["me", "mcts:999999999"]}, "at most 20 seconds or 10000 simul"),
            ("start", {"game": "wayfinders", "seats": ["me", " mcts:21s"]}, "at most 20 seconds or 10000 simulations"),
            ("start", {"game": "wayfinders", "seats": ["me", "greedy:999999999"]}, "here greedy takes no argument"),
            ("start", {"game": "wayfarers", "seats": ["me", "expert:999999999"]}, "here expert takes no argument"),
            ("start", {"game": "wayfinders", "options": {"color": 1}}, "color"),
        ]:
            with pytest.raises(RuntimeError, match=reason):
                await ask(client, tool, **given)
        closed = (await ask(client, "start", game="wayfinders", show_legal_moves=False)).split()[1]
        assert "Your legal moves:" not in await ask(client, "look", table=closed)
        with pytest.raises(RuntimeError, match="does not list legal moves"):
            await ask(client, "legal_moves", table=closed)
        assert "Question" in await ask(client, "play", table=closed, move="place 1")

    with_client(build(), do)


def test_a_seed_may_be_a_number() -> None:
    async def do(client: Any) -> None:
        said = [await ask(client, "start", game="wayfinders", seed=seed) for seed in (7, "7", 0, "0", 2**70, "[1]")]
        deals = [text.split(maxsplit=2)[2] for text in said]
        assert deals[0] == deals[1] != deals[2] == deals[3]
        for wrong in (7.0, True, None):
            with pytest.raises(RuntimeError, match="seed"):
                await ask(client, "start", game="wayfinders", seed=wrong)

    with_client(build(), do)


@pytest.mark.parametrize("game", waystation.game_names())
def test_nothing_hidden_is_shown(game: str) -> None:
    """Whatever is said to the seat holds none of the words that it must not know, all through a game."""
    kind = waystation.game_type(game)
    room = Room()
    table = room.table(room.start(game, ["me", "random"], {**kind.spec.harness, **SMALL.get(game, {})}, "7", True))
    chance, known = Chance.of(1, game), table.game.knowledge
    for _ in range(60):
        moves = table.legal()
        if not moves:
            break
        move = moves[chance.below(len(moves))]
        said = table.play(move) + json.dumps(table.score()) + (table.why_not("nonsense") or "")
        for secret in known.secrets(table.match.state, table.me):
            assert secret not in said


@pytest.mark.parametrize("game", waystation.game_names())
def test_what_a_server_offers_may_sit_here(game: str) -> None:
    for bot in [*(level.spec for level in levels_of(game)), "mcts:20s", "mcts:10000"]:
        check_effort(bot, waystation.load(game))


def test_tables_left_alone_longest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "MOST_TABLES", 3)
    room = Room()
    first = room.start("wayfinders", ["me", "random"], {}, "", True)
    second = room.start("wayfinders", ["me", "random"], {}, "", True)
    room.start("wayfinders", ["me", "random"], {}, "", True)
    room.table(first)
    room.start("wayfinders", ["me", "random"], {}, "", True)
    room.table(first)
    with pytest.raises(RoomError, match="no table"):
        room.table(second)
    assert {each["name"] for each in games()} == set(waystation.game_names())
    assert not any(bot in ("exec", "text") for each in games() for bot in each["bots"])


def test_over_standard_input_and_output() -> None:
    target = mcp.StdioServerParameters(command=sys.executable, args=["-m", "waystation", "mcp"])

    async def do(client: Any) -> None:
        assert (await play_out(client, "wayfinders"))["over"]

    with_client(mcp.stdio_client(target), do)


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is another thing")
def test_ctrl_c_ends_it_while_it_is_listening() -> None:
    """It waited for a line that nobody was going to send."""
    command = [sys.executable, "-m", "waystation", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert server.stdout.readline()
        server.send_signal(signal.SIGINT)
        try:
            assert server.wait(60) == 130
        finally:
            server.kill()


def test_over_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "waystation", "mcp", "--http", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.1)

        async def do(client: Any) -> None:
            assert (await play_out(client, "wayfinders"))["over"]

        with_client(f"http://127.0.0.1:{port}/mcp", do)
    finally:
        server.terminate()
        server.wait(10)
