"""A game as its review: what each declaration was worth beside the best, drawn and said in a sentence, and a table a player."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from ...events.journal.journal import Journal
from ...events.prose import Parts
from ...projections.tables.games import GameRow
from ..best_play.analysing import Accuracy, DecisionRow, Reviewed, accuracies, declined_why
from ..best_play.endings import LineEnding, ending_of
from ..history.games import with_record
from . import words
from .board import Marks, board_picture
from .game import game
from .game_shown import Frame, GameShown, ReplayLine
from .given_up import GivingUp, given_up
from .words import Names

SYMBOLS = {"missed win": "!!", "missed survival": "!!", "dominated": "!", "less": "?"}
"""How a mistake is marked, beside its words and its color."""


@dataclass
class Remark:
    """What is said of a declaration: its mark, a sentence of what it did, one of what was better, and that drawn."""

    mistake: str
    symbol: str
    worth: str
    instead: Markup = field(default_factory=Markup)
    declared: Markup = field(default_factory=Markup)
    picture: Markup | None = None


@dataclass
class PlayerTally:
    """A row of the table: a player's declarations of a kind."""

    player: str
    action: str
    accuracy: Accuracy
    given_up: float

    @property
    def declarations(self) -> int:
        """How many there are."""
        return self.accuracy.decisions + self.accuracy.declined

    @property
    def less(self) -> int:
        """How many are mistakes only by worth."""
        return self.accuracy.decisions - self.accuracy.best - self.accuracy.dominated - self.accuracy.missed

    @property
    def mean(self) -> str:
        """What was given up on average, where that is a number."""
        return "–" if self.accuracy.mean_loss is None else f"{self.accuracy.mean_loss:.1f}"


@dataclass
class GameReview:
    """A game, its remarks by the version of the declaration, and the table."""

    shown: GameShown
    remarks: dict[int, Remark]
    table: list[PlayerTally]
    declined: list[tuple[str, int]]
    rows: tuple[DecisionRow, ...]
    record: GameRow
    """What is known of the game besides what was declared."""

    def page(self, **more: Any) -> str:
        """All of it as a page that needs no network. `more`: what else the template shows."""
        return self.shown.page(review=self, **more)

    @property
    def costliest(self) -> list[tuple[str, Markup, Remark]]:
        """The mistakes, the costliest first: the address of each, the turn and what was declared, and what is said of it."""
        order = {"missed win": 3, "missed survival": 3, "dominated": 1, "less": 0}
        ranked = sorted(
            (row for row in self.rows if row.version in self.remarks),
            key=lambda row: (-order[row.mistake or ""], -(row.gave_up or 0), row.version),
        )
        lines = self._lines()
        links = {version: Markup("{}: {}").format(frame.title, line.text) for version, (frame, line) in lines.items()}
        return [(self.addresses[row.version], links[row.version], self.remarks[row.version]) for row in ranked]

    @property
    def addresses(self) -> dict[int, str]:
        """The address of the stop of each declaration, by its version."""
        lines = self._lines()
        return {version: "-".join(filter(None, [frame.id, line.phase])) for version, (frame, line) in lines.items()}

    @property
    def anchors(self) -> dict[int, str]:
        """The addresses of remarks, each at the first one that has it."""
        first: dict[str, int] = {}
        for version in sorted(self.remarks):
            first.setdefault(self.addresses[version], version)
        return {version: address for address, version in first.items()}

    @property
    def given_up(self) -> Markup:
        """What was given up over the game, by whom, as a picture with links."""
        numbers, lines, addresses = {id(f): at for at, f in enumerate(self.shown.frames)}, self._lines(), self.addresses
        return given_up(
            self.shown,
            [
                GivingUp(
                    numbers[id(lines[row.version][0])],
                    row.player,
                    row.gave_up or 0.0,
                    row.mistake,
                    SYMBOLS[row.mistake] if row.mistake is not None else "",
                    addresses[row.version],
                )
                for row in self.rows
                if row.version in lines and (row.gave_up or row.mistake)
            ],
        )

    def _lines(self) -> dict[int, tuple[Frame, ReplayLine]]:
        """The line of each declaration that stands, by its version."""
        return {line.version: (frame, line) for frame in self.shown.frames for line in frame.rows if line.stands}


def review(journal: Journal, stream: str, reviewed: Iterable[Reviewed]) -> GameReview:
    """A game of a journal and what was found of its declarations, as a page shows it. Raises CorruptJournal."""
    entries = list(journal.entries(stream))
    listed, record = with_record(journal, stream)
    shown = game(listed, entries, record.owner)
    found = list(reviewed)
    remarks = {}
    for each in found:
        frame = _frame_of(shown.frames, each.row)
        if frame is None:
            continue
        _line_of(frame, each.row, shown)
        if each.row.mistake is not None:
            remarks[each.row.version] = _remark(each, shown)
    rows = tuple(each.row for each in found)
    return GameReview(shown, remarks, tallies(rows, shown.names), declined_why(rows), rows, record)


def tallies(rows: Sequence[DecisionRow], names: Callable[[str], str] = str) -> list[PlayerTally]:
    """How each player declared, attacks, blocks and damage apart."""
    tallied = []
    for player in [each.player for each in accuracies(rows)]:
        for action in ("attack", "block", "damage"):
            mine = [row for row in rows if row.player == player and row.action == action]
            given_up = sum(row.gave_up or 0 for row in mine)
            tallied += [PlayerTally(names(player), action, accuracy, given_up) for accuracy in accuracies(mine)]
    return tallied


def _frame_of(frames: Sequence[Frame], row: DecisionRow) -> Frame | None:
    """The turn or combat in which it was declared."""
    return next((frame for frame in reversed(frames) if frame.version <= row.version), None)


def _line_of(frame: Frame, row: DecisionRow, shown: GameShown) -> ReplayLine:
    """The line of a declaration: one of its own where it declared nothing, and of damage that is assigned, not declared."""
    for line in frame.rows:
        if line.version == row.version and line.stands:
            return line
    damage = row.action == "damage"
    said = words.assigned(row.player, json.loads(row.declared)) if damage else words.declared(row.action, row.player, {})
    text = shown.names.text(said)
    line = ReplayLine(text, row.version, phase=frame.stop(row.action), stands=True)
    at = next((number for number, each in enumerate(frame.rows) if each.version > row.version), len(frame.rows))
    frame.rows.insert(at, line)
    return line


def _remark(each: Reviewed, shown: GameShown) -> Remark:
    row, names = each.row, shown.names
    assert row.mistake is not None, "it is a mistake"
    best = json.loads(row.best or "{}")
    chosen = {id: whom if isinstance(whom, str) else tuple(whom) for id, whom in best.items()}
    if row.action == "damage":
        return Remark(row.mistake, SYMBOLS[row.mistake], _worth(row), names.text(words.assigned(row.player, best)))
    better = names.text(words.declared(row.action, row.player, chosen))
    attacks, blocks = _drawn(each, best)
    label = f"Better: {better.striptags()}"
    picture = board_picture(
        each.state, Marks(attacks=attacks, blocks=blocks), names, shown.tiles, below=each.state.board.seats[0], label=label
    )
    said = ending_of(each.state, each.better)
    did = ending_of(each.state, each.line)
    return Remark(
        row.mistake,
        SYMBOLS[row.mistake],
        _worth(row),
        Markup("{}{}").format(better, _result(said, names)),
        Markup("{}").format(_result(did, names)),
        picture,
    )


def _worth(row: DecisionRow) -> str:
    """How much less it was worth, in words."""
    match row.mistake:
        case "missed win":
            return "an attack was there that wins whatever blocks"
        case "missed survival":
            return "a block was there that survives"
        case "dominated":
            return "another declaration is no worse in anything, and better in something"
    if row.gave_up is None or row.value is None or row.best_value is None:
        return "the other player can win in the next turn, after another declaration not"
    return f"worth {row.gave_up:.15g} points less than the best ({row.value:+.15g}, best {row.best_value:+.15g})"


def _drawn(each: Reviewed, best: Mapping[str, Any]) -> tuple[dict[str, str | None], dict[str, Sequence[str]]]:
    """Who attacks and blocks in the better line."""
    blocks: dict[str, Sequence[str]] = {}
    for step in each.better:
        blocks |= step.get("block", {})
    if each.row.action == "attack":
        return dict(best), {id: tuple(whom) for id, whom in blocks.items()}
    attacks: dict[str, str | None] = {id: attack.target for id, attack in each.state.combat.attackers.items()}
    return attacks, {id: tuple(whom) for id, whom in best.items()}


def _result(found: LineEnding | None, names: Names) -> Markup:
    """What comes of a line, in words."""
    if found is None:
        return Markup("")
    parts: list[Parts] = []
    if found.gone:
        parts.append((*words.listed(found.gone), " dies" if len(found.gone) == 1 else " die"))
    for player, change in found.life.items():
        parts.append((*words.listed([player]), f" {'gains' if change > 0 else 'loses'} {abs(change)} life"))
    sentence = Markup(", ").join(names.text(each) for each in parts) if parts else Markup("nothing dies and nobody loses life")
    return Markup(": {}").format(sentence)
