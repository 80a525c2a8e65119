"""The Merkle tree of a transparency log: roots, inclusion and consistency (RFC 6962, 2.1; RFC 9162, 2.1.3 and 2.1.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

SIZE = 32
"""Bytes of a hash."""

HEIGHT = 8
WIDTH = 1 << HEIGHT
"""A tile is so many hashes of one level wide; the next level has one hash for each full tile."""

TileReader = Callable[[int, int], bytes]
"""Level and number of a tile → its hashes, one after the other: at least those of complete subtrees."""

EMPTY = sha256().digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two subtrees."""
    return sha256(b"\x01" + left + right).digest()


def complete(hashes: Sequence[bytes]) -> bytes:
    """The root over hashes of one level, whose number is a power of two."""
    while len(hashes) > 1:
        hashes = [node_hash(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def split(tile: bytes) -> list[bytes]:
    """The hashes of a tile."""
    return [tile[at : at + SIZE] for at in range(0, len(tile), SIZE)]


class Tree:
    """A tree over the leaves of a log, of which only tiles are read."""

    def __init__(self, tile: TileReader) -> None:
        self._tile = tile

    def root(self, size: int) -> bytes:
        """The root over the first leaves."""
        return self._over(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """The proof that a leaf is among the first `size`: the hashes beside its way to the root, from below."""
        return self._path(index, 0, size)

    def consistency(self, old: int, size: int) -> list[bytes]:
        """The proof that the tree over the first `size` leaves begins with that over the first `old`."""
        return self._subproof(old, 0, size, True) if 0 < old < size else []

    def _over(self, start: int, end: int) -> bytes:
        leaves = end - start
        if leaves & (leaves - 1):
            middle = start + _half(leaves)
            return node_hash(self._over(start, middle), self._over(middle, end))
        level, rest = divmod(leaves.bit_length() - 1, HEIGHT)
        first = start >> level * HEIGHT
        number, place = divmod(first, WIDTH)
        return complete(split(self._tile(level, number))[place : place + (1 << rest)])

    def _path(self, index: int, start: int, end: int) -> list[bytes]:
        if end - start == 1:
            return []
        middle = start + _half(end - start)
        if index < middle:
            return [*self._path(index, start, middle), self._over(middle, end)]
        return [*self._path(index, middle, end), self._over(start, middle)]

    def _subproof(self, old: int, start: int, end: int, known: bool) -> list[bytes]:
        if old == end:
            return [] if known else [self._over(start, end)]
        middle = start + _half(end - start)
        if old <= middle:
            return [*self._subproof(old, start, middle, known), self._over(middle, end)]
        return [*self._subproof(old, middle, end, False), self._over(start, middle)]


def _half(leaves: int) -> int:
    """The greatest power of two below a number of leaves."""
    return 1 << (leaves - 1).bit_length() - 1


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that the proof leads to from the hash of a leaf; None where it is no proof for a tree of that size."""
    if not 0 <= index < size:
        return None
    at, last, root = index, size - 1, leaf
    for beside in proof:
        if not last:
            return None
        if at & 1 or at == last:
            root = node_hash(beside, root)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            root = node_hash(root, beside)
        at, last = at >> 1, last >> 1
    return None if last else root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of one root begins with all leaves of the other."""
    if not 0 <= old <= size:
        return False
    if old in (0, size):
        return not proof and old_root == (EMPTY if not old else root)
    path = list(proof) if old & (old - 1) else [old_root, *proof]
    if not path:
        return False
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for beside in path[1:]:
        if not last:
            return False
        if at & 1 or at == last:
            before, after = node_hash(beside, before), node_hash(beside, after)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, beside)
        at, last = at >> 1, last >> 1
    return not last and before == old_root and after == root
