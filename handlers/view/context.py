"""The context in which an ability is read, and the abilities that are in force."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeAlias, TypeVar

from ...events import abilities as a

AbilityT = TypeVar("AbilityT", bound=a.BaseAbility, covariant=True)


class Context(NamedTuple):
    """The context in which an ability is read: who has it, whose it is, and which creatures are compared."""

    source: str | None
    you: str
    subject: str | None = None
    attacker: str | None = None
    blocker: str | None = None
    defending: str | None = None
    other: str | None = None
    group: tuple[str, ...] | None = None
    """The creatures that set the ability off together; None: no ability was set off."""
    itself: str | None = None
    """The permanent that is being matched, in a comparison of its own numbers."""
    with_keywords: frozenset[tuple[str, str]] = frozenset()
    """(permanent, keyword): as though it had the keyword."""
    without_keywords: frozenset[tuple[str, str]] = frozenset()
    """(permanent, keyword): as though it hadn't."""


class Held(NamedTuple, Generic[AbilityT]):
    """An ability in force: what it says, who has it, whose it is, and the keyword it comes from, if any."""

    ability: AbilityT
    context: Context
    keyword: str | None
    text: str
    timestamp: int = 0

    @property
    def source(self) -> str | None:
        """The permanent that has it; None for the ability of an effect without a source."""
        return self.context.source


AnyHeld: TypeAlias = Held[a.Ability]
HeldTrigger: TypeAlias = Held[a.Triggered]
