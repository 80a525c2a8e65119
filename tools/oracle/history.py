"""What happened before that the record of the game states: who attacked, blocked, was exerted or entered, and when."""

from __future__ import annotations

from typing import Literal

from ...events import abilities as a
from ...events.filters import Tallied
from .cursor import Cursor, rule
from .filters import noun
from .logic import both
from .numbers import bounds
from .players import ANY, DEFENDING, OPPONENTS, YOU, players
from .record import AS_FAR_AS_RECORDED, DONE, ENTERED, ENTERED_UNDER_YOU, EXERTED
from .references import being, means_several, reference
from .scope import that_one

_SAID = {
    phrase: (state, negated)
    for did, did_not, state in DONE
    for negated, each in ((False, did), (True, did_not))
    for phrase in each
}


@rule
def on_record(c: Cursor) -> a.Condition | None:
    """A condition on what happened before; the card's words stay with it, in which it may be stated, too."""
    start = c.at
    for reading in (_of_a_permanent, _of_players, _of_creatures, _done_to_players, _tallied, _exerting, _entering):
        happened = reading(c)
        if happened is not None:
            fact = c.printed(start + 1 if start == c.asked_of else start)
            negated = isinstance(happened, a.Unless)
            fact = fact.removeprefix("defending player ")  # it is stated of that player
            return a.OnRecord(
                fact=fact,
                happened=happened.part if isinstance(happened, a.Unless) else happened,
                negated=negated,
                complete=reading not in (_entering, _tallied) and not _as_far_as_recorded(happened),
            )
    return None


def _as_far_as_recorded(happened: a.Condition) -> bool:
    """Whether it may have happened though the record doesn't show it."""
    if isinstance(happened, a.Unless):
        return _as_far_as_recorded(happened.part)
    if isinstance(happened, a.HappenedToPlayers):
        return happened.what != "exerted a creature"
    return isinstance(happened, a.Matches | a.Exists) and happened.filter in AS_FAR_AS_RECORDED


@rule
def _done_to_players(c: Cursor) -> a.Condition | None:
    """ "an opponent was dealt combat damage this turn", "you lost life this turn"."""
    who = YOU if c.take("you've") else players(c)
    if who is None:
        return None
    for what, phrases in _TO_PLAYERS.items():
        if c.take(*phrases):
            return a.HappenedToPlayers(players=who, what=what)
    return None


_TO_PLAYERS: dict[Literal["was dealt damage", "was dealt combat damage", "lost life"], tuple[str, ...]] = {
    "was dealt damage": ("was dealt damage this turn", "were dealt damage this turn", "has been dealt damage this turn"),
    "was dealt combat damage": (
        "was dealt combat damage this turn",
        "were dealt combat damage this turn",
        "has been dealt combat damage this turn",
    ),
    "lost life": ("lost life this turn", "has lost life this turn"),
}


@rule
def _tallied(c: Cursor) -> a.Condition | None:
    """ "you gained 3 or more life this turn", "a creature died this turn", "you've sacrificed two or more permanents …"."""
    who = YOU if c.take("you've") else players(c)
    if who is None:
        amount = bounds(c)
        if amount is None or amount[1] is not None or not c.take("creatures died", "creature died"):
            return None
        mine = c.take("under your control") is not None
        return _so_many("creatures died", YOU if mine else ANY, amount[0]) if c.take("this turn") else None
    for what, verb, noun_of in _TALLIED:
        start = c.mark()
        least = bounds(c) if c.take(verb) else None
        least = (1, None) if least is None and noun_of == ("life",) and c.sees("life") else least
        if least is not None and least[1] is None and c.take(*noun_of) and c.take("this turn"):
            if who == YOU:
                return _so_many(what, YOU, least[0])
            theirs = who.model_copy(update={"where": _so_many(what, DEFENDING, least[0])})
            return a.SomePlayer(players=theirs) if who == OPPONENTS else None
        c.back_to(start)
    return None


def _so_many(what: Tallied, who: a.Players, least: int) -> a.Condition:
    return a.QuantityCompares(quantity=a.HappenedSoOften(what=what, players=who), comparison=">=", than=least)


_TALLIED: tuple[tuple[Tallied, str, tuple[str, ...]], ...] = (
    ("life gained", "gained", ("life",)),
    ("life lost", "lost", ("life",)),
    ("permanents sacrificed", "sacrificed", ("permanents", "permanent")),
    ("cards discarded", "discarded", ("cards", "card")),
)


@rule
def _exerting(c: Cursor) -> a.Condition | None:
    """ "you exerted a creature this turn", "you've exerted this creature this turn"."""
    if not c.take("you exerted", "you've exerted"):
        return None
    exerted = a.HappenedToPlayers(players=YOU, what="exerted a creature")
    if c.take("a creature this turn"):
        return exerted
    one = reference(c)
    return a.Every(parts=(exerted, being(one, EXERTED))) if one is not None and c.take("this turn") else None


@rule
def _of_a_permanent(c: Cursor) -> a.Condition | None:
    """ "it attacked or blocked this turn", "~ hasn't been exerted this turn"."""
    subject = c.mentioned if c.sees("it's been") and c.take("it's") else reference(c)
    if c.last == "it's":
        c.derive("it", c.at - 1, len(c.derivations), subject)
    phrase = c.take(*_SAID) if subject is not None else None
    if subject is None or phrase is None:
        return None
    state, negated = _SAID[phrase]
    if phrase.endswith("your last turn") and subject != a.THIS:
        return None  # whose last turn isn't its controller's
    if negated and means_several(subject):
        return None
    found = being(subject, state)
    return a.Unless(part=found) if negated else found


@rule
def _of_players(c: Cursor) -> a.Condition | None:
    """ "you attacked with two or more creatures this turn", "an opponent attacked you this turn"."""
    if c.take("you were attacked this turn"):
        return a.AttackedThisTurn(players=ANY, whom=YOU)
    nobody = c.take("no opponents", "no opponent", "no players")
    who = (ANY if nobody == "no players" else OPPONENTS) if nobody else YOU if c.take("you've") else players(c)
    if who is None or who.where is not None:
        return None
    negative = nobody is not None
    if not c.take("attacked", "have attacked", "has attacked"):
        if nobody or not c.take("didn't attack", "haven't attacked", "hasn't attacked"):
            return None
        negative = True
    if not negative and (found := _whom_of_several(c, who)) is not None:
        return found
    whom = c.look_up(_ATTACKED)
    what = None if whom else c.look_up(_ATTACKED_PERMANENTS)
    if whom is None and what is None and c.setting.instruction and c.take("that player", "that opponent"):
        whom = that_one(c.scope)
    creatures: a.Filter | None = None
    amount: tuple[int, int | None] = (1, None)
    if whom is None and what is None and c.take("with"):
        stated = (1, None) if c.sees("another") else bounds(c)
        if stated is None or stated[0] == 0:
            return None
        amount = stated
        others = 1 if c.take("other") else 0
        start = c.at
        creatures = noun(c)
        if creatures is None:
            return None
        if others:
            amount = amount[0] + 1, None if amount[1] is None else amount[1] + 1
        if creatures == a.HasType(type="Creature"):
            c.pass_over(start, "another form")  # none but creatures attack
            creatures = None
        elif others:
            return None
    period = c.take("this turn", "this combat", *_LAST_TURNS)
    if period is None:
        return None
    if period in _LAST_TURNS:
        if (
            what is not None
            or creatures is not None
            or amount != (1, None)
            or (who == YOU) != (period == "during your last turn")
        ):
            return None
        found = a.AttackedThisTurn(players=who, whom=whom, period="last turn")
        return a.Unless(part=found) if negative else found
    found = a.AttackedThisTurn(
        players=who,
        creatures=creatures,
        minimum=amount[0],
        maximum=amount[1],
        whom=whom,
        what=what,
        period="turn" if period == "this turn" else "combat",
    )
    return a.Unless(part=found) if negative else found


@rule
def _whom_of_several(c: Cursor, who: a.Players) -> a.Condition | None:
    """ "[you attacked] two or more players this turn", "each opponent this turn"."""
    if who == YOU and c.take("each opponent this turn", "each of your opponents this turn"):
        attacked = OPPONENTS.model_copy(update={"where": a.AttackedThisTurn(players=YOU, whom=DEFENDING)})
        return a.QuantityCompares(
            quantity=a.PlayerCount(players=attacked), comparison=">=", than=a.PlayerCount(players=OPPONENTS)
        )
    amount = None if who != YOU or c.sees("a", "an", "another") else bounds(c)
    if amount is None or not amount[0]:
        return None
    whom = OPPONENTS if c.take("opponents", "opponent", "of your opponents") else ANY if c.take("players", "player") else None
    if whom is None or not c.take("this turn"):
        return None
    return a.AttackedThisTurn(players=who, minimum=amount[0], maximum=amount[1], whom=whom, counted="players")


_ATTACKED_PERMANENTS: dict[str, Literal["Planeswalker", "Battle"]] = {"a planeswalker": "Planeswalker", "a battle": "Battle"}
_ATTACKED = {"you": YOU, "a player": ANY, "an opponent": OPPONENTS}
_LAST_TURNS = ("during their last turn", "during its last turn", "during that player's last turn", "during your last turn")


@rule
def _of_creatures(c: Cursor) -> a.Condition | None:
    """ "three or more creatures attacked this turn", "no creatures attacked this turn"."""
    amount = (1, None) if c.sees("another") else bounds(c)
    start = c.at
    what = noun(c) if amount is not None else None
    if what == a.HasType(type="Creature"):
        c.pass_over(start, "another form")  # none but creatures attack
    if amount is None or what is None or not c.take("attacked this turn", "have attacked this turn"):
        return None
    creatures = None if what == a.HasType(type="Creature") else what
    if amount == (0, 0):
        return a.Unless(part=a.AttackedThisTurn(players=ANY, creatures=creatures))
    if not amount[0]:
        return None
    return a.AttackedThisTurn(players=ANY, creatures=creatures, minimum=amount[0], maximum=amount[1])


@rule
def _entering(c: Cursor) -> a.Condition | None:
    """ "an artifact entered the battlefield under your control this turn": of what is still there; of others nothing is known."""
    had = bool(c.take("you had"))
    amount = (1, None) if c.sees("another") else bounds(c)
    what = noun(c) if amount is not None else None
    if amount is None or what is None or not amount[0] or amount[1] is not None:
        return None
    entered = "enter" if had else "entered"
    if c.take(f"{entered} the battlefield under your control this turn", f"{entered} under your control this turn"):
        return a.Exists(filter=both(what, ENTERED_UNDER_YOU), minimum=amount[0])
    if not had and c.take("entered the battlefield this turn", "entered this turn"):
        return a.Exists(filter=both(what, ENTERED), minimum=amount[0])
    return None
