"""The course of a combat, from the declaration of attackers to its first damage: what a log says of it besides the table.

Which triggered abilities resolved, for which targets, and what else players did. From this and the game as it was before,
`deriving` says what power and toughness come to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from ...projections.state import State
from .abilities import AbilityBook, printed_abilities
from .messages import Annotation, GameObject, GameStateMessage
from .table import ArenaTable

_PUT_ON_THE_STACK: dict[int, str | None] = {
    **dict.fromkeys((1, 10, 11, 16, 18, 21, 22, 23, 24), "a spell is cast"),
    2: "an ability is activated",
    **dict.fromkeys((0, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 17, 19, 20)),
}
"""Numbers of what a player does (`actionType`), and what takes time on the stack then: 10 and 11 cast a half of a card, 16 an
adventure, 18 another face, 21 a prototype, 22 and 23 a half of a room, 24 an omen. Others play lands, pay, make mana and turn
face up."""
_RESOLVES, _CREATES = "AnnotationType_ResolutionStart", "AnnotationType_AbilityInstanceCreated"
_TARGETS, _ACTS = "AnnotationType_TargetSpec", "AnnotationType_UserActionTaken"


@dataclass(slots=True)
class TriggerOnStack:
    """A triggered ability on the stack: of which permanent, and its targets as they were chosen."""

    source: str
    targets: tuple[str, ...] = ()


@dataclass(slots=True)
class Course:
    """A combat as a log states it, from the declaration of attackers on.

    `before`: the game before it. `objects`: the permanents then, as Arena states them. `grown`: permanents of which a spell or an
    ability that resolved earlier has changed power or toughness. `declared`: attackers, then blockers. `resolved`: triggered
    abilities, in the order in which they resolved. `acts`: in words, spells cast and abilities activated.
    """

    before: State
    objects: dict[int, GameObject]
    book: AbilityBook
    grown: frozenset[str]
    declared: list[DeclareAttackers | DeclareBlockers] = field(default_factory=list)
    resolved: list[TriggerOnStack] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    _on_stack: dict[int, TriggerOnStack] = field(default_factory=dict)
    _seen: set[int] = field(default_factory=set)

    @classmethod
    def begins(cls, before: State, table: ArenaTable, book: AbilityBook) -> Course:
        """A combat begins in which attackers are about to be declared."""
        objects = {id: found for id in table.objects if (found := table.permanent(id)) is not None}
        grown = {str(id) for each in table.growing.values() if not _is_static(each, objects, book) for id in each.affected_ids}
        return cls(before, objects, book, frozenset(grown))

    def read(self, message: GameStateMessage) -> None:
        """What a message states to have happened since."""
        new = [annotation for annotation in message.annotations if annotation.id not in self._seen]
        self._seen.update(annotation.id for annotation in new)
        for annotation in new:
            if _CREATES in annotation.type:
                self._on_stack.update((id, TriggerOnStack(str(annotation.affector_id))) for id in annotation.affected_ids)
        for annotation in message.persistent_annotations:
            if _TARGETS in annotation.type and (triggered := self._on_stack.get(annotation.affector_id or 0)) is not None:
                triggered.targets = tuple(dict.fromkeys((*triggered.targets, *map(str, annotation.affected_ids))))
        for annotation in new:
            if _ACTS in annotation.type:
                self._acts(annotation)
            elif _RESOLVES in annotation.type and (known := self._on_stack.pop(annotation.affector_id or 0, None)) is not None:
                self.resolved.append(known)

    def _acts(self, annotation: Annotation) -> None:
        number = annotation.number("actionType") or 0
        what = _PUT_ON_THE_STACK.get(number, f"what nobody knows is done ({number})")
        for id in annotation.affected_ids:
            activated = self._on_stack.pop(id, None)
            if what is not None:
                self.acts.append(f"{what} before combat damage: {activated.source if activated is not None else id}")


_STARTS_OTHERWISE = re.compile(r"(?:[^.]* — )?(?:When|Whenever|At)\b|[^\"]*:|prowess|exalted", re.IGNORECASE)
"""How an ability begins that is triggered or activated."""


def _is_static(annotation: Annotation, objects: dict[int, GameObject], book: AbilityBook) -> bool:
    """Whether what makes power or toughness more or less is a static ability of a permanent, by its card's text.

    Otherwise it came of a spell or an ability that resolved.
    """
    ability, source = annotation.number("sourceAbilityGRPID"), objects.get(annotation.affector_id or 0)
    card = book.card(source.shown_grp_id) if source is not None else None
    if source is None or card is None:
        return False
    numbers = [each.grp_id for each in source.unique_abilities]
    texts = dict(zip(numbers, printed_abilities(card.text), strict=False))
    return ability in texts and _STARTS_OTHERWISE.match(texts[ability]) is None
