"""702.105: a +1/+1 counter when it attacks the player with the most life or tied for it."""

from referee import ANN, BOB, attack, creature, given, resolve, sizes, triggers

MARCHESA = creature("marchesa", ANN, "Dethrone")


def test_it_grows_against_who_leads_or_is_tied() -> None:
    given(MARCHESA).when(attack(marchesa=BOB), resolve()).then(sizes(marchesa="3/3"))


def test_it_does_not_grow_against_who_is_behind() -> None:
    given(MARCHESA, life={BOB: 19}).when(attack(marchesa=BOB)).then(triggers())
