"""Asks an engine for attacks and blocks on drawn boards, and counts what it missed and gave up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from pydantic import Field

from ...events.errors import NotModelled, Undecided
from ...events.model import Model
from ...handlers.best_play.play import FLAT, BestAttack, BestBlock, value_of_block
from ...handlers.game import Game
from ..cases.judging import moments
from ..cases.models import Case
from ..corpus.drawing import DEFENDER, DrawnBoard, board
from ..simulation.simulating import wilson


class RatedPosition(NamedTuple):
    """A moment at which a player declares, and the question for an engine."""

    game: Game
    question: dict[str, Any]
    best: BestAttack | BestBlock
    number: int

    @property
    def attacks(self) -> bool:
        """Whether an attack is asked for."""
        return isinstance(self.best, BestAttack)


def positions(seed: int) -> Iterator[RatedPosition]:
    """Attacks and blocks in turn, on drawn boards where there is something to choose and the best is proved."""
    number = 0
    while True:
        drawn, random = board(seed, number), Random(f"{seed} {number} attack")
        found = _position(drawn, number, random, attacks=number % 2 == 0)
        if found is not None:
            yield found
        number += 1


def _position(drawn: DrawnBoard, number: int, random: Random, *, attacks: bool) -> RatedPosition | None:
    case = Case.model_validate({**drawn, "steps": []})
    (start,) = moments(case)
    game, legal = start.game, [attack for attack in start.game.legal_attacks if attack]
    question: dict[str, Any] = {"board": drawn, "declare": "attack"}
    if not legal:
        return None
    if not attacks:
        size = random.choice(sorted({len(attack) for attack in legal}))
        attack = random.choice([each for each in legal if len(each) == size])
        game.declare_attackers(attack)
        question = {"board": drawn, "attack": attack, "declare": "block"}
        if game.legal_blocks.count() < 2:
            return None
    try:
        best = game.best_attack(worth=FLAT) if attacks else game.best_block(worth=FLAT)
    except (NotModelled, Undecided):
        return None
    if not isinstance(best, BestAttack | BestBlock) or not best.proven:
        return None
    return RatedPosition(game, question, best, number)


def value_declared(position: RatedPosition, declared: dict[str, str]) -> tuple[bool, int | None]:
    """Whether a declaration is legal, and what it is worth with the best that follows (None: it wins, or a block loses)."""
    game, best = position.game, position.best
    if isinstance(best, BestBlock):
        block = {blocker: (attacker,) for blocker, attacker in declared.items()}
        if game.judge_blockers(block, by=DEFENDER).verdict != "legal":
            return False, None
        return True, value_of_block(best.position, block)
    if game.judge_attackers(declared).verdict != "legal":
        return False, None
    if not declared:
        return True, 0
    after = game.branch()
    after.declare_attackers(declared)
    answer = after.best_block(worth=FLAT).value
    return True, None if answer is None else -answer


class EngineRating(Model):
    """What `declarant rate --format json` prints: how an engine attacked and blocked, against what was proved to be best.

    `missed_wins` of `wins`: attacks that win whatever blocks, where it declared another; `missed_survivals` of `survivals`:
    blocks that survive, where others lose and it declared one of these. `gave_up`: worth given up by a declaration, on average
    where nobody wins or loses; an interval of 95 % with it. `dominated` of `comparable`: another declaration is no worse in
    anything.
    """

    engine: str
    version: str
    day: date
    rules: date
    seed: int
    positions: int
    not_read: int = 0
    illegal: int = 0
    best: int = 0
    best_interval: tuple[float, float] | None = None
    wins: int = 0
    missed_wins: int = 0
    survivals: int = 0
    missed_survivals: int = 0
    comparable: int = 0
    dominated: int = 0
    gave_up: float | None = None
    gave_up_interval: tuple[float, float] | None = None
    missed: tuple[str, ...] = Field(default=(), description="Boards on which a win or a survival was missed: seed-number.")


_COUNTED = (
    *("positions", "not_read", "illegal", "best", "wins", "missed_wins", "survivals", "missed_survivals"),
    *("comparable", "dominated"),
)


@dataclass
class Counting:
    """What is counted while an engine answers."""

    seed: int
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTED, 0))
    given_up: list[int] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def add(self, position: RatedPosition, declared: dict[str, str] | None) -> None:
        """Take in an answer; None: the board wasn't understood."""
        self.counts["positions"] += 1
        if declared is None:
            self.counts["not_read"] += 1
            return
        legal, value = value_declared(position, declared)
        if not legal:
            self.counts["illegal"] += 1
            return
        best = position.best.value
        self.counts["best"] += value == best
        if position.attacks and best is None:
            self._missed(position, "wins", value is not None)
        elif not position.attacks and best is not None and _may_lose(position):
            self._missed(position, "survivals", value is None)
        if value is not None and best is not None:
            self.given_up.append(best - value)
        try:
            found = position.game.dominance(declared)
        except (NotModelled, Undecided):
            return
        self.counts["comparable"] += 1
        self.counts["dominated"] += found.dominated

    def _missed(self, position: RatedPosition, what: str, missed: bool) -> None:
        self.counts[what] += 1
        if missed:
            self.counts[f"missed_{what}"] += 1
            self.missed.append(f"{self.seed}-{position.number:06d}")

    def rating(self, engine: str, version: str, day: date, rules: date) -> EngineRating:
        """All that was counted."""
        answered = self.counts["positions"] - self.counts["not_read"] - self.counts["illegal"]
        average = mean(self.given_up) if self.given_up else None
        spread = 1.96 * stdev(self.given_up) / sqrt(len(self.given_up)) if len(self.given_up) > 1 else 0.0
        return EngineRating(
            engine=engine,
            version=version,
            day=day,
            rules=rules,
            seed=self.seed,
            best_interval=wilson(self.counts["best"], answered),
            gave_up=average,
            gave_up_interval=None if average is None else (average - spread, average + spread),
            missed=tuple(self.missed),
            **self.counts,
        )


def _may_lose(position: RatedPosition) -> bool:
    """Whether to block nothing loses: then a survival can be missed."""
    assert isinstance(position.best, BestBlock), "it is about a block"
    return value_of_block(position.best.position, {}) is None


def rate(ask: Callable[[dict[str, Any]], dict[str, str] | None], seed: int, number: int) -> Iterator[Counting]:
    """Ask for so many declarations, and state after each what is counted so far."""
    counting = Counting(seed)
    for position, _ in zip(positions(seed), range(number), strict=False):
        counting.add(position, ask(position.question))
        yield counting


__all__ = ["Counting", "EngineRating", "RatedPosition", "positions", "rate", "value_declared"]
