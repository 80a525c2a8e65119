"""Costs to attack or block."""

import pytest
from declarant.events.abilities import (
    THIS,
    AllOf,
    AttackCost,
    BasicLandTypes,
    BlockCost,
    ControlledBy,
    Cost,
    CountersOn,
    CountOf,
    HasType,
    OptionalAttackCost,
    PermanentCost,
    Players,
    PlayerTotal,
    Targets,
)
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from oracle.reading import one, permanent

YOU = Players(who="you")
CREATURE = HasType(type="Creature")
LAND = HasType(type="Land")


@pytest.mark.parametrize(
    ("phrase", "cost"),
    [
        ("you pay {2}", Cost(mana="{2}")),
        ("you pay {W/U}{G/P}", Cost(mana="{W/U}{G/P}")),
        ("you pay 2 life", Cost(life=2)),
        ("you discard a card", Cost(discard=1)),
        (
            "you sacrifice two Islands",
            Cost(permanents=(PermanentCost(action="sacrifice", number=2, filter=HasType(type="Island")),)),
        ),
        ("you return a land to its owner's hand", Cost(permanents=(PermanentCost(action="return", filter=LAND),))),
        ("you tap a land", Cost(permanents=(PermanentCost(action="tap", filter=LAND),))),
        ("you pay {1} for each card in your hand", Cost(mana="{1}", times=PlayerTotal(what="hand", players=YOU))),
        ("you pay {1} for each +1/+1 counter on it", Cost(mana="{1}", times=CountersOn(of="source", counter="+1/+1"))),
        ("you pay {1} for each land on the battlefield", Cost(mana="{1}", times=CountOf(filter=LAND))),
        (
            "you pay {X}, where X is the number of lands you control",
            Cost(generic=CountOf(filter=AllOf(parts=(LAND, ControlledBy(players=YOU))))),
        ),
    ],
)
def test_a_cost_is_read(phrase: str, cost: Cost) -> None:
    assert permanent(f"This creature can't attack or block unless {phrase}.") == [
        AttackCost(creatures=THIS, cost=cost),
        BlockCost(blockers=THIS, cost=cost),
    ]


@pytest.mark.parametrize("each", ["of those creatures", "creature they control that's attacking you"])
def test_a_cost_for_each_creature_is_the_cost_of_one(each: str) -> None:
    assert one(f"Creatures can't attack you unless their controller pays {{2}} for each {each}.") == AttackCost(
        creatures=CREATURE, targets=Targets(players=YOU), cost=Cost(mana="{2}")
    )


def test_domain_counts_basic_land_types() -> None:
    ability = one(
        "Domain — Creatures can't attack you unless their controller pays {X} for each of those creatures, "
        "where X is the number of basic land types among lands you control."
    )
    assert isinstance(ability, AttackCost)
    assert ability.cost == Cost(generic=BasicLandTypes(players=YOU))


def test_a_cost_to_be_blocked_is_a_cost_to_block() -> None:
    assert one(
        "This creature can't be blocked unless defending player pays {3} for each creature they control that's blocking it."
    ) == BlockCost(blockers=AllOf(), attackers=THIS, cost=Cost(mana="{3}"))


COSTS = ("pays {1}", "pays 2 life", "pays {X}", "sacrifices a land")


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize(
    "frame", ["This creature can't be blocked unless {}{}{}.", "Creatures you control can't be blocked unless {}{}{}."]
)
def test_once_for_the_attacker_is_no_cost_for_each_blocker(frame: str, cost: str) -> None:
    where = ", where X is the number of Goblins you control" if "X" in cost else ""
    for each in ("creature blocking it", "creature they control that's blocking it", "blocking creature"):
        ability = one(frame.format(f"defending player {cost}", f" for each {each}", where))
        assert isinstance(ability, BlockCost) and one(render(ability)) == ability
    for other in ("", " for each Goblin you control", " for each of those creatures"):
        with pytest.raises(WordingNotUnderstood):
            read_permanent(frame.format(f"defending player {cost}", other, where))


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("does", ["attack", "attack you", "block", "block this creature"])
def test_a_cost_is_said_for_each_of_several(does: str, cost: str) -> None:
    where = ", where X is the number of Goblins you control" if "X" in cost else ""
    said = f"Creatures can't {does} unless their controller {cost} for each of those creatures{where}."
    assert render(one(said)) == said


def test_exerting_is_an_optional_cost() -> None:
    assert one("You may exert this creature as it attacks.") == OptionalAttackCost(creatures=THIS, cost="exert")


def test_an_amount_that_is_nowhere_stated_is_declined() -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent("This creature can't attack unless you pay {X}.")


@pytest.mark.parametrize("of", ["Goblins", "Creatures with flying", "White creatures", "Nontoken artifact creatures"])
@pytest.mark.parametrize("does", ["attack", "block"])
def test_a_cost_for_each_creature_that_does_so_is_no_cost_for_each_of_some(of: str, does: str) -> None:
    """With a Goblin and an Elf that block, "{1} for each blocking creature" is {2}."""
    pays = f"can't {does} unless their controller pays {{1}} for each"
    with pytest.raises(WordingNotUnderstood):
        read_permanent(f"{of} {pays} {does}ing creature they control.")
    assert read_permanent(f"{of} {pays} of those creatures.") and read_permanent(
        f"Creatures {pays} {does}ing creature they control."
    )
