"""303.4f–i: an Aura is put onto the battlefield attached to what it can enchant, or stays where it is."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks
from abilities.saying import check_said_as_read
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    enchantment,
    given,
    has,
    not_carried_out,
    permanent,
    resolve,
    sizes,
)

GROWN = "Enchanted creature gets +2/+2."


def aura(text: str, **more: Any) -> dict[str, Any]:
    return enchantment("vow", ANN, text, subtypes=["Aura"], **more)


@pytest.mark.parametrize(
    ("enchant", "imp", "put"),
    [
        ("creature", {}, True),
        ("creature you control", {}, True),
        ("creature you don't control", {}, False),
        ("creature with flying", {}, False),
        ("creature", {"text": "Protection from white"}, False),
    ],
)
def test_it_is_attached_to_what_it_can_enchant(enchant: str, imp: dict[str, Any], put: bool) -> None:
    text = "return target Aura card from your graveyard to the battlefield attached to another creature you control."
    card = aura(f"Enchant {enchant}\n{GROWN}", colors=["W"])
    board = given(creature("imp", ANN, **imp), creature("elk", ANN, f"Whenever this creature attacks, {text}"))
    outcome = board.when(attack(elk=BOB), resolve("all", {"source": "elk", "targets": ["vow"], "cards": [card]})).outcome()
    assert ("vow #2" in outcome.game.board.permanents) == put
    assert outcome.game.view.permanents["imp"].power == (4 if put else 2)
    assert put or outcome.game.board.cards["vow"].zone == "graveyard"


def test_without_what_it_can_enchant_it_is_not_carried_out() -> None:
    text = "you may put an Aura card from your hand onto the battlefield attached to it."
    as_it_attacks(text, accept=[True], cards=[aura(GROWN)]).then(not_carried_out("imp", "can enchant"))


def test_of_several_the_player_who_puts_it_there_chooses() -> None:
    text = "Whenever this creature attacks, return target Aura card from your graveyard to the battlefield."
    chosen = {"source": "imp", "targets": ["vow"], "cards": [aura(f"Enchant creature\n{GROWN}")]}
    board = given(creature("imp", ANN, text), creature("elk", ANN))
    board.when(attack(imp=BOB), resolve("all", chosen)).then(not_carried_out("imp", "what vow #2 enchants"))
    board.when(attack(imp=BOB), resolve("all", {**chosen, "chosen": ["elk"]})).then(
        sizes(elk="4/4"), has("vow #2", attached_to="elk")
    )


def test_where_there_is_nothing_to_enchant_it_stays() -> None:
    text = "return target Aura card from your graveyard to the battlefield."
    chosen = {"targets": ["vow"], "cards": [aura("Enchant artifact")]}
    assert as_it_attacks(text, **chosen).outcome().game.board.cards["vow"].zone == "graveyard"


def test_it_returns_attached_to_the_creature_that_returned() -> None:
    text = (
        "Enchant creature\nWhen enchanted creature dies, return that card to the battlefield under its owner's control. Return "
        "this card to the battlefield attached to that creature at the beginning of the next end step."
    )
    board = given(creature("imp", ANN), aura(text, attached_to="imp"), creature("guard", BOB, power=5, toughness=5))
    board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve(), {"turn": BOB}).then(has("vow #2", attached_to="imp #2"))


def test_an_aura_on_the_battlefield_is_attached_elsewhere() -> None:
    gear = permanent("rope", BOB, "Enchant land", types=["Enchantment"], subtypes=["Aura"], attached_to="bog")
    bog = permanent("bog", BOB, types=["Land"])
    veil = aura("Enchant creature", attached_to="elk")
    board = given(
        creature("imp", ANN, "Whenever this creature attacks, attach target Aura to it."), creature("elk", ANN), veil, gear, bog
    )
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["vow"]})).then(has("vow", attached_to="imp"))
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["rope"]})).then(has("rope", attached_to="bog"))


@pytest.mark.parametrize(
    "does",
    [
        "return target Aura card from your graveyard to the battlefield attached to a creature you control",
        "search your library for an Aura card that could enchant it, put it onto the battlefield attached to it, then shuffle",
    ],
)
def test_said_as_read(does: str) -> None:
    check_said_as_read(f"Whenever this creature attacks, {does}.")
