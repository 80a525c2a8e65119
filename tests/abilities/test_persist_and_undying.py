"""702.79, 702.93: what dies without such a counter comes back with one, as another object: out of combat, undamaged."""

import pytest
from declarant.tools.cases.report import DamageReport
from referee import ANN, BOB, Check, Outcome, attack, block, creature, damage, given, life, resolve, resolved

KEYWORDS = {"Persist": ("-1/-1", "1/1"), "Undying": ("+1/+1", "3/3")}


def back(size: str, counter: str) -> Check:
    """One permanent of Ann's has come back: this large, with one such counter, neither attacking nor damaged."""

    def check(outcome: Outcome) -> None:
        assert isinstance(outcome.step, DamageReport)
        [one] = [each for each in outcome.game.view.permanents.values() if each.controller == ANN]
        assert (f"{one.power}/{one.toughness}", dict(one.counters), one.marked) == (size, {counter: 1}, 0)
        assert one.id not in outcome.game.combat.attackers and not one.continuously_controlled

    return check


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_it_comes_back_with_a_counter_and_out_of_combat(keyword: str) -> None:
    counter, size = KEYWORDS[keyword]
    board = given(creature("it", ANN, keyword), creature("ox", BOB, power=3, toughness=5))
    board.when(attack(it=BOB), block(ox="it"), damage(), resolve()).then(back(size, counter))


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_with_such_a_counter_it_stays_dead(keyword: str) -> None:
    counter, _ = KEYWORDS[keyword]
    board = given(creature("it", ANN, keyword, counters={counter: 1}), creature("ox", BOB, power=3, toughness=5))
    board.when(attack(it=BOB), block(ox="it"), damage(), resolve()).then(resolved())


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_what_died_of_first_strike_deals_nothing_in_the_second_step(keyword: str) -> None:
    counter, size = KEYWORDS[keyword]
    striker = creature("it", ANN, f"Double strike\n{keyword}")
    board = given(striker, creature("ox", BOB, "First strike", power=3, toughness=5))
    fight = board.when(attack(it=BOB), block(ox="it"), damage(), resolve(), damage())
    fight.then(back(size, counter), lambda outcome: _marked(outcome, 2))


def _marked(outcome: Outcome, amount: int) -> None:
    assert outcome.game.board.permanents["ox"].marked == amount


def test_a_counter_with_which_it_enters_is_put_on_it() -> None:
    """122.6."""
    imp = creature("imp", ANN, "Undying\nWhenever one or more +1/+1 counters are put on this creature, you gain 3 life.")
    fight = given(imp, creature("elk", BOB, power=4, toughness=4)).when(attack(imp=BOB), block(elk="imp"), damage(), resolve())
    fight.then(life(Ann=23))
