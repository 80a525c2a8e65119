"""702.39: target creature that the defending player controls untaps and blocks it this combat if able."""

from referee import ANN, BOB, attack, block, creature, given, illegal, legal, resolve, resolved, tapped

BEAST = creature("beast", ANN, "Provoke", power=4)
GUARD, ELF = creature("guard", BOB, tapped=True), creature("elf", BOB, power=1)
AT_THE_GUARD = {"source": "beast", "targets": ["guard"]}


def test_the_target_untaps_and_has_to_block() -> None:
    board = given(BEAST, GUARD, ELF)
    board.when(attack(beast=BOB), resolve("all", AT_THE_GUARD)).then(tapped("beast"), resolved("beast"))
    board.when(attack(beast=BOB), resolve("all", AT_THE_GUARD), block()).then(illegal("509.1c"))
    board.when(attack(beast=BOB), resolve("all", AT_THE_GUARD), block(guard="beast")).then(legal)


def test_its_controller_may_leave_it() -> None:
    declined = {**AT_THE_GUARD, "accept": [False]}
    given(BEAST, GUARD, ELF).when(attack(beast=BOB), resolve("all", declined), block()).then(legal, tapped("beast", "guard"))
