"""508.8: where nothing was declared as attacking or put onto the battlefield attacking, no blockers are declared."""

from declarant import Game
from referee import ANN, BOB, attack, block, blocked, creature, given, illegal, legal

BEAR, GUARD = creature("bear", ANN), creature("guard", BOB)


def skipped(game: Game) -> int:
    return sum(event.type == "StepsSkipped" for _, event in game.log.events())


def test_no_blockers_are_declared_in_a_combat_without_attackers() -> None:
    given(BEAR, GUARD).when(attack(), block(guard="bear")).then(illegal(None))
    given(BEAR, GUARD).when(attack(), block()).then(illegal(None))


def test_the_log_says_that_the_steps_were_skipped() -> None:
    assert skipped(given(BEAR).when(attack(), {"turn": BOB}).outcome().game) == 1
    assert skipped(given(BEAR).when(attack(bear=BOB), {"turn": BOB}).outcome().game) == 0


def test_a_creature_put_onto_the_battlefield_attacking_suffices() -> None:
    outcome = (
        given(BEAR, GUARD)
        .when(attack(), {"enters": creature("token", ANN), "attacking": BOB}, block(guard="token"))
        .then(legal, blocked("token"))
    )
    outcome.game.begin_turn(BOB)
    assert skipped(outcome.game) == 0


def test_steps_arent_skipped_because_the_attackers_are_gone() -> None:
    outcome = given(BEAR, GUARD).when(attack(bear=BOB), {"leaves": "bear"}, block()).then(legal)
    outcome.game.begin_turn(BOB)
    assert skipped(outcome.game) == 0
