"""Replay equals live: what is folded from the journal is what the handlers saw, wherever the journal is kept."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from declarant.events.catalogue import EVENT_ADAPTER
from declarant.events.journal.encoding import ENCODING
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from declarant.projections.state import fold
from hypothesis import given, settings
from hypothesis import strategies as st
from properties.games import STEPS, RandomGame, random_games


@given(random_games(), STEPS)
def test_the_state_folded_from_the_log_is_the_state_of_the_game_after_every_step(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
        assert fold(played.game.log.events()) == played.game.state
        assert played.game.version == played.game.log.version


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), STEPS)
def test_a_game_reopened_from_sqlite_or_from_its_export_is_the_same(random: Random, steps: int) -> None:
    with TemporaryDirectory() as folder:
        path, export = Path(folder) / "games.db", Path(folder) / "games.jsonl"
        with Journal.open(path, durability="OFF") as journal:
            played = RandomGame(random, journal)
            for _ in range(steps):
                played.step()
            export.write_bytes(played.exported)
        with Journal.open(path) as journal:
            reopened = Game.open(journal, "game")
            assert (reopened.state, reopened.version) == (played.game.state, played.game.version)
        with Journal.open(export) as journal:
            assert Game.open(journal, "game").state == played.game.state
        imported = Journal.open("memory://")
        imported.import_jsonl(export)
        assert Game.open(imported, "game").state == played.game.state
        assert imported.log("game").rewound() == Journal.open(export).log("game").rewound()


@given(random_games(), STEPS)
def test_versions_and_ids_only_rise_and_the_journal_verifies(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
    entries = list(played.journal.feed())
    assert [entry.version for entry in entries] == list(range(1, played.game.version + 1))
    ids = [entry.id for entry in entries]
    assert ids == sorted(set(ids))
    surviving = [version for version, _ in played.game.log.events()]
    assert surviving == sorted(set(surviving)) and set(surviving) <= {e.version for e in entries if not e.is_cut}
    played.journal.verify()


@given(random_games(), STEPS)
def test_every_event_is_the_same_after_a_round_trip_through_json(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
    for _, event in played.game.log.events():
        assert EVENT_ADAPTER.validate_json(EVENT_ADAPTER.dump_json(event)) == event
        assert ENCODING.decode(*ENCODING.encode(event)) == event
