"""What no board states decides nothing: where a ruling depends on it, the case is declined; where it doesn't, it is judged."""

import pytest
from referee import ANN, BOB, When, attack, block, creature, effect, given, legal

RESTLESS = "Restless can't attack unless you've cast a creature spell this turn."


def declined(when: When, fact: str) -> None:
    report = when.outcome().report
    assert report.error is not None and report.error.kind == "wording-not-understood"
    assert fact in report.error.found


def test_a_ruling_that_depends_on_it_is_declined() -> None:
    declined(given(creature("restless", ANN, RESTLESS)).when(attack(restless=BOB)), "you've cast a creature spell this turn")


def test_the_error_states_the_step() -> None:
    error = given(creature("restless", ANN, RESTLESS)).when(attack(restless=BOB)).outcome().report.error
    assert error is not None and "steps[0]" in error.where


def test_a_creature_that_cannot_be_declared_anyhow_asks_nothing() -> None:
    board = given(creature("restless", ANN, RESTLESS, tapped=True), creature("bear", ANN))
    board.when(attack(bear=BOB)).then(legal)


def test_the_other_player_s_creature_asks_nothing_as_attackers_are_declared() -> None:
    given(creature("bear", ANN), creature("restless", BOB, RESTLESS)).when(attack(bear=BOB)).then(legal)


def test_another_condition_may_settle_it() -> None:
    text = "Restless can't be blocked as long as it's attacking and you've drawn two or more cards this turn."
    given(creature("restless", BOB, text), creature("bear", ANN), creature("elk", BOB)).when(
        attack(bear=BOB), block(elk="bear")
    ).then(legal)


def test_what_was_chosen_is_not_stated() -> None:
    lord = creature("lord", ANN, "Creatures you control of the chosen type have menace.")
    declined(given(lord, creature("bear", BOB)).when(attack(lord=BOB), block(bear="lord")), "of the chosen type")


def test_a_trigger_s_condition_is_not_guessed_at() -> None:
    text = "Whenever this creature attacks, if a creature died this turn, draw a card."
    declined(given(creature("ghoul", ANN, text)).when(attack(ghoul=BOB)), "a creature died this turn")
    given(creature("ghoul", ANN, text), creature("bear", ANN)).when(attack(bear=BOB)).then(legal)


@pytest.mark.parametrize("text", ["Creatures dealt damage this way can't attack this turn.", "~ can't block if you won."])
def test_an_effect_about_it_is_declined_when_it_is_asked(text: str) -> None:
    board = given(creature("bear", ANN), effects=(effect(BOB, "Creatures dealt damage this way can't attack this turn."),))
    declined(board.when(attack(bear=BOB)), "dealt damage this way")


@pytest.mark.parametrize(
    ("sick", "turns", "stated", "verdict"),
    [
        (True, (), None, None),
        (True, (), True, "illegal"),
        (True, (), False, "legal"),
        (False, (), None, "legal"),
        (True, (BOB, ANN), None, "legal"),
    ],
)
def test_the_other_player_s_creature_with_summoning_sickness_may_have_entered_before(
    sick: bool, turns: tuple[str, ...], stated: bool | None, verdict: str | None
) -> None:
    """302.6: it has it until that player's next turn begins."""
    shy = creature("shy", ANN, "This creature can't be blocked by creatures that entered this turn.")
    facts = {} if stated is None else {"elk": {"that entered this turn": stated}}
    board = given(shy, creature("elk", BOB, summoning_sick=sick), facts=facts)
    when = board.when(*({"turn": player} for player in turns), attack(shy=BOB), block(elk="shy"))
    if verdict is None:
        declined(when, "that entered this turn")
    else:
        assert when.outcome().step.verdict == verdict
