"""508.1e, 702.22c–d and f: which attackers are banded with which."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    a_legal_way_out,
    attack,
    block,
    blocked,
    creature,
    given,
    illegal,
    illegally,
    legal,
    planeswalker,
)

BANDS_WITH_KNIGHTS = "Bands with other Knights"


def bands(*members: list[str]) -> dict[str, list[list[str]]]:
    return {"bands": list(members)}


def test_a_band_is_announced_of_creatures_with_banding_and_one_without() -> None:
    outcome = (
        given(creature("hero", ANN, "Banding"), creature("squire", ANN, "Banding"), creature("ox", ANN))
        .when(attack(hero=BOB, squire=BOB, ox=BOB, step=bands(["hero", "squire", "ox"])))
        .then(legal)
    )
    assert outcome.game.combat.bands == (("hero", "squire", "ox"),)


def test_creatures_with_banding_neednt_band() -> None:
    outcome = given(creature("hero", ANN, "Banding"), creature("ox", ANN)).when(attack(hero=BOB, ox=BOB)).then(legal)
    assert outcome.game.combat.bands == ()


def test_a_band_has_no_more_than_one_creature_without_banding() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN), creature("elf", ANN)).when(
        attack(hero=BOB, ox=BOB, elf=BOB, step=bands(["hero", "ox", "elf"]))
    ).then(illegal("508.1e", "more than one", "ox, elf"), a_legal_way_out)


def test_creatures_without_banding_form_no_band() -> None:
    given(creature("elf", ANN), creature("ox", ANN)).when(attack(elf=BOB, ox=BOB, step=bands(["elf", "ox"]))).then(
        illegal("508.1e", "no creature of the band elf, ox has banding")
    )


def test_one_creature_without_banding_alone_forms_no_band() -> None:
    given(creature("ox", ANN)).when(attack(ox=BOB, step=bands(["ox"]))).then(illegal("508.1e"))


def test_banding_that_was_lost_doesnt_count() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN), effects=({"on": "hero", "loses_abilities": True},)).when(
        attack(hero=BOB, ox=BOB, step=bands(["hero", "ox"]))
    ).then(illegal("508.1e"))


def test_several_bands_can_be_announced() -> None:
    outcome = (
        given(creature("hero", ANN, "Banding"), creature("ox", ANN), creature("squire", ANN, "Banding"), creature("elf", ANN))
        .when(attack(hero=BOB, ox=BOB, squire=BOB, elf=BOB, step=bands(["hero", "ox"], ["squire", "elf"])))
        .then(legal)
    )
    assert outcome.game.combat.bands == (("hero", "ox"), ("squire", "elf"))


def test_a_creature_is_in_one_band_only() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN), creature("squire", ANN, "Banding")).when(
        attack(hero=BOB, ox=BOB, squire=BOB, step=bands(["hero", "ox"], ["squire", "ox"]))
    ).then(illegal("508.1e", "ox is in more than one band"))


@pytest.mark.parametrize("other", [CAT, "sage"])
def test_a_band_attacks_one_player_planeswalker_or_battle(other: str) -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN), planeswalker("sage", BOB), players=(ANN, BOB, CAT)).when(
        attack(hero=BOB, ox=other, step=bands(["hero", "ox"]))
    ).then(illegal("508.1e", "different"))


def test_only_attackers_are_banded() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN)).when(attack(hero=BOB, step=bands(["hero", "ox"]))).then(
        illegal("508.1e", "ox isn't an attacker")
    )


def test_bands_with_other_lets_any_number_of_that_quality_band() -> None:
    given(
        creature("lord", ANN, BANDS_WITH_KNIGHTS, subtypes=("Knight",)),
        creature("first", ANN, subtypes=("Knight",)),
        creature("second", ANN, subtypes=("Knight",)),
    ).when(attack(lord=BOB, first=BOB, second=BOB, step=bands(["lord", "first", "second"]))).then(legal)


def test_bands_with_other_lets_nobody_else_into_the_band() -> None:
    given(
        creature("lord", ANN, BANDS_WITH_KNIGHTS, subtypes=("Knight",)),
        creature("first", ANN, subtypes=("Knight",)),
        creature("ox", ANN),
    ).when(attack(lord=BOB, first=BOB, ox=BOB, step=bands(["lord", "first", "ox"]))).then(illegal("508.1e"))


def test_bands_with_other_needs_the_quality_itself() -> None:
    given(creature("lord", ANN, BANDS_WITH_KNIGHTS), creature("first", ANN, subtypes=("Knight",))).when(
        attack(lord=BOB, first=BOB, step=bands(["lord", "first"]))
    ).then(illegal("508.1e"))


def test_bands_with_other_isnt_banding() -> None:
    # The hero has banding, the lord and the ox haven't: two creatures without it.
    given(
        creature("hero", ANN, "Banding"),
        creature("lord", ANN, BANDS_WITH_KNIGHTS, subtypes=("Knight",)),
        creature("ox", ANN),
    ).when(attack(hero=BOB, lord=BOB, ox=BOB, step=bands(["hero", "lord", "ox"]))).then(illegal("508.1e"))


def test_an_effect_that_takes_banding_takes_bands_with_other_too() -> None:
    given(creature("lord", ANN, BANDS_WITH_KNIGHTS, subtypes=("Knight",)), creature("first", ANN, subtypes=("Knight",))).when(
        {"effect": {"controller": BOB, "text": "[lord] loses banding."}},
        attack(lord=BOB, first=BOB, step=bands(["lord", "first"])),
    ).then(illegal("508.1e"))


def test_a_band_lasts_though_banding_is_lost_afterwards() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN, "Flying"), creature("guard", BOB)).when(
        attack(hero=BOB, ox=BOB, step=bands(["hero", "ox"])),
        {"effect": {"on": "hero", "loses_abilities": True}},
        block(guard="hero"),
    ).then(legal, blocked("hero", "ox"))


def test_a_creature_removed_from_combat_leaves_its_band() -> None:
    given(creature("hero", ANN, "Banding"), creature("ox", ANN), creature("guard", BOB)).when(
        attack(hero=BOB, ox=BOB, step=bands(["hero", "ox"])), {"removed_from_combat": "hero"}, block(guard="ox")
    ).then(legal, blocked("ox"))


def test_a_chosen_creature_that_doesnt_become_attacking_isnt_in_the_band() -> None:
    outcome = (
        given(creature("hero", ANN, "Banding\nThis creature can't attack unless you sacrifice a creature."), creature("ox", ANN))
        .when(attack(hero=BOB, ox=BOB, step={**bands(["hero", "ox"]), "pay": {"sacrifice": ["ox"]}}))
        .then(legal)
    )
    assert outcome.game.combat.bands == ()


def test_bands_of_an_illegal_declaration_arent_kept() -> None:
    outcome = (
        given(creature("hero", ANN, "Banding"), creature("ox", ANN), creature("elf", ANN))
        .when(
            illegally(attack(hero=BOB, ox=BOB, elf=BOB, step=bands(["hero", "ox", "elf"]))),
            attack(hero=BOB, ox=BOB),
        )
        .then(legal)
    )
    assert outcome.game.combat.bands == ()
