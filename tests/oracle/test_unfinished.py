"""Sentences that end too early, and names that are none: they are declined, or say nothing; nothing else is raised."""

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from declarant.events.errors import InvalidInput, WordingNotUnderstood
from declarant.events.filters import THIS
from declarant.tools.oracle import read_effect, read_permanent, read_sentence
from declarant.tools.oracle.coverage import kept_apart
from declarant.tools.oracle.cursor import Cursor
from declarant.tools.oracle.predicates import becomes

UNFINISHED = [
    "can't be blocked by creatures with",
    "Whenever ~ attacks, target",
    "Whenever ~ attacks, put",
    "~ is suspected, they're",
    "If it's suspected, it's",
    "~ can block creatures you control with power 2 or",
    "This turn, when",
    "2 — Whenever",
    "Whenever",
    "~ has",
    "~ gains “",
    "—",
    ":",
]


def read_everywhere(text: str) -> None:
    read_sentence(text)
    for read in (
        lambda: read_permanent(text, name="Grim Ox"),
        lambda: read_effect(text.replace("~", "[ox]"), ids={"ox", "bull"}, players={"Ann", "Bob"}),
    ):
        try:
            read()
        except InvalidInput as refusal:
            assert refusal.where and refusal.found


@pytest.mark.parametrize("text", UNFINISHED)
def test_an_unfinished_sentence_ends_nothing(text: str) -> None:
    read_everywhere(text)


@pytest.mark.parametrize(
    "text",
    ["~ is suspected, they're red.", "~ can't block, it's green.", "~ is suspected, they're", "They're", "~ is goaded. It's"],
)
def test_what_ends_before_it_says_what_something_is_is_declined(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text, name="Grim Ox")


@pytest.mark.parametrize(
    "text",
    [
        "Whenever ~ attacks, target",
        "When ~ enters, draw a",
        "Draw cards equal to the.",
        "gets +1/",
        "~ gets +1/.",
        "~ gets +1",
        "~ gets",
        "~ gets bigger.",
        "~ gets 1/1.",
        "Enchanted creature gets +/+.",
        "Other creatures you control get stronger.",
    ],
)
def test_what_breaks_off_or_gets_what_nobody_gets_is_declined_also_without_bearing(text: str) -> None:
    with pytest.raises(WordingNotUnderstood):
        read_permanent(text, name="Grim Ox")
    with pytest.raises(WordingNotUnderstood):
        read_effect(text.replace("~", "[ox]"), ids={"ox"}, players={"Ann"}, on="ox")


@pytest.mark.parametrize(
    "text",
    [
        "You get {E}{E}.",
        "You get an emblem.",
        "~ gets +X/+Y.",
        "It deals 1 damage to any target.",
        "Target player gets two rad counters.",
    ],
)
def test_what_ends_and_is_gotten_as_cards_say_it_isnt(text: str) -> None:
    assert read_permanent(f"Whenever ~ attacks, {text}", name="Grim Ox")


def drawn(shared: Path, number: int) -> Iterator[str]:
    """Sentences drawn from a Markov chain over those of real cards, each ended somewhere."""
    follow: dict[tuple[str, str], list[str]] = defaultdict(list)
    starts: list[tuple[str, str]] = []
    with gzip.open(shared / "cards" / "lines-visible.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if kept_apart(row["card"]):
                continue
            first, second, *rest = [*row["sentence"].split(), "", ""]
            starts.append((first, second))
            for third in rest:
                follow[first, second].append(third)
                first, second = second, third
    choice = random.Random(0)
    for _ in range(number):
        words = [*choice.choice(starts)]
        length = choice.randint(2, 25)
        while words[-1] and len(words) < length:
            words.append(choice.choice(follow[words[-2], words[-1]] or [""]))
        yield " ".join(words).strip()


def test_sentences_drawn_from_a_markov_chain_end_nothing(shared: Path) -> None:
    for sentence in drawn(shared, 200):
        read_everywhere(sentence)


@pytest.mark.parametrize("name", ["", " ", "//", " // ", "A-", "A- // B", "—", '"', "[ox]", "~", ", ", " the ", " of "])
def test_a_legendary_permanent_may_be_called_anything_or_nothing(name: str) -> None:
    assert [each.kind for each in read_permanent("This creature can't block.", name=name, types=["Legendary"])] == ["cant_block"]


@pytest.mark.parametrize("at", [1, 5])
def test_what_something_becomes_is_not_asked_beyond_the_end_of_a_sentence(at: int) -> None:
    assert becomes(Cursor([], at=at), THIS, lambda text: None) is None
