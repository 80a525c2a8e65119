"""How the work for an answer is done: in a thread, of which there are few, or at once, where there are none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

from anyio import CapacityLimiter, to_thread

from ...handlers.budget import Budget
from . import answers
from .exchange import Refusal

AT_ONCE = 4
"""Requests that are worked on at once, each in a thread."""
WAITING = 64
"""Requests that are worked on or wait."""

ResultT = TypeVar("ResultT")


class Worker(Protocol):
    """Does something within a budget."""

    async def __call__(self, job: Callable[[Budget], ResultT]) -> ResultT:
        """The result of the job. Raises what it raises, and Refusal where it can't be done now, or not in time."""
        ...


class InThreads:
    """Does it in a thread, of which there are few; too many who wait are sent away.

    Where the time is up or the server ends, the thread is asked to give up, too.
    """

    def __init__(self) -> None:
        self.limiter: CapacityLimiter | None = None
        self.waiting = 0

    async def __call__(self, job: Callable[[Budget], ResultT]) -> ResultT:
        """As `Worker` says."""
        if self.waiting >= WAITING:
            raise Refusal(503, f"{WAITING} requests that wait", "another try in a moment")
        if self.limiter is None:
            self.limiter = CapacityLimiter(AT_ONCE)
        self.waiting += 1
        budget = answers.a_budget()
        try:
            return await asyncio.wait_for(
                to_thread.run_sync(job, budget, limiter=self.limiter, abandon_on_cancel=True), answers.seconds()
            )
        except TimeoutError:
            raise Refusal(503, f"{answers.seconds():g} seconds gone", answers.BEYOND) from None
        finally:
            self.waiting -= 1
            budget.stop()


async def at_once(job: Callable[[Budget], ResultT]) -> ResultT:
    """Does it at once, as `Worker` says: its budget ends it, nothing else can."""
    return job(answers.a_budget())
