"""What playing out a combat relies on, as closed lists: abilities that the game carries out, and instructions.

Whatever else is in force, or resolves, declines the whole: `NotModelled`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...events import abilities as a
from ...events.errors import NotModelled
from ...events.model import parts_of
from ...projections.stack import OnStack
from ..base_game import BaseGame
from ..procedure.targeting_603_3 import of_a_targeted_player
from ..resolution.registry import known
from ..rulebook.keywords import bearing
from .reading import DECLARED, held_in_words, not_known

CARRIED_OUT = (
    *DECLARED,
    a.UntapsDuring,
    a.UntapLimit,
    a.MayStayTapped,
    a.ManaAbility,
    a.ChangesCharacteristics,
    a.Grants,
    a.Removes,
    a.AssignsByToughness,
    a.AssignsNoDamage,
    a.CantDealDamage,
    a.ChangesDamage,
    a.RedirectsDamage,
    a.PreventsDamage,
    a.DamageCantBePrevented,
    a.CantBeRegenerated,
    a.DestroyedInstead,
    a.CantGainLife,
    a.ChangesLifeGain,
    a.Triggered,
    a.CantBeTargets,
    a.NotModelledAbility,
    a.ChangesStatedValues,
)
"""Abilities that the game carries out, or is marked with where it would have to."""


def text_of(ability: OnStack) -> str:
    """An ability on the stack, with the permanent that has it."""
    return f"{ability.source}: {ability.ability}"


def declined(game: BaseGame) -> Iterator[str]:
    """What is in force and isn't carried out."""
    yield from not_known(game.view)
    for held in game.view.every_held():
        ability = held.ability
        if isinstance(ability, a.KeywordAbility):
            if bearing(ability.keyword) in (None, "planeswalkers", "phasing"):
                yield held_in_words(held)
        elif isinstance(ability, a.ChoosesAttacks | a.ChoosesBlocks) or not isinstance(ability, CARRIED_OUT):
            yield held_in_words(held)


def check_gone_through(ability: OnStack) -> None:
    """Raises NotModelled where an ability lets somebody choose something that isn't gone through."""
    does = ability.does
    if does is None:
        return
    modes = () if does.modal is None else does.modal.modes
    targets = [*does.targets, *(target for mode in modes for target in mode.targets)]
    in_zones = any(each.cards is not None or each.up_to is not None or each.each_of is not None for each in does.targets)
    together = any(each.apart or not isinstance(each.divided, int) for each in targets)
    not_its_own = any(each.by is not None or each.random for each in targets) or (
        does.modal is not None and (does.modal.random or does.modal.by is not None)
    )
    of_a_player = any(of_a_targeted_player(each, targets[:slot]) for slot, each in enumerate(targets))
    if (
        in_zones
        or of_a_player
        or together
        or not_its_own
        or not all(map(_is_gone_through, chain(does.instructions, *(mode.instructions for mode in modes))))
    ):
        raise NotModelled([text_of(ability)])


def _is_gone_through(instruction: a.Instruction) -> bool:
    found = known(instruction)
    return found.supported(instruction) and not _asks_others(instruction) and all(map(_is_gone_through, found.holds(instruction)))


def _asks_others(part: a.Instruction) -> bool:
    """Whether cards that aren't on the battlefield are chosen, which nobody names all of, another player chooses, or nobody does,
    or a player is chosen."""
    chosen = (each for each in parts_of(part) if isinstance(each, a.IsChosen | a.IsChosenCard | a.Players))
    return any(
        each.picked is not None
        if isinstance(each, a.Players)
        else isinstance(each, a.IsChosenCard) or each.by is not None or each.random
        for each in chosen
    )
