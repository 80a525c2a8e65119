"""701.3: what can't be attached to a permanent stays where it is."""

from referee import ANN, BOB, attack, creature, given, permanent, resolve

TEXT = "Whenever this creature attacks, attach target Equipment you control to target creature you control."
SWORD = permanent("sword", ANN, "Equip {1}", types=("Artifact", "Equipment"), attached_to="elk")


def board(text: str) -> dict[str, str | None]:
    ox = creature("ox", ANN, text)
    chosen = {"source": "imp", "targets": ["sword", "ox"]}
    outcome = given(creature("imp", ANN, TEXT), creature("elk", ANN), ox, SWORD).when(attack(imp=BOB), resolve("all", chosen))
    return {"sword": outcome.outcome().game.board.permanents["sword"].attached_to}


def test_equipment_moves_to_another_creature() -> None:
    assert board("") == {"sword": "ox"}
    assert board("Protection from red") == {"sword": "ox"}


def test_equipment_does_not_move_to_a_creature_with_protection_from_it() -> None:
    assert board("Protection from artifacts") == {"sword": "elk"}
