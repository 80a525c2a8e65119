"""Games in the columns of the replay data that 17Lands publishes, so that notebooks made for it read them.

A row a game of two players whose record says whose it is: `user` is its owner, `oppo` the other one. Columns of a turn are named
`user_turn_3_creatures_attacked`: in the user's third turn. What isn't known has no column. What differs from what 17Lands
publishes stands at each column, in `GAME_COLUMNS` and `TURN_COLUMNS`.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered, SpellCast
from ...events.journal.journal import Journal
from ...events.journal.recordings import game_of
from ...projections.tables.attacks import AttackRow
from ...projections.tables.blocks import BlockRow
from ...projections.tables.columns import Row
from ...projections.tables.damage import DamageRow, DeathRow
from ...projections.tables.fold import tabulate
from ...projections.tables.games import GameRow, TurnRow
from ...projections.tables.life import LifeRow, SpellRow
from ..arena.inputs import games_inputs, opened_games
from ..running.places import file_made

RowT = TypeVar("RowT")


class StandingRows(NamedTuple):
    """The rows of a game that stand: those of the game, and of its other tables all together."""

    game: GameRow
    others: tuple[Row, ...]

    def of(self, kind: type[RowT]) -> list[RowT]:
        """The rows of a table, by its row class."""
        return [row for row in self.others if isinstance(row, kind)]


GAME_COLUMNS = {
    "event_type": "The event or format, in the words of the record.",
    "draft_id": "The match; 17Lands states the draft.",
    "game_time": "When the game began, UTC.",
    "game_number": "Which game of the match, from 1.",
    "rank": "The owner's rank before the game; 17Lands states the class in small letters only.",
    "opp_rank": "The opponent's, where it is stated.",
    "on_play": "Whether the owner took the first turn; empty where the record begins later. Then no turn has columns.",
    "num_mulligans": "The owner's mulligans.",
    "opp_num_mulligans": "The opponent's mulligans.",
    "num_turns": "How many turns the player who had more of them had; empty where the record lacks a turn.",
    "won": "Whether the owner won; empty where nobody knows.",
}
"""Columns of the game, and what they hold. After those of the turns come `deck_NAME` and `sideboard_NAME`: how many of a card."""

TURN_COLUMNS = {
    "creatures_attacked": "Attackers declared in this turn; those that entered attacking aren't among them.",
    "creatures_blocked": "Those of them that became blocked.",
    "creatures_unblocked": "Those of them that weren't.",
    "creatures_blocking": "Blockers that the other player declared.",
    "user_combat_damage_taken": "Combat damage dealt to the user, in all; in 17Lands' files it may be below 0.",
    "oppo_combat_damage_taken": "Combat damage dealt to the opponent.",
    "user_creatures_killed_combat": "The user's creatures that were put into a graveyard in a combat damage step.",
    "oppo_creatures_killed_combat": "The opponent's.",
    "user_creatures_killed_non_combat": "The user's that were put into a graveyard at another time, sacrificed ones included.",
    "oppo_creatures_killed_non_combat": "The opponent's.",
    "creatures_cast": "Creature spells that the player whose turn it is cast.",
    "non_creatures_cast": "Other spells of that player but instants and sorceries.",
    "user_instants_sorceries_cast": "Instants and sorceries that the user cast in this turn.",
    "oppo_instants_sorceries_cast": "Those that the opponent cast in it.",
    "eot_user_life": "The user's life as the next turn begins, or the game is over.",
    "eot_oppo_life": "The opponent's.",
}
"""Columns of each turn, after `user_turn_N_` or `oppo_turn_N_`. Cards are named by Arena's numbers and parted by `|`."""


class GamesWritten(NamedTuple):
    """How many games were written, and how many have no owner or not two players."""

    games: int
    left_out: int


def write_replay_data(paths: Sequence[str], to: Path, progress: Callable[[], None] = lambda: None) -> GamesWritten:
    """Write the games of journals, logs and directories as one CSV file, packed if its name ends with `.gz`.

    Raises:
        InvalidInput: the file is there already or can't be written; a journal can't be opened.
        CorruptJournal: a game can't be read. Nothing is written then.
    """
    if to.exists():
        raise InvalidInput("--to", f"{to}, which is there already", "a file that isn't there yet")
    rows: list[dict[str, object]] = []
    left_out = 0
    for source in games_inputs(paths):
        with opened_games(source) as journal:
            for stream in journal.games():
                row = replay_row(game_of(stream), _standing(journal, stream), _numbers(journal, stream))
                if row is None:
                    left_out += 1
                else:
                    rows.append(row)
                progress()
    with file_made(to) as file:
        packed = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) if to.suffix == ".gz" else None
        text = io.TextIOWrapper(packed or file, encoding="utf-8", newline="")
        writer = csv.DictWriter(text, _columns(rows), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        text.flush()
        text.detach()
        if packed is not None:
            packed.close()
    return GamesWritten(len(rows), left_out)


def replay_row(game: str, rows: StandingRows, numbers: Mapping[str, int]) -> dict[str, object] | None:
    """The row of a game; None if it hasn't two players and an owner. `numbers`: Arena's of cards, by permanent and spell."""
    about = rows.game
    owner, players = about.owner, about.players
    if owner is None or len(players) != 2:
        return None
    who = {player: "user" if player == owner else "oppo" for player in players}
    turns = _turns(rows.of(TurnRow))
    whole = len(turns) == max((row.turn for row in rows.of(TurnRow)), default=0)
    match, _, number = game.removeprefix("arena/").rpartition("/")
    row: dict[str, object] = {
        "event_type": about.format,
        "draft_id": match or game,
        "game_time": f"{about.played:%Y-%m-%d %H:%M:%S}" if about.played is not None else "",
        "game_number": number if number.isdecimal() else 1,
        "rank": about.rank,
        "opp_rank": about.opposing_rank,
        "on_play": _whether(None if about.first is None else about.first == owner),
        "num_mulligans": about.mulligans,
        "opp_num_mulligans": about.opposing_mulligans,
        "num_turns": max((number for _, number in turns.values()), default=0) if whole else "",
        "won": _whether(about.won),
    }
    columns = _by_turn(rows, who, numbers)
    for turn, (player, own) in turns.items():
        row |= {f"{who[player]}_turn_{own}_{name}": value for name, value in columns[turn].items()}
    for place, cards in (("deck", about.deck), ("sideboard", about.sideboard)):
        for card in cards:
            count, _, name = card.partition(" ")
            row[f"{place}_{name}"] = int(count)
    return row


def _turns(rows: Iterable[TurnRow]) -> dict[int, tuple[str, int]]:
    """The number of a turn → whose it is, and which of that player's turns.

    After a turn that the record doesn't have, nobody knows how many turns a player had: it might have been an extra turn.
    """
    found: dict[int, tuple[str, int]] = {}
    counted: Counter[str] = Counter()
    for row in sorted(rows, key=lambda row: row.turn):
        if row.turn == len(found) + 1:
            counted[row.player] += 1
            found[row.turn] = row.player, counted[row.player]
    return found


def _by_turn(rows: StandingRows, who: dict[str, str], numbers: Mapping[str, int]) -> dict[int, dict[str, object]]:
    """What happened in each turn, by its number."""
    cards: dict[tuple[int, str], dict[str, str | None]] = defaultdict(dict)  # turn and column → id → name: each creature once
    damage: Counter[tuple[int, str]] = Counter()
    for attack in rows.of(AttackRow):
        if attack.attacking:
            cards[attack.turn, "creatures_attacked"][attack.attacker] = attack.name
            if attack.blocked is not None:
                column = "creatures_blocked" if attack.blocked else "creatures_unblocked"
                cards[attack.turn, column][attack.attacker] = attack.name
    for block in rows.of(BlockRow):
        if block.blocking:
            cards[block.turn, "creatures_blocking"][block.blocker] = block.blocker_name
    for death in rows.of(DeathRow):
        if death.creature:
            when = "combat" if death.step == "combat damage" else "non_combat"
            cards[death.turn, f"{who[death.controller]}_creatures_killed_{when}"][death.permanent] = death.name
    for spell in rows.of(SpellRow):
        cards[spell.turn, _cast(spell, who)][spell.spell] = spell.name
    for hit in rows.of(DamageRow):
        if hit.combat_damage and hit.recipient in who:
            damage[hit.turn, f"{who[hit.recipient]}_combat_damage_taken"] += hit.dealt
    found: dict[int, dict[str, object]] = defaultdict(dict)
    for (turn, column), names in cards.items():
        found[turn][column] = "|".join(str(numbers.get(id, name or "")) for id, name in names.items())
    for (turn, column), amount in damage.items():
        found[turn][column] = amount
    for turn, life in _life(rows).items():
        found[turn] |= {f"eot_{who[player]}_life": amount for player, amount in life.items()}
    return found


def _cast(row: SpellRow, who: dict[str, str]) -> str:
    if {"Instant", "Sorcery"} & set(row.types) or row.player != row.active:
        return f"{who[row.player]}_instants_sorceries_cast"
    return "creatures_cast" if "Creature" in row.types else "non_creatures_cast"


def _life(rows: StandingRows) -> dict[int, dict[str, int | None]]:
    """The life of each player at the end of each turn; None where the record doesn't say."""
    turns = rows.of(TurnRow)
    life: dict[str, int | None] = {}
    for first in turns[:1]:
        for player in rows.game.players:
            life[player] = first.life if player == first.player else first.opposing_life
    changed: dict[int, dict[str, int]] = defaultdict(dict)
    for change in rows.of(LifeRow):
        changed[change.turn][change.player] = change.life
    found = {}
    for turn in sorted({row.turn for row in turns}):
        life |= changed[turn]
        found[turn] = dict(life)
    return found


def _numbers(journal: Journal, stream: str) -> dict[str, int]:
    """Arena's numbers of the cards of permanents and spells, where the record states them."""
    events = (event for _, event in journal.log(stream).events() if isinstance(event, PermanentEntered | SpellCast))
    return {event.id: event.arena_id for event in events if event.arena_id is not None}


def _standing(journal: Journal, stream: str) -> StandingRows:
    game: GameRow | None = None
    others: list[Row] = []
    for _, row in tabulate(stream, journal.entries(stream), journal.cuts(stream)):
        if isinstance(row, GameRow):
            game = row
        elif getattr(row, "stands", True):
            others.append(row)
    assert game is not None, "a stream has an entry, and the first one begins a game"
    return StandingRows(game, tuple(others))


def _columns(rows: Iterable[dict[str, object]]) -> list[str]:
    """The game's, the turns' in order, and the cards', sorted."""
    names = {name for row in rows for name in row}
    turns = {int(name.split("_")[2]) for name in names if "_turn_" in name and name.startswith(("user_", "oppo_"))}
    of_turns = (f"{who}_turn_{turn}_{name}" for turn in sorted(turns) for who in ("user", "oppo") for name in TURN_COLUMNS)
    cards = sorted(name for name in names if name.startswith(("deck_", "sideboard_")))
    return [*GAME_COLUMNS, *of_turns, *cards]


def _whether(value: bool | None) -> str:
    return "" if value is None else str(value)


def page() -> str:
    """The columns for people, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The columns of 17Lands' replay data"
    yield ""
    yield "`declarant export games.db --columns 17lands --to replay_data.csv.gz` writes them, a row a game."
    for title, columns in (("The game", GAME_COLUMNS), ("Each turn, after `user_turn_N_` or `oppo_turn_N_`", TURN_COLUMNS)):
        yield from ("", f"## {title}", "", "| column | meaning, and what differs |", "|---|---|")
        yield from (f"| {name} | {meaning} |" for name, meaning in columns.items())
    yield ""
    yield "Then `deck_NAME` and `sideboard_NAME`: how many of a card the owner has. Cards of turns are named by Arena's numbers,"
    yield "parted by `|`, as in 17Lands' files (`cards.csv` names them): those with which cards entered the battlefield. A card"
    yield "whose number the record doesn't say, as those of other programs, is named by its name. Where a record lacks a turn,"
    yield "those after it have no columns: which of a player's turns they are isn't known. What isn't here (drawn and discarded"
    yield "cards, mana spent, …) isn't known either."
