"""506.5: "attacks alone" is judged on what was declared, "is attacking alone" on what is attacking now."""

from referee import ANN, BOB, attack, block, creature, given, illegal, legal, triggers

LONER = creature("loner", ANN, "Whenever this creature attacks alone, you gain 1 life.")
GHOST = creature("ghost", ANN, "This creature can't be blocked as long as it's attacking alone.")
OX, GUARD = creature("ox", ANN), creature("guard", BOB)


def test_the_only_creature_declared_attacks_alone() -> None:
    given(LONER, OX).when(attack(loner=BOB)).then(triggers("508.3a", loner=1))


def test_one_of_two_creatures_declared_doesnt() -> None:
    given(LONER, OX).when(attack(loner=BOB, ox=BOB)).then(triggers())


def test_one_of_two_creatures_declared_doesnt_attack_alone_though_they_attack_different_players() -> None:
    given(LONER, OX, players=(ANN, BOB, "Cat")).when(attack(loner=BOB, ox="Cat")).then(triggers())


def test_each_combat_counts_by_itself() -> None:
    given(LONER, OX).when(attack(ox=BOB), {"combat": "again"}, attack(loner=BOB)).then(triggers(loner=1))


def test_being_the_only_one_left_isnt_having_attacked_alone() -> None:
    given(LONER, OX).when(attack(loner=BOB, ox=BOB), {"leaves": "ox"}).then(triggers())


def test_the_only_one_left_is_attacking_alone() -> None:
    board = given(GHOST, OX, GUARD)
    board.when(attack(ghost=BOB, ox=BOB), block(guard="ghost")).then(legal)
    board.when(attack(ghost=BOB, ox=BOB), {"leaves": "ox"}, block(guard="ghost")).then(illegal("509.1b"))


def test_one_that_attacked_alone_isnt_attacking_alone_once_another_has_entered_attacking() -> None:
    board = given(GHOST, GUARD)
    board.when(attack(ghost=BOB), block(guard="ghost")).then(illegal("509.1b"))
    board.when(attack(ghost=BOB), {"enters": creature("token", ANN), "attacking": BOB}, block(guard="ghost")).then(legal)
