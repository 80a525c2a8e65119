"""509.5a (509.3a from 2024-11-08): “whenever [a creature] blocks” triggers once for it each combat."""

from referee import ANN, BOB, attack, block, creature, enchantment, given, numbered, triggers

TEXT = "Whenever this creature blocks, you gain 1 life."
EXTRA = "This creature can block an additional creature each combat."
BEAR, OX = creature("bear", ANN), creature("ox", ANN)
GUARD = creature("guard", BOB, TEXT)
both_editions = numbered("509.5a", "509.3a")


@both_editions
def test_it_triggers_when_the_creature_is_declared_as_a_blocker(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear")).then(triggers(rule, guard=1))


@both_editions
def test_it_does_not_trigger_when_another_creature_blocks(rules: str, rule: str) -> None:
    given(BEAR, GUARD, creature("wall", BOB), rules=rules).when(attack(bear=BOB), block(wall="bear")).then(triggers())


@both_editions
def test_it_triggers_once_however_many_creatures_it_blocks(rules: str, rule: str) -> None:
    given(BEAR, OX, creature("guard", BOB, f"{TEXT}\n{EXTRA}"), rules=rules).when(
        attack(bear=BOB, ox=BOB), block(guard=["bear", "ox"])
    ).then(triggers(rule, guard=1))


@both_editions
def test_it_triggers_when_an_effect_makes_the_creature_block(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}).then(triggers(rule, guard=1))


@both_editions
def test_it_does_not_trigger_when_an_effect_makes_a_blocking_creature_block_another(rules: str, rule: str) -> None:
    given(BEAR, OX, GUARD, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard="bear"), {"blocks": {"guard": "ox"}}).then(
        triggers()
    )


@both_editions
def test_it_does_not_trigger_when_the_creature_enters_blocking(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), {"enters": GUARD, "blocking": "bear"}).then(triggers())


@both_editions
def test_a_blocking_creature_whose_attacker_left_is_still_blocking(rules: str, rule: str) -> None:
    given(BEAR, OX, GUARD, rules=rules).when(
        attack(bear=BOB, ox=BOB), block(guard="bear"), {"leaves": "bear"}, {"blocks": {"guard": "ox"}}
    ).then(triggers())


@both_editions
def test_it_triggers_again_for_a_creature_that_was_removed_from_combat_and_is_made_to_block(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(
        attack(bear=BOB), block(guard="bear"), {"removed_from_combat": "guard"}, {"blocks": {"guard": "bear"}}
    ).then(triggers(rule, guard=1))


@both_editions
def test_it_triggers_in_each_combat(rules: str, rule: str) -> None:
    given(creature("bear", ANN, "Vigilance"), GUARD, rules=rules).when(
        attack(bear=BOB), block(guard="bear"), {"combat": "again"}, attack(bear=BOB), block(guard="bear")
    ).then(triggers(rule, guard=1))


@both_editions
def test_said_of_any_creature_it_triggers_once_for_each(rules: str, rule: str) -> None:
    horn = enchantment("horn", ANN, "Whenever a creature blocks, you gain 1 life.")
    given(BEAR, creature("guard", BOB), creature("wall", BOB), creature("idle", BOB), horn, rules=rules).when(
        attack(bear=BOB), block(guard="bear", wall="bear")
    ).then(triggers(rule, horn=2))


@both_editions
def test_said_of_creatures_you_control_it_asks_who_controls_them(rules: str, rule: str) -> None:
    text = "Whenever a creature you control blocks, you gain 1 life."
    given(BEAR, creature("guard", BOB), enchantment("mine", BOB, text), enchantment("theirs", ANN, text), rules=rules).when(
        attack(bear=BOB), block(guard="bear")
    ).then(triggers(rule, mine=1))


@both_editions
def test_one_or_more_creatures_blocking_trigger_it_once_for_all(rules: str, rule: str) -> None:
    horn = enchantment("horn", BOB, "Whenever one or more creatures you control block, you gain 1 life.")
    given(BEAR, creature("guard", BOB), creature("wall", BOB), horn, rules=rules).when(
        attack(bear=BOB), block(guard="bear", wall="bear")
    ).then(triggers(rule, horn=1))


@both_editions
def test_blocking_alone_means_being_the_only_declared_blocker(rules: str, rule: str) -> None:
    loner = creature("loner", BOB, "Whenever this creature blocks alone, draw a card.")
    board = given(BEAR, OX, loner, creature("wall", BOB), rules=rules)
    board.when(attack(bear=BOB, ox=BOB), block(loner="bear")).then(triggers(rule, loner=1))
    board.when(attack(bear=BOB, ox=BOB), block(loner="bear", wall="ox")).then(triggers())
