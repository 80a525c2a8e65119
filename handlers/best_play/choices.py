"""Every choice that a player has in what a combat waits for, one after the other, as commands.

Declarations with their bands, optional costs and what is paid with permanents; damage assignment orders and damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise, permutations, product

from ...events import abilities as a
from ...events.errors import NotModelled
from ..base_game import BaseGame
from ..combat.damage_orders import missing_orders
from ..procedure.attackers_508_1 import alike, optional_costs
from ..procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseDefendingPlayer,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Enlist,
    Offer,
    OptionalCost,
    Pay,
)


def choices(game: BaseGame, player: str) -> Iterator[Command]:
    """Every legal choice of the player who decides now, in what the game waits for. Raises NotModelled where that isn't known."""
    match next(each.command for each in reversed(game.awaited) if each.player == player):
        case "DeclareAttackers":
            yield from _attacks(game)
        case "DeclareBlockers":
            pay = None if _costs_permanents(game) else True
            yield from (DeclareBlockers(blocks=block, by=player, pay=pay) for block in game.legal_blocks_of(player))
        case "Pay":
            yield from _payments(game)
        case "AnnounceDamageOrder":
            faced = missing_orders(game.combat, game.edition.damage_orders)
            for orders in product(*(permutations(each) for each in faced.values())):
                yield AnnounceDamageOrder(orders=dict(zip(faced, orders, strict=True)))
        case "DealCombatDamage":
            yield DealCombatDamage()
        case "AssignCombatDamage" if game.damage_is_forced:
            yield DealCombatDamage()  # nobody has a choice
        case "AssignCombatDamage":
            legal = game.legal_assignments_of(player)
            yield from (AssignCombatDamage(assignment=assignment, by=player) for assignment in legal)
        case "ChooseDefendingPlayer":
            yield from (ChooseDefendingPlayer(defending=each) for each in game.board.opponents(player))
        case asked:
            raise NotModelled([f"{asked}, which is asked for"])


def _attacks(game: BaseGame) -> Iterator[Command]:
    pay = None if _costs_permanents(game) else True
    for attack in game.legal_attacks:
        for bands, costs in product(_bands(game, attack), _optional_costs(game, attack)):
            command = DeclareAttackers(attackers=attack, bands=bands, optional_costs=costs, pay=pay)
            if not (bands or costs) or game.judge(command).verdict == "legal":
                yield command


def _costs_permanents(game: BaseGame) -> bool:
    """Whether something may have to be paid with permanents, so that it is chosen with which."""
    costs: list[a.Cost | str] = [each.ability.cost for each in game.view.held(a.AttackCost)]
    costs += [each.ability.cost for each in game.view.held(a.BlockCost)]
    costs += [each.ability.cost for each in game.view.held(a.OptionalAttackCost)]
    return any(isinstance(cost, a.Cost) and cost.permanents for cost in costs)


def _bands(game: BaseGame, attack: dict[str, str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to form attackers into bands, whether it is legal or not; none where nothing has banding."""
    if all(game.view.keywords(each).isdisjoint(("banding", "bands with other")) for each in attack):
        yield ()
        return

    def divided(left: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
        if not left:
            yield ()
            return
        first, *others = left
        for with_it in chain.from_iterable(combinations(others, size) for size in range(len(others) + 1)):
            for rest in divided(tuple(each for each in others if each not in with_it)):
                yield (((first, *with_it), *rest)) if with_it else rest

    yield from divided(tuple(attack))


def _optional_costs(game: BaseGame, attack: dict[str, str]) -> Iterator[dict[str, tuple[OptionalCost, ...]]]:
    """Every choice of costs to be paid as creatures attack, whether it is legal or not."""
    view = game.view
    if not view.held(a.OptionalAttackCost):
        yield {}
        return
    helpers: list[OptionalCost] = [
        Enlist(id) for id, each in view.permanents.items() if each.controller == game.board.active and id not in attack
    ]
    each_of: list[list[tuple[OptionalCost, ...]]] = []
    for creature in attack:
        kinds: list[list[tuple[OptionalCost, ...]]] = []
        every: dict[str, list[OptionalCost]] = {"exert": ["exert"], "enlist": helpers, "pay": ["pay"]}
        for kind, costs in every.items():
            if offered := len(optional_costs(view, creature, kind)):
                at_once = range(1 if alike(view, creature, kind) else offered, offered + 1)
                many = costs if kind == "enlist" else costs * offered
                kinds.append([(), *dict.fromkeys(chain.from_iterable(combinations(many, number) for number in at_once))])
        each_of.append([tuple(chain.from_iterable(chosen)) for chosen in product(*kinds)])
    for chosen in product(*each_of):
        yield {creature: costs for creature, costs in zip(attack, chosen, strict=True) if costs}


def _payments(game: BaseGame) -> Iterator[Command]:
    """Each choice of the permanents that the locked-in total is paid with."""
    pending = game.state.declarations.pending
    assert pending is not None and pending.locked is not None, "something is to be paid"
    parts = pending.locked.total.permanents
    seen = set()
    for chosen in product(*(combinations(part.candidates, part.number) for part in parts)):
        by: dict[str, tuple[str, ...]] = {}
        for part, ids in zip(parts, chosen, strict=True):
            by[part.action] = (*by.get(part.action, ()), *ids)
        by = {action: tuple(sorted(ids)) for action, ids in by.items()}
        key = tuple(sorted(by.items()))
        if key in seen or any(first == second for ids in by.values() for first, second in pairwise(ids)):
            continue
        seen.add(key)
        offer = Offer(tap=by.get("tap"), sacrifice=by.get("sacrifice"), return_=by.get("return"), exile=by.get("exile"))
        if game.judge(Pay(pay=offer)).verdict == "legal":
            yield Pay(pay=offer)
