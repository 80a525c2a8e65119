"""Cards may come before or after the logs, and newer ones after that: a game is recorded anew where more is known of it."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from arena.logs import ME, START, STREAM, Imported, Log, attacking, combat, creature
from declarant import Game
from declarant.events.errors import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.events.journal.recordings import game_of, newest
from declarant.tools.arena import recording
from declarant.tools.arena.abilities import CardLookup, no_cards
from declarant.tools.arena.framing import opened
from declarant.tools.arena.importing import Importer
from declarant.tools.cards import CardFace
from declarant.tools.records.importers import IMPORTERS
from declarant.tools.tables import tables
from declarant.tools.tables.export import export

OX = creature(301, ME, 50_001)
GRIM = CardFace(name="Grim Ox", types=("Creature",), mana_value=3, text="Whenever this creature attacks, draw a card.")


def cards(text: str = GRIM.text) -> CardLookup:
    return lambda number: GRIM.model_copy(update={"text": text}) if number == 70_301 else None


NEWER = cards("Whenever this creature attacks, you draw a card.")


def played() -> Log:
    fought = combat(OX).step("DeclareAttack", attacking(OX), turn=3).step("EndCombat", turn=3)
    return fought.step("", turn=3, phase="Phase_Main2")


def rows(kept: Journal) -> dict[str, list[dict[str, object]]]:
    return {name: table.to_pylist() for name, table in tables(kept).items()}


def imported(*known: CardLookup) -> Journal:
    kept = Journal.open("memory://")
    for each in known:
        games = Imported(played(), kept=kept, cards=each).importer.games
        assert [game.conflict for game in games] == [None]
    return kept


def test_cards_before_or_after_the_log_in_any_order_and_twice_give_the_same_tables() -> None:
    expected = rows(imported(cards()))
    assert [row["source_name"] for row in expected["triggers"]] == ["Grim Ox"]
    for order in {*permutations([no_cards, cards(), no_cards, cards()])}:
        assert rows(imported(*order)) == expected


@pytest.mark.parametrize("name", ["brawl", "pioneer-ranked-bo3", "standard-must-attack"])
def test_so_it_is_with_real_logs(shared: Path, real_cards: CardLookup, name: str) -> None:
    def journal(*orders: CardLookup) -> Journal:
        kept = Journal.open("memory://")
        for each in orders:
            importer = Importer(kept=kept, cards=each)
            with opened(shared / "arena" / "logs" / f"{name}.log.gz") as (lines, _):
                list(importer.read(lines))
            importer.finish()
            assert [game.conflict for game in importer.games] == [None] * len(importer.games)
        return kept

    assert rows(journal(no_cards, real_cards)) == rows(journal(real_cards))


def test_a_game_that_was_kept_without_its_main_phases_is_recorded_anew_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(recording, "MAIN_PHASES", {})
        kept = imported(cards())
    for appended in (True, False):
        [game] = Imported(played(), kept=kept, cards=cards()).importer.games
        assert (game.conflict, game.appended > 0) == (None, appended)
    assert kept.games() == [f"{STREAM}#2"]
    assert rows(kept) == rows(imported(cards()))


def test_newer_cards_are_taken_and_what_was_recorded_stays() -> None:
    kept = imported(no_cards, cards(), NEWER)
    assert kept.streams() == [STREAM, f"{STREAM}#2", f"{STREAM}#3"]
    assert kept.games() == [f"{STREAM}#3"]
    assert rows(kept) == rows(imported(NEWER))
    kept.verify()


def test_nothing_is_recorded_anew_where_the_cards_state_the_same() -> None:
    assert imported(cards(), cards(), no_cards).streams() == [STREAM]


def test_a_log_that_grows_after_its_cards_came_goes_on_in_the_newest_recording() -> None:
    kept = Journal.open("memory://")
    Imported(combat(OX), kept=kept)
    Imported(combat(OX), kept=kept, cards=cards())
    Imported(played(), kept=kept, cards=cards())
    assert kept.games() == [f"{STREAM}#2"]
    assert rows(kept) == rows(imported(cards()))


def test_an_earlier_copy_of_a_log_with_newer_cards_takes_nothing_away() -> None:
    kept = imported(no_cards)
    before = rows(kept)
    [game] = Imported(combat(OX), kept=kept, cards=cards()).importer.games
    assert (game.conflict, game.anew, rows(kept)) == (None, False, before)


def test_a_game_that_goes_on_in_another_log_is_recorded_anew_from_both() -> None:
    later = Log()
    later.time, later.state = START + 60_000, 90
    later.full(OX, stage="GameStage_Play", turnInfo={"turnNumber": 5, "activePlayer": ME})

    def both(kept: Journal, known: CardLookup) -> None:
        assert not any(game.conflict for game in Imported(played(), later, kept=kept, cards=known).importer.games)

    once, twice = Journal.open("memory://"), Journal.open("memory://")
    both(once, cards())
    both(twice, no_cards)
    both(twice, cards())
    assert rows(twice) == rows(once)


def test_an_export_goes_on_after_a_game_was_recorded_anew_and_has_its_rows_once(tmp_path: Path) -> None:
    path, to, names = f"{tmp_path}/games.db", tmp_path / "tables", ("games", "declarations", "triggers")
    with Journal.open(path) as kept:
        Imported(played(), kept=kept)
    before = export([path], to, tables=names).checkpoints["games.db"]
    with Journal.open(path) as kept:
        Imported(played(), kept=kept, cards=cards())
    with pytest.raises(InvalidInput, match=r"recorded anew since .*; allowed: an export without --since"):
        export([path], to, tables=names, since=before)
    again = export([path], to, tables=names, since="last")
    assert (again.anew, again.rows) == (STREAM, {"games": 1, "declarations": 1, "triggers": 1})
    assert [len(list((to / name).glob("*/*"))) for name in names] == [1, 1, 1]
    assert (export([path], to, tables=names, since="last").anew, len(list((to / "games").glob("*/*")))) == (None, 1)


def test_only_streams_of_imported_games_are_recordings() -> None:
    assert newest(["final#2", "final", "arena/a/1", "arena/a/1#2", "arena/b/1"]) == [
        "final#2",
        "final",
        "arena/a/1#2",
        "arena/b/1",
    ]
    assert [game_of(stream) for stream in ("final#2", "arena/a/1#12", "arena/a/1#1")] == ["final#2", "arena/a/1", "arena/a/1#1"]


@pytest.mark.parametrize("scheme", [*IMPORTERS, "arena", "cockatrice"])
def test_a_recording_of_any_importer_is_one_of_its_game(scheme: str) -> None:
    assert game_of(f"{scheme}/a#2") == f"{scheme}/a"
    assert newest([f"{scheme}/a", f"{scheme}/a#2"]) == [f"{scheme}/a#2"]


def test_no_other_game_gets_the_name_of_a_recording() -> None:
    with pytest.raises(InvalidInput, match="recorded anew"):
        Game.start(["Ann", "Bob"], stream="cup/final#2")
    with pytest.raises(InvalidInput, match="recorded anew"):
        Game.start(["Ann", "Bob"], stream="cup/final").branch(stream="cup/other#3")
