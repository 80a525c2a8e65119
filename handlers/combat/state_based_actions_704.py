"""State-based actions (704): what applies is performed at the same time, again and again until nothing does (704.3).

Those that combat damage brings about, and what follows from them: 704.5a, c, f–i, q, v, 704.6c, and Auras, Equipment and
Fortifications of what left. An action is one in an edition that has its rule; poison counters and the loss of what a player owns
are older than theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ...events import abilities as a
from ...events import facts as t
from ...events.damage import DamageRemoved, PlayerLost, StateBasedAction, StateBasedActionsPerformed
from ...projections.board import Permanent
from ..attempt import Draft
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..rulebook.variants import poison_that_loses
from ..triggers.damage_510_3 import Departed, departure_triggers
from ..view.context import Held
from ..view.stated_facts import BLESSING
from ..view.view import View
from . import leaving_800_4
from .effects_611_2 import end_what_lapsed
from .removal import change, departs, stopped_being, take_out_of_combat
from .replacement_614 import Destruction, destroyed_instead, destruction, instead_of_dying
from .returning_610_3 import return_exiled

COMMANDER_DAMAGE = 21
"""903.10a: combat damage by one commander with which a player loses."""

_ASCENDING = 10
"""702.131b: so many permanents."""

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
    """704.3: what applies is performed whenever a player would get priority. The record of a game states itself what was."""
    if not draft.state.board.recorded:
        perform_all(draft)


def perform_all(draft: Draft) -> None:
    """As `perform`, with what has triggered as it is now."""
    waiting = frozenset(each.source for each in draft.state.stack.unresolved)
    if draft.settled_with != waiting:
        perform(draft, waiting)


def perform(draft: Draft, waiting: frozenset[str] = frozenset(), gone: tuple[str, ...] = ()) -> None:
    """Perform state-based actions until none applies; what triggers on them is appended after each time.

    `waiting`: sources of abilities that have triggered and not left the stack, whom 704.5v spares. `gone`: what has just left.
    """
    checked = False
    while True:
        if draft.state.board.effects:
            end_what_lapsed(draft)
        if draft.state.combat.attackers and not draft.state.board.recorded:
            stopped_being(draft)
        _ascend(draft)
        view = draft.view
        actions = (*applicable(view, draft.edition, waiting), *_unattached(view, gone))
        before = draft.fork().view if actions else view
        if actions or (not checked and any(each.deathtouched for each in view.permanents.values())):
            draft.append(StateBasedActionsPerformed(actions=actions))
        if not actions:
            draft.settled_with = waiting
            return
        checked = True
        gone = _carried_out(draft, before, actions)


def drew_from_no_cards(draft: Draft, player: str) -> None:
    """704.5b: the player attempted to draw a card from a library with no cards in it, and loses as state-based actions are
    performed."""
    before = draft.fork().view
    if not cant_lose(before, player):
        actions = (StateBasedAction(concept=Concept.SBA_LIBRARY, id=player),)
        draft.append(StateBasedActionsPerformed(actions=actions))
        _carried_out(draft, before, actions)
    if not draft.state.board.is_over:
        perform(draft)


def _ascend(draft: Draft) -> None:
    """702.131b: who controls ten permanents, one of them with ascend, gets the city's blessing for the rest of the game. That is
    no state-based action, but is looked at as often."""
    view = draft.view
    if len(view.permanents) < _ASCENDING or view.board.recorded:
        return
    controllers = Counter(each.controller for each in view.permanents.values())
    ascending = [each.controller for each in view.permanents.values() if "ascend" in view.keywords(each.id)]
    for you in dict.fromkeys(ascending):  # in the order of the board, whatever the hashes
        blessed = (you, BLESSING) in view.board.facts or BLESSING in view.board.designations.get(you, ())
        if controllers[you] >= _ASCENDING and not blessed:
            draft.append(t.FactsStated(about=you, facts={BLESSING: True}))


def applicable(view: View, edition: Edition, waiting: frozenset[str] = frozenset()) -> tuple[StateBasedAction, ...]:
    """The state-based actions that apply on a board, each once for what it applies to. Pure."""
    found: list[StateBasedAction] = []
    if not _all_live(view):
        for player in view.board.players:
            concept = _losing(view, edition, player)
            if concept is not None and not cant_lose(view, player):
                found.append(StateBasedAction(concept=concept, id=player))
    for permanent in _touched(view):
        found += _to_permanent(view, edition, permanent, waiting)
    return tuple(found)


def _touched(view: View) -> list[Permanent]:
    """The permanents that a state-based action can be about at all. This is asked at each priority, and most aren't touched."""
    return [
        each
        for each in view.permanents.values()
        if each.marked >= each.toughness or each.deathtouched or each.loyalty == 0 or each.defense == 0 or each.counters
    ]


def _all_live(view: View) -> bool:
    """Whether nobody can have lost: all have life left, and there are neither poison counters nor damage of commanders."""
    board = view.board
    return not board.poison and not board.commander_damage and min(board.life.values(), default=1) > 0


def _losing(view: View, edition: Edition, player: str) -> Concept | None:
    """704.5a, 704.5c, 704.6a–c: by which rule a player loses, alone or with a team that shares the total."""
    board = view.board
    sharing_life, sharing_poison = board.sharing_life(player), board.sharing_poison(player)
    if board.life[player] <= 0 and not any(_lives_on(view, each) for each in sharing_life):
        return Concept.SBA_TEAM_LIFE if len(sharing_life) > 1 else Concept.SBA_LIFE
    if board.poison.get(player, 0) >= poison_that_loses(board.options, len(sharing_poison)):
        return Concept.SBA_TEAM_POISON if len(sharing_poison) > 1 else Concept.SBA_POISON
    dealt = max((amount for (_, to), amount in board.commander_damage.items() if to == player), default=0)
    return Concept.SBA_COMMANDER if Concept.SBA_COMMANDER in edition.numbers and dealt >= COMMANDER_DAMAGE else None


def _lives_on(view: View, player: str) -> bool:
    """Whether the player doesn't lose for having 0 or less life."""
    return any(_concerns(view, held, player) for held in view.held(a.LivesOnWithoutLife))


def cant_lose(view: View, player: str) -> bool:
    """Whether the player can't lose the game, or where life is shared anybody of the team (810.8a)."""
    return any(_concerns(view, held, each) for each in view.board.sharing_life(player) for held in view.held(a.CantLose))


def cant_win(view: View, player: str) -> bool:
    """Whether the player can't win the game, or where life is shared anybody of the team (810.8a)."""
    return any(_concerns(view, held, each) for each in view.board.sharing_life(player) for held in view.held(a.CantWin))


def _concerns(view: View, held: Held[a.LivesOnWithoutLife | a.CantLose | a.CantWin], player: str) -> bool:
    return view.includes(held.ability.players, player, held.context) and view.holds(held.ability.condition, held.context)


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
        if concept is not None and (comes := destruction(view, permanent)) != Destruction():
            yield StateBasedAction(concept=concept, id=id, to=comes.to, regenerates=comes.regenerates, destroys=comes.destroys)
            for other, to in destroyed_instead(view, comes):
                yield StateBasedAction(concept=concept, id=other, to=to)
            return
    if "Planeswalker" in permanent.types and permanent.loyalty == 0 and Concept.SBA_LOYALTY in edition.numbers:
        yield _leaving(view, permanent, Concept.SBA_LOYALTY)
    elif "Battle" in permanent.types and permanent.defense == 0 and Concept.SBA_DEFENSE in edition.numbers and id not in waiting:
        yield from () if "Siege" in permanent.types else (_leaving(view, permanent, Concept.SBA_DEFENSE),)


def _leaving(view: View, permanent: Permanent, concept: str) -> StateBasedAction:
    return StateBasedAction(concept=concept, id=permanent.id, to=instead_of_dying(view, permanent))


def _dying(permanent: Permanent) -> str | None:
    """704.5f–h: by which rule a creature would be put into a graveyard or destroyed."""
    if permanent.toughness <= 0 and (permanent.size_known or permanent.toughness < 0):
        return Concept.SBA_TOUGHNESS
    if permanent.marked >= permanent.toughness and (permanent.size_known or permanent.marked):
        return Concept.SBA_LETHAL
    return Concept.SBA_DEATHTOUCH if permanent.deathtouched else None


def _unattached(view: View, gone: tuple[str, ...]) -> Iterator[StateBasedAction]:
    """704.5m–n: Auras, and what else is attached to what has left, or to a player who has: in a game from a record, to what has
    just left."""
    board = view.board
    for permanent in view.permanents.values():
        host = permanent.attached_to
        if host is not None and (host in gone if board.recorded else host not in board.permanents and host not in board.players):
            if "Aura" in permanent.types:
                yield _leaving(view, permanent, Concept.SBA_AURA)
            else:
                yield StateBasedAction(concept=Concept.SBA_UNATTACHED, id=permanent.id)


def _carried_out(draft: Draft, before: View, actions: tuple[StateBasedAction, ...]) -> tuple[str, ...]:
    """Carry out the actions that were performed; returns what left the battlefield."""
    lost = [action for action in actions if action.id in before.board.seats]
    going = leaving_800_4.leaving(before, [PlayerLost(player=action.id, concept=action.concept) for action in lost])
    leaving = [action for action in actions if action.to is not None]
    departed = Departed(
        died=tuple(action.id for action in leaving if action.to == "graveyard"),
        left=tuple(dict.fromkeys((*(each.id for each in leaving), *going.departed))),
        lost=tuple(each.player for each in going.players),
    )
    for action in actions:
        if action.regenerates is not None:
            take_out_of_combat(draft, action.id, "regenerated")
        elif action.destroys is not None:
            draft.append(DamageRemoved(id=action.id))
        elif action.concept == Concept.SBA_UNATTACHED:
            change(draft, action.id, {"attached_to": None})
    for action in leaving:
        departs(draft, action.id, action.to, WHY[action.concept], before)
    for action in leaving:
        return_exiled(draft, action.id)
    if lost:
        there = draft.state.board.permanents
        here = [tuple(id for id in ids if id in there) for ids in (going.owned, going.exiled, going.returned)]
        leaving_800_4.leave(draft, going._replace(owned=here[0], exiled=here[1], returned=here[2]), "state-based actions")
    for triggered in list(departure_triggers(before, departed, draft.view)):
        draft.append(triggered)
    return departed.left
