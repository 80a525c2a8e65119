"""Games that are played in pairs with one seed, so that what a seat or a seed brings weighs alike on both that are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from ...events.model import Model
from ...handlers.playing.play import GameOutcome
from .simulating import Played, nobody_won


class PairedGames(Model):
    """What came of pairs of games. `won`, `lost`: games; `nobody_won`: how many came out in each other way. `declined`: pairs of
    which a game couldn't be played on, which are left out; `declined_for`: why, and how many games."""

    won: int
    lost: int
    nobody_won: dict[GameOutcome, int]
    declined: int
    declined_for: dict[str, int]


@dataclass
class PairsPlayed:
    """Pairs as they are played."""

    games: list[Played] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    """Of each game: 1 won, 0 lost, ½ where nobody won."""
    differences: list[float] = field(default_factory=list)
    """Of each pair: the mean score of who is compared less that of the other, from −1 to 1."""
    declined: int = 0
    why: Counter[str] = field(default_factory=Counter)

    @property
    def number(self) -> int:
        """How many pairs there are."""
        return len(self.differences) + self.declined

    def add(self, pair: Sequence[Played], whose: Sequence[str]) -> None:
        """Count a pair; in each of its games that player is compared with the other."""
        if not all(each.finished for each in pair):
            self.declined += 1
            self.why.update(each.reason for each in pair if not each.finished)
            return
        scores = [0.5 if each.winner is None else float(each.winner == player) for each, player in zip(pair, whose, strict=True)]
        self.games += pair
        self.scores += scores
        self.differences.append(fmean(2 * score - 1 for score in scores))

    def counted(self) -> dict[str, Any]:
        """The fields of `PairedGames`."""
        return {
            "won": self.scores.count(1.0),
            "lost": self.scores.count(0.0),
            "nobody_won": nobody_won(self.games),
            "declined": self.declined,
            "declined_for": dict(self.why.most_common()),
        }

    @property
    def difference(self) -> float | None:
        """The mean difference of a pair."""
        return fmean(self.differences) if self.differences else None
