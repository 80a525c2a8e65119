"""Boards that games are played on."""

from declarant import Game, permanent
from declarant.tools.cases.models import Case

TEXTS = (
    "",
    "Flying",
    "Trample",
    "First strike",
    "Vigilance",
    "Menace",
    "Reach",
    "Double strike",
    "This creature attacks each combat if able.",
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


def board(id: str = "board", size: int = 2) -> Case:
    """Such a board as a case."""
    battlefield = [
        {"id": f"c{number}", "controller": ("Ann", "Bob")[number % 2], "types": ["Creature"], "power": 1 + number % 3}
        | {"toughness": 1 + number % 4, "text": TEXTS[number % 5]}
        for number in range(2 * size)
    ]
    document = {"id": id, "rules": "2025-04-04", "players": ["Ann", "Bob"], "battlefield": battlefield, "steps": []}
    return Case.model_validate(document | {"life": {"Ann": 8, "Bob": 8}})
