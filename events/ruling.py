"""A ruling: what a referee says about a declaration. Stored with the cut that took an illegal one back."""

from enum import Flag, auto
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from .deferred import Deferred
from .model import Model, is_default
from .prose import Parts, in_parts


class Wrong(Flag):
    """The steps of a procedure at which a declaration or another choice is wrong. Written down as a list of names."""

    MOMENT = auto()
    """It isn't the player's time to declare."""
    CHOICE = auto()
    """A creature that can't be chosen (508.1a, 509.1a)."""
    TARGETS = auto()
    """Something that can't be attacked (508.1b), or that can't be reselected (508.7)."""
    RESTRICTIONS = auto()
    """A restriction is disobeyed (508.1c, 509.1b)."""
    REQUIREMENTS = auto()
    """More requirements could be obeyed (508.1d, 509.1c)."""
    BANDS = auto()
    """Creatures that can't be in a band together (508.1e)."""
    OPTIONAL_COSTS = auto()
    """A cost that can't be chosen as a creature attacks (508.1g)."""
    MANA_ABILITIES = auto()
    """A mana ability that can't be activated now (508.1i, 509.1e)."""
    PAYMENT = auto()
    """The total isn't paid (508.1j, 509.1f)."""
    ORDER = auto()
    """A damage assignment order that can't be announced, in editions that have them."""
    ASSIGNMENT = auto()
    """Combat damage that can't be assigned so (510.1)."""


def _read_wrong(found: object) -> object:
    if not isinstance(found, list | tuple):
        return found
    for name in found:
        if not isinstance(name, str) or name not in Wrong.__members__:
            raise ValueError(f"{name!r} is none of {', '.join(Wrong.__members__)}")
    return _together(tuple(found))


@lru_cache(maxsize=256)
def _together(names: tuple[str, ...]) -> Wrong:
    wrong = Wrong(0)
    for name in sorted(set(names)):
        wrong |= Wrong[name]
    return wrong


WrongFlags = Annotated[
    Wrong,
    BeforeValidator(_read_wrong),
    PlainSerializer(lambda wrong: [str(flag.name) for flag in wrong], return_type=list[str]),
    WithJsonSchema({"type": "array", "items": {"enum": list(Wrong.__members__)}}),
]


Choice = Literal["attack", "block", "order", "reselect", "damage", "resolve", "defend"]
"""The kinds of choices that the referee rules on."""


class Violation(Model):
    """One thing that is wrong: the rule concept, its number in the edition (None: no rule of its own), and why, in words.

    `parts`: why, with references to permanents and players beside the words, but without the ability that it rests on: `quote` is
    that ability, and `source` the permanent that has it.
    """

    concept: str
    rule: str | None
    why: str
    parts: Parts = ()
    source: str | None = None
    quote: str = ""

    @classmethod
    def of(cls, concept: str, rule: str | None, why: str) -> "Violation":
        """The violation that a sentence names."""
        return cls(concept=concept, rule=rule, why=str(why), **in_parts(why))


class Ruling(Deferred):
    """The verdict on a declaration or another choice.

    `concept`, `rule` and `why` say what decided; `violations` all that is wrong at that step of the procedure. `instead` is
    a legal declaration in the shape of the one that was judged: creature → what it attacks, blocker → attackers, or creature →
    recipient → combat damage.
    `cost` is the locked-in total, None if the procedure didn't get that far or nothing is to be paid.
    `wrong` names every step that is wrong, also those after the one that decided, judged on what of the declaration can be
    chosen.
    `presumed`: what isn't stated and was taken not to be so, since the ruling depends on it, with why; or to be none (colors, a
    mana value, cards in hand), since it was asked for.
    `costs`: player → the total, where creatures of a team are declared and each player pays for their own.
    """

    action: Choice
    player: str
    verdict: Literal["legal", "illegal", "undecided"]
    concept: str | None = None
    rule: str | None = None
    why: str = ""
    violations: tuple[Violation, ...] = ()
    instead: dict[str, str] | dict[str, tuple[str, ...]] | dict[str, dict[str, int]] | None = None
    cost: str | None = None
    wrong: WrongFlags = Wrong(0)
    presumed: tuple[str, ...] = ()
    costs: dict[str, str] = Field(default_factory=dict, exclude_if=is_default)
