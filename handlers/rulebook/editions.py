"""The editions of the rules: one row for each date on which a number or a behaviour changed, dated forward.

The oldest edition is written out; each row after it has only the doctrines that are new from its day on. Numbers by concept are
in `numbers.py`. A procedure never asks for a date: it asks the edition for a doctrine (a field of `Edition`) or for the number of
a concept. Source: the published Comprehensive Rules of each date. Where the text of a date leaves something
open, the doctrine says how it is read here (`Edition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from ...events.declarations import Irreversible
from ...events.editions import HouseEdition
from ...events.errors import InvalidInput
from ...projections.changing import changed
from ...projections.frozen import FrozenValue
from .house import doctrines_of, house_rule
from .numbers import GENERAL, numbers_by_day

Attackable = Literal["player", "planeswalker", "battle"]
Requirements = Literal["global", "counted", "local", "local, undeclared creatures"]
EnteringCheck = Literal["controller", "target gone", "attacker gone", "defender"]
Unique = Literal["legends", "legends of one player", "planeswalkers", "planeswalkers of one player"]


@dataclass(init=False, eq=False, repr=False, slots=True)
class Edition(FrozenValue):
    """The rules as they are from `effective` until the next edition: numbers by concept, behaviours as doctrines.

    There is one object for each edition (`editions`), so they compare by identity. `house`: what is laid over the published one.
    """

    effective: date
    numbers: Mapping[str, str]

    attackable: frozenset[Attackable]
    """What can be attacked."""
    targets: Literal["each creature", "one player"]
    """Whether each creature's target is chosen, or one defending player is attacked by all, also in multiplayer games."""
    walls_attack: bool
    """Whether a Wall can attack at all: until 2004-09-30 the creature type forbade it."""
    requirements: Requirements
    """With which declarations one is compared: with all; with those that change creatures only by options that obey a requirement
    on them; with those that change one creature; with those that declare one creature more. Until 2003-03-14 the text doesn't
    define a conflict. It is read as one where the change disobeys no restriction and obeys more requirements than before."""
    cost_exemption: Literal["never required to pay", "creatures with a cost", "unpaid costs"]
    """What frees from requirements: nobody is required to pay; a creature that can't be declared without paying is exempt, even
    if the cost is paid; a creature whose cost isn't paid is exempt (which compares the same declarations as the first). Until
    2001-07-22 the text doesn't speak of costs. It is read like the last: otherwise a player who can't pay could declare
    nothing."""
    tapped_blockers: Literal["as others", "exempt"]
    """Whether tapped creatures that may block as though untapped are exempt from requirements. (Tapped creatures can't
    attack.)"""
    turn_requirements: Literal["each combat", "until obeyed"]
    """Whether "this turn if able" holds in each combat phase, or is settled once obeyed. The text until 2017-09-28 doesn't say:
    it is read as settled."""
    optional_costs: bool
    """Whether there are costs that may be paid "as it attacks"."""
    tapping: Literal["attacking", "as a cost"]
    """Whether attackers just become tapped, or tapping is itself a cost to attack, paid with the others."""
    steps_kept_by: Literal["any attackers", "declared attackers"]
    """Which attackers keep the declare blockers step from being skipped."""
    defending_player: Literal["now", "as declared"]
    """Whom "the defending player" means in abilities after what is attacked was reselected. (Until 2017-08-24 there is no rule on
    reselecting.)"""
    entering_checks: frozenset[EnteringCheck]
    """When a creature put onto the battlefield attacking or blocking is neither: its controller isn't an attacking player, or not
    attacked by what it blocks; what it attacks is gone or has changed its type; what it blocks no longer attacks; what it attacks
    isn't controlled or protected by a defending player."""
    blocks_trigger: Literal["declared or by effect", "declared"]
    """"Whenever [a creature] blocks": whether it triggers if an effect makes the creature block. Until 2006-04-30 the text
    doesn't say: it is read as yes."""
    blocks_a_creature_trigger: Literal["declared or by effect", "declared"]
    """"Whenever [a creature] blocks a creature": likewise."""
    becomes_blocked_trigger: Literal["if it was unblocked", "first time that combat"]
    """"Whenever [a creature] becomes blocked". Until 2006-04-30 "once each combat" and "if it wasn't blocked" stand beside each
    other: read as the first time that combat."""
    becomes_blocked_by_trigger: Literal[
        "declared, entering or new by effect", "declared or any effect", "declared, entering first or any effect"
    ]
    """"Whenever [a creature] becomes blocked by a creature": whether a blocker counts that enters the battlefield (always, or
    only for a creature that wasn't blocked before in that combat), and an effect that makes a creature block what it was blocking
    already. From 2006-05-01 to 2009-07-10 two rules disagree on a second blocker that an effect adds: it counts here. Until
    2006-04-30 the text says only "once for each creature that blocks": it is read as today."""
    number_trigger: Literal["any change", "declared"]
    """"… by two or more creatures": whether effects that add or remove blockers count."""
    unblocked_trigger: Literal["any attacker", "declared attackers"]
    """"Whenever [a creature] attacks and isn't blocked": whether it must have been declared. Until 2013-04-30 the text leaves it
    open: read as yes, since a creature that entered attacking never attacked."""
    bands_with_other: Literal["that quality", "the same ability"]
    """With whom a creature with "bands with other [quality]" bands, and divides damage: with others of that quality, or with
    those that have the same ability, or banding."""
    damage_orders: Literal["none", "several", "every"]
    """Damage assignment orders: none, for creatures that face several others, or for every blocked attacker and every blocker."""
    combat_damage: Literal["dealt at once", "on the stack"]
    """Whether combat damage is dealt as soon as it is assigned, or goes on the stack first: then players may respond, and it is
    dealt as it was assigned, also by what has left, to what is still there."""
    noncreature_recipients: Literal["dealt nothing", "dealt damage"]
    """Whether damage on the stack is dealt to a creature that has stopped being one."""
    second_step: Literal["had first strike", "assigned"]
    """Who deals no damage in the second step without double strike: who had first or double strike as the first step began, or
    who assigned damage in it."""
    rampage: Literal["becomes blocked", "becomes blocked by two or more"]
    """When rampage triggers; what it does is the same."""
    zero_power: Literal["assigns none", "assigns 0"]
    """Whether a creature with 0 or less power has assigned combat damage, which decides about the second step."""
    deathtouch: Literal["any damage is lethal", "any order", "trigger"]
    """Any damage assigned by it is lethal; it divides its damage in any order of its blockers, but to trample over it has to
    assign damage equal to toughness; or a triggered ability that destroys. (Until 2007-04-30 there is no such keyword: read as a
    trigger.) What is left to be lethal for an indestructible creature that it has damaged already is open: read as toughness
    less damage."""
    lifelink: Literal["result", "trigger"]
    """Life is gained as the damage is dealt, or by a triggered ability. How often that triggers for several recipients at once is
    open: read as once for each instance of the keyword."""
    unique: frozenset[Unique]
    """Of what there can be one on the battlefield, or one for each player: legends of one name, planeswalkers of one type."""
    phasing_out: Literal["it stays", "tokens cease to exist", "tokens cease to exist, and it leaves"]
    """Whether what phases out stays on the battlefield; a token that does ceases to exist; and abilities that trigger on what
    leaves the battlefield trigger, too. Until 2001-07-22 the text doesn't say: it is read as the next one."""
    irreversible: frozenset[Irreversible]
    """What keeps a mana ability from being taken back with an illegal declaration."""
    spent_mana_stays: bool
    """Whether a mana ability stays if its mana was spent on another that stays."""

    house: tuple[HouseEdition, ...] = ()

    __eq__, __hash__ = object.__eq__, object.__hash__

    @property
    def phasing_out_leaves(self) -> bool:
        """Whether what phases out leaves the battlefield, for all that looks at it."""
        return self.phasing_out == "tokens cease to exist, and it leaves"

    def number(self, concept: str) -> str | None:
        """The rule number to cite for a concept: its own, or that of the more general concept it then belonged to.

        Where the published edition has no rule of it and a doctrine that is laid over decides it, the name of that house rule.
        """
        own = self.numbers.get(concept)
        if own is None and concept in GENERAL:
            return self.number(GENERAL[concept])
        return own if own is not None or not self.house else house_rule(self.house, concept)


class _From(NamedTuple):
    """Doctrines that are new from that day on. What numbers are is in `numbers.py`."""

    effective: date
    doctrines: Mapping[str, Any]


_OLDEST = Edition(
    effective=date(1999, 4, 23),
    numbers={},
    attackable=frozenset(("player",)),
    targets="one player",
    walls_attack=False,
    requirements="local, undeclared creatures",
    cost_exemption="unpaid costs",
    tapped_blockers="as others",
    turn_requirements="until obeyed",
    optional_costs=False,
    tapping="as a cost",
    steps_kept_by="declared attackers",
    defending_player="now",
    entering_checks=frozenset(),
    blocks_trigger="declared or by effect",
    blocks_a_creature_trigger="declared or by effect",
    becomes_blocked_trigger="first time that combat",
    becomes_blocked_by_trigger="declared, entering or new by effect",
    number_trigger="declared",
    unblocked_trigger="declared attackers",
    bands_with_other="the same ability",
    damage_orders="none",
    combat_damage="on the stack",
    noncreature_recipients="dealt damage",
    second_step="assigned",
    rampage="becomes blocked",
    zero_power="assigns 0",
    deathtouch="trigger",
    lifelink="trigger",
    unique=frozenset(("legends",)),
    phasing_out="tokens cease to exist, and it leaves",
    irreversible=frozenset(),
    spent_mana_stays=False,
)

_CHANGES = (
    _From(
        date(2001, 7, 23),
        {
            "requirements": "local",
            "tapping": "attacking",
            "number_trigger": "any change",
            "noncreature_recipients": "dealt nothing",
            "rampage": "becomes blocked by two or more",
            "irreversible": frozenset(("from library", "from library to the stack", "random choice", "to library")),
        },
    ),
    _From(date(2001, 9, 24), {"spent_mana_stays": True}),
    _From(date(2002, 10, 7), {"irreversible": frozenset(("from library", "random choice", "to library"))}),
    _From(date(2003, 3, 15), {"requirements": "counted"}),
    _From(date(2003, 7, 1), {"rampage": "becomes blocked"}),
    _From(date(2003, 10, 1), {"tapped_blockers": "exempt"}),
    _From(date(2004, 2, 1), {"zero_power": "assigns none"}),
    _From(date(2004, 10, 1), {"walls_attack": True}),
    _From(date(2005, 8, 1), {"targets": "each creature"}),
    _From(
        date(2005, 10, 1),
        {"irreversible": frozenset(("from library", "to library")), "phasing_out": "tokens cease to exist"},
    ),
    _From(
        date(2006, 5, 1),
        {
            "blocks_trigger": "declared",
            "blocks_a_creature_trigger": "declared",
            "becomes_blocked_by_trigger": "declared, entering first or any effect",
        },
    ),
    _From(date(2007, 5, 1), {"requirements": "global"}),
    _From(
        date(2007, 10, 1),
        {
            "attackable": frozenset(("planeswalker", "player")),
            "steps_kept_by": "any attackers",
            "unique": frozenset(("legends", "planeswalkers")),
        },
    ),
    _From(date(2008, 10, 1), {"entering_checks": frozenset(("controller",))}),
    _From(date(2009, 5, 1), {"zero_power": "assigns 0"}),
    _From(
        date(2009, 7, 11),
        {
            "blocks_trigger": "declared or by effect",
            "becomes_blocked_trigger": "if it was unblocked",
            "becomes_blocked_by_trigger": "declared or any effect",
            "bands_with_other": "that quality",
            "damage_orders": "several",
            "combat_damage": "dealt at once",
            "second_step": "had first strike",
            "zero_power": "assigns none",
            "deathtouch": "any order",
            "lifelink": "result",
        },
    ),
    _From(
        date(2010, 2, 1),
        {
            "cost_exemption": "creatures with a cost",
            "blocks_a_creature_trigger": "declared or by effect",
            "becomes_blocked_by_trigger": "declared, entering or new by effect",
            "damage_orders": "every",
        },
    ),
    _From(date(2010, 6, 18), {"defending_player": "as declared"}),
    _From(
        date(2010, 7, 16),
        {"deathtouch": "any damage is lethal", "irreversible": frozenset(("from library", "shuffled", "to library"))},
    ),
    _From(date(2011, 2, 4), {"cost_exemption": "never required to pay", "tapped_blockers": "as others"}),
    _From(date(2011, 5, 1), {"entering_checks": frozenset(("controller", "target gone"))}),
    _From(date(2013, 5, 1), {"unblocked_trigger": "any attacker"}),
    _From(date(2013, 7, 13), {"unique": frozenset(("legends of one player", "planeswalkers of one player"))}),
    _From(date(2014, 6, 1), {"irreversible": frozenset(("from library", "revealed", "shuffled", "to library"))}),
    _From(date(2016, 7, 22), {"entering_checks": frozenset(("attacker gone", "controller", "target gone"))}),
    _From(date(2017, 4, 28), {"optional_costs": True}),
    _From(date(2017, 8, 25), {"defending_player": "now", "phasing_out": "it stays"}),
    _From(date(2017, 9, 29), {"turn_requirements": "each combat", "unique": frozenset(("legends of one player",))}),
    _From(date(2023, 4, 14), {"attackable": frozenset(("battle", "planeswalker", "player"))}),
    _From(
        date(2024, 11, 8),
        {"entering_checks": frozenset(("attacker gone", "controller", "defender", "target gone")), "damage_orders": "none"},
    ),
)
"""From this day on: what is new then. The next edition is one more row, at the end."""


UNKNOWN_VERSIONS = (date(2026, 9, 25), date(2026, 6, 19), date(2024, 4, 12), date(2023, 6, 16))
"""Effective dates of published versions whose text is in no archive, newest first. They are read as the edition before them."""


def editions(house: tuple[HouseEdition, ...] = ()) -> tuple[Edition, ...]:
    """All known editions, newest first, with what is laid over them. Raises InvalidInput for doctrines that there aren't."""
    return _laid_over(house) if house else _published()


@lru_cache(maxsize=128)
def _laid_over(house: tuple[HouseEdition, ...]) -> tuple[Edition, ...]:
    published, known = _published(), list[Edition]()
    for day in {*(each.effective for each in published), *(each.effective for each in house)}:
        base = next((each for each in published if each.effective <= day), None)
        laid = tuple(each for each in house if each.effective <= day)
        if base is not None:
            known.append(changed(base, effective=day, house=laid, **doctrines_of(laid)) if laid else base)
    return tuple(sorted(known, key=lambda each: each.effective, reverse=True))


@cache
def _published() -> tuple[Edition, ...]:
    numbers, doctrines = numbers_by_day(), {row.effective: row.doctrines for row in _CHANGES}
    known: list[Edition] = []
    for day in sorted({_OLDEST.effective, *numbers, *doctrines}):
        older = known[-1] if known else _OLDEST
        now = {**older.numbers, **numbers.get(day, {})}
        named = {concept: number for concept, number in now.items() if number is not None}
        known.append(changed(older, effective=day, numbers=named, **doctrines.get(day, {})))
    return tuple(reversed(known))


@lru_cache(maxsize=1024)
def edition_of(day: date, house: tuple[HouseEdition, ...] = ()) -> Edition:
    """The edition in force on that day, with what is laid over it.

    Raises InvalidInput for a day before the first edition, and for doctrines that there aren't.
    """
    for edition in editions(house):
        if edition.effective <= day:
            return edition
    raise InvalidInput("rules", day.isoformat(), f"a date from {editions()[-1].effective} on")


def doubt_about(day: date) -> str:
    """Why the rules of that day may differ from those of the newest edition, in words; empty where they are known.

    Unknown versions with known ones on both sides that agree leave no doubt.
    """
    newest = editions()[0].effective
    unknown = [version for version in sorted(UNKNOWN_VERSIONS) if newest < version <= day]
    if not unknown:
        return "" if day <= newest or UNKNOWN_VERSIONS[0] > newest else f"no rules after those of {newest} are known"
    days = " and ".join(str(version) for version in unknown)
    later = "" if unknown[-1] < UNKNOWN_VERSIONS[0] else ", nor knows any later ones"
    return f"nobody has the text of the rules of {days}{later}: read as those of {newest}"


def known_since(thing: Attackable) -> date:
    """The effective date of the first edition in which that can be attacked."""
    return min(edition.effective for edition in editions() if thing in edition.attackable)
