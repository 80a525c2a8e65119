"""A PostgreSQL server for the tests that need one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import psycopg
import pytest

from bench.postgresql import PostgresqlServer


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresqlServer]:
    """It runs as long as the tests do. What it acknowledged outlasts its own end, if not that of the machine."""
    with PostgresqlServer(fsync="off") as server:
        yield server


_numbers = count()


@pytest.fixture
def new_url(server: PostgresqlServer) -> Callable[[], str]:
    """Gives the URL of a new schema each time."""

    def make() -> str:
        schema = f"journal_{next(_numbers)}"
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}")
        return server.url(schema)

    return make
