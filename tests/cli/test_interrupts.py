"""Ctrl-C and SIGTERM end whatever searches within a second, with the status of such an end, and nothing else is said of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from declarant.events.types import CREATURE_TYPES

STARTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests were started by
from declarant.handlers.legality.search import mixed_integer
from declarant.tools.running import watch
run = mixed_integer._run
def solving(solver, budget):
    print("HiGHS is at work", file=sys.stderr, flush=True)
    run(solver, budget)
mixed_integer._run = solving
watch.PATIENCE = 1.0
sys.argv = ["declarant", *sys.argv[1:]]
from declarant.tools.entry import main
print("Started", file=sys.stderr, flush=True)
main()
"""
LOADING = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            del sys.argv[1]
            print(name, "is being imported", file=sys.stderr, flush=True)
            time.sleep(3)
from declarant.tools.entry import main
sys.meta_path.insert(0, Slow())
main()
"""
POOLED = STARTED.replace(
    "watch.PATIENCE = 1.0",
    """
from declarant.tools.running.executors import Processes
submit = Processes._submit
def submitting(*given):
    future = submit(*given)
    print("Others are at work", file=sys.stderr, flush=True)
    return future
Processes._submit = submitting""",
)
AT_WORK = ("HiGHS is at work", "takes longer than")


def exact_cover(path: Path, triples: int, more: int) -> Path:
    """A case of attackers that must be blocked, each only by three creatures and by all of them: hard to say how many can be."""
    random = Random(0)
    blockers = dict(zip((f"b{n}" for n in range(3 * triples)), (word for word in CREATURE_TYPES if word.isalpha()), strict=False))
    shuffled = random.sample(list(blockers), len(blockers))
    sets = [shuffled[3 * n : 3 * n + 3] for n in range(triples)] + [random.sample(list(blockers), 3) for _ in range(more)]
    random.shuffle(sets)
    attackers = {f"a{n}": " creatures and/or ".join(blockers[each] for each in able) for n, able in enumerate(sets)}
    lines = (
        "can't be blocked except by {} creatures",
        "can't be blocked except by three or more creatures",
        "must be blocked if able",
    )
    text = "\n".join(f"~ {line}." for line in lines)
    own = [creature(id, "Ann", text=text.format(able)) for id, able in attackers.items()]
    theirs = [creature(id, "Bob", subtypes=[kind]) for id, kind in blockers.items()]
    steps = [{"attack": dict.fromkeys(attackers, "Bob")}, {"block": {}}]
    case = {"id": "cover", "rules": "2024-06-07", "players": ["Ann", "Bob"], "battlefield": own + theirs, "steps": steps}
    path.write_text(json.dumps(case))
    return path


def creature(id: str, controller: str, **more: object) -> dict[str, object]:
    return {"id": id, "controller": controller, "types": ["Creature"], "power": 2, "toughness": 2, "name": "~"} | more


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exact_cover(tmp_path_factory.mktemp("cases") / "cover.json", 25, 150)


def ended(
    arguments: Sequence[str], number: signal.Signals, marks: tuple[str, ...] = AT_WORK, code: str = STARTED
) -> tuple[int, str, str]:
    """Start the command, wait until it says that it is at work, and end it: status, standard output and error after that."""
    command = [sys.executable, "-c", code, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        printed = ""
        for line in process.stderr:
            printed += line
            if any(mark in line for mark in marks):
                break
        assert any(mark in printed for mark in marks), printed
        process.send_signal(number)
        try:
            output, errors = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return process.returncode, output, printed + errors


@pytest.mark.parametrize(
    ("command", "number", "status"),
    [
        (["audit", "--workers", "1"], signal.SIGTERM, 143),
        (["explain", "--step", "1"], signal.SIGINT, 130),
        (["options", "--step", "1"], signal.SIGINT, 130),
    ],
)
def test_a_signal_ends_a_search(command: list[str], number: signal.Signals, status: int, hard: Path) -> None:
    pytest.importorskip("highspy")
    returned, output, errors = ended([command[0], str(hard), *command[1:], "--format", "json"], number, AT_WORK[:1])
    assert (returned, output) == (status, "")
    assert "Traceback" not in errors
    assert "Exception" not in errors


def test_a_signal_ends_what_other_processes_do_and_they_leave_nothing(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    board = [creature("ox", "Ann"), creature("elk", "Bob")]
    path.write_text(json.dumps({"id": "small", "players": ["Ann", "Bob"], "battlefield": board, "steps": []}))
    playing = ["simulate", str(path), "--policy", "Ann=uniform", "--policy", "Bob=uniform", "--games", "100000", "--workers", "2"]
    returned, _, errors = ended(playing, signal.SIGINT, ("Others are at work",), POOLED)
    assert returned == 130 and {*errors.splitlines()} <= {"Started", "Others are at work"}


def test_what_takes_long_is_named_on_standard_error_until_a_signal_ends_it(hard: Path) -> None:
    pytest.importorskip("highspy")
    returned, output, errors = ended(["audit", str(hard), "--workers", "1"], signal.SIGINT, AT_WORK[1:])
    assert (returned, output, "Traceback" in errors, "Exception" in errors) == (130, "", False, False)
    assert f"info: {hard}:1 cover: takes longer than 1 s; --budget or --seconds limits that" in errors.splitlines()


def test_a_signal_ends_the_search_for_best_play(tmp_path: Path) -> None:
    pytest.importorskip("highspy")
    random = Random(0)
    words = ("Lifelink", "Deathtouch", "First strike", "Trample", "Double strike", "")
    own = [creature(f"a{n}", "Ann", power=random.randint(1, 9), text=random.choice(words)) for n in range(150)]
    theirs = [creature(f"b{n}", "Bob", toughness=random.randint(1, 9), text=random.choice(words)) for n in range(150)]
    steps = [{"attack": {each["id"]: "Bob" for each in own}}]
    path = tmp_path / "large.json"
    path.write_text(json.dumps({"id": "large", "players": ["Ann", "Bob"], "battlefield": own + theirs, "steps": steps}))
    certificate = tmp_path / "why.json"
    returned, output, errors = ended(["best", str(path), "--certificate", str(certificate)], signal.SIGINT, AT_WORK[1:])
    assert (returned, output, certificate.exists()) == (130, "", False)
    assert "Traceback" not in errors


@pytest.mark.parametrize("module", ["socket", "declarant.tools.running.interrupts", "typer", "pydantic"])
def test_a_signal_ends_a_command_that_still_loads_what_it_needs(module: str) -> None:
    returned, output, errors = ended([module, "editions"], signal.SIGINT, ("is being imported",), LOADING)
    assert (returned, output, errors) == (130, "", f"{module} is being imported\n")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_a_signal_ends_a_server(command: str, number: signal.Signals, status: int) -> None:
    pytest.importorskip("uvicorn" if command == "serve" else "mcp")
    arguments = [command, "--port", "0"] if command == "serve" else [command]
    process = subprocess.Popen(
        [sys.executable, "-c", STARTED, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        if command == "serve":
            assert process.stdout is not None and process.stdout.readline().startswith("http")
        else:
            assert process.stderr is not None and process.stderr.readline() == "Started\n"
        time.sleep(2)  # until it listens
        process.send_signal(number)
        _, errors = process.communicate(timeout=5)
    finally:
        process.kill()
    assert process.returncode == status
    assert "Traceback" not in errors
