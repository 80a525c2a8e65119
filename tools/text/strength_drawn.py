"""The picture of `declarant strength`: the difference that each text makes, with its interval, in SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..simulation.strength import StrengthReport

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 640, 180, 24, 56, 28, 34
LEAST = 0.1
"""The scale goes at least so far to both sides."""


def drawing(found: StrengthReport) -> str:
    """A row for each creature: a dot at the difference, a line over its interval."""
    return "\n".join(_elements(found)) + "\n"


def _elements(found: StrengthReport) -> Iterator[str]:
    height = TOP + ROW * len(found.cards) + BOTTOM
    widest = max((abs(end) for each in found.cards for end in each.interval or ()), default=0.0)
    scale = max(LEAST, widest)

    def at(difference: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (difference / scale + 1) / 2

    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#2b3036">'
    )
    yield "<title>What a text is worth: the score with it less that without</title>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    yield '<text x="16" y="24" font-size="17" font-weight="600">What a text is worth</text>'
    how = f"{found.policy} on {found.size} × {found.size}, {found.life} life, seed {found.seed}"
    subtitle = f"score with it less that without, 95%; {how}"
    yield f'<text x="16" y="42" fill="#6b737a">{escape(subtitle)}</text>'
    foot = height - BOTTOM
    for part in (-1, -0.5, 0, 0.5, 1):
        x, shade = at(part * scale), "#2b3036" if part == 0 else "#e3e6e8"
        yield f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" y2="{foot}" stroke="{shade}"/>'
        yield f'<text x="{x:.1f}" y="{foot + 18}" text-anchor="middle" fill="#6b737a">{part * scale:+.2f}</text>'
    for row, each in enumerate(found.cards):
        y = TOP + ROW * row + ROW / 2
        yield f'<text x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(_shortened(each.card))}</text>'
        if each.difference is None:
            continue
        low, high = each.interval or (each.difference, each.difference)
        yield f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y}" y2="{y}" stroke="#5b8db8" stroke-width="3"/>'
        yield f'<circle cx="{at(each.difference):.1f}" cy="{y}" r="5" fill="#c8553d"/>'
    yield "</svg>"


def _shortened(name: str, most: int = 22) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
