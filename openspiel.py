"""Combats as a game of OpenSpiel (the extra `openspiel`): importing this registers `declarant_combat`.

>>> import declarant.openspiel, pyspiel
>>> game = pyspiel.load_game("declarant_combat(size=2,seed=3)")

See `CombatGame` for its parameters.
"""

from .tools.environments.openspiel import NAME, POINTS, CombatGame, CombatObserver, CombatState

__all__ = ["NAME", "POINTS", "CombatGame", "CombatObserver", "CombatState"]
