"""Lands whose subtype is set to a basic land type lose what their rules text gave them, and nothing else (305.7)."""

from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal, legal, permanent, resolve

GRANTED = enchantment("charm", ANN, "Lands you control have flying.")
MOON = enchantment("moon", BOB, "Nonbasic lands are Mountains.")


def manland(text: str) -> dict:
    return permanent("keep", ANN, text, types=("Land", "Creature"), power=2, toughness=2, stated=False)


def test_a_land_loses_the_abilities_of_its_rules_text() -> None:
    given(manland("Flying"), creature("ox", BOB)).when(attack(keep=BOB), block(ox="keep")).then(illegal("509.1b"))
    given(manland("Flying"), creature("ox", BOB), MOON).when(attack(keep=BOB), block(ox="keep")).then(legal)


def test_it_keeps_what_other_effects_gave_it() -> None:
    for order in ((GRANTED, MOON), (MOON, GRANTED)):
        board = given(manland("Vigilance"), creature("ox", BOB), *order)
        board.when(attack(keep=BOB), block(ox="keep")).then(illegal("509.1b"))


def test_it_gives_nothing_to_others_any_more_whichever_came_first() -> None:
    """613.8a: whether an effect of its own exists depends on what takes its text away."""
    tomb = permanent("tomb", BOB, "Each land is a Swamp in addition to its other land types.", types=("Land",), stated=False)
    walker = creature("imp", ANN, "Swampwalk")
    ox = creature("ox", BOB)
    given(walker, ox, tomb).when(attack(imp=BOB), block(ox="imp")).then(illegal("509.1b"))
    for order in ((tomb, MOON), (MOON, tomb)):
        given(walker, ox, *order).when(attack(imp=BOB), block(ox="imp")).then(legal)


def test_an_effect_that_resolves_takes_no_more_than_that_either() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, target land becomes an Island until end of turn.")
    board = given(imp, manland("Flying"), GRANTED)
    game = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["keep"]})).outcome().game
    assert "flying" in game.view.keywords("keep")
    assert "Island" in game.view.permanents["keep"].types
