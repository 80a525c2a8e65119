"""Each word of a reading is in a leaf of its derivations, and what was read of them is in the result; or the text is declined."""

from contextlib import suppress
from pathlib import Path

import pytest
from declarant.events import abilities as a
from declarant.events.errors import WordingNotUnderstood
from declarant.tools.oracle import lines, read_permanent, reader
from declarant.tools.oracle.accounting import lost, unaccounted
from declarant.tools.oracle.clauses import Statement
from declarant.tools.oracle.coverage import rows
from declarant.tools.oracle.cursor import Cursor
from declarant.tools.oracle.descriptors import descriptor
from declarant.tools.oracle.filters import noun
from declarant.tools.oracle.instructions import sentences
from declarant.tools.oracle.scope import Scope
from declarant.tools.oracle.tokens import tokenize

GOBLINS = "tapped Goblins you control"


def test_what_was_read_is_in_the_result() -> None:
    c = Cursor(tokenize(GOBLINS))
    assert unaccounted(c, noun(c)) is None


@pytest.mark.parametrize(("kept", "word"), [((a.HasType(type="Goblin"),), 0), ((a.IsInState(state="tapped"),), 0), ((), 0)])
def test_a_value_that_isnt_in_the_result_is_missed(kept: tuple[a.Filter, ...], word: int) -> None:
    c = Cursor(tokenize(GOBLINS))
    noun(c)
    assert unaccounted(c, kept) == word


def test_what_was_read_and_forgotten_is_said_by_the_first_word_of_it() -> None:
    c = Cursor(tokenize(GOBLINS))
    tapped, _ = descriptor(c), descriptor(c)
    assert unaccounted(c, tapped) == 1


def test_a_word_that_nothing_read_is_missed() -> None:
    c = Cursor(tokenize(GOBLINS))
    tapped = descriptor(c)
    c.at += 1
    c.take("you control")
    assert unaccounted(c, tapped) == 1


def test_a_word_that_was_read_and_read_again_otherwise_is_accounted_for_once() -> None:
    c = Cursor(tokenize(GOBLINS))
    noun(c)
    c.at = 0
    tapped = descriptor(c)
    assert unaccounted(c, tapped) is None


def test_what_a_clause_says_is_accounted_for() -> None:
    c = Cursor(tokenize(GOBLINS))
    with c.clause(2, a.THIS):
        goblins = noun(c)
        assert c.ended
    assert (c.peek(), c.mentioned) == ("you", None)
    assert unaccounted(c, goblins) is None
    assert unaccounted(c, ()) == 0


def test_a_word_of_a_clause_that_nothing_read_is_missed() -> None:
    c = Cursor(tokenize(GOBLINS))
    with c.clause(2, None):
        c.at += 1
        goblins = descriptor(c)
    assert unaccounted(c, goblins) == 0


def test_what_is_read_ahead_is_accounted_for_once_the_cursor_gets_there() -> None:
    c = Cursor(tokenize("tapped where white"))
    white = c.read_ahead(1, 1, descriptor, None)
    assert (c.peek(), c.coming, unaccounted(c, ())) == ("tapped", ["tapped", "", ""], None)
    tapped = descriptor(c)
    assert c.ended
    assert unaccounted(c, (tapped, white)) is None
    assert unaccounted(c, tapped) == 2


def test_what_isnt_read_whole_isnt_read_ahead() -> None:
    c = Cursor(tokenize("tapped where is white"))

    def last(c: Cursor) -> a.Filter | None:
        c.at += 1
        return descriptor(c)

    assert c.read_ahead(1, 1, last, None) is None
    assert (c.at, c.coming) == (0, ["tapped", "where", "is", "white"])


def test_what_is_passed_over_has_no_part_in_the_value() -> None:
    c = Cursor(tokenize(GOBLINS))
    noun(c)
    c.pass_over(0, "bears on nothing")
    assert unaccounted(c, ()) is None


def test_a_filler_that_isnt_on_the_list_is_an_error_of_the_grammar() -> None:
    with pytest.raises(KeyError):
        Cursor(tokenize(GOBLINS)).filler("tapped")


def test_a_stretch_that_isnt_on_the_list_is_an_error_of_the_grammar() -> None:
    c = Cursor(tokenize(GOBLINS))
    noun(c)
    with pytest.raises(KeyError):
        c.pass_over(0, "of no interest")


# --- where a rule of the grammar loses something -------------------------------------------------------------------------


@pytest.fixture
def losing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grammar loses what is said after "can't block", as rules did that took words and forgot them."""
    read, read_clauses = lines.statement, sentences.clauses

    def statement(c: Cursor, quoted: object) -> Statement | None:
        found = read(c, quoted)  # type: ignore[arg-type]
        return None if found is None else Statement([each.model_copy(update={"condition": None}) for each in found.abilities])

    def clauses(c: Cursor, known: Scope, before: list[a.Instruction]) -> list[a.Instruction]:
        return read_clauses(c, known, before)[:1]

    reader._line.cache_clear()
    monkeypatch.setattr(lines, "statement", statement)
    monkeypatch.setattr(sentences, "clauses", clauses)
    yield
    reader._line.cache_clear()


@pytest.mark.usefixtures("losing")
def test_a_statement_that_lost_its_condition_is_declined_with_the_words_at_fault() -> None:
    assert read_permanent("This creature can't block.")
    with pytest.raises(WordingNotUnderstood) as refused:
        read_permanent("This creature can't block unless you control a Goblin.")
    assert "unless you control a Goblin" in str(refused.value)


@pytest.mark.usefixtures("losing")
def test_an_ability_of_which_an_instruction_was_lost_isnt_carried_out() -> None:
    for text, whole in (("destroy target Elf", True), ("destroy target Elf and draw a card", False)):
        (ability,) = read_permanent(f"Whenever this creature attacks, {text}.")
        assert isinstance(ability, a.Triggered)
        assert (ability.does is not None) is whole


LEFT_TO_OTHERS = {
    "keyword": "kept in the card's words",
    "tail": "its condition is put into the whole sentence",
    "_after": "its condition is put into the trigger",
    **{row.words: "what is done is put into what the sentence before said" for row in sentences._ROWS.phrases},
    "_done_by_you": "what was chosen is kept in the scope, for what is done to it",
    "_of_players": "what was chosen is kept in the scope, for what is done to it",
    "_of_permanents": "how many targets there are is kept in the scope",
    "several": "how many targets there are is kept in the scope",
    "target_card": "how many targets there are is kept in the scope",
    "_among": "what was named before is meant by the noun",
    "permanent": "a role stands for what is pointed at",
    "_activating": "whose abilities they are is said by the permission",
    "_for_each": "what is attacked is the same as what the cost is for",
}
"""Rules whose value doesn't hold all that was read within them, and where that is."""


def test_what_was_read_within_a_rule_is_in_what_the_rule_read(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    derive, losing = Cursor.derive, set()

    def looking(c: Cursor, phrase: str, start: int, since: int, value: object) -> None:
        inside = [each for each in c.read[since:] if each.value is not None]
        losing.update({phrase} if value is not None and lost(inside, value) else ())
        derive(c, phrase, start, since, value)

    reader._line.cache_clear()
    monkeypatch.setattr(Cursor, "derive", looking)
    for card in list(rows(shared / "cards" / "visible.jsonl.gz"))[::150]:
        with suppress(WordingNotUnderstood):
            read_permanent(card.text or "", name=card.name, types=card.types)
    assert not losing.isdisjoint(row.words for row in sentences._ROWS.phrases)
    assert losing <= LEFT_TO_OTHERS.keys()
