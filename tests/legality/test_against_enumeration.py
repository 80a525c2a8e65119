"""The referee against plain enumeration: every declaration on every board, its verdict, its concept, its way out."""

import os
from collections import Counter
from random import SystemRandom

import pytest
from legality.boards import boards_from
from legality.compare import disagreements

SMALL = {"creatures": 3, "others": 2, "abilities": 5}
LARGE = {"creatures": 5, "others": 4, "abilities": 7}

EVERY_VERDICT = {
    "legal",
    *(f"{action}.{step}" for action in ("attack", "block") for step in ("choose", "restrictions", "requirements", "pay")),
}


def agree(first_seed: int, number: int, size: dict[str, int]) -> Counter[str]:
    """Judge so many boards, and count the verdicts. With LEGALITY_SEED set to a seed that was named, its board comes first."""
    ruled: Counter[str] = Counter()
    for seed, board in boards_from(first_seed, number, **size):
        try:
            found = list(disagreements(board, ruled))
            assert not found, (board, found)
        except Exception as error:
            error.add_note(f"LEGALITY_SEED={seed} on boards of {size}")
            raise
    return ruled


def test_the_referee_agrees_with_enumeration_on_small_boards() -> None:
    ruled = agree(0, 400, SMALL)
    assert set(ruled) == EVERY_VERDICT, "some verdict was never given: the boards are too tame"


def test_the_referee_agrees_with_enumeration_on_larger_boards() -> None:
    assert agree(0, 25, LARGE)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "size"), [(1_200, SMALL), (60, LARGE)], ids=["small", "larger"])
def test_the_referee_agrees_with_enumeration_on_boards_never_seen_before(
    number: int, size: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("LEGALITY_SEED") or SystemRandom().randrange(10**12))
    with capsys.disabled():
        print(f"\nLEGALITY_SEED={seed}: {number} boards")
    agree(seed, number, size)
