"""A store of another package is found by its scheme, as an entry point."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest
from declarant import Game, InvalidInput, Journal
from declarant.events import optional
from declarant.events.journal.stores import registry
from declarant.events.journal.stores.memory import MemoryStore


class ShelfStore(MemoryStore):
    kept: ClassVar[dict[str, ShelfStore]] = {}

    @classmethod
    def open(cls, url: str, durability: object = "FULL", read_only: bool = False) -> ShelfStore:
        return cls.kept.setdefault(url, cls())


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        EntryPoint("shelf", f"{__name__}:ShelfStore", registry.GROUP),
        EntryPoint("gone", "no_such_package:Store", registry.GROUP),
        EntryPoint("sqlite", f"{__name__}:ShelfStore", registry.GROUP),
    ]
    monkeypatch.setattr(optional, "entry_points", lambda group: [each for each in found if each.group == group])


def test_a_journal_is_kept_by_the_store_of_another_package() -> None:
    Game.start(["Ann", "Bob"], journal="shelf://tonight")
    assert Game.open("shelf://tonight", "game").board.players == ("Ann", "Bob")


def test_one_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"declarant\.stores: found 'gone' of no_such_package:Store"):
        Journal.open("gone://tonight")


def test_a_scheme_of_this_package_cannot_be_taken() -> None:
    assert registry.store_of("sqlite:///games.db") is not ShelfStore
