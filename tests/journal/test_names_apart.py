"""Names are apart from entries by whatever way entries come, and each name is that of one player."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, permanent
from declarant.events.errors import InvalidInput, JournalConflict
from declarant.events.facts import GameStarted, TurnBegan
from declarant.events.journal import people
from declarant.events.journal.conformance import turn
from declarant.events.journal.journal import Journal
from declarant.tools.history import copies
from hypothesis import given
from hypothesis import strategies as st

NAME = "Kunigunde"


def play(journal: Journal, stream: str = "final", by: str = NAME, other: str = "Bob") -> Game:
    game = Game.start([by, other], journal=journal, stream=stream, rules="2024-06-07")
    game.enter(permanent(f"{by}'s elf", by, types=["Creature"], power=1, toughness=1))
    return game


def bodies(journal: Journal) -> str:
    return "".join(entry.body for entry in journal._store.feed(0, 2**62)).lower()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a journal may be that keeps names apart."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("new_url")())
    return {"memory": "memory://", "sqlite": str(tmp_path / "apart.db")}[request.param]


def appended(journal: Journal, folder: Path) -> None:
    play(journal)


def adopted(journal: Journal, folder: Path) -> None:
    with Journal.open("memory://") as other:
        play(other)
        journal.adopt(other.entries("final"))
        other.log("final").append([TurnBegan(player=NAME, number=3)])
        assert journal.adopt(other.entries("final", 1)) == 1


def imported(journal: Journal, folder: Path) -> None:
    with Journal.open("memory://") as other, (folder / "games.jsonl").open("wb") as file:
        play(other, "mixed 1")
        play(other, "mixed 2")
        Game.open(other, "mixed 1").begin_turn("Bob")
        other.export_jsonl(file)
    assert journal.import_jsonl(folder / "games.jsonl") == journal.last_id()


def branched(journal: Journal, folder: Path) -> None:
    with Journal.open("memory://") as other:
        play(other).branch(journal=journal, stream="branched")


WAYS: list[Callable[[Journal, Path], None]] = [appended, adopted, imported, branched]


@pytest.mark.parametrize("way", WAYS)
def test_no_way_leads_around_signs(url: str, way: Callable[[Journal, Path], None], tmp_path: Path) -> None:
    with Journal.open(url, names_apart=True) as journal:
        way(journal, tmp_path)
        journal.verify()
        assert NAME.lower() not in bodies(journal)
        for stream in journal.streams():
            assert Game.open(journal, stream).board.players == (NAME, "Bob")
        assert journal.erase(NAME) == "Player 1"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_journal_that_was_opened_before_learns_that_names_are_apart(
    kind: str, way: Callable[[Journal, Path], None], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(tmp_path / "new.db") if kind == "sqlite" else request.getfixturevalue("new_url")()
    with Journal.open(url) as before:
        log = before.log("another")
        assert not before.names_apart
        Journal.open(url, names_apart=True).close()
        way(before, tmp_path)
        log.append([turn(1)])
        assert before.names_apart
        assert NAME.lower() not in bodies(before)


def test_names_in_entries_are_not_copied_to_where_they_are_apart(tmp_path: Path) -> None:
    with Journal.open("memory://") as journal, Journal.open("memory://", names_apart=True) as apart:
        play(journal)
        with pytest.raises(InvalidInput, match="to copy into one that keeps them apart"):
            journal.copy_to(apart)
        assert apart.last_id() == 0
        with Journal.open("memory://", names_apart=True) as other:
            play(apart)
            apart.copy_to(other)
            assert [each.digest for each in other.feed()] == [each.digest for each in apart.feed()]


def test_signs_are_not_mixed_with_names_in_entries(tmp_path: Path) -> None:
    path = tmp_path / "apart.jsonl"
    with Journal.open("memory://", names_apart=True) as apart, Journal.open("memory://") as journal:
        play(apart, "apart")
        play(journal)
        with path.open("wb") as file:
            apart.export_jsonl(file)
        for append in (lambda: journal.adopt(apart.entries("apart")), lambda: journal.import_jsonl(path)):
            with pytest.raises(InvalidInput, match="one that keeps names apart"):
                append()
        assert journal.streams() == ["final"]
        assert not journal.names_apart


def test_what_an_export_with_names_apart_holds_is_apart_in_the_next_journal(tmp_path: Path) -> None:
    path = tmp_path / "apart.jsonl"
    with Journal.open("memory://", names_apart=True) as apart, path.open("wb") as file:
        Game.start(["Elf", "Goblin"], journal=apart, stream="words of the game", rules="2024-06-07")
        play(apart)
        apart.export_jsonl(file)
    with Journal.open(path) as read, Journal.open("memory://") as journal, Journal.open("memory://", names_apart=True) as other:
        assert read.names_apart
        for each in (journal, other):
            each.import_jsonl(path)
            assert each.names_apart
            assert [entry.digest for entry in each.feed()] == [entry.digest for entry in read.feed()]


# --- who is who ----------------------------------------------------------------------------------------------------------


def sealed(journal: Journal, stream: str, said: str) -> str:
    """The body of an event that says something, as it is kept by a log that is opened now."""
    ids = journal.log(stream).append([TurnBegan(player=said, number=9)]).ids
    return next(journal._store.feed(ids[0] - 1, 1)).body


@given(st.lists(st.sampled_from(["Ann#1", "Ann#2", "ANN", "ann#1", "Änn", "Bob", "ann's", "Ann#3", "_bob_"]), max_size=4))
def test_a_game_that_is_opened_again_is_sealed_as_before(said: list[str]) -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        Game.start(["Ann#1", "Bob#2"], journal=journal, stream="final", rules="2024-06-07")
        log = journal.log("final")
        for each in [*said, *said]:
            again = sealed(journal, "final", each)
            ids = log.append([TurnBegan(player=each, number=9)]).ids
            assert next(journal._store.feed(ids[0] - 1, 1)).body == again
            assert not re.search("ann|bob", again.replace("~p", ""))


def persons(journal: Journal) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in journal._store.named().rows:
        if row.salt:
            found.setdefault(row.person, set()).add(row.text)
    return found


def players(journal: Journal, stream: str) -> tuple[str, ...]:
    started = next(journal.entries(stream)).item
    assert isinstance(started, GameStarted)
    return started.players


def test_players_who_differ_by_their_number_are_two() -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        Game.start(["Ann#1", "Bob"], journal=journal, stream="one", rules="2024-06-07")
        assert "~p" in sealed(journal, "one", "Ann is here")
        Game.start(["Ann#2", "Bob"], journal=journal, stream="two", rules="2024-06-07")
        assert "~p" in sealed(journal, "two", "Ann is here")
        assert sorted(map(sorted, persons(journal).values())) == [["Ann", "Ann#1"], ["Ann", "Ann#2"], ["Bob"]]
        with pytest.raises(InvalidInput, match="as several players are called; allowed: one of 'Ann#1', 'Ann#2'"):
            journal.erase("Ann")
        journal.erase("Ann#1", leave=["Ann"])
        assert players(journal, "one") == ("Player 1", "Bob")
        assert players(journal, "two") == ("Ann#2", "Bob")
        said = [str(entry.item) for entry in journal.feed() if "is here" in str(entry.item)]
        assert ["Player 1 is here" in said[0], "Ann is here" in said[1]] == [True, True]
        assert journal.erase("Ann") == "Player 2"


def test_who_is_called_by_a_name_without_its_number_is_found_and_that_is_looked_for_too() -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        Game.start(["Ann#1", "Bob"], journal=journal, stream="one", rules="2024-06-07")
        Game.start(["Ann#2", "Bob"], journal=journal, stream="two", rules="2024-06-07")
        with pytest.raises(InvalidInput, match="as several players are called"):
            journal.erase("ann")
        with pytest.raises(InvalidInput, match="a part of another word: 'ann' 1 times"):
            journal.erase("Ann#1")
        journal.erase("Ann#1", leave=["Ann"])
        assert journal.erase("ann") == "Player 2"


def test_a_name_that_two_players_of_a_game_have_is_erased_with_the_first() -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        Game.start(["Ann#1", "Ann#2"], journal=journal, stream="one", rules="2024-06-07")
        sealed(journal, "one", "Ann is here")
        journal.erase("Ann#2", leave=["ann"])
        assert players(journal, "one") == ("Ann#1", "Player 1")
        assert [*journal.feed()][-1].item.model_dump()["player"] == "Player 1 is here"
        assert {text for texts in persons(journal).values() for text in texts} == {"Ann#1"}


def test_players_whose_names_differ_in_case_are_two() -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        Game.start(["Ann", "ann"], journal=journal, stream="one", rules="2024-06-07")
        with pytest.raises(InvalidInput, match="as several players are called"):
            journal.erase("ANN")
        journal.erase("ann", leave=["Ann"])
        assert players(journal, "one") == ("Ann", "Player 1")


def test_a_player_is_the_same_in_all_games_and_another_once_erased() -> None:
    with Journal.open("memory://", names_apart=True) as journal:
        for stream, by in (("one", NAME), ("two", NAME), ("three", NAME.upper())):
            play(journal, stream, by)
        assert len([person for person, texts in persons(journal).items() if NAME in texts]) == 1
        assert journal.erase(NAME) == "Player 1"
        play(journal, "four")
        Game.open(journal, "one").begin_turn("Bob")
        assert Game.open(journal, "four").board.players == (NAME, "Bob")
        assert Game.open(journal, "one").board.players == ("Player 1", "Bob")
        assert journal.erase(NAME) == "Player 2"


def test_writers_at_the_same_time_draw_several_for_one_who_is_erased_as_one(tmp_path: Path) -> None:
    path = tmp_path / "apart.db"
    with Journal.open(path, names_apart=True) as one, Journal.open(path) as other:
        begun = [each.log(stream) for each, stream in ((one, "one"), (other, "two"))]
        with Journal.open("memory://") as journal:
            first = play(journal).log.events()
            started = next(first)[1]
        for log in begun:  # both look before either writes
            log._sealer = log._sealing.sealer(log.stream, encoded(started))
        for log in begun:
            log.append([started])
        assert len([texts for texts in persons(one).values() if NAME in texts]) == 2
        assert other.erase(NAME) == "Player 1"
        assert [entry.item.model_dump()["players"] for entry in one.feed()] == [("Player 1", "Bob")] * 2


def encoded(event: Any) -> tuple[str, int, str]:
    from declarant.events.journal.encoding import ENCODING

    return ENCODING.encode(event)


def test_what_somebody_else_erased_is_not_read_any_more(tmp_path: Path) -> None:
    path = tmp_path / "apart.db"
    with Journal.open(path, names_apart=True) as reader:
        play(reader)
        read: list[int] = []
        named = reader._store.named

        def counted(after: int = 0) -> Any:
            found = named(after)
            read.append(len(found.rows))
            return found

        reader._store.named = counted  # type: ignore[method-assign]
        for _ in range(3):
            assert NAME in str(next(iter(reader.feed())).item)
        assert sum(read[1:]) == 0, "names are read once"
        with Journal.open(path) as journal:
            journal.erase(NAME)
        assert "Player 1" in str(next(iter(reader.feed())).item)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_signs_that_were_drawn_for_nothing_stand_for_no_name_later(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(tmp_path / "new.db") if kind == "sqlite" else request.getfixturevalue("new_url")()
    with Journal.open(url, names_apart=True) as journal, Journal.open("memory://") as other:
        play(journal, "before")
        log = journal.log("before")
        log.append([turn(1)])
        play(other, by="Wendelin")
        with pytest.raises(JournalConflict):
            journal.adopt([*other.entries("final"), *other.entries("final")][::2][:2])
        assert journal.streams() == ["before"]
        play(journal, "final", by="Wendelin")
        log.append([TurnBegan(player=f"{NAME.upper()} and {NAME}", number=3)])
    with Journal.open(url) as journal:
        people._KNOWN.clear()
        assert players(journal, "final") == ("Wendelin", "Bob")
        assert f"{NAME.upper()} and {NAME}" in str([*journal.entries("before")][-1].item)


@pytest.mark.parametrize("command", ["separate", "pseudonymise"])
def test_players_of_a_game_whose_names_differ_in_case_only_are_not_made_one(command: str, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "old.db") as journal:
        Game.start(["Ann", "ann"], journal=journal, stream="one", rules="2024-06-07")
        with Journal.open("memory://") as other, pytest.raises(InvalidInput, match="as another player of 'one' is called"):
            getattr(copies, command)(journal, other)
