"""The HTTP part: what every answer is like, the description against a fuzzer, the page's files."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urljoin

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy.exc import OperationalError

from server.playing import Person, Running
from waystation.server.allowance import Allowance
from waystation.server.api import ENDPOINTS
from waystation.server.calls import openapi
from waystation.server.observe import POLICY
from waystation.server.prometheus import Counted
from waystation.server.protocol import ClientMessage, ServerMessage
from waystation.server.storage import make_engine

schema = schemathesis.openapi.from_dict(openapi(ENDPOINTS, "test"))
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@schema.parametrize()
@settings(max_examples=6)
def test_every_endpoint_does_as_described(running: Running, case: Any) -> None:
    case.call_and_validate(base_url=f"http://{running.address}", checks=CHECKS)


def test_headers_of_every_answer(running: Running) -> None:
    ada = Person(running.address, "Ada")
    for path in ("/", "/api/games", "/api/nothing", "/health", "/join", "/t/x", "/static/x/none.js"):
        answer = ada.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert re.fullmatch("[0-9a-f]{12}", answer.headers["x-request-id"])
    cookie = ada.http.post("/api/me", json={"name": "Ada"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_the_cookie_comes_with_the_page(running: Running) -> None:
    """What the page then asks for, several things at once, is asked by one person."""
    for path in ("/", "/you", "/table/whatever", "/join"):
        newcomer = Person(running.address)
        newcomer.http.cookies.clear()
        assert "set-cookie" in newcomer.get(path).headers
        for asked in ("/api/me", "/api/tables", path):
            assert "set-cookie" not in newcomer.get(asked).headers


def test_the_page_and_its_files(running: Running) -> None:
    ada = Person(running.address)
    page = ada.get("/table/whatever").text
    files = re.findall(r'"(/static/[^"]+)"', page)
    assert files
    assert "@" not in "".join(files)
    total = 0
    for file in files:
        answer = ada.http.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert file.endswith(".png") or answer.headers["content-encoding"] == "gzip"
        total += int(answer.headers["content-length"])
    old = ada.http.get(re.sub("/static/[^/]+", "/static/old", files[0]))
    assert old.headers["cache-control"] == "no-cache"
    assert ada.get("/static/x/../../../etc/passwd").status_code in (200, 404)
    assert "root:" not in ada.get("/static/x/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text
    assert total < 200_000


def test_the_page_can_be_installed(running: Running) -> None:
    """Its manifest leads back to the page from wherever it lies, and its icons are there, in the sizes it says."""
    ada = Person(running.address)
    (place,) = re.findall(r'<link rel="manifest" href="([^"]+)"', ada.get("/").text)
    answer = ada.get(place)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {urljoin(place, manifest[key]) for key in ("id", "start_url", "scope")} == {"/"}
    assert [icon.get("purpose") for icon in manifest["icons"]].count("maskable") == 1
    for icon in manifest["icons"]:
        drawn = ada.get(urljoin(place, icon["src"]))
        assert drawn.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_the_games(running: Running) -> None:
    ada = Person(running.address)
    games = {info["name"]: info for info in ada.get("/api/games").json()}
    assert {"duel", "stones", "wayfinders"} <= set(games)
    duel = games["duel"]
    assert duel["options"]["$defs"]["DuelOptions"]["properties"]["players"]["maximum"] == 3
    assert [bot["spec"] for bot in duel["bots"]][:2] == ["random", "beginner"]
    look = ada.get(f"/api/games/duel/look?v={duel['look']}")
    assert set(look.json()) == {"symbols", "palette"}
    assert "immutable" in look.headers["cache-control"]
    assert ada.get("/api/games/duel/look").headers["cache-control"] == "no-cache"
    assert ada.get("/api/games/duel/picture.svg?theme=dark").text.startswith("<svg")
    assert "<h1" in ada.get("/api/games/wayfinders/rules").text
    assert (
        '<span class="figure" data-position="workers"><span class="caption">'
        in ada.get("/api/games/wayfinders/rules").text
    )
    light, dark = (ada.get(f"/api/games/wayfinders/positions/workers.svg?theme={theme}") for theme in ("light", "dark"))
    assert light.headers["content-type"] == "image/svg+xml"
    assert light.text.startswith("<svg")
    assert light.text != dark.text
    for nowhere in ("wayfinders/positions/nowhere.svg", "duel/positions/workers.svg", "nothing/positions/workers.svg"):
        assert ada.get(f"/api/games/{nowhere}").status_code == 404
    assert ada.get("/api/games/duel/rules").status_code == 404
    assert ada.get("/api/games/chess/look").status_code == 404


def test_wishes_that_make_no_sense(running: Running) -> None:
    ada = Person(running.address, "Ada")
    for wish, status in (
        ({"game": "chess", "seats": []}, 422),
        ({"game": "duel", "seats": ["me"]}, 422),
        ({"game": "duel", "seats": ["me", "me"]}, 422),
        ({"game": "duel", "seats": ["me", "you"]}, 422),
        ({"game": "duel", "seats": ["me", "open"], "options": {"players": 9}}, 422),
        ({"game": "duel", "seats": ["me", "open"], "options": {"cards": 9}}, 422),
        ({"game": "duel", "seats": ["me", "open"], "undo": "always"}, 422),
        ({"game": "duel", "seats": ["me", "open"], "host": "me"}, 422),
    ):
        answer = ada.post("/api/tables", wish)
        assert answer.status_code == status
        assert answer.json()["reason"]
    raw = {"content-type": "application/json"}
    assert ada.http.post("/api/me", content=b"{", headers=raw).status_code == 400
    assert ada.http.post("/api/me", content=b"\xff", headers=raw).status_code == 400
    assert ada.http.post("/api/me", content=b"[" * 60_000, headers=raw).status_code == 422
    assert ada.http.post("/api/me", content=b'"' + b"x" * 70_000 + b'"', headers=raw).status_code == 413
    assert ada.get("/api/tables").json() == []


def test_a_database_that_cannot_be_used(running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running.server.database, "_reads", make_engine(f"sqlite:///{tmp_path / 'no' / 'such'}"))
    monkeypatch.setattr("logging.Logger.error", lambda *_, **__: None)
    answer = Person(running.address).get("/api/tables")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json() == {"reason": "The database does not answer.", "rule": ""}
    page = Person(running.address).get("/table/any")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    watcher = Person(running.address).watch("any")
    assert watcher.closed() == 1013, "come back in a moment"
    assert watcher.frames[-1]["reason"] == "The database does not answer."


def test_a_message_while_the_database_cannot_be_used(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused in a sentence, and the visit goes on."""
    ada = Person(running.address, "Ada")
    watcher = ada.watch(ada.open("duel", ["me", "bot:random"])["id"])
    watcher.hear("hello")

    async def locked(job: Any) -> Any:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    monkeypatch.setattr("logging.Logger.error", lambda *_, **__: None)
    monkeypatch.setattr(running.server.storage, "write", locked)
    for message in ({"t": "chat", "seat": 0, "text": "hello"}, {"t": "hint", "seat": 0, "version": watcher.version}):
        answer = watcher.ask(message)
        assert (answer["t"], answer.get("stale", False)) == ("refused", False)
        assert answer["reason"] == "The database does not answer."
    monkeypatch.undo()
    assert watcher.ask({"t": "chat", "seat": 0, "text": "hello"})["t"] == "done"


def test_an_answer_that_brings_a_cookie_is_for_nobody_else(running: Running) -> None:
    """What is cached for all, or by its ETag, once gave one person's cookie to whoever came by the same cache."""
    game = Person(running.address).get("/api/games").json()[0]
    for path in (f"/api/games/{game['name']}/look?v={game['look']}", "/api/open", "/"):
        first = httpx.get(f"http://{running.address}{path}")
        assert (first.headers["cache-control"], "set-cookie" in first.headers) == ("private, no-cache", True)
        again = httpx.get(f"http://{running.address}{path}", headers={"cookie": Person(running.address).cookie()})
        assert "private" not in again.headers["cache-control"]
        assert "set-cookie" not in again.headers


def test_records_are_not_made_without_end(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is played again for each."""
    monkeypatch.setattr(running.server.limits, "pictures", Allowance(0.001, 2))
    ada = Person(running.address, "Ada")
    table = ada.open("duel", ["me", "bot:random"])["id"]
    codes = [ada.get(f"/api/tables/{table}/{what}").status_code for what in ("record", "keepsakes", "record")]
    assert codes == [409, 409, 429]


def test_health_and_metrics(running: Running) -> None:
    ada = Person(running.address)
    health = ada.get("/health").json()
    assert health["ok"]
    text = ada.get("/metrics").text
    assert "waystation_tables_loaded" in text
    assert 'waystation_requests_total{route="health",status="200"}' in text
    assert 'waystation_frame_bytes_bucket{le="250.0"}' in text


def test_a_histogram_counts_as_prometheus_wants_it() -> None:
    """Each bucket holds all that is no larger than its bound."""
    counted = Counted()
    for size in (249, 250, 251, 3000, 10**9):
        counted.frame_bytes.observe(size)
    lines = [line for line in counted.text().decode().splitlines() if line.startswith("waystation_frame_bytes")]
    found = dict(line.removeprefix("waystation_frame_bytes_").rsplit(" ", 1) for line in lines)
    assert {name: float(found[f'bucket{{le="{name}"}}']) for name in ("250.0", "500.0", "4000.0", "+Inf")} == {
        "250.0": 2,
        "500.0": 3,
        "4000.0": 4,
        "+Inf": 5,
    }
    assert (float(found["count"]), float(found["sum"])) == (5, 249 + 250 + 251 + 3000 + 10**9)


def test_the_protocol_page_names_every_message_and_every_address() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    for kind in get_args(ClientMessage):
        assert f'"t":"{kind.__struct_config__.tag}"' in page
    for kind in get_args(ServerMessage):
        tag = kind.__struct_config__.tag
        assert f"`{tag}" in page
        for field in kind.__struct_fields__:
            assert field in page, f"{tag}.{field}"
    for endpoint in ENDPOINTS:
        path = endpoint.path.replace("{game}", "{name}").replace("{table}", "{id}").replace("{tournament}", "{id}")
        assert path.removesuffix(".png") in page
