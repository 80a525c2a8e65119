"""What follows several card types, players described by what they have, and permanents that their owners put into libraries."""

from typing import Any

import pytest
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, CAT, attack, creature, given, has, left, life, permanent, poison, resolve, sizes

ATTACKS = "Whenever this creature attacks, "
RELIC = permanent("relic", BOB, "", types=("Artifact",), mana_value=5)
TALLY = permanent("tally", BOB, "", types=("Enchantment",), mana_value=2)


def attacking_with(text: str, *others: dict[str, Any], **choices: Any) -> Any:
    board = given(
        creature("imp", ANN, ATTACKS + text, power=3),
        *others,
        players=(ANN, BOB, CAT),
        life={ANN: 10, BOB: 12, CAT: 10},
        hand={ANN: 1, BOB: 2, CAT: 4},
    )
    return board.when(attack(imp=BOB), resolve("all", {"source": "imp", **choices}))


@pytest.mark.parametrize(
    "text",
    [
        "destroy target artifact or enchantment with mana value 3 or less.",
        "exile target artifact or creature an opponent controls with mana value less than or equal to this creature's power.",
        "each opponent with more life than you loses 2 life.",
        "each player with two or fewer cards in hand loses 1 life.",
        "target creature's owner shuffles it into their library.",
        "that player gets a poison counter for each artifact you control.",
    ],
)
def test_it_is_read_as_it_is_said(text: str) -> None:
    (ability,) = read_permanent(ATTACKS + text)
    assert ability.does is not None  # type: ignore[union-attr]
    (again,) = read_permanent(render(ability))
    assert again.model_copy(update={"text": ""}) == ability.model_copy(update={"text": ""})


def test_what_is_said_after_several_card_types_is_said_of_each() -> None:
    text = "destroy target artifact or enchantment with mana value 3 or less."
    attacking_with(text, RELIC).then(left())
    attacking_with(text, RELIC, TALLY).then(left("tally"))


def test_what_not_all_of_them_may_have_is_not_said_of_each() -> None:
    (ability,) = read_permanent(f"{ATTACKS}destroy target Wall or enchantment with mana value 3 or less.")
    assert ability.does is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("each opponent with more life than you loses 2 life.", {ANN: 10, BOB: 10, CAT: 10}),
        ("each player with two or fewer cards in hand loses 1 life.", {ANN: 9, BOB: 11, CAT: 10}),
        ("each opponent with four or more cards in hand loses 3 life.", {ANN: 10, BOB: 12, CAT: 7}),
    ],
)
def test_players_are_described_by_what_they_have(text: str, totals: dict[str, int]) -> None:
    attacking_with(text).then(life(**totals))


@pytest.mark.parametrize(
    "text",
    [
        "shuffle target artifact into its owner's library.",
        "target artifact's owner puts it on their choice of the top or bottom of their library.",
        "target artifact's owner shuffles it into their library.",
    ],
)
def test_an_owner_puts_a_permanent_into_their_library(text: str) -> None:
    attacking_with(text, RELIC, TALLY, targets=["relic"]).then(left("relic"))


def test_poison_counters_are_counted() -> None:
    text = "that player gets a poison counter for each artifact on the battlefield."
    attacking_with(text, RELIC, creature("golem", ANN, types=("Artifact",))).then(poison(**{BOB: 2}))


def test_one_of_the_milled_cards_is_put_onto_the_battlefield() -> None:
    text = "mill two cards. You may put a creature card from among the milled cards onto the battlefield."
    library = [creature("elk", ANN, power=3), permanent("bog", ANN, types=("Land",))]
    attacking_with(text, library=library, accept=[True]).then(has("elk #2", power=3))


@pytest.mark.parametrize("said", ["it gets +2/+0 until end of turn", "that creature gets +2/+0 until end of turn"])
def test_the_one_creature_that_attacks_is_meant(said: str) -> None:
    drum = permanent("drum", ANN, f"Whenever you attack with exactly one creature, {said}.", types=("Artifact",))
    board = given(creature("imp", ANN), creature("ox", ANN), drum)
    board.when(attack(imp=BOB), resolve("all")).then(sizes(imp="4/2", ox="2/2"))
    board.when(attack(imp=BOB, ox=BOB), resolve("all")).then(sizes(imp="2/2", ox="2/2"))


@pytest.mark.parametrize("does", ["it deals 1 damage to any target", "that creature connives"])
def test_what_the_one_that_attacks_does_though_it_is_gone_is_left(does: str) -> None:
    (ability,) = read_permanent(f"Whenever you attack with exactly one creature, {does}.")
    assert ability.does is None  # type: ignore[union-attr]


def test_an_owner_of_one_permanent_puts_no_other_into_their_library() -> None:
    (ability,) = read_permanent("Whenever Rask attacks, target creature's owner shuffles Rask into their library.", name="Rask")
    assert ability.does is None  # type: ignore[union-attr]
    (ability,) = read_permanent("Whenever Rask attacks, Rask's owner shuffles Rask into their library.", name="Rask")
    assert ability.does is not None  # type: ignore[union-attr]


@pytest.mark.parametrize("what", ["its power", "its mana value", "the number of counters on it"])
@pytest.mark.parametrize("who", ["attacking creature", "other creature you control", "Goblin defending player controls"])
def test_its_own_of_each_isnt_that_of_the_source(who: str, what: str) -> None:
    """ "Each … its" is each one's own; of several, "its" is what was named before."""
    for said, read in (
        (f"each {who} gets", False),
        (f"{who.replace('creature', 'creatures').replace('Goblin', 'Goblins')} get", True),
    ):
        (ability,) = read_permanent(f"Whenever this creature attacks, {said} +X/+0 until end of turn, where X is {what}.")
        assert (ability.does is not None) is read, said  # type: ignore[union-attr]
