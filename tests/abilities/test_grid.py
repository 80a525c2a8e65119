"""Each word that bears meaning × trigger event × instruction: what a sentence does is what arithmetic says (`grid.py`), or it is
declined, or marked where it resolves."""

import os
from random import Random

from abilities import grid
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import read_permanent
from referee import ANN, BOB, attack, block, creature, damage, enchantment, given, resolve

EVERY = "DECLARANT_EVERY_SENTENCE" in os.environ
"""All of them, in a quarter of an hour, rather than a sample."""
AGAIN = {"combat": "again"}


def _board(sentence: grid.Sentence) -> list[dict]:
    own = sentence.event.of == "source"
    text = f"Vigilance\n{sentence.text}" if own else "Vigilance"
    named = {"power": 2, "toughness": 9}
    board = [
        creature("a1", ANN, text, types=("Goblin",), **named),
        creature("a2", ANN, "Flying, vigilance", types=("Elf",), token=True, power=3, toughness=9),
        creature("a3", ANN, "Vigilance", types=("Elf",), power=1, toughness=9),
        creature("b1", BOB, types=("Orc",), power=1, toughness=9),
        creature("b2", BOB, "Reach", types=("Goblin",), power=4, toughness=9),
    ]
    return board if own else [*board, enchantment("law", sentence.you, sentence.text)]


def found(sentence: grid.Sentence) -> dict[str, int] | None:
    """Life and counters after both combats, beside those of the damage; None where it is declined or marked."""
    try:
        read_permanent(sentence.text)
    except WordingNotUnderstood:
        return None
    steps = []
    for attackers, blocks in grid.COMBATS:
        steps += [attack(dict.fromkeys(attackers, BOB)), resolve(), block(dict(blocks)), resolve(), damage(), resolve(), AGAIN]
    outcome = given(*_board(sentence)).when(*steps[:-1]).outcome()
    assert outcome.report.error is None, (sentence.text, outcome.report.error)
    game = outcome.game
    if game.stack.marks:
        return None
    totals = {player: game.board.life[player] - life for player, life in ((ANN, 20), (BOB, 20 - 3 - 2 - 1))}
    here = game.board.permanents.keys() & grid.CONTROLLER.keys()  # what grows may kill
    return totals | {id: game.board.permanents[id].counters.get("+1/+1", 0) for id in here}


def _grown(total: dict[str, int]) -> bool:
    """Counters make later damage greater, and so much more life is lost."""
    return any(total.get(id) for id in grid.CONTROLLER)


def wrong(sentence: grid.Sentence) -> str | None:
    expected = sentence.expected()
    if expected is None:
        return None
    seen = found(sentence)
    if seen is None:
        return None
    if sentence.word in grid.NONSENSE:
        return f"{sentence.you}: {sentence.text} is read"
    asked = [id for id in seen if id in grid.CONTROLLER] if _grown(expected) else list(seen)
    differs = {id: (seen[id], expected[id]) for id in asked if seen[id] != expected[id]}
    unknown = {"unknown": expected["unknown"]} if expected["unknown"] else {}
    return f"{sentence.you}: {sentence.text} {differs | unknown}" if differs or unknown else None


def test_what_each_word_means_at_each_event_in_each_instruction() -> None:
    drawn = grid.sentences()
    if not EVERY:
        drawn = Random(26).sample(drawn, 200)
    assert not [found for found in map(wrong, drawn) if found is not None]
