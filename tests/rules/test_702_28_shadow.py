"""702.28b: shadow blocks and is blocked by shadow only."""

from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal, legal

SHADE, BEAR = creature("shade", ANN, "Shadow"), creature("bear", ANN)


def test_a_creature_without_shadow_cannot_block_it() -> None:
    given(SHADE, creature("guard", BOB)).when(attack(shade=BOB), block(guard="shade")).then(illegal("509.1b", "shadow"))


def test_a_creature_with_shadow_blocks_it() -> None:
    given(SHADE, creature("ghost", BOB, "Shadow")).when(attack(shade=BOB), block(ghost="shade")).then(legal)


def test_a_creature_with_shadow_cannot_block_one_without() -> None:
    given(BEAR, creature("ghost", BOB, "Shadow")).when(attack(bear=BOB), block(ghost="bear")).then(
        illegal("509.1b", "ghost", "shadow")
    )


def test_a_creature_blocks_it_as_though_it_had_shadow_itself() -> None:
    dryad = creature("dryad", BOB, "This creature can block creatures with shadow as though it had shadow.")
    given(SHADE, dryad).when(attack(shade=BOB), block(dryad="shade")).then(legal)


def test_blocking_as_though_it_had_shadow_keeps_it_from_nothing_else() -> None:
    dryad = creature("dryad", BOB, "This creature can block creatures with shadow as though it had shadow.")
    given(BEAR, dryad).when(attack(bear=BOB), block(dryad="bear")).then(legal)


def test_a_creature_blocks_it_as_though_the_attacker_had_none() -> None:
    wall = creature("wall", BOB, "This creature can block creatures with shadow as though they didn't have shadow.")
    given(SHADE, wall).when(attack(shade=BOB), block(wall="shade")).then(legal)


def test_the_permission_is_for_the_creature_that_has_it() -> None:
    wall = creature("wall", BOB, "This creature can block creatures with shadow as though they didn't have shadow.")
    given(SHADE, wall, creature("guard", BOB)).when(attack(shade=BOB), block(guard="shade")).then(illegal("509.1b"))


def test_shadow_granted_to_all_lets_all_block_each_other() -> None:
    dusk = enchantment("dusk", ANN, "All creatures have shadow.")
    given(BEAR, creature("guard", BOB), dusk).when(attack(bear=BOB), block(guard="bear")).then(legal)
