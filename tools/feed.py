"""The feed: the entries of a journal as CloudEvents 1.0, in the order of their ids, from a checkpoint on.

Cuts are messages too: one with the version v and the data `{"to": t}` takes back what the versions t + 1 to v − 1 of its subject
said. Ids are given while no one else writes, so whoever goes on after the id of the last message has missed none; whoever keeps
that id only when the work on a message is done gets every message at least once. Whoever keeps its `cursor` learns it, too,
where a journal was put back that hasn't what was read.

    https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, Self

from pydantic_core import from_json

from ..events.errors import InvalidInput
from ..events.journal.encoding import ENCODING
from ..events.journal.entry import Entry
from ..events.journal.identity import FeedCursor, Generation
from ..events.journal.journal import Journal, cursor_of
from ..events.journal.origin import Origin
from ..events.journal.projection import Projection
from ..events.journal.recordings import game_of
from ..events.journal.stores.registry import store_of
from ..events.journal.subscription import POLL, Subscriber
from ..events.misuse import explaining_misuse
from ..events.model import Model
from ..events.optional import installed, loaded
from ..projections.tables.kept import Tables
from .running.json_lines import one_line
from .running.shards import WHOLE, Shard

UNNAMED = "urn:declarant:journal"
"""The source of a journal that is given as an object, where no other is named."""


def existing(url: str | Path) -> Journal:
    """A journal to write into as well; none is made. Raises InvalidInput where there is none, or where it is only read."""
    if not store_of(url).appendable:
        raise InvalidInput(store_of(url).source(str(url)), "a journal that is only read", "one that can keep a checkpoint")
    return Journal.existing(url)


def of_shard(entries: Iterable[Entry], shard: Shard) -> Iterator[Entry]:
    """The entries of the games that belong to a shard."""
    return iter(entries) if shard.is_whole else (entry for entry in entries if shard.has(game_of(entry.stream)))


def subscription_of(name: str, shard: Shard) -> str:
    """The name under which a journal keeps the checkpoint of a shard."""
    return name if shard.is_whole else f"{name} {shard}"


class Subscribed(Model):
    """A subscription of a journal: a consumer by its name, and the id of the last entry that it is done with.

    `projection`: whether the states that it feeds are `read`, or being `built` beside those; None where it feeds none.
    `lag`: how many entries are still to come. `reads`: the process that reads now; None where none does. `generation`: that of
    the journal when the checkpoint was set; `replaced`: whether a copy has taken its place since, and reading is refused.
    """

    name: str
    checkpoint: int
    lag: int
    updated: str
    reads: str | None
    generation: str
    replaced: bool
    projection: Literal["read", "built"] | None


def subscribed(journal: Journal) -> Iterator[Subscribed]:
    """The subscriptions of a journal, in the order of their names."""
    last, generation = journal.last_id(), journal.generations()[-1].id
    for subscription in journal.subscriptions():
        reads = subscription.holder.rpartition("/")[0] if subscription.holder else None
        yield Subscribed(
            name=subscription.name,
            checkpoint=subscription.checkpoint,
            lag=last - subscription.checkpoint,
            updated=subscription.updated,
            reads=reads,
            generation=subscription.generation,
            replaced=subscription.generation != generation,
            projection=_projection(journal, subscription.name),
        )


GROUP = "declarant.projections"
"""The entry points of projections: each names a class."""

BUILT_IN: dict[str, Callable[[], Projection[Any]]] = {"tables": Tables}


def projection_named(name: str) -> Projection[Any]:
    """The projection of that name. Raises InvalidInput where there is none, or its entry point can't be loaded."""
    if name in BUILT_IN:
        return BUILT_IN[name]()
    found = installed(GROUP, taken=BUILT_IN)
    if name not in found:
        allowed = f"one of {', '.join(sorted({*BUILT_IN, *found}))}, or an entry point {GROUP} of your own"
        raise InvalidInput("projection", repr(name), allowed)
    allowed = "a subclass of Projection that is made without arguments"
    kind = loaded(found[name], allowed, type)
    try:
        made = kind()
    except Exception as error:  # a class of another package may raise anything
        raise InvalidInput(GROUP, f"{name!r}: {type(error).__name__}: {error!s:.200}", allowed) from None
    if not isinstance(made, Projection):
        raise InvalidInput(GROUP, f"{name!r}: {type(made).__name__}", allowed)
    return made


def _projection(journal: Journal, subscription: str) -> Literal["read", "built"] | None:
    served = journal.served(subscription.rpartition(" v")[0])
    return None if served is None else "read" if served == subscription else "built"


def _one_by_one(subscriber: Subscriber, follow: bool, poll: float, shard: Shard) -> Iterator[Entry]:
    """The entries of batches. Who asks for the next is done with the one before, and who stops is done with all before it."""
    for batch in subscriber.batches(follow, poll):
        before = 0
        try:
            for entry in of_shard(batch, shard):
                yield entry
                before = entry.id
        except GeneratorExit:
            if before:
                subscriber.done(before)
            raise


class Feed(Iterator[dict[str, Any]]):
    """The messages of a journal, one after the other. `checkpoint` is the id of the last one: what to go on after.

    The `cursor` of a message says the same, and distinguishes another journal, or a copy that hasn't what was read, from this
    one.

    It lets go of the journal, if it opened it, when it ends, and as a context manager.
    """

    def __init__(self, journal: Journal, entries: Iterator[Entry], source: str, checkpoint: int, own: bool) -> None:
        self.checkpoint = checkpoint
        self._journal = journal
        self._generations = journal.generations()
        self._entries = entries
        self._source = source
        self._own = own

    def __next__(self) -> dict[str, Any]:
        """The next message. Raises CorruptJournal where the entry can't be read; then `checkpoint` is before it."""
        entry = next(self._entries, None)
        if entry is None:
            self.close()
            raise StopIteration
        found = message(entry, self._source, self._generations)
        self.checkpoint = entry.id
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the journal, if the feed opened it. A subscription goes on with the last message, unless that was the end."""
        if isinstance(self._entries, Generator):
            self._entries.close()
        if self._own:
            self._journal.close()


@explaining_misuse
def feed(
    journal: Journal | str | Path,
    *,
    after: int | str = 0,
    subscription: str | None = None,
    follow: bool = False,
    source: str | None = None,
    poll: float = POLL,
    shard: str | Shard = WHOLE,
) -> Feed:
    """The entries of a journal after a checkpoint as CloudEvents: a dictionary each.

    `after`: the id of a message, or its `cursor`, which is checked. `subscription`: go on after the checkpoint that the journal
    keeps under that name; whoever asks for the next message is done with the one before. `follow`: wait for more at the end,
    looking every `poll` seconds. `source`: what messages name as theirs, a URI reference; by default the URI of the file.
    `shard`: only the games of that part, such as `3/8`; a subscription has a checkpoint for each part.

    Raises:
        InvalidInput: the journal can't be opened, or has no such checkpoint.
        EntriesReplaced: a copy took its place that hasn't all that was read up to the cursor, or under that name.
        CorruptJournal: it is damaged from its beginning.
    """
    own = not isinstance(journal, Journal)
    part = shard if isinstance(shard, Shard) else Shard.parse(shard)
    if subscription is not None:
        if after:
            raise InvalidInput("after", str(after), "no checkpoint beside a subscription, which has its own")
        opened = journal if isinstance(journal, Journal) else existing(journal)
        entries = _one_by_one(Subscriber(opened, subscription_of(subscription, part)), follow, poll, part)
    else:
        opened = journal if isinstance(journal, Journal) else open_feed(journal, follow)
        after = checkpoint_of(opened, after)
        entries = of_shard(entries_after(opened, after, follow, poll), part)
    named = source or (UNNAMED if isinstance(journal, Journal) else source_of(str(journal)))
    return Feed(opened, entries, named, int(after), own)


def open_feed(url: str | Path, follow: bool) -> Journal:
    """The journal to feed from. Raises InvalidInput where none can be opened, or followed."""
    if follow and not store_of(url).appendable:
        raise InvalidInput(store_of(url).source(str(url)), "a journal that is only read, once, to follow", "one that can grow")
    return Journal.open(url, read_only=True)


def checkpoint_of(journal: Journal, after: int | str) -> int:
    """The id to go on after. Raises InvalidInput for neither id nor cursor, EntriesReplaced for a cursor that doesn't fit."""
    if isinstance(after, int):
        return after
    return int(after) if after.isascii() and after.isdecimal() and len(after) < 19 else journal.after(FeedCursor.parse(after))


def entries_after(
    journal: Journal, after: int, follow: bool, poll: float = POLL, idle: Callable[[], object] = lambda: None
) -> Iterator[Entry]:
    """The entries after a checkpoint; following, those to come as well. `idle` is called before each wait.

    Raises InvalidInput, at once, if the journal hasn't come to that checkpoint.
    """
    last = journal.last_id()
    if not 0 <= after <= last:
        raise InvalidInput("after", str(after), f"0 to {last}, the ids of this journal")
    return _entries_after(journal, after, follow, poll, idle)


def _entries_after(journal: Journal, after: int, follow: bool, poll: float, idle: Callable[[], object]) -> Iterator[Entry]:
    while True:
        for entry in journal.feed(after):
            yield entry
            after = entry.id
        if not follow:
            return
        idle()
        journal.wait(poll)


def source_of(url: str) -> str:
    """The URI of a journal, without passwords."""
    return store_of(url).source(url)


def message(entry: Entry, source: str, generations: Sequence[Generation]) -> dict[str, Any]:
    """An entry as a CloudEvent, with its data as plain values. Raises CorruptJournal where it can't be read."""
    origin, schema, body = _current(entry)
    return {**_envelope(entry, source, origin, schema, generations), "data": from_json(body)}


def line(entry: Entry, source: str, generations: Sequence[Generation]) -> str:
    """The same in JSON, without a line's end; the data to the letter as it is stored, but for escapes of line separators."""
    origin, schema, body = _current(entry)
    envelope = json.dumps(_envelope(entry, source, origin, schema, generations), separators=(",", ":"))
    return one_line(f'{envelope[:-1]},"data":{body}}}')


@cache
def schema_digest(tag: str) -> str:
    """The first 16 digits of the SHA-256 of a type's JSON Schema, without titles and descriptions, which aren't its shape."""
    schema = ENCODING.model(tag).model_json_schema()
    return sha256(json.dumps(_shape(schema), sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def _shape(schema: object) -> object:
    if isinstance(schema, list):
        return [_shape(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    # Of properties, one may be called title.
    words = {name for name in ("title", "description") if isinstance(schema.get(name), str)}
    return {name: _shape(each) for name, each in schema.items() if name not in words}


ATTRIBUTES = {"key": "idempotencykey", "correlation": "correlationid", "causation": "causationid"}
"""What entries say of the command that they come from → the extension attribute of CloudEvents that says it."""


def _envelope(entry: Entry, source: str, origin: Origin, schema: int, generations: Sequence[Generation]) -> dict[str, Any]:
    cursor = cursor_of(entry, generations)
    given = origin.given
    return {
        "specversion": "1.0",
        "id": str(entry.id),
        "source": source,
        "type": f"dev.declarant.{entry.type}",
        "subject": entry.stream,
        "time": entry.recorded,
        "datacontenttype": "application/json",
        "dataschema": f"urn:declarant:events:{entry.type}:{schema}:{schema_digest(entry.type)}",
        "version": entry.version,
        "journal": generations[0].id,
        "generation": cursor.generation,
        "cursor": str(cursor),
        **{attribute: given[name] for name, attribute in ATTRIBUTES.items() if name in given},
    }


def _current(entry: Entry) -> tuple[Origin, int, str]:
    """Origin, schema number and body in the shape of today. Every body is read, so that no damaged one is passed on."""
    origin, body = entry.parts
    item = entry._replace(body=body).item
    if ENCODING.is_current(entry.type, entry.schema):
        return origin, entry.schema, body
    return origin, *ENCODING.encode(item)[1:]
