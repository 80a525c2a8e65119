"""What keywords of one's own must do, as tests: a test module subclasses `KeywordConformance` and says which they are.

    class TestMine(KeywordConformance):
        def keywords(self):
            return {"Skyguard": "This creature can't be blocked except by creatures with flying or reach."}

Whatever collects classes that are called `Test…` runs it; it needs nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..oracle.own_keywords import own_keywords
from .judging import moments
from .reading import read_case


class KeywordConformance:
    """The tests. Each asks for the words with their rules texts."""

    def keywords(self) -> Mapping[str, str]:
        """Words, each with the rules text that it stands for: what an entry point of `declarant.keywords` names."""
        raise NotImplementedError

    def held(self, text: str, keywords: Mapping[str, str]) -> Any:
        """A creature with that text, as it is read where the words mean that."""
        creature = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 3, "toughness": 3, "text": text}
        case = {"players": ["Ann", "Bob"], "keywords": dict(keywords), "battlefield": [creature], "steps": []}
        *_, last = moments(read_case(case))
        return last.game.board.permanents["ox"]

    def each(self) -> Iterator[tuple[str, str]]:
        """The words with their texts; there is at least one."""
        found = self.keywords()
        assert found, "a word is needed"
        yield from found.items()

    def test_the_words_are_none_of_the_rules_and_have_texts(self) -> None:
        assert len(own_keywords(self.keywords(), "keywords")) == len(self.keywords()), "words that differ in case only are one"

    def test_the_text_of_each_word_is_read(self) -> None:
        for _, meaning in self.each():
            self.held(meaning, {})  # raises InvalidInput for what isn't understood

    def test_a_creature_with_the_word_has_what_the_text_says(self) -> None:
        for word, meaning in self.each():
            for written in (word, word.upper(), word.lower()):
                assert self.held(written, self.keywords()) == self.held(meaning, {})

    def test_it_has_so_beside_keywords_of_the_rules(self) -> None:
        for word, meaning in self.each():
            assert self.held(f"Flying, {word.lower()}", self.keywords()) == self.held(f"Flying\n{meaning}", {})

    def test_all_words_are_read_side_by_side(self) -> None:
        words, meanings = zip(*self.each(), strict=True)
        if len({*meanings}) == len(meanings):
            assert self.held("\n".join(words), self.keywords()) == self.held("\n".join(meanings), {})
