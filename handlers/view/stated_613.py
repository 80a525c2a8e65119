"""What a board states is so with all that is at work: what of it continuous effects make is inferred (613).

Without them a permanent is what is left, so that from then on the layers say what it is. Where one of them sets power or
toughness (613.4a–b), what lies below isn't known; nor is it where one sets colors or types, or adds what may be its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ...events.abilities import ChangesCharacteristics
from ...events.errors import InvalidInput
from ...events.facts import Included, PrintedPart
from ...events.types import ARTIFACT_TYPES, CARD_TYPES, is_creature_type, parts_of_type_line
from ...projections.board import Permanent
from ...projections.frozen import NOTHING
from ...projections.state import State
from ..budget import Budget
from .view import View

MOST_ROUNDS = 16
"""What one permanent is may depend on what others are: what is left is corrected so many times at most."""


def infer(
    state: State, ids: Collection[str], budget: Budget | None = None, printed: Mapping[str, Collection[PrintedPart]] = NOTHING
) -> Mapping[str, Included]:
    """What of these permanents of a board effects make, where they make anything. The state is a scratch one: it is changed.

    `printed`: permanent → what of it is as printed on its card, and derived from that.
    Raises InvalidInput where no permanent could be what is stated, with what is at work; Undecided where the time is up.
    """
    permanents = state.board.permanents
    if not any(permanents[id].stated for id in ids):
        return {}
    view = View(state, budget)
    types = _types(view, [permanents[id] for id in ids if permanents[id].stated and "types" not in printed.get(id, ())])
    for id in ids:
        if permanents[id].stated and id in view.permanents:
            types |= _covered(view, permanents[id], types.get(id, Included()), printed.get(id, ()))
    for id, known in types.items():
        permanents[id] = replace(permanents[id], included=known)
    stated = {id: permanents[id] for id in ids if permanents[id].stated and permanents[id].size_known}
    found = dict(types)
    for _ in range(MOST_ROUNDS):
        view = View(state, budget)
        wrong = [id for id, each in stated.items() if id in view.permanents and any(_off(each, view.permanents[id]).values())]
        if not wrong:
            return found | _hidden(view, stated, found)
        for id in wrong:
            found[id] = _corrected(view, stated[id], found.get(id, Included()))
            permanents[id] = replace(permanents[id], included=found[id])
    allowed = f"a size that it can have with all that is at work, as {view.permanents[wrong[0]].size}"
    raise InvalidInput(wrong[0], f"{wrong[0]} stated as {stated[wrong[0]].size}", allowed)


def _types(view: View, stated: list[Permanent]) -> dict[str, Included]:
    """What effects make creatures that aren't any by themselves, and keep from being creatures. Raises InvalidInput."""
    found: dict[str, Included] = {}
    for each in stated:
        is_one = "Creature" in each.types
        makes, keeps = (view.typed_by.get((each.id, so)) for so in (True, False))
        if keeps and is_one:
            raise InvalidInput(each.id, f"{each.id} stated as a creature", f"none: by {keeps!r} it isn't one now")
        if makes and keeps is None and not is_one:
            raise InvalidInput(each.id, f"{each.id} stated as no creature", f"a creature: by {makes!r} it is one now")
        if is_one and makes is None and (only := _creature_only_by(each)) is not None:
            raise InvalidInput(each.id, f"{each.id} stated as a creature", f"none: it isn't one but by {only!r}")
        if makes is not None and is_one and not _is_one_itself(view, each):
            found[each.id] = Included(types=("Creature", *_creature_types_added(view, each)))
        elif keeps is not None and not is_one:
            found[each.id] = Included(lost_types=("Creature",))
    return found


def _creature_only_by(stated: Permanent) -> str | None:
    """What alone makes a Spacecraft a creature: its own text, with enough charge counters (721.2b)."""
    own = stated.abilities if "Spacecraft" in stated.types else ()
    texts = (each.text for each in own if isinstance(each, ChangesCharacteristics) and "Creature" in each.types)
    return next(texts, None)


def _is_one_itself(view: View, stated: Permanent) -> bool:
    """Whether it has no card type but those that effects give it: a creature then, before they did."""
    given = {word for change in view.changed_by[stated.id, "types"].values() for word in change.types}
    return not any(word in CARD_TYPES for word in stated.types - given | _artifact(stated))


def _artifact(stated: Permanent) -> set[str]:
    """That it is an artifact by itself, where it has an artifact type (205.3d)."""
    return set() if stated.types.isdisjoint(ARTIFACT_TYPES) else {"Artifact"}


def _creature_types_added(view: View, stated: Permanent) -> list[str]:
    """The creature types that come with being a creature: nothing else than a kindred card has them without (205.3d)."""
    if not stated.types.isdisjoint(("Kindred", "Tribal")):
        return []
    given = {word for change in view.changed_by[stated.id, "types"].values() for word in change.types}
    return sorted(word for word in given & stated.types if is_creature_type(word))


def _covered(view: View, stated: Permanent, known: Included, printed: Collection[PrintedPart] = ()) -> dict[str, Included]:
    """The permanent with the texts without which its colors or types aren't known, if there are any. Raises InvalidInput."""
    seen, own = view.permanents[stated.id], {"Creature", *known.types, *_artifact(stated)}
    colors = {} if "colors" in printed else view.changed_by.get((stated.id, "colors"), {})
    types, its_types = view.changed_by.get((stated.id, "types"), {}), _types_stated(stated, printed)
    _not_contradicted(view, stated, "colors", stated.colors - seen.colors if "colors" not in printed else ())
    denied = its_types - seen.types - {"Creature"}
    _not_contradicted(view, stated, "types", {each for each in denied if "Creature" in seen.types or not is_creature_type(each)})
    agrees = stated.colors <= seen.colors and (bool(stated.colors) or not seen.colors)
    colored = [
        text for text, change in colors.items() if (not stated.colors.isdisjoint(change.colors or ()) if change.kept else agrees)
    ]
    typed = [
        text
        for text, change in types.items()
        if not its_types.isdisjoint(set(change.types) - own)
        or ("types" not in printed and _replaces(change) and stated.types <= seen.types)
    ]
    if not colored and not typed:
        return {}
    return {stated.id: known.model_copy(update={"colors_by": tuple(colored), "types_by": tuple(typed)})}


def _types_stated(stated: Permanent, printed: Collection[str]) -> frozenset[str]:
    parts = parts_of_type_line(sorted(stated.types))
    return frozenset(word for part, words in parts.items() if part not in printed for word in words)


def _not_contradicted(view: View, stated: Permanent, part: str, denied: Collection[str]) -> None:
    """Raises InvalidInput where colors or types are stated that a static ability takes away; what isn't a creature now may be
    stated with the creature types that are printed on it."""
    by = view.replaced_by.get((stated.id, part))
    if denied and by is not None:
        what = " and ".join(sorted(denied))
        raise InvalidInput(stated.id, f"{stated.id} stated as {what}", f"not {what}: by {by!r} it isn't so now")


def _replaces(change: ChangesCharacteristics) -> bool:
    """Whether it takes card types away that aren't known (205.1a–b)."""
    if not set(change.lost_types) <= {"Creature"}:
        return True
    card_types = set(change.types).intersection(CARD_TYPES)
    return not change.kept and bool(card_types) and not card_types >= {"Artifact", "Creature"}


def _off(stated: Permanent, seen: Permanent) -> dict[str, int]:
    return {"power": seen.power - stated.power, "toughness": seen.toughness - stated.toughness}


def _corrected(view: View, stated: Permanent, known: Included) -> Included:
    """What effects make of a permanent, by how far from what is stated it is where the known part of that is taken off."""
    off = _off(stated, view.permanents[stated.id])
    if stated.id in view.switched:
        off = {"power": off["toughness"], "toughness": off["power"]}
    changes: dict[str, Any] = {}
    for name, more in off.items():
        set_by = view.set_by.get((stated.id, name))
        part = name if set_by is None else f"more_{name}"
        changes |= {part: getattr(known, part) + more} | ({} if set_by is None else {"hidden_by": set_by})
    return known.model_copy(update=changes)


def _hidden(view: View, stated: Mapping[str, Permanent], found: Mapping[str, Included]) -> dict[str, Included]:
    """Those of which what they would be isn't known: an effect sets power or toughness."""
    sized = {id: text for (id, _), text in view.set_by.items() if id in stated}
    return {id: found.get(id, Included()).model_copy(update={"hidden_by": text}) for id, text in sized.items()}
