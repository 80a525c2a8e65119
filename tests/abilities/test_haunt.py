"""702.55: it is exiled haunting a creature: what comes of that later isn't carried out, and said so."""

from referee import ANN, BOB, attack, block, creature, damage, given, not_carried_out, resolve, triggers

IMP, GUARD = creature("imp", ANN, "Haunt"), creature("guard", BOB, power=5, toughness=9)
FIGHT = (attack(imp=BOB), block(guard="imp"), damage())


def test_the_game_is_marked() -> None:
    given(IMP, GUARD).when(*FIGHT).then(triggers(imp=1))
    given(IMP, GUARD).when(*FIGHT, resolve()).then(not_carried_out("imp", "isn't understood"))
