"""Change a word and read again: the text is declined, or it says something else, but for words that say nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from declarant.tools.oracle.tables import words
from declarant.tools.oracle.tokens import QUOTE, tokenize
from declarant.tools.oracle.types import SUBTYPES
from oracle.test_every_word_is_heeded import TEXTS, _lines, reading

KINDS = """
white blue black red green
nonwhite nonblue nonblack nonred nongreen
one two three four five six
noncreature nonland nonartifact
artifact enchantment land creature planeswalker
artifacts enchantments lands creatures
flying trample haste vigilance menace lifelink reach deathtouch
power toughness
attacks blocks dies
tapped untapped
attacking blocking
hand graveyard library
greater less
if unless
while unless
gets loses
gains loses
opponent player
exile destroy sacrifice tap untap
instead also
other tapped
another a
turn combat
life cards
"""
"""Words of one kind, a kind a line: each stands for the next."""
OTHER: dict[str, list[str]] = {}
for kind in KINDS.strip().split("\n"):
    alike = kind.split()
    for word, other in zip(alike, [*alike[1:], alike[0]], strict=True):
        OTHER.setdefault(word, []).append(other)
OTHER |= {word: ["elf" if SUBTYPES[word] == "Goblin" else "goblin"] for word in SUBTYPES.keys() - OTHER.keys()}
FREE = {
    **dict.fromkeys(words("a an the of and or then each all both"), "how many are meant is said by the noun, or beside it"),
    **dict.fromkeys(words("it's they're that's is are be been have has do does was were you he she"), "a verb, or its subject"),
    **dict.fromkeys(words("it that to their your his her its they them also this those these chosen"), "a pronoun"),
    "colorless": "a token of which no color is said has none (111.3)",
    "dealt": "of damage, which was said to be dealt before",
    "attack": "said twice, of attacking and of blocking",
    "creature": "none but creatures block, and are blocked",
    "creatures": "none but creatures block, and are blocked",
    "combat": "of what holds each turn, which is each combat",
    "card": "of what is in a graveyard, a hand or a library",
    "cards": "of what is in a graveyard, a hand or a library",
    "from": "said again of another color",
    "last": "of what is chosen again and again: a case states what is chosen now",
    "again": "said of what is done twice",
    "and/or": "joins what is said by itself",
    "abilities": "of landwalk, which none but abilities are",
    "another": 'of one that has the ability "or another", which is no other thing than any',
    "blocking": "whoever blocks what set the ability off is the one that is meant",
    "attacking": "whoever is blocked by what set the ability off is the one that is meant",
}
"""Words that may be left out, or be another one of their kind, and why."""
POINTING = re.compile(
    r"\b(?:this|that|those|these|enchanted|equipped|attacking|defending|chosen|same|the) (?:nontoken |attacking |other )?"
    r"(creatures?|land|artifact|enchantment|permanent|planeswalker|players?|vehicle|spacecraft|aura|cards?|turn|opponent|tokens?)"
    r"\b",
    re.IGNORECASE,
)
"""What is pointed at is found whatever it is called."""
APPENDED = ("if you control an Elf", "unless you control an Elf", "for the first time each turn", "with flying")
ELSEWHERE = re.compile(
    r"\b(?:scry|surveil|mana|ward|activated|all other abilities|crew|cast|play)\b|\bThis effect|\bstill an?\b|[•—]|--",
    re.IGNORECASE,
)
"""What says nothing of the battlefield is passed over by whole stretches (`fillers.STRETCHES`)."""


def others(word: str, raw: str) -> Iterator[str]:
    """Other words of the same kind."""
    for other in OTHER.get(word, ()):
        yield other.capitalize() if raw[:1].isupper() else other
    if (size := re.fullmatch(r"([+-]?)(\d+)/([+-]?)(\d+)", word)) is not None:
        yield f"{size[1]}{int(size[2]) + 3}/{size[3]}{int(size[4]) + 3}"
    elif word.lstrip("+-").isdecimal():
        yield f"{int(word) + 3}"


def without(text: str, start: int, end: int) -> str:
    rest = text[end:]
    return text[:start].rstrip(" ") + rest if rest[:1] in (".", ",") else text[:start] + rest.lstrip(" ")


def changes(text: str, name: str) -> Iterator[tuple[str, str]]:
    """A word and the text with another one in its place, or without it; and what is said behind, with it."""
    pointing = {match.start(1) for match in POINTING.finditer(text)}
    for token in tokenize(text, name, True):
        if (
            token.word in (QUOTE, "~", "~'s")
            or token.start in pointing
            or token.word in FREE
            or token.raw in name
            or not re.match(r"[\w+{-]", token.word)
        ):
            continue
        for other in others(token.word, text[token.start : token.end]):
            yield token.word, text[: token.start] + other + text[token.end :]
        yield token.word, without(text, token.start, token.end)
    for said in APPENDED:
        if said.split()[-1] not in text:
            yield said, f"{text.removesuffix('.')} {said}."


def heedless(text: str, name: str) -> list[str] | None:
    """The words that make no difference to what is read; None where nothing is."""
    before = reading(text, name, derived=True)
    if before in (None, "[]"):
        return None
    return [word for word, other in changes(text, name) if reading(other, name, derived=True) == before]


def test_another_word_is_another_meaning() -> None:
    assert dict(changes("This creature can't block Elves.", "")).keys() >= {"creature", "can't", "block", "elves"} - {"creature"}
    assert heedless("Whenever this creature attacks, put a +1/+1 counter on each other Goblin you control.", "") == []


def test_a_word_that_is_changed_or_left_out_changes_what_is_read_or_the_text_is_declined(shared: Path) -> None:
    lines = _lines(shared)
    Random(2).shuffle(lines)
    read = 0
    for line, name in lines:
        ignored = None if ELSEWHERE.search(line) else heedless(line, name)
        read += ignored is not None
        assert not ignored, line
        if read == TEXTS:
            break
    assert read >= 25
