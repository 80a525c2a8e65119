"""A color, or odd or even, that is chosen as an ability resolves (608.2d)."""

from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, given, illegal, left, legal, life, resolve

OX, ELF = creature("ox", BOB, colors=["W"]), creature("elf", BOB, colors=["G"])
GREEN = {"source": "imp", "modes": [4]}


def test_all_of_the_chosen_color_are_meant() -> None:
    imp = creature(
        "imp", ANN, "Whenever this creature attacks, choose a color. Destroy all creatures of that color.", colors=["B"]
    )
    given(imp, OX, ELF).when(attack(imp=BOB), resolve("all", GREEN)).then(left("elf"))
    given(imp, OX, ELF).when(attack(imp=BOB), resolve()).then(left("ox"))


def test_what_depends_on_it_may_follow_a_payment() -> None:
    text = (
        "Whenever this creature attacks, you may pay {2}. If you do, choose a color, then you gain 1 life for each creature of "
        "that color."
    )
    paid = {"source": "imp", "accept": [True], "modes": [4]}
    given(creature("imp", ANN, text), OX, ELF).when(attack(imp=BOB), resolve("all", paid)).then(life(Ann=21))


def test_protection_from_it_counts_in_the_same_combat() -> None:
    imp = creature(
        "imp", ANN, "Whenever this creature attacks, it gains protection from the color of your choice until end of turn."
    )
    board = given(imp, OX, ELF)
    board.when(attack(imp=BOB), resolve("all", GREEN), block(elf="imp")).then(illegal("509.1b"))
    board.when(attack(imp=BOB), resolve("all", GREEN), block(ox="imp")).then(legal)


def test_odd_or_even() -> None:
    text = "Whenever this creature attacks, choose odd or even. Creatures with mana value of that quality can't block this turn."
    board = given(creature("imp", ANN, text), creature("ox", BOB, mana_value=3), creature("elf", BOB, mana_value=2))
    odd = resolve("all", {"source": "imp", "modes": [0]})
    board.when(attack(imp=BOB), odd, block(ox="imp")).then(illegal("509.1b"))
    board.when(attack(imp=BOB), odd, block(elf="imp")).then(legal)


def test_that_color_is_not_read_where_none_was_chosen() -> None:
    (ability,) = read_permanent("Whenever this creature attacks, destroy all creatures of that color.")
    assert isinstance(ability, a.Triggered) and ability.does is None
