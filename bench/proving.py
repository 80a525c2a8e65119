"""How long it takes to prove that an entry is in a journal, and how long the proof is: `python -m bench.proving`.

The Merkle tree over a journal of so many entries is made once, and proofs are made of it. The entries aren't read from a disk,
since it is the tree that is measured: only their digests are there.

Aim: a proof of at most 2,000 bytes at 10,000,000 entries, made within a second once the tree is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from declarant.events.journal.entry import Entry
from declarant.events.journal.identity import Generation
from declarant.tools.proving.notes import Signer
from declarant.tools.proving.proofs import prove_entry, read_inclusion, signed_head
from declarant.tools.proving.tiles import JournalTiles

from .measuring import JsonFile, Measured, command, report, timed


class Digests:
    """Stands for a journal: entries that are nothing but digests."""

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        """So many entries after an id."""
        for id in range(after_id + 1, after_id + limit + 1):
            yield Entry(id, "", 0, "", "", 1, "", sha256(id.to_bytes(8, "big")).hexdigest())

    def generations(self) -> list[Generation]:
        """One."""
        return [Generation("0" * 32, 0)]


def main(json_file: JsonFile = None, entries: Annotated[int, typer.Option(help="How many.")] = 10_000_000) -> None:
    """Make a tree, and prove entries by it."""
    journal: Any = Digests()
    signer = Signer.new("journals.example.org/a-league")
    made: list[Any] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        whole = timed(lambda: made.append(JournalTiles(journal, entries)))
        written = timed(lambda: made[0].write(folder, 0)) if entries <= 1_000_000 else None
        note = signed_head(journal, made[0], signer)
        proofs: list[str] = []
        ids = [1, entries // 3, entries // 2 + 1, entries]
        proving = timed(lambda: proofs.extend(prove_entry(journal, made[0], id, note) for id in ids)) / len(ids)
        verified = timed(lambda: [read_inclusion(each, signer.verifier) for each in proofs]) / len(ids)
        rows: list[Measured] = [{"what": "the tree, without tiles", "seconds": whole}]
        if written is not None:
            rows.append({"what": "tiles written", "seconds": written})
        rows += [
            {"what": "a proof, with the tree", "seconds": proving, "aim": "≤ 1 s", "met": proving <= 1},
            {"what": "a proof checked", "seconds": verified},
        ]
        size = max(len(each.encode()) for each in proofs)
        rows.append({"what": "a proof", "bytes": size, "aim": "≤ 2,000 bytes", "met": size <= 2_000})
    report(f"Proofs in a journal of {entries:,} entries", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
