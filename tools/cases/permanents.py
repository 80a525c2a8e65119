"""Permanents as the case file writes them, made the event with which they enter a game."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypedDict, Unpack

from pydantic import ValidationError

from ...events.abilities import Ability, Grants, NotModelledAbility
from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered, PrintedPart, UnstatedPart
from ...events.misuse import explaining_misuse
from .. import cards, oracle
from .misfits import invalid, misfits
from .models import (
    Case,
    ChangesStep,
    Characteristics,
    EffectBeginsStep,
    EntersStep,
    GrantedAbility,
    StatedPermanent,
    WordedEffect,
)
from .report import Understood


class PermanentFields(TypedDict, total=False):
    """What can be said of a permanent besides its id and its controller, as in a case file."""

    owner: str | None
    name: str
    supertypes: Sequence[str]
    types: Sequence[str]
    subtypes: Sequence[str]
    colors: Sequence[str]
    mana_value: int | None
    power: int
    toughness: int
    loyalty: int | None
    defense: int | None
    protector: str | None
    text: str
    tapped: bool
    summoning_sick: bool
    attached_to: str | None
    counters: Mapping[str, int]
    token: bool
    marked: int
    unknown_abilities: int
    stated: bool | None


@explaining_misuse
def permanent(id: str, controller: str, **fields: Unpack[PermanentFields]) -> PermanentEntered:
    """A permanent for `Game.enter`, from the fields that a permanent has in a case file.

    `types`, `supertypes`, `subtypes` and `colors` (the letters WUBRG) are lists; `text` is rules text in Oracle wording, a line
    an ability; `marked` is damage. One of which only the name is stated is looked up among the cards loaded.

    >>> permanent("ox", "Ann", name="Grim Ox", types=["Creature"], power=4, toughness=3, text="Menace").types
    ('Creature',)

    Raises InvalidInput for a field that doesn't fit, WordingNotUnderstood for a text that can't be read.
    """
    if "designations" in fields:
        raise InvalidInput(f"{id}: designations", "some of a permanent that isn't there yet", "game.state_facts, once it entered")
    try:
        return entered(StatedPermanent.model_validate({"id": id, "controller": controller, **fields}))
    except ValidationError as error:
        raise invalid(misfits(error, StatedPermanent), id) from None


def entered(permanent: StatedPermanent, *, now: bool = False, stated: bool = True) -> PermanentEntered:
    """The event with which a permanent of a case enters; one that is only named is looked up among the cards loaded.

    `stated`: whether the case states what power and toughness come to, where the permanent doesn't say. `now`: it enters while
    the case goes on, so that it is summoning sick unless it says otherwise (302.6).

    Raises WordingNotUnderstood for a text that can't be read, InvalidInput for a name of no card.
    """
    named = permanent
    permanent = looked_up(permanent)
    found, given = permanent is not named, permanent.model_fields_set
    declined = permanent.stated is False or (permanent.stated is None and not stated)
    stated = not declined and (permanent.stated is True or not _is_as_printed(named, permanent))
    counters, numbers = in_one_number(permanent.counters, {"loyalty": permanent.loyalty, "defense": permanent.defense}, named)
    types = (*permanent.supertypes, *permanent.types, *permanent.subtypes)
    return PermanentEntered(
        id=permanent.id,
        controller=permanent.controller,
        owner=permanent.owner or permanent.controller,
        name=permanent.name,
        types=types,
        colors=permanent.colors,
        mana_value=_mana_value(permanent),
        power=None if given.isdisjoint(("power", "toughness")) else permanent.power,
        toughness=permanent.toughness if "toughness" in given else None,
        **numbers,
        protector=permanent.protector,
        attached_to=permanent.attached_to,
        counters=counters,
        tapped=permanent.tapped,
        token=permanent.token,
        marked=permanent.marked,
        unknown_abilities=permanent.unknown_abilities,
        unstated=_unstated(permanent),
        stated=stated,
        printed=tuple(part for part in _PARTS if part not in named.model_fields_set) if stated and found else (),
        continuously_controlled=not (permanent.summoning_sick or (now and "summoning_sick" not in permanent.model_fields_set)),
        this_turn=now,
        abilities=abilities(permanent.text, permanent.name, types, "declined" if declined else "derived")
        if permanent.text
        else (),
    )


def _mana_value(permanent: StatedPermanent) -> int | None:
    """202.3a: what has no mana cost has a mana value of 0, as a token, a land, or what is stated without a name; of a card that
    is named it isn't known unless it is stated."""
    named = permanent.name and not permanent.token and "Land" not in permanent.types
    return 0 if permanent.mana_value is None and not named else permanent.mana_value


def may_be_unstated(types: Container[str], named: bool, token: bool) -> tuple[UnstatedPart, ...]:
    """What nothing settles where nobody states it: a land has neither colors nor a mana cost, a token no mana cost; of what is
    named the mana value isn't presumed."""
    if "Land" in types:
        return ()
    return ("colors",) if named or token else ("colors", "mana value")


def _unstated(permanent: StatedPermanent) -> tuple[UnstatedPart, ...]:
    """What nobody stated and nothing settles."""
    asked = may_be_unstated(permanent.types, bool(permanent.name), permanent.token)
    return tuple(part for part in asked if part.replace(" ", "_") not in permanent.model_fields_set)


_PARTS: tuple[PrintedPart, ...] = ("colors", "supertypes", "types", "subtypes")


def in_one_number(
    counters: Mapping[str, int], numbers: Mapping[str, int | None], said: StatedPermanent | None = None
) -> tuple[dict[str, int], dict[str, int | None]]:
    """306.5b, 310.4b: loyalty and defense are what counters of these names come to: the other counters, and the numbers.

    `said`: where both may be stated. Raises InvalidInput where they differ.
    """
    if not counters:
        return {}, dict(numbers)
    others, found = {kind: number for kind, number in counters.items() if kind not in numbers}, dict(numbers)
    for name in numbers.keys() & counters.keys():
        field = None if said is None or name not in said.model_fields_set else getattr(said, name)
        if field is not None and field != counters[name]:
            raise InvalidInput(
                name, f"{field} beside {counters[name]} {name} counters", "one number, in the field or as counters"
            )
        found[name] = counters[name]
    return others, found


def _is_as_printed(named: StatedPermanent, found: StatedPermanent) -> bool:
    """Whether a permanent that was looked up has the power and toughness of its card: none is stated, or those printed."""
    given = [name for name in ("power", "toughness") if name in named.model_fields_set]
    if found is named or not given:
        return found is not named
    card = cards.find(found.name)
    return all(str(getattr(named, name)) == getattr(card, name) for name in given)


def looked_up(permanent: StatedPermanent) -> StatedPermanent:
    """The permanent, where it states neither types nor text, with what its card says; what it states itself wins.

    Raises InvalidInput for a name of no card.
    """
    stated = permanent.model_fields_set
    if not permanent.name or not stated.isdisjoint(("types", "text")):
        return permanent
    card = cards.find(permanent.name)
    printed = card.model_dump()
    for field in ("power", "toughness", "loyalty", "defense"):
        number = printed.pop(field)
        if number is None or field in stated:
            continue
        if not _NUMBER.fullmatch(number):
            raise InvalidInput(field, f"{number} on {card.name}", "a number, which the case has to state")
        printed[field] = int(number)
    changes = {field: value for field, value in printed.items() if field not in stated}
    return StatedPermanent.model_validate({**permanent.model_dump(exclude_unset=True), **changes, "name": card.name})


_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


@lru_cache(maxsize=8192)
def abilities(text: str, name: str, types: tuple[str, ...], sizes: oracle.Sizes = "derived") -> tuple[Ability, ...]:
    """The abilities of a rules text, with what of it isn't modelled. Tokens and copies say the same: it is read once."""
    read = oracle.read_permanent(text, name=name, types=types, derived=sizes != "stated", as_far_as_read=sizes == "derived")
    kept = (*read, *oracle.not_modelled(text, name, types, sizes))
    return (*kept, *_passed_over(_REMINDER.sub("", text), name, types, bool(kept)))


def _passed_over(text: str, name: str, types: tuple[str, ...], others: bool) -> Iterator[Ability]:
    """A text of which nothing is kept is an ability all the same; so is a line that gives others what isn't modelled."""
    if not others and text.strip():
        yield NotModelledAbility(on=("elsewhere",), text=text.strip())
    for line in text.split("\n") if others else ():
        if _GIVES.match(line) and not any(
            isinstance(each, Grants) for each in oracle.read_permanent(line, name=name, types=types)
        ):
            yield NotModelledAbility(on=("elsewhere",), text=line)


_REMINDER = re.compile(r"\([^()]*\)")
_GIVES = re.compile(
    r"(?!This |When|At |If |As )[^.:\"]*(?:creature|permanent|Sliver)s?\b[^.:\"]* ha(?:s|ve) (?!base )", re.IGNORECASE
)


def effect_wording(
    effect: GrantedAbility | WordedEffect, names: Mapping[str, str], players: Sequence[str]
) -> oracle.EffectReading:
    """The abilities that an effect of a case says or grants, and until when; `names`: those of permanents by their ids.

    Raises WordingNotUnderstood for a text that can't be read, InvalidInput for an id in it that nobody has.
    """
    on = effect.on if isinstance(effect, GrantedAbility) else None
    name = names.get(on, "") if on is not None else ""
    return oracle.read_effect(effect.text, ids=tuple(names), players=tuple(players), on=on, name=name)


def in_other_words(case: Case) -> Iterator[Understood]:
    """The wordings of a case, which can be read, that are understood only in other words than theirs."""
    names: dict[str, str] = {}
    for where, each in _wordings(case):
        if isinstance(each, StatedPermanent):
            names[each.id] = each.name
            types = (*each.supertypes, *each.types, *each.subtypes)
            found = oracle.in_other_words(each.text, name=each.name, types=types)
        elif isinstance(each, Characteristics):
            found = oracle.in_other_words(each.text or "", name=names.get(each.id, ""))
        else:
            meant = effect_wording(each, names, case.players).meant
            found = ((each.text, meant),) if meant else ()
        yield from (Understood(where=f"{where}.text", found=line, meant=meant) for line, meant in found)


def _wordings(case: Case) -> Iterator[tuple[str, StatedPermanent | Characteristics | GrantedAbility | WordedEffect]]:
    for index, permanent in enumerate(case.battlefield):
        yield f"battlefield[{index}]", permanent
    for index, effect in enumerate(case.effects):
        if isinstance(effect, GrantedAbility | WordedEffect):
            yield f"effects[{index}]", effect
    for index, step in enumerate(case.steps):
        if isinstance(step, EntersStep):
            yield f"steps[{index}].enters", step.enters
        elif isinstance(step, ChangesStep):
            yield f"steps[{index}].changes", step.changes
        elif isinstance(step, EffectBeginsStep) and isinstance(step.effect, GrantedAbility | WordedEffect):
            yield f"steps[{index}].effect", step.effect
