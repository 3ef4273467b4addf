"""Coverage-guided fuzzing of everything that reads what other people made.

    python3 dev.py fuzz                          # all readers, 6 minutes each: half an hour
    python3 dev.py fuzz record --minutes 60      # one of them
    python3 dev.py fuzz --again build/fuzz/record/crash-...      # what an input does

Five readers are tried: records, positions, scenarios, owners' components and messages to the server. They begin with
valid documents of every game, which are changed byte by byte (libFuzzer, by way of atheris) and in their structure;
what reaches code that no input reached before is kept in build/fuzz/<reader>/corpus and grown further. A reader may
accept a document or refuse it by an error of ours; what it accepts is then used as a user would: played on, viewed,
written and read back. Any other error, and whatever takes longer than a minute or more than 2 GB, is a crash: its input
is kept beside the corpus.

Where atheris does not run (it is for Linux), the same changes are made without guidance.
"""

from __future__ import annotations

import argparse
import json
import random  # noqa: TID251 - a fuzzer's own chance
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "fuzz"
MINUTES = 30.0
LARGEST = 60_000
"""Bytes of an input."""
RESTARTS = 30
"""How often a reader is begun with again after a crash."""

try:
    import atheris
except ImportError:
    atheris = None

if atheris is not None and not {"--again", "--help", "-h"}.intersection(sys.argv):
    with atheris.instrument_imports(include=["waystation"], enable_loader_override=False):
        import waystation
        from waystation.engine import Chance, State, WaystationError, record, scenario
        from waystation.engine.documents import from_json, from_toml, text_of
        from waystation.games.waypoints.mapfile import MapFileError, read_map
        from waystation.server import protocol, session
else:
    import waystation
    from waystation.engine import Chance, State, WaystationError, record, scenario
    from waystation.engine.documents import from_json, from_toml, text_of
    from waystation.games.waypoints.mapfile import MapFileError, read_map
    from waystation.server import protocol, session

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("wayfinders", {"exploration": True}),
    ("waypoints", {}),
    ("wordtraveler", {"players": 3}),
    ("wayfarers", {}),
    ("wayfarers", {"players": 1}),
    ("windward", {"players": 3}),
    ("windward", {"players": 2, "mode": "co-operative"}),
]

Reader = Callable[[bytes], None]


def use(state: State, decisions: int = 6) -> None:
    """What a user does with a state that was read."""
    chance = Chance.of(1, "fuzz")
    for _ in range(decisions):
        for viewer in (None, *state.to_act[:1]):
            state.game.scene(state.view(viewer))
        if state.is_over:
            break
        seat = state.to_act[0]
        state.determinize(seat, chance)
        state.apply(chance.choice(state.legal_actions(seat)), seat)
    document = state.position()
    assert waystation.state_from(json.loads(json.dumps(document))) == state


# ---------------------------------------------------------------------- the readers


def read_record(data: bytes) -> None:
    try:
        written = record.parse(text_of(data))
        match = record.replay(written, to=60)
    except (WaystationError, UnicodeDecodeError):
        return
    again = record.parse(record.write(match))
    assert again.checksum == "good"
    assert record.replay(again).state == match.state
    use(match.state, 2)


def read_position(data: bytes) -> None:
    try:
        document = from_json(text_of(data))
    except ValueError:  # what the command and the server say of JSON that is none
        return
    try:
        state = waystation.state_from(document)
    except WaystationError:
        return
    use(state)


def read_scenario(data: bytes) -> None:
    path = FOLDER / f"scenario-{sys.argv[-1] if sys.argv[-1].isdigit() else 0}.toml"
    path.write_bytes(data)
    try:
        for found in scenario.load(path)[:3]:
            scenario.check(found)
    except WaystationError:
        return


def read_components(data: bytes) -> None:
    """The first line says of what: a game and its option, or a map of Waypoints."""
    head, _, rest = data.partition(b"\n")
    try:
        text = text_of(rest)
        if head == b"map":
            read_map(text)
            return
        document = from_toml(text)
    except (ValueError, MapFileError):
        return
    name, _, option = head.decode("ascii", "replace").partition(" ")
    if (name, option) not in OWN:
        return
    value = next(iter(document.values()), []) if option == "tiles" else document
    try:
        game = waystation.load(name, **{option: value})
    except WaystationError:
        return
    use(game.new_state(1), 4)


def read_message(data: bytes) -> None:
    from msgspec import DecodeError
    from msgspec import json as encoded

    try:
        asked = session._decode(data)
    except (DecodeError, UnicodeError, RecursionError):  # answered by "makes no sense"
        return
    assert session._decode(encoded.encode(asked)) == asked


READERS: dict[str, Reader] = {
    "record": read_record,
    "position": read_position,
    "scenario": read_scenario,
    "components": read_components,
    "message": read_message,
}
OWN = {("wayfinders", "tiles"), ("wayfarers", "components"), ("windward", "components")}


# ---------------------------------------------------------------------- valid documents to begin with


def seeds(reader: str) -> list[bytes]:
    """Valid documents for a reader."""
    return [text.encode() for text in SEEDS[reader]()]


def _matches() -> list[Any]:
    found = []
    for name, options in TABLES:
        for decisions in (0, 25):
            match, chance = waystation.Match(waystation.load(name, **options), 7), Chance.of(decisions, "seeds")
            for _ in range(decisions):
                seat = match.state.to_act[0]
                match.apply(chance.choice(match.state.legal_actions(seat)), seat)
            found.append(match)
    return found


def _records() -> list[str]:
    return [record.write(match, kind) for match in _matches() for kind in ("seed", "commitment")]


def _positions() -> list[str]:
    return [json.dumps(match.state.position(), indent=0) for match in _matches()]


def _scenarios() -> list[str]:
    paths = sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))
    return [text for path in paths[::3] if len(text := path.read_text(encoding="utf-8")) < LARGEST / 2]


def _components() -> list[str]:
    games = ROOT / "src" / "waystation" / "games"
    found = [f"map\n{(games / 'waypoints' / 'data' / 'map1.toml').read_text(encoding='utf-8')}"]
    found.append(f"wayfinders tiles\n{(games / 'wayfinders' / 'tiles.toml').read_text(encoding='utf-8')}")
    for path in sorted((games / "wayfarers" / "data").glob("*.toml")):
        text = re.sub(r"^(\[+)", rf"\g<1>{path.stem}.", path.read_text(encoding="utf-8"), flags=re.M)
        found.append(f"wayfarers components\n{text}")
    text = (games / "windward" / "data" / "components.toml").read_text(encoding="utf-8")
    found.append(f"windward components\n{text}")
    return [text for text in found if len(text) < LARGEST]


def _messages() -> list[str]:
    found = []
    for kind in protocol.ClientMessage.__args__:
        fields = dict.fromkeys(kind.__struct_fields__, 1) | {"type": kind.__struct_config__.tag}
        found.append(json.dumps(fields))
        found.append(json.dumps({field: "1:place 1" if field != "type" else value for field, value in fields.items()}))
    return found


SEEDS: dict[str, Callable[[], list[str]]] = {
    "record": _records,
    "position": _positions,
    "scenario": _scenarios,
    "components": _components,
    "message": _messages,
}


# ---------------------------------------------------------------------- changes

ODD = [
    b"0",
    b"-1",
    b"1",
    b"99999999999999999999",
    b"1e400",
    b"true",
    b"null",
    b'""',
    b"[]",
    b"{}",
    b"NaN",
    b'"\\ud800"',
]
ODD += [b'"\\ud800"', "é\u202e\u0000".encode(), b"[" * 3000, b"(" * 3000, b"{0.__class__}", b"9" * 5000, b" " * 3000]
TOKEN = re.compile(rb'"[^"\n]*"|-?[0-9.]+|[A-Za-z_]+')


def change(data: bytes, chance: random.Random) -> bytes:
    """One change in the structure of a text: of a token, a line, or several lines."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, chance.choice(lines))
    elif kind == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        tokens = list(TOKEN.finditer(lines[at]))
        if tokens:
            token = chance.choice(tokens)
            others = TOKEN.findall(chance.choice(lines)) or ODD
            new = chance.choice(ODD if kind < 5 else others)
            lines[at] = lines[at][: token.start()] + new + lines[at][token.end() :]
    return b"\n".join(lines)[:LARGEST]


# ---------------------------------------------------------------------- running


def fuzz_one(reader: str, seconds: int, seed: int) -> None:
    """Fuzz one reader; does not return."""
    folder = FOLDER / reader
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(reader)):
        (corpus / f"seed-{number:03}").write_bytes(data)
    if atheris is None:
        unguided(reader, seconds, seed)
        sys.exit(0)

    def mutate(data: bytes, most: int, number: int) -> bytes:
        chance = random.Random(number)
        if chance.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        for _ in range(chance.randint(1, 4)):
            data = change(data, chance)
        return data[:most]

    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={seconds}",
            f"-max_len={LARGEST}",
            "-timeout=60",
            "-rss_limit_mb=2048",
            f"-seed={seed}",
            "-print_final_stats=1",
            f"-artifact_prefix={folder}/",
            str(corpus),
        ],
        READERS[reader],
        custom_mutator=mutate,
    )
    atheris.Fuzz()


def unguided(reader: str, seconds: int, seed: int) -> None:
    """The same changes without guidance, where atheris does not run."""
    chance, texts = random.Random(seed), seeds(reader)
    end, tried, told = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < end:
        data = chance.choice(texts)
        for _ in range(chance.randint(1, 6)):
            data = change(data, chance)
        try:
            READERS[reader](data)
        except Exception:
            path = FOLDER / reader / f"crash-{seed}-{tried}"
            path.write_bytes(data)
            print(f"crash: {path}", flush=True)
            raise
        tried += 1
        if time.monotonic() - told > 5:
            told = time.monotonic()
            print(f"{reader}: {tried} inputs, {end - told:.0f} s left", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py fuzz", description=__doc__.partition("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("readers", nargs="*", help=f"of {', '.join(READERS)}; default: all")
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="for all of them together (default: %(default)g)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path, help="read this input once; its folder names the reader")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.again is not None:
        READERS[given.again.resolve().parent.name](given.again.read_bytes())
        print("no crash")
        return
    seconds = max(1, round(60 * given.minutes / max(1, len(given.readers or READERS))))
    if given.one is not None:
        fuzz_one(given.one, round(60 * given.minutes), given.seed)
        return
    wrong = [name for name in given.readers if name not in READERS]
    if wrong:
        parser.error(f"there is no reader {', '.join(wrong)}; there are {', '.join(READERS)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in given.readers or READERS:
        end, seed = time.monotonic() + seconds, given.seed
        while (left := round(end - time.monotonic())) > 0 and seed < given.seed + RESTARTS:
            print(f"--- {name}: {left} s, {'guided' if atheris is not None else 'unguided'}", flush=True)
            command = [sys.executable, __file__, "--one", name, "--minutes", str(left / 60), "--seed", str(seed)]
            if subprocess.run(command, check=False).returncode:
                failed.append(name)
            seed += 1  # a crash ends a run: what is left of the time is for other inputs
    found = sorted(
        path for name in READERS for kind in ("crash", "timeout", "oom") for path in (FOLDER / name).glob(f"{kind}-*")
    )
    print(f"{len(found)} crashes{':' if found else '.'}")
    for path in found:
        print(f"  {path}")
    sys.exit(bool(failed or found))


if __name__ == "__main__":
    main()
