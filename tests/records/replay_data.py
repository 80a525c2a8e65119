"""Replay data as 17Lands publishes it, written by us: columns, cells and padding are those of the public files, games aren't."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Cells = Mapping[str, Any]

OX, ELF, WALL, BOLT, PLAINS = 101, 102, 103, 104, 111
"""Arena's numbers of cards."""
NAMES = {OX: "Grim Ox", ELF: "Keen Elf", WALL: "Old Wall", BOLT: "Bright Bolt", PLAINS: "Plains"}

GAME = (
    *("expansion", "event_type", "draft_id", "draft_time", "build_index", "match_number", "game_number", "game_time", "rank"),
    *(
        "opp_rank",
        "main_colors",
        "splash_colors",
        "on_play",
        "num_mulligans",
        "opp_num_mulligans",
        "opp_colors",
        "num_turns",
        "won",
    ),
)
ACTIVE = (
    *("cards_discarded", "lands_played", "creatures_cast", "non_creatures_cast", "user_instants_sorceries_cast"),
    *("oppo_instants_sorceries_cast", "user_abilities", "oppo_abilities", "creatures_attacked", "creatures_blocked"),
    *("creatures_unblocked", "creatures_blocking", "oppo_combat_damage_taken", "user_combat_damage_taken"),
    *("user_creatures_killed_combat", "oppo_creatures_killed_combat", "user_creatures_killed_non_combat"),
    *("oppo_creatures_killed_non_combat", "user_mana_spent", "oppo_mana_spent", "eot_user_cards_in_hand"),
    *("eot_oppo_cards_in_hand", "eot_user_lands_in_play", "eot_oppo_lands_in_play", "eot_user_creatures_in_play"),
    *("eot_oppo_creatures_in_play", "eot_user_non_creatures_in_play", "eot_oppo_non_creatures_in_play", "eot_user_life"),
    "eot_oppo_life",
)
TURN = {"user": ("cards_drawn", "cards_tutored", *ACTIVE), "oppo": ("cards_drawn_or_tutored", *ACTIVE)}
TURNS = 6
"""Public files have 30 slots."""


def padding(column: str) -> str:
    """What stands in a turn that wasn't played."""
    if column.endswith(("_life", "mana_spent", "eot_oppo_cards_in_hand")):
        return "0.0"
    return "0" if column.endswith(("combat_damage_taken", "cards_drawn_or_tutored")) else ""


def row(turns: Mapping[str, Cells] = {}, deck: Mapping[str, int] = {}, **game: Any) -> dict[str, str]:
    """A game: what is stated of turns, as in `{"user 1": {"creatures_cast": [OX]}}`, of the deck, and in columns of the game."""
    columns_of_game: dict[str, Any] = {
        "expansion": "FDN",
        "event_type": "PremierDraft",
        "draft_id": "d1",
        "draft_time": "2024-11-12 19:09:18",
        "build_index": 0,
        "match_number": 1,
        "game_number": 1,
        "game_time": "2024-11-12 19:39:12",
        "rank": "platinum",
        "opp_rank": "None",
        "main_colors": "UB",
        "on_play": True,
        "num_mulligans": 0,
        "opp_num_mulligans": 0,
        "num_turns": max((int(slot.split()[1]) for slot in turns), default=0),
        "won": True,
        **game,
    }
    for name in ("Grim Ox", "Keen Elf"):
        columns_of_game |= {f"deck_{name}": deck.get(name, 0), f"sideboard_{name}": 0}
    for side, columns in TURN.items():
        for number in range(1, TURNS + 1):
            cells = turns.get(f"{side} {number}", {})
            assert set(cells) <= set(columns)
            columns_of_game |= {f"{side}_turn_{number}_{column}": cells.get(column, padding(column)) for column in columns}
    return {name: _cell(value) for name, value in columns_of_game.items()}


def _cell(value: Any) -> str:
    return "|".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def columns() -> list[str]:
    """The columns in the order of the public files, but for those that speak of single cards of the set."""
    turns = (f"{side}_turn_{n}_{column}" for n in range(1, TURNS + 1) for side, of in TURN.items() for column in of)
    cards = (f"{deck}_{name}" for name in ("Grim Ox", "Keen Elf") for deck in ("deck", "sideboard"))
    hands = (*(f"candidate_hand_{n}" for n in range(1, 8)), "opening_hand")
    ends = ("user_total_cards_drawn", "oppo_total_mana_spent", "user_n_games_bucket", "user_game_win_rate_bucket")
    return [*GAME, *hands, *turns, *cards, *ends]


def text(*rows: Mapping[str, str], names: Sequence[str] | None = None) -> str:
    """A file of these games."""
    file = io.StringIO()
    writer = csv.DictWriter(file, names or columns(), restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def written(path: Path, *rows: Mapping[str, str]) -> Path:
    """Such a file, packed if its name says so."""
    data = text(*rows).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


PLAYED = {
    "user 1": {"lands_played": [PLAINS], "eot_user_lands_in_play": [PLAINS], "eot_user_life": "20.0", "eot_oppo_life": "20.0"},
    "oppo 1": {
        "creatures_cast": [ELF],
        "eot_oppo_creatures_in_play": [ELF],
        "eot_user_lands_in_play": [PLAINS],
        "eot_user_life": "20.0",
        "eot_oppo_life": "20.0",
    },
    "user 2": {
        "creatures_cast": [OX, OX],
        "eot_user_cards_in_hand": [BOLT, PLAINS],
        "eot_oppo_cards_in_hand": "5.0",
        "eot_user_lands_in_play": [PLAINS],
        "eot_user_creatures_in_play": [OX, OX],
        "eot_oppo_creatures_in_play": [ELF],
        "eot_user_life": "20.0",
        "eot_oppo_life": "20.0",
    },
    "oppo 2": {
        "creatures_cast": [WALL],
        "user_instants_sorceries_cast": [BOLT],
        "oppo_creatures_killed_non_combat": [ELF],
        "eot_user_lands_in_play": [PLAINS],
        "eot_user_creatures_in_play": [OX, OX],
        "eot_oppo_creatures_in_play": [WALL, WALL],
        "eot_user_life": "20.0",
        "eot_oppo_life": "20.0",
    },
    "user 3": {
        "creatures_attacked": [OX, OX, ELF],
        "creatures_blocked": [OX, OX],
        "creatures_unblocked": [ELF],
        "creatures_blocking": [WALL, WALL],
        "oppo_combat_damage_taken": "2",
        "user_creatures_killed_combat": [OX],
        "oppo_creatures_killed_combat": [WALL],
        "eot_user_lands_in_play": [PLAINS],
        "eot_user_creatures_in_play": [OX, ELF],
        "eot_oppo_creatures_in_play": [WALL],
        "eot_user_life": "20.0",
        "eot_oppo_life": "18.0",
    },
    "oppo 3": {
        "creatures_attacked": [WALL],
        "creatures_blocked": [WALL],
        "creatures_blocking": [OX],
        "user_combat_damage_taken": "-2",
        "oppo_creatures_killed_combat": [WALL],
        "eot_user_lands_in_play": [PLAINS],
        "eot_user_creatures_in_play": [OX, ELF],
        "eot_user_life": "22.0",
        "eot_oppo_life": "18.0",
    },
}
"""A game: in the user's third turn two of three attackers are blocked by two creatures, in the opponent's third turn one is."""
