"""Coins, dice and clashes (705, 706, 701.30): chance is stated by a case, or drawn with the seed of a game that policies play."""

import pytest
from abilities.resolving import as_it_attacks
from declarant import play
from declarant.events import abilities as a
from declarant.events.stack import CoinsFlipped, DiceRolled
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, Given, attack, creature, given, has, life, not_carried_out, resolve, sizes

FLIPS = (
    "Whenever this creature attacks, flip a coin. If you win the flip, you gain 5 life. If you lose the flip, this creature "
    "deals 3 damage to you."
)
ROLLS = "Whenever this creature attacks, roll a d20. You gain life equal to the result."


def imp(text: str) -> Given:
    return given(creature("imp", ANN, text))


def test_a_coin_is_stated_and_recorded() -> None:
    board = imp(FLIPS)
    outcome = board.when(attack(imp=BOB), resolve("all", {"source": "imp", "flips": [True]})).then(life(Ann=25))
    assert CoinsFlipped(player=ANN, won=(True,)) in [event for _, event in outcome.game.log.events()]
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "flips": [False]})).then(life(Ann=17))
    board.when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "how the coins land"))


def test_dice_are_stated_and_recorded() -> None:
    outcome = imp(ROLLS).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [13]})).then(life(Ann=33))
    assert DiceRolled(player=ANN, sides=20, results=(13,)) in [event for _, event in outcome.game.log.events()]
    imp(ROLLS).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "what is rolled"))
    wrong = imp(ROLLS).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [21]})).outcome()
    assert "1 to 20" in str(wrong.report.error)


def test_the_result_counts_later_too() -> None:
    text = (
        "Whenever this creature attacks, roll a six-sided die. When you do, put X +1/+1 counters on target creature you control, "
        "where X is the result."
    )
    imp(text).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [4]})).then(sizes(imp="6/6"))
    tokens = "Whenever this creature attacks, roll a d4. Create a number of Treasure tokens equal to the result."
    imp(tokens).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [2]})).then(has("imp token 2", token=True))


@pytest.mark.parametrize(
    ("does", "choices", "total"),
    [
        (
            "you may pay {1}. If you do, flip a coin. If you win the flip, you gain 5 life.",
            {"accept": [True], "flips": [True]},
            25,
        ),
        ("you may pay {1}. If you do, flip a coin. If you win the flip, you gain 5 life.", {"accept": [False]}, 20),
        ("you gain 1 life, then roll a d20.\n1–9 | You gain 2 life.\n10–20 | You gain 3 life.", {"rolls": [9]}, 23),
        ("you may pay {1}. If you do, roll a d6. You gain life equal to the result.", {"accept": [True], "rolls": [5]}, 25),
        ("you may pay {1}. If you do, roll a d6. You gain life equal to the result.", {"accept": [False]}, 20),
    ],
)
def test_chance_within_other_clauses(does: str, choices: dict[str, object], total: int) -> None:
    as_it_attacks(does, **choices).then(life(Ann=total))


def test_chance_is_drawn_with_the_seed_of_a_played_game() -> None:
    game = imp(ROLLS).game()
    policies = {ANN: "greedy", BOB: "never"}
    lives = {seed: play(game, policies, seed=seed, until="combat").board.life[ANN] for seed in range(8)}
    assert lives == {seed: play(game, policies, seed=seed, until="combat").board.life[ANN] for seed in range(8)}
    assert len(set(lives.values())) > 2 and all(21 <= each <= 40 for each in lives.values())


CLASHES = "Whenever this creature attacks, clash with an opponent. If you win, you gain 4 life."


def test_a_clash_is_won_by_the_greater_mana_value() -> None:
    great, small = creature("ox", ANN, mana_value=4), creature("eel", BOB, mana_value=3)
    resolution = resolve("all", {"source": "imp", "library": [great, small]})
    imp(CLASHES).when(attack(imp=BOB), resolution).then(life(Ann=24))
    equal = resolve("all", {"source": "imp", "library": [{**great, "mana_value": 3}, small]})
    imp(CLASHES).when(attack(imp=BOB), equal).then(life(Ann=20))
    imp(CLASHES).when(attack(imp=BOB), resolve()).then(not_carried_out("imp", "on top of the library"))


@pytest.mark.parametrize(
    "text", ["roll a d20 and a d6.", "choose an opponent at random.", "each player votes for evidence or bribery, then draws."]
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(f"Whenever this creature attacks, {text}")
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


def test_the_table_of_results_says_what_is_done() -> None:
    text = (
        "Whenever this creature attacks, roll a d20.\n1—9 | This creature gains deathtouch until end of turn.\n"
        "10—19 | It gets +1/+0 and gains deathtouch until end of turn.\n"
        "20 | It gets +3/+0 and gains first strike until end of turn."
    )
    for rolled, size in {9: "2/2", 10: "3/2", 19: "3/2", 20: "5/2"}.items():
        outcome = imp(text).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [rolled]})).then(sizes(imp=size))
        assert not outcome.report.notes and not outcome.game.stack.marks
    lives = "Whenever this creature attacks, roll a d20.\n1-9 | You gain 1 life.\n10+ | Each opponent loses 2 life."
    for rolled, totals in {1: {ANN: 21, BOB: 20}, 10: {ANN: 20, BOB: 18}}.items():
        imp(lives).when(attack(imp=BOB), resolve("all", {"source": "imp", "rolls": [rolled]})).then(life(**totals))


@pytest.mark.parametrize(("flips", "size"), [((True, True), "4/2"), ((False, False), "2/4"), ((True, False), "2/2")])
def test_both_coins_come_up_alike(flips: tuple[bool, bool], size: str) -> None:
    text = (
        "Whenever this creature attacks, flip two coins. If both coins come up heads, it gets +2/+0 until end of turn. "
        "If both coins come up tails, this creature gets +0/+2 until end of turn."
    )
    fight = attack(imp=BOB), resolve("all", {"source": "imp", "flips": list(flips)})
    given(creature("imp", ANN, text)).when(*fight).then(sizes(imp=size))


@pytest.mark.parametrize(("won", "total"), [(True, 23), (False, 19)])
def test_a_coin_that_is_lost_otherwise(won: bool, total: int) -> None:
    text = "flip a coin. If you win the flip, you gain 3 life. Otherwise, it deals 1 damage to you."
    as_it_attacks(text, flips=[won]).then(life(Ann=total))
