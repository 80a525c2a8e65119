"""Draws the picture in docs/tables.md: `python -m declarant.tools.tables.picture [--games 400]` writes `double-blocks.svg`.

The answer to one question, from simulated games: how often does an attacker get blocked, by one creature or by several?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer

from ...events.journal.journal import Journal
from ...events.optional import required
from . import tables
from .simulated import play

PICTURE = Path(__file__).with_name("double-blocks.svg")
TITLE = "How often does an attacker get double-blocked?"
SHARES = (("unblocked", "#b8c4cc"), ("blocked by one", "#5b8db8"), ("blocked by two or more", "#c8553d"))
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, BAR = 640, 320, 48, 72, 52, 56


class BlockedShare(NamedTuple):
    """The attackers of one power, and how many of them were unblocked, blocked by one creature, by more."""

    power: int
    attackers: int
    parts: tuple[int, int, int]


def shares(games: int) -> list[BlockedShare]:
    """Play games, and count attackers by their power."""
    pc = required("pyarrow.compute", "export")
    with TemporaryDirectory() as folder, Journal.open(Path(folder) / "games.db", "OFF") as journal:
        play(journal, games)
        attacks = tables(journal, only=["attacks"])["attacks"]
    standing = attacks.filter(pc.and_(attacks["stands"], pc.is_valid(attacks["blocked"])))
    found = []
    for power in sorted(set(standing["power"].to_pylist())):
        blockers = standing.filter(pc.equal(standing["power"], power))["blockers"].to_pylist()
        parts = (blockers.count(0), blockers.count(1), sum(number > 1 for number in blockers))
        found.append(BlockedShare(power, len(blockers), parts))
    return found


def drawing(found: Sequence[BlockedShare], games: int) -> str:
    """The shares as stacked bars, in SVG."""
    return "\n".join(_elements(found, games)) + "\n"


def _elements(found: Sequence[BlockedShare], games: int) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#2b3036">'
    )
    yield f"<title>{TITLE}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    yield f'<text x="{LEFT}" y="26" font-size="17" font-weight="600">{TITLE}</text>'
    x = float(LEFT)
    for name, color in SHARES:
        yield f'<rect x="{x:.0f}" y="40" width="12" height="12" fill="{color}"/><text x="{x + 18:.0f}" y="51">{name}</text>'
        x += 44 + 7.2 * len(name)
    height = HEIGHT - TOP - BOTTOM
    for percent in (0, 25, 50, 75, 100):
        y = TOP + height * (1 - percent / 100)
        yield f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e3e6e8"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#6b737a">{percent}%</text>'
    step = (WIDTH - 16 - LEFT) / len(found)
    for number, share in enumerate(found):
        middle, y = LEFT + step * (number + 0.5), float(TOP + height)
        for part, (_, color) in zip(share.parts, SHARES, strict=True):
            size = height * part / share.attackers
            y -= size
            yield f'<rect x="{middle - BAR / 2:.1f}" y="{y:.1f}" width="{BAR}" height="{size:.1f}" fill="{color}"/>'
        double = f"{100 * share.parts[2] / share.attackers:.0f}%"
        yield f'<text x="{middle:.1f}" y="{y + 15:.1f}" text-anchor="middle" fill="#ffffff" font-weight="600">{double}</text>'
        yield f'<text x="{middle:.1f}" y="{TOP + height + 18}" text-anchor="middle">power {share.power}</text>'
    attackers = sum(share.attackers for share in found)
    yield (
        f'<text x="{LEFT}" y="{HEIGHT - 10}" font-size="11" fill="#6b737a">{attackers:,} attackers in {games} simulated games '
        "(tools/tables/simulated.py)</text>"
    )
    yield "</svg>"


def main(games: Annotated[int, typer.Option(help="How many games to play.")] = 400) -> None:
    """Play, count, draw."""
    PICTURE.write_text(drawing(shares(games), games), "utf-8")


if __name__ == "__main__":
    typer.run(main)
