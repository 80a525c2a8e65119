"""509.5d (509.3d from 2024-11-08): “whenever [a creature] becomes blocked by a creature” triggers for each blocker."""

from referee import ANN, BOB, attack, block, creature, given, numbered, triggers

BEAR = creature("bear", ANN, "Whenever this creature becomes blocked by a creature, destroy that creature at end of combat.")
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}
both_editions = numbered("509.5d", "509.3d")


@both_editions
def test_it_triggers_for_each_creature_declared_as_its_blocker(rules: str, rule: str) -> None:
    board = given(BEAR, GUARD, WALL, rules=rules)
    board.when(attack(bear=BOB), block(guard="bear")).then(triggers(rule, bear=1))
    board.when(attack(bear=BOB), block(guard="bear", wall="bear")).then(triggers(rule, bear=2))


@both_editions
def test_it_triggers_when_an_effect_makes_a_creature_block_it(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}).then(triggers(rule, bear=1))


@both_editions
def test_it_triggers_when_an_effect_adds_a_blocker_to_a_blocked_creature(rules: str, rule: str) -> None:
    given(BEAR, GUARD, WALL, rules=rules).when(attack(bear=BOB), block(guard="bear"), {"blocks": {"wall": "bear"}}).then(
        triggers(rule, bear=1)
    )


@both_editions
def test_it_does_not_trigger_for_a_creature_that_was_blocking_it_already(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear"), {"blocks": {"guard": "bear"}}).then(triggers())


@both_editions
def test_it_triggers_when_an_effect_makes_a_creature_that_blocks_another_block_it_too(rules: str, rule: str) -> None:
    given(BEAR, creature("ox", ANN), GUARD, rules=rules).when(
        attack(bear=BOB, ox=BOB), block(guard="ox"), {"blocks": {"guard": "bear"}}
    ).then(triggers(rule, bear=1))


@both_editions
def test_it_triggers_when_a_creature_enters_blocking_it_blocked_or_not(rules: str, rule: str) -> None:
    board = given(BEAR, GUARD, rules=rules)
    board.when(attack(bear=BOB), block(), WOLF).then(triggers(rule, bear=1))
    board.when(attack(bear=BOB), block(guard="bear"), WOLF).then(triggers(rule, bear=1))


@both_editions
def test_it_does_not_trigger_when_an_effect_rather_than_a_creature_blocks_it(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), {"becomes_blocked": "bear"}).then(triggers())


@both_editions
def test_only_blockers_that_fit_count(rules: str, rule: str) -> None:
    text = "Whenever this creature becomes blocked by a Wall, destroy that creature."
    given(creature("ox", ANN, text), GUARD, creature("rampart", BOB, subtypes=("Wall",)), rules=rules).when(
        attack(ox=BOB), block(guard="ox", rampart="ox")
    ).then(triggers(rule, ox=1))
