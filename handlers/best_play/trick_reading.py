"""Tricks of a game: who holds them, whether they can be paid, and what is in force that one of them would set off.

A closed list: all that a spell which is cast at a creature may set off, change or be stopped by is named, with its text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from ...events import abilities as a
from ...events import trigger_events as e
from ...events.errors import InvalidInput, NotModelled
from ...projections.board import Permanent
from ..mana import pay
from ..rulebook.keywords import KEYWORDS
from ..view.context import AnyHeld
from ..view.view import View
from .play import worth_of
from .position import Position
from .reading import Worths, depends_on, held_in_words, lasts_both_steps, read_fighter
from .trick_combat import Trick, TrickCombat

OTHER_TIMES = frozenset(
    {
        "enters",
        "phased in",
        "sacrificed",
        "control",
        "attached",
        "turn begins",
        "combat begins",
        "postcombat main phase begins",
        "end step begins",
    }
)
"""What doesn't happen as a spell is cast at a creature, and changes or damages it."""
ON_CASTING = frozenset({"prowess", "extort", "increment", "ward", "storied"})
"""Keywords of permanents that look at spells that are cast, or at their targets."""
_IDLE = sorted((word for word, each in KEYWORDS.items() if each.bears_on == "nothing" and word not in ON_CASTING), reverse=True)
_PASSED_OVER = re.compile(rf"(?i:{'|'.join(map(re.escape, _IDLE))})(?![\w'-])|(?:[\w' ]+ — )?[^.:\"“]+: ")
"""The beginning of a keyword that does nothing on the battlefield, or of an activated ability: nobody activates any."""


def holder_of(tricks: Sequence[Trick], view: View) -> str:
    """The player who holds one of the tricks. Raises InvalidInput where they aren't one player's."""
    holders = {trick.controller for trick in tricks}
    if len(holders) != 1 or not holders <= {*view.board.players}:
        raise InvalidInput("tricks", ", ".join(sorted(holders)) or "none", "tricks of one player of the game")
    return holders.pop()


def combat_with_tricks(
    view: View, position: Position, tricks: Sequence[Trick], worth: Worths, action: Literal["attack", "block"]
) -> TrickCombat:
    """A position with tricks, in which that is declared next. Raises NotModelled, and InvalidInput where weights don't add up."""
    price, known = worth_of(worth, view), {each.id for each in (*position.attackers, *position.blockers)}
    creatures: dict[str, Permanent] = {id: each for id, each in view.permanents.items() if "Creature" in each.types}
    others = [(read_fighter(view, each, {}, price), each.controller) for id, each in creatures.items() if id not in known]
    untargetable = {"hexproof", "shroud"}
    gained = frozenset(word for trick in tricks for word in trick.gains)
    unknown = [held_in_words(held) for held in view.every_held() if not _stands(view, held, gained)]
    odd = [f"{id}: {word}" for id in creatures for word in sorted(untargetable & set(view.keywords(id)))]
    protected = [f"{each.id}: protection" for each in (*position.attackers, *position.blockers) if each.unharmed_by]
    protected += [f"{id}: protection" for id in creatures if "protection" in view.keywords(id)]
    unknown += [f"{each} (what can be targeted)" for each in (*odd, *protected)]
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    mana = view.board.mana
    payable = [each for each in tricks if pay(each.cost, mana.get(each.controller), 0) is not None]
    weights = [each.weight for each in tricks if each.weight is not None]
    if weights and (len(weights) < len(tricks) or sum(weights) > 100):
        raise InvalidInput(
            "tricks.weight", str(sum(weights)), "a weight for each trick, 100 at most in all: one is held at a time"
        )
    own = (holder_of(tricks, view) == position.defender) is (action == "block")
    controllers = {id: each.controller for id, each in creatures.items()}
    return TrickCombat(position, others, controllers, payable, own, len(payable) == len(tricks))


def _stands(view: View, held: AnyHeld, gained: frozenset[str]) -> bool:
    """Whether an ability neither looks at a trick nor changes by what it does to a creature, which may gain these keywords."""
    match held.ability:
        case a.KeywordAbility(keyword=keyword):
            return keyword not in ON_CASTING
        case a.NotModelledAbility(on=on, text=text):
            return OTHER_TIMES.issuperset({*on} - {"elsewhere"} if _PASSED_OVER.match(text) else on)
        case a.Triggered(events=events):
            return not any(isinstance(event, e.BecomesTapped) for event in events)
        case _:
            return lasts_both_steps(view, held) and not depends_on(held, gained)
