"""510.1a: each attacking and blocking creature assigns combat damage equal to its power, all of it; 0 or less is none."""

from referee import ANN, BOB, attack, block, creature, damage, dealt, effect, given, illegal, legal, life, marked

BEAR, ELK = creature("bear", ANN, power=3, toughness=4), creature("elk", BOB, toughness=5)
UNBLOCKED = (attack(bear=BOB), block())


def test_all_of_its_power_and_no_more() -> None:
    board = given(BEAR)
    for amount in (1, 2, 4):
        board.when(*UNBLOCKED, damage(bear={BOB: amount})).then(illegal("510.1a", f"3 damage, not {amount}"))
    board.when(*UNBLOCKED, damage(bear={BOB: 3})).then(legal, life(Bob=17), dealt(bear={BOB: 3}))


def test_to_assign_nothing_is_no_choice() -> None:
    given(BEAR).when(*UNBLOCKED, damage(bear={})).then(illegal("510.1a"))


def test_power_0_or_less_assigns_none_and_need_not_be_named() -> None:
    for power in (0, -2):
        weak = given(creature("bear", ANN, power=power))
        weak.when(*UNBLOCKED, damage()).then(legal, life(Bob=20), dealt())
        weak.when(*UNBLOCKED, damage(bear={})).then(legal)
        weak.when(*UNBLOCKED, damage(bear={BOB: 1})).then(illegal("510.1a"))


def test_power_counts_as_damage_is_assigned() -> None:
    given(BEAR).when(*UNBLOCKED, {"changes": {"id": "bear", "power": 5}}, damage(bear={BOB: 5})).then(legal, life(Bob=15))


def test_toughness_rather_than_power_where_an_ability_says_so() -> None:
    text = "This creature assigns combat damage equal to its toughness rather than its power."
    tough = given({**BEAR, "text": text})
    tough.when(*UNBLOCKED, damage(bear={BOB: 4})).then(legal, life(Bob=16))
    tough.when(*UNBLOCKED, damage(bear={BOB: 3})).then(illegal("510.1a"))


def test_none_where_an_effect_says_so() -> None:
    none = given(BEAR, effects=(effect(BOB, "[bear] assigns no combat damage this turn."),))
    none.when(*UNBLOCKED, damage(bear={BOB: 3})).then(illegal("510.1a"))
    none.when(*UNBLOCKED, damage()).then(legal, dealt())


def test_prevention_and_doubling_dont_change_what_is_assigned() -> None:
    prevented = given(BEAR, effects=(effect(BOB, "Prevent all combat damage that would be dealt this turn."),))
    prevented.when(*UNBLOCKED, damage(bear={})).then(illegal("510.1a"))
    prevented.when(*UNBLOCKED, damage(bear={BOB: 3})).then(legal, dealt(), life(Bob=20))


def test_the_ruling_names_a_legal_assignment() -> None:
    given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), damage(bear={"elk": 1})).then(illegal("510.1a"))
    outcome = given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), damage(bear={"elk": 1})).outcome()
    assert outcome.step.instead == {"bear": {"elk": 3}}


def test_attackers_and_blockers_alike() -> None:
    fought = given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), damage(elk={"bear": 1}))
    fought.then(illegal("510.1a", "elk assigns 2"))
    given(BEAR, ELK).when(attack(bear=BOB), block(elk="bear"), damage()).then(marked(bear=2, elk=3))
