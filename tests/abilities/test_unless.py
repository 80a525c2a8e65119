"""118.12a: "unless somebody does": they may, and if they don't, it is done."""

import pytest
from abilities.resolving import as_it_attacks
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, given, left, life, resolve, sizes


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("draw a card and you lose 1 life unless you control an artifact.", False),
        ("untap it, and tap target creature unless you pay {1}.", False),
        ("draw a card, then discard a card unless you control an artifact.", True),
        ("tap target creature unless you control an artifact.", True),
    ],
)
def test_unless_after_what_is_joined_by_and_is_declined(text: str, read: bool) -> None:
    """Whether it is said of both, or of the last alone, isn't stated."""
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    assert (getattr(ability, "does", None) is not None) == read


@pytest.mark.parametrize(("accept", "size"), [([False, False], "4/2"), ([True, False], "2/2"), ([False, True], "2/2")])
def test_any_opponent_may_prevent_it(accept: list[bool], size: str) -> None:
    as_it_attacks("it gets +2/+0 until end of turn unless an opponent pays 3 life.", accept=accept).then(sizes(imp=size))


@pytest.mark.parametrize("taken", [True, False])
def test_what_others_may_prevent_may_be_said_last(taken: bool) -> None:
    text = "unless defending player pays 2 life, it gets +3/+0 until end of turn."
    as_it_attacks(text, accept=[taken]).then(sizes(imp="2/2" if taken else "5/2"), life(Bob=18 if taken else 20))


@pytest.mark.parametrize("taken", [True, False])
def test_all_that_follows_may_be_prevented(taken: bool) -> None:
    text = "unless defending player pays 2 life, you gain 1 life, then it gets +3/+0 until end of turn."
    as_it_attacks(text, accept=[taken]).then(sizes(imp="2/2" if taken else "5/2"), life(Ann=20 if taken else 21))


@pytest.mark.parametrize("pays", [True, False])
def test_it_may_be_prevented_when_it_is_done(pays: bool) -> None:
    text = "Whenever this creature blocks a creature, destroy that creature at end of combat unless its controller pays 3 life."
    board = given(creature("imp", ANN, power=4, toughness=9), creature("ox", BOB, text, toughness=9))
    done = board.when(
        attack(imp=BOB),
        block(ox="imp"),
        resolve(),
        damage(),
        {"end_of_combat": True},
        resolve(1, {"source": "ox", "accept": [pays]}),
    )
    done.then(life(Ann=17 if pays else 20), *(() if pays else (left("imp"),)))
