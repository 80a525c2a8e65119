"""Resolving triggered abilities (603.3, 608): their targets are chosen, then the topmost one resolves, and so on.

What can't be carried out does nothing, and the game is marked with it (`AbilityNotCarriedOut`): an ability that isn't understood,
one that names what isn't known, or one that asks for what no board states.
"""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ...events.declarations import PriorityReceived, TriggersPutOnStack
from ...events.errors import FactNotStated, InvalidInput, WordingNotUnderstood
from ...events.facts import StepBegan
from ...projections.stack import OnStack
from ..attempt import Attempt, Draft
from ..combat.state_based_actions_704 import perform
from ..combat.turns import finish_combat
from ..resolution.binding import Binding, NotCarriedOut
from ..resolution.carrying_out import Resolving
from ..resolution.choosing import DEFAULT, Choices, Chooser, by_default, legal
from ..triggers.not_modelled import mark_not_modelled
from ..triggers.resolving_603_2 import delayed_triggers
from .commands import ChooseTargets
from .runner import Procedure

NOT_UNDERSTOOD = "what it does isn't understood"
MOST = 10_000
"""So many abilities resolve in one go: more are taken for a loop."""


def choose_targets(draft: Draft, number: int | None = None, targets: tuple[str, ...] | None = None) -> None:
    """603.3d: the targets of abilities on the stack that have none yet, in the order in which they were put there.

    `targets`: those of the ability with that number; the default policy chooses all others. Raises InvalidInput.
    """
    for ability in draft.state.stack.abilities:
        if ability.targets is None and ability.does is not None and ability.does.targets:
            given = targets if number in (None, ability.number) else None
            if number is None or number == ability.number:
                try:
                    _choose_targets(draft, ability, given)
                except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
                    _mark(draft, ability, _why(error))


def _choose_targets(draft: Draft, ability: OnStack, given: tuple[str, ...] | None) -> None:
    assert ability.does is not None, "what has targets is understood"
    chosen: list[tuple[str, ...]] = []
    left = list(given or ())
    for slot, target in enumerate(ability.does.targets):
        candidates = _candidates(draft, ability, target)
        if given is None:
            picked = by_default(draft.view, ability.does, slot, candidates, ability.controller)
        else:
            most = len(left) if target.maximum is None else target.maximum
            picked = tuple(id for id in left if id in candidates)[:most]
            left = [id for id in left if id not in picked]
        if len(picked) < target.minimum:
            if given is not None and len(candidates) >= target.minimum:
                raise InvalidInput("targets", str(list(given)), f"{target.minimum} of {', '.join(candidates)}")
            # 603.3d: if no legal target can be chosen, it is removed from the stack.
            draft.append(_gone(ability, "no target chosen"))
            return
        chosen.append(picked)
    if left:
        raise InvalidInput("targets", ", ".join(left), "what the ability may have as a target")
    draft.append(s.TargetsChosen(number=ability.number, targets=tuple(chosen)))


def _candidates(draft: Draft, ability: OnStack, target: a.Target) -> list[str]:
    binding = Binding(ability)
    view = draft.view
    filter = None if target.permanents is None else binding.bound(a.AllOf(parts=(target.permanents,)), view)
    return legal(view, target, filter, binding.context(view), ability.controller, ability.source)


def resolve_next(draft: Draft, choices: Choices = DEFAULT) -> None:
    """608: the topmost ability of the stack resolves, state-based actions are performed, and what triggered goes on the stack.

    Raises InvalidInput where there is none, or where something is chosen that can't be.
    """
    before, since = draft.view, len(draft.events)
    put_on_stack(draft)
    if not draft.state.stack.abilities:
        raise InvalidInput("resolve", "an empty stack", "an ability on the stack")
    top = draft.state.stack.abilities[-1]
    if choices.targets is not None and top.targets is None:
        choose_targets(draft, top.number, choices.targets)
    choose_targets(draft)
    for next_one in draft.state.stack.abilities[-1:]:
        _resolve(draft, next_one, choices)
    settle(draft)
    mark_not_modelled(draft, before, since)


def resolve_all(draft: Draft) -> None:
    """Everything on the stack resolves by the default policy, and what triggers meanwhile."""
    for _ in range(MOST):
        if not (draft.state.stack.abilities or draft.state.stack.waiting):
            return
        resolve_next(draft)
    raise InvalidInput("resolve", f"more than {MOST} abilities", "abilities that don't trigger each other without end")


def settle(draft: Draft) -> None:
    """704.3, 117.5: state-based actions, then what triggered is put on the stack, and the active player gets priority."""
    stack = draft.state.stack
    perform(draft, frozenset(each.source for each in (*stack.waiting, *stack.abilities)))
    put_on_stack(draft)
    active = draft.state.board.active
    if active in draft.state.board.players:
        draft.append(PriorityReceived(player=active))


def pass_end_step(draft: Draft) -> None:
    """513: combat is over, and the end step begins and ends, where a delayed ability waits for it: that resolves by the default
    policy."""
    delayed = tuple(delayed_triggers(draft.state.stack.delayed, "end step"))
    if not delayed:
        return
    finish_combat(draft)
    draft.append(StepBegan(step="end"))
    for each in delayed:
        draft.append(each)
    resolve_all(draft)


def put_on_stack(draft: Draft) -> None:
    """603.3: what triggered and waits is put on the stack."""
    if draft.state.stack.waiting:
        draft.append(TriggersPutOnStack(number=len(draft.state.stack.waiting)))


def _resolve(draft: Draft, ability: OnStack, choices: Choices) -> None:
    if ability.does is None:
        _mark(draft, ability, NOT_UNDERSTOOD)
        return
    attempt = draft.fork()
    try:
        _carry_out(attempt, ability, choices)
    except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
        if isinstance(error, FactNotStated) and error.presumed:
            raise  # it is taken not to be so, and told
        _mark(draft, ability, _why(error))
    else:
        draft.adopt(attempt)


def _carry_out(draft: Draft, ability: OnStack, choices: Choices) -> None:
    assert ability.does is not None, "it is understood"
    chosen = _still_legal(draft, ability)
    if chosen is None:
        draft.append(_gone(ability, "no legal target"))
        return
    binding = Binding(ability, chosen)
    view = draft.view
    if ability.condition is not None and not view.holds(binding.bound(ability.condition, view), binding.context(view)):
        draft.append(_gone(ability, "condition"))
        return
    chooser = Chooser(choices)
    done = draft.fork()
    resolved = s.AbilityResolved(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability
    )
    done.append(resolved)
    Resolving(done, binding, chooser).carry_out(ability.does.instructions)
    if chooser.told:
        done.events[len(draft.events)] = resolved.model_copy(update={"choices": tuple(chooser.told)})
    draft.adopt(done)


def _still_legal(draft: Draft, ability: OnStack) -> tuple[tuple[str, ...], ...] | None:
    """608.2b: the targets that are still legal; None where it has targets and all are illegal now."""
    assert ability.does is not None, "it is understood"
    chosen = ability.targets or ((),) * len(ability.does.targets)
    still = tuple(
        tuple(id for id in ids if id in _candidates(draft, ability, target))
        for target, ids in zip(ability.does.targets, chosen, strict=True)
    )
    return None if any(chosen) and not any(still) else still


def _gone(ability: OnStack, why: Any) -> s.AbilityDidntResolve:
    return s.AbilityDidntResolve(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability, why=why
    )


def _mark(draft: Draft, ability: OnStack, why: str) -> None:
    marked = s.AbilityNotCarriedOut(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability, why=why
    )
    draft.append(marked)


def _why(error: Exception) -> str:
    if isinstance(error, FactNotStated | WordingNotUnderstood):
        return f"{error.found}: {error.allowed}"
    return str(error)


def _choose(attempt: Attempt[ChooseTargets]) -> None:
    put_on_stack(attempt.draft)
    waiting = [each for each in attempt.draft.state.stack.abilities if each.targets is None and each.does is not None]
    asking = [each.number for each in waiting if each.does is not None and each.does.targets]
    if attempt.command.number not in asking:
        allowed = f"an ability on the stack whose targets aren't chosen: {', '.join(map(str, asking)) or 'none'}"
        raise InvalidInput("number", str(attempt.command.number), allowed)
    choose_targets(attempt.draft, attempt.command.number, attempt.command.targets)


TARGETING_603_3 = Procedure(action="resolve", steps=(), completion=(_choose,))
"""A player chooses the targets of a triggered ability."""

RESOLVING_608 = Procedure(
    action="resolve", steps=(), completion=(lambda attempt: resolve_next(attempt.draft, attempt.command.choices),)
)
"""The topmost ability of the stack resolves."""
