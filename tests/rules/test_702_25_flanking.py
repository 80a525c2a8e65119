"""702.25: flanking triggers for each creature without flanking that blocks its creature."""

from referee import ANN, BOB, attack, block, creature, given, numbered, triggers

LANCER = creature("lancer", ANN, "Flanking")
GUARD, WALL, SQUIRE = creature("guard", BOB), creature("wall", BOB), creature("squire", BOB, "Flanking")
both_editions = numbered("509.5d", "509.3d")


@both_editions
def test_it_triggers_for_each_blocker_without_flanking(rules: str, rule: str) -> None:
    given(LANCER, GUARD, WALL, SQUIRE, rules=rules).when(
        attack(lancer=BOB), block(guard="lancer", wall="lancer", squire="lancer")
    ).then(triggers(rule, lancer=2))


@both_editions
def test_it_does_not_trigger_for_a_blocker_with_flanking(rules: str, rule: str) -> None:
    given(LANCER, SQUIRE, rules=rules).when(attack(lancer=BOB), block(squire="lancer")).then(triggers())


@both_editions
def test_it_does_not_trigger_when_its_creature_blocks(rules: str, rule: str) -> None:
    given(creature("bear", ANN), SQUIRE, rules=rules).when(attack(bear=BOB), block(squire="bear")).then(triggers())


@both_editions
def test_each_instance_triggers_separately(rules: str, rule: str) -> None:
    given(creature("lancer", ANN, "Flanking\nFlanking"), GUARD, rules=rules).when(attack(lancer=BOB), block(guard="lancer")).then(
        triggers(rule, lancer=2)
    )


@both_editions
def test_it_triggers_for_a_creature_that_enters_blocking(rules: str, rule: str) -> None:
    given(LANCER, rules=rules).when(attack(lancer=BOB), block(), {"enters": GUARD, "blocking": "lancer"}).then(
        triggers(rule, lancer=1)
    )


@both_editions
def test_a_blocker_that_loses_flanking_later_does_not_trigger_it(rules: str, rule: str) -> None:
    given(LANCER, SQUIRE, rules=rules).when(
        attack(lancer=BOB), block(squire="lancer"), {"effect": {"on": "squire", "loses_abilities": True}}
    ).then(triggers())
