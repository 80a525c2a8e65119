"""The keywords (rules 702 and 701): the one list of them, with all that is known of each.

What one means for declarations and triggers is said in the vocabulary of abilities. Where nothing is said, it means nothing for
them beyond what `HasKeyword` asks about (reach, haste, vigilance, banding).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from ...events import abilities as a

Meaning = Callable[[a.KeywordAbility, a.Quantity], tuple[a.Ability, ...]]
"""The abilities of a permanent with the keyword, given its number, 1 where there is none. They are built when they are asked for,
which takes a while."""
Bearing = Literal[
    "declarations", "damage", "division", "prevention", "destruction", "triggers", "planeswalkers", "phasing", "nothing"
]
"""What a keyword bears on in combat. "declarations", "damage": on nothing else; "division": of damage."""
Taken = Literal["nothing", "number", "number, perhaps", "quality", "rest"]


class Keyword(NamedTuple):
    """A keyword, in small letters, with its rule where it has one of its own.

    `rule`: from which day on it has one, its number until 2009-07-10 where it had one by then, and that of 2026-01-16.
    """

    word: str
    rule: str
    bears_on: Bearing
    takes: Taken = "nothing"
    """What follows the word: the N of bushido N, what protection is from, or (as in "cycling {2}") something without bearing."""
    counter: bool = False
    """Whether a counter can give it (122.1b)."""
    happens: Callable[[], a.NotModelledAbility | tuple[a.Ability, ...]] | None = None
    """When it triggers, or changes how its permanent enters, where that isn't modelled; and what it makes of its permanent."""
    means: Meaning | None = None
    """What it means, as abilities of the permanent that has it."""


@cache
def _you() -> a.Players:
    return a.Players(who="you")


@cache
def _greater_power_than_attacker() -> a.Filter:
    return a.Compares(characteristic="power", comparison=">", than=a.CharacteristicOf(characteristic="power", of="attacker"))


@cache
def _greater_power_than_subject() -> a.Filter:
    return a.Compares(characteristic="power", comparison=">", than=a.CharacteristicOf(characteristic="power", of="subject"))


def _blocked_only_by(blockers: a.Filter) -> tuple[a.Ability, ...]:
    """An evasion ability: can't be blocked except by these."""
    return (a.CantBlock.model_construct(blockers=a.Not.model_construct(part=blockers), attackers=a.THIS),)


def _whenever(keyword: a.KeywordAbility, *events: a.TriggerEvent, does: a.Instructions | None = None) -> tuple[a.Ability, ...]:
    """A triggered ability; what it does, where that is carried out."""
    return (a.Triggered(text=keyword.text, events=events, does=does),)


def _does(*instructions: a.Instruction, target: a.Target | None = None) -> a.Instructions:
    return a.Instructions(instructions=instructions, targets=() if target is None else (target,))


def _gets(permanents: a.Filter, power: a.Quantity, toughness: a.Quantity) -> a.Begins:
    """They get +power/+toughness until end of turn."""
    change = a.ChangesCharacteristics(permanents=permanents, power=power, toughness=toughness)
    return a.Begins(abilities=(change,), duration="end of turn")


def _shadow(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.28b: blocks and is blocked by shadow only."""
    without = a.Not.model_construct(part=a.HasKeyword(keyword="shadow"))
    return (
        a.CantBlock.model_construct(blockers=without, attackers=a.THIS),
        a.CantBlock.model_construct(blockers=a.THIS, attackers=without),
    )


def _protection(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.16f: can't be blocked by creatures with the quality."""
    return (a.CantBlock(blockers=keyword.quality or a.ANYTHING, attackers=a.THIS),)


def landwalk(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.14c: can't be blocked as long as the defending player controls such a land."""
    land = a.AllOf(parts=(keyword.quality or a.HasType(type="Land"), a.ControlledBy(players=a.Players(who="defending"))))
    return (a.CantBlock(attackers=a.THIS, condition=a.Exists(filter=land)),)


def _decayed(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.147a: can't block; when it attacks, it is sacrificed at end of combat."""
    sacrificed = a.Delayed(when="end of combat", do=(a.Moves(permanents=a.THIS, how="sacrificed"),))
    return (a.CantBlock(blockers=a.THIS), *_whenever(keyword, a.Attacks(creatures=a.THIS), does=_does(sacrificed)))


def _unleash(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.98a: can't block as long as it has a +1/+1 counter."""
    return (a.CantBlock(blockers=a.THIS, condition=a.Matches(role="source", filter=a.HasCounter(counter="+1/+1"))),)


def _enlist(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.154a: an optional cost to attack, and a trigger when it is paid."""
    tapped = a.CharacteristicOf(characteristic="power", of="other")
    return (
        a.OptionalAttackCost(creatures=a.THIS, cost="enlist"),
        *_whenever(keyword, a.Enlists(creatures=a.THIS), does=_does(_gets(a.THIS, tapped, 0))),
    )


def _absorb(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.64a: of the damage of each source to this creature, so much is prevented."""
    return (a.PreventsDamage(recipients=a.Recipients(permanents=a.THIS), amount=keyword.number or 0),)


def _dies_without(keyword: a.KeywordAbility, counter: str) -> tuple[a.Ability, ...]:
    """702.79a, 702.93a: when it dies, if it had no such counter on it, it returns with one."""
    without = a.Unless(part=a.Matches(role="source", filter=a.HasCounter(counter=counter)))
    does = a.Instructions(instructions=(a.PutsOntoBattlefield(cards=a.THIS, counters={counter: 1}),))
    return (a.Triggered(text=keyword.text, events=(a.Dies(permanents=a.THIS),), condition=without, does=does),)


def _renown(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.112a: when it deals combat damage to a player, if it isn't renowned."""
    renowned = a.Unless(part=a.Matches(role="source", filter=a.IsDesignated(designation="renowned")))
    does = a.Instructions(
        instructions=(
            a.PutsCounters(permanents=a.THIS, counter="+1/+1", number=keyword.number or 1),
            a.Designating(permanents=a.THIS, designation="renowned"),
        )
    )
    return (a.Triggered(text=keyword.text, events=(_hits_a_player(),), condition=renowned, does=does),)


def _replaces_destruction(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
    """702.89a."""
    return (a.DestroyedInstead(permanents=a.Is(role="host")),)


@cache
def _defending() -> a.Players:
    return a.Players(who="defending")


@cache
def _attacked_players() -> a.Quantity:
    return a.PlayerCount(players=a.Players(who="attacked this combat"))


@cache
def _blocking_this() -> a.Filter:
    return a.InCombatWith(relation="blocking", other="source")


@cache
def _attacking() -> a.AllOf:
    return a.AllOf(parts=(a.IsInState(state="attacking"), a.HasType(type="Creature")))


@cache
def _other_attackers() -> a.Filter:
    return a.AllOf(parts=(*_attacking().parts, a.Not(part=a.THIS)))


@cache
def _weaker() -> a.Filter:
    return a.Compares(characteristic="power", comparison="<", than=a.CharacteristicOf(characteristic="power", of="source"))


@cache
def _weaker_attacker() -> a.Filter:
    return a.AllOf(parts=(*_attacking().parts, _weaker()))


@cache
def _their_creature() -> a.Filter:
    return a.AllOf(parts=(a.HasType(type="Creature"), a.ControlledBy(players=_defending())))


@cache
def _artifact_creature() -> a.Filter:
    return a.AllOf(parts=(a.HasType(type="Artifact"), a.HasType(type="Creature")))


@cache
def _grows() -> a.Instruction:
    return a.PutsCounters(permanents=a.THIS, counter="+1/+1")


@cache
def _warrior() -> a.Token:
    return a.Token(name="Warrior", types=("Creature", "Warrior"), colors=("R",), power=1, toughness=1)


@cache
def _spirit() -> a.Token:
    return a.Token(
        name="Spirit",
        types=("Creature", "Spirit"),
        colors=("W", "B"),
        power=1,
        toughness=1,
        abilities=(a.KeywordAbility(keyword="flying", text="Flying"),),
    )


def _rampage(number: a.Quantity) -> a.Instructions:
    """702.23a: for each creature blocking it beyond the first."""
    beyond = a.Scaled(quantity=a.CountOf(filter=_blocking_this()), times=number if isinstance(number, int) else 1, more=-1)
    much = beyond if isinstance(number, int) else a.Product(one=number, other=beyond)
    return a.Instructions(instructions=(_gets(a.THIS, much, much),))


def _provoke(number: a.Quantity) -> a.Instructions:
    """702.39a: the target blocks it this combat if able, and untaps."""
    target = a.IsTarget(permanents=_their_creature())
    blocks = a.Begins(abilities=(a.MustBlock(blockers=target, attackers=a.THIS),), duration="end of combat")
    return a.Instructions(
        instructions=(a.May(do=(blocks,), then=(a.Untaps(permanents=target),)),),
        targets=(a.Target(permanents=_their_creature()),),
    )


def _mentor(number: a.Quantity) -> a.Instructions:
    """702.134a: a +1/+1 counter on target attacking creature with less power."""
    put = a.PutsCounters(permanents=a.IsTarget(permanents=_weaker_attacker()), counter="+1/+1")
    return a.Instructions(instructions=(put,), targets=(a.Target(permanents=_weaker_attacker()),))


def _mobilize(number: a.Quantity) -> a.Instructions:
    """702.181a: so many Warriors, tapped and attacking, sacrificed at the beginning of the next end step."""
    until = a.Delayed(when="end step", do=(a.Moves(permanents=a.Is(role="subject"), how="sacrificed"),))
    return a.Instructions(
        instructions=(a.CreatesTokens(number=number, token=_warrior(), tapped=True, attacking="same", until=until),)
    )


def _myriad(number: a.Quantity) -> a.Instructions:
    """702.116a: a copy attacking each opponent but the defending player, exiled at end of combat."""
    until = a.Delayed(when="end of combat", do=(a.Moves(permanents=a.Is(role="subject"), how="exiled"),))
    copies = a.CreatesTokens(copy_of=a.THIS, tapped=True, attacking="each other opponent", until=until)
    return a.Instructions(instructions=(a.May(do=(copies,)),))


def _adds_red(number: a.Quantity) -> a.Instruction:
    """702.189a: so much red mana."""
    return a.AddsMana(mana="{R}" * number) if isinstance(number, int) else a.AddsMana(mana="{R}", number=number)


def _soulshift(number: a.Quantity) -> a.Instructions:
    """702.46a: target Spirit card with that mana value or less in your graveyard may be returned to your hand."""
    spirit = a.AllOf(parts=(a.HasType(type="Spirit"), a.Compares(characteristic="mana_value", comparison="<=", than=number)))
    cards = a.Cards(zone="graveyard", players=_you(), filter=spirit)
    returns = a.PutsCards(cards=a.IsTargetCard(cards=cards), to="hand")
    return a.Instructions(instructions=(a.May(do=(returns,)),), targets=(a.Target(cards=cards),))


def _modular(number: a.Quantity) -> a.Instructions:
    """702.43a: as many +1/+1 counters on target artifact creature as it had."""
    put = a.PutsCounters(
        permanents=a.IsTarget(permanents=_artifact_creature()), counter="+1/+1", number=a.CountersOn(of="source", counter="+1/+1")
    )
    return a.Instructions(instructions=(a.May(do=(put,)),), targets=(a.Target(permanents=_artifact_creature()),))


@cache
def _attacks() -> a.TriggerEvent:
    return a.Attacks(creatures=a.THIS)


@cache
def _becomes_blocked() -> a.TriggerEvent:
    return a.BecomesBlocked(creatures=a.THIS)


@cache
def _dies() -> a.TriggerEvent:
    return a.Dies(permanents=a.THIS)


@cache
def _hits_a_player() -> a.TriggerEvent:
    return a.DealsDamage(sources=a.THIS, recipients=a.Recipients(players=a.Players(who="any")), combat=True)


def _when(*happens: a.HappeningKind) -> a.NotModelledAbility:
    """That happens to the permanent itself."""
    return a.NotModelledAbility(on=happens, itself=True)


def _impending() -> tuple[a.Ability, ...]:
    """702.176a: with a time counter it is no creature; one is removed at the beginning of its controller's end step."""
    counting = a.Matches(role="source", filter=a.HasCounter(counter="time"))
    return (
        a.ChangesCharacteristics(permanents=a.THIS, lost_types=("Creature",), condition=counting),
        a.NotModelledAbility(on=("end step begins",), whose="you", condition=counting),
    )


def _enters() -> a.NotModelledAbility:
    return _when("enters")


def _was_crewed() -> a.NotModelledAbility:
    """A Vehicle that is stated as a creature was crewed, until the turn ends."""
    return a.NotModelledAbility(on=("turn begins",), condition=a.Matches(role="source", filter=a.HasType(type="Creature")))


def _triggered(
    word: str,
    rule: str,
    *events: Callable[[], a.TriggerEvent],
    does: Callable[[a.Quantity], a.Instruction | a.Instructions] | None = None,
    takes: Taken = "nothing",
    counter: bool = False,
    happens: Callable[[], a.NotModelledAbility] | None = None,
) -> Keyword:
    """A keyword that means one triggered ability: what sets that off and, where that is carried out, what it does with the
    number."""

    def means(keyword: a.KeywordAbility, number: a.Quantity) -> tuple[a.Ability, ...]:
        done = None if does is None else does(number)
        whole = done if done is None or isinstance(done, a.Instructions) else _does(done)
        return _whenever(keyword, *(event() for event in events), does=whole)

    return Keyword(word, rule, "triggers", takes, counter, happens, means)


_OWN = (
    Keyword("defender", "2004-10-01 502.41 702.3", "declarations", means=lambda k, n: (a.CantAttack(creatures=a.THIS),)),
    Keyword(
        "flying",
        "1999-04-23 502.4 702.9",
        "declarations",
        counter=True,
        means=lambda k, n: _blocked_only_by(
            a.AnyOf.model_construct(parts=(a.HasKeyword(keyword="flying"), a.HasKeyword(keyword="reach")))
        ),
    ),
    Keyword("haste", "1999-04-23 502.5 702.10", "declarations", counter=True),
    Keyword(
        "intimidate",
        "2009-07-11 702.13",
        "declarations",
        means=lambda k, n: _blocked_only_by(
            a.AnyOf.model_construct(parts=(a.HasType(type="Artifact"), a.SharesColor(other="attacker")))
        ),
    ),
    Keyword("landwalk", "1999-04-23 502.6 702.14", "declarations", takes="quality", means=landwalk),
    Keyword("reach", "2007-05-01 502.70 702.17", "declarations", counter=True),
    Keyword("vigilance", "2004-10-01 502.14 702.20", "declarations", counter=True),
    Keyword("shadow", "1999-04-23 502.8 702.28", "declarations", counter=True, means=_shadow),
    Keyword(
        "horsemanship",
        "2001-07-23 502.17 702.31",
        "declarations",
        means=lambda k, n: _blocked_only_by(a.HasKeyword(keyword="horsemanship")),
    ),
    Keyword(
        "fear",
        "2002-10-07 502.25 702.36",
        "declarations",
        means=lambda k, n: _blocked_only_by(a.AnyOf.model_construct(parts=(a.HasType(type="Artifact"), a.HasColor(color="B")))),
    ),
    Keyword("unleash", "2012-10-01 702.98", "declarations", happens=_enters, means=_unleash),
    Keyword(
        "menace",
        "2015-07-17 702.111",
        "declarations",
        counter=True,
        means=lambda k, n: (a.BlockerCount(attackers=a.THIS, minimum=2),),
    ),
    Keyword(
        "skulk",
        "2016-04-08 702.118",
        "declarations",
        means=lambda k, n: _blocked_only_by(a.Not(part=_greater_power_than_attacker())),
    ),
    Keyword("enlist", "2022-09-08 702.154", "declarations", means=_enlist),
    Keyword("deathtouch", "2007-05-01 502.63 702.2", "damage", counter=True),
    Keyword("double strike", "2003-03-15 502.28 702.4", "damage", counter=True),
    Keyword("first strike", "1999-04-23 502.2 702.7", "damage", counter=True),
    Keyword("indestructible", "2013-07-13 702.12", "damage", counter=True),
    Keyword("lifelink", "2007-05-01 502.68 702.15", "damage", counter=True),
    Keyword("protection", "1999-04-23 502.7 702.16", "damage", takes="quality", means=_protection),
    Keyword("trample", "1999-04-23 502.9 702.19", "damage", counter=True),
    Keyword("wither", "2008-05-01 502.80 702.80", "damage"),
    Keyword("infect", "2010-10-01 702.90", "damage"),
    Keyword("toxic", "2023-02-03 702.164", "damage", takes="number"),
    Keyword("banding", "2001-07-23 502.10 702.22", "division"),
    Keyword("bands with other", "2001-07-23 502.11 702.22", "division", takes="quality"),
    Keyword("absorb", "2007-05-01 502.61 702.64", "prevention", takes="number, perhaps", means=_absorb),
    Keyword("totem armor", "2010-04-23 702.89", "destruction", takes="number, perhaps", means=_replaces_destruction),
    Keyword("umbra armor", "2024-06-07 702.89", "destruction", takes="number, perhaps", means=_replaces_destruction),
    _triggered("rampage", "2001-07-23 502.12 702.23", _becomes_blocked, does=_rampage, takes="number"),
    _triggered(
        "flanking",
        "1999-04-23 502.3 702.25",
        lambda: a.BecomesBlockedBy(creatures=a.THIS, blockers=a.Not(part=a.HasKeyword(keyword="flanking"))),
        does=lambda n: _gets(a.Is(role="other"), -1, -1),
    ),
    _triggered("provoke", "2003-03-15 502.29 702.39", _attacks, does=_provoke),
    _triggered("modular", "2004-02-01 502.35 702.43", _dies, does=_modular, takes="number, perhaps", happens=_enters),
    _triggered(
        "bushido",
        "2004-10-01 502.38 702.45",
        lambda: a.Blocks(creatures=a.THIS),
        _becomes_blocked,
        does=lambda n: _gets(a.THIS, n, n),
        takes="number",
    ),
    _triggered("soulshift", "2004-10-01 502.39 702.46", _dies, does=_soulshift, takes="number, perhaps"),
    _triggered("haunt", "2006-02-01 502.51 702.55", _dies, takes="number, perhaps"),
    _triggered(
        "frenzy",
        "2007-05-01 502.66 702.68",
        lambda: a.IsntBlocked(creatures=a.THIS),
        does=lambda n: _gets(a.THIS, n, 0),
        takes="number",
    ),
    _triggered(
        "poisonous",
        "2007-05-01 502.69 702.70",
        _hits_a_player,
        does=lambda n: a.GivesPoison(players=a.Players(who="chosen"), number=n),
        takes="number, perhaps",
    ),
    Keyword(
        "persist", "2008-05-01 502.79 702.79", "triggers", takes="number, perhaps", means=lambda k, n: _dies_without(k, "-1/-1")
    ),
    _triggered(
        "exalted",
        "2008-10-01 502.83 702.83",
        lambda: a.Attacks(creatures=a.ControlledBy(players=_you()), alone=True),
        does=lambda n: _gets(a.Is(role="subject"), 1, 1),
        counter=True,
    ),
    _triggered(
        "annihilator", "2010-04-23 702.86", _attacks, does=lambda n: a.Sacrifices(players=_defending(), number=n), takes="number"
    ),
    _triggered("battle cry", "2011-02-04 702.91", _attacks, does=lambda n: _gets(_other_attackers(), 1, 0)),
    Keyword("undying", "2012-02-01 702.93", "triggers", takes="number, perhaps", means=lambda k, n: _dies_without(k, "+1/+1")),
    _triggered(
        "dethrone",
        "2014-06-01 702.105",
        lambda: a.Attacks(creatures=a.THIS, targets=a.Targets(players=a.Players(who="most life"))),
        does=lambda n: _grows(),
    ),
    Keyword("renown", "2015-07-17 702.112", "triggers", takes="number, perhaps", means=_renown),
    _triggered(
        "ingest",
        "2015-09-26 702.115",
        _hits_a_player,
        does=lambda n: a.TurnsUpCards(players=a.Players(who="chosen"), to="exile"),
        takes="number, perhaps",
    ),
    _triggered("myriad", "2015-11-13 702.116", _attacks, does=_myriad),
    _triggered("melee", "2016-08-26 702.121", _attacks, does=lambda n: _gets(a.THIS, _attacked_players(), _attacked_players())),
    _triggered(
        "afflict",
        "2017-07-08 702.130",
        _becomes_blocked,
        does=lambda n: a.ChangesLife(players=_defending(), loses=n),
        takes="number",
    ),
    _triggered("mentor", "2018-10-05 702.134", _attacks, does=_mentor),
    _triggered(
        "afterlife",
        "2019-01-25 702.135",
        _dies,
        does=lambda n: a.CreatesTokens(number=n, token=_spirit()),
        takes="number, perhaps",
    ),
    Keyword("decayed", "2021-09-24 702.147", "triggers", counter=True, means=_decayed),
    _triggered(
        "training",
        "2021-11-19 702.149",
        lambda: a.Attacks(creatures=a.THIS, others=_greater_power_than_subject(), minimum_others=1),
        does=lambda n: _grows(),
    ),
    _triggered("mobilize", "2025-04-04 702.181", _attacks, does=_mobilize, takes="number"),
    _triggered("firebending", "2025-11-14 702.189", _attacks, does=_adds_red, takes="number"),
    _triggered("double team", "", _attacks),
    Keyword("trample over planeswalkers", "2021-06-18 702.19", "planeswalkers", takes="number, perhaps"),
    Keyword("phasing", "2001-07-23 502.15 702.26", "phasing"),
    Keyword("flash", "2006-10-01 502.57 702.8", "nothing"),
    Keyword("hexproof", "2011-06-17 702.11", "nothing", counter=True),
    Keyword("shroud", "2007-05-01 502.36 702.18", "nothing"),
    Keyword("changeling", "2007-10-01 502.73 702.73", "nothing"),
    Keyword("living metal", "2022-11-18 702.161", "nothing"),
    Keyword("impending", "2024-11-08 702.176", "nothing", takes="rest", happens=_impending),
    Keyword("devoid", "2015-09-26 702.114", "nothing"),
    Keyword("prowess", "2014-09-25 702.108", "nothing"),
    Keyword("ascend", "2018-01-19 702.131", "nothing"),
    Keyword("amplify", "2003-03-15 502.27 702.38", "nothing", takes="rest", happens=_enters),
    Keyword("backup", "2023-04-14 702.165", "nothing", takes="rest", happens=_enters),
    Keyword("bloodthirst", "2006-02-01 502.50 702.54", "nothing", takes="rest", happens=_enters),
    Keyword("champion", "2007-10-01 502.72 702.72", "nothing", takes="rest", happens=lambda: _when("enters", "leaves")),
    Keyword(
        "cumulative upkeep",
        "2001-07-23 502.13 702.24",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("turn begins",), whose="you"),
    ),
    Keyword("crew", "2016-09-30 702.122", "nothing", takes="rest", happens=_was_crewed),
    Keyword("daybound", "2021-09-24 702.145", "nothing", happens=lambda: a.NotModelledAbility(on=("turn begins",))),
    Keyword("nightbound", "2021-09-24 702.145", "nothing", happens=lambda: a.NotModelledAbility(on=("turn begins",))),
    Keyword("devour", "2008-10-01 502.82 702.82", "nothing", takes="rest", happens=_enters),
    Keyword(
        "echo",
        "2001-07-23 502.19 702.30",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("turn begins",), whose="you"),
    ),
    Keyword(
        "evolve",
        "2013-02-01 702.100",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("enters",), whose="you", types=("Creature",)),
    ),
    Keyword("exploit", "2015-03-27 702.110", "nothing", takes="rest", happens=_enters),
    Keyword("fabricate", "2016-09-30 702.123", "nothing", takes="rest", happens=_enters),
    Keyword(
        "fading",
        "2001-07-23 502.20 702.32",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("enters", "turn begins"), whose="you"),
    ),
    Keyword("for mirrodin!", "2023-02-03 702.163", "nothing", takes="rest", happens=_enters),
    Keyword(
        "graft",
        "2006-05-01 502.54 702.58",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("enters",), types=("Creature",)),
    ),
    Keyword("hideaway", "2007-10-01 502.75 702.75", "nothing", takes="rest", happens=_enters),
    Keyword("job select", "2025-06-06 702.182", "nothing", takes="rest", happens=_enters),
    Keyword("living weapon", "2011-02-04 702.92", "nothing", takes="rest", happens=_enters),
    Keyword("offspring", "2024-07-30 702.175", "nothing", takes="rest", happens=_enters),
    Keyword("riot", "2019-01-25 702.136", "nothing", takes="rest", happens=_enters),
    Keyword(
        "soulbond",
        "2012-05-01 702.95",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("enters", "leaves", "control"), types=("Creature",)),
    ),
    Keyword("squad", "2022-10-07 702.157", "nothing", takes="rest", happens=_enters),
    Keyword("tribute", "2014-02-01 702.104", "nothing", takes="rest", happens=_enters),
    Keyword(
        "vanishing",
        "2007-02-01 502.60 702.63",
        "nothing",
        takes="rest",
        happens=lambda: a.NotModelledAbility(on=("enters", "turn begins"), whose="you"),
    ),
    Keyword("ward", "2021-04-22 702.21", "nothing", takes="rest", happens=lambda: _when("targeted by opponents")),
)
_REST = """
    affinity, aftermath, assist, aura swap, awaken, bargain, basic landcycling, bestow, blitz, boast, buyback,
    cascade, casualty, choose a background, cipher, cleave, commander ninjutsu, companion, compleated, conspire,
    convoke, craft, cycling, dash, delve, demonstrate, discover, disguise, disturb, doctor's
    companion, dredge, embalm, emerge, enchant, encore, entwine, epic, equip, escalate, escape, eternalize, evoke, exhaust,
    extort, flashback, for mirrodin, forecast, forestcycling, foretell, fortify, freerunning, friends forever, fuse,
    gift, gravestorm, harmonize, hidden agenda, improvise, increment, islandcycling, jump-start, kicker,
    landcycling, legendary partner, level up, madness, mayhem, megamorph, miracle, more than meets the
    eye, morph, mountaincycling, multikicker, mutate, ninjutsu, outlast, overload, partner, plainscycling,
    plot, power-up, prototype, prowl, ravenous, read ahead, ready to run, rebound, reconfigure, recover, reinforce, replicate,
    retrace, ripple, saddle, scavenge, slivercycling, sneak, space sculptor, specialize, spectacle, splice, split
    second, spree, start your engines, start your engines!, starting intensity, station, storied, storm, strive,
    sunburst, surge, suspend, swampcycling, teamwork, tiered, transfigure, transmute, typecycling, undaunted, unearth,
    visit, warp, web-slinging, wizardcycling
"""
"""Keywords that do nothing a board doesn't state: what follows one belongs to it."""

KEYWORDS: dict[str, Keyword] = {
    **{word: Keyword(word, "", "nothing", takes="rest") for word in " ".join(_REST.split()).split(", ")},
    **{each.word: each for each in _OWN},
}
"""The one list of keywords, by their words (rules 702 and 701)."""


_CHAPTER_SINCE = date(2009, 7, 11)
_PUT_BETWEEN = ((date(2011, 6, 17), "702.11"), (date(2013, 7, 13), "702.12"), (date(2021, 4, 22), "702.21"))
"""Hexproof, indestructible and ward: from that day on the numbers of the keywords behind them are greater by one."""


def numbers_of(word: str) -> tuple[tuple[date, str], ...]:
    """From which days on the rule of a keyword has had which number; nothing where it has no rule of its own."""
    if not KEYWORDS[word].rule:
        return ()
    since, *before, newest = KEYWORDS[word].rule.split()
    first = date.fromisoformat(since)
    found = [(first, number) for number in before]
    chapter, place = newest.split(".")
    for day in (max(first, _CHAPTER_SINCE), *(day for day, _ in _PUT_BETWEEN)):
        less = sum(day < later and int(place) > int(number.split(".")[1]) for later, number in _PUT_BETWEEN)
        number = f"{chapter}.{int(place) - less}"
        if day >= first and (not found or found[-1][1] != number):
            found.append((day, number))
    return tuple(found)


def keyword_called(word: str) -> Keyword | None:
    """The keyword of that name; "islandwalk" and the like are landwalk."""
    return KEYWORDS.get("landwalk" if word.endswith("walk") else word)


def bearing(word: str) -> Bearing | None:
    """What a keyword bears on in combat; None for a word that isn't known."""
    known = keyword_called(word)
    return None if known is None else known.bears_on


def given_by_counters(counter: str) -> bool:
    """Whether counters of that name give a keyword (122.1b)."""
    keyword = KEYWORDS.get(counter.lower())
    return keyword is not None and keyword.counter


@lru_cache(maxsize=4096)
def meaning(keyword: a.KeywordAbility) -> tuple[a.Ability, ...]:
    """What the keyword means for declarations and triggers, as abilities of the permanent that has it."""
    known = keyword_called(keyword.keyword)
    return () if known is None or known.means is None else known.means(keyword, 1 if keyword.number is None else keyword.number)
