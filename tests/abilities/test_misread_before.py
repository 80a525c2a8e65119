"""What a fresh reader of cards found misread: whom it attacks, when something is had, and what isn't known of what left."""

import pytest
from declarant.tools.oracle import read_permanent, read_sentence
from declarant.tools.oracle.rendering.lines import render
from referee import ANN, BOB, attack, battle, creature, enchantment, given, life, not_carried_out, resolve, sizes

SIEGE = battle("siege", ANN, BOB)


@pytest.mark.parametrize(
    ("whom", "left"), [("player or planeswalker", 3), ("player, planeswalker, or battle", 2), ("player or permanent", 2)]
)
def test_a_battle_that_is_attacked_is_dealt_damage_where_the_text_names_battles(whom: str, left: int) -> None:
    imp = creature("imp", ANN, f"Whenever this creature attacks, it deals 1 damage to the {whom} it's attacking.")
    outcome = given(imp, SIEGE).when(attack(imp="siege"), resolve()).outcome()
    assert outcome.game.view.permanents["siege"].defense == left


def test_whom_a_creature_attacked_is_known_after_it_left() -> None:
    imp = creature("imp", ANN, "Whenever this creature attacks, it deals 1 damage to the player or planeswalker it's attacking.")
    pit = enchantment("pit", BOB, "Whenever a creature attacks, destroy that creature.")
    given(imp, pit).when(attack(imp=BOB), resolve("all")).then(life(Bob=19))


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


def test_whom_it_attacks_is_said_and_read_again() -> None:
    for whom in ("player or planeswalker", "player, planeswalker, or battle"):
        text = f"Whenever this creature attacks, this creature deals 1 damage to the {whom} it's attacking."
        (ability,) = read_permanent(text, name="Imp", types=["Creature"])
        (again,) = read_permanent(render(ability), name="Imp", types=["Creature"])
        assert getattr(again, "does", None) == getattr(ability, "does", 0) is not None


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
    """Whether it is said of both, or of the last alone, isn't told."""
    (ability,) = read_permanent(f"Whenever this creature attacks, {text}", types=["Creature"])
    assert (getattr(ability, "does", None) is not None) == read
