"""What happened before that the record of the game states: who attacked, blocked, was exerted or entered, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ...events import abilities as a
from ...events.filters import Tallied
from .cursor import Cursor, rule
from .descriptors import CREATURE
from .filters import noun
from .grammar import Grammar, Reads, phrase
from .logic import both
from .numbers import at_least, bounds, so_many
from .players import ANY, DEFENDING, OPPONENTS, YOU, players
from .record import AS_FAR_AS_RECORDED, DONE, ENTERED, ENTERED_UNDER_YOU, EXERTED
from .references import being, contracted, means_several, reference
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
    for reading in (_of_a_permanent, _DECLARED, _AS_FAR_AS_RECORDED):
        happened = reading(c)
        if happened is not None:
            fact = c.printed(start + 1 if start == c.asked_of else start)
            negated = isinstance(happened, a.Unless)
            fact = fact.removeprefix("defending player ")  # it is stated of that player
            return a.OnRecord(
                fact=fact,
                happened=happened.part if isinstance(happened, a.Unless) else happened,
                negated=negated,
                complete=reading is not _AS_FAR_AS_RECORDED and not _may_be_unrecorded(happened),
            )
    return None


def _may_be_unrecorded(happened: a.Condition) -> bool:
    """Whether it may have happened though the record doesn't show it."""
    if isinstance(happened, a.Unless):
        return _may_be_unrecorded(happened.part)
    return isinstance(happened, a.Matches | a.Exists) and happened.filter in AS_FAR_AS_RECORDED


@rule
def _of_a_permanent(c: Cursor) -> a.Condition | None:
    """ "it attacked or blocked this turn", "~ hasn't been exerted this turn"."""
    subject = contracted(c) if c.sees("it's been") else reference(c)
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


def _who(c: Cursor) -> a.Players | None:
    return YOU if c.take("you've") else players(c)


def _attackers(c: Cursor) -> a.Filter | None:
    """Which creatures attacked: none but creatures do."""
    start = c.at
    found = None if c.sees("other") else noun(c)
    if found == CREATURE:
        c.pass_over(start, "another form")
        return a.ANYTHING
    return found


def _so_many_players(c: Cursor) -> tuple[int, int | None] | None:
    amount = None if c.sees("a", "an", "another") else bounds(c)
    return amount if amount is not None and amount[0] else None


_WHOM = {"you": YOU, "a player": ANY, "an opponent": OPPONENTS}
_WHAT: dict[str, Literal["Planeswalker", "Battle"]] = {"a planeswalker": "Planeswalker", "a battle": "Battle"}
_RULES: dict[str, Reads] = {
    "who": _who,
    "nobody": lambda c: ANY if c.take("no players") else OPPONENTS if c.take("no opponents", "no opponent") else None,
    "whom": lambda c: (
        c.look_up(_WHOM) or (that_one(c.scope) if c.setting.instruction and c.take("that player", "that opponent") else None)
    ),
    "what": lambda c: c.look_up(_WHAT),
    "attackers": _attackers,
    "many": so_many,
    "many_players": _so_many_players,
    "least": at_least,
    "some": lambda c: 1 if c.sees("another") else at_least(c),
    "noun": noun,
    "reference": reference,
}


def _attacked(players: a.Players = ANY, creatures: a.Filter = a.ANYTHING, **said: Any) -> a.Condition:
    return a.AttackedThisTurn(players=players, creatures=None if creatures == a.ANYTHING else creatures, **said)


def _with_others(minimum: int, maximum: int | None, **said: Any) -> a.Condition:
    return _attacked(minimum=minimum + 1, maximum=None if maximum is None else maximum + 1, **said)


def _last_turn(players: a.Players, yours: bool, whom: a.Players | None = None) -> a.Condition | None:
    return a.AttackedThisTurn(players=players, whom=whom, period="last turn") if yours == (players == YOU) else None


def _not(make: Callable[..., a.Condition | None]) -> Callable[..., a.Condition | None]:
    """That it wasn't so."""
    return lambda **said: None if (found := make(**said)) is None else a.Unless(part=found)


def _each_opponent() -> a.Condition:
    attacked = OPPONENTS.model_copy(update={"where": a.AttackedThisTurn(players=YOU, whom=DEFENDING)})
    return a.QuantityCompares(quantity=a.PlayerCount(players=attacked), comparison=">=", than=a.PlayerCount(players=OPPONENTS))


def _exerted(one: a.Filter) -> a.Condition:
    return a.Every(parts=(a.HappenedToPlayers(players=YOU, what="exerted a creature"), being(one, EXERTED)))


def _dealt(damage: str) -> str:
    return f"(was dealt {damage} this turn|were dealt {damage} this turn|has been dealt {damage} this turn)"


_Make = Callable[..., a.Condition | None]
_WITH: tuple[tuple[str, _Make], ...] = (
    ("[<whom>]", _attacked),
    ("<what>", _attacked),
    ("with <minimum+maximum:many> <creatures:attackers>", _attacked),
    ("with <minimum+maximum:many> other (creatures|creature)", _with_others),
)
_HOW: tuple[tuple[str, _Make, dict[str, Any]], ...] = (
    *((f"{how} this turn", make, {"period": "turn"}) for how, make in _WITH),
    *((f"{how} this combat", make, {"period": "combat"}) for how, make in _WITH),
    ("[<whom>] during your last turn", _last_turn, {"yours": True}),
    ("[<whom>] (during their last turn|during its last turn|during that player's last turn)", _last_turn, {"yours": False}),
)
"""What somebody attacked with, whom or what, and when."""
_DECLARED: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("you were attacked this turn", _attacked, whom=YOU),
    phrase("you attacked (each opponent this turn|each of your opponents this turn)", _each_opponent),
    *(
        phrase(
            f"you attacked <minimum+maximum:many_players> {whom} this turn", _attacked, players=YOU, whom=who, counted="players"
        )
        for whom, who in (("(opponents|opponent|of your opponents)", OPPONENTS), ("(players|player)", ANY))
    ),
    *(phrase(f"<players:who> (attacked|have attacked|has attacked) {how}", make, **said) for how, make, said in _HOW),
    *(
        phrase(f"{didnt} {how}", _not(make), **said)
        for didnt in (
            "<players:who> (didn't attack|haven't attacked|hasn't attacked)",
            "<players:nobody> (attacked|have attacked|has attacked)",
        )
        for how, make, said in _HOW
    ),
    phrase("no <creatures:attackers> (attacked|have attacked) this turn", _not(_attacked)),
    phrase("<minimum+maximum:many> <creatures:attackers> (attacked|have attacked) this turn", _attacked),
    phrase("(you exerted|you've exerted) a creature this turn", a.HappenedToPlayers, players=YOU, what="exerted a creature"),
    phrase("(you exerted|you've exerted) <one:reference> this turn", _exerted),
)


def _so_often(what: Tallied, least: int, players: a.Players = YOU) -> a.Condition:
    return a.QuantityCompares(quantity=a.HappenedSoOften(what=what, players=players), comparison=">=", than=least)


def _of_one_of_them(what: Tallied, least: int, players: a.Players) -> a.Condition | None:
    """That so much happened to you, or to one of your opponents."""
    if players == YOU:
        return _so_often(what, least)
    theirs = players.model_copy(update={"where": _so_often(what, least, DEFENDING)})
    return a.SomePlayer(players=theirs) if players == OPPONENTS else None


def _entered(what: a.Filter, minimum: int, entered: a.Filter) -> a.Condition:
    return a.Exists(filter=both(what, entered), minimum=minimum)


_TALLIED: tuple[tuple[str, Tallied, dict[str, int]], ...] = (
    ("gained <least> life", "life gained", {}),
    ("gained life", "life gained", {"least": 1}),
    ("lost <least> life", "life lost", {}),
    ("sacrificed <least> (permanents|permanent)", "permanents sacrificed", {}),
    ("discarded <least> (cards|card)", "cards discarded", {}),
)
_UNDER_YOU = "under your control this turn"
_AS_FAR_AS_RECORDED: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase(f"<players:who> {_dealt('damage')}", a.HappenedToPlayers, what="was dealt damage"),
    phrase(f"<players:who> {_dealt('combat damage')}", a.HappenedToPlayers, what="was dealt combat damage"),
    phrase("<players:who> (lost life this turn|has lost life this turn)", a.HappenedToPlayers, what="lost life"),
    *(phrase(f"<players:who> {said} this turn", _of_one_of_them, what=what, **least) for said, what, least in _TALLIED),
    phrase(f"<least> (creatures died|creature died) {_UNDER_YOU}", _so_often, what="creatures died"),
    phrase("<least> (creatures died|creature died) this turn", _so_often, what="creatures died", players=ANY),
    *(
        phrase(f"{had} <minimum:some> <what:noun> ({each}|{each} the battlefield) {where}", _entered, entered=entered)
        for had, each, where, entered in (
            ("you had", "enter", _UNDER_YOU, ENTERED_UNDER_YOU),
            ("", "entered", _UNDER_YOU, ENTERED_UNDER_YOU),
            ("", "entered", "this turn", ENTERED),
        )
    ),
)
"""What may have happened though the record doesn't show it."""
