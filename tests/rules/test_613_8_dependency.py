"""613.8: an effect that another one changes, ends or gives new objects waits for that one, whatever their timestamps."""

from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, illegal, legal, life

BEAR, GUARD, WALL = creature("bear", ANN), creature("guard", BOB), creature("wall", BOB)
SPIDERS = (creature("spider", BOB, "Reach"), creature("widow", BOB, "Reach"))
FLYING, MENACE = illegal("509.1b", "flying"), illegal("509.1b", "menace")


def test_a_source_that_lost_its_ability_grants_nothing_although_it_is_older() -> None:
    lord = creature("lord", ANN, "Other creatures you control have flying.")
    board = given(lord, BEAR, GUARD, effects=({"on": "lord", "loses_abilities": True},))
    board.when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_a_source_whose_ability_is_lost_on_the_others_only_goes_on_granting_elsewhere() -> None:
    lord = creature("lord", ANN, "Other creatures you control have flying.")
    given(lord, BEAR, creature("ox", ANN), GUARD, effects=({"on": "ox", "loses_abilities": True},)).when(
        attack(bear=BOB, ox=BOB), block(guard="bear")
    ).then(FLYING)


def test_a_grant_that_asks_for_a_keyword_waits_for_the_grant_of_that_keyword() -> None:
    menace = enchantment("dread", ANN, "Creatures you control with flying have menace.")
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    for permanents in ((menace, wind), (wind, menace)):
        board = given(BEAR, *SPIDERS, *permanents)
        board.when(attack(bear=BOB), block(spider="bear")).then(MENACE)
        board.when(attack(bear=BOB), block(spider="bear", widow="bear")).then(legal)


def test_a_grant_that_asks_for_a_keyword_waits_for_its_loss() -> None:
    menace = enchantment("dread", ANN, "Creatures you control with flying have menace.")
    calm = enchantment("calm", BOB, "Creatures your opponents control lose flying.")
    for permanents in ((menace, calm), (calm, menace)):
        given(creature("bird", ANN, "Flying"), GUARD, *permanents).when(attack(bird=BOB), block(guard="bird")).then(legal)


def test_a_granted_ability_that_grants_is_applied_too() -> None:
    shared = "Creatures you control have “Other creatures you control have menace.”"
    given(BEAR, creature("ox", ANN), GUARD, enchantment("drums", ANN, shared)).when(attack(bear=BOB), block(guard="bear")).then(
        MENACE
    )


def test_two_effects_that_depend_on_each_other_apply_in_the_order_of_their_timestamps() -> None:
    flying = enchantment("up", ANN, "Creatures you control without reach have flying.")
    reach = enchantment("down", ANN, "Creatures you control without flying have reach.")
    given(BEAR, GUARD, flying, reach).when(attack(bear=BOB), block(guard="bear")).then(FLYING)
    given(BEAR, GUARD, reach, flying).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_an_effect_without_dependency_does_not_wait() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, wind, effects=({"on": "bear", "loses_abilities": True},)).when(attack(bear=BOB), block(guard="bear")).then(
        legal
    )


def test_a_bonus_for_odd_power_waits_for_what_changes_power() -> None:
    odd = enchantment("odd", ANN, "Creatures you control with odd power get +1/+0.")
    more = enchantment("more", ANN, "Creatures you control get +1/+0.")
    bear = creature("bear", ANN, power=2, stated=False)
    for permanents in ((odd, more), (more, odd)):
        given(bear, *permanents).when(attack(bear=BOB), block(), damage()).then(life(Bob=16))
