"""Cards in other zones: what died returns as a new object (400.7), graveyards have targets, hands and libraries are stated."""

from typing import Any

import pytest
from abilities.resolving import as_it_attacks, as_it_dies
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
    enchantment,
    given,
    has,
    illegal,
    land,
    left,
    life,
    not_carried_out,
    permanent,
    refused,
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


def test_cards_in_a_graveyard_that_nobody_states_are_no_reason_to_guess() -> None:
    text = "Whenever this creature attacks, return target creature card from your graveyard to the battlefield."
    board = given(creature("imp", ANN, text), graveyard={ANN: 3})
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "which cards are in the graveyard"))
    chosen = {"source": "imp", "targets": ["ox"], "cards": [creature("ox", ANN, power=4, toughness=4)]}
    board.when(attack(imp=BOB), resolve("all", chosen)).then(has("ox #2", power=4))
    none = given(creature("imp", ANN, text))
    assert none.when(attack(imp=BOB), resolve()).outcome().game.stack.marks == ()


def test_a_card_of_a_hand_is_put_onto_the_battlefield_where_it_is_named() -> None:
    text = "Whenever this creature attacks, you may put a creature card from your hand onto the battlefield tapped and attacking."
    board = given(creature("imp", ANN, text), hand={ANN: 2})
    board.when(attack(imp=BOB), resolve()).then(attacking(imp=BOB))
    chosen = {"source": "imp", "cards": [creature("ox", ANN, power=4, toughness=4)]}
    outcome = board.when(attack(imp=BOB), resolve("all", chosen)).then(attacking(**{"imp": BOB, "ox #2": BOB}))
    assert outcome.game.board.hand[ANN] == 1


def test_a_card_of_a_library_need_not_be_found() -> None:
    text = "Whenever this creature attacks, search your library for a basic land card, put it onto the battlefield, then shuffle."
    given(creature("imp", ANN, text)).when(attack(imp=BOB), resolve()).then(resolved("imp"), attacking(imp=BOB))


@pytest.mark.parametrize(("ids", "found"), [(["ox"], "ox"), (["bog", "ox"], "ox"), (["bog", "fen"], "fen"), (["bog"], "")])
def test_a_card_that_is_stated_and_not_asked_for_is_refused(ids: list[str], found: str) -> None:
    text = "Whenever this creature attacks, search your library for a land card, put it onto the battlefield, then shuffle."
    cards = {"ox": creature("ox", ANN)} | {id: permanent(id, ANN, types=["Land"]) for id in ("bog", "fen")}
    stated = resolve("all", {"source": "imp", "cards": [cards[id] for id in ids]})
    board = given(creature("imp", ANN, text)).when(attack(imp=BOB), stated)
    board.then(refused("invalid-input", found, "as many cards as the ability asks for") if found else has("bog #2"))


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


def test_what_is_exiled_with_evidence_returns_from_exile() -> None:
    text = (
        "When this creature dies, you may exile it and collect evidence 2. If you do, return this card to the battlefield tapped."
    )
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    resolution = resolve("all", {"source": "imp", "accept": [True], "cards": [creature("ox", ANN, mana_value=3)]})
    board = given(creature("imp", ANN, text, mana_value=1), pit, graveyard={ANN: 1})
    outcome = board.when(attack(imp=BOB), resolution).outcome()
    assert outcome.game.board.permanents["imp #2"].tapped and outcome.game.board.cards["ox"].zone == "exile"


RETURNS = [
    "exile it, then return it to the battlefield under its owner's control.",
    "you may exile it. If you do, return it to the battlefield under its owner's control.",
    "exile it. Return it to the battlefield under its owner's control at the beginning of the next end step.",
]


@pytest.mark.parametrize("text", RETURNS)
def test_what_died_and_is_exiled_returns_from_exile(text: str) -> None:
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    board = given(creature("imp", ANN, f"When this creature dies, {text}"), pit)
    resolution = resolve("all", {"source": "imp", "accept": [True]}) if "may" in text else resolve("all")
    later = [{"turn": BOB}] if "end step" in text else []
    outcome = board.when(attack(imp=BOB), resolution, *later).outcome()
    assert "imp #2" in outcome.game.board.permanents


RETURNED = creature("elk", ANN, power=3)


def test_where_cards_are_returned_to_may_be_said_before_them() -> None:
    text = "return to the battlefield tapped target creature card in your graveyard."
    as_it_attacks(text, targets=["elk"], cards=[RETURNED]).then(has("elk #2", tapped=True, power=3))


SWORD = permanent("sword", ANN, "Equipped creature gets +1/+1.", types=["Artifact"], subtypes=["Equipment"])


def test_equipment_is_put_onto_the_battlefield_attached_to_what_attacks() -> None:
    text = "you may put an Equipment card from your hand onto the battlefield attached to it."
    as_it_attacks(text, accept=[True], cards=[SWORD]).then(has("sword #2", attached_to="imp"), sizes(imp="3/3"))


@pytest.mark.parametrize(("mana_value", "returned"), [(3, True), (4, False)])
def test_what_a_target_card_has_is_asked_before_it_moves(mana_value: int, returned: bool) -> None:
    text = "return target artifact card from your graveyard to the battlefield if its mana value is 3 or less."
    orb = permanent("orb", ANN, types=["Artifact"], mana_value=mana_value)
    board = as_it_attacks(text, targets=["orb"], cards=[orb]).outcome().game.board
    assert ("orb #2" in board.permanents) == returned


@pytest.mark.parametrize(("card", "put"), [(creature("yak", ANN), True), (land("bog", ANN), False)])
def test_what_was_exiled_is_put_if_it_is_a_creature_card(card: dict[str, Any], put: bool) -> None:
    text = "exile the top card of your library. Put it onto the battlefield if it's a creature card."
    board = as_it_attacks(text, library=[card]).outcome().game.board
    assert (f"{card['id']} #2" in board.permanents) == put


@pytest.mark.parametrize(("token", "returned"), [(False, True), (True, False)])
def test_what_died_returns_if_it_is_a_card(token: bool, returned: bool) -> None:
    returns = "return it to the battlefield under its owner's control if it's a creature card."
    text = f"Whenever another creature you control dies, {returns}"
    mourner, elk = creature("mourner", ANN, text), creature("elk", ANN, token=token)
    fought = attack(elk=BOB), block(ox="elk"), damage(), resolve()
    board = given(mourner, elk, creature("ox", BOB, power=9, toughness=9)).when(*fought).outcome().game.board
    assert ("elk #2" in board.permanents) == returned


def test_a_target_of_two_kinds_of_cards_and_what_no_board_holds() -> None:
    text = (
        "exile target artifact card or land card from a graveyard and put a memory counter on it. You skip your next draw step."
    )
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}")
    assert isinstance(ability, a.Triggered) and ability.does is not None and ability.does.targets[0].cards is not None
    assert ability.does.targets[0].cards.filter == a.AnyOf(parts=(a.HasType(type="Artifact"), a.HasType(type="Land")))
    assert [type(each) for each in ability.does.instructions] == [a.PutsCards, a.OffBoard, a.OffBoard]


@pytest.mark.parametrize(("most", "check"), [(3, refused("invalid-input", "powers")), (5, has("bat #2", power=2))])
def test_powers_of_what_returns_come_to_no_more(most: int, check: Any) -> None:
    text = f"When this creature dies, return any number of other creature cards with total power {most} or less from your "
    cards = [permanent(id, ANN, types=("Creature",), power=power, toughness=1) for id, power in (("ape", 3), ("bat", 2))]
    as_it_dies(f"{text}graveyard to the battlefield.", cards=cards).then(check)


def test_it_is_exiled_after_it_died() -> None:
    done = as_it_dies("When this creature dies, you gain 1 life. Exile this creature.").then(life(Ann=21))
    assert done.game.board.cards["imp"].zone == "exile"


WALL = creature("wall", BOB, power=9, toughness=9)


@pytest.mark.parametrize(("power", "check"), [(2, refused("invalid-input", "powers")), (3, has("ape #2", power=3))])
def test_the_total_may_be_what_it_had(power: int, check: Any) -> None:
    text = (
        "When this creature dies, return any number of other creature cards with total power X or less from your graveyard to "
        "the battlefield, where X is this creature's power. Exile this creature."
    )
    ape = permanent("ape", ANN, types=("Creature",), power=3, toughness=1)
    board = given(creature("imp", ANN, text, power=power), WALL)
    board.when(attack(imp=BOB), block(wall="imp"), damage(), resolve("all", {"source": "imp", "cards": [ape]})).then(check)
