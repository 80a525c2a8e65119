"""One cursor reads what an ability does, from its first word to its last: what leads to all that follows, and each sentence."""

from typing import TypeVar

import pytest
from declarant.events import abilities as a
from declarant.events.model import Model, parts_of
from declarant.tools.oracle import read_permanent
from declarant.tools.oracle.cursor import Cursor, Setting
from declarant.tools.oracle.instructions import does
from declarant.tools.oracle.tokens import tokenize
from declarant.tools.oracle.triggers import Trigger

InstructionT = TypeVar("InstructionT", bound=Model)
ATTACKS = a.Attacks(creatures=a.THIS)


def read(said: str) -> tuple[a.Instructions | None, Cursor]:
    """What an ability of an attacking creature does, and the cursor that read it."""
    cursor = Cursor(tokenize(said))
    return does(cursor, [Trigger(events=[ATTACKS])], Setting(), lambda *_: ()), cursor


def only(said: str, kind: type[InstructionT]) -> InstructionT:
    """The one instruction of an ability, which is of that kind."""
    done, _ = read(said)
    assert done is not None
    (instruction,) = done.instructions
    assert isinstance(instruction, kind)
    return instruction


@pytest.mark.parametrize(
    "said",
    [
        "Draw a card. You gain 1 life.",
        "You may pay {1}. When you do, target player loses 1 life. Draw a card.",
        "You may pay {X}. When you do, target player loses X life. X can't be 0.",
        "You may discard a card. When you discard a creature card this way, draw a card.",
        "When this ability resolves for the second time this turn, draw a card.",
        "Choose one — • Draw a card. You gain 1 life. • Target player loses 1 life.",
        "Choose one — • Sword — Draw a card. • Shield — You gain 1 life.",
        "Choose two. Each mode must target a different player. • Target player loses 1 life. • Target player draws a card.",
        "You may pay {1}. If you do, choose one — • Draw a card. • You gain 1 life.",
        "Roll a d20. 1—9 | Draw a card. You gain 1 life. 10+ | You gain 3 life.",
        "Target creature gets +1/+1 until end of turn. When that creature dies this turn, draw a card. You gain 1 life.",
        "You may pay {1}. If you do, until end of turn, whenever this creature deals combat damage to a player, draw a card.",
    ],
)
def test_each_word_of_an_ability_is_in_a_leaf(said: str) -> None:
    done, cursor = read(said)
    assert done is not None
    assert (cursor.peek(), cursor.gap()) == ("", None)


@pytest.mark.parametrize(
    "said",
    [
        "You may pay {1}. If you do, an opponent chooses one — • Draw a card. • You gain 1 life.",
        "You may tap an untapped Elf you control. When you tap a Goblin this way, draw a card.",
        "Roll a d20. 10+ | Draw a card. 1—9 | You gain 3 life.",
        "Draw a card. X can't be 0.",
        "Choose one — • Draw a card. 2+ | You gain 1 life.",
        "That player loses 1 life. Target player draws a card.",
    ],
    ids=["who chooses", "what was tapped", "rows out of order", "no X", "a row without a roll", "two players"],
)
def test_what_doesnt_belong_together_isnt_read(said: str) -> None:
    on = "Whenever this creature deals combat damage to a player"
    (ability,) = read_permanent(f"{on}, {said[0].lower()}{said[1:]}")
    assert isinstance(ability, a.Triggered)
    assert ability.does is None


@pytest.mark.parametrize("lead", ["If you do", "Then if you do"])
@pytest.mark.parametrize("then", ["draw a card", "at the beginning of the next end step, draw a card"])
def test_what_follows_if_something_was_done_is_done_only_then(lead: str, then: str) -> None:
    assert len(only(f"You may pay {{1}}. {lead}, {then}.", a.May).then) == 1


@pytest.mark.parametrize("not_done", ["they don't", "that player doesn't", "the player can't"])
def test_they_are_who_did_not_do_it(not_done: str) -> None:
    (loses,) = only(f"Defending player may pay {{1}}. If {not_done}, they lose 2 life.", a.May).otherwise
    assert isinstance(loses, a.ChangesLife)
    assert loses.players.who == "defending"


@pytest.mark.parametrize("card", ["a creature card", "an artifact card", "any number of land cards"])
@pytest.mark.parametrize("who", ["defending player", "target opponent"])
def test_who_puts_a_card_chooses_it(who: str, card: str) -> None:
    puts = only(f"{who.capitalize()} puts {card} from their hand onto the battlefield.", a.PutsOntoBattlefield)
    assert isinstance(puts.cards, a.IsChosenCard)
    assert puts.cards.by == puts.cards.cards.players


def test_nobody_chooses_again_what_was_chosen() -> None:
    done, _ = read("Defending player reveals their hand. You choose a card from it. That player exiles that card.")
    assert done is not None
    assert [each.by for each in parts_of(done) if isinstance(each, a.IsChosenCard)] == [None]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Draw a card. Tap it.", "draw a card ."),
        ('It has "Draw a card." Tap it.', 'it has "'),
        ("Draw a card • Tap it.", "draw a card"),
        ("Draw a card", "draw a card"),
    ],
    ids=["a full stop", "a quotation that holds one", "the next mode", "the end"],
)
def test_where_a_sentence_ends(text: str, words: str) -> None:
    cursor = Cursor(tokenize(text))
    with cursor.sentence():
        assert " ".join(cursor.words) == words
