"""Keywords of others pass the conformance tests where their texts are read, and others don't."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from declarant import InvalidInput, KeywordConformance


class TestMine(KeywordConformance):
    def keywords(self) -> Mapping[str, str]:
        return {
            "Skyguard": "This creature can't be blocked except by creatures with flying or reach.",
            "Lone Wolf": "This creature can't attack if you control another creature.",
            "Headlong": "This creature attacks each combat if able.",
        }


WRONG: list[tuple[str, dict[str, str]]] = [
    ("test_the_words_are_none_of_the_rules_and_have_texts", {"Flying": "This creature can't block."}),
    ("test_the_words_are_none_of_the_rules_and_have_texts", {"Shy": ""}),
    ("test_the_words_are_none_of_the_rules_and_have_texts", {"Shy": "This creature can't block.", "SHY": "Flying"}),
    ("test_the_text_of_each_word_is_read", {"Shy": "This creature frobs when it blocks."}),
    ("test_the_text_of_each_word_is_read", {}),
]


@pytest.mark.parametrize(("test", "keywords"), WRONG)
def test_words_that_cannot_be_used_are_found(test: str, keywords: dict[str, str]) -> None:
    class Wrong(KeywordConformance):
        __test__ = False

        def keywords(self) -> Mapping[str, str]:
            return keywords

    with pytest.raises((AssertionError, InvalidInput)):
        getattr(Wrong(), test)()
