"""How creatures assign combat damage: how much (510.1a), to whom unblocked (b), blocked (c) and blocking (d), and who chooses.

One function a letter. Pure: read off a view, nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from ...events import abilities as a
from ...projections.board import Permanent
from ...projections.state import State
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..view.view import View
from .assigning import Amounts, DamageToAssign, Striker, Way
from .banding_702_22 import are_banded

AssigningT = TypeVar("AssigningT", bound=a.AssignsByToughness | a.AssignsNoDamage | a.AssignsAsThoughUnblocked | a.DividesDamage)


class Assigns(NamedTuple):
    """A creature that assigns combat damage in a step: who chooses how, how much it assigns, in which ways, by which rule.

    `chooser`, `controller`: where turns are shared, one who stands for the team (805.10f).
    """

    striker: Striker
    chooser: str
    controller: str
    attacks: bool
    concept: Concept
    """The concept of the rule that says to whom it assigns: unblocked, blocked or blocking (510.1b–d)."""
    behind: str | None = None
    """The player behind the planeswalker or battle that a trampler attacks or attacked (702.19f)."""


def assigns(view: View, edition: Edition, step: Iterable[str]) -> dict[str, Assigns]:
    """510.1a–d: how each of these creatures assigns its combat damage, if it is still in combat. Pure."""
    found = {}
    by_toughness, none = _meant(view, a.AssignsByToughness), _meant(view, a.AssignsNoDamage)
    as_though, divides = _meant(view, a.AssignsAsThoughUnblocked), _meant(view, a.DividesDamage)
    for id in step:
        permanent = view.permanents.get(id)
        if permanent is None or not (id in view.combat.attackers or id in view.combat.blockers):
            continue
        amount = 0 if id in none else _amount(permanent, id in by_toughness)
        if id in view.combat.attackers:
            found[id] = _attacker(view, edition, id, amount, as_though.get(id, []), bool(divides.get(id)))
        else:
            found[id] = _blocker(view, edition, id, amount)
    return found


def _amount(permanent: Permanent, by_toughness: bool) -> int:
    """510.1a: combat damage equal to its power, or toughness where something says so; none where that is 0 or less."""
    return max(0, permanent.toughness if by_toughness else permanent.power)


def _meant(view: View, kind: type[AssigningT]) -> dict[str, list[AssigningT]]:
    """The creatures that abilities of one kind are about, each with the abilities."""
    meant: dict[str, list[AssigningT]] = {}
    for held in view.held(kind):
        if view.holds(held.ability.condition, held.context):
            for permanent in view.matching(held.ability.creatures, held.context):
                meant.setdefault(permanent.id, []).append(held.ability)
    return meant


def _attacker(
    view: View, edition: Edition, id: str, amount: int, as_though: list[a.AssignsAsThoughUnblocked], divides: bool
) -> Assigns:
    """510.1b–c, 702.19: an attacking creature."""
    combat, keywords = view.combat, view.keywords(id)
    attack, blockers = combat.attackers[id], tuple(b for b in combat.blockers_of(id) if b in view.permanents)
    blocked = id in combat.blocked
    speaker = view.board.speaker
    controller = view.permanents[id].controller
    banded = are_banded(view, edition, blockers)
    over = "trample over planeswalkers" in keywords
    tramples = over or "trample" in keywords
    unblocked = _unblocked_ways(view, id, over)
    touching = "deathtouch" in keywords
    ways = _blocked_ways(blockers, unblocked if tramples else ()) if blocked else unblocked
    ways = _in_order(ways, view, edition, id, blockers, banded)
    if blocked and as_though:
        # Not to act so is a choice, too: to damage the blockers, or, where none is left, nothing.
        ways = unblocked + ((ways or (Way(()),)) if all(each.optional for each in as_though) else ())
    if divides and attack.defending in view.board.players:
        theirs = [p.id for p in view.permanents.values() if p.controller == attack.defending and "Creature" in p.types]
        ways = (*ways, Way((attack.defending, *theirs)))
    planeswalker = combat.attacked.get(id, attack.target) not in view.board.seats
    return Assigns(
        Striker(id, amount, ways, touching and edition.deathtouch == "any damage is lethal"),
        chooser=speaker(attack.defending if banded and attack.defending in view.board.players else controller),
        controller=speaker(controller),
        attacks=True,
        concept=Concept.DAMAGE_BLOCKED if blocked else Concept.DAMAGE_UNBLOCKED,
        behind=attack.defending if tramples and not over and blocked and planeswalker else None,
    )


def _unblocked_ways(view: View, id: str, over: bool) -> tuple[Way, ...]:
    """510.1b: to what it attacks; with trample over planeswalkers also to who controls that (702.19c), or did (702.19e)."""
    attack = view.combat.attackers[id]
    target = attack.target
    if target is None:
        attacked = view.combat.attacked.get(id)
        gone = over and attacked not in view.board.seats and attack.defending in view.board.players
        return (Way((attack.defending,)),) if gone else ()
    if target in view.board.seats:
        return (Way((target,)),) if target in view.board.players else ()
    permanent = view.permanents.get(target)
    if permanent is None:
        return ()
    if over and "Planeswalker" in permanent.types and permanent.controller in view.board.players:
        return (Way((), over=target, beyond=permanent.controller),)
    return (Way((target,)),)


def _blocked_ways(blockers: tuple[str, ...], beyond: tuple[Way, ...]) -> tuple[Way, ...]:
    """510.1c, 702.19b: among its blockers; with trample (`beyond`: as though unblocked) the rest goes to what it attacks."""
    if not blockers:
        return beyond
    if not beyond:
        return (Way(blockers),)
    return tuple(Way(blockers, over=way.over or way.among[0], beyond=way.beyond) for way in beyond)


def _blocker(view: View, edition: Edition, id: str, amount: int) -> Assigns:
    """510.1d: a blocking creature."""
    combat, keywords = view.combat, view.keywords(id)
    attackers = tuple(attacker for attacker in combat.blockers[id] if attacker in combat.attackers)
    banded = are_banded(view, edition, attackers)
    touching = "deathtouch" in keywords
    ways: tuple[Way, ...] = (Way(attackers),) if attackers else ()
    ways = _in_order(ways, view, edition, id, attackers, banded)
    controller, speaker = view.permanents[id].controller, view.board.speaker
    active = next((view.permanents[attacker].controller for attacker in attackers), view.board.active)
    return Assigns(
        Striker(id, amount, ways, touching and edition.deathtouch == "any damage is lethal"),
        chooser=speaker(active if banded and active in view.board.players else controller),
        controller=speaker(controller),
        attacks=False,
        concept=Concept.DAMAGE_BLOCKER,
    )


def _in_order(
    ways: tuple[Way, ...], view: View, edition: Edition, id: str, faced: tuple[str, ...], banded: bool
) -> tuple[Way, ...]:
    """The ways that keep its damage assignment order, as far as one was announced: the places of the others may be any.

    No order binds where there is none, among `banded` creatures, and (in some editions) what has deathtouch.
    """
    free = edition.deathtouch == "any order" and "deathtouch" in view.keywords(id)
    if edition.damage_orders == "none" or len(faced) < 2 or banded or free:
        return ways
    order = tuple(other for other in view.combat.orders.get(id, ()) if other in faced)
    unplaced = tuple(other for other in faced if other not in order)
    return tuple(kept for way in ways for kept in way.in_order(order, unplaced))


def formulate(view: View, every: Mapping[str, Assigns], player: str | None, standing: Mapping[str, Amounts]) -> DamageToAssign:
    """What a player (None: everybody) chooses in a step, with what is lethal to whom and what others have assigned. Pure."""
    strikers = {id: each.striker for id, each in every.items() if player is None or each.chooser == player}
    relied = {recipient for striker in strikers.values() for way in striker.ways for recipient in way.relies_on()}
    lethal, planeswalkers = {}, set()
    for recipient in relied:
        permanent = view.permanents[recipient]
        if any(way.over == recipient and way.beyond for striker in strikers.values() for way in striker.ways):
            lethal[recipient] = permanent.loyalty or 0
            planeswalkers.add(recipient)
        else:
            lethal[recipient] = max(0, permanent.toughness - permanent.marked)
    touching = frozenset(id for id, each in every.items() if each.striker.deathtouch)
    return DamageToAssign(strikers, lethal, frozenset(planeswalkers), standing, touching)


def in_turn_order(state: State, every: Mapping[str, Assigns]) -> list[str]:
    """Who assigns, in turn order: the players who choose for a creature that assigns damage (510.1, 802.5)."""
    board = state.board
    choosing = {each.chooser for each in every.values() if each.striker.amount > 0 and each.striker.ways}
    return [player for player in board.in_turn_order(board.active or board.seats[0]) if player in choosing]
