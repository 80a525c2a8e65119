"""509.1e in every edition: a chance to activate mana abilities, only if a cost requires mana."""

from referee import ANN, BOB, attack, block, blocking, creature, given, illegal, land, legal, tapped

BEAR = creature("bear", ANN, "Vigilance")
TOLL = creature("toll", BOB, "This creature can't block unless you pay {1}.")
GUARD, FOREST = creature("guard", BOB), land("forest", BOB, "Forest")
MANA = [{"source": "forest", "adds": "{G}"}]


def test_a_mana_ability_is_activated_while_blockers_are_declared() -> None:
    given(BEAR, TOLL, FOREST).when(attack(bear=BOB), block(toll="bear", step={"mana_abilities": MANA})).then(
        legal, tapped("forest"), blocking(toll=["bear"])
    )


def test_without_a_cost_there_is_no_such_chance() -> None:
    given(BEAR, GUARD, FOREST).when(attack(bear=BOB), block(guard="bear", step={"mana_abilities": MANA})).then(
        illegal("509.1e"), tapped()
    )


def test_a_cost_without_mana_gives_no_such_chance() -> None:
    blood = creature("blood", BOB, "This creature can't block unless you pay 1 life.")
    given(BEAR, blood, FOREST).when(attack(bear=BOB), block(blood="bear", step={"mana_abilities": MANA})).then(
        illegal("509.1e"), tapped()
    )


def test_a_tapped_source_gives_no_mana() -> None:
    given(BEAR, TOLL, land("forest", BOB, "Forest", tapped=True)).when(
        attack(bear=BOB), block(toll="bear", step={"mana_abilities": MANA})
    ).then(illegal("509.1e", "tapped"))


def test_a_chosen_blocker_may_tap_for_mana_and_still_blocks() -> None:
    elf = creature("elf", BOB, "This creature can't block unless you pay {1}.\n{T}: Add {G}.")
    given(BEAR, elf).when(attack(bear=BOB), block(elf="bear", step={"mana_abilities": [{"source": "elf", "adds": "{G}"}]})).then(
        legal, tapped("elf"), blocking(elf=["bear"])
    )


def test_it_is_taken_back_with_an_illegal_declaration() -> None:
    given(BEAR, TOLL, FOREST).when(attack(bear=BOB), block(toll="bear", step={"mana_abilities": MANA, "pay": False})).then(
        illegal("509.1f"), tapped(), blocking()
    )


def test_it_stays_if_its_player_keeps_it() -> None:
    given(BEAR, TOLL, FOREST).when(
        attack(bear=BOB), block(toll="bear", step={"mana_abilities": [{**MANA[0], "keep": True}], "pay": False})
    ).then(illegal("509.1f"), tapped("forest"), blocking())
