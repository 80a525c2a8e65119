"""What somebody may have meant by a word that isn't known."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.7) -> tuple[str, ...]:
    """The known words that are nearest to this one, the nearest first: none that is less alike (0 to 1) than `least`.

    Case makes no difference.
    """
    from difflib import get_close_matches  # few misspell, and it takes a while to import

    forms = {each.lower(): each for each in known}
    return tuple(forms[each] for each in get_close_matches(word[:80].lower(), forms, n=most, cutoff=least))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ " (did you mean Menace?)", to be said after what is allowed; nothing where no known word is near."""
    found = nearest(word, known)
    return f" (did you mean {' or '.join(found)}?)" if found else ""


def wrong_letters(one: str, other: str, most: int) -> int | None:
    """How many letters have to be put in, left out, changed, or swapped with the next to make one word the other; None: more
    than `most`.
    """
    if abs(len(one) - len(other)) > most:
        return None
    before, row = [0] * (len(other) + 1), list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        next_row = [at] + [most + 1] * len(other)
        for beside in range(max(1, at - most), min(len(other), at + most) + 1):
            found = min(next_row[beside - 1] + 1, row[beside] + 1, row[beside - 1] + (letter != other[beside - 1]))
            if at > 1 and beside > 1 and letter == other[beside - 2] and one[at - 2] == other[beside - 1]:
                found = min(found, before[beside - 2] + 1)
            next_row[beside] = found
        if min(next_row) > most:
            return None
        before, row = row, next_row
    return row[-1] if row[-1] <= most else None
