"""Stable pseudonyms of players: the same name always gets the same one on this machine, and nobody else can say whose it is."""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from ...events.errors import InvalidInput
from ..running.places import user_directory

KEY_LENGTH = 32
"""Bytes of the key."""


def key_file() -> Path:
    """Where the key is: in the user's data directory, which XDG_DATA_HOME may name."""
    return user_directory("data") / "pseudonyms.key"


def pseudonyms() -> Callable[[str], str]:
    """A function from a player's name to the pseudonym: a keyed digest (HMAC, RFC 2104) with the user's key, which is made once.

    Raises InvalidInput where the key can't be read or made.
    """
    path = key_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            _make(path)
        key = path.read_bytes()
    except OSError as error:
        raise InvalidInput(str(path), error.strerror or str(error), "a file with the key of pseudonyms") from None
    if len(key) != KEY_LENGTH:
        raise InvalidInput(str(path), f"{len(key)} bytes", f"a key of {KEY_LENGTH} bytes, or no file: then one is made")
    return lambda name: f"Player {hmac.new(key, name.casefold().encode(), sha256).hexdigest()[:8].upper()}"


def _make(path: Path) -> None:
    """Make a key that nobody else can read, whole or not at all; another process may make one meanwhile."""
    made = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(token_bytes(KEY_LENGTH))
        os.link(made, path)
    finally:
        made.unlink(missing_ok=True)
