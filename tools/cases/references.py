"""Whether the ids and the names in a case mean somebody: what the shape of each field can't say.

An id is known from the start (players and the battlefield) or from the step in which its permanent enters; it stays
known when the permanent is gone. Ids in the brackets of a wording are checked by who reads the wording.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, NamedTuple

from ..suggestions import did_you_mean
from .misfits import MOST, Misfit, describe
from .models import AnyEffect, Case, CaseStep, ChangesStep, EntersStep, ResolveStep, StatedPermanent
from .places import KeyItself, Location

TOKEN = re.compile(r"(.+?)(?: token [0-9]+)*(?: #[0-9]+)?")
"""The id of a token that an ability of a permanent creates, or of a permanent that was put onto the battlefield again."""
FEW = 1_000
"""Among more ids than this, none is suggested for one that isn't known: it would take too long."""


class _Known:
    """The players and permanents that have been named so far, `others` who may be meant (None: anybody may), and the misfits."""

    def __init__(self, others: Set[str] | None) -> None:
        self.others = others
        self.players: set[str] = set()
        self.permanents: set[str] = set()
        self.misfits: list[Misfit] = []

    def player(self, at: Location, name: str) -> None:
        self.check(at, name, self.players, "the name of one of the players")

    def permanent(self, at: Location, name: str) -> None:
        self.check(at, name, self.permanents, "the id of a permanent that is or was on the battlefield")

    def anyone(self, at: Location, name: str) -> None:
        known = self.permanents if name in self.permanents else self.players | self.permanents
        self.check(at, name, known, "the name of a player, or the id of a permanent that is or was on the battlefield")

    def unused(self, at: Location, name: str) -> None:
        if name in self.permanents or name in self.players:
            self.misfits.append(Misfit(at, describe(name), "an id that no other player or permanent has"))

    def attached(self, at: Location, id: str, attached_to: str | None, types: Iterable[str] = ()) -> None:
        """No permanent is attached to itself (301.5c, 303.4d), and no creature or battle to anything (704.5p)."""
        if attached_to == id:
            self.misfits.append(Misfit((*at, "attached_to"), describe(id), "another permanent, or a player"))
        if attached_to is not None and not {"Battle", "Creature"}.isdisjoint(types):
            allowed = "null for a creature or battle (bestow and reconfigure: Creature isn't among its types then)"
            self.misfits.append(Misfit((*at, "attached_to"), describe(attached_to), allowed))

    def check(self, at: Location, name: str, known: Set[str], allowed: str) -> None:
        if self.others is None or name in known or name in self.others:
            return
        if (
            known is not self.players
            and (token := TOKEN.fullmatch(name)) is not None
            and token[1] in self.permanents | self.others
        ):
            return  # whether there is such a token shows as the case is judged
        if len(self.misfits) <= MOST:
            self.misfits.append(Misfit(at, describe(name), allowed + (did_you_mean(name, known) if len(known) <= FEW else "")))


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
            key(known, (*at, KeyItself(name)), name)
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
_STATED = _fields({"designations": _keys(_anyone), "facts": _keys(_anyone)})
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
    "assign": _keys(_permanent, _keys(_anyone)),
    "damage": _keys(_permanent, _keys(_anyone)),
    **dict.fromkeys(("life", "poison", "tokens"), _keys(_player)),
    **dict.fromkeys(("left", "not_carried_out"), _permanents),
    "in_order": _permanents,
    "choices": _each(
        _fields({"source": _permanent, "targets": _each(_anyone), "sacrificed": _permanents, "chosen": _each(_anyone)})
    ),
    **dict.fromkeys(("marked", "loyalty", "defense", "counters", "power", "toughness"), _keys(_permanent)),
    "dealt": _keys(_permanent, _keys(_anyone)),
    "destroyed": _permanents,
    "sba": _keys(_anyone),
    **dict.fromkeys(("lost", "won"), _each(_player)),
    "turn": _player,
    "defends": _player,
    "leaves_game": _player,
    "loses": _each(_player),
    **dict.fromkeys(("pays", "costs"), _keys(_player)),
    "states": _STATED,
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
        **{name: _keys(_player) for name in ("life", "hand", "graveyard", "poison", "mana")},
        "commander_damage": _keys(_player, _keys(_permanent)),
        "teams": _each(_each(_player)),
        "options": _fields({"emperors": _each(_player)}),
        "designations": _keys(_anyone),
        "facts": _keys(_anyone),
    }
)


class CaseParts(NamedTuple):
    """A case, or what of it fits, by indices. `others`: ids of permanents that don't fit (None: not all of them have one).

    `top`: what has the other fields of a case (None: nothing has). Where `players` is None nobody knows who they are.
    """

    top: Case | None
    players: tuple[str, ...] | None
    battlefield: Mapping[int, StatedPermanent]
    effects: Mapping[int, AnyEffect]
    steps: Mapping[int, CaseStep]
    others: Set[str] | None = frozenset()

    @classmethod
    def of(cls, case: Case) -> CaseParts:
        """All of a case."""
        effects, steps = dict(enumerate(case.effects)), dict(enumerate(case.steps))
        return cls(case, case.players, dict(enumerate(case.battlefield)), effects, steps)


def reference_misfits(parts: CaseParts) -> list[Misfit]:
    """Every id or name that means nobody, or that two have."""
    top, players, battlefield, effects, steps, others = parts
    known = _Known(None if players is None else others)
    for index, player in enumerate(players or ()):
        known.unused(("players", index), player)
        known.players.add(player)
    for index, permanent in battlefield.items():
        known.unused(("battlefield", index, "id"), permanent.id)
        known.permanents.add(permanent.id)
    _CASE(known, (), top)
    for index, permanent in battlefield.items():
        _PERMANENT(known, ("battlefield", index), permanent)
        known.attached(("battlefield", index), permanent.id, permanent.attached_to, permanent.types)
    for index, effect in effects.items():
        _EFFECT(known, ("effects", index), effect)
    for index, step in steps.items():
        if isinstance(step, EntersStep):
            known.unused(("steps", index, "enters", "id"), step.enters.id)
            known.permanents.add(step.enters.id)
            known.attached(("steps", index, "enters"), step.enters.id, step.enters.attached_to, step.enters.types)
            if step.attacking is not None and step.blocking is not None:
                allowed = "nothing beside `attacking`: a permanent enters attacking, blocking or neither"
                known.misfits.append(Misfit(("steps", index, "blocking"), describe(step.blocking), allowed))
        if isinstance(step, ChangesStep):
            known.attached(("steps", index, "changes"), step.changes.id, step.changes.attached_to)
        if isinstance(step, ResolveStep):
            known.permanents |= {
                card.id for choice in step.choices for card in (*choice.cards, *choice.library, *choice.discarded, *choice.faces)
            }
        (_ENTERS if isinstance(step, EntersStep) else _HAPPENING)(known, ("steps", index), step)
    return known.misfits
