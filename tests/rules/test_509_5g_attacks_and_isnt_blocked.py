"""509.5g (509.3g from 2024-11-08): “whenever [a creature] attacks and isn't blocked” triggers if no blocker is declared."""

from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, numbered, planeswalker, triggers

TEXT = "Whenever this creature attacks and isn't blocked, draw a card."
BEAR = creature("bear", ANN, TEXT)
GUARD = creature("guard", BOB)
both_editions = numbered("509.5g", "509.3g")


@both_editions
def test_it_triggers_when_no_creature_is_declared_as_its_blocker(rules: str, rule: str) -> None:
    given(BEAR, creature("ox", ANN), GUARD, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard="ox")).then(
        triggers(rule, bear=1)
    )


@both_editions
def test_it_does_not_trigger_when_it_is_blocked(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear")).then(triggers())


@both_editions
def test_it_does_not_trigger_before_blockers_are_declared(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB)).then(triggers())


@both_editions
def test_it_does_not_trigger_for_a_creature_that_does_not_attack(rules: str, rule: str) -> None:
    given(BEAR, creature("ox", ANN), GUARD, rules=rules).when(attack(ox=BOB), block()).then(triggers())


@both_editions
def test_it_triggers_for_a_creature_that_was_never_declared_as_an_attacker(rules: str, rule: str) -> None:
    given(creature("ox", ANN), GUARD, rules=rules).when(
        attack(ox=BOB), {"enters": BEAR, "attacking": BOB}, block(guard="ox")
    ).then(triggers(rule, bear=1))


@both_editions
def test_it_does_not_trigger_when_all_its_blockers_are_removed(rules: str, rule: str) -> None:
    board = given(BEAR, GUARD, rules=rules)
    board.when(attack(bear=BOB), block(guard="bear"), {"leaves": "guard"}).then(triggers())
    board.when(attack(bear=BOB), block(guard="bear"), {"stops_blocking": {"guard": "bear"}}).then(triggers())


@both_editions
def test_it_does_not_trigger_when_an_effect_made_it_blocked_before(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), {"becomes_blocked": "bear"}, block()).then(triggers())


@both_editions
def test_it_does_not_trigger_for_a_creature_that_enters_attacking_after_blockers_were_declared(rules: str, rule: str) -> None:
    given(creature("ox", ANN), GUARD, rules=rules).when(attack(ox=BOB), block(), {"enters": BEAR, "attacking": BOB}).then(
        triggers()
    )


@both_editions
def test_it_triggers_with_the_declaration_of_its_own_defending_player(rules: str, rule: str) -> None:
    board = given(BEAR, creature("ox", ANN), GUARD, creature("ward", CAT), players=(ANN, BOB, CAT), rules=rules)
    board.when(attack(ox=BOB, bear=CAT), block(by=BOB)).then(triggers())
    board.when(attack(ox=BOB, bear=CAT), block(by=BOB), block(by=CAT)).then(triggers(rule, bear=1))


@both_editions
def test_an_attacker_that_attacks_nothing_any_more_is_not_blocked_either(rules: str, rule: str) -> None:
    given(BEAR, planeswalker("walker", BOB), rules=rules).when(attack(bear="walker"), {"leaves": "walker"}, block()).then(
        triggers(rule, bear=1)
    )


@both_editions
def test_said_of_creatures_you_control_it_triggers_once_for_each(rules: str, rule: str) -> None:
    text = "Whenever a creature you control attacks and isn't blocked, draw a card."
    given(
        creature("ox", ANN), creature("elk", ANN), creature("yak", ANN), GUARD, enchantment("horn", ANN, text), rules=rules
    ).when(attack(ox=BOB, elk=BOB, yak=BOB), block(guard="elk")).then(triggers(rule, horn=2))
