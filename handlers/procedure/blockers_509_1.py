"""Declaring blockers: 509.1a–i, one function a letter, in order, for each defending player in turn order (802.4)."""

from __future__ import annotations

from collections.abc import Mapping

from ...events import declarations as d
from ...events.prose import said
from ..attempt import Draft, Violated
from ..combat.turns import steps_follow
from ..legality.blocks import blockable, capacity, formulate_blocks, why_not_block
from ..legality.checks import check_requirements, check_restrictions, way_out
from ..legality.formulation import Formulation
from ..triggers.blockers_509_3 import Blocking, block_triggers
from ..triggers.triggered import tapped_for_costs
from . import costs

Blocks = Mapping[str, tuple[str, ...]]


def declaring_players(draft: Draft) -> list[str]:
    """The defending players who declare blockers, in turn order: those who are attacked, or whose permanents are (802.4).

    An attacker that attacks nothing any more may still be blocked by whom it attacked last (506.4c, 508.5). With two players the
    nonactive one always declares.
    """
    board, combat = draft.state.board, draft.state.combat
    assert board.active is not None, "no turn has begun"
    start = board.players.index(board.active)
    others = [*board.players[start + 1 :], *board.players[:start]]
    if len(others) == 1:
        return others
    attacked = {attack.defending for attack in combat.attackers.values()}
    return [player for player in others if player in attacked]


def next_to_declare(draft: Draft) -> str:
    """The defending player whose turn it is to declare blockers; the first opponent in turn order where there is none."""
    board, declaring = draft.state.board, declaring_players(draft)
    waiting = [player for player in declaring if player not in draft.state.combat.blocks_declared_by]
    return (waiting or declaring or [player for player in board.players if player != board.active])[0]


def declare(draft: Draft, player: str, blocks: Blocks) -> None:
    """509.1a–d: everything up to the total cost. Raises Violated at the first step that can't be complied with."""
    formulation = formulate_blocks(draft.view, draft.edition, player, draft.budget)
    choose(draft, player, blocks, formulation)
    check_restrictions(draft, formulation, blocks)
    check_requirements(draft, formulation, blocks)
    lock_costs(draft, player, blocks, formulation)


def choose(draft: Draft, player: str, blocks: Blocks, formulation: Formulation) -> None:
    """509.1a: which creatures block: untapped, no battles; and which attacker each of them blocks."""
    draft.append(d.BlockersDeclared(player=player, blocks=dict(blocks)))
    _check_turn(draft, player)
    view = draft.view
    attackers = set(blockable(view, player))
    wrong: list[str] = []
    for blocker, chosen in blocks.items():
        permanent = view.permanents.get(blocker)
        if permanent is None:
            wrong.append(said("{} isn't a permanent on the battlefield", blocker))
            continue
        strangers = [attacker for attacker in chosen if attacker not in attackers]
        wrong += [
            said("{} can't block {}, {why}", blocker, attacker, why=_why_not_blockable(draft, player, attacker))
            for attacker in strangers
        ]
        possible: list[str | None] = [attacker for attacker in chosen if attacker in attackers]
        whys = [why_not_block(view, permanent, player, attacker) for attacker in possible or [None]]
        reasons = dict.fromkeys(why for why in whys if why is not None)
        if reasons:
            wrong += reasons
        elif len(set(chosen)) < len(chosen):
            wrong.append(said("{} is chosen to block the same attacker twice", blocker))
        elif len(chosen) > (most := capacity(view, blocker, len(chosen))):
            wrong.append(said("{} can block only {most} attacker(s), not {number}", blocker, most=most, number=len(chosen)))
    if wrong:
        raise Violated("block.choose", wrong, way_out(formulation, blocks))


def _check_turn(draft: Draft, player: str) -> None:
    """Whether it is this player's turn to declare blockers at all."""
    combat = draft.state.combat
    if not steps_follow(draft):
        why = "no creature was declared as an attacker or put onto the battlefield attacking: there is no declare blockers step"
        raise Violated("block.no_attackers", [why])
    if draft.state.declarations.pending is not None and player in combat.blocks_declared_by[:-1]:
        raise Violated("block.declaration", [said("{} declared blockers already in this combat", player)])
    if combat.blocks_complete:
        raise Violated("block.declaration", ["blockers were declared already in this combat"])
    declaring = declaring_players(draft)
    if player not in declaring:
        raise Violated("block.choose", [said("{} isn't being attacked, and declares no blockers", player)])
    waiting = [other for other in declaring if other not in combat.blocks_declared_by]
    earlier = [other for other in waiting if declaring.index(other) < declaring.index(player)]
    if earlier:
        raise Violated("block.declaration", [said("{} declares blockers before {}: turn order", earlier[0], player)])


def _why_not_blockable(draft: Draft, player: str, attacker: str) -> str:
    attack = draft.state.combat.attackers.get(attacker)
    return "which isn't attacking" if attack is None else said("which attacks {}, not {}", attack.defending, player)


def lock_costs(draft: Draft, player: str, blocks: Blocks, formulation: Formulation) -> None:
    """509.1d: the total cost is determined and locked in."""
    locked = costs.lock(draft.view, player, formulation.due(blocks), ())
    if locked is not None:
        draft.append(locked)


def become_blocking(draft: Draft) -> None:
    """509.1g–i: chosen creatures still controlled by the player block; attackers become blocked or unblocked; abilities trigger.

    A creature that blocks one member of a band blocks all of it (702.22h).
    """
    pending = draft.pending
    view, combat = draft.view, draft.state.combat
    blockers = {
        blocker: tuple(
            dict.fromkeys(member for attacker in attackers if attacker in combat.attackers for member in combat.band_of(attacker))
        )
        for blocker, attackers in pending.blocks
        if blocker in view.permanents and view.permanents[blocker].controller == pending.player
    }
    pairs = tuple((blocker, attacker) for blocker, attackers in blockers.items() for attacker in attackers)
    draft.append(d.BecameBlocking(blockers=blockers))
    blocked = dict.fromkeys(attacker for _, attacker in pairs)
    mine = [attacker for attacker, attack in combat.attackers.items() if _decided_by(draft, attack.defending, pending.player)]
    newly_blocked = tuple(attacker for attacker in mine if attacker in blocked and attacker not in combat.blocked)
    unblocked = tuple(attacker for attacker in mine if attacker not in blocked and attacker not in combat.blocked)
    if newly_blocked:
        draft.append(d.BecameBlocked(attackers=newly_blocked))
    if unblocked:
        draft.append(d.BecameUnblocked(attackers=unblocked))
    happened = Blocking(
        how="declared",
        pairs=pairs,
        first=tuple(blockers),
        were_unblocked=newly_blocked,
        first_blocked=newly_blocked,
        unblocked=unblocked,
        before=dict.fromkeys(blocked, ()),
        blocking_before=dict.fromkeys(blockers, ()),
    )
    for triggered in (*block_triggers(draft.view, draft.edition, happened), *tapped_for_costs(draft.view, pending)):
        draft.append(triggered)


def _decided_by(draft: Draft, defending: str, player: str) -> bool:
    """Whether this player's declaration settles the attacker: its defending player's, or the last one if that player
    declares none."""
    if defending == player:
        return True
    declaring = declaring_players(draft)
    return defending not in declaring and player == declaring[-1]


def all_declared(draft: Draft) -> bool:
    """Whether every player who declares blockers has done so."""
    combat = draft.state.combat
    return combat.blocks_complete or all(player in combat.blocks_declared_by for player in declaring_players(draft))
