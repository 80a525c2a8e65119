"""From a game to the board of a race: whose creatures do what in every turn that comes.

The search of races relies on a closed list: keywords that say who may attack or block whom whatever else there is, and those of
damage. Abilities that trigger, effects that end, costs, and what must attack or block change from turn to turn, and are stated.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...events import abilities as a
from ...events import facts as t
from ...events.errors import NotModelled
from ...projections.state import State
from ..budget import Budget
from ..legality.blocks import formulate_blocks
from ..legality.formulation import Formulation
from ..rulebook.editions import Edition
from ..rulebook.keywords import bearing
from ..view.context import AnyHeld
from ..view.view import View
from .fighters import Fighter
from .next_turn import next_attack
from .position import Position
from .races import RaceBoard
from .reading import (
    NOT_IN_COMBAT,
    Worth,
    attacking,
    counts_on,
    damage_rules,
    held_in_words,
    not_modelled,
    read_block,
)

BY_COUNTERS = frozenset({"skulk", "unleash"})
"""Keywords that ask for power or +1/+1 counters: −1/−1 counters change what they say, which cancel those (704.5q)."""


def read_race(formulation: Formulation, state: State, turns: int, worth: Worth) -> RaceBoard:
    """The race that begins with an attack of a formulation, of so many turns, this one included.

    Raises NotModelled where something isn't known to the search.
    """
    view, edition, player = formulation.view, formulation.edition, formulation.player
    unknown = _unknown(view, player, turns)
    others = [each for each in view.board.players if each != player]
    if len(others) != 1:
        unknown.append("a race is of two players")
    if formulation.model.targets != (others[0],):
        unknown.append(f"more than one that can be attacked: {', '.join(formulation.model.targets) or 'nobody'}")
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    sides = player, others[0]
    creatures = [
        [each.id for each in view.permanents.values() if each.controller == side and "Creature" in each.types] for side in sides
    ]
    budget = formulation.model.budget
    untapped = state.copy()
    for each in view.permanents.values():
        if each.tapped:
            untapped.apply(t.PermanentUntapped(id=each.id), untapped.version + 1)
        if not each.continuously_controlled:
            controlled = t.ContinuousControlChanged(id=each.id, continuously_controlled=True)
            untapped.apply(controlled, untapped.version + 1)
    blocks = [_blocks(untapped, edition, sides[n], creatures[n], sides[1 - n], worth, budget) for n in (0, 1)]
    for position, owned in zip(blocks, creatures[::-1], strict=True):
        if never := set(owned).difference(each.id for each in position.blockers):
            raise NotModelled([f"{', '.join(sorted(never))}: it can't be chosen to block in any turn"])
    now = _blocks(state, edition, sides[0], creatures[0], sides[1], worth, budget)
    blocking_now = {each.id for each, able in zip(now.blockers, now.able, strict=True) if able}  # who is tapped isn't among them
    may = [_free_attackers(next_attack(untapped, edition, side, budget, checked=True)[0]) for side in sides]
    board = RaceBoard(
        (blocks[0].attackers, blocks[1].attackers),
        (view.board.life[sides[0]], view.board.life[sides[1]]),
        (10 - view.board.poison.get(sides[0], 0), 10 - view.board.poison.get(sides[1], 0)),
        (_mask(creatures[0], may[0]), _mask(creatures[1], may[1])),
        _mask(creatures[0], _free_attackers(formulation)),
        _mask(creatures[1], blocking_now),
        (blocks[1].able, blocks[0].able),
        (dict(blocks[0].limits), dict(blocks[1].limits)),
        (_vigilant(view, creatures[0]), _vigilant(view, creatures[1])),
        damage_rules(edition),
        blocks[0].life_worth,
        _mask(creatures[0], {each.id for each in view.permanents.values() if each.tapped}),
    )
    return _unharmed(board, blocks)


def _blocks(
    state: State, edition: Edition, player: str, creatures: list[str], other: str, worth: Worth, budget: Budget
) -> Position:
    """The blocks of an attack by all creatures of a player, whether they may attack or not."""
    formulation = formulate_blocks(View(attacking(state, player, creatures, other), budget), edition, other, budget)
    position = read_block(formulation, worth)
    if position.caps or position.asks or position.draws:
        raise NotModelled([f"{other} has requirements or limits on blocks"])
    return position


def _unharmed(board: RaceBoard, blocks: list[Position]) -> RaceBoard:
    """With what each creature is protected from both as it attacks and as it blocks."""
    by_id = {each.id: each for position in blocks for each in position.blockers}

    def both(fighter: Fighter) -> Fighter:
        other = by_id.get(fighter.id)
        return fighter if other is None else replace(fighter, unharmed_by=fighter.unharmed_by | other.unharmed_by)

    fighters = tuple(map(both, board.fighters[0])), tuple(map(both, board.fighters[1]))
    return replace(board, fighters=fighters)


def _free_attackers(formulation: Formulation) -> set[str]:
    """Who may attack, each whoever else does."""
    model = formulation.model
    if model.restrictions or model.requirements or model.tolls:
        raise NotModelled([f"{formulation.player}'s attacks: what must attack, who attacks with whom, or a cost"])
    return {id for id, unit in formulation.unit.items() if model.allowed[unit]}


def _mask(creatures: list[str], among: set[str]) -> int:
    return sum(1 << at for at, id in enumerate(creatures) if id in among)


def _vigilant(view: View, creatures: list[str]) -> int:
    return sum(1 << at for at, id in enumerate(creatures) if "vigilance" in view.keywords(id))


def _unknown(view: View, player: str, turns: int) -> list[str]:
    """What is in force and may change from turn to turn."""
    unknown = not_modelled(view)
    unknown += [
        held_in_words(held) for held in view.every_held() if not (_lasting(held) or _counts_longer(view, held, player, turns))
    ]
    unknown += [f"{held_in_words(held)} (a choice as it attacks)" for held in view.held(a.OptionalAttackCost)]
    unknown += [f"{timed.effect.text or id}: an effect" for id, timed in view.board.effects.items()]
    keywords = {word for id in view.permanents for word in view.keywords(id)}
    for each in view.permanents.values():
        if each.marked:
            unknown.append(f"{each.id}: damage marked on it")
        if each.counters.get("stun") or each.exerted_by:
            unknown.append(f"{each.id}: it doesn't untap")
    if (asking := keywords & BY_COUNTERS) and keywords & {"wither", "infect"}:
        unknown.append(f"{' and '.join(sorted(asking))} beside creatures that deal −1/−1 counters")
    return unknown


def _counts_longer(view: View, held: AnyHeld, player: str, turns: int) -> bool:
    """Whether it is of impending, and changes nothing in so many turns, of which the first is the player's."""
    source = view.permanents.get(held.source or "")
    if source is None:
        return False
    mine = source.controller == player
    return counts_on(view, held, turns // 2 if mine else (turns - 1) // 2)  # end steps that a turn of the race follows


def _lasting(held: AnyHeld) -> bool:
    ability: Any = held.ability
    word = ability.keyword if isinstance(ability, a.KeywordAbility) else held.keyword
    if word is not None:
        return bearing(word) in ("declarations", "damage", "nothing")
    return isinstance(ability, a.NotModelledAbility) and bool(ability.on) and NOT_IN_COMBAT.issuperset(ability.on)
