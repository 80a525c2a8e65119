"""Cards of hands that are revealed, beheld or exiled to forage, and what "it" is after a card was named."""

from typing import Any

import pytest
from declarant.events import abilities as a
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.rendering.lines import worded
from referee import ANN, BOB, attack, creature, given, has, left, life, not_carried_out, permanent, resolve, sizes

FIRST = "Whenever this creature attacks, "


def card(id: str, owner: str = ANN, **more: Any) -> dict[str, Any]:
    return {**creature(id, owner, **more), "owner": owner}


ELF, OGRE = card("elf", subtypes=["Elf"], mana_value=3), card("ogre", subtypes=["Ogre"], mana_value=5)


def attacks(text: str, *others: dict[str, Any], hand: int = 3, graveyard: int = 0, **choices: Any) -> Any:
    """Ann's imp, which says that as it attacks, attacks Bob, and its ability resolves."""
    resolution = resolve("all", {"source": "imp", **choices}) if choices else resolve()
    totals = {"hand": {ANN: hand, BOB: 2}, "graveyard": {ANN: graveyard}}
    return given(creature("imp", ANN, FIRST + text), *others, **totals).when(attack(imp=BOB), resolution)


def test_a_card_is_revealed_and_stays_in_the_hand() -> None:
    text = "you may reveal an Elf card from your hand. If you do, this creature gets +2/+2 until end of turn."
    outcome = attacks(text, cards=[ELF]).then(sizes(imp="4/4"))
    assert outcome.game.board.hand[ANN] == 3 and outcome.game.board.cards["elf"].zone == "hand"
    attacks(text).then(sizes(imp="2/2"))
    attacks(text, accept=[True]).then(not_carried_out("imp", "which cards are in the hand"))
    attacks(text, accept=[True], hand=0).then(sizes(imp="2/2"))
    attacks(text, cards=[OGRE], accept=[True]).then(not_carried_out("imp", "which cards are in the hand"))


def test_its_mana_value_counts() -> None:
    text = "you may reveal a creature card from your hand. When you do, put X +1/+1 counters on target creature, where X is that"
    attacks(f"{text} card's mana value.", accept=[True], cards=[OGRE]).then(sizes(imp="7/7"))


def test_what_was_revealed_is_asked_for_and_counted() -> None:
    text = "reveal a card from your hand. If it's an Elf card, you gain 3 life. Otherwise, you lose 1 life."
    attacks(text, cards=[ELF]).then(life(Ann=23))
    attacks(text, cards=[OGRE]).then(life(Ann=19))
    text = "you may reveal any number of creature cards from your hand. You gain 2 life for each card revealed this way."
    attacks(text, cards=[ELF, OGRE]).then(life(Ann=24))
    attacks(text, accept=[False]).then(life(Ann=20))


def test_a_card_at_random() -> None:
    text = "reveal a card at random from your hand. If it's an Elf card, you gain 3 life."
    attacks(text, cards=[ELF]).then(life(Ann=23))
    attacks(text).then(not_carried_out("imp", "which cards are in the hand"))


@pytest.mark.parametrize("how", ["a card at random", "a card"])
def test_another_player_reveals_one(how: str) -> None:
    text = f"defending player reveals {how} from their hand. You gain life equal to that card's mana value."
    attacks(text, cards=[card("elk", BOB, mana_value=4)]).then(life(Ann=24))
    attacks(text, cards=[card("elk", ANN, mana_value=4)]).then(not_carried_out("imp", "which cards are in the hand"))
    attacks(text).then(not_carried_out("imp", "which cards are in the hand"))


def test_a_revealed_hand_is_counted_where_all_of_it_is_stated() -> None:
    text = "defending player reveals their hand. You gain 1 life for each creature card revealed this way."
    theirs = [card("elk", BOB), {**permanent("isle", BOB, types=("Land",)), "owner": BOB}]
    attacks(text, cards=theirs).then(life(Ann=21))
    attacks(text, cards=theirs[:1]).then(not_carried_out("imp", "which cards are in a hand"))


BEHOLDS = "you may behold an Elf. If you do, it gets +2/+0 until end of turn."


def test_an_elf_is_beheld_on_the_battlefield_or_in_the_hand() -> None:
    attacks(BEHOLDS, creature("elf", ANN, subtypes=["Elf"])).then(sizes(imp="4/2"))
    attacks(BEHOLDS, modes=[1], accept=[True], cards=[ELF]).then(sizes(imp="4/2"))
    attacks(BEHOLDS, creature("elf", BOB, subtypes=["Elf"]), hand=0).then(sizes(imp="2/2"))
    attacks(BEHOLDS, accept=[False]).then(sizes(imp="2/2"))
    attacks(BEHOLDS, accept=[True]).then(not_carried_out("imp", "which cards are in the hand"))


def test_food_or_three_cards_are_foraged() -> None:
    text = "you may forage. If you do, put two +1/+1 counters on this creature."
    food = permanent("food", ANN, types=("Artifact",), subtypes=["Food"], token=True)
    attacks(text, food, modes=[1], accept=[True]).then(sizes(imp="4/4"), left("food"))
    three = [card(each) for each in ("one", "two", "six")]
    outcome = attacks(text, accept=[True], modes=[0], cards=three, graveyard=3).then(sizes(imp="4/4"))
    assert {outcome.game.board.cards[each["id"]].zone for each in three} == {"exile"}
    attacks(text, accept=[True]).then(sizes(imp="2/2"))
    attacks(text, accept=[True], graveyard=2, cards=three[:2]).then(sizes(imp="2/2"))


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("you may discard a card. If you do, it gets +2/+0 until end of turn.", "4/2"),
        ("mill a card. If it's an Elf card, it gets +1/+1 until end of turn.", "3/3"),
    ],
)
def test_it_is_no_card_where_no_card_can_do_so(text: str, size: str) -> None:
    attacks(text, library=[ELF]).then(sizes(imp=size)) if "mill" in text else attacks(text, accept=[True]).then(sizes(imp=size))


def test_it_is_a_card_where_one_can() -> None:
    text = "return target creature card from your graveyard to the battlefield. It gains haste until end of turn."
    attacks(text, graveyard=1, cards=[ELF], targets=["elf"]).then(has("elf #2", power=2))
    game = attacks(text, graveyard=1, cards=[ELF], targets=["elf"]).outcome().game
    assert "haste" in game.view.keywords("elf #2") and "haste" not in game.view.keywords("imp")


@pytest.mark.parametrize(
    "text",
    [
        "each player reveals a card from their hand. You gain 1 life for each land card revealed this way.",
        "you may behold an Elf. If it's a creature card, you gain 1 life.",
    ],
)
def test_what_is_not_read(text: str) -> None:
    read = read_permanent(FIRST + text)
    assert [each.does for each in read if isinstance(each, a.Triggered)] == [None]


def test_it_is_said_as_it_is_read() -> None:
    text = FIRST + "you may reveal an Elf card from your hand. If you do, draw a card."
    (ability,) = read_permanent(text)
    assert worded(ability, "it") == text
