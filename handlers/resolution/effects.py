"""Continuous effects that begin as an ability resolves (611.2), and designations."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar, cast

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.model import Model, rewritten
from ...projections.board import Permanent
from ..combat import effects_611_2, losing_104_3
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving
from .turning_up import exiled_with_what_is_given

ModelT = TypeVar("ModelT", bound=Model)


@carries_out(a.Designating, supported=True)
def _designate(doing: Resolving, instruction: a.Designating) -> None:
    board = doing.draft.state.board
    for each in doing.permanents(instruction.permanents):
        has = board.designations.get(each.id, frozenset())
        doing.draft.append(t.FactsStated(about=each.id, designations=(*sorted(has), instruction.designation)))


@carries_out(a.TakesDesignation)
def _take_designation(doing: Resolving, instruction: a.TakesDesignation) -> None:
    players = doing.players(instruction.players)
    if len(players) > 1:
        raise NotCarriedOut(f"it isn't clear who becomes the {instruction.designation}")
    for player in players:
        doing.draft.append(t.DesignationTaken(player=player, designation=instruction.designation))
        if instruction.designation == "initiative":
            said, why = "a player takes the initiative", f"that {player} ventures into Undercity isn't carried out (725.2)"
            doing.draft.append(s.AbilityNotCarriedOut(number=0, source=player, controller=player, ability=said, why=why))


@carries_out(a.DecidesTheGame)
def _decide_the_game(doing: Resolving, instruction: a.DecidesTheGame) -> None:
    players = doing.players(instruction.players)
    if instruction.how == "lose":
        losing_104_3.lose(doing.draft, players)
        return
    if len(players) > 1:
        raise NotCarriedOut("it isn't clear who wins")
    for player in players:
        losing_104_3.win(doing.draft, player)


_FIELD = {
    a.Grants: "permanents",
    a.Removes: "permanents",
    a.ChangesCharacteristics: "permanents",
    a.StaysTapped: "permanents",
    a.Designates: "creatures",
}
"""What of such an ability is locked in as the effect begins (611.2c)."""


def _weaken(instruction: a.Begins) -> bool:
    return any(map(_weakens, instruction.abilities))


def _weakens(ability: a.Ability) -> bool:
    match ability:
        case a.ChangesCharacteristics():
            return _is_negative(ability.power) or _is_negative(ability.toughness)
        case a.CantBlock():
            return ability.blockers != a.ANYTHING
        case a.Triggered() | a.Grants() | a.AttacksAsThough() | a.BlocksAsThough() | a.PreventsDamage() | a.Regenerates():
            return False
    return True


def _is_negative(quantity: a.Quantity) -> bool:
    return quantity < 0 if isinstance(quantity, int) else isinstance(quantity, a.Scaled) and quantity.times < 0


@carries_out(a.Begins, harms=_weaken, supported=True, makes=(a.IsAffected,))
def _begin(doing: Resolving, instruction: a.Begins) -> None:
    abilities: list[a.Ability] = []
    for each in instruction.abilities:
        if each.condition is None or isinstance(each, a.Triggered):
            abilities += _locked_in(doing, each)
            continue
        holds = settled(doing, each.condition)
        affected = _locked_in(doing, each.model_copy(update={"condition": None}))
        abilities += [one.model_copy(update={"condition": holds}) for one in affected]
    if not abilities:
        return
    if instruction.duration == "next untap step":
        for each in abilities:
            _one_by_one(doing, instruction, each)
        return
    turn_of = None if instruction.turn_of is None else _one_player(doing, instruction.turn_of)
    if instruction.during:
        whose = a.Players(who="named", ids=(turn_of or doing.controller,))
        then = a.TurnOf(players=whose, after=doing.view.board.turn)
        abilities = [
            each.model_copy(update={"condition": a.Every(parts=(then,) if each.condition is None else (then, each.condition))})
            for each in abilities
        ]
    begin_effect(doing, instruction.duration, abilities, turn_of=turn_of)


@carries_out(a.GetsEmblem)
def _get_emblem(doing: Resolving, instruction: a.GetsEmblem) -> None:
    """114: it is no permanent. Whom its abilities are about is asked for as long as the game goes on: nothing is locked in."""
    ability = doing.binding.ability
    for player in doing.players(instruction.players):
        for each in instruction.abilities:
            doing.effects += 1
            number = f"ability {ability.number}, emblem {doing.effects}"
            effect = a.Effect(id=number, controller=player, source=ability.source, abilities=(each,), text=each.text)
            effects_611_2.changing_types(doing.draft, partial(doing.draft.append, t.EffectBegan(effect=effect)))


def _one_player(doing: Resolving, meant: a.Players) -> str:
    """Whose turn is meant. Raises NotCarriedOut where there are several."""
    found = doing.players(meant)
    if len(found) != 1:
        raise NotCarriedOut("it isn't clear whose next turn is meant")
    return found[0]


def _one_by_one(doing: Resolving, instruction: a.Begins, ability: a.Ability) -> None:
    """Until the next untap step of its controller, or of a player: of each permanent by itself."""
    assert isinstance(ability, a.StaysTapped) and isinstance(ability.permanents, a.IsOneOf), "nothing else lasts so long"
    whose = None if ability.players is None else a.Players(who="named", ids=tuple(doing.players(ability.players)))
    for id in ability.permanents.ids:
        of_one = ability.model_copy(update={"permanents": a.IsOneOf(ids=(id,)), "players": whose})
        begin_effect(doing, instruction.duration, [of_one])


def begin_effect(
    doing: Resolving,
    duration: a.Duration,
    abilities: list[a.Ability],
    controller: str | None = None,
    turn_of: str | None = None,
) -> None:
    """An effect of what resolves begins; `controller`: whose it is, where that isn't the ability's controller; `turn_of`: whose
    next turn the duration means, where that isn't the effect's controller's."""
    ability = doing.binding.ability
    doing.effects += 1
    effect = a.Effect(
        id=f"ability {ability.number}, effect {doing.effects}",
        controller=controller or ability.controller,
        source=ability.source,
        abilities=tuple(abilities),
        turn_of=turn_of,
        duration=duration,
        text=ability.ability,
        lapses=duration == "indefinite" and any(not isinstance(each, a.Triggered) and each.condition for each in abilities),
    )
    effects_611_2.begin(doing.draft, effect)


def settled(doing: Resolving, part: ModelT) -> ModelT:
    """A condition that is asked for as long as an effect lasts: whom it is about is settled, and nothing else."""

    def of_ids(each: Any) -> Any:
        each = rewritten(each, of_ids)
        for name in ("role", "of", "other"):
            if getattr(each, name, None) in ("subject", "other", "each", "host"):
                each = each.model_copy(update={name: f"[{doing.binding.one(a.Is(role=getattr(each, name)), doing.view)}]"})
        return each

    return cast(ModelT, of_ids(doing.binding.kept(part, doing.view)))


def _locked_in(doing: Resolving, ability: a.Ability) -> list[a.Ability]:
    view, binding = doing.view, doing.binding
    field = _FIELD.get(type(ability))
    if isinstance(ability, a.Triggered):
        # What sets it off is settled now; what it does says of what will have set it off.
        events = tuple(binding.bound(each, view) for each in ability.events)
        parts = {"does": ability.does, "condition": ability.condition}
        later = {name: part and binding.kept(part, view) for name, part in parts.items()}
        return [ability.model_copy(update={"events": events, **later})]
    if field is None:
        return [binding.bound(ability, view)]
    affected = binding.permanents(getattr(ability, field), view)
    doing.affected([each.id for each in affected])
    if not affected:
        return []
    if isinstance(ability, a.Grants):
        exiled_with_what_is_given(doing, [each.id for each in affected], ability.abilities)
        ability = binding.kept(ability, view)
    if not isinstance(ability, a.ChangesCharacteristics):
        return [ability.model_copy(update={field: a.IsOneOf(ids=tuple(each.id for each in affected))})]
    return [_change_of(doing, ability, each) for each in affected]


def _change_of(doing: Resolving, ability: a.ChangesCharacteristics, permanent: Permanent) -> a.ChangesCharacteristics:
    """Numbers are determined once (608.2h): of each permanent its own, where it says "its".

    What is below 0 makes nothing smaller by itself (107.1b), but where a number is doubled (701.10c) or set.
    """
    sizes: dict[str, int | None] = {}
    for name in ("power", "toughness", "base_power", "base_toughness"):
        quantity = getattr(ability, name)
        if quantity is None or isinstance(quantity, int):
            sizes[name] = quantity
            continue
        size = doing.own(quantity, permanent)
        may_be_negative = name not in ("power", "toughness") or isinstance(quantity, a.Scaled) or _doubles(name, quantity)
        sizes[name] = size if may_be_negative else max(0, size)
    return ability.model_copy(update={"permanents": a.IsOneOf(ids=(permanent.id,)), **sizes})


def _doubles(name: str, quantity: a.Quantity) -> bool:
    """Whether a power, or a toughness, grows by itself."""
    if isinstance(quantity, a.Sum):
        return all(_doubles(name, each) for each in quantity.quantities)
    return isinstance(quantity, a.CharacteristicOf) and quantity.of == "itself" and quantity.characteristic == name
