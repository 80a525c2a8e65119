"""What a log states by a number only isn't taken for nothing: no best play is stated that depends on it."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from declarant.events.journal.journal import Journal
from declarant.handlers.budget import Budget
from declarant.handlers.procedure.commands import DeclareAttackers
from declarant.tools.arena.framing import opened
from declarant.tools.arena.importing import Importer
from declarant.tools.best_play.analysing import DecisionRow, reviewed
from declarant.tools.cards import CardFace
from declarant.tools.cases.judging import judge
from declarant.tools.history.moments import case_of
from declarant.tools.history.recorded_games import tried
from declarant.tools.history.unknown_texts import unknown_texts

LOGS = ("draft-quick-selesnya", "sealed-menace", "standard-must-attack")


def imported(path: Path, cards: Callable[[int], CardFace | None]) -> Journal:
    journal = Journal.open("memory://")
    importer = Importer(kept=journal, cards=cards)
    with opened(path) as (lines, _):
        list(importer.read(lines, path.name))
    importer.finish()
    return journal


@pytest.fixture(scope="module")
def with_cards(shared: Path, real_cards: Callable[[int], CardFace | None]) -> Callable[[str], Journal]:
    """The games of a log, with what its cards say; each log is imported once."""
    return cache(lambda log: imported(shared / "arena" / "logs" / f"{log}.log.gz", real_cards))


def analysed(journal: Journal) -> Iterator[tuple[tuple[str, int, str, str], DecisionRow]]:
    for stream in journal.games():
        for row, *_ in reviewed(journal, stream, budget=lambda: Budget(3_000)):
            yield (stream.partition("#")[0], row.turn, row.action, row.declared), row


@pytest.mark.parametrize("log", LOGS)
def test_nothing_claimed_without_texts_is_otherwise_with_them(
    log: str, shared: Path, with_cards: Callable[[str], Journal]
) -> None:
    bare = imported(shared / "arena" / "logs" / f"{log}.log.gz", lambda number: None)
    with_texts = dict(analysed(with_cards(log)))
    without = dict(analysed(bare))
    assert without.keys() == with_texts.keys()
    assert any(row.declined is None for row in with_texts.values())
    for about, row in without.items():
        known = with_texts[about]
        assert not row.proven or (row.value, row.outcome, row.best_value, row.gave_up) == (
            known.value,
            known.outcome,
            known.best_value,
            known.gave_up,
        )
    words = unknown_texts(bare, bare.games()).words
    assert "isn't known" in words and "declarant cards load" in words


@pytest.mark.parametrize("log", LOGS)
def test_each_turn_with_a_combat_is_a_case_that_is_ruled_as_the_game_was(log: str, with_cards: Callable[[str], Journal]) -> None:
    journal = with_cards(log)
    for stream in journal.games():
        entries, cuts = list(journal.entries(stream)), journal.cuts(stream)
        declared = [each for each in tried(entries, cuts) if isinstance(each.command, DeclareAttackers) and each.stands]
        turns = {each.before.board.turn for each in declared if each.command.attackers and not each.before.board.interrupted}
        for turn in turns:
            case = case_of(journal, stream, turn=turn)
            steps = [step for step in judge(case).steps if step.action in ("attack", "block")]
            assert steps and all(step.agrees for step in steps)
            assert case.source is not None and case.source.startswith("a recorded game")
