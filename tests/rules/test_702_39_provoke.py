"""702.39: provoke triggers as its creature attacks; the creature it chose then blocks it if able."""

from referee import ANN, BOB, attack, block, creature, effect, given, illegal, legal, triggers

LION = creature("lion", ANN, "Provoke")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)
PROVOKED = {"effect": effect(ANN, "[guard] blocks [lion] this combat if able.")}


def test_it_triggers_when_its_creature_attacks() -> None:
    given(LION, GUARD).when(attack(lion=BOB)).then(triggers("508.3a", lion=1))


def test_each_instance_triggers_separately() -> None:
    given(creature("lion", ANN, "Provoke\nProvoke"), GUARD).when(attack(lion=BOB)).then(triggers(lion=2))


def test_by_itself_it_asks_nothing_of_blockers() -> None:
    given(LION, GUARD).when(attack(lion=BOB), block()).then(legal)


def test_the_provoked_creature_blocks_it_if_able() -> None:
    given(LION, GUARD, WALL).when(attack(lion=BOB), PROVOKED, block(wall="lion")).then(illegal("509.1c", "guard blocks lion"))
    given(LION, GUARD, WALL).when(attack(lion=BOB), PROVOKED, block(guard="lion")).then(legal)


def test_a_provoked_creature_that_was_untapped_blocks_it() -> None:
    board = given(LION, creature("guard", BOB, tapped=True))
    untapped = {"changes": {"id": "guard", "tapped": False}}
    board.when(attack(lion=BOB), PROVOKED, untapped, block()).then(illegal("509.1c"))
    board.when(attack(lion=BOB), PROVOKED, block()).then(legal)


def test_a_provoked_creature_that_cannot_block_it_does_not() -> None:
    given(creature("lion", ANN, "Provoke, flying"), GUARD).when(attack(lion=BOB), PROVOKED, block()).then(legal)
