"""Parts of many games and cases, for engines that run the program elsewhere: together the whole, each the same anywhere."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import declarant
import duckdb
import pytest
from declarant import Game
from declarant.events.errors import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.tools.cli import app
from declarant.tools.running.shards import Shard
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

PARTS = 3
SHARDS = [f"{number}/{PARTS}" for number in range(1, PARTS + 1)]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of two journals with 24 games, and a file of cases."""
    folder = tmp_path_factory.mktemp("season")
    for month in ("january", "february"):
        with Journal.open(folder / f"{month}.db", "OFF") as journal:
            for number in range(12):
                game = Game.start(["Ann", "Bob"], journal=journal, stream=f"game-{number}", rules="2025-04-04")
                game.declare_attackers({})
    cases = [
        {"id": f"case-{number}", "rules": "2025-04-04", "players": ["Ann", "Bob"], "battlefield": [], "steps": [{"attack": {}}]}
        for number in range(12)
    ]
    (folder / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    return folder


def run(*arguments: str, status: int = 0) -> list[dict[str, Any]]:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == status, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]


@given(st.text(), st.integers(1, 20))
def test_everything_belongs_to_exactly_one_part(name: str, parts: int) -> None:
    assert sum(Shard(number, parts).has(name) for number in range(1, parts + 1)) == 1


def test_what_belongs_to_a_part_is_the_same_for_ever() -> None:
    assert [name for name in ("final", "semi-final", "january.db/1", "a", "b", "c") if Shard.parse("2/3").has(name)] == PINNED


PINNED = ["january.db/1", "a", "c"]


def test_parts_of_a_directory_are_audited_apart(season: Path) -> None:
    whole = run("audit", str(season), "--format", "json", "--workers", "1")
    parts = [run("audit", str(season), "--format", "json", "--workers", "1", "--shard", shard) for shard in SHARDS]
    assert len(whole) == 36
    assert Counter(report["case"] for report in whole) == Counter(report["case"] for part in parts for report in part)
    assert all(len(part) > 4 for part in parts)
    assert parts[1] == run("audit", str(season), "--format", "json", "--workers", "2", "--shard", SHARDS[1])


def test_parts_of_cases_are_compared_apart(season: Path) -> None:
    days = ("--rules", "2020-04-17,2025-04-04", "--format", "json", "--workers", "1")
    parts = [run("audit", str(season / "cases.jsonl"), *days, "--shard", shard) for shard in SHARDS]
    assert sorted(each["case"] for part in parts for each in part) == sorted(f"case-{number}" for number in range(12))


def test_parts_are_exported_into_directories_of_their_own(season: Path, tmp_path: Path) -> None:
    for shard in SHARDS:
        run("export", str(season), "--to", str(tmp_path / shard[0]), "--shard", shard, "--workers", "1")
    rows = duckdb.sql(f"SELECT game FROM '{tmp_path}/*/games/*/*.parquet'").fetchall()
    assert len(rows) == len(set(rows)) == 24


def test_a_part_without_a_game_is_no_error(season: Path, tmp_path: Path) -> None:
    journal = tmp_path / "one.db"
    with Journal.open(journal, "OFF") as opened:
        Game.start(["Ann", "Bob"], journal=opened, stream="only")
    shards = [f"{number}/5" for number in range(1, 6)]
    for shard in shards:
        run("export", str(journal), "--to", str(tmp_path / shard[0]), "--shard", shard)
    assert sum(len(run("audit", str(journal), "--format", "json", "--shard", shard)) for shard in shards) == 1
    assert len(list(tmp_path.glob("*/games/*/*.parquet"))) == 1


def test_a_directory_goes_on_with_its_own_part_only(season: Path, tmp_path: Path) -> None:
    arguments = ("export", str(season / "january.db"), "--to", str(tmp_path / "out"), "--since", "last", "--shard")
    run(*arguments, "1/2")
    run(*arguments, "1/2")
    run(*arguments, "2/2", status=2)


def test_parts_of_the_feed_are_the_whole_and_a_game_is_in_one(season: Path) -> None:
    journal = str(season / "january.db")
    whole = run("feed", journal)
    parts = [run("feed", journal, "--shard", shard) for shard in SHARDS]
    assert sorted(int(each["id"]) for part in parts for each in part) == [int(each["id"]) for each in whole]
    assert sum(len({each["subject"] for each in part}) for part in parts) == 12
    with declarant.feed(journal, shard=SHARDS[0]) as feed:
        assert list(feed) == parts[0]


def test_a_name_keeps_a_checkpoint_for_each_part(season: Path, tmp_path: Path) -> None:
    journal = tmp_path / "games.db"
    journal.write_bytes((season / "january.db").read_bytes())
    parts = [run("feed", str(journal), "--as", "scores", "--shard", shard) for shard in SHARDS]
    assert sum(map(len, parts)) == len(run("feed", str(journal)))
    assert run("feed", str(journal), "--as", "scores", "--shard", SHARDS[0]) == []
    subscriptions = run("feed", "status", str(journal), "--format", "json")
    assert {each["name"]: each["lag"] for each in subscriptions if each["name"].startswith("scores")} == {
        f"scores {shard}": 0 for shard in SHARDS
    }


@pytest.mark.parametrize("words", ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "٣/٤", "1/9999999999"])
def test_what_is_no_part_is_refused(season: Path, words: str) -> None:
    with pytest.raises(InvalidInput, match="such as 3/8"):
        Shard.parse(words)
    run("audit", str(season), f"--shard={words}", status=2)
