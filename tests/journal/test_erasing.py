"""A player is erased: no byte of the name is left, and every digest, head and proof still verifies."""

from __future__ import annotations

import json
import multiprocessing
import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep

import psycopg
import pytest
from declarant import Game, permanent
from declarant.events.errors import CorruptJournal, DeclarantError, InvalidInput
from declarant.events.journal.journal import Journal
from declarant.events.journal.people import SIGN, Persons, Sealer, opened
from declarant.events.journal.projection import Projected, Projector
from declarant.projections.tables.kept import Tables
from declarant.tools.cli import app
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json, to_json
from typer.testing import CliRunner

from bench.postgresql import PostgresqlServer

NAME = "Kunigunde"
NewUrl = Callable[[], str]


def run(*arguments: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    assert result.exit_code == status, result.output
    return result.output


def play(journal: Journal, stream: str, *, by: str = NAME, other: str = "Bob") -> Game:
    """A game with the name in ids, in other letters, and in a ruling."""
    game = Game.start([by, other], journal=journal, stream=stream, rules="2024-06-07")
    game.enter(permanent(f"{by.upper()}'s elf", by, types=["Creature"], power=1, toughness=1))
    game.enter(permanent(f"wall_{by.lower()}", other, types=["Creature"], power=0, toughness=4, text="Defender"))
    with pytest.raises(DeclarantError):
        game.declare_attackers({f"{by.upper()}'s elf": by})
    game.declare_attackers({f"{by.upper()}'s elf": other})
    return game


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A journal with names apart, brought over from an old one."""
    made = request.getfixturevalue("new_url")() if request.param == "postgresql" else str(tmp_path / "apart.db")
    with Journal.open(tmp_path / "old.db") as journal:
        play(journal, f"final of {NAME.lower()}")
        play(journal, "semifinal", by="Gottlieb")
    assert "with names apart" in run("journal", "separate", tmp_path / "old.db", "--to", made)
    (tmp_path / "old.db").unlink()
    return made


def files_of(url: str, server: PostgresqlServer) -> list[Path]:
    """The files of a PostgreSQL journal: those of tables, of their indexes, and of what is kept beside them."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        found = connection.execute(
            """SELECT pg_relation_filepath(each.oid) FROM pg_class AS each LEFT JOIN pg_index ON indexrelid = each.oid
            LEFT JOIN pg_class AS of ON of.oid = indrelid OR of.reltoastrelid = each.oid
            WHERE (coalesce(of.relnamespace, each.relnamespace) = current_schema()::regnamespace
            OR each.relnamespace = current_schema()::regnamespace) AND each.relkind IN ('r', 'i', 't')"""
        ).fetchall()
    assert len(found) > 20
    return [server.folder / "data" / place for (place,) in found]


def wait_for_others(url: str) -> None:
    """Until the server has noticed that a client was killed: what it began is carried out or undone by then."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as connection:
        while connection.execute(f"{others} AND backend_type = 'client backend'").fetchone() != (0,):
            sleep(0.02)


def bodies(url: str) -> str:
    with Journal.open(url, read_only=True) as journal:
        return "".join(f"{entry.stream} {entry.body}" for entry in journal._store.feed(0, 2**62))


def test_names_are_apart_from_entries_and_read_in_their_places(url: str, tmp_path: Path) -> None:
    assert NAME.lower() not in bodies(url).lower()
    assert "gottlieb" not in bodies(url).lower()
    with Journal.open(url) as journal:
        assert journal.names_apart
        journal.verify()
        stream = journal.streams()[0]
        assert stream == "final of Player 1"
        game = Game.open(journal, stream)
        assert game.board.players == (NAME, "Bob")
        assert f"{NAME.upper()}'s elf" in game.board.permanents
        assert f"wall_{NAME.lower()}" in game.board.permanents
    assert NAME in run("feed", url)


def test_what_is_appended_later_keeps_names_apart_too(url: str) -> None:
    with Journal.open(url) as journal:
        Game.open(journal, "final of Player 1").begin_turn("Bob")
        play(journal, "another", other="Wendelin")
        play(Journal.open("memory://"), "x").branch(journal=journal, stream="branched")
        with Journal.open("memory://") as imported:
            play(imported, "imported", by="Eusebius")
            assert journal.adopt(imported.entries("imported")) == journal.log("imported").version
            assert journal.adopt(imported.entries("imported")) == 0
            imported.log("imported").truncate(1)
            assert journal.adopt(imported.entries("imported")) == 1
        with pytest.raises(InvalidInput, match="without that of a player"):
            play(journal, "kunigunde's game")
        journal.verify()
        for stream in ("another", "branched"):
            assert NAME in Game.open(journal, stream).board.players
        assert Game.open(journal, "imported").board.players[0] == "Eusebius"
    for name in (NAME, "Wendelin", "Eusebius"):
        assert name.lower() not in bodies(url).lower()


def test_no_byte_of_an_erased_name_is_left(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    key, head, proof = tmp_path / "key", tmp_path / "head", tmp_path / "proof"
    by = run("journal", "key", "--name", "example.org", "--to", key).strip()
    head.write_text(run("journal", "head", url, "--key", key))
    proof.write_text(run("journal", "prove", url, 5, "--key", key))
    with Journal.open(url) as journal:
        Projector(journal, Tables()).run()
        digests = [entry.digest for entry in journal.feed()]
        before = journal.digest()
    assert "erased: Player 1 from now on" in run("journal", "erase", url, NAME.upper())
    with Journal.open(url) as journal:
        journal.verify(expected=before)
        assert [entry.digest for entry in journal.feed()] == digests
        assert journal.subscriptions() == []
        Projector(journal, Tables()).run()
        state = Projected(journal, Tables()).state("final of Player 1")
        assert state is not None
        assert "Player 1" in state.model_dump_json()
        game = Game.open(journal, "final of Player 1")
        assert game.board.players == ("Player 1", "Bob")
        game.begin_turn("Bob")
        assert Game.open(journal, "semifinal").board.players[0] == "Gottlieb"
    run("journal", "verify", url, "--since", head, "--by", by)
    assert "Entry 5" in run("journal", "verify", url, "--proof", proof, "--by", by)
    copy, exported, tables = tmp_path / "copy.db", tmp_path / "games.jsonl", tmp_path / "tables"
    run("journal", "backup", url, "--to", copy)
    run("journal", "export", url, "--to", exported)
    run("export", url, "--to", tables, "--format", "csv")
    run("page", url, "--stream", "final of", "-o", tmp_path / "page.html")
    run("audit", tmp_path / "page.html")
    output = run("feed", url) + run("replay", url, "--stream", "final of", "--format", "json") + run("games", url)
    assert NAME.lower() not in output.lower()
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {copy, exported} <= {*files}
    if "postgresql" in url:
        files += files_of(url, request.getfixturevalue("server"))
    for file in files:
        assert NAME.lower().encode() not in file.read_bytes().lower(), file


def test_nothing_is_erased_where_the_name_stands_in_an_entry(url: str) -> None:
    assert "a player whose names are kept apart" in run("journal", "erase", url, "Nobody", status=2)
    with Journal.open(url) as journal:
        game = Game.start(["Elf", "Ann"], journal=journal, stream="plain", rules="2024-06-07")
        assert game.board.players == ("Elf", "Ann")
    assert "kept apart" in run("journal", "erase", url, "Elf", status=2)
    with Journal.open(url) as journal:
        journal.reset("scores of Gottlieb")
    assert "nothing is erased" in run("journal", "erase", url, "Gottlieb", status=2)
    assert "Gottlieb" in run("feed", url)


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgresql"])
def test_a_new_journal_keeps_names_apart_from_its_first_entry_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = {"memory": "memory://", "sqlite": str(tmp_path / "new.db")}.get(kind) or request.getfixturevalue("new_url")()
    with Journal.open(url, names_apart=True) as journal:
        assert journal.names_apart
        play(journal, "final")
        journal.verify()
        assert NAME.lower() not in "".join(entry.body for entry in journal._store.feed(0, 2**62)).lower()
        with Journal.open("memory://") as copy:
            journal.copy_to(copy)
            assert copy.erase(NAME) == "Player 1"
        assert journal.erase(NAME) == "Player 1"
        journal.verify()
        assert Game.open(journal, "final").board.players == ("Player 1", "Bob")


def test_a_journal_that_keeps_names_in_entries_goes_on_so(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "old.db") as journal:
        play(journal, "final")
    with pytest.raises(InvalidInput, match="a journal with names in its entries"):
        Journal.open(tmp_path / "old.db", names_apart=True)
    with Journal.open(tmp_path / "old.db") as journal:
        assert not journal.names_apart


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_empty_journal_that_names_are_kept_apart_in_is_made_by_a_command(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(tmp_path / "new.db") if kind == "sqlite" else request.getfixturevalue("new_url")()
    assert "0 entries" in run("journal", "separate", "--to", url)
    with Journal.open(url) as journal:
        play(journal, "final")
    assert NAME.lower() not in bodies(url).lower()
    assert "erased: Player 1" in run("journal", "erase", url, NAME)


def test_words_of_which_the_name_is_a_part_are_named_and_nothing_is_erased(url: str) -> None:
    with Journal.open(url) as journal:
        Game.open(journal, "final of Player 1").enter(permanent(f"Great{NAME}", "Bob", types=["Artifact"]))
        play(journal, "third", by=f"{NAME} Meier")
        journal.reset(f"pre{NAME}s")
    left = f"a part of another word: 'great{NAME.lower()}' 1 times, '{NAME.lower()}' "
    refused = " ".join(run("journal", "erase", url, NAME, status=2).split())
    assert left in refused
    assert f"'pre{NAME.lower()}s' 1 times" in refused
    assert NAME in run("feed", url)
    leave = [part for word in (f"Great{NAME}", f"pre{NAME}s", NAME) for part in ("--leave", word)]
    run("journal", "erase", url, NAME, *leave)
    with Journal.open(url) as journal:
        journal.verify()
        assert f"Great{NAME}" in Game.open(journal, "final of Player 1").board.permanents
        assert Game.open(journal, "third").board.players == (f"{NAME} Meier", "Bob")


def test_an_export_carries_names_to_another_journal(url: str, tmp_path: Path) -> None:
    exported = tmp_path / "games.jsonl"
    run("journal", "export", url, "--to", exported)
    lines = exported.read_text().splitlines()
    assert json.loads(lines[0]).keys() == {"sign", "person", "salt", "text"}
    run("journal", "import", exported, "--to", tmp_path / "again.db")
    with Journal.open(tmp_path / "again.db") as journal, Journal.open(url) as before:
        assert [entry.digest for entry in journal.feed()] == [entry.digest for entry in before.feed()]
        assert Game.open(journal, "final of Player 1").board.players == (NAME, "Bob")
    run("journal", "erase", tmp_path / "again.db", NAME)
    assert NAME.lower().encode() not in (tmp_path / "again.db").read_bytes().lower()


def test_an_altered_name_is_reported(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "old.db") as journal:
        play(journal, "final")
    run("journal", "separate", tmp_path / "old.db", "--to", tmp_path / "apart.db")
    connection = sqlite3.connect(tmp_path / "apart.db")
    connection.execute("UPDATE names SET text = 'Mallory' WHERE text = ?", (NAME,))
    connection.commit()
    connection.close()
    with Journal.open(tmp_path / "apart.db") as journal, pytest.raises(CorruptJournal, match="it was altered"):
        journal.verify()


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=12),
    st.text(st.characters(exclude_categories=["Cs", "Cn"]), max_size=20),
)
def test_whatever_a_name_is_it_is_read_as_it_was_written(name: str, beside: str) -> None:
    sealer = Sealer([[name]], Persons())
    body = to_json({"why": f"{beside} {name} {beside}", name: [name, beside]}).decode()
    sealed = sealer.sealed(body)
    assert from_json(opened(sealed)) == from_json(body)
    assert not sealer.finds_in(from_json(SIGN.sub("", sealed)))


def erase(url: str) -> None:
    with Journal.open(url) as journal:
        journal.erase(NAME)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system can't fork a process")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_erasing_that_is_killed_is_done_or_can_be_done_again(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    rng = random.Random(11)
    with Journal.open(tmp_path / "old.db") as journal:
        play(journal, "final")
    for number in range(4):
        url = str(tmp_path / f"{number}.db") if kind == "sqlite" else request.getfixturevalue("new_url")()
        run("journal", "separate", tmp_path / "old.db", "--to", url)
        process = multiprocessing.get_context("fork").Process(target=erase, args=(url,))
        process.start()
        sleep(rng.random() / 20)
        process.kill()
        process.join()
        if kind == "postgresql":
            wait_for_others(url)
        with Journal.open(url) as journal:
            journal.verify()
            with suppress(InvalidInput):  # it was erased before the kill
                journal.erase(NAME)
            journal.verify()
            assert "Player 1" in Game.open(journal, "final").board.players
        of_server = () if kind == "sqlite" else files_of(url, request.getfixturevalue("server"))
        for file in of_server or tmp_path.glob(f"{number}.db*"):
            assert NAME.lower().encode() not in file.read_bytes().lower(), file
