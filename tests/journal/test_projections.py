"""Projections: states kept beside the journal, in which each entry counts once, rebuilt beside those that are read."""

from __future__ import annotations

import json
import multiprocessing
import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from declarant import Game, permanent
from declarant.events.declarations import BecameAttacking
from declarant.events.errors import DeclarantError, EntriesReplaced, InvalidInput
from declarant.events.facts import TurnBegan
from declarant.events.journal.conformance import STREAM, turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.entry import Entry
from declarant.events.journal.journal import Journal
from declarant.events.journal.projection import Projected, Projection, Projector
from declarant.events.journal.projection_conformance import ProjectionConformance
from declarant.events.model import Model
from declarant.projections.tables.fold import tabulate
from declarant.projections.tables.kept import Tables
from declarant.projections.tables.schema import BY_NAME
from declarant.tools.cli import app
from declarant.tools.feed import projection_named, subscribed
from typer.testing import CliRunner

NewUrl = Callable[[], str]


class Counted(Model):
    """How many turns began, and the sum of their numbers."""

    turns: int = 0
    numbers: int = 0


class Turns(Projection[Counted]):
    name = "turns"
    state = Counted
    events = (TurnBegan,)

    def apply(self, state: Counted, event: TurnBegan, entry: Entry) -> Counted:
        return Counted(turns=state.turns + 1, numbers=state.numbers + event.number)


class LaterTurns(Turns):
    version = 2

    def apply(self, state: Counted, event: TurnBegan, entry: Entry) -> Counted:
        return Counted(turns=state.turns + 1, numbers=state.numbers - event.number)


class Attackers(Model):
    """Who attacked, and how often."""

    times: dict[str, int] = {}  # noqa: RUF012


class Attacks(Projection[Attackers]):
    name = "attacks"
    state = Attackers
    events = (BecameAttacking,)

    def apply(self, state: Attackers, event: BecameAttacking, entry: Entry) -> Attackers:
        return Attackers(times={**state.times, **{id: state.times.get(id, 0) + 1 for id in event.attackers}})


def played(journal: Journal, stream: str) -> None:
    """A game with attempts that were taken back."""
    game = Game.start(["Ann", "Bob"], journal=journal, stream=stream, rules="2024-06-07")
    for player in ("Ann", "Bob"):
        game.enter(permanent(f"elf of {player}", player, types=["Creature"], power=1, toughness=1))
    for player, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")):
        game.begin_turn(player)
        with pytest.raises(DeclarantError):
            game.declare_attackers({f"elf of {other}": player})
        game.declare_attackers({f"elf of {player}": other})
        game.declare_blockers({})
    game.take_back(game.version - 3)


class TestAttacks(ProjectionConformance):
    def projection(self) -> Projection[Any]:
        return Attacks()

    def journal(self) -> Journal:
        journal = Journal.open("memory://")
        for stream in ("final", "semifinal"):
            played(journal, stream)
        return journal


class TestTables(TestAttacks):
    def projection(self) -> Projection[Any]:
        return Tables()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Journal:
    if request.param == "postgresql":
        return Journal.open(request.getfixturevalue("new_url")())
    return Journal.open("memory://" if request.param == "memory" else tmp_path / "games.db")


def counted(journal: Journal, projection: Projection[Counted]) -> dict[str, tuple[int, int]]:
    return {stream: (state.turns, state.numbers) for stream, state in Projected(journal, projection).states()}


def test_states_are_kept_and_go_on_with_the_journal(journal: Journal) -> None:
    journal.log(STREAM).append([*turns(1, 2, 3), Cut(to=1), *turns(4)])
    with pytest.raises(InvalidInput, match="once it has caught up"):
        Projected(journal, Turns()).state(STREAM)
    Projector(journal, Turns()).run()
    assert counted(journal, Turns()) == {STREAM: (2, 5)}
    journal.log("other").append(turns(7))
    journal.log(STREAM).append([*turns(10), Cut(to=5)])
    Projector(journal, Turns()).run()
    assert counted(journal, Turns()) == {STREAM: (2, 5), "other": (1, 7)}
    journal.log(STREAM).append([Cut(to=0), *turns(20)])
    Projector(journal, Turns()).run()
    assert Projected(journal, Turns()).state(STREAM) == Counted(turns=1, numbers=20)
    assert Projected(journal, Turns()).state("none") is None


def test_a_new_version_is_built_beside_the_one_that_is_read(journal: Journal) -> None:
    journal.log(STREAM).append(turns(1, 2, 3))
    Projector(journal, Turns()).run()
    older, newer = Projector(journal, Turns()), Projector(journal, LaterTurns(), batch=2)
    newer._target = 3
    batches = newer.batches()
    newer._fold(next(batches))
    newer._fold(next(batches))
    assert counted(journal, Turns()) == {STREAM: (3, 6)}
    assert journal._store.states("turns v2")[STREAM].version == 2
    with pytest.raises(InvalidInput, match="found version 1"):
        Projected(journal, LaterTurns()).state(STREAM)
    batches.close()  # type: ignore[attr-defined]
    Projector(journal, LaterTurns()).run()
    assert counted(journal, LaterTurns()) == {STREAM: (3, -6)}
    assert journal._store.states("turns v1") == {}
    assert [each.name for each in journal.subscriptions()] == ["turns v2"]
    with pytest.raises(DeclarantError, match="turns v2 is read by now"):
        older.run()
    with pytest.raises(InvalidInput, match="version 2, which is read"):
        Projector(journal, Turns())


def test_the_same_version_is_built_anew(journal: Journal) -> None:
    journal.log(STREAM).append(turns(1, 2, 3))
    for number in range(3):
        Projector(journal, Turns(), anew=number > 0).run()
        build = Projected(journal, Turns()).build()
        assert str(build) == ("turns v1", "turns v1.1", "turns v1.2")[number]
        assert counted(journal, Turns()) == {STREAM: (3, 6)}
        assert [each.name for each in journal.subscriptions()] == [str(build)]


def test_states_and_checkpoint_are_set_together_or_not_at_all(journal: Journal) -> None:
    journal.log(STREAM).append(turns(*range(10)))

    class Failing(Turns):
        def apply(self, state: Counted, event: TurnBegan, entry: Entry) -> Counted:
            if event.number == 7:
                raise RuntimeError("a bug")
            return super().apply(state, event, entry)

    with pytest.raises(RuntimeError):
        Projector(journal, Failing(), batch=4).run()
    assert [each.checkpoint for each in journal.subscriptions()] == [4]
    assert journal._store.states("turns v1")[STREAM].version == 4
    Projector(journal, Turns(), batch=4).run()
    assert counted(journal, Turns()) == {STREAM: (10, 45)}


def test_who_lost_the_name_to_another_keeps_nothing(journal: Journal) -> None:
    journal.log(STREAM).append(turns(1, 2, 3))
    slow = Projector(journal, Turns(), lease=0)
    slow._target = 3
    batches = slow.batches()
    slow._fold(next(batches))
    Projector(journal, Turns()).run()
    with pytest.raises(DeclarantError, match="another process reads it"):
        next(batches)
    assert counted(journal, Turns()) == {STREAM: (3, 6)}


def test_a_copy_that_took_the_place_of_the_journal_is_stated(journal: Journal) -> None:
    journal.log(STREAM).append(turns(1, 2))
    Projector(journal, Turns()).run()
    journal.begin_generation()
    with pytest.raises(EntriesReplaced):
        Projector(journal, Turns()).run()
    Projector(journal, Turns(), anew=True).run()
    assert counted(journal, Turns()) == {STREAM: (2, 3)}


@pytest.mark.parametrize("named", ["", "A", "a b", "é"])
def test_a_name_that_no_projection_can_have_is_refused(named: str) -> None:
    class Named(Turns):
        name: ClassVar[str] = named

    with pytest.raises(InvalidInput, match="projection: name"):
        Projector(Journal.open("memory://"), Named())


def test_the_tables_are_kept_as_they_are_exported(journal: Journal) -> None:
    played(journal, "final")
    Projector(journal, Tables()).run()
    kept = Projected(journal, Tables()).state("final")
    assert kept is not None
    rows = list(tabulate("final", journal.entries("final"), journal.cuts("final")))
    assert {table: [tuple(row) for name, row in rows if name == table] for table in BY_NAME} == {
        table: kept.rows(table) for table in BY_NAME
    }


def test_commands_feed_a_projection_and_say_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        played(journal, "final")

    def run(*arguments: object, status: int = 0) -> str:
        result = CliRunner().invoke(app, ["feed", *map(str, arguments)])
        assert result.exit_code == status, result.output
        return result.output

    assert "tables v1: at entry" in run("project", path, "tables")
    with Journal.open(path) as journal:
        played(journal, "semifinal")
        Projector(journal, Tables(), anew=True, batch=5)._claim()
        (built, read) = sorted((json.loads(line) for line in run("status", path, "--format", "json").splitlines()), key=str)
    assert {each["name"]: each["projection"] for each in (built, read)} == {"tables v1": "read", "tables v1.1": "built"}
    assert all(each["lag"] > 0 for each in (built, read))
    assert "is built" in run("status", path)
    run("project", path, "tables")
    assert "0 to come" in run("status", path)
    assert "one of tables" in run("project", path, "none", status=2)
    assert isinstance(projection_named("tables"), Tables)


# --- under kills ---------------------------------------------------------------------------------------------------------


def feed_for_ever(url: str, version: int, started: Any) -> None:
    with Journal.open(url) as journal:
        started.set()
        while True:
            Projector(journal, LaterTurns() if version == 2 else Turns(), batch=7).run()


def append_for_ever(url: str, number: int, started: Any) -> None:
    with Journal.open(url) as journal:
        started.set()
        for turn in count():
            log = journal.log(f"game {number}")
            log.append(turns(turn, turn + 1))
            if turn % 5 == 4:
                log.truncate(log.version - 3)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system can't fork a process")
@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_each_entry_counts_once_whoever_is_killed(store: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = request.getfixturevalue("new_url")() if store == "postgresql" else str(tmp_path / "games.db")
    Journal.open(url).close()
    context = multiprocessing.get_context("fork")
    rng = random.Random(614)
    for round in range(4):
        started = [context.Event() for _ in range(3)]
        version = 1 if round < 2 else 2
        going = [
            context.Process(target=feed_for_ever, args=(url, version, started[0])),
            *(context.Process(target=append_for_ever, args=(url, number, started[number])) for number in (1, 2)),
        ]
        for process in going:
            process.start()
        for each in started:
            assert each.wait(60)
        started[0].clear()
        started[0].wait(rng.random() / 2)
        for process in rng.sample(going, len(going)):
            process.kill()
            process.join()
    with Journal.open(url) as journal:
        journal.verify()
        Projector(journal, LaterTurns()).run()
        counted = {stream: LaterTurns().of_game(journal.entries(stream)) for stream in journal.streams()}
        assert dict(Projected(journal, LaterTurns()).states()) == counted
        assert [each.lag for each in subscribed(journal)] == [0]


def test_each_entry_that_stands_is_decoded_once_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open("memory://") as journal:
        journal.log("game").append([*turns(*range(10)), Cut(to=8), *turns(11)])
        decoded: list[int] = []
        item = Entry.item.fget  # type: ignore[attr-defined]
        monkeypatch.setattr(Entry, "item", property(lambda entry: decoded.append(entry.version) or item(entry)))
        Projector(journal, Turns()).run()
        assert sorted(decoded) == [1, 2, 3, 4, 5, 6, 7, 8, 11, 12]
