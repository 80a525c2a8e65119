"""Bad input and bad arguments: one clear error on standard error, status 2, and never a traceback."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, Journal, permanent

CASE = '{"id": "a", "players": ["Ann", "Bob"], "battlefield": [{"id": "ox", "controller": "Ann"}], "steps": []}'

FILES = {
    "not JSON": b"hello",
    "not UTF-8": b'{"id": "\xff"}',
    "UTF-16": CASE.encode("utf-16"),
    "nothing": b"",
    "a wrong shape": b'{"players": "Ann"}',
    "an unknown id": CASE.replace('"steps": []', '"steps": [{"attack": {"cow": "Bob"}}]').encode(),
    "an unknown player": CASE.replace('"steps": []', '"steps": [{"turn": "Cat"}]').encode(),
    "deep nesting": b"[" * 1_000_000,
    "deep objects": b'{"a":' * 1_000_000,
    "a long line": b'{"id": "' + b"x" * (16 * 2**20) + b'"}',
    "a day before all rules": CASE.replace('"id": "a"', '"rules": "1993-08-05"').encode(),
    "a lone surrogate": CASE.replace('"a"', '"\\ud800"').encode(),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_what_is_wrong_with_a_file_is_a_line_each_with_place_found_and_allowed(invoke: Any, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.jsonl").write_bytes(data)
    result = invoke("audit", "bad.jsonl")
    assert result.exit_code == 2
    assert result.stderr
    for line in result.stderr.splitlines():
        assert line.startswith("error: bad.jsonl")
        assert ": found " in line and "; allowed: " in line
        assert len(line) < 500


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_in_json_it_is_the_error_of_the_case(invoke: Any, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.jsonl").write_bytes(data)
    result = invoke("audit", "bad.jsonl", "--format", "json")
    assert result.exit_code == 2
    (report,) = map(json.loads, result.stdout.splitlines())
    assert report["steps"] == []
    assert report["error"]["kind"] == "invalid-input"
    assert report["error"]["where"].startswith("bad.jsonl")


def test_a_creature_that_attacks_itself_is_ruled_on_not_crashed_on(invoke: Any, tmp_path: Path) -> None:
    (tmp_path / "self.jsonl").write_text(
        CASE.replace('"steps": []', '"steps": [{"attack": {"ox": "ox"}, "expect": "illegal"}]'), "utf-8"
    )
    assert invoke("audit", "self.jsonl").exit_code == 0


ARGUMENTS = {
    "no file": (("audit",), "PATH"),
    "a missing file": (("audit", "nowhere.jsonl"), "nowhere.jsonl"),
    "a missing folder": (("audit", "nowhere"), "nowhere"),
    "an unknown kind of file": (("audit", "text.txt"), "text.txt"),
    "an empty folder": (("audit", "empty"), "empty"),
    "no date": (("audit", "good.jsonl", "--rules", "soon"), "soon"),
    "a date before all rules": (("audit", "good.jsonl", "--rules", "1993-08-05"), "1993-08-05"),
    "an unknown format": (("audit", "good.jsonl", "--format", "xml"), "--format"),
    "an unknown option": (("audit", "good.jsonl", "--guess"), "--guess"),
    "an unknown command": (("guess",), "guess"),
    "a journal of another kind": (("audit", "good.jsonl", "--journal", "postgresql://x"), "postgresql://x"),
    "a journal that is only read": (("audit", "good.jsonl", "--journal", "x.jsonl"), "x.jsonl"),
    "a journal where none can be": (("audit", "good.jsonl", "--journal", "no/folder/x.db"), "x.db"),
    "a journal that isn't there": (("replay", "nowhere.db"), "nowhere.db: found no such file; allowed"),
    "an export that isn't there": (("replay", "nowhere.jsonl"), "nowhere.jsonl"),
    "no database": (("replay", "text.txt"), "text.txt"),
    "a folder as a journal": (("replay", "empty"), "empty: found a directory; allowed: a file"),
    "a database of something else": (("replay", "other.db"), "other.db"),
    "cases as a journal": (("replay", "good.jsonl"), "line 1"),
    "a journal in memory": (("replay", "memory://"), "no game"),
    "an unknown schema": (("schema", "cards"), "cards"),
    "nothing to verify": (("journal", "verify", "nowhere.db"), "nowhere.db"),
    "cases to import": (("journal", "import", "good.jsonl", "--to", "new.db"), "line 1"),
    "no words to read": (("wording", "read", " "), "TEXT: found nothing"),
    "worths that aren't there": (("best", "good.jsonl", "--worth", "w.json"), "w.json: No such file or directory; allowed"),
    "a corpus where a file is": (("corpus", "--out", "text.txt"), "corpus.json: File exists; allowed"),
    "a journal in no folder": (("games", "no/folder/x.db"), "found no folder no/folder; allowed"),
    "another file for a journal": (("games", "text.txt"), "text.txt: found a file that is not a database; allowed: a journal"),
    "a version that there isn't": (
        ("options", "one.db", "--at", "99"),
        "--at: found 99; allowed: 1 to 3, the versions of 'game'",
    ),
    "a version to stop after that there isn't": (("replay", "one.db", "--to", "99"), "--to: found 99; allowed: 1 to 3"),
    "an option of journals for cases": (("options", "good.jsonl", "--at", "3"), "--at: found cases; allowed: a journal"),
    "a folder for a page": (("page", "good.jsonl", "--out", "empty"), "empty: found Is a directory; allowed: a file"),
    "this folder for a page": (("page", "good.jsonl", "--out", "."), ".: found Is a directory; allowed: a file"),
    "this folder for certificates": (("audit", "good.jsonl", "--certificate", "."), ".: Is a directory; allowed: a file"),
    "a version of some game": (("replay", "two.db", "--at", "1"), "--stream: found none; allowed: a game of the journal: "),
    "nothing to import": (("journal", "import", "nowhere.jsonl", "--to", "new.db"), "nowhere.jsonl"),
}


@pytest.mark.parametrize(("arguments", "named"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_bad_arguments_end_with_status_2_and_what_is_wrong(
    invoke: Any, tmp_path: Path, arguments: tuple[str, ...], named: str
) -> None:
    (tmp_path / "good.jsonl").write_text(CASE, "utf-8")
    (tmp_path / "text.txt").write_text("not a database, nor a case\n" * 100, "utf-8")
    (tmp_path / "empty").mkdir()
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE entries (id)")
    other.close()
    game = Game.start(["Ann", "Bob"], journal=tmp_path / "one.db")
    game.enter(permanent("ox", "Ann", types=["Creature"]))
    game.journal.close()
    with Journal.open(tmp_path / "two.db") as several:
        for stream in ("first", "second"):
            Game.start(["Ann", "Bob"], journal=several, stream=stream)
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert named in result.stderr.splitlines()[-1]
    assert sum(line.lower().startswith("error: ") for line in result.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_read_is_reported(invoke: Any, tmp_path: Path) -> None:
    path = tmp_path / "secret.jsonl"
    path.write_text(CASE, "utf-8")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    result = invoke("audit", "secret.jsonl")
    assert result.exit_code == 2
    assert result.stderr == "error: secret.jsonl: found Permission denied; allowed: a file that can be read\n"


def test_a_journal_that_someone_else_keeps_locked_is_reported(
    invoke: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, menace: Any, cases: Callable[..., Path]
) -> None:
    monkeypatch.setattr("declarant.events.journal.stores.sqlite.WAIT", 0)
    cases(menace)
    assert invoke("audit", "cases.jsonl", "--journal", "games.db").exit_code == 0
    cases({**menace, "id": "other"})
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    result = invoke("audit", "cases.jsonl", "--journal", "games.db")
    other.close()
    assert result.exit_code == 2
    assert result.stderr == "error: games.db: database is locked\n"


def test_in_a_process_of_its_own_it_is_the_same(run: Any) -> None:
    done = run("audit", "-", input=b"[" * 1_000_000)
    assert done.returncode == 2
    assert done.stderr == b"error: <stdin>:1: found JSON nested too deep; allowed: at most 32 levels\n"
    assert b"Traceback" not in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs file descriptors")
@pytest.mark.parametrize("arguments", [("schema", "case", "--format", "markdown"), ("audit", "-"), ("replay", "nowhere.db")])
def test_a_standard_output_that_is_closed_is_reported(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "declarant", *arguments]
    done = subprocess.run(command, preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE, input=b"", check=False)
    assert done.returncode == 2
    assert done.stderr.count(b"standard output: closed") == 1
    assert b"fault" not in done.stderr
