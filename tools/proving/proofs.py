"""Signed heads of journals, and what is proven by them."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...events.errors import DeclarantError, InvalidInput
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from .merkle import is_consistent, leaf_hash, root_from_inclusion
from .notes import Signer, Verifier
from .tiles import JournalTiles

FIRST_LINE = "c2sp.org/tlog-proof@v1"
NUMBER = r"(0|[1-9][0-9]{0,17})"
INCLUSION = re.compile(
    rf"{FIRST_LINE}\nextra ([A-Za-z0-9+/]{{43}}=)\nindex {NUMBER}\n((?:[A-Za-z0-9+/]{{43}}=\n){{0,63}})\n(.*)", re.DOTALL
)
CONSISTENCY = re.compile(rf"old {NUMBER}\n((?:[A-Za-z0-9+/]{{43}}=\n){{0,127}})\n(.*)", re.DOTALL)
HEAD = re.compile(rf"([^\n]+)\n{NUMBER}\n([A-Za-z0-9+/]{{43}}=)\njournal ([0-9a-f]{{32}}) generation ([0-9a-f]{{32}})\n")
CHECKPOINT = "checkpoint"
"""The file beside tiles with the signed head of the tree that they are of."""


class NotProven(DeclarantError):
    """A proof that doesn't prove what it should."""


class SignedHead(NamedTuple):
    """How many entries a journal had, the root over them, which journal and generation it was, and the note that says so."""

    origin: str
    size: int
    root: bytes
    journal: str
    generation: str
    note: str

    @property
    def words(self) -> str:
        """Who signed what."""
        return f"a head of {self.size} entries of journal {self.journal}, signed by {self.origin}"


class ProvenInclusion(NamedTuple):
    """What a proof of inclusion proves: the digest of the entry of an id, in the tree of a head."""

    id: int
    digest: str
    head: SignedHead


def signed_head(journal: Journal, tiles: JournalTiles, signer: Signer) -> str:
    """The head of a journal with so many entries as the tiles are of, as a checkpoint that is signed."""
    generations = journal.generations()
    root = b64encode(tiles.root(tiles.size)).decode()
    text = f"{signer.name}\n{tiles.size}\n{root}\njournal {generations[0].id} generation {generations[-1].id}\n"
    return signer.signed(text)


def read_head(note: str, verifier: Verifier) -> SignedHead:
    """A signed head. Raises InvalidInput where this key didn't sign it."""
    found = HEAD.fullmatch(verifier.opened(note))
    if found is None or found[1] != verifier.name:
        raise InvalidInput("the signed head", "another note", "one that `declarant journal head --key` printed")
    return SignedHead(found[1], int(found[2]), b64decode(found[3]), found[4], found[5], note)


def prove_entry(journal: Journal, tiles: JournalTiles, id: int, note: str) -> str:
    """The proof that the entry of an id is in the tree of a signed head, which is that of the tiles.

    Raises:
        InvalidInput: there is no such entry.
    """
    entry = next(journal.feed(id - 1, 1), None) if 0 < id <= tiles.size else None
    if entry is None:
        raise InvalidInput("ENTRY", str(id), f"1 to {tiles.size}, the entries that the head is of")
    extra = b64encode(bytes.fromhex(entry.digest)).decode()
    return f"{FIRST_LINE}\nextra {extra}\nindex {id - 1}\n{_lines(tiles.inclusion(id - 1, tiles.size))}\n{note}"


def prove_consistency(tiles: JournalTiles, old: SignedHead, note: str) -> str:
    """The proof that the tree of a signed head, which is that of the tiles, begins with that of an older one."""
    _check_beginning(tiles, old)
    return f"old {old.size}\n{_lines(tiles.consistency(old.size, tiles.size))}\n{note}"


def check_beginning(journal: Journal, old: SignedHead) -> None:
    """Check that a journal begins with all entries that a head is of. Raises NotProven, or CorruptJournal for a damaged entry."""
    _check_beginning(JournalTiles(journal, min(old.size, journal.last_id())), old)


def _check_beginning(tiles: JournalTiles, old: SignedHead) -> None:
    if old.size > tiles.size or tiles.root(old.size) != old.root:
        raise NotProven(f"the journal doesn't begin with the {old.size} entries of which that head is")


def read_inclusion(proof: str, verifier: Verifier) -> ProvenInclusion:
    """What a proof of inclusion proves.

    Raises:
        InvalidInput: it isn't written as a proof, or this key didn't sign its head.
        NotProven: the entry isn't in the tree.
    """
    found = INCLUSION.fullmatch(proof)
    if found is None:
        raise InvalidInput("--proof", "no proof of inclusion", f"what `declarant journal prove` printed: {FIRST_LINE} and so on")
    head = read_head(found[4], verifier)
    digest, index = b64decode(found[1]), int(found[2])
    if root_from_inclusion(leaf_hash(digest), index, head.size, _hashes(found[3])) != head.root:
        raise NotProven(f"this entry isn't in {head.words}")
    return ProvenInclusion(index + 1, digest.hex(), head)


def read_consistency(proof: str, old: SignedHead, verifier: Verifier) -> SignedHead:
    """The head whose tree begins with that of an older one. Raises as `read_inclusion` does."""
    found = CONSISTENCY.fullmatch(proof)
    if found is None or int(found[1]) != old.size:
        raise InvalidInput("--proof", "no proof of consistency with that head", "what `declarant journal prove --since` printed")
    head = read_head(found[3], verifier)
    if not is_consistent(old.size, old.root, head.size, head.root, _hashes(found[2])):
        raise NotProven(f"{head.words}, doesn't begin with {old.words}")
    return head


def proven_entry(journal: Journal, included: ProvenInclusion) -> Entry:
    """The entry of a journal, or of an export of its game, that a proof is of; its game is checked.

    Raises:
        NotProven: there is no entry of that digest.
        CorruptJournal: its game is damaged.
    """
    at = journal.feed(included.id - 1, 1) if included.id <= journal.last_id() else iter(())
    entry = next((each for each in at if each.digest == included.digest), None)
    if entry is None:
        entry = next((each for each in journal.feed() if each.digest == included.digest), None)
    if entry is None:
        raise NotProven(f"no entry here has the digest {included.digest}, of which the proof is")
    journal.verify(entry.stream)
    return entry


def what_is_proven(entry: Entry, included: ProvenInclusion) -> str:
    """What a proof proves of an entry, in words."""
    others = f", and so were the {entry.version - 1} before it in its game," if entry.version > 1 else ""
    head = included.head
    return (
        f"Entry {included.id} (game {entry.stream}, version {entry.version}, {entry.type}){others} as they stand here: in the "
        f"journal {head.journal} when {head.origin} signed its head of {head.size} entries. Not proven: when that was, who wrote "
        "the entries, that what they say is true, and that no other head was signed."
    )


class Proof(NamedTuple):
    """A proof as a page carries it: its text, and the key that it is verified with."""

    text: str
    by: str


def proven_of_game(entries: Sequence[Entry], proof: Proof) -> str:
    """What a proof proves of a game with these entries. Raises InvalidInput, or NotProven where it is of none of them."""
    included = read_inclusion(proof.text, Verifier.parse(proof.by))
    for entry in entries:
        if entry.digest == included.digest:
            return what_is_proven(entry, included)
    raise NotProven(f"no entry of this game has the digest {included.digest}, of which the proof is")


def tiles_of(journal: Journal, folder: Path | None = None, write: bool = False) -> JournalTiles:
    """The tree over all entries, with the help of the tiles in a folder, where new ones may be kept, too."""
    kept = 0
    if folder is not None and (folder / CHECKPOINT).exists():
        # Who signed it doesn't matter: the tiles are compared with the journal.
        words = (folder / CHECKPOINT).read_text(encoding="utf-8", errors="replace").split("\n")
        if len(words) < 3 or not re.fullmatch(NUMBER, words[1]):
            raise InvalidInput(str(folder / CHECKPOINT), "something else", "a signed head")
        kept = int(words[1])
    size = journal.last_id()
    if kept > size:
        raise InvalidInput(str(folder), f"tiles of {kept} entries", f"those of this journal, which has {size}")
    return JournalTiles(journal, size, folder, kept, write)


def _lines(hashes: Sequence[bytes]) -> str:
    return "".join(f"{b64encode(each).decode()}\n" for each in hashes)


def _hashes(lines: str) -> list[bytes]:
    return [b64decode(line) for line in lines.splitlines()]
