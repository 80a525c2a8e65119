"""What was given up over a game, by whom: a line for each player above the turns, with a link at each mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from markupsafe import Markup

from .game_shown import GameShown

LANE, ZERO, TOP = 52, 32, 6
"""A player's lane, where its line begins, and where it is at the most that anybody gave up, in pixels from above."""
TARGET = 24
"""How wide what a tap on a mistake meets is, in pixels, and how high each row of marks below the first."""
NARROW = 320
"""How wide a lane is on a phone, in pixels: marks that would meet there stand in rows."""


class GivingUp(NamedTuple):
    """A declaration by which points were given up, or that is a mistake."""

    frame: int
    """The number of the turn or combat on the page."""
    player: str
    points: float
    """None are given up where it is no number."""
    mistake: str | None
    symbol: str
    address: str


def given_up(shown: GameShown, found: Iterable[GivingUp]) -> Markup:
    """The lanes, in the order of the life totals; of players that share one together. Nothing where there is no mistake."""
    given = list(found)
    if not any(each.mistake for each in given):
        return Markup("")
    of = {player: [each for each in given if each.player in sharing] for player, sharing in [*shown.totals.items()][:4]}
    most = max([1.0, *(sum(each.points for each in mine) for mine in of.values())])
    lanes = [_lane(shown, number, player, mine, most) for number, (player, mine) in enumerate(of.items())]
    return Markup('<div class="given">{}</div>').format(Markup("").join(lanes))


def _lane(shown: GameShown, number: int, player: str, mine: Sequence[GivingUp], most: float) -> Markup:
    width, places = len(shown.frames), _places(mine)
    sums = [*accumulate((each.points for each in mine), initial=0.0)]
    heights = [ZERO - (ZERO - TOP) * each / most for each in sums]
    points = [f"0,{ZERO}"]
    for place, before, after in zip(places, heights, heights[1:], strict=False):
        points += [f"{place:g},{before:.1f}", f"{place:g},{after:.1f}"]
    line = Markup(
        '<svg viewBox="0 0 {0} {1}" preserveAspectRatio="none" width="100%" height="{1}"><path class="grid" d="M0 {2}h{0}"/>'
        '<polyline class="l{3}" points="{4}"/></svg>'
    ).format(width, LANE, ZERO, number, " ".join([*points, f"{width},{heights[-1]:.1f}"]))
    marked = [(each, place) for each, place in zip(mine, places, strict=True) if each.mistake is not None]
    rows = _rows([place for _, place in marked], width * TARGET / NARROW)
    height = LANE + TARGET * max(rows, default=0)
    marks = [
        Markup(
            '<a href="#{}" class="{}" aria-label="{}"><svg x="{}%" overflow="visible"><rect x="-{}" y="{}" width="{}" '
            'height="{}"/><text y="{}">{}</text></svg></a>'
        ).format(
            each.address,
            (each.mistake or "").replace(" ", "-"),
            f"{each.mistake}: {shown.frames[each.frame].title}, {shown.names(each.player)}",
            round(100 * place / width, 2),
            TARGET // 2,
            LANE + TARGET * (row - 1) if row else 0,
            TARGET,
            TARGET if row else LANE,
            LANE + TARGET * row - 5,
            each.symbol,
        )
        for (each, place), row in zip(marked, rows, strict=True)
    ]
    label = Markup('<p><svg class="key" viewBox="0 0 24 8" aria-hidden="true"><path class="l{}" d="M1 4h22"/></svg>').format(
        number
    )
    label += Markup("<b><bdi>{}</bdi></b> gave up {:.15g} point{}</p>").format(
        shown.sharing(player), sums[-1], "" if sums[-1] == 1 else "s"
    )
    return label + Markup('<svg class="lane" height="{}">{}{}</svg>').format(height, line, Markup("").join(marks))


def _rows(places: Sequence[float], apart: float) -> list[int]:
    """The row of each mark: the first in which the mark before it is far enough away."""
    rows, last = list[int](), list[float]()
    for place in places:
        row = next((row for row, before in enumerate(last) if place - before >= apart), len(last))
        last[row : row + 1] = [place]
        rows.append(row)
    return rows


def _places(mine: Sequence[GivingUp]) -> list[float]:
    """Where each is above the turns: those of one turn or combat beside each other."""
    in_frame, before = Counter(each.frame for each in mine), Counter[int]()
    places = []
    for each in mine:
        places.append(each.frame + (before[each.frame] + 0.5) / in_frame[each.frame])
        before[each.frame] += 1
    return places
