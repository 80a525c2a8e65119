"""A board as people read it: each player, and below what they control."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from ...projections import board as b
from ..cases import models as m
from ..oracle.descriptors import COLOR_WORDS
from .console import ID, columns, text


class Shown(NamedTuple):
    """A permanent in words."""

    controller: str
    id: str
    characteristics: tuple[str, ...]
    abilities: tuple[str, ...]


def shown_board(players: Mapping[str, str], rows: Iterable[Shown]) -> Iterator[RenderableType]:
    """Each player, with what is said of them, and below what they control."""
    controlled: dict[str, list[Shown]] = {player: [] for player in players}
    for row in rows:
        controlled[row.controller].append(row)
    for player, words in players.items():
        yield Text("  ").join([text(f"  {player}", "bold"), text(words)])
        if controlled[player]:
            yield columns(([text(row.id, ID), _described(row)] for row in controlled[player]), indent=4)


def harm_of(poison: int, by_commanders: Mapping[str, int]) -> list[str]:
    """What of a player, beside life, brings a loss nearer."""
    dealt = [f"{amount} damage by the commander {id}" for id, amount in by_commanders.items() if amount]
    return [f"{poison} poison counters"] * bool(poison) + dealt


def _described(row: Shown) -> Text:
    characteristics = text(", ".join(filter(None, row.characteristics)))
    return Text("\n").join([characteristics, *(text(ability, "italic") for ability in row.abilities)])


def status_of(permanent: m.StatedPermanent | b.Permanent, types: Iterable[str], *remarks: str) -> str:
    """Power and toughness, colors, loyalty, counters and whatever else is to be seen of a permanent, in a line."""
    size = permanent.size if isinstance(permanent, b.Permanent) else f"{permanent.power}/{permanent.toughness}"
    words = [size] if "Creature" in types else []
    words += (
        [" and ".join(word for letter, word in COLOR_WORDS.items() if letter in permanent.colors)] if permanent.colors else []
    )
    words += [f"{name} {value}" for name in ("loyalty", "defense") if (value := getattr(permanent, name)) is not None]
    words += [f"{number} {kind} counters" for kind, number in permanent.counters.items()]
    words += [f"{permanent.marked} damage marked"] if permanent.marked else []
    words += [f"attached to {permanent.attached_to}"] if permanent.attached_to else []
    words += [word for word in ("tapped", "token") if getattr(permanent, word)]
    return ", ".join([*words, *filter(None, remarks)])
