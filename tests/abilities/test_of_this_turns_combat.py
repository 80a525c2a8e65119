"""Who dealt damage to whom, and who blocked whom, this turn: of permanents and players, also of what has left since."""

import pytest
from referee import ANN, BOB, END_OF_COMBAT, attack, block, creature, damage, given, left, life, resolve, sizes

WALL, OX = creature("wall", BOB, power=4, toughness=6), creature("ox", BOB, power=1, toughness=6)


@pytest.mark.parametrize(
    ("whom", "gone"),
    [
        ("each creature that dealt damage to this creature this turn", ["wall"]),
        ("all creatures that blocked it this turn", ["wall"]),
        ("all creatures it blocked this turn", []),
        ("each creature that was dealt damage by it this turn", ["wall"]),
    ],
)
def test_what_has_left_is_asked_about(whom: str, gone: list[str]) -> None:
    imp = creature("imp", ANN, f"When this creature dies, destroy {whom}.")
    given(imp, creature("elk", ANN), WALL, OX).when(
        attack(imp=BOB, elk=BOB), block(wall="imp", ox="elk"), damage(), resolve()
    ).then(left(*gone))


def test_what_blocked_goes_with_those_it_blocked() -> None:
    text = "Whenever this creature blocks, at end of combat, destroy it and all creatures it blocked this turn."
    imps = creature("imp", ANN, toughness=9), creature("elk", ANN, toughness=9)
    given(*imps, creature("guard", BOB, text, toughness=9)).when(
        attack(imp=BOB, elk=BOB), block(guard="imp"), resolve(), damage(), END_OF_COMBAT, resolve()
    ).then(left("guard", "imp"))


@pytest.mark.parametrize(("accept", "bob", "gone"), [([True], 18, []), ([False], 20, ["wall"])])
def test_their_controllers_may_pay_for_each_of_them(accept: list[bool], bob: int, gone: list[str]) -> None:
    text = (
        "When this creature dies, for each creature that dealt damage to it this turn, destroy that creature unless its "
        "controller pays 2 life. A creature destroyed this way can't be regenerated."
    )
    asked = resolve("all", {"source": "imp", "accept": accept})
    given(creature("imp", ANN, text), WALL).when(attack(imp=BOB), block(wall="imp"), damage(), asked).then(
        life(Bob=bob), left(*gone)
    )


@pytest.mark.parametrize(("stated", "size"), [(1, "3/10"), (0, "2/9")])
def test_who_dealt_combat_damage_to_a_player(stated: int, size: str) -> None:
    """The turn isn't on record from its beginning: of whoever isn't known to have dealt any, it is stated."""
    text = "Whenever this creature deals combat damage to a player, put a +1/+1 counter on each attacking creature that dealt"
    imp = creature("imp", ANN, f"{text} combat damage to that player this turn.")
    fact = {"goat": {"that dealt combat damage to that player this turn": stated}}
    board = given(imp, creature("elk", ANN), creature("goat", ANN, toughness=9), WALL, facts=fact)
    board.when(attack(imp=BOB, elk=BOB, goat=BOB), block(wall="goat"), damage(), resolve()).then(
        sizes(imp="3/3", elk="3/3", goat=size)
    )
