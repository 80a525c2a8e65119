"""The cards of the visible logs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from declarant.tools.cards import CardFace


@pytest.fixture(scope="session")
def real_cards(shared: Path) -> Callable[[int], CardFace | None]:
    """The cards of the real logs by Arena's numbers."""
    with gzip.open(shared / "arena" / "grpid.json.gz") as file:
        names: dict[str, str] = json.load(file)
    found: dict[str, dict[str, Any]] = {}
    with gzip.open(shared / "cards" / "arena-cards.jsonl.gz") as rows:
        for row in map(json.loads, rows):
            found[row["name"]] = row
            if row["card"].startswith(f"{row['name']} // "):
                found[row["card"]] = row

    @cache
    def card(number: int) -> CardFace | None:
        row = found.get(names.get(str(number), ""))
        if row is None:
            return None
        supertypes = [each for each in row["types"] if each in ("Basic", "Legendary", "Snow")]
        return CardFace(
            name=row["name"],
            supertypes=tuple(supertypes),
            types=tuple(each for each in row["types"] if each not in supertypes),
            subtypes=tuple(row["subtypes"]),
            power=row["power"],
            toughness=row["toughness"],
            text=row["text"],
        )

    return card
