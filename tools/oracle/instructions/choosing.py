"""What is chosen by name as an ability resolves: a color, or odd or even. Each of the few ways is a mode (608.2d)."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ....events import abilities as a
from ....events.model import Model, parts_of, rewritten
from ..cursor import Cursor
from ..descriptors import COLORS
from ..scope import NotUnderstood, words_of
from ..tokens import Lexeme, tokenize


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


_OF_ABILITIES = re.compile(r"choose ((?:[a-z]+(?: strike)? , )*[a-z]+(?: strike)?(?: ,)? or [a-z]+(?: strike)?) \.")


def with_choice_said(sentences: list[list[Lexeme]]) -> list[list[Lexeme]]:
    """ "Choose flying or haste. It gains that ability until end of turn" tells the same as "it gains your choice of flying or
    haste", where that is said once."""
    for at, sentence in enumerate(sentences):
        chosen = _OF_ABILITIES.fullmatch(words_of(sentence))
        words = [words_of(each) for each in sentences[at + 1 :]]
        after = [number for number, said in enumerate(words, at + 1) if " that ability " in said]
        if chosen is None or len(after) != 1:
            continue
        told = sentences[after[0]]
        place = words_of(told).split().index("ability") - 1
        if told[place].word != "that":
            continue
        choice = [*tokenize("your choice of"), *sentence[1:-1]]
        with_it = [*told[:place], *choice, *told[place + 2 :]]
        return [*sentences[:at], *sentences[at + 1 : after[0]], with_it, *sentences[after[0] + 1 :]]
    return sentences


def settled(part: Any) -> Any:
    """What an ability does, in which what was chosen is said in modes. Raises NotUnderstood where it isn't said what was."""
    found = _expanded(part)
    if any(
        isinstance(each, a.IsUnstated) and each.fact.startswith(("of that", "with mana value", "that color"))
        for each in parts_of(found)
    ):
        raise NotUnderstood
    return found


def _expanded(part: Any) -> Any:
    if isinstance(part, tuple):
        for at, each in enumerate(part):
            if isinstance(each, a.OffBoard) and each.text in _CHOICES:
                rest = _expanded(part[at + 1 :])
                return (*map(_expanded, part[:at]), _modes(rest, _CHOICES[each.text])) if rest else part
        return tuple(map(_expanded, part))
    if isinstance(part, a.Begins) and _asks(part, _OF_YOUR_CHOICE):
        return _modes((part,), _OF_YOUR_CHOICE)
    if not isinstance(
        part, a.Instructions | a.May | a.If | a.IfDone | a.ForEach | a.Delayed | a.Reflexive | a.Modes | a.ModalChoice
    ):
        return part
    return part.model_copy(
        update={name: _expanded(held) for name, held in part.__dict__.items() if isinstance(held, tuple | Model)}
    )


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
