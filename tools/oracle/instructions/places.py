"""Where in a library something is put: on top, on the bottom, so many from the top, shuffled into it; and in which order."""

from __future__ import annotations

from ....events.filters import LibraryOrder, LibraryPlace
from ..numbers import ORDINALS, WORDS

_ORDERS: dict[str, LibraryOrder | None] = {
    " in a random order": "random",
    " in random order": "random",
    " in any order": "any",
    "": None,
}
Where = tuple[LibraryPlace, LibraryOrder | None]


def _in_library(whose: str) -> dict[str, Where]:
    """After "put it": "on top of your library", "into your library third from the top"."""
    library = f"{whose} libraries" if whose.endswith("s'") else f"{whose} library"
    found: dict[str, Where] = {}
    for words, order in _ORDERS.items():
        found[f"on top of {library}{words}"] = 1, order
        found[f"on the bottom of {library}{words}"] = "bottom", order
    for ordinal, place in ORDINALS.items():
        found[f"into {library} {ordinal} from the top"] = place, None
    for place in range(3, 8):
        for that in ("that library", library):
            found[f"into {library} just beneath the top {WORDS[place - 1]} cards of {that}"] = place, None
    for choice in ("on the top or bottom", "on your choice of the top or bottom", "on their choice of the top or bottom"):
        found[f"{choice} of {library}"] = "top or bottom", None
    return found


OWNERS = ("its owner's", "their owner's", "their owners'", "his owner's", "her owner's")
"""Whose library, of what somebody owns."""
OF_ITS_OWNER: dict[Where, tuple[str, ...]] = {}
"""By where it is, the words for it, of which the first are said."""
for _whose in OWNERS:
    for _words, _where in _in_library(_whose).items():
        OF_ITS_OWNER[_where] = (*OF_ITS_OWNER.get(_where, ()), _words)
TO_LIBRARY: dict[str, Where] = {
    words: where for whose in ("your", *OWNERS, "their", "that player's") for words, where in _in_library(whose).items()
}
"""After "put that card"."""
TO_LIBRARY |= {f"{back}{words}": (1, order) for back in ("back on top", "back") for words, order in _ORDERS.items()}
TO_LIBRARY |= {f"on the bottom{words}": ("bottom", order) for words, order in _ORDERS.items() if words}
INTO_LIBRARY = (
    *(f"into {whose} library" for whose in ("your", "their", "its owner's", "their owner's")),
    *(f"into {whose} libraries" for whose in ("their owners'", "their")),
)
"""After "shuffle it"."""


def said_in_library(whose: str, place: LibraryPlace | None, order: LibraryOrder | None) -> str:
    """ "On top of your library", after "put it". Raises KeyError where there are no words for it."""
    said = next((words for words, where in _in_library(whose).items() if where == (place, order)), None)
    if said is None:
        raise KeyError(place)
    return said
