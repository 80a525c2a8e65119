"""A line of choices as the steps of a case that would play it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeAlias

from ...events.errors import NotModelled
from ..base_game import BaseGame
from ..procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Enlist,
    Offer,
    OrderTriggers,
    Pay,
    ResolveAbility,
)
from ..resolution.choices import Choices
from .answers import Resolves, resolve
from .gone_through import text_of
from .stack_choices import branch

Move: TypeAlias = Command | Resolves
"""A choice in a combat: a command, or that the topmost ability resolves, with what is chosen meanwhile."""


def declaration(move: Move) -> dict[str, Any]:
    """What is declared."""
    match move:
        case DeclareAttackers():
            return dict(move.attackers)
        case DeclareBlockers():
            return dict(move.blocks)
        case AssignCombatDamage():
            return dict(move.assignment)
    return {}


def steps_of(game: BaseGame, moves: tuple[Move, ...]) -> list[dict[str, Any]]:
    """The steps of a case that these choices are. What resolves is stated as a command would; raises NotModelled where that does
    something else."""
    game, steps = branch(game), list[dict[str, Any]]()
    resolving = _Resolving()
    for move in moves:
        if game.stack.waiting:
            game.put_on_stack()
        if not game.stack.abilities and not game.awaited:
            game.begin_end_of_combat()
            steps.append({"end_of_combat": True})
            game.put_on_stack()
        match move:
            case Resolves(answers):
                steps += resolving.resolve(game, answers)
                continue
            case OrderTriggers(order=order):
                sources = {each.number: each.source for each in game.stack.abilities}
                resolving.order([sources[number] for number in reversed(order)])
            case ChooseTargets():
                resolving.target(game, move)
            case Pay(pay=Offer() as offer):
                steps[-1]["pay"] = _paid(game, offer)
            case _:
                steps += [step] if (step := step_of(move)) else []
        game.declare(move)
    return steps


class _Resolving:
    """Abilities that resolve, as steps of a case: those whose targets are chosen before others resolve are stated with these."""

    def __init__(self) -> None:
        self.choices: dict[int, dict[str, Any]] = {}
        self.in_order: list[str] = []
        self.number = 0
        self.targeted: set[int] = set()

    def order(self, sources: list[str]) -> None:
        if self.number or self.choices or self.in_order:
            raise NotModelled([f"{', '.join(sources)}: abilities that are ordered while others wait with their targets"])
        self.in_order = sources

    def target(self, game: BaseGame, move: ChooseTargets) -> None:
        (ability,) = (each for each in game.stack.abilities if each.number == move.number)
        choice: dict[str, Any] = {"source": ability.source, "targets": list(move.targets or ())}
        choice |= {"modes": list(move.modes)} if move.modes is not None else {}
        choice |= {"division": dict(move.division)} if move.division is not None else {}
        self.choices[move.number] = choice
        self.targeted.add(move.number)

    def resolve(self, game: BaseGame, answers: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
        top = game.stack.abilities[-1]
        scripted = branch(game)
        chosen = resolve(scripted, answers)
        game.declare(ResolveAbility(choices=chosen))
        if (game.board.permanents, game.board.life) != (scripted.board.permanents, scripted.board.life):
            raise NotModelled([f"{text_of(top)} (what is chosen for it can't be said in a step)"])
        written = _written(chosen)
        if written or top.number in self.choices:
            self.choices[top.number] = {"source": top.source} | self.choices.get(top.number, {}) | written
        self.targeted.discard(top.number)
        self.number += 1
        if not self.targeted:
            step: dict[str, Any] = {"resolve": self.number}
            step |= {"in_order": self.in_order} if self.in_order else {}
            yield step | ({"choices": list(self.choices.values())} if self.choices else {})
            self.choices, self.in_order, self.number = {}, [], 0


def _written(chosen: Choices) -> dict[str, Any]:
    answers = {"accept": chosen.accept, "modes": chosen.modes, "sacrificed": chosen.sacrificed, "chosen": chosen.chosen}
    return {name: list(each) for name, each in answers.items() if each}


def _paid(game: BaseGame, offer: Offer) -> dict[str, Any]:
    pending = game.state.declarations.pending
    assert pending is not None and pending.locked is not None, "something is to be paid"
    total = pending.locked.total
    return offer_of(replace(offer, mana=total.mana or None, life=total.life, discard=total.discard))


def offer_of(offer: Offer) -> dict[str, Any]:
    """What is paid, as a case states it."""
    values = {field.name.rstrip("_"): getattr(offer, field.name) for field in fields(offer)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items() if value}


def step_of(command: Command) -> dict[str, Any]:
    """The step of a case that a command is, what is paid left aside; empty where it is none by itself."""
    match command:
        case DealCombatDamage():
            return {"damage": {}}
        case DeclareAttackers():
            bands = {"bands": [list(band) for band in command.bands]} if command.bands else {}
            costs = {
                creature: [{"enlist": cost.creature} if isinstance(cost, Enlist) else cost for cost in chosen]
                for creature, chosen in command.optional_costs.items()
            }
            return {"attack": dict(command.attackers)} | bands | ({"optional_costs": costs} if costs else {})
        case DeclareBlockers():
            return {"block": {blocker: list(whom) for blocker, whom in command.blocks.items()}}
        case AnnounceDamageOrder():
            return {"order": {creature: list(order) for creature, order in command.orders.items()}}
        case AssignCombatDamage():
            assigned = {"assign": {creature: dict(amounts) for creature, amounts in command.assignment.items()}}
            return assigned | ({"by": command.by} if command.by is not None else {})
    return {}
