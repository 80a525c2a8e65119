"""What sentences say of combat damage: how it is assigned, changed and prevented, and who regenerates, gains life, or dies."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from .cursor import Cursor, Setting, aside, rule
from .filters import counter_name, permanents
from .grammar import Phrase, Reads, phrase
from .logic import both, either
from .numbers import number
from .players import ANY, OPPONENTS, YOU, players
from .predicates import Clause, Statements, during
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
    if (bare := c.look_up(_BARE)) is not None:
        return bare
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


sources = aside(permanents)
"""Which sources deal damage."""


def combat_only(c: Cursor) -> bool | None:
    """Reads "combat damage" or "damage"; None where neither, or "noncombat damage", comes next."""
    found = c.take("combat damage", "damage")
    return None if found is None else found == "combat damage"


# --- sentences of their own kind -------------------------------------------------------------------------------------


def _noncombat(c: Cursor) -> bool | None:
    """The rest of a sentence about noncombat damage only, which doesn't matter here."""
    start = c.at
    if not c.take("noncombat damage"):
        return None
    c.to_the_end()
    c.pass_over(start, "noncombat")
    return True


def _rounded(c: Cursor) -> str | None:
    c.filler(",")
    said = c.take("rounded up", "rounded down")
    return None if said is None else said.removeprefix("rounded ")


@rule
def counter_removed(c: Cursor) -> str | None:
    """ "remove a +1/+1 counter from it": of what damage would be dealt to; of which kind."""
    kind = counter_name(c) if c.take("remove a", "remove an") else None
    if kind is None or not c.take("from"):
        return None
    return kind if c.take("it", "that creature") or permanents(c) == a.THIS else None


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


def _to_this(c: Cursor) -> a.Recipients | None:
    found = recipients(c)
    return found if found == a.Recipients(permanents=a.THIS) else None


def _to_you_or_permanents(c: Cursor) -> a.Recipients | None:
    found = recipients(c)
    return None if found is None or found.players not in (None, YOU) else found


def _others(c: Cursor) -> a.Players | None:
    found = players(c)
    return None if found == YOU else found


_THOSE = listed(
    """
    that permanent or player, that player or permanent, that creature or player, that player, that creature, that permanent,
    itself
    """
)
"""Those to whom it would be dealt."""
_TIMES = {"double": 2, "twice": 2, "triple": 3, "three times": 3, "four times": 4}
_RULES: dict[str, Reads] = {
    "permanents": permanents,
    "dying": permanents,
    "others": _others,
    **dict.fromkeys(("source", "sources"), sources),
    **dict.fromkeys(("recipients", "whom"), recipients),
    "this": _to_this,
    "redirected": _to_you_or_permanents,
    "to_them": lambda c: c.take(*(f"to {each}" for each in _THOSE)) or True,
    "combat": combat_only,
    "noncombat": _noncombat,
    "number": number,
    **dict.fromkeys(("times", "times_as_much"), lambda c: c.look_up(_TIMES)),
    "rounded": _rounded,
    "removed": counter_removed,
    "during": during,
}
_WHICH: tuple[tuple[str, dict[str, bool]], ...] = (("noncombat damage", {"noncombat": True}), ("<combat>", {}))
_BOTH_WAYS = "(to and dealt by|to and by|to or dealt by)"
_TO_AND_BY = (
    "[to <recipients:whom> <-during>] [by <sources> <-during>]",
    "by <sources> <-during> to <recipients:whom> <-during>",
)


def _dealt_to_and_by(permanents: a.Filter, **which: bool) -> tuple[a.Ability, ...]:
    to = a.PreventsDamage(recipients=a.Recipients(permanents=permanents), **which)
    return to, a.PreventsDamage(sources=permanents, **which)


PREVENTING = Statements(
    _RULES,
    *(
        phrase(f"prevent all {which} that would be dealt <-during> {_BOTH_WAYS} <permanents> <-during>", _dealt_to_and_by, **said)
        for which, said in _WHICH
    ),
    *(
        phrase(f"prevent all {which} {dealt}", a.PreventsDamage, **said)
        for which, said in _WHICH
        for dealt in (
            *(f"that would be dealt <-during> {how}" for how in _TO_AND_BY),
            "[that] <sources> would deal <-during> [to <recipients:whom> <-during>]",
        )
    ),
    *(
        phrase(f"all <combat> that would be dealt <-during> {how} is dealt to <to:redirected> instead", a.RedirectsDamage)
        for how in _TO_AND_BY
    ),
)
"""Damage that is prevented, or dealt to something else instead (614.9)."""


def nothing(**_: Any) -> tuple[a.Ability, ...]:
    """It says nothing of declarations."""
    return ()


def _dealt_again(again: a.Recipients, recipients: a.Recipients | None = None, **said: Any) -> a.Ability | None:
    """Damage that is dealt to others instead isn't read here."""
    return a.ChangesDamage(recipients=recipients, **said) if again == recipients else None


_DEALS = "(it deals|that source deals|that creature deals|~ deals|this creature deals)"
_CHANGED: tuple[tuple[str, dict[str, int]], ...] = (
    ("<factor:times> (that damage|that much damage)", {}),
    ("that much damage plus <more:number>", {}),
    ("<more:number> damage", {"factor": 0}),
)
_WOULD_DEAL = "if <sources:source> would deal <combat> [to <recipients>] <-during> ,"
_WOULD_BE_DEALT = tuple(
    (f"if {which} would be dealt to <recipients{{}}> [by <sources>] <-during> ,", said) for which, said in _WHICH
)
_WOULD_DIE = (
    "(would die|would be put into a graveyard from the battlefield|would be put into a graveyard from anywhere"
    "|would be put into a graveyard)"
)
_NO_TOKEN = a.Not.model_construct(part=a.IsInState(state="token"))
_ELSEWHERE: tuple[tuple[str, dict[str, str | int]], ...] = (
    ("(exile it|exile that creature|exile that permanent|exile that token)", {}),
    ("return it to its owner's hand", {"to": "hand"}),
    ("put it on top of its owner's library", {"to": "library", "place": 1}),
    ("put it on the bottom of its owner's library", {"to": "library", "place": "bottom"}),
    ("shuffle it into its owner's library", {"to": "library", "place": "shuffled"}),
)


def _graveyards(said: str, permanents: a.Filter) -> Phrase:
    """ "If a card would be put into a graveyard from anywhere, exile it instead": also from the battlefield."""
    return phrase(f"if {said} , exile it instead", a.LeavesInsteadOfDying, permanents=permanents)


REPLACING = Statements(
    _RULES,
    phrase("if <-sources> would deal <-noncombat>", nothing),
    *(
        phrase(f"{_WOULD_DEAL} {said.format(deals=_DEALS, much=much)}", make, **constants)
        for much, constants in _CHANGED
        for said, make in (
            ("{deals} {much} <-to_them> instead", a.ChangesDamage),
            ("instead {deals} {much} <-to_them>", a.ChangesDamage),
            ("{deals} {much} to <again:recipients> instead", _dealt_again),
        )
    ),
    *(
        phrase(f"{would.format(':this')} prevent that damage and <removes:removed>", a.PreventsDamage, **said)
        for would, said in _WOULD_BE_DEALT
    ),
    *(
        phrase(f"{would} prevent {prevented}", a.PreventsDamage, **said)
        for would, said in ((_WOULD_DEAL, {}), *((each.format(""), said) for each, said in _WOULD_BE_DEALT))
        for prevented in (
            "that damage",
            "(half that damage|half of that damage) <half:rounded>",
            "all but <all_but:number> of that damage",
            "<amount:number> of that damage",
        )
    ),
    *(
        phrase(f"if {who} would gain life <-during> , {gain} {much} instead", a.ChangesLifeGain, **said)
        for who, gain, said in (
            ("you", "you gain", {"players": YOU}),
            ("<players:others>", "(that player gains|they gain)", {}),
        )
        for much in ("<factor:times_as_much> that much life", "that much life plus <more:number>")
    ),
    phrase(
        "if <permanents:dying> would leave the battlefield , exile it instead of putting it anywhere else",
        a.LeavesInsteadOfDying,
        leaving=True,
    ),
    *(
        phrase(f"if <permanents:dying> {_WOULD_DIE} <-during> , {put} instead", a.LeavesInsteadOfDying, **where)
        for put, where in _ELSEWHERE
    ),
    phrase("if <permanents:source> would be destroyed , regenerate it", a.Regenerates, each_time=True),
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
"""What is dealt, gained, or done with what dies, instead."""


def replaced(c: Cursor) -> Clause | None:
    """A sentence with "if … would …": no condition, but what is replaced."""
    return REPLACING(c) if "would" in c.coming else None


WHOLE = (replaced, PREVENTING)
