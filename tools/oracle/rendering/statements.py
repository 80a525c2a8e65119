"""Static abilities as sentences without their last period: those that are rows (`oracle.statements`) as these say them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from ..damage import PREVENTING, REPLACING
from ..grammar import Renders
from ..predicates import EVASION, IF_SOMETHING_HAPPENS, SAID
from ..statements import OF_PERMANENTS, OF_PLAYERS, SENTENCES
from . import declarations
from .phrases import (
    attacked,
    damage_kind,
    kind_of,
    leading_clause,
    named_players,
    one_of,
    recipients_of,
    said_otherwise,
    so_many,
    some_or_all,
    some_or_all_recipients,
    subject_of,
    while_clause,
)
from .words import number_word, with_article

_GRAMMARS = (SENTENCES, OF_PLAYERS, OF_PERMANENTS, SAID, EVASION, IF_SOMETHING_HAPPENS, PREVENTING, REPLACING)
_ALL_PLAYERS = {"any": "players", "opponents": "your opponents", "you": "you"}


def _who(permanents: a.Filter) -> str:
    return subject_of(permanents)[0]


def _whose(permanents: a.Filter) -> str:
    who, one = subject_of(permanents)
    return f"{who}'s" if one else said_otherwise(permanents)


def _is_one(permanents: a.Filter) -> bool:
    return isinstance(permanents, a.Is | a.IsTarget)


def _none_but(permanents: a.Filter) -> str:
    return kind_of(permanents.part, one=False) if isinstance(permanents, a.Not) else said_otherwise(permanents)


_WORDS: dict[str, Renders] = {
    **dict.fromkeys(("subject", "permanents", "reference", "enchanted"), _who),
    "owner": _whose,
    "who": lambda players: _ALL_PLAYERS.get(players.who) or named_players(players),
    "blockers": lambda some: said_otherwise(some) if some == a.ANYTHING or isinstance(some, a.Not) else kind_of(some, one=False),
    **dict.fromkeys(("none_but", "only"), _none_but),
    "source": lambda sources: "a source" if sources == a.ANYTHING else one_of(sources),
    "dying": lambda permanents: said_otherwise(permanents) if permanents == a.ANYTHING else one_of(permanents),
    "number": lambda number: str(number) if isinstance(number, int) else said_otherwise(number),
    "times": lambda times: {2: "double", 3: "triple", 4: "four times"}[times],
    "times_as_much": lambda times: {2: "twice"}[times],
    "rounded": lambda half: f", rounded {half}",
    "removed": lambda counter: f"remove {with_article(counter)} counter from it",
    **dict.fromkeys(
        ("many", "over_one"), lambda number: number_word(number) if isinstance(number, int) else said_otherwise(number)
    ),
    "combat": damage_kind,
    **dict.fromkeys(("recipients", "this", "redirected"), recipients_of),
    **dict.fromkeys(("whom", "one_shield"), some_or_all_recipients),
    "sources": lambda sources: said_otherwise(sources) if sources == a.ANYTHING else some_or_all(sources),
    "targets": lambda targets: attacked(targets).strip(),
    **dict.fromkeys(("each", "period"), lambda period: f"each {period}"),
    "those": lambda attackers: said_otherwise(attackers) if attackers == a.ANYTHING else _who(attackers),
    "keyword": str,
    "now": lambda period: "this turn" if period == "turn" else "",
    "each_combat": lambda ability: "each combat",
    **dict.fromkeys(("any_one", "cause"), one_of),
    "blocked": lambda some: _the_one(some),
    "attacking": lambda some: f"{one_of(some)} attacking",
    "able": lambda blockers: "creatures" if blockers == a.ANYTHING else kind_of(blockers, one=False),
    "met_by_all": _who,
    "per": lambda number: kind_of(number.filter, one=True) if isinstance(number, a.CountOf) else said_otherwise(number),
    "one": one_of,
    "pointed": lambda one: _who(one) if isinstance(one, a.Is | a.IsOneOf) else said_otherwise(one),
    "so_many": so_many,
    "does": lambda ability: "attacks ,",
}


def _the_one(some: a.Filter) -> str:
    """The one that is blocked, or each of several."""
    return one_of(some) if subject_of(some)[1] else f"each {kind_of(some, one=True)}"


def _is_several(ability: Any) -> bool:
    """Whether what it is said of is spoken of in the plural, where rows have words for one, and then for several."""
    match ability:
        case a.BlockerCount():
            return ability.maximum != 1
        case a.ChoosesAttacks() | a.ChoosesBlocks():
            return ability.players.who not in _ALL_PLAYERS
        case a.MustBlock():
            about = ability.blockers
        case a.BlocksAsThough():
            about = ability.attackers if ability.blockers == a.ANYTHING else ability.blockers
        case a.AssignsNoDamage() | a.AssignsByToughness() | a.AssignsAsThoughUnblocked() | a.AttacksAsThough() | a.MustAttack():
            about = ability.creatures
        case _:
            return False
    return not subject_of(about)[1]


def statement(ability: Any) -> str:
    """As the first row says it that means it. Raises KeyError where none does."""
    one = getattr(ability, "maximum", None) == 1
    words = _WORDS | dict.fromkeys(("noun", "blocking"), lambda permanents: kind_of(permanents, one=one))
    plain = ability.model_copy(update={"text": "", "condition": None})
    for grammar in _GRAMMARS:
        if grammar is EVASION:
            words |= {"subject": lambda permanents: f"{_who(permanents)} can't be blocked"}
        try:
            said = grammar.words_for(plain, words, int(_is_several(ability)))
        except KeyError:
            continue  # another one may have words
        if grammar in (PREVENTING, REPLACING):
            return leading_clause(ability.condition) + said
        return said + while_clause(ability.condition)
    raise KeyError(ability.kind)


def _cant_block(ability: a.CantBlock) -> str:
    attackers, blockers = ability.attackers, ability.blockers
    only = isinstance(attackers, a.Not) and attackers.part != a.THIS
    evades = blockers == a.ANYTHING or isinstance(blockers, a.Not) or (_is_one(attackers) and not _is_one(blockers))
    if attackers != a.ANYTHING and (only or evades):
        return statement(ability)
    what = "" if attackers == a.ANYTHING else f" {_who(attackers)}"
    return f"{_who(blockers)} can't block{what}{while_clause(ability.condition)}"


CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    **{each.make: statement for grammar in _GRAMMARS for each in grammar.phrases if isinstance(each.make, type)},
    **declarations.CLAUSES,
    a.CantBlock: _cant_block,
}
"""What says each kind of ability: its row, or a function where it takes more than that."""
