"""The rules of a game are those of the day on which its log begins, unless others are stated; they stay for good."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from declarant.events.errors import InvalidInput
from declarant.events.facts import GameStarted
from declarant.handlers.game import Game
from declarant.handlers.rulebook.editions import edition_of
from freezegun import freeze_time


@pytest.mark.parametrize(
    ("today", "edition"),
    [("2005-03-01 12:00", "2004-10-01"), ("2024-11-07 23:59:59", "2024-03-08"), ("2024-11-08 00:00", "2024-11-08")],
)
def test_a_game_without_rules_takes_those_of_the_day_on_which_its_log_begins(today: str, edition: str) -> None:
    with freeze_time(today):
        game = Game.start(["Ann", "Bob"])
    assert game.edition.effective == date.fromisoformat(edition)
    entry = next(iter(game.journal.entries("game")))
    assert entry.time == datetime.fromisoformat(today).replace(tzinfo=UTC)
    started = next(event for _, event in game.log.events())
    assert isinstance(started, GameStarted) and edition_of(entry.time.date()).effective == started.edition


def test_a_game_keeps_its_edition_when_it_is_opened_on_a_later_day() -> None:
    with freeze_time("2005-03-01"):
        game = Game.start(["Ann", "Bob"])
    with freeze_time("2024-11-08"):
        assert Game.open(game.journal, "game").edition.effective == date(2004, 10, 1)


def test_rules_that_are_stated_count_whatever_the_day() -> None:
    with freeze_time("2005-03-01"):
        assert Game.start(["Ann", "Bob"], rules="2024-06-07").edition.effective == date(2024, 3, 8)


@pytest.mark.parametrize("rules", ["1998-12-31", "2024-13-01", "yesterday"])
def test_rules_of_no_day_are_refused(rules: str) -> None:
    with pytest.raises(InvalidInput, match="rules"):
        Game.start(["Ann", "Bob"], rules=rules)


def test_no_game_starts_on_a_day_before_the_first_edition() -> None:
    with freeze_time("1998-12-31"), pytest.raises(InvalidInput, match="1999-04-23"):
        Game.start(["Ann", "Bob"])
