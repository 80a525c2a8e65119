"""509.1d in every edition: the total cost to block is determined once, for all chosen creatures, and locked in."""

import pytest
from referee import ANN, BOB, attack, block, blocking, costs, creature, enchantment, given, illegal, legal, permanent

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
TOLL = creature("toll", BOB, "This creature can't block unless you pay {2}.")
FEE = creature("fee", BOB, "This creature can't block unless you pay {1}{W}.")


def test_the_cost_is_that_of_the_chosen_creatures_only() -> None:
    given(BEAR, TOLL, creature("guard", BOB)).when(attack(bear=BOB), block(guard="bear")).then(legal, costs(None))


def test_the_costs_of_all_chosen_creatures_are_one_total() -> None:
    given(BEAR, TOLL, FEE).when(attack(bear=BOB), block(toll="bear", fee="bear")).then(legal, costs("{3}{W}"))


def test_a_creature_that_blocks_twice_is_paid_for_once() -> None:
    wide = creature(
        "wide", BOB, "This creature can't block unless you pay {2}.\nThis creature can block an additional creature each combat."
    )
    given(BEAR, OX, wide).when(attack(bear=BOB, ox=BOB), block(wide=["bear", "ox"])).then(legal, costs("{2}"))


def test_each_effect_adds_its_cost() -> None:
    tax = enchantment("tax", ANN, "Creatures can't block unless their controller pays {1}.")
    given(BEAR, TOLL, tax).when(attack(bear=BOB), block(toll="bear")).then(legal, costs("{3}"))


def test_a_cost_of_nothing_is_locked_in_too() -> None:
    given(BEAR, creature("free", BOB, "This creature can't block unless you pay {0}.")).when(
        attack(bear=BOB), block(free="bear")
    ).then(legal, costs("{0}"))


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("This creature can't block unless you pay 3 life.", "3 life"),
        ("This creature can't block unless you discard a card.", "discard 1 card"),
        ("This creature can't block unless you sacrifice an artifact.", "sacrifice idol"),
        ("This creature can't block unless you tap an untapped artifact you control.", "tap idol"),
        ("This creature can't block unless you return an artifact you control to its owner's hand.", "return idol"),
    ],
)
def test_costs_need_not_be_mana(text: str, total: str) -> None:
    given(BEAR, creature("toll", BOB, text), permanent("idol", BOB, types=("Artifact",)), hand={BOB: 1}).when(
        attack(bear=BOB), block(toll="bear")
    ).then(legal, costs(total))


def test_what_changes_after_the_total_is_locked_in_is_ignored() -> None:
    tribute = enchantment(
        "tribute",
        ANN,
        "Enchanted creature can't block unless its controller pays {1} for each card in your hand.",
        attached_to="guard",
    )
    discarding = creature("miser", BOB, "This creature can't block unless you discard a card.")
    given(BEAR, creature("guard", BOB), tribute, discarding, hand={ANN: 3, BOB: 1}, mana={BOB: "{3}"}).when(
        attack(bear=BOB), block(guard="bear", miser="bear")
    ).then(legal, costs("{3}, discard 1 card"), blocking(guard=["bear"], miser=["bear"]))


def test_a_source_that_is_sacrificed_to_pay_leaves_the_total_as_it_was() -> None:
    tax = permanent("tax", BOB, "Creatures can't block unless their controller pays {1}.", types=("Artifact",))
    martyr = creature("martyr", BOB, "This creature can't block unless you sacrifice an artifact.")
    given(BEAR, martyr, tax).when(attack(bear=BOB), block(martyr="bear")).then(legal, costs("{1}, sacrifice tax"))


@pytest.mark.parametrize(
    ("artifacts", "what", "total"),
    [
        (["idol", "relic"], "an artifact", "sacrifice idol or relic"),
        (["idol", "relic"], "two artifacts", "sacrifice idol and relic"),
        (["idol", "relic", "orb"], "two artifacts", "sacrifice 2 of idol, relic, orb"),
        ([f"relic{number}" for number in range(9)], "an artifact", "sacrifice 1 permanent"),
    ],
    ids=["one of two", "both", "two of three", "one of many"],
)
def test_a_cost_names_the_permanents_where_they_are_few(artifacts: list[str], what: str, total: str) -> None:
    toll = creature("toll", BOB, f"This creature can't block unless you sacrifice {what}.")
    given(BEAR, toll, *(permanent(id, BOB, types=("Artifact",)) for id in artifacts)).when(
        attack(bear=BOB), block(toll="bear")
    ).then(legal, costs(total))


def test_what_isnt_there_cant_be_named() -> None:
    toll = creature("toll", BOB, "This creature can't block unless you sacrifice an artifact.")
    given(BEAR, toll).when(attack(bear=BOB), block(toll="bear")).then(illegal("509.1f"), costs("sacrifice 1 permanent"))
