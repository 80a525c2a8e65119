"""Whether the ids and the names in a case mean somebody: what the shape of each field can't tell.

An id is known from the start (players and the battlefield) or from the step in which its permanent enters; it stays
known when the permanent is gone. Ids in the brackets of a wording are checked by who reads the wording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

from ...events.errors import InvalidInput
from .misfits import Location, describe, render, where
from .models import Case, Enters


class _Known:
    """The players and permanents that have been named so far."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.players: set[str] = set()
        self.permanents: set[str] = set()

    def player(self, at: Location, name: str) -> None:
        if name not in self.players:
            raise self.misfit(at, name, "the name of one of the players")

    def permanent(self, at: Location, name: str) -> None:
        if name not in self.permanents:
            raise self.misfit(at, name, "the id of a permanent that is or was on the battlefield")

    def anyone(self, at: Location, name: str) -> None:
        if name not in self.permanents and name not in self.players:
            raise self.misfit(at, name, "the name of a player, or the id of a permanent that is or was on the battlefield")

    def unused(self, at: Location, name: str) -> None:
        if name in self.permanents or name in self.players:
            raise self.misfit(at, name, "an id that no other player or permanent has")

    def misfit(self, at: Location, name: str, allowed: str) -> InvalidInput:
        return InvalidInput(where(self.place, render(at)), describe(name), allowed)


_Check = Callable[[_Known, Location, Any], None]


def _each(check: _Check) -> _Check:
    """Every element of a list."""

    def check_each(known: _Known, at: Location, values: Iterable[Any]) -> None:
        for index, value in enumerate(values):
            check(known, (*at, index), value)

    return check_each


def _one_or_each(check: _Check) -> _Check:
    """A value, or every element of a list of such."""

    def check_them(known: _Known, at: Location, value: Any) -> None:
        (_each(check) if isinstance(value, tuple) else check)(known, at, value)

    return check_them


def _keys(key: _Check, value: _Check | None = None) -> _Check:
    """Every key of a mapping and, with a second check, its value."""

    def check_keys(known: _Known, at: Location, entries: Mapping[str, Any]) -> None:
        for name, entry in entries.items():
            key(known, (*at, name), name)
            if value:
                value(known, (*at, name), entry)

    return check_keys


def _fields(checks: Mapping[str, _Check]) -> _Check:
    """The fields that a model has been given; what isn't a model (a mere word) refers to nobody."""

    def check_fields(known: _Known, at: Location, model: object) -> None:
        given: Set[str] = getattr(model, "model_fields_set", frozenset())
        for name, check in checks.items():
            if name in given and (value := getattr(model, name)) is not None:
                check(known, (*at, name.rstrip("_")), value)

    return check_fields


_player, _permanent, _anyone = _Known.player, _Known.permanent, _Known.anyone
_permanents = _each(_permanent)
_lists = _keys(_permanent, _permanents)

_PERMANENT = _fields({"controller": _player, "owner": _player, "protector": _player, "attached_to": _anyone})
_EFFECT = _fields({"controller": _player, "goad": _permanent, "by": _player, "suspect": _permanent, "on": _permanent})
_STEP: dict[str, _Check] = {
    "attack": _keys(_permanent, _anyone),
    "bands": _each(_permanents),
    "optional_costs": _keys(_permanent, _one_or_each(_fields({"enlist": _permanent}))),
    "pay": _fields(dict.fromkeys(("sacrifice", "tap", "return_", "exile"), _permanents)),
    "mana_abilities": _each(_fields({"source": _permanent, "spent_on": _permanent})),
    "block": _lists,
    "by": _player,
    "order": _lists,
    "becomes_blocked": _permanent,
    "becomes_unblocked": _permanent,
    "blocks": _keys(_permanent, _permanent),
    "stops_blocking": _keys(_permanent, _permanent),
    "states_attacking": _keys(_permanent, _anyone),
    "reselect": _keys(_permanent, _anyone),
    "leaves": _permanent,
    "removed_from_combat": _permanent,
    "phases_out": _permanent,
    "changes": _fields({"id": _permanent, "controller": _player, "protector": _player, "attached_to": _anyone}),
    "effect": _EFFECT,
    "turn": _player,
    "untaps": _permanents,
    "triggers": _each(_fields({"source": _permanent})),
    "blocked": _permanents,
    "unblocked": _permanents,
    "orders": _lists,
    "tapped_after": _permanents,
}
_HAPPENING = _fields({**_STEP, "attacking": _permanents, "blocking": _lists})
_ENTERS = _fields({**_STEP, "enters": _PERMANENT, "attacking": _anyone, "blocking": _permanent})
_CASE = _fields(
    {
        "active": _player,
        **{name: _keys(_player) for name in ("life", "hand", "graveyard", "mana")},
        "battlefield": _each(_PERMANENT),
        "effects": _each(_EFFECT),
    }
)


def check_references(case: Case) -> None:
    """Raises `InvalidInput` for the first id or name that means nobody, or that two have."""
    known = _Known(case.place)
    for index, player in enumerate(case.players):
        known.unused(("players", index), player)
        known.players.add(player)
    for index, permanent in enumerate(case.battlefield):
        known.unused(("battlefield", index, "id"), permanent.id)
        known.permanents.add(permanent.id)
    _CASE(known, (), case)
    for index, step in enumerate(case.steps):
        if isinstance(step, Enters):
            known.unused(("steps", index, "enters", "id"), step.enters.id)
            known.permanents.add(step.enters.id)
        (_ENTERS if isinstance(step, Enters) else _HAPPENING)(known, ("steps", index), step)
