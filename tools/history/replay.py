"""A game entry by entry: the event or the cut, what it changed in the state, and the rule that it follows from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from ...events.journal.cuts import Cut
from ...events.journal.encoding import Item
from ...events.journal.entry import Entry
from ...events.model import Model
from ...handlers.rulebook.citing import cite
from ...handlers.rulebook.editions import edition_of
from ...projections.state import State
from ...projections.timeline import timeline

PARTS = ("board", "combat")
"""The parts of the state in which changes are stated."""

_BOOKKEEPING = {
    *("clock", "turn_of", "seated", "attackers_of_last_turn", "targets_of_last_turn"),
    *(
        "damage_this_turn",
        "lost_life_this_turn",
        "changed_control_this_turn",
        "unstated_hands",
        "hands_before_drawing",
        "seen_entering",
        "presumed",
    ),
}
_ABSENT = object()


class StateChange(NamedTuple):
    """One place in the state, as attributes and keys from the state inwards, that isn't as it was."""

    kind: Literal["added", "removed", "changed"]
    path: tuple[str, ...]
    before: object
    after: object


class Replayed(NamedTuple):
    """An entry, what it holds, what it changed, and the state after it. `taken_back_by` is the version of a later cut.

    `rule`: the number, in the game's edition, of the rule that an event follows from; None for a fact of the table.
    """

    entry: Entry
    item: Item
    changes: tuple[StateChange, ...]
    state: State
    taken_back_by: int | None
    rule: str | None


def replay(entries: Sequence[Entry]) -> Iterator[Replayed]:
    """Every entry of a stream from its first on, cuts and what they take back included.

    Raises CorruptJournal, after the entries before it, for an entry that can't be read or can't follow those before it.
    """
    for entry, item, before, after, taken_back_by in timeline(entries):
        changes = (change for part in PARTS for change in compare(getattr(before, part), getattr(after, part), (part,)))
        day = before.board.edition
        edition = edition_of(day, before.board.house) if day is not None else None
        rule = cite(edition, item, before) if edition is not None and not isinstance(item, Cut) else None
        yield Replayed(entry, item, tuple(changes), after, taken_back_by, rule)


def compare(before: object, after: object, path: tuple[str, ...] = ()) -> Iterator[StateChange]:
    """Where two values of the same kind differ: dataclasses by field, mappings by key, sets by member, others as a whole."""
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(key for key in after if key not in before)]:
            old, new = before.get(key, _ABSENT), after.get(key, _ABSENT)
            if old is _ABSENT:
                yield StateChange("added", (*path, str(key)), None, new)
            elif new is _ABSENT:
                yield StateChange("removed", (*path, str(key)), old, None)
            else:
                yield from compare(old, new, (*path, str(key)))
    elif isinstance(before, Set) and isinstance(after, Set):
        for member in sorted(before - after):
            yield StateChange("removed", path, member, None)
        for member in sorted(after - before):
            yield StateChange("added", path, None, member)
    elif is_dataclass(before) and type(before) is type(after):
        for name in _stated_fields(before):
            if (old := getattr(before, name)) is not (new := getattr(after, name)):
                yield from compare(old, new, (*path, name))
    else:
        yield StateChange("changed", path, before, after)


def _stated_fields(part: object) -> tuple[str, ...]:
    """The fields of a part of the state in which changes are stated."""
    return _stated_fields_of_kind(cast(Any, type(part)))


@cache
def _stated_fields_of_kind(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in _BOOKKEEPING)


def replayed_as_json(replayed: Replayed) -> dict[str, Any]:
    """An entry as plain data."""
    entry, item, changes, _, taken_back_by, rule = replayed
    return {
        "stream": entry.stream,
        "version": entry.version,
        "time": entry.recorded,
        "type": entry.type,
        "body": plain(item),
        "rule": rule,
        "taken_back_by": taken_back_by,
        "changes": [{**change._asdict(), "before": plain(change.before), "after": plain(change.after)} for change in changes],
    }


def state_as_json(replayed: Replayed) -> dict[str, Any]:
    """The state after an entry as plain data."""
    state = replayed.state
    return {
        "stream": replayed.entry.stream,
        "version": replayed.entry.version,
        **{part: plain(getattr(state, part)) for part in PARTS},
        "pending": plain(state.declarations.pending),
    }


def plain(value: object) -> Any:
    """A value of the models or of the projections as JSON can say it; sets are sorted."""
    if isinstance(value, Model):
        return value.model_dump(mode="json")
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in _stated_fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
