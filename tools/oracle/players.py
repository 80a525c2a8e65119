"""Players, and what they can be attacked through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...events.abilities import (
    THIS,
    Condition,
    ControlledBy,
    Filter,
    IsOneOf,
    Players,
    PlayerTotal,
    QuantityCompares,
    Target,
    Targets,
)
from .cursor import Cursor, Forward, rule
from .logic import both
from .references import identities, identity
from .scope import that_one, whose_player
from .tables import listed

YOU = Players.model_construct(who="you")
ANY = Players.model_construct(who="any")
TEAM = Players.model_construct(who="team")
OPPONENTS = Players.model_construct(who="opponents")
OTHERS = Players.model_construct(who="others")
CONTROLLER = Players.model_construct(who="controller")
HOST_CONTROLLER = Players.model_construct(who="host controller")
DEFENDING = Players.model_construct(who="defending")
ENCHANTED = Players.model_construct(who="enchanted")
ACTIVE = Players.model_construct(who="active")
OWNER = Players.model_construct(who="owner")
ATTACKED_BEFORE = Players.model_construct(who="attacked before")
MOST_LIFE = Players.model_construct(who="most life")
MONARCH = Players.model_construct(who="monarch")
CHOSEN = Players.model_construct(who="chosen")
CHOSEN_BEFORE = Players.model_construct(who="chosen before")

_NAMED = (
    (YOU, "you"),
    (
        OPPONENTS,
        "an opponent, your opponents, your opponent, each opponent, any opponent, opponents, each of your "
        "opponents, one of your opponents, one or more of your opponents",
    ),
    (OTHERS, "another player, a player other than you, players other than you, each other player, other players"),
    (ANY, "a player, one or more players, each player, any player, players"),
    (DEFENDING, "defending player, the defending player"),
    (ACTIVE, "the active player, attacking player, the attacking player"),
    (ENCHANTED, "enchanted player, enchanted opponent"),
    (CONTROLLER, "its controller, their controller, that creature's controller"),
    (
        HOST_CONTROLLER,
        "enchanted creature's controller, the enchanted creature's controller, equipped creature's "
        "controller, enchanted permanent's controller, the controller of enchanted creature",
    ),
    (OWNER, "its owner, their owner, their owners, that creature's owner"),
    (ATTACKED_BEFORE, "a player it has already attacked this turn"),
    (
        MOST_LIFE,
        "the player with the most life or tied for most life, a player with the most life or tied for most "
        "life, the player with the most life or tied for the most life, a player with the most life or tied "
        "for the most life",
    ),
    (MONARCH, "the monarch"),
    (CHOSEN, "the chosen player, the last chosen player, the other chosen player, the chosen opponent, a chosen player"),
)
NAMED = {phrase: who for who, phrases in _NAMED for phrase in listed(phrases)}
SAID = {who.who: listed(phrases)[0] for who, phrases in _NAMED} | {"team": "your team", "chosen before": "the chosen player"}
"""What players are called: the first of the words for them."""
_INSTRUCTED = ("target player", "that player", "those players", "target opponent", "that opponent")
_OF_ONE = ("its controller", "that creature's controller", "its owner", "that creature's owner")
_CHOSEN_BEFORE = ("the chosen player", "the chosen opponent")
"""By another ability, where the one that is read chooses nobody."""
_BY_LENGTH = tuple(sorted(NAMED, key=lambda phrase: -len(phrase.split())))


@rule
def named_players(c: Cursor) -> Players | None:
    """ "[A]", "[A] and [C]", "a player other than [B]"."""
    excepted = bool(c.take("a player other than", "players other than"))
    ids = identities(c, c.setting.ids, "and", "or", ",")
    return None if ids is None else Players(who="except_named" if excepted else "named", ids=ids)


@rule
def players(c: Cursor) -> Players | None:
    """Some of the players."""
    if c.at == c.asked_of:
        c.move(0 if c.sees("with") else 1)
        return DEFENDING
    if c.take("another one of your opponents"):
        return OPPONENTS
    named = named_players(c)
    if named is not None:
        return named
    if c.setting.player is not None and c.take("that player", "that opponent"):
        return c.setting.player
    if c.setting.instruction and (phrase := c.take(*_INSTRUCTED)):
        if c.scope is not None and phrase.startswith("target "):
            c.scope.target(Target(players=True, opponents=phrase == "target opponent"))
        return that_one(c.scope) if phrase.startswith("that ") else CHOSEN
    if (one := _one_of_them(c)) is not None:
        return one
    start, before = c.at, c.mark()
    phrase = c.take(*_BY_LENGTH)
    if phrase is None:
        return None
    if " chosen " in phrase and c.scope is not None and not any(each.players for each in c.scope.targets):
        return CHOSEN_BEFORE if phrase in _CHOSEN_BEFORE and c.scope.picked is None else None
    if c.scope is not None and phrase in _OF_ONE:
        found = whose_player(c.scope.that if phrase.startswith("that") else c.scope.other or c.scope.it, phrase)
        if found is None:
            c.back_to(before)
            return None
        c.derive("that" if phrase.startswith("that ") else "it", start, len(c.derivations), found)
        return found
    if phrase.startswith(("its ", "their ", "that ")):
        c.derive("that" if phrase.startswith("that ") else "it", start, len(c.derivations), NAMED[phrase])
    return NAMED[phrase]


@rule
def targets_own(c: Cursor) -> Players | None:
    """ "Target player's", "target opponent's": whose something is, who is a target."""
    if c.scope is None or not c.setting.instruction or c.scope.picked is not None:
        return None
    whose = c.take("target player's", "target opponent's")
    if whose is None:
        return None
    c.scope.target(Target(players=True, opponents="opponent" in whose))
    return CHOSEN


_ONE_OF = {each: NAMED[each] for each in ("an opponent", "one of your opponents", "a player", "another player")}
_PICKED: dict[str, Literal["by you", "at random"]] = {
    "chosen at random": "at random",
    "at random": "at random",
    "of your choice": "by you",
}


@rule
def _one_of_them(c: Cursor) -> Players | None:
    """ "an opponent chosen at random", "a player of your choice": "that player" from then on."""
    among = c.look_up(_ONE_OF, 4) if c.scope is not None and c.setting.instruction else None
    if among == OTHERS and c.scope is not None and c.scope.names_a_player:
        return None  # other than which player isn't said
    picked = None if among is None else c.look_up(_PICKED)
    if c.scope is None or among is None or picked is None:
        return None
    one = among.model_copy(update={"picked": picked})
    c.scope.picks(one)
    return one


@rule
def one_chosen(c: Cursor) -> Players | None:
    """After "choose": "an opponent at random", "another player"."""
    among = c.look_up(_ONE_OF, 4)
    if c.scope is None or among is None or (among == OTHERS and c.scope.names_a_player):
        return None
    one = among.model_copy(update={"picked": "at random" if c.take("at random") else "by you"})
    if not (c.ended or c.sees(",", "and", "then")):
        return None
    c.scope.picks(one)
    return one


@rule
def controlling(c: Cursor) -> Players | None:
    """ "you control", "an opponent controls", "you don't control": whose."""
    if c.take("you don't control"):
        return OTHERS
    if c.take("your team controls"):
        return TEAM
    of_each = c.peek() == "each" and next((word for word in reversed(c.words_before) if word in _ARTICLES), "") in _ONE
    who = players(c)
    return who if who is not None and not of_each and c.take("control", "controls") else None


_ONE = ("target", "a", "an", "another")
"""What is said of one that is meant, of which there isn't one for each player ("target creature each opponent controls")."""
_ARTICLES = (*_ONE, "each", "all")


def of_yours(permanents: Filter) -> Filter:
    """Those of the permanents that you control: only these untap during your untap step (502.3). A source is its controller's."""
    return permanents if permanents == THIS else both(permanents, ControlledBy(players=YOU))


asked_of_players = Forward[Cursor, Condition | None]()
"""What may be asked of a player: a condition, and conditions speak of players."""


@rule
def _who(c: Cursor, said: Players) -> Players | None:
    """ "[a player] who controls a Swamp", "[an opponent] with more life than you": which of the players."""
    if c.take("with more life than you"):
        life = PlayerTotal(what="life", players=DEFENDING), PlayerTotal(what="life", players=YOU)
        return said.model_copy(update={"where": QuantityCompares(quantity=life[0], comparison=">", than=life[1])})
    holds = asked_of_each(c, asked_of_players) if c.sees("who") else None
    return None if holds is None else said.model_copy(update={"where": holds})


def asked_of_each(c: Cursor, reading: Callable[[Cursor], Condition | None]) -> Condition | None:
    """What is asked of each of several players, as of the defending player: of whom the word that comes next means, "who", "with"
    (who has), or the noun."""
    with c.clause(None, c.mentioned, asked_of=c.at):
        holds = reading(c)
        too_deep = c.too_deep
    c.too_deep = c.too_deep or too_deep
    return holds


@rule
def _attacked_players(c: Cursor, *, described: bool = False) -> Targets | None:
    """Players who are attacked; "attacking them" where that is only `described`."""
    together = c.sees("one or more") is not None
    who = ANY if c.take("player") else players(c)
    if who is None and described and c.setting.instruction and c.take("them"):
        who = CHOSEN
    if who is None:
        return None
    return Targets(players=(_who(c, who) or who) if who.several else who, together=together)


@rule
def _attacked_permanents(c: Cursor, they: Players | None) -> Targets | None:
    """Planeswalkers, battles and permanents that are attacked; `they` are the players named before, which "you" never is."""
    they = None if they == YOU else they
    if c.take("~", "this planeswalker", "this battle"):
        return Targets(planeswalkers=ANY, battles=ANY, permanents=THIS)
    if c.raw() in c.setting.ids and (found := identity(c)) is not None:
        return Targets(planeswalkers=ANY, battles=ANY, permanents=IsOneOf(ids=(found,)))
    what = c.take(*_ATTACKED)
    if what is None:
        return None
    return _of_players(c, what, they, what.startswith("one or more"))


def _of_players(c: Cursor, what: str, they: Players | None, together: bool) -> Targets | None:
    if what.endswith(("battle", "battles")):
        return Targets(battles=_protecting(c, they) or ANY, together=together)
    whose = they if they is not None and c.take("they control", "that player controls") else _controlled(c)
    if what.endswith(("planeswalker", "planeswalkers")):
        return Targets(planeswalkers=whose or ANY, together=together)
    if whose is None:
        return None
    return Targets(planeswalkers=ANY, battles=ANY, permanents=ControlledBy(players=whose), together=together)


_ATTACKED = tuple(
    article + noun
    for noun, plural in (("planeswalker", "planeswalkers"), ("battle", "battles"), ("permanent", "permanents"))
    for article, noun in (("one or more ", plural), ("a ", noun), ("", plural), ("", noun))
)


@rule
def _controlled(c: Cursor) -> Players | None:
    """Whose: "you control", "its owner controls", "controlled by that player"."""
    return controlling(c) or (players(c) if c.take("controlled by") else None)


@rule
def _protecting(c: Cursor, they: Players | None) -> Players | None:
    """ "you protect", "they protect": whose."""
    if they is not None and c.take("they protect"):
        return they
    who = players(c)
    return who if who is not None and c.take("protect", "protects") else None


def _together(first: Targets, second: Targets) -> Targets | None:
    """What either of the two names; None if no description can."""
    if second.players is not None:
        return first.model_copy(update={"players": second.players})
    if first.planeswalkers is None and first.battles is None:
        return second.model_copy(update={"players": first.players, "together": first.together})
    narrowed = first.permanents is not None or second.permanents is not None
    if narrowed or (first.planeswalkers and second.planeswalkers) or (first.battles and second.battles):
        return None
    return Targets(
        players=first.players,
        planeswalkers=first.planeswalkers or second.planeswalkers,
        battles=first.battles or second.battles,
        together=first.together,
    )


def _at_once(joint: Targets) -> Targets | None:
    """ "You and/or planeswalkers you control": counted once; None where that would be once for each of several players."""
    of_one = joint.players is not None and not joint.players.several
    return joint.model_copy(update={"together": True}) if of_one or joint.together else None


CONJUNCTIONS = (", and/or", ", or", ", and", "and/or", "or", "and")


@rule
def targets(c: Cursor, counted: bool = True) -> Targets | None:
    """What is attacked: "you", "a player or planeswalker", "you, planeswalkers you control, or battles you protect".

    `counted`: it matters how often, as it doesn't where creatures are only described by what they attack.
    """
    found = _attacked_permanents(c, None) or _attacked_players(c, described=not counted)
    if found is None:
        return None
    settled = c.mark(), found  # a comma joins only where a conjunction follows later
    while (joined := c.take(*CONJUNCTIONS, ",")) is not None:
        more = _attacked_permanents(c, found.players)
        if more is None and found.players is None and joined == "or":
            more = _attacked_players(c)
        joint = None if more is None else _together(found, more)
        if joint is not None and counted and joined.endswith("and/or") and (joint := _at_once(joint)) is None:
            return None
        if joint is None:
            break
        found = joint
        if joined != ",":
            settled = c.mark(), found
    c.back_to(settled[0])
    return settled[1]
