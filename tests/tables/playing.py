"""Random games that are also cut back now and then, as an undo does."""

from random import Random

from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from declarant.projections.state import fold
from properties.games import RandomGame


def played(random: Random, steps: int, within_declarations: bool = True) -> Journal:
    """A random game that is cut back at times: to anywhere in its history, or only to where no declaration is pending."""
    journal = Journal.open("memory://")
    played = RandomGame(random, journal)
    for _ in range(steps):
        played.step()
        if random.random() < 0.25:
            standing = [version for version, _ in played.game.log.events()]
            to = random.choice(standing[2:] or standing[-1:])
            if within_declarations or fold(played.game.log.events(to)).declarations.pending is None:
                played.game.log.truncate(to)
                played.game = Game.open(journal, "game")
    return journal
