"""Journals with flipped bytes and missing ends: reported with an error of the package, and nothing is left half-written."""

import shutil
from pathlib import Path
from random import Random

import pytest
from declarant.events.errors import DeclarantError
from declarant.events.journal.journal import Journal
from declarant.tools.audit.audit import audit
from declarant.tools.feed import feed
from declarant.tools.tables.export import export
from freezegun import freeze_time
from tables.conftest import play

SEEDS = range(80)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a journal, in SQLite and as JSON Lines."""
    folder = tmp_path_factory.mktemp("sound")
    # The same bytes each time, so that the same ones are flipped.
    with (
        freeze_time("2026-01-02"),
        Journal.open(folder / "games.db", "OFF") as journal,
        (folder / "games.jsonl").open("xb") as file,
    ):
        for number in range(2):
            play(journal, f"game-{number}", seed=number)
        journal.export_jsonl(file)
    return folder


def damaged(random: Random, data: bytearray) -> bytearray:
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        data[random.randrange(len(data))] = random.randrange(256)
    return data[: random.randrange(len(data))] if random.random() < 0.2 else data


@pytest.mark.parametrize("name", ["games.db", "games.jsonl"])
def test_a_damaged_journal_is_refused_or_read_as_it_was(sound: Path, tmp_path: Path, name: str) -> None:
    export([str(sound / name)], tmp_path / "whole", format="jsonl")
    whole = files(tmp_path / "whole")
    refused = 0
    for seed in SEEDS:
        path = tmp_path / str(seed) / name
        path.parent.mkdir()
        path.write_bytes(damaged(Random(seed), bytearray((sound / name).read_bytes())))
        try:
            export([str(path)], tmp_path / "out", format="jsonl")
        except DeclarantError:
            refused += 1
            assert not (tmp_path / "out").exists(), seed
        else:
            # What was flipped is no part of what is stated, or was a stream's last entries, which only `verify` misses.
            assert {line for file in files(tmp_path / "out") for line in file} <= {line for file in whole for line in file}, seed
            shutil.rmtree(tmp_path / "out")
        try:
            assert all(audited.report for audited in audit([path]))
            with feed(path) as messages:
                assert all(messages)
        except DeclarantError:
            pass
    assert refused > len(SEEDS) / 2


def files(folder: Path) -> list[list[str]]:
    """The rows of every table."""
    return [path.read_text("utf-8").splitlines() for path in sorted(folder.glob("*/*/*"))]
