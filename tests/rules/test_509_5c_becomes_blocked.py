"""509.5c (509.3c from 2024-11-08): “whenever [a creature] becomes blocked” triggers once for it, if it wasn't blocked."""

from referee import ANN, BOB, attack, block, creature, enchantment, given, numbered, triggers

BEAR = creature("bear", ANN, "Whenever this creature becomes blocked, it gets +1/+1 until end of turn.")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}
both_editions = numbered("509.5c", "509.3c")


@both_editions
def test_it_triggers_when_a_creature_is_declared_as_its_blocker(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear")).then(triggers(rule, bear=1))


@both_editions
def test_it_triggers_once_however_many_creatures_block_it(rules: str, rule: str) -> None:
    given(BEAR, GUARD, WALL, rules=rules).when(attack(bear=BOB), block(guard="bear", wall="bear")).then(triggers(rule, bear=1))


@both_editions
def test_it_does_not_trigger_when_it_is_not_blocked(rules: str, rule: str) -> None:
    given(BEAR, creature("ox", ANN), GUARD, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard="ox")).then(triggers())


@both_editions
def test_it_triggers_when_an_effect_makes_it_blocked(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), {"becomes_blocked": "bear"}).then(triggers(rule, bear=1))


@both_editions
def test_it_triggers_when_an_effect_makes_a_creature_block_it(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}).then(triggers(rule, bear=1))


@both_editions
def test_it_triggers_when_a_creature_enters_blocking_it(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), WOLF).then(triggers(rule, bear=1))


@both_editions
def test_it_does_not_trigger_again_while_it_is_blocked(rules: str, rule: str) -> None:
    board = given(BEAR, GUARD, WALL, rules=rules)
    for later in ({"becomes_blocked": "bear"}, {"blocks": {"wall": "bear"}}, WOLF):
        board.when(attack(bear=BOB), block(guard="bear"), later).then(triggers())


@both_editions
def test_it_does_not_trigger_for_a_new_blocker_after_the_first_one_left(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear"), {"leaves": "guard"}, WOLF).then(triggers())


@both_editions
def test_it_triggers_again_once_an_effect_made_it_unblocked(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(
        attack(bear=BOB), block(guard="bear"), {"becomes_unblocked": "bear"}, {"becomes_blocked": "bear"}
    ).then(triggers(rule, bear=1))


@both_editions
def test_said_of_creatures_you_control_it_triggers_once_for_each(rules: str, rule: str) -> None:
    text = "Whenever a creature you control becomes blocked, draw a card."
    given(
        creature("ox", ANN),
        creature("elk", ANN),
        creature("yak", ANN),
        GUARD,
        WALL,
        enchantment("mine", ANN, text),
        enchantment("theirs", BOB, text),
        rules=rules,
    ).when(attack(ox=BOB, elk=BOB, yak=BOB), block(guard="ox", wall="elk")).then(triggers(rule, mine=2))


@both_editions
def test_blocks_or_becomes_blocked_cites_this_rule_for_the_attacker(rules: str, rule: str) -> None:
    text = "Whenever this creature blocks or becomes blocked, it gets +1/+1 until end of turn."
    given(creature("ox", ANN, text), GUARD, WALL, rules=rules).when(attack(ox=BOB), block(guard="ox", wall="ox")).then(
        triggers(rule, ox=1)
    )
