"""The editions of the rules: one row for each date on which a number or a behaviour changed, newest first.

The newest edition is told whole; each older row tells only what differs from its younger neighbour. A procedure never asks
for a date: it asks the edition for a doctrine (a field of `Edition`) or a number. `None` as a number means that the concept
had no rule of its own. Facts: the published Comprehensive Rules of each date. Where the text of a date leaves something open, the
doctrine says how it is read here (`Edition`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from typing import Any, Literal

from ...events.declarations import Irreversible
from ...events.errors import InvalidInput
from .citations import GENERAL, NUMBERS
from .damage_citations import DAMAGE_NUMBERS

Attackable = Literal["player", "planeswalker", "battle"]
Requirements = Literal["global", "counted", "local", "local, undeclared creatures"]
EnteringCheck = Literal["controller", "target gone", "attacker gone", "defender"]


@dataclass(frozen=True, eq=False)
class Edition:
    """The rules as they are from `effective` until the next edition: numbers by concept, behaviours as doctrines.

    There is one object for each edition (`editions`), so they compare by identity.
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
    """Which declarations are compared: all; those that change only creatures by options that meet a requirement on them;
    those that
    change one creature; those that declare one creature more. Until 2003-03-14 the text doesn't define a conflict: one is seen
    where the change disobeys no restriction and more requirements are obeyed than before."""
    cost_exemption: Literal["never required to pay", "creatures with a cost", "unpaid costs"]
    """What frees from requirements: nobody is required to pay; a creature that can't be declared without paying is exempt,
    even if the cost is paid; one whose cost isn't paid is exempt (which compares the same declarations as the first). Until
    2001-07-22 the text doesn't speak of costs: it is read like the last, or who can't pay could declare nothing."""
    tapped_blockers: Literal["as others", "exempt"]
    """Whether tapped creatures that may block as though untapped are exempt from requirements. (Tapped ones can't attack
    anyway.)"""
    turn_requirements: Literal["each combat", "until obeyed"]
    """Whether "this turn if able" holds in each combat phase, or is settled once obeyed. The text until 2017-09-28 doesn't
    say: it is read as settled."""
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
    """"Whenever [a creature] blocks": whether an effect that makes it block triggers it. Until 2006-04-30 the text doesn't
    say."""
    blocks_a_creature_trigger: Literal["declared or by effect", "declared"]
    """"Whenever [a creature] blocks a creature": likewise."""
    becomes_blocked_trigger: Literal["if it was unblocked", "first time that combat"]
    """"Whenever [a creature] becomes blocked". Until 2006-04-30 "once each combat" and "if it wasn't blocked" stand beside each
    other: read as the first time that combat."""
    becomes_blocked_by_trigger: Literal[
        "declared, entering or new by effect", "declared or any effect", "declared, entering first or any effect"
    ]
    """"Whenever [a creature] becomes blocked by a creature": whether an entering blocker counts, always or only for a
    creature not
    blocked before in that combat, and an effect that makes a creature block what it was blocking already. 2006-05-01 to
    2009-07-10
    two rules disagree on a second blocker that an effect adds: it counts. Until 2006-04-30 the text says "once for each creature
    that blocks" only: it is read as today."""
    number_trigger: Literal["any change", "declared"]
    """"… by two or more creatures": whether effects that add or remove blockers count."""
    unblocked_trigger: Literal["any attacker", "declared attackers"]
    """"Whenever [a creature] attacks and isn't blocked": whether it must have been declared. Until 2013-04-30 the text leaves it
    open: read as yes, since a creature that entered attacking never attacked."""
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
    irreversible: frozenset[Irreversible]
    """What keeps a mana ability from being taken back with an illegal declaration."""
    spent_mana_stays: bool
    """Whether a mana ability stays if its mana was spent on another that stays."""

    def number(self, concept: str) -> str | None:
        """The rule number to cite for a concept: its own, or that of the more general concept it then belonged to."""
        own = self.numbers.get(concept)
        return own if own is not None or concept not in GENERAL else self.number(GENERAL[concept])


@dataclass(frozen=True)
class _Earlier:
    """What was different before the younger neighbour took effect: numbers (None: no such rule) and doctrines."""

    effective: date
    numbers: Mapping[str, str | None] = field(default_factory=dict)
    doctrines: Mapping[str, Any] = field(default_factory=dict)


_NEWEST = Edition(
    effective=date(2026, 4, 17),
    numbers=NUMBERS,
    attackable=frozenset(("player", "planeswalker", "battle")),
    targets="each creature",
    walls_attack=True,
    requirements="global",
    cost_exemption="never required to pay",
    tapped_blockers="as others",
    turn_requirements="each combat",
    optional_costs=True,
    tapping="attacking",
    steps_kept_by="any attackers",
    defending_player="now",
    entering_checks=frozenset(("controller", "target gone", "attacker gone", "defender")),
    blocks_trigger="declared or by effect",
    blocks_a_creature_trigger="declared or by effect",
    becomes_blocked_trigger="if it was unblocked",
    becomes_blocked_by_trigger="declared, entering or new by effect",
    number_trigger="any change",
    unblocked_trigger="any attacker",
    damage_orders="none",
    combat_damage="dealt at once",
    noncreature_recipients="dealt nothing",
    second_step="had first strike",
    zero_power="assigns none",
    deathtouch="any damage is lethal",
    lifelink="result",
    irreversible=frozenset(("to library", "from library", "shuffled", "revealed")),
    spent_mana_stays=True,
)

_EARLIER = (
    _Earlier(date(2026, 2, 27), {"illegal_action": "732.1"}),
    _Earlier(date(2025, 7, 25), {"attack.entering_late": None}),
    _Earlier(date(2025, 4, 4), {"illegal_action": "731.1"}),
    _Earlier(date(2024, 11, 8), {"illegal_action": "730.1"}),
    _Earlier(
        date(2024, 3, 8),
        {
            "block.caused": "509.6",
            "block.entering": "509.7",
            "block.entering_no_target": "509.7a",
            "block.entering_unrestricted": "509.7b",
            "block.order_attacker": "509.2",
            "block.order_attacker_removed": "509.2a",
            "block.order_blocker": "509.3",
            "block.order_blocker_removed": "509.3a",
            "block.trigger.becomes_blocked": "509.5c",
            "block.trigger.becomes_blocked_by": "509.5d",
            "block.trigger.blocks": "509.5a",
            "block.trigger.blocks_a_creature": "509.5b",
            "block.trigger.characteristics": "509.5f",
            "block.trigger.number": "509.5e",
            "block.trigger.unblocked": "509.5g",
            "block.triggers_stacked": "509.4a",
        },
        {"damage_orders": "every", "entering_checks": frozenset(("controller", "target gone", "attacker gone"))},
    ),
    _Earlier(date(2024, 2, 2), {"illegal_action": "729.1"}),
    _Earlier(date(2023, 4, 14), {"illegal_action": "728.1"}),
    _Earlier(date(2022, 11, 18), {"illegal_action": "729.1"}, {"attackable": frozenset(("player", "planeswalker"))}),
    _Earlier(date(2022, 10, 7), {"illegal_action": "728.1"}),
    _Earlier(date(2022, 6, 10), {"illegal_action": "727.1"}),
    _Earlier(date(2022, 2, 18), {"illegal_action": "726.1"}),
    _Earlier(date(2021, 9, 24), {"attack.trigger.player_attacks": None, "attack.trigger.player_attacks_player": None}),
    _Earlier(date(2021, 7, 23), {"illegal_action": "725.1"}),
    _Earlier(date(2020, 4, 17), {"illegal_action": "723.1"}),
    _Earlier(date(2019, 10, 4), {"illegal_action": "722.1"}),
    _Earlier(date(2019, 8, 23), {"illegal_action": "721.1"}),
    _Earlier(date(2018, 4, 27), {"attack.entering_unrestricted": "508.4b", "attack.stated_no_target": None}),
    _Earlier(date(2017, 9, 29), {"illegal_action": "720.1"}),
    _Earlier(date(2017, 8, 25), doctrines={"turn_requirements": "until obeyed"}),
    _Earlier(
        date(2017, 4, 28),
        {
            "attack.defending_player": "508.4",
            "attack.entering": "508.3",
            "attack.entering_no_target": "508.3a",
            "attack.entering_unrestricted": "508.3b",
            "attack.none_skip": "508.5",
            "attack.reselect": None,
            "attack.reselect_target": None,
            "attack.trigger.attacks": None,
            "attack.trigger.attacks_with": None,
            "attack.trigger.is_attacked": None,
        },
        {"defending_player": "as declared"},
    ),
    _Earlier(
        date(2016, 9, 30),
        {
            "attack.becomes": "508.1j",
            "attack.costs_locked": "508.1g",
            "attack.mana": "508.1h",
            "attack.optional_costs": None,
            "attack.pay": "508.1i",
            "attack.triggers": "508.1k",
        },
        {"optional_costs": False},
    ),
    _Earlier(
        date(2016, 8, 26),
        {
            "attack.defending_player": "508.5",
            "attack.entering": "508.4",
            "attack.entering_no_target": "508.4a",
            "attack.entering_unrestricted": "508.4b",
            "attack.none_skip": "508.6",
            "attack.triggers": None,
            "attack.triggers_stacked": "508.2",
            "block.trigger.becomes_blocked": "509.4c",
            "block.trigger.becomes_blocked_by": "509.4d",
            "block.trigger.blocks": "509.4a",
            "block.trigger.blocks_a_creature": "509.4b",
            "block.trigger.characteristics": "509.4f",
            "block.trigger.number": "509.4e",
            "block.trigger.unblocked": "509.4g",
            "block.triggers": None,
            "block.triggers_stacked": "509.4",
        },
    ),
    _Earlier(date(2016, 7, 22), {"illegal_action": "719.1"}),
    _Earlier(
        date(2014, 6, 1),
        {
            "attack.entering_unrestricted": None,
            "block.entering_no_target": None,
            "block.entering_unrestricted": None,
            "illegal_action": "717.1",
        },
        {"entering_checks": frozenset(("controller", "target gone"))},
    ),
    _Earlier(date(2013, 5, 1), doctrines={"irreversible": frozenset(("to library", "from library", "shuffled"))}),
    _Earlier(date(2011, 9, 30), doctrines={"unblocked_trigger": "declared attackers"}),
    _Earlier(date(2011, 5, 1), {"illegal_action": "716.1"}),
    _Earlier(
        date(2011, 2, 4),
        {"attack.entering_no_target": None, "illegal_action": "715.1"},
        {"entering_checks": frozenset(("controller",))},
    ),
    _Earlier(date(2010, 7, 16), doctrines={"cost_exemption": "creatures with a cost", "tapped_blockers": "exempt"}),
    _Earlier(
        date(2010, 6, 18),
        doctrines={"irreversible": frozenset(("to library", "from library")), "deathtouch": "any order"},
    ),
    _Earlier(date(2010, 4, 23), {"attack.defending_player": "508.4", "attack.entering": "508.5"}, {"defending_player": "now"}),
    _Earlier(date(2010, 2, 1), {"illegal_action": "714.1"}),
    _Earlier(
        date(2009, 7, 11),
        doctrines={
            "cost_exemption": "unpaid costs",
            "damage_orders": "several",
            "blocks_a_creature_trigger": "declared",
            "becomes_blocked_by_trigger": "declared or any effect",
        },
    ),
    _Earlier(
        date(2009, 5, 1),
        {
            "attack.bands": "308.2b",
            "attack.becomes": "308.2g",
            "attack.choose": "308.2a",
            "attack.costs_locked": "308.2d",
            "attack.declaration": "308.2",
            "attack.defending_player": "308.1",
            "attack.entering": "308.4",
            "attack.mana": "308.2e",
            "attack.none_skip": "308.5",
            "attack.pay": "308.2f",
            "attack.requirements": "500.4",
            "attack.restrictions": "500.2",
            "attack.tap": "308.2c",
            "attack.targets": "308.2a",
            "attack.trigger_point": "308.3",
            "attack.triggers_stacked": "308.1",
            "block.becomes_blocked": "309.2f",
            "block.becomes_blocking": "309.2e",
            "block.caused": None,
            "block.choose": "309.2a",
            "block.costs_locked": "309.2b",
            "block.declaration": "309.2",
            "block.entering": "309.5",
            "block.evasion": "500.3a",
            "block.mana": "309.2c",
            "block.order_attacker": None,
            "block.order_attacker_removed": None,
            "block.order_blocker": None,
            "block.order_blocker_removed": None,
            "block.pay": "309.2d",
            "block.requirements": "500.4",
            "block.restrictions": "500.3",
            "block.trigger.becomes_blocked": "309.4",
            "block.trigger.becomes_blocked_by": "309.4",
            "block.trigger.blocks": "309.3",
            "block.trigger.blocks_a_creature": "410.9b",
            "block.trigger.characteristics": "309.3",
            "block.trigger.number": "410.9e",
            "block.trigger.unblocked": None,
            "block.triggers_stacked": "309.1",
            "illegal_action": "422.1",
        },
        {
            "damage_orders": "none",
            "combat_damage": "on the stack",
            "second_step": "assigned",
            "zero_power": "assigns 0",
            "deathtouch": "trigger",
            "lifelink": "trigger",
            "blocks_trigger": "declared",
            "becomes_blocked_trigger": "first time that combat",
            "becomes_blocked_by_trigger": "declared, entering first or any effect",
        },
    ),
    _Earlier(date(2008, 10, 1), doctrines={"zero_power": "assigns none"}),
    _Earlier(date(2007, 10, 1), doctrines={"entering_checks": frozenset()}),
    _Earlier(
        date(2007, 5, 1),
        {"attack.entering": None, "attack.none_skip": "308.4", "attack.targets": "308.1", "block.entering": None},
        {"attackable": frozenset(("player",)), "steps_kept_by": "declared attackers"},
    ),
    _Earlier(date(2006, 5, 1), {"block.evasion": "501.1"}, {"requirements": "counted"}),
    _Earlier(
        date(2005, 10, 1),
        {"block.trigger.becomes_blocked": "309.3", "block.trigger.becomes_blocked_by": "309.3", "block.trigger.number": "410.9d"},
        {
            "blocks_trigger": "declared or by effect",
            "blocks_a_creature_trigger": "declared or by effect",
            "becomes_blocked_by_trigger": "declared, entering or new by effect",
        },
    ),
    _Earlier(date(2005, 8, 1), doctrines={"irreversible": frozenset(("to library", "from library", "random choice"))}),
    _Earlier(date(2004, 10, 1), {"attack.defending_player": None, "attack.targets": None}, {"targets": "one player"}),
    _Earlier(date(2004, 2, 1), doctrines={"walls_attack": False}),
    _Earlier(date(2003, 10, 1), doctrines={"zero_power": "assigns 0"}),
    _Earlier(date(2003, 7, 1), doctrines={"tapped_blockers": "as others"}),
    _Earlier(
        date(2003, 3, 15),
        {
            "attack.bands": None,
            "attack.becomes": "308.5",
            "attack.choose": "308.1",
            "attack.costs_locked": None,
            "attack.declaration": "308.1",
            "attack.mana": "308.2",
            "attack.pay": "308.2",
            "attack.tap": "308.2",
            "attack.trigger_point": None,
            "block.becomes_blocked": "309.4",
            "block.becomes_blocking": "309.4",
            "block.choose": "309.1",
            "block.costs_locked": None,
            "block.declaration": "309.1",
            "block.mana": "309.2",
            "block.pay": "309.2",
            "block.trigger.becomes_blocked": "410.9a",
            "block.trigger.becomes_blocked_by": "410.9c",
            "block.trigger.blocks": "410.9a",
            "block.trigger.characteristics": None,
        },
    ),
    _Earlier(date(2002, 10, 7), {"attack.requirements": "500.2", "block.requirements": "500.3"}, {"requirements": "local"}),
    _Earlier(
        date(2002, 2, 20),
        doctrines={"irreversible": frozenset(("to library", "from library", "from library to the stack", "random choice"))},
    ),
    _Earlier(date(2001, 9, 24), {"block.becomes_blocked": "309.3", "block.becomes_blocking": "309.3"}),
    _Earlier(date(2001, 7, 23), doctrines={"spent_mana_stays": False}),
    _Earlier(
        date(1999, 4, 23),
        {"block.requirements": "500.2", "block.restrictions": "500.2", "block.trigger.number": None},
        {
            "requirements": "local, undeclared creatures",
            "tapping": "as a cost",
            "irreversible": frozenset(),
            "number_trigger": "declared",
            "noncreature_recipients": "dealt damage",
        },
    ),
)


UNKNOWN_VERSIONS = (date(2026, 9, 25), date(2026, 6, 19), date(2024, 4, 12), date(2023, 6, 16))
"""The days from which published versions held whose text is in no archive, newest first. They are read as the edition before."""


@cache
def editions() -> tuple[Edition, ...]:
    """All known editions, newest first."""
    declared = [_NEWEST]
    for row in _EARLIER:
        numbers = {**declared[-1].numbers, **row.numbers}
        declared.append(
            replace(
                declared[-1],
                effective=row.effective,
                numbers={concept: number for concept, number in numbers.items() if number is not None},
                **row.doctrines,
            )
        )
    days = {edition.effective for edition in declared} | {day for day, _ in DAMAGE_NUMBERS}
    known = []
    for day in sorted(days, reverse=True):
        edition = next(edition for edition in declared if edition.effective <= day)
        of_damage: dict[str, str | None] = {}
        for since, numbers_since in DAMAGE_NUMBERS:
            if since <= day:
                of_damage.update(numbers_since)
        cited = {**edition.numbers, **{concept: number for concept, number in of_damage.items() if number is not None}}
        known.append(replace(edition, effective=day, numbers=cited))
    return tuple(known)


@cache
def edition_of(day: date) -> Edition:
    """The edition in force on that day.

    Raises InvalidInput for a day before the first edition.
    """
    for edition in editions():
        if edition.effective <= day:
            return edition
    raise InvalidInput("rules", day.isoformat(), f"a date from {editions()[-1].effective} on")


def known_since(thing: Attackable) -> date:
    """The effective date of the first edition in which that can be attacked."""
    return min(edition.effective for edition in editions() if thing in edition.attackable)
