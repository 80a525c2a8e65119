"""State-based actions (704): what applies is performed at the same time, again and again until nothing does (704.3).

Those that combat damage brings about, and what follows from them: 704.5a, c, f–i, q, v, 704.6c, and Auras, Equipment and
Fortifications of what left. An action is one in an edition that has its rule; poison counters and the loss of what a player owns
are older than theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...events import abilities as a
from ...events import declarations as d
from ...events import facts as t
from ...events.damage import PlayerLost, StateBasedAction, StateBasedActionsPerformed
from ...projections.board import Permanent
from ..attempt import Draft
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..triggers.damage_510_3 import Departed, departure_triggers
from ..view.context import Context
from ..view.view import View
from .removal import as_it_leaves
from .returning_610_3 import return_exiled

POISON = 10
COMMANDER_DAMAGE = 21

WHY: Mapping[str, t.Departure] = {
    Concept.SBA_TOUGHNESS: "toughness 0",
    Concept.SBA_LETHAL: "lethal damage",
    Concept.SBA_DEATHTOUCH: "deathtouch",
    Concept.SBA_LOYALTY: "loyalty 0",
    Concept.SBA_DEFENSE: "defense 0",
    Concept.SBA_AURA: "unattached",
}
"""Why a permanent left, by the state-based action that put it into a graveyard."""


def before_priority(draft: Draft) -> None:
    """704.3: what applies is performed whenever a player would get priority. The record of a game tells itself what was."""
    if not draft.state.board.recorded:
        perform_all(draft)


def perform_all(draft: Draft) -> None:
    """As `perform`, with what has triggered as it is now."""
    stack = draft.state.stack
    perform(draft, frozenset(each.source for each in (*stack.waiting, *stack.abilities)))


def perform(draft: Draft, waiting: frozenset[str] = frozenset()) -> None:
    """Perform state-based actions until none applies; what triggers on them is appended after each time.

    `waiting`: sources of abilities that have triggered and not left the stack, whom 704.5v spares.
    """
    checked = False
    gone: tuple[str, ...] = ()
    while True:
        view = draft.view
        actions = (*applicable(view, draft.edition, waiting), *_unattached(view, gone))
        if actions or (not checked and any(each.deathtouched for each in view.permanents.values())):
            draft.append(StateBasedActionsPerformed(actions=actions))
        if not actions:
            return
        checked = True
        gone = _carried_out(draft, view, actions)


def applicable(view: View, edition: Edition, waiting: frozenset[str] = frozenset()) -> tuple[StateBasedAction, ...]:
    """The state-based actions that apply on a board, each once for what it applies to. Pure."""
    found: list[StateBasedAction] = []
    board = view.board
    for player in board.players:
        if board.life[player] <= 0:
            found.append(StateBasedAction(concept=Concept.SBA_LIFE, id=player))
        elif board.poison.get(player, 0) >= POISON:
            found.append(StateBasedAction(concept=Concept.SBA_POISON, id=player))
        elif Concept.SBA_COMMANDER in edition.numbers and any(
            dealt >= COMMANDER_DAMAGE for (_, to), dealt in board.commander_damage.items() if to == player
        ):
            found.append(StateBasedAction(concept=Concept.SBA_COMMANDER, id=player))
    for permanent in view.permanents.values():
        found += _to_permanent(view, edition, permanent, waiting)
    return tuple(found)


def _to_permanent(view: View, edition: Edition, permanent: Permanent, waiting: frozenset[str]) -> Iterator[StateBasedAction]:
    id = permanent.id
    cancelling = min(permanent.counters.get("+1/+1", 0), permanent.counters.get("-1/-1", 0)) if permanent.counters else 0
    if cancelling and Concept.SBA_COUNTERS in edition.numbers:
        yield StateBasedAction(concept=Concept.SBA_COUNTERS, id=id, counters=cancelling)
    if "Creature" in permanent.types:
        concept = _dying(permanent)
        if concept == Concept.SBA_TOUGHNESS:
            yield _leaving(view, permanent, concept)
            return
        if concept is not None and "indestructible" not in view.keywords(id):
            effect = shield(view, permanent)
            regenerated = StateBasedAction(concept=concept, id=id, regenerates=effect)
            yield _leaving(view, permanent, concept) if effect is None else regenerated
            return
    if "Planeswalker" in permanent.types and permanent.loyalty == 0 and Concept.SBA_LOYALTY in edition.numbers:
        yield _leaving(view, permanent, Concept.SBA_LOYALTY)
    elif "Battle" in permanent.types and permanent.defense == 0 and Concept.SBA_DEFENSE in edition.numbers and id not in waiting:
        yield from () if "Siege" in permanent.types else (_leaving(view, permanent, Concept.SBA_DEFENSE),)


def _leaving(view: View, permanent: Permanent, concept: str) -> StateBasedAction:
    """It is put into a graveyard, or (614, 122.1h) goes to another zone instead of dying."""
    if permanent.counters.get("finality"):
        return StateBasedAction(concept=concept, id=permanent.id, to="exile")
    for held in view.held(a.LeavesInsteadOfDying):
        if view.matches(held.ability.permanents, permanent, held.context) and view.holds(held.ability.condition, held.context):
            return StateBasedAction(concept=concept, id=permanent.id, to=held.ability.to)
    return StateBasedAction(concept=concept, id=permanent.id, to="graveyard")


def _dying(permanent: Permanent) -> str | None:
    """704.5f–h: by which rule a creature would be put into a graveyard or destroyed."""
    if permanent.toughness <= 0 and (permanent.size_known or permanent.toughness < 0):
        return Concept.SBA_TOUGHNESS
    if permanent.marked >= permanent.toughness and (permanent.size_known or permanent.marked):
        return Concept.SBA_LETHAL
    return Concept.SBA_DEATHTOUCH if permanent.deathtouched else None


def shield(view: View, permanent: Permanent) -> str | None:
    """701.19: the id of the regeneration effect that replaces a permanent's destruction, if there is one."""
    for held in view.held(a.CantBeRegenerated):
        if view.matches(held.ability.permanents, permanent, held.context) and view.holds(held.ability.condition, held.context):
            return None
    for effect, timed in view.board.effects.items():
        context = Context(timed.effect.source, timed.effect.controller)
        for ability in timed.effect.abilities:
            if (
                isinstance(ability, a.Regenerates)
                and (effect, permanent.id) not in view.board.regenerated
                and view.matches(ability.permanents, permanent, context)
            ):
                return effect
    return None


def _unattached(view: View, gone: tuple[str, ...]) -> Iterator[StateBasedAction]:
    """704.5m–n: Auras, and what else is attached to what has left: in a game from a record, to what has just left."""
    board = view.board
    for permanent in view.permanents.values():
        host = permanent.attached_to
        if host is not None and (host in gone if board.recorded else host not in board.permanents and host not in board.seats):
            if "Aura" in permanent.types:
                yield _leaving(view, permanent, Concept.SBA_AURA)
            else:
                yield StateBasedAction(concept=Concept.SBA_UNATTACHED, id=permanent.id)


def _carried_out(draft: Draft, before: View, actions: tuple[StateBasedAction, ...]) -> tuple[str, ...]:
    """Carry out the actions that were performed; returns what left the battlefield."""
    lost = [action for action in actions if action.id in before.board.seats]
    leaving = [action for action in actions if action.to is not None]
    departed = Departed(
        died=tuple(action.id for action in leaving if action.to == "graveyard"),
        left=tuple(dict.fromkeys((*(each.id for each in leaving), *_owned_by(before, [each.id for each in lost])))),
        lost=tuple(action.id for action in lost),
    )
    triggering = list(departure_triggers(before, departed))  # it looks back: at the board and the combat before (603.10a)
    for action in actions:
        if action.regenerates is not None:
            take_out_of_combat(draft, action.id, "regenerated")
        elif action.concept == Concept.SBA_UNATTACHED:
            draft.append(t.AttachmentChanged(id=action.id, attached_to=None))
    for action in leaving:
        _leave(draft, action.id, action.to, WHY[action.concept], before)
    for action in leaving:
        return_exiled(draft, action.id)
    for action in lost:
        draft.append(PlayerLost(player=action.id, concept=action.concept))
    _leave_with(draft, [action.id for action in lost])
    for triggered in triggering:
        draft.append(triggered)
    if lost and len(draft.state.board.players) < 2:
        draft.append(t.GameEnded(winner=next(iter(draft.state.board.players), None), reason="state-based actions"))
    return departed.left


def _leave(draft: Draft, id: str, to: t.Place | None, why: t.Departure, before: View | None = None) -> None:
    """A permanent leaves. `before`: the board before actions that are performed at the same time (704.8)."""
    known = as_it_leaves(draft, id)
    if before is not None and (counters := before.permanents[id].counters) != draft.state.board.permanents[id].counters:
        known["counters"] = dict(counters)
    take_out_of_combat(draft, id, "left the battlefield")
    draft.append(t.PermanentLeft(id=id, to=to, why=why, **known))


def take_out_of_combat(draft: Draft, id: str, reason: d.RemovalReason) -> None:
    """506.4: no effect removed it, so nothing that counts blockers triggers."""
    combat = draft.state.combat
    if id in combat.attackers or id in combat.blockers or any(attack.target == id for attack in combat.attackers.values()):
        draft.append(d.RemovedFromCombat(id=id, reason=reason))


def _owned_by(view: View, lost: list[str]) -> tuple[str, ...]:
    """800.4a: what players who lose own leaves the game with them, where others play on."""
    if not lost or len(view.board.players) - len(lost) < 2:
        return ()
    return tuple(permanent.id for permanent in view.board.permanents.values() if permanent.owner in lost)


def _leave_with(draft: Draft, lost: list[str]) -> None:
    """800.4a: what players who have left own leaves with them; what they control of others goes back to its owner."""
    if not lost or len(draft.state.board.players) < 2:
        return
    for permanent in list(draft.state.board.permanents.values()):
        if permanent.owner in lost:
            _leave(draft, permanent.id, None, "other")
            return_exiled(draft, permanent.id)
        elif permanent.controller in lost:
            take_out_of_combat(draft, permanent.id, "changed controllers")
            draft.append(t.ControllerChanged(id=permanent.id, controller=permanent.owner))
