"""What keyword abilities mean for declarations and triggers (rules 702 and 701), said in the vocabulary of abilities.

A keyword that isn't listed means nothing for declarations beyond what `HasKeyword` asks about (reach, haste, vigilance, banding).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...events.abilities import (
    ANYTHING,
    THIS,
    Ability,
    AddsMana,
    AllOf,
    AnyOf,
    Attacks,
    BecomesBlocked,
    BecomesBlockedBy,
    Begins,
    BlockerCount,
    Blocks,
    CantAttack,
    CantBlock,
    Cards,
    ChangesCharacteristics,
    ChangesLife,
    CharacteristicOf,
    Compares,
    ControlledBy,
    CountersOn,
    CountOf,
    CreatesTokens,
    DealsDamage,
    Delayed,
    Designating,
    Dies,
    Does,
    Enlists,
    Exists,
    Filter,
    GivesPoison,
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    InCombatWith,
    Instruction,
    Is,
    IsDesignated,
    IsInState,
    IsntBlocked,
    IsTarget,
    IsTargetCard,
    KeywordAbility,
    Matches,
    May,
    Moves,
    MustBlock,
    Not,
    OptionalAttackCost,
    PlayerCount,
    Players,
    PreventsDamage,
    PutsCards,
    PutsCounters,
    PutsOntoBattlefield,
    Quantity,
    Recipients,
    Sacrifices,
    Scaled,
    SharesColor,
    Target,
    Targets,
    Token,
    Triggered,
    TriggerEvent,
    Unless,
    Unread,
    Untaps,
)

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


_Doing = Callable[[int], Does]
"""What a triggered keyword does, given its number."""


def _whenever(*events: TriggerEvent, does: _Doing | None = None) -> Meaning:
    """A triggered ability; what it does, where that is carried out."""
    return lambda keyword: (Triggered(text=keyword.text, events=events, does=_done(keyword, does)),)


def _done(keyword: KeywordAbility, does: _Doing | None) -> Does | None:
    return None if does is None else does(1 if keyword.number is None else keyword.number)


def _does(*instructions: Instruction, target: Target | None = None) -> _Doing:
    """The same, whatever number there is."""
    done = Does(instructions=instructions, targets=() if target is None else (target,))
    return lambda number: done


def _gets(permanents: Filter, power: Quantity, toughness: Quantity) -> Begins:
    """They get +power/+toughness until end of turn."""
    change = ChangesCharacteristics(permanents=permanents, power=power, toughness=toughness)
    return Begins(abilities=(change,), duration="end of turn")


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
    sacrificed = Delayed(when="end of combat", do=(Moves(permanents=THIS, how="sacrificed"),))
    return (CantBlock(blockers=THIS), *_whenever(Attacks(creatures=THIS), does=_does(sacrificed))(keyword))


def _unleash(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.98a: can't block as long as it has a +1/+1 counter."""
    return (CantBlock(blockers=THIS, condition=Matches(role="source", filter=HasCounter(counter="+1/+1"))),)


def _enlist(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.154a: an optional cost to attack, and a trigger when it is paid."""
    tapped = CharacteristicOf(characteristic="power", of="other")
    return (
        OptionalAttackCost(creatures=THIS, cost="enlist"),
        *_whenever(Enlists(creatures=THIS), does=_does(_gets(THIS, tapped, 0)))(keyword),
    )


def _absorb(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.64a: of the damage of each source to this creature, so much is prevented."""
    return (PreventsDamage(recipients=Recipients(permanents=THIS), amount=keyword.number or 0),)


def _dies_without(counter: str) -> Meaning:
    """702.79a, 702.93a: when it dies, if it had no such counter on it, it returns with one."""
    without = Unless(part=Matches(role="source", filter=HasCounter(counter=counter)))
    does = Does(instructions=(PutsOntoBattlefield(cards=THIS, counters={counter: 1}),))
    return lambda keyword: (Triggered(text=keyword.text, events=(Dies(permanents=THIS),), condition=without, does=does),)


def _renown(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.112a: when it deals combat damage to a player, if it isn't renowned."""
    renowned = Unless(part=Matches(role="source", filter=IsDesignated(designation="renowned")))
    does = Does(
        instructions=(
            PutsCounters(permanents=THIS, counter="+1/+1", number=keyword.number or 1),
            Designating(permanents=THIS, designation="renowned"),
        )
    )
    return (Triggered(text=keyword.text, events=(_HITS_A_PLAYER,), condition=renowned, does=does),)


def _replaces_destruction(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """702.89a: what is destroyed instead isn't derived, so that dealing damage is declined."""
    return (Unread(text=keyword.text),)


_DEFENDING = Players(who="defending")
_ATTACKED_PLAYERS = Players(who="attacked this combat")
_BLOCKING_THIS = InCombatWith(relation="blocking", other="source")
_ATTACKING = AllOf(parts=(IsInState(state="attacking"), HasType(type="Creature")))
_WEAKER = Compares(characteristic="power", comparison="<", than=CharacteristicOf(characteristic="power", of="source"))
_WEAKER_ATTACKER = AllOf(parts=(*_ATTACKING.parts, _WEAKER))
_THEIR_CREATURE = AllOf(parts=(HasType(type="Creature"), ControlledBy(players=_DEFENDING)))
_ARTIFACT_CREATURE = AllOf(parts=(HasType(type="Artifact"), HasType(type="Creature")))
_GROWS = PutsCounters(permanents=THIS, counter="+1/+1")
_WARRIOR = Token(name="Warrior", types=("Creature", "Warrior"), colors=("R",), power=1, toughness=1)
_SPIRIT = Token(
    name="Spirit",
    types=("Creature", "Spirit"),
    colors=("W", "B"),
    power=1,
    toughness=1,
    abilities=(KeywordAbility(keyword="flying", text="Flying"),),
)


def _rampage(number: int) -> Does:
    """702.23a: for each creature blocking it beyond the first."""
    beyond = Scaled(quantity=CountOf(filter=_BLOCKING_THIS), times=number, more=-1)
    return Does(instructions=(_gets(THIS, beyond, beyond),))


def _provoke(number: int) -> Does:
    """702.39a: the target blocks it this combat if able, and untaps."""
    target = IsTarget(permanents=_THEIR_CREATURE)
    blocks = Begins(abilities=(MustBlock(blockers=target, attackers=THIS),), duration="end of combat")
    return Does(
        instructions=(May(do=(blocks,), then=(Untaps(permanents=target),)),), targets=(Target(permanents=_THEIR_CREATURE),)
    )


def _mentor(number: int) -> Does:
    """702.134a: a +1/+1 counter on target attacking creature with less power."""
    put = PutsCounters(permanents=IsTarget(permanents=_WEAKER_ATTACKER), counter="+1/+1")
    return Does(instructions=(put,), targets=(Target(permanents=_WEAKER_ATTACKER),))


def _mobilize(number: int) -> Does:
    """702.181a: so many Warriors, tapped and attacking, sacrificed at the beginning of the next end step."""
    until = Delayed(when="end step", do=(Moves(permanents=Is(role="subject"), how="sacrificed"),))
    return Does(instructions=(CreatesTokens(number=number, token=_WARRIOR, tapped=True, attacking="same", until=until),))


def _myriad(number: int) -> Does:
    """702.116a: a copy attacking each opponent but the defending player, exiled at end of combat."""
    until = Delayed(when="end of combat", do=(Moves(permanents=Is(role="subject"), how="exiled"),))
    copies = CreatesTokens(copy_of=THIS, tapped=True, attacking="each other opponent", until=until)
    return Does(instructions=(May(do=(copies,)),))


def _soulshift(number: int) -> Does:
    """702.46a: target Spirit card with that mana value or less in your graveyard may be returned to your hand."""
    spirit = AllOf(parts=(HasType(type="Spirit"), Compares(characteristic="mana_value", comparison="<=", than=number)))
    cards = Cards(zone="graveyard", players=_YOU, filter=spirit)
    returns = PutsCards(cards=IsTargetCard(cards=cards), to="hand")
    return Does(instructions=(May(do=(returns,)),), targets=(Target(cards=cards),))


def _modular(number: int) -> Does:
    """702.43a: as many +1/+1 counters on target artifact creature as it had."""
    put = PutsCounters(
        permanents=IsTarget(permanents=_ARTIFACT_CREATURE), counter="+1/+1", number=CountersOn(of="source", counter="+1/+1")
    )
    return Does(instructions=(May(do=(put,)),), targets=(Target(permanents=_ARTIFACT_CREATURE),))


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
    "flanking": _whenever(
        BecomesBlockedBy(creatures=THIS, blockers=Not(part=HasKeyword(keyword="flanking"))),
        does=_does(_gets(Is(role="other"), -1, -1)),
    ),
    "bushido": _whenever(
        Blocks(creatures=THIS), BecomesBlocked(creatures=THIS), does=lambda n: Does(instructions=(_gets(THIS, n, n),))
    ),
    "rampage": _whenever(BecomesBlocked(creatures=THIS), does=_rampage),
    "afflict": _whenever(
        BecomesBlocked(creatures=THIS), does=lambda n: Does(instructions=(ChangesLife(players=_DEFENDING, loses=n),))
    ),
    "frenzy": _whenever(IsntBlocked(creatures=THIS), does=lambda n: Does(instructions=(_gets(THIS, n, 0),))),
    "exalted": _whenever(Attacks(creatures=ControlledBy(players=_YOU), alone=True), does=_does(_gets(Is(role="subject"), 1, 1))),
    "dethrone": _whenever(Attacks(creatures=THIS, targets=Targets(players=Players(who="most life"))), does=_does(_GROWS)),
    "training": _whenever(Attacks(creatures=THIS, others=_GREATER_POWER_THAN_SUBJECT, minimum_others=1), does=_does(_GROWS)),
    "poisonous": _whenever(
        _HITS_A_PLAYER, does=lambda n: Does(instructions=(GivesPoison(players=Players(who="chosen"), number=n),))
    ),
    "ingest": _whenever(_HITS_A_PLAYER),
    "renown": _renown,
    "absorb": _absorb,
    "persist": _dies_without("-1/-1"),
    "undying": _dies_without("+1/+1"),
    "afterlife": _whenever(Dies(permanents=THIS), does=lambda n: Does(instructions=(CreatesTokens(number=n, token=_SPIRIT),))),
    "modular": _whenever(Dies(permanents=THIS), does=_modular),
    "soulshift": _whenever(Dies(permanents=THIS), does=_soulshift),
    "haunt": _DIES,
    "umbra armor": _replaces_destruction,
    "totem armor": _replaces_destruction,
    "annihilator": _whenever(
        Attacks(creatures=THIS), does=lambda n: Does(instructions=(Sacrifices(players=_DEFENDING, number=n),))
    ),
    "battle cry": _whenever(Attacks(creatures=THIS), does=_does(_gets(AllOf(parts=(*_ATTACKING.parts, Not(part=THIS))), 1, 0))),
    "double team": _ATTACKS,
    "firebending": _whenever(Attacks(creatures=THIS), does=lambda n: Does(instructions=(AddsMana(mana="{R}" * n),))),
    "melee": _whenever(
        Attacks(creatures=THIS),
        does=_does(_gets(THIS, PlayerCount(players=_ATTACKED_PLAYERS), PlayerCount(players=_ATTACKED_PLAYERS))),
    ),
    "mentor": _whenever(Attacks(creatures=THIS), does=_mentor),
    "mobilize": _whenever(Attacks(creatures=THIS), does=_mobilize),
    "myriad": _whenever(Attacks(creatures=THIS), does=_myriad),
    "provoke": _whenever(Attacks(creatures=THIS), does=_provoke),
}


@lru_cache(maxsize=4096)
def meaning(keyword: KeywordAbility) -> tuple[Ability, ...]:
    """What the keyword means for declarations and triggers, as abilities of the permanent that has it."""
    if keyword.keyword.endswith("walk"):
        return landwalk(keyword)
    found = MEANINGS.get(keyword.keyword)
    return found(keyword) if found else ()
