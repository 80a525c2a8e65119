"""The programs whose records `declarant import` reads, beside MTG Arena: one row each, which commands are made of.

A new one is a module here with a function `games`, and a row of `IMPORTERS`; in another package, an entry point of the group
`declarant.importers`: its scheme names a `RecordImporter`. It passes `conformance.ImporterConformance`.
Its streams are named `SCHEME/…`, without `#`: the stream `SCHEME/…#2` is the same game recorded anew
(`events/journal/recordings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from ...events.optional import installed, loaded

if TYPE_CHECKING:  # commands are made of these rows: what reads records is imported as a file is
    from ..cards import CardFace
    from .keeping import Problem, RecordedGame
    from .unread import Unknown

ImportOption: TypeAlias = Literal["anonymous", "cards", "limit"]


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file to import, and what was asked for."""

    path: Path
    opened: Callable[[], AbstractContextManager[Iterator[bytes]]]
    """Opens it, unpacked: its lines."""
    unknown: Unknown
    """Where the words that nobody knows are gathered, of all files."""
    called: Callable[[str], str] = str
    """What a player is called in the journal: a pseudonym, with the option `anonymous`."""
    cards: Callable[[int], CardFace | None] = lambda number: None
    """The card of Arena's number."""
    limit: int | None = None
    """How many games are imported of it; None: all."""


@dataclass(frozen=True, slots=True)
class RecordImporter:
    """How one program's records are imported.

    `module`: its name, with a dot before that of one beside this; its `games(file: RecordFile)` yields the games, and what
    couldn't be read. `file`: what the command calls its argument, and `reads`: what that is. `words`: what `--help` says.
    `allowed`: what to import instead where a journal has another record of a game. `known_by`: words in the first lines of such
    a file by which the site knows it as it is dropped there, if it does.
    """

    module: str
    file: str
    reads: str
    words: str
    allowed: str
    options: tuple[ImportOption, ...] = ()
    known_by: tuple[bytes, ...] = ()

    def games(self, file: RecordFile) -> Iterator[Problem | RecordedGame]:
        """The games of a file, and what couldn't be read. Raises InvalidInput for a file that isn't one of that program's."""
        read: Callable[[RecordFile], Iterator[Problem | RecordedGame]] = import_module(self.module, __package__).games
        return read(file)


IMPORTERS = {
    "17lands": RecordImporter(
        module=".seventeen_lands",
        file="FILE",
        reads="Replay data of 17Lands: CSV, perhaps packed (.gz).",
        words="""Import the games of 17Lands' public replay data into a journal, one stream a game.

    \b
    declarant import 17lands replay_data_public.FDN.PremierDraft.csv.gz \\
        --to 17lands.db --limit 1000
    declarant export 17lands.db --to tables

    Such data says which creatures attacked, became blocked, blocked and died, not what blocked what (unless one attacker was
    blocked), what was attacked, power and toughness, or what dealt damage. That stays open: in the tables it is none (in
    `blocks`, `attacker` is empty), and nothing is ruled on (`interrupted`, `tainted`). Cards are named as far as they are loaded.

    What is there already is left as it is, so that an import can be repeated. A row that can't be read costs that game: it is
    stated on standard error.

    Exit status: 0 fine, 2 a file is no such data, or some of it couldn't be imported.
    """,
        allowed="the row that it was imported from",
        options=("cards", "limit"),
        known_by=(b"draft_id", b"expansion,event_type,"),
    ),
    "forge": RecordImporter(
        module=".forge",
        file="LOG",
        reads="What `forge sim` printed, perhaps packed (.gz).",
        words="""Import the games in logs of Forge's simulation into a journal, one stream a game: for analytics.

    \b
    forge sim -d red.dck blue.dck -n 20 > forge.log
    declarant import forge forge.log --to games.db

    Such a log says who attacked and blocked what, damage, life, lands and spells, in English; not what else is on the
    battlefield, power and toughness, or abilities. That stays open, and nothing is ruled on (`interrupted`, `tainted`). It has no
    times: games count as recorded on 1970-01-01, under the newest rules. A game that isn't over isn't imported. A line that isn't
    understood is stated on standard error.

    Exit status: 0 fine, 2 a log is none of Forge's, or some of it couldn't be imported.
    """,
        allowed="the log of that game, with --anonymous as before",
        options=("anonymous",),
        known_by=(b"Mulligan: ", b"Turn: Turn ", b"Phase: ", b"Game Outcome: ", b"Game Result: ", b"Add To Stack: "),
    ),
    "xmage": RecordImporter(
        module=".xmage",
        file="FILE",
        reads="Records of mage-bench: JSON, perhaps packed (.gz).",
        words="""Import games of XMage into a journal, one stream a game, from the records that the bench mage-bench published.

    \b
    declarant import xmage game_20260210_074307.json.gz --to games.db

    A record has the board at each decision, attackers and blockers, and sentences that state damage, life and spells; not what
    happened in between, or abilities. Sentences call cards by their names: where two fighters have the same one, what dealt
    damage to what stays open in that combat. Nothing is ruled on (`interrupted`, `tainted`).

    Exit status: 0 fine, 2 a file is no such record, or some of it couldn't be imported.
    """,
        allowed="the record of that game, with --anonymous as before",
        options=("anonymous",),
        known_by=(b'"gameType"', b'"snapshots"'),
    ),
}
"""The scheme, which is the name of the command and the beginning of its streams → how its records are imported."""

GROUP = "declarant.importers"
"""The entry points of importers: each scheme names a `RecordImporter`."""


def schemes_of_other_packages() -> list[str]:
    """The schemes of the importers that installed packages have, but for those of this package, which can't be taken."""
    return list(installed(GROUP, taken=IMPORTERS))


def importer_of_another_package(scheme: str) -> RecordImporter | None:
    """The importer that an installed package has for a scheme. Raises InvalidInput where it can't be loaded, or is none."""
    entry = installed(GROUP).get(scheme)
    return None if entry is None else cast(RecordImporter, loaded(entry, "a RecordImporter", RecordImporter))
