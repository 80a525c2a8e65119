"""{X} in a cost that is paid as an ability resolves: who pays chooses what X is (107.3f)."""

import pytest
from abilities.resolving import BOARD
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, creature, given, illegal, left, life, not_carried_out, resolve, sizes

GROWS = "Whenever this creature attacks, you may pay {X}{G}. If you do, put X +1/+1 counters on it."


def accepting(x: int | None) -> dict[str, object]:
    return resolve("all", {"source": "imp", "accept": [True], **({} if x is None else {"x": x})})


def test_x_is_chosen_and_paid() -> None:
    board = given(creature("imp", ANN, GROWS), mana={ANN: "{G}{G}{G}"})
    board.when(attack(imp=BOB), accepting(2)).then(sizes(imp="4/4"))
    board.when(attack(imp=BOB), accepting(3)).then(sizes(imp="2/2"))
    board.when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))


def test_an_x_that_nobody_states_is_not_guessed() -> None:
    given(creature("imp", ANN, GROWS)).when(attack(imp=BOB), accepting(None)).then(not_carried_out("imp", "what X is"))


def test_a_reflexive_ability_knows_what_was_paid() -> None:
    text = "Whenever this creature attacks, you may pay {X}. When you do, target creature gets -X/-X until end of turn."
    elk = creature("elk", BOB, power=5, toughness=5)
    board = given(creature("imp", ANN, text), elk)
    board.when(attack(imp=BOB), accepting(3)).then(sizes(elk="2/2"))


def test_life_equal_to_a_number_is_paid() -> None:
    text = "Whenever this creature attacks, you may pay X life, where X is its power. If you do, each opponent loses X life."
    board = given(creature("imp", ANN, text, power=3))
    board.when(attack(imp=BOB), accepting(None)).then(life(Ann=17, Bob=17))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this creature attacks, you may pay {X}. If you do, tap target creature with power X.",
        "Whenever this creature attacks, you may pay {X}, where X is its power. If you do, draw a card.",
    ],
)
def test_what_x_may_mean_otherwise_is_not_read(text: str) -> None:
    assert [each.does for each in read_permanent(text) if isinstance(each, a.Triggered)] == [None]


ATTACKS = "Whenever this creature attacks, "


@pytest.mark.parametrize(("times", "size"), [(0, "2/2"), (1, "3/3"), (3, "5/5")])
def test_a_cost_is_paid_any_number_of_times(times: int, size: str) -> None:
    text = (
        "you may pay {R} any number of times. When you pay this cost one or more times, put that many +1/+1 counters on target "
        "creature you control."
    )
    imp = creature("imp", ANN, ATTACKS + text)
    board = given(imp, mana={ANN: "{R}{R}{R}"})
    chosen = {"source": "imp", "accept": [True], "x": times}
    board.when(attack(imp=BOB), resolve(1, chosen), *([resolve()] if times else [])).then(sizes(imp=size))


@pytest.mark.parametrize(("x", "targets", "legal"), [(3, ["elk"], True), (2, ["elk"], None)])
def test_what_a_target_is_compared_with_is_paid_first(x: int, targets: list[str], legal: bool | None) -> None:
    text = "you may pay {X}. When you do, destroy target creature with power X or less."
    board = given(creature("imp", ANN, ATTACKS + text), *BOARD, mana={ANN: "{R}{R}{R}"})
    chosen = {"source": "imp", "accept": [True], "x": x}
    then = board.when(attack(imp=BOB), resolve(1, chosen), resolve(1, {"source": "imp", "targets": targets}))
    then.then(left("elk") if legal else illegal("603.3d"))
