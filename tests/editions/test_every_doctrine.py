"""Every doctrine has a dated test: where a change of it is left out, a test of that day fails."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from importlib import import_module
from itertools import chain, pairwise, product
from typing import Any, NamedTuple

import pytest
from declarant.handlers.rulebook import editions as rulebook
from declarant.handlers.rulebook.doctrines import DOCTRINES
from declarant.handlers.rulebook.editions import Edition, edition_of, editions

MODULES = ("combat", "damage", "illegal_actions", "legality", "triggers")


class Change(NamedTuple):
    """From that day on the doctrine says something else."""

    doctrine: str
    day: date
    before: Any
    since: Any

    def __str__(self) -> str:
        return f"{self.doctrine} {self.day}"


CHANGES = [
    Change(doctrine, newer.effective, getattr(older, doctrine), getattr(newer, doctrine))
    for older, newer in pairwise(reversed(editions()))
    for doctrine in DOCTRINES
    if getattr(older, doctrine) != getattr(newer, doctrine)
]


def left_out(change: Change) -> Iterator[Edition]:
    """All editions, newest first, as though that change hadn't come."""
    unlike = [
        each.effective for each in editions() if each.effective > change.day and getattr(each, change.doctrine) != change.since
    ]
    until = min(unlike, default=date.max)
    for each in editions():
        yield replace(each, **{change.doctrine: change.before}) if change.day <= each.effective < until else each


def dated_tests(day: date) -> Iterator[Callable[[], None]]:
    """The tests that name the day, each with all of its parameters."""
    for name in MODULES:
        for test, function in inspect.getmembers(import_module(f"editions.test_{name}_by_date"), inspect.isfunction):
            source = inspect.getsource(function)
            if test.startswith("test_") and (f"{day:%Y_%m_%d}" in source or str(day) in source):
                for arguments in product(*(_arguments(mark) for mark in getattr(function, "pytestmark", ()))):
                    yield partial(function, **dict(chain.from_iterable(each.items() for each in arguments)))


def _arguments(mark: Any) -> list[dict[str, Any]]:
    """The arguments of each case of a parametrised test."""
    names = [name.strip() for name in mark.args[0].split(",")] if isinstance(mark.args[0], str) else list(mark.args[0])
    cases = [case.values if hasattr(case, "values") and hasattr(case, "marks") else case for case in mark.args[1]]
    return [dict(zip(names, case if len(names) > 1 or isinstance(case, tuple) else (case,), strict=True)) for case in cases]


def fails(test: Callable[[], None]) -> bool:
    try:
        test()
    except (AssertionError, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_change_that_is_left_out_fails_a_test_of_its_day(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = list(dated_tests(change.day))
    without = tuple(left_out(change))
    monkeypatch.setattr(rulebook, "editions", lambda house=(): without)
    edition_of.cache_clear()
    try:
        assert any(fails(test) for test in tests)
    finally:
        edition_of.cache_clear()


def test_every_doctrine_changed_once_at_least() -> None:
    assert {change.doctrine for change in CHANGES} == set(DOCTRINES)
