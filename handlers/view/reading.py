"""What a part of an ability reads of its context: whatever it doesn't read makes no difference to what it means."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from ...events import abilities as a
from ...events.filters import role_named_by
from ...events.model import Model, models_in
from .asked import Asks, asked_by
from .context import Context

_READ_BY_PLAYERS: dict[str, tuple[str, ...]] = {
    "you": ("you",),
    "opponents": ("you",),
    "team": ("you",),
    "others": ("you",),
    "active": ("attacker", "blocker", "subject", "source"),
    "defending": ("defending", "attacker", "subject", "source"),
    "enchanted": ("source",),
    "controller": ("subject",),
    "host controller": ("source",),
    "owner": ("subject",),
    "attacked before": ("subject",),
}
MANY = 10_000
"""So many parts are remembered."""


class FieldsRead(NamedTuple):
    """The fields of a context that decide what a part means, and no others; a function that gives their values."""

    fields: frozenset[str]
    values: Callable[[Context], object]
    asked: Asks
    """What it asks of permanents."""
    part: Model
    """It is kept, so that no other one gets its id."""


_KNOWN: dict[int, FieldsRead] = {}
"""By the ids of the parts."""


def reading(part: Model) -> FieldsRead:
    """What a filter, a condition or a description of players or targets reads."""
    found = _KNOWN.get(id(part))
    if found is None:
        if len(_KNOWN) >= MANY:
            _KNOWN.clear()
        fields = _fields_read(part)
        found = _KNOWN[id(part)] = FieldsRead(fields, attrgetter(*sorted(fields)) if fields else _nothing, asked_by(part), part)
    return found


def _nothing(context: Context) -> None:
    return None


@lru_cache(maxsize=4096)
def _fields_read(part: Model) -> frozenset[str]:
    """The fields of a context that a part of an ability reads: the roles that it names, anywhere in it."""
    if isinstance(part, a.Players):
        narrowed = frozenset() if part.where is None else _fields_read(part.where) - {"defending"}
        return narrowed.union(_READ_BY_PLAYERS.get(part.who, ()))
    if isinstance(part, a.HasKeyword):
        return frozenset(("with_keywords", "without_keywords"))
    if isinstance(part, a.IsOfGroup):
        return frozenset(("group",))
    role = role_named_by(part)
    named = () if role is None or role.startswith("[") else ("source" if role == "host" else role,)
    return frozenset(named).union(*map(_fields_read, models_in(part)))
