"""What makes a creature attack or block without being declared, and what changes blocks: 508.4, 508.7, 509.1h, 509.4.

Restrictions and requirements don't apply here (508.4c, 508.7b, 509.4b), and such creatures never "attacked" or "blocked".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...events import abilities as a
from ...events import declarations as d
from ...events import facts as t
from ...events.abilities import CombatAction
from ...events.errors import InvalidInput
from ...events.prose import in_parts, said
from ..attempt import Draft, Violated
from ..legality.reach import NotReached, attackable, neighbour
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..triggers.blockers_509_3 import BlockingChange, block_triggers
from ..triggers.triggered import matches, triggered
from ..view.context import HeldTrigger
from ..view.view import View


def enter(draft: Draft, entered: t.PermanentEntered, attacking: str | None = None, blocking: str | None = None) -> None:
    """A permanent enters: attacking something (508.4), blocking an attacker (509.4), or neither."""
    draft.append(_protected(draft, entered))
    if attacking is not None:
        _enter_attacking(draft, entered.id, attacking)
    if blocking is not None:
        _enter_blocking(draft, entered.id, blocking)


def _protected(draft: Draft, entered: t.PermanentEntered) -> t.PermanentEntered:
    """310.8a: a battle without battle types is protected by its controller, a Siege by an opponent (310.11a)."""
    if "Battle" not in entered.types or entered.protector is not None:
        return entered
    protector = entered.controller
    if "Siege" in entered.types:
        opponents = draft.state.board.opponents(entered.controller)
        if len(opponents) > 1:
            raise InvalidInput("protector", "nothing", f"the player who protects the Siege: {', '.join(opponents)}")
        (protector,) = opponents
    return entered.model_copy(update={"protector": protector})


def _enter_attacking(draft: Draft, creature: str, target: str) -> None:
    why = _why_not_attacking(draft, creature, target, Concept.ATTACK_ENTERING_NO_TARGET)
    if why is not None:
        _never(draft, creature, "attack", *why)
        return
    defending = draft.view.defender_of(target)
    attacked = target if defending is not None else None
    defending = defending or _only_opponent(draft, target)
    draft.append(d.PutOntoBattlefieldAttacking(creature=creature, target=attacked, defending=defending))
    _unblocked_if_too_late(draft, creature)

    def entered(view: View, held: HeldTrigger, event: a.EntersAttacking) -> list[str]:
        return [creature] if matches(view, event.creatures, creature, held.context) else []

    for each in triggered(draft.view, {a.EntersAttacking: (Concept.ATTACK_ENTERING, entered)}):
        draft.append(each)


def _only_opponent(draft: Draft, target: str) -> str:
    """Whose creatures may block an attacker that entered attacking nothing, in editions that allow that."""
    board = draft.state.board
    opponents = board.opponents(board.active or "")
    if len(opponents) > 1:
        allowed = "something that can be attacked: with several opponents the rules of that day don't say who defends"
        raise InvalidInput("attacking", target, allowed)
    return opponents[0]


def _enter_blocking(draft: Draft, creature: str, attacker: str) -> None:
    why = _why_not_blocking(draft, creature, attacker)
    if why is not None:
        _never(draft, creature, "block", *why)
    elif attacker not in draft.state.combat.attackers:
        draft.append(d.PutOntoBattlefieldBlocking(creature=creature, attacker=None))
    else:
        _begin_blocking(draft, creature, attacker, entered=True)


def _never(draft: Draft, creature: str, action: CombatAction, concept: str, reason: str) -> None:
    draft.append(
        d.NeverEnteredCombat(creature=creature, action=action, concept=concept, reason=reason, parts=in_parts(reason)["parts"])
    )


def _why_not_attacking(draft: Draft, creature: str, target: str, concept: str) -> tuple[str, str] | None:
    """506.3a–c and f, 508.4a–b: the concept and the reason for which it is not an attacking creature."""
    view, edition = draft.view, draft.edition
    permanent, checks = view.permanents[creature], edition.entering_checks
    if "Creature" not in permanent.types:
        return Concept.ATTACK_ENTERING, said("{} isn't a creature", creature)
    if "Battle" in permanent.types:
        return Concept.ATTACK_ENTERING, said("{} is a battle", creature)
    if not draft.state.combat.phase:
        return Concept.ATTACK_ENTERING, "there is no combat phase"
    board = draft.state.board
    if permanent.controller not in board.active_side and "controller" in checks:
        return Concept.ATTACK_ENTERING, said("{} isn't an attacking player", permanent.controller)
    if target in board.team_of(permanent.controller):
        return concept, said("{} is no defending player", target)
    if view.defender_of(target) is None and "target gone" in checks:
        return concept, said("{} isn't a player in the game, or a planeswalker or battle on the battlefield", target)
    if "defender" in checks and target not in attackable(view, edition, permanent.controller):
        return concept, said("no defending player controls or protects {}", target)
    return None


def _unblocked_if_too_late(draft: Draft, creature: str) -> None:
    """A creature that begins to attack after its defending player declared blockers is an unblocked creature (508.4d)."""
    combat = draft.state.combat
    defending = draft.state.board.speaker(combat.attackers[creature].defending)
    if combat.blocks_complete or defending in combat.blocks_declared_by:
        draft.append(d.BecameUnblocked(attackers=(creature,), entering=True))


def _why_not_blocking(draft: Draft, creature: str, attacker: str) -> tuple[str, str] | None:
    """506.3a, e and f, 509.4a: the concept and the reason for which it is not a blocking creature."""
    permanent, checks = draft.view.permanents[creature], draft.edition.entering_checks
    attack = draft.state.combat.attackers.get(attacker)
    if "Creature" not in permanent.types or "Battle" in permanent.types:
        return Concept.BLOCK_ENTERING, said("{} isn't a creature, or is a battle", creature)
    if attack is None:
        return (
            (Concept.BLOCK_ENTERING_NO_TARGET, said("{} is no longer attacking", attacker)) if "attacker gone" in checks else None
        )
    if attack.defending != permanent.controller and "controller" in checks:
        return Concept.BLOCK_ENTERING_NO_TARGET, said("{} isn't the defending player for {}", permanent.controller, attacker)
    return None


def state_attacking(draft: Draft, creature: str, target: str) -> None:
    """An effect states that a creature is attacking (508.4, 508.4b)."""
    why = _why_not_attacking(draft, creature, target, Concept.ATTACK_STATED_NO_TARGET)
    if why is not None:
        _never(draft, creature, "attack", *why)
        return
    defending = draft.view.defender_of(target)
    if defending is None:
        raise InvalidInput("states_attacking", target, "a player, planeswalker or battle: the rules of that day don't say more")
    draft.append(d.StatedAttacking(creature=creature, target=target, defending=defending))
    _unblocked_if_too_late(draft, creature)


def cause_block(draft: Draft, blocker: str, attacker: str) -> None:
    """An effect makes a creature on the battlefield block an attacker (509.6 until 2024-11-07)."""
    _attacker(draft, attacker, "blocks")
    permanent = draft.view.permanents.get(blocker)
    if permanent is None or "Creature" not in permanent.types or "Battle" in permanent.types:
        raise InvalidInput("blocks", blocker, "a creature on the battlefield that is no battle")
    _begin_blocking(draft, blocker, attacker, entered=False)


def _begin_blocking(draft: Draft, blocker: str, attacker: str, entered: bool) -> None:
    """It blocks the attacker, and with it its band (702.22h); abilities trigger."""
    combat = draft.state.combat
    band = combat.band_of(attacker)
    blocking_before = combat.blockers.get(blocker, ())
    before = {member: combat.blockers_of(member) for member in band}
    newly = tuple(member for member in band if member not in blocking_before)
    first = () if blocker in combat.blockers else (blocker,)
    placement = None
    if draft.edition.damage_orders != "none":
        placement = Concept.BLOCK_ENTERING if entered else Concept.BLOCK_CAUSED
    for member in newly:
        if entered:
            draft.append(d.PutOntoBattlefieldBlocking(creature=blocker, attacker=member, placement=placement))
        else:
            draft.append(d.BlockCaused(blocker=blocker, attacker=member, placement=placement))
    became = _become_blocked(draft, band)
    happened = BlockingChange(
        how="entered" if entered else "by effect",
        pairs=tuple((blocker, member) for member in newly),
        named=tuple((blocker, member) for member in band),
        first=first if newly else (),
        were_unblocked=became.were_unblocked,
        first_blocked=became.first_blocked,
        before=before,
        blocking_before={blocker: blocking_before},
    )
    for each in block_triggers(draft.view, draft.edition, happened):
        draft.append(each)


class _Became(NamedTuple):
    """Attackers that became blocked: those that were unblocked creatures, and those never blocked before in this combat."""

    were_unblocked: tuple[str, ...]
    first_blocked: tuple[str, ...]


def _become_blocked(draft: Draft, attackers: tuple[str, ...], by_effect: bool = False) -> _Became:
    """These attackers are blocked creatures now."""
    combat = draft.state.combat
    became = _Became(
        tuple(attacker for attacker in attackers if attacker in combat.unblocked),
        tuple(attacker for attacker in attackers if attacker not in combat.been_blocked),
    )
    changed = tuple(attacker for attacker in attackers if attacker not in combat.blocked)
    if changed:
        draft.append(d.BecameBlocked(attackers=changed, by_effect=by_effect))
    return became


def become_blocked(draft: Draft, attacker: str) -> None:
    """An effect says that an attacker becomes blocked, and with it its band (509.1h, 702.22i)."""
    _attacker(draft, attacker, "becomes_blocked")
    became = _become_blocked(draft, draft.state.combat.band_of(attacker), by_effect=True)
    happened = BlockingChange(how="by effect", were_unblocked=became.were_unblocked, first_blocked=became.first_blocked)
    for each in block_triggers(draft.view, draft.edition, happened):
        draft.append(each)


def become_unblocked(draft: Draft, attacker: str) -> None:
    """An effect says that an attacker becomes unblocked (509.1h)."""
    _attacker(draft, attacker, "becomes_unblocked")
    if attacker not in draft.state.combat.unblocked:
        draft.append(d.BecameUnblocked(attackers=(attacker,)))


def _attacker(draft: Draft, id: str, where: str) -> None:
    attackers = draft.state.combat.attackers
    if id not in attackers:
        raise InvalidInput(where, f"{id}, which isn't attacking", f"an attacking creature: {', '.join(attackers) or 'none'}")


def reselect(draft: Draft, targets: Mapping[str, str]) -> None:
    """What attackers attack is reselected (508.7a–e). Raises Violated where the rule doesn't allow it."""
    combat, view = draft.state.combat, draft.view
    strangers = [said("{} isn't attacking", creature) for creature in targets if creature not in combat.attackers]
    wrong: dict[Concept, list[str]] = {}
    for creature, target in targets.items():
        if creature not in combat.attackers:
            continue
        why = _why_not_reselected(draft, view.permanents[creature].controller, target)
        if why is not None:
            wrong.setdefault(why.concept, []).append(why.why)
        attack = combat.attackers[creature]
        kept = attack.meant if draft.edition.defending_player == "as declared" else None
        defending = view.defender_of(target) or target
        draft.append(d.AttackReselected(creature=creature, target=target, defending=defending, meant=kept))
    if strangers:
        raise Violated(Concept.ATTACK_RESELECT, [*strangers, *(why for whys in wrong.values() for why in whys)])
    for concept in (Concept.ATTACK_RESELECT_TARGET, Concept.ATTACK_RESELECT_CHOSEN, Concept.ATTACK_RESELECT_RANGE):
        if concept in wrong:
            raise Violated(concept, wrong[concept])


def _why_not_reselected(draft: Draft, player: str, target: str) -> NotReached | None:
    """508.7c–e: an opponent, or a planeswalker or battle of one; the one that was chosen, where one is; within range."""
    view, board = draft.view, draft.state.board
    defender = view.defender_of(target)
    if defender is None or not board.are_opponents(player, defender) or not _is_attackable(view, draft.edition, target):
        why = said("{} is no opponent of {}, and no planeswalker or battle that one controls or protects", target, player)
        return NotReached(Concept.ATTACK_RESELECT_TARGET, why)
    chosen = draft.state.combat.chosen
    if board.options.attack in ("left", "right"):
        chosen = neighbour(board.seated, player, board.options.attack)
    if chosen is not None and defender != chosen:
        return NotReached(
            Concept.ATTACK_RESELECT_CHOSEN, said("{} is no defending player in this combat: {} is", defender, chosen)
        )
    if not board.within_range(player, defender):
        return NotReached(Concept.ATTACK_RESELECT_RANGE, said("{} is out of the range of influence of {}", defender, player))
    return None


def _is_attackable(view: View, edition: Edition, target: str) -> bool:
    permanent = view.permanents.get(target)
    kinds = ("Planeswalker", "planeswalker"), ("Battle", "battle")
    return permanent is None or all(thing in edition.attackable for kind, thing in kinds if kind in permanent.types)
