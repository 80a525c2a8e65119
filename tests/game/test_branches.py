"""Branches: games that go on from a version of another, which stays as it is."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from declarant import Game, IllegalDeclaration, InvalidInput, JournalConflict, permanent
from declarant.events.declarations import AttackTargetsAnnounced
from declarant.events.facts import FactsStated, GameStarted
from declarant.events.journal.journal import Journal
from freezegun import freeze_time

TOLL = "This creature can't attack unless you pay {1}."


def begun(journal: str = "memory://", stream: str = "final") -> Game:
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", journal=journal, stream=stream)
    for id, player, text in (("ox", "Ann", "Menace"), ("elf", "Ann", ""), ("wall", "Bob", "Defender"), ("bear", "Bob", "")):
        game.enter(permanent(id, player, types=["Creature"], power=2, toughness=2, text=text))
    return game


def entries(game: Game) -> list[tuple[int, str, str]]:
    return [(entry.version, entry.type, entry.digest) for entry in game.journal.entries(game.log.stream)]


def test_a_game_in_memory_is_written_alike_whenever_somebody_asks_for_its_journal() -> None:
    def play(game: Game) -> list[tuple[int, str, str, str]]:
        for number in range(1_100):
            with pytest.raises(IllegalDeclaration):
                game.declare_attackers({"wall" if number % 2 else "bear": "Bob"})
        game.declare_attackers({"ox": "Bob"})
        return [(entry.version, entry.recorded, entry.body, entry.digest) for entry in game.journal.entries("final")]

    with freeze_time("2026-01-02"):
        asked = begun()
        asked.journal.verify()
        assert play(begun()) == play(asked)


def test_what_was_given_is_written_as_it_was_then() -> None:
    game = Game.start(["Ann", "Bob"])
    ox = permanent("ox", "Ann", types=["Creature"], power=1, toughness=1, counters={"+1/+1": 1})
    game.enter(ox)
    ox.counters["+1/+1"] = 3
    assert Game.open(game.journal, "game").state == game.state


def test_a_branch_goes_on_by_itself_and_the_original_stays_as_it_is() -> None:
    game = begun()
    state, before = game.state.copy(), entries(game)
    branch = game.branch()
    branch.declare_attackers({"ox": "Bob"})
    branch.declare_blockers({"wall": ["ox"], "bear": ["ox"]})
    assert (game.state, entries(game)) == (state, before)
    game.declare_attackers({"elf": "Bob"})
    assert list(branch.combat.attackers) == ["ox"] and list(game.combat.attackers) == ["elf"]


def test_a_branch_is_a_whole_game_that_names_where_it_came_from() -> None:
    game = begun()
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({"wall": "Ann"})
    branch = game.branch()
    branch.declare_attackers({"ox": "Bob"})
    branch.journal.verify()
    assert Game.open(branch.journal, "final").state == branch.state
    assert len(branch.rewound) == len(game.rewound) == 1
    started = next(branch.log.events())[1]
    assert isinstance(started, GameStarted) and started.branched_from is not None
    head = game.journal.head("final")
    assert head is not None
    assert (started.branched_from.stream, started.branched_from.version) == ("final", game.version)
    assert started.branched_from.digest == head.digest


def test_a_branch_goes_on_from_an_earlier_version() -> None:
    game = begun()
    version = game.version
    game.declare_attackers({"ox": "Bob"})
    branch = game.branch(version)
    assert not branch.combat.attackers
    branch.declare_attackers({"elf": "Bob"})
    assert Game.open(branch.journal, "final").state == branch.state
    again = branch.branch(version).branch()
    again.declare_attackers({})
    assert not again.combat.attackers and list(branch.combat.attackers) == ["elf"]


def test_a_branch_is_kept_in_a_journal_of_its_own_or_beside_the_original(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    game = begun(url)
    apart, beside = game.branch(journal=f"{tmp_path}/tried.db", stream="tried"), game.branch(journal=game.journal, stream="tried")
    for branch in (apart, beside):
        branch.declare_attackers({"ox": "Bob"})
        assert branch.version > game.version == game.log.version
    assert Game.open(f"sqlite:///{tmp_path}/tried.db", "tried").state == apart.state == beside.state
    with Journal.open(url) as journal:
        journal.verify()
        assert journal.streams() == ["final", "tried"]
    with pytest.raises(JournalConflict):
        game.branch(journal=game.journal)


def test_a_branch_in_memory_outlives_the_journal_of_its_original(tmp_path: Path) -> None:
    game = begun(f"{tmp_path}/games.db")
    branch = game.branch()
    game.journal.close()
    branch.declare_attackers({"ox": "Bob"})
    assert branch.log.version == branch.version


def test_what_happens_in_a_branch_is_recorded_when_it_happens_whenever_it_is_asked_for() -> None:
    game = begun()
    with freeze_time("2030-01-01"):
        asked_late, asked_first = game.branch(), game.branch()
        _ = asked_first.log
        for branch in (asked_late, asked_first):
            branch.declare_attackers({"ox": "Bob"})
    with freeze_time("2031-01-01"):
        for branch in (asked_late, asked_first):
            branch.declare_blockers({})
        assert entries(asked_late) == entries(asked_first)
        times = [entry.recorded[:4] for entry in asked_late.journal.entries("final")][game.version :]
        assert times == sorted(times) and set(times) == {"2030", "2031"}
        asked_late.journal.verify()


def test_what_was_handed_out_of_a_branch_does_not_change_what_is_recorded() -> None:
    game = begun()
    changed, other = game.branch(), game.branch()
    for branch in (changed, other):
        branch.time = datetime(2030, 1, 1, tzinfo=UTC)
        branch.declare_attackers({"ox": "Bob"})
        branch.time = None
    announced = next(event for event in changed.last_events if isinstance(event, AttackTargetsAnnounced))
    announced.targets["ox"] = "nobody"
    assert entries(changed) == entries(other)


def test_a_fact_that_cannot_be_recorded_is_refused_in_a_branch_at_once() -> None:
    branch = begun().branch()
    stated = FactsStated(about="ox", facts={}).model_copy(update={"facts": {"it was kicked": object()}})
    before = branch.version
    with pytest.raises(InvalidInput):
        branch.state_facts(stated)
    assert branch.version == before == branch.log.version


@pytest.mark.parametrize("at", [0, -1, 1000])
def test_there_is_no_branch_from_a_version_that_there_is_not(at: int) -> None:
    with pytest.raises(InvalidInput, match=r"1 to \d+"):
        begun().branch(at)


def test_there_is_no_branch_from_the_middle_of_a_declaration() -> None:
    game = begun()
    version = game.version
    game.declare_attackers({"ox": "Bob"})
    declared = next(at for at, event in game.log.events() if event.type == "AttackersDeclared")
    assert declared > version
    with pytest.raises(InvalidInput, match="before or after the declaration"):
        game.branch(declared)


def test_a_declaration_that_waits_for_payment_is_paid_in_the_branch() -> None:
    game = begun()
    game.enter(permanent("elk", "Ann", types=["Creature"], power=2, toughness=2, text=TOLL))
    game.declare_attackers({"elk": "Bob"}, pay=None)
    paid, declined = game.branch(), game.branch()
    assert paid.pay().verdict == "legal"
    with pytest.raises(IllegalDeclaration):
        declined.pay(False)
    assert not declined.combat.attackers and game.awaited[-1].command == "Pay"


def test_games_that_are_no_branches_are_written_as_they_were_before_there_were_any() -> None:
    body = next(iter(begun().journal.entries("final"))).body
    assert "branched_from" not in body and "seed" not in body and "policies" not in body


def test_all_of_a_branch_can_be_recorded_at_one_time() -> None:
    at = datetime(1970, 1, 1, tzinfo=UTC)
    first, second = (begun().branch(time=at, seed=7, policies={"Ann": "never"}) for _ in range(2))
    for branch in (first, second):
        branch.declare_attackers({"ox": "Bob"})
    assert entries(first) == entries(second)
    assert {entry.time for entry in first.journal.entries("final")} == {at}
