"""Players who do something, or to whom something is done."""

from __future__ import annotations

from collections.abc import Container

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..players import ANY, asked_of_each, asked_of_players, players
from ..references import possessor
from ..scope import CHOSEN, OPPONENTS, YOU, Scope, is_called, that_one, whose_player
from ..types import CARD_TYPES

_OF_IT = ("its controller", "its owner", "their controller", "his controller", "her controller")
_OF_THAT = tuple(
    f"{one} {noun}'s {whose}"
    for one in ("that", "the")
    for noun in ("creature", "permanent", "source", "card", "artifact", "land")
    for whose in ("controller", "owner")
)
_ENCHANTED = a.Targets.model_construct(players=a.Players.model_construct(who="enchanted"))
_THEIRS = a.ControlledBy.model_construct(players=a.Players.model_construct(who="defending"))
_ATTACKING = a.AllOf.model_construct(parts=(_THEIRS, a.AttacksWhat.model_construct(targets=_ENCHANTED)))


ATTACKING_THAT_PLAYER = OPPONENTS.model_copy(update={"where": a.Exists.model_construct(filter=_ATTACKING)})
"""Each opponent attacking that player: where the enchanted player was attacked."""


_DEFENDING = a.Players.model_construct(who="defending")
_IS_ATTACKED = a.Exists.model_construct(
    filter=a.AttacksWhat.model_construct(targets=a.Targets.model_construct(players=_DEFENDING))
)
_YOU_ATTACKED: dict[str, a.Condition] = {
    "being attacked": _IS_ATTACKED,
    "you attacked this combat": a.AttackedThisTurn.model_construct(players=YOU, whom=_DEFENDING, period="combat"),
    "you attacked this turn": a.AttackedThisTurn.model_construct(players=YOU, whom=_DEFENDING),
}
_ATTACKED = {
    f"each {who} {how}": whom.model_copy(update={"where": holds})
    for who, whom in (("opponent", OPPONENTS), ("player", ANY))
    for how, holds in _YOU_ATTACKED.items()
}
"""Those who are attacked, each asked as the defending player."""


def people(c: Cursor, known: Scope) -> a.Players | None:
    """The players meant; "target player" is a target."""
    for phrase, opponents in (("target player", False), ("target opponent", True)):
        if c.take(phrase):
            random = c.take("chosen at random", "at random") is not None
            known.target(a.Target(players=True, opponents=opponents, random=random))
            return CHOSEN
    if (whose := c.take(*_OF_IT, *_OF_THAT)) is not None:
        if whose in _OF_IT:
            return whose_player(known.other or known.it, whose)
        noun = whose.split()[1].removesuffix("'s")
        if noun == "source":
            return whose_player(known.source, whose)
        if known.that in (None, a.THIS) or (noun in CARD_TYPES and not is_called(noun, known.that, known)):
            return None
        return whose_player(known.that, whose)
    if c.take("the attacking player", "that attacking player", "that attacking opponent"):
        return a.Players(who="active")
    if known.names_a_player and c.sees("the player") and c.peek(2) not in ("or", ",", "to", "with"):
        c.move(2)
        return that_one(known)
    if c.take("you and that player") or c.take("you and defending player"):
        return None
    if known.attacks_host and c.take("each opponent attacking that player"):
        return ATTACKING_THAT_PLAYER
    if c.sees("any opponent", "any player") and c.peek(2) != "may":
        return None  # each of them, or one: it isn't said who chooses
    if (attacked := c.look_up(_ATTACKED, 7)) is not None:
        return attacked
    if c.take("each other opponent"):
        return a.Players(who="other opponents")
    found = players(c)
    if found is not None and found.several and c.sees("who", "with"):
        holds = asked_of_each(c, asked_of_players)
        if holds is None:
            return None
        return found.model_copy(update={"where": holds})
    if found is not None and (found.who in ("named", "except_named", "attacked before", "monarch") or found.where is not None):
        return None
    if found is not None and any(target.players and target.permanents is None for target in known.targets):
        return found if found != CHOSEN or c.last in ("player", "opponent") else None
    return found


def one_of_them(c: Cursor, known: Scope, then: Container[str]) -> a.Players | None:
    """ "An opponent [loses 2 life]", "[2 damage to] an opponent": one of them, whom you choose, where one of these words follows;
    "an opponent may" is any of them."""
    among = c.look_up(_ONE_OF_THEM, 2) if c.peek(2) in then else None
    if among is None:
        return None
    one = among.model_copy(update={"picked": "by you"})
    known.picks(one)
    return one


_ONE_OF_THEM = {"an opponent": OPPONENTS, "a player": ANY}


@rule
def whose_life(c: Cursor, known: Scope) -> a.Players | None:
    """ "your life total", "that player's life total", "its controller's life total": whose."""
    who = YOU if c.take("your") else possessor(c, lambda inner: people(inner, known))
    return who if who is not None and c.take("life total") else None
