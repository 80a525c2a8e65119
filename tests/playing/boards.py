"""Boards that games are played on."""

from declarant import Game, permanent

TEXTS = (
    "",
    "Flying",
    "Trample",
    "First strike",
    "Vigilance",
    "Menace",
    "Reach",
    "Double strike",
    "This creature can't block alone.",
)


def begun(size: int = 3, rules: str = "2025-04-04", turn: int = 0) -> Game:
    """A game of two players with so many creatures each; `turn` varies which."""
    game = Game.start(["Ann", "Bob"], rules=rules, stream="played", life={"Ann": 12, "Bob": 10})
    for number in range(2 * size):
        player = ("Ann", "Bob")[number % 2]
        text = TEXTS[(number * 5 + turn) % len(TEXTS)]
        game.enter(
            permanent(
                f"c{number}",
                player,
                types=["Creature"],
                power=1 + (number + turn) % 4,
                toughness=1 + (number * 7 + turn) % 4,
                text=text,
                summoning_sick=number == 0,
            )
        )
    return game
