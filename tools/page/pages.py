"""Pages of cases: made, and read back."""

from __future__ import annotations

from datetime import date
from typing import Any

from ...events.errors import InvalidInput
from ..cases.models import Case
from .dispute import Dispute, dispute
from .render import page, picture, version


def case_page(case: Case, *, step: int | None = None, rules: date | None = None) -> str:
    """A case as a page. Raises InvalidInput where it can't be judged, or has no such step."""
    return dispute_page(dispute(case, step=step, rules=rules))


def dispute_page(shown: Dispute, **more: Any) -> str:
    """A dispute as a page, with the case in it."""
    return page(
        "dispute.jinja",
        f"{shown.title} · declarant",
        shown,
        styles=("page.css",),
        script="dispute.js",
        data=data_of(shown),
        **more,
    )


def data_of(shown: Dispute) -> dict[str, Any]:
    """What the page of a dispute carries: the case, under which rules and of which step it tells, and the rulings."""
    return {
        "declarant": version(),
        "page": "case",
        "step": shown.asked,
        "rules": shown.rules.isoformat(),
        "case": shown.case.model_dump(mode="json", by_alias=True, exclude_unset=True),
        "report": shown.report.model_dump(mode="json"),
    }


def case_picture(case: Case, *, step: int | None = None, rules: date | None = None) -> str:
    """The board of a case as SVG, with what was tried on it. Raises InvalidInput likewise, and where there is none to show."""
    shown = dispute(case, step=step, rules=rules, years=False)
    if shown.lede is None or not shown.lede.figures:
        raise InvalidInput("--step", "none" if step is None else str(step), "a step with a board to show")
    return picture(shown.lede.figures[0].picture, shown.tiles)
