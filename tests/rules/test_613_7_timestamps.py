"""613.7: effects that grant and remove abilities apply in the order of their timestamps."""

from referee import ANN, BOB, attack, block, creature, effect, enchantment, given, illegal, legal, permanent

BEAR, GUARD, WALL = creature("bear", ANN), creature("guard", BOB), creature("wall", BOB)
BIRD = creature("bird", ANN, "Flying")
FLYING = illegal("509.1b", "flying")
GAINS, LOSES = {"on": "bear", "text": "Flying"}, {"on": "bear", "loses_abilities": True}


def test_an_ability_granted_after_all_were_lost_is_there() -> None:
    given(BEAR, GUARD, effects=(LOSES, GAINS)).when(attack(bear=BOB), block(guard="bear")).then(FLYING)


def test_an_ability_granted_before_all_were_lost_is_not() -> None:
    given(BEAR, GUARD, effects=(GAINS, LOSES)).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_losing_one_keyword_takes_away_what_was_granted_before_it() -> None:
    loses = effect(BOB, "[bear] loses flying until end of turn.")
    given(BEAR, GUARD, effects=(GAINS, loses)).when(attack(bear=BOB), block(guard="bear")).then(legal)
    given(BEAR, GUARD, effects=(loses, GAINS)).when(attack(bear=BOB), block(guard="bear")).then(FLYING)


def test_losing_flying_takes_every_instance_of_it() -> None:
    given(BIRD, GUARD, effects=({"on": "bird", "text": "Flying"}, effect(BOB, "[bird] loses flying until end of turn."))).when(
        attack(bird=BOB), block(guard="bird")
    ).then(legal)


def test_what_a_permanent_grants_has_the_timestamp_of_the_permanent() -> None:
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, wind, effects=(LOSES,)).when(attack(bear=BOB), block(guard="bear")).then(legal)
    given(BEAR, GUARD, effects=(LOSES,)).when(attack(bear=BOB), {"enters": wind}, block(guard="bear")).then(FLYING)


def test_a_permanent_that_becomes_attached_gets_a_new_timestamp() -> None:
    wings = permanent(
        "wings", ANN, "Enchanted creature has flying.", types=("Enchantment",), subtypes=("Aura",), attached_to="ox"
    )
    given(BEAR, creature("ox", ANN), GUARD, wings, effects=(LOSES,)).when(
        attack(bear=BOB), {"changes": {"id": "wings", "attached_to": "bear"}}, block(guard="bear")
    ).then(FLYING)


def test_static_removal_applies_to_what_entered_later_too() -> None:
    humility = enchantment("humility", BOB, "Creatures your opponents control lose all abilities.")
    given(humility, BIRD, GUARD).when(attack(bird=BOB), block(guard="bird")).then(legal)


def test_an_ability_granted_by_a_younger_permanent_survives_static_removal() -> None:
    humility = enchantment("humility", BOB, "Creatures your opponents control lose all abilities.")
    wind = enchantment("wind", ANN, "Creatures you control have flying.")
    given(BEAR, GUARD, humility, wind).when(attack(bear=BOB), block(guard="bear")).then(FLYING)
    given(BEAR, GUARD, wind, humility).when(attack(bear=BOB), block(guard="bear")).then(legal)
