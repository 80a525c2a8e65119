"""702.14: a creature with landwalk can't be blocked while the defending player controls such a land."""

import pytest
from referee import ANN, BOB, CAT, attack, battle, block, creature, enchantment, given, illegal, land, legal, permanent

GUARD = creature("guard", BOB)
LANDS = {
    "basic island": land("ground", BOB, "Island", supertypes=("Basic",)),
    "nonbasic island": land("ground", BOB, "Island", "Swamp"),
    "snow island": land("ground", BOB, "Island", supertypes=("Basic", "Snow")),
    "nonbasic": land("ground", BOB),
    "snow forest": land("ground", BOB, "Forest", supertypes=("Basic", "Snow")),
    "legendary": land("ground", BOB, supertypes=("Legendary",)),
    "desert": land("ground", BOB, "Desert"),
    "artifact": permanent("ground", BOB, types=("Artifact", "Land")),
}


@pytest.mark.parametrize(
    ("landwalk", "lands"),
    [
        ("Islandwalk", {"basic island", "nonbasic island", "snow island"}),
        ("Swampwalk", {"nonbasic island"}),
        ("Forestwalk", {"snow forest"}),
        ("Plainswalk", set()),
        ("Mountainwalk", set()),
        ("Nonbasic landwalk", {"nonbasic island", "nonbasic", "legendary", "desert", "artifact"}),
        ("Legendary landwalk", {"legendary"}),
        ("Snow landwalk", {"snow island", "snow forest"}),
        ("Snow islandwalk", {"snow island"}),
        ("Desertwalk", {"desert"}),
        ("Artifact landwalk", {"artifact"}),
    ],
)
def test_each_landwalk_asks_for_its_land(landwalk: str, lands: set[str]) -> None:
    for name, ground in LANDS.items():
        ruling = illegal("509.1b", "walker") if name in lands else legal
        given(creature("walker", ANN, landwalk), GUARD, ground).when(attack(walker=BOB), block(guard="walker")).then(ruling)


def test_the_land_of_the_attacking_player_does_not_count() -> None:
    given(creature("walker", ANN, "Islandwalk"), GUARD, land("ground", ANN, "Island")).when(
        attack(walker=BOB), block(guard="walker")
    ).then(legal)


def test_the_land_of_another_player_does_not_count() -> None:
    given(creature("walker", ANN, "Islandwalk"), GUARD, land("ground", CAT, "Island"), players=(ANN, BOB, CAT)).when(
        attack(walker=BOB), block(guard="walker")
    ).then(legal)


def test_the_defending_player_for_a_battle_is_its_protector() -> None:
    players = (ANN, BOB, CAT)
    siege, ward = battle("siege", BOB, CAT), creature("ward", CAT)
    for owner, ruling in ((CAT, illegal("509.1b")), (BOB, legal)):
        given(creature("walker", ANN, "Islandwalk"), ward, siege, land("ground", owner, "Island"), players=players).when(
            attack(walker="siege"), block(by=CAT, ward="walker")
        ).then(ruling)


def test_landwalk_of_the_blocker_does_not_cancel_it() -> None:
    given(creature("walker", ANN, "Islandwalk"), creature("guard", BOB, "Islandwalk"), land("ground", BOB, "Island")).when(
        attack(walker=BOB), block(guard="walker")
    ).then(illegal("509.1b"))


def test_a_land_that_left_is_no_reason_any_more() -> None:
    given(creature("walker", ANN, "Islandwalk"), GUARD, land("ground", BOB, "Island")).when(
        attack(walker=BOB), {"leaves": "ground"}, block(guard="walker")
    ).then(legal)


def test_one_kind_of_landwalk_is_ignored() -> None:
    current = enchantment("current", BOB, "Creatures with islandwalk can be blocked as though they didn't have islandwalk.")
    board = given(
        creature("merfolk", ANN, "Islandwalk"),
        creature("treefolk", ANN, "Forestwalk"),
        GUARD,
        land("coast", BOB, "Island", "Forest"),
        current,
    )
    board.when(attack(merfolk=BOB, treefolk=BOB), block(guard="merfolk")).then(legal)
    board.when(attack(merfolk=BOB, treefolk=BOB), block(guard="treefolk")).then(illegal("509.1b", "forestwalk"))


def test_every_kind_of_landwalk_is_ignored() -> None:
    staff = enchantment(
        "staff", BOB, "Creatures with landwalk abilities can be blocked as though they didn't have those abilities."
    )
    given(creature("walker", ANN, "Islandwalk, swampwalk"), GUARD, land("coast", BOB, "Island", "Swamp"), staff).when(
        attack(walker=BOB), block(guard="walker")
    ).then(legal)


def test_ignoring_landwalk_leaves_other_evasion() -> None:
    current = enchantment("current", BOB, "Creatures with islandwalk can be blocked as though they didn't have islandwalk.")
    given(creature("bird", ANN, "Flying, islandwalk"), GUARD, land("coast", BOB, "Island"), current).when(
        attack(bird=BOB), block(guard="bird")
    ).then(illegal("509.1b", "flying"))
