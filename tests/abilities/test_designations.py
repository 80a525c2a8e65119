"""What is had or asked only with a designation: solved (719.3), max speed (702.179), Ring-bearer (701.54)."""

import pytest
from declarant.tools.oracle import read_permanent, read_sentence
from referee import ANN, BOB, attack, creature, enchantment, given, not_carried_out, resolve, sizes


def test_what_is_solved_matters_as_it_triggers_and_not_afterwards() -> None:
    text = "Solved — Whenever you attack, put a +1/+1 counter on target attacking creature."
    (ability,) = read_permanent(text, name="Case", types=["Enchantment"])
    assert getattr(ability, "condition", 0) is None and getattr(ability, "circumstances", None) is not None
    case = enchantment("case", ANN, text, designations=["solved"])
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy all Shrines.")
    shrine = {**case, "subtypes": ["Shrine"]}
    given(creature("imp", ANN), shrine, pit).when(attack(imp=BOB), resolve("all", {"source": "case", "targets": ["imp"]})).then(
        sizes(imp="3/3")
    )
    unsolved = {**case, "designations": []}
    given(creature("imp", ANN), unsolved).when(attack(imp=BOB), resolve()).then(sizes(imp="2/2"))


@pytest.mark.parametrize("word", ["Solved", "Max speed"])
@pytest.mark.parametrize(
    "said",
    ["Whenever you attack, draw a card.", "When this creature dies, you gain 2 life.", "Creatures you control have menace."],
)
def test_a_word_that_says_when_an_ability_is_had_is_read_alike_of_a_card_and_alone(word: str, said: str) -> None:
    on_a_card = read_permanent(f"{word} — {said}", types=["Creature"])
    alone = read_sentence(f"{word} — {said}").abilities
    for (one,), (plain,) in ((on_a_card, read_permanent(said, types=["Creature"])), (alone, read_sentence(said).abilities)):
        held = {name: getattr(one, name, None) for name in ("condition", "circumstances")}
        assert getattr(next(filter(None, held.values())), "designation", "") == word.lower()
        assert plain.model_dump(exclude={"text", *held}) == one.model_dump(exclude={"text", *held})


def test_a_ring_bearer_that_left_is_not_taken_for_one() -> None:
    text = "Whenever this creature attacks, draw a card unless this creature is your Ring-bearer."
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    imp = creature("imp", ANN, text, designations=["Ring-bearer"])
    given(imp, pit).when(attack(imp=BOB), resolve("all")).then(not_carried_out("imp"))
