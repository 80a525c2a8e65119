"""A game as users meet it: what it is, what it decides, and what is best to declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, overload

from ...events.errors import InvalidInput
from ...events.misuse import explains_misuse
from ..base_game import BaseGame

if TYPE_CHECKING:  # imported where it is used: best play takes a while to import, and few games ask for it
    from ..best_play.assignment import BestAssignment
    from ..best_play.best_race import BestRace
    from ..best_play.dominance import Dominance
    from ..best_play.play import BestAttack, BestBlock
    from ..best_play.playing_out import BestPlayed
    from ..best_play.reading import Worths
    from ..best_play.trick_combat import Trick
    from ..best_play.tricks import BestAgainstTricks
    from ..procedure.commands import Command

    Tricks: TypeAlias = Sequence[Trick | Mapping[str, Any]]


@explains_misuse
class Game(BaseGame):
    """One game, kept as a stream of a journal. `Game.start` begins one, `Game.open` goes on with one.

    What a player chooses is a command: `declare(command)` makes the choice, `judge(command)` rules on it and appends nothing,
    `explain(command)` says why. `declare_attackers`, `judge_blockers` and the like take the parts of the usual commands. What
    happens without a choice has methods of its own: `enter`, `leave`, `begin_turn`, `end_combat`, …

    `board`, `combat` and `stack` are the state, `log` is the history, `rewound` what was tried and taken back, `version` the
    number of the last entry in the log. `presumed`: what isn't stated and was taken not to be so, since the last answer depends
    on it. `time`: when what is appended next was recorded, if that was before; None: now. `chance`: the seed of coins and dice in
    a game that policies play; None: nothing is drawn.

    Permanents are named by their ids, players by their names. An argument that doesn't fit raises InvalidInput: where, what was
    found, what is allowed.
    """

    _page: ClassVar[Callable[[Game], str] | None] = None
    """Makes HTML of a game, for notebooks. The package sets it, since this layer doesn't import pages."""
    _of_case: ClassVar[Callable[[Any], Game] | None] = None
    _as_case: ClassVar[Callable[[Game], Any] | None] = None
    """Make a game of a case, and a case of a game. The package sets them, since this layer doesn't know cases."""
    _read_tricks: ClassVar[Callable[[Sequence[Any]], Sequence[Trick]] | None] = None
    """Reads what tricks say. The package sets it, since this layer doesn't read texts."""

    @classmethod
    def from_case(cls, case: Any) -> Game:
        """The game that a case comes to: its board is laid out, its steps are carried out.

        `case`: a `Case`, or what one says as a dictionary. Raises InvalidInput where it doesn't fit, or can't go on.
        """
        assert cls._of_case is not None, "import Game from declarant"
        return cls._of_case(case)

    def to_case(self) -> Any:
        """A `Case` that comes to where the game is now: the board before the turn's first combat, and steps for what followed.

        Raises InvalidInput for what a case can't say: what a record leaves out, the middle of a declaration.
        """
        assert self._as_case is not None, "import Game from declarant"
        return type(self)._as_case(self)  # type: ignore[misc]

    def legal_commands(self) -> list[Command]:
        """Everything that may be chosen next, in order: declarations, orders, targets, how abilities resolve, damage.

        They are one player's (`decides`), and each can be declared. None where nobody has anything to choose before the next
        step or turn begins (`declarant.advance`), and in a game that is over. Bands and optional costs are gone through, too;
        what costs are paid with, where it is permanents.
        Raises NotModelled for a choice that isn't gone through, Undecided where there are too many commands to be listed.
        """
        from ..best_play.legal_commands import legal_commands

        return legal_commands(self)

    @property
    def decides(self) -> str | None:
        """Who chooses next, in what triggered or what the combat waits for; None where nobody does."""
        from ..best_play.legal_commands import decides

        return decides(self)

    def returns(self) -> dict[str, float]:
        """What the game has brought each player: 1 who has won, −1 who has lost, 0 in a draw and while the game goes on."""
        board = self.board
        lost = -1.0 if self.is_over and board.winners else 0.0
        return {player: 1.0 if player in board.winners else lost for player in board.seats}

    @overload
    def best_block(self, *, worth: Worths = "one", by: str | None = None, tricks: None = None) -> BestBlock | BestPlayed: ...
    @overload
    def best_block(self, *, worth: Worths = "one", by: str | None = None, tricks: Tricks) -> BestAgainstTricks: ...
    def best_block(
        self, *, worth: Worths = "one", by: str | None = None, tricks: Tricks | None = None
    ) -> BestBlock | BestPlayed | BestAgainstTricks:
        """The best block that a defending player may declare now, with a proof, or with bounds where the budget is spent.

        `by`: which player; None: the next one who declares. `worth`: "one" (fitted by self-play, in
        quarters of a point of power), or in points of life "flat" (power and toughness), "mana value", a function, or a
        dictionary by id or name, others flat. Where something in force isn't known to the
        search, every line of a small combat is played out. `tricks`: one player holds one of these and casts it after blocks and
        before damage, at any legal target or not at all: what is found is best in the worst case. Each is a dictionary, as in a
        file of `declarant best --tricks`: `{"controller": "Ann", "name": "Growth", "text": "Target creature gets +3/+3 until end
        of turn."}`, with `cost` and `weight` if need be.
        Raises InvalidInput where there is nothing to declare, NotModelled where that can't be played out either.
        """
        from ..best_play.questions import best_block, best_block_against

        if tricks is not None:
            return best_block_against(self, self._tricks(tricks), worth, by)
        return best_block(self, worth, by)

    def _tricks(self, stated: Tricks) -> Sequence[Trick]:
        """Tricks, and what is said of others. Raises InvalidInput."""
        from ..best_play.trick_combat import Trick

        known = [each for each in stated if isinstance(each, Trick)] if isinstance(stated, list | tuple) else []
        if known and len(known) == len(stated):
            return known
        read = type(self)._read_tricks
        assert read is not None, "import Game from declarant"
        return read(stated)

    @overload
    def best_attack(
        self, *, worth: Worths = "one", hold: bool = False, turns: None = None, tricks: None = None
    ) -> BestAttack | BestPlayed: ...
    @overload
    def best_attack(self, *, worth: Worths = "one", hold: bool = False, turns: int, tricks: None = None) -> BestRace: ...
    @overload
    def best_attack(
        self, *, worth: Worths = "one", hold: bool = False, turns: None = None, tricks: Tricks
    ) -> BestAgainstTricks: ...
    def best_attack(
        self,
        *,
        worth: Worths = "one",
        hold: bool = False,
        turns: int | None = None,
        tricks: Tricks | None = None,
    ) -> BestAttack | BestPlayed | BestRace | BestAgainstTricks:
        """The best attack that the active player may declare now, each attack against its best block.

        Arguments, bounds and errors are as for `best_block`.
        `hold`: only attacks after which the player survives should all creatures of the opponent live and attack next turn.
        `turns`: both players attack and block on for so many turns in all, no new cards, both playing best. Then `value` is what
        creatures and life are worth at the end, less the other player's; where more than keywords is in force, NotModelled is
        raised. `tricks`: as for `best_block`.
        """
        from ..best_play.questions import best_attack, best_attack_against, best_race

        if tricks is not None:
            if hold or turns is not None:
                raise InvalidInput("best_attack", "tricks with hold or turns", "tricks alone")
            return best_attack_against(self, self._tricks(tricks), worth)
        if turns is not None:
            if hold:
                raise InvalidInput("best_attack", "hold and turns", "one of them: a race looks ahead by itself")
            return best_race(self, turns, worth)
        return best_attack(self, worth, hold)

    def dominance(self, declared: Mapping[str, str | Sequence[str]], *, by: str | None = None) -> Dominance:
        """Which legal declarations dominate one: no worse in anything, whatever the player prizes, and better in something.

        `declared`: an attack (attacker → whom it attacks) or a block (blocker → the attackers it blocks) that could be declared
        now; `by`: by which defending player. No worth enters: each player's life and poison, each creature that lives, its −1/−1
        counters, and which attackers untapped count by themselves.
        Raises InvalidInput for what isn't legal, NotModelled where something in force isn't known, or the board is too large.
        """
        from ..best_play.questions import dominance

        return dominance(self, declared, by)

    def best_assignment(self, *, worth: Worths = "one") -> BestAssignment | BestPlayed:
        """How the active player best assigns combat damage now: every division is tried. `worth` is as for `best_block`.

        Raises InvalidInput where that player has nothing to assign, NotModelled where something in force isn't known to the
        search, Undecided where there are too many divisions.
        """
        from ..best_play.questions import best_assignment

        return best_assignment(self, worth)

    def best_orders(self, *, worth: Worths = "one") -> dict[str, tuple[str, ...]]:
        """The best damage assignment orders for the active player to announce, in rules that have them: creature → its order.

        `worth` and errors are as for `best_assignment`.
        """
        from ..best_play.questions import best_orders

        return best_orders(self, worth)

    def _repr_html_(self) -> str | None:
        """The page of the game, in a notebook."""
        page = type(self)._page
        return page(self) if page is not None else None
