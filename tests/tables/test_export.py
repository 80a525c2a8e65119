"""`declarant export`: files that analytics tools open, whole or not there at all, and what has changed since."""

import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import declarant
import duckdb
import pandas
import polars
import pyarrow as pa
import pytest
from declarant.events.errors import CorruptJournal, InvalidInput
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from declarant.projections.tables.schema import BY_NAME
from declarant.tools.running.executors import Processes
from declarant.tools.tables import batches, files
from declarant.tools.tables.export import export
from pyarrow.dataset import dataset
from tables.conftest import play, played_in

Games = Callable[..., Path]
Merged = dict[tuple[object, ...], dict[str, Any]]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a directory, to the byte."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def merged(folder: Path) -> Merged:
    """The rows of an export: of those with the same key, the one with the greatest version."""
    found: Merged = {}
    for name, table in BY_NAME.items():
        for row in sorted(dataset(folder / name).to_table(columns=[*table.names]).to_pylist(), key=itemgetter("version")):
            found[(name, *(row[column] for column in table.key))] = row
    return found


# --- what opens it -------------------------------------------------------------------------------------------------------


def test_duckdb_polars_and_pandas_open_it_as_it_is(games: Games, tmp_path: Path) -> None:
    export([str(games())], tmp_path / "out")
    with Journal.open(tmp_path / "games.db") as journal:
        tables = declarant.tables(journal)
    for name, table in tables.items():
        where = f"{tmp_path}/out/{name}"
        query = duckdb.sql(f"SELECT * EXCLUDE month FROM read_parquet('{where}/**/*.parquet') ORDER BY ALL")
        lazy = polars.scan_parquet(f"{where}/**/*.parquet", hive_partitioning=True)
        frame = pandas.read_parquet(where)
        assert query.columns == list(table.column_names)
        assert query.shape[0] == lazy.collect().height == len(frame) == table.num_rows
        assert lazy.drop("month").collect_schema().names() == [*table.column_names]
        assert set(frame.columns) == {*table.column_names, "month"}
    assert duckdb.sql(f"SELECT DISTINCT month FROM '{tmp_path}/out/games/*/*.parquet'").fetchall()[0][0].startswith("20")


@pytest.mark.parametrize("format", ["arrow", "csv", "jsonl"])
def test_other_formats_state_the_same_rows(games: Games, tmp_path: Path, format: str) -> None:
    path = str(games())
    export([path], tmp_path / "out", format=format)
    (file,) = (tmp_path / "out" / "declarations").glob(f"*/*.{format}")
    read = {
        "arrow": lambda: pandas.read_feather(file),
        "csv": lambda: pandas.read_csv(file),
        "jsonl": lambda: pandas.read_json(file, lines=True),
    }[format]()
    declarations = declarant.tables(path, only=["declarations"])["declarations"].to_pandas()
    for column in ("game", "version", "declaration", "action", "player"):
        assert list(read[column]) == list(declarations[column]), column
    wrong = read["wrong"].map(json.loads) if format == "csv" else read["wrong"]
    assert [list(flags) for flags in wrong] == [list(flags) for flags in declarations["wrong"]]


def test_a_month_is_that_in_which_a_game_was_played(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        played_in(journal, "first", "2026-01-31T23:59:59Z")
        played_in(journal, "second", "2026-02-01T01:30:00+02:00")
        played_in(journal, "third", "2026-02-01T00:00:00Z")
    export([str(tmp_path / "games.db")], tmp_path / "out")
    found = duckdb.sql(
        f"SELECT month, list(game ORDER BY game) FROM '{tmp_path}/out/games/*/*.parquet' GROUP BY month ORDER BY 1"
    )
    assert found.fetchall() == [("2026-01", ["first", "second"]), ("2026-02", ["third"])]


def test_tables_without_rows_are_there_with_their_columns(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        Game.start(["Ann", "Bob"], journal=journal)
    export([str(tmp_path / "games.db")], tmp_path / "out")
    for name, table in BY_NAME.items():
        query = duckdb.sql(f"SELECT * EXCLUDE month FROM '{tmp_path}/out/{name}/**/*.parquet'")
        assert query.columns == list(table.names)
        assert query.shape[0] == (1 if name in ("games", "turns") else 0)


def test_a_table_without_rows_is_there_by_itself_too(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        Game.start(["Ann", "Bob"], journal=journal)
    export([str(tmp_path / "games.db")], tmp_path / "out", tables=["orders"])
    assert duckdb.sql(f"SELECT * FROM '{tmp_path}/out/orders/**/*.parquet'").shape == (0, len(BY_NAME["orders"].columns) + 1)


@pytest.mark.parametrize("name", ["a/b", "../up", "month=1", "ü—名", "a b'c\"", "%2F", "-"])
def test_a_game_may_have_any_name(tmp_path: Path, name: str) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        play(journal, name, 1)
    export([str(tmp_path / "games.db")], tmp_path / "out")
    assert duckdb.sql(f"SELECT DISTINCT game FROM '{tmp_path}/out/*/*/*.parquet'").fetchall() == [(name,)]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*BY_NAME, "_export.json"}


# --- several journals, several workers -----------------------------------------------------------------------------------


def test_games_of_several_journals_are_distinguished(games: Games, tmp_path: Path) -> None:
    games("season/january.db", 2)
    games("season/more/february.db", 1, seed=7)
    with Journal.open(tmp_path / "season/january.db") as journal, (tmp_path / "season/copy.jsonl").open("xb") as file:
        journal.export_jsonl(file)
    (tmp_path / "season/notes.txt").write_text("not a journal")
    (tmp_path / "season/cases.jsonl").write_text('{"players": ["Ann", "Bob"]}\n')

    done = export([str(tmp_path / "season")], tmp_path / "out", tables=["games"])

    found = {row[0] for row in duckdb.sql(f"SELECT game FROM '{tmp_path}/out/games/*/*.parquet'").fetchall()}
    assert found == {
        *("january.db/game-0", "january.db/game-1", "more/february.db/game-0"),
        *("copy.jsonl/game-0", "copy.jsonl/game-1"),
    }
    assert set(done.checkpoints) == {"january.db", "more/february.db", "copy.jsonl"}


def test_two_journals_of_the_same_name_are_refused(games: Games, tmp_path: Path) -> None:
    one, two = games("a/games.db", 1), games("b/games.db", 1)
    with pytest.raises(InvalidInput, match="journals of different names, or the directory they are in"):
        export([str(one), str(two)], tmp_path / "out")


def test_files_are_the_same_to_the_byte_whatever_the_number_of_workers(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(games(number=6))
    monkeypatch.setattr("declarant.tools.tables.export.PART", 100)
    export([path], tmp_path / "one")
    processes = Processes(2, patience=0)
    export([path], tmp_path / "two", engine=processes)
    processes.close()
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_files_are_the_same_rows_whatever_waits_and_is_open(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(games(number=6))
    export([path], tmp_path / "one")
    monkeypatch.setattr(batches, "BATCH", 7)
    monkeypatch.setattr(files, "GROUP", 20)
    monkeypatch.setattr(files, "WAITING", 50)
    monkeypatch.setattr(files, "OPEN", 2)
    export([path], tmp_path / "two")
    assert len(contents(tmp_path / "two")) > len(contents(tmp_path / "one"))
    assert merged(tmp_path / "one") == merged(tmp_path / "two")


def test_memory_does_not_grow_with_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Bounds that a small journal reaches: what is checked is that they are kept, not how large they are.
    monkeypatch.setattr(batches, "BATCH", 20)
    monkeypatch.setattr(files, "GROUP", 50)
    monkeypatch.setattr(files, "WAITING", 100)
    monkeypatch.setattr("declarant.tools.tables.export.PART", 200)

    def peak(number: int) -> int:
        path = tmp_path / f"{number}.db"
        with Journal.open(path, "OFF") as journal:
            for game in range(number):
                play(journal, f"game-{game}", seed=1, steps=15)
        export([str(path)], tmp_path / f"warm-{number}", tables=["games"])
        tracemalloc.start()
        export([str(path)], tmp_path / f"out-{number}", format="jsonl")
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(64) < 2 * peak(16)


# --- checkpoints ---------------------------------------------------------------------------------------------------------


def test_increments_merged_by_key_are_the_whole(games: Games, tmp_path: Path) -> None:
    path = games(number=8)
    first = export([str(path)], tmp_path / "steps")
    with Journal.open(path) as journal:
        log = journal.log("game-0")
        standing = [version for version, _ in log.events()]
        log.truncate(standing[len(standing) // 2])
        play(journal, "game-9", seed=9)
    again = export([str(path)], tmp_path / "steps", since="last")
    nothing = export([str(path)], tmp_path / "steps", since="last")
    export([str(path)], tmp_path / "whole")

    assert merged(tmp_path / "steps") == merged(tmp_path / "whole")
    assert 0 < sum(again.rows.values()) < sum(first.rows.values())
    assert again.checkpoints["games.db"] > first.checkpoints["games.db"]
    assert not nothing.files and not any(nothing.rows.values())


def test_a_checkpoint_serves_another_directory(games: Games, tmp_path: Path) -> None:
    path = games(number=1)
    checkpoint = export([str(path)], tmp_path / "first").checkpoints["games.db"]
    with Journal.open(path) as journal:
        play(journal, "later", seed=3)
    export([str(path)], tmp_path / "second", since=checkpoint)
    assert duckdb.sql(f"SELECT DISTINCT game FROM '{tmp_path}/second/*/*/*.parquet'").fetchall() == [("later",)]


def test_each_of_several_journals_goes_on_from_its_own_checkpoint(games: Games, tmp_path: Path) -> None:
    games("season/a.db", 1)
    export([str(tmp_path / "season")], tmp_path / "out", since="last")
    games("season/b.db", 1, seed=5)
    done = export([str(tmp_path / "season")], tmp_path / "out", since="last")
    assert done.rows["games"] == 1
    games = duckdb.sql(f"SELECT game FROM '{tmp_path}/out/games/*/*.parquet' ORDER BY game").fetchall()
    assert games == [("a.db/game-0",), ("b.db/game-0",)]
    with pytest.raises(InvalidInput, match="last: each has checkpoints of its own"):
        export([str(tmp_path / "season")], tmp_path / "out", since=1)


def test_another_journal_of_the_same_name_is_reported(games: Games, tmp_path: Path) -> None:
    path = games()
    export([str(path)], tmp_path / "out")
    path.unlink()
    games(number=5, seed=50)
    with pytest.raises(InvalidInput, match="another journal than the one exported before"):
        export([str(path)], tmp_path / "out", since="last")
    export([str(path)], tmp_path / "out")


def test_an_export_of_one_journal_does_not_go_on_with_several(games: Games, tmp_path: Path) -> None:
    path = games("season/a.db")
    export([str(path)], tmp_path / "out")
    with pytest.raises(InvalidInput, match="allowed: one journal, as the export in"):
        export([str(tmp_path / "season")], tmp_path / "out", since="last")


def test_a_whole_export_takes_the_place_of_what_was_there(games: Games, tmp_path: Path) -> None:
    path = games()
    export([str(path)], tmp_path / "out")
    export([str(games("other.db", 1, seed=4))], tmp_path / "out", tables=["games"], format="csv")
    assert sorted(contents(tmp_path / "out")) == [
        "_export.json",
        next(name for name in contents(tmp_path / "out") if "csv" in name),
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"since": 10**6}, "0 to|is there|an earlier checkpoint"),
        ({"since": -1}, "the checkpoint of an export, or last"),
        ({"since": "yesterday"}, "the checkpoint of an export, or last"),
        ({"since": "last", "format": "csv"}, "--format: found csv; allowed: parquet"),
        ({"since": "last", "tables": ["games"]}, "--tables: found games; allowed: games,turns"),
        ({"tables": ["games", "players"]}, "'players'; allowed: games, turns, declarations"),
        ({"tables": []}, "--tables"),
        ({"format": "xlsx"}, "'xlsx'; allowed: parquet, arrow, csv, csv-raw, jsonl"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(
    games: Games, tmp_path: Path, arguments: dict[str, Any], words: str
) -> None:
    path = games(number=1)
    export([str(path)], tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(InvalidInput, match=words):
        export([str(path)], tmp_path / "out", **arguments)
    assert contents(tmp_path / "out") == before


# --- whole, or not there -------------------------------------------------------------------------------------------------


def damaged(path: Path, body: str = '{"type":"TurnBegan"}') -> None:
    import sqlite3

    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entries SET body = ? WHERE id = (SELECT max(id) FROM entries)", (body,))
    connection.close()


def test_a_damaged_journal_leaves_nothing_behind(games: Games, tmp_path: Path) -> None:
    path = games(number=2)
    damaged(path)
    with pytest.raises(CorruptJournal, match="stream 'game-1'"):
        export([str(path)], tmp_path / "new" / "out")
    assert not (tmp_path / "new").exists()


def test_a_damaged_journal_leaves_an_earlier_export_as_it_was(games: Games, tmp_path: Path) -> None:
    path = games(number=2)
    export([str(path)], tmp_path / "out")
    before = contents(tmp_path / "out")
    with Journal.open(path) as journal:
        play(journal, "later", seed=3)
    damaged(path)
    for since in (None, "last"):
        with pytest.raises(CorruptJournal):
            export([str(path)], tmp_path / "out", since=since)
        assert contents(tmp_path / "out") == before


def test_a_directory_of_something_else_is_refused(games: Games, tmp_path: Path) -> None:
    path = games(number=1)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidInput, match=r"a directory with thesis\.txt"):
        export([str(path)], tmp_path / "out")
    with pytest.raises(InvalidInput, match="a file"):
        export([str(path)], path)
    (tmp_path / "out" / "thesis.txt").rename(tmp_path / "out" / "_export.json")
    with pytest.raises(InvalidInput, match="something else"):
        export([str(path)], tmp_path / "out")
    assert (tmp_path / "out" / "_export.json").read_text() == "mine"


def test_a_directory_that_cannot_be_made_is_refused(games: Games, tmp_path: Path) -> None:
    path = games(number=1)
    with pytest.raises(InvalidInput, match="a directory that can be"):
        export([str(path)], path / "out")


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_export_leaves_no_half_file_and_can_be_repeated(games: Games, tmp_path: Path, stop: signal.Signals) -> None:
    path = games(number=8)
    code = """
import sys
from pathlib import Path
from declarant.tools.tables import export
write = export.Files.write
def slow(self, batch):
    write(self, batch)
    print("writing", flush=True)
    import time; time.sleep(60)
export.Files.write = slow
export.export([sys.argv[1]], Path(sys.argv[2]))
"""
    command = [sys.executable, "-c", code, str(path), str(tmp_path / "out")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        os.kill(process.pid, stop)
    assert not (tmp_path / "out").exists()
    export([str(path)], tmp_path / "out")
    export([str(path)], tmp_path / "never stopped")
    assert contents(tmp_path / "out") == contents(tmp_path / "never stopped")


def test_an_export_that_fails_in_its_last_step_leaves_the_one_before(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = games()
    export([str(path)], tmp_path / "out")
    before = contents(tmp_path / "out")
    for since in (None, "last"):
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr("declarant.tools.tables.export.put_in_place", Mock(side_effect=KeyboardInterrupt))
            export([str(path)], tmp_path / "out", since=since)
        assert contents(tmp_path / "out") == before
    assert [each.name for each in tmp_path.iterdir() if "out" in each.name] == ["out"]


@pytest.mark.parametrize("exchanges", [True, False])
def test_an_export_twice_into_one_directory_keeps_tables_without_rows(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchanges: bool
) -> None:
    path = games(number=1)
    if not exchanges:
        monkeypatch.setattr("declarant.tools.running.places._exchanged", lambda one, other: False)
    export([str(path)], tmp_path / "once")
    for _ in range(3):
        export([str(path)], tmp_path / "out")
    assert {place.split("/")[0] for place in contents(tmp_path / "out")} == {*BY_NAME, "_export.json"}
    assert (
        contents(tmp_path / "out").keys() == {place.replace("part-00000", "part-00002") for place in contents(tmp_path / "once")}
        or contents(tmp_path / "out").keys() == contents(tmp_path / "once").keys()
    )


def test_an_export_that_goes_on_is_a_subscription_of_its_journal(games: Games, tmp_path: Path) -> None:
    path = games(number=1)
    export([str(path)], tmp_path / "out")
    with Journal.open(path) as journal:
        assert journal.subscriptions() == []
        Game.start(["Ann", "Bob"], journal=journal, stream="one more")
        export([str(path)], tmp_path / "out", since="last")
        ((name, checkpoint, *_),) = journal.subscriptions()
        assert name == f"export {tmp_path / 'out'}"
        assert checkpoint == journal.last_id()


def test_files_of_an_export_that_was_never_completed_are_taken_away(games: Games, tmp_path: Path) -> None:
    path = games(number=1)
    export([str(path)], tmp_path / "out")
    before = contents(tmp_path / "out")
    stray = tmp_path / "out/games/month=1999-01/part-00001-00000.parquet"
    stray.parent.mkdir()
    stray.write_bytes(b"from an export that was killed as it moved its files")
    export([str(path)], tmp_path / "out", since="last")
    assert contents(tmp_path / "out") == before


def test_a_number_that_no_column_holds_is_reported(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        game = Game.start(["Ann", "Bob"], journal=journal)
        game.enter(declarant.permanent("giant", "Ann", types=["Creature"], power=1, toughness=1))
        game.change("giant", power=10**30)
        game.declare_attackers({"giant": "Bob"})
    with pytest.raises(InvalidInput, match=r"game 'game', version \d+: power: found 1000+; allowed: a number of 64 bits"):
        export([str(tmp_path / "games.db")], tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- the rest ------------------------------------------------------------------------------------------------------------


def test_a_journal_without_a_game_is_refused(tmp_path: Path) -> None:
    Journal.open(tmp_path / "games.db").close()
    with pytest.raises(InvalidInput, match="no game"):
        export([str(tmp_path / "games.db")], tmp_path / "out")
    assert not (tmp_path / "out").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match="a directory without journals"):
        export([str(tmp_path / "empty")], tmp_path / "out")


def test_tables_in_python_are_arrow_tables(games: Games) -> None:
    path = games()
    with Journal.open(path) as journal:
        tables = declarant.tables(journal)
        later = declarant.tables(journal, since=journal.last_id())
    assert list(tables) == list(BY_NAME)
    assert all(isinstance(table, pa.Table) for table in tables.values())
    assert not any(table.num_rows for table in later.values())
    assert declarant.tables(str(path), only=["games"])["games"].equals(tables["games"])


def test_a_missing_extra_is_reported_with_how_to_install_it(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(declarant.MissingExtra, match=r"this needs pyarrow: pip install 'declarant\[export\]'"):
        export([str(games(number=1))], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_no_cell_of_a_csv_file_is_a_formula_unless_it_is_asked_for_raw(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db", "OFF") as journal:
        for name in ("=1+1", "-2", "@SUM(A1)", "+3", "＝1+1", "＠SUM(A1)", "plain"):
            Game.start(["=Ann", "Bob"], journal=journal, stream=name, rules="2025-04-04")
    read: dict[str, list[str]] = {}
    for format in ("csv", "csv-raw"):
        export([str(tmp_path / "games.db")], tmp_path / format, format=format, tables=["games"])
        (file,) = (tmp_path / format).glob("games/*/*.csv")
        read[format] = sorted(pandas.read_csv(file)["game"])
    assert read["csv"] == sorted(["'=1+1", "'-2", "'@SUM(A1)", "'+3", "'＝1+1", "'＠SUM(A1)", "plain"])
    assert read["csv-raw"] == sorted(["=1+1", "-2", "@SUM(A1)", "+3", "＝1+1", "＠SUM(A1)", "plain"])
