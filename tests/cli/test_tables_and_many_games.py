"""`declarant export`, and `audit` over journals and by several workers, as they are run."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.projections.tables.schema import BY_NAME
from declarant.tools.cli.schemas import schema as schema_of
from declarant.tools.history.recorded_games import GameReport
from jsonschema import Draft202012Validator

from declarant.tools.tables import export  # noqa: F401  # isort: skip

Case = dict[str, Any]
Cases = Callable[..., Path]


@pytest.fixture
def journal(invoke: Any, cases: Cases, menace: Case) -> str:
    """The journal of two judged cases."""
    cases(menace, {**menace, "id": "again"})
    assert invoke("audit", "cases.jsonl", "--journal", "games.db").exit_code == 0
    return "games.db"


def test_export_states_what_it_wrote_and_how_to_go_on(invoke: Any, journal: str, tmp_path: Path) -> None:
    result = invoke("export", journal, "--to", "tables")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.splitlines()[0] == (
        "2 games, 2 turns, 4 declarations, 2 attacks, 2 blocks, 0 triggers, 0 costs, 0 orders, "
        "0 damage, 0 deaths, 0 life, 0 spells, 2 cuts"
    )
    assert result.stdout.splitlines()[1] == "14 rows in 13 new files in tables"
    with Journal.open(tmp_path / journal) as opened:
        last = opened.last_id()
    assert f"games.db is exported up to entry {last}: go on with --since last" in result.stdout
    assert {path.name for path in (tmp_path / "tables").iterdir()} == {*BY_NAME, "_export.json"}


def test_export_goes_on_where_it_stopped(invoke: Any, journal: str, cases: Cases, menace: Case) -> None:
    invoke("export", journal, "--to", "tables", "--tables", "games,cuts", "--format", "jsonl")
    cases({**menace, "id": "third"}, name="more.jsonl")
    invoke("audit", "more.jsonl", "--journal", journal)
    result = invoke("export", journal, "--to", "tables", "--tables", "games,cuts", "--format", "jsonl", "--since", "last")
    assert result.stdout.splitlines()[0] == "1 games, 1 cuts"


@pytest.mark.parametrize(
    "arguments",
    [
        ("nothing.db", "--to", "tables"),
        ("games.db", "--to", "tables", "--tables", "games,players"),
        ("games.db", "--to", "tables", "--format", "xlsx"),
        ("games.db", "--to", "tables", "--since", "yesterday"),
        ("games.db", "--to", "tables", "--workers", "0"),
        ("games.db", "--to", "tables", "--on", "spark"),
        ("games.db", "--to", "games.db"),
        ("cases.jsonl", "--to", "tables"),
        (".", "games.db", "--to", "tables"),
        ("games.db",),
    ],
)
def test_what_cannot_be_exported_ends_with_status_2_and_writes_nothing(
    invoke: Any, journal: str, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = invoke("export", *arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") >= 1
    assert not (tmp_path / "tables").exists()


def test_a_damaged_journal_ends_with_status_2_and_writes_nothing(invoke: Any, journal: str, tmp_path: Path) -> None:
    damaged = (tmp_path / journal).read_bytes()
    (tmp_path / "cut.db").write_bytes(damaged[: len(damaged) * 2 // 3])
    (tmp_path / "noise.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    for name in ("cut.db", "noise.db"):
        result = invoke("export", name, "--to", "tables")
        assert result.exit_code == 2, name
        assert not (tmp_path / "tables").exists()


def test_an_audited_journal_is_judged_again(invoke: Any, journal: str) -> None:
    result = invoke("audit", journal)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "again · rules of 2024-03-08 · agrees with what is recorded"
    assert result.stdout.splitlines()[-1] == "2 cases · 2 agree · 0 differ · 0 couldn't be judged"
    assert "509.1b" in result.stdout


def test_audited_journals_and_cases_of_a_directory_come_in_the_order_of_their_names(
    invoke: Any, journal: str, tmp_path: Path
) -> None:
    (tmp_path / "season").mkdir()
    (tmp_path / journal).rename(tmp_path / "season" / "b.db")
    (tmp_path / "cases.jsonl").rename(tmp_path / "season" / "a.jsonl")
    result = invoke("audit", "season", "--format", "json")
    assert [json.loads(line)["case"] for line in result.stdout.splitlines()] == ["menace", "again", "b.db/again", "b.db/menace"]
    for line in result.stdout.splitlines():
        Draft202012Validator(schema_of("report")).validate(json.loads(line))
    report = GameReport.model_validate_json(result.stdout.splitlines()[-1])
    assert [step.version for step in report.steps] == sorted(step.version for step in report.steps)
    assert [step.agrees for step in report.steps] == [True, True]


def test_a_damaged_journal_among_others_is_reported_and_the_rest_goes_on(invoke: Any, journal: str, tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / journal) as connection:
        connection.execute("UPDATE entries SET body = '{}' WHERE stream = 'again' AND version = 3")
    connection.close()
    result = invoke("audit", journal, "--format", "json")
    assert result.exit_code == 2
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["error"]["where"].startswith("stream 'again', version 3")
    assert second["error"] is None and second["steps"]


@pytest.mark.parametrize("extra", [(), ("--rules", "2005-03-01,2024-06-07")])
def test_the_output_is_the_same_whatever_the_number_of_workers(
    invoke: Any, cases: Cases, menace: Case, monkeypatch: pytest.MonkeyPatch, extra: tuple[str, ...]
) -> None:
    cases(*({**menace, "id": f"case {number}"} for number in range(12)), "no case")
    monkeypatch.setattr("declarant.tools.running.executors.PATIENCE", 0)
    monkeypatch.setattr("declarant.tools.audit.audit.CASES", 4)
    monkeypatch.setattr("declarant.tools.cases.comparison.CASES", 4)
    one, two = (invoke("audit", "cases.jsonl", "--format", "json", "--workers", number, *extra) for number in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 2
    assert len(one.stdout.splitlines()) == 13
