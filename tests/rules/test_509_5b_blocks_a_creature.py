"""509.5b (509.3b from 2024-11-08): “whenever [a creature] blocks a creature” triggers once for each attacker it blocks."""

from referee import ANN, BOB, attack, block, creature, given, numbered, triggers

TEXT = "Whenever this creature blocks a creature, you gain 1 life."
EXTRA = "This creature can block an additional creature each combat."
BEAR, OX = creature("bear", ANN), creature("ox", ANN)
GUARD = creature("guard", BOB, TEXT)
WIDE = creature("guard", BOB, f"{TEXT}\n{EXTRA}")
both_editions = numbered("509.5b", "509.3b")


@both_editions
def test_it_triggers_when_the_creature_is_declared_as_a_blocker(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear")).then(triggers(rule, guard=1))


@both_editions
def test_it_triggers_for_each_attacker_the_creature_blocks(rules: str, rule: str) -> None:
    given(BEAR, OX, WIDE, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard=["bear", "ox"])).then(triggers(rule, guard=2))


@both_editions
def test_it_triggers_when_an_effect_makes_the_creature_block(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}).then(triggers(rule, guard=1))


@both_editions
def test_it_triggers_when_an_effect_makes_a_blocking_creature_block_another_attacker(rules: str, rule: str) -> None:
    given(BEAR, OX, GUARD, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard="bear"), {"blocks": {"guard": "ox"}}).then(
        triggers(rule, guard=1)
    )


@both_editions
def test_it_does_not_trigger_for_an_attacker_the_creature_was_blocking_already(rules: str, rule: str) -> None:
    given(BEAR, GUARD, rules=rules).when(attack(bear=BOB), block(guard="bear"), {"blocks": {"guard": "bear"}}).then(triggers())


@both_editions
def test_it_does_not_trigger_when_the_creature_enters_blocking(rules: str, rule: str) -> None:
    given(BEAR, rules=rules).when(attack(bear=BOB), block(), {"enters": GUARD, "blocking": "bear"}).then(triggers())


@both_editions
def test_only_attackers_that_fit_count(rules: str, rule: str) -> None:
    text = f"Whenever this creature blocks a creature with flying, draw a card.\n{EXTRA}\nReach"
    given(BEAR, creature("bird", ANN, "Flying"), creature("guard", BOB, text), rules=rules).when(
        attack(bear=BOB, bird=BOB), block(guard=["bear", "bird"])
    ).then(triggers(rule, guard=1))


@both_editions
def test_blocks_or_becomes_blocked_by_a_creature_cites_this_rule_for_the_blocker(rules: str, rule: str) -> None:
    text = "Whenever this creature blocks or becomes blocked by a creature, that creature gets -1/-1 until end of turn."
    given(BEAR, creature("guard", BOB, text), creature("wall", BOB), rules=rules).when(
        attack(bear=BOB), block(guard="bear", wall="bear")
    ).then(triggers(rule, guard=1))
