"""Which store keeps a journal: by the scheme of its URL or, for a path, by the end of its name.

    memory://                          in memory
    sqlite:///games.db                 a SQLite file: also just its path
    jsonl:///games.jsonl               a JSON Lines file, which is only read: also just its path
    postgresql://user@host/database    a PostgreSQL database

A new store is a module here and a row of `STORES`; in another package, an entry point of the group `declarant.stores`: its scheme
and its class. Nothing else knows it.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path
from typing import cast

from ...errors import InvalidInput
from ...optional import installed, loaded
from .held import is_held
from .store import OpenedByUrl

STORES = {
    "memory": ("memory", "MemoryStore"),
    "sqlite": ("sqlite", "SqliteStore"),
    "jsonl": ("jsonlines", "JsonLinesStore"),
    "postgresql": ("postgresql", "PostgresqlStore"),
    "postgres": ("postgresql", "PostgresqlStore"),
}
"""Module and class of the store of each scheme; imported when it is used."""

ALLOWED = ", ".join(f"{scheme}://" for scheme in STORES)

GROUP = "declarant.stores"
"""The entry points of stores of other packages."""

NOT_SHOWN = "the URL of a journal that isn't written whole, with :// (it isn't shown)"

ENDINGS = {".jsonl": "jsonl"}
"""The end of a path without a scheme → the scheme that it stands for."""

PATHS = "sqlite"
"""The scheme that any other path stands for."""

NOT_WHOLE = re.compile(rf"({'|'.join(STORES)})(?::|//|/[^/]*@)|/{{0,2}}[^/]*:[^/]*@|.*\bpassword\s*=", re.IGNORECASE | re.DOTALL)
"""How a URL begins that isn't written whole, or what else is rather one than a path: a password may be in it."""

HEADER_BYTES = 100
"""How many bytes at the beginning of a file stores get to recognise it (`is_file`)."""


def store_of(url: str | Path) -> type[OpenedByUrl]:
    """The store that keeps the journal of a URL or a path.

    Raises:
        InvalidInput: no store has that scheme, or that of another package can't be loaded, or `//` is missing after it. The URL
            isn't shown: it may hold a password.
    """
    scheme, separator, _ = str(url).partition("://")
    if not separator:
        if NOT_WHOLE.match(str(url)):
            raise InvalidInput("journal", NOT_SHOWN, f"a path, or a URL that begins with {ALLOWED}")
        scheme = next((scheme for ending, scheme in ENDINGS.items() if str(url).endswith(ending)), PATHS)
    if scheme not in STORES:
        if (entry := installed(GROUP).get(scheme)) is not None:
            return cast("type[OpenedByUrl]", loaded(entry, "a class with the methods of `declarant.Store`", type))
        raise InvalidInput("journal", "a URL of another kind (it isn't shown)", f"a path, or a URL that begins with {ALLOWED}")
    return _store(scheme)


def shown(url: str | Path) -> str:
    """A URL or a path as messages show it: without passwords."""
    return store_of(url).source(str(url)) if "://" in str(url) else str(url)


def is_journal(path: Path) -> bool:
    """Whether a file is a journal. What can't be read isn't."""
    if is_held(path):
        return True
    try:
        with path.open("rb") as file:
            header = file.read(HEADER_BYTES)
    except (OSError, ValueError):
        return False
    return any(_store(scheme).is_file(str(path), header) for scheme in (PATHS, *ENDINGS.values()))


def path_of(url: str, scheme: str) -> str:
    """The path in a URL of that scheme (so that an absolute one has four slashes), or the path that it is.

    Raises:
        InvalidInput: the URL names a host, or nothing.
    """
    path = url.removeprefix(f"{scheme}://")
    if path != url:
        if not path.startswith("/") or path == "/":
            found = f"{scheme}:// without a third slash and a path (it isn't shown)"
            raise InvalidInput("journal", found, f"{scheme}:/// and a path")
        path = path[1:]
    if not path:
        raise InvalidInput("journal", "an empty path", "a path or a URL")
    try:
        readable = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        readable = False
    if not readable:
        raise InvalidInput("journal", repr(path), "a path that a file system can have")
    return path


def _store(scheme: str) -> type[OpenedByUrl]:
    module, name = STORES[scheme]
    return cast("type[OpenedByUrl]", getattr(import_module(f".{module}", __package__), name))
