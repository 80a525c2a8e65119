"""What players may choose in a game, and what is best for them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, cast

from ...events.errors import InvalidInput, NotModelled
from ..combat.legal_assignments import LegalAssignments, same_assignments
from ..legality.options import LegalAttacks, LegalBlocks, same_options
from ..procedure import damage_510_1 as damage
from ..procedure import runner
from ..procedure.attackers_508_1 import ATTACKERS_508_1
from ..procedure.blockers_509_1 import BLOCKERS_509_1
from ..procedure.commands import (
    DeclareAttackers,
    DeclareBlockers,
)
from ..procedure.pricing import Pricing
from .deciding import Deciding

if TYPE_CHECKING:  # imported where it is used: best play takes a while to import, and few games ask for it
    from ...projections.rulings import RuledAction
    from ..best_play.assignment import BestAssignment
    from ..best_play.play import BestAttack, BestBlock
    from ..best_play.playing_out import BestPlayed
    from ..best_play.reading import Worths
    from .game import Game


class Asking(Deciding):
    """What players may choose, and what is best."""

    @property
    def legal_attacks(self) -> LegalAttacks:
        """The attacks that the active player may declare now."""
        return self._settled_if(self._legal_attacks, same_options)

    def _legal_attacks(self) -> LegalAttacks:
        before, player = self._moment("attack"), self._active
        timely = runner.is_timely(ATTACKERS_508_1, before, DeclareAttackers(), player)
        pricing = Pricing(ATTACKERS_508_1, before, player)
        return LegalAttacks(before.formulation("attack", player), timely, pricing)

    @property
    def legal_blocks(self) -> LegalBlocks:
        """The blocks that the next defending player in turn order may declare now."""
        return self.legal_blocks_of(None)

    def legal_blocks_of(self, player: str | None) -> LegalBlocks:
        """The blocks that this player may declare now (None: the next defending player). Raises InvalidInput."""
        return self._settled_if(lambda: self._legal_blocks_of(player), same_options)

    def _legal_blocks_of(self, player: str | None) -> LegalBlocks:
        before = self._moment("block")
        player = self._declaring(before, player)
        timely = runner.is_timely(BLOCKERS_509_1, before, DeclareBlockers(), player)
        pricing = Pricing(BLOCKERS_509_1, before, player)
        return LegalBlocks(before.formulation("block", player), timely, pricing)

    def best_block(self, *, worth: Worths | None = None, by: str | None = None) -> BestBlock | BestPlayed:
        """The best block that a defending player may declare now, with a proof, or with bounds where the budget is spent.

        `by`: which player; None: the next one who declares. `worth`: what permanents are worth in points of life: "mana value", a
        function, or a dictionary by id or name; by default power and toughness. Where something in force isn't known to the
        search, every line of a small combat is played out.
        Raises InvalidInput where there is nothing to declare, NotModelled where that can't be played out either.
        """

        from ..best_play.play import best_block

        def decided() -> BestBlock | BestPlayed:
            blocks = self._legal_blocks_of(by)
            if not blocks:
                raise InvalidInput(
                    "best_block", "no block to declare now", "a game in which attackers were declared and blockers not yet"
                )
            try:
                return best_block(blocks.formulation, worth)
            except NotModelled as unknown:
                return self._played_out("block", blocks.formulation.player, worth, unknown)

        return self._settled_if(decided, _as_good)

    def best_attack(self, *, worth: Worths | None = None, hold: bool = False) -> BestAttack | BestPlayed:
        """The best attack that the active player may declare now, each attack against its best block.

        Arguments, bounds and errors are as for `best_block`.
        `hold`: only attacks after which the player survives should all creatures of the opponent live and attack next turn.
        """

        from ..best_play.play import best_attack

        def decided() -> BestAttack | BestPlayed:
            attacks = self._legal_attacks()
            if not attacks:
                raise InvalidInput("best_attack", "no attack to declare now", "a game in which attackers may be declared")
            try:
                return best_attack(attacks.formulation, self._state, worth, hold)
            except NotModelled as unknown:
                if hold:
                    raise
                return self._played_out("attack", attacks.formulation.player, worth, unknown)

        return self._settled_if(decided, _as_good)

    def best_assignment(self, *, worth: Worths | None = None) -> BestAssignment | BestPlayed:
        """How the active player best assigns combat damage now: every division is tried. `worth` is as for `best_block`.

        Raises InvalidInput where that player has nothing to assign, NotModelled where something in force isn't known to the
        search, Undecided where there are too many divisions.
        """
        from ..best_play.assignment import best_assignment
        from ..best_play.play import worth_of

        legal = self.legal_assignments_of(self._active)
        if not legal:
            raise InvalidInput("best_assignment", "nothing for the active player to assign", "a combat damage step that comes")
        try:
            return best_assignment(self._moment("damage").view, self.edition, worth_of(worth))
        except NotModelled as unknown:
            return self._played_out("damage", self._active, worth, unknown)

    def _played_out(self, action: RuledAction, player: str, worth: Worths | None, unknown: NotModelled) -> BestPlayed:
        """The best declaration by playing out every line, where there is something that the search doesn't know."""
        from ..best_play.play import worth_of
        from ..best_play.playing_out import best_by_playing

        game = cast("Game", self)
        if all(each.player != player for each in game.awaited):
            found, allowed = "a turn whose combat is over", "a moment at which the game waits for the declaration"
            raise InvalidInput(f"best_{action}", found, allowed) from unknown
        try:
            return best_by_playing(game, player, action, worth_of(worth))
        except NotModelled as error:
            raise error from unknown

    def best_orders(self, *, worth: Worths | None = None) -> dict[str, tuple[str, ...]]:
        """The best damage assignment orders for the active player to announce, in rules that have them: creature → its order.

        `worth` and errors are as for `best_assignment`.
        """
        from ..best_play.assignment import best_orders
        from ..best_play.play import worth_of

        return best_orders(self._now.view, self.edition, worth_of(worth))

    @property
    def damage_is_forced(self) -> bool:
        """Whether combat damage is to be assigned now, and nobody who is still to do so has a choice."""
        return self._settled_if(lambda: damage.is_forced(self._moment("damage")), operator.eq)

    @property
    def legal_assignments(self) -> LegalAssignments:
        """How the next player in turn order may assign combat damage now."""
        return self.legal_assignments_of(None)

    def legal_assignments_of(self, player: str | None) -> LegalAssignments:
        """How this player may assign combat damage now (None: the next one in turn order)."""
        if player is not None:
            self._check_player("by", player)
        return self._settled_if(lambda: damage.legal_assignments(self._moment("damage").fork(), player), same_assignments)


def _as_good(first: BestBlock | BestAttack | BestPlayed, second: BestBlock | BestAttack | BestPlayed) -> bool:
    return (first.declaration, first.value, first.bounds) == (second.declaration, second.value, second.bounds)
