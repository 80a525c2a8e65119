"""207.2c: battalion is an ability word: what it triggers on is said. This creature and at least two others attack."""

from declarant import Game
from referee import ANN, BOB, attack, creature, given, resolve, resolved, sizes, triggers

BATTALION = "Battalion — Whenever this creature and at least two other creatures attack,"
BOSS = creature("boss", ANN, f"{BATTALION} it gets +2/+0 until end of turn.")
GRANTING = f"{BATTALION} creatures you control gain trample until end of turn."
TWO = (creature("imp", ANN), creature("elk", ANN))


def test_with_two_others_it_gets_what_is_said() -> None:
    given(BOSS, *TWO).when(attack(boss=BOB, imp=BOB, elk=BOB), resolve()).then(sizes(boss="4/2", imp="2/2"))


def test_with_one_other_nothing_triggers() -> None:
    given(BOSS, *TWO).when(attack(boss=BOB, imp=BOB)).then(triggers())


def test_the_others_without_it_dont_trigger_it() -> None:
    given(BOSS, *TWO, creature("ox", ANN)).when(attack(imp=BOB, elk=BOB, ox=BOB)).then(triggers())


def test_what_is_gained_lasts_until_end_of_turn() -> None:
    fight = given(creature("boss", ANN, GRANTING), *TWO).when(attack(boss=BOB, imp=BOB, elk=BOB), resolve())
    fight.then(resolved("boss"), lambda outcome: _trample(outcome.game, {"boss", "imp", "elk"}))
    ended = given(creature("boss", ANN, GRANTING), *TWO).when(attack(boss=BOB, imp=BOB, elk=BOB), resolve(), {"cleanup": True})
    ended.then(lambda outcome: _trample(outcome.game, set()))


def _trample(game: Game, ids: set[str]) -> None:
    assert {id for id in game.view.permanents if "trample" in game.view.keywords(id)} == ids
