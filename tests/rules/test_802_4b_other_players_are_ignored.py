"""802.4b: for the legality of a player's blocks, creatures that attack or block for others don't count."""

from referee import ANN, BOB, CAT, attack, block, creature, enchantment, given, illegal, legal

PLAYERS = (ANN, BOB, CAT)


def test_a_lure_that_attacks_another_player_asks_nothing() -> None:
    given(
        creature("lure", ANN, "All creatures able to block this creature do so."),
        creature("bear", ANN),
        creature("guard", BOB),
        creature("ward", CAT),
        players=PLAYERS,
    ).when(attack(bear=BOB, lure=CAT), block(by=BOB)).then(legal)


def test_a_limit_on_blockers_counts_each_players_creatures_apart() -> None:
    board = given(
        creature("bear", ANN),
        creature("ox", ANN),
        creature("guard", BOB),
        creature("ward", CAT),
        creature("warden", CAT),
        enchantment("narrows", ANN, "No more than one creature can block each combat."),
        players=PLAYERS,
    )
    first = (attack(bear=BOB, ox=CAT), block(by=BOB, guard="bear"))
    board.when(*first, block(by=CAT, ward="ox")).then(legal)
    board.when(*first, block(by=CAT, ward="ox", warden="ox")).then(illegal("509.1b"))


def test_another_players_blocker_is_no_company() -> None:
    given(
        creature("bear", ANN),
        creature("ox", ANN),
        creature("guard", BOB),
        creature("timid", CAT, "This creature can't block alone."),
        players=PLAYERS,
    ).when(attack(bear=BOB, ox=CAT), block(by=BOB, guard="bear"), block(by=CAT, timid="ox")).then(illegal("509.1b"))


def test_only_the_creatures_of_the_defending_player_count_for_all_creatures() -> None:
    given(
        creature("giant", ANN, "This creature can't be blocked unless all creatures defending player controls block it."),
        creature("guard", BOB),
        creature("ward", CAT),
        players=PLAYERS,
    ).when(attack(giant=BOB), block(by=BOB, guard="giant")).then(legal)
