"""There is always a legal declaration, and the ruling on an illegal one names one."""

from random import Random

from declarant.events.ruling import Ruling
from hypothesis import given
from hypothesis import strategies as st
from legality.boards import random_board


@given(st.randoms(use_true_random=False), st.integers(1, 9), st.integers(1, 6), st.integers(0, 12))
def test_declaring_nothing_obeys_the_restrictions_and_its_ruling_names_a_legal_declaration(
    random: Random, creatures: int, others: int, abilities: int
) -> None:
    board = random_board(random, creatures, others, abilities)
    game = board.game()

    def judge(declaration: object) -> Ruling:
        return game.judge_attackers(declaration) if board.action == "attack" else game.judge_blockers(declaration)  # type: ignore[arg-type]

    nothing = judge({})
    if nothing.verdict == "illegal":
        assert nothing.concept == f"{board.action}.requirements"
        assert nothing.instead
        assert judge(nothing.instead).verdict == "legal"
    else:
        assert nothing.verdict == "legal"
