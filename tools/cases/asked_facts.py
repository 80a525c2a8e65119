"""Facts that a case states, against those that its texts ask about: others would be passed over in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...events import abilities as a
from ...events import facts as t
from ...events.catalogue import Event
from ...events.errors import InvalidInput
from ...events.model import parts_of
from ...handlers.resolution.binding import EXILED_WITH_IT
from ...handlers.view.stated_facts import STATED_OF_STATES, WITH_ABILITIES
from ..suggestions import did_you_mean
from . import models as m
from .misfits import describe, render
from .places import Location

CHOSEN = "the chosen player"


def check_facts(case: m.Case, events: Iterable[Event]) -> None:
    """Raises InvalidInput for the first stated fact that no ability of the game, as these events state it, asks about."""
    stated = list(_stated(case))
    if not stated:
        return
    asked = {t.normalised(fact): fact for event in events for fact in _asked(event)}
    asked[CHOSEN] = CHOSEN
    for where, fact in stated:
        if t.normalised(fact) not in asked:
            allowed = f"a fact that a text asks about: {', '.join(sorted(asked.values()))}"
            raise InvalidInput(where, describe(fact), allowed + did_you_mean(fact, asked.values()))


def _stated(case: m.Case) -> Iterator[tuple[str, str]]:
    said: list[tuple[Location, m.Facts]] = [(("facts",), case.facts)]
    for index, step in enumerate(case.steps):
        if isinstance(step, m.StatesStep):
            said.append((("steps", index, "states", "facts"), step.states.facts))
    for place, facts in said:
        for about, of_them in facts.items():
            for index, fact in enumerate(of_them):
                yield render((*place, about, fact if isinstance(of_them, dict) else index)), fact


def _asked(event: Event) -> Iterator[str]:
    for part in parts_of(event):
        if isinstance(part, a.Unstated | a.IsUnstated | a.UnstatedNumber | a.OnRecord | a.IsOnRecord):
            yield part.fact
        elif isinstance(part, a.IsInState) and part.state in STATED_OF_STATES:
            yield STATED_OF_STATES[part.state]
        elif isinstance(part, a.HasAbilities):
            yield WITH_ABILITIES
        elif isinstance(part, a.IsExiledWith):
            yield EXILED_WITH_IT
