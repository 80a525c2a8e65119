"""Signed heads of journals, and proofs that entries are in them."""

from __future__ import annotations

import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from declarant import Game, permanent
from declarant.events.errors import InvalidInput
from declarant.events.journal.conformance import STREAM, turns
from declarant.events.journal.entry import Entry
from declarant.events.journal.journal import Journal
from declarant.tools.cli import app
from declarant.tools.proving.merkle import SIZE, Tree
from declarant.tools.proving.notes import Signer, Verifier
from declarant.tools.proving.proofs import FIRST_LINE, prove_entry, signed_head, tiles_of
from typer.testing import CliRunner

NewUrl = Callable[[], str]


def run(*arguments: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["journal", *map(str, arguments)])
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A journal of 700 entries in two games."""
    made = request.getfixturevalue("new_url")() if request.param == "postgresql" else str(tmp_path / "games.db")
    with Journal.open(made, "OFF") as journal:
        journal.log(STREAM).append(turns(*range(300)))
        journal.log("side table").append(turns(*range(400)))
    return made


@pytest.fixture
def key(tmp_path: Path) -> tuple[Path, str]:
    """The file of a key that signs, and the key that verifies."""
    file = tmp_path / "league.key"
    return file, run("key", "--name", "example.org/league", "--to", file).strip()


def test_a_key_is_for_its_owner_only(key: tuple[Path, str]) -> None:
    file, by = key
    assert file.stat().st_mode & 0o777 == 0o600
    assert by.startswith("example.org/league+")
    assert Signer.parse(file.read_text()).verifier == Verifier.parse(by)
    assert file.read_text().strip().rpartition("+")[2] not in repr(Signer.parse(file.read_text()))
    assert "is there already" in run("key", "--name", "a", "--to", file, status=2)
    for name in ("", "a b", "a+b", "a\N{NO-BREAK SPACE}b"):
        run("key", "--name", name, "--to", file.with_suffix(".other"), status=2)


def test_an_entry_is_proven_to_whoever_has_its_game_and_the_key(url: str, key: tuple[Path, str], tmp_path: Path) -> None:
    file, by = key
    proof = tmp_path / "entry.tlog-proof"
    proof.write_text(run("prove", url, 17, "--key", file))
    assert proof.read_text().startswith(f"{FIRST_LINE}\nextra ")
    printed = run("verify", url, "--proof", proof, "--by", by)
    assert "Entry 17 (game final table, version 17, TurnBegan), and so were the 16 before it in its game" in printed
    assert "example.org/league" in printed
    # Whoever has nothing but the game.
    with Journal.open(url) as journal, (tmp_path / "game.jsonl").open("wb") as exported:
        journal.export_jsonl(exported, STREAM)
        journal.log(STREAM).append(turns(1))
    assert "Entry 17" in run("verify", tmp_path / "game.jsonl", "--proof", proof, "--by", by)
    assert "Entry 17" in run("verify", url, "--proof", proof, "--by", by)
    with Journal.open(tmp_path / "other.db") as other:
        other.log(STREAM).append(turns(*range(300)))
    assert "no entry here has the digest" in run("verify", tmp_path / "other.db", "--proof", proof, "--by", by, status=2)


def test_nothing_of_a_proof_can_be_altered(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db", "OFF") as journal:
        journal.log(STREAM).append(turns(*range(50)))
    file = tmp_path / "key"
    by = run("key", "--name", "example.org", "--to", file).strip()
    lines = run("prove", tmp_path / "games.db", 17, "--key", file).splitlines()
    assert len(lines) == 16
    proof = tmp_path / "proof"
    for number, line in enumerate(lines[1:], 1):
        altered = "".join(chr(ord(letter) ^ 1) if place == len(line) // 2 else letter for place, letter in enumerate(line))
        proof.write_text("\n".join([*lines[:number], altered or "x", *lines[number + 1 :]]) + "\n")
        run("verify", tmp_path / "games.db", "--proof", proof, "--by", by, status=2)


def test_a_head_is_proven_to_begin_with_an_older_one(url: str, key: tuple[Path, str], tmp_path: Path) -> None:
    file, by = key
    old, proof = tmp_path / "old", tmp_path / "proof"
    old.write_text(run("head", url, "--key", file))
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(*range(57)))
    proof.write_text(run("prove", url, "--since", old, "--key", file))
    assert proof.read_text().startswith("old 700\n")
    printed = run("verify", "--proof", proof, "--since", old, "--by", by)
    assert "begins with all 700 entries" in printed
    assert "nothing is wrong" in run("verify", url, "--since", old, "--by", by)
    proof.write_text(proof.read_text().replace("old 700", "old 699"))
    run("verify", "--proof", proof, "--since", old, "--by", by, status=2)


def test_a_journal_written_anew_does_not_begin_with_an_older_head(tmp_path: Path, key: tuple[Path, str]) -> None:
    file, by = key
    for name in ("one.db", "other.db"):
        with Journal.open(tmp_path / name) as journal:
            journal.log(STREAM).append(turns(*range(20)))
    old = tmp_path / "old"
    old.write_text(run("head", tmp_path / "one.db", "--key", file))
    for command in (("prove", tmp_path / "other.db", "--key", file), ("verify", tmp_path / "other.db", "--by", by)):
        assert "doesn't begin with the 20 entries" in run(*command, "--since", old, status=2)


def test_only_the_key_that_is_trusted_signs(url: str, key: tuple[Path, str], tmp_path: Path) -> None:
    other = tmp_path / "other.key"
    by_other = run("key", "--name", "example.org/league", "--to", other).strip()
    proof = tmp_path / "proof"
    proof.write_text(run("prove", url, 1, "--key", other))
    assert "no signature of example.org/league" in run("verify", url, "--proof", proof, "--by", key[1], status=2)
    run("verify", url, "--proof", proof, "--by", by_other)
    for text in ("", "example.org/league+00000000+" + by_other.rpartition("+")[2], str(Signer.parse(other.read_text()))):
        with pytest.raises(InvalidInput) as refused:
            Verifier.parse(text)
        assert Signer.parse(other.read_text()).seed.hex() not in str(refused.value)


def test_tiles_are_files_that_the_proofs_of_others_are_made_of(url: str, key: tuple[Path, str], tmp_path: Path) -> None:
    file, by = key
    folder = tmp_path / "tiles"
    assert "700 entries" in run("tiles", url, "--to", folder, "--key", file)
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(*range(100)))
    run("tiles", url, "--to", folder, "--key", file)
    places = sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())
    assert "checkpoint" in places
    assert {"tile/0/000", "tile/0/001", "tile/0/002", "tile/0/003.p/32", "tile/1/000.p/3", "tile/entries/003.p/32"} <= {*places}
    tree = Tree(lambda level, number: read(folder, level, number))
    head = (folder / "checkpoint").read_text()
    with Journal.open(url) as journal:
        digests = [bytes.fromhex(entry.digest) for entry in journal.feed()]
    assert bundle(folder, "000") + bundle(folder, "001") + bundle(folder, "002") + bundle(folder, "003.p/32") == digests
    assert prove(url, 700, folder) == prove(url, 700, None)
    assert head.splitlines()[1] == "800"
    text = Verifier.parse(by).opened(head)
    assert text.splitlines()[2] == b64encode(tree.root(800)).decode()
    with Journal.open(tmp_path / "another.db", "OFF") as journal:
        journal.log(STREAM).append(turns(*range(900)))
    assert "tiles of another journal" in run("prove", tmp_path / "another.db", 1, "--key", file, "--tiles", folder, status=2)


def prove(url: str, id: int, folder: Path | None) -> list[str]:
    with Journal.open(url) as journal:
        return prove_entry(journal, tiles_of(journal, folder), id, "").splitlines()


def read(folder: Path, level: int, number: int) -> bytes:
    place = folder / "tile" / str(level)
    full = place / f"{number:03d}"
    return (
        full.read_bytes()
        if full.exists()
        else max((place / f"{number:03d}.p").iterdir(), key=lambda each: int(each.name)).read_bytes()
    )


def bundle(folder: Path, place: str) -> list[bytes]:
    content, entries = (folder / "tile" / "entries" / place).read_bytes(), []
    while content:
        length = int.from_bytes(content[:2], "big")
        entries.append(content[2 : 2 + length])
        content = content[2 + length :]
    return entries


def test_a_proof_in_a_journal_of_ten_million_entries_has_less_than_2_kB() -> None:
    class Ten(Tree):
        size = 10_000_000

    tiles = Ten(lambda level, number: bytes(256 * SIZE))
    signer = Signer.new("journals.example.org/a-league-with-a-long-name")
    with Journal.open("memory://") as journal:
        journal.log(STREAM).append(turns(1))
        proof = prove_entry(journal, tiles, 1, signed_head(journal, tiles, signer))  # type: ignore[arg-type]
    assert len(proof.encode()) <= 2000


def test_each_entry_is_read_once_for_its_tiles(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    feed = Journal.feed

    def counted(journal: Journal, after_id: int = 0, limit: int | None = None) -> Iterator[Entry]:
        for entry in feed(journal, after_id, limit):
            read.append(entry.id)
            yield entry

    monkeypatch.setattr(Journal, "feed", counted)
    with Journal.open(url) as journal:
        tiles = tiles_of(journal, tmp_path / "tiles", write=True)
        tiles.root(tiles.size)
    assert read == [*range(1, 701)]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("verify", "games.db", "--proof", "proof", "--by", "KEY", "--expect", "1:0"), "--expect: found with --proof"),
        (("verify", "games.db", "--proof", "proof", "--since", "head", "--by", "KEY"), "JOURNAL: found with --proof and --since"),
        (("verify", "--proof", "proof", "--by", "KEY"), "JOURNAL: found nothing"),
        (("verify", "games.db", "--by", "KEY"), "--by: found no --proof and no --since"),
        (("verify", "games.db", "--since", "head"), "--by: found nothing"),
        (("head", "games.db", "--tiles", "tiles"), "--tiles: found no --key"),
    ],
)
def test_no_option_is_ignored(arguments: tuple[str, ...], found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.open("games.db") as journal:
        journal.log(STREAM).append(turns(1))
    assert found in " ".join(run(*arguments, status=2).split())


def test_a_damaged_entry_is_not_proven(tmp_path: Path, key: tuple[Path, str]) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(*range(20)))
    connection = sqlite3.connect(path)
    connection.execute("UPDATE entries SET body = replace(body, 'Ann', 'Bob') WHERE version = 4")
    connection.commit()
    connection.close()
    assert "version 4" in run("prove", path, 1, "--key", key[0], status=2)


def test_the_signature_is_one_of_ed25519_over_the_text(key: tuple[Path, str], url: str) -> None:
    head = run("head", url, "--key", key[0])
    text, _, signature = head.rpartition("\n\n")
    raw = b64decode(signature.split()[2])
    Ed25519PublicKey.from_public_bytes(Verifier.parse(key[1]).public).verify(raw[4:], f"{text}\n".encode())


def test_a_page_carries_a_proof_and_says_what_it_proves(tmp_path: Path, key: tuple[Path, str]) -> None:
    games, proof, page = tmp_path / "games.db", tmp_path / "proof", tmp_path / "page.html"
    for stream in ("final", "semifinal"):
        game = Game.start(["Ann", "Bob"], journal=str(games), stream=stream, rules="2024-06-07")
        game.enter(permanent("elf", "Ann", types=["Creature"], power=1, toughness=1))
        game.declare_attackers({"elf": "Bob"})
        game.journal.close()
    with Journal.open(games) as journal:
        head = journal.head("final")
        assert head is not None
    proof.write_text(run("prove", games, head.id, "--key", key[0]))

    def declarant(*arguments: object, status: int = 0) -> str:
        result = CliRunner().invoke(app, [*map(str, arguments)])
        assert result.exit_code == status, result.output
        return result.output

    declarant("page", games, "--stream", "final", "--proof", proof, "--by", key[1], "-o", page)
    assert f"and so were the {head.version - 1} before it in its game" in page.read_text()
    assert "Not proven" in page.read_text()
    assert proof.read_text().splitlines()[1] in page.read_text()
    declarant("audit", page)
    page.write_text(page.read_text().replace("so were the", "so were perhaps the"))
    declarant("audit", page, status=2)
    assert "no entry of this game" in declarant(
        "page", games, "--stream", "semifinal", "--proof", proof, "--by", key[1], status=2
    )
    turn = ("page", games, "--stream", "final", "--turn", 1, "-o", page)
    declarant(*turn)
    assert "Turn 1 of the game final" in page.read_text()
    declarant("audit", page)
    declarant(*turn, "--proof", proof, "--by", key[1], "--step", 0)
    made = page.read_text()
    assert f"and so were the {head.version - 1} before it in its game" in made
    declarant("audit", page)
    for old, new in (("so were the", "so were perhaps the"), ('"turn":1', '"turn":2'), ('"power":1', '"power":2')):
        assert old in made
        page.write_text(made.replace(old, new))
        declarant("audit", page, status=2 if old != "so were the" else 1)
    (tmp_path / "case.yaml").write_text(declarant("case", games, "--stream", "final", "--turn", 1))
    for more in (("--turn", 1), ("--proof", proof, "--by", key[1])):
        assert "which game it is of" in declarant("page", tmp_path / "case.yaml", *more, status=2)
    for more in (("--svg",), ("--at", "t1-attack"), ("--case", "1")):
        assert "with --turn" in declarant(*turn, *more, status=2)
