""" "Bands with other" (702.22): with whom a creature forms a band, and among whom its controller divides damage.

Until 2009-07-10 all had to have the same of these abilities, whatever they were themselves; banding stood for it in a band.
"""

from __future__ import annotations

from collections.abc import Collection

from ...events import abilities as a
from ..rulebook.editions import Edition
from ..view.context import Context
from ..view.view import View


def may_band(view: View, edition: Edition, band: Collection[str]) -> bool:
    """702.22c: whether the band is one by "bands with other"."""
    same = edition.bands_with_other == "the same ability"
    return any(
        all(_has(view, edition, member, quality, each) or (same and "banding" in view.keywords(each)) for each in band)
        for member in band
        for quality in _qualities(view, member)
    )


def are_banded(view: View, edition: Edition, creatures: Collection[str]) -> bool:
    """702.22j–k: whether one of these has banding, or with another one what "bands with other" asks for."""
    for id in creatures:
        if "banding" in view.keywords(id):
            return True
        for quality in _qualities(view, id):
            with_it = [each for each in creatures if _has(view, edition, id, quality, each)]
            if id in with_it and len(with_it) > 1:
                return True
    return False


def _qualities(view: View, id: str) -> list[a.Filter]:
    """With others of which qualities it bands."""
    if "bands with other" not in view.keywords(id):
        return []
    return [each.quality or a.ANYTHING for each in view.keyword_abilities(id, "bands with other")]


def _has(view: View, edition: Edition, id: str, quality: a.Filter, other: str) -> bool:
    """Whether another creature, or that one itself, has what its "bands with other" asks for."""
    if edition.bands_with_other == "the same ability":
        return quality in _qualities(view, other)
    return view.matches(quality, view.permanents[other], Context(id, view.permanents[id].controller))
