"""508.1d: as many requirements are obeyed as can be without disobeying a restriction."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    a_legal_way_out,
    attack,
    costs,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    illegally,
    instead,
    legal,
    planeswalker,
)

THREE = (ANN, BOB, CAT)
MUST = "This creature attacks each combat if able."
DISOBEYED = illegal("508.1d")
NO_MORE_THAN_ONE = enchantment("gate", BOB, "No more than one creature can attack each combat.")


def tax(mana: str) -> str:
    return f"Creatures can't attack you unless their controller pays {mana} for each creature they control that's attacking you."


def test_a_creature_that_attacks_if_able_must_attack() -> None:
    board = given(creature("brute", ANN, MUST), creature("ox", ANN))
    board.when(attack(ox=BOB)).then(illegal("508.1d", "brute attacks if able"), instead(brute=BOB, ox=BOB), a_legal_way_out)
    board.when(attack(brute=BOB)).then(legal)


def test_attacking_a_planeswalker_is_attacking() -> None:
    given(creature("brute", ANN, MUST), planeswalker("sage", BOB)).when(attack(brute="sage")).then(legal)


@pytest.mark.parametrize("hindrance", [{"tapped": True}, {"summoning_sick": True}])
def test_nothing_is_asked_of_a_creature_that_couldnt_be_chosen(hindrance: dict[str, bool]) -> None:
    given(creature("brute", ANN, MUST, **hindrance)).when(attack()).then(legal)


def test_it_is_asked_of_each_creature_of_the_active_player_only() -> None:
    given(creature("ox", BOB), enchantment("fury", BOB, "All creatures attack each combat if able.")).when(attack()).then(legal)


def test_it_is_asked_in_each_combat_of_a_turn() -> None:
    given(creature("bear", ANN, "Vigilance"), effects=(effect(BOB, "[bear] attacks this turn if able."),)).when(
        attack(bear=BOB), {"combat": "again"}, attack()
    ).then(DISOBEYED)


def test_it_isnt_asked_in_the_next_turn_if_it_was_for_this_one() -> None:
    given(creature("bear", ANN), effects=(effect(BOB, "[bear] attacks this turn if able."),)).when(
        illegally(attack()), {"turn": BOB}, {"turn": ANN}, attack()
    ).then(legal)


def test_a_creature_that_attacked_and_is_tapped_neednt_attack_again() -> None:
    given(creature("brute", ANN, MUST)).when(attack(brute=BOB), {"combat": "again"}, attack()).then(legal)


# --- attacks that player -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "verdict"), [(BOB, legal), (CAT, DISOBEYED), ("sage", DISOBEYED), (None, DISOBEYED)])
def test_a_creature_that_attacks_a_player_if_able_must_attack_that_player(target: str | None, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        planeswalker("sage", BOB),
        players=THREE,
        effects=(effect(BOB, "[bear] attacks [Bob] this turn if able."),),
    ).when(attack({"bear": target} if target else {})).then(verdict)


def test_it_neednt_attack_anybody_if_it_cant_attack_that_player() -> None:
    given(
        creature("bear", ANN),
        enchantment("peace", BOB, "Creatures can't attack you."),
        players=THREE,
        effects=(effect(BOB, "[bear] attacks [Bob] this turn if able."),),
    ).when(attack()).then(legal)


@pytest.mark.parametrize("target", [BOB, CAT])
def test_between_requirements_that_exclude_each_other_any_is_legal(target: str) -> None:
    board = given(
        creature("bear", ANN),
        players=THREE,
        effects=(
            effect(BOB, "[bear] attacks [Bob] this turn if able."),
            effect(CAT, "[bear] attacks [Cat] this turn if able."),
        ),
    )
    board.when(attack(bear=target)).then(legal)
    board.when(attack()).then(DISOBEYED)


# --- against restrictions -----------------------------------------------------------------------------------------------------


def test_a_restriction_beats_a_requirement() -> None:
    given(creature("brute", ANN, f"{MUST}\nDefender")).when(attack()).then(legal)


def test_no_number_of_requirements_beats_a_restriction() -> None:
    given(
        creature("brute", ANN, f"{MUST}\nDefender"),
        effects=({"goad": "brute", "by": BOB}, {"goad": "brute", "by": CAT}),
        players=THREE,
    ).when(attack(brute=BOB)).then(illegal("508.1c"), instead(), a_legal_way_out)


def test_a_creature_without_abilities_is_conscripted_as_company() -> None:
    board = given(creature("brute", ANN, f"{MUST}\nThis creature can't attack alone."), creature("ox", ANN))
    board.when(attack()).then(DISOBEYED, instead(brute=BOB, ox=BOB), a_legal_way_out)
    board.when(attack(ox=BOB)).then(DISOBEYED)


def test_nobody_attacks_where_company_is_missing() -> None:
    given(creature("brute", ANN, f"{MUST}\nThis creature can't attack alone."), creature("ox", ANN, tapped=True)).when(
        attack()
    ).then(legal)


@pytest.mark.parametrize(("attackers", "verdict"), [({"brute": BOB}, legal), ({"ogre": BOB}, legal), ({}, DISOBEYED)])
def test_where_only_one_can_attack_any_maximum_is_legal(attackers: dict[str, str], verdict: Check) -> None:
    given(creature("brute", ANN, MUST), creature("ogre", ANN, MUST), NO_MORE_THAN_ONE).when(attack(attackers)).then(verdict)


def test_where_only_one_can_attack_a_creature_of_which_nothing_is_asked_cant_take_its_place() -> None:
    given(creature("brute", ANN, MUST), creature("ox", ANN), NO_MORE_THAN_ONE).when(attack(ox=BOB)).then(
        DISOBEYED, instead(brute=BOB)
    )


def test_requirements_are_counted_each_by_itself() -> None:
    board = given(creature("brute", ANN, f"{MUST}\n{MUST}"), creature("ogre", ANN, MUST), NO_MORE_THAN_ONE)
    board.when(attack(ogre=BOB)).then(illegal("508.1d", "1 requirement", "of the 2"), instead(brute=BOB))
    board.when(attack(brute=BOB)).then(legal)


# --- if another attacks ---------------------------------------------------------------------------------------------------------


def test_if_one_attacks_others_attack_if_able() -> None:
    board = given(
        creature("herald", ANN, "If this creature attacks, all creatures you control attack if able."),
        creature("ox", ANN),
        creature("elf", ANN, tapped=True),
    )
    board.when(attack()).then(legal)
    board.when(attack(ox=BOB)).then(legal)
    board.when(attack(herald=BOB)).then(illegal("508.1d", "ox"), a_legal_way_out)
    board.when(attack(herald=BOB, ox=BOB)).then(legal)


# --- costs ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mana", ["{2}", "{0}"])
def test_nobody_is_required_to_pay_not_even_nothing(mana: str) -> None:
    board = given(creature("brute", ANN, MUST), enchantment("toll", BOB, tax(mana)))
    board.when(attack()).then(legal)
    board.when(attack(brute=BOB)).then(legal, costs(mana))


def test_whoever_can_be_attacked_for_free_must_be() -> None:
    board = given(creature("brute", ANN, MUST), enchantment("toll", BOB, tax("{2}")), players=THREE)
    board.when(attack()).then(DISOBEYED, instead(brute=CAT), a_legal_way_out)
    board.when(attack(brute=CAT)).then(legal, costs(None))


def test_paying_for_one_creature_obliges_nobody_to_pay_for_another() -> None:
    given(creature("brute", ANN, MUST), creature("ox", ANN), enchantment("toll", BOB, tax("{1}"))).when(attack(ox=BOB)).then(
        legal, costs("{1}")
    )


def test_a_creature_that_pays_anyway_must_obey_what_its_payment_allows() -> None:
    given(
        creature("bear", ANN, "This creature can't attack unless you pay {1}."),
        players=THREE,
        effects=(effect(BOB, "[bear] attacks [Bob] this turn if able."),),
    ).when(attack(bear=CAT)).then(DISOBEYED, instead(bear=BOB), a_legal_way_out)


def test_a_cost_that_can_be_paid_isnt_a_restriction_that_can_be_disobeyed() -> None:
    given(creature("brute", ANN, MUST), enchantment("toll", BOB, tax("{2}")), mana={ANN: "{1}"}).when(attack(brute=BOB)).then(
        illegal("508.1j"), instead()
    )
