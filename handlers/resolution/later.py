"""What triggers later: delayed triggered abilities (603.7), and reflexive ones (603.12)."""

from __future__ import annotations

from ...events import abilities as a
from ...events import stack as s
from ...events.declarations import AbilityTriggered
from ..rulebook.concepts import Concept
from .registry import carries_out
from .resolving import Resolving


@carries_out(a.Delayed, holds=lambda each: each.do, supported=True)
def _create_delayed(doing: Resolving, instruction: a.Delayed) -> None:
    """What it names is what it is when the ability is created (603.7c)."""
    delay(doing, doing.binding.kept(instruction, doing.view), doing.binding.occasion)


def delay(doing: Resolving, delayed: a.Delayed, occasion: a.TriggerContext) -> None:
    """A delayed triggered ability is created."""
    ability = doing.binding.ability
    doing.draft.append(
        s.DelayedAbilityCreated(
            source=ability.source,
            controller=ability.controller,
            ability=ability.ability,
            delayed=delayed,
            occasion=_anew(occasion),
        )
    )


@carries_out(a.Reflexive, holds=lambda each: each.does.instructions, supported=True)
def _trigger_reflexive(doing: Resolving, instruction: a.Reflexive) -> None:
    """603.12: it triggers at once, and waits to be put on the stack."""
    ability = doing.binding.ability
    doing.draft.append(
        AbilityTriggered(
            source=ability.source,
            controller=ability.controller,
            ability=ability.ability,
            concept=Concept.STACK_TRIGGERS,
            does=doing.binding.kept(instruction.does, doing.view),
            occasions=(_anew(doing.binding.occasion),),
        )
    )


def _anew(occasion: a.TriggerContext) -> a.TriggerContext:
    """The same, of an ability that begins now."""
    return occasion.model_copy(update={"transformed": False}) if occasion.transformed else occasion
