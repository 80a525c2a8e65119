"""Every doctrine of the editions in our own words: what it is about, and a phrase for each of its variants."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import NamedTuple


class DoctrineWords(NamedTuple):
    """What a doctrine is about, and a phrase for each variant, or for each member where it is a set (`None`: the empty set).

    `decides`: the rule concepts, or the parts of a combat, whose rulings it can change.
    """

    about: str
    variants: Mapping[Hashable, str]
    decides: Set[str]


_REQUIREMENTS = {"attack.requirements", "block.requirements"}
_DEALT = {"dealt", "destroyed", "life", "lost", "marked"}
_PAYMENT = {"attack.mana", "attack.pay", "block.mana", "block.pay"}
DOCTRINES: dict[str, DoctrineWords] = {
    "attackable": DoctrineWords(
        "can be attacked",
        {"player": "players", "planeswalker": "planeswalkers", "battle": "battles", None: "nothing"},
        {"attack.targets"},
    ),
    "targets": DoctrineWords(
        "who is attacked",
        {
            "each creature": "chosen for each creature",
            "one player": "one defending player, by all creatures",
        },
        {"attack.targets"},
    ),
    "walls_attack": DoctrineWords("Walls", {True: "may attack", False: "can't attack"}, {"attack.choose"}),
    "requirements": DoctrineWords(
        "requirements",
        {
            "global": "as many are obeyed as any declaration could that breaks no restriction, whoever has to help",
            "counted": "as many are obeyed as could be by leaving creatures out, or declaring them for what they are required to",
            "local": "none is left that changing one creature would obey, the rest as proposed",
            "local, undeclared creatures": "none is left that declaring one creature more would obey, the rest as proposed",
        },
        _REQUIREMENTS,
    ),
    "cost_exemption": DoctrineWords(
        "requirements and costs",
        {
            "never required to pay": "nobody is required to pay",
            "creatures with a cost": "creatures that can't be declared without paying are exempt, even if it is paid",
            "unpaid costs": "creatures whose cost isn't paid are exempt",
        },
        _REQUIREMENTS,
    ),
    "tapped_blockers": DoctrineWords(
        "tapped creatures that may block",
        {"as others": "obey requirements like others", "exempt": "are exempt from requirements"},
        _REQUIREMENTS,
    ),
    "turn_requirements": DoctrineWords(
        "“this turn if able”",
        {
            "each combat": "holds in each combat phase of the turn",
            "until obeyed": "is settled once obeyed, as far as the text says",
        },
        _REQUIREMENTS,
    ),
    "optional_costs": DoctrineWords(
        "costs to be paid “as it attacks”",
        {True: "may be chosen", False: "there are none"},
        {"attack.optional_costs"},
    ),
    "tapping": DoctrineWords(
        "tapping",
        {"attacking": "attackers become tapped, which is no cost", "as a cost": "is itself a cost to attack"},
        {"attack.pay"},
    ),
    "steps_kept_by": DoctrineWords(
        "blockers are declared",
        {
            "any attackers": "if creatures were declared as attackers or entered attacking",
            "declared attackers": "if creatures were declared as attackers",
        },
        {"block.no_attackers"},
    ),
    "defending_player": DoctrineWords(
        "“the defending player” means",
        {"now": "whom the creature attacks now, or attacked last", "as declared": "whom it attacked when it began to"},
        {"block.restrictions", "block.trigger.unblocked"},
    ),
    "entering_checks": DoctrineWords(
        "doesn't attack or block though it enters so",
        {
            "controller": "a creature of anybody but the attacking player, or of a player whom the attacker doesn't attack",
            "target gone": "a creature that would attack what is gone or can't be attacked any more",
            "attacker gone": "a creature that would block what no longer attacks",
            "defender": "a creature that would attack what no defending player controls or protects",
            None: "nothing that is a creature",
        },
        {"attacking", "blocking"},
    ),
    "blocks_trigger": DoctrineWords(
        "“blocks” triggers",
        {
            "declared or by effect": "if declared, or if an effect makes a creature block that didn't",
            "declared": "only if declared",
        },
        {"block.trigger.blocks"},
    ),
    "blocks_a_creature_trigger": DoctrineWords(
        "“blocks a creature” triggers",
        {
            "declared or by effect": "if declared, or for each further attacker that an effect adds",
            "declared": "only if declared",
        },
        {"block.trigger.blocks_a_creature"},
    ),
    "becomes_blocked_trigger": DoctrineWords(
        "“becomes blocked” triggers",
        {"if it was unblocked": "if it was unblocked", "first time that combat": "the first time that combat"},
        {"block.trigger.becomes_blocked"},
    ),
    "becomes_blocked_by_trigger": DoctrineWords(
        "“becomes blocked by a creature” triggers",
        {
            "declared, entering or new by effect": "for each that begins to block it, declared, entering or by an effect",
            "declared or any effect": "for each declared, and each that an effect makes block it, even once more",
            "declared, entering first or any effect": "for each declared, each that an effect makes block it, even once more, "
            "and one that enters blocking it before all others",
        },
        {"block.trigger.becomes_blocked_by"},
    ),
    "number_trigger": DoctrineWords(
        "“by two or more creatures” triggers",
        {"any change": "also if effects add or remove blockers", "declared": "as blockers are declared"},
        {"block.trigger.number"},
    ),
    "unblocked_trigger": DoctrineWords(
        "“attacks and isn't blocked” triggers",
        {"any attacker": "also for creatures that entered attacking", "declared attackers": "for declared attackers"},
        {"block.trigger.unblocked"},
    ),
    "bands_with_other": DoctrineWords(
        "“bands with other” bands a creature with",
        {"that quality": "others of that quality", "the same ability": "those that have the same ability, or banding"},
        {"attack.bands", "damage.banding_attacker", "damage.banding_blocker"},
    ),
    "damage_orders": DoctrineWords(
        "damage assignment orders",
        {
            "none": "there are none",
            "several": "announced for creatures that face several",
            "every": "announced for every blocked attacker and every blocker",
        },
        {"block.order_attacker", "block.order_blocker", "orders", "damage.blocked", "damage.blocker", *_DEALT},
    ),
    "combat_damage": DoctrineWords(
        "combat damage",
        {
            "dealt at once": "is dealt as soon as it is assigned",
            "on the stack": "goes on the stack, and players may respond; it is dealt as assigned, also by what has left",
        },
        {"damage.dealt", *_DEALT},
    ),
    "noncreature_recipients": DoctrineWords(
        "combat damage on the stack to what has stopped being a creature",
        {"dealt nothing": "isn't dealt", "dealt damage": "is dealt"},
        _DEALT,
    ),
    "second_step": DoctrineWords(
        "without double strike a creature deals no damage in the second step",
        {
            "had first strike": "if it had first or double strike as the first step began",
            "assigned": "if it assigned combat damage in the first step",
        },
        {"damage.two_steps", "damage.power", *_DEALT},
    ),
    "rampage": DoctrineWords(
        "rampage triggers",
        {
            "becomes blocked": "as the creature becomes blocked",
            "becomes blocked by two or more": "as the creature becomes blocked by two or more creatures",
        },
        {"block.trigger.becomes_blocked"},
    ),
    "zero_power": DoctrineWords(
        "a creature with power 0 or less",
        {"assigns none": "assigns no combat damage", "assigns 0": "assigns 0 combat damage"},
        {"damage.two_steps", "damage.power", *_DEALT},
    ),
    "deathtouch": DoctrineWords(
        "deathtouch",
        {
            "any damage is lethal": "any damage is lethal, destroyed as a state-based action",
            "any order": "damage in any order of the blockers, destroyed as a state-based action",
            "trigger": "a triggered ability that destroys",
        },
        {"damage.trample", "damage.blocked", "damage.blocker", "damage.deathtouch", *_DEALT},
    ),
    "lifelink": DoctrineWords(
        "lifelink",
        {"result": "life is gained as the damage is dealt", "trigger": "a triggered ability"},
        {"damage.lifelink", *_DEALT},
    ),
    "unique": DoctrineWords(
        "there can be only one",
        {
            "legends": "legendary permanent of a name",
            "legends of one player": "legendary permanent of a name for each player",
            "planeswalkers": "planeswalker of a type",
            "planeswalkers of one player": "planeswalker of a type for each player",
            None: "none",
        },
        {"destroyed"},
    ),
    "phasing_out": DoctrineWords(
        "what phases out",
        {
            "it stays": "stays on the battlefield, though nothing sees it",
            "tokens cease to exist": "stays on the battlefield, but a token ceases to exist",
            "tokens cease to exist, and it leaves": "triggers what triggers as it leaves, and a token ceases to exist",
        },
        {"attack.choose", "block.choose"},
    ),
    "irreversible": DoctrineWords(
        "a mana ability isn't taken back if it",
        {
            "to library": "put cards into a library",
            "from library": "took cards from a library (but onto the stack)",
            "from library to the stack": "took cards from a library onto the stack",
            "shuffled": "shuffled a library",
            "revealed": "revealed cards of a library",
            "random choice": "chose at random",
            None: "none: each may be taken back",
        },
        _PAYMENT,
    ),
    "spent_mana_stays": DoctrineWords(
        "a mana ability whose mana was spent on one that stays", {True: "stays too", False: "may be taken back"}, _PAYMENT
    ),
}
"""Every doctrine in words, by its field of `Edition`."""
