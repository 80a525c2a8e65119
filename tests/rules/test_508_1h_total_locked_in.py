"""508.1h: the total cost is determined and locked in; changes of it afterwards are ignored."""

import pytest
from declarant.events.facts import PermanentLeft
from referee import ANN, BOB, CAT, Check, attack, battle, costs, creature, enchantment, given, land, legal, planeswalker

THREE = (ANN, BOB, CAT)


def tax(mana: str) -> str:
    return f"Creatures can't attack you unless their controller pays {mana} for each creature they control that's attacking you."


BEARS = (creature("bear", ANN), creature("ox", ANN))


def test_where_nothing_is_asked_for_there_is_no_total() -> None:
    given(*BEARS).when(attack(bear=BOB)).then(legal, costs(None))


def test_a_tax_is_paid_for_each_creature() -> None:
    given(*BEARS, enchantment("toll", BOB, tax("{2}"))).when(attack(bear=BOB, ox=BOB)).then(legal, costs("{4}"))


def test_a_tax_isnt_paid_for_creatures_that_attack_somebody_else() -> None:
    given(*BEARS, enchantment("toll", BOB, tax("{2}")), players=THREE).when(attack(bear=BOB, ox=CAT)).then(costs("{2}"))


def test_several_taxes_add_up() -> None:
    given(
        *BEARS,
        enchantment("toll", BOB, tax("{2}")),
        enchantment("gate", BOB, tax("{1}")),
        creature("slug", ANN, "This creature can't attack unless you pay {3}."),
    ).when(attack(bear=BOB, slug=BOB)).then(legal, costs("{9}"))


def test_each_defending_players_tax_is_paid_for_whoever_attacks_them() -> None:
    given(*BEARS, enchantment("toll", BOB, tax("{2}")), enchantment("gate", CAT, tax("{1}")), players=THREE).when(
        attack(bear=BOB, ox=CAT)
    ).then(legal, costs("{3}"))


@pytest.mark.parametrize(("target", "verdict"), [(BOB, costs("{2}")), ("sage", costs(None)), ("siege", costs(None))])
def test_a_tax_on_attacking_you_is_about_the_player_alone(target: str, verdict: Check) -> None:
    given(*BEARS, enchantment("toll", BOB, tax("{2}")), planeswalker("sage", BOB), battle("siege", BOB, BOB)).when(
        attack(bear=target)
    ).then(legal, verdict)


def test_a_tax_on_attacking_you_or_your_planeswalkers_is_about_both() -> None:
    text = "Creatures can't attack you or planeswalkers you control unless their controller pays {2} for each of those creatures."
    given(*BEARS, enchantment("toll", BOB, text), planeswalker("sage", BOB)).when(attack(bear=BOB, ox="sage")).then(
        legal, costs("{4}")
    )


@pytest.mark.parametrize(
    ("mana", "twice"),
    [("{W/U}", "{W/U}{W/U}"), ("{W/P}", "{W/P}{W/P}"), ("{1}{G}", "{2}{G}{G}"), ("{2/B}", "{2/B}{2/B}"), ("{0}", "{0}")],
)
def test_colored_hybrid_and_phyrexian_costs_add_up_symbol_by_symbol(mana: str, twice: str) -> None:
    given(*BEARS, enchantment("toll", BOB, tax(mana))).when(attack(bear=BOB, ox=BOB)).then(legal, costs(twice))


def test_costs_of_every_kind_are_one_total() -> None:
    given(
        *BEARS,
        enchantment("toll", BOB, tax("{2}")),
        enchantment("thorns", BOB, tax("2 life").replace("pays 2 life", "pays 2 life")),
        creature("cultist", ANN, "This creature can't attack unless you sacrifice a land."),
        land("forest", ANN, "Forest"),
    ).when(attack(cultist=BOB)).then(legal, costs("{2}, 2 life, sacrifice forest"))


def test_a_cost_that_the_board_states_is_counted_when_it_is_determined() -> None:
    text = tax("{X}").removesuffix(".") + ", where X is the number of enchantments you control."
    given(*BEARS, enchantment("sphere", BOB, text), enchantment("other", BOB, "")).when(attack(bear=BOB, ox=BOB)).then(
        legal, costs("{4}")
    )


def test_a_total_that_is_locked_in_doesnt_change_with_the_board() -> None:
    game = given(*BEARS, enchantment("toll", BOB, tax("{2}"))).game()
    game.declare_attackers({"bear": BOB}, pay=None)
    game.log.append([PermanentLeft(id="toll")], game.version)
    resumed = type(game).open(game.journal, game.log.stream)
    assert resumed.pay().cost == "{2}"
    assert any(event.type == "CostsPaid" and event.mana == "{2}" for _, event in resumed.log.events())


def test_a_tax_that_appears_after_the_total_is_locked_in_is_ignored() -> None:
    game = given(*BEARS, enchantment("toll", BOB, tax("{1}")), mana={ANN: "{1}"}).game()
    later = given(enchantment("gate", BOB, tax("{5}"))).game()
    (gate,) = [event for _, event in later.log.events() if event.type == "PermanentEntered"]
    game.declare_attackers({"bear": BOB}, pay=None)
    game.log.append([gate], game.version)
    resumed = type(game).open(game.journal, game.log.stream)
    assert (resumed.pay().verdict, list(resumed.combat.attackers)) == ("legal", ["bear"])
