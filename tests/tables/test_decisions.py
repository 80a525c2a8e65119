"""The table `decisions` of an export: one row a declaration, also after a game was recorded anew."""

from pathlib import Path

import pytest
from declarant import Game, permanent
from declarant.tools.cli.app import app
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
