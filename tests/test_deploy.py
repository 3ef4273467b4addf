"""The files in deploy/: steps of the container carried out without one, units, and every metric that is named."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from prometheus_client import CollectorRegistry

from test_wheel import Place
from waystation.server.api import ENDPOINTS
from waystation.server.prometheus import Count, Counted

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


# ---------------------------------------------------------------------- the container


class Step(NamedTuple):
    """An instruction of the Containerfile."""

    word: str
    rest: str


def steps() -> list[list[Step]]:
    """The instructions, stage by stage."""
    stages: list[list[Step]] = []
    for line in (DEPLOY / "Containerfile").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            if word == "FROM":
                stages.append([])
            stages[-1].append(Step(word, rest))
    return stages


def find(word: str) -> str:
    """What an instruction of the last stage says."""
    return next(step.rest for step in steps()[-1] if step.word == word)


def sent(name: str) -> bool:
    """Whether the ignore file lets a path of the repository into the build."""
    inside = True
    for rule in (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").split():
        pattern = rule.lstrip("!").removeprefix("**/")
        if any(fnmatch.fnmatch(part, pattern) for part in (name, *name.split("/"), name.split("/")[0])):
            inside = rule.startswith("!")
    return inside


class Build:
    """Stages as folders: COPY copies, RUN runs, with the image's own paths led into the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = self.base = folder
        self.python: Place | None = None

    def stage(self, number: int, stage: list[Step]) -> None:
        self.base = self.folder / f"stage{number}"
        self.base.mkdir()
        self.home = self.base
        for step in stage:
            {"WORKDIR": self.workdir, "COPY": self.copy, "RUN": self.run}.get(step.word, lambda rest: None)(step.rest)

    def inside(self, path: str) -> Path:
        return self.base / path.lstrip("/") if path.startswith("/") else self.home / path

    def workdir(self, rest: str) -> None:
        self.home = self.inside(rest)
        self.home.mkdir(parents=True, exist_ok=True)

    def copy(self, rest: str) -> None:
        words = [word for word in rest.split() if not word.startswith("--")]
        *sources, target = words
        origin = self.folder / "stage0" if "--from=build" in rest else ROOT
        for source in sources:
            found = origin / source.lstrip("/")
            assert found.exists(), source
            assert origin != ROOT or sent(source), f"{source} is ignored"
            into = self.inside(target)
            if found.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
                shutil.copytree(found, into, symlinks=True, dirs_exist_ok=True, ignore=ignored)
            else:
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, into)

    def run(self, rest: str) -> None:
        """A command; the two that a registry or the image's Python would answer are answered from here."""
        if rest == "python -m venv /opt/waystation":
            self.python = Place(self.inside("/opt/waystation"))
        elif "--require-hashes" in rest:
            self.bring(self.home / shlex.split(rest)[-1])
        elif " pip install " in rest:  # with this Python's pip: the environment has none without a registry
            words = [sys.executable, "-m", "pip", "--python", str(self.inside("/opt/waystation/bin/python"))]
            self.done([*words, *shlex.split(rest.partition(" pip ")[2])])
        else:
            self.done([word if not word.startswith("/") else str(self.inside(word)) for word in shlex.split(rest)])

    def done(self, words: list[str]) -> None:
        done = subprocess.run(words, cwd=self.home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def bring(self, requirements: Path) -> None:
        """The pinned packages, as they are installed here."""
        names = re.findall(r"^([A-Za-z0-9_.-]+)==", requirements.read_text("utf-8"), re.MULTILINE)
        assert {"starlette", "uvicorn", "setuptools", "psycopg"} <= set(names)
        assert self.python is not None
        self.python.bring(names)


@pytest.fixture(scope="module")
def image() -> Iterator[Path]:
    """The root of the container's last stage; where somebody else may read it, too."""
    folder = Path(tempfile.mkdtemp(prefix="waystation-image-"))
    folder.chmod(0o755)
    build = Build(folder)
    for number, stage in enumerate(steps()):
        build.stage(number, stage)
    yield build.base
    shutil.rmtree(folder)


def test_the_container_is_lean_and_nobody_in_it_is_root() -> None:
    build, last = steps()
    assert build[0].rest.endswith(" AS build")
    assert not [step for step in last if step.word in ("RUN", "ADD")], "nothing is installed in what is shipped"
    assert re.fullmatch(r"[1-9][0-9]+:[1-9][0-9]+", find("USER"))
    assert [step.word for step in last].index("USER") < [step.word for step in last].index("ENTRYPOINT")
    assert all("@sha256" in step.rest or ":" in step.rest for step in (build[0], last[0])), "a version is named"
    for name, wanted in (("src/waystation/__init__.py", True), ("src/x/__pycache__", False), (".git", False)):
        assert sent(name) is wanted, name
    assert not sent("tests")


@pytest.mark.skipif(os.name == "nt", reason="a container is no Windows")
def test_the_containers_steps_make_a_server_that_is_healthy_and_stops(image: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])

    def led(text: str) -> list[str]:
        """A command of the image, in this folder and on a port that is free."""
        words = json.loads(text)
        return [re.sub(r"(?<=sqlite:///)?/(?=opt/|data/)", f"{image}/", word.replace("8000", port)) for word in words]

    user = int(find("USER").partition(":")[0])
    python = Path(sys.base_prefix, "bin").resolve()
    for_all = all(folder.stat().st_mode & 0o001 for folder in (python, *python.parents))  # not one in somebody's home
    ours = os.geteuid() == 0 and for_all
    as_other: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if ours else {}
    if as_other:
        os.chown(image / "data", user, user)
    environment = {**dict(pair.split("=", 1) for pair in find("ENV").split()), "PATH": os.environ["PATH"]}
    environment["HOME"] = str(image / "data")
    more: dict[str, Any] = {"env": environment, "cwd": image / "data", **as_other}
    command = led(find("ENTRYPOINT")) + led(find("CMD"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more) as server:
        try:
            assert server.stdout is not None
            assert "Waystation is open at" in server.stdout.readline()
            check = find("HEALTHCHECK").partition(" CMD ")[2]
            assert subprocess.run(led(check), timeout=60, check=False, **more).returncode == 0
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
                assert b"<title>" in page.read()
            assert (image / "data" / "tables.sqlite").stat().st_mode & 0o777 == 0o600
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait(60) in (0, -signal.SIGTERM), "stopped in good order"
        assert subprocess.run(led(check), timeout=60, check=False, stderr=subprocess.DEVNULL, **more).returncode != 0


# ---------------------------------------------------------------------- systemd, proxies, logs


def unit(name: str) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text("utf-8").splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return found


def test_the_unit_starts_serve_with_options_that_there_are() -> None:
    from typer.main import get_command

    from waystation.cli import app

    commands: Any = get_command(app)
    for file in ("waystation.service", "waystation-backup.service"):
        line = unit(file)["Service"]["ExecStart"][0]
        name = re.search(r"bin/waystation ([a-z-]+)", line)
        assert name is not None
        known = {option for parameter in commands.commands[name[1]].params for option in parameter.opts}
        known |= {option for parameter in commands.commands[name[1]].params for option in parameter.secondary_opts}
        assert set(re.findall(r" (--[a-z-]+)", line)) <= known
    service = unit("waystation.service")["Service"]
    assert service["User"] != ["root"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["ExecReload"] == ["/bin/kill -HUP $MAINPID"]
    assert service["RestartForceExitStatus"] == ["SIGHUP"], "else one process alone would be gone after a reload"


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="NO SYSTEMD ON THIS MACHINE: units were not verified"
)
def test_systemd_takes_the_units_and_finds_them_safe(tmp_path: Path) -> None:
    for file in DEPLOY.glob("*.[st]*[er]"):
        if file.suffix in (".service", ".timer"):
            text = file.read_text("utf-8").replace("/opt/waystation/bin/waystation", "/bin/true")
            (tmp_path / file.name).write_text(text)
    files = sorted(str(file) for file in tmp_path.iterdir())
    assert len(files) == 3
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "waystation" in line]
    assert not ours, ours
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(tmp_path / "waystation.service")]
    safe = subprocess.run(words, capture_output=True, text=True, check=False)
    assert safe.returncode == 0, safe.stdout[-300:] + safe.stderr


def test_the_page_shows_the_files_as_they_are() -> None:
    """docs/serving.md quotes the proxies' files; the two must not part."""
    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    for name in ("nginx.conf", "Caddyfile"):
        text = (DEPLOY / name).read_text("utf-8")
        assert text.strip() in page, name
    for file in DEPLOY.iterdir():
        assert f"deploy/{file.name}" in page, file.name


def test_errors_are_found_among_what_the_journal_has() -> None:
    """Not all of its lines are the server's: systemd writes some, and one says where the server is open. All have the
    same priority, so errors can't be told by that."""
    page, alerts = (ROOT / "docs" / "serving.md").read_text("utf-8"), (DEPLOY / "alerts.yml").read_text("utf-8")
    told = re.search(r"`(journalctl -u waystation -o cat \| jq -R ('.*?'))`", page)
    assert told is not None
    assert told[1] in alerts
    assert "-p err" not in alerts
    if shutil.which("jq") is None:
        return
    lines = [
        "Started waystation.service",
        "Waystation is open at http://localhost:8000/",
        '{"level": "error", "event": "x"}',
    ]
    words = ["jq", "-c", "-R", *shlex.split(told[2])]
    done = subprocess.run(
        words, input="\n".join([*lines, '{"level": "info"}', ""]), capture_output=True, text=True, check=True
    )
    assert done.stdout == '{"level":"error","event":"x"}\n'


# ---------------------------------------------------------------------- Prometheus and Grafana


def names() -> dict[str, set[str]]:
    """Every name under which a number can be had, with the labels that it has."""
    registry: CollectorRegistry = Counted().registry
    found: dict[str, set[str]] = {"up": {"job"}}
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    labels = {
        collector._name: set(getattr(collector, "_labelnames", ()))
        for collector in registry._collector_to_names
        if hasattr(collector, "_name")
    } | {counted.name: set(counted.labels) for counted in registry._collector_to_names if isinstance(counted, Count)}
    for family in registry.collect():
        for end in ends[family.type]:
            found[family.name + end] = {"job", "instance", "le"} | labels.get(family.name, set())
    return found


def expressions() -> list[str]:
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    found = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    found += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return found


def test_every_metric_and_label_that_is_asked_for_exists() -> None:
    known = names()
    routes = {endpoint.handler.__name__ for endpoint in ENDPOINTS}
    asked = expressions()
    assert len(asked) > 15
    for expression in asked:
        metrics = re.findall(r"\b([a-z_]+)(?:\{([^}]*)\})?(?:\[|\)| |$)", re.sub(r"by \([a-z, ]+\)", "", expression))
        named = [
            (name, given) for name, given in metrics if ("_" in name and name != "histogram_quantile") or name == "up"
        ]
        assert named, expression
        for name, given in named:
            assert name in known, f"{name} in {expression}"
            for label, value in re.findall(r'(\w+)!?=~?"([^"]*)"', given):
                assert label in known[name], f"{label} in {expression}"
                assert label != "route" or value in routes, value
        for label in re.findall(r"by \(([a-z]+)\)", expression):
            assert all(label in known[name] for name, _ in named), expression


def test_dashboard_and_alerts_are_whole() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)
    assert {panel["datasource"]["uid"] for panel in dashboard["panels"]} == {"${datasource}"}
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    for rule in rules["groups"][0]["rules"]:
        assert {"summary", "description"} <= set(rule["annotations"]), rule["alert"]
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text("utf-8"))
    assert scraped["scrape_configs"][0]["job_name"] == "waystation"
    assert (DEPLOY / scraped["rule_files"][0]).exists()


def test_messages_and_results_of_the_dashboard_are_the_servers() -> None:
    """Kinds and results are words of `session`: one that is not there would be an empty panel."""
    from waystation.server import protocol, session

    source = Path(session.__file__).read_text("utf-8")
    for expression in expressions():
        for kind in re.findall(r'kind="(\w+)"', expression):
            assert hasattr(protocol, kind)
        for result in re.findall(r'result="(\w+)"', expression):
            assert f'"{result}"' in source, result
