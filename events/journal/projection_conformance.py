"""What every projection must do, as tests: a test module subclasses `ProjectionConformance` and says which one, and over what.

    class TestAttackers(ProjectionConformance):
        def projection(self):
            return Attackers()

        def journal(self):
            ...   # with games in it: events that it reads, and cuts

Whatever collects classes that are called `Test…` runs it; it needs nothing but the standard library.
"""

from __future__ import annotations

from typing import Any

from ..model import Model
from .cuts import Cut
from .entry import Entry
from .journal import Journal
from .projection import Projected, Projection, Projector


class ProjectionConformance:
    """The tests. Each asks for the projection and for a journal of its own."""

    def projection(self) -> Projection[Any]:
        """The projection."""
        raise NotImplementedError

    def journal(self) -> Journal:
        """A journal with games that can be appended to."""
        raise NotImplementedError

    def games(self, journal: Journal) -> list[tuple[str, list[Entry]]]:
        """The games of the journal, each with its entries; there is at least one."""
        found = [(stream, list(journal.entries(stream))) for stream in journal.streams()]
        assert found, "a journal with games is needed"
        return found

    def test_a_state_is_written_and_read_as_it_is(self) -> None:
        projection = self.projection()
        for _, entries in self.games(self.journal()):
            state = projection.of_game(entries)
            assert isinstance(state, Model)
            assert projection.state.model_validate_json(state.model_dump_json()) == state

    def test_the_same_events_give_the_same_state(self) -> None:
        for _, entries in self.games(self.journal()):
            assert self.projection().of_game(entries) == self.projection().of_game(entries)

    def test_some_event_changes_the_state(self) -> None:
        projection = self.projection()
        assert any(projection.of_game(entries) != projection.state() for _, entries in self.games(self.journal()))

    def test_what_is_kept_is_the_same_however_many_entries_are_folded_at_once(self) -> None:
        projection, journal = self.projection(), self.journal()
        stated = {stream: projection.of_game(entries) for stream, entries in self.games(journal)}
        for batch in (1, 2, 3, 7, 1000):
            Projector(journal, projection, anew=True, batch=batch).run()
            assert dict(Projected(journal, projection).states()) == stated, batch

    def test_what_is_kept_goes_on_with_the_journal(self) -> None:
        projection, whole = self.projection(), self.journal()
        for stream, entries in self.games(whole):
            with Journal.open("memory://") as journal:
                for entry in entries:
                    journal.adopt([entry])
                    Projector(journal, projection).run()
                kept = Projected(journal, projection).state(stream)
                assert kept == projection.of_game(entries)
                before = kept
                journal.log(stream).append([Cut(to=journal.log(stream).version)])
                Projector(journal, projection).run()
                if not projection.whole_games:
                    assert Projected(journal, projection).state(stream) == before, "a cut that takes nothing back changes nothing"

    def test_what_is_kept_forgets_what_was_taken_back(self) -> None:
        projection, whole = self.projection(), self.journal()
        for stream, entries in self.games(whole):
            if projection.whole_games or any(entry.is_cut for entry in entries):
                continue
            for to in {1, len(entries) // 2, len(entries) - 1} - {0}:
                with Journal.open("memory://") as journal:
                    journal.adopt(entries)
                    Projector(journal, projection, batch=2).run()
                    journal.log(stream).append([Cut(to=to)])
                    Projector(journal, projection).run()
                    assert Projected(journal, projection).state(stream) == projection.of_game(entries[:to])
