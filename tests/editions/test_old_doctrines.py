"""The referee under old rules against plain enumeration by their text, on small random boards; nobody is ever stuck."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from editions.old_doctrines import (
    Text,
    by_options_that_meet_a_requirement,
    every_one,
    laid_out,
    old_rules,
    one_by_one,
    telling_boards,
    undeclared_one_by_one,
)
from legality.boards import Board
from legality.compare import judged, way_out

TEXTS = {
    "1999-04-23": Text(undeclared_one_by_one),
    "2001-07-23": Text(one_by_one),
    "2003-03-15": Text(by_options_that_meet_a_requirement),
    "2003-10-01": Text(by_options_that_meet_a_requirement, tapped_exempt=True),
    "2005-08-01": Text(by_options_that_meet_a_requirement, one_player=False, tapped_exempt=True),
    "2007-10-01": Text(every_one, planeswalkers=True, one_player=False, tapped_exempt=True),
    "2010-02-01": Text(every_one, planeswalkers=True, one_player=False, tapped_exempt=True, costly_exempt=True),
    "2011-02-04": Text(every_one, planeswalkers=True, one_player=False),
}


def disagreements(board: Board, rules: str, counted: Counter[str]) -> list[str]:
    """In words, whatever the referee rules otherwise than the text does."""
    game, found = laid_out(board, rules), []
    for old in old_rules(board, TEXTS[rules]):
        payable = [d for d in old.legal if old.enumeration.can_be_paid(old.enumeration.cost_instances(d))]
        assert payable, "stuck: nothing is legal"
        for declaration in old.declarations:
            ruling = judged(game, old.enumeration, declaration)
            expected = "legal" if declaration in payable else "illegal"
            counted[f"{board.action} {ruling.concept or 'legal'}"] += 1
            if ruling.verdict != expected:
                found.append(f"{declaration}: {ruling.verdict} by {ruling.concept}, expected {expected} ({ruling.why})")
            elif expected == "illegal" and _sorted(way_out(ruling)) not in map(_sorted, payable):
                found.append(f"{declaration}: the way out isn't legal in this edition: {ruling.instead}")
        if board.action == "block":
            game.declare_blockers(Random(len(payable)).choice(payable), by=old.enumeration.player)
    return found


def _sorted(declaration: dict[str, tuple[str, ...]] | None) -> dict[str, tuple[str, ...]] | None:
    return declaration and {creature: tuple(sorted(targets)) for creature, targets in declaration.items()}


@pytest.mark.parametrize("rules", TEXTS)
def test_the_referee_agrees_with_the_text_of_its_day(rules: str) -> None:
    counted: Counter[str] = Counter()
    for seed, board in telling_boards(0, 120):
        found = disagreements(board, rules, counted)
        assert not found, (seed, board, found)
    for action in ("attack", "block"):
        assert all(counted[f"{action} {ruled}"] for ruled in ("legal", f"{action}.restrictions", f"{action}.requirements"))


def test_the_texts_differ_on_these_boards() -> None:
    """Else agreeing with each of them would say little. What can be attacked is made the same for all."""
    legal = {}
    for rules, text in TEXTS.items():
        alike = replace(text, planeswalkers=False, one_player=True)
        legal[rules] = [old.legal for _, board in telling_boards(0, 120) for old in old_rules(board, alike)]
    assert [days for days in pairwise(TEXTS) if legal[days[0]] == legal[days[1]]] == [("2003-10-01", "2005-08-01")]
