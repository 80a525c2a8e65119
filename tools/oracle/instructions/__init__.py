"""What a triggered ability does as it resolves: the sentences after its condition, read whole or not at all.

Nothing is passed over here: a word that isn't understood leaves the whole ability "understood only", and a game in which it
resolves is marked so. Effects that begin are read by the rules for statements (`clauses`), all else by those of this package:
`sentences` and their clauses; `verbs`, `deeds` of players, `card_verbs`, `damaging`, `changing`, `making_tokens`; the `objects`,
`people`, `cards` and `amounts` that they speak of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ....events import abilities as a
from ....events.model import Model
from ..cursor import Setting
from ..grants import Quoted
from ..tokens import Token
from ..triggers import Trigger
from .known import Known, Strictly, Unread, known_of
from .sentences import read


def does(sentences: Iterable[list[Token]], triggers: list[Trigger], setting: Setting, quoted: Quoted) -> a.Does | None:
    """What the sentences tell to be done; None where something in them isn't understood."""
    known = known_of([event for each in triggers for event in each.events], quoted)
    strict = replace(setting, instruction=True, changes=True, choices=Strictly())
    try:
        found = read(list(sentences), strict, known)
    except Unread:
        return None
    return None if _moves_what_is_gone(known, found) else found


def _moves_what_is_gone(known: Known, part: object) -> bool:
    """Whether what has left the battlefield, and is a card now, is moved as if it were there."""
    if isinstance(part, a.Moves):
        return part.permanents in known.gone
    if isinstance(part, tuple):
        return any(_moves_what_is_gone(known, each) for each in part)
    return isinstance(part, Model) and any(_moves_what_is_gone(known, getattr(part, name)) for name in type(part).model_fields)
