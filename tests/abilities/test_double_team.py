"""Double team (of Arena): a duplicate is conjured into a hand, whose cards no board holds: not carried out, and said so."""

from referee import ANN, BOB, attack, creature, given, not_carried_out, resolve, triggers

IMP = creature("imp", ANN, "Double team")


def test_the_game_is_marked() -> None:
    given(IMP).when(attack(imp=BOB)).then(triggers(imp=1))
    given(IMP).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "isn't understood"))
