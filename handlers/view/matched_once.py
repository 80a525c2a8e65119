"""Which permanents filters match, for many effects at a time: what their filters share is gone through once."""

from __future__ import annotations

from contextlib import suppress
from functools import reduce

from ...events import abilities as a
from ...events.errors import FactNotStated
from ...events.model import parts_of
from .context import Context
from .matching import Matching
from .reading import reading

PLAIN = (a.AllOf, a.AnyOf, a.ControlledBy, a.HasColor, a.HasType, a.Is, a.IsNamed, a.IsOneOf, a.Not, a.OwnedBy, a.Players)
"""Filters that ask for nothing but types, colors, names, players, and which permanent it is."""


class MatchedOnce:
    """What filters match while types, colors and controllers of permanents, and who has changeling, stay as they are.

    A hundred lords that say the same of other creatures ask for one type and two controllers: each part of a filter is matched
    once for all contexts that make no difference to it.
    """

    def __init__(self, board: Matching) -> None:
        self._board = board
        self._everything = frozenset(board.permanents)
        self._plain: dict[a.Filter, bool] = {}
        self._found: dict[tuple[a.Filter, object], frozenset[str]] = {}

    def matching(self, filter: a.Filter, context: Context) -> tuple[str, ...]:
        """The ids of the permanents that match, in the board's order. Raises FactNotStated."""
        if filter not in self._plain:
            self._plain[filter] = all(isinstance(each, PLAIN) for each in parts_of(filter))
        if self._plain[filter]:
            with suppress(FactNotStated):  # which may not matter, where another part settles it
                found = self._ids(filter, context)
                return tuple([id for id in self._board.permanents if id in found])
        return tuple([permanent.id for permanent in self._board.matching(filter, context)])

    def _ids(self, filter: a.Filter, context: Context) -> frozenset[str]:
        values = reading(filter).values(context)
        key = filter, (values, context.you) if self._board.ranges else values
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._matched(filter, context)
        return found

    def _matched(self, filter: a.Filter, context: Context) -> frozenset[str]:
        match filter:
            case a.Is(role="source"):
                return self._everything.intersection((context.source,))
            case a.AllOf():
                return reduce(frozenset.intersection, (self._ids(part, context) for part in filter.parts), self._everything)
            case a.Not():
                return self._everything - self._ids(filter.part, context)
        return frozenset(permanent.id for permanent in self._board.matching(filter, context))
