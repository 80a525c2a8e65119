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


@pytest.mark.parametrize(
    ("counted", "there", "after_some_left"),
    [
        ("creature that attacked this turn", 3, 3),
        ("other creature that attacked this turn", 2, 2),
        ("Beast that attacked this combat", 1, 1),
        ("nonBeast creature that attacked this turn", 2, 2),
        ("creature that blocked this turn", 1, 1),
        ("creature you control that attacked this turn", 3, 2),
        ("attacking creature", 3, 2),
        ("creature with power 2 that attacked this turn", 3, None),
    ],
)
def test_what_did_something_this_turn_is_counted_wherever_it_is_now(
    counted: str, there: int, after_some_left: int | None
) -> None:
    """It isn't known of what power it was as it attacked: that is marked."""
    imp = creature("imp", ANN, f"Whenever this creature deals combat damage to a player, you gain 1 life for each {counted}.")
    board = given(imp, creature("elk", ANN), creature("goat", ANN, subtypes=["Beast"]), WALL)
    steps = [attack(imp=BOB, elk=BOB, goat=BOB), block(wall="elk")]
    gone = [{"leaves": "goat", "to": "graveyard"}, {"leaves": "wall", "to": "exile"}]
    board.when(*steps, {"changes": {"id": "elk", "toughness": 9}}, damage(), resolve()).then(life(Ann=20 + there))
    outcome = board.when(*steps, *gone, damage(), resolve()).outcome()
    assert outcome.game.board.life[ANN] == 20 + (after_some_left or 0)
    assert len(outcome.game.stack.marks) == (after_some_left is None)
