"""`eventsourcing`'s own tests of recorders, run over our stores through an adapter (`recorders.py`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import TestCase

import pytest
from declarant.events.journal.stores.postgresql import PostgresqlStore
from declarant.events.journal.stores.sqlite import SqliteStore
from declarant.events.journal.stores.store import Store
from eventsourcing.tests import persistence
from journal.recorders import NumberedRecorder, Processor, Recorder, Tracker


class OverSqlite:
    """Each test has a new file."""

    @pytest.fixture(autouse=True)
    def _place(self, tmp_path: Path) -> None:
        self.open_store: Callable[[], Store] = lambda: SqliteStore(tmp_path / "journal.db", "OFF")


class OverPostgresql:
    """Each test has a new schema of a real server."""

    @pytest.fixture(autouse=True)
    def _place(self, new_url: Callable[[], str]) -> None:
        url = new_url()
        self.open_store: Callable[[], Store] = lambda: PostgresqlStore(url)


RECORDERS: dict[type[TestCase], type] = {
    persistence.AggregateRecorderTestCase: Recorder,
    persistence.ApplicationRecorderTestCase: NumberedRecorder,
    persistence.TrackingRecorderTestCase: Tracker,
    persistence.ProcessRecorderTestCase: Processor,
    persistence.NonInterleavingNotificationIDsBaseCase: NumberedRecorder,
}


def over(place: type, case: type[TestCase], recorder: type) -> type:
    """A test case of theirs, with a recorder that keeps what it is given there."""

    def create_recorder(self: Any) -> Any:
        return recorder(self.open_store)

    more: dict[str, Any] = {"create_recorder": create_recorder, "__module__": __name__}
    if hasattr(case, "optional_test_insert_subscribe"):
        more["test_insert_subscribe"] = lambda self: self.optional_test_insert_subscribe()
    return type(f"{case.__name__}{place.__name__}", (place, case), more)


for _case, _recorder in RECORDERS.items():
    for _place in (OverSqlite, OverPostgresql):
        globals()[f"{_case.__name__}{_place.__name__}"] = over(_place, _case, _recorder)
