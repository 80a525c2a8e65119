"""What every importer of records must do, as tests: a test module subclasses `ImporterConformance` and says which one.

    class TestMyImporter(ImporterConformance):
        scheme, importer = "mine", IMPORTER

        def record(self):
            ...   # the bytes of a file with a game

Whatever collects classes that are called `Test…` runs it; it needs nothing but the standard library.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path

from ...events.errors import InvalidInput
from ...events.facts import GameStarted
from ...events.journal.journal import Journal
from .importers import RecordFile, RecordImporter
from .keeping import Imported, Problem
from .unread import Unknown


class ImporterConformance:
    """The tests. `scheme`: the name of the command, with which streams begin; `importer`: what is tested."""

    scheme: str
    importer: RecordImporter

    def record(self) -> bytes:
        """What a file with a game holds."""
        raise NotImplementedError

    def kept(self, content: bytes, journal: Journal) -> list[Imported]:
        """The games of a file, kept in a journal. Raises InvalidInput for a file that isn't one of that program's."""
        lines = content.splitlines(keepends=True)
        file = RecordFile(Path("record"), lambda: nullcontext(iter(lines)), Unknown())
        return [each.keep(journal) for each in self.importer.games(file) if not isinstance(each, Problem)]

    def test_games_are_kept_in_streams_of_the_scheme(self) -> None:
        with Journal.open("memory://") as journal:
            streams = [imported.stream for imported in self.kept(self.record(), journal)]
            assert streams
            assert streams == journal.streams()
            for stream in streams:
                assert stream.startswith(f"{self.scheme}/")
                assert "#" not in stream
                assert isinstance(next(journal.entries(stream)).item, GameStarted)

    def test_a_second_import_appends_nothing(self) -> None:
        with Journal.open("memory://") as journal:
            self.kept(self.record(), journal)
            last = journal.last_id()
            assert [(each.appended, each.conflict) for each in self.kept(self.record(), journal)] == [(0, None)] * len(
                journal.streams()
            )
            assert journal.last_id() == last
            journal.verify()

    def test_the_same_record_gives_the_same_entries(self) -> None:
        with Journal.open("memory://") as journal, Journal.open("memory://") as other:
            for each in (journal, other):
                self.kept(self.record(), each)
            assert [entry.digest for entry in journal.feed()] == [entry.digest for entry in other.feed()]

    def test_names_can_be_kept_apart(self) -> None:
        with Journal.open("memory://", names_apart=True) as journal:
            self.kept(self.record(), journal)
            last = journal.last_id()
            self.kept(self.record(), journal)
            assert journal.last_id() == last
            journal.verify()

    def test_another_file_is_declined(self) -> None:
        for content in (b"", b"nothing\n", b"\x00" * 5000):
            with Journal.open("memory://") as journal:
                try:
                    self.kept(content, journal)
                except InvalidInput:
                    assert journal.last_id() == 0
                else:
                    raise AssertionError(f"{content[:10]!r} was imported")

    def test_a_file_that_ends_early_is_declined_or_gives_whole_games(self) -> None:
        content = self.record()
        for part in range(1, 10):
            with Journal.open("memory://") as journal:
                with suppress(InvalidInput):
                    self.kept(content[: len(content) * part // 10], journal)
                journal.verify()
