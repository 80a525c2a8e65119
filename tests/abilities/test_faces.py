"""Permanents that transform, return with the other face up or face down, and cards that are manifested (712, 708, 701.40).

A case states the other face; what it doesn't state isn't carried out.
"""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    END_OF_COMBAT,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    land,
    life,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

GUARD = creature("guard", BOB, power=5, toughness=5)
BACK = creature("imp", ANN, "Whenever this creature deals combat damage to a player, you gain 5 life.", power=6, toughness=4)
TRANSFORMS = "Whenever this creature attacks, transform it."


def resolving(**choices: Any) -> dict[str, Any]:
    return resolve("all", {"source": "imp", **choices})


def test_a_permanent_becomes_its_other_face() -> None:
    imp = creature("imp", ANN, TRANSFORMS)
    given(imp).when(attack(imp=BOB), resolving(faces=[BACK])).then(sizes(imp="6/4"), attacking(imp=BOB))
    given(imp).when(attack(imp=BOB), resolving(faces=[BACK]), block(), damage(), resolve()).then(life(Ann=25, Bob=14))


def test_counters_and_effects_stay() -> None:
    imp = creature("imp", ANN, TRANSFORMS, counters={"+1/+1": 1}, power=3, toughness=3)
    grown = {"effect": {"controller": ANN, "text": "[imp] gets +1/+1 until end of turn."}}
    given(imp).when(grown, attack(imp=BOB), resolving(faces=[BACK])).then(sizes(imp="8/6"))


def test_a_face_that_nobody_states_is_not_guessed() -> None:
    given(creature("imp", ANN, TRANSFORMS)).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "other face of imp"))


def test_what_is_no_creature_any_more_leaves_combat() -> None:
    back = permanent("imp", ANN, types=("Land",))
    given(creature("imp", ANN, TRANSFORMS)).when(attack(imp=BOB), resolving(faces=[back])).then(attacking())


def test_it_turns_back_to_the_face_that_is_known() -> None:
    back = {**BACK, "text": "When this creature deals combat damage to a player, transform it."}
    board = given(creature("imp", ANN, TRANSFORMS))
    board.when(attack(imp=BOB), resolving(faces=[back]), block(), damage(), resolve()).then(sizes(imp="2/2"))


def test_a_transformed_permanent_has_its_front_in_other_zones() -> None:
    back = {**BACK, "toughness": 1, "text": "When this creature dies, return it to the battlefield under its owner's control."}
    board = given(creature("imp", ANN, TRANSFORMS), GUARD)
    board.when(attack(imp=BOB), resolving(faces=[back]), block(guard="imp"), damage(), resolve()).then(has("imp #2", power=2))


def test_it_returns_transformed() -> None:
    text = "When this creature dies, return it to the battlefield transformed under its owner's control."
    dies = given(creature("imp", ANN, text), GUARD)
    steps = attack(imp=BOB), block(guard="imp"), damage()
    dies.when(*steps, resolving(faces=[BACK])).then(has("imp #2", power=6))
    dies.when(*steps, resolve()).then(not_carried_out("imp", "other face of imp"))


def test_it_returns_face_down() -> None:
    text = "When this creature dies, return it to the battlefield face down under its owner's control."
    board = given(creature("imp", ANN, text, power=4, toughness=4), GUARD)
    outcome = board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve()).then(has("imp #2", power=2, toughness=2))
    assert outcome.game.board.permanents["imp #2"].name == ""


def test_a_face_down_creature_is_turned_face_up() -> None:
    text = "Whenever this creature attacks, turn a face-down creature you control face up."
    board = given(creature("imp", ANN, text), {**creature("blob", ANN), "name": "", "designations": ["face-down"]})
    ox = creature("blob", ANN, power=7, toughness=7)
    board.when(attack(imp=BOB), resolving(faces=[ox])).then(sizes(blob="7/7"))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "other face of blob"))


def test_an_incubator_token_needs_nothing_stated() -> None:
    text = "Whenever this creature attacks, transform up to one target Incubator token you control."
    egg = permanent("egg", ANN, types=("Artifact",), subtypes=("Incubator",), token=True, counters={"+1/+1": 3})
    given(creature("imp", ANN, text), egg).when(attack(imp=BOB), resolve()).then(has("egg", power=3, toughness=3))


def test_the_top_card_is_manifested() -> None:
    text = "Whenever this creature attacks, manifest the top card of your library, then put a +1/+1 counter on it."
    down = given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(has("imp manifested 1", power=3))
    assert down.game.board.permanents["imp manifested 1"].other_face is None
    ox = creature("ox", ANN, power=7)
    known = (
        given(creature("imp", ANN, text)).when(attack(imp=BOB), resolving(library=[ox])).then(has("imp manifested 1", power=3))
    )
    assert known.game.board.permanents["imp manifested 1"].other_face.name == "Ox"


def test_manifest_dread() -> None:
    text = "Whenever this creature attacks, manifest dread."
    board = given(creature("imp", ANN, text), graveyard={ANN: 1})
    unknown = board.when(attack(imp=BOB), resolve()).then(has("imp manifested 1", power=2))
    assert unknown.game.board.graveyard[ANN] == 2
    cards = [creature("ox", ANN), land("bog", ANN, "Swamp")]
    known = board.when(attack(imp=BOB), resolving(library=cards, chosen=["bog"])).outcome().game.board
    assert known.cards["ox"].zone == "graveyard" and known.permanents["imp manifested 1"].other_face.name == "Bog"


def test_what_was_face_down_and_nobody_knows_does_not_return() -> None:
    text = "Whenever this creature attacks, manifest the top card of your library."
    returns = "Whenever another creature you control dies, return that card to its owner's hand."
    sweeper = "Whenever a creature you control dies, destroy all creatures."
    helper = permanent("helper", ANN, returns, types=("Enchantment",))
    board = given(creature("imp", ANN, text), GUARD, helper, permanent("pyre", ANN, sweeper, types=("Enchantment",)))
    board.when(attack(imp=BOB), resolve(), block(guard="imp"), damage(), resolve()).then(
        not_carried_out("helper", "which was face down")
    )


EXPLORES = "Whenever this creature attacks, it explores."


def test_exploring() -> None:
    board = given(creature("imp", ANN, EXPLORES))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "on top of the library of Ann"))
    nonland = board.when(attack(imp=BOB), resolving(library=[creature("ox", ANN)])).then(sizes(imp="3/3"))
    assert nonland.game.board.cards["ox"].zone == "library"
    away = board.when(attack(imp=BOB), resolving(library=[creature("ox", ANN)], accept=[True])).then(sizes(imp="3/3"))
    assert away.game.board.graveyard[ANN] == 1
    found = board.when(attack(imp=BOB), resolving(library=[land("bog", ANN, "Swamp")])).then(sizes(imp="2/2"))
    assert found.game.board.hand[ANN] == 1


def test_evidence_is_collected() -> None:
    text = "Whenever this creature attacks, you may collect evidence 4. If you do, put a +1/+1 counter on it."
    cards = [creature("ox", ANN, mana_value=3), creature("elk", ANN, mana_value=2)]
    board = given(creature("imp", ANN, text), graveyard={ANN: 2})
    board.when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))
    board.when(attack(imp=BOB), resolving(accept=[True])).then(not_carried_out("imp", "which cards are in the graveyard"))
    done = board.when(attack(imp=BOB), resolving(accept=[True], cards=cards)).then(sizes(imp="3/3"))
    assert done.game.board.graveyard[ANN] == 0
    board.when(attack(imp=BOB), resolving(accept=[True], cards=cards[:1])).then(
        not_carried_out("imp", "which cards are in the graveyard")
    )


def test_discovering_puts_a_card_into_the_hand() -> None:
    text = "Whenever this creature attacks, discover 3."
    outcome = (
        given(creature("imp", ANN, text)).when(attack(imp=BOB), resolving(library=[creature("ox", ANN, mana_value=3)])).outcome()
    )
    assert outcome.game.board.hand[ANN] == 1 and outcome.game.board.cards["ox"].zone == "hand"


def test_enduring_and_blighting() -> None:
    endures = "Whenever this creature attacks, it endures 2."
    given(creature("imp", ANN, endures)).when(attack(imp=BOB), resolve()).then(sizes(imp="4/4"))
    given(creature("imp", ANN, endures)).when(attack(imp=BOB), resolving(modes=[1])).then(has("imp token 1", power=2))
    blights = "Whenever this creature attacks, you may blight 1. If you do, you gain 3 life."
    given(creature("imp", ANN, blights)).when(attack(imp=BOB), resolve()).then(life(Ann=20))
    given(creature("imp", ANN, blights)).when(attack(imp=BOB), resolving(accept=[True])).then(life(Ann=23), sizes(imp="1/1"))


def test_phasing_out_and_being_prepared() -> None:
    veil = permanent("veil", ANN, "Whenever a creature you control attacks, it phases out.", types=("Enchantment",))
    given(creature("imp", ANN), veil).when(attack(imp=BOB), resolve()).then(attacking())
    ready = "Whenever this creature attacks, this creature becomes prepared."
    outcome = given(creature("imp", ANN, ready)).when(attack(imp=BOB), resolve()).outcome()
    assert "prepared" in outcome.game.board.designations["imp"]


@pytest.mark.parametrize(
    "text",
    [
        "venture into the dungeon.",
        "the Ring tempts you.",
        "return target creature card from your graveyard to the battlefield attached to this creature.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(f"Whenever this creature attacks, {text}")
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("others", [("ox",), ("ox", "elk"), ("ox", "elk", "bear")])
def test_it_transforms_once_for_what_was_on_the_stack_together(later: bool, others: tuple[str, ...]) -> None:
    """701.27f, of delayed abilities, too: what was put on the stack, or created, before it transformed does it no more."""
    text = f"Whenever another creature attacks, transform this creature{' at end of combat' if later else ''}."
    board = given(creature("imp", ANN, text), *(creature(id, ANN) for id in others))
    attacks = attack(dict.fromkeys(others, BOB))
    at_once = [attacks, resolving(faces=[BACK])]
    at_end = [attacks, resolve(), block(), damage(), END_OF_COMBAT, resolving(faces=[BACK])]
    board.when(*(at_end if later else at_once)).then(sizes(imp="6/4"))


def test_another_permanents_ability_transforms_it_each_time() -> None:
    chief = creature("chief", ANN, "Whenever a creature attacks, transform target Shapeshifter.")
    imp = creature("imp", ANN, types=("Shapeshifter",))
    back = {**BACK, "subtypes": ("Shapeshifter",)}
    board = given(chief, imp, creature("ox", ANN), creature("elk", ANN))
    twice = resolve("all", {"source": "chief", "targets": ["imp"], "faces": [back]})
    board.when(attack(ox=BOB, elk=BOB), twice).then(sizes(imp="2/2"))
