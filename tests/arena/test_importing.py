"""Games found in logs and kept in a journal: once each, whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from arena.logs import MATCH, ME, START, STREAM, Imported, Log, attacking, combat, creature
from declarant.events import facts as t
from declarant.events.errors import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.tools.arena import importing
from freezegun import freeze_time

OX = creature(301, ME)


def played() -> Log:
    return combat(OX).step("DeclareAttack", attacking(OX), turn=3).step("EndCombat", turn=3)


def content(journal: Journal) -> list[tuple[object, ...]]:
    return [tuple(entry) for entry in journal.feed()]


def test_entries_carry_the_time_at_which_arena_wrote_them() -> None:
    with freeze_time("2030-01-01"):
        imported = Imported(played())
    assert {entry.recorded[:10] for entry in imported.journal().entries(STREAM)} == {"2026-02-22"}


def test_the_order_of_logs_makes_no_difference_to_their_games() -> None:
    later, alone = Log(match="later", time=START + 10**9).full(OX), Journal.open("memory://")
    Imported(played(), kept=alone)
    assert [tuple(entry) for entry in Imported(later, played()).journal().entries(STREAM)] == content(alone)


def test_imported_twice_nothing_doubles() -> None:
    kept = Journal.open("memory://")
    first = Imported(played(), kept=kept)
    before = content(kept)
    second = Imported(played(), kept=kept)
    assert content(kept) == before
    assert [(game.appended, game.entries) for game in (*first.importer.games, *second.importer.games)] == [
        (len(before), len(before)),
        (0, len(before)),
    ]


def test_a_log_that_is_given_twice_at_once_is_imported_once() -> None:
    once, twice = Journal.open("memory://"), Journal.open("memory://")
    Imported(played(), kept=once)
    games = Imported(played(), played(), kept=twice).importer.games
    assert content(twice) == content(once)
    assert [game.appended for game in games] == [len(content(once)), 0]


def test_a_log_that_has_grown_adds_what_is_new() -> None:
    whole, kept = Journal.open("memory://"), Journal.open("memory://")
    Imported(played(), kept=whole)
    Imported(combat(OX), kept=kept)
    Imported(played(), kept=kept)
    assert content(kept) == content(whole)
    kept.verify()


def test_an_earlier_copy_of_a_log_takes_nothing_away() -> None:
    kept = Journal.open("memory://")
    Imported(played(), kept=kept)
    before = content(kept)
    [game] = Imported(combat(OX), kept=kept).importer.games
    assert (game.appended, game.conflict, content(kept)) == (0, None, before)


def test_an_import_that_is_stopped_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "KEPT_AT_ONCE", 1)
    whole = Journal.open("memory://")
    Imported(played(), kept=whole)

    class Stopped(Exception):
        pass

    def lines(number: int) -> list[bytes]:
        return played().content.splitlines(keepends=True)[:number]

    for number in range(2, len(lines(10_000))):
        with Journal.open(tmp_path / f"{number}.db", durability="OFF") as kept:
            importer = importing.Importer(kept=kept)
            with pytest.raises(Stopped):
                for _ in importer.read(_then(lines(number), Stopped())):
                    pass
            kept.verify()
            Imported(played(), kept=kept)
            assert content(kept) == content(whole)


def _then(lines: list[bytes], error: Exception) -> Iterator[bytes]:
    yield from lines
    raise error


def test_a_game_that_the_journal_states_otherwise_is_left_as_it_is() -> None:
    kept = Journal.open("memory://")
    Imported(played(), kept=kept)
    before = content(kept)
    [game] = Imported(combat(creature(302, ME)).diff(OX), kept=kept).importer.games
    assert game.conflict is not None
    assert content(kept) == before


def test_several_games_and_matches_in_one_log_are_a_stream_each() -> None:
    logs = played(), Log(game=2).full(OX), Log(match="other").full(OX)
    games = Imported(b"".join(log.content for log in logs)).importer.games
    assert [game.stream for game in games] == [STREAM, f"arena/{MATCH}/2", "arena/other/1"]


def test_a_game_that_goes_on_in_another_log_is_one_stream() -> None:
    def later() -> Log:
        log = Log()
        log.time += 60_000
        log.state = 90
        return log.full(OX, creature(302, ME), stage="GameStage_Play", turnInfo={"turnNumber": 5, "activePlayer": ME})

    together, apart = Journal.open("memory://"), Journal.open("memory://")
    Imported(played(), later(), kept=together)
    Imported(played(), kept=apart)
    Imported(later(), kept=apart)
    assert content(together) == content(apart)
    Imported(later(), kept=apart)
    assert content(together) == content(apart)
    assert [type(event) for _, event in apart.log(STREAM).events() if isinstance(event, t.GameStarted | t.RecordResumed)] == [
        t.GameStarted,
        t.RecordResumed,
    ]


def test_a_new_match_ends_the_game_before_it_though_its_first_state_is_lost() -> None:
    log, other = played(), Log(match="other").room("Ann", "Cat")
    other.state = 40
    entries = Imported(log).importer.games[0].entries
    games = Imported(log.content + other.diff(creature(350, ME)).content).importer.games
    assert [(game.stream, game.entries) for game in games] == [(STREAM, entries)]


def test_a_log_without_detailed_logs_is_reported_and_how_to_turn_them_on() -> None:
    with pytest.raises(InvalidInput, match=r"found detailed logs turned off; allowed: .* Detailed Logs \(Plugin Support\)"):
        Imported(b"DETAILED LOGS: DISABLED\nnoise\n")


def test_a_log_in_which_was_only_drafted_is_reported() -> None:
    log = Log().line('[UnityCrossThreadLogger]==> BotDraftDraftPick {"id":"1"}').line("<== BotDraftDraftPick(1)")
    with pytest.raises(InvalidInput, match=r"found a draft \(1 messages of picks\) and no game"):
        Imported(log)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"DETAILED LOGS: ENABLED\n[UnityCrossThreadLogger]Connected\n", "no message of a game"),
        (b"", "a file with nothing in it"),
        (b"Dear diary,\n\xff\x00\n", "no line that Arena writes"),
        (Log().full(OX).content.replace(b'"timestamp"', b'"timestamp": "soon", "time"'), "no message of a game that can be read"),
    ],
    ids=["log", "empty", "no log", "other messages"],
)
def test_a_log_in_which_nothing_was_played_is_distinguished_from_an_empty_file_and_from_no_log(
    content: bytes, found: str
) -> None:
    with pytest.raises(InvalidInput, match=f"found {found}"):
        Imported(content)


@pytest.mark.parametrize("match", ["", "m" * 500, "a\u0007b"])
def test_a_match_that_can_not_be_a_stream_is_reported(match: str) -> None:
    games = Imported(Log(match=match).full(OX).content + played().content)
    assert [game.stream for game in games.importer.games] == [STREAM]
    [problem] = games.problems
    assert problem.reason.startswith("the beginning of a game isn't in the log")


def without_beginning(log: Log) -> bytes:
    return b"".join(line for line in log.content.splitlines(keepends=True) if b"GameStateType_Full" not in line)


def test_a_game_whose_beginning_is_not_there_is_reported_once() -> None:
    imported = Imported(without_beginning(played()) + Log(match="other").room("Ann", "Cat").full(OX).content)
    assert [game.stream for game in imported.importer.games] == ["arena/other/1"]
    assert [problem.reason for problem in imported.problems] == [
        f"the beginning of a game isn't in the log (match {MATCH!r}): it isn't imported up to its next whole state"
    ]


def test_a_match_that_ended_before_a_game_began_leaves_nothing_out() -> None:
    """As Arena states one to which the opponent doesn't connect: drawn, with no number of a game."""
    drawn = {"scope": "MatchScope_Match", "result": "ResultType_Draw", "reason": "ResultReason_Force"}
    log = Log(match="other")
    over = log.full(gameInfo={"matchID": log.match, "matchState": "MatchState_MatchComplete", "results": [drawn]}).diff()
    for content, games in ((over.content, 0), (over.content + played().content, 1)):
        imported = Imported(content)
        assert (imported.problems, len(imported.importer.games)) == ([], games)


def test_a_log_with_nothing_but_a_game_without_its_beginning_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"found a game without its beginning; allowed: .* Player-prev\.log"):
        Imported(without_beginning(played()))


def test_a_game_that_goes_on_from_the_log_before_it_is_not_without_its_beginning() -> None:
    log = played().diff(creature(302, ME))
    parts = log.content.splitlines(keepends=True)
    imported = Imported(b"".join(parts[:-4]), b"".join(parts[-4:]))
    assert (imported.problems, len(imported.importer.games)) == ([], 1)
