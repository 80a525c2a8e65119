"""Signed heads of journals, and proofs that entries are in them, in the formats of transparency logs.

    https://c2sp.org/tlog-checkpoint    a signed head: origin, number of entries, root of the Merkle tree
    https://c2sp.org/tlog-tiles         the tree as files, for monitors and witnesses
    https://c2sp.org/tlog-proof         that an entry is in the tree of a signed head
    https://c2sp.org/tlog-witness       that the tree of a later head begins with all of an earlier one

A leaf is the digest of an entry, 32 bytes, which says all of the entry and of those before it in its stream; the entry with the
id n is the leaf n − 1. Nothing of an entry stands in a proof. No maintained library of Python writes these formats: signatures
are those of `cryptography`, the rest is here, and small.
"""
