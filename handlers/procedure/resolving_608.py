"""Resolving triggered abilities (608): the topmost one resolves, state-based actions are performed, and so on.

What can't be carried out does nothing, and the game is marked with it (`AbilityNotCarriedOut`): an ability that isn't understood,
one that names what isn't known, or one that asks for what no board states.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from random import Random

from ...events import abilities as a
from ...events import stack as s
from ...events.declarations import PriorityReceived
from ...events.errors import FactNotStated, InvalidInput, WordingNotUnderstood
from ...events.facts import StepBegan
from ...projections.stack import OnStack
from ..attempt import Attempt, Draft
from ..combat import turns
from ..combat.state_based_actions_704 import perform_all
from ..combat.turns import finish_combat, with_priority
from ..resolution.binding import Binding, LastKnownInformationMissing, NotCarriedOut
from ..resolution.carrying_out import carry_out
from ..resolution.choices import DEFAULT, Choices
from ..resolution.choosing import ASKED_FOR, Chooser
from ..triggers.not_modelled import mark_not_modelled
from ..triggers.resolving_603_2 import delayed_triggers
from ..view.view import View
from .commands import ResolveAbility
from .runner import Procedure
from .targeting_603_3 import choose_targets, described, mark, put_on_stack, reason, removed

NOT_UNDERSTOOD = "what it does isn't understood"
MOST = 10_000
"""So many abilities resolve in one go: more are taken for a loop."""


def resolve_next(draft: Draft, choices: Choices = DEFAULT, chooser: Callable[[Choices], Chooser] = Chooser) -> None:
    """608: the topmost ability of the stack resolves, state-based actions are performed, and what triggered goes on the stack.

    `chooser`: makes of the choices what is asked for each. Raises InvalidInput where there is none, where the game is over, or
    where something is chosen that can't be; Undecided where the time is up.
    """
    draft.budget.keep_time()
    if _is_over(draft):
        raise InvalidInput("resolve", "a game that is over", "a game that goes on")
    before, since = draft.view, len(draft.events)
    put_on_stack(draft)
    if not draft.state.stack.abilities:
        raise InvalidInput("resolve", "an empty stack", "an ability on the stack")
    top = draft.state.stack.abilities[-1]
    asks = chooser(choices)
    if top.targets is not None and (choices.targets or choices.division):
        raise InvalidInput("choices.targets", ", ".join(choices.targets or ()), "an ability whose targets aren't chosen yet")
    if choices.cards or any(each is not None for each in (choices.targets, choices.modes, choices.division)):
        if top.does is not None:
            asks.are_on_the_stack(top.does)
        choose_targets(draft, top.number, choices)
    choose_targets(draft)
    for next_one in draft.state.stack.abilities[-1:]:
        _resolve(draft, next_one, asks)
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
    return draft.state.board.is_over


def settle(draft: Draft) -> None:
    """704.3, 117.5: state-based actions, then what triggered is put on the stack, and the active player gets priority."""
    perform_all(draft)
    if _is_over(draft):
        return
    put_on_stack(draft)
    player = with_priority(draft.state.board)
    if player is not None:
        draft.append(PriorityReceived(player=player))


def pass_end_step(draft: Draft) -> None:
    """513: combat is over, and the end step begins and ends, where a delayed ability waits for it: that resolves by the default
    policy."""
    delayed = tuple(delayed_triggers(draft.state.stack, "end step", draft.state.board.active_side))
    if not delayed:
        return
    finish_combat(draft)
    draft.append(StepBegan(step="end"))
    for each in delayed:
        draft.append(each)
    resolve_all(draft)


def begin_turn(draft: Draft, player: str, untaps: Collection[str] | None) -> None:
    """502–503: a turn begins, and what waits for its upkeep resolves by the default policy."""
    pass_end_step(draft)
    delayed = tuple(delayed_triggers(draft.state.stack, "upkeep", draft.state.board.side(player)))
    turns.begin_turn(draft, player, untaps)
    for each in delayed:
        draft.append(each)
    if delayed:
        resolve_all(draft)


def _resolve(draft: Draft, ability: OnStack, chooser: Chooser) -> None:
    """608.2: the ability resolves; what can't be carried out changes nothing, and the game is marked."""
    if ability.does is None:
        mark(draft, ability, NOT_UNDERSTOOD)
        return
    attempt = draft.fork()
    try:
        _carry_out(attempt, ability, chooser)
    except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
        if isinstance(error, FactNotStated) and error.presumed:
            raise  # it is taken not to be so, and stated
        mark(draft, ability, reason(error))
    else:
        draft.adopt(attempt)


def _carry_out(draft: Draft, ability: OnStack, chooser: Chooser) -> None:
    """608.2b–c: its targets and its "if" are checked, then its instructions are followed in order."""
    assert ability.does is not None, "it is understood"
    chosen = _still_legal(draft, ability)
    if chosen is None:
        draft.append(removed(ability, "no legal target"))
        return
    binding = Binding(ability, chosen)
    view = draft.view
    if ability.condition is not None and not _still_holds(binding, ability.condition, view):
        draft.append(removed(ability, "condition"))
        return
    done = draft.fork()
    resolved = s.AbilityResolved(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability
    )
    done.append(resolved)
    carry_out(done, binding, chooser, ability.does.instructions)
    for name, what in chooser.unused.items():
        raise InvalidInput(f"choices.{name}", ", ".join(what), ASKED_FOR[name])
    if chooser.chosen_in_words:
        done.events[len(draft.events)] = resolved.model_copy(update={"choices": tuple(chooser.chosen_in_words)})
    draft.adopt(done)


def _still_holds(binding: Binding, condition: a.Condition, view: View) -> bool:
    """603.4: whether the "if" is still so. How something stood as it left, which held as it triggered, can't change any more."""
    try:
        return binding.holds(condition, view)
    except LastKnownInformationMissing:
        return True


def _still_legal(draft: Draft, ability: OnStack) -> tuple[tuple[str, ...], ...] | None:
    """608.2b: the targets that are still legal; None where it has targets and all are illegal now."""
    assert ability.does is not None, "it is understood"
    chosen = ability.targets or ((),) * len(ability.does.targets)
    binding = Binding(ability, chosen)
    still: list[tuple[str, ...]] = []
    for target, ids in zip(ability.does.targets, chosen, strict=True):
        found = described(draft.view, binding, target) if ids else []
        if target.each_of is not None:  # "target creature that player controls"
            found = [id for id in found if draft.view.permanents[id].controller == ability.chosen_of.get(id)]
        still.append(tuple(id for id in ids if id in found))
    return None if any(chosen) and not any(still) else tuple(still)


def _check_resolving(attempt: Attempt[ResolveAbility]) -> None:
    """603.3d: targets that are chosen only as the ability is about to resolve may be its targets, too."""
    choices, draft = attempt.command.choices, attempt.draft.fork()
    put_on_stack(draft)
    if choices.targets is not None and draft.state.stack.abilities and draft.state.stack.abilities[-1].targets is None:
        choose_targets(draft, draft.state.stack.abilities[-1].number, choices)


RESOLVING_608 = Procedure(
    action="resolve",
    steps=(_check_resolving,),
    completion=(lambda attempt: resolve_next(attempt.draft, attempt.command.choices),),
)
"""The topmost ability of the stack resolves."""
