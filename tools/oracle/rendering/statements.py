"""Static abilities as sentences without their last period: those that are rows (`oracle.statements`) as these say them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from ..damage import PREVENTING, REPLACING
from ..grammar import Renders, Several
from ..predicates import EVASION, IF_SOMETHING_HAPPENS, SAID
from ..statements import OF_PERMANENTS, OF_PLAYERS, SENTENCES
from . import declarations
from .phrases import (
    ALL_OF,
    attacked,
    cost_clause,
    damage_kind,
    kind_of,
    leading_clause,
    named_players,
    of_kind,
    of_number,
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
_ALL_PLAYERS = ALL_OF | {"you": "you"}


def _who(permanents: a.Filter) -> str:
    who, one = subject_of(permanents)
    return who if one else Several(who)


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
    "who": lambda players: Several(_ALL_PLAYERS[players.who]) if players.who in _ALL_PLAYERS else named_players(players),
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
        ("many", "over_one"),
        lambda number: of_number(number_word(number), number) if isinstance(number, int) else said_otherwise(number),
    ),
    **dict.fromkeys(("noun", "blocking"), of_kind),
    "combat": damage_kind,
    **dict.fromkeys(("recipients", "this", "redirected"), recipients_of),
    **dict.fromkeys(("whom", "one_shield"), some_or_all_recipients),
    "sources": lambda sources: said_otherwise(sources) if sources == a.ANYTHING else some_or_all(sources),
    "targets": lambda targets: attacked(targets).strip(),
    **dict.fromkeys(("each", "period"), lambda period: f"each {period}"),
    "those": lambda attackers: said_otherwise(attackers) if attackers == a.ANYTHING else subject_of(attackers)[0],
    "keyword": str,
    "at_least": lambda minimum: of_number(f"at least {number_word(minimum)}", minimum),
    "cost": lambda cost: cost_clause(cost, "defending player", "creature they control that's blocking it"),
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


def statement(ability: Any) -> str:
    """As the first row says it that means it. Raises KeyError where none does."""
    plain = ability.model_copy(update={"text": "", "condition": None})
    for grammar in _GRAMMARS:
        words = _WORDS | {"subject": lambda permanents: f"{_who(permanents)} can't be blocked"} if grammar is EVASION else _WORDS
        try:
            said = grammar.words_for(plain, words)
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


def _block_cost(ability: a.BlockCost) -> str:
    return statement(ability) if ability.blockers == a.ANYTHING else declarations.block_cost(ability)


CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    **{each.make: statement for grammar in _GRAMMARS for each in grammar.phrases if isinstance(each.make, type)},
    **declarations.CLAUSES,
    a.CantBlock: _cant_block,
    a.BlockCost: _block_cost,
    a.MustAttackWith: lambda ability: statement(ability).replace("your opponents", "each opponent"),
}
"""What says each kind of ability: its row, or a function where it takes more than that."""
