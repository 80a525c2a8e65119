"""The editions of the rules stated to people: what each says in our own words, its numbers, and what changed when.

All of it is read off the editions themselves. A new edition needs no text here, unless it brings a new variant of a doctrine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import date, timedelta

from ..events.editions import HouseEdition
from ..events.errors import InvalidInput
from ..events.model import Model
from ..handlers.rulebook.doctrines import DOCTRINES
from ..handlers.rulebook.editions import UNKNOWN_VERSIONS, Edition, edition_of, editions
from ..handlers.rulebook.house import Variant, doctrines_of


class BehaviourChange(Model):
    """A doctrine that is another one, in words; `told` says on one line what is new."""

    doctrine: str
    about: str
    before: str
    after: str
    told: str


class NumberChange(Model):
    """A concept whose rule has another number; None: no rule of its own."""

    concept: str
    before: str | None
    after: str | None


class Differences(Model):
    """What is different between two editions."""

    behaviour: tuple[BehaviourChange, ...]
    numbers: tuple[NumberChange, ...]


class EditionListed(Model):
    """An edition: when it was in force (`until` is None for the newest), and what changed on its first day (None: the oldest)."""

    effective: date
    until: date | None
    changes: Differences | None
    unknown: tuple[date, ...]
    """Versions published while it is in force that nobody has the text of: they are read as this edition."""


class EditionShown(Model):
    """All that an edition says: doctrines in words, numbers by concept."""

    effective: date
    until: date | None
    unknown: tuple[date, ...]
    behaviour: dict[str, str]
    doctrines: dict[str, str | bool | tuple[str, ...]]
    """The same as house rules write it: each doctrine by its name."""
    numbers: dict[str, str]


def in_words(doctrine: str, variant: Variant) -> str:
    """A variant of a doctrine in words."""
    variants = DOCTRINES[doctrine].variants
    if not isinstance(variant, frozenset):
        return variants[variant]
    return ", ".join(words for member, words in variants.items() if member in variant) or variants[None]


def house_notes(house: Iterable[HouseEdition], day: date) -> Iterator[str]:
    """What each edition that is laid over the rules says on a day, or from when on it holds."""
    for each in house:
        if each.effective <= day:
            said = (f"{DOCTRINES[name].about}: {in_words(name, variant)}" for name, variant in doctrines_of([each]).items())
            yield f"{each.name}, laid over the rules from {each.effective} on: {'; '.join(said)}"
        else:
            yield f"{each.name} is laid over the rules from {each.effective} on only, which is after {day}"


def until(edition: Edition) -> date | None:
    """The last day of an edition; None for the newest."""
    known = editions()
    position = known.index(edition)
    return known[position - 1].effective - timedelta(days=1) if position else None


def unknown(edition: Edition) -> tuple[date, ...]:
    """The versions published while an edition is in force that nobody has the text of."""
    return tuple(day for day in reversed(UNKNOWN_VERSIONS) if edition_of(day) is edition)


def differences(before: Edition, after: Edition) -> Differences:
    """What is different in the second edition."""
    concepts = sorted({*before.numbers, *after.numbers})
    return Differences(
        behaviour=tuple(
            _change(doctrine, getattr(before, doctrine), getattr(after, doctrine))
            for doctrine in doctrines()
            if getattr(before, doctrine) != getattr(after, doctrine)
        ),
        numbers=tuple(
            NumberChange(concept=concept, before=before.numbers.get(concept), after=after.numbers.get(concept))
            for concept in concepts
            if before.numbers.get(concept) != after.numbers.get(concept)
        ),
    )


def _change(doctrine: str, before: Variant, after: Variant) -> BehaviourChange:
    about, was, now = DOCTRINES[doctrine].about, in_words(doctrine, before), in_words(doctrine, after)
    if isinstance(before, frozenset) and isinstance(after, frozenset):
        more, less = after - before, before - after
        news = [f"also {in_words(doctrine, more)}"] if more else []
        news += [f"no longer {in_words(doctrine, less)}"] if less else []
        line = f"{about}: {'; '.join(news)}"
    else:
        line = f"{about}: {now} (before: {was})"
    return BehaviourChange(doctrine=doctrine, about=about, before=was, after=now, told=line)


def doctrines() -> Iterable[str]:
    """The fields of an edition that say how something is done."""
    return (field.name for field in fields(Edition) if field.name not in ("effective", "numbers", "house"))


def changes(edition: Edition) -> Differences | None:
    """What changed when an edition took effect; None for the oldest."""
    known = editions()
    older = known[known.index(edition) + 1 :]
    return differences(older[0], edition) if older else None


def known() -> list[EditionListed]:
    """All editions, newest first."""
    return [
        EditionListed(effective=edition.effective, until=until(edition), changes=changes(edition), unknown=unknown(edition))
        for edition in editions()
    ]


def show(edition: Edition) -> EditionShown:
    """One edition, whole."""
    return EditionShown(
        effective=edition.effective,
        until=until(edition),
        unknown=unknown(edition),
        behaviour={DOCTRINES[doctrine].about: in_words(doctrine, getattr(edition, doctrine)) for doctrine in doctrines()},
        doctrines={
            name: tuple(sorted(variant)) if isinstance(variant := getattr(edition, name), frozenset) else variant
            for name in doctrines()
        },
        numbers=dict(sorted(edition.numbers.items())),
    )


def parse_day(text: str) -> date:
    """A day that an edition is known for. Raises InvalidInput."""
    first = editions()[-1].effective
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if day < first:
        raise InvalidInput("rules", repr(text), f"a date from {first} on, as in 2024-06-07")
    return day
