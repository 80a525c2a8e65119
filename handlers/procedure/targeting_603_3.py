"""Triggered abilities are put on the stack, and their modes and targets are chosen (603.3).

What asks for something that isn't known is marked (`AbilityNotCarriedOut`), and does nothing as it resolves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ...events.declarations import TriggersPutOnStack
from ...events.errors import FactNotStated, InvalidInput, WordingNotUnderstood
from ...events.model import parts_of
from ...projections.stack import OnStack
from ..attempt import Attempt, Draft, Violated
from ..resolution import carrying_out  # noqa: F401 (what is known of instructions is registered there, and asked for here)
from ..resolution.binding import Binding, NotCarriedOut
from ..resolution.choices import DEFAULT, Choices
from ..resolution.choosing import Chooser
from ..resolution.resolving import name_cards
from ..resolution.targets import by_default, divided, legal, within_total
from ..rulebook.concepts import Concept
from ..triggers.not_modelled import mark_not_modelled
from ..view.view import View
from .commands import ChooseTargets, OrderTriggers
from .runner import Procedure


def put_on_stack(draft: Draft) -> None:
    """603.3: what triggered and waits is put on the stack."""
    if draft.state.stack.waiting:
        draft.append(TriggersPutOnStack(number=len(draft.state.stack.waiting)))


def choose_targets(draft: Draft, number: int | None = None, choices: Choices = DEFAULT) -> None:
    """603.3c–d: the modes and targets of abilities on the stack that have none yet, in the order in which they were put there.

    `choices`: those of the ability with that number; the default policy chooses all others. Raises Violated, InvalidInput.
    """
    for ability in draft.state.stack.abilities:
        if ability.targets is None and ability.does is not None and number in (None, ability.number):
            try:
                of_it = choices if number is not None else DEFAULT
                if ability.overtaken and ability.asks_for_targets:
                    raise NotCarriedOut("something else happened before its targets were chosen")
                chosen = _choose_modes(draft, ability, of_it)
                if chosen is not None and chosen.does is not None:
                    _check_asked(chosen.does, of_it)
                    if chosen.does.targets:
                        _choose_targets(draft, chosen, of_it)
            except (FactNotStated, WordingNotUnderstood, NotCarriedOut) as error:
                mark(draft, ability, reason(error))


def _check_asked(does: a.Instructions, choices: Choices) -> None:
    """That no targets and no division are stated of an ability that has none. Raises InvalidInput."""
    if choices.targets and not does.targets:
        raise InvalidInput("choices.targets", ", ".join(choices.targets), "no targets: the ability has none")
    if choices.division and not any(each.divided for each in does.targets):
        raise InvalidInput("choices.division", ", ".join(choices.division), "no division: the ability divides nothing")


def _choose_modes(draft: Draft, ability: OnStack, choices: Choices) -> OnStack | None:
    """The ability with the modes that are chosen, none of which may lack a legal target (603.3c); None: it is gone."""
    modal = ability.does.modal if ability.does is not None else None
    if modal is None:
        return ability
    possible = [number for number, mode in enumerate(modal.modes) if has_targets(draft.view, ability, mode)]
    if modal.unchosen is not None:
        stack = draft.state.stack
        before = stack.modes_this_turn if modal.unchosen == "this turn" else stack.modes_chosen
        possible = [each for each in possible if (ability.source, ability.ability, each) not in before]
        source = draft.view.permanents.get(ability.source)
        if modal.unchosen == "ever" and choices.modes is None and (source is None or not source.entered_this_turn):
            raise NotCarriedOut("it isn't stated which mode hasn't been chosen")
    if modal.random and choices.modes is None and len(possible) > modal.minimum:
        raise NotCarriedOut("it isn't stated which mode is chosen at random")
    modes = Chooser(choices).modes(modal, possible)
    if not modes and modal.minimum:
        draft.append(removed(ability, "no target chosen"))
        return None
    if not set(modes) <= set(possible):
        raise InvalidInput("modes", str(list(modes)), f"modes that have legal targets: {possible}")
    draft.append(s.ModesChosen(number=ability.number, modes=modes))
    return next(each for each in draft.state.stack.abilities if each.number == ability.number)


def has_targets(view: View, ability: OnStack, mode: a.Instructions) -> bool:
    """Whether each target of a mode of that ability can be chosen (603.3c)."""
    binding = Binding(ability._replace(does=mode))
    return all(
        _enough(view, binding, target, candidates(view, binding, target, slot))
        for slot, target in enumerate(mode.targets)
        if not of_a_targeted_player(target, mode.targets[:slot])  # asked as that player is chosen
    )


def of_a_targeted_player(target: a.Target, before: Sequence[a.Target]) -> bool:
    """Whether a target is described by the player who is a target before it: "target creature that player controls"."""
    return any(each.only_players for each in before) and any(
        isinstance(part, a.Players) and part.who == "chosen" for part in parts_of(target)
    )


def _enough(view: View, binding: Binding, target: a.Target, found: Sequence[str]) -> bool:
    """Whether there are as many candidates as must be chosen; for a target of each player's, as many of each."""
    if target.each_of is None or not target.minimum:
        return len(found) >= target.minimum
    theirs = Counter(view.permanents[id].controller for id in found)
    return all(theirs[player] >= target.minimum for player in binding.players(target.each_of, view))


def _bounds(view: View, binding: Binding, target: a.Target) -> tuple[int, int | None]:
    """How many must be chosen for it, and how many may be (None: any number)."""
    if target.each_of is not None and target.maximum is not None:
        players = len(binding.players(target.each_of, view))
        return target.minimum * players, target.maximum * players
    if target.up_to is None:
        return target.minimum, target.maximum
    most = max(0, binding.quantity(target.up_to, view))
    return min(target.minimum, most), most


def _allowed(view: View, binding: Binding, target: a.Target, picked: tuple[str, ...]) -> bool:
    """Whether no player controls more of those picked than the target allows of each player, or than one where none may control
    two, and their mana values come to no more than it allows in all."""
    if target.cards is not None and target.cards.total is not None:
        return within_total(view, target.cards, picked, binding.quantity(target.cards.total, view))
    if target.apart:
        return len({view.permanents[id].controller for id in picked}) == len(picked)
    if target.each_of is None or target.maximum is None:
        return True
    return max(Counter(view.permanents[id].controller for id in picked).values(), default=0) <= target.maximum


def _choose_targets(draft: Draft, ability: OnStack, choices: Choices) -> None:
    """603.3d: the targets are chosen; an ability for which there are too few legal ones is removed from the stack.

    Raises Violated for targets that can't be chosen, NotCarriedOut where it isn't known which cards could be.
    """
    assert ability.does is not None, "what has targets is understood"
    chosen: list[tuple[str, ...]] = []
    division: dict[str, int] = {}
    chosen_of: dict[str, str] = {}
    given = None if choices.targets is None else list(choices.targets)
    for slot, target in enumerate(ability.does.targets):
        binding = Binding(ability, tuple(chosen))
        if target.cards is not None:
            name_cards(draft, choices.cards, target.cards.zone)
        found = candidates(draft.view, binding, target, slot)
        if target.other:
            found = [id for id in found if not any(id in ids for ids in chosen)]
        least, most = _bounds(draft.view, binding, target)
        if given is None:
            chooser = _who_chooses(draft.view, binding, target)
            if target.random and len(found) > least:
                raise NotCarriedOut("it isn't stated which target is chosen at random")
            picked = by_default(draft.view, ability.does, slot, found, chooser, least, most)
            picked = tuple(id for at, id in enumerate(picked) if _allowed(draft.view, binding, target, picked[: at + 1]))
        else:
            picked = _taken(draft.view, binding, target, found, given, most)
        if target.other and len(found) < least:
            raise InvalidInput("modes", ability.source, "no more modes than there are different legal targets for")
        if len(picked) < least:
            _check_too_few(draft, binding, target, found, least, choices.targets)
            draft.append(removed(ability, "no target chosen"))
            return
        if target.divided:
            much = max(0, binding.quantity(target.divided, draft.view))
            picked = picked[:much]
            division |= divided(much, picked, choices.division)
        if target.each_of is not None:
            chosen_of |= {id: draft.view.permanents[id].controller for id in picked}
        chosen.append(picked)
    if given:
        raise Violated(Concept.STACK_TARGETS, [f"{id} can't be a target of {ability.source}'s ability" for id in given])
    draft.append(s.TargetsChosen(number=ability.number, targets=tuple(chosen), division=division, chosen_of=chosen_of))


def _who_chooses(view: View, binding: Binding, target: a.Target) -> str:
    """The ability's controller, unless it says another player. Raises NotCarriedOut where it isn't clear who."""
    if target.by is None:
        return binding.ability.controller
    who = binding.players(target.by, view)
    if len(who) != 1:
        raise NotCarriedOut("it isn't clear who chooses the target")
    return who[0]


def _taken(
    view: View, binding: Binding, target: a.Target, found: Sequence[str], given: list[str], most: int | None
) -> tuple[str, ...]:
    """Those of the `given` targets that are for this one. They are taken out of `given`. Raises Violated for too many."""
    picked = tuple(dict.fromkeys(id for id in given if id in found))[: len(given) if most is None else most]
    for id in picked:
        given.remove(id)  # another target may be the same one (601.2c)
    if not _allowed(view, binding, target, picked):
        so_many = "other" if target.each_of is None else f"{target.maximum} of each player's"
        raise Violated(
            Concept.STACK_TARGETS, [f"{binding.ability.source}'s ability asks for {so_many} targets than {', '.join(picked)}"]
        )
    return picked


def _check_too_few(
    draft: Draft, binding: Binding, target: a.Target, found: Sequence[str], least: int, given: tuple[str, ...] | None
) -> None:
    """Whether fewer than `least` are chosen because there are no more. Raises Violated, NotCarriedOut where that isn't so."""
    if given is not None and len(found) >= least:
        why = f"{binding.ability.source}'s ability asks for {least} of {', '.join(found)}"
        raise Violated(Concept.STACK_TARGETS, [f"{why}, not for {', '.join(given) or 'none'}"])
    if target.cards is None:
        return
    if draft.view.unknown_cards(binding.bound(target.cards, draft.view), binding.context(draft.view)) != 0:
        raise NotCarriedOut(f"it isn't stated which cards are in the {target.cards.zone}")


def candidates(view: View, binding: Binding, target: a.Target, slot: int) -> list[str]:
    """What may be chosen for one of the targets that an ability asks for, the one in that place, after those that are chosen.

    A player is no candidate where there are too few targets for what comes after and is described by that player (601.2c).
    """
    found = described(view, binding, target)
    asked = binding.asked
    later = [each for each in asked[slot + 1 :] if of_a_targeted_player(each, asked[: slot + 1])]
    if not later or not target.only_players or any(each.only_players for each in asked[:slot]):
        return found
    before = (*binding.chosen, *((),) * (slot - len(binding.chosen)))[:slot]
    of_each = {id: replace(binding, chosen=(*before, (id,))) for id in found}
    return [id for id, of in of_each.items() if all(_enough(view, of, each, described(view, of, each)) for each in later)]


def described(view: View, binding: Binding, target: a.Target) -> list[str]:
    """What one of its targets describes, given what is chosen for those before it. Raises NotCarriedOut."""
    ability = binding.ability
    meant = target.permanents if target.cards is None else target.cards.filter
    filter = None if meant is None else binding.bound(a.AllOf(parts=(meant,)), view)
    if target.cards is not None:
        target = target.model_copy(update={"cards": binding.bound(target.cards, view)})
    return legal(view, target, filter, binding.context(view), ability.controller, ability.source)


def removed(ability: OnStack, why: Any) -> s.AbilityDidntResolve:
    """The event of an ability that leaves the stack and does nothing."""
    return s.AbilityDidntResolve(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability, why=why
    )


def mark(draft: Draft, ability: OnStack, why: str) -> None:
    """Mark the game with an ability that isn't carried out, and why."""
    marked = s.AbilityNotCarriedOut(
        number=ability.number, source=ability.source, controller=ability.controller, ability=ability.ability, why=why
    )
    draft.append(marked)


def reason(error: Exception) -> str:
    """Why something wasn't carried out, in words."""
    if isinstance(error, FactNotStated | WordingNotUnderstood):
        return f"{error.found}: {error.allowed}"
    return str(error)


def _check_targets(attempt: Attempt[ChooseTargets]) -> None:
    """603.3d: what is chosen may be a target."""
    _choose(Attempt(attempt.draft.fork(), attempt.command, attempt.player))


def _choose(attempt: Attempt[ChooseTargets]) -> None:
    """603.3c–d: the modes and targets of one ability are chosen."""
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
    """603.3b, 805.7: a player, or a team, orders the abilities that they have just put on the stack."""
    put_on_stack(attempt.draft)
    stack, order = attempt.draft.state.stack, attempt.command.order
    owners: dict[str, list[int]] = {}
    for each in stack.abilities:
        if each.number in stack.put_at_once:
            owners.setdefault(attempt.draft.state.board.speaker(each.controller), []).append(each.number)
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
