"""509.1g in every edition: chosen creatures that the player still controls block, until removed or the combat ends."""

from referee import ANN, BOB, attack, block, blocked, blocking, creature, given, legal, triggers

BEAR = creature("bear", ANN, "Vigilance")
GUARD = creature("guard", BOB)
ALTAR = creature("altar", BOB, "This creature can't block unless you sacrifice a Goat.")
GOAT = creature("goat", BOB, "Whenever this creature blocks, you gain 1 life.", subtypes=("Goat",))


def test_a_chosen_creature_blocks_what_was_chosen_for_it() -> None:
    given(BEAR, creature("ox", ANN), GUARD, creature("wall", BOB)).when(
        attack(bear=BOB, ox=BOB), block(guard="ox", wall="bear")
    ).then(legal, blocking(guard=["ox"], wall=["bear"]))


def test_a_chosen_creature_that_was_sacrificed_to_pay_does_not_block() -> None:
    given(BEAR, ALTAR, GOAT).when(attack(bear=BOB), block(altar="bear", goat="bear")).then(
        legal, blocking(altar=["bear"]), blocked("bear"), triggers()
    )


def test_it_stays_a_blocking_creature_when_it_is_tapped() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"changes": {"id": "guard", "tapped": True}}).then(
        blocking(guard=["bear"])
    )


def test_it_stays_a_blocking_creature_when_the_attacker_leaves() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"leaves": "bear"}).then(blocking(guard=[]))


def test_it_stops_blocking_when_its_controller_changes() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"changes": {"id": "guard", "controller": ANN}}).then(
        blocking(), blocked("bear")
    )


def test_it_stops_blocking_when_it_stops_being_a_creature() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"changes": {"id": "guard", "types": ["Artifact"]}}).then(
        blocking(), blocked("bear")
    )


def test_it_stops_blocking_when_it_phases_out() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"phases_out": "guard"}).then(blocking(), blocked("bear"))


def test_it_stops_blocking_when_an_effect_removes_it_from_combat() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"removed_from_combat": "guard"}).then(
        blocking(), blocked("bear")
    )


def test_it_stops_blocking_when_the_combat_ends() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear"), {"combat": "again"}).then(blocking(), blocked())
