"""702.189: mana is added as it attacks. What a player can produce is stated, or is whatever is needed."""

from referee import ANN, BOB, attack, creature, given, not_carried_out, resolve, resolved

ZUKO = creature("zuko", ANN, "Firebending 2")


def test_mana_is_added() -> None:
    given(ZUKO).when(attack(zuko=BOB), resolve()).then(resolved("zuko"))


def test_where_mana_is_stated_what_is_added_is_no_part_of_it() -> None:
    given(ZUKO, mana={ANN: "{1}"}).when(attack(zuko=BOB), resolve()).then(not_carried_out("zuko", "mana"))
