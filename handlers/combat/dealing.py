"""Dealing combat damage (510.2): replacement and prevention, then the results of the damage (120.3, 120.4), all as one event.

Pure: a view and what was assigned in, the event out. Nothing is appended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...events import abilities as a
from ...events.damage import CombatDamageDealt, Damage, LifeGained
from ...events.errors import FactNotStated, WordingNotUnderstood
from ...events.stack import CountersChanged
from ...projections.board import Permanent
from ..rulebook.editions import Edition
from ..view.context import AbilityT, Context, Held
from ..view.protection_702_16 import is_protected
from ..view.view import View


def check_understood(view: View) -> None:
    """Decline a board with a sentence about damage that isn't understood and is in force. Raises WordingNotUnderstood."""
    for held in view.held(a.Unread):
        if view.holds(held.ability.condition, held.context):
            raise WordingNotUnderstood("damage", repr(held.text), "wording about combat damage that is understood")


def deal(view: View, edition: Edition, assignment: Mapping[str, Mapping[str, int]], *, combat: bool = True) -> CombatDamageDealt:
    """Deal an assignment at one time: the damage that is dealt, and its results. Sources deal in the order of the assignment.

    `combat`: whether it is combat damage. Damage that an ability deals isn't; it has the same results.

    A "next N damage" shield that doesn't suffice for several sources takes theirs in that order: the rules let a player choose.
    Raises WordingNotUnderstood, and FactNotStated where the result depends on an order that a player chooses (616.1).
    """
    check_understood(view)
    results = _Results(view, edition, combat)
    changes = _Changes(view, combat)
    for source_id, amounts in assignment.items():
        source = source_of(view, source_id)
        for recipient, assigned in amounts.items():
            if assigned <= 0:
                continue
            dealt = prevented = 0
            if source is not None and _can_be_dealt_damage(view, edition, recipient):
                dealt, prevented = changes.applied(source, recipient, assigned)
            results.add(
                source_id,
                source,
                Damage(source=source_id, recipient=recipient, assigned=assigned, dealt=dealt, prevented=prevented),
            )
    return results.event(changes.used)


def has_shield_counter(view: View, recipient: str) -> bool:
    """122.1c: damage to it is prevented, and a shield counter is removed."""
    permanent = view.permanents.get(recipient)
    return permanent is not None and bool(permanent.counters) and permanent.counters.get("shield", 0) > 0


def counters_removed(view: View, damage: Iterable[Damage], *, combat: bool = True) -> Iterator[CountersChanged]:
    """122.1c, 615.5: of everything that would be dealt damage at one time, one shield counter is removed, or one of the kind that
    a text says; also where damage can't be prevented (615.12). `view`: as it is dealt."""
    would_be = [each for each in damage if each.dealt or each.prevented]
    for id in dict.fromkeys(each.recipient for each in would_be):
        if has_shield_counter(view, id):
            yield CountersChanged(id=id, counters={"shield": -1})
    for id, kind in _Changes(view, combat).removed(would_be):
        if view.permanents[id].counters.get(kind, 0) > 0:
            yield CountersChanged(id=id, counters={kind: -1})


def source_of(view: View, id: str) -> Permanent | None:
    """The source of damage, as it is or most recently was (608.2h)."""
    board = view.board
    return board.permanents.get(id) or board.last_known.get(id) or board.departed.get(id)


def _can_be_dealt_damage(view: View, edition: Edition, recipient: str) -> bool:
    """Whether it is still there, and still something that damage is dealt to (120.1a; until 2009-07-10 310.4)."""
    if recipient in view.board.players:
        return True
    permanent = view.permanents.get(recipient)
    if permanent is None:
        return False
    if edition.noncreature_recipients == "dealt damage":
        return True
    return not permanent.types.isdisjoint(("Creature", "Planeswalker", "Battle"))


# --- replacement and prevention ---------------------------------------------------------------------------------------


_AboutDamage = a.CantDealDamage | a.ChangesDamage | a.PreventsDamage | a.DamageCantBePrevented | a.PreventsNextDamage


class _Changes:
    """The effects that replace and prevent damage, applied to each source and recipient. `used`: effect → prevented by its
    shield."""

    def __init__(self, view: View, combat: bool) -> None:
        self.view = view
        self.combat = combat
        self.used: dict[str, int] = {}
        self._cant = view.held(a.CantDealDamage)
        self._replacing = view.held(a.ChangesDamage)
        self._preventing = view.held(a.PreventsDamage)
        self._unpreventable = view.held(a.DamageCantBePrevented)
        self._shields = list(_of_effects(view, a.PreventsNextDamage))
        self._plain = not (self._cant or self._replacing or self._preventing or self._shields)

    def applied(self, source: Permanent, recipient: str, amount: int) -> tuple[int, int]:
        """How much is dealt, and how much is prevented of what would have been dealt."""
        protected = "protection" in self.view.keywords(recipient)
        countered = has_shield_counter(self.view, recipient)
        if self._plain and not protected and not countered:
            return amount, 0
        if any(self._concerns(held, source, recipient) for held in self._cant):
            return 0, 0
        replacing = [held.ability for held in self._replacing if self._concerns(held, source, recipient)]
        instead = _replaced(amount, replacing)
        if any(self._concerns(held, source, recipient) for held in self._unpreventable):
            return instead, 0
        protected = protected and is_protected(self.view, recipient, source)  # 702.16e
        partly = self._part_prevented(source, recipient, instead)
        shields = [held for held in self._shields if self._concerns(held[1], source, recipient)]
        if (protected or countered or shields) and any(self._removing(source, recipient)):
            raise _order_chosen("damage to " + recipient + " that is prevented with a counter removed, and by another effect")
        if countered and (protected or partly or shields):
            raise _order_chosen("damage to " + recipient + " that a shield counter and another effect prevent")
        if protected or countered:
            return 0, instead
        if replacing and instead != amount and (0 < partly < instead or shields):
            raise _order_chosen("damage to " + recipient + " that is both replaced and prevented")
        left = instead - partly
        for effect, held in shields:
            taken = min(left, held.ability.amount - self.view.board.prevented.get(effect, 0) - self.used.get(effect, 0))
            if taken > 0:
                self.used[effect] = self.used.get(effect, 0) + taken
                left -= taken
        return left, instead - left

    def _part_prevented(self, source: Permanent, recipient: str, amount: int) -> int:
        """How much static abilities and effects prevent, without the shields that are used up."""
        left = amount
        kept = [amount]
        preventing = [held for held in self._preventing if self._concerns(held, source, recipient)]
        if len(preventing) > 1 and any(held.ability.removes or held.ability.half for held in preventing):
            raise _order_chosen("damage to " + recipient + " that several effects prevent")
        for held in preventing:
            ability = held.ability
            if ability.all_but is not None:
                kept.append(ability.all_but)
            elif ability.half is not None:
                left -= (amount + (ability.half == "up")) // 2
            elif ability.amount is None:
                return amount
            else:
                left -= self.view.quantity(ability.amount, held.context)
        if len(kept) > 1 and left < amount:
            raise _order_chosen("damage to " + recipient + " of which some is prevented, and all but some")
        return amount - max(0, min(left, *kept))

    def _removing(self, source: Permanent, recipient: str) -> Iterator[str]:
        """Of which kind a counter is removed, by each text that says so."""
        for held in self._preventing:
            if held.ability.removes and self._concerns(held, source, recipient):
                yield held.ability.removes

    def removed(self, damage: Iterable[Damage]) -> Iterator[tuple[str, str]]:
        """The permanents of which texts remove a counter with damage that is dealt at one time, and its kind (615.5)."""
        found: dict[tuple[str, str], None] = {}
        for each in damage if any(held.ability.removes for held in self._preventing) else ():
            if (source := source_of(self.view, each.source)) is not None:
                found |= dict.fromkeys((each.recipient, kind) for kind in self._removing(source, each.recipient))
        yield from found

    def _concerns(self, held: Held[_AboutDamage], source: Permanent, recipient: str) -> bool:
        """Whether an ability is about such damage of that source to that recipient."""
        ability, view = held.ability, self.view
        return (
            (self.combat or not ability.combat)
            and self._is_from(ability, source, held.context)
            and self._is_to(ability, recipient, held.context)
            and view.holds(ability.condition, held.context)
        )

    def _is_from(self, ability: _AboutDamage, source: Permanent, context: Context) -> bool:
        """Where sources aren't specified and recipients are, sources at any distance are meant (801.13b)."""
        at_any = ability.recipients is not None and ability.sources == a.ANYTHING
        return at_any or self.view.matches(ability.sources, source, context)

    def _is_to(self, ability: _AboutDamage, recipient: str, context: Context) -> bool:
        """Where neither is specified, both have to be within range (801.13b)."""
        if ability.recipients is None and ability.sources == a.ANYTHING and self.view.ranges:
            return self.view.reaches(recipient, context.you)
        return self.view.is_dealt(ability.recipients, recipient, context)


def _replaced(amount: int, replacing: Sequence[a.ChangesDamage | a.ChangesLifeGain]) -> int:
    """What is dealt instead; 0 stays 0 (120.8). Raises FactNotStated where the order of the replacements makes a difference."""
    if not amount:
        return 0
    first = last = amount
    for ability in replacing:
        first = first * ability.factor + ability.more
    for ability in reversed(replacing):
        last = last * ability.factor + ability.more
    if len(replacing) > 1 and any(each.more for each in replacing) and (first != last or len(replacing) > 2):
        raise _order_chosen("damage that several effects replace")
    return max(0, first)


def _order_chosen(what: str) -> FactNotStated:
    return FactNotStated("damage", what, "damage for which the order of these effects makes no difference: a player chooses it")


def _of_effects(view: View, kind: type[AbilityT]) -> Iterator[tuple[str, Held[AbilityT]]]:
    """The abilities of one kind that effects have, with the id of the effect."""
    for effect, timed in view.board.effects.items():
        for ability in timed.effect.abilities:
            if isinstance(ability, kind):
                context = Context(timed.effect.source, timed.effect.controller)
                yield effect, Held(ability, context, None, timed.effect.text or ability.text, timed.timestamp)


# --- results -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
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
