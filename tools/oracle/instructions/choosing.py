"""What is chosen by name as an ability resolves: a color, a type, odd or even, an ability. Each of few ways is a mode (608.2d); a
creature type is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, cast, get_args

from ....events import abilities as a
from ....events.model import Model, parts_of, rewritten
from ....events.types import BASIC_LAND_TYPES, PERMANENT_TYPES
from ..cursor import Cursor, rule
from ..descriptors import COLORS
from ..grants import ability_list
from ..scope import NotUnderstood, Scope
from ..types import SUBTYPES


class _Choice(NamedTuple):
    """The words for what is chosen, and what they stand for: one part of a filter for each way, with its name."""

    facts: tuple[str, ...]
    ways: dict[str, a.Filter]


_COLORS: dict[str, a.Filter] = {word: a.HasColor(color=color) for word, color in COLORS.items() if len(word) > 1}
_PARITIES: dict[str, a.Filter] = {word: a.IsOddOrEven(characteristic="mana_value", odd=word == "odd") for word in ("odd", "even")}
_LANDS: dict[str, a.Filter] = {word.lower(): a.HasType(type=word) for word in BASIC_LAND_TYPES}
_CARD_TYPES: dict[str, a.Filter] = {word.lower(): a.HasType(type=word) for word in PERMANENT_TYPES}
_OF_TYPE = ("of that type", "of the chosen type")
_OF_COLOR = ("of that color", "of the chosen color", "the chosen color", "that color")
_CHOICES = {
    "choose a color": _Choice(_OF_COLOR, _COLORS),
    "choose odd or even": _Choice(
        ("with mana value of the chosen quality", "with mana value of that quality", "of the chosen quality", "of that quality"),
        _PARITIES,
    ),
    "choose a basic land type": _Choice(_OF_TYPE, _LANDS),
    "choose a permanent type": _Choice(_OF_TYPE, _CARD_TYPES),
}
_OF_YOUR_CHOICE = _Choice(
    ("the color of your choice", "a color of your choice", "of the color of your choice", "of a color of your choice"), _COLORS
)
_CREATURE_TYPE = "choose a creature type"
_TYPE_OF_YOUR_CHOICE = ("of the creature type of your choice", "of a creature type of your choice")
_OF_CREATURE_TYPE = (*_OF_TYPE, "of that creature type", "of the chosen creature type")
_WAYS = (
    _COLORS | _CARD_TYPES | {f"non{word}": cast(a.Filter, a.Not.model_construct(part=each)) for word, each in _CARD_TYPES.items()}
)


def chooses(c: Cursor) -> a.Instruction | None:
    """ "choose a color", "choose artifact or enchantment", "choose a creature type": what follows depends on it (`settled`)."""
    if c.take(_CREATURE_TYPE):
        but: list[str] = []
        if c.take("other than"):
            while (named := SUBTYPES.get(c.peek())) is not None:
                but.append(named)
                c.move()
                if c.take(", or", "or", ",") is None:
                    break
        return None if c.last == "than" else a.ChoosesType(but=tuple(but))
    said = c.take(*_CHOICES)
    if said is not None:
        return a.OffBoard(text=said)
    return _chooses_one_of(c)


@rule
def _chooses_one_of(c: Cursor) -> a.Instruction | None:
    """ "choose artifact, creature, or land"."""
    start = c.at
    if not c.take("choose"):
        return None
    while c.look_up(_WAYS, 1) is not None and c.take(", or", "or", ","):
        pass
    said = " ".join(token.word for token in c.tokens[start : c.at])
    return a.OffBoard(text=said) if _choice_of(said) is not None and (c.ended or c.sees(",", "then")) else None


def _choice_of(said: str) -> _Choice | None:
    """What is chosen by those words, and what means it later."""
    if (known := _CHOICES.get(said)) is not None:
        return known
    names = re.split(r" , or | or | , ", said.removeprefix("choose "))
    if not said.startswith("choose ") or len(names) < 2 or not _WAYS.keys() >= set(names) or len(set(names)) < len(names):
        return None
    colors = _COLORS.keys() >= set(names)
    return _Choice(_OF_COLOR if colors else _OF_TYPE, {name: _WAYS[name] for name in names})


THAT_ABILITY = a.KeywordAbility.model_construct(keyword="that ability", text="that ability")
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
    by_name = any(isinstance(each, a.ChoosesType) for each in parts_of(part))
    chosen = by_name or any(isinstance(each, a.OffBoard) and _choice_of(each.text) is not None for each in parts_of(part))
    found = _expanded(_of_chosen_type(part, _OF_CREATURE_TYPE) if by_name else part, abilities)
    if any(each in (THAT_ABILITY, a.OffBoard(text=_CHOOSE_ABILITY)) for each in parts_of(found)):
        raise NotUnderstood
    if any(isinstance(each, a.IsUnstated) and _is_open(each.fact, chosen) for each in parts_of(found)):
        raise NotUnderstood
    if isinstance(found, a.Instructions) and any(isinstance(each, a.IsOfChosenType) for each in parts_of(found.targets)):
        raise NotUnderstood  # targets are chosen before
    return found


def _is_open(fact: str, chosen: bool) -> bool:
    """Whether it isn't said what that is; `chosen`: by this ability, not as its source entered."""
    if fact.startswith(("of that", "with mana value", "that color")) or fact.endswith("of your choice"):
        return True
    return chosen and fact in (*_OF_TYPE, *_OF_COLOR)


def _of_chosen_type(part: Any, said: tuple[str, ...]) -> Any:
    """The same, where what is `said` so is of the creature type that was chosen."""
    if isinstance(part, a.IsUnstated) and part.fact in said:
        return a.IsOfChosenType()
    return rewritten(part, lambda each: _of_chosen_type(each, said))


HOLDING = (
    *(a.Instructions, a.May, a.If, a.IfDone, a.ForEach, a.Delayed, a.Reflexive, a.Modes, a.ModalChoice),
    *(a.FlipsCoins, a.Clashes),
)
"""What holds instructions."""
_PLAIN = tuple(each for each in get_args(get_args(a.Instruction.__value__)[0]) if each not in HOLDING)
"""Instructions that hold no others."""


def _expanded(part: Any, abilities: tuple[a.Ability, ...]) -> Any:
    if isinstance(part, tuple):
        for at, each in enumerate(part):
            ways = _ways(each, abilities)
            if ways is not None:
                rest = _expanded(part[at + 1 :], abilities)
                return (*(_expanded(before, abilities) for before in part[:at]), ways(rest)) if rest else part
            if isinstance(each, _PLAIN) and (named := _of_chosen_type(each, _TYPE_OF_YOUR_CHOICE)) is not each:
                before = _expanded(part[:at], abilities)
                return (*before, a.ChoosesType(), named, *_expanded(part[at + 1 :], abilities))
        return tuple(_expanded(each, abilities) for each in part)
    if isinstance(part, _PLAIN):
        return _modes((cast(a.Instruction, part),), _OF_YOUR_CHOICE) if _asks(part, _OF_YOUR_CHOICE) else part
    if not isinstance(part, HOLDING):
        return part
    return part.model_copy(
        update={name: _expanded(held, abilities) for name, held in part.__dict__.items() if isinstance(held, tuple | Model)}
    )


def _ways(each: Any, abilities: tuple[a.Ability, ...]) -> Callable[[tuple[a.Instruction, ...]], a.Modes] | None:
    """What makes modes of what follows a choice; None where it is none."""
    if not isinstance(each, a.OffBoard):
        return None
    if each.text == _CHOOSE_ABILITY and abilities:
        return partial(_modes_of_abilities, abilities=abilities)
    choice = _choice_of(each.text)
    return None if choice is None else partial(_modes, choice=choice)


def _modes_of_abilities(rest: tuple[a.Instruction, ...], abilities: tuple[a.Ability, ...]) -> a.Modes:
    """What follows, once for each ability. Raises NotUnderstood where nothing asks which was chosen."""
    if THAT_ABILITY not in parts_of(rest):
        raise NotUnderstood
    return a.Modes(modes=tuple(_with_ability(rest, one) for one in abilities))


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
