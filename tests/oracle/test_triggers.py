"""Trigger conditions."""

import pytest
from declarant.events.abilities import (
    THIS,
    AllOf,
    AnyOf,
    Attacks,
    BecomesBlocked,
    BecomesBlockedBy,
    BecomesBlockedByNumber,
    BecomesTapped,
    Blocks,
    BlocksCreature,
    BlocksNumber,
    ControlledBy,
    Dies,
    Enlists,
    Exerts,
    HasColor,
    HasCounter,
    HasDesignation,
    HasType,
    Is,
    IsAttacked,
    IsInState,
    IsntBlocked,
    Matches,
    Not,
    OptionalAttackCost,
    PlayerAttacks,
    PlayerAttacksWith,
    Players,
    QuantityCompares,
    SomeAttack,
    SomeBlock,
    Targets,
    TotalPower,
    Triggered,
    TriggerEvent,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from oracle.reading import one, permanent

CREATURE = HasType(type="Creature")
HOST = Is(role="host")
YOU = Players(who="you")
ANY = Players(who="any")
OPPONENTS = Players(who="opponents")
MINE = AllOf(parts=(CREATURE, ControlledBy(players=YOU)))
OTHERS = AllOf(parts=(CREATURE, Not(part=THIS)))
WHITE = AllOf(parts=(HasColor(color="W"), CREATURE))


@pytest.mark.parametrize(
    ("condition", "events"),
    [
        ("this creature attacks", [Attacks(creatures=THIS)]),
        ("equipped creature attacks", [Attacks(creatures=HOST)]),
        ("a creature you control attacks", [Attacks(creatures=MINE)]),
        (
            "another creature you control attacks",
            [Attacks(creatures=AllOf(parts=(CREATURE, ControlledBy(players=YOU), Not(part=THIS))))],
        ),
        (
            "a Samurai or Warrior you control attacks alone",
            [
                Attacks(
                    creatures=AllOf(
                        parts=(AnyOf(parts=(HasType(type="Samurai"), HasType(type="Warrior"))), ControlledBy(players=YOU))
                    ),
                    alone=True,
                )
            ],
        ),
        ("this creature attacks a player", [Attacks(creatures=THIS, targets=Targets(players=ANY))]),
        (
            "a creature attacks you or a planeswalker you control",
            [Attacks(creatures=CREATURE, targets=Targets(players=YOU, planeswalkers=YOU))],
        ),
        ("this creature and at least two other creatures attack", [Attacks(creatures=THIS, others=OTHERS, minimum_others=2)]),
        ("this creature or equipped creature attacks", [Attacks(creatures=AnyOf(parts=(THIS, HOST)))]),
        ("this creature attacks or blocks", [Attacks(creatures=THIS), Blocks(creatures=THIS)]),
        ("this creature enters or attacks", [Attacks(creatures=THIS)]),
        ("this creature attacks or dies", [Attacks(creatures=THIS), Dies(permanents=THIS)]),
        ("this creature attacks, blocks, or becomes the target of a spell", [Attacks(creatures=THIS), Blocks(creatures=THIS)]),
        ("a player casts a spell or a creature attacks", [Attacks(creatures=CREATURE)]),
        ("this creature attacks and isn't blocked", [IsntBlocked(creatures=THIS)]),
        ("this creature attacks a player and isn't blocked", [IsntBlocked(creatures=THIS, targets=Targets(players=ANY))]),
        (
            "one or more Goblins you control attack a player",
            [
                SomeAttack(
                    creatures=AllOf(parts=(HasType(type="Goblin"), ControlledBy(players=YOU))), targets=Targets(players=ANY)
                )
            ],
        ),
        ("two or more creatures attack you", [SomeAttack(creatures=CREATURE, minimum=2, targets=Targets(players=YOU))]),
        ("one or more creatures block", [SomeBlock(creatures=CREATURE)]),
        ("enchanted player is attacked", [IsAttacked(targets=Targets(players=Players(who="enchanted")))]),
        ("you attack", [PlayerAttacks(players=YOU)]),
        ("you attack a player", [PlayerAttacks(players=YOU, attacked=ANY)]),
        ("a player attacks one of your opponents", [PlayerAttacks(players=ANY, attacked=OPPONENTS)]),
        (
            "an opponent attacks you and/or one or more planeswalkers you control",
            [
                PlayerAttacksWith(
                    players=OPPONENTS, creatures=CREATURE, targets=Targets(players=YOU, planeswalkers=YOU, together=True)
                )
            ],
        ),
        ("you attack with two or more creatures", [PlayerAttacksWith(players=YOU, creatures=CREATURE, minimum=2)]),
        ("you attack with exactly two creatures", [PlayerAttacksWith(players=YOU, creatures=CREATURE, minimum=2, maximum=2)]),
        (
            "you attack with a legendary creature",
            [PlayerAttacksWith(players=YOU, creatures=AllOf(parts=(HasType(type="Legendary"), CREATURE)), minimum=None)],
        ),
        (
            "a player attacks enchanted player with one or more creatures",
            [PlayerAttacksWith(players=ANY, creatures=CREATURE, targets=Targets(players=Players(who="enchanted")))],
        ),
        ("you exert a creature", [Exerts(creatures=MINE)]),
        ("this creature enlists a creature", [Enlists(creatures=THIS)]),
        ("this creature becomes tapped", [BecomesTapped(permanents=THIS)]),
        ("this creature blocks", [Blocks(creatures=THIS)]),
        ("this creature blocks a white creature", [BlocksCreature(creatures=THIS, attackers=WHITE)]),
        ("this creature blocks two or more creatures", [BlocksNumber(creatures=THIS, attackers=CREATURE, minimum=2)]),
        ("this creature becomes blocked", [BecomesBlocked(creatures=THIS)]),
        ("this creature becomes blocked by a white creature", [BecomesBlockedBy(creatures=THIS, blockers=WHITE)]),
        (
            "this creature becomes blocked by two or more creatures",
            [BecomesBlockedByNumber(creatures=THIS, blockers=CREATURE, minimum=2)],
        ),
        ("this creature blocks or becomes blocked", [Blocks(creatures=THIS), BecomesBlocked(creatures=THIS)]),
        (
            "this creature blocks or becomes blocked by a creature",
            [BlocksCreature(creatures=THIS, attackers=CREATURE), BecomesBlockedBy(creatures=THIS, blockers=CREATURE)],
        ),
        (
            "a white creature blocks or becomes blocked by this creature",
            [BlocksCreature(creatures=WHITE, attackers=THIS), BecomesBlockedBy(creatures=WHITE, blockers=THIS)],
        ),
    ],
)
def test_a_trigger_condition_is_read(condition: str, events: list[TriggerEvent]) -> None:
    assert one(f"Whenever {condition}, draw a card.") == Triggered(events=tuple(events))


def test_an_intervening_if_is_the_condition() -> None:
    assert one("Whenever this creature attacks, if it has a dread counter on it, draw a card.") == Triggered(
        events=(Attacks(creatures=THIS),), condition=Matches(role="source", filter=HasCounter(counter="dread"))
    )


def test_while_is_a_condition_too() -> None:
    assert one("Whenever this creature attacks while saddled, draw a card.").circumstances == HasDesignation(
        designation="saddled"
    )


def test_total_power_of_the_attackers_is_a_condition() -> None:
    attackers = AllOf(parts=(CREATURE, IsInState(state="attacking"), ControlledBy(players=YOU)))
    assert one("Whenever you attack with creatures with total power 6 or greater, draw a card.") == Triggered(
        events=(PlayerAttacks(players=YOU),),
        circumstances=QuantityCompares(quantity=TotalPower(filter=attackers), comparison=">=", than=6),
    )


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("Whenever this creature attacks for the first time each turn, untap it.", "first time each turn"),
        ("Whenever this creature attacks, untap it. This ability triggers only once each turn.", "once each turn"),
        ("Whenever this creature attacks, untap it. Do this only once each turn.", None),
    ],
)
def test_a_trigger_may_be_limited(line: str, limit: str | None) -> None:
    ability = one(line)
    assert isinstance(ability, Triggered)
    assert ability.limit == limit


def test_two_conditions_are_two_abilities_and_only_what_is_declared_counts() -> None:
    assert permanent("When this creature enters and whenever it attacks while saddled, draw a card.") == [
        Triggered(events=(Attacks(creatures=THIS),), circumstances=HasDesignation(designation="saddled"))
    ]


def test_the_reflexive_trigger_of_an_exert_ability_is_set_off_by_exerting() -> None:
    assert permanent("You may exert this creature as it attacks. When you do, draw a card.") == [
        OptionalAttackCost(creatures=THIS, cost="exert"),
        Triggered(events=(Exerts(creatures=THIS, linked=True),)),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "When this creature enters, target creature can't block this turn.",
        "At the beginning of combat on your turn, goad target creature.",
        "At the beginning of your end step, if an attacking creature died this turn, draw a card.",
        "Whenever you cast a creature, artifact, or aura spell, creatures you control gain flying until end of turn.",
        "Whenever this creature deals noncombat damage to a player, draw a card.",
    ],
)
def test_what_nothing_declared_sets_off_says_nothing(line: str) -> None:
    assert read_permanent(line) == ()


@pytest.mark.parametrize(
    "line",
    [
        "Whenever this creature attacks a player with a funny hat, draw a card.",
        "Whenever this creature attacks, if you've sung, draw a card.",
        "Whenever two creatures attack in step, draw a card.",
        "Whenever a creature attacks you in anger or a Goblin dances, draw a card.",
    ],
)
def test_a_trigger_condition_that_is_not_understood_is_declined(line: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(line)


def test_a_quotation_in_what_a_trigger_does_that_isnt_understood_leaves_the_trigger() -> None:
    (trigger,) = read_permanent('Whenever this creature attacks, it gains "Grim Ox sings" until end of turn.', name="Grim Ox")
    assert isinstance(trigger, Triggered) and trigger.does is None


@pytest.mark.parametrize(
    "dies", ["is put into a graveyard from play", "goes to the graveyard from play", "goes into a graveyard from play"]
)
def test_play_is_what_the_battlefield_was_called(dies: str) -> None:
    (before,), (now,) = (read_permanent(f"When this creature {said}, draw a card.") for said in (dies, "dies"))
    assert before == now.model_copy(update={"text": before.text})


@pytest.mark.parametrize("many", ["three", "2"])
def test_so_many_creatures_or_more_isnt_guessed(many: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"Whenever you attack with {many} creatures, draw a card.")
    for said in (f"exactly {many}", f"at least {many}", f"{many} or more"):
        assert read_permanent(f"Whenever you attack with {said} creatures, draw a card.")


def test_damage_of_at_most_so_much_is_not_any_damage() -> None:
    assert one("Whenever ~ deals 5 or less damage to a player, draw a card.").kind == "not_modelled"


@pytest.mark.parametrize("said", ["the damage dealt to that player", "the damage it dealt", "the combat damage dealt"])
def test_the_damage_that_set_it_off_may_be_said_to_be_dealt(said: str) -> None:
    dealt, much = (
        read_permanent(f"Whenever ~ deals combat damage to a player, you gain {each}.")
        for each in (f"life equal to {said}", "that much life")
    )
    assert [each.does for each in dealt if each.kind == "triggered"] == [each.does for each in much if each.kind == "triggered"]
    assert dealt[0].kind == "triggered" and dealt[0].does is not None


@pytest.mark.parametrize("event", ["this creature attacks", "a creature dies", "this creature deals combat damage to a player"])
@pytest.mark.parametrize("joined", [", and it's your turn", ", or it's your turn", ", and you control an Elf"])
def test_all_that_an_if_asks_is_asked_or_nothing_triggers(event: str, joined: str) -> None:
    def triggers(asked: str) -> bool:
        try:
            read = read_permanent(f"Whenever {event}, if you control a Goblin{asked}, draw a card.")
        except WordingNotUnderstood:
            return False
        return any(isinstance(each, Triggered) for each in read)

    assert triggers(joined.removeprefix(",")) and not triggers(joined)
