"""508.1g, 701.43, 702.154: costs that a player may pay as a creature attacks: exert, enlist and others."""

from typing import Any

import pytest
from declarant import DeclareAttackers, Game, InvalidInput, permanent
from declarant.events import abilities as a
from declarant.events.facts import PermanentEntered
from referee import (
    ANN,
    BOB,
    a_legal_way_out,
    attack,
    creature,
    effect,
    given,
    illegal,
    illegally,
    land,
    legal,
    tapped,
    triggers,
)

EXERT = "You may exert this creature as it attacks. When you do, you gain 1 life."


def choosing(**costs: Any) -> dict[str, Any]:
    return {"optional_costs": costs}


# --- exert -----------------------------------------------------------------------------------------------------------------


def test_exerting_triggers_what_says_when_you_do() -> None:
    board = given(creature("bear", ANN, EXERT))
    board.when(attack(bear=BOB, step=choosing(bear="exert"))).then(legal, triggers("508.1g", bear=1))
    board.when(attack(bear=BOB)).then(legal, triggers())


def test_an_exerted_creature_doesnt_untap_in_its_next_untap_step_only() -> None:
    board = given(creature("bear", ANN, EXERT))
    exerted = attack(bear=BOB, step=choosing(bear="exert"))
    board.when(exerted, {"turn": BOB}, {"turn": ANN}).then(tapped("bear"))
    board.when(exerted, {"turn": BOB}, {"turn": ANN}, {"turn": BOB}, {"turn": ANN}).then(tapped())
    board.when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}).then(tapped())


def test_a_creature_with_vigilance_can_be_exerted_untapped() -> None:
    given(creature("bear", ANN, f"Vigilance\n{EXERT}")).when(attack(bear=BOB, step=choosing(bear="exert"))).then(
        legal, tapped(), triggers(bear=1)
    )


def test_only_an_attacker_is_exerted() -> None:
    given(creature("bear", ANN, EXERT), creature("ox", ANN)).when(attack(ox=BOB, step=choosing(bear="exert"))).then(
        illegal("508.1g", "bear isn't an attacker"), a_legal_way_out
    )


def test_only_a_creature_with_such_an_ability_is_exerted() -> None:
    given(creature("ox", ANN)).when(attack(ox=BOB, step=choosing(ox="exert"))).then(illegal("508.1g", "exert"), a_legal_way_out)


def test_a_creature_that_lost_the_ability_isnt_exerted() -> None:
    given(creature("bear", ANN, EXERT), effects=({"on": "bear", "loses_abilities": True},)).when(
        attack(bear=BOB, step=choosing(bear="exert"))
    ).then(illegal("508.1g"))


EXERT_FOR_FIVE = "You may exert this creature as it attacks. When you do, you gain 5 life."


@pytest.mark.parametrize(
    ("texts", "times", "linked"),
    [
        ((EXERT, EXERT), 1, 1),
        ((EXERT, EXERT), 2, 2),
        ((EXERT, EXERT_FOR_FIVE), 2, 2),
        ((EXERT, "Whenever you exert a creature, you gain 5 life."), 1, 2),
        ((EXERT, EXERT, "Whenever you exert a creature, you gain 5 life."), 2, 4),
    ],
)
def test_each_instance_of_exert_is_a_cost_of_its_own_and_what_is_linked_to_it_triggers_for_it(
    texts: tuple[str, ...], times: int, linked: int
) -> None:
    exerted = attack(bear=BOB, step=choosing(bear=["exert"] * times))
    given(creature("bear", ANN, "\n".join(texts))).when(exerted).then(legal, triggers(bear=linked))


def test_a_creature_is_not_exerted_more_often_than_it_may_be() -> None:
    given(creature("bear", ANN, f"{EXERT}\n{EXERT}")).when(attack(bear=BOB, step=choosing(bear=["exert"] * 3))).then(
        illegal("508.1g", "bear is to exert 3 times"), a_legal_way_out
    )


def test_which_of_different_costs_to_exert_is_paid_is_not_guessed() -> None:
    game = Game.start([ANN, BOB], rules="2024-06-07")
    text = f"{EXERT}\n{EXERT_FOR_FIVE}"
    game.enter(permanent("bear", ANN, types=["Creature"], power=2, toughness=2, text=text))
    with pytest.raises(InvalidInput, match="some of its 2 different costs"):
        game.judge_attackers({"bear": BOB}, optional_costs={"bear": ["exert"]})
    chosen = [each.optional_costs for each in game.legal_commands() if isinstance(each, DeclareAttackers)]
    assert chosen == [{}, {}, {"bear": ("exert", "exert")}]


# --- enlist ------------------------------------------------------------------------------------------------------------------


def enlisting(*others: dict[str, Any], helper: str = "helper", attackers: dict[str, str] | None = None) -> Any:
    return given(creature("captain", ANN, "Enlist"), *others).when(
        attack({"captain": BOB, **(attackers or {})}, step=choosing(captain={"enlist": helper}))
    )


def test_enlisting_taps_a_creature_that_doesnt_attack_and_triggers() -> None:
    enlisting(creature("helper", ANN)).then(legal, tapped("captain", "helper"), triggers(captain=1))


def test_enlisting_is_optional() -> None:
    given(creature("captain", ANN, "Enlist"), creature("helper", ANN)).when(attack(captain=BOB)).then(
        legal, tapped("captain"), triggers()
    )


@pytest.mark.parametrize("text", ["Defender", "This creature can't attack.", "Vigilance"])
def test_whether_the_helper_could_attack_doesnt_matter(text: str) -> None:
    enlisting(creature("helper", ANN, text)).then(legal, tapped("captain", "helper"))


def test_a_helper_with_haste_neednt_have_been_there_before() -> None:
    enlisting(creature("helper", ANN, "Haste", summoning_sick=True)).then(legal)


@pytest.mark.parametrize(
    "helper",
    [
        creature("helper", ANN, tapped=True),
        creature("helper", ANN, summoning_sick=True),
        creature("helper", BOB),
        land("helper", ANN),
    ],
    ids=["tapped", "under control since this turn only", "an opponent's", "no creature"],
)
def test_such_a_permanent_cant_be_enlisted(helper: dict[str, Any]) -> None:
    enlisting(helper).then(illegal("508.1g", "helper"), a_legal_way_out)


def test_attacking_as_though_it_had_haste_isnt_having_haste() -> None:
    given(
        creature("captain", ANN, "Enlist"),
        creature("helper", ANN, summoning_sick=True),
        effects=(effect(ANN, "[helper] can attack this turn as though it had haste."),),
    ).when(attack(captain=BOB, step=choosing(captain={"enlist": "helper"}))).then(illegal("508.1g", "helper"))


def test_a_creature_that_is_also_a_battle_can_be_enlisted() -> None:
    helper = creature("helper", ANN) | {"types": ["Creature", "Battle"], "protector": BOB}
    enlisting(helper).then(legal, tapped("captain", "helper"))


@pytest.mark.parametrize("vigilant", ["", "Vigilance"])
def test_an_attacker_cant_be_enlisted(vigilant: str) -> None:
    enlisting(creature("helper", ANN, vigilant), attackers={"helper": BOB}).then(illegal("508.1g", "helper"))


def test_a_creature_doesnt_enlist_itself() -> None:
    enlisting(helper="captain").then(illegal("508.1g"))


def test_only_a_creature_with_enlist_enlists() -> None:
    given(creature("ox", ANN), creature("helper", ANN)).when(attack(ox=BOB, step=choosing(ox={"enlist": "helper"}))).then(
        illegal("508.1g", "enlist")
    )


def test_a_creature_that_could_be_exerted_doesnt_enlist_nor_the_other_way_round() -> None:
    given(creature("bear", ANN, EXERT), creature("helper", ANN)).when(
        attack(bear=BOB, step=choosing(bear={"enlist": "helper"}))
    ).then(illegal("508.1g", "enlist"))
    given(creature("captain", ANN, "Enlist")).when(attack(captain=BOB, step=choosing(captain="exert"))).then(
        illegal("508.1g", "exert")
    )


def test_a_creature_with_enlist_that_doesnt_attack_enlists_nobody() -> None:
    given(creature("captain", ANN, "Enlist"), creature("helper", ANN), creature("ox", ANN)).when(
        attack(ox=BOB, step=choosing(captain={"enlist": "helper"}))
    ).then(illegal("508.1g", "captain isn't an attacker"))


def test_a_creature_is_enlisted_once() -> None:
    given(creature("captain", ANN, "Enlist"), creature("major", ANN, "Enlist"), creature("helper", ANN)).when(
        attack(captain=BOB, major=BOB, step=choosing(captain={"enlist": "helper"}, major={"enlist": "helper"}))
    ).then(illegal("508.1g", "more than once"))


def test_each_creature_enlists_one_of_its_own() -> None:
    given(creature("captain", ANN, "Enlist"), creature("major", ANN, "Enlist"), creature("ann", ANN), creature("bea", ANN)).when(
        attack(captain=BOB, major=BOB, step=choosing(captain={"enlist": "ann"}, major={"enlist": "bea"}))
    ).then(legal, triggers(captain=1, major=1), tapped("captain", "major", "ann", "bea"))


def test_only_the_instance_that_was_paid_for_triggers() -> None:
    given(creature("captain", ANN, "Enlist, enlist"), creature("helper", ANN)).when(
        attack(captain=BOB, step=choosing(captain={"enlist": "helper"}))
    ).then(legal, triggers(captain=1))


def test_a_creature_tapped_to_be_enlisted_becomes_tapped() -> None:
    helper = creature("helper", ANN, "Whenever this creature becomes tapped, you gain 1 life.")
    enlisting(helper).then(legal, triggers(captain=1, helper=1))


def test_what_was_enlisted_stays_untapped_if_the_declaration_is_illegal() -> None:
    given(creature("captain", ANN, "Enlist\nThis creature can't attack unless you pay {1}."), creature("helper", ANN)).when(
        illegally(attack(captain=BOB, step={**choosing(captain={"enlist": "helper"}), "pay": False})), attack(helper=BOB)
    ).then(legal, tapped("helper"))


# --- other optional costs ------------------------------------------------------------------------------------------------------


def game_with_an_optional_cost(mana: str = "{1}") -> Game:
    game = Game.start((ANN, BOB), mana={ANN: mana})
    no_relic = a.Unless(part=a.Exists(filter=a.HasType(type="Artifact")))
    optional = a.OptionalAttackCost(creatures=a.THIS, cost=a.Cost(mana="{2}"), condition=no_relic, text="You may pay {2}.")
    game.enter(
        PermanentEntered(id="bear", controller=ANN, owner=ANN, types=("Creature",), power=2, toughness=2, abilities=(optional,))
    )
    return game


def test_an_optional_cost_that_isnt_chosen_costs_nothing() -> None:
    assert game_with_an_optional_cost().declare_attackers({"bear": BOB}).cost is None


def test_an_optional_cost_that_was_chosen_is_part_of_the_total() -> None:
    ruling = game_with_an_optional_cost().judge_attackers({"bear": BOB}, optional_costs={"bear": "pay"})
    assert (ruling.verdict, ruling.rule, ruling.cost) == ("illegal", "508.1j", "{2}")


def test_an_optional_cost_can_be_paid() -> None:
    game = game_with_an_optional_cost(mana="{2}")
    assert game.declare_attackers({"bear": BOB}, optional_costs={"bear": "pay"}).cost == "{2}"
    (chosen,) = [event for event in game.last_events if event.type == "OptionalCostsChosen"]
    assert (chosen.paid_as_it_attacks, chosen.exerted, chosen.enlisted) == (("bear",), (), {})


@pytest.mark.parametrize(("times", "total"), [(1, "{2}"), (2, "{4}")])
def test_each_of_two_alike_optional_costs_may_be_chosen(times: int, total: str) -> None:
    game = game_with_an_optional_cost(mana=total)
    (held,) = game.view.held(a.OptionalAttackCost)
    again = held.ability.model_copy(update={"condition": None, "creatures": a.IsOneOf(ids=("bear",))})
    game.begin_effect(a.Effect(id="again", controller=ANN, abilities=(again,)))
    assert game.declare_attackers({"bear": BOB}, optional_costs={"bear": ["pay"] * times}).cost == total


def test_an_optional_cost_whose_condition_doesnt_hold_cant_be_chosen() -> None:
    game = game_with_an_optional_cost()
    game.enter(PermanentEntered(id="relic", controller=BOB, owner=BOB, types=("Artifact",)))
    assert game.judge_attackers({"bear": BOB}, optional_costs={"bear": "pay"}).rule == "508.1g"


def test_a_creature_may_have_several_optional_costs() -> None:
    bear = creature("bear", ANN, "You may exert this creature as it attacks.\nEnlist")
    board = given(bear, creature("ox", ANN))
    costs_of = {"optional_costs": {"bear": ["exert", {"enlist": "ox"}]}}
    game = board.when(attack(bear=BOB, step=costs_of)).then(legal, tapped("bear", "ox")).game
    assert game.board.permanents["bear"].exerted_by == {ANN}
    for cost in ("exert", {"enlist": "ox"}):
        twice = {"optional_costs": {"bear": [cost, cost]}}
        board.when(attack(bear=BOB, step=twice)).then(illegal("508.1g"))
