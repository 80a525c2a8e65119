"""508.3f: "whenever [a creature] attacks and isn't blocked" triggers in the declare blockers step."""

from referee import ANN, BOB, attack, block, creature, given, triggers

SNEAK = creature("sneak", ANN, "Whenever this creature attacks and isn't blocked, you gain 1 life.")


def test_it_doesnt_trigger_as_attackers_are_declared() -> None:
    given(SNEAK).when(attack(sneak=BOB)).then(triggers())


def test_it_triggers_when_blockers_were_declared_and_none_blocks_it() -> None:
    given(SNEAK, creature("guard", BOB)).when(attack(sneak=BOB), block()).then(triggers("509.3g", sneak=1))


def test_it_doesnt_trigger_for_a_blocked_creature() -> None:
    given(SNEAK, creature("guard", BOB)).when(attack(sneak=BOB), block(guard="sneak")).then(triggers())
