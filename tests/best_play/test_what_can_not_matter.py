"""What can't matter in a combat as it lies on the table doesn't decline best play; what isn't known does, by name."""

import pytest
from declarant import Game, NotModelled, permanent
from declarant.handlers.best_play.as_stated import as_stated


def board(text: str = "", **fields: object) -> Game:
    game = Game.start(["Ann", "Bob"], rules="2026-01-16")
    game.enter(permanent("ox", "Ann", types=["Creature"], power=3, toughness=3))
    game.enter(permanent("bear", "Bob", types=["Creature"], power=2, toughness=4))
    other = permanent("other", "Bob", types=["Enchantment"], text=text)
    game.enter(other.model_copy(update=fields))
    return game


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G}.",
        "At the beginning of your upkeep, surveil 1.",
        "At the beginning of combat on your turn, you gain 1 life.",
        "At the beginning of your end step, draw a card.",
        "Whenever one or more cards leave your graveyard, you gain 1 life.",
        "Whenever an opponent searches their library, you gain 3 life.",
        "Whenever you tap a creature for mana, add an additional {G}.",
        "Whenever another creature dies, draw a card.",
        "Creatures you control get +0/+0.",
        "Ward {2}",
    ],
)
def test_what_can_not_matter_is_known_to_the_search(text: str) -> None:
    plain, game = board(), board(text)
    assert type(game.best_attack(worth="flat")) is type(plain.best_attack(worth="flat"))
    assert game.best_attack(worth="flat").value == plain.best_attack(worth="flat").value


def test_what_triggered_as_creatures_attacked_is_over_when_blockers_are_declared() -> None:
    text = "Whenever a creature attacks you, its controller loses 1 life."
    before = board(text)
    before.declare_attackers({"ox": "Bob"})
    before.resolve_all()
    assert before.best_block(worth="flat").value == 0


def test_unknown_is_not_vanilla() -> None:
    game = board(unknown_abilities=2, name="Stadium Headliner")
    with pytest.raises(NotModelled, match=r"Stadium Headliner \(2 abilities, not known\)"):
        game.best_attack(worth="flat")
    game.declare_attackers({"ox": "Bob"})
    with pytest.raises(NotModelled, match="Stadium Headliner"):
        game.best_block(worth="flat")


def test_a_creature_whose_bonus_ends_with_it_is_played_out() -> None:
    game = board()
    game.enter(permanent("lord", "Bob", types=["Creature"], power=1, toughness=1, text="Other creatures you control get +1/+1."))
    found = game.best_attack(worth="flat")
    assert type(found).__name__ == "BestPlayed"


def test_a_game_that_is_no_record_is_played_on_as_it_is() -> None:
    game = board()
    assert as_stated(game) is game
