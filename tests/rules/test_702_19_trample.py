"""702.19: lethal damage to all blockers, and the rest beyond them."""

from referee import ANN, BOB, attack, block, creature, damage, dealt, dies, given, illegal, legal, life, planeswalker

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
BOTH = (attack(bear=BOB), block(elk="bear", owl="bear"))
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_19b_lethal_damage_to_all_blockers_before_anything_tramples_over() -> None:
    board = given(bear("Trample", 7), ELK, OWL)
    board.when(*BOTH, damage(bear={"elk": 3, "owl": 3, BOB: 1})).then(legal, life(Bob=19))
    board.when(*BOTH, damage(bear={"elk": 4, "owl": 2, BOB: 1})).then(illegal("702.19b", "owl", "1 more"))
    board.when(*BOTH, damage(bear={"elk": 7})).then(legal, life(Bob=20))


def test_702_19b_damage_that_is_marked_counts() -> None:
    given(bear("Trample"), {**ELK, "marked": 2}).when(*ONE, damage(bear={"elk": 1, BOB: 4})).then(legal, life(Bob=16))


def test_702_19c_trample_over_planeswalkers() -> None:
    board = given(bear("Trample over planeswalkers", 8), ELK, planeswalker("jace", BOB))
    declared = (attack(bear="jace"), block(elk="bear"))
    board.when(*declared, damage(bear={"elk": 3, "jace": 3, BOB: 2})).then(legal, dies(None, "elk", "jace"), life(Bob=18))
    board.when(*declared, damage(bear={"elk": 3, "jace": 2, BOB: 3})).then(illegal("702.19c", "jace"))
    board.when(*declared, damage(bear={"elk": 2, "jace": 6})).then(illegal("702.19b"))


def test_702_19d_with_no_blocker_left_all_of_it_goes_over() -> None:
    given(bear("Trample"), ELK).when(*ONE, {"leaves": "elk"}, damage()).then(legal, life(Bob=15))


def test_702_19e_over_a_planeswalker_that_is_gone() -> None:
    board = given(bear("Trample over planeswalkers"), planeswalker("jace", BOB))
    board.when(attack(bear="jace"), block(), {"leaves": "jace"}, damage()).then(legal, life(Bob=15))


def test_702_19f_nothing_to_the_player_behind_a_planeswalker() -> None:
    board = given(bear("Trample"), ELK, planeswalker("jace", BOB))
    declared = (attack(bear="jace"), block(elk="bear"))
    board.when(*declared, damage(bear={"elk": 3, BOB: 2})).then(illegal("702.19f"))
    board.when(*declared, {"leaves": "jace"}, damage(bear={"elk": 3, BOB: 2})).then(illegal("702.19f"))
    board.when(*declared, {"leaves": "jace"}, damage()).then(legal, dealt(bear={"elk": 5}, elk={"bear": 1}))
