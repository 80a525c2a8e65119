"""Which cut was the first to take back what, stated for ranges at once."""

from declarant.events.journal.cuts import taken_back
from hypothesis import given
from hypothesis import strategies as st


@st.composite
def cuts(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Cuts, each to a version that stands then."""
    standing = [0]
    made = []
    for version, is_cut in enumerate(draw(st.lists(st.booleans(), max_size=40)), 1):
        if is_cut:
            to = draw(st.sampled_from(standing))
            made.append((version, to))
            standing = [each for each in standing if each <= to]
        standing.append(version)
    return made


@given(cuts())
def test_every_version_is_stated_with_the_first_cut_that_took_it_back(made: list[tuple[int, int]]) -> None:
    expected: dict[int, int] = {}
    for cut, back_to in made:
        for version in range(back_to + 1, cut):
            expected.setdefault(version, cut)
    ranges = taken_back(made)
    assert {version: cut for first, last, cut in ranges for version in range(first, last + 1)} == expected
    assert ranges == sorted(ranges)
    assert sum(last - first + 1 for first, last, _ in ranges) == len(expected)
