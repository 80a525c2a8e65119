"""What a page shows of a game: its frames (a turn or a combat each) with their rows, and life by turn as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from markupsafe import Markup

from ...projections.tables.life import LifeRow
from ..history.games import Listed
from . import render, words
from .board import Tiles
from .words import Names, shown


@dataclass
class ReplayLine:
    """A line of what happened. `phase`: the stop that shows it; `tried`: it was taken back, with reasons and its own picture."""

    text: Markup
    version: int
    """Of the entry that states it."""
    kind: str = ""
    phase: str = ""
    stands: bool = False
    tried: str = ""
    word: str = ""
    rule: str | None = None
    reasons: list[Markup] = field(default_factory=list)
    instead: Markup | None = None
    picture: Markup | None = None


@dataclass
class Frame:
    """A turn, or a combat of it: what stands on the board and what happened."""

    number: int
    id: str
    player: str
    title: str
    life: dict[str, int]
    version: int
    after: dict[str, int] = field(default_factory=dict)
    rows: list[ReplayLine] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    picture: Markup = field(default_factory=Markup)
    attempts: int = 0
    client: int = 0
    attacked: bool = False

    def stop(self, phase: str) -> str:
        """A stop of this name, from now on."""
        if phase not in self.phases:
            self.phases.append(phase)
        return phase


@dataclass
class GameShown:
    """A game, as it is shown."""

    listed: Listed
    title: str
    names: Names
    totals: dict[str, tuple[str, ...]]
    """Who stands for each life total → whose it is."""
    below: tuple[str, ...]
    """Those whose attacks come from below."""
    source: str
    frames: list[Frame]
    tiles: Tiles
    taken_back: int

    def _repr_html_(self) -> str:
        """The replay in a notebook, in a frame of its own."""
        return render.framed(self.page())

    def page(self, data: object = None, **more: Any) -> str:
        """All of it as a page. `data`: what it carries; `more`: what else the template shows."""
        return render.page(
            "game.jinja", f"{self.title} · declarant", self, styles=("game.css",), script="game.js", data=data, **more
        )

    @property
    def stops(self) -> dict[str, tuple[Frame, str]]:
        """Every stop by its address on the page, in order: the turn, and the attack, attempt, block or damage that is shown."""
        return {
            frame.id + (f"-{phase}" if phase else ""): (frame, phase) for frame in self.frames for phase in frame.phases or [""]
        }

    @property
    def about(self) -> str:
        """What was played, when, and by which rules."""
        listed = self.listed
        when = words.day(date.fromisoformat((listed.played or listed.recorded)[:10]))
        house = "".join(f", {shown(name, 80)}" for name in listed.house_rules)
        rules = f"rules of {words.day(date.fromisoformat(listed.edition))}{house}"
        return " · ".join(filter(None, [shown(listed.format or "", 80), when, self.source, rules]))

    @property
    def facts(self) -> list[str]:
        """What is known of the game, in a few words each."""
        listed = self.listed
        number = f"{listed.declarations} declaration{'s' if listed.declarations != 1 else ''}"
        facts = [f"{number}, all legal" if not listed.illegal else f"{number}, {listed.illegal} not legal"]
        if self.taken_back:
            facts.append(f"{self.taken_back} step{'s' if self.taken_back > 1 else ''} taken back by the client")
        facts.append("gaps in the record" if listed.tainted else "record complete")
        return facts

    def sharing(self, player: str) -> str:
        """The names of those whose life total it is."""
        return " and ".join(map(self.names, self.totals[player]))

    @property
    def chart(self) -> Markup:
        """Life by turn, and below it who attacked when and what was taken back."""
        frames = self.frames
        top = max([20, *(value for frame in frames for value in (*frame.life.values(), *frame.after.values()))])
        width = len(frames) or 1
        parts = []
        for number, frame in enumerate(frames):
            parts.append(
                Markup('<rect class="col" data-at="{}" x="{}%" y="0" width="{}%" height="104"/>').format(
                    frame.id, round(100 * number / width, 2), round(100 / width, 2)
                )
            )
        lines = []
        for number, player in enumerate([*self.totals][:4]):
            steps = []
            for at, frame in enumerate(frames):
                before, after = (66 - 60 * max(0, each.get(player, 0)) / top for each in (frame.life, frame.after))
                steps.append(f"{at},{before:.1f} {at + 0.5},{before:.1f} {at + 0.5},{after:.1f}")
            steps.append(f"{width},{after:.1f}" if frames else "")
            lines.append(Markup('<polyline class="l{}" points="{}"/>').format(number, " ".join(steps)))
        lines.reverse()
        inner = Markup('<svg viewBox="0 0 {} 70" preserveAspectRatio="none" width="100%" height="70">{}{}</svg>').format(
            width, Markup('<path class="grid" d="M0 66h{}"/>').format(width), Markup("").join(lines)
        )
        for number, frame in enumerate(frames):
            middle = round(100 * (number + 0.5) / width, 2)
            marks = Markup("")
            if frame.attacked:
                upward = frame.player in self.below
                shape = "M-6 84h12l-6 -10z" if upward else "M-6 74h12l-6 10z"
                marks += Markup('<path class="fight by{}" d="{}"/>').format(int(not upward), shape)
            if frame.attempts or frame.client:
                kind = "cutm" if frame.attempts else "cutm client"
                marks += Markup('<path class="{}" d="M-4 91l8 8m0-8l-8 8"/>').format(kind)
            if marks:
                parts.append(Markup('<svg x="{}%" y="0" overflow="visible">{}</svg>').format(middle, marks))
        ends = "; ".join(
            f"{self.sharing(player)} from {frames[0].life.get(player, 0)} to {frames[-1].after.get(player, 0)}"
            for player in self.totals
            if frames
        )
        return Markup('<svg class="chart" role="img" aria-label="Life by turn: {}">{}{}</svg>').format(
            ends, Markup("").join(parts[: len(frames)]) + inner, Markup("").join(parts[len(frames) :])
        )


def life_line(turns: int, lives: Sequence[Sequence[LifeRow]]) -> Markup:
    """A game's life by turn as a line for each player, small. `lives`: how it changed, in turn order."""
    begun = [rows[0].life - rows[0].change for rows in lives if rows]
    top = max([20, *begun, *(row.life for rows in lives for row in rows)])
    lines = []
    for number, rows in enumerate(lives[:4]):
        life, points = rows[0].life - rows[0].change if rows else max(begun, default=20), list[str]()
        for at, each in [(0, life), *((row.turn, row.life) for row in rows), (turns, None)]:
            points.append(f"{at},{_height(life, top)}")
            life = life if each is None else each
            points.append(f"{at},{_height(life, top)}")
        lines.append(Markup('<polyline class="l{}" points="{}"/>').format(number, " ".join(dict.fromkeys(points))))
    return Markup('<svg class="line" viewBox="0 0 {} 34" preserveAspectRatio="none" aria-hidden="true">{}</svg>').format(
        max(turns, 1), Markup("").join(reversed(lines))
    )


def _height(life: int, top: int) -> str:
    return f"{32 - 30 * max(0, life) / top:.1f}"
