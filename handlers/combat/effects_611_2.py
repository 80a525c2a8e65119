"""Effects of resolved spells and abilities: what they affect is locked in as they begin (611.2c), and what follows for combat."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.errors import FactNotStated
from ...projections.board import Board
from ..attempt import Draft
from ..view.context import Context
from ..view.view import View
from .removal import change, stop_being

_OF_A_RESOLUTION = re.compile(r"\b(?:gains?|loses?|gets?|becomes?)\b", re.IGNORECASE)
"""Words of what resolves; "have" without a duration is what a static ability says, such as an emblem's."""


def begin(draft: Draft, effect: a.Effect) -> None:
    """A continuous effect begins. What it changes of permanents, it changes of those that it affects now."""
    resolved = effect.duration != "indefinite" or _OF_A_RESOLUTION.search(effect.text) is not None
    abilities = tuple(_locked_in(draft.view, effect, ability, resolved) for ability in effect.abilities)
    locked = effect.model_copy(update={"abilities": abilities}) if abilities != effect.abilities else effect
    changing_types(draft, lambda: draft.append(t.EffectBegan(effect=locked)))


def is_held_for_a_time(board: Board, id: str) -> bool:
    """Whether an effect gave control of a permanent until it ends."""
    return any(id in held.ids for effect in board.effects.values() for held, _ in _held(effect.effect))


def _held(effect: a.Effect) -> Iterator[tuple[a.IsOneOf, str]]:
    """The permanents of which an effect gave control, with who controlled them before."""
    for ability in effect.abilities:
        if isinstance(ability, a.ControlsWhat) and ability.before is not None and isinstance(ability.permanents, a.IsOneOf):
            yield ability.permanents, ability.before


def end(draft: Draft, effect: a.Effect) -> None:
    """A continuous effect ends: what it gave control of is controlled by whom it was before."""
    changing_types(draft, lambda: draft.append(t.EffectEnded(id=effect.id)))
    for ability in effect.abilities:
        if isinstance(ability, a.IsCopy) and isinstance(ability.permanents, a.IsOneOf):
            _stop_copying(draft, ability.permanents.ids)
    for permanents, before in _held(effect):
        for id in permanents.ids:
            board = draft.state.board
            if id in board.permanents and board.permanents[id].controller == effect.controller and before in board.players:
                change(draft, id, {"controller": before})


def _stop_copying(draft: Draft, ids: tuple[str, ...]) -> None:
    for id in ids:
        now = draft.state.board.permanents.get(id)
        if now is not None and now.other_face is not None and not now.front:
            changing_types(draft, partial(draft.append, s.BecameCopy(id=id)))


def end_what_lapsed(draft: Draft) -> None:
    """611.2b: "for as long as you control this creature" ends once that isn't so, and doesn't begin again."""
    for timed in list(draft.state.board.effects.values()):
        effect, context = timed.effect, Context(timed.effect.source, timed.effect.controller)
        held = [each for each in effect.abilities if effect.lapses or isinstance(each, a.ControlsWhat)]
        with suppress(FactNotStated):  # it is asked where it matters
            if not all(draft.view.holds(each.condition, context) for each in held):
                end(draft, effect)


def changing_types(draft: Draft, happen: Callable[[], None]) -> None:
    """Something happens that may change types: what stops being a creature, or what it was attacked as, leaves combat (506.4)."""
    involved = {*draft.state.combat.attackers, *draft.state.combat.blockers}
    involved |= {attack.target for attack in draft.state.combat.attackers.values() if attack.target is not None}
    before = {id: draft.view.permanents[id].types for id in involved if id in draft.view.permanents}
    happen()
    for id, types in before.items():
        now = draft.view.permanents.get(id)
        if now is not None and now.types != types:
            stop_being(draft, id, types, now.types)


def _locked_in(view: View, effect: a.Effect, ability: a.Ability, resolved: bool) -> a.Ability:
    match ability:
        case a.Grants() | a.Removes() | a.ChangesCharacteristics() if resolved:
            field = "permanents"
        case a.Designates():
            field = "creatures"
        case _:
            return ability  # it changes the rules of the game, for whatever comes as well
    filter = getattr(ability, field)
    if isinstance(filter, a.IsOneOf | a.Is):
        return ability
    try:
        affected = view.matching(filter, Context(effect.source, effect.controller))
    except FactNotStated:
        return ability  # where it is asked who is meant, that is declined
    return ability.model_copy(update={field: a.IsOneOf(ids=tuple(permanent.id for permanent in affected))})
