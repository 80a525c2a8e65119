"""Logs of MTG Arena in audits and exports, as journals are. Needs the real logs beside the checkout."""

from pathlib import Path

import declarant
import duckdb
import pytest
from declarant.events.errors import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.tools.arena.framing import opened
from declarant.tools.arena.importing import Importer
from declarant.tools.audit.audit import audit
from declarant.tools.history.recorded_games import INTERRUPTED
from declarant.tools.tables.export import export


@pytest.fixture(scope="module")
def logs(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with two of the logs, one of which has a gap."""
    folder = tmp_path_factory.mktemp("logs")
    for name in ("brawl", "historic-planeswalker"):
        (folder / f"{name}.log.gz").symlink_to(shared / "arena" / "logs" / f"{name}.log.gz")
    return folder


def test_declarations_of_real_games_are_legal_and_gaps_are_reported(logs: Path) -> None:
    reports = [audited.report for audited in audit([logs])]

    (gap,) = [report for report in reports if report.error is not None]
    assert gap.error is not None and "brawl.log.gz, line" in gap.error.where
    steps = [step for report in reports for step in report.steps]
    assert len(steps) > 10
    assert all(step.agrees if step.verdict is not None else step.why == INTERRUPTED for step in steps)
    assert {step.verdict for step in steps} == {"legal", None}


def test_a_log_is_exported_as_the_journal_that_it_is_imported_into(logs: Path, tmp_path: Path) -> None:
    log = logs / "brawl.log.gz"
    with Journal.open(tmp_path / "games.db", "OFF") as journal, opened(log) as (lines, _):
        importer = Importer(kept=journal)
        list(importer.read(lines))
        importer.finish()
        tables = declarant.tables(journal)
    export([str(log)], tmp_path / "out")

    games = tables["games"].to_pylist()
    assert games and all(game["played"] and game["source"] and game["format"] and game["tainted"] for game in games)
    for name, table in tables.items():
        assert duckdb.sql(f"SELECT * FROM '{tmp_path}/out/{name}/*/*.parquet'").shape[0] == table.num_rows
    gaps = [row for row in tables["declarations"].to_pylist() if row["interrupted"]]
    assert gaps and all(row["verdict"] is None and row["stood"] == "record interrupted" for row in gaps)


def test_a_log_without_a_game_is_refused(tmp_path: Path) -> None:
    header = "[UnityCrossThreadLogger]2/22/2026 12:54:11 PM: Match to somebody: GreToClientEvent"
    message = '{ "timestamp": "1771793651005", "greToClientEvent": { "greToClientMessages": [] } }'
    (tmp_path / "Player.log").write_text(f"{header}\n{message}\n")
    (tmp_path / "empty.log").write_text("")
    for name in ("Player.log", "empty.log"):
        (audited,) = audit([tmp_path / name])
        assert audited.report.error is not None and audited.report.status == 2
        with pytest.raises(InvalidInput):
            export([str(tmp_path / name)], tmp_path / "out")
        assert not (tmp_path / "out").exists()


def test_a_log_has_no_checkpoints(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="for a log"):
        export([str(logs / "brawl.log.gz")], tmp_path / "out", since=3)
