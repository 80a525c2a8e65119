"""702.22h: a creature that blocks one member of an attacking band blocks every member of it."""

from referee import ANN, BOB, attack, block, blocked, blocking, creature, given, illegal, legal, triggers, unblocked

BEAR, BIRD = creature("bear", ANN, "Banding"), creature("bird", ANN, "Flying")
GUARD = creature("guard", BOB)
BAND = attack(bear=BOB, bird=BOB, step={"bands": [["bear", "bird"]]})


def test_blocking_one_member_blocks_the_whole_band() -> None:
    given(BEAR, BIRD, GUARD).when(BAND, block(guard="bear")).then(
        legal, blocked("bear", "bird"), unblocked(), blocking(guard=["bear", "bird"])
    )


def test_the_member_that_is_chosen_must_be_one_it_can_block() -> None:
    given(BEAR, BIRD, GUARD).when(BAND, block(guard="bird")).then(illegal("509.1b", "flying"))


def test_attackers_outside_the_band_stay_unblocked() -> None:
    given(BEAR, BIRD, creature("ox", ANN), GUARD).when(
        attack(bear=BOB, bird=BOB, ox=BOB, step={"bands": [["bear", "bird"]]}), block(guard="bear")
    ).then(blocked("bear", "bird"), unblocked("ox"))


def test_without_a_band_only_the_chosen_attacker_is_blocked() -> None:
    given(BEAR, BIRD, GUARD).when(attack(bear=BOB, bird=BOB), block(guard="bear")).then(blocked("bear"), unblocked("bird"))


def test_abilities_of_each_member_trigger() -> None:
    text = "Banding\nWhenever this creature becomes blocked by a creature, draw a card."
    given(creature("bear", ANN, text), creature("bird", ANN, text), GUARD, creature("wall", BOB)).when(
        BAND, block(guard="bear", wall="bird")
    ).then(triggers(bear=2, bird=2))


def test_blocking_a_band_is_blocking_once_for_the_blocker() -> None:
    given(BEAR, BIRD, creature("guard", BOB, "Whenever this creature blocks, draw a card.")).when(BAND, block(guard="bear")).then(
        triggers(guard=1)
    )


def test_an_effect_that_makes_a_creature_block_a_member_makes_it_block_the_band() -> None:
    given(BEAR, BIRD, GUARD).when(BAND, block(), {"blocks": {"guard": "bear"}}).then(
        blocked("bear", "bird"), blocking(guard=["bear", "bird"])
    )


def test_a_creature_that_enters_blocking_a_member_blocks_the_band() -> None:
    given(BEAR, BIRD).when(BAND, block(), {"enters": creature("wolf", BOB), "blocking": "bird"}).then(
        blocked("bear", "bird"), unblocked()
    )


def test_a_member_that_left_combat_is_not_blocked_with_the_band() -> None:
    given(BEAR, BIRD, GUARD).when(BAND, {"removed_from_combat": "bird"}, block(guard="bear")).then(
        blocked("bear"), unblocked(), blocking(guard=["bear"])
    )


def test_the_band_lasts_when_banding_is_lost() -> None:
    given(BEAR, BIRD, GUARD).when(BAND, {"effect": {"on": "bear", "loses_abilities": True}}, block(guard="bear")).then(
        blocked("bear", "bird")
    )
