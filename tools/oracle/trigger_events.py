"""What abilities trigger on, as rows: a row reads an event, and says it (`rendering.triggers`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...events import abilities as a
from ...events.model import parts_of
from .cursor import Cursor, rule
from .damage import combat_only, recipients, sources
from .descriptors import CREATURE
from .filters import noun, permanents
from .grammar import Grammar, Reads, phrase
from .logic import both, either
from .numbers import bounds
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


def _least_damage(c: Cursor) -> int:
    """ "5 or more [damage]": how much at least."""
    amount = bounds(c) if c.peek(1) == "or" else None
    return 0 if amount is None else amount[0]


@rule
def _or_more(c: Cursor) -> int | None:
    """ "two or more [creatures]"."""
    amount = None if c.sees("a", "an") else bounds(c)
    return amount[0] if amount is not None and amount[1] is None and c.last == "more" else None


def _beside(reading: Reads, *relative: a.Role) -> Reads:
    """Permanents beside those that the event is about: "it" goes on to mean what it meant."""

    def read(c: Cursor) -> Any:
        mentioned = c.mentioned
        found = reading(c, *relative)
        c.mentioned = mentioned
        return found

    return read


def _so_many(c: Cursor) -> tuple[int, int | None] | None:
    if c.sees("a", "an", "another"):
        return None
    at_least, amount = c.sees("at least"), bounds(c)
    unsaid = amount is not None and amount[1] is None and not at_least and c.last not in ("more", "greater")
    return None if unsaid else amount  # "three creatures": so many, or more


def _company(c: Cursor) -> tuple[int, int | None] | None:
    """ "another [creature]", "at least two [other creatures]", "exactly one [other creature]"."""
    amount = (1, None) if c.sees("another") else bounds(c)
    return amount if amount is not None and amount[0] else None


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
    "or_more": _or_more,
    "one": _beside(permanents),
    "reference": reference,
    "one_blocked": _beside(permanents, "blocker"),
    "one_blocking": _beside(permanents, "attacker"),
    "several": _beside(noun, "subject"),
    "so_many": _so_many,
    "company": _company,
    "noun": noun,
    "one_attacker": lambda c: noun(c) if c.sees("another") or c.take("a", "an") else None,
    "just_players": _just_players,
    "several_blocked": _beside(noun, "blocker"),
    "several_blocking": _beside(noun, "attacker"),
    "targets": targets,
    "combat": combat_only,
    "so_much": _least_damage,
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
    phrase(f"<creatures:subject> (attacks|attack) <targets> {_UNBLOCKED}", a.IsntBlocked),
    phrase(f"<creatures:subject> (attacks|attack) {_UNBLOCKED}", a.IsntBlocked),
    phrase("<creatures:subject> (attacks|attack) <targets>", a.Attacks),
    phrase("<creatures:subject> (attacks|attack)", a.Attacks),
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
    *(
        phrase(f"<creatures:subject> attack {whom} {how}", made, **said)
        for made, how, said in (
            (a.SomeAttack, "in a band", {"banded": True}),
            (a.SomeArentBlocked, "and aren't blocked", {}),
            (a.SomeAttack, "", {}),
        )
        for whom in ("<targets>", "")
    ),
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


_OTHERS = "<minimum_others+maximum_others:company> <others:noun>"
EXERTED = Events(_RULES, phrase("<players:who> (exerts|exert) <creatures:one>", _exerts), given=("who",))
BY_PLAYERS = Events(
    _RULES,
    *(
        phrase(f"<players:who> (attacks|attack) {whom} with {what}", made, **said)
        for whom in ("<targets>", "")
        for what, made, said in (
            ("<minimum+maximum:so_many> <creatures:noun>", a.PlayerAttacksWith, {}),
            ("<creatures:one_attacker>", a.PlayerAttacksWith, {"minimum": None}),
            ("<first:reference> and/or <second:reference>", _either_of, {}),
            ("<first:reference> and <others:reference>", _with_company, {}),
            (f"<first:reference> and {_OTHERS}", _with_company, {}),
            ("<creatures:reference>", a.PlayerAttacksWith, {}),
            ("creatures", a.PlayerAttacksWith, {"creatures": CREATURE}),
        )
    ),
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
)
"""Counters that are put on permanents, and damage."""
END_OF_COMBAT = Events(
    _RULES,
    *(
        phrase(f"(at end of combat|at the end of combat|at the end of each combat) {whose}", a.EndOfCombatBegins, **said)
        for whose, said in (("on your turn", {"turn_of": YOU}), ("", {}))
    ),
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
