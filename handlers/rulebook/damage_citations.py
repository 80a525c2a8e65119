"""Rule numbers of combat damage, state-based actions, the stack and the end of combat by concept, dated forward: each row from
its day on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

DAMAGE_NUMBERS: tuple[tuple[date, Mapping[str, str | None]], ...] = (
    (
        date(1999, 4, 23),
        {
            "combat.end_triggers": "311.1",
            "damage.assign": "310.1",
            "damage.blocked": "310.1c",
            "damage.blocker": "310.1d",
            "damage.dealt": "310.4",
            "damage.on_the_stack": "310.2",
            "damage.power": "310.1a",
            "damage.trample": "502.9b",
            "damage.two_steps": "502.2b",
            "damage.unblocked": "310.1b",
            "damage.wears_off": "314.1b",
            "regenerate": "419.6b",
            "sba.lethal": "420.5c",
            "sba.life": "420.5a",
            "sba.toughness": "420.5b",
            "stack.order": "410.3",
            "stack.resolve": "413.2",
            "stack.targets": "410.4",
            "stack.triggers": "410.2",
        },
    ),
    (
        date(2001, 7, 23),
        {
            "damage.banding_attacker": "502.10h",
            "damage.banding_blocker": "502.10h",
            "sba.poison": "420.5h",
        },
    ),
    (
        date(2003, 7, 1),
        {
            "combat.end_removes": "311.2",
            "damage.blocked": "310.2c",
            "damage.blocker": "310.2d",
            "damage.on_the_stack": "310.1",
            "damage.power": "310.2a",
            "damage.triggers_stacked": "310.1",
            "damage.two_steps": "310.5",
            "damage.unblocked": "310.2b",
            "damage.wears_off": "314.2",
        },
    ),
    (
        date(2005, 8, 1),
        {
            "damage.apnap": "602.5",
        },
    ),
    (
        date(2006, 10, 1),
        {
            "sba.counters": "420.5n",
        },
    ),
    (
        date(2007, 5, 1),
        {
            "damage.deathtouch": "502.63a",
            "damage.lifelink": "502.68a",
            "damage.poisonous": "502.69a",
            "regenerate": "501.5a",
        },
    ),
    (
        date(2007, 10, 1),
        {
            "sba.loyalty": "420.5p",
        },
    ),
    (
        date(2009, 7, 11),
        {
            "combat.end_removes": "511.3",
            "combat.end_triggers": "511.1",
            "damage.apnap": "802.6",
            "damage.assign": "510.1",
            "damage.banding_attacker": "702.19j",
            "damage.banding_blocker": "702.19k",
            "damage.blocked": "510.1c",
            "damage.blocker": "510.1d",
            "damage.dealt": "510.2",
            "damage.deathtouch": "702.2c",
            "damage.lifelink": "702.13a",
            "damage.on_the_stack": None,
            "damage.player_left": "800.4d",
            "damage.poisonous": "702.67a",
            "damage.power": "510.1a",
            "damage.trample": "702.17b",
            "damage.trample_planeswalker": "702.17d",
            "damage.triggers_stacked": "510.3",
            "damage.two_steps": "510.5",
            "damage.unblocked": "510.1b",
            "damage.wears_off": "514.2",
            "regenerate": "701.11a",
            "sba.counters": "704.5r",
            "sba.deathtouch": "704.5h",
            "sba.lethal": "704.5g",
            "sba.life": "704.5a",
            "sba.loyalty": "704.5i",
            "sba.poison": "704.5c",
            "sba.toughness": "704.5f",
            "stack.order": "603.3b",
            "stack.resolve": "608.2",
            "stack.targets": "603.3d",
            "stack.triggers": "603.2",
        },
    ),
    (
        date(2009, 10, 1),
        {
            "sba.commander": "704.5u",
        },
    ),
    (
        date(2010, 2, 1),
        {
            "damage.lifelink": "702.13b",
        },
    ),
    (
        date(2011, 4, 1),
        {
            "sba.commander": "704.5v",
        },
    ),
    (
        date(2011, 6, 17),
        {
            "damage.banding_attacker": "702.20j",
            "damage.banding_blocker": "702.20k",
            "damage.lifelink": "702.14b",
            "damage.poisonous": "702.68a",
            "damage.trample": "702.18b",
            "damage.trample_planeswalker": "702.18d",
        },
    ),
    (
        date(2011, 9, 30),
        {
            "regenerate": "701.12a",
        },
    ),
    (
        date(2012, 2, 1),
        {
            "damage.player_left": "800.4e",
        },
    ),
    (
        date(2013, 7, 13),
        {
            "damage.banding_attacker": "702.21j",
            "damage.banding_blocker": "702.21k",
            "damage.lifelink": "702.15b",
            "damage.poisonous": "702.69a",
            "damage.trample": "702.19b",
            "damage.trample_planeswalker": "702.19d",
        },
    ),
    (
        date(2016, 9, 30),
        {
            "combat.end_triggers": "511.2",
            "damage.triggers_stacked": "510.3a",
            "damage.two_steps": "510.4",
            "regenerate": "701.13a",
        },
    ),
    (
        date(2017, 1, 20),
        {
            "damage.deathtouch": "702.2b",
        },
    ),
    (
        date(2017, 9, 29),
        {
            "sba.commander": "704.5u",
            "sba.counters": "704.5q",
        },
    ),
    (
        date(2018, 4, 27),
        {
            "sba.commander": "704.5v",
            "regenerate": "701.14a",
        },
    ),
    (
        date(2020, 7, 3),
        {
            "sba.commander": "704.6c",
            "regenerate": "701.15a",
        },
    ),
    (
        date(2021, 4, 22),
        {
            "damage.banding_attacker": "702.22j",
            "damage.banding_blocker": "702.22k",
            "damage.poisonous": "702.70a",
        },
    ),
    (
        date(2021, 6, 18),
        {
            "damage.trample_over_planeswalkers": "702.19c",
            "damage.trample_planeswalker": "702.19f",
        },
    ),
    (
        date(2023, 4, 14),
        {
            "sba.defense": "704.5v",
        },
    ),
    (
        date(2024, 11, 8),
        {
            "damage.apnap": "802.5",
        },
    ),
    (
        date(2025, 6, 6),
        {
            "regenerate": "701.19a",
        },
    ),
)
"""Day → concept → its number from that day on (None: no rule of its own any more). Concepts that a row doesn't name keep
theirs."""
