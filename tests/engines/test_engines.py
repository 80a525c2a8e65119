"""Many things at once: results in order, whatever does them, and whatever becomes of who does."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.events.errors import CorruptJournal, DeclarantError, InvalidInput, MissingExtra
from declarant.events.journal.journal import Journal
from declarant.tools.audit.audit import audit
from declarant.tools.running.executors import AHEAD, Dask, Processes, engine
from declarant.tools.running.work import Executor, Here
from declarant.tools.simulation.simulating import SimulationPlan, simulate, summed_up
from declarant.tools.tables.export import export
from engines.working import dies_at_three, dies_once_at_three, process_id, refused_at_three, squared
from playing.boards import board
from tables.conftest import play

NUMBERS = range(40)


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    made = Processes(2, patience=0)
    yield made
    made.close()


@pytest.fixture(scope="module")
def dask() -> Iterator[Dask]:
    with engine("dask", 2) as made:
        assert isinstance(made, Dask)
        yield made


@pytest.fixture(params=["here", "processes", "dask"])
def any_engine(request: pytest.FixtureRequest) -> Executor:
    made: Executor = Here() if request.param == "here" else request.getfixturevalue(request.param)
    return made


def test_nothing_that_python_would_wake_at_its_end_is_left_of_processes_that_are_done() -> None:
    made, before = Processes(2, patience=0), set(threading.enumerate())
    assert list(made.map(squared, range(4))) == [0, 1, 4, 9]
    made.close()
    assert set(threading.enumerate()) <= before


def test_this_process_goes_on_while_others_load_and_results_come_in_order_all_the_same() -> None:
    def numbers() -> Iterator[int]:  # nobody knows how many, so that they may be worth another process
        yield from NUMBERS

    made = Processes(2, patience=1e-9)  # begun after the first item
    assert list(made.map(squared, numbers())) == [number * number for number in NUMBERS]
    results = made.map(refused_at_three, numbers())
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(CorruptJournal, match="entry 3: it isn't there"):
        next(results)
    assert len({os.getpid(), *made.map(process_id, numbers())}) == 2  # it is one of the two
    made.close()


# --- what all of them do -------------------------------------------------------------------------------------------------


def test_results_come_in_the_order_of_the_items(any_engine: Executor) -> None:
    assert list(any_engine.map(squared, NUMBERS)) == [number * number for number in NUMBERS]
    assert list(any_engine.map(squared, [])) == []


def test_an_error_comes_in_its_place_and_is_the_one_that_was_raised(any_engine: Executor) -> None:
    results = any_engine.map(refused_at_three, NUMBERS)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(CorruptJournal, match="entry 3: it isn't there") as raised:
        next(results)
    assert (raised.value.entry, raised.value.reason) == ("entry 3", "it isn't there")


def test_items_are_taken_as_they_are_needed(any_engine: Executor) -> None:
    taken = []
    results = any_engine.map(squared, (taken.append(number) or number for number in range(1000)))  # type: ignore[func-returns-value]
    for _ in range(5):
        next(results)
    assert len(taken) <= 5 + 2 * AHEAD


def test_simulated_games_are_the_same_and_in_the_same_order(any_engine: Executor) -> None:
    plan = SimulationPlan((board(),), {"Ann": "uniform", "Bob": "greedy"}, seed=7, turns=3, kept=True)
    with Journal.open("memory://") as journal:
        found = summed_up(plan, simulate(plan, 12, any_engine, journal))
        assert (found.games, found.finished, len(journal.streams())) == (12, 12, 12)
        assert found.digest == summed_up(plan, simulate(plan, 12, Here())).digest
        journal.verify()


def test_audits_and_exports_are_the_same_to_the_byte(any_engine: Executor, cases: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db", "OFF") as journal:
        for number in range(4):
            play(journal, f"game {number}", seed=number)
    for name, each in (("here", Here()), ("there", any_engine)):
        reports = audit([cases, tmp_path / "games.db"], engine=each)
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{audited.report.model_dump_json()}\n" for audited in reports))
        export([str(tmp_path / "games.db")], tmp_path / name, engine=each)
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "there.jsonl").read_bytes()
    assert files(tmp_path / "here") == files(tmp_path / "there")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of cases, of which few make a piece of work; one can't be read."""
    monkeypatch.setattr("declarant.tools.audit.audit.CASES", 3)
    monkeypatch.setattr("declarant.tools.audit.audit.ENTRIES", 50)
    monkeypatch.setattr("declarant.tools.tables.export.PART", 50)
    battlefield = [
        {"id": "brute", "controller": "Ann", "types": ["Creature"], "text": "Menace"},
        {"id": "bear", "controller": "Bob", "types": ["Creature"]},
    ]
    steps: list[dict[str, Any]] = [{"attack": {"brute": "Bob"}}, {"block": {"bear": ["brute"]}, "expect": "illegal"}]
    lines = [
        json.dumps({"id": f"case {n}", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": steps}) for n in range(20)
    ]
    lines[7] = "no case"
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


# --- what ends in the middle ---------------------------------------------------------------------------------------------


def test_a_process_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    processes = Processes(2, patience=0)
    items = [(number, str(tmp_path / "died")) for number in NUMBERS]
    assert list(processes.map(dies_once_at_three, items)) == [number * number for number in NUMBERS]
    assert (tmp_path / "died").exists()
    processes.close()


def test_work_that_kills_its_process_each_time_is_reported() -> None:
    processes = Processes(2, patience=0)
    results = processes.map(dies_at_three, NUMBERS)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(DeclarantError, match="5 worker processes ended at the same work"):
        next(results)
    processes.close()


def test_a_dask_worker_that_is_killed_in_the_middle_changes_nothing(dask: Dask, cases: Path) -> None:
    expected = [audited.report for audited in audit([cases])]
    workers = sorted(dask._client.run(os.getpid).values())
    assert len(set(workers)) == 2 and os.getpid() not in workers
    found = []
    for audited in audit([cases], engine=dask):
        if not found:
            os.kill(workers[0], signal.SIGKILL)
        found.append(audited.report)
    assert found == expected


def test_work_that_kills_each_dask_worker_is_reported(dask: Dask) -> None:
    with pytest.raises(DeclarantError, match="workers ended each time at the same work"):
        list(dask.map(dies_at_three, range(5)))
    assert list(dask.map(squared, range(5))) == [0, 1, 4, 9, 16]


# --- which one -----------------------------------------------------------------------------------------------------------


def test_what_takes_no_longer_than_starting_processes_is_done_here() -> None:
    with engine(workers=4) as made:
        assert set(made.map(process_id, range(5))) == {os.getpid()}


def test_one_worker_is_this_process() -> None:
    with engine(workers=1) as made:
        assert isinstance(made, Here)


def test_a_scheduler_that_runs_already_is_used_by_its_address(dask: Dask) -> None:
    address = dask._client.scheduler.address.removeprefix("tcp://")
    with engine(f"dask://{address}") as made:
        assert os.getpid() not in set(made.map(process_id, range(5)))


@pytest.mark.parametrize("on", ["ray", "dask://", "spark://localhost", "dask://nobody.invalid:1", "dask://no port"])
def test_what_is_no_engine_is_refused(on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.tools.running.executors.CONNECT", "1s")
    with pytest.raises(InvalidInput, match="--on"), engine(on):
        pass


def test_a_number_of_workers_below_one_is_refused() -> None:
    with pytest.raises(InvalidInput, match="1 or more"), engine(workers=0):
        pass


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"this needs distributed: pip install 'declarant\[dask\]'"), engine("dask"):
        pass


def test_no_worker_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from declarant.tools.running.executors import Processes
from engines import working
if __name__ == "__main__":
    list(Processes(2, patience=0).map(working.sleeps, [sys.argv[2]] * 2))
"""
    script = tmp_path / "script.py"
    script.write_text(code)
    folder = tmp_path / "workers"
    folder.mkdir()
    with subprocess.Popen([sys.executable, str(script), str(Path(__file__).parents[1]), str(folder)]) as parent:
        while len(list(folder.iterdir())) < 2:
            assert parent.poll() is None
            time.sleep(0.02)
        parent.kill()
    workers = [int(path.name) for path in folder.iterdir()]
    end = time.monotonic() + 20
    while any(_is_there(worker) for worker in workers):
        assert time.monotonic() < end, "a worker outlives its parent"
        time.sleep(0.05)


def _is_there(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False
