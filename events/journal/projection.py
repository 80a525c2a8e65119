"""Projections of one's own: a state of each game, folded from its events and kept beside the journal.

A projection is a class with a name, a version, the events that it reads, and the state that it makes of a game. A `Projector`
feeds it by a subscription, and keeps the states in the journal's own store: states and checkpoint are set in one transaction, so
that each entry counts once, whatever is killed when. A new version, or one that is made anew, is built beside the old one, which
is read until the new one has caught up; then they are swapped.

    class Attackers(Projection[Attacked]):
        name = "attackers"
        version = 1
        events = (BecameAttacking,)
        state = Attacked

        def apply(self, state, event, entry):
            return Attacked(number=state.number + len(event.attackers))

What cuts take back counts no more: a state is made of the events that stand. `ProjectionConformance` tests a class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from ..catalogue import Event
from ..errors import CorruptJournal, DeclarantError, InvalidInput
from ..misuse import explains_misuse, must_be
from ..model import Model
from .cuts import CutAt, surviving
from .entry import Entry, Snapshot, cuts_among
from .journal import Journal
from .subscription import LEASE, POLL, Subscriber

StateT = TypeVar("StateT", bound=Model)

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}")
BUILD = re.compile(rf"{NAME.pattern} v[0-9]{{1,9}}(\.[0-9]{{1,9}})?")
BATCH = 1000
"""How many entries are folded in one transaction."""


class Projection(Generic[StateT]):
    """What a projection says of itself. One that is folded from whole games overrides `of_game` and sets `whole_games`."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    """Another state for the same events is another version: it is built anew."""
    events: ClassVar[tuple[type[Any], ...]] = ()
    """The events that `apply` is called with; none: all."""
    state: type[StateT]
    """The model of a game's state; without arguments it is that of a game without events."""
    whole_games: ClassVar[bool] = False
    """Whether a game that went on is folded anew, from its first entry on."""

    def apply(self, state: StateT, event: Any, entry: Entry) -> StateT:
        """The state after an event, which stands, of a game; `entry` is what states it. The state before isn't changed."""
        raise NotImplementedError

    def of_game(self, entries: Iterable[Entry]) -> StateT:
        """The state of a game, from its entries up to some version: by default of the events that stand, one after the other."""
        held = list(entries)
        return self.after(self.state(), held, cuts_among(held))

    def after(self, state: StateT, entries: Sequence[Entry], cuts: Sequence[CutAt]) -> StateT:
        """The state after entries that follow one another, of which these are cuts."""
        for first, last in surviving(cuts, entries[0].version, entries[-1].version) if entries else ():
            for entry in entries[first - entries[0].version : last - entries[0].version + 1]:
                event = cast(Event, entry.item)
                if not self.events or isinstance(event, self.events):
                    try:
                        state = self.apply(state, event, entry)
                    except LookupError as error:
                        raise entry.cannot_follow(error) from None
        return state


class Build(NamedTuple):
    """A build of a projection; its name is that of the subscription that feeds it. `NAME v2.1` is version 2, made anew once."""

    projection: str
    version: int
    again: int = 0

    def __str__(self) -> str:
        return f"{self.projection} v{self.version}" + (f".{self.again}" if self.again else "")

    @classmethod
    def parse(cls, text: str) -> Build:
        """A build by its name."""
        projection, _, numbers = text.rpartition(" v")
        version, _, again = numbers.partition(".")
        return cls(projection, int(version), int(again or 0))


def _check(projection: object) -> None:
    must_be(Projection, projection)
    name, version = getattr(projection, "name", None), getattr(projection, "version", None)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise InvalidInput("projection: name", repr(name), "small letters, digits, dots and dashes")
    if not isinstance(version, int) or version < 1:
        raise InvalidInput("projection: version", repr(version), "a number from 1")


@explains_misuse
class Projected(Generic[StateT]):
    """The states of a projection that are read now: those of the build that has caught up last."""

    def __init__(self, journal: Journal, projection: Projection[StateT]) -> None:
        """Raises InvalidInput for what is no projection."""
        must_be(Journal, journal)
        _check(projection)
        self._store = journal._store
        self._projection = projection

    def build(self) -> Build | None:
        """Which build is read; None before the first one has caught up."""
        found = self._store.served(self._projection.name)
        return Build.parse(found) if found else None

    def state(self, stream: str) -> StateT | None:
        """The state of a game, None if none is kept. Raises InvalidInput where another version is read yet."""
        must_be(str, stream)
        kept = self._store.states(self._served(), [stream])
        return self._projection.state.model_validate_json(kept[stream].state) if stream in kept else None

    def states(self) -> Iterator[tuple[str, StateT]]:
        """The states of all games, by the games' names. Raises as `state` does."""
        for stream, kept in sorted(self._store.states(self._served()).items()):
            yield stream, self._projection.state.model_validate_json(kept.state)

    def _served(self) -> str:
        build, version = self.build(), self._projection.version
        if build is None or build.version != version:
            found = f"version {build.version}" if build else "no version"
            raise InvalidInput(f"projection {self._projection.name!r}", found, f"version {version}, once it has caught up")
        return str(build)


class Projector(Subscriber, Generic[StateT]):
    """A process that feeds a projection. Others may feed the same: one at a time does."""

    def __init__(
        self, journal: Journal, projection: Projection[StateT], *, anew: bool = False, batch: int = BATCH, lease: float = LEASE
    ) -> None:
        """`anew`: build it again, beside what is read now. `batch`: how many entries are folded in a transaction; `lease`: in
        seconds.

        Raises InvalidInput for what is no projection, and for a version before the one that is read.
        """
        _check(projection)
        self._reads = Projected(journal, projection)
        self._projection = projection
        self._states: dict[str, Snapshot] = {}
        self._target = 0
        self._build = self._next_build(journal, anew)
        super().__init__(journal, str(self._build), batch=batch, lease=lease)

    def _next_build(self, journal: Journal, anew: bool) -> Build:
        name, version = self._projection.name, self._projection.version
        served = self._reads.build()
        if served is not None and served.version > version:
            raise InvalidInput(
                f"projection {name!r}", f"version {version}", f"version {served.version}, which is read, or a later one"
            )
        again = served.again if served is not None and served.version == version else 0
        return Build(name, version, again + anew)

    def run(self, follow: bool = False, poll: float = POLL) -> None:
        """Feed it all there is or, following, for ever.

        A new build is read as soon as it has come to where the journal was when it was begun, and as far as the one before it.

        Raises:
            CorruptJournal: an entry can't be read, or can't follow; what is before it counts.
            EntriesReplaced: an older copy of the journal took its place: build it anew.
            DeclarantError: another process has taken over, for this one took longer than its lease.
        """
        self._target = self._journal.last_id()
        for batch in self.batches(follow, poll, until=None if follow else self._target):
            self._fold(batch)

    def _fold(self, batch: list[Entry]) -> None:
        streams: dict[str, list[Entry]] = {}
        for entry in batch:
            streams.setdefault(entry.stream, []).append(entry)
        known = self._journal._store.states(str(self._build), list(streams))
        for stream, entries in streams.items():
            before = known.get(stream, Snapshot(0, ""))
            new = [entry for entry in entries if entry.version > before.version]
            if new:
                self._states[stream] = self._folded(before, new)

    def _folded(self, before: Snapshot, new: list[Entry]) -> Snapshot:
        """The state of a game with new entries. Where a cut goes back before them, the game is folded from its beginning."""
        projection, stream, last = self._projection, new[0].stream, new[-1].version
        cuts = cuts_among(new)
        if projection.whole_games:
            entries = list(self._journal.entries(stream))
            state, last = projection.of_game(entries), entries[-1].version
        elif before.version + 1 != new[0].version:
            raise CorruptJournal(new[0].name, f"it can't follow version {before.version}, up to which the projection is folded")
        elif any(to < before.version for _, to in cuts):
            state = projection.of_game(entry for entry in self._journal.entries(stream) if entry.version <= last)
        else:
            state = projection.state.model_validate_json(before.state) if before.state else projection.state()
            state = projection.after(state, new, cuts)
        return Snapshot(last, state.model_dump_json())

    def _release(self, checkpoint: int) -> bool:
        states, self._states = self._states, {}
        return self._journal._store.keep(self._name, self._holder, checkpoint, states)

    def done(self, id: int) -> None:
        super().done(id)
        served = self._reads.build()
        if served != self._build and id >= self._target:
            known = {
                Build.parse(each.name): each.checkpoint for each in self._journal.subscriptions() if BUILD.fullmatch(each.name)
            }
            if id >= (known.get(served, 0) if served is not None else 0):
                gone = [str(each) for each in known if each.projection == self._projection.name and each < self._build]
                self._journal._store.serve(self._projection.name, str(self._build), gone)

    def _claim(self) -> int | None:
        served = self._reads.build()
        if served is not None and served > self._build:
            raise DeclarantError(
                f"projection {self._projection.name!r}: {served} is read by now, which is later than {self._build}"
            )
        return super()._claim()
