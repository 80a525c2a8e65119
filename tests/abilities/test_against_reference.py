"""Combats with triggered abilities against plain code of its own (`reference`): two attackers, two blockers, to the cleanup step.

After each line (a declaration, abilities put on the stack, one resolved, damage, the end of combat, of the turn) both see the
same: power, toughness, counters, tapped, damage, who is in combat with whom, life, poison, tokens, and where cards went.
Orders of triggers, targets, "may", sacrifices and divisions of damage are gone through, all of them where it says so.

`OUTCOMES=all pytest tests/abilities/test_against_reference.py` goes through every block of the sentences (about 8,500 combats),
and `OUTCOMES_BOARDS=10000` draws so many boards of several sentences, from `OUTCOMES_SEED` on; both take minutes.
"""

import os
from contextlib import suppress
from functools import cache
from itertools import product
from random import Random

import pytest
from abilities.composing import sentence
from abilities.playing import Board, NotComparable, difference, drawn, play, ways
from abilities.reference import EFFECTS, EVENTS, OF_DAMAGE, OWN, SENTENCES, STATIC, Endless
from declarant.events import abilities as a
from declarant.events.errors import DeclarantError, WordingNotUnderstood
from declarant.tools.oracle import read_permanent

EVERYTHING = os.environ.get("OUTCOMES") == "all"
BOARDS = int(os.environ.get("OUTCOMES_BOARDS", "40"))
SEED = int(os.environ.get("OUTCOMES_SEED", "0"))
EVERY_BLOCK = [
    {blocker: attacker for blocker, attacker in zip(("b1", "b2"), chosen, strict=True) if attacker}
    for chosen in product(("", "a1", "a2"), repeat=2)
]
BLOCKS = EVERY_BLOCK if EVERYTHING else [{}, {"b1": "a1"}, {"b1": "a1", "b2": "a2"}]
BOTH = ["a1", "a2"]
OF_ATTACKERS = ("Whenever this creature attacks", "Whenever this creature becomes blocked")
OF_BLOCKERS = "Whenever this creature blocks, "


def board(a1: tuple[str, ...] = (), a2: tuple[str, ...] = (), b1: tuple[str, ...] = (), b2: tuple[str, ...] = ()) -> Board:
    return [("a1", "Ann", 2, 3, a1), ("a2", "Ann", 3, 2, a2), ("b1", "Bob", 1, 1, b1), ("b2", "Bob", 2, 4, b2)]


def compared(on: Board, attackers: list[str], blocks: dict[str, str], most: int = 10**6) -> int:
    """How many ways of the combat were compared."""
    number = 0
    for fight in ways(on, attackers, blocks, most):
        play(on, fight)
        number += 1
    return number


def groups() -> dict[str, list[str]]:
    """Sentences by what they trigger on."""
    by_event = {event.strip(" ,"): [text for text in SENTENCES if text.startswith(event)] for event in EVENTS}
    return {"of their own": [*STATIC, *OWN], **by_event}


@pytest.mark.parametrize("event", sorted(groups()))
def test_each_sentence_with_every_choice(event: str) -> None:
    """Each with every block where everything is asked for, else with each in turn."""
    drawn = [*product(groups()[event], BLOCKS)]
    for text, blocks in drawn if EVERYTHING else drawn[:: len(BLOCKS) + 1]:
        if not text.startswith(OF_BLOCKERS):
            compared(board(a1=(text,)), BOTH, blocks)
        if not text.startswith(OF_ATTACKERS):
            compared(board(b1=(text,)), BOTH, blocks)


def test_each_sentence_alone() -> None:
    for text in SENTENCES[:: 1 if EVERYTHING else 8]:
        compared(board(a1=(text,)), ["a1"], {"b2": "a1"})


KEYWORDS = [text for text in (*STATIC, *OWN) if len(text) < 20]


def test_what_differs_is_shown_beside_what_was_expected() -> None:
    found = ({"a1": (2, 2), "b1": (1, 1)}, {}, {"a1": ()}, {"me": 20}, {})
    expected = ({"a1": (3, 2), "b1": (1, 1)}, {"b2": "graveyard"}, {"a1": ()}, {"me": 20}, {})
    assert difference(found, expected) == (
        "permanents of a1: found (2, 2), expected (3, 2); zones of b2: found None, expected graveyard"
    )
    assert difference(found, found) == ""


@pytest.mark.parametrize("first", KEYWORDS[:-1])
def test_two_keywords_against_two_blockers(first: str) -> None:
    """Every pair of keywords on the attackers, both blockers before the first; guards with a keyword take turns."""
    for number, second in enumerate(KEYWORDS[KEYWORDS.index(first) + 1 :]):
        guard = ("Bushido 1", "Flanking", "First strike", "Deathtouch")[(number + len(first)) % 4]
        both = (first,) if EVERYTHING or number % 2 else (first, second)
        compared(board(a1=both, a2=(second,), b1=(guard,)), BOTH, {"b1": "a1", "b2": "a1"}, 50 if EVERYTHING else 1)


@cache
def is_read(text: str) -> bool:
    """Whether it is one whose outcome is known: what isn't understood, or may be meant in two ways, is declined."""
    try:
        read = read_permanent(text, types=["Creature"])
    except WordingNotUnderstood:
        return False
    return all(isinstance(each, a.Triggered) and each.does is not None for each in read)


def composed(random: Random) -> str:
    while not is_read(text := sentence(random)):
        pass
    return text


def test_most_of_what_is_composed_is_read() -> None:
    random = Random(SEED)
    drawn = [sentence(random) for _ in range(100)]
    assert sum(map(is_read, drawn)) > 80


def test_several_sentences_on_one_board() -> None:
    """Of each of four creatures none, one that is written out in `reference`, or one that is put together; and one more."""
    number = 0
    for seed in range(SEED, SEED + BOARDS):
        random = Random(seed)
        texts: list[tuple[str, ...]] = []
        for _ in range(4):
            kind = random.choices(((), SENTENCES, None), (4, 3, 3))[0]
            texts.append((composed(random),) if kind is None else tuple(random.choices(kind)) if kind else ())
        of_damage = OF_DAMAGE if not any("prevent" in text for each in texts for text in each) else ()
        more = random.choice((*STATIC, *OWN, *of_damage, composed(random)))
        at = random.randrange(4)
        if more not in texts[at]:
            texts[at] = (*texts[at], more)
        attackers = random.choice((BOTH, BOTH, ["a1"]))
        blocks = random.choice(EVERY_BLOCK)
        try:
            for _ in range(2):
                with suppress(Endless, NotComparable):
                    play(on := board(*texts), drawn(on, attackers, blocks, random))
                    number += 1
        except (AssertionError, DeclarantError) as error:
            raise AssertionError(f"seed {seed}: {texts}, {attackers} attack, {blocks}") from error
    print(f"{number} combats on {BOARDS} boards agree")


def test_what_is_compared_is_what_the_issue_names() -> None:
    assert len(SENTENCES) > 300 and len(EFFECTS) > 40
    assert compared(board(a1=("Flanking", "Bushido 1")), ["a1"], {"b1": "a1"}) == 2  # both orders
