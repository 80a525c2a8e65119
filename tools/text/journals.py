"""Games of a journal as people read them: entries, states, turns, and what Arena offered."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...events.journal.cuts import Cut
from ...events.types import type_line
from ...projections import board as b
from ..arena.checking import Checked, CheckedDamage, CheckedSizes
from ..history.events_in_words import change_in_words, event_in_words, in_words, taken_back_in_words
from ..history.games import Listed
from ..history.replay import Replayed
from ..history.turn_by_turn import HistoryItem
from .boards import Shown, harm_of, shown_board, status_of
from .cases import ruling_lines
from .console import ASIDE, DIFFERS, ID, columns, heading, text


def replayed(entry: Replayed, previous: Replayed | None = None) -> RenderableType:
    """An entry: its version, its time unless that of the previous one, what it says and what it changed."""
    recorded = entry.entry.recorded[:19].replace("T", " ")
    same = previous is not None and previous.entry.recorded[:19] == entry.entry.recorded[:19]
    style = ASIDE if entry.taken_back_by else ""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", width=6)
    grid.add_column(width=19)
    grid.add_column(overflow="fold")
    words = text("" if isinstance(entry.item, Cut) else event_in_words(entry.item), style)
    if isinstance(entry.item, Cut):
        words = text(taken_back_in_words(entry.item.to + 1, entry.entry.version - 1), "bold red")
    elif entry.taken_back_by:
        words.append_text(text(f" (taken back at {entry.taken_back_by})", "dim red"))
    grid.add_row(text(str(entry.entry.version), ID), text("" if same else recorded, ASIDE), words)
    if isinstance(entry.item, Cut) and entry.item.ruling:
        for label, label_style, line in ruling_lines(entry.item.ruling):
            grid.add_row("", "", Text("  ").join([text(label, label_style), text(line)]))
    for change in entry.changes:
        grid.add_row("", "", Padding(text(change_in_words(change), ASIDE), (0, 0, 0, 2)))
    return grid


def listed_game(game: Listed) -> RenderableType:
    """A game of a journal: its name as a heading, and below it what is known of it."""
    when = (game.played or game.recorded)[:16].replace("T", " ")
    result = f"{' and '.join(game.winners)} won" if game.winners else "nobody won" if game.ended else "not over"
    about = [when, game.format, " – ".join(game.names), f"{game.turns} turns", f"{game.declarations} declarations"]
    about += [f"{game.illegal} illegal" if game.illegal else None, result, "the record has gaps" if game.tainted else None]
    return Group(heading(game.game), columns([[text(", ".join(filter(None, about)))]]))


_STYLES = {
    "death": "red",
    "life": ASIDE,
    "ruling": DIFFERS,
    "gap": "bold yellow",
    "taken back": ASIDE,
    "damage": ASIDE,
    "trigger": "magenta",
    "end": "bold",
}


def shown(item: HistoryItem) -> RenderableType:
    """What happened in a game that is walked, after the version: turns and games are headings."""
    if item.kind == "game":
        return Group(Text(), heading(item.words))
    if item.kind == "turn":
        return Group(Text(), columns([[text(f"{item.version:6}", ID), text(item.words, "bold")]], indent=0))
    cells = [text(f"{item.version:6}", ID), text(f"{item.kind:10}", ASIDE), text(item.words, _STYLES.get(item.kind, ""))]
    return columns([cells], indent=0)


def checked(checked: Checked | CheckedDamage | CheckedSizes) -> RenderableType:
    """A request, a declaration or a damage step that doesn't agree, or of which it can't be said."""
    if isinstance(checked, Checked):
        what = "offered" if checked.offered is not None else "declared"
    else:
        what = "dealt" if checked.kind == "damage" else "as of combat damage"
    where = f"{checked.log}: match {checked.match}, game {checked.game}, state {checked.gameStateId}"
    parts = [where, f"{checked.kind} {what}", checked.player, "the record has a gap" if checked.tainted else ""]
    rows = [[text(line, ASIDE if checked.tainted else DIFFERS)] for line in checked.differences]
    return Group(heading(*filter(None, parts)), columns(rows))


_OF_COMBAT = ("attackers", "bands", "blockers", "blocked", "unblocked", "orders", "damage", "exerted_this_turn")
"""What of a combat a reader asks for; `--format json` has all of it."""


def state(replayed: Replayed) -> RenderableType:
    """The state after an entry: turn, players, permanents, effects, combat, pending declaration."""
    entry, state = replayed.entry, replayed.state
    board, combat, pending = state.board, state.combat, state.declarations.pending
    players = {}
    for player in board.players:
        dealt = {commander: amount for (commander, to), amount in board.commander_damage.items() if to == player}
        words = [f"{board.life[player]} life", *harm_of(board.poison.get(player, 0), dealt)]
        words += [f"{board.hand[player]} cards in hand", f"{board.graveyard[player]} in graveyard"]
        words += [f"can produce {board.mana[player]}"] if player in board.mana else []
        players[player] = ", ".join(words)
    parts: list[RenderableType] = [heading(entry.stream, f"version {entry.version}", f"rules of {board.rules}")]
    parts.append(text(f"  turn {board.turn}, {board.active} is the active player, step: {board.step}"))
    parts += shown_board(players, map(_permanent, board.permanents.values()))
    facts = [("effect", in_words(effect)) for effect in board.effects.values()]
    for name in _OF_COMBAT:
        if value := getattr(combat, name):
            facts.append((name.replace("_", " "), in_words(value)))
    facts += [("pending", in_words(pending))] if pending else []
    if facts:
        parts.append(columns([text(label, ASIDE), text(words)] for label, words in facts))
    return Group(*parts)


def _permanent(permanent: b.Permanent) -> Shown:
    status = status_of(
        permanent,
        permanent.types,
        "" if permanent.continuously_controlled else "summoning sick",
        "phased out" if permanent.phased_out else "",
        "exerted" if permanent.exerted_by else "",
    )
    characteristics = (permanent.name, status, type_line(permanent.types))
    return Shown(permanent.controller, permanent.id, characteristics, tuple(map(in_words, permanent.abilities)))
