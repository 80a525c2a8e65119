"""800.4a: with a player who leaves the game all cards leave that the player owns, wherever they are."""

from typing import Any

from referee import ANN, BOB, CAT, attack, block, creature, damage, given, has, illegal, life, resolve, sizes

TABLE: dict[str, Any] = {"players": (ANN, BOB, CAT)}
OX = creature("ox", BOB, power=3)


def not_on_battlefield(id: str) -> Any:
    """No permanent has that id."""

    def check(outcome: Any) -> None:
        assert id not in outcome.game.board.permanents

    return check


def died() -> dict[str, Any]:
    return {"leaves": "ox", "to": "graveyard"}


def test_no_card_of_the_player_is_a_target() -> None:
    text = "Whenever this creature attacks, return up to one target creature card from a graveyard to the battlefield."
    board = given(creature("imp", ANN, text), OX, **TABLE)
    resolution = resolve("all", {"source": "imp", "targets": ["ox"]})
    board.when(died(), attack(imp=CAT), resolution).then(has("ox #2", power=3))
    board.when(died(), {"leaves_game": BOB}, attack(imp=CAT), resolution).then(illegal("603.3d", "ox"))


def test_cards_of_the_player_arent_counted() -> None:
    text = "Whenever this creature attacks, it gets +1/+0 until end of turn for each creature card in all graveyards."
    board = given(creature("imp", ANN, text), OX, creature("elk", CAT), graveyard={ANN: 0, BOB: 0, CAT: 0}, **TABLE)
    both = died(), {"leaves": "elk", "to": "graveyard"}
    board.when(*both, attack(imp=CAT), resolve()).then(sizes(imp="4/2"))
    board.when(*both, {"leaves_game": BOB}, attack(imp=CAT), resolve()).then(sizes(imp="3/2"))


def test_what_was_exiled_until_something_leaves_doesnt_return() -> None:
    text = "Whenever this creature attacks, exile target creature until this creature leaves the battlefield."
    resolution = resolve("all", {"source": "imp", "targets": ["ox"]})
    board = given(creature("imp", ANN, text), OX, **TABLE)
    board.when(attack(imp=CAT), resolution, {"leaves": "imp"}).then(has("ox #2", power=3))
    board.when(attack(imp=CAT), resolution, {"leaves_game": BOB}, {"leaves": "imp"}).then(not_on_battlefield("ox #2"))


def test_the_player_who_lost_by_the_damage_has_no_graveyard_any_more() -> None:
    text = (
        "Whenever this creature deals combat damage to a player, you may put target creature card from that player's graveyard "
        "onto the battlefield under your control."
    )
    board = given(creature("imp", ANN, text), OX, life={ANN: 20, BOB: 2, CAT: 20}, **TABLE)
    board.when(died(), attack(imp=BOB), block(), damage(), resolve()).then(not_on_battlefield("ox #2"))


def test_life_totals_are_those_of_players_in_the_game() -> None:
    text = "Whenever this creature attacks, if you have more life than each opponent, you gain 5 life."
    board = given(creature("imp", ANN, text), life={ANN: 10, BOB: 15, CAT: 5}, **TABLE)
    board.when(attack(imp=CAT), resolve()).then(life(Ann=10))
    board.when({"leaves_game": BOB}, attack(imp=CAT), resolve()).then(life(Ann=15))
