"""The table `decisions` of an export: one row a declaration, also after a game was recorded anew."""

from pathlib import Path

import pytest
from declarant import Game, permanent
from declarant.tools.arena.inputs import GamesInput
from declarant.tools.cli.app import app
from declarant.tools.tables import batches
from typer.testing import CliRunner

pq = pytest.importorskip("pyarrow.dataset")


def test_decisions_are_a_table_of_an_export_where_it_is_named(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", journal=url, stream="final")
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
    game.declare_attackers({})
    done = CliRunner().invoke(app, ["export", url, "--to", str(tmp_path / "out"), "--tables", "declarations,decisions"])
    assert done.exit_code == 0, done.output
    (row,) = pq.dataset(tmp_path / "out" / "decisions", partitioning="hive").to_table().to_pylist()
    (declared,) = pq.dataset(tmp_path / "out" / "declarations", partitioning="hive").to_table().to_pylist()
    assert (row["game"], row["declaration"], row["mistake"]) == ("final", declared["declaration"], "less")


def test_an_export_that_goes_on_keeps_the_decisions_it_has(tmp_path: Path) -> None:
    url, to = str(tmp_path / "games.db"), tmp_path / "out"
    for stream in ("semifinal", "final"):
        game = Game.start(["Ann", "Bob"], rules="2026-01-16", journal=url, stream=stream)
        game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
        game.declare_attackers({})
        game.journal.close()
        done = CliRunner().invoke(app, ["export", url, "--to", str(to), "--tables", "decisions", "--since", "last"])
        assert done.exit_code == 0, done.output
    rows = pq.dataset(to / "decisions", partitioning="hive").to_table().to_pylist()
    assert sorted(row["game"] for row in rows) == ["final", "semifinal"]


def test_no_other_row_is_made_for_decisions_alone_and_none_of_what_came_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "tabulate", lambda *_: pytest.fail("rows that nobody wants"))
    game = Game.start(["Ann", "Bob"], rules="2026-01-16", journal="memory://", stream="final")
    game.enter(permanent("ogre", "Ann", types=["Creature"], power=4, toughness=4))
    last = game.journal.last_id()
    game.declare_attackers({})
    games = GamesInput("final", "memory://")

    def number(since: int, until: int) -> int:
        part = batches.GameBatch(games, "", None, since, until, ("decisions",))
        return sum(each.rows.num_rows for each in batches.batches(game.journal, part))

    now = game.journal.last_id()
    assert (number(0, now), number(0, last), number(now, now + 1)) == (1, 0, 0)
