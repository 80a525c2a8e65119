"""A game as users meet it: a `BaseGame`, which also says what is best to declare."""

from .game import Game

__all__ = ["Game"]
