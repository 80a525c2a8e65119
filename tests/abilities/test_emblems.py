"""Emblems (114): their abilities go on for the rest of the game, and are about whatever they describe then."""

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, given, life, resolve, sizes

FIRST = "Whenever this creature attacks, you get an emblem with "


def test_what_enters_later_is_meant_too() -> None:
    text = FIRST + '"Creatures you control get +1/+1." Create a 1/1 red Goblin creature token.'
    board = given(creature("imp", ANN, text), creature("ox", ANN), creature("cat", BOB))
    board.when(attack(imp=BOB), resolve()).then(sizes(**{"imp": "3/3", "ox": "3/3", "cat": "2/2", "imp token 1": "2/2"}))


def test_it_goes_on_after_its_source_left() -> None:
    text = 'When this creature dies, you get an emblem with "Creatures you control get +1/+1."'
    pit = creature("pit", ANN, "Whenever this creature attacks, destroy another target creature.")
    resolution = resolve("all", {"source": "pit", "targets": ["imp"]})
    given(creature("imp", ANN, text), pit, creature("cat", BOB)).when(attack(pit=BOB), resolution).then(
        sizes(pit="3/3", cat="2/2")
    )


def test_keywords_are_had_by_whatever_is_described() -> None:
    text = FIRST + '"Creatures you control have lifelink."'
    board = given(creature("imp", ANN, text), creature("ox", ANN))
    board.when(attack(imp=BOB, ox=BOB), resolve(), block(), damage()).then(life(Ann=24, Bob=16))


def test_its_ability_triggers_for_its_owner() -> None:
    text = (
        'Whenever this creature deals combat damage to a player, you get an emblem with "Whenever a creature you control deals '
        'combat damage to a player, you gain 3 life."'
    )
    imp = creature("imp", ANN, text + "\nFirst strike")
    given(imp, creature("ox", ANN)).when(attack(imp=BOB, ox=BOB), block(), damage(), resolve(), damage(), resolve()).then(
        life(Ann=23)
    )


def test_another_player_gets_one() -> None:
    text = (
        "Whenever this creature deals combat damage to a player, that player gets an emblem with "
        '"Creatures you control get -1/-1."'
    )
    board = given(creature("imp", ANN, text), creature("cat", BOB), creature("ox", ANN))
    board.when(attack(imp=BOB), block(), damage(), resolve()).then(sizes(cat="1/1", ox="2/2"))


@pytest.mark.parametrize(
    "quoted",
    [
        "You can't lose the game.",
        "Whenever you attack, this emblem deals 1 damage to each opponent.",
        "Whenever a creature you control attacks, tap target creature.",
        "At the beginning of your upkeep, sacrifice a creature.",
        "Creatures you control get +X/+X, where X is this creature's power.",
    ],
)
def test_what_is_not_read(quoted: str) -> None:
    read = read_permanent(f'{FIRST}"{quoted}"')
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]
