"""Declaring blockers: 509.1a–i, in the order of `BLOCKERS_509_1`, for each defending player in turn order (802.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...events import abilities as a
from ...events import declarations as d
from ...events.errors import InvalidInput
from ...events.prose import said
from ...projections.pending import PendingDeclaration
from ..attempt import Attempt, Draft, Violated
from ..combat import turns
from ..combat.turns import steps_follow
from ..legality.blocks import blockable, capacity, why_not_block
from ..legality.nearest import way_out
from ..rulebook.concepts import Concept
from ..triggers.blockers_509_3 import BlockingChange as BlocksBegan
from ..triggers.blockers_509_3 import block_triggers
from ..triggers.not_modelled import mark_declared
from ..triggers.triggered import tapped_for_costs
from . import checks, costs
from .commands import DeclareBlockers
from .mana_abilities import activate_mana_abilities
from .payment import pay
from .runner import Procedure

Blocking = Attempt[DeclareBlockers]


def declaring_players(draft: Draft) -> list[str]:
    """The defending players who declare blockers, in turn order: those who are attacked, or whose permanents are (802.4).

    An attacker that attacks nothing any more may still be blocked by the player it attacked last (506.4c, 508.5). With two
    players the nonactive one always declares. Where turns are shared, the defending team does at once (805.10d): one of it stands
    for all.
    """
    board, combat = draft.state.board, draft.state.combat
    assert board.active is not None, "no turn has begun"
    opponents = board.opponents(board.active)
    if len(opponents) == 1:
        return [*opponents]
    others = list(dict.fromkeys(board.speaker(player) for player in opponents))
    if len(others) == 1:
        return others
    attacked = {board.speaker(attack.defending) for attack in combat.attackers.values()}
    return [player for player in others if player in attacked]


def chooses_blocks(draft: Draft, player: str) -> bool:
    """Whether an effect lets a player who declares no blockers choose how other players' creatures block.

    The other players then declare what that player chose.
    """
    return any(
        draft.state.board.speaker(player) not in declaring_players(draft)
        and draft.view.includes(held.ability.players, player, held.context)
        and draft.view.holds(held.ability.condition, held.context)
        for held in draft.view.held(a.ChoosesBlocks)
    )


def next_to_declare(draft: Draft) -> str:
    """The defending player whose turn it is to declare blockers; the first opponent in turn order where there is none.

    Raises InvalidInput where no opponent is left in the game.
    """
    board, declaring = draft.state.board, declaring_players(draft)
    waiting = [player for player in declaring if player not in draft.state.combat.blocks_declared_by]
    players = waiting or declaring or board.opponents(board.active or "")
    if not players:
        raise InvalidInput("block", f"nobody left in the game but {board.active}", "a player who can declare blockers")
    return players[0]


def announce_blockers(attempt: Blocking) -> None:
    """509.1a: which creatures block, and which attackers."""
    attempt.draft.append(d.BlockersDeclared(player=attempt.player, blocks=attempt.command.chosen))


def choose(attempt: Blocking) -> None:
    """509.1a: choose which creatures block, and which attackers each of them blocks. Raises Violated.

    A blocker is untapped and no battle.
    """
    announce_blockers(attempt)
    draft, player = attempt.draft, attempt.player
    check_turn(attempt.before, player)
    known, blocks = checks.formulation(attempt), draft.pending.blocks
    doubtful = [(blocker, chosen) for blocker, chosen in blocks if not known.can_be_chosen(blocker, chosen)]
    wrong = [why for blocker, chosen in doubtful for why in _why_not_chosen(draft, player, blocker, chosen)]
    if wrong:
        raise Violated(Concept.BLOCK_CHOOSE, wrong, lambda: way_out(known, dict(blocks)))


def _why_not_chosen(draft: Draft, player: str, blocker: str, chosen: tuple[str, ...]) -> list[str]:
    """Why a creature can't be chosen to block these attackers, restrictions aside; empty if it can."""
    view = draft.view
    permanent, attackers = view.permanents.get(blocker), blockable(view, player)
    if permanent is None:
        return [said("{} isn't a permanent on the battlefield", blocker)]
    wrong: list[str] = [
        said("{} can't block {}, {why}", blocker, attacker, why=_why_not_blockable(draft, player, attacker))
        for attacker in chosen
        if attacker not in attackers
    ]
    possible: list[str | None] = [attacker for attacker in chosen if attacker in attackers]
    whys = [why_not_block(view, permanent, player, attacker) for attacker in possible or [None]]
    reasons = dict.fromkeys(why for why in whys if why is not None)
    if reasons:
        wrong += reasons
    elif len(set(chosen)) < len(chosen):
        wrong.append(said("{} is chosen to block the same attacker twice", blocker))
    elif len(chosen) > 1 and len(chosen) > (most := capacity(view, blocker, len(chosen))):
        wrong.append(said("{} can block only {most} attacker(s), not {number}", blocker, most=most, number=len(chosen)))
    return wrong


def check_turn(before: Draft, player: str) -> None:
    """Raise an untimely Violated if this player can't declare blockers now, whichever they are."""
    board, combat = before.state.board, before.state.combat
    checks.check_goes_on(before, Concept.BLOCK_DECLARATION)
    if not steps_follow(before):
        why = "no creature was declared as an attacker or put onto the battlefield attacking: there is no declare blockers step"
        raise Violated(Concept.BLOCK_NO_ATTACKERS, [why], untimely=True)
    if board.step == "end of combat":
        raise Violated(Concept.BLOCK_DECLARATION, ["the end of combat step has begun"], untimely=True)
    if player in combat.blocks_declared_by:
        why = said("{} declared blockers already in this combat", board.side(player))
        raise Violated(Concept.BLOCK_DECLARATION, [why], untimely=True)
    if combat.blocks_complete:
        raise Violated(Concept.BLOCK_DECLARATION, ["blockers were declared already in this combat"], untimely=True)
    declaring = declaring_players(before)
    if player not in declaring:
        who, s = checks.who_does(board, player)
        why = said("{} {isnt} being attacked, and declare{s} no blockers", who, isnt="isn't" if s else "aren't", s=s)
        raise Violated(Concept.BLOCK_CHOOSE, [why], untimely=True)
    earlier = [other for other in declaring[: declaring.index(player)] if other not in combat.blocks_declared_by]
    if earlier:
        why = said("{} declares blockers before {}: turn order", earlier[0], player)
        raise Violated(Concept.BLOCK_DECLARATION, [why], untimely=True)


def _why_not_blockable(draft: Draft, player: str, attacker: str) -> str:
    attack = draft.state.combat.attackers.get(attacker)
    return "which isn't attacking" if attack is None else said("which attacks {}, not {}", attack.defending, player)


def leave_out_what_cant_be_chosen(attempt: Blocking) -> None:
    """Leave out the blocks that can't be chosen (509.1a): the steps that follow judge the others."""
    attempt.choosable = attempt.command.chosen
    if attempt.violated:
        known = checks.formulation(attempt)
        attempt.choosable = {
            blocker: tuple(dict.fromkeys(attacker for attacker in attackers if attacker in known.target))
            for blocker, attackers in attempt.command.chosen.items()
            if blocker in known.unit and not known.target.keys().isdisjoint(attackers)
        }


def lock_costs(attempt: Blocking) -> None:
    """509.1d: the total cost is determined and locked in."""
    due = checks.formulation(attempt).due(attempt.choosable)
    if due:
        for locked in costs.locked(attempt.draft.view, attempt.player, due, (), attempt.command.blocks):
            attempt.draft.append(locked)


def become_blocking(attempt: Attempt[Any]) -> None:
    """509.1g: each chosen creature that the player still controls becomes a blocking creature.

    A creature that blocks one member of a band blocks all of it (702.22h).
    """
    draft, pending = attempt.draft, attempt.draft.pending
    view, combat = draft.view, draft.state.combat
    blockers = {
        blocker: tuple(
            dict.fromkeys(member for attacker in attackers if attacker in combat.attackers for member in combat.band_of(attacker))
        )
        for blocker, attackers in pending.blocks
        if blocker in view.permanents and view.permanents[blocker].controller in draft.state.board.side(pending.player)
    }
    attempt.completing = pending._replace(blocks=tuple(blockers.items()))
    draft.append(d.BecameBlocking(blockers=blockers))


def become_blocked(attempt: Attempt[Any]) -> None:
    """509.1h: attackers become blocked, or unblocked."""
    draft, combat, pending = attempt.draft, attempt.draft.state.combat, _completing(attempt)
    blocked = {attacker for _, attackers in pending.blocks for attacker in attackers}
    mine = [attacker for attacker, attack in combat.attackers.items() if _decided_by(draft, attack.defending, pending.player)]
    newly_blocked = tuple(attacker for attacker in mine if attacker in blocked and attacker not in combat.blocked)
    unblocked = tuple(attacker for attacker in mine if attacker not in blocked and attacker not in combat.blocked)
    if newly_blocked:
        draft.append(d.BecameBlocked(attackers=newly_blocked))
    if unblocked:
        draft.append(d.BecameUnblocked(attackers=unblocked))


def trigger(attempt: Attempt[Any]) -> None:
    """509.1i, 509.3: abilities that trigger on blockers being declared."""
    draft, pending = attempt.draft, _completing(attempt)
    if not draft.view.triggering:
        return
    blockers = dict(pending.blocks)
    pairs = tuple((blocker, attacker) for blocker, attackers in blockers.items() for attacker in attackers)
    newly_blocked = next((event.attackers for event in draft.events if isinstance(event, d.BecameBlocked)), ())
    unblocked = next((event.attackers for event in draft.events if isinstance(event, d.BecameUnblocked)), ())
    happened = BlocksBegan(
        how="declared",
        pairs=pairs,
        first=tuple(blockers),
        were_unblocked=newly_blocked,
        first_blocked=newly_blocked,
        unblocked=unblocked,
        before=dict.fromkeys((attacker for _, attacker in pairs), ()),
        blocking_before=dict.fromkeys(blockers, ()),
    )
    for triggered in (*block_triggers(draft.view, draft.edition, happened), *tapped_for_costs(draft.view, pending)):
        draft.append(triggered)


def _completing(attempt: Attempt[Any]) -> PendingDeclaration:
    assert attempt.completing is not None, "creatures became blocking before"
    return attempt.completing


def _decided_by(draft: Draft, defending: str, player: str) -> bool:
    """Whether this player's declaration makes the attacker blocked or unblocked.

    Its defending player's does; if that player declares no blockers, the last declaration does.
    """
    speaker = draft.state.board.speaker(defending)
    if speaker == player:
        return True
    declaring = declaring_players(draft)
    return speaker not in declaring and player == declaring[-1]


def all_declared(draft: Draft) -> bool:
    """Whether every player who declares blockers has done so."""
    combat = draft.state.combat
    return combat.blocks_complete or all(player in combat.blocks_declared_by for player in declaring_players(draft))


def receive_priority(attempt: Attempt[Any]) -> None:
    """509.2 (509.4 until 2024-11-07): the active player gets priority, once all have declared and no orders are awaited."""
    if all_declared(attempt.draft) and not turns.orders_awaited(attempt.draft):
        turns.receive_priority(attempt.draft)


def receive_priority_as_recorded(attempt: Attempt[Any]) -> None:
    """The active player gets priority in a record, which doesn't say who else was to declare."""
    turns.receive_priority(attempt.draft)


def proposing(blocks: Mapping[str, tuple[str, ...]]) -> DeclareBlockers:
    """The command that declares these blocks: blocker → attackers."""
    return DeclareBlockers(blocks=dict(blocks))


BLOCKERS_509_1 = Procedure(
    action="block",
    steps=(
        choose,
        leave_out_what_cant_be_chosen,
        checks.check_restrictions,
        checks.check_requirements,
        lock_costs,
        activate_mana_abilities,
        pay,
    ),
    completion=(become_blocking, become_blocked, trigger, mark_declared, receive_priority),
    as_recorded=(announce_blockers, become_blocking, become_blocked, trigger, receive_priority_as_recorded),
    proposing=proposing,
    paying=(announce_blockers, leave_out_what_cant_be_chosen, lock_costs, pay),
    comparing=(checks.check_requirements,),
    check_turn=check_turn,
)
"""The steps of 509.1a–i, in order."""
