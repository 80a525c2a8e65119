"""A color, a type, or odd or even, that is chosen as an ability resolves (608.2d)."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import worded
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    given,
    illegal,
    left,
    legal,
    life,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

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


ELVES = (
    creature("elf", ANN, subtypes=["Elf"]),
    creature("orc", ANN, subtypes=["Orc"]),
    creature("shapeling", BOB, "Changeling"),
    creature("wolf", BOB, subtypes=["Wolf"]),
)


def attacks(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    imp = creature("imp", ANN, f"Whenever this creature attacks, {text}", subtypes=["Imp"])
    return given(imp, *others, *ELVES).when(attack(imp=BOB), resolution)


@pytest.mark.parametrize("said", ["of that type", "of the chosen type", "of that creature type"])
def test_a_creature_type_is_named(said: str) -> None:
    text = f"choose a creature type. Put a +1/+1 counter on each creature {said}."
    attacks(text, types=["Elf"]).then(sizes(elf="3/3", orc="2/2", shapeling="3/3", wolf="2/2", imp="2/2"))
    attacks(text, types=["Goat"]).then(sizes(elf="2/2", shapeling="3/3", imp="2/2"))
    attacks(text).then(not_carried_out("imp", "which creature type is chosen"))
    assert "a creature type" in str(attacks(text, types=["Artifact"]).outcome().report.error)


def test_the_creature_type_of_ones_choice() -> None:
    attacks("creatures of the creature type of your choice get -2/-2 until end of turn.", types=["Wolf"]).then(
        left("shapeling", "wolf")
    )


def test_what_is_not_of_it() -> None:
    attacks("choose a creature type. Destroy all creatures that aren't of that type.", types=["Imp"]).then(
        left("elf", "orc", "wolf")
    )


def test_it_is_counted_and_asked_for() -> None:
    text = "choose a creature type. You gain 3 life for each creature you control of that type."
    attacks(text, types=["Orc"]).then(life(Ann=23))
    text = "choose a creature type. If you control two or more creatures of the chosen type, you gain 5 life."
    attacks(text, creature("elk", ANN, subtypes=["Orc"]), types=["Orc"]).then(life(Ann=25))
    attacks(text, creature("elk", ANN, subtypes=["Elk"]), types=["Orc"]).then(life(Ann=20))


def test_a_type_that_is_excluded() -> None:
    text = "choose a creature type other than Elf. Destroy all creatures of that type."
    attacks(text, types=["Wolf"]).then(left("shapeling", "wolf"))
    assert "other than Elf" in str(attacks(text, types=["Elf"]).outcome().report.error)


@pytest.mark.parametrize(
    ("text", "modes", "gone"),
    [
        ("choose artifact or enchantment. Destroy each permanent of the chosen type.", [1], ("law",)),
        ("choose artifact, creature, or land. Destroy all permanents of that type an opponent controls.", [0], ("orb",)),
        ("choose white or green. Destroy all creatures of the chosen color.", [1], ("elm",)),
        ("choose land or nonland. Destroy all permanents of that type an opponent controls.", [0], ("isle",)),
        ("destroy all creatures of the color of your choice.", [4], ("elm",)),
    ],
)
def test_one_of_a_few_is_a_mode(text: str, modes: list[int], gone: tuple[str, ...]) -> None:
    board = (
        permanent("law", BOB, types=("Enchantment",)),
        permanent("orb", BOB, types=("Artifact",)),
        permanent("isle", BOB, types=("Land",)),
        creature("elm", ANN, colors=["G"]),
    )
    attacks(text, *board, modes=modes).then(left(*gone))


def test_the_chosen_ability_is_gained_by_a_group() -> None:
    text = "choose flying, menace, or reach. Creatures you control gain the chosen ability until end of turn."
    game = attacks(text, modes=[1]).outcome().game
    assert "menace" in game.view.keywords("elf") and "flying" not in game.view.keywords("elf")


@pytest.mark.parametrize(
    "text",
    [
        "choose a creature type. Destroy target creature of that type.",
        "choose artifact or land. Destroy target permanent of the chosen type.",
        "creatures of that type get +1/+1 until end of turn.",
        "choose artifact or prosperity. Destroy all permanents of that type.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(f"Whenever this creature attacks, {text}")
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "choose a creature type. Each creature you control of that type gets +1/+1 until end of turn.",
        "choose a creature type other than Wall. Untap each creature you control of that type.",
        "choose a creature type. If you control three or more creatures of that type, draw a card.",
    ],
)
def test_it_is_said_as_it_is_read(text: str) -> None:
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}")
    assert worded(ability, "it") == f"Whenever this creature attacks, {text}"


ATTACKS = "Whenever this creature attacks, "


def test_protection_from_the_color_that_was_chosen() -> None:
    text = "choose a color. It gains protection from that color until end of turn."
    (ability,) = read_permanent(ATTACKS + text, types=["Creature"])
    assert ability.does is not None  # type: ignore[union-attr]
    unsaid = "It gains protection from that color until end of turn."
    (ability,) = read_permanent(ATTACKS + unsaid, types=["Creature"])
    assert ability.does is None  # type: ignore[union-attr]
