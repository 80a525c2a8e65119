"""What sentences say of combat damage: how it is assigned, changed and prevented, and who regenerates, gains life, or dies."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from .cursor import Cursor, Setting, rule
from .filters import counter_name, noun, permanents
from .logic import both, either
from .numbers import number
from .players import ANY, OPPONENTS, YOU, players
from .predicates import Clause, duration, period
from .references import owner
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


# --- what is said of creatures ---------------------------------------------------------------------------------------

_UNBLOCKED = (
    "as though it weren't blocked",
    "as though they weren't blocked",
    "as though he weren't blocked",
    "as though she weren't blocked",
)
_BY_TOUGHNESS = (
    "equal to its toughness rather than its power",
    "equal to their toughness rather than their power",
    "equal to his toughness rather than his power",
    "equal to her toughness rather than her power",
)
_ITS_DAMAGE = ("its combat damage", "their combat damage", "his combat damage", "her combat damage")
_OTHERWISE = listed("doesn't assign combat damage, don't assign combat damage, deals no combat damage, deal no combat damage")


@rule
def _assigns(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "assigns combat damage equal to its toughness …", "assigns no combat damage", "… as though it weren't blocked"."""
    clause = Clause()
    may = bool(c.take("may"))
    if not may and c.take(*_OTHERWISE):
        clause.abilities.append(a.AssignsNoDamage(creatures=subject))
    elif not c.take("assign", "assigns"):
        return None
    elif c.take("no combat damage"):
        clause.abilities.append(a.AssignsNoDamage(creatures=subject))
    elif c.take("combat damage"):
        duration(c, clause)
        if not c.take(*_BY_TOUGHNESS):
            return None
        clause.abilities.append(a.AssignsByToughness(creatures=subject))
    elif c.take(*_ITS_DAMAGE):
        duration(c, clause)
        if not c.take(*_UNBLOCKED):
            return None
        clause.abilities.append(a.AssignsAsThoughUnblocked(creatures=subject, optional=may))
    duration(c, clause)
    return clause if clause.abilities else None


@rule
def _cant_deal(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "can't deal combat damage to you"."""
    if not c.take("can't deal"):
        return None
    combat = combat_only(c)
    if combat is None:
        return None
    whom = recipients(c) if c.take("to") else None
    clause = Clause([a.CantDealDamage(sources=subject, recipients=whom, combat=combat)])
    duration(c, clause)
    return clause


@rule
def _cant_be_regenerated(c: Cursor, subject: a.Filter) -> Clause | None:
    """ "can't be regenerated" (701.19c)."""
    if not c.take("can't be regenerated"):
        return None
    clause = Clause([a.CantBeRegenerated(permanents=subject)])
    duration(c, clause)
    return clause


@rule
def _indestructible(c: Cursor, subject: a.Filter) -> Clause | None:
    """What was said before 2013: "this creature is indestructible"."""
    if not c.take("is indestructible", "are indestructible"):
        return None
    clause = Clause(
        [a.Grants(permanents=subject, abilities=(a.KeywordAbility(keyword="indestructible", text="Indestructible"),))]
    )
    duration(c, clause)
    return clause


def said_of(c: Cursor, subject: a.Filter) -> Clause | None:
    """What a predicate says of its subject that concerns damage."""
    for reading in (_assigns, _cant_deal, _cant_be_regenerated, _indestructible):
        found = reading(c, subject)
        if found is not None:
            return found
    return None


# --- sentences of their own kind -------------------------------------------------------------------------------------


@rule
def _may_have(c: Cursor) -> Clause | None:
    """ "You may have this creature assign its combat damage as though it weren't blocked"."""
    creatures = noun(c) if c.take("for each") else None
    if creatures is not None and not c.take(", you may have that creature"):
        return None
    if creatures is None:
        creatures = permanents(c) if c.take("you may have") else None
    clause = Clause()
    if creatures is None or not c.take("assign"):
        return None
    if not c.take(*_ITS_DAMAGE):
        return None
    duration(c, clause)
    if not c.take(*_UNBLOCKED):
        return None
    clause.abilities.append(a.AssignsAsThoughUnblocked(creatures=creatures))
    duration(c, clause)
    return clause


_AMONG = tuple(
    f"divided as you choose among {whom}"
    for whom in listed(
        """
        defending player and/or any number of creatures they control,
        defending player and/or any number of creatures that player controls,
        defending player and/or any number of creatures he or she controls,
        defending player and any number of creatures they control
        """
    )
)


@rule
def _may_assign(c: Cursor) -> Clause | None:
    """ "You may assign this creature's combat damage divided as you choose among …"."""
    if not c.take("you may assign"):
        return None
    creatures = owner(c)
    if creatures is None or not c.take("combat damage"):
        return None
    clause = Clause()
    duration(c, clause)
    if c.take(*_AMONG):
        clause.abilities.append(a.DividesDamage(creatures=creatures))
    elif c.take(*_UNBLOCKED):
        clause.abilities.append(a.AssignsAsThoughUnblocked(creatures=creatures))
    duration(c, clause)
    return clause if clause.abilities else None


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
def _prevent_next(c: Cursor) -> Clause | None:
    """ "Prevent the next 3 damage that would be dealt to [x] this turn"."""
    if not c.take("prevent the next"):
        return None
    amount = number(c)
    combat = combat_only(c) if amount is not None else None
    if amount is None or combat is None or not c.take("that would be dealt"):
        return None
    clause = Clause()
    duration(c, clause)
    # "To each" is a shield for each of them: no effect here has several.
    whom = recipients(c) if c.take("to") and not c.sees("each") else None
    if whom is None:
        return None
    duration(c, clause)
    by = sources(c) if c.take("by") else a.ANYTHING
    if by is None:
        return None
    duration(c, clause)
    clause.abilities.append(a.PreventsNextDamage(recipients=whom, amount=amount, sources=by, combat=combat))
    return clause


@rule
def _cant_be_prevented(c: Cursor) -> Clause | None:
    """ "Combat damage that would be dealt by creatures you control can't be prevented this turn"."""
    c.filler("the")
    combat = combat_only(c)
    if combat is None:
        return None
    by: a.Filter | None = a.ANYTHING
    whom: a.Recipients | None = None
    if c.take("that would be dealt by", "dealt by", "from"):
        by = sources(c)
    elif c.take("that would be dealt to", "dealt to") and (whom := recipients(c)) is None:
        return None
    if by is None or not c.take("can't be prevented"):
        return None
    clause = Clause([a.DamageCantBePrevented(sources=by, recipients=whom, combat=combat)])
    duration(c, clause)
    return clause


@rule
def _regenerate(c: Cursor) -> Clause | None:
    """ "Regenerate [x]": a shield, for the rest of the turn (701.19a)."""
    if not c.take("regenerate", "you may regenerate"):
        return None
    meant = permanents(c)
    return None if meant is None else Clause([a.Regenerates(permanents=meant)], duration="end of turn")


@rule
def _life(c: Cursor) -> Clause | None:
    """ "Players can't gain life", "if you would gain life, you gain twice that much life instead"."""
    asked = bool(c.take("if"))
    who = players(c)
    if who is None:
        return None
    if not asked:
        if not c.take("can't gain life"):
            return None
        clause = Clause([a.CantGainLife(players=who)])
        duration(c, clause)
        return clause
    if not c.take("would gain life"):
        return None
    clause = Clause()
    period(c, clause)
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


@rule
def _would_be_destroyed(c: Cursor) -> Clause | None:
    """ "If this creature would be destroyed, regenerate it" (701.19b)."""
    meant = permanents(c) if c.take("if") else None
    if meant is None or not c.take("would be destroyed , regenerate it"):
        return None
    return Clause([a.Regenerates(permanents=meant, each_time=True)])


_GRAVEYARDS: dict[str, a.Filter] = {
    "if a card or token would be put into a graveyard from anywhere , exile it instead": a.ANYTHING,
    "if a card would be put into a graveyard from anywhere , exile it instead": _NO_TOKEN,
    "if a card would be put into an opponent's graveyard from anywhere , exile it instead": both(
        _NO_TOKEN, a.OwnedBy.model_construct(players=OPPONENTS)
    ),
    "if a card would be put into your graveyard from anywhere , exile it instead": both(
        _NO_TOKEN, a.OwnedBy.model_construct(players=YOU)
    ),
    "if a black or red permanent , spell , or card not on the battlefield would be put into a graveyard , exile it instead": (
        a.AnyOf.model_construct(parts=(a.HasColor(color="B"), a.HasColor(color="R")))
    ),
}


@rule
def _graveyards(c: Cursor) -> Clause | None:
    """ "If a card would be put into a graveyard from anywhere, exile it instead": also from the battlefield."""
    phrase = c.take(*_GRAVEYARDS)
    return None if phrase is None else Clause([a.LeavesInsteadOfDying(permanents=_GRAVEYARDS[phrase])])


WHOLE = (
    _may_have,
    _may_assign,
    _would_deal,
    _would_be_dealt,
    _prevent_all,
    _redirect_all,
    _prevent_next,
    _cant_be_prevented,
    _regenerate,
    _life,
    _would_die,
    _would_be_destroyed,
    _graveyards,
)


def replaced(c: Cursor) -> Clause | None:
    """A sentence with "if … would …": no condition, but what is replaced."""
    if c.peek() != "if":
        return None
    for reading in (_would_deal, _would_be_dealt, _life, _would_die, _would_be_destroyed, _graveyards):
        found = reading(c)
        if found is not None:
            return found
    return None
