"""603.2d: "that ability triggers an additional time": the abilities of the permanents meant, when what is meant causes it."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, triggers

DRUM = "Whenever you attack, you gain 1 life."
ECHO = (
    "If a creature attacking causes a triggered ability of a permanent you control to trigger, "
    "that ability triggers an additional time."
)
GOATS = "If a triggered ability of another Goat you control triggers, it triggers an additional time."


def test_an_attack_causes_it_an_additional_time() -> None:
    given(creature("bear", ANN), enchantment("drum", ANN, DRUM), enchantment("echo", ANN, ECHO)).when(attack(bear=BOB)).then(
        triggers(drum=2)
    )


def test_two_such_abilities_add_up() -> None:
    echoes = (enchantment("echo", ANN, ECHO), enchantment("reply", ANN, ECHO))
    given(creature("bear", ANN, "Whenever this creature attacks, you gain 1 life."), *echoes).when(attack(bear=BOB)).then(
        triggers(bear=3)
    )


def test_another_players_permanent_isnt_meant() -> None:
    given(creature("bear", ANN), enchantment("drum", ANN, DRUM), enchantment("echo", BOB, ECHO)).when(attack(bear=BOB)).then(
        triggers(drum=1)
    )


def test_blocking_is_no_attack() -> None:
    blocked = creature("bear", ANN, "Whenever this creature becomes blocked, you gain 1 life.")
    given(blocked, creature("ox", BOB), enchantment("echo", ANN, ECHO)).when(attack(bear=BOB), block(ox="bear")).then(
        triggers(bear=1)
    )


@pytest.mark.parametrize(
    ("cause", "times"), [("a creature", 2), ("a creature you control", 2), ("a Goblin", 1), ("a nontoken creature", 2)]
)
@pytest.mark.parametrize(
    "says",
    ["When this creature dies, you gain 1 life.", "When this creature leaves the battlefield, you gain 1 life."],
)
def test_a_death_causes_it_an_additional_time(cause: str, times: int, says: str) -> None:
    echo = ECHO.replace("a creature attacking", f"{cause} dying")
    board = given(creature("bear", ANN, says), creature("ox", BOB, power=5), enchantment("echo", ANN, echo))
    board.when(attack(bear=BOB), block(ox="bear"), damage()).then(triggers(bear=times))
    board.when(attack(bear=BOB), {"leaves": "bear", "to": "hand"}).then(triggers(bear="leaves" in says))


def test_the_deaths_of_several_and_of_what_has_it() -> None:
    """603.10a: what leaves with them is still looked at."""
    echo = ECHO.replace("a creature attacking", "a creature dying")
    several = enchantment("drum", ANN, "Whenever one or more creatures die, you gain 1 life.")
    board = given(creature("bear", ANN, echo), several, creature("ox", BOB, power=5), creature("elk", ANN))
    board.when(attack(bear=BOB, elk=BOB), block(ox="bear"), damage()).then(triggers(drum=2))
    board.when(attack(elk=BOB), block(ox="elk"), damage()).then(triggers(drum=2))


def test_any_cause_counts_for_those_permanents_only() -> None:
    goat = creature("goat", ANN, "Whenever this creature becomes blocked, you gain 1 life.", subtypes=["Goat"])
    chief = creature("chief", ANN, GOATS + "\nWhenever this creature attacks, you gain 1 life.", subtypes=["Goat"])
    given(goat, chief, creature("ox", BOB)).when(attack(goat=BOB, chief=BOB)).then(triggers(chief=1))
    given(goat, chief, creature("ox", BOB)).when(attack(goat=BOB, chief=BOB), block(ox="goat")).then(triggers(goat=2))
