"""509.1h in every edition: attackers become blocked or unblocked, and stay so until removed, an effect, or the combat's end."""

from referee import ANN, BOB, attack, block, blocked, blocking, creature, given, illegal, legal, unblocked

BEAR, OX = creature("bear", ANN), creature("ox", ANN)
GUARD, WALL = creature("guard", BOB), creature("wall", BOB)
BOARD = given(BEAR, OX, GUARD, WALL)
BLOCKED = (attack(bear=BOB, ox=BOB), block(guard="bear"))


def test_before_blockers_are_declared_attackers_are_neither() -> None:
    BOARD.when(attack(bear=BOB, ox=BOB)).then(blocked(), unblocked())


def test_one_with_blockers_becomes_blocked_one_without_unblocked() -> None:
    BOARD.when(*BLOCKED).then(legal, blocked("bear"), unblocked("ox"))


def test_it_stays_blocked_when_all_its_blockers_leave() -> None:
    BOARD.when(*BLOCKED, {"leaves": "guard"}).then(blocked("bear"), unblocked("ox"), blocking())


def test_it_stays_blocked_when_its_blocker_is_removed_from_combat() -> None:
    BOARD.when(*BLOCKED, {"removed_from_combat": "guard"}).then(blocked("bear"), unblocked("ox"))


def test_it_stays_blocked_when_its_blocker_stops_blocking_it() -> None:
    BOARD.when(*BLOCKED, {"stops_blocking": {"guard": "bear"}}).then(blocked("bear"), blocking(guard=[]))


def test_an_effect_makes_an_unblocked_attacker_blocked_without_any_blocker() -> None:
    BOARD.when(*BLOCKED, {"becomes_blocked": "ox"}).then(blocked("bear", "ox"), unblocked(), blocking(guard=["bear"]))


def test_an_effect_makes_a_blocked_attacker_unblocked() -> None:
    BOARD.when(*BLOCKED, {"becomes_unblocked": "bear"}).then(blocked(), unblocked("bear", "ox"))


def test_an_effect_makes_even_an_unblockable_attacker_blocked() -> None:
    given(creature("ghost", ANN, "This creature can't be blocked."), GUARD).when(
        attack(ghost=BOB), block(), {"becomes_blocked": "ghost"}
    ).then(blocked("ghost"))


def test_an_attacker_that_an_effect_made_blocked_before_the_declaration_stays_blocked() -> None:
    BOARD.when(attack(bear=BOB, ox=BOB), {"becomes_blocked": "bear"}, block()).then(legal, blocked("bear"), unblocked("ox"))


def test_an_attacker_removed_from_combat_is_neither() -> None:
    BOARD.when(*BLOCKED, {"removed_from_combat": "bear"}).then(blocked(), unblocked("ox"), blocking(guard=[]))
    BOARD.when(*BLOCKED, {"removed_from_combat": "ox"}).then(blocked("bear"), unblocked())


def test_after_the_combat_nothing_is_blocked_or_unblocked() -> None:
    BOARD.when(*BLOCKED, {"combat": "again"}).then(blocked(), unblocked())


def test_an_attacker_that_entered_before_the_declaration_is_unblocked_by_it() -> None:
    BOARD.when(attack(bear=BOB), {"enters": creature("wolf", ANN), "attacking": BOB}, block(guard="bear")).then(
        blocked("bear"), unblocked("wolf")
    )


def test_an_attacker_that_entered_before_the_declaration_is_neither_yet() -> None:
    BOARD.when(attack(bear=BOB), {"enters": creature("wolf", ANN), "attacking": BOB}).then(blocked(), unblocked())


def test_an_attacker_that_enters_after_the_declaration_is_unblocked() -> None:
    BOARD.when(*BLOCKED, {"enters": creature("wolf", ANN), "attacking": BOB}).then(blocked("bear"), unblocked("ox", "wolf"))


def test_an_illegal_declaration_makes_nothing_blocked_or_unblocked() -> None:
    BOARD.when(attack(bear=BOB, ox=BOB), block(guard=["bear", "ox"])).then(illegal("509.1a"), blocked(), unblocked())
