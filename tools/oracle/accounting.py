"""Is every word accounted for? Each is in a leaf of a derivation, and what was read of them is in the result, or the text is
declined."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import fields, is_dataclass
from functools import cache

from ...events import abilities as a
from ...events.model import Model
from .cursor import Cursor
from .derivations import Derivation, values_of

_POINTING = frozenset(
    (
        *(a.Is(role=role) for role in ("subject", "source", "each")),
        *(a.Players.model_construct(who=who) for who in ("you", "chosen", "each")),
        a.ANYTHING,
        a.IsCreated(),
    )
)
"""What pronouns are read as before it is known whom they mean."""
_BESIDE = frozenset(("kind", "text"))
"""Fields that say nothing of what was read."""


def unaccounted(c: Cursor, result: object) -> int | None:
    """The first word before the cursor that is in no leaf, or of which a value was read that isn't in the result; None where all
    of them are accounted for."""
    gap = c.gap()
    return min((each.start for each in lost(values_of(c.read), result)), default=None) if gap is None else gap


def lost(derivations: Iterable[Derivation], result: object) -> list[Derivation]:
    """The derivations that mean what is in no part of the result."""
    parts = _models(result)
    said = {fact for part in parts for fact in _facts(part)}
    said |= {fact[at:] for fact in said for at in (1, 2)}
    seen = set(map(id, parts))
    return [each for each in derivations if not all(_is_said(part, said) for part in _models(each.value, seen))]


def _is_said(part: Model, said: set[tuple[object, ...]]) -> bool:
    """Whether the result says what a model says by itself."""
    if isinstance(part, a.Is | a.Players | a.AllOf | a.IsCreated) and part in _POINTING:
        return True
    if isinstance(part, a.Is):
        return (part.role,) in said  # also where it is whom something is compared with
    if isinstance(part, a.IsOneOf) and len(part.ids) == 1 and (f"[{part.ids[0]}]",) in said:
        return True  # likewise
    if isinstance(part, a.HasKeyword):
        return (part.keyword,) in said  # also where it is had, given or acted as though it were
    facts = _facts(part)
    return said.issuperset(fact[1:] for fact in facts) if _models(part)[1:] else said.issuperset(facts)


def _facts(part: Model) -> list[tuple[object, ...]]:
    """What a model says by itself, each with the kind of model that says it."""
    kind = type(part)
    facts: list[tuple[object, ...]] = [(kind,)]
    for name, said in part.__dict__.items():
        if isinstance(said, str | int) and name not in _BESIDE and said not in (_defaults(kind)[name], "subject"):
            facts.append((kind, name, said))
    return facts


@cache
def _defaults(kind: type[Model]) -> dict[str, object]:
    return {name: field.default for name, field in kind.model_fields.items()}


def _models(value: object, seen: Container[int] = ()) -> list[Model]:
    """The models in what a rule read, one within the other, but those that were seen with what they hold."""
    found: list[Model] = []
    todo = [value]
    while todo:
        each = todo.pop()
        if isinstance(each, Model):
            if id(each) not in seen:
                found.append(each)
                todo += each.__dict__.values()
        elif isinstance(each, tuple | list):
            todo += each
        elif is_dataclass(each) and not isinstance(each, type | Cursor):
            todo += (getattr(each, field.name) for field in fields(each))
    return found
