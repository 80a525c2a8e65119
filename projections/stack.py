"""The stack: abilities that have triggered and wait, those on it, delayed ones, and what wasn't carried out.

The active player's abilities are put on the stack first, then those of each other player in turn order (603.3b); those of one
player in the order in which they triggered, unless that player orders them. A game that goes on to another step without
resolving them passes them over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..events import declarations as d
from ..events import facts as t
from ..events import stack as s
from ..events.abilities import Condition, Instructions, TriggerContext
from ..events.damage import CombatDamageStepBegan, PlayerLost
from .changing import copied
from .frozen import NOTHING, FrozenDict, StatePart


class OnStack(NamedTuple):
    """A triggered ability that waits or is on the stack. `does` None: what it does isn't understood."""

    number: int
    source: str
    controller: str
    ability: str
    does: Instructions | None
    condition: Condition | None
    occasion: TriggerContext
    targets: tuple[tuple[str, ...], ...] | None = None
    """Those chosen for each target that it asks for; None: not chosen yet."""
    division: FrozenDict[str, int] = NOTHING
    """Of what is divided among targets, how much each of them gets."""
    chosen_of: FrozenDict[str, str] = NOTHING
    """Of targets that are chosen of each player's permanents: the player who controlled it then."""
    overtaken: bool = False
    """Whether something else happened while it was on the stack and none of its targets were chosen (603.3d)."""

    @property
    def unchosen(self) -> Instructions | None:
        """What it does, if it has modes or targets that aren't chosen yet (603.3c–d)."""
        does = self.does if self.targets is None else None
        return does if does is not None and (does.targets or does.modal is not None) else None

    @property
    def asks_for_targets(self) -> bool:
        """Whether targets of it, or of a mode that may be chosen, aren't chosen yet."""
        does = self.unchosen
        return does is not None and bool(does.targets or (does.modal and any(mode.targets for mode in does.modal.modes)))


class Mark(NamedTuple):
    """What wasn't carried out, and why: from there on the game isn't known to be as it would be."""

    source: str
    controller: str
    ability: str
    why: str


@dataclass(init=False, eq=False, repr=False, slots=True)
class Stack(StatePart):
    """What waits, what is on the stack (the last one resolves first), and what is left of what resolved."""

    triggered: int = 0
    """How many abilities have triggered in this game."""
    waiting: tuple[OnStack, ...] = ()
    abilities: tuple[OnStack, ...] = ()
    put_at_once: tuple[int, ...] = ()
    """The numbers of those that were put on the stack last, at one time: none of them has resolved or got targets yet."""
    delayed: tuple[s.DelayedAbilityCreated, ...] = ()
    marks: tuple[Mark, ...] = ()
    """What wasn't carried out as it resolved."""
    passed_over: tuple[OnStack, ...] = ()
    """What the game went on without resolving: a case may have stated instead what it did."""
    modes_chosen: frozenset[tuple[str, str, int]] = frozenset()
    """Source, ability and number of the modes that were chosen in this game."""
    modes_this_turn: frozenset[tuple[str, str, int]] = frozenset()
    resolved_this_turn: tuple[tuple[str, str], ...] = ()
    """Source and ability of those that resolved."""
    seats: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    """The players who have left the game."""
    active: str | None = None
    active_team: tuple[str, ...] = ()
    """The team whose turn it is, where turns are shared: its abilities are put on the stack first (805.7)."""

    @property
    def unresolved(self) -> tuple[OnStack, ...]:
        """What is on the stack, and what waits to be put there."""
        return (*self.abilities, *self.waiting)

    def copy(self) -> Stack:
        """A stack that can be changed without changing this one."""
        return copied(self, Stack)


def _game_started(stack: Stack, event: t.GameStarted) -> None:
    stack.seats = event.players


def _player_left(stack: Stack, event: PlayerLost | t.PlayerLeft) -> None:
    """800.4a, d: what that player controlled ceases to exist, and nothing more is put on the stack."""
    stack.gone |= {event.player}
    stack.waiting = tuple(each for each in stack.waiting if each.controller != event.player)
    stack.abilities = tuple(each for each in stack.abilities if each.controller != event.player)


def _turn_began(stack: Stack, event: t.TurnBegan) -> None:
    stack.active, stack.active_team, stack.modes_this_turn = event.player, event.team or (), frozenset()
    stack.resolved_this_turn = ()
    _pass_over(stack, event)
    stack.delayed = tuple(each for each in stack.delayed if not is_due(each, "upkeep", event.team or (event.player,)))


def _pass_over(stack: Stack, event: object) -> None:
    if stack.abilities or stack.waiting:
        stack.passed_over += (*stack.abilities, *stack.waiting)
        stack.abilities = stack.waiting = ()


def is_due(ability: s.DelayedAbilityCreated, begins: str, side: Collection[str | None]) -> bool:
    """Whether a delayed ability triggers as that begins in the turn of these players (603.7b)."""
    when = ability.delayed.when
    return when == begins or (when == f"your {begins}" and ability.controller in side)


def _step_of_turn_began(stack: Stack, event: t.StepBegan) -> None:
    _step_began(stack, event)
    if not stack.delayed:
        return
    begins = {"end of combat": "end of combat", "end": "end step"}.get(event.step, "")
    # Delayed abilities trigger now, once (603.7b).
    side = stack.active_team or (stack.active,)
    stack.delayed = tuple(each for each in stack.delayed if not is_due(each, begins, side))


def _step_began(stack: Stack, event: object) -> None:
    """What was put on the stack isn't there any more; what waits is put on it in the new step."""
    if stack.abilities:
        stack.passed_over += stack.abilities
        stack.abilities = ()


def _overtaken(stack: Stack, event: object) -> None:
    if any(each.targets is None and not each.overtaken for each in stack.abilities):
        stack.abilities = tuple(each._replace(overtaken=each.targets is None) for each in stack.abilities)


def _ability_triggered(stack: Stack, event: d.AbilityTriggered) -> None:
    occasions = event.occasions or (TriggerContext(),) * event.times
    for occasion in occasions:
        stack.triggered += 1
        if event.controller in stack.gone:
            continue
        each = OnStack(stack.triggered, event.source, event.controller, event.ability, event.does, event.condition, occasion)
        stack.waiting += (each,)


def _put_on_stack(stack: Stack, event: d.TriggersPutOnStack) -> None:
    players = stack.seats
    if stack.active in players:
        first = players.index(stack.active)
        players = (*players[first:], *players[:first])
    turn = {player: number for number, player in enumerate(players)} | dict.fromkeys(stack.active_team, -1)
    put = tuple(sorted(stack.waiting, key=lambda each: turn.get(each.controller, len(turn))))
    stack.abilities += put
    stack.put_at_once = tuple(each.number for each in put)
    stack.waiting = ()


def _ordered(stack: Stack, event: s.TriggersOrdered) -> None:
    """Those named change places with one another, so that they stand in that order."""
    named = {each.number: each for each in stack.abilities if each.number in event.order}
    in_order = iter(event.order)
    stack.put_at_once = tuple(number for number in stack.put_at_once if number not in named)
    stack.abilities = tuple(named[next(in_order)] if each.number in named else each for each in stack.abilities)


def _targets_chosen(stack: Stack, event: s.TargetsChosen) -> None:
    stack.put_at_once = ()

    def with_targets(ability: OnStack) -> OnStack:
        division, chosen_of = FrozenDict(event.division), FrozenDict(event.chosen_of)
        return ability._replace(targets=event.targets, division=division, chosen_of=chosen_of)

    stack.abilities = tuple(with_targets(each) if each.number == event.number else each for each in stack.abilities)


def _modes_chosen(stack: Stack, event: s.ModesChosen) -> None:
    of = [(each.source, each.ability) for each in stack.abilities if each.number == event.number]
    chosen = frozenset((*whose, mode) for whose in of for mode in event.modes)
    stack.modes_chosen, stack.modes_this_turn = stack.modes_chosen | chosen, stack.modes_this_turn | chosen
    stack.abilities = tuple(
        each._replace(does=with_modes(each.does, event.modes)) if each.number == event.number and each.does is not None else each
        for each in stack.abilities
    )


def with_modes(does: Instructions, modes: tuple[int, ...]) -> Instructions:
    """What an ability does once its modes are chosen: what it does in any case, then these modes, each with its targets."""
    if does.modal is None:
        return does
    chosen = [does.modal.modes[mode] for mode in modes]
    return Instructions(
        instructions=(*does.instructions, *(each for mode in chosen for each in mode.instructions)),
        targets=(*does.targets, *(each for mode in chosen for each in mode.targets)),
    )


def _left_the_stack(stack: Stack, event: s.AbilityResolved | s.AbilityDidntResolve | s.AbilityNotCarriedOut) -> None:
    stack.put_at_once = ()
    stack.abilities = tuple(each for each in stack.abilities if each.number != event.number)


def _resolved(stack: Stack, event: s.AbilityResolved) -> None:
    _left_the_stack(stack, event)
    stack.resolved_this_turn += ((event.source, event.ability),)


def _not_carried_out(stack: Stack, event: s.AbilityNotCarriedOut) -> None:
    _left_the_stack(stack, event)
    mark = Mark(event.source, event.controller, event.ability, event.why)
    if event.number or mark not in stack.marks:  # what never was on the stack is kept once
        stack.marks += (mark,)


def _delayed(stack: Stack, event: s.DelayedAbilityCreated) -> None:
    stack.delayed += (event,)


def _transformed(stack: Stack, event: s.Transformed) -> None:
    """701.27f: what is on the stack by now, or was to trigger later, transforms its source no more."""
    stack.abilities = tuple(
        each._replace(occasion=_since_transformed(each.occasion)) if each.source == event.id else each for each in stack.abilities
    )
    stack.delayed = tuple(
        each.model_copy(update={"occasion": _since_transformed(each.occasion)}) if each.source == event.id else each
        for each in stack.delayed
    )


def _since_transformed(occasion: TriggerContext) -> TriggerContext:
    return occasion.model_copy(update={"transformed": True})


_HAPPENS_ON_THE_BATTLEFIELD = (
    t.PermanentEntered,
    t.PermanentLeft,
    t.PermanentPhasedOut,
    t.CharacteristicsChanged,
    t.ControllerChanged,
    t.PermanentTapped,
    t.PermanentUntapped,
    t.EffectBegan,
    s.CountersChanged,
    d.RemovedFromCombat,
    d.StatedAttacking,
    d.BlockCaused,
    d.StoppedBlocking,
    d.BecameBlocked,
    d.BecameUnblocked,
    d.AttackReselected,
)
STACK_FOLD: dict[type[Any], Callable[[Stack, Any], None]] = {
    **dict.fromkeys(_HAPPENS_ON_THE_BATTLEFIELD, _overtaken),
    t.GameStarted: _game_started,
    t.TurnBegan: _turn_began,
    t.StepBegan: _step_of_turn_began,
    t.CombatBegan: _step_began,
    t.CombatEnded: _pass_over,
    CombatDamageStepBegan: _step_began,
    PlayerLost: _player_left,
    t.PlayerLeft: _player_left,
    d.AbilityTriggered: _ability_triggered,
    d.TriggersPutOnStack: _put_on_stack,
    s.TriggersOrdered: _ordered,
    s.TargetsChosen: _targets_chosen,
    s.ModesChosen: _modes_chosen,
    s.AbilityResolved: _resolved,
    s.AbilityDidntResolve: _left_the_stack,
    s.AbilityNotCarriedOut: _not_carried_out,
    s.DelayedAbilityCreated: _delayed,
    s.Transformed: _transformed,
}
