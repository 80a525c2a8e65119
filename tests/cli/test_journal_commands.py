"""`declarant journal`: digests to keep elsewhere, backups, copies without names."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from unicodedata import normalize

import declarant
import pytest
from declarant.events.errors import IllegalDeclaration, InvalidInput
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal
from declarant.events.journal.names import PlayerNames, folded
from declarant.handlers.game import Game
from declarant.tools.cli import app
from declarant.tools.history.copies import pseudonymise
from hypothesis import assume, given
from hypothesis.strategies import sampled_from, text
from typer.testing import CliRunner


def run(*arguments: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["journal", *map(str, arguments)])
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.stderr


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A journal of a game in which Zacharias tried what can't be."""
    path = tmp_path / "games.db"
    game = Game.start(["Zacharias", "Bob"], journal=path, stream="Zacharias vs Bob")
    game.enter(declarant.permanent("zacharias-elf", "Zacharias", types=["Creature"], power=1, toughness=1))
    game.enter(declarant.permanent("wall", "Zacharias", types=["Creature"], power=1, toughness=1, tapped=True))
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({"wall": "Bob"})
    game.declare_attackers({"zacharias-elf": "Bob"})
    game.journal.close()
    return path


def test_a_digest_kept_elsewhere_shows_lost_writes_but_not_later_ones(games: Path, tmp_path: Path) -> None:
    shutil.copy(games, tmp_path / "before.db")
    early = run("head", games).strip()
    with Journal.open(games) as journal:
        journal.log("more").append(turns(1, 2))
    late = run("head", games).strip()
    for digest in (early, late):
        assert "nothing is wrong" in run("verify", games, "--expect", digest)
    assert "is missing" in run("verify", tmp_path / "before.db", "--expect", late, status=2)
    other = early.partition(":")[0] + ":" + late.partition(":")[2]
    assert "isn't the one" in run("verify", games, "--expect", other, status=2)
    assert "a digest of the whole journal" in run("verify", games, "--expect", "12", status=2)


def test_a_backup_is_the_same_with_the_checkpoints(games: Path, tmp_path: Path) -> None:
    with Journal.open(games) as journal:
        journal.reset("scores", 3)
        whole = list(journal.feed())
        assert f"{len(whole)} entries copied" in run("backup", games, "--to", tmp_path / "copy.db")
        with Journal.open(tmp_path / "copy.db") as copy:
            copy.verify()
            assert list(copy.feed()) == whole
            assert copy.digest() == journal.digest()
            assert copy.id == journal.id
            assert copy.subscriptions() == [
                each._replace(updated=copy.subscriptions()[0].updated) for each in journal.subscriptions()
            ]
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]
    assert "is there already" in run("backup", games, "--to", tmp_path / "copy.db", status=2)


def test_what_a_killed_backup_left_is_removed_by_the_next_one(games: Path, tmp_path: Path) -> None:
    left = tmp_path / ".copy.db.4194305.partial"
    left.mkdir()
    (left / "copy.db").write_bytes(b"half")
    run("backup", games, "--to", tmp_path / "copy.db")
    assert not left.exists()


def test_a_backup_of_a_damaged_journal_leaves_nothing(games: Path, tmp_path: Path) -> None:
    import sqlite3

    connection = sqlite3.connect(games)
    connection.execute("UPDATE entries SET body = replace(body, 'wall', 'well') WHERE version = 4")
    connection.commit()
    connection.close()
    assert "altered" in run("backup", games, "--to", tmp_path / "copy.db", status=2)
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith("games.db")] == []


def test_an_export_that_fails_leaves_no_file_for_the_next_to_stumble_over(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(journal: Journal, file: object, stream: str | None = None) -> int:
        file.write(b"half")  # type: ignore[attr-defined]
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "export_jsonl", full)
        assert "No space left on device" in run("export", games, "--to", tmp_path / "games.jsonl", status=2)
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith("games.db")] == []
    run("export", games, "--to", tmp_path / "games.jsonl")


def test_nothing_of_a_name_is_left_in_a_copy_without_names(games: Path, tmp_path: Path) -> None:
    assert b"zacharias" in games.read_bytes().lower()
    copy, mapping = tmp_path / "copy.db", tmp_path / "names.json"
    run("pseudonymise", games, "--to", copy, "--mapping", mapping)
    assert b"zacharias" not in copy.read_bytes().lower()
    assert json.loads(mapping.read_text()) == {"zacharias": "Player 1", "bob": "Player 2"}
    with Journal.open(games) as before, Journal.open(copy) as after:
        after.verify()
        assert after.streams() == ["Player 1 vs Player 2"]
        for old, new in zip(before.feed(), after.feed(), strict=True):
            assert (old.id, old.version, old.recorded, old.type) == (new.id, new.version, new.recorded, new.type)
        game = Game.open(after, "Player 1 vs Player 2")
        verdicts = [judged.ruling and judged.ruling.verdict for judged in Game.open(before, "Zacharias vs Bob").rulings]
        assert [judged.ruling and judged.ruling.verdict for judged in game.rulings] == verdicts
        assert game.combat.attackers.keys() == {"Player 1-elf"}


def test_where_a_name_is_left_within_another_word_nothing_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    game = Game.start(["Ann", "Bob"], journal=path)
    game.enter(declarant.permanent("planner", "Ann", types=["Creature"], power=1, toughness=1))
    game.journal.close()
    arguments = ("pseudonymise", path, "--to", copy, "--mapping", tmp_path / "names.json")
    assert "a part of another word: 'planner' 1 times" in run(*arguments, status=2)
    assert not [each for each in tmp_path.iterdir() if not each.name.startswith("games.db")]
    run(*arguments, "--leave", "Planner")
    assert b"planner" in copy.read_bytes()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Strauß", ["Strauß", "STRAUSS", "strauss", "STRAUẞ"]),
        ("Strauss", ["Strauß"]),
        ("İpek", ["İpek", "ipek", "İPEK", "i̇pek", "ıpek"]),
        ("ﬁona", ["ﬁona", "Fiona", "FIONA"]),
        ("Zoé", ["Zoé", "Zoe\u0301", "ZOÉ"]),
        ("Ωmega", ["Ωmega", "ωmega"]),
    ],
)
def test_a_name_is_replaced_in_every_form_of_its_letters(name: str, written: list[str]) -> None:
    names = PlayerNames({name.casefold(): "Player 1"})
    assert [names.replaced(f"a {each}'s {each}_x") for each in written] == ["a Player 1's Player 1_x"] * len(written)
    assert names.replaced_in({f"x-{name}": [name, 1]}) == {"x-Player 1": ["Player 1", 1]}


def test_nothing_of_a_name_is_left_in_any_byte(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / "anonymous.db"
    game = Game.start(["Strauß", "İpek"], journal=path, stream="STRAUSS gegen ipek")
    game.enter(declarant.permanent("strauss-elf", "Strauß", types=["Creature"], power=1, toughness=1))
    game.journal.close()
    run("pseudonymise", path, "--to", copy, "--mapping", tmp_path / "names.json")
    kept = copy.read_bytes().decode("utf-8", "replace")
    assert not re.search("stra(u(ss|ß)|U(SS|ẞ))|[iİı]̇?pek|\\\\u00df", kept, re.IGNORECASE)


def test_names_that_differ_in_form_only_are_distinguished_or_refused() -> None:
    names = PlayerNames({"kimberly": "Player 1", "kımberly": "Player 2"})
    assert names.replaced("Kimberly, Kımberly, KIMBERLY") == "Player 1, Player 2, Player 1"
    with pytest.raises(InvalidInput, match="which may be any of 'kimberly', 'kımberly'"):
        names.replaced("Kİmberly")


@given(name=text(alphabet="aAßẞsİiıIﬁéeE\u0301Σσς", min_size=1, max_size=5), between=sampled_from([" ", "_", "-", "/", '"']))
def test_no_form_of_a_name_survives(name: str, between: str) -> None:
    assume(folded(name).strip("\u0301"))
    names = PlayerNames({name.casefold(): "7"})
    forms = {
        name,
        name.upper(),
        name.lower(),
        name.swapcase(),
        *(normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")),
    }
    replaced = names.replaced(between.join(["", *forms, ""]))
    if folded(name)[0] != "\u0301":
        assert folded(name) not in folded(replaced).split(between)


def test_a_player_called_by_a_word_of_the_game_is_refused(tmp_path: Path) -> None:
    game = Game.start(["Elf", "Bob"], journal=tmp_path / "games.db")
    with Journal.open("memory://") as copy:
        with pytest.raises(InvalidInput, match="a word of the game"):
            pseudonymise(game.journal, copy)
        assert copy.last_id() == 0


@pytest.mark.parametrize("command", ["games", "analyse"])
def test_a_file_that_was_cut_short_is_not_one_without_games(command: str, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        for number in range(60):
            journal.log(f"game-{number}").append(turns(*range(20)))
    whole = path.read_bytes()
    for left in (4_096, 9_000, len(whole) // 2):
        path.write_bytes(whole[:left])
        result = CliRunner().invoke(app, [command, str(path)])
        assert result.exit_code == 2
        assert "malformed" in result.stderr or "cut short" in result.stderr
