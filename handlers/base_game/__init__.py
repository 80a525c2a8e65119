"""A game without best play: a log, the state folded from it, and the decisions on commands. `Game` adds what is best."""

from .base_game import BaseGame

__all__ = ["BaseGame"]
