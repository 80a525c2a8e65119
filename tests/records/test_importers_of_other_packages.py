"""An importer of another package is a command, as an entry point, and passes the conformance tests."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from declarant.events import optional
from declarant.tools.cli import app
from declarant.tools.records import importers
from declarant.tools.records.conformance import ImporterConformance
from declarant.tools.records.importers import IMPORTERS
from records.test_import_forge import LOG
from typer.testing import CliRunner

OF_ANOTHER_PACKAGE = replace(IMPORTERS["forge"], module="declarant.tools.records.forge", words="Import what is forged.")


class TestForge(ImporterConformance):
    scheme, importer = "forge", OF_ANOTHER_PACKAGE

    def record(self) -> bytes:
        return LOG.encode()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    found = [
        EntryPoint("mine", f"{__name__}:OF_ANOTHER_PACKAGE", importers.GROUP),
        EntryPoint("forge", "no_such_package:IMPORTER", importers.GROUP),
    ]
    monkeypatch.setattr(optional, "entry_points", lambda group: [each for each in found if each.group == group])
    return found


def run(*arguments: str | Path, status: int = 0) -> str:
    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert result.exit_code == status, result.output
    return " ".join(result.output.split())


def test_it_is_a_command_beside_those_of_this_package(installed: list[EntryPoint], tmp_path: Path) -> None:
    assert "mine Import what is forged." in run("import", "--help")
    (tmp_path / "record").write_text(LOG)
    assert "entries" in run("import", "mine", tmp_path / "record", "--to", tmp_path / "games.db", "--anonymous")
    assert "entries" in run("import", "forge", tmp_path / "record", "--to", tmp_path / "others.db")


@pytest.mark.parametrize("value", ["no_such_package:IMPORTER", "declarant:Game"])
def test_one_that_cannot_be_loaded_is_named(installed: list[EntryPoint], value: str, tmp_path: Path) -> None:
    installed.append(EntryPoint("gone", value, importers.GROUP))
    assert "declarant.importers: found 'gone'" in run("import", "gone", "record", "--to", tmp_path / "games.db", status=2)
    assert "No such command" in run("import", "nothing", status=2)
