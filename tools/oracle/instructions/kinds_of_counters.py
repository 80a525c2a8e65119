"""Kinds of counters: "for each kind of counter on it, put another counter of that kind on it"."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..scope import Scope
from .objects import objects, several

_THAT_KIND = tuple(
    f"{put} {one} counter of that kind on{each}"
    for put in ("put", "puts")
    for one in ("a", "another", "an additional")
    for each in ("", " each of")
)
_ONE_OF_THEM = ("put another of those counters on", "put one of those counters on")
_EACH_KIND = tuple(
    f"put {one} counter of each kind {there} on"
    for one in ("another", "an additional", "a")
    for there in ("already there", "already on it", "already on them")
)


@rule
def for_each_kind(c: Cursor, known: Scope) -> a.Instruction | None:
    """After "for each": "kind of counter on target permanent, put another counter of that kind on it", "counter on it, put a
    counter of that kind on each other creature you control"."""
    named = c.take("kind of counter on", "kind of counter among", "counter on")
    of = None if named is None else several(c, known)
    if named is None or of is None or not c.take(","):
        return None
    as_many = named == "counter on"
    c.filler("you")
    if not c.take(*_THAT_KIND, *(_ONE_OF_THEM if as_many else ())):
        return None
    on = objects(c, known)
    if on is None:
        return None
    known.done_to(on)
    return a.PutsKindsOfCounters(permanents=on, of=of, as_many=as_many)


@rule
def chooses_kind(c: Cursor, known: Scope) -> bool | None:
    """After "choose": "a counter on target permanent"."""
    of = objects(c, known) if c.take("a counter on", "a kind of counter on") else None
    if of is None or not (c.ended or c.sees(",", "and", "then")):
        return None
    known.kinds_of = of
    return True


@rule
def puts_kinds(c: Cursor, known: Scope) -> list[a.Instruction] | None:
    """ "put an additional counter of that kind on it", "put another counter of each kind already there on them"."""
    if c.take(*_THAT_KIND):
        on = objects(c, known)
        of, chosen = known.kinds_of, True
        if of is None and known.did != "removed":
            return None
    elif c.take(*_EACH_KIND):
        c.filler("each of")
        on = of = objects(c, known)
        chosen = False
        if not isinstance(on, a.Is | a.IsTarget):
            return None
    else:
        return None
    if on is None:
        return None
    known.done_to(on)
    return [a.PutsKindsOfCounters(permanents=on, of=of, chosen=chosen)]
