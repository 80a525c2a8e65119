"""How much may be searched: steps, which are counted alike on every machine, and seconds."""

from __future__ import annotations

from math import inf
from time import monotonic

from ..events.errors import InvalidInput, Undecided

PAYING = 100
"""How many steps it takes to ask whether a declaration can be paid."""


class Spent(Undecided):
    """A search was given up because its budget is spent."""


class Budget:
    """How much searches may take. One step is about the work of looking at one state or one path; larger ones cost more.

    `steps`: for each question that a game is asked (a ruling, an explanation, the options); where they don't suffice is the same
    on every machine. `seconds`: from now on, for all questions together. None: as many as it takes. Raises InvalidInput for
    negative ones.
    """

    def __init__(self, steps: int | None = None, seconds: float | None = None) -> None:
        for name, number in (("budget", steps), ("seconds", seconds)):
            try:
                fits = number is None or number >= 0
            except TypeError:
                fits = False
            if not fits:
                raise InvalidInput(name, repr(number), "0 or more; None for as many as it takes")
        self.steps = steps
        self.seconds = seconds
        self._left: float = inf if steps is None else steps
        self._end: float = inf if seconds is None else monotonic() + seconds
        self._limited = steps is not None or seconds is not None

    def __repr__(self) -> str:
        return f"Budget(steps={self.steps}, seconds={self.seconds})"

    def of_its_own(self, steps: int) -> Budget:
        """So many steps for something by itself, which ends when this one does: no second is had twice."""
        found = Budget(steps, self.seconds)
        found._end, found._limited = self._end, True
        return found

    def renew(self) -> None:
        """Give all of the steps to another question; the seconds go on. Raises Undecided where the budget was stopped."""
        if self._end == -inf:
            raise Spent("nobody waits for an answer any more")
        self._left = inf if self.steps is None else self.steps

    def stop(self) -> None:
        """Give up at the next step, and answer no more questions: nobody waits for an answer any more."""
        self._end, self._limited = -inf, True

    def spend(self, steps: int = 1) -> None:
        """Take so many steps. Raises Undecided where fewer are left, and from then on, or where the time is up."""
        if not self._limited:
            return
        self._left -= steps
        if self._left < 0:
            raise Spent(f"the search was given up{self.words}")
        self.keep_time()

    def keep_time(self) -> None:
        """Raise Undecided where the time is up: for work that counts no steps, but takes a while on large boards."""
        if self._limited and self.seconds_left <= 0:
            raise Spent(f"the search was given up{self.words}")

    @property
    def limited(self) -> bool:
        """Whether it has a limit, of steps or of seconds."""
        return self._limited

    @property
    def spent(self) -> bool:
        """Whether no steps are left for this question, or no seconds at all."""
        return self._limited and (self._left <= 0 or self.seconds_left <= 0)

    @property
    def steps_left(self) -> float:
        """How many steps are left for this question; infinity without a limit."""
        return max(0, self._left)

    @property
    def seconds_left(self) -> float:
        """How many seconds are left; infinity without a limit, negative once the time is up."""
        return inf if self._end == inf else self._end - monotonic()

    @property
    def words(self) -> str:
        """How long a search went on before it was given up, in words: ` after 1,000 steps`. Empty without a limit."""
        if self._left <= 0 and self.steps is not None:
            return f" after {self.steps:,} step{'s' if self.steps != 1 else ''}"
        return f" after {self.seconds:g} seconds" if self.seconds is not None else ""
