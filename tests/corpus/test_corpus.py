"""The corpus: two counters that share nothing say the same of it, the same seed gives the same bytes, and it can be stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from random import SystemRandom
from typing import Any

import jsonschema
import pytest
from corpus.plain import ERAS, KEYWORDS, MEANS, answers
from declarant.events.errors import InvalidInput
from declarant.tools.corpus import writing
from declarant.tools.corpus.answering import entry
from declarant.tools.corpus.drawing import ATTACKERS, LINES, MOST_ATTACKERS, board
from declarant.tools.corpus.writing import CorpusPlan, write
from declarant.tools.running.executors import Processes
from declarant.tools.running.work import Here

DAYS = [date.fromisoformat(day) for day in ERAS]


def corpus_line(seed: int, number: int, attackers: int) -> dict[str, Any]:
    """A line of the corpus, as a reader of its file has it."""
    return json.loads(entry(seed, number, DAYS, attackers).model_dump_json())


def agree(seed: int, number: int, attackers: int = ATTACKERS) -> int:
    """How many attack in the combat of the newest rules, of whose board both counters say the same."""
    line = corpus_line(seed, number, attackers)
    for answer in line["answers"]:
        assert answers(line, answer) == answer, (seed, number, attackers)
    return len((line["answers"][0]["combat"] or {"attack": ()})["attack"])


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_plain_counters_say_the_same_of_every_answer(first: int) -> None:
    for number in range(first, first + 20):
        agree(1, number)


def test_up_to_six_attackers_are_drawn_where_that_is_asked_and_the_plain_counters_say_the_same() -> None:
    assert max(len(board(1, number, MOST_ATTACKERS)["battlefield"]) for number in range(300)) == MOST_ATTACKERS + 4
    assert {agree(1, number, MOST_ATTACKERS) for number in (1, 13, 84)} == {4, 5, 6}


def test_what_text_means_is_known_for_every_line_that_is_drawn() -> None:
    drawn = {line for number in range(200) for each in board(1, number)["battlefield"] for line in each["text"].splitlines()}
    assert drawn == {line for line, _ in LINES}
    assert all(line in MEANS or line.lower() in KEYWORDS for line in drawn)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_same_seed_gives_the_same_bytes_whoever_does_the_work_and_without_a_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "AT_ONCE", 3)
    plan = CorpusPlan(seed=1, number=6, rules=(date(2016, 1, 22),))
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "highspy", None)  # importing it fails
        assert [*write(plan, tmp_path / "one", Here())][-1] == 6
    processes = Processes(2, patience=0)
    try:
        assert [*write(plan, tmp_path / "two", processes)][-1] == 6
    finally:
        processes.close()
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    lines = (tmp_path / "one" / "boards-000000.jsonl").read_text("utf-8").splitlines()
    schema = json.loads((tmp_path / "one" / "line.schema.json").read_text("utf-8"))
    for line in lines:
        jsonschema.validate(json.loads(line), schema)
    assert [json.loads(line)["id"] for line in lines] == [f"1-{number:06d}" for number in range(6)]


def test_a_corpus_that_was_stopped_goes_on_and_ends_as_one_that_was_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "BOARDS", 4)
    monkeypatch.setattr(writing, "AT_ONCE", 2)
    plan = CorpusPlan(seed=3, number=10, rules=(date(2026, 1, 16),))
    assert [*write(plan, tmp_path / "whole", Here())][-1] == 10
    stopped = write(plan, tmp_path / "stopped", Here())
    assert next(each for each in stopped if each == 6) == 6
    stopped.close()
    assert sorted(contents(tmp_path / "stopped")) == ["README.md", "boards-000000.jsonl", "corpus.json", "line.schema.json"]
    (tmp_path / "stopped" / "boards-000000.jsonl").write_text("damaged")
    assert [*write(plan, tmp_path / "stopped", Here())][-1] == 10
    assert contents(tmp_path / "stopped") == contents(tmp_path / "whole")


def test_a_folder_with_other_files_or_another_corpus_is_left_alone(tmp_path: Path) -> None:
    day = (date(2026, 1, 16),)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InvalidInput, match="which holds other files"):
        next(write(CorpusPlan(1, 1, day), tmp_path, Here()))
    assert contents(tmp_path) == {"mine.txt": b"mine"}
    assert [*write(CorpusPlan(1, 1, day), tmp_path / "new", Here())] == [1, 1]
    before = contents(tmp_path / "new")
    with pytest.raises(InvalidInput, match="which holds another corpus"):
        next(write(CorpusPlan(1, 2, day), tmp_path / "new", Here()))
    assert contents(tmp_path / "new") == before


def test_the_command_writes_it(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "declarant",
        "corpus",
        "--number",
        "2",
        "--out",
        "corpus",
        "--rules",
        "2016-01-22",
        "--attackers",
        "6",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "corpus: 2 boards, rules of 2016-01-22\n", "")
    manifest = json.loads((tmp_path / "corpus" / "corpus.json").read_text("utf-8"))
    assert (manifest["license"], manifest["version"], manifest["attackers"], [*manifest["files"]]) == (
        "CC0-1.0",
        2,
        6,
        ["boards-000000.jsonl"],
    )


@pytest.mark.slow
def test_the_plain_counters_say_the_same_on_boards_never_seen_before(capsys: pytest.CaptureFixture[str]) -> None:
    seed = int(os.environ.get("CORPUS_SEED") or SystemRandom().randrange(10**9))
    number = int(os.environ.get("CORPUS_BOARDS") or 100)
    with capsys.disabled():
        print(f"\nCORPUS_SEED={seed} CORPUS_BOARDS={number}")
    for each in range(number):
        agree(seed, each)
