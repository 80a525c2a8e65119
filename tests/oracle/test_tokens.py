"""Words and their places."""

import pytest
from declarant.tools.oracle.tokens import own_names, tokenize
from oracle.reading import permanent


def words(text: str, name: str = "", legendary: bool = False) -> list[str]:
    return [token.word for token in tokenize(text, name, legendary)]


def test_words_are_in_lower_case_and_marks_stand_alone() -> None:
    assert words("Flying, first strike.") == ["flying", ",", "first", "strike", "."]


def test_a_token_says_where_it_stands_in_the_text_as_given() -> None:
    text = "Menace (It’s hard to block.) Reach"
    assert [text[token.start : token.end] for token in tokenize(text)] == ["Menace", "Reach"]


def test_reminders_are_skipped_also_when_nested() -> None:
    assert words("Reach (A (b) c.) haste (D)") == ["reach", "haste"]


def test_what_is_no_sentence_between_parentheses_or_never_closed_is_text() -> None:
    assert words("Reach (d or) haste (E") == ["reach", "(", "d", "or", ")", "haste", "(", "e"]


def test_a_few_asides_within_sentences_are_skipped() -> None:
    assert words("get {E} (an energy counter) return it (front face up)") == ["get", "{e}", "return", "it"]
    assert words("get {E} (your energy counters)") == ["get", "{e}", "(", "your", "energy", "counters", ")"]


def test_what_stands_between_parentheses_in_an_ability_word_is_of_it() -> None:
    said = "Whenever this creature attacks, draw a card."
    assert permanent(f"Raid (the Fridge) — {said}") == permanent(said) != []


def test_typographic_marks_are_read_as_plain_ones() -> None:
    assert words("can’t −1/−1 —") == ["can't", "-1/-1", "—"]


def test_the_own_name_and_its_possessive_are_read_as_the_source() -> None:
    assert words("Grim Ox can't block Grim Ox's foe", "Grim Ox") == ["~", "can't", "block", "~'s", "foe"]


def test_a_short_name_ends_before_a_comma_or_the() -> None:
    assert own_names("Ulla, Who Waits") == ("Ulla, Who Waits", "Ulla")
    assert own_names("Orm the Slow") == ("Orm the Slow", "Orm")


def test_only_a_legendary_permanent_has_a_first_name() -> None:
    assert words("Brakka attacks", "Brakka of Thorn", legendary=True) == ["~", "attacks"]
    assert words("Brakka attacks", "Brakka of Thorn") == ["brakka", "attacks"]


def test_a_type_is_never_a_short_name() -> None:
    assert words("Goblin tokens", "Goblin of Thorn", legendary=True) == ["goblin", "tokens"]


def test_a_quotation_is_one_token_with_what_it_quotes() -> None:
    (quotation,) = tokenize('"This creature can\'t block."')
    assert (quotation.word, quotation.raw) == ('"', "This creature can't block.")


def test_symbols_numbers_and_ids_are_tokens_of_their_own() -> None:
    assert words("{2}{W/U} +1/+1 [a1] and/or") == ["{2}{w/u}", "+1/+1", "[a1]", "and/or"]


@pytest.mark.parametrize("dash", ["-", "−", "–", "—"])
def test_a_size_has_its_minus_however_long_the_dash_is(dash: str) -> None:
    words = " ".join(token.word for token in tokenize(f"Landfall – Whenever it attacks, that one gets {dash}2/{dash}1."))
    assert words == "landfall — whenever it attacks , that one gets -2/-1 ."
