"""Keyword actions on faces and cards: transform, manifest, cloak, explore, endure, blight, collect evidence, discover."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..numbers import number
from ..scope import CHOSEN, CREATED, TURNED_UP, YOU, Scope
from .amounts import amount
from .objects import objects

InstructionsRead = list[a.Instruction] | None


@rule
def _transforms(c: Cursor, known: Scope) -> InstructionsRead:
    if c.take("transform", "convert"):
        what = objects(c, known)
    elif c.take("turn"):
        what = objects(c, known)
        if not c.take("face up"):
            return None
    else:
        return None
    if what is None:
        return None
    known.done_to(what)
    return [a.Transforms(permanents=what)]


_LIBRARIES = {"your library": YOU, "that player's library": CHOSEN, "their library": CHOSEN}


@rule
def _manifests(c: Cursor, known: Scope) -> InstructionsRead:
    """701.40, 701.58, 701.62."""
    if c.take("manifest dread"):
        done = a.Manifests(players=YOU, dread=True)
    else:
        verb = c.take("manifest", "cloak")
        if verb is None or not c.take("the top"):
            return None
        many: a.Quantity | None = 1 if c.take("card of") else amount(c, known)
        if many is None or (many != 1 and not c.take("cards of")):
            return None
        whose = c.take(*_LIBRARIES)
        if whose is None:
            return None
        done = a.Manifests(players=_LIBRARIES[whose], number=many, cloaked=verb == "cloak")
    known.it = known.that = known.those = CREATED
    known.created = 1 if done.number == 1 else 0
    known.looking = None
    return [done]


@rule
def _blights(c: Cursor, known: Scope) -> InstructionsRead:
    """701.68: -1/-1 counters are put on a creature that the player controls."""
    many = number(c) if c.take("blight") else None
    if many is None:
        return None
    mine = a.AllOf(parts=(a.HasType(type="Creature"), a.ControlledBy(players=YOU)))
    return [a.PutsCounters(permanents=a.IsChosen(permanents=mine), counter="-1/-1", number=many)]


@rule
def _collects_evidence(c: Cursor, known: Scope) -> InstructionsRead:
    many = number(c) if c.take("collect evidence") else None
    return None if many is None else [a.CollectsEvidence(number=many)]


@rule
def _discovers(c: Cursor, known: Scope) -> InstructionsRead:
    """701.57: the card goes to the hand; if it is cast, a case puts that in."""
    many = amount(c, known) if c.take("discover") else None
    if many is None:
        return None
    nonland = a.Not(part=a.HasType(type="Land"))
    small = a.AllOf(parts=(nonland, a.Compares(characteristic="mana_value", comparison="<=", than=many)))
    found = a.Cards(zone="exile", players=YOU, filter=a.AllOf(parts=(TURNED_UP, *small.parts)))
    taken = a.PutsCards(cards=a.IsChosenCard(cards=found, minimum=1), zone="exile", to="hand")
    rest = a.PutsCards(cards=TURNED_UP, zone="exile", to="library")
    cast = a.OffBoard(text="cast it without paying its mana cost")
    return [a.TurnsUpCards(players=YOU, to="exile", until=small), a.May(do=(taken,), otherwise=(cast,)), rest]


def endures(c: Cursor, known: Scope, what: a.Filter) -> InstructionsRead:
    """701.63, after "it endures": counters on it, or a token."""
    many = amount(c, known)
    if many is None:
        return None
    spirit = a.Token(name="Spirit", types=("Creature", "Spirit"), colors=("W",), power=many, toughness=many)
    counters = a.PutsCounters(permanents=what, counter="+1/+1", number=many)
    return [a.Modes(modes=((counters,), (a.CreatesTokens(token=spirit),)))]


FACES = (_transforms, _manifests, _blights, _collects_evidence, _discovers)
