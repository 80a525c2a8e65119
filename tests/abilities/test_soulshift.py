"""702.46: as it dies, a Spirit card with that mana value or less may return from its controller's graveyard to the hand."""

from referee import ANN, BOB, attack, block, creature, damage, given, resolve

KAMI = creature("kami", ANN, "Soulshift 3", subtypes=["Spirit"], mana_value=4)
SMALL = creature("wisp", ANN, subtypes=["Spirit"], mana_value=2)
GUARDS = (creature("g1", BOB, power=5, toughness=9), creature("g2", BOB, power=5, toughness=9))


def test_a_spirit_that_died_with_it_returns_to_the_hand() -> None:
    fight = (attack(kami=BOB, wisp=BOB), block(g1="kami", g2="wisp"), damage())
    choice = {"source": "kami", "accept": [True], "targets": ["wisp"]}
    game = given(KAMI, SMALL, *GUARDS).when(*fight, resolve("all", choice)).outcome().game
    assert game.board.cards["wisp"].zone == "hand" and game.board.cards["kami"].zone == "graveyard"


def test_it_does_not_return_itself_where_it_costs_more() -> None:
    game = given(KAMI, *GUARDS).when(attack(kami=BOB), block(g1="kami"), damage(), resolve()).outcome().game
    assert game.board.cards["kami"].zone == "graveyard" and not game.stack.marks
