"""Tokens, and copies of permanents (111, 707)."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.types import is_creature_type, of_card_types
from ...projections.board import as_a_card
from ..combat import entering, removal
from ..view.matching import as_permanent
from .attaching import can_be_attached
from .binding import NotCarriedOut
from .effects import begin_effect
from .later import delay
from .moving import or_planeswalker, that_player, what_is_attacked, what_is_blocked
from .registry import carries_out
from .resolving import Resolving, new_id, there
from .turning_up import exiled_with_what_is_given


@carries_out(
    a.CreatesTokens,
    supported=lambda each: each.attacking in (None, "same") and not each.or_planeswalker,
    makes=(a.IsCreated, a.IsAffected),
)
def _create_tokens(doing: Resolving, instruction: a.CreatesTokens) -> None:
    number, everything = doing.quantity(instruction.number), []
    if isinstance(instruction.copy_of, _CHOSEN) and not doing.binding.ids(instruction.copy_of, doing.view):
        number = 0  # nothing was chosen that could be copied
    for player in doing.players(instruction.players):
        attacked = _attacked(doing, instruction.attacking, number, player)
        if instruction.or_planeswalker:
            attacked = [target and or_planeswalker(doing, target) for target in attacked]
        created = [id for target in attacked if (id := _create(doing, instruction, player, target)) is not None]
        everything += created
    if instruction.until is not None and everything:
        delay(doing, _of_all(instruction.until, everything), a.TriggerContext(subject=everything[0]))
    exiled_with_what_is_given(doing, everything, _given(instruction))
    doing.binding.memory.created = tuple(everything)
    doing.affected(everything)


def _of_all(until: a.Delayed, created: list[str]) -> a.Delayed:
    """One delayed ability about all the tokens, which is said of "it" (702.116a: "exile the tokens")."""
    them = {"permanents": a.IsOneOf(ids=tuple(created))}
    do = (each.model_copy(update=them) if isinstance(each, a.Moves) else each for each in until.do)
    return until.model_copy(update={"do": tuple(do)})


def _attacked(doing: Resolving, how: str | None, number: int, controller: str) -> list[str | None]:
    """What each token of that player enters attacking, if anything."""
    match how:
        case "same":
            return [what_is_attacked(doing, controller) for _ in range(number)]
        case "each other opponent":
            # 702.116a: each opponent but the defending player.
            defending = doing.binding.occasion.defending
            return [player for player in doing.view.board.opponents(doing.controller) if player != defending]
        case "each opponent":
            opponents = doing.view.board.opponents(doing.controller)
            return [player for player in opponents for _ in range(number)]
        case "that player":
            return [player for player in that_player(doing) for _ in range(number)]
    return [None] * number


def _create(doing: Resolving, instruction: a.CreatesTokens, player: str, attacking: str | None) -> str | None:
    board, id = doing.draft.state.board, new_id(doing, "token")
    entered = _described(doing, instruction, id, player)
    same = (each for each in board.permanents.values() if each.name == entered.name and each.controller == player)
    if "Legendary" in entered.types and any("Legendary" in each.types for each in same):
        raise NotCarriedOut("a second legendary permanent of that name: the legend rule isn't performed")
    if instruction.attached_to is not None:
        host = _host(doing, entered, instruction.attached_to)
        if host is None and "Aura" in entered.types:
            return None  # 303.4i
        entered = entered.model_copy(update={"attached_to": host})
    entering.enter(doing.draft, entered, attacking=attacking, blocking=what_is_blocked(doing, instruction.blocking))
    return id


def _given(instruction: a.CreatesTokens) -> tuple[a.Ability, ...]:
    """The abilities that the text of what creates the tokens gives them."""
    described = instruction.token.abilities if instruction.token is not None else ()
    return (*described, *(instruction.differs.abilities if instruction.differs is not None else ()))


def _host(doing: Resolving, token: t.PermanentEntered, to: a.Filter) -> str | None:
    """What an Aura or Equipment token enters attached to. Raises NotCarriedOut where an Aura's "enchant" isn't known."""
    board, meant = doing.draft.state.board, doing.permanents(to)
    role = "Role" in token.types
    if len(meant) != 1:
        return None
    if not ("Creature" in meant[0].types if role else can_be_attached(doing, as_permanent(token), meant[0])):
        return None
    others = (each for each in board.permanents.values() if role and "Role" in each.types)
    if any(each.attached_to == meant[0].id and each.controller == token.controller for each in others):
        raise NotCarriedOut("a second Role on one permanent: that the older one goes isn't carried out")  # 704.5y
    return meant[0].id


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
        copied = copiable(doing, instruction.copy_of)
        return _differing(doing, copied.model_copy(update=common), instruction.differs)
    token = instruction.token
    assert token is not None, "a token is described, or a copy"
    return t.PermanentEntered(
        name=token.name,
        types=token.types,
        colors=token.colors,
        power=doing.binding.quantity(token.power, doing.view),
        toughness=doing.binding.quantity(token.toughness, doing.view),
        abilities=token.abilities,
        **common,
    )


def copiable(doing: Resolving, of: a.Filter) -> t.PermanentEntered:
    """What a copy of a permanent is, or of a card (707.2): without counters, and without what effects make of it."""
    cards = doing.cards(of, None) if isinstance(of, _CARDS) else []
    id = cards[0] if cards else doing.binding.one(of, doing.view)
    board = doing.draft.state.board
    left, card = board.departed.get(id), board.cards.get(id)
    if card is not None and (left is None or isinstance(of, _CARDS) or (left.front and left.name == card.card.name)):
        return card.card  # else it was a copy of something, or showed another face, as it left (608.2h)
    known = board.permanents.get(id)
    if known is None and id in board.departed and not board.effects:
        known = board.departed[id]
    if known is None:
        raise NotCarriedOut("what a copy copies isn't known")
    return as_a_card(known)


def _this_ability(doing: Resolving, differs: a.CopyExcept) -> tuple[a.Ability, ...]:
    source = doing.draft.state.board.permanents.get(doing.binding.ability.source)
    if not differs.this_ability:
        return ()
    own = () if source is None else tuple(each for each in source.abilities if each.text == doing.binding.ability.ability)
    if not own:
        raise NotCarriedOut("which ability it has besides isn't known")
    return own


def _differing(doing: Resolving, copy: t.PermanentEntered, differs: a.CopyExcept | None) -> t.PermanentEntered:
    """The copy, with what is said to differ (707.9)."""
    if differs is None:
        return copy
    kept = [each for each in copy.types if differs.legendary or each != "Legendary"]
    kept = [each for each in kept if not (differs.only_types and is_creature_type(each))]
    if differs.only_card_types:
        kept = list(of_card_types(kept, differs.types))
    types = tuple(dict.fromkeys((*kept, *differs.types)))
    if {"Creature", "Kindred", "Tribal"}.isdisjoint(types):  # 205.3d
        types = tuple(each for each in types if not is_creature_type(each))
    changes: dict[str, Any] = {
        "types": types,
        "colors": tuple(dict.fromkeys((*(() if differs.only_colors else copy.colors), *differs.colors))),
        "abilities": (*_copied(copy, differs), *differs.abilities, *_this_ability(doing, differs)),
    }
    if differs.only_colors:
        changes["unstated"] = tuple(part for part in copy.unstated if part != "colors")
    if differs.name is not None:
        changes["name"] = differs.name
    for name in ("power", "toughness"):
        if (size := getattr(differs, name)) is not None:
            changes[name] = doing.binding.quantity(size, doing.view)
    return copy.model_copy(update=changes)


def _copied(copy: t.PermanentEntered, differs: a.CopyExcept) -> tuple[a.Ability, ...]:
    """The abilities of what is copied, without those that define what is said to differ (707.9d)."""
    given = {
        "changeling": differs.only_types,
        "devoid": differs.only_colors,
        "power": differs.power is not None,
        "toughness": differs.toughness is not None,
    }

    def defines(ability: a.Ability) -> bool:
        if isinstance(ability, a.KeywordAbility):
            return given.get(ability.keyword, False)
        if not isinstance(ability, a.ChangesCharacteristics) or not ability.defining:
            return False
        sizes = ("power", ability.base_power), ("toughness", ability.base_toughness)
        colors = ability.colors is not None and differs.only_colors
        return colors or any(given[name] for name, size in sizes if size is not None)

    return tuple(each for each in copy.abilities if not defines(each))


@carries_out(a.BecomesCopy, possible=there, makes=(a.IsAffected,))
def _become_copy(doing: Resolving, instruction: a.BecomesCopy) -> None:
    """707.2. What already has two faces, or sizes stated with what effects make of them, can't be kept beside it."""
    if isinstance(instruction.of, _CHOSEN) and not doing.binding.ids(instruction.of, doing.view):
        return
    copied = _differing(doing, copiable(doing, instruction.of), instruction.differs)
    meant = doing.permanents(instruction.permanents)
    for each in meant:
        known = doing.draft.state.board.permanents[each.id]
        if known.other_face is not None or known.included is not None:
            raise NotCarriedOut(f"what {each.id} is by itself isn't kept while it is a copy")
        types = each.types
        card = copied.model_copy(update={"id": each.id, "controller": each.controller, "owner": each.owner, "counters": {}})
        doing.draft.append(s.BecameCopy(id=each.id, card=card))
        removal.stop_being(doing.draft, each.id, types, doing.view.permanents[each.id].types)
    if meant and instruction.duration != "indefinite":
        begin_effect(doing, instruction.duration, [a.IsCopy(permanents=a.IsOneOf(ids=tuple(each.id for each in meant)))])
    doing.affected([each.id for each in meant])


_CARDS = (a.IsTargetCard, a.IsChosenCard, a.IsExiledWith, a.IsTurnedUp)
_CHOSEN = (a.IsExiledWith, a.IsTurnedUp, a.IsTarget, a.IsTargetCard, a.IsChosen, a.IsChosenCard)
