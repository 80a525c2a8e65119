"""What is attached to something described, or to a target; and what of a quoted ability isn't modelled, which is kept with it."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, has, left, life, not_carried_out, permanent, resolve, sizes

FIRST = "Whenever this creature attacks, "


def equipment(id: str, attached_to: str) -> dict[str, Any]:
    return permanent(id, BOB, "Equipped creature gets +1/+0.", types=("Artifact", "Equipment"), attached_to=attached_to)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("destroy all Equipment attached to target creature.", ["sword"]),
        ("destroy target creature and all Equipment attached to it.", ["ox", "sword"]),
        ("destroy target Equipment attached to a creature an opponent controls.", ["sword"]),
        ("destroy all Equipment attached to creatures you control.", ["axe"]),
    ],
)
def test_what_is_attached_to_something_described(text: str, gone: list[str]) -> None:
    board = creature("imp", ANN, FIRST + text), creature("ox", BOB), equipment("sword", "ox"), equipment("axe", "imp")
    target = {"targets": ["sword" if "target Equipment" in text else "ox"]} if "target" in text else {}
    given(*board).when(attack(imp=BOB), resolve("all", {"source": "imp", **target})).then(left(*gone))


def test_what_is_attached_is_counted() -> None:
    text = "target creature gets +1/+1 until end of turn for each Equipment attached to it."
    board = creature("imp", ANN, FIRST + text), creature("ox", BOB), equipment("sword", "ox"), equipment("axe", "imp")
    given(*board).when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(sizes(ox="3/3"))


def test_counters_are_put_on_those_that_have_some() -> None:
    text = "put a +1/+1 counter on each creature you control that has a +1/+1 counter on it."
    ox = creature("ox", ANN, counters={"+1/+1": 1}, power=3, toughness=3)
    given(creature("imp", ANN, FIRST + text), ox).when(attack(imp=BOB), resolve()).then(sizes(imp="2/2", ox="4/4"))


def test_a_token_that_triggers_as_it_enters_marks_the_game() -> None:
    text = 'create a 1/1 green Elf creature token with "When this token enters, it deals 2 damage to any target."'
    given(creature("imp", ANN, FIRST + text)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp token 1", "modelled"))


def test_a_granted_state_trigger_marks_the_game_where_what_it_asks_for_changes() -> None:
    granted = '"When you don\'t control a Vampire, exile this creature."'
    text = f"target creature gains {granted} Sacrifice this creature."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", ANN))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).then(not_carried_out("ox", "modelled"))


@pytest.mark.parametrize("quoted", ["{T}: Draw a card.", "Whenever you cast a spell, draw a card."])
def test_what_no_combat_sets_off_is_had_and_marks_nothing(quoted: str) -> None:
    (read,) = read_permanent(f'{FIRST}target creature gains "{quoted}"')
    assert isinstance(read, a.Triggered) and read.does is not None
    assert _granted(read.does) == (a.NotModelledAbility(text=quoted, on=("elsewhere",)),)
    board = given(creature("imp", ANN, f'{FIRST}target creature gains "{quoted}"'), creature("ox", ANN))
    outcome = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["ox"]})).outcome()
    assert not outcome.game.stack.marks


def _granted(does: a.Instructions) -> tuple[a.Ability, ...]:
    (begins,) = does.instructions
    assert isinstance(begins, a.Begins) and isinstance(begins.abilities[0], a.Grants)
    return begins.abilities[0].abilities


def test_equipment_is_unattached() -> None:
    text = "unattach target Equipment."
    board = given(creature("imp", ANN, FIRST + text), creature("ox", BOB), equipment("sword", "ox"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["sword"]})).then(
        has("sword", attached_to=None), sizes(ox="1/2")
    )


def test_equipment_that_is_not_attached_is_not_unattached() -> None:
    text = "you may unattach an Equipment you control. If you do, you gain 3 life."
    sword = permanent("sword", ANN, types=("Artifact", "Equipment"))
    for attached, gained in ((None, 0), ("imp", 3)):
        board = given(creature("imp", ANN, FIRST + text), {**sword, **({"attached_to": attached} if attached else {})})
        board.when(attack(imp=BOB), resolve("all", {"source": "imp", "accept": [True]})).then(life(Ann=20 + gained))
