"""The ribbon of editions: how the same step is ruled on under the rules of each day since 1999."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from ..cases.comparison import Ruled
from .words import capital, day, shown

WORDS = {"legal": "legal", "illegal": "not legal", "undecided": "undecided", "refused": "can’t be judged", None: "no ruling"}
"""What a verdict is called on a page."""

LABELLED = 9.0
"""How wide a span is at least, in hundredths of the ribbon, that its verdict is written into."""


@dataclass(frozen=True)
class RulingSpan:
    """A ruling while it was the same: when, by which rules, and what changed it."""

    verdict: str
    word: str
    when: str
    rules: str
    why: str
    because: tuple[tuple[str, str], ...]


def spans(rulings: Sequence[Ruled]) -> list[RulingSpan]:
    """The rulings, oldest rules first."""
    found = []
    for number, ruled in enumerate(rulings):
        until = rulings[number + 1].since - timedelta(days=1) if number + 1 < len(rulings) else None
        if len(rulings) == 1:
            when = "under all of these rules"
        elif number == 0 and until is not None:
            when = f"until {day(until)}"
        else:
            when = f"from {day(ruled.since)} to {day(until)}" if until is not None else f"since {day(ruled.since)}"
        reasons = []
        for because in ruled.because:
            for change in because.behaviour:
                reasons.append((change.about, f"since {day(because.effective)}: {change.after}. Before: {change.before}."))
            if because.follows is not None:
                reasons.append(("Another combat", f"since {day(because.effective)}, for an earlier step is ruled on otherwise."))
        rules = "rule " + ", later ".join(ruled.rules) if ruled.rules and ruled.verdict == "illegal" else ""
        found.append(
            RulingSpan(
                verdict=ruled.verdict or "none",
                word=WORDS[ruled.verdict],
                when=when,
                rules=rules,
                why=shown(ruled.why) if ruled.verdict == "refused" else "",
                because=tuple((shown(about), shown(text)) for about, text in reasons),
            )
        )
    return found


def ribbon(rulings: Sequence[Ruled], days: Sequence[date], here: date) -> Markup:
    """The picture: a bar of spans, a tick for each edition, a mark at the day of the case."""
    first, last = days[0], date(max(days[-1], here).year, 12, 31)

    def place(when: date) -> float:
        share = (min(max(when, first), last) - first).days / (last - first).days
        return round(100 * share, 2)

    parts = []
    for number, ruled in enumerate(rulings):
        start = place(ruled.since)
        end = place(rulings[number + 1].since) if number + 1 < len(rulings) else 100.0
        verdict = ruled.verdict or "none"
        parts.append(
            Markup('<rect class="rb {}" x="{}%" y="18" width="{}%" height="26"/>').format(verdict, start, round(end - start, 2))
        )
        if end - start >= LABELLED:
            parts.append(
                Markup('<text class="rl {}" x="{}%" dx="8" y="36">{}</text>').format(verdict, start, WORDS[ruled.verdict])
            )
    parts += [Markup('<line class="ed" x1="{0}%" x2="{0}%" y1="47" y2="52"/>').format(place(each)) for each in days]
    for year in range(first.year + 1, last.year + 1):
        if year % 5 == 0:
            parts.append(Markup('<text class="yr" x="{}%" y="66">{}</text>').format(place(date(year, 1, 1)), year))
    at = place(here)
    anchor = "end" if at > 50 else "start"
    parts.append(Markup('<svg x="{}%" y="0" overflow="visible"><path class="here" d="M-5 9h10l-5 7z"/></svg>').format(at))
    parts.append(
        Markup('<text class="yn {}" x="{}%" dx="{}" y="13">this case</text>').format(anchor, at, -9 if anchor == "end" else 9)
    )
    label = "; ".join(f"{span.word} {span.when}" for span in spans(rulings))
    return Markup(
        '<svg class="ribbon" height="72" role="img" aria-label="{}"><defs><pattern id="hatch" width="8" height="8" '
        'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="h0" width="8" height="8"/>'
        '<rect class="h1" width="2" height="8"/></pattern></defs>{}</svg>'
    ).format(capital(label), Markup("").join(parts))
