"""502.1, 702.26g: phased-out permanents phase in as their controller's turn begins, with what is attached to them."""

from referee import ANN, BOB, attack, creature, enchantment, given, illegal, legal

BOARD = given(
    creature("ghost", ANN),
    enchantment("chains", BOB, "Enchanted creature can't attack.", subtypes=["Aura"], attached_to="ghost"),
    creature("ox", ANN),
)
OUT = {"phases_out": "ox"}


def test_a_phased_out_creature_can_attack_again_in_its_controllers_next_turn() -> None:
    BOARD.when(OUT, {"turn": BOB}, {"turn": ANN}, attack(ox=BOB)).then(legal)


def test_it_stays_away_in_the_turns_of_others() -> None:
    assert BOARD.when(OUT, {"turn": BOB}).outcome().game.board.permanents["ox"].phased_out


def test_an_aura_that_phased_out_with_its_creature_phases_in_with_it() -> None:
    BOARD.when({"phases_out": "ghost"}, {"turn": BOB}, {"turn": ANN}, attack(ghost=BOB)).then(illegal("508.1c", "chains"))
