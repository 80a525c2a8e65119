"""What is chosen as an ability resolves, asked for one answer after the other: whether something is done, modes, permanents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias

from ...events import abilities as a
from ...projections.board import Permanent
from ..base_game import BaseGame
from ..procedure.resolving_608 import resolve_next
from ..resolution.choices import DEFAULT, Choices
from ..resolution.choosing import Chooser

ResolutionAnswer: TypeAlias = bool | tuple[int, ...] | tuple[str, ...]
"""What is chosen as an ability resolves: whether something is done, modes, permanents."""


class ChoiceNeeded(Exception):
    """Somebody has to choose as an ability resolves: who (None: its controller), and one of which answers."""

    def __init__(self, by: str | None, answers: Sequence[ResolutionAnswer]) -> None:
        super().__init__(by, answers)
        self.by, self.answers = by, answers


@dataclass(slots=True)
class AnsweringChooser(Chooser):
    """Takes the answers that are given, one after the other; where there are none, raises ChoiceNeeded: there is no default."""

    answers: tuple[ResolutionAnswer, ...] = ()
    accepted: list[bool] = field(default_factory=list)
    chose: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    _next: int = 0

    def chooses_to(self, do: Sequence[a.Instruction], by: str | None) -> bool:
        """Whether what a player may do is done."""
        answer = bool(self._answer([True, False], by))
        self.accepted.append(answer)
        return answer

    def modes(self, asked: a.Modes | a.ModalChoice, possible: Sequence[int]) -> tuple[int, ...]:
        """Which modes."""
        answer = self._answer(some_of(possible, asked.minimum, asked.maximum))
        self.chose["modes"] = answer  # type: ignore[assignment]
        return self.chose["modes"]

    def sacrificed(
        self, candidates: list[Permanent], number: int | None, player: str, how: Literal["sacrificed", "exiled", "returned"]
    ) -> list[str]:
        """Which permanents a player sacrifices, exiles or returns."""
        ids = [each.id for each in candidates]
        number_at_least = 0 if number is None else min(number, len(ids))
        return list(self._ids("sacrificed", some_of(ids, number_at_least, len(ids) if number is None else number), player))

    def chosen(self, candidates: Sequence[str], by_worth: Sequence[str], least: int, most: int | None) -> tuple[str, ...]:
        """Which of some permanents are chosen."""
        return self._ids("chosen", some_of(candidates, min(least, len(candidates)), len(candidates) if most is None else most))

    def _ids(self, kind: str, answers: Sequence[ResolutionAnswer], by: str | None = None) -> tuple[str, ...]:
        answer: tuple[str, ...] = self._answer(answers, by)  # type: ignore[assignment]
        self.chose[kind] = (*self.chose.get(kind, ()), *answer)
        return answer

    def _answer(self, answers: Sequence[ResolutionAnswer], by: str | None = None) -> ResolutionAnswer:
        if len(answers) == 1:
            return answers[0]
        if self._next == len(self.answers):
            raise ChoiceNeeded(by, answers)
        self._next += 1
        return self.answers[self._next - 1]

    @property
    def in_full(self) -> Choices:
        """What was chosen, as a command states it."""
        return Choices(accept=tuple(self.accepted), **self.chose)


def some_of(of: Sequence[Any], least: int, most: int) -> list[tuple[Any, ...]]:
    """Each choice of so many of these, the larger ones first."""
    return [chosen for number in range(min(most, len(of)), least - 1, -1) for chosen in combinations(of, number)] or [()]


class Resolves(NamedTuple):
    """The topmost ability resolves, with what is chosen meanwhile."""

    answers: tuple[ResolutionAnswer, ...] = ()


def resolve(game: BaseGame, answers: tuple[ResolutionAnswer, ...]) -> Choices:
    """The topmost ability resolves in the game. Says what was chosen; raises ChoiceNeeded where more is to be chosen."""
    chooser = AnsweringChooser(DEFAULT, answers=answers)

    def made(choices: Choices) -> Chooser:
        nonlocal chooser
        chooser = AnsweringChooser(choices, answers=answers)
        return chooser

    game.happen(lambda draft: resolve_next(draft, DEFAULT, made))
    return chooser.in_full
