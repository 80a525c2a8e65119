"""What installed packages make known by entry points is found, and what can't be used is declined by its name."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from declarant import InvalidInput, Journal, policy_named
from declarant.events import optional
from declarant.events.journal.stores import registry
from declarant.handlers.playing import policies
from declarant.handlers.rulebook import house
from declarant.tools import feed
from declarant.tools.oracle import own_keywords
from declarant.tools.records import importers

ASKED: dict[str, Callable[[], object]] = {
    registry.GROUP: lambda: Journal.open("mine://tonight"),
    policies.GROUP: lambda: policy_named("mine")(None),  # type: ignore[arg-type]
    feed.GROUP: lambda: feed.projection_named("mine"),
    importers.GROUP: lambda: importers.importer_of_another_package("mine"),
    own_keywords.GROUP: own_keywords.installed.__wrapped__,
    house.GROUP: house.installed.__wrapped__,
}


def fails(*arguments: object) -> None:
    raise RuntimeError("no")


@pytest.mark.parametrize("group", ASKED)
@pytest.mark.parametrize("value", ["no_such_package:it", "a_package:no_such_name", "a_package:number", "a_package:wrong"])
def test_what_cannot_be_used_is_named_with_its_group(group: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "a_package", SimpleNamespace(number=3, wrong=["word"]))  # type: ignore[arg-type]
    entry = EntryPoint("mine", value, group)
    monkeypatch.setattr(optional, "entry_points", lambda group: [entry] if group == entry.group else [])
    with pytest.raises(InvalidInput, match=re.escape(group) + ".*mine"):
        ASKED[group]()


@pytest.mark.parametrize("kind", [fails, int])
def test_a_projection_that_cannot_be_made_is_named(kind: object, monkeypatch: pytest.MonkeyPatch) -> None:
    class Made:
        def __init__(self) -> None:
            if kind is fails:
                fails()

    monkeypatch.setitem(sys.modules, "a_package", SimpleNamespace(made=Made))  # type: ignore[arg-type]
    entry = EntryPoint("mine", "a_package:made", feed.GROUP)
    monkeypatch.setattr(optional, "entry_points", lambda group: [entry] if group == entry.group else [])
    with pytest.raises(InvalidInput, match=r"declarant\.projections: found 'mine'"):
        feed.projection_named("mine")


def test_names_of_this_package_cannot_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = [EntryPoint("greedy", "nothing:it", policies.GROUP), EntryPoint("tables", "nothing:it", feed.GROUP)]
    monkeypatch.setattr(optional, "entry_points", lambda group: [each for each in taken if each.group == group])
    assert policy_named("greedy") is policies.greedy
    assert feed.projection_named("tables").name == "tables"
