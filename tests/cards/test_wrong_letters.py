"""How many letters of a word are wrong."""

import pytest
from declarant.tools.suggestions import wrong_letters
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("one", "other", "wrong"),
    [("ox", "ox", 0), ("sentri", "sentry", 1), ("setnry", "sentry", 1), ("entry", "sentry", 1), ("sentryy", "sentry", 1),
     ("abcd", "badc", 2), ("sent", "sentry", 2), ("sen", "sentry", None), ("", "ab", 2), ("wall", "ball of", None)],
)  # fmt: skip
def test_wrong_letters_are_counted(one: str, other: str, wrong: int | None) -> None:
    assert wrong_letters(one, other, 2) == wrong == wrong_letters(other, one, 2)


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_wrong_letters_are_counted_as_by_the_plain_recursion(one: str, other: str) -> None:
    def plain(one: str, other: str) -> int:
        if not one or not other:
            return len(one) + len(other)
        found = min(1 + plain(one[1:], other), 1 + plain(one, other[1:]), (one[0] != other[0]) + plain(one[1:], other[1:]))
        if len(one) > 1 and len(other) > 1 and (one[0], one[1]) == (other[1], other[0]):
            found = min(found, 1 + plain(one[2:], other[2:]))
        return found

    short, brief = one[:5], other[:5]
    expected = plain(short, brief)
    assert wrong_letters(short, brief, 2) == (expected if expected <= 2 else None)
