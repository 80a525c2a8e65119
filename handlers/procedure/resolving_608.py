"""Resolving triggered abilities (603.3, 608): their targets are chosen, then the topmost one resolves, and so on.

What can't be carried out does nothing, and the game is marked with it (`AbilityNotCarriedOut`): an ability that isn't understood,
one that names what isn't known, or one that asks for what no board states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ...events.declarations import PriorityReceived, TriggersPutOnStack
from ...events.errors import FactNotStated, InvalidInput, WordingNotUnderstood
from ...events.facts import StepBegan
from ...projections.stack import OnStack
from ..attempt import Attempt, Draft, Violated
from ..combat.state_based_actions_704 import perform
from ..combat.turns import finish_combat
from ..resolution.binding import Binding, NotCarriedOut, NotKnownAnyMore
from ..resolution.carrying_out import carry_out
from ..resolution.choosing import DEFAULT, Choices, Chooser, by_default, divided, legal
from ..resolution.resolving import name_cards
from ..rulebook.concepts import Concept
from ..triggers.not_modelled import mark_not_modelled
from ..triggers.resolving_603_2 import delayed_triggers
from ..view.context import Context
from ..view.view import View
from .commands import ChooseTargets, OrderTriggers, ResolveAbility
from .runner import Procedure

NOT_UNDERSTOOD = "what it does isn't understood"
MOST = 10_000
"""So many abilities resolve in one go: more are taken for a loop."""


def choose_targets(draft: Draft, number: int | None = None, choices: Choices = DEFAULT) -> None:
    """603.3c–d: the modes and targets of abilities on the stack that have none yet, in the order in which they were put there.

    `choices`: those of the ability with that number; the default policy chooses all others. Raises Violated, InvalidInput.
    """
    for ability in draft.state.stack.abilities:
        if ability.targets is None and ability.does is not None and number in (None, ability.number):
            try:
                chosen = _choose_modes(draft, ability, choices if number is not None else DEFAULT)
                if chosen is not None and chosen.does is not None and chosen.does.targets:
                    _choose_targets(draft, chosen, choices if number is not None else DEFAULT)
            except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
                _mark(draft, ability, _why(error))


def _choose_modes(draft: Draft, ability: OnStack, choices: Choices) -> OnStack | None:
    """The ability with the modes that are chosen, none of which may lack a legal target (603.3c); None: it is gone."""
    modal = ability.does.modal if ability.does is not None else None
    if modal is None:
        return ability
    possible = [number for number, mode in enumerate(modal.modes) if _has_targets(draft, ability, mode)]
    modes = Chooser(choices).modes(modal, possible)
    if not modes and modal.minimum:
        draft.append(_gone(ability, "no target chosen"))
        return None
    if not set(modes) <= set(possible):
        raise InvalidInput("modes", str(list(modes)), f"modes that have legal targets: {possible}")
    draft.append(s.ModesChosen(number=ability.number, modes=modes))
    return next(each for each in draft.state.stack.abilities if each.number == ability.number)


def _has_targets(draft: Draft, ability: OnStack, mode: a.Does) -> bool:
    return all(_enough(draft.view, ability, target, candidates(draft.view, ability, target)) for target in mode.targets)


def _enough(view: View, ability: OnStack, target: a.Target, found: Sequence[str]) -> bool:
    """Whether there are as many as must be chosen; of each player, where so many of each are."""
    if target.each_of is None or not target.minimum:
        return len(found) >= target.minimum
    theirs = Counter(view.permanents[id].controller for id in found)
    return all(theirs[player] >= target.minimum for player in Binding(ability).players(target.each_of, view))


def _bounds(view: View, ability: OnStack, target: a.Target) -> tuple[int, int | None]:
    """How many must be chosen for it, and how many may be (None: any number)."""
    if target.each_of is not None and target.maximum is not None:
        players = len(Binding(ability).players(target.each_of, view))
        return target.minimum * players, target.maximum * players
    if target.up_to is None:
        return target.minimum, target.maximum
    most = max(0, Binding(ability).quantity(target.up_to, view))
    return min(target.minimum, most), most


def _allowed(view: View, target: a.Target, picked: tuple[str, ...]) -> bool:
    """Whether there aren't too many of one player's."""
    if target.each_of is None or target.maximum is None:
        return True
    return max(Counter(view.permanents[id].controller for id in picked).values(), default=0) <= target.maximum


def _choose_targets(draft: Draft, ability: OnStack, choices: Choices) -> None:
    assert ability.does is not None, "what has targets is understood"
    chosen: list[tuple[str, ...]] = []
    given = choices.targets
    left = list(given or ())
    division: dict[str, int] = {}
    for slot, target in enumerate(ability.does.targets):
        if target.cards is not None:
            name_cards(draft, choices.cards, target.cards.zone)
        found = candidates(draft.view, ability, target)
        if target.other:
            found = [id for id in found if not any(id in ids for ids in chosen)]
        least, most = _bounds(draft.view, ability, target)
        if given is None:
            picked = by_default(draft.view, ability.does, slot, found, ability.controller, least, most)
            picked = tuple(id for at, id in enumerate(picked) if _allowed(draft.view, target, picked[: at + 1]))
        else:
            picked = tuple(dict.fromkeys(id for id in left if id in found))[: len(left) if most is None else most]
            for id in picked:
                left.remove(id)  # another target may be the same one (601.2c)
            if not _allowed(draft.view, target, picked):
                raise Violated(Concept.STACK_TARGETS, [f"{ability.source}'s ability asks for {target.maximum} of each player's"])
        if len(picked) < least:
            if given is not None and len(found) >= least:
                why = f"{ability.source}'s ability asks for {least} of {', '.join(found)}"
                raise Violated(Concept.STACK_TARGETS, [f"{why}, not for {', '.join(given) or 'none'}"])
            if target.cards is not None and draft.view.unknown_cards(*_cards_meant(draft, ability, target.cards)) != 0:
                raise NotCarriedOut(f"it isn't stated which cards are in the {target.cards.zone}")
            # 603.3d: if no legal target can be chosen, it is removed from the stack.
            draft.append(_gone(ability, "no target chosen"))
            return
        chosen.append(picked)
        if target.divided:
            picked = picked[: target.divided]
            chosen[-1] = picked
            division |= divided(target.divided, picked, choices.division)
    if left:
        raise Violated(Concept.STACK_TARGETS, [f"{id} can't be a target of {ability.source}'s ability" for id in left])
    draft.append(s.TargetsChosen(number=ability.number, targets=tuple(chosen), division=division))


def candidates(view: View, ability: OnStack, target: a.Target) -> list[str]:
    """What may be chosen for one of the targets that an ability asks for."""
    binding = Binding(ability)
    meant = target.permanents if target.cards is None else target.cards.filter
    filter = None if meant is None else binding.bound(a.AllOf(parts=(meant,)), view)
    if target.cards is not None:
        target = target.model_copy(update={"cards": binding.bound(target.cards, view)})
    return legal(view, target, filter, binding.context(view), ability.controller, ability.source)


def _cards_meant(draft: Draft, ability: OnStack, cards: a.Cards) -> tuple[a.Cards, Context]:
    binding = Binding(ability)
    return binding.bound(cards, draft.view), binding.context(draft.view)


def resolve_next(draft: Draft, choices: Choices = DEFAULT, chooser: Callable[[Choices], Chooser] = Chooser) -> None:
    """608: the topmost ability of the stack resolves, state-based actions are performed, and what triggered goes on the stack.

    `chooser`: makes of the choices what is asked for each. Raises InvalidInput where there is none, where the game is over, or
    where something is chosen that can't be.
    """
    if _is_over(draft):
        raise InvalidInput("resolve", "a game that is over", "a game that goes on")
    before, since = draft.view, len(draft.events)
    put_on_stack(draft)
    if not draft.state.stack.abilities:
        raise InvalidInput("resolve", "an empty stack", "an ability on the stack")
    top = draft.state.stack.abilities[-1]
    if top.targets is None and (choices.targets is not None or choices.modes is not None or choices.cards):
        choose_targets(draft, top.number, choices)
    choose_targets(draft)
    for next_one in draft.state.stack.abilities[-1:]:
        _resolve(draft, next_one, chooser(choices))
    settle(draft)
    mark_not_modelled(draft, before, since)


def resolve_all(draft: Draft, luck: Random | None = None) -> None:
    """Everything on the stack resolves by the default policy, and what triggers meanwhile, until the game is over.

    `luck`: what chance is drawn with; None: it isn't known.
    """
    for _ in range(MOST):
        if _is_over(draft) or not (draft.state.stack.abilities or draft.state.stack.waiting):
            return
        resolve_next(draft, chooser=partial(Chooser, luck=luck))
    raise InvalidInput("resolve", f"more than {MOST} abilities", "abilities that don't trigger each other without end")


def _is_over(draft: Draft) -> bool:
    """104.1: the game has ended at once, whatever waits to resolve."""
    return len(draft.state.board.players) < 2


def settle(draft: Draft) -> None:
    """704.3, 117.5: state-based actions, then what triggered is put on the stack, and the active player gets priority."""
    stack = draft.state.stack
    perform(draft, frozenset(each.source for each in (*stack.waiting, *stack.abilities)))
    if _is_over(draft):
        return
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


def _resolve(draft: Draft, ability: OnStack, chooser: Chooser) -> None:
    if ability.does is None:
        _mark(draft, ability, NOT_UNDERSTOOD)
        return
    attempt = draft.fork()
    try:
        _carry_out(attempt, ability, chooser)
    except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
        if isinstance(error, FactNotStated) and error.presumed:
            raise  # it is taken not to be so, and told
        _mark(draft, ability, _why(error))
    else:
        draft.adopt(attempt)


def _carry_out(draft: Draft, ability: OnStack, chooser: Chooser) -> None:
    assert ability.does is not None, "it is understood"
    chosen = _still_legal(draft, ability)
    if chosen is None:
        draft.append(_gone(ability, "no legal target"))
        return
    binding = Binding(ability, chosen)
    view = draft.view
    if ability.condition is not None and not _still_holds(binding, ability.condition, view):
        draft.append(_gone(ability, "condition"))
        return
    done = draft.fork()
    resolved = s.AbilityResolved(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability
    )
    done.append(resolved)
    carry_out(done, binding, chooser, ability.does.instructions)
    if strangers := chooser.not_chosen:
        raise InvalidInput("choices.chosen", ", ".join(strangers), "what the ability lets its controller choose")
    if strangers := chooser.not_turned_up:
        raise InvalidInput(
            "choices", ", ".join(strangers), "cards and faces that are turned up, or cards that are discarded, by the ability"
        )
    if chooser.told:
        done.events[len(draft.events)] = resolved.model_copy(update={"choices": tuple(chooser.told)})
    draft.adopt(done)


def _still_holds(binding: Binding, condition: a.Condition, view: View) -> bool:
    """603.4: whether the "if" is still so. How something stood as it left, which held as it triggered, can't change any more."""
    try:
        return binding.holds(condition, view)
    except NotKnownAnyMore:
        return True


def _still_legal(draft: Draft, ability: OnStack) -> tuple[tuple[str, ...], ...] | None:
    """608.2b: the targets that are still legal; None where it has targets and all are illegal now."""
    assert ability.does is not None, "it is understood"
    chosen = ability.targets or ((),) * len(ability.does.targets)
    still = tuple(
        tuple(id for id in ids if id in candidates(draft.view, ability, target))
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


def _check_targets(attempt: Attempt[ChooseTargets]) -> None:
    """603.3d: what is chosen may be a target."""
    _choose(Attempt(attempt.draft.fork(), attempt.command, attempt.player))


def _check_resolving(attempt: Attempt[ResolveAbility]) -> None:
    """603.3d: targets that are chosen only as the ability is about to resolve may be its targets, too."""
    choices, draft = attempt.command.choices, attempt.draft.fork()
    put_on_stack(draft)
    if choices.targets is not None and draft.state.stack.abilities and draft.state.stack.abilities[-1].targets is None:
        choose_targets(draft, draft.state.stack.abilities[-1].number, choices)


def _choose(attempt: Attempt[ChooseTargets]) -> None:
    before, since = attempt.draft.view, len(attempt.draft.events)
    put_on_stack(attempt.draft)
    waiting = [each for each in attempt.draft.state.stack.abilities if each.targets is None and each.does is not None]
    asking = [each.number for each in waiting if each.does is not None and (each.does.targets or each.does.modal)]
    if attempt.command.number not in asking:
        allowed = f"an ability on the stack whose targets aren't chosen: {', '.join(map(str, asking)) or 'none'}"
        raise InvalidInput("number", str(attempt.command.number), allowed)
    command = attempt.command
    choices = Choices(targets=command.targets, modes=command.modes, division=command.division, cards=command.cards)
    choose_targets(attempt.draft, command.number, choices)
    mark_not_modelled(attempt.draft, before, since)


def _order(attempt: Attempt[OrderTriggers]) -> None:
    put_on_stack(attempt.draft)
    stack, order = attempt.draft.state.stack, attempt.command.order
    owners: dict[str, list[int]] = {}
    for each in stack.abilities:
        if each.number in stack.put_at_once:
            owners.setdefault(each.controller, []).append(each.number)
    owner = next((player for player, numbers in owners.items() if sorted(numbers) == sorted(order)), None)
    if owner is None:
        of_each = "; ".join(f"{', '.join(map(str, numbers))} of {player}" for player, numbers in owners.items())
        allowed = f"all that a player has just put on the stack, before targets are chosen: {of_each or 'none'}"
        raise InvalidInput("order", str(list(order)), allowed)
    attempt.draft.append(s.TriggersOrdered(player=owner, order=order))


ORDERING_603_3 = Procedure(action="resolve", steps=(), completion=(_order,))
"""A player orders the triggered abilities that go on the stack at one time."""

TARGETING_603_3 = Procedure(action="resolve", steps=(_check_targets,), completion=(_choose,))
"""A player chooses the targets of a triggered ability."""

RESOLVING_608 = Procedure(
    action="resolve",
    steps=(_check_resolving,),
    completion=(lambda attempt: resolve_next(attempt.draft, attempt.command.choices),),
)
"""The topmost ability of the stack resolves."""
