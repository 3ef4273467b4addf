"""What notices cost the server's processor: remembering a change, and looking what there is to tell.

    python benchmarks/notices.py --tables 100

Tables of two people each, in a SQLite file in a temporary folder; first nobody wishes to be told anything, then all
wish everything, and nobody is there. Nothing is sent: it waits for a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
import timeit
from pathlib import Path

import httpx

from waystation.server import Server
from waystation.server.app import create_app

KINDS = ["turn", "round", "joined", "undo", "over"]
KEYS = {
    "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
    "auth": "tBHItJI5svbpez7KI4CUXg",
}
"""Of the example in RFC 8291."""
TIMES = 30


async def look(server: Server, tables: list[str]) -> float:
    """Milliseconds of the processor for a look at tables that have changed."""
    server.hub.ledger.changed.update(tables)
    began = time.process_time()
    await server.herald.look()
    return (time.process_time() - began) * 1000


async def middle(server: Server, tables: list[str]) -> float:
    return statistics.median([await look(server, tables) for _ in range(TIMES)])


async def measure(folder: Path, number: int) -> None:
    server = Server(f"sqlite:///{folder / 'tables.sqlite'}", workers=1)
    app = create_app(server)
    await server.start(app)
    way = httpx.ASGITransport(app)
    people = [httpx.AsyncClient(transport=way, base_url="http://localhost", timeout=60) for _ in range(20)]
    tables = []
    for n in range(number):
        host, guest = people[n % 20], people[(n + 1 + n // 20 % 19) % 20]
        wish = {"game": "wayfinders", "options": {"players": 2}, "seats": ["me", "open"]}
        table = (await host.post("/api/tables", json=wish)).raise_for_status().json()
        await guest.post("/api/join", json={"link": table["seats"][1]["link"]})
        tables.append(table["id"])
    changed: set[str] = set()
    remember = timeit.timeit(lambda: changed.add(tables[0]), number=1_000_000) * 1000
    print(f"{'remember that a table has changed, ns':52} {remember:.0f}")
    print(f"{'a look at all tables, nobody wishes anything, ms':52} {await middle(server, tables):.2f}")
    for n, person in enumerate(people):
        browser = {"endpoint": f"https://push.example.org/{n}", **KEYS}
        (await person.post("/api/you/notices/push", json=browser)).raise_for_status()
        (await person.post("/api/you/notices", json={"push": KINDS})).raise_for_status()
    print(f"{'the first look, all wish everything, ms':52} {await look(server, tables):.0f}")
    print(f"{'each further look, ms':52} {await middle(server, tables):.0f}")
    for person in people:
        await person.aclose()
    await server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), given.tables))


if __name__ == "__main__":
    main()
