"""Exports journals as files that DuckDB, Polars, pandas and Spark open as they are.

    DIR/games/month=2026-02/part-00000-00000.parquet
    DIR/declarations/month=2026-02/…
    DIR/_export.json

All of it is written in a directory beside, with links to the files that stay, and put in the place of DIR by one rename: an
export that fails or is stopped leaves what was there, and nobody sees two side by side.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, ValidationError

from ...events.errors import DeclarantError, InvalidInput
from ...events.journal.entry import LATEST
from ...events.journal.journal import STREAM_LIMIT, Journal
from ...events.journal.recordings import game_of, number_of
from ...events.journal.stores.registry import shown, store_of
from ...events.model import Model
from ...events.optional import required
from ...events.telemetry import log_event, span
from ...projections.tables.schema import BY_NAME
from ..arena.inputs import GamesInput, games_inputs, opened_games
from ..best_play.analysing import DECISIONS
from ..running.places import put_in_place
from ..running.shards import WHOLE, Shard
from ..running.work import Executor, Here
from .batches import Batch, GameBatch, batches, part_batches
from .files import WRITERS, Files

ALL_TABLES = tuple(BY_NAME)
"""The tables that are written unless others are named."""
NAMED_TABLES = (*ALL_TABLES, DECISIONS.name)
"""All that can be named: `decisions` takes a search for each declaration."""
FORMATS = tuple(WRITERS)

PART = 20_000
"""How many entries the games of a part have together, at least: enough for a worker to be worth its while."""

LONG = 200_000
"""A game of more entries isn't handed to a worker, whose rows come back all at once."""

MANIFEST = "_export.json"
STAGING = ".partial"
LAST = "last"
"""The checkpoint at which the export in the directory stopped."""


class Checkpoint(Model):
    """Up to where a journal is exported: the id of the last entry, and its digest, by which another journal is recognised."""

    id: int
    digest: str


class Manifest(Model):
    """What an export keeps in its directory.

    `shard`: which part of the games it has. `named`: whether games are named after their journals, too. `journals`: the
    checkpoint of each, by its name. `exports`: the numbers of the exports whose files belong to it.
    """

    format: str
    tables: tuple[str, ...]
    shard: str = str(WHOLE)
    named: bool = False
    journals: dict[str, Checkpoint] = Field(default_factory=dict)
    exports: tuple[int, ...] = ()


class Exported(NamedTuple):
    """What was written: rows by table, files, and the checkpoint of each journal, from which the next export may go on.

    `anew`: a game that was recorded anew since the last export, for which all was written again.
    """

    rows: dict[str, int]
    files: int
    checkpoints: dict[str, int]
    anew: str | None = None


def export(
    paths: Sequence[str],
    to: Path,
    *,
    format: str = "parquet",
    tables: Iterable[str] = ALL_TABLES,
    since: int | str | None = None,
    engine: Executor | None = None,
    progress: Callable[[int], None] = lambda games: None,
    shard: Shard = WHOLE,
) -> Exported:
    """Export the games of journals and logs (files, URLs, or directories of them) into a directory.

    `since`: only rows that changed after that id of the (one) journal, or after what the directory has (`last`; all again, if a
    game was recorded anew meanwhile); None: all, in place of what an export put there before. `engine`: what tabulates games;
    `progress` learns how many are done. `shard`: only the games of that part; a log is read whole by one of the parts.

    Raises:
        InvalidInput: a journal, the directory, a format, table or checkpoint isn't what it should be.
        CorruptJournal: a journal can't be read; nothing of the export is left.
        MissingExtra: pyarrow isn't installed.
    """
    required("pyarrow", "export")
    with span("declarant.export", to=str(to)):
        exported = _export(paths, to, format, tables, since, engine, progress, shard)
    log_event("exported", to=str(to), rows=exported.rows)
    return exported


def _export(
    paths: Sequence[str],
    to: Path,
    format: str,
    tables: Iterable[str],
    since: int | str | None,
    engine: Executor | None,
    progress: Callable[[int], None],
    shard: Shard,
) -> Exported:
    if format not in WRITERS:
        raise InvalidInput("--format", repr(format), ", ".join(FORMATS))
    wanted = checked_tables(tables)
    sources = games_inputs(paths)
    # What is in a directory now may be one journal, and later several: games are named the same way then.
    named = len(paths) > 1 or any("://" not in path and Path(path).is_dir() for path in paths)
    target = _Target(to, Manifest(format=format, tables=wanted, shard=str(shard), named=named), goes_on=since is not None)
    checkpoints = _checkpoints(sources, since, target.manifest)
    anew = (
        _recorded_anew(sources, checkpoints) if since == LAST and target.manifest.journals.keys() <= checkpoints.keys() else None
    )
    if anew is not None:
        checkpoints = dict.fromkeys(checkpoints, 0)
        target = _Target(to, target.manifest, goes_on=False)
    with target:
        parts, until = _planned(sources, checkpoints, target.manifest, shard)
        written = target.write(_batches(parts, engine or Here(), progress))
        if since is None and not target.months and shard.is_whole:
            raise InvalidInput(", ".join(map(shown, paths)), "no game", "a journal with a game")
        target.commit(until)
        if since is not None:
            for source in sources:
                if source.name in until and store_of(source.url).appendable:
                    _report(source.url, f"export {target.path}"[-STREAM_LIMIT:], until[source.name].id)
    return Exported(
        written, target.files, {source.name: until[source.name].id for source in sources if source.name in until}, anew
    )


def _report(url: str, subscription: str, checkpoint: int) -> None:
    """Keep the checkpoint in the journal as well, if that can be written. The one in the directory is what counts."""
    with suppress(DeclarantError), Journal.open(url) as journal:
        journal.reset(subscription, checkpoint)


def checked_tables(tables: Iterable[str]) -> tuple[str, ...]:
    """The tables, in their own order. Raises InvalidInput for a name that none has."""
    asked = list(tables)
    for name in asked:
        if name not in NAMED_TABLES:
            raise InvalidInput("--tables", repr(name), ", ".join(NAMED_TABLES))
    if not asked:
        raise InvalidInput("--tables", "none", ", ".join(NAMED_TABLES))
    return tuple(name for name in NAMED_TABLES if name in asked)


def _checkpoints(sources: list[GamesInput], since: int | str | None, kept: Manifest) -> dict[str, int]:
    """Where to begin in each journal."""
    if since is None:
        return dict.fromkeys((source.name for source in sources), 0)
    if since == LAST:
        return {source.name: _reached(kept, source) for source in sources}
    if not isinstance(since, int) or since < 0:
        raise InvalidInput("--since", repr(since), f"the checkpoint of an export, or {LAST}")
    if len(sources) > 1:
        raise InvalidInput("--since", f"{since} for {len(sources)} journals", f"{LAST}: each has checkpoints of its own")
    (source,) = sources
    if source.is_log:
        raise InvalidInput("--since", f"{since} for a log", "no checkpoint: import the log into a journal, and export that")
    if kept.exports and since > (reached := _reached(kept, source)):
        found = f"{since}, but the directory has {source.name} up to {reached} only"
        raise InvalidInput("--since", found, f"an earlier checkpoint, or {LAST}: else rows were missing")
    return {source.name: since}


def _reached(kept: Manifest, source: GamesInput) -> int:
    return kept.journals[source.name].id if source.name in kept.journals else 0


def _planned(
    sources: list[GamesInput], checkpoints: dict[str, int], kept: Manifest, shard: Shard
) -> tuple[list[tuple[GameBatch, bool]], dict[str, Checkpoint]]:
    """The parts, each with whether it is for a worker, and how far each journal goes now, if it has an entry."""
    parts: list[tuple[GameBatch, bool]] = []
    until: dict[str, Checkpoint] = {}
    for source in sources:
        name, since = source.name, checkpoints[source.name]
        prefix = f"{name}/" if kept.named else ""
        if source.is_log:  # it has no ids of its own: stated whole each time
            if shard.has(name):
                parts.append((GameBatch(source, prefix, None, 0, LATEST, kept.tables), True))
            continue
        with opened_games(source) as journal:
            last = journal.last_id()
            if since > last:
                raise InvalidInput("--since", str(since), f"0 to {last}, the ids of {name}")
            if since and name in kept.journals and _at(journal, kept.journals[name].id) != kept.journals[name]:
                raise InvalidInput(name, "another journal than the one exported before", "that one, or an export without --since")
            if since and (anew := _anew_since(journal, since)) is not None:
                found = f"{anew}, a game of {name} that was recorded anew since {since}"
                raise InvalidInput("--since", found, "an export without --since")
            if (reached := _at(journal, last)) is not None:
                until[name] = reached
            parallel = store_of(source.url).shared
            for games, together in _grouped(journal, shard.games(journal.games(since), prefix)):
                parts.append((GameBatch(source, prefix, games, since, last, kept.tables), together and parallel))
    return parts, until


def _recorded_anew(sources: list[GamesInput], checkpoints: dict[str, int]) -> str | None:
    """A game that was recorded anew since the checkpoint of its journal."""
    for source in sources:
        if checkpoints[source.name] and not source.is_log:
            with opened_games(source) as journal:
                if (game := _anew_since(journal, checkpoints[source.name])) is not None:
                    return game
    return None


def _anew_since(journal: Journal, since: int) -> str | None:
    """A game that was recorded anew since then. It has other rows now: those that were exported can't be left beside them."""
    for stream in journal.games(since):
        first = next(journal.entries(stream)) if number_of(stream) > 1 else None
        if first is not None and first.id > since:
            return game_of(stream)
    return None


def _at(journal: Journal, id: int) -> Checkpoint | None:
    """The entry of that id, as a checkpoint."""
    return next((Checkpoint(id=entry.id, digest=entry.digest) for entry in journal.feed(id - 1, 1)), None)


def _grouped(journal: Journal, games: list[str]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Games that are tabulated together, and long ones by themselves: the same groups whoever does it."""
    group: list[str] = []
    entries = 0
    for game in games:
        length = journal.log(game).version
        if length > LONG:
            yield (game,), False
            continue
        group.append(game)
        entries += length
        if entries >= PART:
            yield tuple(group), True
            group, entries = [], 0
    if group:
        yield tuple(group), True


def _batches(parts: list[tuple[GameBatch, bool]], engine: Executor, progress: Callable[[int], None]) -> Iterator[Batch]:
    for together, group in groupby(parts, key=lambda part: part[1]):
        these = [part for part, _ in group]
        if together:
            for part, found in zip(these, engine.map(part_batches, these), strict=True):
                yield from found
                progress(len(part.games or ("log",)))
            continue
        for part in these:
            with opened_games(part.input) as journal:
                yield from batches(journal, part)
            progress(len(part.games or ()))


class _Target:
    """The directory that is exported into. As a context it is left as it was found, unless it comes to the commit."""

    def __init__(self, path: Path, asked: Manifest, goes_on: bool) -> None:
        self.path = path.resolve()
        self._staged = self.path.with_name(f".{self.path.name}{STAGING}")
        self._goes_on = goes_on
        self._asked = asked
        self.manifest = self._found(asked, goes_on)
        self.files = 0
        self.months: set[str] = set()

    def _found(self, new: Manifest, goes_on: bool) -> Manifest:
        """What the directory has; what is new, if it has nothing or that is to be replaced."""
        path = self.path
        try:
            if not path.exists():
                return new
            if not path.is_dir():
                raise InvalidInput(str(path), "a file", "a directory to make or to go on with")
            names = {entry.name for entry in path.iterdir()}
            if MANIFEST not in names:
                if names:
                    raise InvalidInput(str(path), f"a directory with {min(names)}", "a new or empty one, or one of an export")
                return new
            kept = Manifest.model_validate_json((path / MANIFEST).read_bytes())
        except OSError as error:
            raise InvalidInput(str(path), error.strerror or str(error), "a directory that can be read and written") from None
        except ValidationError:
            raise InvalidInput(str(path / MANIFEST), "something else", "what an export keeps there") from None
        if not kept.exports:
            return new
        if not goes_on:
            return kept.model_copy(update={"format": new.format, "tables": new.tables, "shard": new.shard, "named": new.named})
        whose = ("one journal", "journals of a directory, or several")
        for what, had, asked in (
            ("--format", kept.format, new.format),
            ("--tables", ",".join(kept.tables), ",".join(new.tables)),
            ("--shard", kept.shard, new.shard),
            ("JOURNAL", whose[kept.named], whose[new.named]),
        ):
            if had != asked:
                raise InvalidInput(what, asked, f"{had}, as the export in {self.path} that this goes on with")
        return kept

    def __enter__(self) -> None:
        """Begin the new directory beside the old one, with what stays of that."""
        with _refusing(self.path):
            self._made = [folder for folder in self.path.parents if not folder.exists()]
            self.path.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(self._staged, ignore_errors=True)
            self._staged.mkdir()
            if self._goes_on:
                for table in NAMED_TABLES:
                    for file in (self.path / table).glob("month=*/part-*-*.*"):
                        if file.name.split("-")[1] in {f"{number:05d}" for number in self.manifest.exports}:
                            _link(file, self._staged / file.relative_to(self.path))

    def __exit__(self, *error: object) -> None:
        shutil.rmtree(self._staged, ignore_errors=True)
        with suppress(OSError):  # the directories that were made, as far as they are empty
            for folder in self._made:
                folder.rmdir()

    @property
    def _number(self) -> int:
        return max(self.manifest.exports, default=-1) + 1

    def write(self, batches: Iterable[Batch]) -> dict[str, int]:
        """Write rows into files of the new directory; returns how many, by table."""
        with _refusing(self.path):
            files = Files(self._staged, self._asked.format, self._number)
            try:
                for batch in batches:
                    files.write(batch)
                if files.months:
                    for table in self._asked.tables:
                        if not files.written.get(table) and not any((self._staged / table).glob("month=*/*")):
                            files.write_empty(table, min(files.months))
                files.close()
            finally:
                files.abandon()
        self.months = files.months
        return {table: files.written.get(table, 0) for table in self._asked.tables}

    def commit(self, checkpoints: dict[str, Checkpoint]) -> None:
        """Put the new directory in the place of the old one: one rename makes the export whole."""
        with _refusing(self.path):
            self.files = sum(1 for _ in self._staged.glob(f"*/*/part-{self._number:05d}-*"))
            numbers = self.manifest.exports if self._goes_on else ()
            if self.files:
                numbers = (*numbers, self._number)
            journals = {**self.manifest.journals, **checkpoints} if self._goes_on else checkpoints
            self.manifest = self._asked.model_copy(update={"journals": journals, "exports": numbers})
            with (self._staged / MANIFEST).open("w", encoding="utf-8") as file:
                file.write(json.dumps(self.manifest.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
            put_in_place(self._staged, self.path)


def _link(file: Path, place: Path) -> None:
    """The same file in another place, or its copy where files can't have two."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.hardlink_to(file)
    except OSError:
        shutil.copy2(file, place)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """What the file system refuses, as an error that says where."""
    try:
        yield
    except OSError as error:
        allowed = "a directory that can be written, with enough space"
        raise InvalidInput(str(error.filename or path), error.strerror or str(error), allowed) from None
