"""Each kind of instruction carried out (608.2c): one function for each, which appends what happens to the draft.

What happens at one time is seen by triggers as one: the damage of one instruction, the permanents that leave by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.damage import StateBasedAction, StateBasedActionsPerformed
from ...projections.board import Permanent
from ..attempt import Draft
from ..combat import effects_611_2, entering, removal
from ..combat.dealing import deal, life_gained
from ..combat.state_based_actions_704 import shield, take_out_of_combat
from ..mana import pay
from ..rulebook.concepts import Concept
from ..triggers.damage_510_3 import Departed, damage_triggers, departure_triggers
from ..triggers.resolving_603_2 import counter_triggers, life_triggers, tap_triggers
from ..view.characteristics import number_of
from ..view.view import View
from .binding import Binding, NotCarriedOut
from .choosing import Chooser


@dataclass(slots=True)
class Resolving:
    """An ability that resolves on a draft, with what its words mean and what its controller chooses."""

    draft: Draft
    binding: Binding
    chooser: Chooser
    effects: int = 0

    @property
    def view(self) -> View:
        """The board now."""
        return self.draft.view

    @property
    def controller(self) -> str:
        """Whose ability it is."""
        return self.binding.ability.controller

    def permanents(self, filter: a.Filter) -> list[Permanent]:
        """The permanents on the battlefield that are meant, now."""
        return self.binding.permanents(filter, self.view)

    def players(self, players: a.Players) -> list[str]:
        """The players who are meant."""
        return self.binding.players(players, self.view)

    def quantity(self, quantity: a.Quantity) -> int:
        """The number meant, now."""
        return self.binding.quantity(quantity, self.view)

    def carry_out(self, instructions: Iterable[a.Instruction]) -> None:
        """One instruction after the other. Raises NotCarriedOut."""
        for each in instructions:
            if each.kind == "pays" and not _paid(self, each):
                return
            _CARRY_OUT[type(each)](self, each)


# --- counters, tapping, life -------------------------------------------------------------------------------------------


def _put_counters(doing: Resolving, instruction: a.PutsCounters) -> None:
    number = doing.quantity(instruction.number)
    _change_counters(doing, [(each, number) for each in doing.permanents(instruction.permanents)], instruction.counter)


def _remove_counters(doing: Resolving, instruction: a.RemovesCounters) -> None:
    changes = []
    for each in doing.permanents(instruction.permanents):
        has = each.counters.get(instruction.counter, 0)
        changes.append((each, -(has if instruction.number is None else min(has, doing.quantity(instruction.number)))))
    _change_counters(doing, changes, instruction.counter)


def _change_counters(doing: Resolving, changes: list[tuple[Permanent, int]], counter: str) -> None:
    put = {}
    for permanent, number in changes:
        if number:
            doing.draft.append(s.CountersChanged(id=permanent.id, counters={counter: number}))
        if number > 0:
            put[permanent.id] = number
    for each in counter_triggers(doing.view, put, counter):
        doing.draft.append(each)


def _tap(doing: Resolving, instruction: a.Taps) -> None:
    tapped = [each.id for each in doing.permanents(instruction.permanents) if not each.tapped]
    for id in tapped:
        doing.draft.append(t.PermanentTapped(id=id))
    for each in tap_triggers(doing.view, tapped):
        doing.draft.append(each)


def _untap(doing: Resolving, instruction: a.Untaps) -> None:
    for each in doing.permanents(instruction.permanents):
        if each.tapped:
            doing.draft.append(t.PermanentUntapped(id=each.id))


def _change_life(doing: Resolving, instruction: a.ChangesLife) -> None:
    gains, loses = doing.quantity(instruction.gains), doing.quantity(instruction.loses)
    changes = {}
    for player in doing.players(instruction.players):
        change = (life_gained(doing.view, player, gains) if gains > 0 else 0) - max(0, loses)
        if change:
            changes[player] = change
    for player, change in changes.items():
        change_life(doing.draft, player, change, doing.binding.ability.source)
    for each in life_triggers(doing.view, changes):
        doing.draft.append(each)


def change_life(draft: Draft, player: str, change: int, source: str | None) -> None:
    """A player gains or loses life; what triggers on it isn't told here."""
    total = draft.state.board.life[player] + change
    draft.append(t.LifeChanged(player=player, change=change, source=source))
    draft.append(t.PlayerTotalsChanged(player=player, life=total))


def _give_poison(doing: Resolving, instruction: a.GivesPoison) -> None:
    number = doing.quantity(instruction.number)
    for player in doing.players(instruction.players) if number > 0 else ():
        doing.draft.append(s.PoisonGiven(player=player, number=number))


def _move_cards(doing: Resolving, instruction: a.MovesCards) -> None:
    number = doing.quantity(instruction.number)
    for player in doing.players(instruction.players) if number > 0 else ():
        board = doing.draft.state.board
        hand, graveyard = board.hand[player], board.graveyard[player]
        match instruction.what:
            case "draw":
                totals = {"hand": hand + number}
            case "discard":
                gone = min(hand, number)
                totals = {"hand": hand - gone, "graveyard": graveyard + gone}
            case "mill":
                totals = {"graveyard": graveyard + number}
        doing.draft.append(t.PlayerTotalsChanged(player=player, **totals))


def _paid(doing: Resolving, instruction: a.Pays) -> bool:
    """Whether it is paid: all of it, or nothing is."""
    board, player = doing.draft.state.board, doing.controller
    life = doing.quantity(instruction.life)
    if life > board.life[player]:
        return False
    if instruction.mana:
        paid = pay(instruction.mana, board.mana.get(player), 0)
        if paid is None:
            return False
        if player in board.mana:
            doing.draft.append(t.ManaAvailable(player=player, mana=paid.left))
    if life:
        change_life(doing.draft, player, -life, doing.binding.ability.source)
        for each in life_triggers(doing.view, {player: -life}):
            doing.draft.append(each)
    return True


# --- damage ------------------------------------------------------------------------------------------------------------


def _damage(doing: Resolving, instruction: a.Damages) -> None:
    source = doing.binding.one(instruction.source, doing.view)
    amount = doing.quantity(instruction.amount)
    _deal(doing, {source: dict.fromkeys(_recipients(doing, instruction.recipients), amount)})


def _recipients(doing: Resolving, recipients: a.Recipients) -> list[str]:
    found = [] if recipients.players is None else doing.players(recipients.players)
    if isinstance(recipients.permanents, a.IsTarget):
        # "Any target" may be a player.
        meant = doing.binding.bound(a.AllOf(parts=(recipients.permanents,)), doing.view).parts[0]
        assert isinstance(meant, a.IsOneOf)
        return [*found, *(id for id in meant.ids if id in doing.view.permanents or id in doing.view.board.players)]
    if recipients.permanents is not None:
        found += [each.id for each in doing.permanents(recipients.permanents)]
    return found


def _fight(doing: Resolving, instruction: a.Fights) -> None:
    first, other = doing.permanents(instruction.creature), doing.permanents(instruction.other)
    if len(first) == len(other) == 1 and {"Creature"} <= first[0].types & other[0].types:
        _deal(doing, {first[0].id: {other[0].id: first[0].power}, other[0].id: {first[0].id: other[0].power}})


def _deal(doing: Resolving, assignment: dict[str, dict[str, int]]) -> None:
    draft = doing.draft
    if not any(amount > 0 for amounts in assignment.values() for amount in amounts.values()):
        return
    dealt = deal(draft.view, draft.edition, assignment, combat=False)
    event = s.AbilityDamageDealt.model_construct(
        **{name: getattr(dealt, name) for name in s.AbilityDamageDealt.model_fields if name != "type"}
    )
    draft.append(event)
    for each in damage_triggers(draft.view, draft.edition, event):
        draft.append(each)


# --- leaving and entering ----------------------------------------------------------------------------------------------


_PLACES: dict[str, tuple[t.Place, t.Departure]] = {
    "destroyed": ("graveyard", "destroyed"),
    "sacrificed": ("graveyard", "sacrificed"),
    "exiled": ("exile", "exiled"),
    "returned": ("hand", "returned"),
    "library": ("library", "other"),
}


def _move(doing: Resolving, instruction: a.Moves) -> None:
    meant = doing.permanents(instruction.permanents)
    if instruction.how == "destroyed":
        meant = [each for each in meant if "indestructible" not in doing.view.keywords(each.id)]
    _leave(doing, meant, instruction.how, instruction.regenerable)


def _sacrifice(doing: Resolving, instruction: a.Sacrifices) -> None:
    number, view = doing.quantity(instruction.number), doing.view
    matching = doing.permanents(instruction.permanents)
    gone = []
    for player in doing.players(instruction.players):
        gone += doing.chooser.sacrificed([each for each in matching if each.controller == player], number, player)
    _leave(doing, [view.permanents[id] for id in gone], "sacrificed", False)


def _leave(doing: Resolving, leaving: list[Permanent], how: str, regenerable: bool) -> None:
    """What leaves at one time; what would be destroyed may regenerate, and what would die may go elsewhere instead."""
    draft, before = doing.draft, doing.view
    going: list[tuple[str, t.Place, t.Departure]] = []
    for permanent in leaving:
        to, why = _PLACES[how]
        if how == "destroyed" and regenerable and (by := shield(before, permanent)) is not None:
            regenerated = StateBasedAction(concept=Concept.REGENERATE, id=permanent.id, regenerates=by)
            draft.append(StateBasedActionsPerformed(actions=(regenerated,)))
            take_out_of_combat(draft, permanent.id, "regenerated")
            continue
        if to == "graveyard":
            to = next((held.ability.to for held in before.held(a.LeavesInsteadOfDying) if _instead(before, held, permanent)), to)
        going.append((permanent.id, to, why))
    departed = Departed(died=tuple(id for id, to, _ in going if to == "graveyard"), left=tuple(id for id, _, _ in going))
    triggering = list(departure_triggers(before, departed))  # it looks back: at the board and the combat before (603.10a)
    for id, to, why in going:
        removal.leave(draft, id, to, why)
    for each in triggering:
        draft.append(each)


def _instead(view: View, held: Any, permanent: Permanent) -> bool:
    return view.matches(held.ability.permanents, permanent, held.context) and view.holds(held.ability.condition, held.context)


def _create_tokens(doing: Resolving, instruction: a.CreatesTokens) -> None:
    number = doing.quantity(instruction.number)
    for player in doing.players(instruction.players):
        if instruction.attacking == "each other opponent":
            attacked = _others_attacked(doing)
        else:
            attacked = [_attacked(doing) if instruction.attacking == "same" else None] * number
        created = [_create(doing, instruction, player, target) for target in attacked]
        if instruction.until is not None:
            for id in created:
                _delay(doing, instruction.until, a.Occasion(subject=id))


def _create(doing: Resolving, instruction: a.CreatesTokens, player: str, attacking: str | None) -> str:
    board, source = doing.draft.state.board, doing.binding.ability.source
    number = 1
    while (id := f"{source} token {number}") in board.permanents or id in board.departed:
        number += 1
    entered = _described(doing, instruction, id, player)
    if "Legendary" in entered.types:
        raise NotCarriedOut("a legendary token: the legend rule isn't performed")
    entering.enter(doing.draft, entered, attacking=attacking)
    return id


def _described(doing: Resolving, instruction: a.CreatesTokens, id: str, player: str) -> t.PermanentEntered:
    common: dict[str, Any] = {
        "id": id,
        "controller": player,
        "owner": player,
        "token": True,
        "tapped": instruction.tapped,
        "stated": False,
        "continuously_controlled": False,
        "this_turn": True,
    }
    if instruction.copy_of is not None:
        copied = doing.binding.one(instruction.copy_of, doing.view)
        known = doing.draft.state.board.permanents.get(copied) or doing.draft.state.board.departed.get(copied)
        if known is None or known.counters or doing.draft.state.board.effects:
            raise NotCarriedOut("what a copy copies isn't known: counters and effects aren't part of it")
        return t.PermanentEntered(
            name=known.name,
            types=tuple(sorted(known.types)),
            colors=tuple(sorted(known.colors)),
            mana_value=known.mana_value,
            power=known.power,
            toughness=known.toughness,
            abilities=known.abilities,
            **common,
        )
    token = instruction.token
    assert token is not None, "a token is described, or a copy"
    return t.PermanentEntered(
        name=token.name,
        types=token.types,
        colors=token.colors,
        power=doing.quantity(token.power),
        toughness=doing.quantity(token.toughness),
        abilities=token.abilities,
        **common,
    )


def _attacked(doing: Resolving) -> str:
    """What a token enters attacking: what the ability's source attacks, or else what any attacker does."""
    attackers = doing.draft.state.combat.attackers
    mine = attackers.get(doing.binding.ability.source)
    for attack in [mine] if mine is not None else attackers.values():
        return attack.target or attack.defending
    opponents = [player for player in doing.view.board.players if player != doing.controller]
    if not opponents:
        raise NotCarriedOut("there is no defending player")
    return opponents[0]


def _others_attacked(doing: Resolving) -> list[str | None]:
    """702.116a: each opponent but the defending player."""
    defending = doing.binding.occasion.defending
    return [player for player in doing.view.board.players if player not in (doing.controller, defending)]


def _remove_from_combat(doing: Resolving, instruction: a.RemovesFromCombat) -> None:
    for each in doing.permanents(instruction.permanents):
        removal.remove_from_combat(doing.draft, each.id)


def _designate(doing: Resolving, instruction: a.Designating) -> None:
    board = doing.draft.state.board
    for each in doing.permanents(instruction.permanents):
        has = board.designations.get(each.id, frozenset())
        doing.draft.append(t.FactsStated(about=each.id, designations=(*sorted(has), instruction.designation)))


def _elsewhere(doing: Resolving, instruction: a.Elsewhere) -> None:
    """Nothing that this board holds."""


# --- effects that begin ------------------------------------------------------------------------------------------------

_FIELD = {a.Grants: "permanents", a.Removes: "permanents", a.ChangesCharacteristics: "permanents", a.Designates: "creatures"}
"""What of such an ability is locked in as the effect begins (611.2c)."""


def _begin(doing: Resolving, instruction: a.Begins) -> None:
    ability = doing.binding.ability
    abilities: list[a.Ability] = []
    for each in instruction.abilities:
        abilities += _locked_in(doing, each)
    if not abilities:
        return
    doing.effects += 1
    effect = a.Effect(
        id=f"ability {ability.number}, effect {doing.effects}",
        controller=ability.controller,
        source=ability.source,
        abilities=tuple(abilities),
        duration=instruction.duration,
        text=ability.ability,
    )
    effects_611_2.begin(doing.draft, effect)


def _locked_in(doing: Resolving, ability: a.Ability) -> list[a.Ability]:
    view, binding = doing.view, doing.binding
    field = _FIELD.get(type(ability))
    if field is None:
        return [binding.bound(ability, view)]
    affected = binding.permanents(getattr(ability, field), view)
    if not affected:
        return []
    if not isinstance(ability, a.ChangesCharacteristics):
        return [ability.model_copy(update={field: a.IsOneOf(ids=tuple(each.id for each in affected))})]
    return [_change_of(doing, ability, each) for each in affected]


def _change_of(doing: Resolving, ability: a.ChangesCharacteristics, permanent: Permanent) -> a.ChangesCharacteristics:
    """Numbers are determined once (608.2h): of each permanent its own, where it says "its"."""
    sizes: dict[str, int | None] = {}
    for name in ("power", "toughness", "base_power", "base_toughness"):
        size = getattr(ability, name)
        if size is not None and not isinstance(size, int):
            size = _own(doing, size, permanent)
        sizes[name] = size
    return ability.model_copy(update={"permanents": a.IsOneOf(ids=(permanent.id,)), **sizes})


def _own(doing: Resolving, quantity: a.Quantity, permanent: Permanent) -> int:
    if isinstance(quantity, a.CharacteristicOf) and quantity.of == "itself":
        return number_of(permanent, quantity.characteristic)
    if isinstance(quantity, a.Scaled):
        return max(0, _own(doing, quantity.quantity, permanent) + quantity.more) * quantity.times
    return doing.quantity(quantity)


# --- choices and conditions --------------------------------------------------------------------------------------------


def _if(doing: Resolving, instruction: a.If) -> None:
    held = doing.view.holds(doing.binding.bound(instruction.condition, doing.view), doing.binding.context(doing.view))
    doing.carry_out(instruction.do if held else instruction.otherwise)


def _may(doing: Resolving, instruction: a.May) -> None:
    if not doing.chooser.accepts(instruction.do) or not _possible(doing, instruction.do):
        doing.carry_out(instruction.otherwise)
        return
    doing.carry_out(instruction.do)
    doing.carry_out(instruction.then)


def _possible(doing: Resolving, do: tuple[a.Instruction, ...]) -> bool:
    """Whether what "if you do" asks for can be done: the cost paid, the permanents and cards there."""
    for each in do:
        match each:
            case a.Pays():
                board, player = doing.draft.state.board, doing.controller
                if doing.quantity(each.life) > board.life[player]:
                    return False
                if each.mana and pay(each.mana, board.mana.get(player), 0) is None:
                    return False
            case a.Sacrifices():
                matching = doing.permanents(each.permanents)
                number = doing.quantity(each.number)
                if any(sum(p.controller == player for p in matching) < number for player in doing.players(each.players)):
                    return False
            case a.MovesCards(what="discard"):
                if any(
                    doing.draft.state.board.hand[player] < doing.quantity(each.number) for player in doing.players(each.players)
                ):
                    return False
            case a.Moves() | a.Taps() | a.PutsCounters() | a.RemovesCounters():
                if not doing.permanents(each.permanents):
                    return False
    return True


def _modes(doing: Resolving, instruction: a.Modes) -> None:
    for mode in doing.chooser.modes(instruction):
        doing.carry_out(instruction.modes[mode])


def _create_delayed(doing: Resolving, instruction: a.Delayed) -> None:
    occasion = doing.binding.occasion
    do = tuple(_pinned(doing, each) for each in instruction.do)
    _delay(doing, instruction.model_copy(update={"do": do}), occasion)


def _pinned(doing: Resolving, instruction: a.Instruction) -> a.Instruction:
    """What a delayed ability names is what it is when that ability is created (603.7c); numbers are those of its resolution."""
    meant = getattr(instruction, "permanents", None)
    if isinstance(meant, a.Is | a.IsTarget) and isinstance(
        instruction, a.Moves | a.Taps | a.Untaps | a.PutsCounters | a.RemovesCounters
    ):
        ids = tuple(each.id for each in doing.permanents(meant))
        return instruction.model_copy(update={"permanents": a.IsOneOf(ids=ids)})
    if doing.binding.chosen:
        raise NotCarriedOut("what a delayed ability does to a target isn't carried out")
    return instruction


def _delay(doing: Resolving, delayed: a.Delayed, occasion: a.Occasion) -> None:
    ability = doing.binding.ability
    doing.draft.append(
        s.DelayedAbilityCreated(
            source=ability.source, controller=ability.controller, ability=ability.ability, delayed=delayed, occasion=occasion
        )
    )


_CARRY_OUT: dict[type[Any], Callable[[Resolving, Any], None]] = {
    a.PutsCounters: _put_counters,
    a.RemovesCounters: _remove_counters,
    a.Taps: _tap,
    a.Untaps: _untap,
    a.Damages: _damage,
    a.ChangesLife: _change_life,
    a.GivesPoison: _give_poison,
    a.Moves: _move,
    a.Sacrifices: _sacrifice,
    a.MovesCards: _move_cards,
    a.RemovesFromCombat: _remove_from_combat,
    a.Fights: _fight,
    a.Designating: _designate,
    a.Pays: _elsewhere,
    a.Elsewhere: _elsewhere,
    a.Begins: _begin,
    a.CreatesTokens: _create_tokens,
    a.If: _if,
    a.May: _may,
    a.Modes: _modes,
    a.Delayed: _create_delayed,
}
