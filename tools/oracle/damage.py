"""What sentences say of combat damage: how it is assigned, changed and prevented, and who regenerates, gains life, or dies."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from .cursor import Cursor, Setting, rule
from .filters import counter_name, permanents
from .grammar import Phrase, phrase
from .logic import both, either
from .numbers import number
from .players import ANY, OPPONENTS, YOU, players
from .predicates import Clause, Statements, duration, during
from .tables import listed
from .tokens import Lexeme

# --- who deals it to whom --------------------------------------------------------------------------------------------

_BARE: dict[str, a.Recipients] = {
    "player": a.Recipients.model_construct(players=ANY),
    "opponent": a.Recipients.model_construct(players=OPPONENTS),
    "planeswalker": a.Recipients.model_construct(permanents=a.HasType(type="Planeswalker")),
    "battle": a.Recipients.model_construct(permanents=a.HasType(type="Battle")),
    "any target": a.Recipients.model_construct(players=ANY, permanents=a.ANYTHING),
}


@rule
def _recipient(c: Cursor) -> a.Recipients | None:
    """One of those to whom damage is dealt: "a player", "any target", "creatures you control"."""
    bare = c.take(*_BARE)
    if bare is not None:
        return _BARE[bare]
    start = c.mark()
    who = players(c)
    if who is not None and c.peek() not in ("control", "controls"):
        return None if c.sees("who", "with") else a.Recipients(players=who)
    c.back_to(start)
    found = permanents(c)
    return None if found is None else a.Recipients(permanents=found)


@rule
def recipients(c: Cursor) -> a.Recipients | None:
    """ "a permanent or player", "you or a permanent you control", "[x]": to whom damage is dealt."""
    found = _recipient(c)
    if found is None:
        return None
    while True:
        start = c.mark()
        more = _recipient(c) if c.take("and/or", "or", "and") else None
        if more is None or (more.players is not None and found.players is not None):
            c.back_to(start)
            return found
        meant = [each for each in (found.permanents, more.permanents) if each is not None]
        found = a.Recipients(players=found.players or more.players, permanents=either(meant) if meant else None)


@rule
def sources(c: Cursor) -> a.Filter | None:
    """Which sources deal damage: the cursor's "it" goes on to mean what it meant."""
    mentioned = c.mentioned
    found = permanents(c)
    c.mentioned = mentioned
    return found


def combat_only(c: Cursor) -> bool | None:
    """Reads "combat damage" or "damage"; None where neither, or "noncombat damage", comes next."""
    found = c.take("combat damage", "damage")
    return None if found is None else found == "combat damage"


# --- sentences of their own kind -------------------------------------------------------------------------------------

_TIMES = {"double": 2, "twice": 2, "triple": 3, "three times": 3, "four times": 4}


@rule
def _would_deal(c: Cursor) -> Clause | None:
    """ "If a source you control would deal damage to a permanent or player, it deals double that damage … instead"."""
    if not c.take("if"):
        return None
    who = sources(c)
    if who is None or not c.take("would deal"):
        return None
    combat = combat_only(c)
    if combat is None:
        return Clause() if _noncombat(c) else None
    whom = recipients(c) if c.take("to") else None
    clause = Clause()
    duration(c, clause)
    if whom is None and c.tokens[c.at - 1].word == "to":
        return None
    if not c.take(","):
        return None
    prevented = _prevent_that(c)
    if prevented is not None:
        clause.abilities.append(a.PreventsDamage(sources=who, recipients=whom, combat=combat, **prevented))
        return clause
    changed = _deals_instead(c, whom)
    if changed is None:
        return None
    clause.abilities.append(a.ChangesDamage(sources=who, recipients=whom, combat=combat, factor=changed[0], more=changed[1]))
    return clause


@rule
def _which(c: Cursor) -> dict[str, bool] | None:
    """ "combat damage", "noncombat damage", "damage": which damage `PreventsDamage` is about."""
    if c.take("noncombat damage"):
        return {"noncombat": True}
    combat = combat_only(c)
    return None if combat is None else {"combat": combat}


@rule
def _noncombat(c: Cursor) -> bool | None:
    """The rest of a sentence about noncombat damage only, which doesn't matter here."""
    start = c.at
    if not c.take("noncombat damage"):
        return None
    c.move(len(c.tokens) - c.at)
    c.pass_over(start, "noncombat")
    return True


@rule
def _prevent_that(c: Cursor) -> dict[str, Any] | None:
    """ "prevent that damage", "prevent 1 of that damage", "prevent all but 1 of that damage": `PreventsDamage` without whose."""
    if not c.take("prevent"):
        return None
    if c.take("that damage"):
        return {}
    if c.take("half that damage", "half of that damage"):
        c.filler(",")
        rounded = c.take("rounded up", "rounded down")
        return None if rounded is None else {"half": rounded.removeprefix("rounded ")}
    all_but = bool(c.take("all but"))
    amount = number(c)
    if amount is None or not c.take("of that damage"):
        return None
    return {"all_but" if all_but else "amount": amount}


@rule
def counter_removed(c: Cursor) -> str | None:
    """ "remove a +1/+1 counter from it": of what damage would be dealt to; of which kind."""
    kind = counter_name(c) if c.take("remove a", "remove an") else None
    if kind is None or not c.take("from"):
        return None
    return kind if c.take("it", "that creature") or permanents(c) == a.THIS else None


_THOSE = listed(
    """
    that permanent or player, that player or permanent, that creature or player, that player, that creature, that permanent,
    itself
    """
)
"""Those to whom it would be dealt."""


@rule
def _deals_instead(c: Cursor, whom: a.Recipients | None) -> tuple[int, int] | None:
    """ "it deals double that damage to that permanent or player instead": how many times, and how much more ("1 damage": 0, 1).

    Damage that is dealt to others instead (614.9) isn't read.
    """
    instead = bool(c.take("instead"))
    if not c.take("it deals", "that source deals", "that creature deals", "~ deals", "this creature deals"):
        return None
    factor, more = 1, 0
    times = c.take(*_TIMES)
    if times is not None:
        factor = _TIMES[times]
        if not c.take("that damage", "that much damage"):
            return None
    elif c.take("that much damage plus"):
        amount = number(c)
        if amount is None:
            return None
        more = amount
    elif (amount := number(c)) is not None and c.take("damage"):
        factor, more = 0, amount
    else:
        return None
    if c.take("to") and not c.take(*_THOSE) and recipients(c) != whom:
        return None
    instead = bool(c.take("instead")) or instead
    return (factor, more) if instead else None


@rule
def _would_be_dealt(c: Cursor) -> Clause | None:
    """ "If damage would be dealt to this creature, prevent that damage"."""
    if not c.take("if"):
        return None
    which = _which(c)
    if which is None or not c.take("would be dealt to"):
        return None
    whom = recipients(c)
    by = sources(c) if whom is not None and c.take("by") else a.ANYTHING
    clause = Clause()
    duration(c, clause)
    prevented = _prevent_that(c) if whom is not None and by is not None and c.take(",") else None
    if prevented is None or by is None:
        return None
    if not prevented and whom == a.Recipients(permanents=a.THIS) and c.take("and") and not (prevented := _removing(c)):
        return None
    clause.abilities.append(a.PreventsDamage(sources=by, recipients=whom, **which, **prevented))
    return clause


def _removing(c: Cursor) -> dict[str, Any]:
    kind = counter_removed(c)
    return {} if kind is None else {"removes": kind}


def removing(sentence: list[Lexeme], setting: Setting, before: list[a.Ability]) -> a.PreventsDamage | None:
    """ "Remove a +1/+1 counter from this creature", after "if damage would be dealt to this creature, prevent that damage"."""
    last = before[-1] if len(before) == 1 else None
    if not isinstance(last, a.PreventsDamage) or last != a.PreventsDamage(
        text=last.text, recipients=a.Recipients(permanents=a.THIS), combat=last.combat
    ):
        return None
    c = Cursor(sentence, setting)
    kind = counter_removed(c)
    c.filler(".")
    return last.model_copy(update={"removes": kind}) if kind is not None and c.at == len(sentence) else None


@rule
def _prevent_all(c: Cursor) -> Clause | None:
    """ "Prevent all combat damage that would be dealt to and dealt by this creature this turn"."""
    if not c.take("prevent all") or (which := _which(c)) is None:
        return None
    clause = Clause()
    if c.take("that would be dealt"):
        duration(c, clause)
        if c.take("to and dealt by", "to and by", "to or dealt by"):
            meant = permanents(c)
            if meant is None:
                return None
            clause.abilities.append(a.PreventsDamage(recipients=a.Recipients(permanents=meant), **which))
            clause.abilities.append(a.PreventsDamage(sources=meant, **which))
            duration(c, clause)
            return clause
        return _to_and_by(c, clause, which)
    c.filler("that")
    by = sources(c)
    if by is None or not c.take("would deal"):
        return None
    return _to_and_by(c, clause, which, by)


def _to_and_by(c: Cursor, clause: Clause, which: dict[str, bool], by: a.Filter | None = None) -> Clause | None:
    """To whom, by what and for how long, in any order."""
    said = _whom_and_by(c, clause, by)
    if said is None:
        return None
    clause.abilities.append(a.PreventsDamage(**said, **which))
    return clause


def _whom_and_by(c: Cursor, clause: Clause, by: a.Filter | None = None) -> dict[str, Any] | None:
    whom: a.Recipients | None = None
    while True:
        if c.take("to"):
            if whom is not None or (whom := recipients(c)) is None:
                return None
        elif c.take("by"):
            if by is not None or (by := sources(c)) is None:
                return None
        elif not duration(c, clause):
            return {"sources": a.ANYTHING if by is None else by, "recipients": whom}


@rule
def _redirect_all(c: Cursor) -> Clause | None:
    """ "All damage that would be dealt to you by unblocked creatures is dealt to this creature instead" (614.9)."""
    combat = combat_only(c) if c.take("all") else None
    if combat is None or not c.take("that would be dealt"):
        return None
    clause = Clause()
    said = _whom_and_by(c, clause)
    to = recipients(c) if said is not None and c.take("is dealt to") else None
    if said is None or to is None or to.players not in (None, YOU) or not c.take("instead"):
        return None
    clause.abilities.append(a.RedirectsDamage(**said, to=to, combat=combat))
    return clause


@rule
def _life(c: Cursor) -> Clause | None:
    """ "If you would gain life, you gain twice that much life instead"."""
    who = players(c) if c.take("if") else None
    if who is None or not c.take("would gain life"):
        return None
    clause = during(c)
    return _gains_instead(c, who, clause) if c.take(",") else None


def _gains_instead(c: Cursor, who: a.Players, clause: Clause) -> Clause | None:
    if not c.take(*(("you gain",) if who == YOU else ("that player gains", "they gain"))):
        return None
    factor, more = 1, 0
    times = c.take(*_TIMES)
    if times is not None:
        factor = _TIMES[times]
        if not c.take("that much life"):
            return None
    else:
        amount = number(c) if c.take("that much life plus") else None
        if amount is None:
            return None
        more = amount
    clause.abilities.append(a.ChangesLifeGain(players=who, factor=factor, more=more))
    return clause if c.take("instead") else None


_WOULD_DIE = (
    "would die",
    "would be put into a graveyard from the battlefield",
    "would be put into a graveyard from anywhere",
    "would be put into a graveyard",
)
_NO_TOKEN = a.Not.model_construct(part=a.IsInState(state="token"))
_ELSEWHERE: dict[str, tuple[str, a.LibraryPlace | None]] = {
    "exile it instead": ("exile", None),
    "exile that creature instead": ("exile", None),
    "exile that permanent instead": ("exile", None),
    "exile that token instead": ("exile", None),
    "return it to its owner's hand instead": ("hand", None),
    "put it on top of its owner's library instead": ("library", 1),
    "put it on the bottom of its owner's library instead": ("library", "bottom"),
    "shuffle it into its owner's library instead": ("library", "shuffled"),
}


@rule
def _would_die(c: Cursor) -> Clause | None:
    """ "If a creature an opponent controls would die, exile it instead"."""
    if not c.take("if"):
        return None
    meant = permanents(c)
    clause = Clause()
    if meant is None:
        return None
    if c.take("would leave the battlefield , exile it instead of putting it anywhere else"):
        return Clause([a.LeavesInsteadOfDying(permanents=meant, leaving=True)])
    if not c.take(*_WOULD_DIE):
        return None
    duration(c, clause)
    place = c.take(*_ELSEWHERE) if c.take(",") else None
    if place is None:
        return None
    to, where = _ELSEWHERE[place]
    ability: a.Ability = a.LeavesInsteadOfDying.model_validate({"permanents": meant, "to": to, "place": where})
    clause.abilities.append(ability)
    return clause


def _graveyards(said: str, permanents: a.Filter) -> Phrase:
    """ "If a card would be put into a graveyard from anywhere, exile it instead": also from the battlefield."""
    return phrase(f"if {said} , exile it instead", a.LeavesInsteadOfDying, permanents=permanents)


_INSTEAD = Statements(
    {"permanents": permanents},
    phrase("if <permanents> would be destroyed , regenerate it", a.Regenerates, each_time=True),
    _graveyards("a card or token would be put into a graveyard from anywhere", a.ANYTHING),
    _graveyards("a card would be put into a graveyard from anywhere", _NO_TOKEN),
    *(
        _graveyards(
            f"a card would be put into {whose} graveyard from anywhere", both(_NO_TOKEN, a.OwnedBy.model_construct(players=who))
        )
        for whose, who in (("an opponent's", OPPONENTS), ("your", YOU))
    ),
    _graveyards(
        "a black or red permanent , spell , or card not on the battlefield would be put into a graveyard",
        a.AnyOf.model_construct(parts=(a.HasColor(color="B"), a.HasColor(color="R"))),
    ),
)
REPLACING = (_would_deal, _would_be_dealt, _life, _would_die, _INSTEAD)
WHOLE = (*REPLACING, _prevent_all, _redirect_all)


def replaced(c: Cursor) -> Clause | None:
    """A sentence with "if … would …": no condition, but what is replaced."""
    readings = REPLACING if c.peek() == "if" else ()
    return next((found for reading in readings if (found := reading(c)) is not None), None)
