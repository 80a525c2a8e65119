"""Dealing combat damage (510.2): replacement and prevention, then the results of the damage (120.3, 120.4), all as one event.

Pure: a view and what was assigned in, the event out. Nothing is appended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import permutations
from typing import NamedTuple

from ...events import abilities as a
from ...events.damage import CombatDamageDealt, Damage, LifeGained
from ...events.errors import FactNotStated, WordingNotUnderstood
from ...events.stack import CountersChanged
from ...projections.board import Permanent
from ..rulebook.editions import Edition
from ..view.context import Held
from ..view.view import View
from .changed_damage_616 import DamageChanges, DamageOnItsWay, can_be_dealt_damage, order_chosen, source_of


def check_understood(view: View) -> None:
    """Decline a board with a sentence about damage that isn't understood and is in force. Raises WordingNotUnderstood."""
    for held in view.held(a.Unread):
        if view.holds(held.ability.condition, held.context):
            raise WordingNotUnderstood("damage", repr(held.text), "wording about combat damage that is understood")


class Dealt(NamedTuple):
    """The damage that was dealt at one time with its results, and the counters that are removed with it."""

    event: CombatDamageDealt
    counters: tuple[CountersChanged, ...]


def deal(view: View, edition: Edition, assignment: Mapping[str, Mapping[str, int]], *, combat: bool = True) -> Dealt:
    """Deal an assignment at one time: the damage that is dealt, and its results. Sources deal in the order of the assignment.

    `combat`: whether it is combat damage. Damage that an ability deals isn't; it has the same results.

    Raises WordingNotUnderstood, and FactNotStated where the result depends on what a player chooses: the order of effects
    (616.1), or which damage a shield prevents (615.7).
    """
    check_understood(view)
    results = _Results(view, edition, combat)
    changes = DamageChanges(view, edition, combat)
    removed: dict[tuple[str, str], None] = {}
    for source_id, amounts in assignment.items():
        source = source_of(view, source_id)
        dealt: dict[str, Damage] = {}
        for recipient, assigned in amounts.items():
            if assigned <= 0:
                continue
            if source is None or not can_be_dealt_damage(view, edition, recipient):
                way = DamageOnItsWay(recipient, 0)
            else:
                way = changes.applied(source, recipient, assigned)
            if way.recipient != recipient:
                _add(dealt, Damage(source=source_id, recipient=recipient, assigned=assigned, dealt=0))
                recipient, assigned = way.recipient, 0
            arrived = Damage(source=source_id, recipient=recipient, assigned=assigned, dealt=way.amount, prevented=way.prevented)
            _add(dealt, arrived)
            if way.removes:
                removed |= dict.fromkeys(sorted(way.removes))
        for damage in dealt.values():
            results.add(source_id, source, damage)
    changes.check_whose_is_prevented(results.damage)
    there = [(id, kind) for id, kind in removed if view.permanents[id].counters.get(kind, 0) > 0]
    return Dealt(results.event(changes.used), tuple(CountersChanged(id=id, counters={kind: -1}) for id, kind in there))


def _add(dealt: dict[str, Damage], more: Damage) -> None:
    """What a source deals to a recipient is one damage, also where some of it was redirected (614.9)."""
    if (before := dealt.get(more.recipient)) is not None:
        sums = {name: getattr(before, name) + getattr(more, name) for name in ("assigned", "dealt", "prevented")}
        more = before.model_copy(update=sums)
    dealt[more.recipient] = more


# --- results -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False, repr=False)
class _Results:
    """120.3: what damage results in, added up over everything that is dealt at one time."""

    view: View
    edition: Edition
    combat: bool
    damage: list[Damage] = field(default_factory=list)
    life: dict[str, int] = field(default_factory=dict)
    linked: dict[str, int] = field(default_factory=dict)
    poison: dict[str, int] = field(default_factory=dict)
    marked: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    loyalty: dict[str, int] = field(default_factory=dict)
    defense: dict[str, int] = field(default_factory=dict)
    touched: dict[str, None] = field(default_factory=dict)

    def add(self, id: str, source: Permanent | None, damage: Damage) -> None:
        """120.3a–h for one source and recipient."""
        self.damage.append(damage)
        amount, recipient = damage.dealt, damage.recipient
        if amount <= 0 or source is None:
            return  # 120.8: 0 damage is none
        keywords = self.view.keywords(id)
        if recipient in self.view.board.players:
            if "infect" in keywords:
                self._poisoned(recipient, amount)
            elif may_lose_life(self.view, recipient):
                _more(self.life, recipient, amount)
            if "toxic" in keywords and self.combat:
                self._poisoned(recipient, self.view.toxic_value(id))
        else:
            self._to_permanent(recipient, amount, keywords)
        if "lifelink" in keywords and self.edition.lifelink == "result":
            _more(self.linked, id, amount)

    def _poisoned(self, player: str, number: int) -> None:
        if may_get_poison(self.view, player):
            _more(self.poison, player, number)

    def _to_permanent(self, recipient: str, amount: int, keywords: frozenset[str]) -> None:
        permanent = self.view.permanents[recipient]
        types = permanent.types
        for type, number in (("Planeswalker", "loyalty"), ("Battle", "defense")):
            if type in types and getattr(permanent, number) is None and not self.view.board.recorded:
                raise FactNotStated(recipient, f"no {number}", f"a case that states it: `{number}`, or {number} counters")
        if "Planeswalker" in types:
            _more(self.loyalty, recipient, amount)
        if "Battle" in types and permanent.defense != 0:  # of no counters none is removed
            _more(self.defense, recipient, amount)
        if "Creature" in types:
            _more(self.marked if keywords.isdisjoint(("wither", "infect")) else self.counters, recipient, amount)
            if "deathtouch" in keywords and self.edition.deathtouch != "trigger":
                self.touched[recipient] = None

    def event(self, shields: dict[str, int]) -> CombatDamageDealt:
        """Everything that happened at one time."""
        return CombatDamageDealt(
            damage=tuple(self.damage),
            life=self.life,
            gained=tuple(self._gained()),
            poison=self.poison,
            marked=self.marked,
            counters=self.counters,
            loyalty=self.loyalty,
            defense=self.defense,
            deathtouched=tuple(self.touched),
            shields=shields,
        )

    def _gained(self) -> Iterator[LifeGained]:
        """702.15b, e: each source with lifelink causes an event of its own."""
        for id, amount in self.linked.items():
            source = source_of(self.view, id)
            assert source is not None, "it dealt damage"
            gained = life_gained(self.view, source.controller, amount)
            if gained > 0 and source.controller in self.view.board.players:
                yield LifeGained(player=source.controller, amount=gained, source=id)


def life_gained(view: View, player: str, amount: int) -> int:
    """How much life a player gains who would gain so much. Raises FactNotStated where a player chooses the order of
    replacements."""

    if any(_is_about(view, held, each) for each in view.board.sharing_life(player) for held in view.held(a.CantGainLife)):
        return 0
    return _replaced(amount, [held.ability for held in view.held(a.ChangesLifeGain) if _is_about(view, held, player)])


def _replaced(amount: int, replacing: Sequence[a.ChangesLifeGain]) -> int:
    """How much is gained instead; 0 stays 0. Raises FactNotStated where the order of the replacements makes a difference."""
    orders = permutations(replacing) if amount and any(each.more for each in replacing) else [replacing]
    found = {reduce(lambda much, each: much * each.factor + each.more, order, amount) for order in orders}
    if len(found) > 1:
        raise order_chosen("life that several effects replace")
    return found.pop()


def may_lose_life(view: View, player: str) -> bool:
    """Whether the player, and everybody with the same life total, can lose life (119.8, 810.9h)."""
    return not any(_is_about(view, held, each) for each in view.board.sharing_life(player) for held in view.held(a.CantLoseLife))


def may_get_poison(view: View, player: str) -> bool:
    """Whether the player, and everybody with the same poison counters, can get some (810.10c)."""
    return not any(
        _is_about(view, held, each) for each in view.board.sharing_poison(player) for held in view.held(a.CantGetPoison)
    )


def _is_about(view: View, held: Held[a.CantGainLife | a.CantLoseLife | a.CantGetPoison | a.ChangesLifeGain], player: str) -> bool:
    return view.includes(held.ability.players, player, held.context) and view.holds(held.ability.condition, held.context)


def _more(amounts: dict[str, int], id: str, amount: int) -> None:
    amounts[id] = amounts.get(id, 0) + amount
