"""510.1: the active player announces how creatures assign combat damage, then each defending player; who may announce what."""

from referee import (
    ANN,
    BOB,
    CAT,
    DEALS,
    assign,
    attack,
    block,
    creature,
    damage,
    given,
    illegal,
    illegally,
    legal,
    life,
    logged,
    marked,
)

BEAR, ELK, OWL = creature("bear", ANN, power=3), creature("elk", BOB, toughness=4), creature("owl", BOB, toughness=4)
BLOCKED = (attack(bear=BOB), block(elk="bear", owl="bear"))
BOARD = given(BEAR, ELK, OWL)


def test_the_active_player_assigns_first() -> None:
    BOARD.when(*BLOCKED, assign(BOB, elk={"bear": 2}, owl={"bear": 2})).then(illegal("510.1", "Ann", "before Bob"))


def test_a_player_assigns_once_in_a_step() -> None:
    first = assign(ANN, bear={"elk": 3})
    BOARD.when(*BLOCKED, first, assign(ANN, bear={"owl": 3})).then(illegal("510.1", "already"))


def test_a_player_assigns_for_own_creatures_only() -> None:
    BOARD.when(*BLOCKED, assign(ANN, bear={"elk": 3}, elk={"bear": 2})).then(illegal("510.1", "Bob chooses"))
    BOARD.when(*BLOCKED, assign(BOB, bear={"elk": 3})).then(illegal("510.1"))


def test_what_can_be_assigned_in_one_way_only_may_be_left_out() -> None:
    given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), damage()).then(legal, marked(elk=3))


def test_what_could_be_assigned_in_several_ways_may_not_and_they_are_named() -> None:
    BOARD.when(*BLOCKED, damage()).then(illegal("510.1a", "bear", "3 to elk", "2 to elk, 1 to owl"))


def test_nothing_is_dealt_before_everybody_who_has_a_choice_has_assigned() -> None:
    BOARD.when(*BLOCKED, DEALS).then(illegal("510.1a", "bear"))
    BOARD.when(*BLOCKED, assign(ANN, bear={"elk": 1, "owl": 2}), DEALS).then(legal, marked(elk=1, owl=2))


def test_whoever_can_do_one_thing_only_may_be_silent_but_not_overtaken() -> None:
    one = given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), assign(BOB, elk={"bear": 2}))
    one.then(illegal("510.1", "Ann assigns"))


def test_a_player_whose_creatures_assign_nothing_is_passed_over() -> None:
    weak = given(creature("bear", ANN, power=0), ELK).when(attack(bear=BOB), block(elk="bear"), assign(elk={"bear": 2}), DEALS)
    weak.then(legal)


def test_several_defending_players_assign_in_turn_order() -> None:
    three = given(BEAR, creature("ox", ANN), ELK, creature("hen", CAT), players=(ANN, BOB, CAT)).when(
        attack(bear=BOB, ox=CAT),
        block(elk="bear", by=BOB),
        block(hen="ox", by=CAT),
        assign(ANN),
        assign(CAT, hen={"ox": 2}),
    )
    three.then(illegal("802.5", "Bob assigns combat damage before Cat"))


def test_there_is_no_such_step_before_blocks_after_the_damage_or_without_attackers() -> None:
    BOARD.when(attack(bear=BOB), damage()).then(illegal(None, "blockers haven't been declared"))
    BOARD.when(attack(), damage()).then(illegal(None, "no creature is attacking"))
    BOARD.when(attack(bear=BOB), block(), damage(), damage()).then(illegal(None, "already"))
    BOARD.when(attack(bear=BOB), block(), {"end_of_combat": True}, damage()).then(illegal(None, "end of combat"))


def test_an_illegal_announcement_leaves_the_log_as_it_was() -> None:
    BOARD.when(*BLOCKED, illegally(damage(bear={"elk": 2})), damage(bear={"elk": 3})).then(legal, life(Bob=20))
    BOARD.when(*BLOCKED, damage(bear={"elk": 2})).then(
        illegal("510.1a"), logged("BecameBlocking", "BecameBlocked", "PriorityReceived")
    )
