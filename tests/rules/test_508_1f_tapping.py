"""508.1f: the chosen creatures become tapped, which isn't a cost."""

from referee import ANN, BOB, attack, creature, enchantment, given, illegal, illegally, land, legal, tapped, triggers


def test_attackers_become_tapped_and_the_others_dont() -> None:
    given(creature("bear", ANN), creature("ox", ANN)).when(attack(bear=BOB)).then(legal, tapped("bear"))


def test_a_creature_with_vigilance_doesnt() -> None:
    given(creature("bear", ANN, "Vigilance"), creature("ox", ANN)).when(attack(bear=BOB, ox=BOB)).then(tapped("ox"))


def test_vigilance_that_an_effect_grants_counts() -> None:
    given(creature("bear", ANN), effects=({"on": "bear", "text": "Vigilance"},)).when(attack(bear=BOB)).then(tapped())


def test_attacking_doesnt_cause_creatures_of_one_player_to_tap() -> None:
    text = "Attacking doesn't cause creatures you control to tap."
    given(creature("bear", ANN), enchantment("dawn", ANN, text)).when(attack(bear=BOB)).then(tapped())
    given(creature("bear", ANN), enchantment("dawn", BOB, text)).when(attack(bear=BOB)).then(tapped("bear"))


def test_a_condition_on_that_is_asked_as_attackers_are_declared() -> None:
    dawn = enchantment("dawn", ANN, "As long as you control a Plains, attacking doesn't cause creatures you control to tap.")
    given(creature("bear", ANN), dawn).when(attack(bear=BOB)).then(tapped("bear"))
    given(creature("bear", ANN), dawn, land("plains", ANN, "Plains")).when(attack(bear=BOB)).then(tapped())


def test_vigilance_gained_afterwards_untaps_nothing() -> None:
    given(creature("bear", ANN)).when(attack(bear=BOB), {"effect": {"on": "bear", "text": "Vigilance"}}).then(tapped("bear"))


def test_tapping_to_attack_is_becoming_tapped() -> None:
    text = "Whenever this creature becomes tapped, you gain 1 life."
    given(creature("bear", ANN, text), creature("ox", ANN, f"{text}\nVigilance")).when(attack(bear=BOB, ox=BOB)).then(
        triggers("508.1f", bear=1)
    )


def test_an_attacker_cant_be_tapped_again_for_a_cost() -> None:
    board = given(creature("bear", ANN, "This creature can't attack unless you tap an untapped creature you control."))
    board.when(attack(bear=BOB)).then(illegal("508.1j"))


def test_an_illegal_declaration_leaves_its_creatures_untapped() -> None:
    given(creature("bear", ANN), creature("ox", ANN)).when(
        illegally(attack(bear=BOB, step={"bands": [["bear"]]})), attack(ox=BOB)
    ).then(legal, tapped("ox"))
