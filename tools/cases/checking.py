"""All that is wrong with a case at once: its shape, who is named in it, and its wordings.

What doesn't fit is left out, so that the rest can be checked: one misfit doesn't hide another, nor make one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from ...events.errors import InvalidInput
from .misfits import Misfit, internal, located, misfits
from .models import (
    MAX_EFFECTS,
    MAX_PERMANENTS,
    MAX_STEPS,
    AnyEffect,
    AnyStep,
    Case,
    ChangesStep,
    Characteristics,
    EffectBeginsStep,
    EntersStep,
    GrantedAbility,
    StatedPermanent,
    WordedEffect,
)
from .models.own_keywords import with_meanings
from .permanents import abilities, effect_wording, entered
from .places import Location
from .references import CaseParts, reference_misfits

_LATE = ConfigDict(defer_build=True)
_CASE: TypeAdapter[Any] = TypeAdapter(Case)
_LISTS: dict[str, tuple[TypeAdapter[Any], int]] = {
    "battlefield": (TypeAdapter(StatedPermanent), MAX_PERMANENTS),
    "effects": (TypeAdapter(AnyEffect, config=_LATE), MAX_EFFECTS),
    "steps": (TypeAdapter(AnyStep, config=_LATE), MAX_STEPS),
}


def all_misfits(data: object) -> Iterator[Misfit]:
    """What doesn't fit in data that is no case."""
    if not isinstance(data, dict):
        yield from _fitting(_CASE, data, ())[1]
        return
    meant: dict[str, Any] = with_meanings(data)
    yield from _misfits_of(meant)


def _misfits_of(data: dict[str, Any]) -> Iterator[Misfit]:
    """What doesn't fit in the data of a case, part by part, with all that can't be read."""
    lists = {name: data[name] for name, (_, most) in _LISTS.items() if _is_list(data.get(name)) and len(data[name]) <= most}
    case, found = _fitting(_CASE, data | dict.fromkeys(lists, ()), ())
    yield from found
    parts: dict[str, dict[int, Any]] = {name: {} for name in _LISTS}
    others: set[str] | None = set()
    for name, items in lists.items():
        for index, item in enumerate(items):
            fits, found = _fitting(_LISTS[name][0], item, (name, index))
            yield from found
            if fits is not None:
                parts[name][index] = fits
            elif others is not None:
                others = None if (ids := _ids(item)) is None else others | ids
    fitting = CaseParts(case, case.players if case is not None else None, **parts, others=others)
    yield from reference_misfits(fitting)
    yield from wording_misfits(fitting)


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _fitting(adapter: TypeAdapter[Any], value: object, within: Location) -> tuple[Any, list[Misfit]]:
    """What of a value fits (None: nothing), and the misfits."""
    try:
        return adapter.validate_python(value), []
    except ValidationError as error:
        found = list(misfits(error, within=within))
    if isinstance(value, dict):
        wrong = {each.at[len(within)] for each in found if len(each.at) > len(within)}
        rest = {key: item for key, item in value.items() if key not in wrong}
        if within[:1] == ("battlefield",):
            # They are stated, if wrongly; and of whom a text speaks depends on the name.
            rest |= {"types": ()} if "types" in wrong else {}
            rest |= {"text": ""} if wrong & {"text", "name", "supertypes"} else {}
        try:
            return adapter.validate_python(rest), found
        except ValidationError:
            pass
    return None, found


def _ids(item: object) -> set[str] | None:
    """The ids of permanents that don't fit, or that enter in a step that doesn't; None if one has none."""
    found: set[str] = set()
    for permanent in (item, *item.values()) if isinstance(item, dict) else ():  # whatever key it stands under
        if isinstance(permanent, dict) and ("controller" in permanent or "id" in permanent):
            if not isinstance(id := permanent.get("id"), str):
                return None
            found.add(id)
    return found


def wording_misfits(parts: CaseParts) -> Iterator[Misfit]:
    """Every wording that can't be read, and every name of no card."""
    everything: list[tuple[Location, object]] = [(("battlefield", index), each) for index, each in parts.battlefield.items()]
    everything += [(("effects", index), effect) for index, effect in parts.effects.items()]
    for index, step in parts.steps.items():
        if isinstance(step, EntersStep | EffectBeginsStep | ChangesStep):
            everything.append((("steps", index, step.action), getattr(step, step.action)))
    names = dict.fromkeys(parts.others or (), "") | {
        each.id: each.name for _, each in everything if isinstance(each, StatedPermanent)
    }
    for at, each in everything:
        try:
            if isinstance(each, StatedPermanent):
                entered(each)
            elif isinstance(each, Characteristics) and each.text is not None:
                abilities(each.text, names.get(each.id, ""), ())
            elif isinstance(each, GrantedAbility | WordedEffect) and parts.players is not None and parts.others is not None:
                effect_wording(each, names, parts.players)
        except InvalidInput as error:
            inner, after = located(error.where)
            yield Misfit((*at, *inner), error.found, error.allowed, error.kind, after)
        except Exception as error:
            fault = internal(error, "")
            yield Misfit(at, fault.found, fault.allowed, fault.kind)
