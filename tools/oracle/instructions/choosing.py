"""What is chosen by name as an ability resolves: a color, odd or even, an ability. Each of the few ways is a mode (608.2d)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ....events import abilities as a
from ....events.model import Model, parts_of, rewritten
from ..cursor import Cursor, rule
from ..descriptors import COLORS
from ..grants import ability_list
from ..scope import NotUnderstood, Scope


class _Choice(NamedTuple):
    """The words for what is chosen, and what they stand for: one part of a filter for each way, with its name."""

    facts: tuple[str, ...]
    ways: dict[str, a.Filter]


_COLORS: dict[str, a.Filter] = {word: a.HasColor(color=color) for word, color in COLORS.items() if len(word) > 1}
_PARITIES: dict[str, a.Filter] = {word: a.IsOddOrEven(characteristic="mana_value", odd=word == "odd") for word in ("odd", "even")}
_CHOICES = {
    "choose a color": _Choice(("of that color", "of the chosen color", "the chosen color", "that color"), _COLORS),
    "choose odd or even": _Choice(
        ("with mana value of the chosen quality", "with mana value of that quality", "of the chosen quality", "of that quality"),
        _PARITIES,
    ),
}
_OF_YOUR_CHOICE = _Choice(("the color of your choice", "a color of your choice", "of the color of your choice"), _COLORS)


def chooses(c: Cursor) -> a.Instruction | None:
    """ "choose a color": what follows depends on it (`settled`)."""
    said = c.take(*_CHOICES)
    return None if said is None else a.OffBoard(text=said)


THAT_ABILITY = a.KeywordAbility(keyword="that ability", text="that ability")
"""What stands for the ability that was chosen, until each way is a mode (`settled`)."""


@rule
def chooses_ability(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "choose flying or haste": which it is, is "that ability" in what follows."""
    start = c.at
    listed = ability_list(c, known.quoted) if c.take("choose") else None
    chosen, c.choice = c.choice, False
    if not listed or not chosen or len(listed) < 2 or not c.ended or known.abilities:
        return None
    known.abilities = tuple(listed)
    c.pass_over(start, "a choice")
    return a.OffBoard(text=_CHOOSE_ABILITY)


_CHOOSE_ABILITY = "choose an ability"


def settled(part: Any, abilities: tuple[a.Ability, ...] = ()) -> Any:
    """What an ability does, in which what was chosen is said in modes; `abilities`: of which one was. Raises NotUnderstood where
    it isn't said what was."""
    found = _expanded(part, abilities)
    if any(each in (THAT_ABILITY, a.OffBoard(text=_CHOOSE_ABILITY)) for each in parts_of(found)):
        raise NotUnderstood
    if any(
        isinstance(each, a.IsUnstated) and each.fact.startswith(("of that", "with mana value", "that color"))
        for each in parts_of(found)
    ):
        raise NotUnderstood
    return found


def _expanded(part: Any, abilities: tuple[a.Ability, ...]) -> Any:
    if isinstance(part, tuple):
        for at, each in enumerate(part):
            ways = _ways(each, abilities)
            if ways is not None:
                rest = _expanded(part[at + 1 :], abilities)
                return (*(_expanded(before, abilities) for before in part[:at]), ways(rest)) if rest else part
        return tuple(_expanded(each, abilities) for each in part)
    if isinstance(part, a.Begins) and _asks(part, _OF_YOUR_CHOICE):
        return _modes((part,), _OF_YOUR_CHOICE)
    if not isinstance(
        part, a.Instructions | a.May | a.If | a.IfDone | a.ForEach | a.Delayed | a.Reflexive | a.Modes | a.ModalChoice
    ):
        return part
    return part.model_copy(
        update={name: _expanded(held, abilities) for name, held in part.__dict__.items() if isinstance(held, tuple | Model)}
    )


def _ways(each: Any, abilities: tuple[a.Ability, ...]) -> Callable[[tuple[a.Instruction, ...]], a.Modes] | None:
    """What makes modes of what follows a choice; None where it is none."""
    if not isinstance(each, a.OffBoard):
        return None
    if each.text == _CHOOSE_ABILITY and abilities:
        return lambda rest: a.Modes(modes=tuple(_with_ability(rest, one) for one in abilities))
    return partial(_modes, choice=_CHOICES[each.text]) if each.text in _CHOICES else None


def _with_ability(part: Any, ability: a.Ability) -> Any:
    """The same, where that ability was chosen."""
    return rewritten(part, lambda each: ability if each == THAT_ABILITY else _with_ability(each, ability))


def _asks(part: object, choice: _Choice) -> bool:
    return any(isinstance(each, a.IsUnstated) and each.fact in choice.facts for each in parts_of(part))


def _modes(instructions: tuple[a.Instruction, ...], choice: _Choice) -> a.Modes:
    return a.Modes(modes=tuple(_with(instructions, choice, word) for word in choice.ways))


def _with(part: Any, choice: _Choice, word: str) -> Any:
    """The same, where that was chosen."""

    def change(each: Any) -> Any:
        if isinstance(each, a.IsUnstated) and each.fact in choice.facts:
            return choice.ways[word]
        now = rewritten(each, change)
        if isinstance(now, a.KeywordAbility) and now is not each and now.quality == choice.ways[word]:
            now = now.model_copy(update={"text": f"{now.keyword.capitalize()} from {word}"})
        return now

    return rewritten(part, change)
