"""Cards in other zones: what died returns as a new object (400.7), graveyards have targets, hands and libraries are told of."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import (
    ANN,
    BOB,
    CLEANUP,
    attack,
    attacking,
    block,
    creature,
    damage,
    given,
    has,
    illegal,
    left,
    life,
    not_carried_out,
    permanent,
    resolve,
    resolved,
    sizes,
)

GUARD = creature("guard", BOB, power=5, toughness=5)
ELF = creature("elf", ANN)


def fights(*permanents: dict[str, Any], **more: Any) -> Any:
    """Ann's imp attacks, Bob's guard kills it."""
    return given(*permanents, GUARD, **more).when(attack(imp=BOB), block(guard="imp"), damage(), resolve())


def test_what_died_returns_to_the_battlefield_as_another_object() -> None:
    text = "When this creature dies, return it to the battlefield under its owner's control with a +1/+1 counter on it."
    fights(creature("imp", ANN, text)).then(has("imp #2", power=3, toughness=3, counters={"+1/+1": 1}, tapped=False))


def test_an_effect_on_what_died_does_not_affect_what_returned() -> None:
    text = "When this creature dies, return it to the battlefield under its owner's control."
    grown = {"effect": {"controller": ANN, "text": "[imp] gets +1/+1 until end of turn."}}
    board = given(creature("imp", ANN, text), GUARD)
    board.when(attack(imp=BOB), grown, block(guard="imp"), damage(), resolve()).then(has("imp #2", power=2, toughness=2))


def test_a_token_that_died_does_not_return() -> None:
    text = "When this creature dies, return it to the battlefield under its owner's control."
    outcome = fights(creature("imp", ANN, text, token=True)).outcome()
    assert "imp #2" not in outcome.game.board.permanents and not outcome.game.stack.marks


def test_what_died_returns_at_the_next_end_step() -> None:
    text = (
        "Whenever another creature you control dies, return that card to the battlefield under your control at the beginning "
        "of the next end step."
    )
    helper = creature("helper", ANN, text)
    board = given(creature("imp", ANN), helper, GUARD)
    board.when(attack(imp=BOB), block(guard="imp"), damage(), resolve(), CLEANUP).then(has("imp #2", power=2))


def test_a_card_in_a_graveyard_is_a_target_where_it_is_known() -> None:
    text = "When this creature dies, return target creature card from your graveyard to the battlefield."
    fights(creature("imp", ANN, text)).then(has("imp #2", power=2))


def test_cards_in_a_graveyard_that_nobody_tells_of_are_no_reason_to_guess() -> None:
    text = "Whenever this creature attacks, return target creature card from your graveyard to the battlefield."
    board = given(creature("imp", ANN, text), graveyard={ANN: 3})
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "which cards are in the graveyard"))
    told = {"source": "imp", "targets": ["ox"], "cards": [creature("ox", ANN, power=4, toughness=4)]}
    board.when(attack(imp=BOB), resolve("all", told)).then(has("ox #2", power=4))
    none = given(creature("imp", ANN, text))
    assert none.when(attack(imp=BOB), resolve()).outcome().game.stack.marks == ()


def test_a_card_of_a_hand_is_put_onto_the_battlefield_where_it_is_told_of() -> None:
    text = "Whenever this creature attacks, you may put a creature card from your hand onto the battlefield tapped and attacking."
    board = given(creature("imp", ANN, text), hand={ANN: 2})
    board.when(attack(imp=BOB), resolve()).then(attacking(imp=BOB))
    told = {"source": "imp", "cards": [creature("ox", ANN, power=4, toughness=4)]}
    outcome = board.when(attack(imp=BOB), resolve("all", told)).then(attacking(**{"imp": BOB, "ox #2": BOB}))
    assert outcome.game.board.hand[ANN] == 1


def test_a_card_of_a_library_need_not_be_found() -> None:
    text = "Whenever this creature attacks, search your library for a basic land card, put it onto the battlefield, then shuffle."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(resolved("imp"), attacking(imp=BOB))


def test_what_is_exiled_and_returned_is_another_object() -> None:
    text = (
        "Whenever this creature attacks, exile another target creature you control, then return that card to the battlefield "
        "under its owner's control."
    )
    given(creature("imp", ANN, text), ELF).when(attack(imp=BOB), resolve()).then(left("elf"), has("elf #2", power=2))


def test_a_card_of_a_graveyard_goes_elsewhere() -> None:
    text = "When this creature dies, exile it. If you do, create a 1/1 white Spirit creature token with flying."
    fights(creature("imp", ANN, text)).then(has("imp token 1", token=True))
    outcome = fights(creature("imp", ANN, text)).outcome()
    assert outcome.game.board.cards["imp"].zone == "exile"


@pytest.mark.parametrize(
    "text",
    [
        "When this creature dies, return it to the battlefield attached to target creature.",
        "Whenever this creature attacks, exile target card from a graveyard, then copy that card.",
    ],
)
def test_what_else_happens_to_cards_is_not_read(text: str) -> None:
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


def test_what_has_a_finality_counter_is_exiled_instead_of_dying() -> None:
    text = "Whenever this creature attacks, destroy target creature an opponent controls."
    marked = creature("elk", BOB, "When this creature dies, you gain 1 life.", power=9, toughness=9, counters={"finality": 1})
    outcome = given(creature("imp", ANN, text), marked).when(attack(imp=BOB), resolve()).then(left("elk"), life(Bob=20))
    assert outcome.game.board.cards["elk"].zone == "exile"
    marked = creature("elk", BOB, "When this creature dies, you gain 1 life.", toughness=1, counters={"finality": 1})
    board = given(creature("imp", ANN), marked).when(attack(imp=BOB), block(elk="imp"), damage(), resolve())
    assert board.then(life(Bob=20)).game.board.cards["elk"].zone == "exile"


TWO_OX = creature("ox", ANN, power=4, mana_value=2)
CHEAP = creature("fly", ANN, power=1, mana_value=1)


@pytest.mark.parametrize(("rolled", "back"), [(3, ["ox #2", "fly #2"]), (2, ["ox #2"]), (1, ["fly #2"])])
def test_targets_have_no_more_than_the_result_in_all(rolled: int, back: list[str]) -> None:
    text = (
        "Whenever this creature attacks, roll a d20. When you do, put any number of target creature cards with total mana value "
        "X or less from graveyards onto the battlefield under your control, where X is the result."
    )
    targets = [each.removesuffix(" #2") for each in back]
    rolls = resolve(1, {"source": "imp", "rolls": [rolled]})
    chosen = resolve("all", {"source": "imp", "targets": targets, "cards": [TWO_OX, CHEAP]})
    outcome = given(creature("imp", ANN, text)).when(attack(imp=BOB), rolls, chosen).outcome()
    assert {*outcome.game.board.permanents} == {"imp", *back}


def test_more_in_all_are_no_legal_targets() -> None:
    cards = "any number of target creature cards with total mana value 2 or less"
    text = f"Whenever this creature attacks, return {cards} from your graveyard to the battlefield."
    choices = {"source": "imp", "targets": ["ox", "fly"], "cards": [TWO_OX, CHEAP]}
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve("all", choices)).then(illegal("603.3d"))


def test_equipment_enters_attached() -> None:
    text = "return target Equipment card from your graveyard to the battlefield attached to target creature you control."
    sword = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=["Artifact"], subtypes=["Equipment"])
    choices = {"source": "imp", "targets": ["sword", "elk"], "cards": [sword]}
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), creature("elk", ANN))
    board.when(attack(imp=BOB), resolve("all", choices)).then(has("sword #2", attached_to="elk"), sizes(elk="3/3"))


def test_equipment_is_attached_to_the_token_that_was_created() -> None:
    text = "create a 1/1 white Soldier creature token, then you may attach an Equipment you control to it."
    sword = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=["Artifact"], subtypes=["Equipment"])
    board = given(creature("imp", ANN, f"Whenever this creature attacks, {text}"), sword)
    board.when(attack(imp=BOB), resolve()).then(has("sword", attached_to="imp token 1"))
