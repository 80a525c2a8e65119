"""508.1j: all costs are paid, in any order and whole; partial payments aren't allowed."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    Check,
    Given,
    a_legal_way_out,
    attack,
    attacking,
    block,
    costs,
    creature,
    enchantment,
    given,
    illegal,
    instead,
    land,
    legal,
    permanent,
    tapped,
)


def tax(mana: str) -> dict[str, Any]:
    text = f"Creatures can't attack you unless their controller pays {mana} for each creature they control that's attacking you."
    return enchantment("toll", BOB, text)


def paying(pay: object) -> dict[str, Any]:
    return attack(bear=BOB, step={"pay": pay})


BEAR = creature("bear", ANN)
UNPAID = illegal("508.1j")


# --- mana ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pay", "verdict"),
    [
        (True, legal),
        ("{2}", legal),
        ("{W}{U}", legal),
        ("{1}", illegal("508.1j", "partial")),
        (False, illegal("508.1j", "doesn't pay")),
    ],
)
def test_the_whole_of_a_mana_cost_is_paid_or_nothing(pay: object, verdict: Check) -> None:
    given(BEAR, tax("{2}")).when(paying(pay)).then(verdict)


@pytest.mark.parametrize(("pool", "verdict"), [("{1}", UNPAID), ("{0}", UNPAID), ("{2}", legal), ("{G}{G}", legal)])
def test_a_player_pays_with_the_mana_that_can_be_produced(pool: str, verdict: Check) -> None:
    given(BEAR, tax("{2}"), mana={ANN: pool}).when(paying(True)).then(verdict)


def test_more_mana_than_can_be_produced_cant_be_offered() -> None:
    given(BEAR, tax("{2}"), mana={ANN: "{1}"}).when(paying("{2}")).then(UNPAID)


@pytest.mark.parametrize(
    ("cost", "pool", "verdict"),
    [
        ("{G}", "{G}", legal),
        ("{G}", "{R}", UNPAID),
        ("{G}", "{1}", UNPAID),
        ("{W/U}", "{U}", legal),
        ("{W/U}", "{W}", legal),
        ("{W/U}", "{B}", UNPAID),
        ("{2/B}", "{B}", legal),
        ("{2/B}", "{2}", legal),
        ("{2/B}", "{1}", UNPAID),
        ("{C}", "{C}", legal),
        ("{C}", "{W}", UNPAID),
        ("{1}{G}", "{G}{G}", legal),
        ("{1}{G}", "{R}{R}", UNPAID),
        # The flexible mana must pay what only it can.
        ("{W}{U}", "{W}{W/U}", legal),
        ("{0}", "{0}", legal),
    ],
)
def test_colored_hybrid_and_colorless_symbols_ask_for_their_mana(cost: str, pool: str, verdict: Check) -> None:
    given(BEAR, tax(cost), mana={ANN: pool}).when(paying(True)).then(verdict)


def test_a_tax_of_nothing_can_be_declined_all_the_same() -> None:
    given(BEAR, tax("{0}")).when(paying(False)).then(UNPAID)


def test_mana_spent_in_one_combat_isnt_there_in_the_next() -> None:
    given(BEAR, creature("ox", ANN), tax("{2}"), mana={ANN: "{3}"}).when(
        attack(bear=BOB), {"combat": "again"}, attack(ox=BOB)
    ).then(UNPAID)


def test_mana_can_be_produced_anew_in_the_next_turn() -> None:
    given(BEAR, tax("{2}"), mana={ANN: "{2}"}).when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)).then(legal)


# --- Phyrexian mana ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pool", "life", "verdict", "left"),
    [("{W}", 20, legal, 20), ("{0}", 20, legal, 18), ("{B}", 20, legal, 18), ("{0}", 1, UNPAID, 1)],
    ids=["with mana", "with life", "with life for want of the color", "with too little of both"],
)
def test_a_phyrexian_symbol_is_paid_with_its_color_or_two_life(pool: str, life: int, verdict: Check, left: int) -> None:
    outcome = given(BEAR, tax("{W/P}"), mana={ANN: pool}, life={ANN: life}).when(paying(True)).then(verdict)
    assert outcome.game.board.life[ANN] == left


def test_a_phyrexian_symbol_can_be_paid_with_life_by_choice() -> None:
    outcome = given(BEAR, tax("{W/P}"), mana={ANN: "{W}"}).when(paying("2 life")).then(legal)
    assert outcome.game.board.life[ANN] == 18


def test_life_paid_for_symbols_and_for_other_costs_is_paid_together() -> None:
    dry = {ANN: "{0}"}
    cards = (creature("bear", ANN, "This creature can't attack unless you pay 2 life."), tax("{W/P}"))
    given(*cards, mana=dry, life={ANN: 3}).when(paying(True)).then(UNPAID)
    given(*cards, mana=dry, life={ANN: 4}).when(paying(True)).then(legal)


# --- life --------------------------------------------------------------------------------------------------------------------


BLOOD = creature("bear", ANN, "This creature can't attack unless you pay 3 life.")


@pytest.mark.parametrize(("life", "verdict", "left"), [(20, legal, 17), (3, legal, 0), (2, UNPAID, 2)])
def test_no_more_life_is_paid_than_a_player_has(life: int, verdict: Check, left: int) -> None:
    outcome = given(BLOOD, life={ANN: life}).when(paying(True)).then(verdict)
    assert outcome.game.board.life[ANN] == left


@pytest.mark.parametrize(
    ("pay", "verdict"), [("3 life", legal), ("2 life", UNPAID), ("4 life", UNPAID), ("{3}", UNPAID), (False, UNPAID)]
)
def test_life_is_paid_whole_and_by_nothing_else(pay: object, verdict: Check) -> None:
    given(BLOOD).when(paying(pay)).then(verdict)


@pytest.mark.parametrize(
    ("pay", "verdict"),
    [
        (True, legal),
        ({"mana": "{2}", "life": 3}, legal),
        ({"mana": "{2}"}, UNPAID),
        ({"life": 3}, UNPAID),
        ({"mana": "{1}", "life": 3}, UNPAID),
        ({"mana": "{2}", "life": 2}, UNPAID),
    ],
)
def test_of_mana_and_life_both_are_paid(pay: object, verdict: Check) -> None:
    given(BLOOD, tax("{2}")).when(paying(pay)).then(costs("{2}, 3 life"), verdict)


# --- cards and permanents ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "verdict", "left"), [(1, legal, (0, 1)), (0, UNPAID, (0, 0))])
def test_a_card_that_isnt_in_hand_cant_be_discarded(hand: int, verdict: Check, left: tuple[int, int]) -> None:
    bear = creature("bear", ANN, "This creature can't attack unless you discard a card.")
    outcome = given(bear, hand={ANN: hand}).when(paying(True)).then(verdict)
    assert (outcome.game.board.hand[ANN], outcome.game.board.graveyard[ANN]) == left


@pytest.mark.parametrize(("number", "verdict"), [(0, UNPAID), (1, legal), (2, UNPAID)])
def test_exactly_so_many_cards_are_discarded(number: int, verdict: Check) -> None:
    bear = creature("bear", ANN, "This creature can't attack unless you discard a card.")
    given(bear, hand={ANN: 3}).when(paying({"discard": number})).then(verdict)


def sacrificing(*others: dict[str, Any], what: str = "a land") -> Given:
    return given(creature("bear", ANN, f"This creature can't attack unless you sacrifice {what}."), *others)


FOREST, SWAMP, ISLAND = land("forest", ANN, "Forest"), land("swamp", ANN, "Swamp"), land("island", BOB, "Island")


def test_the_player_chooses_what_is_sacrificed() -> None:
    outcome = sacrificing(FOREST, SWAMP).when(paying({"sacrifice": ["swamp"]})).then(legal)
    assert set(outcome.game.board.permanents) == {"bear", "forest"}
    assert outcome.game.board.graveyard[ANN] == 1


@pytest.mark.parametrize(
    "sacrificed",
    [["island"], ["relic"], [], ["forest", "swamp"]],
    ids=["another player's", "something else", "nothing", "more than asked for"],
)
def test_exactly_what_is_asked_for_is_sacrificed(sacrificed: list[str]) -> None:
    sacrificing(FOREST, SWAMP, ISLAND, permanent("relic", ANN, types=("Artifact",))).when(paying({"sacrifice": sacrificed})).then(
        UNPAID
    )


def test_a_tapped_permanent_can_be_sacrificed() -> None:
    sacrificing({**FOREST, "tapped": True}).when(paying(True)).then(legal)


def test_two_are_sacrificed_where_two_are_asked_for() -> None:
    sacrificing(FOREST, what="two lands").when(paying(True)).then(UNPAID, instead(), a_legal_way_out)
    outcome = sacrificing(FOREST, SWAMP, what="two lands").when(paying(True)).then(legal)
    assert set(outcome.game.board.permanents) == {"bear"}


def test_each_creature_that_asks_for_a_sacrifice_gets_its_own() -> None:
    text = "This creature can't attack unless you sacrifice a land."
    bears = (creature("bear", ANN, text), creature("ox", ANN, text))
    given(*bears, FOREST).when(attack(bear=BOB, ox=BOB)).then(UNPAID)
    given(*bears, FOREST, SWAMP).when(attack(bear=BOB, ox=BOB)).then(legal)


def test_one_sacrifice_pays_for_one_cost_even_where_it_would_do_for_two() -> None:
    given(
        creature("bear", ANN, "This creature can't attack unless you sacrifice a land."),
        creature("ox", ANN, "This creature can't attack unless you sacrifice a permanent."),
        FOREST,
        permanent("relic", ANN, types=("Artifact",)),
    ).when(attack(bear=BOB, ox=BOB, step={"pay": {"sacrifice": ["forest"]}})).then(UNPAID)


def test_a_token_that_is_sacrificed_goes_to_no_graveyard() -> None:
    outcome = sacrificing({**FOREST, "token": True}).when(paying(True)).then(legal)
    assert outcome.game.board.graveyard[ANN] == 0


def test_a_sacrificed_permanent_goes_to_its_owners_graveyard() -> None:
    outcome = sacrificing({**FOREST, "owner": BOB}).when(paying(True)).then(legal)
    assert (outcome.game.board.graveyard[ANN], outcome.game.board.graveyard[BOB]) == (0, 1)


def test_a_permanent_that_is_returned_goes_to_its_owners_hand() -> None:
    bear = creature("bear", ANN, "This creature can't attack unless you return a land you control to its owner's hand.")
    given(bear, ISLAND).when(paying(True)).then(UNPAID)
    outcome = given(bear, FOREST, SWAMP).when(paying({"return": ["forest"]})).then(legal)
    assert set(outcome.game.board.permanents) == {"bear", "swamp"}
    assert outcome.game.board.hand[ANN] == 1


def test_an_untapped_creature_is_tapped_where_that_is_the_cost() -> None:
    bear = creature("bear", ANN, "This creature can't attack unless you tap an untapped creature you control.")
    given(bear, creature("elf", ANN, tapped=True), creature("foe", BOB)).when(paying(True)).then(UNPAID)
    given(bear, creature("elf", ANN, summoning_sick=True), creature("ox", ANN)).when(paying({"tap": ["elf"]})).then(
        legal, tapped("bear", "elf"), attacking(bear=BOB)
    )


def test_a_permanent_pays_for_one_cost_only() -> None:
    text = "This creature can't attack unless you sacrifice a creature."
    given(creature("bear", ANN, text), creature("ox", ANN, text), creature("elf", ANN)).when(
        attack(bear=BOB, ox=BOB, step={"pay": {"sacrifice": ["elf"]}})
    ).then(UNPAID)


def test_what_was_tapped_for_mana_cant_be_tapped_for_another_cost() -> None:
    bear = creature("bear", ANN, "This creature can't attack unless you tap an untapped creature you control.")
    elf = {"mana_abilities": [{"source": "elf", "adds": "{G}"}]}
    given(bear, creature("elf", ANN, "{T}: Add {G}."), tax("{1}")).when(attack(bear=BOB, step=elf)).then(UNPAID)
    given(bear, creature("elf", ANN, "{T}: Add {G}."), creature("ox", ANN), tax("{1}")).when(attack(bear=BOB, step=elf)).then(
        legal, tapped("bear", "elf", "ox")
    )


def test_costs_are_paid_in_any_order_so_what_was_tapped_for_one_can_be_sacrificed_for_another() -> None:
    given(
        creature("bear", ANN, "This creature can't attack unless you tap an untapped creature you control."),
        creature("ox", ANN, "This creature can't attack unless you sacrifice a creature."),
        creature("elf", ANN),
    ).when(attack(bear=BOB, ox=BOB, step={"pay": {"tap": ["elf"], "sacrifice": ["elf"]}})).then(
        legal, attacking(bear=BOB, ox=BOB)
    )


def test_permanents_are_shared_out_so_that_every_cost_is_paid() -> None:
    outcome = (
        given(
            creature("bear", ANN, "This creature can't attack unless you sacrifice a permanent."),
            creature("ox", ANN, "This creature can't attack unless you return a land you control to its owner's hand."),
            creature("elf", ANN, "This creature can't attack unless you sacrifice a creature."),
            FOREST,
        )
        .when(attack(bear=BOB, ox=BOB, elf=BOB))
        .then(legal)
    )
    assert (outcome.game.board.hand[ANN], outcome.game.board.graveyard[ANN]) == (1, 2)


# --- taken together ------------------------------------------------------------------------------------------------------------


def test_a_payment_names_every_part() -> None:
    outcome = (
        given(
            creature("bear", ANN, "This creature can't attack unless you sacrifice a land."),
            creature("ox", ANN, "This creature can't attack unless you discard a card."),
            FOREST,
            tax("{1}"),
            hand={ANN: 2},
        )
        .when(attack(bear=BOB, ox=BOB, step={"pay": {"mana": "{2}", "discard": 1, "sacrifice": ["forest"]}}))
        .then(legal, costs("{2}, discard 1 card, sacrifice forest"), attacking(bear=BOB, ox=BOB))
    )
    assert (outcome.game.board.hand[ANN], outcome.game.board.graveyard[ANN]) == (1, 2)


def test_nothing_is_paid_where_a_part_cant_be() -> None:
    outcome = (
        given(
            creature("bear", ANN, "This creature can't attack unless you sacrifice a land."),
            creature("ox", ANN, "This creature can't attack unless you discard a card."),
            FOREST,
        )
        .when(attack(bear=BOB, ox=BOB))
        .then(UNPAID, attacking(), tapped())
    )
    assert "forest" in outcome.game.board.permanents


def test_a_declaration_that_costs_nothing_has_nothing_to_decline() -> None:
    given(BEAR).when(paying(False)).then(legal)


def test_the_way_out_of_a_total_that_wasnt_paid_costs_nothing() -> None:
    given(BEAR, tax("{1}"), players=(ANN, BOB, "Cat"), mana={ANN: "{0}"}).when(paying(True)).then(UNPAID, a_legal_way_out)


# --- the way out ---------------------------------------------------------------------------------------------------------------


HERD = tuple(creature(id, ANN) for id in ("bear", "ox", "elk"))


def test_where_all_cant_be_paid_for_the_nearest_that_can_be_is_stated() -> None:
    given(*HERD, tax("{2}"), mana={ANN: "{4}"}).when(attack(bear=BOB, ox=BOB, elk=BOB)).then(
        UNPAID, instead(ox=BOB, elk=BOB), a_legal_way_out
    )
    given(*HERD, tax("{2}"), mana={ANN: "{3}"}).when(attack(bear=BOB, ox=BOB, elk=BOB)).then(
        UNPAID, instead(elk=BOB), a_legal_way_out
    )


def test_where_nobody_pays_what_could_be_paid_what_costs_nothing_is_stated() -> None:
    given(*HERD, tax("{2}"), mana={ANN: "{6}"}).when(attack(bear=BOB, ox=BOB, step={"pay": False})).then(UNPAID, instead())


def test_what_costs_less_is_kept_though_another_creature_comes_first() -> None:
    dear = creature("dear", ANN, "This creature can't attack unless you pay {3}.")
    cheap = creature("cheap", ANN, "This creature can't attack unless you pay {1}.")
    given(cheap, dear, mana={ANN: "{3}"}).when(attack(cheap=BOB, dear=BOB)).then(UNPAID, instead(dear=BOB))
    given(cheap, dear, mana={ANN: "{2}"}).when(attack(cheap=BOB, dear=BOB)).then(UNPAID, instead(cheap=BOB))


def test_what_is_declared_doesnt_pay_where_the_cost_excepts_it() -> None:
    text = (
        "This creature can't attack or block unless you tap an untapped creature you control not declared as an attacking or "
        "blocking creature this combat."
    )
    giant, elf = creature("giant", ANN, text), creature("elf", ANN, "Vigilance")
    given(giant).when(attack(giant=BOB)).then(illegal("508.1j"))
    given(giant, elf).when(attack(giant=BOB, elf=BOB)).then(illegal("508.1j"))
    given(giant, elf).when(attack(giant=BOB)).then(legal)
    blocks = creature("imp", ANN), creature("giant", BOB, text)
    given(*blocks).when(attack(imp=BOB), block(giant="imp")).then(illegal("509.1f"))
