"""The tiles of a journal's Merkle tree: made of its entries, and kept as files (https://c2sp.org/tlog-tiles)."""

from __future__ import annotations

from pathlib import Path

from ...events.errors import InvalidInput
from ...events.journal.journal import Journal
from ..running.places import file_made
from .merkle import HEIGHT, SIZE, WIDTH, Tree, complete, leaf_hash, split

TILE = WIDTH * SIZE


class JournalTiles(Tree):
    """The Merkle tree over the first `size` entries of a journal.

    In memory are the roots of full tiles only, a 256th of all hashes; the tiles of level 0 are made of entries when they are
    asked for. `folder`: where the tiles of fewer entries are kept, which then aren't made again; `kept` is how many entries. All
    other entries are checked. `write`: keep the new tiles there, too, as they are made.
    """

    def __init__(self, journal: Journal, size: int, folder: Path | None = None, kept: int = 0, write: bool = False) -> None:
        """Raises InvalidInput where the tiles in the folder aren't those of this journal, CorruptJournal for a damaged entry."""
        super().__init__(self.tile)
        self._journal = journal
        self.size = size
        self.written = 0
        """How many tiles were written."""
        self._levels: list[bytearray] = []
        self._read: tuple[int, list[bytes]] = (-1, [])
        """The leaves that were read last, and of which tile: the last tile is asked for again and again."""
        known = min(kept, size) // WIDTH
        for place, tile in _tiles(1, known) if folder is not None else ():
            assert folder is not None
            try:
                roots = split((folder / place).read_bytes())[: known - tile * WIDTH]
            except OSError as error:
                raise InvalidInput(str(folder / place), error.strerror or str(error), "a tile") from None
            for root in roots:
                self._add(root)
        if known and complete(split(self.tile(0, known - 1))) != self._levels[0][-SIZE:]:
            raise InvalidInput(str(folder), "tiles of another journal", "those of this one")
        for number in range(known, size // WIDTH):
            self._add(complete(split(self.tile(0, number))))
            if write and folder is not None:
                self._write_leaves(folder, number)
        if write and folder is not None:
            self._write_rest(folder, kept)

    def tile(self, level: int, number: int) -> bytes:
        """A tile, as wide as the size allows."""
        if level:
            return bytes(self._levels[level - 1][number * TILE : (number + 1) * TILE])
        return b"".join(map(leaf_hash, self.leaves(number)))

    def leaves(self, number: int) -> list[bytes]:
        """What the hashes of a tile of level 0 are made of: the digests of entries."""
        if self._read[0] != number:
            first = number * WIDTH
            entries = self._journal.feed(first, min(WIDTH, self.size - first))
            self._read = number, [bytes.fromhex(entry.digest) for entry in entries]
        return self._read[1]

    def _add(self, root: bytes) -> None:
        for level in range(len(self._levels) + 1):
            if level == len(self._levels):
                self._levels.append(bytearray())
            self._levels[level] += root
            if len(self._levels[level]) % TILE:
                return
            root = complete(split(bytes(self._levels[level][-TILE:])))

    def _write_leaves(self, folder: Path, number: int) -> None:
        """Write a tile of level 0, and the entries that it is of."""
        leaves = self.leaves(number)
        _write(folder / _place(0, number, len(leaves)), self.tile(0, number))
        _write(folder / _place("entries", number, len(leaves)), b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves))
        self.written += 1

    def _write_rest(self, folder: Path, kept: int) -> None:
        """Write the last tile of level 0, if it is partial, and those of other levels that a folder of `kept` entries lacks."""
        if self.size % WIDTH:
            self._write_leaves(folder, self.size // WIDTH)
        for level in range(1, len(self._levels) + 1):
            for place, number in _tiles(level, self.size >> HEIGHT * level, (kept >> HEIGHT * level) // WIDTH):
                _write(folder / place, self.tile(level, number))
                self.written += 1


def _tiles(level: int, hashes: int, first: int = 0) -> list[tuple[str, int]]:
    """Where the tiles of a level are that has so many hashes, from a number on; the last one may be partial."""
    return [(_place(level, number, min(WIDTH, hashes - number * WIDTH)), number) for number in range(first, -(-hashes // WIDTH))]


def _place(level: int | str, number: int, width: int) -> str:
    """Where a tile is, which may be partial."""
    return f"tile/{level}/{_number(number)}" + (f".p/{width}" if width < WIDTH else "")


def _number(number: int) -> str:
    digits = f"{number % 1000:03d}"
    while number := number // 1000:
        digits = f"x{number % 1000:03d}/{digits}"
    return digits


def _write(place: Path, content: bytes) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(str(place.parent), error.strerror or str(error), "a folder that can be made") from None
    with file_made(place) as file:
        file.write(content)
