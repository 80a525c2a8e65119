"""A full disk, or a process killed in the middle of writing: reported in a line, and the next try is as if nothing had been."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game

resource = pytest.importorskip("resource", reason="needs limits of POSIX")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of half a MB, exported."""
    path = tmp_path_factory.mktemp("season") / "games.db"
    with Journal.open(path, "OFF") as journal:
        Game.start(["Ann", "Bob"], journal=journal, stream="final", rules="2025-04-04")
        journal.log("final").append(turns(*range(2_000)))
        with path.with_suffix(".jsonl").open("xb") as file:
            journal.export_jsonl(file)
    return path


LIMIT = 100_000
LIMITS = {"export as parquet": 10_000, "page": 20_000, "puzzles": 20_000, "page of puzzles": 20_000}
WITHOUT_BYTECODE = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
"""A module that is cut short as it is written would be kept."""
COMMANDS = {
    "journal export": ("journal", "export", "{db}", "--to", "{out}/games.jsonl"),
    "journal backup": ("journal", "backup", "{db}", "--to", "{out}/copy.db"),
    "journal pseudonymise": ("journal", "pseudonymise", "{db}", "--to", "{out}/copy.db", "--mapping", "{out}/names.json"),
    "journal import": ("journal", "import", "{jsonl}", "--to", "{out}/games.db"),
    "export as parquet": ("export", "{db}", "--to", "{out}/tables", "--workers", "1"),
    "page": ("page", "{db}", "-o", "{out}/page.html"),
    "puzzles": ("puzzles", "--number", "30", "--out", "{out}/puzzles.jsonl"),
    "page of puzzles": ("puzzles", "--number", "30", "--page", "{out}/puzzles.html"),
    "export": ("export", "{db}", "--to", "{out}/tables", "--format", "csv", "--workers", "1"),
}


COMMAND = (sys.executable, "-m", "declarant")


def words(name: str, season: Path, out: Path) -> list[str]:
    places = {"db": str(season), "jsonl": str(season.with_suffix(".jsonl")), "out": str(out)}
    return [each.format(**places) for each in COMMANDS[name]]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_reported_in_a_line_and_the_next_try_is_whole(
    name: str, season: Path, tmp_path: Path, invoke: Any
) -> None:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMITS.get(name, LIMIT), resource.RLIM_INFINITY))

    if name == "export as parquet":
        pytest.importorskip("pyarrow")
    said = words(name, season, tmp_path)
    full = subprocess.run([*COMMAND, *said], preexec_fn=limit, capture_output=True, text=True, env=WITHOUT_BYTECODE)
    assert full.returncode == 2
    assert full.stdout == ""
    assert len(full.stderr.splitlines()) == 1
    assert "Traceback" not in full.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"games.db"}  # of an import: an empty journal
    again = invoke(*said)
    assert (again.exit_code, again.stderr) == (0, "")


@pytest.mark.parametrize("name", ["journal export", "journal backup", "journal import", "export"])
def test_what_a_killed_process_left_is_taken_away_by_the_next(name: str, season: Path, tmp_path: Path, invoke: Any) -> None:
    said = words(name, season, tmp_path)
    process = subprocess.Popen([*COMMAND, *said], stdout=subprocess.DEVNULL)
    while process.poll() is None and not any(path.stat().st_size > 20_000 for path in tmp_path.rglob("*") if path.is_file()):
        time.sleep(0.002)
    process.kill()
    process.wait()
    again = invoke(*said)
    if "there already" not in again.stderr and "is at" not in again.stderr:  # it was quicker
        assert (again.exit_code, again.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("games", "{db}"), ("feed", "{db}"), ("replay", "{db}", "--format", "json")])
def test_a_full_standard_output_is_reported_in_a_line(arguments: tuple[str, ...], season: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *(each.format(db=season) for each in arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert "standard output: No space left on device" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_corpus_that_a_full_disk_broke_off_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("highspy")
    out = tmp_path / "corpus"

    def made(limit: int | None) -> subprocess.CompletedProcess[str]:
        def full() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        command = [*COMMAND, "corpus", "--out", str(out), "--number", "1", "--rules", "2016-01-22"]
        return subprocess.run(command, preexec_fn=full, capture_output=True, text=True, env=WITHOUT_BYTECODE)

    for limit in (1_000, 4_000):  # in the middle of what stands beside the boards
        broken = made(limit)
        assert broken.returncode == 2
        assert "Traceback" not in broken.stderr and "enough space" in broken.stderr
    whole = made(None)
    assert whole.returncode == 0, whole.stderr
    assert [each.name for each in out.iterdir() if "partial" in each.name] == []


def test_a_line_that_no_card_has_is_refused_before_it_is_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    with path.open("wb") as file:
        file.write(b'{"name": "Ox", "types": ["Creature"], "power": "2", "toughness": "2"}\n{"name": "')
        file.truncate(1_500_000_000)  # a sparse file

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, resource.RLIM_INFINITY))

    command = [*COMMAND, "boards", "--cards", str(path), "--count", "1", "--size", "1"]
    done = subprocess.run(command, preexec_fn=little, capture_output=True, text=True)
    assert done.returncode == 2
    assert "a line of more than 1048576 bytes" in done.stderr
