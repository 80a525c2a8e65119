"""The questions of docs/tables.md, asked of an export as a reader would; the simulated games and the picture of one answer."""

import re
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import pytest
from arena.logs import ME, Log
from declarant.events.journal.journal import Journal
from declarant.tools.audit.audit import audit
from declarant.tools.cli import app
from declarant.tools.tables.export import export
from declarant.tools.tables.picture import PICTURE, drawing, shares
from declarant.tools.tables.simulated import play
from tables.test_outcomes import fought
from typer.testing import CliRunner

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
QUERIES = re.findall(r"^```sql\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `games.db` is, and its export in `tables`."""
    made = tmp_path_factory.mktemp("questions")
    with Journal.open(made / "games.db", "OFF") as journal:
        play(journal, 25)
    export([str(made / "games.db")], made / "tables")
    return made


def answer(query: str) -> list[dict[str, object]]:
    found = duckdb.sql(query)
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


OF_OUTCOMES = [query for query in QUERIES if re.search("died|dealt|on_the_play|gave_up", query)]


@pytest.fixture(scope="module")
def fought_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where an export of a log is in which combat damage was dealt, and a game won: simulated games are only declared."""
    made = tmp_path_factory.mktemp("fought")
    won = Log(match="won").full().step("Upkeep", phase="Phase_Beginning")
    result = {"scope": "MatchScope_Game", "winningTeamId": ME, "reason": "ResultReason_Game"}
    won.diff(gameInfo={"matchID": "won", "gameNumber": 1, "results": [result]})
    (made / "Player.log").write_bytes(fought().content + won.content)
    export([str(made / "Player.log")], made / "tables")
    analysed = CliRunner().invoke(app, ["analyse", str(made / "Player.log"), "--to", str(made / "decisions.parquet")])
    assert analysed.exit_code == 0, analysed.output
    return made


def test_the_readme_asks_ten_questions_and_shows_how_to_merge() -> None:
    assert (len(QUERIES), len(OF_OUTCOMES)) == (11, 5)


@pytest.mark.parametrize("query", [query for query in QUERIES if query not in OF_OUTCOMES])
def test_every_query_has_an_answer(folder: Path, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.chdir(folder)
    assert duckdb.sql(query).shape[0] > 0


@pytest.mark.parametrize("query", OF_OUTCOMES)
def test_every_query_about_what_came_of_combats_has_an_answer(
    fought_folder: Path, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    monkeypatch.chdir(fought_folder)
    assert duckdb.sql(query).shape[0] > 0


def test_a_trade_is_a_death_for_a_death(fought_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fought_folder)
    assert answer(OF_OUTCOMES[0]) == [{"power": 2, "blocked": 1, "died": 1.0, "killed": 1.0, "traded": 1.0}]


def test_double_blocks_are_those_that_were_declared(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    by_blocks = answer("""
        SELECT a.power, count(*) AS attackers, avg((coalesce(b.blockers, 0) >= 2)::int) AS double_blocked
        FROM 'tables/attacks/*/*.parquet' AS a LEFT JOIN (
            SELECT game, attack, attacker, count(*) AS blockers
            FROM 'tables/blocks/*/*.parquet' WHERE stands AND blocking GROUP BY ALL
        ) AS b ON b.game = a.game AND b.attack = a.declaration AND b.attacker = a.attacker
        WHERE a.stands AND a.blocked IS NOT NULL GROUP BY power ORDER BY power""")
    assert answer(QUERIES[0]) == by_blocks
    assert any(row["double_blocked"] for row in by_blocks)


def test_simulated_games_are_the_same_each_time_and_are_judged_again_as_they_were(folder: Path) -> None:
    with Journal.open("memory://") as again, Journal.open(folder / "games.db") as journal:
        play(again, 5)
        for name in again.streams():
            assert [entry.body for entry in again.entries(name)] == [entry.body for entry in journal.entries(name)]
    reports = [audited.report for audited in audit([folder / "games.db"])]
    assert len(reports) == 25
    assert all(step.agrees for report in reports for step in report.steps if step.verdict is not None)
    assert any(step.verdict == "illegal" for report in reports for step in report.steps)


def test_the_picture_is_drawn_from_the_shares() -> None:
    found = shares(10)
    picture = ElementTree.fromstring(drawing(found, 10))
    assert len([element for element in picture if element.tag.endswith("rect")]) == 1 + 3 + 3 * len(found)
    assert all(sum(share.parts) == share.attackers for share in found)
    assert ElementTree.parse(PICTURE).getroot().tag == picture.tag
    assert PICTURE.relative_to(PAGE.parents[1]).as_posix() in PAGE.read_text("utf-8")
