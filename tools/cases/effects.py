"""What effects of a case are in a game: the effects that begin, and what of a permanent becomes different."""

from __future__ import annotations

from collections.abc import Iterable

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...events.types import parts_of_type_line
from ...handlers.game import Game
from ..oracle import Sizes
from . import models as m
from .commands import controller_of
from .misfits import placing
from .permanents import abilities, effect_wording, in_one_number


def effect_of(effect: m.AnyEffect, id: str, game: Game) -> a.Effect:
    """The effect that begins now, under that id. Raises InvalidInput, WordingNotUnderstood."""
    match effect:
        case m.Goad(goad=creature, by=player):
            goaded = a.Designates(creatures=a.IsOneOf(ids=(creature,)), designation="goaded")
            text = f"goaded by {player}"
            return a.Effect(id=id, controller=player, abilities=(goaded,), duration="your next turn", text=text)
        case m.Suspect(suspect=creature):
            suspected = a.Designates(creatures=a.IsOneOf(ids=(creature,)), designation="suspected")
            return a.Effect(id=id, controller=controller_of(creature, game), abilities=(suspected,), text="suspected")
        case m.LostAbilities(on=permanent):
            lost = a.Removes(permanents=a.IsOneOf(ids=(permanent,)))
            return a.Effect(id=id, controller=controller_of(permanent, game), abilities=(lost,), text="loses all abilities")
        case m.GrantedAbility(on=permanent):
            return _worded(effect, id, controller_of(permanent, game), game, on=permanent)
        case m.WordedEffect(controller=controller):
            return _worded(effect, id, controller, game)


def _worded(effect: m.GrantedAbility | m.WordedEffect, id: str, controller: str, game: Game, on: str | None = None) -> a.Effect:
    names = {each: permanent.name for each, permanent in game.board.permanents.items()}
    read, until, turn_of, during, _ = effect_wording(effect, names, game.board.seats)
    if during and turn_of == game.board.active:
        # This turn and the next one of the same player couldn't be distinguished.
        allowed = f"an effect during {turn_of}'s next turn that begins in another turn, or later"
        raise InvalidInput("text", repr(effect.text), allowed)
    return a.Effect(id=id, controller=controller, source=on, turn_of=turn_of, abilities=read, duration=until, text=effect.text)


def change(step: m.ChangesStep, game: Game) -> None:
    """The named characteristics of a permanent become these. Raises InvalidInput, WordingNotUnderstood."""
    changes = step.changes.model_dump(exclude_unset=True, exclude={"id"})
    permanent = game.board.permanents.get(step.changes.id)
    stated: dict[str, tuple[str, ...]] = {
        part: changes.pop(part) for part in ("supertypes", "types", "subtypes") if part in changes
    }
    if permanent is not None and stated:
        changes["types"] = _type_line(permanent.types, stated)
    if "counters" in changes:
        numbers = dict.fromkeys(("loyalty", "defense"))
        changes["counters"], found = in_one_number(changes["counters"], numbers)
        changes |= {name: number for name, number in found.items() if number is not None}
    if "text" in changes:
        with placing("changes"):
            sizes: Sizes = "derived" if permanent is None or permanent.stated else "declined"
            changes["abilities"] = abilities(changes.pop("text"), permanent.name if permanent else "", (), sizes)
    game.change(step.changes.id, **changes)


def _type_line(now: Iterable[str], stated: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The words of the type line after the stated parts of it became something else."""
    parts = parts_of_type_line(sorted(now)) | stated
    return tuple(word for part in parts.values() for word in part)
