"""What is best to declare in a game now. Where something in force isn't known to the search, a small combat is played out.

What only some questions need is imported where they are asked, so that the first answer doesn't wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ...events.errors import InvalidInput, NotModelled
from ...projections.board import FREE_FOR_ALL
from ...projections.rulings import RuledAction
from ..base_game import BaseGame
from ..base_game.options import legal_attacks, legal_blocks
from ..legality.formulation import Formulation
from ..legality.options import LegalAttacks, LegalBlocks
from ..procedure.commands import AssignCombatDamage, Command, DeclareAttackers, DeclareBlockers
from . import play
from .play import FITTED, BestAttack, BestBlock, worth_of
from .reading import Worths

if TYPE_CHECKING:
    from .assignment import BestAssignment
    from .best_race import BestRace
    from .dominance import Dominance
    from .playing_out import BestPlayed
    from .trick_combat import Trick
    from .tricks import BestAgainstTricks


_AnyBest = TypeVar("_AnyBest", bound="BestBlock | BestAttack | BestPlayed | BestRace | BestAgainstTricks")


def _check_each_plays_alone(game: BaseGame) -> None:
    """Raises NotModelled for games of teams, and with options of several players: what is best for others isn't known there."""
    board = game.board
    if board.teams or board.options != FREE_FOR_ALL:
        played = board.variant or "a game with options of several players"
        raise NotModelled([f"{played}: best play knows players who each play alone, and may attack all others"])


def _to_attack(game: BaseGame, asked: str) -> LegalAttacks:
    """The attacks that may be declared now. Raises InvalidInput where there is nothing to declare."""
    if attacks := legal_attacks(game.decider):
        return attacks
    raise InvalidInput(asked, "no attack to declare now", "a game in which attackers may be declared")


def _to_block(game: BaseGame, by: str | None, asked: str) -> LegalBlocks:
    """The blocks that a player may declare now. Raises InvalidInput where there is nothing to declare."""
    if blocks := legal_blocks(game.decider, by):
        return blocks
    raise InvalidInput(asked, "no block to declare now", "a game in which attackers were declared and blockers not yet")


def _check_nothing_waits(game: BaseGame) -> None:
    """Raises NotModelled where something that triggered before hasn't resolved."""
    if game.stack.unresolved or game.stack.delayed or game.stack.marks or game.stack.passed_over:
        raise NotModelled(["what triggered before attackers are declared, of which something is left to be done"])


def after_attacking(game: BaseGame) -> tuple[BaseGame, list[dict[str, Any]]]:
    """The game in which what triggered on attacking has resolved, and the steps that say so.

    Raises NotModelled as `resolved`, and where something is left to be done later.
    """
    if game.board.recorded:
        return game, []  # what it did is stated
    now, steps = game, list[dict[str, Any]]()
    if game.stack.unresolved:
        from .playing_out import resolved

        now, steps = resolved(game)
    if now.stack.marks or now.stack.passed_over or now.stack.delayed:
        raise NotModelled(["what triggered as creatures attacked, of which something is left to be done"])
    return now, steps


def _blocks_after_attacking(game: BaseGame, blocks: LegalBlocks, by: str | None) -> tuple[Formulation, list[dict[str, Any]]]:
    """The blocks once what triggered on attacking has resolved, and the steps that say so. Raises NotModelled."""
    now, before = after_attacking(game)
    return blocks.formulation if now is game else legal_blocks(now.decider, by).formulation, before


def _best_attack(game: BaseGame, ask: Callable[[LegalAttacks], _AnyBest]) -> _AnyBest:
    """What is best of the attacks that may be declared now, decided once for a version of the log."""
    _check_each_plays_alone(game)
    return game.decider.settled_if(lambda: ask(_to_attack(game, "best_attack")), _as_good)


def _best_block(game: BaseGame, by: str | None, ask: Callable[[LegalBlocks], _AnyBest]) -> _AnyBest:
    """What is best of the blocks that a player may declare now, likewise."""
    _check_each_plays_alone(game)
    return game.decider.settled_if(lambda: ask(_to_block(game, by, "best_block")), _as_good)


def best_block(
    game: BaseGame, worth: Worths = FITTED, by: str | None = None, declared: DeclareBlockers | None = None
) -> BestBlock | BestPlayed:
    """The best block that a defending player may declare now; `Game.best_block` says the rest.

    `declared`: one that is valued as well, where a combat is played out (`BestPlayed.declared`).
    """

    def best(blocks: LegalBlocks) -> BestBlock | BestPlayed:
        try:
            formulation, before = _blocks_after_attacking(game, blocks, by)
            return play.best_block(formulation, worth, before)
        except NotModelled as unknown:
            return _played_out(game, "block", blocks.formulation.player, worth, unknown, declared)

    return _best_block(game, by, best)


def best_attack(
    game: BaseGame, worth: Worths = FITTED, hold: bool = False, declared: DeclareAttackers | None = None
) -> BestAttack | BestPlayed:
    """The best attack that the active player may declare now; `Game.best_attack` says the rest. `declared`: as for a block."""

    def best(attacks: LegalAttacks) -> BestAttack | BestPlayed:
        try:
            _check_nothing_waits(game)
            return play.best_attack(attacks.formulation, game.decider.state, worth, hold)
        except NotModelled as unknown:
            if hold:
                raise
            return _played_out(game, "attack", attacks.formulation.player, worth, unknown, declared)

    return _best_attack(game, best)


def best_race(game: BaseGame, turns: int, worth: Worths = FITTED) -> BestRace:
    """The best attack where both players attack and block on for so many turns; `Game.best_race` says the rest."""
    if not isinstance(turns, int) or isinstance(turns, bool) or not 1 <= turns <= MOST_TURNS:  # type: ignore[redundant-expr]
        raise InvalidInput("turns", repr(turns), f"a whole number, 1 to {MOST_TURNS}")
    from . import best_race as race

    return _best_attack(game, lambda attacks: race.best_race(attacks.formulation, game.decider.state, turns, worth))


def best_block_against(
    game: BaseGame, tricks: Sequence[Trick], worth: Worths = FITTED, by: str | None = None
) -> BestAgainstTricks:
    """The best block in the worst case of these tricks; `Game.best_block` says the rest."""
    from . import tricks as against

    def best(blocks: LegalBlocks) -> BestAgainstTricks:
        return against.best_block_against(_blocks_after_attacking(game, blocks, by)[0], tricks, worth)

    return _best_block(game, by, best)


def best_attack_against(game: BaseGame, tricks: Sequence[Trick], worth: Worths = FITTED) -> BestAgainstTricks:
    """The best attack in the worst case of these tricks; `Game.best_attack` says the rest."""
    from . import tricks as against

    def best(attacks: LegalAttacks) -> BestAgainstTricks:
        _check_nothing_waits(game)
        return against.best_attack_against(attacks.formulation, game.decider.state, tricks, worth)

    return _best_attack(game, best)


def dominance(game: BaseGame, declared: Mapping[str, str | Sequence[str]], by: str | None = None) -> Dominance:
    """Which declarations dominate one that could be made now; `Game.dominance` says the rest."""
    from .dominance import dominance_of_attack, dominance_of_block

    def decided() -> Dominance:
        if not game.combat.attackers:
            attacks = _to_attack(game, "dominance")
            attack = {creature: whom if isinstance(whom, str) else ", ".join(whom) for creature, whom in declared.items()}
            return dominance_of_attack(attacks.formulation, game.decider.state, attack)
        blocks = _to_block(game, by, "dominance")
        block = {creature: (whom,) if isinstance(whom, str) else tuple(whom) for creature, whom in declared.items()}
        return dominance_of_block(blocks.formulation, block)

    return game.decider.settled_if(decided, lambda first, second: (first.by, first.outright) == (second.by, second.outright))


MOST_TURNS = 50
"""Turns of a race at most."""


def best_assignment(
    game: BaseGame, worth: Worths = FITTED, declared: AssignCombatDamage | None = None
) -> BestAssignment | BestPlayed:
    """How the active player best assigns combat damage now; `Game.best_assignment` says the rest. `declared`: as for a block."""
    from . import assignment

    _check_each_plays_alone(game)
    active = game.decider.active
    if not game.legal_assignments_of(active):
        raise InvalidInput("best_assignment", "nothing for the active player to assign", "a combat damage step that comes")
    try:
        return assignment.best_assignment(game.decider.moment("damage").view, game.edition, worth_of(worth, game.view))
    except NotModelled as unknown:
        return _played_out(game, "damage", active, worth, unknown, declared)


def best_orders(game: BaseGame, worth: Worths = FITTED) -> dict[str, tuple[str, ...]]:
    """The best damage assignment orders for the active player to announce; `Game.best_orders` says the rest."""
    from . import assignment

    _check_each_plays_alone(game)
    return assignment.best_orders(game.view, game.edition, worth_of(worth, game.view))


def _played_out(
    game: BaseGame, action: RuledAction, player: str, worth: Worths, unknown: NotModelled, declared: Command | None
) -> BestPlayed:
    """The best declaration by playing out every line, where there is something that the search doesn't know."""
    if all(each.player != player for each in game.awaited):
        found, allowed = "a turn whose combat is over", "a moment at which the game waits for the declaration"
        raise InvalidInput(f"best_{action}", found, allowed) from unknown
    from .playing_out import best_by_playing

    try:
        return best_by_playing(game, player, action, worth_of(worth, game.view), declared)
    except NotModelled as error:
        raise error from unknown


def _as_good(first: _AnyBest, second: _AnyBest) -> bool:
    return (first.declaration, first.value, first.bounds) == (second.declaration, second.value, second.bounds)
