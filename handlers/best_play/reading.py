"""From a formulation of the blocks that a player may declare to the position that the search for the best one works on.

What the search relies on is a closed list: keywords and abilities that either say who may block whom (the formulation has
them all) or that `Fighter` knows. Whatever else is in force might change what combat does, so it is named, with its text:
`NotModelled`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from ...events import abilities as a
from ...events import declarations as d
from ...events import filters as f
from ...events import trigger_events as e
from ...events.errors import NotModelled, Undecided
from ...events.model import parts_of
from ...projections.board import Permanent
from ...projections.state import State
from ..legality.blocks import formulate_blocks
from ..legality.formulation import Formulation
from ..legality.legal import legal_declarations
from ..legality.search.maximum import maximum
from ..legality.search.model import Constraint, DeclarationModel, bits, obeyed, obeys_restrictions
from ..rulebook.editions import Edition
from ..rulebook.keywords import bearing, meaning
from ..view.context import AnyHeld
from ..view.protection_702_16 import is_protected
from ..view.view import View
from .attack_triggers import AttackTriggers
from .fighters import BlockTrigger, DamageRules, Fighter
from .fitted import Fitted
from .life_worth import LifeWorth
from .position import BlockLimit, Cap, EveryAttack, Position
from .trigger_reading import GroupTriggers, only_sizes

MANY_ATTACKS = 1 << 16
"""Legal attacks beyond which none is proposed."""

Worth = Callable[[Permanent], int]
"""What a permanent is worth; `Fitted` says what life is worth, too, which is else 1 a point."""
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
    a.IsCopy,
    a.ChoosesAttacks,
    a.Designates,
)
"""Abilities that bear on declarations only: the formulation has them."""


NOT_IN_COMBAT = frozenset(
    {"enters", "phased out", "phased in", "sacrificed", "control", "attached", "targeted", "done", "elsewhere"}
)
"""What doesn't happen in a combat in which nothing triggers."""
NOT_IN_ONE_COMBAT = NOT_IN_COMBAT | {
    "cards",  # what dies is put into a graveyard: that is "leaves"
    "graveyard left",
    "targeted by opponents",
    "tapped for mana",  # nobody activates anything
    "untapped",
    "turn begins",
    "combat begins",  # attackers are declared later
    "postcombat main phase begins",
    "end step begins",
}
"""The same, where nothing but that combat is looked at: no other step of a turn comes, nobody draws and nobody casts."""

_DURING_COMBAT = (f.IsInState, f.InCombatWith, f.AttacksWhat)
"""Filters whose answer changes with the declaration."""


def damage_rules(edition: Edition) -> DamageRules:
    """What of the edition decides how damage is divided and what it results in."""
    return DamageRules(
        ordered=edition.combat_damage == "dealt at once" and edition.damage_orders != "none",
        deathtouch=edition.deathtouch,
        lifelink_is_result=edition.lifelink == "result",
    )


CombatStage = Literal["attack", "block", "damage"]
"""What is declared: from then on a combat is looked at."""

_ONCE_ATTACKED = (
    e.Attacks,
    e.SomeAttack,
    e.IsAttacked,
    e.PlayerAttacksWith,
    e.PlayerAttacks,
    e.EntersAttacking,
    e.Exerts,
    e.Enlists,
    e.BecomesTapped,
)
_ONCE_BLOCKED = (
    e.Blocks,
    e.BlocksCreature,
    e.BlocksNumber,
    e.BecomesBlocked,
    e.BecomesBlockedBy,
    e.BecomesBlockedByNumber,
    e.SomeBlock,
    e.SomeBecomeBlocked,
    e.SomeArentBlocked,
    e.IsntBlocked,
)
PAST: Mapping[CombatStage, tuple[type[a.TriggerEvent], ...]] = {
    "attack": (e.EntersAttacking,),
    "block": _ONCE_ATTACKED,
    "damage": (*_ONCE_ATTACKED, *_ONCE_BLOCKED),
}
"""What triggers no more in the rest of a combat: it happens as creatures attack or block, and that was declared."""


def not_modelled(view: View, triggers: GroupTriggers | None = None, stage: CombatStage = "attack") -> list[str]:
    """Whatever is in force that might change what combat does and that the search doesn't know, each with its text.

    `triggers`: where attackers are declared, takes in what triggers within one group as blockers are. `stage`: what is declared
    next.
    """
    stack = view.state.stack
    if (stack.unresolved or stack.passed_over) and not view.board.recorded:  # of a record what resolved is stated
        stage = "attack"
    shielded = [f"{each.id}: a shield counter" for each in view.permanents.values() if each.counters.get("shield")]
    commanders = [id for id, words in view.board.designations.items() if "commander" in words and id in view.permanents]
    lethal = [f"{id}: combat damage by a commander" for id in commanders]  # 704.6c: it adds up over the game
    early = any(not view.keywords(id).isdisjoint(("first strike", "double strike")) for id in view.permanents)
    every = list(view.every_held())
    drawn = any(_of_cards(held.ability) for held in every)

    def known(held: AnyHeld) -> bool:
        return _known(view, held, stage, drawn) or (triggers is not None and _triggers(held, triggers))

    unknown = [held_in_words(held) for held in every if not known(held)]
    unknown += [held_in_words(held) for held in view.triggering_elsewhere if not _is_over(held.ability, stage)]
    if triggers is not None and triggers.of:
        early = True  # sizes change once blockers are declared
        unknown += [held_in_words(held) for held in every if depends_on(held, triggers.gained)]
    unknown += [held_in_words(held) for held in every if early and not lasts_both_steps(view, held)]
    later = [f"{each.source}: {each.ability} (later than this combat)" for each in stack.delayed]
    return [*not_known(view), *dict.fromkeys(unknown), *shielded, *lethal, *later]


def not_known(view: View) -> list[str]:
    """The permanents of which isn't known what they can do, and how many of their abilities."""
    unknown = ((each.name or each.id, each.unknown_abilities) for each in view.permanents.values() if each.unknown_abilities)
    return [f"{name} ({number} {'ability' if number == 1 else 'abilities'}, not known)" for name, number in unknown]


def _triggers(held: AnyHeld, triggers: GroupTriggers) -> bool:
    """Whether it triggers, and what it then does is known; or it is the effect of what triggered before."""
    ability = held.ability
    if isinstance(ability, a.KeywordAbility):
        return bearing(ability.keyword) == "triggers"  # what it means is in force, too
    if isinstance(ability, a.Triggered):
        return triggers.take(held)
    if isinstance(ability, a.ChangesCharacteristics):
        fixed = isinstance(ability.power, int) and isinstance(ability.toughness, int)
        return isinstance(ability.permanents, f.IsOneOf) and fixed and only_sizes(ability)
    return False


def depends_on(held: AnyHeld, gained: frozenset[str]) -> bool:
    """Whether an ability asks for sizes, or for keywords that creatures gain, once blockers are declared."""
    return not isinstance(held.ability, (*DECLARED, a.Triggered)) and _asks_for(held, gained)


def _asks_for(held: AnyHeld, gained: frozenset[str]) -> bool:
    parts = list(parts_of(held.ability))
    return any(isinstance(part, f.Compares) or (isinstance(part, f.HasKeyword) and part.keyword in gained) for part in parts)


_THROUGHOUT = (f.HasType, f.HasColor, f.HasKeyword, f.ControlledBy, f.Players, f.Is, f.IsOneOf, f.AllOf, f.AnyOf, f.Not)
"""Parts of filters whose answer no first-strike damage changes."""


def lasts_both_steps(view: View, held: AnyHeld) -> bool:
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


def held_in_words(held: AnyHeld) -> str:
    """An ability in force, with the permanent that has it."""
    said = held.text or held.ability.text or held.ability.kind
    return f"{held.source}: {said}" if held.source else said


def _known(view: View, held: AnyHeld, stage: CombatStage, drawn: bool) -> bool:
    """Whether the search knows what an ability does in the rest of the combat, or that it does nothing there. `drawn`: something
    that triggers may move cards."""
    ability = held.ability
    if isinstance(ability, a.KeywordAbility) and bearing(ability.keyword) == "triggers":
        means = meaning(ability)  # what triggers is held beside it
        return bool(means) and all(isinstance(each, a.Triggered | a.NotModelledAbility) for each in means)
    if isinstance(ability, a.KeywordAbility):
        return bearing(ability.keyword) in ("declarations", "damage", "nothing")
    if held.keyword is not None and bearing(held.keyword) in ("declarations", "damage"):
        return True
    if isinstance(ability, (*DECLARED, a.ManaAbility)):  # nobody activates anything
        return True
    if isinstance(ability, a.NotModelledAbility):
        return bool(ability.on) and (NOT_IN_COMBAT if drawn else NOT_IN_ONE_COMBAT).issuperset(ability.on)
    if isinstance(ability, a.Triggered):
        return _is_over(ability, stage) or _beside_the_board(ability)
    if isinstance(ability, a.ChangesStatedValues | a.ChangesCharacteristics):
        return _stays_as_it_is(view, held)
    return isinstance(ability, a.Grants | a.Removes) and not any(isinstance(part, _DURING_COMBAT) for part in parts_of(ability))


def _is_over(ability: a.Triggered, stage: CombatStage) -> bool:
    """Whether it triggers no more in this combat, and nothing that it did ends later."""
    lasts = any(isinstance(part, a.Delayed) for part in parts_of(ability))
    return not lasts and all(isinstance(event, PAST[stage]) for event in ability.events)


def _beside_the_board(ability: a.Triggered) -> bool:
    """Whether only hands, libraries and graveyards know of what it does: it makes no difference to a combat."""
    does = ability.does
    if does is None or does.modal or any(target.cards is None for target in does.targets):
        return False
    return all(isinstance(each, a.OffBoard | a.MovesCards | a.PutsCards) for each in does.instructions)


def _of_cards(ability: a.Ability) -> bool:
    return isinstance(ability, a.Triggered) and any(isinstance(part, a.MovesCards | a.PutsCards) for part in parts_of(ability))


def moving_cards(view: View) -> list[str]:
    """The abilities that draw or discard cards, or put them into graveyards, each with its text."""
    return [held_in_words(held) for held in view.every_held() if _of_cards(held.ability)]


def _stays_as_it_is(view: View, held: AnyHeld) -> bool:
    """Whether what changes power, toughness, colors or types does so in the whole combat, whatever dies in it."""
    change, source = held.ability, view.permanents.get(held.source or "")
    if isinstance(change, a.ChangesStatedValues):
        change = change.change or change
    if not isinstance(change, a.ChangesCharacteristics) or not _is_settled(change.condition):
        return False
    sizes = change.power, change.toughness, change.base_power, change.base_toughness
    if not all(isinstance(each, int | None) for each in sizes):
        return False
    if change.permanents in (a.THIS, HOST) or isinstance(change.permanents, f.IsOneOf):
        return True
    stays = source is None or ("Creature" not in source.types and source.attached_to is None)
    return stays and all(isinstance(part, _THROUGHOUT) for part in parts_of(change.permanents))


def _is_settled(condition: a.Condition | None) -> bool:
    """Whether nothing in a combat changes whether it holds: whose turn it is, or what has time counters."""
    return isinstance(condition, a.TurnOf | None) or condition == COUNTING


COUNTING = a.Matches.model_construct(role="source", filter=f.HasCounter.model_construct(counter="time"))
"""That there are time counters on it, as impending says."""


def counts_on(view: View, held: AnyHeld, removed: int) -> bool:
    """Whether it is of impending (702.176a), and changes nothing as so many time counters go: there are none, or more."""
    source, ability = view.permanents.get(held.source or ""), held.ability
    match ability:
        case a.ChangesCharacteristics(permanents=a.THIS) | a.NotModelledAbility(on=("end step begins",)):
            counting = ability.condition == COUNTING
        case _:
            counting = False
    return counting and source is not None and not 0 < source.counters.get("time", 0) <= removed


HOST = f.Is(role="host")
"""What a permanent is attached to: it isn't needed any more once that is gone."""


def read_fighter(
    view: View,
    permanent: Permanent,
    others: Mapping[str, Permanent],
    worth: Worth,
    triggers: tuple[BlockTrigger, ...] = (),
) -> Fighter:
    """A creature as combat damage sees it. `others`: those that may deal damage to it."""
    keywords = view.keywords(permanent.id)
    double = "double strike" in keywords
    early = double or "first strike" in keywords
    return Fighter(
        id=permanent.id,
        power=permanent.power,
        toughness=permanent.toughness,
        marked=permanent.marked,
        worth=worth(view.board.permanents.get(permanent.id, permanent)),
        early=early,
        late=double or not early,
        trample="trample" in keywords,
        deathtouch="deathtouch" in keywords,
        lifelink="lifelink" in keywords,
        wither="wither" in keywords,
        infect="infect" in keywords,
        toxic=view.toxic_value(permanent.id),
        indestructible="indestructible" in keywords,
        unharmed_by=frozenset(other.id for other in others.values() if is_protected(view, permanent.id, other)),
        triggers=triggers,
        wears=worth.wears(permanent) if isinstance(worth, Fitted) else (0, 0, 0),
    )


def read_block(formulation: Formulation, worth: Worth, *, triggering: bool = False, stage: CombatStage = "block") -> Position:
    """The position in which a player blocks. Raises NotModelled where something in force isn't known to the search.

    `triggering`: with what triggers within one group; else that isn't known either. `stage`: "attack" where nobody attacks
    yet, and the attackers are only taken to.
    """
    view, model, player = formulation.view, formulation.model, formulation.player
    permanents = view.permanents
    attackers = {id: permanents[id] for id in model.targets}
    blockers = {id: permanents[id] for id in model.units}
    combat, board = view.combat, view.board
    triggers = GroupTriggers(view, attackers, blockers, player) if triggering else None
    unknown = not_modelled(view, triggers, stage)
    if triggers is not None and triggers.of:
        unknown += _lives_at_stake(view, triggers, player)
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
    limits, caps = _limits(model.restrictions)
    asks, draws, settled = _requirements(model.requirements)
    of = triggers.of if triggers is not None else {}
    return Position(
        attackers=tuple(read_fighter(view, each, blockers, worth, of.get(id, ())) for id, each in attackers.items()),
        blockers=tuple(read_fighter(view, each, attackers, worth, of.get(id, ())) for id, each in blockers.items()),
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
        life_worth=worth.life_worth(_attacking_player(attackers, view)) if isinstance(worth, Fitted) else LifeWorth(),
        budget=model.budget,
    )


def _attacking_player(attackers: Mapping[str, Permanent], view: View) -> str:
    return next((each.controller for each in attackers.values()), view.board.active or "")


def _lives_at_stake(view: View, triggers: GroupTriggers, player: str) -> Iterator[str]:
    """Lives that may be lost otherwise than the search looks at: the attacker's, or before lifelink can make up for it."""
    number = max(len(triggers.attackers), len(triggers.blockers), 1)

    def at_most(life: Callable[[BlockTrigger], int]) -> int:
        every = (each for several in triggers.of.values() for each in several)
        return sum(max(0, life(each)) * each.at_most(number) for each in every)

    life = view.board.life
    others = [each for each in view.board.players if each != player]
    if any(at_most(lambda each: -each.linked) >= life[other] for other in others):
        yield "life that the attacking player may lose by what triggers"
    linked = "lifelink" in triggers.gained or any("lifelink" in view.keywords(id) for id in triggers.blockers)
    if linked and at_most(lambda each: each.lost) >= life[player]:
        yield "life that is lost before damage, beside lifelink"


class AttackPosition(NamedTuple):
    """All creatures that may attack, as though all did, and what they can be blocked by."""

    position: Position
    formulation: Formulation
    """Of the blocks, if all attacked."""
    number_of: dict[int, int]
    """Unit of the attack's formulation → attacker of the position."""
    triggers: AttackTriggers | None = None
    """What triggers as they attack."""

    def modes(self, attacks: Collection[frozenset[int]]) -> list[tuple[Position, Collection[frozenset[int]]]]:
        """The attacks, with the position in which each is blocked. Raises Undecided where they are too many."""
        if self.triggers is None:
            return [(self.position, attacks)]
        return [*self.triggers.modes(self.position, few_enough(attacks))]


def read_attack(formulation: Formulation, state: State, worth: Worth, *, triggering: bool = False) -> AttackPosition:
    """The position in which a player attacks, from the formulation of the attacks. `triggering`: as for `read_block`.

    Raises NotModelled where something in force isn't known to the search.
    """
    view, model, player = formulation.view, formulation.model, formulation.player
    unknown = not_modelled(view) if not triggering else []
    for held in view.every_held():
        if isinstance(held.ability, DECLARED) and any(isinstance(part, _DURING_COMBAT) for part in parts_of(held.ability)):
            unknown.append(f"{held_in_words(held)} (who attacks decides what it does)")
        if isinstance(held.ability, a.OptionalAttackCost):
            unknown.append(f"{held_in_words(held)} (a choice as it attacks)")
    defending = model.targets[0] if len(model.targets) == 1 else None
    if defending is None or defending not in view.board.players:
        unknown.append(f"more than one that can be attacked: {', '.join(model.targets) or 'nobody'}")
    if model.tolls:
        unknown.append("a cost to attack")
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    assert defending is not None, "it is stated above"
    able = [id for index, id in enumerate(model.units) if model.allowed[index]]
    blocks = formulate_blocks(
        View(attacking(state, player, able, defending), model.budget), formulation.edition, defending, model.budget
    )
    position = read_block(blocks, worth, triggering=triggering, stage="attack")
    triggers = _attack_triggers(blocks.view, position, player) if triggering else None
    rows = [row.counted.units for row in (*model.restrictions, *model.requirements)]
    rows += [row.guard.units for row in (*model.restrictions, *model.requirements) if row.guard is not None]
    apart: tuple[object, ...] = tuple(
        (tuple(units >> formulation.unit[a.id] & 1 for units in rows), triggers.marks_of(n) if triggers is not None else None)
        for n, a in enumerate(position.attackers)
    )
    number_of = {formulation.unit[a.id]: number for number, a in enumerate(position.attackers)}
    return AttackPosition(replace(position, distinguished_by=apart), blocks, number_of, triggers)


def _attack_triggers(view: View, position: Position, player: str) -> AttackTriggers | None:
    """What triggers as creatures attack; None: nothing. `view`: as though all attacked. Raises NotModelled."""
    triggers = AttackTriggers(view, [each.id for each in position.attackers], [each.id for each in position.blockers], player)
    drawn = any(_of_cards(held.ability) for held in view.every_held())
    asked = view.held(a.Triggered)
    unknown = [held_in_words(held) for held in asked if not (_known(view, held, "attack", drawn) or triggers.take(held))]
    if triggers.sized or triggers.gained:
        asking = (held for held in view.every_held() if not isinstance(held.ability, a.Triggered))
        unknown += [held_in_words(held) for held in asking if _asks_for(held, triggers.gained)]
        unknown += [held_in_words(held) for held in view.every_held() if not lasts_both_steps(view, held)]
    later = [each for creature in (*position.attackers, *position.blockers) for each in creature.triggers]
    gains = any(each.lost < 0 or "lifelink" in each.gains for each in later) or any(b.lifelink for b in position.blockers)
    if gains and any(each.lost > 0 for each in triggers.triggers):
        unknown.append("life that is lost as creatures attack, beside what gains life later")
    number = max(len(position.attackers), len(position.blockers))
    linked = [*(each.linked for each in triggers.triggers), *(each.linked for each in later)]
    paid = sum(max(0, -life) * number for life in linked)
    if paid and paid >= view.board.life[player]:
        unknown.append("life that the attacking player may lose by what triggers")
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    return triggers if triggers.triggers else None


def legal_attacks(
    formulation: Formulation, number_of: Mapping[int, int], position: Position | None = None
) -> Collection[frozenset[int]]:
    """Every legal attack, by the numbers of a position's attackers. Raises Undecided where there are too many to be gone through.

    `position`: of attacks by creatures that can stand for each other only that of the first ones.
    """
    if position is not None and (formulation.edition.requirements == "global" or not formulation.model.requirements):
        return _by_classes(formulation.model, number_of, position)
    legal = legal_declarations(formulation)
    if (number := legal.count()) > MANY_ATTACKS:
        raise Undecided(f"{number:,} legal attacks are more than {MANY_ATTACKS:,}")
    return [frozenset(number_of[unit] for unit in declaration) for declaration in legal]


def few_enough(attacks: Collection[frozenset[int]]) -> Collection[frozenset[int]]:
    """The attacks, where they aren't too many to be gone through one by one; else Undecided is raised."""
    if (number := attacks.count if isinstance(attacks, EveryAttack) else len(attacks)) > MANY_ATTACKS:
        raise Undecided(f"{number:,} attacks that differ are more than {MANY_ATTACKS:,}")
    return attacks


def _by_classes(model: DeclarationModel, number_of: Mapping[int, int], position: Position) -> Collection[frozenset[int]]:
    """Attacks by so many of each class of attackers, the first ones, that obey all restrictions and the most requirements."""
    unit_of = {number: unit for unit, number in number_of.items()}
    every = EveryAttack(position.classes_of_attackers())
    if not model.restrictions and not model.requirements:
        return every
    found: dict[int, list[frozenset[int]]] = {}
    for attack in few_enough(every):
        declared = {unit_of[who]: 1 for who in attack}
        if not model.restrictions or obeys_restrictions(model, declared):
            found.setdefault(obeyed(model, declared) if model.requirements else 0, []).append(attack)
    return found[max(found)]


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
