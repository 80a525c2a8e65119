"""What somebody may have meant by a word that isn't known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.7) -> tuple[str, ...]:
    """The known words that are nearest to this one, the nearest first: none that is less alike (0 to 1) than `least`.

    Case makes no difference.
    """
    forms = {each.lower(): each for each in known}
    return tuple(forms[each] for each in get_close_matches(word[:80].lower(), forms, n=most, cutoff=least))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ " (did you mean Menace?)", to be said after what is allowed; nothing where no known word is near."""
    found = nearest(word, known)
    return f" (did you mean {' or '.join(found)}?)" if found else ""
