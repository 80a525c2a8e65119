"""The format of a record that mage-bench published: a JSON file a game, versions 2 to 9, as models, read with its limits."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from ...events.errors import InvalidInput
from ...events.journal.journal import STREAM_LIMIT
from .unread import RecordPart, UnreadFields

SIZE_LIMIT = 256 << 20
"""Bytes that a file has at most, unpacked; published ones have up to 40 MB."""

_Count = Annotated[int, Field(ge=-(2**31), lt=2**31)]
_Name = Annotated[str, Field(max_length=300)]
_NUMBER = re.compile(r"-?[0-9]{1,6}")


class _XMagePart(RecordPart):
    model_config = ConfigDict(populate_by_name=True)


class ListedCard(_XMagePart):
    """A card in a zone. `pt`: power and toughness in one, as in `2/3`."""

    name: _Name
    id: _Name = ""
    tapped: bool = False
    summoning_sick: bool = False
    token: bool = False
    power: int | str | None = None
    toughness: int | str | None = None
    pt: str | None = Field(None, validation_alias=AliasChoices("pt", "power_toughness"))
    type_line: str | None = Field(None, validation_alias=AliasChoices("typeLine", "type_line"))

    @property
    def size(self) -> tuple[int, int] | None:
        """Power and toughness; None where they aren't stated as numbers."""
        numbers = (str(self.power), str(self.toughness)) if self.power is not None else tuple((self.pt or "").split("/"))
        if len(numbers) == 2 and all(_NUMBER.fullmatch(number) for number in numbers):
            return int(numbers[0]), int(numbers[1])
        return None


class Group(_XMagePart):
    """What attacks together, and what blocks it."""

    attackers: tuple[ListedCard, ...] = ()
    blockers: tuple[ListedCard, ...] = ()
    blocked: bool | None = None
    defending: _Name = Field("", validation_alias=AliasChoices("defending", "defender"))

    @property
    def is_blocked(self) -> bool:
        """Whether its attackers are blocked; newer records don't say so of those whose blockers are gone."""
        return bool(self.blockers) if self.blocked is None else self.blocked


class Player(_XMagePart):
    """A player and what is the player's, at a decision."""

    name: _Name
    life: _Count
    battlefield: tuple[ListedCard | _Name, ...] = ()
    graveyard: tuple[ListedCard | _Name, ...] = ()
    hand: tuple[ListedCard | _Name, ...] = ()
    exile: tuple[ListedCard | _Name, ...] = ()
    hand_count: _Count | None = None


class GameSnapshot(_XMagePart):
    """The game at a decision."""

    seq: _Count
    turn: _Count
    step: _Name | None = None
    active_player: _Name | None = None
    players: tuple[Player, ...]
    combat: tuple[Group, ...] = ()


class LoggedAction(_XMagePart):
    """A sentence of the log, or (`type`) the change of a turn or a step, or what somebody said."""

    seq: _Count
    message: str = ""
    type: str = ""
    turn: _Count | None = None
    step: _Name | None = None
    active_player: _Name | None = None


class NamedPlayer(_XMagePart):
    """A player."""

    name: _Name


class Metadata(_XMagePart):
    """What is printed on a card."""

    type_line: str = ""


class GameOver(_XMagePart):
    """The game is over."""


class Record(_XMagePart):
    """A game."""

    model_config = ConfigDict(alias_generator=to_camel)

    version: Annotated[int, Field(ge=2, le=9, strict=True)]
    id: Annotated[str, Field(min_length=1, max_length=STREAM_LIMIT - 10)]
    timestamp: str = ""
    game_type: str = ""
    winner: str | None = None
    players: Annotated[tuple[NamedPlayer, ...], Field(max_length=16)]
    card_data: dict[str, Metadata] = Field(default_factory=dict)
    snapshots: Annotated[tuple[GameSnapshot, ...], Field(min_length=1)]
    actions: tuple[LoggedAction, ...]
    game_over: GameOver | None = None


def read(path: Path, unread: UnreadFields) -> Record:
    """The record in a file, perhaps packed (gzip). Raises InvalidInput for another file, or one that is too large."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            # As many bytes as are asked for are taken of the memory.
            most = SIZE_LIMIT if packed else min(SIZE_LIMIT, path.stat().st_size)
            content = (gzip.GzipFile(fileobj=file) if packed else file).read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file that can be read") from None
    if len(content) > SIZE_LIMIT:
        raise InvalidInput(str(path), f"more than {SIZE_LIMIT >> 20} MB", "a record of a game")
    try:
        return Record.model_validate_json(content, context=unread)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        place = f"{path}{where and ', ' + where}"
        raise InvalidInput(place, first["msg"], "a record of mage-bench in JSON, version 2 to 9") from None
