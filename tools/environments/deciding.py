"""A combat-only game in which declarations are put together a creature at a time, each choice open to a legal declaration.

What the environments share: the game, whose decision is next, which choices are open, and what can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random

from ...events.errors import InvalidInput
from ...handlers.game import Game
from ...handlers.legality.options import LegalAttacks, LegalBlocks
from ...handlers.playing.advancing import follow, goes_on, has_creatures, next_player, nothing_between
from ...handlers.playing.play import RECORDED, GameOutcome, draws, outcome_now, resolve_triggers
from ...handlers.playing.policies import Policy, policy_named
from ...handlers.procedure.commands import Command, DealCombatDamage, DeclareAttackers, DeclareBlockers
from ...projections.frozen import NOTHING
from ..cases.models import Case
from ..simulation.boards import CREATURES, drawn
from ..simulation.simulating import scenario

KEYWORDS = (
    *("flying", "reach", "menace", "vigilance", "haste", "defender", "trample"),
    *("first strike", "double strike", "deathtouch", "lifelink", "indestructible"),
)
"""The keywords that are seen as such."""

SEEN = 12 + len(KEYWORDS)
"""Numbers that are seen of each player and permanent."""

GLOBAL = 6
"""Numbers that are seen besides: whose turn, which declaration, how far the game is."""


def seen_of(
    game: Game, player: str, things: Sequence[str], declared: Mapping[str, Sequence[str]] = NOTHING, deciding: str | None = None
) -> list[list[float]]:
    """`SEEN` numbers of each of these players and permanents, as that player sees them; all zeros for one that is gone.

    `declared`: what is declared so far, `deciding`: the creature that is decided about.
    """
    state = game.decider.state
    board, combat, view = state.board, state.combat, game.view
    seen: list[list[float]] = []
    for id in things:
        if id in board.seats:
            seen.append([1.0, float(id == player), 1.0, board.life[id] / 20, *[0.0] * (SEEN - 4)])
            continue
        permanent = view.permanents.get(id)
        if permanent is None:
            seen.append([0.0] * SEEN)
            continue
        attack, keywords = combat.attackers.get(id), view.keywords(id)
        seen.append(
            [
                1.0,
                float(permanent.controller == player),
                0.0,
                permanent.power / 10,
                permanent.toughness / 10,
                permanent.marked / 10,
                float(permanent.tapped),
                float(not permanent.continuously_controlled),
                float(attack is not None),
                float(id in combat.blocked),
                float(id == deciding),
                float(bool(declared.get(id)) or bool(combat.blockers.get(id))),
                *[1.0 if keyword in keywords else 0.0 for keyword in KEYWORDS],
            ]
        )
    return seen


class DecidedGame:
    """One game. `player` decides about `creature`; `declaring` is the kind of declaration, None when the game is over."""

    def __init__(
        self, scenarios: Sequence[Case] | None, seed: int, size: int, turns: int, damage: str, record: bool = False
    ) -> None:
        if size < 1 or turns < 1:
            raise InvalidInput("size, turns", f"{size}, {turns}", "1 or more of each")
        random = Random(seed)
        cases = scenarios if scenarios is not None else tuple(drawn(CREATURES, random.randrange(2**32), size, 1))
        if not cases:
            raise InvalidInput("scenarios", "none", "one case or more")
        begun = scenario(cases[random.randrange(len(cases))])
        if len(begun.board.players) != 2:
            raise InvalidInput("scenarios", f"{len(begun.board.players)} players", "cases of two players")
        self.players = begun.board.players
        deciding = dict.fromkeys(self.players, "environment")
        self.game = begun.branch(seed=seed, policies=deciding, time=RECORDED) if record else begun.branch(record=False)
        self.things = (*self.players, *self.game.board.permanents)
        """Players and permanents as they were at first: what action 1 and those after it choose, and what is seen, in order."""
        self._turns = turns
        self._dividing = {player: policy_named(damage)(draws(seed, player)) for player in self.players}
        self.winner: str | None = None
        self.declaring: str | None = None
        self._options: LegalAttacks | LegalBlocks
        self._chosen: list[tuple[str, ...]] = []
        self._partly: tuple[str, ...] = ()
        self.player = self.players[0]
        self._go_on()

    # --- the decision that is next ------------------------------------------------------------------------------------

    @property
    def outcome(self) -> GameOutcome:
        """How the game came out, as it is over; "turn limit": after so many turns nobody had won."""
        return "not over" if self.declaring is not None else outcome_now(self.game)

    @property
    def creature(self) -> str:
        """The creature that is decided about."""
        return self._options.creatures[len(self._chosen)]

    @cached_property
    def _open(self) -> list[tuple[str, ...]]:
        """What the creature may be declared for."""
        return self._options.going_on(self._chosen)

    @property
    def actions(self) -> list[int]:
        """The actions that are open: 0 is for no target, or no more; the others are for that of `things`. None at the end."""
        if self.declaring is None:
            return []
        done = len(self._partly)
        going_on = [option for option in self._open if option[:done] == self._partly]
        return sorted({0 if len(option) == done else 1 + self.things.index(option[done]) for option in going_on})

    def act(self, action: int) -> None:
        """Decide about the creature; a declaration is made when all are decided about. The action must be open."""
        if action not in self.actions:
            raise InvalidInput("action", str(action), f"one of {', '.join(map(str, self.actions)) or 'none: the game is over'}")
        if action:
            self._partly = (*self._partly, self.things[action - 1])
            if any(len(option) > len(self._partly) and option[: len(self._partly)] == self._partly for option in self._open):
                return  # it might block more
        self._decided(self._partly)
        if (declaration := self._put_together()) is not None:
            self.do(declaration)

    def _decided(self, targets: tuple[str, ...]) -> None:
        self._chosen.append(targets)
        self._partly = ()
        self.__dict__.pop("_open", None)

    def _put_together(self) -> Command | None:
        """Go on to the next creature that has a choice; where none has, the declaration."""
        while len(self._chosen) < len(self._options.creatures):
            if len(self._open) > 1:
                return None
            self._decided(self._open[0])
        declared = {creature: each for creature, each in zip(self._options.creatures, self._chosen, strict=True) if each}
        if isinstance(self._options, LegalAttacks):
            return DeclareAttackers(attackers={creature: target for creature, (target,) in declared.items()})
        return DeclareBlockers(blocks=declared, by=self.player)

    # --- the game -----------------------------------------------------------------------------------------------------

    def by_policy(self, policy: Policy) -> None:
        """Let a policy make the whole declaration that is next."""
        self.do(policy(self.game, self.player))

    def do(self, command: Command) -> None:
        """Declare, and go on to the next decision. Raises NotPlayed where the game can't go on."""
        self._declare(command)
        self._go_on()

    def _declare(self, command: Command) -> None:
        self.game.declare(command)
        resolve_triggers(self.game)

    def _go_on(self) -> None:
        """To the next declaration that somebody has a choice in, or the end of the game."""
        while self._declaration_begins() and (declaration := self._put_together()) is not None:
            self._declare(declaration)  # nobody has a choice

    def _declaration_begins(self) -> bool:
        """Play on until attackers or blockers are to be declared; False: the game is over first."""
        self._chosen, self._partly = [], ()
        self.__dict__.pop("_open", None)
        game = self.game
        while len(game.decider.state.board.players) == len(self.players):
            if not (awaited := game.awaited):
                if not self._pass():
                    break
                continue
            command, self.player = awaited[-1].command, awaited[-1].player
            if command in ("DeclareAttackers", "DeclareBlockers"):
                attack = command == "DeclareAttackers"
                self._options = game.legal_attacks if attack else game.legal_blocks_of(self.player)
                self.declaring = "attack" if attack else "block"
                return True
            damage = command in ("AssignCombatDamage", "DealCombatDamage")
            if not damage or game.declare_if_legal(DealCombatDamage()).verdict != "legal":
                self._declare(self._dividing[self.player](game, self.player))
            resolve_triggers(game)
        players = game.decider.state.board.players
        self.declaring, self.winner = None, next(iter(players), None) if len(players) < len(self.players) else None
        return False

    def _pass(self) -> bool:
        """The combat ends, or the next turn begins; False: nothing more will happen, or there were enough turns."""
        game = self.game
        last = game.decider.state.board.turn >= self._turns or not has_creatures(game)
        if goes_on(game, "game") and (last or not nothing_between(game)):
            follow(game)
        elif last:
            return False
        else:
            game.begin_turn(next_player(game))
        resolve_triggers(game)
        return True

    # --- what is seen -------------------------------------------------------------------------------------------------

    def seen_by(self, player: str) -> list[float]:
        """The board as that player sees it: `GLOBAL` numbers, then `SEEN` of each of `things`, those gone all zeros."""
        declared: Mapping[str, Sequence[str]] = {}
        if self.declaring is not None:
            declared = dict(zip(self._options.creatures, self._chosen, strict=False))
        board = self.game.decider.state.board
        seen = [
            float(board.active == player),
            float(self.declaring == "attack"),
            float(self.declaring == "block"),
            float(self.declaring is not None and self.player == player),
            board.turn / self._turns,
            float(self.declaring is None),
        ]
        deciding = self.creature if self.declaring is not None else None
        for each in seen_of(self.game, player, self.things, declared, deciding):
            seen += each
        return seen

    def __str__(self) -> str:
        """The board, and the decision that is next."""
        lines = [str(self.game.board)]
        for attacker in self.game.combat.attackers:
            by = self.game.combat.blockers_of(attacker)
            lines.append(f"{attacker} attacks" + (f", blocked by {', '.join(by)}" if by else ""))
        if self.declaring is None:
            lines.append(f"The game is over: {self.winner or 'nobody'} won")
        else:
            open_to = ["nothing" if not action else self.things[action - 1] for action in self.actions]
            lines.append(f"{self.player} decides what {self.creature} {self.declaring}s: {', '.join(open_to)}")
        return "\n".join(lines)
