"""Keyword actions on faces and cards, as rows: transform, manifest, cloak, blight, collect evidence, discover."""

from __future__ import annotations

from ....events import abilities as a
from ..grammar import Reads, phrase
from ..numbers import number
from ..quantities import quantity
from ..scope import CHOSEN, CREATED, TURNED_UP, YOU, Scope

_LIBRARIES = {"your library": YOU, "that player's library": CHOSEN, "their library": CHOSEN}


def done_to(known: Scope, permanents: a.Filter, **_: object) -> None:
    """ "Those" are what something was done to."""
    known.done_to(permanents)


def _manifested(known: Scope, number: a.Quantity = 1, **_: object) -> None:
    known.it = known.that = known.those = CREATED
    known.created = 1 if number == 1 else 0
    known.looking = None


def blights(number: a.Quantity, players: a.Players = YOU) -> a.PutsCounters:
    """701.68: -1/-1 counters are put on a creature that the player controls."""
    theirs = a.AllOf(parts=(a.HasType(type="Creature"), a.ControlledBy(players=players)))
    return a.PutsCounters(permanents=a.IsChosen(permanents=theirs), counter="-1/-1", number=number)


def _discovers(number: a.Quantity) -> tuple[a.Instruction, ...]:
    """701.57: the card goes to the hand; if it is cast, a case puts that in."""
    nonland = a.Not(part=a.HasType(type="Land"))
    small = a.AllOf(parts=(nonland, a.Compares(characteristic="mana_value", comparison="<=", than=number)))
    found = a.Cards(zone="exile", players=YOU, filter=a.AllOf(parts=(TURNED_UP, *small.parts)))
    taken = a.PutsCards(cards=a.IsChosenCard(cards=found, minimum=1), zone="exile", to="hand")
    rest = a.PutsCards(cards=TURNED_UP, zone="exile", to="library", place="bottom", order="random")
    cast = a.OffBoard(text="cast it without paying its mana cost")
    return a.TurnsUpCards(players=YOU, to="exile", until=small), a.May(do=(taken,), otherwise=(cast,)), rest


def endures(permanents: a.Filter, number: a.Quantity) -> a.Instruction:
    """701.63: counters on it, or a token."""
    spirit = a.Token(name="Spirit", types=("Creature", "Spirit"), colors=("W",), power=number, toughness=number)
    counters = a.PutsCounters(permanents=permanents, counter="+1/+1", number=number)
    return a.Modes(modes=((counters,), (a.CreatesTokens(token=spirit),)))


RULES: dict[str, Reads] = {
    "library": lambda c: c.look_up(_LIBRARIES),
    **dict.fromkeys(("number", "digits"), number),
    "counted": quantity,
}

FACES = (
    phrase("(transform|convert) <permanents:objects>", a.Transforms).then(done_to),
    phrase("turn <permanents:objects> face up", a.Transforms).then(done_to),
    phrase("manifest dread", a.Manifests, players=YOU, dread=True).then(_manifested),
    phrase("manifest the top card of <players:library>", a.Manifests).then(_manifested),
    phrase("manifest the top <number:amount> cards of <players:library>", a.Manifests).then(_manifested),
    phrase("manifest a number of cards from the top of <players:library> equal to <number:counted>", a.Manifests).then(
        _manifested
    ),
    phrase("cloak the top card of <players:library>", a.Manifests, cloaked=True).then(_manifested),
    phrase("cloak the top <number:amount> cards of <players:library>", a.Manifests, cloaked=True).then(_manifested),
    phrase("blight <number:digits>", blights),
    phrase("collect evidence <number:digits>", a.CollectsEvidence),
    phrase("discover <number:x>", _discovers),
)
