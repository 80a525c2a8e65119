"""702.93: what dies without a +1/+1 counter on it returns with one."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, left, resolve

GUARD = creature("guard", BOB, power=5, toughness=9)
FIGHT = (attack(imp=BOB), block(guard="imp"), damage(), resolve())


def test_it_returns_with_a_counter() -> None:
    given(creature("imp", ANN, "Undying"), GUARD).when(*FIGHT).then(has("imp #2", power=3, counters={"+1/+1": 1}))


def test_not_where_it_had_one() -> None:
    given(creature("imp", ANN, "Undying", counters={"+1/+1": 1}), GUARD).when(*FIGHT[:-1]).then(left("imp"))
