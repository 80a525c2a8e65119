"""Wrong readings: what an ability would say if a part of it had been read as nothing, or as something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from declarant.events import abilities as a
from declarant.events.model import Model

_ASIDE = ("kind", "text", "linked")
"""What is linked differs only for a creature with two costs of the same: tests/rules has boards for it."""
_OF_SEVERAL = ("apart", "together", "any_one")
"""Where these aren't said they differ only for several attacked players or attackers: tests/rules has boards for them."""
_CREATURE = a.HasType(type="Creature")
_FILTERS = get_args(get_args(a.Filter.__value__)[0])


def mutants(ability: Any) -> Iterator[tuple[str, Any]]:
    """The ability with one thing about it read wrongly, and which."""
    for name in type(ability).model_fields:
        value = getattr(ability, name)
        if name in _ASIDE or (isinstance(ability, a.Attacks) and name.endswith("others") and not ability.minimum_others):
            continue
        if name in _OF_SEVERAL and not value:
            continue
        for what, changed in _changed(value):
            yield f"{name}: {what}", ability.model_copy(update={name: changed})


def _changed(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "the contrary", not value
    elif isinstance(value, int):
        yield "one more", value + 1
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            if len(value) > 1:
                yield f"without {number}", (*value[:number], *value[number + 1 :])
            if isinstance(each, Model):
                for what, changed in mutants(each):
                    yield f"{number}.{what}", (*value[:number], changed, *value[number + 1 :])
    elif isinstance(value, a.AllOf):
        for number, part in enumerate(value.parts):
            if part == _CREATURE:
                continue  # nothing else is declared
            yield f"not said: {part.kind}", a.AllOf(parts=(*value.parts[:number], *value.parts[number + 1 :]))
    elif isinstance(value, a.Players):
        yield "any player", a.Players(who="any")
    elif isinstance(value, a.Targets):
        yield "any target", None
        yield from mutants(value)
    elif _is_condition(value):
        yield "not asked", a.Every(parts=())
    elif isinstance(value, _FILTERS) and not isinstance(value, a.Is) and value != _CREATURE:
        yield "anything", a.ANYTHING


def _is_condition(value: Any) -> bool:
    return isinstance(value, a.Exists | a.Matches | a.QuantityCompares | a.TurnOf | a.FirstCombat | a.Every | a.Either | a.Unless)
