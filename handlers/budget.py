"""How much may be searched: steps, which are counted alike on every machine, and seconds."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..events.errors import InvalidInput, Undecided

PAYING = 100
"""Steps that it takes to ask whether a declaration can be paid."""


class Spent(Undecided):
    """A search was given up, for its budget is spent."""


class Budget:
    """What searches may take. One step is about what it takes to look at one state or one path; larger ones cost more of them.

    `steps`: for each question that a game is asked (a ruling, an explanation, the options); what they don't suffice for is the
    same on every machine. `seconds`: from now on, for all questions together. None: as many as it takes. Raises InvalidInput for
    negative ones.
    """

    def __init__(self, steps: int | None = None, seconds: float | None = None) -> None:
        for name, number in (("budget", steps), ("seconds", seconds)):
            if number is not None and not number >= 0:
                raise InvalidInput(name, str(number), "0 or more; None for as many as it takes")
        self.steps = steps
        self.seconds = seconds
        self._left: float = inf if steps is None else steps
        self._end: float = inf if seconds is None else monotonic() + seconds
        self._limited = steps is not None or seconds is not None

    def renew(self) -> None:
        """Another question is asked: it has all of the steps. The seconds go on. Raises Spent where the budget was stopped."""
        if self._end == -inf:
            raise Spent("nobody waits for an answer any more")
        self._left = inf if self.steps is None else self.steps

    def stop(self) -> None:
        """Nobody waits for an answer any more: give up at the next step, and answer no more questions."""
        self._end, self._limited = -inf, True

    def spend(self, steps: int = 1) -> None:
        """Take so many steps. Raises Spent where there aren't as many left, and from then on, or where the time is up."""
        if not self._limited:
            return
        self._left -= steps
        if self._left < 0:
            raise Spent(f"the search was given up{self.words}")
        self.keep_time()

    def keep_time(self) -> None:
        """Raise Spent where the time is up: for work that is small, but takes a while on large boards."""
        if self._limited and self.seconds_left <= 0:
            raise Spent(f"the search was given up{self.words}")

    @property
    def limited(self) -> bool:
        """Whether there is an end to it."""
        return self._limited

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self._limited and (self._left <= 0 or self.seconds_left <= 0)

    @property
    def steps_left(self) -> float:
        """How many steps are left for this question."""
        return max(0, self._left)

    @property
    def seconds_left(self) -> float:
        """How many seconds are left."""
        return inf if self._end == inf else self._end - monotonic()

    @property
    def words(self) -> str:
        """When it is given up, in words: ` after 1,000 steps`."""
        if self._left < 0 and self.steps is not None:
            return f" after {self.steps:,} step{'s' if self.steps != 1 else ''}"
        return f" after {self.seconds:g} seconds" if self.seconds is not None else ""
