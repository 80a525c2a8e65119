"""What follows something that was said before: what is done if it was done, or otherwise; what is done later."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from ..scope import (
    CREATED,
    EACH,
    SUBJECT,
    NotUnderstood,
    of_player,
)

_ONE_LIST = (a.ForEach, a.Delayed, a.If)
"""What holds what is done under one of its names."""
LATER = {
    "at end of combat": "end of combat",
    "at the beginning of the next end step": "end step",
    "at the beginning of your next end step": "your end step",
    "at the beginning of the next upkeep": "upkeep",
    "at the beginning of the next turn's upkeep": "upkeep",
    "at the beginning of your next upkeep": "your upkeep",
}
"""When something is done that is set up now, in words, and as `Delayed` states it."""
_CAST_NOW = re.compile(r"you may (cast (?:(?!\b(?:this turn|until|for as long as)\b).)*)", re.IGNORECASE)
"""A card may be cast as the ability resolves, and not later."""


def within_last(found: list[a.Instruction], changes: Callable[[list[a.Instruction]], bool]) -> bool:
    """Whether what is said last is changed: in the list itself, or in what is done within its last instruction."""
    if found and changes(found):
        return True
    last = found[-1] if found else None
    for part in (
        ("do",) if isinstance(last, _ONE_LIST) else ("then", "otherwise", "do") if isinstance(last, a.May | a.IfDone) else ()
    ):
        inner = list(getattr(last, part))
        if within_last(inner, changes):
            change(found, **{part: tuple(inner)})
            return True
    return False


def change(found: list[a.Instruction], **update: object) -> None:
    """Say what was said last with something else in it."""
    found[-1] = found[-1].model_copy(update=update)


def not_regenerable(found: list[a.Instruction]) -> bool:
    """Whether what was just destroyed is said not to be regenerated."""
    last = found[-1]
    if not isinstance(last, a.Moves) or last.how != "destroyed":
        return False
    change(found, regenerable=False)
    return True


def inside(found: list[a.Instruction], part: str, do: Callable[..., object], *more: object) -> None:
    """Change what is done within what was said last."""
    inner = list(getattr(found[-1], part))
    do(inner, *more)
    change(found, **{part: tuple(inner)})


def _asked(found: list[a.Instruction], since: int | None) -> tuple[a.Instruction, ...]:
    """What "if you do" asks for: all that the last sentence said, from there on, of which it is known whether it was done."""
    start = len(found) - 1
    while since is not None and start > since and not isinstance(found[start - 1], _OTHERS):
        start -= 1
    said = found[start:]
    first = next(at for at, each in enumerate(said) if _is_checked(each))
    del found[start + first :]
    return tuple(said[first:])


def _said_last(found: list[a.Instruction]) -> a.Instruction | None:
    """What was said last; where that is of a card that you may cast, it is your choice."""
    last = found[-1] if found else None
    if isinstance(last, a.OffBoard) and (cast := _CAST_NOW.fullmatch(last.text)) is not None:
        last = found[-1] = a.May(do=(a.OffBoard(text=cast[1]),))
    return last


def _is_checked(last: a.Instruction | None) -> bool:
    return isinstance(last, _CHECKED) and not (isinstance(last, a.MovesCards) and last.what != "discard")


def then_do(found: list[a.Instruction], then: tuple[a.Instruction, ...], since: int | None = None) -> None:
    """What follows if what the last sentence said was done: "if you do, draw a card". Raises NotUnderstood.

    `since`: where that sentence begins; None: the last thing alone.
    """
    last = _said_last(found)
    if isinstance(last, a.Delayed):
        inside(found, "do", then_do, then)
    elif isinstance(last, a.ForEach) and last.players is not None:
        inside(found, "do", then_do, of_player(then, EACH))
    elif since is not None and len(found) - since > 1 and all(isinstance(each, a.May) for each in found[since:]):
        raise NotUnderstood  # "a creature card and/or a land card": which of the two is asked
    elif isinstance(last, a.May) and not last.then:
        change(found, then=then)
    elif isinstance(last, a.May | a.IfDone) and not last.otherwise:
        inside(found, "then", then_do, then)
    elif isinstance(last, a.If) and last.do and isinstance(last.do[-1], (a.May, *_CHECKED)) and not last.otherwise:
        inside(found, "do", then_do, then)
    elif _is_checked(last):
        found.append(a.IfDone(do=_asked(found, since), then=then))
    else:
        raise NotUnderstood


def after_mode(found: list[a.Instruction], kind: type[Any], then: a.Instruction) -> bool:
    """Whether what was done last is one of several ways, of which one is such an instruction: what follows belongs to that one.
    ("Put a counter on it or remove one from it. When you remove a counter this way, …".) Raises NotUnderstood."""
    last = found[-1] if found else None
    if not isinstance(last, a.Modes):
        return False
    ways = [at for at, mode in enumerate(last.modes) if len(mode) == 1 and isinstance(mode[0], kind)]
    if len(ways) != 1:
        raise NotUnderstood
    (way,) = ways
    done = a.IfDone(do=last.modes[way], then=(then,))
    change(found, modes=(*last.modes[:way], (done,), *last.modes[way + 1 :]))
    return True


def instead_do(found: list[a.Instruction], holds: a.Condition, do: tuple[a.Instruction, ...]) -> None:
    """What is done instead of the last thing if a condition holds, also where that follows something else.

    Raises NotUnderstood."""
    last = found[-1] if found else None
    if isinstance(last, a.May | a.IfDone) and last.then and not last.otherwise:
        if any(isinstance(each, a.May) and {*map(type, each.do)} & {*map(type, last.do)} for each in do):
            raise NotUnderstood  # "you may pay {1} instead" of what is paid, and not of what follows
        inside(found, "then", instead_do, holds, do)
    elif last is None or isinstance(last, a.May | a.If | a.IfDone | a.Delayed):
        raise NotUnderstood
    elif len(do) == 1 and isinstance(may := do[0], a.May) and may.by is None and not may.otherwise:
        # "You may put it onto the battlefield instead": where you don't, it goes where it would.
        found[-1] = a.If(condition=holds, do=(may.model_copy(update={"otherwise": (last,)}),), otherwise=(last,))
    else:
        found[-1] = a.If(condition=holds, do=do, otherwise=(last,))


def otherwise_do(found: list[a.Instruction], otherwise: tuple[a.Instruction, ...], since: int | None = None) -> None:
    """What follows if what the last sentence said wasn't done, or its condition didn't hold (`since` as in `then_do`).

    Raises NotUnderstood."""
    last = _said_last(found)
    if isinstance(last, a.ForEach) and last.players is not None:
        inside(found, "do", otherwise_do, of_player(otherwise, EACH))
    elif isinstance(last, a.May | a.If | a.IfDone) and not last.otherwise:
        change(found, otherwise=otherwise)
    elif _is_checked(last):
        found.append(a.IfDone(do=_asked(found, since), otherwise=otherwise))
    else:
        raise NotUnderstood


def put_otherwise(found: list[a.Instruction], otherwise: tuple[a.Instruction, ...], since: int) -> None:
    """What follows if a card wasn't put somewhere, also after what became of the rest: "you may put a land card from among them
    onto the battlefield. Put the rest on the bottom. If you don't put a card onto the battlefield this way, …"."""
    at = next((at for at in reversed(range(len(found))) if _may_put(found[at])), None)
    may = None if at is None else found[at]
    rest = () if at is None else tuple(found[at + 1 :])
    put = bool(rest) and all(isinstance(each, a.PutsCards | a.OffBoard) for each in rest)
    if at is None or not isinstance(may, a.May) or not put:
        otherwise_do(found, otherwise, since)
        return
    found[at:] = [may.model_copy(update={"then": rest, "otherwise": (*rest, *otherwise)})]


def _may_put(each: a.Instruction) -> bool:
    """Whether somebody may put a card somewhere, and nothing follows from it yet."""
    plain = isinstance(each, a.May) and not each.then and not each.otherwise and each.by is None
    return plain and isinstance(each, a.May) and any(isinstance(done, a.PutsCards | a.PutsOntoBattlefield) for done in each.do)


_CHECKED = (
    a.Pays,
    a.Sacrifices,
    a.MovesCards,
    a.RemovesCounters,
    a.Moves,
    a.Taps,
    a.PutsCounters,
    a.PutsCards,
    a.PutsOntoBattlefield,
    a.Transforms,
    a.CollectsEvidence,
    a.RevealsCards,
    a.Modes,
    a.RollsDice,
    a.GainsControl,
    a.CreatesTokens,
    a.Attaches,
    a.ChangesLife,
    a.DoublesCounters,
)
"""That of which it is known whether it was done."""
_OTHERS = (a.May, a.If, a.IfDone, a.ForEach, a.Delayed, a.Reflexive, a.Modes)
"""What holds other instructions."""


def delay(found: list[a.Instruction], done: tuple[a.Instruction, ...], when: str) -> None:
    """What is done later. Of tokens created before, it belongs to their creation."""
    if not done or any(isinstance(each, a.Reflexive | a.Delayed) for each in done):
        raise NotUnderstood
    later = a.Delayed.model_validate({"when": LATER[when], "do": ()}).model_copy(update={"do": done})
    last = found[-1] if found else None
    if isinstance(last, a.CreatesTokens) and len(done) == 1 and isinstance(done[0], a.Moves) and done[0].permanents == CREATED:
        later = later.model_copy(update={"do": (done[0].model_copy(update={"permanents": SUBJECT}),)})
        change(found, until=later)
        return
    found.append(later)
