"""What keyword abilities mean for declarations and triggers (rules 702 and 701), said in the vocabulary of abilities.

A keyword that isn't listed means nothing for declarations beyond what `HasKeyword` asks about (reach, haste, vigilance, banding).
"""

from __future__ import annotations

from collections.abc import Callable

from ...events.abilities import (
    ANYTHING,
    THIS,
    Ability,
    AllOf,
    AnyOf,
    Attacks,
    BecomesBlocked,
    BecomesBlockedBy,
    BlockerCount,
    Blocks,
    CantAttack,
    CantBlock,
    CharacteristicOf,
    Compares,
    ControlledBy,
    DealsDamage,
    Dies,
    Enlists,
    Exists,
    Filter,
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    IsDesignated,
    IsntBlocked,
    KeywordAbility,
    Matches,
    Not,
    OptionalAttackCost,
    Players,
    PreventsDamage,
    Recipients,
    SharesColor,
    Targets,
    Triggered,
    TriggerEvent,
    Unless,
    Unread,
)

KEYWORD_COUNTERS = frozenset(
    [
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    ]
)
"""What a keyword counter can be (122.1b)."""

Meaning = Callable[[KeywordAbility], tuple[Ability, ...]]

_YOU = Players(who="you")
_GREATER_POWER_THAN_ATTACKER = Compares(
    characteristic="power", comparison=">", than=CharacteristicOf(characteristic="power", of="attacker")
)
_GREATER_POWER_THAN_SUBJECT = Compares(
    characteristic="power", comparison=">", than=CharacteristicOf(characteristic="power", of="subject")
)


def _blocked_only_by(blockers: Filter) -> Meaning:
    """An evasion ability: can't be blocked except by these."""
    meaning = (CantBlock(blockers=Not(part=blockers), attackers=THIS),)
    return lambda keyword: meaning


def _whenever(*events: TriggerEvent) -> Meaning:
    """A triggered ability."""
    return lambda keyword: (Triggered(text=keyword.text, events=events),)


def _shadow(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.28b: blocks and is blocked by shadow only."""
    without = Not(part=HasKeyword(keyword="shadow"))
    return (CantBlock(blockers=without, attackers=THIS), CantBlock(blockers=THIS, attackers=without))


def _protection(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.16f: can't be blocked by creatures with the quality."""
    return (CantBlock(blockers=keyword.quality or ANYTHING, attackers=THIS),)


def landwalk(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.14c: can't be blocked as long as the defending player controls such a land."""
    land = AllOf(parts=(keyword.quality or HasType(type="Land"), ControlledBy(players=Players(who="defending"))))
    return (CantBlock(attackers=THIS, condition=Exists(filter=land)),)


def _decayed(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.147a: can't block; when it attacks, it is sacrificed at end of combat."""
    return (CantBlock(blockers=THIS), *_whenever(Attacks(creatures=THIS))(keyword))


def _unleash(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.98a: can't block as long as it has a +1/+1 counter."""
    return (CantBlock(blockers=THIS, condition=Matches(role="source", filter=HasCounter(counter="+1/+1"))),)


def _enlist(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.154a: an optional cost to attack, and a trigger when it is paid."""
    return (OptionalAttackCost(creatures=THIS, cost="enlist"), *_whenever(Enlists(creatures=THIS))(keyword))


def _absorb(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.64a: of the damage of each source to this creature, so much is prevented."""
    return (PreventsDamage(recipients=Recipients(permanents=THIS), amount=keyword.number or 0),)


def _dies_without(counter: str) -> Meaning:
    """702.79a, 702.93a: when it dies, if it had no such counter on it."""
    without = Unless(part=Matches(role="source", filter=HasCounter(counter=counter)))
    return lambda keyword: (Triggered(text=keyword.text, events=(Dies(permanents=THIS),), condition=without),)


def _renown(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.112a: when it deals combat damage to a player, if it isn't renowned."""
    renowned = Unless(part=Matches(role="source", filter=IsDesignated(designation="renowned")))
    return (Triggered(text=keyword.text, events=(_HITS_A_PLAYER,), condition=renowned),)


def _replaces_destruction(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.89a: what is destroyed instead isn't derived, so that dealing damage is declined."""
    return (Unread(text=keyword.text),)


_HITS_A_PLAYER = DealsDamage(sources=THIS, recipients=Recipients(players=Players(who="any")), combat=True)
_DIES = _whenever(Dies(permanents=THIS))
_ATTACKS = _whenever(Attacks(creatures=THIS))

MEANINGS: dict[str, Meaning] = {
    "flying": _blocked_only_by(AnyOf(parts=(HasKeyword(keyword="flying"), HasKeyword(keyword="reach")))),
    "menace": lambda keyword: (BlockerCount(attackers=THIS, minimum=2),),
    "shadow": _shadow,
    "fear": _blocked_only_by(AnyOf(parts=(HasType(type="Artifact"), HasColor(color="B")))),
    "intimidate": _blocked_only_by(AnyOf(parts=(HasType(type="Artifact"), SharesColor(other="attacker")))),
    "skulk": _blocked_only_by(Not(part=_GREATER_POWER_THAN_ATTACKER)),
    "horsemanship": _blocked_only_by(HasKeyword(keyword="horsemanship")),
    "protection": _protection,
    "defender": lambda keyword: (CantAttack(creatures=THIS),),
    "decayed": _decayed,
    "unleash": _unleash,
    "enlist": _enlist,
    "flanking": _whenever(BecomesBlockedBy(creatures=THIS, blockers=Not(part=HasKeyword(keyword="flanking")))),
    "bushido": _whenever(Blocks(creatures=THIS), BecomesBlocked(creatures=THIS)),
    "rampage": _whenever(BecomesBlocked(creatures=THIS)),
    "afflict": _whenever(BecomesBlocked(creatures=THIS)),
    "frenzy": _whenever(IsntBlocked(creatures=THIS)),
    "exalted": _whenever(Attacks(creatures=ControlledBy(players=_YOU), alone=True)),
    "dethrone": _whenever(Attacks(creatures=THIS, targets=Targets(players=Players(who="most life")))),
    "training": _whenever(Attacks(creatures=THIS, others=_GREATER_POWER_THAN_SUBJECT, minimum_others=1)),
    "poisonous": _whenever(_HITS_A_PLAYER),
    "ingest": _whenever(_HITS_A_PLAYER),
    "renown": _renown,
    "absorb": _absorb,
    "persist": _dies_without("-1/-1"),
    "undying": _dies_without("+1/+1"),
    "afterlife": _DIES,
    "modular": _DIES,
    "soulshift": _DIES,
    "haunt": _DIES,
    "umbra armor": _replaces_destruction,
    "totem armor": _replaces_destruction,
    "annihilator": _ATTACKS,
    "battle cry": _ATTACKS,
    "double team": _ATTACKS,
    "firebending": _ATTACKS,
    "melee": _ATTACKS,
    "mentor": _ATTACKS,
    "mobilize": _ATTACKS,
    "myriad": _ATTACKS,
    "provoke": _ATTACKS,
}


def meaning(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """What the keyword means for declarations and triggers, as abilities of the permanent that has it."""
    if keyword.keyword.endswith("walk"):
        return landwalk(keyword)
    found = MEANINGS.get(keyword.keyword)
    return found(keyword) if found else ()
