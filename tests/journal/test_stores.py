"""Each store passes the conformance suite that ships with the package."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from declarant.events.journal.conformance import STREAM, StoreConformance
from declarant.events.journal.entry import Entry
from declarant.events.journal.journal import Journal
from declarant.events.journal.stores.jsonlines import write_lines
from declarant.events.journal.stores.memory import MemoryStore


def altered(journal: Journal, version: int, column: str, value: Any) -> list[Entry]:
    return [
        entry._replace(**{column: value}) if (entry.stream, entry.version) == (STREAM, version) else entry
        for entry in journal.feed()
    ]


class TestMemoryStore(StoreConformance):
    def journal(self) -> Journal:
        return Journal.open("memory://")

    def altered(self, journal: Journal, version: int, column: str, value: object) -> Journal:
        store = MemoryStore()
        with store.writing():
            store.insert([entry[1:] for entry in altered(journal, version, column, value)])
        return Journal(store)


class OnDisk(StoreConformance):
    suffix: str

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.paths = (tmp_path / f"{number}{self.suffix}" for number in count())


class TestSqliteStore(OnDisk):
    suffix = ".db"

    def journal(self) -> Journal:
        self.path = next(self.paths)
        return Journal.open(self.path)

    def read_again(self, journal: Journal) -> Journal:
        journal.close()
        return Journal.open(self.path, read_only=True)

    def altered(self, journal: Journal, version: int, column: str, value: object) -> Journal:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(f"UPDATE entries SET {column} = ? WHERE stream = ? AND version = ?", (value, STREAM, version))
        return self.read_again(journal)


class TestPostgresqlStore(StoreConformance):
    @pytest.fixture(autouse=True)
    def schemas(self, new_url: Callable[[], str]) -> None:
        self.new_url = new_url

    def journal(self) -> Journal:
        self.url = self.new_url()
        return Journal.open(self.url)

    def read_again(self, journal: Journal) -> Journal:
        journal.close()
        return Journal.open(self.url, read_only=True)

    def altered(self, journal: Journal, version: int, column: str, value: object) -> Journal:
        with psycopg.connect(self.url) as connection:
            connection.execute("SET session_replication_role = replica")  # else nothing can be altered
            statement = f"UPDATE declarant_entries SET {column} = %s WHERE stream = %s AND version = %s"
            connection.execute(statement, (value, STREAM, version))
        return self.read_again(journal)


class TestJsonLinesStore(OnDisk):
    suffix = ".jsonl"

    def journal(self) -> Journal:
        return Journal.open("memory://")

    def read_again(self, journal: Journal) -> Journal:
        path = next(self.paths)
        with path.open("wb") as file:
            journal.export_jsonl(file)
        return Journal.open(path)

    def altered(self, journal: Journal, version: int, column: str, value: object) -> Journal:
        path = next(self.paths)
        with path.open("wb") as file:
            write_lines(altered(journal, version, column, value), file)
        return Journal.open(path)
