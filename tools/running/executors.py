"""Who does the work: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from operator import length_hint
from threading import Thread
from time import process_time
from typing import Any

from ...events.errors import DeclarantError, InvalidInput
from ...events.optional import required
from .diagnostics import as_json, configure
from .work import Executor, Here, ItemT, ResultT

AHEAD = 3
"""How many items are handed out for each worker before the first of their results is taken."""


ENOUGH = 2
"""How many items another process has enough to do with while this one does an item too: the one that it is at, and the next."""

PATIENCE = 0.5
"""How many seconds of processor time to work in this process before others are begun, each of which takes longer to load."""
WORTH = 8.0
"""How many such seconds of work must be left for others to be begun, where it is known how many items there are: each of them
loads and builds all that this one has already."""


ENDS = 5
"""So many processes may end at the same work before it is given up: what kills them is taken to be the work."""


class Processes:
    """Does them in so many processes of this machine, of which this is one; what takes about `patience` seconds, or little more,
    in this one alone. With no patience, others do all of it.

    While the others load or have enough to do, this one goes on: results wait for those before them.
    """

    def __init__(self, workers: int, patience: float | None = None) -> None:
        self._workers = workers
        self._patience = PATIENCE if patience is None else patience
        self._others = max(1, workers - 1) if self._patience else workers
        self._pool: ProcessPoolExecutor | None = None
        self._handed_out: list[Future[Any]] = []
        """What the processes may be at."""

    def map(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> Iterator[ResultT]:
        """As `Executor` says. When a process ends (is killed, say), what it did is done again in another."""
        remaining, helping = iter(items), self._patience > 0
        loading = self._pool is None and helping
        if self._pool is None:
            start = process_time()
            for done, result in enumerate(map(function, remaining) if self._patience else (), 1):
                yield result
                taken, left = process_time() - start, length_hint(remaining, -1)
                if taken >= self._patience and (left < 0 or taken / done * left >= WORTH):
                    break
        waiting: deque[tuple[ItemT, Future[ResultT]]] = deque()
        most, handed_out = AHEAD * self._workers, 0
        for item in remaining:
            at_work = sum(not future.done() for _, future in waiting)
            loading = loading and at_work == handed_out
            if helping and at_work >= ENOUGH * self._others:
                waiting.append((item, _done_here(function, item)))
            else:
                waiting.append((item, self._submit(function, item)))
                handed_out += 1
            while waiting and (waiting[0][1].done() or (len(waiting) >= most and not loading)):
                yield self._next(function, waiting)
        while waiting:
            yield self._next(function, waiting)

    def _next(self, function: Callable[[ItemT], ResultT], waiting: deque[tuple[ItemT, Future[ResultT]]]) -> ResultT:
        item, future = waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:
            pass
        # Any of those at work may have ended the process. By itself, an item that does so each time can be found.
        result = self._alone(function, item)
        for _ in range(len(waiting)):
            other, done = waiting.popleft()
            failed = done.cancelled() or (done.done() and isinstance(done.exception(), BrokenProcessPool))
            waiting.append((other, self._submit(function, other) if failed else done))
        return result

    def _alone(self, function: Callable[[ItemT], ResultT], item: ItemT) -> ResultT:
        """What a process makes of an item, others of which ended at it: with no others at work, until `ENDS` of them have."""
        for _ in range(1, ENDS):
            self._end()
            try:
                return self._submit(function, item).result()
            except BrokenProcessPool:
                pass
        raise DeclarantError(f"{ENDS} worker processes ended at the same work: is there enough memory for it?")

    def _submit(self, function: Callable[[ItemT], ResultT], item: ItemT) -> Future[ResultT]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._others, get_context("spawn"), initializer=_begin, initargs=(as_json(), function)
            )
        try:
            future = self._pool.submit(function, item)
        except BrokenProcessPool as broken:
            future = Future()
            future.set_exception(broken)
        self._handed_out = [*(each for each in self._handed_out if not each.done()), future]
        return future

    def _end(self, wait: bool = False) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=wait, cancel_futures=True)
            self._pool = None

    def close(self) -> None:
        """Let go of the processes. What they do still, nobody waits for: when the command is interrupted, say."""
        if self._pool is not None:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
        # The thread that looks after idle processes ends with them. At the end of the program Python writes to a pipe of that
        # thread's, which must not be closed meanwhile.
        self._end(wait=all(future.done() for future in self._handed_out))


def _done_here(function: Callable[[ItemT], ResultT], item: ItemT) -> Future[ResultT]:
    done: Future[ResultT] = Future()
    try:
        done.set_result(function(item))
    except Exception as error:
        done.set_exception(error)
    return done


def _begin(log_as_json: bool, function: Callable[..., Any]) -> None:
    """Leave interrupts to the parent, and log as it does. `function`: what is to be done; all that it needs is loaded with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    configure(log_as_json)
    gc.freeze()
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """However the parent ends: also by a signal that it can't hear."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


class Dask:
    """Does them on the workers of a Dask cluster, which have this package and see the same files."""

    def __init__(self, client: Any, workers: int) -> None:
        self._client = client
        self._workers = workers

    def map(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> Iterator[ResultT]:
        """As `Executor` says. What a worker did that is lost, Dask has done again by another."""
        waiting: deque[Any] = deque()
        for item in items:
            waiting.append(self._client.submit(function, item, pure=False))
            if len(waiting) >= AHEAD * self._workers:
                yield self._next(waiting)
        while waiting:
            yield self._next(waiting)

    def _next(self, waiting: deque[Any]) -> Any:
        distributed = required("distributed", "dask")
        try:
            return waiting.popleft().result()
        except distributed.KilledWorker as error:
            raise DeclarantError(f"workers ended each time at the same work: {error}") from None


@contextmanager
def engine(on: str | None = None, workers: int | None = None) -> Iterator[Executor]:
    """What does the work: processes of this machine, or Dask.

    `on`: None for processes; `dask` for a Dask cluster that is begun on this machine; `dask://HOST:PORT` for a scheduler that
    runs already. `workers`: how many, by default one for each core.

    Raises:
        InvalidInput: the address is none, or nobody answers there.
        MissingExtra: Dask isn't installed.
    """
    number = workers if workers is not None else cores()
    if number < 1:
        raise InvalidInput("--workers", str(number), "1 or more")
    if on is None:
        processes = Processes(number) if number > 1 else None
        gc.freeze()  # what is loaded stays, and needn't be gone through again and again for what can be freed
        try:
            yield processes or Here()
        finally:
            gc.unfreeze()
            if processes is not None:
                processes.close()
        return
    scheme, separator, address = on.partition("://")
    if scheme != "dask" or (separator and not address):
        raise InvalidInput("--on", repr(on), "dask, or dask://HOST:PORT")
    distributed = required("distributed", "dask")
    if not address:
        with (
            distributed.LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield Dask(client, number)
        return
    try:
        client = distributed.Client(f"tcp://{address}", timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise InvalidInput("--on", repr(on), f"the address of a Dask scheduler ({error})") from None
    with client:
        yield Dask(client, max(1, len(client.scheduler_info()["workers"])))


CONNECT = "10s"
"""How long to wait for a Dask scheduler to answer."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
