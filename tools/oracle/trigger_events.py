"""What abilities trigger on, as rows: a row reads an event, and says it (`rendering.triggers`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...events import abilities as a
from ...events.model import parts_of
from .cursor import Cursor, aside, rule
from .damage import combat_only, recipients, sources
from .descriptors import CREATURE
from .filters import noun, permanents
from .grammar import Grammar, Reads, phrase
from .logic import both, either
from .numbers import or_more, so_many, stated_bounds
from .players import OPPONENTS, YOU, players, targets
from .references import reference
from .scope import SUBJECT


class Events(Grammar[list[a.TriggerEvent]]):
    """Rows that make an event, or several of which each sets the ability off; none where no combat brings it about."""

    def whole(self, made: Any, beside: Sequence[Any]) -> list[a.TriggerEvent]:
        return list(made) if isinstance(made, tuple) else [made]


def _noncombat(c: Cursor) -> bool | None:
    """Noncombat damage, with what follows: no combat deals it."""
    start = c.at
    if not c.take("noncombat damage"):
        return None
    while not c.ended and c.peek() != ",":
        c.move()
    c.pass_over(start, "noncombat")
    return True


def _just_players(c: Cursor) -> a.Players | None:
    """Players who are attacked, each by itself, and nothing that they control."""
    found = targets(c)
    alone = found is not None and found.planeswalkers is None and found.battles is None and not found.together
    return found.players if found is not None and alone else None


def _named_counter(c: Cursor) -> str | None:
    if c.sees("counter", "counters"):
        return None
    name = c.raw()
    c.move()
    return name


def _some_recipients(c: Cursor) -> a.Recipients | None:
    return None if c.sees("one or more", "any number of") else recipients(c)


def _players_together(c: Cursor) -> a.Recipients | None:
    """ "one or more players", "one or more of your opponents"."""
    who = players(c) if c.sees("one or more") else None
    return None if who is None else a.Recipients(players=who)


_OR_BLOCKED_BY = ("or becomes blocked by", "or become blocked by", "or is blocked by", "or are blocked by")
_EITHER_WAY = f"<creatures:subject> (blocks|block) ({'|'.join(_OR_BLOCKED_BY)})"
_RULES: dict[str, Reads] = {
    "permanents": permanents,
    "or_more": or_more,
    "one": aside(permanents),
    "reference": reference,
    "one_blocked": aside(permanents, "blocker"),
    "one_blocking": aside(permanents, "attacker"),
    "several": aside(noun, "subject"),
    "so_many": stated_bounds,
    "company": so_many,
    **dict.fromkeys(("noun", "everybody"), noun),
    "one_attacker": lambda c: noun(c) if c.sees("another") or c.take("a", "an") else None,
    "just_players": _just_players,
    "several_blocked": aside(noun, "blocker"),
    "several_blocking": aside(noun, "attacker"),
    "targets": targets,
    "combat": combat_only,
    "so_much": lambda c: or_more(c) or 0,
    "sources": sources,
    "recipients": recipients,
    "some_recipients": _some_recipients,
    "players_together": _players_together,
    "noncombat": _noncombat,
    "named_counter": _named_counter,
    "one_way": lambda c: c.sees(*_OR_BLOCKED_BY) is None or None,
}


def _none(**_: Any) -> tuple[a.TriggerEvent, ...]:
    return ()


def _dies_as_yours(permanents: a.Filter) -> a.TriggerEvent:
    return a.Dies(permanents=both(permanents, a.OwnedBy(players=YOU)))


def _either_way(creatures: a.Filter, others: a.Filter) -> tuple[a.TriggerEvent, ...]:
    return a.BlocksCreature(creatures=creatures, attackers=others), a.BecomesBlockedBy(creatures=creatures, blockers=others)


def _either_way_by(creatures: a.Filter, others: a.Filter, minimum: int) -> tuple[a.TriggerEvent, ...]:
    blocks = a.BlocksNumber(creatures=creatures, attackers=others, minimum=minimum)
    return blocks, a.BecomesBlockedByNumber(creatures=creatures, blockers=others, minimum=minimum)


_LEAVES = "(leaves the battlefield|leave the battlefield|leaves play|leave play)"
_UNBLOCKED = "(and isn't blocked|and aren't blocked|and is unblocked)"

OF_ONE = Events(
    _RULES,
    phrase("<creatures:subject> (attacks|attack) alone", a.Attacks, alone=True),
    phrase(f"<creatures:subject> (attacks|attack) [<targets>] {_UNBLOCKED}", a.IsntBlocked),
    phrase("<creatures:subject> (attacks|attack) [<targets>]", a.Attacks),
    phrase(
        "<creatures:subject> (becomes blocked by|become blocked by) <minimum:or_more> <blockers:several_blocking>",
        a.BecomesBlockedByNumber,
    ),
    phrase("<creatures:subject> (becomes blocked by|become blocked by) <blockers:one_blocking>", a.BecomesBlockedBy),
    phrase("<creatures:subject> (becomes blocked|become blocked)", a.BecomesBlocked),
    phrase(f"{_EITHER_WAY} <minimum:or_more> <others:several>", _either_way_by),
    phrase(f"{_EITHER_WAY} <others:one>", _either_way),
    phrase("<creatures:subject> (blocks|block) alone", a.Blocks, alone=True),
    phrase("<creatures:subject> (blocks|block) <minimum:or_more> <attackers:several_blocked>", a.BlocksNumber),
    phrase("<creatures:subject> (blocks|block) <attackers:one_blocked>", a.BlocksCreature),
    phrase("<creatures:subject> (blocks|block) <-one_way>", a.Blocks),
    phrase("<permanents:subject> (becomes tapped|become tapped)", a.BecomesTapped),
    phrase(
        "<creatures:subject> (enters attacking|enter attacking|enters the battlefield attacking|enters tapped and attacking)",
        a.EntersAttacking,
    ),
    phrase("<creatures:subject> is exerted", a.Exerts),
    phrase("<creatures:subject> enlists a creature", a.Enlists),
    phrase(
        "<permanents:subject> (dies|die|is put into a graveyard from the battlefield|is put into a graveyard from play"
        "|goes to the graveyard from play|goes into the graveyard from play|goes to a graveyard from play"
        "|goes into a graveyard from play|are put into a graveyard from the battlefield|is put into a graveyard from anywhere"
        "|is put into its owner's graveyard from the battlefield|is put into their owner's graveyard from the battlefield)",
        a.Dies,
    ),
    phrase("<permanents:subject> is put into your graveyard from the battlefield", _dies_as_yours),
    phrase(f"<permanents:subject> {_LEAVES} without dying", a.Leaves, unless_dying=True),
    phrase(f"<permanents:subject> {_LEAVES}", a.Leaves),
    phrase("<sources:subject> (deals|deal) <-noncombat>", _none),
    phrase("<sources:subject> (deals|deal) <least:so_much> <combat> to <recipients>", a.DealsDamage),
    phrase("<sources:subject> (deals|deal) <combat>", a.DealsDamage),
    given=("subject",),
)
"""What one permanent does, or what becomes of it."""

IS_DEALT = Events(
    _RULES,
    phrase("<recipients:whom> (is dealt|are dealt|you're dealt) <-noncombat>", _none),
    phrase("<recipients:whom> (is dealt|are dealt|you're dealt) <least:so_much> <combat> by <sources>", a.DealsDamage),
    phrase("<recipients:whom> (is dealt|are dealt|you're dealt) <least:so_much> <combat>", a.IsDealtDamage),
    given=("whom",),
)
"""Damage that a permanent or a player is dealt."""

OF_SEVERAL = Events(
    _RULES,
    phrase("<creatures:subject> attack [<targets>] in a band", a.SomeAttack, banded=True),
    phrase("<creatures:subject> attack [<targets>] and aren't blocked", a.SomeArentBlocked),
    phrase("<creatures:subject> attack [<targets>]", a.SomeAttack),
    phrase("<creatures:subject> become blocked", a.SomeBecomeBlocked),
    phrase("<blockers:subject> block <creatures:reference>", a.BecomesBlockedByNumber),
    phrase("<creatures:subject> block", a.SomeBlock),
    phrase("<permanents:subject> (die|are put into a graveyard from the battlefield)", a.SomeDie),
    phrase("<permanents:subject> are dealt <combat>", a.SomeAreDealtDamage),
    phrase("<sources:subject> deal <-noncombat>", _none),
    phrase("<sources:subject> deal <combat> to <recipients:players_together>", a.SomeDealDamage, together=True),
    phrase("<sources:subject> deal <combat> to <recipients:some_recipients>", a.SomeDealDamage),
    phrase("<sources:subject> deal <combat>", a.SomeDealDamage),
    given=("subject", "minimum"),
)
"""What so many permanents or more do together, or what becomes of them."""


def _gains_or_loses(players: a.Players) -> tuple[a.TriggerEvent, ...]:
    return a.GainsLife(players=players), a.LosesLife(players=players)


OF_PLAYERS = Events(
    _RULES,
    phrase("<players:who> (gains or loses|gain or lose) life", _gains_or_loses),
    phrase("<players:who> (gains|gain) life", a.GainsLife),
    phrase("<players:who> (loses|lose) life", a.LosesLife),
    phrase("<players:who> (loses|lose) the game", a.LosesTheGame),
    given=("who",),
)
"""What becomes of players: the words for you, and for others."""


def _exerts(players: a.Players, creatures: a.Filter) -> a.TriggerEvent:
    return a.Exerts(creatures=both(creatures, a.ControlledBy(players=players)))


def _either_of(players: a.Players, first: a.Filter, second: a.Filter, targets: a.Targets | None = None) -> a.TriggerEvent:
    return a.PlayerAttacksWith(players=players, creatures=either([first, second]), targets=targets)


def _with_company(players: a.Players, first: a.Filter, minimum_others: int = 1, **said: Any) -> a.TriggerEvent:
    one = first if (first, players) == (a.THIS, YOU) else both(first, a.ControlledBy(players=players))
    return a.Attacks(creatures=one, minimum_others=minimum_others, **said)


_WITH = "<players:who> (attacks|attack) [<targets>] with"
_OTHERS = "<minimum_others+maximum_others:company> <others:noun>"
EXERTED = Events(_RULES, phrase("<players:who> (exerts|exert) <creatures:one>", _exerts), given=("who",))
BY_PLAYERS = Events(
    _RULES,
    phrase(f"{_WITH} <minimum+maximum:so_many> <creatures:noun>", a.PlayerAttacksWith),
    phrase(f"{_WITH} <creatures:one_attacker>", a.PlayerAttacksWith, minimum=None),
    phrase(f"{_WITH} <first:reference> and/or <second:reference>", _either_of),
    phrase(f"{_WITH} <first:reference> and <others:reference>", _with_company),
    phrase(f"{_WITH} <first:reference> and {_OTHERS}", _with_company),
    phrase(f"{_WITH} <creatures:reference>", a.PlayerAttacksWith),
    phrase(f"{_WITH} creatures", a.PlayerAttacksWith, creatures=CREATURE),
    phrase("<players:who> (attacks|attack) <attacked:just_players>", a.PlayerAttacks),
    phrase("<players:who> (attacks|attack) <targets>", a.PlayerAttacksWith, creatures=CREATURE),
    phrase("<players:who> (attacks|attack)", a.PlayerAttacks),
    given=("who",),
)
"""Players who attack, with what and whom."""
IN_COMPANY = Events(
    _RULES,
    phrase(f"<creatures:reference> and {_OTHERS} attack different players", a.Attacks, apart=True),
    phrase(f"<creatures:reference> and {_OTHERS} attack", a.Attacks),
)
"""A permanent that attacks beside others."""
ATTACKED = Events(
    _RULES,
    phrase("<targets> (is attacked|are attacked)", a.IsAttacked),
    phrase("you're attacked", a.IsAttacked, targets=a.Targets.model_construct(players=YOU)),
)
"""Players and permanents that are attacked."""
OF_OTHERS = Events(
    _RULES,
    phrase("one or more counters are put on <permanents>", a.CountersPut),
    phrase("one or more <counter:named_counter> counters are put on <permanents>", a.CountersPut),
    phrase("a counter is put on <permanents>", a.CountersPut, each=True),
    phrase("(a|an) <counter:named_counter> counter is put on <permanents>", a.CountersPut, each=True),
    phrase("<combat> is dealt to <recipients>", a.IsDealtDamage),
    phrase("all <creatures:everybody> attack", a.SomeAttack, every=True),
)
"""Counters that are put on permanents, damage, and what all of some do."""
_AT_END_OF_COMBAT = "(at end of combat|at the end of combat|at the end of each combat)"
END_OF_COMBAT = Events(
    _RULES,
    phrase(f"{_AT_END_OF_COMBAT} on your turn", a.EndOfCombatBegins, turn_of=YOU),
    phrase(_AT_END_OF_COMBAT, a.EndOfCombatBegins),
)


@rule
def happens_to(c: Cursor, subject: a.Filter) -> list[a.TriggerEvent] | None:
    """What a permanent does or suffers: "dies", "attacks alone", "deals combat damage to a player"."""
    mentioned = c.mentioned
    if mentioned == SUBJECT and a.ControlledBy(players=OPPONENTS) in parts_of(subject):
        c.mentioned = None  # "another creature you control" is no other than what an opponent controls: other than this one
    found = OF_ONE(c, subject=subject)
    c.mentioned = mentioned
    return IS_DEALT(c, whom=a.Recipients(permanents=subject)) if found is None else found


@rule
def happens_by_itself(c: Cursor) -> list[a.TriggerEvent] | None:
    """ "you gain life", "an opponent loses life", "you're dealt combat damage", "a counter is put on this creature"."""
    if c.sees("you're dealt"):
        return IS_DEALT(c, whom=a.Recipients(players=YOU))
    if (who := players(c)) is None:
        return OF_OTHERS(c)
    found = OF_PLAYERS(c, who=who)
    return IS_DEALT(c, whom=a.Recipients(players=who)) if found is None else found
