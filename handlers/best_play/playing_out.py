"""Best play by playing out every line of the combat in the game itself: for small boards that have no other way.

Whatever the rules here carry out is taken along: abilities that trigger, planeswalkers and battles, bands, creatures that block
several, costs, other eras of combat damage. All choose with full information, and nobody casts anything. Where there are several
opponents, all of them are taken to be against the player: the value is what the player is sure of. What would not be carried out
(the game would be marked) or asks for a choice that isn't gone through declines the whole: `NotModelled`.

Where there are too many lines, the value is bounded: what isn't looked at may be worth anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from ...events import abilities as a
from ...events import stack as s
from ...events.errors import NotModelled, Undecided
from ...events.model import parts_of
from ...projections.board import Permanent
from ...projections.rulings import RuledAction
from ...projections.stack import OnStack
from ..base_game import BaseGame
from ..budget import PAYING, Budget, Spent
from ..procedure.commands import Command, DeclareBlockers, OrderTriggers
from .answers import ChoiceNeeded, Resolves, resolve
from .as_stated import as_stated
from .case_steps import Move, declaration, steps_of
from .choices import choices
from .fitted import Fitted
from .gone_through import check_gone_through, declined, text_of
from .reading import Worth
from .stack_choices import branch, targetings, to_order, to_target

MOST_LINES = 10_000
"""Choices that are tried at most, in all lines together; where they don't suffice, as many again for better bounds."""
ENDLESS = 10**9
"""What a game won is worth."""


@dataclass(frozen=True)
class BestPlayed:
    """The best declaration that was found by playing out lines; where that was every line, it is proved."""

    player: str
    action: RuledAction
    value: int | None
    """None: the player wins (`wins`) or loses, whatever is declared."""
    wins: bool
    declaration: dict[str, Any]
    line: list[dict[str, Any]]
    """The steps that follow, as a case writes them."""
    equally_good: int | None = field(default=1)
    bounds: tuple[int | None, int | None] = (None, None)
    """What the best declaration is worth at least (None: it may lose), and at most (None: it may win)."""
    proven: bool = True
    """Whether every line was played out, or is known to be no better."""
    declared: tuple[int | None, bool] | None = None
    """What the declaration that was asked about is worth (None: it wins, or loses), and whether it wins."""


class ValueBounds(NamedTuple):
    """What the rest of a combat is worth at least and at most, and the line to what is known."""

    low: int
    high: int
    moves: tuple[Move, ...] = ()


UNKNOWN = ValueBounds(-2 * ENDLESS, 2 * ENDLESS)


def best_by_playing(
    game: BaseGame, player: str, action: RuledAction, worth: Worth, declared: Command | None = None
) -> BestPlayed:
    """The best declaration of a player who is to declare now. `game` stays as it is.

    `declared`: a legal declaration that is valued first; others are only looked at as far as they may be better, so that it isn't
    known which are equally good.
    Raises NotModelled where something isn't carried out, or asks for a choice that isn't gone through; Undecided where nothing at
    all is known of the value, or that of `declared` isn't known exactly.
    """
    budget, (game, first) = game.budget, resolved(game)
    own, found = None, list[ValueBounds]()
    if declared is not None:
        found = [PlayingOut(game, player, worth, budget).after(game, declared, UNKNOWN.low, UNKNOWN.high, MOST_LINES)]
        own = _exactly(found[0], budget)
        budget.renew()
    if own is None or not own[1]:  # nothing is better than a win
        found += PlayingOut(game, player, worth, budget).declarations(game, player, found[0].low if found else None)
    low, high = max(each.low for each in found), max(each.high for each in found)
    if low < min(high, ENDLESS) and declared is None and not budget.spent:
        shared = PlayingOut(game, player, worth, budget, sharing=True)
        bounded = shared.declarations(game, player)
        low, high = max(low, *(each.low for each in bounded)), min(high, max(each.high for each in bounded))
        found += bounded
    high = low if low >= ENDLESS else high  # nothing is better than a win
    if (low, high) == (UNKNOWN.low, UNKNOWN.high):
        raise Undecided(f"more than {MOST_LINES:,} choices would have to be tried to play out a line{budget.words}")
    best = [each.moves for each in found if each.low == low and each.moves]
    declarations = {str(declaration(moves[0])) for moves in best}
    wins, line = low >= ENDLESS, steps_of(game, best[0])
    return BestPlayed(
        player,
        action,
        None if abs(low) >= ENDLESS else low,
        wins,
        declaration(best[0][0]),
        [*first, *line],
        len(declarations) if low == high and declared is None else None,
        (None if abs(low) >= ENDLESS else low, None if abs(high) >= ENDLESS else high),
        low == high,
        own,
    )


def value_of_declaration(game: BaseGame, player: str, declared: Any, worth: Worth) -> tuple[int | None, bool]:
    """What a declaration of a player is worth with the best that may follow (None: it wins, or loses), and whether it wins.

    It is declared with the best bands, optional costs and payment. Raises as `best_by_playing`, Undecided also where there are
    only bounds, or it isn't legal.
    """
    budget, (game, _) = game.budget, resolved(game)
    out = PlayingOut(game, player, worth, budget)
    same = [command for command in choices(game, player) if _same(declaration(command), declared)]
    if not same:
        raise Undecided("what is declared isn't legal")
    found = [out.after(game, command, UNKNOWN.low, UNKNOWN.high, MOST_LINES) for command in same]
    return _exactly(ValueBounds(max(each.low for each in found), max(each.high for each in found)), budget)


def _same(one: dict[str, Any], other: Any) -> bool:
    def listed(declared: Any) -> Any:
        return {name: list(each) if isinstance(each, tuple) else each for name, each in declared.items()}

    return bool(listed(one) == listed(other))


def _exactly(found: ValueBounds, budget: Budget) -> tuple[int | None, bool]:
    if found.low < found.high and not found.low >= ENDLESS:
        raise Undecided(f"more choices would have to be tried to play out every line{budget.words or f' than {MOST_LINES:,}'}")
    return None if abs(found.low) >= ENDLESS else found.low, found.low >= ENDLESS


class PlayingOut:
    """All players' best choices in the rest of a combat, and what it is worth to one of them.

    `budget`: what all of it may take; that of the game is renewed for each question. `sharing`: what may be tried is shared out
    evenly among the choices at each point, so that something is known of each.
    """

    def __init__(self, game: BaseGame, player: str, worth: Worth, budget: Budget, *, sharing: bool = False) -> None:
        self.player, self.value_of, self.budget, self.sharing = player, worth, budget, sharing
        board = game.board
        unknown = list(dict.fromkeys(declined(game)))
        if unknown:
            raise NotModelled(unknown)
        self.life = dict(board.life)
        self.owned = {each.id: (_side(each), worth(each)) for each in board.permanents.values()}
        self.lines = 0
        self.refuting: Mapping[str, tuple[str, ...]] = {}
        """The block that has shown last that an attack isn't the best: it is likely to show it of the next one (Huberman's
        killer move, 1968)."""

    def declarations(self, game: BaseGame, player: str, one: int | None = None) -> list[ValueBounds]:
        """What each declaration of the player is worth; less exactly where it is less than another, or no more than `one`, which
        some declaration is worth."""
        found: list[ValueBounds] = []
        moves, further = self._listed(choices(game, player), MOST_LINES)
        if further and one is not None:
            return [UNKNOWN]  # that none is better wouldn't be known either
        least = UNKNOWN.low if one is None else one
        for number, move in enumerate(moves):
            until = self._share(MOST_LINES, len(moves) - number)
            found.append(self.after(game, move, least, UNKNOWN.high, until))
            least = max(least, found[-1].low - (one is None))
        return [*found, UNKNOWN] if further else found

    def after(
        self, game: BaseGame, move: Move, least: int, most: int, until: int, ordered: frozenset[int] = frozenset()
    ) -> ValueBounds:
        """What the rest of the combat is worth after a choice, exactly if it is between these (alpha and beta).

        `until`: so many choices may be tried in all; `ordered`: the abilities whose order on the stack was chosen.
        """
        if self.lines >= until or self.budget.spent:
            return UNKNOWN._replace(moves=(move,))
        self.lines += 1
        try:
            self.budget.spend(PAYING)
            played = branch(game)
            if isinstance(move, Resolves):
                return self._resolving(game, move, least, most, until, ordered)
            if isinstance(move, OrderTriggers):
                ordered |= {*move.order}
            played.declare(move)
            found = self._value(played, least, most, until, ordered)
        except Spent:
            return UNKNOWN._replace(moves=(move,))
        return found._replace(moves=(move, *found.moves))

    def _resolving(
        self, game: BaseGame, move: Resolves, least: int, most: int, until: int, ordered: frozenset[int]
    ) -> ValueBounds:
        """The topmost ability resolves, with these answers so far."""
        played = branch(game)
        controller = game.stack.abilities[-1].controller
        try:
            resolve(played, move.answers)
        except ChoiceNeeded as asked:
            further = [Resolves((*move.answers, answer)) for answer in asked.answers]
            return self._best(game, asked.by or controller, further, least, most, until, ordered)
        found = self._value(played, least, most, until, ordered)
        return found._replace(moves=(move, *found.moves))

    def _value(
        self, game: BaseGame, least: int, most: int, until: int, ordered: frozenset[int], ends: bool = False
    ) -> ValueBounds:
        """`ends`: the end of combat step is on."""
        stack = game.stack
        unknown = [f"{mark.source}: {mark.ability} ({mark.why})" for mark in stack.marks]
        unknown += [f"{text_of(each)} (passed over)" for each in stack.passed_over]
        if unknown:
            raise NotModelled(list(dict.fromkeys(unknown)))
        players = game.board.players
        if self.player not in players or len(players) < 2:
            won = ENDLESS if self.player in players else -ENDLESS
            return ValueBounds(won, won)
        if stack.waiting:
            game.put_on_stack()
        if (choice := _of_the_stack(game, ordered)) is not None:
            decides, moves = choice
        elif game.awaited:
            decides = game.awaited[-1].player
            moves = choices(game, decides)
        elif game.combat.phase and not ends:
            game.begin_end_of_combat()
            return self._value(game, least, most, until, ordered, ends=True)
        else:
            if game.combat.phase:
                game.end_combat()
            worth = self._worth(game)
            return ValueBounds(worth, worth)
        return self._best(game, decides, moves, least, most, until, ordered)

    def _best(
        self, game: BaseGame, decides: str, moves: Iterable[Move], least: int, most: int, until: int, ordered: frozenset[int]
    ) -> ValueBounds:
        """The best of these choices for the player who decides."""
        own = decides == self.player
        listed, further = self._listed(moves, until - self.lines)
        if not own:
            listed.sort(key=self._unlike_the_last)
        found: list[ValueBounds] = []
        for number, move in enumerate(listed):
            found.append(self.after(game, move, least, most, self._share(until, len(listed) - number), ordered))
            if own:
                least = max(least, found[-1].low)
            else:
                most = min(most, found[-1].high)
            if least >= most:
                further = further or number + 1 < len(listed)
                if not own and isinstance(move, DeclareBlockers):
                    self.refuting = move.blocks
                break
        if own:
            low, high = max(each.low for each in found), max(each.high for each in found)
            moves_to = next(each.moves for each in found if each.low == low)
            return ValueBounds(low, UNKNOWN.high if further else high, moves_to)
        low, high = min(each.low for each in found), min(each.high for each in found)
        moves_to = next(each.moves for each in found if each.high == high)
        return ValueBounds(UNKNOWN.low if further else low, high, moves_to)

    def _unlike_the_last(self, move: Move) -> int:
        """In how many blockers a block differs from the one that refuted an attack last."""
        return len(self.refuting.items() ^ move.blocks.items()) if isinstance(move, DeclareBlockers) else 0

    def _listed(self, moves: Iterable[Move], most: int) -> tuple[list[Move], bool]:
        """So many of the choices, and no more than can be tried, one at least; and whether there are more."""
        left = iter(moves)
        listed = list(islice(left, max(1, int(min(most, self.budget.steps_left // PAYING)))))
        assert listed, "some choice is legal"
        return listed, next(left, None) is not None

    def _share(self, until: int, choices_left: int) -> int:
        """How many choices may be tried in all when one of these was looked at."""
        return self.lines + max(1, (until - self.lines) // choices_left) if self.sharing else until

    def _worth(self, game: BaseGame) -> int:
        """Worth of the other players' permanents lost, less own ones lost (more, where some came), and life; by the fitted worth
        of all as they stand afterwards."""
        board = game.board
        now = Fitted(game.view) if isinstance(self.value_of, Fitted) else None
        gone = {id for each in game.stack.delayed for id in _gone_by(each)}
        value = sum(-worth if side == self.player else worth for side, worth in self.owned.values())
        for each in board.permanents.values():
            if each.id in gone:
                continue
            before = self.owned[each.id][1] if each.id in self.owned else None
            worth = now(each) if now is not None else self.value_of(each) if before is None else before
            value += worth if _side(each) == self.player else -worth
        if isinstance(self.value_of, Fitted):
            return value + self.value_of.change(self.life, board.life, self.player)
        for player, life in self.life.items():
            change = board.life[player] - life
            value += change if player == self.player else -change
        return value


def _side(permanent: Permanent) -> str:
    """Whom what is left of it serves: a battle's defense its protector, whoever controls it (310.8)."""
    return permanent.protector if permanent.protector is not None and "Battle" in permanent.types else permanent.controller


def _gone_by(later: s.DelayedAbilityCreated) -> Iterator[str]:
    """The permanents that leave at the next end step (as Mobilize's tokens do): they are worth nothing. Raises NotModelled."""
    for instruction in later.delayed.do:
        match instruction:
            case a.Moves(permanents=a.IsOneOf(ids=ids), how="sacrificed" | "exiled"):
                yield from ids
            case a.Moves(permanents=a.Is(role="subject"), how="sacrificed" | "exiled") if later.occasion.subject is not None:
                yield later.occasion.subject
            case _:
                raise NotModelled([f"{later.source}: {later.ability} (later than this combat)"])


def _of_the_stack(game: BaseGame, ordered: frozenset[int]) -> tuple[str, Iterable[Move]] | None:
    """Who has something to choose for what is on the stack, and what: the order, then targets, then what resolves."""
    if not game.stack.abilities:
        return None
    if (ordering := to_order(game, ordered)) is not None:
        return ordering
    if (ability := to_target(game)) is not None:
        return ability.controller, targetings(game, ability)
    top = game.stack.abilities[-1]
    check_gone_through(top)
    if _joins_the_attack(top) and not _one_can_be_attacked(game):
        raise NotModelled([f"{text_of(top)} (what the tokens attack)"])
    return top.controller, [Resolves()]


def _joins_the_attack(ability: OnStack) -> bool:
    return any(isinstance(part, a.CreatesTokens) and part.attacking == "same" for part in parts_of(ability.does))


def _one_can_be_attacked(game: BaseGame) -> bool:
    attacked = any(not each.types.isdisjoint(("Planeswalker", "Battle")) for each in game.view.permanents.values())
    return len(game.board.players) == 2 and not attacked


def resolved(game: BaseGame) -> tuple[BaseGame, list[dict[str, Any]]]:
    """A branch on which what triggered before has resolved, and the steps that say so. Raises NotModelled where that asks for a
    choice, which isn't the player's who declares now."""
    game = as_stated(game)
    seconds = game.budget.seconds_left
    game, moves = type(game).on(game.state, budget=Budget(seconds=None if seconds == inf else max(0, seconds))), []
    before = branch(game)
    while game.stack.unresolved:
        game.put_on_stack()
        choice = _of_the_stack(game, frozenset())
        assert choice is not None, "something is on the stack"
        first, *others = islice(choice[1], 2)
        try:
            if others:
                raise ChoiceNeeded(None, ())
            if isinstance(first, Resolves):
                resolve(game, ())
            else:
                game.declare(first)
        except ChoiceNeeded:
            raise NotModelled([f"{text_of(game.stack.abilities[-1])} (it hasn't resolved)"]) from None
        moves.append(first)
    return game, steps_of(before, tuple(moves))
