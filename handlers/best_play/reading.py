"""From a formulation of the blocks that a player may declare to the position that the search for the best one works on.

What the search relies on is a closed list: keywords and abilities that either say who may block whom (the formulation has
them all) or that `Fighter` knows. Whatever else is in force might change what combat does, so it is told, with its text:
`NotModelled`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ...events import abilities as a
from ...events import declarations as d
from ...events import filters as f
from ...events.errors import NotModelled, Undecided
from ...events.model import parts_of
from ...projections.board import Permanent
from ...projections.state import State
from ..budget import Budget
from ..legality.blocks import formulate_blocks
from ..legality.formulation import Formulation
from ..legality.legal import legal_declarations
from ..legality.search.maximum import maximum
from ..legality.search.model import Constraint, DeclarationModel, bits
from ..rulebook.editions import Edition
from ..rulebook.keywords import bearing
from ..view.context import AnyHeld
from ..view.protection_702_16 import is_protected
from ..view.view import View
from .fighters import DamageRules, Fighter
from .position import BlockLimit, Cap, Position

MANY_ATTACKS = 1 << 16
"""Legal attacks beyond which none is proposed."""

Worth = Callable[[Permanent], int]
"""What a permanent is worth, in points of life."""
Worths = Worth | Mapping[str, int] | str
"""That, or a table by id or name, or the name of one (`play.NAMED`)."""

DECLARED = (
    a.CantAttack,
    a.CantBlock,
    a.BlockerCount,
    a.DeclarationLimit,
    a.NeedsCompany,
    a.OnlyAlone,
    a.MustAttack,
    a.MustAttackWith,
    a.MustBlock,
    a.MustBeBlocked,
    a.AttackCost,
    a.BlockCost,
    a.OptionalAttackCost,
    a.BlocksAdditional,
    a.AttacksAsThough,
    a.BlocksAsThough,
    a.AttacksWithoutTapping,
    a.StaysTapped,
    a.ChoosesAttacks,
    a.Designates,
)
"""Abilities that bear on declarations only: the formulation has them."""


NOT_IN_COMBAT = frozenset({"enters", "sacrificed", "control", "attached", "targeted", "done", "elsewhere"})
"""What doesn't happen in a combat in which nothing triggers."""

_DURING_COMBAT = (f.IsInState, f.InCombatWith, f.AttacksWhat)
"""Filters whose answer changes with the declaration."""


def damage_rules(edition: Edition) -> DamageRules:
    """What of the edition decides how damage is divided and what it results in."""
    return DamageRules(
        ordered=edition.combat_damage == "dealt at once" and edition.damage_orders != "none",
        deathtouch=edition.deathtouch,
        lifelink_is_result=edition.lifelink == "result",
    )


def not_modelled(view: View) -> list[str]:
    """Whatever is in force that might change what combat does and that the search doesn't know, each with its text."""
    shielded = [f"{each.id}: a shield counter" for each in view.permanents.values() if each.counters.get("shield")]
    commanders = [id for id, words in view.board.designations.items() if "commander" in words and id in view.permanents]
    lethal = [f"{id}: combat damage by a commander" for id in commanders]  # 704.6c: it adds up over the game
    early = any(not view.keywords(id).isdisjoint(("first strike", "double strike")) for id in view.permanents)
    unknown = (told(held) for held in view.every_held() if not _known(held) or (early and not _lasts_both_steps(view, held)))
    return [*dict.fromkeys(unknown), *shielded, *lethal]


_THROUGHOUT = (f.HasType, f.HasColor, f.HasKeyword, f.ControlledBy, f.Players, f.Is, f.IsOneOf, f.AllOf, f.AnyOf, f.Not)
"""Parts of filters whose answer no first-strike damage changes."""


def _lasts_both_steps(view: View, held: AnyHeld) -> bool:
    """Whether what gives or takes abilities does so in both combat damage steps, whatever dies or gets counters in the first."""
    ability, source = held.ability, view.permanents.get(held.source or "")
    if not isinstance(ability, a.Grants | a.Removes):
        return True
    if not isinstance(ability.condition, a.TurnOf | None):
        return False
    if ability.permanents == a.THIS or isinstance(ability.permanents, f.IsOneOf):
        return True
    may_die = source is not None and "Creature" in source.types
    return not may_die and all(isinstance(part, _THROUGHOUT) for part in parts_of(ability.permanents))


def told(held: AnyHeld) -> str:
    """An ability in force, with the permanent that has it."""
    said = held.text or held.ability.text or held.ability.kind
    return f"{held.source}: {said}" if held.source else said


def _known(held: AnyHeld) -> bool:
    ability = held.ability
    if isinstance(ability, a.KeywordAbility):
        return bearing(ability.keyword) in ("declarations", "damage", "nothing")
    if held.keyword is not None and bearing(held.keyword) in ("declarations", "damage"):
        return True
    if isinstance(ability, DECLARED):
        return True
    if isinstance(ability, a.NotModelledAbility):
        return bool(ability.on) and NOT_IN_COMBAT.issuperset(ability.on)
    if isinstance(ability, a.Triggered) and (does := ability.does) is not None:
        # What only a hand or a library knows of makes no difference.
        return not (does.targets or does.modal) and all(isinstance(each, a.Elsewhere) for each in does.instructions)
    return isinstance(ability, a.Grants | a.Removes) and not any(isinstance(part, _DURING_COMBAT) for part in parts_of(ability))


def read_fighter(view: View, permanent: Permanent, others: Mapping[str, Permanent], worth: Worth) -> Fighter:
    """A creature as combat damage sees it. `others`: those that may deal damage to it."""
    keywords = view.keywords(permanent.id)
    double = "double strike" in keywords
    early = double or "first strike" in keywords
    return Fighter(
        id=permanent.id,
        power=permanent.power,
        toughness=permanent.toughness,
        marked=permanent.marked,
        worth=worth(permanent),
        early=early,
        late=double or not early,
        trample="trample" in keywords,
        deathtouch="deathtouch" in keywords,
        lifelink="lifelink" in keywords,
        wither="wither" in keywords,
        infect="infect" in keywords,
        toxic=sum(ability.number or 0 for ability in view.keyword_abilities(permanent.id, "toxic")),
        indestructible="indestructible" in keywords,
        unharmed_by=frozenset(other.id for other in others.values() if is_protected(view, permanent.id, other)),
    )


def read_block(formulation: Formulation, worth: Worth) -> Position:
    """The position in which a player blocks. Raises NotModelled where something in force isn't known to the search."""
    view, model, player = formulation.view, formulation.model, formulation.player
    unknown = not_modelled(view)
    combat, board = view.combat, view.board
    for attacker in formulation.target:
        if combat.attackers[attacker].target not in board.players:
            unknown.append(f"{attacker} attacks {combat.attackers[attacker].target}, which isn't a player")
    if any(len(combat.band_of(attacker)) > 1 for attacker in formulation.target):
        unknown.append("an attacking band")
    if any(capacity > 1 for capacity in model.capacity):
        unknown.append("a creature that can block more than one attacker")
    if model.tolls:
        unknown.append("a cost to block")
    if model.exempt and model.requirements:
        unknown.append("creatures that are exempt from requirements, beside requirements")
    if formulation.edition.requirements != "global" and model.requirements:
        unknown.append(f"requirements as they are compared under the rules of {formulation.edition.effective}")
    if unknown:
        raise NotModelled(unknown)
    permanents = view.permanents
    attackers = {id: permanents[id] for id in model.targets}
    blockers = {id: permanents[id] for id in model.units}
    limits, caps = _limits(model.restrictions)
    asks, draws, settled = _requirements(model.requirements)
    return Position(
        attackers=tuple(read_fighter(view, permanent, blockers, worth) for permanent in attackers.values()),
        blockers=tuple(read_fighter(view, permanent, attackers, worth) for permanent in blockers.values()),
        life=board.life[player],
        defender=player,
        able=tuple(model.allowed),
        rules=damage_rules(formulation.edition),
        poison_left=10 - board.poison.get(player, 0),
        limits=limits,
        caps=caps,
        asks=asks,
        draws=draws,
        settled=settled,
        budget=model.budget,
    )


class AttackPosition(NamedTuple):
    """All creatures that may attack, as though all did, and what they can be blocked by."""

    position: Position
    formulation: Formulation
    """Of the blocks, if all attacked."""
    number_of: dict[int, int]
    """Unit of the attack's formulation → attacker of the position."""


def read_attack(formulation: Formulation, state: State, worth: Worth) -> AttackPosition:
    """The position in which a player attacks, from the formulation of the attacks.

    Raises NotModelled where something in force isn't known to the search.
    """
    view, model, player = formulation.view, formulation.model, formulation.player
    unknown = not_modelled(view)
    for held in view.every_held():
        if isinstance(held.ability, DECLARED) and any(isinstance(part, _DURING_COMBAT) for part in parts_of(held.ability)):
            unknown.append(f"{told(held)} (who attacks decides what it does)")
        if isinstance(held.ability, a.OptionalAttackCost):
            unknown.append(f"{told(held)} (a choice as it attacks)")
    defending = model.targets[0] if len(model.targets) == 1 else None
    if defending is None or defending not in view.board.players:
        unknown.append(f"more than one that can be attacked: {', '.join(model.targets) or 'nobody'}")
    if model.tolls:
        unknown.append("a cost to attack")
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    assert defending is not None, "it is told above"
    able = [id for index, id in enumerate(model.units) if model.allowed[index]]
    blocks = formulate_blocks(View(attacking(state, player, able, defending)), formulation.edition, defending, model.budget)
    position = read_block(blocks, worth)
    rows = [row.counted.units for row in (*model.restrictions, *model.requirements)]
    rows += [row.guard.units for row in (*model.restrictions, *model.requirements) if row.guard is not None]
    apart = tuple(tuple(units >> formulation.unit[a.id] & 1 for units in rows) for a in position.attackers)
    number_of = {formulation.unit[a.id]: number for number, a in enumerate(position.attackers)}
    return AttackPosition(replace(position, told_apart=apart), blocks, number_of)


class SwingBack(NamedTuple):
    """The attack of all creatures of the other player in the next turn, should they live; who attacks now can't block it, but for
    those with vigilance."""

    position: Position
    vigilant: frozenset[str]

    def at_home(self, attackers: Iterable[str]) -> Position:
        """The position in which those are left to block who are at home when these attack."""
        away = set(attackers) - self.vigilant
        able = tuple(0 if b.id in away else who for b, who in zip(self.position.blockers, self.position.able, strict=True))
        return replace(self.position, able=able, asks={}, draws={})

    def telling_apart(self, position: Position) -> Position:
        """The position of an attack, where creatures aren't alike that aren't so at home."""
        classes = self.position.classes_of_blockers()
        of = {self.position.blockers[who].id: number for number, members in enumerate(classes) for who in members}
        known = position.told_apart or (None,) * len(position.attackers)
        apart = tuple((told, of.get(a.id), a.id in self.vigilant) for told, a in zip(known, position.attackers, strict=True))
        return replace(position, told_apart=apart)


def read_swing_back(state: State, edition: Edition, player: str, attacked: str, budget: Budget) -> SwingBack:
    """The attack on a player by all creatures of the one whom that player attacks. Raises NotModelled."""
    view = View(state)
    theirs = [p.id for p in view.permanents.values() if p.controller == attacked and "Creature" in p.types]
    swing = formulate_blocks(View(attacking(state, attacked, theirs, player)), edition, player, budget)
    vigilant = frozenset(id for id in view.permanents if "vigilance" in view.keywords(id))
    back = read_block(swing, lambda each: max(0, each.power) + max(0, each.toughness))
    return SwingBack(replace(back, budget=budget), vigilant)


def legal_attacks(formulation: Formulation, number_of: Mapping[int, int]) -> list[frozenset[int]]:
    """Every legal attack, by the numbers of a position's attackers. Raises Undecided where there are too many."""
    legal = legal_declarations(formulation)
    if (number := legal.count()) > MANY_ATTACKS:
        raise Undecided(f"{number:,} legal attacks are more than {MANY_ATTACKS:,}")
    return [frozenset(number_of[unit] for unit in declaration) for declaration in legal]


def attacking(state: State, player: str, creatures: Iterable[str], defending: str) -> State:
    """A scratch state in which these creatures of the player attack, whether they may or not."""
    scratch = state.copy()
    attackers = dict.fromkeys(creatures, defending)
    scratch.apply(d.BecameAttacking(player=player, attackers=attackers, defending=attackers), state.version + 1)
    return scratch


def _limits(restrictions: list[Constraint]) -> tuple[dict[int, tuple[BlockLimit, ...]], tuple[Cap, ...]]:
    limits: dict[int, tuple[BlockLimit, ...]] = {}
    caps = []
    for row in restrictions:
        target = row.counted.targets
        if not target and row.minimum <= 0:
            continue
        if target and target & target - 1 == 0 and (row.guard is None or row.guard.targets == target):
            guard = row.guard.units if row.guard is not None else None
            attacker = target.bit_length() - 1
            limits[attacker] = (*limits.get(attacker, ()), BlockLimit(row.counted.units, row.minimum, row.maximum, guard))
        elif row.guard is None and row.minimum <= 0 and row.maximum is not None:
            caps.append(Cap(row.counted.units, target, row.maximum))
        else:
            raise NotModelled([row.why])
    return limits, tuple(caps)


def _requirements(
    requirements: list[Constraint],
) -> tuple[dict[tuple[int, int], int], dict[int, tuple[BlockLimit, ...]], int]:
    """Requirements that one block obeys; those about the blockers of one attacker; how many every block obeys."""
    asks: dict[tuple[int, int], int] = {}
    draws: dict[int, tuple[BlockLimit, ...]] = {}
    settled = 0
    for row in requirements:
        units, targets = row.counted
        if row.guard is not None:
            raise NotModelled([row.why])
        if row.minimum <= 0 and row.maximum is None:
            settled += 1
        elif units & units - 1 == 0 and row.minimum == 1 and row.maximum is None:
            for target in bits(targets):
                key = (units.bit_length() - 1, target)
                asks[key] = asks.get(key, 0) + 1
        elif targets & targets - 1 == 0:
            attacker = targets.bit_length() - 1
            draws[attacker] = (*draws.get(attacker, ()), BlockLimit(units, row.minimum, row.maximum, None))
        else:
            raise NotModelled([row.why])
    return asks, draws, settled


def most_obeyed(model: DeclarationModel, attackers: int | None = None) -> int:
    """How many requirements a legal block obeys, where only these attack (a mask; None: all).

    Raises Undecided where the search for the maximum is given up.
    """
    if not model.requirements:
        return 0
    allowed = model.comparable({})
    if attackers is not None:
        allowed = [targets & attackers for targets in allowed]
    most = maximum(model, allowed, {})
    if not most.exact:
        raise Undecided(f"at most {most.bound} requirements can be obeyed, at least {most.obeyed}: the search was given up")
    return most.obeyed
