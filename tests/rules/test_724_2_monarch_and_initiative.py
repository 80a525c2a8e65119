"""724.2, 725.2: combat damage to the monarch, or to the player who has the initiative, gives it to another player."""

from referee import ANN, BOB, CAT, Outcome, attack, block, creature, damage, given, resolve, triggers

OX, ELK = creature("ox", ANN), creature("elk", ANN)


def who_has_it(outcome: Outcome) -> str | None:
    return outcome.game.board.held_by.get("initiative")


def test_whoever_dealt_the_damage_takes_it_by_one_ability() -> None:
    board = given(OX, ELK, designations={BOB: ["initiative"]})
    dealt = board.when(attack(ox=BOB, elk=BOB), block(), damage())
    dealt.then(triggers(Bob=1))
    taken = board.when(attack(ox=BOB, elk=BOB), block(), damage(), resolve()).outcome()
    assert who_has_it(taken) == ANN
    assert [mark.why for mark in taken.game.stack.marks] == ["that Ann ventures into Undercity isn't carried out (725.2)"]


def test_damage_to_another_player_takes_nothing() -> None:
    board = given(OX, players=(ANN, BOB, CAT), designations={CAT: ["initiative"]})
    assert who_has_it(board.when(attack(ox=BOB), block(by=BOB), damage(), resolve()).outcome()) == CAT


def test_each_creature_that_deals_it_to_the_monarch_triggers() -> None:
    board = given(OX, ELK, designations={BOB: ["monarch"]})
    board.when(attack(ox=BOB, elk=BOB), block(), damage()).then(triggers(Bob=2))
    found = board.when(attack(ox=BOB, elk=BOB), block(), damage(), resolve()).outcome().game
    assert found.board.held_by == {"monarch": ANN} and not found.stack.marks
