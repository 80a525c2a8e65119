"""Players, and what they can be attacked through."""

from __future__ import annotations

from ...events.abilities import THIS, IsOneOf, Players, Targets
from .cursor import Cursor, rule
from .references import identity

YOU = Players(who="you")
ANY = Players(who="any")
OPPONENTS = Players(who="opponents")
OTHERS = Players(who="others")
CONTROLLER = Players(who="controller")
DEFENDING = Players(who="defending")
ENCHANTED = Players(who="enchanted")
ACTIVE = Players(who="active")
OWNER = Players(who="owner")
ATTACKED_BEFORE = Players(who="attacked before")
MOST_LIFE = Players(who="most life")

_PHRASES = {
    "you": YOU,
    "your opponents": OPPONENTS,
    "an opponent": OPPONENTS,
    "each opponent": OPPONENTS,
    "any opponent": OPPONENTS,
    "opponents": OPPONENTS,
    "each of your opponents": OPPONENTS,
    "one of your opponents": OPPONENTS,
    "one or more of your opponents": OPPONENTS,
    "a player other than you": OTHERS,
    "players other than you": OTHERS,
    "another player": OTHERS,
    "each other player": OTHERS,
    "other players": OTHERS,
    "one or more players": ANY,
    "a player": ANY,
    "each player": ANY,
    "any player": ANY,
    "players": ANY,
    "defending player": DEFENDING,
    "the defending player": DEFENDING,
    "attacking player": ACTIVE,
    "the attacking player": ACTIVE,
    "the active player": ACTIVE,
    "enchanted player": ENCHANTED,
    "enchanted opponent": ENCHANTED,
    "its controller": CONTROLLER,
    "their controller": CONTROLLER,
    "that creature's controller": CONTROLLER,
    "enchanted creature's controller": CONTROLLER,
    "its owner": OWNER,
    "their owner": OWNER,
    "their owners": OWNER,
    "that creature's owner": OWNER,
    "a player it has already attacked this turn": ATTACKED_BEFORE,
    "the player with the most life or tied for most life": MOST_LIFE,
    "a player with the most life or tied for most life": MOST_LIFE,
}
_INSTRUCTED = {
    "target player": ANY,
    "that player": ANY,
    "those players": ANY,
    "target opponent": OPPONENTS,
    "that opponent": OPPONENTS,
}
_BY_LENGTH = tuple(sorted(_PHRASES, key=lambda phrase: -len(phrase.split())))


@rule
def named_players(c: Cursor) -> Players | None:
    """ "[A]", "[A] and [C]", "a player other than [B]"."""
    excepted = bool(c.take("a player other than", "players other than"))
    ids: list[str] = []
    while c.raw() not in c.setting.ids and (found := identity(c)) is not None:
        ids.append(found)
        if not (c.peek(1).startswith("[") and c.take("and", "or", ",")):
            break
    if not ids:
        return None
    return Players(who="except_named" if excepted else "named", ids=tuple(ids))


@rule
def players(c: Cursor) -> Players | None:
    """Some of the players."""
    if c.take("another one of your opponents"):
        return OPPONENTS
    named = named_players(c)
    if named is not None:
        return named
    if c.setting.instruction and (phrase := c.take(*_INSTRUCTED)):
        return _INSTRUCTED[phrase]
    phrase = c.take(*_BY_LENGTH)
    return None if phrase is None else _PHRASES[phrase]


@rule
def _planeswalkers(c: Cursor) -> Players | None:
    """ "planeswalkers you control": whose."""
    if not c.take("planeswalkers", "a planeswalker", "one or more planeswalkers"):
        return None
    return controlling(c)


@rule
def controlling(c: Cursor) -> Players | None:
    """ "you control", "an opponent controls", "you don't control": whose."""
    if c.take("you don't control"):
        return OTHERS
    if c.take("your team controls"):
        return YOU  # nobody plays in a team
    who = players(c)
    return who if who is not None and c.take("control", "controls") else None


@rule
def targets(c: Cursor) -> Targets | None:
    """What is attacked."""
    if c.take("~"):
        return Targets(planeswalkers=ANY, battles=ANY, permanents=THIS)
    if c.take("a permanent its owner controls", "permanents its owner controls"):
        return Targets(planeswalkers=OWNER)
    if c.take("a battle"):
        return Targets(battles=ANY)
    if c.raw() in c.setting.ids and (found := identity(c)) is not None:
        return Targets(planeswalkers=ANY, battles=ANY, permanents=IsOneOf(ids=(found,)))
    if (whose := _planeswalkers(c)) is not None:
        return Targets(planeswalkers=whose)
    who = players(c)
    if who is None:
        return None
    start = c.at
    if c.take("or", "and/or", "and"):
        if c.take("a planeswalker they control", "planeswalkers they control"):
            return Targets(players=who, planeswalkers=who)
        if (whose := _planeswalkers(c)) is not None:
            return Targets(players=who, planeswalkers=whose)
        if c.take("a permanent its owner controls", "permanents its owner controls"):
            return Targets(players=who, planeswalkers=OWNER)
        c.at = start
    return Targets(players=who)
