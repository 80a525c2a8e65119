"""510.1b: an unblocked creature assigns its combat damage to the player, planeswalker or battle it's attacking, or to nothing."""

from referee import ANN, BOB, CAT, attack, battle, block, creature, damage, dealt, given, has, illegal, legal, life, planeswalker

BEAR, JACE, SIEGE = creature("bear", ANN, power=2), planeswalker("jace", BOB), battle("siege", ANN, BOB)


def test_to_the_player_it_attacks() -> None:
    board = given(BEAR, creature("elk", BOB), JACE)
    board.when(attack(bear=BOB), block(), damage(bear={BOB: 2})).then(legal, life(Bob=18))
    for other in ("jace", "elk", ANN):
        board.when(attack(bear=BOB), block(), damage(bear={other: 2})).then(illegal("510.1b", "bear", other))


def test_to_the_planeswalker_it_attacks_all_of_it() -> None:
    board = given(BEAR, JACE)
    board.when(attack(bear="jace"), block(), damage(bear={"jace": 2})).then(legal, has("jace", loyalty=1), life(Bob=20))
    board.when(attack(bear="jace"), block(), damage(bear={"jace": 1, BOB: 1})).then(illegal("510.1b"))


def test_to_the_battle_it_attacks() -> None:
    given(BEAR, SIEGE).when(attack(bear="siege"), block(), damage(bear={"siege": 2})).then(legal, has("siege", defense=1))


def test_to_nothing_if_what_it_attacked_is_gone() -> None:
    gone_case = (attack(bear="jace"), block(), {"leaves": "jace"})
    given(BEAR, JACE).when(*gone_case, damage()).then(legal, dealt(), life(Bob=20))
    given(BEAR, JACE).when(*gone_case, damage(bear={BOB: 2})).then(illegal("510.1b", "assigns no combat damage"))


def test_to_what_it_attacks_now_if_that_was_reselected() -> None:
    board = given(BEAR, JACE)
    board.when(attack(bear="jace"), {"reselect": {"bear": BOB}}, block(), damage(bear={BOB: 2})).then(legal, life(Bob=18))


def test_each_to_its_own_player() -> None:
    board = given(BEAR, creature("ox", ANN), players=(ANN, BOB, CAT))
    declared = (attack(bear=BOB, ox=CAT), block(by=BOB), block(by=CAT))
    board.when(*declared, damage()).then(legal, life(Bob=18, Cat=18))
    board.when(*declared, damage(bear={CAT: 2})).then(illegal("510.1b"))


def test_one_that_an_effect_made_unblocked() -> None:
    board = given(BEAR, creature("elk", BOB))
    board.when(attack(bear=BOB), block(elk="bear"), {"leaves": "elk"}, {"becomes_unblocked": "bear"}, damage()).then(life(Bob=18))
