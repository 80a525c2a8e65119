"""A game: `game.py` begins it, its other modules are what it can be asked and told."""

from .game import Game

__all__ = ["Game"]
