"""508.1i: where a cost requires mana, the active player has a chance to activate mana abilities before paying."""

from typing import Any

import pytest
from declarant.handlers.procedure.commands import Offer, Pay
from referee import (
    ANN,
    BOB,
    a_legal_way_out,
    attack,
    attacking,
    creature,
    enchantment,
    given,
    illegal,
    illegally,
    land,
    legal,
    refused,
    tapped,
    triggers,
)

TOLL = enchantment(
    "toll",
    BOB,
    "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you.",
)
FOREST = land("forest", ANN, "Forest")


def mana_from(*sources: str) -> dict[str, Any]:
    return {"mana_abilities": [{"source": source, "adds": "{G}"} for source in sources]}


def test_a_mana_ability_taps_its_source_before_the_total_is_paid() -> None:
    outcome = (
        given(creature("bear", ANN), FOREST, TOLL)
        .when(attack(bear=BOB, step=mana_from("forest")))
        .then(legal, tapped("bear", "forest"))
    )
    kinds = [event.type for _, event in outcome.game.log.events()]
    assert kinds.index("CostsLocked") < kinds.index("ManaAbilityActivated") < kinds.index("CostsPaid")


def test_several_mana_abilities_can_be_activated() -> None:
    given(creature("bear", ANN), FOREST, land("grove", ANN), TOLL).when(attack(bear=BOB, step=mana_from("forest", "grove"))).then(
        legal, tapped("bear", "forest", "grove")
    )


def test_a_tapped_source_cant_be_tapped_for_mana() -> None:
    given(creature("bear", ANN), land("forest", ANN, "Forest", tapped=True), TOLL).when(
        attack(bear=BOB, step=mana_from("forest"))
    ).then(illegal("508.1i", "forest is tapped"), a_legal_way_out)


@pytest.mark.parametrize(("levels", "has"), [(1, True), (0, False)])
def test_a_mana_ability_of_a_level_is_had_at_that_level_only(levels: int, has: bool) -> None:
    elf = creature("elf", ANN, "LEVEL 1+\n{T}: Add {G}.", counters={"level": levels})
    given(creature("bear", ANN), elf, TOLL).when(attack(bear=BOB, step=mana_from("elf"))).then(
        legal if has else refused("invalid-input", "no mana ability")
    )


def test_a_source_is_tapped_for_mana_once() -> None:
    given(creature("bear", ANN), FOREST, TOLL).when(attack(bear=BOB, step=mana_from("forest", "forest"))).then(
        illegal("508.1i", "forest is tapped")
    )


def test_an_attacker_that_became_tapped_cant_be_tapped_for_mana() -> None:
    given(creature("elf", ANN, "{T}: Add {G}."), TOLL).when(attack(elf=BOB, step=mana_from("elf"))).then(
        illegal("508.1i", "elf is tapped")
    )


def test_an_attacker_with_vigilance_can_be_tapped_for_mana_and_attacks_still() -> None:
    given(creature("elf", ANN, "Vigilance\n{T}: Add {G}."), TOLL).when(attack(elf=BOB, step=mana_from("elf"))).then(
        legal, tapped("elf"), attacking(elf=BOB)
    )


def test_another_players_source_cant_be_used() -> None:
    given(creature("bear", ANN), land("island", BOB), TOLL).when(attack(bear=BOB, step=mana_from("island"))).then(
        illegal("508.1i", "island")
    )


def test_there_is_no_such_chance_where_nothing_is_to_be_paid() -> None:
    given(creature("bear", ANN), FOREST).when(attack(bear=BOB, step=mana_from("forest"))).then(
        illegal("508.1i", "no cost requires mana"), a_legal_way_out
    )


def test_there_is_no_such_chance_where_no_cost_requires_mana() -> None:
    given(creature("bear", ANN, "This creature can't attack unless you pay 2 life."), FOREST).when(
        attack(bear=BOB, step=mana_from("forest"))
    ).then(illegal("508.1i", "no cost requires mana"))


def test_a_declaration_that_waits_for_payment_can_be_gone_on_with() -> None:
    game = given(creature("bear", ANN), FOREST, TOLL).game()
    game.declare_attackers({"bear": BOB}, pay=None)
    assert not game.combat.attackers
    (activated,) = [
        event
        for _, event in given(creature("bear", ANN), FOREST, TOLL)
        .when(attack(bear=BOB, step=mana_from("forest")))
        .outcome()
        .game.log.events()
        if event.type == "ManaAbilityActivated"
    ]
    game.activate_mana_ability(activated)
    assert game.board.permanents["forest"].tapped
    assert game.pay().verdict == "legal"
    assert list(game.combat.attackers) == ["bear"]


def test_a_source_that_becomes_tapped_triggers() -> None:
    elf = creature("elf", ANN, "{T}: Add {G}.\nWhenever this creature becomes tapped, you gain 1 life.")
    given(creature("bear", ANN), elf, TOLL).when(attack(bear=BOB, step=mana_from("elf"))).then(legal, triggers(elf=1))


def test_the_next_attempt_begins_with_the_source_untapped() -> None:
    given(creature("bear", ANN), FOREST, TOLL).when(
        illegally(attack(bear=BOB, step={**mana_from("forest"), "pay": False})),
        attack(bear=BOB, step=mana_from("forest")),
    ).then(legal)


@pytest.mark.parametrize("offer", [Offer(mana="{2}"), Offer(), False], ids=["too much", "as it can be", "nothing"])
@pytest.mark.parametrize("mana", ["{0}", "{1}"])
def test_paying_later_is_ruled_on_like_paying_at_once(offer: Offer | bool, mana: str) -> None:
    board = given(creature("bear", ANN), creature("ox", ANN), TOLL, mana={ANN: mana})
    at_once = board.game().judge_attackers({"bear": BOB}, pay=offer)
    game = board.game()
    game.declare_attackers({"bear": BOB}, pay=None)
    later = game.judge(Pay(pay=offer))
    assert (later.verdict, later.rule, later.why, later.instead) == (
        at_once.verdict,
        at_once.rule,
        at_once.why,
        at_once.instead,
    )


@pytest.mark.parametrize("offer", [Offer(mana="{2}"), Offer(), False], ids=["too much", "as it can be", "nothing"])
def test_paying_for_blockers_later_is_ruled_on_like_paying_at_once(offer: Offer | bool) -> None:
    toll = enchantment("toll", ANN, "Creatures can't block unless their controller pays {1} for each of those creatures.")
    board = given(creature("bear", ANN), creature("ox", BOB), toll, mana={BOB: "{1}"}).when(attack(bear=BOB))
    at_once = board.outcome().game.judge_blockers({"ox": ["bear"]}, pay=offer)
    game = board.outcome().game
    game.declare_blockers({"ox": ["bear"]}, pay=None)
    later = game.judge(Pay(pay=offer))
    assert (later.verdict, later.rule, later.why, later.instead) == (
        at_once.verdict,
        at_once.rule,
        at_once.why,
        at_once.instead,
    )
