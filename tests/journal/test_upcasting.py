"""Events in old shapes are read through upcasters."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from declarant.events.catalogue import EVENT_TYPES
from declarant.events.errors import CorruptJournal
from declarant.events.facts import GameStarted
from declarant.events.journal import encoding
from declarant.events.journal.conformance import STREAM
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import ENCODING, Encoding
from declarant.events.journal.journal import Journal
from declarant.events.journal.upcasting import UPCASTERS, Upcasters, schema_number
from declarant.events.model import Model
from pydantic import ValidationError


class OldTurnBegan(Model):
    """The first shape: the player had another name."""

    type: Literal["TurnBegan"] = "TurnBegan"
    who: str


class NewTurnBegan(Model):
    """The third shape: turns have numbers, counted from 1."""

    type: Literal["TurnBegan"] = "TurnBegan"
    player: str
    number: int


def rename_who(document: dict[str, Any]) -> dict[str, Any]:
    return {"type": document["type"], "player": document["who"]}


def add_number(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "number": 1}


OLD = Encoding({"TurnBegan": OldTurnBegan, "Cut": Cut}, {})
NEW = Encoding({"TurnBegan": NewTurnBegan, "Cut": Cut}, {("TurnBegan", 1): rename_who, ("TurnBegan", 2): add_number})


def test_an_old_shape_is_read_as_the_new_one_and_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open("memory://")
    monkeypatch.setattr(encoding, "ENCODING", OLD)
    journal.log(STREAM).append([OldTurnBegan(who="Ann")])  # type: ignore[list-item]
    monkeypatch.setattr(encoding, "ENCODING", NEW)
    journal.log(STREAM).append([NewTurnBegan(player="Bob", number=2)])  # type: ignore[list-item]
    found: list[object] = [event for _, event in journal.log(STREAM).events()]
    assert found == [NewTurnBegan(player="Ann", number=1), NewTurnBegan(player="Bob", number=2)]
    journal.verify()
    assert [(entry.schema, entry.body) for entry in journal.entries(STREAM)] == [
        (1, '{"type":"TurnBegan","who":"Ann"}'),
        (3, '{"type":"TurnBegan","player":"Bob","number":2}'),
    ]


def test_a_shape_in_between_takes_only_the_later_upcasters() -> None:
    found: object = NEW.decode("TurnBegan", 2, '{"type":"TurnBegan","player":"Ann"}')
    assert found == NewTurnBegan(player="Ann", number=1)


def test_an_older_package_says_that_the_schema_is_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open("memory://")
    monkeypatch.setattr(encoding, "ENCODING", NEW)
    journal.log(STREAM).append([NewTurnBegan(player="Ann", number=1)])  # type: ignore[list-item]
    monkeypatch.setattr(encoding, "ENCODING", OLD)
    with pytest.raises(CorruptJournal, match="version 1: TurnBegan in schema 3, known up to 1"):
        list(journal.log(STREAM).events())


@pytest.mark.parametrize("body", ['{"type":"TurnBegan"}', "[]", "null", "17", "{", "[" * 10**5])
def test_an_old_body_that_does_not_fit_is_refused(body: str) -> None:
    with pytest.raises(ValueError):
        NEW.decode("TurnBegan", 1, body)


@pytest.mark.parametrize("registry", [UPCASTERS, {("A", 1): add_number, ("A", 2): add_number, ("B", 1): add_number}])
def test_schemas_that_have_an_upcaster_follow_one_another(registry: Upcasters) -> None:
    tags = {tag for tag, _ in registry}
    assert sorted(registry) == sorted((tag, n) for tag in tags for n in range(1, schema_number(tag, registry)))


@pytest.mark.parametrize("tag", EVENT_TYPES)
def test_every_type_of_event_can_be_decoded(tag: str) -> None:
    with pytest.raises(ValidationError, match=f"for {tag}\n"):
        ENCODING.decode(tag, schema_number(tag, UPCASTERS), '{"no such field": 1}')


def test_a_game_started_before_it_stated_where_it_was_recorded_is_read() -> None:
    body = '{"type":"GameStarted","players":["Ann","Bob"],"edition":"2024-02-09","declarant_version":"0.1.0"}'
    started = ENCODING.decode("GameStarted", 1, body)
    assert isinstance(started, GameStarted)
    assert (started.names, started.played, started.format, started.source) == ({}, None, None, None)
