"""508.1c: no restriction may be disobeyed; all that are disobeyed are reported at once."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    a_legal_way_out,
    attack,
    battle,
    creature,
    effect,
    enchantment,
    given,
    illegal,
    illegally,
    instead,
    land,
    legal,
    permanent,
    planeswalker,
)

THREE = (ANN, BOB, CAT)
DISOBEYED = illegal("508.1c")


@pytest.mark.parametrize("text", ["Defender", "This creature can't attack.", "This creature can't attack or block."])
def test_a_creature_that_cant_attack_stays_at_home(text: str) -> None:
    given(creature("wall", ANN, text), creature("ox", ANN)).when(attack(wall=BOB, ox=BOB)).then(
        illegal("508.1c", "wall"), instead(ox=BOB), a_legal_way_out
    )


def test_a_restriction_on_another_creature_stops_only_that_creature() -> None:
    given(creature("wall", ANN, "Defender"), creature("ox", ANN)).when(attack(ox=BOB)).then(legal)


def test_defender_that_was_lost_doesnt_stop_it() -> None:
    given(creature("wall", ANN, "Defender"), effects=({"on": "wall", "loses_abilities": True},)).when(attack(wall=BOB)).then(
        legal
    )


def test_a_creature_attacks_as_though_it_didnt_have_defender() -> None:
    given(
        creature("wall", ANN, "Defender"),
        effects=(effect(ANN, "[wall] can attack this turn as though it didn't have defender."),),
    ).when(attack(wall=BOB)).then(legal)


def test_as_though_it_didnt_have_defender_lifts_no_other_restriction() -> None:
    given(
        creature("wall", ANN, "Defender\nThis creature can't attack."),
        effects=(effect(ANN, "[wall] can attack this turn as though it didn't have defender."),),
    ).when(attack(wall=BOB)).then(DISOBEYED)


def test_an_aura_stops_what_it_enchants() -> None:
    given(
        creature("bear", ANN),
        creature("ox", ANN),
        enchantment("chains", BOB, "Enchanted creature can't attack.", subtypes=("Aura",), attached_to="bear"),
    ).when(attack(bear=BOB, ox=BOB)).then(illegal("508.1c", "bear can't attack"), instead(ox=BOB))


def test_an_aura_that_moved_stops_what_it_enchants_now() -> None:
    chains = enchantment("chains", BOB, "Enchanted creature can't attack.", subtypes=("Aura",), attached_to="bear")
    given(creature("bear", ANN), creature("ox", ANN), chains).when(
        {"changes": {"id": "chains", "attached_to": "ox"}}, attack(bear=BOB, ox=BOB)
    ).then(illegal("508.1c", "ox can't attack"), instead(bear=BOB))


def test_a_restriction_for_the_turn_ends_with_it() -> None:
    given(creature("bear", ANN), effects=(effect(BOB, "[bear] can't attack this turn."),)).when(
        illegally(attack(bear=BOB)), {"turn": BOB}, {"turn": ANN}, attack(bear=BOB)
    ).then(legal)


# --- whom ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "verdict"), [(BOB, DISOBEYED), ("sage", legal), ("siege", legal), (CAT, legal)])
def test_cant_attack_you_is_about_the_player_alone(target: str, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        enchantment("peace", BOB, "Creatures can't attack you."),
        planeswalker("sage", BOB),
        battle("siege", BOB, BOB),
        players=THREE,
    ).when(attack(bear=target)).then(verdict)


@pytest.mark.parametrize(
    ("target", "verdict"), [(BOB, DISOBEYED), ("sage", DISOBEYED), ("siege", legal), ("monk", legal), (CAT, legal)]
)
def test_cant_attack_you_or_planeswalkers_you_control_is_about_these(target: str, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        enchantment("peace", BOB, "Creatures can't attack you or planeswalkers you control."),
        planeswalker("sage", BOB),
        planeswalker("monk", CAT),
        battle("siege", BOB, BOB),
        players=THREE,
    ).when(attack(bear=target)).then(verdict)


@pytest.mark.parametrize(("power", "verdict"), [(2, legal), (3, DISOBEYED)])
def test_a_restriction_on_creatures_of_a_kind_looks_at_each_creature(power: int, verdict: Check) -> None:
    given(
        creature("bear", ANN, power=power), enchantment("moat", BOB, "Creatures with power 3 or greater can't attack you.")
    ).when(attack(bear=BOB)).then(verdict)


@pytest.mark.parametrize(("target", "verdict"), [(BOB, legal), ("sage", legal), (CAT, DISOBEYED), ("siege", DISOBEYED)])
def test_unless_defending_player_controls_asks_the_defending_player_of_that_attack(target: str, verdict: Check) -> None:
    given(
        creature("serpent", ANN, "This creature can't attack unless defending player controls an Island."),
        land("island", BOB, "Island"),
        planeswalker("sage", BOB),
        battle("siege", BOB, CAT),
        players=THREE,
    ).when(attack(serpent=target)).then(verdict)


@pytest.mark.parametrize(("types", "verdict"), [(("Artifact",), legal), (("Enchantment",), DISOBEYED)])
def test_unless_its_controller_controls_something(types: tuple[str, ...], verdict: Check) -> None:
    given(
        creature("golem", ANN, "This creature can't attack unless you control an artifact."),
        permanent("thing", ANN, types=types),
        permanent("relic", BOB, types=("Artifact",)),
    ).when(attack(golem=BOB)).then(verdict)


# --- how many ------------------------------------------------------------------------------------------------------------


def test_a_creature_that_cant_attack_alone_needs_another() -> None:
    board = given(creature("coward", ANN, "This creature can't attack alone."), creature("ox", ANN))
    board.when(attack(coward=BOB)).then(illegal("508.1c", "coward"), a_legal_way_out)
    board.when(attack(coward=BOB, ox=BOB)).then(legal)


def test_company_may_attack_somebody_else() -> None:
    given(creature("coward", ANN, "This creature can't attack alone."), creature("ox", ANN), players=THREE).when(
        attack(coward=BOB, ox=CAT)
    ).then(legal)


def test_two_creatures_that_cant_attack_alone_are_company_for_each_other() -> None:
    text = "This creature can't attack alone."
    given(creature("coward", ANN, text), creature("craven", ANN, text)).when(attack(coward=BOB, craven=BOB)).then(legal)


def test_a_creature_that_attacks_only_alone_suffers_no_other() -> None:
    board = given(creature("loner", ANN, "This creature can attack only alone."), creature("ox", ANN))
    board.when(attack(loner=BOB, ox=BOB)).then(illegal("508.1c", "loner"), a_legal_way_out)
    board.when(attack(loner=BOB)).then(legal)
    board.when(attack(ox=BOB)).then(legal)


def test_at_least_two_others_are_three_in_all() -> None:
    board = given(
        creature("chief", ANN, "This creature can't attack unless at least two other creatures attack."),
        creature("ox", ANN),
        creature("elf", ANN),
    )
    board.when(attack(chief=BOB, ox=BOB)).then(illegal("508.1c", "chief"), a_legal_way_out)
    board.when(attack(chief=BOB, ox=BOB, elf=BOB)).then(legal)


def test_company_of_a_kind_must_be_of_that_kind() -> None:
    board = given(
        creature("squire", ANN, "This creature can't attack unless a creature with greater power also attacks."),
        creature("equal", ANN),
        creature("giant", ANN, power=3),
    )
    board.when(attack(squire=BOB, equal=BOB)).then(illegal("508.1c", "squire"), a_legal_way_out)
    board.when(attack(squire=BOB, giant=BOB)).then(legal)


def test_a_limit_for_each_combat_counts_each_combat_by_itself() -> None:
    board = given(
        creature("bear", ANN),
        creature("ox", ANN),
        enchantment("gate", BOB, "No more than one creature can attack each combat."),
    )
    board.when(attack(bear=BOB, ox=BOB)).then(illegal("508.1c", "one creature"), a_legal_way_out)
    board.when(attack(bear=BOB), {"combat": "again"}, attack(ox=BOB)).then(legal)


def test_a_limit_for_each_turn_counts_earlier_combats() -> None:
    board = given(
        creature("bear", ANN, "Vigilance"),
        creature("ox", ANN),
        enchantment("gate", BOB, "No more than one creature can attack each turn."),
    )
    board.when(attack(bear=BOB), {"combat": "again"}, attack(ox=BOB)).then(illegal("508.1c"), instead(), a_legal_way_out)
    board.when(attack(bear=BOB), {"combat": "again"}, attack(bear=BOB)).then(legal)
    board.when(attack(bear=BOB), {"turn": BOB}, {"turn": ANN}, attack(ox=BOB)).then(legal)


@pytest.mark.parametrize(("second", "verdict"), [(BOB, DISOBEYED), (CAT, legal), ("sage", legal)])
def test_a_limit_towards_one_player_counts_what_attacks_that_player(second: str, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        creature("ox", ANN),
        planeswalker("sage", BOB),
        enchantment("gate", BOB, "No more than one creature can attack you each combat."),
        players=THREE,
    ).when(attack(bear=BOB, ox=second)).then(verdict)


# --- all of them -----------------------------------------------------------------------------------------------------------


def test_all_disobeyed_restrictions_are_reported_at_once() -> None:
    outcome = (
        given(
            creature("wall", ANN, "Defender"),
            creature("bear", ANN),
            creature("ox", ANN, power=3),
            enchantment("chains", BOB, "Enchanted creature can't attack.", subtypes=("Aura",), attached_to="bear"),
            enchantment("moat", BOB, "Creatures with power 3 or greater can't attack you."),
            enchantment("gate", BOB, "No more than two creatures can attack each combat."),
        )
        .when(attack(wall=BOB, bear=BOB, ox=BOB))
        .then(illegal("508.1c", "wall", "chains", "moat", "gate"))
    )
    (taken_back,) = outcome.game.rewound
    assert taken_back.ruling is not None
    assert [violation.rule for violation in taken_back.ruling.violations] == ["508.1c"] * 4


def test_a_restriction_from_two_sources_is_stated_twice() -> None:
    outcome = (
        given(
            creature("bear", ANN, "This creature can't attack."),
            enchantment("peace", BOB, "Creatures can't attack you."),
        )
        .when(attack(bear=BOB))
        .then(illegal("508.1c", "peace", "bear: "))
    )
    (taken_back,) = outcome.game.rewound
    assert taken_back.ruling is not None and len(taken_back.ruling.violations) == 2


def test_otherwise_denies_what_was_asked_of_a_size() -> None:
    text = "Enchant creature\nAs long as enchanted creature is a Human, it gets +2/+2. Otherwise, it can't attack or block."
    bonds = permanent("bonds", BOB, text, types=("Enchantment", "Aura"), attached_to="imp")
    given(creature("imp", ANN), bonds).when(attack(imp=BOB)).then(illegal("508.1c"))
    given(creature("imp", ANN, types=("Human",)), bonds).when(attack(imp=BOB)).then(legal)
