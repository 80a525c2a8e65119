"""704.5j, k, m and n: state-based actions that aren't performed mark the game where they begin to apply."""

from referee import ANN, BOB, attack, creature, given, legal, not_carried_out, permanent, resolve

STEALS = creature("imp", ANN, "Whenever this creature attacks, gain control of target creature.")
PROTECTED = creature("imp", ANN, "Whenever this creature attacks, it gains protection from white until end of turn.")


def aura(color: str) -> dict[str, object]:
    return permanent("aura", ANN, "Enchant creature", types=("Enchantment", "Aura"), colors=[color], attached_to="imp")


def test_a_second_legendary_permanent_of_a_name() -> None:
    kings = [creature(id, player, types=("Legendary",), name="King") for id, player in (("king", ANN), ("other", BOB))]
    chosen = {"source": "imp", "targets": ["other"]}
    given(STEALS, *kings).when(attack(imp=BOB), resolve("all", chosen)).then(not_carried_out("other", "which of several"))


def test_a_second_legend_of_the_creature_type() -> None:
    lords = [creature(id, player, types=("Legend",), name="Grim Lord") for id, player in (("lord", ANN), ("other", BOB))]
    notes = given(*lords, rules="2002-01-01").when(attack(lord=BOB)).then(legal).report.notes
    assert any("other: the legend rule applies" in note for note in notes)


def test_a_second_world() -> None:
    worlds = [permanent(id, player, types=("World", "Enchantment")) for id, player in (("arena", ANN), ("dream", BOB))]
    given(worlds[0]).when({"enters": worlds[1]}).then(not_carried_out("dream", "graveyards"))
    assert given(*worlds).when(attack()).then().report.notes == (
        "dream: the world rule applies to the board as it is stated: what it puts into graveyards stays",
    )


def test_an_aura_on_what_gains_protection_from_it() -> None:
    given(PROTECTED, aura("W")).when(attack(imp=BOB), resolve()).then(not_carried_out("aura", "704.5m"))
    assert not given(PROTECTED, aura("B")).when(attack(imp=BOB), resolve()).outcome().game.stack.marks


def test_equipment_on_what_gains_protection_from_it() -> None:
    imp = {**PROTECTED, "text": "Whenever this creature attacks, it gains protection from artifacts until end of turn."}
    sword = permanent("sword", ANN, "Equip {1}", types=("Artifact", "Equipment"), attached_to="imp")
    given(imp, sword).when(attack(imp=BOB), resolve()).then(not_carried_out("sword", "704.5n"))
